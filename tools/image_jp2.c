/* image_jp2.c — JPEG 2000 by libopenjp2: JP2 files and bare codestreams, of one component or three and more, at any
 * depth and sampling. */
#include "tools/image.h"

#if TOOL_IMAGE_JP2
#include <string.h>

#include <openjpeg.h>

typedef struct jp2_bytes {
    const uint8_t *p;
    size_t n, at;
} jp2_bytes;

static OPJ_SIZE_T jp2_read(void *to, OPJ_SIZE_T n, void *ctx) {
    jp2_bytes *f = ctx;
    size_t take = n < f->n - f->at ? n : f->n - f->at;
    if (take == 0) return (OPJ_SIZE_T)-1;
    memcpy(to, f->p + f->at, take);
    f->at += take;
    return take;
}

static OPJ_OFF_T jp2_skip(OPJ_OFF_T n, void *ctx) {
    jp2_bytes *f = ctx;
    if (n < 0 || (uint64_t)n > f->n - f->at) return -1;
    f->at += (size_t)n;
    return n;
}

static OPJ_BOOL jp2_seek(OPJ_OFF_T to, void *ctx) {
    jp2_bytes *f = ctx;
    if (to < 0 || (uint64_t)to > f->n) return OPJ_FALSE;
    f->at = (size_t)to;
    return OPJ_TRUE;
}

static uint8_t jp2_clamp(double v) { return (uint8_t)(v <= 0 ? 0 : v >= 255 ? 255 : v + 0.5); }

/* Sample (x, y) of the image as 0..255. */
static uint8_t jp2_sample(const opj_image_comp_t *c, size_t x, size_t y) {
    size_t column = x / c->dx, row = y / c->dy;
    if (column >= c->w || row >= c->h || c->data == NULL || c->prec == 0 || c->prec > 31) return 0;
    double v = c->data[row * c->w + column];
    if (c->sgnd) v += (double)(UINT32_C(1) << (c->prec - 1));
    return jp2_clamp(v * 255 / (double)((UINT64_C(1) << c->prec) - 1));
}

/* YCbCr of ITU-R 601, all ranges full. */
static void jp2_from_ycc(uint8_t *rgb) {
    double y = rgb[0], cb = rgb[1] - 128.0, cr = rgb[2] - 128.0;
    rgb[0] = jp2_clamp(y + 1.402 * cr);
    rgb[1] = jp2_clamp(y - 0.344136 * cb - 0.714136 * cr);
    rgb[2] = jp2_clamp(y + 1.772 * cb);
}

static bool jp2_pixels(const opj_image_t *from, image *to) {
    if (from->numcomps == 0 || from->x1 <= from->x0 || from->y1 <= from->y0) return false;
    for (uint32_t k = 0; k < from->numcomps; k++) {
        if (from->comps[k].dx == 0 || from->comps[k].dy == 0) return false;
    }
    if (!image_new(to, from->x1 - from->x0, from->y1 - from->y0)) return false;
    for (size_t i = 0; i < to->width * to->height; i++) {
        for (size_t k = 0; k < 3; k++) {
            const opj_image_comp_t *c = &from->comps[from->numcomps < 3 ? 0 : k];
            to->rgb[3 * i + k] = jp2_sample(c, i % to->width, i / to->width);
        }
        if (from->color_space == OPJ_CLRSPC_SYCC && from->numcomps >= 3) jp2_from_ycc(to->rgb + 3 * i);
    }
    return true;
}

static bool jp2_decode(opj_codec_t *codec, opj_stream_t *stream, opj_image_t **from, image *to) {
    opj_dparameters_t parameters;
    opj_set_default_decoder_parameters(&parameters);
    if (!opj_setup_decoder(codec, &parameters) || !opj_read_header(stream, codec, from)) return false;
    uint64_t width = (*from)->x1 - (*from)->x0, height = (*from)->y1 - (*from)->y0;
    to->too_large = height != 0 && width > IMAGE_MAX_BYTES / 12 / height; /* a component has 4 bytes */
    if (to->too_large) return false;
    return opj_decode(codec, stream, *from) && opj_end_decompress(codec, stream) && jp2_pixels(*from, to);
}

bool image_jp2(const uint8_t *bytes, size_t n, image *to) {
    jp2_bytes file = {bytes, n, 0};
    opj_codec_t *codec = opj_create_decompress(n != 0 && bytes[0] == 0xff ? OPJ_CODEC_J2K : OPJ_CODEC_JP2);
    opj_stream_t *stream = opj_stream_default_create(OPJ_TRUE);
    opj_image_t *from = NULL;
    bool ok = codec != NULL && stream != NULL;
    if (ok) {
        opj_stream_set_user_data(stream, &file, NULL);
        opj_stream_set_user_data_length(stream, n);
        opj_stream_set_read_function(stream, jp2_read);
        opj_stream_set_skip_function(stream, jp2_skip);
        opj_stream_set_seek_function(stream, jp2_seek);
        ok = jp2_decode(codec, stream, &from, to);
    }
    if (from != NULL) opj_image_destroy(from);
    if (stream != NULL) opj_stream_destroy(stream);
    if (codec != NULL) opj_destroy_codec(codec);
    return ok;
}
#else
bool image_jp2(const uint8_t *bytes, size_t n, image *to) {
    (void)bytes, (void)n, (void)to;
    return false;
}
#endif
