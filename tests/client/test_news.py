"""News for a reader who is slower than the table."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludoteca.client.news import NewsQueue, Skipped
from ludoteca.dialects.house.messages import Entry

from .fake_house import entry, view


def numbers(queue: NewsQueue) -> list[int | Skipped]:
    """All that is there, entries by their number."""
    found: list[int | Skipped] = []
    while queue:
        news = queue.take()
        assert isinstance(news, Entry | Skipped)
        found.append(news if isinstance(news, Skipped) else news.entry.number)
    return found


def filled(most: int, count: int) -> NewsQueue:
    queue = NewsQueue(most)
    for number in range(1, count + 1):
        queue.put(entry(view(number), "arrived", seat=0))
    return queue


def test_news_come_in_order() -> None:
    assert numbers(filled(3, 3)) == [1, 2, 3]


def test_the_newest_are_kept_and_the_others_counted() -> None:
    assert numbers(filled(3, 10)) == [Skipped(7), 8, 9, 10]


def test_without_room_all_are_counted() -> None:
    assert numbers(filled(0, 4)) == [Skipped(4)]


def test_what_was_never_told_is_counted_with_what_was_not_read() -> None:
    queue = filled(3, 2)
    queue.skip(300)
    queue.put(entry(view(303), "arrived", seat=0))
    assert numbers(queue) == [Skipped(302), 303]


@given(st.integers(0, 5), st.lists(st.booleans(), max_size=60))
def test_nothing_is_lost_without_being_counted(most: int, steps: list[bool]) -> None:
    """Puts and takes in any order: what was read and what was skipped add up, and at most so many are kept."""
    queue, put, accounted = NewsQueue(most), 0, 0
    for step in [*steps, *[False] * (most + 1)]:
        if step:
            put += 1
            queue.put(entry(view(put), "arrived", seat=0))
        elif queue:
            news = queue.take()
            accounted += news.count if isinstance(news, Skipped) else 1
            assert isinstance(news, Skipped) or (isinstance(news, Entry) and news.entry.number == accounted)
    assert accounted == put
