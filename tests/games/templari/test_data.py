"""Templari: the deck file, and every fault that one can have."""

from __future__ import annotations

import copy
import pathlib
from typing import Any

import pytest

from chapterhouse.games.templari.tables import FAMILY_NAMES, faults
from chapterhouse.play.errors import BadOptions
from chapterhouse.play.table import Table

OURS: dict[str, Any] = Table("templari", players=3, seed=1).data["cards"]


def changed(family: int, **fields: Any) -> dict[str, Any]:
    data = copy.deepcopy(OURS)
    data["family"][family] |= fields
    return data


def test_our_deck() -> None:
    """Thirty cards, every value three times, any two families with two values in common, as the file's header says."""
    assert faults(OURS) == []
    families = [set(family["values"]) for family in OURS["family"]]
    assert [len(family) for family in families] == [5] * 6
    assert all(sum(value in family for family in families) == 3 for value in range(10))
    assert all(len(a & b) == 2 for i, a in enumerate(families) for b in families[:i])
    assert all(family["provenance"] == "reconstructed" for family in OURS["family"])


def test_families_are_missing() -> None:
    bad: list[dict[str, Any]] = [{}, {"family": "many"}, {"family": []}, {"family": OURS["family"][:5]}]
    for data in bad:
        assert faults(data) == [f"[[family]]: 6 families are needed, in the order {', '.join(FAMILY_NAMES)}"]


def test_a_name_at_the_wrong_place() -> None:
    found = faults(changed(1, name="axes"))
    assert found == ['family swords: name = "swords" is expected at this place']
    swapped = copy.deepcopy(OURS)
    swapped["family"][0], swapped["family"][1] = swapped["family"][1], swapped["family"][0]
    assert [fault.split(":")[0] for fault in faults(swapped)] == ["family shields", "family swords"]


def test_a_family_that_is_no_table() -> None:
    data = copy.deepcopy(OURS)
    data["family"][2] = [1, 2, 4, 6, 9]
    assert faults(data) == ['family helmets: name = "helmets" is expected at this place']


@pytest.mark.parametrize("values", [None, "12469", [1, 2, 4, 6], [1, 2, 4, 6, 9, 9]])
def test_not_five_values(values: Any) -> None:
    assert faults(changed(2, values=values)) == ["family helmets: values must be a list of 5 numbers"]


@pytest.mark.parametrize(
    ("wrong", "shown"), [(10, "10"), (-1, "-1"), ("9", "'9'"), (9.0, "9.0"), (True, "true"), (None, "–")]
)
def test_a_value_that_is_none(wrong: Any, shown: str) -> None:
    assert faults(changed(2, values=[1, 2, 4, 6, wrong])) == [
        f"family helmets: {shown} is not a value: they are 0 to 9"
    ]


def test_a_value_twice_in_a_family() -> None:
    assert faults(changed(2, values=[1, 2, 4, 6, 6])) == [
        "family helmets: a value appears twice; a family holds each value at most once"
    ]


def test_a_value_on_too_many_cards() -> None:
    """Each family is right by itself, but four players could tie."""
    found = faults(changed(2, values=[1, 2, 4, 6, 8]))
    assert [fault.split(":")[0] for fault in found] == ["value 8", "value 9"]


def test_all_faults_are_listed() -> None:
    data = changed(0, values=[0, 2])
    data["family"][1]["name"] = "axes"
    data["family"][5]["values"] = [2, 2, 11, 6, 7]
    assert [fault.split(":")[0] for fault in faults(data)] == [
        "family shields",
        "family swords",
        "family gauntlets",
        "family gauntlets",
    ]


def test_an_own_deck(tmp_path: pathlib.Path) -> None:
    """An owner of the box puts in other values; order within a family does not matter."""
    path = tmp_path / "mine.toml"
    rows = [[9, 8, 7, 6, 5], [4, 3, 2, 1, 0]] * 3
    path.write_text(
        "".join(f'[[family]]\nname = "{n}"\nvalues = {v}\n' for n, v in zip(FAMILY_NAMES, rows, strict=True)),
        encoding="utf-8",
    )
    table = Table("templari", players=3, seed=1, cards=str(path))
    assert [card["words"] for card in table.view(None)["cards"][:5]] == [f"shields {n}" for n in (5, 6, 7, 8, 9)]


def test_a_bad_deck_is_refused_with_its_faults(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[[family]]\nname = "shields"\n', encoding="utf-8")
    with pytest.raises(BadOptions, match="6 families are needed"):
        Table("templari", players=3, seed=1, cards=str(path))
    path.write_text("[[family\n", encoding="utf-8")
    with pytest.raises(BadOptions, match="line 1"):
        Table("templari", players=3, seed=1, cards=str(path))
