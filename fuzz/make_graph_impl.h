/* make_graph_impl.h — what the files that make a graph share: the fuzzer's bytes and memory. */
#ifndef CM_FUZZ_MAKE_GRAPH_IMPL_H
#define CM_FUZZ_MAKE_GRAPH_IMPL_H

#include "base/port.h"
#include "fuzz/make_graph.h"

#define MADE_NONE UINT32_MAX

typedef struct made {
    made_graph g;
    const uint8_t *next, *end; /* of the fuzzer's bytes */
    uint64_t noise;            /* state of the numbers that are not worth bytes */
    size_t used;               /* of made_memory */
} made;

uint32_t made_byte(made *m);
uint32_t made_below(made *m, uint32_t n); /* n >= 1; one byte of the fuzzer's */
uint64_t made_noise(made *m);
/* Zeroed memory for as long as the graph; NULL: none is left. */
void *made_alloc(made *m, size_t bytes);

/* A new input or constant: one of the dtypes, bits as in cm_types, of dims that go with those of value `like`
 * (MADE_NONE: with no other). MADE_NONE: there is no room. */
uint32_t made_leaf(made *m, uint32_t dtypes, uint32_t like);
/* Fills t with what the bytes choose: false: no room. */
bool made_fill(made *m, cameo_tensor *t);

/* Attributes of a node whose operands are chosen; false: one that is required cannot be made. */
bool made_attrs(made *m, made_node *n);

/* The model's bytes: g->bytes, g->size. false: it is too large. outputs: only those that are chosen. */
bool made_write(made_graph *g, bool outputs);

#endif
