/* image_webp.c — WebP by libwebp, lossy and lossless; transparency is left out. Animations are not decoded. */
#include "tools/image.h"

#if TOOL_IMAGE_WEBP
#include <webp/decode.h>

bool image_webp(const uint8_t *bytes, size_t n, image *to) {
    int width, height;
    if (!WebPGetInfo(bytes, n, &width, &height)) return false;
    if (!image_new(to, (size_t)width, (size_t)height)) return false;
    return WebPDecodeRGBInto(bytes, n, to->rgb, to->width * to->height * 3, width * 3) != NULL;
}
#else
bool image_webp(const uint8_t *bytes, size_t n, image *to) {
    (void)bytes, (void)n, (void)to;
    return false;
}
#endif
