"""The parts of this dialect's page that are made of the code. `refreshed` puts them where the page has their marks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec import inspect

from ludoteca.dialects.markdown import figure, table

from . import diagram, messages
from .messages import ClientMessage, FromClient, Message, ServerMessage
from .states import TABLE, State, tag

VERSION = "1"  # of what was added here

FROM_CLIENT: tuple[type[FromClient], ...] = ClientMessage.__args__
FROM_SERVER: tuple[type[messages.FromServer], ...] = ServerMessage.__args__

REASON = messages.Reason("not_your_turn", "It is Bob's decision.")
EXAMPLES: dict[type[Message], Message] = {
    type(example): example
    for example in (
        messages.Nickname("Ada@KFMZ2P#open sesame"),
        messages.RegisterNickname("Ada"),
        messages.JoinLobby(),
        messages.AddToLobby(),
        messages.SetNumPlayer(3, 1),
        messages.SetExpertsVariant(True),
        messages.SetAssistantSeed("SEED2"),
        messages.ChooseAssistantCard(4),
        messages.PlayerAnswer("Yes"),
        messages.ChooseStudent("RED"),
        messages.ChooseIsland(11),
        messages.ChooseStepsNumber(2),
        messages.PickCloudTile(0),
        messages.ChooseCharacterCard(1, "GREEN", 2),
        messages.EndTurn(),
        messages.CloseSocket(),
        messages.Ack("KFMZ2P", "Ada"),
        messages.Nack(REASON),
        messages.RenderView(1, "Bob", {"islands": "...", "...": "..."}),
        messages.AskNumPlayer(),
        messages.AskExpertsVariant(),
        messages.AskAssistantSeed(["SEED1", "SEED3", "SEED4"]),
        messages.AskAssistantCard([messages.Card(3, 2), messages.Card(10, 5)]),
        messages.AskDiningRoomMovement(),
        messages.AskMotherNatureMovement(2),
        messages.NotifyInfluenceResult(2, {"Ada": 2, "Bob": 1}, "Ada"),
        messages.AskCloudTile([messages.Cloud(1, ["RED", "YELLOW", "YELLOW"])]),
        messages.AskCharacterChoice(7, "card", ["GREEN", "BLUE"], [], True),
        messages.AskEndTurn(),
        messages.AnnounceResult("Winner", ["Ada"], "rules"),
        messages.MovedToLobby("7WQ4XN", messages.Reason("fewer_players", "You wait at another table.")),
        messages.RemovedFromLobby(messages.Reason("moved", "Your seat has moved to another device.")),
    )
}

# What newView shows, and the objects in it.
VIEW = {
    "islands": ("list of objects", "the groups of islands, clockwise, each as below"),
    "motherNature": ("whole number", "the `islandID` of the group on which she stands"),
    "clouds": ("list of objects", "each as below"),
    "characters": ("list of objects", "the three characters of an expert game, each as below; otherwise empty"),
    "players": ("list of objects", "in the order of joining, each as below"),
    "phase": ("text", "`planning`, `action` or `over`"),
    "step": ("text or null", "in the action phase `students`, `motherNature`, `cloud` or `end`; otherwise null"),
    "studentsMoved": ("whole number or null", "how many of this turn's students are moved; null outside of move 1"),
    "currentPlayer": ("text or null", "nickname of whoever moves; null when the game is over"),
    "firstPlayer": ("text", "nickname of whoever opened the planning phase of this round"),
    "order": ("list of text", "nicknames in the order of play of this phase"),
    "round": ("whole number", "counted from 1"),
    "lastRound": ("true or false", "whether this round is the last one"),
    "cloudsShort": ("true or false", "whether the clouds of this round could not all be filled, so that none is taken"),
    "coins": ("whole number", "the general supply; 0 in a basic game"),
    "bag": ("whole number", "how many students are in the bag"),
    "expert": ("true or false", "whether there are characters and coins"),
    "activeCharacter": (
        "object or null",
        "`{character, colour}` whose effect lasts for this turn, or null; `colour` only with 9",
    ),
    "characterUsed": ("true or false", "whether a character was used in this turn"),
    "unfinished": (
        "object or null",
        "`{character, student, studentsFrom, studentsTo}`: an effect that needs further choices, or null",
    ),
    "draws": ("whole number", "how many words of the draw stream are used (see [Draws](../draws.md))"),
    "paused": ("true or false", "whether the game waits until somebody is back"),
}
ISLAND = {
    "islandID": ("whole number", "its first island clockwise, 0 to 11"),
    "tiles": ("list of whole numbers", "its islands"),
    "students": ("list of text", "colours, one for each student of the group"),
    "tower": ("text or null", "`WHITE`, `BLACK`, `GREY` or null"),
    "numTowers": ("whole number", "one on each island, or none"),
    "noEntryTiles": ("whole number", "how many lie there"),
}
CLOUD = {
    "cloudID": ("whole number", "counted from 0"),
    "students": ("list of text", "colours; empty when it was taken"),
}
CHARACTER = {
    "character": ("whole number", "1 to 12"),
    "cost": ("whole number", "what it costs now"),
    "used": ("true or false", "whether it was ever used"),
    "students": ("list of text", "colours, on 1, 7 and 11"),
    "noEntryTiles": ("whole number", "how many are on it, with 5"),
}
PLAYER = {
    "nickname": ("text", "unique at the table"),
    "tower": ("text", "`WHITE`, `BLACK` or `GREY`; members of a team have the same"),
    "wizard": ("text", "the deck, `SEED1` to `SEED4`"),
    "towersLeft": ("whole number", "of the player, or of the team"),
    "entrance": ("list of text", "colours"),
    "diningRoom": ("object of whole numbers", "how many of each colour"),
    "professors": ("list of text", "colours"),
    "assistants": ("list of whole numbers", "values in hand"),
    "lastAssistant": ("whole number or null", "value played in this round, or null"),
    "coins": ("whole number", "0 in a basic game"),
    "connected": ("true or false", "whether somebody is there"),
    "standIn": ("text or null", "why a stand-in plays (`absent`, `clock`, `resigned`), or null"),
}


# ---------------------------------------------------------------- Markdown


def anchor(kind: type[Message]) -> str:
    return f"[`{tag(kind)}`](#{tag(kind).lower()})"


def type_words(type_: inspect.Type) -> str:
    match type_:
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return "whole number"
        case inspect.StrType():
            return "text"
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType(values=values):
            return " or ".join(f"`{json.dumps(value)}`" for value in values)
        case inspect.ListType(item_type=item):
            return f"list of {type_words(item)}"
        case inspect.DictType(key_type=inspect.StrType(), value_type=inspect.IntType()):
            return "object: a whole number for each nickname"
        case inspect.DictType():
            return "[the view](#the-view)"
        case inspect.UnionType(types=types):
            return " or ".join(map(type_words, types))
        case inspect.StructType(fields=fields):
            return f"object with {', '.join(f'`{field.encode_name}` ({type_words(field.type)})' for field in fields)}"
    raise ValueError(f"no words are known for {type_}")


def members(kind: type[Message]) -> str:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    rows = [
        (f"`{field.encode_name}`", type_words(field.type), "" if field.required else "may be left out")
        for field in info.fields
    ]
    return table(("member", "type", ""), rows) if rows else "No members."


# ---------------------------------------------------------------- the parts


def messages_part() -> Iterator[str]:
    for heading, kinds in (("From the client", FROM_CLIENT), ("From the server", FROM_SERVER)):
        yield f"### {heading}"
        for kind in kinds:
            yield f"#### {tag(kind)}"
            yield f"{kind.section if kind.section == messages.ADDED else f'Document {kind.section}'}. {words(kind)}"
            yield members(kind)
            yield f"```json\n{msgspec.json.encode(EXAMPLES[kind]).decode()}\n```"


def words(kind: type[Message]) -> str:
    """What the code says about a message, as it is written there."""
    return " ".join((kind.__doc__ or "").split())


def view_part() -> Iterator[str]:
    for heading, shown in (
        ("", VIEW),
        ("A group of islands:", ISLAND),
        ("A cloud:", CLOUD),
        ("A character:", CHARACTER),
        ("A player:", PLAYER),
    ):
        if heading:
            yield heading
        rows = [(f"`{name}`", type_, meaning) for name, (type_, meaning) in shown.items()]
        yield table(("member", "type", "meaning"), rows)


def states_part() -> Iterator[str]:
    yield figure(diagram.svg("From the connection to the game", diagram.LOGIN))
    yield figure(diagram.svg("A round", diagram.TURN))
    yield table(("state", "", "question", "what may come, and where it leads"), map(state_row, State))


def state_row(state: State) -> tuple[str, str, str, str]:
    row = TABLE[state]
    led = [f"{anchor(kind)} → {', '.join(ends)}" for kind, ends in row.leads.items()]
    return f"**{state}**", row.words, anchor(row.asks) if row.asks else "", "<br>".join(led)


def session_part(transcript: str) -> Iterator[str]:
    """A transcript of one client as it looks when one types it."""
    lines = ["$ nc localhost 9124"]
    for line in transcript.splitlines():
        if line[:3] in ("A> ", "A< "):
            lines.append(line[1:].replace(', "...": "..."', ", ...").replace('"*"', "..."))
        elif line.startswith("# "):
            lines += ["", line]
    yield "```console\n" + "\n".join(lines) + "\n```"


def evidence_part(shown: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Where each message is shown: `shown` has the names of transcripts and tests by message."""
    rows = [
        (anchor(kind), kind.section, ", ".join(f"`{name}`" for name in shown.get(tag(kind), ())))
        for kind in (*FROM_CLIENT, *FROM_SERVER)
    ]
    yield table(("message", "document", "shown by"), rows)


def version_part() -> Iterator[str]:
    yield f"Version of what was added here: **{VERSION}**."


MARK = re.compile(r"<!-- (\w+) -->.*?<!-- /\1 -->", re.DOTALL)


def refreshed(page: str, parts: Mapping[str, Iterable[str]]) -> str:
    """The page with its marked parts made anew."""
    made = {name: "\n\n".join(part) for name, part in parts.items()}

    def part(found: re.Match[str]) -> str:
        name = found[1]
        return f"<!-- {name} -->\n\n{made[name]}\n\n<!-- /{name} -->"

    return MARK.sub(part, page)


def parts(session: str, shown: Mapping[str, Sequence[str]]) -> dict[str, Iterable[str]]:
    return {
        "version": version_part(),
        "messages": messages_part(),
        "view": view_part(),
        "states": states_part(),
        "session": session_part(session),
        "evidence": evidence_part(shown),
    }
