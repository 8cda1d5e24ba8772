"""Templari: one small function a rule, by chapter.

`turn` the order of a turn · `cards` who has which · `auction`, `share_out`, `sales`, `exchange` the chapters of the
rulebook · `scoring` the end · `legality` what can be done now · `setup` before the first turn.
"""
