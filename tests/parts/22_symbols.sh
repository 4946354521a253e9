#!/bin/sh
# What the library does to a program's name space: every external symbol starts with cameo_ or cm_,
# and file-local names do not collide when all files are one.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! make_variant release libcameo.a > build/symbols_make.txt 2>&1; then
    fail "build" "$(tail -n 20 build/symbols_make.txt)"
    part_end
fi
check_empty "external symbols start with cameo_ or cm_" "$(nm -g --defined-only build/release/libcameo.a |
    awk 'NF == 3 && $3 !~ /^_?(cameo|cm)_/ {print $3}' | sort -u)"

# Files that need an operating system come first: they choose its interface before any header.
{ os_sources; core_sources; } | sed 's/.*/#include "&"/' > build/single_file.c
check_run "one file of all sources compiles" \
    "${CC:-cc}" -std=c11 -I. -Werror -fsyntax-only build/single_file.c

# The two-file form: the core, and what needs an operating system beside it, make a program.
tools/amalgamate.sh build/amalgamation
cat > build/amalgamation/main.c << 'END'
#include "cameo.h"
int main(void) {
    cameo_host *h = 0;
    return cameo_host_load_file("examples/digits/digits.onnx", 0, &h, 0) != CAMEO_OK;
}
END
check_run "the amalgamation builds" "${CC:-cc}" -std=c11 -O0 -o build/amalgamation/main \
    build/amalgamation/main.c build/amalgamation/cameo.c build/amalgamation/cameo_posix.c -lpthread
check_run "the amalgamation runs" build/amalgamation/main
part_end
