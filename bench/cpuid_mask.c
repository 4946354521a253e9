/* cpuid_mask.c — preloaded into a process whose library had each instruction `cpuid` replaced by `ud2` (an illegal
 * instruction) by bench/cpuid_mask.py: answers those, and leaves out the features that came with and after AVX-512.
 * Linux on x86-64 alone.
 *
 * Bits: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A, CPUID, leaf 7. */
#define _GNU_SOURCE
#include <cpuid.h>
#include <signal.h>
#include <ucontext.h>

#define BIT(n) (1u << (n))

/* AVX-512 F, DQ, IFMA, PF, ER, CD, BW, VL in ebx; VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ in ecx; 4VNNIW, 4FMAPS,
 * VP2INTERSECT, FP16 and AMX BF16, TILE, INT8 in edx. Of subleaf 1: AVX-VNNI, AVX512_BF16, AMX-FP16, AVX-IFMA in eax,
 * and all of edx (AVX-VNNI-INT8 and its kin). */
static void mask(unsigned leaf, unsigned subleaf, unsigned *a, unsigned *b, unsigned *c, unsigned *d) {
    if (leaf == 7 && subleaf == 0) {
        *b &= ~(BIT(16) | BIT(17) | BIT(21) | BIT(26) | BIT(27) | BIT(28) | BIT(30) | BIT(31));
        *c &= ~(BIT(1) | BIT(6) | BIT(11) | BIT(12) | BIT(14));
        *d &= ~(BIT(2) | BIT(3) | BIT(8) | BIT(22) | BIT(23) | BIT(24) | BIT(25));
    } else if (leaf == 7 && subleaf == 1) {
        *a &= ~(BIT(4) | BIT(5) | BIT(21) | BIT(23));
        *d = 0;
    }
}

static void answer(int signal_number, siginfo_t *info, void *context) {
    greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
    const unsigned char *at = (const unsigned char *)r[REG_RIP];
    unsigned a, b, c, d;
    (void)info;
    if (at[0] != 0x0f || at[1] != 0x0b) { /* no ud2: an illegal instruction of somebody else */
        signal(signal_number, SIG_DFL);
        return;
    }
    __cpuid_count((unsigned)r[REG_RAX], (unsigned)r[REG_RCX], a, b, c, d);
    mask((unsigned)r[REG_RAX], (unsigned)r[REG_RCX], &a, &b, &c, &d);
    r[REG_RAX] = a, r[REG_RBX] = b, r[REG_RCX] = c, r[REG_RDX] = d;
    r[REG_RIP] += 2;
}

__attribute__((constructor)) static void begin(void) {
    struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO};
    sigaction(SIGILL, &action, 0);
}
