/* ml_linear_tmpl.h — a dot product in double. Parameters: ML_LINEAR_NAME suffix of the function,
 * ML_LINEAR_T element of X. */
#define ML_LINEAR_CAT_(a, b) a##b
#define ML_LINEAR_CAT(a, b) ML_LINEAR_CAT_(a, b)

/* Sum of x[first + i] * w[i] for i < n. */
static double ML_LINEAR_CAT(ml_linear_dot_, ML_LINEAR_NAME)(const void *x, size_t first,
                                                            const float *w, size_t n) {
    const ML_LINEAR_T *v = (const ML_LINEAR_T *)x + first;
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)v[i] * (double)w[i];
    return sum;
}

#undef ML_LINEAR_CAT_
#undef ML_LINEAR_CAT
#undef ML_LINEAR_NAME
#undef ML_LINEAR_T
