/* test_state.c — a decoder whose past lies in one buffer of the caller, from step to step. */
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/fake_device.h"
#include "tests/support/onnx_writer.h"

#include <math.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define STATE_DIM 64
#define STATE_STEPS 500

static const cameo_state state_pair = {"past", "present"};
static const cameo_options state_options = {
    .ops = &cameo_ops_all, .states = &state_pair, .n_states = 1};
static const cameo_options state_none = {.ops = &cameo_ops_all};

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

/* The largest error of y against attention over keys [n][STATE_DIM], `step` floats apart, in double. */
static double state_error(const float *y, const float *x, const float *keys, size_t n,
                          size_t step) {
    static double weight[STATE_STEPS];
    double sum = 0, most = -INFINITY, worst = 0;
    for (size_t i = 0; i < n; i++) {
        weight[i] = 0;
        for (size_t d = 0; d < STATE_DIM; d++)
            weight[i] += (double)x[d] * (double)keys[i * step + d];
        most = fmax(most, weight[i]);
    }
    for (size_t i = 0; i < n; i++) sum += weight[i] = exp(weight[i] - most);
    for (size_t d = 0; d < STATE_DIM; d++) {
        double want = 0;
        for (size_t i = 0; i < n; i++) want += weight[i] / sum * (double)keys[i * step + d];
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
           cameo_plan_measure(x->session, &past, 1, j->work.m, NULL, &bytes, e) == CAMEO_OK &&
           exact_memory_new(bytes, &j->plan_memory) &&
           cameo_plan_create(j->plan_memory.m, x->session, &past, 1, j->work.m, NULL, &plan, e) ==
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

/* 500 steps in one run and one buffer; rows of `heads` heads. Nothing of the past is written again: its whole
 * pages are read-only while a step runs. */
static void state_decode(const char *past, const char *x_dims, int axis, size_t heads) {
    ow o;
    exact x;
    state_job j;
    cameo_error e = {0};
    float token[4 * STATE_DIM];
    long page = sysconf(_SC_PAGESIZE);
    size_t row = heads * STATE_DIM * sizeof(float), capacity = STATE_STEPS * row;
    state_model(&o, past, x_dims, axis);
    CHECK(exact_open_session(&x, o.w.buf, o.w.pos, &state_options) == CAMEO_OK);
    CHECK_MSG(state_open(&x, &j, &e), "%s", e.msg);
    uint8_t *state =
        mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(state != MAP_FAILED && page > 0);
    const float *keys = (const float *)(const void *)state;
    for (int64_t n = 0; n < STATE_STEPS; n++) {
        cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}}, out[2];
        size_t held = (size_t)n * row, closed = held / (size_t)page * (size_t)page;
        state_input(token, heads * STATE_DIM, (int)n);
        in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, n, STATE_DIM}, state, capacity};
        in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, 1, STATE_DIM}, token, row};
        if (axis == 2) {
            in[0].tensor.rank = in[1].tensor.rank = 4;
            memcpy(in[0].tensor.dims, (int64_t[4]){n, 1, (int64_t)heads, STATE_DIM},
                   4 * sizeof(int64_t));
            memcpy(in[1].tensor.dims, (int64_t[4]){1, (int64_t)heads, 1, STATE_DIM},
                   4 * sizeof(int64_t));
        }
        memset(out, 0, sizeof out);
        out[1].tensor.data = n % 2 == 0 ? state : NULL; /* the same, where nothing is given */
        out[1].tensor.bytes = capacity;
        CHECK(closed == 0 || mprotect(state, closed, PROT_READ) == 0);
        CHECK_MSG(cameo_run_all(j.run, in, 2, out, 2, &e) == CAMEO_OK, "%s", e.msg);
        CHECK(closed == 0 || mprotect(state, closed, PROT_READ | PROT_WRITE) == 0);
        cameo_run_stats stats;
        cameo_run_get_stats(j.run, &stats);
        CHECK_INT(stats.copied_bytes, 0);
        CHECK_INT(out[1].tensor.dims[axis == 2 ? 0 : 1], n + 1);
        CHECK(out[1].tensor.data == state && memcmp(state + held, token, row) == 0);
        for (size_t h = 0; h < heads; h++) {
            size_t at = h * STATE_DIM;
            const float *y = (const float *)out[0].tensor.data + at;
            CHECK(state_error(y, token + at, keys + at, (size_t)n + 1, heads * STATE_DIM) < 1e-5);
        }
    }
    munmap(state, capacity);
    state_close(&j);
    exact_close(&x);
    ow_free(&o);
}

void test_state_grows_in_place(void) {
    state_decode("1,past,64", "1,1,64", 1, 1); /* only a 1 before the axis: as in the file */
    state_decode("1,3,past,64", "1,3,1,64", 2, 3);
}

/* A past that is no state for the session: the present is computed in the run and copied back. */
void test_state_undeclared(void) {
    enum { HEADS = 3, STEPS = 40 };
    ow o;
    exact x;
    state_job j;
    cameo_error e = {0};
    size_t row = STATE_DIM * sizeof(float);
    state_model(&o, "1,3,past,64", "1,3,1,64", 2);
    CHECK(exact_open_session(&x, o.w.buf, o.w.pos, &state_none) == CAMEO_OK);
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
            CHECK(state_error(y, token + h * STATE_DIM, mine, (size_t)n + 1, STATE_DIM) < 1e-5);
        }
    }
    free(state);
    free(keys);
    state_close(&j);
    exact_close(&x);
    ow_free(&o);
}

/* ---- on a device ---- */

static void state_device_model(ow *o) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "past", CAMEO_FLOAT, "past,2");
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "1,2");
    ow_node(o, "Concat", "past,x", "present");
    ow_attr_int(o, "axis", 0);
    ow_end(o);
    ow_op(o, "Relu", "present", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "present", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

enum { STATE_DEVICE_STEPS = 6 };

/* A step behind n rows; data NULL: they are those of the run before. present: it is wanted, too. */
static cameo_status state_device_step(cameo_run *run, int64_t n, float *data, cameo_value out[2], bool present) {
    static float x[2];
    cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}};
    x[0] = (float)n + 1;
    x[1] = -(float)n - 1;
    in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 2, {n, 2}, data, data == NULL ? 0 : (size_t)n * sizeof x};
    in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 2, {1, 2}, x, sizeof x};
    memset(out, 0, 2 * sizeof *out);
    return cameo_run_all(run, in, 2, out, present ? 2 : 1, NULL);
}

/* y and, where it is wanted, the present of step n: rows (1, -1), (2, -2), ... */
static bool state_device_is(const cameo_value out[2], int64_t n, bool present) {
    bool right = out[0].tensor.dims[0] == n + 1 && (!present || out[1].tensor.dims[0] == n + 1);
    for (int64_t i = 0; right && i <= n; i++) {
        const float *y = (const float *)out[0].tensor.data + 2 * i, *p = (const float *)out[1].tensor.data + 2 * i;
        right = y[0] == (float)(i + 1) && y[1] == 0 && (!present || (p[0] == y[0] && p[1] == -y[0]));
    }
    return right;
}

/* What a device appends to stays there from run to run: nothing of the state is copied in either direction unless the
 * caller gives or wants it. A run that failed leaves nothing. */
void test_state_on_a_device(void) {
    static float rows[2 * STATE_DEVICE_STEPS];
    cameo_dim_binding past = {"past", 0, STATE_DEVICE_STEPS - 1};
    for (int appends = 0; appends < 2; appends++) {
        ow o;
        exact x;
        fake_device d;
        cameo_value out[2];
        fake_device_init(&d, "fake", "Concat Relu");
        d.provider.appends = appends != 0;
        const cameo_provider *list[1] = {&d.provider};
        cameo_options options = state_options;
        options.providers = list;
        options.n_providers = 1;
        state_device_model(&o);
        CHECK_MSG(exact_open(&x, o.w.buf, o.w.pos, &options, &past, 1, 1 << 12) == CAMEO_OK, "%s", x.why);
        for (int64_t n = 0; n < STATE_DEVICE_STEPS; n++) {
            bool given = n == 0 || n == 4 || appends == 0, wanted = n == 3 || n == 5;
            for (int64_t i = 0; i < n; i++) rows[2 * i] = (float)(i + 1), rows[2 * i + 1] = -(float)(i + 1);
            int up = d.n_upload, down = d.n_download;
            d.delay[0] = d.delay[1] = (int)n % 3;
            CHECK_INT(state_device_step(x.run, n, given ? rows : NULL, out, wanted), CAMEO_OK);
            CHECK_MSG(state_device_is(out, n, wanted), "step %d: other numbers", (int)n);
            CHECK_INT(d.n_upload - up, given && n != 0 ? 2 : 1);
            CHECK_INT(d.n_download - down, appends == 0 || wanted ? 2 : 1);
        }
        /* Other dims than the run before has left, no data where nothing stays, and behind a run that failed. */
        CHECK_INT(state_device_step(x.run, 3, NULL, out, false), CAMEO_E_ARG);
        CHECK_INT(state_device_step(x.run, 2, rows, out, false), CAMEO_OK);
        CHECK_INT(state_device_step(x.run, 3, NULL, out, false), appends != 0 ? CAMEO_OK : CAMEO_E_ARG);
        d.fail_wait = true;
        d.delay[0] = d.delay[1] = d.delay[2] = d.delay[3] = 1;
        CHECK_INT(state_device_step(x.run, 4, rows, out, false), CAMEO_E_DEVICE);
        d.fail_wait = false;
        CHECK_INT(state_device_step(x.run, 5, NULL, out, false), CAMEO_E_ARG);
        CHECK_INT(state_device_step(x.run, 4, rows, out, true), CAMEO_OK);
        CHECK(state_device_is(out, 4, true));
        CHECK(exact_intact(&x));
        exact_close(&x);
        ow_free(&o);
        CHECK_INT(fake_device_held(&d), 0);
    }
}

/* ---- beside a session without states ---- */

enum { STATE_HEADS = 2, STATE_WIDE = 5, STATE_SHORT = 20 };
#define STATE_ROW (2 * STATE_HEADS * STATE_WIDE)

static void state_ints(ow *o, const char *name, int64_t rank, int64_t v) {
    const int64_t one = 1;
    ow_init(o, name, CAMEO_INT64, &one, (uint32_t)rank, &v, sizeof v);
}

static void state_axis_op(ow *o, const char *op, const char *in, const char *out, int64_t axis) {
    ow_node(o, op, in, out);
    ow_attr_int(o, "axis", axis);
    ow_end(o);
}

/* Keys and values in one past [2, 1, heads, past, wide], as GPT-2's exporters write it: the keys joined transposed,
 * what is appended to the values made behind that. */
static void state_stacked_model(ow *o) {
    int64_t turn[] = {0, 1, 3, 2};
    ow_begin(o, 17);
    state_ints(o, "zero", 0, 0);
    state_ints(o, "one", 0, 1);
    state_ints(o, "front", 1, 0);
    ow_value(o, OW_INPUT, "past", CAMEO_FLOAT, "2,1,2,past,5");
    ow_value(o, OW_INPUT, "q", CAMEO_FLOAT, "1,2,new,5");
    ow_value(o, OW_INPUT, "k", CAMEO_FLOAT, "1,2,new,5");
    state_axis_op(o, "Gather", "past,zero", "past_k", 0);
    state_axis_op(o, "Gather", "past,one", "past_v", 0);
    ow_node(o, "Transpose", "past_k", "past_kt");
    ow_attr_ints(o, "perm", turn, 4);
    ow_end(o);
    ow_node(o, "Transpose", "k", "kt");
    ow_attr_ints(o, "perm", turn, 4);
    ow_end(o);
    state_axis_op(o, "Concat", "past_kt,kt", "keys_t", -1);
    ow_op(o, "MatMul", "q,keys_t", "scores");
    state_axis_op(o, "Softmax", "scores", "weights", -1);
    ow_op(o, "Neg", "k", "v");
    state_axis_op(o, "Concat", "past_v,v", "values", -2);
    ow_op(o, "MatMul", "weights,values", "y");
    ow_node(o, "Transpose", "keys_t", "keys");
    ow_attr_ints(o, "perm", turn, 4);
    ow_end(o);
    ow_op(o, "Unsqueeze", "keys,front", "keys_1");
    ow_op(o, "Unsqueeze", "values,front", "values_1");
    state_axis_op(o, "Concat", "keys_1,values_1", "present", 0);
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "present", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

typedef struct state_side {
    cameo_host *host;
    cameo_value out[2];
    float past[STATE_SHORT * STATE_ROW];
} state_side;

/* One step of n new rows behind `held`; both tensors of out stay until the next. */
static bool state_side_run(state_side *s, bool grows, int64_t held, int64_t n, float *q, float *k,
                           cameo_error *e) {
    cameo_value in[3] = {
        {.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}};
    size_t bytes = (size_t)n * STATE_HEADS * STATE_WIDE * sizeof *q;
    in[0].tensor = (cameo_tensor){
        CAMEO_FLOAT, 5, {2, 1, STATE_HEADS, held, STATE_WIDE}, s->past, sizeof s->past};
    if (grows)
        memcpy(in[0].tensor.dims, (int64_t[5]){held, 2, 1, STATE_HEADS, STATE_WIDE},
               5 * sizeof(int64_t));
    in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {1, STATE_HEADS, n, STATE_WIDE}, q, bytes};
    in[2].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {1, STATE_HEADS, n, STATE_WIDE}, k, bytes};
    cameo_host_release(s->host, s->out, 2);
    memset(s->out, 0, sizeof s->out);
    if (grows) {
        s->out[1].tensor.data = s->past;
        s->out[1].tensor.bytes = sizeof s->past;
    }
    return cameo_host_run(s->host, in, 3, s->out, 2, e) == CAMEO_OK;
}

/* present [2][heads][n][wide] as past' [n][2][heads][wide]. */
static bool state_side_same(const float *grown, const float *plain, size_t n) {
    for (size_t b = 0; b < 2 * STATE_HEADS; b++) {
        for (size_t p = 0; p < n; p++) {
            const float *x = plain + (b * n + p) * STATE_WIDE;
            if (memcmp(grown + (p * 2 * STATE_HEADS + b) * STATE_WIDE, x, STATE_WIDE * sizeof *x) !=
                0)
                return false;
        }
    }
    return true;
}

/* Steps of 1, 2, 3 rows: the bits of a session without states; one plan; copies only where told. */
static void state_beside(cameo_opt opt, bool copies) {
    static state_side grown, plain;
    ow o;
    cameo_error e = {0};
    float q[3 * STATE_HEADS * STATE_WIDE], k[3 * STATE_HEADS * STATE_WIDE];
    cameo_options options = {.states = &state_pair, .n_states = 1, .opt = opt, .n_threads = 1};
    cameo_options without = {.opt = opt, .n_threads = 1};
    cameo_dim_binding ranges[2] = {{"past", 0, STATE_SHORT - 3}, {"new", 1, 3}};
    memset(&grown, 0, sizeof grown);
    memset(&plain, 0, sizeof plain);
    state_stacked_model(&o);
    CHECK_MSG(cameo_host_load(o.w.buf, o.w.pos, &options, &grown.host, &e) == CAMEO_OK, "%s",
              e.msg);
    CHECK(cameo_host_load(o.w.buf, o.w.pos, &without, &plain.host, &e) == CAMEO_OK);
    CHECK(cameo_host_bind_dims(grown.host, ranges, 2, &e) == CAMEO_OK);
    uint64_t planned = 0;
    for (int64_t held = 0, step = 0, n; held < STATE_SHORT - 3; held += n, step++) {
        cameo_host_info info = {.size = sizeof info};
        n = step % 3 + 1;
        size_t count = (size_t)n * STATE_HEADS * STATE_WIDE;
        state_input(q, count, (int)step);
        state_input(k, count, (int)step + 100);
        CHECK_MSG(state_side_run(&grown, true, held, n, q, k, &e), "%s", e.msg);
        CHECK_MSG(state_side_run(&plain, false, held, n, q, k, &e), "%s", e.msg);
        CHECK(memcmp(grown.out[0].tensor.data, plain.out[0].tensor.data,
                     grown.out[0].tensor.bytes) == 0);
        CHECK(state_side_same(grown.past, plain.out[1].tensor.data, (size_t)(held + n)));
        memcpy(plain.past, plain.out[1].tensor.data, plain.out[1].tensor.bytes);
        cameo_host_get_info(grown.host, &info);
        CHECK((info.last.copied_bytes != 0) ==
              (copies && held != 0)); /* nothing to keep at first */
        CHECK(step == 0 || info.plan_ns == planned);
        planned = info.plan_ns;
    }
    cameo_host_release(grown.host, grown.out, 2);
    cameo_host_release(plain.host, plain.out, 2);
    cameo_host_free(grown.host);
    cameo_host_free(plain.host);
    ow_free(&o);
}

void test_state_keys_and_values(void) {
    state_beside(CAMEO_OPT_ALL, false);
    state_beside(CAMEO_OPT_BASIC, false);
    state_beside(CAMEO_OPT_NONE, true);
}

/* ---- refusals ---- */

void test_state_refusals(void) {
    static const struct {
        cameo_state states[2];
        size_t n;
        cameo_status status;
        const char *msg;
    } rows[] = {
        {{{"nowhere", "present"}}, 1, CAMEO_E_ARG, "\"nowhere\", which is no required input"},
        {{{"past", "q"}}, 1, CAMEO_E_ARG, "\"q\", which is no computed output"},
        {{{"past", NULL}}, 1, CAMEO_E_ARG, "a name is NULL"},
        {{{"past", "present"}, {"past", "y"}}, 2, CAMEO_E_ARG, "\"past\" twice"},
        {{{"past", "y"}}, 1, CAMEO_E_SHAPE, "the ranks differ"},
        {{{"q", "y"}}, 1, CAMEO_E_SHAPE, "0 dims differ, want the one"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow o;
        cameo_host *host = NULL;
        cameo_error e = {0};
        cameo_options options = {.states = rows[i].states, .n_states = rows[i].n};
        state_stacked_model(&o);
        CHECK_INT(cameo_host_load(o.w.buf, o.w.pos, &options, &host, &e), rows[i].status);
        CHECK_MSG(strstr(e.msg, rows[i].msg) != NULL, "%s", e.msg);
        cameo_host_free(host);
        ow_free(&o);
    }
}

/* A buffer without room for all that the plan serves; plans of other pasts; ranges that are none. */
void test_state_room(void) {
    static state_side s;
    ow o;
    cameo_error e = {0};
    float q[STATE_HEADS * STATE_WIDE] = {0};
    cameo_options options = {.states = &state_pair, .n_states = 1, .n_threads = 1};
    cameo_dim_binding range = {"past", 0, STATE_SHORT};
    cameo_host_info info = {.size = sizeof info};
    memset(&s, 0, sizeof s);
    state_stacked_model(&o);
    CHECK(cameo_host_load(o.w.buf, o.w.pos, &options, &s.host, &e) == CAMEO_OK);
    CHECK(cameo_host_bind_dims(s.host, &range, 1, &e) == CAMEO_OK);
    CHECK(!state_side_run(&s, true, 1, 1, q, q, &e) && e.status == CAMEO_E_ARG);
    CHECK_MSG(strcmp(e.msg, "input past: 1600 bytes given, the state grows to 1680 in this plan") ==
                  0,
              "%s", e.msg);
    memset(&e, 0, sizeof e);
    range.max = STATE_SHORT - 2;
    CHECK(cameo_host_bind_dims(s.host, &range, 1, &e) == CAMEO_OK);
    CHECK(state_side_run(&s, true, 1, 1, q, q, &e));
    cameo_host_get_info(s.host, &info);
    size_t plan = info.plan_bytes;
    CHECK(state_side_run(&s, true, STATE_SHORT - 1, 1, q, q,
                         &e)); /* beyond the range: its own plan */
    cameo_host_get_info(s.host, &info);
    CHECK(info.plan_bytes != plan && info.last.copied_bytes == 0);
    CHECK_INT(cameo_host_bind_dims(s.host, &(cameo_dim_binding){"none", 0, 1}, 1, &e), CAMEO_E_ARG);
    memset(&e, 0, sizeof e);
    CHECK_INT(cameo_host_bind_dims(s.host, &(cameo_dim_binding){"past", 2, 1}, 1, &e), CAMEO_E_ARG);
    CHECK(cameo_host_bind_dims(s.host, NULL, 0, NULL) == CAMEO_OK);
    cameo_host_release(s.host, s.out, 2);
    cameo_host_free(s.host);
    ow_free(&o);
}

/* A plan that does not bind the past: the present has no bound, lies in the heap and is copied. */
void test_state_without_bound(void) {
    static float past[STATE_SHORT * STATE_DIM];
    ow o;
    exact x;
    cameo_error e = {0};
    float token[STATE_DIM];
    state_model(&o, "1,past,64", "1,1,64", 1);
    CHECK(exact_open(&x, o.w.buf, o.w.pos, &state_options, NULL, 0, 1 << 20) == CAMEO_OK);
    for (int64_t n = 0; n < STATE_SHORT; n++) {
        cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}}, out[2];
        size_t row = sizeof token;
        state_input(token, STATE_DIM, (int)n);
        in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, n, STATE_DIM}, past, (size_t)n * row};
        in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, 1, STATE_DIM}, token, row};
        memset(out, 0, sizeof out);
        out[1].tensor.data = past;
        out[1].tensor.bytes = sizeof past;
        CHECK_MSG(cameo_run_all(x.run, in, 2, out, 2, &e) == CAMEO_OK, "%s", e.msg);
        cameo_run_stats stats;
        cameo_run_get_stats(x.run, &stats);
        CHECK_INT(stats.copied_bytes, (size_t)(n + 1) * row);
        CHECK(state_error(out[0].tensor.data, token, past, (size_t)n + 1, STATE_DIM) < 1e-5);
    }
    exact_close(&x);
    ow_free(&o);
}

/* ---- MatMul that reads an input in another order ---- */

/* y = MatMul(a, Transpose(Gather(b, index))), a [lead][m][k], b [.., dims in any order, ..]. */
static void state_view_model(ow *o, const int64_t *perm, int64_t pick, int64_t index) {
    ow_begin(o, 17);
    state_ints(o, "index", 0, index);
    ow_value(o, OW_INPUT, "a", CAMEO_FLOAT, "i,j,m,k");
    ow_value(o, OW_INPUT, "b", CAMEO_FLOAT, pick < 0 ? "p,q,r,s" : "p,q,r,s,t");
    if (pick >= 0) state_axis_op(o, "Gather", "b,index", "part", pick);
    ow_node(o, "Transpose", pick < 0 ? "b" : "part", "turned");
    ow_attr_ints(o, "perm", perm, 4);
    ow_end(o);
    ow_op(o, "MatMul", "a,turned", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* The product at a level; false: it failed. */
static bool state_view_run(const ow *o, cameo_opt opt, uint64_t mask, const cameo_value *in,
                           float *y, size_t *bytes, uint32_t *steps) {
    cameo_host *host = NULL;
    cameo_error e = {0};
    cameo_value out = {0};
    cameo_options options = {.opt = opt, .n_threads = 1, .cpu_mask_off = mask};
    cameo_session_info info = {.size = sizeof info};
    bool ok = cameo_host_load(o->w.buf, o->w.pos, &options, &host, &e) == CAMEO_OK &&
              cameo_host_run(host, in, 2, &out, 1, &e) == CAMEO_OK;
    if (ok) {
        cameo_session_get_info(cameo_host_get_session(host), &info);
        *steps = info.n_steps;
        *bytes = out.tensor.bytes;
        if (*bytes != 0) memcpy(y, out.tensor.data, *bytes);
        cameo_host_release(host, &out, 1);
    }
    cameo_host_free(host);
    return ok;
}

static bool state_is_near(const float *x, const float *y, size_t n, float tolerance) {
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] - y[i] <= tolerance && y[i] - x[i] <= tolerance)) return false;
    }
    return true;
}

/* The bits of a copy, but where rows are multiplied in lanes. */
void test_state_matmul_view_bits(void) {
    enum { MOST = 1 << 16 };
    static float a[MOST], b[MOST], want[MOST], got[MOST];
    static const int64_t perms[][4] = {{0, 1, 3, 2}, {0, 2, 1, 3}, {1, 2, 0, 3},
                                       {1, 2, 3, 0}, {3, 2, 1, 0}, {2, 0, 3, 1}};
    static const int64_t sizes[][5] = {
        /* i, j, m, k, n */
        {1, 3, 1, 64, 70}, {2, 2, 1, 5, 1},   {1, 2, 3, 7, 1}, {2, 3, 4, 33, 21}, {1, 1, 1, 300, 9},
        {2, 1, 1, 1, 40},  {1, 1, 13, 9, 17}, {3, 2, 1, 1, 1}, {1, 2, 2, 0, 3},   {1, 2, 2, 3, 0}};
    state_input(a, MOST, 3);
    state_input(b, MOST, 8);
    for (size_t t = 0; t < 2 * 6 * 10 * 2; t++) {
        const int64_t *perm = perms[t % 6], *z = sizes[t / 6 % 10];
        bool pick = t / 60 % 2 == 1;
        int64_t axis = pick ? (int64_t)(t % 5) : -1, view[4] = {z[0], z[1], z[3], z[4]};
        cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}};
        in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {z[0], z[1], z[2], z[3]}, a, sizeof a};
        in[1].tensor = (cameo_tensor){CAMEO_FLOAT, pick ? 5 : 4, {0}, b, sizeof b};
        for (int64_t d = 0; d < 4; d++) {
            int64_t at = perm[d] + (pick && perm[d] >= axis);
            in[1].tensor.dims[at] = view[d];
        }
        if (pick) in[1].tensor.dims[axis] = 3;
        ow o;
        size_t n = 0, m = 0;
        uint32_t plain = 0, fused = 0;
        uint64_t mask = t >= 120 ? UINT64_MAX : 0;
        int64_t depth = perm[2] + (pick && perm[2] >= axis), last = pick ? 4 : 3;
        bool lanes = mask == 0 && depth == last && z[2] <= 8; /* sums in another order than those of a copy */
        state_view_model(&o, perm, axis, t % 2 == 0 ? 1 : -1);
        CHECK(state_view_run(&o, CAMEO_OPT_NONE, mask, in, want, &n, &plain));
        CHECK(state_view_run(&o, CAMEO_OPT_ALL, mask, in, got, &m, &fused));
        CHECK_MSG(n == m && state_is_near(want, got, n / sizeof *got, 1e-3f), "case %zu: other results", t);
        CHECK_MSG(lanes || memcmp(want, got, n) == 0, "case %zu: other bits", t);
        CHECK_MSG(fused < plain, "case %zu: not fused", t);
        ow_free(&o);
    }
}

/* y = MatMul(a, b'), a [i][j * times][m][k], b' of Neg(b) [i][j][n][k] turned, or [i][j][k][n], each j `times`
 * times. */
static void state_heads_model(ow *o, bool turned, const int64_t *z, int64_t times) {
    const int64_t five = 5, four = 4, one = 1, axis = 2, by[5] = {1, 1, times, 1, 1};
    const int64_t to[4] = {z[0], z[1] * times, z[turned ? 4 : 3], z[turned ? 3 : 4]};
    char dims[64];
    ow_begin(o, 17);
    ow_init(o, "axis", CAMEO_INT64, &one, 1, &axis, sizeof axis);
    ow_init(o, "by", CAMEO_INT64, &five, 1, by, sizeof by);
    ow_init(o, "to", CAMEO_INT64, &four, 1, to, sizeof to);
    ow_value(o, OW_INPUT, "a", CAMEO_FLOAT, "i,jt,m,k");
    (void)snprintf(dims, sizeof dims, "%d,%d,%d,%d", (int)z[0], (int)z[1], (int)to[2], (int)to[3]);
    ow_value(o, OW_INPUT, "b", CAMEO_FLOAT, dims);
    ow_op(o, "Neg", "b", "c");
    ow_op(o, "Unsqueeze", "c,axis", "apart");
    ow_op(o, "Expand", "apart,by", "wide");
    ow_node(o, "Reshape", "wide,to", "heads");
    ow_attr_int(o, "allowzero", 1);
    ow_end(o);
    if (turned) {
        ow_node(o, "Transpose", "heads", "turned");
        ow_attr_ints(o, "perm", (int64_t[]){0, 1, 3, 2}, 4);
        ow_end(o);
    }
    ow_op(o, "MatMul", turned ? "a,turned" : "a,heads", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* Heads that are repeated are read where they lie: with the bits of a copy where rows of b are added up, and near them
 * where rows of a and b are multiplied in lanes. */
void test_state_matmul_rows(void) {
    enum { MOST = 1 << 17 };
    static float a[MOST], b[MOST], want[MOST], got[MOST];
    static const int64_t sizes[][5] = {/* i, j, m, k, n */
                                       {1, 2, 1, 64, 700}, {2, 3, 1, 33, 20}, {1, 1, 3, 16, 1300}, {2, 2, 8, 5, 9},
                                       {1, 9, 1, 300, 32}, {1, 2, 9, 40, 21}, {1, 2, 1, 513, 64},  {2, 1, 2, 7, 1},
                                       {1, 1, 1, 1, 3},    {1, 2, 1, 0, 3},   {1, 2, 1, 3, 0},     {0, 2, 1, 3, 4}};
    bool vectors = cm_prims_select(test_features())->features != 0; /* the rewrite needs them */
    state_input(a, MOST, 3);
    state_input(b, MOST, 8);
    for (size_t t = 0; t < 12 * 2 * 2; t++) {
        const int64_t *z = sizes[t % 12], times = 2 + (int64_t)(t % 3);
        bool turned = t / 12 % 2 == 0, lanes = turned && z[2] <= 8 && z[4] > 1;
        cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}};
        int64_t rows = turned ? z[4] : z[3], columns = turned ? z[3] : z[4];
        in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {z[0], z[1] * times, z[2], z[3]}, a, sizeof a};
        in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {z[0], z[1], rows, columns}, b, sizeof b};
        ow o;
        size_t n = 0, m = 0;
        uint32_t plain = 0, fused = 0;
        state_heads_model(&o, turned, z, times);
        CHECK(state_view_run(&o, CAMEO_OPT_NONE, t < 24 ? 0 : UINT64_MAX, in, want, &n, &plain));
        CHECK(state_view_run(&o, CAMEO_OPT_ALL, t < 24 ? 0 : UINT64_MAX, in, got, &m, &fused));
        CHECK_MSG(n == m && state_is_near(want, got, n / sizeof *got, 1e-3f), "case %zu: other results", t);
        CHECK_MSG((lanes && t < 24) || memcmp(want, got, n) == 0, "case %zu: other bits", t);
        bool views = z[3] <= 1 || z[4] <= 1; /* there is nothing to turn */
        CHECK_MSG(t >= 24 || !vectors || views || fused + 3 <= plain, "case %zu: %u steps", t, (unsigned)fused);
        ow_free(&o);
    }
}

/* An index that the axis has not fails as Gather does. */
void test_state_matmul_view_index(void) {
    static float x[64], y[64];
    ow o;
    size_t n;
    uint32_t steps;
    cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}};
    in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {1, 1, 1, 2}, x, sizeof x};
    in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 5, {2, 1, 1, 2, 2}, x, sizeof x};
    state_view_model(&o, (int64_t[]){0, 1, 3, 2}, 0, -3);
    CHECK(!state_view_run(&o, CAMEO_OPT_NONE, 0, in, y, &n, &steps));
    CHECK(!state_view_run(&o, CAMEO_OPT_ALL, 0, in, y, &n, &steps));
    ow_free(&o);
}

/* A file can name the operator, too: it is refused before its kernel runs. */
void test_state_matmul_view_of_a_file(void) {
    static const struct {
        const char *in;
        int dtype;
        int64_t axis;
        cameo_status status;
    } rows[] = {{"a,b", CAMEO_FLOAT, -1, CAMEO_OK},
                {"a,b", CAMEO_INT8, -1, CAMEO_E_TYPE},
                {"a", CAMEO_FLOAT, -1, CAMEO_E_TYPE},
                {"a,b", CAMEO_FLOAT, 1000, CAMEO_E_SHAPE},
                {"a,b", CAMEO_FLOAT, 1, CAMEO_E_SHAPE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow o;
        cameo_host *host = NULL;
        cameo_options options = {.n_threads = 1};
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "a", CAMEO_FLOAT, "1,2,1,8");
        ow_value(&o, OW_INPUT, "b", rows[i].dtype, "1,2,5,8");
        ow_node(&o, "cameo:MatMulView", rows[i].in, "y");
        ow_attr_ints(&o, "at", (int64_t[]){0, 1, 3, 2}, 4);
        ow_attr_int(&o, "axis", rows[i].axis);
        ow_end(&o);
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        CHECK_INT(cameo_host_load(o.w.buf, o.w.pos, &options, &host, NULL), rows[i].status);
        cameo_host_free(host);
        ow_free(&o);
    }
}
