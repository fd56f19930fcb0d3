"""The JSON Schema takes exactly what the house takes, and describes everything that it says."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.dialects.house import connection, messages
from ludoteca.dialects.house.describing import examples, schemas
from ludoteca.dialects.house.describing.definitions import KINDS, KNOWN_WHEN_TOLD, Schema, definitions, name_of
from ludoteca.dialects.house.describing.schemas import FROM_CLIENT, FROM_SERVER
from ludoteca.dialects.house.messages import Happened
from ludoteca.dialects.house.problems import Trouble
from ludoteca.house import commands, keys, replays, views
from ludoteca.house.apply import apply_entry
from ludoteca.house.decide import TableOrigin
from ludoteca.house.entries import Entry, Look, Starts
from ludoteca.house.options import ClockSettings
from ludoteca.house.replays import Replay
from ludoteca.house.table import Table

from ....house.tables import SECRET, Evening, started
from ..making import nearly
from .structs import OF_MESSAGES

DOCUMENT = schemas.document()


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({**DOCUMENT, "anyOf": [{"$ref": f"#/$defs/{name}"}]})


def check(name: str, value: object) -> None:
    """The house's own bytes, as they are read."""
    validator(name).validate(json.loads(msgspec.json.encode(value)))


def test_it_is_a_schema() -> None:
    jsonschema_rs.meta.validate(DOCUMENT)
    assert DOCUMENT["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("kind", OF_MESSAGES, ids=name_of)
def test_it_has_every_struct_with_every_member(kind: type[msgspec.Struct]) -> None:
    schema = DOCUMENT["$defs"][name_of(kind)]
    tag = [kind.__struct_config__.tag_field] if kind.__struct_config__.tag_field else []
    assert set(schema["properties"]) == {*kind.__struct_encode_fields__, *tag}


def test_messages_are_told_apart_by_their_type() -> None:
    for union, kinds in (("ClientMessage", FROM_CLIENT), ("ServerMessage", FROM_SERVER)):
        names = [part["$ref"].rpartition("/")[2] for part in DOCUMENT["$defs"][union]["oneOf"]]
        tags = [DOCUMENT["$defs"][name]["properties"]["type"]["const"] for name in names]
        assert tags == [kind.__struct_config__.tag for kind in kinds]
        assert all("type" in DOCUMENT["$defs"][name]["required"] for name in names)


def test_every_reference_leads_somewhere() -> None:
    def references(value: Any) -> set[str]:
        if isinstance(value, dict):
            own = {value["$ref"]} if "$ref" in value else set()
            return own.union(*(references(part) for part in value.values()))
        return set().union(*(references(part) for part in value)) if isinstance(value, list) else set()

    assert references(DOCUMENT) <= {f"#/$defs/{name}" for name in DOCUMENT["$defs"]}


# ---------------------------------------------------------------- what a client says


@pytest.mark.parametrize("example", examples.FROM_CLIENT, ids=lambda example: example["type"])
def test_examples_of_a_client(example: dict[str, Any]) -> None:
    validator("ClientMessage").validate(example)
    connection.read_from_client(json.dumps(example))


@given(st.data())
def test_it_takes_exactly_what_the_house_takes(drawn: st.DataObject) -> None:
    made = drawn.draw(nearly(drawn.draw(st.sampled_from(FROM_CLIENT))))
    try:
        connection.read_from_client(json.dumps(made))
    except Trouble:
        taken = False
    else:
        taken = True
    assert validator("ClientMessage").is_valid(made) == taken


# ---------------------------------------------------------------- what the house says


@pytest.mark.parametrize("message", examples.from_server(), ids=lambda message: type(message).__name__)
def test_examples_of_the_house(message: messages.FromServer) -> None:
    check("ServerMessage", message)


@pytest.mark.parametrize("name", ["Done", "Welcome", "Refused"])
def test_members_that_the_house_may_leave_out_are_not_required(name: str) -> None:
    always = [field.name for field in msgspec.structs.fields(getattr(messages, name)) if field.required]
    assert DOCUMENT["$defs"][name]["required"] == ["type", *always]


def test_members_that_are_always_there_are_required() -> None:
    view = DOCUMENT["$defs"]["TableView"]
    assert view["required"] == list(views.TableView.__struct_fields__)
    assert not validator("TableView").is_valid({"code": "KDTWPQ"})


def test_a_code_that_is_not_known_is_none() -> None:
    refused: Schema = {"type": "refused", "code": "not_your_turn", "sentence": "It is Bea's decision."}
    assert validator("ServerMessage").is_valid(refused)
    assert not validator("ServerMessage").is_valid(refused | {"code": "moon_is_full"})


def test_what_is_hidden_is_in_no_schema_of_what_people_hear() -> None:
    for kind in KINDS:
        assert not set(views.HIDDEN) & DOCUMENT["$defs"][f"What{kind.__name__}"]["properties"].keys()


def lobby() -> Evening:
    """Everything that can happen before a game starts."""
    evening = Evening(players=3, clock=ClockSettings("game", 60, 2))
    evening.do(commands.Sit("Anna", None, ""))
    evening.do(commands.AddNonce(0, "a nonce"))
    evening.do(commands.Dress(0, Look("grey", 2)))
    evening.sit("Bea", "Carl")
    evening.do(commands.HandOver(0, "Bea"))
    evening.do(commands.Rekey(1, "0" * 64))
    evening.do(commands.Depart(2))
    evening.do(commands.Arrive(2))
    evening.do(commands.Remove(1, "Carl"))
    evening.do(commands.Rise(0))
    evening.sit("Dora")
    evening.do(commands.Depart(1))
    evening.wait(70)
    evening.do(commands.Interrupt())
    evening.do(commands.Close(None, "enough"))
    return evening


def dispute() -> Evening:
    """Asking, answering, a player who goes away until a stand-in plays, the end, and a rematch."""
    evening = started(people=3, clock=ClockSettings("move", 60))
    evening.act()
    evening.do(commands.AskEnd(0))
    evening.do(commands.Answer(1, yes=False))
    evening.do(commands.Depart(evening.table.to_decide or 0))
    evening.wait(40)
    evening.do(commands.Resign(next(seat for seat in evening.table.present)))
    evening.wait(4000)
    evening.do(commands.Rematch(0, "ABCDEF"))
    return evening


def agreement() -> Evening:
    evening = started()
    evening.wait(10)
    evening.do(commands.AskEnd(0))
    evening.do(commands.Answer(1, yes=True))
    return evening


def surrender() -> Evening:
    evening = started()
    evening.do(commands.Resign(1))
    return evening


def shutdown() -> Evening:
    evening = started()
    evening.do(commands.Close(None, "The house closes."))
    return evening


def slowness() -> Evening:
    """Nobody decides: the clock does."""
    evening = started(clock=ClockSettings("move", 60))
    evening.wait(130)
    return evening


def second_thoughts() -> Evening:
    """Somebody uses the monk, who draws a student, and asks whether he may take that back."""
    evening = started(people=3, settings={"expert": True})
    assert evening.table.game is not None
    assert "1" in evening.table.game.view(None)["characters"]
    chance = Random(0)
    while not any(moment.revealing for moment in evening.table.turn):
        evening.act(chance.randrange(len(evening.table.game.legal_actions())))
    seat = evening.table.to_decide
    assert seat is not None
    evening.do(commands.TakeBack(seat))
    for other in {0, 1, 2} - {seat}:
        evening.do(commands.Answer(other, yes=True))
    return evening


def whole_game(game: str) -> Evening:
    """Decisions by chance until the rules end it, some of them taken back."""
    evening = started(game, people=2, bots=1)
    chance = Random(5)
    while evening.table.to_decide is not None:
        seat = evening.table.to_decide
        assert evening.table.game is not None
        evening.act(chance.randrange(len(evening.table.game.legal_actions())))
        if views.view(evening.table, seat).back_to and chance.random() < 0.1:
            evening.do(commands.TakeBack(seat))
    evening.wait(1)
    return evening


def choices() -> Evening:
    """Some choose their looks, and one of them goes away instead."""
    evening = Evening("eriantys", 4, origin=TableOrigin("group31", Starts.CHOICES, settled=False))
    evening.do(commands.Sit("Anna", keys.token_of("a"), chooses=True, consents=False))
    evening.do(commands.Sit("Bea", keys.token_of("b"), chooses=True))
    evening.do(commands.Arrange(1, 2))
    evening.do(commands.Choose(1))
    evening.do(commands.Dress(0, Look("black", 3)))
    evening.do(commands.Confirm(0))
    evening.do(commands.Depart(1))
    evening.wait(30)
    return evening


@cache
def evenings() -> tuple[Evening, ...]:
    played = (lobby, dispute, agreement, surrender, shutdown, slowness, second_thoughts, choices)
    return (*(play() for play in played), whole_game("eriantys"), whole_game("masters"))


def moments(evening: Evening) -> Iterator[tuple[Entry, Table]]:
    """Each entry, and the table after it."""
    table = Table("KDTWPQ", SECRET)
    for entry in evening.log:
        apply_entry(table, entry)
        yield entry, table


def test_everything_that_happens_at_a_table_is_described() -> None:
    for evening in evenings():
        for entry, table in moments(evening):
            check("Happened", Happened(events=[], **views.public_entry(entry)))
            check("TableView", views.view(table, None))
        for seat in range(len(evening.table.seats)):
            check("TableView", views.view(evening.table, seat))


def test_those_evenings_have_every_kind_of_entry() -> None:
    assert {type(entry.what) for evening in evenings() for entry in evening.log} == {*KINDS}


def texts(struct: object) -> Iterator[tuple[str, str]]:
    """Every text in a struct and in what it contains, with the name of its member."""
    if isinstance(struct, list | tuple):
        for part in struct:
            yield from texts(part)
    if isinstance(struct, msgspec.Struct):
        for member in struct.__struct_fields__:
            value = getattr(struct, member)
            if isinstance(value, str):
                yield f"{name_of(type(struct))}.{member}", value
            yield from texts(value)


def test_members_that_are_one_of_some_texts_are_each_of_them_at_times() -> None:
    """So nothing is promised that never comes. That nothing else comes is tested above."""
    seen: dict[str, set[str]] = defaultdict(set)
    for evening in evenings():
        for entry, table in moments(evening):
            for member, value in (*texts(entry), *texts(views.view(table, None))):
                seen[member].add(value)
    promised = {member: {*schema["enum"]} for member, schema in KNOWN_WHEN_TOLD.items() if "enum" in schema}
    of_the_analysis = {"Reason.when", "Review.game", "Turning.by", "Turning.kind"}  # tested beside it
    elsewhere = {"Listing.game", "OperatorTable.game", "GameOffered.name", *of_the_analysis}
    assert {member: seen[member] for member in promised.keys() - elsewhere} == {
        member: values for member, values in promised.items() if member not in elsewhere
    }


def test_a_replay_is_described() -> None:
    found = definitions([Replay], [Replay])
    forms = [found.told[Replay], found.asked[Replay]]
    validators = [
        jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{form}", "$defs": found.schemas}) for form in forms
    ]
    for evening in evenings():
        replay = msgspec.json.encode(replays.export("KDTWPQ", SECRET, evening.log))
        for each in validators:
            each.validate(json.loads(replay))
