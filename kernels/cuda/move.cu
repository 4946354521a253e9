/* move.cu — operators that move elements: by strides (Transpose, Slice, Concat, Split, Expand and kin), Pad, Gather and
 * GatherElements. Elements count by their size alone; sixteen bytes go at a time where both sides lie so. */
#include "kernels/cuda/device.cuh"

/* ---- strides ---- */

/* y = x for all indices; the last axis goes by `per` elements at a time, U holds so many. */
template <typename T, typename U> CM_DEVICE void cm_move_along(const cm_cuda_move_params &p) {
    const int per = (int)(sizeof(U) / sizeof(T));
    const int32_t outer = p.rank - 1;
    const int64_t line = p.dims[outer] / per, n = p.n / per;
    const int64_t *strides[2] = {p.x_strides, p.y_strides};
    const T *x = cm_at<const T>(p.x);
    T *y = cm_at<T>(p.y);
    for (int64_t i = cm_thread(); i < n; i += cm_threads()) {
        const int64_t row = n <= INT32_MAX ? (uint32_t)i / (uint32_t)line : i / line, last = (i - row * line) * per;
        int64_t at[2];
        cm_offsets<2>(row, n, outer, p.dims, strides, at);
        *(U *)(y + at[1] + last * p.y_strides[outer]) = *(const U *)(x + at[0] + last * p.x_strides[outer]);
    }
}

/* May the last axis go by sixteen bytes? */
template <typename T> CM_DEVICE bool cm_moves_wide(const cm_cuda_move_params &p) {
    const int64_t per = (int64_t)(16 / sizeof(T));
    const int32_t last = p.rank - 1;
    if (p.x_strides[last] != 1 || p.y_strides[last] != 1 || p.dims[last] % per != 0 || p.x % 16 != 0 || p.y % 16 != 0)
        return false;
    for (int32_t d = 0; d < last; d++)
        if (p.x_strides[d] % per != 0 || p.y_strides[d] % per != 0) return false;
    return true;
}

#define MOVE_TILE 32

/* Axis `side` is dense in x, the last one in y: squares of both go through shared memory, so that reading and
 * writing are both of elements side by side. The column more keeps a warp off one bank. */
template <typename T> CM_DEVICE void cm_move_turned(const cm_cuda_move_params &p, int32_t side) {
    __shared__ T square[MOVE_TILE][MOVE_TILE + 1];
    const int32_t last = p.rank - 1;
    const int64_t tall = (p.dims[side] + MOVE_TILE - 1) / MOVE_TILE, wide = (p.dims[last] + MOVE_TILE - 1) / MOVE_TILE;
    const int64_t others = p.n / p.dims[side] / p.dims[last];
    const T *x = cm_at<const T>(p.x);
    T *y = cm_at<T>(p.y);
    const int tx = (int)threadIdx.x % MOVE_TILE, ty = (int)threadIdx.x / MOVE_TILE, rows = CM_CUDA_BLOCK / MOVE_TILE;
    for (int64_t tile = blockIdx.x; tile < others * tall * wide; tile += gridDim.x) {
        const int64_t s0 = tile / wide % tall * MOVE_TILE, l0 = tile % wide * MOVE_TILE;
        int64_t other = tile / wide / tall, from = 0, to = 0;
        for (int32_t d = last - 1; d >= 0; d--) {
            if (d == side) continue;
            from += other % p.dims[d] * p.x_strides[d];
            to += other % p.dims[d] * p.y_strides[d];
            other /= p.dims[d];
        }
        for (int r = ty; r < MOVE_TILE; r += rows)
            if (l0 + r < p.dims[last] && s0 + tx < p.dims[side])
                square[r][tx] = x[from + (l0 + r) * p.x_strides[last] + (s0 + tx) * p.x_strides[side]];
        __syncthreads();
        for (int r = ty; r < MOVE_TILE; r += rows)
            if (s0 + r < p.dims[side] && l0 + tx < p.dims[last])
                y[to + (s0 + r) * p.y_strides[side] + (l0 + tx) * p.y_strides[last]] = square[tx][r];
        __syncthreads();
    }
}

template <typename T> CM_DEVICE void cm_move(const cm_cuda_move_params &p) {
    const int32_t last = p.rank - 1;
    if (p.n == 0) return;
    if (p.rank == 0) {
        if (cm_thread() == 0) *cm_at<T>(p.y) = *cm_at<const T>(p.x);
        return;
    }
    int32_t side = -1;
    for (int32_t d = 0; d < last; d++)
        if (p.x_strides[d] == 1 && p.dims[d] >= MOVE_TILE / 2) side = d;
    if (side >= 0 && p.x_strides[last] != 1 && p.y_strides[last] == 1 && p.dims[last] >= MOVE_TILE / 2) {
        cm_move_turned<T>(p, side);
    } else if (cm_moves_wide<T>(p)) {
        cm_move_along<T, cm_pack<uint32_t, 4>>(p);
    } else {
        cm_move_along<T, T>(p);
    }
}

CM_KERNEL cm_cuda_move_1(struct cm_cuda_move_params p) { cm_move<uint8_t>(p); }
CM_KERNEL cm_cuda_move_2(struct cm_cuda_move_params p) { cm_move<uint16_t>(p); }
CM_KERNEL cm_cuda_move_4(struct cm_cuda_move_params p) { cm_move<uint32_t>(p); }
CM_KERNEL cm_cuda_move_8(struct cm_cuda_move_params p) { cm_move<uint64_t>(p); }

/* ---- Pad ---- */

enum { PAD_CONSTANT, PAD_REFLECT, PAD_EDGE, PAD_WRAP };

/* The element of an axis of n > 0 elements that index i, which may lie outside, reads. */
CM_DEVICE int64_t cm_pad_index(int64_t i, int64_t n, int32_t mode) {
    if (mode == PAD_EDGE) return i < 0 ? 0 : i >= n ? n - 1 : i;
    const int64_t period = mode == PAD_WRAP ? n : n == 1 ? 1 : 2 * (n - 1);
    i %= period;
    if (i < 0) i += period;
    return i < n ? i : period - i;
}

template <typename T> CM_DEVICE void cm_pad(const cm_cuda_pad_params &p) {
    const T value = p.value_at != 0 ? *cm_at<const T>(p.value_at) : (T)p.value;
    for (int64_t at = cm_thread(); at < p.n; at += cm_threads()) {
        int64_t i = at, from = 0, stride = 1;
        bool within = true;
        for (int32_t d = p.rank - 1; d >= 0; d--) {
            const int64_t left = p.n <= INT32_MAX ? (uint32_t)i / (uint32_t)p.dims[d] : i / p.dims[d];
            int64_t x = i - left * p.dims[d] - p.before[d];
            i = left;
            if (x < 0 || x >= p.x_dims[d]) {
                if (p.mode == PAD_CONSTANT) within = false;
                else x = cm_pad_index(x, p.x_dims[d], p.mode);
            }
            from += x * stride;
            stride *= p.x_dims[d];
        }
        cm_at<T>(p.y)[at] = within ? cm_at<const T>(p.x)[from] : value;
    }
}

CM_KERNEL cm_cuda_pad_1(struct cm_cuda_pad_params p) { cm_pad<uint8_t>(p); }
CM_KERNEL cm_cuda_pad_2(struct cm_cuda_pad_params p) { cm_pad<uint16_t>(p); }
CM_KERNEL cm_cuda_pad_4(struct cm_cuda_pad_params p) { cm_pad<uint32_t>(p); }
CM_KERNEL cm_cuda_pad_8(struct cm_cuda_pad_params p) { cm_pad<uint64_t>(p); }

/* ---- Gather, GatherElements ---- */

/* Elements of type U, of which inner has `inner`. */
template <typename U> CM_DEVICE void cm_gather_of(const cm_cuda_gather_params &p, int64_t inner) {
    const int64_t n = p.outer * p.n_indices * inner;
    for (int64_t at = cm_thread(); at < n; at += cm_threads()) {
        const int64_t row = n <= INT32_MAX ? (uint32_t)at / (uint32_t)inner : at / inner;
        const int64_t outer = n <= INT32_MAX ? (uint32_t)row / (uint32_t)p.n_indices : row / p.n_indices;
        const int64_t index = cm_index(p, row - outer * p.n_indices, p.n);
        U v = {};
        if (index >= 0) v = cm_at<const U>(p.x)[(outer * p.n + index) * inner + (at - row * inner)];
        cm_at<U>(p.y)[at] = v;
    }
}

template <typename T> CM_DEVICE void cm_gather(const cm_cuda_gather_params &p) {
    const int64_t bytes = p.inner * (int64_t)sizeof(T);
    if (bytes % 16 == 0 && p.x % 16 == 0 && p.y % 16 == 0) cm_gather_of<cm_pack<uint32_t, 4>>(p, bytes / 16);
    else cm_gather_of<T>(p, p.inner);
}

CM_KERNEL cm_cuda_gather_1(struct cm_cuda_gather_params p) { cm_gather<uint8_t>(p); }
CM_KERNEL cm_cuda_gather_2(struct cm_cuda_gather_params p) { cm_gather<uint16_t>(p); }
CM_KERNEL cm_cuda_gather_4(struct cm_cuda_gather_params p) { cm_gather<uint32_t>(p); }
CM_KERNEL cm_cuda_gather_8(struct cm_cuda_gather_params p) { cm_gather<uint64_t>(p); }

/* An index outside of the axis gives 0. */
template <typename T> CM_DEVICE void cm_gather_elements(const cm_cuda_gather_elements_params &p) {
    for (int64_t at = cm_thread(); at < p.n; at += cm_threads()) {
        const int64_t index = cm_index(p, at, p.x_dims[p.axis]);
        int64_t i = at, from = 0, stride = 1;
        for (int32_t d = p.rank - 1; d >= 0; d--) {
            const int64_t left = p.n <= INT32_MAX ? (uint32_t)i / (uint32_t)p.dims[d] : i / p.dims[d];
            from += (d == p.axis ? index : i - left * p.dims[d]) * stride;
            stride *= p.x_dims[d];
            i = left;
        }
        cm_at<T>(p.y)[at] = index >= 0 ? cm_at<const T>(p.x)[from] : 0;
    }
}

CM_KERNEL cm_cuda_gather_elements_1(struct cm_cuda_gather_elements_params p) { cm_gather_elements<uint8_t>(p); }
CM_KERNEL cm_cuda_gather_elements_2(struct cm_cuda_gather_elements_params p) { cm_gather_elements<uint16_t>(p); }
CM_KERNEL cm_cuda_gather_elements_4(struct cm_cuda_gather_elements_params p) { cm_gather_elements<uint32_t>(p); }
CM_KERNEL cm_cuda_gather_elements_8(struct cm_cuda_gather_elements_params p) { cm_gather_elements<uint64_t>(p); }

/* ---- GatherND, OneHot ---- */

template <typename T> CM_DEVICE void cm_gather_nd(const cm_cuda_gather_nd_params &p) {
    int64_t rows = 1; /* of x in one batch */
    for (int32_t d = 0; d < p.depth; d++) rows *= p.dims[d];
    for (int64_t at = cm_thread(); at < p.batch * p.tuples * p.inner; at += cm_threads()) {
        const int64_t tuple = at / p.inner;
        int64_t from;
        const bool within = cm_tuple(p, tuple, p.dims, &from);
        from = (tuple / p.tuples * rows + from) * p.inner + at % p.inner;
        cm_at<T>(p.y)[at] = within ? cm_at<const T>(p.x)[from] : 0;
    }
}

CM_KERNEL cm_cuda_gather_nd_1(struct cm_cuda_gather_nd_params p) { cm_gather_nd<uint8_t>(p); }
CM_KERNEL cm_cuda_gather_nd_2(struct cm_cuda_gather_nd_params p) { cm_gather_nd<uint16_t>(p); }
CM_KERNEL cm_cuda_gather_nd_4(struct cm_cuda_gather_nd_params p) { cm_gather_nd<uint32_t>(p); }
CM_KERNEL cm_cuda_gather_nd_8(struct cm_cuda_gather_nd_params p) { cm_gather_nd<uint64_t>(p); }

/* Whole part of a number, one that no axis has where it is none. */
CM_DEVICE int64_t cm_one_hot_index(const cm_cuda_one_hot_params &p, int64_t i) {
    if (p.index_type == CM_CUDA_I64) return cm_at<const int64_t>(p.indices)[i];
    if (p.index_type == CM_CUDA_I32) return cm_at<const int32_t>(p.indices)[i];
    const float x = cm_at<const float>(p.indices)[i];
    return x > -9223372036854775808.0f && x < 9223372036854775808.0f ? (int64_t)x : INT64_MIN;
}

template <typename T> CM_DEVICE void cm_one_hot(const cm_cuda_one_hot_params &p) {
    const T off = cm_at<const T>(p.values)[0], on = cm_at<const T>(p.values)[1];
    for (int64_t at = cm_thread(); at < p.outer * p.depth * p.inner; at += cm_threads()) {
        const int64_t row = at / p.inner;
        int64_t index = cm_one_hot_index(p, row / p.depth * p.inner + at % p.inner);
        if (index < 0 && p.wrap) index += p.depth;
        cm_at<T>(p.y)[at] = index == row % p.depth ? on : off;
    }
}

CM_KERNEL cm_cuda_one_hot_1(struct cm_cuda_one_hot_params p) { cm_one_hot<uint8_t>(p); }
CM_KERNEL cm_cuda_one_hot_2(struct cm_cuda_one_hot_params p) { cm_one_hot<uint16_t>(p); }
CM_KERNEL cm_cuda_one_hot_4(struct cm_cuda_one_hot_params p) { cm_one_hot<uint32_t>(p); }
CM_KERNEL cm_cuda_one_hot_8(struct cm_cuda_one_hot_params p) { cm_one_hot<uint64_t>(p); }
