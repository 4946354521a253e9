/* test_exec.c — steps that several workers share (runtime/run/exec.c): whoever of them comes, and in which order, the
 * result and the error are those of one worker; threads that sleep are woken for enough work only. */
#include "runtime/run/run.h"
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

enum { EXEC_WORKERS = 3, EXEC_ROWS = 40000, EXEC_COLUMNS = 1000 };

/* A pool in one thread: `order` holds the workers that come, one after the other. */
typedef struct exec_pool {
    uint32_t n, order[EXEC_WORKERS];
    uint32_t calls; /* of parallel */
    bool asleep;
} exec_pool;

static void exec_parallel(void *ctx, void (*work)(void *arg, uint32_t worker), void *arg) {
    exec_pool *p = ctx;
    p->calls++;
    for (uint32_t i = 0; i < p->n; i++) work(arg, p->order[i]);
}

static bool exec_is_awake(const cameo_threads *threads) { return !((const exec_pool *)threads->ctx)->asleep; }

typedef struct exec_case {
    exact x;
    ow o;
    exec_pool pool;
    cameo_threads threads;
    cameo_run *run;
    exact_memory memory;
    cameo_value in, out;
} exec_case;

static int64_t exec_index[EXEC_ROWS];

/* y = data[index], or, `cheap`, y = not index != 0: tasks of 16384 elements. */
static bool exec_open(exec_case *c, bool cheap) {
    static float data[EXEC_COLUMNS];
    cameo_options options = {.ops = &cameo_ops_all};
    cameo_run_needs needs = {.size = sizeof needs};
    cameo_error e = {0};
    memset(c, 0, sizeof *c);
    for (int i = 0; i < EXEC_COLUMNS; i++) data[i] = (float)(3 * i);
    ow_begin(&c->o, 17);
    ow_value(&c->o, OW_INPUT, "index", cheap ? CAMEO_BOOL : CAMEO_INT64, "40000");
    ow_init(&c->o, "data", CAMEO_FLOAT, (int64_t[]){EXEC_COLUMNS}, 1, data, sizeof data);
    ow_op(&c->o, cheap ? "Not" : "GatherElements", cheap ? "index" : "data,index", "y");
    ow_value(&c->o, OW_OUTPUT, "y", cheap ? CAMEO_BOOL : CAMEO_FLOAT, "40000");
    ow_finish(&c->o);
    cameo_status s = exact_open(&c->x, c->o.w.buf, c->o.w.pos, &options, NULL, 0, 0);
    c->threads = (cameo_threads){&c->pool, EXEC_WORKERS, exec_parallel};
    if (s == CAMEO_OK) s = cameo_run_measure(c->x.plan, EXEC_WORKERS, &needs, &e);
    if (s == CAMEO_OK && !exact_memory_new(needs.planned_bytes, &c->memory)) s = CAMEO_E_NOMEM;
    if (s == CAMEO_OK)
        s = cameo_run_create(c->memory.m, c->x.plan, EXEC_WORKERS, &c->threads, &options, &c->run, &e);
    if (s != CAMEO_OK) {
        check_failed(__FILE__, __LINE__, "%s%s", c->x.why, e.msg);
        return false;
    }
    c->run->is_awake = exec_is_awake;
    c->in.kind = CAMEO_KIND_TENSOR;
    c->in.tensor = (cameo_tensor){cheap ? CAMEO_BOOL : CAMEO_INT64, 1, {EXEC_ROWS}, exec_index, EXEC_ROWS};
    if (!cheap) c->in.tensor.bytes = sizeof exec_index;
    for (int i = 0; i < EXEC_ROWS; i++) exec_index[i] = cheap ? 0 : i % EXEC_COLUMNS;
    return true;
}

static void exec_close(exec_case *c) {
    exact_memory_free(&c->memory);
    exact_close(&c->x);
    ow_free(&c->o);
}

static const exec_pool exec_pools[] = {{.n = 3, .order = {0, 1, 2}}, {.n = 3, .order = {2, 1, 0}},
                                       {.n = 3, .order = {1, 2, 0}}, {.n = 1, .order = {0}},
                                       {.n = 1, .order = {1}},       {.n = 1, .order = {2}}};
enum { EXEC_POOLS = sizeof exec_pools / sizeof *exec_pools };

void test_exec_shares(void) {
    exec_case c;
    if (!exec_open(&c, false)) return;
    for (int p = 0; p < EXEC_POOLS; p++) {
        cameo_error e = {0};
        cameo_run_stats stats = {0};
        c.pool = exec_pools[p];
        c.out = (cameo_value){0};
        CHECK_MSG(cameo_run_all(c.run, &c.in, 1, &c.out, 1, &e) == CAMEO_OK, "%s", e.msg);
        const float *y = c.out.tensor.data;
        bool right = y != NULL;
        for (int i = 0; i < EXEC_ROWS && right; i++) right = y[i] == (float)(3 * (i % EXEC_COLUMNS));
        cameo_run_get_stats(c.run, &stats);
        CHECK_MSG(right && stats.tasks >= EXEC_WORKERS && c.pool.calls == 1, "pool %d", p);
    }
    exec_close(&c);
}

/* Tasks of all shares fail: the error is that of the first wrong index, with its number. */
void test_exec_lowest_error(void) {
    static const int first[] = {7, 15000, 39000};
    exec_case c;
    if (!exec_open(&c, false)) return;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < EXEC_ROWS; i++) exec_index[i] = i < first[k] ? 0 : EXEC_COLUMNS + i;
        char want[32];
        snprintf(want, sizeof want, "%d", EXEC_COLUMNS + first[k]);
        for (int p = 0; p < EXEC_POOLS; p++) {
            cameo_error e = {0};
            c.pool = exec_pools[p];
            CHECK_INT(cameo_run_all(c.run, &c.in, 1, &c.out, 1, &e), CAMEO_E_SHAPE);
            CHECK_MSG(strstr(e.msg, want) != NULL, "first %d, pool %d: %s", first[k], p, e.msg);
        }
    }
    exec_close(&c);
}

/* Threads that are awake get every step that several may share; such that sleep none until runs have done some of that
 * work alone. */
void test_exec_wakes(void) {
    exec_case c;
    int runs = 0;
    if (!exec_open(&c, true)) return;
    c.pool = exec_pools[0];
    c.pool.asleep = true;
    for (; c.pool.calls < 2 && runs < 1000; runs++) {
        CHECK(cameo_run_all(c.run, &c.in, 1, &c.out, 1, NULL) == CAMEO_OK);
        CHECK(runs != 0 || c.pool.calls == 0);
    }
    CHECK(c.pool.calls == 2 && runs >= 4);
    c.pool.asleep = false;
    for (int i = 0; i < 5; i++) CHECK(cameo_run_all(c.run, &c.in, 1, &c.out, 1, NULL) == CAMEO_OK);
    CHECK_INT(c.pool.calls, 7);
    exec_close(&c);
}
