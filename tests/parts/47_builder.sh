#!/bin/sh
# Models made again with the public builder, call by call from the tables of the loaded ones: the onnx package reads
# the same in both and its checker accepts both, ONNX's tests give the same results with both. A loader of
# another format (examples/loader), a rewrite of one's own (examples/rewrite).
# CAMEO_PYTHON: a Python that has the onnx package.
cd "$(dirname "$0")/../.." && . tests/part.sh

python=${CAMEO_PYTHON:-python3}
real=${CAMEO_SHARED:-../shared}/models
dir=build/builder
rm -rf $dir
mkdir -p $dir/one $dir/two
make -s -j2 build/libcameo.a build/cameo > /dev/null || { fail "the library builds"; part_end; }
check_run "rebuild_files compiles" "${CC:-cc}" -std=c11 -O1 -I. -Wall -Wextra tests/pb/rebuild_files.c \
    tests/support/rebuild.c tests/support/exact.c build/libcameo.a -lpthread -lm -o $dir/rebuild_files

# A copy of links of ONNX's tests, with models of our own.
tests/fetch_onnx.sh > $dir/fetch.txt 2>&1
cache=$PWD/build/cache/onnx
for set in node simple; do
    [ -d "$cache/$set" ] || continue
    cp -rs "$cache/$set" $dir/ && find "$dir/$set" -name model.onnx -delete
    find "$cache/$set" -name model.onnx | awk -v c="$cache" -v d=$dir '{m = $0; sub(c, d); print m "\t" $0}'
done > $dir/list.txt
printf 'examples/digits/digits.onnx\t%s/digits.onnx\n' $dir >> $dir/list.txt
$dir/rebuild_files < $dir/list.txt > $dir/said.txt
check_empty "every model is made again" "$(grep -v '	ok ' $dir/said.txt)"

# Payloads in a second file, as a host loads them without copying.
find "$real" -name '*.onnx' ! -path '*external*' -size -400k 2> /dev/null |
    awk -v d=$dir/two '{n = $0; gsub("/", "_", n); sub(/^[._]+/, "", n); print $0 "\t" d "/" n}' > $dir/two.txt
printf 'examples/digits/digits.onnx\t%s/two/digits.onnx\n' $dir >> $dir/two.txt
while IFS='	' read -r model copy; do # each has a file of its own for payloads
    printf '%s\t%s\n' "$model" "$copy" | $dir/rebuild_files "$(basename "$copy").data"
done < $dir/two.txt > $dir/said_two.txt
check_empty "every model is made again, in two files" "$(grep -v '	ok ' $dir/said_two.txt)"

if "$python" -c 'import onnx' 2> /dev/null; then
    cat $dir/two.txt >> $dir/list.txt
    said=$("$python" tests/pb/compare_rebuilt.py < $dir/list.txt 2>&1)
    check_empty "onnx reads the same in them" "$(printf '%s\n' "$said" | grep -v ' compared, ')"
    echo "$said"
    for digits in $dir/digits.onnx $dir/two/digits.onnx; do
        check_run "onnx.reference computes $digits" "$python" tests/pb/reference_digits.py $digits
    done
else
    skip "onnx reads the same in them" "$python has no onnx package"
fi

if [ -d "$cache/node" ]; then
    build/cameo test "$cache/node" "$cache/simple" 2>&1 | sed 's/, byte .*//' > $dir/original.txt
    build/cameo test $dir/node $dir/simple 2>&1 | sed 's/, byte .*//' > $dir/rebuilt.txt
    check_empty "ONNX's tests give the same" "$(diff $dir/original.txt $dir/rebuilt.txt)"
else
    skip "ONNX's tests give the same" "$(tail -n 1 $dir/fetch.txt)"
fi
build/cameo run examples/digits/digits.onnx --seed 1 --outputs $dir/a > /dev/null 2>&1
build/cameo run $dir/two/digits.onnx --seed 1 --outputs $dir/b > /dev/null 2>&1
check_run "the digits in two files: the same bits" cmp $dir/a/output_0.pb $dir/b/output_0.pb

# A format of the caller's: in a program, and as a plugin of the command.
lib="build/libcameo.a -lpthread -lm"
check_run "examples/loader compiles" "${CC:-cc}" -std=c11 -Wall -Wextra -Iinclude examples/loader/demo.c \
    examples/loader/liblinear.c $lib -o $dir/linear
check_run "examples/loader reads as LIBLINEAR does" $dir/linear examples
check_run "examples/loader as a plugin" "${CC:-cc}" -shared -fPIC -Iinclude examples/loader/liblinear.c \
    -o $dir/liblinear.so
linear="examples/loader/digits.model --plugin $dir/liblinear.so"
for command in info check plan "run --dim batch=2"; do
    # shellcheck disable=SC2086
    check_run "cameo $command with it" build/cameo $command $linear
done
# shellcheck disable=SC2086
check_run "cameo edit with it, step by step" build/cameo edit $linear $dir/edited.onnx --strip-docs --metadata a=b \
    --external edited.bin --min-bytes 1
build/cameo run $dir/edited.onnx --seed 1 --outputs $dir/edited > /dev/null 2>&1
# shellcheck disable=SC2086
build/cameo run $linear --seed 1 --outputs $dir/linear_out > /dev/null 2>&1
check_run "what it wrote computes the same bits" cmp $dir/edited/output_0.pb $dir/linear_out/output_0.pb
# shellcheck disable=SC2086
build/cameo info $linear --nodes --json > $dir/linear.json
check_empty "no places in a file that there is not" "$(grep -o '"offset"\|"location"' $dir/linear.json)"
check_run "a loader that wants 300 MB for a small file" "${CC:-cc}" -std=c11 -Wall -Wextra -shared -fPIC -Iinclude \
    tests/command/large_loader.c -o $dir/large.so
printf 'LARGE' > $dir/large.model
check_says "the command gives it as much" 0 "Relu" build/cameo info $dir/large.model --plugin $dir/large.so
check_says "within a limit" 4 "CAMEO_E_LIMIT: the model needs more than" build/cameo info $dir/large.model \
    --plugin $dir/large.so --max-memory 100000000
printf 'solver_type L2R_LR\nnr_class 2\nnr_feature 2\nbias -1\nw\n1\nx\n' > $dir/bad.model
said=$(build/cameo run $dir/bad.model --plugin $dir/liblinear.so 2>&1)
check_run "a bad file has status 4" test $? = 4
check_empty "and the loader's reason" "$(printf '%s' "$said" | grep -v 'liblinear: a weight is missing or no number')"
check_run "examples/rewrite compiles" "${CC:-cc}" -std=c11 -Wall -Wextra -Iinclude examples/rewrite/gelu.c $lib \
    -o $dir/gelu
check_run "examples/rewrite: five nodes become one, with the same results" $dir/gelu
build/cameo run examples/loader/digits.model > /dev/null 2>&1
check_run "without the plugin it is no ONNX file" test $? = 3
part_end
