/* test_opt_state.c — rewrites of states and of products that read one, or an input, as it lies: each alone, with the
 * library's own operators, and what must keep it from applying. tests/runtime/test_state.c runs them. */
#include "providers/provider.h"
#include "tests/check.h"
#include "tests/support/graph_builder.h"

/* Optimises with these rewrites only; state: "past" is handed out as "y". */
static const char *opt_state_by(gb *b, cm_rewrites rewrites, bool state) {
    static const cameo_state states[] = {{"past", "y"}};
    b->options.states = states;
    b->options.n_states = state;
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    if (cm_ir_find_states(&b->ir) != CAMEO_OK) return b->error.msg;
    b->ir.rewrites_off = cm_rewrites_not(rewrites);
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

static const char *opt_state(gb *b, cm_rewrite_id rewrite, bool state) {
    return opt_state_by(b, cm_rewrites_of(rewrite), state);
}

/* past [2, p, 3] is turned in front of the Concat: what is new is turned instead. */
void test_opt_state_concat(void) {
    for (int twist = 0; twist < 3; twist++) {
        gb *b = gb_new();
        gb_input(b, 0, "past", CAMEO_FLOAT, "2,p,3");
        gb_input(b, 0, "x", CAMEO_FLOAT, "2,1,3");
        gb_attr_i(b, gb_node(b, 0, "Concat", twist == 1 ? "x,past" : "past,x", "y"), "axis", 1);
        gb_output(b, 0, "y");
        const char *ops = opt_state(b, CM_REWRITE_state_concat, twist != 2);
        const char *want = twist == 0   ? "Transpose Concat Transpose Transpose"
                           : twist == 1 ? "Transpose Concat Transpose" /* not at its end */
                                        : "Concat";
        CHECK_STR(ops, want);
        if (twist == 0) CHECK_STR(gb_shape(b, "y"), "p + 1,2,3");
        gb_free(b);
    }
}

/* Keys and values, past [2, p, 3], joined one by one. */
static const char *opt_state_parts(gb *b, int twist) {
    gb_input(b, 0, "past", CAMEO_FLOAT, "2,p,3");
    gb_input(b, 0, "k", CAMEO_FLOAT, "1,3");
    gb_input(b, 0, "v", CAMEO_FLOAT, "1,3");
    gb_ints(b, 0, "i0", 0, NULL, (int64_t[]){twist == 1});
    gb_ints(b, 0, "i1", 0, NULL, (int64_t[]){twist != 1});
    gb_ints(b, 0, "axes", 1, (int64_t[]){1}, (int64_t[]){0});
    gb_node(b, 0, "Gather", "past,i0", "pk");
    gb_node(b, 0, "Gather", "past,i1", "pv");
    gb_attr_i(b, gb_node(b, 0, "Concat", twist == 2 ? "k,pk" : "pk,k", "ck"), "axis", 0);
    gb_attr_i(b, gb_node(b, 0, "Concat", "pv,v", "cv"), "axis", 0);
    gb_node(b, 0, "Unsqueeze", "ck,axes", "uk");
    gb_node(b, 0, "Unsqueeze", "cv,axes", "uv");
    gb_attr_i(b, gb_node(b, 0, "Concat", "uk,uv", "y"), "axis", 0);
    gb_node(b, 0, "Neg", "ck", "z");
    gb_output(b, 0, "y");
    gb_output(b, 0, "z");
    return opt_state(b, CM_REWRITE_state_parts, twist != 3);
}

void test_opt_state_parts(void) {
    for (int twist = 0; twist < 4;
         twist++) { /* 1: in another order; 2: not at its end; 3: no state */
        gb *b = gb_new();
        const char *ops = opt_state_parts(b, twist);
        bool taken = strstr(ops, "Unsqueeze Unsqueeze Concat Concat") != NULL;
        CHECK_MSG(taken == (twist == 0), "twist %d: %s", twist, ops);
        CHECK_STR(gb_shape(b, "ck"), "p + 1,3"); /* the part is of the whole, or as it was */
        gb_free(b);
    }
}

/* What keeps a MatMul from reading its operand where it lies. */
typedef enum view_twist {
    VIEW_PLAIN,
    VIEW_GATHER,   /* a part of it */
    VIEW_INDEX,    /* which part is not known */
    VIEW_COMPUTED, /* no input */
    VIEW_DOUBLE,
    VIEW_MATRIX, /* which Gemm turns */
    VIEW_TWISTS
} view_twist;

static const char *opt_state_view(gb *b, view_twist twist) {
    int dtype = twist == VIEW_DOUBLE ? CAMEO_DOUBLE : CAMEO_FLOAT;
    bool picks = twist == VIEW_GATHER || twist == VIEW_INDEX, matrix = twist == VIEW_MATRIX;
    gb_input(b, 0, "a", dtype, matrix ? "2,3" : "n,2,3");
    gb_input(b, 0, "b", dtype, matrix ? "5,3" : picks ? "n,4,5,3" : "n,5,3");
    if (twist == VIEW_INDEX) gb_input(b, 0, "i", CAMEO_INT64, "");
    if (twist == VIEW_GATHER) gb_ints(b, 0, "i", 0, NULL, (int64_t[]){-1});
    if (picks) gb_attr_i(b, gb_node(b, 0, "Gather", "b,i", "h"), "axis", 1);
    if (twist == VIEW_COMPUTED) gb_node(b, 0, "Neg", "b", "h");
    cm_id t = gb_node(b, 0, "Transpose", picks || twist == VIEW_COMPUTED ? "h" : "b", "t");
    gb_attr_is(b, t, "perm", matrix ? 2 : 3, matrix ? (int64_t[]){1, 0} : (int64_t[]){0, 2, 1});
    gb_node(b, 0, "MatMul", "a,t", "y");
    gb_output(b, 0, "y");
    return opt_state(b, CM_REWRITE_matmul_view, false);
}

void test_opt_matmul_view(void) {
    static const char *const want[VIEW_TWISTS] = {[VIEW_PLAIN] = "MatMulView",
                                                  [VIEW_GATHER] = "MatMulView",
                                                  [VIEW_INDEX] = "Gather Transpose MatMul",
                                                  [VIEW_COMPUTED] = "Neg Transpose MatMul",
                                                  [VIEW_DOUBLE] = "Transpose MatMul",
                                                  [VIEW_MATRIX] = "Transpose MatMul"};
    for (int twist = 0; twist < VIEW_TWISTS; twist++) {
        gb *b = gb_new();
        const char *ops = opt_state_view(b, (view_twist)twist);
        bool dead = twist == VIEW_PLAIN || twist == VIEW_GATHER; /* swept only by rewrite `dead` */
        CHECK_MSG(dead ? strstr(ops, want[twist]) != NULL : strcmp(ops, want[twist]) == 0,
                  "twist %d: %s", twist, ops);
        CHECK_STR(gb_shape(b, "y"), twist == VIEW_MATRIX ? "2,5" : "n,2,5");
        gb_free(b);
    }
}

/* What keeps a MatMul of few rows from reading computed heads where they lie. */
typedef enum rows_twist {
    ROWS_TURNED,
    ROWS_FREE,     /* a number of rows that is free */
    ROWS_REPEATED, /* several heads of a for one of b */
    ROWS_TILED,
    ROWS_MANY,   /* of which a copy pays */
    ROWS_BEHIND, /* heads repeated as a whole */
    ROWS_DEPTH,  /* the last dim but one is repeated */
    ROWS_TWISTS
} rows_twist;

static const char *opt_state_rows(gb *b, rows_twist twist) {
    bool repeats = twist >= ROWS_REPEATED && twist != ROWS_MANY, behind = twist == ROWS_BEHIND;
    bool deep = twist == ROWS_DEPTH;
    gb_input(b, 0, "a", CAMEO_FLOAT, twist == ROWS_FREE ? "n,4,r,3" : twist == ROWS_MANY ? "n,4,33,3" : "n,4,2,3");
    gb_input(b, 0, "x", CAMEO_FLOAT, deep ? "n,4,s,3" : repeats ? "n,2,s,3" : "n,4,s,3");
    gb_node(b, 0, "Neg", "x", "b");
    gb_ints(b, 0, "axis", 1, (int64_t[]){1}, (int64_t[]){behind ? 1 : deep ? 3 : 2});
    gb_ints(b, 0, "by", 1, (int64_t[]){5}, (int64_t[]){1, behind ? 2 : 1, behind || deep ? 1 : 2, deep ? 2 : 1, 1});
    gb_ints(b, 0, "to", 1, (int64_t[]){4}, (int64_t[]){0, 4, -1, 3});
    if (repeats) {
        gb_node(b, 0, "Unsqueeze", "b,axis", "one");
        gb_node(b, 0, twist == ROWS_TILED ? "Tile" : "Expand", "one,by", "wide");
        gb_node(b, 0, "Reshape", "wide,to", "h");
    }
    cm_id t = gb_node(b, 0, "Transpose", repeats ? "h" : "b", "t");
    gb_attr_is(b, t, "perm", 4, (int64_t[]){0, 1, 3, 2});
    gb_node(b, 0, "MatMul", "a,t", "y");
    gb_output(b, 0, "y");
    cm_rewrites rewrites = cm_rewrites_or(cm_rewrites_of(CM_REWRITE_matmul_rows), cm_rewrites_of(CM_REWRITE_dead));
    return opt_state_by(b, rewrites, false);
}

void test_opt_matmul_rows(void) {
    for (int twist = 0; twist < ROWS_TWISTS; twist++) {
        gb *b = gb_new();
        const char *ops = opt_state_rows(b, (rows_twist)twist);
        bool behind = twist == ROWS_BEHIND || twist == ROWS_DEPTH; /* turned alone */
        bool want = twist != ROWS_MANY;
        CHECK_MSG((strstr(ops, "MatMulView") != NULL) == want, "twist %d: %s", twist, ops);
        CHECK_MSG((strstr(ops, "Reshape") != NULL) == behind, "twist %d: %s", twist, ops);
        gb_free(b);
    }
}
