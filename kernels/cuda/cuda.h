/* cuda.h — what the CUDA provider and the CUDA kernels agree on, readable as C11, as CUDA C++ and as C++.
 *
 * A kernel is `extern "C" __global__ void cm_cuda_NAME(struct cm_cuda_PARAMS_params p)`: one struct by value. All of
 * them, with the family (kernels/cuda/<family>.cu) and the struct of each, stand in CM_CUDA_KERNELS below; a kernel
 * and its line there come together. Shared memory is static: launches ask for none. Addresses are those of the driver,
 * dims and strides count elements, tensors are dense and row-major unless strides say otherwise, and outputs overlap
 * no input. providers/cuda computes params and geometry; the grid is (grid_x, grid_y, grid_z) blocks of the threads
 * that the comment of the struct names, and kernels loop where a grid covers less than all elements, so that any grid
 * is right. Every sum has an order that dims alone fix. */
#ifndef CM_KERNELS_CUDA_CUDA_H
#define CM_KERNELS_CUDA_CUDA_H

#include <stdint.h>

#define CM_CUDA_RANK 8
#define CM_CUDA_BLOCK 256 /* threads of a block, where a struct says nothing else */

typedef uint64_t cm_cuda_address; /* 0: the operand is absent */

/* Types of elements: values of ONNX's TensorProto.DataType. */
enum {
    CM_CUDA_F32 = 1,
    CM_CUDA_U8 = 2,
    CM_CUDA_I8 = 3,
    CM_CUDA_U16 = 4,
    CM_CUDA_I16 = 5,
    CM_CUDA_I32 = 6,
    CM_CUDA_I64 = 7,
    CM_CUDA_BOOL = 9,
    CM_CUDA_F16 = 10,
    CM_CUDA_F64 = 11,
    CM_CUDA_U32 = 12,
    CM_CUDA_U64 = 13,
    CM_CUDA_BF16 = 16
};

/* What kernels tell of numbers that are wrong: an i32 at the address `error` of their params, which is 0 before; they
 * tell nobody where that is absent. */
enum { CM_CUDA_TOLD_INDEX = 1, CM_CUDA_TOLD_OVERLAP, CM_CUDA_TOLD_LENGTH };

/* ---- elementwise.cu ---- */

/* ONNX's definitions. f16 and bf16 are computed in f32 and rounded once. a and b are the operator's attributes, in this
 * order. */
enum {
    CM_CUDA_COPY,
    CM_CUDA_RELU,
    CM_CUDA_LEAKY_RELU,  /* a: alpha */
    CM_CUDA_ELU,         /* a: alpha */
    CM_CUDA_CELU,        /* a: alpha */
    CM_CUDA_SELU,        /* a: alpha, b: gamma */
    CM_CUDA_THRESHOLDED_RELU, /* a: alpha */
    CM_CUDA_SIGMOID,
    CM_CUDA_HARD_SIGMOID, /* a: alpha, b: beta */
    CM_CUDA_HARD_SWISH,
    CM_CUDA_SWISH,       /* a: alpha; x * sigmoid(alpha x) */
    CM_CUDA_MISH,
    CM_CUDA_SOFTPLUS,
    CM_CUDA_SOFTSIGN,
    CM_CUDA_GELU,        /* with erf */
    CM_CUDA_GELU_TANH,
    CM_CUDA_TANH,
    CM_CUDA_ERF,
    CM_CUDA_EXP,
    CM_CUDA_LOG,
    CM_CUDA_SQRT,
    CM_CUDA_RECIPROCAL,
    CM_CUDA_NEG,
    CM_CUDA_ABS,
    CM_CUDA_SIGN,
    CM_CUDA_FLOOR,
    CM_CUDA_CEIL,
    CM_CUDA_ROUND, /* halves to even */
    CM_CUDA_SIN,
    CM_CUDA_COS,
    CM_CUDA_TAN,
    CM_CUDA_ASIN,
    CM_CUDA_ACOS,
    CM_CUDA_ATAN,
    CM_CUDA_SINH,
    CM_CUDA_COSH,
    CM_CUDA_ASINH,
    CM_CUDA_ACOSH,
    CM_CUDA_ATANH,
    CM_CUDA_CLIP, /* a: least, b: most; a NaN stays one */
    CM_CUDA_NOT,  /* of bool */
    CM_CUDA_IS_NAN, /* the result is bool: kernel test_T */
    CM_CUDA_IS_INF, /* a != 0: of +inf, b != 0: of -inf; kernel test_T */
    CM_CUDA_AFFINE, /* a x + b, of recurrent layers alone */
    CM_CUDA_SCALED_TANH, /* a tanh(b x), of recurrent layers alone */
    CM_CUDA_THRESHOLD /* x < a ? 0 : x, of recurrent layers alone: unlike THRESHOLDED_RELU a stays */
};

/* unary_T: y[i] = op(x[i]), i < n. T: f32, f16, bf16; i32, i64 (COPY, NEG, ABS, SIGN, CLIP, RELU); u8 (NOT). test_T
 * (f32, f16, bf16): y is one byte for each element. */
struct cm_cuda_unary_params {
    cm_cuda_address x, y;
    int64_t n;
    int32_t op;
    float a, b;
};

/* cast: y[i] = x[i] in another type, by ONNX's Cast. */
struct cm_cuda_cast_params {
    cm_cuda_address x, y;
    int64_t n;
    int32_t from, to; /* CM_CUDA_F32 ... */
};

enum {
    CM_CUDA_ADD,
    CM_CUDA_SUB,
    CM_CUDA_MUL,
    CM_CUDA_DIV, /* of integers: towards zero; by zero: any value */
    CM_CUDA_POW,
    CM_CUDA_MIN, /* a NaN among the operands is the result */
    CM_CUDA_MAX,
    CM_CUDA_FMOD, /* sign of the dividend */
    CM_CUDA_MOD,  /* sign of the divisor */
    CM_CUDA_PRELU, /* a < 0 ? a * b : a */
    CM_CUDA_AND,  /* of bool, as T u8 */
    CM_CUDA_OR,
    CM_CUDA_XOR,
    CM_CUDA_EQUAL, /* the result is bool: kernel compare_T */
    CM_CUDA_LESS,
    CM_CUDA_LESS_EQUAL,
    CM_CUDA_GREATER,
    CM_CUDA_GREATER_EQUAL
};

/* binary_T: y[i] = op(a[..], b[..]) of all indices of a tensor of dims; y is dense. A stride is 0 where an operand is
 * broadcast. T: f32, f16, bf16, i32, i64, u8. compare_T: y is one byte for each element. The provider merges dims, so
 * rank is mostly 1 or 2; rank 0 is one element. */
struct cm_cuda_binary_params {
    cm_cuda_address a, b, y;
    int64_t n; /* product of dims */
    int64_t dims[CM_CUDA_RANK], a_strides[CM_CUDA_RANK], b_strides[CM_CUDA_RANK];
    int32_t rank, op;
};

/* chain_T (f32, f16, bf16): unary and binary operators one after another, of all elements of a dense y of dims. Stage s
 * applies op, one of unary with x and y, or of binary where b is not CM_CUDA_CHAIN_NONE, to the sources a and b: a
 * register, or CM_CUDA_CHAIN_REGISTERS + o: operand o. Its result goes to register dst, the last one's to y. Between
 * stages numbers are f32, as those of one operator are. A stride is 0 where an operand is broadcast. y may be an
 * operand that is not broadcast and has elements of the same size.
 *
 * chain_mixed: operands and y have types of their own. Operators of test_T and compare_T are among the stages, and NOT,
 * AND, OR and XOR of bool; where c is not CM_CUDA_CHAIN_NONE the stage is a ? b : c, whatever op says. After each stage
 * the result is rounded to its type, as ONNX's Cast does it, so that COPY casts, and all bits are those that the stages
 * by themselves would give. Types: F32, F16, BF16, BOOL, U8, I8, all of whose numbers f32 holds; of operands also I32
 * and I64, rounded to f32; of y, where the last stage is a COPY, also these, saturated. */
#define CM_CUDA_CHAIN_STAGES 16
#define CM_CUDA_CHAIN_OPERANDS 8
#define CM_CUDA_CHAIN_REGISTERS 4
#define CM_CUDA_CHAIN_NONE 255
struct cm_cuda_chain_stage {
    uint8_t op, dst, a, b;
    float x, y;
    uint8_t c, type, reserved[2]; /* read by chain_mixed alone */
};
struct cm_cuda_chain_params {
    cm_cuda_address in[CM_CUDA_CHAIN_OPERANDS], y;
    int64_t n; /* product of dims */
    int64_t dims[CM_CUDA_RANK], strides[CM_CUDA_CHAIN_OPERANDS][CM_CUDA_RANK];
    int32_t rank, n_in, n_stages, y_type;
    uint8_t in_type[CM_CUDA_CHAIN_OPERANDS]; /* these and y_type: of chain_mixed alone */
    struct cm_cuda_chain_stage stage[CM_CUDA_CHAIN_STAGES];
};

/* where_SIZE: y = c ? a : b, elements of 1, 2, 4, 8 bytes; c is bool. */
struct cm_cuda_where_params {
    cm_cuda_address c, a, b, y;
    int64_t n;
    int64_t dims[CM_CUDA_RANK], c_strides[CM_CUDA_RANK], a_strides[CM_CUDA_RANK], b_strides[CM_CUDA_RANK];
    int32_t rank;
};

/* ---- gemm.cu ---- */

/* gemm_T: y[b][i][j] = act(alpha * sum over l of A[b](i, l) * B[b](l, j) + beta * C[b](i, j)). T: f32 (exact
 * products), f16, bf16 (sums in f32), tf32 (f32 in memory, rounded to 11 bits for the products). All but f32 are
 * multiplied by tensor cores; a device of compute capability 7.5 has them for f16 alone. The batch is a tensor of
 * dims; y is dense: [batch...][m][n]. Block of 256 threads: grid (ceil(n / CM_CUDA_GEMM_TILE), ceil(m /
 * CM_CUDA_GEMM_TILE), min(batch, 65535)); more batches by a loop. m, n and batch may not be 0, k may. */
#define CM_CUDA_GEMM_TILE 64
/* With split > 1 gemm_T and gemm_large_T leave sums of parts of the depth in `parts`, with batch * split in place of
 * batch in grid.z, and gemm_sum_T (grid of elements of y), launched next with these params, adds them in their order:
 * for products of few tiles and a long depth (gemm_sum_f32 for tf32). gemm_large_T: tiles of CM_CUDA_GEMM_LARGE
 * instead, faster where the grid has several blocks for each multiprocessor. gemv_T: m <= CM_CUDA_GEMV_ROWS; grid
 * (ceil(n / CM_CUDA_GEMV_COLUMNS), 1, min(batch, 65535)). */
#define CM_CUDA_GEMM_LARGE 128
#define CM_CUDA_GEMV_ROWS 4
#define CM_CUDA_GEMV_COLUMNS 32
struct cm_cuda_gemm_params {
    cm_cuda_address a, b, c, y; /* c may be absent */
    int64_t m, n, k, batch;
    int64_t a_row, a_col, b_row, b_col, c_row, c_col; /* strides; of c 0 where it is broadcast */
    int64_t dims[CM_CUDA_RANK], a_strides[CM_CUDA_RANK], b_strides[CM_CUDA_RANK], c_strides[CM_CUDA_RANK];
    float alpha, beta;
    int32_t rank, act; /* rank of the batch; act: an op of unary with act_a, act_b; COPY: none */
    float act_a, act_b;
    int64_t split;         /* of the depth; 0 or 1: none */
    cm_cuda_address parts; /* f32 [split][batch][m][n], aligned to 16 bytes; only with split > 1 */
    cm_cuda_address residual; /* T, dense as y, added before act; may be absent, and may be y itself */
};

/* ---- conv.cu ---- */

/* Orders in which x and y of a convolution or a pool lie: channels first, [n][channels][in...], or by these flags
 * last, [n][in...][channels]. */
enum { CM_CUDA_X_LAST = 1, CM_CUDA_Y_LAST = 2 };

/* conv_T: x [n][groups * c][in...], w [groups * m][c][kernel...], bias [groups * m] or absent, y [n][groups *
 * m][out...] or channels last, spatial dims brought to three by leading ones. y = act(sum + bias), taps outside of x
 * are 0; they are added channel by channel. T:
 * f32, f16, bf16, tf32, as for gemm. Block of 256; grid as for gemm of m = channels of a group and n = out positions:
 * (ceil(out positions / TILE), ceil(m / TILE), min(n * groups, 65535)). conv_depthwise_T: c = 1; grid of elements of
 * y. conv_transpose_T: w [groups * c][m][kernel...], grid of elements of y; y(o) = sum of x(i) w(k) with o = i *
 * stride + k * dilation - pad; kernels of at most CM_CUDA_TAPS elements. conv_large_T has tiles of
 * CM_CUDA_GEMM_LARGE, conv_sum_T ends what was split, as for gemm; grid.z is then of n * groups * split.
 *
 * conv_last_T, conv_last_large_T: x has its channels last, and w is [groups * m][kernel...][c]: taps are added one
 * after the other, each with all channels of the group. Grid (ceil(n * out positions / TILE), ceil(m / TILE),
 * min(groups * split, 65535)). Where c is whole packs of 16 bytes, x and w are read by packs. conv_depthwise_last_T: x
 * has its channels last, c = 1, w [kernel...][groups * m]; grid of elements of y. */
#define CM_CUDA_TAPS 512
struct cm_cuda_conv_params {
    cm_cuda_address x, w, bias, y;
    int64_t n, groups, c, m; /* c, m: of a group */
    int64_t in[3], out[3], kernel[3], stride[3], dilation[3], pad[3]; /* volumes of in, out and kernel < 2^31 */
    int32_t act;
    float act_a, act_b;
    int32_t last; /* CM_CUDA_X_LAST, CM_CUDA_Y_LAST; of conv_transpose_T 0 */
    int64_t split;         /* of the depth c * kernel, for kernels of tiles; 0 or 1: none */
    cm_cuda_address parts; /* f32 [split][as y], aligned to 16 bytes; only with split > 1 */
    cm_cuda_address residual; /* T, in the order of y, added before act; may be absent, and may be y itself */
};

/* ---- pool.cu ---- */

/* pool_max_T, pool_average_T: x [n][channels][in...], y [n][channels][out...], each of them or both channels last.
 * Average: the divisor is the count of taps within x, with count_pad that of taps within x and its pads (pad before,
 * pad_end behind). f32, f16, bf16; max also u8, i8. Grid of elements of y. */
struct cm_cuda_pool_params {
    cm_cuda_address x, y;
    int64_t n, channels;
    int64_t in[3], out[3], kernel[3], stride[3], dilation[3], pad[3], pad_end[3];
    int32_t count_pad, last; /* last: CM_CUDA_X_LAST, CM_CUDA_Y_LAST */
};

/* ---- norm.cu ---- */

/* softmax_T: x and y [outer][n][inner], along n, log: of LogSoftmax. One block of 256 for each (outer, inner):
 * grid min(outer * inner, 65535), more by a loop. f32, f16, bf16 (sums in f32). */
struct cm_cuda_softmax_params {
    cm_cuda_address x, y;
    int64_t outer, n, inner;
    int32_t log;
};

/* norm_T: x and y [rows][n]: y = (x - mean) * inv * scale + bias with inv = 1 / sqrt(var + eps); with rms nothing is
 * subtracted, and var is the mean of squares. Row r, column j reads element (j / scale_inner % scale_n) + (r %
 * scale_rows) * scale_row_step of scale and bias. So LayerNormalization has scale_inner 1, scale_n n, scale_rows 1;
 * InstanceNormalization of rows n * c has scale_inner n (all columns the same), scale_n 1, scale_rows c,
 * scale_row_step 1. scale, bias, mean, inv may be absent; mean and inv are f32 [rows] outputs. Grid min(rows, 65535),
 * a block of 256 for each row, by a loop. f32, f16, bf16 (sums in f32).
 *
 * norm_last_T: InstanceNormalization of x and y with channels last, [rows / scale_rows][n][scale_rows], with scale
 * and bias of scale_rows elements; rms, mean and inv are not read. Grid of rows / scale_rows * ceil(scale_rows / 32)
 * blocks, more by a loop. */
struct cm_cuda_norm_params {
    cm_cuda_address x, y, scale, bias, mean, inv;
    int64_t rows, n, scale_inner, scale_n, scale_rows, scale_row_step;
    float eps;
    int32_t rms;
};

/* batchnorm_T: x and y [n][c][inner]: y = (x - mean[c]) / sqrt(var[c] + eps) * scale[c] + bias[c]. All of T (f32, f16,
 * bf16). Grid of elements. */
struct cm_cuda_batchnorm_params {
    cm_cuda_address x, y, scale, bias, mean, var;
    int64_t n, c, inner;
    float eps;
};

/* lrn_T (f32, f16, bf16): x and y [n][c][inner]: y = x / (bias + alpha / size * sum of x^2 of the channels
 * c - (size - 1) / 2 to c + size / 2 that there are) ^ beta. Grid of elements. */
struct cm_cuda_lrn_params {
    cm_cuda_address x, y;
    int64_t n, c, inner, size;
    float alpha, beta, bias;
    int32_t reserved;
};

/* ---- reduce.cu ---- */

enum {
    CM_CUDA_SUM,
    CM_CUDA_MEAN,
    CM_CUDA_REDUCE_MAX,
    CM_CUDA_REDUCE_MIN,
    CM_CUDA_PROD,
    CM_CUDA_L1,
    CM_CUDA_L2,
    CM_CUDA_SUM_SQUARE,
    CM_CUDA_LOG_SUM,
    CM_CUDA_LOG_SUM_EXP, /* with the maximum taken out */
    CM_CUDA_ARG_MAX, /* argreduce_T: y is int64, reduced is one dim; the first of equals, the last with last */
    CM_CUDA_ARG_MIN
};

/* reduce_T (f32, f16, bf16, i32, i64), argreduce_T (f32, f16, bf16): y[i], i < n, dense over kept dims, of the elements
 * at the kept index plus every reduced index. n and reduced_n may be 1; reduced_n is not 0. One block of 256 for each
 * output: grid min(n, 65535), more by a loop. */
struct cm_cuda_reduce_params {
    cm_cuda_address x, y;
    int64_t n, reduced_n;
    int64_t dims[CM_CUDA_RANK], strides[CM_CUDA_RANK], reduced_dims[CM_CUDA_RANK], reduced_strides[CM_CUDA_RANK];
    int32_t rank, reduced_rank, op, last;
};

/* ---- move.cu ---- */

/* move_SIZE: y at y_strides = x at x_strides for all indices of dims; elements of 1, 2, 4, 8 bytes. x and y are the
 * addresses of index 0; strides may be negative or, of x, 0. Transpose, Slice, Concat, Split, Expand, DepthToSpace. */
struct cm_cuda_move_params {
    cm_cuda_address x, y;
    int64_t n;
    int64_t dims[CM_CUDA_RANK], x_strides[CM_CUDA_RANK], y_strides[CM_CUDA_RANK];
    int32_t rank;
};

/* pad_SIZE: y dense of dims; index i of an axis reads i - before of x (dense, of x_dims). mode 0 constant: `value`, the
 * low bytes; 1 reflect, 2 edge, 3 wrap. x may be empty with mode 0. */
struct cm_cuda_pad_params {
    cm_cuda_address x, y;
    cm_cuda_address value_at; /* one element in device memory; absent: `value` */
    int64_t n;
    int64_t dims[CM_CUDA_RANK], x_dims[CM_CUDA_RANK], before[CM_CUDA_RANK];
    uint64_t value;
    int32_t rank, mode;
};

/* gather_SIZE: y [outer][n_indices][inner] = x [outer][n][inner] at indices; a negative index counts from the end, one
 * outside of [-n, n) reads nothing: y is 0 there. Of all kernels with indices: where `error` is not absent such an
 * index leaves a 1 there, i32 in memory that the host reads. */
struct cm_cuda_gather_params {
    cm_cuda_address x, indices, y;
    int64_t outer, n, inner, n_indices;
    int32_t index_type, reserved; /* CM_CUDA_I32, CM_CUDA_I64 */
    cm_cuda_address error;
};

/* gather_elements_SIZE: y dense of dims (those of indices): x (dense, of x_dims) at the index with that of `axis`
 * replaced. */
struct cm_cuda_gather_elements_params {
    cm_cuda_address x, indices, y;
    int64_t n; /* product of dims */
    int64_t dims[CM_CUDA_RANK], x_dims[CM_CUDA_RANK];
    int32_t rank, axis, index_type, reserved;
    cm_cuda_address error;
};

/* gather_nd_SIZE: y [batch][tuples][inner]: of x [batch][dims...][inner] the row at indices [batch][tuples][depth],
 * with `depth` dims. Indices as of gather. */
struct cm_cuda_gather_nd_params {
    cm_cuda_address x, indices, y;
    int64_t batch, tuples, inner;
    int64_t dims[CM_CUDA_RANK];
    int32_t depth, index_type;
    cm_cuda_address error;
};

/* one_hot_SIZE: y [outer][depth][inner] is values[1] where indices [outer][inner] name the place along depth, else
 * values[0]. wrap: negative indices count from the end. index_type: I32, I64, or F32, which is truncated. */
struct cm_cuda_one_hot_params {
    cm_cuda_address indices, values, y;
    int64_t outer, depth, inner;
    int32_t wrap, index_type;
};

/* ---- resize.cu ---- */

enum { /* coordinate_transformation_mode: the source coordinate of x */
    CM_CUDA_HALF_PIXEL,
    CM_CUDA_PYTORCH_HALF_PIXEL,
    CM_CUDA_ALIGN_CORNERS,
    CM_CUDA_ASYMMETRIC
};
enum { /* nearest_mode */
    CM_CUDA_ROUND_PREFER_FLOOR,
    CM_CUDA_ROUND_PREFER_CEIL,
    CM_CUDA_NEAREST_FLOOR,
    CM_CUDA_NEAREST_CEIL,
    CM_CUDA_NEAREST_BEFORE_11 /* of versions before 11: down, or up along an axis that shrinks */
};

/* resize_nearest_T, resize_linear_T: x [rows][in...], y [rows][out...] with three resized axes, leading ones. f32, f16,
 * bf16. Grid of elements of y. */
struct cm_cuda_resize_params {
    cm_cuda_address x, y;
    int64_t rows, in[3], out[3];
    double scale[3]; /* out / in as the model says it */
    int32_t coordinate, nearest;
};

/* ---- attention.cu ---- */

/* attention_T: y = softmax(mask + cap(scale * q k')) v for each batch and head; head h reads k and v of head h / (heads
 * / kv_heads). Of the strides the first is the batch's, then the head's, then the row's; rows of d and dv elements are
 * dense. mask: absent, of T and added, or bool (mask_type CM_CUDA_BOOL) and false hides; its strides are of batch,
 * head, row, column, 0 where it is broadcast; columns from mask_columns on are hidden. Row i stands at column i +
 * offset and sees `left` columns before that and `right` behind it, all where the number is negative. lengths, absent
 * or [batch] of i64: so many columns has a batch, between 0 and k_rows, and its last row stands at the last of them.
 * With cache lengths are i32, seqlens_k of GroupQuery (kernels/group_query.c), and columns those of a present of k_rows
 * rows made of a past of `room` rows: row 0 stands at column past(b) = max(lengths[b] + 1 - q_rows, 0), the first of
 * q_rows new ones, which are the last that there are; a length that is not within room + q_rows, or for which k_rows or
 * mask_columns do not suffice, is told. sinks, absent or [heads] of T: a score beside the others of a row, without a
 * value. softcap c != 0: c * tanh(s / c) in the place of a score s, before the mask. A row that sees no column is 0.
 * Grid (ceil(q_rows / CM_CUDA_ATTENTION_ROWS), min(heads, 65535), min(batch, 65535)), more by a loop. f32, f16, bf16
 * (sums in f32), any d and dv up to CM_CUDA_ATTENTION_DEPTH. */
#define CM_CUDA_ATTENTION_ROWS 16
#define CM_CUDA_ATTENTION_DEPTH 256
struct cm_cuda_attention_params {
    cm_cuda_address q, k, v, mask, lengths, y;
    int64_t batch, heads, kv_heads, q_rows, k_rows, d, dv;
    int64_t q_strides[3], k_strides[3], v_strides[3], y_strides[3], mask_strides[4];
    int64_t mask_columns; /* read with a mask alone; k_rows: all */
    int64_t offset, left, right;
    int32_t mask_type, cache;
    float scale, softcap;
    int64_t room;
    cm_cuda_address sinks, error;
};

/* cache_SIZE (elements of 2, 4 bytes): present [batch][heads][all][width], or with by_rows [all][batch][heads][width],
 * of past, alike with `room` <= all rows, and fresh [batch][rows][heads][width]: rows from past(b) of attention_T on
 * are fresh, the others those of past, or 0 behind it. A past that lies in the present already is absent, and rows
 * before `first` (then room, else 0) are left as they are but for fresh ones. rows <= all; past(b) goes as far as there
 * is room. Grid of elements of batch * heads * (rows + all - first) * width. */
struct cm_cuda_cache_params {
    cm_cuda_address past, fresh, present, lengths;
    int64_t batch, heads, rows, width, room, all, first;
    int32_t by_rows, reserved;
};

/* rotary_T (f32, f16, bf16; products in f32): RotaryEmbedding. x and y [batch][heads][rows][width] or, with by_rows,
 * [batch][rows][heads][width]. Of the first 2 * half elements of a head the pairs (i, i + half) or, interleaved,
 * (2 i, 2 i + 1) are turned: a, b become cos a - sin b, sin a + cos b; the rest is copied. cos and sin: [positions]
 * [half], at indices [batch][rows] of i64, with `one` at indices[0] + row, or without them [batch][rows][half]. A
 * position outside of [0, positions) leaves zeros, and a 1 in error, as an index of gather. Grid of elements. */
struct cm_cuda_rotary_params {
    cm_cuda_address x, cos, sin, indices, y;
    int64_t batch, heads, rows, width, half, positions;
    int32_t interleaved, by_rows, one, reserved;
    cm_cuda_address error;
};

/* ---- quantize.cu ---- */

/* Element i has scale and zero number i / inner % axis_n (axis_n 1: one for all); zero may be absent: 0.
 * quantize_T: y = saturate(round(x / scale) + zero), the quotient of T, halves to even, NaN the least number; `type`
 * u8, i8 of y and zero. dequantize_T: y = (x - zero) * scale; `type` u8, i8, i32 of x and zero. T: f32, f16, bf16, of
 * the other side and of scale. */
struct cm_cuda_quantize_params {
    cm_cuda_address x, scale, zero, y;
    int64_t n, axis_n, inner;
    int32_t type;
};

/* DynamicQuantizeLinear of f32, two launches: dynamic_range leaves the least and the greatest element of 0 and what
 * each block has seen in parts, f32 [blocks][2], and dynamic_quantize makes scale (f32), zero (u8) and y (u8) [n] of
 * them; those may be absent. NaN is in no range, and gives 0. Grid of dynamic_range: `blocks` <= CM_CUDA_BLOCK. */
struct cm_cuda_dynamic_params {
    cm_cuda_address x, y, scale, zero, parts;
    int64_t n;
    int32_t blocks, reserved;
};

/* What becomes of an integer sum acc of row i and column j of a product of bytes, or of channel i and position j of a
 * convolution. zero: numbers of the type of their operand, absent: 0; each line's, with step 1, or one, with step 0;
 * a is the operand of rows. y_type: I32: acc, wrapping around; F32: acc * a_scale * b_scale + bias; U8, I8:
 * saturate(round((acc + bias) * (a_scale * b_scale / y_scale)) + y_zero), halves to even, the least number for NaN.
 * Scales are f32, and may be absent (1); bias, of each line with its step or absent, is i32 for U8 and I8, f32 for
 * F32. */
struct cm_cuda_integer_tail {
    cm_cuda_address a_zero, b_zero, a_scale, b_scale, y_scale, y_zero, bias;
    int64_t a_zero_step, b_zero_step, a_scale_step, b_scale_step, bias_row_step, bias_column_step;
    int32_t y_type, reserved;
};

/* qgemm: y i32 [batch][m][n] = sum over l of (A(i, l) - a_zero) (B(l, j) - b_zero), or what the tail makes of
 * it; A and B of u8 or i8, each with a type of its own. Tensor cores multiply. Grid as for gemm; qgemm_large: as for
 * gemm_large. */
struct cm_cuda_qgemm_params {
    cm_cuda_address a, b, y;
    int64_t m, n, k, batch;
    int64_t a_row, a_col, b_row, b_col;
    int64_t dims[CM_CUDA_RANK], a_strides[CM_CUDA_RANK], b_strides[CM_CUDA_RANK];
    int32_t rank, a_type, b_type, reserved;
    struct cm_cuda_integer_tail tail;
};

/* qconv: the convolution of bytes, whose geometry, x, w and y are those of `conv` (bias, act and split are not read); a
 * of the tail is w with a line for each of groups * m channels, b is x, whose zero number lies beyond its edges. Grid
 * as for conv. qconv_last: x, w and the grid as for conv_last, without split. */
struct cm_cuda_qconv_params {
    struct cm_cuda_conv_params conv;
    int32_t w_type, x_type;
    struct cm_cuda_integer_tail tail;
};

/* ---- nbits.cu ---- */

/* nbits_T (f32, f16, bf16): y[i][j] = sum over l < k of A(i, l) * (q(j, l) - zero(j, l / block)) * scale(j, l /
 * block) + bias[j]; a [m][k], y [m][n] of T. b: n columns of `blocks` blocks of `block` elements (a power of two, >=
 * 8) of 2, 4 or 8 `bits`, from the low bits on; scales T [n][blocks]; zeros absent (2^(bits - 1)), with zero_type U8
 * packed as b, each column in bytes of its own, else T [n][blocks]. For f16 and bf16 the numbers of b are rounded to
 * T. Grid as for gemm; nbits_large_T: as for gemm_large; nbits_gemv_T: m <= CM_CUDA_GEMV_ROWS, grid ceil(n / 8), a
 * column for each warp. */
struct cm_cuda_nbits_params {
    cm_cuda_address a, b, scales, zeros, bias, y; /* zeros and bias may be absent */
    int64_t m, n, k, block, blocks;
    int32_t bits, zero_type;
};

/* ---- scatter.cu ---- */

/* y holds the copy of the data already. scatter_elements_SIZE: y at the index with that of axis replaced = updates,
 * both dense of dims; scatter_nd_SIZE: row i < n of inner updates goes to y at indices[i][0..depth), of y's first
 * dims. Negative indices count from the end, those outside write nothing. Of several updates of one element any may
 * win. */
struct cm_cuda_scatter_params {
    cm_cuda_address indices, updates, y;
    int64_t n, inner; /* n: of scatter_elements the product of dims */
    int64_t dims[CM_CUDA_RANK], y_dims[CM_CUDA_RANK];
    int32_t rank, axis, depth, index_type; /* rank: of y */
    cm_cuda_address error;
};

/* ---- scan.cu ---- */

/* cumsum_T (f32, f16, bf16, i32, i64): x and y [outer][n][inner], sums along n; one thread or block for each (outer,
 * inner), in an order that dims fix. */
struct cm_cuda_cumsum_params {
    cm_cuda_address x, y;
    int64_t outer, n, inner;
    int32_t exclusive, reverse;
};

/* range_T: y[i] = start + i * delta, i < n; f32: in double, rounded once, of real; i32, i64: of whole, wrapping around.
 * Grid of elements. */
struct cm_cuda_range_params {
    cm_cuda_address y;
    int64_t n;
    int64_t whole[2]; /* start, delta */
    double real[2];
};

/* trilu_SIZE: x and y [batch][rows][columns]; upper: keeps column - row >= k, else column - row <= k; the rest is 0.
 * Grid of elements. */
struct cm_cuda_trilu_params {
    cm_cuda_address x, y;
    int64_t batch, rows, columns, k;
    int32_t upper;
};

/* ---- sort.cu ---- */

/* topk_T (f32, f16, bf16, i32, i64): x [outer][n][inner], along n; the k <= n greatest elements, or least, in their
 * order, to values [outer][k][inner] and their places to places, i64; both may be absent. NaN is greater than all
 * numbers, of equal elements the first comes first. Grid min(outer * inner, 65535): a block has a row, more by a loop,
 * and goes through it once for every CM_CUDA_TOPK_TILE results. */
#define CM_CUDA_TOPK_TILE 1024
struct cm_cuda_topk_params {
    cm_cuda_address x, values, places;
    int64_t outer, n, inner, k;
    int32_t largest, reserved;
};

/* nms_select: NmsSelect of kernels/nms.c. boxes f32 [batch][n][4], corners or, with center, x, y, width, height; scores
 * f32 [rows = batch * classes][n]; limit i64, overlap and least f32, one element each, or absent; selected i32
 * [rows][most], n < 2^31. A threshold of overlap outside of [0, 1] is told. Grid min(rows, 65535): a block has a row,
 * more by a loop. */
struct cm_cuda_nms_params {
    cm_cuda_address boxes, scores, limit, overlap, least, selected;
    int64_t rows, classes, n, most;
    int32_t center, reserved;
    cm_cuda_address error;
};

/* ---- rnn.cu ---- */

enum {
    CM_CUDA_RNN,       /* H = f(x Wi' + h Ri' + Wbi + Rbi) */
    CM_CUDA_GRU,       /* with gates z, r, n; r multiplies h before the product: a step is two launches, part 0 and 1 */
    CM_CUDA_GRU_AFTER, /* linear_before_reset: r multiplies h Rn' + Rbn */
    CM_CUDA_LSTM       /* with gates i, o, f, c and, where they are given, peepholes i, o, f */
};
#define CM_CUDA_RNN_ACTS 3 /* functions of one direction: RNN f; GRU f, g; LSTM f, g, h */

/* rnn_step_T (f32, f16, bf16): step number `step` of RNN, GRU or LSTM as ONNX defines them, for `rows` sequences. w
 * [dirs][gates][hidden][input], r [dirs][gates][hidden][hidden], b [dirs][2][gates][hidden], peepholes
 * [dirs][3][hidden], lengths i32 [rows], all of x's T but these. x has x_step and x_row between its steps and
 * sequences, y y_step, y_dir and y_row, the first states h0 and c0 and the last ones h_last and c_last state_dir and
 * state_row; b, lengths, h0, c0, peepholes, y, h_last and c_last may be absent. Between steps states are f32
 * [dirs][rows][hidden]: h is read (not by step 0, which reads h0, c0 or 0), next is written, cell is c of LSTM and z
 * of GRU, reset is r h of GRU. A length beyond [0, steps] is the nearest one. Step `steps` - 1 writes the last
 * states; with steps 0 step 0 does that alone. reverse: bit d: direction d begins at its end. clip bounds what
 * enters f and g. Grid (ceil(hidden / 8), min(rows, 65535), dirs): a warp computes a unit. */
struct cm_cuda_rnn_params {
    cm_cuda_address x, w, r, b, lengths, h0, c0, peepholes, y, h_last, c_last, h, next, cell, reset;
    int64_t steps, step, rows, input, hidden;
    int64_t x_step, x_row, y_step, y_dir, y_row, state_dir, state_row;
    int32_t kind, part, reverse, input_forget;
    int32_t act[2 * CM_CUDA_RNN_ACTS]; /* ops of unary */
    float alpha[2 * CM_CUDA_RNN_ACTS], beta[2 * CM_CUDA_RNN_ACTS];
    float clip; /* infinity: none */
    int32_t reserved;
};

/* ---- all kernels ---- */

/* X(family, kernel, params): kernels/cuda/<family>.cu has cm_cuda_<kernel>(struct cm_cuda_<params>_params). A family
 * is one image, which is loaded when the first node needs one of its kernels. */
#define CM_CUDA_REALS(X, family, name, params)                        \
    X(family, name##_f32, params) X(family, name##_f16, params)       \
    X(family, name##_bf16, params)
#define CM_CUDA_TYPES(X, family, name, params)                            \
    CM_CUDA_REALS(X, family, name, params) X(family, name##_i32, params) \
    X(family, name##_i64, params) X(family, name##_u8, params)
#define CM_CUDA_SIZES(X, family, name, params)                    \
    X(family, name##_1, params) X(family, name##_2, params)       \
    X(family, name##_4, params) X(family, name##_8, params)
#define CM_CUDA_KERNELS(X)                          \
    CM_CUDA_TYPES(X, elementwise, unary, unary)     \
    CM_CUDA_REALS(X, elementwise, test, unary)      \
    CM_CUDA_TYPES(X, elementwise, binary, binary)   \
    CM_CUDA_TYPES(X, elementwise, compare, binary)  \
    CM_CUDA_REALS(X, elementwise, chain, chain)     \
    X(elementwise, chain_mixed, chain)              \
    CM_CUDA_SIZES(X, elementwise, where, where)     \
    X(elementwise, cast, cast)                      \
    CM_CUDA_REALS(X, gemm, gemm, gemm)              \
    X(gemm, gemm_tf32, gemm)                        \
    CM_CUDA_REALS(X, gemm, gemm_large, gemm)        \
    X(gemm, gemm_large_tf32, gemm)                  \
    CM_CUDA_REALS(X, gemm, gemm_sum, gemm)          \
    CM_CUDA_REALS(X, gemm, gemv, gemm)              \
    CM_CUDA_REALS(X, conv, conv, conv)              \
    X(conv, conv_tf32, conv)                        \
    CM_CUDA_REALS(X, conv, conv_large, conv)        \
    X(conv, conv_large_tf32, conv)                  \
    CM_CUDA_REALS(X, conv, conv_last, conv)         \
    X(conv, conv_last_tf32, conv)                   \
    CM_CUDA_REALS(X, conv, conv_last_large, conv)   \
    X(conv, conv_last_large_tf32, conv)             \
    CM_CUDA_REALS(X, conv, conv_depthwise_last, conv) \
    CM_CUDA_REALS(X, conv, conv_sum, conv)          \
    CM_CUDA_REALS(X, conv, conv_depthwise, conv)    \
    CM_CUDA_REALS(X, conv, conv_transpose, conv)    \
    CM_CUDA_REALS(X, pool, pool_max, pool)          \
    X(pool, pool_max_u8, pool)                      \
    X(pool, pool_max_i8, pool)                      \
    CM_CUDA_REALS(X, pool, pool_average, pool)      \
    CM_CUDA_REALS(X, norm, softmax, softmax)        \
    CM_CUDA_REALS(X, norm, norm, norm)              \
    CM_CUDA_REALS(X, norm, norm_last, norm)         \
    CM_CUDA_REALS(X, norm, batchnorm, batchnorm)    \
    CM_CUDA_REALS(X, norm, lrn, lrn)                \
    CM_CUDA_REALS(X, reduce, reduce, reduce)        \
    X(reduce, reduce_i32, reduce)                   \
    X(reduce, reduce_i64, reduce)                   \
    CM_CUDA_REALS(X, reduce, argreduce, reduce)     \
    CM_CUDA_SIZES(X, move, move, move)              \
    CM_CUDA_SIZES(X, move, pad, pad)                \
    CM_CUDA_SIZES(X, move, gather, gather)          \
    CM_CUDA_SIZES(X, move, gather_elements, gather_elements) \
    CM_CUDA_SIZES(X, move, gather_nd, gather_nd)    \
    CM_CUDA_SIZES(X, move, one_hot, one_hot)        \
    CM_CUDA_REALS(X, resize, resize_nearest, resize) \
    CM_CUDA_REALS(X, resize, resize_linear, resize) \
    CM_CUDA_REALS(X, attention, attention, attention) \
    X(attention, cache_2, cache)                    \
    X(attention, cache_4, cache)                    \
    CM_CUDA_REALS(X, attention, rotary, rotary)     \
    CM_CUDA_REALS(X, quantize, quantize, quantize)  \
    CM_CUDA_REALS(X, quantize, dequantize, quantize) \
    X(quantize, dynamic_range, dynamic)             \
    X(quantize, dynamic_quantize, dynamic)          \
    X(quantize, qgemm, qgemm)                       \
    X(quantize, qgemm_large, qgemm)                 \
    X(quantize, qconv, qconv)                       \
    X(quantize, qconv_last, qconv)                  \
    CM_CUDA_REALS(X, nbits, nbits, nbits)           \
    CM_CUDA_REALS(X, nbits, nbits_large, nbits)     \
    CM_CUDA_REALS(X, nbits, nbits_gemv, nbits)      \
    CM_CUDA_SIZES(X, scatter, scatter_elements, scatter) \
    CM_CUDA_SIZES(X, scatter, scatter_nd, scatter)  \
    CM_CUDA_REALS(X, scan, cumsum, cumsum)          \
    X(scan, cumsum_i32, cumsum)                     \
    X(scan, cumsum_i64, cumsum)                     \
    CM_CUDA_SIZES(X, scan, trilu, trilu)            \
    X(scan, range_f32, range)                       \
    X(scan, range_i32, range)                       \
    X(scan, range_i64, range)                       \
    CM_CUDA_REALS(X, sort, topk, topk)              \
    X(sort, topk_i32, topk)                         \
    X(sort, topk_i64, topk)                         \
    X(sort, nms_select, nms)                        \
    CM_CUDA_REALS(X, rnn, rnn_step, rnn)

#endif
