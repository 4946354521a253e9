#!/bin/sh
# Runs every part of the test suite, tests/parts/NN_name.sh (with --long also those of tests/long),
# and prints a table and, alone on the last line, the sum. Arguments choose parts by name:
#   tests/run_all.sh [--long] [name ...]
# A part is a script that prints its own "N passed, N failed, N skipped" and, indented under a FAIL,
# SKIP or NOTE line, what is worth knowing. A missing tool is a skip with its reason. A part that
# prints no count, or that ends badly without counting a failure, is one failure.
cd "$(dirname "$0")/.." || exit 1
unset MAKEFLAGS MFLAGS
export LC_ALL=C

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
if command -v python3 > /dev/null; then
    PYTHONPATH=$PWD/build/py${PYTHONPATH:+:$PYTHONPATH}
    export PYTHONPATH
    python_has 'import numpy, onnx; assert onnx.__version__ == "1.22.0"' numpy onnx==1.22.0
    python_has 'import onnxruntime' --no-deps onnxruntime
fi

parts=$(ls tests/parts/[0-9]*.sh)
if [ "$1" = --long ]; then
    parts="$parts $(ls tests/long/[0-9]*.sh 2> /dev/null)"
    shift
fi
mkdir -p build
table=build/parts.txt
: > "$table"

for part in $parts; do
    name=$(basename "$part" .sh | sed 's/^[0-9]*_//')
    [ $# = 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
    log=build/part_$name.log
    echo "== $name"
    began=$(date +%s)
    status=0
    "$part" > "$log" 2>&1 || status=$?
    seconds=$(($(date +%s) - began))
    count=$(grep -Eo '[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped' "$log" | tail -n 1)
    case $count:$status in
    :* | *' 0 failed'*:[1-9]*)
        echo "FAIL $name: ended with status $status after: ${count:-no count}"
        tail -n 40 "$log"
        count=$(echo "$count" | awk '{print $1 + 0 " passed, 1 failed, " $5 + 0 " skipped"}')
        ;;
    *)
        awk '/^(FAIL|SKIP|NOTE) / {on = 1; print; next} /^ / && on {print; next} {on = 0}' "$log"
        ;;
    esac
    echo "$name $seconds $count" >> "$table"
done

echo
awk '
    NR == 1 {printf "%-16s %8s %8s %8s %8s\n", "part", "passed", "failed", "skipped", "seconds"}
    {
        printf "%-16s %8d %8d %8d %8d\n", $1, $3, $5, $7, $2
        passed += $3; failed += $5; skipped += $7
    }
    END {
        printf "\n%d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed > 0 || passed == 0
    }' "$table"
