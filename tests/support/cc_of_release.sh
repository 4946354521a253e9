#!/bin/sh
# A compiler for tests/parts/25_build.sh: what build/release has of a file with the same compiler and flags is copied,
# everything else is compiled.
root=$(cd "$(dirname "$0")/../.." && pwd)
compiler=${RELEASE_CC:-cc}
words() { printf '%s\n' "$@" | sort; }

compiles=false file='' object='' flags=''
for arg; do
    case $arg in
    -c) compiles=true ;;
    -o) ;;
    *.c) file=$arg ;;
    *.o) object=$arg ;;
    *) flags="$flags $arg" ;;
    esac
done
made=$root/build/release/${file%.c}.o
# shellcheck disable=SC2046,SC2086
if $compiles && [ -f "$made" ] && [ "$(words "$compiler" $flags)" = "$(words $(cat "$root/build/release/flags"))" ]; then
    exec cp "$made" "$object"
fi
exec "$compiler" "$@"
