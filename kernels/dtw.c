/* dtw.c — com.microsoft.DynamicTimeWarping: the way through a matrix of costs, from its first element to its last, of
 * which the elements have the least sum; a step goes down, right, or both.
 *
 *   x [rows][columns], or with a dim of 1 in front;  y [2][length]: the rows, then the columns of the way
 *
 * Of steps that are as good the one right is taken, then the one down. Sums are floats, as onnxruntime's; where none is
 * the least, NaN or all infinite, the way is what is left of it from its end. One task: what a column costs hangs on
 * the one before it. Source: onnxruntime com.microsoft.DynamicTimeWarping, version 1. */
#include "base/math.h"
#include "kernels/kernel.h"

enum { DTW_BOTH, DTW_DOWN, DTW_RIGHT };

static cameo_status dtw_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim dims[2] = {2, CM_DIM_UNKNOWN};
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, CAMEO_INT32, 2, dims);
    bool fits = x->rank == 2 || (x->rank == 3 && cm_shape_equal(s, x->dims[0], 1));
    CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "X has rank %u, want 2, or 3 with one matrix", (unsigned)x->rank);
    cm_dim most = cm_dim_add(s->dims, x->dims[x->rank - 2], x->dims[x->rank - 1]);
    dims[1] = cm_shape_decided(s, 0, most);
    return cm_shape_out(s, 0, CAMEO_INT32, 2, dims);
}

static uint64_t dtw_cost(const cm_shape *s) { return cm_shape_cost(cm_shape_in(s, 0), 8); }

const cm_op cm_op_ms_DynamicTimeWarping = {
    .id = CM_OP_ms_DynamicTimeWarping, .flags = CM_OPF_DYNAMIC, .shape = dtw_shape, .cost = dtw_cost};

/* Scratch: the sums of two columns, then the step to each element. Errors: E_SHAPE. */
cameo_status cm_dtw_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, 0);
    bool fits = x->rank == 2 || (x->rank == 3 && x->dims[0] == 1);
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "X has rank %u, want 2, or 3 with one matrix", (unsigned)x->rank);
    size_t rows = x->dims[x->rank - 2u], columns = x->dims[x->rank - 1u], sums;
    bool over = cm_ckd_add(rows, 1, &sums) || cm_ckd_mul(sums, 2 * sizeof(float), &sums) ||
                cm_ckd_add(sums, x->n, &s->scratch) || rows > INT32_MAX || columns > INT32_MAX;
    CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "a matrix of %zu x %zu", rows, columns);
    s->n_phases = 1;
    s->phase[0].n_tasks = 1;
    return CAMEO_OK;
}

/* Column c of x [rows][columns] from the column before it: sums of [rows + 1], the first of which stands above the
 * matrix; steps [rows][columns] gets the steps to the elements of column c. x may be NULL where there are no rows. */
static void dtw_column(const float *x, size_t rows, size_t columns, size_t c, const float *left, float *sum,
                       uint8_t *steps) {
    for (size_t r = 0; r < rows; r++) {
        float both = left[r], down = sum[r], right = left[r + 1], least = right;
        uint8_t step = DTW_RIGHT;
        if (both < down && both < right) {
            least = both;
            step = DTW_BOTH;
        } else if (down < both && down < right) {
            least = down;
            step = DTW_DOWN;
        }
        sum[r + 1] = x[r * columns + c] + least;
        steps[r * columns + c] = step;
    }
}

/* The way backwards, into the last n columns of y [2][n] or nowhere (NULL); its length. */
static size_t dtw_way(const uint8_t *steps, size_t rows, size_t columns, size_t n, int32_t *y) {
    size_t length = 0;
    for (size_t r = rows, c = columns; r > 0 && c > 0; length++) {
        uint8_t step = steps[(r - 1) * columns + c - 1];
        if (y != NULL) {
            y[n - 1 - length] = (int32_t)(r - 1);
            y[2 * n - 1 - length] = (int32_t)(c - 1);
        }
        r -= step != DTW_RIGHT;
        c -= step != DTW_DOWN;
    }
    return length;
}

/* Errors: E_NOMEM of the output; those of cm_poll. */
cameo_status cm_dtw_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, 0);
    size_t rows = x->dims[x->rank - 2u], columns = x->dims[x->rank - 1u], n;
    float *left = (float *)(void *)k->scratch, *sum = left + rows + 1;
    uint8_t *steps = (uint8_t *)(sum + rows + 1);
    uint64_t done = 0;
    (void)phase;
    if (begin == end) return CAMEO_OK;
    for (size_t r = 0; r <= rows; r++) left[r] = r == 0 ? 0 : CM_INF_F32;
    for (size_t c = 0; c < columns; c++) {
        CM_TRY(cm_poll(k, rows, &done));
        sum[0] = CM_INF_F32;
        dtw_column(x->data, rows, columns, c, left, sum, steps);
        float *swap = left;
        left = sum;
        sum = swap;
    }
    n = dtw_way(steps, rows, columns, 0, NULL);
    CM_TRY(k->services->out_alloc(k, 0, 2, (size_t[]){2, n}, 2 * n * sizeof(int32_t)));
    (void)dtw_way(steps, rows, columns, n, cm_out(k, 0)->data);
    return CAMEO_OK;
}
