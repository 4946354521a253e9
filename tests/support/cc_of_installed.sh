#!/bin/sh
# CMAKE_C_COMPILER_LAUNCHER of tests/parts/27_install.sh: `cc_of_installed.sh CC ARGUMENT ...`. What build/installed has of
# an equal source is copied where the flags are those that the library wants; everything else is compiled.
root=${0%/*}/../..
object='' source='' depends='' folder='' flags=0 last=''
for arg; do
    case $last in
    -o) object=$arg ;;
    -c) source=$arg ;;
    -MF) depends=$arg ;;
    esac
    case $arg in
    -std=c11 | -fPIC | -fno-semantic-interposition) flags=$((flags + 1)) ;;
    -I*) folder=${folder:-${arg#-I}} ;;
    esac
    last=$arg
done
name=${source#"$folder/"}
made=$root/build/installed/${name%.c}.o
if [ $flags = 3 ] && [ -f "$made" ] && cmp -s "$source" "$root/$name"; then
    if [ -n "$depends" ]; then echo "$object: $source" > "$depends"; fi
    exec cp "$made" "$object"
fi
exec "$@"
