/* dft.c — DFT: the discrete Fourier transform along an axis of any length; STFT: of frames of a signal under a window.
 *
 * Each line (frame) is transformed in double (kernels/fft.h) and rounded once. A one-sided forward transform takes real
 * lines and keeps bins 0 .. n/2; a one-sided inverse takes these bins and gives n real elements; the imaginary parts of
 * bin 0 and, with an even n, of bin n/2 do not count, as in numpy's irfft. Lines are cut or filled with zeros to
 * dft_length. Length, axis and step may be computed at run time: what is known of them when the work is divided makes
 * the scratch smaller.
 * Source: ONNX DFT, since_version 17, 20; STFT, 17. */
#include "kernels/fft.h"
#include "kernels/lane.h"
#include "kernels/move.h"
#include "kernels/real.h"

typedef struct dft_params {
    int32_t inverse, onesided;
} dft_params;

static const cm_field dft_fields[] = {CM_F_I32(dft_params, inverse, 0), CM_F_I32(dft_params, onesided, 0)};
static const cm_field dft_stft_fields[] = {CM_F_I32(dft_params, onesided, 1)};

enum { DFT_LENGTH = 1, DFT_AXIS = 2, STFT_STEP = 1, STFT_WINDOW = 2, STFT_LENGTH = 3 };

/* ---- Shape rules ---- */

/* Input i, a scalar, as a dim; unknown where it is not known. Errors: E_SHAPE no scalar, or below 1. */
static cameo_status dft_number(const cm_shape *s, uint32_t i, const char *what, cm_dim *d) {
    const cm_avalue *v = cm_shape_in(s, i);
    size_t n;
    int64_t number;
    CM_CHECK(!cm_avalue_count(v, &n) || n == 1, s->e, CAMEO_E_SHAPE, "%s has %zu elements, want 1", what, n);
    if (cm_avalue_i64(v, 0, &number)) {
        CM_CHECK(number >= 1, s->e, CAMEO_E_SHAPE, "%s is %lld, want at least 1", what, CM_LL(number));
        *d = cm_dim_saturate_i64(number);
    } else if (!cm_avalue_elem(v, 0, d)) {
        *d = CM_DIM_UNKNOWN;
    }
    return CAMEO_OK;
}

/* n/2 + 1 bins of a one-sided transform. */
static cm_dim dft_half(cm_dims *t, cm_dim n) { return cm_dim_add(t, cm_dim_div_floor(t, n, 2), 1); }

/* The last dim of the input: 1, real, or 2, complex. */
static cameo_status dft_check_parts(const cm_shape *s, const dft_params *p, cm_dim parts) {
    bool known = cm_dim_is_const(parts);
    CM_CHECK(!known || parts == 1 || parts == 2, s->e, CAMEO_E_SHAPE,
             "the last dim is %lld, want 1 (real) or 2 (complex)", CM_LL(parts));
    if (p->onesided == 0) return CAMEO_OK;
    CM_CHECK(cm_shape_equal(s, parts, p->inverse == 0 ? 1 : 2), s->e, CAMEO_E_SHAPE,
             "the last dim is %lld, but onesided wants %s numbers", CM_LL(parts), p->inverse == 0 ? "real" : "complex");
    return CAMEO_OK;
}

/* The axis as a dim of x, apart from the last one. Errors: E_SHAPE. */
static cameo_status dft_axis_of(int64_t axis, uint32_t rank, uint32_t *d, cameo_error *e) {
    CM_TRY(cm_axis_normalize(axis, rank, "axis", d, e));
    CM_CHECK(*d + 1 < rank, e, CAMEO_E_SHAPE, "axis is %lld, which is that of the real and imaginary parts",
             CM_LL(axis));
    return CAMEO_OK;
}

static cameo_status dft_shape(cm_shape *s) {
    const dft_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0), *axes = cm_shape_in(s, DFT_AXIS);
    cm_dim dims[CM_MAX_RANK], length = CM_DIM_UNKNOWN;
    size_t n;
    int64_t axis = -2;
    CM_CHECK(!cm_avalue_count(axes, &n) || !cm_shape_has(s, DFT_AXIS) || n == 1, s->e, CAMEO_E_SHAPE,
             "axis has %zu elements, want 1", n);
    if (cm_shape_has(s, DFT_LENGTH)) CM_TRY(dft_number(s, DFT_LENGTH, "dft_length", &length));
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(x->rank >= 2, s->e, CAMEO_E_SHAPE, "input has rank %u, want at least 2", (unsigned)x->rank);
    uint32_t d = x->rank - 1u;
    bool known = !cm_shape_has(s, DFT_AXIS) || cm_avalue_i64(axes, 0, &axis);
    CM_TRY(dft_check_parts(s, p, x->dims[d]));
    for (uint32_t i = 0; i < d; i++) dims[i] = known ? x->dims[i] : CM_DIM_UNKNOWN;
    dims[d] = p->inverse != 0 && p->onesided != 0 ? 1 : 2;
    if (known) {
        CM_TRY(dft_axis_of(axis, x->rank, &d, s->e));
        if (!cm_shape_has(s, DFT_LENGTH)) {
            length = p->inverse != 0 && p->onesided != 0
                         ? cm_dim_mul(s->dims, cm_dim_sub(s->dims, x->dims[d], 1), 2) : x->dims[d];
        }
        CM_CHECK(!cm_dim_is_const(length) || length >= 1, s->e, CAMEO_E_SHAPE,
                 "axis %lld of %lld elements leaves nothing to transform", CM_LL(axis), CM_LL(x->dims[d]));
        dims[d] = p->onesided != 0 && p->inverse == 0 ? dft_half(s->dims, length) : length;
    }
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

/* The length of a frame: that of the window, a number, or the signal's. */
static cameo_status dft_stft_length(const cm_shape *s, cm_dim signal, cm_dim *n) {
    const cm_avalue *window = cm_shape_in(s, STFT_WINDOW);
    bool has = cm_shape_has(s, STFT_WINDOW);
    CM_CHECK(!has || window->rank == 1 || window->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
             "window has rank %u, want 1", (unsigned)window->rank);
    cm_dim wide = has && window->rank == 1 ? window->dims[0] : CM_DIM_UNKNOWN;
    *n = has ? wide : signal;
    if (!cm_shape_has(s, STFT_LENGTH)) return CAMEO_OK;
    CM_TRY(dft_number(s, STFT_LENGTH, "frame_length", n));
    CM_CHECK(cm_shape_equal(s, wide, *n), s->e, CAMEO_E_SHAPE, "frame_length is %lld for a window of %lld", CM_LL(*n),
             CM_LL(wide));
    if (!cm_dim_is_known(*n)) *n = wide;
    return CAMEO_OK;
}

static cameo_status dft_stft_shape(cm_shape *s) {
    const dft_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim step, n;
    bool known = x->rank == 3 || x->rank == 2; /* of rank 2 as PyTorch's exporter writes it: real numbers */
    CM_CHECK(known || x->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE, "signal has rank %u, want 3",
             (unsigned)x->rank);
    CM_TRY(dft_number(s, STFT_STEP, "frame_step", &step));
    CM_TRY(dft_stft_length(s, known ? x->dims[1] : CM_DIM_UNKNOWN, &n));
    if (x->rank == 3) CM_TRY(dft_check_parts(s, p, x->dims[2]));
    cm_dim span = known ? cm_dim_sub(s->dims, x->dims[1], n) : CM_DIM_UNKNOWN;
    CM_CHECK(!cm_dim_is_const(n) || n >= 1, s->e, CAMEO_E_SHAPE, "frames have no elements");
    CM_CHECK(!cm_dim_is_const(span) || span >= 0, s->e, CAMEO_E_SHAPE, "a frame has %lld elements, the signal %lld",
             CM_LL(n), CM_LL(x->dims[1]));
    cm_dim dims[4] = {known ? x->dims[0] : CM_DIM_UNKNOWN,
                      cm_dim_add(s->dims, cm_dim_div_floor(s->dims, span, step), 1),
                      p->onesided != 0 ? dft_half(s->dims, n) : n, 2};
    return cm_shape_out(s, 0, x->dtype, 4, dims);
}

/* Twelve operations for each output and halving of the longest dim. */
static uint64_t dft_cost(const cm_shape *s) {
    uint64_t n = 1, steps = 12;
    cm_dim longest = 1;
    for (uint32_t d = 0; d < s->out[0].rank; d++) {
        n = cm_cost_mul(n, (uint64_t)s->out[0].dims[d]);
        longest = cm_max_i64(longest, s->out[0].dims[d]);
    }
    for (; longest > 1; longest /= 2) steps += 12;
    return cm_cost_mul(n, steps);
}

const cm_op cm_op_DFT = {.id = CM_OP_DFT, .n_fields = 2, .params_size = sizeof(dft_params), .fields = dft_fields,
                         .shape = dft_shape, .cost = dft_cost};
const cm_op cm_op_STFT = {.id = CM_OP_STFT, .n_fields = 1, .params_size = sizeof(dft_params),
                          .fields = dft_stft_fields, .shape = dft_stft_shape, .cost = dft_cost};

/* ---- Kernels ---- */

#define DFT_FILL ((size_t)8192) /* elements of the tables in a task */
#define DFT_ITEMS ((size_t)4096) /* elements of the transforms in a task, about */

/* Phases: the tables, the filter of a length with a large factor, the lines. n: the length, or any up to it.
 * Scratch: tables, shared; buffers of a worker. */
static cameo_status dft_setup_length(const cm_kctx *k, cm_setup *s, size_t n, bool any) {
    bool over = cm_fft_bytes(n, any, &s->scratch, &s->worker_scratch);
    CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "a transform of %zu elements is too long", n);
    s->n_phases = 3;
    s->phase[0].n_tasks = cm_max_size(1, cm_task_count(s->scratch / sizeof(double), 2 * DFT_FILL)) & UINT32_MAX;
    s->phase[1].n_tasks = 1;
    s->phase[2].n_tasks = cm_task_count(cm_max_size(1, cm_out(k, 0)->n), DFT_ITEMS);
    return CAMEO_OK;
}

/* The number in input i, if it is known. */
static bool dft_known(const cm_kctx *k, uint32_t i, int64_t *v) {
    const cm_tensor *t = cm_in(k, i);
    if (t == NULL || t->data == NULL || t->n != 1) return false;
    *v = cm_move_index(t, 0);
    return true;
}

/* The longest transform of which output dims of d elements come. */
static size_t dft_longest(const dft_params *p, size_t d) {
    return p->onesided != 0 && p->inverse == 0 && d <= CM_FFT_MOST ? 2 * d : d;
}

/* Errors: E_SHAPE ranks and numbers of elements; E_LIMIT the transform is too long. */
cameo_status cm_dft_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *y = cm_out(k, 0);
    int64_t axis = -2, n;
    size_t longest = 1;
    uint32_t d;
    CM_CHECK(cm_in(k, 0)->rank >= 2, k->e, CAMEO_E_SHAPE, "input has rank %u, want at least 2",
             (unsigned)cm_in(k, 0)->rank);
    for (uint32_t i = DFT_LENGTH; i <= DFT_AXIS; i++) {
        CM_CHECK(cm_in(k, i) == NULL || cm_in(k, i)->n == 1, k->e, CAMEO_E_SHAPE,
                 "input %u has %zu elements, want 1", i,
                 cm_in(k, i)->n);
    }
    if (dft_known(k, DFT_LENGTH, &n) && n >= 1 && (uint64_t)n <= CM_FFT_MOST) {
        return dft_setup_length(k, s, (size_t)n, false);
    }
    if (cm_in(k, DFT_AXIS) == NULL || dft_known(k, DFT_AXIS, &axis)) {
        CM_TRY(dft_axis_of(axis, y->rank, &d, k->e));
        longest = y->dims[d];
    } else {
        for (d = 0; d + 1 < y->rank; d++) longest = cm_max_size(longest, y->dims[d]);
    }
    return dft_setup_length(k, s, dft_longest(k->params, longest), true);
}

/* Errors: E_SHAPE ranks and numbers of elements; E_LIMIT the transform is too long. */
cameo_status cm_dft_stft_setup(const cm_kctx *k, cm_setup *s) {
    int64_t n;
    CM_CHECK((cm_in(k, 0)->rank == 3 || cm_in(k, 0)->rank == 2) && cm_out(k, 0)->rank == 4, k->e, CAMEO_E_SHAPE,
             "signal has rank %u, want 3",
             (unsigned)cm_in(k, 0)->rank);
    for (uint32_t i = STFT_STEP; i <= STFT_LENGTH; i += STFT_LENGTH - STFT_STEP) {
        CM_CHECK(cm_in(k, i) == NULL || cm_in(k, i)->n == 1, k->e, CAMEO_E_SHAPE,
                 "input %u has %zu elements, want 1", i,
                 cm_in(k, i)->n);
    }
    if (dft_known(k, STFT_LENGTH, &n) && n >= 1 && (uint64_t)n <= CM_FFT_MOST) {
        return dft_setup_length(k, s, (size_t)n, false);
    }
    return dft_setup_length(k, s, dft_longest(k->params, cm_out(k, 0)->dims[2]), true);
}

/* One execution: lines of x, n_in elements of `parts` numbers each, to lines of n_out elements of y_parts numbers. Line
 * l begins in x at element (l / inner * x_outer + l % inner) * x_step and goes on by x_stride elements. */
typedef struct dft_job {
    cm_fft fft;
    const cm_tensor *x, *y, *window; /* window may be NULL */
    size_t n_in, n_out, lines;
    size_t parts, y_parts;
    size_t inner;            /* DFT: columns; STFT: frames of a signal */
    size_t x_outer, y_outer; /* elements from one outer index to the next */
    size_t x_next, y_next;   /* and from one inner index */
    size_t x_stride, y_stride;
    bool inverse, onesided;
    uint64_t done; /* of cm_poll */
} dft_job;

/* Does what the numbers say lead to the dims of y? Errors: E_SHAPE. */
static cameo_status dft_job_check(const cm_kctx *k, const dft_job *j, size_t n, size_t y_dim) {
    bool onesided = j->onesided && !j->inverse;
    CM_CHECK(j->parts == 2 || (j->parts == 1 && !(j->onesided && j->inverse)), k->e, CAMEO_E_SHAPE,
             "the last dim is %zu", j->parts);
    CM_CHECK(!onesided || j->parts == 1, k->e, CAMEO_E_SHAPE, "onesided wants real numbers");
    CM_CHECK(n <= CM_FFT_MOST && y_dim == (onesided ? n / 2 + 1 : n), k->e, CAMEO_E_SHAPE,
             "a transform of %zu elements for an output of %zu", n, y_dim);
    return CAMEO_OK;
}

/* The length in input i where it is given. Errors: E_SHAPE below 1. */
static cameo_status dft_length_of(const cm_kctx *k, uint32_t i, const char *what, int64_t def, size_t *n) {
    int64_t v = def;
    (void)dft_known(k, i, &v);
    CM_CHECK(v >= 1, k->e, CAMEO_E_SHAPE, "%s is %lld, want at least 1", what, CM_LL(v));
    CM_CHECK((uint64_t)v <= CM_FFT_MOST, k->e, CAMEO_E_LIMIT, "%s is %lld, want at most 2^30", what, CM_LL(v));
    *n = (size_t)v;
    return CAMEO_OK;
}

static cameo_status dft_job_of(const cm_kctx *k, dft_job *j) {
    const dft_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0), *y = cm_out(k, 0);
    int64_t axis = -2;
    uint32_t d;
    size_t n;
    *j = (dft_job){.x = x, .y = y, .inverse = p->inverse != 0, .onesided = p->onesided != 0,
                   .parts = x->dims[x->rank - 1u], .y_parts = y->dims[y->rank - 1u]};
    (void)dft_known(k, DFT_AXIS, &axis);
    CM_TRY(dft_axis_of(axis, x->rank, &d, k->e));
    j->n_in = x->dims[d];
    j->n_out = y->dims[d];
    bool back = j->inverse && j->onesided;
    CM_TRY(dft_length_of(k, DFT_LENGTH, "dft_length", (int64_t)(back ? 2 * j->n_in - 2 : j->n_in), &n));
    CM_TRY(dft_job_check(k, j, n, j->n_out));
    for (uint32_t i = 0; i + 1 < x->rank; i++) {
        CM_CHECK(i == d || x->dims[i] == y->dims[i], k->e, CAMEO_E_SHAPE, "dim %u is %zu, the output's %zu", i,
                 x->dims[i], y->dims[i]);
    }
    CM_CHECK(j->y_parts == (back ? 1 : 2), k->e, CAMEO_E_SHAPE, "the output's last dim is %zu", j->y_parts);
    j->inner = cm_move_count(x->dims, d + 1, x->rank - 1u);
    j->lines = y->n == 0 ? 0 : y->n / j->n_out / j->y_parts;
    j->x_next = j->y_next = 1;
    j->x_stride = j->y_stride = j->inner;
    j->x_outer = j->n_in * j->inner;
    j->y_outer = j->n_out * j->inner;
    cm_fft_init(&j->fft, n, k->scratch, k, &j->done);
    return CAMEO_OK;
}

static cameo_status dft_stft_job_of(const cm_kctx *k, dft_job *j) {
    const cm_tensor *x = cm_in(k, 0), *y = cm_out(k, 0), *window = cm_in(k, STFT_WINDOW);
    size_t n, step;
    *j = (dft_job){.x = x, .y = y, .window = window, .onesided = ((const dft_params *)k->params)->onesided != 0,
                   .parts = x->rank == 3 ? x->dims[2] : 1, .y_parts = 2};
    size_t def = window != NULL ? window->n : x->dims[1];
    CM_TRY(dft_length_of(k, STFT_STEP, "frame_step", 0, &step));
    CM_TRY(dft_length_of(k, STFT_LENGTH, "frame_length", (int64_t)def, &n));
    CM_TRY(dft_job_check(k, j, n, y->dims[2]));
    CM_CHECK(window == NULL || window->n == n, k->e, CAMEO_E_SHAPE, "frame_length is %zu for a window of %zu", n,
             window == NULL ? 0 : window->n);
    CM_CHECK(n <= x->dims[1], k->e, CAMEO_E_SHAPE, "a frame has %zu elements, the signal %zu", n, x->dims[1]);
    size_t frames = (x->dims[1] - n) / step + 1;
    CM_CHECK(frames == y->dims[1] && x->dims[0] == y->dims[0] && y->dims[3] == 2, k->e, CAMEO_E_SHAPE,
             "%zu frames of %zu signals for an output of %zu of %zu", frames, x->dims[0], y->dims[1], y->dims[0]);
    j->n_in = n;
    j->n_out = y->dims[2];
    j->inner = frames;
    j->lines = y->dims[0] * frames;
    j->x_outer = x->dims[1];
    j->y_outer = frames * j->n_out;
    j->x_next = step;
    j->y_next = j->n_out;
    j->x_stride = j->y_stride = 1;
    cm_fft_init(&j->fft, n, k->scratch, k, &j->done);
    return CAMEO_OK;
}

/* Line l into re, im [n]: cut or filled with zeros. Errors: those of cm_poll. */
static cameo_status dft_load(dft_job *j, size_t l, double *const to[2]) {
    size_t n = j->fft.n, have = cm_min_size(n, j->n_in);
    size_t at = l / j->inner * j->x_outer + l % j->inner * j->x_next;
    if (j->onesided && j->inverse) have = cm_min_size(have, n / 2 + 1);
    for (size_t i = 0; i < have; i++, at += j->x_stride) {
        double v[2] = {0, 0}, w;
        cm_lane_load_f64(j->x->dtype, j->x->data, at * j->parts, j->parts, v);
        if (j->window != NULL) {
            cm_lane_load_f64(j->x->dtype, j->window->data, i, 1, &w);
            v[0] *= w;
            v[1] *= w;
        }
        to[0][i] = v[0];
        to[1][i] = v[1];
        CM_TRY(cm_poll(j->fft.k, 4, &j->done));
    }
    for (size_t i = have; i < n; i++) {
        to[0][i] = to[1][i] = 0;
        CM_TRY(cm_poll(j->fft.k, 1, &j->done));
    }
    if (!j->onesided || !j->inverse) return CAMEO_OK;
    to[1][0] = 0;
    if (n % 2 == 0) to[1][n / 2] = 0;
    for (size_t i = n / 2 + 1; i < n; i++) {
        to[0][i] = to[0][n - i];
        to[1][i] = -to[1][n - i];
        CM_TRY(cm_poll(j->fft.k, 1, &j->done));
    }
    return CAMEO_OK;
}

static cameo_status dft_line(dft_job *j, size_t l, void *worker) {
    double *x[2];
    const double *y[2];
    cm_fft_input(&j->fft, worker, x);
    CM_TRY(dft_load(j, l, x));
    CM_TRY(cm_fft_run(&j->fft, worker, j->inverse, y));
    size_t at = l / j->inner * j->y_outer + l % j->inner * j->y_next;
    double scale = j->inverse ? (double)j->fft.n : 1;
    for (size_t i = 0; i < j->n_out; i++, at += j->y_stride) {
        for (size_t p = 0; p < j->y_parts; p++) {
            cm_real_put(j->y->dtype, j->y->data, at * j->y_parts + p, y[p][i] / scale);
        }
        CM_TRY(cm_poll(j->fft.k, 4, &j->done));
    }
    return CAMEO_OK;
}

/* Tasks [begin, end) of a phase; setup's number of tasks divides what is there. Errors: those of cm_poll. */
static cameo_status dft_run(const cm_kctx *k, dft_job *j, uint32_t phase, uint32_t begin, uint32_t end) {
    if (phase == 0) {
        size_t all = cm_fft_fill_count(&j->fft);
        cm_fft_fill(&j->fft, cm_min_size(all, begin * DFT_FILL), cm_min_size(all, end * DFT_FILL));
    } else if (phase == 1) {
        CM_TRY(cm_fft_fill_filter(&j->fft, k->worker_scratch));
    } else {
        size_t n_tasks = cm_task_count(cm_max_size(1, j->y->n), DFT_ITEMS);
        size_t per_task = j->lines / n_tasks + (j->lines % n_tasks != 0);
        size_t last = cm_min_size(j->lines, end * per_task);
        for (size_t l = begin * per_task; l < last; l++) CM_TRY(dft_line(j, l, k->worker_scratch));
    }
    return CAMEO_OK;
}

/* cm_dft_run — y = transform of x along an axis. x [...][1 or 2], y [...][2], of one float dtype.
 * Errors: E_SHAPE axis, dft_length, dims that they do not lead to; E_LIMIT the length; those of cm_poll. */
cameo_status cm_dft_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    dft_job j;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(dft_job_of(k, &j));
    return dft_run(k, &j, phase, begin, end);
}

/* cm_dft_stft_run — y[b][f] = transform of window * x[b][f * step ...]. Errors: likewise. */
cameo_status cm_dft_stft_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    dft_job j;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(dft_stft_job_of(k, &j));
    return dft_run(k, &j, phase, begin, end);
}
