#!/bin/sh
# Operators of com.microsoft against what onnxruntime computes: tests/ms/cases.tar.xz, which tests/ms/gen_ms.py writes. Each case runs
# as it is, is proven (exact memory, pauses, workers), and holds what inference says.
cd "$(dirname "$0")/../.." && . tests/part.sh

rm -rf build/ms && mkdir -p build/ms
check_run "the cases unpack" tar -xJf tests/ms/cases.tar.xz -C build/ms
check_run "programs" make -s -j2 build/cameo build/debug/prove build/debug/contain
build/cameo test build/ms > build/ms.txt 2>&1
check_empty "results are onnxruntime's" "$(grep -v '^PASS' build/ms.txt | grep -v ' 0 failed, 0 unsupported, 0 errors$')"
for tool in prove contain; do
    build/debug/$tool build/ms > build/ms_$tool.txt 2>&1
    check_empty "$tool" "$(grep '^FAIL' build/ms_$tool.txt)"
    check_empty "$tool came to an end" "$(tail -n 1 build/ms_$tool.txt | grep -v ' passed, 0 failed')"
done
missing=
for op in $(build/cameo ops --summary | awk '$1 == "com.microsoft" || $1 == "onnxruntime" { print $2 }'); do
    grep -a -q -w "$op" build/ms/*/model.onnx || missing="$missing $op"
done
check_empty "each operator has a case" "$missing"
tail -n 1 build/ms.txt
part_end
