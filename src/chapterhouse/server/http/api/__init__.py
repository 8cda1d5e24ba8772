"""The JSON API; what it means stands in the server's docstring, the models in `schema.py`."""

from __future__ import annotations

from chapterhouse.server.http.api import advice, create, lobby, offer, past, play, push, seats
from chapterhouse.server.http.api.router import router

__all__ = ["advice", "create", "lobby", "offer", "past", "play", "push", "router", "seats"]
