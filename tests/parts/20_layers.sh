#!/bin/sh
# The layer rules (tests/layers.awk), and that every unit test is listed.
cd "$(dirname "$0")/../.." && . tests/part.sh

complaints=$(find . -path ./build -prune -o -type f -print | sed 's|^\./||' |
    grep -E '\.(c|h|def|cu)$' | LC_ALL=C sort | xargs awk -f tests/layers.awk)
for rule in layer include-path system-header isa-header extension unique-name public-only; do
    check_empty "$rule" "$(printf '%s\n' "$complaints" | sed -n "s/^$rule //p")"
done

# E_ARG is the caller's mistake. What a model or its data hold has another status, or hostile files would read
# like misuse of the API.
check_empty "operators return no CAMEO_E_ARG" "$(grep -n CAMEO_E_ARG kernels/*.c kernels/*.h)"

# The first row of an operator that fits is taken: its rows stand together, and operators are found where the alphabet
# has them. Rows of one operator may stand in several lines, also behind #if.
check_empty "providers/cpu/cpu.def is sorted by operator" \
    "$(sed -n 's/^ *CM_ROWS*[A-Z0-9_]*(\([A-Za-z0-9_]*\),.*/\1/p' providers/cpu/cpu.def | uniq | LC_ALL=C sort -uc 2>&1)"

# A test that nobody lists never fails.
unlisted=
for file in tests/*/test_*.c; do
    [ -f "$file" ] || continue
    folder=$(basename "$(dirname "$file")")
    for name in $(sed -n 's/^void \(test_[A-Za-z0-9_]*\)(void).*/\1/p' "$file"); do
        grep -q "^TEST($folder, $name)" tests/suites.def || unlisted="$unlisted $file:$name"
    done
done
check_empty "tests listed in tests/suites.def" "$(echo $unlisted | tr ' ' '\n')"
check_empty "tests listed once" "$(grep '^TEST(' tests/suites.def | sort | uniq -d)"

# Tables of numbers in tests (*_vectors.h) are data.
check_empty "lines of at most 120 columns" "$(find . -path ./build -prune -o -name '*_vectors.h' -prune -o -type f \( -name '*.[ch]' -o -name '*.[ch]pp' \) -print |
    LC_ALL=C sort | LC_ALL=C.UTF-8 xargs grep -nE '^.{121,}$' | cut -d: -f1,2)"
part_end
