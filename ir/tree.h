/* tree.h — an ensemble of decision trees as constant tensors: what ir/import/lift_tree.c makes of the attributes
 * of TreeEnsembleRegressor, TreeEnsembleClassifier and TreeEnsemble, and kernels/tree.c walks. They are
 * inputs of the node, behind X:
 *
 *   NODES   int32 [n_nodes][4]        feature << 4 | missing << 3 | mode; the bits of the float
 *                                     threshold; the node of the true branch; that of the false one
 *   INFO    int32 [HEAD + n_trees]    CM_TREE_*, then the root of each tree
 *   BEGIN   int32 [n_leaves + 1]      weights of leaf i: [begin[i], begin[i + 1])
 *   TARGET  int32 [n_weights]         target or class of a weight
 *   WEIGHT  float or double [n_weights]
 *   SPLIT   double [n_nodes]          thresholds, where they are no floats; else absent
 *   BASE    double [0, 1, 2 or n]     base_values; absent where there are none
 *   LABEL   int64 or string [n]       the class labels; absent but for classifiers
 *
 * A child or root below 0 is leaf number ~child; any other node has a greater index than its parent, so
 * that a walk ends after n_nodes steps at the latest. missing: NaN goes to the true branch. */
#ifndef CM_IR_TREE_H
#define CM_IR_TREE_H

/* Inputs. */
enum {
    CM_TREE_X = 0,
    CM_TREE_NODES,
    CM_TREE_INFO,
    CM_TREE_BEGIN,
    CM_TREE_TARGET,
    CM_TREE_WEIGHT,
    CM_TREE_SPLIT,
    CM_TREE_BASE,
    CM_TREE_LABEL
};

/* Elements of INFO. */
enum {
    CM_TREE_FEATURES = 0, /* columns that X must have at least */
    CM_TREE_BINARY,       /* two classes, weights for one: 1 + that class; else 0 */
    CM_TREE_POSITIVE,     /* 1: no weight is below 0 */
    CM_TREE_SAME_MODE,    /* the mode of every node, none with `missing`; else -1 */
    CM_TREE_HEAD
};

/* Modes of nodes, in the order of TreeEnsemble 5. */
typedef enum cm_tree_mode {
    CM_TREE_LEQ,
    CM_TREE_LT,
    CM_TREE_GTE,
    CM_TREE_GT,
    CM_TREE_EQ,
    CM_TREE_NEQ,
    CM_TREE_MEMBER, /* before lifting only: a chain of EQ afterwards */
    CM_TREE_LEAF    /* before lifting only */
} cm_tree_mode;

#endif
