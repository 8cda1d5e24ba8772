"""The arena: balanced seats, duplicate deals, numbers, stop and resume, files, a cluster."""

from __future__ import annotations

import json
import pathlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from chapterhouse.arena.ladder import FEWEST, GOAL, climb, rungs
from chapterhouse.arena.match import Match, Result, parse_bot, play_game
from chapterhouse.arena.numbers import interval, pairs, ratings, report, shares, whole_blocks, wilson
from chapterhouse.arena.plots import _bars, _points, _seats, shares_of_points
from chapterhouse.arena.run import Journal, OtherMatch, Turn, here, over_processes, run
from chapterhouse.bots.contract import Budget
from chapterhouse.texts import LANGUAGES, Texts

MATCH = Match("templari", ("sensible", "random"), 3, 12, seed=5)
SHORT = replace(MATCH, games=3)


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHAPTERHOUSE_MODE", "plain")


def test_every_bot_sits_in_every_seat_alike() -> None:
    """Few bots take turns, many are chosen from in every way; each sits as often in each seat."""
    for bots, players in ((("a", "b"), 3), (("a", "b"), 4), (("a", "b", "c", "d", "e"), 3), (("a", "b", "b"), 3)):
        match = Match("templari", bots, players, 1)
        seats: Counter[tuple[int, str]] = Counter()
        for block in range(len(match.lineups)):
            for rotation in range(players):
                for seat, bot in enumerate(match.seats(block, rotation)):
                    seats[seat, bot] += 1
        for bot in set(bots):
            assert len({seats[seat, bot] for seat in range(players)}) == 1
        if "c" in bots or len(bots) == 2:
            assert len(set(seats.values())) == 1
    assert Match("templari", ("a", "b"), 4, 10).blocks == 3


def test_a_block_is_one_deal_with_the_seats_rotated() -> None:
    block = [play_game(MATCH, 1, rotation) for rotation in range(3)]
    assert [result.seats for result in block] == [MATCH.seats(1, rotation) for rotation in range(3)]
    again = [play_game(MATCH, 1, rotation) for rotation in range(3)]
    played = [(each.ranks, each.points, each.decisions) for each in block]
    assert [(each.ranks, each.points, each.decisions) for each in again] == played


def test_bots_with_budgets() -> None:
    assert parse_bot("search:200") == ("search", Budget(simulations=200))
    assert parse_bot("knight") == ("knight", None)
    result = play_game(Match("templari", ("search:1", "sensible"), 3, 3), 0, 0)
    assert set(result.seats) == {"search:1", "sensible"}


def made(block: int, rotation: int, seats: str, ranks: tuple[int, ...]) -> Result:
    names = tuple(seats)
    return Result(block, rotation, names, ranks, ranks, 1, "end", dict.fromkeys(names, 0.1), dict.fromkeys(names, 1))


def test_shares_pairs_and_ratings() -> None:
    """Shared wins count in parts, ties are no pairs, and the better bot is rated higher."""
    match = Match("templari", ("a", "b"), 2, 4)
    blocks = [
        [made(0, 0, "ab", (1, 2)), made(0, 1, "ba", (2, 1))],
        [made(1, 0, "ab", (1, 1)), made(1, 1, "ba", (1, 2))],
    ]
    share = shares(match, blocks)
    assert share["a"]["share"] == pytest.approx((1 + 1 + 0.5 + 0) / 4)
    assert share["a"]["share"] + share["b"]["share"] == pytest.approx(1)
    assert share["a"]["low"] <= share["a"]["share"] <= share["a"]["high"]
    assert share["a"]["fair"] == 0.5
    (pair,) = pairs(match, blocks)
    assert pair["pairs"] == 3
    assert pair["share"] == pytest.approx((1 + 0) / 2)
    rated = ratings(match, blocks * 5)
    assert rated["a"]["rating"] > rated["b"]["rating"]
    assert rated["a"]["rating_low"] < rated["a"]["rating"] < rated["a"]["rating_high"]


def test_intervals() -> None:
    """As Wilson has it; wider where blocks differ more than coins would, and all of 0 … 1 where nothing is known."""
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-3)
    assert interval([]) == (0.0, 0.0, 1.0)
    assert interval([1.0]) == (1.0, 0.0, 1.0)
    _, low, high = interval([0.0, 1.0] * 10)
    _, narrow_low, narrow_high = interval([0.25, 0.75] * 10)
    assert high - low > narrow_high - narrow_low


def stopped_after(n: int) -> Any:
    def way(match: Match, todo: Iterable[Turn]) -> Iterator[Result]:
        for i, turn in enumerate(todo):
            if i == n:
                raise KeyboardInterrupt
            yield play_game(match, *turn)

    return way


def test_a_match_is_stopped_and_goes_on(tmp_path: pathlib.Path) -> None:
    """No game is played twice, a line that was cut off is played again, and the end is the same as in one go."""
    journal = tmp_path / "games.jsonl"
    told: list[tuple[int, int]] = []
    some, is_whole = run(MATCH, stopped_after(5), journal, lambda *numbers: told.append(numbers))
    assert not is_whole
    assert len(some) == 5
    assert told[-1] == (5, 12)
    text = journal.read_text(encoding="utf-8")
    journal.write_text(text[:-20], encoding="utf-8")
    played: list[Turn] = []

    def counted(match: Match, todo: Iterable[Turn]) -> Iterator[Result]:
        for turn in todo:
            played.append(turn)
            yield play_game(match, *turn)

    some, is_whole = run(MATCH, counted, journal, stop=lambda: len(played) == 2)
    assert (len(some), is_whole) == (6, False)
    whole, is_whole = run(MATCH, counted, journal)
    assert is_whole
    assert played == [(1, 1), (1, 2), *((block, rotation) for block in (2, 3) for rotation in range(3))]
    once, _ = run(MATCH, here)
    assert [(r.seats, r.ranks, r.points) for r in whole] == [(r.seats, r.ranks, r.points) for r in once]
    with pytest.raises(OtherMatch):
        Journal(journal, Match("templari", ("sensible", "random"), 3, 12, seed=6)).read()
    run(Match("templari", ("sensible", "random"), 3, 15, seed=5), counted, journal)  # a longer one goes on
    assert played[-3:] == [(4, 0), (4, 1), (4, 2)]


def test_processes_play_the_same(tmp_path: pathlib.Path) -> None:
    match = Match("templari", ("sensible", "random"), 3, 6, seed=5)
    alone, _ = run(match, here)
    spread, is_whole = run(match, over_processes(2))
    assert is_whole
    assert [(r.seats, r.ranks, r.points) for r in spread] == [(r.seats, r.ranks, r.points) for r in alone]


def test_files(tmp_path: pathlib.Path) -> None:
    """Plots, one page that needs nothing else, and a row a seat as Parquet, in every language."""
    import pyarrow.parquet

    from chapterhouse.arena.files import page, write_parquet
    from chapterhouse.arena.plots import draw

    results, _ = run(MATCH, here)
    data = report(MATCH, results)
    assert json.loads(json.dumps(data)) == data
    plots = draw(data, tmp_path, Texts("en", "cli", "games/templari"))
    played = replace(MATCH, budget="300ms", options={"exchange": True}).to_json()
    assert "had 300ms" in page(data | {"match": played}, plots, Texts("en", "cli", "games/templari"))
    for language in LANGUAGES:
        texts = Texts(language, "cli", "games/templari")
        text = page(data, plots, texts)
        assert "arena." not in text
        assert text.count("<svg") == len(plots) == 4
        assert "<script" not in text
        assert texts("game.name") in text
        assert 'name="viewport"' in text
        assert 'src="http' not in text
    assert all(plot.with_suffix(".png").stat().st_size > 1000 for plot in plots.values())
    write_parquet(tmp_path / "games.parquet", MATCH, results)
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert len(table) == 12 * 3
    assert {row["bot"] for row in table} == {"sensible", "random"}
    assert whole_blocks(results[:-1], 3) == whole_blocks(results[:9], 3)


def test_points_that_never_came_are_nothing() -> None:
    """The plot of points has a place for every number, not a line over the gaps."""
    assert shares_of_points({"3": 1, "6": 3}, 2, 7) == [0, 25, 0, 0, 75, 0]


def test_points_are_whole_numbers() -> None:
    """Temple's are few: the masks that a seat has won."""
    data: dict[str, Any] = {"points": {"a": {"0": 2, "3": 1}, "b": {"1": 3}}}
    data["bots"] = {bot: {"mean_points": 1.0} for bot in data["points"]}
    for axes in _points(data, "Points").axes:
        assert all(tick == round(tick) for tick in axes.get_xticks())


@pytest.mark.parametrize("title", ["Share", "A long title " * 12])
def test_titles_of_plots_are_whole(title: str) -> None:
    results, _ = run(MATCH, here)
    for figure in (_bars(report(MATCH, results), "share", title, is_share=True), _seats(report(MATCH, results), title)):
        figure.draw_without_rendering()
        (words,) = figure.texts
        assert words.get_window_extent().x1 <= figure.bbox.x1


@pytest.mark.parametrize("damage", [b"", b'{"arena": 1', b"\xff\xfe\x00"])
def test_a_journal_that_tells_nothing_begins_anew(tmp_path: pathlib.Path, damage: bytes) -> None:
    journal = tmp_path / "games.jsonl"
    journal.write_bytes(damage)
    _, is_whole = run(SHORT, here, journal)
    assert is_whole
    assert len(Journal(journal, SHORT).read()) == 3


@pytest.mark.parametrize("damage", ['{"x": 1}', "7", "null", "[]", "garbage", "\ufffd", '{"block": 0, "seats": []}'])
def test_a_damaged_line_of_a_journal_is_played_again(tmp_path: pathlib.Path, damage: str) -> None:
    journal = tmp_path / "games.jsonl"
    whole, _ = run(SHORT, here, journal)
    lines = journal.read_text(encoding="utf-8").splitlines()
    journal.write_text("\n".join([*lines[:2], damage, *lines[3:]]) + "\n", encoding="utf-8")
    assert len(Journal(journal, SHORT).read()) == 2
    again, is_whole = run(SHORT, here, journal)
    assert is_whole
    assert [(r.seats, r.ranks, r.points) for r in again] == [(r.seats, r.ranks, r.points) for r in whole]


def test_games_that_two_runs_have_played_count_once(tmp_path: pathlib.Path) -> None:
    journal = tmp_path / "games.jsonl"
    whole, _ = run(SHORT, here, journal)
    head, *lines = journal.read_text(encoding="utf-8").splitlines()
    journal.write_text("\n".join([head, *lines[:2], *lines[:2]]) + "\n", encoding="utf-8")
    again, is_whole = run(SHORT, here, journal)
    assert is_whole
    assert [(r.block, r.rotation, r.points) for r in again] == [(r.block, r.rotation, r.points) for r in whole]


def test_a_ladder_is_climbed_in_sittings(tmp_path: pathlib.Path) -> None:
    """Rungs that are not sure take turns, and what was played in one sitting counts in the next."""
    names = ["random", "sensible"]
    played: Counter[int] = Counter()

    def as_ranked(match: Match, todo: Iterable[Turn]) -> Iterator[Result]:
        for block, rotation in todo:
            seats = match.seats(block, rotation)
            played[match.players] += 1
            ranks = tuple(1 if bot == "sensible" else 2 for bot in seats)
            yield Result(
                block, rotation, seats, ranks, ranks, 1, "end", dict.fromkeys(seats, 1.0), dict.fromkeys(seats, 1)
            )

    first = rungs(tmp_path, ["templari"], names=names)
    assert [rung.match.players for rung in first] == [3, 4, 5]
    assert not any(rung.is_sure for rung in first)
    got_on = list(climb(first, as_ranked, stop=lambda: sum(played.values()) >= 12))
    assert {rung.match.players for rung in got_on} == {3, 4, 5}
    again = rungs(tmp_path, ["templari"], names=names)
    assert [rung.results for rung in again] == [rung.results for rung in first]
    before = played.total()
    last = list(climb(again, as_ranked, deals=2))
    assert all(rung.is_sure for rung in again)
    assert played.total() == before + sum(len(rung.results) for rung in again) - sum(len(r.results) for r in first)
    assert last[-1].report()["pairs"][0]["low"] >= GOAL
    assert all(rung.deals >= FEWEST for rung in again)  # and not after the first few, all of which it won
    assert list(climb(again, as_ranked)) == []  # there is nothing left to find out
