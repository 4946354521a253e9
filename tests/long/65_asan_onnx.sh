#!/bin/sh
# ONNX's own backend tests with their data under the address and undefined-behaviour sanitizers: the same tests
# pass, the others are refused as unsupported or stand in tests/onnx/known_failures.txt, and nothing is reported. All
# of tests/ms and tests/ml passes under them.
cd "$(dirname "$0")/../.." && . tests/part.sh

said=$(tests/fetch_onnx.sh)
case $? in
0) ;;
3) skip "ONNX's tests under sanitizers" "$said" && part_end ;;
*) fail "fetch_onnx.sh" "$said" && part_end ;;
esac
make -s -j2 build/cameo build/asan/cameo > build/asan_onnx_make.txt 2>&1 ||
    { fail "build/asan/cameo builds" "$(tail -n 20 build/asan_onnx_make.txt)" && part_end; }

sed '/^#/d; /^$/d; s/ .*//; s/^/FAIL /' tests/onnx/known_failures.txt > build/asan_onnx_known.txt
for set in node simple pytorch-converted pytorch-operator; do
    for cameo in build/cameo build/asan/cameo; do
        $cameo test build/cache/onnx/$set 2>&1 | awk '{print $1, $2}' > $cameo.$set.txt
    done
    check_run "$set: as without sanitizers" cmp build/cameo.$set.txt build/asan/cameo.$set.txt
    check_empty "$set" "$(grep -E '^(FAIL|ERROR|==)' build/asan/cameo.$set.txt | grep -v -x -F -f build/asan_onnx_known.txt)"
done
for set in ms ml; do
    rm -rf build/asan_$set && mkdir -p build/asan_$set
    check_run "$set: the cases unpack" tar -xJf tests/$set/cases.tar.xz -C build/asan_$set
    build/asan/cameo test build/asan_$set > build/asan/cameo.$set.txt 2>&1
    check_empty "$set" "$(grep -v '^PASS' build/asan/cameo.$set.txt | grep -v ' 0 failed, 0 unsupported, 0 errors$')"
done
part_end
