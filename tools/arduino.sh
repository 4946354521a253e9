#!/bin/sh
# Cameo as a library of Arduino: DIR/library.properties and DIR/src with the core, from where its tools compile everything;
# the example Digits is examples/digits, frozen. For boards with 32-bit processors.
# usage: tools/arduino.sh DIR
cd "$(dirname "$0")/.." || exit 1
if [ $# != 1 ]; then
    echo "usage: tools/arduino.sh DIR" >&2
    exit 2
fi
make -s all > /dev/null || exit 1
out=$1
sketch=$out/examples/Digits
mkdir -p "$out/src" "$sketch" || exit 1
for file in $(find base pb ir kernels providers runtime include -type f \( -name '*.[ch]' -o -name '*.def' \) |
    grep -v -e '^providers/cuda/' -e '^runtime/os' -e '^runtime/host\.c$' -e '\.hpp$'); do
    mkdir -p "$out/src/$(dirname "$file")" && cp "$file" "$out/src/$file" || exit 1
done
cp LICENSE "$out"
# A sketch sets no switch of the compiler. It finds this header, and the library's own files include each other below src.
cat > "$out/src/cameo.h" << 'END'
/* cameo.h — for sketches: the interface of Cameo. */
#include "include/cameo.h"
END
cat > "$out/library.properties" << END
name=Cameo
version=$(sed -n 's/^#define CAMEO_VERSION "\(.*\)"/\1/p' include/cameo.h)
author=Cameo
maintainer=Cameo
sentence=ONNX inference in plain C, with memory known to the byte.
paragraph=Models become C source by the command cameo freeze. No heap, no file, no operating system.
category=Data Processing
architectures=*
includes=cameo.h
END
build/cameo freeze examples/digits/digits.onnx -o "$sketch" --dim batch=1 > /dev/null || exit 1
cat > "$sketch/Digits.ino" << 'END'
// A vertical stroke, 8 x 8 pixels, is read as the digit 1.
#include <cameo.h>
#include "digits.h"

alignas(CAMEO_MEMORY_ALIGN) static uint8_t ram[DIGITS_RUN_BYTES_MOST];
static float image[DIGITS_INPUT_0_ELEMENTS], probability[DIGITS_OUTPUT_0_ELEMENTS];
static cameo_run *run;

void setup() {
    cameo_error error = {};
    cameo_memory memory = {ram, sizeof ram};
    Serial.begin(115200);
    if (cameo_run_create(memory, digits_plan(), 1, nullptr, nullptr, &run, &error) != CAMEO_OK) Serial.println(error.msg);
}

void loop() {
    cameo_error error = {};
    for (int row = 1; row < 7; row++) image[row * 8 + 4] = 1.0f;
    cameo_value input = DIGITS_INPUT_0(image), output = DIGITS_OUTPUT_0(probability);
    if (run == nullptr || cameo_run_all(run, &input, 1, &output, 1, &error) != CAMEO_OK) {
        Serial.println(error.msg);
    } else {
        int best = 0;
        for (int i = 1; i < 10; i++) best = probability[i] > probability[best] ? i : best;
        Serial.println(best);
    }
    delay(1000);
}
END
