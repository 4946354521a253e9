/* qconv_bytes_pack.c — which products are added in 16 bits, and the panels of kernels/prim/qconv_bytes.h. */
#include "base/ckd.h"
#include "kernels/prim/qconv_bytes.h"

#define QPACK_BLOCK CM_QCONV_BYTES_BLOCK
#define QPACK_NR ((size_t)cm_qconv_tile_nr_avx2) /* channels of a panel of groups */

/* Weights of a block: [k][m]. */
typedef uint8_t qpack_weights[QPACK_BLOCK][QPACK_NR];

/* ---- groups of weights ---- */

/* Bytes below 128, eight in a word, so that some are subtracted and compared at once: magnitudes of weights halved
 * and rounded up, so that a group which fits is a safe one. */
#define QPACK_EACH (UINT64_MAX / 255)
#define QPACK_EVEN (UINT64_MAX / 257)
#define QPACK_GUARD (QPACK_EACH << 7)
#define QPACK_ROOM (QPACK_EACH << 6) /* 64 in each byte */
#define QPACK_WORDS (2 * QPACK_NR / 8) /* positive weights of each channel, negative ones */
#define QPACK_FOURS (QPACK_BLOCK / 4)

typedef struct qpack_group {
    uint64_t room[QPACK_WORDS]; /* what each side may still get, with the guard bits set */
    uint8_t n, k[4];
} qpack_group;

typedef struct qpack_block {
    uint64_t side[QPACK_BLOCK][QPACK_WORDS]; /* of each k */
    uint32_t size[QPACK_BLOCK];              /* magnitudes of all its weights */
    bool rest[QPACK_BLOCK];                  /* in no group yet */
    uint8_t order[QPACK_BLOCK];              /* what was in no group, by falling size */
    size_t n;                                /* of them */
    qpack_group four[QPACK_FOURS];
} qpack_block;

/* How a block's k are grouped: those of eights come first, then those of fours, then of twos. */
typedef struct qpack_plan {
    bool plain[QPACK_BLOCK / 8]; /* eight k that lie side by side are an entry without more, and not in k */
    size_t eights, fours, twos;
    uint8_t k[2 * QPACK_BLOCK]; /* or CM_QCONV_BYTES_NONE */
} qpack_plan;

/* Both sides of the weights of one k; returns the sum of magnitudes, halved. */
static uint32_t qpack_sides(const uint8_t *w, uint64_t *side) {
    uint64_t sum = 0;
    for (size_t i = 0; i < QPACK_WORDS / 2; i++) {
        uint64_t v;
        memcpy(&v, w + 8 * i, sizeof v);
        uint64_t sign = v >> 7 & QPACK_EACH, minus = sign * 255;
        uint64_t half = (((v ^ minus) + sign + QPACK_EACH) >> 1) & ~QPACK_GUARD;
        side[i] = half & ~minus;
        side[QPACK_WORDS / 2 + i] = half & minus;
        sum += (half & QPACK_EVEN) + (half >> 8 & QPACK_EVEN);
    }
    return (uint32_t)(sum * UINT64_C(0x0001000100010001) >> 48);
}

static void qpack_measure(qpack_block *b, qpack_weights w, size_t n) {
    for (size_t k = 0; k < n; k++) {
        b->size[k] = qpack_sides(w[k], b->side[k]);
        b->rest[k] = true;
    }
}

static void qpack_open(qpack_group *g) {
    g->n = 0;
    for (size_t i = 0; i < QPACK_WORDS; i++) g->room[i] = QPACK_GUARD | QPACK_ROOM;
}

/* Takes k if the group is safe then. */
static bool qpack_take(qpack_group *g, const uint64_t *side, uint8_t k) {
    uint64_t fits = QPACK_GUARD;
    for (size_t i = 0; i < QPACK_WORDS; i++) fits &= g->room[i] - side[i];
    if (fits != QPACK_GUARD) return false;
    for (size_t i = 0; i < QPACK_WORDS; i++) g->room[i] -= side[i];
    g->k[g->n++] = k;
    return true;
}

/* Takes eight k that lie side by side from the rest where they are safe as they lie. */
static bool qpack_plain(qpack_block *b, size_t first) {
    qpack_group four[2];
    bool safe = true;
    qpack_open(&four[0]);
    qpack_open(&four[1]);
    for (size_t i = 0; i < 8 && safe; i++) {
        four[i / 2 % 2].n = 0;
        safe = qpack_take(&four[i / 2 % 2], b->side[first + i], 0);
    }
    for (size_t i = 0; i < 8 && safe; i++) b->rest[first + i] = false;
    return safe;
}

static void qpack_sort(qpack_block *b, size_t n) {
    b->n = 0;
    for (size_t k = 0; k < n; k++) {
        if (!b->rest[k]) continue;
        size_t at = b->n++;
        for (; at > 0 && b->size[b->order[at - 1]] < b->size[k]; at--) b->order[at] = b->order[at - 1];
        b->order[at] = (uint8_t)k;
    }
}

/* n groups of four, each k in the first that it fits, large ones first. */
static void qpack_fours(qpack_block *b, size_t n) {
    for (size_t j = 0; j < n; j++) qpack_open(&b->four[j]);
    for (size_t i = 0; i < b->n; i++) {
        uint8_t k = b->order[i];
        for (size_t j = 0; j < n; j++) {
            if (b->four[j].n < 4 && qpack_take(&b->four[j], b->side[k], k)) break;
        }
    }
}

/* Two groups are an entry: bytes 0 and 1 of two words, bytes 2 and 3. Full ones count, or all if no k is outside. */
static size_t qpack_eights(qpack_block *b, size_t n, uint8_t *k) {
    const qpack_group *full[QPACK_FOURS];
    size_t n_full = 0, taken = 0;
    for (size_t j = 0; j < n; j++) taken += b->four[j].n;
    for (size_t j = 0; j < n; j++) {
        if (b->four[j].n == 4 || taken == b->n) full[n_full++] = &b->four[j];
    }
    for (size_t j = 0; j < n_full / 2 * 2; j++) {
        for (size_t i = 0; i < 4; i++) {
            size_t at = j / 2 * 8 + i / 2 * 4 + j % 2 * 2 + i % 2;
            k[at] = i < full[j]->n ? full[j]->k[i] : CM_QCONV_BYTES_NONE;
            if (i < full[j]->n) b->rest[full[j]->k[i]] = false;
        }
    }
    return n_full / 2;
}

/* Pairs of the rest: each k, large ones first, with the largest one that fits. Returns how many k are in pairs. */
static size_t qpack_pairs(qpack_block *b, uint8_t *k, uint8_t *single, size_t *n_single) {
    size_t n = 0;
    *n_single = 0;
    for (size_t i = 0; i < b->n; i++) {
        uint8_t first = b->order[i];
        qpack_group pair;
        if (!b->rest[first]) continue;
        qpack_open(&pair);
        bool fits = qpack_take(&pair, b->side[first], first);
        b->rest[first] = false;
        for (size_t j = i + 1; j < b->n && fits && pair.n < 2; j++) {
            uint8_t other = b->order[j];
            if (b->rest[other] && qpack_take(&pair, b->side[other], other)) b->rest[other] = false;
        }
        if (pair.n < 2) single[(*n_single)++] = first;
        if (pair.n == 2) k[n++] = pair.k[0], k[n++] = pair.k[1];
    }
    return n;
}

/* n k, 1 to 16 of them; w has zeros for channels that are not there. */
static void qpack_plan_block(qpack_weights w, size_t n, qpack_plan *plan) {
    qpack_block b;
    uint8_t single[QPACK_BLOCK + 3];
    size_t n_single;
    qpack_measure(&b, w, n);
    for (size_t i = 0; i < QPACK_BLOCK / 8; i++) plan->plain[i] = n >= 8 * (i + 1) && qpack_plain(&b, 8 * i);
    qpack_sort(&b, n);
    size_t n_fours = 2 * ((b.n + 3) / 8); /* four or less are no eight */
    qpack_fours(&b, n_fours);
    plan->eights = qpack_eights(&b, n_fours, plan->k);
    uint8_t *k = plan->k + 8 * plan->eights;
    size_t paired = qpack_pairs(&b, k, single, &n_single);
    plan->fours = paired / 4;
    k += 4 * plan->fours;
    if (paired % 4 != 0) single[n_single++] = k[0], single[n_single++] = k[1];
    if (n_single % 2 != 0) single[n_single++] = CM_QCONV_BYTES_NONE;
    memcpy(k, single, n_single);
    plan->twos = n_single / 2;
}

/* ---- panels ---- */

/* Where the weights of a block's k lie from those of a channel on; returns how many k it has. */
static size_t qpack_places(const cm_qconv_bytes_source *s, size_t block, size_t *at) {
    size_t per = cm_qconv_bytes_blocks(s->len), l = block % per * QPACK_BLOCK, n = cm_min_size(QPACK_BLOCK, s->len - l);
    size_t tap = block / per * s->taps + l / s->c, c = l % s->c;
    for (size_t k = 0; k < n; k++) {
        at[k] = c * s->ld_c + tap;
        if (++c == s->c) c = 0, tap++;
    }
    return n;
}

/* Weights of a block to w; returns how many k it has. What lies side by side is read together. */
static size_t qpack_gather(const cm_qconv_bytes_source *s, size_t block, qpack_weights w) {
    size_t at[QPACK_BLOCK], n = qpack_places(s, block, at);
    for (size_t k = 0; k < n && s->ld_j == 1; k++) {
        for (size_t j = 0; j < s->cols; j++) w[k][j] = s->w[at[k] + j] ^ s->flip;
    }
    for (size_t j = 0; j < s->cols && s->ld_j != 1; j++) {
        const uint8_t *from = s->w + j * s->ld_j;
        for (size_t k = 0; k < n; k++) w[k][j] = from[at[k]] ^ s->flip;
    }
    return n;
}

/* Entries of one kind: `words` words of their places, each naming so many bytes, behind the block's number. While
 * weights are packed: the next one, and where its weights go. */
typedef struct qpack_list {
    bool plain; /* the one word of places is the first of eight bytes */
    size_t words, each;
    uint32_t *at;
    size_t n, next;
    uint8_t *w;
} qpack_list;

/* Adds n entries of a block, whose own bytes begin at `shift`. Returns what is behind their k. */
static const uint8_t *qpack_add(qpack_list *list, size_t n, size_t block, size_t shift, const uint8_t *k) {
    for (; n > 0; n--) {
        uint32_t *at = list->at + list->n++ * (1 + list->words);
        at[0] = (uint32_t)block;
        for (size_t i = 0; i < list->words; i++) {
            at[1 + i] = 0;
            for (size_t d = 0; d < list->each; d++, k++) {
                uint32_t byte = *k == CM_QCONV_BYTES_NONE ? CM_QCONV_BYTES_NONE : *k + (uint32_t)shift;
                at[1 + i] |= byte << 8 * d * (4 / list->each);
            }
        }
    }
    return k;
}

/* dst[m][each]: the weights of the bytes that a word names. Constants: each, width. */
CM_INLINE void qpack_word(uint32_t word, size_t shift, qpack_weights w, const size_t each, const size_t width,
                          uint8_t *restrict dst) {
    static const uint8_t none[QPACK_NR];
    const uint8_t *from[4];
    for (size_t d = 0; d < each; d++) {
        uint32_t byte = word >> 8 * d * (4 / each) & 0xff;
        from[d] = byte == CM_QCONV_BYTES_NONE ? none : w[byte - shift];
    }
    for (size_t m = 0; m < width; m++) {
        for (size_t d = 0; d < each; d++) dst[each * m + d] = from[d][m];
    }
}

/* Adds an entry of eight bytes side by side. */
static void qpack_add_plain(qpack_list *list, size_t block, size_t first) {
    uint32_t *at = list->at + 2 * list->n++;
    at[0] = (uint32_t)block;
    at[1] = (uint32_t)first;
}

/* The word that names four bytes from this one on. */
static uint32_t qpack_next(uint32_t first) { return UINT32_C(0x03020100) + UINT32_C(0x01010101) * first; }

/* Weights of the list's entries that are of this block. */
static void qpack_put(qpack_list *list, size_t block, size_t shift, qpack_weights w, size_t width) {
    const uint32_t *at = list->at + list->next * (1 + list->words);
    size_t words = list->plain ? 2 : list->words;
    for (; list->next < list->n && at[0] == block; list->next++, at += 1 + list->words) {
        for (size_t i = 0; i < words; i++, list->w += list->each * width) {
            uint32_t word = list->plain ? qpack_next(at[1] + 4 * (uint32_t)i) : at[1 + i];
            if (width == QPACK_NR && list->each == 4) {
                qpack_word(word, shift, w, 4, QPACK_NR, list->w);
            } else {
                qpack_word(word, shift, w, list->each, width, list->w);
            }
        }
    }
}

/* Words of the places of a block's entries, at most 2 eights of either kind, 4 fours and 8 twos. */
enum { QPACK_LISTS = 4, QPACK_WORDS_PLAIN = 4, QPACK_WORDS_EIGHTS = 6, QPACK_WORDS_FOURS = 8, QPACK_WORDS_TWOS = 16 };

/* The entries of all blocks in three lists, and the sums of weights. */
static void qpack_plan_all(const cm_qconv_bytes_source *s, cm_qconv_bytes_head *h, qpack_list *list) {
    qpack_weights w = {{0}};
    qpack_plan plan;
    int32_t sum[QPACK_NR] = {0};
    for (size_t b = 0; b < s->n_seg * cm_qconv_bytes_blocks(s->len); b++) {
        size_t n = qpack_gather(s, b, w), shift;
        (void)cm_qconv_bytes_block(s->len, b % cm_qconv_bytes_blocks(s->len), &shift);
        for (size_t k = 0; k < n; k++) {
            for (size_t m = 0; m < QPACK_NR; m++) sum[m] += (int8_t)w[k][m];
        }
        qpack_plan_block(w, n, &plan);
        for (size_t i = 0; i < QPACK_BLOCK / 8; i++) {
            if (plan.plain[i]) qpack_add_plain(&list[0], b, shift + 8 * i);
        }
        const uint8_t *k = qpack_add(&list[1], plan.eights, b, shift, plan.k);
        k = qpack_add(&list[2], plan.fours, b, shift, k);
        (void)qpack_add(&list[3], plan.twos, b, shift, k);
    }
    memcpy(h->sum, sum, sizeof sum);
}

/* Where the lists' places begin, while it is not known how many there are. Returns how many bytes they take. */
static size_t qpack_spread(qpack_list *list, uint32_t *at, size_t n_blocks) {
    static const uint8_t most[QPACK_LISTS] = {QPACK_WORDS_PLAIN, QPACK_WORDS_EIGHTS, QPACK_WORDS_FOURS,
                                              QPACK_WORDS_TWOS};
    size_t words = 0;
    for (size_t i = 0; i < QPACK_LISTS; words += n_blocks * most[i++]) list[i].at = at + words;
    return words * sizeof *at;
}

/* Moves the lists' places together; returns their end. */
static uint32_t *qpack_gather_lists(qpack_list *list) {
    uint32_t *end = list[0].at;
    for (size_t i = 0; i < QPACK_LISTS; i++) {
        size_t n = list[i].n * (1 + list[i].words);
        memmove(end, list[i].at, n * sizeof *end);
        list[i].at = end;
        end += n;
    }
    return end;
}

static size_t qpack_groups(const cm_qconv_bytes_source *s, void *dst, size_t room, size_t *cost) {
    CM_ASSERT(s->nr == QPACK_NR);
    cm_qconv_bytes_head *h = dst;
    size_t width = cm_qconv_tile_width(QPACK_NR, s->cols), n_blocks = s->n_seg * cm_qconv_bytes_blocks(s->len), shift;
    qpack_list list[QPACK_LISTS] = {{.plain = true, .words = 1, .each = 4}, {.words = 2, .each = 4},
                                    {.words = 1, .each = 4}, {.words = 1, .each = 2}};
    if (room < sizeof *h + qpack_spread(list, (uint32_t *)(void *)(h + 1), n_blocks)) return 0;
    memset(h, 0, sizeof *h);
    h->width = (uint32_t)width;
    qpack_plan_all(s, h, list);
    h->plain = (uint32_t)list[0].n, h->eights = (uint32_t)list[1].n;
    h->fours = (uint32_t)list[2].n, h->twos = (uint32_t)list[3].n;
    *cost += list[0].n * CM_QCONV_BYTES_PLAIN + list[1].n * CM_QCONV_BYTES_EIGHT + list[2].n * CM_QCONV_BYTES_FOUR +
             list[3].n * CM_QCONV_BYTES_TWO;
    h->at = (uint32_t)(((size_t)((uint8_t *)qpack_gather_lists(list) - (uint8_t *)dst) + 31) / 32 * 32);
    size_t size = h->at;
    for (size_t i = 0; i < QPACK_LISTS; i++) {
        list[i].w = (uint8_t *)dst + size;
        size += list[i].n * (list[i].plain ? 2 : list[i].words) * list[i].each * width;
    }
    if (size > room) return 0;
    qpack_weights w = {{0}};
    for (size_t b = 0; b < n_blocks; b++) {
        (void)qpack_gather(s, b, w);
        (void)cm_qconv_bytes_block(s->len, b % cm_qconv_bytes_blocks(s->len), &shift);
        for (size_t i = 0; i < QPACK_LISTS; i++) qpack_put(&list[i], b, shift, w, width);
    }
    return size;
}

/* ---- quads ---- */

bool cm_qconv_bytes_quads_room(size_t n_seg, size_t len, size_t nr, size_t *bytes) {
    size_t places, weights;
    bool over = cm_ckd_mul(n_seg, cm_qconv_bytes_blocks(len), &places) || cm_ckd_mul(places, 4, &places) ||
                cm_ckd_mul(n_seg, cm_qconv_bytes_quads(len), &weights) || cm_ckd_mul(weights, 4 * nr, &weights) ||
                cm_ckd_add(places, sizeof(cm_qconv_bytes_head), &places) || cm_ckd_align(places, 64, &places) ||
                cm_ckd_add(places, weights, bytes);
    return !over;
}

/* Weights of a block's words from `first` on, [words][width][4], and their sums. What is outside of the block's own
 * bytes, which begin at `shift`, has zeros. */
static void qpack_quads_block(const cm_qconv_bytes_source *s, size_t block, size_t shift, size_t width, int32_t *sum,
                              uint8_t *w) {
    size_t at[QPACK_BLOCK], n = qpack_places(s, block, at);
    for (size_t k = 0; k < n; k++) {
        size_t byte = shift % 4 + k;
        uint8_t *to = w + byte / 4 * 4 * width + byte % 4;
        for (size_t j = 0; j < s->cols; j++) {
            to[4 * j] = s->w[j * s->ld_j + at[k]] ^ s->flip;
            sum[j] += (int8_t)to[4 * j];
        }
    }
}

static size_t qpack_quads(const cm_qconv_bytes_source *s, void *dst, size_t room) {
    cm_qconv_bytes_head *h = dst;
    size_t width = cm_qconv_tile_width(s->nr, s->cols), per = cm_qconv_bytes_blocks(s->len), size, shift;
    if (!cm_qconv_bytes_quads_room(s->n_seg, s->len, width, &size) || size > room) return 0;
    memset(dst, 0, size);
    h->blocks = (uint32_t)(s->n_seg * per);
    h->width = (uint32_t)width;
    h->at = (uint32_t)(size - s->n_seg * cm_qconv_bytes_quads(s->len) * 4 * width);
    uint32_t *at = (uint32_t *)(void *)(h + 1);
    uint8_t *w = (uint8_t *)dst + h->at;
    for (size_t b = 0; b < h->blocks; b++) {
        (void)cm_qconv_bytes_block(s->len, b % per, &shift);
        size_t end = cm_min_size(QPACK_BLOCK, s->len), words = (end + 3) / 4 - shift / 4;
        at[b] = (uint32_t)(shift / 4 + 256 * words);
        qpack_quads_block(s, b, shift, width, h->sum, w);
        w += words * 4 * width;
    }
    return size;
}

size_t cm_qconv_bytes_pack(const cm_qconv_bytes_source *s, void *dst, size_t room, size_t *cost) {
    return s->form == CM_QCONV_QUADS ? qpack_quads(s, dst, room) : qpack_groups(s, dst, room, cost);
}
