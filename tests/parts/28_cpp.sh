#!/bin/sh
# include/cameo.hpp and examples/cpp, with and without exceptions: no compiler has anything to say, the examples and
# tests/cpp run. Once more under the address sanitizer, which sees what is used after it was freed, and leaks.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! make -s -j2 build/libcameo.a > build/cpp_make.txt 2>&1; then
    fail "build" "$(tail -n 20 build/cpp_make.txt)"
    part_end
fi
dir=build/cpp
rm -rf $dir
mkdir -p $dir/empty
cp examples/digits/*.bin $dir/empty
strict="-Wall -Wextra -Wconversion -Wpedantic -Wshadow -Werror -Iinclude"
printf '#include "cameo.hpp"\n#include "cameo.hpp"\nint main() { return cameo::host() ? 1 : 0; }\n' > $dir/alone.cpp
printf '#include "cameo.hpp"\nvoid f(cameo::host &h) { h.run({}); }\n' > $dir/unused.cpp
cat > $dir/digits_expected.txt << 'END'
input image: float32 [batch, 1, 8, 8]
output probability: float32 [batch, 10]
48 of 50 read right
END

# tests_cpp COMPILER FLAGS: both forms of tests/cpp/test_cpp.cpp in one program.
tests_cpp() {
    compiler=$1
    shift
    "$compiler" -std=c++17 $strict "$@" -c tests/cpp/main.cpp -o $dir/main.o &&
        "$compiler" -std=c++17 $strict "$@" -c tests/cpp/test_cpp.cpp -o $dir/throwing.o &&
        "$compiler" -std=c++17 $strict "$@" -fno-exceptions -c tests/cpp/test_cpp.cpp -o $dir/returning.o &&
        "$compiler" "$@" $dir/main.o $dir/throwing.o $dir/returning.o build/libcameo.a -lpthread -o $dir/tests
}
for compiler in g++ clang++; do
    if ! have $compiler; then
        skip "cameo.hpp by $compiler" "no $compiler"
        continue
    fi
    for standard in c++17 c++20 c++2b; do
        for how in -fexceptions "-fno-exceptions -fno-rtti" -DCAMEO_EXCEPTIONS=0; do
            check_run "$compiler $standard $how" $compiler -std=$standard $strict $how -fsyntax-only $dir/alone.cpp
        done
    done
    check_run "$compiler: digits.cpp compiles" $compiler -std=c++17 $strict examples/cpp/digits.cpp build/libcameo.a \
        -lpthread -o $dir/digits
    check_empty "$compiler: what digits.cpp prints" "$($dir/digits examples/digits 2>&1 | diff - $dir/digits_expected.txt)"
    check_run "$compiler: the answers are those of digits_expected.bin" $dir/digits examples/digits
    check_empty "$compiler: digits.cpp without its model" "$($dir/digits $dir/empty > /dev/null 2>&1 && echo "it does not fail"
        $dir/digits $dir/empty 2>&1 | grep -v '^CAMEO_E_IO: .*digits.onnx')"
    for how in "-fno-exceptions -fno-rtti" -DCAMEO_EXCEPTIONS=0; do
        check_run "$compiler $how: exact.cpp compiles" $compiler -std=c++17 $strict $how examples/cpp/exact.cpp \
            build/libcameo.a -lpthread -o $dir/exact
        check_run "$compiler $how: exact.cpp runs" $dir/exact examples/digits/digits.onnx
    done
    # Not even weak ones of the header.
    check_empty "$compiler: exact.cpp calls operator new" "$(nm -C $dir/exact | grep 'operator new')"
    check_run "$compiler: exact.cpp refuses what is no model" sh -c "$dir/exact README.md 2>&1 | grep CAMEO_E_MALFORMED"
    check_run "$compiler: a result that nobody looks at is told" sh -c "$compiler -std=c++17 -Iinclude -fno-exceptions \
        -fsyntax-only $dir/unused.cpp 2>&1 | grep nodiscard"
    check_run "$compiler: the tests compile" tests_cpp $compiler -O1
    $dir/tests > $dir/tests.txt 2>&1
    check_log "cameo.hpp by $compiler" $dir/tests.txt
done
if have g++ && tests_cpp g++ -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all > $dir/asan.txt 2>&1; then
    ASAN_OPTIONS=detect_leaks=1 $dir/tests > $dir/tests_asan.txt 2>&1
    check_log "cameo.hpp under sanitizers" $dir/tests_asan.txt
else
    skip "cameo.hpp under sanitizers" "g++ with -fsanitize=address builds no program: build/cpp/asan.txt"
fi
part_end
