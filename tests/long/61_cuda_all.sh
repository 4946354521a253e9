#!/bin/sh
# make check-cuda: the CUDA provider without a GPU, all of it. The tests of the kernels and of the provider under sanitizers,
# and with the CUDA provider first all of ONNX's backend tests and the models of ../shared/models that have reference
# outputs. tests/parts/61_cuda.sh is what every machine runs of it.
cd "$(dirname "$0")/../.." && . tests/part.sh

check_run "build" make_variant cudafake check_provider cameo
check_run "build with sanitizers" make_variant cudafake_asan check_provider
LD_LIBRARY_PATH=build/cudafake build/cudafake/check_provider > build/cudafake/check_provider.txt 2>&1
check_log "provider" build/cudafake/check_provider.txt
LD_LIBRARY_PATH=build/cudafake_asan build/cudafake_asan/check_provider > build/cudafake_asan/check_provider.txt 2>&1
check_log "provider under sanitizers" build/cudafake_asan/check_provider.txt

check_run "build of the kernels' tests" tests/cuda/build_kernels.sh
for program in kernels kernels_asan; do
    build/cuda/$program > build/cuda/$program.txt 2>&1
    check_log "$program" build/cuda/$program.txt
done

cuda() { LD_LIBRARY_PATH=build/cudafake build/cudafake/cameo "$@" --providers cuda,cpu; }
if tests/fetch_onnx.sh > /dev/null 2>&1; then
    for set in node simple pytorch-converted pytorch-operator; do
        log=build/cudafake/$set.txt
        cuda test build/cache/onnx/$set > $log 2>&1
        check_empty "$set: the provider is never dropped" "$(grep 'is not used' $log)"
        judged=$(awk -f tests/judge.awk tests/onnx/known_failures.txt $log)
        check_empty "$set" "$(echo "$judged" | sed -n 's/^bad //p' | grep -v 'is listed')"
        counts=$(echo "$judged" | sed -n 's/^counts //p')
        echo "$set: ${counts%% *} passed"
        part_passed=$((part_passed + ${counts%% *}))
    done
else
    skip "ONNX's tests" "they cannot be had"
fi

: "${PYTHON:=python3}"
shared=${CAMEO_SHARED:-../shared}
tab=$(printf '\t')
larger=0
if [ -f "$shared/models/models.json" ] && "$PYTHON" tests/onnx/cases.py models "$shared/models" > build/cudafake/models.tsv; then
    while IFS=$tab read -r model data rtol of_max; do
        # Threads as fibers are slow: some models of more bytes take many minutes. CUDA_MODEL_BYTES=2000000000 takes all.
        if [ "$(wc -c < "$model")" -gt "${CUDA_MODEL_BYTES:-1100000}" ]; then larger=$((larger + 1)) && continue; fi
        check_run "$(basename "$model")" cuda test --model "$model" --data "$data" --rtol "$rtol" \
            --atol-of-max "$of_max" --timeout 600
    done < build/cudafake/models.tsv
    [ "$larger" = 0 ] || skip "$larger real models" "above CUDA_MODEL_BYTES (${CUDA_MODEL_BYTES:-1100000})"
else
    skip "real models" "no folder $shared/models, or no Python with numpy and onnx"
fi
part_end
