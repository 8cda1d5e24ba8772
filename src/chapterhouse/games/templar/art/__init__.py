"""Templar: the parts of the picture. `picture.py` puts them together."""
