"""What became of a request whose answer was lost with the connection.

The house recognises an `act` or a `take_back` that comes again by its id. It does not recognise anything else, so the
client looks at what happened since: a request whose doing is there is not sent again, and a refusal that only says that
the wish is fulfilled is no refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludoteca.dialects.house import messages
from ludoteca.dialects.house.messages import FromClient, Happened
from ludoteca.dialects.house.problems import Problem
from ludoteca.house.chat import Line
from ludoteca.house.refusals import Refusal
from ludoteca.house.views import SeatView, TableView

from .table_state import Roster

What = Mapping[str, Any]
Recogniser = Callable[[Any, What, Roster], bool]

ENTERING = (messages.Sit, messages.Claim)  # whether these succeeded shows when their key is tried


def did(message: FromClient, happened: Happened, roster: Roster) -> bool:
    """Whether an entry is what the request would do, asked from the seat that `roster.you` is."""
    recognise = _RECOGNISERS.get(type(message))
    return recognise is not None and recognise(message, happened.what, roster)


def said(message: FromClient, line: Line, name: str | None) -> bool:
    return isinstance(message, messages.Say) and line.name == name and line.text == message.text


def asks_anew(happened: Happened) -> bool:
    """Whether there is another question from here on, to which an earlier answer must not be given."""
    return bool(happened.what.get("kind") == "asked")


def fulfilled(message: FromClient, code: str, view: TableView | None) -> bool:
    """Whether the refusal of a request that was sent before says that what it asks for is so."""
    if code in _SAYS_SO.get(type(message), ()):
        return True
    if view is None:
        return False
    if isinstance(message, messages.HandOver):
        return code == Refusal.NOT_HOST and view.seats[view.host].name == message.name
    if isinstance(message, messages.SitBot):
        return code == Refusal.NAME_TAKEN and any(_is_bot(seat, message) for seat in view.seats)
    return False


def gone_means_done(message: FromClient, code: str) -> bool:
    """Whether being sent away shows that what was asked for has happened."""
    return code in _GONE_SAYS_SO.get(type(message), ())


def _is_bot(seat: SeatView, message: messages.SitBot) -> bool:
    return seat.name == message.name and seat.bot == message.level


def _mine(kind: str) -> Recogniser:
    return lambda message, what, roster: what.get("kind") == kind and what.get("seat") == roster.you


def _anybodys(kind: str) -> Recogniser:
    """Only the host can have done it, or it does not matter who did."""
    return lambda message, what, roster: what.get("kind") == kind


def _dressed(message: messages.Dress, what: What, roster: Roster) -> bool:
    look = {"tower": message.look.tower, "wizard": message.look.wizard}
    return what.get("kind") == "dressed" and what.get("seat") == roster.you and what.get("look") == look


def _sat(message: messages.SitBot, what: What, roster: Roster) -> bool:
    return what.get("kind") == "sat" and what.get("bot") == message.level and what.get("name") == message.name


def _removed(message: messages.Remove, what: What, roster: Roster) -> bool:
    return what.get("kind") == "rose" and roster.called(what.get("seat")) == message.name


def _handed_over(message: messages.HandOver, what: What, roster: Roster) -> bool:
    return what.get("kind") == "handed_over" and roster.called(what.get("seat")) == message.name


def _asked_for_the_end(message: messages.AskEnd, what: What, roster: Roster) -> bool:
    """Where nobody has to be asked the game ends at once."""
    if what.get("kind") == "asked":
        return what.get("seat") == roster.you and what.get("what") == "end"
    return what.get("kind") == "ended" and what.get("why") == "agreed"


def _answered(message: messages.Answer, what: What, roster: Roster) -> bool:
    """The last yes does what was asked for, and is no entry of its own."""
    if what.get("kind") == "answered":
        return what.get("seat") == roster.you and what.get("yes") == message.yes
    if what.get("kind") == "took_back":
        return message.yes and what.get("seat") != roster.you
    return message.yes and what.get("kind") == "ended" and what.get("why") == "agreed"


def _resigned(message: messages.Resign, what: What, roster: Roster) -> bool:
    """The last one who resigns ends the game."""
    if what.get("kind") == "stood_in":
        return what.get("seat") == roster.you and what.get("why") == "resigned"
    return what.get("kind") == "ended" and what.get("why") == "resigned"


def _stood_in(message: messages.CallStandIn, what: What, roster: Roster) -> bool:
    return what.get("kind") == "stood_in" and roster.names[what["seat"]] == message.name


def _won_alone(message: messages.ClaimWin, what: What, roster: Roster) -> bool:
    return what.get("kind") == "ended" and what.get("why") == "alone"


_RECOGNISERS: dict[type[FromClient], Recogniser] = {
    messages.Contribute: _mine("contributed"),
    messages.Dress: _dressed,
    messages.SitBot: _sat,
    messages.Remove: _removed,
    messages.HandOver: _handed_over,
    messages.Rise: _mine("rose"),
    messages.Start: _anybodys("started"),
    messages.Close: _anybodys("closed"),
    messages.Arrange: _anybodys("arranged"),
    messages.AskEnd: _asked_for_the_end,
    messages.Answer: _answered,
    messages.Resign: _resigned,
    messages.CallStandIn: _stood_in,
    messages.ClaimWin: _won_alone,
    messages.Rematch: _anybodys("rematched"),
}

_SAYS_SO: dict[type[FromClient], tuple[str, ...]] = {
    messages.Contribute: (Refusal.ALREADY_SO,),
    messages.Remove: (Refusal.NO_SUCH_NAME,),
    messages.Rise: (Refusal.NOT_SEATED, Problem.WATCHING),
    messages.Start: (Refusal.NOT_OPEN,),
    messages.Close: (Refusal.TABLE_CLOSED,),
    messages.AskEnd: (Refusal.ALREADY_SO,),
    messages.Resign: (Refusal.STOOD_IN,),
    messages.Rematch: (Refusal.REMATCHED,),
}

_GONE_SAYS_SO: dict[type[FromClient], tuple[str, ...]] = {
    messages.Rise: (Refusal.WRONG_TOKEN,),
    messages.Close: (Problem.ENDED, Problem.NO_SUCH_TABLE),
}
