/* move.h — copying elements of any dtype: flat pieces, strided sources, strings.
 *
 * Movement operators know an element by its width only: 8 to 128 bits are moved as bytes, at any
 * alignment; 2 and 4 bits are moved one by one where they do not lie on byte boundaries; strings
 * are collected into a new block. Each operator turns its parameters into one of the three forms
 * below. */
#ifndef CM_KERNELS_MOVE_H
#define CM_KERNELS_MOVE_H

#include "kernels/kernel.h"

/* Elements of one task. A multiple of 8, so that no two tasks write one byte. */
#define CM_MOVE_ITEMS CM_TASK_ITEMS

/* Bits of one element of t: 2 to 128; 0 for strings. */
CM_INLINE uint32_t cm_move_bits(const cm_tensor *t) {
    return cameo_dtype_bits((cameo_dtype)t->dtype);
}

/* Product of dims [first, last). Exact where the tensor exists and no dim is 0. */
CM_INLINE size_t cm_move_count(const size_t *dims, uint32_t first, uint32_t last) {
    size_t n = 1;
    for (uint32_t i = first; i < last; i++) n *= dims[i];
    return n;
}

/* The elements [*at, *end) of task t when n elements are divided into tasks of CM_MOVE_ITEMS. */
CM_INLINE void cm_move_range(size_t n, uint32_t t, size_t *at, size_t *end) {
    *at = (size_t)t * CM_MOVE_ITEMS;
    *end = n - *at < CM_MOVE_ITEMS ? n : *at + CM_MOVE_ITEMS;
}

/* Integer i of an int32 or int64 tensor, at any alignment. */
CM_INLINE int64_t cm_move_index(const cm_tensor *t, size_t i) {
    const uint8_t *p = t->data;
    return t->dtype == CAMEO_INT32 ? cm_load_i32(p + i * 4) : cm_load_i64(p + i * 8);
}

/* Copies n elements of `bits` (2 to 128) from element src_at of src to element dst_at of dst. The
 * two must not overlap. */
void cm_move_flat(uint32_t bits, void *dst, size_t dst_at, const void *src, size_t src_at,
                  size_t n);

/* n times the element `one` of `bits` (8 to 128) from element `at` of dst on. */
void cm_move_fill(uint32_t bits, void *dst, size_t at, const void *one, size_t n);

/* A strided source of a dense result: result element (i0, i1, ...) is source element
 * first + i0*stride[0] + i1*stride[1] + ... modulo 2^(bits of size_t), so that a negative stride is
 * its two's complement. Every source element named lies in the source. */
typedef struct cm_strided {
    uint32_t rank;
    size_t dims[CM_MAX_RANK];   /* of the result */
    size_t stride[CM_MAX_RANK]; /* elements of the source */
    size_t first;               /* source element of result element 0 */
} cm_strided;

/* All of a dense tensor with these dims. */
void cm_strided_dense(cm_strided *s, uint32_t rank, const size_t *dims);
/* Drops dims of 1 and joins neighbours that the source holds one behind the other: the same
 * elements with the lowest rank. */
void cm_strided_simplify(cm_strided *s);
/* Source element of result element i (< product of dims). */
size_t cm_strided_at(const cm_strided *s, size_t i);
/* Copies the result elements [at, end) of `bits` each to their places in dst. */
void cm_strided_copy(const cm_strided *s, uint32_t bits, const void *src, void *dst, size_t at,
                     size_t end);

/* Where the strings of an output come from: string i is the pieces 0 .. parts-1 in a row, each a
 * view that lasts until the next call. */
typedef struct cm_string_source {
    cm_str (*piece)(const void *ctx, size_t i, uint32_t part);
    const void *ctx;
    uint32_t parts;
} cm_string_source;

/* One phase of one task: where string outputs are allocated. */
void cm_strings_setup(cm_setup *s);
/* Allocates output `out` with these dims and fills it. Call from a phase with one task.
 * Errors: E_SHAPE the element count overflows; E_LIMIT more than 4 GiB of text; E_NOMEM. */
CM_NODISCARD cameo_status cm_strings_emit(const cm_kctx *k, uint32_t out, uint32_t rank,
                                          const size_t *dims, const cm_string_source *source);

/* cm_strings_emit where string i is element cm_strided_at(v, i) of the string tensor x. */
CM_NODISCARD cameo_status cm_strings_emit_strided(const cm_kctx *k, uint32_t out,
                                                  const cm_strided *v, const cm_tensor *x);

/* For shape rules: output `out`, just declared, has the elements of v in the same order, as far as
 * they are known. */
void cm_shape_pass_elems(cm_shape *s, uint32_t out, const cm_avalue *v);

#endif
