#!/bin/sh
# No warnings of clang: every C file of the tree, with and without debug code. Those of the library are read as one file.
cd "$(dirname "$0")/../.." && . tests/part.sh

strict="-std=c11 -O2 -Wall -Wextra -Wconversion -Wshadow -Wundef -Wvla -Werror -I. -Iinclude"
{ os_sources; core_sources; } | as_one_file build/clang.c
library="build/clang.c $(ls providers/cuda/*.c)"
sources="$library $(ls tools/*.c bench/*.c examples/*/*.c 2> /dev/null)"
debug_sources="$library $(ls fuzz/*.c tests/*.c tests/*/test_*.c 2> /dev/null)"
if have clang; then
    said=$(printf '%s\n' $sources | xargs -P 2 -n 8 clang $strict -fsyntax-only 2>&1)
    check_empty "warnings of clang" "$(printf '%s\n' "$said" | grep -E 'error|warning')"
    said=$(printf '%s\n' $debug_sources | xargs -P 2 -n 8 clang $strict -DCAMEO_DEBUG=1 -fsyntax-only 2>&1)
    check_empty "warnings of clang, debug" "$(printf '%s\n' "$said" | grep -E 'error|warning')"
else
    skip "warnings of clang" "no clang"
fi
part_end
