/* attention.cu — rotary embeddings, caches of keys and values, and scaled dot-product attention without the matrix of
 * scores in memory: a block has 16 rows of q and takes the rows of k and v tile by tile, with the softmax put right as
 * greater scores come (T. Dao et al., "FlashAttention", 2022). Sixteen threads have one row of q: each has every
 * sixteenth score of a tile, and four of 64 elements of the result. */
#include "kernels/cuda/device.cuh"

#define ROWS CM_CUDA_ATTENTION_ROWS
#define MOST_COLUMNS 32
#define ROOM 11520 /* floats of q and of a tile of k or v */
#define PARTS (CM_CUDA_ATTENTION_DEPTH / 64)

/* Rows [first, first + rows) of x, times `scale`, as floats in `to`, ld apart; zeros beyond n rows and behind
 * element d. */
template <typename T>
CM_DEVICE void cm_attention_load(float *to, int ld, const T *x, int64_t stride, int64_t first, int rows, int64_t n,
                                 int d, float scale) {
    const int packs = (d + 3) / 4;
    const bool wide = d % 4 == 0 && stride % 4 == 0 && cm_packs<T, 4>((cm_cuda_address)(uintptr_t)x);
    for (int i = (int)threadIdx.x; i < rows * packs; i += CM_CUDA_BLOCK) {
        const int row = i / packs, at = i % packs * 4;
        cm_pack<float, 4> v = {};
        if (first + row < n) {
            const T *from = x + (first + row) * stride + at;
            if (wide) {
                const cm_pack<T, 4> raw = *(const cm_pack<T, 4> *)from;
                CM_UNROLL for (int e = 0; e < 4; e++) v.v[e] = cm_wide(raw.v[e]) * scale;
            } else {
                CM_UNROLL for (int e = 0; e < 4; e++) v.v[e] = at + e < d ? cm_wide(from[e]) * scale : 0;
            }
        }
        *(cm_pack<float, 4> *)&to[row * ld + at] = v;
    }
}

/* Rows before the new ones of a batch, as far as `all` rows have room for both. */
CM_DEVICE int64_t cm_cache_past(cm_cuda_address lengths, int64_t b, int64_t rows, int64_t all) {
    const int64_t past = (int64_t)cm_at<const int32_t>(lengths)[b] + 1 - rows;
    return cm_least(cm_most(past, (int64_t)0), all - rows);
}

/* Is what a batch has of a cache possible? */
CM_DEVICE bool cm_cache_fits(const cm_cuda_attention_params &p, int64_t b) {
    const int64_t n = (int64_t)cm_at<const int32_t>(p.lengths)[b] + 1, past = cm_most(n - p.q_rows, (int64_t)0);
    if (n < 0 || n > p.room + p.q_rows || past + p.q_rows > p.k_rows) return false;
    return p.mask == 0 || p.mask_columns > past;
}

/* The columns of a batch, and the one at which row 0 stands. */
struct cm_attention_columns {
    int64_t n, offset;
};
CM_DEVICE cm_attention_columns cm_attention_columns_of(const cm_cuda_attention_params &p, int64_t b) {
    if (p.lengths == 0) return {p.k_rows, p.offset};
    if (p.cache) {
        const int64_t past = cm_cache_past(p.lengths, b, p.q_rows, p.k_rows);
        return {past + p.q_rows, past};
    }
    const int64_t n = cm_most((int64_t)0, cm_least(p.k_rows, cm_at<const int64_t>(p.lengths)[b]));
    return {n, n - p.q_rows};
}

/* The score of row i and column j, -infinity where i does not see j. */
template <typename T>
CM_DEVICE float cm_attention_score(const cm_cuda_attention_params &p, const cm_attention_columns &c, int64_t mask_at,
                                   int64_t i, int64_t j, float score) {
    const int64_t at = i + c.offset;
    if (i >= p.q_rows || j >= c.n || (p.right >= 0 && j > at + p.right) || (p.left >= 0 && j < at - p.left))
        return -CM_INFINITY;
    if (p.softcap != 0) score = p.softcap * tanhf(score / p.softcap);
    if (p.mask == 0) return score;
    if (j >= p.mask_columns) return -CM_INFINITY;
    mask_at += i * p.mask_strides[2] + j * p.mask_strides[3];
    if (p.mask_type == CM_CUDA_BOOL) return cm_at<const uint8_t>(p.mask)[mask_at] != 0 ? score : -CM_INFINITY;
    return score + cm_wide(cm_at<const T>(p.mask)[mask_at]);
}

/* f of the sixteen threads of a row. */
template <typename F> CM_DEVICE float cm_attention_row(float v, F f) {
    CM_UNROLL for (int by = 8; by > 0; by /= 2) v = f(v, __shfl_xor_sync(CM_ALL_LANES, v, by));
    return v;
}

template <typename T>
CM_DEVICE void cm_attention_block(const cm_cuda_attention_params &p, float *room, float (*weights)[MOST_COLUMNS + 1],
                                  int64_t b, int64_t h, int64_t i0) {
    const int d = (int)p.d, dv = (int)p.dv, ld = (cm_most(d, dv) + 3) / 4 * 4 + 4;
    const int columns = (ROWS + MOST_COLUMNS) * ld <= ROOM ? MOST_COLUMNS : 16;
    float *q = room, *tile = room + ROWS * ld;
    const int64_t kv_head = h / (p.heads / p.kv_heads), mask_at = b * p.mask_strides[0] + h * p.mask_strides[1];
    const T *k = cm_at<const T>(p.k) + b * p.k_strides[0] + kv_head * p.k_strides[1];
    const T *v = cm_at<const T>(p.v) + b * p.v_strides[0] + kv_head * p.v_strides[1];
    const int row = (int)threadIdx.x / 16, lane = (int)threadIdx.x % 16;
    const bool sinks = p.sinks != 0;
    float most = sinks ? cm_wide(cm_at<const T>(p.sinks)[h]) : -CM_INFINITY, sum = sinks ? 1 : 0, acc[PARTS][4] = {};
    if (p.cache && threadIdx.x == 0 && !cm_cache_fits(p, b)) cm_tell(p, CM_CUDA_TOLD_LENGTH);
    cm_attention_load(q, ld, cm_at<const T>(p.q) + b * p.q_strides[0] + h * p.q_strides[1], p.q_strides[2], i0, ROWS,
                      p.q_rows, d, p.scale);
    const cm_attention_columns all = cm_attention_columns_of(p, b);
    const int64_t at = i0 + all.offset, end = p.right < 0 ? all.n : cm_least(all.n, at + ROWS + p.right);
    for (int64_t j0 = p.left < 0 ? 0 : cm_most((int64_t)0, at - p.left); j0 < end; j0 += columns) {
        cm_attention_load(tile, ld, k, p.k_strides[2], j0, columns, all.n, d, 1.0f);
        __syncthreads();
        float score[MOST_COLUMNS / 16] = {};
        for (int e0 = 0; e0 < d; e0 += 4) {
            const cm_pack<float, 4> vq = *(const cm_pack<float, 4> *)&q[row * ld + e0];
            CM_UNROLL for (int c = 0; c < MOST_COLUMNS / 16; c++) {
                if (c * 16 >= columns) break;
                const cm_pack<float, 4> vk = *(const cm_pack<float, 4> *)&tile[(c * 16 + lane) * ld + e0];
                CM_UNROLL for (int e = 0; e < 4; e++) score[c] = fmaf(vq.v[e], vk.v[e], score[c]);
            }
        }
        float now = most;
        CM_UNROLL for (int c = 0; c < MOST_COLUMNS / 16; c++) {
            const int64_t j = j0 + c * 16 + lane;
            score[c] = c * 16 >= columns ? -CM_INFINITY : cm_attention_score<T>(p, all, mask_at, i0 + row, j, score[c]);
            now = cm_greater()(now, score[c]);
        }
        now = cm_attention_row(now, cm_greater());
        const float kept = most == -CM_INFINITY ? 0 : expf(most - now); /* of what was summed before */
        float more = 0;
        CM_UNROLL for (int c = 0; c < MOST_COLUMNS / 16; c++) {
            const float w = score[c] == -CM_INFINITY ? 0 : expf(score[c] - now);
            weights[row][c * 16 + lane] = w;
            more += w;
        }
        sum = sum * kept + cm_attention_row(more, cm_add());
        most = now;
        __syncthreads(); /* k was read */
        cm_attention_load(tile, ld, v, p.v_strides[2], j0, columns, all.n, dv, 1.0f);
        __syncthreads();
        CM_UNROLL for (int g = 0; g < PARTS; g++) {
            if (g * 64 + lane * 4 >= dv) break;
            CM_UNROLL for (int e = 0; e < 4; e++) acc[g][e] *= kept;
            for (int c = 0; c < columns; c++) {
                const cm_pack<float, 4> vv = *(const cm_pack<float, 4> *)&tile[c * ld + g * 64 + lane * 4];
                CM_UNROLL for (int e = 0; e < 4; e++) acc[g][e] = fmaf(weights[row][c], vv.v[e], acc[g][e]);
            }
        }
        __syncthreads(); /* v was read */
    }
    __syncthreads(); /* q was read, or nothing was seen */
    if (i0 + row >= p.q_rows) return;
    T *y = cm_at<T>(p.y) + b * p.y_strides[0] + h * p.y_strides[1] + (i0 + row) * p.y_strides[2];
    CM_UNROLL for (int g = 0; g < PARTS; g++) {
        CM_UNROLL for (int e = 0; e < 4; e++) {
            const int column = g * 64 + lane * 4 + e;
            if (column < dv) y[column] = cm_narrow<T>(most == -CM_INFINITY ? 0 : acc[g][e] / sum);
        }
    }
}

template <typename T> CM_DEVICE void cm_attention(const cm_cuda_attention_params &p) {
    __shared__ __align__(16) float room[ROOM];
    __shared__ float weights[ROWS][MOST_COLUMNS + 1];
    for (int64_t b = blockIdx.z; b < p.batch; b += gridDim.z)
        for (int64_t h = blockIdx.y; h < p.heads; h += gridDim.y)
            for (int64_t i0 = (int64_t)blockIdx.x * ROWS; i0 < p.q_rows; i0 += (int64_t)gridDim.x * ROWS)
                cm_attention_block<T>(p, room, weights, b, h, i0);
}

CM_KERNEL cm_cuda_attention_f32(struct cm_cuda_attention_params p) { cm_attention<float>(p); }
CM_KERNEL cm_cuda_attention_f16(struct cm_cuda_attention_params p) { cm_attention<cm_f16>(p); }
CM_KERNEL cm_cuda_attention_bf16(struct cm_cuda_attention_params p) { cm_attention<cm_bf16>(p); }

/* ---- caches ---- */

template <typename T> CM_DEVICE void cm_cache(const cm_cuda_cache_params &p) {
    const int64_t lines = p.rows + p.all - p.first, n = p.batch * p.heads * lines * p.width;
    for (int64_t i = cm_thread(); i < n; i += cm_threads()) {
        const int64_t line = i / p.width, e = i - line * p.width, head = line / lines, j = line - head * lines;
        const int64_t b = head / p.heads, past = cm_cache_past(p.lengths, b, p.rows, p.all);
        const int64_t row = j < p.rows ? past + j : p.first + j - p.rows;
        if (j >= p.rows && row >= past && row < past + p.rows) continue; /* a fresh one */
        const int64_t heads = p.batch * p.heads;
        const int64_t to = ((p.by_rows ? row * heads + head : head * p.all + row) * p.width) + e;
        T x = {};
        if (j < p.rows)
            x = cm_at<const T>(p.fresh)[((b * p.rows + j) * p.heads + head - b * p.heads) * p.width + e];
        else if (p.past != 0 && row < p.room)
            x = cm_at<const T>(p.past)[((p.by_rows ? row * heads + head : head * p.room + row) * p.width) + e];
        cm_at<T>(p.present)[to] = x;
    }
}

CM_KERNEL cm_cuda_cache_2(struct cm_cuda_cache_params p) { cm_cache<uint16_t>(p); }
CM_KERNEL cm_cuda_cache_4(struct cm_cuda_cache_params p) { cm_cache<uint32_t>(p); }

/* ---- rotary embeddings ---- */

/* Where the row of the caches for row `row` of a batch lies; -1: outside of them, which the host is told. */
CM_DEVICE int64_t cm_rotary_position(const cm_cuda_rotary_params &p, int64_t row) {
    if (p.indices == 0) return row;
    const int64_t *indices = cm_at<const int64_t>(p.indices);
    const int64_t at = indices[p.one ? 0 : row], behind = p.one ? row % p.rows : 0;
    if (at >= 0 && at < p.positions && behind < p.positions - at) return at + behind;
    cm_tell(p, CM_CUDA_TOLD_INDEX);
    return -1;
}

template <typename T> CM_DEVICE void cm_rotary(const cm_cuda_rotary_params &p) {
    const T *x = cm_at<const T>(p.x);
    T *y = cm_at<T>(p.y);
    for (int64_t i = cm_thread(); i < p.batch * p.heads * p.rows * p.width; i += cm_threads()) {
        const int64_t line = i / p.width, d = i - line * p.width, inner = p.by_rows ? p.heads : p.rows;
        const int64_t outer = line / inner, at = line - outer * inner; /* [batch][heads or rows], and the other one */
        const int64_t row = p.by_rows ? outer : outer / p.heads * p.rows + at;
        if (d >= 2 * p.half) {
            y[i] = x[i];
            continue;
        }
        const int64_t pair = p.interleaved ? d / 2 : d % p.half, step = p.interleaved ? 1 : p.half;
        const bool second = p.interleaved ? d % 2 != 0 : d >= p.half;
        const int64_t position = cm_rotary_position(p, row);
        if (position < 0) {
            y[i] = cm_narrow<T>(0);
            continue;
        }
        const float cos = cm_wide(cm_at<const T>(p.cos)[position * p.half + pair]);
        const float sin = cm_wide(cm_at<const T>(p.sin)[position * p.half + pair]);
        const float other = cm_wide(x[second ? i - step : i + step]), own = cm_wide(x[i]);
        y[i] = cm_narrow<T>(second ? sin * other + cos * own : cos * own - sin * other);
    }
}

CM_KERNEL cm_cuda_rotary_f32(struct cm_cuda_rotary_params p) { cm_rotary<float>(p); }
CM_KERNEL cm_cuda_rotary_f16(struct cm_cuda_rotary_params p) { cm_rotary<cm_f16>(p); }
CM_KERNEL cm_cuda_rotary_bf16(struct cm_cuda_rotary_params p) { cm_rotary<cm_bf16>(p); }
