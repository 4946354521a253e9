/* cuda_layout.c — in which order the values of a session lie on the device: channels first, as the model has them, or
 * last, [n][in...][channels], where convolutions gain by it.
 *
 * What stays within a group of nodes may lie in any order (docs/PROVIDERS.md, "Layout"). Conv, pools, Concat and other
 * moves of elements read and write either order, each of their values in its own. Elementwise nodes want one order for
 * all that has as many dims as their result. So no value is ever turned from one order into the other:
 *   - Values that are tied to one another by nodes that want one order are a *set*, found by unions (R. E. Tarjan,
 *     "Efficiency of a good but not linear set union algorithm", 1975). A set lies channels first if one of its values
 *     enters or leaves its group, has views, or is read or made by a node that knows no other order.
 *   - Other sets that Convs, pools and moves join lie alike. They lie channels last if more Convs gain than lose by it:
 *     one that reads whole packs of 16 bytes of channels gains unless it reads packs of positions now; one that
 *     does not loses.
 *
 * Weights of a Conv that reads channels last have their channels last, too: they are turned on their way to the device
 * (cm_cuda_turn). */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

#define LAYOUT_PACK 16 /* bytes */
/* 2^64 over the golden ratio (D. E. Knuth, "The Art of Computer Programming", volume 3, 6.4). */
#define LAYOUT_HASH UINT64_C(0x9e3779b97f4a7c15)

typedef struct layout {
    cameo_partition *nodes;
    uint32_t n;
    uint32_t *set;  /* per value: another one of its set, itself: it stands for the set */
    int32_t *gains; /* of a set: how many more Convs gain than lose */
    uint8_t *known; /* per value: can it lie channels last at all, but for what nodes want? */
    uint8_t *first; /* of a set: channels first */
    uint8_t *point; /* per value: both orders are the same bytes */
    uint8_t *other; /* per value: a node reads it otherwise than as the weights of a Conv, or it has another's bytes */
    uint32_t *table; /* constants by the address of their bytes, CAMEO_NO_ID: a free place */
    uint32_t n_table; /* a power of two, at least twice the values */
} layout;

static const cm_cuda_op *layout_op(const layout *l, uint32_t i) {
    return cm_cuda_op_of(cameo_partition_node(l->nodes, i));
}

static bool layout_value(const layout *l, uint32_t id, cameo_value_info *v) {
    *v = (cameo_value_info){.size = sizeof *v};
    return id != CAMEO_NO_ID && cameo_partition_value(l->nodes, id, v);
}

static uint32_t layout_set_of(const layout *l, uint32_t id) {
    while (l->set[id] != id) id = l->set[id] = l->set[l->set[id]];
    return id;
}

static void layout_first(const layout *l, uint32_t id) {
    if (id != CAMEO_NO_ID) l->first[layout_set_of(l, id)] = 1;
}

static void layout_tie(const layout *l, uint32_t a, uint32_t b) {
    const uint32_t from = layout_set_of(l, a), to = layout_set_of(l, b);
    if (from == to) return;
    l->set[from] = to;
    l->first[to] = l->first[to] != 0 || l->first[from] != 0;
    l->gains[to] += l->gains[from];
}

/* ---- what nodes want ---- */

typedef enum layout_want {
    LAYOUT_FIRST, /* channels first */
    LAYOUT_ANY,   /* each value its own order */
    LAYOUT_SAME   /* one order for the inputs and the result */
} layout_want;

/* A family: what it wants of the inputs of `mask`, the others come first, and of its results. */
typedef struct layout_family {
    cameo_status (*launch)(cm_cuda_build *, const cm_cuda_op *);
    uint32_t mask;
    layout_want in, out;
} layout_family;

static layout_family layout_family_of(const layout *l, uint32_t i) {
    static const layout_family known[] = {
        {cm_cuda_launch_conv, 1, LAYOUT_ANY, LAYOUT_ANY},
        {cm_cuda_launch_integer_conv, 1, LAYOUT_ANY, LAYOUT_ANY},
        {cm_cuda_launch_pool, 1, LAYOUT_ANY, LAYOUT_ANY},
        {cm_cuda_launch_concat, UINT32_MAX, LAYOUT_ANY, LAYOUT_ANY},
        {cm_cuda_launch_split, 1, LAYOUT_ANY, LAYOUT_ANY},
        {cm_cuda_launch_slice, 1, LAYOUT_ANY, LAYOUT_ANY},
        {cm_cuda_launch_expand, 1, LAYOUT_ANY, LAYOUT_ANY},
        {cm_cuda_launch_transpose, 1, LAYOUT_ANY, LAYOUT_FIRST},
        {cm_cuda_launch_reduce, 1, LAYOUT_ANY, LAYOUT_FIRST},
        {cm_cuda_launch_unary, 1, LAYOUT_SAME, LAYOUT_SAME},
        {cm_cuda_launch_cast, 1, LAYOUT_SAME, LAYOUT_SAME},
        {cm_cuda_launch_binary, 3, LAYOUT_SAME, LAYOUT_SAME},
        {cm_cuda_launch_where, 7, LAYOUT_SAME, LAYOUT_SAME},
        {cm_cuda_launch_batch_norm, 1, LAYOUT_SAME, LAYOUT_SAME},
        {cm_cuda_launch_instance_norm, 1, LAYOUT_SAME, LAYOUT_SAME},
        {cm_cuda_launch_quantize, 1, LAYOUT_SAME, LAYOUT_SAME},
        {cm_cuda_launch_resize, 1, LAYOUT_SAME, LAYOUT_SAME},
        {cm_cuda_launch_pad, 1, LAYOUT_SAME, LAYOUT_SAME},
    };
    layout_family none = {NULL, 0, LAYOUT_FIRST, LAYOUT_FIRST};
    const cm_cuda_op *op = layout_op(l, i);
    cameo_value_info v;
    const cameo_op_context *c = cameo_partition_node(l->nodes, i);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (known[k].launch != cm_cuda_rules[op->rule].launch) continue;
        /* Resize knows the last three axes, one of which is then that of the channels. */
        const bool resize = known[k].launch == cm_cuda_launch_resize;
        if (resize && (!layout_value(l, cameo_op_input_id(c, 0), &v) || v.tensor.rank > 4)) return none;
        /* Scales of an axis are those of the channels. */
        const bool quantize = known[k].launch == cm_cuda_launch_quantize;
        if (quantize && (!layout_value(l, cameo_op_input_id(c, 1), &v) || (v.tensor.rank != 0 && op->i[0] != 1)))
            return none;
        return known[k];
    }
    return none;
}

/* An operand of a node whose family wants one order, and its result. Constants, and what is broadcast, can be read by
 * strides in whatever order they lie; what may have the result's place has its dims. */
static void layout_tie_operand(const layout *l, uint32_t id, uint32_t y, bool strided) {
    cameo_value_info v, to;
    if (!layout_value(l, id, &v) || !layout_value(l, y, &to)) return;
    if (v.constant && !strided) layout_first(l, y);
    if (v.constant) return;
    if (v.tensor.rank == to.tensor.rank && l->point[id] == 0 && l->point[y] == 0)
        layout_tie(l, id, y);
    else if (v.tensor.rank != to.tensor.rank && v.tensor.rank > 1 && l->point[id] == 0)
        layout_first(l, id), layout_first(l, y);
}

static void layout_node(const layout *l, uint32_t i) {
    const layout_family f = layout_family_of(l, i);
    const cameo_op_context *c = cameo_partition_node(l->nodes, i);
    const uint32_t y = cameo_op_output_id(c, 0);
    for (uint32_t k = 0, n = cameo_op_n_inputs(c); k < n; k++) {
        const uint32_t id = cameo_op_input_id(c, k);
        const bool of_mask = k >= 32 ? f.mask == UINT32_MAX : (f.mask >> k & 1) != 0;
        if (!of_mask || f.in == LAYOUT_FIRST)
            layout_first(l, id);
        else if (f.in == LAYOUT_SAME && y != CAMEO_NO_ID && id != CAMEO_NO_ID)
            layout_tie_operand(l, id, y, f.mask != 1);
    }
    for (uint32_t k = 0, n = cameo_op_n_outputs(c); k < n; k++)
        if (f.out == LAYOUT_FIRST) layout_first(l, cameo_op_output_id(c, k));
}

/* ---- convolutions ---- */

/* A Conv: its input and weights, [m][c][taps]. */
typedef struct layout_conv {
    uint32_t x, weights;
    cameo_value_info w;
    int64_t c, taps;
    bool bytes; /* of integers: one channel of a group is no other form */
} layout_conv;

/* Node i as a Conv with constant weights; false: it is none. */
static bool layout_conv_of(const layout *l, uint32_t i, layout_conv *v) {
    const uint32_t k = cm_cuda_weights_of(layout_op(l, i));
    if (k == CAMEO_NO_ID) return false;
    const cameo_op_context *c = cameo_partition_node(l->nodes, i);
    v->x = cameo_op_input_id(c, 0);
    v->weights = cameo_op_input_id(c, k);
    v->bytes = cm_cuda_rules[layout_op(l, i)->rule].launch == cm_cuda_launch_integer_conv;
    if (!layout_value(l, v->weights, &v->w) || !v->w.constant || v->w.tensor.rank < 3 || v->w.tensor.bytes == 0)
        return false;
    v->c = v->w.tensor.dims[1];
    v->taps = cm_cuda_count(v->w.tensor.rank - 2, v->w.tensor.dims + 2);
    return v->x != CAMEO_NO_ID;
}

/* Marks constants that are more than the weights of Convs. */
static void layout_others(const layout *l) {
    cameo_value_info v, before;
    for (uint32_t i = 0; i < cameo_partition_count(l->nodes); i++) {
        const uint32_t weights = cm_cuda_weights_of(layout_op(l, i));
        const cameo_op_context *c = cameo_partition_node(l->nodes, i);
        for (uint32_t k = 0, n = cameo_op_n_inputs(c); k < n; k++)
            if (k != weights && cameo_op_input_id(c, k) != CAMEO_NO_ID) l->other[cameo_op_input_id(c, k)] = 1;
    }
    for (uint32_t i = 0; i < l->n_table; i++) l->table[i] = CAMEO_NO_ID;
    for (uint32_t id = 0; id < l->n; id++) {
        if (!layout_value(l, id, &v) || !v.constant || v.tensor.bytes == 0) continue;
        uint32_t at = (uint32_t)((uint64_t)(uintptr_t)v.tensor.data * LAYOUT_HASH >> 32) & (l->n_table - 1);
        while (l->table[at] != CAMEO_NO_ID && layout_value(l, l->table[at], &before) &&
               before.tensor.data != v.tensor.data)
            at = (at + 1) & (l->n_table - 1);
        if (l->table[at] == CAMEO_NO_ID)
            l->table[at] = id;
        else
            l->other[id] = l->other[l->table[at]] = 1;
    }
}

/* 1: Conv i would read its input faster; -1: slower. */
static int32_t layout_gain(const layout *l, uint32_t i, const layout_conv *v) {
    const int64_t bytes = v->c * (int64_t)cameo_dtype_bits(v->w.tensor.dtype) / 8;
    if (v->c == 1) return 0;
    return bytes % LAYOUT_PACK != 0 ? -1 : layout_op(l, i)->reads_packs != 0 ? 0 : 1;
}

static void layout_conv_node(const layout *l, uint32_t i) {
    const uint32_t k = cm_cuda_weights_of(layout_op(l, i));
    const uint32_t id = cameo_op_input_id(cameo_partition_node(l->nodes, i), 0);
    layout_conv v, other;
    if (k == CAMEO_NO_ID || id == CAMEO_NO_ID) return;
    const bool is_conv = layout_conv_of(l, i, &v);
    if (!is_conv || (v.taps != 1 && (v.w.view_of != v.weights || l->other[v.weights] != 0))) {
        layout_first(l, id);
        return;
    }
    l->gains[layout_set_of(l, v.x)] += layout_gain(l, i, &v);
    /* Convs that share weights read them alike. */
    const uint32_t before = cameo_partition_reader(l->nodes, v.weights, 0);
    if (v.taps != 1 && layout_conv_of(l, before, &other)) layout_tie(l, v.x, other.x);
}

/* ---- the whole ---- */

/* Operands and results of a node that reads and writes either order lie alike where nothing else decides. */
static void layout_join(const layout *l, uint32_t i) {
    const layout_family f = layout_family_of(l, i);
    if (f.in != LAYOUT_ANY || f.out != LAYOUT_ANY) return;
    uint32_t one = CAMEO_NO_ID;
    const cameo_op_context *c = cameo_partition_node(l->nodes, i);
    const uint32_t n_in = cameo_op_n_inputs(c), n = n_in + cameo_op_n_outputs(c);
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t id = k < n_in ? cameo_op_input_id(c, k) : cameo_op_output_id(c, k - n_in);
        if (id == CAMEO_NO_ID || l->first[layout_set_of(l, id)] != 0) continue;
        if (one != CAMEO_NO_ID) layout_tie(l, one, id);
        one = id;
    }
}

static void layout_points(const layout *l) {
    for (uint32_t i = 0; i < cameo_partition_count(l->nodes); i++) {
        const uint32_t points = layout_op(l, i)->points;
        const cameo_op_context *c = cameo_partition_node(l->nodes, i);
        for (uint32_t k = 0, n = cameo_op_n_inputs(c); k < n && k < 16; k++)
            if ((points >> k & 1) != 0 && cameo_op_input_id(c, k) < l->n) l->point[cameo_op_input_id(c, k)] = 1;
        for (uint32_t k = 0, n = cameo_op_n_outputs(c); k < n && k < 16; k++)
            if ((points >> (16 + k) & 1) != 0 && cameo_op_output_id(c, k) < l->n)
                l->point[cameo_op_output_id(c, k)] = 1;
    }
}

/* Which values can lie channels last, but for what nodes want; others are sets that lie first. */
static void layout_values(const layout *l) {
    cameo_value_info v;
    layout_points(l);
    for (uint32_t id = 0; id < l->n; id++) {
        l->set[id] = id;
        l->known[id] = layout_value(l, id, &v) && v.tensor.rank >= 3 && v.tensor.rank <= 5 && !v.constant &&
                       !v.enters && !v.leaves && v.view_of == id && l->point[id] == 0;
    }
    for (uint32_t id = 0; id < l->n; id++)
        if (layout_value(l, id, &v) && v.view_of != id) l->known[v.view_of] = 0;
    for (uint32_t id = 0; id < l->n; id++)
        if (l->known[id] == 0) l->first[id] = 1;
}

static bool layout_is_last(const layout *l, uint32_t id) {
    const uint32_t set = layout_set_of(l, id);
    return l->known[id] != 0 && l->first[set] == 0 && l->gains[set] > 0;
}

/* Weights of Convs that read channels last; with to == NULL they are counted. Those of one channel of a group have the
 * channels of the result last. */
static uint32_t layout_turned(const layout *l, cm_cuda_turned *to) {
    uint32_t n = 0;
    layout_conv v;
    for (uint32_t i = 0; i < cameo_partition_count(l->nodes); i++) {
        if (!layout_conv_of(l, i, &v) || v.taps == 1 || !layout_is_last(l, v.x)) continue;
        if (cameo_partition_reader(l->nodes, v.weights, 0) != i) continue; /* by its first reader */
        const size_t m = (size_t)v.w.tensor.dims[0], c = (size_t)v.c, taps = (size_t)v.taps;
        const size_t element = cameo_dtype_bits(v.w.tensor.dtype) / 8;
        const bool depthwise = c == 1 && !v.bytes;
        if (to != NULL) to[n] = (cm_cuda_turned){v.w.tensor.data, depthwise ? 1 : m, depthwise ? m : c, taps, element};
        n++;
    }
    return n;
}

/* Element `at` of the first n, a heap of addresses with the highest at its top, moves down to its place. */
static void layout_sink(cm_cuda_turned *t, uint32_t n, uint32_t at) {
    const cm_cuda_turned moved = t[at];
    for (uint32_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && (uintptr_t)t[child + 1].host > (uintptr_t)t[child].host) child++;
        if ((uintptr_t)t[child].host <= (uintptr_t)moved.host) break;
        t[at] = t[child];
        at = child;
    }
    t[at] = moved;
}

static void layout_sort(cm_cuda_turned *t, uint32_t n) {
    for (uint32_t i = n / 2; i-- > 0;) layout_sink(t, n, i);
    for (uint32_t i = n; i-- > 1;) {
        const cm_cuda_turned last = t[i];
        t[i] = t[0];
        t[0] = last;
        layout_sink(t, i, 0);
    }
}

const cm_cuda_turned *cm_cuda_turned_at(const cm_cuda_layout *l, const void *host) {
    uint32_t low = 0, high = l->n_turned;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if ((uintptr_t)l->turned[middle].host < (uintptr_t)host) low = middle + 1;
        else high = middle;
    }
    return low < l->n_turned && l->turned[low].host == host ? &l->turned[low] : NULL;
}

/* Fills `made`; false: no memory. */
static bool layout_decide(const layout *l, cm_cuda_layout *made) {
    layout_values(l);
    layout_others(l);
    for (uint32_t i = 0; i < cameo_partition_count(l->nodes); i++) layout_node(l, i);
    for (uint32_t i = 0; i < cameo_partition_count(l->nodes); i++) layout_conv_node(l, i);
    for (uint32_t i = 0; i < cameo_partition_count(l->nodes); i++) layout_join(l, i);
    for (uint32_t id = 0; id < l->n; id++) made->last[id] = layout_is_last(l, id);
    const uint32_t n = layout_turned(l, NULL);
    made->turned = cm_cuda_heap((n + 1) * sizeof *made->turned);
    if (made->turned == NULL) return false;
    made->n_turned = layout_turned(l, made->turned);
    layout_sort(made->turned, n);
    return true;
}

cm_cuda_layout *cm_cuda_layout_create(cameo_partition *nodes, cameo_error *e) {
    const size_t n = cameo_partition_n_values(nodes);
    cm_cuda_layout *made = cm_cuda_heap(sizeof *made);
    uint32_t *set = cm_cuda_heap((n + 1) * sizeof *set);
    int32_t *gains = cm_cuda_heap((n + 1) * sizeof *gains);
    uint8_t *flags = cm_cuda_heap(4 * n + 1);
    uint32_t n_table = 2;
    while (n_table / 2 < n) n_table *= 2;
    uint32_t *table = cm_cuda_heap(n_table * sizeof *table);
    if (made != NULL) made->last = cm_cuda_heap(n + 1);
    const layout l = {.nodes = nodes,
                      .n = (uint32_t)n,
                      .set = set,
                      .gains = gains,
                      .known = flags,
                      .first = flags + n,
                      .point = flags + 2 * n,
                      .other = flags + 3 * n,
                      .table = table,
                      .n_table = n_table};
    const bool room = made != NULL && made->last != NULL && set != NULL && gains != NULL && flags != NULL &&
                      table != NULL;
    if (!room || !layout_decide(&l, made)) {
        cm_cuda_layout_destroy(made);
        made = NULL;
        (void)cameo_fail(e, CAMEO_E_NOMEM, "no memory for the order of values");
    }
    cm_cuda_heap_free(set);
    cm_cuda_heap_free(gains);
    cm_cuda_heap_free(flags);
    cm_cuda_heap_free(table);
    return made;
}

void cm_cuda_layout_destroy(cm_cuda_layout *l) {
    if (l == NULL) return;
    cm_cuda_heap_free(l->last);
    cm_cuda_heap_free(l->turned);
    cm_cuda_heap_free(l);
}

void cm_cuda_turn(const cm_cuda_turned *t, uint8_t *to, size_t at, size_t n) {
    const uint8_t *from = t->host;
    size_t i = at / t->element, c = i % t->channels, k = i / t->channels % t->inner, o = i / t->channels / t->inner;
    for (; n >= t->element; n -= t->element, to += t->element) {
        memcpy(to, from + ((o * t->channels + c) * t->inner + k) * t->element, t->element);
        if (++c < t->channels) continue;
        c = 0;
        if (++k < t->inner) continue;
        k = 0;
        o++;
    }
}

#endif
