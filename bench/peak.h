/* peak.h — what the programs of bench/ measure with: the thread's processor time, and what a loop of independent
 * multiply-adds reaches on this core. Included once in a program, behind _POSIX_C_SOURCE 199309L. */
#ifndef CM_BENCH_PEAK_H
#define CM_BENCH_PEAK_H

#include <string.h>
#include <time.h>

#include "base/port.h"

#if CM_ARCH_X86
#include <immintrin.h>
#endif

#define PEAK_STEPS 1000000

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static volatile float bench_sink;

#define PEAK_CHAINS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)

#if CM_ARCH_X86
/* Floating-point operations of PEAK_STEPS rounds of 12 independent chains. */
CM_TARGET("avx2,fma")
static double peak_avx2(void) {
    __m256 x = _mm256_set1_ps(0.999f), y = _mm256_set1_ps(0.001f);
#define CHAIN_NEW(i) __m256 c##i = _mm256_set1_ps((float)(i));
#define CHAIN_FMA(i) c##i = _mm256_fmadd_ps(c##i, x, y);
#define CHAIN_SUM(i) y = _mm256_add_ps(y, c##i);
    PEAK_CHAINS(CHAIN_NEW)
    for (int s = 0; s < PEAK_STEPS; s++) { PEAK_CHAINS(CHAIN_FMA) }
    PEAK_CHAINS(CHAIN_SUM)
    bench_sink = _mm256_cvtss_f32(y);
    return 2.0 * 8 * 12 * PEAK_STEPS;
}
#undef CHAIN_NEW
#undef CHAIN_FMA
#undef CHAIN_SUM

CM_TARGET("avx512f")
static double peak_avx512(void) {
    __m512 x = _mm512_set1_ps(0.999f), y = _mm512_set1_ps(0.001f);
#define CHAIN_NEW(i) __m512 c##i = _mm512_set1_ps((float)(i));
#define CHAIN_FMA(i) c##i = _mm512_fmadd_ps(c##i, x, y);
#define CHAIN_SUM(i) y = _mm512_add_ps(y, c##i);
    PEAK_CHAINS(CHAIN_NEW)
    for (int s = 0; s < PEAK_STEPS; s++) { PEAK_CHAINS(CHAIN_FMA) }
    PEAK_CHAINS(CHAIN_SUM)
    bench_sink = _mm512_cvtss_f32(y);
    return 2.0 * 16 * 12 * PEAK_STEPS;
}
#undef CHAIN_NEW
#undef CHAIN_FMA
#undef CHAIN_SUM
#endif

/* Multiplication and addition apart, four lanes. */
static double peak_portable(void) {
    cm_f32x4 x = {0.999f, 0.999f, 0.999f, 0.999f}, y = {0.001f, 0.001f, 0.001f, 0.001f};
#define CHAIN_NEW(i) cm_f32x4 c##i = {(float)(i), 1, 2, 3};
#define CHAIN_STEP(i) c##i = c##i * x + y;
#define CHAIN_SUM(i) y += c##i;
    PEAK_CHAINS(CHAIN_NEW)
    for (int s = 0; s < PEAK_STEPS; s++) { PEAK_CHAINS(CHAIN_STEP) }
    PEAK_CHAINS(CHAIN_SUM)
    float sum[4];
    memcpy(sum, &y, sizeof sum);
    bench_sink = sum[0] + sum[3];
    return 2.0 * 4 * 12 * PEAK_STEPS;
}
#undef CHAIN_NEW
#undef CHAIN_STEP
#undef CHAIN_SUM

/* Best of several: the ceiling must not be understated. GFLOP/s. */
static double peak_of(const char *isa) {
    double best = 0;
    for (int r = 0; r < 10; r++) {
        double t0 = now(), ops;
#if CM_ARCH_X86
        if (isa[0] == 'a') ops = isa[3] == '5' ? peak_avx512() : peak_avx2();
        else ops = peak_portable();
#else
        (void)isa;
        ops = peak_portable();
#endif
        double rate = ops / (now() - t0) * 1e-9;
        if (rate > best) best = rate;
    }
    return best;
}

#endif
