/* roi.c — RoiAlign: each bin of a region is the mean or the greatest of samples of its image; MaxRoiPool: the greatest
 * element of a bin whose edges are whole.
 *
 * RoiAlign: a region's edges are computed in float (double for double), its samples in double, sums rounded once. A
 * sample lies between four elements; beyond the image by more than 1 it is 0, nearer to it the edge's. avg is the mean
 * of the samples; max takes the greatest of the four weighted elements of all samples, as the reference and ONNX
 * Runtime. MaxRoiPool: edges are rounded, halves away from zero; bin i of n begins at floor(i * size / n) and ends
 * before ceil((i + 1) * size / n), exactly; a bin outside of the image is 0.
 * Source: ONNX RoiAlign, since_version 10, 16, 22; MaxRoiPool, 1, 22; He et al., "Mask R-CNN", 2017; Girshick, "Fast
 * R-CNN", 2015. */
#include "base/math.h"
#include "kernels/move.h"
#include "kernels/real.h"

typedef struct roi_params {
    int32_t mode, half_pixel;
    int32_t output_height, output_width;
    int32_t sampling_ratio;
    float spatial_scale;
} roi_params;

static const cm_field roi_align_fields[] = {CM_F_ENUM(roi_params, mode, "avg,max", 0),
                                            CM_F_OWN(roi_params, half_pixel),
                                            CM_F_I32(roi_params, output_height, 1),
                                            CM_F_I32(roi_params, output_width, 1),
                                            CM_F_I32(roi_params, sampling_ratio, 0),
                                            CM_F_F32(roi_params, spatial_scale, 1)};

/* MaxRoiPool: the sizes are a list. */
static const cm_field roi_max_fields[] = {CM_F_OWN(roi_params, output_height), CM_F_OWN(roi_params, output_width),
                                          CM_F_F32(roi_params, spatial_scale, 1)};

static cameo_status roi_check_params(const cm_parse *p, const roi_params *q) {
    CM_CHECK(q->output_height >= 0 && q->output_width >= 0, p->e, CAMEO_E_SHAPE, "the output is %d by %d",
             (int)q->output_height, (int)q->output_width);
    CM_CHECK(q->sampling_ratio >= 0, p->e, CAMEO_E_SHAPE, "sampling_ratio is %d, want at least 0",
             (int)q->sampling_ratio);
    CM_CHECK(q->spatial_scale - q->spatial_scale == 0, p->e, CAMEO_E_MALFORMED, "spatial_scale is not finite");
    return CAMEO_OK;
}

/* Version 10 has no mode of coordinates and does not move them. */
static cameo_status roi_align_parse(const cm_parse *p, void *params) {
    static const char name[] = "coordinate_transformation_mode";
    roi_params *q = params;
    cm_str mode, half = {"half_pixel", 10}, whole = {"output_half_pixel", 17};
    CM_TRY(cm_attr_str(p, name, p->since < 16 ? whole : half, &mode));
    q->half_pixel = cm_str_cmp(mode, half) == 0;
    CM_CHECK(q->half_pixel || cm_str_cmp(mode, whole) == 0, p->e, CAMEO_E_UNSUPPORTED,
             "%s is neither half_pixel nor output_half_pixel", name);
    return roi_check_params(p, q);
}

static cameo_status roi_max_parse(const cm_parse *p, void *params) {
    roi_params *q = params;
    const int64_t *size;
    size_t n;
    CM_TRY(cm_attr_i64s(p, "pooled_shape", &size, &n));
    CM_CHECK(n == 2, p->e, CAMEO_E_SHAPE, "pooled_shape has %zu numbers, want 2", n);
    for (size_t i = 0; i < 2; i++) {
        CM_CHECK(size[i] >= 1 && size[i] <= INT32_MAX, p->e, CAMEO_E_SHAPE, "pooled_shape[%zu] is %lld", i,
                 CM_LL(size[i]));
    }
    q->output_height = (int32_t)size[0];
    q->output_width = (int32_t)size[1];
    return roi_check_params(p, q);
}

static cameo_status roi_shape(cm_shape *s) {
    const roi_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0), *rois = cm_shape_in(s, 1), *batch = cm_shape_in(s, 2);
    cm_dim columns = s->op->id == CM_OP_MaxRoiPool ? 5 : 4;
    bool known = x->rank != CM_RANK_UNKNOWN;
    CM_CHECK(!known || x->rank == 4, s->e, CAMEO_E_SHAPE, "X has rank %u, want 4", (unsigned)x->rank);
    CM_CHECK(rois->rank == 2 || rois->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE, "rois has rank %u, want 2",
             (unsigned)rois->rank);
    cm_dim dims[4] = {CM_DIM_UNKNOWN, known ? x->dims[1] : CM_DIM_UNKNOWN, q->output_height, q->output_width};
    if (rois->rank == 2) {
        CM_CHECK(cm_shape_equal(s, rois->dims[1], columns), s->e, CAMEO_E_SHAPE, "rois has %lld columns, want %lld",
                 CM_LL(rois->dims[1]), CM_LL(columns));
        dims[0] = rois->dims[0];
    }
    if (cm_shape_has(s, 2) && batch->rank != CM_RANK_UNKNOWN) {
        CM_CHECK(batch->rank == 1 && cm_shape_equal(s, batch->dims[0], dims[0]), s->e, CAMEO_E_SHAPE,
                 "batch_indices is not one number for each region");
        if (!cm_dim_is_known(dims[0])) dims[0] = batch->dims[0];
    }
    return cm_shape_out(s, 0, x->dtype, 4, dims);
}

/* MaxRoiPool: bins of a region may be as large as the image. RoiAlign tells its samples as it finds them. */
static uint64_t roi_cost(const cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    uint64_t n = cm_shape_cost(&s->out[0], 16);
    if (s->op->id != CM_OP_MaxRoiPool) return n;
    return cm_cost_add(n, cm_cost_mul(cm_shape_cost(cm_shape_in(s, 1), 1), cm_shape_cost(x, 1)));
}

const cm_op cm_op_RoiAlign = {.id = CM_OP_RoiAlign, .n_fields = 6, .params_size = sizeof(roi_params),
                              .fields = roi_align_fields, .parse = roi_align_parse, .shape = roi_shape,
                              .cost = roi_cost};
const cm_op cm_op_MaxRoiPool = {.id = CM_OP_MaxRoiPool, .n_fields = 3, .params_size = sizeof(roi_params),
                                .fields = roi_max_fields, .parse = roi_max_parse, .shape = roi_shape,
                                .cost = roi_cost};

/* Channels that are pooled together: the samples' places are the same for all. */
#define ROI_CHANNELS ((size_t)64)
/* Samples of floats that are added to a channel's sum before the next channel's turn. */
#define ROI_HELD 8
/* Samples of a bin along an axis at most: more come of a region far larger than its image. */
#define ROI_SAMPLES 4096
/* Element operations of a sample in a channel. */
#define ROI_SAMPLE_COST 4

static size_t roi_blocks(const cm_tensor *x) { return x->dims[1] / ROI_CHANNELS + (x->dims[1] % ROI_CHANNELS != 0); }

/* One phase over regions and blocks of channels. Scratch: none. Errors: E_SHAPE. */
cameo_status cm_roi_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, 0), *rois = cm_in(k, 1), *batch = cm_in(k, 2), *y = cm_out(k, 0);
    size_t columns = k->op->id == CM_OP_MaxRoiPool ? 5 : 4, n;
    bool fits = x->rank == 4 && rois->rank == 2 && rois->dims[1] == columns && y->rank == 4 &&
                y->dims[0] == rois->dims[0] && y->dims[1] == x->dims[1] && (batch == NULL || batch->n == rois->dims[0]);
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "X of rank %u, %zu elements of rois and %zu of batch_indices do not fit",
             (unsigned)x->rank, rois->n, batch == NULL ? 0 : batch->n);
    CM_CHECK(!cm_ckd_mul(rois->dims[0], roi_blocks(x), &n), k->e, CAMEO_E_LIMIT, "too many regions");
    cm_setup_simple(s, n, 1);
    return CAMEO_OK;
}

/* A block of channels of one region. */
typedef struct roi_job {
    const cm_tensor *x, *y;
    size_t roi, image;
    size_t first, channels;
    double start[2], bin[2]; /* y, x; in elements */
    int32_t samples[2];
    bool max;
} roi_job;

/* The place of task t, and its image's number. Errors: E_SHAPE there is no such image. */
static cameo_status roi_job_at(const cm_kctx *k, size_t t, double batch, roi_job *j) {
    const cm_tensor *x = cm_in(k, 0);
    size_t blocks = roi_blocks(x);
    *j = (roi_job){.x = x, .y = cm_out(k, 0), .roi = t / blocks, .first = t % blocks * ROI_CHANNELS};
    j->channels = cm_min_size(ROI_CHANNELS, x->dims[1] - j->first);
    bool inside = batch >= 0 && batch < (double)x->dims[0];
    CM_CHECK(inside, k->e, CAMEO_E_SHAPE, "region %zu is of image %lld, want 0..%lld", j->roi,
             CM_LL(batch > -1e15 && batch < 1e15 ? (int64_t)batch : INT64_MIN), CM_LL((int64_t)x->dims[0] - 1));
    j->image = (size_t)batch;
    return CAMEO_OK;
}

/* ---- RoiAlign ---- */

/* Start, size of a bin and samples of a region along an axis. Errors: E_MALFORMED not finite; E_LIMIT. */
static cameo_status roi_align_axis(const cm_kctx *k, roi_job *j, uint32_t axis) {
    const roi_params *q = k->params;
    const cm_tensor *rois = cm_in(k, 1);
    bool wide = rois->dtype == CAMEO_DOUBLE;
    size_t at = j->roi * 4 + 1 - axis;
    double scale = (double)q->spatial_scale, move = q->half_pixel != 0 ? 0.5 : 0;
    double from = cm_real_at(rois->dtype, rois->data, at), to = cm_real_at(rois->dtype, rois->data, at + 2);
    double parts = (double)(axis == 0 ? q->output_height : q->output_width), size;
    if (wide) {
        from = from * scale - move;
        size = to * scale - move - from;
    } else {
        from = (double)((float)from * (float)scale - (float)move);
        size = (double)((float)to * (float)scale - (float)move - (float)from);
    }
    CM_CHECK(from - from == 0 && size - size == 0, k->e, CAMEO_E_MALFORMED, "region %zu has an edge that is not finite",
             j->roi);
    if (q->half_pixel == 0 && size < 1) size = 1;
    j->start[axis] = from;
    j->bin[axis] = wide ? size / parts : (double)((float)size / (float)parts);
    double samples = q->sampling_ratio > 0 ? (double)q->sampling_ratio : cm_ceil(j->bin[axis]);
    CM_CHECK(samples <= ROI_SAMPLES, k->e, CAMEO_E_LIMIT, "region %zu has more than %d samples in a bin", j->roi,
             ROI_SAMPLES);
    j->samples[axis] = samples > 0 ? (int32_t)samples : 0;
    return CAMEO_OK;
}

/* Sample i of bin b: the elements at[0] and at[1] with weights w. False outside. */
static bool roi_align_sample(const roi_job *j, uint32_t axis, size_t b, int32_t i, size_t at[2], double w[2]) {
    size_t dim = j->x->dims[2 + axis];
    double v = j->start[axis] + (double)b * j->bin[axis] + (i + 0.5) * j->bin[axis] / j->samples[axis];
    if (!(v >= -1 && v <= (double)dim) || dim == 0) return false;
    v = v > 0 ? v : 0;
    at[0] = (size_t)v;
    if (at[0] >= dim - 1) {
        at[0] = at[1] = dim - 1;
        v = (double)at[0];
    } else {
        at[1] = at[0] + 1;
    }
    w[1] = v - (double)at[0];
    w[0] = 1 - w[1];
    return true;
}

/* Samples of a bin: four elements each, with their weights. */
typedef struct roi_held {
    uint32_t n;
    size_t at[ROI_HELD][4];
    double w[ROI_HELD][4];
} roi_held;

/* The samples of means of floats that wait, to the sums of all channels: the arithmetic of roi_align_add. */
static void roi_align_flush(const roi_job *j, roi_held *held, double *sum) {
    if (held->n == 0) return; /* x may have no elements, and data NULL */
    size_t plane = j->x->dims[2] * j->x->dims[3];
    const float *x = (const float *)j->x->data + (j->image * j->x->dims[1] + j->first) * plane;
    for (size_t c = 0; c < j->channels; c++, x += plane) {
        double all = sum[c];
        for (uint32_t i = 0; i < held->n; i++) {
            const size_t *at = held->at[i];
            const double *w = held->w[i];
            double above = w[0] * (double)x[at[0]] + w[1] * (double)x[at[1]];
            all += above + w[2] * (double)x[at[2]] + w[3] * (double)x[at[3]];
        }
        sum[c] = all;
    }
    held->n = 0;
}

/* One sample to the results of all channels; first: it is a bin's first one. */
static void roi_align_add(const roi_job *j, const size_t at[4], const double w[4], bool first, double *sum) {
    size_t plane = j->x->dims[2] * j->x->dims[3];
    size_t base = (j->image * j->x->dims[1] + j->first) * plane;
    for (size_t c = 0; c < j->channels; c++, base += plane) {
        double v[4];
        for (int i = 0; i < 4; i++) v[i] = w[i] * cm_real_at(j->x->dtype, j->x->data, base + at[i]);
        if (!j->max) {
            sum[c] += v[0] + v[1] + v[2] + v[3];
            continue;
        }
        double most = v[0];
        for (int i = 1; i < 4; i++) most = v[i] > most ? v[i] : most;
        if (first || most > sum[c]) sum[c] = most;
    }
}

/* A sample outside counts as 0. */
static void roi_align_none(const roi_job *j, bool first, double *sum) {
    for (size_t c = 0; j->max && c < j->channels; c++) {
        if (first || 0 > sum[c]) sum[c] = 0;
    }
}

/* Bin (row, column) of all channels. */
static void roi_align_bin(const roi_job *j, size_t row, size_t column) {
    double sum[ROI_CHANNELS] = {0};
    bool first = true, hold = j->x->dtype == CAMEO_FLOAT && !j->max;
    roi_held held;
    held.n = 0;
    for (int32_t i = 0; i < j->samples[0]; i++) {
        size_t y[2], x[2];
        double wy[2], wx[2];
        bool inside = roi_align_sample(j, 0, row, i, y, wy);
        for (int32_t h = 0; h < j->samples[1]; h++, first = false) {
            if (!inside || !roi_align_sample(j, 1, column, h, x, wx)) {
                roi_align_none(j, first, sum);
                continue;
            }
            size_t width = j->x->dims[3];
            size_t at[4] = {y[0] * width + x[0], y[0] * width + x[1], y[1] * width + x[0], y[1] * width + x[1]};
            double w[4] = {wy[0] * wx[0], wy[0] * wx[1], wy[1] * wx[0], wy[1] * wx[1]};
            if (!hold) {
                roi_align_add(j, at, w, first, sum);
                continue;
            }
            memcpy(held.at[held.n], at, sizeof at);
            memcpy(held.w[held.n], w, sizeof w);
            if (++held.n == ROI_HELD) roi_align_flush(j, &held, sum);
        }
    }
    roi_align_flush(j, &held, sum);
    double count = (double)j->samples[0] * (double)j->samples[1];
    const cm_tensor *y = j->y;
    for (size_t c = 0; c < j->channels; c++) {
        size_t to = ((j->roi * y->dims[1] + j->first + c) * y->dims[2] + row) * y->dims[3] + column;
        cm_real_put(y->dtype, y->data, to, j->max || count < 1 ? sum[c] : sum[c] / count);
    }
}

/* cm_roi_align_run — y[r][c][i][j] = bin (i, j) of region r in image batch_indices[r].
 *   X [n][c][h][w]; rois [r][4]: x1, y1, x2, y2; batch_indices [r] int64
 * Errors: E_SHAPE an image that is not there; E_MALFORMED edges that are not finite; E_LIMIT a region too large. */
cameo_status cm_roi_align_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *batch = cm_in(k, 2), *y = cm_out(k, 0);
    size_t blocks = roi_blocks(cm_in(k, 0));
    uint64_t spent = 0; /* regions decide the number of samples */
    (void)phase;
    for (uint32_t t = begin; t < end; t++) {
        roi_job j;
        CM_TRY(roi_job_at(k, t, cm_real_at(batch->dtype, batch->data, t / blocks), &j));
        j.max = ((const roi_params *)k->params)->mode != 0;
        CM_TRY(roi_align_axis(k, &j, 0));
        CM_TRY(roi_align_axis(k, &j, 1));
        for (size_t bin = 0; bin < y->dims[2] * y->dims[3]; bin++) {
            uint64_t samples = (uint64_t)j.samples[0] * (uint64_t)j.samples[1];
            CM_TRY(cm_spend(k, samples * (1 + j.channels) * ROI_SAMPLE_COST, &spent));
            roi_align_bin(&j, bin / y->dims[3], bin % y->dims[3]);
        }
    }
    return cm_spend_rest(k, &spent);
}

/* ---- MaxRoiPool ---- */

/* Halves away from zero. */
static double roi_round(double v) { return v < 0 ? -cm_floor(0.5 - v) : cm_floor(v + 0.5); }

/* The first element of a region along an axis and their number. Errors: E_MALFORMED no numbers of a plane. */
static cameo_status roi_max_axis(const cm_kctx *k, size_t roi, uint32_t axis, int64_t *start, int64_t *size) {
    const cm_tensor *rois = cm_in(k, 1);
    double scale = (double)((const roi_params *)k->params)->spatial_scale, v[2];
    for (uint32_t i = 0; i < 2; i++) {
        v[i] = roi_round(cm_real_at(rois->dtype, rois->data, roi * 5 + 2 - axis + 2 * i) * scale);
        CM_CHECK(v[i] > -1e9 && v[i] < 1e9, k->e, CAMEO_E_MALFORMED,
                 "region %zu has an edge that is NaN or beyond 10^9",
                 roi);
    }
    *start = (int64_t)v[0];
    *size = cm_max_i64((int64_t)v[1] - *start + 1, 1);
    return CAMEO_OK;
}

/* Elements [from, to) of bin b of n, on an axis of dim elements. */
static void roi_max_edges(int64_t start, int64_t size, int64_t b, int64_t n, int64_t dim, int64_t *from, int64_t *to) {
    *from = cm_min_i64(cm_max_i64(start + b * size / n, 0), dim);
    *to = cm_min_i64(cm_max_i64(start + ((b + 1) * size + n - 1) / n, 0), dim);
}

/* One bin of all channels of a block. */
static void roi_max_bin(const roi_job *j, size_t bin, const int64_t from[2], const int64_t to[2]) {
    const cm_tensor *x = j->x, *y = j->y;
    for (size_t c = j->first; c < j->first + j->channels; c++) {
        size_t plane = (j->image * x->dims[1] + c) * x->dims[2] * x->dims[3];
        bool any = false;
        double most = 0;
        for (int64_t r = from[0]; r < to[0]; r++) {
            for (int64_t i = from[1]; i < to[1]; i++, any = true) {
                double v = cm_real_at(x->dtype, x->data, plane + (size_t)r * x->dims[3] + (size_t)i);
                if (!any || v > most) most = v;
            }
        }
        cm_real_put(y->dtype, y->data, (j->roi * y->dims[1] + c) * y->dims[2] * y->dims[3] + bin, most);
    }
}

/* cm_roi_max_run — y[r][c][i][j] = the greatest element of bin (i, j) of region r.
 *   X [n][c][h][w]; rois [r][5]: image, x1, y1, x2, y2. Errors: E_SHAPE, E_MALFORMED. */
cameo_status cm_roi_max_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, 0), *rois = cm_in(k, 1), *y = cm_out(k, 0);
    size_t blocks = roi_blocks(x);
    (void)phase;
    for (uint32_t t = begin; t < end; t++) {
        roi_job j;
        int64_t start[2], size[2], from[2], to[2];
        CM_TRY(roi_job_at(k, t, cm_real_at(rois->dtype, rois->data, t / blocks * 5), &j));
        for (uint32_t a = 0; a < 2; a++) CM_TRY(roi_max_axis(k, j.roi, a, &start[a], &size[a]));
        for (size_t bin = 0; bin < y->dims[2] * y->dims[3]; bin++) {
            size_t at[2] = {bin / y->dims[3], bin % y->dims[3]};
            for (uint32_t a = 0; a < 2; a++) {
                roi_max_edges(start[a], size[a], (int64_t)at[a], (int64_t)y->dims[2 + a], (int64_t)x->dims[2 + a],
                              &from[a], &to[a]);
            }
            roi_max_bin(&j, bin, from, to);
        }
    }
    return CAMEO_OK;
}
