/* test_os_posix.c — the pool of threads: each call does all its work once, and nobody works when it has returned. */
#include <pthread.h>
#include <sched.h>

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

/* ---- callers at once ---- */

enum { SHARED_CALLS = 300 };

typedef struct shared_pool {
    cameo_threads threads;
    uint32_t busy, most; /* atomic: workers of all callers that compute now, and the most seen */
} shared_pool;

typedef struct shared_call {
    shared_pool *pool;
    uint32_t bad; /* tasks that were not done once */
    pool_call call;
} shared_call;

static void shared_work(void *arg, uint32_t worker) {
    shared_call *c = arg;
    uint32_t now = cm_atomic_add(&c->pool->busy, 1) + 1;
    if (now > cm_atomic_load(&c->pool->most)) cm_atomic_store(&c->pool->most, now);
    pool_work(&c->call, worker);
    (void)cm_atomic_add(&c->pool->busy, UINT32_MAX);
}

static void *shared_caller(void *arg) {
    shared_call *c = arg;
    for (uint32_t i = 0; i < SHARED_CALLS; i++) {
        memset(&c->call, 0, sizeof c->call);
        cm_atomic_store(&c->call.open, 1);
        c->pool->threads.parallel(c->pool->threads.ctx, shared_work, c);
        cm_atomic_store(&c->call.open, 0);
        for (uint32_t t = 0; t < POOL_TASKS; t++) c->bad += cm_atomic_load(&c->call.done[t]) != 1;
    }
    return NULL;
}

/* Callers that share a pool: the work of each is done once. A thread may have begun before another caller came, so
 * that as many as callers and threads together compute at most. */
void test_os_pool_shared(void) {
    static shared_pool pool;
    static shared_call call[POOL_WORKERS];
    pthread_t id[POOL_WORKERS];
    cameo_error e = {0};
    CHECK(cameo_threads_create(POOL_WORKERS, &pool.threads, &e) == CAMEO_OK);
    for (uint32_t i = 0; i < POOL_WORKERS; i++) {
        call[i].pool = &pool;
        CHECK(pthread_create(&id[i], NULL, shared_caller, &call[i]) == 0);
    }
    for (uint32_t i = 0; i < POOL_WORKERS; i++) {
        pthread_join(id[i], NULL);
        CHECK(call[i].call.late == 0 && call[i].bad == 0);
    }
    CHECK(pool.busy == 0 && pool.most >= 1 && pool.most <= 2 * POOL_WORKERS - 1);
    cameo_threads_free(&pool.threads);
    CHECK(pool.threads.ctx == NULL);
    cameo_threads_free(&pool.threads);
    CHECK(cameo_threads_create(UINT32_MAX, &pool.threads, &e) == CAMEO_E_ARG);
}

/* Two callers of a pool with one thread. Each flag is set once; who waits for one gives up after PATIENCE_NS. */
#define PATIENCE_NS UINT64_C(20000000000)

typedef struct crossed_pool {
    cameo_threads threads;
    uint32_t first_computes, second_computes, first_is_done; /* atomic flags */
    uint32_t given_up; /* atomic: a wait was in vain */
    uint32_t late;     /* atomic: the thread worked in the last call */
} crossed_pool;

static void crossed_wait(crossed_pool *c, const uint32_t *flag) {
    uint64_t end = cm_os_clock_ns(NULL) + PATIENCE_NS;
    while (cm_atomic_load(flag) == 0 && cm_os_clock_ns(NULL) < end) sched_yield();
    if (cm_atomic_load(flag) == 0) cm_atomic_store(&c->given_up, 1);
}

/* The first caller's first call lasts until the second caller computes. */
static void crossed_first(void *arg, uint32_t worker) {
    crossed_pool *c = arg;
    if (worker != 0) return;
    cm_atomic_store(&c->first_computes, 1);
    crossed_wait(c, &c->second_computes);
}

/* The first caller's last call: as long as a sleeping thread takes to come, many times over. */
static void crossed_last(void *arg, uint32_t worker) {
    crossed_pool *c = arg;
    uint64_t end = cm_os_clock_ns(NULL) + 5000000;
    if (worker != 0) cm_atomic_store(&c->late, 1);
    while (worker == 0 && cm_os_clock_ns(NULL) < end) sched_yield();
}

static void crossed_second(void *arg, uint32_t worker) {
    crossed_pool *c = arg;
    (void)worker;
    cm_atomic_store(&c->second_computes, 1);
    crossed_wait(c, &c->first_is_done);
}

static void *crossed_caller(void *arg) {
    crossed_pool *c = arg;
    crossed_wait(c, &c->first_computes);
    c->threads.parallel(c->threads.ctx, crossed_second, c);
    return NULL;
}

/* A caller that comes while another one has the threads computes at once, alone; while it does, the thread stays away
 * from the other's next call, since two compute already. */
void test_os_pool_crossed(void) {
    static crossed_pool pool;
    pthread_t second;
    cameo_error e = {0};
    CHECK(cameo_threads_create(2, &pool.threads, &e) == CAMEO_OK);
    CHECK(pthread_create(&second, NULL, crossed_caller, &pool) == 0);
    pool.threads.parallel(pool.threads.ctx, crossed_first, &pool);
    CHECK(pool.given_up == 0);
    pool.threads.parallel(pool.threads.ctx, crossed_last, &pool);
    cm_atomic_store(&pool.first_is_done, 1);
    pthread_join(second, NULL);
    CHECK(pool.given_up == 0 && pool.late == 0);
    cameo_threads_free(&pool.threads);
}
