"""The AsyncAPI document has every message, with examples that are true."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest

from ludoteca.dialects.house import connection, http
from ludoteca.dialects.house.describing import asyncapi
from ludoteca.dialects.house.describing.definitions import Schema
from ludoteca.dialects.house.describing.schemas import FROM_CLIENT, FROM_SERVER, Kind, tag

DOCUMENT = asyncapi.document("1.2.3")
KINDS: tuple[Kind, ...] = (*FROM_CLIENT, *FROM_SERVER)


def resolved(reference: str) -> Any:
    found: Any = DOCUMENT
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if "$ref" in value else []
        return own + [found for part in value.values() for found in references(part)]
    return [found for part in value for found in references(part)] if isinstance(value, list) else []


def test_it_says_what_it_describes() -> None:
    assert DOCUMENT["asyncapi"] == "3.0.0"
    assert DOCUMENT["info"]["version"] == "1.2.3"
    assert [channel["address"] for channel in DOCUMENT["channels"].values()] == [http.SOCKET]
    assert list(DOCUMENT["channels"]["table"]["parameters"]) == ["code"]


def test_every_reference_leads_somewhere() -> None:
    assert all(resolved(reference) for reference in references(DOCUMENT))


def test_it_needs_nothing_that_this_version_of_asyncapi_does_not_know() -> None:
    """Payloads are schemas of draft 7 there."""
    assert "prefixItems" not in json.dumps(DOCUMENT)
    assert "discriminator" not in json.dumps(DOCUMENT)


@pytest.mark.parametrize("kind", KINDS, ids=tag)
def test_every_message_is_there_with_true_examples(kind: Kind) -> None:
    message = DOCUMENT["components"]["messages"][tag(kind)]
    assert DOCUMENT["channels"]["table"]["messages"][tag(kind)] == {"$ref": f"#/components/messages/{tag(kind)}"}
    schema: Schema = {**message["payload"], "components": DOCUMENT["components"]}
    assert message["examples"]
    for example in message["examples"]:
        text = json.dumps(example["payload"])
        jsonschema_rs.Draft202012Validator(schema).validate(json.loads(text))
        read = connection.read_from_client(text) if kind in FROM_CLIENT else connection.read_from_server(text)
        assert type(read) is kind


def test_every_message_of_a_client_is_received_and_answered() -> None:
    received = [op for op in DOCUMENT["operations"].values() if op["action"] == "receive"]
    assert [resolved(op["messages"][0]["$ref"])["$ref"] for op in received] == [
        f"#/components/messages/{tag(kind)}" for kind in FROM_CLIENT
    ]
    for op in received:
        answers = [answer["$ref"].rpartition("/")[2] for answer in op["reply"]["messages"]]
        assert answers[-1] == "refused"
        assert len(answers) > 1


def test_every_message_of_the_house_is_an_answer_or_sent_unasked() -> None:
    answers = {answer for kind in FROM_CLIENT for answer in asyncapi.answers(kind)}
    assert answers | {*asyncapi.UNASKED} == {*FROM_SERVER}
    sent = [op for op in DOCUMENT["operations"].values() if op["action"] == "send"]
    assert len(sent) == len(asyncapi.UNASKED)
