/* The base game of Eriantys for two players, by hand, in C: what the compiled rules are measured against.
 *
 * It plays the same random games as `rules.playouts` does: the same draws, the same order of legal decisions, the same
 * widths of the fields. The names are those of src/ludoteca/rules, where every rule is explained. It has it easier
 * than the rules: no expert game, nothing to record, the number of players known to the compiler, one file to optimise.
 *
 *     cc -O3 -o eriantys_base eriantys_base.c
 *     ./eriantys_base DEAL FIRST GAMES SEED [check]
 *
 * deals a game from the stream with seed DEAL and plays the random games number FIRST to FIRST + GAMES - 1 of SEED from
 * there. Prints the number of decisions and the processor time in nanoseconds; with `check` also a checksum of all
 * final positions (which takes time of its own).
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    NOBODY = -1,
    PLAYERS = 2, /* each of them a side of its own */
    COLOURS = 5,
    STUDENTS_PER_COLOUR = 26,
    ISLANDS = 12,
    OPPOSITE = 6,
    TABLE_SEATS = 10,
    ASSISTANTS = 10,
    FULL_HAND = 1023,
    FEWEST_GROUPS = 3,
    TOWERS = 8,
    ENTRANCE = 7,
    PER_TURN = 3, /* students moved in a turn, and students on a cloud */
    MOST_ACTIONS = 128,
};

enum { PLANNING, STUDENTS, MOTHER_NATURE, CLOUD, OVER };

/* Small decisions: the first integer of each kind */
enum { PLAY_ASSISTANT = 0, TO_DINING = 10, TO_ISLAND = 15, MOVE_MOTHER_NATURE = 75, TAKE_CLOUD = 82 };

typedef struct {
    uint64_t seed, count;
} Draws;

typedef struct {
    Draws draws;
    int seat, winning;
    short students[ISLANDS][COLOURS];
    short owner[ISLANDS], size[ISLANDS], first_tile[ISLANDS];
    short entrance[PLAYERS][COLOURS], dining[PLAYERS][COLOURS];
    short hand[PLAYERS], assistant[PLAYERS], order[PLAYERS];
    short professor[COLOURS];
    short towers[PLAYERS];
    short clouds[PLAYERS][COLOURS];
    short bag[COLOURS];
    int groups, mother_nature, bag_total;
    int step, turn, moved, first_player;
    bool last_round, clouds_short;
} Game;

/* --- draws -------------------------------------------------------------------------------------------------------- */

static const uint64_t STEP = 0x9E3779B97F4A7C15, MIX_1 = 0xBF58476D1CE4E5B9, MIX_2 = 0x94D049BB133111EB;
static const uint64_t CHOICES = 0x5DEECE66D; /* keeps a playout's choices apart from the draws of its game */

static uint32_t word(Draws *draws) {
    uint64_t z = draws->seed + ++draws->count * STEP;
    z = (z ^ (z >> 30)) * MIX_1;
    z = (z ^ (z >> 27)) * MIX_2;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

/* The high half of word x bound; words of the incomplete last stretch are passed over. */
static int below(Draws *draws, uint32_t bound) {
    uint64_t product = (uint64_t)word(draws) * bound;
    if ((uint32_t)product < bound) {
        uint32_t incomplete = (0u - bound) % bound;
        while ((uint32_t)product < incomplete)
            product = (uint64_t)word(draws) * bound;
    }
    return (int)(product >> 32);
}

/* The seed of the `index`-th of many games */
static uint64_t mixed(uint64_t seed, uint64_t index) {
    uint64_t z = seed + (index + 1) * MIX_1;
    z = (z ^ (z >> 31)) * MIX_2;
    return z ^ (z >> 29);
}

/* --- bag and rounds (§4, §5.1, §5.3) ------------------------------------------------------------------------------ */

static int pick(Game *game) {
    int number = below(&game->draws, (uint32_t)game->bag_total);
    int colour = 0;
    while (number >= game->bag[colour])
        number -= game->bag[colour++];
    game->bag[colour]--;
    game->bag_total--;
    return colour;
}

static int draw(Game *game) {
    int colour = pick(game);
    if (game->bag_total == 0) /* [RULING 11] */
        game->last_round = true;
    return colour;
}

static void fill(Game *game, int cloud) {
    int missing = PER_TURN;
    for (int colour = 0; colour < COLOURS; colour++)
        missing -= game->clouds[cloud][colour];
    for (; missing > 0 && game->bag_total > 0; missing--)
        game->clouds[cloud][draw(game)]++;
    if (missing > 0) /* [RULING 12] */
        game->clouds_short = game->last_round = true;
}

static void start(Game *game, int first) {
    game->first_player = first;
    game->clouds_short = false;
    for (int cloud = 0; cloud < PLAYERS; cloud++)
        fill(game, cloud);
    for (int seat = 0; seat < PLAYERS; seat++)
        game->assistant[seat] = 0;
    game->step = PLANNING;
    game->turn = 0;
    game->seat = first;
}

static void begin_turn(Game *game) {
    game->seat = game->order[game->turn];
    game->step = STUDENTS;
    game->moved = 0;
}

static void begin_actions(Game *game) {
    for (int i = 0; i < PLAYERS; i++) {
        int seat = (game->first_player + i) % PLAYERS;
        int place = i;
        for (; place > 0 && game->assistant[game->order[place - 1]] > game->assistant[seat]; place--)
            game->order[place] = game->order[place - 1];
        game->order[place] = (short)seat;
    }
    game->turn = 0;
    begin_turn(game);
}

/* --- the end of the game (§7) ------------------------------------------------------------------------------------- */

static int professors_of(const Game *game, int seat) {
    int count = 0;
    for (int colour = 0; colour < COLOURS; colour++)
        count += game->professor[colour] == seat;
    return count;
}

static void compare(Game *game) {
    int fewest = game->towers[0], most = -1;
    for (int seat = 1; seat < PLAYERS; seat++)
        if (game->towers[seat] < fewest)
            fewest = game->towers[seat];
    for (int seat = 0; seat < PLAYERS; seat++)
        if (game->towers[seat] == fewest && professors_of(game, seat) > most)
            most = professors_of(game, seat);
    game->winning = 0;
    for (int seat = 0; seat < PLAYERS; seat++)
        if (game->towers[seat] == fewest && professors_of(game, seat) == most) /* [RULING 7] */
            game->winning |= 1 << seat;
}

static void finish(Game *game) {
    game->step = OVER;
    game->seat = NOBODY;
    compare(game);
}

static bool is_last_round(const Game *game) {
    if (game->last_round)
        return true;
    for (int seat = 0; seat < PLAYERS; seat++)
        if (game->hand[seat] == 0)
            return true;
    return false;
}

static void end_turn(Game *game) {
    game->turn++;
    if (game->turn < PLAYERS)
        begin_turn(game);
    else if (is_last_round(game))
        finish(game);
    else
        start(game, game->order[0]); /* [RULING 2] */
}

/* --- planning (§5.2) ---------------------------------------------------------------------------------------------- */

static int planning_legal(const Game *game, unsigned char *actions) {
    int taken = 0, count = 0;
    for (int seat = 0; seat < PLAYERS; seat++)
        if (game->assistant[seat] > 0)
            taken |= 1 << (game->assistant[seat] - 1);
    int hand = game->hand[game->seat];
    int playable = hand & ~taken ? hand & ~taken : hand; /* [RULING 1] */
    for (int value = 0; value < ASSISTANTS; value++)
        if (playable >> value & 1)
            actions[count++] = (unsigned char)(PLAY_ASSISTANT + value);
    return count;
}

static void planning_play(Game *game, int value) {
    int seat = game->seat;
    game->hand[seat] &= (short)~(1 << (value - 1));
    game->assistant[seat] = (short)value;
    if (game->hand[seat] == 0)
        game->last_round = true;
    game->turn++;
    if (game->turn == PLAYERS)
        begin_actions(game);
    else
        game->seat = seat + 1 < PLAYERS ? seat + 1 : 0;
}

/* --- students (§6.1) ---------------------------------------------------------------------------------------------- */

static int students_legal(const Game *game, unsigned char *actions) {
    int count = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        if (game->entrance[game->seat][colour] == 0)
            continue;
        if (game->dining[game->seat][colour] < TABLE_SEATS)
            actions[count++] = (unsigned char)(TO_DINING + colour);
        for (int group = 0; group < game->groups; group++)
            actions[count++] = (unsigned char)(TO_ISLAND + colour * ISLANDS + group);
    }
    return count;
}

static void count_move(Game *game) {
    game->moved++;
    if (game->moved == PER_TURN)
        game->step = MOTHER_NATURE;
}

static void claim(Game *game, int colour) {
    int seat = game->seat;
    if (game->professor[colour] == seat)
        return;
    for (int other = 0; other < PLAYERS; other++)
        if (other != seat && game->dining[other][colour] >= game->dining[seat][colour]) /* [RULING 3] */
            return;
    game->professor[colour] = (short)seat;
}

static void to_dining(Game *game, int colour) {
    game->entrance[game->seat][colour]--;
    game->dining[game->seat][colour]++;
    claim(game, colour);
    count_move(game);
}

static void to_island(Game *game, int colour, int group) {
    game->entrance[game->seat][colour]--;
    game->students[group][colour]++;
    count_move(game);
}

/* --- islands (§6.3, §6.4) ----------------------------------------------------------------------------------------- */

static void close_gap(Game *game, int gone) {
    game->groups--;
    for (int i = gone; i < game->groups; i++) {
        game->owner[i] = game->owner[i + 1];
        game->size[i] = game->size[i + 1];
        game->first_tile[i] = game->first_tile[i + 1];
        for (int colour = 0; colour < COLOURS; colour++)
            game->students[i][colour] = game->students[i + 1][colour];
    }
    if (game->mother_nature > gone)
        game->mother_nature--;
}

static int absorb_right(Game *game, int left) {
    int right = left + 1 < game->groups ? left + 1 : 0;
    for (int colour = 0; colour < COLOURS; colour++)
        game->students[left][colour] += game->students[right][colour];
    game->size[left] += game->size[right];
    if (game->mother_nature == right)
        game->mother_nature = left;
    close_gap(game, right);
    return left > right ? left - 1 : left;
}

static void join_neighbours(Game *game, int group) {
    int right = group + 1 < game->groups ? group + 1 : 0;
    if (game->owner[right] == game->owner[group])
        group = absorb_right(game, group);
    int left = group > 0 ? group - 1 : game->groups - 1;
    if (game->owner[left] == game->owner[group])
        absorb_right(game, left);
}

static int strongest(const Game *game, int group) {
    short influence[PLAYERS] = {0};
    for (int colour = 0; colour < COLOURS; colour++)
        if (game->professor[colour] != NOBODY)
            influence[game->professor[colour]] += game->students[group][colour];
    if (game->owner[group] != NOBODY)
        influence[game->owner[group]] += game->size[group];
    int most = 0, leader = NOBODY;
    for (int side = 0; side < PLAYERS; side++) {
        if (influence[side] > most) {
            most = influence[side];
            leader = side;
        } else if (influence[side] == most) { /* [RULING 4] */
            leader = NOBODY;
        }
    }
    return leader;
}

static void take_island(Game *game, int group, int side) {
    int size = game->size[group];
    if (game->owner[group] != NOBODY)
        game->towers[game->owner[group]] += (short)size;
    game->towers[side] = (short)(game->towers[side] > size ? game->towers[side] - size : 0); /* [RULING 5] */
    game->owner[group] = (short)side;
    if (game->towers[side] == 0) {
        finish(game);
        return;
    }
    join_neighbours(game, group);
    if (game->groups <= FEWEST_GROUPS) /* [RULING 6] */
        finish(game);
}

/* --- mother nature and clouds (§6.2, §6.5) ------------------------------------------------------------------------ */

static int mother_nature_legal(const Game *game, unsigned char *actions) {
    int reach = (game->assistant[game->seat] + 1) / 2;
    for (int i = 0; i < reach; i++)
        actions[i] = (unsigned char)(MOVE_MOTHER_NATURE + i);
    return reach;
}

static void mother_nature_move(Game *game, int steps) {
    game->mother_nature = (game->mother_nature + steps) % game->groups; /* [RULING 16] */
    int side = strongest(game, game->mother_nature);
    if (side != NOBODY && side != game->owner[game->mother_nature])
        take_island(game, game->mother_nature, side);
    if (game->step == OVER)
        return;
    if (game->clouds_short) /* [RULING 13] */
        end_turn(game);
    else
        game->step = CLOUD;
}

static int clouds_legal(const Game *game, unsigned char *actions) {
    int count = 0;
    for (int cloud = 0; cloud < PLAYERS; cloud++)
        for (int colour = 0; colour < COLOURS; colour++)
            if (game->clouds[cloud][colour] > 0) {
                actions[count++] = (unsigned char)(TAKE_CLOUD + cloud);
                break;
            }
    return count;
}

static void clouds_take(Game *game, int cloud) {
    for (int colour = 0; colour < COLOURS; colour++) {
        game->entrance[game->seat][colour] += game->clouds[cloud][colour];
        game->clouds[cloud][colour] = 0;
    }
    end_turn(game);
}

/* --- the engine and its playouts ---------------------------------------------------------------------------------- */

static void deal(Game *game, uint64_t seed) {
    memset(game, 0, sizeof *game);
    game->draws.seed = seed;
    game->groups = ISLANDS;
    for (int tile = 0; tile < ISLANDS; tile++) {
        game->owner[tile] = NOBODY;
        game->size[tile] = 1;
        game->first_tile[tile] = (short)tile;
    }
    game->mother_nature = below(&game->draws, ISLANDS);
    for (int colour = 0; colour < COLOURS; colour++) {
        game->professor[colour] = NOBODY;
        game->bag[colour] = 2;
    }
    game->bag_total = 2 * COLOURS;
    for (int step = 1; step < ISLANDS; step++)
        if (step != OPPOSITE)
            game->students[(game->mother_nature + step) % ISLANDS][pick(game)]++;
    for (int colour = 0; colour < COLOURS; colour++)
        game->bag[colour] = STUDENTS_PER_COLOUR - 2;
    game->bag_total = (STUDENTS_PER_COLOUR - 2) * COLOURS;
    for (int seat = 0; seat < PLAYERS; seat++) {
        game->towers[seat] = TOWERS;
        game->hand[seat] = FULL_HAND;
        for (int i = 0; i < ENTRANCE; i++)
            game->entrance[seat][draw(game)]++;
    }
    start(game, below(&game->draws, PLAYERS));
}

static int find_legal(const Game *game, unsigned char *actions) {
    switch (game->step) {
    case PLANNING:
        return planning_legal(game, actions);
    case STUDENTS:
        return students_legal(game, actions);
    case MOTHER_NATURE:
        return mother_nature_legal(game, actions);
    default:
        return clouds_legal(game, actions);
    }
}

static void apply(Game *game, int action) {
    if (action < TO_DINING)
        planning_play(game, action - PLAY_ASSISTANT + 1);
    else if (action < TO_ISLAND)
        to_dining(game, action - TO_DINING);
    else if (action < MOVE_MOTHER_NATURE)
        to_island(game, (action - TO_ISLAND) / ISLANDS, (action - TO_ISLAND) % ISLANDS);
    else if (action < TAKE_CLOUD)
        mother_nature_move(game, action - MOVE_MOTHER_NATURE + 1);
    else
        clouds_take(game, action - TAKE_CLOUD);
}

static int64_t playout(Game *game, Draws *choices) {
    unsigned char actions[MOST_ACTIONS];
    int64_t moves = 0;
    while (game->seat >= 0) {
        int count = find_legal(game, actions);
        apply(game, actions[below(choices, (uint32_t)count)]);
        moves++;
    }
    return moves;
}

/* --- checksum: FNV-1a over a final position, number by number, as bench/same_games.py writes it ------------------- */

static uint64_t fold(uint64_t sum, int64_t number) { return (sum ^ (uint64_t)number) * 0x100000001B3; }

static uint64_t fold_row(uint64_t sum, const short *row, int length) {
    for (int i = 0; i < length; i++)
        sum = fold(sum, row[i]);
    return sum;
}

static uint64_t fold_game(uint64_t sum, const Game *game) {
    for (int group = 0; group < game->groups; group++) {
        sum = fold(sum, game->first_tile[group]);
        sum = fold(sum, game->size[group]);
        sum = fold(sum, game->owner[group]);
        sum = fold_row(sum, game->students[group], COLOURS);
    }
    sum = fold(sum, game->first_tile[game->mother_nature]);
    for (int seat = 0; seat < PLAYERS; seat++) {
        sum = fold_row(sum, game->entrance[seat], COLOURS);
        sum = fold_row(sum, game->dining[seat], COLOURS);
        sum = fold_row(sum, game->clouds[seat], COLOURS);
        sum = fold(sum, game->hand[seat]);
    }
    sum = fold_row(sum, game->professor, COLOURS);
    sum = fold_row(sum, game->bag, COLOURS);
    sum = fold(sum, game->winning);
    return fold(sum, (int64_t)game->draws.count);
}

int main(int argc, char **argv) {
    if (argc != 5 && !(argc == 6 && strcmp(argv[5], "check") == 0)) {
        fprintf(stderr, "usage: %s DEAL FIRST GAMES SEED [check]\n", argv[0]);
        return 2;
    }
    uint64_t first = strtoull(argv[2], NULL, 10), games = strtoull(argv[3], NULL, 10), seed = strtoull(argv[4], NULL, 10);
    bool check = argc == 6;
    uint64_t sum = 0xCBF29CE484222325;
    int64_t moves = 0;
    Game dealt, game;
    Draws choices;
    deal(&dealt, strtoull(argv[1], NULL, 10));

    clock_t begun = clock();
    for (uint64_t i = first; i < first + games; i++) {
        game = dealt;
        game.draws = (Draws){mixed(seed, i), 0};
        choices = (Draws){mixed(seed ^ CHOICES, i), 0};
        moves += playout(&game, &choices);
        if (check)
            sum = fold_game(sum, &game);
    }
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;

    printf("moves %" PRId64 "\n", moves);
    printf("nanoseconds %.0f\n", seconds * 1e9);
    if (check)
        printf("checksum %016" PRIx64 "\n", sum);
    return 0;
}
