"""Attacks on the port of every dialect of a real server: its own clear error, and nobody else is disturbed.

`-s` shows the figures. The house allows little time and many lines, so that tests need not wait.
"""

from __future__ import annotations

import random
import select
import socket
import ssl
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack

import msgspec
import pytest

from ludoteca.dialects.lines import LONGEST_LINE, MOST_MALFORMED

from .besieged import FAST, MEGABYTE, Besieged, besieged, on_linux
from .fuzz.dialects import some_lines
from .fuzz.mutating import mutated
from .lines import AM24, AM28, GROUP31, TONGUES, Caller, Tongue
from .test_hostile_sockets import CLIENT_HELLO, MUCH, PART, Scale
from .wire import PATIENCE, send_as_much_as_taken
from .witness import Witness

SEATLESS = 3.0  # seconds after which a silent client without a seat is let go
UNLIMITED = {
    **FAST,
    "seatless": SEATLESS,
    "connections_per_address": 1000,
}
SHORT_OF_MANY = MOST_MALFORMED - 1
ACKNOWLEDGED_WITHIN = 10.0  # seconds (group31)
TICK = 1.0  # second, between two looks at who is late
PINGS_WITHOUT_PONG = 5  # one a second (am24)
FUZZED = 150  # lines for each dialect

MALFORMED = {
    "half an object": b'{"type": ',
    "a list": b"[1, 2, 3]",
    "null": b"null",
    "no text": b"\xff\xfe\x00",
    "a number for a type": b'{"type": 7, "cmd": 7}',
    "unknown": b'{"type": "MakeMeWin", "cmd": "MAKEMEWIN"}',
    "no type": b'{"nickname": "Eve"}',
    "deep": b"[" * 20_000,
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    if not on_linux:
        pytest.skip("the memory of another process is read from /proc, and attackers have addresses of their own")
    with besieged(tmp_path_factory.mktemp("house"), limits=UNLIMITED) as opened:
        yield opened


@pytest.fixture(params=TONGUES)
def tongue(request: pytest.FixtureRequest) -> Tongue:
    return TONGUES[request.param]


# ---------------------------------------------------------------- lines that are no messages


@pytest.mark.parametrize("junk", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_line_gets_the_dialects_own_error(
    house: Besieged, witness: Witness, tongue: Tongue, junk: bytes
) -> None:
    with Caller(house, tongue) as eve:
        eve.play()
        eve.send(junk)
        eve.error()
        eve.send(tongue.of_another_phase)  # he is still there, and so is his game
        eve.error()


def test_the_tenth_malformed_line_is_the_last(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    with Caller(house, tongue) as eve:
        eve.play()
        for _ in range(SHORT_OF_MANY):
            eve.send(b'{"type": ')
            eve.error()
        eve.send(b'{"type": ', tongue.of_another_phase)
        eve.error()
        assert not any(tongue.is_error(line) for line in eve.rest())


def test_refused_moves_never_end_a_connection(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    with Caller(house, tongue) as eve:
        eve.play()
        for _ in range(3 * MOST_MALFORMED):
            eve.send(tongue.of_another_phase)
            eve.error()


@pytest.mark.parametrize("end", [b"\n", b""], ids=["ended", "not ended"])
def test_a_line_that_is_too_long(house: Besieged, witness: Witness, tongue: Tongue, end: bytes) -> None:
    with Caller(house, tongue) as eve:
        eve.play()
        eve.connection.sendall(b"x" * (LONGEST_LINE + 1) + end)
        eve.error()
        eve.gone()


def test_the_longest_line_is_read(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    with Caller(house, tongue) as eve:
        eve.play()
        eve.send(b'{"x": "' + b"x" * (LONGEST_LINE - 9) + b'"}')
        eve.error()
        eve.send(tongue.of_another_phase)
        eve.error()


def test_a_line_without_end(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    scale = Scale(house)
    with Caller(house, tongue) as eve:
        sent = send_as_much_as_taken(eve.connection, PART, MUCH // MEGABYTE)
        scale.weigh(f"{sent / MEGABYTE:.0f} MB of one line of {tongue.name}")
        assert sent < MUCH


@pytest.mark.parametrize("seed", range(3))
def test_random_bytes(house: Besieged, witness: Witness, tongue: Tongue, seed: int) -> None:
    scale = Scale(house)
    with Caller(house, tongue) as eve:
        send_as_much_as_taken(eve.connection, random.Random(seed).randbytes(100_000), 1)
        eve.gone()  # there are more than ten lines in it
    scale.weigh("random bytes")


def test_tls_to_the_plain_port(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    with Caller(house, tongue) as eve:
        eve.connection.sendall(CLIENT_HELLO + b"\n")
        eve.error()
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with Caller(house, tongue) as eve, pytest.raises((ssl.SSLError, ConnectionError, TimeoutError)):
        context.wrap_socket(eve.connection)


def test_lines_that_are_almost_right(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    """Mutations of what clients say, to a seat in a game. The log of the house is looked at in the end."""
    seeds = [seed for seed in some_lines(tongue.name) if not leaves(seed)]
    number = 0
    while number < FUZZED:
        with Caller(house, tongue) as eve:
            eve.play()
            for _ in range(SHORT_OF_MANY):  # so many may be malformed
                eve.connection.sendall(mutated(seeds[number % len(seeds)], number) + b"\n")
                number += 1
            eve.send(b'{"type": ')
            eve.until(eve.tongue.is_error)


def leaves(seed: bytes) -> bool:
    return any(word in seed for word in (b"closeSocket", b"Disconnect", b"ExitFromGame", b"Exit"))


# ---------------------------------------------------------------- other people's things


def test_a_message_of_another_phase(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    with Caller(house, tongue) as eve:
        eve.play()
        eve.send(tongue.of_another_phase)
        eve.error()


def test_a_move_before_there_is_a_seat(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    with Caller(house, tongue) as eve:
        eve.send(tongue.of_another_phase)
        eve.error()


def test_in_the_name_of_another_player(house: Besieged, witness: Witness) -> None:
    """(am28) The index of the other seat; (group31) his nickname. Where nobody is named nobody can be misnamed."""
    with Caller(house, AM28) as eve:
        eve.play()
        eve.send({"cmd": "PLAYASSISTANTCARD", "playerId": 1, "index": 3})
        assert eve.error()["status"] == 207
        eve.send({"cmd": "PLAYASSISTANTCARD", "playerId": 0, "index": 3})
        assert eve.line()["status"] == 0
    with Caller(house, GROUP31) as ada, Caller(house, GROUP31) as eve:
        code = ada.found("Ada")
        eve.enter("Eve", code)
        eve.until(lambda line: line["type"] == "GameEntered")
        eve.send({"type": "ExitFromGame", "nickname": "Ada"})
        eve.error()
        ada.send({"type": "ChangeNumPlayers", "newNum": 3})
        assert ada.until(lambda line: line["type"] == "NumPlayersChanged")["newNum"] == 3


def test_a_seat_is_not_given_to_a_wrong_secret(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    with Caller(house, tongue) as eve:
        with Caller(house, tongue) as ada:
            code = ada.found("Ada#the right secret")
            for name in ("Ada#the wrong secret", "Ada"):
                eve.enter(name, code)
                eve.error()
            ada.send(b'{"type": ')  # she is still there
            ada.error()
        for name in ("Ada#the wrong secret", "Ada"):  # now she is not; the seat is kept for her alone
            eve.enter(name, code)
            eve.error()
    with Caller(house, tongue) as ada, Caller(house, tongue) as eve:
        ada.enter("Ada#the right secret", code)
        ada.seated()
        eve.enter("Eve", code)  # under her own name there is a seat for her; and nobody else is sent to this table
        eve.seated()


# ---------------------------------------------------------------- silence


def test_silent_connections_are_let_go(house: Besieged, witness: Witness) -> None:
    """On all ports at once, some in the middle of a line: what they cost is bounded, and in the end they are gone."""
    scale = Scale(house)
    with ExitStack() as stack:
        silent = [stack.enter_context(Caller(house, tongue)) for tongue in TONGUES.values() for _ in range(60)]
        for caller in silent[::2]:
            caller.connection.sendall(b"x" * 30_000)
        witness.plays_on()
        scale.weigh(f"{len(silent)} half-open connections")
        begun = time.monotonic()
        for caller in silent:
            caller.gone()
        print(f"  all gone after {time.monotonic() - begun:.1f} s more")


def test_an_acknowledgment_that_never_comes(house: Besieged, witness: Witness) -> None:
    """(group31) The silent one is taken for lost after ten seconds; the others are not held up."""
    with Caller(house, GROUP31, silent=True) as eve, Caller(house, AM28) as ada:
        eve.send(*GROUP31.founding("Eve", 0))
        code = eve.code()
        eve.send({"type": "Acknowledgment"}, *GROUP31.entering("Eve", code))
        eve.until(lambda line: line["type"] == "PlayersChanged")
        begun = time.monotonic()
        ada.enter("Ada", code)
        assert ada.line()["status"] == 0
        told = time.monotonic() - begun
        assert eve.gone() == b"", "one notification is under way, so there is no second"
        seconds = time.monotonic() - begun
        print(f"\n  the other was told after {told * 1000:.0f} ms, the silent one let go after {seconds:.1f} s")
        assert seconds > ACKNOWLEDGED_WITHIN - TICK


def test_a_pong_that_never_comes(house: Besieged, witness: Witness) -> None:
    """(am24) Five pings without an answer end the connection; the seat is kept."""
    with Caller(house, AM24, silent=True) as eve:
        eve.send(*AM24.founding("Eve#the secret of Eve", 0))
        code = eve.code()
        pings = eve.gone().count(b'"Ping"')
        print(f"\n  let go after {pings} pings")
        assert pings >= PINGS_WITHOUT_PONG - 1
    with Caller(house, AM24) as eve:
        eve.enter("Eve#the secret of Eve", code)
        eve.until(lambda line: line["type"] == "InformationConnection")


# ---------------------------------------------------------------- too much, too slowly


def test_somebody_who_does_not_read(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    """He is dropped when too much waits for him; what it costs is bounded."""
    scale = Scale(house)
    line = msgspec.json.encode(tongue.of_another_phase) + b"\n"
    with Caller(house, tongue, receive_buffer=4096) as eve:
        eve.play()
        sent = send_as_much_as_taken(eve.connection, line * 200, MUCH // (200 * len(line)))
        witness.plays_on()
        scale.weigh(f"answers to {sent / MEGABYTE:.1f} MB that nobody reads in {tongue.name}")
        assert sent < MUCH
        eve.gone()


def test_connections_that_break_anywhere(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    """Reset in the middle of a line, of a table, of an answer."""
    files = house.open_files()
    for number in range(40):
        with Caller(house, tongue) as eve:
            eve.send(*tongue.founding(f"Eve{number}", 1))
            if number % 2:
                eve.connection.sendall(b'{"type": "Jo')
            eve.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    witness.plays_on()
    assert house.open_files() <= files + 2


# ---------------------------------------------------------------- with the usual limits


def test_the_usual_limits(tmp_path_factory: pytest.TempPathFactory) -> None:
    """One address has so many connections on all ports together, and one connection so many lines a second."""
    if not on_linux:
        pytest.skip("the memory of another process is read from /proc")
    with besieged(tmp_path_factory.mktemp("house")) as house, Witness(house) as witness, ExitStack() as stack:
        scale = Scale(house)
        source = house.another_address()
        ports = [port for port in house.dialects.values() for _ in range(50)]
        callers = [stack.enter_context(dialled(port, source)) for port in ports]
        turned_away = hung_up_on(callers, 50)
        print(f"\n  {turned_away} of {len(callers)} turned away")
        assert turned_away == 50
        with Caller(house, AM28) as eve:
            sent = send_as_much_as_taken(eve.connection, b'{"cmd": "ENDTURN", "playerId": 0}\n' * 20_000, 20)
            witness.plays_on()
            scale.weigh(f"a flood of {sent / MEGABYTE:.1f} MB")


def dialled(port: int, source: str) -> socket.socket:
    connection = socket.socket()
    connection.bind((source, 0))
    connection.connect(("127.0.0.1", port))
    return connection


def hung_up_on(connections: list[socket.socket], expected: int) -> int:
    """How many the house has ended, as soon as they are so many or nothing more happens."""
    waiting, ended = set(connections), 0
    while ended < expected and (ready := select.select(waiting, [], [], PATIENCE)[0]):
        for connection in ready:
            try:
                over = connection.recv(1 << 16) == b""
            except ConnectionError:
                over = True
            if over:
                waiting.discard(connection)
                ended += 1
    return ended
