"""The numbers of the document's status codes, and which of them answers which refusal. All the words are here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.rules.eriantys.notation.refusals import Refusal as Rule


class Status(IntEnum):
    """Names and numbers as in the document."""

    OK = 0
    ALREADYLOGGED = 101
    FULL_LOBBY = 102
    GAMESTARTED = 103
    KICKEDOUT = 104
    ILLEGALARGUMENT = 201
    ALREADYPLAYEDAC = 202
    ALREADYPLAYEDCC = 203
    NOTENOUGHCOINS = 204
    FULLHALL = 205
    NOSTUDENTS = 206
    WRONGTURN = 207
    WRONGPHASE = 208


MEANINGS = {
    Status.OK: "All is well.",
    Status.ALREADYLOGGED: "The name is taken: in the room, or by somebody connected in a game.",
    Status.FULL_LOBBY: "There is no seat: four wait already, or the table is full.",
    Status.GAMESTARTED: "The game at that table has started.",
    Status.KICKEDOUT: "The seat is gone: the game is for fewer players, or the table was closed.",
    Status.ILLEGALARGUMENT: "The line is no message, or what it asks for is impossible.",
    Status.ALREADYPLAYEDAC: "The assistant was played already, by oneself or by another this round.",
    Status.ALREADYPLAYEDCC: "A character was used in this turn already.",
    Status.NOTENOUGHCOINS: "The character costs more than one has.",
    Status.FULLHALL: "The table of that colour has ten students.",
    Status.NOSTUDENTS: "The students are not there, or the cloud is empty.",
    Status.WRONGTURN: "It is somebody else's turn, or the index is not one's own.",
    Status.WRONGPHASE: "Not in this phase.",
}


# The texts of the document's enumerations. They belong to the wire: every `errorMessage` begins with the one of its
# number. That of KICKEDOUT is told only to whom it is true of.
TEXTS = {
    Status.ALREADYLOGGED: "Already logged with this name.",
    Status.FULL_LOBBY: "Server has already reached the maximum number of players.",
    Status.GAMESTARTED: "Game has already started.",
    Status.KICKEDOUT: "Host chose to play a game of 2 players, you were the third.",
    Status.ILLEGALARGUMENT: "Please correct parameters",
    Status.ALREADYPLAYEDAC: "You already played this card! Choose another one.",
    Status.ALREADYPLAYEDCC: "You already played a character card! Wait until next turn",
    Status.NOTENOUGHCOINS: "You don't have enough coins to play this card.",
    Status.FULLHALL: "Hall is full.",
    Status.NOSTUDENTS: "Not enough students.",
    Status.WRONGTURN: "You can only play during your turn",
    Status.WRONGPHASE: "You can't do this move on the current phase of the turn",
}


class Explained(NamedTuple):
    """`sentence` says more exactly what is wrong and what to do. It is empty where the document's text says it all."""

    status: Status
    sentence: str = ""

    @property
    def message(self) -> str:
        """What is told: the document's text, then the sentence."""
        if self.status is Status.KICKEDOUT:  # its text tells of one case among several: those have whole sentences
            return self.sentence
        text = TEXTS[self.status]
        if not self.sentence:
            return text
        return f"{text if text.endswith('.') else text + '.'} {self.sentence}"


# Indices count from 0 in this dialect, so the sentences of the rules, which count from 1, do not fit everywhere.
BY_THE_RULES: dict[str, Explained] = {
    Rule.GAME_OVER: Explained(Status.WRONGPHASE, "The game is over."),
    Rule.NOT_YOUR_TURN: Explained(Status.WRONGTURN),
    Rule.UNFINISHED: Explained(Status.WRONGPHASE, "Your character is not finished. Send CHOOSE for its next choice."),
    Rule.NO_SUCH_ASSISTANT: Explained(Status.ILLEGALARGUMENT, "There is no such assistant. Send an index from 0 to 9."),
    Rule.NO_SUCH_ISLAND: Explained(Status.ILLEGALARGUMENT, "There is no such island. They run from 1 to 12."),
    Rule.NO_SUCH_CLOUD: Explained(Status.ILLEGALARGUMENT, "There is no such cloud. They are counted from 0."),
    Rule.NO_SUCH_CHARACTER: Explained(
        Status.ILLEGALARGUMENT, "There is no such character card. Send its index in characterCards, from 0 on."
    ),
    Rule.ASSISTANT_NOT_IN_HAND: Explained(Status.ALREADYPLAYEDAC),
    Rule.ASSISTANT_TAKEN: Explained(Status.ALREADYPLAYEDAC, "Here it was somebody else, in this round."),
    Rule.STUDENT_NOT_IN_ENTRANCE: Explained(Status.NOSTUDENTS, "There is no such student in your entrance."),
    Rule.STUDENT_NOT_ON_CARD: Explained(Status.NOSTUDENTS, "There is no such student on the card."),
    Rule.STUDENT_NOT_IN_DINING: Explained(Status.NOSTUDENTS, "There is no such student in your hall."),
    Rule.TABLE_FULL: Explained(Status.FULLHALL, "Ten students of a colour are the most."),
    Rule.CLOUD_EMPTY: Explained(Status.NOSTUDENTS, "That cloud is empty. Take another one."),
    Rule.CHARACTER_ALREADY_USED: Explained(Status.ALREADYPLAYEDCC),
}
CODES_BY_THE_RULES: dict[str, Status] = {  # the sentence of the rules fits
    Rule.WRONG_PHASE: Status.WRONGPHASE,
    Rule.NOT_ENOUGH_COINS: Status.NOTENOUGHCOINS,
}
BY_THE_HOUSE: dict[Refusal, Status] = {
    Refusal.NAME_TAKEN: Status.ALREADYLOGGED,
    Refusal.ALREADY_SEATED: Status.ALREADYLOGGED,
    Refusal.WRONG_TOKEN: Status.ALREADYLOGGED,
    Refusal.TABLE_FULL: Status.FULL_LOBBY,
    Refusal.NOT_OPEN: Status.GAMESTARTED,
    Refusal.NOT_YOUR_TURN: Status.WRONGTURN,
    Refusal.STOOD_IN: Status.WRONGTURN,
    Refusal.NOT_HOST: Status.WRONGTURN,
    Refusal.NOT_PLAYING: Status.WRONGPHASE,
    Refusal.PAUSED: Status.WRONGPHASE,
    Refusal.ASLEEP: Status.WRONGPHASE,
    Refusal.AWAY: Status.WRONGPHASE,
}
OWN_WORDS: dict[Refusal, str] = {  # where the house speaks of what this dialect does not have, or says it twice
    Refusal.NOT_OPEN: "",
    Refusal.TABLE_FULL: "That table is full. Send your name alone, or with the code of another table.",
    Refusal.WRONG_TOKEN: "That is not the secret of that seat. Send your name with the secret you came with.",
}
BY_THE_SERVER: dict[Problem, Status] = {
    Problem.TABLES: Status.FULL_LOBBY,
    Problem.DRAINING: Status.FULL_LOBBY,
    Problem.MOVED: Status.ALREADYLOGGED,
}

NO_JSON = "A line is a JSON object once you are in: GameParameters, or a Command with its cmd."
NO_USERNAME = (
    "Send your username first, alone in a line: 1 to 20 of the characters A-Z a-z 0-9 . _ -. "
    "Then @CODE of a table and #secret may follow."
)
NO_SECRET = "What follows # is a secret of 8 to 64 printable characters. Send your username again."
NOT_YOURS = "That index is not yours. Leave it out, or send your own."
NOT_STARTED = "The game has not started. Wait for the first status."
STARTED = "The game has started: its parameters are settled."
OVER = "The game is over. Send a username to play again."
NOT_FIRST = "Only the first player, whose userID is 1, chooses number and mode."
NO_MODE = 'gameMode is "simple" or "expert".'
TOO_MANY_BOTS = "There are not so many free seats. Ask for fewer bots."
FULL_ROOM = "Four are waiting already. Come back when their game has started, or name another table by name@CODE."
NO_CHARACTERS = "A simple game has no character cards."
KICKED_OUT = {  # by the userID: how many play is not known to the fourth
    3: f"{TEXTS[Status.KICKEDOUT]} Send a username to wait in a new room.",
    4: "Host chose to play a game of fewer players, you were the fourth. Send a username to wait in a new room.",
}
SEAT_GONE = "Your seat at that table is gone. Send a username to play at another."
CLOSED = "That table was closed. Send a username to play at another."
MOVED = "You go on at another connection. This one ends."


def explain(error: Exception) -> Explained:
    """The dialect's own error for whatever was refused."""
    match error:
        case Refused(code=Refusal.ILLEGAL_ACTION):
            rule = error.rule or ""
            fitting = CODES_BY_THE_RULES.get(rule, Status.ILLEGALARGUMENT)
            return BY_THE_RULES.get(rule, Explained(fitting, error.sentence))
        case Refused():
            status = BY_THE_HOUSE.get(error.code, Status.ILLEGALARGUMENT)
            return Explained(status, OWN_WORDS.get(error.code, error.sentence))
        case Trouble():
            return Explained(BY_THE_SERVER.get(error.code, Status.ILLEGALARGUMENT), error.sentence)
        case _:
            return Explained(Status.ILLEGALARGUMENT, Trouble(Problem.INTERNAL).sentence)


def tables() -> Iterator[tuple[Sequence[str], list[Sequence[str]]]]:
    """For the page: what the numbers mean, and which refusal of the rules and of the house gets which."""
    meanings: list[Sequence[str]] = [
        (str(int(status)), f"`{status.name}`", f"`{TEXTS[status]}`", meaning)
        for status, meaning in MEANINGS.items()
        if status
    ]
    yield ("status", "name in the document", "text of the document", "meaning"), meanings
    found: dict[Status, list[str]] = {}
    given: dict[str, Status] = {code: explained.status for code, explained in BY_THE_RULES.items()}
    for code, status in (*given.items(), *CODES_BY_THE_RULES.items(), *BY_THE_HOUSE.items()):
        found.setdefault(status, []).append(f"`{code}`")
    refusals: list[Sequence[str]] = [
        (str(int(status)), ", ".join(dict.fromkeys(sorted(codes))))
        for status, codes in sorted(found.items())
        if status is not Status.ILLEGALARGUMENT
    ]
    yield ("status", "refusals that are not answered with 201"), refusals
