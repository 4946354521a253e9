#!/bin/sh
# Documents that follow from the tree: the first C examples of README.md, docs/PROVIDERS.md and docs/LOADING.md compile,
# run and succeed; docs/OPERATORS.md and docs/REWRITES.md hold the tables that the command prints.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! grep -q '^```c$' README.md 2> /dev/null; then
    skip "README example" "no C example in README.md"
    part_end
fi
mkdir -p build/readme
awk '/^```/ {if (on) exit; on = $0 == "```c"; next} on' README.md > build/readme/example.c
check_run "library" make -s -j2 build/libcameo.a
check_run "README example compiles" ${CC:-cc} -std=c11 -Wall -Wextra -Werror -Iinclude \
    build/readme/example.c build/libcameo.a -lpthread -o build/readme/example
check_run "README example runs" build/readme/example
# The provider of docs/PROVIDERS.md, the loader, importer and rewrite of docs/LOADING.md, as they stand, give what the
# page says.
page_example() { # PAGE LINES
    name=build/readme/$(basename "$1" .md)
    awk '/^```/ {if (on) exit; on = $0 == "```c"; next} on' "$1" > "$name.c"
    check_run "$1: the example compiles" ${CC:-cc} -std=c11 -Wall -Wextra -Werror -Iinclude "$name.c" build/libcameo.a \
        -lpthread -o "$name"
    check_run "$1: the example runs" "$name"
    check_empty "$1: the example prints what the page shows" "$("$name" 2>&1 | sed 's/^/    /' | grep -vxFf "$1")"
    check_empty "$1: the example has at most $2 lines" "$(awk -v most="$2" 'END {if (NR > most) print NR}' "$name.c")"
}
page_example docs/PROVIDERS.md 160
page_example docs/LOADING.md 100
# The programs in Python, and the commands behind each as they stand.
: "${PYTHON:=python3}"
python_example() { # NAME MODULES NUMBER
    if ! "$PYTHON" -c "import $2" > /dev/null 2>&1; then
        skip "README: $1" "$PYTHON lacks one of $2"
        return
    fi
    folder=build/readme/$3
    rm -rf "$folder" && mkdir -p "$folder"
    awk -v wanted="$3" '/^```/ {on = $0 == "```python" && ++n == wanted; next} on' README.md > "$folder/example.py"
    awk -v wanted="$3" '/^```/ {after = $0 == "```" && was == "```python"; was = $0; if (was == "```python") n++; next}
        after && n == wanted && /^    cameo / {sub(/^ */, ""); print; seen = 1; next}
        after && seen && !/^$/ {after = seen = 0}' README.md > "$folder/commands"
    check_run "README: $1 exports" sh -c "cd $folder && '$PYTHON' example.py"
    check_run "README: $1 has its commands" test "$(wc -l < "$folder/commands")" = 2
    check_run "README: $1 runs and agrees" sh -ec "cameo() { ../../cameo \"\$@\"; }; cd $folder; . ./commands"
}
if make -s -j2 build/cameo > /dev/null 2>&1; then
    python_example scikit-learn "numpy, sklearn, skl2onnx" 2
    python_example PyTorch "numpy, torch, onnx, onnxscript" 3
fi
# Tables that the command makes.
if make -s -j2 build/cameo > /dev/null 2>&1; then
    check_empty "docs/OPERATORS.md counts the lines of cameo ops; make operators" \
        "$(grep -q "^$(build/cameo ops | wc -l) lines:" docs/OPERATORS.md || grep ' lines:' docs/OPERATORS.md)"
    check_empty "docs/OPERATORS.md has what cameo ops --markdown prints; make operators" \
        "$(build/cameo ops --markdown | grep -v '^$' | grep -vFx -f docs/OPERATORS.md)"
    check_empty "docs/REWRITES.md is what cameo ops --rewrites prints" \
        "$(build/cameo ops --rewrites | diff docs/REWRITES.md -)"
else
    fail "build/cameo builds"
fi
# docs/LOADING.md names tests that there are.
check_empty "the tests that docs/LOADING.md names" \
    "$(grep -o '[a-z]*/test_[a-z]*:[a-z_]*' docs/LOADING.md | sort -u |
        sed 's,\(.*\)/\(.*\):\(.*\),TEST(\1\, \2_\3),' | grep -vxFf tests/suites.def)"

part_end
