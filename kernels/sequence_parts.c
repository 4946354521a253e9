/* sequence_parts.c — ConcatFromSequence, SplitToSequence: a tensor from the items of a sequence, and
 * back. One task each, since the executor's services make the results. Sequences: sequence.c.
 * Source: ONNX ConcatFromSequence 11; SplitToSequence 11, 24. */
#include "kernels/move.h"

cameo_status cm_sequence_parts_setup(const cm_kctx *k, cm_setup *s) {
    (void)k;
    cm_setup_simple(s, 1, 1);
    return CAMEO_OK;
}

/* ---- ConcatFromSequence ---- */

typedef struct sequence_parts_concat {
    int32_t axis, new_axis;
} sequence_parts_concat;

static cameo_status sequence_parts_concat_parse(const cm_parse *p, void *params) {
    const sequence_parts_concat *c = params;
    CM_CHECK(c->new_axis == 0 || c->new_axis == 1, p->e, CAMEO_E_MALFORMED,
             "new_axis is %d, want 0 or 1", (int)c->new_axis);
    return CAMEO_OK;
}

static cameo_status sequence_parts_concat_shape(cm_shape *s) {
    const sequence_parts_concat *p = s->params;
    const cm_avalue *v = cm_shape_in(s, 0);
    cm_dim dims[CM_MAX_RANK + 1];
    uint32_t axis;
    CM_CHECK(v->kind == CAMEO_KIND_SEQUENCE && v->elem_kind != CAMEO_KIND_MAP, s->e, CAMEO_E_TYPE,
             "input 0 is not a sequence of tensors");
    if (v->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, v->dtype, CM_RANK_UNKNOWN, NULL);
    uint32_t rank = v->rank + (uint32_t)p->new_axis;
    CM_CHECK(rank <= CM_MAX_RANK, s->e, CAMEO_E_LIMIT, "a result of rank %u, at most %d is handled",
             rank, CM_MAX_RANK);
    CM_TRY(cm_axis_normalize(p->axis, rank, "axis", &axis, s->e));
    for (uint32_t d = 0, from = 0; d < rank; d++) {
        dims[d] = d == axis ? CM_DIM_UNKNOWN : v->dims[from];
        if (d != axis || p->new_axis == 0) from++;
    }
    return cm_shape_out(s, 0, v->dtype, rank, dims);
}

/* Rank, dims and axis of the result. Errors: E_SHAPE, E_LIMIT. */
static cameo_status sequence_parts_join(const cm_kctx *k, uint32_t *rank, size_t *dims,
                                        uint32_t *axis) {
    const sequence_parts_concat *p = k->params;
    size_t n = k->services->seq_len(k, cm_in(k, 0));
    size_t sum = 0;
    cm_tensor first, item;
    CM_CHECK(n > 0, k->e, CAMEO_E_SHAPE, "an empty sequence has nothing to join");
    k->services->seq_item(k, cm_in(k, 0), 0, &first);
    *rank = first.rank + (uint32_t)p->new_axis;
    CM_CHECK(*rank <= CM_MAX_RANK, k->e, CAMEO_E_LIMIT,
             "a result of rank %u, at most %d is handled", *rank, CM_MAX_RANK);
    CM_TRY(cm_axis_normalize(p->axis, *rank, "axis", axis, k->e));
    for (size_t i = 0; i < n; i++) {
        k->services->seq_item(k, cm_in(k, 0), i, &item);
        CM_CHECK(item.rank == first.rank, k->e, CAMEO_E_SHAPE, "item %zu has rank %u, item 0 %u", i,
                 (unsigned)item.rank, (unsigned)first.rank);
        for (uint32_t d = 0; d < first.rank; d++) {
            bool free_axis = p->new_axis == 0 && d == *axis;
            CM_CHECK(free_axis || item.dims[d] == first.dims[d], k->e, CAMEO_E_SHAPE,
                     "dim %u of item %zu is %zu, of item 0 %zu", d, i, item.dims[d], first.dims[d]);
        }
        CM_CHECK(!cm_ckd_add(sum, p->new_axis != 0 ? 1 : item.dims[*axis], &sum), k->e,
                 CAMEO_E_SHAPE, "the axis of the result overflows");
    }
    for (uint32_t d = 0, from = 0; d < *rank; d++) {
        dims[d] = d == *axis ? sum : first.dims[from];
        if (d != *axis || p->new_axis == 0) from++;
    }
    return CAMEO_OK;
}

/* Elements of one row of item t: those from the axis on. The result's rows hold one of each item. */
static size_t sequence_parts_row(const cm_tensor *t, uint32_t axis) {
    return cm_move_count(t->dims, axis, t->rank);
}

/* Where the strings of the result come from; found in turn, so that each is found once. */
typedef struct sequence_parts_strings {
    const cm_kctx *k;
    uint32_t axis;
    size_t row; /* strings of the result in one row */
} sequence_parts_strings;

static cm_str sequence_parts_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const sequence_parts_strings *c = ctx;
    const cm_kctx *k = c->k;
    size_t at = i % c->row, n = 0;
    cm_tensor item = {0};
    for (size_t j = 0;; j++, at -= n) {
        k->services->seq_item(k, cm_in(k, 0), j, &item);
        n = sequence_parts_row(&item, c->axis);
        if (at < n) return cm_tensor_str(&item, i / c->row * n + at);
    }
}

/* cm_concat_from_sequence_run — y = the items one behind the other along an axis, which with
 * new_axis they get first. y is allocated here. Any dtype.
 * Errors: E_SHAPE no items, their dims differ, axis; E_LIMIT rank, 4 GiB of text; E_NOMEM. */
cameo_status cm_concat_from_sequence_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                         uint32_t end) {
    (void)phase;
    uint32_t rank = 0, axis = 0;
    size_t dims[CM_MAX_RANK], n = 1, bytes;
    if (begin >= end || cm_out(k, 0) == NULL) return CAMEO_OK;
    const cm_tensor *v = cm_in(k, 0);
    CM_TRY(sequence_parts_join(k, &rank, dims, &axis));
    for (uint32_t d = 0; d < rank; d++) {
        CM_CHECK(!cm_ckd_mul(n, dims[d], &n), k->e, CAMEO_E_SHAPE,
                 "the result has more elements than memory can hold");
    }
    size_t row = cm_move_count(dims, axis, rank);
    if (v->dtype == CAMEO_STRING) {
        sequence_parts_strings c = {k, axis, row};
        return cm_strings_emit(k, 0, rank, dims, &(cm_string_source){sequence_parts_string, &c, 1});
    }
    CM_CHECK(cm_dtype_bytes((cameo_dtype)v->dtype, n, &bytes) == CAMEO_OK, k->e, CAMEO_E_SHAPE,
             "the result has more bytes than memory can hold");
    CM_TRY(k->services->out_alloc(k, 0, rank, dims, bytes));
    uint8_t *y = cm_out(k, 0)->data;
    size_t off = 0, n_items = k->services->seq_len(k, v);
    for (size_t i = 0; i < n_items && n > 0; i++) {
        cm_tensor item;
        k->services->seq_item(k, v, i, &item);
        size_t piece = sequence_parts_row(&item, axis);
        for (size_t r = 0; piece > 0 && r < n / row; r++) {
            cm_move_flat(cm_move_bits(&item), y, r * row + off, item.data, r * piece, piece);
        }
        off += piece;
    }
    return CAMEO_OK;
}

/* ---- SplitToSequence ---- */

typedef struct sequence_parts_split {
    int32_t axis, keepdims;
} sequence_parts_split;

static cameo_status sequence_parts_split_parse(const cm_parse *p, void *params) {
    sequence_parts_split *c = params;
    CM_CHECK(c->keepdims == 0 || c->keepdims == 1, p->e, CAMEO_E_MALFORMED,
             "keepdims is %d, want 0 or 1", (int)c->keepdims);
    if (p->n_in > 1) c->keepdims = 1; /* it has no meaning beside the input split */
    return CAMEO_OK;
}

/* Length on the axis of all pieces, where they have one length that is known. */
static cm_dim sequence_parts_length(const cm_avalue *split, cm_dim dim) {
    size_t n;
    int64_t first, x;
    if (split->kind == CAMEO_KIND_NONE) return 1;
    if (!cm_avalue_count(split, &n) || n == 0 || !cm_avalue_i64(split, 0, &first) || first < 0)
        return CM_DIM_UNKNOWN;
    if (split->rank == 0) {
        bool even = first > 0 && cm_dim_is_const(dim) && dim % first == 0;
        return even ? cm_dim_from_i64(first) : CM_DIM_UNKNOWN;
    }
    for (size_t i = 1; i < n; i++) {
        if (!cm_avalue_i64(split, i, &x) || x != first) return CM_DIM_UNKNOWN;
    }
    return cm_dim_from_i64(first);
}

static cameo_status sequence_parts_split_shape(cm_shape *s) {
    const sequence_parts_split *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    uint32_t axis = 0;
    if (x->rank != CM_RANK_UNKNOWN)
        CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, s->e));
    if (s->n_out == 0) return CAMEO_OK;
    cm_avalue *y = &s->out[0];
    *y = (cm_avalue){.kind = CAMEO_KIND_SEQUENCE, .elem_kind = CAMEO_KIND_TENSOR};
    y->dtype = x->dtype;
    y->rank = CM_RANK_UNKNOWN;
    y->n_elem = CM_NONE;
    if (x->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    y->rank = 0;
    for (uint32_t d = 0; d < x->rank; d++) {
        if (d == axis && p->keepdims == 0) continue;
        cm_dim length = d == axis ? sequence_parts_length(cm_shape_in(s, 1), x->dims[d]) : 0;
        y->dims[y->rank++] = d == axis ? length : x->dims[d];
    }
    return CAMEO_OK;
}

/* The number of pieces. Errors: E_SHAPE what split says does not fit an axis of dim. */
static cameo_status sequence_parts_count(const cm_kctx *k, size_t dim, size_t *n) {
    const cm_tensor *split = cm_in(k, 1);
    size_t sum = 0;
    *n = dim;
    if (split == NULL) return CAMEO_OK;
    CM_CHECK(split->rank <= 1, k->e, CAMEO_E_SHAPE, "split has rank %u, want 0 or 1",
             (unsigned)split->rank);
    if (split->rank == 0) {
        int64_t size = cm_move_index(split, 0);
        CM_CHECK(size > 0, k->e, CAMEO_E_SHAPE, "split is %lld, want a positive number",
                 CM_LL(size));
        size_t each = (uint64_t)size > dim ? dim : (size_t)size;
        *n = each == 0 ? 0 : dim / each + (dim % each != 0);
        return CAMEO_OK;
    }
    *n = split->n;
    for (size_t i = 0; i < split->n; i++) {
        int64_t size = cm_move_index(split, i);
        CM_CHECK(size >= 0 && (uint64_t)size <= dim - sum, k->e, CAMEO_E_SHAPE,
                 "split[%zu] is %lld, %zu are left", i, CM_LL(size), dim - sum);
        sum += (size_t)size;
    }
    CM_CHECK(sum == dim, k->e, CAMEO_E_SHAPE, "the sizes of split have sum %zu, the axis has %zu",
             sum, dim);
    return CAMEO_OK;
}

/* Length of piece i on the axis, of which `left` are left; sequence_parts_count was content. */
static size_t sequence_parts_size(const cm_kctx *k, size_t i, size_t left) {
    const cm_tensor *split = cm_in(k, 1);
    if (split == NULL) return 1;
    int64_t size = cm_move_index(split, split->rank == 0 ? 0 : i);
    return (uint64_t)size > left ? left : (size_t)size;
}

/* Appends the part of x that starts at `first` on the axis and has dims (as x, but on the axis). */
static cameo_status sequence_parts_piece(const cm_kctx *k, uint32_t axis, size_t first,
                                         const size_t *dims) {
    const sequence_parts_split *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    size_t kept[CM_MAX_RANK], n = 1, bytes;
    uint32_t rank = 0;
    void *data;
    for (uint32_t d = 0; d < x->rank; d++) {
        if (d != axis || p->keepdims != 0) kept[rank++] = dims[d];
        n *= dims[d]; /* a part of x, so no overflow but where a dim is 0 */
    }
    cm_strided v;
    cm_strided_dense(&v, x->rank, x->dims);
    v.first = first * v.stride[axis];
    v.dims[axis] = dims[axis];
    if (x->dtype == CAMEO_STRING) {
        size_t text = 0, head;
        for (size_t i = 0; i < n; i++) text += cm_tensor_str(x, cm_strided_at(&v, i)).n;
        bool over = cm_ckd_mul(n + 1, sizeof(uint32_t), &head) || cm_ckd_add(head, text, &bytes);
        CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "a piece of more text than memory can hold");
        CM_TRY(k->services->seq_append(k, 0, rank, kept, bytes, &data));
        uint32_t off = 0;
        for (size_t i = 0; i < n; i++) {
            cm_str s = cm_tensor_str(x, cm_strided_at(&v, i));
            ((uint32_t *)data)[i] = off;
            if (s.n != 0) memcpy((uint8_t *)data + head + off, s.p, s.n);
            off += (uint32_t)s.n;
        }
        ((uint32_t *)data)[n] = off;
        return CAMEO_OK;
    }
    CM_CHECK(cm_dtype_bytes((cameo_dtype)x->dtype, n, &bytes) == CAMEO_OK, k->e, CAMEO_E_LIMIT,
             "a piece has more bytes than memory can hold");
    CM_TRY(k->services->seq_append(k, 0, rank, kept, bytes, &data));
    if (n > 0) {
        cm_strided_simplify(&v);
        cm_strided_copy(&v, cm_move_bits(x), x->data, data, 0, n);
    }
    return CAMEO_OK;
}

/* cm_split_to_sequence_run — y = the pieces of x along an axis: as long as split says, a number for
 * all (the last may be shorter) or one for each; without split single steps, which keepdims == 0
 * strips of the axis. split int32 or int64, any alignment. Any dtype.
 * Errors: E_SHAPE axis, split; E_NOMEM. */
cameo_status cm_split_to_sequence_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                      uint32_t end) {
    (void)phase;
    const sequence_parts_split *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    size_t n, dims[CM_MAX_RANK];
    uint32_t axis;
    if (begin >= end || cm_out(k, 0) == NULL) return CAMEO_OK;
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, k->e));
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    CM_TRY(sequence_parts_count(k, x->dims[axis], &n));
    CM_TRY(k->services->seq_out(k, 0, x->dtype, n));
    size_t first = 0;
    for (size_t i = 0; i < n; i++) {
        dims[axis] = sequence_parts_size(k, i, x->dims[axis] - first);
        CM_TRY(sequence_parts_piece(k, axis, first, dims));
        first += dims[axis];
    }
    return CAMEO_OK;
}

static const cm_field sequence_parts_concat_fields[] = {
    CM_F_I32(sequence_parts_concat, axis, 0), CM_F_I32(sequence_parts_concat, new_axis, 0)};
static const cm_field sequence_parts_split_fields[] = {CM_F_I32(sequence_parts_split, axis, 0),
                                                       CM_F_I32(sequence_parts_split, keepdims, 1)};
const cm_op cm_op_ConcatFromSequence = {.id = CM_OP_ConcatFromSequence,
                                        .flags = CM_OPF_DYNAMIC,
                                        .n_fields = 2,
                                        .params_size = sizeof(sequence_parts_concat),
                                        .fields = sequence_parts_concat_fields,
                                        .parse = sequence_parts_concat_parse,
                                        .shape = sequence_parts_concat_shape};
const cm_op cm_op_SplitToSequence = {.id = CM_OP_SplitToSequence,
                                     .flags = CM_OPF_DYNAMIC,
                                     .n_fields = 2,
                                     .params_size = sizeof(sequence_parts_split),
                                     .fields = sequence_parts_split_fields,
                                     .parse = sequence_parts_split_parse,
                                     .shape = sequence_parts_split_shape};
