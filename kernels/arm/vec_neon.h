/* vec_neon.h — vectors of 4 floats by AArch64 Advanced SIMD: the names of kernels/x86/vec_avx2.h, which explains them.
 * Included by kernels/arm/leaves_neon.c alone. */
#include <arm_neon.h>

#include "base/port.h"

#define VEC_TARGET
#define VEC_NAME(f) f##_neon
#define VEC_FN CM_INLINE
#define VEC_LEAF
#define VEC_N 4
#define VEC_UNROLL CM_UNROLL(16)
#define vf float32x4_t
#define vi int32x4_t
#define vm uint32x4_t

#define v_load(p) vld1q_f32(p)
#define v_store(p, v) vst1q_f32(p, v)
#define v_keep(v) ((void)0)
#define v_load_part(p, n) vec_load_part_neon(p, n)
#define v_store_part(p, n, v) vec_store_part_neon(p, n, v)
#define v_set1(x) vdupq_n_f32(x)
#define v_zero() vdupq_n_f32(0.0f)
#define v_add(a, b) vaddq_f32(a, b)
#define v_sub(a, b) vsubq_f32(a, b)
#define v_mul(a, b) vmulq_f32(a, b)
#define v_div(a, b) vdivq_f32(a, b)
#define v_sqrt(a) vsqrtq_f32(a)
#define v_fma(a, b, c) vfmaq_f32(c, a, b)
#define v_fnma(a, b, c) vfmsq_f32(c, a, b)
#define v_max(a, b) vec_max_neon(a, b)
#define v_min(a, b) vec_min_neon(a, b)
#define v_and(a, b) vec_bits_neon(vandq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)))
#define v_or(a, b) vec_bits_neon(vorrq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)))
#define v_xor(a, b) vec_bits_neon(veorq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)))
#define v_abs(a) vabsq_f32(a)
#define v_neg(a) vnegq_f32(a)
#define v_round(a) vrndnq_f32(a)
#define v_floor(a) vrndmq_f32(a)
#define v_ceil(a) vrndpq_f32(a)
#define v_trunc(a) vrndq_f32(a)
#define v_lt(a, b) vcltq_f32(a, b)
#define v_le(a, b) vcleq_f32(a, b)
#define v_gt(a, b) vcgtq_f32(a, b)
#define v_ge(a, b) vcgeq_f32(a, b)
#define v_eq(a, b) vceqq_f32(a, b)
#define v_unord(a, b) vmvnq_u32(vandq_u32(vceqq_f32(a, a), vceqq_f32(b, b)))
#define v_select(m, a, b) vbslq_f32(m, a, b)
#define vm_and(a, b) vandq_u32(a, b)
#define vm_or(a, b) vorrq_u32(a, b)
#define vm_any(m) (vmaxvq_u32(m) != 0)
#define v_to_i(a) vcvtnq_s32_f32(a)
#define v_from_i(i) vcvtq_f32_s32(i)
#define v_as_i(a) vreinterpretq_s32_f32(a)
#define vi_as_v(i) vreinterpretq_f32_s32(i)
#define vi_load(p) vld1q_s32(p)
#define vi_store(p, i) vst1q_s32(p, i)
#define vi_set1(x) vdupq_n_s32(x)
#define vi_add(a, b) vaddq_s32(a, b)
#define vi_sub(a, b) vsubq_s32(a, b)
#define vi_and(a, b) vandq_s32(a, b)
#define vi_or(a, b) vorrq_s32(a, b)
#define vi_xor(a, b) veorq_s32(a, b)
#define vi_shl(a, n) vshlq_n_s32(a, n)
#define vi_shr(a, n) vreinterpretq_s32_u32(vshrq_n_u32(vreinterpretq_u32_s32(a), n))
#define vi_sra(a, n) vshrq_n_s32(a, n)
#define vi_shr_each(a, n) vreinterpretq_s32_u32(vshlq_u32(vreinterpretq_u32_s32(a), vnegq_s32(n)))
#define v8_dot(a, b) vec_dot_neon(a, b)
#define v8_dot_pair(a, b, c, d) vaddq_s32(vec_dot_neon(a, b), vec_dot_neon(c, d))
#define vh int16x8x2_t
#define vh_zero() vec_zero_16_neon()
#define vh_add(h, a, b) vec_add_16_neon(h, a, b)
#define vh_words(h) vpaddq_s32(vpaddlq_s16((h).val[0]), vpaddlq_s16((h).val[1]))
#define v_exp2i(i) vi_as_v(vi_shl(vi_add(i, vi_set1(127)), 23))
#define v_gather(p, i) vec_gather_neon(p, i)
#define v_permute(a, i) vec_permute_neon(a, i)
#define v_even_odd(a, b) vcombine_f32(vget_low_f32(vuzp1q_f32(a, a)), vget_low_f32(vuzp2q_f32(b, b)))
#define v_sum(a) vec_sum_neon(a)
#define v_hmax(a) vec_hmax_neon(a)
#define v_hmin(a) vec_hmin_neon(a)
#define vd float64x2_t
#define VEC_ND 2
#define vd_load_f32(p) vcvt_f64_f32(vld1_f32(p))
#define vd_load(p) vld1q_f64(p)
#define vd_load_part(p, n) vcombine_f64((n) > 0 ? vld1_f64(p) : vdup_n_f64(0.0), vdup_n_f64(0.0))
#define vd_store(p, v) vst1q_f64(p, v)
#define vd_zero() vdupq_n_f64(0.0)
#define vd_set1(x) vdupq_n_f64(x)
#define vd_add(a, b) vaddq_f64(a, b)
#define vd_sub(a, b) vsubq_f64(a, b)
#define vd_mul(a, b) vmulq_f64(a, b)
#define vd_max(a, b) vbslq_f64(vcgtq_f64(a, b), a, b)
#define vd_min(a, b) vbslq_f64(vcltq_f64(a, b), a, b)
#define vd_fma(a, b, c) vfmaq_f64(c, a, b)
#define vd_div(a, b) vdivq_f64(a, b)
#define vd_sqrt(a) vsqrtq_f64(a)
#define vd_abs(a) vabsq_f64(a)
#define vd_neg(a) vnegq_f64(a)
#define vd_round(a) vrndnq_f64(a)
#define vd_floor(a) vrndmq_f64(a)
#define vd_ceil(a) vrndpq_f64(a)
#define vd_lt(a, b) vcltq_f64(a, b)
#define vd_unord(a, b) \
    vreinterpretq_u64_u32(vmvnq_u32(vreinterpretq_u32_u64(vandq_u64(vceqq_f64(a, a), vceqq_f64(b, b)))))
#define vd_select(m, a, b) vbslq_f64(m, a, b)
#define vd_sum(a) (vgetq_lane_f64(a, 0) + vgetq_lane_f64(a, 1))
#define v_load_f16(p) vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p)))
#define v_store_f16(p, v) vst1_u16(p, vreinterpret_u16_f16(vcvt_f16_f32(v)))
#define v_load_bf16(p) vreinterpretq_f32_u32(vshll_n_u16(vld1_u16(p), 16))
#define v_load_u8(p) vec_load_u8_neon(p)
#define v_load_i8(p) vec_load_i8_neon(p)
#define v_store_8(p, v) vec_store_8_neon(p, v)

VEC_FN float32x4_t vec_bits_neon(uint32x4_t a) { return vreinterpretq_f32_u32(a); }
/* fmax and fmin of this processor keep any NaN: not those of the contract. */
VEC_FN float32x4_t vec_max_neon(float32x4_t a, float32x4_t b) {
    return vbslq_f32(vcgtq_f32(a, b), a, b);
}
VEC_FN float32x4_t vec_min_neon(float32x4_t a, float32x4_t b) {
    return vbslq_f32(vcltq_f32(a, b), a, b);
}
VEC_FN float32x4_t vec_load_part_neon(const float *p, size_t n) {
    float part[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (size_t i = 0; i < n; i++) part[i] = p[i];
    return vld1q_f32(part);
}
VEC_FN void vec_store_part_neon(float *p, size_t n, float32x4_t v) {
    float part[4];
    vst1q_f32(part, v);
    for (size_t i = 0; i < n; i++) p[i] = part[i];
}
VEC_FN uint8x8_t vec_four_bytes_neon(const void *p) {
    uint32_t four;
    memcpy(&four, p, sizeof four);
    return vreinterpret_u8_u32(vdup_n_u32(four));
}
VEC_FN float32x4_t vec_load_u8_neon(const void *p) {
    return vcvtq_f32_u32(vmovl_u16(vget_low_u16(vmovl_u8(vec_four_bytes_neon(p)))));
}
VEC_FN float32x4_t vec_load_i8_neon(const void *p) {
    int8x8_t bytes = vreinterpret_s8_u8(vec_four_bytes_neon(p));
    return vcvtq_f32_s32(vmovl_s16(vget_low_s16(vmovl_s8(bytes))));
}
VEC_FN void vec_store_8_neon(uint8_t *p, float32x4_t v) {
    uint16x4_t half = vmovn_u32(vreinterpretq_u32_s32(vcvtnq_s32_f32(v)));
    uint32_t four = vget_lane_u32(vreinterpret_u32_u8(vmovn_u16(vcombine_u16(half, half))), 0);
    memcpy(p, &four, sizeof four);
}
/* Two products of signed bytes, one of them above -128, fit into 16 bits. */
VEC_FN int32x4_t vec_dot_neon(int32x4_t a, int32x4_t b) {
    int8x16_t x = vreinterpretq_s8_s32(a), y = vreinterpretq_s8_s32(b);
    int32x4_t low = vpaddlq_s16(vmull_s8(vget_low_s8(x), vget_low_s8(y)));
    return vpaddq_s32(low, vpaddlq_s16(vmull_s8(vget_high_s8(x), vget_high_s8(y))));
}
VEC_FN int16x8x2_t vec_zero_16_neon(void) {
    int16x8x2_t h = {{vdupq_n_s16(0), vdupq_n_s16(0)}};
    return h;
}
VEC_FN int16x8x2_t vec_add_16_neon(int16x8x2_t h, int32x4_t a, int32x4_t b) {
    int8x16_t x = vreinterpretq_s8_s32(a), y = vreinterpretq_s8_s32(b);
    h.val[0] = vmlal_s8(h.val[0], vget_low_s8(x), vget_low_s8(y));
    h.val[1] = vmlal_s8(h.val[1], vget_high_s8(x), vget_high_s8(y));
    return h;
}
VEC_FN float vec_sum_neon(float32x4_t a) {
    float32x4_t h = vaddq_f32(a, vextq_f32(a, a, 2));
    return vgetq_lane_f32(h, 0) + vgetq_lane_f32(h, 1);
}
VEC_FN float vec_hmax_neon(float32x4_t a) {
    float32x4_t h = vec_max_neon(a, vextq_f32(a, a, 2));
    return vgetq_lane_f32(vec_max_neon(h, vextq_f32(h, h, 1)), 0);
}
VEC_FN float vec_hmin_neon(float32x4_t a) {
    float32x4_t h = vec_min_neon(a, vextq_f32(a, a, 2));
    return vgetq_lane_f32(vec_min_neon(h, vextq_f32(h, h, 1)), 0);
}
VEC_FN float32x4_t vec_gather_neon(const float *p, int32x4_t i) {
    float32x4_t v = vld1q_dup_f32(p + vgetq_lane_s32(i, 0));
    v = vld1q_lane_f32(p + vgetq_lane_s32(i, 1), v, 1);
    v = vld1q_lane_f32(p + vgetq_lane_s32(i, 2), v, 2);
    return vld1q_lane_f32(p + vgetq_lane_s32(i, 3), v, 3);
}
/* Lane i is bytes 4*i .. 4*i + 3. */
VEC_FN float32x4_t vec_permute_neon(float32x4_t a, int32x4_t i) {
    uint32x4_t at = vmlaq_n_u32(vdupq_n_u32(0x03020100), vreinterpretq_u32_s32(i), 0x04040404);
    return vreinterpretq_f32_u8(vqtbl1q_u8(vreinterpretq_u8_f32(a), vreinterpretq_u8_u32(at)));
}
