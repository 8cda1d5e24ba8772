"""The table: the names that are promised, and every error of its family."""

from __future__ import annotations

import contextlib
import copy
import json
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import chapterhouse as ch
from chapterhouse.bots import make, play
from chapterhouse.games.protocol import Refusal
from chapterhouse.play.table import KEPT


def table() -> ch.Table:
    return ch.Table("templari", players=4, seed=7, start=0)


def test_the_promised_names() -> None:
    t = table()
    assert t.to_act == 0
    assert t.asked == [0]
    assert t.prompt
    assert [str(a) for a in t.legal] == [f"bid {n}" for n in range(13)]
    done = t.act("  Bid   3 ")
    assert (done.verb, done.args, str(done)) == ("bid", ("3",), "bid 3")
    assert t.act(t.legal[0]).words == "pass"
    assert t.act(t.action("bid 4").code).words == "bid 4"
    assert (t.ply, t.to_act, t.over, t.outcome) == (3, 3, False, None)
    assert t.view(0)["seats"][0]["coins"] == 12
    assert t.view(None)["seats"][0]["coins"] is None
    assert t.view(1)["legal"] == []
    assert {a["words"] for a in t.view(3)["legal"]} == {str(a) for a in t.legal}
    assert "templari" in repr(t)
    assert t._repr_svg_().startswith("<svg")
    assert "templari" in ch.games()
    assert {"random", "sensible"} <= set(ch.bots("templari"))


def test_a_whole_game_has_an_outcome() -> None:
    t = table()
    bots = [make(name, "templari", seat) for seat, name in enumerate(("sensible", "random", "sensible", "random"))]
    while t.to_act is not None:
        play(t, bots[t.to_act])
    outcome = t.outcome
    assert outcome is not None
    assert outcome.winners == [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
    assert t.legal == []
    with pytest.raises(ch.GameOver):
        t.act("pass")


def test_illegal_actions_name_the_rule() -> None:
    t = table()
    with pytest.raises(ch.IllegalAction) as e:
        t.act("bid 13")
    assert e.value.rule == "templari.bid.funds"
    assert e.value.reason
    t.act("bid 5")
    refused = t.explain("bid 5")
    assert refused is not None
    assert refused.rule == "templari.bid.raise"
    assert t.explain("bid 6") is None


def test_bad_notation_suggests() -> None:
    with pytest.raises(ch.BadNotation, match="did you mean bid 3"):
        table().act("bud 3")
    for nonsense in (-1, 10**6, True, 1.5):
        with pytest.raises(ch.BadNotation, match="codes are 0 to"):
            table().act(nonsense)  # type: ignore[arg-type]


def test_only_who_is_asked_acts_and_only_now() -> None:
    t = table()
    with pytest.raises(ch.NotYourTurn):
        t.act("bid 1", seat=2)
    t.act("bid 1", seat=0, ply=0)
    with pytest.raises(ch.StaleAction) as e:
        t.act("bid 2", ply=0)
    assert e.value.ply == 1


def why(refusal: Refusal | None) -> tuple[str, str] | None:
    return None if refusal is None else (refusal.rule, refusal.key)


def test_undo_belongs_to_the_seat_that_decided() -> None:
    t = table()
    assert why(t.undo_refusal()) == ("", "undo.nothing")
    with pytest.raises(ch.UndoRefused, match="nothing to take back"):
        t.undo()
    t.act("bid 1")
    assert not t.can_undo(1)
    assert why(t.undo_refusal(1)) == ("", "undo.not_yours")
    assert t.can_undo(0)
    assert t.undo(0).words == "bid 1"
    assert t.ply == 0


def test_the_end_is_the_end() -> None:
    t = long_game()
    assert why(t.undo_refusal()) == ("", "undo.over")
    with pytest.raises(ch.UndoRefused, match="game is over"):
        t.undo()
    assert not t.at(t.ply - 1).over  # to look at


def test_a_seat_that_is_not_asked_is_told_so() -> None:
    t = table()
    t.act("bid 3")
    for seat in (0, 2, 3):
        for words in ("bid 4", "pass", "bid 60", "bid 99"):
            assert why(t.explain(words, seat)) == ("", "refused.not_your_turn")
    assert t.explain("bid 4", 1) is None
    t = long_game()
    for viewer in (None, 0, 1):
        assert why(t.explain("pass", viewer)) == ("templari.end", "refused.not_asked.over")


def test_a_sum_beyond_all_codes_is_refused_like_any_other() -> None:
    t = table()
    refusals = {
        words: t.explain(words) for words in ("bid 13", "bid 48", "bid 60", "bid 61", "BID  99", "bid 999999999")
    }
    assert {why(refusal) for refusal in refusals.values()} == {("templari.bid.funds", "refused.funds")}
    assert refusals["BID  99"] is not None
    assert refusals["BID  99"].says(t.texts()) == "You have 12 coins; you cannot offer 99."
    with pytest.raises(ch.IllegalAction, match="cannot offer 99") as e:
        t.act("bid 99")
    assert e.value.rule == "templari.bid.funds"
    assert str(t.action("bid 99")) == "bid 99"
    assert t.explain(t.action("bid 99")) == t.explain("bid 99")
    with pytest.raises(ch.BadNotation):
        t.act("bid 9" + "9" * 5000)
    penalised = ch.Table("templari", players=4, seed=7, start=0, mistakes="penalised")
    assert why(penalised.explain("bid 99")) == why(penalised.explain("bid 49"))
    while t.view(t.to_act)["phase"] == "bid":
        t.act("bid 1" if t.ply == 0 else "pass")
    assert why(t.explain("bid 99")) == why(t.explain("bid 5")) == ("templari.sale.offer", "refused.not_asked.sell")


NO_SEATS: list[Any] = [9, -1, 4, True, np.True_, 1.0, "0", [0], np.float64(1)]


@pytest.mark.parametrize("seat", NO_SEATS, ids=repr)
def test_seats_that_are_none_are_refused(seat: Any) -> None:
    t = table()
    for ask in (t.view, t.seen, t.log, t.legal_for, t.undo_refusal, t.undo, t.picture):
        with pytest.raises(ch.BadSeat, match="seats are 0 to 3"):
            ask(seat)
    for ask_of in (t.act, t.explain):
        with pytest.raises(ch.BadSeat, match="seats are 0 to 3"):
            ask_of("bid 1", seat)
    assert t.ply == 0


def test_numbers_of_numpy_are_seats() -> None:
    t = table()
    t.act("bid 1", np.int64(0))  # type: ignore[arg-type]
    assert t.view(np.int8(1))["seat"] == 1  # type: ignore[arg-type]
    assert json.dumps(t.save())


def test_what_no_table_begins_with() -> None:
    wrong: dict[str, Any]
    for wrong in ({"seed": 1.5}, {"seed": True}, {"seed": np.float64(2)}, {"names": "Ada"}, {"names": [1]}):
        with pytest.raises(ch.BadOptions):
            ch.Table("templari", **wrong)
    data: Any
    for data in ([], 3, "cards", {"cards": []}, {"cards": None}):
        with pytest.raises(ch.BadOptions):
            ch.Table("templari", data=data)
    for game in ("chess", 5, None, ["templari"]):
        with pytest.raises(ValueError, match="no game"):
            ch.Table(game)  # type: ignore[arg-type]
    for ply in (True, 1.5, "0", None, -1, np.True_):
        with pytest.raises(ValueError, match="decisions 0 to 0"):
            table().at(ply)  # type: ignore[arg-type]


def test_what_is_handed_out_is_a_copy() -> None:
    t = ch.Table("templari", players=3, seed=1, names=["Ada", "Bo", "Cy"])
    whole = json.dumps([t.position(), t.save()])
    for made in (t.position(), t.save()):
        made["names"].clear()
        made["options"]["players"] = 5
        made["data"]["cards"].clear()
    assert json.dumps([t.position(), t.save()]) == whole


def test_records_load_from_data_text_and_file(tmp_path: pathlib.Path) -> None:
    t = table()
    t.act("bid 1")
    saved = t.save()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(saved), encoding="utf-8")
    for source in (saved, json.dumps(saved), path, str(path)):
        assert ch.Table.load(source).save() == saved


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"actions": [[0, "bid 99", "x"]]}, "cannot offer 99"),
        ({"actions": [[0, "bud 1", "x"]]}, "no action"),
        ({"actions": [[True, "bid 1", "x"]]}, "is not .seat, notation, digest"),
        ({"actions": [[9, "bid 1", "x"]]}, "no seat 9"),
        ({"data": None, "options": {"players": 4, "cards": "/etc/passwd"}}, "data: is missing"),
        ({"data": []}, "data: is missing"),
        ({"actions": [[1, "bid 1", "x"]]}, "not asked"),
        ({"actions": [[0, "bid 1", "00000000"]]}, "another position"),
        ({"actions": ["bid 1"]}, "not \\[seat"),
        ({"actions": 3}, "are needed"),
        ({"start": {"seed": "x"}}, "whole number"),
        ({"start": {"seed": 1, "position": {"pot": 1}}}, "is missing"),
        ({"rules": 99}, "version 99"),
        ({"chapterhouse": 9}, "is none of 1 and 2"),
        ({"game": "chess"}, "'chess' is none of"),
        ({"options": None}, "are missing"),
        ({"names": [1]}, "list of names"),
        ({"data": {}}, "is missing"),
    ],
)
def test_broken_records_say_what_is_broken(change: dict[str, object], fault: str) -> None:
    t = table()
    t.act("bid 1")
    with pytest.raises(ch.BadRecord, match=fault):
        ch.Table.load(t.save() | change)
    assert issubclass(ch.BadRecord, ch.Unplayable)
    assert issubclass(ch.Unplayable, ch.TableError)


def test_unreadable_records_say_so(tmp_path: pathlib.Path) -> None:
    for x in ("{", str(tmp_path / "none.json"), "[]"):
        with pytest.raises(ch.BadRecord):
            ch.Table.load(x)


def test_names_are_used_in_what_is_said() -> None:
    t = ch.Table("templari", players=3, seed=1, start=0, names=["Ada", "", "Chiara"])
    t.act("bid 1")
    assert t.view(0)["names"] == ["Ada", "Azure", "Chiara"]
    assert "Ada" in t.log()[0].text


def test_equal_seeds_play_alike_and_others_do_not() -> None:
    decks = [ch.Table("templari", seed=seed).position()["state"]["deck"] for seed in (1, 1, 2)]
    assert decks[0] == decks[1] != decks[2]


def test_the_past_can_be_visited_but_not_the_future() -> None:
    t = table()
    t.act("bid 1")
    assert t.at(0).ply == 0
    assert t.ply == 1
    with pytest.raises(ValueError, match="decisions 0 to 1"):
        t.at(2)


def counted(t: ch.Table, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The codes that the rules are asked to do from now on."""
    done: list[int] = []
    act = t.engine.act

    def noted(s: Any, code: int) -> None:
        done.append(code)
        act(s, code)

    monkeypatch.setattr(t.engine, "act", noted)
    return done


def long_game() -> ch.Table:
    t = ch.Table("templari", players=5, seed=11)
    bots = [make("random", "templari", seat) for seat in range(5)]
    while t.to_act is not None:
        play(t, bots[t.to_act])
    assert t.ply > 3 * KEPT
    return t


def test_the_past_costs_one_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    t = long_game()
    saved, log = t.save(), t.log(2)
    t = ch.Table.load(saved)
    asks: list[Callable[[], bool]] = [
        lambda: t.log(2) == log,
        lambda: len(list(t.states())) == t.ply + 1,
        lambda: t.save() == saved,
    ]
    for ask in asks:
        t.forget_past()
        t._digests = []
        done = counted(t, monkeypatch)
        assert ask()
        assert len(done) < t.ply
        monkeypatch.undo()
    done = counted(t, monkeypatch)
    for ply in (t.ply - 2, KEPT + 1, 2 * KEPT - 1, 5):
        done.clear()
        assert t.at(ply).ply == ply
        assert len(done) < KEPT
    done.clear()
    assert t.save() == saved  # what was fingerprinted once is known
    assert not done


def test_the_past_is_told_in_parts_while_the_game_goes_on() -> None:
    t = table()
    for words in ("bid 1", "bid 2", "bid 3"):
        t.act(words)
    whole, saved = t.log(None), t.save()["actions"]
    t.forget_past()
    t._digests = []
    parts, states, digests = t.narrate(None), t.states(), t.digests()
    first, _, fingerprint = next(parts), next(states), next(digests)
    t.undo()
    t.act("pass")
    assert [*first, *(line for lines in parts for line in lines)] == whole
    assert [fingerprint, *digests] == [digest for _, _, digest in saved]
    assert len(list(states)) == 3
    assert t.save() == ch.Table.load(t.save()).save()
    assert [line.text for line in t.log(None)][-1] != whole[-1].text
    with pytest.raises(ValueError, match="decisions 0 to 3"):
        t.states(4)


DEEP: list[Any] = []
for _ in range(3000):
    DEEP = [DEEP]
ODD_VALUES: list[Any] = [None, True, -1, 10**30, 1.5, float("nan"), "", "x", "templari@1", [], {}, {"a": 1}, DEEP]


def places(x: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a record: all keys, and the first two of a list."""
    if at:
        yield at
    if len(at) < 3:
        for key in x if isinstance(x, dict) else range(min(2, len(x))) if isinstance(x, list) else ():
            yield from places(x[key], (*at, key))


def changed(x: Any, at: tuple[Any, ...], value: Any) -> Any:
    """A copy with another value there."""
    made = copy.copy(x)
    made[at[0]] = value if len(at) == 1 else changed(x[at[0]], at[1:], value)
    return made


@pytest.mark.parametrize("value", ODD_VALUES, ids=lambda value: repr(value)[:20] if value is not DEEP else "deep")
def test_odd_values_anywhere_in_a_record_are_refused_in_our_words(value: Any) -> None:
    """Or it loads, where the value may stand there: nothing else is raised."""
    t = ch.Table("templari", players=3, seed=1)
    t.act(t.legal[-1])
    loads: list[tuple[dict[str, Any], Callable[[Any], ch.Table]]] = [
        (t.save(), ch.Table.load),
        (t.position(), ch.Table.from_position),
    ]
    for whole, load in loads:
        for at in places(whole):
            with contextlib.suppress(ch.BadRecord, ch.BadPosition):
                assert load(changed(whole, at, value)).legal
        for key in ("seed", "names", "data", "rules", "game", "self"):  # none of them can get in by the options
            with pytest.raises((ch.BadRecord, ch.BadPosition), match=key):
                load(changed(whole, ("options", key), 3))
    if not isinstance(value, dict):
        with pytest.raises(ch.BadRecord):
            ch.Table.load(value)
