/* test_opt_branches.c — rewrite conv_branches alone: which branches become one Conv, and with which weights. What the
 * results are: random graphs (tests/proofs/graph_images.c). */
#include <math.h>
#include <stdio.h>

#include "tests/check.h"
#include "tests/support/opt_alone.h"

/* A Conv along one axis of x [n][2][7] to 2 channels. */
typedef struct branches_case {
    int64_t kernel, pads[2], stride, dilation, group;
} branches_case;

static void branches_conv(gb *b, const branches_case *c, const char *x, const char *y, float first) {
    char w[8], bias[8], in[32];
    float numbers[2 * 2 * 5];
    for (int i = 0; i < 20; i++) numbers[i] = first * (float)(i + 1);
    (void)snprintf(w, sizeof w, "w%s", y);
    (void)snprintf(bias, sizeof bias, "b%s", y);
    (void)snprintf(in, sizeof in, "%s,%s,%s", x, w, bias);
    gb_floats(b, 0, w, 3, (int64_t[]){2, 2 / c->group, c->kernel}, numbers);
    gb_floats(b, 0, bias, 1, (int64_t[]){2}, (float[]){first, 2 * first});
    cm_id node = gb_node(b, 0, "Conv", in, y);
    gb_attr_is(b, node, "pads", 2, c->pads);
    gb_attr_is(b, node, "strides", 1, &c->stride);
    gb_attr_is(b, node, "dilations", 1, &c->dilation);
    gb_attr_i(b, node, "group", c->group);
}

void test_opt_branches_convs(void) {
    static const struct {
        branches_case a, c;
        int64_t at; /* c's first tap among a's; -1: they stay */
    } rows[] = {
        {{3, {1, 1}, 1, 1, 1}, {1, {0, 0}, 1, 1, 1}, 1},  /* in the middle */
        {{3, {1, 1}, 2, 1, 2}, {1, {0, 0}, 2, 1, 2}, 1},  /* of groups, with a stride */
        {{3, {2, 2}, 1, 2, 1}, {1, {0, 0}, 1, 1, 1}, 1},  /* among dilated taps */
        {{5, {2, 2}, 1, 1, 1}, {3, {1, 1}, 1, 1, 1}, 1},  /* several taps */
        {{3, {2, 0}, 1, 1, 1}, {1, {0, 0}, 1, 1, 1}, 2},  /* at the end */
        {{3, {2, 2}, 1, 2, 1}, {3, {1, 1}, 1, 1, 1}, -1}, /* other dilations */
        {{3, {3, 1}, 1, 2, 1}, {1, {0, 0}, 1, 1, 1}, -1}, /* between two taps */
        {{3, {1, 1}, 1, 1, 1}, {1, {0, 0}, 1, 1, 2}, -1}, /* other groups */
        {{3, {1, 1}, 2, 1, 1}, {4, {0, 0}, 1, 1, 1}, -1}, /* other strides */
        {{3, {0, 2}, 1, 1, 1}, {3, {1, 1}, 1, 1, 1}, -1}, /* before the first tap */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows * 2; i++) {
        const branches_case *a = &rows[i / 2].a, *c = &rows[i / 2].c;
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, "n,2,7");
        branches_conv(b, a, "x", "a", 1);
        branches_conv(b, c, "x", "c", 100);
        gb_node(b, 0, "Add", i % 2 != 0 ? "c,a" : "a,c", "y");
        gb_output(b, 0, "y");
        const char *left = opt_alone(b, CM_REWRITE_conv_branches);
        CHECK_MSG(strcmp(left, rows[i / 2].at < 0 ? "Conv Conv Add" : "Conv") == 0, "%zu: %s", i, left);
        int64_t lines = 4 / a->group;
        for (int64_t k = 0; k < lines * a->kernel && rows[i / 2].at >= 0; k++) {
            int64_t tap = k % a->kernel - rows[i / 2].at;
            double more = tap >= 0 && tap < c->kernel ? 100 * (double)(k / a->kernel * c->kernel + tap + 1) : 0;
            CHECK_MSG(opt_element(b, 1, (size_t)k) == (double)(k + 1) + more, "%zu: weight %d", i, (int)k);
        }
        for (size_t k = 0; k < 2 && rows[i / 2].at >= 0; k++) CHECK(opt_element(b, 2, k) == 101 * (double)(k + 1));
        gb_free(b);
    }
}

void test_opt_branches_norm(void) {
    const branches_case convs[] = {
        {3, {1, 1}, 1, 1, 1}, {3, {1, 1}, 1, 1, 2}, {2, {0, 1}, 1, 1, 1}, {2, {1, 0}, 1, 1, 1}};
    for (size_t i = 0; i < sizeof convs / sizeof *convs; i++) {
        gb *b = gb_new();
        size_t at = (size_t)convs[i].pads[0], kernel = (size_t)convs[i].kernel, cg = 2 / (size_t)convs[i].group;
        gb_input(b, 0, "x", CAMEO_FLOAT, "n,2,7");
        branches_conv(b, &convs[i], "x", "a", 1);
        gb_floats(b, 0, "s", 1, (int64_t[]){2}, (float[]){6, 8});
        gb_floats(b, 0, "mean", 1, (int64_t[]){2}, (float[]){1, 2});
        gb_floats(b, 0, "var", 1, (int64_t[]){2}, (float[]){4, 16});
        gb_attr_f(b, gb_node(b, 0, "BatchNormalization", "x,s,s,mean,var", "c"), "epsilon", 0);
        gb_node(b, 0, "Add", "c,a", "y");
        gb_output(b, 0, "y");
        CHECK_STR(opt_alone(b, CM_REWRITE_conv_branches), "Conv");
        for (size_t k = 0; k < 2 * cg * kernel; k++) {
            size_t m = k / (cg * kernel), c = k / kernel % cg;
            double scale = k % kernel == at && c == m % cg ? (m == 0 ? 3 : 2) : 0;
            CHECK_MSG(opt_element(b, 1, k) == (double)(k + 1) + scale, "%zu: weight %zu", i, k);
        }
        CHECK(opt_element(b, 2, 0) == 1 + 6 - 3 && opt_element(b, 2, 1) == 2 + 8 - 4);
        gb_free(b);
    }
}

/* A branch that somebody else reads, of another x, with weights that are not finite or whose sum is not. */
void test_opt_branches_kept(void) {
    const branches_case three = {3, {1, 1}, 1, 1, 1}, one = {1, {0, 0}, 1, 1, 1};
    for (int i = 0; i < 4; i++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, "n,2,7");
        if (i == 1) gb_node(b, 0, "Neg", "x", "z");
        branches_conv(b, &three, "x", "a", i == 2 ? (float)INFINITY : i == 3 ? 3e38F / 12 : 1);
        branches_conv(b, &one, i == 1 ? "z" : "x", "c", i == 3 ? 3e38F / 4 : 1);
        gb_node(b, 0, "Add", "a,c", "y");
        gb_output(b, 0, "y");
        if (i == 0) gb_output(b, 0, "c");
        CHECK_MSG(strstr(opt_alone(b, CM_REWRITE_conv_branches), "Add") != NULL, "%d", i);
        gb_free(b);
    }
}
