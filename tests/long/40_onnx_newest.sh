#!/bin/sh
# The node tests of the installed onnx package (tests/onnx/node_newest.py), newer than those of tests/fetch_onnx.sh: each
# passes, as it is and by portable kernels. Those of bfloat16 and float16 attention are given 2 %, since their expected
# values are rounded to these types after every step, where Cameo computes wider and rounds once.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
said=$("$PYTHON" -c 'import onnx, ml_dtypes, PIL
assert tuple(map(int, onnx.__version__.split(".")[:2])) >= (1, 23), onnx.__version__' 2>&1) ||
    { skip "onnx's newest node tests" "$PYTHON: $(echo "$said" | tail -n 1)" && part_end; }
check_run "build/cameo" make -s -j2 build/cameo
out=build/onnx_newest
rm -rf $out
check_run "the tests are made" "$PYTHON" tests/onnx/node_newest.py $out
mkdir -p $out/half
mv $out/node/test_attention_*bf16* $out/node/test_attention_*fp16* $out/half
# shellcheck disable=SC2086
for way in "" "--portable --opt none"; do
    build/cameo test $way $out/node > $out/log.txt 2>&1
    judged=$(awk -f tests/judge.awk tests/onnx/known_failures.txt $out/log.txt)
    check_empty "node tests${way:+ with $way}" "$(echo "$judged" | sed -n 's/^bad //p')"
    check_empty "nothing is refused${way:+ with $way}" "$(grep '^UNSUPPORTED' $out/log.txt)"
    check_run "they came to an end" grep -q '^1[89][0-9][0-9] passed' $out/log.txt
    check_run "attention on halves${way:+ with $way}" build/cameo test $way --rtol 0.02 $out/half
done
part_end
