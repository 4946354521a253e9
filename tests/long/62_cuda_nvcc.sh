#!/bin/sh
# The CUDA kernels compile for every kind of device that nvcc knows, a program with them is small enough, and it starts and
# computes on a machine without a driver.
cd "$(dirname "$0")/../.." && . tests/part.sh

nvcc=${NVCC:-nvcc}
have "$nvcc" || { skip "kernels for devices" "no nvcc" && part_end; }
check_run "build" make -s -j2 CUDA=1 VARIANT=nvcc NVCC="$nvcc" build/nvcc/cameo
check_run "the command without CUDA" make_variant release cameo
bytes() { wc -c < "$1"; }
more=$(($(bytes build/nvcc/cameo) - $(bytes build/release/cameo)))
echo "NOTE $more bytes more"
if [ $more -lt 20000000 ]; then pass; else fail "$more bytes more, want less than 20 MB"; fi
check_run "providers" build/nvcc/cameo providers
check_run "it lists devices, or why there are none" sh -c 'build/nvcc/cameo providers | grep -q "^cuda:0"'
check_run "the CPU computes" build/nvcc/cameo run examples/digits/digits.onnx
part_end
