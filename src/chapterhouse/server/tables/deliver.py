"""One message to a push service: sealed for the browser alone, signed by this server.

The address comes from a stranger. It must be HTTPS, and every address that its name stands for a public one: nobody
makes this server knock at its own doors or at its neighbours'. The connection goes to the address that was looked at,
so that a name cannot mean another one a moment later, and no redirection is followed.
"""

from __future__ import annotations

import base64
import http.client
import ipaddress
import json
import socket
import ssl
import time
from typing import Any
from urllib.parse import SplitResult, urlsplit

from chapterhouse.server.store.rows import Push

SECONDS = 10.0  # for a push service to answer
DAY = 24 * 3600
LONGEST = 1000  # letters of an address


class BadEndpoint(ValueError):
    """An address that nothing is sent to."""


def check_endpoint(endpoint: str, may_be_private: bool) -> SplitResult:
    """The parts of a push service's address, as far as they can be judged without asking for its name."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadEndpoint("not an address") from None
    if len(endpoint) > LONGEST or not endpoint.isascii() or any(c.isspace() or c in '\\"<>' for c in endpoint):
        raise BadEndpoint("not an address")
    if not parts.hostname or parts.username or parts.password or parts.fragment:
        raise BadEndpoint("not an address")
    if may_be_private:
        return parts
    if parts.scheme != "https" or port not in (None, 443):
        raise BadEndpoint("not HTTPS")
    try:
        ipaddress.ip_address(parts.hostname)
    except ValueError:
        return parts
    raise BadEndpoint("a number instead of a name")


def is_public(address: str) -> bool:
    """Whether an address of the network is everybody's, also where it stands for one of the older kind."""
    ip: Any = ipaddress.ip_address(address.partition("%")[0])
    for within in ("ipv4_mapped", "sixtofour"):
        ip = getattr(ip, within, None) or ip
    is_translated = ip.version == 6 and ip in ipaddress.ip_network("64:ff9b::/32")
    return bool(ip.is_global) and not (
        ip.is_multicast or ip.is_reserved or is_translated or getattr(ip, "teredo", None)
    )


def address_of(parts: SplitResult, may_be_private: bool) -> tuple[str, int]:
    """Where to connect to; BadEndpoint when any of the addresses of that name is not public."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        known = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadEndpoint("no such name") from None
    addresses = [str(entry[4][0]) for entry in known]
    if not addresses or not (may_be_private or all(map(is_public, addresses))):
        raise BadEndpoint("not a public address")
    return addresses[0], port


def _connection(parts: SplitResult, may_be_private: bool) -> http.client.HTTPConnection:
    address, port = address_of(parts, may_be_private)
    host = parts.hostname or ""
    connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
    raw = socket.create_connection((address, port), SECONDS)
    try:
        is_tls = parts.scheme == "https"
        connection.sock = ssl.create_default_context().wrap_socket(raw, server_hostname=host) if is_tls else raw
    except BaseException:
        raw.close()
        raise
    return connection


def deliver(push: Push, message: dict[str, str], key: str, contact: str, topic: str, may_be_private: bool) -> int:
    """Send it; the status of the answer. OSError and BadEndpoint when there is none."""
    from py_vapid import Vapid02  # what they bring along is not needed before the first message
    from pywebpush import WebPusher

    parts = check_endpoint(push.endpoint, may_be_private)
    receiver = {"endpoint": push.endpoint, "keys": {"p256dh": push.p256dh, "auth": push.auth}}
    body = WebPusher(receiver).encode(json.dumps(message).encode())["body"]
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + DAY // 2, "sub": contact}
    headers = {
        "TTL": str(DAY),
        "Urgency": "normal",
        "Topic": topic,  # a later message about the same table takes the place of one that still waits
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        **Vapid02.from_raw(key.encode()).sign(claims),
    }
    connection = _connection(parts, may_be_private)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, body, headers)
        return connection.getresponse().status
    except http.client.HTTPException as e:
        raise OSError(type(e).__name__) from e
    finally:
        connection.close()


def new_key() -> str:
    """A private key to sign with, as text."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


def public_key(private: str) -> str:
    """What browsers know the server by."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    number = int.from_bytes(_bytes(private), "big")
    public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    return _text(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether these are a point of the curve and a secret, as a browser makes them."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        return len(_bytes(auth)) == 16
    except ValueError:
        return False


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
