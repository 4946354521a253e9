#!/bin/sh
# exports.sh HEADER — writes the names that cameo.h declares as a module definition file: what a DLL of Windows shows.
# packaging/cameo.map says it elsewhere; the linker for Windows makes a DLL of that script that crashes.
set -eu
echo EXPORTS
grep -Eo 'cameo_[a-z0-9_]+\(' "$1" | tr -d '(' | grep -v '_fn$' | LC_ALL=C sort -u
sed -n 's/^extern .*[ *]\(cameo_[a-z0-9_]*\);.*/\1 DATA/p' "$1"
