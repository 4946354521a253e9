#!/bin/sh
# Which libraries of images can the compiler use? `tools/find_images.sh CC FLAG ...` prints two lines: definitions for the
# files tools/image_*.c, and what the command is linked with. It compiles and links a program of one call for each, so
# that a compiler for another target finds nothing of this computer's. CAMEO_IMAGES: the libraries to look for, by
# default all, `none` for none.
: "${CAMEO_IMAGES:=jpeg png webp tiff openjp2}"
dir=$(mktemp -d "${TMPDIR:-/tmp}/find_images.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
define=
link=

# try NAME LIBRARY INCLUDES CALL COMPILER ...
try() {
    name=$1 library=$2 includes=$3 call=$4
    shift 4
    case " $CAMEO_IMAGES " in *" $library "*) ;; *) return ;; esac
    include= libs=-l$library
    if [ "$library" = openjp2 ]; then
        include=$(pkg-config --cflags-only-I libopenjp2 2> /dev/null)
    fi
    printf '#include <stdio.h>\n%b\nint main(void) { return %s; }\n' "$includes" "$call" > "$dir/probe.c"
    # shellcheck disable=SC2086
    if "$@" $include -o "$dir/probe" "$dir/probe.c" $libs 2> /dev/null; then
        define="$define -DTOOL_IMAGE_$name=1 $include"
        link="$link $libs"
    fi
}

try JPEG jpeg '#include <jpeglib.h>' 'jpeg_std_error(0) == 0' "$@"
try PNG png '#include <png.h>' 'png_access_version_number() == 0' "$@"
try WEBP webp '#include <webp/decode.h>' 'WebPGetDecoderVersion() == 0' "$@"
try TIFF tiff '#include <tiffio.h>' 'TIFFGetVersion() == 0' "$@"
try JP2 openjp2 '#include <openjpeg.h>' 'opj_version() == 0' "$@"
echo "$define"
echo "$link"
