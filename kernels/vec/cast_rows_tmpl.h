/* cast_rows_tmpl.h — kernels/prim/cast_rows.h in vectors; included once per instruction set, behind its vec_*.h. */

VEC_LEAF void VEC_NAME(cm_cast_f32_f16)(const float *x, uint16_t *y, size_t n) {
    size_t i = 0;
    for (; i + VEC_N <= n; i += VEC_N) v_store_f16(y + i, v_load(x + i));
    if (i < n) cm_cast_f32_f16_portable(x + i, y + i, n - i);
}

VEC_LEAF void VEC_NAME(cm_cast_f16_f32)(const uint16_t *x, float *y, size_t n) {
    size_t i = 0;
    for (; i + VEC_N <= n; i += VEC_N) v_store(y + i, v_load_f16(x + i));
    if (i < n) cm_cast_f16_f32_portable(x + i, y + i, n - i);
}
