"""Who plays by correspondence is told on the phone: against a push service of our own, on this machine."""

from __future__ import annotations

import base64
import http.server
import json
import os
import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import http_ece
import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from chapterhouse.server.app import create_app
from chapterhouse.server.settings import Settings
from chapterhouse.server.store.schema import house_keys, pushes
from chapterhouse.server.tables import deliver
from tests.server.browser import Browser, House
from tests.server.driving import Data, act, lay, now, stranger

DAY = {"seconds": 86400, "end": "soft"}


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Phone:
    """A browser's half of a subscription."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def subscription(self) -> Data:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": text(point), "auth": text(self.auth)}}

    def read(self, body: bytes) -> Data:
        opened = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        message: Data = json.loads(opened)
        return message


class PushService:
    """Takes messages, and answers what it is told to."""

    def __init__(self) -> None:
        self.messages: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        self.status = 201
        taken = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                taken.messages.put((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(taken.status)
                self.send_header("location", "http://127.0.0.1:9/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"


@pytest.fixture
def service() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.server.shutdown()
    service.server.server_close()


@pytest.fixture
def client(settings: Settings) -> Iterator[Browser]:
    with House(create_app(replace(settings, push_private=True))) as house:
        yield Browser(house)


def stored(client: Browser) -> list[str]:
    rows = client.house.run(client.house.app.state.service.store.read(lambda c: list(c.execute(sa.select(pushes)))))
    return [row.endpoint for row in rows]


def until_gone(client: Browser, endpoint: str) -> None:
    for _ in range(1000):
        if endpoint not in stored(client):
            return
        threading.Event().wait(0.02)
    raise AssertionError("it is still there")


def by_correspondence(client: Browser, **asked: Any) -> tuple[str, Browser]:
    """A table of two people, the host to act, and the guest."""
    made = lay(client, mode="friends", name="Ada", options={"start": 0}, **asked)
    guest = stranger(client)
    for seat, browser in ((1, guest), (2, stranger(client))):
        token = made["seats"][seat]["token"]
        browser.post(f"/api/tables/{made['id']}/claim", json={"token": token, "name": f"Guest {seat}"})
    return made["id"], guest


def test_a_phone_is_told_that_it_is_its_turn(client: Browser, service: PushService) -> None:
    id, guest = by_correspondence(client, clock=DAY)
    phone = Phone(f"{service.address}/phone?n=1")
    guest.cookies.set("language", "it")
    assert guest.post("/api/push", json=phone.subscription).json() == guest.get("/api/push").json()
    assert act(client, id, "bid 1", 0).status_code == 200
    path, headers, body = service.messages.get(timeout=60)
    assert path == "/phone?n=1"
    assert (headers["content-encoding"], headers["topic"], headers["urgency"]) == ("aes128gcm", id, "normal")
    # signed by the key that the browser was told, for this push service
    token, _, key = headers["authorization"].partition(",")
    assert key == f"k={guest.get('/api/push').json()['key']}"
    assert Vapid02.verify(headers["authorization"])
    claims = token.removeprefix("vapid t=").split(".")[1]
    assert json.loads(base64.urlsafe_b64decode(claims + "=="))["aud"] == service.address
    # nothing of the table but what everybody may know
    message = phone.read(body)
    assert message == {"title": "Tocca a te", "body": "Templari: Ada, Guest 2", "url": f"/table/{id}", "tag": id}
    # once for a turn: what others do meanwhile is no news, and neither is one's own decision
    assert act(guest, id, "bid 2", 1).status_code == 200
    assert service.messages.empty()


def test_nobody_is_told_who_looks_or_plays_by_the_clock(client: Browser, service: PushService) -> None:
    phone = Phone(f"{service.address}/phone")
    quick, guest = by_correspondence(client, clock={"seconds": 60, "end": "soft"})
    guest.post("/api/push", json=phone.subscription)
    assert act(client, quick, "bid 1", 0).status_code == 200
    made = lay(client, mode="friends", options={"start": 0}, clock=DAY)
    guest.post(f"/api/tables/{made['id']}/claim", json={"token": made["seats"][1]["token"]})
    live = client.house.run(client.house.app.state.service.registry.get(made["id"]))
    live.streams[1] += 1  # a page of the guest's is open
    assert act(client, made["id"], "bid 1", 0).status_code == 200
    live.streams[1] -= 1
    # the next one comes, and it is the first
    last = lay(client, mode="friends", options={"start": 0})
    guest.post(f"/api/tables/{last['id']}/claim", json={"token": last["seats"][1]["token"]})
    assert act(client, last["id"], "bid 1", 0).status_code == 200
    assert service.messages.get(timeout=60)[1]["topic"] == last["id"]
    assert service.messages.empty()


def test_a_start_tells_who_has_put_the_phone_away(client: Browser, service: PushService) -> None:
    made = lay(client, mode="friends", wait=True, options={"start": 1})
    link = client.get(f"/api/tables/{made['id']}/lobby").json()["invitation"]
    guest, phone = stranger(client), Phone(f"{service.address}/phone")
    guest.post("/seat/" + link.rpartition("/")[2], data={"seat": "1", "name": "Bea"})
    assert guest.post("/api/push", json=phone.subscription).status_code == 200
    assert client.post(f"/api/tables/{made['id']}/start").status_code == 200
    assert phone.read(service.messages.get(timeout=60)[2])["url"] == f"/table/{made['id']}"


@pytest.mark.parametrize("status", [404, 410])
def test_a_phone_that_is_gone_is_forgotten(client: Browser, service: PushService, status: int) -> None:
    id, guest = by_correspondence(client)
    phone = Phone(f"{service.address}/gone")
    guest.post("/api/push", json=phone.subscription)
    service.status = status
    assert act(client, id, "bid 1", 0).status_code == 200
    service.messages.get(timeout=60)
    until_gone(client, phone.endpoint)


def test_a_push_service_in_trouble_harms_nothing(client: Browser, service: PushService) -> None:
    id, guest = by_correspondence(client)
    for name in ("/trouble", "/moved"):
        guest.post("/api/push", json=Phone(f"{service.address}{name}").subscription)
    guest.post("/api/push", json=Phone("http://127.0.0.1:9/nobody").subscription)
    service.status = 307
    assert act(client, id, "bid 1", 0).status_code == 200
    assert {service.messages.get(timeout=60)[0] for _ in range(2)} == {"/trouble", "/moved"}
    assert len(stored(client)) == 3  # they may be there again, and no redirection is followed
    assert now(client, id)["step"] == 1


def test_few_phones_a_visitor_and_only_of_players(client: Browser) -> None:
    _, guest = by_correspondence(client)
    phones = [Phone(f"http://127.0.0.1:9/{n}") for n in range(7)]
    for phone in [*phones, phones[6]]:
        assert guest.post("/api/push", json=phone.subscription).status_code == 200
    assert sorted(stored(client)) == [phone.endpoint for phone in phones[2:]]
    assert guest.post("/api/push/forget", json={"endpoint": phones[6].endpoint}).status_code == 200
    assert len(stored(client)) == 4
    assert stranger(client).post("/api/push", json=phones[0].subscription).status_code == 403
    watcher = stranger(client)
    watcher.cookies.set("chapterhouse", "w" * 43)
    assert watcher.post("/api/push", json=phones[0].subscription).status_code == 403


def test_nothing_is_sent_to_addresses_that_are_not_public(house: House) -> None:
    client = Browser(house)
    lay(client)
    for endpoint in (
        "http://push.example/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://10.0.0.1/x",
        "https://push.example:22/x",
        "https://user@push.example/x",
        "ftp://push.example/x",
        "https:///x",
        "https://push.example/x\r\nHost: evil",
        "nonsense",
    ):
        answer = client.post("/api/push", json=Phone(endpoint).subscription)
        assert (answer.status_code, answer.json()["error"]) == (422, "bad_input"), endpoint
    assert stored(client) == []
    assert client.post("/api/push", json=Phone("https://push.example/x").subscription).status_code == 200


@pytest.mark.parametrize(
    ("address", "is_public"),
    [
        ("93.184.216.34", True),
        ("2606:4700::1111", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_which_addresses_are_public(address: str, is_public: bool) -> None:
    assert deliver.is_public(address) == is_public


def test_a_name_that_means_a_private_address_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, service: PushService
) -> None:
    """One of its addresses is enough; and the connection goes to what was looked at, not to the name again."""
    port = service.server.server_address[1]
    named: list[str] = []

    def known(host: str, *_: Any, **__: Any) -> list[Any]:
        named.append(host)
        return [(2, 1, 6, "", (address, port)) for address in ("93.184.216.34", "127.0.0.1")]

    monkeypatch.setattr("socket.getaddrinfo", known)
    parts = deliver.check_endpoint("https://push.example/x", may_be_private=False)
    with pytest.raises(deliver.BadEndpoint, match="public"):
        deliver.address_of(parts, may_be_private=False)
    assert named == ["push.example"]
    assert service.messages.empty()


def test_the_key_is_made_once(settings: Settings) -> None:
    keys = []
    for _ in range(2):
        with House(create_app(settings)) as house:
            keys.append(Browser(house).get("/api/push").json()["key"])
            rows = house.run(house.app.state.service.store.read(lambda c: list(c.execute(sa.select(house_keys)))))
            assert len(rows) == 1
    assert keys[0] == keys[1]
    assert len(keys[0]) == 87
    with House(create_app(replace(settings, push=False))) as house:
        client = Browser(house)
        lay(client)
        assert client.get("/api/push").json() == {"key": None}
        assert client.post("/api/push", json=Phone("https://push.example/x").subscription).status_code == 403


def test_keys_that_are_none(client: Browser) -> None:
    lay(client)
    phone = Phone("https://push.example/x")
    for keys in ({"p256dh": "A" * 87}, {"auth": "A" * 21}, {"auth": "é" * 22}):
        body = phone.subscription
        body["keys"] |= keys
        assert client.post("/api/push", json=body).status_code == 422
