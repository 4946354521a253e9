/* einsum_tmpl.h — sums of products of one dtype; included by einsum.c once per dtype. Parameters:
 *   EINSUM_DTYPE     suffix of the names: f32
 *   EINSUM_T         type of an element in memory
 *   EINSUM_S         type of products and sums; an integer is unsigned and of 32 bits or more
 *   EINSUM_LOAD(v)   element to what converts to EINSUM_S
 *   EINSUM_STORE(v)  and back, rounded once */
#define EINSUM_NAME_2(prefix, dtype, suffix) prefix##dtype##suffix
#define EINSUM_NAME_1(prefix, dtype, suffix) EINSUM_NAME_2(prefix, dtype, suffix)
#define EINSUM_INNER EINSUM_NAME_1(einsum_inner_, EINSUM_DTYPE, )
#define EINSUM_ELEMENT EINSUM_NAME_1(einsum_element_, EINSUM_DTYPE, )
#define EINSUM_COPY EINSUM_NAME_1(einsum_copy_, EINSUM_DTYPE, )
#define EINSUM_PAIRS EINSUM_NAME_1(einsum_pairs_, EINSUM_DTYPE, )
#define EINSUM_AT(in, i) ((EINSUM_S)EINSUM_LOAD(((const EINSUM_T *)cm_in(k, in)->data)[i]))

/* sum plus the products of the innermost summed loop; off: where it begins in each operand. */
static EINSUM_S EINSUM_INNER(const cm_kctx *k, const einsum_work *w, const size_t *off,
                             EINSUM_S sum) {
    bool sums = w->n_loops > w->n_out;
    uint32_t loop = sums ? w->n_loops - 1 : 0;
    size_t n = sums ? w->dims[loop] : 1;
    if (w->n_in == 2) {
        const EINSUM_T *a = (const EINSUM_T *)cm_in(k, 0)->data + off[0];
        const EINSUM_T *b = (const EINSUM_T *)cm_in(k, 1)->data + off[1];
        size_t step_a = w->stride[0][loop];
        size_t step_b = w->stride[1][loop];
        for (size_t i = 0; i < n; i++) {
            sum += (EINSUM_S)EINSUM_LOAD(a[i * step_a]) * (EINSUM_S)EINSUM_LOAD(b[i * step_b]);
        }
        return sum;
    }
    for (size_t i = 0; i < n; i++) {
        EINSUM_S product = EINSUM_AT(0, off[0] + i * w->stride[0][loop]);
        for (uint32_t in = 1; in < w->n_in; in++) {
            product *= EINSUM_AT(in, off[in] + i * w->stride[in][loop]);
        }
        sum += product;
    }
    return sum;
}

/* Element `at` of the result. Sums begin with 0; a product that is not summed keeps its sign: it is
 * added to -0. */
static EINSUM_S EINSUM_ELEMENT(const cm_kctx *k, const einsum_work *w, size_t at) {
    size_t index[EINSUM_MAX_LOOPS] = {0};
    size_t off[EINSUM_MAX_IN];
    EINSUM_S sum = w->n_loops == w->n_out ? (EINSUM_S)-0.0 : 0;
    if (w->sum == 0) return 0;
    einsum_begin(w, at, off);
    do sum = EINSUM_INNER(k, w, off, sum);
    while (einsum_next(w, index, off));
    return sum;
}

/* Elements [at, last) of the result, which are elements of the one operand: pieces of the result's last dim, with the
 * step that they have in the operand. */
static void EINSUM_COPY(const cm_kctx *k, const einsum_work *w, EINSUM_T *y, size_t at, size_t last) {
    size_t dim = w->dims[w->n_out - 1], step = w->stride[0][w->n_out - 1], off[EINSUM_MAX_IN];
    while (at < last) {
        size_t n = cm_min_size(last - at, dim - at % dim);
        einsum_begin(w, at, off);
        const EINSUM_T *x = (const EINSUM_T *)cm_in(k, 0)->data + off[0];
        for (size_t i = 0; i < n; i++) y[at + i] = x[i * step];
        at += n;
    }
}

/* Elements [at, last) of the result, which are products of two operands that are not summed. */
static void EINSUM_PAIRS(const cm_kctx *k, const einsum_work *w, EINSUM_T *y, size_t at, size_t last) {
    uint32_t loop = w->n_out - 1;
    size_t dim = w->dims[loop], off[EINSUM_MAX_IN];
    while (at < last) {
        size_t n = cm_min_size(last - at, dim - at % dim), step_a = w->stride[0][loop], step_b = w->stride[1][loop];
        einsum_begin(w, at, off);
        const EINSUM_T *a = (const EINSUM_T *)cm_in(k, 0)->data + off[0];
        const EINSUM_T *b = (const EINSUM_T *)cm_in(k, 1)->data + off[1];
        for (size_t i = 0; i < n; i++) {
            y[at + i] = EINSUM_STORE((EINSUM_S)EINSUM_LOAD(a[i * step_a]) * (EINSUM_S)EINSUM_LOAD(b[i * step_b]));
        }
        at += n;
    }
}

/* cm_einsum_<dtype>_run — y[labels of the result] = sum over the other labels of the product of all
 * operands. y lies on no operand. Returns CAMEO_OK. */
cameo_status EINSUM_NAME_1(cm_einsum_, EINSUM_DTYPE, _run)(const cm_kctx *k, uint32_t phase,
                                                           uint32_t begin, uint32_t end) {
    (void)phase;
    einsum_work *w = (einsum_work *)(void *)k->worker_scratch;
    CM_TRY(einsum_work_of(k, w));
    EINSUM_T *y = cm_out(k, 0)->data;
    size_t last = cm_min_size(cm_out(k, 0)->n, end * w->per_task);
    if (w->n_in == 1 && w->n_loops == w->n_out && w->n_out > 0) {
        EINSUM_COPY(k, w, y, begin * w->per_task, last);
        return CAMEO_OK;
    }
    if (w->n_in == 2 && w->n_loops == w->n_out && w->n_out > 0) {
        EINSUM_PAIRS(k, w, y, begin * w->per_task, last);
        return CAMEO_OK;
    }
    for (size_t i = begin * w->per_task; i < last; i++) {
        y[i] = EINSUM_STORE(EINSUM_ELEMENT(k, w, i));
    }
    return CAMEO_OK;
}

#undef EINSUM_AT
#undef EINSUM_COPY
#undef EINSUM_PAIRS
#undef EINSUM_ELEMENT
#undef EINSUM_INNER
#undef EINSUM_NAME_1
#undef EINSUM_NAME_2
#undef EINSUM_DTYPE
#undef EINSUM_T
#undef EINSUM_S
#undef EINSUM_LOAD
#undef EINSUM_STORE
