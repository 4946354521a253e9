#!/bin/sh
# meson.build: configured, built, tested by `meson test`, installed, and as the subproject of a program. What it installs is
# what `make install` does. The objects are compiled without optimisation, and once: where Meson wants the library's objects as
# `make install` does they are copied.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! have meson || ! have ninja; then
    skip "meson.build" "no meson, or no ninja"
    part_end
fi
root=$(pwd)
dir=$root/build/meson
rm -rf "$dir"
# What a release holds of the tree, and nothing of build/.
mkdir -p "$dir/release" "$dir/use/subprojects"
cp -R meson.build meson_options.txt Makefile include base pb ir kernels providers runtime tools packaging examples \
    "$dir/release"
version=$(sed -n 's/^#define CAMEO_VERSION "\(.*\)"/\1/p' include/cameo.h)
export CFLAGS='-O0 -w' CXXFLAGS=-O0
if ! make -s -j2 INSTALL_VARIANT=installed install DESTDIR="$dir/made" PREFIX=/usr > "$dir/make.txt" 2>&1; then
    fail "make install" "$(tail -n 20 "$dir/make.txt")"
    part_end
fi
export CC="$root/tests/support/cc_of_installed.sh ${CC:-cc}"

out=$dir/out
check_run "configures" meson setup "$out" "$dir/release" --buildtype=plain -Ddefault_library=both --prefix=/usr --libdir=lib
check_run "builds" ninja -j 2 -C "$out"
check_run "meson test" meson test -C "$out" --no-rebuild
check_empty "tests that meson knows" "$(meson test -C "$out" --no-rebuild --list 2> /dev/null | sort | diff - /dev/fd/3 3<< 'END'
digits
digits from C++
the command
END
)"
check_empty "its sources are those of make print-sources" "$(make -s print-sources | LC_ALL=C sort > "$dir/sources.txt"
    sed -n 's,^ *"file": ".*release/\([a-z].*\)".*,\1,p' "$out/compile_commands.json" | grep -v '^examples/' |
        LC_ALL=C sort -u | diff - "$dir/sources.txt")"
check_run "installs" env DESTDIR="$dir/stage" meson install -C "$out" --no-rebuild
files() { (cd "$1" && find . ! -type d | LC_ALL=C sort); }
check_empty "it installs the files that make does" "$(files "$dir/made" > "$dir/files.txt"
    files "$dir/stage" | diff "$dir/files.txt" -)"
for file in lib/pkgconfig/cameo.pc lib/cmake/Cameo/CameoConfig.cmake lib/cmake/Cameo/CameoConfigVersion.cmake \
    share/man/man1/cameo.1 include/cameo.hpp; do
    check_empty "meson's $file is make's" "$(diff "$dir/made/usr/$file" "$dir/stage/usr/$file" 2>&1)"
done
shown() { nm -D --defined-only "$1/usr/lib/libcameo.so" | awk '{print $3}' | LC_ALL=C sort; }
check_empty "meson's shared library shows the same" "$(shown "$dir/made" > "$dir/shown.txt"
    shown "$dir/stage" | diff "$dir/shown.txt" -)"
check_run "the installed command" "$dir/stage/usr/bin/cameo" run examples/digits/digits.onnx
check_empty "soname" "$(readelf -d "$dir/stage/usr/lib/libcameo.so" | grep -c "SONAME.*\[libcameo.so.${version%%.*}\]" | grep -vx 1)"

# A program that has it as a subproject.
ln -s "$dir/release" "$dir/use/subprojects/cameo"
cat > "$dir/use/meson.build" << 'END'
project('use', 'c', default_options: ['c_std=c99'])
cameo = dependency('cameo', version: '>=0.1', fallback: 'cameo', default_options: ['default_library=static'])
executable('use', 'use.c', dependencies: cameo, install: true)
END
cat > "$dir/use/use.c" << 'END'
#include <cameo.h>
#include <stdio.h>
int main(int argc, char **argv) {
    cameo_error error = {CAMEO_OK};
    cameo_host *net = NULL;
    if (argc < 2 || cameo_host_load_file(argv[1], NULL, &net, &error) != CAMEO_OK) {
        fprintf(stderr, "%s\n", error.msg);
        return 1;
    }
    cameo_host_free(net);
    return 0;
}
END
use=$dir/use/out
# Without what the system may have installed.
check_run "subproject: configures" meson setup "$use" "$dir/use" --buildtype=plain --wrap-mode=forcefallback
check_run "subproject: builds" ninja -j 2 -C "$use"
check_run "subproject: runs" "$use/use" examples/digits/digits.onnx
check_run "subproject: fails as it should" sh -c "! '$use/use' README.md"
check_empty "subproject: no libcameo.so among what it needs" "$(readelf -d "$use/use" | grep 'NEEDED.*libcameo')"
check_run "subproject: installs" env DESTDIR="$dir/use_stage" meson install -C "$use" --no-rebuild
check_empty "subproject: installs nothing of Cameo's" "$(cd "$dir/use_stage" && find . ! -type d | grep -v '/bin/use$')"
check_empty "subproject: builds no command" "$(ls "$use"/subprojects/*/cameo 2> /dev/null)"
part_end
