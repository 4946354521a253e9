/* gemm_op_tmpl.h — cm_gemm_op_<dtype>_run: plain loops for one dtype; included by gemm_op.c.
 *   GEMM_OP_DTYPE  suffix of the name
 *   GEMM_OP_T      element
 *   GEMM_OP_C      type of the sums
 *   GEMM_OP_LOAD   GEMM_OP_T -> GEMM_OP_C
 *   GEMM_OP_STORE  result of GEMM_OP_END -> GEMM_OP_T
 *   GEMM_OP_END    (params, sum, c): the epilogue */
#define GEMM_OP_CAT2(a, b, c) a##_##b##_##c
#define GEMM_OP_CAT(a, b, c) GEMM_OP_CAT2(a, b, c)

/* acc[j] = sum over l < k of a[l*as] * b[l*rs + j*cs], j < n <= GEMM_OP_BLOCK. */
static void GEMM_OP_CAT(gemm_op, sums, GEMM_OP_DTYPE)(const cm_matmul_sizes *z, const GEMM_OP_T *a,
                                                      const GEMM_OP_T *b, size_t n,
                                                      GEMM_OP_C *restrict acc) {
    for (size_t j = 0; j < GEMM_OP_BLOCK; j++) acc[j] = 0;
    for (size_t l = 0; l < z->k; l++) {
        GEMM_OP_C x = GEMM_OP_LOAD(a[l * z->cs_a]);
        const GEMM_OP_T *row = b + l * z->rs_b;
        if (n == GEMM_OP_BLOCK && z->cs_b == 1) {
            for (size_t j = 0; j < GEMM_OP_BLOCK; j++) acc[j] += x * GEMM_OP_LOAD(row[j]);
        } else {
            for (size_t j = 0; j < n; j++) acc[j] += x * GEMM_OP_LOAD(row[j * z->cs_b]);
        }
    }
}

/* Tasks of cm_gemm_op_setup. */
cameo_status GEMM_OP_CAT(cm_gemm_op, GEMM_OP_DTYPE, run)(const cm_kctx *k, uint32_t phase,
                                                         uint32_t begin, uint32_t end) {
    const cm_gemm_params *q = k->params;
    cm_matmul_sizes z = gemm_op_sizes_of(k);
    gemm_op_blocks blocks;
    const cm_tensor *c = q->beta == 0.0f ? NULL : cm_in(k, 2);
    GEMM_OP_C acc[GEMM_OP_BLOCK];
    (void)phase;
    if (gemm_op_blocks_of(&z, &blocks)) return CAMEO_E_INTERNAL;
    size_t last = cm_min_size(end * blocks.per_task, blocks.n);
    for (size_t block = begin * blocks.per_task; block < last; block++) {
        size_t row = block / blocks.per_row, j0 = block % blocks.per_row * GEMM_OP_BLOCK;
        size_t n = cm_min_size(GEMM_OP_BLOCK, z.n - j0), i = row % z.m, at_a, at_b;
        cm_matmul_offsets(&z, row / z.m, &at_a, &at_b);
        const void *a = gemm_op_at(cm_in(k, 0)->data, at_a + i * z.rs_a, sizeof(GEMM_OP_T));
        const void *b = gemm_op_at(cm_in(k, 1)->data, at_b + j0 * z.cs_b, sizeof(GEMM_OP_T));
        GEMM_OP_T *y = (GEMM_OP_T *)cm_out(k, 0)->data + row * z.n + j0;
        GEMM_OP_CAT(gemm_op, sums, GEMM_OP_DTYPE)(&z, a, b, n, acc);
        for (size_t j = 0; j < n; j++) {
            GEMM_OP_C add = 0;
            if (c != NULL) {
                const GEMM_OP_T *d = c->data;
                add = GEMM_OP_LOAD(d[i * z.rs_c + (j0 + j) * z.cs_c]);
            }
            y[j] = GEMM_OP_STORE(GEMM_OP_END(q, acc[j], add));
        }
    }
    return CAMEO_OK;
}

#undef GEMM_OP_DTYPE
#undef GEMM_OP_T
#undef GEMM_OP_C
#undef GEMM_OP_LOAD
#undef GEMM_OP_STORE
#undef GEMM_OP_END
#undef GEMM_OP_CAT
#undef GEMM_OP_CAT2
