"""`ludoteca play`: a house for whoever sits here, and a browser that opens it."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from ludoteca import cli
from ludoteca.commands import browser, play
from ludoteca.commands.output import CommandError

from .open_house import LAST_LINE, OpenHouse, opened, tried, whereabouts
from .stores import Desk

BROWSER = """\
import sys
from urllib.request import urlopen

with urlopen(sys.argv[1] + "/healthz") as answer:
    print("The browser shows", sys.argv[1], answer.status, flush=True)
"""


@contextmanager
def playing(folder: Path, *arguments: str, display: bool = True) -> Iterator[OpenHouse]:
    """With a browser that says what it shows on the output of the house."""
    program = folder / "browser.py"
    program.write_text(BROWSER, encoding="utf-8")
    variables = {
        "BROWSER": f"{sys.executable} {program} %s",
        "DISPLAY": ":0" if display else "",
        "WAYLAND_DISPLAY": "",
    }
    with opened(folder / "house", *arguments, command="play", variables=variables) as house:
        yield house


def test_the_browser_opens_the_house(tmp_path: Path) -> None:
    with playing(tmp_path) as house:
        assert house.lines[0] == f"Open {house.url}"
        assert house.lines[-2:] == [f"The house is kept in {tmp_path / 'house'}", LAST_LINE]
        assert house.next_line() == f"The browser shows {house.url} 200"
        assert whereabouts(tmp_path / "house")["url"] == house.url
        assert house.stop(signal.SIGINT)[0] == 0


@pytest.mark.parametrize(("arguments", "display"), [(["--no-browser"], True), ([], False)])
def test_no_browser(tmp_path: Path, arguments: list[str], display: bool) -> None:
    with playing(tmp_path, *arguments, display=display) as house:
        code, _ = house.stop()
    assert code == 0
    assert house.last_words == ""


def take(stack: ExitStack, port: int) -> None:
    """Let a port be in use, by this test if by nobody else."""
    if play.is_free(port):
        stack.enter_context(socket.create_server((play.HOST, port)))


def test_the_next_port_that_is_free(tmp_path: Path) -> None:
    with ExitStack() as stack:
        take(stack, play.PORT)
        with playing(tmp_path, "--no-browser") as house:
            assert house.port > play.PORT
            code, said = house.stop()
    assert code == 0
    assert f"Port {play.PORT} is in use by another program, so this is port {house.port}.\n" in said


def test_dialects_are_moved_and_switched_off(tmp_path: Path) -> None:
    with playing(tmp_path, "--no-browser", "--dialect", "am28=0", "--dialect", "group31=off") as house:
        house.stop()
    (spoken,) = [line for line in house.lines if "speak" in line]
    assert "group31" not in spoken
    assert "am28 on port " in spoken
    assert "am28 on port 9328" not in spoken


@pytest.mark.parametrize("typed", ["am29=1", "am28", "am28=x", "am28=65536"])
def test_what_is_no_dialect_or_port(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.command_line().parse_args(["play", "--dialect", typed])
    assert "--dialect" in capsys.readouterr().err


def test_without_a_dialect_whose_port_is_taken(tmp_path: Path) -> None:
    with ExitStack() as stack:
        take(stack, 9031)
        with playing(tmp_path, "--no-browser") as house:
            code, said = house.stop()
    assert code == 0
    assert "Nobody can speak group31 on port 9031: other programs listen there. Everything else works." in said


def test_a_port_that_was_asked_for_is_taken_or_none(tmp_path: Path) -> None:
    with socket.create_server((play.HOST, 0)) as other:
        port = other.getsockname()[1]
        code, said = tried("play", "--data", tmp_path, "--no-browser", "--port", str(port))
    assert code == 2
    assert said.splitlines()[-1].startswith(f"Port {port} of 127.0.0.1 is in use by another program.")
    with playing(tmp_path, "--port", str(port), "--no-browser") as house:
        assert house.port == port


def test_a_house_that_is_open_already(tmp_path: Path) -> None:
    with playing(tmp_path, "--no-browser") as house:
        code, said = tried("play", "--data", tmp_path / "house", "--no-browser")
    assert code == 2
    assert said.splitlines() == [said.strip()]
    assert said.endswith(f"That one is at {house.url}\n")


def test_no_port_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server((play.HOST, 0)) as other:
        port = other.getsockname()[1]
        monkeypatch.setattr(play, "PORT", port)
        monkeypatch.setattr(play, "MOST_TRIED", 1)
        with pytest.raises(CommandError, match=f"All ports from {port} to {port} are in use"):
            play.free_port()


@pytest.mark.parametrize("port", ["-1", "65536", "http", "", "²", "9" * 5000])
def test_ports_that_are_none(desk: Desk, port: str) -> None:
    assert "is not a whole number from 0 to 65535" in desk.misuse("play", f"--port={port}")


@pytest.mark.parametrize(
    ("platform", "variables", "seen"),
    [
        ("darwin", {}, True),
        ("win32", {}, True),
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
    ],
)
def test_where_a_browser_can_be_seen(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], seen: bool
) -> None:
    for name in browser.DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    assert browser.can_be_seen() is seen
