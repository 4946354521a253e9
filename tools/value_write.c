/* value_write.c — values into files: .pb, .npy, .npz and raw elements. */
#include <string.h>

#include "base/ckd.h"
#include "base/dtype.h"
#include "base/utf8.h"
#include "pb/onnx_value.h"
#include "tools/value_io.h"
#include "tools/value_npz.h"

cameo_status tool_val_write_pb(const cameo_value *v, const char *name, const char *path, cameo_error *e) {
    cm_writer w = cm_writer_init(NULL, 0);
    cm_str label = cm_str_from_c(name);
    CM_TRY(cm_value_write(v, label, &w, e));
    size_t size = w.pos;
    uint8_t *bytes = tool_alloc(size);
    w = cm_writer_init(bytes, size);
    cameo_status status = cm_value_write(v, label, &w, e);
    if (status == CAMEO_OK) status = tool_write_file(path, bytes, size, e);
    free(bytes);
    return status;
}

/* ---- .npy ---- */

/* Kind and bytes of an element in the file; kind 0: numpy has no such type. Packed elements have a byte each. */
static char write_kind(cameo_dtype dtype, size_t *item) {
    uint32_t flags = cm_dtype_flags(dtype), bits = cameo_dtype_bits(dtype);
    *item = bits < 8 ? 1 : bits / 8;
    switch (dtype) {
    case CAMEO_BOOL: return 'b';
    case CAMEO_FLOAT16:
    case CAMEO_FLOAT:
    case CAMEO_DOUBLE: return 'f';
    case CAMEO_INT2:
    case CAMEO_INT4:
    case CAMEO_INT8:
    case CAMEO_INT16:
    case CAMEO_INT32:
    case CAMEO_INT64: return 'i';
    case CAMEO_UINT2:
    case CAMEO_UINT4:
    case CAMEO_UINT8:
    case CAMEO_UINT16:
    case CAMEO_UINT32:
    case CAMEO_UINT64: return 'u';
    case CAMEO_STRING: return 'U';
    default: return (flags & CM_DTF_COMPLEX) != 0 ? 'c' : (bits != 0 ? 'V' : 0);
    }
}

/* Code points of a text, at to unless that is NULL; SIZE_MAX: it is no UTF-8. */
static size_t write_points(cameo_string s, uint32_t *to) {
    size_t n = 0;
    for (size_t at = 0; at < s.n; n++) {
        uint32_t c = cm_utf8_next((cm_str){s.p, s.n}, &at);
        if (c >= CM_UTF8_BAD) return SIZE_MAX;
        if (to != NULL) to[n] = c;
    }
    return n;
}

/* Bytes of the longest text in the file, at least those of one character; 0: one is no UTF-8. */
static size_t write_text_item(const cameo_tensor *t, size_t n) {
    size_t most = 1;
    for (size_t i = 0; i < n; i++) {
        size_t k = write_points(((const cameo_string *)t->data)[i], NULL);
        if (k == SIZE_MAX) return 0;
        if (k > most) most = k;
    }
    return most * 4;
}

static void write_elem(const cameo_tensor *t, size_t i, size_t item, uint8_t *to) {
    uint32_t bits = cameo_dtype_bits(t->dtype);
    if (t->dtype == CAMEO_STRING) {
        uint32_t *points = tool_alloc(item);
        memset(points, 0, item);
        (void)write_points(((const cameo_string *)t->data)[i], points);
        memcpy(to, points, item);
        free(points);
    } else if (bits >= 8) {
        memcpy(to, (const uint8_t *)t->data + i * item, item);
    } else {
        uint32_t x = ((uint32_t)((const uint8_t *)t->data)[i * bits / 8] >> (i * bits % 8)) & ((1u << bits) - 1);
        bool negative = (t->dtype == CAMEO_INT4 || t->dtype == CAMEO_INT2) && (x >> (bits - 1)) != 0;
        *to = (uint8_t)(negative ? x | ~((1u << bits) - 1) : x);
    }
}

/* The dict of the header, padded so that the elements begin at a multiple of 64. */
static size_t write_header(const cameo_tensor *t, char kind, size_t item, uint8_t *to) {
    char text[64 + CAMEO_MAX_RANK * 24];
    char order = item == 1 && kind != 'U' ? '|' : (CM_BIG_ENDIAN ? '>' : '<');
    int n = snprintf(text, sizeof text, "{'descr': '%c%c%zu', 'fortran_order': False, 'shape': (", order, kind,
                     kind == 'U' ? item / 4 : item);
    for (uint32_t d = 0; d < t->rank; d++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%lld%s", (long long)t->dims[d],
                      t->rank == 1 ? "," : (d + 1 < t->rank ? ", " : ""));
    n += snprintf(text + n, sizeof text - (size_t)n, "), }");
    size_t all = (10 + (size_t)n + 1 + 63) / 64 * 64, dict = all - 10;
    memcpy(to, "\x93NUMPY\x01", 8);
    to[8] = (uint8_t)dict;
    to[9] = (uint8_t)(dict >> 8);
    memset(to + 10, ' ', dict);
    memcpy(to + 10, text, (size_t)n);
    to[all - 1] = '\n';
    return all;
}

cameo_status tool_val_make_npy(const cameo_value *v, tool_bytes *file, cameo_error *e) {
    const cameo_tensor *t = &v->tensor;
    CM_CHECK(v->kind == CAMEO_KIND_TENSOR, e, CAMEO_E_TYPE,
             "no tensor: only .pb files hold sequences, optionals and maps");
    size_t item, n = tool_tensor_count(t), bytes;
    char kind = write_kind(t->dtype, &item);
    CM_CHECK(kind != 0, e, CAMEO_E_UNSUPPORTED, "numpy has no %s: use a .pb file", cameo_dtype_name(t->dtype));
    if (kind == 'U') item = write_text_item(t, n);
    CM_CHECK(item != 0, e, CAMEO_E_UNSUPPORTED, "a text is no UTF-8: use a .pb file");
    CM_CHECK(!cm_ckd_mul(n, item, &bytes) && bytes <= SIZE_MAX - 1024, e, CAMEO_E_LIMIT, "the size in bytes overflows");
    file->p = tool_alloc(bytes + 1024);
    file->n = write_header(t, kind, item, file->p);
    for (size_t i = 0; i < n; i++, file->n += item) write_elem(t, i, item, file->p + file->n);
    return CAMEO_OK;
}

/* Elements of a file are little-endian, whatever the processor. */
static cameo_status write_raw(const cameo_tensor *t, const char *path, cameo_error *e) {
    cameo_tensor copy = *t;
    if (t->bytes == 0) return tool_write_file(path, "", 0, e);
    copy.data = tool_alloc(t->bytes);
    memcpy(copy.data, t->data, t->bytes);
    tool_tensor_from_le(&copy);
    cameo_status status = tool_write_file(path, copy.data, copy.bytes, e);
    free(copy.data);
    return status;
}

cameo_status tool_val_write(const cameo_value *v, const char *name, const char *path, cameo_error *e) {
    tool_bytes npy = {NULL, 0};
    if (tool_has_ending(path, ".pb")) return tool_val_write_pb(v, name, path, e);
    if (!tool_has_ending(path, ".npy") && !tool_has_ending(path, ".npz")) {
        bool raw = v->kind == CAMEO_KIND_TENSOR && v->tensor.dtype != CAMEO_STRING;
        CM_CHECK(raw, e, CAMEO_E_TYPE, "output %s: a raw file holds a tensor of numbers: use .pb", name);
        return write_raw(&v->tensor, path, e);
    }
    cameo_error own = {0};
    cameo_status status = tool_val_make_npy(v, &npy, &own);
    CM_CHECK(status == CAMEO_OK, e, status, "output %s: %s", name, own.msg);
    if (tool_has_ending(path, ".npy")) {
        status = tool_write_file(path, npy.p, npy.n, e);
    } else {
        tool_npz_writer w;
        status = tool_npz_create(&w, path, e);
        if (status == CAMEO_OK) {
            tool_npz_add(&w, name, &npy);
            status = tool_npz_finish(&w, path, e);
        }
    }
    free(npy.p);
    return status;
}
