"""A whole game at the terminal. `python -m tests.terminal.test_practice` writes the golden session anew."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.terminal import practice
from ludoteca.terminal.practice import Practice, Setting

from .keyboard import CTRL_C, Session
from .test_person import typed

GOLDEN = Path(__file__).parent / "golden" / "first_turn.txt"
FIRST_TURN = ["?", "11", "6", "c", "x", "b d", "b", "7", "t", "p 3", "b d", "4", "2", "q", "no"]


class Typist:
    """Types any legal action at every moment of a game, until it is over."""

    def __init__(self, setting: Setting) -> None:
        self.session = Session(self.lines())
        self.practice = Practice(setting, self.session.screen)
        self.chance = random.Random(setting.seed)

    def lines(self) -> Iterator[str]:
        while True:
            yield from typed(self.practice.game, self.chance)[1]


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize(("players", "seat"), [(2, "A"), (2, "B"), (3, "B"), (4, "D")])
def test_a_whole_game_is_played_to_its_end(players: int, seat: str, expert: bool) -> None:
    setting = Setting(players, expert, 5, seat)
    typist = Typist(setting)
    typist.practice.play()
    game, lines = typist.practice.game, typist.session.lines
    assert game.over
    assert lines[0].startswith(f"You are {seat} and build {'white' if seat == 'A' else 'black'} towers")
    assert lines[-3].startswith("You") == ("ABCD".index(seat) in game.winners)
    assert lines[-2].startswith("Towers: white ")
    assert lines[-1] == f"The same game again: python3 run.py practice {setting}"
    assert str(game) in typist.session.text
    assert max(map(len, lines)) <= 100


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    texts = []
    for _ in range(2):
        typist = Typist(Setting(3, True, 11, "C"))
        typist.practice.play()
        texts.append(typist.session.text)
    assert texts[0] == texts[1]


def test_partners_and_opponents_are_named() -> None:
    session = Session([])
    practice.play(Setting(4, False, 1, "C"), session.screen)
    assert session.lines[:2] == ["You are C and build white towers, together with A.", "A, B and D choose at random."]
    session = Session([])
    practice.play(Setting(2, False, 1, "B"), session.screen)
    assert session.lines[:2] == ["You are B and build black towers.", "A chooses at random."]


@pytest.mark.parametrize(
    ("lines", "code"),
    [([], 0), (["1"], 0), (["q", "y"], 0), (["quit", "yes"], 0), ([CTRL_C], 130), (["q", CTRL_C], 130)],
)
def test_leaving_takes_one_line(lines: list[str], code: int) -> None:
    session = Session(lines)
    assert practice.play(Setting(2, False, 7, "B"), session.screen) == code
    assert session.lines[-1] == "You leave the table. Good-bye."


def test_finishing_a_game_is_no_failure() -> None:
    typist = Typist(Setting(2, False, 3, "A"))
    session = Session(list(replayed(typist)))
    assert practice.play(Setting(2, False, 3, "A"), session.screen) == 0
    assert session.text == typist.session.text


def replayed(typist: Typist) -> Iterator[str]:
    """The lines that a typist typed in a game."""
    typist.practice.play()
    return (line.removeprefix("> ") for line in typist.session.lines if line.startswith("> "))


@pytest.mark.parametrize(
    ("winners", "said"),
    [({0}, "You win: "), ({0, 2}, "You and C win: "), ({1}, "B wins: "), ({1, 3}, "B and D win: ")],
)
def test_the_result_is_told_from_your_seat(winners: set[int], said: str) -> None:
    for seed in range(200):
        players = 4 if 3 in winners or 2 in winners else 2
        typist = Typist(Setting(players, False, seed, "A"))
        typist.practice.play()
        if typist.practice.game.winners == winners:
            assert typist.session.lines[-3].startswith(said)
            return
    pytest.fail("no such game was found")


def golden_session() -> str:
    session = Session(FIRST_TURN)
    practice.play(Setting(2, True, 7, "A"), session.screen)
    return session.text


def test_the_golden_session() -> None:
    assert golden_session() == GOLDEN.read_text("utf-8")


if __name__ == "__main__":
    GOLDEN.write_text(golden_session(), "utf-8")
