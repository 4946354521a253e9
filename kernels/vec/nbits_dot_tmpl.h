/* nbits_dot_tmpl.h — kernels/prim/nbits_dot.h in vectors; included once per instruction set, behind its vec_*.h. Four
 * columns share the vectors of a, and their sums need not wait for each other. */

/* Place i of words w as floats: q * 2^(bits * i), at the last place q. */
VEC_FN vf VEC_NAME(nbits_place)(vi w, uint32_t bits, uint32_t i) {
    uint32_t most = (1u << bits) - 1;
    if (i + 1 == 32 / bits) {
        vi top = bits == 2 ? vi_shr(w, 30) : bits == 4 ? vi_shr(w, 28) : vi_shr(w, 24);
        return v_from_i(top);
    }
    return v_from_i(vi_and(w, vi_set1((int32_t)(most << (bits * i)))));
}

/* What lanes have of values per block, from the block of word `word` on: one for all, or VEC_N / words of them. */
VEC_FN vf VEC_NAME(nbits_spread)(const float *x, size_t word, const cm_nbits_dot_args *g, vi lane_block) {
    size_t block = word / g->block_words, n = VEC_N / g->block_words, left = g->blocks - block;
    if (g->block_words >= VEC_N) return v_set1(x[block]);
    return v_permute(left >= VEC_N ? v_load(x + block) : v_load_part(x + block, n < left ? n : left), lane_block);
}

VEC_FN vf VEC_NAME(nbits_zero)(const cm_nbits_dot_args *g, int j, size_t word, vi lane_block) {
    if (g->zero[j] == NULL) return v_set1((float)(1u << (g->bits - 1)));
    return VEC_NAME(nbits_spread)(g->zero[j], word, g, lane_block);
}

/* The words at `word` of four columns join the sums y. */
VEC_FN void VEC_NAME(nbits_chunk)(const cm_nbits_dot_args *g, uint32_t bits, const uint8_t *const q[4], const float *a,
                                  size_t word, vi lane_block, vf y[4]) {
    uint32_t places = 32 / bits;
    vi w0 = vi_load((const int32_t *)(const void *)q[0]), w1 = vi_load((const int32_t *)(const void *)q[1]);
    vi w2 = vi_load((const int32_t *)(const void *)q[2]), w3 = vi_load((const int32_t *)(const void *)q[3]);
    vf sum = v_load(a + places * VEC_N);
    vf s0 = v_fnma(VEC_NAME(nbits_zero)(g, 0, word, lane_block), sum, v_zero());
    vf s1 = v_fnma(VEC_NAME(nbits_zero)(g, 1, word, lane_block), sum, v_zero());
    vf s2 = v_fnma(VEC_NAME(nbits_zero)(g, 2, word, lane_block), sum, v_zero());
    vf s3 = v_fnma(VEC_NAME(nbits_zero)(g, 3, word, lane_block), sum, v_zero());
    VEC_UNROLL
    for (uint32_t i = 0; i < places; i++) {
        vf x = v_load(a + i * VEC_N);
        s0 = v_fma(VEC_NAME(nbits_place)(w0, bits, i), x, s0);
        s1 = v_fma(VEC_NAME(nbits_place)(w1, bits, i), x, s1);
        s2 = v_fma(VEC_NAME(nbits_place)(w2, bits, i), x, s2);
        s3 = v_fma(VEC_NAME(nbits_place)(w3, bits, i), x, s3);
    }
    y[0] = v_fma(VEC_NAME(nbits_spread)(g->scale[0], word, g, lane_block), s0, y[0]);
    y[1] = v_fma(VEC_NAME(nbits_spread)(g->scale[1], word, g, lane_block), s1, y[1]);
    y[2] = v_fma(VEC_NAME(nbits_spread)(g->scale[2], word, g, lane_block), s2, y[2]);
    y[3] = v_fma(VEC_NAME(nbits_spread)(g->scale[3], word, g, lane_block), s3, y[3]);
}

/* bits is a constant wherever this is inlined. The last words are copied where they are no whole vector. */
VEC_FN void VEC_NAME(nbits_columns)(const cm_nbits_dot_args *g, uint32_t bits, float out[4]) {
    int32_t lanes[VEC_N];
    uint8_t tail[4][VEC_N * 4] = {{0}};
    vf y[4] = {v_zero(), v_zero(), v_zero(), v_zero()};
    for (size_t l = 0; l < VEC_N; l++) lanes[l] = (int32_t)(l / g->block_words);
    vi lane_block = vi_load(lanes);
    const float *a = g->a;
    size_t at = 0, step = VEC_N * 4, floats = (32 / bits + 1) * VEC_N;
    for (; at + step <= g->size; at += step, a += floats) {
        const uint8_t *const q[4] = {g->q[0] + at, g->q[1] + at, g->q[2] + at, g->q[3] + at};
        VEC_NAME(nbits_chunk)(g, bits, q, a, at / 4, lane_block, y);
        VEC_UNROLL
        for (int j = 0; j < 4; j++) CM_PREFETCH_L2((const void *)((uintptr_t)q[j] + g->ahead));
    }
    if (at < g->size) {
        const uint8_t *const q[4] = {tail[0], tail[1], tail[2], tail[3]};
        for (int j = 0; j < 4; j++) memcpy(tail[j], g->q[j] + at, g->size - at);
        VEC_NAME(nbits_chunk)(g, bits, q, a, at / 4, lane_block, y);
    }
    for (int j = 0; j < 4; j++) out[j] = v_sum(y[j]);
}

VEC_LEAF void VEC_NAME(cm_nbits_dot)(const cm_nbits_dot_args *g, float y[CM_NBITS_COLUMNS]) {
    switch (g->bits) {
    case 2: VEC_NAME(nbits_columns)(g, 2, y); break;
    case 4: VEC_NAME(nbits_columns)(g, 4, y); break;
    default: VEC_NAME(nbits_columns)(g, 8, y);
    }
}
