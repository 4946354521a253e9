/* test_lstm.c — LSTM against a plain reference in double, onnxruntime's results. */
#include <math.h>
#include <stdlib.h>

#include "tests/kernels/harness.h"

enum { N_IN = 8, N_OUT = 3 };
enum { FORWARD, REVERSE, BIDIRECTIONAL };
static const char *const direction_names[] = {"forward", "reverse", "bidirectional"};

/* ---- vectors ---- */

typedef struct lstm_vector {
    int opset;
    size_t size[4]; /* seq, batch, input, hidden */
    int direction, layout, input_forget;
    float clip; /* 0: none */
    int n_acts;
    const char *acts[6];
    int n_alpha;
    float alpha[6];
    int n_beta;
    float beta[6];
    uint32_t in[N_IN], out[N_OUT];
} lstm_vector;

#include "tests/kernels/lstm_vectors.h"

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

/* Dims of input (0..7) or output (8..10) i. */
static dims_of operand_dims(const size_t size[4], int direction, int layout, int i) {
    size_t t = size[0];
    size_t b = size[1];
    size_t n = size[3];
    size_t d = direction == BIDIRECTIONAL ? 2 : 1;
    switch (i) {
    case 0: return layout ? (dims_of){3, {b, t, size[2]}} : (dims_of){3, {t, b, size[2]}};
    case 1: return (dims_of){3, {d, 4 * n, size[2]}};
    case 2: return (dims_of){3, {d, 4 * n, n}};
    case 3: return (dims_of){2, {d, 8 * n}};
    case 4: return (dims_of){1, {b}};
    case 7: return (dims_of){2, {d, 3 * n}};
    case 8: return layout ? (dims_of){4, {b, t, d, n}} : (dims_of){4, {t, d, b, n}};
    default: return layout ? (dims_of){3, {b, d, n}} : (dims_of){3, {d, b, n}};
    }
}

static size_t operand_count(const dims_of *d) {
    size_t n = 1;
    for (uint32_t i = 0; i < d->rank; i++) n *= d->dims[i];
    return n;
}

/* What onnxruntime computes (gen_lstm.py). */
void test_lstm_vectors(void) {
    for (size_t i = 0; i < sizeof lstm_vectors / sizeof *lstm_vectors; i++) {
        const lstm_vector *v = &lstm_vectors[i];
        cm_str strs[6];
        harness h;
        harness_begin(&h, &cm_op_LSTM, v->opset);
        harness_attr_s(&h, "direction", direction_names[v->direction]);
        harness_attr_i(&h, "hidden_size", (int64_t)v->size[3]);
        if (v->opset < 7) harness_attr_i(&h, "output_sequence", 1);
        if (v->layout) harness_attr_i(&h, "layout", 1);
        if (v->input_forget) harness_attr_i(&h, "input_forget", 1);
        if (v->clip != 0) harness_attr_f(&h, "clip", v->clip);
        if (v->n_acts != 0) add_activations(&h, (size_t)v->n_acts, v->acts, strs);
        if (v->n_alpha) harness_attr_floats(&h, "activation_alpha", (size_t)v->n_alpha, v->alpha);
        if (v->n_beta) harness_attr_floats(&h, "activation_beta", (size_t)v->n_beta, v->beta);
        for (int k = 0; k < N_IN + N_OUT; k++) {
            dims_of d = operand_dims(v->size, v->direction, v->layout, k);
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
            for (size_t j = 0; j < n; j++) values[j] = (double)lstm_pool[place + j];
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

typedef struct lstm_case {
    int dtype;
    size_t size[4]; /* seq, batch, input, hidden */
    int direction, layout;
    unsigned give; /* bits 3..7: B, sequence_lens, initial_h, initial_c, P */
    unsigned want; /* bits 0..2: Y, Y_h, Y_c */
    double clip;   /* 0: none */
    bool input_forget, constant;
} lstm_case;

enum { GIVE_B = 8, GIVE_LENS = 16, GIVE_H0 = 32, GIVE_C0 = 64, GIVE_P = 128, GIVE_ALL = 0xf8 };

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

static double clipped(const lstm_case *c, double x) {
    if (c->clip == 0) return x;
    return x < -c->clip ? -c->clip : x > c->clip ? c->clip : x;
}

/* Pre-activation of gate `gate`, unit u, without peephole. */
static double gate_sum(const lstm_case *c, double *const *in, size_t d, size_t gate, size_t u,
                       const double *x, const double *h) {
    size_t n = c->size[3];
    size_t row = (d * 4 + gate) * n + u;
    double sum = 0;
    for (size_t l = 0; l < c->size[2]; l++) sum += x[l] * in[1][row * c->size[2] + l];
    for (size_t l = 0; l < n; l++) sum += h[l] * in[2][row * n + l];
    if (c->give & GIVE_B) {
        sum += in[3][d * 8 * n + gate * n + u] + in[3][d * 8 * n + (4 + gate) * n + u];
    }
    return sum;
}

/* One sequence in one direction; the order of steps is that of the formulas. */
static void reference_sequence(const lstm_case *c, double *const *in, double *const *out, size_t d,
                               size_t b) {
    size_t t_all = c->size[0];
    size_t n = c->size[3];
    size_t batch = c->size[1];
    size_t dirs = c->direction == BIDIRECTIONAL ? 2 : 1;
    size_t len = c->give & GIVE_LENS ? (size_t)in[4][b] : t_all;
    size_t state = (c->layout ? b * dirs + d : d * batch + b) * n;
    bool back = c->direction == REVERSE || d == 1;
    double *h = calloc(3 * n + 1, sizeof *h);
    double *cell = h + n;
    double *next = h + 2 * n;
    for (size_t u = 0; u < n; u++) {
        h[u] = c->give & GIVE_H0 ? in[5][state + u] : 0;
        cell[u] = c->give & GIVE_C0 ? in[6][state + u] : 0;
    }
    for (size_t s = 0; s < len; s++) {
        size_t t = back ? len - 1 - s : s;
        const double *x = in[0] + (c->layout ? b * t_all + t : t * batch + b) * c->size[2];
        for (size_t u = 0; u < n; u++) {
            double p[3] = {0, 0, 0}; /* i, o, f */
            for (size_t g = 0; g < 3 && (c->give & GIVE_P); g++) p[g] = in[7][(d * 3 + g) * n + u];
            double i = sigmoid(clipped(c, gate_sum(c, in, d, 0, u, x, h) + p[0] * cell[u]));
            double f = sigmoid(clipped(c, gate_sum(c, in, d, 2, u, x, h) + p[2] * cell[u]));
            double z = tanh(clipped(c, gate_sum(c, in, d, 3, u, x, h)));
            if (c->input_forget) f = 1 - i;
            cell[u] = f * cell[u] + i * z;
            double o = sigmoid(clipped(c, gate_sum(c, in, d, 1, u, x, h) + p[1] * cell[u]));
            next[u] = o * tanh(cell[u]);
        }
        memcpy(h, next, n * sizeof *h);
        size_t y = c->layout ? (b * t_all + t) * dirs + d : (t * dirs + d) * batch + b;
        memcpy(out[0] + y * n, h, n * sizeof *h);
    }
    for (size_t u = 0; u < n; u++) {
        out[1][state + u] = len == 0 ? 0 : h[u];
        out[2][state + u] = len == 0 ? 0 : cell[u];
    }
    free(h);
}

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Random inputs, the reference's outputs, the harness. */
static bool run_case(const lstm_case *c) {
    double *v[N_IN + N_OUT];
    dims_of d[N_IN + N_OUT];
    uint32_t rng = 1;
    double scale = 1 / sqrt((double)(c->size[2] + c->size[3] + 1));
    harness h;
    harness_begin(&h, &cm_op_LSTM, c->layout || c->dtype == CAMEO_BFLOAT16 ? 22 : 7);
    harness_attr_s(&h, "direction", direction_names[c->direction]);
    if (c->layout) harness_attr_i(&h, "layout", 1);
    if (c->input_forget) harness_attr_i(&h, "input_forget", 1);
    if (c->clip != 0) harness_attr_f(&h, "clip", (float)c->clip);
    for (int k = 0; k < N_IN + N_OUT; k++) {
        d[k] = operand_dims(c->size, c->direction, c->layout, k);
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

/* Every dtype and direction, with and without lengths, either layout. */
void test_lstm_reference(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (int i = 0; i < 4 * 3 * 2 * 2; i++) {
        lstm_case c = {.dtype = dtypes[i % 4], .size = {4, 3, 5, 6}, .want = 7};
        c.direction = i / 4 % 3;
        c.layout = i / 12 % 2;
        c.give = i / 24 ? GIVE_ALL : GIVE_B | GIVE_H0 | GIVE_C0;
        c.constant = i % 5 == 0;
        CHECK_MSG(run_case(&c), "case %d", i);
    }
}

/* Sizes around the edges of chunks of units (128) and blocks of sequences (12), one step, one
 * sequence, none of anything, and more steps than one task takes at a stretch (RNN_STRETCH). */
void test_lstm_sizes(void) {
    static const size_t sizes[][4] = {{3, 1, 7, 1},    {3, 1, 33, 130}, {2, 13, 9, 129},
                                      {1, 25, 3, 128}, {2, 2, 1, 260},  {1, 1, 1, 1},
                                      {40, 1, 2, 8},   {0, 2, 3, 4},    {3, 0, 2, 4},
                                      {3, 2, 0, 4},    {3, 2, 3, 0},   {50, 2, 2, 130},
                                      {3, 7, 5, 200},  {2, 8, 3, 67}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int j = 0; j < 3; j++) {
            lstm_case c = {.dtype = j == 0 ? CAMEO_FLOAT : j == 1 ? CAMEO_DOUBLE : CAMEO_FLOAT16};
            memcpy(c.size, sizes[i], sizeof c.size);
            c.direction = (int)i % 3;
            c.layout = (int)(i + (size_t)j) % 2;
            c.give = i % 2 ? GIVE_ALL : GIVE_B | GIVE_P;
            c.want = 7;
            c.constant = j == 0;
            CHECK_MSG(run_case(&c), "size %zu, dtype %d", i, c.dtype);
        }
    }
}

/* Every subset of optional inputs and of outputs, clip and input_forget. */
void test_lstm_optional(void) {
    for (unsigned i = 0; i < 32; i++) {
        lstm_case c = {.dtype = i % 3 == 0 ? CAMEO_DOUBLE : CAMEO_FLOAT, .size = {3, 2, 3, 5}};
        c.direction = (int)(i % 3);
        c.give = i << 3;
        c.want = i % 7 + 1;
        c.clip = i % 4 == 0 ? 0.125 : 0;
        c.input_forget = i % 5 == 0;
        CHECK_MSG(run_case(&c), "case %u", i);
    }
}

/* ---- R of integers ---- */

/* The layer is that of run_case where W selects the columns of X and R is dequantized. dtype: of R. */
typedef struct integer_case {
    lstm_case c; /* give: not B; size[2] is computed */
    bool zeros;  /* zero points other than 0 */
} integer_case;

/* R's scales, zero points and bytes to `extra`, what they say to v[2]. */
static void integer_weights(const integer_case *t, size_t rows, double *const *v, double *const *extra, uint32_t *rng) {
    size_t hidden = t->c.size[3];
    int low = t->c.dtype == CAMEO_UINT8 ? 0 : -128;
    for (size_t i = 0; i < rows; i++) {
        float scale = (float)(1 + next_random(rng) % 8) / (512 * sqrtf((float)hidden + 1));
        extra[0][i] = (double)scale;
        extra[1][i] = t->zeros ? low + (int)(next_random(rng) % 256) : t->c.dtype == CAMEO_UINT8 ? 128 : 0;
        for (size_t l = 0; l < hidden; l++) {
            extra[2][i * hidden + l] = low + (int)(next_random(rng) % 256);
            v[2][i * hidden + l] = (extra[2][i * hidden + l] - extra[1][i]) * extra[0][i];
        }
    }
}

static bool run_integer_case(integer_case *t) {
    lstm_case *c = &t->c;
    size_t dirs = c->direction == BIDIRECTIONAL ? 2 : 1, rows = dirs * 4 * c->size[3];
    double *v[N_IN + N_OUT], *extra[3] = {NULL};
    dims_of d[N_IN + N_OUT];
    uint32_t rng = 7;
    harness h;
    c->size[2] = rows;
    harness_begin(&h, &cm_op_LSTMInteger, 1);
    harness_attr_s(&h, "direction", direction_names[c->direction]);
    for (int k = 0; k < N_IN + N_OUT; k++) {
        d[k] = operand_dims(c->size, c->direction, 0, k);
        size_t n = operand_count(&d[k]);
        v[k] = calloc(n + 1, sizeof(double));
        if (v[k] == NULL) abort();
        for (size_t i = 0; i < n && k < N_IN; i++) {
            if (k == 4) v[k][i] = (double)(next_random(&rng) % (c->size[0] + 1));
            if (k == 0 || k > 4) v[k][i] = (double)(float)(next_random(&rng) / (double)(1 << 23) - 1);
        }
    }
    for (size_t i = 0; i < rows; i++) v[1][i * rows + i] = 1;
    for (int i = 0; i < 3; i++) extra[i] = calloc(rows * (c->size[3] + 1) + 1, sizeof(double));
    integer_weights(t, rows, v, extra, &rng);
    for (size_t dir = 0; dir < dirs; dir++) {
        for (size_t b = 0; b < c->size[1]; b++) reference_sequence(c, v, v + N_IN, dir, b);
    }
    for (int k = 0; k < N_IN; k++) {
        bool given = k == 0 || k == 2 || (c->give >> k & 1);
        int dtype = k == 2 ? c->dtype : k == 4 ? CAMEO_INT32 : CAMEO_FLOAT;
        if (!given) harness_in_none(&h);
        if (given) harness_in_num(&h, dtype, d[k].rank, d[k].dims, k == 2 ? extra[2] : v[k]);
        if (k == 2 && c->constant) harness_const(&h);
    }
    harness_in_num(&h, CAMEO_FLOAT, 1, &rows, extra[0]);
    harness_in_num(&h, c->dtype, 1, &rows, extra[1]);
    for (int k = N_IN; k < N_IN + N_OUT; k++) harness_out_num(&h, CAMEO_FLOAT, d[k].rank, d[k].dims, v[k]);
    for (int k = 0; k < N_IN + N_OUT; k++) free(v[k]);
    for (int i = 0; i < 3; i++) free(extra[i]);
    h.rtol = 2e-4; /* the state has 15 bits and a sign in each step */
    h.atol = 1e-4;
    return harness_run(&h);
}

/* Both types of R, all directions, with zero points and without; sizes around panels, chunks and blocks of rows. */
void test_lstm_integer(void) {
    static const size_t sizes[][4] = {{4, 3, 0, 6}, {3, 1, 0, 1}, {3, 1, 0, 33}, {2, 13, 0, 17}, {1, 1, 0, 8},
                                      {2, 2, 0, 130}, {0, 2, 0, 3}, {2, 0, 0, 3}, {9, 1, 0, 20}};
    for (size_t i = 0; i < 4 * (sizeof sizes / sizeof *sizes); i++) {
        integer_case t = {.zeros = i / 2 % 2 != 0};
        memcpy(t.c.size, sizes[i / 4], sizeof t.c.size);
        t.c.dtype = i % 2 ? CAMEO_UINT8 : CAMEO_INT8;
        t.c.direction = (int)(i % 3);
        t.c.constant = i % 5 != 0;
        t.c.give = i / 4 % 2 ? GIVE_ALL & ~(unsigned)GIVE_B : GIVE_H0;
        t.c.want = 7;
        CHECK_MSG(run_integer_case(&t), "case %zu", i);
    }
}

/* States that are not finite or are 0, and inputs that do not fit. */
void test_lstm_integer_states(void) {
    static const float states[] = {NAN, INFINITY, 0.0f, 1e-38f};
    for (size_t i = 0; i < 4; i++) {
        harness h;
        int8_t r[12] = {0};
        float scale[4] = {1, 1, 1, 1};
        double next = i < 2 ? (double)NAN : 0;
        harness_begin(&h, &cm_op_LSTMInteger, 1);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 4), NULL);
        harness_in_none(&h);
        harness_in(&h, CAMEO_INT8, H_DIMS(1, 4, 1), r);
        harness_in_none(&h);
        harness_in_none(&h);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1), &states[i]);
        harness_in_none(&h);
        harness_in_none(&h);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(4), scale);
        harness_in(&h, CAMEO_INT8, H_DIMS(4), NULL);
        harness_out_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1, 1), &next);
        h.atol = 1e-6;
        CHECK_MSG(harness_run(&h), "state %zu", i);
    }
    harness h;
    harness_begin(&h, &cm_op_LSTMInteger, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 5), NULL);
    harness_in_none(&h);
    harness_in(&h, CAMEO_INT8, H_DIMS(1, 4, 1), NULL);
    for (int i = 3; i < 8; i++) harness_in_none(&h);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(4), NULL);
    harness_in(&h, CAMEO_INT8, H_DIMS(4), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1, 1), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}

/* ---- hostile and wrong ---- */

/* X [3][2][2] with hidden size 2 and one more input. */
static cameo_status status_with(harness *h, int extra, int dtype, uint32_t rank, const size_t *dims,
                                const void *data) {
    harness_in(h, CAMEO_FLOAT, H_DIMS(3, 2, 2), NULL);
    harness_in(h, CAMEO_FLOAT, H_DIMS(1, 8, 2), NULL);
    harness_in(h, CAMEO_FLOAT, H_DIMS(1, 8, 2), NULL);
    for (int i = 3; i < extra; i++) harness_in_none(h);
    if (extra >= 3) harness_in(h, dtype, rank, dims, data);
    harness_out(h, CAMEO_FLOAT, H_DIMS(3, 1, 2, 2), NULL);
    return harness_status(h);
}

void test_lstm_lengths_are_data(void) {
    static const int32_t bad[][2] = {{4, 1}, {-1, 0}, {INT32_MAX, 0}, {0, INT32_MIN}};
    harness h;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        harness_begin(&h, &cm_op_LSTM, 14);
        CHECK_INT(status_with(&h, 4, CAMEO_INT32, H_DIMS(2), bad[i]), CAMEO_E_SHAPE);
    }
    CHECK_STR(h.error.msg, "sequence_lens[1] is -2147483648, want 0..3");
    harness_begin(&h, &cm_op_LSTM, 14);
    CHECK_INT(status_with(&h, 4, CAMEO_INT32, H_DIMS(2), (int32_t[]){0, 3}), CAMEO_OK);
}

void test_lstm_wrong_dims(void) {
    static const struct {
        int input;
        uint32_t rank;
        size_t dims[3];
    } bad[] = {{3, 2, {1, 8}},    {3, 1, {16}},   {4, 1, {3}},       {5, 3, {1, 2, 3}},
               {6, 3, {2, 1, 2}}, {7, 2, {1, 8}}, {7, 3, {1, 6, 1}}, {5, 2, {2, 2}}};
    harness h;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        harness_begin(&h, &cm_op_LSTM, 14);
        int dtype = bad[i].input == 4 ? CAMEO_INT32 : CAMEO_FLOAT;
        cameo_status s = status_with(&h, bad[i].input, dtype, bad[i].rank, bad[i].dims, NULL);
        CHECK_MSG(s == CAMEO_E_SHAPE, "case %zu gives %d", i, (int)s);
    }
    harness_begin(&h, &cm_op_LSTM, 14);
    harness_attr_i(&h, "hidden_size", 3);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_LSTM, 14);
    harness_attr_s(&h, "direction", "bidirectional");
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_SHAPE);
}

void test_lstm_wrong_attributes(void) {
    static const char *const names[] = {"Tanh", "Tanh", "Tanhh"};
    cm_str strs[3];
    harness h;
    harness_begin(&h, &cm_op_LSTM, 14);
    add_activations(&h, 3, names, strs);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_UNSUPPORTED);
    CHECK_STR(h.error.msg, "activation \"Tanhh\" is unknown");
    harness_begin(&h, &cm_op_LSTM, 14);
    add_activations(&h, 2, names, strs);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_MALFORMED);
    harness_begin(&h, &cm_op_LSTM, 14);
    harness_attr_i(&h, "activations", 1);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_TYPE);
    harness_begin(&h, &cm_op_LSTM, 14);
    harness_attr_f(&h, "clip", NAN);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_MALFORMED);
    harness_begin(&h, &cm_op_LSTM, 14);
    harness_attr_i(&h, "layout", 2);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_MALFORMED);
    harness_begin(&h, &cm_op_LSTM, 14);
    harness_attr_i(&h, "hidden_size", -1);
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_MALFORMED);
    harness_begin(&h, &cm_op_LSTM, 14);
    harness_attr_s(&h, "direction", "foward");
    CHECK_INT(status_with(&h, 0, 0, 0, NULL, NULL), CAMEO_E_UNSUPPORTED);
}

/* A dim that one input does not know comes from another. */
void test_lstm_unknown_dims(void) {
    harness h;
    harness_begin(&h, &cm_op_LSTM, 14);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 2, 2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 8, 2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 8, 2), NULL);
    for (int i = 0; i < N_OUT; i++) harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(
        h.op->cost(&(cm_shape){.op = h.op,
                               .params = h.params,
                               .n_in = 3,
                               .in = (const cm_avalue *[]){&h.in_av[0], &h.in_av[1], &h.in_av[2]}}),
        3 * 2 * (4096 + 8 * 2 + 8 * 2)); /* a step of a sample counts, too */
    const cm_avalue none = {0};
    cm_avalue x = h.in_av[0];
    cm_avalue lens = {.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_INT32, .rank = 1, .dims = {7}};
    x.dims[1] = CM_DIM_UNKNOWN;
    const cm_avalue *in[] = {&x, &h.in_av[1], &h.in_av[2], &none, &lens};
    cm_avalue out[N_OUT];
    memset(out, 0, sizeof out);
    cm_shape s = {
        .op = h.op, .params = h.params, .n_in = 5, .n_out = 3, .in = in, .out = out, .since = 14};
    CHECK_INT(h.op->shape(&s), CAMEO_OK);
    CHECK_INT(out[0].dims[2], 7);
    CHECK_INT(out[2].dims[1], 7);
    x.rank = CM_RANK_UNKNOWN;
    CHECK_INT(h.op->shape(&s), CAMEO_OK);
    CHECK_INT(out[0].rank, 4);
    CHECK(out[0].dims[0] == CM_DIM_UNKNOWN);
    CHECK_INT(out[0].dims[3], 2);
    harness_end(&h);
}
