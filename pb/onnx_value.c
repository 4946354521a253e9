/* onnx_value.c — values in files of their own. See onnx_value.h.
 *
 * Reading and measuring are one walk over an explicit stack; on a counting arena nothing is
 * stored. A message is read twice: its items are counted before they get their array. */
#include "pb/onnx_value.h"

#include "base/bytes.h"
#include "base/ckd.h"
#include "base/dtype.h"
#include "base/limits.h"
#include "pb/onnx_impl.h"

#define VALUE_ALIGN 16 /* of tensor data: enough for every element type */

/* SequenceProto.elem_type and OptionalProto.elem_type, and the field that holds such an element. */
enum { VALUE_TENSOR = 1, VALUE_SPARSE = 2, VALUE_SEQUENCE = 3, VALUE_MAP = 4, VALUE_OPTIONAL = 5 };
#define VALUE_FIELD(elem_type) ((uint32_t)(elem_type) + 2)

static cameo_kind value_kind(int32_t elem_type) {
    switch (elem_type) {
    case VALUE_TENSOR: return CAMEO_KIND_TENSOR;
    case VALUE_SEQUENCE: return CAMEO_KIND_SEQUENCE;
    case VALUE_MAP: return CAMEO_KIND_MAP;
    case VALUE_OPTIONAL: return CAMEO_KIND_OPTIONAL;
    default: return CAMEO_KIND_NONE;
    }
}

/* A sequence or optional that is being read. */
typedef struct value_frame {
    cm_reader r;
    cameo_kind kind;    /* of its items */
    uint32_t field;     /* that holds them; 0: it has none */
    cameo_value *items; /* NULL on a counting arena */
    size_t n, i;
} value_frame;

typedef struct value_reader {
    cm_arena *a;
    cameo_error *e;
    size_t at;
    uint32_t n_stack;
    value_frame stack[CM_VALUE_MAX_DEPTH];
} value_reader;

/* ---- tensors --------------------------------------------------------------------------------- */

/* A NUL-terminated copy, or NULL for no name. */
static const char *value_copy_name(cm_arena *a, cm_str name) {
    if (name.n == 0 || name.n == SIZE_MAX) return NULL;
    char *p = cm_arena_alloc(a, name.n + 1, 1);
    if (p != NULL) memcpy(p, name.p, name.n);
    return p;
}

/* Between native and little-endian order, either way. */
static void value_copy(uint8_t *dst, const uint8_t *src, size_t size, cameo_dtype dtype) {
    if (CM_BIG_ENDIAN && cm_dtype_swap_width(dtype) > 1) {
        cm_copy_swapped(dst, src, size, cm_dtype_swap_width(dtype));
    } else if (size != 0) {
        memcpy(dst, src, size);
    }
}

/* The views of a string block of n elements (kernels/kernel.h). */
static cameo_string *value_strings(cm_arena *a, const uint8_t *block, size_t n) {
    cameo_string *s = CM_ARENA_NEW_N(a, cameo_string, n);
    if (s == NULL || block == NULL) return NULL;
    const char *text = (const char *)block + 4 * (n + 1);
    for (size_t i = 0; i < n; i++) {
        uint32_t begin = cm_load_u32(block + 4 * i), end = cm_load_u32(block + 4 * (i + 1));
        s[i] = (cameo_string){text + begin, (size_t)end - begin};
    }
    return s;
}

/* The decoder of the model's tensors, with tables of its own for one tensor. */
static cameo_status value_decode(value_reader *d, cm_reader r, int64_t *dims, uint8_t *pool,
                                 size_t pool_size, cm_tensor_proto *row) {
    cameo_model m;
    cameo_limits limits;
    cameo_limits_init(&limits, CAMEO_PRESET_HOST);
    cm_onnx_options options = {.limits = &limits};
    cm_onnx tensor = {.m = &m, .options = &options, .e = d->e};
    memset(&m, 0, sizeof m);
    m.t.ints.row = dims;
    m.t.ints.cap = CM_MAX_RANK;
    m.t.external.cap = CM_NONE;
    m.t.pool = pool;
    m.t.pool_size = pool_size;
    cameo_status status = cm_onnx_tensor_message(&tensor, r, row);
    cm_error_at_offset(d->e, tensor.at);
    return status;
}

static cameo_status value_read_tensor(value_reader *d, cm_reader r, cameo_value *v) {
    cm_tensor_proto row;
    int64_t dims[CM_MAX_RANK] = {0};
    CM_TRY(value_decode(d, r, dims, NULL, 0, &row));
    cameo_dtype dtype = (cameo_dtype)row.dtype;
    cameo_tensor *t = &v->tensor;
    v->kind = CAMEO_KIND_TENSOR;
    v->name = value_copy_name(d->a, row.name);
    t->dtype = dtype;
    t->rank = row.dims.n;
    memcpy(t->dims, dims, sizeof dims);
    t->bytes = row.payload.size;
    uint8_t *data = t->bytes == 0 ? NULL : cm_arena_alloc(d->a, t->bytes, VALUE_ALIGN);
    if (data != NULL && row.payload.segment == CM_SEG_FILE) {
        value_copy(data, r.buf + row.payload.off, t->bytes, dtype);
    } else if (data != NULL) {
        CM_TRY(value_decode(d, r, dims, data, t->bytes, &row));
    }
    t->data = data;
    if (dtype != CAMEO_STRING) return CAMEO_OK;
    t->data = value_strings(d->a, data, row.n_elem);
    t->bytes = row.n_elem * sizeof(cameo_string); /* fits: as many offsets lie in memory, or an
                                                     arena request above has failed */
    return CAMEO_OK;
}

/* ---- maps ------------------------------------------------------------------------------------ */

/* A MapProto's parts. */
typedef struct value_map {
    int32_t key_type;
    size_t n_keys, text_bytes;
    cm_reader values; /* the SequenceProto */
    size_t n_values;
} value_map;

static bool value_is_key(const cm_wire_field *w) {
    return (w->number == 3 && cm_wire_is_repeated(w, CM_WIRE_VARINT)) ||
           (w->number == 4 && w->wire_type == CM_WIRE_LEN);
}

static cameo_status value_scan_map(value_reader *d, cm_reader r, value_map *map) {
    cm_wire_field w;
    uint64_t v;
    memset(map, 0, sizeof *map);
    map->values = cm_reader_init(r.buf, 0, 0);
    while (cm_reader_next(&r, &w)) {
        d->at = w.begin;
        if (w.number == 3 && value_is_key(&w)) {
            cm_reader items = cm_reader_packed(&r, &w);
            while (cm_packed_varint_next(&items, &v)) map->n_keys++;
            CM_TRY(cm_reader_status(&items, d->e));
        } else if (value_is_key(&w)) {
            map->n_keys++;
            map->text_bytes += w.end - w.begin;
        } else if (cm_wire_tag(&w) == CM_WIRE_TAG(2, CM_WIRE_VARINT)) {
            map->key_type = cm_wire_i32(w.value);
        } else if (cm_wire_tag(&w) == CM_WIRE_TAG(5, CM_WIRE_LEN)) {
            map->values = cm_reader_sub(&r, &w);
        }
    }
    CM_TRY(cm_reader_status(&r, d->e));
    r = map->values;
    while (cm_reader_next(&r, &w)) {
        if (cm_wire_tag(&w) == CM_WIRE_TAG(VALUE_FIELD(VALUE_TENSOR), CM_WIRE_LEN)) map->n_values++;
    }
    CM_TRY(cm_reader_status(&r, d->e));
    CM_CHECK(map->n_keys == map->n_values, d->e, CAMEO_E_MALFORMED,
             "a map has %zu keys and %zu values", map->n_keys, map->n_values);
    bool known = map->key_type == CAMEO_INT64 || map->key_type == CAMEO_STRING;
    CM_CHECK(known, d->e, CAMEO_E_UNSUPPORTED, "a map has keys of %s, want int64 or string",
             cameo_dtype_name((cameo_dtype)map->key_type));
    return CAMEO_OK;
}

static void value_set_vector(cameo_value *v, cameo_dtype dtype, size_t n, void *data,
                             size_t bytes) {
    v->kind = CAMEO_KIND_TENSOR;
    v->tensor = (cameo_tensor){
        .dtype = dtype, .rank = 1, .dims = {(int64_t)n}, .data = data, .bytes = bytes};
}

/* One string, copied into the arena. */
static cameo_string value_copy_string(value_reader *d, const uint8_t *p, size_t n) {
    char *text = cm_arena_alloc(d->a, n, 1);
    if (text != NULL && n != 0) memcpy(text, p, n);
    return (cameo_string){text, n};
}

static cameo_status value_read_keys(value_reader *d, cm_reader r, const value_map *map,
                                    cameo_value *keys) {
    bool text = map->key_type == CAMEO_STRING;
    size_t size = text ? sizeof(cameo_string) : sizeof(int64_t), i = 0;
    void *data = cm_arena_alloc_n(d->a, map->n_keys, size, VALUE_ALIGN);
    cm_wire_field w;
    uint64_t v;
    while (cm_reader_next(&r, &w)) {
        if (!value_is_key(&w)) continue;
        CM_CHECK((w.number == 4) == text, d->e, CAMEO_E_MALFORMED, "a map's keys have two types");
        if (text) {
            cameo_string s = value_copy_string(d, r.buf + w.begin, w.end - w.begin);
            if (data != NULL) ((cameo_string *)data)[i++] = s;
            continue;
        }
        cm_reader items = cm_reader_packed(&r, &w);
        while (data != NULL && i < map->n_keys && cm_packed_varint_next(&items, &v)) {
            ((int64_t *)data)[i++] = cm_wire_i64(v);
        }
    }
    value_set_vector(keys, (cameo_dtype)map->key_type, map->n_keys, data, map->n_keys * size);
    return cm_reader_status(&r, d->e);
}

/* The values: tensors of one element each, of one type, become one vector. */
static cameo_status value_read_values(value_reader *d, const value_map *map, cameo_value *values) {
    cm_reader r = map->values;
    cm_wire_field w;
    cameo_dtype dtype = CAMEO_FLOAT;
    size_t size = 0, i = 0;
    uint8_t *data = NULL;
    while (cm_reader_next(&r, &w)) {
        if (cm_wire_tag(&w) != CM_WIRE_TAG(VALUE_FIELD(VALUE_TENSOR), CM_WIRE_LEN)) continue;
        cameo_value one = {0};
        cm_tensor_proto row;
        int64_t dims[CM_MAX_RANK];
        d->at = w.begin;
        cm_reader sub = cm_reader_sub(&r, &w);
        CM_TRY(value_decode(d, sub, dims, NULL, 0, &row));
        if (i == 0) {
            dtype = (cameo_dtype)row.dtype;
            size = dtype == CAMEO_STRING ? sizeof(cameo_string) : cameo_dtype_bits(dtype) / 8;
            data = cm_arena_alloc_n(d->a, map->n_values, size, VALUE_ALIGN);
        }
        CM_CHECK(row.dtype == (int32_t)dtype && row.n_elem == 1 && size != 0, d->e,
                 CAMEO_E_UNSUPPORTED, "a map's values are not single elements of one type");
        CM_TRY(value_read_tensor(d, sub, &one));
        if (data != NULL && one.tensor.data != NULL && i < map->n_values) {
            memcpy(data + i * size, one.tensor.data, size);
        }
        i++;
    }
    value_set_vector(values, dtype, map->n_values, data, map->n_values * size);
    return cm_reader_status(&r, d->e);
}

static cameo_status value_read_map(value_reader *d, cm_reader r, cameo_value *v) {
    value_map map;
    cameo_value keys = {0}, values = {0};
    CM_TRY(value_scan_map(d, r, &map));
    cameo_value *items = CM_ARENA_NEW_N(d->a, cameo_value, 2);
    CM_TRY(value_read_keys(d, r, &map, &keys));
    CM_TRY(value_read_values(d, &map, &values));
    if (items != NULL) {
        items[0] = keys;
        items[1] = values;
    }
    v->kind = CAMEO_KIND_MAP;
    v->items = items;
    v->n_items = 2;
    return CAMEO_OK;
}

/* ---- sequences and optionals ----------------------------------------------------------------- */

/* Counts the items of a SequenceProto or OptionalProto and opens a frame for them. */
static cameo_status value_open(value_reader *d, cm_reader r, cameo_kind kind, cameo_value *v) {
    CM_CHECK(d->n_stack < CM_VALUE_MAX_DEPTH, d->e, CAMEO_E_LIMIT,
             "values are nested deeper than %d", CM_VALUE_MAX_DEPTH);
    value_frame *f = &d->stack[d->n_stack++];
    *f = (value_frame){.r = r};
    int32_t elem_type = 0;
    size_t n[8] = {0}; /* messages in fields 3 to 7 */
    cm_str name = {NULL, 0};
    cm_wire_field w;
    while (cm_reader_next(&r, &w)) {
        d->at = w.begin;
        if (cm_wire_tag(&w) == CM_WIRE_TAG(1, CM_WIRE_LEN)) name = cm_reader_str(&r, &w);
        if (cm_wire_tag(&w) == CM_WIRE_TAG(2, CM_WIRE_VARINT)) elem_type = cm_wire_i32(w.value);
        if (w.number >= 3 && w.number <= 7 && w.wire_type == CM_WIRE_LEN) n[w.number]++;
    }
    CM_TRY(cm_reader_status(&r, d->e));
    CM_CHECK(elem_type >= 0 && elem_type <= VALUE_OPTIONAL, d->e, CAMEO_E_MALFORMED,
             "elem_type is %d", (int)elem_type);
    CM_CHECK(elem_type != VALUE_SPARSE, d->e, CAMEO_E_UNSUPPORTED, "sparse tensors in a sequence");
    f->kind = value_kind(elem_type);
    f->field = elem_type == 0 ? 0 : VALUE_FIELD(elem_type);
    f->n = n[f->field];
    CM_CHECK(kind != CAMEO_KIND_OPTIONAL || f->n <= 1, d->e, CAMEO_E_MALFORMED,
             "an optional has %zu values", f->n);
    f->items = CM_ARENA_NEW_N(d->a, cameo_value, f->n);
    v->kind = kind;
    v->name = value_copy_name(d->a, name);
    v->items = f->items;
    v->n_items = f->n;
    return CAMEO_OK;
}

/* One message of this kind into *v; a sequence or an optional leaves a frame for its items. */
static cameo_status value_read(value_reader *d, cm_reader r, cameo_kind kind, cameo_value *v) {
    switch (kind) {
    case CAMEO_KIND_TENSOR: return value_read_tensor(d, r, v);
    case CAMEO_KIND_MAP: return value_read_map(d, r, v);
    case CAMEO_KIND_SEQUENCE:
    case CAMEO_KIND_OPTIONAL: return value_open(d, r, kind, v);
    default: return CM_FAIL(d->e, CAMEO_E_ARG, "the kind of the value is %d", (int)kind);
    }
}

static cameo_status value_walk(value_reader *d) {
    while (d->n_stack > 0) {
        value_frame *f = &d->stack[d->n_stack - 1];
        cameo_value ignored;
        cm_wire_field w;
        memset(&ignored, 0, sizeof ignored);
        if (!cm_reader_next(&f->r, &w)) {
            CM_TRY(cm_reader_status(&f->r, d->e));
            d->n_stack--;
        } else if (w.number == f->field && w.wire_type == CM_WIRE_LEN && f->i < f->n) {
            cameo_value *item = f->items == NULL ? &ignored : &f->items[f->i];
            f->i++;
            d->at = w.begin;
            cm_reader sub = cm_reader_sub(&f->r, &w);
            CM_TRY(cm_reader_status(&sub, d->e));
            CM_TRY(value_read(d, sub, f->kind, item));
        }
    }
    return CAMEO_OK;
}

cameo_status cm_value_read(const uint8_t *bytes, size_t size, cameo_kind kind, cm_arena *a,
                           cameo_value *value, cameo_error *e) {
    value_reader d = {.a = a, .e = e};
    memset(value, 0, sizeof *value);
    cameo_status status = value_read(&d, cm_reader_init(bytes, size, CAMEO_MAX_DEPTH), kind, value);
    if (status == CAMEO_OK) status = value_walk(&d);
    if (status == CAMEO_OK) return cm_arena_status(a, "value", e);
    cm_error_at_offset(e, d.at);
    return status;
}

cameo_status cm_value_read_measure(const uint8_t *bytes, size_t size, cameo_kind kind,
                                   size_t *memory, cameo_error *e) {
    cm_arena a;
    cameo_value value;
    cm_arena_init_counting(&a);
    CM_TRY(cm_value_read(bytes, size, kind, &a, &value, e));
    *memory = a.used;
    return CAMEO_OK;
}
