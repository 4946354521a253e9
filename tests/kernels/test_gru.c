/* test_gru.c — GRU and RNN against a plain reference in double, onnxruntime's results. */
#include <math.h>
#include <stdlib.h>

#include "tests/kernels/harness.h"

enum { N_IN = 6, N_OUT = 2 };
enum { RNN, GRU };
enum { FORWARD, REVERSE, BIDIRECTIONAL };
static const char *const direction_names[] = {"forward", "reverse", "bidirectional"};

/* ---- vectors ---- */

typedef struct gru_vector {
    int op, opset;
    size_t size[4]; /* seq, batch, input, hidden */
    int direction, layout, linear;
    float clip; /* 0: none */
    int n_acts;
    const char *acts[4];
    int n_alpha;
    float alpha[4];
    int n_beta;
    float beta[4];
    uint32_t in[N_IN], out[N_OUT];
} gru_vector;

#include "tests/kernels/gru_vectors.h"

/* Names of activations for h; they live until the harness has run. */
static void add_activations(harness *h, size_t n, const char *const *names, cm_str *strs) {
    harness_attr_ints(h, "activations", 0, NULL);
    cm_attr *a = &h->attr[h->tables.attr.n - 1];
    for (size_t i = 0; i < n; i++) strs[i] = cm_str_from_c(names[i]);
    h->tables.strs.row = strs;
    h->tables.strs.n = (cm_id)n;
    a->type = CM_ATTR_STRINGS;
    a->list = (cm_range){0, (uint32_t)n};
}

typedef struct dims_of {
    uint32_t rank;
    size_t dims[4];
} dims_of;

/* Dims of input (0..5) or output (6, 7) i. */
static dims_of operand_dims(int op, const size_t size[4], int direction, int layout, int i) {
    size_t t = size[0];
    size_t b = size[1];
    size_t n = size[3];
    size_t d = direction == BIDIRECTIONAL ? 2 : 1;
    size_t gates = op == GRU ? 3 : 1;
    switch (i) {
    case 0: return layout ? (dims_of){3, {b, t, size[2]}} : (dims_of){3, {t, b, size[2]}};
    case 1: return (dims_of){3, {d, gates * n, size[2]}};
    case 2: return (dims_of){3, {d, gates * n, n}};
    case 3: return (dims_of){2, {d, 2 * gates * n}};
    case 4: return (dims_of){1, {b}};
    case 6: return layout ? (dims_of){4, {b, t, d, n}} : (dims_of){4, {t, d, b, n}};
    default: return layout ? (dims_of){3, {b, d, n}} : (dims_of){3, {d, b, n}};
    }
}

static void begin(harness *h, int op, int opset) {
    harness_begin(h, op == GRU ? &cm_op_GRU : &cm_op_RNN, opset);
}

static size_t operand_count(const dims_of *d) {
    size_t n = 1;
    for (uint32_t i = 0; i < d->rank; i++) n *= d->dims[i];
    return n;
}

/* What onnxruntime computes (gen_gru.py). */
void test_gru_vectors(void) {
    for (size_t i = 0; i < sizeof gru_vectors / sizeof *gru_vectors; i++) {
        const gru_vector *v = &gru_vectors[i];
        cm_str strs[4];
        harness h;
        begin(&h, v->op, v->opset);
        harness_attr_s(&h, "direction", direction_names[v->direction]);
        harness_attr_i(&h, "hidden_size", (int64_t)v->size[3]);
        if (v->opset < 7) harness_attr_i(&h, "output_sequence", 1);
        if (v->layout) harness_attr_i(&h, "layout", 1);
        if (v->linear) harness_attr_i(&h, "linear_before_reset", 1);
        if (v->clip != 0) harness_attr_f(&h, "clip", v->clip);
        if (v->n_acts != 0) add_activations(&h, (size_t)v->n_acts, v->acts, strs);
        if (v->n_alpha) harness_attr_floats(&h, "activation_alpha", (size_t)v->n_alpha, v->alpha);
        if (v->n_beta) harness_attr_floats(&h, "activation_beta", (size_t)v->n_beta, v->beta);
        for (int k = 0; k < N_IN + N_OUT; k++) {
            dims_of d = operand_dims(v->op, v->size, v->direction, v->layout, k);
            uint32_t place = k < N_IN ? v->in[k] : v->out[k - N_IN];
            if (place == 0) {
                if (k < N_IN)
                    harness_in_none(&h);
                else
                    harness_out_none(&h);
                continue;
            }
            double values[512];
            size_t n = operand_count(&d);
            for (size_t j = 0; j < n; j++) values[j] = (double)gru_pool[place + j];
            if (k < N_IN)
                harness_in_num(&h, k == 4 ? CAMEO_INT32 : CAMEO_FLOAT, d.rank, d.dims, values);
            else
                harness_out_num(&h, CAMEO_FLOAT, d.rank, d.dims, values);
        }
        h.rtol = 1e-5;
        h.atol = 1e-6;
        CHECK_MSG(harness_run(&h), "vector %zu", i);
    }
}

/* ---- the reference ---- */

typedef struct gru_case {
    int op, dtype;
    size_t size[4]; /* seq, batch, input, hidden */
    int direction, layout;
    unsigned give; /* bits 3..5: B, sequence_lens, initial_h */
    unsigned want; /* bits 0, 1: Y, Y_h */
    double clip;   /* 0: none */
    bool linear, constant;
} gru_case;

enum { GIVE_B = 8, GIVE_LENS = 16, GIVE_H0 = 32, GIVE_ALL = 0x38 };

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

static double clipped(const gru_case *c, double x) {
    if (c->clip == 0) return x;
    return x < -c->clip ? -c->clip : x > c->clip ? c->clip : x;
}

/* Row u of gate `gate` of W times x (which 1) or of R times h (which 2), with its bias. */
static double product(const gru_case *c, double *const *in, int which, size_t d, size_t gate,
                      size_t u, const double *x) {
    size_t n = c->size[3];
    size_t gates = c->op == GRU ? 3 : 1;
    size_t k = which == 1 ? c->size[2] : n;
    size_t row = (d * gates + gate) * n + u;
    double sum = 0;
    for (size_t l = 0; l < k; l++) sum += x[l] * in[which][row * k + l];
    if (c->give & GIVE_B)
        sum += in[3][d * 2 * gates * n + ((size_t)which - 1) * gates * n + gate * n + u];
    return sum;
}

/* The new h of unit u; reset is f of gate r for all units. */
static double new_h(const gru_case *c, double *const *in, size_t d, size_t u, const double *x,
                    const double *h, const double *reset_h, double reset) {
    if (c->op == RNN) {
        return tanh(clipped(c, product(c, in, 1, d, 0, u, x) + product(c, in, 2, d, 0, u, h)));
    }
    double z = sigmoid(clipped(c, product(c, in, 1, d, 0, u, x) + product(c, in, 2, d, 0, u, h)));
    double sum = product(c, in, 1, d, 2, u, x);
    sum += c->linear ? reset * product(c, in, 2, d, 2, u, h) : product(c, in, 2, d, 2, u, reset_h);
    return (1 - z) * tanh(clipped(c, sum)) + z * h[u];
}

/* One sequence in one direction; the order of steps is that of the formulas. */
static void reference_sequence(const gru_case *c, double *const *in, double *const *out, size_t d,
                               size_t b) {
    size_t t_all = c->size[0];
    size_t n = c->size[3];
    size_t batch = c->size[1];
    size_t dirs = c->direction == BIDIRECTIONAL ? 2 : 1;
    size_t len = c->give & GIVE_LENS ? (size_t)in[4][b] : t_all;
    size_t state = (c->layout ? b * dirs + d : d * batch + b) * n;
    bool back = c->direction == REVERSE || d == 1;
    double *h = calloc(4 * n + 1, sizeof *h);
    double *next = h + n;
    double *reset = h + 2 * n;
    double *reset_h = h + 3 * n;
    if (h == NULL) abort();
    for (size_t u = 0; u < n; u++) h[u] = c->give & GIVE_H0 ? in[5][state + u] : 0;
    for (size_t s = 0; s < len; s++) {
        size_t t = back ? len - 1 - s : s;
        const double *x = in[0] + (c->layout ? b * t_all + t : t * batch + b) * c->size[2];
        for (size_t u = 0; u < n && c->op == GRU; u++) {
            double sum = product(c, in, 1, d, 1, u, x) + product(c, in, 2, d, 1, u, h);
            reset[u] = sigmoid(clipped(c, sum));
            reset_h[u] = reset[u] * h[u];
        }
        for (size_t u = 0; u < n; u++) next[u] = new_h(c, in, d, u, x, h, reset_h, reset[u]);
        memcpy(h, next, n * sizeof *h);
        size_t y = c->layout ? (b * t_all + t) * dirs + d : (t * dirs + d) * batch + b;
        memcpy(out[0] + y * n, h, n * sizeof *h);
    }
    for (size_t u = 0; u < n; u++) out[1][state + u] = len == 0 ? 0 : h[u];
    free(h);
}

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Random inputs, the reference's outputs, the harness. */
static bool run_case(const gru_case *c) {
    double *v[N_IN + N_OUT];
    dims_of d[N_IN + N_OUT];
    uint32_t rng = 1;
    double scale = 1 / sqrt((double)(c->size[2] + c->size[3] + 1));
    harness h;
    begin(&h, c->op, c->layout || c->dtype == CAMEO_BFLOAT16 ? 22 : 7);
    harness_attr_s(&h, "direction", direction_names[c->direction]);
    if (c->layout) harness_attr_i(&h, "layout", 1);
    if (c->linear) harness_attr_i(&h, "linear_before_reset", 1);
    if (c->clip != 0) harness_attr_f(&h, "clip", (float)c->clip);
    for (int k = 0; k < N_IN + N_OUT; k++) {
        d[k] = operand_dims(c->op, c->size, c->direction, c->layout, k);
        size_t n = operand_count(&d[k]);
        v[k] = calloc(n + 1, sizeof(double));
        if (v[k] == NULL) abort();
        for (size_t i = 0; i < n && k < N_IN; i++) {
            double x = (double)next_random(&rng) / (1 << 23) - 1;
            if (k == 1 || k == 2) x *= 2 * scale;
            if (k == 4) {
                v[k][i] = (double)(next_random(&rng) % (c->size[0] + 1));
            } else { /* rounded to what the operator will see */
                uint64_t stored;
                harness_store(c->dtype, &stored, 0, x);
                v[k][i] = harness_load(c->dtype, &stored, 0);
            }
        }
    }
    for (size_t dir = 0; dir < (c->direction == BIDIRECTIONAL ? 2u : 1u); dir++) {
        for (size_t b = 0; b < c->size[1]; b++) reference_sequence(c, v, v + N_IN, dir, b);
    }
    for (int k = 0; k < N_IN + N_OUT; k++) {
        bool present = k < N_IN ? k < 3 || (c->give >> k & 1) : c->want >> (k - N_IN) & 1;
        if (k < N_IN && !present)
            harness_in_none(&h);
        else if (k < N_IN)
            harness_in_num(&h, k == 4 ? CAMEO_INT32 : c->dtype, d[k].rank, d[k].dims, v[k]);
        else if (!present)
            harness_out_none(&h);
        else
            harness_out_num(&h, c->dtype, d[k].rank, d[k].dims, v[k]);
        if (k < N_IN && present && c->constant) harness_const(&h);
        free(v[k]);
    }
    h.rtol = c->dtype == CAMEO_DOUBLE ? 1e-12 : c->dtype == CAMEO_FLOAT ? 1e-5 : 1e-3;
    if (c->dtype == CAMEO_BFLOAT16) h.rtol = 8e-3;
    h.atol = h.rtol / 8;
    return harness_run(&h);
}

/* Every operator, dtype and direction, with and without lengths, either layout. */
void test_gru_reference(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (int i = 0; i < 4 * 3 * 2 * 2 * 3; i++) {
        gru_case c = {.dtype = dtypes[i % 4], .size = {4, 3, 5, 6}, .want = 3};
        c.direction = i / 4 % 3;
        c.layout = i / 12 % 2;
        c.give = i / 24 % 2 ? GIVE_ALL : GIVE_B | GIVE_H0;
        c.op = i / 48 == 0 ? RNN : GRU;
        c.linear = i / 48 == 2;
        c.constant = i % 5 == 0;
        CHECK_MSG(run_case(&c), "case %d", i);
    }
}

/* Sizes around the edges of chunks of units (128) and blocks of sequences (12), one step, one
 * sequence, none of anything, and more steps than one task takes at a stretch (RNN_STRETCH). */
void test_gru_sizes(void) {
    static const size_t sizes[][4] = {{3, 1, 7, 1},    {3, 1, 33, 130}, {2, 13, 9, 129},
                                      {1, 25, 3, 128}, {2, 2, 1, 260},  {1, 1, 1, 1},
                                      {40, 1, 2, 8},   {0, 2, 3, 4},    {3, 0, 2, 4},
                                      {3, 2, 0, 4},    {3, 2, 3, 0},   {50, 2, 2, 130},
                                      {3, 7, 5, 200},  {2, 8, 3, 67}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int j = 0; j < 6; j++) {
            gru_case c = {.dtype = j % 3 == 0   ? CAMEO_FLOAT
                                   : j % 3 == 1 ? CAMEO_DOUBLE
                                                : CAMEO_FLOAT16};
            memcpy(c.size, sizes[i], sizeof c.size);
            c.op = j == 5 ? RNN : GRU;
            c.linear = j == 2 || j == 3;
            c.direction = (int)i % 3;
            c.layout = (int)(i + (size_t)j) % 2;
            c.give = i % 2 ? GIVE_ALL : GIVE_B;
            c.want = 3;
            c.constant = j == 0;
            CHECK_MSG(run_case(&c), "size %zu, case %d", i, j);
        }
    }
}

/* Every subset of optional inputs and of outputs, clip and linear_before_reset. */
void test_gru_optional(void) {
    for (unsigned i = 0; i < 48; i++) {
        gru_case c = {.dtype = i % 3 == 0 ? CAMEO_DOUBLE : CAMEO_FLOAT, .size = {3, 2, 3, 5}};
        c.op = i < 32 ? GRU : RNN;
        c.linear = i / 8 % 2 != 0;
        c.direction = (int)(i % 3);
        c.give = i % 8 << 3;
        c.want = i % 4;
        c.clip = i % 5 == 0 ? 0.125 : 0;
        CHECK_MSG(run_case(&c), "case %u", i);
    }
}

/* ---- hostile and wrong ---- */

/* X [3][2][2] with hidden size 2 and one more input. */
static cameo_status status_with(harness *h, int extra, int dtype, uint32_t rank, const size_t *dims,
                                const void *data) {
    harness_in(h, CAMEO_FLOAT, H_DIMS(3, 2, 2), NULL);
    harness_in(h, CAMEO_FLOAT, H_DIMS(1, 6, 2), NULL);
    harness_in(h, CAMEO_FLOAT, H_DIMS(1, 6, 2), NULL);
    for (int i = 3; i < extra; i++) harness_in_none(h);
    if (extra >= 3) harness_in(h, dtype, rank, dims, data);
    harness_out(h, CAMEO_FLOAT, H_DIMS(3, 1, 2, 2), NULL);
    return harness_status(h);
}

void test_gru_lengths_are_data(void) {
    static const int32_t bad[][2] = {{4, 1}, {-1, 0}, {INT32_MAX, 0}, {0, INT32_MIN}};
    harness h;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        begin(&h, GRU, 14);
        CHECK_INT(status_with(&h, 4, CAMEO_INT32, H_DIMS(2), bad[i]), CAMEO_E_SHAPE);
    }
    CHECK_STR(h.error.msg, "sequence_lens[1] is -2147483648, want 0..3");
    begin(&h, GRU, 14);
    CHECK_INT(status_with(&h, 4, CAMEO_INT32, H_DIMS(2), (int32_t[]){0, 3}), CAMEO_OK);
}

void test_gru_wrong_dims(void) {
    static const struct {
        int input;
        uint32_t rank;
        size_t dims[3];
    } bad[] = {{3, 2, {1, 6}},    {3, 1, {12}},      {4, 1, {3}},
               {5, 3, {1, 2, 3}}, {5, 3, {2, 2, 2}}, {5, 2, {2, 2}}};
    harness h;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        begin(&h, GRU, 14);
        int dtype = bad[i].input == 4 ? CAMEO_INT32 : CAMEO_FLOAT;
        cameo_status s = status_with(&h, bad[i].input, dtype, bad[i].rank, bad[i].dims, NULL);
        CHECK_MSG(s == CAMEO_E_SHAPE, "case %zu gives %d", i, (int)s);
    }
    begin(&h, GRU, 14);
    harness_attr_i(&h, "hidden_size", 3);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_SHAPE);
    begin(&h, GRU, 14);
    harness_attr_s(&h, "direction", "bidirectional");
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_SHAPE);
}

void test_gru_wrong_attributes(void) {
    static const char *const names[] = {"Tanh", "Tanhh", "Tanh"};
    cm_str strs[3];
    harness h;
    begin(&h, GRU, 14);
    add_activations(&h, 2, names, strs);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_UNSUPPORTED);
    CHECK_STR(h.error.msg, "activation \"Tanhh\" is unknown");
    begin(&h, GRU, 14);
    add_activations(&h, 3, names, strs);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_MALFORMED);
    begin(&h, GRU, 14);
    harness_attr_i(&h, "activations", 1);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_TYPE);
    begin(&h, GRU, 14);
    harness_attr_f(&h, "clip", NAN);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_MALFORMED);
    begin(&h, GRU, 14);
    harness_attr_i(&h, "layout", 2);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_MALFORMED);
    begin(&h, GRU, 14);
    harness_attr_i(&h, "hidden_size", -1);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_MALFORMED);
    begin(&h, GRU, 14);
    harness_attr_s(&h, "direction", "foward");
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_UNSUPPORTED);
}

/* The schema's default of RNN, written out, has two names in one direction, too; three are wrong. */
void test_rnn_spare_activation(void) {
    static const char *const names[] = {"Tanh", "Tanh", "Tanh"};
    static const double h_0[] = {0.5}, y[] = {0};
    for (size_t n = 1; n <= 3; n++) {
        cm_str strs[3];
        harness h;
        begin(&h, RNN, 14);
        add_activations(&h, n, names, strs);
        harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1), y);
        harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1), h_0);
        harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1), h_0);
        harness_out_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1, 1), y);
        if (n < 3)
            CHECK_MSG(harness_run(&h), "%zu names", n);
        else
            CHECK_INT(harness_status(&h), CAMEO_E_MALFORMED);
    }
}

/* A dim that one input does not know comes from another. */
void test_gru_unknown_dims(void) {
    harness h;
    begin(&h, GRU, 14);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 2, 2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 6, 2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 6, 2), NULL);
    for (int i = 0; i < N_OUT; i++) harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(
        h.op->cost(&(cm_shape){.op = h.op,
                               .params = h.params,
                               .n_in = 3,
                               .in = (const cm_avalue *[]){&h.in_av[0], &h.in_av[1], &h.in_av[2]}}),
        3 * 2 * (4096 + 6 * 2 + 6 * 2)); /* a step of a sample counts, too */
    const cm_avalue none = {0};
    cm_avalue x = h.in_av[0];
    cm_avalue lens = {.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_INT32, .rank = 1, .dims = {7}};
    x.dims[1] = CM_DIM_UNKNOWN;
    const cm_avalue *in[] = {&x, &h.in_av[1], &h.in_av[2], &none, &lens};
    cm_avalue out[N_OUT];
    memset(out, 0, sizeof out);
    cm_shape s = {
        .op = h.op, .params = h.params, .n_in = 5, .n_out = 2, .in = in, .out = out, .since = 14};
    CHECK_INT(h.op->shape(&s), CAMEO_OK);
    CHECK_INT(out[0].dims[2], 7);
    CHECK_INT(out[1].dims[1], 7);
    x.rank = CM_RANK_UNKNOWN;
    CHECK_INT(h.op->shape(&s), CAMEO_OK);
    CHECK_INT(out[0].rank, 4);
    CHECK(out[0].dims[0] == CM_DIM_UNKNOWN);
    CHECK_INT(out[0].dims[3], 2);
    harness_end(&h);
}
