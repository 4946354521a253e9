/* order_search.c — permuting windows of an order.
 *
 * Whether a window of at most 64 nodes can run in less than so many bytes is decided by trying its
 * topological orders depth first. Bytes in use depend only on the set of nodes that have run, so that each
 * set is entered once (Ahn et al., "Ordering Chaos: Memory-Aware Scheduling of Irregularly Wired Neural
 * Networks for Edge Devices", MLSys 2020, who walk the same sets breadth first under the same kind of
 * budget). A node that fits and leaves no more in use than before is taken without alternatives: to run it
 * later can not help. */
#include "ir/order/order.h"

#define SEARCH_WINDOW 64
/* Looks at a node that one window may take. */
#define SEARCH_LOOKS 4000

typedef struct search_level {
    uint64_t open; /* nodes of the window that are still to be tried here */
    uint64_t live; /* bytes in use before */
    uint32_t taken;
} search_level;

typedef struct search_state {
    cm_order *o; /* its table: the sets that were entered; 0: a free place */
    const uint32_t *window;
    uint32_t n;
    uint64_t done;
    uint64_t limit;
    uint32_t n_sets;
    uint32_t looks;
    search_level level[SEARCH_WINDOW];
} search_state;

/* Remembers a set; false where it is known already, or where no more can be remembered. */
static bool search_enter(search_state *s, uint64_t set) {
    uint64_t hash = set * UINT64_C(0x9e3779b97f4a7c15); /* Fibonacci hashing: Knuth, TAOCP 3, 6.4 */
    size_t at = (size_t)(hash >> 32) % CM_ORDER_TABLE;
    if (s->n_sets >= CM_ORDER_TABLE / 2) return false;
    for (; s->o->table[at] != 0; at = (at + 1) % CM_ORDER_TABLE) {
        if (s->o->table[at] == set) return false;
    }
    s->o->table[at] = set;
    s->n_sets++;
    return true;
}

/* The nodes worth trying next: one that leaves no more in use, else all that fit. */
static uint64_t search_open(search_state *s) {
    uint64_t open = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        uint64_t after;
        if ((s->done >> i & 1) != 0 || s->o->wait[s->window[i]] != 0) continue;
        s->looks++;
        if (cm_order_look(s->o, s->window[i], &after) >= s->limit) continue;
        if (after <= s->o->live) return UINT64_C(1) << i;
        open |= UINT64_C(1) << i;
    }
    return open;
}

/* The one that leaves least in use. */
static uint32_t search_pick(search_state *s, uint64_t open) {
    uint32_t best = 0;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < s->n; i++) {
        uint64_t after;
        if ((open >> i & 1) == 0) continue;
        s->looks++;
        (void)cm_order_look(s->o, s->window[i], &after);
        if (after < least) {
            least = after;
            best = i;
        }
    }
    return best;
}

/* Finds an order of the window; its nodes are then in s->level, and have run. */
static bool search_window(search_state *s) {
    uint32_t depth = 0;
    memset(s->o->table, 0, CM_ORDER_TABLE * sizeof *s->o->table);
    s->level[0].open = search_open(s);
    while (s->looks < SEARCH_LOOKS) {
        search_level *l = &s->level[depth];
        if (l->open == 0) {
            if (depth == 0) return false;
            l = &s->level[--depth];
            s->done &= ~(UINT64_C(1) << l->taken);
            cm_order_undo(s->o, s->window[l->taken], l->live);
            continue;
        }
        uint32_t i = search_pick(s, l->open);
        l->open &= ~(UINT64_C(1) << i);
        if (!search_enter(s, s->done | UINT64_C(1) << i)) continue;
        l->taken = i;
        l->live = s->o->live;
        s->done |= UINT64_C(1) << i;
        cm_order_do(s->o, s->window[i]);
        if (++depth == s->n) return true;
        s->level[depth].open = search_open(s);
    }
    while (depth > 0) {
        const search_level *l = &s->level[--depth];
        cm_order_undo(s->o, s->window[l->taken], l->live);
    }
    return false;
}

/* Tries the n nodes from `at` on, before which all have run; they have run afterwards if it succeeds. */
static bool search_at(cm_order *o, uint32_t *order, uint32_t at, uint32_t n, uint64_t limit) {
    search_state s = {.o = o, .n = n, .limit = limit};
    uint32_t window[SEARCH_WINDOW];
    s.window = memcpy(window, order + at, n * sizeof *window);
    bool found = search_window(&s);
    for (uint32_t i = 0; found && i < n; i++) {
        order[at + i] = window[s.level[i].taken];
        o->bytes[at + i] = s.level[i].live;
    }
    cm_order_spend(o, s.looks);
    return found;
}

/* A window around step `peak`, before which all have run: *at is the step behind it. */
static bool search_around(cm_order *o, uint32_t *order, uint32_t peak, uint64_t limit,
                          uint32_t *at) {
    static const uint8_t back[] = {8, 32, 60, 16, 48, 1};
    static const uint8_t ahead[] = {8, 32, 4, 48, 16, 63};
    for (size_t k = 0; k < sizeof back && o->effort > 0; k++) {
        uint32_t from = peak - (back[k] < peak ? back[k] : peak);
        uint32_t to = peak + (ahead[k] < o->n - peak ? ahead[k] : o->n - peak);
        for (; *at < from; ++*at) {
            o->bytes[*at] = o->live;
            cm_order_do(o, order[*at]);
        }
        for (; *at > from; --*at) cm_order_undo(o, order[*at - 1], o->bytes[*at - 1]);
        if (!search_at(o, order, from, to - from, limit)) continue;
        *at = to;
        return true;
    }
    return false;
}

bool cm_order_below(cm_order *o, uint32_t *order, uint64_t limit) {
    uint32_t at = 0;
    cm_order_spend(o, o->n);
    cm_order_start(o);
    while (at < o->n) {
        uint64_t after;
        if (cm_order_look(o, order[at], &after) < limit) {
            o->bytes[at] = o->live;
            cm_order_do(o, order[at++]);
        } else if (!search_around(o, order, at, limit, &at)) {
            return false;
        }
    }
    return true;
}
