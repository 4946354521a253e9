/* image.h — the decoders behind the command's operator ImageDecoder (image_op.c): one file for each format. Those of
 * BMP and PNM are written out; the others call a library of the system, where find_images.sh found it when the command
 * was built: libjpeg, libpng, libwebp, libtiff, libopenjp2. */
#ifndef CM_TOOLS_IMAGE_H
#define CM_TOOLS_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* find_images.sh defines as 1 what it found. */
#ifndef TOOL_IMAGE_JPEG
#define TOOL_IMAGE_JPEG 0
#endif
#ifndef TOOL_IMAGE_PNG
#define TOOL_IMAGE_PNG 0
#endif
#ifndef TOOL_IMAGE_WEBP
#define TOOL_IMAGE_WEBP 0
#endif
#ifndef TOOL_IMAGE_TIFF
#define TOOL_IMAGE_TIFF 0
#endif
#ifndef TOOL_IMAGE_JP2
#define TOOL_IMAGE_JP2 0
#endif

/* Bytes of a decoded image at most: a file of a few bytes may declare any size. */
#define IMAGE_MAX_BYTES ((size_t)1 << 30)

typedef struct image {
    size_t width, height;
    uint8_t *rgb; /* [height][width][3], of malloc; NULL before image_new */
    bool too_large;
} image;

/* Memory for width * height pixels, zeroed. false: one of them is 0; too_large is set: beyond IMAGE_MAX_BYTES. */
bool image_new(image *to, size_t width, size_t height);

/* Decode the n bytes, at least 2. false: they are no complete image of the format. to->rgb is to be freed in either
 * case. Any thread may call them. */
bool image_bmp(const uint8_t *bytes, size_t n, image *to);
bool image_pnm(const uint8_t *bytes, size_t n, image *to);
bool image_jpeg(const uint8_t *bytes, size_t n, image *to);
bool image_png(const uint8_t *bytes, size_t n, image *to);
bool image_webp(const uint8_t *bytes, size_t n, image *to);
bool image_tiff(const uint8_t *bytes, size_t n, image *to);
bool image_jp2(const uint8_t *bytes, size_t n, image *to);

#endif
