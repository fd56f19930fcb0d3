"""One notification under way, in order, and bounded (dialects without acknowledgments need none of this)."""

from __future__ import annotations

from ludoteca.dialects.group31 import messages
from ludoteca.dialects.group31.messages import VOCABULARY
from ludoteca.dialects.group31.session import MOST_WAITING, PATIENCE, Outbox

ONE, TWO, THREE = (VOCABULARY.line(messages.AssistantUsed(assistant=value)) for value in (1, 2, 3))
SEATED = VOCABULARY.line(messages.StudentToDiningRoomMoved(student="RED"))


def test_the_next_one_waits_for_the_acknowledgment() -> None:
    outbox = Outbox()
    assert outbox.add(ONE + TWO, 0) == ONE
    assert outbox.add(THREE, 0) == b""
    assert outbox.acknowledged(1) == TWO
    assert outbox.acknowledged(2) == THREE
    assert outbox.acknowledged(3) == b""
    assert outbox.add(ONE, 4) == ONE


def test_a_student_to_the_dining_room_is_not_waited_for() -> None:
    outbox = Outbox()
    assert outbox.add(SEATED + ONE + TWO, 0) == SEATED + ONE
    assert outbox.acknowledged(0) == TWO
    outbox.clear()
    assert outbox.add(SEATED, 0) == SEATED
    assert not outbox.lost(PATIENCE)


def test_one_acknowledgment_too_many_does_no_harm() -> None:
    outbox = Outbox()
    assert outbox.acknowledged(0) == b""
    assert outbox.add(ONE + TWO, 0) == ONE


def test_silence_for_ten_seconds_is_a_lost_connection() -> None:
    outbox = Outbox()
    outbox.add(ONE + TWO, 5)
    assert not outbox.lost(5 + PATIENCE - 0.1)
    assert outbox.lost(5 + PATIENCE)
    outbox.acknowledged(14)
    assert not outbox.lost(5 + PATIENCE)
    assert outbox.lost(14 + PATIENCE)
    outbox.acknowledged(20)
    assert not outbox.lost(1000)


def test_it_is_bounded() -> None:
    outbox = Outbox()
    outbox.add(ONE + TWO * MOST_WAITING, 0)
    assert not outbox.lost(0)
    outbox.add(THREE, 0)
    assert outbox.lost(0)


def test_what_waits_can_be_forgotten() -> None:
    outbox = Outbox()
    outbox.add(ONE + TWO, 0)
    outbox.clear()
    assert not outbox.lost(PATIENCE)
    assert outbox.add(THREE, 0) == THREE
