"""A real browser without a window."""

import shutil
import time
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Self, cast
from urllib.parse import urlsplit

from selenium.webdriver import ActionChains, Chrome, ChromeOptions, Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from tests.web.serving import PATIENCE, plain

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
MISSING = PROGRAM is None or DRIVER is None
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--lang=en",
    "--window-size=1280,800",
)
LISTENING = """
    window.painted = "";
    window.WebSocket = class extends WebSocket {
        constructor(...all) {
            super(...all);
            const decoder = new TextDecoder();
            this.addEventListener("message", (event) => {
                if (typeof event.data !== "string") window.painted += decoder.decode(event.data, { stream: true });
            });
        }
    };
"""
"""Keeps what the page is told to paint."""
COLOURS = """
    const [source, done] = arguments, image = new Image();
    image.onload = () => {
        const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer), counts = {};
        for (const pixel of pixels) counts[pixel] = (counts[pixel] || 0) + 1;
        done(counts);
    };
    image.src = "data:image/png;base64," + source;
"""
"""Counts the pixels of a picture by their colour, whose bytes are ABGR."""
HARMLESS = "software WebGL"
"""There is no other where there is no screen."""


class Browser:
    """One that knows nothing yet."""

    def __init__(self, folder: Path) -> None:
        assert PROGRAM
        options = ChromeOptions()
        options.binary_location = PROGRAM
        for flag in (*FLAGS, f"--user-data-dir={folder}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self._chrome = Chrome(options, Service(DRIVER))
        self._chrome.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LISTENING})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._chrome.quit()

    def open(self, url: str) -> None:
        self._chrome.get(url)

    def type(self, keys: str) -> None:
        """Press keys, which go wherever the page lets them go; the letter of a control key stands for both."""
        actions = ActionChains(self._chrome)
        for key in keys:
            if key == "\n":
                actions.send_keys(Keys.ENTER)
            elif key < " ":
                actions.key_down(Keys.CONTROL).send_keys(chr(ord(key) + 96)).key_up(Keys.CONTROL)
            else:
                actions.send_keys(key)
        actions.perform()

    def wait_for(self, text: str) -> None:
        """Until this is painted; what was painted before does not count from then on."""
        end = time.monotonic() + PATIENCE
        while text not in (painted := plain(str(self._chrome.execute_script("return window.painted")))):
            assert time.monotonic() < end, f"{text!r} was not painted, but {painted[-5000:]}"
            time.sleep(0.05)
        self._chrome.execute_script("window.painted = ''")

    def wait_for_end(self) -> None:
        """Until the page offers to begin again, and a key would do."""
        script = "return document.activeElement.id === 'again' && document.activeElement.offsetHeight > 0"
        WebDriverWait(self._chrome, PATIENCE).until(lambda chrome: chrome.execute_script(script))

    def colours(self, picture: Path) -> dict[str, int]:
        """How many pixels of the window have which colour, as it is seen now; the picture can be looked at."""
        self._chrome.save_screenshot(picture)
        counted = self._chrome.execute_async_script(COLOURS, self._chrome.get_screenshot_as_base64())
        colours = Counter[str]()
        for pixel, count in counted.items():
            red, green, blue, _ = int(pixel).to_bytes(4, "little")
            colours[f"#{red:02x}{green:02x}{blue:02x}"] += count
        return colours

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the terminal, by what fits of 9 x 21 pixels."""
        width, height = self._chrome.execute_script(
            "return ['Width', 'Height'].map((side) => document.querySelector('.xterm-screen')['client' + side])"
        )
        return width // 9, height // 21

    @property
    def hosts(self) -> set[str]:
        """From which anything was loaded."""
        names = self._chrome.execute_script("return performance.getEntriesByType('resource').map((each) => each.name)")
        return {urlsplit(name).netloc for name in names if not name.startswith("data:")}

    @property
    def complaints(self) -> list[str]:
        """What the browser did not like."""
        log = cast(list[dict[str, str]], self._chrome.get_log("browser"))  # type: ignore[no-untyped-call]
        found = [entry["message"] for entry in log if entry["level"] != "INFO"]
        return [message for message in found if HARMLESS not in message]
