"""The server's end by itself: lines, answers of the house, the loss of a seat, time."""

from __future__ import annotations

import asyncio
import tracemalloc

from ludoteca.dialects.contract import Do, Enter, Open, Seated
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.lines import LONGEST_LINE
from ludoteca.dialects.psp38 import DIALECT
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.views import TableView

from .tables import BUY, MARKET, SOLO, TOGETHER, End, alone, named, view_of

NO_TABLE = Trouble(Problem.NO_SUCH_TABLE, code="here")


def sitting(position: dict[str, object] | None = None) -> tuple[End, TableView]:
    """A connection in the middle of a solo game."""
    view = asyncio.run(view_of(position or alone(hand=[57])))
    end = End()
    end.say(SOLO)
    end.say(named("Ada"))
    end.answer(Seated(view, back=True))
    end.took()
    return end, view


# ---------------------------------------------------------------- lines


def test_lines_may_come_in_pieces_with_cr_lf_and_empty_ones_between() -> None:
    end = End()
    for byte in b'\r\n\n{"type": "GameModeResponse", "gameMode": "SOLO"}\r\n':
        end.receive(bytes([byte]))
    assert [line["type"] for line in end.took()] == ["GameModeRequest", "NicknameRequest"]


def test_lines_behind_one_that_has_to_be_answered_wait_for_the_answer() -> None:
    end = End()
    end.receive(
        b'{"type": "GameModeResponse", "gameMode": "SOLO"}\n{"type": "NicknameResponse", "nickname": "Ada"}\nnonsense\n'
    )
    assert end.took()[-1]["type"] == "NicknameRequest"
    end.answer(Refused(Refusal.BAD_NAME))
    first, second = end.took()
    assert (first["isRetry"], second["isRetry"]) == (True, True)
    assert first["reason"] != second["reason"]


def test_a_line_that_is_too_long_ends_the_connection() -> None:
    end = End()
    end.took()
    end.receive(b"x" * LONGEST_LINE)
    assert not end.hung_up()
    end.receive(b"x")
    assert end.hung_up()
    assert [line["type"] for line in end.took()] == ["ErrorMessage"]


def test_only_the_tenth_malformed_line_within_a_minute_ends_the_connection() -> None:
    end = End()
    for second in range(0, 90, 10):  # nine in a minute and a half
        end.receive(b"\xff\n", float(second))
    for _ in range(30):  # what does not fit the moment is not malformed
        end.say(MARKET, 90.0)
    assert not end.hung_up()
    for _ in range(4):
        end.receive(b"[]\n", 90.0)
    assert not end.hung_up()
    end.receive(b"[]\n", 90.0)
    assert end.hung_up()
    before = len(end.sent)
    end.say(SOLO, 90.0)
    assert len(end.sent) == before


# ---------------------------------------------------------------- entering


def test_who_finds_no_table_that_waits_opens_one_and_says_for_how_many() -> None:
    end = End()
    end.say(TOGETHER)
    end.say(named("Ada@ABCDEF#wonderland"))
    assert end.asked == [Enter("ABCDEF", "Ada", "wonderland", players=(2, 3, 4))]
    end.answer(NO_TABLE)
    assert end.took()[-1]["isRetry"]
    end.say(named("Ada"))
    end.answer(NO_TABLE)
    (opening,) = end.asked
    assert isinstance(opening, Open)
    assert opening.unsettled
    end.answer(Refused(Refusal.NAME_TAKEN, name="Ada"))
    assert end.took()[-1]["alreadyTaken"]


def test_alone_one_looks_for_ones_own_table_and_then_opens_one_even_if_the_name_is_known() -> None:
    end = End()
    end.say(SOLO)
    end.say(named("Ada"))
    assert end.asked == [Enter(None, "Ada", None, players=(1,))]
    end.answer(Refused(Refusal.NAME_TAKEN, name="Ada"))
    (opening,) = end.asked
    assert isinstance(opening, Open)
    assert not opening.unsettled
    assert opening.options.players == 1


def test_when_the_house_cannot_write_the_question_comes_again_with_the_reason() -> None:
    end = End()
    end.say(SOLO)
    end.say(named("Ada"))
    trouble = Trouble(Problem.READ_ONLY, detail="the disk is full")
    end.answer(trouble)
    assert end.took()[-1] == {
        "type": "NicknameRequest",
        "isRetry": True,
        "reason": trouble.sentence,
        "alreadyTaken": False,
    }


# ---------------------------------------------------------------- playing


def test_an_action_that_the_table_refuses_is_asked_for_anew_with_the_reason() -> None:
    end, _ = sitting(alone(hand=[57], strongbox={"shield": 2}))
    end.say(BUY)
    end.say({"type": "ChooseDevelopmentCardResponse", "changeActionType": False, "developmentCardID": 1})
    end.say({"type": "SelectDevelopmentCardSlotResponse", "slot": 1})
    assert [type(ask) for ask in end.asked] == [Do]
    end.took()
    end.answer(Refused(Refusal.PAUSED))
    (again,) = end.took()
    assert (again["type"], again["isRetry"]) == ("DoActionRequest", True)
    assert again["reason"] == Refused(Refusal.PAUSED).sentence


def test_a_rearrangement_that_the_table_refuses_was_not_done() -> None:
    end, _ = sitting(alone(hand=[57], warehouse={"1": {"coin": 1}}))
    end.say(
        {"type": "SwapWarehouseDepotsRequest", "depotOne": "WAREHOUSE_FIRST_ROW", "depotTwo": "WAREHOUSE_THIRD_ROW"}
    )
    end.answer(Refused(Refusal.PAUSED))
    done, again = end.took()
    assert done == {"type": "SwapWarehouseDepotsResponse", "swapDone": False}
    assert (again["type"], again["isRetry"]) == ("DoActionRequest", False)


def test_a_swap_that_changes_nothing_needs_no_table() -> None:
    end, _ = sitting(alone(hand=[57]))
    end.say(
        {"type": "SwapWarehouseDepotsRequest", "depotOne": "WAREHOUSE_FIRST_ROW", "depotTwo": "WAREHOUSE_THIRD_ROW"}
    )
    assert end.asked == []
    assert [line["type"] for line in end.took()] == [
        "SwapWarehouseDepotsResponse",
        "UpdateDepotsStatus",
        "DoActionRequest",
    ]


def test_what_the_server_does_by_itself_is_tried_again_later_when_it_could_not_be_done() -> None:
    view = asyncio.run(view_of(alone(hand=[57])))
    assert view.game is not None
    ended = [{"do": "end_turn", "by": "A"}]
    nothing_left = TableView(**{name: getattr(view, name) for name in view.__struct_fields__} | {"legal": ended})
    end = End()
    end.say(SOLO)
    end.say(named("Ada"))
    end.answer(Seated(nothing_left, back=True))
    assert [type(ask) for ask in end.asked] == [Do]
    end.took()
    end.answer(Trouble(Problem.READ_ONLY, detail="the disk is full"), 10.0)
    assert end.asked == []
    assert end.took() == []
    end.do(end.connection.tick(14.0))
    assert end.asked == []
    end.do(end.connection.tick(15.0))
    assert [type(ask) for ask in end.asked] == [Do]
    end.do(end.connection.tick(60.0))
    assert len(end.asked) == 1


# ---------------------------------------------------------------- losing the seat


def test_a_seat_that_is_gone_leads_back_to_the_beginning() -> None:
    for why in (Problem.MOVED, Problem.ENDED, None):
        end, _ = sitting()
        end.do(end.connection.unseated(why, 0.0))
        assert [line["type"] for line in end.took()] == ["ErrorMessage", "GameModeRequest"]
        end.say(TOGETHER)
        assert end.took()[-1]["type"] == "NicknameRequest"


def test_an_answer_that_comes_after_the_seat_was_lost_is_nobodys() -> None:
    end, _ = sitting()
    end.say(MARKET)
    end.say({"type": "MarbleInsertionPositionResponse", "position": 2})
    assert [type(ask) for ask in end.asked] == [Do]
    end.do(end.connection.unseated(Problem.MOVED, 0.0))
    end.took()
    end.answer(Refused(Refusal.NOT_SEATED))
    assert end.took() == []
    end.say(SOLO)
    assert end.took()[-1]["type"] == "NicknameRequest"


def test_the_last_words_of_a_house_that_closes() -> None:
    end, _ = sitting()
    end.do(end.connection.farewell(0.0))
    assert [line["type"] for line in end.took()] == ["ErrorMessage"]


# ---------------------------------------------------------------- size


def test_an_idle_connection_is_small() -> None:
    """The views of a game belong to those who decide; everybody else keeps none."""
    ends = [DIALECT.connection() for _ in range(10)]  # whatever is made once is made now
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(200):
        ends.append(DIALECT.connection())
        ends[-1].opened(0.0)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown / 200 < 2048
