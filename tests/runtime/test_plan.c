/* test_plan.c — plans: two bindings of one session at once, ranges that need no replanning, dims that
 * fall while others grow. Run memory is poisoned before every run. */
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

#include <pthread.h>

static const cameo_options plan_options = {.ops = &cameo_ops_all};

typedef struct plan_job {
    const cameo_session *session;
    cameo_dim_binding batch;
    const float *images; /* 8 images of 64 */
    float probabilities[80];
    int turns;
    char why[256];
} plan_job;

static void plan_fail(plan_job *j, const char *stage, const cameo_error *e) {
    snprintf(j->why, sizeof j->why, "%s: %.100s", stage, e->msg);
}

/* Every batch of the range, again and again, on garbage. */
static void plan_run_all(plan_job *j, cameo_run *run, const exact_memory *memory,
                         const cameo_plan *plan) {
    for (int turn = 0; turn < j->turns; turn++) {
        for (int64_t n = j->batch.min; n <= j->batch.max; n++) {
            cameo_error e = {0};
            cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out = {0};
            float image[8 * 64];
            memcpy(image, j->images, (size_t)n * 64 * sizeof *image);
            in.tensor =
                (cameo_tensor){CAMEO_FLOAT, 4, {n, 1, 8, 8}, image, (size_t)n * 64 * sizeof *image};
            memset(memory->m.base, 0x5A + turn, memory->m.size);
            if (cameo_run_create(memory->m, plan, 1, NULL, &plan_options, &run, &e) != CAMEO_OK ||
                cameo_run_all(run, &in, 1, &out, 1, &e) != CAMEO_OK) {
                plan_fail(j, "run", &e);
                return;
            }
            if (out.tensor.dims[0] != n)
                snprintf(j->why, sizeof j->why, "%lld rows", (long long)out.tensor.dims[0]);
            memcpy(j->probabilities, out.tensor.data, (size_t)n * 10 * sizeof(float));
        }
    }
}

static void *plan_work(void *arg) {
    plan_job *j = arg;
    exact_memory work = {0}, plan_memory = {0}, run_memory = {0};
    cameo_error e = {0};
    cameo_plan *plan;
    cameo_run_needs needs;
    size_t bytes;
    bool ok =
        exact_memory_new((size_t)16 << 20, &work) &&
        cameo_plan_measure(j->session, &j->batch, 1, work.m, NULL, &bytes, &e) == CAMEO_OK &&
        exact_memory_new(bytes, &plan_memory) &&
        cameo_plan_create(plan_memory.m, j->session, &j->batch, 1, work.m, NULL, &plan, &e) == CAMEO_OK &&
        cameo_run_measure(plan, 1, &needs, &e) == CAMEO_OK &&
        exact_memory_new(needs.planned_bytes, &run_memory);
    if (!ok) {
        plan_fail(j, "plan", &e);
    } else if (needs.dynamic_bytes != 0) {
        snprintf(j->why, sizeof j->why, "the plan is dynamic");
    } else {
        plan_run_all(j, NULL, &run_memory, plan);
    }
    if (!exact_memory_intact(&run_memory)) snprintf(j->why, sizeof j->why, "run memory overrun");
    exact_memory_free(&work);
    exact_memory_free(&plan_memory);
    exact_memory_free(&run_memory);
    return NULL;
}

static bool plan_digits(exact *x, float *images) {
    size_t size, n_test;
    void *file = exact_read_file("examples/digits/digits.onnx", &size);
    uint8_t *test = exact_read_file("examples/digits/digits_test.bin", &n_test);
    bool ok = file != NULL && test != NULL &&
              exact_open_session(x, file, size, &plan_options) == CAMEO_OK;
    for (int i = 0; ok && i < 8 * 64; i++) images[i] = (float)test[i / 64 * 65 + i % 64] / 16.0f;
    free(file);
    free(test);
    return ok;
}

/* One session, a plan for one image and one for up to eight, two threads that run both at once; every
 * batch gives each image the bits that it has alone. */
void test_plan_two_threads(void) {
    exact x;
    float images[8 * 64];
    CHECK(plan_digits(&x, images));
    plan_job one = {x.session, {"batch", 1, 1}, images, {0}, 40, {0}};
    plan_job eight = {x.session, {"batch", 1, 8}, images, {0}, 10, {0}};
    pthread_t a, b;
    CHECK(pthread_create(&a, NULL, plan_work, &one) == 0);
    CHECK(pthread_create(&b, NULL, plan_work, &eight) == 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    CHECK_STR(one.why, "");
    CHECK_STR(eight.why, "");
    for (int i = 0; i < 8; i++) {
        plan_job alone = {x.session, {"batch", 1, 1}, images + 64 * i, {0}, 1, {0}};
        plan_work(&alone);
        CHECK_STR(alone.why, "");
        CHECK(memcmp(alone.probabilities, eight.probabilities + 10 * i, 10 * sizeof(float)) == 0);
        if (i == 0) CHECK(memcmp(alone.probabilities, one.probabilities, 10 * sizeof(float)) == 0);
    }
    exact_close(&x);
}

/* x [n] is cut at k = Shape(y)[0]: head [min(k, n)] and tail [n - min(k, n)]: one falls as the other grows. */
static void plan_split(ow *o) {
    int64_t zero = 0;
    int64_t end = INT64_MAX;
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n");
    ow_value(o, OW_INPUT, "y", CAMEO_FLOAT, "k");
    ow_init(o, "zero", CAMEO_INT64, (int64_t[]){1}, 1, &zero, sizeof zero);
    ow_init(o, "end", CAMEO_INT64, (int64_t[]){1}, 1, &end, sizeof end);
    ow_op(o, "Shape", "y", "at");
    ow_op(o, "Slice", "x,zero,at", "h");
    ow_op(o, "Slice", "x,at,end", "t");
    ow_op(o, "Relu", "h", "head");
    ow_op(o, "Relu", "t", "tail");
    ow_node(o, "Concat", "tail,head", "turned");
    ow_attr_int(o, "axis", 0);
    ow_end(o);
    ow_value(o, OW_OUTPUT, "turned", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "head", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "tail", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

void test_plan_falling_dim(void) {
    ow o;
    exact x;
    plan_split(&o);
    cameo_dim_binding range[2] = {{"n", 0, 12}, {"k", 0, 12}};
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &plan_options, range, 2, 0);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    CHECK_INT(x.needs.dynamic_bytes, 0);
    for (int64_t n = 0; n <= 12; n++) {
        for (int64_t k = 0; k <= 12; k++) {
            float data[12], other[12] = {0};
            for (int i = 0; i < 12; i++) data[i] = (float)(i + 1);
            cameo_error e = {0};
            cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}},
                        out[3] = {{0}};
            in[0].tensor = (cameo_tensor){CAMEO_FLOAT, 1, {n}, data, (size_t)n * 4};
            in[1].tensor = (cameo_tensor){CAMEO_FLOAT, 1, {k}, other, (size_t)k * 4};
            CHECK_MSG(cameo_run_all(x.run, in, 2, out, 3, &e) == CAMEO_OK, "n %d k %d: %s", (int)n,
                      (int)k, e.msg);
            int64_t head = k < n ? k : n;
            CHECK_INT(out[0].tensor.dims[0], n);
            CHECK_INT(out[1].tensor.dims[0], head);
            CHECK_INT(out[2].tensor.dims[0], n - head);
            const float *turned = out[0].tensor.data;
            for (int64_t i = 0; i < n; i++) CHECK(turned[i] == (float)((i + head) % n + 1));
        }
    }
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&o);
}

/* A dim outside the range, an unknown name, an empty range: each is refused with its figure. */
void test_plan_refusals(void) {
    exact x;
    exact_memory work = {0};
    float images[8 * 64];
    size_t bytes;
    CHECK(plan_digits(&x, images) && exact_memory_new(1 << 20, &work));
    const struct {
        cameo_dim_binding b;
        const char *msg;
    } row[] = {{{"seq", 1, 1}, "the model has no free dim named seq; there is: batch"},
               {{"batch", 3, 2}, "dim batch: range 3..2, want 0 <= min <= max"},
               {{"batch", -1, 2}, "dim batch: range -1..2, want 0 <= min <= max"}};
    for (size_t i = 0; i < 3; i++) {
        cameo_error e = {0};
        CHECK_INT(cameo_plan_measure(x.session, &row[i].b, 1, work.m, NULL, &bytes, &e), CAMEO_E_ARG);
        CHECK_STR(e.msg, row[i].msg);
    }
    exact_memory_free(&work);
    exact_close(&x);
}

/* More buffers than orders are tried for, thousands of them in use at once: t[i] = t[i-1] + x, and then the
 * sum of all. Overlapping buffers would give another sum. */
void test_plan_many_buffers(void) {
    enum { N = 8300 };
    char a[16], b[16], in[40];
    ow o = {.w = cm_writer_init(malloc(1 << 20), 1 << 20)};
    CHECK(o.w.buf != NULL);
    ow_int(&o, 1, 8);
    ow_opset(&o, "", 17);
    ow_open(&o, 7);
    ow_value(&o, OW_INPUT, "x", CAMEO_INT32, "20");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_INT32, "20");
    for (int i = 0; i < 2 * N; i++) {
        int k = i % N;
        snprintf(a, sizeof a, i < N ? "t%d" : "s%d", k);
        snprintf(b, sizeof b, "t%d", i < N ? k - 1 : k);
        if (i < N) {
            snprintf(in, sizeof in, "%s,x", k == 0 ? "x" : b);
        } else {
            snprintf(in, sizeof in, "s%d,%s", k - 1, b);
            if (k == 0) snprintf(in, sizeof in, "x,t0");
        }
        ow_node(&o, "Add", in, i == 2 * N - 1 ? "y" : a);
        ow_end(&o);
    }
    ow_finish(&o);
    int32_t x[20], want = 1 + N * (N + 3) / 2; /* x + the t[k] = (k + 2) x */
    for (int i = 0; i < 20; i++) x[i] = i;
    cameo_options options = {.opt = CAMEO_OPT_NONE, .n_threads = 1};
    cameo_error e = {0};
    cameo_host *h = NULL;
    CHECK_MSG(cameo_host_load(o.w.buf, o.w.pos, &options, &h, &e) == CAMEO_OK, "%s", e.msg);
    cameo_value input = {.kind = CAMEO_KIND_TENSOR};
    input.tensor = (cameo_tensor){CAMEO_INT32, 1, {20}, x, sizeof x};
    cameo_value output = {0};
    CHECK_MSG(cameo_host_run(h, &input, 1, &output, 1, &e) == CAMEO_OK, "%s", e.msg);
    for (int i = 0; i < 20; i++) CHECK_INT(((int32_t *)output.tensor.data)[i], want * i);
    cameo_host_free(h);
    ow_free(&o);
}

/* Two branches that make much of little and little of much, side by side in the file: from level basic on one
 * runs after the other, in fewer bytes and to the same bits. */
void test_plan_order(void) {
    static const cameo_opt levels[3] = {CAMEO_OPT_NONE, CAMEO_OPT_BASIC, CAMEO_OPT_ALL};
    static const int64_t wide[3] = {256, 1, 1};
    size_t planned[3];
    float first[32], data[32];
    ow o;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "4,n");
    ow_init(&o, "wide", CAMEO_INT64, (int64_t[]){3}, 1, wide, sizeof wide);
    ow_op(&o, "Expand", "x,wide", "a");
    ow_op(&o, "Neg", "x", "z");
    ow_op(&o, "Expand", "z,wide", "b");
    ow_op(&o, "Sin", "a", "a1");
    ow_op(&o, "Cos", "b", "b1");
    ow_op(&o, "ReduceMax", "a1", "a2");
    ow_op(&o, "ReduceMin", "b1", "b2");
    ow_op(&o, "Add", "x,a2", "a3");
    ow_op(&o, "Mul", "a3,b2", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    for (int i = 0; i < 32; i++) data[i] = (float)i / 7;
    for (int level = 0; level < 3; level++) {
        exact x;
        cameo_error e = {0};
        cameo_options options = {.ops = &cameo_ops_all, .opt = levels[level]};
        cameo_dim_binding n = {"n", 8, 8};
        CHECK_MSG(exact_open(&x, o.w.buf, o.w.pos, &options, &n, 1, 0) == CAMEO_OK, "%s", x.why);
        cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out = {0};
        in.tensor = (cameo_tensor){CAMEO_FLOAT, 2, {4, 8}, data, sizeof data};
        CHECK_MSG(cameo_run_all(x.run, &in, 1, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
        CHECK_INT(out.tensor.bytes, sizeof first);
        if (level == 0) memcpy(first, out.tensor.data, sizeof first);
        CHECK(memcmp(first, out.tensor.data, sizeof first) == 0);
        planned[level] = x.needs.planned_bytes;
        exact_close(&x);
    }
    /* A chain has its operands' blocks and its state in scratch. */
    CHECK_MSG(planned[1] + 30000 < planned[0] && planned[2] <= planned[1] + 4096, "%zu, %zu, %zu bytes",
              planned[0], planned[1], planned[2]);
    ow_free(&o);
}
