/* rewrites.h — the rewrites of ir/rewrite/rewrites.def as numbers, and sets of them. */
#ifndef CM_IR_REWRITES_H
#define CM_IR_REWRITES_H

#include "base/port.h"

typedef enum cm_rewrite_id {
#define CM_REWRITE(name, ...) CM_REWRITE_##name,
#include "ir/rewrite/rewrites.def"
#undef CM_REWRITE
    CM_REWRITE_COUNT
} cm_rewrite_id;

#define CM_REWRITE_WORDS ((CM_REWRITE_COUNT + 63) / 64)

/* Bit i % 64 of word i / 64: rewrite i is in the set. Bits from CM_REWRITE_COUNT on mean nothing. */
typedef struct cm_rewrites {
    uint64_t word[CM_REWRITE_WORDS];
} cm_rewrites;

/* i < CM_REWRITE_COUNT, here and below. */
CM_INLINE bool cm_rewrites_has(const cm_rewrites *s, uint32_t i) {
    return (s->word[i / 64] >> i % 64 & 1) != 0;
}

CM_INLINE void cm_rewrites_add(cm_rewrites *s, uint32_t i) { s->word[i / 64] |= UINT64_C(1) << i % 64; }

/* The set of one rewrite. */
CM_INLINE cm_rewrites cm_rewrites_of(uint32_t i) {
    cm_rewrites s = {{0}};
    cm_rewrites_add(&s, i);
    return s;
}

CM_INLINE cm_rewrites cm_rewrites_or(cm_rewrites a, cm_rewrites b) {
    for (int i = 0; i < CM_REWRITE_WORDS; i++) a.word[i] |= b.word[i];
    return a;
}

CM_INLINE cm_rewrites cm_rewrites_and(cm_rewrites a, cm_rewrites b) {
    for (int i = 0; i < CM_REWRITE_WORDS; i++) a.word[i] &= b.word[i];
    return a;
}

CM_INLINE bool cm_rewrites_is_empty(const cm_rewrites *s) {
    for (uint32_t i = 0; i < CM_REWRITE_COUNT; i++)
        if (cm_rewrites_has(s, i)) return false;
    return true;
}

/* Those that are not in the set. */
CM_INLINE cm_rewrites cm_rewrites_not(cm_rewrites a) {
    for (int i = 0; i < CM_REWRITE_WORDS; i++) a.word[i] = ~a.word[i];
    return a;
}

#endif
