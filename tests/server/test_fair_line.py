"""Owners take turns: who has many tables with bots does not hold up the bots of others."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ludoteca import rules
from ludoteca.server.bots.fair_line import FairLine
from ludoteca.server.bots.local import LocalBots, owner_of
from ludoteca.server.bots.pool import BotProcesses, Question, Thought

from .houses import House, key_of, opened_house
from .rooms import Ear, room
from .running import asynchronous, turns_of_the_loop

EVE, ADA = "198.51.100.66", "192.0.2.1"
MANY = 60  # tables of one address, which is all that it may have


def test_owners_take_turns() -> None:
    line: FairLine[str] = FairLine()
    for item in ("a1", "a2", "a3", "b1", "c1", "b2"):
        line.append(item[0], item)
    assert [line.popleft() for _ in range(len(line))] == ["a1", "b1", "c1", "a2", "b2", "a3"]
    assert not line


def test_what_comes_back_is_the_next_one() -> None:
    line: FairLine[str] = FairLine()
    for item in ("a1", "a2", "b1"):
        line.append(item[0], item)
    first = line.popleft()
    line.appendleft("a", first)
    assert [line.popleft() for _ in range(len(line))] == ["a1", "b1", "a2"]


def test_what_is_given_away_is_the_last_one_of_whoever_has_most() -> None:
    line: FairLine[str] = FairLine()
    for item in ("a1", "b1", "a2", "c1"):
        line.append(item[0], item)
    assert [line.pop_of_longest() for _ in range(len(line))] == ["a2", "c1", "b1", "a1"]


class OneAtATime:
    """A process that answers when it is told to."""

    ended = False
    seat = ""  # for which it thought before

    def __init__(self, processes: BotProcesses) -> None:
        self.thought: Thought | None = None
        self.owners: list[object] = []
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._processes = processes
        processes.running.add(self)  # type: ignore[arg-type]

    @property
    def idle(self) -> bool:
        return self.thought is None

    def ask(self, thought: Thought, seconds: float) -> None:
        self.thought = thought
        self.owners.append(thought.question.owner)

    def end(self) -> None:
        if not self.gone.done():
            self.gone.set_result(None)

    def answer(self) -> None:
        thought, self.thought = self.thought, None
        assert thought is not None
        thought.chosen.set_result(thought.question.game.legal_actions()[0])
        self._processes.hand_out()


@asynchronous
async def test_a_decision_of_another_owner_is_the_next_one() -> None:
    processes = BotProcesses(1)
    process = OneAtATime(processes)
    game = rules.new("eriantys", players=2, seed=1)
    asked = [asyncio.create_task(processes.choose(Question("x:y", game, n, owner="eve"))) for n in range(MANY)]
    await turns_of_the_loop()
    asked.append(asyncio.create_task(processes.choose(Question("x:y", game, 0, owner="ada"))))
    await turns_of_the_loop()
    while not all(task.done() for task in asked):
        process.answer()
        await turns_of_the_loop(3)
    assert process.owners[:3] == ["eve", "eve", "ada"]
    assert len(process.owners) == MANY + 1


async def practises(house: House, address: str) -> None:
    """A game against a bot, from there."""
    headers = {"X-Forwarded-For": address}
    options = {"game": "eriantys", "players": 2, "first": 1}
    body = {"options": options, "seat": {"name": "Ada", "key": key_of("Ada")}, "bots": ["random"]}
    status, opened = await house.post("/api/tables", body, headers=headers)
    assert status == 200, opened
    caller = await house.connect(opened["code"], headers=headers)
    await house.greet(caller, "Ada")
    await caller.do("start")


@asynchronous
async def test_bots_of_one_address_do_not_hold_up_those_of_another(tmp_path: Path) -> None:
    async with opened_house(tmp_path, proxies=["127.0.0.1"], bot_processes=1) as house:
        thinking = house.server.thinking
        assert isinstance(thinking, LocalBots)
        process = OneAtATime(thinking.minds.processes)
        for _ in range(MANY):
            await practises(house, EVE)
        await practises(house, ADA)
        process.answer()
        process.answer()
        assert process.owners == [EVE, EVE, ADA]


@asynchronous
async def test_a_table_is_for_the_network_of_its_first_player(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob) = await inside.seated("Ada", "Bob")
        watcher = Ear()
        actor.join(watcher)
        watcher.address, ada.address, bob.address = "203.0.113.9", "2001:db8:1:2::3", "192.0.2.8"
        assert owner_of(actor) == "2001:db8:1::/48"
        actor.leave(ada)
        await actor.settle()
        assert owner_of(actor) == "192.0.2.8"
        actor.leave(bob)
        await actor.settle()
        assert owner_of(actor) == actor.code
