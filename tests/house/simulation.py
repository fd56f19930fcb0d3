"""A house under bad weather: seeded runs in which commands are lost, repeated and reordered, connections break, the
house restarts, clocks jump, and everybody does whatever comes to mind.

Everything in a run follows from its seed: `check([seed])` makes it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import msgspec

from ludoteca.house import chat, commands, entries, event_roles, keys, lobby, replays, views
from ludoteca.house.apply import apply_entry, rebuild
from ludoteca.house.commands import Command
from ludoteca.house.decide import BY_THE_HOUSE, Repeated, TableOrigin, decide, open_table
from ludoteca.house.duties import next_duty
from ludoteca.house.entries import Entry, Look, Starts
from ludoteca.house.options import ClockSettings, Options
from ludoteca.house.refusals import Refused
from ludoteca.house.snapshots import restore, snapshot
from ludoteca.house.table import Phase, Table
from ludoteca.house.verification import verify

from ..rules.variants import Variant

VARIANTS = [
    *(Variant("eriantys", players, (("expert", expert),)) for players in (2, 3, 4) for expert in (False, True)),
    *(Variant("masters", players) for players in (1, 2, 3, 4)),
]
MANNERS = [
    BY_THE_HOUSE,
    TableOrigin("group31", Starts.CHOICES),
    TableOrigin("psp24", Starts.FULL),
    TableOrigin("am28", Starts.FULL, settled=False),
]
SECOND = 1000
MOST_STEPS = 4000


def check(seeds: Iterable[int]) -> Counter[str]:
    """Make the runs of these seeds; count what happened in them."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        try:
            seen += Run(seed).play()
        except Exception as error:
            error.add_note(f"in the simulation of the house with seed {seed}")
            raise
    return seen


@dataclass
class Person:
    """Somebody at the table, with a key; `ids` counts his actions."""

    name: str
    key: str
    nonce: str
    connected: bool = True
    ids: int = 0


@dataclass
class Message:
    """A command on its way. The house finds the seat by the key when it arrives."""

    person: Person
    what: type[Command]
    members: dict[str, Any] = field(default_factory=dict)


class Run:
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = Random(seed)
        self.manners = Random(f"manners {seed}")  # chance of its own: of how tables are opened in other dialects
        self.seen: Counter[str] = Counter()
        self.now = 1_700_000_000_000
        self.on_the_way: list[Message] = []
        self.secret = self.chance.randbytes(32)
        self.code = lobby.new_code(self.chance.randbytes(16))
        self.journal: list[bytes] = []
        self.table = Table(self.code, self.secret)
        self.stored = b""  # a snapshot of some moment
        self.chat = chat.Chat()
        self.applied: set[tuple[str, str]] = set()
        self.restless = self.chance.random()  # how bad the weather is
        variant = VARIANTS[seed % len(VARIANTS)]
        bots = self.chance.choice([0, 0, 1, variant.players - 1]) if variant.players > 1 else 0
        self.people = [
            Person(name, f"key of {name} {self.chance.random()}", f"nonce-{self.chance.random()}")
            for name in ("Anna", "Bea", "Carl", "Dora")[: variant.players - bots]
        ]
        self.open(variant, bots)

    # ------------------------------------------------------------ the house

    def open(self, variant: Variant, bots: int) -> None:
        clock = self.chance.choice([None, ClockSettings("move", 40), ClockSettings("game", 300, 10)])
        first = self.chance.choice([None, self.chance.randrange(variant.players)])
        options = Options(variant.game, variant.players, dict(variant.options), first=first, clock=clock)
        self.append(open_table(self.table, options, self.now, self.manners.choice(MANNERS)).entry)
        for person in self.people:
            nonce = person.nonce if self.chance.random() < 0.7 else ""
            self.submit(commands.Sit(person.name, keys.token_of(person.key), nonce, self.some_look(), **self.asked()))
        for number in range(bots):
            self.submit(commands.SitBot(self.table.host, "random", f"bot{number}"))

    def asked(self) -> dict[str, bool]:
        """For what a newcomer's program asks him."""
        return {"chooses": self.manners.random() < 0.4, "consents": self.manners.random() < 0.9}

    def some_look(self) -> Look:
        return Look(wizard=self.chance.choice([None, 1, 2, 3, 4]))

    def submit(self, command: Command) -> None:
        """Decide, write down, unfold; the house may stop before or after it has written."""
        try:
            outcome = decide(self.table, command, self.now)
        except Repeated:
            self.seen["repeated"] += 1
            return
        except Refused as refused:
            self.seen[f"refused {refused.code}"] += 1
            return
        weather = self.chance.random()
        if weather < 0.004:
            self.restart()  # nothing was written
        elif weather < 0.008:
            self.write(outcome.entry)
            self.restart()  # it was written, and nobody was told
        else:
            before = copied(self.table)
            events = self.append(outcome.entry, outcome.prepared)
            self.check_entry(outcome.entry, events, before)

    def append(self, entry: Entry, prepared: Any = None) -> list[Any]:
        self.write(entry)
        return apply_entry(self.table, entry, prepared)

    def write(self, entry: Entry) -> None:
        """What a journal checks: one order, no gap, no id twice, time never backwards."""
        last = entries.decode(self.journal[-1]) if self.journal else None
        assert entry.number == len(self.journal) + 1
        assert last is None or (entry.time >= last.time and entry.previous == entries.digest(last))
        what = entry.what
        if isinstance(what, entries.Acted | entries.TookBack | entries.Asked) and what.id:
            made = (self.table.seats[what.seat].name, what.id)
            assert made not in self.applied, made
            self.applied.add(made)
        self.journal.append(entries.encode(entry))
        kind = type(what).__name__
        why = getattr(what, "why", None) or getattr(what, "by", None)
        self.seen[f"{kind} {why}" if why else kind] += 1

    def restart(self) -> None:
        """All that is left is what was written down, as a log or as a snapshot and the tail of the log."""
        actor = self.table if self.table.number == len(self.journal) else None
        log = [entries.decode(body) for body in self.journal]
        table = rebuild(self.code, self.secret, log)
        if self.stored:
            other = restore(self.stored)
            for entry in log[other.number :]:
                apply_entry(other, entry)
            self.same(table, other)
        if actor is not None:
            self.same(table, actor)
        self.table = table
        self.on_the_way.clear()
        self.now += self.chance.choice([0, SECOND, 3600 * SECOND])
        for person in self.people:
            person.connected = False
        self.seen["restart"] += 1
        self.submit(commands.Interrupt())

    def same(self, table: Table, other: Table) -> None:
        assert table.digest == other.digest
        assert snapshot(table) == snapshot(other)
        for seat in (None, *range(len(table.seats))):
            assert encoded_view(table, seat) == encoded_view(other, seat)

    # ------------------------------------------------------------ what must hold after every entry

    def check_entry(self, entry: Entry, events: list[Any], before: Table) -> None:
        secrets = self.secrets() if self.table.result is None else []
        heard = [
            msgspec.json.encode([views.public_entry(entry), views.told(self.table, events, seat)])
            for seat in (None, *range(len(self.table.seats)))
        ]
        assert not [secret for secret in secrets if any(secret in message for message in heard)]
        if self.chance.random() < 0.2:
            self.check_views(secrets)
        acted = isinstance(entry.what, entries.Acted)
        if acted and not event_roles.revealed(events) and self.chance.random() < 0.2:
            self.check_interference(entry, events, before)
        if self.chance.random() < 0.05:
            self.same(rebuild(self.code, self.secret, map(entries.decode, self.journal)), self.table)
        if self.chance.random() < 0.05:
            self.stored = snapshot(self.table)
            self.same(restore(self.stored), self.table)
        if self.chance.random() < 0.01:
            self.check_export(secrets)

    def secrets(self) -> list[bytes]:
        found = [self.secret.hex()]
        for seat in self.table.seats:
            found += [secret for secret in (seat.nonce, seat.token) if secret]
        if self.table.game is not None:
            found.append(str(self.table.game.position()["seed"]))
        return [secret.encode() for secret in found + [person.key for person in self.people]]

    def check_views(self, secrets: list[bytes]) -> None:
        """A seat sees the same whatever it is that it cannot see."""
        for seat in (None, *range(len(self.table.seats))):
            seen = encoded_view(self.table, seat)
            assert not [secret for secret in secrets if secret in seen]
            if self.table.result is None:
                assert encoded_view(self.in_another_world(self.table, seat), seat) == seen

    def check_interference(self, entry: Entry, events: list[Any], before: Table) -> None:
        """An action that reveals nothing looks the same in every world that a seat cannot tell from this one."""
        for seat in (None, *range(len(self.table.seats))):
            other = self.in_another_world(before, seat)
            other_events = apply_entry(other, entry)
            told = [
                msgspec.json.encode(views.told(t, e, seat)) for t, e in ((self.table, events), (other, other_events))
            ]
            assert told[0] == told[1]
            assert encoded_view(other, seat) == encoded_view(self.table, seat)

    def in_another_world(self, table: Table, seat: int | None) -> Table:
        """A copy of a table with everything else that the seat cannot see: hidden things, secret, keys, nonces."""
        other = copied(table)
        other.secret = self.chance.randbytes(32)
        for sitting in other.seats:
            sitting.nonce = str(self.chance.random())
            sitting.token = None
        if other.game is not None:
            other.game = other.game.redeal(views.player_of(table, seat), self.chance.randrange(2**32))
        return other

    def check_export(self, secrets: list[bytes]) -> None:
        """A running game is exported without anything that a watcher may not see, a finished one can be checked."""
        replay = replays.export(self.code, self.secret, map(entries.decode, self.journal))
        body = replays.write(replay)
        assert replays.read(body) == replay
        assert replay.finished == (self.table.result is not None)
        assert not [secret for secret in secrets if secret in body]
        assert not any(
            person.key.encode() in body or keys.token_of(person.key).encode() in body for person in self.people
        )

    # ------------------------------------------------------------ the world

    def play(self) -> Counter[str]:
        for _ in range(MOST_STEPS):
            if self.table.phase in (Phase.OVER, Phase.CLOSED):
                break
            self.step()
        self.finish()
        return self.seen

    def step(self) -> None:
        if self.table.phase is Phase.OPEN:
            self.before_the_start()
        roll = self.chance.random()
        if roll < 0.03 * self.restless:
            self.jump()
        elif roll < 0.08 * self.restless:
            self.connection_changes()
        elif roll < 0.10 * self.restless:
            self.mischief()
        elif self.table.request is not None and roll < 0.4:
            self.send(self.chance.choice(self.people), commands.Answer, yes=self.chance.random() < 0.7)
        elif roll < 0.9:
            self.somebody_decides()
        for person in self.people:
            if not person.connected and self.chance.random() < 0.01:
                person.connected = True
                self.send(person, commands.Arrive)
        self.deliver()
        self.now += self.chance.choice([0, 20, 300, 2000])
        self.do_duties()
        self.talk()

    def do_duties(self) -> None:
        for _ in range(self.chance.choice([1, 1, 3])):
            duty = next_duty(self.table)
            if duty is not None and (duty.time <= self.now or self.chance.random() < 0.02):
                self.submit(duty.command)
                if self.chance.random() < 0.1:
                    self.submit(duty.command)  # another node's copy

    def before_the_start(self) -> None:
        for person in self.people:
            if self.table.seat_named(person.name) is None and self.chance.random() < 0.5:
                person.connected = True
                self.submit(commands.Sit(person.name, keys.token_of(person.key), person.nonce, Look(), **self.asked()))
        host = self.table.seats[self.table.host] if self.table.players else None
        for person in self.people:
            if host is not None and person.name == host.name and self.chance.random() < 0.6:
                self.send(person, commands.Start)
            elif self.chance.random() < 0.2:
                self.send(person, commands.AddNonce, nonce=person.nonce)
                self.send(person, commands.Dress, look=self.some_look())
        self.on_the_way_to_the_game()
        if self.chance.random() < 0.2:
            person, other = self.chance.choice(self.people), self.chance.choice(self.people)
            named = {"name": other.name}
            choices: list[tuple[type[Command], dict[str, str]]] = [
                (commands.Rise, {}),
                (commands.Remove, named),
                (commands.HandOver, named),
            ]
            what, members = self.chance.choice(choices)
            self.send(person, what, **members)

    def on_the_way_to_the_game(self) -> None:
        """Somebody settles, chooses, confirms, whether it is his to do or not; sometimes fewer shall play."""
        person = self.manners.choice(self.people)
        players = self.table.options.players
        roll = self.manners.random()
        if roll < 0.3:
            fewer = roll < 0.02 and players > 2
            self.send(person, commands.Arrange, players=players - fewer, shrink=fewer)
        elif roll < 0.5:
            self.send(person, commands.Choose)
        elif roll < 0.9:
            self.send(person, commands.Confirm, fill=roll < 0.8)

    def jump(self) -> None:
        """Clocks jump: forward or back, a little or a lot."""
        self.now += self.chance.choice([-3600, -60, -5, 15, 31, 51, 120]) * SECOND
        self.seen["clock jump"] += 1

    def connection_changes(self) -> None:
        person = self.chance.choice(self.people)
        person.connected = not person.connected
        self.send(person, commands.Arrive if person.connected else commands.Depart)

    def mischief(self) -> None:
        person = self.chance.choice(self.people)
        kinds: dict[type[Command], int] = {
            commands.TakeBack: 30,
            commands.AskEnd: 6,
            commands.Answer: 1,
            commands.Resign: 1,
            commands.Rekey: 4,
            commands.Close: 1,
        }
        kind = self.chance.choices(list(kinds), list(kinds.values()))[0]
        if kind is commands.TakeBack:
            self.act(person, commands.TakeBack)
        elif kind is commands.Rekey:
            person.key = f"another key {self.chance.random()}"
            seat = self.table.seat_named(person.name)
            if seat is not None:
                self.submit(commands.Rekey(seat, keys.token_of(person.key)))
        elif kind is commands.Close:
            self.submit(commands.Close(self.chance.choice([0, 1, 2]), "tired"))
        else:
            self.send(person, kind, **({"yes": True} if kind is commands.Answer else {}))

    def somebody_decides(self) -> None:
        """Mostly whoever has to; sometimes something is taken back right after."""
        number = self.table.to_decide
        if number is None or self.table.game is None:
            return
        seat = self.table.seats[number]
        action = self.table.game.describe(self.chance.choice(self.table.game.legal_actions()))
        if not seat.person:
            self.submit(commands.Act(number, action, f"bot {self.table.number}"))
            return
        person = next(person for person in self.people if person.name == seat.name)
        if not person.connected and self.chance.random() < 0.95:
            return
        if not seat.connected:
            self.send(person, commands.Arrive)
        if self.chance.random() < 0.03:
            person = self.chance.choice(self.people)
        self.act(person, commands.TakeBack if self.chance.random() < 0.05 else commands.Act, action)

    def act(self, person: Person, what: type[Command], action: dict[str, Any] | None = None) -> None:
        person.ids += 1
        members: dict[str, Any] = {"id": f"{person.ids}"}
        if what is commands.Act:
            members["action"] = action
        self.send(person, what, **members)

    def send(self, person: Person, what: type[Command], **members: Any) -> None:
        """Lost, once, or more than once."""
        copies = self.chance.choice([0, 1, 1, 2, 3]) if self.chance.random() < 0.3 * self.restless else 1
        self.on_the_way += [Message(person, what, members)] * copies

    def deliver(self) -> None:
        """Mostly in order."""
        while self.on_the_way and self.chance.random() < 0.8:
            place = self.chance.randrange(len(self.on_the_way)) if self.chance.random() < 0.2 * self.restless else 0
            message = self.on_the_way.pop(place)
            try:
                seat = keys.seat_of_key(self.table, message.person.key)
            except Refused:
                self.seen["unknown key"] += 1
                continue
            who = "by" if "by" in message.what.__struct_fields__ else "seat"
            self.submit(message.what(**{who: seat}, **message.members))

    def talk(self) -> None:
        if self.chance.random() < 0.05:
            try:
                chat.add(self.chat, chat.say(self.table, self.chat, self.chance.randrange(4), "well played", self.now))
            except Refused as refused:
                self.seen[f"refused {refused.code}"] += 1

    def finish(self) -> None:
        """After the end: one more rematch, and the whole game is checked."""
        if self.table.phase is Phase.PLAYING:
            self.submit(commands.Close(None, "the run is over"))
        for person in self.people:
            self.send(person, commands.Rematch, code="ABCDEF")
        self.deliver()
        log = [entries.decode(body) for body in self.journal]
        self.same(rebuild(self.code, self.secret, log), self.table)
        self.check_export([])
        if self.table.result is not None:
            report = verify(replays.export(self.code, self.secret, log))
            assert report.passed, report
            self.seen["verified"] += 1


def copied(table: Table) -> Table:
    """A table that can be changed without changing this one."""
    other = copy(table)
    other.seats = [replace(seat, ids=dict(seat.ids)) for seat in table.seats]
    other.clock = replace(table.clock, left=list(table.clock.left))
    other.turn = [copy(moment) for moment in table.turn]
    other.agreed = set(table.agreed)
    other.game = None if table.game is None else table.game.clone()
    return other


def encoded_view(table: Table, seat: int | None) -> bytes:
    return msgspec.json.encode(views.view(table, seat))
