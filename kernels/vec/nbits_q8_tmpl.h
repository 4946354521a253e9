/* nbits_q8_tmpl.h — kernels/prim/nbits_q8.h in vectors; included once per instruction set, behind its vec_*.h. VEC_N
 * blocks at a time: their scales are one vector, from which each vector of words takes those of its lanes. */

/* In each lane, the bytes of its word of w times those of a. Of 8 bits w is less by 128. */
VEC_FN vi VEC_NAME(nbits_q8_words)(vi w, uint32_t bits, const int8_t *a) {
    const int32_t *p = (const int32_t *)(const void *)a;
    if (bits == 8) return v8_dot(vi_xor(w, vi_set1((int32_t)0x80808080u)), vi_load(p));
    if (bits == 4) {
        vi low = vi_set1(0x0F0F0F0F);
        return v8_dot_pair(vi_and(w, low), vi_load(p), vi_and(vi_shr(w, 4), low), vi_load(p + VEC_N));
    }
    vi low = vi_set1(0x03030303);
    vi first = v8_dot_pair(vi_and(w, low), vi_load(p), vi_and(vi_shr(w, 2), low), vi_load(p + VEC_N));
    vi third = vi_and(vi_shr(w, 4), low), last = vi_and(vi_shr(w, 6), low);
    return vi_add(first, v8_dot_pair(third, vi_load(p + 2 * VEC_N), last, vi_load(p + 3 * VEC_N)));
}

/* Zero points of the blocks from `block`, a multiple of VEC_N, on, as many as there are; of 8 bits less by 128. The
 * bits of each lane begin at lane_bit. */
VEC_FN vf VEC_NAME(nbits_q8_zero)(const cm_nbits_q8_args *g, uint32_t bits, int j, size_t block, vi lane_bit) {
    vf middle = v_set1(bits == 8 ? 128.0f : 0.0f);
    int32_t words[VEC_N] = {0};
    if (g->zero[j] == NULL) return v_sub(v_set1((float)(1u << (bits - 1))), middle);
    size_t at = block * bits / 8, left = (g->blocks * bits + 7) / 8 - at, most = VEC_N * bits / 8;
    if (left >= most) {
        memcpy(words, g->zero[j] + at, most);
    } else {
        memcpy(words, g->zero[j] + at, left);
    }
    vi of_lane = vi_set1(words[0]);
    if (VEC_N * bits > 32) of_lane = v_as_i(v_permute(vi_as_v(vi_load(words)), vi_shr(lane_bit, 5)));
    vi zero = vi_and(vi_shr_each(of_lane, vi_and(lane_bit, vi_set1(31))), vi_set1((1 << bits) - 1));
    return v_sub(v_from_i(zero), middle);
}

/* The VEC_N words from `word` on join the sums y: s are the scales of the columns times those of the row, of which
 * lanes take those of `block`. */
VEC_FN void VEC_NAME(nbits_q8_chunk)(uint32_t bits, const uint8_t *const q[4], const int8_t *a, vi block, const vf s[4],
                                     vf y[4]) {
    VEC_UNROLL
    for (int j = 0; j < 4; j++) {
        vi w = vi_load((const int32_t *)(const void *)q[j]);
        y[j] = v_fma(v_permute(s[j], block), v_from_i(VEC_NAME(nbits_q8_words)(w, bits, a)), y[j]);
    }
}

/* The words [word, end) of at most VEC_N blocks. The last are copied where they are no whole vector. */
VEC_FN void VEC_NAME(nbits_q8_blocks)(const cm_nbits_q8_args *g, uint32_t bits, size_t word, size_t end, vi lane_block,
                                      uint32_t log_words, const vf s[4], vf y[4]) {
    const int8_t *a = g->a.a + word * (32 / bits);
    const uint8_t *q[4] = {g->q[0] + word * 4, g->q[1] + word * 4, g->q[2] + word * 4, g->q[3] + word * 4};
    size_t first = word;
    for (; word + VEC_N <= end; word += VEC_N, a += VEC_N * 32 / bits) {
        vi block = vi_add(lane_block, vi_set1((int32_t)((word - first) >> log_words)));
        VEC_NAME(nbits_q8_chunk)(bits, q, a, block, s, y);
        VEC_UNROLL
        for (int j = 0; j < 4; j++) {
            CM_PREFETCH((const void *)((uintptr_t)q[j] + g->q_ahead));
            q[j] += VEC_N * 4;
        }
    }
    if (word < end) {
        int32_t tail[4][VEC_N] = {{0}};
        for (int j = 0; j < 4; j++) {
            memcpy(tail[j], q[j], (end - word) * 4);
            q[j] = (const uint8_t *)(const void *)tail[j];
        }
        vi block = vi_add(lane_block, vi_set1((int32_t)((word - first) >> log_words)));
        VEC_NAME(nbits_q8_chunk)(bits, q, a, block, s, y);
    }
}

/* bits is a constant wherever this is inlined. */
VEC_FN void VEC_NAME(nbits_q8_columns)(const cm_nbits_q8_args *g, uint32_t bits, float out[4]) {
    int32_t lanes[VEC_N];
    vf y[4] = {v_zero(), v_zero(), v_zero(), v_zero()}, s[4];
    for (size_t l = 0; l < VEC_N; l++) lanes[l] = (int32_t)(l / g->block_words);
    vi lane_block = vi_load(lanes);
    for (size_t l = 0; l < VEC_N; l++) lanes[l] = (int32_t)(l * bits);
    vi lane_bit = vi_load(lanes);
    uint32_t log_words = 0;
    while (g->block_words >> log_words > 1) log_words++;
    for (size_t block = 0; block < g->blocks; block += VEC_N) {
        size_t left = g->blocks - block;
        vf a_scale = v_load(g->a.scale + block), a_sum = v_load(g->a.sum + block);
        size_t word = block * g->block_words, most = VEC_N * g->block_words, words = g->size / 4 - word;
        VEC_UNROLL
        for (int j = 0; j < 4; j++) {
            CM_PREFETCH((const void *)((uintptr_t)(g->scale[j] + block) + g->scale_ahead));
            vf scale = left >= VEC_N ? v_load(g->scale[j] + block) : v_load_part(g->scale[j] + block, left);
            s[j] = v_mul(scale, a_scale);
            if (bits != 8 || g->zero[j] != NULL) {
                vf zero = VEC_NAME(nbits_q8_zero)(g, bits, j, block, lane_bit);
                y[j] = v_fnma(v_mul(scale, zero), a_sum, y[j]);
            }
        }
        size_t end = word + (words < most ? words : most);
        VEC_NAME(nbits_q8_blocks)(g, bits, word, end, lane_block, log_words, s, y);
    }
    for (int j = 0; j < 4; j++) out[j] = v_sum(y[j]);
}

VEC_LEAF void VEC_NAME(cm_nbits_q8)(const cm_nbits_q8_args *g, float y[CM_NBITS_COLUMNS]) {
    switch (g->bits) {
    case 2: VEC_NAME(nbits_q8_columns)(g, 2, y); break;
    case 4: VEC_NAME(nbits_q8_columns)(g, 4, y); break;
    default: VEC_NAME(nbits_q8_columns)(g, 8, y);
    }
}

/* Elements [l, l + n) of a row, rounded, n <= VEC_N, to their places. */
VEC_FN void VEC_NAME(nbits_round_put)(vi rounded, size_t l, size_t n, uint32_t bits, int8_t *to) {
    int32_t q[VEC_N];
    size_t places = 8 / bits, bytes = VEC_N * 4, chunk = bytes * places;
    vi_store(q, rounded);
    to += l / chunk * chunk + l % chunk / places;
    for (size_t i = 0; i < n; i++) to[i % places * bytes + i / places] = (int8_t)q[i];
}

/* Block g of the row: elements [first, end). bits is a constant wherever this is inlined. */
VEC_FN void VEC_NAME(nbits_round_block)(const float *from, size_t first, size_t end, uint32_t bits, size_t g,
                                        const cm_nbits_q8_row *row) {
    vf most = v_zero(), bad = v_zero(), total = v_zero();
    for (size_t l = first; l < end; l += VEC_N) {
        vf x = end - l >= VEC_N ? v_load(from + l) : v_load_part(from + l, end - l);
        most = v_max(v_abs(x), most);
        bad = v_fma(x, v_zero(), bad);
    }
    float largest = v_hmax(most), nan = v_sum(bad);
    row->scale[g] = row->sum[g] = nan;
    if (nan != 0 || largest < CM_NBITS_SMALL) return;
    vf by = v_set1(127 / largest);
    for (size_t l = first; l < end; l += VEC_N) {
        bool whole = end - l >= VEC_N;
        vf x = v_round(v_mul(whole ? v_load(from + l) : v_load_part(from + l, end - l), by));
        total = v_add(total, x);
        if (whole) {
            VEC_NAME(nbits_round_put)(v_to_i(x), l, VEC_N, bits, row->a);
        } else {
            VEC_NAME(nbits_round_put)(v_to_i(x), l, end - l, bits, row->a);
        }
    }
    row->scale[g] = largest / 127;
    row->sum[g] = row->scale[g] * v_sum(total);
}

VEC_FN void VEC_NAME(nbits_round_bits)(const float *from, size_t k, size_t block, uint32_t bits,
                                       const cm_nbits_q8_row *row) {
    for (size_t l = 0, g = 0; l < k; l += block, g++)
        VEC_NAME(nbits_round_block)(from, l, k - l < block ? k : l + block, bits, g, row);
}

VEC_LEAF void VEC_NAME(cm_nbits_round)(const float *from, size_t k, size_t block, uint32_t bits, size_t lanes,
                                       const cm_nbits_q8_row *row) {
    (void)lanes;
    cm_nbits_q8_clear(k, block, bits, row);
    switch (bits) {
    case 2: VEC_NAME(nbits_round_bits)(from, k, block, 2, row); break;
    case 4: VEC_NAME(nbits_round_bits)(from, k, block, 4, row); break;
    default: VEC_NAME(nbits_round_bits)(from, k, block, 8, row);
    }
}
