#!/bin/sh
# The promise of build.sh: a library from nothing but a POSIX shell and a compiler, gcc or clang.
cd "$(dirname "$0")/../.." && . tests/part.sh

# A copy, so that the build of the working tree is left alone.
copy=build/build_sh
rm -rf $copy
mkdir -p $copy
for folder in include base pb ir kernels providers runtime tools examples; do
    if [ -d $folder ]; then cp -R $folder $copy; fi
done
cp build.sh $copy

for cc in gcc clang; do
    if ! have $cc; then
        skip "build.sh with $cc" "no $cc"
        continue
    fi
    began=$(date +%s)
    check_run "build.sh with $cc" env CC=$cc $copy/build.sh
    echo "NOTE build.sh with $cc: $(($(date +%s) - began)) s"
    check_run "build.sh with $cc leaves the library" test -s $copy/build/libcameo.a
done
if [ -f examples/digits/demo.c ]; then
    check_run "build.sh demo" $copy/build.sh demo
else
    skip "build.sh demo" "no examples/digits"
fi
part_end
