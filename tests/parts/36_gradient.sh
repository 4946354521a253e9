#!/bin/sh
# Gradient of ai.onnx.preview.training against central differences (tests/gradient/cases.tar.xz, which
# tests/gradient/gen_gradient.py writes): each operator that has a rule, broadcast operands, a network, a gradient's
# gradient; as it is, without rewrites, proven (exact memory, pauses, workers), and within what inference says.
cd "$(dirname "$0")/../.." && . tests/part.sh

rm -rf build/gradient && mkdir -p build/gradient
check_run "the cases unpack" tar -xJf tests/gradient/cases.tar.xz -C build/gradient
check_run "programs" make -s -j2 build/cameo build/debug/prove build/debug/contain
for way in "--opt all" "--opt none --portable"; do
    # shellcheck disable=SC2086
    build/cameo test build/gradient --atol 1e-6 $way > build/gradient.txt 2>&1
    check_empty "gradients, $way" "$(grep -E '^(FAIL|ERROR|UNSUPPORTED)' build/gradient.txt)"
done
# Rounding of central differences is beyond what prove allows by itself: it runs on copies without expected outputs.
rm -rf build/gradient_run && cp -R build/gradient build/gradient_run && rm -f build/gradient_run/*/*/output_*.pb
for tool in prove contain; do
    build/debug/$tool build/gradient_run > build/gradient_$tool.txt 2>&1
    check_empty "$tool" "$(grep '^FAIL' build/gradient_$tool.txt)"
    check_empty "$tool came to an end" "$(tail -n 1 build/gradient_$tool.txt | grep -v ' passed, 0 failed')"
done
missing=
for op in $(sed -n 's/^    {"\([A-Za-z]*\)", [^N].*/\1/p' ir/import/gradient.c); do
    grep -a -q -w "$op" build/gradient/*/model.onnx || missing="$missing $op"
done
check_empty "each rule has a case" "$missing"
tail -n 1 build/gradient.txt
part_end
