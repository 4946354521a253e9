/* board_host.c — board.h where there is a C library: hosts, and other processors in user mode. */
#include <stdio.h>

#include "tests/emul/board.h"

void board_puts(const char *text) { fputs(text, stdout); }

size_t board_stack_used(void) { return 0; }

int main(void) {
    int status = board_main();
    return fflush(stdout) == 0 ? status : 1;
}
