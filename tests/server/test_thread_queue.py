"""What is done in a thread: addresses take turns, pay for it, and wait for nothing when the server ends."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import verification
from ludoteca.server.api import replays, threads
from ludoteca.server.api.metrics import Metrics
from ludoteca.server.api.threads import ThreadQueue
from ludoteca.server.settings import Limits
from ludoteca.server.transport.budget import Budget

from .houses import House, opened_house
from .running import asynchronous
from .test_routes import finished

ADA, BOB, CYD = "192.0.2.1", "192.0.2.2", "192.0.2.3"


class Held:
    """Work that goes on until it is let go."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.let_go = threading.Event()
        self._loop = asyncio.get_running_loop()

    def __call__(self) -> None:
        self._loop.call_soon_threadsafe(self.begun.set)
        self.let_go.wait(60)


def spin(seconds: float) -> None:
    end = thread_time() + seconds
    while thread_time() < end:
        pass


class Counter:
    """Who asks for turns, and in which order they get them."""

    def __init__(self) -> None:
        self.budget = Budget(Limits(), Metrics())
        self.queue = ThreadQueue(self.budget)
        self.served: list[str] = []

    def asks(self, address: str, work: Any = None) -> asyncio.Task[None]:
        return asyncio.create_task(self._ask(address, work))

    async def _ask(self, address: str, work: Any) -> None:
        async with self.queue.turn(address) as turn:
            self.served.append(address)
            if work is not None:
                await turn.run(work)

    async def held(self, address: str) -> tuple[Held, asyncio.Task[None]]:
        held = Held()
        task = self.asks(address, held)
        await held.begun.wait()
        return held, task


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def problem_of(task: asyncio.Task[None]) -> tuple[Problem, float | None]:
    trouble = task.exception()
    assert isinstance(trouble, Trouble)
    return trouble.code, trouble.again


@asynchronous
async def test_one_piece_of_work_waits_for_each_address() -> None:
    counter = Counter()
    held, first = await counter.held(ADA)
    second = counter.asks(ADA)
    await settled()
    third, other = counter.asks(ADA), counter.asks(BOB)
    await settled()
    assert problem_of(third) == (Problem.TOO_FAST, threads.LATER)
    assert not second.done()
    assert not other.done()
    held.let_go.set()
    await asyncio.gather(first, second, other)
    assert not counter.queue.busy
    await counter.asks(ADA)


@asynchronous
async def test_addresses_take_turns() -> None:
    counter = Counter()
    held, first = await counter.held(ADA)
    others = [counter.asks(ADA)]
    await settled()
    others += [counter.asks(BOB), counter.asks(CYD)]
    await settled()
    held.let_go.set()
    await first
    others.append(counter.asks(ADA))
    await asyncio.gather(*others)
    assert counter.served == [ADA, ADA, BOB, CYD, ADA]


@asynchronous
async def test_a_network_of_ipv6_has_a_few_places() -> None:
    counter = Counter()
    held, first = await counter.held(ADA)
    tasks = [counter.asks(f"2001:db8:0:{number:x}::1") for number in range(8)]  # of one /56
    await settled()
    refused = [task for task in tasks if task.done()]
    assert [problem_of(task)[0] for task in refused] == [Problem.TOO_FAST] * 4
    held.let_go.set()
    await asyncio.gather(first, *(task for task in tasks if task not in refused))


@asynchronous
async def test_there_is_an_end_to_those_who_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "MOST_WAITING", 1)
    counter = Counter()
    held, first = await counter.held(ADA)
    second = counter.asks(BOB)
    await settled()
    third = counter.asks(CYD)
    await settled()
    assert problem_of(third)[0] is Problem.TOO_FAST
    held.let_go.set()
    await asyncio.gather(first, second)


@asynchronous
async def test_who_asks_pays_for_it_also_when_it_fails() -> None:
    counter = Counter()

    def fails() -> None:
        spin(0.02)
        raise ValueError("nothing")

    account = counter.budget.of_address(ADA, asyncio.get_running_loop().time())
    before = account.balance
    await counter.asks(ADA, lambda: spin(0.02))
    assert before - account.balance >= 0.02
    before = account.balance
    with pytest.raises(ValueError, match="nothing"):
        await counter.asks(ADA, fails)
    assert before - account.balance >= 0.02
    assert not counter.queue.busy


@asynchronous
async def test_who_no_longer_waits_takes_no_turn() -> None:
    counter = Counter()
    held, first = await counter.held(ADA)
    gone, late, other = counter.asks(BOB), counter.asks(CYD), counter.asks(ADA)
    await settled()
    gone.cancel()
    await settled()
    held.let_go.set()
    await first
    late.cancel()  # whose turn it is by now
    await other
    assert counter.served in ([ADA, ADA], [ADA, CYD, ADA])
    assert not counter.queue.busy


@asynchronous
async def test_what_waits_when_the_server_ends_is_given_up() -> None:
    counter = Counter()
    held, first = await counter.held(ADA)
    second = counter.asks(BOB)
    await settled()
    counter.queue.close()
    await settled()
    late = counter.asks(CYD)
    await settled()
    assert problem_of(second) == problem_of(late) == (Problem.DRAINING, threads.REOPENED)
    held.let_go.set()
    await first
    assert counter.served == [ADA]


# ---------------------------------------------------------------- in a house


class Camera:
    """Films that are made when they may be."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.held = Held()
        self.made: list[str] = []
        self._real = replays.made
        monkeypatch.setattr(replays, "made", self._make)

    def _make(self, code: str, *rest: Any) -> Any:
        self.made.append(code)
        self.held()
        return self._real(code, *rest)


def through(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def asking(house: House, code: str, address: str = ADA) -> asyncio.Task[tuple[int, Any]]:
    return asyncio.create_task(house.get(f"/api/tables/{code}/film", headers=through(address)))


@asynchronous
async def test_a_film_that_has_to_wait_behind_another_of_the_address_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_house(tmp_path, proxies=["127.0.0.1"]) as house:
        codes = [await house.open_table() for _ in range(5)]
        camera = Camera(monkeypatch)
        tasks = [asking(house, code) for code in codes[:4]]
        await camera.held.begun.wait()
        done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        while len(done) < 2:
            more, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            done |= more
        for task in done:
            status, wrong = task.result()
            assert (status, wrong["code"], wrong["parameters"]) == (429, "too_fast", {"seconds": threads.LATER})
        other = asking(house, codes[4], BOB)
        camera.held.let_go.set()
        assert (await other)[0] == 200
        assert [(await task)[0] for task in waiting] == [200, 200]
        assert len(camera.made) == 3


@asynchronous
async def test_those_who_ask_for_the_same_film_share_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        camera = Camera(monkeypatch)
        tasks = [asking(house, code) for _ in range(20)]
        await camera.held.begun.wait()
        camera.held.let_go.set()
        answers = [await task for task in tasks]
        assert {status for status, _ in answers} == {200}
        assert camera.made == [code]


@asynchronous
async def test_while_others_are_made_a_film_of_some_seconds_ago_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_house(tmp_path, proxies=["127.0.0.1"]) as house:
        code, (ada, _) = await house.game()
        _, before = await asking(house, code)
        await ada.do("act", action=ada.view["legal"][0])
        other = await house.open_table()
        camera = Camera(monkeypatch)
        task = asking(house, other, BOB)
        await camera.held.begun.wait()
        assert await asking(house, code) == (200, before)
        house.clock.move(10)
        newer = asking(house, code)
        camera.held.let_go.set()
        assert (await task)[0] == 200
        _, after = await newer
        assert len(after["frames"]) == len(before["frames"]) + 1


@asynchronous
async def test_checking_a_replay_is_charged_to_who_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = verification.verify

    def slow(replay: Any) -> Any:
        spin(0.2)
        return real(replay)

    async with opened_house(tmp_path, proxies=["127.0.0.1"]) as house:
        _, replay = await house.get(f"/api/tables/{await finished(house)}/replay")
        monkeypatch.setattr(verification, "verify", slow)
        account = house.server.budget.of_address(ADA, asyncio.get_running_loop().time())
        before = account.balance
        status, answer = await house.post("/api/verify", replay, headers=through(ADA))
        assert (status, answer["passed"]) == (200, True)
        assert before - account.balance >= 0.2


@asynchronous
async def test_a_server_that_ends_makes_no_more_films(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened_house(tmp_path, proxies=["127.0.0.1"]) as house:
        codes = [await house.open_table() for _ in range(3)]
        camera = Camera(monkeypatch)
        first = asking(house, codes[0])
        await camera.held.begun.wait()
        waiting = [asking(house, code, address) for code, address in zip(codes[1:], (BOB, CYD), strict=True)]
        while len(house.server.threads._waiting) < 2:
            await asyncio.sleep(0)
        closing = asyncio.create_task(house.server._close())
        for task in waiting:
            status, wrong = await task
            assert (status, wrong["code"]) == (503, "draining")
        camera.held.let_go.set()
        assert (await first)[0] == 200
        await closing
        assert camera.made == codes[:1]
