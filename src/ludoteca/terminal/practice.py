"""A game of Eriantys in the terminal: one person against players who choose at random."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ludoteca import rules
from ludoteca.rules.contract import SEAT_LETTERS, Json
from ludoteca.rules.eriantys.notation import reading
from ludoteca.rules.eriantys.notation.events import Event
from ludoteca.rules.eriantys.text import drawing, words

from .person import Person
from .phrases import phrase
from .screen import Left, Screen
from .story import tell

INTERRUPTED = 130  # what a shell reports of a program that Ctrl-C ended


@dataclass(frozen=True)
class Setting:
    """Which game, and where the person sits."""

    players: int
    expert: bool
    seed: int
    seat: str

    def __str__(self) -> str:
        """As options of the command line."""
        expert = " --expert" if self.expert else ""
        return f"--players {self.players}{expert} --seat {self.seat} --seed {self.seed}"


def play(setting: Setting, screen: Screen) -> int:
    """Play to the end, or until the person leaves. Returns the exit code."""
    try:
        Practice(setting, screen).play()
    except Left:
        screen.say(phrase("leave"))
    except KeyboardInterrupt:
        screen.say(f"\n{phrase('leave')}")
        return INTERRUPTED
    return 0


class Practice:
    def __init__(self, setting: Setting, screen: Screen) -> None:
        self.setting = setting
        self.screen = screen
        self.person = Person(screen)
        self.you = SEAT_LETTERS.index(setting.seat)
        self.chance = random.Random(f"opponents of game {setting.seed}")
        self.happened: list[Event] = []
        self.game = rules.new(
            "eriantys",
            players=setting.players,
            expert=setting.expert,
            seed=setting.seed,
            recorder=self.happened.append,
        )

    def play(self) -> None:
        self.screen.say(self.welcome())
        self.tell(self.game.position())
        while not self.game.over:
            before = self.game.position()
            self.game.apply_all(self.person.decide(self.game) if self.game.seat == self.you else self.choose())
            self.tell(before)
        self.screen.say(f"\n{self.game}\n\n{self.result()}")

    def choose(self) -> list[int]:
        """What one of the other players decides."""
        return [self.chance.choice(self.game.legal_actions())]

    def tell(self, before: Json) -> None:
        for line in tell(self.happened, before, self.you):
            self.screen.say(line)
        self.happened.clear()

    def welcome(self) -> str:
        """Who sits where."""
        position, seat = self.game.position(), self.setting.seat
        side = reading.side_of(position, seat)
        partner = reading.members(position, side).replace(seat, "")
        others = reading.seats(position).replace(seat, "")
        tower = words.text(f"tower.{side}")
        you = phrase("welcome.partner" if partner else "welcome", seat=seat, tower=tower, partner=partner)
        them = phrase("welcome.others.one" if len(others) == 1 else "welcome.others.more", seats=words.listed(others))
        return "\n".join([you, them, phrase("welcome.help")])

    def result(self) -> str:
        """Who won, why, and how to play the game again."""
        position = self.game.position()
        others = [SEAT_LETTERS[seat] for seat in sorted(self.game.winners) if seat != self.you]
        if self.you in self.game.winners:
            key = "end.shared" if others else "end.won"
        else:
            key = "end.lost.one" if len(others) == 1 else "end.lost.more"
        said = phrase(key, others=words.listed(others) if others else "", why=drawing.why(position))
        return "\n".join([said, drawing.comparison(position), phrase("end.again", options=self.setting)])
