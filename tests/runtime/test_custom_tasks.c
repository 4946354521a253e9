/* test_custom_tasks.c — operators of the caller whose work is divided into tasks, that give outputs which only their
 * work decides, and that read and give strings, sequences, maps. */
#include "tests/support/custom_ops.h"

/* ---- tasks ---- */

#define CUSTOM_EACH 4 /* elements of a task */

/* y = x - mean(x), x float [n]: sums of tasks, their sum, then the mean, then differences. */
static uint32_t custom_center_parts(const cameo_tensor *x) {
    return (uint32_t)((x->dims[0] + CUSTOM_EACH - 1) / CUSTOM_EACH);
}

static cameo_status custom_center_shape(cameo_op_context *c, const void *params) {
    (void)params;
    return cameo_op_set_output(c, 0, CAMEO_FLOAT, 1, &(int64_t){CAMEO_DIM_OF(0, 0)});
}

static cameo_status custom_center_setup(cameo_op_context *c, const void *params, cameo_op_tasks *tasks) {
    cameo_tensor x, y;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y) || x.dims[0] != y.dims[0]) return CAMEO_E_INTERNAL;
    if (tasks->size != sizeof *tasks || tasks->n_phases != 0) return CAMEO_E_INTERNAL;
    tasks->scratch = (custom_center_parts(&x) + 1) * sizeof(float);
    tasks->worker_scratch = CUSTOM_EACH * sizeof(float);
    tasks->n_phases = 3;
    tasks->phase[0].n_tasks = tasks->phase[2].n_tasks = custom_center_parts(&x);
    tasks->phase[1].n_tasks = 1;
    tasks->phase[1].repeat = 2;
    return CAMEO_OK;
}

static cameo_status custom_center_run(cameo_op_context *c, const void *params) {
    cameo_tensor x, y;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    float *parts = cameo_op_scratch(c), *own = cameo_op_worker_scratch(c);
    uint32_t n_parts = custom_center_parts(&x), t = cameo_op_task(c);
    size_t n = (size_t)x.dims[0], at = (size_t)t * CUSTOM_EACH, left = n - at < CUSTOM_EACH ? n - at : CUSTOM_EACH;
    const float *from = (const float *)x.data + at;
    switch (cameo_op_phase(c)) {
    case 0:
        memcpy(own, from, left * sizeof *own);
        parts[t] = 0;
        for (size_t i = 0; i < left; i++) parts[t] += own[i];
        break;
    case 1:
        if (cameo_op_turn(c) == 0) parts[n_parts] = 0;
        for (uint32_t i = 0; cameo_op_turn(c) == 0 && i < n_parts; i++) parts[n_parts] += parts[i];
        if (cameo_op_turn(c) == 1) parts[n_parts] /= (float)n;
        break;
    default:
        for (size_t i = 0; i < left; i++) ((float *)y.data)[at + i] = from[i] - parts[n_parts];
    }
    return CAMEO_OK;
}

static const cameo_op custom_center_op = {.size = sizeof(cameo_op),
                                          .domain = "test",
                                          .op_type = "Center",
                                          .shape = custom_center_shape,
                                          .run = custom_center_run,
                                          .setup = custom_center_setup};

/* x [dim], Center, y */
static void custom_center_model(ow *o, const char *dim) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, dim);
    ow_op(o, "test:Center", "x", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* Runs it over 0 ... n - 1, whose mean is (n - 1) / 2; pauses behind each task. */
static void custom_check_center(cameo_run *run, size_t n) {
    static const cameo_budget one = {.tasks = 1};
    float in[40];
    cameo_value v = {.kind = CAMEO_KIND_TENSOR}, out = {0};
    cameo_run_stats stats;
    cameo_status s;
    uint64_t parts = (n + CUSTOM_EACH - 1) / CUSTOM_EACH, pauses = 0;
    for (size_t i = 0; i < n; i++) in[i] = (float)i;
    v.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {(int64_t)n}, in, n * sizeof *in};
    CHECK(cameo_run_all(run, &v, 1, &out, 1, NULL) == CAMEO_OK);
    for (size_t i = 0; i < n; i++) CHECK(((const float *)out.tensor.data)[i] == (float)i - (float)(n - 1) / 2);
    cameo_run_get_stats(run, &stats);
    CHECK_INT(stats.tasks, 2 * parts + 2);
    CHECK(cameo_run_begin(run, &v, 1, &out, 1, NULL) == CAMEO_OK);
    while ((s = cameo_run_advance(run, &one, NULL)) == CAMEO_PAUSED) pauses++;
    CHECK_INT(s, CAMEO_OK);
    CHECK_INT(pauses, 2 * parts + 1);
    CHECK(cameo_run_end(run, NULL) == CAMEO_OK);
    for (size_t i = 0; i < n; i++) CHECK(((const float *)out.tensor.data)[i] == (float)i - (float)(n - 1) / 2);
}

/* Phases of tasks with scratch that is part of the exact memory, whether dims are fixed or in a range. */
void test_custom_tasks_phases(void) {
    for (int range = 0; range < 2; range++) {
        ow o;
        exact x;
        const cameo_op *ops[] = {&custom_center_op};
        const cameo_options options = {.ops = &cameo_ops_all, .custom_ops = ops, .n_custom_ops = 1};
        const cameo_dim_binding n = {"n", 1, 40};
        custom_center_model(&o, range ? "n" : "40");
        CHECK_MSG(exact_open(&x, o.w.buf, o.w.pos, &options, &n, (size_t)range, 0) == CAMEO_OK, "%s", x.why);
        CHECK_INT(x.needs.dynamic_bytes, 0);
        for (size_t k = range ? 1 : 40; k <= 40; k += 13) custom_check_center(x.run, k);
        CHECK(exact_intact(&x));
        exact_close(&x);
        ow_free(&o);
    }
}

/* Calls the workers from last to first, as threads might come. */
static void custom_parallel(void *ctx, void (*work)(void *arg, uint32_t worker), void *arg) {
    (*(uint32_t *)ctx)++;
    for (uint32_t w = 3; w-- > 0;) work(arg, w);
}

static uint64_t custom_dear(cameo_op_context *c, const void *params) {
    (void)c, (void)params;
    return UINT64_C(1) << 40;
}

/* The tasks of a phase are shared by workers, each with scratch of its own. */
void test_custom_tasks_workers(void) {
    ow o;
    exact x;
    cameo_op op = custom_center_op;
    op.cost = custom_dear;
    const cameo_op *ops[] = {&op};
    uint32_t calls = 0;
    const cameo_threads threads = {&calls, 3, custom_parallel};
    cameo_run_needs one = {.size = sizeof one}, three = {.size = sizeof three};
    custom_center_model(&o, "40");
    CHECK_MSG(custom_open(&x, &o, ops, 1) == CAMEO_OK, "%s", x.why);
    CHECK(cameo_run_measure(x.plan, 1, &one, NULL) == CAMEO_OK);
    CHECK(cameo_run_measure(x.plan, 3, &three, NULL) == CAMEO_OK);
    CHECK(three.planned_bytes >= one.planned_bytes + 2 * CUSTOM_EACH * sizeof(float));
    exact_memory memory = {0};
    cameo_run *run = NULL;
    CHECK(exact_memory_new(three.planned_bytes, &memory));
    CHECK(cameo_run_create(memory.m, x.plan, 3, &threads, NULL, &run, NULL) == CAMEO_OK);
    if (run != NULL) custom_check_center(run, 40);
    CHECK(calls >= 2);
    CHECK(exact_memory_intact(&memory));
    exact_memory_free(&memory);
    exact_close(&x);
    ow_free(&o);
}

/* A task that is long asks whether it may go on, and tells work that only data decide. */
static cameo_run *custom_own_run;
static uint64_t custom_spent;

static cameo_status custom_spend_run(cameo_op_context *c, const void *params) {
    if (custom_spent == 0) {
        cameo_status before = cameo_op_spend(c, 0);
        cameo_run_cancel(custom_own_run);
        return before == CAMEO_OK ? cameo_op_spend(c, 0) : CAMEO_E_INTERNAL;
    }
    cameo_status status = cameo_op_spend(c, custom_spent);
    return status == CAMEO_OK ? custom_double_run(c, params) : status;
}

void test_custom_tasks_spend(void) {
    ow o;
    exact x;
    cameo_op op = custom_double("test", "Spend", false);
    op.run = custom_spend_run;
    const cameo_op *ops[] = {&op};
    float in[3] = {1, -2, 3};
    cameo_value out = {0};
    cameo_error e = {0};
    cameo_run_stats before, after;
    custom_model(&o, "test:Spend");
    ow_finish(&o);
    CHECK_MSG(custom_open(&x, &o, ops, 1) == CAMEO_OK, "%s", x.why);
    custom_own_run = x.run;
    custom_spent = 0;
    CHECK_INT(custom_run_one(&x, in, 3, &out, &e), CAMEO_E_CANCELLED);
    custom_spent = 1;
    CHECK_INT(custom_run_one(&x, in, 3, &out, NULL), CAMEO_OK);
    cameo_run_get_stats(x.run, &before);
    custom_spent = 1001;
    CHECK_INT(custom_run_one(&x, in, 3, &out, NULL), CAMEO_OK);
    cameo_run_get_stats(x.run, &after);
    CHECK_INT(after.cost, before.cost + 1000);
    const cameo_budget less = {.cost = after.cost - 1};
    cameo_value v = {.kind = CAMEO_KIND_TENSOR, .tensor = {CAMEO_FLOAT, 1, {3}, in, sizeof in}};
    CHECK_INT(cameo_run_begin(x.run, &v, 1, &out, 1, NULL), CAMEO_OK);
    CHECK_INT(cameo_run_advance(x.run, &less, NULL), CAMEO_E_LIMIT);
    exact_close(&x);
    ow_free(&o);
}

static cameo_status custom_many_phases(cameo_op_context *c, const void *params, cameo_op_tasks *tasks) {
    (void)c, (void)params;
    tasks->n_phases = CAMEO_MAX_PHASES + 1;
    return CAMEO_OK;
}

static cameo_status custom_too_large(cameo_op_context *c, const void *params, cameo_op_tasks *tasks) {
    (void)params, (void)tasks;
    return cameo_op_fail(c, CAMEO_E_LIMIT, "too large for my table");
}

static cameo_status custom_pending(cameo_op_context *c, const void *params, cameo_op_tasks *tasks) {
    (void)c, (void)params, (void)tasks;
    return CAMEO_PENDING;
}

/* What setup does wrong, or refuses, is an error of the plan, with the node. An operator of an older header, whose size
 * ends before setup, has none. */
void test_custom_tasks_setup_wrong(void) {
    float in[3] = {1, -2, 3};
    cameo_value out = {0};
    static const struct {
        cameo_status (*setup)(cameo_op_context *c, const void *params, cameo_op_tasks *tasks);
        cameo_status status;
        const char *message;
    } cases[] = {{custom_many_phases, CAMEO_E_ARG, "setup makes 9 phases, want at most 8 [Double the_node"},
                 {custom_too_large, CAMEO_E_LIMIT, "too large for my table [Double the_node"},
                 {custom_pending, CAMEO_E_ARG, "setup of a custom operator returned 1 [Double the_node"},
                 {custom_too_large, CAMEO_OK, ""}};
    for (int i = 0; i < 4; i++) {
        ow o;
        exact x;
        cameo_op op = custom_double("test", "Double", false);
        op.setup = cases[i].setup;
        if (i == 3) op.size = offsetof(cameo_op, setup);
        const cameo_op *ops[] = {&op};
        custom_model(&o, "test:Double");
        ow_finish(&o);
        CHECK_MSG(custom_open(&x, &o, ops, 1) == cases[i].status, "%s", x.why);
        CHECK_MSG(strstr(x.why, cases[i].message) != NULL, "%s", x.why);
        if (i == 3) CHECK(custom_run_one(&x, in, 3, &out, NULL) == CAMEO_OK && ((float *)out.tensor.data)[1] == -4);
        exact_close(&x);
        ow_free(&o);
    }
}

/* An attribute that is a list of texts. */
static cameo_status custom_words_parse(cameo_op_context *c, void *params) {
    const cameo_string *words;
    size_t n;
    if (cameo_op_attr_strings(c, "factor", &words, &n) || cameo_op_attr_strings(c, "absent", &words, &n))
        return cameo_op_fail(c, CAMEO_E_INTERNAL, "an attribute of another type");
    if (!cameo_op_attr_strings(c, "words", &words, &n)) return cameo_op_fail(c, CAMEO_E_MISSING, "no words");
    bool right = n == 3 && custom_text_is(words[0], "one") && words[1].n == 0 && custom_text_is(words[2], "three");
    if (!right) return cameo_op_fail(c, CAMEO_E_INTERNAL, "other words");
    *(int32_t *)params = (int32_t)n;
    return CAMEO_OK;
}

static cameo_status custom_words_run(cameo_op_context *c, const void *params) {
    cameo_tensor y;
    if (!cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    for (size_t i = 0; i < y.bytes / sizeof(float); i++) ((float *)y.data)[i] = (float)*(const int32_t *)params;
    return CAMEO_OK;
}

void test_custom_tasks_words(void) {
    float in[3] = {0};
    for (int given = 0; given < 2; given++) {
        ow o;
        exact x;
        cameo_value out = {0};
        cameo_op op = custom_double("test", "Words", false);
        op.params_size = 4;
        op.parse = custom_words_parse;
        op.run = custom_words_run;
        const cameo_op *ops[] = {&op};
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
        ow_node(&o, "test:Words", "x", "y");
        ow_attr_float(&o, "factor", 2);
        if (given) {
            ow_open(&o, 5);
            ow_str(&o, 1, "words");
            ow_str(&o, 9, "one");
            ow_str(&o, 9, "");
            ow_str(&o, 9, "three");
            ow_int(&o, 20, 8);
            ow_end(&o);
        }
        ow_end(&o);
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        CHECK_MSG(custom_open(&x, &o, ops, 1) == (given ? CAMEO_OK : CAMEO_E_MISSING), "%s", x.why);
        if (given) CHECK(custom_run_one(&x, in, 3, &out, NULL) == CAMEO_OK && ((float *)out.tensor.data)[2] == 3);
        exact_close(&x);
        ow_free(&o);
    }
}

/* An attribute that is a tensor, uint8 [2, 1], beside a number and a tensor of texts; as params: its first element. */
static cameo_status custom_tensor_parse(cameo_op_context *c, void *params) {
    cameo_tensor t = {.rank = 7};
    if (cameo_op_attr_tensor(c, "factor", &t) || cameo_op_attr_tensor(c, "absent", &t) ||
        cameo_op_attr_tensor(c, "words", &t) || t.rank != 7)
        return cameo_op_fail(c, CAMEO_E_INTERNAL, "an attribute of another type");
    if (!cameo_op_attr_tensor(c, "tensor", &t)) return cameo_op_fail(c, CAMEO_E_MISSING, "no tensor");
    bool right = t.dtype == CAMEO_UINT8 && t.rank == 2 && t.dims[0] == 2 && t.dims[1] == 1 && t.bytes == 2;
    if (!right) return cameo_op_fail(c, CAMEO_E_INTERNAL, "another tensor");
    *(int32_t *)params = *(const uint8_t *)t.data;
    return CAMEO_OK;
}

void test_custom_tasks_tensor(void) {
    static const int64_t dims[2] = {2, 1};
    static const uint8_t data[2] = {7, 0};
    float in[3] = {0};
    for (int given = 0; given < 2; given++) {
        ow o;
        exact x;
        cameo_value out = {0};
        cameo_op op = custom_double("test", "Tensor", false);
        op.params_size = 4;
        op.parse = custom_tensor_parse;
        op.run = custom_words_run;
        const cameo_op *ops[] = {&op};
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
        ow_node(&o, "test:Tensor", "x", "y");
        ow_attr_float(&o, "factor", 2);
        ow_open(&o, 5);
        ow_str(&o, 1, "words");
        ow_open(&o, 5); /* a tensor without dims of one text */
        ow_int(&o, 2, CAMEO_STRING);
        ow_str(&o, 6, "a");
        ow_end(&o);
        ow_int(&o, 20, 4);
        ow_end(&o);
        if (given) ow_attr_tensor(&o, "tensor", CAMEO_UINT8, dims, 2, data, sizeof data);
        ow_end(&o);
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        CHECK_MSG(custom_open(&x, &o, ops, 1) == (given ? CAMEO_OK : CAMEO_E_MISSING), "%s", x.why);
        if (given) CHECK(custom_run_one(&x, in, 3, &out, NULL) == CAMEO_OK && ((float *)out.tensor.data)[2] == 7);
        exact_close(&x);
        ow_free(&o);
    }
}

/* ---- outputs that run gives ---- */

/* The elements of x, float [n], that are above 0: tasks count, one gives y, tasks fill it. As params: whether shape
 * tells that there are n at most. */
static cameo_status custom_above_parse(cameo_op_context *c, void *params) {
    int64_t bound = 1;
    (void)cameo_op_attr_int(c, "bound", &bound);
    *(int32_t *)params = (int32_t)bound;
    return CAMEO_OK;
}

static cameo_status custom_above_shape(cameo_op_context *c, const void *params) {
    int64_t dim = *(const int32_t *)params != 0 ? CAMEO_DIM_UP_TO(CAMEO_DIM_OF(0, 0)) : -1;
    return cameo_op_set_output(c, 0, CAMEO_FLOAT, 1, &dim);
}

static cameo_status custom_above_setup(cameo_op_context *c, const void *params, cameo_op_tasks *tasks) {
    cameo_tensor x, y;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || x.data != NULL || cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    tasks->scratch = custom_center_parts(&x) * sizeof(size_t);
    tasks->n_phases = 3;
    tasks->phase[0].n_tasks = tasks->phase[2].n_tasks = custom_center_parts(&x);
    tasks->phase[1].n_tasks = 1;
    return CAMEO_OK;
}

static cameo_status custom_above_run(cameo_op_context *c, const void *params) {
    cameo_tensor x, y = {0};
    (void)params;
    if (!cameo_op_input(c, 0, &x) || cameo_op_output(c, 0, &y) != (cameo_op_phase(c) == 2)) return CAMEO_E_INTERNAL;
    size_t *count = cameo_op_scratch(c), total = 0;
    uint32_t t = cameo_op_task(c);
    size_t n = (size_t)x.dims[0], stop = (size_t)t * CUSTOM_EACH + CUSTOM_EACH;
    if (cameo_op_phase(c) == 1) {
        void *data;
        for (uint32_t i = 0; i < custom_center_parts(&x); i++) {
            size_t here = count[i];
            count[i] = total;
            total += here;
        }
        return cameo_op_give(c, 0, 1, &(int64_t){(int64_t)total}, &data);
    }
    for (size_t i = (size_t)t * CUSTOM_EACH; i < n && i < stop; i++) {
        float v = ((const float *)x.data)[i];
        if (cameo_op_phase(c) == 2 && v > 0) ((float *)y.data)[count[t] + total] = v;
        total += v > 0;
    }
    if (cameo_op_phase(c) == 0) count[t] = total;
    return CAMEO_OK;
}

static const cameo_op custom_above_op = {.size = sizeof(cameo_op),
                                         .domain = "test",
                                         .op_type = "Above",
                                         .params_size = 4,
                                         .parse = custom_above_parse,
                                         .shape = custom_above_shape,
                                         .run = custom_above_run,
                                         .setup = custom_above_setup,
                                         .gives = 2};

/* What data decide: behind a bound it lies in a planned buffer, without one in the heap. Of 0 to all elements. */
void test_custom_tasks_gives(void) {
    for (int bound = 0; bound < 2; bound++) {
        ow o;
        exact x;
        const cameo_op *ops[] = {&custom_above_op};
        const cameo_options options = {.ops = &cameo_ops_all, .custom_ops = ops, .n_custom_ops = 1};
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "30");
        ow_node(&o, "test:Above", "x", "a");
        ow_attr_int(&o, "bound", bound);
        ow_end(&o);
        ow_op(&o, "Neg", "a", "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        CHECK_MSG(exact_open(&x, o.w.buf, o.w.pos, &options, NULL, 0, bound ? 0 : 1 << 12) == CAMEO_OK, "%s", x.why);
        CHECK(bound == (x.needs.dynamic_bytes == 0));
        for (int above = 0; above <= 30; above += 10) {
            float in[30];
            cameo_value out = {0};
            cameo_run_stats stats;
            for (int i = 0; i < 30; i++) in[i] = i % 3 < above / 10 ? (float)(i + 1) : -1;
            CHECK_INT(custom_run_one(&x, in, 30, &out, NULL), CAMEO_OK);
            CHECK_INT(out.tensor.dims[0], above);
            for (int i = 0, at = 0; i < 30; i++) {
                if (in[i] > 0) CHECK(((const float *)out.tensor.data)[at++] == -in[i]);
            }
            cameo_run_get_stats(x.run, &stats);
            CHECK(stats.tasks >= 17);
        }
        CHECK(exact_intact(&x));
        exact_close(&x);
        ow_free(&o);
    }
}

/* What goes wrong while outputs are given, by the number in x[0]. */
static cameo_status custom_wrong_shape(cameo_op_context *c, const void *params) {
    int64_t dims[2] = {3, CAMEO_DIM_UP_TO(4)};
    (void)params;
    cameo_status status = cameo_op_set_output(c, 0, CAMEO_FLOAT, 1, dims);
    return status == CAMEO_OK ? cameo_op_set_output(c, 1, CAMEO_FLOAT, 1, &dims[1]) : status;
}

static cameo_status custom_wrong_run(cameo_op_context *c, const void *params) {
    static const cameo_string text = {"text", 4};
    cameo_tensor x;
    void *data;
    (void)params;
    if (!cameo_op_input(c, 0, &x)) return CAMEO_E_INTERNAL;
    int what = (int)*(const float *)x.data;
    int64_t dims[9] = {what == 1 ? 4 : 3, 1, 1, 1, 1, 1, 1, 1, 1}, other = what == 2 ? 1 << 20 : what == 3 ? -1 : 4;
    if (what == 4) return cameo_op_give_strings(c, 0, 0, dims, &text);
    if (what == 5) return cameo_op_give(c, 0, 9, dims, &data);
    cameo_status status = cameo_op_give(c, 0, 1, dims, &data);
    if (status == CAMEO_OK && what == 6) status = cameo_op_give(c, 0, 1, dims, &data);
    if (status != CAMEO_OK || what == 7) return status;
    memset(data, 0, 3 * sizeof(float));
    if (what == 8) dims[1] = SIZE_MAX >> 1; /* three rows of it are more than memory has */
    if (what == 8 || what == 9) return cameo_op_give(c, 1, 2, dims, &data);
    return cameo_op_give(c, 1, 1, &other, &data);
}

void test_custom_tasks_gives_wrong(void) {
    static const struct {
        cameo_status status;
        const char *message;
    } want[] = {{CAMEO_OK, ""},
                {CAMEO_E_SHAPE, "output 0 has dims that the shape function excluded"},
                {CAMEO_E_SHAPE, "output 1 has dims that the shape function excluded"},
                {CAMEO_E_SHAPE, "dim 0 of output 1 is -1"},
                {CAMEO_E_TYPE, "output 0 is of float32"},
                {CAMEO_E_LIMIT, "rank 9, want at most 8"},
                {CAMEO_E_ARG, "output 0 is given twice"},
                {CAMEO_E_MISSING, "the operator gave no output 1"},
                {CAMEO_E_SHAPE, "output 1 has more elements than memory can have"},
                {CAMEO_E_SHAPE, "output 1 has dims that the shape function excluded"}};
    ow o;
    exact x;
    cameo_op op = {.size = sizeof op, .domain = "test", .op_type = "Wrong", .gives = 1};
    op.shape = custom_wrong_shape;
    op.run = custom_wrong_run;
    const cameo_op *ops[] = {&op};
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "1");
    ow_op(&o, "test:Wrong", "x", "y,z");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_value(&o, OW_OUTPUT, "z", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    CHECK_MSG(custom_open(&x, &o, ops, 1) == CAMEO_OK, "%s", x.why);
    for (int i = 0; i < (int)(sizeof want / sizeof *want); i++) {
        float in = (float)i;
        cameo_value v = {.kind = CAMEO_KIND_TENSOR}, out[2] = {{0}, {0}};
        cameo_error e = {0};
        v.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {1}, &in, sizeof in};
        CHECK_INT(cameo_run_all(x.run, &v, 1, out, 2, &e), want[i].status);
        CHECK_STR(e.msg, want[i].message);
        if (i == 0) CHECK(out[0].tensor.dims[0] == 3 && out[1].tensor.dims[0] == 4);
    }
    exact_close(&x);
    ow_free(&o);
}

/* Outputs are given in a phase of one task, and only by an operator that says so. */
static cameo_status custom_text_shape(cameo_op_context *c, const void *params) {
    (void)params;
    return cameo_op_set_output(c, 0, CAMEO_STRING, 0, NULL);
}

static cameo_status custom_list_shape(cameo_op_context *c, const void *params) {
    (void)params;
    return cameo_op_set_sequence(c, 0, CAMEO_FLOAT);
}

static cameo_status custom_early_run(cameo_op_context *c, const void *params) {
    void *data;
    (void)params;
    return cameo_op_give(c, 0, 0, NULL, &data);
}

void test_custom_tasks_gives_refused(void) {
    static const char *const want[] = {"output 0: a custom operator gives strings in run alone",
                                       "output 0: a custom operator gives sequences in run alone",
                                       "outputs are given in phase 0, which is not one task",
                                       "outputs are given in phase 3, which is not one task",
                                       "outputs are given in run, in the phase that gives"};
    float in[30] = {1, 2, 3};
    for (int i = 0; i < 5; i++) {
        ow o;
        exact x;
        cameo_value out = {0};
        cameo_error e = {0};
        cameo_op op = custom_above_op;
        op.gives = i == 2 ? 1 : i == 3 ? 4 : 0;
        if (i == 0) op.shape = custom_text_shape;
        if (i == 1) op.shape = custom_list_shape;
        if (i == 4) {
            op = custom_double("test", "Above", false);
            op.run = custom_early_run;
        }
        const cameo_op *ops[] = {&op};
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "30");
        ow_op(&o, "test:Above", "x", "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        cameo_status s = custom_open(&x, &o, ops, 1);
        CHECK(s == (i < 2 ? CAMEO_E_TYPE : CAMEO_OK));
        if (s == CAMEO_OK) CHECK_INT(custom_run_one(&x, in, 30, &out, &e), CAMEO_E_ARG);
        CHECK_MSG(strstr(s == CAMEO_OK ? e.msg : x.why, want[i]) != NULL, "%s%s", e.msg, x.why);
        exact_close(&x);
        ow_free(&o);
    }
}

/* ---- strings, sequences, maps ---- */

/* Texts (a tensor, or all tensors of a sequence) to their lengths, int64 [n], and backwards: string [n]. */
static cameo_status custom_texts_shape(cameo_op_context *c, const void *params) {
    cameo_dtype dtype;
    cameo_kind kind = cameo_op_input_kind(c, 0, &dtype);
    int64_t dim = -1;
    (void)params;
    if ((kind != CAMEO_KIND_TENSOR && kind != CAMEO_KIND_SEQUENCE) || dtype != CAMEO_STRING ||
        cameo_op_input_kind(c, 7, &dtype) != CAMEO_KIND_NONE)
        return cameo_op_fail(c, CAMEO_E_TYPE, "input 0 holds no texts");
    cameo_status status = cameo_op_set_output(c, 0, CAMEO_INT64, 1, &dim);
    return status == CAMEO_OK ? cameo_op_set_output(c, 1, CAMEO_STRING, UINT32_MAX, NULL) : status;
}

static cameo_status custom_texts_run(cameo_op_context *c, const void *params) {
    char room[64];
    cameo_string back[8], s;
    int64_t length[8], n = 0;
    size_t used = 0;
    void *data;
    (void)params;
    for (size_t item = 0; item < cameo_op_n_items(c, 0); item++) {
        cameo_tensor t;
        if (!cameo_op_item(c, 0, item, &t) || t.dtype != CAMEO_STRING || t.data != NULL || t.rank != 1)
            return CAMEO_E_INTERNAL;
        for (int64_t k = 0; k < t.dims[0]; k++) {
            if (!cameo_op_string(c, 0, item, (size_t)k, &s) || n == 8 || used + s.n > sizeof room) return CAMEO_E_LIMIT;
            back[n] = (cameo_string){s.n == 0 ? NULL : room + used, s.n};
            for (size_t b = 0; b < s.n; b++) room[used++] = s.p[s.n - 1 - b];
            length[n++] = (int64_t)s.n;
        }
        if (cameo_op_string(c, 0, item, (size_t)t.dims[0], &s)) return CAMEO_E_INTERNAL;
    }
    cameo_tensor whole;
    cameo_dtype dtype;
    if (cameo_op_output_kind(c, 1, &dtype) != CAMEO_KIND_TENSOR || dtype != CAMEO_STRING ||
        cameo_op_output_kind(c, 2, &dtype) != CAMEO_KIND_NONE || dtype != CAMEO_UNDEFINED)
        return CAMEO_E_INTERNAL;
    if (cameo_op_input(c, 0, &whole) || cameo_op_string(c, 0, cameo_op_n_items(c, 0), 0, &s) ||
        cameo_op_n_items(c, 7) != 0)
        return CAMEO_E_INTERNAL;
    cameo_status status = cameo_op_give(c, 0, 1, &n, &data);
    if (status != CAMEO_OK) return status;
    if (n != 0) memcpy(data, length, (size_t)n * sizeof *length);
    return cameo_op_give_strings(c, 1, 1, &n, back);
}

static const cameo_op custom_texts_op = {.size = sizeof(cameo_op),
                                         .domain = "test",
                                         .op_type = "Texts",
                                         .shape = custom_texts_shape,
                                         .run = custom_texts_run,
                                         .gives = 1};

/* x, strings or a sequence of them -> Texts -> lengths, StringConcat of what is backwards with itself */
static void custom_texts_model(ow *o, bool sequence) {
    ow_begin(o, 20);
    if (sequence) {
        ow_sequence(o, OW_INPUT, "x", CAMEO_STRING);
    } else {
        ow_value(o, OW_INPUT, "x", CAMEO_STRING, "n");
    }
    ow_op(o, "test:Texts", "x", "lengths,back");
    ow_op(o, "StringConcat", "back,back", "twice");
    ow_value(o, OW_OUTPUT, "lengths", CAMEO_INT64, NULL);
    ow_value(o, OW_OUTPUT, "twice", CAMEO_STRING, NULL);
    ow_finish(o);
}

void test_custom_tasks_strings(void) {
    static cameo_string texts[3] = {{"abc", 3}, {NULL, 0}, {"xy", 2}};
    for (int sequence = 0; sequence < 2; sequence++) {
        ow o;
        exact x;
        const cameo_op *ops[] = {&custom_texts_op};
        cameo_value items[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}}, out[2];
        custom_texts_model(&o, sequence);
        CHECK_MSG(custom_open(&x, &o, ops, 1) == CAMEO_OK, "%s", x.why);
        for (int n = 0; n <= 3; n += 3) {
            items[0].tensor = (cameo_tensor){CAMEO_STRING, 1, {n == 0 ? 0 : sequence ? 1 : 3}, texts, sizeof texts};
            items[1].tensor = (cameo_tensor){CAMEO_STRING, 1, {2}, texts + 1, 2 * sizeof *texts};
            cameo_value in = {.kind = CAMEO_KIND_SEQUENCE, .items = items, .n_items = n == 0 ? 0 : 2};
            memset(out, 0, sizeof out);
            CHECK_INT(cameo_run_all(x.run, sequence ? &in : items, 1, out, 2, NULL), CAMEO_OK);
            CHECK(out[0].tensor.dims[0] == n && out[1].tensor.dims[0] == n);
            if (n == 0 || out[0].tensor.dims[0] != n) continue;
            const int64_t *length = out[0].tensor.data;
            const cameo_string *twice = out[1].tensor.data;
            CHECK(length[0] == 3 && length[1] == 0 && length[2] == 2);
            CHECK(custom_text_is(twice[0], "cbacba") && twice[1].n == 0 && custom_text_is(twice[2], "yxyx"));
        }
        CHECK(exact_intact(&x));
        exact_close(&x);
        ow_free(&o);
    }
}

/* x, float [n], to a sequence of its first k elements, k = 0 to n, and of names for them. */
static cameo_status custom_heads_shape(cameo_op_context *c, const void *params) {
    (void)params;
    cameo_status status = cameo_op_set_sequence(c, 0, CAMEO_FLOAT);
    return status == CAMEO_OK ? cameo_op_set_sequence(c, 1, CAMEO_STRING) : status;
}

static cameo_status custom_heads_run(cameo_op_context *c, const void *params) {
    static const cameo_string names[4] = {{"zero", 4}, {"one", 3}, {"two", 3}, {"three", 5}};
    cameo_tensor x;
    void *data;
    cameo_status status = CAMEO_OK;
    (void)params;
    cameo_dtype dtype;
    if (!cameo_op_input(c, 0, &x)) return CAMEO_E_INTERNAL;
    if (cameo_op_output_kind(c, 0, &dtype) != CAMEO_KIND_SEQUENCE || dtype != CAMEO_FLOAT) return CAMEO_E_INTERNAL;
    if (((const float *)x.data)[0] < 0) return CAMEO_OK; /* nothing is given: both stay empty */
    for (int64_t k = 0; k <= x.dims[0] && status == CAMEO_OK; k++) {
        status = cameo_op_give(c, 0, 1, &k, &data);
        if (status == CAMEO_OK && k != 0) memcpy(data, x.data, (size_t)k * sizeof(float));
        if (status == CAMEO_OK) status = cameo_op_give_strings(c, 1, 0, NULL, &names[k]);
    }
    return status;
}

void test_custom_tasks_sequences(void) {
    ow o;
    exact x;
    cameo_op op = {.size = sizeof op, .domain = "test", .op_type = "Heads", .gives = 1};
    op.shape = custom_heads_shape;
    op.run = custom_heads_run;
    const cameo_op *ops[] = {&op, &custom_texts_op};
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_op(&o, "test:Heads", "x", "heads,names");
    ow_op(&o, "SequenceLength", "names", "n");
    ow_sequence(&o, OW_OUTPUT, "heads", CAMEO_FLOAT);
    ow_sequence(&o, OW_OUTPUT, "names", CAMEO_STRING);
    ow_value(&o, OW_OUTPUT, "n", CAMEO_INT64, NULL);
    ow_finish(&o);
    CHECK_MSG(custom_open(&x, &o, ops, 2) == CAMEO_OK, "%s", x.why);
    for (int empty = 0; empty < 3; empty++) {
        float data[3] = {empty == 1 ? -1.0f : 1.0f, 2, 3};
        cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out[3] = {{0}, {0}, {0}};
        in.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {3}, data, sizeof data};
        CHECK_INT(cameo_run_all(x.run, &in, 1, out, 3, NULL), CAMEO_OK);
        CHECK_INT(*(const int64_t *)out[2].tensor.data, empty == 1 ? 0 : 4);
        CHECK(out[0].n_items == (empty == 1 ? 0 : 4) && out[1].n_items == out[0].n_items);
        for (size_t k = 0; k < out[0].n_items; k++) {
            const cameo_tensor *t = &out[0].items[k].tensor;
            CHECK(t->rank == 1 && t->dims[0] == (int64_t)k);
            CHECK(k == 0 || memcmp(t->data, data, k * sizeof *data) == 0);
        }
        if (empty != 1) CHECK(custom_text_is(*(const cameo_string *)out[1].items[3].tensor.data, "three"));
    }
    exact_close(&x);
    ow_free(&o);
}

/* A map of int64 to float, what ZipMap makes, to the sum of keys times values; a sequence of maps has no tensors. */
static cameo_status custom_weigh_shape(cameo_op_context *c, const void *params) {
    cameo_dtype dtype;
    (void)params;
    if (cameo_op_input_kind(c, 0, &dtype) != CAMEO_KIND_MAP || dtype != CAMEO_FLOAT)
        return cameo_op_fail(c, CAMEO_E_TYPE, "input 0 is no map to float32");
    return cameo_op_set_output(c, 0, CAMEO_FLOAT, 0, NULL);
}

static cameo_status custom_weigh_run(cameo_op_context *c, const void *params) {
    cameo_tensor keys, values, y;
    (void)params;
    if (cameo_op_n_items(c, 0) != 2 || !cameo_op_item(c, 0, 0, &keys) || !cameo_op_item(c, 0, 1, &values) ||
        !cameo_op_output(c, 0, &y) || cameo_op_input(c, 0, &keys) || keys.dtype != CAMEO_INT64)
        return CAMEO_E_INTERNAL;
    *(float *)y.data = 0;
    for (int64_t i = 0; i < keys.dims[0]; i++)
        *(float *)y.data += (float)((const int64_t *)keys.data)[i] * ((const float *)values.data)[i];
    return CAMEO_OK;
}

/* x, float [n], gives: an optional of its first element, if that is 1 or more; a map of places to elements; a map of
 * names to places. Other first elements make mistakes. */
static cameo_status custom_boxes_shape(cameo_op_context *c, const void *params) {
    (void)params;
    cameo_status status = cameo_op_set_optional(c, 0, CAMEO_FLOAT);
    if (status == CAMEO_OK) status = cameo_op_set_map(c, 1, CAMEO_INT64, CAMEO_FLOAT);
    return status == CAMEO_OK ? cameo_op_set_map(c, 2, CAMEO_STRING, CAMEO_INT64) : status;
}

static cameo_status custom_boxes_map(cameo_op_context *c, const cameo_tensor *x) {
    void *data;
    cameo_status status = cameo_op_give(c, 1, 1, x->dims, &data);
    if (status != CAMEO_OK) return status;
    for (int64_t i = 0; i < x->dims[0]; i++) ((int64_t *)data)[i] = i;
    status = cameo_op_give(c, 1, 1, x->dims, &data);
    if (status == CAMEO_OK) memcpy(data, x->data, x->bytes);
    return status;
}

static cameo_status custom_boxes_names(cameo_op_context *c) {
    static const cameo_string names[2] = {{"first", 5}, {"second", 6}};
    const int64_t two = 2;
    void *data;
    cameo_status status = cameo_op_give_strings(c, 2, 1, &two, names);
    if (status == CAMEO_OK) status = cameo_op_give(c, 2, 1, &two, &data);
    if (status != CAMEO_OK) return status;
    ((int64_t *)data)[0] = 0;
    ((int64_t *)data)[1] = 1;
    return CAMEO_OK;
}

static cameo_status custom_boxes_wrong(cameo_op_context *c, int mistake) {
    static const cameo_string name = {"a", 1};
    const int64_t one = 1, two = 2, square[2] = {1, 1};
    void *data;
    cameo_status status = CAMEO_OK;
    switch (mistake) {
    case 1: /* an optional has one item at most */
        status = cameo_op_give(c, 0, 0, NULL, &data);
        return status == CAMEO_OK ? cameo_op_give(c, 0, 0, NULL, &data) : status;
    case 2: return cameo_op_give_strings(c, 1, 1, &one, &name);  /* its keys are numbers */
    case 3: return cameo_op_give(c, 2, 1, &one, &data);          /* its keys are strings */
    case 4: return cameo_op_give(c, 1, 2, square, &data);        /* no vector */
    case 5:
        status = cameo_op_give(c, 1, 1, &one, &data);
        return status == CAMEO_OK ? cameo_op_give(c, 1, 1, &two, &data) : status;
    case 6: return cameo_op_give(c, 1, 1, &one, &data);          /* keys alone */
    case 7: return CAMEO_OK;                                     /* no map at all */
    case 8:
        for (int i = 0; i < 3 && status == CAMEO_OK; i++) status = cameo_op_give(c, 1, 1, &one, &data);
        return status;
    default: return CAMEO_E_INTERNAL;
    }
}

static cameo_status custom_boxes_run(cameo_op_context *c, const void *params) {
    cameo_tensor x;
    void *data = NULL; /* where nobody wants output 0 */
    (void)params;
    if (!cameo_op_input(c, 0, &x)) return CAMEO_E_INTERNAL;
    float first = ((const float *)x.data)[0];
    if (first < 0) return custom_boxes_wrong(c, (int)-first);
    cameo_status status = first >= 1 ? cameo_op_give(c, 0, 0, NULL, &data) : CAMEO_OK;
    if (status == CAMEO_OK && data != NULL) memcpy(data, &first, sizeof first);
    if (status == CAMEO_OK) status = custom_boxes_map(c, &x);
    return status == CAMEO_OK ? custom_boxes_names(c) : status;
}

static void custom_untyped_output(ow *o, const char *name) {
    ow_open(o, OW_OUTPUT);
    ow_str(o, 1, name);
    ow_end(o);
}

static void custom_boxes_model(ow *o, bool all) {
    ow_begin(o, 18);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_op(o, "test:Boxes", "x", all ? "first,places,names" : ",places,names");
    if (all) ow_op(o, "OptionalHasElement", "first", "has");
    ow_op(o, "test:Weigh", "places", "weight");
    ow_value(o, OW_OUTPUT, "weight", CAMEO_FLOAT, NULL);
    custom_untyped_output(o, "places");
    custom_untyped_output(o, "names");
    if (all) custom_untyped_output(o, "first");
    if (all) ow_value(o, OW_OUTPUT, "has", CAMEO_BOOL, NULL);
    ow_finish(o);
}

void test_custom_tasks_boxes(void) {
    static const cameo_op boxes = {.size = sizeof boxes, .domain = "test", .op_type = "Boxes", .gives = 1,
                                   .shape = custom_boxes_shape, .run = custom_boxes_run};
    static const cameo_op weigh = {.size = sizeof weigh, .domain = "test", .op_type = "Weigh",
                                   .shape = custom_weigh_shape, .run = custom_weigh_run};
    const cameo_op *ops[] = {&boxes, &weigh};
    for (int all = 0; all < 2; all++) {
        ow o;
        exact x;
        custom_boxes_model(&o, all);
        CHECK_MSG(custom_open(&x, &o, ops, 2) == CAMEO_OK, "%s", x.why);
        for (int turn = 0; turn < 4; turn++) {
            float data[3] = {(float)(turn % 2), 2, 3};
            cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out[5];
            cameo_error e = {0};
            memset(out, 0, sizeof out);
            in.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {3}, data, sizeof data};
            cameo_status status = cameo_run_all(x.run, &in, 1, out, all ? 5 : 3, &e);
            CHECK_MSG(status == CAMEO_OK, "%s", e.msg);
            if (status != CAMEO_OK) continue;
            CHECK(*(const float *)out[0].tensor.data == 8);
            CHECK(out[1].kind == CAMEO_KIND_MAP && out[1].n_items == 2);
            CHECK(out[1].items[0].tensor.dtype == CAMEO_INT64 && out[1].items[1].tensor.dtype == CAMEO_FLOAT);
            CHECK(((const int64_t *)out[1].items[0].tensor.data)[2] == 2);
            CHECK(memcmp(out[1].items[1].tensor.data, data, sizeof data) == 0);
            CHECK(custom_text_is(((const cameo_string *)out[2].items[0].tensor.data)[1], "second"));
            CHECK(((const int64_t *)out[2].items[1].tensor.data)[1] == 1);
            if (!all) continue;
            CHECK(out[3].kind == CAMEO_KIND_OPTIONAL && out[3].n_items == (size_t)(turn % 2));
            if (turn % 2 != 0) CHECK(*(const float *)out[3].items[0].tensor.data == 1);
            CHECK(*(const bool *)out[4].tensor.data == (turn % 2 != 0));
        }
        CHECK(exact_intact(&x));
        exact_close(&x);
        ow_free(&o);
    }
}

void test_custom_tasks_boxes_wrong(void) {
    static const struct {
        cameo_status status;
        const char *message;
    } want[] = {{CAMEO_E_ARG, "output 0 is given twice"},
                {CAMEO_E_TYPE, "output 1 is of int64"},
                {CAMEO_E_TYPE, "output 2 is of string"},
                {CAMEO_E_SHAPE, "output 1: the keys and values of a map are two vectors of one length"},
                {CAMEO_E_SHAPE, "output 1: the keys and values of a map are two vectors of one length"},
                {CAMEO_E_MISSING, "the operator gave a map as output 1 without keys or values"},
                {CAMEO_E_MISSING, "the operator gave a map as output 1 without keys or values"},
                {CAMEO_E_ARG, "output 1 is given twice"}};
    cameo_op boxes = {.size = sizeof boxes, .domain = "test", .op_type = "Boxes", .gives = 1};
    cameo_op weigh = {.size = sizeof weigh, .domain = "test", .op_type = "Weigh"};
    boxes.shape = custom_boxes_shape;
    boxes.run = custom_boxes_run;
    weigh.shape = custom_weigh_shape;
    weigh.run = custom_weigh_run;
    const cameo_op *ops[] = {&boxes, &weigh};
    ow o;
    exact x;
    custom_boxes_model(&o, true);
    CHECK_MSG(custom_open(&x, &o, ops, 2) == CAMEO_OK, "%s", x.why);
    for (int i = 0; i < (int)(sizeof want / sizeof *want); i++) {
        float data[3] = {-1 - (float)i, 2, 3};
        cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out[5];
        cameo_error e = {0};
        memset(out, 0, sizeof out);
        in.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {3}, data, sizeof data};
        CHECK_INT(cameo_run_all(x.run, &in, 1, out, 5, &e), want[i].status);
        CHECK_STR(e.msg, want[i].message);
    }
    exact_close(&x);
    boxes.gives = 0; /* then run gives nothing */
    CHECK_INT(custom_open(&x, &o, ops, 2), CAMEO_E_TYPE);
    CHECK_MSG(strstr(x.why, "output 0: a custom operator gives optionals in run alone") != NULL, "%s", x.why);
    exact_close(&x);
    ow_free(&o);
}

void test_custom_tasks_map(void) {
    ow o;
    exact x;
    int64_t keys[2] = {3, 10};
    float values[2] = {2, 0.5f};
    cameo_op op = {.size = sizeof op, .domain = "test", .op_type = "Weigh"};
    op.shape = custom_weigh_shape;
    op.run = custom_weigh_run;
    const cameo_op *ops[] = {&op};
    cameo_value items[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}}, out = {0};
    items[0].tensor = (cameo_tensor){CAMEO_INT64, 1, {2}, keys, sizeof keys};
    items[1].tensor = (cameo_tensor){CAMEO_FLOAT, 1, {2}, values, sizeof values};
    cameo_value in = {.kind = CAMEO_KIND_MAP, .items = items, .n_items = 2};
    ow_begin(&o, 17);
    ow_open(&o, OW_INPUT);
    ow_str(&o, 1, "x");
    ow_open(&o, 2);
    ow_open(&o, 5); /* a map */
    ow_int(&o, 1, CAMEO_INT64);
    ow_open(&o, 2);
    ow_open(&o, 1);
    ow_tensor_type(&o, CAMEO_FLOAT, NULL);
    for (int i = 0; i < 5; i++) ow_end(&o);
    ow_op(&o, "test:Weigh", "x", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    CHECK_MSG(custom_open(&x, &o, ops, 1) == CAMEO_OK, "%s", x.why);
    CHECK_INT(cameo_run_all(x.run, &in, 1, &out, 1, NULL), CAMEO_OK);
    if (out.tensor.data != NULL) CHECK(*(const float *)out.tensor.data == 11);
    exact_close(&x);
    ow_free(&o);
}
