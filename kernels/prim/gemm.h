/* gemm.h — f32 matrix product with a fused epilogue: the inner loop of MatMul, Gemm, Conv,
 * recurrent layers and attention.
 *
 *   C[i][j] = stage(clamp(alpha * sum_l A[i][l] * B[l][j] + bias + beta * D[i][j]))
 *       i < m (rows), j < n (columns), l < k (depth)
 *
 * Blocking follows Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication" (ACM
 * TOMS 34, 2008): a *tile* of mr x nr elements of C is kept in registers while a panel of A (mr
 * rows) and a panel of B (nr columns) stream past, CM_GEMM_KC deep at most.
 *
 *   panel of A: [kc][mr], panel of B: [kc][nr]; rows or columns beyond the matrix are zero
 *
 * A *task* computes one block of C. The grid of tasks depends on (m, n, k) alone, and every element
 * of C is one chain of additions in the order of l within each depth block, the blocks added in
 * order. So the bits depend on the instruction set only (the variants round once per multiply-add,
 * the portable code twice), never on the task split, the order of tasks, or packing beforehand.
 *
 * Exception to the last sentence: with m == 1 or n == 1 (matrix times vector) raw operands are read
 * in place, and rows that are contiguous along k are summed in lanes; the bits then depend on the
 * strides too. packed_a and packed_b are ignored there if the raw operand is given.
 *
 * B may be of halves, f16 or bf16, which stay so in panels: a task of few rows widens them as it loads them, one of
 * more rows widens a panel's depth block when it comes to it, once for all of them. Results have the bits of a B that
 * was converted to f32 before.
 *
 * In a split format each element is six sums of products of bfloat16 (kernels/x86/amx_split.h), for all of a product
 * that has 64 rows, 32 columns and 32 steps or more; a depth block with a number that cannot be split is summed up as
 * without. */
#ifndef CM_KERNELS_PRIM_GEMM_H
#define CM_KERNELS_PRIM_GEMM_H

#include "base/bytes.h"
#include "base/status.h"
#include "kernels/prim/stage.h"

/* Most depth steps of one block. Bits of the results depend on it. */
#define CM_GEMM_KC 256
/* Blocks of C are at most this large, and multiples of CM_GEMM_MU x CM_GEMM_NU except at the edges,
 * so that they hold whole panels of every format. */
#define CM_GEMM_MB 192
#define CM_GEMM_NB 512
#define CM_GEMM_MU 12
#define CM_GEMM_NU 32

/* Packed formats. A: panels of mr rows, [ceil(m/mr)][k][mr]; B: panels of nr columns,
 * [ceil(n/nr)][k][nr]; zero padded; f32 in native byte order. */
#define CM_GEMM_FMT_LIST(X) \
    X(F32_4X8, 4, 8)        \
    X(F32_6X16, 6, 16)      \
    X(F32_12X32, 12, 32)    \
    X(F32_12X32_SPLIT, 12, 32) /* lie as those do; tasks split them further (kernels/x86/amx_split.h) */
typedef enum cm_gemm_fmt {
#define X(name, mr, nr) CM_GEMM_FMT_##name,
    CM_GEMM_FMT_LIST(X)
#undef X
        CM_GEMM_FMT_COUNT
} cm_gemm_fmt;

/* A constant B that is packed by the tasks that first need it: preparing a model then costs no copy of its weights.
 * The panels lie behind it, at cm_gemm_lazy_panels. They are filled in pieces of raw bytes, in the order in which
 * those lie, so that they may leave memory meanwhile. A task that finds the last pieces claimed by others waits a
 * moment, then works from `raw` as if nothing were packed; the bits are the same. */
typedef struct cm_gemm_lazy {
    const void *raw;    /* B as it lies */
    size_t raw_size;    /* bytes */
    cm_spent_fn *spent; /* hears of raw bytes when they are packed; may be NULL */
    void *spent_ctx;
    uint32_t n_pieces;
    uint32_t n_claimed; /* atomic; may grow beyond n_pieces */
    uint32_t n_filled;  /* atomic */
    uint32_t reread;    /* atomic: 1 behind tasks that worked from raw */
} cm_gemm_lazy;

/* One panel to be filled: dst[l][j] = operand element (depth k0+l, row of A or column of B j0+j)
 * for l < kc, j < nj; zeros for nj <= j < w. */
typedef struct cm_gemm_panel {
    size_t k0, kc;
    size_t j0, nj; /* 1 <= nj <= w */
    size_t w;      /* mr for A, nr for B */
    float *dst;    /* [kc][w], aligned to CAMEO_ALIGN in worker scratch, else to 4 */
} cm_gemm_panel;

/* Gathers a panel of an operand that does not lie in memory as a matrix (im2col). Called from the
 * tasks: ctx is shared by all workers. */
typedef void cm_gemm_pack_panel(const void *ctx, const cm_gemm_panel *panel);

/* Fills a panel from src, of which element (l, j) lies at src[l * ks + j * js], at any alignment. */
typedef void cm_gemm_pack_fn(const void *src, size_t ks, size_t js, const cm_gemm_panel *panel);

/* Whether there are variants with cm_half_weights. */
#define CM_GEMM_HALVES (CM_ARCH_X86 && !CAMEO_FROZEN)
/* Elements of B, raw and in panels. Halves are for these variants. */
typedef enum cm_gemm_elem {
    CM_GEMM_F32,
    CM_GEMM_F16,
    CM_GEMM_BF16
} cm_gemm_elem;
/* Types that variants know. */
#define CM_GEMM_ELEMS (CM_GEMM_HALVES ? 3 : 1)

typedef enum cm_gemm_bias {
    CM_GEMM_BIAS_NONE,
    CM_GEMM_BIAS_COL, /* bias[n], one per column */
    CM_GEMM_BIAS_ROW  /* bias[m], one per row */
} cm_gemm_bias;

/* Strides are in elements and may be 0; rs = from row to row, cs = from column to column, so a
 * transposed operand is one with its strides exchanged. `const void *`: f32 in native byte order at
 * any alignment; b in its own type. Each operand comes in one of three ways, the first present wins: packed, pack_*
 * callback, raw. */
typedef struct cm_gemm_f32_args {
    size_t m, n, k; /* >= 0; k == 0: the sum is 0 */
    const void *a;  /* [m][k]; may be NULL with packed_a or pack_a */
    size_t rs_a, cs_a;
    const void *b; /* [k][n]; may be NULL with packed_b or pack_b */
    size_t rs_b, cs_b;
    const float *packed_a; /* from cm_gemm_f32_pack_a in the prim's format, or NULL */
    const void *packed_b;  /* from cm_gemm_f32_pack_b in the prim's format, or NULL */
    cm_gemm_elem elem_b;   /* of b and packed_b; halves: n is not 1 */
    cm_gemm_lazy *lazy_b;  /* which panels of packed_b are there; b is its raw bytes. NULL: all */
    cm_gemm_pack_fn
        *fill; /* slot gemm_f32_pack, for the functions that pack a raw operand; NULL: portable */
    cm_gemm_pack_panel *pack_a;
    cm_gemm_pack_panel *pack_b;
    const void *pack_a_ctx;
    const void *pack_b_ctx;
    float *c;   /* [m][ldc]; columns n..ldc are not touched; overlaps no operand except d */
    size_t ldc; /* >= n */
    /* Epilogue. Order: alpha, bias, d, clamp, stage. */
    float alpha;
    cm_gemm_bias bias_kind;
    const void *bias; /* [n] or [m]; NULL with CM_GEMM_BIAS_NONE */
    const void *d;    /* [m][n], or NULL; may equal c if rs_d == ldc and cs_d == 1 */
    size_t rs_d, cs_d;
    float beta;
    bool clamp;   /* c = min(max(c, lo), hi); NaN stays NaN. Relu: lo 0, hi infinity */
    float lo, hi; /* not NaN; lo > hi gives hi */
    cm_stage_fn *
        stage; /* applied to the results of a task row by row at its end; NULL: none */
    const float *stage_imm;
    const float *stage_b; /* [m]: of each row, operand b of a stage of two; NULL: the stage has one */
} cm_gemm_f32_args;

/* Arguments for C = A * B with row-major dense operands and no epilogue. */
cm_gemm_f32_args cm_gemm_f32_args_init(size_t m, size_t n, size_t k);

/* Number of tasks of one product; 0 if m or n is 0. */
size_t cm_gemm_f32_tasks(size_t m, size_t n, size_t k, cm_gemm_fmt fmt);

/* Steps of a depth block, of which the sums are added in order. */
size_t cm_gemm_f32_depth(size_t k);

/* Bytes of scratch of one worker, at most 0.5 MiB, 1.2 MiB in a split format; never less for larger m, n, k. */
size_t cm_gemm_f32_scratch(size_t m, size_t n, size_t k, cm_gemm_fmt fmt);

/* Bytes of a packed operand of f32; of halves half as many. E_LIMIT: the size does not fit into size_t. */
CM_NODISCARD cameo_status cm_gemm_f32_pack_a_size(size_t m, size_t k, cm_gemm_fmt fmt,
                                                  size_t *size);
CM_NODISCARD cameo_status cm_gemm_f32_pack_b_size(size_t k, size_t n, cm_gemm_fmt fmt,
                                                  size_t *size);

/* Packs the whole operand that g describes (raw or by callback; its packed_* is not looked at) into
 * dst, of cm_gemm_f32_pack_*_size bytes, aligned to CAMEO_ALIGN. */
void cm_gemm_f32_pack_a(const cm_gemm_f32_args *g, cm_gemm_fmt fmt, float *dst);
void cm_gemm_f32_pack_b(const cm_gemm_f32_args *g, cm_gemm_fmt fmt, void *dst);

/* Packs depth [k0, k0 + kc) of A only: a part of each panel. */
void cm_gemm_f32_pack_a_depth(const cm_gemm_f32_args *g, cm_gemm_fmt fmt, size_t k0, size_t kc,
                              float *dst);

/* B in pieces, of some CM_GEMM_PIECE bytes as they lie: how many they are, and packs those in [begin, end), of which
 * `spent` hears. B is raw, and its rows or its columns are dense. */
#define CM_GEMM_PIECE ((size_t)1 << 18)
size_t cm_gemm_f32_b_pieces(const cm_gemm_f32_args *g);
void cm_gemm_f32_pack_b_pieces(const cm_gemm_f32_args *g, cm_gemm_fmt fmt, size_t begin, size_t end, void *dst,
                               cm_spent_fn *spent, void *spent_ctx);

/* Bytes of a cm_gemm_lazy with its panels, which take `packed` bytes. Errors: E_LIMIT. */
CM_NODISCARD cameo_status cm_gemm_lazy_size(size_t packed, size_t *size);
/* An empty one at z, for the B of g (raw, rows or columns dense). The panels are not touched. */
void cm_gemm_lazy_init(cm_gemm_lazy *z, const cm_gemm_f32_args *g, cm_spent_fn *spent,
                       void *spent_ctx);
void *cm_gemm_lazy_panels(cm_gemm_lazy *z);

/* Panels [begin, end) of B only, so that the tasks of a phase can share the work of packing;
 * ceil(n / nr) in all. */
size_t cm_gemm_f32_b_panels(size_t n, cm_gemm_fmt fmt);
void cm_gemm_f32_pack_b_part(const cm_gemm_f32_args *g, cm_gemm_fmt fmt, size_t begin, size_t end,
                             void *dst);

/* The prim: computes task `task` < cm_gemm_f32_tasks(m, n, k, fmt). scratch: cm_gemm_f32_scratch bytes,
 * aligned to CAMEO_ALIGN, contents irrelevant. Tasks may run in any order and at the same time,
 * each worker with its own scratch. */
typedef void cm_gemm_f32_fn(const cm_gemm_f32_args *g, size_t task, void *scratch);

#define cm_gemm_f32_fmt_portable CM_GEMM_FMT_F32_4X8 /* names that CM_PRIM and prims.def make */
#define cm_gemm_f32_fmt_avx2 CM_GEMM_FMT_F32_6X16
#define cm_gemm_f32_fmt_avx512 CM_GEMM_FMT_F32_12X32
#define cm_gemm_f32_fmt_amx CM_GEMM_FMT_F32_12X32_SPLIT
/* Slot half_weights: may B be of halves? */
enum { cm_half_weights_portable = 0, cm_half_weights_avx2 = 1 };
cm_gemm_f32_fn cm_gemm_f32_portable;
cm_gemm_pack_fn cm_gemm_f32_pack_portable;
#if CM_ARCH_X86
cm_gemm_f32_fn cm_gemm_f32_avx2;   /* format F32_6X16; needs CM_CPU_AVX2_FMA */
cm_gemm_f32_fn cm_gemm_f32_avx512; /* format F32_12X32; needs CM_CPU_AVX512 */
cm_gemm_f32_fn cm_gemm_f32_amx;    /* format F32_12X32_SPLIT; needs CM_CPU_AMX */
cm_gemm_pack_fn cm_gemm_f32_pack_avx2, cm_gemm_f32_pack_avx512;
#endif

/* --- For the variants only ------------------------------------------------------------------ */

/* A tile of C and one depth block of its operands; its sums on their way to the epilogue. */
typedef struct cm_gemm_f32_tile {
    size_t kc;
    const float *a;       /* row i, depth l at a[i * a_row + l * a_step]; mr rows are readable */
    size_t a_row, a_step; /* 1 and mr (a packed panel), or kc and 1 (copied rows) */
    const void *b;        /* [kc][nr] */
    cm_gemm_elem elem;    /* of b; f32 for portable tiles and in split formats */
    size_t ahead, pace;   /* fetched into caches meanwhile: `pace` elements a step, of the panel that is read next, from
                             b + ahead on; pace is at most nr, or 0 */
    size_t i0, j0;        /* place in C */
    size_t rows, cols;    /* >= 1 */
    float *acc;           /* [rows][ld_acc] */
    size_t ld_acc;
    bool first, last; /* depth block */
} cm_gemm_f32_tile;

/* A vector times a part of a matrix: y[j] = sum over l < kc of x[l] * b(l, j) for j < n. */
typedef struct cm_gemm_f32_vec {
    size_t kc, n;
    const void *x; /* [kc], stride xs elements, any alignment */
    size_t xs;
    const void *b; /* any alignment */
    size_t bs;     /* elements from one contiguous run of b to the next */
    float *y;      /* [n] */
} cm_gemm_f32_vec;

/* What a variant supplies; the block loops are common. */
typedef struct cm_gemm_f32_isa {
    cm_gemm_fmt fmt;
    /* The sums over l < kc of a(i, l) * b[l][j], in the order of l; then what `store` does to them. acc has ld_acc ==
     * nr and room for mr rows: scratch. */
    void (*tile)(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t);
    /* Applies the epilogue to the sums acc and stores them in C; looks at i0 and what follows it only. */
    void (*store)(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t);
    cm_gemm_pack_fn *pack;
    /* By the type of b. b(l, j) at b[l * bs + j]; added in the order of l, as tile does: the same bits. */
    void (*gemv_n[CM_GEMM_ELEMS])(const cm_gemm_f32_vec *v);
    /* By the type of b. b(l, j) at b[j * bs + l] and xs == 1; added in lanes. */
    void (*gemv_t[CM_GEMM_ELEMS])(const cm_gemm_f32_vec *v);
#if CM_GEMM_HALVES
    /* By the type of x: y[i] = x[i], i < n. NULL for f32. */
    void (*widen[CM_GEMM_ELEMS])(const uint16_t *x, float *y, size_t n);
#endif
    /* Of split formats; else NULL. split: the rows of the tile, from row `row` of the block on, to `to`. False:
     * some number cannot be split, and the depth block is computed by tiles. panel: what tile does, for all rows
     * of a block, which `rows` has split; false: nothing, since some number of b cannot be split. room:
     * CM_GEMM_SPLIT_PANEL bytes. Both aligned to 64. */
    bool (*split)(const cm_gemm_f32_tile *t, size_t row, void *to);
    bool (*panel)(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t, const void *rows, void *room);
} cm_gemm_f32_isa;

/* Split formats: bytes of `rows` rows of a depth block, and of what `panel` uses. */
#define CM_GEMM_SPLIT_CHUNK ((size_t)32) /* depths, and 16 rows, come in multiples of these */
#define CM_GEMM_SPLIT_ROWS(rows, kc) \
    (((rows) + 15) / 16 * 16 * (((kc) + CM_GEMM_SPLIT_CHUNK - 1) / CM_GEMM_SPLIT_CHUNK * CM_GEMM_SPLIT_CHUNK) * 6)
#define CM_GEMM_SPLIT_MB ((size_t)384) /* rows of a block in the place of CM_GEMM_MB */
#define CM_GEMM_SPLIT_PANEL (CM_GEMM_KC * 32 * 6 + (CM_GEMM_SPLIT_MB + 16) * 32 * sizeof(float))

#if CM_ARCH_X86
extern const cm_gemm_f32_isa cm_gemm_f32_isa_avx512;
#endif

/* Computes a task with the pieces of one variant. */
void cm_gemm_f32_run(const cm_gemm_f32_isa *isa, const cm_gemm_f32_args *g, size_t task,
                     void *scratch);

/* The portable pieces, for edges and for variants that have nothing better. */
void cm_gemm_f32_store_portable(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t);

#endif
