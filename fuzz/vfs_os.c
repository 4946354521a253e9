/* vfs_os.c — runtime/os_posix.c with the calls of fuzz/vfs.h in the places of the system. Programs that link it before
 * the library have it instead of the library's. */
#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#define _POSIX_C_SOURCE 200809L

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

#include "fuzz/vfs.h"

static int vfs_thread(pthread_t *id, const pthread_attr_t *attr, void *(*begin)(void *), void *arg) {
    return vfs_may_begin() ? pthread_create(id, attr, begin, arg) : EAGAIN;
}

#undef _GNU_SOURCE
#undef _DARWIN_C_SOURCE
#undef _POSIX_C_SOURCE
#define open vfs_open
#define openat vfs_openat
#define close vfs_close
#define fstat vfs_fstat
#define read vfs_read
#define mmap vfs_mmap
#define munmap vfs_munmap
#define madvise vfs_madvise
#define posix_memalign vfs_memalign
#define malloc vfs_malloc
#define calloc vfs_calloc
#define free vfs_free
#define pthread_create vfs_thread
#include "runtime/os_posix.c"
#include "runtime/os_pool.c"
