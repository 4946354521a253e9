#!/bin/sh
# include/cameo.h stands alone: as C11, C17 and C++, included twice, without the tree's root.
cd "$(dirname "$0")/../.." && . tests/part.sh

mkdir -p build/header
cat > build/header/use.c << 'END'
#include "cameo.h"
#include "cameo.h"
int main(void) { return cameo_status_name(CAMEO_OK) == 0; }
END
cp build/header/use.c build/header/use.cpp
strict="-Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only"

for try in "gcc -std=c11 use.c" "gcc -std=c17 use.c" "clang -std=c11 use.c" \
    "g++ -std=c++11 use.cpp" "g++ -std=c++20 use.cpp" \
    "clang++ -std=c++11 use.cpp" "clang++ -std=c++20 use.cpp"; do
    set -- $try
    if have "$1"; then
        check_run "$1 $2" "$1" "$2" $strict "build/header/$3"
    else
        skip "$1 $2" "no $1"
    fi
done
part_end
