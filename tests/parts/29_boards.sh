#!/bin/sh
# The packages for boards: each names the files of the core, and what it sets exists. The build systems themselves are not
# here (docs/FIRMWARE.md says what was tried): CMake's functions of Zephyr and ESP-IDF have stand-ins, and Arduino's
# example runs on this computer, with a Serial that prints.
cd "$(dirname "$0")/../.." && . tests/part.sh

root=$PWD
dir=$root/build/boards
rm -rf "$dir" && mkdir -p "$dir/sketch"
core_sources | LC_ALL=C sort > "$dir/core.txt"
version=$(sed -n 's/^#define CAMEO_VERSION "\(.*\)"/\1/p' include/cameo.h)

# same_files WHAT: standard input names the files of the core.
same_files() { check_empty "$1" "$(LC_ALL=C sort | diff "$dir/core.txt" - 2>&1)"; }

if have cmake; then
    # cmake_lists NAME: configures build/boards/NAME and prints what would be compiled, relative to the root.
    cmake_lists() {
        cmake -S "$dir/$1" -B "$dir/$1/out" -DROOT="$root" > "$dir/$1.txt" 2>&1 || tail -n 5 "$dir/$1.txt"
        cat "$dir/$1/out/sources.txt"
    }
    mkdir -p "$dir/zephyr" "$dir/idf"
    cat > "$dir/zephyr/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.16)
project(board C)
set(CONFIG_CAMEO y)
set(CONFIG_CAMEO_FROZEN y)
macro(zephyr_library_named name)
    set(library ${name})
endmacro()
macro(zephyr_library_sources)
    add_library(${library} OBJECT ${ARGN})
    string(REPLACE "${ROOT}/" "" listed "${ARGN}")
    string(REPLACE ";" "\n" listed "${listed}")
    file(WRITE "${CMAKE_BINARY_DIR}/sources.txt" "${listed}\n")
endmacro()
macro(zephyr_library_include_directories)
    target_include_directories(${library} PRIVATE ${ARGN})
endmacro()
macro(zephyr_include_directories)
    include_directories(${ARGN})
endmacro()
macro(zephyr_compile_definitions)
    file(APPEND "${CMAKE_BINARY_DIR}/switches.txt" "${ARGN}\n")
endmacro()
add_subdirectory("${ROOT}/zephyr" zephyr)
END
    cmake_lists zephyr | same_files "zephyr/CMakeLists.txt has the core"
    check_empty "Zephyr: switches" "$(printf '%s\n' CAMEO_FROZEN=1 CAMEO_NO_ERRMSG=0 CAMEO_SMALL_STACK=0 |
        diff - "$dir/zephyr/out/switches.txt")"
    cat > "$dir/idf/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.16)
project(board C)
set(ESP_PLATFORM 1)
set(COMPONENT_LIB board)
macro(idf_component_register)
    cmake_parse_arguments(idf "" "" "SRCS;INCLUDE_DIRS" ${ARGN})
    list(JOIN idf_SRCS "\n" listed)
    file(WRITE "${CMAKE_BINARY_DIR}/sources.txt" "${listed}\n")
    add_library(board OBJECT ${idf_SRCS})
    target_include_directories(board PUBLIC ${idf_INCLUDE_DIRS})
endmacro()
add_subdirectory("${ROOT}" cameo)
END
    cmake_lists idf | same_files "CMakeLists.txt has the core for ESP-IDF"
else
    skip "Zephyr, ESP-IDF" "no cmake"
fi
check_empty "switches of zephyr/Kconfig that base/config.h has not" "$(sed -n 's/^config //p' zephyr/Kconfig |
    while read -r switch; do grep -q "^#ifndef $switch$" base/config.h || echo "$switch"; done)"
check_empty "folders that zephyr/module.yml names" "$(sed -n 's/^  \(cmake\|kconfig\): //p' zephyr/module.yml |
    while read -r path; do [ -e "$path" ] || echo "$path"; done)"

if have python3; then
    cat > "$dir/filter.py" << 'END'
import glob, json, os
library = json.load(open("library.json"))
files = set()
for entry in library["build"]["srcFilter"]:
    pattern = entry[2:-1]
    found = set(glob.glob(pattern + "**/*.c" if pattern.endswith("/") else pattern, recursive=True))
    files = files | found if entry[0] == "+" else files - found if pattern != "*" else set()
print("\n".join(f for f in files if os.path.isfile(f)))
END
    python3 "$dir/filter.py" | same_files "library.json has the core"
fi
check_empty "version of library.json" "$(grep -c "\"version\": \"$version\"" library.json | grep -vx 1)"
if have pio; then
    check_run "pio pkg pack" pio pkg pack --output "$dir/cameo.tar.gz" .
else
    skip "the check of library.json by PlatformIO" "no pio"
fi

if ! make -s -j2 all > "$dir/make.txt" 2>&1; then
    fail "build" "$(tail -n 20 "$dir/make.txt")"
    part_end
fi
check_run "tools/arduino.sh" tools/arduino.sh "$dir/arduino"
(cd "$dir/arduino/src" && find . -name '*.c') | sed 's,^\./,,' | same_files "Arduino's library has the core"
check_empty "version of library.properties" "$(grep -cx "version=$version" "$dir/arduino/library.properties" | grep -vx 1)"
if have c++; then
    sketch=$dir/arduino/examples/Digits
    { echo '#include "Arduino.h"' && cat "$sketch/Digits.ino"; } > "$dir/sketch/sketch.cpp"
    check_run "the model compiles as Arduino has it" "${CC:-cc}" -std=c11 -I"$dir/arduino/src" -c "$sketch/digits.c" -o "$dir/digits.o"
    check_run "the sketch compiles" c++ -std=c++17 -I"$dir/arduino/src" -I"$sketch" -Itests/support/arduino \
        "$dir/sketch/sketch.cpp" tests/support/arduino/main.cpp "$dir/digits.o" build/libcameo.a -lpthread -o "$dir/sketch/run"
    check_empty "it reads a one" "$("$dir/sketch/run" | grep -vx 1)"
else
    skip "Arduino's example" "no C++ compiler"
fi
part_end
