"""The position as a client knows it: rebuilt in the notation from messages alone."""

from __future__ import annotations

from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.masters.notation import cards

from . import from_server as told
from .boards import Contents, layout
from .requests import FromServer
from .words import LETTER_OF_MARBLE, LORENZO, Depot, noted

Json = dict[str, Any]


def blank_board() -> Json:
    return {
        "faith": 0,
        "tiles": ["down", "down", "down"],
        "warehouse": {"1": {}, "2": {}, "3": {}},
        "leader_depots": {},
        "strongbox": {},
        "slots": [[], [], []],
        "hand": 0,
        "played": [],
        "dealt": 0,
        "gone": 0,
        "pending_resources": 0,
    }


def blank(players: int) -> Json:
    return {
        "game": "masters",
        "draws": 0,
        "players": {letter: blank_board() for letter in SEAT_LETTERS[:players]},
        "market": {"rows": [], "slide": ""},
        "grid": {},
        "current": "A",
        "main_action_done": False,
        "last_round": False,
        "over": False,
    } | ({"lorenzo": {"cross": 0, "stack": 0}} if players == 1 else {})


class Picture:
    """What is known of the game and of the cards. `whole` is False until all of the first state has come."""

    def __init__(self) -> None:
        self.players: list[str] = []
        self.game: Json = {}
        self.whole = False
        self.card_set = cards.STANDARD
        self.depots: dict[str, Contents] = {}  # by player: what lies in the depots that he has
        self.development_cards: dict[int, told.DevelopmentCard] = {}
        self.leader_cards: dict[int, told.LeaderCard] = {}

    def begin(self, players: list[str]) -> None:
        """Another game."""
        self.card_set = cards.STANDARD
        self.clear(players)

    def clear(self, players: list[str]) -> None:
        self.players = players
        self.game = blank(len(players))
        self._name_cards()
        self.whole = False
        self.depots.clear()

    def _name_cards(self) -> None:
        if self.card_set != cards.STANDARD:
            self.game["cards"] = self.card_set

    @property
    def own(self) -> str | None:
        """The player who sees his leaders."""
        for name, letter in zip(self.players, SEAT_LETTERS, strict=False):
            if isinstance(self.game["players"][letter]["hand"], list):
                return name
        return None

    def letter(self, name: str) -> str:
        return SEAT_LETTERS[self.players.index(name)]

    def board(self, name: str) -> Json:
        board: Json = self.game["players"][self.letter(name)]
        return board

    def add(self, message: FromServer) -> None:
        """What a message says about the table."""
        match message:
            case told.PlayersReadyToStartMessage(players):
                self.begin(players)
            case told.WelcomeBackMessage(_, _, players):
                self.players = players
            case told.ReloadMatchData(True):
                self.clear(self.players)
            case told.LoadDevelopmentCards(card_set, development_cards):
                self.development_cards = {card.id: card for card in development_cards}
                self.card_set = card_set
                self._name_cards()
            case told.LoadLeaderCards(leader_cards):
                self.leader_cards = {card.id: card for card in leader_cards}
            case told.UpdateMarketView(rows, slide):
                letters = [" ".join(LETTER_OF_MARBLE[marble] for marble in row) for row in rows]
                self.game["market"] = {"rows": letters, "slide": LETTER_OF_MARBLE[slide]}
            case told.LoadDevelopmentCardGrid(piles):
                self.game["grid"] = {
                    f"{pile.colour.lower()}{pile.level}": {"top": pile.top_card, "size": pile.cards_left}
                    for pile in piles
                }
            case told.TurnMessage(nickname, main_action_done, last_round, over, draws):
                self.game |= {"current": self.letter(nickname), "main_action_done": main_action_done}
                self.game |= {"last_round": last_round, "over": over, "draws": draws}
                self.whole = True
            case told.UpdateActionInProgress(_, action, decisions):
                self.game.pop("unfinished", None)
                if action is not None:
                    self.game["unfinished"] = {"action": action, "decisions": decisions}
            case told.NotifyLorenzoAction(_, tokens_left):
                self.game["lorenzo"]["stack"] = tokens_left
            case _:
                self._add_to_board(message)

    def _add_to_board(self, message: FromServer) -> None:
        match message:
            case told.UpdateMarkerPosition(nickname, position) if nickname == LORENZO:
                self.game["lorenzo"]["cross"] = position
            case told.UpdateMarkerPosition(nickname, position):
                self.board(nickname)["faith"] = position
            case told.UpdateDepotsStatus(nickname, depots, free_resources):
                self.depots[nickname] = {depot: held for depot, held in depots.items() if depot != Depot.STRONGBOX}
                strongbox = noted(depots[Depot.STRONGBOX])
                board = self.board(nickname)
                board |= layout(depots) | {"strongbox": strongbox, "pending_resources": free_resources}
            case told.UpdateDevelopmentCardSlots(nickname, slots):
                self.board(nickname)["slots"] = slots
            case told.NotifyDevelopmentCardBought(nickname, card, slot):
                self.board(nickname)["slots"][slot - 1].append(card)
            case told.UpdateLeaderCards(nickname, dealt, hand, played, discarded):
                self.board(nickname).update(dealt=dealt, hand=hand, played=played, gone=discarded)
            case told.NotifyTakenPopesFavorTile(nickname, section, taken):
                self.board(nickname)["tiles"][section - 1] = "up" if taken else "gone"
