/* test_host.c — load, run, free: from many threads, with many shapes, with an allocator that fails. */
#include "runtime/plan/plan.h"
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

#include <pthread.h>
#include <stdio.h>

static const char host_digits[] = "examples/digits/digits.onnx";

static bool host_images(float *images, float *want, int n) {
    size_t n_test, n_want;
    uint8_t *test = exact_read_file("examples/digits/digits_test.bin", &n_test);
    void *expected = exact_read_file("examples/digits/digits_expected.bin", &n_want);
    bool ok = test != NULL && expected != NULL;
    for (int i = 0; ok && i < n * 64; i++) images[i] = (float)test[i / 64 * 65 + i % 64] / 16.0f;
    if (ok) exact_floats(want, expected, (size_t)n * 10);
    free(test);
    free(expected);
    return ok;
}

static cameo_value host_batch(float *images, int64_t n) {
    cameo_value v = {.kind = CAMEO_KIND_TENSOR};
    v.tensor =
        (cameo_tensor){CAMEO_FLOAT, 4, {n, 1, 8, 8}, images, (size_t)n * 64 * sizeof *images};
    return v;
}

static bool host_close(const float *p, const float *want, int n) {
    for (int i = 0; i < n; i++) {
        float d = p[i] - want[i];
        if (!(d < 1e-5f && d > -1e-5f)) return false;
    }
    return true;
}

/* Three calls; an array of outputs that is used again keeps nothing behind. */
void test_host_three_calls(void) {
    float images[20 * 64], want[20 * 10];
    cameo_error e = {0};
    cameo_host *h = NULL;
    cameo_value out = {0};
    CHECK(host_images(images, want, 20));
    CHECK_MSG(cameo_host_load_file(host_digits, NULL, &h, &e) == CAMEO_OK, "%s", e.msg);
    for (int64_t n = 20; n >= 1; n--) { /* more shapes than plans are kept */
        cameo_value in = host_batch(images, n);
        CHECK_MSG(cameo_host_run(h, &in, 1, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
        CHECK_INT(out.tensor.dims[0], n);
        CHECK(host_close(out.tensor.data, want, (int)n * 10));
    }
    cameo_host_release(h, &out, 1);
    CHECK(out.owner == NULL && out.tensor.data == NULL);
    cameo_host_free(h);
    cameo_host_free(NULL);
}

/* Loads digits with one rewrite off (NULL: none); how often it was applied, or -1. */
static int64_t host_rewrites(const char *off, uint32_t index, cameo_error *e) {
    cameo_options options = {.n_threads = 1, .rewrites_off = &off, .n_rewrites_off = off != NULL};
    cameo_host *h = NULL;
    memset(e, 0, sizeof *e);
    if (cameo_host_load_file(host_digits, &options, &h, e) != CAMEO_OK) return -1;
    int64_t n = cameo_host_count_rewrite(h, index) + cameo_host_count_rewrite(h, UINT32_MAX);
    cameo_host_free(h);
    return n;
}

void test_host_rewrites(void) {
    cameo_error e;
    uint32_t n = 0, activation = 0;
    for (; cameo_rewrite_name(n) != NULL; n++) {
        if (strcmp(cameo_rewrite_name(n), "activation") == 0) activation = n;
    }
    CHECK(n > 10 && cameo_rewrite_name(UINT32_MAX) == NULL);
    CHECK_STR(cameo_rewrite_name(0), "dead");
    CHECK_INT(host_rewrites(NULL, activation, &e), 2);
    CHECK_INT(host_rewrites("dead", activation, &e), 2);
    CHECK_INT(host_rewrites("activation", activation, &e), 0);
    CHECK_INT(host_rewrites("activations", activation, &e), -1);
    CHECK_INT(e.status, CAMEO_E_ARG);
    CHECK(strstr(e.msg, "no rewrite \"activations\"") != NULL);
}

/* Outputs by name: some of them, in any order, into buffers of the caller's and of the host's. */
void test_host_named_outputs(void) {
    ow o;
    cameo_error e = {0};
    cameo_host *h = NULL;
    cameo_options options = {.n_threads = 1};
    float x[3] = {1, -2, 3}, mine[3] = {0};
    cameo_value in = {.name = "x", .kind = CAMEO_KIND_TENSOR};
    in.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {3}, x, sizeof x};
    ow_begin(&o, 17);
    ow_op(&o, "Neg", "x", "neg");
    ow_op(&o, "Abs", "x", "abs");
    ow_op(&o, "Relu", "x", "relu");
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_value(&o, OW_OUTPUT, "neg", CAMEO_FLOAT, "3");
    ow_value(&o, OW_OUTPUT, "abs", CAMEO_FLOAT, "3");
    ow_value(&o, OW_OUTPUT, "relu", CAMEO_FLOAT, "3");
    ow_finish(&o);
    CHECK_MSG(cameo_host_load(o.w.buf, o.w.pos, &options, &h, &e) == CAMEO_OK, "%s", e.msg);
    cameo_value out[4] = {{.name = "relu"}, {.name = "neg"}};
    out[1].tensor = (cameo_tensor){.data = mine, .bytes = sizeof mine};
    CHECK_MSG(cameo_host_run(h, &in, 1, out, 2, &e) == CAMEO_OK, "%s", e.msg);
    const float *relu = out[0].tensor.data;
    CHECK(relu[0] == 1 && relu[1] == 0 && relu[2] == 3);
    CHECK(out[1].tensor.data == mine && mine[0] == -1 && mine[1] == 2 && mine[2] == -3);
    cameo_host_info info = {.size = sizeof info};
    cameo_host_get_info(h, &info);
    CHECK_INT(info.last.copied_bytes, 0); /* computed right there */
    /* One without a name is that of its position; each may be wanted twice. */
    cameo_host_release(h, out, 2);
    memset(out, 0, sizeof out);
    out[0].name = out[2].name = "abs";
    CHECK_MSG(cameo_host_run(h, &in, 1, out, 3, &e) == CAMEO_OK, "%s", e.msg);
    for (int i = 0; i < 3; i++) {
        const float *y = out[i].tensor.data;
        CHECK_MSG(y[0] == 1 && y[1] == 2 && y[2] == 3, "output %d", i);
    }
    /* A wrong name is refused, with the nearest. The next call begins without that error, and without an old one. */
    out[1].name = "rleu";
    CHECK_INT(cameo_host_run(h, &in, 1, out, 2, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "the model has no output named rleu, did you mean \"relu\"? There are: neg, abs, relu");
    CHECK(out[0].tensor.data == NULL && out[1].tensor.data == NULL);
    out[1].name = "";
    CHECK_INT(cameo_host_run(h, &in, 1, out, 2, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "the model has no output named ; there are: neg, abs, relu");
    out[1].name = NULL;
    CHECK_INT(cameo_host_run(h, &in, 1, out, 2, &e), CAMEO_OK);
    CHECK(e.status == CAMEO_OK && e.msg[0] == 0);
    CHECK_INT(cameo_host_run(h, &in, 1, out, 4, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "4 outputs wanted, the model has 3");
    cameo_host_release(h, out, 2);
    /* Every call of the helper begins so. */
    cameo_dim_binding dim = {"n", 1, 2};
    CHECK_INT(cameo_host_bind_dims(h, &dim, 1, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "the model has no free dim named n; there is none");
    cameo_host_free(h);
    h = NULL;
    CHECK_INT(cameo_host_load_file("nowhere.onnx", NULL, &h, &e), CAMEO_E_IO);
    CHECK_INT(e.status, CAMEO_E_IO);
    CHECK_INT(cameo_host_load("", 1, NULL, &h, &e), CAMEO_E_MALFORMED);
    CHECK_INT(e.status, CAMEO_E_MALFORMED);
    cameo_threads threads;
    CHECK_INT(cameo_threads_create(1 << 20, &threads, &e), CAMEO_E_ARG);
    CHECK_INT(e.status, CAMEO_E_ARG);
    ow_free(&o);
}

/* A constant without elements: no kernel computes any of it, not even when it is folded. */
void test_host_fold_empty(void) {
    ow o;
    cameo_error e = {0};
    cameo_host *h = NULL;
    cameo_value out = {0};
    cameo_options options = {.n_threads = 1};
    ow_begin(&o, 17);
    ow_init(&o, "c", CAMEO_FLOAT, (int64_t[]){0, 2}, 2, "", 0);
    ow_op(&o, "Transpose", "c", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "2,0");
    ow_finish(&o);
    CHECK_MSG(cameo_host_load(o.w.buf, o.w.pos, &options, &h, &e) == CAMEO_OK, "%s", e.msg);
    CHECK_MSG(cameo_host_run(h, NULL, 0, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
    CHECK(out.tensor.rank == 2 && out.tensor.dims[0] == 2 && out.tensor.dims[1] == 0);
    cameo_host_release(h, &out, 1);
    cameo_host_free(h);
    ow_free(&o);
}

typedef struct host_thread {
    cameo_host *h;
    float *images;
    const float *want;
    int first;
    bool ok;
} host_thread;

static void *host_work(void *arg) {
    host_thread *t = arg;
    cameo_value out = {0};
    t->ok = true;
    for (int i = 0; i < 60; i++) {
        int64_t n = 1 + (t->first + i) % 5;
        cameo_value in = host_batch(t->images, n);
        t->ok = t->ok && cameo_host_run(t->h, &in, 1, &out, 1, NULL) == CAMEO_OK &&
                host_close(out.tensor.data, t->want, (int)n * 10);
    }
    cameo_host_release(t->h, &out, 1);
    return NULL;
}

void test_host_many_threads(void) {
    float images[5 * 64], want[5 * 10];
    cameo_host *h = NULL;
    cameo_options options = {.n_threads = 2};
    CHECK(host_images(images, want, 5));
    CHECK(cameo_host_load_file(host_digits, &options, &h, NULL) == CAMEO_OK);
    pthread_t id[6];
    host_thread t[6];
    for (int i = 0; i < 6; i++) {
        t[i] = (host_thread){h, images, want, i, false};
        CHECK(pthread_create(&id[i], NULL, host_work, &t[i]) == 0);
    }
    for (int i = 0; i < 6; i++) {
        pthread_join(id[i], NULL);
        CHECK(t[i].ok);
    }
    cameo_host_free(h);
}

/* An allocator that counts, and fails at its k-th call. */
typedef struct host_heap {
    size_t live, calls, fail_at;
} host_heap;

static void *host_alloc(void *ctx, size_t size, size_t align) {
    host_heap *heap = ctx;
    if (++heap->calls == heap->fail_at) return NULL;
    void *p = aligned_alloc(align, (size + align - 1) / align * align);
    if (p != NULL) heap->live += size;
    return p;
}

static void host_free(void *ctx, void *p, size_t size, size_t align) {
    host_heap *heap = ctx;
    (void)align;
    heap->live -= size;
    free(p);
}

/* Whichever allocation fails, the error is clean and nothing stays behind. */
void test_host_allocator_fails(void) {
    float images[64], want[10];
    CHECK(host_images(images, want, 1));
    for (size_t k = 1;; k++) {
        host_heap heap = {.fail_at = k};
        cameo_allocator allocator = {&heap, host_alloc, host_free};
        cameo_options options = {.allocator = &allocator, .n_threads = 1};
        cameo_error e = {0};
        cameo_host *h = NULL;
        cameo_value in = host_batch(images, 1), out = {0};
        cameo_status s = cameo_host_load_file(host_digits, &options, &h, &e);
        if (s == CAMEO_OK) s = cameo_host_run(h, &in, 1, &out, 1, &e);
        bool done = heap.calls < k;
        CHECK_INT(s, done ? CAMEO_OK : CAMEO_E_NOMEM);
        if (!done && h != NULL) { /* the host is still usable */
            CHECK(cameo_host_run(h, &in, 1, &out, 1, NULL) == CAMEO_OK);
        }
        if (h != NULL) CHECK(host_close(out.tensor.data, want, 10));
        cameo_host_free(h);
        CHECK_INT(heap.live, 0);
        if (done) return;
    }
}

/* A result whose size the data decides and that needs more than the first heap. */
void test_host_heap_grows(void) {
    ow o;
    cameo_host *h = NULL;
    cameo_error e = {0};
    cameo_options options = {.heap_bytes = 4096};
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "n");
    ow_op(&o, "NonZero", "x", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_INT64, "1,?");
    ow_finish(&o);
    CHECK_MSG(cameo_host_load(o.w.buf, o.w.pos, &options, &h, &e) == CAMEO_OK, "%s", e.msg);
    enum { N = 100000 };
    float *x = malloc(N * sizeof *x);
    CHECK(x != NULL);
    for (int i = 0; i < N; i++) x[i] = (float)(i % 2);
    cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out = {0};
    in.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {N}, x, N * sizeof *x};
    CHECK_MSG(cameo_host_run(h, &in, 1, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
    CHECK_INT(out.tensor.dims[1], N / 2);
    CHECK_INT(((const int64_t *)out.tensor.data)[N / 2 - 1], N - 1);
    cameo_host_free(h);
    free(x);
    ow_free(&o);
}

/* A model y = NonZero(x), x of n elements, and a host for it. */
static cameo_host *host_nonzero(ow *o, const cameo_options *options) {
    cameo_host *h = NULL;
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n");
    ow_op(o, "NonZero", "x", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_INT64, "1,?");
    ow_finish(o);
    return cameo_host_load(o->w.buf, o->w.pos, options, &h, NULL) == CAMEO_OK ? h : NULL;
}

/* A run that reaches limit memory_bytes, planned memory and heap together, leaves later ones as they were. */
void test_host_limit_then_runs(void) {
    enum { N = 1 << 20 };
    ow o;
    cameo_limits limits = {.size = sizeof limits, .memory_bytes = 2 << 20};
    cameo_options options = {.heap_bytes = 4096, .limits = &limits, .n_threads = 1};
    cameo_host *h = host_nonzero(&o, &options);
    float *x = malloc(N * sizeof *x);
    CHECK(h != NULL && x != NULL);
    for (int i = 0; i < N; i++) x[i] = 1;
    for (int turn = 0; turn < 3; turn++) {
        cameo_host_info info = {.size = sizeof info};
        int n = turn == 1 ? N : 200000; /* these results fit into the limit, but not into a quarter of it */
        cameo_error e = {0};
        cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out = {0};
        in.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {n}, x, (size_t)n * sizeof *x};
        cameo_status status = cameo_host_run(h, &in, 1, &out, 1, &e);
        CHECK_MSG(status == (turn == 1 ? CAMEO_E_LIMIT : CAMEO_OK), "%d: %s", turn, e.msg);
        CHECK(turn != 1 || strstr(e.msg, "memory_bytes is 2097152") != NULL);
        cameo_host_get_info(h, &info);
        CHECK(info.run_bytes <= (2 << 20) + 4096);
        cameo_host_release(h, &out, 1);
    }
    cameo_host_free(h);
    free(x);
    ow_free(&o);
}

typedef struct host_stop {
    int left; /* questions until it says stop */
    int asked;
    cameo_status status; /* with which it stops; 0: E_CANCELLED */
} host_stop;

static cameo_status host_interrupt(void *ctx) {
    host_stop *s = ctx;
    s->asked++;
    return s->left-- > 0 ? CAMEO_OK : s->status == CAMEO_OK ? CAMEO_E_CANCELLED : s->status;
}

/* options.interrupt ends loading, preparing and running at whichever question it says so; a budget ends a run. */
void test_host_interrupt(void) {
    ow o;
    host_stop stop = {.left = 1 << 20};
    cameo_options options = {.n_threads = 1, .interrupt = host_interrupt, .interrupt_ctx = &stop};
    cameo_host *h = host_nonzero(&o, &options);
    float x[64];
    CHECK(h != NULL);
    for (int i = 0; i < 64; i++) x[i] = 1;
    cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out = {0};
    in.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {64}, x, sizeof x};
    int of_load = stop.asked;
    CHECK_MSG(of_load >= 2, "load asked %d times", of_load);
    cameo_error e = {0};
    CHECK_MSG(cameo_host_run(h, &in, 1, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
    CHECK_MSG(stop.asked > of_load, "a run did not ask");
    stop.left = 0;
    CHECK_INT(cameo_host_run(h, &in, 1, &out, 1, &e), CAMEO_E_CANCELLED);
    CHECK_STR(e.msg, "stopped by options.interrupt");
    for (stop.status = CAMEO_PENDING; stop.status <= CAMEO_DECLINED; stop.status++) {
        stop.left = 0; /* a status that would ask for another call */
        CHECK_INT(cameo_host_run(h, &in, 1, &out, 1, NULL), CAMEO_E_CANCELLED);
    }
    stop.status = CAMEO_OK;
    stop.left = 1 << 20;
    cameo_budget budget = {.size = sizeof budget, .cost = 1};
    CHECK_INT(cameo_host_run_within(h, &in, 1, &out, 1, &budget, NULL), CAMEO_E_LIMIT);
    budget = (cameo_budget){.size = sizeof budget, .deadline_ns = 1};
    CHECK_INT(cameo_host_run_within(h, &in, 1, &out, 1, &budget, NULL), CAMEO_E_DEADLINE);
    budget = (cameo_budget){.size = sizeof budget, .tasks = 1};
    CHECK_INT(cameo_host_run_within(h, &in, 1, &out, 1, &budget, NULL), CAMEO_E_ARG);
    cameo_host_cancel(h); /* nothing runs: later runs do not notice */
    CHECK_INT(cameo_host_run(h, &in, 1, &out, 1, NULL), CAMEO_OK);
    cameo_host_free(h);
    for (int at = 0; at < of_load; at++) {
        h = NULL;
        stop.left = at;
        memset(&e, 0, sizeof e);
        CHECK_INT(cameo_host_load(o.w.buf, o.w.pos, &options, &h, &e), CAMEO_E_CANCELLED);
        CHECK(h == NULL);
    }
    ow_free(&o);
}

/* One long transform, of a power of two and of a prime, is one task: it asks while it works, and can be ended there. */
void test_host_interrupt_transform(void) {
    static const struct {
        const char *dims;
        int64_t n;
        int least; /* questions that a run asks at least */
    } cases[] = {{"1,131072,1", 131072, 50}, {"1,65537,1", 65537, 200}};
    float *x = malloc(131072 * sizeof *x);
    CHECK(x != NULL);
    for (int i = 0; i < 131072; i++) x[i] = (float)(i % 7);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        ow o;
        host_stop stop = {.left = 1 << 20};
        cameo_options options = {.n_threads = 1, .interrupt = host_interrupt, .interrupt_ctx = &stop};
        cameo_host *h = NULL;
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, cases[c].dims);
        ow_op(&o, "DFT", "x", "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "1,n,2");
        ow_finish(&o);
        CHECK(cameo_host_load(o.w.buf, o.w.pos, &options, &h, NULL) == CAMEO_OK);
        cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out = {0};
        in.tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, cases[c].n, 1}, x, (size_t)cases[c].n * sizeof *x};
        int before = stop.asked;
        CHECK_INT(cameo_host_run(h, &in, 1, &out, 1, NULL), CAMEO_OK);
        cameo_host_release(h, &out, 1);
        int asked = stop.asked - before;
        CHECK_MSG(asked > cases[c].least, "%s: a run asked %d times", cases[c].dims, asked);
        for (int part = 1; part < 8; part++) {
            stop.left = asked * part / 8;
            before = stop.asked;
            CHECK_INT(cameo_host_run(h, &in, 1, &out, 1, NULL), CAMEO_E_CANCELLED);
            CHECK_INT(stop.asked - before, asked * part / 8 + 1); /* not once more */
        }
        cameo_host_free(h);
        ow_free(&o);
    }
    free(x);
}

/* Every stage asks in proportion to what it has to do, so that it ends soon after it shall: 8,000 nodes. */
void test_host_interrupt_stages(void) {
    enum { NODES = 8000, ROOM = 1 << 20, WORK = 64 << 20 };
    static const char *const op[2] = {"Exp", "Neg"};
    ow o;
    host_stop stop = {.left = 1 << 30};
    cameo_options options = {.ops = &cameo_ops_all, .interrupt = host_interrupt, .interrupt_ctx = &stop};
    int asked[4];
    ow_begin(&o, 17);
    o.w.buf = realloc(o.w.buf, ROOM);
    o.w.cap = ROOM;
    ow_value(&o, OW_INPUT, "0", CAMEO_FLOAT, "2");
    for (int i = 0; i < NODES; i++) {
        char in[16], out[16];
        snprintf(in, sizeof in, "%d", i);
        snprintf(out, sizeof out, "%d", i + 1);
        ow_op(&o, op[i % 2], in, out);
    }
    ow_value(&o, OW_OUTPUT, "8000", CAMEO_FLOAT, "2");
    ow_finish(&o);
    size_t model_bytes, work_bytes, session_bytes;
    cameo_error e = {0};
    cameo_model *model;
    cameo_prepared *prepared;
    cameo_session *session;
    void *work = aligned_alloc(64, WORK);
    CHECK_INT(cameo_model_measure(o.w.buf, o.w.pos, &options, &model_bytes, &work_bytes, &e), CAMEO_OK);
    asked[0] = stop.asked;
    cameo_memory m = {aligned_alloc(64, (model_bytes + 63) & ~(size_t)63), model_bytes}, w = {work, WORK};
    CHECK_INT(cameo_model_create(m, w, o.w.buf, o.w.pos, &options, &model, &e), CAMEO_OK);
    asked[1] = stop.asked - asked[0];
    CHECK_INT(cameo_session_measure(model, w, &options, &prepared, &session_bytes, &e), CAMEO_OK);
    asked[2] = stop.asked - asked[1] - asked[0];
    cameo_memory s = {aligned_alloc(64, (session_bytes + 63) & ~(size_t)63), session_bytes};
    int before = stop.asked;
    CHECK_INT(cameo_session_create(s, prepared, &session, &e), CAMEO_OK);
    asked[3] = stop.asked - before;
    CHECK_MSG(asked[0] >= 1 && asked[1] >= 8, "load asked %d and %d times", asked[0], asked[1]);
    /* Import, resolve, check, scans, parse, infer, optimise, chains, order, lower, drops: most once for 64 nodes. */
    CHECK_MSG(asked[2] >= 7 * NODES / 64, "prepare asked %d times", asked[2]);
    CHECK_MSG(asked[3] >= 2, "making the session asked %d times", asked[3]);
    size_t plan_bytes;
    cameo_plan *plan;
    before = stop.asked;
    CHECK_INT(cameo_plan_measure(session, NULL, 0, w, &options, &plan_bytes, &e), CAMEO_OK);
    int of_plan = stop.asked - before;
    CHECK_MSG(of_plan >= 1, "making a plan did not ask");
    cameo_memory p = {aligned_alloc(64, (plan_bytes + 63) & ~(size_t)63), plan_bytes};
    CHECK_INT(cameo_plan_create(p, session, NULL, 0, w, NULL, &plan, &e), CAMEO_OK);
    for (int at = 0; at < of_plan; at++) {
        stop.left = at;
        e = (cameo_error){0};
        CHECK_INT(cameo_plan_create(p, session, NULL, 0, w, &options, &plan, &e), CAMEO_E_CANCELLED);
        CHECK_STR(e.msg, "stopped by options.interrupt");
    }
    free(p.base);
    cameo_host *h = NULL; /* whose first run ends in its plan; the next one makes it again */
    float x[2] = {1, 2};
    cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out = {0};
    in.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {2}, x, sizeof x};
    stop.left = 1 << 30;
    options.n_threads = 1;
    CHECK_INT(cameo_host_load(o.w.buf, o.w.pos, &options, &h, NULL), CAMEO_OK);
    stop.left = 0;
    e = (cameo_error){0};
    CHECK_INT(cameo_host_run(h, &in, 1, &out, 1, &e), CAMEO_E_CANCELLED);
    CHECK_STR(e.msg, "stopped by options.interrupt");
    stop.left = 1 << 30;
    CHECK_INT(cameo_host_run(h, &in, 1, &out, 1, NULL), CAMEO_OK);
    cameo_host_release(h, &out, 1);
    cameo_host_free(h);
    free(work);
    free(m.base);
    free(s.base);
    ow_free(&o);
}

/* A weight of two megabytes is packed in parts, between which prepare can end, whatever its row, and multiplies as it
 * lies in the file: small whole numbers, whose sums are exact. */
void test_host_interrupt_packing(void) {
    enum { IN = 600, OUT = 900, WORK = 64 << 20 };
    static float by_row[IN * OUT], by_column[IN * OUT], r[OUT * OUT], x[4 * IN], y[4 * OUT];
    static const struct {
        const char *op, *x_dims, *y_dims;
        bool turned;     /* W is [OUT][IN] */
        size_t before, behind, pixels; /* dims of W around those two; of x, all alike */
    } rows[] = {{"MatMul", "2,600", "2,900", false, 0, 0, 1},
                {"Conv", "2,600,1,2", "2,900,1,2", true, 0, 2, 2},
                {"ConvTranspose", "2,600,1,2", "2,900,1,2", false, 0, 2, 2},
                {"RNN", "1,2,600", "1,1,2,900", true, 1, 0, 1}};
    for (int i = 0; i < IN; i++) {
        for (int k = 0; k < OUT; k++) by_row[i * OUT + k] = by_column[k * IN + i] = (float)((i * 7 + k * 3) % 13 - 6);
    }
    for (size_t c = 0; c < 2 * sizeof rows / sizeof *rows; c++) {
        size_t k = c / 2, pixels = rows[k].pixels, rank = rows[k].before + 2 + rows[k].behind;
        int64_t dims[4] = {1, 1, 1, 1};
        ow o;
        host_stop stop = {.left = 1 << 30};
        cameo_options options = {.ops = &cameo_ops_all, .interrupt = host_interrupt, .interrupt_ctx = &stop};
        if (c % 2 == 1) options.cpu_mask_off = UINT64_MAX; /* portable rows */
        dims[rows[k].before] = rows[k].turned ? OUT : IN;
        dims[rows[k].before + 1] = rows[k].turned ? IN : OUT;
        ow_begin(&o, 17);
        o.w.buf = realloc(o.w.buf, WORK);
        o.w.cap = WORK;
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, rows[k].x_dims);
        ow_init(&o, "w", CAMEO_FLOAT, dims, rank, rows[k].turned ? by_column : by_row, sizeof by_row);
        if (rows[k].before == 1) ow_init(&o, "r", CAMEO_FLOAT, (int64_t[]){1, OUT, OUT}, 3, r, sizeof r);
        ow_node(&o, rows[k].op, rows[k].before == 1 ? "x,w,r" : "x,w", "y");
        if (rows[k].before == 1) {
            ow_open(&o, 5); /* activations = ["Relu"] */
            ow_str(&o, 1, "activations");
            ow_names(&o, 9, "Relu");
            ow_int(&o, 20, 8);
            ow_end(&o);
            ow_attr_int(&o, "hidden_size", OUT);
        }
        ow_end(&o);
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, rows[k].y_dims);
        ow_finish(&o);
        exact e = {0};
        cameo_status status = exact_open(&e, o.w.buf, o.w.pos, &options, NULL, 0, 0);
        CHECK_MSG(status == CAMEO_OK, "%s: %s", rows[k].op, e.why);
        cameo_session_info info = {.size = sizeof info};
        cameo_session_get_info(e.session, &info);
        CHECK_MSG(info.packed_bytes >= sizeof by_row, "%s: %d bytes packed", rows[k].op, (int)info.packed_bytes);
        /* Every part asks, in each of the calls that make the session. */
        CHECK_MSG(stop.asked >= 3, "%s: asked %d times", rows[k].op, stop.asked);
        cameo_value in = {.name = "x", .kind = CAMEO_KIND_TENSOR}, out = {.name = "y", .kind = CAMEO_KIND_TENSOR};
        for (size_t i = 0; i < 2 * IN * pixels; i++) x[i] = (float)(i / pixels % 5) - 2;
        in.tensor = (cameo_tensor){CAMEO_FLOAT, 2, {2, IN, 1, (int64_t)pixels}, x, 2 * IN * pixels * sizeof *x};
        if (rows[k].behind == 2) in.tensor.rank = 4;
        if (rows[k].before == 1) in.tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, 2, IN}, x, 2 * IN * sizeof *x};
        out.tensor = (cameo_tensor){.data = y, .bytes = sizeof y};
        CHECK_INT(cameo_run_all(e.run, &in, 1, &out, 1, NULL), CAMEO_OK);
        for (size_t j = 0; j < 2 * OUT * pixels; j++) {
            double sum = 0;
            size_t n = j / pixels / OUT, m = j / pixels % OUT;
            for (size_t i = 0; i < IN; i++) sum += (double)x[(n * IN + i) * pixels] * by_row[i * OUT + m];
            if (rows[k].before == 1 && sum < 0) sum = 0;
            CHECK_MSG((double)y[j] == sum, "%s: y[%d] is %g, want %g", rows[k].op, (int)j, (double)y[j], sum);
        }
        exact_close(&e);
        ow_free(&o);
    }
}

/* Prepare has limit memory_bytes for model, work and session. */
void test_host_limit_of_prepare(void) {
    ow o;
    cameo_host *h = NULL;
    cameo_error e = {0};
    cameo_limits limits = {.size = sizeof limits, .memory_bytes = 20000};
    cameo_options options = {.limits = &limits, .n_threads = 1};
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "n");
    ow_op(&o, "Relu", "x", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "n");
    ow_finish(&o);
    CHECK_INT(cameo_host_load(o.w.buf, o.w.pos, &options, &h, &e), CAMEO_E_LIMIT);
    CHECK_MSG(strstr(e.msg, "memory_bytes") != NULL, "%s", e.msg);
    ow_free(&o);
}

/* Weights that prepare computes leave memory as the session takes them: not before the last of those that share their
 * bytes, here t as it is, turned into a row, and packed. */
void test_host_shared_weights(void) {
    enum { N = 300 };
    static float x[2 * N], q[N * N];
    const float three[1] = {3};
    ow o;
    cameo_host *h = NULL;
    cameo_error e = {0};
    cameo_options options = {.n_threads = 1};
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "2,300");
    ow_value(&o, OW_INPUT, "q", CAMEO_FLOAT, "90000");
    ow_init(&o, "three", CAMEO_FLOAT, (int64_t[]){1}, 1, three, sizeof three);
    ow_init(&o, "square", CAMEO_INT64, (int64_t[]){2}, 1, (int64_t[]){N, N}, 16);
    ow_init(&o, "row", CAMEO_INT64, (int64_t[]){1}, 1, (int64_t[]){N * N}, 8);
    ow_op(&o, "Expand", "three,square", "t");
    ow_op(&o, "MatMul", "x,t", "y");
    ow_op(&o, "Reshape", "t,row", "r");
    ow_op(&o, "Add", "q,r", "z");
    ow_op(&o, "Mul", "z,r", "p");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_value(&o, OW_OUTPUT, "p", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    CHECK_MSG(cameo_host_load(o.w.buf, o.w.pos, &options, &h, &e) == CAMEO_OK, "%s", e.msg);
    for (int i = 0; i < 2 * N; i++) x[i] = 1;
    cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}}, out[2] = {{0}};
    in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 2, {2, N}, x, sizeof x};
    in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 1, {N * N}, q, sizeof q};
    CHECK_MSG(cameo_host_run(h, in, 2, out, 2, &e) == CAMEO_OK, "%s", e.msg);
    const float *y = out[0].tensor.data, *p = out[1].tensor.data;
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) CHECK(y[i] == 3 * N);
    for (size_t i = 0; i < sizeof q / sizeof *q; i++) CHECK(p[i] == 9);
    cameo_host_free(h);
    ow_free(&o);
}

/* A missing file, no model, no bytes: the status and the path. */
void test_host_refusals(void) {
    cameo_host *h = NULL;
    cameo_error e = {0};
    CHECK_INT(cameo_host_load_file("no/such.onnx", NULL, &h, &e), CAMEO_E_IO);
    CHECK(strstr(e.msg, "no/such.onnx") != NULL && h == NULL);
    memset(&e, 0, sizeof e);
    CHECK_INT(cameo_host_load_file("README.md", NULL, &h, &e), CAMEO_E_UNSUPPORTED);
    CHECK_INT(cameo_host_load(NULL, 1, NULL, &h, NULL), CAMEO_E_ARG);
    CHECK_INT(cameo_host_load(NULL, 0, NULL, &h, NULL), CAMEO_E_MALFORMED);
    CHECK_INT(cameo_host_load_file(NULL, NULL, &h, NULL), CAMEO_E_ARG);
}

/* One element of 4 bits, written into a byte of ones: the other half becomes 0. With a fixed dim, and with one that
 * only the run knows. */
void test_host_clears_tail(void) {
    for (int i = 0; i < 2; i++) {
        ow o;
        cameo_options options = {.ops = &cameo_ops_all, .n_threads = 1};
        cameo_host *host = NULL;
        cameo_error e = {0};
        float x = 3;
        uint8_t y = 0xff;
        cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out = {.kind = CAMEO_KIND_TENSOR};
        in.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {1}, &x, sizeof x};
        out.tensor = (cameo_tensor){CAMEO_UINT4, 1, {1}, &y, sizeof y};
        ow_begin(&o, 21);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, i == 0 ? "1" : "n");
        ow_node(&o, "Cast", "x", "y");
        ow_attr_int(&o, "to", CAMEO_UINT4);
        ow_end(&o);
        ow_value(&o, OW_OUTPUT, "y", CAMEO_UINT4, NULL);
        ow_finish(&o);
        bool ok = cameo_host_load(o.w.buf, o.w.pos, &options, &host, &e) == CAMEO_OK;
        cameo_dim_binding range = {"n", 0, 4};
        if (ok && i == 1) ok = cameo_host_bind_dims(host, &range, 1, &e) == CAMEO_OK;
        ok = ok && cameo_host_run(host, &in, 1, &out, 1, &e) == CAMEO_OK;
        CHECK_MSG(ok, "%s", e.msg);
        if (ok) {
            CHECK(out.tensor.data == &y);
            CHECK_INT(y, 3);
            cameo_host_release(host, &out, 1);
        }
        cameo_host_free(host);
        ow_free(&o);
    }
}
