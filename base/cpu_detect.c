/* cpu_detect.c — reads the processor's feature bits. See cpu.h.
 * Bit positions: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A, CPUID,
 * and volume 1, 13.2 and 14.3 (an extension counts only if XCR0 says that its registers are
 * saved). */
/* Unshown in this file: CPUID answers, and one processor has one answer. */
#include "base/cpu.h"

#if CM_ARCH_X86

/* State components of XCR0. */
#define CPU_XCR0_YMM 0x06u /* xmm, ymm */
#define CPU_XCR0_ZMM 0xE6u /* xmm, ymm, opmask, upper halves of zmm0-15, zmm16-31 */
#define CPU_XCR0_TILES 0x60000u /* the configuration of tiles, their data */

static bool cpu_bit(uint32_t word, unsigned bit) { return (word >> bit & 1u) != 0; }

/* The AVX-512 family: leaf is CPUID 7.0, sub the CPUID 7.1 eax word. */
static uint64_t cpu_avx512(const cm_cpuid_regs *leaf, uint32_t sub) {
    bool f = cpu_bit(leaf->ebx, 16), dq = cpu_bit(leaf->ebx, 17);
    bool bw = cpu_bit(leaf->ebx, 30), vl = cpu_bit(leaf->ebx, 31);
    if (!f || !dq || !bw || !vl) return 0;
    uint64_t bits = CM_CPU_AVX512;
    if (cpu_bit(leaf->ecx, 11)) bits |= CM_CPU_AVX512_VNNI;
    if (cpu_bit(sub, 5)) bits |= CM_CPU_AVX512_BF16;
    return bits;
}

uint64_t cm_cpu_detect(void) {
    uint32_t max_leaf = cm_cpuid(0, 0).eax;
    if (max_leaf < 1) return 0;
    cm_cpuid_regs one = cm_cpuid(1, 0);
    uint64_t bits = cpu_bit(one.ecx, 19) ? CM_CPU_SSE41 : 0;
    if (!cpu_bit(one.ecx, 27) || !cpu_bit(one.ecx, 28)) return bits; /* OSXSAVE, AVX */
    uint64_t xcr0 = cm_xgetbv0();
    if ((xcr0 & CPU_XCR0_YMM) != CPU_XCR0_YMM) return bits;
    bits |= CM_CPU_AVX;
    if (cpu_bit(one.ecx, 29)) bits |= CM_CPU_F16C;
    if (max_leaf < 7) return bits;
    cm_cpuid_regs seven = cm_cpuid(7, 0);
    uint32_t sub = seven.eax >= 1 ? cm_cpuid(7, 1).eax : 0;
    if (!cpu_bit(one.ecx, 12) || !cpu_bit(seven.ebx, 5)) return bits; /* FMA, AVX2 */
    bits |= CM_CPU_AVX2_FMA;
    if (cpu_bit(sub, 4)) bits |= CM_CPU_AVX_VNNI;
    if ((xcr0 & CPU_XCR0_ZMM) == CPU_XCR0_ZMM) bits |= cpu_avx512(&seven, sub);
    return bits;
}

uint64_t cm_cpu_tiles(void) {
    if ((cm_cpu_detect() & CM_CPU_AVX512_VNNI) == 0) return 0;
    uint32_t edx = cm_cpuid(7, 0).edx;
    bool here = cpu_bit(edx, 22) && cpu_bit(edx, 24) && cpu_bit(edx, 25); /* AMX-BF16, AMX-TILE, AMX-INT8 */
    return here && (cm_xgetbv0() & CPU_XCR0_TILES) == CPU_XCR0_TILES ? CM_CPU_AMX : 0;
}

#elif CM_ARCH_ARM64

/* Advanced SIMD is part of the base architecture; everything beyond it needs privileged
 * registers or the operating system to detect. */
uint64_t cm_cpu_detect(void) { return CM_CPU_NEON; }

uint64_t cm_cpu_tiles(void) { return 0; }

#else

uint64_t cm_cpu_detect(void) { return 0; }

uint64_t cm_cpu_tiles(void) { return 0; }

#endif
