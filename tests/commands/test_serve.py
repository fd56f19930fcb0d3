"""`ludoteca serve`: a house as a process of its own, opened, used, stopped and refused."""

from __future__ import annotations

import argparse
import asyncio
import errno
import re
import signal
import socket
import ssl
from pathlib import Path

import aiohttp
import pytest
from cryptography.hazmat.primitives import serialization

from ludoteca import cli
from ludoteca.commands import certificates, open_house
from ludoteca.commands.output import CommandError
from ludoteca.commands.settings_known import DIALECTS
from ludoteca.server.api.urls import url_elsewhere
from ludoteca.server.listen_errors import CannotListen
from ludoteca.server.settings import Settings

from .open_house import LAST_LINE, Papers, heard_goodbye, open_table, opened, tried, watching, whereabouts
from .stores import Desk


async def asked(url: str, tls: ssl.SSLContext | None = None) -> int:
    async with aiohttp.ClientSession() as session, session.get(f"{url}/healthz", ssl=tls or True) as answer:
        return answer.status


def first_line(host: str, port: int) -> bytes:
    """What is said to whoever connects there."""
    with socket.create_connection((host, port), timeout=60) as stream, stream.makefile("rb") as lines:
        return lines.readline()


# ---------------------------------------------------------------- from the start to the end


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_house_is_open_until_it_is_told_to_stop(tmp_path: Path, number: signal.Signals) -> None:
    folder = tmp_path / "new" / "house"
    with opened(folder) as house:
        opening_lines = [f"Open http://127.0.0.1:{house.port}", f"The house is kept in {folder}", LAST_LINE]
        assert [house.lines[0], *house.lines[2:]] == opening_lines
        spoken = re.fullmatch(r"Other programs speak (\w+ on port \d+, ){4}psp38 on port (\d+)", house.lines[1])
        assert spoken is not None
        assert first_line("127.0.0.1", int(spoken[2])) == b'{"type":"GameModeRequest","isRetry":false}\n'
        assert whereabouts(folder) == {"url": house.url, "pid": house.process.pid}
        assert asyncio.run(asked(house.url)) == 200
        code, said = house.stop(number)
    assert code == 0
    assert "Traceback" not in said
    assert not (folder / "server.json").exists()


def test_it_is_said_at_the_opening(tmp_path: Path) -> None:
    with opened(tmp_path, "--host", "0.0.0.0") as house:
        known = url_elsewhere(Settings(data=tmp_path, host="0.0.0.0"), house.port)
        said = [line for line in house.lines if line.startswith("People on other machines")]
    assert said == ([] if known is None else [f"People on other machines of your network open {known}"])


def test_whoever_is_connected_is_told_to_come_back(tmp_path: Path) -> None:
    async def visit(url: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as session:
            code = await open_table(session, url)
            async with watching(session, url, code) as first, watching(session, url, code) as second:
                house.process.terminate()
                for visitor in (first, second):
                    goodbye = await heard_goodbye(visitor)
                    assert (goodbye.code, goodbye.again) == ("restart", 1.0)
                    closing = await visitor.receive()
                    assert closing.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
            return await asyncio.to_thread(house.ended)

    with opened(tmp_path / "house") as house:
        code, said = asyncio.run(visit(house.url))
    assert code == 0
    assert "Traceback" not in said


def test_a_table_is_there_after_a_restart(tmp_path: Path) -> None:
    async def open_one(url: str) -> str:
        async with aiohttp.ClientSession() as session:
            return await open_table(session, url)

    async def look(url: str, code: str) -> int:
        async with aiohttp.ClientSession() as session, session.get(f"{url}/api/tables/{code}") as answer:
            return answer.status

    with opened(tmp_path) as house:
        code = asyncio.run(open_one(house.url))
        assert house.stop()[0] == 0
    with opened(tmp_path) as house:
        assert asyncio.run(look(house.url, code)) == 200


def test_after_a_crash_the_next_server_takes_over(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        house.stop(signal.SIGKILL)
    assert whereabouts(tmp_path)["pid"] == house.process.pid
    with opened(tmp_path) as house:
        assert whereabouts(tmp_path) == {"url": house.url, "pid": house.process.pid}


# ---------------------------------------------------------------- what is in the way


def test_a_second_server_on_the_folder_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        code, said = tried("serve", "--data", tmp_path, "--port", "0")
        assert code == 2
        assert said == (
            f"Another server uses {tmp_path}: it holds {tmp_path / 'lock'}. Stop it first, or choose another folder. "
            f"That one is at {house.url}\n"
        )
        assert whereabouts(tmp_path)["pid"] == house.process.pid


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, said = tried("serve", "--data", tmp_path, "--port", str(port))
    assert code == 2
    assert said.splitlines()[-1] == (
        f"Port {port} of 127.0.0.1 is in use by another program. Stop that, or choose another port with --port."
    )
    assert "Traceback" not in said
    assert not (tmp_path / "server.json").exists()


def test_a_port_of_a_dialect_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, said = tried("serve", "--data", tmp_path, "--port", "0", "--dialect-am24", str(port))
    assert code == 2
    assert said.splitlines()[-1] == (
        f"For am24, port {port} of 127.0.0.1 is in use by another program. Stop that, or choose another port with "
        "--dialect-am24, or do without: --dialect-am24 off."
    )


def test_no_dialects_at_all(tmp_path: Path) -> None:
    off = [argument for name in DIALECTS for argument in (f"--dialect-{name}", "off")]
    with opened(tmp_path, *off) as house:
        assert len(house.lines) == 3


def test_an_address_of_another_machine(tmp_path: Path) -> None:
    code, said = tried("serve", "--data", tmp_path, "--host", "192.0.2.1", "--port", "0")
    assert code == 2
    assert said.splitlines()[-1] == (
        "192.0.2.1 is no address of this machine. Name one with --host; 0.0.0.0 is all of them."
    )


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code, said = tried("serve", "--data", tmp_path / "file", "--port", "0")
    assert code == 2
    assert str(tmp_path / "file") in said
    assert "Traceback" not in said


def test_a_key_of_the_operator_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "operator.key").mkdir()
    code, said = tried("serve", "--data", tmp_path, "--port", "0")
    assert code == 2
    assert said.splitlines()[-1] == f"{tmp_path / 'operator.key'} cannot be used: Is a directory."


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (socket.gaierror(-2, "Name or service not known"), "There is no address 127.0.0.1. Name an address of this"),
        (OSError(errno.EACCES, "Permission denied"), "Port 8080 may not be used by everybody. Choose one from 1024 on"),
        (
            OSError(errno.EMFILE, "Too many open files"),
            "The house cannot be opened at 127.0.0.1, port 8080: Too many open files.",
        ),
        (
            CannotListen("am24", 80, OSError(errno.EACCES, "Permission denied")),
            "For am24, port 80 may not be used by everybody. Choose one from 1024 on with --dialect-am24.",
        ),
        (
            CannotListen("am24", 80, OSError(errno.EMFILE, "Too many open files")),
            "For am24, port 80 of 127.0.0.1 cannot be used: Too many open files. See --dialect-am24.",
        ),
    ],
)
def test_other_obstacles_are_sentences(tmp_path: Path, error: OSError, said: str) -> None:
    assert open_house.why_not(error, Settings(tmp_path)).startswith(said)


# ---------------------------------------------------------------- warnings


def test_a_house_for_everybody_without_tls_is_warned_about(tmp_path: Path) -> None:
    with opened(tmp_path, "--host", "0.0.0.0") as house:
        assert house.url.startswith("http://127.0.0.1:")
        assert asyncio.run(asked(house.url)) == 200
        _, said = house.stop()
    assert "Others can read along on the way here, keys of seats too: set --certificate and --key" in said


@pytest.mark.parametrize(
    ("host", "more", "warned"),
    [
        ("0.0.0.0", {}, True),
        ("::", {}, True),
        ("192.0.2.1", {}, True),
        ("games.example.org", {}, True),
        ("127.0.0.1", {}, False),
        ("::1", {}, False),
        ("localhost", {}, False),
        ("0.0.0.0", {"certificate": Path("c")}, False),
        ("0.0.0.0", {"proxies": ["10.0.0.0/8"]}, False),
    ],
)
def test_who_is_warned_that_there_is_no_tls(tmp_path: Path, host: str, more: dict[str, object], warned: bool) -> None:
    settings = Settings(tmp_path, host=host, **more)  # type: ignore[arg-type]
    assert (open_house.NO_TLS in open_house.warnings(settings)) is warned


@pytest.mark.parametrize(
    ("host", "more", "warned"),
    [
        ("0.0.0.0", {"bare_names": True}, True),
        ("127.0.0.1", {"bare_names": True, "proxies": ["127.0.0.1"]}, True),
        ("127.0.0.1", {"bare_names": True}, False),
        ("0.0.0.0", {"bare_names": False}, False),
        ("0.0.0.0", {}, False),
    ],
)
def test_who_is_warned_of_bare_names(tmp_path: Path, host: str, more: dict[str, object], warned: bool) -> None:
    settings = Settings(tmp_path, host=host, **more)  # type: ignore[arg-type]
    assert (open_house.BARE_NAMES in open_house.warnings(settings)) is warned


def test_interpreted_rules_are_warned_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path, variables={"LUDOTECA_INTERPRETED": "1"}) as house:
        _, said = house.stop()
    assert open_house.INTERPRETED in said
    monkeypatch.setattr("ludoteca.rules.compiled", True)
    assert open_house.warnings(Settings(tmp_path)) == []


def test_a_house_that_cannot_leave_word_is_open_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "server.json").mkdir()
    with opened(tmp_path) as house:
        assert asyncio.run(asked(house.url)) == 200
        code, said = house.stop()
    assert code == 0
    assert f"For ludoteca admin, name the server: --server {house.url}\n" in said


# ---------------------------------------------------------------- TLS


def test_tls(tmp_path: Path) -> None:
    papers = Papers.issued(tmp_path / "papers")
    with opened(tmp_path / "house", "--certificate", papers.certificate, "--key", papers.key) as house:
        assert house.url == f"https://127.0.0.1:{house.port}"
        trusting = ssl.create_default_context()
        papers.authority.configure_trust(trusting)
        assert asyncio.run(asked(house.url, trusting)) == 200
        with pytest.raises(aiohttp.ClientError):
            asyncio.run(asked(f"http://127.0.0.1:{house.port}"))
        code, said = house.stop()
    assert code == 0
    assert open_house.NO_TLS not in said


def test_a_certificate_that_is_not_there(tmp_path: Path, desk: Desk) -> None:
    assert desk.run("serve", "--data", tmp_path / "house", "--certificate", tmp_path / "none.pem") == 2
    assert desk.err == f"The certificate {tmp_path / 'none.pem'} cannot be read: No such file or directory.\n"
    assert not (tmp_path / "house").exists()


def problem_with(certificate: Path, key: Path | None) -> str:
    with pytest.raises(CommandError) as refused:
        certificates.check(certificate, key)
    return refused.value.sentence


def test_certificates_that_cannot_be_used(tmp_path: Path) -> None:
    papers, others = Papers.issued(tmp_path / "mine"), Papers.issued(tmp_path / "others")
    certificates.check(papers.certificate, papers.key)
    assert problem_with(papers.certificate, tmp_path / "none") == (
        f"The key {tmp_path / 'none'} cannot be read: No such file or directory."
    )
    assert problem_with(papers.key, papers.key).startswith(f"{papers.key} is no certificate. Name a PEM file")
    assert problem_with(papers.certificate, others.key) == (
        f"The key in {others.key} is not the one of the certificate {papers.certificate}."
    )
    assert problem_with(papers.certificate, papers.certificate).startswith("There is no private key in ")
    assert problem_with(papers.certificate, None).endswith("Name its PEM file with --key.")


@pytest.mark.parametrize("inside", ["!", "AAAA", "ü"])
def test_a_damaged_certificate(tmp_path: Path, inside: str) -> None:
    papers = Papers.issued(tmp_path)
    text = f"-----BEGIN CERTIFICATE-----\n{inside}\n-----END CERTIFICATE-----\n"
    papers.certificate.write_text(text, encoding="utf-8")
    assert problem_with(papers.certificate, papers.key).startswith(f"The certificate {papers.certificate} is damaged.")


def test_one_file_for_both(tmp_path: Path) -> None:
    papers = Papers.issued(tmp_path)
    both = tmp_path / "both.pem"
    both.write_bytes(papers.key.read_bytes() + papers.certificate.read_bytes())
    certificates.check(both, None)


def test_nobody_is_asked_for_a_passphrase(tmp_path: Path) -> None:
    papers = Papers.issued(tmp_path)
    key = serialization.load_pem_private_key(papers.key.read_bytes(), None)
    encrypted = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"a secret"),
    )
    papers.key.write_bytes(encrypted)
    assert problem_with(papers.certificate, papers.key).startswith(f"The key {papers.key} needs a passphrase.")


# ---------------------------------------------------------------- documents

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["serving.md", "settings.md"])
def test_examples_in_the_documents_can_be_typed(page: str) -> None:
    examples = re.findall(r"^    ludoteca ([^#\n]+)", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
    assert examples
    for example in examples:
        assert cli.command_line().parse_args(example.split()).command


@pytest.mark.parametrize(("command", "section"), [("play", "On your own machine"), ("admin", "Looking after it")])
def test_options_are_documented_and_no_others(command: str, section: str) -> None:
    page = (DOCS / "serving.md").read_text(encoding="utf-8")
    part = page.partition(f"## {section}\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(--[\w-]+)", part, re.MULTILINE)) == options_of(command)


def options_of(command: str) -> set[str]:
    parsers = next(action for action in cli.command_line()._actions if isinstance(action, argparse._SubParsersAction))
    options = {option for action in parsers.choices[command]._actions for option in action.option_strings}
    return options - {"-h", "--help"}
