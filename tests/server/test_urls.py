"""Where a house can be opened, and who is told of it."""

from __future__ import annotations

import errno
import socket
from pathlib import Path

import pytest

from ludoteca.server.api.urls import url_elsewhere, url_here
from ludoteca.server.server import Server
from ludoteca.server.settings import Settings

from .houses import opened_house
from .running import asynchronous

ADDRESS = "http://192.168.7.5:8080"


class Outside:
    """A way out of this machine, by an address or by none."""

    def __init__(self, own: str | None) -> None:
        self.own = own

    def __call__(self, family: int, kind: int) -> Outside:
        assert kind == socket.SOCK_DGRAM
        return self

    def __enter__(self) -> Outside:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, address: tuple[str, int]) -> None:
        if self.own is None:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    def getsockname(self) -> tuple[str, int]:
        assert self.own is not None
        return (self.own, 5000)


@pytest.mark.parametrize(
    ("host", "own", "told"),
    [
        ("0.0.0.0", "192.168.7.5", "http://192.168.7.5:8080"),
        ("::", "fd00::5", "http://[fd00::5]:8080"),
        ("0.0.0.0", None, None),
        ("0.0.0.0", "127.0.0.1", None),
        ("127.0.0.1", "192.168.7.5", None),
        ("192.168.7.5", "192.168.7.5", None),
    ],
)
def test_which_address_people_elsewhere_open(
    monkeypatch: pytest.MonkeyPatch, host: str, own: str | None, told: str | None
) -> None:
    monkeypatch.setattr(socket, "socket", Outside(own))
    assert url_elsewhere(Settings(data=Path("house"), host=host), 8080) == told


@pytest.mark.parametrize(
    ("host", "url"), [("::", "http://[::1]:80"), ("::1", "http://[::1]:80"), ("localhost", "http://localhost:80")]
)
def test_the_address_to_open(tmp_path: Path, host: str, url: str) -> None:
    assert url_here(Settings(tmp_path, host=host), 80) == url


@asynchronous
@pytest.mark.parametrize(
    ("proxies", "headers", "told"),
    [
        ([], {}, ADDRESS),
        ([], {"X-Forwarded-For": "127.0.0.1"}, None),  # a proxy that nobody has named
        (["127.0.0.1"], {}, None),
        (["127.0.0.1"], {"X-Forwarded-For": "127.0.0.1"}, None),
        (["127.0.0.1"], {"X-Forwarded-For": "198.51.100.1"}, None),
    ],
)
async def test_only_the_machine_of_the_house_is_told_where_others_open_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxies: list[str], headers: dict[str, str], told: str | None
) -> None:
    monkeypatch.setattr(Server, "elsewhere", ADDRESS)
    async with (
        opened_house(tmp_path, proxies=proxies) as house,
        house.session.get("/api/house", headers=headers) as answer,
    ):
        assert (await answer.json())["elsewhere"] == told


@pytest.mark.parametrize(
    ("public", "url"),
    [
        (["https://play.example.org", "other.example.org"], "https://play.example.org"),
        (["play.example.org"], "http://play.example.org:80"),
    ],
)
def test_others_open_the_address_that_the_operator_names(tmp_path: Path, public: list[str], url: str) -> None:
    for host in ("127.0.0.1", "0.0.0.0"):
        assert url_elsewhere(Settings(tmp_path, host=host, public=public), 80) == url
