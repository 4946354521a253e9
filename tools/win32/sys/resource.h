/* resource.h — the most memory that this process had, on Windows. */
#ifndef TOOL_WIN32_RESOURCE_H
#define TOOL_WIN32_RESOURCE_H

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN 1
#endif
#include <windows.h>

#include <psapi.h>

#define RUSAGE_SELF 0
struct rusage {
    uint64_t ru_maxrss; /* KiB */
};
static inline int getrusage(int who, struct rusage *usage) {
    PROCESS_MEMORY_COUNTERS c;
    (void)who;
    if (!K32GetProcessMemoryInfo(GetCurrentProcess(), &c, sizeof c)) return -1;
    usage->ru_maxrss = c.PeakWorkingSetSize / 1024;
    return 0;
}

#endif
