/* gemm_f64_tmpl.h — kernels/prim/gemm_f64.h in vectors; included once per instruction set, behind its vec_*.h. A tile
 * is up to VGEMM_F64_MR rows of two vectors of columns. */

#define VGEMM_F64_MR (VEC_N == 16 ? 12 : 6)
#if CM_ARCH_X86
#define VGEMM_F64_TRANSPOSE cm_transpose_64_avx2
#else
#define VGEMM_F64_TRANSPOSE cm_transpose_64_portable
#endif

/* `rows` (a constant) rows from row i on, columns [j, j + 2 * VEC_ND). */
VEC_FN void VEC_NAME(gemm_f64_tile)(const cm_gemm_f64_panel *p, size_t i, size_t j, size_t rows) {
    vd s[VGEMM_F64_MR], u[VGEMM_F64_MR];
    double *acc = p->acc + i * CM_GEMM_F64_NR + j;
    const double *a = p->a + i * p->a_row, *b = p->b + j;
    size_t row = p->a_row;
    VEC_UNROLL
    for (size_t r = 0; r < rows; r++) {
        s[r] = p->first ? vd_zero() : vd_load(acc + r * CM_GEMM_F64_NR);
        u[r] = p->first ? vd_zero() : vd_load(acc + r * CM_GEMM_F64_NR + VEC_ND);
    }
    for (size_t l = 0; l < p->kc; l++, a += p->a_step, b += p->b_step) {
        vd b0 = vd_load(b), b1 = vd_load(b + VEC_ND);
        VEC_UNROLL
        for (size_t r = 0; r < rows; r++) {
            vd x = vd_set1(a[r * row]);
            s[r] = vd_fma(x, b0, s[r]);
            u[r] = vd_fma(x, b1, u[r]);
        }
    }
    VEC_UNROLL
    for (size_t r = 0; r < rows; r++) {
        vd_store(acc + r * CM_GEMM_F64_NR, s[r]);
        vd_store(acc + r * CM_GEMM_F64_NR + VEC_ND, u[r]);
    }
}

VEC_LEAF static void VEC_NAME(gemm_f64_panel)(const cm_gemm_f64_panel *p) {
    for (size_t j = 0; j < CM_GEMM_F64_NR; j += 2 * VEC_ND) {
        size_t i = 0;
        for (; i + VGEMM_F64_MR <= p->rows; i += VGEMM_F64_MR) VEC_NAME(gemm_f64_tile)(p, i, j, VGEMM_F64_MR);
        for (; i + 4 <= p->rows; i += 4) VEC_NAME(gemm_f64_tile)(p, i, j, 4);
        for (; i + 2 <= p->rows; i += 2) VEC_NAME(gemm_f64_tile)(p, i, j, 2);
        if (i < p->rows) VEC_NAME(gemm_f64_tile)(p, i, j, 1);
    }
}

VEC_LEAF static void VEC_NAME(gemm_f64_end)(const cm_gemm_f64_args *g, size_t i, size_t j, const double *sum) {
    double *c = g->c + i * g->rs_c + j;
    const double *d = g->d == NULL ? NULL : g->d + i * g->rs_d + j;
    vd alpha = vd_set1(g->alpha), beta = vd_set1(g->beta), lo = vd_set1(g->lo), hi = vd_set1(g->hi);
    for (size_t q = 0; q < CM_GEMM_F64_NR; q += VEC_ND) {
        vd x = vd_mul(alpha, vd_load(sum + q));
        if (d != NULL) x = vd_add(x, vd_mul(beta, vd_load(d + q)));
        if (g->clamp) x = vd_min(hi, vd_max(lo, x));
        vd_store(c + q, x);
    }
}

/* Eight rows of B at a time, so that y is moved less. */
#define VGEMM_F64_ROWS 8
VEC_FN void VEC_NAME(gemm_f64_add)(const cm_gemm_f64_vec *v, size_t l, size_t rows) {
    const double *x = v->x + l * v->x_step, *b = v->b + l * v->b_step;
    size_t j = 0;
    for (; j + VEC_ND <= v->n; j += VEC_ND) {
        vd s = vd_load(v->y + j);
        VEC_UNROLL
        for (size_t r = 0; r < rows; r++) s = vd_fma(vd_set1(x[r * v->x_step]), vd_load(b + r * v->b_step + j), s);
        vd_store(v->y + j, s);
    }
    for (; j < v->n; j++) { /* all lanes are alike, rounded as those before */
        double lane[VEC_ND];
        vd s = vd_set1(v->y[j]);
        for (size_t r = 0; r < rows; r++) s = vd_fma(vd_set1(x[r * v->x_step]), vd_set1(b[r * v->b_step + j]), s);
        vd_store(lane, s);
        v->y[j] = lane[0];
    }
}

VEC_LEAF static void VEC_NAME(gemm_f64_sum)(const cm_gemm_f64_vec *v) {
    size_t l = 0;
    for (; l + VGEMM_F64_ROWS <= v->kc; l += VGEMM_F64_ROWS) VEC_NAME(gemm_f64_add)(v, l, VGEMM_F64_ROWS);
    for (; l < v->kc; l++) VEC_NAME(gemm_f64_add)(v, l, 1);
}

/* The dot product with row j of b: four sums, so that one need not wait for the other. */
VEC_LEAF static void VEC_NAME(gemm_f64_dot)(const cm_gemm_f64_vec *v) {
    for (size_t j = 0; j < v->n; j++) {
        const double *x = v->x, *b = v->b + j * v->b_step;
        size_t l = 0;
        vd s0 = vd_zero(), s1 = s0, s2 = s0, s3 = s0;
        for (; l + 4 * VEC_ND <= v->kc; l += 4 * VEC_ND) {
            s0 = vd_fma(vd_load(x + l), vd_load(b + l), s0);
            s1 = vd_fma(vd_load(x + l + VEC_ND), vd_load(b + l + VEC_ND), s1);
            s2 = vd_fma(vd_load(x + l + 2 * VEC_ND), vd_load(b + l + 2 * VEC_ND), s2);
            s3 = vd_fma(vd_load(x + l + 3 * VEC_ND), vd_load(b + l + 3 * VEC_ND), s3);
        }
        for (; l + VEC_ND <= v->kc; l += VEC_ND) s0 = vd_fma(vd_load(x + l), vd_load(b + l), s0);
        double sum = vd_sum(vd_add(vd_add(s0, s1), vd_add(s2, s3)));
        for (; l < v->kc; l++) sum += x[l] * b[l];
        v->y[j] = sum;
    }
}

static const cm_gemm_f64_isa VEC_NAME(gemm_f64_isa) = {
    .panel = VEC_NAME(gemm_f64_panel), .end = VEC_NAME(gemm_f64_end), .sum = VEC_NAME(gemm_f64_sum),
    .dot = VEC_NAME(gemm_f64_dot), .transpose = VGEMM_F64_TRANSPOSE};

void VEC_NAME(cm_gemm_f64)(const cm_gemm_f64_args *g, size_t task, void *scratch) {
    cm_gemm_f64_run(&VEC_NAME(gemm_f64_isa), g, task, scratch);
}

#undef VGEMM_F64_MR
#undef VGEMM_F64_ROWS
#undef VGEMM_F64_TRANSPOSE
