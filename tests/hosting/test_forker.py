"""What the forker has in memory is all that its children need: they may not be able to read the program's files."""

import subprocess
import sys

CODE = """
import asyncio, sys
from pathlib import Path
from tempfile import TemporaryDirectory

from amunre.tui.app import AmunreApp
from amunre.tui.hosting import forker
from amunre.tui.settings import Settings
from amunre.tui.store import Store

forker.rehearse()
known, read = {*sys.modules}, []
sys.addaudithook(lambda event, facts: read.append(str(facts[0])) if event == "open" else None)

async def play(folder):
    with Store(folder) as store:
        app = AmunreApp(folder, store, Settings(pace="instant"), "it", None)
        async with app.run_test(size=(80, 24)) as pilot:
            for key in sys.argv[1:]:
                await pilot.press(key)
                await pilot.pause()

with TemporaryDirectory() as folder:
    asyncio.run(play(Path(folder)))
print({*sys.modules} - known, [file for file in read if file.endswith((".py", ".pyc", ".toml", ".md", ".json", ".tcss"))
                               and not file.startswith(folder)])
"""
KEYS = (
    *("n", "enter", "escape"),
    *("r", "down", "enter", "escape", "question_mark", "escape", "i", "right", "escape", "H", "escape", "S", "escape"),
    *("ctrl+p", "r", "escape", "escape", "L", "escape", "enter", "right", "enter", "enter", "u", "y", "q"),
    *("p", "escape", "s", "escape", "r", "slash", "a", "escape", "escape"),
)
"""A game begun, and a look at every screen."""


def test_a_child_reads_nothing_of_the_program() -> None:
    done = subprocess.run([sys.executable, "-c", CODE, *KEYS], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("set() []\n", "")
