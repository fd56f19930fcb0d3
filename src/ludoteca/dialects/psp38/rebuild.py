"""The client's end: what it knows comes from messages alone. The position is rebuilt in the notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement, product
from typing import Any, TypeVar

from ludoteca.dialects.contract import Choice, Question
from ludoteca.dialects.lines import Lines
from ludoteca.dialects.masters import boards
from ludoteca.dialects.masters.boards import Contents, layout
from ludoteca.dialects.masters.narrator import rows, table, to_you
from ludoteca.dialects.masters.spelling import (
    GIVES,
    LEADER_DEPOTS,
    LETTER_OF_MARBLE,
    LINES,
    LORENZO,
    ActionType,
    Amounts,
    Depot,
    GameMode,
    Marble,
    Resource,
    Yield,
    noted,
)
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.masters.notation import cards

from . import messages
from .messages import VOCABULARY, FromServer
from .shapes import in_notation

Json = dict[str, Any]

# What may come while a question stays open.
BESIDE = (messages.NotifyPlayerStatus, messages.ErrorMessage)


class Client:
    def __init__(self) -> None:
        self.picture = Picture()
        self.asked: messages.Request | None = None
        self._lines = Lines()
        self._spoken = False  # whether a message of this dialect has come
        self._told: list[str] = []
        self._winners: list[str] | None = None

    def receive(self, data: bytes) -> bytes:
        """Read what the server sent. In this dialect a client answers nothing by itself."""
        self._lines.add(data)
        while (line := self._lines.take()) is not None:
            self._read(line)
        return b""

    def _read(self, line: bytes) -> None:
        message = VOCABULARY.read_told(line)
        if message is None:
            if not self._spoken:
                raise ValueError("that is another dialect")
            return
        self._spoken = True
        self.picture.add(message)
        self._told += [to_you(sentence, self.picture.own) for sentence in about(message)]
        if isinstance(message, messages.Request):
            self.asked = message
        elif not isinstance(message, BESIDE):
            self.asked = None  # a question that is still open is asked again
        elif isinstance(message, messages.NotifyPlayerStatus) and message.paused:
            self.asked = None
        if isinstance(message, messages.GameOverMessage):
            self._winners = message.winners
        elif isinstance(message, messages.PlayersReadyToStartMessage):
            self._winners = None

    @property
    def game(self) -> dict[str, Any] | None:
        return self.picture.game if self.picture.whole else None

    @property
    def result(self) -> list[str] | None:
        return self._winners

    def table(self) -> list[str]:
        picture = self.picture
        if not picture.whole:
            return []
        return list(table(picture.game, picture.players, picture.own, self._card, self._leader))

    def _card(self, number: int) -> str:
        return development_card(self.picture.development_cards[number])

    def _leader(self, number: int) -> str:
        return leader_card(self.picture.leader_cards[number])

    def explained(self, word: str) -> list[str]:
        """A card or a leader by its number."""
        number = word.rsplit(maxsplit=1)[-1]
        if not number.isdecimal():
            return [f"{MARBLE_WORDS[word]}."] if word in MARBLE_WORDS else []
        found = int(number[:9])
        if found in self.picture.development_cards:
            return [f"{self._card(found).capitalize()}."]
        return [f"{self._leader(found).capitalize()}."] if found in self.picture.leader_cards else []

    def told(self) -> list[str]:
        news, self._told = self._told, []
        return news

    def question(self) -> Question | None:
        return None if self.asked is None else question(self.asked, self.picture)


# ---------------------------------------------------------------- the table


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
        self.development_cards: dict[int, messages.DevelopmentCard] = {}
        self.leader_cards: dict[int, messages.LeaderCard] = {}

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
        boards = self.game.get("players")  # names come first
        for name, letter in zip(self.players, SEAT_LETTERS, strict=False):
            if boards is not None and isinstance(boards[letter]["hand"], list):
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
            case messages.PlayersReadyToStartMessage(players):
                self.begin(players)
            case messages.WelcomeBackMessage(_, _, players):
                self.players = players
            case messages.ReloadMatchData(True):
                self.clear(self.players)
            case messages.LoadDevelopmentCards(card_set, development_cards):
                self.development_cards = {card.id: card for card in development_cards}
                self.card_set = card_set
                self._name_cards()
            case messages.LoadLeaderCards(leader_cards):
                self.leader_cards = {card.id: card for card in leader_cards}
            case messages.UpdateMarketView(rows, slide):
                letters = [" ".join(LETTER_OF_MARBLE[marble] for marble in row) for row in rows]
                self.game["market"] = {"rows": letters, "slide": LETTER_OF_MARBLE[slide]}
            case messages.LoadDevelopmentCardGrid(piles):
                self.game["grid"] = {
                    f"{pile.colour.lower()}{pile.level}": {"top": pile.top_card, "size": pile.cards_left}
                    for pile in piles
                }
            case messages.TurnMessage(nickname, main_action_done, last_round, over, draws):
                self.game |= {"current": self.letter(nickname), "main_action_done": main_action_done}
                self.game |= {"last_round": last_round, "over": over, "draws": draws}
                self.whole = True
            case messages.UpdateActionInProgress(_, action, decisions):
                self.game.pop("unfinished", None)
                if action is not None:
                    self.game["unfinished"] = {"action": in_notation(action), "decisions": decisions}
            case messages.NotifyLorenzoAction(_, tokens_left):
                self.game["lorenzo"]["stack"] = tokens_left
            case _:
                self._add_to_board(message)

    def _add_to_board(self, message: FromServer) -> None:
        match message:
            case messages.UpdateMarkerPosition(nickname, position) if nickname == LORENZO:
                self.game["lorenzo"]["cross"] = position
            case messages.UpdateMarkerPosition(nickname, position):
                self.board(nickname)["faith"] = position
            case messages.UpdateDepotsStatus(nickname, depots, free_resources):
                self.depots[nickname] = {depot: held for depot, held in depots.items() if depot != Depot.STRONGBOX}
                strongbox = noted(depots[Depot.STRONGBOX])
                board = self.board(nickname)
                board |= layout(depots) | {"strongbox": strongbox, "pending_resources": free_resources}
            case messages.UpdateDevelopmentCardSlots(nickname, slots):
                self.board(nickname)["slots"] = slots
            case messages.NotifyDevelopmentCardBought(nickname, card, slot):
                self.board(nickname)["slots"][slot - 1].append(card)
            case messages.UpdateLeaderCards(nickname, dealt, hand, played, discarded):
                self.board(nickname).update(dealt=dealt, hand=hand, played=played, gone=discarded)
            case messages.NotifyTakenPopesFavorTile(nickname, section, taken):
                self.board(nickname)["tiles"][section - 1] = "up" if taken else "gone"


# ---------------------------------------------------------------- what is told

PLACES = {
    Depot.WAREHOUSE_FIRST_ROW: "row 1",
    Depot.WAREHOUSE_SECOND_ROW: "row 2",
    Depot.WAREHOUSE_THIRD_ROW: "row 3",
    Depot.LEADER_COIN: "the leader's depot for coins",
    Depot.LEADER_STONE: "the leader's depot for stones",
    Depot.LEADER_SERVANT: "the leader's depot for servants",
    Depot.LEADER_SHIELD: "the leader's depot for shields",
    Depot.STRONGBOX: "the strongbox",
}
ENDS = {
    "rules": "The game is over.",
    "alone": "The game is over: the others have stayed away.",
    "resigned": "The game is over: the others have given up.",
    "agreed": "The game is over: all have agreed to end it.",
}


What = TypeVar("What", bound=str)


def counted(amounts: Mapping[What, int]) -> str:
    """`2 coin and 1 stone`."""
    return joined(f"{count} {what.lower()}" for what, count in amounts.items()) or "nothing"


def joined(words: Iterable[str]) -> str:
    *others, last = list(words) or [""]
    return f"{', '.join(others)} and {last}" if others else last


def marbles(line: Iterable[Marble]) -> str:
    return ", ".join(marble.lower() for marble in line)


def power(said: messages.Power | messages.DevelopmentCard | messages.LeaderCard) -> str:
    return f"{counted(said.input)} into {counted(said.output)}"


def development_card(card: messages.DevelopmentCard) -> str:
    return (
        f"card {card.id}: {card.colour.lower()}, level {card.level}, {card.victory_points} points, "
        f"costs {counted(card.cost)}, makes {power(card)}"
    )


MARBLE_WORDS = {marble.lower(): f"A {marble.lower()} marble gives a {what.lower()}" for marble, what in GIVES.items()}
MARBLE_WORDS |= {"red": "A red marble gives a step of faith", "white": "A white marble gives nothing without a leader"}

EFFECTS = {
    "DISCOUNT": "cards cost one {resource} less",
    "EXTRA_DEPOT": "a depot for two {resource}",
    "WHITE_MARBLE": "white marbles give {resource}",
    "PRODUCTION": "makes {power}",
}


def leader_card(card: messages.LeaderCard) -> str:
    needed = [
        f"{need.count} {need.colour.lower()}" + (f" of level {need.level}" if need.level else "")
        for need in card.cards_needed
    ]
    needed += [f"{count} {resource.lower()}" for resource, count in card.resources_needed.items()]
    effect = EFFECTS[card.kind].format(resource=card.resource.lower(), power=power(card))
    return f"leader {card.id}: {effect}, {card.victory_points} points, needs {joined(needed) or 'nothing'}"


def line_words(position: int) -> str:
    if position <= 3:
        return f"row {position} of the market"
    return f"column {8 - position} of the market"


def about(message: FromServer) -> list[str]:
    """What a message tells a person; nothing for those that only carry the state or ask."""
    match message:
        case messages.WaitingInTheLobbyMessage(code, players, number):
            wanted = "" if number is None else f" The game is for {number}."
            return [f"You wait at table {code} with {joined(players)}.{wanted}"]
        case messages.PlayersReadyToStartMessage(players):
            return [f"The game begins. The order of play is {', '.join(players)}."]
        case messages.WelcomeBackMessage(nickname):
            return [f"Welcome back, {nickname}."]
        case messages.ReloadMatchData(True):
            return ["This is the table as it is now."]
        case messages.ErrorMessage(reason):
            return [reason]
        case messages.GameOverMessage(results, winners, why):
            scores = [f"{result.nickname} has {result.victory_points} points." for result in results]
            won = f"{joined(winners)} won." if winners else "Nobody won." if len(results) > 1 else f"{LORENZO} won."
            return [ENDS.get(why, "The game is over."), *scores, won]
        case messages.EndTurnMessage(True):
            return ["Your turn is over: there is nothing left to do."]
        case messages.EndTurnMessage(False):
            return ["Your turn is over."]
        case messages.SwapWarehouseDepotsResponse(done) | messages.MoveResourceQuantityResponse(done):
            return ["Done." if done else "That cannot be."]
        case _:
            return happening(message)


def happening(message: FromServer) -> list[str]:
    match message:
        case messages.UpdateMarketView(rows, slide):
            lines = [f"Row {number} of the market: {marbles(row)}." for number, row in enumerate(rows, 1)]
            return [*lines, f"On the slide: {slide.lower()}."]
        case messages.UpdateDepotsStatus(nickname, depots):
            held = [f"{counted(what)} in {PLACES[depot]}" for depot, what in depots.items() if what]
            return [f"{nickname} has {joined(held) or 'nothing stored'}."]
        case messages.UpdateMarkerPosition(nickname, position):
            return [f"{nickname} is on space {position} of the faith track."]
        case messages.NotifyTakenPopesFavorTile(nickname, section, taken):
            return [f"{nickname} {'takes' if taken else 'loses'} the tile of section {section}."]
        case messages.NotifyLeaderAction(nickname, ActionType.PLAY_LEADER, leader):
            return [f"{nickname} plays leader {leader}."]
        case messages.NotifyLeaderAction(nickname):
            return [f"{nickname} discards a leader."]
        case messages.NotifyDevelopmentCardBought(nickname, card, slot):
            return [f"{nickname} buys card {card} for slot {slot}."]
        case messages.NotifyMarbleTaken(nickname, position, taken):
            return [f"{nickname} takes {line_words(position)}: {marbles(taken)}."]
        case messages.NotifyLorenzoAction(token, left) if token is not None:
            return [f"{LORENZO} turns token {token}. {left} are left."]
        case messages.NotifyPlayerStatus(nickname, connected, stand_in, paused):
            news = f"{nickname} is {'here' if connected else 'away'}."
            more = [f"A stand-in plays for {nickname}."] if stand_in else []
            return [news, *more, *(["The game waits."] if paused else [])]
        case messages.TurnMessage(nickname, done, last_round, False):
            course = f"{nickname} has had the main action." if done else f"It is {nickname}'s turn."
            return [course, *(["This is the last round."] if last_round else [])]
    return []


# ---------------------------------------------------------------- what is asked

KEYS = {
    Depot.WAREHOUSE_FIRST_ROW: "1",
    Depot.WAREHOUSE_SECOND_ROW: "2",
    Depot.WAREHOUSE_THIRD_ROW: "3",
    **{depot: resource[:2].lower() for resource, depot in LEADER_DEPOTS.items()},  # co, st, se, sh
    Depot.STRONGBOX: "x",
}
ACTIONS = {
    ActionType.DISCARD_LEADER: ("d", "discard a leader"),
    ActionType.PLAY_LEADER: ("l", "play a leader"),
    ActionType.TAKE_RESOURCES_FROM_MARKET: ("m", "take resources from the market"),
    ActionType.ACTIVATE_PRODUCTION: ("p", "produce"),
    ActionType.BUY_DEVELOPMENT_CARD: ("b", "buy a development card"),
    ActionType.END_TURN: ("e", "end the turn"),
}


def choice(key: object, words: str, message: messages.FromClient) -> Choice:
    return Choice(str(key), words, VOCABULARY.line(message))


def question(asked: messages.Request, picture: Picture) -> Question:
    words, choices, free = QUESTIONS[type(asked)](asked, picture)
    if asked.is_retry and isinstance(asked.reason, str):
        words = f"{asked.reason} {words}"
    moves = list(rearranging(picture))
    shown = PATTERNS.get(type(asked)) or [(choice.key, choice.words) for choice in choices]
    if moves:
        shown = [*shown, (moves[0].key, f"{moves[0].words}; rows are 1 2 3, leaders' depots {DEPOT_KEYS}")]
    return Question(words, [*choices, *moves], free, patterns=shown)


# How something is typed where it can be said in very many ways.
PATTERNS: dict[type[messages.Request], list[tuple[str, str]]] = {
    messages.NumberOfPlayersRequest: [
        ("3", "2 to 4 players"),
        ("3b1", "so many players, and how many of them are bots"),
    ],
    messages.ChooseProductionPowersRequest: [
        ("0 coin stone > shield", "the basic power: two resources and what they become"),
        ("17", "a card, by its number"),
        ("61 > coin", "a leader, and what he gives beside faith"),
        ("17, 61 > coin", "several at once"),
        ("n", "do something else"),
    ],
}
DEPOT_KEYS = "co st se sh"

Asked = tuple[str, list[Choice], Callable[[str], bytes] | None]

# ---------------------------------------------------------------- entering


def _mode(asked: messages.GameModeRequest, picture: Picture) -> Asked:
    return (
        "Do you want to play alone or with others?",
        [
            choice("s", "alone, against Lorenzo", messages.GameModeResponse(GameMode.SOLO)),
            choice("m", "with others", messages.GameModeResponse(GameMode.MULTIPLAYER)),
        ],
        None,
    )


def _nickname(asked: messages.NicknameRequest, picture: Picture) -> Asked:
    def named(text: str) -> bytes:
        return VOCABULARY.line(messages.NicknameResponse(text.strip()))

    return "What is your name? You may add @ and the code of a table, and # and a secret.", [], named


def _number(asked: messages.NumberOfPlayersRequest, picture: Picture) -> Asked:
    choices = [
        choice(
            f"{number}" if not bots else f"{number}b{bots}",
            f"{number} players" + (f", {bots} of them bots" if bots else ""),
            messages.NumberOfPlayersResponse(number, bots),
        )
        for number in (2, 3, 4)
        for bots in range(number)
    ]
    return "For how many is the table?", choices, None


# ---------------------------------------------------------------- set-up


def _leaders_dealt(asked: messages.ChooseLeaderCardsRequest, picture: Picture) -> Asked:
    dealt = [leader_card(picture.leader_cards[leader]) for leader in asked.leader_cards]
    choices = [
        choice(f"{one}-{two}", f"put {one} and {two} away", messages.ChooseLeaderCardsResponse([one, two]))
        for one, two in combinations(asked.leader_cards, 2)
    ]
    return "Which two leaders do you put away? " + "; ".join(dealt) + ".", choices, None


def _free_resources(asked: messages.ChooseResourceTypeRequest, picture: Picture) -> Asked:
    choices = []
    for named in combinations_with_replacement(asked.resource_types, asked.quantity):
        key = "-".join(resource[:2].lower() for resource in named)
        choices.append(choice(key, joined(named).lower(), messages.ChooseResourceTypeResponse(list(named))))
    return f"Which {asked.quantity} free resources do you take?", choices, None


# ---------------------------------------------------------------- the turn


def _action(asked: messages.DoActionRequest, picture: Picture) -> Asked:
    choices = [choice(*ACTIONS[action], messages.DoActionResponse(action)) for action in asked.available_actions]
    return "What do you do?", choices, None


def _leader_to_play(asked: messages.ChooseLeaderCardToPlayRequest, picture: Picture) -> Asked:
    choices = [
        choice(
            leader,
            leader_card(picture.leader_cards[leader]),
            messages.ChooseLeaderCardToPlayResponse(False, leader),
        )
        for leader in asked.inactive_leader_cards
    ]
    back = choice("n", "do something else", messages.ChooseLeaderCardToPlayResponse(True))
    return "Which leader do you play?", [*choices, back], None


def _leader_to_discard(asked: messages.ChooseLeaderCardToDiscardRequest, picture: Picture) -> Asked:
    choices = [
        choice(
            leader,
            leader_card(picture.leader_cards[leader]),
            messages.ChooseLeaderCardToDiscardResponse(False, leader),
        )
        for leader in asked.inactive_leader_cards
    ]
    back = choice("n", "do something else", messages.ChooseLeaderCardToDiscardResponse(True))
    return "Which leader do you discard?", [*choices, back], None


def _position(asked: messages.MarbleInsertionPositionRequest, picture: Picture) -> Asked:
    rows = [row.split() for row in picture.game["market"]["rows"]]
    choices = []
    for position in LINES:
        line = rows[position - 1] if position <= len(rows) else [row[7 - position] for row in rows]
        words = f"{line_words(position)}: {' '.join(line)}"
        choices.append(choice(position, words, messages.MarbleInsertionPositionResponse(position)))
    return "Where do you push the marble in?", choices, None


def _conversion(asked: messages.ChooseWhiteMarbleConversionRequest, picture: Picture) -> Asked:
    choices = [
        choice(marble[0].lower(), marble.lower(), messages.ChooseWhiteMarbleConversionResponse(marble))
        for marble in asked.available_conversions
    ]
    return "As which marble does the white one count?", choices, None


def _storage(asked: messages.ChooseStorageTypeRequest, picture: Picture) -> Asked:
    choices = [
        choice(KEYS[depot], PLACES[depot], messages.ChooseStorageTypeResponse(False, depot))
        for depot in asked.available_depots
    ]
    own = picture.own
    if own is not None and not picture.board(own)["pending_resources"]:
        choices.append(choice("d", "discard it", messages.ChooseStorageTypeResponse(True)))
    words = f"Where does the {asked.resource.lower()} go?"
    waiting = picture.game.get("unfinished", {}).get("action", {}).get("to_place", [])[1:]
    if waiting:
        words += f" Then come {', '.join(waiting)}."
    return words if own is None else f"{words} You have {rows(picture.board(own))}.", choices, None


def _card(asked: messages.ChooseDevelopmentCardRequest, picture: Picture) -> Asked:
    choices = [
        choice(
            card,
            development_card(picture.development_cards[card]),
            messages.ChooseDevelopmentCardResponse(False, card),
        )
        for card in asked.buyable_cards
    ]
    back = choice("n", "do something else", messages.ChooseDevelopmentCardResponse(True))
    return "Which card do you buy?", [*choices, back], None


def _slot(asked: messages.SelectDevelopmentCardSlotRequest, picture: Picture) -> Asked:
    choices = [
        choice(slot, f"slot {slot}", messages.SelectDevelopmentCardSlotResponse(slot)) for slot in asked.available_slots
    ]
    return "On which slot do you lay the card?", choices, None


def _payment(asked: messages.SelectStorageRequest, picture: Picture) -> Asked:
    choices = [
        choice(KEYS[depot], PLACES[depot], messages.SelectStorageResponse(depot)) for depot in asked.available_depots
    ]
    return f"From where do you pay the next {asked.resource.lower()}?", choices, None


# ---------------------------------------------------------------- production


def _powers(asked: messages.ChooseProductionPowersRequest, picture: Picture) -> Asked:
    listed = [f"{each.id}: {power(each)}" for each in asked.available_powers]
    words = f"With which powers do you produce? {'; '.join(listed)}."
    choices = [production_choice(wanted) for wanted in productions(asked)]
    back = choice("n", "do something else", messages.ChooseProductionPowersResponse(True))
    return words, [*choices, back], lambda text: VOCABULARY.line(typed_production(text))


def productions(asked: messages.ChooseProductionPowersRequest) -> Iterator[messages.ChooseProductionPowersResponse]:
    """Every power alone in each way, and every set of several powers of cards, where all can be paid."""
    have = asked.available_resources
    for power in asked.available_powers:
        if power.id == boards.BASIC:
            for inputs in combinations_with_replacement(sorted(have), power.input[Yield.ANY]):
                if all(inputs.count(resource) <= have[resource] for resource in inputs):
                    for output in Resource:
                        yield messages.ChooseProductionPowersResponse(False, [boards.BASIC], list(inputs), output)
        elif Yield.ANY in power.output:
            for output in Resource:
                yield messages.ChooseProductionPowersResponse(False, [power.id], leader_outputs={power.id: output})
        else:
            yield messages.ChooseProductionPowersResponse(False, [power.id])
    of_cards = [power for power in asked.available_powers if Yield.ANY not in power.output]
    for count in range(2, len(of_cards) + 1):
        for several in combinations(of_cards, count):
            if payable_together(several, have):
                yield messages.ChooseProductionPowersResponse(False, [power.id for power in several])


def payable_together(powers: tuple[messages.Power, ...], have: Amounts) -> bool:
    return all(
        sum(power.input.get(Yield(resource), 0) for power in powers) <= have.get(resource, 0) for resource in Resource
    )


def production_choice(wanted: messages.ChooseProductionPowersResponse) -> Choice:
    """Its key is what one would type."""
    parts = []
    for number in wanted.production_powers:
        part = str(number)
        if number == boards.BASIC and wanted.basic_output is not None:
            part += f" {' '.join(wanted.basic_inputs)} > {wanted.basic_output}".lower()
        elif number in wanted.leader_outputs:
            part += f" > {wanted.leader_outputs[number]}".lower()
        parts.append(part)
    typed = ", ".join(parts)
    return choice(typed, f"produce with {typed}", wanted)


def typed_production(text: str) -> messages.ChooseProductionPowersResponse:
    """What somebody typed, as far as it can be read: the server says what is missing."""
    powers: list[int] = []
    inputs: list[Resource] = []
    basic_output: Resource | None = None
    leader_outputs: dict[int, Resource] = {}
    for part in text.split(","):
        head, _, tail = part.partition(">")
        number, *named = head.split() or [""]
        output = read_resource(tail.strip())
        if number.isdecimal():
            powers.append(int(number[:9]))
            if powers[-1] == boards.BASIC:
                inputs = [resource for resource in map(read_resource, named) if resource is not None][:9]
                basic_output = output
            elif output is not None:
                leader_outputs[powers[-1]] = output
    return messages.ChooseProductionPowersResponse(False, powers[:16], inputs, basic_output, leader_outputs)


def read_resource(word: str) -> Resource | None:
    return Resource(word.upper()) if word.upper() in Resource.__members__ else None


# ---------------------------------------------------------------- depots


def rearranging(picture: Picture) -> Iterator[Choice]:
    """Every swap and every move that the rules allow, in one's own turn."""
    own = picture.own if picture.whole else None
    if own is None or not may_rearrange(picture, own):
        return
    contents = picture.depots[own]
    for one, two in combinations(contents, 2):
        if boards.swapped(contents, one, two) not in (None, contents):
            words = f"swap {PLACES[one]} and {PLACES[two]}"
            yield choice(f"s{KEYS[one]}{KEYS[two]}", words, messages.SwapWarehouseDepotsRequest(one, two))
    for origin, destination in product(contents, contents):
        for quantity in range(1, sum(contents[origin].values()) + 1):
            if boards.moved(contents, origin, destination, quantity) is not None:
                words = f"move {quantity} from {PLACES[origin]} to {PLACES[destination]}"
                key = f"v{quantity}{KEYS[origin]}{KEYS[destination]}"
                yield choice(key, words, messages.MoveResourceQuantityRequest(origin, destination, quantity))


def may_rearrange(picture: Picture, own: str) -> bool:
    if picture.letter(own) != picture.game["current"] or any(
        board["dealt"] or board["pending_resources"] for board in picture.game["players"].values()
    ):
        return False
    unfinished = picture.game.get("unfinished")
    if unfinished is None:
        return True
    action = unfinished["action"]
    return action["do"] == "take_market" and "white" not in action["to_place"]


QUESTIONS: dict[type[messages.Request], Callable[..., Asked]] = {
    messages.GameModeRequest: _mode,
    messages.NicknameRequest: _nickname,
    messages.NumberOfPlayersRequest: _number,
    messages.ChooseLeaderCardsRequest: _leaders_dealt,
    messages.ChooseResourceTypeRequest: _free_resources,
    messages.DoActionRequest: _action,
    messages.ChooseLeaderCardToPlayRequest: _leader_to_play,
    messages.ChooseLeaderCardToDiscardRequest: _leader_to_discard,
    messages.MarbleInsertionPositionRequest: _position,
    messages.ChooseWhiteMarbleConversionRequest: _conversion,
    messages.ChooseStorageTypeRequest: _storage,
    messages.ChooseDevelopmentCardRequest: _card,
    messages.SelectDevelopmentCardSlotRequest: _slot,
    messages.SelectStorageRequest: _payment,
    messages.ChooseProductionPowersRequest: _powers,
}
