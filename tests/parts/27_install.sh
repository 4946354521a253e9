#!/bin/sh
# `make install`: what lies where, what the shared library shows, programs against it by pkg-config and by CMake,
# and `make uninstall`. CMakeLists.txt: as a subdirectory, by FetchContent, installed. The objects are compiled once,
# without optimisation.
cd "$(dirname "$0")/../.." && . tests/part.sh

root=$(pwd)
dir=$root/build/install
rm -rf "$dir"
mkdir -p "$dir"
version=$(sed -n 's/^#define CAMEO_VERSION "\(.*\)"/\1/p' include/cameo.h)
made() { make -s -j2 INSTALL_VARIANT=installed CFLAGS='-O0 -w' "$@"; }
check_empty "CAMEO_VERSION is made of its three numbers" \
    "$(sed -n 's/^#define CAMEO_VERSION_[MP][A-Z]* //p' include/cameo.h | paste -sd . | grep -vFx "$version")"
if ! made install PREFIX="$dir/first" > "$dir/install.txt" 2>&1; then
    fail "make install" "$(tail -n 20 "$dir/install.txt")"
    part_end
fi
pass

# Staged for a package: nothing outside DESTDIR, and uninstall takes every file away again.
made install DESTDIR="$dir/stage" PREFIX=/usr LIBDIR=/usr/lib/some-linux-gnu > /dev/null || fail "make install DESTDIR"
check_empty "what is installed" "$( (cd "$dir/stage" && find . ! -type d | LC_ALL=C sort) | diff - /dev/fd/3 3<< END
./usr/bin/cameo
./usr/include/cameo.h
./usr/include/cameo.hpp
./usr/lib/some-linux-gnu/cmake/Cameo/CameoConfig.cmake
./usr/lib/some-linux-gnu/cmake/Cameo/CameoConfigVersion.cmake
./usr/lib/some-linux-gnu/libcameo.a
./usr/lib/some-linux-gnu/libcameo.so
./usr/lib/some-linux-gnu/libcameo.so.${version%%.*}
./usr/lib/some-linux-gnu/libcameo.so.$version
./usr/lib/some-linux-gnu/pkgconfig/cameo.pc
./usr/share/bash-completion/completions/cameo
./usr/share/fish/vendor_completions.d/cameo.fish
./usr/share/man/man1/cameo.1
./usr/share/zsh/site-functions/_cameo
END
)"
check_empty "no file names the folder of staging, no @WORD@ is left" \
    "$(grep -rlIE -e "$dir/stage" -e '@[A-Z]+@' "$dir/stage")"
made uninstall DESTDIR="$dir/stage" PREFIX=/usr LIBDIR=/usr/lib/some-linux-gnu || fail "make uninstall"
check_empty "uninstall leaves no file" "$(find "$dir/stage" ! -type d)"

# Moved as a whole: what finds it must not lean on where it was installed.
mv "$dir/first" "$dir/prefix"
lib=$dir/prefix/lib

check_run "the installed command" "$dir/prefix/bin/cameo" info examples/digits/digits.onnx
check_empty "soname" "$(readelf -d "$lib/libcameo.so.$version" | grep SONAME | grep -vF "[libcameo.so.${version%%.*}]")"
check_run "the shared library has a soname" sh -c "readelf -d '$lib/libcameo.so' | grep -q SONAME"
# Every name that the header calls, and no other.
check_empty "symbols of the shared library are those of cameo.h" "$(
    nm -D --defined-only "$lib/libcameo.so" | awk '{print $3}' | LC_ALL=C sort > "$dir/shown.txt"
    packaging/exports.sh include/cameo.h | sed '1d; s/ DATA$//' | LC_ALL=C sort | diff "$dir/shown.txt" -)"
check_empty "no writable data of the shared library's own" "$(size -A "$lib/libcameo.so" |
    awk '$1 == ".data" && $2 > 64 || $1 == ".bss" && $2 > 64 {print}')"

cat > "$dir/use.c" << 'END'
#include <cameo.h>

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    float image[64] = {0}, *p;
    int best = 0;
    cameo_error error;
    cameo_options options;
    cameo_host *net = NULL;
    cameo_value input, output;
    memset(&error, 0, sizeof error);
    memset(&options, 0, sizeof options);
    memset(&input, 0, sizeof input);
    memset(&output, 0, sizeof output);
    for (int row = 1; row < 7; row++) image[row * 8 + 4] = 1.0f;
    options.ops = &cameo_ops_all;
    input.kind = CAMEO_KIND_TENSOR;
    input.tensor.dtype = CAMEO_FLOAT;
    input.tensor.rank = 4;
    input.tensor.dims[0] = input.tensor.dims[1] = 1;
    input.tensor.dims[2] = input.tensor.dims[3] = 8;
    input.tensor.data = image;
    input.tensor.bytes = sizeof image;
    if (argc < 2 || cameo_host_load_file(argv[1], &options, &net, &error) != CAMEO_OK ||
        cameo_host_run(net, &input, 1, &output, 1, &error) != CAMEO_OK) {
        fprintf(stderr, "%s\n", error.msg);
        return 2;
    }
    p = (float *)output.tensor.data;
    for (int i = 1; i < 10; i++) best = p[i] > p[best] ? i : best;
    printf("%s: %d\n", CAMEO_VERSION, best);
    cameo_host_free(net);
    return best != 1; /* a vertical stroke */
}
END
cat "$dir/use.c" - > "$dir/use_cpp.cpp" << 'END'
#include <cameo.hpp>
static_assert(sizeof(cameo::host) == sizeof(void *), "cameo.hpp is the installed one");
END
model=$root/examples/digits/digits.onnx

if have pkg-config; then
    export PKG_CONFIG_PATH="$lib/pkgconfig"
    moved="--define-variable=prefix=$dir/prefix"
    check_empty "pkg-config tells the version" "$(pkg-config --modversion cameo | grep -vFx "$version")"
    # shellcheck disable=SC2046
    check_run "pkg-config: compiles" ${CC:-cc} -std=c11 "$dir/use.c" $(pkg-config $moved --cflags --libs cameo) -o "$dir/use_shared"
    check_run "pkg-config: runs" env LD_LIBRARY_PATH="$lib" "$dir/use_shared" "$model"
    check_run "pkg-config: it needs the shared library" sh -c "readelf -d '$dir/use_shared' | grep -q 'libcameo.so.${version%%.*}\]'"
    mkdir -p "$dir/static"
    cp "$lib/libcameo.a" "$dir/static"
    # shellcheck disable=SC2046
    check_run "pkg-config --static: compiles" ${CC:-cc} -std=c11 "$dir/use.c" -L"$dir/static" \
        $(pkg-config "--define-variable=libdir=$dir/static" $moved --static --cflags --libs cameo) -o "$dir/use_static"
    check_run "pkg-config --static: runs" "$dir/use_static" "$model"
else
    skip "programs by pkg-config" "no pkg-config"
fi

# cmake_program NAME LINKED OPTION ...: configures, builds and runs build/install/NAME, a program against Cameo::cameo of
# find_package; LINKED is the number of libcameo.so.N among what it needs.
cmake_program() {
    name=$1
    linked=$2
    shift 2
    mkdir -p "$dir/$name"
    cat > "$dir/$name/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.16)
project(use C CXX)
find_package(Cameo ${WANTED} REQUIRED)
find_package(Cameo REQUIRED) # a second time does no harm
add_executable(use ../use.c)
add_executable(use_cpp ../use_cpp.cpp)
target_link_libraries(use PRIVATE Cameo::cameo)
target_link_libraries(use_cpp PRIVATE Cameo::cameo)
target_compile_features(use_cpp PRIVATE cxx_std_17)
if(NOT Cameo_VERSION STREQUAL VERSION OR NOT EXISTS "${Cameo_COMMAND}")
    message(FATAL_ERROR "version '${Cameo_VERSION}', command '${Cameo_COMMAND}'")
endif()
END
    check_run "$name: configures" cmake -S "$dir/$name" -B "$dir/$name/out" -DCMAKE_PREFIX_PATH="$dir/prefix" \
        -DVERSION="$version" "$@"
    check_run "$name: builds" cmake --build "$dir/$name/out" -j 2
    check_run "$name: runs" "$dir/$name/out/use" "$model"
    check_run "$name: C++ runs" "$dir/$name/out/use_cpp" "$model"
    check_empty "$name: libcameo.so among what it needs" \
        "$(readelf -d "$dir/$name/out/use" | grep -c 'NEEDED.*libcameo\.so' | grep -vFx "$linked")"
}
if have cmake && have c++; then
    major=${version%%.*}
    rest=${version#*.}
    series=$major.${rest%%.*}
    cmake_program find_package 1 -DWANTED="$series"
    cmake_program find_package_static 0 -DBUILD_SHARED_LIBS=OFF
    for wanted in $((major + 1)) $major.999 "$version.1"; do
        if cmake -S "$dir/find_package" -B "$dir/refused" -DCMAKE_PREFIX_PATH="$dir/prefix" -DVERSION="$version" \
            -DWANTED="$wanted" > "$dir/refused.txt" 2>&1 || ! grep -q "requested version \"$wanted\"" "$dir/refused.txt"; then
            fail "find_package(Cameo $wanted) is refused" "$(tail -n 10 "$dir/refused.txt")"
        else
            pass
        fi
        rm -rf "$dir/refused"
    done
else
    skip "programs by find_package" "no cmake, or no C++ compiler"
fi

# CMakeLists.txt. Objects come from build/installed where CMake compiles as `make install` did.
if have cmake; then
    # What a release holds of the tree, and nothing of build/.
    mkdir -p "$dir/release"
    cp -R CMakeLists.txt Makefile include base pb ir kernels providers runtime tools packaging "$dir/release"
    tar -cf "$dir/release.tar" -C "$dir" release
    for way in subdirectory fetch; do
        mkdir -p "$dir/$way"
        case $way in
        subdirectory) shared=OFF how='add_subdirectory("${RELEASE}" cameo)' ;;
        fetch) shared=ON how='include(FetchContent)
            FetchContent_Declare(cameo URL "file://${RELEASE}.tar")
            FetchContent_MakeAvailable(cameo)' ;;
        esac
        cat > "$dir/$way/CMakeLists.txt" << END
cmake_minimum_required(VERSION 3.16)
project(use C)
set(version mine) # names of its own are left alone
$how
add_executable(use ../use.c)
target_link_libraries(use PRIVATE Cameo::cameo)
if(NOT version STREQUAL "mine" OR TARGET cameo_command)
    message(FATAL_ERROR "a subdirectory changes variables, or builds the command")
endif()
install(TARGETS use)
END
        out=$dir/$way/out
        what="cmake $way"
        check_run "$what: configures" cmake -S "$dir/$way" -B "$out" -DRELEASE="$dir/release" -DBUILD_SHARED_LIBS=$shared \
            -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_C_COMPILER_LAUNCHER="$root/tests/support/cc_of_installed.sh"
        check_run "$what: builds" cmake --build "$out" -j 2
        check_run "$what: runs" "$out/use" "$model"
        check_run "$what: installs" cmake --install "$out" --prefix "$out/prefix"
        check_empty "$what: installs nothing of Cameo's" "$(cd "$out/prefix" && find . ! -type d | grep -vFx ./bin/use)"
    done
    check_empty "cmake compiles what make does" "$(lib_sources | grep -v '^providers/cuda/' | LC_ALL=C sort > "$dir/sources.txt"
        sed -n 's,^ *"file": ".*/release/\(.*\)".*,\1,p' "$dir/subdirectory/out/compile_commands.json" |
            LC_ALL=C sort | diff - "$dir/sources.txt")"

    check_run "cmake: configures" cmake -S "$dir/release" -B "$dir/top" -DBUILD_SHARED_LIBS=ON \
        -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_C_FLAGS_RELEASE='-O0 -w' \
        -DCMAKE_C_COMPILER_LAUNCHER="$root/tests/support/cc_of_installed.sh"
    check_run "cmake: builds" cmake --build "$dir/top" -j 2
    check_run "cmake: installs" env DESTDIR="$dir/top_stage" cmake --install "$dir/top"
    made install DESTDIR="$dir/stage" PREFIX=/usr > /dev/null || fail "make install DESTDIR"
    check_empty "cmake installs the files that make does" "$( (cd "$dir/stage" && find . ! -type d ! -name '*.a' | LC_ALL=C sort) \
        > "$dir/files.txt"; (cd "$dir/top_stage" && find . ! -type d | LC_ALL=C sort) | diff "$dir/files.txt" -)"
    for file in lib/pkgconfig/cameo.pc lib/cmake/Cameo/CameoConfig.cmake lib/cmake/Cameo/CameoConfigVersion.cmake \
        share/man/man1/cameo.1; do
        check_empty "cmake's $file is make's" "$(diff "$dir/stage/usr/$file" "$dir/top_stage/usr/$file" 2>&1)"
    done
    check_empty "cmake's shared library shows the same" "$(nm -D --defined-only "$dir/top_stage/usr/lib/libcameo.so" |
        awk '{print $3}' | LC_ALL=C sort | diff "$dir/shown.txt" -)"
    check_run "cmake's command" "$dir/top_stage/usr/bin/cameo" run "$model"
else
    skip "CMakeLists.txt" "no cmake"
fi

# The man page and the completions know what the command knows.
commands=$("$dir/prefix/bin/cameo" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
page=$dir/prefix/share/man/man1/cameo.1
check_empty "commands without a line in the man page" \
    "$(for command in $commands; do grep -Eq "^\.B[I]? \"?cameo $command( |\"|$)" "$page" || echo "$command"; done)"
check_empty "options of the man page are the command's: make man" \
    "$(tools/man.sh "$dir/prefix/bin/cameo" 2>&1 | diff packaging/cameo.1.in - 2>&1)"
if have mandoc; then check_empty "mandoc on the man page" "$(mandoc -T lint -W warning "$page" 2>&1)"; fi
if have groff; then check_empty "groff on the man page" "$(groff -ww -man -T utf8 -z "$page" 2>&1)"; fi
PATH=$dir/prefix/bin:$PATH
share=$dir/prefix/share
# said_by WHAT WORD ...: each word is a line of standard input.
said_by() {
    what=$1
    shift
    sed 's/[[:space:]].*//' > "$dir/said.txt"
    check_empty "$what" "$(for word; do grep -Fxq -e "$word" "$dir/said.txt" || echo "no $word in: $(paste -sd ' ' "$dir/said.txt")"; done)"
}
if have bash; then
    cat > "$dir/try.bash" << 'END'
. "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_cameo
printf '%s\n' "${COMPREPLY[@]}"
END
    complete_bash() { bash "$dir/try.bash" "$share/bash-completion/completions/cameo" "$@"; }
    # shellcheck disable=SC2086
    complete_bash cameo '' | said_by "bash: commands" $commands --version
    complete_bash cameo run --inp | said_by "bash: options" --input --inputs --input-type
    check_empty "bash: every option of every command" "$(for command in $commands; do
        "$dir/prefix/bin/cameo" help "$command" | sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p' | LC_ALL=C sort -u > "$dir/told.txt"
        complete_bash cameo "$command" -- | LC_ALL=C sort -u | LC_ALL=C comm -13 - "$dir/told.txt" | sed "s/^/$command /"
    done)"
    check_empty "bash: only what fits" "$(complete_bash cameo pro | grep -vx -e profile -e providers)"
    check_empty "bash: files are left to it" "$(complete_bash cameo run exam)"
fi
if have fish; then
    # shellcheck disable=SC2086
    fish -N -c "source '$share/fish/vendor_completions.d/cameo.fish'; complete -C 'cameo '" 2>&1 | said_by "fish: commands" $commands
    fish -N -c "source '$share/fish/vendor_completions.d/cameo.fish'; complete -C 'cameo run --inp'" 2>&1 |
        said_by "fish: options" --input --inputs --input-type
else
    skip "completion in fish" "no fish"
fi
if have zsh; then
    check_run "zsh: syntax" zsh -n "$share/zsh/site-functions/_cameo"
    # The functions of its completion system stand for it, and say what they were told.
    cat > "$dir/try.zsh" << 'END'
_describe() { print -l -- ${(P)2%%:*}; }
compadd() { print -l -- ${(P)2}; }
_files() { print files; }
complete_it() { local -a words=("${@:2}"); local CURRENT=$#words; source $1; }
complete_it "$@"
END
    complete_zsh() { zsh -f "$dir/try.zsh" "$share/zsh/site-functions/_cameo" "$@"; }
    # shellcheck disable=SC2086
    complete_zsh cameo '' | said_by "zsh: commands" $commands
    complete_zsh cameo run --inp | said_by "zsh: options" --input --inputs --input-type
    complete_zsh cameo run exam | said_by "zsh: files" files
else
    skip "completion in zsh" "no zsh"
fi
part_end
