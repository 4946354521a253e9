#!/bin/sh
# ir/schema.def against the schemas of the Python package onnx (PYTHON, default python3): that it is
# what the generator makes, and that the C accessors give the same facts as onnx itself.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}" "${CC:=cc}"
said=$("$PYTHON" tools/gen_schema.py --check 2>&1)
case $? in
0) pass ;;
3) skip "ir/schema.def against onnx" "$said" && part_end ;;
127) skip "ir/schema.def against onnx" "no $PYTHON" && part_end ;;
*) fail "ir/schema.def is what tools/gen_schema.py generates" "$said" ;;
esac

mkdir -p build/schema
check_run "tests/parts/schema_dump.c compiles" \
    $CC -std=c11 -I. tests/parts/schema_dump.c ir/schema.c -o build/schema/dump
build/schema/dump > build/schema/ours.txt
"$PYTHON" tools/gen_schema.py --dump > build/schema/theirs.txt
check_empty "the accessors of ir/schema.h give onnx's facts" \
    "$(diff build/schema/theirs.txt build/schema/ours.txt | head -n 20)"
part_end
