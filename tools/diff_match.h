/* diff_match.h — two models side by side: which node, which value of one is which of the other. */
#ifndef CM_TOOLS_DIFF_MATCH_H
#define CM_TOOLS_DIFF_MATCH_H

#include "ir/graph.h"
#include "tools/tool.h"

/* One model. Two values, or nodes, of the two models that correspond have the same number > 0. */
typedef struct diff_side {
    const cameo_model *model;
    const cm_tables *t;
    uint64_t *
        value_hash; /* what computes it, names of inner values apart; of a constant: its type and bytes */
    uint64_t *node_hash;
    uint32_t *value_pair; /* 0: no counterpart */
    uint32_t *node_pair;
    cm_id *function; /* per graph: the function in whose body it lies, or CM_NONE */
} diff_side;

/* Fills both, from their model and t. Free with diff_free.
 *
 * Nodes correspond that compute the same from the same; then those of one operator and output name; then those
 * of one operator, attributes and operands, as far as those correspond, again and again. */
void diff_match(diff_side *a, diff_side *b);
void diff_free(diff_side *s);

/* Whether two attributes have one type and content. Graphs are taken to be equal whatever is in them. */
bool diff_same_attr(const diff_side *a, const cm_attr *x, const diff_side *b, const cm_attr *y);
/* Type, dims and bytes of a tensor. */
uint64_t diff_hash_tensor(const cm_tables *t, cm_id tensor);

#endif
