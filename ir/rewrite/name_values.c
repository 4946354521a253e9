/* name_values.c — names for all values and nodes that are written to a file. See ir.h.
 *
 * A name may stand in several graphs of a file (branches of an If), in several copies of a function, or
 * nowhere (values that rewrites made); a reader of the file must find one value under each, whatever the
 * scope. Values are sorted by name; of equal ones the first keeps it, the inputs and outputs of the main
 * graph before all others, and the rest are called cameo_1, cameo_2, ... */
#include "base/number.h"
#include "ir/ir_impl.h"

#define NAME_PREFIX "cameo_"

enum { NAME_WRITTEN = 1, NAME_FIXED = 2 };

/* ---- which values ---- */

static void name_mark(uint8_t *flags, cm_id value, uint8_t bits) {
    if (value != CM_NONE) flags[value] |= bits;
}

static void name_mark_all(const cm_ir *ir, uint8_t *flags) {
    for (cm_id g = 0; g < ir->t.graph.n; g++) {
        if (!cm_ir_graph_is_live(ir, g)) continue;
        const cm_graph *graph = &ir->t.graph.row[g];
        uint8_t bits = g == 0 ? NAME_WRITTEN | NAME_FIXED : NAME_WRITTEN;
        for (uint32_t i = 0; i < graph->inputs.n; i++)
            name_mark(flags, ir->t.ids.row[graph->inputs.first + i], bits);
        for (uint32_t i = 0; i < graph->outputs.n; i++)
            name_mark(flags, ir->t.ids.row[graph->outputs.first + i], bits);
    }
    for (cm_id node = 0; node < ir->t.node.n; node++) {
        const cm_node *n = &ir->t.node.row[node];
        if (n->dead) continue;
        for (uint32_t i = 0; i < n->in.n; i++)
            name_mark(flags, cm_ir_in(ir, node, i), NAME_WRITTEN);
        for (uint32_t i = 0; i < n->out.n; i++)
            name_mark(flags, cm_ir_out(ir, node, i), NAME_WRITTEN);
    }
}

/* ---- sorting ---- */

/* A named value or node. */
typedef struct name_row {
    cm_str name;
    cm_id id;
    bool fixed;
} name_row;

typedef struct name_state {
    cm_ir *ir;
    name_row *row; /* sorted; two of them, one to merge into */
    name_row *spare;
    cm_id n;
} name_state;

/* By name, then those that are fixed, then by id. */
static int name_compare(const name_row *a, const name_row *b) {
    int c = cm_str_cmp(a->name, b->name);
    if (c != 0) return c;
    if (a->fixed != b->fixed) return a->fixed ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

/* Merges the sorted runs [lo, mid) and [mid, hi) of row into spare. */
static void name_merge(name_state *s, size_t lo, size_t mid, size_t hi) {
    size_t a = lo, b = mid;
    for (size_t i = lo; i < hi; i++) {
        bool left = a < mid && (b >= hi || name_compare(&s->row[a], &s->row[b]) <= 0);
        s->spare[i] = left ? s->row[a++] : s->row[b++];
    }
}

static void name_sort(name_state *s) {
    for (size_t width = 1; width < s->n; width *= 2) {
        for (size_t lo = 0; lo < s->n; lo += 2 * width) {
            size_t mid = cm_min_size(lo + width, s->n);
            name_merge(s, lo, mid, cm_min_size(lo + 2 * width, s->n));
        }
        name_row *swap = s->row;
        s->row = s->spare;
        s->spare = swap;
    }
}

/* ---- names ---- */

static bool name_is_taken(const name_state *s, cm_str name) {
    cm_id lo = 0, hi = s->n;
    while (lo < hi) {
        cm_id mid = lo + (hi - lo) / 2;
        int c = cm_str_cmp(s->row[mid].name, name);
        if (c == 0) return true;
        if (c < 0) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return false;
}

/* The next free name in work memory. */
static cameo_status name_make(const name_state *s, uint64_t *counter, cm_str *name) {
    const size_t prefix = sizeof NAME_PREFIX - 1;
    char *text = cm_arena_alloc(s->ir->work, prefix + CM_NUMBER_TEXT, 1);
    if (text == NULL) return cm_ir_nomem(s->ir);
    memcpy(text, NAME_PREFIX, prefix);
    do {
        name->p = text;
        name->n = prefix + cm_number_print_u64(++*counter, text + prefix);
    } while (name_is_taken(s, *name));
    return CAMEO_OK;
}

static cameo_status name_all_values(name_state *s, const uint8_t *flags) {
    cm_value *v = s->ir->t.value.row;
    uint64_t counter = 0;
    for (cm_id id = 0; id < s->ir->t.value.n; id++) {
        if (flags[id] == 0 || v[id].name.n == 0) continue;
        s->row[s->n++] = (name_row){v[id].name, id, (flags[id] & NAME_FIXED) != 0};
    }
    name_sort(s);
    for (cm_id i = 1; i < s->n; i++) {
        if (cm_str_eq(s->row[i].name, s->row[i - 1].name)) v[s->row[i].id].name = (cm_str){NULL, 0};
    }
    for (cm_id id = 0; id < s->ir->t.value.n; id++) {
        if (flags[id] != 0 && v[id].name.n == 0) CM_TRY(name_make(s, &counter, &v[id].name));
    }
    return CAMEO_OK;
}

/* Names of nodes are only for people: a second node of one name has none. */
static void name_all_nodes(name_state *s) {
    cm_node *n = s->ir->t.node.row;
    s->n = 0;
    for (cm_id id = 0; id < s->ir->t.node.n; id++) {
        if (!n[id].dead && n[id].name.n != 0) s->row[s->n++] = (name_row){n[id].name, id, false};
    }
    name_sort(s);
    for (cm_id i = 1; i < s->n; i++) {
        if (cm_str_eq(s->row[i].name, s->row[i - 1].name)) n[s->row[i].id].name = (cm_str){NULL, 0};
    }
}

cameo_status cm_ir_name_values(cm_ir *ir, uint8_t **written) {
    name_state s = {.ir = ir};
    size_t n = cm_max_size(ir->t.value.n, ir->t.node.n);
    uint8_t *flags = CM_ARENA_NEW_N(ir->work, uint8_t, ir->t.value.n);
    s.row = CM_ARENA_NEW_N(ir->work, name_row, n);
    s.spare = CM_ARENA_NEW_N(ir->work, name_row, n);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    name_mark_all(ir, flags);
    CM_TRY(name_all_values(&s, flags));
    name_all_nodes(&s);
    *written = flags;
    return CAMEO_OK;
}
