/* cuda_rules.h — what the families of operators of the CUDA provider share: reading nodes, making launches. A family
 * has a match function, which fills op->i and op->f, and a launch function, which reads them; cuda.def names both. */
#ifndef CM_PROVIDERS_CUDA_RULES_H
#define CM_PROVIDERS_CUDA_RULES_H

#include "providers/cuda/cuda_provider.h"

#if CAMEO_CUDA

#include "base/dtype.h"

#define CM_CUDA_INFINITY ((float)(1e300 * 1e300))

/* ---- matching ----
 *
 * What later versions of an operator have as inputs, import makes inputs of all versions: where there is such an
 * input, an attribute of its name is stale. */

bool cm_cuda_is(cameo_string s, const char *name);
/* "f32" ... of kernels for this type, "4" ... of kernels for its width; "": there are none. */
const char *cm_cuda_suffix(cameo_dtype dtype);
const char *cm_cuda_width(cameo_dtype dtype);
/* op->kernel is that of input i's type, or of its width; false, and declined: there is none. */
bool cm_cuda_match_kernel(const cameo_op_context *c, uint32_t i, const char *stem, cm_cuda_op *op);
bool cm_cuda_match_width(const cameo_op_context *c, uint32_t i, const char *stem, cm_cuda_op *op);
/* The kernel of input i's type under another name; CM_CUDA_N_KERNELS: there is none. */
int64_t cm_cuda_kernel_like(const cameo_op_context *c, uint32_t i, const char *stem);
bool cm_cuda_same_type(const cameo_op_context *c, uint32_t i, uint32_t k);
int64_t cm_cuda_attr_int(const cameo_op_context *c, const char *name, int64_t otherwise);
float cm_cuda_attr_float(const cameo_op_context *c, const char *name, float otherwise);
/* An axis attribute, counted from the first; false, and declined: input 0 has no such axis. */
bool cm_cuda_attr_axis(const cameo_op_context *c, const char *name, int64_t otherwise, int64_t *axis);
/* float32, float16 or bfloat16? */
bool cm_cuda_is_real(cameo_dtype dtype);
/* A scalar of one of these whose bytes are known. */
bool cm_cuda_scalar(const cameo_op_context *c, uint32_t i, float *v);
/* A constant of at most `most` int32 or int64. */
bool cm_cuda_ints(const cameo_op_context *c, uint32_t i, int64_t *v, uint32_t most, uint32_t *n);
/* Is input i given? */
bool cm_cuda_has(const cameo_op_context *c, uint32_t i);

/* ---- launches ---- */

/* A launch of these blocks, in the list, with params of zeros; NULL: no memory, and told. */
cm_cuda_launch *cm_cuda_add(cm_cuda_build *b, uint32_t kernel, int64_t x, int64_t y, int64_t z);
/* One over n elements. */
cm_cuda_launch *cm_cuda_add_elements(cm_cuda_build *b, uint32_t kernel, int64_t n);
/* Fails the node. */
cameo_status cm_cuda_absent(cm_cuda_build *b);

#define CM_CUDA_STRIDES (CM_CUDA_CHAIN_OPERANDS + 1) /* tensors of one launch, at most */

/* An operand with the strides of its dims, outermost first. */
typedef struct cm_cuda_strided {
    cm_cuda_operand o;
    int64_t strides[CM_CUDA_RANK];
} cm_cuda_strided;

/* As cm_cuda_in: where a Transpose that has no launch makes input i, what that one reads, in the order of the input's
 * dims; else the strides are those of the operand as it lies. */
bool cm_cuda_in_strided(cm_cuda_build *b, uint32_t i, cm_cuda_strided *o);
/* The inputs of Attention that it reads so: queries, keys and values. */
#define CM_CUDA_ATTENTION_STRIDED 3
/* Those of an operand as it lies. */
void cm_cuda_dense(const cm_cuda_operand *o, cm_cuda_strided *s);
/* Which dim of an operand is the k-th in its memory, from the outermost on. */
uint32_t cm_cuda_axis(const cm_cuda_operand *o, uint32_t k);

/* A space of indices with a stride of each tensor: dims of 1 go, neighbours that follow one another in all tensors are
 * one. Dims come in the order of the indices. */
typedef struct cm_cuda_space {
    int32_t rank;
    uint32_t n_tensors;
    int64_t dims[CM_CUDA_RANK], strides[CM_CUDA_STRIDES][CM_CUDA_RANK];
} cm_cuda_space;

void cm_cuda_space_add(cm_cuda_space *s, int64_t dim, const int64_t strides[CM_CUDA_STRIDES]);
/* Strides of an operand broadcast to the dims of y, outermost first; of t itself, they are its own. */
void cm_cuda_broadcast(const cm_cuda_operand *t, const cameo_tensor *y, int64_t strides[CM_CUDA_RANK]);
/* The space of y's indices, in the order in which it lies, with the strides of n operands that are broadcast to it, and
 * y's own behind them. */
void cm_cuda_space_broadcast(cm_cuda_space *s, const cm_cuda_operand *in, uint32_t n, const cm_cuda_operand *y);

/* Copies elements along a space of two tensors, x first; the addresses are those of its first elements, `kernel` is
 * move_<size>. */
cameo_status cm_cuda_add_move(cm_cuda_build *b, uint32_t kernel, cm_cuda_address x, cm_cuda_address y,
                              const cm_cuda_space *s);

/* Bytes of a run's workspace where an operator needs one: sums of the parts of a depth that is split among blocks,
 * states of recurrent layers, ranges of a tensor's parts. Launches follow one another, so that they share it. */
#define CM_CUDA_PARTS_BYTES ((int64_t)4 << 20)
bool cm_cuda_needs_workspace(const cm_cuda_op *op);
/* Reads its kernel numbers that may be wrong (CM_CUDA_TOLD_INDEX ...)? */
bool cm_cuda_tells(const cm_cuda_op *op);
/* Where the workspace lies; false: there is none. */
bool cm_cuda_workspace(const cm_cuda_build *b, cm_cuda_address *at);
/* Is it a product, whose last launch can end with an activation? Is it one that a product can end with? An
 * addition, before that? */
bool cm_cuda_is_product(const cm_cuda_op *op);
bool cm_cuda_is_addition(const cm_cuda_op *op);
bool cm_cuda_is_activation(const cm_cuda_op *op);

const cm_cuda_op *cm_cuda_op_of(const cameo_op_context *c); /* what prepare kept of a node */
/* Which input of an operator of windows has its weights; CAMEO_NO_ID: it is none that reads channels last. */
uint32_t cm_cuda_weights_of(const cm_cuda_op *op);
/* Have two tensors bytes in common? */
bool cm_cuda_overlap(const cm_cuda_operand *a, const cm_cuda_operand *b);
/* Does writing y change elements of an operand that are still to be read? Not where each is read by the thread that
 * writes the one in its place. */
bool cm_cuda_disturbs(const cm_cuda_operand *y, const cm_cuda_operand *in);

/* ---- windows ---- */

enum { /* auto_pad */
       CM_CUDA_PAD_GIVEN,
       CM_CUDA_PAD_UPPER,
       CM_CUDA_PAD_LOWER,
       CM_CUDA_PAD_VALID
};
int64_t cm_cuda_auto_pad(const cameo_op_context *c);
/* An attribute of n spatial axes, brought to three by leading ones of `otherwise`; false: it is not given. */
bool cm_cuda_window(const cameo_op_context *c, const char *name, uint32_t n, int64_t otherwise, int64_t v[3]);
/* The last n dims of a tensor, brought to three by leading ones. */
void cm_cuda_spatial(const cameo_tensor *t, uint32_t n, int64_t v[3]);
/* The pad of the begin, of `total` that SAME_UPPER or SAME_LOWER leave to both ends. */
int64_t cm_cuda_pad_begin(int64_t auto_pad, int64_t total);

/* ---- families ---- */

#define CM_CUDA_MATCHES(X)                                                                          \
    X(attention) X(scatter)                                                                         \
    X(unary) X(clip) X(test) X(cast) X(binary) X(where) X(matmul) X(gemm) X(conv) X(conv_transpose) \
    X(pool) X(global_pool) X(resize) X(softmax) X(layer_norm) X(instance_norm) X(batch_norm)        \
    X(reduce) X(arg_reduce) X(transpose) X(slice) X(concat) X(split) X(expand) X(tile) X(depth)     \
    X(pad) X(gather) X(gather_elements) X(cumsum) X(trilu) X(quantize)                        \
    X(integer_matmul) X(integer_conv) X(nbits) X(dynamic_quantize) X(gather_nd) X(one_hot) X(lrn)   \
    X(topk) X(rnn) X(rotary) X(range) X(constant) X(nms)              \
    X(group_query)
#define CM_CUDA_LAUNCHES(X)                                                                         \
    X(unary) X(cast) X(binary) X(where) X(matmul) X(gemm) X(conv) X(conv_transpose) X(pool)         \
    X(attention) X(scatter)                                                                         \
    X(resize) X(softmax) X(layer_norm) X(instance_norm) X(batch_norm) X(reduce) X(transpose)        \
    X(slice) X(concat) X(split) X(expand) X(tile) X(depth) X(pad) X(gather) X(gather_elements)      \
    X(cumsum) X(trilu) X(quantize) X(integer_matmul) X(integer_conv) X(nbits) X(dynamic_quantize)   \
    X(gather_nd) X(one_hot) X(lrn) X(topk) X(rnn) X(rotary) X(range) X(constant) X(nms)              \
    X(group_query)
#define X(name) bool cm_cuda_match_##name(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op);
CM_CUDA_MATCHES(X)
#undef X
#define X(name) cameo_status cm_cuda_launch_##name(cm_cuda_build *b, const cm_cuda_op *op);
CM_CUDA_LAUNCHES(X)
#undef X

#endif
#endif
