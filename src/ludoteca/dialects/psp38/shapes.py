"""The table in the shapes of the dialect: each part of a view as the message that tells it."""

from __future__ import annotations

from ludoteca.house.table import Phase
from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.masters.notation import reading

from . import boards
from . import from_server as told
from .requests import FromServer
from .words import LORENZO, MARBLES, Depot, amounts

Json = boards.Json


class Shown:
    """A view of a running or finished game, with the names of those who play it."""

    __slots__ = ("cards", "game", "names", "view")

    def __init__(self, view: TableView) -> None:
        assert view.game is not None
        self.view = view
        self.game: Json = view.game
        self.names = players(view)
        self.cards = boards.cards_of(view.game)

    def name(self, player: int) -> str:
        return self.names[player]

    def board(self, player: int) -> Json:
        board: Json = self.game["players"][SEAT_LETTERS[player]]
        return board

    def market(self) -> told.UpdateMarketView:
        market = self.game["market"]
        rows = [[MARBLES[letter] for letter in row.split()] for row in market["rows"]]
        return told.UpdateMarketView(rows, MARBLES[market["slide"]])

    def grid(self) -> told.LoadDevelopmentCardGrid:
        piles = [
            told.Pile(name[:-1].upper(), int(name[-1]), pile["top"], pile["size"])
            for name, pile in self.game["grid"].items()
        ]
        return told.LoadDevelopmentCardGrid(piles)

    def depots(self, player: int) -> told.UpdateDepotsStatus:
        board = self.board(player)
        contents = boards.depots(board, self.cards) | {Depot.STRONGBOX: amounts(board["strongbox"])}
        return told.UpdateDepotsStatus(self.name(player), contents, board["pending_resources"])

    def slots(self, player: int) -> told.UpdateDevelopmentCardSlots:
        return told.UpdateDevelopmentCardSlots(self.name(player), self.board(player)["slots"])

    def leaders(self, player: int) -> told.UpdateLeaderCards:
        board = self.board(player)
        return told.UpdateLeaderCards(self.name(player), board["dealt"], board["hand"], board["played"], board["gone"])

    def marker(self, player: int) -> told.UpdateMarkerPosition:
        return told.UpdateMarkerPosition(self.name(player), self.board(player)["faith"])

    def cross(self) -> told.UpdateMarkerPosition:
        return told.UpdateMarkerPosition(LORENZO, self.game["lorenzo"]["cross"])

    def lorenzo(self, token: int | None) -> told.NotifyLorenzoAction:
        return told.NotifyLorenzoAction(token, self.game["lorenzo"]["stack"])

    def tiles(self, player: int) -> list[told.NotifyTakenPopesFavorTile]:
        """Those of sections that were reported."""
        states = enumerate(self.board(player)["tiles"], 1)
        return [told.NotifyTakenPopesFavorTile(self.name(player), n, s == "up") for n, s in states if s != "down"]

    def points(self, player: int) -> told.NotifyVictoryPoints:
        total = reading.points(self.game, SEAT_LETTERS[player])["total"]
        return told.NotifyVictoryPoints(self.name(player), total)

    def in_progress(self, who: str) -> told.UpdateActionInProgress:
        """`who` is in the middle of an action, or has finished it."""
        unfinished = self.game.get("unfinished", {"action": None, "decisions": []})
        return told.UpdateActionInProgress(who, unfinished["action"], unfinished["decisions"])

    def turn(self) -> told.TurnMessage:
        game = self.game
        current = self.names[SEAT_LETTERS.index(game["current"])]
        return told.TurnMessage(
            current, game["main_action_done"], game["last_round"], game["over"], game.get("draws", 0)
        )

    def everything(self) -> list[FromServer]:
        """The whole state but the catalogues."""
        messages: list[FromServer] = [self.market(), self.grid()]
        for player in range(len(self.names)):
            messages += [self.leaders(player), self.slots(player), self.depots(player), self.marker(player)]
            messages += self.tiles(player)
            messages.append(self.points(player))
        if "lorenzo" in self.game:
            messages += [self.cross(), self.lorenzo(None)]
        if "unfinished" in self.game:
            messages.append(self.in_progress(self.names[SEAT_LETTERS.index(reading.to_decide(self.game))]))
        messages.append(self.turn())
        return messages

    def over(self) -> told.GameOverMessage:
        """Alone, a loss gives no score [RULING 21]."""
        result = self.view.result
        assert result is not None
        winners = [self.view.seats[seat].name for seat in result.winners]
        lost_alone = len(self.names) == 1 and not winners
        results = [] if lost_alone else [self.result(player) for player in range(len(self.names))]
        return told.GameOverMessage(results, winners, result.why)

    def result(self, player: int) -> told.Result:
        parts = reading.points(self.game, SEAT_LETTERS[player])
        return told.Result(
            self.name(player),
            parts["total"],
            parts["cards"],
            parts["faith"],
            parts["tiles"],
            parts["leaders"],
            parts["resources"],
        )


def players(view: TableView) -> list[str]:
    """Names in turn order once the game has begun, before in the order in which people came."""
    if view.phase is Phase.OPEN:
        return [seat.name for seat in view.seats]
    order = sorted(view.seats, key=lambda seat: -1 if seat.player is None else seat.player)
    return [seat.name for seat in order]


def own_name(view: TableView) -> str:
    assert view.you is not None
    return view.seats[view.you].name


def status(view: TableView, seat: int) -> told.NotifyPlayerStatus:
    who = view.seats[seat]
    return told.NotifyPlayerStatus(who.name, who.connected, who.stand_in is not None, view.alone_since is not None)
