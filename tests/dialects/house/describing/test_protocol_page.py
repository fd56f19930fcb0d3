"""What docs/protocol.md shows is what happens, and its numbers are those of the code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from ludoteca.dialects.house import connection, http, messages
from ludoteca.dialects.house.describing import examples, schemas
from ludoteca.house import chat, commands, entries, fairness, keys, views
from ludoteca.house.apply import apply_entry
from ludoteca.house.decide import LONGEST_ID, decide, open_table
from ludoteca.house.entries import as_json
from ludoteca.house.refusals import Refused
from ludoteca.house.table import MOST_IDS, Table
from ludoteca.server.session import house_session
from ludoteca.server.settings import Limits
from ludoteca.server.table import actor
from ludoteca.server.transport import frames, websocket

PAGE = (Path(__file__).parents[4] / "docs" / "protocol.md").read_text()
LINES = [line for block in re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
ASKED = [line[2:] for line in LINES if line.startswith("> ")]
TOLD = [line[2:] for line in LINES if line.startswith("< ")]
OPENING, OPENED = [line for line in LINES if line.startswith("{")]


def completed(text: str) -> Any:
    """What the house says, with what the page leaves out."""
    welcome = examples.from_server()[0]
    assert isinstance(welcome, messages.Welcome)
    view = msgspec.json.encode(welcome.view).decode()
    return json.loads(text.replace("{…}", view).replace("[…]", "[]"))


def said(type_: str) -> list[Any]:
    return [json.loads(text) for text in ASKED if json.loads(text)["type"] == type_]


@pytest.mark.parametrize("text", ASKED)
def test_what_clients_say_is_read(text: str) -> None:
    connection.read_from_client(text)


@pytest.mark.parametrize("text", TOLD)
def test_what_the_house_says_is_well_formed(text: str) -> None:
    jsonschema_rs.Draft202012Validator(schemas.document()).validate(completed(text))


def test_the_session_happens_as_it_is_shown() -> None:
    opening = msgspec.json.decode(OPENING, type=http.NewTable)
    assert opening.seat is not None
    table = Table(examples.CODE, examples.SECRET)
    apply_entry(table, open_table(table, opening.options, 0).entry)
    anna = commands.Sit(opening.seat.name, keys.token_of(opening.seat.key), here=False)
    apply_entry(table, decide(table, anna, 0).entry)
    assert msgspec.json.decode(OPENED, type=http.Opened) == http.Opened(table.code, table.commitment, 0)

    bea, (act, too_early) = said("sit")[0], said("act")
    doing = [
        commands.Arrive(0),
        commands.AddNonce(0, said("contribute")[0]["nonce"]),
        commands.Sit(bea["name"], keys.token_of(bea["key"]), bea["nonce"]),
        commands.Start(0),
        commands.Act(0, act["action"], act["id"]),
    ]
    shown = [told for told in map(completed, TOLD) if told["type"] == "entry"]
    for command, told in zip(doing, shown, strict=True):
        outcome = decide(table, command, told["entry"]["time"])
        events = apply_entry(table, outcome.entry, outcome.prepared)
        happened = views.public_entry(outcome.entry)
        if not isinstance(outcome.entry.what, entries.Started):  # too long for the page
            happened["events"] = views.told(table, events, 0)
        assert told["entry"] == as_json({"events": []} | happened)

    with pytest.raises(Refused) as caught:
        decide(table, commands.Act(0, too_early["action"], too_early["id"]), 0)
    refused = messages.Refused(
        id=too_early["id"],
        code=caught.value.code,
        sentence=caught.value.sentence,
        parameters=caught.value.parameters,
    )
    assert [completed(text) for text in TOLD if '"refused"' in text] == [msgspec.to_builtins(refused)]

    back, again = said("hello")[-1], completed(TOLD[-1])
    assert again["missed"] == [told["entry"] for told in shown if told["entry"]["number"] > back["seen"]]
    assert keys.seat_of_key(table, back["key"]) == 1


def test_answers_carry_the_id_and_the_number_of_the_entry() -> None:
    numbers = [completed(text)["entry"]["number"] for text in TOLD if '"type": "entry"' in text]
    done = [json.loads(text) for text in TOLD if '"type": "done"' in text]
    assert [answer["number"] for answer in done] == numbers[1:]


def test_the_limits_are_those_of_a_server_as_it_comes() -> None:
    limits = Limits()
    for words, value in [
        ("bytes of one message, and of the body of a request", f"{limits.message:,}"),
        ("bytes of a replay that is sent to be checked", f"{limits.replay:,}"),
        ("seconds until the first `hello`", f"{limits.handshake:g}"),
        ("connections from one address", f"{limits.connections_per_address}"),
        ("unfinished tables opened from one address", f"{limits.tables_per_address}"),
        ("points per second of a connection, and at once", f"{limits.rate:g}, {limits.burst:g}"),
        (
            "points per second of the requests of an address, and at once",
            f"{limits.rate:g}, {limits.burst_per_address:g}",
        ),
        ("fragments of a message", f"{frames.MOST_FRAGMENTS}"),
        ("characters of a line of chat", f"{chat.LONGEST_LINE}"),
        ("lines of chat in one breath, then one every two seconds", f"{chat.BURST}"),
        ("characters of a nonce", f"{fairness.LONGEST_NONCE}"),
        ("characters of an id", f"{LONGEST_ID}"),
        ("ids remembered for each seat", f"{MOST_IDS}"),
        ("lines of chat kept", f"{chat.LINES_KEPT}"),
        ("entries that are told one by one to whoever comes back", f"{actor.MOST_MISSED}"),
    ]:
        assert f"| {words} | {value} |\n" in PAGE
    assert f"taken for lost; WebSocket pings are enough | {limits.idle:g} |" in PAGE
    assert limits.message == connection.LARGEST_MESSAGE
    assert chat.PACE == 2000


def test_costs_are_those_of_the_server() -> None:
    assert "`ping` costs none, `say`, `move`, a new table, a film and a replay 5, `hint`, `rematch`, `report`," in PAGE
    dear = (messages.Hint, messages.Rematch, messages.Report)
    costs: dict[type, int] = {messages.Ping: 0, messages.Say: 5, messages.Move: 5, **dict.fromkeys(dear, 20)}
    assert costs == house_session.COSTS
    of_routes = {route.name: route.cost for route in http.ROUTES}
    assert [of_routes[name] for name in ("open_table", "film", "replay")] == [5, 5, 5]
    assert [of_routes[name] for name in ("fork", "review", "verify")] == [20, 20, 20]
    assert "about a hundred messages" in PAGE
    assert websocket.MOST_REFUSED == 100
    assert "an eighth of a point more for each fragment" in PAGE
    assert websocket.FRAGMENT_COST == 1 / 8


def test_close_codes_are_those_of_the_server() -> None:
    codes = [int(code) for code in re.findall(r"^\| (1\d\d\d) \|", PAGE, re.MULTILINE)]
    broken = [frames.PROTOCOL_ERROR, frames.UNSUPPORTED, frames.NOT_UTF_8, frames.POLICY, frames.TOO_LARGE]
    assert codes == [*broken, frames.SERVICE_RESTART]
    assert f"more than {frames.MOST_FRAGMENTS} fragments" in PAGE
    assert f"more than {frames.LONGEST_CONTROL} bytes" in PAGE


def test_a_moving_code_holds_for_two_minutes() -> None:
    assert "A code holds for two minutes, and once" in PAGE
    assert (keys.MOVE_SPAN, keys.MOVE_LETTERS) == (120_000, 8)
