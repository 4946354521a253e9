/* posix.h — included before each file of tools and tests that is compiled for Windows: what they use of POSIX and of
 * C11 that the C library of mingw-w64 lacks, beside the headers of this folder. The library needs none of it. */
#ifndef TOOL_WIN32_POSIX_H
#define TOOL_WIN32_POSIX_H

#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define O_CLOEXEC O_NOINHERIT
#define O_NONBLOCK 0
/* `open` of a program's files: their bytes, without "\r\n" for "\n". */
#define open(path, flags) open(path, (flags) | O_BINARY)
#define mkdir(path, mode) mkdir(path)

static inline void win32_free_of_library(void *p) { free(p); }

/* One heap whose blocks suit any alignment that is asked for, and one function that frees them. */
#define WIN32_ALIGN 64
static inline void *win32_malloc(size_t n) { return _aligned_malloc(n == 0 ? 1 : n, WIN32_ALIGN); }
static inline void *win32_aligned_alloc(size_t align, size_t n) {
    return _aligned_malloc(n == 0 ? 1 : n, align < WIN32_ALIGN ? WIN32_ALIGN : align);
}
static inline void *win32_calloc(size_t n, size_t size) {
    void *p = size != 0 && n > SIZE_MAX / size ? NULL : win32_malloc(n * size);
    return p == NULL ? NULL : memset(p, 0, n * size);
}
static inline void *win32_realloc(void *p, size_t n) { return _aligned_realloc(p, n, WIN32_ALIGN); }
#define malloc win32_malloc
#define aligned_alloc win32_aligned_alloc
#define calloc win32_calloc
#define realloc win32_realloc
#define free _aligned_free

/* A stream into memory is a temporary file, which is read when it is closed by the file that opened it. */
#define WIN32_STREAMS 4
static struct {
    FILE *f;
    char **text;
    size_t *size;
} win32_streams[WIN32_STREAMS];
static inline FILE *win32_open_memstream(char **text, size_t *size) {
    for (int i = 0; i < WIN32_STREAMS; i++) {
        if (win32_streams[i].f != NULL) continue;
        char *name = _tempnam(NULL, "cameo");
        /* T: not written to disk; D: deleted when it is closed. */
        win32_streams[i].f = name == NULL ? NULL : fopen(name, "w+bTD");
        win32_streams[i].text = text, win32_streams[i].size = size;
        win32_free_of_library(name);
        return win32_streams[i].f;
    }
    return NULL;
}
static inline int win32_fclose(FILE *f) {
    for (int i = 0; i < WIN32_STREAMS; i++) {
        if (win32_streams[i].f != f) continue;
        long n = ferror(f) ? -1 : ftell(f);
        char *text = n < 0 ? NULL : win32_malloc((size_t)n + 1);
        rewind(f);
        if (text != NULL && fread(text, 1, (size_t)n, f) != (size_t)n) {
            free(text);
            text = NULL;
        }
        if (text != NULL) text[n] = 0;
        *win32_streams[i].text = text, *win32_streams[i].size = text == NULL ? 0 : (size_t)n;
        win32_streams[i].f = NULL;
        return fclose(f) != 0 || text == NULL ? EOF : 0;
    }
    return fclose(f);
}
#define open_memstream win32_open_memstream
#define fclose win32_fclose

#endif
