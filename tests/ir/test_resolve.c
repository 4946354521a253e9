/* test_resolve.c — operators and versions, arity and attributes, attributes that became inputs. */
#include "tests/check.h"
#include "tests/support/graph_builder.h"
#include "tests/support/test_ops.h"

typedef struct test_resolve_log {
    int n;
    char last[192];
} test_resolve_log;

static void test_resolve_report(void *ctx, const cameo_error *problem) {
    test_resolve_log *log = ctx;
    log->n++;
    memcpy(log->last, problem->msg, sizeof log->last);
}

/* The stages up to the end of checking. */
static cameo_status test_resolve_run(gb *b, test_resolve_log *log) {
    CM_TRY(gb_import(b, test_ops_table, 0));
    b->ir.report = log == NULL ? NULL : test_resolve_report;
    b->ir.report_ctx = log;
    CM_TRY(cm_ir_expand(&b->ir));
    CM_TRY(cm_ir_resolve(&b->ir));
    return cm_ir_check(&b->ir);
}

#define TEST_RESOLVE_FAILS(b, want_status, want_text)                                        \
    do {                                                                                     \
        cameo_status test_status = test_resolve_run((b), NULL);                              \
        CHECK_STR(cameo_status_name(test_status), #want_status);                             \
        CHECK_MSG(strstr((b)->error.msg, want_text) != NULL, "message: %s", (b)->error.msg); \
    } while (0)

void test_resolve_unknown(void) {
    gb *b = gb_new();
    test_resolve_log log = {0};
    gb_opset(b, "com.foo", 3);
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    gb_node(b, 0, "com.foo:Bar", "x", "a");
    gb_node(b, 0, "Nope", "a", "c");
    gb_node(b, 0, "Relu", "c", "y");
    gb_output(b, 0, "y");
    CHECK_INT(test_resolve_run(b, &log), CAMEO_E_UNSUPPORTED);
    CHECK_INT(log.n, 2);
    CHECK_STR(b->error.msg, "unsupported: no operator com.foo:Bar version 3");
    CHECK_STR(b->error.op_type, "Bar");
    CHECK_STR(log.last, "unsupported: no operator Nope version 17");
    gb_free(b);
}

void test_resolve_versions(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3");
    cm_id n = gb_node(b, 0, "Softmax", "x", "y");
    gb_output(b, 0, "y");
    CHECK_INT(test_resolve_run(b, NULL), CAMEO_OK);
    CHECK_INT(b->ir.info[n].since, 13);
    gb_opset(b, "", 12);
    CHECK_INT(test_resolve_run(b, NULL), CAMEO_OK);
    CHECK_INT(b->ir.info[n].since, 11);
    gb_free(b);
    b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3");
    gb_node(b, 0, "Relu", "x", "y");
    gb_output(b, 0, "y");
    gb_opset(b, "", 5); /* the test table handles Relu from 6 on */
    TEST_RESOLVE_FAILS(b, CAMEO_E_UNSUPPORTED,
                       "no operator Relu version 5: only later ones are handled");
    gb_free(b);
}

void test_resolve_not_imported(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3");
    cm_id n = gb_node(b, 0, "Softmax", "x", "y");
    gb_output(b, 0, "y");
    b->model.t.opset.row[0].domain = CM_STR("other");
    CHECK_INT(test_resolve_run(b, NULL), CAMEO_OK);
    CHECK_INT(b->ir.info[n].since, 13);
    b->options.strict = true;
    TEST_RESOLVE_FAILS(b, CAMEO_E_MALFORMED, "is not imported");
    gb_free(b);
}

void test_resolve_arity(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3");
    gb_node(b, 0, "Add", "x", "a");
    gb_output(b, 0, "a");
    TEST_RESOLVE_FAILS(b, CAMEO_E_MALFORMED, "1 inputs, want at least 2");
    gb_free(b);
    b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3");
    gb_node(b, 0, "Relu", "x,x", "a");
    gb_output(b, 0, "a");
    TEST_RESOLVE_FAILS(b, CAMEO_E_MALFORMED, "2 inputs, want at most 1");
    gb_free(b);
    b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3");
    gb_node(b, 0, "Add", ",x", "a");
    gb_output(b, 0, "a");
    TEST_RESOLVE_FAILS(b, CAMEO_E_MALFORMED, "input 0 is absent");
    gb_free(b);
}

void test_resolve_attributes(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    cm_id n = gb_node(b, 0, "Concat", "x,x", "y");
    gb_output(b, 0, "y");
    TEST_RESOLVE_FAILS(b, CAMEO_E_MALFORMED, "attribute axis is missing");
    gb_attr_f(b, n, "axis", 1);
    TEST_RESOLVE_FAILS(b, CAMEO_E_TYPE, "attribute axis has type 1, want 2");
    b->model.t.attr.row[0].type = CM_ATTR_INT;
    gb_attr_i(b, n, "strange", 1);
    CHECK_INT(test_resolve_run(b, NULL), CAMEO_OK);
    b->options.strict = true;
    TEST_RESOLVE_FAILS(b, CAMEO_E_MALFORMED, "attribute strange is not known");
    b->options.strict = false;
    gb_attr_i(b, n, "strange", 2);
    TEST_RESOLVE_FAILS(b, CAMEO_E_MALFORMED, "attribute strange is given twice");
    gb_free(b);
}

void test_resolve_parse_error(void) {
    gb *b = gb_new();
    test_resolve_log log = {0};
    gb_input(b, 0, "x", CAMEO_FLOAT, "1,1,1");
    gb_attr_i(b, gb_node(b, 0, "Conv", "x,x", "a"), "group", 0);
    gb_attr_i(b, gb_node(b, 0, "Conv", "a,x", "y"), "group", -1);
    gb_output(b, 0, "y");
    CHECK_INT(test_resolve_run(b, &log), CAMEO_E_MALFORMED);
    CHECK_INT(log.n, 2);
    CHECK_STR(b->error.msg, "attribute group is 0, want >= 1");
    CHECK_STR(b->error.op_type, "Conv");
    gb_free(b);
}

void test_resolve_lift(void) {
    gb *b = gb_new();
    gb_opset(b, "", 9);
    gb_input(b, 0, "x", CAMEO_FLOAT, "4,5");
    cm_id n = gb_node(b, 0, "Slice", "x", "y");
    gb_attr_is(b, n, "starts", 2, (int64_t[]){0, 1});
    gb_attr_is(b, n, "ends", 2, (int64_t[]){2, 3});
    gb_output(b, 0, "y");
    CHECK_INT(test_resolve_run(b, NULL), CAMEO_OK);
    CHECK_INT(b->ir.t.node.row[n].in.n, 3); /* no axes */
    int64_t v = 0;
    CHECK(cm_avalue_i64(&b->ir.av[cm_ir_in(&b->ir, n, 2)], 1, &v) && v == 3);
    CHECK_INT(b->ir.av[cm_ir_in(&b->ir, n, 1)].dims[0], 2);
    gb_opset(b, "", 13); /* no longer an attribute */
    TEST_RESOLVE_FAILS(b, CAMEO_E_MALFORMED, "1 inputs, want at least 3");
    gb_free(b);
}

/* Clip's bounds take the type of what is clipped; the default of `min` counts, too. */
void test_resolve_lift_typed(void) {
    gb *b = gb_new();
    gb_opset(b, "", 6);
    gb_input(b, 0, "x", CAMEO_DOUBLE, "4");
    cm_id n = gb_node(b, 0, "Clip", "x", "y");
    gb_attr_f(b, n, "max", 6);
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, test_ops_table), CAMEO_OK);
    double v = 0;
    CHECK_INT(b->ir.av[cm_ir_in(&b->ir, n, 2)].dtype, CAMEO_DOUBLE);
    CHECK(cm_avalue_f64(&b->ir.av[cm_ir_in(&b->ir, n, 2)], 0, &v) && v == 6);
    CHECK(cm_avalue_f64(&b->ir.av[cm_ir_in(&b->ir, n, 1)], 0, &v) && v < -3.4e38);
    gb_free(b);
}
