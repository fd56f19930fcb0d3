"""The session of a client that speaks the house's own protocol at one table, over any transport."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog

from ludoteca.dialects.house import connection, messages
from ludoteca.dialects.house.messages import FromServer
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.house.states import State
from ludoteca.house import advising, commands, keys, views
from ludoteca.house.chat import JOINER, Line
from ludoteca.house.commands import Command
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase, Table
from ludoteca.server.api.metrics import Metrics
from ludoteca.server.bots.names import bot_command
from ludoteca.server.errors import read_only
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.announcements import Announcement
from ludoteca.server.transport.guesses import Guessed, Guesses
from ludoteca.server.transport.limits import Bucket
from ludoteca.store.contract import StoreError

from . import device_codes

MOST_MUTED = 64
log = structlog.get_logger()

COSTS = {
    messages.Ping: 0,
    messages.Say: 5,
    messages.Move: 5,
    messages.Hint: 20,
    messages.Rematch: 20,
    messages.Report: 20,
}  # of the bucket; anything else costs 1


@dataclass(frozen=True, slots=True)
class MessageTransport:
    """How messages reach the client: `frame` makes the bytes of a message, once for all who get the same."""

    frame: Callable[[bytes], bytes]
    write: Callable[[bytes], None]
    end: Callable[[messages.Goodbye], None]


NOWHERE = MessageTransport(bytes, lambda framed: None, lambda goodbye: None)

Maker = Callable[[Any, int], Command]
Rematching = Callable[[str, TableActor, int], Awaitable[str]]  # by the address, the table and the seat that ask


class HouseSession:
    __slots__ = (
        "_guesses",
        "_levels",
        "_lines",
        "_live",
        "_metrics",
        "_muted",
        "_rematch",
        "_transport",
        "address",
        "claiming",
        "greeted",
        "seat",
    )

    def __init__(
        self,
        actor: TableActor,
        rematch: Rematching,
        levels: tuple[str, ...],
        metrics: Metrics,
        transport: MessageTransport,
        address: str,
        guesses: Guesses,
    ) -> None:
        self.seat: int | None = None
        self.address = address
        self.greeted = False
        self.claiming = False  # has greeted in order to claim a seat, and is not at the table yet
        self._guesses = guesses
        self._live = actor
        self._rematch = rematch
        self._levels = levels
        self._lines: Bucket | None = None  # how fast they come over this connection, once there was one
        self._metrics = metrics
        self._transport = transport
        self._muted: frozenset[str] = frozenset()

    @property
    def state(self) -> State:
        if not self.greeted:
            return State.GREETING
        if self.seat is not None:
            return State.SEATED
        return State.CLAIMING if self.claiming else State.WATCHING

    # ------------------------------------------------------------ to the client

    def hear(self, news: Announcement) -> None:
        self._transport.write(news.encoded("house", self.seat, self._encode_news))

    def _encode_news(self, news: Announcement, seat: int | None) -> bytes:
        return self._transport.frame(entry_json(news, seat))

    def hear_line(self, line: Line) -> None:
        if line.name not in self._muted:
            self.send(messages.Lines(lines=[line]))

    def dismiss(self, why: Problem, again: float | None = None) -> None:
        trouble = Trouble(why)
        self._metrics.dropped.labels(why).inc()
        self.leave()
        self.seat = None  # commands of this client that still wait are refused
        self._transport.end(messages.Goodbye(code=why, sentence=trouble.sentence, again=again))

    def send(self, message: FromServer) -> None:
        self._transport.write(self._transport.frame(connection.encode(message)))

    def leave(self) -> None:
        """The connection is gone, or will be."""
        self._live.leave(self)

    def let_go(self) -> None:
        """The connection is gone. Without its transport session and connection are in no cycle, so that both are
        freed at once, and with them the table, when it sleeps."""
        self._transport = NOWHERE

    # ------------------------------------------------------------ from the client

    def read(self, text: str | bytes) -> messages.ClientMessage:
        return connection.receive(self.state, text)

    def do(self, message: messages.ClientMessage) -> Awaitable[None] | None:
        """Do what the client asks for, and answer. A refusal goes to that client alone and changes nothing.

        A message that is a command of the seat waits in the table's line. For any other the result is to be awaited
        before the next message.
        """
        make = _COMMANDS.get(type(message))
        if make is None:
            return self._do_in_turn(message)
        self._live.ask(partial(self._named, make, message), partial(self._answered, message.id))
        return None

    async def _do_in_turn(self, message: messages.ClientMessage) -> None:
        try:
            await _ANSWERS[type(message)](self, message)
        except Exception as error:  # noqa: BLE001 - every kind is answered, and what nobody expected is logged
            self._explain(message.id, error)

    def _answered(self, client_id: str, answer: int | Exception) -> None:
        if isinstance(answer, int):
            self.send(messages.Done(id=client_id, number=answer))
        else:
            self._explain(client_id, answer)

    def _explain(self, client_id: str, error: Exception) -> None:
        match error:
            case Refused():
                self.refuse(client_id, error.code, error.sentence, error.parameters, error.rule)
                return
            case Trouble():
                trouble = error
            case StoreError():
                trouble = read_only(error)
            case _:
                log.error("a message failed", exc_info=error)
                trouble = Trouble(Problem.INTERNAL)
        self.refuse(client_id, trouble.code, trouble.sentence, trouble.parameters)

    def refuse(
        self, client_id: str, code: str, sentence: str, parameters: dict[str, Any], rule: str | None = None
    ) -> None:
        self._metrics.refusals.labels(code).inc()
        self.send(messages.Refused(id=client_id, code=code, sentence=sentence, parameters=parameters, rule=rule))

    def _named(self, make: Maker, message: messages.ClientMessage) -> Command:
        """The command for the seat that this session has when the command's turn comes."""
        if self.seat is None:
            raise Refused(Refusal.NOT_SEATED)
        command = make(message, self.seat)
        self._pace(command)
        return command

    def _pace(self, command: Command) -> None:
        self._live.paces.need_for_change(self._live.table, command, self.address, self._live.now())

    async def _submit(self, message: messages.ClientMessage, make: Maker) -> None:
        number = await self._live.submit(partial(self._named, make, message))
        self.send(messages.Done(id=message.id, number=number))

    async def hello(self, message: messages.Hello) -> None:
        if message.protocol != messages.PROTOCOL:
            raise Trouble(Problem.PROTOCOL, spoken=messages.PROTOCOL, wanted=message.protocol)
        actor = self._live
        if message.key is None and message.claiming:
            self.greeted = self.claiming = True
            self.send(messages.Done(id=message.id))
            return
        if message.key is None:
            self._check_watching()
            await actor.open_delayed()
        while True:
            seat = None if message.key is None else self._seat_of_key(message.key)
            number = actor.seen_by(seat).number
            missed = await actor.missed(seat, message.seen)
            if actor.seen_by(seat).number == number:  # nothing came in between
                break
        if seat is None:
            self._check_watching()  # the game may have started in between
        else:
            actor.paces.need_for_return(actor.table, self.address, actor.now())
        self.seat = seat
        self.greeted = True
        lines = [line for line in actor.lines_known_to(seat) if line.number > message.heard]
        self.send(messages.Welcome(view=views.view(actor.seen_by(seat), seat), missed=missed, lines=lines))
        actor.join(self)
        await actor.presence.noted(self)  # what he asks for next is asked by somebody who is there

    def _check_watching(self) -> None:
        table = self._live.table
        if not table.options.watching and table.phase is not Phase.OPEN:
            raise Trouble(Problem.NO_WATCHING)

    def _seat_of_key(self, key: str) -> int:
        """A secret that was typed in a dialect is a key as well: here it is as hard to guess as there. Other keys are
        drawn by a browser; guessing those at other tables as well leads nowhere, so they count at their table alone."""
        table, guesses = self._live.table, self._guesses
        known = guesses.has_opened(Guessed.SECRET, self.address, table.code, keys.token_of(key))
        typed = any(keys.is_secret_of(seat.name, key) for seat in table.seats)
        if not known:
            guesses.check(Guessed.SECRET, self.address, table.code, everywhere=typed)
        try:
            seat = keys.seat_of_key(table, key)
        except Refused:
            if not known:
                guesses.wrong(Guessed.SECRET, self.address, table.code, everywhere=typed)
            raise
        self._has_opened(key)
        return seat

    def _has_opened(self, key: str) -> None:
        """The key opens a seat."""
        table = self._live.table
        tokens = {seat.token for seat in table.seats}
        self._guesses.opened(Guessed.SECRET, self.address, table.code, keys.token_of(key), tokens)

    async def sit(self, message: messages.Sit) -> None:
        """Whether a key opens a seat of the table must not be found out here faster than by greeting with it."""
        table = self._live.table
        if any(seat.name != message.name and keys.is_secret_of(seat.name, message.key) for seat in table.seats):
            raise Refused(Refusal.BAD_TOKEN)  # right or wrong
        if table.seat_named(message.name) is not None:
            with suppress(Refused):  # what follows says why nobody sits down
                self._seat_of_key(message.key)
        command = commands.Sit(message.name, keys.token_of(message.key), message.nonce, message.look)
        self._pace(command)
        number = await self._live.submit(command, sitting=self)
        self._has_opened(message.key)
        self.send(messages.Done(id=message.id, number=number))

    async def claim(self, message: messages.Claim) -> None:
        actor = self._live
        with self._guesses.looking(Guessed.DEVICE_CODE, self.address, actor.code):
            found = await device_codes.find(actor.context, actor.table, message.code)
            if found is None:
                self._guesses.wrong(Guessed.DEVICE_CODE, self.address, actor.code)
                raise Trouble(Problem.WRONG_CODE)
        number = await actor.submit(partial(self._claim_command, *found, message), sitting=self)
        self._has_opened(message.key)
        self.claiming = False
        self.send(messages.Welcome(view=views.view(actor.table, self.seat), missed=None))
        self.send(messages.Done(id=message.id, number=number))
        await actor.presence.noted(self)
        await device_codes.forget(actor.context.store, actor.code, found[0])

    def _claim_command(self, name: str, kept: keys.DeviceCode, message: messages.Claim) -> Command:
        """Whoever claims second has a code that goes with the key before."""
        table = self._live.table
        seat = table.seat_named(name)
        if seat is None or not keys.is_device_code(table, seat, kept, message.code, self._live.context.now()):
            raise Trouble(Problem.WRONG_CODE)
        return commands.Rekey(seat, keys.token_of(message.key))

    async def move(self, message: messages.Move) -> None:
        if self.seat is not None:
            code, until = await device_codes.ask(self._live.context, self._live.table, self.seat)
            self.send(messages.Moving(id=message.id, code=code, until=until))

    async def ping(self, message: messages.Ping) -> None:
        self.send(messages.Pong(id=message.id, time=self._live.now()))

    async def sit_bot(self, message: messages.SitBot) -> None:
        await self._submit(
            message, lambda _, seat: bot_command(self._live.table, seat, message.level, message.name, self._levels)
        )

    async def rise(self, message: messages.Rise) -> None:
        await self._submit(message, lambda _, seat: commands.Rise(seat))

    async def hint(self, message: messages.Hint) -> None:
        """The advice is sent when it is there; the table and the other messages of this client do not wait for it."""
        if self.seat is not None:
            advising.need_advice(self._live.table, self.seat)
            task = asyncio.create_task(self._advise(message.id, self._live.table, self.seat))
            _TASKS.add(task)
            task.add_done_callback(_TASKS.discard)

    async def _advise(self, client_id: str, table: Table, seat: int) -> None:
        number = table.number
        try:
            found = await self._live.context.advise(table, seat, self.address)
        except Exception as error:  # noqa: BLE001 - every kind is answered, and what nobody expected is logged
            self._explain(client_id, error)
        else:
            self.send(
                messages.Advice(
                    id=client_id, number=number, player=found.player, chances=found.chances, best=found.best
                )
            )

    async def rematch(self, message: messages.Rematch) -> None:
        if self.seat is not None:
            await self._rematch(self.address, self._live, self.seat)
            self.send(messages.Done(id=message.id))

    async def say(self, message: messages.Say) -> None:
        actor = self._live
        actor.context.check_speaker(self._name, self.address)
        before = actor.talk.number
        actor.paces.need_for_line(self.address, actor.now(), self._lines)
        line = await actor.say(self, message.text, message.id)
        if line.number > before:  # otherwise it was said before
            self._lines = actor.paces.said(self.address, actor.now(), self._lines)
        self.send(messages.Done(id=message.id))

    async def mute(self, message: messages.Mute) -> None:
        if not message.muted:
            self._muted -= {message.name}
        elif len(self._muted) < MOST_MUTED:
            self._muted |= {message.name}
        self.send(messages.Done(id=message.id))

    async def report(self, message: messages.Report) -> None:
        actor = self._live
        name = message.name or ""
        if not JOINER.sub("", message.reason).isprintable():  # lists of reports have a line for it, and no more
            raise Trouble(Problem.BAD_REQUEST, detail="A reason is one line of printable characters.")
        if message.line is not None:
            line = next((each for each in actor.lines_known_to(self.seat) if each.number == message.line), None)
            if line is None:
                raise Trouble(Problem.NO_SUCH_LINE, line=message.line)
            name = line.name
        elif actor.seen_by(self.seat).seat_named(name) is None:
            raise Refused(Refusal.NO_SUCH_NAME, name=name)
        await actor.context.report(actor.code, self._name, name, message.line, message.reason, self.address)
        self.send(messages.Done(id=message.id))

    @property
    def _name(self) -> str:
        """The name at the seat; empty for a watcher."""
        return "" if self.seat is None else self._live.table.seats[self.seat].name


_TASKS: set[asyncio.Task[None]] = set()  # so that they are not collected while they run

_ANSWERS: dict[type, Callable[[HouseSession, Any], Awaitable[None]]] = {
    messages.Hello: HouseSession.hello,
    messages.Sit: HouseSession.sit,
    messages.Claim: HouseSession.claim,
    messages.Move: HouseSession.move,
    messages.Ping: HouseSession.ping,
    messages.SitBot: HouseSession.sit_bot,
    messages.Rise: HouseSession.rise,
    messages.Hint: HouseSession.hint,
    messages.Rematch: HouseSession.rematch,
    messages.Say: HouseSession.say,
    messages.Mute: HouseSession.mute,
    messages.Report: HouseSession.report,
}

# Messages that are a command of the seat and nothing else.
_COMMANDS: dict[type, Maker] = {
    messages.Contribute: lambda message, seat: commands.AddNonce(seat, message.nonce),
    messages.Dress: lambda message, seat: commands.Dress(seat, message.look),
    messages.Remove: lambda message, seat: commands.Remove(seat, message.name),
    messages.HandOver: lambda message, seat: commands.HandOver(seat, message.name),
    messages.Start: lambda message, seat: commands.Start(seat),
    messages.Close: lambda message, seat: commands.Close(seat, "host"),
    messages.Arrange: lambda message, seat: commands.Arrange(seat, absence=message.absence),
    messages.Act: lambda message, seat: commands.Act(seat, message.action, message.id),
    messages.TakeBack: lambda message, seat: commands.TakeBack(seat, message.to, message.id),
    messages.AskEnd: lambda message, seat: commands.AskEnd(seat),
    messages.Answer: lambda message, seat: commands.Answer(seat, message.yes, message.to),
    messages.Resign: lambda message, seat: commands.Resign(seat),
    messages.CallStandIn: lambda message, seat: commands.CallStandIn(seat, message.name),
    messages.ClaimWin: lambda message, seat: commands.ClaimWin(seat),
}


def entry_json(news: Announcement, seat: int | None) -> bytes:
    """`messages.Entry` of it, put together from parts that are JSON already."""
    entry = news.entry
    return b'{"type":"entry","entry":{"number":%d,"time":%d,"what":%b,"events":%b},"view":%b}' % (
        entry.number,
        entry.time,
        news.what_json(),
        news.audience_events.json(seat),
        news.view_json(seat),
    )
