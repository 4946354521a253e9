#!/bin/sh
# The examples with Spark and Ray Data run in a virtual environment, build/clusters/python: sums agree with those of
# onnxruntime, and the workers share the mapping of the weights. Timings are printed, not judged. Spark needs Java's runtime.
cd "$(dirname "$0")/../.." && . tests/part.sh

dir=$PWD/build/clusters
python=$dir/python/bin/python
mkdir -p "$dir"
[ -x "$python" ] || python3 -m venv "$dir/python"
# installs WHAT ...: whether pip has them.
installs() { "$dir/python/bin/pip" install -q "$@" > "$dir/pip.txt" 2>&1; }
if ! installs numpy pandas pyarrow onnx onnxruntime setuptools wheel || ! installs --no-build-isolation ./python; then
    skip "Spark, Ray" "packages cannot be installed: $(tail -n 1 "$dir/pip.txt")"
    part_end
fi

# example NAME SHARERS: examples/NAME/score.py agrees with onnxruntime; so many workers computed and share the weights.
example() {
    # Ray gives its node 30 seconds to start, which no option changes; beside other work it takes longer, so again.
    for try in 1 2 3; do
        "$python" "examples/$1/score.py" "$dir/ratings" --rows 400000 --workers 2 --rounds 1 > "$dir/$1.txt" \
            2> "$dir/$1.err" && break
        if [ $try = 3 ] || ! grep -q 'node timed out during startup' "$dir/$1.err"; then
            fail "examples/$1" "$(tail -n 30 "$dir/$1.err")"
            return
        fi
    done
    pass
    grep -v '^WARN' "$dir/$1.txt"
    check_empty "$1: two workers of each" "$(grep -c 'rows per second and worker$' "$dir/$1.txt" | grep -vx 2)"
    # Processes that map one page have a share of it each.
    check_empty "$1: workers share the mapping" "$(awk -v sharers="$2" '/^cameo: worker/ {
        split($0, half, "file ")
        split(half[2], word, " ")
        if (word[1] < 1 || word[5] > word[1] || (sharers > 1 && word[5] > 0.75 * word[1])) print
        n++
    } END {if (n < sharers) print n + 0 " workers"}' "$dir/$1.txt")"
}
if ! have java; then
    skip "Spark" "no Java runtime"
elif installs pyspark; then
    example spark 2
else
    skip "Spark" "no package pyspark"
fi
# Ray gives the second actor work only where the first is busy, which so few rows do not make it.
if installs 'ray[data]'; then example ray 1; else skip "Ray" "no package ray"; fi
part_end
