/* board.h — the few services that a test program gets from what it runs on: text out and an exit status.
 * board_arm.c gives them on emulated Cortex-M boards, board_host.c where there is a C library. */
#ifndef CM_TESTS_EMUL_BOARD_H
#define CM_TESTS_EMUL_BOARD_H

#include <stddef.h>
#include <stdint.h>

void board_puts(const char *text);
/* Bytes of stack used so far at most; 0 where that is not known. */
size_t board_stack_used(void);
/* The test program; its result becomes the exit status of the emulator. */
int board_main(void);

/* ---- the same everywhere (board.c) ---- */

/* digits hexadecimal digits of v, the highest first. */
void board_put_hex(uint64_t v, int digits);
void board_put_number(uint64_t v);

#endif
