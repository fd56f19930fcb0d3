"""The numbers of the game, its steps, and the layout of small decisions. `const.pxd` repeats them as C constants."""

from __future__ import annotations

NOBODY = -1

# Components (§1)
MOST_PLAYERS = 4
RESOURCES = 4
COLOURS = 4
LEVELS = 3
PILES = 12
PILE_CARDS = 4
DEVELOPMENT_CARDS = 48
FIRST_LEADER = 49
LEADERS = 16
FIRST_TOKEN = 65
TOKENS = 7
ROWS = 3
COLUMNS = 4
TRAY = 12
LINES = 7
MOST_TAKEN = 4

# A marble's number is that of what it gives: a resource, faith, or, if white, nothing of its own (§4.1)
COIN = 0
STONE = 1
SERVANT = 2
SHIELD = 3
FAITH = 4
WHITE = 5
MARBLES = 6
YIELDS = 5

# Set-up (§2)
LEADERS_DEALT = 4
LEADERS_KEPT = 2
MOST_GONE = 4

# Boards (§1, §5)
DEPOTS = 3
ALL_DEPOTS = 5
LEADER_DEPOT_SLOTS = 2
SLOTS = 3
MOST_CARDS = 7
SLOT_PLACES = 9

# Faith (§6)
CROSS = 4
MARKERS = 5
LAST_SPACE = 24
SPACES = 25
SECTIONS = 3
DOWN = 0
UP = 1
GONE = 2

# Leaders by kind (§7)
DISCOUNT = 0
EXTRA_DEPOT = 1
WHITE_MARBLE = 2
PRODUCTION = 3

# Powers of a production (§4.3): the basic one, a card on each slot, the production leaders
BASIC = 0
FIRST_LEADER_POWER = 4
POWERS = 6
BASIC_CHOICES = 3

# Where a payment comes from, in the order of the default [RULING 24]
WAREHOUSE = 0
LEADER_DEPOT = 1
STRONGBOX = 2
SOURCES = 3

RESOURCES_PER_POINT = 5

# What the seat to decide is asked
KEEPING = 0
FREE_RESOURCE = 1
FREE_PLACE = 2
TURN = 3
CONVERTING = 4
PLACING = 5
FILLING = 6
CHOOSING_SLOT = 7
PAYING = 8
CHOOSING_POWERS = 9
BASIC_FIRST = 10
BASIC_SECOND = 11
BASIC_OUT = 12
LEADER_OUT = 13
OVER = 14

# Small decisions: the first integer of each kind
KEEP = 0
TAKE_LINE = 4
BUY = 11
PRODUCE = 23
PLAY_LEADER = 24
DISCARD_LEADER = 26
ARRANGE = 28
END_TURN = 29
CHOOSE_RESOURCE = 30
PLACE = 34
DISCARD = 39
CHOOSE_SLOT = 40
PAY_FROM = 43
POWER = 46
POWERS_DONE = 52
FILL = 53
ACTIONS = 66

# The longest action so far that a game remembers: a production of custom cards, each unit paid by a decision
MOST_DECISIONS = 256

# What a draw is for
DRAW_MARBLE = 1
DRAW_CARD = 2
DRAW_LEADER = 3
DRAW_TOKEN = 4

# Kinds of the recorder's records (0 is a draw); `events.py` says what their numbers mean
SET_UP = 1
CARD_REVEALED = 2
LEADERS_DEALT_TO = 3
LEADERS_CHOSEN = 4
LEADER_PLAYED = 5
LEADER_DISCARDED = 6
TURN_STARTED = 7
MARKET_PUSHED = 8
MARBLE_CONVERTED = 9
RESOURCE_STORED = 10
RESOURCE_DISCARDED = 11
DEPOT_REARRANGED = 12
FAITH_GAINED = 13
VATICAN_REPORT = 14
CARD_BOUGHT = 15
POWER_USED = 16
PAID = 17
GAINED = 18
TOKEN_DRAWN = 19
CARD_REMOVED = 20
TOKENS_SHUFFLED = 21
LAST_ROUND = 22
TURN_ENDED = 23
SCORED = 24
GAME_ENDED = 25
LEADER_PICKED = 26

# Why a marker moves
BY_MARKET = 1
BY_PRODUCTION = 2
BY_LEADER = 3
BY_DISCARDS = 4
BY_TOKEN = 5
BY_SET_UP = 6

# Why the game or its last round came (§8, §10)
WHY_SEVENTH_CARD = 1
WHY_LAST_SPACE = 2
WHY_BLACK_CROSS = 3
WHY_COLOUR_GONE = 4

# What `picture.take` lays out (bytes): a board, where market and grid begin, the whole
PICTURED_BOARD = 43
PICTURED_MARKET = 172
PICTURED_GRID = 185
PICTURE = 209
