#!/bin/sh
# Runs every part of the test suite, tests/parts/NN_name.sh (with --long also those of tests/long), and
# prints a table and, alone on the last line, the sum. Words as arguments choose parts: `run_all.sh unit`.
# A part prints its own "N passed, N failed, N skipped"; one that prints none counts as a failure.
cd "$(dirname "$0")/.." || exit 1
unset MAKEFLAGS MFLAGS
export LC_ALL=C

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
    set_failed=$(printf '%s\n' "$count" | awk '{print $3 + 0}')
    if [ -z "$count" ] || { [ "$status" != 0 ] && [ "$set_failed" = 0 ]; }; then
        echo "FAIL $name: ended with status $status after: ${count:-no count}"
        tail -n 40 "$log"
        count=$(printf '%s\n' "$count" | awk '{printf "%d passed, %d failed, %d skipped", $1, $3 + 1, $5}')
    else
        awk '/^(FAIL|SKIP|NOTE) / {on = 1; print; next} /^ / && on {print; next} {on = 0}' "$log"
    fi
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
