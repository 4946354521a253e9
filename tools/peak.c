/* peak.c — see peak.h. Every thread counts what it does within a window of time that is the same for all, so that
 * they share memory, caches and clock as the workers of a run do. */
#include <pthread.h>
#include <string.h>

#include "base/cpu.h"
#include "runtime/os.h"
#include "tools/peak.h"
#include "tools/tool.h"

#if CM_ARCH_X86
#include <immintrin.h>
#endif
#if CM_ARCH_ARM64
#include <arm_neon.h>
#endif

#define PEAK_WINDOW_NS UINT64_C(8000000)
#define PEAK_START_NS UINT64_C(300000) /* until all threads wait for the window */
#define PEAK_WINDOWS 4
#define PEAK_STEPS 5000
#define PEAK_MAX_THREADS 1024

/* Computes PEAK_STEPS rounds and says how many operations that were. */
typedef double peak_loop(void);

/* Copies n bytes, a multiple of 64; both places are aligned to 64. */
typedef void peak_copier(char *to, const char *from, size_t n);

static volatile float peak_sink;

/* Twelve chains, so that no multiply-add waits for one before it: latency times pipes is 8 to 10 on the
 * processors of today, and there are 16 registers. */
#define PEAK_CHAINS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)

#if CM_ARCH_X86
CM_TARGET("avx2,fma")
static double peak_avx2(void) {
    __m256 x = _mm256_set1_ps(0.999f), y = _mm256_set1_ps(0.001f);
#define CHAIN_NEW(i) __m256 c##i = _mm256_set1_ps((float)(i));
#define CHAIN_STEP(i) c##i = _mm256_fmadd_ps(c##i, x, y);
#define CHAIN_SUM(i) y = _mm256_add_ps(y, c##i);
    PEAK_CHAINS(CHAIN_NEW)
    for (int s = 0; s < PEAK_STEPS; s++) {
        PEAK_CHAINS(CHAIN_STEP)
    }
    PEAK_CHAINS(CHAIN_SUM)
#undef CHAIN_NEW
#undef CHAIN_STEP
#undef CHAIN_SUM
    peak_sink = _mm256_cvtss_f32(y);
    return 2.0 * 8 * 12 * PEAK_STEPS;
}

CM_TARGET("avx512f")
static double peak_avx512(void) {
    __m512 x = _mm512_set1_ps(0.999f), y = _mm512_set1_ps(0.001f);
#define CHAIN_NEW(i) __m512 c##i = _mm512_set1_ps((float)(i));
#define CHAIN_STEP(i) c##i = _mm512_fmadd_ps(c##i, x, y);
#define CHAIN_SUM(i) y = _mm512_add_ps(y, c##i);
    PEAK_CHAINS(CHAIN_NEW)
    for (int s = 0; s < PEAK_STEPS; s++) {
        PEAK_CHAINS(CHAIN_STEP)
    }
    PEAK_CHAINS(CHAIN_SUM)
#undef CHAIN_NEW
#undef CHAIN_STEP
#undef CHAIN_SUM
    peak_sink = _mm512_cvtss_f32(y);
    return 2.0 * 16 * 12 * PEAK_STEPS;
}
#endif

#if CM_ARCH_ARM64
static double peak_neon(void) {
    float32x4_t x = vdupq_n_f32(0.999f), y = vdupq_n_f32(0.001f);
#define CHAIN_NEW(i) float32x4_t c##i = vdupq_n_f32((float)(i));
#define CHAIN_STEP(i) c##i = vfmaq_f32(y, c##i, x);
#define CHAIN_SUM(i) y = vaddq_f32(y, c##i);
    PEAK_CHAINS(CHAIN_NEW)
    for (int s = 0; s < PEAK_STEPS; s++) {
        PEAK_CHAINS(CHAIN_STEP)
    }
    PEAK_CHAINS(CHAIN_SUM)
#undef CHAIN_NEW
#undef CHAIN_STEP
#undef CHAIN_SUM
    peak_sink = vgetq_lane_f32(y, 0);
    return 2.0 * 4 * 12 * PEAK_STEPS;
}
#endif

/* Multiplication and addition apart, in rows of four that a compiler can put into vectors. */
static double peak_plain(void) {
    float c[48], x = 0.999f, y = 0.001f, sum = 0;
    for (int i = 0; i < 48; i++) c[i] = (float)i;
    for (int s = 0; s < PEAK_STEPS; s++) {
        for (int i = 0; i < 48; i++) c[i] = c[i] * x + y;
    }
    for (int i = 0; i < 48; i++) sum += c[i];
    peak_sink = sum;
    return 2.0 * 48 * PEAK_STEPS;
}

static void peak_copy_plain(char *to, const char *from, size_t n) { memcpy(to, from, n); }

#if CM_ARCH_X86
/* Within caches faster than memcpy where that is one string instruction. */
CM_TARGET("avx")
static void peak_copy_avx(char *to, const char *from, size_t n) {
    for (size_t i = 0; i < n; i += 64) {
        __m256 a = _mm256_load_ps((const float *)(const void *)(from + i));
        __m256 b = _mm256_load_ps((const float *)(const void *)(from + i + 32));
        _mm256_store_ps((float *)(void *)(to + i), a);
        _mm256_store_ps((float *)(void *)(to + i + 32), b);
    }
}
#endif

/* ---- windows ---- */

/* What a thread does again and again, and what that counts. */
typedef struct peak_work {
    peak_loop *ops; /* NULL: copies */
    peak_copier *copy;
    char *from, *to;
    size_t bytes;
    uint64_t start, end;
    double rate; /* a second */
} peak_work;

static void *peak_thread(void *arg) {
    peak_work *w = arg;
    double done = 0;
    uint64_t now;
    while ((now = cm_os_clock_ns(NULL)) < w->start) continue;
    uint64_t begin = now;
    while (now < w->end) {
        if (w->ops != NULL) {
            done += w->ops();
        } else {
            w->copy(w->to, w->from, w->bytes);
            done += 2 * (double)w->bytes;
        }
        now = cm_os_clock_ns(NULL);
    }
    w->rate = now > begin ? done / ((double)(now - begin) * 1e-9) : 0;
    return NULL;
}

/* The best sum of rates over the windows; work[0] is done by the caller's thread. */
static double peak_best(peak_work *work, uint32_t n) {
    double best = 0;
    pthread_t *threads = tool_alloc(n * sizeof *threads);
    for (int k = 0; k < PEAK_WINDOWS; k++) {
        double sum = 0;
        uint32_t made = 1;
        uint64_t start = cm_os_clock_ns(NULL) + (n > 1 ? PEAK_START_NS : 0);
        for (uint32_t i = 0; i < n; i++) {
            work[i].start = start;
            work[i].end = start + PEAK_WINDOW_NS;
            if (i == 0 || pthread_create(&threads[i], NULL, peak_thread, &work[i]) != 0) continue;
            made++;
        }
        peak_thread(&work[0]);
        for (uint32_t i = 1; i < made; i++) pthread_join(threads[i], NULL);
        for (uint32_t i = 0; i < made; i++) sum += work[i].rate;
        if (sum > best) best = sum;
    }
    free(threads);
    return best;
}

static peak_loop *peak_widest(uint64_t features, const char **isa) {
#if CM_ARCH_X86
    *isa = "avx512";
    if ((features & CM_CPU_AVX512) != 0) return peak_avx512;
    *isa = "avx2";
    if ((features & CM_CPU_AVX2_FMA) != 0) return peak_avx2;
#endif
#if CM_ARCH_ARM64
    *isa = "neon";
    if ((features & CM_CPU_NEON) != 0) return peak_neon;
#endif
    (void)features;
    *isa = "c";
    return peak_plain;
}

/* The best of the ways to copy n bytes, a part of them by each thread. */
static double peak_copy(peak_work *work, char *from, char *to, size_t n, uint32_t n_threads) {
    peak_copier *const copiers[] = {
        peak_copy_plain,
#if CM_ARCH_X86
        (cm_cpu_detect() & CM_CPU_AVX) != 0 ? peak_copy_avx : peak_copy_plain,
#endif
    };
    size_t part = n / n_threads / 64 * 64;
    double best = 0;
    for (size_t c = 0; c < sizeof copiers / sizeof *copiers; c++) {
        for (uint32_t i = 0; i < n_threads; i++)
            work[i] = (peak_work){
                .copy = copiers[c], .from = from + i * part, .to = to + i * part, .bytes = part};
        double rate = peak_best(work, n_threads);
        if (rate > best) best = rate;
    }
    return best;
}

void tool_peak_measure(tool_peak *p, uint64_t mask_off, uint32_t n_threads) {
    memset(p, 0, sizeof *p);
    if (n_threads == 0) n_threads = cm_os_n_cpus();
    if (n_threads > PEAK_MAX_THREADS) n_threads = PEAK_MAX_THREADS;
    p->n_threads = n_threads;
    peak_work *work = tool_alloc(n_threads * sizeof *work);
    memset(work, 0, n_threads * sizeof *work);
    peak_loop *loop = peak_widest(cm_cpu_detect() & ~mask_off, &p->isa);
    for (uint32_t i = 0; i < n_threads; i++) work[i].ops = loop;
    p->flops = peak_best(work, n_threads);
    /* 16 KiB to 256 MiB. */
    for (size_t k = 0; k < PEAK_SIZES; k++) p->size[k] = (size_t)16384 << 2 * k;
    size_t most = p->size[PEAK_SIZES - 1];
    char *from = tool_alloc(most / 2), *to = tool_alloc(most / 2);
    memset(from, 1, most / 2);
    memset(to, 2, most / 2);
    for (size_t k = 0; k < PEAK_SIZES; k++)
        p->copy[k] = peak_copy(work, from, to, p->size[k] / 2, n_threads);
    free(from);
    free(to);
    free(work);
}

double tool_peak_bandwidth(const tool_peak *p, double bytes) {
    if (bytes <= (double)p->size[0]) return p->copy[0];
    for (size_t k = 1; k < PEAK_SIZES; k++) {
        double low = (double)p->size[k - 1], high = (double)p->size[k];
        if (bytes > high) continue;
        return p->copy[k - 1] + (bytes - low) / (high - low) * (p->copy[k] - p->copy[k - 1]);
    }
    return p->copy[PEAK_SIZES - 1];
}

double tool_peak_seconds(const tool_peak *p, double ops, double bytes) {
    double compute = p->flops > 0 ? ops / p->flops : 0, bandwidth = tool_peak_bandwidth(p, bytes);
    double memory = bandwidth > 0 ? bytes / bandwidth : 0;
    return compute > memory ? compute : memory;
}
