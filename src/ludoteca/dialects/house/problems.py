"""What can be wrong with a message or a connection, before the house is even asked. All the words are here."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class Problem(StrEnum):
    BAD_REQUEST = "bad_request"
    CONNECTIONS = "connections"
    DRAINING = "draining"
    ENDED = "ended"
    GREET_FIRST = "greet_first"
    GREETED = "greeted"
    IDLE = "idle"
    INTERNAL = "internal"
    MALFORMED = "malformed"
    MOVED = "moved"
    NO_BOT = "no_bot"
    NO_KEY = "no_key"
    NO_SUCH_TABLE = "no_such_table"
    NO_WATCHING = "no_watching"
    NOT_FOUND = "not_found"
    ORIGIN = "origin"
    PROTOCOL = "protocol"
    READ_ONLY = "read_only"
    REFUSED_ADDRESS = "refused_address"
    RESTART = "restart"
    SEATED = "seated"
    SLOW = "slow"
    TABLES = "tables"
    TOO_FAST = "too_fast"
    TOO_FAST_FOR_TOO_LONG = "too_fast_for_too_long"
    TOO_LARGE = "too_large"
    WATCHING = "watching"
    WRONG_CODE = "wrong_code"
    WRONG_METHOD = "wrong_method"


SENTENCES = {
    Problem.BAD_REQUEST: "{detail}",
    Problem.CONNECTIONS: "There are too many connections from your address. Close some first.",
    Problem.DRAINING: "This house is about to close and opens no new tables. Try again later.",
    Problem.ENDED: "The table is no longer kept here.",
    Problem.GREET_FIRST: "The first message must be hello.",
    Problem.GREETED: "You have greeted already.",
    Problem.IDLE: "Nothing was heard from you for too long.",
    Problem.INTERNAL: "Something went wrong here, not with what you sent. It has been written down.",
    Problem.MALFORMED: "That is not a message of this protocol: {detail}",
    Problem.MOVED: "Your seat has moved to another device.",
    Problem.NO_BOT: "There is no bot {level} here. There are: {levels}.",
    Problem.NO_KEY: "This needs the operator's key.",
    Problem.NO_SUCH_TABLE: "There is no table {code}. Check the code.",
    Problem.NO_WATCHING: "Nobody may watch this table. Come with the key of a seat.",
    Problem.NOT_FOUND: "There is nothing at this address.",
    Problem.ORIGIN: "Pages of another site may not speak to this house.",
    Problem.PROTOCOL: "This house speaks version {spoken} of the protocol, not {wanted}.",
    Problem.READ_ONLY: "Nothing can be written down at the moment ({detail}). Try again in a while.",
    Problem.REFUSED_ADDRESS: "The operator of this house refuses connections from your address.",
    Problem.RESTART: "The house restarts. Your seat is kept.",
    Problem.SEATED: "You have a seat at this table already.",
    Problem.SLOW: "You read more slowly than things happen. Come back to see where the table is.",
    Problem.TABLES: "{most} tables have been opened from your address. Finish or close some first.",
    Problem.TOO_FAST: "That was too fast. Wait {seconds} s.",
    Problem.TOO_FAST_FOR_TOO_LONG: "You went on sending although it was too fast.",
    Problem.TOO_LARGE: "That is more than the {most} bytes that one may send.",
    Problem.WATCHING: "You are watching. Take a seat first.",
    Problem.WRONG_CODE: "That code is wrong or too old. Ask for another one at the other device.",
    Problem.WRONG_METHOD: "That cannot be done at this address.",
}


class Trouble(Exception):
    """A request that cannot be met. `again`: after how many seconds it may be."""

    def __init__(self, code: Problem, /, *, again: float | None = None, **parameters: Any) -> None:
        self.code = code
        self.again = again
        self.parameters = parameters
        self.sentence = SENTENCES[code].format(**parameters)
        super().__init__(f"[{code}] {self.sentence}")
