"""A bot's file at a table of a house that is running, through the client like anybody else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from ludoteca.client import Refused, Table, TableView
from ludoteca.house.refusals import Refusal
from ludoteca.rules.contract import SEAT_LETTERS

from .python_file import BotFault, Choose, Program, View, chooser, chosen, shown

Result = TypeVar("Result")

# A decision can meet these when the table has gone on while the bot was thinking: then it is asked again, or not.
MEANWHILE = (Refusal.ASLEEP, Refusal.NOT_PLAYING, Refusal.NOT_YOUR_TURN, Refusal.PAUSED, Refusal.STOOD_IN)


async def play(table: Table, program: Program) -> TableView:
    """Until the game is over, or a BotFault. Where there is only one legal decision, it is made without asking."""
    choose = chooser(program)
    while (view := await table.my_turn()) is not None:
        action = view.legal[0] if len(view.legal) == 1 else await decided(program, choose, view)
        try:
            await table.act(action)
        except Refused as refused:
            gone_on = table.view.number > view.number
            if refused.code == Refusal.ILLEGAL_ACTION and not gone_on:
                raise BotFault(f"{program.file} chose {shown(action)}: {refused.sentence}") from refused
            if not gone_on and refused.code not in MEANWHILE:
                raise
    return table.view


async def decided(program: Program, choose: Choose, view: TableView) -> dict[str, Any]:
    return await in_thread(lambda: chosen(program.file, choose, shown_to_bot(view)))


def shown_to_bot(view: TableView) -> View:
    assert view.you is not None
    assert view.game is not None
    player = view.seats[view.you].player
    assert player is not None
    return View(view.game, view.legal, SEAT_LETTERS[player])


async def in_thread(function: Callable[[], Result]) -> Result:
    """The connection is kept alive meanwhile. A thread that never ends does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[Result] = loop.create_future()

    def tell(result: Result | None, fault: BotFault | None) -> None:
        if not outcome.done():  # nobody may wait for it any more
            if fault is None:
                outcome.set_result(result)  # type: ignore[arg-type]  # what the function returns may be None
            else:
                outcome.set_exception(fault)

    def work() -> None:
        result: Result | None = None
        fault: BotFault | None = None
        try:
            result = function()
        except BotFault as found:
            fault = found
        with suppress(RuntimeError):  # the loop is closed: the program is about to end
            loop.call_soon_threadsafe(tell, result, fault)

    threading.Thread(target=work, daemon=True, name="bot").start()
    return await outcome
