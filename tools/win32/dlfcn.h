/* dlfcn.h — shared objects on Windows: DLLs. */
#ifndef TOOL_WIN32_DLFCN_H
#define TOOL_WIN32_DLFCN_H

#include <stdio.h>

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN 1
#endif
#include <windows.h>

#define RTLD_NOW 0
#define RTLD_LOCAL 0

static inline void *dlopen(const char *path, int flags) { return (void)flags, (void *)LoadLibraryA(path); }
static inline void *dlsym(void *library, const char *name) {
    return (void *)(uintptr_t)GetProcAddress((HMODULE)library, name);
}
static inline const char *dlerror(void) {
    static char text[64];
    snprintf(text, sizeof text, "error %lu of Windows: it is no library, or lacks another one", GetLastError());
    return text;
}

#endif
