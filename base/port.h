/* port.h — the single place for what compilers and processors do differently. */
#ifndef CM_BASE_PORT_H
#define CM_BASE_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/config.h"

#if defined(__FAST_MATH__) && __FAST_MATH__
#error "Cameo's results and NaN handling need IEEE arithmetic: build without -ffast-math"
#endif

/* Every operation rounds to its own type; some compilers compute float as double by default. */
#if defined(__FLT_EVAL_METHOD__) && (__FLT_EVAL_METHOD__ == 1 || __FLT_EVAL_METHOD__ == 2)
#error "float is computed wider: add -fexcess-precision=fast (s390x), -msse2 -mfpmath=sse (x86)"
#endif

/* a*b+c must round twice: the same bits on every target. gcc ignores the standard pragma. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
/* No loop of ours may become a call of strlen or the like, which no freestanding target has. */
#pragma GCC optimize("no-tree-loop-distribute-patterns")
#endif
#if defined(__GNUC__) || defined(__clang__)
#define CM_NODISCARD __attribute__((warn_unused_result))
#if defined(__MINGW32__) && !defined(__clang__)
#define CM_PRINTF(fmt, args) __attribute__((format(gnu_printf, fmt, args)))
#elif defined(__linux__) || defined(__APPLE__) || defined(_WIN32)
#define CM_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
/* Bare-metal targets may call uint32_t `unsigned long`: of the same size, but refused for %u. */
#define CM_PRINTF(fmt, args)
#endif
#define CM_INLINE static inline __attribute__((always_inline, unused))
#define CM_NOINLINE __attribute__((noinline))
/* A function that is called a few times for a session or a file, and whose time nobody notices: compiled for size, with
 * all that is inlined into it. */
#define CM_COLD __attribute__((cold))
#define CM_UNUSED __attribute__((unused))
#define CM_LIKELY(x) __builtin_expect(!!(x), 1)
#define CM_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define CM_UNREACHABLE() __builtin_unreachable()
#define CM_PRAGMA(text) _Pragma(#text)
/* UNROLL: a loop of constant bounds, so that arrays that it indexes stay in registers. With a number clang would unroll
 * it before inlining makes its bounds constants. INDEPENDENT: iterations read nothing that another one writes. */
#if defined(__clang__)
#define CM_UNROLL(n) CM_PRAGMA(clang loop unroll(full))
#define CM_INDEPENDENT CM_PRAGMA(clang loop vectorize(assume_safety))
#else
#define CM_UNROLL(n) CM_PRAGMA(GCC unroll n)
#define CM_INDEPENDENT CM_PRAGMA(GCC ivdep)
#endif
#else
#define CM_NODISCARD
#define CM_PRINTF(fmt, args)
#define CM_INLINE static inline
#define CM_NOINLINE
#define CM_COLD
#define CM_UNUSED
#define CM_LIKELY(x) (x)
#define CM_UNLIKELY(x) (x)
#define CM_UNREACHABLE() ((void)0)
#define CM_UNROLL(n)
#define CM_INDEPENDENT
#endif

/* 1 where the compiler was asked for small code (-Os): loops that exist for speed alone are left out. */
#if defined(__OPTIMIZE_SIZE__)
#define CM_SMALL 1
#else
#define CM_SMALL 0
#endif

/* Stops a debug build where the library contradicts itself; nothing in a release build.
 * Never used for what a file or a caller can cause. */
#if CAMEO_DEBUG
#define CM_ASSERT(x) ((x) ? (void)0 : __builtin_trap())
#else
#define CM_ASSERT(x) ((void)0)
#endif

#if !CAMEO_PORTABLE && (defined(__x86_64__) || defined(_M_X64)) && \
    (defined(__GNUC__) || defined(__clang__))
#define CM_ARCH_X86 1
#else
#define CM_ARCH_X86 0
#endif
#if !CAMEO_PORTABLE && defined(__aarch64__) && (defined(__GNUC__) || defined(__clang__))
#define CM_ARCH_ARM64 1
#else
#define CM_ARCH_ARM64 0
#endif

/* Instruction-set variants are chosen function by function; no file needs flags of its own. */
#if CM_ARCH_X86
#define CM_TARGET(isa) __attribute__((target(isa)))
#else
#define CM_TARGET(isa)
#endif

/* Asks for the line of memory at p, which need not be readable. */
#if defined(__GNUC__)
#define CM_PREFETCH(p) __builtin_prefetch(p)
#define CM_PREFETCH_L2(p) __builtin_prefetch(p, 0, 2)
#else
#define CM_PREFETCH(p) ((void)(p))
#define CM_PREFETCH_L2(p) ((void)(p))
#endif

/* What the compiler has not yet written to memory is written before what follows, which may read it unseen. */
#if defined(__GNUC__)
#define CM_BARRIER() __asm__ volatile("" ::: "memory")
#else
#define CM_BARRIER() ((void)0)
#endif

/* v, a vector of AVX-512, is in a register from here on: gcc would load it again wherever it is used. */
#if CM_ARCH_X86
#define CM_KEEP_512(v) __asm__("" : "+v"(v))
#endif

/* Four floats that are added and multiplied lane by lane, in vector registers where the processor
 * has them; the lanes' bits are those of plain C. Never passed to or returned from a function. */
typedef float cm_f32x4 __attribute__((vector_size(16)));

/* What the processor says about itself. */
#if CM_ARCH_X86
typedef struct cm_cpuid_regs {
    uint32_t eax, ebx, ecx, edx;
} cm_cpuid_regs;

CM_INLINE cm_cpuid_regs cm_cpuid(uint32_t leaf, uint32_t subleaf) {
    cm_cpuid_regs r;
    __asm__ volatile("cpuid"
                     : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
                     : "0"(leaf), "2"(subleaf));
    return r;
}

/* Of the tiles of Intel AMX: gcc's header makes the bytes between two rows a long, which on Windows has 32 bits and
 * cannot be a part of an address. The names of the tiles are numbers. */
#if defined(_WIN64) && defined(__GNUC__) && !defined(__clang__)
#define CM_TILE_LOAD(tile, p, stride) \
    __asm__ volatile("tileloadd (%0,%1,1), %%tmm" #tile ::"r"((const void *)(p)), "r"((int64_t)(stride)) : "memory")
#define CM_TILE_STORE(tile, p, stride) \
    __asm__ volatile("tilestored %%tmm" #tile ", (%0,%1,1)" ::"r"((void *)(p)), "r"((int64_t)(stride)) : "memory")
#else
#define CM_TILE_LOAD(tile, p, stride) _tile_loadd(tile, p, stride)
#define CM_TILE_STORE(tile, p, stride) _tile_stored(tile, p, stride)
#endif

/* Register XCR0; only where CPUID reports OSXSAVE. */
CM_INLINE uint64_t cm_xgetbv0(void) {
    uint32_t lo, hi;
    __asm__ volatile("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
    return (uint64_t)hi << 32 | lo;
}
#endif

#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && \
    __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CM_BIG_ENDIAN 1
#else
#define CM_BIG_ENDIAN 0
#endif

/* The four functions that a freestanding C environment must have (C11 7.24 names them). */
#if defined(__STDC_HOSTED__) && __STDC_HOSTED__
#include <string.h>
#else
void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
#endif

/* Atomics on 32-bit words shared by the workers of one run. */
#if defined(__GNUC__) || defined(__clang__)
CM_INLINE uint32_t cm_atomic_load(const uint32_t *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
CM_INLINE void cm_atomic_store(uint32_t *p, uint32_t v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
/* Adds v and returns the former value. */
#if defined(__ARM_ARCH_6M__) || (defined(__riscv) && !defined(__riscv_atomic)) || defined(__AVR__)
/* Single-core parts without the instructions have one worker: plain arithmetic. */
CM_INLINE uint32_t cm_atomic_add(uint32_t *p, uint32_t v) { uint32_t o = *p; *p = o + v; return o; }
CM_INLINE uint32_t cm_atomic_min(uint32_t *p, uint32_t v) { uint32_t o = *p; if (v < o) *p = v; return o; }
#else
CM_INLINE uint32_t cm_atomic_add(uint32_t *p, uint32_t v) {
    return __atomic_fetch_add(p, v, __ATOMIC_ACQ_REL);
}
/* Stores min(*p, v) and returns the former value. */
CM_INLINE uint32_t cm_atomic_min(uint32_t *p, uint32_t v) {
    uint32_t o = __atomic_load_n(p, __ATOMIC_ACQUIRE);
    /* Seldom shown 1, 2: a second turn is taken where another thread changed the word just now. */
    while (v < o && !__atomic_compare_exchange_n(p, &o, v, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {}
    return o;
}
#endif
#else
#error "port.h: give cm_atomic_* for this compiler"
#endif

/* Bit casts between floats and words. By unions, which C11 6.5.2.3 allows: a freestanding compiler
 * makes a call of each memcpy. */
typedef union cm_f32_cast { float x; uint32_t u; } cm_f32_cast;
typedef union cm_f64_cast { double x; uint64_t u; } cm_f64_cast;
CM_INLINE uint32_t cm_f32_bits(float x) { return (cm_f32_cast){.x = x}.u; }
CM_INLINE float cm_f32_from_bits(uint32_t u) { return (cm_f32_cast){.u = u}.x; }
CM_INLINE uint64_t cm_f64_bits(double x) { return (cm_f64_cast){.x = x}.u; }
CM_INLINE double cm_f64_from_bits(uint64_t u) { return (cm_f64_cast){.u = u}.x; }

/* Square roots by the processor's instruction, correctly rounded as IEEE demands. The builtins would
 * fall back to a call of the C library for negative arguments. */
#if CM_ARCH_X86
#define CM_HAS_SQRTF 1
#define CM_HAS_SQRT 1
CM_INLINE float cm_hw_sqrtf(float x) { float y; __asm__("sqrtss %1, %0" : "=x"(y) : "x"(x)); return y; }
CM_INLINE double cm_hw_sqrt(double x) { double y; __asm__("sqrtsd %1, %0" : "=x"(y) : "x"(x)); return y; }
#elif CM_ARCH_ARM64
#define CM_HAS_SQRTF 1
#define CM_HAS_SQRT 1
CM_INLINE float cm_hw_sqrtf(float x) { float y; __asm__("fsqrt %s0, %s1" : "=w"(y) : "w"(x)); return y; }
CM_INLINE double cm_hw_sqrt(double x) { double y; __asm__("fsqrt %d0, %d1" : "=w"(y) : "w"(x)); return y; }
#elif !CAMEO_PORTABLE && defined(__arm__) && defined(__ARM_FP) && (__ARM_FP & 4) && \
    !defined(__SOFTFP__)
#define CM_HAS_SQRTF 1
#define CM_HAS_SQRT 0
CM_INLINE float cm_hw_sqrtf(float x) { float y; __asm__("vsqrt.f32 %0, %1" : "=t"(y) : "t"(x)); return y; }
#else
#define CM_HAS_SQRTF 0
#define CM_HAS_SQRT 0
#endif

/* A hint to the processor that this thread waits in a loop. */
CM_INLINE void cm_cpu_pause(void) {
#if (defined(__GNUC__) || defined(__clang__)) && (defined(__x86_64__) || defined(__i386__))
    __asm__ volatile("pause");
#elif (defined(__GNUC__) || defined(__clang__)) && defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Without optimisation gcc's intrinsics of AVX-512 that take a constant are macros, of whose masks (-1) it warns where
 * they are used: not between these two. */
#if defined(__GNUC__) && !defined(__clang__) && !defined(__OPTIMIZE__)
#define CM_MASKS_BEGIN CM_PRAGMA(GCC diagnostic push) CM_PRAGMA(GCC diagnostic ignored "-Wsign-conversion")
#define CM_MASKS_END CM_PRAGMA(GCC diagnostic pop)
#else
#define CM_MASKS_BEGIN
#define CM_MASKS_END
#endif

#endif
