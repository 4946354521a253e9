#!/bin/sh
# Documents that follow from the tree: the first C example of README.md compiles, runs and succeeds as it stands;
# docs/OPERATORS.md and docs/OPTIMIZER.md hold the tables that the command prints.
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
# Tables that the command makes.
if make -s -j2 build/cameo > /dev/null 2>&1; then
    check_empty "docs/OPERATORS.md is what cameo ops --markdown prints" \
        "$(build/cameo ops --markdown | diff - docs/OPERATORS.md)"
    build/cameo ops --rewrites > build/rewrites.txt
    check_empty "docs/OPTIMIZER.md has what cameo ops --rewrites prints" \
        "$(grep '^|' docs/OPTIMIZER.md | diff - build/rewrites.txt)"
else
    fail "build/cameo builds"
fi
part_end
