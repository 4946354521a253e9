/* cpu_layout.c — which nodes the CPU computes faster when their channels come last, and by how much. See
 * providers/provider.h.
 *
 * A node gains where the row that would then serve it needs features of the processor: portable rows are no faster in
 * either order, so that what is frozen or portable keeps the order of the file. */
#include "kernels/conv.h"
#include "kernels/qlinearconv.h"
#include "providers/provider.h"

/* Params of an operator, at most. */
#define LAYOUT_PARAMS 512
/* What a free dim counts as. */
#define LAYOUT_FREE_DIM 16
/* Multiply-adds that pay a byte of a Transpose, by what bench/bench_conv.c and a Transpose of 14 GB/s take: of up to
 * LAYOUT_OUTPUTS channels that share their input, and of thin groups in strides; in other groups of up to
 * LAYOUT_CHANNELS input channels; in windows of one pixel; in others. From few channels to few the first is a loss. */
#define LAYOUT_FEW 1
#define LAYOUT_OUTPUTS 8
#define LAYOUT_THIN 2
#define LAYOUT_CHANNELS 16
/* Rows of up to LAYOUT_NARROW outputs leave most of a vector unused where channels come first: thin groups gain
 * LAYOUT_ROWS times as much there. */
#define LAYOUT_NARROW 28
#define LAYOUT_ROWS 4
#define LAYOUT_POINT 48
#define LAYOUT_DENSE 16

/* Elements of a tensor, free dims counted as a few; from dim `first` on. */
static int64_t layout_elements(const cm_avalue *v, uint32_t first) {
    int64_t n = 1;
    for (uint32_t d = first; d < v->rank; d++) {
        int64_t dim = cm_dim_is_const(v->dims[d]) ? v->dims[d] : LAYOUT_FREE_DIM;
        if (dim <= 0) return 0;
        if (n > (INT64_C(1) << 48) / dim) return INT64_C(1) << 48;
        n *= dim;
    }
    return n;
}

/* The row that serves the query with its channels last, or NULL. */
static const cm_row *layout_row_of(const cameo_ops *ops, const cm_row_query *q, uint64_t features) {
    uint32_t params[LAYOUT_PARAMS / 4];
    const int32_t last = 1;
    cm_row_query turned = *q;
    if (q->op->params_size > sizeof params) return NULL;
    memcpy(params, q->params, q->op->params_size);
    for (uint32_t i = 0; i < q->op->n_fields; i++) {
        const cm_field *f = &q->op->fields[i];
        if (f->kind == CM_FIELD_OWN && cm_str_is(cm_str_from_c(f->name), "channels_last"))
            memcpy((uint8_t *)params + f->off, &last, sizeof last);
    }
    turned.params = params;
    return cm_cpu_select(ops, &turned, features);
}

/* Is the gain that of LAYOUT_FEW? */
static bool layout_conv_is_few(const cm_conv_params *p, const cm_avalue *w) {
    bool strided = p->window.n_strides > 0 && p->window.strides[p->window.n_strides - 1] > 1;
    if (!cm_dim_is_const(w->dims[0])) return false;
    if (p->group == 1) return w->dims[0] <= LAYOUT_OUTPUTS;
    return strided && w->dims[1] <= LAYOUT_CHANNELS && w->dims[0] >= LAYOUT_OUTPUTS;
}

static int64_t layout_conv_gain(const cm_row_query *q) {
    const cm_avalue *w = q->in[1];
    if (w->rank == CM_RANK_UNKNOWN || w->rank < 3) return 0;
    int64_t depth = layout_elements(w, 1), outputs = layout_elements(&q->out[0], 0);
    bool thin = ((const cm_conv_params *)q->params)->group > 1 && w->dims[1] <= LAYOUT_CHANNELS;
    if (depth == 0 || outputs > (INT64_C(1) << 48) / depth)
        return depth == 0 ? 0 : INT64_C(1) << 44;
    if (w->dims[0] <= LAYOUT_OUTPUTS && cm_conv_accept_few(q)) return -outputs * depth / LAYOUT_FEW;
    if (layout_conv_is_few(q->params, w)) return outputs * depth / LAYOUT_FEW;
    cm_dim width = q->out[0].dims[q->out[0].rank - 1u];
    if (thin && cm_dim_is_const(width) && width <= LAYOUT_NARROW) return outputs * depth / LAYOUT_THIN * LAYOUT_ROWS;
    bool point = layout_elements(w, 2) == 1;
    return outputs * depth / (thin ? LAYOUT_THIN : point ? LAYOUT_POINT : LAYOUT_DENSE);
}

/* Plain, integers are gathered into a matrix of columns: that pays sooner than what floats gain. */
static int64_t layout_qconv_gain(const cm_row_query *q) {
    const cm_avalue *w = q->in[cm_qlinear_places_of(q->op).w];
    if (w->rank == CM_RANK_UNKNOWN || w->rank < 3) return 0;
    int64_t depth = layout_elements(w, 1), outputs = layout_elements(&q->out[0], 0);
    if (depth == 0 || outputs > (INT64_C(1) << 48) / depth) return depth == 0 ? 0 : INT64_C(1) << 44;
    return outputs * depth / (w->dims[1] <= LAYOUT_CHANNELS ? LAYOUT_FEW : LAYOUT_DENSE);
}

/* The products of all inputs with all taps. */
static int64_t layout_convtranspose_gain(const cm_row_query *q) {
    const cm_avalue *w = q->in[1];
    if (w->rank == CM_RANK_UNKNOWN || w->rank < 3) return 0;
    int64_t each = layout_elements(w, 1), inputs = layout_elements(q->in[0], 0);
    if (each == 0 || inputs > (INT64_C(1) << 48) / each) return each == 0 ? 0 : INT64_C(1) << 44;
    return inputs * each / LAYOUT_POINT;
}

int64_t cm_cpu_layout_gain(const cameo_ops *ops, const cm_row_query *q, uint64_t features) {
    const cm_row *row = layout_row_of(ops, q, features);
    if (row == NULL || row->features == 0) return 0;
    if (q->op->id == CM_OP_Conv) return layout_conv_gain(q);
    if (q->op->id == CM_OP_QLinearConv || q->op->id == CM_OP_ConvInteger) return layout_qconv_gain(q);
    if (q->op->id == CM_OP_ConvTranspose) return layout_convtranspose_gain(q);
    return 0;
}
