/* test_standard.c — params that a rewrite changed become attributes again (ir/rewrite/standard.c). */
#include "providers/provider.h"
#include "tests/check.h"
#include "tests/support/graph_builder.h"

static const cm_attr *standard_find(const gb *b, cm_id node, const char *name) {
    CM_EACH(id, b->ir.t.attr, b->ir.t.node.row[node].attrs) {
        if (cm_str_is(b->ir.t.attr.row[id].name, name)) return &b->ir.t.attr.row[id];
    }
    return NULL;
}

/* The field of the node's params. */
static int32_t *standard_field_of(const gb *b, cm_id node, const char *name) {
    const cm_op *op = b->ir.info[node].op;
    for (uint32_t i = 0; i < op->n_fields; i++) {
        if (strcmp(op->fields[i].name, name) == 0)
            return (int32_t *)(void *)((uint8_t *)b->ir.info[node].params + op->fields[i].off);
    }
    return NULL;
}

void test_standard_params(void) {
    gb *b = gb_new();
    const int64_t dims[4] = {1, 1, 3, 3}, pads[4] = {1, 1, 1, 1};
    float w[9] = {0};
    gb_input(b, 0, "x", CAMEO_FLOAT, "1,1,8,8");
    gb_floats(b, 0, "w", 4, dims, w);
    gb_attr_is(b, gb_node(b, 0, "Conv", "x,w", "h"), "pads", 4, pads);
    gb_node(b, 0, "Relu", "h", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
    cm_id conv = b->ir.t.graph.row[0].nodes.first;
    int32_t *p = standard_field_of(b, conv, "pads");
    int32_t *auto_pad = standard_field_of(b, conv, "auto_pad");
    CHECK(p != NULL && auto_pad != NULL);
    p[2] = 2;
    *auto_pad = 1;
    CHECK_INT(cm_ir_standardize(&b->ir), CAMEO_OK);
    const cm_attr *a = standard_find(b, conv, "pads");
    CHECK(a != NULL && a->type == CM_ATTR_INTS && a->list.n == 4);
    CHECK_INT(b->ir.t.ints.row[a->list.first + 2], 2);
    CHECK_INT(b->ir.t.ints.row[a->list.first + 3], 1);
    a = standard_find(b, conv, "auto_pad");
    CHECK(a != NULL && cm_str_is(a->s, "SAME_UPPER"));
    CHECK(standard_find(b, conv, "strides") == NULL);
    gb_free(b);
}

/* An epilogue has no attribute: nothing can say it. */
void test_standard_epilogue(void) {
    gb *b = gb_new();
    const int64_t dims[4] = {1, 1, 3, 3};
    float w[9] = {0};
    gb_input(b, 0, "x", CAMEO_FLOAT, "1,1,8,8");
    gb_floats(b, 0, "w", 4, dims, w);
    gb_node(b, 0, "Conv", "x,w", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
    int32_t *field = standard_field_of(b, b->ir.t.graph.row[0].nodes.first, "activation");
    CHECK(field != NULL);
    *field = 1;
    CHECK_INT(cm_ir_standardize(&b->ir), CAMEO_E_UNSUPPORTED);
    gb_free(b);
}
