"""The engine allows exactly what the rules allow: compared with the slow enumeration over positions of random games.

`check(seed, positions)` can be run at any scale; the test here takes a small sample of every kind of game.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from ludoteca import rules

from . import slow
from .positions import COLOURS, Game, Json

STUDENTS_ON_CARD = {1: 4, 7: 6, 11: 4}
# By phase or step, how many positions of a random game are looked at.
SHARE_LOOKED_AT = {"planning": 0.02, "students": 0.04, "mother_nature": 0.08, "cloud": 0.08, "end": 0.5}
# How many of the legal actions of one position are tried (swaps alone may be more than a thousand).
TRIED = 120


def check(seed: int, positions: int, *, tried: int = TRIED) -> Counter[str]:
    """Compare engine and enumeration in so many positions of random games; tell how often everything was met."""
    random = Random(seed)
    met: Counter[str] = Counter()
    deck: list[int] = []
    while met["positions"] < positions:
        for game in _random_game(random, deck):
            compare(game, random, tried)
            met += _kinds(game.position())
            if met["positions"] >= positions:
                break
    return met


def compare(game: Game, random: Random, tried: int = TRIED) -> None:
    """Assert that the engine allows in the present position of the game what the rules allow, and nothing else."""
    position = game.position()
    legal = slow.legal(position)
    assert legal, "somebody always has something to decide"
    expected = {slow.canonical(action, position) for action in legal}

    # Walking through the small decisions gives the same whole actions.
    walked = {slow.canonical(action, position) for action in whole_actions(game)}
    assert walked - expected == set()
    assert expected - walked == set()

    # Every legal action is accepted whole, and as the small decisions it stands for.
    for action in legal if len(legal) <= tried else random.sample(legal, tried):
        whole, small = game.clone(), game.clone()
        decisions = whole.perform(action)
        assert game.parse(action) == decisions
        for decision in decisions:
            small.apply(decision)
        assert whole.position() == small.position() != position

    # Every other action is refused and leaves no trace.
    for action in slow.impossible(position, random):
        with pytest.raises(rules.IllegalAction):
            game.perform(action)
    assert game.position() == position

    # The written position is the same game, its draws included.
    again = rules.load(position)
    assert again.position() == position
    action = random.choice(legal)
    original = game.clone()
    assert again.perform(action) == original.perform(action)
    assert again.position() == original.position()


def whole_actions(game: Game) -> Iterator[Json]:
    """Every whole action that can be composed of legal small decisions."""
    for decision in game.legal_actions():
        described = game.describe(decision)
        assert described["by"] == "ABCD"[game.seat]
        if described["do"] != "choose":
            yield described
            continue
        assert described["what"] == "character"
        started = game.clone()
        started.apply(decision)
        yield from _completions(started, described["value"], [], set())


def _completions(game: Game, number: int, made: list[tuple[str, object]], seen: set[str]) -> Iterator[Json]:
    """Every way to finish the use of a character. What was chosen before is not taken up again in another order."""
    decisions = game.legal_actions()
    assert decisions, "a character that was begun can be finished"
    for decision in decisions:
        choice = game.describe(decision)
        assert choice["do"] == "choose", "nothing else may be done before the character is finished"
        chosen = [*made, (choice["what"], choice["value"])]
        state = str(sorted(map(str, chosen)))
        if state in seen:
            continue
        seen.add(state)
        after = game.clone()
        after.apply(decision)
        if _is_owed_a_choice(after):
            yield from _completions(after, number, chosen, seen)
        else:
            yield _assembled(number, chosen)


def _is_owed_a_choice(game: Game) -> bool:
    return not game.over and game.describe(game.legal_actions()[0])["do"] == "choose"


def _assembled(number: int, chosen: list[tuple[str, object]]) -> Json:
    action: Json = {"do": "play_character", "number": number}
    for what, value in chosen:
        if number in slow.MOST_SWAPPED:
            if what != "swap":
                action.setdefault(what, []).append(value)
        else:
            action["colour" if what == "from_card" else what] = value
    return action


# Random games


def _random_game(random: Random, deck: list[int]) -> Iterator[Game]:
    """Some of the positions of one random game, chosen so that no kind of decision is rare."""
    game = _start(random, deck)
    while not game.over:
        position = game.position()
        if (
            random.random()
            < SHARE_LOOKED_AT[position["phase"] if position["phase"] == "planning" else position["step"]]
        ):
            if position["expert"]:
                game = _enriched(position, random)
            yield game
        game.perform(_varied_choice(slow.legal(game.position()), random))


def _enriched(position: Json, random: Random) -> Game:
    """The same game, but whoever decides has been given some coins of the supply."""
    given = min(random.choice((0, 0, 1, 2, 3, 4)), position["supply"])
    position["supply"] -= given
    position["boards"][position["active"]]["coins"] += given
    return rules.load(position)


def _varied_choice(legal: list[Json], random: Random) -> Json:
    """A random action; first its kind is drawn, so that a character is used as readily as a student is moved."""
    kinds: dict[str, list[Json]] = {}
    for action in legal:
        kinds.setdefault(f"{action['do']} {action.get('number')}", []).append(action)
    return random.choice(kinds[random.choice(sorted(kinds))])


def _start(random: Random, deck: list[int]) -> Game:
    """A new game; two of three are expert games with the next three characters of the deck and coins to spend."""
    players, expert = random.choice((2, 3, 4)), random.random() < 2 / 3
    position = rules.new("eriantys", players=players, expert=expert, seed=random.getrandbits(64)).position()
    if expert:
        if not deck:
            deck += random.sample(range(1, 13), 12)
        _lay_out(position, [deck.pop() for _ in range(3)], random)
        for board in position["boards"].values():
            board["coins"] = random.randint(1, 4)
            # Full and nearly full tables are rare otherwise.
            if random.random() < 1 / 3:
                _seat(position, board, random.choice(COLOURS), random.randint(7, 10))
        del position["supply"]  # the rest of the 20 coins
    return rules.load(position)


def _lay_out(position: Json, numbers: list[int], random: Random) -> None:
    """Replace the characters of the position."""
    for card in position["characters"].values():
        for colour, count in card.get("students", {}).items():
            position["bag"][colour] = position["bag"].get(colour, 0) + count
    position["characters"] = {}
    for number in numbers:
        students: Counter[str] = Counter()
        for _ in range(STUDENTS_ON_CARD.get(number, 0)):
            colour = random.choice([colour for colour in COLOURS if position["bag"].get(colour)])
            position["bag"][colour] -= 1
            students[colour] += 1
        position["characters"][str(number)] = {"students": dict(students)} if students else {}


def _seat(position: Json, board: Json, colour: str, count: int) -> None:
    seated = min(count, position["bag"].get(colour, 0))
    position["bag"][colour] = position["bag"].get(colour, 0) - seated
    board["dining"][colour] = seated


def _kinds(position: Json) -> Counter[str]:
    """What a position is an example of."""
    kinds = ["positions", f"{position['players']} players", "expert" if position["expert"] else "basic"]
    kinds.append(position["phase"] if position["phase"] == "planning" else f"step {position['step']}")
    if position["phase"] == "action" and position["expert"]:
        usable = {action["number"] for action in slow.legal(position) if action["do"] == "play_character"}
        kinds += [f"character {number} usable" for number in usable]
        kinds += [f"character {number} in play" for number in position["characters"]]
        if position["active_character"]:
            kinds.append(f"effect {position['active_character']['number']}")
    kinds += [flag for flag in ("last_round", "clouds_short") if position[flag]]
    if position["groups"]:
        kinds.append("merged")
    return Counter(kinds)


def test_the_engine_allows_what_the_slow_enumeration_allows_and_nothing_else() -> None:
    met = check(seed=2021, positions=320)
    at_least = {
        "2 players": 30,
        "3 players": 30,
        "4 players": 30,
        "basic": 40,
        "expert": 120,
        "planning": 12,
        "step students": 60,
        "step mother_nature": 20,
        "step cloud": 20,
        "step end": 2,
        "last_round": 10,
        "clouds_short": 5,
        "merged": 60,
    }
    at_least |= {f"character {number} usable": 5 for number in range(1, 13)}
    at_least |= {f"character {number} in play": 20 for number in range(1, 13)}
    at_least |= {f"effect {number}": 1 for number in (2, 4, 6, 8, 9)}
    assert {kind: met[kind] for kind, count in at_least.items() if met[kind] < count} == {}


@pytest.mark.parametrize("number", range(1, 13))
def test_every_character_is_enumerated_alike(number: int) -> None:
    """The turn of a rich player with one character and students of every colour wherever it may want them."""
    everything = dict.fromkeys(COLOURS, 1)
    for step in ("students", "mother_nature", "cloud"):
        card: Json = {"students": everything | ({"pink": 2} if number == 7 else {})} if number in (1, 7, 11) else {}
        if number in (1, 11):
            card["students"] = {"red": 1, "blue": 1, "pink": 2}
        boards = {
            "A": {"coins": 5, "entrance": everything | {"red": 3}, "dining": {"red": 10, "blue": 9, "green": 1}},
            "B": {"coins": 5, "dining": {"red": 1, "pink": 3}},
        }
        game = rules.load(
            {
                "game": "eriantys",
                "expert": True,
                "phase": "action",
                "step": step,
                "assistants": {"A": 3, "B": 4},
                "order": ["A", "B"],
                "active": "A",
                "groups": [[12, 1, 2]],
                "islands": {"1": {"tower": "black"}, "7": {"tower": "white", "students": {"red": 1}}},
                "boards": boards,
                "characters": {str(number): card},
            }
        )
        compare(game, Random(number), tried=2000)
