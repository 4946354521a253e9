/* board_arm.c — start-up of a Cortex-M board under qemu-system-arm: vectors, memory, floating-point unit,
 * text and exit by semihosting ("Semihosting for AArch32 and AArch64", Arm), and the four functions
 * that a freestanding compiler calls. The linker script gives the symbols. A fault exits with 99. */
#include "tests/emul/board.h"

extern uint32_t board_data_from, board_data_begin, board_data_end, board_bss_begin, board_bss_end,
    board_stack;

#define SEMIHOSTING_WRITE0 0x04
#define SEMIHOSTING_EXIT_EXTENDED 0x20
#define APPLICATION_EXIT 0x20026u
#define COPROCESSOR_ACCESS (*(volatile uint32_t *)0xE000ED88u)
/* What unused stack is filled with. */
#define PAINT 0xA5A5A5A5u

static void board_call(int32_t operation, const void *argument) {
    register int32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

static void board_exit(int status) {
    uint32_t block[2] = {APPLICATION_EXIT, (uint32_t)status};
    board_call(SEMIHOSTING_EXIT_EXTENDED, block);
    for (;;) {}
}

void board_puts(const char *text) { board_call(SEMIHOSTING_WRITE0, text); }

size_t board_stack_used(void) {
    const uint32_t *p = &board_bss_end;
    while (p < &board_stack && *p == PAINT) p++;
    return (size_t)((const char *)&board_stack - (const char *)p);
}

static void board_fault(void) {
    board_puts("fault\n");
    board_exit(99);
}

/* No floating-point register may be used before the unit is on. */
__attribute__((target("general-regs-only"))) void board_reset(void);
__attribute__((target("general-regs-only"))) void board_reset(void) {
    const uint32_t *from = &board_data_from;
    for (uint32_t *to = &board_data_begin; to < &board_data_end;) *to++ = *from++;
    for (uint32_t *to = &board_bss_begin; to < &board_bss_end;) *to++ = 0;
    uint32_t *sp;
    __asm__ volatile("mov %0, sp" : "=r"(sp));
    for (uint32_t *to = &board_bss_end; to < sp;) *to++ = PAINT;
#ifdef __ARM_FP
    COPROCESSOR_ACCESS |= 0xFu << 20;
    __asm__ volatile("dsb\n\tisb");
#endif
    board_exit(board_main());
}

struct board_vectors {
    uint32_t *stack;
    void (*handler[15])(void); /* reset, NMI, HardFault, MemManage, BusFault, UsageFault, ... SVC */
};

__attribute__((section(".vectors"), used)) static const struct board_vectors board_table = {
    &board_stack,
    {board_reset, board_fault, board_fault, board_fault, board_fault, board_fault, board_fault, 0,
     0, 0, board_fault},
};

/* ---- C11 7.24 ---- */

void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);

void *memcpy(void *restrict dst, const void *restrict src, size_t n) {
    unsigned char *d = dst;
    const unsigned char *s = src;
    while (n-- > 0) *d++ = *s++;
    return dst;
}

void *memmove(void *dst, const void *src, size_t n) {
    unsigned char *d = dst;
    const unsigned char *s = src;
    if (d < s) {
        while (n-- > 0) *d++ = *s++;
    } else {
        while (n-- > 0) d[n] = s[n];
    }
    return dst;
}

void *memset(void *dst, int c, size_t n) {
    unsigned char *d = dst;
    while (n-- > 0) *d++ = (unsigned char)c;
    return dst;
}

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = a, *q = b;
    for (; n > 0; n--, p++, q++) {
        if (*p != *q) return *p < *q ? -1 : 1;
    }
    return 0;
}
