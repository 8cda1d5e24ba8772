"""Nets by self-play: proximal policy optimisation wholly on the rules, on CUDA or, with small numbers, on the CPU.

Needs the extra `train` (torch). `chapterhouse train GAME` is the command; `run.train` what it calls.
"""
