"""Templari in words: notation, why not, and the log."""
