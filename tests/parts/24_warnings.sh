#!/bin/sh
# No warnings: every C file of the tree with the whole set, as errors, by gcc and by clang.
cd "$(dirname "$0")/../.." && . tests/part.sh

strict="-std=c11 -O2 -Wall -Wextra -Wconversion -Wshadow -Wundef -Wvla -Werror -I. -Iinclude"
sources="$(lib_sources) $(ls tools/*.c bench/*.c examples/*/*.c 2> /dev/null)"
debug_sources="$(lib_sources) $(ls fuzz/*.c tests/*.c tests/*/test_*.c 2> /dev/null)"
for cc in gcc clang; do
    if ! have $cc; then
        skip "warnings of $cc" "no $cc"
        continue
    fi
    # gcc finds some of its warnings only while optimising: compile, and throw the object away.
    case $cc in gcc) how="-o /dev/null -c" ;; *) how=-fsyntax-only ;; esac
    said=$(printf '%s\n' $sources | xargs -P 2 -n 1 $cc $strict $how 2>&1)
    check_empty "warnings of $cc" "$(printf '%s\n' "$said" | grep -E 'error|warning')"
    said=$(printf '%s\n' $debug_sources |
        xargs -P 2 -n 1 $cc $strict -DCAMEO_DEBUG=1 $how 2>&1)
    check_empty "warnings of $cc, debug" "$(printf '%s\n' "$said" | grep -E 'error|warning')"
done
part_end
