"""A person at the terminal: shown the table, asked for decisions, listened to."""

from __future__ import annotations

from ludoteca.rules import Game, IllegalAction
from ludoteca.rules.contract import Json

from . import questions
from .hints import hint
from .phrases import phrase
from .questions import Question
from .screen import Left, Screen

HELP = ("?", "h", "help")
TABLE = ("t", "table")
HINT = ("hint",)
QUIT = ("q", "quit", "exit")
BACK = ("x", "back")
YES = ("y", "yes")


class Person:
    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def decide(self, game: Game) -> list[int]:
        """The small decisions of one action."""
        if wants_to_look(game.position()):
            self.screen.say(f"\n{game}\n")
        decisions: list[int] = []
        while not decisions:
            action = self.ask(game, questions.moment(game))
            if action is not None:
                decisions = self.complete(game, action)
        return decisions

    def complete(self, game: Game, action: Json) -> list[int]:
        """Ask for what the action lacks; no decisions if the person goes back."""
        if questions.lacks_character(action):
            return self.use_character(game)
        if questions.lacks_place(action):
            placed = self.ask(game, questions.target(action))
            return game.parse(placed) if placed else []
        return game.parse(action)

    def use_character(self, game: Game) -> list[int]:
        """Which character, then its choices. They are tried on a copy, so that going back costs nothing."""
        trial = game.clone()
        decisions: list[int] = []
        action = self.ask(trial, questions.character(trial))
        while action is not None:
            decisions += trial.perform(action)
            if "unfinished" not in trial.position():
                return decisions
            action = self.ask(trial, questions.choice(trial))
        return []

    def ask(self, game: Game, question: Question) -> Json | None:
        """An action that is legal now, or lacks a part that is asked next; None if the person goes back."""
        self.screen.say(question.text)
        while (line := self.screen.ask()) not in BACK:
            if line in QUIT:
                self.confirm_leaving()
            if line in HELP:
                self.screen.say(f"\n{manual(game.position())}\n")
            if line in TABLE:
                self.screen.say(f"\n{game}\n")
            if line in HINT:
                self.screen.say(f"\n{hint(game)}\n")
            if line in ("", *QUIT, *HELP, *TABLE, *HINT):
                self.screen.say(question.text)
                continue
            action = question.read(line)
            if action is None:
                self.screen.say(question.reproach)
            elif questions.lacks_character(action) or questions.lacks_place(action):
                return action
            else:
                try:
                    game.parse(action)
                except IllegalAction as refusal:
                    self.screen.say(refusal.sentence)
                else:
                    return action
        return None

    def confirm_leaving(self) -> None:
        self.screen.say(phrase("leave.confirm"))
        if self.screen.ask() in YES:
            raise Left


def wants_to_look(position: Json) -> bool:
    """At the beginning of a phase, and when mother nature is to go where the students have gone."""
    return position.get("step", "planning") in ("planning", "mother_nature") or position.get("moved") == 0


def manual(position: Json) -> str:
    students = 4 if position["players"] == 3 else 3
    if position["expert"]:
        return phrase("help", students=students, coins=phrase("help.coins"), expert=phrase("help.expert"))
    return phrase("help", students=students, coins="", expert="")
