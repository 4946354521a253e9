#!/bin/sh
# ONNX's own backend tests (tests/fetch_onnx.sh): node, simple, pytorch-converted, pytorch-operator.
# Every test passes, is refused as unsupported (a skip), or stands in
# tests/onnx/known_failures.txt with its reason. The portable, unoptimised way must pass the same
# tests.
cd "$(dirname "$0")/../.." && . tests/part.sh

least=1746 # tests of the smaller one of the two data sets that pass: none of them may become unsupported

make -j2 build/cameo > /dev/null || { fail "build/cameo builds"; part_end; }
said=$(tests/fetch_onnx.sh)
case $? in
0) ;;
3) skip "ONNX's backend tests" "$said" && part_end ;;
*) fail "fetch_onnx.sh" "$said" && part_end ;;
esac

cache=build/cache/onnx
log=build/onnx_node.txt
folders="$cache/node $cache/simple $cache/pytorch-converted $cache/pytorch-operator"
build/cameo test $folders > $log 2>&1
judged=$(awk -f tests/judge.awk tests/onnx/known_failures.txt $log)
echo "$judged" | sed -n 's/^bad //p' > build/onnx_node_bad.txt
while read -r line; do fail "$line"; done < build/onnx_node_bad.txt

set -- $(echo "$judged" | sed -n 's/^counts //p')
part_passed=$1
part_skipped=$(($2 + $3))
if [ "$2" != 0 ]; then echo "NOTE of $2 the expected results are not given; tests/onnx/known_failures.txt says why"; fi
if [ "$3" != 0 ]; then
    echo "SKIP $3 ONNX tests: operators or types that are not supported yet ($log)"
fi
if [ "$1" -lt $least ]; then fail "$1 ONNX tests pass, want at least $least"; fi

build/cameo test --portable --opt none $folders > build/onnx_node_portable.txt 2>&1
check_empty "--portable --opt none passes the same tests" "$({
    awk '$1 == "PASS" {print $2}' $log
    awk '$1 == "PASS" {print $2}' build/onnx_node_portable.txt
} | sort | uniq -u)"
part_end
