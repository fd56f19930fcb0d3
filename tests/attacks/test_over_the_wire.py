"""What the house promises under attack, seen from outside: sockets and files, and none of the server's modules."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteca.rules.masters.notation import cards

from ..commands.open_house import opened
from ..postgres import Postgres
from .besieged import OPERATOR_KEY, Besieged, besieged
from .lines import TONGUES, Caller
from .wire import CONTINUATION, TEXT, Dialogue, ask, dial, frame, open_table, read_answer, request, until_closed

SOON = 20.0  # seconds in which something has to have happened
OPERATOR = f"Bearer {OPERATOR_KEY}"


def eventually(happened: Callable[[], Any]) -> bool:
    end = time.monotonic() + SOON
    while not (found := bool(happened())) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def impatient(stack: ExitStack, house: Besieged, source: str) -> socket.socket:
    connection = stack.enter_context(dial(house, source))
    connection.settimeout(SOON)
    return connection


def figure(house: Besieged, name: str) -> float:
    _, figures = ask(house, "127.0.0.1", request("GET", "/metrics", Authorization=OPERATOR))
    found = [line for line in figures.decode().splitlines() if line.startswith(name)]
    return sum(float(line.split()[-1]) for line in found)


# ---------------------------------------------------------------- fragments and frames


def test_a_message_has_at_most_64_fragments(house: Besieged) -> None:
    source = house.another_address()
    code = open_table(house, source)
    with ExitStack() as stack:
        dialogue = Dialogue(impatient(stack, house, source), code)
        dialogue.send("hello", key=None)
        dialogue.next("welcome")
        dialogue.connection.sendall(frame(b"{", last=False) + frame(b"", CONTINUATION, last=False) * 5000)
        assert dialogue.until_closed() == ([], 1008)


def test_text_that_is_no_utf_8_ends_the_connection(house: Besieged) -> None:
    source = house.another_address()
    code = open_table(house, source)
    with ExitStack() as stack:
        dialogue = Dialogue(impatient(stack, house, source), code)
        dialogue.connection.sendall(frame(b"\xff\xfe", TEXT))
        assert dialogue.until_closed()[1] == 1007


# ---------------------------------------------------------------- bodies


@pytest.mark.parametrize(("method", "path"), [("GET", "/api/house"), ("POST", "/api/tables")])
def test_a_body_in_chunks_is_refused_and_not_read_on(house: Besieged, method: str, path: str) -> None:
    with ExitStack() as stack:
        connection = impatient(stack, house, house.another_address())
        head = request(method, path).replace(b"Content-Length: 0\r\n", b"")
        connection.sendall(head.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n"))
        assert read_answer(connection)[0] in (411, 413)
        assert until_closed(connection) == b""


# ---------------------------------------------------------------- processor time


def test_who_costs_too_much_processor_time_is_read_slowly(tmp_path: Path) -> None:
    """Where so many messages may be sent that only what they cost is a limit."""
    with besieged(tmp_path, limits={"rate": 1e6, "burst": 1e6}) as house, ExitStack() as stack:
        source = house.another_address()
        code = open_table(house, source)
        dialogue = Dialogue(impatient(stack, house, source), code)
        dialogue.send("hello", key=None)
        dialogue.next("welcome")
        junk = frame(b'{"type":"act"}') * 1000
        stopped = threading.Event()

        def send() -> None:
            try:
                while not stopped.is_set():
                    dialogue.connection.sendall(junk)
                    dialogue.connection.recv(1 << 20)
            except OSError:  # it is not read any more
                return

        sending = threading.Thread(target=send)
        sending.start()
        paused = eventually(lambda: figure(house, "ludoteca_pauses_total") > 0)
        stopped.set()
        sending.join()
        assert paused


# ---------------------------------------------------------------- card sets


def test_a_card_set_that_only_a_process_knows_opens_no_table(tmp_path: Path) -> None:
    """Whatever was accepted has to be there after a restart. A set that was sent, and refused, is in no log."""
    shipped = cards.shipped()
    first, *others = shipped["development_cards"]
    own = {**shipped, "development_cards": [{**first, "victory_points": 7}, *others]}
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    with besieged(folders[0]) as house:
        name = name_in(house, house.another_address(), own)
    with besieged(folders[1]) as house:
        source = house.another_address()
        statuses = [opening(house, source, own, first=9)[0]]  # there is no such seat
        status, answer = opening(house, source, name)
        statuses.append(status)
        accepted = [answer["code"]] if status == 200 else []
    with besieged(folders[1]) as house:
        for code in accepted:
            assert ask(house, source, request("GET", f"/api/tables/{code}"))[0] == 200
    assert statuses == [400, 400]


def opening(house: Besieged, source: str, named: Any, **more: Any) -> tuple[int, Any]:
    options = {"game": "masters", "players": 2, "settings": {"cards": named}, **more}
    return ask(house, source, request("POST", "/api/tables", msgspec.json.encode({"options": options})))


def name_in(house: Besieged, source: str, own: dict[str, Any]) -> str:
    """What a position calls the set of a table that plays with it."""
    with ExitStack() as stack:
        code = open_table(house, source, game="masters", players=1, settings={"cards": own})
        dialogue = Dialogue(impatient(stack, house, source), code)
        dialogue.send("hello", key="the key of Eve")
        dialogue.send("start")
        while (game := dialogue.next("welcome", "entry")["view"]["game"]) is None:
            pass
        return str(game["cards"])


# ---------------------------------------------------------------- addresses


def test_a_name_that_is_not_the_houses_is_refused(house: Besieged) -> None:
    rebound = request("GET", "/api/house").replace(b"Host: house", b"Host: evil.example")
    assert ask(house, house.another_address(), rebound)[0] == 421


def test_an_address_behind_a_proxy_is_refused_with_a_port_too(tmp_path: Path) -> None:
    with besieged(tmp_path, proxies=["127.0.0.0/8"]) as house:
        source = house.another_address()
        body = msgspec.json.encode({"refused": ["198.51.100.7", "2001:db8::/64"]})
        assert ask(house, source, request("PUT", "/api/operator/addresses", body, Authorization=OPERATOR))[0] == 200
        for address in ("198.51.100.7:4711", "[2001:db8::7]:4711", "203.0.113.5, 198.51.100.7"):
            said = request("GET", "/api/house", X_Forwarded_For=address)
            assert ask(house, source, said)[0] == 403, address


# ---------------------------------------------------------------- guessing


def test_codes_of_tables_cannot_be_tried_out(house: Besieged) -> None:
    source = house.another_address()
    assert any(ask(house, source, request("GET", "/api/tables/QQQQQQ"))[0] == 429 for _ in range(60))


def test_a_short_secret_is_refused(house: Besieged) -> None:
    tongue = TONGUES["psp24"]
    with Caller(house, tongue) as ada:
        code = ada.found("Ada#long enough")
        with Caller(house, tongue) as bob:
            bob.connection.settimeout(SOON)
            bob.enter("Bob#1234567", code)
            bob.error()


# ---------------------------------------------------------------- health, votes


def test_health_is_told_truthfully_while_postgres_is_away(tmp_path: Path) -> None:
    database = Postgres()
    try:
        with opened(tmp_path, "--store", database.empty_place()) as server:
            house = Besieged(server.process.pid, server.port, tmp_path, False, {})
            source = house.another_address()
            assert ask(house, source, request("GET", "/healthz"))[0] == 200
            database.kill()
            assert eventually(lambda: ask(house, source, request("GET", "/healthz"))[0] == 503)
            assert ask(house, source, request("GET", "/livez"))[0] == 200
            database.start()
            assert eventually(lambda: ask(house, source, request("GET", "/healthz"))[0] == 200)
    finally:
        database.remove()


def test_two_of_three_do_not_end_a_game_while_the_third_is_away_for_a_moment(house: Besieged) -> None:
    source = house.another_address()
    code = open_table(house, source, players=3)
    with ExitStack() as stack:
        people = []
        for name in ("Eve", "Bob", "Cyd"):
            dialogue = Dialogue(impatient(stack, house, source), code)
            if name == "Eve":
                dialogue.send("hello", key="the key of Eve")
            else:
                dialogue.send("hello", key=None)
                dialogue.send("sit", name=name, key=f"the key of {name}", nonce="")
            people.append(dialogue)
            dialogue.next("welcome" if name == "Eve" else "done")
        eve, bob, cyd = people
        eve.send("start", id="start")
        eve.next("done")
        cyd.connection.close()
        while bob.next("entry")["entry"]["what"]["kind"] != "departed":
            pass
        bob.send("ask_end", id="end")
        while eve.next("entry")["entry"]["what"]["kind"] not in ("asked", "ended"):
            pass
        eve.send("answer", yes=True, id="yes")
        assert eve.next("done", "refused")["type"] in ("done", "refused")
        _, table = ask(house, source, request("GET", f"/api/tables/{code}"))
        assert table["phase"] == "playing"


# ---------------------------------------------------------------- operators


def test_what_an_operator_does_is_audited_and_a_table_can_be_forgotten(tmp_path: Path) -> None:
    with besieged(tmp_path) as house:
        source = house.another_address()
        code = open_table(house, source)
        assert ask(house, source, request("DELETE", f"/api/operator/tables/{code}", Authorization=OPERATOR))[0] == 200
        assert ask(house, source, request("GET", f"/api/tables/{code}"))[0] == 404
    acts = [msgspec.json.decode(line)["act"] for line in (tmp_path / "audit.log").read_bytes().splitlines()]
    assert acts == ["forget_table", "forget_table"]


# ---------------------------------------------------------------- bots


def test_bots_think_in_other_processes(house: Besieged) -> None:
    source = house.another_address()
    wanted = {"game": "eriantys", "players": 2, "first": 1}
    body = {"options": wanted, "seat": {"name": "Eve", "key": "the key of Eve"}, "bots": ["greedy"]}
    status, answer = ask(house, source, request("POST", "/api/tables", msgspec.json.encode(body)))
    assert status == 200
    with ExitStack() as stack:
        dialogue = Dialogue(impatient(stack, house, source), answer["code"])
        dialogue.send("hello", key="the key of Eve")
        dialogue.send("start")
        while dialogue.next("entry")["entry"]["what"].get("by") != "bot":
            pass
    children = Path(f"/proc/{house.pid}/task/{house.pid}/children").read_text().split()
    assert children
