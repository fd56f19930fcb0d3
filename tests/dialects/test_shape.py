"""One dialect read is five dialects known: every package has the same files, over one kernel."""

from __future__ import annotations

from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Annotated

import pytest

from ludoteca import dialects
from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.dialects.eriantys.client import EriantysClient
from ludoteca.dialects.machine import Machine, Row
from ludoteca.dialects.messages import Malformed, Message, Vocabulary, kinds, name, says
from ludoteca.dialects.session import LineSession

PACKAGES = Path(dialects.__file__).parent
SEVEN = {"messages", "machine", "actions", "tell", "errors", "session", "rebuild"}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_has_the_same_files(dialect: str) -> None:
    assert {path.stem for path in (PACKAGES / dialect).glob("*.py")} >= SEVEN
    assert isinstance(DIALECTS[dialect].connection(), LineSession)
    assert isinstance(import_module(f"ludoteca.dialects.{dialect}.machine").MACHINE, Machine)
    assert isinstance(import_module(f"ludoteca.dialects.{dialect}.messages").VOCABULARY, Vocabulary)
    if DIALECTS[dialect].game == "eriantys":
        assert isinstance(DIALECTS[dialect].client(), EriantysClient)


class Said(Message, frozen=True, tag_field="type", tag=True):
    """What a client says."""


class Hello(Said, frozen=True):
    """A greeting."""

    to: Annotated[str, says("whom")]


class Bye(Said, frozen=True, tag="bye"):
    """The end."""


class Told(Message, frozen=True, tag_field="type", tag=True):
    """What a server says."""


class Welcome(Told, frozen=True):
    """The answer."""


class Refused(Told, frozen=True):
    """Another answer."""


WORDS = Vocabulary(Said, Told)


class State(StrEnum):
    FIRST = "first"
    LAST = "last"


def test_messages_are_collected_from_their_declarations() -> None:
    assert [name(kind) for kind in kinds(Said)] == ["Hello", "bye"]
    assert WORDS.read(WORDS.line(Hello("Ada"))) == Hello("Ada")
    assert WORDS.read_told(b'{"type":"Welcome"}') == Welcome()


def test_a_client_goes_on_without_messages_that_were_added_later_but_not_with_wrong_ones() -> None:
    assert WORDS.read_told(b'{"type":"Song"}') is None
    with pytest.raises(ValueError, match="Object missing"):
        WORDS.read_told(b"{}")


@pytest.mark.parametrize("line", [b"", b"\xff", b"{", b"[" * 5000, b'{"type":"Hello"}', b'{"type":"Welcome"}'])
def test_what_is_no_message_of_a_client_is_malformed(line: bytes) -> None:
    with pytest.raises(Malformed):
        WORDS.read(line)


def test_the_table_is_the_machine_and_is_drawn() -> None:
    machine = Machine({State.FIRST: Row("At first.", {Hello: (State.LAST,)}), State.LAST: Row("At last.")}, [Bye])
    assert machine.allows(State.FIRST, Hello)
    assert machine.allows(State.LAST, Bye)
    assert not machine.allows(State.LAST, Hello)
    assert machine.awaited(State.FIRST) == ["Hello"]
    drawn = machine.drawn("A talk", {state: state.value for state in State})
    assert "Hello leads from first to last." in drawn
    assert "bye may come at any time." in drawn
