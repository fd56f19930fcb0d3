"""The cards as they are printed, written down apart from the file that the rules read, as a witness against a slip."""

import re
from dataclasses import dataclass
from typing import TypeAlias

RESOURCES = ("coin", "stone", "servant", "shield")
COLOURS = ("green", "blue", "yellow", "purple")
LEVELS = (1, 2, 3)
PILES = tuple(f"{colour}{level}" for level in LEVELS for colour in COLOURS)

Amounts: TypeAlias = dict[str, int]


@dataclass(frozen=True)
class Development:
    number: int
    colour: str
    level: int
    points: int
    cost: Amounts
    consumes: Amounts
    produces: Amounts

    @property
    def pile(self) -> str:
        return f"{self.colour}{self.level}"


@dataclass(frozen=True)
class Leader:
    """`cards` of the requirement are (count, colour, exact level or None)."""

    number: int
    kind: str
    resource: str
    points: int
    cards: tuple[tuple[int, str, int | None], ...]
    resources: Amounts


# number, colour, level, points | cost | production
PRINTED_DEVELOPMENTS = """
 1 green  1  1 | 2 shield                       | 1 coin                 > 1 faith
 2 purple 1  1 | 2 servant                      | 1 stone                > 1 faith
 3 blue   1  1 | 2 coin                         | 1 shield               > 1 faith
 4 yellow 1  1 | 2 stone                        | 1 servant              > 1 faith
 5 green  1  2 | 1 stone + 1 servant + 1 shield | 1 stone                > 1 servant
 6 purple 1  2 | 1 coin + 1 servant + 1 shield  | 1 coin                 > 1 shield
 7 blue   1  2 | 1 coin + 1 stone + 1 servant   | 1 servant              > 1 stone
 8 yellow 1  2 | 1 coin + 1 stone + 1 shield    | 1 shield               > 1 coin
 9 green  1  3 | 3 shield                       | 2 servant              > 1 coin + 1 stone + 1 shield
10 purple 1  3 | 3 servant                      | 2 coin                 > 1 stone + 1 servant + 1 shield
11 blue   1  3 | 3 coin                         | 2 stone                > 1 coin + 1 servant + 1 shield
12 yellow 1  3 | 3 stone                        | 2 shield               > 1 coin + 1 stone + 1 servant
13 green  1  4 | 2 coin + 2 shield              | 1 stone + 1 servant    > 2 coin + 1 faith
14 purple 1  4 | 2 stone + 2 servant            | 1 coin + 1 shield      > 2 stone + 1 faith
15 blue   1  4 | 2 coin + 2 servant             | 1 stone + 1 shield     > 2 servant + 1 faith
16 yellow 1  4 | 2 stone + 2 shield             | 1 coin + 1 servant     > 2 shield + 1 faith
17 green  2  5 | 4 shield                       | 1 stone                > 2 faith
18 purple 2  5 | 4 servant                      | 1 coin                 > 2 faith
19 blue   2  5 | 4 coin                         | 1 servant              > 2 faith
20 yellow 2  5 | 4 stone                        | 1 shield               > 2 faith
21 green  2  6 | 2 servant + 3 shield           | 1 servant + 1 shield   > 3 stone
22 purple 2  6 | 2 coin + 3 servant             | 1 coin + 1 servant     > 3 shield
23 blue   2  6 | 3 coin + 2 stone               | 1 coin + 1 stone       > 3 servant
24 yellow 2  6 | 3 stone + 2 shield             | 1 stone + 1 shield     > 3 coin
25 green  2  7 | 5 shield                       | 2 coin                 > 2 stone + 2 faith
26 purple 2  7 | 5 servant                      | 2 stone                > 2 coin + 2 faith
27 blue   2  7 | 5 coin                         | 2 servant              > 2 shield + 2 faith
28 yellow 2  7 | 5 stone                        | 2 shield               > 2 servant + 2 faith
29 green  2  8 | 3 coin + 3 shield              | 1 coin                 > 2 shield + 1 faith
30 purple 2  8 | 3 servant + 3 shield           | 1 stone                > 2 servant + 1 faith
31 blue   2  8 | 3 coin + 3 stone               | 1 servant              > 2 stone + 1 faith
32 yellow 2  8 | 3 stone + 3 servant            | 1 shield               > 2 coin + 1 faith
33 green  3  9 | 6 shield                       | 2 coin                 > 3 stone + 2 faith
34 purple 3  9 | 6 servant                      | 2 stone                > 3 coin + 2 faith
35 blue   3  9 | 6 coin                         | 2 servant              > 3 shield + 2 faith
36 yellow 3  9 | 6 stone                        | 2 shield               > 3 servant + 2 faith
37 green  3 10 | 2 servant + 5 shield           | 1 coin + 1 servant     > 2 stone + 2 shield + 1 faith
38 purple 3 10 | 2 coin + 5 servant             | 1 stone + 1 shield     > 2 coin + 2 servant + 1 faith
39 blue   3 10 | 5 coin + 2 stone               | 1 coin + 1 shield      > 2 stone + 2 servant + 1 faith
40 yellow 3 10 | 5 stone + 2 servant            | 1 stone + 1 servant    > 2 coin + 2 shield + 1 faith
41 green  3 11 | 7 shield                       | 1 servant              > 1 coin + 3 faith
42 purple 3 11 | 7 servant                      | 1 coin                 > 1 stone + 3 faith
43 blue   3 11 | 7 coin                         | 1 stone                > 1 shield + 3 faith
44 yellow 3 11 | 7 stone                        | 1 shield               > 1 servant + 3 faith
45 green  3 12 | 4 coin + 4 shield              | 1 stone                > 3 coin + 1 shield
46 purple 3 12 | 4 servant + 4 shield           | 1 coin                 > 3 stone + 1 servant
47 blue   3 12 | 4 coin + 4 stone               | 1 servant              > 1 coin + 3 shield
48 yellow 3 12 | 4 stone + 4 servant            | 1 shield               > 1 stone + 3 servant
"""

# number, kind, resource, points | requirement (count, colour, level if it matters; or count, resource)
PRINTED_LEADERS = """
49 discount     servant 2 | 1 green + 1 yellow
50 discount     shield  2 | 1 blue + 1 purple
51 discount     stone   2 | 1 blue + 1 green
52 discount     coin    2 | 1 purple + 1 yellow
53 extra_depot  stone   3 | 5 coin
54 extra_depot  servant 3 | 5 stone
55 extra_depot  shield  3 | 5 servant
56 extra_depot  coin    3 | 5 shield
57 white_marble servant 5 | 2 yellow + 1 blue
58 white_marble shield  5 | 2 green + 1 purple
59 white_marble stone   5 | 2 blue + 1 yellow
60 white_marble coin    5 | 2 purple + 1 green
61 production   shield  4 | 1 yellow 2
62 production   servant 4 | 1 blue 2
63 production   stone   4 | 1 purple 2
64 production   coin    4 | 1 green 2
"""


def amounts(text: str) -> Amounts:
    """The amounts of a text such as "2 coin + 1 shield"; a single thing needs no number; nothing is an empty text."""
    terms = [term.split() for term in re.split(r"[+,]", text) if term.strip()]
    return {words[-1]: int(words[0]) if len(words) == 2 else 1 for words in terms}


def _development(line: str) -> Development:
    face, cost, production = line.split("|")
    number, colour, level, points = face.split()
    consumes, produces = production.split(">")
    return Development(
        int(number), colour, int(level), int(points), amounts(cost), amounts(consumes), amounts(produces)
    )


def _leader(line: str) -> Leader:
    face, requirement = line.split("|")
    number, kind, resource, points = face.split()
    terms = [term.split() for term in requirement.split("+")]
    cards = tuple((int(t[0]), t[1], int(t[2]) if len(t) == 3 else None) for t in terms if t[1] in COLOURS)
    resources = {t[1]: int(t[0]) for t in terms if t[1] in RESOURCES}
    return Leader(int(number), kind, resource, int(points), cards, resources)


DEVELOPMENTS = {card.number: card for card in map(_development, PRINTED_DEVELOPMENTS.strip().splitlines())}
LEADERS = {card.number: card for card in map(_leader, PRINTED_LEADERS.strip().splitlines())}

# §10.2: two cards of a colour leave the grid; the cross advances by two; it advances by one and all are shuffled.
DISCARD_TOKENS = {65: "blue", 66: "green", 67: "purple", 68: "yellow"}
CROSS_TOKENS = {69: 2, 70: 2, 71: 1}
SHUFFLE_TOKEN = 71
TOKENS = (*DISCARD_TOKENS, *CROSS_TOKENS)

# §6.1, §6.2
TRACK_POINTS = {3: 1, 6: 2, 9: 4, 12: 6, 15: 9, 18: 12, 21: 16, 24: 20}
LAST_SPACE = 24
SECTIONS = ((5, 8, 2), (12, 16, 3), (19, 24, 4))  # first space, Pope space, points of the tile

# §4.1, §1
MARBLES = {"W": 4, "B": 2, "G": 2, "Y": 2, "P": 2, "R": 1}
YIELDS = {"B": "shield", "G": "stone", "Y": "coin", "P": "servant"}


def pile(name: str) -> list[int]:
    """All cards of a pile, lowest number first."""
    return [card.number for card in DEVELOPMENTS.values() if card.pile == name]
