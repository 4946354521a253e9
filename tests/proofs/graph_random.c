/* graph_random.c — see graph_random.h: choosing values, adding nodes, and the frame. What is put together,
 * operators and the patterns of exporters, stands in the other graph_*.c. */
#include "tests/proofs/graph_make.h"

#include "base/dtype.h"

#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

/* SplitMix64: Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014. */
uint64_t rg_bits(rg *r) {
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}
uint32_t rg_below(rg *r, uint32_t n) { return (uint32_t)(rg_bits(r) >> 33) % n; }
bool rg_chance(rg *r, uint32_t percent) { return rg_below(r, 100) < percent; }
int64_t rg_dim(rg *r) {
    if (r->empty && rg_chance(r, 10)) return 0;
    return 1 + (int64_t)rg_below(r, r->max_dim);
}
double rg_real(rg *r, double lo, double hi) {
    return lo + (hi - lo) * (double)(rg_bits(r) >> 11) * 0x1p-53;
}

/* ---- shapes ---- */

int64_t rg_count(const rg_shape *s) {
    int64_t n = 1;
    for (uint32_t i = 0; i < s->rank; i++) n *= s->d[i];
    return n;
}
bool rg_same_shape(const rg_shape *a, const rg_shape *b) {
    return a->rank == b->rank && (a->rank == 0 || memcmp(a->d, b->d, a->rank * sizeof *a->d) == 0);
}
rg_shape rg_shape_of(uint32_t rank, int64_t a, int64_t b, int64_t c, int64_t d) {
    return (rg_shape){rank, {a, b, c, d}};
}

/* ---- values ---- */

bool rg_is_float(cameo_dtype t) {
    return t == CAMEO_FLOAT || t == CAMEO_FLOAT16 || t == CAMEO_DOUBLE;
}

static void random_store(void *data, size_t i, cameo_dtype dtype, double x) {
    switch (dtype) {
    case CAMEO_FLOAT: ((float *)data)[i] = (float)x; break;
    case CAMEO_DOUBLE: ((double *)data)[i] = x; break;
    case CAMEO_FLOAT16: ((uint16_t *)data)[i] = cm_f16_from_f64(x); break;
    case CAMEO_INT64: ((int64_t *)data)[i] = (int64_t)x; break;
    case CAMEO_INT32: ((int32_t *)data)[i] = (int32_t)x; break;
    case CAMEO_INT8: ((int8_t *)data)[i] = (int8_t)x; break;
    case CAMEO_INT4:
    case CAMEO_UINT4: cm_u4_set(data, i, (uint8_t)(int8_t)x); break;
    case CAMEO_BOOL: ((uint8_t *)data)[i] = x != 0; break;
    default: ((uint8_t *)data)[i] = (uint8_t)x; break;
    }
}

/* Numbers from lo to hi, whole ones for integers; NaN, infinities and zeros between them in graphs that
 * are to have them. */
static void random_fill(rg *r, rg_value *v, double lo, double hi) {
    static const double special[] = {0, -0.0, 1e300 * 1e300, -1e300 * 1e300, 0, 1, -1};
    size_t n = (size_t)rg_count(&v->shape);
    v->bytes = (n * cameo_dtype_bits(v->dtype) + 7) / 8;
    v->data = calloc(v->bytes + 1, 1);
    for (size_t i = 0; i < n; i++) {
        double x = rg_real(r, lo, hi);
        if (!rg_is_float(v->dtype)) {
            x = (double)(int64_t)rg_real(r, lo, hi + 1);
        } else if (r->special && v->kind == RG_INPUT && rg_chance(r, 20)) {
            x = special[rg_below(r, 7)];
            if (rg_chance(r, 15)) x = special[2] - special[2];
        }
        random_store(v->data, i, v->dtype, x);
    }
}

static uint32_t random_value(rg *r, rg_kind kind, cameo_dtype dtype, const rg_shape *shape) {
    rg_graph *g = r->g;
    if (g->n_values == RG_MAX_VALUES) return RG_NONE;
    rg_value *v = &g->value[g->n_values];
    *v = (rg_value){.kind = kind, .dtype = dtype, .shape = *shape};
    if (dtype == CAMEO_FLOAT16) g->half = true;
    return g->n_values++;
}

uint32_t rg_leaf(rg *r, rg_kind kind, cameo_dtype dtype, const rg_shape *shape, double lo,
                 double hi) {
    uint32_t id = random_value(r, kind, dtype, shape);
    if (id == RG_NONE) return RG_NONE;
    rg_value *v = &r->g->value[id];
    v->mag = -lo > hi ? -lo : hi;
    v->exact = true;
    random_fill(r, v, lo, hi);
    v->free_dim = kind == RG_INPUT && shape->rank > 0 && shape->d[0] == r->batch;
    if (kind == RG_CONST) {
        v->listed = rg_chance(r, 2);
        v->as_node = !v->listed && rg_chance(r, 15);
    }
    return id;
}

uint32_t rg_const(rg *r, cameo_dtype dtype, const rg_shape *shape, double lo, double hi) {
    rg_graph *g = r->g;
    for (uint32_t i = 0; rg_chance(r, 25) && i < g->n_values; i++) {
        const rg_value *v = &g->value[i]; /* one that others use, too */
        if (v->kind == RG_CONST && v->dtype == dtype && rg_same_shape(&v->shape, shape) &&
            rg_is_float(dtype) && v->mag <= hi && lo <= -hi) {
            return i;
        }
    }
    return rg_leaf(r, RG_CONST, dtype, shape, lo, hi);
}

uint32_t rg_ints(rg *r, const int64_t *v, uint32_t n) {
    rg_shape shape = rg_shape_of(1, n, 0, 0, 0);
    uint32_t id = rg_leaf(r, RG_CONST, CAMEO_INT64, &shape, 0, 0);
    if (id != RG_NONE && n > 0) memcpy(r->g->value[id].data, v, n * sizeof *v);
    return id;
}
uint32_t rg_scalar(rg *r, cameo_dtype dtype, double x) {
    rg_shape shape = {.rank = rg_chance(r, 30)};
    shape.d[0] = 1;
    uint32_t id = rg_leaf(r, RG_CONST, dtype, &shape, x, x);
    if (id != RG_NONE) r->g->value[id].mag = x < 0 ? -x : x;
    return id;
}

uint32_t rg_input(rg *r, cameo_dtype dtype, uint32_t rank) {
    rg_shape shape = {.rank = rank};
    for (uint32_t i = 0; i < rank; i++) shape.d[i] = rg_dim(r);
    if (rank > 1 && rg_chance(r, 70)) shape.d[0] = r->batch;
    double hi = dtype == CAMEO_BOOL ? 1 : dtype == CAMEO_UINT8 ? 200 : rg_is_float(dtype) ? 2 : 9;
    return rg_leaf(r, RG_INPUT, dtype, &shape,
                   dtype == CAMEO_UINT8 || dtype == CAMEO_BOOL ? 0 : -hi, hi);
}

uint32_t rg_pick(rg *r, cameo_dtype dtype, uint32_t min_rank, uint32_t max_rank, bool exact) {
    rg_graph *g = r->g;
    for (int attempt = 0; attempt < 12 && g->n_values > 0; attempt++) {
        uint32_t recent = g->n_values < 6 ? g->n_values : 6;
        uint32_t id =
            rg_chance(r, 60) ? g->n_values - 1 - rg_below(r, recent) : rg_below(r, g->n_values);
        const rg_value *v = &g->value[id];
        if (v->kind == RG_CONST || v->dtype != dtype || (exact && !v->exact)) continue;
        if (v->shape.rank >= min_rank && v->shape.rank <= max_rank) return id;
    }
    uint32_t n = max_rank - min_rank + 1;
    uint32_t rank = min_rank + rg_below(r, n < 4 ? n : 4);
    return rg_input(r, dtype, rank);
}

uint32_t rg_pick_like(rg *r, uint32_t like) {
    rg_graph *g = r->g;
    const rg_value want = g->value[like];
    for (uint32_t k = g->n_values; k-- > 0;) {
        const rg_value *v = &g->value[k];
        if (k != like && v->kind != RG_CONST && v->dtype == want.dtype &&
            rg_same_shape(&v->shape, &want.shape) && rg_chance(r, 60)) {
            return k;
        }
    }
    if (rg_chance(r, 30)) return like;
    double hi = rg_is_float(want.dtype) ? 2 : 1;
    return rg_leaf(r, RG_INPUT, want.dtype, &want.shape,
                   want.dtype == CAMEO_UINT8 || want.dtype == CAMEO_BOOL ? 0 : -hi, hi);
}

/* ---- nodes ---- */

uint32_t rg_node_begin(rg *r, const char *op, const uint32_t *in, uint32_t n_in) {
    rg_graph *g = r->g;
    if (g->n_nodes == RG_MAX_NODES || n_in > RG_MAX_IN) return RG_NONE;
    rg_node *n = &g->node[g->n_nodes];
    memset(n, 0, sizeof *n);
    n->op = op;
    n->n_in = n_in;
    for (uint32_t i = 0; i < n_in; i++) n->in[i] = in[i];
    return g->n_nodes++;
}

uint32_t rg_out(rg *r, uint32_t node, cameo_dtype dtype, const rg_shape *shape, double mag,
                bool exact) {
    rg_node *n = &r->g->node[node];
    uint32_t id = random_value(r, RG_COMPUTED, dtype, shape);
    if (id == RG_NONE || n->n_out == RG_MAX_OUT) return RG_NONE;
    r->g->value[id].mag = mag;
    r->g->value[id].exact = exact;
    n->out[n->n_out++] = id;
    return id;
}

uint32_t rg_add(rg *r, const char *op, const uint32_t *in, uint32_t n_in, const rg_shape *shape,
                double mag, bool exact) {
    rg_graph *g = r->g;
    for (uint32_t i = 0; i < n_in; i++) {
        if (in[i] == RG_NONE) continue;
        exact = exact && g->value[in[i]].exact;
    }
    double most = g->value[in[0]].dtype == CAMEO_FLOAT16 ? 100 : 2000;
    bool fits = rg_count(shape) <= 4096 && mag <= most && shape->rank <= 6;
    if (!fits || (r->special && !exact) || g->n_values == RG_MAX_VALUES) return RG_NONE;
    uint32_t node = rg_node_begin(r, op, in, n_in);
    return node == RG_NONE ? RG_NONE : rg_out(r, node, g->value[in[0]].dtype, shape, mag, exact);
}

static rg_attr *random_attr(rg *r, const char *name) {
    rg_node *n = &r->g->node[r->g->n_nodes - 1];
    rg_attr *a = &n->attr[n->n_attrs < RG_MAX_ATTRS ? n->n_attrs++ : RG_MAX_ATTRS - 1];
    memset(a, 0, sizeof *a);
    a->name = name;
    return a;
}
void rg_attr_int(rg *r, const char *name, int64_t v) {
    rg_attr *a = random_attr(r, name);
    a->kind = RG_INT;
    a->i = v;
}
void rg_attr_float(rg *r, const char *name, double v) {
    rg_attr *a = random_attr(r, name);
    a->kind = RG_FLOAT;
    a->f = (float)v;
}
void rg_attr_str(rg *r, const char *name, const char *v) {
    rg_attr *a = random_attr(r, name);
    a->kind = RG_STR;
    a->s = v;
}
void rg_attr_ints(rg *r, const char *name, const int64_t *v, uint32_t n) {
    rg_attr *a = random_attr(r, name);
    a->kind = RG_INTS;
    a->n = n;
    memcpy(a->ints, v, n * sizeof *v);
}

/* ---- the frame ---- */

bool rg_is_read(const rg_graph *g, uint32_t value) {
    for (uint32_t i = 0; i < g->n_nodes; i++) {
        const rg_node *n = &g->node[i];
        if (n->dead) continue;
        for (uint32_t k = 0; k < n->n_in; k++) {
            if (n->in[k] == value) return true;
        }
        for (uint32_t k = 0; k < 2; k++) {
            if (n->body[k].op[0] != NULL && n->body[k].captured == value) return true;
        }
    }
    return false;
}

void rg_make_leaf(rg_graph *g, uint32_t value, rg_kind kind, uint64_t seed) {
    rg r = {.g = g, .state = seed, .max_dim = 4};
    rg_value *v = &g->value[value];
    double hi = rg_is_float(v->dtype) ? 2 : 1;
    v->kind = kind;
    random_fill(&r, v, v->dtype == CAMEO_UINT8 || v->dtype == CAMEO_BOOL ? 0 : -hi, hi);
}

/* Sinks are outputs, mostly, and some of the values between. */
static void random_outputs(rg *r) {
    rg_graph *g = r->g;
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_values; i++) {
        rg_value *v = &g->value[i];
        if (v->kind != RG_COMPUTED) continue;
        bool wanted = rg_is_read(g, i) ? rg_chance(r, 10) : rg_chance(r, 88);
        v->output = v->output || wanted; /* of a state, already */
        n += v->output;
    }
    for (uint32_t i = g->n_values; n == 0 && i-- > 0;) {
        g->value[i].output = g->value[i].kind == RG_COMPUTED;
        n += g->value[i].output;
    }
}

/* A pattern of the tables t[0, n). */
static void random_pattern_of(rg *r, const rg_row *const *tables, int n) {
    uint32_t sum = 0, at;
    for (int t = 0; t < n; t++) {
        for (const rg_row *row = tables[t]; row->make != NULL; row++) sum += row->weight;
    }
    at = rg_below(r, sum);
    for (int t = 0; t < n; t++) {
        for (const rg_row *row = tables[t]; row->make != NULL; row++) {
            if (at < row->weight) {
                row->make(r);
                return;
            }
            at -= row->weight;
        }
    }
}

static void random_pattern(rg *r) {
    static const rg_row *const tables[] = {rg_images, rg_computing, rg_moving, rg_quantized,
                                           rg_stateful};
    if (r->images && rg_chance(r, 60))
        random_pattern_of(r, tables, 1);
    else
        random_pattern_of(r, tables + 1, 4);
}

void rg_generate(rg_graph *g, uint64_t seed, uint32_t max_dim) {
    static const int64_t opsets[] = {13, 17, 17, 18, 21, 23};
    rg r = {.g = g, .state = seed * 0x9e3779b9 + 1, .max_dim = max_dim};
    memset(g, 0, sizeof *g);
    rg_bits(&r);
    g->opset = opsets[rg_below(&r, 6)];
    r.batch = 1 + (int64_t)rg_below(&r, 3);
    r.special = rg_chance(&r, 10);
    r.empty = rg_chance(&r, 3);
    uint32_t type = rg_below(&r, 100), want = 3 + rg_below(&r, 20);
    r.real = type < 8 ? CAMEO_FLOAT16 : type < 13 ? CAMEO_DOUBLE : CAMEO_FLOAT;
    r.images = type >= 70 && !r.special;
    rg_input(&r, r.real, 1 + rg_below(&r, 4));
    for (int i = 0; i < 200 && g->n_nodes < want && g->n_values + 64 < RG_MAX_VALUES; i++)
        random_pattern(&r);
    random_outputs(&r);
}
