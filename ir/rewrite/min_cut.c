/* min_cut.c — minimum cuts by maximum flows. See min_cut.h.
 *
 * Flow is pushed along shortest paths, all of one length in one pass: Dinic, "Algorithm for solution of a problem of
 * maximum flow in networks with power estimation", Soviet Math. Doklady 11 (1970). What can still be reached from the
 * source when no path is left is the smallest minimum cut (Ford and Fulkerson, 1956). Networks of graphs of nodes have
 * short paths, since source and sink touch most of their parts: passes are few. A budget ends the others. */
#include "ir/rewrite/min_cut.h"

/* Arcs that are looked at, for each arc of the network. */
#define CUT_LOOKS 400

cameo_status cm_cut_add(cm_cut *c, uint32_t n, uint32_t *first) {
    uint32_t before = c->vertex.n;
    uint32_t more = before == 0 ? n + 2 : n;
    if (!CM_IR_ROOM(c->ir, c->vertex, more)) return cm_ir_nomem(c->ir);
    for (uint32_t i = 0; i < more; i++) c->vertex.row[c->vertex.n++] = CM_NONE;
    *first = c->vertex.n - n;
    return CAMEO_OK;
}

static void cut_put(cm_cut *c, uint32_t from, uint32_t to, int64_t room) {
    c->arc.row[c->arc.n] = (cm_cut_arc){to, c->vertex.row[from], room};
    c->vertex.row[from] = c->arc.n++;
}

cameo_status cm_cut_join(cm_cut *c, uint32_t from, uint32_t to, int64_t cost) {
    if (cost <= 0 || from == to) return CAMEO_OK;
    if (!CM_IR_ROOM(c->ir, c->arc, 2)) return cm_ir_nomem(c->ir);
    cut_put(c, from, to, cost);
    cut_put(c, to, from, 0);
    return CAMEO_OK;
}

typedef struct cut_search {
    cm_cut *c;
    uint32_t *level;   /* per vertex: arcs from the source, or CM_NONE */
    uint32_t *current; /* per vertex: the arc that is tried next */
    uint32_t *list;    /* vertices in the order in which they were found; arcs of a path */
    uint64_t looks;    /* that are left */
} cut_search;

/* Levels of what the source reaches. Is the sink among it? */
static bool cut_find_levels(cut_search *s) {
    cm_cut *c = s->c;
    uint32_t n = 1;
    for (uint32_t v = 0; v < c->vertex.n; v++) s->level[v] = CM_NONE;
    s->level[CM_CUT_SOURCE] = 0;
    s->list[0] = CM_CUT_SOURCE;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = s->list[i];
        for (uint32_t a = c->vertex.row[v]; a != CM_NONE; a = c->arc.row[a].next) {
            uint32_t to = c->arc.row[a].to;
            if (c->arc.row[a].room == 0 || s->level[to] != CM_NONE) continue;
            s->level[to] = s->level[v] + 1;
            s->list[n++] = to;
        }
    }
    s->looks = s->looks > c->arc.n ? s->looks - c->arc.n : 0;
    return s->level[CM_CUT_SINK] != CM_NONE;
}

/* Pushes what fits along the path of n arcs and tells how many of them, from the source on, have room left. */
static uint32_t cut_push(cut_search *s, uint32_t n) {
    cm_cut_arc *arc = s->c->arc.row;
    int64_t most = CM_CUT_NEVER;
    uint32_t kept = n;
    for (uint32_t i = 0; i < n; i++) most = cm_min_i64(most, arc[s->list[i]].room);
    for (uint32_t i = n; i-- > 0;) {
        arc[s->list[i]].room -= most;
        arc[s->list[i] ^ 1].room += most;
        if (arc[s->list[i]].room == 0) kept = i;
    }
    return kept;
}

/* Fills all shortest paths, depth first. */
static void cut_push_level(cut_search *s) {
    cm_cut *c = s->c;
    uint32_t n = 0, v = CM_CUT_SOURCE;
    memcpy(s->current, c->vertex.row, c->vertex.n * sizeof *s->current);
    while (s->looks > 0) {
        uint32_t a = s->current[v];
        while (a != CM_NONE && s->looks > 0 &&
               (c->arc.row[a].room == 0 || s->level[c->arc.row[a].to] != s->level[v] + 1)) {
            a = c->arc.row[a].next;
            s->looks--;
        }
        s->current[v] = a;
        if (a == CM_NONE) {
            if (n == 0) return;
            s->level[v] = CM_NONE; /* a dead end */
            v = c->arc.row[s->list[--n] ^ 1].to;
            continue;
        }
        s->list[n++] = a;
        s->looks -= s->looks > 0;
        v = c->arc.row[a].to;
        if (v != CM_CUT_SINK) continue;
        n = cut_push(s, n);
        v = c->arc.row[s->list[n] ^ 1].to;
    }
}

/* What leaves the set: capacities as they were, room and what was pushed. */
static int64_t cut_cost(const cm_cut *c) {
    int64_t sum = 0;
    for (uint32_t a = 0; a < c->arc.n; a += 2) {
        uint32_t to = c->arc.row[a].to, from = c->arc.row[a ^ 1].to;
        if (!c->inside[from] || c->inside[to]) continue;
        sum += c->arc.row[a].room + c->arc.row[a ^ 1].room;
        if (sum >= CM_CUT_NEVER) return CM_CUT_NEVER;
    }
    return sum;
}

cameo_status cm_cut_solve(cm_cut *c, int64_t *saved) {
    cut_search s = {.c = c, .looks = (uint64_t)c->arc.n * CUT_LOOKS};
    size_t n = c->vertex.n;
    *saved = 0;
    c->inside = CM_ARENA_NEW_N(c->ir->work, uint8_t, n);
    s.level = CM_ARENA_NEW_N(c->ir->work, uint32_t, n);
    s.current = CM_ARENA_NEW_N(c->ir->work, uint32_t, n);
    s.list = CM_ARENA_NEW_N(c->ir->work, uint32_t, n + 1);
    if (c->inside == NULL || s.list == NULL || s.level == NULL || s.current == NULL)
        return cm_ir_nomem(c->ir);
    c->inside[CM_CUT_SOURCE] = 1;
    int64_t plain = cut_cost(c);
    while (cut_find_levels(&s) && s.looks > 0) cut_push_level(&s);
    for (uint32_t v = 0; v < n; v++) c->inside[v] = s.level[v] != CM_NONE && v != CM_CUT_SINK;
    *saved = plain - cut_cost(c);
    if (*saved > 0) return CAMEO_OK;
    *saved = 0;
    memset(c->inside, 0, n);
    c->inside[CM_CUT_SOURCE] = 1;
    return CAMEO_OK;
}
