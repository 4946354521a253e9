/* test_rewrites_exact.c — small models whose nodes only move or choose elements: what the optimiser leaves of them has
 * fewer steps and gives the bits of level none. */
#include "base/math.h"
#include "tests/support/level_run.h"

/* Elements of x: a few numbers that go wrong easily, then a ramp. */
static void exact_fill(float *x, size_t n) {
    const float edge[] = {-0.0F,  0.0F,  cm_f32_from_bits(0x7fc00000), CM_INF_F32, -CM_INF_F32,
                          1e-40F, -3e38F};
    const size_t n_edge = sizeof edge / sizeof *edge;
    for (size_t i = 0; i < n; i++)
        x[i] = i < n_edge ? edge[i] : (float)((double)(i * 37 % 101) / 8 - 6);
}

/* Closes the model y [float]; both levels give the same bytes, at least `fewer` steps less. */
static void exact_compare(ow *o, const int64_t *dims, uint8_t rank, uint32_t fewer,
                          const char *what) {
    static level_result want, got;
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(o);
    if (level_run(o, dims, rank, exact_fill, CAMEO_OPT_NONE, &want) &&
        level_run(o, dims, rank, exact_fill, CAMEO_OPT_ALL, &got)) {
        CHECK_MSG(want.n == got.n && memcmp(want.y, got.y, want.n * sizeof *want.y) == 0,
                  "%s: other bits than level none", what);
        CHECK_MSG(got.steps + fewer <= want.steps, "%s: %u steps of %u", what, (unsigned)got.steps,
                  (unsigned)want.steps);
    }
    ow_free(o);
}

static void exact_ints(ow *o, const char *name, const int64_t *v, int64_t n) {
    ow_init(o, name, CAMEO_INT64, &n, 1, v, (size_t)n * sizeof *v);
}

static void exact_transpose(ow *o, const char *in, const char *out, bool back) {
    ow_node(o, "Transpose", in, out);
    ow_attr_ints(o, "perm", back ? (int64_t[]){0, 2, 3, 1} : (int64_t[]){0, 3, 1, 2}, 4);
    ow_end(o);
}

/* NHWC -> NCHW, nodes of every kind that is permuted, and back. */
void test_rewrites_exact_region(void) {
    static const char *const dims[] = {"2,5,6,3", "n,h,w,3"};
    for (int i = 0; i < 2; i++) {
        ow o;
        float c[90];
        exact_fill(c, 90);
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, dims[i]);
        ow_init(&o, "c", CAMEO_FLOAT, (int64_t[]){3, 1, 1}, 3, c + 8, 3 * sizeof *c);
        ow_init(&o, "k", CAMEO_FLOAT, (int64_t[]){3, 5, 6}, 3, c, sizeof c);
        exact_ints(&o, "pads", (int64_t[]){0, 1, 0, 2, 0, 0, 1, 0}, 8);
        exact_ints(&o, "last", (int64_t[]){-1}, 1);
        exact_ints(&o, "first", (int64_t[]){-100}, 1);
        exact_ints(&o, "axis", (int64_t[]){1}, 1);
        exact_transpose(&o, "x", "a", false);
        ow_op(&o, "Max", "a,c", "b");
        ow_op(&o, "Min", "k,b", "d");
        ow_node(&o, "Concat", "d,a", "e");
        ow_attr_int(&o, "axis", -3);
        ow_end(&o);
        ow_op(&o, "Pad", "e,pads", "f");
        ow_op(&o, "Slice", "f,last,first,axis,last", "g");
        ow_op(&o, "Relu", "g", "h");
        ow_op(&o, "Unsqueeze", "h,axis", "u");
        ow_op(&o, "Neg", "u", "v");
        ow_op(&o, "Squeeze", "v,axis", "q");
        ow_node(&o, "ReduceMax", "q", "r");
        ow_attr_ints(&o, "axes", (int64_t[]){-1}, 1);
        ow_end(&o);
        ow_op(&o, "Min", "q,r", "s");
        exact_transpose(&o, "s", "y", true);
        exact_compare(&o, (int64_t[]){2, 5, 6, 3}, 4, 2, dims[i]);
    }
}

/* A chain so long that both of its Transposes are in no small region. */
void test_rewrites_exact_long_region(void) {
    ow o;
    char name[2][16] = {"a", ""};
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "2,3,4,5");
    exact_transpose(&o, "x", "a", false);
    for (int i = 0; i < 600; i++) {
        snprintf(name[1 - i % 2], sizeof *name, "v%d", i);
        ow_op(&o, i % 2 == 0 ? "Neg" : "Abs", name[i % 2], name[1 - i % 2]);
    }
    exact_transpose(&o, name[0], "y", true);
    exact_compare(&o, (int64_t[]){2, 3, 4, 5}, 4, 2, "a long chain");
}

/* Clamps, Casts and repeated functions over -0, NaN, infinities and subnormal numbers. */
void test_rewrites_exact_pairs(void) {
    ow o;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "n");
    const float number[3] = {-1, 0, 4};
    static const char *const names[3] = {"lo", "zero", "hi"};
    for (int i = 0; i < 3; i++)
        ow_init(&o, names[i], CAMEO_FLOAT, NULL, 0, &number[i], sizeof(float));
    ow_op(&o, "Neg", "x", "a");
    ow_op(&o, "Neg", "a", "b");
    ow_op(&o, "Relu", "b", "c");
    ow_op(&o, "Clip", "c,lo,hi", "d");
    ow_op(&o, "Clip", "b,zero", "e");
    ow_op(&o, "Clip", "e,lo,hi", "f");
    ow_op(&o, "Floor", "b", "g");
    ow_op(&o, "Floor", "g", "h");
    ow_node(&o, "Cast", "h", "i");
    ow_attr_int(&o, "to", CAMEO_DOUBLE);
    ow_end(&o);
    ow_node(&o, "Cast", "i", "j");
    ow_attr_int(&o, "to", CAMEO_FLOAT);
    ow_end(&o);
    ow_node(&o, "Concat", "d,f,j", "y");
    ow_attr_int(&o, "axis", 0);
    ow_end(&o);
    exact_compare(&o, (int64_t[]){60}, 1, 7, "pairs");
}

/* Slices that tile x, joined in another order and cut again; views of views. */
void test_rewrites_exact_slices(void) {
    ow o;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "n,8");
    exact_ints(&o, "c0", (int64_t[]){0}, 1);
    exact_ints(&o, "c1", (int64_t[]){1}, 1);
    exact_ints(&o, "c3", (int64_t[]){3}, 1);
    exact_ints(&o, "c5", (int64_t[]){5}, 1);
    exact_ints(&o, "far", (int64_t[]){INT64_MAX}, 1);
    exact_ints(&o, "view", (int64_t[]){-1, 2, 2}, 3);
    exact_ints(&o, "flat", (int64_t[]){-1}, 1);
    ow_op(&o, "Slice", "x,c0,c3,c1", "a");
    ow_op(&o, "Slice", "x,c3,c5,c1", "b");
    ow_op(&o, "Slice", "x,c5,far,c1", "c");
    ow_node(&o, "Concat", "b,c", "d");
    ow_attr_int(&o, "axis", 1);
    ow_end(&o);
    ow_node(&o, "Concat", "d,a", "e");
    ow_attr_int(&o, "axis", -1);
    ow_end(&o);
    ow_op(&o, "Slice", "e,c1,far,c1", "f");
    ow_op(&o, "Slice", "f,c0,c5,c1", "g");
    ow_op(&o, "Slice", "g,c1,far,c1", "h");
    ow_op(&o, "Reshape", "h,view", "i");
    ow_op(&o, "Reshape", "i,flat", "y");
    exact_compare(&o, (int64_t[]){5, 8}, 2, 3, "slices");
}
