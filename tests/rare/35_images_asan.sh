#!/bin/sh
# Images of every format, damaged at random, through the decoders of the command under sanitizers.
cd "$(dirname "$0")/../.." && . tests/part.sh

rm -rf build/images_asan && mkdir -p build/images_asan
check_run "the cases unpack" tar -xJf tests/images/cases.tar.xz -C build/images_asan
check_run "programs" make -s -j2 build/asan/mutate_images
check_run "damaged images" build/asan/mutate_images 60 build/images_asan/*/test_data_set_0/input_0.pb
part_end
