"""Somebody who speaks the house's own protocol at one table, over whatever carries the messages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog

from ludoteca.dialects.house import connection, messages
from ludoteca.dialects.house.messages import FromServer
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.house.states import State
from ludoteca.house import commands, keys, views
from ludoteca.house.chat import Line
from ludoteca.house.commands import Command
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.store.contract import StoreError

from .bot_names import bot_command
from .live import LiveTable
from .metrics import Metrics
from .news import News
from .read_only import read_only
from .tables import Tables

MOST_MUTED = 64
log = structlog.get_logger()

COSTS = {messages.Ping: 0, messages.Say: 5, messages.Rematch: 20}  # of the bucket; anything else costs 1


@dataclass(frozen=True, slots=True)
class Way:
    """How messages reach the visitor: `frame` makes what travels of a message, once for all who get the same."""

    frame: Callable[[bytes], bytes]
    write: Callable[[bytes], None]
    end: Callable[[messages.Goodbye], None]


Maker = Callable[[Any, int], Command]


class Visitor:
    __slots__ = (
        "_levels",
        "_live",
        "_metrics",
        "_muted",
        "_tables",
        "_way",
        "claiming",
        "greeted",
        "seat",
    )

    def __init__(self, live: LiveTable, tables: Tables, levels: tuple[str, ...], metrics: Metrics, way: Way) -> None:
        self.seat: int | None = None
        self.greeted = False
        self.claiming = False  # has greeted to claim a seat: until then he is not at the table
        self._live = live
        self._tables = tables
        self._levels = levels
        self._metrics = metrics
        self._way = way
        self._muted: frozenset[str] = frozenset()

    @property
    def state(self) -> State:
        if not self.greeted:
            return State.GREETING
        if self.seat is not None:
            return State.SEATED
        return State.CLAIMING if self.claiming else State.WATCHING

    # ------------------------------------------------------------ to the visitor

    def hear(self, news: News) -> None:
        self._way.write(news.encoded("house", self.seat, self._encode_news))

    def _encode_news(self, news: News, seat: int | None) -> bytes:
        return self._way.frame(entry_json(news, seat))

    def hear_line(self, line: Line) -> None:
        if line.name not in self._muted:
            self.send(messages.Lines(lines=[line]))

    def dismiss(self, why: Problem, again: float | None = None) -> None:
        trouble = Trouble(why)
        self._metrics.dropped.labels(why).inc()
        self.leave()
        self.seat = None  # what he has asked for and still waits is not done in anybody's name
        self._way.end(messages.Goodbye(code=why, sentence=trouble.sentence, again=again))

    def send(self, message: FromServer) -> None:
        self._way.write(self._way.frame(connection.encode(message)))

    def leave(self) -> None:
        """The connection is gone, or will be."""
        self._live.leave(self)

    # ------------------------------------------------------------ from the visitor

    def read(self, text: str | bytes) -> messages.ClientMessage:
        return connection.receive(self.state, text)

    def do(self, message: messages.ClientMessage) -> Awaitable[None] | None:
        """Do what the visitor asks for, and answer. Whatever is refused goes to him alone and changes nothing.

        What only one seat's command is waits in the table's own line; for anything else wait before the next message.
        """
        make = _COMMANDS.get(type(message))
        if make is None:
            return self._do_in_turn(message)
        self._live.ask(partial(self._named, make, message), partial(self._answered, message.id))
        return None

    async def _do_in_turn(self, message: messages.ClientMessage) -> None:
        try:
            await _DEEDS[type(message)](self, message)
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
        """The command in the name of the visitor's seat, whichever that is by now."""
        if self.seat is None:
            raise Refused(Refusal.NOT_SEATED)
        return make(message, self.seat)

    async def _submit(self, message: messages.ClientMessage, make: Maker) -> None:
        number = await self._live.submit(partial(self._named, make, message))
        self.send(messages.Done(id=message.id, number=number))

    async def hello(self, message: messages.Hello) -> None:
        if message.protocol != messages.PROTOCOL:
            raise Trouble(Problem.PROTOCOL, spoken=messages.PROTOCOL, wanted=message.protocol)
        live = self._live
        if message.key is None and message.claiming:
            self.greeted = self.claiming = True
            self.send(messages.Done(id=message.id))
            return
        if message.key is None:
            if not live.table.options.watching and live.table.phase != "open":
                raise Trouble(Problem.NO_WATCHING)
            await live.open_gallery()
        while True:
            seat = None if message.key is None else keys.seat_of_key(live.table, message.key)
            number = live.seen_by(seat).number
            missed = await live.missed(seat, message.seen)
            if live.seen_by(seat).number == number:  # nothing came in between
                break
        self.seat = seat
        self.greeted = True
        lines = live.talk.since(message.heard)
        self.send(messages.Welcome(view=views.view(live.seen_by(seat), seat), missed=missed, lines=lines))
        live.join(self)
        await live.attendance.noted(self)  # what he asks for next is asked by somebody who is there

    async def sit(self, message: messages.Sit) -> None:
        token = keys.token_of(message.key)
        command = commands.Sit(message.name, token, message.nonce, message.look)
        number = await self._live.submit(command, sitting=self)
        self.send(messages.Done(id=message.id, number=number))

    async def claim(self, message: messages.Claim) -> None:
        live = self._live
        seat = keys.seat_of_moving_code(live.table, message.code, live.around.now())
        if seat is None:
            raise Trouble(Problem.WRONG_CODE)
        name = live.table.seats[seat].name
        number = await live.submit(partial(self._claim_command, name, message), sitting=self)
        self.claiming = False
        self.send(messages.Welcome(view=views.view(live.table, self.seat), missed=None))
        self.send(messages.Done(id=message.id, number=number))
        await live.attendance.noted(self)

    def _claim_command(self, name: str, message: messages.Claim) -> Command:
        """Whoever claims second has a code that follows from the key before."""
        live = self._live
        seat = keys.seat_of_moving_code(live.table, message.code, live.around.now())
        if seat is None or live.table.seats[seat].name != name:
            raise Trouble(Problem.WRONG_CODE)
        return commands.Rekey(seat, keys.token_of(message.key))

    async def move(self, message: messages.Move) -> None:
        if self.seat is not None:
            code, until = keys.moving_code(self._live.table, self.seat, self._live.around.now())
            self.send(messages.Moving(id=message.id, code=code, until=until))

    async def ping(self, message: messages.Ping) -> None:
        self.send(messages.Pong(id=message.id, time=self._live.around.now()))

    async def sit_bot(self, message: messages.SitBot) -> None:
        await self._submit(
            message, lambda _, seat: bot_command(self._live.table, seat, message.level, message.name, self._levels)
        )

    async def rise(self, message: messages.Rise) -> None:
        await self._submit(message, lambda _, seat: commands.Rise(seat))

    async def rematch(self, message: messages.Rematch) -> None:
        if self.seat is not None:
            await self._tables.rematch(self._live, self.seat)
            self.send(messages.Done(id=message.id))

    async def say(self, message: messages.Say) -> None:
        await self._live.say(self, message.text, message.id)
        self.send(messages.Done(id=message.id))

    async def mute(self, message: messages.Mute) -> None:
        if not message.muted:
            self._muted -= {message.name}
        elif len(self._muted) < MOST_MUTED:
            self._muted |= {message.name}
        self.send(messages.Done(id=message.id))


_DEEDS: dict[type, Callable[[Visitor, Any], Awaitable[None]]] = {
    messages.Hello: Visitor.hello,
    messages.Sit: Visitor.sit,
    messages.Claim: Visitor.claim,
    messages.Move: Visitor.move,
    messages.Ping: Visitor.ping,
    messages.SitBot: Visitor.sit_bot,
    messages.Rise: Visitor.rise,
    messages.Rematch: Visitor.rematch,
    messages.Say: Visitor.say,
    messages.Mute: Visitor.mute,
}

# Messages that are a command of the seat and nothing else.
_COMMANDS: dict[type, Maker] = {
    messages.Contribute: lambda message, seat: commands.Contribute(seat, message.nonce),
    messages.Dress: lambda message, seat: commands.Dress(seat, message.look),
    messages.Remove: lambda message, seat: commands.Remove(seat, message.name),
    messages.HandOver: lambda message, seat: commands.HandOver(seat, message.name),
    messages.Start: lambda message, seat: commands.Start(seat),
    messages.Close: lambda message, seat: commands.Close(seat, "host"),
    messages.Act: lambda message, seat: commands.Act(seat, message.action, message.id),
    messages.TakeBack: lambda message, seat: commands.TakeBack(seat, message.to, message.id),
    messages.AskEnd: lambda message, seat: commands.AskEnd(seat),
    messages.Answer: lambda message, seat: commands.Answer(seat, message.yes, message.to),
    messages.Resign: lambda message, seat: commands.Resign(seat),
}


def entry_json(news: News, seat: int | None) -> bytes:
    """`messages.Entry` of it, put together from parts that are JSON already."""
    entry = news.entry
    return b'{"type":"entry","entry":{"number":%d,"time":%d,"what":%b,"events":%b},"view":%b}' % (
        entry.number,
        entry.time,
        news.what_json(),
        news.hearing.json(seat),
        news.view_json(seat),
    )
