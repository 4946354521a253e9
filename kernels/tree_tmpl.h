/* tree_tmpl.h — trees over rows of one dtype. Parameters:
 *   TREE_NAME     suffix of the functions
 *   TREE_X        element of X
 *   TREE_V        type in which a feature is compared with a threshold
 *   TREE_LOAD(x)  feature as TREE_V
 *   TREE_AT(f, i) threshold of node i as TREE_V */
#define TREE_CAT_(a, b) a##b
#define TREE_CAT(a, b) TREE_CAT_(a, b)

/* The leaf of one row. mode: CM_TREE_* of every node, or -1: as the node says. Ends, since children have
 * greater indices than their parents. */
CM_INLINE int32_t TREE_CAT(tree_walk_, TREE_NAME)(const tree_forest *f, int32_t at, const TREE_X *x,
                                                  int32_t mode) {
    while (at >= 0) {
        const int32_t *node = f->node + (size_t)at * 4;
        TREE_V v = TREE_LOAD(x[(uint32_t)node[0] >> 4]);
        TREE_V t = TREE_AT(f, at);
        bool go;
        switch (mode >= 0 ? mode : node[0] & 7) {
        case CM_TREE_LEQ: go = v <= t; break;
        case CM_TREE_LT: go = v < t; break;
        case CM_TREE_GTE: go = v >= t; break;
        case CM_TREE_GT: go = v > t; break;
        case CM_TREE_EQ: go = v == t; break;
        default: go = v != t; break;
        }
        if (mode < 0 && (node[0] & 8) != 0 && v != v) go = true;
        at = node[go ? 2 : 3];
    }
    return ~at;
}

/* Every tree over n rows; rows of `cols` features, accumulated row by row in s. */
static void TREE_CAT(tree_rows_, TREE_NAME)(const tree_forest *f, const void *data, size_t n,
                                            size_t cols, tree_scores *s) {
    const TREE_X *x = data;
    for (size_t t = 0; t < f->n_trees; t++) {
        int32_t root = f->root[t];
        for (size_t r = 0; r < n; r++) {
            const TREE_X *row = x + r * cols;
            int32_t leaf;
            if (f->mode == CM_TREE_LEQ) {
                leaf = TREE_CAT(tree_walk_, TREE_NAME)(f, root, row, CM_TREE_LEQ);
            } else if (f->mode == CM_TREE_LT) {
                leaf = TREE_CAT(tree_walk_, TREE_NAME)(f, root, row, CM_TREE_LT);
            } else {
                leaf = TREE_CAT(tree_walk_, TREE_NAME)(f, root, row, -1);
            }
            tree_add_leaf(f, s, r, leaf);
        }
    }
}

#undef TREE_CAT_
#undef TREE_CAT
#undef TREE_NAME
#undef TREE_X
#undef TREE_V
#undef TREE_LOAD
#undef TREE_AT
