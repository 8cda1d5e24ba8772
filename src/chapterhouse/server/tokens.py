"""Tokens: what a visitor and a seat are known by.

A token is 256 random bits. What is stored is its SHA-256: with that much chance in it there is nothing to guess, so a
slow hash would only make requests slow. Seat tokens follow from the host's own token (HMAC), so that the host can be
shown the links again although they are stored nowhere.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

TOKEN = re.compile(r"[A-Za-z0-9_-]{16,128}")


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_table_id() -> str:
    return secrets.token_urlsafe(12)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def seat_token(visitor: str, table: str, seat: int, link: int = 0) -> str:
    """The token of a seat's link at a table that this visitor created; `link`: how often it was renewed."""
    code = hmac.digest(visitor.encode(), f"{table}/{seat}{f'/{link}' if link else ''}".encode(), "sha256")
    return base64.urlsafe_b64encode(code).decode().rstrip("=")
