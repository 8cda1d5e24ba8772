"""Counters in Prometheus' text form."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds

HELP = {
    "chapterhouse_requests_total": "Requests, by route and status.",
    "chapterhouse_request_seconds": "How long requests took, streams left out.",
    "chapterhouse_limited_total": "Requests refused by a rate limit.",
    "chapterhouse_entries_total": "Entries committed, by who decided.",
    "chapterhouse_bot_seconds_total": "Time that bots have thought.",
    "chapterhouse_bot_failures_total": "Times that a bot failed and chance decided in its place.",
    "chapterhouse_hints_total": "Hints that were given.",
    "chapterhouse_reviews_total": "Reviews of games that were finished.",
    "chapterhouse_pushes_total": "Messages to push services, by the status of the answer.",
    "chapterhouse_tables": "Tables in memory.",
    "chapterhouse_streams": "Open event streams.",
    "chapterhouse_commits_total": "Commits to the database.",
    "chapterhouse_commit_seconds_total": "Time that commits took.",
    "chapterhouse_compiled": "1 when the rules of a game are compiled.",
    "chapterhouse_uptime_seconds": "Since the server started.",
    "chapterhouse_events_total": "Events sent to streams.",
}

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """What is counted in this process."""

    def __init__(self) -> None:
        self.begun = time.time()
        self.counters: Counter[tuple[str, Labels]] = Counter()
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def count(self, name: str, by: float = 1, **labels: str) -> None:
        self.counters[name, tuple(sorted(labels.items()))] += by  # type: ignore[assignment]

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self.count("chapterhouse_requests_total", method=method, route=route, status=str(status))
        if route.endswith("/events"):
            return
        self._seconds += seconds
        self._buckets[next((i for i, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))] += 1

    def text(self, gauges: Mapping[tuple[str, Labels], float]) -> str:
        """All of it."""
        values: dict[tuple[str, Labels], float] = dict(self.counters) | dict(gauges)
        values["chapterhouse_uptime_seconds", ()] = time.time() - self.begun
        lines: list[str] = []
        told: set[str] = set()
        for (name, labels), value in sorted(values.items()):
            if name not in told:
                told.add(name)
                kind = "counter" if name.endswith("_total") else "gauge"
                lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} {kind}"]
            inner = ",".join(f'{k}="{_escaped(v)}"' for k, v in labels)
            lines.append(f"{name}{{{inner}}} {value:g}" if inner else f"{name} {value:g}")
        name, below = "chapterhouse_request_seconds", 0
        lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} histogram"]
        for bound, n in zip([*map(str, BOUNDS), "+Inf"], self._buckets, strict=True):
            below += n
            lines.append(f'{name}_bucket{{le="{bound}"}} {below}')
        lines += [f"{name}_sum {self._seconds:g}", f"{name}_count {below}"]
        return "\n".join(lines) + "\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
