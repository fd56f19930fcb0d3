"""What can be wrong with a message or a connection, before the house is even asked. All the words are here."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class Problem(StrEnum):
    ADMISSION = "admission"
    BAD_REQUEST = "bad_request"
    CONNECTIONS = "connections"
    DAMAGED = "damaged"
    DRAINING = "draining"
    ENDED = "ended"
    GREET_FIRST = "greet_first"
    GREETED = "greeted"
    IDLE = "idle"
    INTERNAL = "internal"
    KEY_IN_SETTINGS = "key_in_settings"
    KEY_NAME_TAKEN = "key_name_taken"
    KEY_SCOPE = "key_scope"
    LENGTH_REQUIRED = "length_required"
    MALFORMED = "malformed"
    MOVED = "moved"
    MUTED = "muted"
    NO_ADVICE = "no_advice"
    NO_BODY = "no_body"
    NO_BOT = "no_bot"
    NO_KEY = "no_key"
    NO_SUCH_LINE = "no_such_line"
    NO_SUCH_TABLE = "no_such_table"
    NO_WATCHING = "no_watching"
    NO_REVIEW = "no_review"
    NOT_FOUND = "not_found"
    ORIGIN = "origin"
    PROTOCOL = "protocol"
    READ_ONLY = "read_only"
    REFUSED_ADDRESS = "refused_address"
    REPORTS_FULL = "reports_full"
    RESTART = "restart"
    SEATED = "seated"
    SLOW = "slow"
    STILL_PLAYING = "still_playing"
    TABLES = "tables"
    TOO_FAST = "too_fast"
    TOO_FAST_FOR_TOO_LONG = "too_fast_for_too_long"
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    TOO_MANY_GUESSES = "too_many_guesses"
    UNKNOWN_HOST = "unknown_host"
    WATCHING = "watching"
    WRONG_CODE = "wrong_code"
    WRONG_METHOD = "wrong_method"
    WRONG_PASSWORD = "wrong_password"


SENTENCES = {
    Problem.ADMISSION: "This house is private. Give its password or an invitation at its door first.",
    Problem.BAD_REQUEST: "{detail}",
    Problem.CONNECTIONS: "There are too many connections from your address. Close some first.",
    Problem.DAMAGED: "The log of table {code} is damaged at entry {number}. The operator can restore a backup.",
    Problem.DRAINING: "This house is about to close and opens no new tables. Try again later.",
    Problem.ENDED: "The table is no longer kept here.",
    Problem.GREET_FIRST: "The first message must be hello.",
    Problem.GREETED: "You have greeted already.",
    Problem.IDLE: "Nothing was heard from you for too long.",
    Problem.INTERNAL: "Something went wrong here, not with what you sent. It has been written down.",
    Problem.KEY_IN_SETTINGS: "That key is in the server's settings. Set another operator_key there and restart.",
    Problem.KEY_NAME_TAKEN: "There is a key called {name} already. Revoke it first, or choose another name.",
    Problem.KEY_SCOPE: "This key only opens the metrics. Use a key that is for everything.",
    Problem.LENGTH_REQUIRED: "Say in Content-Length how long the body is, and send it whole: chunks are not read here.",
    Problem.MALFORMED: "That is not a message of this protocol: {detail}",
    Problem.MOVED: "Your seat has moved to another device.",
    Problem.MUTED: "The operator of this house has muted you. Ask the operator if you do not know why.",
    Problem.NO_ADVICE: "The house has no advice for that moment. Try again.",
    Problem.NO_BODY: "No body is read at this address. Send the request without one.",
    Problem.NO_BOT: "There is no bot {level} here. There are: {levels}.",
    Problem.NO_KEY: "This needs the operator's key.",
    Problem.NO_SUCH_LINE: "There is no line {line} here any more.",
    Problem.NO_SUCH_TABLE: "There is no table {code}. Check the code.",
    Problem.NO_WATCHING: "Nobody may watch this table. Come with the key of a seat.",
    Problem.NO_REVIEW: "That game cannot be reviewed: {detail}",
    Problem.NOT_FOUND: "There is nothing at this address.",
    Problem.ORIGIN: "Pages of another site may not speak to this house.",
    Problem.PROTOCOL: "This house speaks version {spoken} of the protocol, not {wanted}.",
    Problem.READ_ONLY: "Nothing can be written down at the moment ({detail}). Try again in a while.",
    Problem.REFUSED_ADDRESS: "The operator of this house refuses connections from your address.",
    Problem.REPORTS_FULL: "There are many reports that the operator has not seen yet. Try again later.",
    Problem.RESTART: "The house restarts. Your seat is kept.",
    Problem.SEATED: "You have a seat at this table already.",
    Problem.SLOW: "You read more slowly than things happen. Come back to see where the table is.",
    Problem.STILL_PLAYING: "{name} still plays at {codes}. Close or forget those tables first.",
    Problem.TABLES: "{most} tables have been opened from your address. Finish or close some first.",
    Problem.TOO_FAST: "That was too fast. Wait {seconds} s.",
    Problem.TOO_FAST_FOR_TOO_LONG: "You went on sending although it was too fast.",
    Problem.TOO_LARGE: "That is more than the {most} bytes that one may send.",
    Problem.TOO_MANY: "There are {most} {what} already. Revoke some first.",
    Problem.TOO_MANY_GUESSES: "Too many wrong keys, codes or passwords came from your network. Wait {seconds} s.",
    Problem.UNKNOWN_HOST: "This house is not known by the name {host}. Its operator adds it with --public {host}.",
    Problem.WATCHING: "You have no seat here. Take one first; a device that came to claim one sends its code.",
    Problem.WRONG_CODE: "That code is wrong or too old. Ask for another one at the other device.",
    Problem.WRONG_METHOD: "That cannot be done at this address.",
    Problem.WRONG_PASSWORD: "That password or invitation is wrong, used up or too old. Ask the operator for another.",
}


class Trouble(Exception):
    """A request that cannot be met. `again`: after how many seconds it may be."""

    def __init__(self, code: Problem, /, *, again: float | None = None, **parameters: Any) -> None:
        self.code = code
        self.again = again
        self.parameters = parameters
        self.sentence = SENTENCES[code].format(**parameters)
        super().__init__(f"[{code}] {self.sentence}")
