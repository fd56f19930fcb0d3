"""The table in the shapes of the dialect: each part of a view as the message that tells it."""

from __future__ import annotations

from functools import lru_cache

from ludoteca.dialects.masters import boards
from ludoteca.dialects.masters.spelling import (
    COLOURS,
    LINES,
    LORENZO,
    MARBLES,
    POSITION_OF_LINE,
    ROWS,
    Depot,
    Resource,
    amounts,
    noted,
    resource,
)
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.masters.engine import const
from ludoteca.rules.masters.engine.deck import Cards
from ludoteca.rules.masters.notation import names, reading

from . import messages
from .messages import (
    VOCABULARY,
    ActionInProgress,
    CardsNeeded,
    DevelopmentCard,
    FromServer,
    LeaderCard,
    LoadDevelopmentCards,
    LoadLeaderCards,
)

MOST_CATALOGUES = 8  # card sets of one's own are few
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

    def market(self) -> messages.UpdateMarketView:
        market = self.game["market"]
        rows = [[MARBLES[letter] for letter in row.split()] for row in market["rows"]]
        return messages.UpdateMarketView(rows, MARBLES[market["slide"]])

    def grid(self) -> messages.LoadDevelopmentCardGrid:
        piles = [
            messages.Pile(name[:-1].upper(), int(name[-1]), pile["top"], pile["size"])
            for name, pile in self.game["grid"].items()
        ]
        return messages.LoadDevelopmentCardGrid(piles)

    def depots(self, player: int) -> messages.UpdateDepotsStatus:
        board = self.board(player)
        contents = boards.depots(board, self.cards) | {Depot.STRONGBOX: amounts(board["strongbox"])}
        return messages.UpdateDepotsStatus(self.name(player), contents, board["pending_resources"])

    def slots(self, player: int) -> messages.UpdateDevelopmentCardSlots:
        return messages.UpdateDevelopmentCardSlots(self.name(player), self.board(player)["slots"])

    def leaders(self, player: int) -> messages.UpdateLeaderCards:
        board = self.board(player)
        told = (board[member] for member in ("dealt", "hand", "played", "gone"))
        return messages.UpdateLeaderCards(self.name(player), *told)

    def marker(self, player: int) -> messages.UpdateMarkerPosition:
        return messages.UpdateMarkerPosition(self.name(player), self.board(player)["faith"])

    def cross(self) -> messages.UpdateMarkerPosition:
        return messages.UpdateMarkerPosition(LORENZO, self.game["lorenzo"]["cross"])

    def lorenzo(self, token: int | None) -> messages.NotifyLorenzoAction:
        return messages.NotifyLorenzoAction(token, self.game["lorenzo"]["stack"])

    def tiles(self, player: int) -> list[messages.NotifyTakenPopesFavorTile]:
        """Those of sections that were reported."""
        states = enumerate(self.board(player)["tiles"], 1)
        return [messages.NotifyTakenPopesFavorTile(self.name(player), n, s == "up") for n, s in states if s != "down"]

    def points(self, player: int) -> messages.NotifyVictoryPoints:
        total = reading.points(self.game, SEAT_LETTERS[player])["total"]
        return messages.NotifyVictoryPoints(self.name(player), total)

    def in_progress(self, who: str) -> messages.UpdateActionInProgress:
        """`who` is in the middle of an action, or has finished it."""
        unfinished = self.game.get("unfinished", {"action": None, "decisions": []})
        action = None if unfinished["action"] is None else in_words(unfinished["action"])
        return messages.UpdateActionInProgress(who, action, unfinished["decisions"])

    def turn(self) -> messages.TurnMessage:
        game = self.game
        current = self.names[SEAT_LETTERS.index(game["current"])]
        return messages.TurnMessage(
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

    def over(self) -> messages.GameOverMessage:
        """Alone, a loss gives no score [RULING 21]."""
        result = self.view.result
        assert result is not None
        winners = [self.view.seats[seat].name for seat in result.winners]
        lost_alone = len(self.names) == 1 and not winners
        results = [] if lost_alone else [self.result(player) for player in range(len(self.names))]
        return messages.GameOverMessage(results, winners, result.why)

    def result(self, player: int) -> messages.Result:
        parts = reading.points(self.game, SEAT_LETTERS[player])
        return messages.Result(
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


def status(view: TableView, seat: int) -> messages.NotifyPlayerStatus:
    who = view.seats[seat]
    return messages.NotifyPlayerStatus(who.name, who.connected, who.stand_in is not None, view.alone_since is not None)


# ---------------------------------------------------------------- an action in the middle of it

PROGRESS: dict[str, messages.Progress] = {
    "take_market": "TAKE_RESOURCES_FROM_MARKET",
    "buy": "BUY_DEVELOPMENT_CARD",
    "produce": "ACTIVATE_PRODUCTION",
    "rearrange": "REARRANGE_DEPOTS",
    "keep_leaders": "CHOOSE_LEADER_CARDS",
    "initial_resources": "CHOOSE_RESOURCE",
}
DOES = {word: do for do, word in PROGRESS.items()}
SOURCES: dict[str, messages.Source] = {
    "warehouse": "WAREHOUSE",
    "leader_depots": "LEADER_DEPOTS",
    "strongbox": "STRONGBOX",
}


def in_words(action: Json) -> ActionInProgress:
    """What the notation knows of it, in the words of the dialect."""
    members: Json = {"action_type": PROGRESS[action["do"]]}
    if "line" in action:
        members["position"] = POSITION_OF_LINE[action["line"]]
        members["to_place"] = [what.upper() for what in action["to_place"]]
        members["discarded"] = amounts(action["discard"])
    layout = action.get("to") or action.get("store")
    if layout is not None:
        members["depots"] = {ROWS[number]: amounts(held) for number, held in layout["warehouse"].items()}
    if "powers" in action:
        powers = [power.partition(":")[2] for power in action["powers"]]
        members["production_powers"] = [int(number or boards.BASIC) for number in powers]
    if "basic" in action:
        members["basic_inputs"] = amounts(action["basic"]["in"])
        if "out" in action["basic"]:
            members["basic_output"] = resource(action["basic"]["out"])
    if "leader_out" in action:
        members["leader_outputs"] = {int(leader): resource(out) for leader, out in action["leader_out"].items()}
    if "pay" in action:
        members["paid"] = {SOURCES[source]: amounts(held) for source, held in action["pay"].items()}
    if "resource" in action:
        members["resource"] = resource(action["resource"])
    given = {"card": "development_card_id", "slot": "slot", "cards": "leader_cards"}
    return ActionInProgress(**members, **{given[member]: action[member] for member in given if member in action})


def in_notation(told: ActionInProgress) -> Json:
    """The way back, for a client that rebuilds the table."""
    action: Json = {"do": DOES[told.action_type]}
    if told.position is not None:
        action |= {"line": LINES[told.position], "to_place": [what.lower() for what in told.to_place or ()]}
        action["discard"] = noted(told.discarded or {})
    if told.depots is not None:
        laid = {"warehouse": {number: noted(told.depots[row]) for number, row in ROWS.items() if row in told.depots}}
        action["to" if action["do"] == "rearrange" else "store"] = laid
    if told.production_powers is not None:
        action["powers"] = [power_name(number) for number in told.production_powers]
    if told.basic_inputs is not None:
        action["basic"] = {"in": noted(told.basic_inputs)}
        if told.basic_output is not None:
            action["basic"]["out"] = told.basic_output.lower()
    if told.leader_outputs is not None:
        action["leader_out"] = {str(leader): out.lower() for leader, out in told.leader_outputs.items()}
    if told.paid is not None:
        action["pay"] = {source: noted(told.paid[word]) for source, word in SOURCES.items()}
    if told.resource is not None:
        action["resource"] = told.resource.lower()
    given = {"card": told.development_card_id, "slot": told.slot, "cards": told.leader_cards}
    return action | {member: value for member, value in given.items() if value is not None}


def power_name(number: int) -> str:
    if number == boards.BASIC:
        return "basic"
    return f"leader:{number}" if number >= const.FIRST_LEADER else f"dev:{number}"


# ---------------------------------------------------------------- catalogues of cards


@lru_cache(MOST_CATALOGUES)
def catalogues(cards: Cards) -> bytes:
    """Both catalogues, as lines."""
    return VOCABULARY.line(development_cards(cards)) + VOCABULARY.line(leader_cards(cards))


def development_cards(cards: Cards) -> LoadDevelopmentCards:
    return LoadDevelopmentCards(cards.name, [development_card(cards, card + 1) for card in range(len(cards.pile))])


def development_card(cards: Cards, card: int) -> DevelopmentCard:
    colour, level = divmod(cards.pile[card - 1], const.LEVELS)
    power = boards.card_power(cards, card)
    cost = {resource: count for resource, count in zip(Resource, cards.cost[card - 1], strict=True) if count}
    return DevelopmentCard(
        card, COLOURS[colour].upper(), level + 1, cards.points[card - 1], cost, power.input, power.output
    )


def leader_cards(cards: Cards) -> LoadLeaderCards:
    return LoadLeaderCards([leader_card(cards, const.FIRST_LEADER + place) for place in range(const.LEADERS)])


def leader_card(cards: Cards, leader: int) -> LeaderCard:
    place = leader - const.FIRST_LEADER
    kind = cards.kind[place]
    power = boards.leader_power(cards, leader) if kind == const.PRODUCTION else None
    needed = [
        CardsNeeded(colour.upper(), cards.need_level[place][number] or None, cards.need_cards[place][number])
        for number, colour in enumerate(COLOURS)
        if cards.need_cards[place][number]
    ]
    resources = zip(Resource, cards.need_resources[place], strict=True)
    return LeaderCard(
        leader,
        names.KINDS[kind].upper(),
        boards.RESOURCES[cards.resource[place]],
        cards.leader_points[place],
        needed,
        {resource: count for resource, count in resources if count},
        {} if power is None else power.input,
        {} if power is None else power.output,
    )
