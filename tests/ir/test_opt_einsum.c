/* test_opt_einsum.c — Einsum of one operand that is a Transpose or a sum. */
#include "tests/check.h"
#include "tests/support/opt_alone.h"

static gb *test_einsum(const char *equation, int dtype, const char *dims, int64_t opset) {
    gb *b = gb_new();
    gb_opset(b, "", opset);
    gb_input(b, 0, "x", dtype, dims);
    gb_attr_s(b, gb_node(b, 0, "Einsum", "x", "t"), "equation", equation);
    gb_node(b, 0, "Abs", "t", "y");
    gb_output(b, 0, "y");
    return b;
}

/* Dims of the result are what they were, whatever makes it. */
void test_opt_einsum(void) {
    static const struct {
        const char *equation, *dims, *want, *result;
    } rows[] = {{"ij->ji", "2,3", "Transpose Abs", "3,2"},
                {" a b c -> c a b ", "2,3,4", "Transpose Abs", "4,2,3"},
                {"ba", "2,3", "Transpose Abs", "3,2"},
                {"bA", "2,3", "Transpose Abs", "3,2"},
                {"b...a", "2,3,4,5", "Transpose Abs", "3,4,5,2"},
                {"...ij->...ji", "n,3,4", "Transpose Abs", "n,4,3"},
                {"...ij->...ji", "3,4", "Transpose Abs", "4,3"},
                {"i...j->...ij", "2,3,4", "Transpose Abs", "3,2,4"},
                {"ij->i", "n,3", "ReduceSum Abs", "n"},
                {"ij->", "2,3", "ReduceSum Abs", ""},
                {"...->", "2,3", "ReduceSum Abs", ""},
                {"ijk->ki", "2,m,4", "ReduceSum Transpose Abs", "4,2"},
                {"ijkl->lj", "2,3,4,5", "ReduceSum Transpose Abs", "5,3"},
                {"ij->ij", "2,3", "Identity Abs", "2,3"},
                {"...", "2,3", "Identity Abs", "2,3"},
                {"->", "", "Identity Abs", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = test_einsum(rows[i].equation, CAMEO_FLOAT, rows[i].dims, 17);
        CHECK_STR(opt_alone(b, CM_REWRITE_einsum_one), rows[i].want);
        cm_id t = cm_ir_in(&b->ir, opt_node(b, "y"), 0);
        CHECK_INT(cm_infer_node(&b->ir, b->ir.t.value.row[t].node), CAMEO_OK);
        CHECK_INT(cm_infer_node(&b->ir, opt_node(b, "y")), CAMEO_OK);
        CHECK_STR(gb_shape(b, "y"), rows[i].result);
        gb_free(b);
    }
}

/* Diagonals, sums that ReduceSum has not (its dtypes, its attribute below opset 13), unknown ranks, two operands. */
void test_opt_einsum_keeps(void) {
    static const struct {
        const char *equation, *dims, *want;
        int dtype;
        int64_t opset;
    } rows[] = {{"ii->i", "3,3", "Einsum Abs", CAMEO_FLOAT, 17},
                {"ii", "3,3", "Einsum Abs", CAMEO_FLOAT, 17},
                {"ij->i", "2,3", "Einsum Abs", CAMEO_INT8, 17},
                {"ij->ji", "2,3", "Transpose Abs", CAMEO_INT8, 17},
                {"ij->i", "2,3", "ReduceSum Abs", CAMEO_INT64, 17},
                {"ij->i", "2,3", "Einsum Abs", CAMEO_FLOAT, 12},
                {"ij->ji", "2,3", "Transpose Abs", CAMEO_FLOAT, 12},
                {"ij->ji", NULL, "Einsum Abs", CAMEO_FLOAT, 17}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = test_einsum(rows[i].equation, rows[i].dtype, rows[i].dims, rows[i].opset);
        CHECK_STR(opt_alone(b, CM_REWRITE_einsum_one), rows[i].want);
        gb_free(b);
    }
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3");
    gb_attr_s(b, gb_node(b, 0, "Einsum", "x,x", "y"), "equation", "ij,ij->ji");
    gb_output(b, 0, "y");
    CHECK_STR(opt_alone(b, CM_REWRITE_einsum_one), "Einsum");
    gb_free(b);
}
