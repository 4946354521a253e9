/* test_lower.c — which row of the kernel table a node gets. */
#include "runtime/session/lower.h"
#include "tests/check.h"
#include "tests/support/graph_builder.h"

/* x [n, 3] flattened to one row of 3*n, times a weight of depth 3: n is 1. A product that reads x itself then gets the
 * row that it has behind the Flatten, the one for a single row, which adds up in the same order. */
void test_lower_merged_dims(void) {
    for (int merged = 0; merged < 2; merged++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, "n,3");
        gb_floats(b, 0, "w", 2, (int64_t[]){3, 2}, (float[]){1, 2, 3, 4, 5, 6});
        if (merged) gb_attr_i(b, gb_node(b, 0, "Flatten", "x", "flat"), "axis", 0);
        gb_node(b, 0, "Gemm", merged ? "flat,w" : "x,w", "y");
        gb_node(b, 0, "Gemm", "x,w", "z");
        gb_output(b, 0, "y");
        gb_output(b, 0, "z");
        CHECK_MSG(gb_infer(b, cameo_ops_all.ops) == CAMEO_OK, "%s", b->error.msg);
        CHECK_STR(gb_shape(b, "x"), "n,3");
        CHECK_STR(gb_shape(b, "z"), merged ? "1,2" : "n,2");
        const cm_row *row[2];
        for (int i = 0; i < 2; i++) {
            cm_id node = b->ir.t.value.row[gb_find(b, 0, i == 0 ? "y" : "z")].node;
            row[i] = cm_lower_select(&b->ir, &cameo_ops_all, node, false, 0);
        }
        CHECK(row[0] != NULL && row[0] == row[1]);
        CHECK_INT(row[1]->pack != NULL && row[1]->pack->in == 1, !merged);
        gb_free(b);
    }
}
