"""Guessing is slowed down: secrets of seats, codes of devices and tables, the operator's key,
the password of a private house.

Wrong guesses are counted for the network that they come from, at their target and in all. After a few of them the next
one is looked at only after a pause, which grows. A network that has not guessed wrong never waits, so nobody can lock
out the owner of a seat from elsewhere. When a target is guessed at from many networks, each of them waits after its
first wrong guess.

Nor is an owner locked out by a neighbour who guesses from the same network: a key that was right from there before is
no guess and never waits. That is remembered for each target apart, so that nobody gets rid of it elsewhere.

Counts go down with time. They are kept in memory, at each server for itself.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

import structlog

from ludoteca.dialects.house.problems import Problem, Trouble

from .addresses import networks_of

LONGEST_PAUSE = 60.0  # seconds after a wrong guess
AT_ONCE_PAUSE = 1.0  # seconds, for a guess that came while those before it were still being looked at
MANY = 50.0  # wrong guesses at one target, from everywhere: from then on a network has one guess before it waits
MOST_COUNTS = 20_000  # kept at once, of 200 bytes each; the smallest are forgotten first
FORGOTTEN_AT_ONCE = 2_000
MOST_KNOWN = 20_000  # codes of tables that networks have shown to know
MOST_OPENED = 10_000  # targets for which it is known what was right there, of up to 3 kB each
MOST_RIGHT = 16  # at one target: four seats, each from four networks

log = structlog.get_logger()


class Guessed(StrEnum):
    """What is guessed."""

    SECRET = "secret"  # of a seat: typed in a dialect, or the key of a browser
    DEVICE_CODE = "device_code"
    TABLE_CODE = "table_code"
    OPERATOR_KEY = "operator_key"
    PASSWORD = "password"  # of a private house, or an invitation


@dataclass(frozen=True, slots=True)
class Patience:
    """`free` wrong guesses of a network cost no pause, and every `seconds` one of them is forgotten."""

    free: int
    seconds: float

    def times(self, times: int) -> Patience:
        """In a wider network counts are forgotten faster, as more people may be there."""
        return Patience(self.free, self.seconds / times)


# People mistype a secret a few times. A page looks for tables that it remembers and that are gone: that may be many at
# once, in a classroom. One guess in 10 seconds is 3 million a year, for a /48 sixteen times that: how long the codes of
# hidden tables are follows from it (`house/lobby.py`).
AT_A_TARGET = Patience(5, 60.0)
AT_THE_DOOR = Patience(20, 30.0)  # one password for all, and many people of a school type it at the same time
OF_A_NETWORK = {
    Guessed.SECRET: Patience(30, 20.0),
    Guessed.DEVICE_CODE: Patience(20, 20.0),
    Guessed.TABLE_CODE: Patience(40, 10.0),
    Guessed.OPERATOR_KEY: Patience(10, 60.0),
    Guessed.PASSWORD: AT_THE_DOOR,
}
FROM_EVERYWHERE = Patience(0, 5.0)


@dataclass(slots=True)
class Count:
    """Wrong guesses, less those that are forgotten by now; and until when the next one has to wait."""

    wrong: float
    time: float
    until: float = 0.0

    def at(self, now: float, patience: Patience) -> float:
        return max(0.0, self.wrong - max(0.0, now - self.time) / patience.seconds)


Key = tuple[Guessed, str, str]  # what, the target or "" for all of them, the network or "" for all of them


class Guesses:
    """`counted` is told of every wrong guess. `now` are seconds."""

    def __init__(
        self, now: Callable[[], float] = time.monotonic, counted: Callable[[str], None] = lambda kind: None
    ) -> None:
        self._now = now
        self._counted = counted
        self._counts: dict[Key, Count] = {}
        self._under_way: Counter[Key] = Counter()  # guesses that are being looked at
        self._known: dict[tuple[str, str], None] = {}  # network and code, in the order in which they were shown
        self._opened: dict[tuple[Guessed, str], dict[tuple[str, str], None]] = {}  # by target: network and token

    # ------------------------------------------------------------ guesses

    def check(self, what: Guessed, address: str, target: str = "", everywhere: bool = True) -> None:
        """Before a guess is looked at: Trouble while that network has to wait."""
        wait = self.wait(what, address, target, everywhere)
        if wait > 0:
            raise too_early(wait)

    @contextmanager
    def looking(self, what: Guessed, address: str, target: str = "") -> Iterator[None]:
        """The same where it takes a while to find out whether a guess is right: inside, that is waited for, and `wrong`
        is called. Of one network no more are under way than it has guesses left, and one if it has none."""
        self.check(what, address, target)
        now = self._now()
        keys = [
            ((what, at, network), patience_at(what, at), times)
            for network, times in networks_of(address)
            for at in {target, ""}
        ]
        for key, patience, times in keys:
            count = self._counts.get(key)
            wrong = 0.0 if count is None else count.at(now, patience.times(times))
            if self._under_way[key] >= max(1, patience.free * times + 1 - wrong):
                raise too_early(AT_ONCE_PAUSE)
        self._under_way.update(key for key, _, _ in keys)
        try:
            yield
        finally:
            for key, _, _ in keys:
                self._under_way[key] -= 1
                if not self._under_way[key]:
                    del self._under_way[key]

    def wait(self, what: Guessed, address: str, target: str = "", everywhere: bool = True) -> float:
        """For how many seconds that network has to wait; not `everywhere`: because of this target alone."""
        now, wait = self._now(), 0.0
        for network, _ in networks_of(address):
            for at in {target, ""} if everywhere else {target}:
                count = self._counts.get((what, at, network))
                if count is not None:
                    wait = max(wait, count.until - now)
        return min(wait, LONGEST_PAUSE)  # a clock that was put back makes nobody wait longer

    def wrong(self, what: Guessed, address: str, target: str = "", everywhere: bool = True) -> None:
        """A guess was wrong. Not `everywhere`: it was a try at one of several targets."""
        self._counted(what)
        networks = networks_of(address)
        log.info("a wrong guess", guessed=str(what), network=networks[0][0])
        hunted = target != "" and self._add((what, target, ""), FROM_EVERYWHERE, 1).wrong > MANY
        for network, times in networks:
            if target:
                self._pause((what, target, network), patience_at(what, target), times, hunted and times == 1)
            if everywhere or not target:
                self._pause((what, "", network), patience_at(what, ""), times, hunted=False)

    def _pause(self, key: Key, patience: Patience, times: int, hunted: bool) -> None:
        count = self._add(key, patience, times)
        beyond = count.wrong - patience.free * times
        if hunted:
            count.until = self._now() + LONGEST_PAUSE
        elif beyond > 0:
            count.until = self._now() + min(2.0 ** min(beyond / times, 10), LONGEST_PAUSE)

    def _add(self, key: Key, patience: Patience, times: int) -> Count:
        """One more."""
        now = self._now()
        patience = patience.times(times)
        count = self._counts.get(key)
        if count is None:
            if len(self._counts) >= MOST_COUNTS:
                self._forget(now)
            count = self._counts[key] = Count(0.0, now)
        count.wrong = count.at(now, patience) + 1
        count.time = now
        return count

    def _forget(self, now: float) -> None:
        """Those with the smallest counts: whoever makes many new ones does not get rid of a large one by it."""
        smallest = sorted(self._counts, key=lambda key: self._counts[key].at(now, AT_A_TARGET))
        for key in smallest[:FORGOTTEN_AT_ONCE]:
            del self._counts[key]

    # ------------------------------------------------------------ what was right before

    def opened(self, what: Guessed, address: str, target: str, token: str, others: Collection[str | None] = ()) -> None:
        """That token is right, from that network. `others` are right there as well: they are not forgotten for it."""
        right = self._opened.pop((what, target), {})
        self._opened[what, target] = right
        key = networks_of(address)[0][0], token
        right.pop(key, None)
        right[key] = None
        if len(right) > MOST_RIGHT:
            gone = [each for each in right if each[1] not in others]
            same = [each for each in right if each[1] == token]
            del right[next(each for each in (*gone, *same, *right) if each != key)]
        if len(self._opened) > MOST_OPENED:
            del self._opened[next(iter(self._opened))]

    def has_opened(self, what: Guessed, address: str, target: str, token: str) -> bool:
        """Whether that token was right, from that network, before: then it is no guess, even if it is wrong by now."""
        return (networks_of(address)[0][0], token) in self._opened.get((what, target), ())

    # ------------------------------------------------------------ codes of tables

    def knows(self, address: str, code: str) -> bool:
        """Whether a client of that network has come to the table with that code before: then it is no guess."""
        return (networks_of(address)[0][0], code) in self._known

    def met(self, address: str, code: str) -> None:
        """That network has shown that it knows the code."""
        key = networks_of(address)[0][0], code
        self._known.pop(key, None)
        self._known[key] = None
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]


def patience_at(what: Guessed, target: str) -> Patience:
    """For guesses at one target, or with none: at all of them."""
    return AT_A_TARGET if target and what is not Guessed.PASSWORD else OF_A_NETWORK[what]


def too_early(wait: float) -> Trouble:
    return Trouble(Problem.TOO_MANY_GUESSES, again=wait, seconds=round(wait + 0.05, 1))
