/* image_tiff.c — the first image of a TIFF by libtiff, whatever its layout and compression are. */
#include "tools/image.h"

#if TOOL_IMAGE_TIFF
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

/* A file that lies in memory. */
typedef struct tiff_bytes {
    const uint8_t *p;
    uint64_t n, at;
} tiff_bytes;

static tmsize_t tiff_read(thandle_t handle, void *to, tmsize_t n) {
    tiff_bytes *f = handle;
    uint64_t left = f->at < f->n ? f->n - f->at : 0, take = (uint64_t)n < left ? (uint64_t)n : left;
    if (take != 0) memcpy(to, f->p + f->at, (size_t)take);
    f->at += take;
    return (tmsize_t)take;
}

static tmsize_t tiff_write(thandle_t handle, void *from, tmsize_t n) {
    (void)handle, (void)from, (void)n;
    return 0;
}

static toff_t tiff_seek(thandle_t handle, toff_t to, int whence) {
    tiff_bytes *f = handle;
    f->at = to + (whence == SEEK_CUR ? f->at : whence == SEEK_END ? f->n : 0);
    return f->at;
}

static int tiff_close(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t tiff_size(thandle_t handle) { return ((const tiff_bytes *)handle)->n; }

static bool tiff_pixels(TIFF *tiff, image *to) {
    uint32_t width = 0, height = 0;
    if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width)) return false;
    if (!TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height)) return false;
    if (!image_new(to, width, height)) return false;
    uint32_t *packed = malloc(to->width * to->height * sizeof *packed);
    bool ok = packed != NULL && TIFFReadRGBAImageOriented(tiff, width, height, packed, ORIENTATION_TOPLEFT, 1);
    for (size_t i = 0; ok && i < to->width * to->height; i++) {
        to->rgb[3 * i] = (uint8_t)TIFFGetR(packed[i]);
        to->rgb[3 * i + 1] = (uint8_t)TIFFGetG(packed[i]);
        to->rgb[3 * i + 2] = (uint8_t)TIFFGetB(packed[i]);
    }
    free(packed);
    return ok;
}

bool image_tiff(const uint8_t *bytes, size_t n, image *to) {
    tiff_bytes file = {bytes, n, 0};
    (void)TIFFSetErrorHandler(NULL);
    (void)TIFFSetWarningHandler(NULL);
    TIFF *tiff = TIFFClientOpen("image", "rm", &file, tiff_read, tiff_write, tiff_seek, tiff_close, tiff_size, NULL,
                                NULL);
    bool ok = tiff != NULL && tiff_pixels(tiff, to);
    if (tiff != NULL) TIFFClose(tiff);
    return ok;
}
#else
bool image_tiff(const uint8_t *bytes, size_t n, image *to) {
    (void)bytes, (void)n, (void)to;
    return false;
}
#endif
