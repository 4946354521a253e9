/* nbits_panel.c — kernels/prim/nbits_panel.h in portable C, the oracle of the vectors. */
#include "kernels/prim/nbits_panel.h"

void cm_nbits_panel_portable(const cm_nbits_matrix *b, const cm_gemm_panel *panel) {
    for (size_t j = 0; j < panel->w; j++) {
        size_t column = panel->j0 + j;
        const uint8_t *q = b->q + column * b->line;
        for (size_t l = 0; l < panel->kc; l++) {
            size_t k = panel->k0 + l, bit = k * b->bits;
            float *to = panel->dst + l * panel->w + j;
            *to = 0;
            if (j >= panel->nj) continue;
            uint32_t value = (uint32_t)q[bit / 8] >> (bit % 8) & ((1u << b->bits) - 1);
            *to = ((float)value - cm_nbits_zero(b, column, k / b->block)) * b->scale[column * b->blocks + k / b->block];
        }
    }
}
