/* board.c — numbers as text, for programs without a C library. */
#include "tests/emul/board.h"

void board_put_hex(uint64_t v, int digits) {
    char text[17];
    text[digits] = 0;
    for (int i = digits; i-- > 0; v >>= 4) text[i] = "0123456789abcdef"[v & 15];
    board_puts(text);
}

void board_put_number(uint64_t v) {
    char text[21];
    int i = 20;
    text[i] = 0;
    do {
        text[--i] = (char)('0' + v % 10);
        v /= 10;
    } while (v != 0);
    board_puts(text + i);
}
