#!/bin/sh
# The proof of the optimiser, in short: every level, each rewrite alone and all but one give what level none gives,
# over some of ONNX's tests, small real models and random graphs, and an error where level none gives an error
# (tests/proofs/levels.c, random_graphs.c, gen_failing.py).
# tests/long/85_levels_all.sh takes everything at hand.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
shared=${CAMEO_SHARED:-../shared}
tests/fetch_onnx.sh > /dev/null 2>&1
node=build/cache/onnx/node
check_run "provers" make -s -j2 build/debug/levels build/debug/random_graphs
rm -rf build/random

{
    build/debug/random_graphs 1 1500 > build/levels_random.txt 2>&1
    CAMEO_TEST_CPU=avx2 build/debug/random_graphs 1501 500 > build/levels_random_avx2.txt 2>&1
} &
build/debug/levels --random examples/digits/digits.onnx > build/levels_digits.txt 2>&1
check_log "levels over digits" build/levels_digits.txt
if have python3; then
    check_run "tests/proofs/gen_failing.py" python3 tests/proofs/gen_failing.py build/failing
    build/debug/levels --failing build/failing/*.onnx > build/levels_failing.txt 2>&1
    check_log "levels over models that fail" build/levels_failing.txt
else
    skip "levels over models that fail" "no python3"
fi
if [ -d $node ]; then
    build/debug/levels $node/test_*_expanded $node/test_if* $node/test_loop* $node/test_reshape* $node/test_identity* \
        > build/levels_node.txt 2>&1
    check_log "levels over ONNX's tests" build/levels_node.txt
else
    skip "levels over ONNX's tests" "ONNX's test data is not there"
fi
if [ -d "$shared/models" ] && have "$PYTHON"; then
    "$PYTHON" tests/onnx/cases.py models "$shared/models" > build/levels_list.txt
    tests/level_args.sh 100000 build/levels_list.txt | xargs build/debug/levels > build/levels_models.txt 2>&1
    check_log "levels over small real models" build/levels_models.txt
    tests/level_args.sh 100000 build/levels_list.txt | CAMEO_TEST_CPU=avx2 xargs build/debug/levels \
        > build/levels_models_avx2.txt 2>&1
    check_log "levels over small real models without what goes beyond AVX2" build/levels_models_avx2.txt
else
    skip "levels over real models" "no folder $shared/models, or no $PYTHON"
fi
wait
check_log "random graphs" build/levels_random.txt
check_log "random graphs without what goes beyond AVX2" build/levels_random_avx2.txt
part_end
