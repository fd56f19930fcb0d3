"""`ludoteca admin`: deleting, showing, muting, inviting, keys and the audit log, at a server that runs."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from ludoteca.commands import admin_access, admin_people
from ludoteca.dialects.house.operator import AuditLine, AuditLog, Reported, ReportList, ReportShown

from .open_house import OpenHouse, heard, open_table, opened
from .stores import Desk

HELLO: dict[str, object] = {"type": "hello"}


@pytest.fixture(autouse=True)
def _no_key_around(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDOTECA_OPERATOR_KEY", raising=False)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    folder = tmp_path_factory.mktemp("operated") / "house"
    with opened(folder, "--limit-rate", "1000", "--limit-burst", "1000") as found:
        yield found


@pytest.fixture
def operator(house: OpenHouse, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("LUDOTECA_DATA", str(house.folder))
    return desk


def talk(url: str, name: str, *texts: str) -> str:
    """The code of a table at which somebody has said something, and reported the first line."""

    async def said() -> str:
        async with aiohttp.ClientSession() as session:
            code = await open_table(session, url)
            async with session.ws_connect(f"{url}/api/tables/{code}/socket") as socket:
                messages: list[dict[str, object]] = [HELLO, {"type": "sit", "name": name, "key": "a key of mine"}]
                messages += [{"type": "say", "text": text} for text in texts]
                messages += [{"type": "report", "line": 1, "reason": "see for yourself"}] if texts else []
                for number, message in enumerate(messages):
                    await socket.send_json({**message, "id": str(number)})
                while getattr(await heard(socket), "id", "") != str(len(messages) - 1):
                    pass
            return code

    return asyncio.run(said())


def test_forgetting_a_table(operator: Desk, house: OpenHouse) -> None:
    code = talk(house.url, "Ada")
    assert operator.run("admin", "forget", code, typed="n\n") == 0
    assert operator.err == "Nothing was deleted.\n"
    assert operator.run("admin", "forget", code) == 2
    assert operator.err == "Nobody answers. Nothing was deleted; --yes deletes without asking.\n"
    assert operator.run("admin", "forget", code.lower(), typed="y\n") == 0
    assert operator.out.endswith(f"Table {code} is forgotten.\n")
    assert operator.run("admin", "forget", code, "--yes") == 2
    assert operator.err == f"There is no table {code}. Check the code.\n"


def test_reports_and_lines(operator: Desk, house: OpenHouse) -> None:
    code = talk(house.url, "Bob", "something bad", "more")
    assert operator.run("admin", "reports") == 0
    first, line, reason = operator.out.splitlines()
    assert re.fullmatch(rf"\w{{8}}  [-\d]+ [:\d]+  table {code}, line 1: Bob, by Bob \(127\.0\.0\.1\)", first)
    assert (line, reason) == ("    something bad", "    see for yourself")
    assert operator.run("admin", "delete-line", code, "1", "--yes") == 0
    assert operator.out == f"Line 1 of table {code} is deleted.\n"
    assert operator.run("admin", "delete-line", code, "9", "--yes") == 2
    assert operator.run("admin", "reports", "--json") == 0
    ((shown),) = json.loads(operator.out)
    assert shown["text"] is None
    assert operator.run("admin", "reports", "close") == 2
    assert operator.err == "Say which report: ludoteca admin reports close ID\n"
    assert operator.run("admin", "reports", "close", shown["report"]["id"]) == 0
    assert operator.run("admin", "reports") == 0
    assert operator.out == "There are no reports.\n"
    assert "'open' is none of list, close" in operator.misuse("admin", "reports", "open")
    assert "'x' is no whole number from 1 on" in operator.misuse("admin", "delete-line", code, "x")


def test_a_person_is_exported_and_deleted(operator: Desk, house: OpenHouse, tmp_path: Path) -> None:
    code = talk(house.url, "Cyd", "I am Cyd")
    assert operator.run("admin", "export-person", "Cyd") == 0
    (table,) = json.loads(operator.out)["tables"]
    assert (table["code"], [line["text"] for line in table["lines"]]) == (code, ["I am Cyd"])
    file = tmp_path / "cyd.json"
    assert operator.run("admin", "export-person", "Cyd", "--out", file) == 0
    assert operator.out == f"1 table of Cyd written to {file}\n"
    assert json.loads(file.read_text())["name"] == "Cyd"
    assert file.stat().st_mode & 0o077 == 0
    assert operator.run("admin", "export-person", "Cyd", "--out", file) == 2
    assert operator.err == f"{file} cannot be written: File exists.\n"
    assert operator.run("admin", "delete-name", "Cyd", "--yes") == 0
    assert operator.out == (
        "Cyd is called otherwise in 1 game now.\n"
        "1 line of chat and 1 report deleted.\n"
        "1 table that had not begun closed.\n"
    )
    assert operator.run("admin", "delete-name", "Cyd", "--yes", "--json") == 0
    assert json.loads(operator.out) == {"tables": 0, "lines": 0, "closed": 0, "reports": 0, "later": 0}
    assert operator.run("show", code, "--log") == 0
    assert "Cyd" not in operator.out


def test_muting(operator: Desk) -> None:
    assert operator.run("admin", "mutes") == 0
    assert operator.out == "Nobody is muted.\n"
    assert operator.run("admin", "mute", "Dan", "--hours", "1") == 0
    assert operator.out == "Dan says nothing for 1 hour.\n"
    assert operator.run("admin", "mute", "198.51.100.0/24") == 0
    assert operator.out == "198.51.100.0/24 says nothing until you take it back.\n"
    assert operator.run("admin", "mutes") == 0
    assert [line.split()[0] for line in operator.out.splitlines()] == ["who", "198.51.100.0/24", "Dan"]
    for who in ("Dan", "198.51.100.0/24"):
        assert operator.run("admin", "unmute", who) == 0
    assert operator.run("admin", "unmute", "Dan") == 2
    assert operator.run("admin", "mutes", "--json") == 0
    assert json.loads(operator.out) == []


def test_keys(operator: Desk, house: OpenHouse) -> None:
    assert operator.run("admin", "keys", "add", "Zoe") == 0
    key = operator.out.strip()
    assert operator.err == "Keep it now: it is not shown again.\n"
    assert operator.run("admin", "status", "--key", key) == 0
    assert operator.run("admin", "keys", "add", "dashboard", "--for", "metrics") == 0
    assert operator.run("admin", "status", "--key", operator.out.strip()) == 2
    assert operator.run("admin", "keys") == 0
    assert [line.split()[:2] for line in operator.out.splitlines()] == [
        ["name", "for"],
        ["operator.key", "all"],
        ["Zoe", "all"],
        ["dashboard", "metrics"],
    ]
    assert operator.run("admin", "keys", "revoke", "Zoe", "--yes") == 0
    assert operator.run("admin", "status", "--key", key) == 2
    assert operator.run("admin", "keys", "revoke") == 2
    assert operator.err == "Say which key: ludoteca admin keys revoke NAME\n"
    assert operator.run("admin", "keys", "revoke", "operator.key", "--yes") == 0
    assert operator.out == "The key is revoked. A new one is in operator.key in the server's folder.\n"
    assert operator.run("admin", "keys", "--json") == 0
    assert [each["name"] for each in json.loads(operator.out)] == ["operator.key", "dashboard"]
    assert house.process.poll() is None


def test_the_audit_log(operator: Desk) -> None:
    assert operator.run("admin", "refuse", "192.0.2.7") == 0
    assert operator.run("admin", "allow", "192.0.2.7") == 0
    assert operator.run("admin", "audit", "--since", "1h", "--most", "2") == 0
    begun, done = operator.out.splitlines()
    assert re.search(r"127\.0\.0\.1  operator\.key  refuse_addresses  begun  refused=\[\]$", begun)
    assert "  done  " in done
    assert operator.run("admin", "audit", "--json") == 0
    assert json.loads(operator.out)[-1]["act"] == "refuse_addresses"
    assert operator.run("admin", "audit", "--since", "2999-01-01") == 0
    assert operator.out == "There is nothing in the audit log since then.\n"
    assert "'soon' is no time" in operator.misuse("admin", "audit", "--since", "soon")
    assert "'0' is no whole number from 1 to 100" in operator.misuse("admin", "audit", "--most", "0")


def test_what_others_wrote_looks_like_no_line_of_the_house(capsys: pytest.CaptureFixture[str]) -> None:
    """An old server may have kept such a reason, and a path may have any letters."""

    class Answers:
        async def struct(self, kind: type, name: str, *_: object, **__: object) -> object:
            report = Reported("9f86d081", 0, "KDTWPQ", "Bob", "Ada", None, "bad\nffffffff  made up")
            line = AuditLine("now", "here", "forget_table", "192.0.2.7", on={"code": "A\nB"}, result="begun")
            return ReportList([ReportShown(report, None)]) if kind is ReportList else AuditLog([line])

    asked = argparse.Namespace(what="list", json=False, most=1, since=None)
    for action, lines in ((admin_people.reports, 2), (admin_access.audit, 1)):
        asyncio.run(action(Answers(), asked))  # type: ignore[arg-type]
        assert len(capsys.readouterr().out.splitlines()) == lines


def test_a_private_house(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("the word at the door\n")
    folder = tmp_path / "house"
    with opened(folder, "--password-file", file) as private:
        assert (
            "The house is private: people need its password or an invitation (ludoteca admin invite)." in private.lines
        )
        assert any(line.startswith("No other dialect is spoken") for line in private.lines)
        assert desk.run("admin", "invite", "--uses", "3", "--data", folder) == 0
        assert re.fullmatch(rf"{private.url}/#invitation=[\w-]{{22}}\n", desk.out)
        identity = re.match(r"Invitation (\w+) can be used 3 times until ", desk.err)
        assert identity is not None
        assert desk.run("admin", "invite", "--house", "https://games.example.org", "--data", folder) == 0
        assert desk.out.startswith("https://games.example.org/#invitation=")
        assert desk.run("admin", "invitations", "--data", folder) == 0
        assert desk.out.splitlines()[1].split()[0] == identity[1]
        assert desk.run("admin", "invitations", "revoke", "--data", folder) == 2
        assert desk.run("admin", "invitations", "revoke", identity[1], "--data", folder) == 0
        assert desk.run("admin", "invitations", "--json", "--data", folder) == 0
        assert len(json.loads(desk.out)) == 1
        assert desk.run("admin", "status", "--data", folder) == 0


def test_a_password_that_is_none(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "password"
    for check in ((), ("--check",)):
        assert desk.run("serve", "--data", tmp_path, "--password-file", file, *check) == 2
        assert desk.err == f"There is no file {file}. Write the password of the house there.\n"
