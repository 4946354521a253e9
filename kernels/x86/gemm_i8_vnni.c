/* gemm_i8_vnni.c — the 8-bit integer matrix product with AVX-512 VNNI: sums of four products of an
 * unsigned and a signed byte (vpdpbusd). See kernels/prim/gemm_i8.h.
 *
 * Rows of A are copied as signed bytes a = A - 128 (A, B: the flipped bytes, 0 to 255), their zero
 * points likewise; B in panels of 16 columns, [depth / 4][16][4]. A tile starts from what the zero
 * points contribute:
 *     sum (a - za) (B - zb) = sum a B - zb sum a - za (sum B - k zb) */
#include "kernels/prim/gemm_i8.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "base/bytes.h"
#include "base/ckd.h"
#include "kernels/x86/gemm_i8_x86.h"

#define GEMM_I8_VNNI_ISA "avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"

enum { GEMM_I8_VNNI_N = 16, GEMM_I8_VNNI_PAD = 4 };

/* One depth block of a task. */
typedef struct gemm_i8_vnni {
    uint8_t *a; /* [rows][ld] */
    uint8_t *b; /* [columns / 16][kc / 4][16][4] */
    size_t ld;  /* bytes */
    size_t kc;  /* a multiple of 4 */
    int32_t a_sum[CM_GEMM_I8_MB], a_zero[CM_GEMM_I8_MB];
    int32_t b_sum[CM_GEMM_I8_NB], b_zero[CM_GEMM_I8_NB]; /* b_sum: less k zb */
    bool any_a_zero;
    uint32_t *c;
    size_t ld_c;
    bool add;
} gemm_i8_vnni;

CM_TARGET(GEMM_I8_VNNI_ISA)
static void gemm_i8_vnni_pack_a(gemm_i8_vnni *v, const cm_gemm_i8_part *p) {
    const cm_gemm_i8_side *s = p->side;
    const __m512i flip = _mm512_set1_epi8((char)(s->flip ^ 0x80)), ones = _mm512_set1_epi8(1);
    v->any_a_zero = false;
    for (size_t i = 0; i < p->n; i++) {
        const uint8_t *src = s->data + (p->first + i) * s->ld + p->l;
        uint8_t *dst = v->a + i * v->ld;
        __m512i sum = _mm512_setzero_si512();
        for (size_t l = 0; l < v->kc; l += 64) {
            size_t n = p->kc - l, full = v->kc - l;
            __mmask64 in = n >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << n) - 1;
            __mmask64 out = full >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << full) - 1;
            __m512i x = _mm512_maskz_loadu_epi8(in, src + l);
            x = _mm512_maskz_mov_epi8(in, _mm512_xor_si512(x, flip));
            sum = _mm512_dpbusd_epi32(sum, ones, x);
            _mm512_mask_storeu_epi8(dst + l, out, x);
        }
        v->a_sum[i] = _mm512_reduce_add_epi32(sum);
        v->a_zero[i] = cm_gemm_i8_zero(p, i) - 128;
        v->any_a_zero = v->any_a_zero || v->a_zero[i] != 0;
    }
}

/* Four depths of 16 columns, column by column: one step of a panel. */
CM_TARGET(GEMM_I8_VNNI_ISA)
CM_INLINE __m512i gemm_i8_vnni_quads(const uint8_t *src, size_t ld, __m128i flip) {
    __m128i x[4];
    for (size_t d = 0; d < 4; d++) {
        const void *from = src + d * ld;
        x[d] = _mm_xor_si128(_mm_loadu_si128((const __m128i *)from), flip);
    }
    __m128i lo0 = _mm_unpacklo_epi8(x[0], x[1]), hi0 = _mm_unpackhi_epi8(x[0], x[1]);
    __m128i lo1 = _mm_unpacklo_epi8(x[2], x[3]), hi1 = _mm_unpackhi_epi8(x[2], x[3]);
    __m256i lo = _mm256_set_m128i(_mm_unpackhi_epi16(lo0, lo1), _mm_unpacklo_epi16(lo0, lo1));
    __m256i hi = _mm256_set_m128i(_mm_unpackhi_epi16(hi0, hi1), _mm_unpacklo_epi16(hi0, hi1));
    return _mm512_inserti64x4(_mm512_castsi256_si512(lo), hi, 1);
}

CM_TARGET(GEMM_I8_VNNI_ISA)
static void gemm_i8_vnni_pack_b(gemm_i8_vnni *v, const cm_gemm_i8_part *p) {
    cm_gemm_i8_strip strip;
    const __m128i flip = _mm_set1_epi8((char)p->side->flip);
    const __m512i ones = _mm512_set1_epi8(1);
    memset(strip.bytes, 0, sizeof strip.bytes);
    memset(v->b_sum, 0, sizeof v->b_sum);
    for (size_t l = 0; l < p->kc; l += CM_GEMM_I8_STEP) {
        cm_gemm_i8_strip_at(p, l, &strip);
        gemm_i8_x86_prefetch(p, l);
        size_t n_l = cm_min_size(v->kc - l, CM_GEMM_I8_STEP);
        for (size_t j = 0; j < p->n; j += GEMM_I8_VNNI_N) {
            uint8_t *to = v->b + j * v->kc + l * GEMM_I8_VNNI_N;
            __m512i sum = _mm512_loadu_si512(v->b_sum + j);
            for (size_t d = 0; d < n_l; d += 4, to += 64) {
                __m512i x = gemm_i8_vnni_quads(strip.src + d * strip.ld + j, strip.ld, flip);
                sum = _mm512_dpbusd_epi32(sum, x, ones);
                _mm512_storeu_si512(to, x);
            }
            _mm512_storeu_si512(v->b_sum + j, sum);
        }
    }
    memset(v->b_zero, 0, sizeof v->b_zero);
    for (size_t j = 0; j < p->n; j++) {
        v->b_zero[j] = cm_gemm_i8_zero(p, j);
        v->b_sum[j] -= (int32_t)p->kc * v->b_zero[j];
    }
}

/* What zero points contribute to row i. */
CM_TARGET(GEMM_I8_VNNI_ISA)
CM_INLINE __m512i gemm_i8_vnni_begin(const gemm_i8_vnni *v, size_t i, size_t j) {
    __m512i z =
        _mm512_mullo_epi32(_mm512_loadu_si512(v->b_zero + j), _mm512_set1_epi32(-v->a_sum[i]));
    if (!v->any_a_zero) return z;
    __m512i more =
        _mm512_mullo_epi32(_mm512_loadu_si512(v->b_sum + j), _mm512_set1_epi32(v->a_zero[i]));
    return _mm512_sub_epi32(z, more);
}

/* `rows` is a constant at each call: rows that are not there cost nothing. Six base pointers reach
 * all of them by addressing modes. */
#define GEMM_I8_VNNI_ROWS(X)                                                                  \
    X(0, a0)                                                                                  \
    X(1, a0 + ld) X(2, a0 + 2 * ld) X(3, a3) X(4, a3 + ld) X(5, a3 + 2 * ld) X(6, a6)         \
        X(7, a6 + ld) X(8, a6 + 2 * ld) X(9, a9) X(10, a9 + ld) X(11, a9 + 2 * ld) X(12, a12) \
            X(13, a12 + ld) X(14, a12 + 2 * ld) X(15, a15)
#define GEMM_I8_VNNI_BEGIN(r, at) \
    __m512i s##r = (r) < rows ? gemm_i8_vnni_begin(v, i + (r), j) : _mm512_setzero_si512();
#define GEMM_I8_VNNI_STEP(r, at) \
    if ((r) < rows) s##r = _mm512_dpbusd_epi32(s##r, x, _mm512_set1_epi32(cm_load_i32(at)));
#define GEMM_I8_VNNI_PUT(r, at) \
    if ((r) < rows) gemm_i8_vnni_store(v, v->c + (i + (r)) * v->ld_c + j, wanted, s##r);

CM_TARGET(GEMM_I8_VNNI_ISA)
CM_INLINE void gemm_i8_vnni_store(const gemm_i8_vnni *v, uint32_t *c, __mmask16 wanted, __m512i x) {
    if (v->add) x = _mm512_add_epi32(x, _mm512_maskz_loadu_epi32(wanted, c));
    _mm512_mask_storeu_epi32(c, wanted, x);
}

/* `rows` rows (at most 16) from i on, 16 columns from j on, of which n are wanted. */
CM_TARGET(GEMM_I8_VNNI_ISA)
CM_INLINE void gemm_i8_vnni_tile(const gemm_i8_vnni *v, size_t i, size_t j, size_t n,
                                 const size_t rows) {
    const size_t ld = v->ld, kc = v->kc;
    const uint8_t *b = v->b + j * kc, *a0 = v->a + i * ld, *a3 = a0, *a6 = a0, *a9 = a0;
    const uint8_t *a12 = a0, *a15 = a0;
    if (rows > 3) a3 = a0 + 3 * ld;
    if (rows > 6) a6 = a3 + 3 * ld;
    if (rows > 9) a9 = a6 + 3 * ld, a12 = a9 + 3 * ld, a15 = a12 + 3 * ld;
    GEMM_I8_VNNI_ROWS(GEMM_I8_VNNI_BEGIN)
    for (size_t l = 0; l < kc; l += 4, b += 64) {
        __m512i x = _mm512_loadu_si512(b);
        GEMM_I8_VNNI_ROWS(GEMM_I8_VNNI_STEP)
        a0 += 4, a3 += 4, a6 += 4, a9 += 4, a12 += 4, a15 += 4;
    }
    const __mmask16 wanted = (__mmask16)((1U << n) - 1);
    GEMM_I8_VNNI_ROWS(GEMM_I8_VNNI_PUT)
}

/* Columns [j, j + n) of all rows. */
CM_TARGET(GEMM_I8_VNNI_ISA)
static void gemm_i8_vnni_columns(const gemm_i8_vnni *v, size_t rows, size_t j, size_t n) {
    size_t i = 0;
    for (; rows - i >= 16; i += 16) gemm_i8_vnni_tile(v, i, j, n, 16);
    if (rows - i >= 8) gemm_i8_vnni_tile(v, i, j, n, 8), i += 8;
    if (rows - i >= 4) gemm_i8_vnni_tile(v, i, j, n, 4), i += 4;
    for (; i < rows; i++) gemm_i8_vnni_tile(v, i, j, n, 1);
}

CM_TARGET(GEMM_I8_VNNI_ISA)
void cm_gemm_i8_vnni(const cm_gemm_i8_args *g, const cm_gemm_i8_block *block, uint32_t *c,
                     size_t ld_c, void *scratch) {
    gemm_i8_vnni v;
    v.ld = (cm_min_size(g->k, CM_GEMM_I8_KC) + 3) / 4 * 4 + GEMM_I8_VNNI_PAD;
    v.a = scratch;
    v.b = v.a + block->m * v.ld;
    v.c = c;
    v.ld_c = ld_c;
    for (size_t i = 0; i < block->m && g->k == 0; i++)
        memset(c + i * ld_c, 0, block->n * sizeof *c);
    for (size_t l = 0; l < g->k; l += CM_GEMM_I8_KC) {
        size_t kc = cm_min_size(g->k - l, CM_GEMM_I8_KC);
        v.kc = (kc + 3) / 4 * 4;
        v.add = l != 0;
        gemm_i8_vnni_pack_a(&v, &(cm_gemm_i8_part){&g->a, l, kc, block->i, block->m});
        gemm_i8_vnni_pack_b(&v, &(cm_gemm_i8_part){&g->b, l, kc, block->j, block->n});
        for (size_t j = 0; j < block->n; j += GEMM_I8_VNNI_N)
            gemm_i8_vnni_columns(&v, block->m, j, cm_min_size(block->n - j, GEMM_I8_VNNI_N));
    }
}

#endif
