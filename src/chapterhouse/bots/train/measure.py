"""How strong a net is: one seat by the net, which takes the action that it likes best, against the same rival in all
other seats."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch

from chapterhouse.bots.train.games import Games, default_boxes
from chapterhouse.bots.train.learn import logits
from chapterhouse.bots.train.loops import EARLIER, LEARNER, SENSIBLE
from chapterhouse.bots.train.model import Model
from chapterhouse.play.engine import Engine

MOST_DECISIONS = 4000


@torch.no_grad()
def wins(engine: Engine, model: Model, rival: Model | None, n: int, device: str, seed: int = 99) -> dict[int, float]:
    """Share of wins by player count, of n games each; without a rival net the rival is `sensible`."""
    least, most = engine.game.seats
    counts = range(least, most + 1)
    boxes = np.concatenate([default_boxes(engine, n, players) for players in counts])
    kinds = np.full((len(boxes), most), SENSIBLE if rival is None else EARLIER, np.int8)
    mine = np.arange(len(boxes)) % boxes["players"]
    kinds[np.arange(len(boxes)), mine] = LEARNER
    games = Games(engine, boxes, kinds, seed, device)
    places = torch.as_tensor(mine.astype(np.int64)).to(device)[:, None]
    over = torch.zeros(games.n, dtype=torch.bool, device=device)
    won = torch.zeros(games.n, device=device)
    for step in range(MOST_DECISIONS):
        games.look()
        action = logits(model, games.features, games.masks)[0].argmax(1)
        if rival is not None:
            other = logits(rival, games.features, games.masks)[0].argmax(1)
            action = torch.where(games.kinds.gather(1, games.seats[:, None])[:, 0] == EARLIER, other, action)
        games.actions.copy_(action)
        games.advance()
        won = torch.where((games.ended > 0) & ~over, games.results.gather(1, places)[:, 0], won)
        over |= games.ended > 0
        if step % 16 == 15 and bool(over.all()):
            break
    return {players: float(won[games.players == players].mean()) for players in counts}


def figures(shares: Mapping[str, Mapping[int, float]], rivals: Mapping[str, str]) -> list[str]:
    """Shares of wins against each kind of rival, as lines of TOML."""
    lines = list[str]()
    for name, by_players in shares.items():
        lines += ["", f"[{name}]  # wins of one seat, its best action, against {rivals[name]} in all others"]
        lines += [f"{players} = {round(share, 4)}" for players, share in by_players.items()]
    return lines
