/* test_os_posix.c — the pool of threads: each call does all its work once, and nobody works when it has returned. */
#include "runtime/os.h"
#include "tests/check.h"

enum { POOL_WORKERS = 4, POOL_TASKS = 40 };

/* One call: tasks are claimed as an executor does. */
typedef struct pool_call {
    uint32_t open; /* atomic: 1 until parallel has returned */
    uint32_t next; /* atomic */
    uint32_t late; /* atomic: work that began or ended when the call was over */
    uint32_t twice[POOL_WORKERS]; /* atomic: calls of each worker */
    uint32_t done[POOL_TASKS];    /* atomic: executions of each task */
} pool_call;

static void pool_work(void *arg, uint32_t worker) {
    pool_call *c = arg;
    if (cm_atomic_load(&c->open) != 1) (void)cm_atomic_add(&c->late, 1);
    (void)cm_atomic_add(&c->twice[worker], 1);
    for (uint32_t t = cm_atomic_add(&c->next, 1); t < POOL_TASKS; t = cm_atomic_add(&c->next, 1)) {
        (void)cm_atomic_add(&c->done[t], 1);
    }
    if (cm_atomic_load(&c->open) != 1) (void)cm_atomic_add(&c->late, 1);
}

/* Calls one after the other, of which some come when the threads sleep. Two calls are kept apart, so that a thread that
 * comes late for one of them is seen. */
void test_os_pool(void) {
    static pool_call call[2];
    cameo_threads threads;
    cm_os_pool *pool = cm_os_pool_create(POOL_WORKERS, &threads);
    CHECK(pool != NULL);
    for (uint32_t i = 0; i < 1000; i++) {
        pool_call *c = &call[i % 2];
        CHECK(c->late == 0 && c->open == 0);
        memset(c, 0, sizeof *c);
        cm_atomic_store(&c->open, 1);
        threads.parallel(threads.ctx, pool_work, c);
        cm_atomic_store(&c->open, 0);
        for (uint32_t t = 0; t < POOL_TASKS; t++) CHECK(cm_atomic_load(&c->done[t]) == 1);
        for (uint32_t w = 0; w < POOL_WORKERS; w++) CHECK(cm_atomic_load(&c->twice[w]) <= 1);
        uint64_t end = cm_os_clock_ns(NULL) + 200000;
        while (i % 50 == 0 && cm_os_clock_ns(NULL) < end) {}
    }
    cm_os_pool_destroy(pool);
    CHECK(call[0].late == 0 && call[1].late == 0);
}
