/* windows.cuh — the matrix of windows of a convolution, whose columns are the positions of the result and whose
 * rows are the taps of one channel after the other, gathered while it is read: an operand of products of scalars
 * (tile.cuh) and on tensor cores (mma.cuh).
 *
 * A *tap* is one element of the kernel: how far from the origin of a window it lies in x. Taps stand in a table in
 * shared memory, so that no index is divided in the inner loop. */
#ifndef CM_KERNELS_CUDA_WINDOWS_CUH
#define CM_KERNELS_CUDA_WINDOWS_CUH

#include "kernels/cuda/mma.cuh"

struct cm_tap {
    int d[3]; /* from the origin, along each axis */
    int at;   /* d as an offset in x */
};

CM_DEVICE cm_tap cm_tap_of(const cm_cuda_conv_params &p, int t) {
    const int kx = (int)p.kernel[2], ky = (int)p.kernel[1];
    cm_tap tap = {{t / kx / ky * (int)p.dilation[0], t / kx % ky * (int)p.dilation[1], t % kx * (int)p.dilation[2]}, 0};
    tap.at = (tap.d[0] * (int)p.in[1] + tap.d[1]) * (int)p.in[2] + tap.d[2];
    return tap;
}

CM_DEVICE int64_t cm_volume(const int64_t *d) { return d[0] * d[1] * d[2]; }

/* Where y has element (sample, channel, position), or f32 parts of it. */
struct cm_conv_place {
    int64_t sample, channel, position; /* strides */
    __device__ __forceinline__ cm_conv_place(const cm_cuda_conv_params &p) {
        const int64_t positions = cm_volume(p.out), channels = p.groups * p.m;
        const bool last = (p.last & CM_CUDA_Y_LAST) != 0;
        sample = channels * positions;
        channel = last ? 1 : positions;
        position = last ? channels : 1;
    }
};

/* Columns [j0, j0 + TILE) of the matrix of windows: element (l, j) is tap l % n_taps of channel l / n_taps in the
 * window of position j, 0 beyond the edges of x. A thread has four positions a quarter of the tile apart, so that a
 * warp reads elements side by side. */
template <typename T, int TILE> struct cm_tile_windows {
    enum { PACKS = TILE * CM_TILE_K / 4 / CM_CUDA_BLOCK, APART = TILE / 4, DEEP = CM_CUDA_BLOCK / APART };
    const T *x; /* the group's first channel */
    const cm_tap *table;
    const cm_cuda_conv_params &p;
    int64_t volume;
    int origin[4][3], at[4]; /* of the windows */
    int n_taps, tap[PACKS];  /* the tap and the channel that the next fetch reads */
    int64_t channel[PACKS], channels;

    /* positions: how many there are, of size[0] * size[1] * size[2]; window j has its origin at index * stride -
     * pad. */
    __device__ __forceinline__ cm_tile_windows(const cm_cuda_conv_params &params, const T *from, const cm_tap *taps,
                                               int number_of_taps, const int *size, const int *stride, const int *pad,
                                               int64_t k_begin, int64_t k_end, int64_t j0)
        : x(from), table(taps), p(params), volume(cm_volume(params.in)), n_taps(number_of_taps) {
        CM_UNROLL for (int e = 0; e < 4; e++) {
            const int64_t j = j0 + (int)threadIdx.x % APART + e * APART;
            const bool within = j < (int64_t)size[0] * size[1] * size[2];
            const int i = within ? (int)j : 0;
            origin[e][0] = within ? i / size[2] / size[1] * stride[0] - pad[0] : INT32_MIN / 2; /* no tap meets x */
            origin[e][1] = i / size[2] % size[1] * stride[1] - pad[1];
            origin[e][2] = i % size[2] * stride[2] - pad[2];
            at[e] = within ? (origin[e][0] * (int)p.in[1] + origin[e][1]) * (int)p.in[2] + origin[e][2] : 0;
        }
        end = k_end - k_begin;
        CM_UNROLL for (int q = 0; q < PACKS; q++) {
            const int64_t l = k_begin + depth(q);
            channel[q] = n_taps == 0 ? 0 : l / n_taps;
            tap[q] = n_taps == 0 ? 0 : (int)(l % n_taps);
        }
        step_tap = n_taps == 0 ? 0 : CM_TILE_K % n_taps;
        step_channel = n_taps == 0 ? 0 : CM_TILE_K / n_taps;
    }
    __device__ __forceinline__ static int depth(int q) { return (int)threadIdx.x / APART + q * DEEP; }
    __device__ __forceinline__ cm_pack<float, 4> fetch(int64_t k0, int q) {
        cm_pack<float, 4> v = {};
        if (k0 + depth(q) < end) {
            const cm_tap here = tap[q] < CM_CUDA_TAPS ? table[tap[q]] : cm_tap_of(p, tap[q]);
            const T *from = x + channel[q] * volume + here.at;
            CM_UNROLL for (int e = 0; e < 4; e++) {
                const bool within = (unsigned)(origin[e][0] + here.d[0]) < (unsigned)p.in[0] &&
                                    (unsigned)(origin[e][1] + here.d[1]) < (unsigned)p.in[1] &&
                                    (unsigned)(origin[e][2] + here.d[2]) < (unsigned)p.in[2];
                if (within) v.v[e] = cm_wide(from[at[e]]);
            }
        }
        channel[q] += step_channel;
        tap[q] += step_tap;
        if (tap[q] >= n_taps) {
            tap[q] -= n_taps;
            channel[q]++;
        }
        return v;
    }
    __device__ __forceinline__ void stash(float (*to)[TILE + 4], int q, const cm_pack<float, 4> &v) const {
        CM_UNROLL for (int e = 0; e < 4; e++) to[depth(q)][(int)threadIdx.x % APART + e * APART] = v.v[e];
    }

  private:
    int64_t end, step_channel;
    int step_tap;
};

/* The table of a block: by all threads. */
CM_DEVICE void cm_taps_fill(const cm_cuda_conv_params &p, cm_tap *taps) {
    const int n = (int)cm_volume(p.kernel);
    for (int t = (int)threadIdx.x; t < n && t < CM_CUDA_TAPS; t += CM_CUDA_BLOCK) taps[t] = cm_tap_of(p, t);
    __syncthreads();
}

CM_DEVICE uint32_t cm_element_bits(uint8_t x) { return x; }
CM_DEVICE uint32_t cm_element_bits(int8_t x) { return (uint8_t)x; }
CM_DEVICE uint32_t cm_element_bits(cm_f16 x) { return x.bits; }
CM_DEVICE uint32_t cm_element_bits(cm_bf16 x) { return x.bits; }
CM_DEVICE uint32_t cm_element_bits(float x) { return cm_bits(x); }

/* The same positions as rows of a tile of tensor cores: a thread has one of them, and some words side by side of the
 * depth of each step. What lies beyond the edges of x is `outside`. */
template <typename T, int TILE> struct cm_mma_windows {
    typedef cm_mma_place<T, TILE> place;
    typedef T element;
    enum { PER = 4 / sizeof(T), TEAMS = CM_CUDA_BLOCK / TILE, WORDS = CM_MMA_STEP / 4 / TEAMS, DEEP = WORDS * PER };
    static constexpr bool across = false;
    const T *x; /* the group's first channel, at the origin of the window */
    const cm_tap *table;
    const cm_cuda_conv_params &p;
    int64_t channel, end; /* of the next fetch; of the depth, counted from the first step */
    int origin[3], n_taps, tap;
    T outside;
    __align__(16) uint32_t next[WORDS];

    __device__ __forceinline__ cm_mma_windows(const cm_cuda_conv_params &params, const T *from, const cm_tap *taps,
                                              int number_of_taps, const int *size, const int *stride, const int *pad,
                                              int64_t k_begin, int64_t k_end, int64_t j0, T beyond = T{})
        : table(taps), p(params), end(k_end - k_begin), n_taps(number_of_taps), outside(beyond) {
        const int64_t j = j0 + row();
        const bool within = j < (int64_t)size[0] * size[1] * size[2];
        const int i = within ? (int)j : 0;
        origin[0] = within ? i / size[2] / size[1] * stride[0] - pad[0] : INT32_MIN / 2; /* no tap meets x */
        origin[1] = i / size[2] % size[1] * stride[1] - pad[1];
        origin[2] = i % size[2] * stride[2] - pad[2];
        x = from + (within ? ((int64_t)origin[0] * params.in[1] + origin[1]) * params.in[2] + origin[2] : 0);
        channel = n_taps == 0 ? 0 : (k_begin + depth()) / n_taps;
        tap = n_taps == 0 ? 0 : (int)((k_begin + depth()) % n_taps);
    }
    __device__ __forceinline__ static int row() { return (int)threadIdx.x % TILE; }
    __device__ __forceinline__ static int depth() { return (int)threadIdx.x / TILE * DEEP; }
    __device__ __forceinline__ void fetch(uint8_t *, int64_t k0) {
        const int64_t left = end - k0 - depth(), volume = cm_volume(p.in);
        const T *from = x + channel * volume;
        CM_UNROLL for (int w = 0; w < WORDS; w++) {
            next[w] = 0;
            CM_UNROLL for (int e = 0; e < PER; e++) {
                if (w * PER + e < left) next[w] |= cm_element_bits(at(from)) << 8 * (int)sizeof(T) * e;
                if (++tap < n_taps) continue;
                tap = 0;
                channel++;
                from += volume;
            }
        }
        const int l = tap + (int)place::DEPTH - (int)DEEP; /* what the other teams fetch */
        if (n_taps != 0) channel += l / n_taps, tap = l % n_taps;
    }
    __device__ __forceinline__ void stash(uint8_t *tile) const {
        CM_UNROLL for (int w = 0; w < WORDS; w += 4)
            *(cm_pack<uint32_t, 4> *)(tile + place::along(row(), depth() / PER / 4 + w / 4)) =
                *(const cm_pack<uint32_t, 4> *)&next[w];
    }

  private:
    __device__ __forceinline__ T at(const T *from) const {
        const cm_tap here = tap < CM_CUDA_TAPS ? table[tap] : cm_tap_of(p, tap);
        const bool within = (unsigned)(origin[0] + here.d[0]) < (unsigned)p.in[0] &&
                            (unsigned)(origin[1] + here.d[1]) < (unsigned)p.in[1] &&
                            (unsigned)(origin[2] + here.d[2]) < (unsigned)p.in[2];
        return within ? from[here.at] : outside;
    }
};

/* ---- channels last ---- */

/* Where y has rows [m0, m0 + tile) of a product whose rows are the positions of all samples, in channel 0. */
struct cm_conv_rows {
    cm_conv_place place;
    int64_t sample;          /* of row m0 */
    uint32_t rest, positions; /* its position, and how many a sample has */
    __device__ __forceinline__ cm_conv_rows(const cm_cuda_conv_params &p, int64_t m0) : place(p) {
        positions = (uint32_t)cm_volume(p.out);
        sample = m0 / positions;
        rest = (uint32_t)(m0 - sample * positions);
    }
    __device__ __forceinline__ int64_t at(int row) const {
        const uint32_t i = rest + (uint32_t)row;
        return (sample + i / positions) * place.sample + i % positions * place.position;
    }
};

/* ROWS windows of x [n][in...][channels], which a thread reads at the same depth: element l of a window is channel
 * l % c of the group at tap l / c. */
template <typename T, int ROWS> struct cm_last_windows {
    const cm_cuda_conv_params &p;
    const cm_tap *table;
    const T *x[ROWS]; /* the group's first channel at the origin of the window */
    int origin[ROWS][3], tap, channel; /* tap and channel: of the next fetch */

    /* Window r is that of position j0 + r * apart of all samples. l: the depth of the first fetch. */
    __device__ __forceinline__ cm_last_windows(const cm_cuda_conv_params &params, const cm_tap *taps, int64_t group,
                                               int64_t l, int64_t j0, int apart)
        : p(params), table(taps), tap((int)(l / params.c)), channel((int)(l % params.c)) {
        const int64_t positions = cm_volume(p.out);
        CM_UNROLL for (int r = 0; r < ROWS; r++) {
            const int64_t j = j0 + r * apart, sample = j / positions;
            const bool within = sample < p.n;
            const int i = (int)(j % positions), row = i / (int)p.out[2];
            origin[r][0] = row / (int)p.out[1] * (int)p.stride[0] - (int)p.pad[0];
            origin[r][1] = row % (int)p.out[1] * (int)p.stride[1] - (int)p.pad[1];
            origin[r][2] = i % (int)p.out[2] * (int)p.stride[2] - (int)p.pad[2];
            const int64_t at = ((int64_t)origin[r][0] * p.in[1] + origin[r][1]) * p.in[2] + origin[r][2];
            x[r] = cm_at<const T>(p.x) + group * p.c;
            if (within) x[r] += (sample * cm_volume(p.in) + at) * p.groups * p.c;
            else origin[r][0] = INT32_MIN / 2; /* no tap meets x */
        }
    }
    __device__ __forceinline__ cm_tap tap_of(int t) const { return t < CM_CUDA_TAPS ? table[t] : cm_tap_of(p, t); }
    /* Channel c of window r at a tap; NULL: it lies beyond the edges of x. */
    __device__ __forceinline__ const T *find(int r, const cm_tap &here, int c) const {
        const bool within = (unsigned)(origin[r][0] + here.d[0]) < (unsigned)p.in[0] &&
                            (unsigned)(origin[r][1] + here.d[1]) < (unsigned)p.in[1] &&
                            (unsigned)(origin[r][2] + here.d[2]) < (unsigned)p.in[2];
        return within ? x[r] + here.at * p.groups * p.c + c : nullptr;
    }
    /* N elements of window r from the next fetch's on, of which `deep` lie within the depth; what lies beyond the edges
     * is `outside`, beyond the depth 0. */
    template <int N> __device__ __forceinline__ cm_pack<T, N> single(int r, int64_t deep, T outside) const {
        cm_pack<T, N> v;
        int t = tap, c = channel;
        CM_UNROLL for (int e = 0; e < N; e++) {
            v.v[e] = T{};
            if (e < deep) {
                const T *from = find(r, tap_of(t), c);
                v.v[e] = from == nullptr ? outside : *from;
            }
            if (++c == (int)p.c) c = 0, t++;
        }
        return v;
    }
    /* Whole packs of N elements, none of which has two taps? */
    template <int N> __device__ __forceinline__ bool packs() const {
        return p.c % N == 0 && cm_packs<T, N>(p.x);
    }
    template <int STEP> __device__ __forceinline__ void advance() {
        const int c = (int)p.c;
        tap += STEP / c;
        channel += STEP % c;
        if (channel >= c) channel -= c, tap++;
    }
};

/* Rows [j0, j0 + TILE) of the matrix of windows, a row for each position of all samples. */
template <typename T, int TILE> struct cm_tile_windows_last {
    enum { PACKS = TILE * CM_TILE_K / 4 / CM_CUDA_BLOCK, APART = CM_CUDA_BLOCK / (CM_TILE_K / 4) };
    cm_last_windows<T, PACKS> windows;
    int64_t end;
    bool wide;

    __device__ __forceinline__ cm_tile_windows_last(const cm_cuda_conv_params &p, const cm_tap *taps, int64_t group,
                                                    int64_t k_begin, int64_t k_end, int64_t j0)
        : windows(p, taps, group, k_begin + place(0).l, j0 + place(0).i, APART), end(k_end - k_begin),
          wide(windows.template packs<4>()) {}
    __device__ __forceinline__ static cm_tile_place<TILE> place(int q) { return cm_tile_place<TILE>(true, q); }
    __device__ __forceinline__ cm_pack<float, 4> fetch(int64_t k0, int q) {
        const int64_t deep = end - k0 - place(q).l;
        cm_pack<T, 4> raw = {};
        if (!wide) {
            raw = windows.template single<4>(q, deep, T{});
        } else if (deep > 0) {
            const T *from = windows.find(q, windows.tap_of(windows.tap), windows.channel);
            if (from != nullptr) raw = *(const cm_pack<T, 4> *)from;
        }
        cm_pack<float, 4> v;
        CM_UNROLL for (int e = 0; e < 4; e++) v.v[e] = cm_wide(raw.v[e]);
        if (q == PACKS - 1) windows.template advance<CM_TILE_K>();
        return v;
    }
    __device__ __forceinline__ void stash(float (*to)[TILE + 4], int q, const cm_pack<float, 4> &v) const {
        CM_UNROLL for (int e = 0; e < 4; e++) to[place(q).l + e][place(q).i] = v.v[e];
    }
};

/* The same for tensor cores. Packs of 16 bytes are copied asynchronously. */
template <typename T, int TILE> struct cm_mma_windows_last {
    typedef cm_mma_place<T, TILE> place;
    typedef T element;
    enum { PER = place::PER, PACKS = place::PACKS, ROW = CM_MMA_STEP / 16 };
    static constexpr bool across = false;
    cm_last_windows<T, PACKS> windows;
    int64_t end;
    T outside;
    bool wide;
    cm_pack<T, PER> next[PACKS];

    __device__ __forceinline__ cm_mma_windows_last(const cm_cuda_conv_params &p, const cm_tap *taps, int64_t group,
                                                   int64_t k_begin, int64_t k_end, int64_t j0, T beyond = T{})
        : windows(p, taps, group, k_begin + depth(), j0 + row(0), CM_CUDA_BLOCK / ROW), end(k_end - k_begin),
          outside(beyond), wide(windows.template packs<PER>()) {}
    __device__ __forceinline__ static int row(int q) { return ((int)threadIdx.x + q * CM_CUDA_BLOCK) / ROW; }
    __device__ __forceinline__ static int depth() { return (int)threadIdx.x % ROW * PER; }
    __device__ __forceinline__ static cm_pack<T, PER> *to(uint8_t *tile, int q) {
        return (cm_pack<T, PER> *)(tile + place::along(row(q), depth() / PER));
    }
    __device__ __forceinline__ void fetch(uint8_t *tile, int64_t k0) {
        const int64_t deep = end - k0 - depth();
        if (!wide) {
            CM_UNROLL for (int q = 0; q < PACKS; q++)
                next[q] = windows.template single<PER>(q, deep, outside);
        } else {
            const cm_tap here = windows.tap_of(deep > 0 ? windows.tap : 0);
            CM_UNROLL for (int q = 0; q < PACKS; q++) {
                const T *from = deep > 0 ? windows.find(q, here, windows.channel) : nullptr;
                if (from != nullptr && cm_copies_async()) cm_copy_async(to(tile, q), from, 16);
                else if (from != nullptr) next[q] = *(const cm_pack<T, PER> *)from;
                else if (cm_copies_async()) *to(tile, q) = filled(deep);
                else next[q] = filled(deep);
            }
        }
        windows.template advance<place::DEPTH>();
    }
    __device__ __forceinline__ void stash(uint8_t *tile) const {
        if (wide && cm_copies_async()) return;
        CM_UNROLL for (int q = 0; q < PACKS; q++) *to(tile, q) = next[q];
    }

  private:
    __device__ __forceinline__ cm_pack<T, PER> filled(int64_t deep) const {
        cm_pack<T, PER> v;
        CM_UNROLL for (int e = 0; e < PER; e++) v.v[e] = deep > 0 ? outside : T{};
        return v;
    }
};

/* The windows of a product. */
template <typename P> struct cm_windows_of;
template <typename T, int TILE> struct cm_windows_of<cm_tile_product<T, TILE>> {
    typedef cm_tile_windows<T, TILE> type;
    typedef cm_tile_windows_last<T, TILE> last;
};
template <typename T, typename K, int TILE, int STAGES> struct cm_windows_of<cm_mma_product<T, K, TILE, STAGES>> {
    typedef cm_mma_windows<T, TILE> type;
    typedef cm_mma_windows_last<T, TILE> last;
};

#endif
