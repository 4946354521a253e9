#!/bin/sh
# `make docs`: Doxygen makes pages of cameo.h and cameo.hpp without a warning, and what the headers declare is in them.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! have doxygen; then
    skip "make docs" "no doxygen"
    part_end
fi
rm -rf build/docs
check_run "make docs" make -s docs
check_empty "what make docs says" "$(make -s docs 2>&1)"
html=build/docs/html
check_empty "functions of cameo.h without a place in the pages" "$(grep -Eo '^[a-z].*cameo_[a-z0-9_]+\(' include/cameo.h |
    grep -Eo 'cameo_[a-z0-9_]+\(' | tr -d '(' | LC_ALL=C sort -u | while read -r name; do
        grep -q "$name" $html/cameo_8h.html || echo "$name"
    done)"
check_empty "structs without a page" "$(sed -n 's/^typedef struct \(cameo_[a-z_]*\) {$/\1/p' include/cameo.h | while read -r name; do
    [ -f "$html/struct$(echo "$name" | sed 's/_/__/g').html" ] || echo "$name"
done)"
# Comments before a declaration and behind one.
check_run "a comment before" grep -q "Decodes and links a model" $html/cameo_8h.html
check_run "a comment behind" grep -q "sizeof(cameo_options); 0 counts as that too" $html/structcameo__options.html
check_run "classes of cameo.hpp" sh -c "ls $html | grep -q 'class.*host.html'"
check_empty "the main page is that of cameo.h" "$(grep -q 'the whole public API' $html/index.html || echo no)"
# A comment that Doxygen cannot read is an error.
mkdir -p build/docs_wrong/include build/docs_wrong/build/docs
cp -R docs build/docs_wrong
sed 's,^/\* Fills every member,/* \\nosuchcommand Fills,' include/cameo.h > build/docs_wrong/include/cameo.h
cp include/cameo.hpp build/docs_wrong/include
check_run "a wrong comment fails" sh -c "cd build/docs_wrong && ! CAMEO_VERSION=0 doxygen docs/Doxyfile > said.txt 2>&1 &&
    grep -q nosuchcommand said.txt"
part_end
