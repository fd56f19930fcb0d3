"""A table, as somebody sees it who sits there or watches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import TracebackType
from typing import Any, Self

from ludoteca.dialects.house import messages
from ludoteca.dialects.house.messages import Advice, Done, FromClient, Moving
from ludoteca.house.entries import Look
from ludoteca.house.refusals import Refusal
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView

from .conversation import Conversation
from .errors import LEFT, Gone, Refused
from .news import News
from .table_state import TableState, free_name


class Table:
    """Made by a `House`. Every method may raise Refused, Gone, or TimeoutError; a lost connection is mended in silence.

    A request that runs into its time limit, or is cancelled, may have been carried out or not.
    """

    def __init__(self, code: str, conversation: Conversation, resume: Callable[[str, str], Awaitable[Table]]) -> None:
        self.code = code
        self.nonce = ""  # what this client brought to the draws, if it did
        self._conversation = conversation
        self._picture: TableState = conversation.picture
        self._resume = resume

    # ------------------------------------------------------------ what is known

    @property
    def view(self) -> TableView:
        """The newest."""
        return self._picture.view

    @property
    def you(self) -> int | None:
        """The seat, None for a watcher."""
        return self.view.you

    @property
    def key(self) -> str | None:
        """Opens the seat: with it one comes back from anywhere. Keep it secret."""
        return self._conversation.key

    @property
    def commitment(self) -> str:
        """What the house was bound to before this client brought its nonce. Compare it with that of the replay."""
        return self._picture.commitment

    @property
    def connected(self) -> bool:
        """Whether there is a connection at this moment."""
        return self._conversation.connected

    async def my_turn(self) -> TableView | None:
        """Wait until this seat has to decide, or None: the game is over or the table closed."""
        while True:
            view = self.view
            if view.phase in (Phase.OVER, Phase.CLOSED):
                return None
            if view.legal and self.connected:
                return view
            self._conversation.check()
            await self._picture.bell.wait()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> News:
        """What happened next. There is one stream of news for each table: let one loop read it."""
        while not self._picture.news:
            if self._picture.over:
                raise StopAsyncIteration
            try:
                self._conversation.check()
            except Gone as gone:
                if gone.code == LEFT:
                    raise StopAsyncIteration from None
                raise
            await self._picture.bell.wait()
        return self._picture.news.take()

    # ------------------------------------------------------------ before the game

    async def contribute(self, nonce: str) -> None:
        """Bring a nonce; `open`, `sit` and `resume` have done so."""
        await self._ask(messages.Contribute(nonce=nonce))
        self.nonce = nonce

    async def dress(self, look: Look) -> None:
        await self._ask(messages.Dress(look=look))

    async def sit_bot(self, level: str, name: str | None = None) -> None:
        """Without a name it gets one here and not from the house: by its name a bot is not seated twice."""
        while True:
            chosen = name or free_name(self.view, level)
            try:
                await self._ask(messages.SitBot(level=level, name=chosen))
                return
            except Refused as refused:
                others = name is None and refused.code == Refusal.NAME_TAKEN
                if not others or free_name(self.view, level) == chosen:
                    raise

    async def remove(self, name: str) -> None:
        await self._ask(messages.Remove(name=name))

    async def hand_over(self, name: str) -> None:
        await self._ask(messages.HandOver(name=name))

    async def start(self) -> None:
        await self._ask(messages.Start())

    async def rise(self) -> None:
        """Give up the seat. This table is over then; `House.watch` shows it to a watcher."""
        await self._ask(messages.Rise())

    async def close(self) -> None:
        """Close the table for everybody, as its host. To disconnect is `leave`."""
        await self._ask(messages.Close())

    # ------------------------------------------------------------ in the game

    async def act(self, action: Mapping[str, Any]) -> int:
        """The number of the entry; `view` is at least as new."""
        return _number(await self._ask(messages.Act(action=dict(action))))

    async def take_back(self, to: int | None = None) -> int:
        """The number of the entry. It says whether it was taken back or the others are asked first."""
        return _number(await self._ask(messages.TakeBack(to=to)))

    async def ask_end(self) -> None:
        await self._ask(messages.AskEnd())

    async def answer(self, yes: bool) -> None:
        """Answer the question that `view` shows now (`view.request`), and no other one."""
        request = self.view.request
        await self._ask(messages.Answer(yes=yes, to=None if request is None else request.number))

    async def resign(self) -> None:
        await self._ask(messages.Resign())

    async def rematch(self) -> Table:
        """The table where the same people play once more: arranged now, or by somebody else before."""
        if self.view.rematch is None:
            await self._ask(messages.Rematch())
        code = self.view.rematch
        if code is None or self.key is None:
            raise Refused(Refusal.NOT_SEATED, "Only those who sat at the table play once more.")
        return await self._resume(code, self.key)

    # ------------------------------------------------------------ talk

    async def say(self, text: str) -> None:
        await self._ask(messages.Say(text=text))

    async def mute(self, name: str, muted: bool = True) -> None:
        """Leave out what that speaker says, from now on and after a lost connection too."""
        change = self._picture.muted.add if muted else self._picture.muted.discard
        change(name)
        await self._ask(messages.Mute(name=name, muted=muted))

    async def report(self, line: int | None = None, name: str | None = None, reason: str = "") -> None:
        """Tell the operator of the house about a line of the chat, by its number, or about somebody at the table."""
        await self._ask(messages.Report(line=line, name=name, reason=reason))

    # ------------------------------------------------------------ coming and going

    async def enter(self, asking: messages.Sit | messages.Claim) -> None:
        """Take a seat over a connection that has none; `House.sit` and `House.claim` do it."""
        await self._conversation.enter(asking, asking.key)
        if isinstance(asking, messages.Sit):
            self.nonce = asking.nonce

    async def move(self) -> Moving:
        """A code with which another device can claim this seat. This table is `Gone` as soon as it does."""
        moving = await self._conversation.ask(messages.Move())
        assert isinstance(moving, Moving)
        return moving

    async def hint(self) -> Advice:
        """The best actions of this moment; refused in a game with other people."""
        advice = await self._conversation.ask(messages.Hint())
        assert isinstance(advice, Advice)
        return advice

    async def leave(self) -> None:
        """Disconnect. The seat is kept for some time; come back with `House.resume`."""
        await self._conversation.leave()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.leave()

    async def _ask(self, message: FromClient) -> Done:
        done = await self._conversation.ask(message)
        assert isinstance(done, Done)
        return done


def _number(done: Done) -> int:
    assert done.number is not None
    return done.number
