#!/bin/sh
# The library as two files, DIR/cameo.h and DIR/cameo.c: every source in one translation unit, every header where it is
# first included. Builds with any C11 compiler: cc -std=c11 -c cameo.c. What uses an operating system (runtime/host.c,
# os_*.c) stands at the end, under #if CAMEO_POSIX. The CUDA provider is left out.
# usage: tools/amalgamate.sh [--for MODEL]... DIR
#   --for MODEL  only the operators that this model needs (`cameo ops --of`) and the kernels that they reach; other models
#                are refused as unsupported. Wants make, a compiler (CC) and nm, and builds build/cameo where that is old.
cd "$(dirname "$0")/.." || exit 1
usage() {
    echo "usage: tools/amalgamate.sh [--for MODEL]... DIR" >&2
    exit 2
}
models=0 wanted=
while [ $# -gt 1 ]; do
    [ "$1" = --for ] && [ $# -gt 2 ] || usage
    if [ $models = 0 ]; then make -s all > /dev/null || exit 1; fi
    models=$((models + 1))
    more=$(build/cameo ops --of "$2") || exit 1
    wanted="$wanted $more"
    shift 2
done
out=${1:-}
case $out in '' | -*) usage ;; esac
mkdir -p "$out"
cp include/cameo.h "$out/cameo.h"

# Inlines "folder/name" includes: a header with a guard once, a table or template (no guard) each time. With operators
# in `wanted` the tables of providers/cpu/cpu_all.c have these alone.
inline() {
    awk -v wanted="$(echo $wanted)" -v headers="${1:-1}" '
    BEGIN {
        n_wanted = split(wanted, list, " ")
        for (i = 1; i <= n_wanted; i++) is_wanted[list[i]] = 1
    }
    # Lines of a table: an entry, which may go on over several lines, is left out unless its operator is wanted.
    function is_left_out(line,    part) {
        if (!is_open) {
            if (line !~ /^CM_(OP|ROW[A-Z0-9_]*)\(/) return 0
            split(line, part, /[(,)] */)
            left_out = !((line ~ /^CM_OP\(/ ? part[3] : part[2]) in is_wanted)
        }
        is_open += gsub(/\(/, "(", line) - gsub(/\)/, ")", line)
        return left_out
    }
    function emit(path, is_table,    line, part, name) {
        while ((getline line < path) > 0) {
            if (is_table && is_left_out(line)) continue
            if (line !~ /^#include "/) { print line; continue }
            split(line, part, "\"")
            name = part[2]
            if (name == "include/cameo.h") {
                if (headers && !seen[name]++) print "#include \"cameo.h\""
                continue
            }
            if (name ~ /\.h$/ && name !~ /_(tmpl|end)\.h$/ && seen[name]++) continue
            emit(name, n_wanted && path == "providers/cpu/cpu_all.c" && name ~ /\/(ops|cpu)\.def$/)
        }
        close(path) # so that a table can be read again
    }
    /^#/ { print; next }
    { emit($0, 0) }'
}

sources=$(ls base/*.c pb/*.c ir/*.c ir/*/*.c kernels/*.c kernels/*/*.c providers/*/*.c runtime/*.c runtime/*/*.c |
    grep -v -e '/os_' -e '/host\.c' -e '^providers/cuda/')
if [ $models != 0 ]; then
    # Of kernels/ the files that these tables reach. Each object of the library names what it defines and what it wants.
    table=build/amalgamate_table
    echo providers/cpu/cpu_all.c | inline 0 | sed '1i #include "include/cameo.h"' > $table.c
    ${CC:-cc} -std=c11 -O1 -w -I. -c $table.c -o $table.o || exit 1
    sources=$(for source in $sources; do
        case $source in
        providers/cpu/cpu_all.c) echo "$source 1 $table.o" ;;
        kernels/*.c) echo "$source 0 build/release/${source%.c}.o" ;;
        *) echo "$source 1 build/release/${source%.c}.o" ;;
        esac
    done | while read -r source is_root object; do
        echo "file $source $is_root"
        nm -P "$object" || exit 1
    done | awk '
        $1 == "file" { at = $2; file[n++] = at; if ($3) need[at] = 1; next }
        $2 == "U" { wants[at] = wants[at] " " $1; next }
        $2 ~ /^[TDRBCVW]$/ { by[$1] = at }
        END {
            do {
                changed = 0
                for (i = 0; i < n; i++) {
                    if (!(file[i] in need) || file[i] in done) continue
                    done[file[i]] = changed = 1
                    k = split(wants[file[i]], list, " ")
                    for (j = 1; j <= k; j++) if (list[j] in by) need[by[list[j]]] = 1
                }
            } while (changed)
            for (i = 0; i < n; i++) if (file[i] in need) print file[i]
        }')
    [ -n "$sources" ] || exit 1
fi

version=$(sed -n 's/^#define CAMEO_VERSION "\(.*\)"/\1/p' include/cameo.h)
{
    echo "/* Cameo $version, all sources in one file: cc -std=c11 -c cameo.c. MIT licence."
    if [ $models = 0 ]; then
        echo " * Made by tools/amalgamate.sh."
    else
        echo " * Made by tools/amalgamate.sh --for $models model$([ $models = 1 ] || echo s), with the operators"
        echo "$wanted" | tr ' ' '\n' | grep . | LC_ALL=C sort -u | paste -sd ' ' | fold -s -w 110 | sed 's/^/ *   /'
    fi
    cat << 'HEAD'
 * Switches are those of base/config.h, below, and
 *   CAMEO_POSIX  1: with the host helper (cameo_host_*, cameo_threads_*), which uses files, threads and a heap. 0: none of
 *                that, only four mem functions. Default: 1 on Unix, macOS and Windows, else 0. */
#ifndef CAMEO_POSIX
#if defined(__unix__) || defined(__APPLE__) || defined(_WIN32)
#define CAMEO_POSIX 1
#else
#define CAMEO_POSIX 0
#endif
#endif
/* The system's interface is chosen before any header is read. */
#if CAMEO_POSIX
HEAD
    sed -n '/^#define _/p' runtime/os_posix.c runtime/os_win32.c
    echo "#endif"
    { echo "$sources"; printf '%s\n' "#if CAMEO_POSIX" runtime/os_posix.c runtime/os_win32.c \
        runtime/os_pool.c runtime/host.c "#endif"; } | inline
} > "$out/cameo.c"
