"""`ludoteca admin`: what the operator asks of a server that runs, and what is said when it cannot be asked."""

from __future__ import annotations

import asyncio
import http.server
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import aiohttp
import pytest

from ludoteca import cli
from ludoteca.commands import admin_client, runfile
from ludoteca.store.contract import Problem, StoreBroken

from .open_house import OpenHouse, Papers, completed, heard_goodbye, open_table, opened, tried, watching
from .stores import Desk, serving

WRONG_KEY = "x" * 43


@pytest.fixture(autouse=True)
def _no_key_around(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDOTECA_OPERATOR_KEY", raising=False)
    monkeypatch.delenv("LUDOTECA_DATA", raising=False)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with opened(
        tmp_path_factory.mktemp("operated") / "house", "--limit-rate", "1000", "--limit-burst", "1000"
    ) as found:
        yield found


@pytest.fixture
def operator(house: OpenHouse, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Somebody for whom the server's folder is the usual one."""
    monkeypatch.setenv("LUDOTECA_DATA", str(house.folder))
    return desk


def key_of(house: OpenHouse) -> str:
    return (house.folder / "operator.key").read_text(encoding="utf-8").strip()


async def new_table(url: str) -> str:
    async with aiohttp.ClientSession() as session:
        return await open_table(session, url)


# ---------------------------------------------------------------- what can be asked


def test_status(house: OpenHouse) -> None:
    async def watched() -> tuple[str, list[str]]:
        async with aiohttp.ClientSession() as session:
            code = await open_table(session, house.url)
            async with watching(session, house.url, code):
                looked = await asyncio.to_thread(completed, "admin", "status", "--data", house.folder)
                return code, looked.stdout.splitlines()

    code, lines = asyncio.run(watched())
    assert lines[0] == "The house is open."
    assert re.fullmatch(r"\d+ connections, \d+ tables? in memory\.", lines[1])
    assert lines[2].split() == ["code", "game", "phase", "connected", "entries"]
    assert [code, "eriantys", "open", "1", "1"] in [line.split() for line in lines[3:]]


def test_status_for_programs(operator: Desk, house: OpenHouse) -> None:
    code = asyncio.run(new_table(house.url))
    assert operator.run("admin", "status", "--json") == 0
    shown = json.loads(operator.out)
    assert shown["draining"] is False
    assert code in [table["code"] for table in shown["awake"]]


def test_closing_a_table(operator: Desk, house: OpenHouse) -> None:
    code = asyncio.run(new_table(house.url))
    assert operator.run("admin", "close", code.lower(), "--why", "nobody came") == 0
    assert operator.out == f"Table {code} is closed.\n"
    assert operator.run("show", code, "--log") == 0
    assert "The table is closed: nobody came." in operator.out
    assert operator.run("admin", "close", code) == 2
    assert operator.err == "This table is closed.\n"


def test_closing_what_is_not_there(operator: Desk) -> None:
    assert operator.run("admin", "close", "N/O\x1b[0m") == 2
    assert operator.err == "There is no table N/O\\x1b[0m. Check the code.\n"


@pytest.mark.parametrize("why", ["", "x" * 201])
def test_reasons_that_are_none(operator: Desk, why: str) -> None:
    assert "a reason has 1 to 200 characters" in operator.misuse("admin", "close", "KDTWPQ", f"--why={why}")


def test_refusing_and_allowing_addresses(operator: Desk) -> None:
    assert operator.run("admin", "addresses") == 0
    assert operator.out == "No address is refused.\n"
    assert operator.run("admin", "refuse", "192.0.2.7", "198.51.100.77/24") == 0
    assert operator.out == "Refused are 192.0.2.7, 198.51.100.0/24.\n"
    assert operator.run("admin", "refuse", "2001:db8::/32", "192.0.2.7") == 0
    assert operator.run("admin", "addresses") == 0
    assert operator.out == "192.0.2.7\n198.51.100.0/24\n2001:db8::/32\n"
    assert operator.run("admin", "allow", "198.51.100.3") == 2
    assert operator.err == "198.51.100.3 is refused as a part of 198.51.100.0/24. Allow that one instead.\n"
    assert operator.run("admin", "allow", "203.0.113.1") == 2
    assert operator.err == "203.0.113.1 is not refused. Those that are: ludoteca admin addresses\n"
    assert operator.run("admin", "allow", "198.51.100.0/24", "192.0.2.7") == 0
    assert operator.out == "Refused are 2001:db8::/32.\n"
    assert operator.run("admin", "allow", "2001:db8::/32") == 0
    assert operator.out == "No address is refused.\n"


@pytest.mark.parametrize("mine", ["127.0.0.1", "127.0.0.0/8", "0.0.0.0/0", "::1", "::/0"])
def test_nobody_locks_himself_out(operator: Desk, mine: str) -> None:
    assert operator.run("admin", "refuse", "192.0.2.7", mine) == 2
    assert operator.err.endswith(" is this machine itself, or has it in it: you could never take that back.\n")
    assert operator.run("admin", "addresses") == 0
    assert operator.out == "No address is refused.\n"


def test_what_is_no_address(operator: Desk) -> None:
    assert "'here' is no address and no network: say 192.0.2.7 or" in operator.misuse("admin", "refuse", "here")


def test_draining(operator: Desk, house: OpenHouse) -> None:
    async def refused() -> int:
        async with aiohttp.ClientSession() as session:
            options = {"game": "eriantys", "players": 2}
            async with session.post(f"{house.url}/api/tables", json={"options": options}) as answer:
                return answer.status

    assert operator.run("admin", "drain") == 0
    assert operator.out.startswith("No new tables are opened from now on. Games go on.")
    assert asyncio.run(refused()) == 503
    assert operator.run("admin", "status") == 0
    assert operator.out.startswith("The house is about to close: no new tables are opened.\n")
    assert operator.run("admin", "undrain") == 0
    assert operator.out == "New tables can be opened again.\n"
    assert asyncio.run(refused()) == 200


def test_draining_sends_people_away_if_asked_to(operator: Desk, house: OpenHouse) -> None:
    async def stay() -> str:
        async with aiohttp.ClientSession() as session:
            code = await open_table(session, house.url)
            async with watching(session, house.url, code) as visitor:
                ended, _ = await asyncio.to_thread(tried, "admin", "drain", "--away", "--data", house.folder)
                assert ended == 0
                goodbye = await heard_goodbye(visitor)
            async with watching(session, house.url, code):  # who was at a table comes back to it
                return goodbye.code

    try:
        assert asyncio.run(stay()) == "restart"
    finally:
        assert operator.run("admin", "undrain") == 0


def test_a_server_is_told_to_leave(desk: Desk, tmp_path: Path) -> None:
    with opened(tmp_path / "leaving") as leaving:
        assert desk.run("admin", "drain", "--leave", "--data", leaving.folder) == 0
        assert desk.out == "The server sends everybody away and ends then.\n"
        code, said = leaving.ended()
        assert code == 0, said


def test_metrics(operator: Desk) -> None:
    assert operator.run("admin", "metrics") == 0
    assert "\nludoteca_tables_awake " in operator.out


def test_without_a_command_help_is_shown(operator: Desk) -> None:
    assert operator.run("admin") == 0
    assert operator.out.startswith("usage: ludoteca admin ")


# ---------------------------------------------------------------- which server


def test_options_before_and_after_the_command(desk: Desk, house: OpenHouse) -> None:
    assert desk.run("admin", "--data", house.folder, "addresses") == 0
    assert desk.run("admin", "addresses", "--data", house.folder) == 0
    assert desk.run("admin", "--data", "nowhere", "addresses", "--data", house.folder) == 0


def test_a_server_by_its_address(desk: Desk, house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    key = key_of(house)
    assert desk.run("admin", "status", "--server", f"{house.url}/", "--key", key) == 0
    assert desk.run("admin", "status", "--server", house.url, "--data", house.folder) == 0
    monkeypatch.setenv("LUDOTECA_DATA", str(house.folder))
    assert desk.run("admin", "status", "--server", house.url) == 2
    assert desk.err == "The operator's key is needed. Give it with --key or in LUDOTECA_OPERATOR_KEY.\n"
    monkeypatch.setenv("LUDOTECA_OPERATOR_KEY", key)
    assert desk.run("admin", "status", "--server", house.url) == 0


def test_the_wrong_key(operator: Desk, house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    assert operator.run("admin", "status", "--key", WRONG_KEY) == 2
    said = f"The server at {house.url} has another operator's key than the one given.\n"
    assert operator.err == said
    monkeypatch.setenv("LUDOTECA_OPERATOR_KEY", WRONG_KEY)
    assert operator.run("admin", "drain") == 2
    assert operator.err == said
    assert operator.run("admin", "status", "--key", key_of(house)) == 0


@pytest.mark.parametrize("key", ["short", "a key\r\nwith lines in it", "schlüsselschlüssel"])
def test_keys_that_are_none(operator: Desk, key: str) -> None:
    assert operator.run("admin", "status", "--key", key) == 2
    assert operator.err == "That is no operator's key. It has 16 to 200 letters, digits and signs, without spaces.\n"


def test_a_server_with_a_key_of_its_own(tmp_path: Path, desk: Desk) -> None:
    key = "a-key-chosen-by-the-operator"
    with opened(tmp_path, variables={"LUDOTECA_OPERATOR_KEY": key}):
        assert desk.run("admin", "status", "--data", tmp_path, "--key", key) == 0
        assert desk.run("admin", "status", "--data", tmp_path) == 2
        assert desk.err == (
            f"There is no key in {tmp_path / 'operator.key'}. "
            "The server was given another one: say it with --key or in LUDOTECA_OPERATOR_KEY.\n"
        )
        (tmp_path / "operator.key").mkdir()
        assert desk.run("admin", "status", "--data", tmp_path) == 2
        assert desk.err.startswith(f"{tmp_path / 'operator.key'} cannot be read. Give the key with --key")


@pytest.mark.parametrize("url", ["games.example.org", "ftp://games.example.org", "http://", "http://[::1", ""])
def test_what_is_no_address_of_a_server(desk: Desk, url: str) -> None:
    assert desk.run("admin", "status", "--server", url, "--key", WRONG_KEY) == 2
    assert desk.err == f"{url} is no address of a server. It looks like https://games.example.org\n"


# ---------------------------------------------------------------- no server


def no_server_on(folder: Path) -> str:
    return (
        f"No server is running on {folder}. Start one with ludoteca serve, name its folder with --data, "
        "or its address with --server.\n"
    )


def test_no_server_runs(tmp_path: Path, desk: Desk) -> None:
    folder = tmp_path / "house"
    assert desk.run("admin", "status", "--data", folder) == 2
    assert desk.err == no_server_on(folder)
    assert not folder.exists()


@pytest.mark.parametrize("left", [b'{"url": "http://127.0.0.1:1", "pid": 1}', b"", b"[]", b"\xff"])
def test_what_a_crash_has_left_is_not_believed(tmp_path: Path, desk: Desk, left: bytes) -> None:
    (tmp_path / "server.json").write_bytes(left)
    assert desk.run("admin", "status", "--data", tmp_path) == 2
    assert desk.err == no_server_on(tmp_path)


def test_what_another_server_has_written_is_not_removed(tmp_path: Path) -> None:
    runfile.write(tmp_path, runfile.RunFile("http://127.0.0.1:1", 1))
    with serving(tmp_path):
        assert runfile.find(tmp_path) == runfile.RunFile("http://127.0.0.1:1", 1)
    runfile.remove(tmp_path)
    assert (tmp_path / "server.json").exists()


def test_a_lock_that_cannot_be_tried_is_no_answer(tmp_path: Path) -> None:
    runfile.write(tmp_path, runfile.RunFile("http://127.0.0.1:1", 1))
    (tmp_path / "lock").mkdir()
    with pytest.raises(StoreBroken) as broken:
        runfile.find(tmp_path)
    assert broken.value.code is not Problem.IN_USE


def test_nobody_answers(desk: Desk) -> None:
    with socket.socket() as unused:  # bound and not listening
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        assert desk.run("admin", "status", "--server", url, "--key", WRONG_KEY) == 2
    assert desk.err == f"No server answers at {url}. Check the address, and whether it is running.\n"


class Stranger(http.server.BaseHTTPRequestHandler):
    """Another program. It is asked with GET."""

    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(b"hello\x1b")

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - its name in the base class
        """Nobody wants to know."""


@pytest.fixture
def stranger() -> Iterator[str]:
    with http.server.HTTPServer(("127.0.0.1", 0), Stranger) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def test_another_program_answers(desk: Desk, stranger: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert desk.run("admin", "status", "--server", f"http://{stranger}", "--key", WRONG_KEY) == 2
    assert desk.err.startswith(f"What answers at http://{stranger} speaks another protocol: ")
    monkeypatch.setattr(Stranger, "status", 404)
    assert desk.run("admin", "status", "--server", f"http://{stranger}", "--key", WRONG_KEY) == 2
    assert desk.err == f"http://{stranger} answered 404: hello\\x1b\n"


def test_tls_where_there_is_none(desk: Desk, stranger: str) -> None:
    assert desk.run("admin", "status", "--server", f"https://{stranger}", "--key", WRONG_KEY) == 2
    assert desk.err == f"https://{stranger} does not speak TLS. Is it http instead of https?\n"


@pytest.mark.parametrize(("url", "warned"), [("http://games.invalid", True), ("https://games.invalid", False)])
def test_a_key_that_would_travel_openly(capsys: pytest.CaptureFixture[str], url: str, warned: bool) -> None:
    typed = cli.command_line().parse_args(["admin", "status", "--server", url, "--key", WRONG_KEY])
    assert admin_client.find(typed) == admin_client.AdminClient(url, WRONG_KEY)
    said = f"{url} is not encrypted: others can read the key on its way there. Use https.\n"
    assert capsys.readouterr().err == (said if warned else "")


# ---------------------------------------------------------------- TLS


def test_a_server_with_tls(tmp_path: Path, desk: Desk) -> None:
    """Its certificate is made out for another name, as it is on most machines."""
    folder = tmp_path / "house"
    papers, others = Papers.issued(tmp_path / "mine", "games.example.org"), Papers.issued(tmp_path / "others")
    with opened(folder, "--certificate", papers.certificate, "--key", papers.key) as house:
        assert desk.run("admin", "status", "--data", folder) == 0
        named = ("admin", "status", "--server", house.url, "--data", folder)
        not_believed = (
            f"The certificate of {house.url} is not believed. If it is yours, name its file with --certificate.\n"
        )
        assert desk.run(*named) == 2
        assert desk.err == not_believed
        assert desk.run(*named, "--certificate", papers.certificate) == 0
        assert desk.run(*named, "--certificate", others.certificate) == 2
        assert desk.err == not_believed
        assert desk.run(*named, "--certificate", tmp_path / "none") == 2
        assert desk.err == f"The certificate {tmp_path / 'none'} cannot be read: No such file or directory.\n"
