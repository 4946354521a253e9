/* bench_gemm.c — speed of the f32 matrix product on one core, as GFLOP/s and as a fraction of what
 * a loop of independent multiply-adds reaches on the same core with the same instruction set.
 * Processor time of the thread, so that other processes steal nothing but caches and clock: per
 * cell the best of the rounds in GFLOP/s, the best and the median as fractions of the peak.
 *
 *   bench_gemm [m n k]     default: cubes of 128 to 2048, then shapes of common models */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */

#include <stdio.h>
#include <stdlib.h>

#include "base/cpu.h"
#include "bench/peak.h"
#include "kernels/prim/prims.h"

#define BENCH_SECONDS 0.3
#define BENCH_ROUNDS 7

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void run_all(const cm_prims *p, const cm_gemm_f32_args *g, void *scratch) {
    size_t n = cm_gemm_f32_tasks(g->m, g->n, g->k, p->gemm_f32_fmt);
    for (size_t t = 0; t < n; t++) p->gemm_f32(g, t, scratch);
}

typedef struct bench_rate {
    double best, median; /* GFLOP/s */
} bench_rate;

static bench_rate speed(const cm_prims *p, const cm_gemm_f32_args *g, void *scratch) {
    double rates[BENCH_ROUNDS], ops = 2.0 * (double)g->m * (double)g->n * (double)g->k;
    run_all(p, g, scratch);
    for (int r = 0; r < BENCH_ROUNDS; r++) {
        double t0 = now(), t1;
        int runs = 0;
        do {
            run_all(p, g, scratch);
            runs++;
            t1 = now();
        } while (t1 - t0 < BENCH_SECONDS / BENCH_ROUNDS);
        rates[r] = ops * runs / (t1 - t0) * 1e-9;
    }
    qsort(rates, BENCH_ROUNDS, sizeof rates[0], by_value);
    return (bench_rate){rates[BENCH_ROUNDS - 1], rates[BENCH_ROUNDS / 2]};
}

static void *must_alloc(size_t bytes) {
    void *p = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (p == NULL) exit(1);
    memset(p, 0, bytes);
    return p;
}

static float *random_floats(size_t n) {
    float *p = must_alloc(n * sizeof *p);
    uint32_t s = 1;
    for (size_t i = 0; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        p[i] = (float)(s >> 8) / 8388608.0f - 1.0f;
    }
    return p;
}

static void print_rate(bench_rate r, double peak) {
    printf("  %7.1f %4.0f%% %4.0f%%", r.best, 100 * r.best / peak, 100 * r.median / peak);
}

static void bench_shape(const cm_prims *p, double peak, size_t m, size_t n, size_t k) {
    cm_gemm_f32_args g = cm_gemm_f32_args_init(m, n, k);
    float *a = random_floats(m * k), *b = random_floats(k * n), *c = must_alloc(m * n * sizeof *c);
    size_t size = 0;
    if (cm_gemm_f32_pack_b_size(k, n, p->gemm_f32_fmt, &size) != CAMEO_OK) exit(1);
    float *packed = must_alloc(size);
    void *scratch = must_alloc(cm_gemm_f32_scratch(m, n, k, p->gemm_f32_fmt));
    g.a = a;
    g.b = b;
    g.c = c;
    bench_rate raw = speed(p, &g, scratch);
    cm_gemm_f32_args gt = g;
    gt.rs_b = 1;
    gt.cs_b = k;
    bench_rate trans = speed(p, &gt, scratch);
    cm_gemm_f32_pack_b(&g, p->gemm_f32_fmt, packed);
    g.packed_b = packed;
    bench_rate ready = speed(p, &g, scratch);
    printf("%-9s %5zu %5zu %5zu %4zu", p->name, m, n, k, cm_gemm_f32_tasks(m, n, k, p->gemm_f32_fmt));
    print_rate(raw, peak);
    print_rate(trans, peak);
    print_rate(ready, peak);
    printf("\n");
    fflush(stdout);
    free(a);
    free(b);
    free(c);
    free(packed);
    free(scratch);
}

static void bench_table(const cm_prims *p, const size_t *one) {
    static const size_t cubes[] = {128, 256, 384, 512, 768, 1024, 2048};
    static const size_t shapes[][3] = {
        {64, 3136, 576}, {512, 49, 4608}, {128, 768, 768}, {32, 12544, 27}, {16, 1024, 1024},
        {1, 1000, 2048}, {1, 4096, 4096}, {4096, 1, 4096},
    };
    double peak = peak_of(p->name);
    printf("\n%s: %.1f GFLOP/s peak\n", p->name, peak);
    printf("%-9s %5s %5s %5s %4s  %18s  %18s  %18s\n", "isa", "m", "n", "k", "task",
           "B as it lies", "B transposed", "B packed");
    if (one != NULL) {
        bench_shape(p, peak, one[0], one[1], one[2]);
        return;
    }
    for (size_t i = 0; i < sizeof cubes / sizeof cubes[0]; i++) {
        if (p->features == 0 && cubes[i] > 1024) continue;
        bench_shape(p, peak, cubes[i], cubes[i], cubes[i]);
    }
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        bench_shape(p, peak, shapes[i][0], shapes[i][1], shapes[i][2]);
    }
}

int main(int argc, char **argv) {
    size_t one[3] = {0, 0, 0};
    for (int i = 0; i < 3 && argc == 4; i++) one[i] = (size_t)strtoull(argv[i + 1], NULL, 10);
    uint64_t features = cm_cpu_detect();
    for (;;) {
        const cm_prims *p = cm_prims_select(features);
        bench_table(p, argc == 4 ? one : NULL);
        if (p->features == 0) return 0;
        features &= ~(p->features & CM_CPU_AVX512 ? CM_CPU_AVX512 : p->features);
    }
}
