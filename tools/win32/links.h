/* links.h — folders and links on Windows, for tests. */
#ifndef TOOL_WIN32_LINKS_H
#define TOOL_WIN32_LINKS_H

#include <io.h>

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN 1
#endif
#include <windows.h>

static inline char *mkdtemp(char *path) { return _mktemp(path) != NULL && mkdir(path, 0777) == 0 ? path : NULL; }
static inline int link(const char *from, const char *to) { return CreateHardLinkA(to, from, NULL) ? 0 : -1; }
/* Wine has none, and Windows wants a privilege: the tests do without. */
static inline int symlink(const char *to, const char *path) { return (void)to, (void)path, 0; }

#endif
