"""People who speak different dialects play together; `python -m tests.dialects.mixed --all` plays every mixture."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from ludoteca.house.refusals import Refusal, Refused
from tests.dialects.room import opened_room

from .people import ERIANTYS, Web
from .tables import Mixture, all_of_eriantys, all_of_masters, play, seated, settle, to_the_end

SLICE = [*all_of_eriantys()[::37], *all_of_masters()[::6]]
AWAY = 31  # seconds: one more than the house waits


@pytest.mark.parametrize("mixture", SLICE, ids=str)
def test_a_game_at_a_mixed_table(mixture: Mixture) -> None:
    assert asyncio.run(play(mixture, seed=len(str(mixture)))) > 0


def test_the_slice_has_every_founder_and_every_number_of_seats() -> None:
    of_eriantys = [mixture for mixture in SLICE if mixture.game == "eriantys"]
    assert {mixture.seats[0] for mixture in of_eriantys} == ERIANTYS.keys()
    assert {len(mixture.seats) for mixture in of_eriantys} == {2, 3, 4}
    assert {mixture.expert for mixture in of_eriantys} == {False, True}


def test_every_mixture_is_there_once() -> None:
    everything = [*all_of_eriantys(), *all_of_masters()]
    assert len(set(everything)) == len(everything)
    assert Mixture(("group31", "psp24", "am24", "am28")) in everything
    assert Mixture(("house", "psp24", "am24", "am28"), expert=True) in everything


@pytest.mark.parametrize("dialect", ["group31", "psp24", "am24", "am28"])
def test_a_stand_in_plays_until_he_is_back(dialect: str) -> None:
    """(dialects, absence) Of three one is away in his turn; the two others are told what the stand-in does."""

    async def evening() -> None:
        async with opened_room(seed=8) as room:
            people = await seated([room], Mixture((dialect, "house", "am24" if dialect != "am24" else "am28")))
            chance = Random(8)
            gone, *others = people
            while not gone.view.legal:
                deciding = next(person for person in people if person.view.legal)
                await deciding.decide(chance)
                await settle(room, people)
            gone.hang_up()
            number = others[0].view.number
            for _ in range(AWAY):
                await room.pass_time(1)
                await settle(room, others)
            assert others[0].view.number > number + 1, "he has gone, and a stand-in has played"
            assert any(person.view.legal for person in others)
            for person in others:
                person.check()
            await gone.come_back(room.actor().code)
            await settle(room, people)
            for person in people:
                person.check()
            assert await to_the_end(room, people, chance) > 0

    asyncio.run(evening())


@pytest.mark.parametrize("dialect", ["group31", "psp24", "am24", "am28"])
def test_what_the_web_page_takes_back_is_taken_back_everywhere(dialect: str) -> None:
    """(dialects §1.15) With the whole table told anew, and the game goes on."""

    async def evening() -> None:
        async with opened_room(seed=5) as room:
            people = await seated([room], Mixture(("house", dialect, "group31", "psp24")))
            web, chance, taken_back = people[0], Random(5), 0
            assert isinstance(web, Web)
            while taken_back < 3:
                deciding = next(person for person in people if person.view.legal)
                await deciding.decide(chance)
                await settle(room, people)
                if deciding is web and web.view.back_to:
                    taken_back += await taken(web)
                    await settle(room, people)
                for person in people:
                    person.check()
            assert await to_the_end(room, people, chance) > 0

    asyncio.run(evening())


async def taken(web: Web) -> bool:
    """Whether the last action could be taken back."""
    try:
        await web.seat.take_back()
    except Refused as refused:  # something was seen by it, and here nobody can be asked
        if refused.code is not Refusal.CANNOT_BE_ASKED:
            raise
        return False
    return True


def test_what_is_chosen_in_one_dialect_is_seen_in_the_others() -> None:
    """(dialects §1.3) Tower and wizard of am24 are taken when group31 chooses."""

    async def evening() -> None:
        async with opened_room(seed=2) as room:
            people = await seated([room], Mixture(("am24", "group31", "psp24")))
            looks = [(seat.look.tower, seat.look.wizard) for seat in people[0].view.seats]
            assert len({tower for tower, _ in looks}) == 3
            assert len({wizard for _, wizard in looks}) == 3
            for person in people:
                assert [(seat.look.tower, seat.look.wizard) for seat in person.view.seats] == looks

    asyncio.run(evening())
