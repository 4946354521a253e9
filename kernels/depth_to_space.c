/* depth_to_space.c — DepthToSpace: blocks of channels become blocks of pixels, and SpaceToDepth, which
 * is its inverse. The output is a permutation of [n][c'][h][b][w][b] or, of SpaceToDepth, [n][b][b][c][h'][w']
 * (mode DCR), [n][c][b][b][h'][w'] (CRD), a strided source.
 * Source: ONNX DepthToSpace, since_version 1 (DCR), 11 (mode), 13, 28; SpaceToDepth, 1, 13 (DCR), 28 (mode). */
#include "kernels/move.h"

enum { DEPTH_TO_SPACE_DCR, DEPTH_TO_SPACE_CRD };

typedef struct depth_to_space_params {
    int32_t blocksize;
    int32_t mode;
    int32_t channels_last; /* 1: both images have their channels last, f32 or 8 bits */
} depth_to_space_params;

/* Channels in front of the spatial axes; of bytes also behind them. */
bool cm_depth_to_space_accept_strided(const cm_row_query *q) {
    return ((const depth_to_space_params *)q->params)->channels_last == 0 ||
           cameo_dtype_bits((cameo_dtype)q->in[0]->dtype) == 8;
}
bool cm_depth_to_space_accept_last(const cm_row_query *q) {
    return ((const depth_to_space_params *)q->params)->channels_last != 0;
}

/* The dims of rows, columns and channels of an image. */
typedef struct depth_to_space_axes {
    uint32_t h, w, c;
} depth_to_space_axes;

static depth_to_space_axes depth_to_space_axes_of(const depth_to_space_params *p) {
    return p->channels_last != 0 ? (depth_to_space_axes){1, 2, 3} : (depth_to_space_axes){2, 3, 1};
}

static cameo_status depth_to_space_parse(const cm_parse *p, void *params) {
    const depth_to_space_params *q = params;
    CM_CHECK(q->blocksize >= 1 && q->blocksize <= 32767, p->e, CAMEO_E_SHAPE,
             "blocksize is %d, want 1..32767", (int)q->blocksize);
    return CAMEO_OK;
}

static cameo_status depth_to_space_shape(cm_shape *s) {
    const depth_to_space_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim b = p->blocksize;
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, 4, NULL);
    CM_CHECK(x->rank == 4, s->e, CAMEO_E_SHAPE, "the input has rank %u, want 4", (unsigned)x->rank);
    depth_to_space_axes a = depth_to_space_axes_of(p);
    CM_CHECK(!cm_dim_is_const(x->dims[a.c]) || x->dims[a.c] % (b * b) == 0, s->e, CAMEO_E_SHAPE,
             "%lld channels do not divide by the square of blocksize %lld", CM_LL(x->dims[a.c]),
             CM_LL(b));
    cm_dim dims[4] = {x->dims[0]};
    dims[a.c] = cm_dim_div_floor(s->dims, x->dims[a.c], b * b);
    dims[a.h] = cm_dim_mul(s->dims, x->dims[a.h], b);
    dims[a.w] = cm_dim_mul(s->dims, x->dims[a.w], b);
    return cm_shape_out(s, 0, x->dtype, 4, dims);
}

static const cm_field depth_to_space_fields[] = {
    CM_F_I32(depth_to_space_params, blocksize, 0),
    CM_F_ENUM(depth_to_space_params, mode, "DCR,CRD", 0), CM_F_OWN(depth_to_space_params, channels_last)};
const cm_op cm_op_DepthToSpace = {CM_OP_DepthToSpace,
                                  0,
                                  3,
                                  sizeof(depth_to_space_params),
                                  depth_to_space_fields,
                                  depth_to_space_parse,
                                  depth_to_space_shape,
                                  NULL};

static cameo_status space_to_depth_shape(cm_shape *s) {
    const depth_to_space_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim b = p->blocksize;
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, 4, NULL);
    CM_CHECK(x->rank == 4, s->e, CAMEO_E_SHAPE, "the input has rank %u, want 4", (unsigned)x->rank);
    depth_to_space_axes a = depth_to_space_axes_of(p);
    for (uint32_t i = a.h; i <= a.w; i++) {
        CM_CHECK(!cm_dim_is_const(x->dims[i]) || x->dims[i] % b == 0, s->e, CAMEO_E_SHAPE,
                 "dim %u is %lld, want a multiple of blocksize %lld", i, CM_LL(x->dims[i]),
                 CM_LL(b));
    }
    cm_dim dims[4] = {x->dims[0]};
    dims[a.c] = cm_dim_mul(s->dims, x->dims[a.c], b * b);
    dims[a.h] = cm_dim_div_floor(s->dims, x->dims[a.h], b);
    dims[a.w] = cm_dim_div_floor(s->dims, x->dims[a.w], b);
    return cm_shape_out(s, 0, x->dtype, 4, dims);
}

const cm_op cm_op_SpaceToDepth = {CM_OP_SpaceToDepth,
                                  0,
                                  3,
                                  sizeof(depth_to_space_params),
                                  depth_to_space_fields,
                                  depth_to_space_parse,
                                  space_to_depth_shape,
                                  NULL};

static cameo_status depth_to_space_check(const cm_kctx *k) {
    const depth_to_space_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    size_t b = (size_t)p->blocksize;
    depth_to_space_axes a = depth_to_space_axes_of(p);
    bool divides = x->rank == 4 && (k->op->id == CM_OP_DepthToSpace
                                        ? x->dims[a.c] % (b * b) == 0
                                        : x->dims[a.h] % b == 0 && x->dims[a.w] % b == 0);
    CM_CHECK(divides && cm_out(k, 0)->n == x->n, k->e, CAMEO_E_SHAPE,
             "the input has rank %u, %zu elements, the output %zu elements", (unsigned)x->rank, x->n, cm_out(k, 0)->n);
    return CAMEO_OK;
}

/* The output of SpaceToDepth as [n][b][b][c][h/b][w/b], CRD: [n][c][b][b][h/b][w/b]. */
static cm_strided space_to_depth_source(const size_t *dims, size_t b, bool crd) {
    size_t plane = dims[2] * dims[3], h = dims[2] / b, w = dims[3] / b;
    if (crd)
        return (cm_strided){.rank = 6,
                            .dims = {dims[0], dims[1], b, b, h, w},
                            .stride = {dims[1] * plane, plane, dims[3], 1, b * dims[3], b}};
    return (cm_strided){.rank = 6,
                        .dims = {dims[0], b, b, dims[1], h, w},
                        .stride = {dims[1] * plane, dims[3], 1, plane, b * dims[3], b}};
}

/* The output with channels last: [n][h][b][w][b][c]; of SpaceToDepth [n][h/b][w/b][b][b][c], of mode CRD
 * [n][h/b][w/b][c][b][b]. */
static cm_strided depth_to_space_last_source(const cm_kctx *k, size_t b, bool crd) {
    bool to_depth = k->op->id == CM_OP_SpaceToDepth;
    const size_t *small = (to_depth ? cm_out(k, 0) : cm_in(k, 0))->dims;
    size_t all = small[3], c = all / (b * b);
    size_t row = small[2] * all; /* of the smaller image: as long as b of the larger one */
    if (!to_depth)
        return (cm_strided){.rank = 6,
                            .dims = {small[0], small[1], b, small[2], b, c},
                            .stride = {small[1] * row, row, crd ? b : b * c, all, crd ? 1 : c, crd ? b * b : 1}};
    size_t line = row / b;
    cm_strided v = {.rank = 6,
                    .dims = {small[0], small[1], small[2], b, b, c},
                    .stride = {small[1] * row, row, b * c, line, c, 1}};
    if (crd) {
        v.dims[3] = c, v.dims[5] = b;
        v.stride[3] = 1, v.stride[4] = line, v.stride[5] = c;
    }
    return v;
}

/* The output as [n][c][h][b][w][b]; channel of x: DCR (b1*b + b2)*n_c + c, CRD (c*b + b1)*b + b2. */
static cm_strided depth_to_space_source(const cm_kctx *k) {
    const depth_to_space_params *p = k->params;
    const size_t *dims = cm_in(k, 0)->dims;
    size_t b = (size_t)p->blocksize;
    bool crd = p->mode == DEPTH_TO_SPACE_CRD;
    if (p->channels_last != 0) return depth_to_space_last_source(k, b, crd);
    if (k->op->id == CM_OP_SpaceToDepth) return space_to_depth_source(dims, b, crd);
    size_t c = dims[1] / (b * b);
    size_t plane = dims[2] * dims[3];
    size_t step = crd ? plane : c * plane; /* of b2 */
    return (cm_strided){
        .rank = 6,
        .dims = {dims[0], c, dims[2], b, dims[3], b},
        .stride = {dims[1] * plane, crd ? b * b * plane : plane, dims[3], b * step, 1, step}};
}

/* Elements of 32 bits go by lines: the b parts of a line of the larger image are the b rows or columns of a box. */
static bool depth_to_space_by_lines(const cm_kctx *k) {
    return cm_move_bits(cm_out(k, 0)) == 32 && cm_out(k, 0)->n != 0;
}

/* Elements of such a line, and lines of a task. */
static size_t depth_to_space_line(const cm_kctx *k) {
    return (k->op->id == CM_OP_SpaceToDepth ? cm_in(k, 0) : cm_out(k, 0))->dims[3];
}
static size_t depth_to_space_per_task(const cm_kctx *k) {
    return cm_max_size(1, CM_MOVE_ITEMS / depth_to_space_line(k));
}

cameo_status cm_depth_to_space_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(depth_to_space_check(k));
    size_t n = cm_out(k, 0)->n;
    if (depth_to_space_by_lines(k)) cm_setup_simple(s, n / depth_to_space_line(k), depth_to_space_per_task(k));
    else cm_setup_simple(s, n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* Line `line` of the larger image: b parts, which are lines of the smaller one's channels. */
static void depth_to_space_line_run(const cm_kctx *k, const cm_strided *v, size_t line) {
    const depth_to_space_params *p = k->params;
    size_t b = (size_t)p->blocksize;
    bool crd = p->mode == DEPTH_TO_SPACE_CRD;
    const uint8_t *x = cm_in(k, 0)->data;
    uint8_t *y = cm_out(k, 0)->data;
    if (k->op->id != CM_OP_SpaceToDepth) { /* [n][c][h][b][w][b] of y */
        size_t width = v->dims[4];
        const uint8_t *from = x + cm_strided_at(v, line * width * b) * 4;
        CM_PRIM(k, transpose_32)(from, v->stride[5], y + line * width * b * 4, b, width, b);
        return;
    }
    const size_t *dims = cm_in(k, 0)->dims;
    size_t h = line % dims[2], c = line / dims[2] % dims[1], n = line / dims[2] / dims[1];
    size_t width = dims[3] / b, plane = dims[2] / b * width;
    size_t channel = crd ? (c * b + h % b) * b : (h % b * b) * dims[1] + c; /* of part 0 */
    size_t step = crd ? 1 : dims[1];                                        /* channels on: of part 1 */
    uint8_t *to = y + ((n * dims[1] * b * b + channel) * plane + h / b * width) * 4;
    CM_PRIM(k, transpose_32)(x + line * dims[3] * 4, b, to, step * plane, b, width);
}

/* cm_depth_to_space_run — y[n][c][h*b + b1][w*b + b2] = x[n][channel of c, b1, b2][h][w].
 *   x   [n][c*b*b][h][w] of any dtype but string, at any alignment; of 8 bits also [n][h][w][c*b*b]
 *   y   [n][c][h*b][w*b] of the same dtype; [n][h*b][w*b][c] then
 * SpaceToDepth: y[n][channel of c, b1, b2][h][w] = x[n][c][h*b + b1][w*b + b2]. */
cameo_status cm_depth_to_space_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *y = cm_out(k, 0);
    cm_strided v = depth_to_space_source(k);
    if (depth_to_space_by_lines(k)) {
        size_t per_task = depth_to_space_per_task(k), lines = y->n / depth_to_space_line(k);
        size_t last = cm_min_size(end * per_task, lines);
        for (size_t line = begin * per_task; line < last; line++) depth_to_space_line_run(k, &v, line);
        return CAMEO_OK;
    }
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        cm_strided_copy(&v, cm_move_bits(y), cm_in(k, 0)->data, y->data, at, stop);
    }
    return CAMEO_OK;
}

cameo_status cm_depth_to_space_string_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(depth_to_space_check(k));
    cm_strings_setup(s);
    return CAMEO_OK;
}

typedef struct depth_to_space_strings {
    cm_strided v;
    const cm_tensor *x;
} depth_to_space_strings;

static cm_str depth_to_space_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const depth_to_space_strings *d = ctx;
    return cm_tensor_str(d->x, cm_strided_at(&d->v, i));
}

/* cm_depth_to_space_string_run — the same for strings; the output is allocated here. */
cameo_status cm_depth_to_space_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                          uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    const size_t *to = cm_out(k, 0)->dims;
    size_t dims[4] = {to[0], to[1], to[2], to[3]};
    depth_to_space_strings d = {depth_to_space_source(k), cm_in(k, 0)};
    return cm_strings_emit(k, 0, 4, dims, &(cm_string_source){depth_to_space_string, &d, 1});
}

/* ---- channels behind the spatial axes, f32 ---- */

/* The smaller image [n][h][w][b*b*c], whose lines are the work, beside the larger one [n][h*b][w*b][c]. */
typedef struct depth_to_space_last {
    size_t b, lines, w, c; /* lines of all images */
    size_t step_b, step_c; /* elements of the smaller image from one b2, and one c, to the next */
    size_t step_row;       /* and from one b1 */
    size_t per_task;       /* lines */
} depth_to_space_last;

static depth_to_space_last depth_to_space_last_of(const cm_kctx *k) {
    const depth_to_space_params *p = k->params;
    bool to_depth = k->op->id == CM_OP_SpaceToDepth, crd = p->mode == DEPTH_TO_SPACE_CRD;
    const size_t *small = (to_depth ? cm_out(k, 0) : cm_in(k, 0))->dims;
    size_t b = (size_t)p->blocksize, c = small[3] / (b * b), line = small[2] * small[3];
    return (depth_to_space_last){b,
                                 line == 0 ? 0 : small[0] * small[1],
                                 small[2],
                                 c,
                                 crd ? 1 : c,
                                 crd ? b * b : 1,
                                 crd ? b : b * c,
                                 cm_max_size(1, CM_MOVE_ITEMS / cm_max_size(1, line))};
}

/* Scratch: none. */
cameo_status cm_depth_to_space_last_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(depth_to_space_check(k));
    depth_to_space_last v = depth_to_space_last_of(k);
    cm_setup_simple(s, v.lines, v.per_task);
    return CAMEO_OK;
}

/* The b x c elements of one pixel and b1: neighbours in the larger image, which is y, or x with to_depth. */
static void depth_to_space_last_pixel(const depth_to_space_last *v, bool to_depth, const float *x, float *y) {
    if (v->step_c == 1) {
        for (size_t i = 0; i < v->b * v->c; i++) y[i] = x[i];
        return;
    }
    for (size_t i = 0; i < v->b; i++) {
        for (size_t c = 0; c < v->c; c++) {
            size_t large = i * v->c + c, small = i * v->step_b + c * v->step_c;
            y[to_depth ? small : large] = x[to_depth ? large : small];
        }
    }
}

/* cm_depth_to_space_last_run — cm_depth_to_space_run for f32 of x [n][h][w][c*b*b] and y [n][h*b][w*b][c], or the other
 * way. */
cameo_status cm_depth_to_space_last_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    depth_to_space_last v = depth_to_space_last_of(k);
    bool to_depth = k->op->id == CM_OP_SpaceToDepth;
    size_t last = cm_min_size(end * v.per_task, v.lines), box = v.b * v.c;
    (void)phase;
    for (size_t line = begin * v.per_task; line < last; line++) {
        for (size_t b1 = 0; b1 < v.b; b1++) {
            size_t small = line * v.w * v.b * box + b1 * v.step_row, large = (line * v.b + b1) * v.w * box;
            const float *x = (const float *)cm_in(k, 0)->data + (to_depth ? large : small);
            float *y = (float *)cm_out(k, 0)->data + (to_depth ? small : large);
            for (size_t w = 0; w < v.w; w++) {
                depth_to_space_last_pixel(&v, to_depth, x, y);
                x += to_depth ? box : v.b * box;
                y += to_depth ? v.b * box : box;
            }
        }
    }
    return CAMEO_OK;
}
