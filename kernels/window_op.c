/* window_op.c — HannWindow, HammingWindow, BlackmanWindow: a cosine series over one turn; MelWeightMatrix: triangles
 * over the bins of a spectrum, evenly spaced on the mel scale.
 *
 * All is computed in double and rounded once; integer outputs are truncated, as Cast does it. A symmetric window of one
 * element is 1 (its formula is 0/0), as in scipy. The edges of the triangles are those of the reference: the mel range
 * is divided by num_mel_bins + 2 and bin numbers are floor((dft_length + 1) * hertz / sample_rate); what a triangle has
 * beyond the last bin is cut off.
 * Source: ONNX HannWindow, HammingWindow, BlackmanWindow, MelWeightMatrix, since_version 17. */
#include "base/math.h"
#include "kernels/fft.h"
#include "kernels/lane.h"
#include "kernels/move.h"

typedef struct window_op_params {
    int32_t periodic, output_datatype;
} window_op_params;

static const cm_field window_op_fields[] = {CM_F_I32(window_op_params, periodic, 1),
                                            CM_F_I32(window_op_params, output_datatype, CAMEO_FLOAT)};
static const cm_field window_op_mel_fields[] = {CM_F_I32(window_op_params, output_datatype, CAMEO_FLOAT)};

#define WINDOW_OP_DTYPES                                                                                      \
    (CM_T(CAMEO_FLOAT) | CM_T(CAMEO_DOUBLE) | CM_T(CAMEO_FLOAT16) | CM_T(CAMEO_BFLOAT16) | CM_T_BYTE |       \
     CM_T(CAMEO_INT16) | CM_T(CAMEO_INT32) | CM_T(CAMEO_INT64) | CM_T(CAMEO_UINT16) | CM_T(CAMEO_UINT32) |   \
     CM_T(CAMEO_UINT64))

static cameo_status window_op_parse(const cm_parse *p, void *params) {
    int32_t dtype = ((const window_op_params *)params)->output_datatype;
    CM_CHECK(cm_dtype_is_known(dtype) && (CM_T(dtype) & WINDOW_OP_DTYPES) != 0, p->e, CAMEO_E_TYPE,
             "output_datatype is %d, want an integer or float type", (int)dtype);
    return CAMEO_OK;
}

/* Input i, a scalar, as a dim; unknown where it is not known. Errors: E_SHAPE no scalar, or below `least`. */
static cameo_status window_op_number(const cm_shape *s, uint32_t i, const char *what, int64_t least, cm_dim *d) {
    const cm_avalue *v = cm_shape_in(s, i);
    size_t n;
    int64_t number;
    CM_CHECK(!cm_avalue_count(v, &n) || n == 1, s->e, CAMEO_E_SHAPE, "%s has %zu elements, want 1", what, n);
    if (cm_avalue_i64(v, 0, &number)) {
        CM_CHECK(number >= least, s->e, CAMEO_E_SHAPE, "%s is %lld, want at least %lld", what, CM_LL(number),
                 CM_LL(least));
        *d = cm_dim_saturate_i64(number);
    } else if (!cm_avalue_elem(v, 0, d)) {
        *d = CM_DIM_UNKNOWN;
    }
    return CAMEO_OK;
}

static cameo_status window_op_shape(cm_shape *s) {
    cm_dim n;
    CM_TRY(window_op_number(s, 0, "size", 0, &n));
    return cm_shape_out(s, 0, ((const window_op_params *)s->params)->output_datatype, 1, &n);
}

static cameo_status window_op_mel_shape(cm_shape *s) {
    cm_dim mels, length, rate;
    CM_TRY(window_op_number(s, 0, "num_mel_bins", 0, &mels));
    CM_TRY(window_op_number(s, 1, "dft_length", 0, &length));
    CM_TRY(window_op_number(s, 2, "sample_rate", 1, &rate));
    for (uint32_t i = 3; i < 5; i++) {
        size_t n;
        CM_CHECK(!cm_avalue_count(cm_shape_in(s, i), &n) || n == 1, s->e, CAMEO_E_SHAPE,
                 "input %u has %zu elements, want 1", i, n);
    }
    cm_dim dims[2] = {cm_dim_add(s->dims, cm_dim_div_floor(s->dims, length, 2), 1), mels};
    return cm_shape_out(s, 0, ((const window_op_params *)s->params)->output_datatype, 2, dims);
}

static uint64_t window_op_cost(const cm_shape *s) {
    const cm_avalue *y = &s->out[0];
    return cm_cost_add(cm_shape_cost(y, 1), y->rank == 2 ? cm_cost_mul((uint64_t)y->dims[1], 16) : 0); /* edges */
}

#define WINDOW_OP(name, field_list, count, shape_fn)                    \
    const cm_op cm_op_##name = {.id = CM_OP_##name,                     \
                                .n_fields = count,                      \
                                .params_size = sizeof(window_op_params), \
                                .fields = field_list,                   \
                                .parse = window_op_parse,               \
                                .shape = shape_fn,                      \
                                .cost = window_op_cost};
WINDOW_OP(HannWindow, window_op_fields, 2, window_op_shape)
WINDOW_OP(HammingWindow, window_op_fields, 2, window_op_shape)
WINDOW_OP(BlackmanWindow, window_op_fields, 2, window_op_shape)
WINDOW_OP(MelWeightMatrix, window_op_mel_fields, 1, window_op_mel_shape)

/* Elements [at, at + n) of y from v, n <= CM_LANE_ITEMS. */
static void window_op_store(const cm_tensor *y, size_t at, size_t n, const double *v) {
    int64_t whole[CM_LANE_ITEMS];
    if ((cm_dtype_flags((cameo_dtype)y->dtype) & CM_DTF_FLOAT) != 0) {
        cm_lane_store_f64(y->dtype, y->data, at, n, v, (cm_lane_rounding){false, CM_E8M0_UP});
        return;
    }
    for (size_t i = 0; i < n; i++) whole[i] = (int64_t)v[i];
    cm_lane_store_i64(y->dtype, y->data, at, n, whole);
}

/* ---- Windows ---- */

/* One task without elements, too: it checks the size. Scratch: none. */
cameo_status cm_window_op_setup(const cm_kctx *k, cm_setup *s) {
    CM_CHECK(cm_in(k, 0)->n == 1, k->e, CAMEO_E_SHAPE, "size has %zu elements, want 1", cm_in(k, 0)->n);
    cm_setup_simple(s, cm_max_size(1, cm_out(k, 0)->n), CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* y[i] = a[0] - a[1] cos(2 pi i / turn) + a[2] cos(4 pi i / turn). */
static cameo_status window_op_run(const cm_kctx *k, uint32_t begin, uint32_t end, const double a[3]) {
    const cm_tensor *y = cm_out(k, 0);
    int64_t size = cm_move_index(cm_in(k, 0), 0);
    CM_CHECK(size >= 0 && (uint64_t)size == y->n, k->e, CAMEO_E_SHAPE, "size is %lld for an output of %zu elements",
             CM_LL(size), y->n);
    uint64_t turn = y->n - (((const window_op_params *)k->params)->periodic == 0);
    size_t last = cm_min_size(y->n, end * CM_TASK_ITEMS);
    for (size_t at = begin * CM_TASK_ITEMS; at < last;) {
        double v[CM_LANE_ITEMS];
        size_t n = cm_min_size(CM_LANE_ITEMS, last - at);
        for (size_t i = 0; i < n; i++) {
            double once = -1, twice = 1, unused;
            if (turn != 0) {
                cm_fft_turn(at + i, turn, &once, &unused);
                cm_fft_turn(2 * (at + i), turn, &twice, &unused);
            }
            v[i] = a[0] - a[1] * once + a[2] * twice;
        }
        window_op_store(y, at, n, v);
        at += n;
    }
    return CAMEO_OK;
}

/* cm_window_op_<name>_run — y [size]. Errors: E_SHAPE size is not the output's. */
cameo_status cm_window_op_hann_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return window_op_run(k, begin, end, (double[]){0.5, 0.5, 0});
}
cameo_status cm_window_op_hamming_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return window_op_run(k, begin, end, (double[]){25.0 / 46, 21.0 / 46, 0});
}
cameo_status cm_window_op_blackman_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return window_op_run(k, begin, end, (double[]){0.42, 0.5, 0.08});
}

/* ---- MelWeightMatrix ---- */

/* Phase 0 finds the edges, phase 1 the elements. Scratch: the edges, int64_t [num_mel_bins + 2]. */
cameo_status cm_window_op_mel_setup(const cm_kctx *k, cm_setup *s) {
    size_t edges;
    for (uint32_t i = 0; i < 5; i++) {
        CM_CHECK(cm_in(k, i)->n == 1, k->e, CAMEO_E_SHAPE, "input %u has %zu elements, want 1", i, cm_in(k, i)->n);
    }
    bool over = cm_ckd_add(cm_out(k, 0)->dims[1], 2, &edges) || cm_ckd_mul(edges, sizeof(int64_t), &s->scratch);
    CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "too many mel bins for memory");
    s->n_phases = 2;
    s->phase[0].n_tasks = 1;
    s->phase[1].n_tasks = cm_task_count(cm_out(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* The bins at which the triangles begin, culminate and end. Errors: E_SHAPE sizes; E_MALFORMED frequencies. */
static cameo_status window_op_mel_edges(const cm_kctx *k) {
    const cm_tensor *y = cm_out(k, 0);
    int64_t *edge = (int64_t *)(void *)k->scratch;
    int64_t mels = cm_move_index(cm_in(k, 0), 0), length = cm_move_index(cm_in(k, 1), 0);
    int64_t rate = cm_move_index(cm_in(k, 2), 0);
    double hertz[2], mel[2];
    CM_CHECK(mels >= 0 && (uint64_t)mels == y->dims[1] && length >= 0 && (uint64_t)length / 2 + 1 == y->dims[0], k->e,
             CAMEO_E_SHAPE, "%lld mel bins of a transform of %lld for an output of %zu by %zu", CM_LL(mels),
             CM_LL(length), y->dims[0], y->dims[1]);
    CM_CHECK(rate >= 1, k->e, CAMEO_E_SHAPE, "sample_rate is %lld, want at least 1", CM_LL(rate));
    for (uint32_t i = 0; i < 2; i++) {
        const cm_tensor *t = cm_in(k, 3 + i);
        cm_lane_load_f64(t->dtype, t->data, 0, 1, &hertz[i]);
        CM_CHECK(hertz[i] >= 0 && hertz[i] < 1e15, k->e, CAMEO_E_MALFORMED, "%s_edge_hertz is %s, want 0 to 10^15",
                 i == 0 ? "lower" : "upper", hertz[i] < 0 ? "below 0" : "NaN or beyond 10^15");
        mel[i] = 2595 * (cm_log1p(hertz[i] / 700) / 2.302585092994045684);
    }
    CM_CHECK(hertz[0] <= hertz[1], k->e, CAMEO_E_MALFORMED, "lower_edge_hertz is above upper_edge_hertz");
    double step = (mel[1] - mel[0]) / (double)(y->dims[1] + 2);
    uint64_t done = 0;
    for (size_t i = 0; i < y->dims[1] + 2; i++) {
        CM_TRY(cm_poll(k, 16, &done));
        double f = 700 * (cm_pow(10, ((double)i * step + mel[0]) / 2595) - 1);
        double bin = cm_floor(((double)length + 1) * f / (double)rate);
        edge[i] = bin < 9e18 ? (int64_t)bin : INT64_C(1) << 62;
    }
    return CAMEO_OK;
}

/* The height of the triangle with these edges at a bin. */
static double window_op_triangle(const int64_t edge[3], int64_t bin) {
    if (bin < edge[0] || bin > edge[2]) return 0;
    if (bin == edge[1]) return 1;
    if (bin < edge[1]) return (double)(bin - edge[0]) / (double)(edge[1] - edge[0]);
    return (double)(edge[2] - bin) / (double)(edge[2] - edge[1]);
}

/* cm_window_op_mel_run — y[bin][mel] = the height of triangle mel. Errors: E_SHAPE, E_MALFORMED numbers. */
cameo_status cm_window_op_mel_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *y = cm_out(k, 0);
    const int64_t *edge = (const int64_t *)(const void *)k->scratch;
    if (begin >= end) return CAMEO_OK;
    if (phase == 0) return window_op_mel_edges(k);
    size_t last = cm_min_size(y->n, end * CM_TASK_ITEMS);
    for (size_t at = begin * CM_TASK_ITEMS; at < last;) {
        double v[CM_LANE_ITEMS];
        size_t n = cm_min_size(CM_LANE_ITEMS, last - at);
        for (size_t i = 0; i < n; i++) {
            v[i] = window_op_triangle(edge + (at + i) % y->dims[1], (int64_t)((at + i) / y->dims[1]));
        }
        window_op_store(y, at, n, v);
        at += n;
    }
    return CAMEO_OK;
}
