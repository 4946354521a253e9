#!/bin/sh
# No warnings: what the compiler said of every object that the tests use, release and with debug code.
# tests/rare/24_warnings_clang.sh asks clang.
cd "$(dirname "$0")/../.." && . tests/part.sh

strict="-std=c11 -O2 -Wall -Wextra -Wconversion -Wshadow -Wundef -Wvla -Werror -I. -Iinclude"
more=$(ls bench/*.c examples/*/*.c 2> /dev/null)

check_run "release objects" make_variant release libcameo.a cameo
check_run "debug objects" make_variant debug unit
check_warnings release
check_warnings debug
# Who compiles the library with -Wpedantic is told nothing.
{ os_sources; core_sources; } | as_one_file build/pedantic.c
said=$("${CC:-cc}" -std=c11 -I. -Wall -Wextra -Wpedantic -fsyntax-only build/pedantic.c providers/cuda/*.c 2>&1)
check_empty "-Wpedantic" "$(printf '%s\n' "$said" | grep -E 'error|warning')"
# gcc finds some of its warnings only while optimising: compile, and throw the object away.
said=$(printf '%s\n' $more | xargs -P 2 -n 1 "${CC:-cc}" $strict -o /dev/null -c 2>&1)
check_empty "warnings of bench and examples" "$(printf '%s\n' "$said" | grep -E 'error|warning')"

part_end
