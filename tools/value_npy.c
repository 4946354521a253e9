/* value_npy.c — numpy's .npy files: a magic, a header that is a Python dict, the elements.
 * Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
#include <string.h>

#include "base/ckd.h"
#include "base/dtype.h"
#include "tools/value_io.h"

typedef struct npy_header {
    char descr[16]; /* "<f4" */
    char kind;      /* b i u f c V U S */
    size_t item;    /* bytes of one element in the file */
    bool swap;      /* the file's byte order is not ours */
    bool fortran;   /* first dim varies fastest */
    uint32_t rank;
    int64_t dims[CAMEO_MAX_RANK];
    const uint8_t *data;
    size_t data_size;
} npy_header;

/* The text behind 'key': in the header, or NULL. */
static const char *npy_find(const char *header, const char *key) {
    const char *p = strstr(header, key);
    if (p == NULL) return NULL;
    p += strlen(key);
    while (*p == '\'' || *p == '"' || *p == ' ') p++;
    if (*p != ':') return NULL;
    p++;
    while (*p == ' ') p++;
    return p;
}

static cameo_status npy_parse_descr(const char *text, npy_header *h, cameo_error *e) {
    const char *p = text == NULL ? NULL : npy_find(text, "descr");
    CM_CHECK(p != NULL && (*p == '\'' || *p == '"'), e, CAMEO_E_MALFORMED,
             "the .npy header has no simple descr");
    char quote = *p++;
    size_t n = 0;
    while (p[n] != 0 && p[n] != quote && n < sizeof h->descr - 1) n++;
    CM_CHECK(p[n] == quote && n >= 3, e, CAMEO_E_MALFORMED, "the .npy descr is not understood");
    memcpy(h->descr, p, n);
    h->descr[n] = 0;
    char *end;
    h->kind = h->descr[1];
    unsigned long width = strtoul(h->descr + 2, &end, 10);
    h->item = (size_t)width * (h->kind == 'U' ? 4 : 1);
    CM_CHECK(*end == 0 && width >= 1 && width < 1UL << 28 && strchr("<>|=", h->descr[0]) != NULL, e,
             CAMEO_E_MALFORMED, "the .npy descr is \"%s\"", h->descr);
    h->swap = (h->descr[0] == '>' && !CM_BIG_ENDIAN) || (h->descr[0] == '<' && CM_BIG_ENDIAN);
    return CAMEO_OK;
}

static cameo_status npy_parse_shape(const char *text, npy_header *h, cameo_error *e) {
    const char *p = npy_find(text, "shape");
    CM_CHECK(p != NULL && *p == '(', e, CAMEO_E_MALFORMED, "the .npy header has no shape");
    for (p++; *p != ')' && *p != 0;) {
        if (*p == ',' || *p == ' ') {
            p++;
            continue;
        }
        char *end;
        CM_CHECK(h->rank < CAMEO_MAX_RANK, e, CAMEO_E_LIMIT, "more than %d dims", CAMEO_MAX_RANK);
        CM_CHECK(*p >= '0' && *p <= '9', e, CAMEO_E_MALFORMED, "the .npy shape is not understood");
        h->dims[h->rank++] = strtoll(p, &end, 10);
        p = *end == 'L' ? end + 1 : end;
    }
    return CAMEO_OK;
}

static cameo_status npy_parse_header(const tool_bytes *f, npy_header *h, cameo_error *e) {
    memset(h, 0, sizeof *h);
    CM_CHECK(f->n >= 12 && memcmp(f->p, "\x93NUMPY", 6) == 0, e, CAMEO_E_MALFORMED,
             "not a .npy file");
    size_t start = f->p[6] == 1 ? 10 : 12;
    size_t n = (size_t)f->p[8] | (size_t)f->p[9] << 8;
    if (start == 12) n |= (size_t)f->p[10] << 16 | (size_t)f->p[11] << 24;
    CM_CHECK(f->p[6] >= 1 && f->p[6] <= 3 && n <= f->n - start, e, CAMEO_E_MALFORMED,
             "the .npy file ends in its header");
    char *text = tool_copy_text((cameo_string){(const char *)f->p + start, n});
    const char *order = npy_find(text, "fortran_order");
    h->fortran = order != NULL && strncmp(order, "True", 4) == 0;
    cameo_status status = npy_parse_descr(text, h, e);
    if (status == CAMEO_OK) status = npy_parse_shape(text, h, e);
    free(text);
    h->data = f->p + start + n;
    h->data_size = f->n - start - n;
    return status;
}

static cameo_dtype npy_dtype(const npy_header *h, cameo_dtype want) {
    static const struct {
        char kind;
        uint8_t item, dtype;
    } rows[] = {{'b', 1, CAMEO_BOOL},      {'i', 1, CAMEO_INT8},       {'i', 2, CAMEO_INT16},
                {'i', 4, CAMEO_INT32},     {'i', 8, CAMEO_INT64},      {'u', 1, CAMEO_UINT8},
                {'u', 2, CAMEO_UINT16},    {'u', 4, CAMEO_UINT32},     {'u', 8, CAMEO_UINT64},
                {'f', 2, CAMEO_FLOAT16},   {'f', 4, CAMEO_FLOAT},      {'f', 8, CAMEO_DOUBLE},
                {'c', 8, CAMEO_COMPLEX64}, {'c', 16, CAMEO_COMPLEX128}};
    if (h->kind == 'U' || h->kind == 'S') return CAMEO_STRING;
    bool small = h->item == 1 && strchr("iuV", h->kind) != NULL;
    if (small && (cm_dtype_flags(want) & CM_DTF_SUBBYTE) != 0) return want;
    if (h->kind == 'V' && h->item * 8 == cameo_dtype_bits(want)) return want;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].kind == h->kind && rows[i].item == h->item) return (cameo_dtype)rows[i].dtype;
    }
    return CAMEO_UNDEFINED;
}

/* Index in the file of element i of the row-major tensor. */
static size_t npy_source(const npy_header *h, size_t i) {
    size_t at = 0, stride = 1;
    size_t index[CAMEO_MAX_RANK];
    if (!h->fortran) return i;
    for (uint32_t d = h->rank; d-- > 0; i /= (size_t)h->dims[d]) index[d] = i % (size_t)h->dims[d];
    for (uint32_t d = 0; d < h->rank; d++) {
        at += index[d] * stride;
        stride *= (size_t)h->dims[d];
    }
    return at;
}

/* One element, in our byte order; the two halves of a complex number are swapped each. */
static void npy_copy(const npy_header *h, const uint8_t *from, uint8_t *to) {
    size_t unit = h->kind == 'c' ? h->item / 2 : h->item;
    for (size_t k = 0; k < h->item; k++) {
        size_t in_unit = k % unit;
        to[k] = from[h->swap ? k - in_unit + (unit - 1 - in_unit) : k];
    }
}

static void npy_set_subbyte(cameo_tensor *t, size_t i, uint8_t x) {
    if (cameo_dtype_bits(t->dtype) == 4)
        cm_u4_set(t->data, i, x);
    else
        cm_u2_set(t->data, i, x);
}

/* U: UTF-32 code points, S: bytes; both padded with zeros. Texts go behind one another. */
static size_t npy_text(const npy_header *h, const uint8_t *from, char *to) {
    size_t n = 0;
    if (h->kind == 'S') {
        n = h->item;
        while (n > 0 && from[n - 1] == 0) n--;
        memcpy(to, from, n);
        return n;
    }
    size_t n_points = h->item / 4;
    while (n_points > 0 && memcmp(from + (n_points - 1) * 4, "\0\0\0", 4) == 0) n_points--;
    for (size_t i = 0; i < n_points; i++) {
        const uint8_t *p = from + i * 4;
        bool big = h->swap != (bool)CM_BIG_ENDIAN;
        uint32_t c = big ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]
                         : (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
        if (c < 0x80) {
            to[n++] = (char)c;
        } else if (c < 0x800) {
            to[n++] = (char)(0xc0 | c >> 6);
            to[n++] = (char)(0x80 | (c & 63));
        } else if (c < 0x10000) {
            to[n++] = (char)(0xe0 | c >> 12);
            to[n++] = (char)(0x80 | (c >> 6 & 63));
            to[n++] = (char)(0x80 | (c & 63));
        } else {
            to[n++] = (char)(0xf0 | (c >> 18 & 7));
            to[n++] = (char)(0x80 | (c >> 12 & 63));
            to[n++] = (char)(0x80 | (c >> 6 & 63));
            to[n++] = (char)(0x80 | (c & 63));
        }
    }
    return n;
}

cameo_status tool_val_parse_npy(tool_val *v, const tool_bytes *file, cameo_dtype want,
                                cameo_error *e) {
    npy_header h;
    CM_TRY(npy_parse_header(file, &h, e));
    cameo_dtype dtype = npy_dtype(&h, want);
    CM_CHECK(dtype != CAMEO_UNDEFINED, e, CAMEO_E_UNSUPPORTED, ".npy elements of type \"%s\"",
             h.descr);
    size_t bytes = h.item, n; /* no memory is taken before the file is known to have all elements */
    bool fits = true;
    for (uint32_t d = 0; d < h.rank; d++) fits = fits && !cm_ckd_mul(bytes, (size_t)h.dims[d], &bytes);
    CM_CHECK(fits && bytes == h.data_size, e, CAMEO_E_MALFORMED,
             "the .npy file has %zu bytes of data, not what its shape says", h.data_size);
    CM_TRY(tool_val_tensor(v, dtype, h.rank, h.dims, e));
    cameo_tensor *t = &v->v.tensor;
    n = bytes / h.item;
    char *text = NULL;
    if (dtype == CAMEO_STRING) v->memory2 = text = tool_alloc(bytes + 1);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *from = h.data + npy_source(&h, i) * h.item;
        if (text != NULL) {
            size_t length = npy_text(&h, from, text);
            ((cameo_string *)t->data)[i] = (cameo_string){text, length};
            text += length;
        } else if (cameo_dtype_bits(dtype) < 8) {
            npy_set_subbyte(t, i, *from);
        } else {
            npy_copy(&h, from, (uint8_t *)t->data + i * h.item);
        }
    }
    return CAMEO_OK;
}
