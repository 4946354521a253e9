/* mman.h — anonymous mappings on Windows. Memory counts against what the system promises when it is asked for, but is
 * taken only where it is touched. */
#ifndef TOOL_WIN32_MMAN_H
#define TOOL_WIN32_MMAN_H

#include <sys/types.h>

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN 1
#endif
#include <windows.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_NORESERVE 0
#define MAP_FAILED ((void *)-1)
#define _SC_PAGESIZE 1

static inline DWORD win32_protection(int prot) {
    return prot == PROT_NONE ? PAGE_NOACCESS : (prot == PROT_READ ? PAGE_READONLY : PAGE_READWRITE);
}
/* No file: fd is -1. */
static inline void *mmap(void *at, size_t size, int prot, int flags, int fd, off_t offset) {
    (void)flags, (void)fd, (void)offset;
    void *p = VirtualAlloc(at, size, MEM_RESERVE | MEM_COMMIT, win32_protection(prot));
    return p == NULL ? MAP_FAILED : p;
}
/* Of a whole mapping. */
static inline int munmap(void *p, size_t size) { return (void)size, VirtualFree(p, 0, MEM_RELEASE) ? 0 : -1; }
static inline int mprotect(void *p, size_t size, int prot) {
    DWORD before;
    return VirtualProtect(p, size, win32_protection(prot), &before) ? 0 : -1;
}
static inline long sysconf(int name) {
    SYSTEM_INFO info;
    (void)name;
    GetSystemInfo(&info);
    return (long)info.dwPageSize;
}

#endif
