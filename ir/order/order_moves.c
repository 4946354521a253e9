/* order_moves.c — walks through an order, and orders of a whole graph. See order.h. */
#include "ir/order/order.h"

void cm_order_start(cm_order *o) {
    o->live = 0;
    memcpy(o->left, o->n_readers, o->n_bufs * sizeof *o->left);
    for (uint32_t i = 0; i < o->n; i++) o->wait[i] = o->first_pred[i + 1] - o->first_pred[i];
}

static uint64_t moves_made(const cm_order *o, uint32_t i) {
    uint64_t made = 0;
    for (uint32_t b = o->first_made[i]; b < o->first_made[i + 1]; b++) made += o->size[b];
    return made;
}

uint64_t cm_order_look(const cm_order *o, uint32_t i, uint64_t *after) {
    uint64_t behind = o->live + moves_made(o, i);
    uint64_t top = behind + o->inner[i];
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t b = o->reuse[2 * i + k];
        if (b == CM_NONE || o->left[b] != 1) continue;
        top -= o->size[o->first_made[i]];
        break;
    }
    for (uint32_t k = o->first_read[i]; k < o->first_read[i + 1]; k++) {
        uint32_t b = o->read[k];
        if (o->left[b] == 1 && !o->kept[b]) behind -= o->size[b];
    }
    for (uint32_t b = o->first_made[i]; b < o->first_made[i + 1]; b++) {
        if (o->n_readers[b] == 0 && !o->kept[b]) behind -= o->size[b];
    }
    *after = behind;
    return top;
}

void cm_order_do(cm_order *o, uint32_t i) {
    uint64_t after;
    (void)cm_order_look(o, i, &after);
    o->live = after;
    for (uint32_t k = o->first_read[i]; k < o->first_read[i + 1]; k++) o->left[o->read[k]]--;
    for (uint32_t k = o->first_succ[i]; k < o->first_succ[i + 1]; k++) o->wait[o->succ[k]]--;
}

void cm_order_undo(cm_order *o, uint32_t i, uint64_t live) {
    o->live = live;
    for (uint32_t k = o->first_read[i]; k < o->first_read[i + 1]; k++) o->left[o->read[k]]++;
    for (uint32_t k = o->first_succ[i]; k < o->first_succ[i + 1]; k++) o->wait[o->succ[k]]++;
}

uint64_t cm_order_peak(cm_order *o, const uint32_t *order, uint32_t *at) {
    uint64_t peak = 0, after;
    *at = 0;
    cm_order_start(o);
    for (uint32_t k = 0; k < o->n; k++) {
        uint64_t top = cm_order_look(o, order[k], &after);
        if (top > peak) {
            peak = top;
            *at = order[k];
        }
        cm_order_do(o, order[k]);
    }
    return peak;
}

/* ---- a bound ---- */

enum { MOVES_BEFORE = 1, MOVES_BEHIND = 2 };

/* Marks what node i leads to, along these lists, in o->count. */
static void moves_mark(cm_order *o, uint32_t i, const uint32_t *first, const uint32_t *list,
                       uint32_t mark) {
    uint32_t depth = 0;
    o->key[depth++] = i;
    while (depth > 0) {
        uint32_t j = o->key[--depth];
        for (uint32_t k = first[j]; k < first[j + 1]; k++) {
            if (o->count[list[k]] != 0) continue;
            o->count[list[k]] = mark;
            o->key[depth++] = list[k];
        }
    }
}

/* Marks in o->by_buf the buffers that node i reads. */
static void moves_mark_reads(cm_order *o, uint32_t i, uint32_t mark) {
    for (uint32_t k = o->first_read[i]; k < o->first_read[i + 1]; k++)
        o->by_buf[o->read[k]] |= mark;
}

uint64_t cm_order_bound(cm_order *o, uint32_t i) {
    uint64_t bound = moves_made(o, i) + o->inner[i];
    memset(o->count, 0, ((size_t)o->n + 1) * sizeof *o->count);
    memset(o->by_buf, 0, o->n_bufs * sizeof *o->by_buf);
    moves_mark(o, i, o->first_pred, o->pred, MOVES_BEFORE);
    moves_mark(o, i, o->first_succ, o->succ, MOVES_BEHIND);
    for (uint32_t j = 0; j < o->n; j++) {
        if (o->count[j] == MOVES_BEHIND) moves_mark_reads(o, j, MOVES_BEHIND);
    }
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t b = o->reuse[2 * i + k];
        if (b == CM_NONE || o->by_buf[b] != 0) continue;
        bound -= o->size[o->first_made[i]];
        break;
    }
    moves_mark_reads(o, i, MOVES_BEFORE);
    for (uint32_t j = 0; j < o->n; j++) {
        for (uint32_t b = o->first_made[j]; b < o->first_made[j + 1]; b++) {
            bool needed = o->by_buf[b] != 0 || o->kept[b];
            if (o->count[j] == MOVES_BEFORE && needed) bound += o->size[b];
        }
    }
    return bound;
}

/* ---- moves ---- */

/* out: the nodes by o->key, those of one key as in `order`. */
static void moves_sort(cm_order *o, const uint32_t *order, uint32_t *out) {
    uint32_t *count = o->count;
    memset(count, 0, ((size_t)o->n + 1) * sizeof *count);
    for (uint32_t i = 0; i < o->n; i++) count[o->key[i] + 1]++;
    for (uint32_t k = 0; k < o->n; k++) count[k + 1] += count[k];
    for (uint32_t k = 0; k < o->n; k++) out[count[o->key[order[k]]]++] = order[k];
}

void cm_order_sink(cm_order *o, const uint32_t *order, uint32_t *out) {
    uint32_t *key = o->key,
             *last = o->by_buf; /* last: 1 + the latest place of a reader, 0: none yet */
    memset(last, 0, o->n_bufs * sizeof *last);
    for (uint32_t k = o->n; k-- > 0;) {
        uint32_t i = order[k], first = CM_NONE;
        uint64_t kept = 0;
        for (uint32_t s = o->first_succ[i]; s < o->first_succ[i + 1]; s++) {
            if (key[o->succ[s]] < first) first = key[o->succ[s]];
        }
        key[i] = k;
        for (uint32_t r = o->first_read[i]; r < o->first_read[i + 1]; r++) {
            uint32_t b = o->read[r];
            if (first != CM_NONE && last[b] <= first && !o->kept[b]) kept += o->size[b];
        }
        if (first != CM_NONE && moves_made(o, i) > kept) key[i] = first;
        for (uint32_t r = o->first_read[i]; r < o->first_read[i + 1]; r++) {
            uint32_t b = o->read[r];
            if (last[b] < key[i] + 1) last[b] = key[i] + 1;
        }
    }
    moves_sort(o, order, out);
}

void cm_order_hoist(cm_order *o, const uint32_t *order, uint32_t *out) {
    uint32_t *key = o->key, *last = o->by_buf;
    memset(last, 0, o->n_bufs * sizeof *last);
    cm_order_start(o);
    for (uint32_t k = 0; k < o->n; k++) {
        uint32_t i = order[k], ready = 0;
        uint64_t freed = 0;
        for (uint32_t p = o->first_pred[i]; p < o->first_pred[i + 1]; p++) {
            if (key[o->pred[p]] > ready) ready = key[o->pred[p]];
        }
        for (uint32_t r = o->first_read[i]; r < o->first_read[i + 1]; r++) {
            uint32_t b = o->read[r];
            if (o->left[b]-- != 1 || o->kept[b]) continue;
            freed += o->size[b];
            if (last[b] > ready + 1) ready = last[b] - 1;
        }
        key[i] = freed > moves_made(o, i) ? ready : k;
        for (uint32_t r = o->first_read[i]; r < o->first_read[i + 1]; r++) {
            uint32_t b = o->read[r];
            if (last[b] < key[i] + 1) last[b] = key[i] + 1;
        }
    }
    moves_sort(o, order, out);
}

/* ---- greedy ---- */

/* A heap of the nodes that may run, the one that adds least on top; o->count: their places, o->bytes: what they
 * add. */
static bool moves_is_before(const cm_order *o, uint32_t a, uint32_t b) {
    int64_t x = (int64_t)o->bytes[a], y = (int64_t)o->bytes[b];
    return x != y ? x < y : a < b;
}

static void moves_put(cm_order *o, uint32_t at, uint32_t i) {
    o->key[at] = i;
    o->count[i] = at;
}

static void moves_rise(cm_order *o, uint32_t i) {
    uint32_t at = o->count[i];
    uint64_t after;
    (void)cm_order_look(o, i, &after);
    o->bytes[i] = after - o->live;
    for (; at > 0 && moves_is_before(o, i, o->key[(at - 1) / 2]); at = (at - 1) / 2)
        moves_put(o, at, o->key[(at - 1) / 2]);
    moves_put(o, at, i);
}

static uint32_t moves_take(cm_order *o, uint32_t *n) {
    uint32_t top = o->key[0], i = o->key[--*n], at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= *n) break;
        if (child + 1 < *n && moves_is_before(o, o->key[child + 1], o->key[child])) child++;
        if (!moves_is_before(o, o->key[child], i)) break;
        moves_put(o, at, o->key[child]);
        at = child;
    }
    moves_put(o, at, i);
    return top;
}

void cm_order_greedy(cm_order *o, uint32_t *out) {
    uint32_t n = 0,
             *rest = o->by_buf; /* the sum of the readers that have not run: at last it is one */
    memset(rest, 0, o->n_bufs * sizeof *rest);
    cm_order_start(o);
    for (uint32_t i = 0; i < o->n; i++) {
        for (uint32_t r = o->first_read[i]; r < o->first_read[i + 1]; r++) rest[o->read[r]] += i;
        if (o->wait[i] != 0) continue;
        o->count[i] = n++;
        moves_rise(o, i);
    }
    for (uint32_t k = 0; k < o->n; k++) {
        uint32_t i = moves_take(o, &n);
        out[k] = i;
        cm_order_do(o, i);
        for (uint32_t s = o->first_succ[i]; s < o->first_succ[i + 1]; s++) {
            if (o->wait[o->succ[s]] != 0) continue;
            o->count[o->succ[s]] = n++;
            moves_rise(o, o->succ[s]);
        }
        for (uint32_t r = o->first_read[i]; r < o->first_read[i + 1]; r++) {
            uint32_t b = o->read[r];
            rest[b] -= i;
            if (o->left[b] == 1 && o->wait[rest[b]] == 0) moves_rise(o, rest[b]);
        }
    }
}

/* ---- depth first ---- */

/* Operands that are sorted at most: others stay in file order. */
#define MOVES_SORTED 32

/* What computing node i needs if each operand were computed for it alone, the most demanding first (Sethi and
 * Ullman, "The Generation of Optimal Code for Arithmetic Expressions", J. ACM 17, 1970): into o->bytes. Its
 * preds come to stand in that order: descending in what they need beyond what they leave. */
static void moves_need(cm_order *o, uint32_t i) {
    uint32_t *p = o->pred + o->first_pred[i], n = o->first_pred[i + 1] - o->first_pred[i];
    uint64_t before = 0, need = moves_made(o, i) + o->inner[i];
    for (uint32_t k = 1; k < n && n <= MOVES_SORTED; k++) {
        uint32_t j = p[k], at = k;
        for (; at > 0 &&
               o->bytes[j] - moves_made(o, j) > o->bytes[p[at - 1]] - moves_made(o, p[at - 1]);
             at--)
            p[at] = p[at - 1];
        p[at] = j;
    }
    for (uint32_t k = 0; k < n; k++) {
        if (before + o->bytes[p[k]] > need) need = before + o->bytes[p[k]];
        before += moves_made(o, p[k]);
    }
    before += moves_made(o, i);
    o->bytes[i] = before > need ? before : need;
}

void cm_order_depth(cm_order *o, uint32_t *out) {
    uint32_t *stack = o->key, *next = o->count, n_out = 0; /* next: CM_NONE where a node has run */
    for (uint32_t i = 0; i < o->n; i++) {
        moves_need(o, i);
        next[i] = o->first_pred[i];
    }
    for (uint32_t last = 0; last < o->n; last++) {
        if (o->first_succ[last] != o->first_succ[last + 1]) continue;
        uint32_t depth = 0;
        stack[depth++] = last;
        while (depth > 0) {
            uint32_t i = stack[depth - 1];
            if (next[i] == o->first_pred[i + 1]) {
                out[n_out++] = i;
                next[i] = CM_NONE;
                depth--;
            } else {
                uint32_t p = o->pred[next[i]++];
                if (next[p] != CM_NONE) stack[depth++] = p;
            }
        }
    }
}
