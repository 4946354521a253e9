/* faulty.c — for LD_PRELOAD: of the calls that a program makes of the system's functions, number FAULTY_AT of the
 * environment fails, and all behind it with FAULTY_ALL. When the program ends, how many calls there were is written to
 * the file FAULTY_COUNT. For the GNU C library. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_uint faulty_calls;
static unsigned faulty_at;
/* 0: the environment has not been read, 1: it is being read, 2: calls are counted, 3: the end. */
static int faulty_state;
static int faulty_all;

static void faulty_end(void) {
    const char *path = getenv("FAULTY_COUNT");
    unsigned n = faulty_calls;
    faulty_state = 3;
    FILE *f = path == NULL ? NULL : fopen(path, "w");
    if (f == NULL) return;
    fprintf(f, "%u\n", n);
    fclose(f);
}

/* Whether this call fails. */
static int faulty_now(void) {
    if (faulty_state == 0) {
        const char *at = getenv("FAULTY_AT");
        faulty_state = 1;
        faulty_at = at == NULL ? 0 : (unsigned)atoi(at);
        faulty_all = getenv("FAULTY_ALL") != NULL;
        atexit(faulty_end);
        faulty_state = 2;
    }
    if (faulty_state != 2) return 0;
    unsigned n = atomic_fetch_add(&faulty_calls, 1) + 1;
    return faulty_at != 0 && (n == faulty_at || (faulty_all && n > faulty_at));
}

/* The function behind this library's. */
#define FAULTY_REAL(type, name, ...)                                    \
    static type (*real)(__VA_ARGS__);                                   \
    if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, name)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);

static void *faulty_none(void) {
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size) { return faulty_now() ? faulty_none() : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return faulty_now() ? faulty_none() : __libc_calloc(n, size); }
void *realloc(void *p, size_t size) { return faulty_now() ? faulty_none() : __libc_realloc(p, size); }

int posix_memalign(void **p, size_t align, size_t size) {
    FAULTY_REAL(int, "posix_memalign", void **, size_t, size_t);
    return faulty_now() ? ENOMEM : real(p, align, size);
}
void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
    FAULTY_REAL(void *, "mmap", void *, size_t, int, int, int, off_t);
    if (!faulty_now()) return real(at, size, protection, flags, fd, offset);
    errno = ENOMEM;
    return MAP_FAILED;
}
int open(const char *path, int flags, ...) {
    FAULTY_REAL(int, "open", const char *, int, ...);
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    if (!faulty_now()) return real(path, flags, mode);
    errno = EMFILE;
    return -1;
}
FILE *fopen(const char *path, const char *mode) {
    FAULTY_REAL(FILE *, "fopen", const char *, const char *);
    if (!faulty_now()) return real(path, mode);
    errno = EMFILE;
    return NULL;
}
int fstat(int fd, struct stat *st) {
    FAULTY_REAL(int, "fstat", int, struct stat *);
    if (!faulty_now()) return real(fd, st);
    errno = EIO;
    return -1;
}
ssize_t read(int fd, void *to, size_t n) {
    FAULTY_REAL(ssize_t, "read", int, void *, size_t);
    if (!faulty_now()) return real(fd, to, n);
    errno = EIO;
    return -1;
}
size_t fwrite(const void *from, size_t size, size_t n, FILE *f) {
    FAULTY_REAL(size_t, "fwrite", const void *, size_t, size_t, FILE *);
    if (!faulty_now()) return real(from, size, n, f);
    errno = ENOSPC;
    return 0;
}
int fclose(FILE *f) {
    FAULTY_REAL(int, "fclose", FILE *);
    int failed = faulty_now(), status = real(f);
    if (failed) errno = ENOSPC;
    return failed ? EOF : status;
}
int pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*run)(void *), void *arg) {
    FAULTY_REAL(int, "pthread_create", pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    return faulty_now() ? EAGAIN : real(id, attr, run, arg);
}
