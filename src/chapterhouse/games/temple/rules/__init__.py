"""Temple: one small function a rule, by chapter.

`turn` the order of a turn · `rooms`, `cards` what all others stand on · `draw`, `move`, then the three actions `offer`,
`curse` and `power` · `scoring` the end · `legality` what can be done now · `setup` before the first turn.
"""
