/* image_op.c — ImageDecoder of ai.onnx as the command brings it: an operator from outside the library, which links no
 * decoder. Input: encoded [n] uint8; output: [height][width][channels] uint8, 3 channels, or 1 with pixel_format
 * Grayscale. What cannot be decoded becomes an empty image, as the standard says. */
#include <stdlib.h>
#include <string.h>

#include "tools/image.h"
#include "tools/tool.h"

typedef struct image_format {
    const char *name, *library; /* library: NULL where none is needed */
    bool here;
    bool (*decode)(const uint8_t *bytes, size_t n, image *to);
    const char *magic; /* the bytes at the start; '?' stands for any */
    size_t n_magic;
} image_format;

static const image_format image_formats[] = {
    {"BMP", NULL, true, image_bmp, "BM", 2},
    {"JPEG", "libjpeg", TOOL_IMAGE_JPEG, image_jpeg, "\xff\xd8\xff", 3},
    {"PNG", "libpng", TOOL_IMAGE_PNG, image_png, "\x89PNG\r\n\x1a\n", 8},
    {"WebP", "libwebp", TOOL_IMAGE_WEBP, image_webp, "RIFF????WEBP", 12},
    {"TIFF", "libtiff", TOOL_IMAGE_TIFF, image_tiff, "II*\0", 4},
    {"TIFF", "libtiff", TOOL_IMAGE_TIFF, image_tiff, "MM\0*", 4},
    {"TIFF", "libtiff", TOOL_IMAGE_TIFF, image_tiff, "II+\0", 4},
    {"TIFF", "libtiff", TOOL_IMAGE_TIFF, image_tiff, "MM\0+", 4},
    {"JPEG 2000", "libopenjp2", TOOL_IMAGE_JP2, image_jp2, "\0\0\0\x0cjP  \r\n\x87\n", 12},
    {"JPEG 2000", "libopenjp2", TOOL_IMAGE_JP2, image_jp2, "\xff\x4f\xff\x51", 4},
    {"PNM", NULL, true, image_pnm, "P1", 2},
    {"PNM", NULL, true, image_pnm, "P2", 2},
    {"PNM", NULL, true, image_pnm, "P3", 2},
    {"PNM", NULL, true, image_pnm, "P4", 2},
    {"PNM", NULL, true, image_pnm, "P5", 2},
    {"PNM", NULL, true, image_pnm, "P6", 2},
};

static bool image_is(const image_format *f, const uint8_t *bytes, size_t n) {
    bool same = n >= f->n_magic;
    for (size_t i = 0; same && i < f->n_magic; i++) {
        same = f->magic[i] == '?' || bytes[i] == (uint8_t)f->magic[i];
    }
    return same;
}

static const image_format *image_find(const uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < sizeof image_formats / sizeof *image_formats; i++) {
        if (image_is(&image_formats[i], bytes, n)) return &image_formats[i];
    }
    return NULL;
}

bool image_new(image *to, size_t width, size_t height) {
    if (width == 0 || height == 0) return false;
    to->too_large = width > IMAGE_MAX_BYTES / 3 / height;
    if (to->too_large) return false;
    to->width = width;
    to->height = height;
    to->rgb = calloc(width * height, 3);
    to->too_large = to->rgb == NULL;
    return !to->too_large;
}

/* ---- the operator ---- */

enum { IMAGE_RGB, IMAGE_BGR, IMAGE_GRAY };

typedef struct image_params {
    int32_t pixels;
} image_params;

static cameo_status image_parse(cameo_op_context *c, void *params) {
    static const char *const names[] = {"RGB", "BGR", "Grayscale"};
    image_params *p = params;
    cameo_string text;
    if (!cameo_op_attr_string(c, "pixel_format", &text)) return CAMEO_OK;
    for (int32_t i = 0; i < 3; i++) {
        if (text.n != strlen(names[i]) || memcmp(text.p, names[i], text.n) != 0) continue;
        p->pixels = i;
        return CAMEO_OK;
    }
    return cameo_op_fail(c, CAMEO_E_MALFORMED, "pixel_format is none of RGB, BGR, Grayscale");
}

/* What input 0 holds; without pixels where it cannot be decoded. image_free it, also after a failure. */
static cameo_status image_of(cameo_op_context *c, const cameo_tensor *x, image *to) {
    const image_format *f = image_find(x->data, x->bytes);
    *to = (image){0};
    if (f == NULL) return CAMEO_OK;
    if (!f->here) {
        char text[120];
        snprintf(text, sizeof text, "the image is %s, and this command was built without %s", f->name, f->library);
        return cameo_op_fail(c, CAMEO_E_UNSUPPORTED, text);
    }
    if (f->decode(x->data, x->bytes, to)) return CAMEO_OK;
    free(to->rgb);
    to->rgb = NULL;
    to->width = to->height = 0;
    if (to->too_large) return cameo_op_fail(c, CAMEO_E_LIMIT, "the image is larger than 1 GiB, or than memory");
    return CAMEO_OK;
}

/* The size stands in the bytes, and whether they can be decoded is known only when they are: shape decodes, and so
 * does run. The library keeps nothing between the two for an operator. */
static cameo_status image_shape(cameo_op_context *c, const void *params) {
    const image_params *p = params;
    cameo_tensor x;
    int64_t dims[3] = {-1, -1, p->pixels == IMAGE_GRAY ? 1 : 3};
    if (cameo_op_n_inputs(c) != 1 || !cameo_op_input(c, 0, &x) || x.dtype != CAMEO_UINT8) {
        return cameo_op_fail(c, CAMEO_E_TYPE, "want one input, encoded, a tensor of uint8");
    }
    if (x.rank != UINT32_MAX && x.rank != 1) return cameo_op_fail(c, CAMEO_E_SHAPE, "encoded is not of rank 1");
    if (x.rank == 1 && x.dims[0] >= 0 && x.data != NULL) {
        image i;
        cameo_status status = image_of(c, &x, &i);
        free(i.rgb);
        if (status != CAMEO_OK) return status;
        dims[0] = (int64_t)i.height;
        dims[1] = (int64_t)i.width;
    }
    if (x.rank == 1 && x.dims[0] == 0) dims[0] = dims[1] = 0;
    return cameo_op_set_output(c, 0, CAMEO_UINT8, 3, dims);
}

/* Luma of ITU-R 601-2 in 16 bits behind the point. */
static uint8_t image_luma(const uint8_t *rgb) {
    return (uint8_t)((rgb[0] * 19595u + rgb[1] * 38470u + rgb[2] * 7471u + 0x8000u) >> 16);
}

static void image_store(const image *from, int32_t pixels, uint8_t *y) {
    size_t n = from->width * from->height;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *rgb = from->rgb + 3 * i;
        if (pixels == IMAGE_GRAY) {
            y[i] = image_luma(rgb);
            continue;
        }
        bool swap = pixels == IMAGE_BGR;
        y[3 * i] = rgb[swap ? 2 : 0];
        y[3 * i + 1] = rgb[1];
        y[3 * i + 2] = rgb[swap ? 0 : 2];
    }
}

static cameo_status image_run(cameo_op_context *c, const void *params) {
    const image_params *p = params;
    cameo_tensor x, y;
    image i;
    if (!cameo_op_input(c, 0, &x)) return CAMEO_E_INTERNAL;
    if (!cameo_op_output(c, 0, &y)) return CAMEO_OK;
    cameo_status status = image_of(c, &x, &i);
    size_t want = i.width * i.height * (p->pixels == IMAGE_GRAY ? 1 : 3);
    if (status == CAMEO_OK && want != y.bytes) status = cameo_op_fail(c, CAMEO_E_SHAPE, "the image has another size");
    if (status == CAMEO_OK && i.rgb != NULL) image_store(&i, p->pixels, (uint8_t *)(uintptr_t)y.data);
    free(i.rgb);
    return status;
}

const cameo_op tool_image_decoder = {.size = sizeof(cameo_op),
                                     .domain = "",
                                     .op_type = "ImageDecoder",
                                     .since = 20,
                                     .params_size = sizeof(image_params),
                                     .parse = image_parse,
                                     .shape = image_shape,
                                     .run = image_run};
