"""Reading and writing messages. Whatever comes in is a message of the protocol, or malformed: there is nothing else."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.dialects.house import connection, messages
from ludoteca.dialects.house.describing import examples
from ludoteca.dialects.house.describing.schemas import FROM_CLIENT
from ludoteca.dialects.house.problems import Problem, Trouble

from .making import JSON, nearly, of_struct

ANY_TEXT = st.text(st.characters(exclude_categories=()))  # lone surrogates included
BRACKETS = ("[", '{"a":', '{"type":"act","action":{"a":', '{"type":"ping","other":[', '{"id":{"id":')


def read(text: str | bytes) -> messages.ClientMessage | None:
    """The message, or None when it is malformed. Any other outcome is a failure."""
    connection.claimed_id(text)
    try:
        return connection.read_from_client(text)
    except Trouble:
        assert malformed(text)
        return None


def malformed(text: str | bytes) -> str:
    """Why a message is malformed. The house can say so."""
    with pytest.raises(Trouble) as caught:
        connection.read_from_client(text)
    assert caught.value.code is Problem.MALFORMED
    assert connection.encode(messages.Refused(code=caught.value.code, sentence=caught.value.sentence))
    return str(caught.value.parameters["detail"])


@pytest.mark.parametrize("kind", FROM_CLIENT)
@given(st.data())
def test_every_message_of_a_client_is_read_as_it_was_written(
    kind: type[messages.FromClient], drawn: st.DataObject
) -> None:
    made = drawn.draw(of_struct(kind))
    message = read(json.dumps(made))
    assert type(message) is kind
    for name, value in made.items():
        if name != "type":
            assert msgspec.to_builtins(getattr(message, name)) == (
                value if not isinstance(value, dict) or name != "look" else {"tower": None, "wizard": None} | value
            )
    assert read(connection.encode(message)) == message
    assert read(connection.encode(message).decode()) == message


@pytest.mark.parametrize("message", examples.from_server(), ids=lambda message: type(message).__name__)
def test_every_message_of_the_house_is_read_as_it_was_written(message: messages.FromServer) -> None:
    assert connection.encode(connection.read_from_server(connection.encode(message))) == connection.encode(message)


def test_the_house_leaves_out_what_is_as_usual() -> None:
    assert connection.encode(messages.Done(id="1")) == b'{"type":"done","id":"1"}'


def test_a_message_of_the_house_is_none_of_a_client() -> None:
    assert "Invalid value 'welcome'" in malformed(connection.encode(examples.from_server()[0]))


# ---------------------------------------------------------------- malformed input


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_malformed(body: bytes) -> None:
    read(body)


@given(ANY_TEXT)
def test_any_text_is_a_message_or_malformed(text: str) -> None:
    read(text)


@given(JSON)
def test_any_json_is_a_message_or_malformed(value: Any) -> None:
    read(json.dumps(value))


@given(st.data())
def test_what_is_nearly_a_message_is_a_message_or_malformed(drawn: st.DataObject) -> None:
    read(json.dumps(drawn.draw(nearly(drawn.draw(st.sampled_from(FROM_CLIENT))))))


@given(st.data(), st.integers(0), st.binary(max_size=3))
def test_a_damaged_message_is_a_message_or_malformed(drawn: st.DataObject, where: int, damage: bytes) -> None:
    whole = json.dumps(drawn.draw(of_struct(drawn.draw(st.sampled_from(FROM_CLIENT))))).encode()
    place = where % len(whole)
    read(whole[:place] + damage + whole[place + len(damage) :])
    read(whole[:place])


@pytest.mark.parametrize("opening", BRACKETS)
@pytest.mark.parametrize("depth", [10, 900, 1100, 20_000])
def test_deep_nesting_is_a_message_or_malformed(opening: str, depth: int) -> None:
    read(opening + "[" * depth)
    read(opening + "[" * depth + "]" * depth)
    read(opening * depth)


@pytest.mark.parametrize("number", ["9" * 20, "9" * 400, "9" * 5000, "-" + "9" * 5000, "1e999", "-1e999", "1e-999"])
@pytest.mark.parametrize("where", ['"seen":{}', '"protocol":{}', '"type":{}', '"other":{}', '"id":{}', '"heard":[{}]'])
def test_huge_numbers_are_a_message_or_malformed(number: str, where: str) -> None:
    read('{"type":"hello",' + where.format(number) + "}")
    read('{"type":"act","action":{"value":' + number + "}}")


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"say","text":"\\ud800"}',
        '{"type":"say","text":"\\udc00\\ud800"}',
        '{"type":"say","text":"\ud800"}',
        '{"type":"ping","id":"\udfff"}',
        b'{"type":"say","text":"\xed\xa0\x80"}',
        b'{"type":"say","text":"\xff"}',
    ],
    ids=ascii,
)
def test_lone_surrogates_and_broken_utf8_are_malformed(text: str | bytes) -> None:
    assert malformed(text)
    assert connection.claimed_id(text) == ""


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("", "truncated"),
        ("{", "truncated"),
        ("nonsense", "invalid character"),
        ("[]", "got `array`"),
        ("{}", "missing required field `type`"),
        ('{"type":"dance"}', "Invalid value 'dance'"),
        ('{"type":1}', "$.type"),
        ('{"type":"sit","key":"abcd"}', "missing required field `name`"),
        ('{"type":"sit","name":"Bea","key":"abc"}', "$.key"),
        ('{"type":"sit","name":"B' + "e" * 20 + '","key":"abcd"}', "$.name"),
        ('{"type":"sit","name":"Bea","key":"abcd","look":{"hat":1}}', "$.look"),
        ('{"type":"hello","seen":-1}', "$.seen"),
        ('{"type":"hello","seen":1.5}', "$.seen"),
        ('{"type":"hello","seen":9007199254740992}', "$.seen"),
        ('{"type":"act","action":[]}', "$.action"),
        ('{"type":"answer","yes":1}', "$.yes"),
        ('{"type":"ping","id":"' + "x" * 65 + '"}', "$.id"),
    ],
)
def test_the_sentence_says_what_is_wrong(text: str, detail: str) -> None:
    assert detail in malformed(text)


def test_the_sentence_is_short_whatever_was_sent() -> None:
    assert len(malformed(json.dumps({"type": "x" * 60_000}))) <= connection.LONGEST_DETAIL + 1


# ---------------------------------------------------------------- the id of what was refused


@given(nearly(messages.Sit))
def test_the_id_is_known_although_the_rest_is_malformed(made: dict[str, Any]) -> None:
    claimed = made.get("id", "")
    known = claimed if isinstance(claimed, str) and len(claimed) <= 64 else ""
    assert connection.claimed_id(json.dumps(made)) == known
