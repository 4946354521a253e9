/* os.h — all that the host helper asks of an operating system. runtime/os_*.c are the only sources
 * that may use one. */
#ifndef CM_RUNTIME_OS_H
#define CM_RUNTIME_OS_H

#include "base/status.h"

/* A whole file, mapped read-only, or read into memory. Errors: E_IO with the path and the cause. */
typedef struct cm_os_file {
    const void *data;
    size_t size;
    void *map, *copy; /* for unmap; the one that the file is not is NULL */
} cm_os_file;

/* copy_most 0: maps the file. Else reads it, if it has no more bytes than that (E_LIMIT). */
CM_NODISCARD cameo_status cm_os_map(const char *path, uint64_t copy_most, cm_os_file *file, cameo_error *e);
/* A file named by an untrusted model: `location` relative to the folder, without "..", not absolute, a
 * regular file; no symbolic link on the way and no other name (hard link) unless `links`. */
CM_NODISCARD cameo_status cm_os_map_below(cm_str folder, cameo_string location, bool links, uint64_t copy_most,
                                          cm_os_file *file, cameo_error *e);
/* cm_os_map_below in the folder of model_path, without links. */
CM_NODISCARD cameo_status cm_os_map_beside(const char *model_path, cameo_string location,
                                           cm_os_file *file, cameo_error *e);
/* The folder that a path names a file in: a view into it, or ".". */
cm_str cm_os_folder(const char *path);
void cm_os_unmap(cm_os_file *file);
/* If [bytes, bytes + size) lies in a mapped file, its pages leave memory until they are read again. */
void cm_os_forget(const cm_os_file *file, const void *bytes, size_t size);
/* Whole pages of [p, p + size), heap memory that nobody reads again before writing it, leave memory. */
void cm_os_discard(void *p, size_t size);
/* Whole pages of [p, p + size), which are written next, get memory at once where the system can do that; a
 * cm_touch_fn. */
void cm_os_touch(void *p, size_t size, bool scattered);

/* The C library's heap, aligned; large blocks, of which no more than some MB need be used, come from the system. */
extern const cameo_allocator cm_os_allocator;
uint64_t cm_os_clock_ns(void *ctx);
/* Processors that this process may use: affinity and the cgroup's quota. At least 1. */
uint32_t cm_os_n_cpus(void);

/* Whether this process may use the tiles of Intel AMX, which it asks the system for. */
bool cm_os_tiles(void);

/* A pool of n_workers - 1 threads; the caller of parallel is worker 0. Of several calls at once one has the threads,
 * and the others do their work alone. A thread that begins when the caller is done already is left out.
 * NULL when threads cannot be had. */
#define CM_OS_MAX_WORKERS 0xffffu
typedef struct cm_os_pool cm_os_pool;
cm_os_pool *cm_os_pool_create(uint32_t n_workers, cameo_threads *threads);
void cm_os_pool_destroy(cm_os_pool *pool); /* may be NULL */
/* Would all threads begin at once, without being woken? Of a pool that cm_os_pool_create did not make: true. */
bool cm_os_pool_is_awake(const cameo_threads *threads);

typedef struct cm_os_mutex cm_os_mutex;
cm_os_mutex *cm_os_mutex_create(void); /* NULL on failure */
void cm_os_mutex_lock(cm_os_mutex *m);
void cm_os_mutex_unlock(cm_os_mutex *m);
void cm_os_mutex_destroy(cm_os_mutex *m); /* may be NULL */

#endif
