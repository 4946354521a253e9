/* vfs.h — what an operating system does, for the fuzz target "host": a few files in memory, and every call of
 * runtime/os_posix.c that can fail fails when it is told to. fuzz/vfs_os.c is that source with these calls in the
 * places of the system's. */
#ifndef CM_FUZZ_VFS_H
#define CM_FUZZ_VFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "include/cameo.h"

enum { VFS_MAX_FILES = 8, VFS_MAX_OPEN = 16, VFS_MAX_MAPS = 16, VFS_FIRST_FD = 1000 };

typedef enum vfs_kind { VFS_FILE, VFS_FOLDER, VFS_LINK, VFS_FIFO } vfs_kind;

/* Folders are named with a slash behind them; a link leads to the file that stands behind it in the list. */
typedef struct vfs_file {
    const char *path;
    vfs_kind kind;
    const uint8_t *bytes;
    size_t n;
    size_t told;    /* bytes that fstat tells of */
    uint32_t links; /* names */
} vfs_file;

/* Forgets all files. `fail`: which call that can fail does, counted from 1 (0: none); `on`: and all behind it. */
void vfs_reset(uint32_t fail, bool on);
void vfs_add(const vfs_file *file);
void vfs_fail(uint32_t fail, bool on);
/* Did a call fail since vfs_fail? */
bool vfs_has_failed(void);
/* Blocks, maps, open files, mutexes and threads that are still there. */
size_t vfs_left(void);

extern const cameo_allocator vfs_allocator; /* counted, and failing */

/* The calls of the system. */
int vfs_open(const char *path, int flags);
int vfs_openat(int folder, const char *part, int flags);
int vfs_close(int fd);
int vfs_fstat(int fd, struct stat *st);
ssize_t vfs_read(int fd, void *to, size_t n);
void *vfs_mmap(void *at, size_t n, int prot, int flags, int fd, off_t offset);
int vfs_munmap(void *p, size_t n);
int vfs_madvise(void *p, size_t n, int advice);
int vfs_memalign(void **p, size_t align, size_t n);
void *vfs_malloc(size_t n);
void *vfs_calloc(size_t n, size_t size);
void vfs_free(void *p);
bool vfs_may_begin(void); /* a thread */

#endif
