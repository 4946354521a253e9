/* equal.c — free dims that must be equal (session->equal): their ranges become one when a plan is made,
 * and a contradiction is told with both sources. What found them: ir/infer/demand.c. */
#include "runtime/plan/plan.h"
#include "runtime/run/run.h"

/* Bytes of one source: its names are cut to fit. */
#define EQUAL_TEXT 56

/* What symbol must equal, encoded as cm_equal.same; itself where it is free. */
static int64_t equal_same(const cameo_session *s, uint32_t symbol) {
    for (uint32_t i = 0; i < s->n_equal; i++) {
        if (s->equal[i].symbol == symbol) return s->equal[i].same;
    }
    return -1 - (int64_t)symbol;
}

/* "b (input y dim 1)". A symbol that stayed is older than those that became it, so it is the first in
 * the order of the inputs to stand in session->dims. */
static void equal_describe(const cameo_session *s, uint32_t symbol, char *text, size_t cap) {
    uint32_t input = s->n_inputs, dim = 0;
    for (uint32_t i = 0; i < s->n_equal; i++) {
        if (s->equal[i].symbol != symbol) continue;
        input = s->equal[i].input;
        dim = s->equal[i].dim;
    }
    for (uint32_t i = 0; input == s->n_inputs && i < s->n_inputs; i++) {
        const cm_svalue *v = &s->values[s->inputs[i].value];
        uint32_t rank = v->rank == CM_RANK_UNKNOWN ? 0 : v->rank;
        for (uint32_t d = 0; d < rank && input == s->n_inputs; d++) {
            if (s->dims[v->dims + d] != -1 - (int64_t)symbol) continue;
            input = i;
            dim = d;
        }
    }
    size_t n = cm_format(text, cap, "%.*s", CM_STR_ARG(s->symbols[symbol]));
    if (input == s->n_inputs) return;
    (void)cm_format(text + n, cap - n, "%sinput %.*s dim %u%s", n == 0 ? "" : " (",
                    CM_STR_ARG(s->inputs[input].name), (unsigned)dim, n == 0 ? "" : ")");
}

/* The node that wants what q says: `MatMul "scores"`. */
static void equal_node(const cameo_session *s, const cm_equal *q, char *text, size_t cap) {
    bool known = s->node_names != NULL && q->node < s->n_nodes;
    cm_str name = known ? s->node_names[q->node] : (cm_str){NULL, 0};
    cm_str op_type = known ? s->node_ops[q->node] : CM_STR("a node");
    size_t n = cm_format(text, cap, "%.*s", CM_STR_ARG(op_type));
    if (name.n != 0) (void)cm_format(text + n, cap - n, " \"%.*s\"", CM_STR_ARG(name));
}

static void equal_range(const int64_t *r, char *text, size_t cap) {
    if (r[0] == r[1]) {
        (void)cm_format(text, cap, "%lld", CM_LL(r[0]));
    } else {
        (void)cm_format(text, cap, "%lld..%lld", CM_LL(r[0]), CM_LL(r[1]));
    }
}

static bool equal_apart(const int64_t *a, const int64_t *b) { return a[1] < b[0] || b[1] < a[0]; }

/* The range of q's symbol has nothing in common with that of another symbol, or with the number. */
static cameo_status equal_contradiction(const cameo_session *s, const cm_equal *q,
                                        const int64_t *ranges, cameo_error *e) {
    char own[EQUAL_TEXT], other[EQUAL_TEXT], node[EQUAL_TEXT], at[48], of[48];
    const int64_t *mine = &ranges[2 * (size_t)q->symbol];
    equal_describe(s, q->symbol, own, sizeof own);
    equal_node(s, q, node, sizeof node);
    equal_range(mine, at, sizeof at);
    CM_CHECK(q->same < 0, e, CAMEO_E_SHAPE, "dim %s is %s, %s wants %lld", own, at, node,
             CM_LL(q->same));
    /* Ranges without a common number: some two of them are apart. */
    uint32_t symbol = 0;
    while (symbol + 1 < s->n_symbols &&
           (equal_same(s, symbol) != q->same || !equal_apart(mine, &ranges[2 * (size_t)symbol]))) {
        symbol++;
    }
    equal_describe(s, symbol, other, sizeof other);
    equal_range(&ranges[2 * (size_t)symbol], of, sizeof of);
    return CM_FAIL(e, CAMEO_E_SHAPE, "dim %s is %s, dim %s %s: %s wants them equal", other, of, own,
                   at, node);
}

cameo_status cm_equal_unite(const cameo_session *s, const int64_t *ranges, cm_arena *work,
                            const int64_t **united, cameo_error *e) {
    *united = ranges;
    if (s->n_equal == 0) return CAMEO_OK;
    int64_t *r = CM_ARENA_NEW_N(work, int64_t, (size_t)s->n_symbols * 2);
    CM_TRY(cm_arena_status(work, "work", e));
    memcpy(r, ranges, (size_t)s->n_symbols * 2 * sizeof *r);
    for (uint32_t i = 0; i < s->n_equal; i++) {
        const cm_equal *q = &s->equal[i];
        const int64_t *mine = &ranges[2 * (size_t)q->symbol];
        int64_t number[2] = {q->same, q->same};
        int64_t *all = q->same < 0 ? &r[2 * (size_t)(-1 - q->same)] : number;
        if (equal_apart(mine, all)) return equal_contradiction(s, q, ranges, e);
        all[0] = cm_max_i64(all[0], mine[0]);
        all[1] = cm_min_i64(all[1], mine[1]);
    }
    for (uint32_t i = 0; i < s->n_equal; i++) {
        const cm_equal *q = &s->equal[i];
        int64_t *mine = &r[2 * (size_t)q->symbol];
        mine[0] = q->same < 0 ? r[2 * (size_t)(-1 - q->same)] : q->same;
        mine[1] = q->same < 0 ? r[2 * (size_t)(-1 - q->same) + 1] : q->same;
    }
    *united = r;
    return CAMEO_OK;
}

/* Does q speak of dim d of this input? */
static bool equal_is_of(const cameo_session *s, const cm_equal *q, const cm_io *io, uint32_t d) {
    cameo_string param = io->type.dim_params[d];
    cm_str name = s->symbols[q->symbol];
    bool here = q->input < s->n_inputs && io == &s->inputs[q->input] && q->dim == d;
    return here || (name.n != 0 && cm_str_eq(name, (cm_str){param.p, param.n}));
}

void cm_equal_tell(const cameo_session *s, const cm_io *io, uint32_t d, int64_t is, int64_t want,
                   cameo_error *e) {
    char other[EQUAL_TEXT], node[EQUAL_TEXT];
    int64_t dim = s->dims[s->values[io->value].dims + d];
    const cm_equal *found = NULL;
    bool own = false;
    for (uint32_t i = 0; i < s->n_equal && !own; i++) {
        own = equal_is_of(s, &s->equal[i], io, d);
        if (own || (found == NULL && dim < 0 && s->equal[i].same == dim)) found = &s->equal[i];
    }
    if (found == NULL) return;
    equal_node(s, found, node, sizeof node);
    const char *as = dim < 0 ? " as " : "";
    other[0] = 0;
    if (dim < 0) equal_describe(s, own ? (uint32_t)(-1 - dim) : found->symbol, other, sizeof other);
    (void)CM_FAIL(e, CAMEO_E_SHAPE, "input %.*s: dim %u is %lld, %s wants %lld%s%s",
                  CM_STR_ARG(io->name), (unsigned)d, CM_LL(is), node, CM_LL(want), as, other);
}
