#!/bin/sh
# The promise of build.sh: a library, the command and the demo from nothing but a POSIX shell and a compiler. BUILD_CC
# names compilers; without it, objects that make has compiled with the flags of build.sh are taken, since it is the script
# that is tried.
cd "$(dirname "$0")/../.." && . tests/part.sh

# A copy, so that the build of the working tree is left alone.
copy=build/build_sh
rm -rf $copy
mkdir -p $copy
for folder in include base pb ir kernels providers runtime tools examples; do
    if [ -d $folder ]; then cp -R $folder $copy; fi
done
cp build.sh $copy

if [ -z "${BUILD_CC:-}" ]; then
    make -s -j2 build/cameo > /dev/null || fail "make"
    BUILD_CC=$(pwd)/tests/support/cc_of_release.sh
    RELEASE_CC=${CC:-cc}
    export RELEASE_CC
fi
for cc in $BUILD_CC; do
    if ! have "$cc"; then
        skip "build.sh with $cc" "no $cc"
        continue
    fi
    began=$(date +%s)
    rm -rf $copy/build
    check_run "build.sh demo with $cc" env CC="$cc" CFLAGS="${CFLAGS:--O2}" $copy/build.sh demo
    echo "build.sh with $cc: $(($(date +%s) - began)) s"
    check_run "build.sh with $cc leaves the library" test -s $copy/build/libcameo.a
    check_run "build.sh with $cc leaves the command" $copy/build/cameo --version
done
part_end
