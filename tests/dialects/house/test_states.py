"""Which message may come when, for every state and every message."""

from __future__ import annotations

import json

import pytest

from ludoteca.dialects.house import connection, messages
from ludoteca.dialects.house.describing import examples
from ludoteca.dialects.house.describing.schemas import FROM_CLIENT
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.house.states import ALLOWED, LEADS_TO, State

BEFORE_GREETING = {"hello", "ping"}
TO_CLAIM = {"claim", "ping"}
WITHOUT_A_SEAT = {"sit", "claim", "mute", "report", "ping"}
NOT_WITH_A_SEAT = {"hello", "sit", "claim"}

TEXTS = {example["type"]: json.dumps(example) for example in examples.FROM_CLIENT}


def refusal(state: State, name: str) -> Problem | None:
    try:
        message = connection.receive(state, TEXTS[name])
    except Trouble as trouble:
        return trouble.code
    assert message.__struct_config__.tag == name
    return None


@pytest.mark.parametrize("name", TEXTS)
def test_first_one_greets(name: str) -> None:
    assert refusal(State.GREETING, name) is (None if name in BEFORE_GREETING else Problem.GREET_FIRST)


@pytest.mark.parametrize("name", TEXTS)
def test_who_comes_to_claim_a_seat_can_do_nothing_else(name: str) -> None:
    expected = None if name in TO_CLAIM else Problem.GREETED if name == "hello" else Problem.WATCHING
    assert refusal(State.CLAIMING, name) is expected


@pytest.mark.parametrize("name", TEXTS)
def test_who_watches_can_take_a_seat(name: str) -> None:
    expected = None if name in WITHOUT_A_SEAT else Problem.GREETED if name == "hello" else Problem.WATCHING
    assert refusal(State.WATCHING, name) is expected


@pytest.mark.parametrize("name", TEXTS)
def test_who_has_a_seat_can_do_everything_else(name: str) -> None:
    expected = None if name not in NOT_WITH_A_SEAT else Problem.GREETED if name == "hello" else Problem.SEATED
    assert refusal(State.SEATED, name) is expected


@pytest.mark.parametrize("state", State)
def test_what_is_malformed_is_so_in_every_state(state: State) -> None:
    with pytest.raises(Trouble) as caught:
        connection.receive(state, '{"type":"sit"}')
    assert caught.value.code is Problem.MALFORMED


@pytest.mark.parametrize("kind", FROM_CLIENT)
def test_every_message_may_come_in_some_state(kind: type[messages.FromClient]) -> None:
    assert any(kind in allowed for allowed in ALLOWED.values())


def test_only_what_may_come_leads_on() -> None:
    assert all(kind in ALLOWED[state] for state, kind in LEADS_TO)


def test_every_state_can_be_reached() -> None:
    reached = {State.GREETING}
    while more := {end for (start, _), ends in LEADS_TO.items() if start in reached for end in ends} - reached:
        reached |= more
    assert reached == set(State)
