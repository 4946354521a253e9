/* lane.c — see lane.h. */
#include "kernels/lane.h"

#define LANE_COPY(type, to)                                                      \
    for (size_t i = 0; i < n; i++) out[i] = (to)((const type *)data)[first + i]; \
    break

void cm_lane_load_i64(int dtype, const void *data, size_t first, size_t n, int64_t *out) {
    switch (dtype) {
    case CAMEO_INT8: LANE_COPY(int8_t, int64_t);
    case CAMEO_UINT8: LANE_COPY(uint8_t, int64_t);
    case CAMEO_INT16: LANE_COPY(int16_t, int64_t);
    case CAMEO_UINT16: LANE_COPY(uint16_t, int64_t);
    case CAMEO_INT32: LANE_COPY(int32_t, int64_t);
    case CAMEO_UINT32: LANE_COPY(uint32_t, int64_t);
    case CAMEO_INT64:
    case CAMEO_UINT64:
        if (n != 0) memcpy(out, (const int64_t *)data + first, n * sizeof *out);
        break;
    case CAMEO_BOOL:
        for (size_t i = 0; i < n; i++) out[i] = ((const uint8_t *)data)[first + i] != 0;
        break;
    case CAMEO_INT4:
        for (size_t i = 0; i < n; i++) out[i] = cm_i4_get(data, first + i);
        break;
    case CAMEO_UINT4:
        for (size_t i = 0; i < n; i++) out[i] = cm_u4_get(data, first + i);
        break;
    case CAMEO_INT2:
        for (size_t i = 0; i < n; i++) out[i] = cm_i2_get(data, first + i);
        break;
    case CAMEO_UINT2:
        for (size_t i = 0; i < n; i++) out[i] = cm_u2_get(data, first + i);
        break;
    default: CM_ASSERT(false);
    }
}

void cm_lane_load_f64(int dtype, const void *data, size_t first, size_t n, double *out) {
    switch (dtype) {
    case CAMEO_FLOAT: LANE_COPY(float, double);
    case CAMEO_DOUBLE: LANE_COPY(double, double);
    default:
        for (size_t i = 0; i < n; i++) {
            out[i] = (double)cm_dtype_load_f32((cameo_dtype)dtype, data, first + i);
        }
    }
}

void cm_lane_load_f32(int dtype, const void *data, size_t first, size_t n, float *out) {
    switch (dtype) {
    case CAMEO_FLOAT: LANE_COPY(float, float);
    case CAMEO_DOUBLE: LANE_COPY(double, float);
    case CAMEO_INT8: LANE_COPY(int8_t, float);
    case CAMEO_UINT8: LANE_COPY(uint8_t, float);
    case CAMEO_INT32: LANE_COPY(int32_t, float);
    default:
        for (size_t i = 0; i < n; i++) {
            out[i] = cm_dtype_load_f32((cameo_dtype)dtype, data, first + i);
        }
    }
}

#define LANE_STORE(type)                                                   \
    for (size_t i = 0; i < n; i++) ((type *)data)[first + i] = (type)v[i]; \
    break

void cm_lane_store_i64(int dtype, void *data, size_t first, size_t n, const int64_t *v) {
    switch (dtype) {
    case CAMEO_INT8: LANE_STORE(int8_t);
    case CAMEO_UINT8: LANE_STORE(uint8_t);
    case CAMEO_INT16: LANE_STORE(int16_t);
    case CAMEO_UINT16: LANE_STORE(uint16_t);
    case CAMEO_INT32: LANE_STORE(int32_t);
    case CAMEO_UINT32: LANE_STORE(uint32_t);
    case CAMEO_INT64: LANE_STORE(int64_t);
    case CAMEO_UINT64: LANE_STORE(uint64_t);
    case CAMEO_BOOL:
        for (size_t i = 0; i < n; i++) ((uint8_t *)data)[first + i] = v[i] != 0;
        break;
    case CAMEO_INT4:
    case CAMEO_UINT4:
        for (size_t i = 0; i < n; i++) cm_u4_set(data, first + i, (unsigned)(v[i] & 15));
        break;
    case CAMEO_INT2:
    case CAMEO_UINT2:
        for (size_t i = 0; i < n; i++) cm_u2_set(data, first + i, (unsigned)(v[i] & 3));
        break;
    default: CM_ASSERT(false);
    }
}

void cm_lane_store_f64(int dtype, void *data, size_t first, size_t n, const double *v,
                       cm_lane_rounding r) {
    switch (dtype) {
    case CAMEO_FLOAT: LANE_STORE(float);
    case CAMEO_DOUBLE: LANE_STORE(double);
    case CAMEO_FLOAT16:
        for (size_t i = 0; i < n; i++) ((uint16_t *)data)[first + i] = cm_f16_from_f64(v[i]);
        break;
    case CAMEO_BFLOAT16:
        for (size_t i = 0; i < n; i++) ((uint16_t *)data)[first + i] = cm_bf16_from_f64(v[i]);
        break;
    case CAMEO_FLOAT4E2M1:
        for (size_t i = 0; i < n; i++) cm_u4_set(data, first + i, cm_f4_from_f32((float)v[i]));
        break;
    case CAMEO_FLOAT8E8M0:
        for (size_t i = 0; i < n; i++) {
            ((uint8_t *)data)[first + i] = cm_e8m0_from_f32((float)v[i], r.saturate, r.e8m0_mode);
        }
        break;
    default:
        for (size_t i = 0; i < n; i++) {
            ((uint8_t *)data)[first + i] = cm_f8_from_f64((cameo_dtype)dtype, v[i], r.saturate);
        }
    }
}
