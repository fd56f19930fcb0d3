"""Games at tables of several dialects, to the end, with one connection lost and come back in each.

After every action what each client has rebuilt from messages is what its seat may see, and in the end all agree on who
won.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from random import Random

from ludoteca.house.table import Phase
from tests.dialects.room import Room, opened_room

from .people import ERIANTYS, MASTERS, Person

NAMES = ("Ada", "Bob", "Cleo", "Dan")
MOST_ACTIONS = 8000  # after which a game is taken for endless
LOST_WITHIN = 40  # actions: then one connection is lost

Losing = Callable[[Room, list[Person], Random], Awaitable[None]]


@dataclass(frozen=True)
class Mixture:
    """Who sits at a table, the founder first: dialects, or `house` for the web page. Bots fill the rest."""

    seats: tuple[str, ...]
    expert: bool = False
    bots: int = 0
    game: str = "eriantys"

    def __str__(self) -> str:
        bots = f"+{self.bots}bots" if self.bots else ""
        return "-".join(self.seats) + bots + (" expert" if self.expert else "")


def all_of_eriantys() -> list[Mixture]:
    """Every founder with every company of 1 to 3 others, basic and expert."""
    return [
        Mixture((founder, *others), expert)
        for count in (1, 2, 3)
        for founder in ERIANTYS
        for others in combinations_with_replacement(ERIANTYS, count)
        for expert in (False, True)
        if len({founder, *others}) > 1
    ]


def all_of_masters() -> list[Mixture]:
    """psp38 and the web page, and bots in the seats that are left where the founder can ask for them."""
    found = [
        Mixture((founder, *others), game="masters")
        for count in (1, 2, 3)
        for founder in MASTERS
        for others in combinations_with_replacement(MASTERS, count)
        if len({founder, *others}) > 1
    ]
    found += [
        Mixture(("psp38", *others), bots=bots, game="masters")
        for count in (0, 1, 2)
        for bots in range(1, 4 - count)
        for others in combinations_with_replacement(MASTERS, count)
    ]
    return found


async def play(mixture: Mixture, seed: int) -> int:
    """One game; the number of actions that people made."""
    async with opened_room(seed) as room:
        people = await seated([room], mixture)
        return await to_the_end(room, people, Random(seed))


async def seated(
    rooms: Sequence[Room], mixture: Mixture, kinds: Mapping[str, type[Person]] | None = None
) -> list[Person]:
    """People at the beginning of a game. With several rooms each comes to another one than the one before him."""
    kinds = kinds or (ERIANTYS if mixture.game == "eriantys" else MASTERS)
    people = [
        kinds[dialect](rooms[number % len(rooms)], name, number)
        for number, (dialect, name) in enumerate(zip(mixture.seats, NAMES, strict=False))
    ]
    room = rooms[0]
    founder, *others = people
    code = await founder.found(len(people) + mixture.bots, mixture.expert, mixture.bots)
    for person in others:
        await person.enter(code)
        await settle(room, people)
    if room.actor(code).table.phase is Phase.OPEN and not room.actor(code).table.choosing:
        await founder.begin()
        await settle(room, people)
    while room.actor(code).table.phase is Phase.OPEN:
        asked = [person for person in people if await person.choose()]
        await settle(room, people)
        assert asked, "nobody is asked, and the game does not begin"
    for person in people:
        person.check()
    return people


async def settle(room: Room, people: Sequence[Person]) -> None:
    """Until everybody has heard everything and answered it."""
    busy = True
    while busy:
        await room.quiet()
        busy = sum(person.serve() for person in people) > 0  # each of them is served


async def lose(room: Room, people: list[Person], chance: Random) -> None:
    """One connection is lost. Some seconds later, before a stand-in comes, a client that knows nothing is back."""
    gone = chance.choice(people)
    others = [person for person in people if person is not gone]
    code = room.actor().code
    gone.hang_up()
    for _ in range(chance.randrange(4)):
        await room.pass_time(1)
        await settle(room, others)
    await gone.come_back(code)
    await settle(room, people)
    for person in people:
        person.check()


async def to_the_end(room: Room, people: list[Person], chance: Random, losing: Losing = lose) -> int:
    actor = room.actor()
    lost_at = chance.randrange(LOST_WITHIN)
    actions = 0
    while actor.table.phase is Phase.PLAYING:
        assert actions < MOST_ACTIONS, "the game does not end"
        if actions == lost_at:
            await losing(room, people, chance)
        deciding = [person for person in people if person.view.legal]
        assert len(deciding) == 1, "exactly one decides"
        await deciding[0].decide(chance)
        await settle(room, people)
        for person in people:
            person.check()
        actions += 1
    assert actor.table.result is not None
    winners = {actor.table.seats[seat].name for seat in actor.table.result.winners}
    for person in people:
        assert person.winners == winners, f"{person.dialect} was told {person.winners}, not {winners}"
    assert actions > lost_at, "nobody has come back"
    return actions
