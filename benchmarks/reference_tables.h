/* The reference's components, the tables made of them. */

#include <stdint.h>
#include <string.h>

enum {
    SEATS = 5,
    KINGDOMS = 3,
    PROVINCES = 3,                         /* of a player */
    CARDS = 15,                            /* of a kingdom */
    GOLD = 512,                            /* sets of gold cards */
    PURSE = 36,                            /* the sum of all nine */
    FLOODS = 8,
    COSTS = 64,
    MOST_GOLD = COSTS * (PURSE + 1)        /* costs rise by no more than this a step */
};

/* What Python passes in. */
typedef struct {
    int32_t players;
    int32_t opening_total;
    int32_t fields_for_bonus;
    int32_t favors[SEATS];                 /* pyramids by rank */
    int32_t floods;                        /* rows used of the next three */
    int32_t upto[FLOODS], per_field[FLOODS], per_caravan[FLOODS];
    int32_t costs;                         /* entries used of cost */
    int32_t cost[COSTS];
    int32_t cards[KINGDOMS][CARDS][4];     /* pyramids, ankhs, fields, caravans */
} Components;

/* A province, its card on top and all its pyramids, is one number: adding three of them adds up each of their bytes. */
typedef uint32_t Province;
enum { ANKH = 1, FIELD = 1 << 8, CARAVAN = 1 << 16, PYRAMID = 1 << 24 };
static inline int ankhs(Province p) { return p & 255; }
static inline int fields(Province p) { return p >> 8 & 255; }
static inline int caravans(Province p) { return p >> 16 & 255; }
static inline int pyramids(Province p) { return p >> 24; }

/* Components and what follows from them; gold cards are bit sets. */
typedef struct {
    int players, opening_total, fields_for_bonus, floods, costs;
    int favors[SEATS];
    Province cards[KINGDOMS][CARDS];
    int upto[FLOODS], per_field[FLOODS], per_caravan[FLOODS];
    int cost[COSTS];
    int most_gold;                         /* all the gold that can be spent or kept */
    uint8_t affordable[MOST_GOLD];         /* pyramids that so much gold can buy */
    uint8_t count[GOLD];                   /* cards in a set */
    uint8_t nth[GOLD][9];                  /* its cards in rising order */
    uint8_t sum[GOLD];                     /* what they total */
    uint8_t sums[GOLD / 2];                /* how many totals its parts can have, the 0 left out of account */
    uint8_t nth_sum[GOLD / 2][PURSE + 1];  /* these totals in rising order */
    uint16_t first_display[PURSE + 2];     /* where the displays of each total begin */
    uint16_t displays[GOLD / 2];           /* all sets with the 0, by total */
    int8_t next_without[1 << SEATS][SEATS];        /* the next player clockwise who is not in the set */
} Rules;

/* ---------------------------------------------------------------- tables */

static void fill_gold(Rules *r) {
    for (int set = 0; set < GOLD; set++)
        for (int card = 0; card < 9; card++)
            if (set >> card & 1) {
                r->nth[set][r->count[set]++] = card;
                r->sum[set] += card;
            }
    for (int half = 0; half < GOLD / 2; half++) {          /* bit i is card i + 1 */
        uint64_t reach = 1;
        for (int i = 0; i < 8; i++)
            if (half >> i & 1)
                reach |= reach << (i + 1);
        for (int total = 0; total <= PURSE; total++)
            if (reach >> total & 1)
                r->nth_sum[half][r->sums[half]++] = total;
    }
    int listed = 0;
    for (int total = 0; total <= PURSE; total++) {
        r->first_display[total] = listed;
        for (int set = 1; set < GOLD; set += 2)
            if (r->sum[set] == total)
                r->displays[listed++] = set;
    }
    r->first_display[PURSE + 1] = listed;
}

static void fill_rules(Rules *r, const Components *c) {
    memset(r, 0, sizeof *r);
    r->players = c->players;
    r->opening_total = c->opening_total;
    r->fields_for_bonus = c->fields_for_bonus;
    r->floods = c->floods;
    r->costs = c->costs;
    memcpy(r->favors, c->favors, sizeof r->favors);
    memcpy(r->upto, c->upto, sizeof r->upto);
    memcpy(r->per_field, c->per_field, sizeof r->per_field);
    memcpy(r->per_caravan, c->per_caravan, sizeof r->per_caravan);
    memcpy(r->cost, c->cost, sizeof r->cost);
    for (int k = 0; k < KINGDOMS; k++)
        for (int i = 0; i < CARDS; i++) {
            const int32_t *card = c->cards[k][i];
            r->cards[k][i] = (Province)card[0] * PYRAMID + card[1] * ANKH + card[2] * FIELD + card[3] * CARAVAN;
        }
    r->most_gold = r->cost[r->costs - 1] + PURSE;
    for (int gold = 0, most = 0; gold <= r->most_gold; gold++) {
        if (most + 1 < r->costs && gold >= r->cost[most + 1])
            most++;
        r->affordable[gold] = most;
    }
    for (int set = 0; set < (1 << r->players) - 1; set++)
        for (int seat = 0; seat < r->players; seat++) {
            int next = seat;
            do next = (next + 1) % r->players; while (set >> next & 1);
            r->next_without[set][seat] = next;
        }
    fill_gold(r);
}
