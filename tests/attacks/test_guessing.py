"""Guessing at a real server, from real addresses: it gets slow for whoever guesses, and for nobody else."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from .besieged import OPERATOR_KEY, Besieged
from .lines import TONGUES, Caller, Tongue
from .wire import ask, open_table, request
from .witness import Witness

FEW = 50  # guesses that somebody has before it gets slow, at most
_NUMBERS = itertools.count(1)


@pytest.fixture(params=TONGUES)
def tongue(request: pytest.FixtureRequest) -> Tongue:
    return TONGUES[request.param]


def test_codes_of_tables(house: Besieged, witness: Witness) -> None:
    """A hidden table is not found by trying, and who knows its code finds it all the same."""
    owner, eve = house.another_address(), house.another_address()
    options = {"game": "eriantys", "players": 2, "public": False}
    status, opened = ask(house, owner, request("POST", "/api/tables", msgspec.json.encode({"options": options})))
    assert status == 200, opened
    path = f"/api/tables/{opened['code']}"
    statuses: list[int] = []
    while 429 not in statuses:
        statuses.append(ask(house, eve, request("GET", "/api/tables/QQQQQQ"))[0])
        assert len(statuses) <= FEW
    assert ask(house, eve, request("GET", path))[0] == 429
    assert ask(house, owner, request("GET", path))[0] == 200
    assert ask(house, house.another_address(), request("GET", path))[0] == 200


def test_the_operators_key(house: Besieged, witness: Witness) -> None:
    eve = house.another_address()
    statuses: list[int] = []
    while 429 not in statuses:
        statuses.append(ask(house, eve, request("GET", "/api/operator", Authorization=f"Bearer {len(statuses)}"))[0])
        assert len(statuses) <= FEW
    right = request("GET", "/api/operator", Authorization=f"Bearer {OPERATOR_KEY}")
    assert ask(house, eve, right)[0] == 429
    assert ask(house, house.another_address(), right)[0] == 200


def test_secrets_of_a_dialect(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    """All guesses come from one address; the owner, from another one, takes the seat over."""
    name = f"Ada{next(_NUMBERS)}"
    eve = house.another_address()
    with Caller(house, tongue) as ada:
        code = ada.found(f"{name}#the right secret")
        answers = set()
        for number in range(10):
            with Caller(house, tongue, address=eve) as guesser:
                guesser.enter(f"{name}#guess {number}", code)
                answers.add(msgspec.json.encode(guesser.error()))
        with Caller(house, tongue, address=eve) as guesser:
            guesser.enter(f"{name}#the right secret", code)
            guesser.error()
        with Caller(house, tongue) as again:
            again.enter(f"{name}#the right secret", code)
            again.seated()


def test_a_short_secret_is_refused_by_every_dialect(house: Besieged, witness: Witness, tongue: Tongue) -> None:
    name = f"Ada{next(_NUMBERS)}"
    with Caller(house, tongue) as ada:
        code = ada.found(f"{name}#long enough")
        with Caller(house, tongue) as bob:
            bob.enter(f"Bob{next(_NUMBERS)}#1234567", code)
            bob.error()


def test_a_name_that_leads_here_from_elsewhere_reaches_nothing(house: Besieged) -> None:
    source = house.another_address()
    code = open_table(house, source)
    for path in ("/", "/api/house", "/metrics", "/api/operator", f"/api/tables/{code}"):
        asked = (
            f"GET {path} HTTP/1.1\r\nHost: rebound.example:{house.port}\r\nAuthorization: Bearer {OPERATOR_KEY}\r\n\r\n"
        )
        status, answer = ask(house, source, asked.encode())
        assert (status, answer["code"]) == (421, "unknown_host")
