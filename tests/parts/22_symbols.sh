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
{ os_sources; core_sources; } | as_one_file build/single_file.c
check_run "one file of all sources compiles" \
    "${CC:-cc}" -std=c11 -I. -Werror -fsyntax-only build/single_file.c

# The two-file form: cameo.h and cameo.c make a program, in C and in C++; without a system there is the core alone.
# Part amalgamate_for has --for.
dir=build/amalgamation
rm -rf $dir
check_run "tools/amalgamate.sh" tools/amalgamate.sh $dir
check_empty "what it writes" "$(ls $dir | grep -vx -e cameo.h -e cameo.c)"
check_empty "what it includes" "$(grep -n '^#include "' $dir/cameo.c | grep -v '"cameo.h"$')"
cat > $dir/main.c << 'END'
#include "cameo.h"
int main(void) {
    cameo_host *h = 0;
    return cameo_host_load_file("examples/digits/digits.onnx", 0, &h, 0) != CAMEO_OK;
}
END
cp $dir/main.c $dir/main_cpp.cpp
check_run "the amalgamation compiles" "${CC:-cc}" -std=c11 -O0 -c $dir/cameo.c -o $dir/cameo.o
check_run "a program of two files" "${CC:-cc}" -std=c11 $dir/main.c $dir/cameo.o -lpthread -o $dir/main
check_run "it runs" $dir/main
if have c++; then
    check_run "a program in C++" c++ $dir/main_cpp.cpp $dir/cameo.o -lpthread -o $dir/main_cpp
    check_run "it runs, too" $dir/main_cpp
else
    skip "the amalgamation in C++" "no C++ compiler"
fi
check_empty "symbols of the amalgamation start with cameo_ or cm_" "$(nm -g --defined-only $dir/cameo.o |
    awk 'NF == 3 && $3 !~ /^_?(cameo|cm)_/ {print $3}')"
check_run "without a system" "${CC:-cc}" -std=c11 -ffreestanding -DCAMEO_POSIX=0 -fsyntax-only $dir/cameo.c
check_empty "without a system no other header" "$("${CC:-cc}" -std=c11 -ffreestanding -DCAMEO_POSIX=0 -DCAMEO_PORTABLE=1 \
    -M $dir/cameo.c | tr ' ' '\n' | grep -E 'pthread|stdio|stdlib|unistd|sys/mman')"
for wrong in "" "--for" "--for model.onnx" "--other dir" "-x"; do
    # shellcheck disable=SC2086
    if tools/amalgamate.sh $wrong > $dir/usage.txt 2>&1 || ! grep -q '^usage' $dir/usage.txt; then
        fail "amalgamate.sh $wrong is refused" "$(cat $dir/usage.txt)"
    else
        pass
    fi
done
part_end
