"""What somebody with a seat is told: of his sitting down, of every entry of the table, and of whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.dialects.contract import Seated, SeatEntry
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView

from . import messages, sentences, shaping
from .messages import FromServer
from .playing import Moment
from .prompting import Prompter
from .states import State, state_of
from .updating import updates
from .wire import line

LOOKS = ("sat", "dressed", "confirmed")  # entries after which somebody is new or looks different
SHOWN_ANEW = ("started", "took_back")  # entries after which the whole table is sent


class Teller:
    """Knows the state of the seat, and as much of the table as the next message of the client is about."""

    __slots__ = ("_active", "_prompter", "moment", "state")

    def __init__(self) -> None:
        self.state = State.WAITING
        self.moment: Moment | None = None  # while it is this seat's turn
        self._active: int | None = None  # the character that the client knows to be active
        self._prompter = Prompter()

    # ------------------------------------------------------------ sitting down

    def seated(self, answer: Seated) -> bytes:
        view = answer.view
        self._look(view)
        greeting = sentences.BACK if answer.back else sentences.SEATED
        lines = line(information(view, greeting.format(name=own(view), code=view.code)))
        if view.game is None:
            return lines
        return lines + line(messages.GameStart(virtual_view=shaping.whole(view)), *self._after_the_whole(view))

    def _after_the_whole(self, view: TableView) -> Iterator[FromServer]:
        """What the client needs besides the table: it has been told nothing, or nothing that still holds."""
        self._prompter.forget()
        self._active = shaping.active(shaping.game_of(view))
        if view.result is not None:
            yield ended(view)
            return
        if shaping.game_of(view)["last_round"]:
            yield messages.GameMustEnd()
        yield from self._prompt(view)

    # ------------------------------------------------------------ entries

    def told(self, seat_entry: SeatEntry) -> bytes:
        view, what = seat_entry.view, seat_entry.entry["what"]
        was_over = self.state is State.OVER
        self._look(view)
        if view.game is None:
            return line(*self._before(view, what))
        kind = what["kind"]
        if was_over and kind != "rematched":  # who comes or goes after the end is of no interest
            return b""
        sentence = sentences.happening(sentences.IN_GAME, view, what)
        information = b"" if sentence is None else line(messages.InformationGame(string=sentence))
        if kind == "acted":
            return self._acted(seat_entry)
        if kind in SHOWN_ANEW:
            start = seat_entry.once(
                "am24 GameStart", lambda: line(messages.GameStart(virtual_view=shaping.whole(view)))
            )
            return information + start + line(*self._after_the_whole(view))
        if kind in ("ended", "closed"):
            return line(ended(view))
        if kind == "departed" and view.alone_since is not None:
            seconds = view.options.patience.alone
            information += line(messages.InformationGame(string=sentences.PAUSED.format(seconds=seconds)))
        return information

    def _look(self, view: TableView) -> None:
        self.state = state_of(view)
        mine = view.game is not None and view.turn is not None and view.turn == view.you
        self.moment = Moment(view) if mine else None

    def _before(self, view: TableView, what: dict[str, object]) -> Iterator[FromServer]:
        number = what.get("seat")
        if what["kind"] in LOOKS and isinstance(number, int):
            yield messages.UpdatePlayer(player=shaping.newcomer(view.seats[number]), index=number)
        sentence = sentences.happening(sentences.BEFORE, view, what)
        if sentence is not None and view.phase is Phase.OPEN:
            yield information(view, sentence)

    def _acted(self, seat_entry: SeatEntry) -> bytes:
        """All who are at the table know the same, so what changed is written once."""
        view, was_active = seat_entry.view, self._active
        changed = seat_entry.once("am24 updates", lambda: line(*updates(view, seat_entry.events, was_active)))
        self._active = shaping.active(shaping.game_of(view))
        return changed + line(*self._own(seat_entry))

    def _own(self, seat_entry: SeatEntry) -> Iterator[FromServer]:
        view = seat_entry.view
        assert view.you is not None
        player = view.seats[view.you].player
        if any(event["event"] == "TurnEnded" and event["seat"] == player for event in seat_entry.events):
            yield messages.EndTurn()
        yield from self._prompt(view)

    def _prompt(self, view: TableView) -> Iterator[FromServer]:
        prompt = self._prompter.prompt(view)
        if prompt is not None:
            yield prompt


def own(view: TableView) -> str:
    assert view.you is not None
    return view.seats[view.you].name


def information(view: TableView, sentence: str) -> messages.InformationConnection:
    names = [seat.name for seat in view.seats]
    said = f"{sentence} {sentences.who(view)}" if view.phase is Phase.OPEN else sentence
    return messages.InformationConnection(string=said, nickname=own(view), code=view.code, nicknames=names)


def ended(view: TableView) -> messages.GameEnded:
    result = view.result
    assert result is not None
    return messages.GameEnded(winners=[view.seats[seat].name for seat in result.winners], reason=result.why)
