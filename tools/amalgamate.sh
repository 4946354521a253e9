#!/bin/sh
# The library as two files, DIR/cameo.h and DIR/cameo.c: every source in one translation unit, every
# header where it is first included. Builds with any C11 compiler: cc -c cameo.c. The file that uses an
# operating system or a heap (runtime/host.c, os_posix.c) is DIR/cameo_posix.c.
# usage: tools/amalgamate.sh DIR
cd "$(dirname "$0")/.." || exit 1
out=${1:?usage: tools/amalgamate.sh DIR}
mkdir -p "$out"
cp include/cameo.h "$out/cameo.h"

# Inlines "folder/name" includes: a header with a guard once, a table or template (no guard) each time.
inline() {
    awk '
    function emit(path,    line, part, name) {
        while ((getline line < path) > 0) {
            if (line !~ /^#include "/) { print line; continue }
            split(line, part, "\"")
            name = part[2]
            if (name == "include/cameo.h") {
                if (!seen[name]++) print "#include \"cameo.h\""
                continue
            }
            if (name ~ /\.h$/ && name !~ /_(tmpl|end)\.h$/ && seen[name]++) continue
            emit(name)
        }
        close(path) # so that a table can be read again
    }
    { emit($0) }'
}
{
    echo "/* Cameo $(sed -n 's/^#define CAMEO_VERSION "\(.*\)"/\1/p' include/cameo.h), all sources in one file. MIT licence. */"
    ls base/*.c pb/*.c ir/*.c ir/*/*.c kernels/*.c kernels/*/*.c providers/*/*.c runtime/*.c runtime/*/*.c |
        grep -v -e '/os_' -e '/host\.c' | inline
} > "$out/cameo.c"
ls runtime/os_*.c runtime/host.c | sort -r | inline > "$out/cameo_posix.c"
