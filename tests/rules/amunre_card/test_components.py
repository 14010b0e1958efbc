"""The components file: what is in the built-in one, what is refused in a player's own, and how they are compared."""

import hashlib
import pickle
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amunre.core.amunre_card.components import (
    Components,
    Flood,
    Province,
    ProvinceChange,
    Sums,
    TableChange,
    built_in,
    province_changes,
    read,
    sums,
    table_changes,
)
from amunre.core.errors import BadInput

ORIGINAL = files("amunre.core.amunre_card").joinpath("components.toml").read_bytes()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "my.toml"


def edited(*edits: tuple[str, str]) -> bytes:
    """The built-in file with each text, which must be in it, replaced where it first stands."""
    text = ORIGINAL.decode()
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    return text.encode()


def refusal(file: Path) -> str:
    """The one line that a player reads; it begins with her file's name."""
    with pytest.raises(BadInput) as refused:
        read(file)
    message = str(refused.value)
    assert message.startswith(f"{file}: ")
    assert message.isprintable()
    assert len(message) < len(str(file)) + 300
    return message.removeprefix(f"{file}: ")


# ---------------------------------------------------------------------- the built-in file


def test_s2_e7_fifteen_cards_a_kingdom_are_enough_for_five_players() -> None:
    assert [len(kingdom) for kingdom in built_in().kingdoms] == [15, 15, 15]


def test_built_in_sums() -> None:
    assert sums(built_in()) == (
        Sums(cards=15, pyramids=10, ankhs=19, fields=33, caravans=3),
        Sums(cards=15, pyramids=20, ankhs=24, fields=39, caravans=3),
        Sums(cards=15, pyramids=37, ankhs=23, fields=36, caravans=3),
    )


def test_built_in_tables_are_those_the_rules_tell() -> None:
    components = built_in()
    assert components.opening_total == 14  # [S4]
    assert components.floods == (Flood(5, 1, 10), Flood(10, 2, 10), Flood(15, 3, 0), Flood(None, 4, 0))  # [O2] [R1]
    assert (components.favors, components.favors_for_two) == ((3, 2, 1), (3, 1))  # [O3]
    assert components.total_cost[4] == 15  # E4
    assert components.fields_for_bonus == 9  # [V2]


def test_built_in_file_says_where_each_part_comes_from() -> None:
    for part in ("[gold]", "[flood]", "[favors]", "[construction]", "[victory]", "# 45 provinces"):
        (line,) = [line for line in ORIGINAL.decode().splitlines() if line.startswith(part)]
        assert "provenance:" in line


def test_components_are_values() -> None:
    components = built_in()
    assert pickle.loads(pickle.dumps(components)) == components
    assert hash(pickle.loads(pickle.dumps(components))) == hash(components)
    assert built_in() is components


# ---------------------------------------------------------------------- a player's own file


def test_a_file_of_her_own(file: Path) -> None:
    data = edited(
        ("opening_total = 14", "opening_total = 20"),
        ('"Thinis",        pyramids = 1', '"Île d\'Or 2",      pyramids = 9'),
        ("28, 36, 45", "28, 37, 45"),
    )
    file.write_bytes(data)
    components = read(file)
    assert components.opening_total == 20
    assert components.kingdoms[0][0] == Province("Île d'Or 2", pyramids=9, ankhs=4, fields=1, caravans=0)
    assert components.total_cost[7] == 37
    assert components.name == "my.toml"
    assert components.digest == hashlib.sha256(data).hexdigest()[:12]


@pytest.mark.parametrize("data", [ORIGINAL.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + ORIGINAL], ids=["CRLF", "BOM"])
def test_the_same_components_in_other_bytes(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    own = read(file)
    assert own.digest != built_in().digest
    assert replace(own, name=built_in().name, digest=built_in().digest) == built_in()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("opening_total = 14", "opening_total = 0"),
        ("opening_total = 14", "opening_total = 36"),
        ("upto = 15,", "upto = 999,"),
        ("per_field = 4, per_caravan = 0", "per_field = 9, per_caravan = 99"),
        ("[3, 2, 1]", "[9, 9, 0]"),
        ("[0, 3, 6,", "[0, 37, 74] # "),
        ("fields_for_bonus = 9", "fields_for_bonus = 99"),
        ('"Thinis"', '"X"'),
        ('"Thinis"', '"Fourteen-of 4\'"'),
    ],
)
def test_values_at_the_edge_are_read(file: Path, old: str, new: str) -> None:
    file.write_bytes(edited((old, new)))
    own = read(file)
    assert len(table_changes(own, built_in())) + len(province_changes(own, built_in())) == 1


# ---------------------------------------------------------------------- refusals

THINIS = '{ name = "Thinis",        pyramids = 1, ankhs = 4, fields = 1, caravans = 0 },'
LAHUN = '"Lahun",          pyramids = 3'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # missing and unknown keys, at every depth
        ("[victory]", "[defeat]", "unknown key 'defeat', expected only gold, flood, favors, "),
        ("[gold]", "author = 'me'\n[gold]", "unknown key 'author', expected only gold, "),
        ("[favors] ", "#", "favors is missing"),
        ("opening_total = 14", "", "gold: opening_total is missing"),
        ("upto = 10, ", "", "flood, row 2: upto is missing"),
        ("upto = 10,", "upto = 10, depth = 3,", "flood, row 2: unknown key 'depth', expected only upto, per_field, "),
        ("{ per_field = 4", "{ upto = 20, per_field = 4", "flood, row 4 (the last): unknown key 'upto', "),
        ("number = 2", "", "kingdom 2: number is missing"),
        (LAHUN, '"Lahun"', "kingdom 2, province 10 (Lahun): pyramids is missing"),
        ('name = "Lahun", ', "", "kingdom 2, province 10: name is missing"),
        (LAHUN, LAHUN + ", gods = 1", "kingdom 2, province 10 (Lahun): unknown key 'gods', expected only name, "),
        # types
        ("opening_total = 14", "opening_total = true", "gold: opening_total is true, expected a whole number"),
        ("opening_total = 14", "opening_total = 14.0", "gold: opening_total is 14.0, expected a whole number"),
        ("opening_total = 14", "opening_total = 1999-12-31", "gold: opening_total is 1999-12-31, expected a whole"),
        ("opening_total = 14", "opening_total = [14]", "gold: opening_total is a list, expected a whole number"),
        ("opening_total = 14", f"opening_total{'.x' * 400} = 1", "gold: opening_total is a table, expected a whole"),
        ("cards = [0, 1, 2, 3, 4, 5, 6, 7, 8]", "cards = 9", "gold: cards is 9, expected a list"),
        ("{ upto = 5,  per_field = 1, per_caravan = 10 }", "5", "flood: row 1 is 5, expected a table"),
        (THINIS, '"Thinis",', "kingdom 1: province 1 is 'Thinis', expected a table"),
        ("[[kingdom]]\nnumber = 1", "[kingdom]\nnumber = 1", "not TOML: "),
        ('"Thinis"', "5", "kingdom 1, province 1: name is 5, expected 1 to 14 letters"),
        # numbers out of their range
        ("opening_total = 14", "opening_total = -1", "gold: opening_total is -1, expected a whole number from 0 to 36"),
        ("opening_total = 14", "opening_total = 37", "gold: opening_total is 37, expected a whole number from 0 to 36"),
        ("[0, 1, 2, 3, 4,", "[0, 1, 2, 4,", "gold: 8 cards, expected 9"),
        ("[0, 1, 2, 3, 4,", "[0, 1, 3, 2, 4,", "gold: card 3 is 3, expected 2"),
        ("upto = 5,", "upto = 1000,", "flood, row 1: upto is 1000, expected a whole number from 0 to 999"),
        ("upto = 10,", "upto = 5,", "flood, row 2: upto is 5, expected more than 5, as in the row before"),
        ("per_field = 1", "per_field = 10", "flood, row 1: per_field is 10, expected a whole number from 0 to 9"),
        ("per_caravan = 10", "per_caravan = 100", "flood, row 1: per_caravan is 100, expected a whole"),
        ("[3, 2, 1]", "[3, 2]", "favors: 2 default numbers, expected 3"),
        ("[3, 2, 1]", "[3, 2, 3]", "favors: default number 3 is 3, expected a whole number from 0 to 2"),
        ("[3, 2, 1]", "[10, 2, 1]", "favors: default number 1 is 10, expected a whole number from 0 to 9"),
        ("[3, 1]", "[1, 3]", "favors: two_players number 2 is 3, expected a whole number from 0 to 1"),
        ("[0, 3, 6,", "[1, 3, 6,", "construction: total_cost number 1 is 1, expected 0"),
        ("[0, 3, 6,", "[0, 3, 3,", "construction: total_cost number 3 is 3, expected a whole number from 4 to 40"),
        ("[0, 3, 6,", "[0, 38, 60,", "construction: total_cost number 2 is 38, expected a whole number from 1 to 37"),
        ("[0, 3, 6,", "[0] #", "construction: 1 total_cost number, expected 2 to 64"),
        ("[0, 3, 6,", f"{list(range(65))} #", "construction: 65 total_cost numbers, expected 2 to 64"),
        ("fields_for_bonus = 9", "fields_for_bonus = 100", "victory: fields_for_bonus is 100, expected a whole number"),
        (LAHUN, '"Lahun", pyramids = -1', "kingdom 2, province 10 (Lahun): pyramids is -1, expected a whole number"),
        (LAHUN, '"Lahun", pyramids = 10', "kingdom 2, province 10 (Lahun): pyramids is 10, expected a whole number"),
        # kingdoms and their cards
        (THINIS, "", "kingdom 1: 14 provinces, expected 15"),
        (THINIS, THINIS + THINIS.replace("Thinis", "Tis"), "kingdom 1: 16 provinces, expected 15"),
        ("number = 2", "number = 1", "kingdom 2: number is 1, expected 2"),
        ("number = 3", "number = 4", "kingdom 3: number is 4, expected 3"),
        ("[[kingdom]]\nnumber = 1", "[[kingdom]]\n[[kingdom]]\nnumber = 1", "4 kingdoms, expected 3"),
        # names
        ('"Lahun"', '"Thinis"', "kingdom 2, province 10 (Thinis): name is 'Thinis', expected another, "),
        ('"Lahun"', '"THINIS"', "expected another, as it belongs to kingdom 1, province 1 (Thinis)"),
        ('"Thinis"', '"Thinis, Girga"', "kingdom 1, province 1: name is 'Thinis, Girga', expected 1 to 14 "),
        # not TOML
        ("opening_total = 14", "opening_total =", "(at line 10, column 16)"),
        ("opening_total = 14", "opening_total = 1\nopening_total = 2", "not TOML: Cannot overwrite a value"),
    ],
)
def test_refused(file: Path, old: str, new: str, message: str) -> None:
    file.write_bytes(edited((old, new)))
    assert message in refusal(file)


@pytest.mark.parametrize(
    "name",
    ["", " ", "Fifteen letters", " Thinis", "Thinis ", "Kom  Ombo", "Kom_Ombo", "Kom\\nOmbo", "²", "x" * 500],
)
def test_refused_as_a_name(file: Path, name: str) -> None:
    file.write_bytes(edited(("Thinis", name)))
    message = refusal(file)
    assert message.startswith(f"kingdom 1, province 1: name is '{name[:30]}")
    assert message.endswith("expected 1 to 14 letters, digits, - or ', with single spaces between them")


@pytest.mark.parametrize("count", [0, 9])
def test_refused_with_so_many_rows(file: Path, count: int) -> None:
    built_in_rows = ORIGINAL.decode().split("rows = [")[1].split("]")[0]
    file.write_bytes(edited((built_in_rows, "{ upto = 1, per_field = 1, per_caravan = 1 }," * count)))
    assert refusal(file) == f"flood: {count} rows, expected 1 to 8"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "gold is missing"),
        (b"\0", "not TOML: "),
        (b"one\ntwo \xff", "line 2: byte 5 is not UTF-8 text"),
        (ORIGINAL.decode().encode("utf-16"), "line 1: byte 1 is not UTF-8 text"),
        (b"#\n" * 131073, "too large, expected at most 256 KiB"),
        (b"\n#" + b"-" * 1000, "line 2 is too long, expected at most 1000 bytes"),
        (b".".join([b"a"] * 100_000) + b" = 1", "line 1 is too long"),
        (b"gold = " + b"[" * 900, "nested too deep"),
        (b"gold = " + b"[\n" * 100_000, "nested too deep"),
        (b"gold = " + b"[\n{a=" * 10_000, "nested too deep"),
        (b"x" + b".x" * 400 + b" = 1", "unknown key 'x'"),
        (b"gold" + b".x" * 400 + b" = 1", "flood is missing"),
        (b"gold = 1" + b"0" * 900, "flood is missing"),
        (b"'" + b"k" * 900 + b"' = 1", "unknown key 'kkkk"),
        (b'"a\\nb" = 1', "unknown key 'a\\nb'"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refused_as_a_whole(file: Path, data: bytes, message: str) -> None:
    file.write_bytes(data)
    assert message in refusal(file)


def test_refused_with_more_digits_than_python_reads(file: Path) -> None:
    file.write_bytes(edited(("opening_total = 14", "opening_total = 1" + "0" * 900)))
    usual_limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert "a number too long" in refusal(file)
    finally:
        sys.set_int_max_str_digits(usual_limit)


@pytest.mark.parametrize("number", ["1" + "0" * 900, "-1" + "0" * 900, "0x1" + "0" * 900])
def test_refused_with_a_huge_number(file: Path, number: str) -> None:
    file.write_bytes(edited(("opening_total = 14", f"opening_total = {number}")))
    assert refusal(file) == "gold: opening_total is a number of many digits, expected a whole number from 0 to 36"


def test_refused_if_it_cannot_be_read(tmp_path: Path) -> None:
    assert refusal(tmp_path / "missing.toml") == "cannot be read: No such file or directory"
    assert refusal(tmp_path) == "cannot be read: Is a directory"
    assert refusal(tmp_path / ("x" * 1000)) == "cannot be read: File name too long"


@pytest.mark.parametrize("name", ["two\nlines.toml", "nul\0.toml", "\udcff.toml"])
def test_refused_with_a_name_that_does_not_fit_a_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="expected a file name of printable characters") as refused:
        read(tmp_path / name)
    assert str(refused.value).isprintable()


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    """The built-in file after a few slips: bytes overwritten, cut out, put in or doubled."""
    data = bytearray(ORIGINAL)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = start + draw(st.integers(0, 40))
        data[start:end] = draw(
            st.one_of(st.binary(max_size=4), st.just(data[start:end] * 2), st.just(data[end - 200 : end]))
        )
    return bytes(data)


def attempt(file: Path) -> Components | str:
    """What a player gets: components, or a line that says why not."""
    try:
        return read(file)
    except BadInput as refused:
        return str(refused)


@given(data=mutations())
def test_a_damaged_file_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "damaged.toml"
    file.write_bytes(data)
    got = attempt(file)
    if isinstance(got, str):
        assert got.startswith(f"{file}: ")
        assert got.isprintable()
    else:
        assert [total.cards for total in sums(got)] == [15, 15, 15]
        assert pickle.loads(pickle.dumps(got)) == got


# ---------------------------------------------------------------------- comparing


def test_no_changes_in_a_copy(file: Path) -> None:
    file.write_bytes(ORIGINAL)
    own = read(file)
    assert own.digest == built_in().digest
    assert table_changes(own, built_in()) == ()
    assert province_changes(own, built_in()) == ()


def test_every_changed_table_is_told(file: Path) -> None:
    file.write_bytes(
        edited(
            ("opening_total = 14", "opening_total = 15"),
            ("upto = 5,", "upto = 6,"),
            ("[3, 2, 1]", "[4, 2, 1]"),
            ("[3, 1]", "[3, 2]"),
            ("[0, 3,", "[0, 2,"),
            ("fields_for_bonus = 9", "fields_for_bonus = 8"),
        )
    )
    own, usual = read(file), built_in()
    assert table_changes(own, usual) == (
        TableChange("gold.opening_total", 14, 15),
        TableChange("flood.rows", usual.floods, (Flood(6, 1, 10), *usual.floods[1:])),
        TableChange("favors.default", (3, 2, 1), (4, 2, 1)),
        TableChange("favors.two_players", (3, 1), (3, 2)),
        TableChange("construction.total_cost", usual.total_cost, (0, 2, *usual.total_cost[2:])),
        TableChange("victory.fields_for_bonus", 9, 8),
    )
    assert province_changes(own, usual) == ()


def test_changed_renamed_missing_and_added_provinces_are_told(file: Path) -> None:
    file.write_bytes(
        edited(
            (THINIS, THINIS.replace("ankhs = 4", "ankhs = 5")),
            ('"Lahun"', '"Illahun"'),
            ('"Giza",         pyramids = 4', '"Gizeh", pyramids = 5'),
        )
    )
    own, usual = read(file), built_in()
    thinis, lahun, giza = usual.kingdoms[0][0], usual.kingdoms[1][9], usual.kingdoms[2][1]
    assert province_changes(own, usual) == (
        ProvinceChange(1, thinis, replace(thinis, ankhs=5)),
        ProvinceChange(2, lahun, replace(lahun, name="Illahun")),
        ProvinceChange(3, giza, None),
        ProvinceChange(3, None, replace(giza, name="Gizeh", pyramids=5)),
    )
    assert table_changes(own, usual) == ()


def test_a_new_card_takes_the_place_of_one_missing_card_only() -> None:
    twin, other = Province("Twin", 1, 2, 3, 0), Province("Other", 0, 0, 0, 0)
    _, _, *rest = built_in().kingdoms[0]
    usual = replace(built_in(), kingdoms=((replace(twin, name="Romulus"), replace(twin, name="Remus"), *rest),))
    own = replace(built_in(), kingdoms=((other, twin, *rest),))
    assert province_changes(own, usual) == (
        ProvinceChange(1, replace(twin, name="Romulus"), twin),
        ProvinceChange(1, replace(twin, name="Remus"), None),
        ProvinceChange(1, None, other),
    )


def test_the_order_of_cards_is_no_change() -> None:
    own = replace(built_in(), kingdoms=tuple(kingdom[::-1] for kingdom in built_in().kingdoms))
    assert province_changes(own, built_in()) == ()
