"""The page about this dialect, made of the code: messages, states, errors, and where each message is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as kinds

from ludoteca.dialects import drawing
from ludoteca.dialects.drawing import Arrow
from ludoteca.dialects.markdown import figure, table

from . import statuses
from .glossary import MEMBERS
from .messages import (
    ADDED_HERE,
    FROM_CLIENT,
    FROM_SERVER,
    PARTS,
    VERSION,
    Command,
    CurrentStatus,
    Message,
    PlayCharacterCard,
)
from .states import ALLOWED, LEADS_TO, NEXT_STEPS, STEPS, State
from .statuses import MEANINGS, TEXTS, Status

WIDEST_EXAMPLE = 700  # characters of an example that is shown whole
MOST_LISTED = 6  # transcripts for one message
OPEN_POINTS = Path(__file__).with_name("open_points.md")  # written by hand
FULL, CHANGES, WINNER, ERROR = "full status", "changes", "winner", "error"

INTRODUCTION = f"""# am28

The dialect `am28` plays Eriantys over TCP, by default on port 9328: lines of JSON after a bare username. It follows a
published protocol document, whose sections are named below. People who speak it sit at the same tables as those of the
other dialects, of the web page and of the terminal.

What the document does not have and a client needs to see everything was added in its own style. This is version
{VERSION} of what was added. Members and commands may be added in later versions, and unknown members are to be ignored;
what is written here is not taken away or given another meaning without a new first number.
"""


def name_of(kind: type[Message]) -> str:
    """Commands are called as `cmd` calls them."""
    tag = kind.__struct_config__.tag
    return tag if isinstance(tag, str) else kind.__name__


def page(examples: Mapping[str, str], shown: Mapping[str, Sequence[str]], session: str) -> str:
    """`examples` and `shown` by the name of a message; the session is one to type by hand."""
    return "\n\n".join([INTRODUCTION.strip(), *parts(examples, shown, session)]) + "\n"


def parts(examples: Mapping[str, str], shown: Mapping[str, Sequence[str]], session: str) -> Iterator[str]:
    yield "## A session by hand"
    yield (
        "Start a house with `ludoteca serve` and connect with `nc localhost 9328`. Lines with `>` are typed, those "
        "with `<` come from the server. Long ones are shortened here. The students lie differently in every game. When "
        "the server has closed the connection, `nc` shows nothing of it until something is typed."
    )
    yield f"```text\n{session.strip()}\n```"
    yield (
        "Who begins is drawn. `playerIndex` in the first status says which player you are, and `turn.player` in every "
        "status whose turn it is: when both are the same number it is yours. Here the bot begins; when it is you, send "
        "`PLAYASSISTANTCARD` at once. Colours are counted in the order green, red, yellow, pink, blue: "
        "`studentsEntrance` [3, 1, 2, 0, 1] are three green, one red, two yellow, no pink and one blue student. Move "
        "colours that are there."
    )
    yield (
        "So it goes on: two more students by `MOVETOISLAND` or `MOVETOHALL`, then `MOVEMOTHERNATURE` with "
        "`motherNatureShifts`, then `TAKEFROMCLOUD` with the `index` of a cloud, which ends the turn. Then the bot "
        "plays, and the next round begins with `planning`."
    )
    yield (
        "Whoever breaks off and tries again as Anna comes back to the game that was begun: the answer, then its full "
        "status. For a new game take another username."
    )
    yield "A whole game is in [am28-game.txt](am28-game.txt)."
    yield "## States of a connection"
    yield figure(connection_diagram())
    yield from out_of_place()
    yield "## Steps of a turn"
    yield figure(turn_diagram())
    yield (
        "In the expert game one `PLAYCHARACTERCARD` may come at any moment of the action turn. P03 can end the game. "
        "`CHOOSE` goes on with a character that the same seat has begun in another dialect; until it is finished "
        "nothing else can be done. Nobody takes a cloud when the clouds could not be filled: then the turn ends after "
        "mother nature has moved, in the expert game with `ENDTURN`."
    )
    yield "## From a client"
    for asked in FROM_CLIENT:
        yield from message(asked, examples)
    yield "## From the server"
    for told in FROM_SERVER:
        yield from message(told, examples)
    for form in (FULL, CHANGES, WINNER, ERROR):
        yield f"`CurrentStatus`, {form}:"
        yield example(examples[form])
    yield "## What is in a status"
    for part in PARTS:
        yield from message(part, {})
    yield "## Errors"
    yield (
        "An error has the status and an `errorMessage` for people, and goes to the sender alone. The `errorMessage` "
        "begins with the document's text for the number. Where that leaves something to say, a sentence of the house "
        "follows."
    )
    yield table(
        ("status", "name in the document", "text of the document", "meaning"),
        [
            (str(int(status)), f"`{status.name}`", f"`{TEXTS[status]}`", meaning)
            for status, meaning in MEANINGS.items()
            if status
        ],
    )
    yield "Which refusal of the rules gets which number, where it is not 201:"
    yield table(("status", "refusals"), refusals())
    yield "## What the document leaves open"
    yield OPEN_POINTS.read_text(encoding="utf-8").strip()
    yield "## Where each message is shown"
    yield "Transcripts in `tests/dialects/am28/transcripts`, each played against a real table by the tests."
    yield table(("message", "transcripts"), [(name, some(where)) for name, where in shown.items()])


def some(where: Sequence[str]) -> str:
    """The first few of many."""
    listed = ", ".join(f"`{name}`" for name in where[:MOST_LISTED])
    return listed if len(where) <= MOST_LISTED else f"{listed} and {len(where) - MOST_LISTED} more"


# ---------------------------------------------------------------- messages


def message(kind: type[Message], examples: Mapping[str, str]) -> Iterator[str]:
    name = name_of(kind)
    yield f"### {name}"
    where = kind.SECTION if kind.SECTION == ADDED_HERE else f'document: "{kind.SECTION}"'
    yield f"{(kind.__doc__ or '').strip()} ({where})"
    rows = list(member_rows(kind))
    yield table(("member", "type", "meaning"), rows) if rows else "It has no members."
    if name in examples:
        yield example(examples[name])


def member_rows(kind: type[Message]) -> Iterator[tuple[str, str, str]]:
    info = kinds.type_info(kind)
    assert isinstance(info, kinds.StructType)
    if issubclass(kind, Command):
        yield "`cmd`", f"`{json.dumps(name_of(kind))}`", MEMBERS["Command.cmd"]
    for field in info.fields:
        added = " (added here)" if field.name in kind.ADDED else ""
        optional = "" if field.required else ", may be missing"
        yield f"`{field.name}`{added}", f"{type_words(field.type)}{optional}", meaning(kind, field.name)


def meaning(kind: type[Message], member: str) -> str:
    owner = "Command" if member in Command.__struct_fields__ and issubclass(kind, Command) else kind.__name__
    return MEMBERS[f"{owner}.{member}"]


def type_words(type_: kinds.Type) -> str:
    match type_:
        case kinds.StructType():
            name = type_.cls.__name__
            return f"[{name}](#{name.lower()})"
        case kinds.EnumType():
            return "number"
        case kinds.UnionType():
            return " or ".join(type_words(part) for part in type_.types)
        case kinds.ListType(min_length=int() as length):
            return f"list of {length} numbers"
        case kinds.ListType():
            return f"list of {type_words(type_.item_type)}"
        case kinds.Metadata():
            return type_words(type_.type)
        case kinds.IntType():
            return "number" if type_.ge is None else f"number, {type_.ge} to {type_.le}"
        case kinds.StrType():
            return "text"
        case kinds.BoolType():
            return "true or false"
        case kinds.NoneType():
            return "null"
    raise ValueError(f"no words are known for {type_}")


def example(line: str) -> str:
    return f"```json\n{shortened(line)}\n```" if line.startswith("{") else f"```text\n{line}\n```"


def shortened(line: str, most: int = WIDEST_EXAMPLE) -> str:
    """With blanks as people write them. In a long one, lists show their first elements."""
    value = json.loads(line)
    written = json.dumps(value)
    return written if len(written) <= most else json.dumps(cut(value)).replace('"..."', "...")


def cut(value: Any) -> Any:
    match value:
        case dict():
            return {name: cut(inner) for name, inner in value.items()}
        case [dict() as first, _, _, *_]:
            return [cut(first), "..."]
        case _:
            return value


# ---------------------------------------------------------------- states


def connection_diagram() -> str:
    boxes = {state.value: [name_of(kind) for kind in ALLOWED[state]] for state in State}
    for (state, told), end in LEADS_TO.items():
        if state is end:
            boxes[state.value].append(f"(stays: {told})")
    arrows = [Arrow(state, end, [told]) for (state, told), end in LEADS_TO.items() if state is not end]
    return drawing.row("States of a connection", boxes, arrows)


def turn_diagram() -> str:
    """Characters, which may come anywhere and seldom lead on, are told in words."""
    boxes = {step: [name_of(kind) for kind in allowed] for step, allowed in STEPS.items()}
    found: dict[tuple[str, str], list[str]] = {}
    for (step, kind), ends in NEXT_STEPS.items():
        for end in ends if kind is not PlayCharacterCard else ():
            found.setdefault((step, end), []).append(name_of(kind))
    arrows = [Arrow(start, end, labels) for (start, end), labels in found.items()]
    return drawing.row("Steps of a turn", boxes, arrows)


def out_of_place() -> Iterator[str]:
    yield (
        "A message in its box may come in that state; what the server answers leads on. In `naming` every line is a "
        "username; in `over` a line that is no JSON is one. A command before the game, or `GameParameters` in it, is "
        "answered with 208."
    )


def refusals() -> list[tuple[str, str]]:
    found: dict[Status, list[str]] = {}
    given: dict[str, Status] = {code: explained.status for code, explained in statuses.BY_THE_RULES.items()}
    given |= statuses.CODES_BY_THE_RULES
    for code, status in (*given.items(), *statuses.BY_THE_HOUSE.items()):
        found.setdefault(status, []).append(f"`{code}`")
    return [
        (str(int(status)), ", ".join(dict.fromkeys(sorted(codes))))
        for status, codes in sorted(found.items())
        if status is not Status.ILLEGALARGUMENT
    ]


# ---------------------------------------------------------------- what a line is an example of


def shown_in(line: str, *, from_client: bool) -> list[str]:
    """The names under which a line of a transcript is an example."""
    if not line.startswith("{"):
        return ["Username"] if from_client else []
    try:
        value = msgspec.json.decode(line)
    except msgspec.DecodeError:  # sent to be refused
        return []
    if from_client:
        return [value["cmd"]] if "cmd" in value else ["GameParameters"] if "numPlayers" in value else []
    status = value.get("status")
    if status:
        return [ERROR, str(status)]
    if "userID" in value:
        return ["AddPlayerResponse"]
    if "winner" in value:
        return [CurrentStatus.__name__, WINNER]
    return [CurrentStatus.__name__, FULL if "playerIndex" in value else CHANGES]


def everything_to_show() -> list[str]:
    """Every message in every form, and every error."""
    messages = [name_of(kind) for kind in (*FROM_CLIENT, *FROM_SERVER)]
    return [*messages, FULL, CHANGES, WINNER, *(str(int(status)) for status in Status if status)]
