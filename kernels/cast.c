/* cast.c — Cast: every element to another dtype; CastLike: to that of its second input.
 *
 *   to \ from  float                         integer, bool
 *   float      nearest even, lane.h          nearest even, lane.h
 *   integer    towards zero, see below       the low bits (two's complement)
 *   bool       x != 0, so NaN gives true     x != 0
 *
 * A float beyond the integer's range: ONNX leaves it open. 8, 4, 2 and 16 bits and uint32 take the
 * low bits of the whole number, as onnx.reference and numpy do on x86; int32, int64 and uint64
 * saturate (uint64: negative numbers as their two's complement); NaN gives 0. The same on every
 * target. Strings: cast_string.c. Source: ONNX Cast, since_version 1, 6, 9, 13, 19, 21, 23, 24,
 * 25, CastLike, 15, 19, 21, 23, 24, 25. */
#include "kernels/cast.h"

#include "base/math.h"
#include "kernels/half.h"
#include "kernels/lane.h"

static const cm_field cast_fields[] = {CM_F_OWN(cm_cast_params, to),
                                       CM_F_I32(cm_cast_params, saturate, 1),
                                       CM_F_ENUM(cm_cast_params, round_mode, "up,down,nearest", 0)};

/* Since_version 1 names the type by a string: "FLOAT". */
static int64_t cast_type_by_name(cm_str name) {
    static const char *const names[] = {"",        "FLOAT",  "UINT8",  "INT8",   "UINT16",
                                        "INT16",   "INT32",  "INT64",  "STRING", "BOOL",
                                        "FLOAT16", "DOUBLE", "UINT32", "UINT64"};
    for (size_t i = 1; i < sizeof names / sizeof *names; i++) {
        if (cm_str_is(name, names[i])) return (int64_t)i;
    }
    return CAMEO_UNDEFINED;
}

static cameo_status cast_parse(const cm_parse *p, void *params) {
    cm_cast_params *q = params;
    const cm_attr *a = cm_attr_find(p, "to");
    int64_t to = CAMEO_UNDEFINED;
    if (a != NULL && a->type == CM_ATTR_STRING) {
        to = cast_type_by_name(a->s);
    } else {
        CM_TRY(cm_attr_i64(p, "to", CAMEO_UNDEFINED, &to));
    }
    CM_TRY(cm_dtype_check(to, p->e));
    CM_CHECK(cm_dtype_is_known(to), p->e, CAMEO_E_TYPE, "attribute to is %lld, which is no type",
             CM_LL(to));
    q->to = (int32_t)to;
    return CAMEO_OK;
}

/* Small integers are followed into int32 and int64, of which shapes are made, and into floats and back: exporters
 * compute sizes of images with these. */
static void cast_elems(cm_shape *s, int to) {
    const cm_avalue *x = cm_shape_in(s, 0);
    size_t n;
    bool ints = to == CAMEO_INT32 || to == CAMEO_INT64;
    bool floats = cm_elem_is_float(to) && x->elem != NULL;
    if ((!ints && !floats) || !cm_avalue_count(x, &n)) return;
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    for (size_t i = 0; elem != NULL && i < n; i++) {
        cm_dim d;
        if (cm_avalue_elem(x, i, &d) && cm_shape_elem_fits(s, to, d)) elem[i] = d;
    }
}

static cameo_status cast_shape(cm_shape *s) {
    const cm_cast_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    CM_TRY(cm_shape_out(s, 0, q->to, x->rank, x->dims));
    cast_elems(s, q->to);
    return CAMEO_OK;
}

/* Numbers are read and written as decimals of any length; those of 8 bits and fewer one by one. */
static uint64_t cast_cost(const cm_shape *s) {
    bool text = cm_shape_in(s, 0)->dtype == CAMEO_STRING || s->out[0].dtype == CAMEO_STRING;
    bool small = cm_shape_in(s, 0)->dtype >= CAMEO_FLOAT8E4M3FN || s->out[0].dtype >= CAMEO_FLOAT8E4M3FN;
    return cm_shape_cost(&s->out[0], text ? 4096 : small ? 16 : 1);
}

const cm_op cm_op_Cast = {.id = CM_OP_Cast,
                          .n_fields = 3,
                          .params_size = sizeof(cm_cast_params),
                          .fields = cast_fields,
                          .parse = cast_parse,
                          .shape = cast_shape, .cost = cast_cost};

/* The elements of the second input do not matter, nor its dims. */
static cameo_status cast_like_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    int to = cm_shape_in(s, 1)->dtype;
    CM_TRY(cm_shape_out(s, 0, to, x->rank, x->dims));
    cast_elems(s, to);
    return CAMEO_OK;
}

/* `to` stays 0: the leaves take the dtype of the output. */
const cm_op cm_op_CastLike = {.id = CM_OP_CastLike,
                              .n_fields = 3,
                              .params_size = sizeof(cm_cast_params),
                              .fields = cast_fields,
                              .shape = cast_like_shape, .cost = cast_cost};

/* One phase over the elements. Scratch: none. */
cameo_status cm_cast_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_out(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* The whole number of x as an integer dtype keeps it; its low bits count. */
static int64_t cast_f64_to_i64(double x, int to) {
    const double two63 = 9223372036854775808.0;
    if (cm_isnan(x)) return 0;
    if (to == CAMEO_INT32) {
        return x >= 2147483647.0 ? INT32_MAX : x <= -2147483648.0 ? INT32_MIN : (int64_t)x;
    }
    if (x < -two63) return INT64_MIN;
    if (x < two63) return (int64_t)x;
    if (to != CAMEO_UINT64) return INT64_MAX;
    return x >= 2 * two63 ? -1 : (int64_t)(x - two63) + INT64_MIN;
}

/* To doubles that cm_lane_store_f64 rounds on: exact or rounded for double itself and float16
 * (above 2^53 all are infinities there), rounded to float for float and what goes by way of it. */
static void cast_chunk_to_float(int from, int to, const int64_t *in, double *out, size_t n) {
    bool is_unsigned = from == CAMEO_UINT64;
    if (to == CAMEO_DOUBLE || to == CAMEO_FLOAT16) {
        for (size_t i = 0; i < n; i++)
            out[i] = is_unsigned ? (double)(uint64_t)in[i] : (double)in[i];
        return;
    }
    for (size_t i = 0; i < n; i++) {
        out[i] = (double)(is_unsigned ? (float)(uint64_t)in[i] : (float)in[i]);
    }
}

/* To float16 from all but double, by way of float: what a float does not hold, integers above 2^24, is infinite in
 * float16. */
static void cast_chunk_to_f16(const cm_kctx *k, const cm_tensor *x, uint16_t *y, size_t first, size_t n) {
    float v[CM_LANE_ITEMS];
    cm_lane_load_f32(x->dtype, x->data, first, n, v);
    CM_PRIM(k, cast_f32_f16)(v, y + first, n);
}

static void cast_chunk_from_f16(const cm_kctx *k, const uint16_t *x, size_t n, double *out) {
    float v[CM_LANE_ITEMS];
    CM_PRIM(k, cast_f16_f32)(x, v, n);
    CM_LOOP(k, f32_f64)(&(cm_loop_args){.a = v, .a_step = 1}, out, n);
}

/* Elements [first, first + n), n <= CM_LANE_ITEMS. */
static void cast_chunk(const cm_kctx *k, const cm_tensor *x, cm_tensor *y, size_t first, size_t n) {
    const cm_cast_params *q = k->params;
    int64_t ints[CM_LANE_ITEMS];
    double floats[CM_LANE_ITEMS];
    bool from_float = (cm_dtype_flags((cameo_dtype)x->dtype) & CM_DTF_FLOAT) != 0;
    bool to_float = (cm_dtype_flags((cameo_dtype)y->dtype) & CM_DTF_FLOAT) != 0;
    if (y->dtype == CAMEO_FLOAT16 && x->dtype != CAMEO_DOUBLE) {
        cast_chunk_to_f16(k, x, y->data, first, n);
        return;
    }
    if (x->dtype == CAMEO_FLOAT16)
        cast_chunk_from_f16(k, (const uint16_t *)x->data + first, n, floats);
    else if (from_float)
        cm_lane_load_f64(x->dtype, x->data, first, n, floats);
    else
        cm_lane_load_i64(x->dtype, x->data, first, n, ints);
    if (to_float) {
        cm_lane_rounding r = {q->saturate != 0, (cm_e8m0_round)q->round_mode};
        if (!from_float) cast_chunk_to_float(x->dtype, y->dtype, ints, floats, n);
        cm_lane_store_f64(y->dtype, y->data, first, n, floats, r);
        return;
    }
    for (size_t i = 0; from_float && i < n; i++) {
        ints[i] = y->dtype == CAMEO_BOOL ? floats[i] != 0 : cast_f64_to_i64(floats[i], y->dtype);
    }
    cm_lane_store_i64(y->dtype, y->data, first, n, ints);
}

/* cm_cast_any_run — any real dtype to any other, bool included. Tasks are whole bytes of sub-byte
 * types, since CM_TASK_ITEMS is a multiple of 4. Returns CAMEO_OK. */
cameo_status cm_cast_any_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    cm_tensor *y = cm_out(k, 0);
    size_t last = cm_min_size(y->n, end * CM_TASK_ITEMS);
    (void)phase;
    for (size_t i = begin * CM_TASK_ITEMS; i < last; i += CM_LANE_ITEMS) {
        cast_chunk(k, cm_in(k, 0), y, i, cm_min_size(CM_LANE_ITEMS, last - i));
    }
    return CAMEO_OK;
}

/* The frequent pairs are slots and loops. */
#define CAST_RUN(name, from_type, to_type, ...)                                                         \
    cameo_status cm_cast_##name##_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) { \
        const from_type *x = cm_in(k, 0)->data;                                                         \
        to_type *y = cm_out(k, 0)->data;                                                                \
        size_t at = begin * CM_TASK_ITEMS, last = cm_min_size(cm_out(k, 0)->n, end * CM_TASK_ITEMS);    \
        (void)phase;                                                                                    \
        if (at < last) __VA_ARGS__;                                                                     \
        return CAMEO_OK;                                                                                \
    }
#define CAST_LOOP(name, from_type, to_type) \
    CAST_RUN(name, from_type, to_type, CM_LOOP(k, name)(&(cm_loop_args){.a = x + at, .a_step = 1}, y + at, last - at))

void cm_cast_f32_f16_portable(const float *x, uint16_t *y, size_t n) {
    for (size_t i = 0; i < n; i++) y[i] = cm_f16_from_f32(x[i]);
}
void cm_cast_f16_f32_portable(const uint16_t *x, float *y, size_t n) {
    for (size_t i = 0; i < n; i++) y[i] = cm_f16_to_f32(x[i]);
}
CAST_RUN(f32_f16, float, uint16_t, CM_PRIM(k, cast_f32_f16)(x + at, y + at, last - at))
CAST_RUN(f16_f32, uint16_t, float, CM_PRIM(k, cast_f16_f32)(x + at, y + at, last - at))

/* In one rounding, as cm_f16_from_f64. */
cameo_status cm_cast_f64_f16_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const double *x = cm_in(k, 0)->data;
    uint16_t *y = cm_out(k, 0)->data;
    size_t last = cm_min_size(cm_out(k, 0)->n, end * CM_TASK_ITEMS);
    (void)phase;
    for (size_t at = begin * CM_TASK_ITEMS, n; at < last; at += n) {
        float v[CM_LANE_ITEMS];
        n = cm_min_size(CM_LANE_ITEMS, last - at);
        CM_LOOP(k, f64_odd)(&(cm_loop_args){.a = x + at, .a_step = 1}, v, n);
        CM_PRIM(k, cast_f32_f16)(v, y + at, n);
    }
    return CAMEO_OK;
}
/* From f16 and bf16, by way of f32, to what f32 has a loop for. */
#define CAST_HALF(name, type)                                                                                 \
    cameo_status cm_cast_half_##name##_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {  \
        const uint16_t *x = cm_in(k, 0)->data;                                                                \
        type *y = cm_out(k, 0)->data;                                                                         \
        size_t last = cm_min_size(cm_out(k, 0)->n, end * CM_TASK_ITEMS);                                      \
        (void)phase;                                                                                          \
        for (size_t at = begin * CM_TASK_ITEMS, n; at < last; at += n) {                                      \
            float v[CM_LANE_ITEMS];                                                                           \
            n = cm_min_size(CM_LANE_ITEMS, last - at);                                                        \
            cm_half_widen(k, cm_in(k, 0)->dtype, x + at, v, n);                                               \
            CM_LOOP(k, f32_##name)(&(cm_loop_args){.a = v, .a_step = 1}, y + at, n);                          \
        }                                                                                                     \
        return CAMEO_OK;                                                                                      \
    }
CAST_HALF(i32, int32_t)
CAST_HALF(i64, int64_t)
CAST_HALF(bool, uint8_t)
CAST_HALF(f64, double)

CAST_LOOP(f32_bf16, float, uint16_t)
CAST_LOOP(bf16_f32, uint16_t, float)
CAST_LOOP(f32_bool, float, uint8_t)
CAST_LOOP(f32_i32, float, int32_t)
CAST_LOOP(f32_i64, float, int64_t)
CAST_LOOP(f32_u8, float, uint8_t)
CAST_LOOP(f32_f64, float, double)
CAST_LOOP(f64_f32, double, float)
CAST_LOOP(f64_i32, double, int32_t)
CAST_LOOP(f64_i64, double, int64_t)
CAST_LOOP(i32_f64, int32_t, double)
CAST_LOOP(i64_f64, int64_t, double)
CAST_LOOP(bool_f32, uint8_t, float)
CAST_LOOP(bool_f64, uint8_t, double)
CAST_LOOP(u8_f32, uint8_t, float)
CAST_LOOP(i8_f32, int8_t, float)
CAST_LOOP(i32_f32, int32_t, float)
CAST_LOOP(i64_f32, int64_t, float)
CAST_LOOP(i32_i64, int32_t, int64_t)
CAST_LOOP(i64_i32, int64_t, int32_t)
CAST_LOOP(bool_i32, uint8_t, int32_t)
CAST_LOOP(bool_i64, uint8_t, int64_t)
CAST_LOOP(i32_bool, int32_t, uint8_t)
CAST_LOOP(i64_bool, int64_t, uint8_t)
