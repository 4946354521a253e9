#!/bin/sh
# build.sh as a user calls it, by clang, at its own level of optimisation. tests/parts/25_build.sh has gcc, whose objects are
# those that make compiles with the same flags.
BUILD_CC=clang CFLAGS=-O2 exec "$(dirname "$0")/../parts/25_build.sh"
