#!/bin/sh
# The library as one file passes ONNX's node tests: a command linked with cameo.c instead of the library gives, test by
# test, what build/cameo gives. CFLAGS are those of cameo.c (-O1).
cd "$(dirname "$0")/../.." && . tests/part.sh

dir=build/amalgamated
rm -rf $dir && mkdir -p $dir
said=$(tests/fetch_onnx.sh) || { skip "node tests with cameo.c" "$said" && part_end; }
if ! make -s -j2 all > $dir/make.txt 2>&1; then
    fail "build" "$(tail -n 20 $dir/make.txt)"
    part_end
fi
check_run "tools/amalgamate.sh" tools/amalgamate.sh $dir
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
