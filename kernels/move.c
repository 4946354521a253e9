/* move.c — see move.h. */
#include "kernels/move.h"

/* Elements of 2 or 4 bits, one by one. */
static void move_bits(uint32_t bits, void *dst, size_t dst_at, const void *src, size_t src_at,
                      size_t n, size_t stride) {
    for (size_t i = 0; i < n; i++) {
        size_t from = src_at + i * stride;
        if (bits == 4) cm_u4_set(dst, dst_at + i, cm_u4_get(src, from));
        else cm_u2_set(dst, dst_at + i, cm_u2_get(src, from));
    }
}

void cm_move_flat(uint32_t bits, void *dst, size_t dst_at, const void *src, size_t src_at,
                  size_t n) {
    if (n == 0) return;
    if (bits >= 8) {
        size_t size = bits / 8;
        memcpy((uint8_t *)dst + dst_at * size, (const uint8_t *)src + src_at * size, n * size);
        return;
    }
    size_t per_byte = 8 / bits;
    size_t whole = 0;
    if (dst_at % per_byte == 0 && src_at % per_byte == 0) {
        whole = n - n % per_byte;
        memcpy((uint8_t *)dst + dst_at / per_byte, (const uint8_t *)src + src_at / per_byte,
               whole / per_byte);
    }
    move_bits(bits, dst, dst_at + whole, src, src_at + whole, n - whole, 1);
}

void cm_move_fill(uint32_t bits, void *dst, size_t at, const void *one, size_t n) {
    uint8_t block[64]; /* copied as a whole: a few stores of vectors */
    size_t size = bits / 8, left = n * size;
    uint8_t *to = (uint8_t *)dst + at * size;
    if (left >= sizeof block) {
        for (size_t i = 0; i < sizeof block; i += size) memcpy(block + i, one, size);
        for (; left >= sizeof block; left -= sizeof block, to += sizeof block) memcpy(to, block, sizeof block);
    }
    for (size_t i = 0; i < left; i += size) {
        if (size == 4) memcpy(to + i, one, 4);
        else memcpy(to + i, one, size);
    }
}

void cm_strided_dense(cm_strided *s, uint32_t rank, const size_t *dims) {
    *s = (cm_strided){.rank = rank};
    size_t below = 1;
    for (uint32_t d = rank; d-- > 0;) {
        s->dims[d] = dims[d];
        s->stride[d] = below;
        below *= dims[d];
    }
}

void cm_strided_simplify(cm_strided *s) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < s->rank; i++) {
        if (s->dims[i] == 1) continue;
        if (rank > 0 && s->stride[rank - 1] == s->dims[i] * s->stride[i]) {
            s->dims[rank - 1] *= s->dims[i];
            s->stride[rank - 1] = s->stride[i];
        } else {
            s->dims[rank] = s->dims[i];
            s->stride[rank] = s->stride[i];
            rank++;
        }
    }
    s->rank = rank;
}

size_t cm_strided_at(const cm_strided *s, size_t i) {
    size_t at = s->first;
    for (uint32_t d = s->rank; d-- > 0;) {
        at += i % s->dims[d] * s->stride[d];
        i /= s->dims[d];
    }
    return at;
}

/* n elements of `size` bytes, `stride` elements apart from element src_at on, become neighbours.
 * size is a constant at every call: each copy is one load and one store. */
CM_INLINE void move_gap(size_t size, uint8_t *dst, const uint8_t *src, size_t src_at, size_t n,
                        size_t stride) {
    for (size_t i = 0; i < n; i++) memcpy(dst + i * size, src + (src_at + i * stride) * size, size);
}

static void move_row(uint32_t bits, void *dst, size_t dst_at, const void *src, size_t src_at,
                     size_t n, size_t stride) {
    if (stride == 1) {
        cm_move_flat(bits, dst, dst_at, src, src_at, n);
        return;
    }
    if (bits < 8) {
        move_bits(bits, dst, dst_at, src, src_at, n, stride);
        return;
    }
    size_t size = bits / 8;
    uint8_t *d = (uint8_t *)dst + dst_at * size;
    switch (size) {
    case 1: move_gap(1, d, src, src_at, n, stride); break;
    case 2: move_gap(2, d, src, src_at, n, stride); break;
    case 4: move_gap(4, d, src, src_at, n, stride); break;
    case 8: move_gap(8, d, src, src_at, n, stride); break;
    default: move_gap(16, d, src, src_at, n, stride); break;
    }
}

/* Row by row of the last dim; `index` counts the other dims as an odometer */
void cm_strided_copy(const cm_strided *s, uint32_t bits, const void *src, void *dst, size_t at,
                     size_t end) {
    if (at >= end) return;
    cm_strided v = *s;
    cm_strided_simplify(&v);
    if (v.rank == 0) {
        cm_move_flat(bits, dst, 0, src, v.first, 1);
        return;
    }
    uint32_t last = v.rank - 1;
    size_t index[CM_MAX_RANK];
    size_t rest = at;
    for (uint32_t d = v.rank; d-- > 0;) {
        index[d] = rest % v.dims[d];
        rest /= v.dims[d];
    }
    size_t from = cm_strided_at(&v, at);
    for (;;) {
        size_t n = cm_min_size(v.dims[last] - index[last], end - at);
        move_row(bits, dst, at, src, from, n, v.stride[last]);
        at += n;
        if (at >= end) return;
        from -= index[last] * v.stride[last];
        index[last] = 0;
        for (uint32_t d = last; d-- > 0;) {
            from += v.stride[d];
            if (++index[d] < v.dims[d]) break;
            from -= v.dims[d] * v.stride[d];
            index[d] = 0;
        }
    }
}

/* Steps that a piece of text takes beside those for its bytes: it may have to be printed or found first. The digits of
 * a float64 take some 7 microseconds. */
#define STRING_WORK 128
#define STRING_PIECE ((size_t)1 << 20) /* bytes that are copied at once */
#define STRING_BYTES 2 /* that are copied in the time of a unit of cost */

void cm_strings_setup(cm_setup *s) {
    s->n_phases = 1;
    s->phase[0].n_tasks = 1;
}

cameo_status cm_strings_emit(const cm_kctx *k, uint32_t out, uint32_t rank, const size_t *dims,
                             const cm_string_source *source) {
    size_t n = 1;
    for (uint32_t i = 0; i < rank; i++) {
        CM_CHECK(!cm_ckd_mul(n, dims[i], &n), k->e, CAMEO_E_SHAPE, "too many elements for memory");
    }
    uint64_t text = 0, done = 0, spent = 0;
    for (size_t i = 0; i < n; i++) {
        for (uint32_t p = 0; p < source->parts; p++) text += source->piece(source->ctx, i, p).n;
        CM_TRY(cm_poll(k, STRING_WORK, &done));
        CM_CHECK(text <= UINT32_MAX, k->e, CAMEO_E_LIMIT,
                 "a string tensor of more than 4 GiB of text");
    }
    size_t bytes;
    bool over = cm_ckd_add(n, 1, &bytes) || cm_ckd_mul(bytes, 4, &bytes) ||
                cm_ckd_add(bytes, (size_t)text, &bytes);
    CM_CHECK(!over, k->e, CAMEO_E_SHAPE, "too many elements for memory");
    CM_TRY(k->services->out_alloc(k, out, rank, dims, bytes));
    uint32_t *off = cm_out(k, out)->data;
    char *to = (char *)(off + n + 1);
    uint32_t used = 0;
    for (size_t i = 0; i < n; i++) {
        off[i] = used;
        for (uint32_t p = 0; p < source->parts; p++) {
            cm_str piece = source->piece(source->ctx, i, p);
            for (size_t at = 0; at < piece.n; at += STRING_PIECE) { /* a text may be gigabytes */
                size_t part = cm_min_size(STRING_PIECE, piece.n - at);
                memcpy(to + used, piece.p + at, part);
                used += (uint32_t)part;
                CM_TRY(cm_spend(k, part / STRING_BYTES, &spent));
            }
        }
        CM_TRY(cm_poll(k, STRING_WORK, &done));
    }
    off[n] = used;
    return cm_spend_rest(k, &spent);
}

typedef struct move_strings {
    const cm_strided *v;
    const cm_tensor *x;
} move_strings;

static cm_str move_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const move_strings *m = ctx;
    return cm_tensor_str(m->x, cm_strided_at(m->v, i));
}

cameo_status cm_strings_emit_strided(const cm_kctx *k, uint32_t out, const cm_strided *v,
                                     const cm_tensor *x) {
    move_strings m = {v, x};
    return cm_strings_emit(k, out, v->rank, v->dims, &(cm_string_source){move_string, &m, 1});
}

void cm_shape_pass_elems(cm_shape *s, uint32_t out, const cm_avalue *v) {
    size_t n;
    if (!cm_avalue_count(v, &n)) return;
    cm_dim *elem = cm_shape_out_elems(s, out, n);
    if (elem == NULL) return;
    for (size_t j = 0; j < n; j++) {
        if (!cm_avalue_elem(v, j, &elem[j])) elem[j] = CM_DIM_UNKNOWN;
    }
}
