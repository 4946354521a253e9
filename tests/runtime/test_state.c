/* test_state.c — a decoder whose past lies in one buffer of the caller, from step to step. */
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

#include <math.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define STATE_DIM 64
#define STATE_STEPS 500

static const cameo_options state_options = {.ops = &cameo_ops_all};

/* One attention block without weights: keys = past + x along `axis`; y = softmax(x keys') keys. */
static void state_model(ow *o, const char *past, const char *x, int axis) {
    int64_t perm[] = {0, 2, 1}, perm4[] = {0, 1, 3, 2};
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "past", CAMEO_FLOAT, past);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, x);
    ow_node(o, "Concat", "past,x", "present");
    ow_attr_int(o, "axis", axis);
    ow_end(o);
    ow_node(o, "Transpose", "present", "turned");
    ow_attr_ints(o, "perm", axis == 1 ? perm : perm4, axis == 1 ? 3 : 4);
    ow_end(o);
    ow_op(o, "MatMul", "x,turned", "scores");
    ow_node(o, "Softmax", "scores", "weights");
    ow_attr_int(o, "axis", -1);
    ow_end(o);
    ow_op(o, "MatMul", "weights,present", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "present", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

static void state_input(float *x, size_t n, int step) {
    for (size_t i = 0; i < n; i++) x[i] = (float)((step * 7 + (int)i * 13) % 29 - 14) / 16.0f;
}

/* The largest error of y against attention over `keys` [n][STATE_DIM] in double. */
static double state_error(const float *y, const float *x, const float *keys, size_t n) {
    static double weight[STATE_STEPS];
    double sum = 0, most = -INFINITY, worst = 0;
    for (size_t i = 0; i < n; i++) {
        weight[i] = 0;
        for (size_t d = 0; d < STATE_DIM; d++)
            weight[i] += (double)x[d] * (double)keys[i * STATE_DIM + d];
        most = fmax(most, weight[i]);
    }
    for (size_t i = 0; i < n; i++) sum += weight[i] = exp(weight[i] - most);
    for (size_t d = 0; d < STATE_DIM; d++) {
        double want = 0;
        for (size_t i = 0; i < n; i++) want += weight[i] / sum * (double)keys[i * STATE_DIM + d];
        worst = fmax(worst, fabs(want - (double)y[d]));
    }
    return worst;
}

typedef struct state_job {
    exact_memory work, plan_memory, run_memory;
    cameo_run *run;
} state_job;

/* One plan for every past up to STATE_STEPS - 1 and one run; no heap. */
static bool state_open(const exact *x, state_job *j, cameo_error *e) {
    cameo_dim_binding past = {"past", 0, STATE_STEPS - 1};
    cameo_plan *plan;
    cameo_run_needs needs;
    size_t bytes;
    memset(j, 0, sizeof *j);
    return exact_memory_new((size_t)16 << 20, &j->work) &&
           cameo_plan_measure(x->session, &past, 1, j->work.m, &bytes, e) == CAMEO_OK &&
           exact_memory_new(bytes, &j->plan_memory) &&
           cameo_plan_create(j->plan_memory.m, x->session, &past, 1, j->work.m, &plan, e) ==
               CAMEO_OK &&
           cameo_run_measure(plan, 1, &needs, e) == CAMEO_OK && needs.dynamic_bytes == 0 &&
           exact_memory_new(needs.planned_bytes, &j->run_memory) &&
           cameo_run_create(j->run_memory.m, plan, 1, NULL, &state_options, &j->run, e) == CAMEO_OK;
}

static void state_close(state_job *j) {
    exact_memory_free(&j->work);
    exact_memory_free(&j->plan_memory);
    exact_memory_free(&j->run_memory);
}

/* 500 steps in one run and one buffer. Nothing of the past is written again: its whole pages are read-only
 * while a step runs. */
void test_state_appends_in_place(void) {
    ow o;
    exact x;
    state_job j;
    cameo_error e = {0};
    long page = sysconf(_SC_PAGESIZE);
    size_t row = STATE_DIM * sizeof(float), capacity = STATE_STEPS * row;
    state_model(&o, "1,past,64", "1,1,64", 1);
    CHECK(exact_open_session(&x, o.w.buf, o.w.pos, &state_options) == CAMEO_OK);
    CHECK_MSG(state_open(&x, &j, &e), "%s", e.msg);
    uint8_t *state =
        mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(state != MAP_FAILED && page > 0);
    float token[STATE_DIM];
    for (int64_t n = 0; n < STATE_STEPS; n++) {
        cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}}, out[2];
        size_t past = (size_t)n * row, closed = past / (size_t)page * (size_t)page;
        state_input(token, STATE_DIM, (int)n);
        in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, n, STATE_DIM}, state, past};
        in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, 1, STATE_DIM}, token, row};
        memset(out, 0, sizeof out);
        out[1].tensor.data = state;
        out[1].tensor.bytes = capacity;
        CHECK(closed == 0 || mprotect(state, closed, PROT_READ) == 0);
        CHECK_MSG(cameo_run_all(j.run, in, 2, out, 2, &e) == CAMEO_OK, "%s", e.msg);
        CHECK(closed == 0 || mprotect(state, closed, PROT_READ | PROT_WRITE) == 0);
        cameo_run_stats stats;
        cameo_run_get_stats(j.run, &stats);
        CHECK_INT(stats.copied_bytes, 0);
        CHECK_INT(out[1].tensor.dims[1], n + 1);
        CHECK(out[1].tensor.data == state && memcmp(state + past, token, row) == 0);
        const float *keys = (const float *)(const void *)state;
        CHECK(state_error(out[0].tensor.data, token, keys, (size_t)n + 1) < 1e-5);
    }
    munmap(state, capacity);
    state_close(&j);
    exact_close(&x);
    ow_free(&o);
}

/* Heads before the growing dim: every head would have to move, so the new state is computed in the run and
 * copied back, and is right all the same. */
void test_state_copies_behind_heads(void) {
    enum { HEADS = 3, STEPS = 40 };
    ow o;
    exact x;
    state_job j;
    cameo_error e = {0};
    size_t row = STATE_DIM * sizeof(float);
    state_model(&o, "1,3,past,64", "1,3,1,64", 2);
    CHECK(exact_open_session(&x, o.w.buf, o.w.pos, &state_options) == CAMEO_OK);
    CHECK_MSG(state_open(&x, &j, &e), "%s", e.msg);
    float *state = malloc(HEADS * STATE_STEPS * row), *keys = malloc(HEADS * STEPS * row);
    CHECK(state != NULL && keys != NULL);
    float token[HEADS * STATE_DIM];
    for (int64_t n = 0; n < STEPS; n++) {
        cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}}, out[2];
        size_t past = HEADS * (size_t)n * row, now = HEADS * (size_t)(n + 1) * row;
        state_input(token, HEADS * STATE_DIM, (int)n);
        in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {1, HEADS, n, STATE_DIM}, state, past};
        in[1].tensor =
            (cameo_tensor){CAMEO_FLOAT, 4, {1, HEADS, 1, STATE_DIM}, token, sizeof token};
        memset(out, 0, sizeof out);
        out[1].tensor.data = state;
        out[1].tensor.bytes = HEADS * STATE_STEPS * row;
        CHECK_MSG(cameo_run_all(j.run, in, 2, out, 2, &e) == CAMEO_OK, "%s", e.msg);
        cameo_run_stats stats;
        cameo_run_get_stats(j.run, &stats);
        CHECK_INT(stats.copied_bytes, n == 0 ? 0 : now);
        for (size_t h = 0; h < HEADS; h++) {
            float *mine = keys + h * STEPS * STATE_DIM;
            memcpy(mine + (size_t)n * STATE_DIM, token + h * STATE_DIM, row);
            CHECK(memcmp(state + h * (size_t)(n + 1) * STATE_DIM, mine, (size_t)(n + 1) * row) ==
                  0);
            const float *y = (const float *)out[0].tensor.data + h * STATE_DIM;
            CHECK(state_error(y, token + h * STATE_DIM, mine, (size_t)n + 1) < 1e-5);
        }
    }
    free(state);
    free(keys);
    state_close(&j);
    exact_close(&x);
    ow_free(&o);
}
