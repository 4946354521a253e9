/* make_graph.c — see make_graph.h: choosing nodes and operands, and asking inference. */
#include "fuzz/make_graph_impl.h"

#include "base/limits.h"
#include "runtime/session/prepare.h"

#define MADE_MEMORY ((size_t)1 << 20)
#define MADE_MODEL ((size_t)1 << 21)
#define MADE_WORK ((size_t)1 << 24)
#define MADE_TRIES 16

static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t made_memory[MADE_MEMORY];
static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t made_model[2][MADE_MODEL]; /* the model, and loading it */
static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t made_work[MADE_WORK];

uint32_t made_byte(made *m) { return m->next == m->end ? 0 : *m->next++; }
uint32_t made_below(made *m, uint32_t n) { return made_byte(m) % n; }

/* SplitMix64: Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014. */
uint64_t made_noise(made *m) {
    uint64_t z = m->noise += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void *made_alloc(made *m, size_t bytes) {
    size_t begin = (m->used + 15) / 16 * 16;
    if (begin > MADE_MEMORY || bytes > MADE_MEMORY - begin) return NULL;
    m->used = begin + bytes;
    memset(made_memory + begin, 0, bytes);
    return made_memory + begin;
}

/* ---- operands ---- */

static bool made_allows(const cm_types *types, const cameo_type *t) {
    int elem_kind = t->kind == CAMEO_KIND_MAP ? (int)t->key_dtype : (int)t->elem_kind;
    return t->kind != CAMEO_KIND_NONE && cm_types_allow(types, (int)t->kind, elem_kind, (int)t->dtype);
}

static bool made_same_type(const cameo_type *a, const cameo_type *b) {
    return a->kind == b->kind && a->elem_kind == b->elem_kind && a->dtype == b->dtype && a->key_dtype == b->key_dtype;
}

/* An operand for the formal: often a value that is there, else a new one. want: the type that an operand of the
 * formal's type variable has, or NULL. */
static uint32_t made_operand(made *m, const cm_formal *f, const cameo_type *want, uint32_t like) {
    const cm_types *types = cm_formal_get_types(f);
    made_graph *g = &m->g;
    uint32_t how = made_byte(m);
    for (uint32_t k = 0; (how & 3) != 0 && k < g->n_values; k++) {
        uint32_t id = g->n_values - 1 - (k + how / 4) % g->n_values;
        const cameo_type *t = &g->value[id].type;
        if (made_allows(types, t) && (want == NULL || made_same_type(t, want))) return id;
    }
    if (want != NULL && want->kind != CAMEO_KIND_TENSOR) return MADE_NONE;
    return made_leaf(m, want == NULL ? types->tensors : UINT32_C(1) << want->dtype, like);
}

/* The operands of a node; false: one that it needs cannot be had. */
static bool made_operands(made *m, made_node *n) {
    const cm_schema *s = n->schema;
    const cameo_type *var[64] = {NULL};
    uint32_t extra = made_byte(m), most = s->max_in, like = MADE_NONE;
    if (most == CM_SCHEMA_MANY) most = (s->n_in > s->min_in ? s->n_in : s->min_in) + extra % 3;
    for (uint32_t i = 0; i < most && i < MADE_MAX_IN; i++) {
        const cm_formal *f = cm_schema_input(s, i);
        bool needed = i < s->min_in && cm_formal_get_option(f) != CM_FORMAL_OPTIONAL;
        uint32_t v = cm_formal_get_var(f);
        n->in[i] = MADE_NONE;
        if (needed || (made_byte(m) & 1) != 0) n->in[i] = made_operand(m, f, var[v], like);
        if (n->in[i] == MADE_NONE) {
            if (needed) return false;
            continue;
        }
        if (v != 0) var[v] = &m->g.value[n->in[i]].type;
        if (like == MADE_NONE) like = n->in[i];
        n->n_in = i + 1;
    }
    return n->n_in >= s->min_in;
}

static bool made_results(made *m, made_node *n) {
    const cm_schema *s = n->schema;
    uint32_t most = s->max_out == CM_SCHEMA_MANY ? s->min_out + 2u : s->max_out;
    uint32_t want = most == s->min_out ? most : s->min_out + made_below(m, most - s->min_out + 1u);
    if (want > MADE_MAX_OUT || want + m->g.n_values > MADE_MAX_VALUES || want == 0) return false;
    for (uint32_t i = 0; i < want; i++) {
        made_value *v = &m->g.value[m->g.n_values];
        memset(v, 0, sizeof *v);
        v->kind = MADE_COMPUTED;
        n->out[i] = m->g.n_values++;
    }
    n->n_out = want;
    return true;
}

/* ---- inference ---- */

static void made_name(made_value *v, uint32_t i) {
    v->name[0] = "xcv"[v->kind];
    v->name[1] = (char)('0' + i / 10);
    v->name[2] = (char)('0' + i % 10);
    v->name[3] = 0;
}

/* What inference says of the computed values. */
static void made_take_types(made *m, const cm_ir *ir) {
    for (cm_id id = 0; id < ir->model->t.value.n; id++) {
        const cm_value *row = &ir->model->t.value.row[id];
        if (row->graph != 0 || row->name.n != 3 || row->name.p[0] != 'v') continue;
        uint32_t i = (uint32_t)(row->name.p[1] - '0') * 10 + (uint32_t)(row->name.p[2] - '0');
        if (i >= m->g.n_values) continue;
        const cm_avalue *a = &ir->av[id];
        cameo_type *t = &m->g.value[i].type;
        t->kind = (cameo_kind)a->kind;
        t->elem_kind = a->kind == CAMEO_KIND_MAP ? CAMEO_KIND_NONE : (cameo_kind)a->elem_kind;
        t->key_dtype = a->kind == CAMEO_KIND_MAP ? (cameo_dtype)a->elem_kind : CAMEO_UNDEFINED;
        t->dtype = (cameo_dtype)a->dtype;
        t->has_shape = a->kind == CAMEO_KIND_TENSOR && a->rank != CM_RANK_UNKNOWN;
        t->rank = t->has_shape ? a->rank : 0;
        for (uint32_t d = 0; d < t->rank; d++) t->dims[d] = cm_dim_is_const(a->dims[d]) ? a->dims[d] : -1;
    }
}

/* Is the graph as it stands a model? */
static bool made_infer(made *m) {
    cameo_limits limits;
    cameo_error e = {0};
    cameo_model *model;
    cameo_prepared *prepared;
    size_t model_bytes, work_bytes;
    cm_arena arena;
    cameo_limits_init(&limits, CAMEO_PRESET_FIRMWARE);
    limits.nodes = 1000;
    cameo_options options = {.limits = &limits, .ops = &cameo_ops_all};
    if (!made_write(&m->g, false)) return false;
    cameo_status s = cameo_model_measure(m->g.bytes, m->g.size, &options, &model_bytes, &work_bytes, &e);
    if (s == CAMEO_OK && (model_bytes > MADE_MODEL || work_bytes > MADE_WORK)) return false;
    cameo_memory memory = {made_model[1], MADE_MODEL}, work = {made_work, MADE_WORK};
    if (s == CAMEO_OK) s = cameo_model_create(memory, work, m->g.bytes, m->g.size, &options, &model, &e);
    cm_arena_init(&arena, made_work, MADE_WORK);
    if (s == CAMEO_OK) s = cm_prepare_infer(model, &arena, &options, NULL, NULL, &prepared, &e);
    if (s == CAMEO_OK) made_take_types(m, &prepared->ir);
    bool may = s <= 0 && s != CAMEO_E_INTERNAL && s != CAMEO_E_ARG && s == e.status;
    if (!may) m->g.broken = "loading fails as no file may make it";
    return s == CAMEO_OK;
}

/* ---- nodes ---- */

/* The operator that two bytes choose, as it is in the graph's opset; NULL: it is not there. */
static const cm_schema *made_schema(made *m) {
    uint32_t i = made_byte(m);
    const cm_schema *any = cm_schema_get((i * 256 + made_byte(m)) % cm_schema_count());
    cm_str domain = cm_schema_domain(any);
    int64_t version = domain.n == 0 ? m->g.opset : cm_schema_newest(domain);
    const cm_schema *s = cm_schema_find(domain, cm_schema_op_type(any), version);
    return s == NULL || s->deprecated ? NULL : s;
}

static void made_copy(char *to, size_t cap, cm_str from) {
    size_t n = from.n < cap ? from.n : cap - 1;
    memcpy(to, from.p, n);
    to[n] = 0;
}

/* Does the operator draw numbers? Which ones depends on where its node stands. */
static bool made_is_random(const char *op) {
    static const char *const names[] = {"RandomNormal",      "RandomUniform", "RandomNormalLike", "RandomUniformLike",
                                        "Multinomial",       "Bernoulli",     "Dropout"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (cm_str_is(cm_str_from_c(op), names[i])) return true;
    }
    return false;
}

/* Tries to add a node; the graph is as before where that is no model. */
static void made_add(made *m) {
    made_graph *g = &m->g;
    uint32_t n_values = g->n_values;
    made_node *n = &g->node[g->n_nodes];
    memset(n, 0, sizeof *n);
    n->schema = made_schema(m);
    if (n->schema == NULL) return;
    made_copy(n->op, sizeof n->op, cm_schema_op_type(n->schema));
    made_copy(n->domain, sizeof n->domain, cm_schema_domain(n->schema));
    bool ok = made_operands(m, n) && made_attrs(m, n) && made_results(m, n);
    for (uint32_t i = n_values; i < g->n_values; i++) made_name(&g->value[i], i);
    g->n_nodes++;
    if (ok && made_infer(m)) {
        for (uint32_t i = 0; i < n->n_in; i++) {
            if (n->in[i] != MADE_NONE) g->value[n->in[i]].read = true;
        }
        g->random = g->random || made_is_random(n->op);
    } else {
        g->n_nodes--;
        g->n_values = n_values;
    }
}

made_graph *made_from(const uint8_t *data, size_t size) {
    static made m;
    memset(&m, 0, sizeof m);
    m.next = data;
    m.end = data + size;
    m.g.way = (uint8_t)made_byte(&m);
    uint32_t first = made_byte(&m), newest = (uint32_t)cm_schema_newest(CM_STR(""));
    m.g.opset = first < 192 ? newest : 7 + first % (newest - 6);
    m.noise = first;
    for (int i = 0; i < MADE_TRIES && m.next < m.end && m.g.n_nodes < MADE_MAX_NODES; i++) made_add(&m);
    for (uint32_t i = 0; i < m.g.n_values; i++) {
        made_value *v = &m.g.value[i];
        v->output = v->kind == MADE_COMPUTED && (!v->read || made_noise(&m) % 4 == 0);
    }
    if (m.g.n_nodes != 0 && !made_write(&m.g, true)) m.g.n_nodes = 0;
    return &m.g;
}

size_t made_inputs(const made_graph *g, cameo_value *in) {
    size_t n = 0;
    for (uint32_t i = 0; i < g->n_values; i++) {
        const made_value *v = &g->value[i];
        if (v->kind != MADE_INPUT) continue;
        in[n++] = (cameo_value){.name = v->name, .kind = CAMEO_KIND_TENSOR, .tensor = v->tensor};
    }
    return n;
}
