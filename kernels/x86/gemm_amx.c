/* gemm_amx.c — the f32 matrix product (kernels/prim/gemm.h) on the tiles of Intel AMX, as products of bfloat16 that
 * are as good as f32 (kernels/x86/amx_split.h): a depth block of A is split once for all panels of B, a panel once for
 * all rows of a task. Small products, vectors, and blocks with infinities or NaNs are computed as with AVX-512. */
#include "kernels/prim/gemm.h"

#include "kernels/x86/amx_split.h"

#if CM_ARCH_X86

/* Rows of a tile, which may be a panel [kc][mr], as rows of strips. */
AMX_TARGET static bool gemm_amx_split(const cm_gemm_f32_tile *t, size_t row, void *to) {
    const size_t strip = (t->kc + AMX_CHUNK - 1) / AMX_CHUNK * AMX_PART;
    __m512 odd = _mm512_setzero_ps();
    for (size_t i = 0; i < t->rows; i++) {
        uint8_t *at = (uint8_t *)to + (row + i) / AMX_ROWS * strip;
        const float *x = t->a + i * t->a_row;
        float line[CM_GEMM_KC];
        if (t->a_step != 1) {
            for (size_t l = 0; l < t->kc; l++) line[l] = x[l * t->a_step];
            x = line;
        }
        amx_split_row(x, t->kc, (row + i) % AMX_ROWS, at, &odd);
    }
    return !amx_is_odd(odd);
}

/* Sums of all rows, 16 or 32 columns. Constant: both. */
AMX_FN void gemm_amx_rows(const uint8_t *a, size_t rows, const uint8_t *b, size_t chunks, float *acc, amx_ask *ask,
                          const bool both) {
    const size_t strip = chunks * AMX_PART, ld = 2 * AMX_ROWS;
    size_t i = 0;
    for (; i + AMX_ROWS < rows; i += 2 * AMX_ROWS, a += 2 * strip)
        amx_multiply(a, strip, b, chunks, acc + i * ld, ld, ask, true, both);
    if (i < rows) amx_multiply(a, strip, b, chunks, acc + i * ld, ld, ask, false, both);
}

AMX_TARGET static bool gemm_amx_panel(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t, const void *rows,
                                      void *room) {
    const size_t chunks = (t->kc + AMX_CHUNK - 1) / AMX_CHUNK, halves = t->cols > 16 ? 2 : 1;
    cm_gemm_f32_tile done = *t;
    uint8_t *b = room;
    done.acc = (float *)(void *)(b + CM_GEMM_KC * 32 * 6);
    done.ld_acc = 2 * AMX_ROWS;
    if (amx_split_panel(t->b, t->kc, 2 * AMX_ROWS, halves, b)) return false;
    amx_ask ask = {(uintptr_t)((const float *)t->b + t->ahead), 0};
    size_t lines = t->kc * 2 * AMX_ROWS * sizeof(float) / 64;
    size_t steps = (t->rows + 2 * AMX_ROWS - 1) / (2 * AMX_ROWS) * chunks;
    if (t->ahead != 0) ask.lines = (lines + steps - 1) / steps;
    amx_begin();
    if (halves == 2) {
        gemm_amx_rows(rows, t->rows, b, chunks, done.acc, &ask, true);
    } else {
        gemm_amx_rows(rows, t->rows, b, chunks, done.acc, &ask, false);
    }
    amx_end();
    cm_gemm_f32_isa_avx512.store(g, &done);
    return true;
}

void cm_gemm_f32_amx(const cm_gemm_f32_args *g, size_t task, void *scratch) {
    cm_gemm_f32_isa isa = cm_gemm_f32_isa_avx512;
    isa.fmt = cm_gemm_f32_fmt_amx;
    isa.split = gemm_amx_split;
    isa.panel = gemm_amx_panel;
    cm_gemm_f32_run(&isa, g, task, scratch);
}

#else
typedef int gemm_amx_not_here; /* ISO C wants a declaration in every file */
#endif
