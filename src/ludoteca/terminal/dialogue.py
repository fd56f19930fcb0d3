"""A person and one end of a dialect, line by line: what is told, what is asked, what is typed. No sockets, no keyboard.

It is also the text mode for people who do not look at a board: sentences, and for every question what can be typed.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ludoteca.dialects.contract import ClientSide, Question
from ludoteca.dialects.lines import LONGEST_LINE, LineTooLong

WIDTH = 80  # signs in a line
FEW = 12  # choices that are listed with their meaning; of more only the keys are, until somebody asks
HELP, QUIT, AGAIN, TABLE, EVERYTHING = "help", "quit", "again", "t", "help all"
HELP_TEXT = f"""\
Type what you choose and press Enter. Capital letters do not matter.
  {TABLE}          the table as it is
  {HELP}       this text, and what can be typed now
  {HELP} WORD  what a character, a leader or a card does: its name or its number
  {EVERYTHING}   everything that can be typed now, with its meaning
  {AGAIN}      the question once more
  {QUIT}       leave; the seat is kept, the same command brings you back"""

EVERYTHING_TEXT = "Everything that can be typed now:"


@dataclass(frozen=True)
class Prepared:
    """An answer that is known before it is asked for: it is given once, to the question with these words in it."""

    cue: str
    typed: str
    option: str  # why it is known, for a person


class Say(Protocol):
    """Where lines go. Those of a question may be made to stand out, as long as nothing but the words says so."""

    def __call__(self, line: str, question: bool = False) -> None: ...


class Dialogue:
    """`heard` and `typed` give back what is to be sent."""

    def __init__(self, client: ClientSide, say: Say, prepared: Sequence[Prepared] = ()) -> None:
        self._client = client
        self._say = say
        self._prepared = list(prepared)
        self._asked: Question | None = None  # that was put to the person and not answered yet
        self._answered: Question | None = None  # that was answered; what became of it is not known yet
        self._over = False
        self._rest = b""

    @property
    def asked(self) -> bool:
        """Whether something can be typed that answers a question."""
        return self._asked is not None

    @property
    def waited_for(self) -> bool:
        """Whether nothing goes on until it is answered."""
        return self._asked is not None and not self._asked.can_wait

    def fits(self, line: str) -> bool:
        """Whether that is an answer, or one of the words that are always understood."""
        typed = " ".join(line.lower().split())
        if typed in ("", AGAIN, QUIT, TABLE) or typed.split()[0] == HELP or self._asked is None:
            return True
        return self._asked.free is not None or any(choice.key.lower() == typed for choice in self._asked.choices)

    @property
    def over(self) -> bool:
        """Whether the game has an end."""
        return self._client.result is not None

    def begin(self) -> bytes:
        """Before anything has come: a dialect in which the client speaks first asks now."""
        return self._go_on()

    def heard(self, came: bytes) -> bytes:
        """ValueError: that was nothing of this dialect."""
        *lines, self._rest = (self._rest + came).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            raise LineTooLong
        if not lines:  # part of a line says nothing yet
            return b""
        automatic = self._client.receive(b"".join(line + b"\n" for line in lines))
        return automatic + self._go_on(unasked=bool(automatic))

    def typed(self, line: str) -> bytes:
        typed = " ".join(line.split())
        match typed.lower():
            case "":
                return b""
            case word if word == HELP:
                self._help()
                return b""
            case word if word == EVERYTHING:
                self._list_all()
                return b""
            case word if word.startswith(f"{HELP} "):
                self._explain(word.removeprefix(f"{HELP} "))
                return b""
            case word if word == AGAIN:
                self._repeat()
                return b""
            case word if word == TABLE:
                self._tell(self._client.table() or ["There is no table yet."])
                return b""
        question = self._asked or self._answered  # an answer can be changed until something comes of it
        if question is None:
            self._say(f"Nothing is asked of you now. Wait, or type {QUIT}.")
            return b""
        return self._answer(question, typed)

    # ------------------------------------------------------------ what is told and asked

    def _go_on(self, unasked: bool = False) -> bytes:
        """Tell what came, ask what is asked, and give the answers that are known beforehand.

        `unasked`: what came, a ping for one, need not be the answer to what was sent last.
        """
        sent = b""
        while (lines := self._tell_and_ask(unasked)) is not None:
            sent += lines
            unasked = True
        return sent

    def _tell_and_ask(self, unasked: bool) -> bytes | None:
        """None: now it is the person's or the server's turn."""
        told = self._client.told()
        self._tell(told)
        if self.over and not self._over:
            self._say(f"The game is over. Type {QUIT} to leave.")
        self._over = self.over
        question = self._client.question()
        if question is None:
            self._asked = self._answered = None
            return None
        if not told and self._is_answered(question, unasked):
            return None
        self._answered = None
        prepared = next((each for each in self._prepared if each.cue in question.words), None)
        if prepared is not None:
            self._prepared.remove(prepared)
            self._say(f"{question.words} {prepared.typed} (by {prepared.option})")
            return self._answer(question, prepared.typed)
        if told or self._asked is None or not same(question, self._asked):
            self._asked = question
            self._put(question)
        return None

    def _is_answered(self, question: Question, unasked: bool) -> bool:
        """Whether the server has still to say what became of the answer.

        A client whose question is the very same object has heard nothing new about it.
        """
        answered = self._answered
        return answered is not None and (question is answered or (unasked and same(question, answered)))

    def _tell(self, sentences: Sequence[str]) -> None:
        for sentence in sentences:
            for line in wrapped(sentence):
                self._say(line)

    def _put(self, question: Question) -> None:
        for line in wrapped(question.words):
            self._say(line, question=True)
        if question.patterns:
            self._list(question.patterns)
        elif len(question.choices) <= FEW:
            self._list(seen(question))
        else:
            keys = ", ".join(choice.key for choice in question.choices)
            for line in wrapped(f"You can type: {keys}"):
                self._say(line)
            self._say(f"Type {EVERYTHING} for what each of them means.")

    def _list(self, rows: Sequence[tuple[str, str]]) -> None:
        widest = max((len(key) for key, _ in rows), default=0)
        for key, words in rows:
            first, *rest = wrapped(words, WIDTH - widest - 4) or [""]
            self._say(f"  {key.ljust(widest)}  {first}")
            for line in rest:
                self._say(" " * (widest + 4) + line.strip())

    def _repeat(self) -> None:
        if self._asked is None:
            self._say("Nothing is asked of you now.")
        else:
            self._put(self._asked)

    def _help(self) -> None:
        for line in HELP_TEXT.splitlines():
            self._say(line)
        if self._asked is not None:
            self._put(self._asked)

    def _list_all(self) -> None:
        if self._asked is None:
            self._say("Nothing is asked of you now.")
        else:
            self._say(EVERYTHING_TEXT)
            self._list(seen(self._asked))

    def _explain(self, word: str) -> None:
        self._tell(self._client.explained(word) or [f"Nothing here is called {word}. Type {TABLE} for the table."])

    # ------------------------------------------------------------ what is answered

    def _answer(self, question: Question, typed: str) -> bytes:
        chosen = next((choice for choice in question.choices if choice.key.lower() == typed.lower()), None)
        if chosen is not None:
            lines = chosen.lines
        elif question.free is not None:
            lines = question.free(typed)
        else:
            self._say(f"That is not on the list. Type {HELP} for what can be typed.")
            return b""
        if lines:
            self._asked, self._answered = None, question
            return lines
        return self._understood_here(typed)

    def _understood_here(self, typed: str) -> bytes:
        """Nothing was sent: the client has taken it in, or has said what is wrong with it, or it means nothing."""
        before, self._asked = self._asked, None
        told = self._client.told()
        self._tell(told)
        question = self._client.question()
        if not told and before is not None and question is not None and same(question, before):
            self._asked = before
            self._say(f"That means nothing here. Type {HELP} for what can be typed.")
            return b""
        return self._go_on()


def same(one: Question, other: Question) -> bool:
    """Whether a person would take them for the same question."""
    return one.words == other.words and [*seen(one)] == [*seen(other)]


def wrapped(sentence: str, width: int = WIDTH) -> list[str]:
    """At words; what does not begin a sentence is set in."""
    return textwrap.wrap(sentence, width, subsequent_indent="  ", break_on_hyphens=False)


def seen(question: Question) -> Sequence[tuple[str, str]]:
    return [(choice.key, choice.words) for choice in question.choices]
