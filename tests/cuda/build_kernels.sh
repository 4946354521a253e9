#!/bin/sh
# Builds the tests of the CUDA kernels on the host, plain and under sanitizers: build/cuda/kernels, build/cuda/kernels_asan.
# Nothing but a C++ compiler is needed. Objects that are newer than their sources are kept.
cd "$(dirname "$0")/../.." || exit 1
: "${CXX:=g++}"
mkdir -p build/cuda
newest=$(ls -t kernels/cuda/*.h kernels/cuda/*.cuh tests/support/cuda_host.h tests/cuda/case.h tests/cuda/build_kernels.sh | head -n 1)
for variant in plain asan; do
    flags="-std=c++17 -I. -Wall -Wextra -Wshadow -Werror -O1 -g1"
    [ $variant = plain ] || flags="$flags -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
    objects=
    for source in kernels/cuda/*.cu tests/support/cuda_host.cc tests/cuda/*.cc; do
        object=build/cuda/$(basename "$source" | tr . _)_$variant.o
        objects="$objects $object"
        [ "$object" -nt "$source" ] && [ "$object" -nt "$newest" ] && continue
        case $source in
        *.cu) as="-x c++ -include tests/support/cuda_host.h" ;;
        *) as= ;;
        esac
        # shellcheck disable=SC2086
        echo "$CXX $flags $as -c $source -o $object"
    done | xargs -P 2 -I{} sh -c '{}' || exit 1
    for source in kernels/cuda/*.cu tests/support/cuda_host.cc tests/cuda/*.cc; do
        objects="$objects build/cuda/$(basename "$source" | tr . _)_$variant.o"
    done
    name=build/cuda/kernels
    [ $variant = plain ] || name=${name}_asan
    # shellcheck disable=SC2086
    $CXX $flags $objects -lpthread -o $name || exit 1
done
