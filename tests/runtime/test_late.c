/* test_late.c — weights that the first run packs, and scales while it does (runtime/run/late.c): the host's results
 * have the bits of a session that packed all of them while it was prepared. */
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

#include <pthread.h>
#include <stdlib.h>

enum { LATE_X = 32 * 8 * 8, LATE_Y = 24 * 16 * 16, LATE_THREADS = 4 };

/* Numbers of [-0.5, 0.5) of a linear congruential generator. */
static void late_fill(float *x, size_t n, uint32_t seed) {
    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525 + 1013904223;
        x[i] = (float)(seed >> 8) / (1 << 24) - 0.5f;
    }
}

static void late_init(ow *o, const char *name, const int64_t *dims, size_t rank) {
    size_t n = 1;
    for (size_t i = 0; i < rank; i++) n *= (size_t)dims[i];
    float *data = malloc(n * sizeof *data);
    late_fill(data, n, (uint32_t)n * 7);
    if (rank == 1 && name[0] == 'v') { /* a variance is positive */
        for (size_t i = 0; i < n; i++) data[i] += 1;
    }
    ow_init(o, name, CAMEO_FLOAT, dims, rank, data, n * sizeof *data);
    free(data);
}

typedef struct late_layer {
    const char *op, *w, *in, *out;
    int64_t dims[4];        /* of the weights */
    int64_t pad, stride, group;
    bool norm; /* a BatchNormalization follows */
} late_layer;

/* Winograd, one tap, a thin group for each channel, and ConvTranspose; one layer without a norm. */
static const late_layer late_layers[] = {
    {"Conv", "w0", "x", "a0", {48, 32, 3, 3}, 1, 1, 1, true},
    {"Conv", "w1", "a0", "a1", {640, 48, 1, 1}, 0, 1, 1, true},
    {"Conv", "w2", "a1", "a2", {640, 1, 3, 3}, 1, 1, 640, true},
    {"Conv", "w3", "a2", "a3", {56, 640, 3, 3}, 1, 1, 1, false},
    {"Conv", "w4", "a3", "a4", {40, 28, 5, 5}, 2, 1, 2, true},
    {"ConvTranspose", "w5", "a4", "y", {40, 24, 4, 4}, 1, 2, 1, true},
};

static void late_model(ow *o) {
    static const char *const part[4] = {"s%d", "b%d", "m%d", "v%d"};
    ow_begin(o, 17);
    o->w.buf = realloc(o->w.buf, 4 << 20);
    o->w.cap = 4 << 20;
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "1,32,8,8");
    for (int i = 0; i < (int)(sizeof late_layers / sizeof *late_layers); i++) {
        const late_layer *l = &late_layers[i];
        bool up = l->op[4] != 0;
        int64_t m = up ? l->dims[1] * l->group : l->dims[0];
        char in[32], raw[8], names[4][8];
        late_init(o, l->w, l->dims, 4);
        snprintf(in, sizeof in, "%s,%s", l->in, l->w);
        snprintf(raw, sizeof raw, "c%d", i);
        ow_node(o, l->op, in, l->norm ? raw : l->out);
        ow_attr_ints(o, "pads", (int64_t[]){l->pad, l->pad, l->pad, l->pad}, 4);
        ow_attr_ints(o, "strides", (int64_t[]){l->stride, l->stride}, 2);
        ow_attr_int(o, "group", l->group);
        ow_end(o);
        if (!l->norm) continue;
        for (int k = 0; k < 4; k++) {
            snprintf(names[k], sizeof names[k], part[k], i);
            late_init(o, names[k], &m, 1);
        }
        char all[64];
        snprintf(all, sizeof all, "%s,%s,%s,%s,%s", raw, names[0], names[1], names[2], names[3]);
        ow_op(o, "BatchNormalization", all, l->out);
    }
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

static cameo_value late_input(float *x) {
    cameo_value in = {.kind = CAMEO_KIND_TENSOR};
    late_fill(x, LATE_X, 1);
    in.tensor = (cameo_tensor){CAMEO_FLOAT, 4, {1, 32, 8, 8}, x, LATE_X * sizeof *x};
    return in;
}

/* What a session computes that packed its weights while it was prepared. */
static bool late_expect(const ow *o, float *x, float *y) {
    exact e = {0};
    cameo_value in = late_input(x), out = {.kind = CAMEO_KIND_TENSOR};
    cameo_options options = {.ops = &cameo_ops_all};
    out.tensor = (cameo_tensor){CAMEO_FLOAT, 4, {1, 24, 16, 16}, y, LATE_Y * sizeof *y};
    bool ok = exact_open(&e, o->w.buf, o->w.pos, &options, NULL, 0, 0) == CAMEO_OK &&
              cameo_run_all(e.run, &in, 1, &out, 1, NULL) == CAMEO_OK;
    exact_close(&e);
    return ok;
}

typedef struct late_thread {
    cameo_host *h;
    const float *want;
    bool ok;
} late_thread;

static void *late_work(void *arg) {
    late_thread *t = arg;
    float *x = malloc(LATE_X * sizeof *x);
    cameo_value in = late_input(x), out = {0};
    t->ok = cameo_host_run(t->h, &in, 1, &out, 1, NULL) == CAMEO_OK && out.tensor.bytes == LATE_Y * sizeof(float) &&
            memcmp(out.tensor.data, t->want, out.tensor.bytes) == 0;
    cameo_host_release(t->h, &out, 1);
    free(x);
    return NULL;
}

/* Several first runs at once, of one worker and of two. */
void test_late_threads(void) {
    ow o;
    float *x = malloc(LATE_X * sizeof *x), *y = malloc(LATE_Y * sizeof *y);
    late_model(&o);
    CHECK(late_expect(&o, x, y));
    for (uint32_t workers = 1; workers <= 2; workers++) {
        cameo_host *h = NULL;
        cameo_options options = {.n_threads = workers};
        pthread_t id[LATE_THREADS];
        late_thread t[LATE_THREADS];
        CHECK(cameo_host_load(o.w.buf, o.w.pos, &options, &h, NULL) == CAMEO_OK);
        for (int i = 0; i < LATE_THREADS; i++) {
            t[i] = (late_thread){h, y, false};
            CHECK(pthread_create(&id[i], NULL, late_work, &t[i]) == 0);
        }
        for (int i = 0; i < LATE_THREADS; i++) {
            pthread_join(id[i], NULL);
            CHECK(t[i].ok);
        }
        late_work(&t[0]); /* everything is packed */
        CHECK(t[0].ok);
        cameo_host_free(h);
    }
    free(x);
    free(y);
    ow_free(&o);
}

/* The clock of a run whose deadline passes after some questions. */
static uint64_t late_clock(void *ctx) { return ++*(uint64_t *)ctx; }

/* Runs that a deadline ends, ever later and so between any two parts too: the next goes on where they stopped. */
void test_late_stopped(void) {
    ow o;
    float *x = malloc(LATE_X * sizeof *x), *y = malloc(LATE_Y * sizeof *y);
    uint64_t now = 0;
    late_model(&o);
    CHECK(late_expect(&o, x, y));
    cameo_host *h = NULL;
    cameo_options options = {.n_threads = 1, .clock_ns = late_clock, .clock_ctx = &now};
    CHECK(cameo_host_load(o.w.buf, o.w.pos, &options, &h, NULL) == CAMEO_OK);
    cameo_value in = late_input(x), out = {0};
    int stopped = 0;
    for (uint64_t left = 1; left < 1 << 16; left += 1 + left / 8) {
        cameo_budget budget = {.size = sizeof budget, .deadline_ns = now + left};
        cameo_status status = cameo_host_run_within(h, &in, 1, &out, 1, &budget, NULL);
        stopped += status == CAMEO_E_DEADLINE;
        if (status == CAMEO_OK) break;
        CHECK_INT(status, CAMEO_E_DEADLINE);
    }
    CHECK(stopped > 10);
    CHECK(cameo_host_run(h, &in, 1, &out, 1, NULL) == CAMEO_OK);
    CHECK(memcmp(out.tensor.data, y, LATE_Y * sizeof *y) == 0);
    cameo_host_release(h, &out, 1);
    cameo_host_free(h);
    free(x);
    free(y);
    ow_free(&o);
}

/* Weights of which a product is not finite leave their BatchNormalization alone: prepare looks at each. */
void test_late_not_finite(void) {
    ow o;
    float *x = malloc(LATE_X * sizeof *x), huge[48];
    const int64_t dims[4] = {48, 32, 3, 3}, one[1] = {48};
    ow_begin(&o, 17);
    o.w.buf = realloc(o.w.buf, 1 << 20);
    o.w.cap = 1 << 20;
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "1,32,8,8");
    late_init(&o, "w", dims, 4);
    for (int i = 0; i < 48; i++) huge[i] = i == 47 ? 3e38f : 1;
    ow_init(&o, "s", CAMEO_FLOAT, one, 1, huge, sizeof huge);
    late_init(&o, "b", one, 1);
    late_init(&o, "m", one, 1);
    for (int i = 0; i < 48; i++) huge[i] = 1e-4f;
    ow_init(&o, "v", CAMEO_FLOAT, one, 1, huge, sizeof huge);
    ow_op(&o, "Conv", "x,w", "c");
    ow_op(&o, "BatchNormalization", "c,s,b,m,v", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    cameo_host *h = NULL;
    cameo_options options = {.n_threads = 1};
    CHECK(cameo_host_load(o.w.buf, o.w.pos, &options, &h, NULL) == CAMEO_OK);
    uint32_t i = 0;
    while (cameo_rewrite_name(i) != NULL && strcmp(cameo_rewrite_name(i), "conv_batchnorm") != 0) i++;
    CHECK_INT(cameo_host_count_rewrite(h, i), 0);
    cameo_value in = late_input(x), out = {0};
    CHECK(cameo_host_run(h, &in, 1, &out, 1, NULL) == CAMEO_OK);
    cameo_host_release(h, &out, 1);
    cameo_host_free(h);
    free(x);
    ow_free(&o);
}

/* Two layers have an R that prepare computed, and each packs it together with its W: between the two R is copied, and
 * its bytes may not leave memory with that. */
void test_late_together(void) {
    enum { UNITS = 256, STEPS = 3, INPUT = 4 };
    static float x[STEPS * INPUT], want[2][STEPS * UNITS];
    const int64_t w[] = {1, UNITS, INPUT}, r[] = {1, UNITS, UNITS}, line[] = {1, 1, UNITS};
    cameo_options options = {.ops = &cameo_ops_all};
    cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}};
    cameo_host *h = NULL;
    exact e = {0};
    ow o;
    ow_begin(&o, 14);
    o.w.buf = realloc(o.w.buf, 1 << 20);
    o.w.cap = 1 << 20;
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3,1,4");
    late_init(&o, "w0", w, 3);
    late_init(&o, "w1", w, 3);
    late_init(&o, "r0", r, 3);
    late_init(&o, "r1", line, 3);
    ow_op(&o, "Mul", "r0,r1", "r");
    ow_op(&o, "RNN", "x,w0,r", "a");
    ow_op(&o, "RNN", "x,w1,r", "b");
    ow_value(&o, OW_OUTPUT, "a", CAMEO_FLOAT, NULL);
    ow_value(&o, OW_OUTPUT, "b", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    late_fill(x, STEPS * INPUT, 1);
    in.tensor = (cameo_tensor){CAMEO_FLOAT, 3, {STEPS, 1, INPUT}, x, sizeof x};
    for (int i = 0; i < 2; i++)
        out[i].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {STEPS, 1, 1, UNITS}, want[i], sizeof want[i]};
    CHECK(exact_open(&e, o.w.buf, o.w.pos, &options, NULL, 0, 0) == CAMEO_OK);
    CHECK(cameo_run_all(e.run, &in, 1, out, 2, NULL) == CAMEO_OK);
    exact_close(&e);
    memset(out, 0, sizeof out);
    options.n_threads = 1;
    CHECK(cameo_host_load(o.w.buf, o.w.pos, &options, &h, NULL) == CAMEO_OK);
    CHECK(cameo_host_run(h, &in, 1, out, 2, NULL) == CAMEO_OK);
    for (int i = 0; i < 2; i++) CHECK_MSG(memcmp(out[i].tensor.data, want[i], sizeof want[i]) == 0, "output %d", i);
    cameo_host_release(h, out, 2);
    cameo_host_free(h);
    ow_free(&o);
}
