/* test_opt_share.c — equal small constants become one. */
#include "tests/check.h"
#include "tests/support/opt_alone.h"

/* x + a, + b, + c: b of a's bytes, c of another dtype's, dims' or number. */
void test_opt_shared_const(void) {
    gb *b = gb_new();
    const int64_t one = 1;
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,n");
    gb_floats(b, 0, "a", 0, NULL, (float[]){3});
    gb_floats(b, 0, "same", 0, NULL, (float[]){3});
    gb_floats(b, 0, "other", 0, NULL, (float[]){4});
    gb_floats(b, 0, "dims", 1, &one, (float[]){3});
    gb_floats(b, 0, "minus", 0, NULL, (float[]){-0.0F});
    gb_floats(b, 0, "plus", 0, NULL, (float[]){0.0F});
    gb_node(b, 0, "Add", "x,a", "y0");
    gb_node(b, 0, "Mul", "y0,same", "y1");
    gb_node(b, 0, "Add", "y1,other", "y2");
    gb_node(b, 0, "Add", "y2,dims", "y3");
    gb_node(b, 0, "Add", "y3,minus", "y4");
    gb_node(b, 0, "Add", "y4,plus", "y5");
    gb_output(b, 0, "y5");
    CHECK_STR(opt_alone(b, CM_REWRITE_shared_const), "Add Mul Add Add Add Add");
    CHECK(opt_reads(b, "y0", 1, "a"));
    CHECK(opt_reads(b, "y1", 1, "a"));
    CHECK(opt_reads(b, "y2", 1, "other"));
    CHECK(opt_reads(b, "y3", 1, "dims"));
    CHECK(opt_reads(b, "y4", 1, "minus"));
    CHECK(opt_reads(b, "y5", 1, "plus"));
    gb_free(b);
}

/* A constant that is a graph's output stays one; its reader shares. A long one, and one that a subgraph defines,
 * stay. */
void test_opt_shared_const_kept(void) {
    gb *b = gb_new();
    float row[17] = {0};
    const int64_t n = 17;
    gb_input(b, 0, "x", CAMEO_FLOAT, "17");
    gb_input(b, 0, "c", CAMEO_BOOL, "");
    gb_floats(b, 0, "a", 0, NULL, (float[]){3});
    gb_floats(b, 0, "listed", 0, NULL, (float[]){3});
    gb_floats(b, 0, "long", 1, &n, row);
    gb_floats(b, 0, "twin", 1, &n, row);
    gb_node(b, 0, "Add", "x,a", "y0");
    gb_node(b, 0, "Add", "y0,listed", "y1");
    gb_node(b, 0, "Add", "y1,long", "y2");
    gb_node(b, 0, "Add", "y2,twin", "y3");
    cm_id node = gb_node(b, 0, "If", "c", "y4");
    cm_id g = gb_subgraph(b, node, "then_branch");
    gb_floats(b, g, "inner", 0, NULL, (float[]){3});
    cm_id add = gb_node(b, g, "Add", "y3,inner", "r");
    gb_output(b, g, "r");
    g = gb_subgraph(b, node, "else_branch");
    gb_node(b, g, "Neg", "y3", "r2");
    gb_output(b, g, "r2");
    gb_output(b, 0, "listed");
    gb_output(b, 0, "y4");
    CHECK_STR(opt_alone(b, CM_REWRITE_shared_const), "Add Add Add Add If");
    CHECK(opt_reads(b, "y1", 1, "a"));
    CHECK_INT(b->ir.n_listed[gb_find(b, 0, "listed")], 1);
    CHECK(opt_reads(b, "y2", 1, "long"));
    CHECK(opt_reads(b, "y3", 1, "twin"));
    CHECK(cm_ir_in(&b->ir, add, 1) != gb_find(b, 0, "a"));
    gb_free(b);
}

/* Two ways to [n, 3 n] and one to [n, 3 n + 1], far apart; the first two are one, whatever their operators. */
void test_opt_same_elements(void) {
    gb *b = gb_new();
    const int64_t one = 1, two = 2;
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,3");
    gb_input(b, 0, "z", CAMEO_INT64, "2");
    gb_ints(b, 0, "begin", 1, &one, (int64_t[]){0});
    gb_ints(b, 0, "end", 1, &one, (int64_t[]){1});
    gb_ints(b, 0, "by", 1, &two, (int64_t[]){1, 3});
    gb_ints(b, 0, "plus", 1, &two, (int64_t[]){0, 1});
    gb_node(b, 0, "Shape", "x", "s");
    gb_node(b, 0, "Slice", "s,begin,end", "n1");
    gb_node(b, 0, "Mul", "n1,by", "first");
    gb_node(b, 0, "Add", "z,first", "y0");
    gb_node(b, 0, "Size", "x", "all");
    gb_node(b, 0, "Unsqueeze", "all,begin", "all1");
    gb_attr_i(b, gb_node(b, 0, "Concat", "n1,all1", "second"), "axis", 0);
    gb_node(b, 0, "Sub", "z,second", "y1");
    gb_node(b, 0, "Add", "second,plus", "third");
    gb_node(b, 0, "Mul", "z,third", "y2");
    gb_output(b, 0, "y0");
    gb_output(b, 0, "y1");
    gb_output(b, 0, "y2");
    CHECK_STR(opt_alone(b, CM_REWRITE_same_elements), "Shape Slice Mul Add Sub Add Mul");
    CHECK(opt_reads(b, "y1", 1, "first"));
    CHECK(opt_reads(b, "y2", 1, "third"));
    gb_free(b);
}

/* An output keeps its name, a branch does not lend what it computes, other dtypes and ranks are others. */
void test_opt_same_elements_kept(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n");
    gb_input(b, 0, "c", CAMEO_BOOL, "");
    gb_node(b, 0, "Shape", "x", "s");
    gb_node(b, 0, "Size", "x", "scalar");
    gb_attr_i(b, gb_node(b, 0, "Cast", "s", "narrow"), "to", CAMEO_INT32);
    gb_node(b, 0, "Shape", "x", "listed");
    cm_id node = gb_node(b, 0, "If", "c", "y");
    cm_id g = gb_subgraph(b, node, "then_branch");
    gb_node(b, g, "Shape", "x", "t");
    gb_node(b, g, "Neg", "t", "r");
    gb_output(b, g, "r");
    g = gb_subgraph(b, node, "else_branch");
    gb_node(b, g, "Neg", "s", "r2");
    gb_output(b, g, "r2");
    gb_output(b, 0, "s");
    gb_output(b, 0, "scalar");
    gb_output(b, 0, "narrow");
    gb_output(b, 0, "listed");
    gb_output(b, 0, "y");
    CHECK_STR(opt_alone(b, CM_REWRITE_same_elements), "Shape Size Cast Shape If");
    gb_free(b);
}
