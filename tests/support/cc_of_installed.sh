#!/bin/sh
# What compiles for CMake and Meson in tests/parts/27_install.sh and 29_meson.sh: `cc_of_installed.sh CC ARGUMENT ...`. What
# build/installed has of an equal source, one below a folder `release`, is copied where the flags are those that the library
# wants; everything else is compiled.
root=${0%/*}/../..
object='' source='' depends='' flags=0 last=''
for arg; do
    case $last in
    -o) object=$arg ;;
    -c) source=$arg ;;
    -MF) depends=$arg ;;
    esac
    case $arg in
    -std=c11 | -fPIC | -fno-semantic-interposition) flags=$((flags + 1)) ;;
    esac
    last=$arg
done
name=${source##*/release/}
made=$root/build/installed/${name%.c}.o
if [ $flags = 3 ] && [ -f "$made" ] && cmp -s "$source" "$root/$name"; then
    if [ -n "$depends" ]; then echo "$object: $source" > "$depends"; fi
    exec cp "$made" "$object"
fi
exec "$@"
