#!/bin/sh
# make check-cuda: the CUDA provider without a GPU, all of it. The tests of the kernels and of the provider under sanitizers,
# and with the CUDA provider first all of ONNX's backend tests and the models of ../shared/models that have reference
# outputs. tests/parts/61_cuda.sh is what every machine runs of it, tests/long/63_cuda_gpu.sh what needs a GPU.
cd "$(dirname "$0")/../.." && . tests/part.sh && . tests/cuda/models.sh

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
cuda_backend_tests build/cudafake
# Threads as fibers are slow: some models of more bytes take many minutes. CUDA_MODEL_BYTES=2000000000 takes all.
cuda_models build/cudafake "${CUDA_MODEL_BYTES:-1100000}"
part_end
