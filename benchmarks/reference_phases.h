/* The reference's position, and the rules phase by phase: each function goes on to the next choice. */

#include <stdbool.h>

#include "reference_tables.h"

enum { CHANCE = -1, NOBODY = -2 };
enum Phase { PHARAOH, ROW, DISPLAY, BID, EXTEND, OFFER, FAVOR, BUILD, PLACE, PREPARE, OVER };

typedef struct {
    int8_t mover;                          /* a player, CHANCE or NOBODY */
    uint8_t phase, kingdom, auction, pharaoh;
    uint8_t turn;                          /* players who are through with the round in hand */
    uint8_t shown;                         /* provinces turned up */
    uint8_t in_play;                       /* players with a card in play */
    uint8_t rest;                          /* pyramids to be placed by choice */
    uint8_t flood;                         /* row of the flood */
    uint16_t gold_left;                    /* what the mover has left to build or prepare with */
    uint16_t deck;                         /* cards of the kingdom not yet turned up */
    uint8_t row[SEATS];                    /* provinces up for auction, in card order */
    int8_t bidder[SEATS];                  /* who has a card in front of it, or NOBODY */
    uint8_t bid[SEATS];                    /* that card */
    uint16_t beating[SEATS];               /* the cards that would be enough there */
    uint16_t display[SEATS];
    uint8_t won[SEATS];                    /* the card to cover a province with */
    uint8_t uncovered[SEATS];              /* provinces not covered in this kingdom */
    uint8_t offering[SEATS], favor[SEATS], points[SEATS];
    Province province[SEATS][PROVINCES];
} Position;

/* ---------------------------------------------------------------- turn order */

static inline int clockwise(const Rules *r, int seat) { return seat + 1 < r->players ? seat + 1 : 0; }

static inline int in_turn(const Rules *r, const Position *s, int turn) {
    int seat = s->pharaoh + turn;
    return seat < r->players ? seat : seat - r->players;
}

static inline void ask(Position *s, int mover, enum Phase phase) {
    s->mover = mover;
    s->phase = phase;
}

static inline Province all_provinces(const Position *s, int seat) {
    return s->province[seat][0] + s->province[seat][1] + s->province[seat][2];
}

/* Of some provinces, one for each different pair of pyramids and ankhs: nothing else of them matters later. */
static inline int unlike(const Position *s, int seat, int among) {
    const Province *p = s->province[seat], matters = 0xFF0000FF;
    int same01 = ((p[0] ^ p[1]) & matters) == 0, same02 = ((p[0] ^ p[2]) & matters) == 0;
    int same12 = ((p[1] ^ p[2]) & matters) == 0;
    int again = (among << 1 & same01 << 1) | (among << 2 & same02 << 2) | (among << 1 & same12 << 2);
    return among & ~again;
}

/* ---------------------------------------------------------------- [P1] placing pyramids */

static inline int with_fewest(const Position *s, int seat) {
    const Province *p = s->province[seat];
    int a = pyramids(p[0]), b = pyramids(p[1]), c = pyramids(p[2]);
    int least = a < b ? a : b;
    least = least < c ? least : c;
    return (a == least) | (b == least) << 1 | (c == least) << 2;
}

static inline void add_one_to(Position *s, int seat, int chosen) {
    for (int i = 0; i < PROVINCES; i++)
        s->province[seat][i] += (Province)(chosen >> i & 1) * PYRAMID;
}

/* A rest of 1 goes to the province chosen, a rest of 2 (of three tied ones) to the others. */
static inline int placement(int tied, int rest, int chosen) { return rest == 1 ? chosen : tied ^ chosen; }

/* Places all that leave no choice; returns the rest that is one. */
static int place(const Rules *r, Position *s, int seat, int left) {
    int tied;
    while (tied = with_fewest(s, seat), left >= r->count[tied]) {
        int each = tied == 7 ? left / 3 : 1;
        for (int i = 0; i < PROVINCES; i++)
            s->province[seat][i] += (Province)(tied >> i & 1) * each * PYRAMID;
        left -= each * r->count[tied];
    }
    if (left == 0)
        return 0;
    if (s->kingdom < KINGDOMS - 1 && r->count[unlike(s, seat, tied)] > 1)
        return left;
    add_one_to(s, seat, placement(tied, left, tied & -tied));
    return 0;
}

/* ---------------------------------------------------------------- D. victory points */

static void score(const Rules *r, Position *s) {
    int last = s->pharaoh, fewest = 256, worth[SEATS];
    for (int turn = 0; turn < r->players; turn++) {
        int seat = in_turn(r, s, turn);
        Province all = all_provinces(s, seat);
        int first_fewest = r->nth[with_fewest(s, seat)][0];
        worth[seat] = pyramids(s->province[seat][first_fewest]) + (fields(all) >= r->fields_for_bonus) + (turn == 0);
        if (ankhs(all) <= fewest) {
            fewest = ankhs(all);
            last = seat;
        }
    }
    worth[last]--;
    for (int seat = 0; seat < r->players; seat++)
        s->points[seat] += worth[seat] > 0 ? worth[seat] : 0;
}

static int winner(const Rules *r, const Position *s) {
    int best = 0, best_worth = -1;
    for (int turn = 0; turn < r->players; turn++) {
        int seat = in_turn(r, s, turn), worth = s->points[seat] << 16;
        for (int i = 0; i < PROVINCES; i++)
            worth += pyramids(s->province[seat][i]);
        if (worth > best_worth) {
            best_worth = worth;
            best = seat;
        }
    }
    return best;
}

/* ---------------------------------------------------------------- the phases, each up to the next choice */

static void begin_auction(Position *s) {
    s->shown = 0;
    ask(s, CHANCE, ROW);
}

static void begin_kingdom(Position *s) {
    s->auction = 0;
    s->deck = (1 << CARDS) - 1;
    memset(s->uncovered, 7, sizeof s->uncovered);
    begin_auction(s);
}

/* [S4] */
static void begin_displays(const Rules *r, Position *s) {
    int first = r->first_display[r->opening_total];
    if (r->first_display[r->opening_total + 1] - first > 1) {
        ask(s, s->pharaoh, DISPLAY);
        return;
    }
    for (int seat = 0; seat < r->players; seat++)
        s->display[seat] = r->displays[first];
    begin_kingdom(s);
}

static void end_kingdom(const Rules *r, Position *s) {
    score(r, s);
    if (++s->kingdom < KINGDOMS)
        begin_kingdom(s);
    else
        ask(s, NOBODY, OVER);
}

/* Revenue, construction and preparation answer whether the player is through, or has been asked. */

/* [R3] */
static inline bool prepare(const Rules *r, Position *s) {
    if (s->kingdom == KINGDOMS - 1)
        return true;
    int first = r->first_display[s->gold_left];
    if (r->first_display[s->gold_left + 1] - first > 1) {
        s->phase = PREPARE;
        return false;
    }
    s->display[s->mover] = r->displays[first];
    return true;
}

/* [R2] */
static inline bool build(const Rules *r, Position *s, int bought) {
    s->gold_left -= r->cost[bought];
    s->rest = place(r, s, s->mover, bought);
    if (s->rest > 0) {
        s->phase = PLACE;
        return false;
    }
    return prepare(r, s);
}

/* [R3] The fewest pyramids that leave no more gold than a display can hold. */
static inline int fewest_to_build(const Rules *r, const Position *s) {
    int beyond = s->gold_left - PURSE;
    if (beyond <= 0)
        return 0;
    int most = r->affordable[beyond];
    return most + (r->cost[most] < beyond);
}

/* [R1] [R4] */
static bool revenue(const Rules *r, Position *s) {
    int seat = in_turn(r, s, s->turn);
    Province all = all_provinces(s, seat);
    int gold = fields(all) * r->per_field[s->flood] + caravans(all) * r->per_caravan[s->flood]
             + r->sum[s->display[seat]] - s->offering[seat];
    s->gold_left = gold < r->most_gold ? gold : r->most_gold;
    s->mover = seat;
    int most = r->affordable[s->gold_left];
    if (s->kingdom < KINGDOMS - 1 && fewest_to_build(r, s) < most) {
        s->phase = BUILD;
        return false;
    }
    return build(r, s, most);
}

static void next_revenue(const Rules *r, Position *s) {
    while (++s->turn < r->players)
        if (!revenue(r, s))
            return;
    end_kingdom(r, s);
}

/* [O4] The favors of all who have not got theirs yet. */
static void grant_favors(const Rules *r, Position *s) {
    for (; s->turn < r->players; s->turn++) {
        int seat = in_turn(r, s, s->turn);
        s->rest = place(r, s, seat, s->favor[seat]);
        if (s->rest > 0) {
            ask(s, seat, FAVOR);
            return;
        }
    }
    s->turn = 0;
    if (revenue(r, s))
        next_revenue(r, s);
}

/* [O2] [O3] */
static void reveal(const Rules *r, Position *s) {
    int total = 0;
    for (int turn = 0; turn < r->players; turn++) {
        int seat = in_turn(r, s, turn), rank = 0, mine = s->offering[seat];
        total += mine;
        for (int other = 0; other < r->players; other++) {
            int its = s->offering[in_turn(r, s, other)];
            rank += its > mine || (its == mine && other < turn);
        }
        s->favor[seat] = mine > 0 ? r->favors[rank] : 0;
    }
    s->flood = 0;
    while (s->flood < r->floods - 1 && total > r->upto[s->flood])
        s->flood++;
    s->turn = 0;
    grant_favors(r, s);
}

/* [A7], then the next auction or the offerings */
static void crown(const Rules *r, Position *s) {
    int best = s->pharaoh, most = -1;
    for (int turn = 0; turn < r->players; turn++) {
        int seat = in_turn(r, s, turn), shown = ankhs(all_provinces(s, seat));
        if (shown > most) {
            most = shown;
            best = seat;
        }
    }
    s->pharaoh = best;
    s->turn = 0;
    if (++s->auction < 3)
        begin_auction(s);
    else
        ask(s, s->pharaoh, OFFER);
}

static inline void cover(const Rules *r, Position *s, int seat, int which) {
    Province *p = &s->province[seat][which];
    *p = (*p & 255 * (Province)PYRAMID) + r->cards[s->kingdom][s->won[seat]];
    s->uncovered[seat] &= ~(1 << which);
}

/* [A6] for all who have not extended yet */
static void extend(const Rules *r, Position *s) {
    for (; s->turn < r->players; s->turn++) {
        int seat = in_turn(r, s, s->turn), open = unlike(s, seat, s->uncovered[seat]);
        if (r->count[open] > 1) {                          /* in kingdom 1 all are empty, so alike */
            ask(s, seat, EXTEND);
            return;
        }
        cover(r, s, seat, r->nth[open][0]);
    }
    crown(r, s);
}

/* [A5] */
static void end_auction(const Rules *r, Position *s) {
    for (int i = 0; i < r->players; i++) {
        s->won[s->bidder[i]] = s->row[i];
        s->display[s->bidder[i]] |= 1;
    }
    s->turn = 0;
    extend(r, s);
}

static inline void show(const Rules *r, Position *s, int card) {
    int i = s->shown++;
    for (; i > 0 && s->row[i - 1] > card; i--)
        s->row[i] = s->row[i - 1];
    s->row[i] = card;
    s->deck &= ~(1 << card);
    if (s->shown < r->players)
        return;
    s->in_play = 0;
    for (i = 0; i < r->players; i++) {
        s->bidder[i] = NOBODY;
        s->beating[i] = GOLD - 1;
    }
    ask(s, s->pharaoh, BID);
}

/* [A1] to [A4] */
static inline void bid(const Rules *r, Position *s, int which, int card) {
    int outbid = s->bidder[which];
    if (outbid >= 0) {
        s->display[outbid] |= 1 << s->bid[which];
        s->in_play &= ~(1 << outbid);
    }
    s->bidder[which] = s->mover;
    s->bid[which] = card;
    s->beating[which] = GOLD - (2 << card);
    s->display[s->mover] &= ~(1 << card);
    s->in_play |= 1 << s->mover;
    if (s->in_play == (1 << r->players) - 1)
        end_auction(r, s);
    else
        s->mover = r->next_without[s->in_play][s->mover];
}
