/* rnn.cu — a step of RNN, GRU and LSTM. A warp computes one unit of one sequence: the dot products of all its gates
 * with x and with the state before, whose order dims alone fix, then the cell, in f32. Source: ONNX RNN, GRU, LSTM. */
#include "kernels/cuda/device.cuh"

/* What all lanes of a warp know of their unit. */
struct cm_rnn_unit {
    int64_t dir, row, unit;
    int64_t state, outer; /* its element in states of f32, in the first and last ones */
};

CM_DEVICE float cm_rnn_act(const cm_cuda_rnn_params &p, int64_t dir, int which, float x) {
    const int64_t at = dir * CM_CUDA_RNN_ACTS + which;
    return cm_function(p.act[at], x, p.alpha[at], p.beta[at]);
}
/* f or g of a sum, which clip bounds. */
CM_DEVICE float cm_rnn_gate(const cm_cuda_rnn_params &p, int64_t dir, int which, float sum) {
    return cm_rnn_act(p, dir, which, cm_clip(sum, -p.clip, p.clip));
}

/* State `from` before this step: of f32, or of step 0 the first one, of T. */
template <typename T>
CM_DEVICE float cm_rnn_before(const cm_cuda_rnn_params &p, cm_cuda_address first, cm_cuda_address from, int64_t outer,
                              int64_t state) {
    if (p.step != 0) return cm_at<const float>(from)[state];
    return first == 0 ? 0 : cm_wide(cm_at<const T>(first)[outer]);
}

/* The bias of a gate, `of` 0: W's, 1: R's. */
template <typename T, int GATES>
CM_DEVICE float cm_rnn_bias(const cm_cuda_rnn_params &p, const cm_rnn_unit &u, int of, int gate) {
    return p.b == 0 ? 0 : cm_wide(cm_at<const T>(p.b)[((u.dir * 2 + of) * GATES + gate) * p.hidden + u.unit]);
}

template <typename T>
CM_DEVICE float cm_rnn_peephole(const cm_cuda_rnn_params &p, const cm_rnn_unit &u, int which, float c) {
    return p.peepholes == 0 ? 0 : c * cm_wide(cm_at<const T>(p.peepholes)[(u.dir * 3 + which) * p.hidden + u.unit]);
}

/* The sums of gates FIRST to LAST with x at time t, and those with the state: for all lanes. */
template <typename T, int GATES, int FIRST, int LAST>
CM_DEVICE void cm_rnn_sums(const cm_cuda_rnn_params &p, const cm_rnn_unit &u, int64_t t, float *of_x, float *of_h) {
    const int lane = (int)threadIdx.x % CM_WARP;
    const T *x = cm_at<const T>(p.x) + t * p.x_step + u.row * p.x_row;
    const T *w = cm_at<const T>(p.w) + (u.dir * GATES * p.hidden + u.unit) * p.input;
    const T *r = cm_at<const T>(p.r) + (u.dir * GATES * p.hidden + u.unit) * p.hidden;
    const bool reset = GATES == 3 && FIRST == 2; /* of GRU, whose last gate reads r h */
    CM_UNROLL for (int g = FIRST; g <= LAST; g++) of_x[g] = of_h[g] = 0;
    for (int64_t i = lane; i < p.input; i += CM_WARP) {
        const float v = cm_wide(x[i]);
        CM_UNROLL for (int g = FIRST; g <= LAST; g++)
            of_x[g] = fmaf(v, cm_wide(w[g * p.hidden * p.input + i]), of_x[g]);
    }
    for (int64_t i = lane; i < p.hidden; i += CM_WARP) {
        const float v = reset ? cm_at<const float>(p.reset)[u.state - u.unit + i]
                              : cm_rnn_before<T>(p, p.h0, p.h, u.outer - u.unit + i, u.state - u.unit + i);
        CM_UNROLL for (int g = FIRST; g <= LAST; g++)
            of_h[g] = fmaf(v, cm_wide(r[g * p.hidden * p.hidden + i]), of_h[g]);
    }
    CM_UNROLL for (int g = FIRST; g <= LAST; g++) {
        of_x[g] = cm_together<CM_WARP>(of_x[g], (float *)nullptr, cm_add()) + cm_rnn_bias<T, GATES>(p, u, 0, g);
        of_h[g] = cm_together<CM_WARP>(of_h[g], (float *)nullptr, cm_add()) + cm_rnn_bias<T, GATES>(p, u, 1, g);
    }
}

/* The state behind a step; c, of LSTM, becomes that behind it. Part 0 of GRU leaves z and r h, and has no state yet. */
template <typename T>
CM_DEVICE float cm_rnn_cell(const cm_cuda_rnn_params &p, const cm_rnn_unit &u, int64_t t, float h, float &c) {
    float x[4], s[4];
    if (p.kind == CM_CUDA_LSTM) {
        cm_rnn_sums<T, 4, 0, 3>(p, u, t, x, s);
        const float i = cm_rnn_gate(p, u.dir, 0, x[0] + s[0] + cm_rnn_peephole<T>(p, u, 0, c));
        const float f = p.input_forget ? 1 - i : cm_rnn_gate(p, u.dir, 0, x[2] + s[2] + cm_rnn_peephole<T>(p, u, 2, c));
        c = f * c + i * cm_rnn_gate(p, u.dir, 1, x[3] + s[3]);
        return cm_rnn_gate(p, u.dir, 0, x[1] + s[1] + cm_rnn_peephole<T>(p, u, 1, c)) * cm_rnn_act(p, u.dir, 2, c);
    }
    if (p.kind == CM_CUDA_RNN) {
        cm_rnn_sums<T, 1, 0, 0>(p, u, t, x, s);
        return cm_rnn_gate(p, u.dir, 0, x[0] + s[0]);
    }
    float z;
    if (p.kind == CM_CUDA_GRU_AFTER) {
        cm_rnn_sums<T, 3, 0, 2>(p, u, t, x, s);
        z = cm_rnn_gate(p, u.dir, 0, x[0] + s[0]);
        x[2] += cm_rnn_gate(p, u.dir, 0, x[1] + s[1]) * s[2];
    } else if (p.part == 0) {
        cm_rnn_sums<T, 3, 0, 1>(p, u, t, x, s);
        if (threadIdx.x % CM_WARP == 0) {
            cm_at<float>(p.cell)[u.state] = cm_rnn_gate(p, u.dir, 0, x[0] + s[0]);
            cm_at<float>(p.reset)[u.state] = cm_rnn_gate(p, u.dir, 0, x[1] + s[1]) * h;
        }
        return h;
    } else {
        cm_rnn_sums<T, 3, 2, 2>(p, u, t, x, s);
        z = cm_at<const float>(p.cell)[u.state];
        x[2] += s[2];
    }
    return (1 - z) * cm_rnn_gate(p, u.dir, 1, x[2]) + z * h;
}

template <typename T> CM_DEVICE void cm_rnn_step_unit(const cm_cuda_rnn_params &p, const cm_rnn_unit &u) {
    int64_t length = p.steps;
    if (p.lengths != 0)
        length = cm_most(cm_least((int64_t)cm_at<const int32_t>(p.lengths)[u.row], p.steps), (int64_t)0);
    const bool lstm = p.kind == CM_CUDA_LSTM, before_end = p.step < length;
    const int64_t t = before_end && (p.reverse >> u.dir & 1) != 0 ? length - 1 - p.step : p.step;
    float h = cm_rnn_before<T>(p, p.h0, p.h, u.outer, u.state);
    float c = lstm ? cm_rnn_before<T>(p, p.c0, p.cell, u.outer, u.state) : 0;
    if (before_end) h = cm_rnn_cell<T>(p, u, t, h, c);
    if (threadIdx.x % CM_WARP != 0 || (p.kind == CM_CUDA_GRU && p.part == 0)) return;
    cm_at<float>(p.next)[u.state] = h;
    if (lstm) cm_at<float>(p.cell)[u.state] = c;
    if (p.y != 0 && p.step < p.steps)
        cm_at<T>(p.y)[t * p.y_step + u.dir * p.y_dir + u.row * p.y_row + u.unit] = cm_narrow<T>(before_end ? h : 0);
    if (p.step + 1 < p.steps) return;
    if (p.h_last != 0) cm_at<T>(p.h_last)[u.outer] = cm_narrow<T>(h);
    if (p.c_last != 0 && lstm) cm_at<T>(p.c_last)[u.outer] = cm_narrow<T>(c);
}

template <typename T> CM_DEVICE void cm_rnn_step(const cm_cuda_rnn_params &p) {
    const int64_t warps = CM_CUDA_BLOCK / CM_WARP;
    for (int64_t row = blockIdx.y; row < p.rows; row += gridDim.y)
        for (int64_t unit = blockIdx.x * warps + threadIdx.x / CM_WARP; unit < p.hidden; unit += gridDim.x * warps) {
            const int64_t dir = blockIdx.z;
            cm_rnn_step_unit<T>(p, {dir, row, unit, (dir * p.rows + row) * p.hidden + unit,
                                    dir * p.state_dir + row * p.state_row + unit});
        }
}

CM_KERNEL cm_cuda_rnn_step_f32(struct cm_cuda_rnn_params p) { cm_rnn_step<float>(p); }
CM_KERNEL cm_cuda_rnn_step_f16(struct cm_cuda_rnn_params p) { cm_rnn_step<cm_f16>(p); }
CM_KERNEL cm_cuda_rnn_step_bf16(struct cm_cuda_rnn_params p) { cm_rnn_step<cm_bf16>(p); }
