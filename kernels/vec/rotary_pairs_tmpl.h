/* rotary_pairs_tmpl.h — kernels/prim/rotary_pairs.h in vectors: of each result one product is rounded, the other one
 * is part of a fused multiply-add. */

/* n <= VEC_N floats; the other lanes are 0. */
VEC_FN vf VEC_NAME(rotary_load)(const float *p, size_t n) { return n == VEC_N ? v_load(p) : v_load_part(p, n); }
VEC_FN void VEC_NAME(rotary_store)(float *p, size_t n, vf v) {
    if (n == VEC_N)
        v_store(p, v);
    else
        v_store_part(p, n, v);
}

/* Pairs whose elements are `half` apart: n <= VEC_N of them. */
VEC_FN void VEC_NAME(rotary_apart)(float *y, const float *x, const float *cos, const float *sin, size_t half,
                                   size_t n) {
    vf a = VEC_NAME(rotary_load)(x, n), b = VEC_NAME(rotary_load)(x + half, n);
    vf c = VEC_NAME(rotary_load)(cos, n), s = VEC_NAME(rotary_load)(sin, n);
    VEC_NAME(rotary_store)(y, n, v_fma(c, a, v_neg(v_mul(s, b))));
    VEC_NAME(rotary_store)(y + half, n, v_fma(c, b, v_mul(s, a)));
}

/* Pairs side by side: n <= VEC_N elements, half as many angles. Each lane is multiplied by its cosine; the other lane
 * of its pair, multiplied by its sine, is subtracted in the first lane of the pair and added in the second. */
VEC_FN void VEC_NAME(rotary_beside)(float *y, const float *x, const float *cos, const float *sin, size_t n) {
    static const int32_t pair[16] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7};
    static const int32_t other[16] = {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14};
    static const float sign[16] = {-0.0f, 0, -0.0f, 0, -0.0f, 0, -0.0f, 0, -0.0f, 0, -0.0f, 0, -0.0f, 0, -0.0f, 0};
    vf v = VEC_NAME(rotary_load)(x, n);
    vf c = v_permute(v_load_part(cos, n / 2), vi_load(pair)), s = v_permute(v_load_part(sin, n / 2), vi_load(pair));
    vf turned = v_xor(v_mul(s, v_permute(v, vi_load(other))), v_load(sign));
    VEC_NAME(rotary_store)(y, n, v_fma(c, v, turned));
}

VEC_LEAF void VEC_NAME(cm_rotary_pairs)(float *y, const float *x, const float *cos, const float *sin, size_t half,
                                        bool interleaved) {
    size_t i = 0;
    if (interleaved) {
        for (; i + VEC_N <= 2 * half; i += VEC_N)
            VEC_NAME(rotary_beside)(y + i, x + i, cos + i / 2, sin + i / 2, VEC_N);
        if (i < 2 * half) VEC_NAME(rotary_beside)(y + i, x + i, cos + i / 2, sin + i / 2, 2 * half - i);
        return;
    }
    for (; i + VEC_N <= half; i += VEC_N) VEC_NAME(rotary_apart)(y + i, x + i, cos + i, sin + i, half, VEC_N);
    if (i < half) VEC_NAME(rotary_apart)(y + i, x + i, cos + i, sin + i, half, half - i);
}
