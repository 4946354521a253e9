/* vfs.c — see vfs.h. Maps are copies of exactly the file's size, so that the sanitizer sees what is read beyond; memory
 * that was given back is not there any more. Called from one thread, but for locks. */
#define _GNU_SOURCE 1
#include "fuzz/vfs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct vfs_opened {
    const vfs_file *file; /* NULL: this one is closed */
    size_t at;
} vfs_opened;

static struct {
    vfs_file file[VFS_MAX_FILES];
    size_t n_files;
    vfs_opened opened[VFS_MAX_OPEN];
    void *map[VFS_MAX_MAPS];
    size_t map_size[VFS_MAX_MAPS];
    uint32_t fail_in, calls;
    bool on, failed;
    size_t blocks;
} vfs;

void vfs_fail(uint32_t fail, bool on) {
    vfs.fail_in = fail;
    vfs.on = on;
    vfs.calls = 0;
    vfs.failed = false;
}

void vfs_reset(uint32_t fail, bool on) {
    memset(&vfs, 0, sizeof vfs);
    vfs_fail(fail, on);
}

void vfs_add(const vfs_file *file) {
    if (vfs.n_files < VFS_MAX_FILES) vfs.file[vfs.n_files++] = *file;
}

bool vfs_has_failed(void) { return vfs.failed; }

/* Does this call fail? */
static bool vfs_now(int error) {
    vfs.calls++;
    bool now = vfs.fail_in != 0 && (vfs.on ? vfs.calls >= vfs.fail_in : vfs.calls == vfs.fail_in);
    if (!now) return false;
    vfs.failed = true;
    errno = error;
    return true;
}

size_t vfs_left(void) {
    size_t n = vfs.blocks;
    for (size_t i = 0; i < VFS_MAX_OPEN; i++) n += vfs.opened[i].file != NULL;
    for (size_t i = 0; i < VFS_MAX_MAPS; i++) n += vfs.map[i] != NULL;
    return n;
}

/* ---- memory ---- */

void *vfs_malloc(size_t n) {
    void *p = vfs_now(ENOMEM) ? NULL : malloc(n);
    vfs.blocks += p != NULL;
    return p;
}

void *vfs_calloc(size_t n, size_t size) {
    void *p = vfs_now(ENOMEM) ? NULL : calloc(n, size);
    vfs.blocks += p != NULL;
    return p;
}

void vfs_free(void *p) {
    vfs.blocks -= p != NULL;
    free(p);
}

int vfs_memalign(void **p, size_t align, size_t n) {
    int status = vfs_now(ENOMEM) ? ENOMEM : posix_memalign(p, align, n);
    vfs.blocks += status == 0;
    return status;
}

/* Garbage before it is written. */
static void *vfs_alloc_block(void *ctx, size_t size, size_t align) {
    void *p = NULL;
    (void)ctx;
    if (vfs_now(ENOMEM) || posix_memalign(&p, align, size == 0 ? 1 : size) != 0) return NULL;
    memset(p, 0xa5, size < 4096 ? size : 4096);
    vfs.blocks++;
    return p;
}

static void vfs_free_block(void *ctx, void *p, size_t size, size_t align) {
    (void)ctx;
    (void)align;
    if (p == NULL) return;
    if (size > 0) ((volatile uint8_t *)p)[size - 1] = 0; /* the size is that of the block */
    vfs.blocks--;
    free(p);
}

const cameo_allocator vfs_allocator = {NULL, vfs_alloc_block, vfs_free_block};

bool vfs_may_begin(void) { return !vfs_now(EAGAIN); }

/* ---- files ---- */

static const vfs_file *vfs_find(const char *folder, const char *path) {
    size_t n = strlen(folder), k = strlen(path);
    while (k > 1 && path[k - 1] == '/') k--; /* a folder's */
    for (size_t i = 0; i < vfs.n_files; i++) {
        const char *name = vfs.file[i].path;
        if (strncmp(name, folder, n) != 0 || strncmp(name + n, path, k) != 0) continue;
        if (name[n + k] == 0 || (name[n + k] == '/' && name[n + k + 1] == 0)) return &vfs.file[i];
    }
    return NULL;
}

static int vfs_open_file(const vfs_file *f, int flags) {
    if (f == NULL) return errno = ENOENT, -1;
    if (f->kind == VFS_LINK && (flags & O_NOFOLLOW) != 0) return errno = ELOOP, -1;
    if (f->kind == VFS_LINK) f++;
    if ((flags & O_DIRECTORY) != 0 && f->kind != VFS_FOLDER) return errno = ENOTDIR, -1;
    if (f->kind == VFS_FIFO && (flags & O_NONBLOCK) == 0) abort(); /* that would wait for ever */
    for (int i = 0; i < VFS_MAX_OPEN; i++) {
        if (vfs.opened[i].file != NULL) continue;
        vfs.opened[i] = (vfs_opened){f, 0};
        return VFS_FIRST_FD + i;
    }
    return errno = EMFILE, -1;
}

static vfs_opened *vfs_get(int fd) {
    int i = fd - VFS_FIRST_FD;
    if (i < 0 || i >= VFS_MAX_OPEN || vfs.opened[i].file == NULL) abort(); /* closed, or never opened */
    return &vfs.opened[i];
}

int vfs_open(const char *path, int flags) {
    return vfs_now(EMFILE) ? -1 : vfs_open_file(vfs_find("", path), flags);
}

int vfs_openat(int folder, const char *part, int flags) {
    const vfs_file *f = vfs_get(folder)->file;
    if (strchr(part, '/') != NULL || part[0] == 0) abort(); /* one part after the other */
    return vfs_now(EMFILE) ? -1 : vfs_open_file(vfs_find(f->path, part), flags);
}

int vfs_close(int fd) {
    vfs_get(fd)->file = NULL;
    return 0;
}

int vfs_fstat(int fd, struct stat *st) {
    static const mode_t modes[] = {S_IFREG, S_IFDIR, S_IFLNK, S_IFIFO};
    const vfs_file *f = vfs_get(fd)->file;
    if (vfs_now(EIO)) return -1;
    memset(st, 0, sizeof *st);
    st->st_mode = modes[f->kind];
    st->st_nlink = f->links;
    st->st_size = (off_t)f->told;
    return 0;
}

/* Pieces of all sizes; interrupted now and then. */
ssize_t vfs_read(int fd, void *to, size_t n) {
    vfs_opened *o = vfs_get(fd);
    size_t left = o->file->n - o->at;
    if (vfs_now(EIO)) return -1;
    if (vfs.calls % 5 == 0) return errno = EINTR, -1;
    if (n > left) n = left;
    if (n > 1 && vfs.calls % 2 == 0) n = n / 2;
    if (n > 0) memcpy(to, o->file->bytes + o->at, n);
    o->at += n;
    return (ssize_t)n;
}

void *vfs_mmap(void *at, size_t n, int prot, int flags, int fd, off_t offset) {
    (void)at;
    (void)prot;
    const vfs_file *f = (flags & MAP_ANONYMOUS) != 0 ? NULL : vfs_get(fd)->file;
    if (n == 0 || offset != 0 || vfs_now(ENOMEM)) return MAP_FAILED;
    for (size_t i = 0; i < VFS_MAX_MAPS; i++) {
        if (vfs.map[i] != NULL) continue;
        void *p = calloc(1, n);
        if (p == NULL) return MAP_FAILED;
        if (f != NULL && f->n > 0) memcpy(p, f->bytes, n < f->n ? n : f->n);
        vfs.map_size[i] = n;
        return vfs.map[i] = p;
    }
    return errno = ENOMEM, MAP_FAILED;
}

int vfs_munmap(void *p, size_t n) {
    for (size_t i = 0; i < VFS_MAX_MAPS; i++) {
        if (vfs.map[i] != p || p == NULL) continue;
        if (vfs.map_size[i] != n) abort(); /* a part of it would stay */
        free(p);
        vfs.map[i] = NULL;
        return 0;
    }
    abort(); /* nothing is mapped there */
}

int vfs_madvise(void *p, size_t n, int advice) {
    (void)p;
    (void)n;
    (void)advice;
    return 0;
}
