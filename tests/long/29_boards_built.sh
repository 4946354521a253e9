#!/bin/sh
# Arduino's builder and PlatformIO compile the library and the example Digits as they do for a board; the board is this
# computer, since neither compilers nor platforms of boards come in Debian or from PyPI. Espressif's component manager
# reads and packs the component. Needs a C++ compiler, arduino-builder (Debian); pio, scons and compote are installed from PyPI into
# build/boards_built/python.
cd "$(dirname "$0")/../.." && . tests/part.sh

root=$PWD
dir=$root/build/boards_built
board=$root/tests/support/arduino
version=$(sed -n 's/^#define CAMEO_VERSION "\(.*\)"/\1/p' include/cameo.h)
rm -rf "$dir/work" && mkdir -p "$dir/work" && cd "$dir/work" || exit 1

check_run "tools/arduino.sh" "$root/tools/arduino.sh" "$dir/work/libraries/Cameo"
sketch=$dir/work/libraries/Cameo/examples/Digits

if have arduino-builder; then
    mkdir -p hardware/here/host/cores tools
    cp -r "$board" hardware/here/host/cores/arduino
    cat > hardware/here/host/boards.txt << 'END'
host.name=This computer
host.build.board=HOST
host.build.core=arduino
host.upload.maximum_size=100000000
END
    cat > hardware/here/host/platform.txt << 'END'
name=This computer
version=1.0.0
recipe.c.o.pattern=cc -std=gnu11 -c {includes} "{source_file}" -o "{object_file}"
recipe.cpp.o.pattern=c++ -std=gnu++17 -c {includes} "{source_file}" -o "{object_file}"
recipe.ar.pattern=ar rcs "{archive_file_path}" "{object_file}"
recipe.c.combine.pattern=c++ {object_files} "{build.path}/{archive_file}" -lm -o "{build.path}/program"
recipe.preproc.macros=c++ -std=gnu++17 -w -x c++ -E -CC {includes} "{source_file}" -o "{preprocessed_file_path}"
END
    mkdir built
    check_run "arduino-builder" arduino-builder -compile -hardware "$PWD/hardware" -hardware /usr/share/arduino-builder \
        -tools "$PWD/tools" -tools /usr/share/arduino-builder -libraries "$PWD/libraries" -fqbn here:host:host \
        -build-path "$PWD/built" "$sketch/Digits.ino"
    check_empty "the sketch reads a one" "$(built/program 2>&1 | grep -vx 1)"
else
    skip "Arduino" "no arduino-builder"
fi

python=$dir/python
if [ ! -x "$python/bin/pio" ] || [ ! -x "$python/bin/compote" ]; then
    python3 -m venv "$python" && "$python/bin/pip" install -q platformio scons idf-component-manager > pip.txt 2>&1
fi
if [ -x "$python/bin/pio" ]; then
    # PlatformIO takes SCons from its own registry; here it is that of PyPI, under the version that PlatformIO wants.
    export PLATFORMIO_CORE_DIR="$PWD/core"
    scons=$PLATFORMIO_CORE_DIR/packages/tool-scons
    mkdir -p "$scons" host/builder app/src
    wanted=$("$python/bin/python" -c 'from platformio.dependencies import get_core_dependencies as d; print(d()["tool-scons"].strip("~"))')
    echo "{\"name\": \"tool-scons\", \"version\": \"$wanted\", \"description\": \"SCons\"}" > "$scons/package.json"
    echo "{\"type\": \"tool\", \"name\": \"tool-scons\", \"version\": \"$wanted\",
        \"spec\": {\"owner\": \"platformio\", \"id\": 1, \"name\": \"tool-scons\", \"requirements\": null, \"uri\": null}}" \
        > "$scons/.piopm"
    cp "$python/bin/scons" "$scons/scons.py"
    echo '{"name": "host", "title": "This computer", "version": "1.0.0", "packages": {}}' > host/platform.json
    cat > host/platform.py << 'END'
from platformio.public import PlatformBase


class HostPlatform(PlatformBase):
    pass
END
    cat > host/builder/main.py << 'END'
from SCons.Script import AlwaysBuild, Default, DefaultEnvironment

env = DefaultEnvironment()
env.Append(LIBS=["m"])
Default(AlwaysBuild(env.BuildProgram()))
END
    cp "$board"/* "$sketch"/digits.* app/src
    { echo '#include "Arduino.h"' && cat "$sketch/Digits.ino"; } > app/src/sketch.cpp
    # What library.json exports, by itself: PlatformIO looks through every folder beside it, build/ too.
    mkdir -p library/examples
    (cd "$root" && cp -r LICENSE README.md library.json include base pb ir kernels providers runtime "$dir/work/library")
    cp -r "$root/examples/digits" library/examples
    cat > app/platformio.ini << END
[env:host]
platform = symlink://$PWD/host
lib_deps = symlink://$PWD/library
build_flags = -std=gnu++17 -Wno-all
END
    check_run "pio run" "$python/bin/pio" run -d app
    check_empty "its program reads a one" "$(app/.pio/build/host/program 2>&1 | grep -vx 1)"
else
    skip "PlatformIO" "it cannot be installed: $(tail -n 1 pip.txt)"
fi

if [ -x "$python/bin/compote" ]; then
    check_run "compote manifest lint" sh -c "cd '$root' && '$python/bin/compote' -W manifest lint"
    check_run "compote component pack" sh -c "cd '$root' && '$python/bin/compote' component pack --name cameo \
        --version $version --dest-dir '$dir/work/packed'"
    check_empty "it packs the header" "$(tar tzf "packed/cameo_$version.tgz" | grep -cx '\(\./\)*include/cameo.h' | grep -vx 1)"
else
    skip "ESP-IDF" "its component manager cannot be installed: $(tail -n 1 pip.txt)"
fi
part_end
