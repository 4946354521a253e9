/* peak.h — what this machine does at best, measured: the ceilings that bench and profile hold times against. */
#ifndef CM_TOOLS_PEAK_H
#define CM_TOOLS_PEAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PEAK_SIZES 8

typedef struct tool_peak {
    const char *
        isa; /* the widest vectors: avx512, avx2, neon, or c, what the compiler makes of plain loops */
    double flops; /* f32 operations a second of independent multiply-adds, each two operations */
    /* Bytes a second that copying moves, those read and those written, where both together are so many. */
    size_t size[PEAK_SIZES]; /* ascending */
    double copy[PEAK_SIZES];
    uint32_t n_threads;
} tool_peak;

/* Measures n_threads at once (0: every processor) for about 0.6 s; the best of several tries, since a ceiling must
 * not be understated. Features in mask_off are not used (cameo_options.cpu_mask_off). */
void tool_peak_measure(tool_peak *p, uint64_t mask_off, uint32_t n_threads);
/* Bytes a second of a copy that touches this many bytes: between two sizes on the line from one to the other. */
double tool_peak_bandwidth(const tool_peak *p, double bytes);
/* Seconds that so many operations and bytes take at least: the longer of the two. */
double tool_peak_seconds(const tool_peak *p, double ops, double bytes);

#endif
