/* lift_tree.c — the tables of TreeEnsembleRegressor, TreeEnsembleClassifier (lists of nodes that name
 * their children by number) and TreeEnsemble (lists of inner nodes and of leaves) as a forest in the
 * form of ir/tree.h. Here, and only here, the tables are checked: lengths, modes, ids, children, roots;
 * that every node has one parent and is reached from its root. Source: ONNX ai.onnx.ml
 * TreeEnsembleRegressor 1, 3, TreeEnsembleClassifier 1, 3, TreeEnsemble 5. */
#include "base/ckd.h"
#include "ir/import/lift_ml.h"
#include "ir/tree.h"

/* What a child is: a row of the table, or TREE_IS_LEAF + number of a leaf. */
#define TREE_IS_LEAF UINT32_C(0x80000000)
#define TREE_MAX_ROWS UINT32_C(0x40000000)
#define TREE_MAX_FEATURE ((1 << 26) - 1)

/* The table of a node, both kinds in one form. */
typedef struct tree_table {
    const cm_lift *l;
    uint32_t n;             /* rows */
    uint8_t *mode;          /* [n] cm_tree_mode */
    const int64_t *feature; /* [n] */
    const int64_t *missing; /* [n] or NULL */
    cm_nums value;          /* [n] thresholds */
    uint32_t *child[2];     /* [n] true, false */
    uint32_t *root;         /* [n_trees] */
    uint32_t n_trees;
    uint32_t n_leaves;
    cm_nums member;      /* the sets of MEMBER nodes, each ends with NaN */
    uint32_t *set_begin; /* [n] where the set of a MEMBER node begins in member */
    uint32_t *set_size;  /* [n] */
    /* TreeEnsembleRegressor, TreeEnsembleClassifier */
    const int64_t *tree, *id; /* [n] */
    uint32_t *order;          /* [n] rows sorted by tree and id */
    uint32_t *leaf;           /* [n] number of a LEAF row */
    /* the result */
    int32_t *node; /* [n_flat][4] */
    double *split; /* [n_flat], or NULL */
    uint32_t n_flat;
    int32_t *info; /* [CM_TREE_HEAD + n_trees] */
} tree_table;

#define TREE_NEW(t, type, n) CM_ARENA_NEW_N((t)->l->ir->work, type, (n))

static cameo_status tree_no_memory(const tree_table *t) { return cm_ir_nomem(t->l->ir); }

/* ---- TreeEnsembleRegressor, TreeEnsembleClassifier ---- */

/* Attribute `name`, of as many numbers as there are nodes. */
static cameo_status tree_column(const tree_table *t, const char *name, const int64_t **v) {
    size_t n = 0;
    CM_TRY(cm_lift_ints(t->l, name, v, &n));
    CM_CHECK(n == t->n, t->l->e, CAMEO_E_MALFORMED, "%s has %zu numbers for %u nodes", name, n,
             (unsigned)t->n);
    return CAMEO_OK;
}

static cameo_status tree_count_rows(tree_table *t, size_t n) {
    CM_CHECK(n != 0, t->l->e, CAMEO_E_MALFORMED, "the ensemble has no nodes");
    CM_CHECK(n < TREE_MAX_ROWS, t->l->e, CAMEO_E_LIMIT, "%zu nodes, at most %u are handled", n,
             (unsigned)TREE_MAX_ROWS);
    t->n = (uint32_t)n;
    t->mode = TREE_NEW(t, uint8_t, n);
    t->child[0] = TREE_NEW(t, uint32_t, n);
    t->child[1] = TREE_NEW(t, uint32_t, n);
    t->root = TREE_NEW(t, uint32_t, n);
    t->order = TREE_NEW(t, uint32_t, n);
    t->leaf = TREE_NEW(t, uint32_t, n);
    if (cm_arena_status(t->l->ir->work, "work", t->l->e) != CAMEO_OK) return tree_no_memory(t);
    return CAMEO_OK;
}

static cameo_status tree_read_modes(tree_table *t) {
    static const char *const names[] = {"BRANCH_LEQ", "BRANCH_LT",  "BRANCH_GTE", "BRANCH_GT",
                                        "BRANCH_EQ",  "BRANCH_NEQ", "LEAF"};
    const cm_str *v = NULL;
    size_t n = 0;
    CM_TRY(cm_lift_strs(t->l, "nodes_modes", &v, &n));
    CM_CHECK(n == t->n, t->l->e, CAMEO_E_MALFORMED, "nodes_modes has %zu names for %u nodes", n,
             (unsigned)t->n);
    for (uint32_t i = 0; i < t->n; i++) {
        uint8_t mode = 0;
        while (mode < sizeof names / sizeof *names && !cm_str_is(v[i], names[mode])) mode++;
        CM_CHECK(mode < sizeof names / sizeof *names, t->l->e, CAMEO_E_MALFORMED,
                 "node %u has the unknown mode \"%.*s\"", (unsigned)i, CM_STR_ARG(v[i]));
        t->mode[i] = mode == CM_TREE_MEMBER ? CM_TREE_LEAF : mode;
        if (t->mode[i] == CM_TREE_LEAF) t->leaf[i] = t->n_leaves++;
    }
    return CAMEO_OK;
}

static int tree_compare(const void *ctx, uint32_t a, uint32_t b) {
    const tree_table *t = ctx;
    if (t->tree[a] != t->tree[b]) return t->tree[a] < t->tree[b] ? -1 : 1;
    return (t->id[a] > t->id[b]) - (t->id[a] < t->id[b]);
}

/* The row of node `id` in tree `tree`, or t->n. */
static uint32_t tree_find(const tree_table *t, int64_t tree, int64_t id) {
    uint32_t lo = 0, hi = t->n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2, r = t->order[mid];
        if (t->tree[r] < tree || (t->tree[r] == tree && t->id[r] < id)) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    if (lo == t->n) return t->n;
    uint32_t r = t->order[lo];
    return t->tree[r] == tree && t->id[r] == id ? r : t->n;
}

static cameo_status tree_sort(tree_table *t) {
    cm_lift_sort(t->order, t->n, tree_compare, t);
    for (uint32_t i = 1; i < t->n; i++) {
        CM_CHECK(tree_compare(t, t->order[i - 1], t->order[i]) != 0, t->l->e, CAMEO_E_MALFORMED,
                 "node %lld of tree %lld is given twice", CM_LL(t->id[t->order[i]]),
                 CM_LL(t->tree[t->order[i]]));
    }
    return CAMEO_OK;
}

/* Children by number become rows or leaves; has_parent[row] is set. */
static cameo_status tree_link(tree_table *t, uint8_t *has_parent) {
    const int64_t *to[2] = {NULL, NULL};
    CM_TRY(tree_column(t, "nodes_truenodeids", &to[0]));
    CM_TRY(tree_column(t, "nodes_falsenodeids", &to[1]));
    for (uint32_t i = 0; i < t->n; i++) {
        for (int side = 0; side < 2 && t->mode[i] != CM_TREE_LEAF; side++) {
            uint32_t row = tree_find(t, t->tree[i], to[side][i]);
            CM_CHECK(row < t->n, t->l->e, CAMEO_E_MALFORMED,
                     "node %lld of tree %lld: its child %lld does not exist", CM_LL(t->id[i]),
                     CM_LL(t->tree[i]), CM_LL(to[side][i]));
            CM_CHECK(has_parent[row] == 0, t->l->e, CAMEO_E_MALFORMED,
                     "node %lld of tree %lld has two parents", CM_LL(t->id[row]),
                     CM_LL(t->tree[row]));
            has_parent[row] = 1;
            t->child[side][i] = t->mode[row] == CM_TREE_LEAF ? TREE_IS_LEAF | t->leaf[row] : row;
        }
    }
    return CAMEO_OK;
}

/* The root of a tree is its one node without parent. */
static cameo_status tree_find_roots(tree_table *t, const uint8_t *has_parent) {
    for (uint32_t i = 0; i < t->n;) {
        uint32_t first = i, n_roots = 0;
        for (; i < t->n && t->tree[t->order[i]] == t->tree[t->order[first]]; i++) {
            uint32_t row = t->order[i];
            if (has_parent[row] != 0) continue;
            n_roots++;
            t->root[t->n_trees] = t->mode[row] == CM_TREE_LEAF ? TREE_IS_LEAF | t->leaf[row] : row;
        }
        CM_CHECK(n_roots == 1, t->l->e, CAMEO_E_MALFORMED,
                 "tree %lld has %u nodes without parent, want 1", CM_LL(t->tree[t->order[first]]),
                 (unsigned)n_roots);
        t->n_trees++;
    }
    return CAMEO_OK;
}

static cameo_status tree_read_v3(tree_table *t) {
    size_t n = 0;
    CM_TRY(cm_lift_ints(t->l, "nodes_treeids", &t->tree, &n));
    CM_TRY(tree_count_rows(t, n));
    CM_TRY(tree_column(t, "nodes_nodeids", &t->id));
    CM_TRY(tree_column(t, "nodes_featureids", &t->feature));
    CM_TRY(cm_lift_ints(t->l, "nodes_missing_value_tracks_true", &t->missing, &n));
    if (n != 0) CM_TRY(tree_column(t, "nodes_missing_value_tracks_true", &t->missing));
    CM_TRY(cm_lift_nums(t->l, "nodes_values", "nodes_values_as_tensor", &t->value));
    CM_CHECK(t->value.n == t->n, t->l->e, CAMEO_E_MALFORMED,
             "nodes_values has %zu numbers for %u nodes", t->value.n, (unsigned)t->n);
    CM_TRY(tree_read_modes(t));
    CM_TRY(tree_sort(t));
    uint8_t *has_parent = TREE_NEW(t, uint8_t, t->n);
    if (has_parent == NULL) return tree_no_memory(t);
    CM_TRY(tree_link(t, has_parent));
    return tree_find_roots(t, has_parent);
}

/* ---- TreeEnsemble ---- */

/* One side's children: nodes, or leaves where the flag is set. */
static cameo_status tree_read_children(tree_table *t, int side, const char *ids,
                                       const char *flags) {
    const int64_t *to = NULL, *is_leaf = NULL;
    CM_TRY(tree_column(t, ids, &to));
    CM_TRY(tree_column(t, flags, &is_leaf));
    for (uint32_t i = 0; i < t->n; i++) {
        int64_t end = is_leaf[i] != 0 ? t->n_leaves : t->n;
        (void)end;
        CM_CHECK(to[i] >= 0 && to[i] < end, t->l->e, CAMEO_E_MALFORMED,
                 "%s: node %u has child %lld of %lld", ids, (unsigned)i, CM_LL(to[i]), CM_LL(end));
        t->child[side][i] = (uint32_t)to[i] | (is_leaf[i] != 0 ? TREE_IS_LEAF : 0);
    }
    return CAMEO_OK;
}

static cameo_status tree_read_mode_numbers(tree_table *t) {
    cm_nums mode;
    CM_TRY(cm_lift_nums(t->l, NULL, "nodes_modes", &mode));
    CM_CHECK(mode.dtype == CAMEO_UINT8 && mode.n == t->n, t->l->e, CAMEO_E_MALFORMED,
             "nodes_modes has %zu elements of %s for %u nodes, want uint8", mode.n,
             cameo_dtype_name((cameo_dtype)mode.dtype), (unsigned)t->n);
    for (uint32_t i = 0; i < t->n; i++) {
        t->mode[i] = ((const uint8_t *)mode.data)[i];
        CM_CHECK(t->mode[i] <= CM_TREE_MEMBER, t->l->e, CAMEO_E_MALFORMED,
                 "node %u has the unknown mode %d", (unsigned)i, (int)t->mode[i]);
    }
    return CAMEO_OK;
}

/* The sets of MEMBER nodes: in the order of the nodes, each ended by NaN. */
static cameo_status tree_read_sets(tree_table *t) {
    size_t at = 0;
    CM_TRY(cm_lift_nums(t->l, NULL, "membership_values", &t->member));
    CM_CHECK(t->member.n < TREE_MAX_ROWS, t->l->e, CAMEO_E_LIMIT,
             "membership_values has %zu elements, at most %u are handled", t->member.n,
             (unsigned)TREE_MAX_ROWS);
    t->set_begin = TREE_NEW(t, uint32_t, t->n);
    t->set_size = TREE_NEW(t, uint32_t, t->n);
    if (t->set_begin == NULL || t->set_size == NULL) return tree_no_memory(t);
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->mode[i] != CM_TREE_MEMBER) continue;
        t->set_begin[i] = (uint32_t)at;
        for (;; at++) {
            CM_CHECK(at < t->member.n, t->l->e, CAMEO_E_MALFORMED,
                     "membership_values ends before the set of node %u does", (unsigned)i);
            double v = cm_nums_at(&t->member, at);
            if (v != v) break;
        }
        t->set_size[i] = (uint32_t)at++ - t->set_begin[i];
    }
    return CAMEO_OK;
}

static cameo_status tree_read_v5(tree_table *t) {
    const int64_t *targets = NULL, *roots = NULL;
    size_t n = 0, n_leaves = 0, n_missing = 0, n_roots = 0;
    CM_TRY(cm_lift_ints(t->l, "nodes_featureids", &t->feature, &n));
    CM_TRY(tree_count_rows(t, n));
    CM_TRY(cm_lift_ints(t->l, "leaf_targetids", &targets, &n_leaves));
    CM_CHECK(n_leaves < TREE_MAX_ROWS, t->l->e, CAMEO_E_LIMIT, "%zu leaves, at most %u are handled",
             n_leaves, (unsigned)TREE_MAX_ROWS);
    t->n_leaves = (uint32_t)n_leaves;
    CM_TRY(tree_read_children(t, 0, "nodes_truenodeids", "nodes_trueleafs"));
    CM_TRY(tree_read_children(t, 1, "nodes_falsenodeids", "nodes_falseleafs"));
    CM_TRY(cm_lift_ints(t->l, "nodes_missing_value_tracks_true", &t->missing, &n_missing));
    if (n_missing != 0) CM_TRY(tree_column(t, "nodes_missing_value_tracks_true", &t->missing));
    CM_TRY(cm_lift_nums(t->l, NULL, "nodes_splits", &t->value));
    CM_CHECK(t->value.n == t->n, t->l->e, CAMEO_E_MALFORMED,
             "nodes_splits has %zu numbers for %u nodes", t->value.n, (unsigned)t->n);
    CM_TRY(tree_read_mode_numbers(t));
    CM_TRY(tree_read_sets(t));
    CM_TRY(cm_lift_ints(t->l, "tree_roots", &roots, &n_roots));
    CM_CHECK(n_roots != 0 && n_roots <= t->n, t->l->e, CAMEO_E_MALFORMED,
             "tree_roots has %zu elements for %u nodes", n_roots, (unsigned)t->n);
    for (size_t i = 0; i < n_roots; i++) {
        CM_CHECK(roots[i] >= 0 && roots[i] < t->n, t->l->e, CAMEO_E_MALFORMED,
                 "root %lld does not exist", CM_LL(roots[i]));
        t->root[i] = (uint32_t)roots[i];
    }
    t->n_trees = (uint32_t)n_roots;
    return CAMEO_OK;
}

/* ---- the forest ---- */

/* A node that is still to be laid out: its number goes to the n_at places at, at + 4, ... of t->node. */
typedef struct tree_todo {
    uint32_t row;
    uint32_t at, n_at;
} tree_todo;

static cameo_status tree_check_feature(tree_table *t, uint32_t row) {
    int64_t f = t->feature[row];
    CM_CHECK(f >= 0 && f <= TREE_MAX_FEATURE, t->l->e, CAMEO_E_MALFORMED,
             "node %u looks at feature %lld, want 0..%d", (unsigned)row, CM_LL(f),
             TREE_MAX_FEATURE);
    if (f >= t->info[CM_TREE_FEATURES]) t->info[CM_TREE_FEATURES] = (int32_t)f + 1;
    return CAMEO_OK;
}

/* Writes node number `to` with this threshold. */
static void tree_put(tree_table *t, uint32_t row, uint32_t to, uint32_t mode, double value) {
    bool missing = t->missing != NULL && t->missing[row] != 0;
    int32_t word = (int32_t)((uint32_t)t->feature[row] << 4 | (uint32_t)missing << 3 | mode);
    float f = (float)value;
    t->node[(size_t)to * 4] = word;
    memcpy(&t->node[(size_t)to * 4 + 1], &f, sizeof f);
    if (t->split != NULL) t->split[to] = value;
    if (to == 0) t->info[CM_TREE_SAME_MODE] = (int32_t)mode;
    if (missing || t->info[CM_TREE_SAME_MODE] != (int32_t)mode) t->info[CM_TREE_SAME_MODE] = -1;
}

/* Number of nodes that a row becomes: one for each element of a set, which is tested by a chain. */
static uint32_t tree_n_slots(const tree_table *t, uint32_t row) {
    return t->mode[row] == CM_TREE_MEMBER && t->set_size[row] > 1 ? t->set_size[row] : 1;
}

/* Lays out one row from node t->n_flat on. */
static void tree_put_row(tree_table *t, uint32_t row) {
    uint32_t n = tree_n_slots(t, row), first = t->n_flat;
    if (t->mode[row] != CM_TREE_MEMBER) {
        tree_put(t, row, first, t->mode[row], cm_nums_at(&t->value, row));
    } else if (t->set_size[row] == 0) {
        tree_put(t, row, first, CM_TREE_EQ, cm_nums_at(&t->member, t->set_begin[row])); /* NaN */
    }
    for (uint32_t j = 0; t->mode[row] == CM_TREE_MEMBER && j < t->set_size[row]; j++) {
        tree_put(t, row, first + j, CM_TREE_EQ, cm_nums_at(&t->member, t->set_begin[row] + j));
        if (j + 1 < n) t->node[(first + j) * 4 + 3] = (int32_t)(first + j + 1);
    }
    t->n_flat += n;
}

static void tree_patch(tree_table *t, uint32_t at, uint32_t n_at, int32_t number) {
    for (uint32_t i = 0; i < n_at; i++) t->node[at + i * 4] = number;
}

/* One tree in depth-first order, the true branch first: children come behind their parents.
 * stack [t->n + 1], seen [t->n]. */
static cameo_status tree_flatten(tree_table *t, uint32_t tree, tree_todo *stack, uint8_t *seen) {
    uint32_t depth = 0, root = t->root[tree];
    int32_t *result = &t->info[CM_TREE_HEAD + tree];
    *result = (root & TREE_IS_LEAF) != 0 ? ~(int32_t)(root & ~TREE_IS_LEAF) : (int32_t)t->n_flat;
    if ((root & TREE_IS_LEAF) == 0) stack[depth++] = (tree_todo){root, 0, 0};
    while (depth > 0) {
        tree_todo todo = stack[--depth];
        uint32_t first = t->n_flat, last = first + tree_n_slots(t, todo.row) - 1;
        CM_CHECK(seen[todo.row] == 0, t->l->e, CAMEO_E_MALFORMED, "node %u is reached twice",
                 (unsigned)todo.row);
        seen[todo.row] = 1;
        CM_TRY(tree_check_feature(t, todo.row));
        tree_patch(t, todo.at, todo.n_at, (int32_t)first);
        tree_put_row(t, todo.row);
        for (int side = 1; side >= 0; side--) {
            uint32_t child = t->child[side][todo.row];
            uint32_t at = side == 0 ? first * 4 + 2 : last * 4 + 3;
            uint32_t n_at = side == 0 ? last - first + 1 : 1;
            if ((child & TREE_IS_LEAF) != 0) {
                tree_patch(t, at, n_at, ~(int32_t)(child & ~TREE_IS_LEAF));
            } else {
                /* Only nodes that were not seen are stacked, so that the stack holds each once. */
                CM_CHECK(seen[child] == 0, t->l->e, CAMEO_E_MALFORMED, "node %u is reached twice",
                         (unsigned)child);
                stack[depth++] = (tree_todo){child, at, n_at};
            }
        }
    }
    return CAMEO_OK;
}

/* Rows of t that become nodes, and the nodes that they become. */
static cameo_status tree_count_flat(const tree_table *t, uint32_t *n_rows, size_t *n_flat) {
    *n_rows = 0;
    *n_flat = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->mode[i] == CM_TREE_LEAF) continue;
        (*n_rows)++;
        *n_flat += tree_n_slots(t, i);
    }
    CM_CHECK(*n_flat < TREE_MAX_ROWS / 4, t->l->e, CAMEO_E_LIMIT,
             "%zu nodes, at most %u are handled", *n_flat, (unsigned)TREE_MAX_ROWS / 4);
    return CAMEO_OK;
}

static cameo_status tree_build(tree_table *t, int version) {
    uint32_t n_rows;
    size_t n_flat;
    CM_TRY(tree_count_flat(t, &n_rows, &n_flat));
    t->node = TREE_NEW(t, int32_t, n_flat * 4);
    if (t->value.dtype == CAMEO_DOUBLE) t->split = TREE_NEW(t, double, n_flat);
    t->info = TREE_NEW(t, int32_t, CM_TREE_HEAD + (size_t)t->n_trees);
    /* A node is stacked once for each parent that was seen: at most 2 for each row, and one root. */
    tree_todo *stack = TREE_NEW(t, tree_todo, 2 * (size_t)t->n + 1);
    uint8_t *seen = TREE_NEW(t, uint8_t, t->n);
    if (t->node == NULL || t->info == NULL || stack == NULL || seen == NULL ||
        (t->value.dtype == CAMEO_DOUBLE && t->split == NULL)) {
        return tree_no_memory(t);
    }
    for (uint32_t i = 0; i < t->n_trees; i++) CM_TRY(tree_flatten(t, i, stack, seen));
    uint32_t reached = 0;
    for (uint32_t i = 0; i < t->n; i++) reached += seen[i];
    /* Cycles are reached from nowhere. TreeEnsemble may hold nodes that it does not use. */
    CM_CHECK(reached == n_rows || version == 5, t->l->e, CAMEO_E_MALFORMED,
             "%u of %u nodes are not reached from a root", (unsigned)(n_rows - reached),
             (unsigned)n_rows);
    CM_TRY(cm_lift_set(t->l, CM_TREE_NODES, CAMEO_INT32, t->node, t->n_flat, 4));
    if (t->split == NULL) return CAMEO_OK;
    return cm_lift_set(t->l, CM_TREE_SPLIT, CAMEO_DOUBLE, t->split, t->n_flat, 0);
}

/* ---- weights ---- */

/* The weights as the node lists them. */
typedef struct tree_weights {
    const int64_t *target; /* [n] */
    uint32_t *leaf;        /* [n]; UINT32_MAX: a weight of an inner node, which means nothing */
    cm_nums weight;        /* [n] */
    size_t n;
    int64_t n_targets;
} tree_weights;

/* "target_" or "class_" and the rest of an attribute's name. */
static const char *tree_name(bool classifier, int which) {
    static const char *const names[2][5] = {{"target_treeids", "target_nodeids", "target_ids",
                                             "target_weights", "target_weights_as_tensor"},
                                            {"class_treeids", "class_nodeids", "class_ids",
                                             "class_weights", "class_weights_as_tensor"}};
    return names[classifier][which];
}

static cameo_status tree_read_weights_v3(tree_table *t, bool classifier, tree_weights *w) {
    const int64_t *tree = NULL, *id = NULL;
    size_t n[3] = {0, 0, 0};
    CM_TRY(cm_lift_ints(t->l, tree_name(classifier, 0), &tree, &n[0]));
    CM_TRY(cm_lift_ints(t->l, tree_name(classifier, 1), &id, &n[1]));
    CM_TRY(cm_lift_ints(t->l, tree_name(classifier, 2), &w->target, &n[2]));
    CM_TRY(cm_lift_nums(t->l, tree_name(classifier, 3), tree_name(classifier, 4), &w->weight));
    w->n = w->weight.n;
    CM_CHECK(n[0] == w->n && n[1] == w->n && n[2] == w->n && w->n < TREE_MAX_ROWS, t->l->e,
             CAMEO_E_MALFORMED, "%zu weights with %zu trees, %zu nodes and %zu ids", w->n, n[0],
             n[1], n[2]);
    w->leaf = TREE_NEW(t, uint32_t, w->n);
    if (w->leaf == NULL) return tree_no_memory(t);
    for (size_t i = 0; i < w->n; i++) {
        uint32_t row = tree_find(t, tree[i], id[i]);
        CM_CHECK(row < t->n, t->l->e, CAMEO_E_MALFORMED,
                 "weight %zu is for node %lld of tree %lld, which does not exist", i, CM_LL(id[i]),
                 CM_LL(tree[i]));
        w->leaf[i] = t->mode[row] == CM_TREE_LEAF ? t->leaf[row] : UINT32_MAX;
    }
    return CAMEO_OK;
}

/* Several weights of one leaf for one target: they are added, as the standard says. Of a regressor of one target
 * compatible reading takes the first, as ONNX Runtime does, which adds for more targets and for classes. */
static cameo_status tree_take_first(tree_table *t, tree_weights *w) {
    bool again = false;
    uint8_t *seen = TREE_NEW(t, uint8_t, (size_t)t->n_leaves + 1);
    if (seen == NULL) return tree_no_memory(t);
    for (size_t i = 0; i < w->n; i++) {
        if (w->leaf[i] == UINT32_MAX) continue;
        uint32_t leaf = w->leaf[i];
        if (seen[leaf] != 0) w->leaf[i] = UINT32_MAX;
        again = again || seen[leaf] != 0;
        seen[leaf] = 1;
    }
    if (again && cm_ir_tell(t->l->ir, t->l->node, CM_STR("leaf")))
        CM_IR_WARN(t->l->ir, "a leaf of %.*s has more than one weight: the first one counts",
                   CM_STR_ARG(t->l->ir->t.node.row[t->l->node].op_type));
    return CAMEO_OK;
}

static cameo_status tree_read_weights_v5(tree_table *t, tree_weights *w) {
    CM_TRY(cm_lift_ints(t->l, "leaf_targetids", &w->target, &w->n));
    CM_TRY(cm_lift_nums(t->l, NULL, "leaf_weights", &w->weight));
    CM_CHECK(w->weight.n == w->n, t->l->e, CAMEO_E_MALFORMED, "%zu leaf_weights for %zu leaves",
             w->weight.n, w->n);
    w->leaf = TREE_NEW(t, uint32_t, w->n);
    if (w->leaf == NULL) return tree_no_memory(t);
    for (size_t i = 0; i < w->n; i++) w->leaf[i] = (uint32_t)i;
    return CAMEO_OK;
}

/* INFO with how the classes have weights: CM_TREE_BINARY and CM_TREE_POSITIVE. */
static cameo_status tree_set_info(tree_table *t, const tree_weights *w) {
    bool positive = true, same = w->n != 0;
    for (size_t i = 0; i < w->n; i++) {
        positive = positive && !(cm_nums_at(&w->weight, i) < 0.0);
        same = same && w->target[i] == w->target[0];
    }
    t->info[CM_TREE_POSITIVE] = positive;
    t->info[CM_TREE_BINARY] = w->n_targets == 2 && same ? 1 + (int32_t)w->target[0] : 0;
    return cm_lift_set(t->l, CM_TREE_INFO, CAMEO_INT32, t->info, CM_TREE_HEAD + (size_t)t->n_trees,
                       0);
}

/* Counting sort: the weights of each leaf together, in the order of the list. */
static cameo_status tree_set_weights(tree_table *t, const tree_weights *w) {
    bool wide = w->weight.dtype == CAMEO_DOUBLE;
    int32_t *begin = TREE_NEW(t, int32_t, (size_t)t->n_leaves + 1);
    int32_t *target = TREE_NEW(t, int32_t, w->n);
    uint32_t *place = TREE_NEW(t, uint32_t, (size_t)t->n_leaves + 1);
    void *weight = cm_arena_alloc_n(t->l->ir->work, w->n, wide ? sizeof(double) : sizeof(float), 8);
    if (begin == NULL || target == NULL || place == NULL || weight == NULL)
        return tree_no_memory(t);
    for (size_t i = 0; i < w->n; i++) {
        CM_CHECK(w->target[i] >= 0 && w->target[i] < w->n_targets, t->l->e, CAMEO_E_MALFORMED,
                 "weight %zu is for target %lld of %lld", i, CM_LL(w->target[i]),
                 CM_LL(w->n_targets));
        if (w->leaf[i] != UINT32_MAX) begin[w->leaf[i] + 1]++;
    }
    for (uint32_t i = 0; i < t->n_leaves; i++) {
        begin[i + 1] += begin[i];
        place[i] = (uint32_t)begin[i];
    }
    for (size_t i = 0; i < w->n; i++) {
        if (w->leaf[i] == UINT32_MAX) continue;
        uint32_t to = place[w->leaf[i]]++;
        double v = cm_nums_at(&w->weight, i);
        float f = (float)v;
        target[to] = (int32_t)w->target[i];
        if (wide)
            ((double *)weight)[to] = v;
        else
            ((float *)weight)[to] = f;
    }
    size_t n = (size_t)begin[t->n_leaves];
    CM_TRY(cm_lift_set(t->l, CM_TREE_BEGIN, CAMEO_INT32, begin, (size_t)t->n_leaves + 1, 0));
    CM_TRY(cm_lift_set(t->l, CM_TREE_TARGET, CAMEO_INT32, target, n, 0));
    return cm_lift_set(t->l, CM_TREE_WEIGHT, wide ? CAMEO_DOUBLE : CAMEO_FLOAT, weight, n, 0);
}

/* base_values: none, one for each target, or 1 for 2 classes. */
static cameo_status tree_set_base(const tree_table *t, const tree_weights *w, bool classifier) {
    cm_nums base;
    CM_TRY(cm_lift_nums(t->l, "base_values", "base_values_as_tensor", &base));
    if (base.n == 0) return CAMEO_OK;
    bool fits = (uint64_t)base.n == (uint64_t)w->n_targets ||
                (classifier && w->n_targets <= 2 && base.n <= 2);
    CM_CHECK(fits, t->l->e, CAMEO_E_MALFORMED, "%zu base_values for %lld targets", base.n,
             CM_LL(w->n_targets));
    double *v = TREE_NEW(t, double, base.n);
    if (v == NULL) return tree_no_memory(t);
    for (size_t i = 0; i < base.n; i++) v[i] = cm_nums_at(&base, i);
    return cm_lift_set(t->l, CM_TREE_BASE, CAMEO_DOUBLE, v, base.n, 0);
}

/* The class labels; their number is that of the targets. */
static cameo_status tree_set_labels(const tree_table *t, tree_weights *w) {
    const int64_t *ints = NULL;
    const cm_str *strs = NULL;
    size_t n_ints = 0, n_strs = 0;
    CM_TRY(cm_lift_ints(t->l, "classlabels_int64s", &ints, &n_ints));
    CM_TRY(cm_lift_strs(t->l, "classlabels_strings", &strs, &n_strs));
    CM_CHECK((n_ints == 0) != (n_strs == 0), t->l->e, CAMEO_E_MALFORMED,
             "%zu classlabels_int64s and %zu classlabels_strings, want one of them", n_ints,
             n_strs);
    CM_CHECK(n_ints + n_strs <= INT32_MAX, t->l->e, CAMEO_E_LIMIT, "%zu classes", n_ints + n_strs);
    w->n_targets = (int64_t)(n_ints + n_strs);
    return n_ints != 0 ? cm_lift_set(t->l, CM_TREE_LABEL, CAMEO_INT64, ints, n_ints, 0)
                       : cm_lift_set_strs(t->l, CM_TREE_LABEL, strs, n_strs);
}

static cameo_status tree_read_n_targets(const tree_table *t, int version, tree_weights *w) {
    const cm_attr *a = cm_ir_attr(t->l->ir, t->l->node, "n_targets");
    CM_CHECK(a == NULL || a->type == CM_ATTR_INT, t->l->e, CAMEO_E_TYPE,
             "attribute n_targets has type %d, want %d", (int)a->type, CM_ATTR_INT);
    CM_CHECK(a != NULL || version == 5, t->l->e, CAMEO_E_MALFORMED,
             "attribute n_targets is missing");
    w->n_targets = a == NULL ? 1 : a->i;
    CM_CHECK(w->n_targets >= 1 && w->n_targets <= INT32_MAX, t->l->e, CAMEO_E_MALFORMED,
             "n_targets is %lld, want at least 1", CM_LL(w->n_targets));
    return CAMEO_OK;
}

cameo_status cm_lift_trees(const cm_lift *l, int version, bool classifier) {
    tree_table t = {.l = l};
    tree_weights w = {0};
    CM_TRY(version == 5 ? tree_read_v5(&t) : tree_read_v3(&t));
    CM_TRY(tree_build(&t, version));
    CM_TRY(classifier ? tree_set_labels(&t, &w) : tree_read_n_targets(&t, version, &w));
    CM_TRY(version == 5 ? tree_read_weights_v5(&t, &w) : tree_read_weights_v3(&t, classifier, &w));
    bool first = version != 5 && !classifier && w.n_targets == 1 && !l->ir->options->strict;
    if (first) CM_TRY(tree_take_first(&t, &w));
    CM_TRY(tree_set_weights(&t, &w));
    CM_TRY(tree_set_info(&t, &w));
    return tree_set_base(&t, &w, classifier);
}
