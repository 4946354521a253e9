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

/* Some columns, and what does not depend on them. */
typedef struct VEC_NAME(nbits_q8_group) {
    const uint8_t *q[4], *zero[4]; /* zero: NULL: all are half of the range */
    const float *scale[4];
    size_t blocks, block_words, words, q_ahead, scale_ahead; /* ahead: bytes to the columns that come next */
    uint32_t log_words; /* of block_words */
    const cm_nbits_q8_row *a;
} VEC_NAME(nbits_q8_group);

/* Zero points of the blocks from `block`, a multiple of VEC_N, on, as many as there are; of 8 bits less by 128. The
 * bits of each lane begin at lane_bit. */
VEC_FN vf VEC_NAME(nbits_q8_zero)(const VEC_NAME(nbits_q8_group) *g, uint32_t bits, int j, size_t block, vi lane_bit) {
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
VEC_FN void VEC_NAME(nbits_q8_blocks)(const VEC_NAME(nbits_q8_group) *g, uint32_t bits, size_t word, size_t end,
                                      vi lane_block, const vf s[4], vf y[4]) {
    const int8_t *a = g->a->a + word * (32 / bits);
    const uint8_t *q[4] = {g->q[0] + word * 4, g->q[1] + word * 4, g->q[2] + word * 4, g->q[3] + word * 4};
    size_t first = word;
    for (; word + VEC_N <= end; word += VEC_N, a += VEC_N * 32 / bits) {
        vi block = vi_add(lane_block, vi_set1((int32_t)((word - first) >> g->log_words)));
        VEC_NAME(nbits_q8_chunk)(bits, q, a, block, s, y);
        VEC_UNROLL
        for (int j = 0; j < 4; j++) {
            CM_PREFETCH_L2((const void *)((uintptr_t)q[j] + g->q_ahead));
            q[j] += VEC_N * 4;
        }
    }
    if (word < end) {
        int32_t tail[4][VEC_N] = {{0}};
        for (int j = 0; j < 4; j++) {
            memcpy(tail[j], q[j], (end - word) * 4);
            q[j] = (const uint8_t *)(const void *)tail[j];
        }
        vi block = vi_add(lane_block, vi_set1((int32_t)((word - first) >> g->log_words)));
        VEC_NAME(nbits_q8_chunk)(bits, q, a, block, s, y);
    }
}

/* Four columns. bits is a constant wherever this is inlined. */
VEC_FN void VEC_NAME(nbits_q8_four)(const VEC_NAME(nbits_q8_group) *g, uint32_t bits, vi lane_block, vi lane_bit,
                                    float out[4]) {
    vf y[4] = {v_zero(), v_zero(), v_zero(), v_zero()}, s[4];
    size_t most = VEC_N * g->block_words;
    for (size_t block = 0; block < g->blocks; block += VEC_N) {
        size_t left = g->blocks - block, word = block * g->block_words, words = g->words - word;
        vf a_scale = v_load(g->a->scale + block), a_sum = v_load(g->a->sum + block);
        VEC_UNROLL
        for (int j = 0; j < 4; j++) {
            CM_PREFETCH_L2((const void *)((uintptr_t)(g->scale[j] + block) + g->scale_ahead));
            vf scale = left >= VEC_N ? v_load(g->scale[j] + block) : v_load_part(g->scale[j] + block, left);
            s[j] = v_mul(scale, a_scale);
            if (bits != 8 || g->zero[j] != NULL) {
                vf zero = VEC_NAME(nbits_q8_zero)(g, bits, j, block, lane_bit);
                y[j] = v_fnma(v_mul(scale, zero), a_sum, y[j]);
            }
        }
        VEC_NAME(nbits_q8_blocks)(g, bits, word, word + (words < most ? words : most), lane_block, s, y);
    }
    for (int j = 0; j < 4; j++) out[j] = v_sum(y[j]);
}

VEC_FN void VEC_NAME(nbits_q8_columns)(const cm_nbits_q8_args *x, uint32_t bits, float *y) {
    const cm_nbits_matrix *b = x->b;
    int32_t lanes[VEC_N], lane_bits[VEC_N];
    float four[4];
    VEC_NAME(nbits_q8_group) g = {.blocks = b->blocks, .block_words = b->block * bits / 32, .words = x->size / 4};
    g.a = &x->a;
    size_t ahead = cm_nbits_ahead(b->line);
    g.q_ahead = ahead * b->line;
    g.scale_ahead = ahead * b->blocks * sizeof(float);
    while (g.block_words >> g.log_words > 1) g.log_words++;
    for (size_t l = 0; l < VEC_N; l++) {
        lanes[l] = (int32_t)(l >> g.log_words);
        lane_bits[l] = (int32_t)(l * bits);
    }
    vi lane_block = vi_load(lanes), lane_bit = vi_load(lane_bits);
    for (size_t c = 0; c < x->n; c += 4) {
        size_t n = x->n - c < 4 ? x->n - c : 4;
        for (size_t i = 0; i < 4; i++) {
            size_t j = x->first + c + (i < n ? i : n - 1);
            g.q[i] = b->q + j * b->line;
            g.scale[i] = b->scale + j * b->blocks;
            g.zero[i] = b->zero == NULL ? NULL : b->zero + j * b->zero_line;
        }
        VEC_NAME(nbits_q8_four)(&g, bits, lane_block, lane_bit, four);
        for (size_t i = 0; i < n; i++) y[c + i] = four[i];
    }
}

VEC_LEAF void VEC_NAME(cm_nbits_q8)(const cm_nbits_q8_args *g, float *y) {
    switch (g->b->bits) {
    case 2: VEC_NAME(nbits_q8_columns)(g, 2, y); break;
    case 4: VEC_NAME(nbits_q8_columns)(g, 4, y); break;
    default: VEC_NAME(nbits_q8_columns)(g, 8, y);
    }
}

/* Elements [l, l + n) of a row, rounded, n <= VEC_N, to their places: l is that of a chunk where those are shorter than
 * a vector. lanes, 1 or VEC_N, is a constant wherever this is inlined. */
VEC_FN void VEC_NAME(nbits_round_put)(vi rounded, size_t l, size_t n, uint32_t bits, size_t lanes, int8_t *to) {
    int32_t q[VEC_N];
    size_t places = 8 / bits, bytes = lanes * 4, chunk = bytes * places;
    vi_store(q, rounded);
    if (chunk <= VEC_N) {
        to += l;
        for (size_t i = 0; i < n; i++) to[i / chunk * chunk + i % places * bytes + i % chunk / places] = (int8_t)q[i];
        return;
    }
    to += l / chunk * chunk + l % chunk / places;
    for (size_t i = 0; i < n; i++) to[i % places * bytes + i / places] = (int8_t)q[i];
}

/* Block g of the row: elements [first, end). bits is a constant wherever this is inlined. */
VEC_FN void VEC_NAME(nbits_round_block)(const float *from, size_t first, size_t end, uint32_t bits, size_t lanes,
                                        size_t g, const cm_nbits_q8_row *row) {
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
            VEC_NAME(nbits_round_put)(v_to_i(x), l, VEC_N, bits, lanes, row->a);
        } else {
            VEC_NAME(nbits_round_put)(v_to_i(x), l, end - l, bits, lanes, row->a);
        }
    }
    row->scale[g] = largest / 127;
    row->sum[g] = row->scale[g] * v_sum(total);
}

VEC_FN void VEC_NAME(nbits_round_bits)(const float *from, size_t k, size_t block, uint32_t bits, size_t lanes,
                                       const cm_nbits_q8_row *row) {
    for (size_t l = 0, g = 0; l < k; l += block, g++) {
        size_t end = k - l < block ? k : l + block;
        if (lanes == 1) {
            VEC_NAME(nbits_round_block)(from, l, end, bits, 1, g, row);
        } else {
            VEC_NAME(nbits_round_block)(from, l, end, bits, VEC_N, g, row);
        }
    }
}

VEC_LEAF void VEC_NAME(cm_nbits_round)(const float *from, size_t k, size_t block, uint32_t bits, size_t lanes,
                                       const cm_nbits_q8_row *row) {
    cm_nbits_q8_clear(k, block, bits, row);
    switch (bits) {
    case 2: VEC_NAME(nbits_round_bits)(from, k, block, 2, lanes, row); break;
    case 4: VEC_NAME(nbits_round_bits)(from, k, block, 4, lanes, row); break;
    default: VEC_NAME(nbits_round_bits)(from, k, block, 8, lanes, row);
    }
}

/* ---- rows by the dozen ---- */

enum { VEC_NAME(NBITS_TILE_WORDS) = 4 }; /* whose products a sum of 16 bits holds: 8 pairs of 15 * 127 at most */

/* The products of n words of VEC_N columns with those of the rows join the sums h. */
VEC_FN void VEC_NAME(nbits_tile_words)(const int32_t *words, size_t step, uint32_t bits, size_t n,
                                       const int8_t *const a[4], vh h[4]) {
    uint32_t places = 8 / bits;
    vi low = vi_set1(bits == 4 ? 0x0F0F0F0F : 0x03030303);
    vh h0 = vh_zero(), h1 = vh_zero(), h2 = vh_zero(), h3 = vh_zero();
    for (size_t w = 0; w < n; w++, words += step) {
        vi word = vi_load(words);
        VEC_UNROLL
        for (uint32_t i = 0; i < places; i++) {
            int32_t x[4];
            size_t at = (w * places + i) * 4;
            vi q = vi_and(word, low);
            memcpy(&x[0], a[0] + at, 4);
            memcpy(&x[1], a[1] + at, 4);
            memcpy(&x[2], a[2] + at, 4);
            memcpy(&x[3], a[3] + at, 4);
            h0 = vh_add(h0, q, vi_set1(x[0]));
            h1 = vh_add(h1, q, vi_set1(x[1]));
            h2 = vh_add(h2, q, vi_set1(x[2]));
            h3 = vh_add(h3, q, vi_set1(x[3]));
            word = bits == 4 ? vi_shr(word, 4) : vi_shr(word, 2);
        }
    }
    h[0] = h0;
    h[1] = h1;
    h[2] = h2;
    h[3] = h3;
}

/* Columns [j, j + VEC_N) of the tile. */
VEC_FN void VEC_NAME(nbits_tile_columns)(const cm_nbits_tile_args *g, uint32_t bits, size_t j, float *y) {
    size_t places = 8 / bits, step = 2 * VEC_N;
    vf sum[4] = {v_zero(), v_zero(), v_zero(), v_zero()};
    for (size_t word = 0, block = 0; word < g->n_words; word += g->block_words, block++) {
        size_t left = g->n_words - word, end = word + (left < g->block_words ? left : g->block_words);
        vf scale = v_load(g->scale + block * step + j), zero = v_load(g->zero + block * step + j);
        VEC_UNROLL
        for (int r = 0; r < 4; r++) sum[r] = v_fnma(zero, v_set1(g->a[r].sum[block]), sum[r]);
        for (size_t w = word, n; w < end; w += n) {
            const size_t at = w * places * 4;
            const int8_t *const a[4] = {g->a[0].a + at, g->a[1].a + at, g->a[2].a + at, g->a[3].a + at};
            vh h[4];
            n = VEC_NAME(NBITS_TILE_WORDS);
            if (end - w >= n) {
                VEC_NAME(nbits_tile_words)(g->words + w * step + j, step, bits, VEC_NAME(NBITS_TILE_WORDS), a, h);
            } else {
                n = end - w;
                VEC_NAME(nbits_tile_words)(g->words + w * step + j, step, bits, n, a, h);
            }
            VEC_UNROLL
            for (int r = 0; r < 4; r++)
                sum[r] = v_fma(v_from_i(vh_words(h[r])), v_mul(scale, v_set1(g->a[r].scale[block])), sum[r]);
        }
    }
    for (size_t r = 0; r < 4; r++) v_store(y + r * step + j, sum[r]);
}

VEC_LEAF void VEC_NAME(cm_nbits_tile)(const cm_nbits_tile_args *g, float *y) {
    for (size_t j = 0; j < 2 * VEC_N; j += VEC_N) {
        if (g->bits == 4) {
            VEC_NAME(nbits_tile_columns)(g, 4, j, y);
        } else {
            VEC_NAME(nbits_tile_columns)(g, 2, j, y);
        }
    }
}
