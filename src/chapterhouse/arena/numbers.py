"""What follows from finished games: shares of wins and of pairs with 95 % intervals, ratings, shares by seat."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from chapterhouse.arena.match import Match, Result

Z = 1.96  # of a 95 % interval


def wilson(share: float, n: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share that was seen in n independent tries."""
    if n <= 0:
        return 0.0, 1.0
    centre = share + Z * Z / (2 * n)
    spread = Z * math.sqrt(max(0.0, share * (1 - share)) / n + Z * Z / (4 * n * n))
    scale = 1 + Z * Z / n
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def interval(values: list[float]) -> tuple[float, float, float]:
    """Mean and 95 % interval of one number 0 … 1 a block. Games of a block hang together, so that it is as wide as the
    blocks differ from each other."""
    n = len(values)
    if n == 0:
        return 0.0, 0.0, 1.0
    share = sum(values) / n
    if n < 2:
        return share, 0.0, 1.0
    variance = sum((value - share) ** 2 for value in values) / (n - 1) / n
    tries = share * (1 - share) / variance if variance > 0 else n
    low, high = wilson(share, min(tries, 5.0 * n))
    return share, low, high


def wins_of(result: Result) -> list[float]:
    """Each seat's share of the win."""
    winners = result.ranks.count(1)
    return [1 / winners if rank == 1 else 0.0 for rank in result.ranks]


def whole_blocks(results: Iterable[Result], players: int) -> list[list[Result]]:
    """The games of every deal that was played in all rotations."""
    blocks: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        blocks[result.block].append(result)
    return [blocks[block] for block in sorted(blocks) if len(blocks[block]) == players]


def shares(match: Match, blocks: list[list[Result]]) -> dict[str, Any]:
    """Every bot's share of the wins in the games where it sat, with its interval and its fair share."""
    by_bot: dict[str, Any] = {}
    for bot in dict.fromkeys(match.bots):
        values, places, points, seats, seconds, answers = list[float](), 0, 0, 0, 0.0, 0
        for block in blocks:
            if bot not in block[0].seats:
                continue
            won = 0.0
            for result in block:
                for seat, who in enumerate(result.seats):
                    if who == bot:
                        won += wins_of(result)[seat]
                        places += result.ranks[seat]
                        points += result.points[seat]
                        seats += 1
                seconds += result.seconds[bot]
                answers += result.answers[bot]
            values.append(won / len(block))
        games = len(values) * match.players
        share, low, high = interval(values)
        by_bot[bot] = {
            "share": share,
            "low": low,
            "high": high,
            "fair": seats / max(1, games) / match.players,
            "games": games,
            "mean_rank": places / max(1, seats),
            "mean_points": points / max(1, seats),
            "milliseconds": 1000 * seconds / max(1, answers),
        }
    return by_bot


def pairs(match: Match, blocks: list[list[Result]]) -> list[dict[str, Any]]:
    """For every two bots, how often the first came out ahead of the second; ties say nothing and are left out."""
    bots = list(dict.fromkeys(match.bots))
    rows = []
    for i, one in enumerate(bots):
        for two in bots[i + 1 :]:
            values, decided = list[float](), 0
            for block in blocks:
                ahead = behind = 0
                for result in block:
                    for seat, who in enumerate(result.seats):
                        for other, rival in enumerate(result.seats):
                            if who == one and rival == two:
                                ahead += result.ranks[seat] < result.ranks[other]
                                behind += result.ranks[seat] > result.ranks[other]
                if ahead + behind:
                    values.append(ahead / (ahead + behind))
                    decided += ahead + behind
            share, low, high = interval(values)
            rows.append({"bots": [one, two], "share": share, "low": low, "high": high, "pairs": decided})
    return rows


def ratings(match: Match, blocks: list[list[Result]]) -> dict[str, dict[str, float]]:
    """OpenSkill's Plackett-Luce ratings over all games in their order: 25 is where everybody begins."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    now = {bot: model.rating(name=bot) for bot in dict.fromkeys(match.bots)}
    for block in blocks:
        for result in block:
            teams = [[model.rating(mu=now[bot].mu, sigma=now[bot].sigma)] for bot in result.seats]
            after: dict[str, list[Any]] = defaultdict(list)
            for bot, (rated,) in zip(result.seats, model.rate(teams, ranks=list(result.ranks)), strict=True):
                after[bot].append(rated)
            for bot, seats in after.items():
                # a bot in several seats learns from the mean of them
                now[bot].mu = sum(each.mu for each in seats) / len(seats)
                now[bot].sigma = sum(each.sigma for each in seats) / len(seats)
    return {
        bot: {"rating": each.mu, "rating_low": each.mu - Z * each.sigma, "rating_high": each.mu + Z * each.sigma}
        for bot, each in now.items()
    }


def by_seat(match: Match, blocks: list[list[Result]]) -> dict[str, list[float]]:
    """Each bot's share of the wins in every seat, the first player's seat 0."""
    rates = {}
    for bot in dict.fromkeys(match.bots):
        won, sat = [0.0] * match.players, [0] * match.players
        for result in (each for block in blocks for each in block):
            for seat, who in enumerate(result.seats):
                if who == bot:
                    won[seat] += wins_of(result)[seat]
                    sat[seat] += 1
        rates[bot] = [w / n if n else 0.0 for w, n in zip(won, sat, strict=True)]
    return rates


def points_of(match: Match, blocks: list[list[Result]]) -> dict[str, dict[int, int]]:
    """Each bot's points at the end: how often each number came."""
    tallies: dict[str, dict[int, int]] = {bot: defaultdict(int) for bot in match.bots}
    for result in (each for block in blocks for each in block):
        for bot, points in zip(result.seats, result.points, strict=True):
            tallies[bot][points] += 1
    return {bot: dict(sorted(counts.items())) for bot, counts in tallies.items()}


def report(match: Match, results: list[Result]) -> dict[str, Any]:
    """Everything, as JSON data."""
    blocks = whole_blocks(results, match.players)
    rated = ratings(match, blocks)
    return {
        "arena": 1,
        "match": match.to_json(),
        "games": sum(map(len, blocks)),
        "bots": {bot: numbers | rated[bot] for bot, numbers in shares(match, blocks).items()},
        "pairs": pairs(match, blocks),
        "by_seat": by_seat(match, blocks),
        "points": {bot: {str(k): n for k, n in counts.items()} for bot, counts in points_of(match, blocks).items()},
        "decisions": sum(each.decisions for block in blocks for each in block) / max(1, sum(map(len, blocks))),
    }
