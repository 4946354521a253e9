#!/bin/sh
# The unit tests on other processors, under qemu-user: a 64-bit one with NEON, one with 32-bit size_t,
# and a big-endian one. EMULATED="aarch64 ..." chooses; FILTER chooses tests.
cd "$(dirname "$0")/../.." && . tests/part.sh

# on_target NAME COMPILER QEMU [FLAGS]
on_target() {
    case " ${EMULATED:-$1} " in *" $1 "*) ;; *) return ;; esac
    if ! have "$2" || ! have "$3"; then
        skip "unit tests on $1" "no $2 or no $3"
        return
    fi
    if ! said=$(make -s -j2 VARIANT="$1" CC="$2" CFLAGS="-O1 -DCAMEO_DEBUG=1 $4" LDFLAGS=-static \
        "build/$1/unit" 2>&1); then
        fail "unit tests on $1 compile" "$(printf '%s\n' "$said" | tail -n 30)"
        return
    fi
    "$3" "build/$1/unit" $FILTER > "build/$1/unit.txt" 2>&1
    if [ $? = 0 ]; then pass; else fail "unit tests on $1" "$(tail -n 30 "build/$1/unit.txt")"; fi
    echo "NOTE $1: $(tail -n 1 "build/$1/unit.txt")"
}

on_target aarch64 aarch64-linux-gnu-gcc qemu-aarch64
on_target armhf arm-linux-gnueabihf-gcc qemu-arm
on_target s390x s390x-linux-gnu-gcc qemu-s390x -fexcess-precision=fast
part_end
