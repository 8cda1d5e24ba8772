"""`chapterhouse bench peers`."""


def bench_peers() -> None: ...
