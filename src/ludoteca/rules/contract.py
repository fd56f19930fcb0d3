"""What every game is: the contract between the rules and everything that uses them.

A game is played **decision by decision**. At every moment exactly one seat has to decide (or the game is over); the
legal decisions are small integers; `apply` makes one step. Chance happens inside `apply`, drawn from the game's own
stream, so that a seed and a list of decisions always give the same game:

>>> from ludoteca import rules
>>> game = rules.new("eriantys", players=2, seed=7, first="A")
>>> game.seat, game.over, game.winners
(0, False, frozenset())
>>> game.legal_actions()
[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
>>> game.apply(3)
>>> game.seat
1

**The notation.** What an integer means now, `describe` says in the JSON notation; `parse` is the way back. A
person's action may be several small decisions (swap three students, pay from three stores): `perform` applies it
whole or not at all, and returns the decisions it was made of. A decision that is only a part of a person's action
is described as a `choose`:

>>> game.describe(4)
{'do': 'play_assistant', 'value': 5, 'by': 'B'}
>>> game.parse({"do": "play_assistant", "value": 5})
[4]
>>> game.perform({"do": "play_assistant", "value": 5})
[4]

Every moment has a legal decision until the game is over, and whatever is legal can be finished: there are no dead ends.

**Refusals** carry a code for programs and a sentence for people, and change nothing:

>>> game.perform({"do": "take_cloud", "cloud": 1})
Traceback (most recent call last):
    ...
ludoteca.rules.contract.IllegalAction: [wrong_phase] This is not the moment for that: move your students.
>>> game.apply(86)
Traceback (most recent call last):
    ...
ludoteca.rules.contract.IllegalAction: [illegal_decision] 86 is not one of the legal decisions of this moment.

**Positions.** `position` writes the whole game as JSON, what the coming draws depend on included; `rules.load`
accepts it back, or a partial one, and fills the rest with defaults. Loaded games continue identically:

>>> twin = rules.load(game.position())
>>> twin.position() == game.position()
True
>>> rules.load({"game": "eriantys", "mother_nature": 13})
Traceback (most recent call last):
    ...
ludoteca.rules.contract.InvalidPosition: mother_nature: 13 is not between 1 and 12.

**Secrets.** `view(seat)` is what a seat may see, `view(None)` what everybody may see. `redeal(seat, seed)` is a
game that looks the same to the seat, with everything it cannot see dealt anew, for search that does not cheat. A
view never tells the seed:

>>> "seed" in game.view(0), game.redeal(0, seed=1).view(0) == game.view(0)
(False, True)

**Copies** are cheap and independent:

>>> copy = game.clone()
>>> copy.apply(copy.legal_actions()[0])
>>> copy.position() == game.position()
False

**The recorder** is told what happened, as typed events, after each `apply` or `perform` that succeeded; without one
a game spends nothing on them. `event.told_to(seat)` is what a seat may hear of it, or None:

>>> game.recorder = lambda event: print(type(event).__name__)
>>> game.apply(game.legal_actions()[0])
StudentToDining
ProfessorMoved

**Printing** a game draws the table in text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, Self

from . import compact_json
from .core import Core
from .recorder import SILENT, Recorder

Json = dict[str, Any]
SEAT_LETTERS = "ABCD"
DECISIONS = 256  # small decisions are below this


class IllegalAction(ValueError):
    """An action that the rules refuse. `code` is stable and for programs, `sentence` is for people.

    `parameters` are the values in the sentence, for those who say it in another language.
    """

    def __init__(self, code: str, sentence: str, parameters: Mapping[str, Any] | None = None) -> None:
        super().__init__(f"[{code}] {sentence}")
        self.code = code
        self.sentence = sentence
        self.parameters: Mapping[str, Any] = parameters or {}


class InvalidPosition(ValueError):
    """A position that is not in the notation or breaks the rules. `field` says where: `boards.A.dining`."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}" if field else sentence)
        self.field = field
        self.sentence = sentence


class Event(Protocol):
    """Something that happened at the table."""

    def told_to(self, seat: int | None) -> Event | None:
        """What a seat may hear of it (None: a watcher), or None for nothing."""


Listener = Callable[[Any], None]


class Game(ABC):
    """One game in play. See the module's text for how the methods belong together."""

    name: ClassVar[str]
    rules_version: ClassVar[str]  # rises whenever the same decisions could lead elsewhere than before

    def __init__(self, core: Core) -> None:
        self.core = core
        self._listener: Listener | None = None

    @classmethod
    @abstractmethod
    def new(
        cls,
        *,
        players: int,
        seed: int | str,
        first: int | str | None = None,
        recorder: Listener | None = None,
        **options: Any,
    ) -> Self:
        """A fresh game, its set-up done and told to the recorder. `first` names the first player instead of chance."""

    @classmethod
    @abstractmethod
    def load(cls, position: Mapping[str, Any]) -> Self:
        """The game of a position, complete or partial, or InvalidPosition."""

    @classmethod
    @abstractmethod
    def imagine(cls, view: Mapping[str, Any]) -> Self:
        """A game that a view could be of: equal views give equal games. Its hidden things are not the real ones."""

    # Whose decision, and how it ended

    @property
    @abstractmethod
    def players(self) -> int:
        """How many seats the game has."""

    @property
    def seat(self) -> int:
        """The seat that has to decide, 0 for A; -1 when the game is over."""
        return self.core.seat

    @property
    def over(self) -> bool:
        return self.core.seat < 0

    @property
    def winners(self) -> frozenset[int]:
        """The winning seats: both members of a team, all joint winners. Empty while the game runs."""
        return frozenset(seat for seat in range(self.players) if self.core.winning >> seat & 1)

    # Small decisions

    def legal_actions(self) -> list[int]:
        """The legal decisions of this moment; empty when the game is over."""
        return self.core.legal_actions()

    def apply(self, action: int) -> None:
        """Make one decision."""
        if type(action) is not int or not 0 <= action < DECISIONS or not self.core.apply(action):
            raise illegal_decision(action)
        if self._listener is not None:
            self.tell()

    def clone(self) -> Self:
        """An independent copy that continues identically, without a recorder."""
        return type(self)(self.core.clone())

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Callable[[Mapping[str, Any]], Self], tuple[Json]]:
        """Games are pickled as positions."""
        return type(self).load, (self.position(),)

    # Whole actions in the notation

    def describe(self, action: int) -> Json:
        """A legal decision in the notation, with `by`."""
        if not is_decision(action) or not self.core.allows(action):
            raise illegal_decision(action)
        return self.in_notation(action)

    def describe_to(self, action: int, seat: int | None) -> Json:
        """A legal decision as another seat, or with None a watcher, may hear of it: without what is hidden to it."""
        return self.describe(action)

    @abstractmethod
    def in_notation(self, action: int) -> Json:
        """The description of a decision that is known to be legal."""

    @abstractmethod
    def parse(self, action: Mapping[str, Any]) -> list[int]:
        """The small decisions that a JSON action is made of, or IllegalAction."""

    def perform(self, action: Mapping[str, Any]) -> list[int]:
        """Apply a JSON action, whole or not at all, and return its small decisions."""
        decisions = self.parse(action)
        self.apply_all(decisions)
        return decisions

    def after(self, decisions: Sequence[int]) -> tuple[Self, list[Event]]:
        """A copy in which these decisions were made, all of them legal, and what happened; this one stays as it is."""
        core = self.core.clone()
        recorder = recorder_for_once()
        core.record_to(recorder)
        events: list[Event] = []
        for decision in decisions:
            if not is_decision(decision) or not core.apply(decision):
                raise illegal_decision(decision)
            events += [self.decode(record) for record in recorder.take()]
        core.record_to(SILENT)
        _RECORDERS.append(recorder)
        return type(self)(core), events

    def apply_all(self, decisions: Sequence[int]) -> None:
        """Make several decisions, all or none of them."""
        after = self.core.clone()
        after.record_to(self.core.recorder)
        records: list[tuple[int, ...]] = []
        for decision in decisions:
            legal = is_decision(decision) and after.apply(decision)
            records += after.recorder.take()
            if not legal:
                raise illegal_decision(decision)
        self.core = after
        self.tell(records)

    # Positions and views

    @abstractmethod
    def position(self) -> Json:
        """The complete position. Equal games write equal positions."""

    @abstractmethod
    def view(self, seat: int | None) -> Json:
        """What a seat may see, or, with None, what everybody may see."""

    hides_nothing_from_seats: ClassVar[bool] = False  # every seat sees the same

    def view_json(self, seat: int | None) -> bytes:
        """The view as JSON, for those who send many."""
        return compact_json.write(self.view(seat))

    def legal_json(self) -> bytes:
        """All legal decisions in the notation, as JSON."""
        return compact_json.write([self.in_notation(action) for action in self.legal_actions()])

    @abstractmethod
    def redeal(self, seat: int | None, seed: int) -> Self:
        """A game that the seat cannot tell from this one, with everything it does not know dealt anew."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.position() == other.position()

    __hash__ = None  # type: ignore[assignment]  # games change

    # What happened

    @property
    def recorder(self) -> Listener | None:
        return self._listener

    @recorder.setter
    def recorder(self, listener: Listener | None) -> None:
        self._listener = listener
        recorder = Recorder()
        recorder.on = listener is not None
        self.core.record_to(recorder)

    @abstractmethod
    def decode(self, record: tuple[int, ...]) -> Event:
        """The typed event of one of the engine's records."""

    def tell(self, records: Sequence[tuple[int, ...]] | None = None) -> None:
        """Decode what the engine noted: these records, or those since the last time."""
        listener = self._listener
        if listener is not None:
            for record in self.core.recorder.take() if records is None else records:
                listener(self.decode(record))


_RECORDERS: list[Recorder] = []  # of `Game.after`, all empty: each has 8 KB, and a server asks for one with every move


def recorder_for_once() -> Recorder:
    """A recorder that is on. Threads may ask at the same time: taking one from a list cannot be interrupted."""
    try:
        return _RECORDERS.pop()
    except IndexError:
        recorder = Recorder()
        recorder.on = True
        return recorder


def is_decision(action: object) -> bool:
    return type(action) is int and 0 <= action < DECISIONS


def illegal_decision(action: object) -> IllegalAction:
    shown = action if isinstance(action, int) and abs(action) < 2**63 else type(action).__name__
    sentence = f"{shown} is not one of the legal decisions of this moment."
    return IllegalAction("illegal_decision", sentence, {"action": action})
