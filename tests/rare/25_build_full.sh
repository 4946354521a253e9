#!/bin/sh
# build.sh as a user calls it, by gcc and by clang, at its own level of optimisation (tests/parts/25_build.sh).
BUILD_CC="gcc clang" CFLAGS=-O2 exec "$(dirname "$0")/../parts/25_build.sh"
