"""The port of a house that speaks TLS. `-s` shows the figures."""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
import trustme

from ludoteca.server.settings import Limits

from .besieged import LIMITS, SLACK, Besieged, besieged, on_linux
from .wire import dial, read_answer, request, until_closed
from .witness import Witness

PER_ADDRESS = Limits().connections_per_address


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    if not on_linux:
        pytest.skip("attackers have addresses of their own")
    folder = tmp_path_factory.mktemp("house")
    issued = trustme.CA().issue_cert("127.0.0.1")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    issued.cert_chain_pems[0].write_to_path(certificate)
    issued.private_key_pem.write_to_path(key)
    with besieged(folder, certificate=str(certificate), key=str(key)) as opened:
        yield opened


@pytest.mark.parametrize(
    "said",
    [request("GET", "/"), b"\x00" * 100, b"\x16\x03\x01\xff\xff" + bytes(70_000)],
    ids=["HTTP", "zeros", "a long record"],
)
def test_what_is_not_tls_is_refused(house: Besieged, witness: Witness, said: bytes) -> None:
    with dial(house, house.another_address()) as connection:
        begun = time.monotonic()
        try:
            connection.sendall(said)
        except ConnectionError:
            return
        assert not until_closed(connection).startswith(b"HTTP")
        assert time.monotonic() - begun < LIMITS["handshake"] + SLACK


def test_silent_connections_are_closed(house: Besieged, witness: Witness) -> None:
    """Those of one address beyond its limit at once, the others when they took too long for a handshake."""
    files = house.open_files()
    source = house.another_address()
    begun = time.monotonic()
    with ExitStack() as stack:
        silent = [stack.enter_context(dial(house, source)) for _ in range(300)]
        for connection in silent[PER_ADDRESS:]:
            assert until_closed(connection) == b""
        assert house.open_files() <= files + PER_ADDRESS + 2
        for connection in silent[:PER_ADDRESS]:
            assert until_closed(connection) == b""
    seconds = time.monotonic() - begun
    print(f"\n  300 closed after {seconds:.1f} s; {files} open files before, {house.open_files()} after")
    assert seconds < LIMITS["handshake"] + SLACK
    assert house.open_files() <= files + 2


def test_connections_that_break_within_the_handshake(house: Besieged, witness: Witness) -> None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    with pytest.raises(ssl.SSLWantReadError):
        context.wrap_bio(incoming, outgoing).do_handshake()
    hello = outgoing.read()
    source = house.another_address()
    for length in range(0, len(hello), 7):
        with dial(house, source) as connection:
            connection.sendall(hello[:length])
    for _ in range(20):
        with dial(house, source) as connection:
            connection.sendall(hello)
            connection.recv(100)


def test_a_slow_request_within_tls(house: Besieged, witness: Witness) -> None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with dial(house, house.another_address()) as connection, context.wrap_socket(connection) as secured:
        secured.sendall(request("GET", "/healthz"))
        assert read_answer(secured)[0] == 200
    with dial(house, house.another_address()) as connection, context.wrap_socket(connection) as secured:
        begun = time.monotonic()
        secured.sendall(b"GET / HTT")
        with suppress(ssl.SSLError):  # it is cut off, without a word of TLS
            assert until_closed(secured) == b""
        assert time.monotonic() - begun < LIMITS["handshake"] + SLACK
