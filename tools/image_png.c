/* image_png.c — PNG by libpng: palettes are expanded, 16 bits cut to 8, transparency is left out. */
#include "tools/image.h"

#if TOOL_IMAGE_PNG
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

typedef struct png_source {
    const uint8_t *p;
    size_t n;
} png_source;

static void png_take(png_structp png, png_bytep to, png_size_t n) {
    png_source *s = png_get_io_ptr(png);
    if (n > s->n) png_error(png, "the file ends too early");
    memcpy(to, s->p, n);
    s->p += n;
    s->n -= n;
}

static void png_silent(png_structp png, png_const_charp text) { (void)png, (void)text; }
static void png_failed(png_structp png, png_const_charp text) {
    (void)text;
    png_longjmp(png, 1);
}

/* Everything that png_error may leave: what it allocates hangs on png and to. */
static bool png_decode(png_structp png, png_infop info, image *to) {
    png_read_info(png, info);
    png_set_expand(png);
    png_set_strip_16(png);
    png_set_gray_to_rgb(png);
    png_set_strip_alpha(png);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    size_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    if (png_get_rowbytes(png, info) != width * 3 || !image_new(to, width, height)) return false;
    for (int pass = 0; pass < passes; pass++) {
        for (size_t y = 0; y < height; y++) png_read_row(png, to->rgb + y * width * 3, NULL);
    }
    png_read_end(png, NULL);
    return true;
}

bool image_png(const uint8_t *bytes, size_t n, image *to) {
    png_source source = {bytes, n};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, png_failed, png_silent);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    volatile bool ok = false;
    if (info != NULL && setjmp(png_jmpbuf(png)) == 0) {
        png_set_read_fn(png, &source, png_take);
        ok = png_decode(png, info, to);
    }
    png_destroy_read_struct(&png, &info, NULL);
    return ok;
}
#else
bool image_png(const uint8_t *bytes, size_t n, image *to) {
    (void)bytes, (void)n, (void)to;
    return false;
}
#endif
