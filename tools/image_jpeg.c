/* image_jpeg.c — JPEG by libjpeg, with its default of upsampling, which is the one that ONNX describes. */
#include "tools/image.h"

#if TOOL_IMAGE_JPEG
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

typedef struct jpeg_errors {
    struct jpeg_error_mgr base;
    jmp_buf leave;
} jpeg_errors;

static void jpeg_failed(j_common_ptr c) {
    jpeg_errors *e = (jpeg_errors *)(void *)c->err;
    longjmp(e->leave, 1);
}

/* Damage is warned of, and decoding goes on; a file that ends too early is no image. */
static void jpeg_warned(j_common_ptr c, int level) {
    jpeg_errors *e = (jpeg_errors *)(void *)c->err;
    if (level < 0 && c->err->msg_code == JWRN_JPEG_EOF) longjmp(e->leave, 1);
}

/* A line of any colour space that libjpeg gives here, to RGB. Of CMYK files of Adobe the inks are inverted. */
static void jpeg_line(const struct jpeg_decompress_struct *c, const uint8_t *line, uint8_t *rgb) {
    for (size_t x = 0; x < c->output_width; x++, rgb += 3) {
        const uint8_t *p = line + x * (size_t)c->output_components;
        for (size_t k = 0; k < 3; k++) {
            unsigned v = p[c->output_components == 1 ? 0 : k];
            unsigned black = c->output_components == 4 ? p[3] : 255;
            if (c->output_components == 4 && !c->saw_Adobe_marker) {
                v = 255 - v;
                black = 255 - black;
            }
            rgb[k] = (uint8_t)((v * black + 127) / 255);
        }
    }
}

static void jpeg_lines(struct jpeg_decompress_struct *c, image *to) {
    JSAMPARRAY line = c->mem->alloc_sarray((j_common_ptr)c, JPOOL_IMAGE,
                                           c->output_width * (JDIMENSION)c->output_components, 1);
    while (c->output_scanline < c->output_height) {
        uint8_t *rgb = to->rgb + (size_t)c->output_scanline * to->width * 3;
        (void)jpeg_read_scanlines(c, line, 1);
        jpeg_line(c, line[0], rgb);
    }
}

bool image_jpeg(const uint8_t *bytes, size_t n, image *to) {
    struct jpeg_decompress_struct c;
    jpeg_errors e;
    c.err = jpeg_std_error(&e.base);
    e.base.error_exit = jpeg_failed;
    e.base.emit_message = jpeg_warned;
    if (setjmp(e.leave) != 0) {
        jpeg_destroy_decompress(&c);
        return false;
    }
    jpeg_create_decompress(&c);
    jpeg_mem_src(&c, bytes, (unsigned long)n);
    (void)jpeg_read_header(&c, TRUE);
    bool gray = c.jpeg_color_space == JCS_GRAYSCALE;
    bool inks = c.jpeg_color_space == JCS_CMYK || c.jpeg_color_space == JCS_YCCK;
    c.out_color_space = gray ? JCS_GRAYSCALE : inks ? JCS_CMYK : JCS_RGB;
    bool ok = image_new(to, c.image_width, c.image_height);
    if (ok) {
        (void)jpeg_start_decompress(&c);
        jpeg_lines(&c, to);
        (void)jpeg_finish_decompress(&c);
    }
    jpeg_destroy_decompress(&c);
    return ok;
}
#else
bool image_jpeg(const uint8_t *bytes, size_t n, image *to) {
    (void)bytes, (void)n, (void)to;
    return false;
}
#endif
