"""What is asked over HTTP, and what is answered: the lobby, replays, rules and the operator's part.

The table of routes is what the server serves, what the client calls and what the documents are made of.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ludoteca.analysis.reports import Review
from ludoteca.house.entries import Look
from ludoteca.house.lobby import Listing
from ludoteca.house.options import Options, Whole
from ludoteca.house.replay_frames import Film
from ludoteca.house.replays import Replay
from ludoteca.house.table import Phase
from ludoteca.house.verification import Check
from ludoteca.house.views import TableView

from .messages import Key, Name
from .operator import OPERATOR_ROUTES, Admitted, Knock
from .route import Route as Route  # noqa: PLC0414 - a part of this module for others

API = "/api"
LONGEST_STEP = 12  # decisions in a step of a lesson


class GameOffered(msgspec.Struct, frozen=True):
    """A game of the house; `players` are the numbers that can play it."""

    name: str
    players: list[int]
    rules_version: str


class BotOffered(msgspec.Struct, frozen=True):
    level: str
    words: str


class House(msgspec.Struct, frozen=True):
    name: str
    version: str
    protocol: int
    games: list[GameOffered]
    bots: list[BotOffered]
    draining: bool
    elsewhere: str | None = None
    private: bool = False
    admitted: bool = True


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who opens a table sits at it first and hosts it. He contributes his nonce once he has seen the commitment."""

    name: Name
    key: Key
    look: Look = Look()


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`seat` is kept for some time until its owner connects. `bots` are levels of bots that sit down at once."""

    options: Options
    seat: Opening | None = None
    bots: Annotated[list[str], msgspec.Meta(max_length=4)] = []


class Opened(msgspec.Struct, frozen=True):
    """`you` is the seat of who opened it."""

    code: str
    commitment: str
    you: int | None


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go on from a moment of a game, for practice. `player` is who one plays as there; null: whose turn it is.

    `bot` is the level of those who take the other seats.
    """

    at: Whole
    seat: Opening
    player: Whole | None = None
    bot: str | None = None


class TableList(msgspec.Struct, frozen=True):
    """Public tables: those that wait for players first, the oldest first."""

    tables: list[Listing]


class Finished(msgspec.Struct, frozen=True):
    code: str
    changed: int
    listing: Listing


class History(msgspec.Struct, frozen=True):
    """Finished public games, the newest first; `after` is what to ask for the next page with."""

    games: list[Finished]
    after: str | None


class Verification(msgspec.Struct, frozen=True):
    code: str
    passed: bool
    checks: list[Check]


class LessonTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody who learns has done in a step, and does now."""

    action: dict[str, Any]
    done: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=LONGEST_STEP)] = []


class LessonMoment(msgspec.Struct, frozen=True):
    """A step of a lesson, as at a table. What is allowed but not taught there is not done: `as_asked` is false then."""

    name: str
    step: int
    steps: int
    view: TableView
    events: list[dict[str, Any]]
    as_asked: bool
    finished: bool


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    why: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Addresses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Addresses or networks, `192.0.2.7` or `2001:db8::/32`, from which nobody may connect."""

    refused: Annotated[list[str], msgspec.Meta(max_length=10_000)]


class Draining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """While draining no new tables are opened; `away` also sends everybody away who is connected, and with `leave` the
    server ends when that is done. Where several servers keep the house open, people go to the others."""

    draining: bool = True
    away: bool = False
    leave: bool = False


class OperatorTable(msgspec.Struct, frozen=True):
    code: str
    phase: Phase
    game: str
    connected: int
    entries: int


class OperatorView(msgspec.Struct, frozen=True):
    draining: bool
    connections: int
    awake: list[OperatorTable]


class Health(msgspec.Struct, frozen=True):
    status: str


class Wrong(msgspec.Struct, frozen=True):
    """Why something was refused: a code for programs, a sentence for people."""

    code: str
    sentence: str
    parameters: dict[str, Any] = {}
    rule: str | None = None


ROUTES = (
    Route(
        "house", "GET", "/api/house", "What this house offers: games, bots, version.", answers=House, at_the_door=True
    ),
    Route(
        "enter_house",
        "POST",
        "/api/door",
        "Come into a private house, with its password or an invitation.",
        asks=Knock,
        answers=Admitted,
        cost=20,
        at_the_door=True,
    ),
    Route("tables", "GET", "/api/tables", "Public tables that wait for players or play.", answers=TableList),
    Route(
        "open_table",
        "POST",
        "/api/tables",
        "Open a table.",
        asks=NewTable,
        answers=Opened,
        cost=5,
        refusals=(409,),
    ),
    Route(
        "table",
        "GET",
        "/api/tables/{code}",
        "A table as everybody may see it.",
        answers=TableView,
        refusals=(403, 404),
    ),
    Route(
        "replay",
        "GET",
        "/api/tables/{code}/replay",
        "The game so far as a file; with the secret and all draws once it is over.",
        answers=Replay,
        refusals=(403, 404, 409),
        cost=5,
    ),
    Route(
        "film",
        "GET",
        "/api/tables/{code}/film",
        "Every moment of the game as a watcher sees it; once it is over with what everybody held.",
        answers=Film,
        refusals=(403, 404, 409),
        cost=5,
    ),
    Route(
        "picture",
        "GET",
        "/api/tables/{code}/picture.png",
        "The table as a watcher sees it, drawn for previews of links.",
        answers="image/png",
        refusals=(403, 404, 409),
        cost=5,
    ),
    Route(
        "review",
        "GET",
        "/api/tables/{code}/review",
        "A finished game looked back at: chances to win, turning points, what would have been better.",
        answers=Review,
        refusals=(403, 404, 409),
        cost=20,
    ),
    Route(
        "fork",
        "POST",
        "/api/tables/{code}/fork",
        "Open a table for practice that begins from a moment of this game. What cannot be seen there is dealt anew.",
        asks=Fork,
        answers=Opened,
        refusals=(403, 404, 409),
        cost=20,
    ),
    Route(
        "history",
        "GET",
        "/api/history",
        "Finished public games.",
        answers=History,
        query=(("after", "what the last page gave"), ("most", "how many, 1 to 100; 20 otherwise")),
    ),
    Route(
        "verify",
        "POST",
        "/api/verify",
        "Check the replay of a finished game: commitment, every draw, every entry.",
        asks=Replay,
        answers=Verification,
        cost=20,
    ),
    Route("rules", "GET", "/api/rules/{game}", "The rules of a game.", answers="text/markdown", refusals=(404,)),
    Route(
        "lesson",
        "GET",
        "/api/lessons/{game}/{step}",
        "A step of the lesson of a game, as it begins. Steps count from 1.",
        answers=LessonMoment,
        refusals=(404,),
    ),
    Route(
        "try_lesson",
        "POST",
        "/api/lessons/{game}/{step}",
        "Do something in a step of a lesson. Nothing is kept: say what was done before.",
        asks=LessonTry,
        answers=LessonMoment,
        refusals=(404, 409),
    ),
    Route("openapi", "GET", "/api/openapi.json", "This description of the HTTP part.", at_the_door=True),
    Route("asyncapi", "GET", "/api/asyncapi.json", "The description of the WebSocket part.", at_the_door=True),
    Route("schema", "GET", "/api/schema.json", "JSON Schema of every message of the WebSocket.", at_the_door=True),
    Route(
        "types",
        "GET",
        "/api/protocol.ts",
        "TypeScript types of everything here.",
        answers="text/plain",
        at_the_door=True,
    ),
    Route(
        "health",
        "GET",
        "/healthz",
        "Whether the server takes newcomers: 503 while it makes way for others, and while nothing can be written.",
        answers=Health,
        cost=0,
        at_the_door=True,
    ),
    Route(
        "alive",
        "GET",
        "/livez",
        "That the server runs, whatever else is wrong.",
        answers=Health,
        cost=0,
        at_the_door=True,
    ),
    Route(
        "metrics",
        "GET",
        "/metrics",
        "Figures for Prometheus.",
        answers="text/plain",
        cost=0,
        refusals=(401,),
        at_the_door=True,
    ),
    Route(
        "operator",
        "GET",
        "/api/operator",
        "What the operator sees.",
        answers=OperatorView,
        operator=True,
        audited=False,
    ),
    Route(
        "close_table",
        "POST",
        "/api/operator/tables/{code}/close",
        "Close a table.",
        asks=Closing,
        answers=Health,
        operator=True,
        refusals=(404, 409),
    ),
    Route(
        "addresses",
        "GET",
        "/api/operator/addresses",
        "Refused addresses.",
        answers=Addresses,
        operator=True,
        audited=False,
    ),
    Route(
        "refuse_addresses",
        "PUT",
        "/api/operator/addresses",
        "Refuse these addresses from now on, and no others.",
        asks=Addresses,
        answers=Addresses,
        operator=True,
    ),
    Route(
        "drain",
        "POST",
        "/api/operator/drain",
        "Begin or end draining.",
        asks=Draining,
        answers=Health,
        operator=True,
    ),
    *OPERATOR_ROUTES,
)

SOCKET = "/api/tables/{code}/socket"  # the WebSocket of a table
