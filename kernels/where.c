/* where.c — Where: elements of input 1 where the condition holds, else of input 2; all three
 * broadcast. Elements are only moved: a leaf per width. Source: ONNX Where, since_version 9, 16. */
#include "kernels/where.h"

/* ---- Operator ---- */

static cm_dim where_elem(const cm_shape *s, const cm_dim *x, uint32_t n) {
    (void)n;
    if (x[0] == 1) return x[1];
    if (x[0] == 0) return x[2];
    return cm_dim_equal(s->dims, x[1], x[2]) == CM_YES ? x[1] : CM_DIM_UNKNOWN;
}

static cameo_status where_shape(cm_shape *s) {
    return cm_broadcast_shape(s, 3, 1, 0, where_elem);
}

const cm_op cm_op_Where = {.id = CM_OP_Where, .flags = CM_OPF_INPLACE, .shape = where_shape};

/* ---- Kernels ---- */

/* One phase over the output's elements. Scratch: none. Errors: E_SHAPE. */
cameo_status cm_where_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(cm_broadcast_check(k, 3));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

typedef struct where_c64 {
    uint32_t part[2];
} where_c64;

typedef struct where_c128 {
    uint64_t part[2];
} where_c128;

#define WHERE_LOOP(ic, ia, ib) \
    for (size_t i = done; i < r->n; i++) y[i] = c[ic] != 0 ? a[ia] : b[ib];

/* Integers a chunk at a time, without branches: compilers make vector code of it. An operand that stands still is
 * written out once. Returns how many elements that were. */
#define WHERE_CHUNK 64
#define WHERE_STILL(type, x, moves)                                                  \
    type still_##x[WHERE_CHUNK];                                                     \
    for (size_t i = 0; i < WHERE_CHUNK && !(moves); i++) still_##x[i] = x[0];
#define WHERE_CHUNKS(name, type)                                                     \
    static size_t where_chunks_##name(const cm_broadcast_row *r) {                   \
        type *y = r->y;                                                              \
        const uint8_t *c = r->x[0];                                                  \
        const type *a = r->x[1];                                                     \
        const type *b = r->x[2];                                                     \
        size_t at = 0;                                                               \
        if (CM_SMALL || r->n < WHERE_CHUNK || r->move[0] == 0) return 0;             \
        WHERE_STILL(type, a, r->move[1])                                             \
        WHERE_STILL(type, b, r->move[2])                                             \
        for (; r->n - at >= WHERE_CHUNK; at += WHERE_CHUNK) {                        \
            const type *from_a = r->move[1] ? a + at : still_a;                      \
            const type *from_b = r->move[2] ? b + at : still_b;                      \
            type chunk[WHERE_CHUNK];                                                 \
            for (size_t i = 0; i < WHERE_CHUNK; i++) {                               \
                type mask = (type)((type)0 - (type)(c[at + i] != 0));                \
                chunk[i] = (type)((from_a[i] & mask) | (from_b[i] & (type)~mask));   \
            }                                                                        \
            memcpy(y + at, chunk, sizeof chunk);                                     \
        }                                                                            \
        return at;                                                                   \
    }
WHERE_CHUNKS(8, uint8_t)
WHERE_CHUNKS(16, uint16_t)
WHERE_CHUNKS(32, uint32_t)
WHERE_CHUNKS(64, uint64_t)
#define where_chunks_c64(r) ((void)(r), (size_t)0)
#define where_chunks_c128(r) ((void)(r), (size_t)0)

/* y[i] = c[i] ? a[i] : b[i]; y may equal an input of the same dims and dtype. Returns CAMEO_OK. */
#define WHERE_LEAF(name, type)                                                                   \
    static void where_row_##name(const cm_broadcast_row *r) {                                    \
        type *y = r->y;                                                                          \
        const uint8_t *c = r->x[0];                                                              \
        const type *a = r->x[1];                                                                 \
        const type *b = r->x[2];                                                                 \
        size_t mc = r->move[0];                                                                  \
        size_t ma = r->move[1];                                                                  \
        size_t mb = r->move[2];                                                                  \
        size_t done = where_chunks_##name(r);                                                    \
        if (mc == 0 && r->n > 1) {                                                               \
            const type *from = c[0] != 0 ? a : b;                                                \
            bool moves = (c[0] != 0 ? ma : mb) != 0;                                             \
            if (moves) memmove(y, from, r->n * sizeof(type));                                    \
            else cm_move_fill(8 * sizeof(type), y, 0, from, r->n);                               \
            return;                                                                              \
        }                                                                                        \
        if (mc != 0 && ma != 0 && mb != 0) {                                                     \
            WHERE_LOOP(i, i, i)                                                                  \
        } else {                                                                                 \
            WHERE_LOOP(i *mc, i *ma, i *mb)                                                      \
        }                                                                                        \
    }                                                                                            \
    cameo_status cm_where_##name##_run(const cm_kctx *k, uint32_t phase, uint32_t begin,         \
                                       uint32_t end) {                                           \
        (void)phase;                                                                             \
        cm_broadcast_walk w = {.n = 3,                                                           \
                               .size = {1, sizeof(type), sizeof(type)},                          \
                               .y_size = sizeof(type),                                           \
                               .fn = where_row_##name};                                          \
        return cm_broadcast_run_tasks(k, begin, end, &w);                                        \
    }

WHERE_LEAF(8, uint8_t)
WHERE_LEAF(16, uint16_t)
WHERE_LEAF(32, uint32_t)
WHERE_LEAF(64, uint64_t)
WHERE_LEAF(c64, where_c64)
WHERE_LEAF(c128, where_c128)

void cm_where_row_32(const cm_broadcast_row *r) { where_row_32(r); }

/* One phase of one task, which allocates the strings. Errors: E_SHAPE. */
cameo_status cm_where_string_setup(const cm_kctx *k, cm_setup *s) {
    cm_strided v[CM_BROADCAST_IN];
    CM_TRY(cm_broadcast_sources(k, 3, v));
    cm_strings_setup(s);
    return CAMEO_OK;
}

typedef struct where_strings {
    const cm_kctx *k;
    cm_strided v[CM_BROADCAST_IN];
} where_strings;

static cm_str where_string(const void *ctx, size_t i, uint32_t part) {
    const where_strings *w = ctx;
    const uint8_t *c = cm_in(w->k, 0)->data;
    uint32_t from = c[cm_strided_at(&w->v[0], i)] != 0 ? 1 : 2;
    (void)part;
    return cm_tensor_str(cm_in(w->k, from), cm_strided_at(&w->v[from], i));
}

/* cm_where_string_run — y[i] = c[i] ? a[i] : b[i] of strings; y is allocated here. Errors: E_NOMEM, E_LIMIT more than 4
 * GiB of text. */
cameo_status cm_where_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    where_strings w = {.k = k};
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(cm_broadcast_sources(k, 3, w.v));
    cm_string_source source = {where_string, &w, 1};
    return cm_strings_emit(k, 0, w.v[0].rank, w.v[0].dims, &source);
}
