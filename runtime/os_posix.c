/* os_posix.c — files, threads, clock and heap on POSIX systems. See os.h. */
#define _GNU_SOURCE 1      /* sched_getaffinity, madvise, MAP_ANONYMOUS */
#define _DARWIN_C_SOURCE 1 /* the same on macOS */
#define _POSIX_C_SOURCE 200809L

#include "runtime/os.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__) && defined(__x86_64__)
#include <sys/syscall.h>
#endif

/* ---- files ---- */

/* Bytes that a page table maps, and those that a fault brings in around a page. */
#define OS_TABLE ((size_t)1 << 21)
#define OS_FAULT_AROUND ((size_t)1 << 16)

/* Linux caches files in pieces of up to 2 MiB. From 6.18 on a fault brings in a whole piece if it lies within a page
 * table: here the large ones do not. */
static void *os_map_apart(int fd, size_t size) {
    void *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    uintptr_t at = (uintptr_t)map;
    if (map == MAP_FAILED || size < OS_TABLE || at % OS_TABLE != 0) return map;
    void *hint = (uint8_t *)map - OS_TABLE + OS_FAULT_AROUND;
    (void)munmap(map, size);
    return mmap(hint, size, PROT_READ, MAP_PRIVATE, fd, 0); /* there, or anywhere */
}

/* Reads the `size` bytes that the file had when it was opened. */
static cameo_status os_copy(int fd, size_t size, const char *path, cm_os_file *file, cameo_error *e) {
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CM_CHECK(p != MAP_FAILED, e, CAMEO_E_NOMEM, "no memory for the %zu bytes of %s", size, path);
    *file = (cm_os_file){.data = p, .size = size, .copy = p};
    for (size_t n = 0; n < size;) {
        ssize_t more = read(fd, (uint8_t *)p + n, size - n);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) {
            const char *cause = more < 0 ? strerror(errno) : "it was cut meanwhile";
            cm_os_unmap(file);
            return CM_FAIL(e, CAMEO_E_IO, "%s cannot be read: %s", path, cause);
        }
        n += (size_t)more;
    }
    return CAMEO_OK;
}

static cameo_status os_map(int fd, size_t size, const char *path, cm_os_file *file, cameo_error *e) {
    void *map = os_map_apart(fd, size);
    CM_CHECK(map != MAP_FAILED, e, CAMEO_E_IO, "%s cannot be mapped: %s", path, strerror(errno));
    *file = (cm_os_file){.data = map, .size = size, .map = map};
    return CAMEO_OK;
}

static cameo_status os_get_fd(int fd, const char *path, uint64_t copy_most, cm_os_file *file, cameo_error *e) {
    struct stat st;
    *file = (cm_os_file){0};
    CM_CHECK(fstat(fd, &st) == 0 && S_ISREG(st.st_mode), e, CAMEO_E_IO, "%s is not a regular file", path);
    if (st.st_size <= 0) return CAMEO_OK;
    if (copy_most == 0) return os_map(fd, (size_t)st.st_size, path, file, e);
    CM_CHECK((uint64_t)st.st_size <= copy_most, e, CAMEO_E_LIMIT,
             "%s has %llu bytes, more than limit memory_bytes of %llu", path, CM_LLU(st.st_size), CM_LLU(copy_most));
    return os_copy(fd, (size_t)st.st_size, path, file, e);
}

/* Closes fd. */
static cameo_status os_map_fd(int fd, const char *path, uint64_t copy_most, cm_os_file *file, cameo_error *e) {
    cameo_status status = os_get_fd(fd, path, copy_most, file, e);
    close(fd);
    return status;
}

cameo_status cm_os_map(const char *path, uint64_t copy_most, cm_os_file *file, cameo_error *e) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO is refused, not waited for */
    CM_CHECK(fd >= 0, e, CAMEO_E_IO, "%s cannot be opened: %s", path, strerror(errno));
    return os_map_fd(fd, path, copy_most, file, e);
}

static bool os_part_is(const char *p, size_t n, const char *text) {
    return n == strlen(text) && memcmp(p, text, n) == 0;
}

/* Opens location part by part below the folder; through symbolic links only with `links`. */
static int os_open_below(int folder, const char *p, size_t n, bool links) {
    char part[256];
    while (folder >= 0) {
        size_t k = 0;
        while (k < n && p[k] != '/') k++;
        bool last = k == n;
        bool stays = k == 0 || os_part_is(p, k, ".");
        if ((stays && last) || k >= sizeof part || os_part_is(p, k, "..")) break;
        if (stays) {
            p += k + 1;
            n -= k + 1;
            continue;
        }
        memcpy(part, p, k);
        part[k] = 0;
        int flags = O_RDONLY | O_CLOEXEC | (last ? O_NONBLOCK : O_DIRECTORY);
        int next = openat(folder, part, links ? flags : flags | O_NOFOLLOW);
        close(folder);
        if (last || next < 0) return next;
        folder = next;
        p += k + 1;
        n -= k + 1;
    }
    if (folder >= 0) close(folder);
    return -1;
}

cm_str cm_os_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? CM_STR(".") : (cm_str){path, (size_t)(slash - path) + 1};
}

cameo_status cm_os_map_below(cm_str folder, cameo_string location, bool links, uint64_t copy_most, cm_os_file *file,
                             cameo_error *e) {
    char path[4096];
    CM_CHECK(folder.n < sizeof path, e, CAMEO_E_IO, "the path of the model's folder is too long");
    memcpy(path, folder.p, folder.n);
    path[folder.n] = 0;
    bool clean = location.n > 0 && location.n < 4096 && location.p[0] != '/' &&
                 memchr(location.p, 0, location.n) == NULL &&
                 memchr(location.p, '\\', location.n) == NULL;
    cm_str name = {location.p, location.n};
    CM_CHECK(clean, e, CAMEO_E_IO, "external data location '%.*s' is not a plain relative path",
             CM_STR_ARG(name));
    int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int fd = os_open_below(dir, location.p, location.n, links);
    CM_CHECK(fd >= 0, e, CAMEO_E_IO,
             "external data '%.*s' cannot be opened below the model's folder", CM_STR_ARG(name));
    struct stat st;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_nlink > 1 && !links) {
        close(fd);
        return CM_FAIL(e, CAMEO_E_IO, "external data '%.*s' has several names (hard links)",
                       CM_STR_ARG(name));
    }
    return os_map_fd(fd, "external data", copy_most, file, e);
}

cameo_status cm_os_map_beside(const char *model_path, cameo_string location, cm_os_file *file,
                              cameo_error *e) {
    return cm_os_map_below(cm_os_folder(model_path), location, false, 0, file, e);
}

void cm_os_unmap(cm_os_file *file) {
    if (file->map != NULL) munmap(file->map, file->size);
    if (file->copy != NULL) munmap(file->copy, file->size);
    *file = (cm_os_file){0};
}

void cm_os_forget(const cm_os_file *file, const void *bytes, size_t size) {
    uintptr_t map = (uintptr_t)file->map, at = (uintptr_t)bytes, mask = OS_TABLE - 1;
    if (file->map == NULL || at < map || at - map > file->size || size > file->size - (at - map))
        return;
    uintptr_t begin = at & ~mask, end = (at + size + mask) & ~mask;
    if (begin < map) begin = map;
    if (end > map + file->size) end = map + file->size;
    (void)madvise((uint8_t *)file->map + (begin - map), end - begin, MADV_DONTNEED);
}

/* Calls advice for [p, p + size) without what is not a whole multiple of `unit` bytes, a power of 2. */
static void os_advise(void *p, size_t size, uintptr_t unit, int advice) {
    uintptr_t at = (uintptr_t)p, begin = (at + unit - 1) & ~(unit - 1), end = (at + size) & ~(unit - 1);
    if (begin < end) (void)madvise((uint8_t *)p + (begin - at), end - begin, advice);
}

void cm_os_discard(void *p, size_t size) {
    long page = sysconf(_SC_PAGESIZE);
    if (page > 0) os_advise(p, size, (uintptr_t)page, MADV_DONTNEED);
}

/* Pieces of memory that are worth a call to the system; a multiple of the page. */
#define OS_TOUCH ((uintptr_t)1 << 16)
/* A large page of x86-64 and of AArch64 with pages of 4 KiB. Blocks of two and more ask for them: a fault for each
 * small page took longer than packing weights into it. */
#define OS_LARGE ((uintptr_t)1 << 21)

void cm_os_touch(void *p, size_t size, bool scattered) {
    (void)p;
    (void)size;
    if (scattered) {
#ifdef MADV_NOHUGEPAGE
        os_advise(p, size, OS_TOUCH, MADV_NOHUGEPAGE);
#endif
    } else {
#ifdef MADV_POPULATE_WRITE
        os_advise(p, size, OS_TOUCH, MADV_POPULATE_WRITE);
#endif
    }
}

/* ---- heap, clock, processors ---- */

/* Blocks from this size on come from the system and go back to it at once: the C library would keep some of them.
 * Sanitizers watch the bytes around what comes from the C library, so there all of them do. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OS_PAGES SIZE_MAX
#elif defined(__has_feature) /* clang */
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define OS_PAGES SIZE_MAX
#endif
#endif
#ifndef OS_PAGES
#define OS_PAGES ((size_t)1 << 17)
#endif

static void *os_alloc(void *ctx, size_t size, size_t align) {
    void *p = NULL;
    (void)ctx;
    if (size >= OS_PAGES) {
        p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
        if (size >= 2 * OS_LARGE) os_advise(p, size, OS_LARGE, MADV_HUGEPAGE);
#endif
        return p;
    }
    return posix_memalign(&p, align < sizeof(void *) ? sizeof(void *) : align,
                          size == 0 ? 1 : size) == 0
               ? p
               : NULL;
}

static void os_free(void *ctx, void *p, size_t size, size_t align) {
    (void)ctx;
    (void)align;
    if (size >= OS_PAGES && p != NULL) {
        (void)munmap(p, size);
    } else {
        free(p);
    }
}

const cameo_allocator cm_os_allocator = {NULL, os_alloc, os_free};

uint64_t cm_os_clock_ns(void *ctx) {
    struct timespec t;
    (void)ctx;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The quota of a version-2 cgroup in whole processors, rounded up; 0 where there is none. */
static uint32_t os_quota(void) {
    FILE *f = fopen("/sys/fs/cgroup/cpu.max", "re");
    char text[64];
    char *end;
    if (f == NULL) return 0;
    if (fgets(text, sizeof text, f) == NULL) text[0] = '\0';
    fclose(f);
    long long quota = strtoll(text, &end, 10); /* 0: no limit, which is the word max */
    long long period = strtoll(end, NULL, 10);
    if (quota <= 0 || period <= 0) return 0;
    return (uint32_t)(quota / period + (quota % period != 0));
}

uint32_t cm_os_n_cpus(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) n = CPU_COUNT(&set);
#endif
    uint32_t quota = os_quota();
    uint32_t cpus = n < 1 ? 1 : (uint32_t)n;
    return quota != 0 && quota < cpus ? quota : cpus;
}

/* Linux saves the eight KiB of tiles only for programs that ask for it: Documentation/arch/x86/xstate.rst. */
bool cm_os_tiles(void) {
#if defined(__linux__) && defined(__x86_64__)
    const long ask = 0x1023, tile_data = 18; /* ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA */
    return syscall(SYS_arch_prctl, ask, tile_data) == 0;
#else
    return false;
#endif
}

/* ---- threads ---- */

struct cm_os_mutex {
    pthread_mutex_t m;
};

cm_os_mutex *cm_os_mutex_create(void) {
    cm_os_mutex *m = malloc(sizeof *m);
    if (m == NULL) return NULL;
    if (pthread_mutex_init(&m->m, NULL) == 0) return m;
    free(m);
    return NULL;
}

void cm_os_mutex_lock(cm_os_mutex *m) { pthread_mutex_lock(&m->m); }
void cm_os_mutex_unlock(cm_os_mutex *m) { pthread_mutex_unlock(&m->m); }
void cm_os_mutex_destroy(cm_os_mutex *m) {
    if (m == NULL) return;
    pthread_mutex_destroy(&m->m);
    free(m);
}

/* How long a thread of the pool looks for work, or the caller for the end of it, before it sleeps: longer than steps
 * that are not worth sharing, and short enough that nobody sees it between runs. */
#define OS_SPIN_NS 50000u
#define OS_SPIN_PAUSES 32 /* between two looks at the clock: 0.3 to 1.5 us */

typedef struct os_thread {
    pthread_t id;
    cm_os_pool *pool;
    uint32_t worker;
} os_thread;

/* A call of parallel is open until its caller has found no work left. Threads that come while it is open take part, and
 * the caller waits for them alone: a thread that the system has not run yet, since the processors are busy with
 * something else, holds up nobody. One call at a time has the threads; a caller that finds them taken does its work
 * alone, and for each such caller one thread stays away, so that no more than n_threads + 1 of callers and threads
 * compute at once unless the callers alone are more. */
struct cm_os_pool {
    pthread_mutex_t lock; /* of sleeping and waking */
    pthread_mutex_t turn; /* held by the call that has the threads */
    pthread_cond_t wake, done;
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
        pthread_mutex_lock(&p->lock);
        (void)cm_atomic_add(&p->sleepers, 1);
        while ((cm_atomic_add(&p->state, 0) & OS_CALL_MASK) == seen && cm_atomic_load(&p->stop) == 0)
            pthread_cond_wait(&p->wake, &p->lock);
        (void)cm_atomic_add(&p->sleepers, UINT32_MAX);
        pthread_mutex_unlock(&p->lock);
    }
    return cm_atomic_load(&p->stop) == 0;
}

/* A thread takes part no longer; the last one wakes the caller. */
static void os_leave(cm_os_pool *p) {
    uint32_t before = cm_atomic_add(&p->state, UINT32_MAX);
    if ((before & (OS_COUNT | OS_OPEN)) != 1 || cm_atomic_add(&p->waits, 0) == 0) return;
    pthread_mutex_lock(&p->lock);
    pthread_cond_signal(&p->done);
    pthread_mutex_unlock(&p->lock);
}

static void *os_thread_main(void *arg) {
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
    return NULL;
}

/* Waits for the threads that take part. */
static void os_wait_done(cm_os_pool *p) {
    if (os_spin(&p->state, OS_COUNT, 0, false)) return;
    pthread_mutex_lock(&p->lock);
    (void)cm_atomic_add(&p->waits, 1);
    while ((cm_atomic_add(&p->state, 0) & OS_COUNT) != 0) pthread_cond_wait(&p->done, &p->lock);
    (void)cm_atomic_add(&p->waits, UINT32_MAX);
    pthread_mutex_unlock(&p->lock);
}

/* work, by the caller and all threads that come. */
static void os_call(cm_os_pool *p, void (*work)(void *arg, uint32_t worker), void *arg) {
    p->work = work;
    p->arg = arg;
    (void)cm_atomic_add(&p->state, OS_CALL | OS_OPEN);
    if (cm_atomic_add(&p->sleepers, 0) != 0) {
        pthread_mutex_lock(&p->lock);
        pthread_cond_broadcast(&p->wake);
        pthread_mutex_unlock(&p->lock);
    }
    work(arg, 0);
    (void)cm_atomic_add(&p->state, 0u - OS_OPEN);
    os_wait_done(p);
}

static void os_parallel(void *ctx, void (*work)(void *arg, uint32_t worker), void *arg) {
    cm_os_pool *p = ctx;
    (void)cm_atomic_add(&p->callers, 1);
    if (pthread_mutex_trylock(&p->turn) == 0) {
        os_call(p, work, arg);
        pthread_mutex_unlock(&p->turn);
    } else {
        work(arg, 0);
    }
    (void)cm_atomic_add(&p->callers, UINT32_MAX);
}

cm_os_pool *cm_os_pool_create(uint32_t n_workers, cameo_threads *threads) {
    if (n_workers == 0 || n_workers > OS_COUNT) return NULL;
    cm_os_pool *p = calloc(1, sizeof *p + (n_workers - 1) * sizeof *p->thread);
    if (p == NULL) return NULL;
    pthread_mutex_init(&p->lock, NULL);
    pthread_mutex_init(&p->turn, NULL);
    pthread_cond_init(&p->wake, NULL);
    pthread_cond_init(&p->done, NULL);
    for (uint32_t i = 0; i + 1 < n_workers; i++) {
        p->thread[i] = (os_thread){.pool = p, .worker = i + 1};
        if (pthread_create(&p->thread[i].id, NULL, os_thread_main, &p->thread[i]) != 0) break;
        p->n_threads++;
    }
    if (p->n_threads + 1 != n_workers) {
        cm_os_pool_destroy(p);
        return NULL;
    }
    *threads = (cameo_threads){p, n_workers, os_parallel};
    return p;
}

void cm_os_pool_destroy(cm_os_pool *p) {
    if (p == NULL) return;
    pthread_mutex_lock(&p->lock);
    cm_atomic_store(&p->stop, 1);
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    for (uint32_t i = 0; i < p->n_threads; i++) pthread_join(p->thread[i].id, NULL);
    pthread_cond_destroy(&p->wake);
    pthread_cond_destroy(&p->done);
    pthread_mutex_destroy(&p->lock);
    pthread_mutex_destroy(&p->turn);
    free(p);
}
