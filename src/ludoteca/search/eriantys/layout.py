"""What each input and each row of the policy of Eriantys is, and what renaming the colours does to them."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.rules.eriantys.engine import const as rules

from ..layout import Block, Part, Repeated, blocks
from . import const

COLOUR = "colour"
COLOUR_AND_GROUP = "colour and group, counted from mother nature"
CHARACTER = "character"

INPUTS: tuple[Part, ...] = (
    Repeated(
        0,
        const.GROUP,
        rules.ISLANDS,
        "group, counted clockwise from mother nature,",
        (
            Block(const.GROUP_THERE, 1, "1 if there is such a group"),
            Block(const.GROUP_SIZE, 1, "tiles"),
            Block(const.GROUP_OWNER, 3, "towers", "side, one's own first"),
            Block(const.GROUP_NO_ENTRY, 1, "no-entry tiles"),
            Block(const.GROUP_STUDENTS, 5, "students", COLOUR),
            Block(const.GROUP_STRENGTH, 3, "influence as it would count now, 12 at most", "side, one's own first"),
            Block(const.GROUP_LEAD, const.LEADS, "1 for one's lead over the best other", "-3 or less to 3 or more"),
            Block(const.GROUP_GAIN, 1, "towers that a resolution now would gain on others"),
            Block(const.GROUP_LOSS, 1, "towers that it would lose to others"),
            Block(const.GROUP_WIN, 1, "1 if it would build one's last tower"),
            Block(const.GROUP_DEFEAT, 1, "1 if it would build another's last tower"),
        ),
    ),
    Repeated(
        const.AT_PLAYERS,
        const.PLAYER,
        rules.MOST_PLAYERS,
        "player, counted clockwise from the seat to decide,",
        (
            Block(const.PLAYER_ENTRANCE, 5, "students in the entrance", COLOUR),
            Block(const.PLAYER_DINING, 5, "students in the dining room", COLOUR),
            Block(const.PLAYER_PROFESSOR, 5, "1 for a professor", COLOUR),
            *(
                Block(const.PLAYER_LEAD + 5 * lead, 5, f"1 for a lead at the table of {words}", COLOUR)
                for lead, words in enumerate(("-2 or less", "-1", "0", "1", "2 or more"))
            ),
            Block(const.PLAYER_NEXT_COIN, 5, "expert: 1 if the next student brings a coin", COLOUR),
            Block(const.PLAYER_HAND, 10, "1 for an assistant in hand", "value"),
            Block(const.PLAYER_ASSISTANT, 10, "1 for the assistant played this round", "value"),
            Block(const.PLAYER_STEPS, 1, "steps of mother nature, for a player whose turn is not over"),
            Block(const.PLAYER_TO_ACT, 1, "1 if the player still has to play an assistant, or to end the turn"),
            Block(const.PLAYER_PLACE, 4, "1 for a turn that comes", "turns before it"),
            Block(const.PLAYER_COINS, 1, "expert: coins, 12 at most"),
            Block(const.PLAYER_COIN_STEP, const.COIN_STEPS, "expert: 1 for so many coins", "0 to 5 or more"),
            Block(const.PLAYER_TOWERS, 1, "towers in the reserve of the side"),
            Block(const.PLAYER_TOWER_STEP, 9, "1 for so many of them", "0 to 8"),
            Block(const.PLAYER_PROFESSORS, 1, "professors"),
            Block(const.PLAYER_THERE, 1, "1 if there is such a player"),
            Block(const.PLAYER_PARTNER, 1, "1 for the partner"),
        ),
    ),
    Repeated(
        const.AT_CLOUDS,
        const.CLOUD,
        rules.MOST_PLAYERS,
        "cloud",
        (Block(0, 5, "students", COLOUR), Block(5, 1, "1 if there are any")),
    ),
    Block(const.AT_TABLE + const.TABLE_STEP, 5, "1 for the step", "planning, students, mother nature, cloud, end"),
    Block(const.AT_TABLE + const.TABLE_MOVED, 4, "1 for so many students moved in this turn", "0 to 3"),
    Block(const.AT_TABLE + const.TABLE_LAST_ROUND, 1, "1 in the last round"),
    Block(const.AT_TABLE + const.TABLE_CLOUDS_SHORT, 1, "1 if the clouds could not be filled"),
    Block(const.AT_TABLE + const.TABLE_HAND, 11, "1 for so many assistants in one's hand", "0 to 10"),
    Block(const.AT_TABLE + const.TABLE_BAG, 1, "an eighth of the students in the bag"),
    Block(const.AT_TABLE + const.TABLE_UNSEEN, 5, "half of the students that do not lie open", COLOUR),
    Block(const.AT_TABLE + const.TABLE_GROUPS, 1, "groups"),
    Block(const.AT_TABLE + const.TABLE_FEW_GROUPS, const.FEW_GROUPS, "1 for so many groups", "4 or less to 7"),
    Block(const.AT_TABLE + const.TABLE_TURN, 4, "1 for the place in the order of play"),
    Block(const.AT_TABLE + const.TABLE_PLAYERS, 3, "1 for the number of players", "2 to 4"),
    Block(const.AT_TABLE + const.TABLE_EXPERT, 1, "1 in an expert game"),
    Block(const.AT_TABLE + const.TABLE_REACH, 7, "1 for so many steps that mother nature may take", "1 to 7"),
    Block(const.AT_EXPERT + const.EXPERT_PRICE, 12, "price of a character that is there", CHARACTER),
    Block(const.AT_EXPERT + const.EXPERT_AFFORDABLE, 12, "1 if one could pay it and has used none", CHARACTER),
    Block(const.AT_EXPERT + const.EXPERT_MONK, 5, "students on the monk", COLOUR),
    Block(const.AT_EXPERT + const.EXPERT_JESTER, 5, "students on the jester", COLOUR),
    Block(const.AT_EXPERT + const.EXPERT_PRINCESS, 5, "students on the princess", COLOUR),
    Block(const.AT_EXPERT + const.EXPERT_NO_ENTRY, 1, "no-entry tiles on the herbalist"),
    Block(const.AT_EXPERT + const.EXPERT_EFFECT, 13, "1 for the character in force", "number, 0 for none"),
    Block(const.AT_EXPERT + const.EXPERT_IGNORED, 5, "1 for the colour that the mushroom hunter ignores", COLOUR),
    Block(const.AT_EXPERT + const.EXPERT_PLAYED, 1, "1 if a character was used in this turn"),
    Block(const.AT_EXPERT + const.EXPERT_OWED, 13, "1 for the character whose choices are being made", "number"),
    Block(
        const.AT_EXPERT + const.EXPERT_CHOOSING,
        6,
        "1 for what is being chosen",
        "nothing, from the card, the entrance, the dining room, a colour, an island",
    ),
    Block(const.AT_EXPERT + const.EXPERT_PAIRS, 3, "1 for so many pairs chosen", "0 to 2"),
    Block(const.AT_EXPERT + const.EXPERT_FROM_ENTRANCE, 5, "students chosen from the entrance", COLOUR),
    Block(const.AT_EXPERT + const.EXPERT_FROM_OTHER, 5, "students chosen from the card or the dining room", COLOUR),
    Block(const.AT_EXPERT + const.EXPERT_SUPPLY, 1, "a quarter of the coins in the supply"),
)

ROWS: tuple[Part, ...] = (
    Block(const.ROW_ASSISTANT, 10, "play an assistant", "value"),
    Block(const.ROW_DINING, 5, "seat a student", COLOUR),
    Block(const.ROW_DINING_LEAD, const.TABLE_LEADS, "seat a student with such a lead", "-2 or less to 2 or more"),
    Block(const.ROW_TO_GROUP, 60, "send a student to a group", COLOUR_AND_GROUP),
    Block(
        const.ROW_TO_GROUP_LEAD,
        21,
        "send a student whose professor is one's own, nobody's or another's to a group with such a lead",
        "professor, then lead from -3 or less to 3 or more",
    ),
    Block(const.ROW_STEPS, 7, "move mother nature", "steps"),
    Block(const.ROW_SWING, 13, "resolve a group that changes so many towers", "-6 or less to 6 or more"),
    Block(const.ROW_WIN, 1, "resolve a group with which one builds the last tower"),
    Block(const.ROW_DEFEAT, 1, "resolve a group with which another does"),
    Block(const.ROW_CLOUD, 5, "take a cloud, once for each student on it", COLOUR),
    Block(const.ROW_END_TURN, 1, "end the turn"),
    Block(const.ROW_CHARACTER, 12, "use a character", CHARACTER),
    Block(const.ROW_COLOUR, 5, "choose a colour on the card", COLOUR),
    Block(const.ROW_COLOUR + 5, 5, "choose a colour in the entrance", COLOUR),
    Block(const.ROW_COLOUR + 10, 5, "choose a colour in the dining room", COLOUR),
    Block(const.ROW_COLOUR + 15, 5, "choose a colour for the mushroom hunter", COLOUR),
    Block(const.ROW_COLOUR + 20, 5, "choose a colour for the thief", COLOUR),
    Block(const.ROW_GROUP, 36, "choose a group for the monk, the herald, the herbalist", "character, then group"),
    Block(const.ROW_GROUP_LEAD, 21, "choose a group with such a lead", "character, then lead"),
    Block(const.ROW_SWAP_DONE, 1, "end a swap"),
)


def renamed(parts: Sequence[Part], order: Sequence[int]) -> list[int]:
    """Where each number is found once colour c is called `order[c]`."""
    found: list[int] = []
    for block in blocks(parts):
        if block.each == COLOUR:
            found += [block.start + order[colour] for colour in range(rules.COLOURS)]
        elif block.each == COLOUR_AND_GROUP:
            for colour in range(rules.COLOURS):
                first = block.start + order[colour] * rules.ISLANDS
                found += range(first, first + rules.ISLANDS)
        else:
            found += range(block.start, block.end)
    return found
