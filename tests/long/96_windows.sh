#!/bin/sh
# Windows by mingw-w64, under Wine: the unit tests, ONNX's node tests by the command, a plugin,
# cameo.c as one file, CMake and Meson. On Windows itself nothing of this was run.
cd "$(dirname "$0")/../.." && . tests/part.sh

compiler=x86_64-w64-mingw32-gcc-posix
if ! have $compiler || ! have wine; then
    skip "Windows" "no $compiler (gcc-mingw-w64-x86-64-posix), or no wine"
    part_end
fi
dir=$PWD/build/windows
rm -rf "$dir" && mkdir -p "$dir"
export WINEPREFIX="$PWD/build/wine" WINEDEBUG=-all
wineboot -u > "$dir/wine.txt" 2>&1

if ! make -s -j2 windows > "$dir/make.txt" 2>&1 || ! make_variant win_debug unit.exe >> "$dir/make.txt" 2>&1; then
    fail "make windows" "$(tail -n 20 "$dir/make.txt")"
    part_end
fi
check_warnings win
check_warnings win_debug

# What nine tests expect comes from sinl, strtod and printf of the C library, and those of mingw-w64 are wrong in the last
# bits, or in all for large angles; they use nothing of the system.
wine build/win_debug/unit.exe -test_math_ -test_stage_bounds -test_number_read_random -test_number_print_random \
    > "$dir/unit.txt" 2>&1
check_log "unit tests" "$dir/unit.txt"

# The results of this computer's own command, test by test, but for images by libraries.
if said=$(tests/fetch_onnx.sh); then
    make -s -j2 build/cameo
    images='test_image_decoder'
    build/cameo test build/cache/onnx/node | grep -v -e $images -e ' passed, ' | cut -d' ' -f1,2 > "$dir/here.txt"
    wine build/win/cameo.exe test build/cache/onnx/node | tr -d '\r' | grep -v -e $images -e ' passed, ' | cut -d' ' -f1,2 |
        diff "$dir/here.txt" - > "$dir/node.txt"
    check_empty "ONNX's node tests" "$(cat "$dir/node.txt")"
    check_run "they were many" test "$(wc -l < "$dir/here.txt")" -gt 1500
else
    skip "ONNX's node tests" "$said"
fi

check_run "a run" wine build/win/cameo.exe run examples/digits/digits.onnx --seed 7 --quiet
check_run "outputs are files" sh -c "wine build/win/cameo.exe run examples/digits/digits.onnx --seed 7 --portable \
    --outputs '$dir/out' --quiet && build/cameo run examples/digits/digits.onnx --seed 7 --portable --outputs '$dir/want' --quiet"
check_run "they are those of this system, bit by bit" cmp "$dir/out/output_0.pb" "$dir/want/output_0.pb"
check_run "a plugin" sh -c "$compiler -std=c11 -Iinclude -include tools/win32/posix.h -shared examples/plugin/*.c \
    build/win/cameo.exe.a -o '$dir/plugin.dll' &&
    wine build/win/cameo.exe info examples/digits/digits.onnx --plugin '$dir/plugin.dll'"

# check_dll BUILD FILE: the DLL shows the names of cameo.h and no other.
check_dll() {
    check_empty "$1: the DLL shows the names of cameo.h" "$(x86_64-w64-mingw32-objdump -p "$2" |
        sed -n '/^\[Ordinal\/Name Pointer\]/,/^$/s/^[[:space:]]*\[ *[0-9]*\] //p' | LC_ALL=C sort > "$dir/shown.txt"
        packaging/exports.sh include/cameo.h | sed '1d; s/ DATA$//' | LC_ALL=C sort | diff "$dir/shown.txt" - | head)"
}
cat > "$dir/main.c" << 'END'
#include "cameo.h"
int main(int n, char **v) {
    cameo_host *h = 0;
    cameo_options options = {.ops = &cameo_ops_all};
    cameo_status status = cameo_host_load_file(v[n - 1], &options, &h, 0);
    cameo_host_free(h);
    return status != CAMEO_OK;
}
END
check_run "cameo.c" tools/amalgamate.sh "$dir"
check_run "cameo.c compiles" $compiler -std=c11 -O1 -Wall -Wextra -Werror -c "$dir/cameo.c" -o "$dir/cameo.o"
check_run "a program of two files" $compiler -std=c11 "$dir/main.c" "$dir/cameo.o" -o "$dir/main.exe"
check_run "it runs" wine "$dir/main.exe" examples/digits/digits.onnx

if have cmake; then
    check_run "cmake: configures" cmake -S . -B "$dir/cmake" -DCMAKE_TOOLCHAIN_FILE="$PWD/packaging/mingw.cmake" \
        -DBUILD_SHARED_LIBS=ON -DCMAKE_C_FLAGS_RELEASE=-O1
    check_run "cmake: builds" cmake --build "$dir/cmake" -j 2
    check_dll cmake "$dir/cmake/libcameo.dll"
    check_run "cmake: the command" wine "$dir/cmake/cameo.exe" info examples/digits/digits.onnx
    check_run "cmake: a program with the DLL" sh -c "$compiler -std=c11 -Iinclude '$dir/main.c' '$dir/cmake/libcameo.dll.a' \
        -o '$dir/cmake/main.exe' && wine '$dir/cmake/main.exe' examples/digits/digits.onnx"
fi
if have meson && have ninja; then
    check_run "meson: configures" meson setup "$dir/meson" --cross-file packaging/mingw.ini -Dbuildtype=plain -Dc_args=-O1
    check_run "meson: builds" meson compile -C "$dir/meson" -j 2
    check_dll meson "$dir/meson/libcameo-0.dll"
    check_run "meson: its tests" meson test -C "$dir/meson" --no-rebuild --timeout-multiplier 10
else
    skip "Windows by Meson" "no meson, or no ninja"
fi
part_end
