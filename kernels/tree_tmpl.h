/* tree_tmpl.h — trees over rows of one dtype. Parameters:
 *   TREE_NAME     suffix of the functions
 *   TREE_X        element of X
 *   TREE_V        type in which a feature is compared with a threshold
 *   TREE_LOAD(x)  feature as TREE_V
 *   TREE_AT(f, i) threshold of node i as TREE_V */
#define TREE_CAT_(a, b) a##b
#define TREE_CAT(a, b) TREE_CAT_(a, b)

/* The child of node `at` where row x goes. mode: CM_TREE_* of every node, or -1: as the node says. */
CM_INLINE int32_t TREE_CAT(tree_step_, TREE_NAME)(const tree_forest *f, int32_t at, const TREE_X *x,
                                                  int32_t mode) {
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
    return node[3 - (int32_t)go]; /* a load, not a branch that nobody can predict */
}

/* One tree over n rows. Rows go down side by side, TREE_LANES at a time, since each waits for its loads.
 * Ends, since children have greater indices than their parents. */
CM_INLINE void TREE_CAT(tree_walk_, TREE_NAME)(const tree_forest *f, int32_t root, const TREE_X *x,
                                               size_t n, size_t cols, tree_scores *s,
                                               int32_t mode) {
    int32_t at[TREE_LANES];
    size_t r = 0;
    for (; n - r >= TREE_LANES; r += TREE_LANES) {
        const TREE_X *row = x + r * cols;
        int32_t inner = root; /* below 0 where every lane is at its leaf */
        for (size_t i = 0; i < TREE_LANES; i++) at[i] = root;
        while (inner >= 0) {
            inner = -1;
            for (size_t i = 0; i < TREE_LANES; i++) {
                if (at[i] >= 0)
                    at[i] = TREE_CAT(tree_step_, TREE_NAME)(f, at[i], row + i * cols, mode);
                inner &= at[i];
            }
        }
        for (size_t i = 0; i < TREE_LANES; i++) tree_add_leaf(f, s, r + i, ~at[i]);
    }
    for (; r < n; r++) {
        int32_t node = root;
        while (node >= 0) node = TREE_CAT(tree_step_, TREE_NAME)(f, node, x + r * cols, mode);
        tree_add_leaf(f, s, r, ~node);
    }
}

/* Every tree over n rows; rows of `cols` features, accumulated row by row in s. */
static void TREE_CAT(tree_rows_, TREE_NAME)(const tree_forest *f, const void *data, size_t n,
                                            size_t cols, tree_scores *s) {
    for (size_t t = 0; t < f->n_trees; t++) {
        if (f->mode == CM_TREE_LEQ) {
            TREE_CAT(tree_walk_, TREE_NAME)(f, f->root[t], data, n, cols, s, CM_TREE_LEQ);
        } else if (f->mode == CM_TREE_LT) {
            TREE_CAT(tree_walk_, TREE_NAME)(f, f->root[t], data, n, cols, s, CM_TREE_LT);
        } else {
            TREE_CAT(tree_walk_, TREE_NAME)(f, f->root[t], data, n, cols, s, -1);
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
