"""What a match is told in, while it grows and is taken back."""

from itertools import product
from random import Random

from textual.app import App, ComposeResult

from amunre.core import CHANCE, NOBODY, load
from amunre.core.match import HUMAN, Match, Seat
from amunre.tui.account import Telling, Told
from amunre.tui.themes import DARK
from amunre.tui.widgets.log import LogView
from amunre.tui.words import load as load_words

SENTENCES = ["Something happened.", "Then came something that takes two lines of this little log.", "And the end."]


def grown(match: Match, dice: Random) -> None:
    """An action more, or a few less."""
    if match.to_move == NOBODY or (match.events and dice.random() < 0.2):
        match.undo(0, dice.randint(1, min(3, len(match.events))))
    elif match.to_move == CHANCE:
        match.play_chance()
    else:
        match.play(dice.choice(match.truth().legal_actions()))


def test_what_is_told_step_by_step_is_what_is_told_at_once() -> None:
    match = Match(load("amunre_card", 3), [Seat(HUMAN, name) for name in ("Ann", "Bea", "Cid")], 7)
    dice, telling = Random(1), Telling(match)
    readers = list(product((None, 0, 1), (load_words("en"), load_words("it"))))
    for _ in range(150):
        for _ in range(dice.randint(1, 4)):
            grown(match, dice)
        viewer, words = dice.choice(readers)
        assert telling.told(viewer, words) == Telling(match).told(viewer, words)


class Little(App[None]):
    """A log by itself."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of the real app."""
        return DARK.variables

    def compose(self) -> ComposeResult:
        """Only that."""
        yield LogView()


async def test_a_log_that_goes_on_differently_shows_what_one_shows_that_begins_so() -> None:
    told = [Told(sentence) for sentence in SENTENCES]
    other = [*told[:1], Told("A title", title=True), *told[:2]]
    async with Little().run_test(size=(30, 12)) as pilot:
        log = pilot.app.query_one(LogView)
        shown = []
        for sentences in (told, other, told[:1], told, [], other):
            log.show(sentences, 1)
            await pilot.pause()
            shown.append([log.render_line(y).text.rstrip() for y in range(6)])
    assert shown[0] == shown[3]
    assert shown[1] == shown[5] == [SENTENCES[0], "A title", SENTENCES[0], *shown[0][1:4]]
    assert shown[2] == [SENTENCES[0], *[""] * 5]
    assert shown[4] == [""] * 6
