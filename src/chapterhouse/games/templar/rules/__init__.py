"""Templar: one small function a rule, by chapter.

`turn` the order of a turn, cards played, and the end · `abbey` passages, places and pieces · `moving` how figures
walk · `valuables` stash, carry and score · `harbor` Maria and The Bells · `raphael` the third at the table of two ·
`scoring` points · `legality` what can be done now · `setup` before the first card.
"""
