#!/bin/sh
# The command's operator ImageDecoder, which the library does not have: files of every format against the pixels that
# Pillow reads (tests/images/cases.tar.xz, which tests/images/gen_images.py writes), and the command without any of the
# libraries. tests/rare/35_images_asan.sh has damaged ones.
cd "$(dirname "$0")/../.." && . tests/part.sh

rm -rf build/images && mkdir -p build/images
check_run "the cases unpack" tar -xJf tests/images/cases.tar.xz -C build/images
check_run "programs" make -s -j2 build/cameo
# Libraries may round the last bit otherwise.
build/cameo test build/images --atol 1 > build/images.txt 2>&1
check_empty "pixels are Pillow's" "$(grep -E '^(FAIL|ERROR)' build/images.txt)"
n=$(grep -c '^PASS' build/images.txt)
if [ "$n" -ge 30 ]; then pass; else fail "$n cases pass, want 30 at least: BMP and PNM need no library"; fi
missing=$(sed -n 's/^UNSUPPORTED .*was built without \(lib[a-z0-9]*\).*/\1/p' build/images.txt | sort -u | tr '\n' ' ')
if [ -n "$missing" ]; then skip "$(grep -c '^UNSUPPORTED' build/images.txt) images" "the command was built without $missing"; fi

# The library knows no decoder: without a custom operator of that name the node is refused.
check_empty "the library links none" "$(nm -u build/release/libcameo.a 2> /dev/null | grep -iE 'jpeg|png_|webp|tiff|opj_')"
# The same command without the libraries says which one is missing.
rm -rf build/no_images && mkdir -p build/no_images
for file in tools/*.c; do
    case $file in
    tools/image_*) "${CC:-cc}" -std=c11 -I. -c "$file" -o build/no_images/"$(basename "$file" .c)".o || fail "$file compiles" ;;
    *) cp build/release/"${file%.c}".o build/no_images/ ;;
    esac
done
check_run "a command without libraries" "${CC:-cc}" -rdynamic build/no_images/*.o build/release/libcameo.a -lpthread -ldl -o build/no_images/cameo
build/no_images/cameo test build/images --only png_rgb --only jp2_rgb --only bmp_rgb > build/no_images.txt
check_empty "it says what it lacks" "$({
    grep -q '^UNSUPPORTED png_rgb .*the image is PNG, and this command was built without libpng' build/no_images.txt || echo png
    grep -q '^UNSUPPORTED jp2_rgb .*without libopenjp2' build/no_images.txt || echo jp2
    grep -q '^PASS bmp_rgb' build/no_images.txt || echo bmp
})"
part_end
