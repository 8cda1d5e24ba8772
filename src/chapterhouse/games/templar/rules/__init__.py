"""Templar: one small function a rule, by chapter.

`turn` the order of a turn, cards played, and the end · `abbey` passages, places and pieces · `moving` how figures
walk · `stash` the monks · `benjamin` a ring carried · `remigius` points scored · `harbor` Maria and The Bells ·
`raphael` the third at the table of two · `scoring` the end's points · `legality` what can be done now · `setup` before
the first card.
"""
