/* os_posix.c — files, clock and heap on POSIX systems. See os.h; threads are those of os_pool.c. */
#define _GNU_SOURCE 1      /* sched_getaffinity, madvise, MAP_ANONYMOUS */
#define _DARWIN_C_SOURCE 1 /* the same on macOS */
#define _POSIX_C_SOURCE 200809L

#include "runtime/os.h"

#if !defined(_WIN32)
#include <errno.h>
#include <fcntl.h>
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
#endif
