"""Games from positions in the notation: partial ones are filled up with defaults, impossible ones refused by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS, InvalidPosition
from ludoteca.rules.notation import Reader, read_draws, shown

from ..engine import const, ending, engine, leaders, market, setup
from ..engine.deck import Cards
from ..engine.engine import Engine
from . import cards, names

DEFAULT_PLAYERS: Mapping[int, object] = {0: {}, 1: {}}
DEFAULT_ROWS = ("P B P W", "W R W G", "W G Y Y")
DEFAULT_SLIDE = "B"
MOST_IN_STRONGBOX = 9999
MOST_PENDING = 2


def load(position: Mapping[str, Any]) -> Engine:
    reader = Reader(position)
    reader.choice("game", ("masters",))
    card_set = read_cards(reader)
    boards = read_boards(reader)
    game = engine.empty(len(boards), card_set)
    read_draws(reader, game.draws)
    read_leaders(boards, game)
    read_storage(boards, game)
    read_slots(boards, game)
    read_faith(boards, game)
    read_market(reader, game)
    read_grid(reader, game)
    read_lorenzo(reader, game)
    read_pending(boards, game)
    for board in boards:
        board.finish()
    read_course(reader, game)
    unfinished = reader.take("unfinished", None)
    reader.finish()
    if unfinished is not None:
        resume(Reader(unfinished, "unfinished"), game)
    elif game.players == 1 and game.step != const.OVER:
        check_running_alone(game)
    return game


def read_cards(reader: Reader) -> Cards:
    name = reader.take("cards", cards.STANDARD)
    card_set = cards.named(name) if isinstance(name, str) else None
    if card_set is None:
        raise reader.error("cards", f"{shown(name)} is not the name of a card set that is known here.")
    return card_set


def read_boards(reader: Reader) -> list[Reader]:
    """The players' objects in the order of seats: A, B and so on without a gap."""
    given = dict(sorted(read_players(reader).items()))
    if list(given) != list(range(len(given))) or not given:
        raise reader.error("players", "are A, then B, C and D without a gap.")
    return [Reader(value, f"players.{SEAT_LETTERS[seat]}") for seat, value in given.items()]


def read_players(reader: Reader) -> dict[int, object]:
    return reader.by_seat("players", const.MOST_PLAYERS) if reader.has("players") else dict(DEFAULT_PLAYERS)


def widened(rows: list[list[int]], width: int) -> list[list[int]]:
    """A whole field of the state: rows for all seats there may be, filled up with zeros."""
    filled = [row + [0] * (width - len(row)) for row in rows]
    return filled + [[0] * width for _ in range(const.MOST_PLAYERS - len(rows))]


def counted(rows: list[list[int]]) -> list[int]:
    return [len(row) for row in rows] + [0] * (const.MOST_PLAYERS - len(rows))


# ---------------------------------------------------------------- boards


def read_leaders(boards: list[Reader], game: Engine) -> None:
    seen: set[int] = set()
    hands, played, dealt, gone = [], [], [], []
    for board in boards:
        dealt.append(sorted(read_leader_list(board, "dealt", const.LEADERS_DEALT, seen)))
        hands.append(sorted(read_leader_list(board, "hand", const.LEADERS_KEPT, seen)))
        played.append(read_leader_list(board, "played", const.LEADERS_KEPT, seen))
        gone.append(read_leader_list(board, "gone", const.MOST_GONE, seen))
        kept = len(hands[-1]) + len(played[-1])
        if kept > const.LEADERS_KEPT:
            raise board.error("hand", f"with those in play there are {kept} leaders, {const.LEADERS_KEPT} are kept.")
        if kept + len(gone[-1]) > const.LEADERS_DEALT:
            raise board.error("gone", f"more than {const.LEADERS_DEALT} leaders cannot have been dealt.")
        if dealt[-1] and (len(dealt[-1]) != const.LEADERS_DEALT or kept or gone[-1]):
            raise board.error(
                "dealt", f"is a whole deal of {const.LEADERS_DEALT}, from which nothing has been kept yet."
            )
    game.dealt, game.dealt_count = widened(dealt, const.LEADERS_DEALT), counted(dealt)
    game.hand, game.hand_count = widened(hands, const.LEADERS_KEPT), counted(hands)
    game.played, game.played_count = widened(played, const.LEADERS_KEPT), counted(played)
    game.gone, game.gone_count = widened(gone, const.MOST_GONE), counted(gone)
    for seat, in_play in enumerate(played):
        for leader in in_play:
            leaders.enact(game, seat, leader)


def read_leader_list(board: Reader, key: str, most: int, seen: set[int]) -> list[int]:
    last = const.FIRST_LEADER + const.LEADERS - 1
    found = [board.as_integer(key, value, const.FIRST_LEADER, last) for value in board.items(key, most, [])]
    for leader in found:
        if leader in seen:
            raise board.error(key, f"leader {leader} is somewhere else too.")
        seen.add(leader)
    return found


def read_storage(boards: list[Reader], game: Engine) -> None:
    kinds, held = game.depot_kind, game.depot_held
    strongbox = []
    for seat, board in enumerate(boards):
        for depot, content in read_warehouse(board).items():
            kinds[seat][depot] = content[0]
            held[seat][depot] = content[1]
        in_leader_depots = board.counts("leader_depots", names.RESOURCES, const.LEADER_DEPOT_SLOTS, {})
        for resource, count in enumerate(in_leader_depots):
            if resource in kinds[seat][const.DEPOTS :]:
                held[seat][kinds[seat].index(resource, const.DEPOTS)] = count
            elif count:
                raise board.error("leader_depots", f"no leader in play has a depot for {names.RESOURCES[resource]}.")
        strongbox.append(board.counts("strongbox", names.RESOURCES, MOST_IN_STRONGBOX, {}))
    game.depot_kind, game.depot_held = kinds, held
    game.strongbox = widened(strongbox, const.RESOURCES)
    stored = [[0] * const.RESOURCES for _ in range(const.MOST_PLAYERS)]
    for seat in range(game.players):
        for resource, count in zip(kinds[seat], held[seat], strict=True):
            if count:
                stored[seat][resource] += count
    game.stored = stored
    game.total = [
        [a + b for a, b in zip(row, box, strict=True)] for row, box in zip(stored, game.strongbox, strict=True)
    ]


def read_warehouse(board: Reader) -> dict[int, tuple[int, int]]:
    """Resource and number by depot, of those that are not empty."""
    found: dict[int, tuple[int, int]] = {}
    for number, value in board.numbered("warehouse", 1, const.DEPOTS).items():
        path = board.at("warehouse")
        counts = Reader({str(number): value}, path).counts(str(number), names.RESOURCES, number)
        types = [resource for resource, count in enumerate(counts) if count]
        if len(types) > 1:
            raise InvalidPosition(f"{path}.{number}", "a depot holds one type of resource.")
        if types and types[0] in [resource for resource, _ in found.values()]:
            raise InvalidPosition(f"{path}.{number}", f"another depot holds {names.RESOURCES[types[0]]} already.")
        if types:
            found[number - 1] = (types[0], counts[types[0]])
    return found


def read_slots(boards: list[Reader], game: Engine) -> None:
    slots = [[0] * const.SLOT_PLACES for _ in range(const.MOST_PLAYERS)]
    sizes = [[0] * const.SLOTS for _ in range(const.MOST_PLAYERS)]
    owned = [[0] * const.PILES for _ in range(const.MOST_PLAYERS)]
    seen: set[int] = set()
    for seat, board in enumerate(boards):
        given = board.items("slots", const.SLOTS, [[]] * const.SLOTS)
        if len(given) != const.SLOTS:
            raise board.error("slots", f"there are {len(given)} slots, everybody has {const.SLOTS}.")
        for slot, value in enumerate(given):
            inside = Reader({"cards": value}, f"{board.at('slots')}[{slot}]")
            for place, entry in enumerate(inside.items("cards", const.LEVELS)):
                card = inside.as_integer("cards", entry, 1, const.DEVELOPMENT_CARDS)
                pile = game.cards.pile[card - 1]
                if pile % const.LEVELS != place:
                    raise board.error("slots", f"card {card} cannot lie there: levels are 1, 2, 3 from the bottom.")
                if card in seen:
                    raise board.error("slots", f"card {card} is somewhere else too.")
                seen.add(card)
                slots[seat][slot * const.LEVELS + place] = card
                sizes[seat][slot] += 1
                owned[seat][pile] += 1
        if sum(sizes[seat]) > const.MOST_CARDS:
            raise board.error("slots", f"there are {sum(sizes[seat])} cards, nobody has more than {const.MOST_CARDS}.")
    game.slots, game.slot_size, game.owned = slots, sizes, owned
    game.card_count = [sum(row) for row in sizes]


def read_faith(boards: list[Reader], game: Engine) -> None:
    """Tiles not given are down; those of a section that others have reported are as the marker stands."""
    faith = [board.integer("faith", 0, const.LAST_SPACE, 0) for board in boards]
    given = [read_tiles(board) for board in boards]
    known = [row for row in given if row is not None]
    reported = [any(row[section] != const.DOWN for row in known) for section in range(const.SECTIONS)]
    tiles = []
    for seat, row in enumerate(given):
        if row is not None and [state != const.DOWN for state in row] != reported:
            raise boards[seat].error("tiles", "the tiles of a section are turned or lost together, for all players.")
        inside = [const.UP if faith[seat] >= first else const.GONE for first in game.cards.section_first]
        derived = [state if told else const.DOWN for state, told in zip(inside, reported, strict=True)]
        tiles.append(row or derived)
    game.faith = faith + [0] * (const.MARKERS - len(faith))
    game.tiles = widened(tiles, const.SECTIONS)


def read_tiles(board: Reader) -> list[int] | None:
    if not board.has("tiles"):
        return None
    states = board.choices("tiles", names.TILES, const.SECTIONS)
    if len(states) != const.SECTIONS:
        raise board.error("tiles", f"there are {len(states)} tiles, everybody has {const.SECTIONS}.")
    return [names.TILES.index(state) for state in states]


def read_pending(boards: list[Reader], game: Engine) -> None:
    """Free resources still to be chosen, for which there is room whatever is chosen."""
    pending = [board.integer("pending_resources", 0, MOST_PENDING, 0) for board in boards]
    for seat, count in enumerate(pending):
        room = sum(depot + 1 - game.depot_held[seat][depot] for depot in range(const.DEPOTS))
        if count > room:
            raise boards[seat].error("pending_resources", f"there is room for {room} in the warehouse.")
    game.pending = pending + [0] * (const.MOST_PLAYERS - len(pending))


# ---------------------------------------------------------------- the middle of the table


def read_market(reader: Reader, game: Engine) -> None:
    tray = reader.inner("market", {})
    rows = tray.items("rows", const.ROWS, DEFAULT_ROWS)
    letters: list[str] = []
    for row in rows:
        if not isinstance(row, str) or len(row.split()) != const.COLUMNS:
            raise tray.error("rows", f"{shown(row)} is not a row of {const.COLUMNS} marbles.")
        letters += [tray.as_choice("rows", letter, tuple(names.MARBLES)) for letter in row.split()]
    if len(rows) != const.ROWS:
        raise tray.error("rows", f"there are {len(rows)} rows, the tray has {const.ROWS}.")
    letters.append(tray.choice("slide", tuple(names.MARBLES), DEFAULT_SLIDE))
    tray.finish()
    marbles = [names.MARBLES.index(letter) for letter in letters]
    for marble, name in enumerate(names.MARBLE_NAMES):
        if marbles.count(marble) != setup.marbles_of(marble):
            sentence = f"there are {marbles.count(marble)} {name} marbles, the game has {setup.marbles_of(marble)}."
            raise reader.error("market", sentence)
    *game.market, game.slide = marbles


def read_grid(reader: Reader, game: Engine) -> None:
    """Piles top first. Cards that are nowhere have been removed by Lorenzo."""
    given = reader.inner("grid", {})
    bought = {card for row in game.slots for card in row}
    grid = []
    pile_of = list(game.cards.pile)  # compiled, each look at it would copy the whole array
    for pile, name in enumerate(names.PILES):
        of_pile = [card for card in range(1, const.DEVELOPMENT_CARDS + 1) if pile_of[card - 1] == pile]
        there = [card for card in of_pile if card not in bought]
        cards_given = [
            given.as_integer(name, card, 1, const.DEVELOPMENT_CARDS)
            for card in given.items(name, const.PILE_CARDS, there)
        ]
        for card in cards_given:
            if card not in there or cards_given.count(card) > 1:
                where = "is somewhere else too" if card in of_pile else "belongs to another pile"
                raise given.error(name, f"card {card} {where}.")
        if game.players > 1 and len(cards_given) < len(there):
            missing = next(card for card in there if card not in cards_given)
            raise given.error(name, f"card {missing} is nowhere: only Lorenzo removes cards.")
        grid.append(cards_given[::-1])
    given.finish()
    game.pile_left = [len(cards_given) for cards_given in grid]
    game.grid = [cards_given + [0] * (const.PILE_CARDS - len(cards_given)) for cards_given in grid]


def read_lorenzo(reader: Reader, game: Engine) -> None:
    if game.players > 1:
        if reader.has("lorenzo"):
            raise reader.error("lorenzo", "belongs to the solo game.")
        return
    lorenzo = reader.inner("lorenzo", {})
    faith = game.faith
    faith[const.CROSS] = lorenzo.integer("cross", 0, const.LAST_SPACE, 0)
    game.faith = faith
    all_tokens = list(range(const.FIRST_TOKEN, const.FIRST_TOKEN + const.TOKENS))
    given = lorenzo.items("stack", const.TOKENS, all_tokens)
    stack = [lorenzo.as_integer("stack", token, all_tokens[0], all_tokens[-1]) for token in given]
    if len(set(stack)) != len(stack):
        raise lorenzo.error("stack", "a token is named twice.")
    lorenzo.finish()
    game.stack = stack[::-1] + [0] * (const.TOKENS - len(stack))
    game.stack_left = len(stack)


# ---------------------------------------------------------------- the course of the game


def is_end_near(game: Engine) -> bool:
    """Somebody has reached the end of the track or has seven cards: the round under way is the last (§8)."""
    if game.players == 1:
        return False
    cards = [sum(sizes) for sizes in game.slot_size[: game.players]]
    return max(game.faith[: game.players]) >= const.LAST_SPACE or max(cards) >= const.MOST_CARDS


def read_course(reader: Reader, game: Engine) -> None:
    current = reader.seat("current", game.players, 0)
    main_done = reader.flag("main_action_done", False)
    game.last_round = reader.flag("last_round", False) or is_end_near(game)
    over = reader.flag("over", False)
    in_set_up = any(game.dealt_count) or any(game.pending)
    if in_set_up and current != 0:
        raise reader.error("current", "before the set-up is done it is A's turn that comes.")
    for key, flag in (("main_action_done", main_done), ("last_round", game.last_round), ("over", over)):
        if in_set_up and flag:
            raise reader.error(key, "cannot be before the set-up is done.")
    game.current = game.seat = current
    game.main_done = main_done
    game.kept = const.NOBODY
    if over:
        game.step = const.OVER
        game.seat = const.NOBODY
        ending.compare(game)
    elif in_set_up:
        setup.go_on(game)
    else:
        game.step = const.TURN


def check_running_alone(game: Engine) -> None:
    """Alone, the game ends the moment it is won or lost (§10)."""
    if game.card_count[0] >= const.MOST_CARDS:
        raise InvalidPosition("players.A.slots", "With seven cards the game would be over.")
    if game.faith[0] == const.LAST_SPACE:
        raise InvalidPosition("players.A.faith", "On the last space the game would be over.")
    check_not_lost(game)


def check_not_lost(game: Engine) -> None:
    if game.faith[const.CROSS] == const.LAST_SPACE:
        raise InvalidPosition("lorenzo.cross", "On the last space the game would be over.")
    for colour, name in enumerate(names.COLOURS):
        if ending.colour_left(game, colour) == 0:
            raise InvalidPosition("grid", f"Without a {name} card the game would be over.")


def resume(reader: Reader, game: Engine) -> None:
    """Restore an action in the middle of it: the position is that of now, so only what a market action did is not done
    again.
    """
    reader.take("action", None)  # for people: the decisions say it all
    given = reader.items("decisions", const.MOST_DECISIONS - 1)
    reader.finish()
    decisions = [reader.as_integer("decisions", decision, 0, const.ACTIONS - 1) for decision in given]
    if game.step == const.OVER or not decisions:
        raise reader.error("decisions", "no action can be under way.")
    if game.players == 1 and not const.TAKE_LINE <= decisions[0] < const.BUY:
        check_running_alone(game)  # a red marble may have brought the marker to its last space
    elif game.players == 1:
        check_not_lost(game)
    rest = decisions
    if const.TAKE_LINE <= decisions[0] < const.BUY:
        rest = resume_market(reader, game, decisions)
    for decision in rest:
        if not game.apply(decision):
            raise reader.error("decisions", f"decision {decision} is not possible here.")
    if not game.made or game.decisions[: game.made] != decisions:
        raise reader.error("decisions", "the action is finished.")


def resume_market(reader: Reader, game: Engine, decisions: list[int]) -> list[int]:
    """The line is read as it was before the push, white marbles and places are believed; an arrangement under way is
    left.
    """
    if game.step != const.TURN or game.main_done:
        raise reader.error("decisions", "the market cannot be under way now.")
    line = decisions[0] - const.TAKE_LINE
    market.pull(game, line)
    market.read(game, line)
    market.push(game, line)
    game.line = line
    taken = game.taken[: game.taken_count]
    made = 1
    while const.WHITE in taken and made < len(decisions):
        resource = decisions[made] - const.CHOOSE_RESOURCE
        if resource not in game.white[game.seat]:
            raise reader.error("decisions", f"decision {decisions[made]} is not possible here.")
        taken[taken.index(const.WHITE)] = resource
        made += 1
    placed = [0] * const.RESOURCES
    for resource in taken:
        if made == len(decisions) or not const.PLACE <= decisions[made] <= const.DISCARD:
            break
        if decisions[made] == const.DISCARD:
            game.discarded += 1
        else:
            placed[resource] += 1
        game.place += 1
        made += 1
    if game.place == len(taken) or any(a > b for a, b in zip(placed, game.stored[game.seat], strict=True)):
        raise reader.error("decisions", "not all of this can have been taken from the market.")
    game.taken = taken + [0] * (const.MOST_TAKEN - len(taken))
    game.decisions = decisions[:made] + [0] * (const.MOST_DECISIONS - made)
    game.made = made
    market.go_on(game)
    return decisions[made:]
