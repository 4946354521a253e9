/* heap.h — the dynamic heap of a run: memory for what data decides.
 *
 * Bounded two-level free lists over one range of caller bytes (TLSF: Masmano, Ripoll, Crespo, Real,
 * "TLSF: a New Dynamic Memory Allocator for Real-Time Systems", 2004): allocate, free and shrink in O(1).
 * A block is named by an id (its offset in units of CM_HEAP_UNIT), counts its owners, and says of
 * what is in it: a tensor with its dims, or a sequence of further blocks,
 * or a map: two blocks, keys and values. */
#ifndef CM_RUNTIME_HEAP_H
#define CM_RUNTIME_HEAP_H

#include "kernels/kernel.h"

#define CM_HEAP_UNIT ((size_t)64)
#define CM_HEAP_LEVELS 32 /* powers of two */
#define CM_HEAP_SLOTS 8   /* divisions of each power */

/* Head of every block, used or free; the payload follows at the next multiple of CM_HEAP_UNIT. */
typedef struct cm_block {
    uint32_t units;                /* size in units, head included */
    uint32_t prev_units;           /* of the block before it in memory; 0: none */
    uint32_t owners;               /* 0: free */
    uint32_t next_free, prev_free; /* free blocks: ids, CM_NONE = end */
    uint8_t kind;                  /* cameo_kind */
    uint8_t dtype;
    uint8_t rank;
    uint8_t elem_kind;             /* MAP: dtype of the keys */
    size_t n;     /* TENSOR: elements; SEQUENCE, OPTIONAL: items; MAP: 2 */
    size_t bytes; /* of the payload that are in use */
    size_t dims[CM_MAX_RANK];
} cm_block;

typedef struct cm_heap {
    uint8_t *base;
    uint32_t n_units;
    uint32_t used, peak;                          /* units */
    uint32_t first;                               /* bit per level that has a free block */
    uint8_t second[CM_HEAP_LEVELS];               /* bit per slot */
    uint32_t free[CM_HEAP_LEVELS][CM_HEAP_SLOTS]; /* ids */
} cm_heap;

/* Takes over [base, base + size); base aligned to CAMEO_ALIGN. Everything in it is free. */
void cm_heap_init(cm_heap *h, void *base, size_t size);

/* A block with room for `bytes` bytes and one owner. *id is set on success.
 * Errors: E_NOMEM with requested, free and largest free bytes. */
CM_NODISCARD cameo_status cm_heap_alloc(cm_heap *h, size_t bytes, cm_id *id, cameo_error *e);

cm_block *cm_heap_block(const cm_heap *h, cm_id id);
/* Payload of a block, aligned to CM_HEAP_UNIT. */
uint8_t *cm_heap_payload(const cm_heap *h, cm_id id);
/* Payload bytes that fit into the block. */
size_t cm_heap_capacity(const cm_heap *h, cm_id id);

void cm_heap_share(cm_heap *h, cm_id id);
/* One owner less; the last one frees the block and, iteratively, the items of a sequence.
 * id may be CM_NONE. */
void cm_heap_release(cm_heap *h, cm_id id);

/* Makes room for `bytes` in the block of *id, whose only owner the caller is: in place if it fits, else
 * the content moves to a block of at least twice the size. */
CM_NODISCARD cameo_status cm_heap_grow(cm_heap *h, size_t bytes, cm_id *id, cameo_error *e);

/* Units that a block of `bytes` bytes takes. */
size_t cm_heap_units(size_t bytes);
/* Bytes of a heap that never fails where each of some requests is made once at most, whatever is released in
 * between: `units` is the sum of their cm_heap_units, `most` the largest. SIZE_MAX: no heap is so large.
 * What was never handed out stays one piece, larger than the next request rounded up as the search does,
 * by an eighth. */
size_t cm_heap_enough(size_t units, size_t most);

size_t cm_heap_free_bytes(const cm_heap *h);
size_t cm_heap_largest_free(const cm_heap *h);

#endif
