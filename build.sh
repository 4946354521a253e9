#!/bin/sh
# Builds Cameo with nothing but a C11 compiler: no make, no configure step, no per-file flags.
#   ./build.sh         build/libcameo.a and the command build/cameo
#   ./build.sh demo    the same, then examples/digits: a network reads handwritten digits
#   ./build.sh test    every test (needs make)
#   ./build.sh --cuda [demo]  with the CUDA provider: NVCC (default nvcc) compiles its kernels, which takes minutes
# CC (default cc), AR and CFLAGS (default -O2) are honoured. The command decodes images (operator ImageDecoder) by
# libjpeg, libpng, libwebp, libtiff and libopenjp2, those of them that are here; CAMEO_IMAGES=none leaves them out.
set -eu
cd "$(dirname "$0")"
: "${CC:=cc}" "${AR:=ar}" "${CFLAGS:=-O2}"

cuda=0
if [ "${1:-}" = --cuda ]; then
    cuda=1
    shift
fi
target=${1:-all}
case $target in
all | demo) ;;
test) exec tests/run_all.sh ;;
*) sed -n '2,8s/^# //p' build.sh; exit 2 ;;
esac

flags="-std=c11 -I. $CFLAGS"
case $($CC --version 2> /dev/null || :) in
*clang* | *"Free Software Foundation"*)
    flags="$flags -Wall -Wextra -Wconversion -Wshadow -Wundef -Wvla" ;;
esac

images=$(tools/find_images.sh $CC $flags)
image_flags=$(echo "$images" | sed -n 1p)
image_libs=$(echo "$images" | sed -n 2p)

# compile 0|1 FILE ...: compiles every second file, the odd or the even ones. Two run at once.
compile() {
    turn=$1
    shift
    for file; do
        turn=$((1 - turn))
        if [ $turn = 1 ] && [ -f "$file" ]; then
            more=
            case $file in tools/image_*) more=$image_flags ;; esac
            $CC $flags $more -c "$file" -o "build/obj/$(basename "$file" .c).o" || return 1
        fi
    done
}

rm -rf build/obj
mkdir -p build/obj
images_of_cuda= cuda_libs=
if [ $cuda = 1 ]; then
    flags="$flags -DCAMEO_CUDA=1"
    for kernels in kernels/cuda/*.cu; do
        echo "${NVCC:=nvcc} -fatbin -arch=all-major -compress-mode=size -O3 -std=c++17 -I. $kernels -o build/obj/$(basename "$kernels" .cu).fatbin"
    done | xargs -P 2 -I{} sh -c '{}'
    tools/cuda_images.sh build/obj/*.fatbin > build/obj/images.s
    $CC -c build/obj/images.s -o build/obj/images.o
    images_of_cuda=build/obj/images.o cuda_libs=-ldl
fi
set -- base/*.c pb/*.c ir/*.c ir/*/*.c kernels/*.c kernels/*/*.c providers/cpu/*.c runtime/*.c runtime/*/*.c tools/*.c
if [ $cuda = 1 ]; then set -- "$@" providers/cuda/*.c; fi
compile 0 "$@" &
other=$!
compile 1 "$@"
wait $other

# The objects of tools/ make the command; all others, the library.
lib=
tools=
for file; do
    [ -f "$file" ] || continue
    object=build/obj/$(basename "$file" .c).o
    case $file in tools/*) tools="$tools $object" ;; *) lib="$lib $object" ;; esac
done
rm -f build/libcameo.a
$AR rcs build/libcameo.a $lib $images_of_cuda
# The command shows the library's symbols to plugins (-rdynamic).
if [ -n "$tools" ]; then $CC $CFLAGS -rdynamic $tools build/libcameo.a $image_libs -lpthread -ldl -o build/cameo; fi

if [ "$target" = demo ]; then
    $CC $flags -Iinclude examples/digits/demo.c build/libcameo.a -lpthread $cuda_libs -o build/digits
    build/digits
fi
