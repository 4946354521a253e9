/* Attention and GroupQuery against their formula in double, beyond the sizes of ONNX's node tests and of tests/ms:
 * several blocks of queries and keys, every dtype, masks of each rank. */
#include <math.h>
#include <stdlib.h>

#include "tests/kernels/harness.h"

static harness h;

/* Sizes and what is given. */
typedef struct attention_case {
    int dtype;
    double rtol;
    size_t batch, heads, kv_heads, rows, keys, past, width, width_v;
    bool causal, flat; /* flat: rank 3 */
    uint32_t mask;     /* rank of the mask; 0: none */
    double softcap;
    int32_t left, right; /* windows; -1: none */
} attention_case;

static double attention_number(size_t i, size_t salt) {
    return (double)((i * 7919 + salt * 131) % 64) / 32 - 1;
}

/* Element of [batch][heads][rows][width] as it lies. */
static size_t attention_at(const attention_case *t, size_t heads, size_t rows, size_t width,
                           const size_t at[4]) {
    if (t->flat) return ((at[0] * rows + at[2]) * heads + at[1]) * width + at[3];
    return ((at[0] * heads + at[1]) * rows + at[2]) * width + at[3];
}

/* Key or value: past rows first, which are never flat. */
static double attention_kv(const attention_case *t, size_t width, size_t salt, size_t b,
                           size_t head, size_t row, size_t d) {
    attention_case plain = *t;
    plain.flat = false;
    if (row < t->past)
        return attention_number(
            attention_at(&plain, t->kv_heads, t->past, width, (size_t[]){b, head, row, d}),
            salt + 5);
    return attention_number(
        attention_at(t, t->kv_heads, t->keys, width, (size_t[]){b, head, row - t->past, d}), salt);
}

static double attention_score(const attention_case *t, size_t b, size_t head, size_t i, size_t j) {
    size_t all = t->past + t->keys;
    double s = 0;
    int64_t behind = (int64_t)(i + t->past) - (int64_t)j; /* how far key j is behind the query */
    if (t->causal && behind < 0) return -INFINITY;
    if ((t->left >= 0 && behind > t->left) || (t->right >= 0 && -behind > t->right)) return -INFINITY;
    for (size_t d = 0; d < t->width; d++)
        s += attention_number(
                 attention_at(t, t->heads, t->rows, t->width, (size_t[]){b, head, i, d}), 1) *
             attention_kv(t, t->width, 2, b, head / (t->heads / t->kv_heads), j, d);
    s /= sqrt((double)t->width);
    if (t->softcap != 0) s = t->softcap * tanh(s / t->softcap);
    size_t row = t->mask == 4   ? (b * t->heads + head) * t->rows + i
                 : t->mask == 3 ? head * t->rows + i
                 : t->mask == 2 ? i
                                : 0;
    return t->mask == 0 ? s : s + attention_number(row * all + j, 4);
}

static void attention_expect(const attention_case *t, double *y) {
    size_t all = t->past + t->keys;
    double *p = malloc(all * sizeof *p);
    for (size_t n = 0; n < t->batch * t->heads * t->rows; n++) {
        size_t b = n / t->rows / t->heads, head = n / t->rows % t->heads, i = n % t->rows;
        double max = -INFINITY, sum = 0;
        for (size_t j = 0; j < all; j++) {
            p[j] = attention_score(t, b, head, i, j);
            max = fmax(max, p[j]);
        }
        for (size_t j = 0; j < all; j++) sum += p[j] = exp(p[j] - max);
        for (size_t d = 0; d < t->width_v; d++) {
            double v = 0;
            for (size_t j = 0; j < all; j++)
                v +=
                    p[j] * attention_kv(t, t->width_v, 3, b, head / (t->heads / t->kv_heads), j, d);
            y[attention_at(t, t->heads, t->rows, t->width_v, (size_t[]){b, head, i, d})] = v / sum;
        }
    }
    free(p);
}

static void attention_in(const attention_case *t, size_t heads, size_t rows, size_t width,
                         size_t salt, bool flat) {
    size_t n = t->batch * heads * rows * width;
    double *v = malloc((n + 1) * sizeof *v);
    for (size_t i = 0; i < n; i++) v[i] = attention_number(i, salt);
    if (flat) {
        harness_in_num(&h, t->dtype, 3, (size_t[]){t->batch, rows, heads * width}, v);
    } else {
        harness_in_num(&h, t->dtype, 4, (size_t[]){t->batch, heads, rows, width}, v);
    }
    free(v);
}

static bool attention_check(attention_case t) {
    size_t all = t.past + t.keys, n = t.batch * t.heads * t.rows;
    double *y = malloc(n * t.width_v * sizeof *y), *mask = malloc(n * all * sizeof *mask);
    attention_expect(&t, y);
    for (size_t i = 0; i < n * all; i++) mask[i] = attention_number(i, 4);
    harness_begin(&h, &cm_op_Attention, 25);
    harness_attr_i(&h, "is_causal", t.causal);
    harness_attr_i(&h, "left_window_size", t.left);
    harness_attr_i(&h, "right_window_size", t.right);
    harness_attr_i(&h, "q_num_heads", (int64_t)t.heads);
    harness_attr_i(&h, "kv_num_heads", (int64_t)t.kv_heads);
    harness_attr_f(&h, "softcap", (float)t.softcap);
    attention_in(&t, t.heads, t.rows, t.width, 1, t.flat);
    attention_in(&t, t.kv_heads, t.keys, t.width, 2, t.flat);
    attention_in(&t, t.kv_heads, t.keys, t.width_v, 3, t.flat);
    size_t dims[4] = {t.batch, t.heads, t.rows, all};
    if (t.mask != 0) {
        harness_in_num(&h, t.dtype, t.mask, dims + 4 - t.mask, mask);
    } else if (t.past != 0) {
        harness_in_none(&h);
    }
    if (t.past != 0) {
        attention_in(&t, t.kv_heads, t.past, t.width, 7, false);
        attention_in(&t, t.kv_heads, t.past, t.width_v, 8, false);
    }
    if (t.flat) {
        harness_out_num(&h, t.dtype, 3, (size_t[]){t.batch, t.rows, t.heads * t.width_v}, y);
    } else {
        harness_out_num(&h, t.dtype, 4, (size_t[]){t.batch, t.heads, t.rows, t.width_v}, y);
    }
    h.rtol = t.rtol;
    h.atol = t.rtol;
    free(y);
    free(mask);
    return harness_run(&h);
}

void test_attention_formula(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    static const double rtol[] = {2e-6, 1e-13, 1e-3, 8e-3};
    for (int i = 0; i < 4; i++) {
        CHECK(attention_check(
            (attention_case){dtypes[i], rtol[i], 2, 4, 2, 3, 5, 0, 8, 6, false, false, 2, 0, -1, -1}));
        CHECK(attention_check(
            (attention_case){dtypes[i], rtol[i], 1, 2, 1, 3, 3, 4, 8, 8, true, true, 3, 1.5, -1, -1}));
    }
    /* Blocks: 130 queries are three, 300 past and 20 new keys are three. */
    CHECK(attention_check(
        (attention_case){CAMEO_FLOAT, 4e-6, 1, 1, 1, 130, 130, 0, 4, 5, true, false, 0, 0, -1, -1}));
    CHECK(attention_check(
        (attention_case){CAMEO_FLOAT, 4e-6, 1, 2, 2, 20, 20, 300, 4, 4, true, false, 4, 0, -1, -1}));
    CHECK(attention_check(
        (attention_case){CAMEO_DOUBLE, 1e-12, 1, 1, 1, 1, 1, 600, 3, 3, true, true, 1, 0, -1, -1}));
}

/* A query that sees nothing gives zeros, also where scores are not numbers. */
void test_attention_unseen(void) {
    harness_begin(&h, &cm_op_Attention, 23);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 1), (float[]){NAN, 1});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 1), (float[]){1, 2});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 1), (float[]){3, 5});
    harness_in(&h, CAMEO_BOOL, H_DIMS(2, 2), (uint8_t[]){0, 0, 0, 1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 1), (float[]){0, 5});
    h.atol = 1e-6;
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Attention, 23);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 0, 1), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 0, 1), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 0, 1), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 0, 1), NULL);
    CHECK(harness_run(&h));
}

/* Windows, since 25, beside order, masks and a past; several blocks of keys, of which some queries see none. Where a
 * query sees no key at all, its row is zero. */
void test_attention_windows(void) {
    static const int32_t windows[][2] = {{2, 1}, {0, 0}, {-1, 3}, {4, -1}, {300, 2}, {INT32_MAX, INT32_MAX}};
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        int32_t left = windows[i][0], right = windows[i][1];
        attention_case t = {CAMEO_FLOAT, 2e-6, 2, 4, 2, 7, 9, 0, 8, 6, false, false, 2, 0, left, right};
        CHECK(attention_check(t));
        t.past = 5, t.mask = 3, t.causal = true, t.flat = true;
        CHECK(attention_check(t));
        t.dtype = CAMEO_DOUBLE, t.rtol = 1e-13, t.rows = 210, t.keys = 300, t.past = 300, t.mask = 0;
        t.batch = 1, t.heads = 2, t.kv_heads = 1;
        CHECK(attention_check(t));
        t.causal = false;
        CHECK(attention_check(t));
    }
    harness_begin(&h, &cm_op_Attention, 25); /* query 0 stands at key -1, of 1 key for 2 queries */
    harness_attr_i(&h, "left_window_size", 0);
    harness_attr_i(&h, "right_window_size", 0);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 1), (float[]){1, 1});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 1), (float[]){1, 2});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 1), (float[]){3, 5});
    for (int i = 0; i < 3; i++) harness_in_none(&h);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 1), (float[]){0, 3});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Attention, 25);
    harness_attr_i(&h, "left_window_size", -2);
    for (int i = 0; i < 3; i++) harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 1), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 1), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_MALFORMED);
}

static cameo_status attention_status(uint32_t heads, uint32_t width, uint32_t past_width) {
    harness_begin(&h, &cm_op_Attention, 23);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2, 4), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, heads, 2, width), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, heads, 2, 4), NULL);
    harness_in_none(&h);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, heads, 3, past_width), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, heads, 3, 4), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2, 4), NULL);
    return harness_status(&h);
}

void test_attention_refuses(void) {
    CHECK_INT(attention_status(2, 4, 4), CAMEO_OK);
    CHECK_INT(attention_status(3, 4, 4), CAMEO_E_SHAPE);
    CHECK_INT(attention_status(2, 5, 5), CAMEO_E_SHAPE);
    CHECK_INT(attention_status(1, 4, 5), CAMEO_E_SHAPE);
}

/* One head: batch 0 has two keys of the past, batch 1 none; query i sees the last two keys up to its own. */
void test_attention_group_query(void) {
    harness_begin(&h, &cm_op_GroupQuery, 1);
    harness_attr_i(&h, "num_heads", 1);
    harness_attr_i(&h, "kv_num_heads", 1);
    harness_attr_i(&h, "window", 2);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 1, 1), (float[]){0, 0});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 1, 1), (float[]){1, 2});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 1, 1), (float[]){6, 7});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 1, 3, 1), (float[]){1, 2, 3, 4, 5, 6});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 1, 3, 1), (float[]){8, 2, 9, 9, 9, 9});
    harness_in(&h, CAMEO_INT32, H_DIMS(2), (int32_t[]){2, 0});
    harness_in(&h, CAMEO_INT32, H_DIMS(1), (int32_t[]){4});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 1, 1), (float[]){4, 7});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 1, 4, 1), (float[]){1, 2, 1, 0, 2, 5, 6, 0});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 1, 4, 1), (float[]){8, 2, 6, 0, 7, 9, 9, 0});
    h.rtol = 1e-6;
    CHECK(harness_run(&h));
}
