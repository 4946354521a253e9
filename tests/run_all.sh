#!/bin/sh
# Runs the parts of the test suite, tests/parts/NN_name.sh, and prints a line for each as it ends, a table and, alone on
# the last line, the sum. tests/README.md says what is where.
#   tests/run_all.sh [--rare | --all] [name ...]
#   --rare  the parts of tests/rare instead; --all: those of tests/parts, tests/rare and tests/long
#   name    only these parts
# What several parts need is built first; then as many parts run at once as there are processors (JOBS=N: so many), the long
# ones first, so that no processor waits for the last.
# A part is a script that prints its own "N passed, N failed, N skipped" and, indented under a FAIL,
# SKIP or NOTE line, what every reader should know; all else that it prints is in its log. A missing tool is a skip with
# its reason. A part that prints no count, or that ends badly without counting a failure, is one failure.
cd "$(dirname "$0")/.." || exit 1
. tests/part.sh
unset MAKEFLAGS MFLAGS
export LC_ALL=C
: "${JOBS:=$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 2)}"

# Parts that compare with Python's onnx use the system's package of the schemas' version, else one in build/py,
# which pip fills once; onnxruntime likewise, any version. Without them they skip and say so.
# python_has STATEMENT PACKAGE ...
python_has() {
    python_wanted=$1
    shift
    fill() { python3 -m pip install -q --target build/py "$@" > /dev/null 2>&1; }
    python3 -c "$python_wanted" 2> /dev/null || fill "$@" || { sleep 10 && fill "$@"; } ||
        { sleep 30 && fill "$@"; } || echo "NOTE Python lacks: $*"
}
if have python3; then
    PYTHONPATH=$PWD/build/py${PYTHONPATH:+:$PYTHONPATH}
    export PYTHONPATH
    python_has 'import numpy, onnx; assert onnx.__version__ == "1.23.2"' numpy onnx==1.23.2
    python_has 'import onnxruntime' --no-deps onnxruntime
fi

folders=tests/parts
case $1 in
--rare) folders=tests/rare && shift ;;
--all) folders='tests/parts tests/rare tests/long' && shift ;;
esac
# Those that run the most, or wait for packages.
long='prove levels freeze install cpp look meson emulated fuzz asan avx512 threads python build_full'
parts=
count=0
for folder in $folders; do
    late=
    for part in "$folder"/[0-9]*.sh; do
        name=$(basename "$part" .sh | sed 's/^[0-9]*_//')
        [ $# = 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
        case " $long " in *" $name "*) parts="$parts $part" ;; *) late="$late $part" ;; esac
        count=$((count + 1))
    done
    parts="$parts$late"
done
run=build/parts
rm -rf $run
mkdir -p $run/claims
: > $run/table.txt
began_all=$(date +%s)
cpu=0

# cpu_of FILE: seconds of processors of a shell's children, from what its `times` printed.
cpu_of() {
    awk 'NR == 2 {for (i = 1; i <= 2; i++) {split($i, t, "[ms]"); s += t[1] * 60 + t[2]}; printf "%d", s + 0.5}' "$1"
}

# Two parts must not build the same objects at once. What fails here fails again, and is reported, in a part.
prepare() {
    tests/fetch_onnx.sh & # while the compilers run
    set -- build/cameo build/libcameo.a
    case $folders in *parts*)
        set -- "$@" build/debug/unit build/debug/bad build/debug/prove build/debug/contain build/debug/levels \
            build/debug/random_graphs build/debug/decode build/release/big_models ;;
    esac
    case $folders in *rare*)
        set -- "$@" build/debug/unit build/debug/levels build/asan/unit build/asan/bad build/asan/mutate_images replay ;;
    esac
    make -s -k -j"$JOBS" "$@"
    case $folders in *parts*)
        make -s -k -j"$JOBS" INSTALL_VARIANT=installed CFLAGS='-O0 -w' build/installed/libcameo.a
        have "${ARM_PREFIX:-arm-none-eabi-}gcc" && make_variant cortex-m4 core.a ;;
    esac
    case $folders in *rare*)
        for target in aarch64-linux-gnu arm-linux-gnueabihf s390x-linux-gnu; do
            have $target-gcc || continue
            case $target in arm*) name=armhf ;; *) name=${target%%-*} ;; esac
            make_variant $name unit
        done ;;
    esac
    wait
}
if [ $count -gt 1 ]; then
    echo "building what the $count parts share ..."
    (prepare > $run/prepare.txt 2>&1; times > $run/times_prepare.txt)
    cpu=$(cpu_of $run/times_prepare.txt)
    echo "built in $(($(date +%s) - began_all)) s ($cpu s of processors); $JOBS parts at once:"
fi

# run_part PART: the line and the reports go out in one piece. Seconds of all its processes are those of `times`.
run_part() {
    name=$(basename "$1" .sh | sed 's/^[0-9]*_//')
    log=build/part_$name.log
    began=$(date +%s)
    status=0
    "$1" > "$log" 2>&1 || status=$?
    seconds=$(($(date +%s) - began))
    times > "$run/times_$name.txt"
    cpu=$(cpu_of "$run/times_$name.txt")
    said=$(grep -Eo '[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped' "$log" | tail -n 1)
    case $said:$status in
    :* | *' 0 failed'*:[1-9]*)
        report="FAIL $name: ended with status $status after: ${said:-no count}
$(tail -n 40 "$log")"
        said=$(echo "$said" | awk '{print $1 + 0 " passed, 1 failed, " $5 + 0 " skipped"}')
        ;;
    *)
        report=$(awk '/^(FAIL|SKIP|NOTE) / {on = 1; print; next} /^ / && on {print; next} {on = 0}' "$log")
        ;;
    esac
    echo "$name $seconds $cpu $said" >> $run/table.txt
    ended=$(wc -l < $run/table.txt)
    printf '%s\n' "== $((ended))/$count $name: $said, $seconds s${report:+
$report}"
}

# Each worker takes the next part that nobody has taken; mkdir succeeds for one of them.
worker() {
    for part in $parts; do
        case $part in "$folder"/*) ;; *) continue ;; esac
        mkdir "$run/claims/$(basename "$part")" 2> /dev/null || continue
        (run_part "$part")
    done
}
for folder in $folders; do
    i=1
    # Those of tests/long take gigabytes each.
    while [ $i -lt "$JOBS" ] && [ "$folder" != tests/long ]; do
        worker &
        i=$((i + 1))
    done
    worker
    wait
done

echo
sort $run/table.txt | awk -v wall=$(($(date +%s) - began_all)) -v cpu="$cpu" '
    NR == 1 {printf "%-16s %8s %8s %8s %8s %8s\n", "part", "passed", "failed", "skipped", "seconds", "CPU s"}
    {
        printf "%-16s %8d %8d %8d %8d %8d\n", $1, $4, $6, $8, $2, $3
        passed += $4; failed += $6; skipped += $8; cpu += $3
    }
    END {
        printf "%d s in all, %d s of processors\n", wall, cpu
        printf "\n%d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed > 0 || passed == 0
    }'
