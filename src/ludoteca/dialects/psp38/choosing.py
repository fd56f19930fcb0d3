"""What a person is asked by the client: each question of the server with all that can be answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement, product

from ludoteca.dialects.contract import Choice, Question

from . import boards, sentences
from . import from_client as said
from . import requests as asks
from .messages import encode
from .picture import Picture
from .words import LEADER_DEPOTS, LINES, ActionType, Amounts, Depot, GameMode, Resource, Yield

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


def choice(key: object, words: str, message: said.FromClient) -> Choice:
    return Choice(str(key), words, encode(message))


def question(asked: asks.Request, picture: Picture) -> Question:
    words, choices, free = QUESTIONS[type(asked)](asked, picture)
    if asked.is_retry and isinstance(asked.reason, str):
        words = f"{asked.reason} {words}"
    return Question(words, [*choices, *rearranging(picture)], free)


Asked = tuple[str, list[Choice], Callable[[str], bytes] | None]

# ---------------------------------------------------------------- entering


def _mode(asked: asks.GameModeRequest, picture: Picture) -> Asked:
    return (
        "Do you want to play alone or with others?",
        [
            choice("s", "alone, against Lorenzo", said.GameModeResponse(GameMode.SOLO)),
            choice("m", "with others", said.GameModeResponse(GameMode.MULTIPLAYER)),
        ],
        None,
    )


def _nickname(asked: asks.NicknameRequest, picture: Picture) -> Asked:
    def named(text: str) -> bytes:
        return encode(said.NicknameResponse(text.strip()))

    return "What is your name? You may add @ and the code of a table, and # and a secret.", [], named


def _number(asked: asks.NumberOfPlayersRequest, picture: Picture) -> Asked:
    choices = [
        choice(
            f"{number}" if not bots else f"{number}b{bots}",
            f"{number} players" + (f", {bots} of them bots" if bots else ""),
            said.NumberOfPlayersResponse(number, bots),
        )
        for number in (2, 3, 4)
        for bots in range(number)
    ]
    return "For how many is the table?", choices, None


# ---------------------------------------------------------------- set-up


def _leaders_dealt(asked: asks.ChooseLeaderCardsRequest, picture: Picture) -> Asked:
    dealt = [sentences.leader_card(picture.leader_cards[leader]) for leader in asked.leader_cards]
    choices = [
        choice(f"{one}-{two}", f"put {one} and {two} away", said.ChooseLeaderCardsResponse([one, two]))
        for one, two in combinations(asked.leader_cards, 2)
    ]
    return "Which two leaders do you put away? " + "; ".join(dealt) + ".", choices, None


def _free_resources(asked: asks.ChooseResourceTypeRequest, picture: Picture) -> Asked:
    choices = []
    for named in combinations_with_replacement(asked.resource_types, asked.quantity):
        key = "-".join(resource[:2].lower() for resource in named)
        choices.append(choice(key, sentences.joined(named).lower(), said.ChooseResourceTypeResponse(list(named))))
    return f"Which {asked.quantity} free resources do you take?", choices, None


# ---------------------------------------------------------------- the turn


def _action(asked: asks.DoActionRequest, picture: Picture) -> Asked:
    choices = [choice(*ACTIONS[action], said.DoActionResponse(action)) for action in asked.available_actions]
    return "What do you do?", choices, None


def _leader_to_play(asked: asks.ChooseLeaderCardToPlayRequest, picture: Picture) -> Asked:
    choices = [
        choice(
            leader,
            sentences.leader_card(picture.leader_cards[leader]),
            said.ChooseLeaderCardToPlayResponse(False, leader),
        )
        for leader in asked.inactive_leader_cards
    ]
    back = choice("n", "do something else", said.ChooseLeaderCardToPlayResponse(True))
    return "Which leader do you play?", [*choices, back], None


def _leader_to_discard(asked: asks.ChooseLeaderCardToDiscardRequest, picture: Picture) -> Asked:
    choices = [
        choice(
            leader,
            sentences.leader_card(picture.leader_cards[leader]),
            said.ChooseLeaderCardToDiscardResponse(False, leader),
        )
        for leader in asked.inactive_leader_cards
    ]
    back = choice("n", "do something else", said.ChooseLeaderCardToDiscardResponse(True))
    return "Which leader do you discard?", [*choices, back], None


def _position(asked: asks.MarbleInsertionPositionRequest, picture: Picture) -> Asked:
    rows = [row.split() for row in picture.game["market"]["rows"]]
    choices = []
    for position in LINES:
        line = rows[position - 1] if position <= len(rows) else [row[7 - position] for row in rows]
        words = f"{sentences.line_words(position)}: {' '.join(line)}"
        choices.append(choice(position, words, said.MarbleInsertionPositionResponse(position)))
    return "Where do you push the marble in?", choices, None


def _conversion(asked: asks.ChooseWhiteMarbleConversionRequest, picture: Picture) -> Asked:
    choices = [
        choice(marble[0].lower(), marble.lower(), said.ChooseWhiteMarbleConversionResponse(marble))
        for marble in asked.available_conversions
    ]
    return "As which marble does the white one count?", choices, None


def _storage(asked: asks.ChooseStorageTypeRequest, picture: Picture) -> Asked:
    choices = [
        choice(KEYS[depot], sentences.PLACES[depot], said.ChooseStorageTypeResponse(False, depot))
        for depot in asked.available_depots
    ]
    own = picture.own
    if own is not None and not picture.board(own)["pending_resources"]:
        choices.append(choice("d", "discard it", said.ChooseStorageTypeResponse(True)))
    return f"Where does the {asked.resource.lower()} go?", choices, None


def _card(asked: asks.ChooseDevelopmentCardRequest, picture: Picture) -> Asked:
    choices = [
        choice(
            card,
            sentences.development_card(picture.development_cards[card]),
            said.ChooseDevelopmentCardResponse(False, card),
        )
        for card in asked.buyable_cards
    ]
    back = choice("n", "do something else", said.ChooseDevelopmentCardResponse(True))
    return "Which card do you buy?", [*choices, back], None


def _slot(asked: asks.SelectDevelopmentCardSlotRequest, picture: Picture) -> Asked:
    choices = [
        choice(slot, f"slot {slot}", said.SelectDevelopmentCardSlotResponse(slot)) for slot in asked.available_slots
    ]
    return "On which slot do you lay the card?", choices, None


def _payment(asked: asks.SelectStorageRequest, picture: Picture) -> Asked:
    choices = [
        choice(KEYS[depot], sentences.PLACES[depot], said.SelectStorageResponse(depot))
        for depot in asked.available_depots
    ]
    return f"From where do you pay the next {asked.resource.lower()}?", choices, None


# ---------------------------------------------------------------- production


def _powers(asked: asks.ChooseProductionPowersRequest, picture: Picture) -> Asked:
    listed = [f"{power.id}: {sentences.power(power)}" for power in asked.available_powers]
    words = (
        f"With which powers do you produce? {'; '.join(listed)}. Several at once are typed like this: "
        "0 coin stone > shield, 17, 61 > coin."
    )
    choices = [production_choice(wanted) for wanted in productions(asked)]
    back = choice("n", "do something else", said.ChooseProductionPowersResponse(True))
    return words, [*choices, back], lambda text: encode(typed_production(text))


def productions(asked: asks.ChooseProductionPowersRequest) -> Iterator[said.ChooseProductionPowersResponse]:
    """Every power alone in each way, and every set of several powers of cards, where all can be paid."""
    have = asked.available_resources
    for power in asked.available_powers:
        if power.id == boards.BASIC:
            for inputs in combinations_with_replacement(sorted(have), power.input[Yield.ANY]):
                if all(inputs.count(resource) <= have[resource] for resource in inputs):
                    for output in Resource:
                        yield said.ChooseProductionPowersResponse(False, [boards.BASIC], list(inputs), output)
        elif Yield.ANY in power.output:
            for output in Resource:
                yield said.ChooseProductionPowersResponse(False, [power.id], leader_outputs={power.id: output})
        else:
            yield said.ChooseProductionPowersResponse(False, [power.id])
    of_cards = [power for power in asked.available_powers if Yield.ANY not in power.output]
    for count in range(2, len(of_cards) + 1):
        for several in combinations(of_cards, count):
            if payable_together(several, have):
                yield said.ChooseProductionPowersResponse(False, [power.id for power in several])


def payable_together(powers: tuple[asks.Power, ...], have: Amounts) -> bool:
    return all(
        sum(power.input.get(Yield(resource), 0) for power in powers) <= have.get(resource, 0) for resource in Resource
    )


def production_choice(wanted: said.ChooseProductionPowersResponse) -> Choice:
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


def typed_production(text: str) -> said.ChooseProductionPowersResponse:
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
    return said.ChooseProductionPowersResponse(False, powers[:16], inputs, basic_output, leader_outputs)


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
            words = f"swap {sentences.PLACES[one]} and {sentences.PLACES[two]}"
            yield choice(f"s{KEYS[one]}{KEYS[two]}", words, said.SwapWarehouseDepotsRequest(one, two))
    for origin, destination in product(contents, contents):
        for quantity in range(1, sum(contents[origin].values()) + 1):
            if boards.moved(contents, origin, destination, quantity) is not None:
                words = f"move {quantity} from {sentences.PLACES[origin]} to {sentences.PLACES[destination]}"
                key = f"v{quantity}{KEYS[origin]}{KEYS[destination]}"
                yield choice(key, words, said.MoveResourceQuantityRequest(origin, destination, quantity))


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


QUESTIONS: dict[type[asks.Request], Callable[..., Asked]] = {
    asks.GameModeRequest: _mode,
    asks.NicknameRequest: _nickname,
    asks.NumberOfPlayersRequest: _number,
    asks.ChooseLeaderCardsRequest: _leaders_dealt,
    asks.ChooseResourceTypeRequest: _free_resources,
    asks.DoActionRequest: _action,
    asks.ChooseLeaderCardToPlayRequest: _leader_to_play,
    asks.ChooseLeaderCardToDiscardRequest: _leader_to_discard,
    asks.MarbleInsertionPositionRequest: _position,
    asks.ChooseWhiteMarbleConversionRequest: _conversion,
    asks.ChooseStorageTypeRequest: _storage,
    asks.ChooseDevelopmentCardRequest: _card,
    asks.SelectDevelopmentCardSlotRequest: _slot,
    asks.SelectStorageRequest: _payment,
    asks.ChooseProductionPowersRequest: _powers,
}
