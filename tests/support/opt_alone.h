/* opt_alone.h — graphs of tests/support/graph_builder.h optimised with one rewrite alone. */
#ifndef CM_TESTS_SUPPORT_OPT_ALONE_H
#define CM_TESTS_SUPPORT_OPT_ALONE_H

#include "providers/provider.h"
#include "tests/support/graph_builder.h"

/* The operators that are left by one rewrite, with the library's own operators, and the sweep of dead nodes. */
CM_INLINE const char *opt_alone(gb *b, cm_rewrite_id rewrite) {
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(rewrite));
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

/* The node that makes the main graph's value of that name. */
CM_INLINE cm_id opt_node(const gb *b, const char *value) {
    return b->ir.t.value.row[gb_find(b, 0, value)].node;
}

/* Does that node read this value as input i? */
CM_INLINE bool opt_reads(const gb *b, const char *value, uint32_t i, const char *input) {
    cm_id node = opt_node(b, value);
    return node != CM_NONE && cm_ir_in(&b->ir, node, i) == gb_find(b, 0, input);
}

/* Element i of input `in` of the node that makes y. */
CM_INLINE double opt_element(const gb *b, uint32_t in, size_t i) {
    double x = -12345;
    (void)cm_avalue_f64(&b->ir.av[cm_ir_in(&b->ir, opt_node(b, "y"), in)], i, &x);
    return x;
}

#endif
