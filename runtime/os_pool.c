/* os_pool.c — locks and the pool of threads, over the system's own in os_sync.h. See os.h. */
#include "runtime/os_sync.h"

#include <stdlib.h>

#include "runtime/os.h"

struct cm_os_mutex {
    os_lock m;
};

cm_os_mutex *cm_os_mutex_create(void) {
    cm_os_mutex *m = malloc(sizeof *m);
    if (m == NULL) return NULL;
    if (os_lock_init(&m->m)) return m;
    free(m);
    return NULL;
}

void cm_os_mutex_lock(cm_os_mutex *m) { os_lock_take(&m->m); }
void cm_os_mutex_unlock(cm_os_mutex *m) { os_lock_give(&m->m); }
void cm_os_mutex_destroy(cm_os_mutex *m) {
    if (m == NULL) return;
    os_lock_destroy(&m->m);
    free(m);
}

/* How long a thread of the pool looks for work, or the caller for the end of it, before it sleeps: longer than steps
 * that are not worth sharing, and short enough that nobody sees it between runs. */
#define OS_SPIN_NS 50000u
#define OS_SPIN_PAUSES 32 /* between two looks at the clock: 0.3 to 1.5 us */

typedef struct os_thread {
    os_thread_id id;
    cm_os_pool *pool;
    uint32_t worker;
} os_thread;

/* A call of parallel is open until its caller has found no work left. Threads that come while it is open take part, and
 * the caller waits for them alone: a thread that the system has not run yet, since the processors are busy with
 * something else, holds up nobody. One call at a time has the threads; a caller that finds them taken does its work
 * alone, and for each such caller one thread stays away, so that no more than n_threads + 1 of callers and threads
 * compute at once unless the callers alone are more. */
struct cm_os_pool {
    os_lock lock; /* of sleeping and waking */
    os_lock turn; /* held by the call that has the threads */
    os_cond wake, done;
    uint32_t n_threads;
    uint32_t state;    /* atomic: OS_COUNT threads that take part, OS_OPEN, and above it the number of the call */
    uint32_t callers;  /* atomic: calls of parallel that have begun and not returned */
    uint32_t sleepers; /* atomic: threads that sleep or are about to */
    uint32_t waits;    /* atomic: 1 while the caller sleeps or is about to */
    uint32_t stop;     /* atomic */
    void (*work)(void *arg, uint32_t worker);
    void *arg;
    os_thread thread[];
};

#define OS_COUNT CM_OS_MAX_WORKERS
#define OS_OPEN 0x10000u
#define OS_CALL 0x20000u /* one call; what is below it is not part of the number */
#define OS_CALL_MASK (0u - OS_CALL)

/* Waits as long as (*p & mask) == value is `same`, OS_SPIN_NS at most. Returns whether it is over. */
static bool os_spin(const uint32_t *p, uint32_t mask, uint32_t value, bool same) {
    uint64_t end = cm_os_clock_ns(NULL) + OS_SPIN_NS;
    do {
        for (int i = 0; i < OS_SPIN_PAUSES; i++) {
            if (((cm_atomic_load(p) & mask) == value) != same) return true;
            cm_cpu_pause();
        }
    } while (cm_os_clock_ns(NULL) < end);
    return false;
}

/* Waits for another call than the one that was `seen`; false: stop. Who goes to sleep says so before it looks for the
 * last time, and who calls opens the call before it looks who sleeps: one of them sees the other. */
static bool os_wait_call(cm_os_pool *p, uint32_t seen) {
    if (!os_spin(&p->state, OS_CALL_MASK, seen, true)) {
        os_lock_take(&p->lock);
        (void)cm_atomic_add(&p->sleepers, 1);
        while ((cm_atomic_add(&p->state, 0) & OS_CALL_MASK) == seen && cm_atomic_load(&p->stop) == 0)
            os_cond_wait(&p->wake, &p->lock);
        (void)cm_atomic_add(&p->sleepers, UINT32_MAX);
        os_lock_give(&p->lock);
    }
    return cm_atomic_load(&p->stop) == 0;
}

/* A thread takes part no longer; the last one wakes the caller. */
static void os_leave(cm_os_pool *p) {
    uint32_t before = cm_atomic_add(&p->state, UINT32_MAX);
    if ((before & (OS_COUNT | OS_OPEN)) != 1 || cm_atomic_add(&p->waits, 0) == 0) return;
    os_lock_take(&p->lock);
    os_cond_signal(&p->done);
    os_lock_give(&p->lock);
}

static OS_THREAD_MAIN(os_thread_main, arg) {
    os_thread *t = arg;
    cm_os_pool *p = t->pool;
    uint32_t seen = 0;
    while (os_wait_call(p, seen)) {
        if (t->worker + cm_atomic_load(&p->callers) > p->n_threads + 1) {
            seen = cm_atomic_load(&p->state) & OS_CALL_MASK;
            continue;
        }
        uint32_t now = cm_atomic_add(&p->state, 1);
        seen = now & OS_CALL_MASK;
        if ((now & OS_OPEN) != 0) p->work(p->arg, t->worker);
        os_leave(p);
    }
    return 0;
}

/* Waits for the threads that take part. */
static void os_wait_done(cm_os_pool *p) {
    if (os_spin(&p->state, OS_COUNT, 0, false)) return;
    os_lock_take(&p->lock);
    (void)cm_atomic_add(&p->waits, 1);
    while ((cm_atomic_add(&p->state, 0) & OS_COUNT) != 0) os_cond_wait(&p->done, &p->lock);
    (void)cm_atomic_add(&p->waits, UINT32_MAX);
    os_lock_give(&p->lock);
}

/* work, by the caller and all threads that come. */
static void os_call(cm_os_pool *p, void (*work)(void *arg, uint32_t worker), void *arg) {
    p->work = work;
    p->arg = arg;
    (void)cm_atomic_add(&p->state, OS_CALL | OS_OPEN);
    if (cm_atomic_add(&p->sleepers, 0) != 0) {
        os_lock_take(&p->lock);
        os_cond_broadcast(&p->wake);
        os_lock_give(&p->lock);
    }
    work(arg, 0);
    (void)cm_atomic_add(&p->state, 0u - OS_OPEN);
    os_wait_done(p);
}

static void os_parallel(void *ctx, void (*work)(void *arg, uint32_t worker), void *arg) {
    cm_os_pool *p = ctx;
    (void)cm_atomic_add(&p->callers, 1);
    if (os_lock_try(&p->turn)) {
        os_call(p, work, arg);
        os_lock_give(&p->turn);
    } else {
        work(arg, 0);
    }
    (void)cm_atomic_add(&p->callers, UINT32_MAX);
}

cm_os_pool *cm_os_pool_create(uint32_t n_workers, cameo_threads *threads) {
    if (n_workers == 0 || n_workers > OS_COUNT) return NULL;
    cm_os_pool *p = calloc(1, sizeof *p + (n_workers - 1) * sizeof *p->thread);
    if (p == NULL) return NULL;
    (void)os_lock_init(&p->lock);
    (void)os_lock_init(&p->turn);
    os_cond_init(&p->wake);
    os_cond_init(&p->done);
    for (uint32_t i = 0; i + 1 < n_workers; i++) {
        p->thread[i] = (os_thread){.pool = p, .worker = i + 1};
        if (!os_thread_begin(&p->thread[i].id, os_thread_main, &p->thread[i])) break;
        p->n_threads++;
    }
    if (p->n_threads + 1 != n_workers) {
        cm_os_pool_destroy(p);
        return NULL;
    }
    *threads = (cameo_threads){p, n_workers, os_parallel};
    return p;
}

bool cm_os_pool_is_awake(const cameo_threads *threads) {
    const cm_os_pool *p = threads->ctx;
    return threads->parallel != os_parallel || cm_atomic_load(&p->sleepers) == 0;
}

void cm_os_pool_destroy(cm_os_pool *p) {
    if (p == NULL) return;
    os_lock_take(&p->lock);
    cm_atomic_store(&p->stop, 1);
    os_cond_broadcast(&p->wake);
    os_lock_give(&p->lock);
    for (uint32_t i = 0; i < p->n_threads; i++) os_thread_join(p->thread[i].id);
    os_cond_destroy(&p->wake);
    os_cond_destroy(&p->done);
    os_lock_destroy(&p->lock);
    os_lock_destroy(&p->turn);
    free(p);
}
