"""A person and a client's end: what is told, asked, typed and sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ludoteca.dialects.contract import Choice, Question
from ludoteca.dialects.lines import LONGEST_LINE, LineTooLong
from ludoteca.terminal.dialogue import EVERYTHING_TEXT, FEW, HELP_TEXT, WIDTH, Dialogue, Prepared


class Toy:
    """A dialect of lines: `tell words`, `ask words key...`, `free words`, `ping`, `over names`."""

    def __init__(self) -> None:
        self._told: list[str] = []
        self._question: Question | None = None
        self._result: Sequence[str] | None = None
        self.heard: list[str] = []

    def receive(self, data: bytes) -> bytes:
        answer = b""
        for line in data.decode().splitlines():
            self.heard.append(line)
            kind, _, rest = line.partition(" ")
            match kind:
                case "tell":
                    self._told.append(rest)
                case "ask" | "perhaps":
                    words, *keys = rest.split()
                    choices = [Choice(key, f"the {key}", f"chose {key}\n".encode()) for key in keys]
                    self._question = Question(words, choices, can_wait=kind == "perhaps")
                case "free":
                    self._question = Question(rest, free=self._free)
                case "wait":
                    self._question = None
                case "ping":
                    answer += b"pong\n"
                case "over":
                    self._result, self._question = rest.split(), None
                case _:
                    raise ValueError(line)
        return answer

    def _free(self, typed: str) -> bytes:
        match typed:
            case "here":
                self._question = Question("Next", [Choice("y", "yes", b"yes\n")])
                return b""
            case "wrong":
                self._told.append("That is wrong.")
                return b""
            case "nothing":
                return b""
        return f"said {typed}\n".encode()

    @property
    def game(self) -> dict[str, Any] | None:
        return None

    @property
    def result(self) -> Sequence[str] | None:
        return self._result

    def told(self) -> list[str]:
        told, self._told = self._told, []
        return told

    def table(self) -> list[str]:
        return ["The table."]

    def explained(self, word: str) -> list[str]:
        return ["A monk prays. " * 9] if word == "monk" else []

    def question(self) -> Question | None:
        return None if self._question is None else Question(**{n: getattr(self._question, n) for n in MEMBERS})


MEMBERS = ("words", "choices", "free", "can_wait", "patterns")


class Shown(list[str]):
    """What a person sees; questions are marked."""

    def __call__(self, line: str, question: bool = False) -> None:
        self.append(f"? {line}" if question else line)

    def taken(self) -> list[str]:
        taken = list(self)
        self.clear()
        return taken


def begun(*came: str, prepared: Sequence[Prepared] = ()) -> tuple[Dialogue, Shown]:
    shown = Shown()
    dialogue = Dialogue(Toy(), shown, prepared)
    assert dialogue.begin() == b""
    for line in came:
        assert dialogue.heard(f"{line}\n".encode()) == b""
    return dialogue, shown


# ---------------------------------------------------------------- asked and answered


def test_a_question_with_its_choices() -> None:
    dialogue, shown = begun("tell It is your turn.", "ask Which? a bc")
    assert shown.taken() == ["It is your turn.", "? Which?", "  a   the a", "  bc  the bc"]
    assert dialogue.typed("  BC ") == b"chose bc\n"
    assert not dialogue.asked
    assert shown.taken() == []


def test_of_many_choices_only_the_keys_are_listed() -> None:
    keys = [f"k{number}" for number in range(FEW + 20)]
    dialogue, shown = begun(f"ask Which? {' '.join(keys)}")
    said = shown.taken()
    assert said[0] == "? Which?"
    assert " ".join(line.strip() for line in said[1:-1]) == f"You can type: {', '.join(keys)}"
    assert said[-1] == "Type help all for what each of them means."
    dialogue.typed("help")
    assert shown.taken() == [*HELP_TEXT.splitlines(), *said]
    dialogue.typed("help all")
    assert shown.taken() == [EVERYTHING_TEXT, *(f"  {key.ljust(3)}  the {key}" for key in keys)]


def test_what_is_not_on_the_list() -> None:
    dialogue, shown = begun("ask Which? a")
    shown.taken()
    assert dialogue.typed("b") == b""
    assert shown.taken() == ["That is not on the list. Type help for what can be typed."]
    assert dialogue.asked


def test_nothing_is_asked() -> None:
    dialogue, shown = begun()
    assert dialogue.typed("a") == b""
    assert dialogue.typed("again") == b""
    assert dialogue.typed("  ") == b""
    assert shown.taken() == ["Nothing is asked of you now. Wait, or type quit.", "Nothing is asked of you now."]
    assert not dialogue.asked
    assert not dialogue.waited_for
    dialogue.typed("help")
    assert shown.taken() == HELP_TEXT.splitlines()


def test_again() -> None:
    dialogue, shown = begun("ask Which? a")
    first = shown.taken()
    dialogue.typed("Again")
    assert shown.taken() == first


def test_the_same_question_is_not_asked_twice_unless_something_was_told() -> None:
    dialogue, shown = begun("ask Which? a")
    shown.taken()
    dialogue.heard(b"ask Which? a\n")
    assert shown.taken() == []
    dialogue.heard(b"tell Somebody came.\n")
    assert shown.taken() == ["Somebody came.", "? Which?", "  a  the a"]


def test_a_question_is_withdrawn() -> None:
    dialogue, _ = begun("ask Which? a", "wait")
    assert not dialogue.asked


# ---------------------------------------------------------------- waiting for what becomes of an answer


def test_a_ping_is_no_answer() -> None:
    dialogue, shown = begun("ask Which? a")
    dialogue.typed("a")
    shown.taken()
    assert dialogue.heard(b"ping\n") == b"pong\n"
    assert shown.taken() == []
    assert not dialogue.asked


def test_an_answer_can_be_changed_until_something_comes_of_it() -> None:
    dialogue, _ = begun("ask Which? a b")
    assert dialogue.typed("a") == b"chose a\n"
    assert dialogue.typed("b") == b"chose b\n"


@pytest.mark.parametrize("came", ["ask Which? a b", "tell No.", "ping\ntell No."])
def test_then_the_same_may_be_asked_again(came: str) -> None:
    dialogue, shown = begun("ask Which? a b")
    dialogue.typed("a")
    shown.taken()
    dialogue.heard(f"{came}\n".encode())
    assert "? Which?" in shown.taken()
    assert dialogue.asked


def test_part_of_a_line_says_nothing() -> None:
    dialogue, shown = begun("ask Which? a")
    dialogue.typed("a")
    shown.taken()
    assert dialogue.heard(b"ask Whi") == b""
    assert not dialogue.asked
    dialogue.heard(b"ch? a\n")
    assert dialogue.asked


def test_what_is_nothing_of_the_dialect() -> None:
    dialogue, _ = begun()
    with pytest.raises(ValueError, match="Bad Request"):
        dialogue.heard(b"HTTP/1.1 400 Bad Request\r\n")
    with pytest.raises(LineTooLong):
        dialogue.heard(b"x" * (LONGEST_LINE + 1))


# ---------------------------------------------------------------- texts


def test_a_text_of_ones_own() -> None:
    dialogue, _ = begun("free Name?")
    assert dialogue.fits("Ada Byron")
    assert dialogue.typed(" Ada  Byron ") == b"said Ada Byron\n"


def test_a_text_that_the_client_takes_in_itself() -> None:
    dialogue, shown = begun("free Name?")
    assert dialogue.typed("here") == b""
    assert shown.taken() == ["? Name?", "? Next", "  y  yes"]
    assert dialogue.typed("y") == b"yes\n"


def test_a_text_that_is_wrong_or_means_nothing() -> None:
    dialogue, shown = begun("free Name?")
    assert dialogue.typed("wrong") == b""
    assert dialogue.typed("nothing") == b""
    assert shown.taken() == [
        "? Name?",
        "That is wrong.",
        "? Name?",
        "That means nothing here. Type help for what can be typed.",
    ]
    assert dialogue.asked


# ---------------------------------------------------------------- prepared answers


def test_an_answer_that_was_given_beforehand() -> None:
    prepared = [Prepared("Name", "Ada", "--name"), Prepared("many", "3", "--players")]
    dialogue, shown = begun(prepared=prepared)
    assert dialogue.heard(b"free Name?\n") == b"said Ada\n"
    assert shown.taken() == ["Name? Ada (by --name)"]
    assert dialogue.heard(b"ask many? 2 3\n") == b"chose 3\n"
    assert shown.taken() == ["many? 3 (by --players)"]
    assert dialogue.heard(b"free Name?\n") == b"", "it is given once"
    assert shown.taken() == ["? Name?"]


def test_a_prepared_answer_leads_to_the_next_question() -> None:
    dialogue, shown = begun(prepared=[Prepared("Name", "here", "--name"), Prepared("Next", "y", "--yes")])
    assert dialogue.heard(b"free Name?\n") == b"yes\n"
    assert shown.taken() == ["Name? here (by --name)", "Next y (by --yes)"]


def test_a_prepared_answer_that_is_not_on_the_list_is_left_to_the_person() -> None:
    dialogue, shown = begun(prepared=[Prepared("many", "5", "--players")])
    assert dialogue.heard(b"ask many? 2 3\n") == b""
    assert shown.taken()[-3:] == ["? many?", "  2  the 2", "  3  the 3"]
    assert dialogue.typed("2") == b"chose 2\n"


# ---------------------------------------------------------------- questions that can wait, and the end


def test_a_question_that_can_wait() -> None:
    dialogue, _ = begun("perhaps More? x")
    assert dialogue.asked
    assert not dialogue.waited_for
    assert dialogue.fits("X")
    assert dialogue.fits("help")
    assert not dialogue.fits("y")
    dialogue.heard(b"ask Which? y\n")
    assert dialogue.waited_for


def test_the_end_is_said_once() -> None:
    dialogue, shown = begun("over Ada", "tell Bob has left.")
    assert dialogue.over
    assert shown.taken() == ["The game is over. Type quit to leave.", "Bob has left."]


def test_the_table_is_told_whenever_it_is_asked_for() -> None:
    dialogue, shown = begun("ask Which? a b")
    shown.taken()
    assert dialogue.typed("T") == b""
    assert shown.taken() == ["The table."]


def test_a_word_is_explained_and_wrapped_at_words() -> None:
    dialogue, shown = begun("ask Which? a b")
    shown.taken()
    dialogue.typed("help Monk")
    said = shown.taken()
    assert len(said) > 1
    assert all(len(line) <= WIDTH for line in said)
    assert " ".join(line.strip() for line in said) == ("A monk prays. " * 9).strip()
    dialogue.typed("help nun")
    assert shown.taken() == ["Nothing here is called nun. Type t for the table."]


def test_patterns_are_shown_instead_of_many_choices_until_all_are_asked_for() -> None:
    toy = Toy()
    shown = Shown()
    dialogue = Dialogue(toy, shown)
    choices = [Choice(f"r {place}", f"to {place}", b"") for place in range(40)]
    toy._question = Question("Where to?", choices, patterns=[("r 5", "a colour and a place")])
    dialogue.begin()
    assert shown.taken() == ["? Where to?", "  r 5  a colour and a place"]
    dialogue.typed("help all")
    assert len(shown.taken()) == 41
