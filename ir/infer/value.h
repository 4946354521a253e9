/* value.h — what is known of a value without running it: the abstract value of inference.
 * Shape rules (kernels/<op>.c) read and write these; the driver is ir/infer/infer.c, and runtime calls the
 * same rules for dims that data decides. */
#ifndef CM_IR_VALUE_H
#define CM_IR_VALUE_H

#include "base/arena.h"
#include "ir/infer/dim.h"
#include "ir/graph.h"

#define CM_RANK_UNKNOWN 0xff

typedef struct cm_avalue {
    uint8_t kind;      /* cameo_kind; NONE: absent */
    uint8_t elem_kind; /* SEQUENCE, OPTIONAL: kind of the element; MAP: key dtype */
    uint8_t dtype;     /* of the tensor, or of the innermost tensors; 0 unknown */
    uint8_t rank;      /* or CM_RANK_UNKNOWN; of the tensor or, if all agree, the element tensors */
    cm_dim dims[CM_MAX_RANK];
    /* Integer and bool tensors of known, small size, and floats made of them: elements, else CM_NONE. */
    uint32_t n_elem;    /* SEQUENCE: 0 if there certainly is no item */
    const cm_dim *elem; /* n_elem values, each perhaps CM_DIM_UNKNOWN */
    const void *data;   /* constant or run-time bytes, native and aligned; NULL if not known */
} cm_avalue;

/* An input or output that is not there: kind NONE. */
extern const cm_avalue cm_avalue_absent;

/* What a shape rule gets. `in` of absent trailing or empty inputs has kind NONE. */
typedef struct cm_shape {
    const struct cm_op *op;
    const void *params;
    uint32_t n_in, n_out;
    const cm_avalue *const *in; /* n_in pointers, none NULL */
    cm_avalue *out;             /* n_out values, zeroed: kind NONE, rank 0 */
    cm_dims *dims;              /* NULL at run time: constants only */
    cm_arena *arena;            /* for elements of outputs; NULL at run time: they are not tracked */
    int since;                  /* since_version of the operator that the node means */
    struct cm_ir *ir;           /* keeps what cm_shape_equal demands, of `node`; NULL: nobody does */
    cm_id node;
    cameo_error *e;
} cm_shape;

/* Input i, or a value of kind NONE beyond n_in. Never NULL. */
const cm_avalue *cm_shape_in(const cm_shape *s, uint32_t i);
CM_INLINE bool cm_shape_has(const cm_shape *s, uint32_t i) {
    return cm_shape_in(s, i)->kind != CAMEO_KIND_NONE;
}

/* Declares output k a tensor; rank may be CM_RANK_UNKNOWN, dims NULL (then all unknown).
 * No-op for k >= n_out. Errors: E_LIMIT rank above CM_MAX_RANK; E_SHAPE a constant dim < 0 or
 * CM_DIM_BAD (overflow). */
CM_NODISCARD cameo_status cm_shape_out(cm_shape *s, uint32_t k, int dtype, uint32_t rank,
                                       const cm_dim *dims);
/* Output k has dtype, rank and dims of input i. */
CM_NODISCARD cameo_status cm_shape_out_like(cm_shape *s, uint32_t k, uint32_t i);

/* Room for the n elements of output k (initially CM_DIM_UNKNOWN), or NULL where elements are not
 * tracked: no arena, n > CM_MAX_ELEMS, or k >= n_out. */
cm_dim *cm_shape_out_elems(cm_shape *s, uint32_t k, size_t n);

/* float, double, float16 or bfloat16: their elements are followed where they were cast from integers. */
CM_INLINE bool cm_elem_is_float(int dtype) {
    return dtype == CAMEO_FLOAT || dtype == CAMEO_DOUBLE || dtype == CAMEO_FLOAT16 ||
           dtype == CAMEO_BFLOAT16;
}
/* Does an element of that dtype hold d, neither wrapped nor rounded? Floats hold whole numbers up to a limit; int32 is
 * taken to hold what is no number. False for dtypes that no shapes are made of. */
bool cm_shape_elem_fits(const cm_shape *s, int dtype, cm_dim d);

/* Element j of an integer or bool tensor: from elem, else from data; false if unknown. Of a float tensor that was
 * cast from one: from elem, a whole number. */
bool cm_avalue_elem(const cm_avalue *v, size_t j, cm_dim *d);
/* Element j of an integer or bool tensor if it is a constant; else false. */
bool cm_avalue_i64(const cm_avalue *v, size_t j, int64_t *x);
/* Element j of a float, double or float16 constant; false if unknown. */
bool cm_avalue_f64(const cm_avalue *v, size_t j, double *x);
/* Number of elements if every dim is constant and the product fits; else false. */
bool cm_avalue_count(const cm_avalue *v, size_t *n);
/* A sequence without items: whatever is said of their rank and dims is true. */
CM_INLINE bool cm_avalue_has_no_items(const cm_avalue *v) {
    return v->kind == CAMEO_KIND_SEQUENCE && v->n_elem == 0;
}
/* For a join of sequences *a and b: true if one of them has no items, and so the other tells all. */
bool cm_avalue_join_no_items(cm_avalue *a, const cm_avalue *b);
/* Product of all dims as a dim. */
cm_dim cm_avalue_count_dim(cm_dims *t, const cm_avalue *v);

/* A dim that only the data decide, between lo and the greatest value of hi (which may be unknown): a new symbol
 * without a name; CM_DIM_UNKNOWN at a limit and where there is no algebra. Say so of a size that data can really
 * reach: plans reserve it. Errors of hi (CM_DIM_BAD) pass. */
cm_dim cm_shape_decided(const cm_shape *s, int64_t lo, cm_dim hi);

/* ---- rules that several operators share (ir/infer/shape_rules.c) ---- */

/* axis of [-rank, rank) to [0, rank). Errors: E_SHAPE out of range, naming `what`. */
CM_NODISCARD cameo_status cm_axis_normalize(int64_t axis, uint32_t rank, const char *what,
                                            uint32_t *out, cameo_error *e);
/* May a == b hold? For dims that the operator wants to be equal, whatever else: false only where they
 * never are, and the rule must fail then. Where inference visits a node that is certain to run, the
 * symbols that this relates are one from then on (ir/infer/demand.c), so ask it only then, and for dims that
 * broadcast only where neither can be 1. A contradiction between symbols fills s->e itself. */
CM_NODISCARD bool cm_shape_equal(const cm_shape *s, cm_dim a, cm_dim b);
/* Numpy broadcasting of the dims of inputs [first, first + n): result in rank, dims.
 * Errors: E_SHAPE two constant dims differ and neither is 1. */
CM_NODISCARD cameo_status cm_shape_broadcast(const cm_shape *s, uint32_t first, uint32_t n,
                                             uint32_t *rank, cm_dim *dims);
/* One spatial dim of Conv and pools (ONNX Conv, MaxPool): floor or ceil of
 * (in + pad_begin + pad_end - ((kernel - 1)*dilation + 1)) / stride + 1. */
typedef struct cm_window {
    int32_t kernel, stride, dilation;
    int32_t pad_begin, pad_end;
    bool ceil_mode;
} cm_window;
cm_dim cm_window_out(cm_dims *t, cm_dim in, const cm_window *w);

#endif
