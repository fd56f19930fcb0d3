"""Why the house refuses something: a code for programs, a sentence for people. All the words are here."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class Refusal(StrEnum):
    ADVICE_OFF = "advice_off"
    ADVICE_WITH_OTHERS = "advice_with_others"
    ALREADY_SEATED = "already_seated"
    ALREADY_SO = "already_so"
    ASKED_ALREADY = "asked_already"
    ASLEEP = "asleep"
    AWAY = "away"
    BAD_ID = "bad_id"
    BAD_NAME = "bad_name"
    BAD_NONCE = "bad_nonce"
    BAD_OPTIONS = "bad_options"
    BAD_SECRET = "bad_secret"
    BAD_TOKEN = "bad_token"
    CANNOT_BE_ASKED = "cannot_be_asked"
    CHAT_FULL = "chat_full"
    CHAT_TEXT = "chat_text"
    CHAT_TOO_FAST = "chat_too_fast"
    CHOOSING = "choosing"
    HOUSE_DECIDES = "house_decides"
    ILLEGAL_ACTION = "illegal_action"
    LOOK_MISSING = "look_missing"
    LOOK_TAKEN = "look_taken"
    NAME_TAKEN = "name_taken"
    NO_SUCH_NAME = "no_such_name"
    NOT_ALONE = "not_alone"
    NOT_CHOOSING = "not_choosing"
    NOT_DUE = "not_due"
    NOT_FULL = "not_full"
    NOT_HOST = "not_host"
    NOT_OPEN = "not_open"
    NOT_OVER = "not_over"
    NOT_PLAYING = "not_playing"
    NOT_SEATED = "not_seated"
    NOT_SETTLED = "not_settled"
    NOT_YOUR_TURN = "not_your_turn"
    NOTHING_ASKED = "nothing_asked"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    OTHER_RULES = "other_rules"
    PAUSED = "paused"
    REMATCHED = "rematched"
    STALE = "stale"
    STOOD_IN = "stood_in"
    TABLE_CLOSED = "table_closed"
    TABLE_FULL = "table_full"
    TABLE_LONG = "table_long"
    TOO_MANY_SEATED = "too_many_seated"
    WAITED_FOR = "waited_for"
    WRONG_TOKEN = "wrong_token"


SENTENCES = {
    Refusal.ADVICE_OFF: "This table was opened without advice.",
    Refusal.ADVICE_WITH_OTHERS: "There is no advice in a game with other people. After the end a review tells more.",
    Refusal.ALREADY_SEATED: "You sit at this table already.",
    Refusal.ALREADY_SO: "That is so already.",
    Refusal.ASKED_ALREADY: "{name} has asked for something else. That comes first.",
    Refusal.ASLEEP: "Nobody is at the table. The game goes on when somebody returns.",
    Refusal.AWAY: "You are not at the table. Come back first.",
    Refusal.BAD_ID: "The id of an action has at most {most} characters.",
    Refusal.BAD_NAME: "A name has 1 to 20 of the characters A-Z a-z 0-9 . _ - and nothing else.",
    Refusal.BAD_NONCE: "A nonce has at most {most} characters, printable ones of ASCII, and is brought once.",
    Refusal.BAD_OPTIONS: "{field}: {problem}",
    Refusal.BAD_SECRET: "A secret has {least} to {most} characters, all of them printable.",
    Refusal.BAD_TOKEN: "That key is in use at this table, or it is not the SHA-256 of a key. Draw a new one.",
    Refusal.CANNOT_BE_ASKED: "{name} cannot be asked, and so does not agree.",
    Refusal.CHAT_FULL: "{most} lines were said at this table, and it keeps no more. Go on talking at another table.",
    Refusal.CHAT_TEXT: "A line has 1 to {most} characters, all of them printable.",
    Refusal.CHAT_TOO_FAST: "That was too fast. Wait {seconds} s.",
    Refusal.CHOOSING: "Towers and wizards are being chosen. The game starts after that.",
    Refusal.HOUSE_DECIDES: "At this table the house decides what becomes of players who are away.",
    Refusal.ILLEGAL_ACTION: "{sentence}",
    Refusal.LOOK_MISSING: "Choose a {what} first.",
    Refusal.LOOK_TAKEN: "{what} {value} is not free at this table.",
    Refusal.NAME_TAKEN: "Somebody at this table is called {name} already. Take another name.",
    Refusal.NO_SUCH_NAME: "Nobody at this table is called {name}.",
    Refusal.NOT_ALONE: "Others are at the table. Play on, or ask them to end the game.",
    Refusal.NOT_CHOOSING: "It is not yet time to choose tower and wizard.",
    Refusal.NOT_DUE: "It is too early for that.",
    Refusal.NOT_FULL: "{missing} more must sit down first. Ask a bot, or share the code {invitation}.",
    Refusal.NOT_HOST: "Only {host}, who hosts the table, can do that.",
    Refusal.NOT_OPEN: "The game has started.",
    Refusal.NOT_OVER: "The game is not over.",
    Refusal.NOT_PLAYING: "No game is being played at this table.",
    Refusal.NOT_SEATED: "You have no seat at this table.",
    Refusal.NOT_SETTLED: "It is not settled yet how many play. {host} decides that.",
    Refusal.NOT_YOUR_TURN: "It is {name}'s decision.",
    Refusal.NOTHING_ASKED: "There is nothing to answer.",
    Refusal.NOTHING_TO_TAKE_BACK: "You have decided nothing in this turn that could be taken back.",
    Refusal.OTHER_RULES: "That game was played under version {played} of its rules, here is version {here}.",
    Refusal.PAUSED: "The game is paused until somebody else is back.",
    Refusal.REMATCHED: "The rematch is at table {invitation}.",
    Refusal.STALE: "The table has gone on since.",
    Refusal.STOOD_IN: "A stand-in plays for you.",
    Refusal.TABLE_CLOSED: "This table is closed.",
    Refusal.TABLE_FULL: "That table is full. Watch it, or open your own.",
    Refusal.TABLE_LONG: "The log of this table has {entries} entries: no more of that. Play on, or open another.",
    Refusal.TOO_MANY_SEATED: "{seated} sit at this table already, more than {players}.",
    Refusal.WAITED_FOR: "Absent players are waited for. Try again in {seconds} s.",
    Refusal.WRONG_TOKEN: "That is not the key to a seat of this table.",
}


class Refused(Exception):
    """A command that changes nothing. `rule` is the code of the rules when they are the reason."""

    def __init__(self, code: Refusal, /, *, rule: str | None = None, **parameters: Any) -> None:
        self.code = code
        self.rule = rule
        self.parameters = parameters
        self.sentence = SENTENCES[code].format(**parameters)
        super().__init__(f"[{code}] {self.sentence}")
