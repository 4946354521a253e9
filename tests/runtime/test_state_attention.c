/* test_state_attention.c — decoders whose attention operator has a past of its own: states grow where they lie. */
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include "tests/support/features.h"
#include "tests/check.h"
#include "tests/support/onnx_writer.h"

#include <math.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ATT_DIM = 16, ATT_KV_HEADS = 2, ATT_MOST_BATCH = 2, ATT_MOST_HEADS = 4, ATT_KEYS = 300, ATT_MOST_ROWS = 270 };
#define ATT_ROW (ATT_KV_HEADS * ATT_DIM)

typedef struct att_case {
    int64_t batch, heads, rank;
    int64_t causal, window; /* window: of keys to the left, -1 for none */
    bool known;             /* the file knows batch and that one row comes in each step */
    bool stacked;           /* keys and values have one past [2, ...] */
    bool ms;                /* com.microsoft.GroupQueryAttention: of rank 3, causal, without a window */
} att_case;

/* Queries, keys and values of all steps as [batch][key][heads][dim]. */
static float att_q[ATT_MOST_BATCH][ATT_KEYS][ATT_MOST_HEADS][ATT_DIM];
static float att_kv[2][ATT_MOST_BATCH][ATT_KEYS][ATT_KV_HEADS][ATT_DIM];

static float att_number(int64_t i) { return (float)(i * 37 % 101 - 50) / 32.0f; }

static void att_fill(void) {
    float *q = &att_q[0][0][0][0], *kv = &att_kv[0][0][0][0][0];
    for (int64_t i = 0; i < (int64_t)(sizeof att_q / sizeof *q); i++) q[i] = att_number(i * 3 + i / 7);
    for (int64_t i = 0; i < (int64_t)(sizeof att_kv / sizeof *kv); i++) kv[i] = att_number(i * 5 + i / 11);
}

/* The largest error of y at query `at` of a batch and head, in double, after the formula of ONNX's Attention. */
static double att_error(const att_case *t, int64_t b, int64_t h, int64_t at, int64_t keys, const float *y) {
    static double w[ATT_KEYS];
    int64_t kv = h / (t->heads / ATT_KV_HEADS), last = t->causal != 0 ? at : keys - 1;
    int64_t first = t->window < 0 ? 0 : at - t->window;
    double sum = 0, most = -INFINITY, worst = 0;
    if (first < 0) first = 0;
    for (int64_t j = first; j <= last; j++) {
        w[j] = 0;
        for (int d = 0; d < ATT_DIM; d++) w[j] += (double)att_q[b][at][h][d] * (double)att_kv[0][b][j][kv][d];
        w[j] /= sqrt(ATT_DIM);
        most = fmax(most, w[j]);
    }
    for (int64_t j = first; j <= last; j++) sum += w[j] = exp(w[j] - most);
    for (int d = 0; d < ATT_DIM; d++) {
        double want = 0;
        for (int64_t j = first; j <= last; j++) want += w[j] / sum * (double)att_kv[1][b][j][kv][d];
        worst = fmax(worst, fabs(want - (double)y[d]));
    }
    return worst;
}

/* past_k and past_v of one input, present of present_k and present_v, as com.microsoft.Attention has them. */
static void att_past(ow *o, const char *past) {
    char dims[80];
    const int64_t index[2] = {0, 1}, one = 1;
    (void)snprintf(dims, sizeof dims, "2,%s", past);
    ow_value(o, OW_INPUT, "past", CAMEO_FLOAT, dims);
    ow_init(o, "zero", CAMEO_INT64, NULL, 0, &index[0], sizeof index[0]);
    ow_init(o, "one", CAMEO_INT64, NULL, 0, &index[1], sizeof index[1]);
    ow_init(o, "front", CAMEO_INT64, &one, 1, &index[0], sizeof index[0]);
    ow_op(o, "Gather", "past,zero", "past_k");
    ow_op(o, "Gather", "past,one", "past_v");
}

static void att_present(ow *o) {
    ow_op(o, "Unsqueeze", "present_k,front", "k_1");
    ow_op(o, "Unsqueeze", "present_v,front", "v_1");
    ow_node(o, "Concat", "k_1,v_1", "present");
    ow_attr_int(o, "axis", 0);
    ow_end(o);
    ow_value(o, OW_OUTPUT, "present", CAMEO_FLOAT, NULL);
}

/* GroupQueryAttention, which has its lengths from a mask [batch][keys], as exporters write it. */
static void att_group_query(ow *o, const att_case *t, const char *batch) {
    const int64_t one = 1;
    char mask[64];
    (void)snprintf(mask, sizeof mask, "%s,total", batch);
    ow_value(o, OW_INPUT, "mask", CAMEO_INT64, mask);
    ow_init(o, "one", CAMEO_INT64, &one, 1, &one, sizeof one);
    ow_node(o, "ReduceSum", "mask,one", "sums");
    ow_attr_int(o, "keepdims", 0);
    ow_end(o);
    ow_op(o, "Sub", "sums,one", "last");
    ow_node(o, "Shape", "mask", "keys");
    ow_attr_int(o, "start", 1);
    ow_end(o);
    for (int i = 0; i < 2; i++) {
        ow_node(o, "Cast", i == 0 ? "last" : "keys", i == 0 ? "seqlens_k" : "total_sequence_length");
        ow_attr_int(o, "to", CAMEO_INT32);
        ow_end(o);
    }
    ow_node(o, "com.microsoft:GroupQueryAttention", "q,k,v,past_k,past_v,seqlens_k,total_sequence_length",
            "y,present_k,present_v");
    ow_attr_int(o, "num_heads", t->heads);
    ow_attr_int(o, "kv_num_heads", ATT_KV_HEADS);
    ow_end(o);
}

static void att_attention(ow *o, const att_case *t) {
    ow_node(o, "Attention", "q,k,v,,past_k,past_v", "y,present_k,present_v");
    if (t->causal != 0) ow_attr_int(o, "is_causal", 1);
    if (t->window >= 0) ow_attr_int(o, "left_window_size", t->window);
    if (t->rank == 3) ow_attr_int(o, "q_num_heads", t->heads);
    if (t->rank == 3) ow_attr_int(o, "kv_num_heads", ATT_KV_HEADS);
    ow_end(o);
}

static void att_model(ow *o, const att_case *t) {
    char q[64], k[64], past[64];
    const char *batch = t->known ? (t->batch == 1 ? "1" : "2") : "batch", *rows = t->known ? "1" : "rows";
    (void)snprintf(past, sizeof past, "%s,%d,past,%d", batch, ATT_KV_HEADS, ATT_DIM);
    if (t->rank == 4) {
        (void)snprintf(q, sizeof q, "%s,%d,%s,%d", batch, (int)t->heads, rows, ATT_DIM);
        (void)snprintf(k, sizeof k, "%s,%d,%s,%d", batch, ATT_KV_HEADS, rows, ATT_DIM);
    } else {
        (void)snprintf(q, sizeof q, "%s,%s,%d", batch, rows, (int)t->heads * ATT_DIM);
        (void)snprintf(k, sizeof k, "%s,%s,%d", batch, rows, ATT_ROW);
    }
    ow_begin(o, t->window < 0 ? 23 : 25);
    ow_value(o, OW_INPUT, "q", CAMEO_FLOAT, q);
    ow_value(o, OW_INPUT, "k", CAMEO_FLOAT, k);
    ow_value(o, OW_INPUT, "v", CAMEO_FLOAT, k);
    if (t->stacked) {
        att_past(o, past);
    } else {
        ow_value(o, OW_INPUT, "past_k", CAMEO_FLOAT, past);
        ow_value(o, OW_INPUT, "past_v", CAMEO_FLOAT, past);
    }
    if (t->ms)
        att_group_query(o, t, batch);
    else
        att_attention(o, t);
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    if (t->stacked) {
        att_present(o);
    } else {
        ow_value(o, OW_OUTPUT, "present_k", CAMEO_FLOAT, NULL);
        ow_value(o, OW_OUTPUT, "present_v", CAMEO_FLOAT, NULL);
    }
    ow_end(o); /* the graph */
    ow_opset(o, "com.microsoft", 1);
    ow_finish(o);
}

/* Rows [from, from + n) of the first heads of x [batch][key][all heads][dim] as the operand of that rank. */
static cameo_tensor att_operand(const att_case *t, const float *x, int64_t all, int64_t heads, int64_t from, int64_t n,
                                float *to) {
    for (int64_t b = 0; b < t->batch; b++)
        for (int64_t r = 0; r < n; r++)
            for (int64_t h = 0; h < heads; h++) {
                int64_t at = t->rank == 4 ? (b * heads + h) * n + r : (b * n + r) * heads + h;
                memcpy(to + at * ATT_DIM, x + ((b * ATT_KEYS + from + r) * all + h) * ATT_DIM, ATT_DIM * sizeof *to);
            }
    size_t bytes = (size_t)(t->batch * n * heads * ATT_DIM) * sizeof *to;
    if (t->rank == 4) return (cameo_tensor){CAMEO_FLOAT, 4, {t->batch, heads, n, ATT_DIM}, to, bytes};
    return (cameo_tensor){CAMEO_FLOAT, 3, {t->batch, n, heads * ATT_DIM}, to, bytes};
}

/* A decoder and its states, each [keys][parts][batch][heads][dim], one of 2 parts or two of one. */
typedef struct att_run {
    ow o;
    cameo_host *host;
    int64_t n_states, parts;
    size_t row, capacity; /* bytes of a key in all parts; of a state */
    float *state[2];
} att_run;

static void att_open(const att_case *t, att_run *r) {
    static const cameo_state states[3] = {{"past_k", "present_k"}, {"past_v", "present_v"}, {"past", "present"}};
    const cameo_dim_binding ranges[4] = {
        {"total", 1, ATT_KEYS}, {"past", 0, ATT_KEYS - 1}, {"rows", 1, ATT_MOST_ROWS}, {"batch", t->batch, t->batch}};
    const size_t first = t->ms ? 0 : 1;
    cameo_options options = {
        .states = t->stacked ? &states[2] : states, .n_states = t->stacked ? 1 : 2, .n_threads = 1};
    cameo_host_info info = {.size = sizeof info};
    cameo_error e = {0};
    *r = (att_run){.n_states = t->stacked ? 1 : 2, .parts = t->stacked ? 2 : 1};
    r->row = (size_t)(r->parts * t->batch) * ATT_ROW * sizeof(float);
    r->capacity = (ATT_KEYS + ATT_MOST_ROWS) * r->row;
    att_model(&r->o, t);
    CHECK_MSG(cameo_host_load(r->o.w.buf, r->o.w.pos, &options, &r->host, &e) == CAMEO_OK, "%s", e.msg);
    CHECK_MSG(cameo_host_bind_dims(r->host, &ranges[first], (t->known ? 2 : 4) - first, &e) == CAMEO_OK, "%s", e.msg);
    cameo_host_get_info(r->host, &info);
    CHECK(!t->known || info.needs.planned_bytes < r->capacity / 2); /* no room for another past */
    for (int64_t i = 0; i < r->n_states; i++) {
        r->state[i] = mmap(NULL, r->capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        CHECK(r->state[i] != MAP_FAILED);
    }
}

static void att_close(att_run *r) {
    for (int64_t i = 0; i < r->n_states; i++) munmap(r->state[i], r->capacity);
    cameo_host_free(r->host);
    ow_free(&r->o);
}

/* Whole pages of what n keys hold can be written, or only read. */
static void att_protect(const att_run *r, int64_t n, int how) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), closed = (size_t)n * r->row / page * page;
    for (int64_t i = 0; i < r->n_states && closed != 0; i++) CHECK(mprotect(r->state[i], closed, how) == 0);
}

/* `more` keys behind n: nothing of the past is written again, and nothing copied. */
static void att_step(const att_case *t, att_run *run, int64_t n, int64_t more) {
    static float q[ATT_MOST_BATCH * ATT_MOST_ROWS * ATT_MOST_HEADS * ATT_DIM];
    static float kv[2][ATT_MOST_BATCH * ATT_MOST_ROWS * ATT_ROW];
    static int64_t mask[ATT_MOST_BATCH * ATT_KEYS];
    cameo_value in[6] = {{.name = "q"}, {.name = "k"}, {.name = "v"}}, out[3] = {{0}};
    cameo_host_info info = {.size = sizeof info};
    cameo_error e = {0};
    size_t n_in = 3 + (size_t)run->n_states, n_out = 1 + (size_t)run->n_states;
    in[0].tensor = att_operand(t, &att_q[0][0][0][0], ATT_MOST_HEADS, t->heads, n, more, q);
    for (int i = 0; i < 2; i++)
        in[1 + i].tensor = att_operand(t, &att_kv[i][0][0][0][0], ATT_KV_HEADS, ATT_KV_HEADS, n, more, kv[i]);
    for (int64_t i = 0; i < run->n_states; i++) {
        in[3 + i].name = t->stacked ? "past" : i == 0 ? "past_k" : "past_v";
        in[3 + i].tensor =
            (cameo_tensor){CAMEO_FLOAT, 4, {n, t->batch, ATT_KV_HEADS, ATT_DIM}, run->state[i], run->capacity};
        if (t->stacked) {
            in[3 + i].tensor.rank = 5;
            memcpy(in[3 + i].tensor.dims, (int64_t[5]){n, 2, t->batch, ATT_KV_HEADS, ATT_DIM}, 5 * sizeof(int64_t));
        }
        out[1 + i].tensor = (cameo_tensor){.data = run->state[i], .bytes = run->capacity};
    }
    if (t->ms) {
        size_t n_mask = (size_t)(t->batch * (n + more));
        for (size_t i = 0; i < n_mask; i++) mask[i] = 1;
        in[n_in].name = "mask";
        in[n_in++].tensor = (cameo_tensor){CAMEO_INT64, 2, {t->batch, n + more}, mask, n_mask * sizeof *mask};
    }
    for (size_t i = 0; i < n_in; i++) in[i].kind = CAMEO_KIND_TENSOR;
    att_protect(run, n, PROT_READ);
    CHECK_MSG(cameo_host_run(run->host, in, n_in, out, n_out, &e) == CAMEO_OK, "%s", e.msg);
    att_protect(run, n, PROT_READ | PROT_WRITE);
    cameo_host_get_info(run->host, &info);
    CHECK_INT(info.last.copied_bytes, 0);
    for (int64_t i = 0; i < run->n_states; i++) {
        CHECK(out[1 + i].tensor.data == run->state[i]);
        CHECK_INT(out[1 + i].tensor.dims[0], n + more);
    }
    for (int64_t r = n; r < n + more; r++)
        for (int64_t i = 0; i < 2 * t->batch; i++) { /* of keys, then of values */
            const float *x = t->stacked ? run->state[0] + (r * 2 * t->batch + i) * ATT_ROW
                                        : run->state[i / t->batch] + (r * t->batch + i % t->batch) * ATT_ROW;
            CHECK(memcmp(x, att_kv[i / t->batch][i % t->batch][r], ATT_ROW * sizeof *x) == 0);
        }
    for (int64_t i = 0; i < t->batch * t->heads * more; i++) {
        int64_t r = i % more, h = i / more % t->heads, b = i / more / t->heads;
        int64_t at = t->rank == 4 ? i : (b * more + r) * t->heads + h;
        double error = att_error(t, b, h, n + r, n + more, (const float *)out[0].tensor.data + at * ATT_DIM);
        CHECK_MSG(error < 1e-5, "query %d of head %d: error %g", (int)(n + r), (int)h, error);
    }
    cameo_host_release(run->host, out, n_out);
}

void test_state_attention_own_past(void) {
    static const att_case cases[] = {/* batch, heads, rank, causal, window, known, stacked, ms */
                                     {1, 4, 4, 0, -1, true, false, false},  {1, 2, 4, 1, -1, true, false, false},
                                     {2, 4, 3, 1, -1, true, false, false},  {1, 4, 3, 1, -1, false, false, false},
                                     {2, 2, 4, 1, -1, false, false, false}, {2, 4, 3, 0, -1, false, false, false},
                                     {2, 4, 4, 1, 7, false, false, false},  {1, 4, 3, 1, 0, true, false, false},
                                     {1, 4, 3, 1, -1, true, true, false},   {2, 2, 4, 1, -1, false, true, false},
                                     {1, 4, 3, 1, -1, true, false, true},   {2, 2, 3, 1, -1, false, false, true}};
    att_fill();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const att_case *t = &cases[i];
        att_run r;
        att_open(t, &r);
        for (int64_t n = 0, step = 0, more; n < ATT_KEYS; n += more, step++) {
            more = t->known ? 1 : step == 1 ? ATT_MOST_ROWS : step % 3 + 1;
            if (more > ATT_KEYS - n) more = ATT_KEYS - n;
            att_step(t, &r, n, more);
        }
        att_close(&r);
    }
}
