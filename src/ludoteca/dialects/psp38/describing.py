"""The page about this dialect, made of the code: messages, questions, and where each message is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from ludoteca.dialects.markdown import figure, table
from ludoteca.rules.masters.engine import const
from ludoteca.rules.masters.notation import cards

from . import diagram, words
from . import from_server as told
from . import requests as asks
from .from_client import FromClient
from .messages import FROM_CLIENT, FROM_SERVER
from .requests import FromServer, Part
from .states import ANSWERS, ASKED_IN, FOLLOWS, UNASKED, Stage

VERSION = "1.0"  # of what is added to the document
WIDEST_EXAMPLE = 700  # characters
MOST_LISTED = 6  # places that show one message
OPEN_POINTS = Path(__file__).with_name("open_points.md")  # written by hand

Kind = type[FromClient] | type[FromServer] | type[Part]
Schema = Mapping[str, Any]

PARTS: tuple[type[Part], ...] = (
    asks.Power,
    told.DevelopmentCard,
    told.CardsNeeded,
    told.LeaderCard,
    told.Pile,
    told.Result,
)
WORDS: tuple[type[StrEnum], ...] = (
    words.GameMode,
    words.ActionType,
    words.Resource,
    words.Yield,
    words.Marble,
    words.Depot,
)

INTRODUCTION = f"""# psp38

The dialect `psp38` plays Masters of Renaissance over TCP, by default on port 9438: one JSON object in each line, whose
member `type` names the message. The server asks, the client answers; an answer that will not do is asked for again. It
follows a published protocol document, whose sections are named below. People who speak it sit at the same tables as
those of the web page and of the terminal.

What the document does not have and a client needs to see everything was added in its style. This is version {VERSION}
of what was added. Messages, members and questions may be added in later versions, and unknown ones are to be ignored;
what is written here is not taken away or given another meaning without a new first number.

The rules of the game as it is played here: [Masters of Renaissance](../rules/masters.md).
"""
BY_HAND = """
Start a house with `ludoteca serve` and connect with `nc localhost 9438`. Lines with `>` are typed, those with `<` come
from the server. Long ones are shortened here. Marbles and cards lie differently in every game. When the server has
closed the connection, `nc` shows nothing of it until something is typed.

`SOLO` is a game alone. For one against a bot answer `MULTIPLAYER`, and `NumberOfPlayersRequest` with
`{"type": "NumberOfPlayersResponse", "numberOfPlayers": 2, "bots": 1}`.

A nickname without a secret comes back to an unfinished game of that name that was opened in this dialect, so whoever
wants to start afresh takes another nickname."""
TOKENS = """
Alone, Lorenzo turns one of his tokens after every turn. A token that removes cards takes them from the piles of its
colour, the lowest level first. Lorenzo wins when all cards of one colour have left the grid, or when the black cross
reaches the last space first. The tokens of the standard cards:"""


def page(examples: Mapping[str, str], shown: Mapping[str, Sequence[str]], session: str) -> str:
    """`examples` and `shown` by the name of a message; the session is one to type by hand."""
    return "\n\n".join([INTRODUCTION.strip(), *parts(examples, shown, session)]) + "\n"


def parts(examples: Mapping[str, str], shown: Mapping[str, Sequence[str]], session: str) -> Iterator[str]:
    yield "## A session by hand"
    yield BY_HAND.strip()
    yield f"```text\n{session.strip()}\n```"
    yield "A whole recorded game is in [psp38-game.txt](psp38-game.txt)."
    yield from marbles_and_tokens()
    yield "## What is asked when"
    yield from states()
    yield OPEN_POINTS.read_text(encoding="utf-8").strip()
    yield "## From a client"
    for asked in FROM_CLIENT:
        yield from section(asked, examples)
    yield "## From the server"
    for answered in FROM_SERVER:
        yield from section(answered, examples)
    yield "## Parts of messages"
    for part in PARTS:
        yield f"### {part.__name__}"
        yield sentence(part)
        yield members(part)
    yield "## Words"
    yield table(("", "words"), [(kind.__name__, ", ".join(f"`{word}`" for word in kind)) for kind in WORDS])
    yield "## Where each message is shown"
    yield "Transcripts and tests of this dialect, in `tests/dialects/psp38`:"
    yield table(("message", "shown in"), [(f"`{name}`", listed(where)) for name, where in shown.items()])


def marbles_and_tokens() -> Iterator[str]:
    yield "## Marbles and tokens"
    yield "What a marble gives whoever takes it from the market:"
    rows = [(f"`{marble}`", f"a `{given}`") for marble, given in words.GIVES.items()]
    rows += [(f"`{words.Marble.RED}`", "a step of faith, at once"), (f"`{words.Marble.WHITE}`", WHITE)]
    yield table(("marble", "gives"), rows)
    yield TOKENS.strip()
    yield table(("`tokenID`", "what it does"), list(tokens()))


WHITE = "nothing; with a leader for white marbles in play, that leader's resource"


def tokens() -> Iterator[tuple[str, str]]:
    standard = cards.standard()
    for place in range(const.TOKENS):
        amount, colour = standard.token_amount[place], standard.token_colour[place]
        if colour != const.NOBODY:
            effect = f"removes {amount} {words.COLOURS[colour]} development cards"
        else:
            effect = f"the black cross moves {amount}"
            effect += ", and all tokens are shuffled" * standard.token_shuffles[place]
        yield str(const.FIRST_TOKEN + place), effect


def listed(where: Sequence[str]) -> str:
    return ", ".join(where[:MOST_LISTED]) + (" and others" if len(where) > MOST_LISTED else "")


# ---------------------------------------------------------------- questions


def states() -> Iterator[str]:
    yield (
        "A question waits for its answer. Depots can be rearranged between the two, in the game, by "
        + " and ".join(f"`{name_of(kind)}`" for kind in UNASKED[Stage.PLAYING])
        + "; then the question comes again. Nothing else may come unasked."
    )
    yield "Names without their ending `Request`:"
    yield from map(figure, drawings())
    yield (
        "Where no arrow goes on, the next `DoAction` follows, or the end of the turn. `SelectStorage` comes only where "
        "there is a choice, `ChooseWhiteMarbleConversion` only with two leaders for white marbles in play."
    )
    rows = [
        (str(stage), f"`{name_of(question)}`", " or ".join(f"`{name_of(answer)}`" for answer in ANSWERS[question]))
        for stage in Stage
        for question in ASKED_IN[stage]
    ]
    yield table(("stage", "question", "answer"), rows)


ENTERING = (asks.GameModeRequest, asks.NicknameRequest, asks.NumberOfPlayersRequest)
SET_UP = (asks.ChooseLeaderCardsRequest, asks.ChooseResourceTypeRequest, asks.ChooseStorageTypeRequest)
TURN = tuple(kind for kind in ASKED_IN[Stage.PLAYING] if kind not in SET_UP[:2])


def drawings() -> Iterator[str]:
    """Entering, the set-up, the turn; ways back to the next action are left out."""
    waits, begins = told.WaitingInTheLobbyMessage.__name__, told.PlayersReadyToStartMessage.__name__
    entering = following(ENTERING)
    for kind in ENTERING[1:]:
        entering[short(kind)].append(waits)
    yield diagram.svg("From the first line to the game", entering | {waits: [begins]})
    yield diagram.svg("The set-up", following(SET_UP), repeated(SET_UP))
    yield diagram.svg("The turn", following(TURN), repeated(TURN))


def following(kinds: Sequence[type[asks.Request]]) -> dict[str, list[str]]:
    return {
        short(kind): [short(after) for after in kinds if after in FOLLOWS[kind] and after not in (kind, kinds[0])]
        for kind in sorted(kinds, key=lambda kind: kind is not asks.DoActionRequest)
    }


def repeated(kinds: Sequence[type[asks.Request]]) -> list[str]:
    return [short(kind) for kind in kinds if kind in FOLLOWS[kind] and kind is not asks.DoActionRequest]


def short(kind: type[asks.Request]) -> str:
    return name_of(kind).removesuffix("Request")


def name_of(kind: Kind | None) -> str:
    assert kind is not None
    return kind.__name__


# ---------------------------------------------------------------- messages


def section(kind: type[FromClient] | type[FromServer], examples: Mapping[str, str]) -> Iterator[str]:
    name = name_of(kind)
    yield f"### {name}"
    source = f"Document, section {kind.section}." if kind.section else "Added here."
    yield f"{sentence(kind)} *{source}*"
    yield members(kind)
    yield f"```json\n{shortened(examples[name])}\n```"


def sentence(kind: Kind) -> str:
    return " ".join((kind.__doc__ or "").split())


def members(kind: Kind) -> str:
    described, components = msgspec.json.schema_components([kind], ref_template="{name}")
    schema = components[described[0]["$ref"]]
    optional = {field.encode_name for field in msgspec.structs.fields(kind) if may_be_missing(kind, field)}
    rows = [
        (f"`{name}`", type_words(member, components), "may be left out" if name in optional else "")
        for name, member in schema["properties"].items()
        if name != "type" or "enum" not in member
    ]
    return table(("member", "type", ""), rows) if rows else "It has no other members."


def may_be_missing(kind: Kind, field: msgspec.structs.FieldInfo) -> bool:
    """The server leaves out only what it has not set."""
    return not field.required and (issubclass(kind, FromClient) or field.default is msgspec.UNSET)


def type_words(schema: Schema, components: Mapping[str, Any]) -> str:
    match schema:
        case {"$ref": name}:
            is_word = "enum" in components[name]
            return f"[{name}](#words)" if is_word else f"[{name}](#{str(name).lower()})"
        case {"enum": values}:
            return " or ".join(f"`{value}`" for value in values)
        case {"anyOf": choices}:
            return " or ".join(type_words(choice, components) for choice in choices)
        case {"type": "array", "items": item}:
            return f"list of {type_words(item, components)}"
        case {"type": "object", "additionalProperties": value}:
            keys = type_words(schema.get("propertyNames", {"type": "string"}), components)
            return f"object: {keys} to {type_words(value, components)}"
        case {"type": str(name)}:
            plain = {"string": "text", "integer": "whole number", "boolean": "true or false", "null": "null"}
            return plain.get(name, name)
    return "anything"


def shortened(line: str, most: int = WIDEST_EXAMPLE) -> str:
    """Long lists lose their later elements, until the line is short enough."""
    value = json.loads(line)
    for keep in (4, 2, 1):
        if len(json.dumps(value)) <= most:
            break
        value = cut(value, keep)
    return json.dumps(value, ensure_ascii=False).replace('"..."', "...")


def cut(value: Any, keep: int) -> Any:
    if isinstance(value, dict):
        return {name: cut(part, keep) for name, part in value.items()}
    if isinstance(value, list):
        kept = [cut(part, keep) for part in value if part != "..."]
        return kept if len(kept) <= keep else [*kept[:keep], "..."]
    return value
