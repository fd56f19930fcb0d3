"""A table that is deleted, or whose log is written anew, is never known as before afterwards: not where it was waking,
not where something was on its way, not at a node that nobody has told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import structlog

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import commands, lobby, personal_data
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Table
from ludoteca.server.api.metrics import Metrics
from ludoteca.server.api.replays import ReplayCache
from ludoteca.server.api.threads import ThreadQueue
from ludoteca.server.bots.local import LocalBots, Minds
from ludoteca.server.operator.mutes import Mutes
from ludoteca.server.operator.notes import Notes
from ludoteca.server.operator.personal_data import PersonalData
from ludoteca.server.operator.reports import Reports
from ludoteca.server.settings import Limits
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.persistence import summary_of
from ludoteca.server.transport.budget import Budget
from ludoteca.store.contract import EntryRow, StoreBroken
from tests.postgres import Postgres

from .houses import opened_house, troubled_store
from .operators import operate
from .rooms import Ear, Room, acting, room, sitting
from .running import Clock, asynchronous, turns_of_the_loop
from .troubled import Gate, TroubledDatabase, TroubledStore, written_but_broken

ADDRESS = "192.0.2.7"
both_stores = pytest.mark.usefixtures("both_stores")


@asynccontextmanager
async def any_room(folder: Path) -> AsyncIterator[Room]:
    """A room in SQLite or, with `both_stores`, in PostgreSQL."""
    async with troubled_store(folder) as store:
        inside = Room(store, Clock())
        await store.watch(inside.tables)
        yield inside
        for actor in inside.tables.awake.values():
            actor.stop()
            await actor.settle()


@asynccontextmanager
async def two_nodes(address: str, told: bool = True) -> AsyncIterator[list[Room]]:
    """Two nodes of one house; the second is told what the first does, or not yet."""
    async with AsyncExitStack() as stack:
        found = [Room(await stack.enter_async_context(TroubledDatabase(address)), Clock()) for _ in range(2)]
        for inside in found[: 2 if told else 1]:
            await inside.store.watch(inside.tables)
        yield found
        for inside in found:
            for actor in inside.tables.awake.values():
                actor.stop()
                await actor.settle()


def people_of(inside: Room) -> PersonalData:
    notes = Notes(inside.store)
    return PersonalData(inside.tables, Reports(notes, inside.clock), Mutes(notes, inside.clock))


def held_reading(inside: Room, after: bool) -> Gate:
    """The next reading of a whole table is held back: before it is done, or when it is done and not known yet."""
    gate = Gate(after)
    for read in ("stored_table", "entries"):
        inside.store.next(read, gate)
    return gate


async def asleep(inside: Room, actor: TableActor) -> str:
    await inside.tables.let_sleep(everything=True)
    assert not inside.tables.awake
    return actor.code


async def ended(inside: Room) -> TableActor:
    """A game that is over, with a line of its chat."""
    actor, ears = await inside.started()
    await actor.say(ears[0], "I am Ada of Main Street")
    await actor.submit(commands.Resign(0))
    for ear in ears:
        actor.leave(ear)
    while actor.presence.noting is not None:
        await asyncio.sleep(0)
    await actor.settle()
    return actor


async def nobody_finds(inside: Room, code: str) -> None:
    with pytest.raises(Trouble) as trouble:
        await inside.tables.find(code)
    assert trouble.value.code is Problem.NO_SUCH_TABLE
    assert code not in inside.tables.awake
    assert not inside.tables._waking
    assert [listing.code for listing in await inside.tables.listed()] == []


# ---------------------------------------------------------------- while it wakes


@both_stores
@pytest.mark.parametrize("after", [False, True])
@asynchronous
async def test_a_table_that_is_deleted_while_it_is_read_does_not_wake(tmp_path: Path, after: bool) -> None:
    async with any_room(tmp_path) as inside:
        actor, _ = await inside.started()
        code = await asleep(inside, actor)
        gate = held_reading(inside, after)
        finding = [asyncio.create_task(inside.tables.find(code)) for _ in range(3)]
        await gate.reached.wait()
        assert await inside.tables.delete(code)
        finding += [asyncio.create_task(inside.tables.find(code)) for _ in range(3)]
        gate.open()
        for found in await asyncio.gather(*finding, return_exceptions=True):
            assert isinstance(found, Trouble), found
            assert found.code is Problem.NO_SUCH_TABLE
        await nobody_finds(inside, code)


@asynchronous
async def test_a_table_that_is_deleted_while_it_is_interrupted_does_not_wake(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started()
        code = await asleep(inside, actor)
        gate = Gate()
        inside.store.next("append", gate)
        finding = asyncio.create_task(inside.tables.find(code))
        await gate.reached.wait()
        assert await inside.tables.delete(code)
        gate.open()
        with pytest.raises(Trouble):
            await finding
        await nobody_finds(inside, code)
        assert not await inside.store.entries(code)


@both_stores
@pytest.mark.parametrize("after", [False, True])
@asynchronous
async def test_a_table_that_is_written_anew_while_it_is_read_wakes_as_it_is_written_now(
    tmp_path: Path, after: bool
) -> None:
    async with any_room(tmp_path) as inside:
        code = await asleep(inside, await ended(inside))
        gate = held_reading(inside, after)
        inside.store.troubles["entries"].clear()  # the operator's reading goes on
        finding = asyncio.create_task(inside.tables.find(code))
        await gate.reached.wait()
        deleted = await people_of(inside).delete("Ada")
        assert (deleted.tables, deleted.lines) == (1, 1)
        gate.open()
        found = await finding
        assert "Ada" not in [seat.name for seat in found.table.seats]
        assert [(line.name, line.text) for line in found.talk.lines] == [(personal_data.NEUTRAL, "")]
        assert inside.tables.awake[code] is found


@both_stores
@asynchronous
async def test_a_line_that_is_deleted_while_a_table_wakes_is_not_heard_afterwards(tmp_path: Path) -> None:
    async with any_room(tmp_path) as inside:
        code = await asleep(inside, await ended(inside))
        gate = held_reading(inside, after=True)
        finding = asyncio.create_task(inside.tables.find(code))
        await gate.reached.wait()
        assert await inside.tables.remove_line(code, 1)
        gate.open()
        assert [line.text for line in (await finding).talk.lines] == [""]


@pytest.mark.parametrize("after", [False, True])
@asynchronous
async def test_what_another_node_deletes_while_it_is_read_here_does_not_wake(postgres: Postgres, after: bool) -> None:
    async with two_nodes(postgres.empty_place()) as (one, two):
        actor, _ = await one.started()
        gate = held_reading(two, after)
        finding = asyncio.create_task(two.tables.find(actor.code))
        await gate.reached.wait()
        drops = two.tables.context.drops
        assert await one.tables.delete(actor.code)
        while two.tables.context.drops == drops:  # it is told
            await asyncio.sleep(0)
        gate.open()
        with pytest.raises(Trouble):
            await finding
        await nobody_finds(two, actor.code)


@asynchronous
async def test_what_was_missed_while_a_table_was_read_is_read_again(postgres: Postgres) -> None:
    async with two_nodes(postgres.empty_place(), told=False) as (one, two):
        actor, _ = await one.started()
        gate = held_reading(two, after=True)
        finding = asyncio.create_task(two.tables.find(actor.code))
        await gate.reached.wait()
        assert await one.tables.delete(actor.code)
        two.tables.missed()
        gate.open()
        with pytest.raises(Trouble):
            await finding
        await nobody_finds(two, actor.code)


# ---------------------------------------------------------------- while it is opened


@both_stores
@asynchronous
async def test_a_table_that_is_deleted_while_it_is_opened_is_not_opened(tmp_path: Path) -> None:
    """Before it is known here that it is in the store."""
    async with any_room(tmp_path) as inside:
        gate = Gate(after=True)
        inside.store.next("create", gate)
        opening = asyncio.create_task(inside.tables.open(Options("eriantys", 2)))
        await gate.reached.wait()
        ((code, _),) = [(row.code, row) for row in await inside.store.tables()]
        assert await inside.tables.delete(code)
        gate.open()
        with pytest.raises(Trouble) as trouble:
            await opening
        assert trouble.value.code is Problem.NO_SUCH_TABLE
        await nobody_finds(inside, code)


@both_stores
@pytest.mark.parametrize("after", [False, True])
@asynchronous
async def test_a_table_that_is_deleted_while_its_host_sits_down_is_not_opened(tmp_path: Path, after: bool) -> None:
    async with any_room(tmp_path) as inside:
        host = Ear()

        async def seating(actor: TableActor) -> None:
            actor.join(host)
            await actor.submit(sitting("Ada"), sitting=host)

        gate = Gate(after)
        inside.store.next("append", gate)
        opening = asyncio.create_task(inside.tables.open(Options("eriantys", 2), seating))
        await gate.reached.wait()
        ((code, _),) = [(row.code, row) for row in await inside.store.tables()]
        finding = asyncio.create_task(inside.tables.find(code))
        await turns_of_the_loop()
        assert await inside.tables.delete(code)
        gate.open()
        for found in await asyncio.gather(opening, finding, return_exceptions=True):
            assert isinstance(found, Trouble), found
        assert host.dismissed is Problem.ENDED
        await nobody_finds(inside, code)
        assert not await inside.store.entries(code)


# ---------------------------------------------------------------- while it is awake


@both_stores
@pytest.mark.parametrize("after", [False, True])
@asynchronous
async def test_what_is_on_its_way_to_a_table_that_is_deleted_is_not_acknowledged(tmp_path: Path, after: bool) -> None:
    async with any_room(tmp_path) as inside:
        actor, (ada, bob) = await inside.started()
        gate = Gate(after)
        inside.store.next("append", gate)
        acts = [actor.submit(acting(actor)), actor.submit(acting(actor))]
        await gate.reached.wait()
        assert await inside.tables.delete(actor.code)
        gate.open()
        for done in await asyncio.gather(*acts, return_exceptions=True):
            assert isinstance(done, Trouble), done
        await actor.settle()
        assert (ada.dismissed, bob.dismissed) == (Problem.ENDED, Problem.ENDED)
        assert (ada.entries, bob.entries) == ([], [])
        with pytest.raises(Trouble):
            await actor.submit(acting(actor))
        assert await inside.store.table(actor.code) is None
        assert not await inside.store.entries(actor.code)
        await nobody_finds(inside, actor.code)


@both_stores
@pytest.mark.parametrize("after", [False, True])
@asynchronous
async def test_what_is_said_at_a_table_that_is_deleted_is_not_acknowledged(tmp_path: Path, after: bool) -> None:
    async with any_room(tmp_path) as inside:
        actor, (ada, bob) = await inside.started()
        gate = Gate(after)
        inside.store.next("say", gate)
        saying = asyncio.create_task(actor.say(ada, "hello"))
        await gate.reached.wait()
        assert await inside.tables.delete(actor.code)
        gate.open()
        with pytest.raises(Trouble):
            await saying
        assert not bob.lines
        assert not await inside.store.chat(actor.code)


@asynchronous
async def test_who_found_a_table_before_it_was_deleted_learns_nothing_of_it(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started()
        number = actor.table.number
        assert await inside.tables.delete(actor.code)
        late = Ear()
        actor.join(late)
        assert late.dismissed is Problem.ENDED
        assert not actor.everybody
        for seen in (None, number, number - 1):
            with pytest.raises(Trouble):
                await actor.missed(None, seen)
        with pytest.raises(Trouble):
            await actor.open_delayed()
        with pytest.raises(Trouble):
            await inside.tables.rematch(actor, 0, inside.tables.open)


@both_stores
@asynchronous
async def test_who_connected_before_a_table_was_deleted_is_not_welcomed_after(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await house.game()
        late = await house.connect(code)
        assert (await operate(house, "DELETE", f"/tables/{code}"))[0] == 200
        assert await late.refused("hello", key=None) == "no_such_table"
        assert not late.view
        assert await house.figure("ludoteca_tables_awake") == 0


@both_stores
@asynchronous
async def test_an_operator_who_hangs_up_deletes_the_table_all_the_same(tmp_path: Path) -> None:
    async with any_room(tmp_path) as inside:
        actor, (ada, _) = await inside.started()
        gate = Gate()
        inside.store.next("forget_table", gate)
        deleting = asyncio.create_task(inside.tables.delete(actor.code))
        await gate.reached.wait()
        deleting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await deleting
        gate.open()
        while ada.dismissed is None:
            await asyncio.sleep(0)
        await nobody_finds(inside, actor.code)


@asynchronous
async def test_a_table_of_which_nobody_heard_that_it_was_deleted_is_looked_at(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, _) = await inside.started()
        inside.store.next("forget_table", written_but_broken)
        with pytest.raises(StoreBroken):
            await inside.tables.delete(actor.code)
        while ada.dismissed is None:
            await asyncio.sleep(0)
        await nobody_finds(inside, actor.code)


class SlowMinds(Minds):
    """Bots that think until they are let."""

    def __init__(self) -> None:
        super().__init__({}, 1)
        self.asked = 0
        self.reached = asyncio.Event()
        self.let = asyncio.Event()

    async def decide(self, table: Table, seat: int, owner: str = "") -> commands.Act:
        self.asked += 1
        self.reached.set()
        await self.let.wait()
        game = table.game
        assert game is not None
        return commands.Act(seat, game.describe(game.legal_actions()[0]), f"bot {self.asked}")


@asynchronous
async def test_a_bot_that_thinks_does_nothing_at_a_table_that_is_deleted(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        minds = SlowMinds()
        thinking = LocalBots(minds, 0)
        inside.tables.context.changed = thinking.look
        actor, _ = await inside.seated("Ada", first=1)
        await actor.submit(commands.SitBot(0, "Bot", "easy"))
        await actor.submit(commands.Start(0))
        await minds.reached.wait()
        appends = inside.store.asked.count("append")
        assert await inside.tables.delete(actor.code)
        minds.let.set()
        while thinking._thinking and minds.asked == 1:
            await asyncio.sleep(0)
        assert minds.asked == 1
        assert not thinking._thinking
        assert inside.store.asked.count("append") == appends
        thinking.look(actor)
        assert not thinking._thinking
        await thinking.close()


# ---------------------------------------------------------------- a node that was not told


@asynchronous
async def test_a_node_that_was_not_told_finds_out_when_somebody_asks(postgres: Postgres) -> None:
    async with two_nodes(postgres.empty_place(), told=False) as (one, two):
        actor, _ = await one.started()
        there, watcher = await two.tables.find(actor.code), Ear()
        there.join(watcher)
        assert await one.tables.delete(actor.code)
        assert await two.tables.listed() == []
        await nobody_finds(two, actor.code)
        assert watcher.dismissed is Problem.ENDED


@asynchronous
async def test_a_node_that_was_not_told_writes_nothing_to_a_deleted_table(postgres: Postgres) -> None:
    async with two_nodes(postgres.empty_place(), told=False) as (one, two):
        actor, _ = await one.started()
        there = await two.tables.find(actor.code)
        assert await one.tables.delete(actor.code)
        with pytest.raises(Trouble):
            await there.submit(acting(there))
        assert not two.tables.awake
        assert await two.store.table(actor.code) is None
        assert not await two.store.entries(actor.code)


@asynchronous
async def test_a_node_that_was_not_told_shows_a_table_as_it_was_written_anew(postgres: Postgres) -> None:
    async with two_nodes(postgres.empty_place(), told=False) as (one, two):
        code = (await ended(one)).code
        before, watcher = await two.tables.find(code), Ear()
        before.join(watcher)
        await people_of(one).delete("Ada")
        with pytest.raises(Refused) as refused:
            await before.submit(commands.Rematch(0, "QQQQQQ"))
        assert refused.value.code is Refusal.STALE
        assert watcher.dismissed is Problem.RESTART
        found = await two.tables.find(code)
        assert found is not before
        assert "Ada" not in [seat.name for seat in found.table.seats]


# ---------------------------------------------------------------- snapshots


@both_stores
@asynchronous
async def test_a_table_that_is_deleted_while_it_falls_asleep_is_gone(tmp_path: Path) -> None:
    async with any_room(tmp_path) as inside:
        actor = await ended(inside)
        inside.clock.move(601)
        gate = Gate()
        inside.store.next("keep_snapshot", gate)
        sleeping = asyncio.create_task(inside.tables.let_sleep())
        await gate.reached.wait()
        assert await inside.tables.delete(actor.code)
        gate.open()
        await sleeping
        assert await inside.store.snapshot(actor.code) is None
        await nobody_finds(inside, actor.code)


@both_stores
@asynchronous
async def test_no_snapshot_is_kept_of_a_log_that_was_written_anew(tmp_path: Path) -> None:
    """It would bring back the name that was deleted."""
    async with any_room(tmp_path) as inside:
        actor = await ended(inside)
        inside.clock.move(601)
        gate = Gate()
        inside.store.next("keep_snapshot", gate)
        sleeping = asyncio.create_task(inside.tables.let_sleep())
        await gate.reached.wait()
        await people_of(inside).delete("Ada")
        gate.open()
        await sleeping
        assert await inside.store.snapshot(actor.code) is None
        found = await inside.tables.find(actor.code)
        assert "Ada" not in [seat.name for seat in found.table.seats]


# ---------------------------------------------------------------- films and watchers


@asynchronous
async def test_nothing_is_kept_of_films_of_a_table_that_is_deleted(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        films = ReplayCache(inside.tables.context, ThreadQueue(Budget(Limits(), Metrics())))
        actor, other = await ended(inside), await ended(inside)
        for each in (actor, other):
            await films.film(each, ADDRESS)
            await films.replay(each, ADDRESS)
        kept = dict(films._kept)
        assert len(kept) == 4
        assert await inside.tables.delete(actor.code)
        assert len(films._kept) == 2
        assert films._size == sum(len(film.body) + len(film.zipped or b"") for film in films._kept.values())
        assert {code for _, code, _ in films._tags} == {other.code}
        for made in (films.film(actor, ADDRESS), films.replay(actor, ADDRESS), films.fork(actor, 1, None, ADDRESS)):
            with pytest.raises(Trouble) as trouble:
                await made
            assert trouble.value.code is Problem.NO_SUCH_TABLE


@both_stores
@pytest.mark.parametrize("after", [False, True])
@asynchronous
async def test_a_film_that_is_made_of_a_table_that_is_deleted_is_not_shown(tmp_path: Path, after: bool) -> None:
    async with any_room(tmp_path) as inside:
        films = ReplayCache(inside.tables.context, ThreadQueue(Budget(Limits(), Metrics())))
        actor = await ended(inside)
        gate = Gate(after)
        inside.store.next("entries", gate)
        making = asyncio.create_task(films.film(actor, ADDRESS))
        await gate.reached.wait()
        assert await inside.tables.delete(actor.code)
        gate.open()
        with pytest.raises(Trouble) as trouble:
            await making
        assert trouble.value.code is Problem.NO_SUCH_TABLE
        assert not films._kept
        assert not films._tags


@both_stores
@pytest.mark.parametrize("after", [False, True])
@asynchronous
async def test_who_watches_later_gets_nothing_of_a_table_that_is_deleted(tmp_path: Path, after: bool) -> None:
    async with any_room(tmp_path) as inside:
        actor, _ = await inside.started(delay=60)
        code = await asleep(inside, actor)
        actor = await inside.tables.find(code)
        gate = Gate(after)
        inside.store.next("entries", gate)
        opening = asyncio.create_task(actor.open_delayed())
        await gate.reached.wait()
        assert await inside.tables.delete(code)
        gate.open()
        with pytest.raises(Trouble):
            await opening
        assert actor.delayed is None


@asynchronous
async def test_who_watches_with_a_delay_is_sent_away_from_a_table_that_is_deleted(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started(delay=60)
        await actor.open_delayed()
        watcher = Ear()
        actor.join(watcher)
        await actor.submit(acting(actor))
        delayed = actor.delayed
        assert delayed is not None

        def waits() -> bool:
            return delayed._timer is not None

        assert waits()
        assert await inside.tables.delete(actor.code)
        assert watcher.dismissed is Problem.ENDED
        assert not waits()
        assert not actor.audience.delayed


# ---------------------------------------------------------------- a table that cannot be read


@both_stores
@asynchronous
async def test_a_table_that_cannot_be_read_breaks_no_list_and_is_logged_once(tmp_path: Path) -> None:
    async with opened_house(tmp_path, errors=["a table cannot be read"]) as house:
        broken, damaged, good = [await house.open_table() for _ in range(3)]
        del house.actor(broken).table.options
        asleep = house.server.tables.awake.pop(damaged)
        asleep.drop(Problem.RESTART)
        nonsense = msgspec.structs.replace(summary_of(asleep.table), shown=b"nonsense")
        entry = EntryRow(damaged, asleep.table.number + 1, b"nonsense", "0" * 64)
        assert await house.store.append(entry, asleep.table.digest, nonsense)
        for _ in range(3):
            status, listed = await house.get("/api/tables")
            assert (status, [table["code"] for table in listed["tables"]]) == (200, [good])
            status, seen = await operate(house, "GET", "")
            assert (status, [table["code"] for table in seen["awake"]]) == (200, [good])
            assert (await house.get("/api/history"))[0] == 200
            for port in house.server.ports.values():
                matchmaking = port.matchmaking
                assert damaged not in [listing.code for listing in await matchmaking.listed()]
                assert matchmaking._waiting(()) == []
                assert [actor async for actor in matchmaking._tables_with("Zed")] == []
            await house.server.tables.wake_waiting()
        complaints = [line["table"] for line in house.logged if line["event"] == "a table cannot be read"]
        assert sorted(complaints) == sorted([broken, damaged])
        del house.server.tables.awake[broken]


@asynchronous
async def test_a_table_without_a_log_is_damaged(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor = await inside.open()
        code = await asleep(inside, actor)
        assert isinstance(inside.store, TroubledStore)
        connection = inside.store._writer.connection
        await asyncio.to_thread(connection.execute, "DELETE FROM entries WHERE code = ?", (code,))
        with structlog.testing.capture_logs() as logged:
            for _ in range(2):
                with pytest.raises(Trouble, match="damaged at entry 1") as damaged:
                    await inside.tables.find(code)
                assert damaged.value.code is Problem.DAMAGED
        assert [(line["event"], line["table"]) for line in logged] == [("a table cannot be read", code)]


@asynchronous
async def test_a_list_that_was_read_before_a_table_was_deleted_does_not_show_it(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor = await inside.open()
        assert lobby.is_public(actor.table)
        gate = Gate()
        inside.store.next("tables", gate)
        listing = asyncio.create_task(inside.tables.listed())
        await gate.reached.wait()
        assert await inside.tables.delete(actor.code)
        gate.open()
        assert await listing == []
