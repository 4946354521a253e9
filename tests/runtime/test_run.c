/* test_run.c — the exact API on the digits model: memory, pausing, cancelling, budgets, misuse. */
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

#include <pthread.h>
#include <stdio.h>

static const char run_digits[] = "examples/digits/digits.onnx";
static const cameo_options run_options = {.ops = &cameo_ops_all};

typedef struct run_case {
    exact x;
    void *file;
    size_t size;
    float image[64];
    float want[10];
    cameo_value in, out;
} run_case;

/* The digits model for one image, and ONNX Runtime's answer for the first held-out image. */
static bool run_case_open(run_case *c, const cameo_options *options) {
    size_t n_test, n_want;
    memset(c, 0, sizeof *c);
    c->file = exact_read_file(run_digits, &c->size);
    uint8_t *test = exact_read_file("examples/digits/digits_test.bin", &n_test);
    void *want = exact_read_file("examples/digits/digits_expected.bin", &n_want);
    bool ok =
        c->file != NULL && test != NULL && want != NULL && n_test >= 65 && n_want >= sizeof c->want;
    if (ok) {
        for (int i = 0; i < 64; i++) c->image[i] = (float)test[i] / 16.0f;
        exact_floats(c->want, want, 10);
    }
    free(test);
    free(want);
    c->in = (cameo_value){.kind = CAMEO_KIND_TENSOR};
    c->in.tensor = (cameo_tensor){CAMEO_FLOAT, 4, {1, 1, 8, 8}, c->image, sizeof c->image};
    cameo_dim_binding batch = {"batch", 1, 1};
    cameo_status s = ok ? exact_open(&c->x, c->file, c->size, options, &batch, 1, 0) : CAMEO_E_IO;
    if (s != CAMEO_OK) check_failed(__FILE__, __LINE__, "%s", ok ? c->x.why : "files missing");
    return s == CAMEO_OK;
}

static void run_case_close(run_case *c) {
    exact_close(&c->x);
    free(c->file);
}

static bool run_case_right(const run_case *c) {
    const float *p = c->out.tensor.data;
    for (int i = 0; i < 10; i++) {
        float d = p[i] - c->want[i];
        if (!(d < 1e-5f && d > -1e-5f)) return false;
    }
    return true;
}

/* Each object works in exactly the bytes it asked for (exact_open shows that one less fails), on memory
 * that held garbage; a static plan uses no heap. */
void test_run_exact(void) {
    run_case c = {0};
    if (!run_case_open(&c, &run_options)) return;
    CHECK_INT(c.x.needs.dynamic_bytes, 0);
    for (int i = 0; i < 3; i++) {
        cameo_error e = {0};
        c.out = (cameo_value){0};
        CHECK_MSG(cameo_run_all(c.x.run, &c.in, 1, &c.out, 1, &e) == CAMEO_OK, "%s", e.msg);
        CHECK(run_case_right(&c));
    }
    CHECK(exact_intact(&c.x));
    run_case_close(&c);
}

/* A table of weights is read where it lies, at an odd address; a bias whose kernel wants aligned elements is
 * copied, and the session says how many bytes that were. */
void test_run_weights_in_place(void) {
    if (CM_BIG_ENDIAN) {
        check_skip("files are little-endian: this machine copies what has several bytes");
        return;
    }
    enum { ROWS = 1000, COLUMNS = 8 };
    ow o;
    exact x;
    static float table[ROWS * COLUMNS], bias[ROWS * COLUMNS];
    int64_t dims[2] = {ROWS, COLUMNS}, ids[2] = {999, 3};
    for (int i = 0; i < ROWS * COLUMNS; i++) table[i] = (float)i;
    bias[0] = 1; /* an Add of zeros would not be computed */
    for (int pad = 0; pad < 4; pad++) {
        char name[8] = "weight";
        name[6 - (pad > 2 ? 2 : pad)] = 0; /* another length, another alignment */
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "ids", CAMEO_INT64, "2");
        ow_init(&o, "bias", CAMEO_FLOAT, (int64_t[]){2, COLUMNS}, 2, bias,
                2 * COLUMNS * sizeof *bias);
        ow_init(&o, name, CAMEO_FLOAT, dims, 2, table, sizeof table);
        char in[16];
        snprintf(in, sizeof in, "%s,ids", name);
        ow_op(&o, "Gather", in, "rows");
        ow_op(&o, "Add", "rows,bias", "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "2,8");
        ow_finish(&o);
        cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &run_options, NULL, 0, 0);
        CHECK_MSG(s == CAMEO_OK, "%s", x.why);
        cameo_session_info info = {.size = sizeof info};
        cameo_session_get_info(x.session, &info);
        CHECK(info.copied_bytes == 0 || info.copied_bytes == 2 * COLUMNS * sizeof *bias);
        CHECK_INT(info.weights_bytes + info.copied_bytes,
                  sizeof table + 2 * COLUMNS * sizeof *bias);
        CHECK_INT(info.packed_bytes + info.folded_bytes, 0);
        cameo_value input = {.kind = CAMEO_KIND_TENSOR}, out = {0};
        input.tensor = (cameo_tensor){CAMEO_INT64, 1, {2}, ids, sizeof ids};
        CHECK(cameo_run_all(x.run, &input, 1, &out, 1, NULL) == CAMEO_OK);
        const float *y = out.tensor.data;
        for (int i = 0; i < COLUMNS; i++) {
            CHECK(y[i] == (float)(999 * COLUMNS + i) + bias[i]);
            CHECK(y[COLUMNS + i] == (float)(3 * COLUMNS + i));
        }
        exact_close(&x);
        ow_free(&o);
    }
}

/* Paused after every single task, the result is the same bits. */
void test_run_pause(void) {
    run_case c = {0};
    float whole[10];
    if (!run_case_open(&c, &run_options)) return;
    CHECK(cameo_run_all(c.x.run, &c.in, 1, &c.out, 1, NULL) == CAMEO_OK);
    memcpy(whole, c.out.tensor.data, sizeof whole);
    cameo_run_stats all, parts;
    cameo_run_get_stats(c.x.run, &all);
    for (uint64_t step = 1; step <= 3; step++) {
        cameo_budget one = {.tasks = step};
        cameo_status s;
        int pauses = 0;
        c.out = (cameo_value){0};
        CHECK(cameo_run_begin(c.x.run, &c.in, 1, &c.out, 1, NULL) == CAMEO_OK);
        while ((s = cameo_run_advance(c.x.run, &one, NULL)) == CAMEO_PAUSED) pauses++;
        CHECK_INT(s, CAMEO_OK);
        CHECK(pauses >= 5 / (int)step);
        CHECK(cameo_run_end(c.x.run, NULL) == CAMEO_OK);
        CHECK(memcmp(whole, c.out.tensor.data, sizeof whole) == 0);
        cameo_run_get_stats(c.x.run, &parts);
        CHECK_INT(parts.cost, all.cost);
        CHECK_INT(parts.tasks, all.tasks);
    }
    run_case_close(&c);
}

static void *run_one_task(void *arg) {
    static const cameo_budget one = {.tasks = 1};
    run_case *c = arg;
    return (void *)(intptr_t)cameo_run_advance(c->x.run, &one, NULL);
}

/* Every task on a thread of its own. */
void test_run_resume_elsewhere(void) {
    run_case c = {0};
    void *status = NULL;
    if (!run_case_open(&c, &run_options)) return;
    CHECK(cameo_run_begin(c.x.run, &c.in, 1, &c.out, 1, NULL) == CAMEO_OK);
    do {
        pthread_t t;
        CHECK(pthread_create(&t, NULL, run_one_task, &c) == 0);
        CHECK(pthread_join(t, &status) == 0);
    } while ((intptr_t)status == CAMEO_PAUSED);
    CHECK_INT((intptr_t)status, CAMEO_OK);
    CHECK(cameo_run_end(c.x.run, NULL) == CAMEO_OK);
    CHECK(run_case_right(&c));
    run_case_close(&c);
}

/* A failed run says why and can be begun again. */
void test_run_cancel_and_budget(void) {
    run_case c = {0};
    cameo_error e = {0};
    if (!run_case_open(&c, &run_options)) return;
    CHECK(cameo_run_begin(c.x.run, &c.in, 1, &c.out, 1, NULL) == CAMEO_OK);
    cameo_run_cancel(c.x.run);
    CHECK_INT(cameo_run_advance(c.x.run, NULL, &e), CAMEO_E_CANCELLED);
    CHECK_STR(e.msg, "cancelled");
    CHECK_INT(cameo_run_advance(c.x.run, NULL, NULL), CAMEO_E_ARG);
    CHECK(cameo_run_begin(c.x.run, &c.in, 1, &c.out, 1, NULL) == CAMEO_OK);
    cameo_budget little = {.cost = 100};
    memset(&e, 0, sizeof e);
    CHECK_INT(cameo_run_advance(c.x.run, &little, &e), CAMEO_E_LIMIT);
    CHECK_STR(e.msg, "cost budget of 100 element operations is used up");
    cameo_budget late = {.deadline_ns = 1};
    CHECK(cameo_run_begin(c.x.run, &c.in, 1, &c.out, 1, NULL) == CAMEO_OK);
    CHECK_INT(cameo_run_advance(c.x.run, &late, NULL), CAMEO_E_ARG); /* no clock was given */
    CHECK(cameo_run_all(c.x.run, &c.in, 1, &c.out, 1, NULL) == CAMEO_OK);
    CHECK(run_case_right(&c));
    run_case_close(&c);
}

/* Each misuse has its status and message, and changes nothing. */
void test_run_misuse(void) {
    run_case c = {0};
    if (!run_case_open(&c, &run_options)) return;
    const struct {
        cameo_dtype dtype;
        uint32_t rank;
        int64_t dim0;
        size_t bytes;
        bool null;
        const char *name;
        cameo_status want;
        const char *msg;
    } row[] = {
        {CAMEO_DOUBLE, 4, 1, 256, false, NULL, CAMEO_E_TYPE,
         "input image: float64 given, want float32"},
        {CAMEO_FLOAT, 3, 1, 256, false, NULL, CAMEO_E_SHAPE, "input image: rank 3, want 4"},
        {CAMEO_FLOAT, 4, 2, 512, false, NULL, CAMEO_E_SHAPE,
         "input image: dim 0 (batch) is 2, this plan serves 1..1"},
        {CAMEO_FLOAT, 4, -1, 256, false, NULL, CAMEO_E_SHAPE, "input image: dim 0 is -1"},
        {CAMEO_FLOAT, 4, 1, 255, false, NULL, CAMEO_E_ARG,
         "input image: 255 bytes given, its dims need 256"},
        {CAMEO_FLOAT, 4, 1, 256, true, NULL, CAMEO_E_ARG, "input image: data is NULL"},
        {CAMEO_FLOAT, 4, 1, 256, false, "picture", CAMEO_E_ARG,
         "the model has no input named picture; there is: image"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        cameo_error e = {0};
        cameo_value in = c.in;
        in.name = row[i].name;
        in.tensor.dtype = row[i].dtype;
        in.tensor.rank = row[i].rank;
        in.tensor.dims[0] = row[i].dim0;
        in.tensor.bytes = row[i].bytes;
        if (row[i].null) in.tensor.data = NULL;
        CHECK_INT(cameo_run_begin(c.x.run, &in, 1, &c.out, 1, &e), row[i].want);
        CHECK_STR(e.msg, row[i].msg);
    }
    cameo_error e = {0};
    CHECK_INT(cameo_run_begin(c.x.run, NULL, 0, &c.out, 1, &e), CAMEO_E_MISSING);
    CHECK_STR(e.msg, "input image has no value");
    CHECK_INT(cameo_run_begin(c.x.run, &c.in, 1, &c.out, 2, NULL), CAMEO_E_ARG);
    CHECK_INT(cameo_run_end(c.x.run, NULL), CAMEO_E_ARG);
    CHECK(cameo_run_all(c.x.run, &c.in, 1, &c.out, 1, NULL) == CAMEO_OK);
    CHECK(run_case_right(&c));
    run_case_close(&c);
}

/* The result goes into the caller's buffer; a buffer that is too small is an error that says so. */
void test_run_output_buffer(void) {
    run_case c = {0};
    float mine[10];
    cameo_error e = {0};
    if (!run_case_open(&c, &run_options)) return;
    c.out.tensor.data = mine;
    c.out.tensor.bytes = sizeof mine;
    CHECK(cameo_run_all(c.x.run, &c.in, 1, &c.out, 1, NULL) == CAMEO_OK);
    CHECK(c.out.tensor.data == mine && run_case_right(&c));
    c.out.tensor.bytes = sizeof mine - 1;
    CHECK_INT(cameo_run_all(c.x.run, &c.in, 1, &c.out, 1, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "the output buffer has 39 bytes, 40 are needed");
    run_case_close(&c);
}

/* ---- a 4096-cube MatMul stops within one task ---- */

typedef struct run_clock {
    cameo_run *run;
    uint64_t calls; /* between tasks, so far */
    uint64_t cancel_at;
} run_clock;

static uint64_t run_count_calls(void *ctx) {
    run_clock *c = ctx;
    if (++c->calls == c->cancel_at) cameo_run_cancel(c->run);
    return c->calls;
}

void test_run_stops_within_a_task(void) {
    ow o;
    exact x;
    run_clock clock = {0};
    cameo_options options = run_options;
    options.clock_ns = run_count_calls;
    options.clock_ctx = &clock;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "a", CAMEO_FLOAT, "4096,4096");
    ow_value(&o, OW_INPUT, "b", CAMEO_FLOAT, "4096,4096");
    ow_op(&o, "MatMul", "a,b", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "4096,4096");
    ow_finish(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &options, NULL, 0, 0);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    clock.run = x.run;
    size_t bytes = (size_t)4096 * 4096 * sizeof(float);
    float *ones = malloc(bytes);
    CHECK(ones != NULL);
    for (size_t i = 0; i < bytes / sizeof *ones; i++) ones[i] = 1;
    cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}}, out = {0};
    in[0].tensor = in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 2, {4096, 4096}, ones, bytes};
    const struct {
        cameo_budget budget;
        uint64_t cancel_at;
        cameo_status want;
        uint64_t tasks;
    } row[] = {{{.deadline_ns = UINT64_MAX}, 3, CAMEO_E_CANCELLED, 3},
               {{.deadline_ns = 4}, 0, CAMEO_E_DEADLINE, 3},
               {{.cost = 1}, 0, CAMEO_E_LIMIT, 0}}; /* what would exceed it does not begin */
    for (size_t i = 0; i < 3; i++) {
        cameo_error e = {0};
        cameo_run_stats stats;
        CHECK(cameo_run_begin(x.run, in, 2, &out, 1, &e) == CAMEO_OK);
        clock.calls = 0;
        clock.cancel_at = row[i].cancel_at;
        CHECK_INT(cameo_run_advance(x.run, &row[i].budget, &e), row[i].want);
        CHECK_STR(e.op_type, "MatMul");
        cameo_run_get_stats(x.run, &stats);
        CHECK_INT(stats.tasks, row[i].tasks);
    }
    free(ones);
    exact_close(&x);
    ow_free(&o);
}
