/* quantize.cu — QuantizeLinear, DequantizeLinear, and products of matrices of 8-bit integers. */
#include "kernels/cuda/device.cuh"

/* Element i of u8, i8 or i32; 0 where there are none. */
CM_DEVICE int32_t cm_integer(cm_cuda_address at, int32_t type, int64_t i) {
    if (at == 0) return 0;
    return type == CM_CUDA_U8 ? cm_at<const uint8_t>(at)[i] : type == CM_CUDA_I8 ? cm_at<const int8_t>(at)[i]
                                                                               : cm_at<const int32_t>(at)[i];
}

/* Of which scale element i is. */
CM_DEVICE int64_t cm_scale_of(const cm_cuda_quantize_params &p, int64_t i) {
    if (p.axis_n == 1) return 0;
    return p.n <= INT32_MAX ? (uint32_t)i / (uint32_t)p.inner % (uint32_t)p.axis_n : i / p.inner % p.axis_n;
}

template <typename T> CM_DEVICE void cm_quantize(const cm_cuda_quantize_params &p) {
    for (int64_t i = cm_thread(); i < p.n; i += cm_threads()) {
        const int64_t c = cm_scale_of(p, i);
        const float x = rintf(cm_wide(cm_at<const T>(p.x)[i]) / cm_wide(cm_at<const T>(p.scale)[c]));
        const float lo = p.type == CM_CUDA_U8 ? 0.0f : -128.0f, hi = p.type == CM_CUDA_U8 ? 255.0f : 127.0f;
        const float zero = (float)cm_integer(p.zero, p.type, c);
        /* NaN gives the zero number. */
        const int32_t v = x != x ? (int32_t)zero : (int32_t)cm_clip(x + zero, lo, hi);
        cm_at<uint8_t>(p.y)[i] = (uint8_t)v;
    }
}

template <typename T> CM_DEVICE void cm_dequantize(const cm_cuda_quantize_params &p) {
    for (int64_t i = cm_thread(); i < p.n; i += cm_threads()) {
        const int64_t c = cm_scale_of(p, i);
        const int64_t v = (int64_t)cm_integer(p.x, p.type, i) - cm_integer(p.zero, p.type, c);
        cm_at<T>(p.y)[i] = cm_narrow<T>((float)v * cm_wide(cm_at<const T>(p.scale)[c]));
    }
}

CM_KERNEL cm_cuda_quantize_f32(struct cm_cuda_quantize_params p) { cm_quantize<float>(p); }
CM_KERNEL cm_cuda_quantize_f16(struct cm_cuda_quantize_params p) { cm_quantize<cm_f16>(p); }
CM_KERNEL cm_cuda_dequantize_f32(struct cm_cuda_quantize_params p) { cm_dequantize<float>(p); }
CM_KERNEL cm_cuda_dequantize_f16(struct cm_cuda_quantize_params p) { cm_dequantize<cm_f16>(p); }

/* ---- products ---- */

#define TILE CM_CUDA_GEMM_TILE
#define QUADS 8 /* of a step: four elements of the depth are one word */

/* Bytes as signed numbers: those of u8 less 128. What lies beyond the matrix is 0 in all sums. */
struct cm_qgemm_operand {
    const uint8_t *x;
    int64_t row, col, rows, k;
    uint32_t flip; /* 0x80 for u8 */
    bool wide;     /* four bytes along the depth are an aligned word */

    __device__ __forceinline__ uint32_t quad(int64_t i, int64_t l) const {
        if (i >= rows || l >= k) return 0;
        const uint8_t *from = x + i * row + l * col;
        if (wide && k - l >= 4) return *(const uint32_t *)from ^ flip * 0x01010101u;
        uint32_t word = 0;
        CM_UNROLL for (int e = 0; e < 4; e++)
            if (l + e < k) word |= (from[e * col] ^ flip) << 8 * e;
        return word;
    }
    /* Neighbouring threads read neighbours in memory. */
    __device__ __forceinline__ void load(uint32_t (*to)[TILE + 1], int64_t i0, int64_t l0) const {
        CM_UNROLL for (int q = 0; q < TILE * QUADS / CM_CUDA_BLOCK; q++) {
            const int t = (int)threadIdx.x + q * CM_CUDA_BLOCK, i = col == 1 ? t / QUADS : t % TILE;
            const int l = col == 1 ? t % QUADS : t / TILE;
            to[l][i] = quad(i0 + i, l0 + l * 4);
        }
    }
};

CM_DEVICE cm_qgemm_operand cm_qgemm_matrix(cm_cuda_address at, int64_t row, int64_t col, int64_t rows, int64_t k,
                                           int32_t type) {
    return {cm_at<const uint8_t>(at), row, col, rows, k, type == CM_CUDA_U8 ? 0x80u : 0u,
            col == 1 && row % 4 == 0 && at % 4 == 0};
}

/* With a' = a - 128 of u8, z' = z - 128: sum (a' - za')(b' - zb') = sum a' b' - zb' sum a' - za' sum b' + k za' zb'.
 * The sums of the operands are products with ones. */
CM_KERNEL cm_cuda_qgemm(struct cm_cuda_qgemm_params p) {
    __shared__ uint32_t as[QUADS][TILE + 1], bs[QUADS][TILE + 1];
    const int ty = (int)threadIdx.x / 16, tx = (int)threadIdx.x % 16, ones = 0x01010101;
    const int64_t *strides[2] = {p.a_strides, p.b_strides};
    for (int64_t z = blockIdx.z; z < p.batch; z += gridDim.z) {
        int64_t at[2];
        cm_offsets<2>(z, p.batch, p.rank, p.dims, strides, at);
        const cm_qgemm_operand a = cm_qgemm_matrix(p.a + (uint64_t)at[0], p.a_row, p.a_col, p.m, p.k, p.a_type);
        const cm_qgemm_operand b = cm_qgemm_matrix(p.b + (uint64_t)at[1], p.b_col, p.b_row, p.n, p.k, p.b_type);
        for (int64_t m0 = (int64_t)blockIdx.y * TILE; m0 < p.m; m0 += (int64_t)gridDim.y * TILE)
            for (int64_t n0 = (int64_t)blockIdx.x * TILE; n0 < p.n; n0 += (int64_t)gridDim.x * TILE) {
                int acc[4][4] = {}, sum_a[4] = {}, sum_b[4] = {};
                for (int64_t l0 = 0; l0 < p.k; l0 += QUADS * 4) {
                    a.load(as, m0, l0);
                    b.load(bs, n0, l0);
                    __syncthreads();
                    CM_UNROLL for (int l = 0; l < QUADS; l++) {
                        int va[4], vb[4];
                        CM_UNROLL for (int r = 0; r < 4; r++) {
                            va[r] = (int)as[l][ty + r * 16];
                            vb[r] = (int)bs[l][tx + r * 16];
                            sum_a[r] = __dp4a(va[r], ones, sum_a[r]);
                            sum_b[r] = __dp4a(vb[r], ones, sum_b[r]);
                        }
                        CM_UNROLL for (int r = 0; r < 4; r++) {
                            CM_UNROLL for (int c = 0; c < 4; c++) acc[r][c] = __dp4a(va[r], vb[c], acc[r][c]);
                        }
                    }
                    __syncthreads();
                }
                CM_UNROLL for (int r = 0; r < 4; r++) {
                    const int64_t i = m0 + ty + r * 16;
                    if (i >= p.m) continue;
                    const uint32_t za = (uint32_t)cm_integer(p.a_zero, p.a_type, i * p.a_zero_step) - a.flip;
                    CM_UNROLL for (int c = 0; c < 4; c++) {
                        const int64_t j = n0 + tx + c * 16;
                        if (j >= p.n) continue;
                        const uint32_t zb = (uint32_t)cm_integer(p.b_zero, p.b_type, j * p.b_zero_step) - b.flip;
                        const uint32_t v = (uint32_t)acc[r][c] - zb * (uint32_t)sum_a[r] - za * (uint32_t)sum_b[c] +
                                           (uint32_t)p.k * za * zb;
                        cm_at<int32_t>(p.y)[(z * p.m + i) * p.n + j] = (int32_t)v;
                    }
                }
            }
    }
}
