#!/bin/sh
# The library as one file: gcc, clang and g++ (of C) compile it without a warning at every level, and it passes ONNX's node
# tests: a command linked with cameo.c instead of the library gives, test by test, what build/cameo gives. CFLAGS are those of
# that cameo.c (-O1).
cd "$(dirname "$0")/../.." && . tests/part.sh

dir=build/amalgamated
rm -rf $dir && mkdir -p $dir
said=$(tests/fetch_onnx.sh) || { skip "node tests with cameo.c" "$said" && part_end; }
if ! make -s -j2 all > $dir/make.txt 2>&1; then
    fail "build" "$(tail -n 20 $dir/make.txt)"
    part_end
fi
check_run "tools/amalgamate.sh" tools/amalgamate.sh $dir
for compiler in gcc clang "g++ -x c"; do
    if ! have "${compiler%% *}"; then
        skip "cameo.c by $compiler" "not here"
        continue
    fi
    for level in -O0 -O1 -O2; do
        # What the optimiser warns of, part warnings has.
        # shellcheck disable=SC2086
        check_empty "$compiler $level has nothing to say" "$($compiler -std=c11 $level -Wall -Wextra -Wconversion \
            -fsyntax-only $dir/cameo.c 2>&1)"
    done
done
# shellcheck disable=SC2086
check_run "cameo.c compiles" "${CC:-cc}" -std=c11 ${CFLAGS:--O1} -c $dir/cameo.c -o $dir/cameo.o
# shellcheck disable=SC2046
check_run "the command links" "${CC:-cc}" -rdynamic $(ls tools/*.c | sed 's,\(.*\)\.c$,build/release/\1.o,') $dir/cameo.o \
    $(sed -n 2p build/release/images) -lpthread -ldl -o $dir/cameo
for command in build/cameo $dir/cameo; do
    $command test build/cache/onnx/node | cut -d' ' -f1,2 | grep -v '^[0-9]' > $dir/now.txt
    if [ $command = build/cameo ]; then mv $dir/now.txt $dir/library.txt; fi
done
check_empty "results are the library's" "$(diff $dir/library.txt $dir/now.txt)"
check_run "they were many" test "$(grep -c '^PASS' $dir/now.txt)" -gt 1500
part_end
