/* mma.cuh — a block of 256 threads multiplies two operands on tensor cores: what tile.cuh does with scalars, for f16,
 * bf16, f32 rounded to TF32, and bytes.
 *
 * A *step* is 64 bytes of the depth of each operand, two instructions deep: mma.sync multiplies 16 rows of A by 8
 * columns of B over 32 bytes of the depth, which are 16 halves, 8 floats or 32 bytes. Counted in words of 32 bits the
 * fragments of all of them are the same (PTX ISA, "Warp-level matrix instructions"): with g = lane / 4 and t = lane %
 * 4 a lane has words t and t + 4 of rows g and g + 8 of A, those words of column g of B, and columns 2 t and 2 t + 1 of
 * rows g and g + 8 of the sums. B is kept by its columns, so that both operands are *rows* here and are read alike.
 *
 * In shared memory a tile is *along* (each row's 64 bytes side by side) or *across* (each depth's rows side by side),
 * as memory has the operand, so that it is copied in packs of 16 bytes without going through registers. Packs of a
 * line change places, by an exclusive or with its number, so that the eight that are read at once lie in eight places
 * of the 128 bytes that shared memory gives at once. Of STAGES steps one is
 * multiplied, the others are in flight. The order of every sum is that of the depth, whatever the tile. */
#ifndef CM_KERNELS_CUDA_MMA_CUH
#define CM_KERNELS_CUDA_MMA_CUH

#include "kernels/cuda/tile.cuh"

#define CM_MMA_STEP 64 /* bytes of the depth */
#define CM_MMA_STAGES 3 /* as many as static shared memory has room for */

/* ---- instructions ---- */

/* An f32 operand that is multiplied in TF32: 8 bits of exponent, 10 of fraction. */
struct cm_tf32 {
    float v;
};

#if defined(__CUDACC__)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define CM_MMA_80 1
#else
#define CM_MMA_80 0
#endif

CM_DEVICE uint32_t cm_shared_address(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
CM_DEVICE constexpr bool cm_copies_async() { return CM_MMA_80 != 0; }
/* 16 bytes, of which the first n are copied and the others are 0. */
CM_DEVICE void cm_copy_async(void *to, const void *from, int n) {
#if CM_MMA_80
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(cm_shared_address(to)), "l"(from), "r"(n)
                 : "memory");
#endif
}
CM_DEVICE void cm_copy_commit() {
#if CM_MMA_80
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
template <int LEFT> CM_DEVICE void cm_copy_wait() {
#if CM_MMA_80
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
#endif
}
template <bool TRANS> CM_DEVICE void cm_ldmatrix(uint32_t (&r)[4], const void *row) {
    if (TRANS)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                     : "r"(cm_shared_address(row))
                     : "memory");
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                     : "r"(cm_shared_address(row))
                     : "memory");
}
#define CM_MMA_ASM(c, shape, types, k, a, b0, b1)                                                                 \
    asm("mma.sync.aligned." shape ".row.col." types \
        " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
        : "+" k(c[0]), "+" k(c[1]), "+" k(c[2]), "+" k(c[3]) \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1))
/* Compute capability 7.5 has half of the depth in one instruction, and of bytes half of the rows as well. */
#define CM_MMA_ASM_75(c, a0, a1, b)                                                                               \
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32" \
        " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};" \
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) \
        : "r"(a0), "r"(a1), "r"(b))
#define CM_MMA_ASM_75_BYTES(c0, c1, types, a, b)                                                                  \
    asm("mma.sync.aligned.m8n8k16.row.col." types " {%0, %1}, {%2}, {%3}, {%0, %1};" \
        : "+r"(c0), "+r"(c1) \
        : "r"(a), "r"(b))

/* c += a b, of elements of the first two types. */
CM_DEVICE void cm_mma(cm_f16, cm_f16, float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
#if CM_MMA_80
    CM_MMA_ASM(c, "m16n8k16", "f32.f16.f16.f32", "f", a, b0, b1);
#else
    CM_MMA_ASM_75(c, a[0], a[1], b0);
    CM_MMA_ASM_75(c, a[2], a[3], b1);
#endif
}
#if CM_MMA_80
CM_DEVICE void cm_mma(cm_bf16, cm_bf16, float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    CM_MMA_ASM(c, "m16n8k16", "f32.bf16.bf16.f32", "f", a, b0, b1);
}
CM_DEVICE void cm_mma(cm_tf32, cm_tf32, float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    CM_MMA_ASM(c, "m16n8k8", "f32.tf32.tf32.f32", "f", a, b0, b1);
}
CM_DEVICE uint32_t cm_to_tf32(uint32_t bits) {
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(__uint_as_float(bits)));
    return bits;
}
#endif
#if CM_MMA_80
#define CM_MMA_BYTES(A, B, types)                                                                                    \
    CM_DEVICE void cm_mma(A, B, int (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {                     \
        CM_MMA_ASM(c, "m16n8k32", "s32." types ".s32", "r", a, b0, b1);                                              \
    }
#else
#define CM_MMA_BYTES(A, B, types)                                                                                    \
    CM_DEVICE void cm_mma(A, B, int (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {                     \
        CM_MMA_ASM_75_BYTES(c[0], c[1], "s32." types ".s32", a[0], b0);                                              \
        CM_MMA_ASM_75_BYTES(c[2], c[3], "s32." types ".s32", a[1], b0);                                              \
        CM_MMA_ASM_75_BYTES(c[0], c[1], "s32." types ".s32", a[2], b1);                                              \
        CM_MMA_ASM_75_BYTES(c[2], c[3], "s32." types ".s32", a[3], b1);                                              \
    }
#endif
CM_MMA_BYTES(uint8_t, uint8_t, "u8.u8")
CM_MMA_BYTES(uint8_t, int8_t, "u8.s8")
CM_MMA_BYTES(int8_t, uint8_t, "s8.u8")
CM_MMA_BYTES(int8_t, int8_t, "s8.s8")
/* sum and the four bytes of a word. */
CM_DEVICE int cm_add_bytes(uint8_t, int sum, uint32_t word) {
    return (int)__dp4a(word, 0x01010101u, (unsigned)sum);
}
CM_DEVICE int cm_add_bytes(int8_t, int sum, uint32_t word) { return __dp4a((int)word, 0x01010101, sum); }
#else /* on the host */
#define CM_MMA_80 1
CM_DEVICE bool cm_copies_async() { return cuda_host_copies_async(); }
CM_DEVICE void cm_copy_async(void *to, const void *from, int n) { cuda_host_copy_async(to, from, (uint32_t)n); }
CM_DEVICE void cm_copy_commit() { cuda_host_copy_commit(); }
template <int LEFT> CM_DEVICE void cm_copy_wait() { cuda_host_copy_wait(LEFT); }
template <bool TRANS> CM_DEVICE void cm_ldmatrix(uint32_t (&r)[4], const void *row) {
    cuda_host_ldmatrix(r, row, TRANS);
}
template <typename T>
CM_DEVICE void cm_mma_halves(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    cuda_host_mma(c, a, b0, b1, [](float sum, uint32_t x, uint32_t y) {
        for (int h = 0; h < 32; h += 16)
            sum = fmaf(cm_wide(T{(uint16_t)(x >> h)}), cm_wide(T{(uint16_t)(y >> h)}), sum);
        return sum;
    });
}
CM_DEVICE void cm_mma(cm_f16, cm_f16, float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    cm_mma_halves<cm_f16>(c, a, b0, b1);
}
CM_DEVICE void cm_mma(cm_bf16, cm_bf16, float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    cm_mma_halves<cm_bf16>(c, a, b0, b1);
}
CM_DEVICE void cm_mma(cm_tf32, cm_tf32, float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    cuda_host_mma(c, a, b0, b1, [](float sum, uint32_t x, uint32_t y) {
        return fmaf(cm_from_bits(x & ~0x1fffu), cm_from_bits(y & ~0x1fffu), sum); /* what the device reads */
    });
}
template <typename A, typename B>
CM_DEVICE void cm_mma(A, B, int (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    cuda_host_mma(c, a, b0, b1, cuda_host_dot4<A, B>);
}
template <typename T> CM_DEVICE int cm_add_bytes(T, int sum, uint32_t word) {
    return cuda_host_dot4<T, T>(sum, word, 0x01010101u);
}
/* To nearest, ties away from zero; infinity and NaN stay. */
CM_DEVICE uint32_t cm_to_tf32(uint32_t bits) {
    return (bits & 0x7f800000u) == 0x7f800000u ? bits : (bits + 0x1000u) & ~0x1fffu;
}
#endif

/* ---- shared memory ---- */

template <int TILE, int STAGES> struct cm_mma_tiles {
    __align__(128) uint8_t a[STAGES][TILE * CM_MMA_STEP];
    __align__(128) uint8_t b[STAGES][TILE * CM_MMA_STEP];
};

/* Where a tile of elements of T has its packs of 16 bytes. */
template <typename T, int TILE> struct cm_mma_place {
    enum { PER = 16 / sizeof(T), DEPTH = CM_MMA_STEP / sizeof(T), PACKS = TILE * CM_MMA_STEP / 16 / CM_CUDA_BLOCK };
    /* Pack `chunk` of a row. */
    __device__ __forceinline__ static int along(int row, int chunk) {
        return row * CM_MMA_STEP + (chunk ^ (row >> 1 & 3)) * 16;
    }
    /* Pack `chunk` of the rows at one depth. Words are read from four depths at once, two packs of each. */
    __device__ __forceinline__ static int across(int depth, int chunk) {
        return depth * TILE * (int)sizeof(T) + (chunk ^ (sizeof(T) == 4 ? depth % 4 * 2 : depth % 8)) * 16;
    }
};

/* Of rows [row, row + 16) of a tile half `half` of the step: r[0] has word t of row g, r[1] of row g + 8, r[2] and r[3]
 * the same at word t + 4. */
template <typename T, int TILE>
CM_DEVICE void cm_mma_fragment(const uint8_t *tile, bool across, int row, int half, uint32_t (&r)[4]) {
    typedef cm_mma_place<T, TILE> place;
    const int lane = (int)threadIdx.x % CM_WARP;
    if (sizeof(T) == 1 || !across) {
        cm_ldmatrix<false>(r, tile + place::along(row + lane % 16, half * 2 + lane / 16));
    } else if (sizeof(T) == 2) {
        cm_ldmatrix<true>(r, tile + place::across(half * 16 + lane / 16 * 8 + lane % 8, row / 8 + lane / 8 % 2));
    } else {
        CM_UNROLL for (int i = 0; i < 4; i++) {
            const int at = row + i % 2 * 8 + lane / 4;
            r[i] = *(const uint32_t *)(tile + place::across(half * 8 + i / 2 * 4 + lane % 4, at / 4) + at % 4 * 4);
        }
    }
}

/* ---- operands ---- */

/* Rows [row0, row0 + TILE) of a matrix of `rows` rows and depth k, at any strides. Packs that memory has at aligned
 * addresses are copied asynchronously; others go through registers, between fetch, which reads, and stash. */
template <typename T, int TILE> struct cm_mma_matrix {
    typedef cm_mma_place<T, TILE> place;
    typedef T element;
    enum { PER = place::PER, PACKS = place::PACKS, BLOCKS = TILE / 4 };
    const T *from[PACKS]; /* each pack's first element at depth 0 */
    int64_t k, col, step; /* strides along depth, and between the elements of a pack */
    int left[PACKS];      /* rows that a pack has, at most PER, or 4 of a block */
    bool across, wide;    /* wide: packs are aligned, and elements of a pack side by side */
    cm_pack<T, PER> next[PACKS];

    __device__ __forceinline__ cm_mma_matrix(const T *x, int64_t row_stride, int64_t col_stride, int64_t rows,
                                             int64_t depth, int64_t row0)
        : k(depth), col(col_stride) {
        across = col != 1 && row_stride == 1;
        step = across ? 1 : col;
        wide = step == 1 && (across ? col : row_stride) % (turns() ? 4 : PER) == 0 &&
               (uintptr_t)x % (turns() ? 4 : 16) == 0;
        CM_UNROLL for (int q = 0; q < PACKS; q++) {
            const int64_t i = row0 + row_of(q);
            const int most = across ? turns() ? 4 : (int)PER : 1;
            left[q] = i >= rows ? 0 : rows - i < most ? (int)(rows - i) : most;
            from[q] = left[q] == 0 ? x : x + i * row_stride + depth_of(q) * col;
        }
    }
    /* Bytes across are turned by blocks of four rows and four depths: shared memory has them along. */
    __device__ __forceinline__ bool turns() const { return sizeof(T) == 1 && across; }
    __device__ __forceinline__ int row_of(int q) const {
        const int t = (int)threadIdx.x + q * CM_CUDA_BLOCK;
        if (turns()) return (t / CM_WARP * 8 % BLOCKS + t % 8) * 4;
        return across ? t % (TILE / PER) * PER : t / 4;
    }
    __device__ __forceinline__ int depth_of(int q) const {
        const int t = (int)threadIdx.x + q * CM_CUDA_BLOCK;
        if (turns()) return (t / CM_WARP * 8 / BLOCKS * 4 + t % CM_WARP / 8) * 4;
        return across ? t / (TILE / PER) : t % 4 * PER;
    }
    __device__ __forceinline__ uint8_t *to(uint8_t *tile, int q) const {
        const int row = row_of(q), depth = depth_of(q);
        return tile + (across ? place::across(depth, row / PER) : place::along(row, depth / PER));
    }
    __device__ __forceinline__ void fetch(uint8_t *tile, int64_t k0) {
        CM_UNROLL for (int q = 0; q < PACKS; q++) {
            const int64_t deep = k - k0 - depth_of(q);
            const T *at = from[q] + k0 * col;
            if (turns()) {
                fetch_block(at, deep, q);
                continue;
            }
            const int most = left[q] == 0 || deep <= 0 ? 0 : across ? left[q] : deep < PER ? (int)deep : (int)PER;
            if (wide && cm_copies_async()) {
                cm_copy_async(to(tile, q), most == 0 ? from[q] : at, most * (int)sizeof(T));
            } else if (wide && most == PER) {
                next[q] = *(const cm_pack<T, PER> *)at;
            } else {
                CM_UNROLL for (int e = 0; e < PER; e++) next[q].v[e] = e < most ? at[e * step] : T{};
            }
        }
    }
    __device__ __forceinline__ void stash(uint8_t *tile) const {
        CM_UNROLL for (int q = 0; q < PACKS; q++) {
            if (turns()) stash_block(tile, q);
            else if (!(wide && cm_copies_async())) *(cm_pack<T, PER> *)to(tile, q) = next[q];
        }
    }

  private:
    /* Four words, each of four rows at one depth. */
    __device__ __forceinline__ void fetch_block(const T *at, int64_t deep, int q) {
        uint32_t *words = (uint32_t *)&next[q];
        CM_UNROLL for (int d = 0; d < 4; d++, at += col) {
            words[d] = 0;
            if (d >= deep) continue;
            if (wide && left[q] == 4) {
                words[d] = *(const uint32_t *)at;
            } else {
                CM_UNROLL for (int e = 0; e < 4; e++)
                    if (e < left[q]) words[d] |= (uint32_t)((const uint8_t *)at)[e] << 8 * e;
            }
        }
    }
    __device__ __forceinline__ void stash_block(uint8_t *tile, int q) const {
        const uint32_t *w = (const uint32_t *)&next[q];
        const uint32_t low01 = __byte_perm(w[0], w[1], 0x5140), low23 = __byte_perm(w[2], w[3], 0x5140);
        const uint32_t high01 = __byte_perm(w[0], w[1], 0x7362), high23 = __byte_perm(w[2], w[3], 0x7362);
        const uint32_t turned[4] = {__byte_perm(low01, low23, 0x5410), __byte_perm(low01, low23, 0x7632),
                                    __byte_perm(high01, high23, 0x5410), __byte_perm(high01, high23, 0x7632)};
        CM_UNROLL for (int e = 0; e < 4; e++)
            *(uint32_t *)(tile + place::along(row_of(q) + e, depth_of(q) / 16) + depth_of(q) % 16) = turned[e];
    }
};

/* ---- the product ---- */

/* The eight warps of a block are four down and two across; each has DOWN x ACROSS products of an instruction. */
template <int TILE> struct cm_mma_warp {
    enum { ROWS = TILE / 4, COLUMNS = TILE / 2, DOWN = ROWS / 16, ACROSS = COLUMNS / 8 };
    __device__ __forceinline__ static int row() { return (int)threadIdx.x / CM_WARP / 2 * ROWS; }
    __device__ __forceinline__ static int column() { return (int)threadIdx.x / CM_WARP % 2 * COLUMNS; }
};

/* acc = sum over l < k of a(i, l) * b(j, l), of operands that have fetch(tile, k0), which begins to bring the step at
 * depth k0, zeros beyond the operand, and stash(tile), which ends it for this thread. math: see_a(i, fragment) and
 * see_b(j, fragment) before it is used in acc[i], in acc[..][j] and acc[..][j + 1]; mma. */
template <int TILE, int STAGES, typename C, typename A, typename B, typename M>
CM_DEVICE void cm_mma_multiply(int64_t k, A &a, B &b, cm_mma_tiles<TILE, STAGES> &s, M &math,
                               C (&acc)[cm_mma_warp<TILE>::DOWN][cm_mma_warp<TILE>::ACROSS][4]) {
    typedef cm_mma_warp<TILE> warp;
    enum { DEPTH = CM_MMA_STEP / sizeof(typename A::element), AHEAD = STAGES - 1 };
    CM_UNROLL for (int i = 0; i < warp::DOWN; i++) {
        CM_UNROLL for (int j = 0; j < warp::ACROSS; j++) {
            CM_UNROLL for (int e = 0; e < 4; e++) acc[i][j][e] = 0;
        }
    }
    const int64_t steps = (k + DEPTH - 1) / DEPTH;
    CM_UNROLL for (int t = 0; t < AHEAD; t++) {
        if (t < steps) {
            a.fetch(s.a[t], (int64_t)t * DEPTH);
            b.fetch(s.b[t], (int64_t)t * DEPTH);
            a.stash(s.a[t]);
            b.stash(s.b[t]);
        }
        cm_copy_commit();
    }
    int now = 0, then = AHEAD;
    for (int64_t t = 0; t < steps; t++) {
        cm_copy_wait<AHEAD - 1>();
        __syncthreads(); /* the step has arrived, and everybody has read the one before it */
        const bool more = t + AHEAD < steps;
        if (more) {
            a.fetch(s.a[then], (t + AHEAD) * DEPTH);
            b.fetch(s.b[then], (t + AHEAD) * DEPTH);
        }
        cm_copy_commit();
        CM_UNROLL for (int half = 0; half < 2; half++) {
            uint32_t fa[warp::DOWN][4];
            CM_UNROLL for (int i = 0; i < warp::DOWN; i++) {
                cm_mma_fragment<typename A::element, TILE>(s.a[now], a.across, warp::row() + i * 16, half, fa[i]);
                math.see_a(i, fa[i]);
            }
            CM_UNROLL for (int j = 0; j < warp::ACROSS; j += 2) {
                uint32_t fb[4];
                cm_mma_fragment<typename B::element, TILE>(s.b[now], b.across, warp::column() + j * 8, half, fb);
                math.see_b(j, fb);
                CM_UNROLL for (int i = 0; i < warp::DOWN; i++) {
                    math.mma(acc[i][j], fa[i], fb[0], fb[2]);
                    math.mma(acc[i][j + 1], fa[i], fb[1], fb[3]);
                }
            }
        }
        if (more) {
            a.stash(s.a[then]);
            b.stash(s.b[then]);
        }
        now = now + 1 == STAGES ? 0 : now + 1;
        then = then + 1 == STAGES ? 0 : then + 1;
    }
    cm_copy_wait<0>();
    __syncthreads();
}

/* f(i, j, n, v): elements j .. j + n - 1 of row i of the product, n at most 2, for all that this thread has of the tile
 * at (m0, n0) within m rows and n columns. */
template <int TILE, typename C, typename F>
CM_DEVICE void cm_mma_store(const C (&acc)[cm_mma_warp<TILE>::DOWN][cm_mma_warp<TILE>::ACROSS][4], int64_t m, int64_t n,
                            int64_t m0, int64_t n0, F f) {
    typedef cm_mma_warp<TILE> warp;
    const int lane = (int)threadIdx.x % CM_WARP;
    CM_UNROLL for (int r = 0; r < warp::DOWN * 2; r++) {
        const int64_t i = m0 + warp::row() + r * 8 + lane / 4;
        CM_UNROLL for (int c = 0; c < warp::ACROSS; c++) {
            const int64_t j = n0 + warp::column() + c * 8 + lane % 4 * 2;
            if (i < m && j < n) f(i, j, n - j < 2 ? 1 : 2, &acc[r / 2][c][r % 2 * 2]);
        }
    }
}

/* Products of floats: K, the type in which operands are multiplied. */
template <typename K> struct cm_mma_floats {
    __device__ __forceinline__ void see_a(int, uint32_t (&)[4]) {}
    __device__ __forceinline__ void see_b(int, uint32_t (&)[4]) {}
    __device__ __forceinline__ void mma(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
        cm_mma(K{}, K{}, c, a, b0, b1);
    }
};
#if CM_MMA_80
template <> struct cm_mma_floats<cm_tf32> {
    __device__ __forceinline__ void see_a(int, uint32_t (&r)[4]) {
        CM_UNROLL for (int e = 0; e < 4; e++) r[e] = cm_to_tf32(r[e]);
    }
    __device__ __forceinline__ void see_b(int i, uint32_t (&r)[4]) { see_a(i, r); }
    __device__ __forceinline__ void mma(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
        cm_mma(cm_tf32{}, cm_tf32{}, c, a, b0, b1);
    }
};
#endif

/* A product of elements of T that are multiplied as K. */
template <typename T, typename K, int SIZE, int STAGES> struct cm_mma_product {
    typedef T element;
    typedef cm_mma_tiles<SIZE, STAGES> shared;
    typedef cm_mma_matrix<T, SIZE> matrix;
    enum { TILE = SIZE, WIDE = 2, STEP = CM_MMA_STEP / sizeof(T) };
    float acc[cm_mma_warp<TILE>::DOWN][cm_mma_warp<TILE>::ACROSS][4];
    template <typename A, typename B> __device__ __forceinline__ void multiply(int64_t k, A &a, B &b, shared &s) {
        cm_mma_floats<K> math;
        cm_mma_multiply<TILE>(k, a, b, s, math, acc);
    }
    template <typename F>
    __device__ __forceinline__ void store(int64_t m, int64_t n, int64_t m0, int64_t n0, F f) const {
        cm_mma_store<TILE>(acc, m, n, m0, n0, f);
    }
};

/* A product of bytes, A those of the one operand and B those of the other, less their zero numbers: sum (a - za)(b -
 * zb) = sum a b - zb sum a - za sum b + k za zb. Only the sums that are needed are made. */
template <typename A, typename B, int SIZE, int STAGES> struct cm_mma_integers {
    typedef cm_mma_tiles<SIZE, STAGES> shared;
    typedef cm_mma_warp<SIZE> warp;
    enum { TILE = SIZE, DOWN = warp::DOWN, ACROSS = warp::ACROSS };
    int acc[DOWN][ACROSS][4], sum_a[DOWN][2], sum_b[ACROSS];
    bool a_sums, b_sums;
    template <typename X, typename Y>
    __device__ __forceinline__ void multiply(int64_t k, X &x, Y &y, shared &s, bool needs_a, bool needs_b) {
        a_sums = needs_a, b_sums = needs_b;
        CM_UNROLL for (int i = 0; i < DOWN; i++) sum_a[i][0] = sum_a[i][1] = 0;
        CM_UNROLL for (int j = 0; j < ACROSS; j++) sum_b[j] = 0;
        cm_mma_multiply<TILE>(k, x, y, s, *this, acc);
    }
    __device__ __forceinline__ void see_a(int i, uint32_t (&r)[4]) {
        if (a_sums) CM_UNROLL for (int e = 0; e < 4; e++) sum_a[i][e % 2] = cm_add_bytes(A{}, sum_a[i][e % 2], r[e]);
    }
    __device__ __forceinline__ void see_b(int j, uint32_t (&r)[4]) {
        if (b_sums) CM_UNROLL for (int e = 0; e < 4; e++) sum_b[j + e % 2] = cm_add_bytes(B{}, sum_b[j + e % 2], r[e]);
    }
    __device__ __forceinline__ void mma(int (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
        cm_mma(A{}, B{}, c, a, b0, b1);
    }
    /* za(i), zb(j): zero numbers of row i and column j of the tile at (m0, n0) within m rows and n columns. By all
     * threads. */
    template <typename F, typename G>
    __device__ __forceinline__ void subtract(int64_t k, int64_t m, int64_t n, int64_t m0, int64_t n0, F za, G zb) {
        const int lane = (int)threadIdx.x % CM_WARP;
        CM_UNROLL for (int c = 0; c < ACROSS; c++) {
            sum_b[c] += __shfl_xor_sync(CM_ALL_LANES, sum_b[c], 1);
            sum_b[c] += __shfl_xor_sync(CM_ALL_LANES, sum_b[c], 2);
        }
        CM_UNROLL for (int r = 0; r < DOWN * 2; r++) {
            int &sum = sum_a[r / 2][r % 2];
            sum += __shfl_xor_sync(CM_ALL_LANES, sum, 1);
            sum += __shfl_xor_sync(CM_ALL_LANES, sum, 2);
        }
        CM_UNROLL for (int c = 0; c < ACROSS * 2; c++) {
            const int64_t j = n0 + warp::column() + c / 2 * 8 + lane % 4 * 2 + c % 2;
            const uint32_t of_b = (uint32_t)__shfl_sync(CM_ALL_LANES, sum_b[c / 2], (lane % 4 * 2 + c % 2) * 4);
            const uint32_t b = j < n ? (uint32_t)zb(j) : 0;
            CM_UNROLL for (int r = 0; r < DOWN * 2; r++) {
                const int64_t i = m0 + warp::row() + r * 8 + lane / 4;
                const uint32_t a = i < m ? (uint32_t)za(i) : 0, of_a = (uint32_t)sum_a[r / 2][r % 2];
                int &v = acc[r / 2][c / 2][r % 2 * 2 + c % 2];
                v = (int)((uint32_t)v - b * of_a - a * of_b + (uint32_t)k * a * b);
            }
        }
    }
    template <typename F>
    __device__ __forceinline__ void store(int64_t m, int64_t n, int64_t m0, int64_t n0, F f) const {
        cm_mma_store<TILE>(acc, m, n, m0, n0, f);
    }
};

/* How a device multiplies: with tensor cores where it has them for the type. */
template <typename T, int TILE, int STAGES = CM_MMA_STAGES> struct cm_product_of {
    typedef cm_tile_product<T, TILE> type;
};
template <int TILE, int STAGES> struct cm_product_of<cm_f16, TILE, STAGES> {
    typedef cm_mma_product<cm_f16, cm_f16, TILE, STAGES> type;
};
#if CM_MMA_80
template <int TILE, int STAGES> struct cm_product_of<cm_bf16, TILE, STAGES> {
    typedef cm_mma_product<cm_bf16, cm_bf16, TILE, STAGES> type;
};
template <int TILE, int STAGES> struct cm_product_of<cm_tf32, TILE, STAGES> {
    typedef cm_mma_product<float, cm_tf32, TILE, STAGES> type;
};
#else
template <int TILE, int STAGES> struct cm_product_of<cm_tf32, TILE, STAGES> {
    typedef cm_tile_product<float, TILE> type;
};
#endif

#endif
