/* value_io.c — see value_io.h: .pb and raw files, random values. */
#include <string.h>

#include "base/bytes.h"
#include "base/ckd.h"
#include "base/dtype.h"
#include "pb/onnx_value.h"
#include "tools/value_io.h"
#include "tools/value_npz.h"

void tool_val_free(tool_val *v) {
    free(v->memory);
    free(v->memory2);
    memset(v, 0, sizeof *v);
}

size_t tool_tensor_count(const cameo_tensor *t) {
    size_t n = 1;
    for (uint32_t i = 0; i < t->rank; i++) n *= (size_t)t->dims[i];
    return n;
}

/* Bytes of a tensor. Errors: E_LIMIT too many dims, more elements than can be counted. */
static cameo_status io_tensor_bytes(cameo_dtype dtype, uint32_t rank, const int64_t *dims, size_t *bytes,
                                      cameo_error *e) {
    size_t n = 1;
    CM_CHECK(rank <= CAMEO_MAX_RANK, e, CAMEO_E_LIMIT, "rank %u, want at most %d", (unsigned)rank,
             CAMEO_MAX_RANK);
    for (uint32_t i = 0; i < rank; i++) {
        CM_CHECK(dims[i] >= 0 && !cm_ckd_mul(n, (size_t)dims[i], &n), e, CAMEO_E_LIMIT,
                 "the element count overflows");
    }
    return cm_dtype_bytes(dtype, n, bytes);
}

cameo_status tool_val_tensor(tool_val *v, cameo_dtype dtype, uint32_t rank, const int64_t *dims,
                             cameo_error *e) {
    size_t bytes;
    CM_TRY(io_tensor_bytes(dtype, rank, dims, &bytes, e));
    memset(v, 0, sizeof *v);
    v->memory = tool_alloc(bytes);
    memset(v->memory, 0, bytes);
    v->v.kind = CAMEO_KIND_TENSOR;
    v->v.tensor = (cameo_tensor){.dtype = dtype, .rank = rank, .data = v->memory, .bytes = bytes};
    for (uint32_t i = 0; i < rank; i++) v->v.tensor.dims[i] = dims[i];
    return CAMEO_OK;
}

/* The binding of dim d of the type, by its name or as NAME:d. */
static const cameo_dim_binding *io_find_dim(const cameo_dim_binding *dims, size_t n, const cameo_type *type,
                                            uint32_t d) {
    cm_str param = {type->dim_params[d].p, type->dim_params[d].n}, name = {type->name.p, type->name.n};
    for (size_t i = 0; i < n; i++) {
        cm_str input;
        uint32_t axis;
        if (param.n != 0 && cm_str_is(param, dims[i].name)) return &dims[i];
        bool place = cm_str_axis(cm_str_from_c(dims[i].name), &input, &axis);
        if (place && axis == d && cm_str_eq(input, name)) return &dims[i];
    }
    return NULL;
}

void tool_bind_type(const cameo_type *type, const cameo_dim_binding *dims, size_t n_dims,
                    cameo_tensor *t) {
    memset(t, 0, sizeof *t);
    t->dtype = type->dtype;
    t->rank = type->has_shape ? type->rank : 0;
    for (uint32_t i = 0; i < t->rank; i++) {
        const cameo_dim_binding *b = io_find_dim(dims, n_dims, type, i);
        t->dims[i] = type->dims[i] >= 0 ? type->dims[i] : b != NULL ? b->min : 1;
    }
}

/* ---- files ---- */

/* What went wrong while a file was read, with its path. */
static cameo_status io_fail(const char *path, cameo_status status, const cameo_error *own, cameo_error *e) {
    if (status == CAMEO_OK) return status;
    size_t most = sizeof own->msg / 2; /* of each text, so that both are seen */
    int n_path = (int)cm_min_size(strlen(path), most), n_msg = (int)cm_min_size(strlen(own->msg), most);
    (void)CM_FAIL(e, status, "%.*s: %.*s", n_path, path, n_msg, own->msg);
    if (e != NULL) e->offset = own->offset;
    return status;
}

static cameo_status io_parse_pb(tool_val *v, const tool_bytes *b, cameo_kind kind, cameo_error *e) {
    size_t size;
    cm_arena a;
    CM_TRY(cm_value_read_measure(b->p, b->n, kind, &size, e));
    memset(v, 0, sizeof *v);
    v->memory = tool_alloc(size);
    cm_arena_init(&a, v->memory, size);
    cameo_status status = cm_value_read(b->p, b->n, kind, &a, &v->v, e);
    if (status != CAMEO_OK) tool_val_free(v);
    return status;
}

cameo_status tool_val_read_pb(tool_val *v, const char *path, cameo_kind kind, cameo_error *e) {
    tool_bytes b;
    cameo_error own = {0};
    CM_TRY(tool_read_file(path, &b, e));
    cameo_status status = io_parse_pb(v, &b, kind == CAMEO_KIND_NONE ? CAMEO_KIND_TENSOR : kind, &own);
    free(b.p);
    return io_fail(path, status, &own, e);
}

/* The one free dim that no binding names is what the size says; rank if there is none. */
static uint32_t io_open_dim(const cameo_type *type, const cameo_dim_binding *dims, size_t n_dims) {
    uint32_t n = type->has_shape ? type->rank : 0;
    for (uint32_t i = 0; i < n; i++) {
        if (type->dims[i] < 0 && io_find_dim(dims, n_dims, type, i) == NULL) return i;
    }
    return n;
}

void tool_tensor_from_le(cameo_tensor *t) {
    const uint32_t bits = cameo_dtype_bits(t->dtype);
    bool complex = t->dtype == CAMEO_COMPLEX64 || t->dtype == CAMEO_COMPLEX128;
    size_t unit = bits / 8 / (complex ? 2 : 1);
    if (unit < 2 || !CM_BIG_ENDIAN) return;
    uint8_t *p = t->data;
    for (size_t i = 0; i + unit <= t->bytes; i += unit) {
        for (size_t k = 0; k < unit / 2; k++) {
            uint8_t x = p[i + k];
            p[i + k] = p[i + unit - 1 - k];
            p[i + unit - 1 - k] = x;
        }
    }
}

/* Bytes of the tensor with 1 in dim `open`. */
static size_t io_least(const cameo_tensor *t, uint32_t open) {
    cameo_tensor one = *t;
    size_t bytes = 0;
    one.dims[open] = 1;
    return cm_dtype_bytes(t->dtype, tool_tensor_count(&one), &bytes) == CAMEO_OK ? bytes : 0;
}

static cameo_status io_parse_raw(tool_val *v, const tool_bytes *b, const cameo_type *type,
                                 const cameo_dim_binding *dims, size_t n_dims, cameo_error *e) {
    cameo_tensor t;
    CM_CHECK(type->kind == CAMEO_KIND_TENSOR && cameo_dtype_bits(type->dtype) != 0, e, CAMEO_E_TYPE,
             "only a tensor of numbers can be read from a raw file");
    CM_CHECK(type->has_shape, e, CAMEO_E_SHAPE,
             "the input's rank is not declared: use .npy or .pb");
    tool_bind_type(type, dims, n_dims, &t);
    const uint32_t open = io_open_dim(type, dims, n_dims);
    if (open < t.rank) {
        size_t n = tool_tensor_count(&t), bits = cameo_dtype_bits(t.dtype);
        t.dims[open] = n == 0 ? 0 : (int64_t)(b->n * 8 / bits / n);
    }
    size_t want;
    CM_TRY(io_tensor_bytes(t.dtype, t.rank, t.dims, &want, e));
    CM_CHECK(want == b->n || open == t.rank, e, CAMEO_E_SHAPE, "the file has %zu bytes, no multiple of %zu", b->n,
             io_least(&t, open));
    CM_CHECK(want == b->n, e, CAMEO_E_SHAPE, "the file has %zu bytes, its dims need %zu", b->n, want);
    CM_TRY(tool_val_tensor(v, t.dtype, t.rank, t.dims, e));
    if (b->n != 0) memcpy(v->memory, b->p, b->n);
    tool_tensor_from_le(&v->v.tensor);
    return CAMEO_OK;
}

/* Array `name` of an .npz file, or its only one. */
static cameo_status io_read_npz(tool_val *v, const char *path, const cameo_type *type, cameo_error *e) {
    tool_npz z;
    tool_bytes npy = {NULL, 0};
    cameo_status status = tool_npz_read(&z, path, e);
    const tool_npz_member *m = status == CAMEO_OK ? tool_npz_find(&z, type->name) : NULL;
    if (m == NULL && z.n == 1) m = z.member;
    if (status == CAMEO_OK && m == NULL) {
        cm_near near = cm_near_begin((cm_str){type->name.p, type->name.n});
        for (size_t i = 0; i < z.n; i++) cm_near_offer(&near, (cm_str){z.member[i].name.p, z.member[i].name.n});
        status = CM_FAIL(e, CAMEO_E_ARG, "%s has no array \"%.*s\"%s", path, (int)cm_min_size(type->name.n, 64),
                         type->name.p, cm_near_end(&near));
    }
    if (status == CAMEO_OK) status = tool_npz_unpack(m, &npy, e);
    if (status == CAMEO_OK) status = tool_val_parse_npy(v, &npy, type->dtype, e);
    free(npy.p);
    tool_npz_free(&z);
    return status;
}

/* Bytes of standard input: an .npy file is known by its first ones. */
static bool io_is_npy(const char *path, const tool_bytes *b) {
    bool magic = b->n >= 6 && memcmp(b->p, "\x93NUMPY", 6) == 0;
    return tool_has_ending(path, ".npy") || (strcmp(path, "-") == 0 && magic);
}

cameo_status tool_val_read(tool_val *v, const char *path, const cameo_type *type,
                           const cameo_dim_binding *dims, size_t n_dims, cameo_error *e) {
    tool_bytes b;
    cameo_error own = {0};
    bool message = strcmp(path, "-") == 0 && type->kind > CAMEO_KIND_TENSOR; /* these have no other form */
    if (tool_has_ending(path, ".pb") || message) return tool_val_read_pb(v, path, type->kind, e);
    if (tool_has_ending(path, ".npz")) return io_read_npz(v, path, type, e);
    CM_TRY(tool_read_file(path, &b, e));
    cameo_status status = io_is_npy(path, &b) ? tool_val_parse_npy(v, &b, type->dtype, &own)
                                              : io_parse_raw(v, &b, type, dims, n_dims, &own);
    free(b.p);
    return io_fail(path, status, &own, e);
}

/* ---- random values ---- */

/* splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
static uint64_t io_random(uint64_t *seed) {
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void io_random_float(cameo_tensor *t, size_t i, double x) {
    uint8_t *p = t->data;
    switch (t->dtype) {
    case CAMEO_FLOAT: ((float *)t->data)[i] = (float)x; break;
    case CAMEO_DOUBLE: ((double *)t->data)[i] = x; break;
    case CAMEO_FLOAT16: ((uint16_t *)t->data)[i] = cm_f16_from_f64(x); break;
    case CAMEO_BFLOAT16: ((uint16_t *)t->data)[i] = cm_bf16_from_f64(x); break;
    case CAMEO_FLOAT8E8M0: p[i] = cm_e8m0_from_f32((float)x, true, CM_E8M0_NEAREST); break;
    case CAMEO_FLOAT4E2M1: cm_u4_set(p, i, cm_f4_from_f32((float)x)); break;
    default: p[i] = cm_f8_from_f64(t->dtype, x, true); break;
    }
}

static void io_random_elem(cameo_tensor *t, size_t i, uint64_t bits) {
    static const char texts[10][2] = {{'t', '0'}, {'t', '1'}, {'t', '2'}, {'t', '3'}, {'t', '4'},
                                      {'t', '5'}, {'t', '6'}, {'t', '7'}, {'t', '8'}, {'t', '9'}};
    uint8_t *p = t->data;
    switch (t->dtype) {
    case CAMEO_STRING: ((cameo_string *)t->data)[i] = (cameo_string){texts[bits % 10], 2}; break;
    case CAMEO_BOOL: p[i] = bits & 1; break;
    case CAMEO_UINT8:
    case CAMEO_INT8: p[i] = (uint8_t)(bits >> 56); break;
    case CAMEO_UINT16:
    case CAMEO_INT16: ((uint16_t *)t->data)[i] = bits & 1; break;
    case CAMEO_UINT32:
    case CAMEO_INT32: ((uint32_t *)t->data)[i] = bits & 1; break;
    case CAMEO_UINT64:
    case CAMEO_INT64: ((uint64_t *)t->data)[i] = bits & 1; break;
    case CAMEO_UINT4:
    case CAMEO_INT4: cm_u4_set(p, i, (unsigned)(bits >> 60)); break;
    case CAMEO_UINT2:
    case CAMEO_INT2: cm_u2_set(p, i, (unsigned)(bits >> 62)); break;
    /* 2^-52 times the upper 53 bits, less 1: [-1, 1). */
    default: io_random_float(t, i, (double)(bits >> 11) * (1.0 / 4503599627370496.0) - 1.0); break;
    }
}

static void io_random_fill(cameo_tensor *t, uint64_t *seed) {
    size_t n = tool_tensor_count(t);
    cameo_tensor flat = *t;
    if (t->dtype == CAMEO_COMPLEX64 || t->dtype == CAMEO_COMPLEX128) {
        flat.dtype = t->dtype == CAMEO_COMPLEX64 ? CAMEO_FLOAT : CAMEO_DOUBLE;
        n *= 2;
    }
    for (size_t i = 0; i < n; i++) io_random_elem(&flat, i, io_random(seed));
}

cameo_status tool_val_random(tool_val *v, const cameo_type *type, const cameo_dim_binding *dims,
                             size_t n_dims, const cameo_limits *limits, uint64_t *seed, cameo_error *e) {
    size_t bytes;
    memset(v, 0, sizeof *v);
    v->v.kind = type->kind;
    if (type->kind == CAMEO_KIND_SEQUENCE || type->kind == CAMEO_KIND_OPTIONAL) return CAMEO_OK;
    CM_CHECK(type->kind == CAMEO_KIND_TENSOR && cm_dtype_is_known(type->dtype), e,
             CAMEO_E_UNSUPPORTED, "there are no random values of this type: give the input");
    cameo_tensor t;
    tool_bind_type(type, dims, n_dims, &t);
    CM_TRY(io_tensor_bytes(t.dtype, t.rank, t.dims, &bytes, e));
    CM_CHECK(limits == NULL || limits->memory_bytes == 0 || bytes <= limits->memory_bytes, e, CAMEO_E_LIMIT,
             "input %.*s has %zu bytes, more than limit memory_bytes of %llu", (int)cm_min_size(type->name.n, 64),
             type->name.p, bytes, (unsigned long long)limits->memory_bytes);
    CM_TRY(tool_val_tensor(v, t.dtype, t.rank, t.dims, e));
    io_random_fill(&v->v.tensor, seed);
    return CAMEO_OK;
}
