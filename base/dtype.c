/* dtype.c — element types. The formats: IEEE 754 (float16), P. Micikevicius et al., "FP8 formats for deep
 * learning" (2022) for e4m3fn and e5m2, B. Noune et al., "8-bit numerical formats for deep neural
 * networks" (2022) for the UZ forms, OCP Microscaling v1.0 (2023) for e8m0 and e2m1; conversions as ONNX
 * Cast and its reference implementation have them. */
#include "base/dtype.h"

#include "base/ckd.h"
#include "base/status.h"

/* enumerator, name, bits, alignment, properties; in the order of the numbers. */
#define DTYPE_LIST(X)                                                                      \
    X(CAMEO_UNDEFINED, "undefined", 0, 0, 0)                                               \
    X(CAMEO_FLOAT, "float32", 32, 4, CM_DTF_FLOAT | CM_DTF_SIGNED)                         \
    X(CAMEO_UINT8, "uint8", 8, 1, CM_DTF_INT)                                              \
    X(CAMEO_INT8, "int8", 8, 1, CM_DTF_INT | CM_DTF_SIGNED)                                \
    X(CAMEO_UINT16, "uint16", 16, 2, CM_DTF_INT)                                           \
    X(CAMEO_INT16, "int16", 16, 2, CM_DTF_INT | CM_DTF_SIGNED)                             \
    X(CAMEO_INT32, "int32", 32, 4, CM_DTF_INT | CM_DTF_SIGNED)                             \
    X(CAMEO_INT64, "int64", 64, _Alignof(int64_t), CM_DTF_INT | CM_DTF_SIGNED)             \
    X(CAMEO_STRING, "string", 0, _Alignof(cameo_string), CM_DTF_STRING)                    \
    X(CAMEO_BOOL, "bool", 8, 1, CM_DTF_BOOL)                                               \
    X(CAMEO_FLOAT16, "float16", 16, 2, CM_DTF_FLOAT | CM_DTF_SIGNED)                       \
    X(CAMEO_DOUBLE, "float64", 64, _Alignof(double), CM_DTF_FLOAT | CM_DTF_SIGNED)         \
    X(CAMEO_UINT32, "uint32", 32, 4, CM_DTF_INT)                                           \
    X(CAMEO_UINT64, "uint64", 64, _Alignof(uint64_t), CM_DTF_INT)                          \
    X(CAMEO_COMPLEX64, "complex64", 64, 4, CM_DTF_COMPLEX | CM_DTF_SIGNED)                 \
    X(CAMEO_COMPLEX128, "complex128", 128, _Alignof(double), CM_DTF_COMPLEX | CM_DTF_SIGNED) \
    X(CAMEO_BFLOAT16, "bfloat16", 16, 2, CM_DTF_FLOAT | CM_DTF_SIGNED)                     \
    X(CAMEO_FLOAT8E4M3FN, "float8e4m3fn", 8, 1, CM_DTF_FLOAT | CM_DTF_SIGNED | CM_DTF_F8)  \
    X(CAMEO_FLOAT8E4M3FNUZ, "float8e4m3fnuz", 8, 1, CM_DTF_FLOAT | CM_DTF_SIGNED | CM_DTF_F8) \
    X(CAMEO_FLOAT8E5M2, "float8e5m2", 8, 1, CM_DTF_FLOAT | CM_DTF_SIGNED | CM_DTF_F8)      \
    X(CAMEO_FLOAT8E5M2FNUZ, "float8e5m2fnuz", 8, 1, CM_DTF_FLOAT | CM_DTF_SIGNED | CM_DTF_F8) \
    X(CAMEO_UINT4, "uint4", 4, 1, CM_DTF_INT | CM_DTF_SUBBYTE)                             \
    X(CAMEO_INT4, "int4", 4, 1, CM_DTF_INT | CM_DTF_SIGNED | CM_DTF_SUBBYTE)               \
    X(CAMEO_FLOAT4E2M1, "float4e2m1", 4, 1, CM_DTF_FLOAT | CM_DTF_SIGNED | CM_DTF_SUBBYTE) \
    X(CAMEO_FLOAT8E8M0, "float8e8m0", 8, 1, CM_DTF_FLOAT | CM_DTF_F8)                      \
    X(CAMEO_UINT2, "uint2", 2, 1, CM_DTF_INT | CM_DTF_SUBBYTE)                             \
    X(CAMEO_INT2, "int2", 2, 1, CM_DTF_INT | CM_DTF_SIGNED | CM_DTF_SUBBYTE)

typedef struct dtype_row {
    char name[15];
    uint8_t bits;
    uint8_t align; /* bytes */
    uint8_t flags;
} dtype_row;

static const dtype_row dtype_rows[CM_N_DTYPES] = {
#define DTYPE_ROW(dtype, name, bits, align, flags) [dtype] = {name, bits, align, flags},
    DTYPE_LIST(DTYPE_ROW)
#undef DTYPE_ROW
};

/* The row of undefined where the number is no type's. */
static const dtype_row *dtype_row_of(cameo_dtype dtype) {
    return &dtype_rows[cm_dtype_is_known((int64_t)dtype) ? dtype : CAMEO_UNDEFINED];
}

const char *cameo_dtype_name(cameo_dtype dtype) { return dtype_row_of(dtype)->name; }
uint32_t cameo_dtype_bits(cameo_dtype dtype) { return dtype_row_of(dtype)->bits; }

uint32_t cm_dtype_flags(cameo_dtype dtype) { return dtype_row_of(dtype)->flags; }
size_t cm_dtype_align(cameo_dtype dtype) { return dtype_row_of(dtype)->align; }
size_t cm_dtype_swap_width(cameo_dtype dtype) {
    const dtype_row *row = dtype_row_of(dtype);
    return row->bits / ((row->flags & CM_DTF_COMPLEX) != 0 ? 16u : 8u);
}
cameo_status cm_dtype_check(int64_t dtype, cameo_error *e) {
    enum { FLOAT6E2M3 = 27, FLOAT6E3M2 = 28 }; /* TensorProto.DataType, IR version 14 */
    bool lacks = dtype == FLOAT6E2M3 || dtype == FLOAT6E3M2;
    CM_CHECK(!lacks, e, CAMEO_E_UNSUPPORTED, "unsupported: type %s", dtype == FLOAT6E2M3 ? "float6e2m3" : "float6e3m2");
    return CAMEO_OK;
}
bool cm_dtype_is_known(int64_t dtype) { return dtype > CAMEO_UNDEFINED && dtype < CM_N_DTYPES; }

cameo_dtype cm_dtype_find(const char *name) {
    for (int i = 1; i < CM_N_DTYPES; i++) {
        const char *a = dtype_rows[i].name;
        size_t k = 0;
        while (a[k] != '\0' && a[k] == name[k]) k++;
        if (a[k] == name[k]) return (cameo_dtype)i;
    }
    return CAMEO_UNDEFINED;
}

cameo_status cm_dtype_bytes(cameo_dtype dtype, uint64_t n_elements, size_t *bytes) {
    const dtype_row *row = dtype_row_of(dtype);
    size_t unit = row->flags & CM_DTF_STRING ? sizeof(cameo_string) : row->bits / 8u;
    uint64_t units = n_elements;
    if (row->flags & CM_DTF_SUBBYTE) {
        uint32_t per_byte = 8u / row->bits;
        unit = 1;
        units = n_elements / per_byte + (n_elements % per_byte != 0);
    }
    if (unit == 0) return CAMEO_E_TYPE;
    size_t n;
    size_t product;
    /* Unshown 1: true where size_t has 32 bits alone. */
    if (cm_ckd_size(units, &n) || cm_ckd_mul(n, unit, &product)) return CAMEO_E_LIMIT;
    *bytes = product;
    return CAMEO_OK;
}

/* ---- binary formats ---- */

/* A format of sign, exponent and `man` bits of significand after the point. */
typedef struct dtype_format {
    uint16_t sign; /* mask of the sign bit */
    uint16_t max;  /* code of the largest finite magnitude */
    uint16_t inf;  /* code of infinity, or of what stands for it; sign is added unless unsigned_nan */
    uint16_t nan;  /* code of the NaN that conversions make */
    uint8_t man;
    uint8_t bias;
    bool unsigned_nan; /* UZ: no -0; the code of -0 is the only NaN */
} dtype_format;

static const dtype_format dtype_f16 = {0x8000, 0x7BFF, 0x7C00, 0x7E00, 10, 15, false};
static const dtype_format dtype_e4m3fn = {0x80, 0x7E, 0x7F, 0x7F, 3, 7, false};
static const dtype_format dtype_e4m3fnuz = {0x80, 0x7F, 0x80, 0x80, 3, 8, true};
static const dtype_format dtype_e5m2 = {0x80, 0x7B, 0x7C, 0x7E, 2, 15, false};
static const dtype_format dtype_e5m2fnuz = {0x80, 0x7F, 0x80, 0x80, 2, 16, true};
/* No NaN: the reference implementation gives -0 for it (and +0 for a negative NaN). */
static const dtype_format dtype_e2m1 = {8, 7, 7, 0, 1, 1, false};

static const dtype_format *dtype_f8_format(cameo_dtype dtype) {
    switch (dtype) {
    case CAMEO_FLOAT8E4M3FN: return &dtype_e4m3fn;
    case CAMEO_FLOAT8E4M3FNUZ: return &dtype_e4m3fnuz;
    case CAMEO_FLOAT8E5M2: return &dtype_e5m2;
    default: CM_ASSERT(dtype == CAMEO_FLOAT8E5M2FNUZ); return &dtype_e5m2fnuz;
    }
}

/* The code of the magnitude m * 2^e, rounded to nearest even; above f->max if it overflows.
 * exponent is floor(log2(m * 2^e)), or any number below 1 - bias for what is smaller than 2^(1-bias).
 * A carry out of the significand moves into the exponent field by itself. */
static int32_t dtype_round(uint32_t m, int e, int exponent, const dtype_format *f) {
    int biased = exponent + f->bias < 1 ? 1 : exponent + f->bias;
    int shift = (biased - f->bias - f->man) - e;
    if (shift > 33) return 0; /* m < 2^32: less than a quarter of the lowest bit */
    uint64_t wide = m;
    uint64_t half = (uint64_t)1 << (shift - 1);
    uint64_t q = (wide + half - 1 + ((wide >> shift) & 1)) >> shift;
    return ((int32_t)(biased - 1) << f->man) + (int32_t)q;
}

/* What a rounded magnitude becomes: sign, overflow, and the UZ formats' one zero. */
static uint16_t dtype_finish(int32_t code, bool negative, bool saturate, const dtype_format *f) {
    if (code > f->max) {
        if (!saturate && f->unsigned_nan) return f->nan;
        code = saturate ? f->max : f->inf;
    }
    if (code == 0 && f->unsigned_nan) return 0;
    return (uint16_t)(code | (negative ? f->sign : 0));
}

static uint16_t dtype_from_f32(float x, bool saturate, const dtype_format *f) {
    uint32_t u = cm_f32_bits(x);
    bool negative = (u >> 31) != 0;
    uint32_t a = u & 0x7FFFFFFFu;
    if (a > 0x7F800000u) return (uint16_t)(f->nan | (negative ? f->sign : 0));
    int e = (int)(a >> 23);
    uint32_t m = (a & 0x7FFFFFu) | (e > 0 ? 0x800000u : 0);
    if (e == 0) e = 1;
    return dtype_finish(dtype_round(m, e - 150, e - 127, f), negative, saturate, f);
}

static float dtype_to_f32(uint32_t v, const dtype_format *f) {
    uint32_t a = v & (f->sign - 1u);
    uint32_t sign = (v & f->sign) != 0 ? 0x80000000u : 0;
    if (f->unsigned_nan && v == f->nan) return cm_f32_from_bits(0x7FC00000u);
    if (a > f->max) { /* infinity or NaN; a payload keeps its place */
        uint32_t payload = (a & ((1u << f->man) - 1)) << (23 - f->man);
        bool inf = a == f->inf && f->inf != f->nan;
        return cm_f32_from_bits(sign | 0x7F800000u | (inf ? 0 : payload | 0x400000u));
    }
    uint32_t e = a >> f->man;
    if (e == 0) { /* a * 2^(1 - bias - man), exact */
        float unit = cm_f32_from_bits((uint32_t)(127 + 1 - f->bias - f->man) << 23);
        return cm_f32_from_bits(cm_f32_bits((float)a * unit) | sign);
    }
    return cm_f32_from_bits(sign | ((a << (23 - f->man)) + ((127u - f->bias) << 23)));
}

float cm_f16_to_f32(uint16_t h) { return dtype_to_f32(h, &dtype_f16); }

uint16_t cm_f16_from_f32(float x) {
    uint32_t u = cm_f32_bits(x);
    if ((u & 0x7FFFFFFFu) > 0x7F800000u) /* NaN: quiet, the upper payload bits, as processors do */
        return (uint16_t)((u >> 16 & 0x8000u) | 0x7E00u | (u >> 13 & 0x1FFu));
    return dtype_from_f32(x, false, &dtype_f16);
}

uint16_t cm_f16_from_f64(double x) {
    uint64_t u = cm_f64_bits(x);
    bool negative = (u >> 63) != 0;
    uint64_t a = u & (UINT64_MAX >> 1);
    if (a >= 0x7FF0000000000000u) { /* infinity or NaN, as above */
        uint32_t payload = a > 0x7FF0000000000000u ? 0x200u | ((uint32_t)(a >> 42) & 0x1FFu) : 0;
        return (uint16_t)((negative ? 0x8000u : 0) | 0x7C00u | payload);
    }
    int e = (int)(a >> 52);
    if (e == 0) return negative ? 0x8000u : 0; /* far below half of the smallest float16 */
    uint64_t m = (a & 0xFFFFFFFFFFFFFu) | 0x10000000000000u;
    /* 32 bits, the lowest one sticky: far more than the 12 that decide. */
    uint32_t top = (uint32_t)(m >> 21) | ((m & 0x1FFFFFu) != 0);
    return dtype_finish(dtype_round(top, e - 1075 + 21, e - 1023, &dtype_f16), negative, false,
                        &dtype_f16);
}

float cm_bf16_to_f32(uint16_t b) { return cm_f32_from_bits((uint32_t)b << 16); }

uint16_t cm_bf16_from_f32(float x) {
    uint32_t u = cm_f32_bits(x);
    if ((u & 0x7FFFFFFFu) > 0x7F800000u) return (uint16_t)((u >> 16 & 0x8000u) | 0x7FC0u);
    return (uint16_t)((u + 0x7FFFu + (u >> 16 & 1)) >> 16);
}

float cm_f8_to_f32(cameo_dtype dtype, uint8_t v) { return dtype_to_f32(v, dtype_f8_format(dtype)); }

uint8_t cm_f8_from_f32(cameo_dtype dtype, float x, bool saturate) {
    return (uint8_t)dtype_from_f32(x, saturate, dtype_f8_format(dtype));
}

float cm_e8m0_to_f32(uint8_t v) {
    if (v == 255) return cm_f32_from_bits(0x7FC00000u);
    return cm_f32_from_bits(v == 0 ? 0x400000u : (uint32_t)v << 23);
}

uint8_t cm_e8m0_from_f32(float x, bool saturate, cm_e8m0_round mode) {
    uint32_t a = cm_f32_bits(x) & 0x7FFFFFFFu;
    uint32_t e = a >> 23;
    uint32_t fraction = a & 0x7FFFFFu;
    if (e == 255) return 255;
    bool up = false;
    if (mode == CM_E8M0_UP) up = fraction != 0;
    else if (mode == CM_E8M0_NEAREST) up = fraction > 0x400000u || (fraction == 0x400000u && e > 0);
    if (up && !(saturate && e == 254)) e++;
    return (uint8_t)e;
}

float cm_f4_to_f32(uint8_t v) { return dtype_to_f32(v & 15u, &dtype_e2m1); }

uint8_t cm_f4_from_f32(float x) {
    if (x != x) return (cm_f32_bits(x) >> 31) != 0 ? 0 : 8;
    return (uint8_t)dtype_from_f32(x, true, &dtype_e2m1);
}

float cm_dtype_load_f32(cameo_dtype dtype, const void *p, size_t index) {
    const uint8_t *bytes = p;
    switch (dtype) {
    case CAMEO_FLOAT: return ((const float *)p)[index];
    case CAMEO_DOUBLE: return (float)((const double *)p)[index];
    case CAMEO_UINT8: return (float)bytes[index];
    case CAMEO_BOOL: return bytes[index] != 0 ? 1.0f : 0.0f;
    case CAMEO_INT8: return (float)((const int8_t *)p)[index];
    case CAMEO_UINT16: return (float)((const uint16_t *)p)[index];
    case CAMEO_INT16: return (float)((const int16_t *)p)[index];
    case CAMEO_UINT32: return (float)((const uint32_t *)p)[index];
    case CAMEO_INT32: return (float)((const int32_t *)p)[index];
    case CAMEO_UINT64: return (float)((const uint64_t *)p)[index];
    case CAMEO_INT64: return (float)((const int64_t *)p)[index];
    case CAMEO_FLOAT16: return cm_f16_to_f32(((const uint16_t *)p)[index]);
    case CAMEO_BFLOAT16: return cm_bf16_to_f32(((const uint16_t *)p)[index]);
    case CAMEO_FLOAT8E8M0: return cm_e8m0_to_f32(bytes[index]);
    case CAMEO_FLOAT8E4M3FN:
    case CAMEO_FLOAT8E4M3FNUZ:
    case CAMEO_FLOAT8E5M2:
    case CAMEO_FLOAT8E5M2FNUZ: return cm_f8_to_f32(dtype, bytes[index]);
    case CAMEO_FLOAT4E2M1: return cm_f4_to_f32(cm_u4_get(bytes, index));
    case CAMEO_UINT4: return (float)cm_u4_get(bytes, index);
    case CAMEO_INT4: return (float)cm_i4_get(bytes, index);
    case CAMEO_UINT2: return (float)cm_u2_get(bytes, index);
    case CAMEO_INT2: return (float)cm_i2_get(bytes, index);
    default: CM_ASSERT(false); return 0.0f;
    }
}
