/* cpu_layout.c — which nodes the CPU computes faster when their channels come last, and by how much. See
 * providers/provider.h.
 *
 * A node gains where the row that would then serve it needs features of the processor: portable rows are no faster in
 * either order, so that what is frozen or portable keeps the order of the file. */
#include "kernels/conv.h"
#include "kernels/convtranspose.h"
#include "kernels/qlinearconv.h"
#include "providers/provider.h"

/* Params of an operator, at most. */
#define LAYOUT_PARAMS 512
/* What a free dim counts as. */
#define LAYOUT_FREE_DIM 16
/* What channels last save, in bytes of a Transpose of 14 GB/s: the difference of two hundred random Convs and
 * ConvTransposes in both orders (AMD Zen 4, AVX-512, one thread).
 *
 * Multiply-adds that pay a byte: of thin groups, those of up to LAYOUT_CHANNELS input channels, with outputs in
 * strides; of other thin groups; of one tap; of windows. */
#define LAYOUT_FEW 1
#define LAYOUT_CHANNELS 16
#define LAYOUT_THIN 2
#define LAYOUT_POINT 48
#define LAYOUT_DENSE 16
/* Most outputs of vectors that stay half empty with channels last. */
#define LAYOUT_OUTPUTS 8
/* Rows of up to LAYOUT_NARROW outputs leave most of a vector unused where channels come first: thin groups gain
 * LAYOUT_ROWS times as much there. */
#define LAYOUT_NARROW 28
#define LAYOUT_ROWS 4
/* Bytes that a row of outputs pays for each weight of an output channel, from more than LAYOUT_INPUTS channels: with
 * channels first its inputs are copied into panels, whatever the number of output channels (8 ns). */
#define LAYOUT_ROW 112
#define LAYOUT_INPUTS 8
/* Bytes that a product of ConvTranspose pays where windows overlap in strides: with channels first it is added to y
 * from a matrix of all of them (half a nanosecond). From up to LAYOUT_INPUTS channels it does so only to LAYOUT_MANY
 * or more. */
#define LAYOUT_COLUMN 7
#define LAYOUT_MANY 64

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

/* The stride of the last axis. */
static int64_t layout_stride(const cm_window_attrs *a) { return a->n_strides > 0 ? a->strides[a->n_strides - 1] : 1; }

/* a * b / c; 2^44 where a * b is more than that. */
static int64_t layout_pay(int64_t a, int64_t b, int64_t c) {
    if (a <= 0 || b <= 0) return 0;
    return a > (INT64_C(1) << 44) / b ? INT64_C(1) << 44 : a * b / c;
}

/* Of a Conv in groups. depth: weights of an output channel. */
static int64_t layout_group_gain(const cm_row_query *q, int64_t outputs, int64_t depth) {
    const cm_conv_params *p = q->params;
    const cm_avalue *w = q->in[1];
    cm_dim width = q->out[0].dims[q->out[0].rank - 1u];
    bool thin = w->dims[1] <= LAYOUT_CHANNELS;
    if (thin && layout_stride(&p->window) > 1 && w->dims[0] >= LAYOUT_OUTPUTS)
        return layout_pay(outputs, depth, LAYOUT_FEW);
    if (thin && cm_dim_is_const(width) && width <= LAYOUT_NARROW)
        return layout_pay(outputs, depth, LAYOUT_THIN) * LAYOUT_ROWS;
    bool point = layout_elements(w, 2) == 1;
    return layout_pay(outputs, depth, thin ? LAYOUT_THIN : point ? LAYOUT_POINT : LAYOUT_DENSE);
}

static int64_t layout_conv_gain(const cm_row_query *q) {
    const cm_conv_params *p = q->params;
    const cm_avalue *w = q->in[1], *y = &q->out[0];
    if (w->rank == CM_RANK_UNKNOWN || w->rank < 3) return 0;
    int64_t depth = layout_elements(w, 1), outputs = layout_elements(y, 0);
    if (p->group != 1) return layout_group_gain(q, outputs, depth);
    if (w->dims[0] <= LAYOUT_OUTPUTS && cm_conv_accept_few(q)) return -layout_pay(outputs, depth, LAYOUT_FEW);
    bool strided = layout_stride(&p->window) > 1, point = layout_elements(w, 2) == 1;
    int64_t gain = layout_pay(outputs, depth, point && !strided ? LAYOUT_POINT : LAYOUT_DENSE);
    if ((point && !strided) || w->dims[1] <= LAYOUT_INPUTS) return gain;
    cm_avalue rows = *y; /* of outputs, of all images */
    rows.dims[1] = rows.dims[y->rank - 1u] = 1;
    return gain + layout_pay(layout_pay(layout_elements(&rows, 0), depth, 1), LAYOUT_ROW, 1);
}

/* Plain, integers are gathered into a matrix of columns: that pays sooner than what floats gain. */
static int64_t layout_qconv_gain(const cm_row_query *q) {
    const cm_avalue *w = q->in[cm_qlinear_places_of(q->op).w];
    if (w->rank == CM_RANK_UNKNOWN || w->rank < 3) return 0;
    int64_t depth = layout_elements(w, 1), outputs = layout_elements(&q->out[0], 0);
    if (depth == 0 || outputs > (INT64_C(1) << 48) / depth) return depth == 0 ? 0 : INT64_C(1) << 44;
    return outputs * depth / (w->dims[1] <= LAYOUT_CHANNELS ? LAYOUT_FEW : LAYOUT_DENSE);
}

static int64_t layout_convtranspose_gain(const cm_row_query *q) {
    const cm_convtranspose_params *p = q->params;
    const cm_avalue *w = q->in[1];
    if (w->rank == CM_RANK_UNKNOWN || w->rank < 3) return 0;
    int64_t each = layout_elements(w, 1), inputs = layout_elements(q->in[0], 0);
    int64_t gain = layout_pay(inputs, each, LAYOUT_POINT), channels = w->dims[0], outputs = w->dims[1];
    int64_t stride = layout_stride(&p->window), taps = w->dims[w->rank - 1u];
    if (p->group != 1 || stride == 1 || taps <= stride || outputs <= LAYOUT_OUTPUTS) return gain;
    if (channels < 1 || (channels <= LAYOUT_INPUTS && outputs < LAYOUT_MANY)) return gain;
    return gain + layout_pay(layout_pay(inputs / channels, each, 1), LAYOUT_COLUMN, 1);
}

int64_t cm_cpu_layout_gain(const cameo_ops *ops, const cm_row_query *q, uint64_t features) {
    const cm_row *row = layout_row_of(ops, q, features);
    if (row == NULL || row->features == 0) return 0;
    if (q->op->id == CM_OP_Conv) return layout_conv_gain(q);
    if (q->op->id == CM_OP_QLinearConv || q->op->id == CM_OP_ConvInteger) return layout_qconv_gain(q);
    if (q->op->id == CM_OP_ConvTranspose) return layout_convtranspose_gain(q);
    return 0;
}
