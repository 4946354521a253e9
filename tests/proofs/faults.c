/* faults.c — the proof that whatever the system refuses, the library says so and goes on: each request for memory, each
 * operation on a file, each thread and lock, each call of the caller's functions fails in turn while a model is loaded
 * and run through the host helper, and each size of each memory piece from 0 up is tried through the exact interface.
 *
 * usage: faults [--threads N] [--copy] [--sizes] MODEL ...
 *   --threads N  a pool of N workers (default 1)
 *   --copy       files are read into memory instead of mapped (options.copy_files)
 *   --sizes      memory pieces of all sizes below what was measured, instead of failing calls
 *
 * The linker leads the system's functions here (--wrap, see the Makefile). After each fault that a load or a run told:
 * the status is one of those that can come of it, with a text; nothing that was opened, mapped or allocated is still
 * there; a load that failed works when tried again, and a host whose run failed runs again, with the bytes that it gave
 * before. A fault that was not told has changed nothing. Inputs are zeros of the least dims; a model that does not run
 * with them must fail in the same way each time. Prints how often each kind failed; the status is 1 where
 * something was not as it should be. */
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "include/cameo.h"

/* ---- what fails ---- */

#define FAULT_KINDS(X) \
    X(malloc) X(posix_memalign) X(mmap) X(open) X(openat) X(fstat) X(read) X(pthread_create) X(mutex) X(cond) X(caller)

typedef enum fault_kind {
#define FAULT_ENUM(name) FAULT_##name,
    FAULT_KINDS(FAULT_ENUM)
#undef FAULT_ENUM
    FAULT_COUNT
} fault_kind;

static const char *const fault_names[] = {
#define FAULT_NAME(name) #name,
    FAULT_KINDS(FAULT_NAME)
#undef FAULT_NAME
};

/* Calls are counted while `on`; number `at` fails (0: none), and those behind it if `all_after`. */
static struct {
    bool on, all_after, short_read;
    unsigned calls, at;
    fault_kind failed; /* the kind of the first that did */
    bool hit;
    long blocks, maps, files; /* open ones */
    unsigned by_kind[FAULT_COUNT];
} fault;
static pthread_mutex_t fault_lock = PTHREAD_MUTEX_INITIALIZER;

int __real_pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr);
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void __real_free(void *p);
int __real_posix_memalign(void **p, size_t align, size_t size);
void *__real_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
int __real_munmap(void *at, size_t size);
int __real_open(const char *path, int flags, ...);
int __real_openat(int folder, const char *path, int flags, ...);
int __real_close(int fd);
int __real_fstat(int fd, struct stat *st);
ssize_t __real_read(int fd, void *to, size_t n);
int __real_pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int __real_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void __wrap_free(void *p);
int __wrap_posix_memalign(void **p, size_t align, size_t size);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
int __wrap_munmap(void *at, size_t size);
int __wrap_open(const char *path, int flags, ...);
int __wrap_openat(int folder, const char *path, int flags, ...);
int __wrap_close(int fd);
int __wrap_fstat(int fd, struct stat *st);
ssize_t __wrap_read(int fd, void *to, size_t n);
int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int __wrap_pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr);
int __wrap_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr);

/* Whether this call fails. */
static bool fault_now(fault_kind kind) {
    pthread_mutex_lock(&fault_lock);
    bool now = false;
    if (fault.on) {
        fault.calls++;
        now = fault.at != 0 && (fault.calls == fault.at || (fault.all_after && fault.calls > fault.at));
        if (now) fault.by_kind[kind]++;
        if (now && !fault.hit) fault.failed = kind;
        fault.hit = fault.hit || now;
    }
    pthread_mutex_unlock(&fault_lock);
    return now;
}

static void fault_count(long *what, long n) {
    pthread_mutex_lock(&fault_lock);
    *what += n;
    pthread_mutex_unlock(&fault_lock);
}

void *__wrap_malloc(size_t size) {
    void *p = fault_now(FAULT_malloc) ? NULL : __real_malloc(size);
    if (p == NULL) errno = ENOMEM;
    if (p != NULL) fault_count(&fault.blocks, 1);
    return p;
}
void *__wrap_calloc(size_t n, size_t size) {
    void *p = fault_now(FAULT_malloc) ? NULL : __real_calloc(n, size);
    if (p == NULL) errno = ENOMEM;
    if (p != NULL) fault_count(&fault.blocks, 1);
    return p;
}
void __wrap_free(void *p) {
    if (p != NULL) fault_count(&fault.blocks, -1);
    __real_free(p);
}
int __wrap_posix_memalign(void **p, size_t align, size_t size) {
    int failed = fault_now(FAULT_posix_memalign) ? ENOMEM : __real_posix_memalign(p, align, size);
    if (failed == 0) fault_count(&fault.blocks, 1);
    return failed;
}
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
    void *p = MAP_FAILED;
    if (fault_now(FAULT_mmap)) {
        errno = ENOMEM;
        return p;
    }
    p = __real_mmap(at, size, protection, flags, fd, offset);
    if (p != MAP_FAILED) fault_count(&fault.maps, 1);
    return p;
}
int __wrap_munmap(void *at, size_t size) {
    fault_count(&fault.maps, -1);
    return __real_munmap(at, size);
}
static int fault_opened(int fd) {
    if (fd >= 0) fault_count(&fault.files, 1);
    return fd;
}
int __wrap_open(const char *path, int flags, ...) {
    if (fault_now(FAULT_open)) {
        errno = EMFILE;
        return -1;
    }
    return fault_opened(__real_open(path, flags));
}
int __wrap_openat(int folder, const char *path, int flags, ...) {
    if (fault_now(FAULT_openat)) {
        errno = EMFILE;
        return -1;
    }
    return fault_opened(__real_openat(folder, path, flags));
}
int __wrap_close(int fd) {
    fault_count(&fault.files, -1);
    return __real_close(fd);
}
int __wrap_fstat(int fd, struct stat *st) {
    if (!fault_now(FAULT_fstat)) return __real_fstat(fd, st);
    errno = EIO;
    return -1;
}
/* A read that fails, or is interrupted, or gives a part only, which is no failure. */
ssize_t __wrap_read(int fd, void *to, size_t n) {
    if (fault.short_read) return __real_read(fd, to, n > 7 ? 7 : n);
    if (!fault_now(FAULT_read)) return __real_read(fd, to, n);
    errno = EIO;
    return -1;
}
int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*run)(void *), void *arg) {
    return fault_now(FAULT_pthread_create) ? EAGAIN : __real_pthread_create(id, attr, run, arg);
}
int __wrap_pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr) {
    return fault_now(FAULT_mutex) ? ENOMEM : __real_pthread_mutex_init(m, attr);
}
int __wrap_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr) {
    return fault_now(FAULT_cond) ? ENOMEM : __real_pthread_cond_init(c, attr);
}

/* The caller's own function: it stops the call. */
static cameo_status fault_interrupt(void *ctx) {
    (void)ctx;
    return fault_now(FAULT_caller) ? CAMEO_E_CANCELLED : CAMEO_OK;
}

/* ---- one model ---- */

enum { FAULT_MOST_VALUES = 16, FAULT_MOST_STEPS = 4000 };

typedef struct fault_run {
    cameo_value in[FAULT_MOST_VALUES], out[FAULT_MOST_VALUES];
    size_t n_in, n_out;
    void *data[FAULT_MOST_VALUES]; /* of inputs */
} fault_run;

static int faults_bad;

static void faults_complain(const char *path, const char *what, const cameo_error *e) {
    faults_bad++;
    printf("FAIL %s: %s, call %u (%s)%s: %s %s\n", path, what, fault.at, fault.hit ? fault_names[fault.failed] : "none",
           fault.all_after ? " and all behind it" : "", cameo_status_name(e->status), e->msg);
}

/* Zeros for each input of the session; false: one has no tensor of a fixed rank. */
static bool fault_inputs(const cameo_session *session, fault_run *r) {
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(session, &info);
    if (info.n_inputs > FAULT_MOST_VALUES || info.n_outputs > FAULT_MOST_VALUES) return false;
    r->n_in = info.n_inputs;
    r->n_out = info.n_outputs;
    for (uint32_t i = 0; i < info.n_inputs; i++) {
        cameo_type type;
        cameo_session_get_input(session, i, &type);
        if (type.kind != CAMEO_KIND_TENSOR || !type.has_shape) return false;
        size_t n = 1;
        r->in[i] = (cameo_value){.kind = CAMEO_KIND_TENSOR};
        r->in[i].tensor.dtype = type.dtype;
        r->in[i].tensor.rank = type.rank;
        for (uint32_t d = 0; d < type.rank; d++) {
            r->in[i].tensor.dims[d] = type.dims[d] < 0 ? 1 : type.dims[d];
            n *= (size_t)r->in[i].tensor.dims[d];
        }
        size_t bytes = (n * cameo_dtype_bits(type.dtype) + 7) / 8;
        if (type.dtype == CAMEO_STRING) bytes = n * sizeof(cameo_string);
        r->data[i] = calloc(1, bytes + 64);
        r->in[i].tensor.data = r->data[i];
        r->in[i].tensor.bytes = bytes;
    }
    return true;
}

/* A sum over the bytes of all outputs that are tensors of numbers. */
static uint64_t fault_digest(const fault_run *r) {
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < r->n_out; i++) {
        const cameo_tensor *t = &r->out[i].tensor;
        if (r->out[i].kind != CAMEO_KIND_TENSOR || t->dtype == CAMEO_STRING) continue;
        for (size_t b = 0; b < t->bytes; b++) h = (h ^ ((const uint8_t *)t->data)[b]) * 1099511628211u;
    }
    return h;
}

static bool fault_status_fits(const cameo_error *e, cameo_status status) {
    bool memory = fault.failed == FAULT_malloc || fault.failed == FAULT_posix_memalign || fault.failed == FAULT_mutex ||
                  fault.failed == FAULT_cond || fault.failed == FAULT_pthread_create;
    if (e->status != status || e->msg[0] == 0) return false;
    if (fault.failed == FAULT_caller) return status == CAMEO_E_CANCELLED;
    if (fault.failed == FAULT_mmap) return status == CAMEO_E_NOMEM || status == CAMEO_E_IO;
    return memory ? status == CAMEO_E_NOMEM : status == CAMEO_E_IO;
}

static void fault_arm(unsigned at) {
    fault.calls = 0;
    fault.at = at;
    fault.hit = false;
    fault.on = true;
}

/* The load and two runs of a model, of which call `at` fails; false: there were fewer calls. What it gives without
 * faults is in *want (0: not known yet); wanted: the status that it then has. */
static bool fault_step(const char *path, const cameo_options *options, unsigned at, uint64_t *want,
                       cameo_status *wanted) {
    cameo_host *host = NULL;
    cameo_error e = {0}, again = {0};
    fault_run r = {0};
    long blocks = fault.blocks, maps = fault.maps, files = fault.files;
    fault_arm(at);
    cameo_status status = cameo_host_load_file(path, options, &host, &e);
    fault.on = false;
    if (status != CAMEO_OK) {
        bool fits = fault.hit ? fault_status_fits(&e, status) : at == 0;
        if (!fits) faults_complain(path, "a load ends with another status, or without a text", &e);
        if (at != 0 && cameo_host_load_file(path, options, &host, &again) != CAMEO_OK)
            faults_complain(path, "a load that failed fails once more", &again);
    } else if (fault_inputs(cameo_host_get_session(host), &r)) {
        bool before = fault.hit;
        fault.on = true;
        status = cameo_host_run(host, r.in, r.n_in, r.out, r.n_out, &e);
        if (status == CAMEO_OK) status = cameo_host_run(host, r.in, r.n_in, r.out, r.n_out, &e); /* the pool of runs */
        fault.on = false;
        if (at == 0) {
            *wanted = status;
            *want = status == CAMEO_OK ? fault_digest(&r) : 0;
        } else if (status != *wanted) {
            if (!fault.hit || before || !fault_status_fits(&e, status))
                faults_complain(path, "a run ends with another status, or without a text", &e);
            cameo_host_release(host, r.out, r.n_out);
            status = cameo_host_run(host, r.in, r.n_in, r.out, r.n_out, &again);
            if (status != *wanted) faults_complain(path, "a host whose run failed does not run again", &again);
        }
        if (at != 0 && status == CAMEO_OK && fault_digest(&r) != *want)
            faults_complain(path, "a run gives other bytes", &again);
        cameo_host_release(host, r.out, r.n_out);
    }
    cameo_host_free(host);
    for (size_t i = 0; i < FAULT_MOST_VALUES; i++) free(r.data[i]);
    if (fault.blocks != blocks || fault.maps != maps || fault.files != files) {
        printf("FAIL %s: call %u: left %ld blocks, %ld mappings, %ld files\n", path, at, fault.blocks - blocks,
               fault.maps - maps, fault.files - files);
        faults_bad++;
        fault.blocks = blocks, fault.maps = maps, fault.files = files;
    }
    return at == 0 || fault.hit;
}

static void fault_model(const char *path, const cameo_options *options) {
    uint64_t want = 0;
    cameo_status wanted = CAMEO_OK;
    (void)fault_step(path, options, 0, &want, &wanted);
    for (int all = 0; all < 2; all++) {
        fault.all_after = all != 0;
        for (unsigned at = 1; at < FAULT_MOST_STEPS && fault_step(path, options, at, &want, &wanted); at++) continue;
    }
    fault.all_after = false;
    if (options->copy_files) { /* reads that give less than they were asked for are no faults */
        fault.short_read = true;
        (void)fault_step(path, options, UINT32_MAX, &want, &wanted);
        fault.short_read = false;
    }
}

/* ---- sizes ---- */

/* Sizes below `need`: all small ones, then growing steps, and the last ones. */
static size_t size_next(size_t size, size_t need) {
    size_t step = size < 512 || need - size <= 80 ? 1 : size / 64 + 1;
    if (need - size > 80 && size + step > need - 80) step = need - 80 - size;
    return size + step;
}

typedef struct size_piece {
    cameo_memory m;
    uint8_t *base;
} size_piece;

/* Exactly so many bytes, at a multiple of CAMEO_MEMORY_ALIGN; the address sanitizer watches what is behind. */
static size_piece size_new(size_t size) {
    void *p = NULL;
    if (posix_memalign(&p, CAMEO_MEMORY_ALIGN, size == 0 ? 1 : size) != 0) abort();
    return (size_piece){{p, size}, p};
}

/* `stage` must answer E_NOMEM, with a text, for each size below need. */
#define SIZE_WALK(what, need, ...)                                                          \
    do {                                                                                    \
        for (size_t size = 0; size < (need); size = size_next(size, (need))) {              \
            size_piece piece = size_new(size);                                              \
            cameo_error why = {0};                                                          \
            cameo_status got = __VA_ARGS__;                                                 \
            if (got != CAMEO_E_NOMEM || why.status != got || why.msg[0] == 0) {             \
                printf("FAIL %s: %s of %zu bytes, %zu wanted: %s %s\n", path, what, size,   \
                       (size_t)(need), cameo_status_name(got), why.msg);                    \
                faults_bad++;                                                               \
            }                                                                               \
            free(piece.base);                                                               \
            sizes_tried++;                                                                  \
        }                                                                                   \
    } while (0)

static unsigned long sizes_tried;
#define SIZE_WORK ((size_t)64 << 20)

/* Each of the pieces of a model: its own, its work, session, plan, run; work of prepare and plan in steps, since nobody
 * knows how much they need. */
static void size_model(const char *path) {
    cameo_error e = {0};
    cameo_options options = {.ops = &cameo_ops_all};
    FILE *f = fopen(path, "rb");
    if (f == NULL) return;
    (void)fseek(f, 0, SEEK_END);
    long end = ftell(f);
    rewind(f);
    uint8_t *bytes = malloc((size_t)end + 1);
    size_t n = bytes == NULL ? 0 : fread(bytes, 1, (size_t)end, f), model_bytes, work_bytes;
    fclose(f);
    if (cameo_model_measure(bytes, n, &options, &model_bytes, &work_bytes, &e) != CAMEO_OK) {
        printf("SKIP %s: %s\n", path, e.msg);
        free(bytes);
        return;
    }
    size_piece model_room = size_new(model_bytes), work = size_new(SIZE_WORK);
    cameo_model *model = NULL;
    cameo_prepared *prepared = NULL;
    cameo_session *session = NULL;
    cameo_plan *plan = NULL;
    cameo_run *run = NULL;
    size_t session_bytes = 0, plan_bytes = 0;
    cameo_run_needs needs = {.size = sizeof needs};
    SIZE_WALK("a model", model_bytes, cameo_model_create(piece.m, work.m, bytes, n, &options, &model, &why));
    SIZE_WALK("the work of a model", work_bytes,
              cameo_model_create(model_room.m, piece.m, bytes, n, &options, &model, &why));
    cameo_status status = cameo_model_create(model_room.m, work.m, bytes, n, &options, &model, &e);
    if (status == CAMEO_OK) {
        for (size_t size = 0; size < SIZE_WORK; size += size / 16 + 1) { /* work of prepare: until it is enough */
            size_piece piece = size_new(size);
            cameo_error why = {0};
            cameo_status got = cameo_session_measure(model, piece.m, &options, &prepared, &session_bytes, &why);
            free(piece.base);
            sizes_tried++;
            if (got == CAMEO_OK) break;
            if (got == CAMEO_E_NOMEM && why.msg[0] != 0) continue;
            printf("FAIL %s: the work of prepare of %zu bytes: %s %s\n", path, size, cameo_status_name(got), why.msg);
            faults_bad++;
            break;
        }
        status = cameo_session_measure(model, work.m, &options, &prepared, &session_bytes, &e);
    }
    size_piece session_room = size_new(session_bytes), more = size_new(SIZE_WORK / 4);
    if (status == CAMEO_OK) {
        SIZE_WALK("a session", session_bytes, cameo_session_create(piece.m, prepared, &session, &why));
        status = cameo_session_create(session_room.m, prepared, &session, &e);
    }
    if (status == CAMEO_OK) status = cameo_plan_measure(session, NULL, 0, more.m, NULL, &plan_bytes, &e);
    size_piece plan_room = size_new(plan_bytes);
    if (status == CAMEO_OK) {
        SIZE_WALK("a plan", plan_bytes, cameo_plan_create(piece.m, session, NULL, 0, more.m, NULL, &plan, &why));
        status = cameo_plan_create(plan_room.m, session, NULL, 0, more.m, NULL, &plan, &e);
    }
    if (status == CAMEO_OK) status = cameo_run_measure(plan, 2, &needs, &e);
    if (status == CAMEO_OK) status = cameo_run_measure(plan, 1, &needs, &e);
    if (status == CAMEO_OK) {
        SIZE_WALK("a run", needs.planned_bytes, cameo_run_create(piece.m, plan, 1, NULL, &options, &run, &why));
        fault_run r = {0};
        /* The heap of a run, from nothing to what the data need. */
        for (size_t heap = 0; heap < ((size_t)1 << 22) && fault_inputs(session, &r); heap += heap / 4 + 16) {
            size_piece piece = size_new(needs.planned_bytes + heap);
            cameo_error why = {0};
            cameo_status got = cameo_run_create(piece.m, plan, 1, NULL, &options, &run, &why);
            if (got == CAMEO_OK) got = cameo_run_all(run, r.in, r.n_in, r.out, r.n_out, &why);
            free(piece.base);
            for (size_t i = 0; i < FAULT_MOST_VALUES; i++) free(r.data[i]);
            r = (fault_run){0};
            sizes_tried++;
            if (got != CAMEO_E_NOMEM) break; /* it ran, or these inputs are none for the model */
        }
        for (size_t i = 0; i < FAULT_MOST_VALUES; i++) free(r.data[i]);
    }
    if (status != CAMEO_OK) printf("SKIP %s: %s %s\n", path, cameo_status_name(status), e.msg);
    free(model_room.base), free(work.base), free(session_room.base), free(more.base), free(plan_room.base);
    free(bytes);
}

int main(int argc, char **argv) {
    cameo_options options = {.n_threads = 1, .interrupt = fault_interrupt};
    bool sizes = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc) options.n_threads = (uint32_t)atoi(argv[++i]);
        else if (strcmp(argv[i], "--copy") == 0) options.copy_files = true;
        else if (strcmp(argv[i], "--sizes") == 0) sizes = true;
        else if (sizes) size_model(argv[i]);
        else fault_model(argv[i], &options);
    }
    if (sizes) printf("%lu sizes", sizes_tried);
    for (int k = 0; !sizes && k < FAULT_COUNT; k++)
        printf("%s%s %u", k == 0 ? "" : ", ", fault_names[k], fault.by_kind[k]);
    printf(": %d not as they should be\n", faults_bad);
    return faults_bad != 0;
}
