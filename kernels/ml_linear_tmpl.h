/* ml_linear_tmpl.h — dot products in double. Parameters: ML_LINEAR_NAME suffix of the function,
 * ML_LINEAR_T element of X. */
#define ML_LINEAR_CAT_(a, b) a##b
#define ML_LINEAR_CAT(a, b) ML_LINEAR_CAT_(a, b)

/* sum[r] = sum of x[(row + r) * n + i] * w[i] over i < n in their order, r < rows <= 4: four sums at once do not wait
 * for each other. */
static void ML_LINEAR_CAT(ml_linear_dot_, ML_LINEAR_NAME)(const void *x, size_t row, size_t rows, const float *w,
                                                          size_t n, double *sum) {
    const ML_LINEAR_T *v = n == 0 ? x : (const ML_LINEAR_T *)x + row * n; /* x is NULL where it has no elements */
    double s[4] = {0};
    for (size_t i = 0; i < n && rows == 4; i++) {
        for (size_t r = 0; r < 4; r++) s[r] += (double)v[r * n + i] * (double)w[i];
    }
    for (size_t r = 0; r < rows && rows < 4; r++) {
        for (size_t i = 0; i < n; i++) s[r] += (double)v[r * n + i] * (double)w[i];
    }
    memcpy(sum, s, rows * sizeof *s);
}

#undef ML_LINEAR_CAT_
#undef ML_LINEAR_CAT
#undef ML_LINEAR_NAME
#undef ML_LINEAR_T
