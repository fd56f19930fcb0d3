/* The forward pass of the network of the search, by hand: what `bench search` compares the compiled one with.
 *
 * forward FILE TIMES: reads weights and positions (whole numbers of 32 bits, as bench/search.py writes them), passes every
 * position TIMES times and prints how long that took and the sum of all outputs. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WEIGHT = 10, ACTIVITY = 8, LIMIT = 2047, MOST_HIDDEN = 256, MOST_SECOND = 128, MOST_ROWS = 512 };

static int hidden, second, inputs, outcomes, rows;
static int16_t *first, *then, *heads;
static int32_t *first_bias, *then_bias, *heads_bias;

static int32_t next(FILE *file) {
    int32_t number;
    if (fread(&number, sizeof number, 1, file) != 1) exit(2);
    return number;
}

static void *numbers(FILE *file, int count, int size) {
    char *found = malloc((size_t)count * size);
    if (!found) exit(2);
    for (int i = 0; i < count; i++) {
        int32_t number = next(file);
        if (size == 2) ((int16_t *)found)[i] = (int16_t)number;
        else ((int32_t *)found)[i] = number;
    }
    return found;
}

typedef struct {
    int count, decisions;
    int16_t *index, *value;
    int32_t *row_count, **rows;
} Position;

static int16_t clipped(int32_t sum) { return sum < 0 ? 0 : sum > LIMIT ? LIMIT : (int16_t)sum; }

static int32_t output(const int16_t *active, int which) {
    const int16_t *weights = heads + (size_t)which * second;
    int32_t total = 0;
    for (int j = 0; j < second; j++) total += active[j] * weights[j];
    return total + heads_bias[which];
}

static int64_t pass(const Position *position) {
    static int32_t sums[MOST_HIDDEN], score[MOST_ROWS];
    static int16_t active[MOST_HIDDEN], last[MOST_SECOND];
    static char scored[MOST_ROWS];
    int64_t total = 0;
    memcpy(sums, first_bias, hidden * sizeof *sums);
    for (int i = 0; i < position->count; i++) {
        const int16_t *weights = first + (size_t)position->index[i] * hidden;
        int32_t times = position->value[i];
        if (times == 1) for (int j = 0; j < hidden; j++) sums[j] += weights[j];
        else for (int j = 0; j < hidden; j++) sums[j] += times * weights[j];
    }
    for (int j = 0; j < hidden; j++) active[j] = clipped(sums[j] >> (WEIGHT - ACTIVITY));
    for (int k = 0; k < second; k++) {
        const int16_t *weights = then + (size_t)k * hidden;
        int32_t sum = 0;
        for (int j = 0; j < hidden; j++) sum += active[j] * weights[j];
        last[k] = clipped((sum + then_bias[k]) >> WEIGHT);
    }
    for (int k = 0; k < outcomes; k++) total += output(last, k);
    memset(scored, 0, rows);
    for (int d = 0; d < position->decisions; d++)
        for (int r = 0; r < position->row_count[d]; r++) {
            int row = position->rows[d][r];
            if (!scored[row]) {
                scored[row] = 1;
                score[row] = output(last, outcomes + row);
            }
            total += score[row];
        }
    return total;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    FILE *file = fopen(argv[1], "rb");
    long times = atol(argv[2]);
    if (!file) return 2;
    hidden = next(file), second = next(file), inputs = next(file), outcomes = next(file), rows = next(file);
    if (hidden > MOST_HIDDEN || second > MOST_SECOND || rows > MOST_ROWS) return 2;
    first = numbers(file, inputs * hidden, 2), first_bias = numbers(file, hidden, 4);
    then = numbers(file, hidden * second, 2), then_bias = numbers(file, second, 4);
    heads = numbers(file, second * (outcomes + rows), 2), heads_bias = numbers(file, outcomes + rows, 4);
    int count = next(file);
    Position *positions = calloc(count, sizeof *positions);
    for (int i = 0; i < count; i++) {
        Position *position = positions + i;
        position->count = next(file);
        position->index = numbers(file, position->count, 2);
        position->value = numbers(file, position->count, 2);
        position->decisions = next(file);
        position->row_count = numbers(file, position->decisions, 4);
        position->rows = calloc(position->decisions, sizeof *position->rows);
        for (int d = 0; d < position->decisions; d++)
            position->rows[d] = numbers(file, position->row_count[d], 4);
    }
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    int64_t total = 0;
    for (int i = 0; i < count; i++)
        for (long t = 0; t < times; t++) total += pass(positions + i);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("nanoseconds %lld\n", (end.tv_sec - start.tv_sec) * 1000000000LL + end.tv_nsec - start.tv_nsec);
    printf("sum %lld\n", (long long)total);
    return 0;
}
