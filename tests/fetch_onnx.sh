#!/bin/sh
# Puts ONNX's own backend tests into build/cache/onnx: the folders node, simple, pytorch-converted,
# pytorch-operator and light. They come from ../shared/onnx (or CAMEO_SHARED/onnx) if that exists,
# else from the onnx package, version and checksum fixed (later packages lack them: tests/long/40_onnx_newest.sh). Does
# nothing when they are there already.
# Status 3: not to be had, for example offline; callers skip.
cd "$(dirname "$0")/.." || exit 1

version=1.22.0
checksum=1d0a2bdb15eb2b3cb65c438f3423d9620d14fdce32f92380e6bb1b2e09568ef5
cache=build/cache/onnx
local=${CAMEO_SHARED:-../shared}/onnx/backend-tests.tar.xz

if [ -f "$cache/complete" ]; then exit 0; fi
rm -rf "$cache"
mkdir -p "$cache/new"

if [ -f "$local" ]; then
    tar -xJf "$local" -C "$cache/new" || exit 1
else
    # Another machine's Python version would choose another file, so all of it is fixed.
    fetch() {
        python3 -m pip download -q --no-deps --only-binary :all: --platform manylinux_2_28_x86_64 \
            --python-version 3.11 --implementation cp -d "$cache" "onnx==$version"
    }
    fetch || { sleep 5; fetch; } || { sleep 20; fetch; } || {
        echo "fetch_onnx: no ONNX backend tests: neither $local nor the onnx $version package"
        exit 3
    }
    wheel=$(ls "$cache"/*.whl)
    if ! echo "$checksum  $wheel" | sha256sum -c - > /dev/null; then
        echo "fetch_onnx: $wheel has another checksum than expected"
        exit 1
    fi
    python3 - "$wheel" "$cache/new" << 'END' || exit 1
import sys, zipfile

prefix = "onnx/backend/test/data/"
with zipfile.ZipFile(sys.argv[1]) as wheel:
    for item in wheel.infolist():
        if item.filename.startswith(prefix) and not item.is_dir():
            item.filename = item.filename[len(prefix):]
            wheel.extract(item, sys.argv[2])
END
    rm "$wheel"
fi

for folder in node simple pytorch-converted pytorch-operator light; do
    mv "$cache/new/$folder" "$cache/$folder" || exit 1
done
rm -rf "$cache/new"
touch "$cache/complete"
echo "fetch_onnx: $(ls "$cache/node" | wc -l | tr -d ' ') node tests in $cache"
