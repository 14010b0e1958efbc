/* Amun-Re: The Card Game in plain C: a second opinion on the rules, and the speed to measure the core against.
 *
 * Written from the rules, not from the core; numbers in brackets are the ids in docs/rules/amunre_card.md. It knows
 * random play and nothing else: no stories, no secrets. Components come from Python (reference.py). A choice is made by
 * `choose` and carried out by `apply`, which goes on through whatever leaves no choice. Actions are numbered as the
 * core's are, and of provinces that are alike the first stands for all, so that games can be compared move by move. */

#include "reference_phases.h"

typedef struct { uint64_t state; } Rng;

static inline uint32_t below(Rng *rng, uint32_t n) {       /* splitmix64, the core's own */
    uint64_t z = rng->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (z >> 32) * n >> 32;
}

/* ---------------------------------------------------------------- choosing and applying */

/* Whoever chooses: told how many actions are legal, answers with the number of one of them. */
typedef uint32_t Chooser(void *self, uint32_t count);

static inline int choose_card(const Rules *r, const Position *s, Chooser *chooser, void *self) {
    int low = s->deck & 255, high = s->deck >> 8, in_low = r->count[low];
    int k = chooser(self, in_low + r->count[high]);
    return k < in_low ? r->nth[low][k] : 8 + r->nth[high][k - in_low];
}

static inline int choose_display(const Rules *r, int total, Chooser *chooser, void *self) {
    int first = r->first_display[total];
    return r->displays[first + chooser(self, r->first_display[total + 1] - first)];
}

/* 16 times the province's place in the row, plus the card */
static inline int choose_bid(const Rules *r, const Position *s, Chooser *chooser, void *self) {
    int display = s->display[s->mover], upto[SEATS], total = 0, which = 0;
    for (int i = 0; i < r->players; i++)
        upto[i] = total += r->count[display & s->beating[i]];
    int k = chooser(self, total);
    while (k >= upto[which])
        which++;
    int enough = display & s->beating[which];
    return which << 4 | r->nth[enough][k - upto[which] + r->count[enough]];
}

static inline int choose_unlike(const Rules *r, const Position *s, int among, Chooser *chooser, void *self) {
    int open = unlike(s, s->mover, among);
    return r->nth[open][chooser(self, r->count[open])];
}

static inline int choose_place(const Rules *r, const Position *s, Chooser *chooser, void *self) {
    int tied = with_fewest(s, s->mover);
    return placement(tied, s->rest, 1 << choose_unlike(r, s, tied, chooser, self));
}

static inline int choose_build(const Rules *r, const Position *s, Chooser *chooser, void *self) {
    int fewest = fewest_to_build(r, s);
    return fewest + chooser(self, r->affordable[s->gold_left] - fewest + 1);
}

static inline int choose_offering(const Rules *r, const Position *s, Chooser *chooser, void *self) {
    int cards = s->display[s->mover] >> 1;
    return r->nth_sum[cards][chooser(self, r->sums[cards])];
}

static inline int choose(const Rules *r, const Position *s, Chooser *chooser, void *self) {
    switch ((enum Phase)s->phase) {
    case PHARAOH: return chooser(self, r->players);
    case ROW: return choose_card(r, s, chooser, self);
    case DISPLAY: return choose_display(r, r->opening_total, chooser, self);
    case BID: return choose_bid(r, s, chooser, self);
    case EXTEND: return choose_unlike(r, s, s->uncovered[s->mover], chooser, self);
    case OFFER: return choose_offering(r, s, chooser, self);
    case FAVOR:
    case PLACE: return choose_place(r, s, chooser, self);
    case BUILD: return choose_build(r, s, chooser, self);
    case PREPARE: return choose_display(r, s->gold_left, chooser, self);
    case OVER: break;
    }
    return 0;
}

static inline void apply(const Rules *r, Position *s, int action) {
    switch ((enum Phase)s->phase) {
    case PHARAOH:
        s->pharaoh = action;
        begin_displays(r, s);
        break;
    case ROW:
        show(r, s, action);
        break;
    case DISPLAY:
        s->display[s->mover] = action;
        s->mover = clockwise(r, s->mover);
        if (s->mover == s->pharaoh)
            begin_kingdom(s);
        break;
    case BID:
        bid(r, s, action >> 4, action & 15);
        break;
    case EXTEND:
        cover(r, s, s->mover, action);
        s->turn++;
        extend(r, s);
        break;
    case OFFER:
        s->offering[s->mover] = action;
        s->mover = clockwise(r, s->mover);
        if (s->mover == s->pharaoh)
            reveal(r, s);
        break;
    case FAVOR:
        add_one_to(s, s->mover, action);
        s->turn++;
        grant_favors(r, s);
        break;
    case BUILD:
        if (build(r, s, action))
            next_revenue(r, s);
        break;
    case PLACE:
        add_one_to(s, s->mover, action);
        if (prepare(r, s))
            next_revenue(r, s);
        break;
    case PREPARE:
        s->display[s->mover] = action;
        next_revenue(r, s);
        break;
    case OVER:
        break;
    }
}

static inline void start(Position *s) {
    memset(s, 0, sizeof *s);
    ask(s, CHANCE, PHARAOH);
}

/* ---------------------------------------------------------------- what Python calls */

size_t reference_rules_size(void) { return sizeof(Rules); }
size_t reference_position_size(void) { return sizeof(Position); }
void reference_rules(Rules *r, const Components *c) { fill_rules(r, c); }
void reference_start(Position *s) { start(s); }
void reference_apply(const Rules *r, Position *s, int action) { apply(r, s, action); }
int reference_to_move(const Position *s) { return s->mover; }
int reference_phase(const Position *s) { return s->phase; }
int reference_points(const Position *s, int seat) { return s->points[seat]; }
int reference_winner(const Rules *r, const Position *s) { return winner(r, s); }

static uint32_t at_random(void *rng, uint32_t count) { return below(rng, count); }

/* Plays so many random games; how many choices of players (0) and of chance (1) they took. */
void reference_playouts(const Rules *r, int64_t games, uint64_t seed, int64_t *choices) {
    Rng rng = {seed};
    Position s;
    while (games-- > 0) {
        for (start(&s); s.mover != NOBODY;) {
            choices[s.mover == CHANCE]++;
            apply(r, &s, choose(r, &s, at_random, &rng));
        }
    }
}

/* What one game was like. */
typedef struct {
    int32_t choices[OVER];                 /* by phase */
    int32_t points[SEATS];
    int32_t winner;
} Account;

void reference_accounts(const Rules *r, int64_t games, uint64_t seed, Account *out) {
    Rng rng = {seed};
    Position s;
    memset(out, 0, games * sizeof *out);
    for (; games > 0; games--, out++) {
        for (start(&s); s.mover != NOBODY;) {
            out->choices[s.phase]++;
            apply(r, &s, choose(r, &s, at_random, &rng));
        }
        for (int seat = 0; seat < r->players; seat++)
            out->points[seat] = s.points[seat];
        out->winner = winner(r, &s);
    }
}

/* For playing a game of the core along, move by move. */
typedef struct { uint32_t number, count; } Nth;

static uint32_t nth_of(void *self, uint32_t count) {
    Nth *nth = self;
    nth->count = count;
    return nth->number;
}

int reference_choices(const Rules *r, const Position *s) {
    Nth nth = {0, 0};
    choose(r, s, nth_of, &nth);
    return nth.count;
}

int reference_choice(const Rules *r, const Position *s, int number) {
    Nth nth = {number, 0};
    return choose(r, s, nth_of, &nth);
}
