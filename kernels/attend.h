/* attend.h — scaled dot-product attention of one head: what all attention operators compute their tasks with.
 *
 *   s[i][j] = cap(scale * sum over d of q[i][d] * k[j][d]) + mask[i][j]     cap(x) = softcap * tanh(x / softcap)
 *   y[i]    = sum over j of exp(s[i][j] - max_i) / sum_i * v[j]
 *
 * in blocks of CM_ATTEND_QUERIES queries and CM_ATTEND_KEYS keys with a running maximum and sum (M. Milakov, N.
 * Gimelshein, "Online normalizer calculation for softmax", 2018; T. Dao et al., "FlashAttention", 2022), so that
 * memory does not grow with the number of keys. Blocks are cut at the border of past and new keys: bits depend on
 * sizes only. Keys that no query of the block may see are left out. A query that sees no key gives zeros. */
#ifndef CM_KERNELS_ATTEND_H
#define CM_KERNELS_ATTEND_H

#include "kernels/kernel.h"

/* Keys and values are packed for each block of queries: large ones pay for it. Their scores fill less than half of a
 * second-level cache of 512 KiB. */
#define CM_ATTEND_QUERIES ((size_t)192)
#define CM_ATTEND_KEYS ((size_t)256)

/* Rows of a tensor: row i begins at element first + i * step. */
typedef struct cm_attend_rows {
    const cm_tensor *t; /* NULL: none */
    size_t first, step;
} cm_attend_rows;

/* What output of the scores is wanted, as ONNX's qk_matmul_output_mode numbers them. */
enum { CM_ATTEND_RAW, CM_ATTEND_CAPPED, CM_ATTEND_MASKED, CM_ATTEND_SOFTMAX };

typedef struct cm_attend_job {
    cm_attend_rows q;          /* [.][depth] */
    cm_attend_rows k[2], v[2]; /* past, new: [n_keys[.]][depth], [n_keys[.]][width] */
    size_t n_keys[2];
    size_t depth, width;
    size_t begin, end;   /* queries, at most CM_ATTEND_QUERIES */
    cm_attend_rows mask; /* [.][n_mask]: bool, else numbers to add */
    size_t n_mask,
        mask_step;  /* columns; keys behind them are masked. mask_step 0: one column for all */
    int64_t first;  /* query i sees keys from i + first on; INT64_MIN: from key 0 on */
    int64_t last;   /* and up to i + last; INT64_MAX: all */
    size_t valid;   /* keys from here on are masked */
    double scale, softcap; /* softcap 0: none */
    double sink;           /* a score beside the keys', without a value */
    bool has_sink;
    cm_attend_rows y;      /* [.][width] */
    cm_attend_rows scores; /* [.][all keys] */
    int32_t scores_mode;
} cm_attend_job;

/* Bytes of worker scratch for jobs of so many queries, CM_ATTEND_QUERIES at most, and rows of these lengths, of doubles
 * or not. E_LIMIT: more than the address space has. */
CM_NODISCARD cameo_status cm_attend_scratch(const cm_kctx *k, bool f64, size_t rows, size_t depth, size_t width,
                                            size_t *bytes);
/* Computes a job; operands of f64 have all dtype double, else float, float16 or bfloat16, whichever each is. */
void cm_attend_f32(const cm_kctx *k, const cm_attend_job *job);
void cm_attend_f64(const cm_kctx *k, const cm_attend_job *job);

#endif
