#!/bin/sh
# The CUDA provider on a GPU, where there is one: with the provider first ONNX's backend tests and the models of
# ../shared/models, and a sample of the former under compute-sanitizer, which finds accesses outside of memory and races
# within a block. CUDA_COMMAND names a command with the provider in the place of the one that nvcc makes.
cd "$(dirname "$0")/../.." && . tests/part.sh && . tests/cuda/models.sh

nvcc=${NVCC:-nvcc}
command=${CUDA_COMMAND:-build/nvcc/cameo}
if [ -z "$CUDA_COMMAND" ]; then
    have "$nvcc" || { skip "kernels on a device" "no nvcc" && part_end; }
    check_run "build" make -s -j2 CUDA=1 VARIANT=nvcc NVCC="$nvcc" build/nvcc/cameo
fi
device=$("$command" providers | grep '^cuda:0')
case $device in
*"not here"* | "") skip "kernels on a device" "${device:-the command lists none}" && part_end ;;
esac
echo "NOTE $device"

logs=build/cuda_gpu
mkdir -p $logs
cuda() { "$command" "$@" --providers cuda,cpu; }
cuda_backend_tests $logs
cuda_models $logs 2000000000
if have compute-sanitizer && tests/fetch_onnx.sh > /dev/null 2>&1; then
    sample=$(ls -d build/cache/onnx/node/* | awk 'NR % 12 == 1')
    for tool in memcheck racecheck; do
        # shellcheck disable=SC2086
        check_run "$tool" compute-sanitizer --tool $tool --error-exitcode 99 --log-file $logs/$tool.txt \
            "$command" test $sample --providers cuda,cpu
    done
else
    skip "sanitizers of the device" "no compute-sanitizer, or no ONNX tests"
fi
part_end
