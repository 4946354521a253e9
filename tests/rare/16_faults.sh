#!/bin/sh
# Whatever the system refuses: memory, mappings, files, reads, threads, locks. Each call fails in turn, alone and with all
# behind it, under loads and runs of several models (tests/proofs/faults.c, with sanitizers) and under the command, which
# ends with a status and a text, or as if nothing had been. Each size of each memory piece below what was measured is refused.
cd "$(dirname "$0")/../.." && . tests/part.sh

out=build/faults
mkdir -p $out/d
if ! said=$(make -s -j2 build/asan/faults build/cameo 2>&1); then
    fail "build" "$(printf '%s\n' "$said" | tail -n 20)"
    part_end
fi
# y = x + w, w the 16 bytes of d/w.bin.
printf '\010\010\022\000:c\012\016\012\001x\012\001w\022\001y"\003Add\022\001g*,\010\004\020\001B\001wj\023\012\010location' \
    > $out/external.onnx
printf '\022\007d/w.binj\014\012\006length\022\00216p\001Z\017\012\001x\022\012\012\010\010\001\022\004\012\002\010\004b' \
    >> $out/external.onnx
printf '\017\012\001y\022\012\012\010\010\001\022\004\012\002\010\004B\004\012\000\020\015' >> $out/external.onnx
printf '0123456789abcdef' > $out/d/w.bin

models="examples/digits/digits.onnx tests/emul/control.onnx tests/emul/nonzero.onnx tests/emul/packed.onnx $out/external.onnx"
for how in "" --copy "--threads 3"; do
    # shellcheck disable=SC2086
    said=$(build/asan/faults $how $models 2>&1)
    if [ $? = 0 ]; then pass; else fail "faults $how" "$(printf '%s\n' "$said" | tail -n 20)"; fi
    echo "NOTE $(printf '%s\n' "$said" | tail -n 1)"
done
# shellcheck disable=SC2086
said=$(build/asan/faults --sizes ${models%% $out/*} 2>&1)
if [ $? = 0 ]; then pass; else fail "sizes" "$(printf '%s\n' "$said" | tail -n 20)"; fi
echo "NOTE $(printf '%s\n' "$said" | tail -n 1)"

# ---- the command ----

if ! said=$("${CC:-cc}" -std=c11 -O1 -shared -fPIC tests/proofs/faulty.c -o $out/faulty.so -ldl 2>&1); then
    skip "faults under the command" "tests/proofs/faulty.c does not compile: $(printf '%s\n' "$said" | head -n 1)"
    part_end
fi
# faulty AT ARG ...: the command, its call number AT failing (all behind it with FAULTY_ALL).
faulty() {
    at=$1
    shift
    FAULTY_AT=$at FAULTY_COUNT=$out/count LD_PRELOAD=$out/faulty.so build/cameo "$@" > $out/out 2> $out/err < /dev/null
}
# each ARG ...
each() {
    rm -f $out/count
    faulty 0 "$@"
    want=$? n=$(cat $out/count)
    cp $out/out $out/want
    bad=
    for all in "" 1; do
        at=1
        while [ $at -le "$n" ]; do
            if [ -n "$all" ]; then FAULTY_ALL=1 faulty $at "$@"; else faulty $at "$@"; fi
            got=$?
            case $got in
            "$want") cmp -s $out/out $out/want || bad="$bad; call $at: another output" ;;
            1 | 3 | 4) [ -s $out/err ] || bad="$bad; call $at${all:+ and all behind it}: status $got without a text" ;;
            *) bad="$bad; call $at${all:+ and all behind it}: status $got $(head -n 1 $out/err)" ;;
            esac
            at=$((at + 1))
        done
    done
    check_empty "cameo $1: $n calls" "$bad"
}
each info examples/digits/digits.onnx
each check tests/emul/control.onnx
each run $out/external.onnx --threads 1
each run examples/digits/digits.onnx --dim batch=1 --threads 2
each plan tests/emul/packed.onnx
each optimize examples/digits/digits.onnx $out/optimized.onnx
each freeze examples/digits/digits.onnx -o $out/frozen --dim batch=1

part_end
