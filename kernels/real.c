/* real.c — see real.h. */
#include "kernels/real.h"

#include "kernels/lane.h"

double cm_real_get(int dtype, const void *data, size_t i) {
    double v;
    int64_t n;
    if ((cm_dtype_flags((cameo_dtype)dtype) & CM_DTF_FLOAT) != 0) {
        cm_lane_load_f64(dtype, data, i, 1, &v);
        return v;
    }
    cm_lane_load_i64(dtype, data, i, 1, &n);
    return dtype == CAMEO_UINT64 ? (double)(uint64_t)n : (double)n;
}

/* Truncated and clipped to an integer of `bits` bits. */
static int64_t real_clip(double v, uint32_t bits, bool is_signed) {
    double top = is_signed ? 1 : 2; /* 2^bits, or half of it */
    for (uint32_t i = 1; i < bits; i++) top *= 2;
    double low = is_signed ? -top : 0;
    uint64_t most = (is_signed ? UINT64_MAX >> 1 : UINT64_MAX) >> (64 - bits);
    if (!(v > low)) return v != v ? 0 : (int64_t)low;
    if (v >= top) return (int64_t)most;
    return v < 9223372036854775808.0 ? (int64_t)v : (int64_t)(uint64_t)v;
}

void cm_real_set(int dtype, void *data, size_t i, double v) {
    uint32_t flags = cm_dtype_flags((cameo_dtype)dtype);
    if ((flags & CM_DTF_FLOAT) != 0) {
        cm_lane_store_f64(dtype, data, i, 1, &v, (cm_lane_rounding){false, CM_E8M0_UP});
        return;
    }
    int64_t n = v != 0;
    if (dtype != CAMEO_BOOL) n = real_clip(v, cameo_dtype_bits((cameo_dtype)dtype), (flags & CM_DTF_SIGNED) != 0);
    cm_lane_store_i64(dtype, data, i, 1, &n);
}
