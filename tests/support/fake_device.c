/* fake_device.c — see fake_device.h. */
#define _GNU_SOURCE 1
#include "tests/support/fake_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FAKE_ADD, FAKE_RELU, FAKE_MATMUL, FAKE_TWICE, FAKE_CONV, FAKE_CONCAT, FAKE_EXPAND, FAKE_N_OPS };
static const char *const fake_names[FAKE_N_OPS] = {"Add", "Relu", "MatMul", "Twice", "Conv", "Concat", "Expand"};

/* Tokens of works, runs, plans and sessions differ, so that one taken for another is seen. A node's is FAKE_NODE, its
 * operator, and FAKE_EPILOGUE times 1 + the place of its epilogue. */
enum { FAKE_NODE = 100, FAKE_EPILOGUE = 256, FAKE_RUN = 1000, FAKE_PLAN = 2000, FAKE_SESSION = 3000 };

/* All memory of the device, for its own calls and for nobody else. */
static void fake_open(const fake_device *d, bool open) {
    for (int i = 0; i < FAKE_MAX_MEMORY; i++) {
        if (d->memory[i].p == NULL || d->memory[i].pinned) continue;
        if (mprotect(d->memory[i].p, d->memory[i].size, open ? PROT_READ | PROT_WRITE : PROT_NONE) != 0) abort();
    }
}

static int fake_op_of(const cameo_op_context *c) {
    cameo_string type = cameo_op_type(c);
    for (int i = 0; i < FAKE_N_OPS; i++) {
        if (type.n == strlen(fake_names[i]) && memcmp(type.p, fake_names[i], type.n) == 0) return i;
    }
    return -1;
}

static bool fake_fails(fake_device *d) { return ++d->n_calls == d->fail_call; }

/* ---- an operator that only the device knows: Twice of domain test ---- */

static cameo_status fake_twice_shape(cameo_op_context *c, const void *params) {
    cameo_tensor x;
    (void)params;
    if (!cameo_op_input(c, 0, &x)) return cameo_op_fail(c, CAMEO_E_TYPE, "input 0 is no tensor");
    for (uint32_t i = 0; x.rank <= CAMEO_MAX_RANK && i < x.rank; i++) x.dims[i] = CAMEO_DIM_OF(0, i);
    return cameo_op_set_output(c, 0, x.dtype, x.rank, x.dims);
}

static const cameo_op fake_twice = {
    .size = sizeof(cameo_op), .domain = "test", .op_type = "Twice", .shape = fake_twice_shape};
static const cameo_op *const fake_ops[] = {&fake_twice};

/* ---- who computes what ---- */

static bool fake_is(cameo_string s, const char *name) { return s.n == strlen(name) && memcmp(s.p, name, s.n) == 0; }

/* The epilogue of a node: false where it is one that the device cannot compute. */
static bool fake_epilogue_of(const cameo_op_context *node, fake_epilogue *own) {
    cameo_epilogue e = {.size = sizeof e};
    cameo_op_epilogue(node, &e);
    *own = (fake_epilogue){.number = {e.numbers[0], e.numbers[1]}};
    if (e.sum != CAMEO_NO_ID && e.sum != 3) abort();
    own->sums = e.sum == 3;
    if (e.function.n == 0) return true;
    own->function = fake_is(e.function, "LeakyRelu") ? FAKE_LEAKY : FAKE_CLAMPED;
    return own->function == FAKE_LEAKY || fake_is(e.function, "Relu") || fake_is(e.function, "Clip");
}

/* Is it one of those that the device declines? */
static bool fake_refuses(const fake_device *d, const cameo_op_context *node) {
    cameo_epilogue e = {.size = sizeof e};
    char function[32];
    cameo_op_epilogue(node, &e);
    snprintf(function, sizeof function, " %.*s", (int)e.function.n, e.function.p == NULL ? "" : e.function.p);
    if (d->refuses == NULL) return false;
    return (e.sum != CAMEO_NO_ID && strstr(d->refuses, " sum") != NULL) ||
           (e.function.n != 0 && strstr(d->refuses, function) != NULL);
}

/* A Conv over all taps that fit, of one group. */
static bool fake_is_plain(const cameo_op_context *node) {
    static const char *const names[] = {"pads", "strides", "dilations"};
    const int64_t *v;
    size_t n;
    int64_t group = 1;
    cameo_string pad;
    cameo_tensor x;
    if (!cameo_op_input(node, 0, &x) || x.rank != 4 || cameo_op_attr_string(node, "auto_pad", &pad)) return false;
    for (int i = 0; i < 3; i++) {
        if (cameo_op_attr_ints(node, names[i], &v, &n)) return false;
    }
    (void)cameo_op_attr_int(node, "group", &group);
    return group == 1;
}

/* A Concat of two inputs along their first axis. */
static bool fake_is_append(const cameo_op_context *node) {
    int64_t axis = -1;
    return cameo_op_n_inputs(node) == 2 && cameo_op_attr_int(node, "axis", &axis) && axis == 0;
}

static bool fake_supports(void *ctx, const cameo_op_context *node) {
    const fake_device *d = ctx;
    cameo_tensor t;
    cameo_string domain = cameo_op_domain(node);
    int op = fake_op_of(node);
    fake_epilogue epilogue;
    if (op < 0 || strstr(d->ops, fake_names[op]) == NULL || (domain.n != 0) != (op == FAKE_TWICE)) return false;
    if (!cameo_op_input(node, 0, &t) || t.dtype != CAMEO_FLOAT) return cameo_op_decline(node, "not float32");
    if (op == FAKE_CONV && !fake_is_plain(node)) return cameo_op_decline(node, "no plain Conv");
    if (op == FAKE_CONCAT && !fake_is_append(node)) return cameo_op_decline(node, "no plain Concat");
    if (op == FAKE_EXPAND && (!cameo_op_on_host(node, 1) || cameo_op_on_host(node, 0) || cameo_op_on_host(node, 2)))
        return cameo_op_decline(node, "its dims are not on the host");
    bool can = fake_epilogue_of(node, &epilogue) && !fake_refuses(d, node);
    return can || cameo_op_decline(node, "no such epilogue");
}

/* Everything that a partition tells must fit together. */
static void fake_check(cameo_partition *p) {
    cameo_value_info v = {.size = sizeof v}, root = {.size = sizeof root};
    for (uint32_t i = 0; i < cameo_partition_count(p); i++) {
        cameo_op_context *c = cameo_partition_node(p, i);
        uint32_t n_in = cameo_op_n_inputs(c), out = cameo_op_output_id(c, 0);
        if (out == CAMEO_NO_ID || !cameo_partition_value(p, out, &v)) abort();
        if (v.producer != i || v.view_of != out || v.enters || v.constant) abort();
        if (cameo_op_output_id(c, cameo_op_n_outputs(c)) != CAMEO_NO_ID) abort();
        for (uint32_t k = 0; k < n_in; k++) {
            uint32_t id = cameo_op_input_id(cameo_partition_node(p, i), k), at;
            if (id == CAMEO_NO_ID || cameo_op_on_host(cameo_partition_node(p, i), k)) continue; /* absent, or not its */
            if (id >= cameo_partition_n_values(p) || !cameo_partition_value(p, id, &v)) abort();
            for (at = cameo_partition_reader(p, id, 0); at != i; at = cameo_partition_reader(p, id, at + 1)) {
                if (at == CAMEO_NO_ID) abort();
            }
            if (!cameo_partition_value(p, v.view_of, &root) || root.view_of != v.view_of) abort();
            if (v.enters != (v.producer == CAMEO_NO_ID && !v.constant)) abort();
            if (v.constant && v.tensor.data == NULL && v.tensor.bytes != 0) abort();
        }
    }
    if (cameo_partition_value(p, cameo_partition_n_values(p), &v)) abort();
}

static cameo_status fake_prepare(void *ctx, cameo_partition *nodes, uint64_t *tokens, cameo_error *e) {
    fake_device *d = ctx;
    d->n_prepare++;
    if (fake_fails(d) || d->fail_prepare) return cameo_fail(e, CAMEO_E_UNSUPPORTED, "no such unit");
    d->n_nodes += (int)cameo_partition_count(nodes);
    fake_check(nodes);
    for (uint32_t i = 0; i < cameo_partition_count(nodes); i++) {
        int op = fake_op_of(cameo_partition_node(nodes, i));
        fake_epilogue own;
        if (!fake_epilogue_of(cameo_partition_node(nodes, i), &own)) abort();
        tokens[i] = FAKE_NODE + (uint64_t)op;
        if (own.sums || own.function != FAKE_PLAIN) {
            tokens[i] += FAKE_EPILOGUE * (1 + d->n_epilogues % FAKE_MAX_NODES);
            d->epilogue[d->n_epilogues++ % FAKE_MAX_NODES] = own;
        }
        if (d->gives_back != NULL && strcmp(d->gives_back, fake_names[op]) == 0) cameo_partition_give_back(nodes, i);
    }
    return CAMEO_OK;
}

static cameo_status fake_weights(void *ctx, cameo_partition *nodes, uint64_t *session, cameo_error *e) {
    fake_device *d = ctx;
    uint64_t at = 0;
    cameo_value_info v = {.size = sizeof v};
    if (fake_fails(d)) return cameo_fail(e, CAMEO_E_DEVICE, "weights smoke");
    fake_check(nodes);
    while (d->session[at].used) at++;
    fake_session *s = &d->session[at];
    memset(s, 0, sizeof *s);
    s->used = true;
    *session = FAKE_SESSION + at;
    for (uint32_t id = 0; d->absorb && id < cameo_partition_n_values(nodes); id++) {
        if (!cameo_partition_value(nodes, id, &v) || !v.constant || v.view_of != id) continue;
        if (v.tensor.dtype != CAMEO_FLOAT || v.tensor.bytes == 0) continue;
        s->id[s->n] = id;
        s->bytes[s->n] = malloc(v.tensor.bytes);
        memcpy(s->bytes[s->n++], v.tensor.data, v.tensor.bytes);
        cameo_partition_absorb(nodes, id);
    }
    const uint32_t n = cameo_partition_count(nodes), n_values = cameo_partition_n_values(nodes);
    for (uint32_t id = 0; d->keeps && id <= n_values; id++) {
        cameo_partition_keep(nodes, id, n - 1);
        cameo_partition_keep(nodes, id, 0); /* the later one holds */
        cameo_partition_keep(nodes, id, n); /* there is none */
    }
    return CAMEO_OK;
}

/* Is value id a result that only node `by` of its group reads, as it is? */
static bool fake_only_reader(cameo_partition *p, uint32_t id, uint32_t by) {
    cameo_value_info v = {.size = sizeof v};
    if (!cameo_partition_value(p, id, &v) || v.leaves || v.producer == CAMEO_NO_ID || v.view_of != id) return false;
    if (cameo_partition_reader(p, id, 0) != by || cameo_partition_reader(p, id, by + 1) != CAMEO_NO_ID) return false;
    for (uint32_t other = 0; other < cameo_partition_n_values(p); other++) {
        if (other != id && cameo_partition_value(p, other, &v) && v.view_of == id) return false;
    }
    return true;
}

static cameo_status fake_make_plan(void *ctx, uint64_t session, cameo_partition *nodes, uint64_t *plan,
                                   uint64_t *workspace, cameo_error *e) {
    fake_device *d = ctx;
    uint64_t at = 0;
    if (fake_fails(d)) return cameo_fail(e, CAMEO_E_DEVICE, "plans smoke");
    if (!d->session[session - FAKE_SESSION].used || cameo_partition_count(nodes) > FAKE_MAX_NODES) abort();
    fake_check(nodes);
    while (d->plan[at].used) at++;
    memset(&d->plan[at], 0, sizeof d->plan[at]);
    d->plan[at].used = true;
    for (uint32_t i = 0; d->fuse && i < cameo_partition_count(nodes); i++) {
        uint32_t out = cameo_op_output_id(cameo_partition_node(nodes, i), 0);
        uint32_t reader = cameo_partition_reader(nodes, out, 0);
        if (reader == CAMEO_NO_ID || cameo_partition_group(nodes, reader) != cameo_partition_group(nodes, i)) continue;
        d->plan[at].fused[i] = fake_only_reader(nodes, out, reader);
    }
    *plan = FAKE_PLAN + at;
    *workspace = d->workspace;
    return CAMEO_OK;
}

static cameo_status fake_bind(void *ctx, uint64_t plan, cameo_partition *nodes, uint64_t *run, cameo_error *e) {
    fake_device *d = ctx;
    uint64_t at = 1;
    cameo_value_info v = {.size = sizeof v};
    if (fake_fails(d)) return cameo_fail(e, CAMEO_E_DEVICE, "bind smokes");
    if (!d->plan[plan - FAKE_PLAN].used) abort();
    fake_check(nodes);
    while (d->queue[at].used) at++;
    fake_queue *q = &d->queue[at];
    memset(q, 0, sizeof *q);
    q->used = true;
    q->plan = plan;
    *run = FAKE_RUN + at;
    for (uint32_t i = 0; i < cameo_partition_count(nodes); i++) {
        uint32_t out = cameo_op_output_id(cameo_partition_node(nodes, i), 0);
        q->placed[i] = cameo_partition_value(nodes, out, &v) && v.placed;
        for (uint32_t k = 0; k < cameo_op_n_inputs(cameo_partition_node(nodes, i)); k++) {
            uint32_t id = cameo_op_input_id(cameo_partition_node(nodes, i), k);
            if (id == CAMEO_NO_ID) continue; /* absent */
            q->placed[i] = q->placed[i] && cameo_partition_value(nodes, id, &v) && (v.placed || v.constant);
        }
    }
    return CAMEO_OK;
}

/* ---- memory ---- */

static cameo_status fake_alloc(void *ctx, cameo_memory_kind kind, uint64_t bytes, uint64_t *memory, void **host,
                               cameo_error *e) {
    fake_device *d = ctx;
    d->n_alloc++;
    if (fake_fails(d) || d->n_alloc == d->fail_alloc) return cameo_fail(e, CAMEO_E_NOMEM, "the device is full");
    for (uint64_t i = 0; i < FAKE_MAX_MEMORY; i++) {
        if (d->memory[i].p != NULL) continue;
        int protection = kind == CAMEO_MEMORY_PINNED ? PROT_READ | PROT_WRITE : PROT_NONE;
        void *p = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) abort();
        d->memory[i].p = p;
        d->memory[i].size = bytes;
        d->memory[i].pinned = kind == CAMEO_MEMORY_PINNED;
        *memory = i + 1000;
        if (kind == CAMEO_MEMORY_PINNED) *host = p;
        return CAMEO_OK;
    }
    abort();
}

static void fake_free(void *ctx, uint64_t memory) {
    fake_device *d = ctx;
    d->n_free++;
    if (d->memory[memory - 1000].p == NULL) abort();
    munmap(d->memory[memory - 1000].p, d->memory[memory - 1000].size);
    d->memory[memory - 1000].p = NULL;
}

static uint8_t *fake_at(const fake_device *d, uint64_t memory, uint64_t offset, size_t bytes) {
    size_t size = d->memory[memory - 1000].size;
    if (d->memory[memory - 1000].p == NULL || d->memory[memory - 1000].pinned) abort();
    if (offset > size || bytes > size - offset) abort();
    return d->memory[memory - 1000].p + offset;
}

/* ---- computing ---- */

static size_t fake_count(const cameo_tensor *t) {
    size_t n = 1;
    for (uint32_t i = 0; i < t->rank; i++) n *= (size_t)t->dims[i];
    return n;
}

/* Element of t that element i of a result of these dims reads, by broadcasting. */
static size_t fake_index(const cameo_tensor *t, const cameo_tensor *out, size_t i) {
    size_t at = 0, step = 1;
    for (uint32_t k = 0; k < out->rank; k++) {
        size_t dim = (size_t)out->dims[out->rank - 1 - k], x = i % dim;
        i /= dim;
        if (k >= t->rank) continue;
        size_t mine = (size_t)t->dims[t->rank - 1 - k];
        at += mine == 1 ? 0 : x * step;
        step *= mine;
    }
    return at;
}

static float fake_element(const fake_device *d, const fake_work *w, const fake_step *s, size_t i);

/* Element i of operand k: computed on the way where it is never stored. */
static float fake_operand(const fake_device *d, const fake_work *w, const fake_step *s, int k, size_t i) {
    if (s->from[k] >= 0) return fake_element(d, w, &w->steps[s->from[k]], i);
    if (s->kept[k] != NULL) return s->kept[k][i];
    size_t bytes = fake_count(&s->t[k]) * sizeof(float);
    return ((const float *)(void *)fake_at(d, s->memory[k], s->offset[k], bytes))[i];
}

static float fake_matmul(const fake_device *d, const fake_work *w, const fake_step *s, size_t i) {
    size_t inner = (size_t)s->t[0].dims[1], columns = (size_t)s->t[1].dims[1];
    float sum = 0;
    for (size_t k = 0; k < inner; k++)
        sum += fake_operand(d, w, s, 0, i / columns * inner + k) * fake_operand(d, w, s, 1, k * columns + i % columns);
    return sum;
}

/* x [n][c_in][h][w], filters [c_out][c_in][kh][kw]. */
static float fake_conv(const fake_device *d, const fake_work *w, const fake_step *s, size_t i) {
    const int64_t *x = s->t[0].dims, *f = s->t[1].dims, *y = s->t[FAKE_OUT].dims;
    size_t c_in = (size_t)x[1], rows = (size_t)x[2], columns = (size_t)x[3], kh = (size_t)f[2], kw = (size_t)f[3];
    size_t column = i % (size_t)y[3], row = i / (size_t)y[3] % (size_t)y[2];
    size_t out = i / (size_t)(y[2] * y[3]) % (size_t)y[1], image = i / (size_t)(y[1] * y[2] * y[3]);
    float sum = s->has[2] ? fake_operand(d, w, s, 2, out) : 0;
    for (size_t k = 0; k < c_in * kh * kw; k++) {
        size_t at = ((image * c_in + k / (kh * kw)) * rows + row + k / kw % kh) * columns + column + k % kw;
        sum += fake_operand(d, w, s, 0, at) * fake_operand(d, w, s, 1, out * c_in * kh * kw + k);
    }
    return sum;
}

static float fake_finish(const fake_epilogue *e, float y) {
    if (e->function == FAKE_LEAKY) return y < 0 ? e->number[0] * y : y;
    if (e->function == FAKE_PLAIN) return y;
    y = y < e->number[0] ? e->number[0] : y;
    return y > e->number[1] ? e->number[1] : y;
}

static float fake_element(const fake_device *d, const fake_work *w, const fake_step *s, size_t i) {
    const cameo_tensor *y = &s->t[FAKE_OUT];
    float sum = s->epilogue.sums ? fake_operand(d, w, s, 3, i) : 0;
    if (s->op == FAKE_MATMUL) return fake_finish(&s->epilogue, fake_matmul(d, w, s, i));
    if (s->op == FAKE_CONV) return fake_finish(&s->epilogue, fake_conv(d, w, s, i) + sum);
    if (s->op == FAKE_CONCAT) {
        size_t n = fake_count(&s->t[0]);
        return i < n ? fake_operand(d, w, s, 0, i) : fake_operand(d, w, s, 1, i - n);
    }
    float x = fake_operand(d, w, s, 0, fake_index(&s->t[0], y, i));
    if (s->op == FAKE_ADD) return x + fake_operand(d, w, s, 1, fake_index(&s->t[1], y, i));
    if (s->op == FAKE_RELU) return x > 0 ? x : 0;
    return s->op == FAKE_TWICE ? 2 * x : x; /* FAKE_EXPAND */
}

static void fake_do(fake_device *d, const fake_work *w) {
    fake_open(d, true);
    for (uint32_t i = 0; i < w->n_in; i++) {
        const cameo_copy *c = &w->copies[i];
        memcpy(fake_at(d, c->memory, c->offset, c->bytes), c->host, c->bytes);
    }
    for (uint32_t k = 0; k < w->n_steps; k++) {
        const fake_step *s = &w->steps[k];
        size_t n = fake_count(&s->t[FAKE_OUT]);
        if (s->inlined) continue;
        d->n_stored++;
        for (size_t i = 0; i < n; i++) {
            float y = fake_element(d, w, s, i);
            ((float *)(void *)fake_at(d, s->memory[FAKE_OUT], s->offset[FAKE_OUT], n * sizeof y))[i] = y;
        }
    }
    for (uint32_t i = w->n_in; i < w->n_in + w->n_out; i++) {
        const cameo_copy *c = &w->copies[i];
        memcpy(c->host, fake_at(d, c->memory, c->offset, c->bytes), c->bytes);
    }
    fake_open(d, false);
}

/* ---- queues ---- */

static void fake_pop(fake_queue *q) {
    fake_work *w = q->first;
    q->first = w->next;
    free(w->copies);
    free(w->steps);
    free(w);
}

static const float *fake_kept(const fake_device *d, uint64_t session, uint32_t id) {
    const fake_session *s = &d->session[session - FAKE_SESSION];
    for (uint32_t i = 0; i < s->n; i++) {
        if (s->id[i] == id) return s->bytes[i];
    }
    return NULL;
}

/* Is operand k on the host? Then it has no place on the device, and it holds dims to which input 0 is broadcast. */
static bool fake_reads_host(cameo_partition *p, const cameo_op_context *c, uint32_t k) {
    cameo_value_info v = {.size = sizeof v};
    cameo_tensor dims, y;
    uint64_t memory, offset;
    if (!cameo_op_on_host(c, k)) return false;
    if (cameo_op_input_at(c, k, &memory, &offset) || cameo_partition_value(p, cameo_op_input_id(c, k), &v)) abort();
    if (!cameo_op_input(c, k, &dims) || !cameo_op_output(c, 0, &y)) abort();
    if (dims.dtype != CAMEO_INT64 || dims.rank != 1 || dims.data == NULL || dims.dims[0] != y.rank) abort();
    for (uint32_t i = 0; i < y.rank; i++) {
        int64_t dim;
        memcpy(&dim, (const uint8_t *)dims.data + i * sizeof dim, sizeof dim);
        if (dim != 1 && dim != y.dims[i]) abort();
    }
    return true;
}

/* Takes over node i of a work; false: the device is told to fail at it. */
static bool fake_take(fake_device *d, const cameo_work *work, uint32_t i, fake_step *s) {
    cameo_value_info v = {.size = sizeof v};
    cameo_op_context *c = cameo_partition_node(work->nodes, i);
    const fake_queue *q = &d->queue[work->run - FAKE_RUN];
    const bool *fused = d->plan[q->plan - FAKE_PLAN].fused + cameo_partition_first(work->nodes);
    uint64_t token = cameo_op_token(c), epilogue = token / FAKE_EPILOGUE;
    s->op = (int)(token % FAKE_EPILOGUE) - FAKE_NODE;
    if (s->op != fake_op_of(c)) abort();
    if (epilogue != 0) s->epilogue = d->epilogue[epilogue - 1];
    for (uint32_t k = 0; k < FAKE_N_IN; k++) {
        s->from[k] = -1;
        uint32_t id = cameo_op_input_id(c, k);
        if (id == CAMEO_NO_ID) continue;
        if (fake_reads_host(work->nodes, c, k)) {
            d->n_on_host++;
            continue;
        }
        s->has[k] = true;
        if (!cameo_op_input(c, k, &s->t[k]) || !cameo_partition_value(work->nodes, id, &v)) abort();
        s->kept[k] = fake_kept(d, work->session, v.view_of);
        if (v.producer != CAMEO_NO_ID && fused[v.producer]) s->from[k] = (int)v.producer;
        if (!cameo_op_input_at(c, k, &s->memory[k], &s->offset[k]) && s->kept[k] == NULL) abort();
    }
    if (!cameo_op_output(c, 0, &s->t[FAKE_OUT]) || s->t[FAKE_OUT].data != NULL) abort();
    if (!cameo_op_output_at(c, 0, &s->memory[FAKE_OUT], &s->offset[FAKE_OUT])) abort();
    s->inlined = fused[i];
    return d->fail_op == NULL || strcmp(d->fail_op, fake_names[s->op]) != 0;
}

/* Of a run whose operands are placed for good, works are recorded for the last dims that it met. */
static void fake_capture(fake_device *d, const cameo_work *work, fake_work *w) {
    fake_queue *q = &d->queue[work->run - FAKE_RUN];
    uint32_t first = cameo_partition_first(work->nodes);
    for (uint32_t i = 0; i < w->n_steps; i++) {
        if (!q->placed[first + i]) return;
    }
    for (uint32_t i = 0; i < FAKE_MAX_CAPTURES; i++) {
        if (q->capture[i].n != w->n_steps || q->capture[i].first != first) continue;
        bool same = true;
        for (uint32_t k = 0; k < w->n_steps && same; k++) {
            for (int t = 0; t <= FAKE_OUT; t++)
                same = same && memcmp(q->capture[i].steps[k].t[t].dims, w->steps[k].t[t].dims,
                                      sizeof w->steps[k].t[t].dims) == 0;
        }
        if (!same) continue;
        memcpy(w->steps, q->capture[i].steps, w->n_steps * sizeof *w->steps); /* with the places of that time */
        d->n_replayed++;
        return;
    }
    uint32_t at = q->next_capture++ % FAKE_MAX_CAPTURES;
    free(q->capture[at].steps);
    q->capture[at].steps = malloc(w->n_steps * sizeof *w->steps);
    memcpy(q->capture[at].steps, w->steps, w->n_steps * sizeof *w->steps);
    q->capture[at].first = first;
    q->capture[at].n = w->n_steps;
    d->n_captured++;
}

static cameo_status fake_append(fake_device *d, const cameo_work *work, fake_work *w) {
    uint64_t memory, offset;
    memcpy(w->copies, work->in, work->n_in * sizeof *work->in);
    if (work->n_out != 0) memcpy(w->copies + work->n_in, work->out, work->n_out * sizeof *work->out);
    if (work->nodes == NULL) return CAMEO_OK;
    fake_check(work->nodes);
    bool has = cameo_partition_workspace(work->nodes, &memory, &offset);
    if (has != (d->workspace != 0)) abort();
    if (has) {
        fake_open(d, true);
        memset(fake_at(d, memory, offset, d->workspace), 0xee, d->workspace);
        fake_open(d, false);
        d->n_work_bytes_seen++;
    }
    for (uint32_t i = 0; i < w->n_steps; i++) {
        if (!fake_take(d, work, i, &w->steps[i]))
            return cameo_op_fail(cameo_partition_node(work->nodes, i), CAMEO_E_DEVICE, "it smokes");
    }
    fake_capture(d, work, w);
    return CAMEO_OK;
}

static cameo_status fake_enqueue(void *ctx, const cameo_work *work, uint64_t *ticket, cameo_error *e) {
    fake_device *d = ctx;
    uint64_t queue = work->run == 0 ? 0 : work->run - FAKE_RUN;
    fake_queue *q = &d->queue[queue];
    if (!d->session[work->session - FAKE_SESSION].used || (queue != 0 && q->plan != work->plan)) abort();
    if (fake_fails(d) || (queue == 0 && d->fail_constants)) return cameo_fail(e, CAMEO_E_IO, "the bus is gone");
    fake_work *w = calloc(1, sizeof *w), **last = &q->first;
    w->n_in = work->n_in;
    w->n_out = work->n_out;
    w->n_steps = work->nodes == NULL ? 0 : cameo_partition_count(work->nodes);
    w->copies = calloc((size_t)w->n_in + w->n_out + 1, sizeof *w->copies);
    w->steps = calloc((size_t)w->n_steps + 1, sizeof *w->steps);
    cameo_status status = fake_append(d, work, w);
    if (status != CAMEO_OK) {
        free(w->copies);
        free(w->steps);
        free(w);
        return status;
    }
    w->number = ++q->sent;
    w->waits_left = queue == 0 ? 1 : d->delay[(d->n_run + (w->n_steps == 0)) % 4];
    d->n_run += w->n_steps != 0;
    d->n_upload += (int)w->n_in;
    d->n_download += (int)w->n_out;
    d->n_steps += (int)w->n_steps;
    while (*last != NULL) last = &(*last)->next;
    *last = w;
    *ticket = w->number * 256 + queue;
    if (q->first == w && w->waits_left == 0) {
        fake_do(d, w);
        fake_pop(q);
    }
    return CAMEO_OK;
}

static cameo_status fake_wait(void *ctx, uint64_t ticket, cameo_error *e) {
    fake_device *d = ctx;
    fake_queue *q = &d->queue[ticket % 256];
    d->n_wait++;
    if (ticket / 256 > q->sent) abort();
    if (fake_fails(d) || (d->fail_wait && q->first != NULL)) {
        while (q->first != NULL) fake_pop(q);
        return cameo_fail(e, CAMEO_E_DEVICE, "it stopped smoking");
    }
    while (q->first != NULL && q->first->number <= ticket / 256) {
        if (q->first->waits_left-- > 0) return CAMEO_PENDING;
        fake_do(d, q->first);
        fake_pop(q);
    }
    return CAMEO_OK;
}

static void fake_drop_run(fake_queue *q) {
    if (q->first != NULL) abort();
    for (int i = 0; i < FAKE_MAX_CAPTURES; i++) free(q->capture[i].steps);
    q->used = false;
}

static void fake_drop_session(fake_session *s) {
    if (!s->used) abort();
    for (uint32_t i = 0; i < s->n; i++) free(s->bytes[i]);
    s->used = false;
}

static void fake_drop(void *ctx, cameo_drop what, uint64_t token) {
    fake_device *d = ctx;
    fake_queue *q = &d->queue[token % 256];
    switch (what) {
    case CAMEO_DROP_TICKET:
        d->n_cancel++;
        if (token / 256 != q->sent) abort();
        while (q->first != NULL) fake_pop(q);
        break;
    case CAMEO_DROP_RUN: fake_drop_run(&d->queue[token - FAKE_RUN]); break;
    case CAMEO_DROP_PLAN:
        if (!d->plan[token - FAKE_PLAN].used) abort();
        d->plan[token - FAKE_PLAN].used = false;
        break;
    default: fake_drop_session(&d->session[token - FAKE_SESSION]);
    }
}

void fake_device_init(fake_device *d, const char *name, const char *ops) {
    memset(d, 0, sizeof *d);
    d->ops = ops;
    d->provider = (cameo_provider){.size = sizeof d->provider,
                                   .name = name,
                                   .ctx = d,
                                   .align = 256,
                                   .ops = fake_ops,
                                   .n_ops = 1,
                                   .supports = fake_supports,
                                   .prepare = fake_prepare,
                                   .weights = fake_weights,
                                   .plan = fake_make_plan,
                                   .bind = fake_bind,
                                   .alloc = fake_alloc,
                                   .free = fake_free,
                                   .enqueue = fake_enqueue,
                                   .wait = fake_wait,
                                   .drop = fake_drop,
                                   .appends = true,
                                   .host_operands = strstr(ops, "Expand") != NULL};
}

int fake_device_held(const fake_device *d) {
    int n = 0;
    for (int i = 0; i < FAKE_MAX_MEMORY; i++) n += d->memory[i].p != NULL;
    for (int i = 0; i < FAKE_MAX_TOKENS; i++)
        n += d->queue[i].used + d->plan[i].used + d->session[i].used + (d->queue[i].first != NULL);
    return n;
}
