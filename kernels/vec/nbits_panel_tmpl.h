/* nbits_panel_tmpl.h — kernels/prim/nbits_panel.h in vectors, whose lanes are columns; included once per instruction
 * set, behind its vec_*.h. Words, scales and zero points of VEC_N columns are laid out lane by lane before. */

enum { VEC_NAME(NBITS_PANEL_WORDS) = CM_GEMM_KC / 4 + 1, VEC_NAME(NBITS_PANEL_BLOCKS) = CM_GEMM_KC / 8 + 1 };

typedef struct VEC_NAME(nbits_lanes) {
    int32_t words[VEC_NAME(NBITS_PANEL_WORDS)][VEC_N];
    float scale[VEC_NAME(NBITS_PANEL_BLOCKS)][VEC_N], zero[VEC_NAME(NBITS_PANEL_BLOCKS)][VEC_N];
} VEC_NAME(nbits_lanes);

/* Lane j of what the panel has of a column; a scale of 0 for columns behind the last. */
VEC_FN void VEC_NAME(nbits_panel_lane)(const cm_nbits_matrix *b, const cm_gemm_panel *p, size_t j, size_t lane,
                                       VEC_NAME(nbits_lanes) *lanes) {
    bool there = j < p->nj;
    size_t column = p->j0 + (there ? j : p->nj - 1), places = 32 / b->bits;
    size_t word = p->k0 / places, n = (p->k0 + p->kc - 1) / places - word + 1;
    const uint8_t *q = b->q + column * b->line + word * 4;
    for (size_t i = 0; i < n; i++) memcpy(&lanes->words[i][lane], q + 4 * i, 4);
    size_t first = p->k0 / b->block, end = (p->k0 + p->kc - 1) / b->block + 1;
    for (size_t g = first; g < end; g++) {
        lanes->scale[g - first][lane] = there ? b->scale[column * b->blocks + g] : 0.0f;
        lanes->zero[g - first][lane] = there ? cm_nbits_zero(b, column, g) : 0.0f;
    }
}

/* bits is a constant wherever this is inlined. A word is of one block. */
VEC_FN void VEC_NAME(nbits_panel_rows)(const VEC_NAME(nbits_lanes) *lanes, const cm_nbits_matrix *b, uint32_t bits,
                                       const cm_gemm_panel *p, float *dst) {
    uint32_t places = 32 / bits, skip = (uint32_t)p->k0 % places; /* of the first word */
    size_t first = p->k0 / b->block;
    vi most = vi_set1((int32_t)((1u << bits) - 1));
    for (size_t l = 0, i = 0, n; l < p->kc; l += n, i++, skip = 0) {
        size_t g = (p->k0 + l) / b->block - first, left = places - skip;
        n = p->kc - l < left ? p->kc - l : left;
        vf scale = v_load(lanes->scale[g]), zero = v_load(lanes->zero[g]);
        vi word = vi_shr_each(vi_load(lanes->words[i]), vi_set1((int32_t)(skip * bits)));
        for (size_t end = l + n, at = l; at < end; at++) {
            vf q = v_from_i(vi_and(word, most));
            v_store(dst + at * p->w, v_mul(v_sub(q, zero), scale));
            word = bits == 2 ? vi_shr(word, 2) : bits == 4 ? vi_shr(word, 4) : vi_shr(word, 8);
        }
    }
}

VEC_LEAF void VEC_NAME(cm_nbits_panel)(const cm_nbits_matrix *b, const cm_gemm_panel *panel) {
    VEC_NAME(nbits_lanes) lanes;
    for (size_t j = 0; j < panel->w; j += VEC_N) {
        for (size_t lane = 0; lane < VEC_N; lane++) VEC_NAME(nbits_panel_lane)(b, panel, j + lane, lane, &lanes);
        switch (b->bits) {
        case 2: VEC_NAME(nbits_panel_rows)(&lanes, b, 2, panel, panel->dst + j); break;
        case 4: VEC_NAME(nbits_panel_rows)(&lanes, b, 4, panel, panel->dst + j); break;
        default: VEC_NAME(nbits_panel_rows)(&lanes, b, 8, panel, panel->dst + j);
        }
    }
}
