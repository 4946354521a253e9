/* qconv_bytes_amx.c — kernels/prim/qconv_bytes.h in quads on the tiles of Intel AMX: 32 pixels x 32 channels. An
 * instruction adds the products of 16 pixels, 16 words of four bytes of the depth and 16 channels.
 *
 * A *chunk* is 16 words of packed weights, which lie one after the other whatever blocks they belong to. The bytes of
 * x that belong to it are read where they lie if the chunk is four whole blocks side by side and the pixels of a
 * strip are equally far apart; else they are gathered first. The last words are filled up to a chunk by weights of
 * zero. */
#include "kernels/prim/qconv_bytes.h"

#if CM_ARCH_X86

#include "base/bytes.h"
#include "base/ckd.h"
#include "kernels/x86/amx.h"
#include "kernels/x86/qconv_put_avx512.h"

#define QA_ROWS ((size_t)AMX_ROWS) /* pixels of a strip */
#define QA_WORDS ((size_t)16) /* of a chunk */
#define QA_BLOCK_WORDS (CM_QCONV_BYTES_BLOCK / 4)
/* Words of the depth from which on a tile is filled well enough. */
#define QA_LEAST ((size_t)8)

typedef struct qa_panel {
    const cm_qconv_bytes_args *a;
    const uint32_t *place; /* of blocks: the number of its first word and 256 times that of its words */
    const uint8_t *w;
    size_t words;    /* of the depth */
    uint8_t *tail;   /* the last chunk, where it is not a whole one */
    size_t line;     /* bytes of a word of all channels */
    size_t share;    /* lines of the next panel to ask for with each chunk */
    const void *ask; /* the next of them */
} qa_panel;

/* A strip of pixels: the first, and how far apart they lie; 0: not equally far. */
typedef struct qa_strip {
    const uint8_t *const *x;
    size_t step;
    uint8_t *gathered;
} qa_strip;

/* The next word of the depth: a block, and how many of its words are done. */
typedef struct qa_cursor {
    size_t block, done;
} qa_cursor;

static qa_strip qa_strip_at(const cm_qconv_bytes_args *a, size_t first, uint8_t *gathered) {
    qa_strip s = {a->x + first, (size_t)((uintptr_t)a->x[first + 1] - (uintptr_t)a->x[first]), gathered};
    for (size_t i = 2; i < QA_ROWS; i++) {
        if ((uintptr_t)s.x[i] - (uintptr_t)s.x[i - 1] != s.step) s.step = 0;
    }
    return s;
}

/* Where a pixel reads a chunk of four whole blocks that lie side by side; SIZE_MAX: it is no such chunk. */
static size_t qa_direct(const qa_panel *q, const qa_cursor *c, size_t words) {
    const uint32_t whole = (uint32_t)QA_BLOCK_WORDS << 8;
    const size_t *off = q->a->off + c->block;
    if (c->done != 0 || words != QA_WORDS || c->block + 4 > q->a->head->blocks) return SIZE_MAX;
    for (size_t i = 0; i < 4; i++) {
        if (q->place[c->block + i] != whole || off[i] != off[0] + i * CM_QCONV_BYTES_BLOCK) return SIZE_MAX;
    }
    return off[0];
}

/* The bytes of a chunk that begins at the cursor, [pixel][64]; what lies behind `words` is left as it was. */
static void qa_gather(const qa_panel *q, const qa_strip *s, qa_cursor c, size_t words) {
    for (size_t at = 0, some; at < words; at += some) {
        uint32_t place = q->place[c.block];
        size_t n = place >> 8;
        const size_t from = q->a->off[c.block] + 4 * ((size_t)(place & 0xff) + c.done);
        uint8_t *to = s->gathered + 4 * at;
        some = cm_min_size(n - c.done, words - at);
        for (size_t i = 0; i < QA_ROWS; i++, to += 4 * QA_WORDS) {
            const uint8_t *x = s->x[i] + from;
            if (some == QA_BLOCK_WORDS) memcpy(to, x, 4 * QA_BLOCK_WORDS);
            for (size_t w = 0; w < some && some < QA_BLOCK_WORDS; w++) memcpy(to + 4 * w, x + 4 * w, 4);
        }
        c.done += some;
        if (c.done == n) c.block++, c.done = 0;
    }
}

static void qa_advance(const qa_panel *q, qa_cursor *c, size_t words) {
    for (size_t n; words > 0; words -= n) {
        n = cm_min_size((q->place[c->block] >> 8) - c->done, words);
        c->done += n;
        if (c->done == q->place[c->block] >> 8) c->block++, c->done = 0;
    }
}

/* Makes the chunk of a strip readable: its first row; *step: bytes from row to row. */
AMX_FN const uint8_t *qa_rows(const qa_panel *q, const qa_strip *s, const qa_cursor *c, size_t direct, size_t words,
                             size_t *step) {
    if (direct != SIZE_MAX && s->step != 0) {
        *step = s->step;
        return s->x[0] + direct;
    }
    qa_gather(q, s, *c, words);
    *step = 4 * QA_WORDS;
    return s->gathered;
}

/* The sums of two strips, or of the first. Constants: two; both, vectors of channels.
 *   sum  [2 * QA_ROWS][2 * QV_N] */
AMX_FN void qa_sums(qa_panel *q, const qa_strip *strips, int32_t *sum, const bool two, const bool both) {
    const size_t row = 2 * QV_N * sizeof *sum;
    qa_cursor c = {0, 0};
    const uint8_t *w = q->w;
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (size_t left = q->words, n; left > 0; left -= n, w += n * q->line) {
        size_t step[2] = {0, 0};
        n = cm_min_size(QA_WORDS, left);
        const uint8_t *b = n < QA_WORDS ? q->tail : w;
        size_t direct = qa_direct(q, &c, n);
        const uint8_t *x0 = qa_rows(q, &strips[0], &c, direct, n, &step[0]), *x1 = x0;
        if (two) x1 = qa_rows(q, &strips[1], &c, direct, n, &step[1]);
        for (size_t i = 0; i < q->share; i++, q->ask = (const void *)((uintptr_t)q->ask + 64)) CM_PREFETCH_L2(q->ask);
        CM_BARRIER();
        CM_TILE_LOAD(4, x0, step[0]);
        CM_TILE_LOAD(6, b, q->line);
        _tile_dpbusd(0, 4, 6);
        if (both) {
            CM_TILE_LOAD(7, b + 64, q->line);
            _tile_dpbusd(1, 4, 7);
        }
        if (two) {
            CM_TILE_LOAD(5, x1, step[1]);
            _tile_dpbusd(2, 5, 6);
        }
        if (two && both) _tile_dpbusd(3, 5, 7);
        qa_advance(q, &c, n);
    }
    CM_TILE_STORE(0, sum, row);
    if (both) CM_TILE_STORE(1, sum + QV_N, row);
    if (two) CM_TILE_STORE(2, sum + QA_ROWS * 2 * QV_N, row);
    if (two && both) CM_TILE_STORE(3, sum + QA_ROWS * 2 * QV_N + QV_N, row);
    CM_BARRIER();
}

/* Gives the sums of a strip to the caller. Constant: both. */
AMX_FN void qa_put(const cm_qconv_bytes_args *a, size_t first, const int32_t *from, const bool both) {
    const int nv = both ? 2 : 1;
    const __m512i i0 = _mm512_loadu_si512(a->init), i1 = both ? _mm512_loadu_si512(a->init + QV_N) : i0;
    for (size_t p = 0; p < QA_ROWS; p += 2, from += 4 * QV_N) {
        __m512i s[2] = {_mm512_add_epi32(i0, _mm512_loadu_si512(from)), i1};
        __m512i t[2] = {_mm512_add_epi32(i0, _mm512_loadu_si512(from + 2 * QV_N)), i1};
        if (both) {
            s[1] = _mm512_add_epi32(i1, _mm512_loadu_si512(from + QV_N));
            t[1] = _mm512_add_epi32(i1, _mm512_loadu_si512(from + 3 * QV_N));
        }
        if (both && a->sums == NULL && a->row == NULL) {
            qquads_round_two(a, first + p, s, t, 2);
        } else {
            qquads_put(a, first + p, s, nv);
            qquads_put(a, first + p + 1, t, nv);
        }
    }
}

/* All pixels, at least a strip; strips at the end may begin in the one before them. Constant: both. */
AMX_FN void qa_all(qa_panel *q, const bool both) {
    const cm_qconv_bytes_args *a = q->a;
    _Alignas(64) uint8_t gathered[2][QA_ROWS * 4 * QA_WORDS];
    _Alignas(64) int32_t sum[2 * QA_ROWS * 2 * QV_N];
    memset(gathered, 0, sizeof gathered);
    for (size_t p = 0; p < a->n; p += 2 * QA_ROWS) {
        bool two = a->n - p > QA_ROWS;
        size_t first[2] = {cm_min_size(p, a->n - QA_ROWS), cm_min_size(p + QA_ROWS, a->n - QA_ROWS)};
        qa_strip strips[2] = {qa_strip_at(a, first[0], gathered[0]), qa_strip_at(a, first[1], gathered[1])};
        if (two) {
            qa_sums(q, strips, sum, true, both);
        } else {
            qa_sums(q, strips, sum, false, both);
        }
        qa_put(a, first[0], sum, both);
        if (two) qa_put(a, first[1], sum + QA_ROWS * 2 * QV_N, both);
    }
}

AMX_TARGET void cm_qconv_bytes_amx(const cm_qconv_bytes_args *a) {
    qa_panel q = {.a = a, .place = (const uint32_t *)(const void *)(a->head + 1)};
    _Alignas(64) uint8_t tail[QA_WORDS * 4 * 2 * QV_N];
    for (size_t i = 0; i < a->head->blocks; i++) q.words += q.place[i] >> 8;
    if (a->n < QA_ROWS || q.words < QA_LEAST) {
        cm_qconv_bytes_vnni(a);
        return;
    }
    q.w = (const uint8_t *)a->head + a->head->at;
    q.line = a->cols > QV_N ? 128 : 64;
    q.tail = tail;
    size_t whole = q.words / QA_WORDS * QA_WORDS, rest = (q.words - whole) * q.line;
    memcpy(tail, q.w + whole * q.line, rest);
    memset(tail + rest, 0, sizeof tail - rest);
    if (a->next != NULL) {
        size_t pairs = (a->n + 2 * QA_ROWS - 1) / (2 * QA_ROWS);
        q.ask = a->next;
        q.share = (QA_WORDS * q.line / 64 + pairs - 1) / pairs;
    }
    amx_begin();
    if (q.line == 128) {
        qa_all(&q, true);
    } else {
        qa_all(&q, false);
    }
    amx_end();
}

#else
typedef int qconv_bytes_amx_not_here; /* ISO C wants a declaration in every file */
#endif
