"""Seeds: numbers deal as they always did; secrets are begun anew before every decision, committed to and opened."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest

import chapterhouse as ch
from chapterhouse.bots import make, play
from chapterhouse.games import NAMES
from chapterhouse.kernel.rng import keyed, seeded, word
from chapterhouse.play import seeds
from chapterhouse.play.record import digest

SECRET = "000102030405060708090a0b0c0d0e0f"


def played(game: str, seed: seeds.Seed | None, decisions: int = 10**6) -> ch.Table:
    t = ch.Table(game, seed=seed)
    minds = [make("random", game, seat) for seat in range(t.players)]
    while t.to_act is not None and t.ply < decisions:
        play(t, minds[t.to_act])
    return t


def test_new_tables_have_secrets_of_128_bits() -> None:
    made = {ch.Table("templari").seed for _ in range(20)}
    assert len(made) == 20
    assert all(seeds.is_secret(seed) for seed in made)
    assert len({ch.Table("templari", seed=seed).position()["state"]["deck"][0] for seed in made}) > 3


def test_a_keyed_generator_is_what_it_says() -> None:
    """Frozen: records of form 2 depend on these words."""
    of_one = hashlib.blake2b(
        (1).to_bytes(8, "little"), key=bytes.fromhex(SECRET), digest_size=16, person=b"chapterhouse"
    ).digest()
    assert keyed(bytes.fromhex(SECRET), 1).astype("<i4").tobytes() == of_one
    assert seeds.generator(SECRET, 1).tolist() == keyed(bytes.fromhex(SECRET), 1).tolist()
    assert seeds.generator(7).tolist() == seeded(7)[0].tolist()


@pytest.mark.parametrize("game", NAMES)
def test_chance_begins_anew_before_every_decision(game: str) -> None:
    """Who knew the whole state of the generator after a decision would not know what comes with the next."""
    t = played(game, SECRET, 12)
    for ply, (states, decision) in enumerate(zip(t.states(), t.history, strict=False)):
        after = states.copy()
        after["rng"] = 99  # whatever it was
        t._do(after[0], ply, decision.seat, decision.code)
        assert digest(after[0]) == digest(t._state_at(ply + 1)[0])
    fresh = seeds.generator(SECRET, t.ply).copy()
    for _ in range(200):  # what the last decision drew, if it drew, came from its own generator
        if fresh.tolist() == t._now["rng"][0].tolist():
            break
        word(fresh)
    assert fresh.tolist() == t._now["rng"][0].tolist()


@pytest.mark.parametrize("game", NAMES)
def test_secret_games_are_saved_and_replayed(game: str) -> None:
    t = played(game, SECRET, 60)
    saved = json.loads(json.dumps(t.save()))
    assert saved["chapterhouse"] == 2
    assert saved["start"] == {"seed": SECRET, "commitment": t.commitment}
    again = ch.Table.load(saved)
    assert again.position() == t.position()
    assert again.at(t.ply // 2).position() == t.at(t.ply // 2).position()
    again.forget_past()
    assert again.log(0) == t.log(0)
    last = t.history[-1]
    if t.can_undo():
        t.undo()
        t.act(last.words, last.seat)
        assert t.position() == again.position()
    other = ch.Table(game, seed=SECRET[::-1])
    assert other.commitment != t.commitment


def test_numbers_deal_as_they_did() -> None:
    t = played("templari", 7, 30)
    saved = t.save()
    assert (saved["chapterhouse"], saved["start"]) == (1, {"seed": 7})
    assert t.commitment is None
    states = t.engine.blank()
    states["rng"] = seeded(7)
    t.game.prepare(states[0], t.options, t.data)
    t.engine.set_up(states[0])
    for decision in t.history:
        t.engine.turn_to(states[0], decision.seat)
        t.engine.act(states[0], decision.code)
    assert digest(states[0]) == digest(t._now[0])


def test_the_commitment_can_be_made_by_hand() -> None:
    t = ch.Table("templari", players=3, seed=SECRET, start=1)
    text = (
        '{"game":"templari","options":{"cards":"cards","exchange":false,"memory_aid":false,"mistakes":"prevented",'
        '"players":3,"private_sales":true,"start":1},"rules":1,"seed":"' + SECRET + '"}'
    )
    assert t.commitment == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"seed": SECRET[::-1]}, "commitment: was made"),
        ({"commitment": None}, "commitment: was made"),
        ({"commitment": "00" * 32}, "commitment: was made"),
        ({"seed": 7}, "32 hexadecimal"),
        ({"seed": SECRET[:-1]}, "32 hexadecimal"),
        ({"seed": SECRET.upper()}, "32 hexadecimal"),
        ({"seed": None}, "32 hexadecimal"),
    ],
)
def test_a_deal_that_was_changed_is_found(change: dict[str, object], fault: str) -> None:
    saved = played("templari", SECRET, 5).save()
    with pytest.raises(ch.BadRecord, match=fault):
        ch.Table.load(saved | {"start": saved["start"] | change})
    with pytest.raises(ch.BadRecord, match="whole number"):
        ch.Table.load(saved | {"chapterhouse": 1})
    with pytest.raises(ch.BadRecord, match="commitment: was made"):
        ch.Table.load(saved | {"options": saved["options"] | {"exchange": True}})


def test_bots_have_chance_of_their_own() -> None:
    drawn = [seeds.for_bot(SECRET, 4, seat) for seat in range(4)]
    assert len(set(drawn)) == 4
    words = {word for n in range(50) for word in seeds.generator(SECRET, n).tolist()}
    assert not words & {int(w) for n in drawn for w in seeded(n)[0]}
    assert seeds.for_bot(7, 4, 2) == 30


def test_secrets_of_the_generator_stay_in_the_table() -> None:
    """What a seat sees, in state and view, is the same whatever the secret, until chance shows something."""
    one, two = ch.Table("templari", seed=SECRET, start=0), ch.Table("templari", seed=SECRET[::-1], start=0)
    assert not np.array_equal(one._now["rng"], two._now["rng"])
    for seat in (None, 0):
        assert SECRET not in json.dumps(one.view(seat))
        assert not one.seen(seat)["rng"].any()
