#include "ir/op.h"
#include "tests/check.h"

/* Two graphs and one node with up to two graph attributes. */
static struct {
    cm_graph graph[2];
    cm_attr attr[2];
    cm_value value[4];
    cm_id ids[4];
    cm_tables t;
    cameo_error error;
} model;

static void control_begin(const char *first, const char *second) {
    memset(&model, 0, sizeof model);
    for (cm_id i = 0; i < 4; i++) {
        model.ids[i] = i;
        model.value[i].init = CM_NONE;
    }
    model.attr[0] = (cm_attr){.name = cm_str_from_c(first), .type = CM_ATTR_GRAPH, .n_rows = 1,
                              .next = second != NULL ? 1 : CM_NONE};
    model.attr[1] = (cm_attr){.name = cm_str_from_c(second), .type = CM_ATTR_GRAPH, .row = 1,
                              .n_rows = 1, .next = CM_NONE};
    model.t.graph.row = model.graph;
    model.t.attr.row = model.attr;
    model.t.value.row = model.value;
    model.t.ids.row = model.ids;
}

static cameo_status control_parse(const cm_op *op, uint32_t n_in, uint32_t n_out) {
    cm_node node = {.attrs = {0, 1, 2}};
    cm_parse p = {&model.t, &node, op, 16, n_in, n_out, &model.error, false, 0};
    model.error.status = CAMEO_OK;
    return op->parse(&p, NULL);
}

void test_control_if(void) {
    control_begin("then_branch", "else_branch");
    model.graph[0].outputs.n = model.graph[1].outputs.n = 2;
    CHECK_INT(control_parse(&cm_op_If, 1, 2), CAMEO_OK);
    CHECK_INT(control_parse(&cm_op_If, 1, 1), CAMEO_OK);
    CHECK_INT(control_parse(&cm_op_If, 1, 3), CAMEO_E_MALFORMED);
    model.graph[1].outputs.n = 3;
    CHECK_INT(control_parse(&cm_op_If, 1, 2), CAMEO_E_MALFORMED);
    model.graph[1].outputs.n = 2;
    model.graph[1].inputs.n = 1;
    CHECK_INT(control_parse(&cm_op_If, 1, 2), CAMEO_E_MALFORMED);
    model.value[0].init = 0; /* an initializer listed as an input */
    CHECK_INT(control_parse(&cm_op_If, 1, 2), CAMEO_OK);
    model.attr[1].type = CM_ATTR_INT;
    CHECK_INT(control_parse(&cm_op_If, 1, 2), CAMEO_E_TYPE);
    control_begin("then_branch", NULL);
    CHECK_INT(control_parse(&cm_op_If, 1, 0), CAMEO_E_MISSING);
}

void test_control_loop(void) {
    control_begin("body", NULL);
    model.graph[0].inputs.n = 3;
    model.graph[0].outputs.n = 3; /* condition, one carried, one scan output */
    CHECK_INT(control_parse(&cm_op_Loop, 3, 2), CAMEO_OK);
    CHECK_INT(control_parse(&cm_op_Loop, 3, 3), CAMEO_E_MALFORMED);
    CHECK_INT(control_parse(&cm_op_Loop, 2, 2), CAMEO_E_MALFORMED);
    CHECK_INT(control_parse(&cm_op_Loop, 4, 2), CAMEO_E_MALFORMED);
    model.graph[0].outputs.n = 1;
    CHECK_INT(control_parse(&cm_op_Loop, 3, 0), CAMEO_E_MALFORMED);
    control_begin("bod", NULL);
    CHECK_INT(control_parse(&cm_op_Loop, 2, 0), CAMEO_E_MISSING);
}
