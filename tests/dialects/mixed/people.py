"""People of every dialect behind one face: each sits down, hears, decides and comes back in words of his own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any, ClassVar

import msgspec

from ludoteca.dialects.contract import Choice, ClientSide
from ludoteca.house.views import TableView
from tests.dialects.room import Caller, HouseSeat, Room

Json = dict[str, Any]


class Person(ABC):
    """Somebody at the table. `number` is his place in the order of coming, from 0 on."""

    dialect: ClassVar[str]

    def __init__(self, room: Room, name: str, number: int) -> None:
        self.room = room
        self.name = name
        self.number = number

    @abstractmethod
    async def found(self, players: int, expert: bool, bots: int = 0) -> str:
        """Open a table and sit down there; its code."""

    @abstractmethod
    async def enter(self, code: str) -> None: ...

    async def begin(self) -> None:
        """Everybody is there: say so, where the founder's dialect wants it said."""
        raise AssertionError(f"a table of {self.dialect} begins by itself")

    @abstractmethod
    def serve(self) -> bool:
        """Hear what came, and answer what a client answers by itself; whether anything came."""

    @abstractmethod
    async def decide(self, chance: Random) -> None:
        """It is his turn: do something legal."""

    async def choose(self) -> bool:
        """If he is asked something before the game, answer it; whether he was."""
        return False

    @property
    @abstractmethod
    def view(self) -> TableView: ...

    @abstractmethod
    def hang_up(self) -> None: ...

    @abstractmethod
    async def come_back(self, code: str) -> None:
        """Take the seat again, knowing nothing."""

    @abstractmethod
    def check(self) -> None:
        """What he was told is what his seat may see."""

    @property
    @abstractmethod
    def winners(self) -> set[str] | None:
        """As he was told them, once the game is over."""


class Web(Person):
    """A seat as the web page has it."""

    dialect = "house"

    async def found(self, players: int, expert: bool, bots: int = 0) -> str:
        assert not bots
        actor = await self.room.open_house(players=players, settings={"expert": expert})
        await self.enter(actor.code)
        return actor.code

    async def enter(self, code: str) -> None:
        self.seat: HouseSeat = await self.room.sit_house(self.name, code)

    async def begin(self) -> None:
        await self.seat.start()

    def serve(self) -> bool:
        return False

    async def decide(self, chance: Random) -> None:
        await self.seat.act(chance.choice(self.view.legal))

    @property
    def view(self) -> TableView:
        return self.seat.view

    def hang_up(self) -> None:
        self.seat.hang_up()

    async def come_back(self, code: str) -> None:
        before, self.seat = self.seat, HouseSeat(self.room, self.room.actor(code))
        self.seat.seat = before.seat
        self.seat.actor.join(self.seat)

    def check(self) -> None:
        """It is shown the view itself; here that it goes along with the log."""
        assert self.view.number == self.seat.actor.table.number

    @property
    def winners(self) -> set[str] | None:
        result = self.view.result
        return None if result is None else {self.view.seats[seat].name for seat in result.winners}


class MastersWeb(Web):
    async def found(self, players: int, expert: bool, bots: int = 0) -> str:
        assert not bots
        actor = await self.room.open_house("masters", players=players)
        await self.enter(actor.code)
        return actor.code


class HttpProtocol(Person):
    """Somebody who speaks a dialect with its own client's end. A seat with an even number has no secret."""

    def __init__(self, room: Room, name: str, number: int) -> None:
        super().__init__(room, name, number)
        self.typed = name if number % 2 == 0 else f"{name}#secret of {name}"
        self.connect()

    def connect(self) -> None:
        self.caller: Caller = self.room.connect(self.dialect)
        self.client: ClientSide = self.room.matchmaking(self.dialect).dialect.client()
        self._read = 0

    def serve(self) -> bool:
        came = self.caller.lines[self._read :]
        self._read += len(came)
        answer = self.client.receive(b"".join(line + b"\n" for line in came))
        if answer and not self.caller.closed:
            self.caller.send(answer)
        return bool(came)

    async def say(self, *messages: Json | str) -> None:
        """One message after the other; what comes back is heard."""
        for message in messages:
            self.caller.send(message)
            await self.settle()

    async def settle(self) -> None:
        await self.room.quiet()
        while self.serve():
            await self.room.quiet()

    async def last(self, member: str) -> Any:
        """What the last line that has it says of a member."""
        await self.settle()
        lines = (msgspec.json.decode(line) for line in reversed(self.caller.lines))
        return next(line[member] for line in lines if member in line)

    @property
    def choices(self) -> list[Choice]:
        question = self.client.question()
        return [] if question is None else list(question.choices)

    async def decide(self, chance: Random) -> None:
        number = self.view.number
        choices = self.choices
        assert choices, f"nothing is asked of {self.name} in {self.dialect}"
        self.caller.send(chance.choice(choices).lines)
        await self.settle()
        assert self.view.number > number, f"{self.dialect} offered something that was refused"

    @property
    def view(self) -> TableView:
        return self.caller.view

    def hang_up(self) -> None:
        self.caller.hang_up()

    async def come_back(self, code: str) -> None:
        self.connect()
        await self.enter(code)

    def check(self) -> None:
        known, true = self.client.game, self.view.game
        if known != true:
            assert known is not None
            assert true is not None
            members = [member for member in known.keys() | true.keys() if known.get(member) != true.get(member)]
            raise AssertionError(
                f"{self.dialect}: " + "; ".join(f"{m}: {known.get(m)} instead of {true.get(m)}" for m in members)
            )

    @property
    def winners(self) -> set[str] | None:
        return None if self.client.result is None else set(self.client.result)


class Group31(HttpProtocol):
    dialect = "group31"

    async def found(self, players: int, expert: bool, bots: int = 0) -> str:
        await self.say({"type": "CreateNewGame", "numOfPlayers": players, "wantExpert": expert, "bots": bots})
        code = str(await self.last("gameId"))
        await self.enter(code)
        return code

    async def enter(self, code: str) -> None:
        question = self.client.question()
        assert question is not None
        assert question.free is not None
        self.caller.send(question.free(f"{code} {self.typed}"))
        await self.settle()

    async def begin(self) -> None:
        await self.say({"type": "NextPhase"})

    async def choose(self) -> bool:
        choices = self.choices
        if self.view.chooser != self.caller.seat or not choices:
            return False
        tower = next(choice for choice in choices if choice.words.endswith("towers"))
        wizard = next(choice for choice in choices if choice.words.startswith("Take wizard"))
        for choice in (tower, wizard):
            self.caller.send(choice.lines)
            await self.settle()
        await self.say({"type": "NextPhase"})
        return True


class Psp24(HttpProtocol):
    dialect = "psp24"

    async def found(self, players: int, expert: bool, bots: int = 0) -> str:
        await self.say({"type": "nickname", "nickname": self.typed})
        code = str(await self.last("code"))
        await self.say({"type": "setNumPlayer", "numPlayers": players, "bots": bots})
        await self.say({"type": "setExpertsVariant", "expertsVariant": expert})
        return code

    async def enter(self, code: str) -> None:
        name, _, secret = self.typed.partition("#")
        await self.say({"type": "nickname", "nickname": f"{name}@{code}" + (f"#{secret}" if secret else "")})

    async def choose(self) -> bool:
        choices = self.choices
        if self.view.chooser != self.caller.seat or not choices:
            return False
        self.caller.send(choices[0].lines)
        await self.settle()
        return True


class Am24(HttpProtocol):
    dialect = "am24"

    async def found(self, players: int, expert: bool, bots: int = 0) -> str:
        who = {"nickname": self.typed, "mage": f"MAGE{self.number + 1}"}
        await self.say({"type": "GameParams", "numPlayers": players, "expert": expert, "bots": bots, **who})
        return str(await self.last("code"))

    async def enter(self, code: str) -> None:
        await self.say({"type": "Join", "nickname": self.typed, "mage": f"MAGE{self.number + 1}", "code": code})


class Am28(HttpProtocol):
    dialect = "am28"

    async def found(self, players: int, expert: bool, bots: int = 0) -> str:
        await self.say(self.typed)
        code = str(await self.last("code"))
        await self.say({"numPlayers": players, "gameMode": "expert" if expert else "simple", "bots": bots})
        return code

    async def enter(self, code: str) -> None:
        name, _, secret = self.typed.partition("#")
        await self.say(f"{name}@{code}" + (f"#{secret}" if secret else ""))


class Psp38(HttpProtocol):
    dialect = "psp38"

    async def found(self, players: int, expert: bool, bots: int = 0) -> str:
        await self.say({"type": "GameModeResponse", "gameMode": "MULTIPLAYER"})
        await self.say({"type": "NicknameResponse", "nickname": self.typed})
        await self.say({"type": "NumberOfPlayersResponse", "numberOfPlayers": players, "bots": bots})
        if players > bots + 1:
            return str(await self.last("code"))
        return self.room.actor().code  # with bots alone there is nobody to tell it to

    async def enter(self, code: str) -> None:
        name, _, secret = self.typed.partition("#")
        await self.say({"type": "GameModeResponse", "gameMode": "MULTIPLAYER"})
        nickname = f"{name}@{code}" + (f"#{secret}" if secret else "")
        await self.say({"type": "NicknameResponse", "nickname": nickname})

    async def decide(self, chance: Random) -> None:
        """Not every answer is an entry: some only lead to the next question. Seldom one that leads nowhere."""
        choices = self.choices
        assert choices, f"nothing is asked of {self.name}"
        forward = [choice for choice in choices if choice.key != "n" and choice.key[0] not in "svd"]
        self.caller.send(chance.choice(forward if forward and chance.random() < 0.9 else choices).lines)
        await self.settle()


ERIANTYS: dict[str, type[Person]] = {each.dialect: each for each in (Group31, Psp24, Am24, Am28, Web)}
MASTERS: dict[str, type[Person]] = {"psp38": Psp38, "house": MastersWeb}
