#!/bin/sh
# The proof of the optimiser (tests/proofs/levels.c, random_graphs.c) over everything at hand: all of ONNX's tests,
# tests/ms, tests/ml, the real models, the zoo, and random graphs: RANDOM_GRAPHS of them (100000), from RANDOM_SEED on
# (1). SETS: which of node simple pytorch-converted pytorch-operator ms ml models zoo random, so that it can be done in
# pieces. All of it takes 11 minutes of one processor (AMD Zen 4).
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}" "${SETS:=node simple pytorch-converted pytorch-operator ms ml models zoo random}"
has() { case " $SETS " in *" $1 "*) ;; *) return 1 ;; esac; }
shared=${CAMEO_SHARED:-../shared}
tests/fetch_onnx.sh > /dev/null 2>&1
check_run "provers" make -s -j2 build/debug/levels build/release/levels build/debug/random_graphs
rm -rf build/random

if has random; then
    build/debug/random_graphs "${RANDOM_SEED:-1}" "${RANDOM_GRAPHS:-100000}" > build/levels_random.txt 2>&1 &
fi
for set in node simple pytorch-converted pytorch-operator; do
    has $set || continue
    [ -d build/cache/onnx/$set ] || { skip "levels over $set" "ONNX's test data is not there"; continue; }
    build/debug/levels build/cache/onnx/$set > build/levels_$set.txt 2>&1
    check_log "levels over $set" build/levels_$set.txt
done
for set in ms ml; do
    has $set || continue
    rm -rf build/levels_$set && mkdir -p build/levels_$set
    check_run "$set: the cases unpack" tar -xJf tests/$set/cases.tar.xz -C build/levels_$set
    build/debug/levels build/levels_$set > build/levels_$set.txt 2>&1
    check_log "levels over $set" build/levels_$set.txt
done
if ! has models; then
    :
elif [ -d "$shared/models" ] && have "$PYTHON"; then
    "$PYTHON" tests/onnx/cases.py models "$shared/models" > build/levels_list.txt
    tests/level_args.sh 1000000000 build/levels_list.txt | xargs build/debug/levels > build/levels_models.txt 2>&1
    check_log "levels over real models" build/levels_models.txt
else
    skip "levels over real models" "no folder $shared/models, or no $PYTHON"
fi

# The zoo, model by model: it takes gigabytes.
zoo=build/levels_zoo
: > build/levels_zoo_list.txt
if has zoo && ! "$PYTHON" tests/onnx/cases.py zoo "$shared/zoo" > build/levels_zoo_list.txt 2> /dev/null; then
    skip "levels over the zoo" "no $shared/zoo/zoo.json, or no $PYTHON"
    : > build/levels_zoo_list.txt
fi
tab=$(printf '\t')
while IFS=$tab read -r name _ rtol of_max; do
    rm -rf $zoo
    if "$PYTHON" "$shared/zoo/hydrate.py" $zoo "$name" --cases > build/levels_hydrate.txt 2>&1; then
        data=$zoo/cases/$name/test_data_set_0
        build/release/levels --tolerance "$rtol" "$of_max" --model "$zoo/$name.onnx" "$data" > build/levels_zoo.txt 2>&1
        check_log "levels over $name" build/levels_zoo.txt
    else
        skip "levels over $name" "hydrate.py: $(tail -n 1 build/levels_hydrate.txt)"
    fi
done < build/levels_zoo_list.txt
rm -rf $zoo
wait
if has random; then check_log "random graphs" build/levels_random.txt; fi
part_end
