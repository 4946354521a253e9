#include <math.h>

#include "tests/kernels/elementwise_vectors.h"

/* Adds with coordinates, one element at a time: the oracle of the broadcasting tests. */
static void add_slowly(const size_t *dims, uint32_t rank, const size_t *a_dims, const float *a,
                       const size_t *b_dims, const float *b, float *y) {
    size_t n = 1;
    for (uint32_t d = 0; d < rank; d++) n *= dims[d];
    for (size_t i = 0; i < n; i++) {
        size_t ia = 0, ib = 0, rest = i, at[CM_MAX_RANK] = {0};
        for (uint32_t d = rank; d-- > 0; rest /= dims[d]) at[d] = rest % dims[d];
        for (uint32_t d = 0; d < rank; d++) {
            ia = ia * a_dims[d] + (a_dims[d] == 1 ? 0 : at[d]);
            ib = ib * b_dims[d] + (b_dims[d] == 1 ? 0 : at[d]);
        }
        y[i] = a[ia] + b[ib];
    }
}

/* Every pattern of ones on rank 4, both ways, with leading ones left out. */
void test_binary_add_broadcast(void) {
    static const size_t full[4] = {2, 3, 4, 5};
    float a[120], b[120], y[120];
    for (int i = 0; i < 120; i++) {
        a[i] = (float)i;
        b[i] = (float)(1000 * i);
    }
    for (uint32_t mask = 0; mask < 256; mask++) {
        size_t dims[4], a_dims[4], b_dims[4];
        for (uint32_t d = 0; d < 4; d++) {
            a_dims[d] = mask >> d & 1 ? 1 : full[d];
            b_dims[d] = mask >> (4 + d) & 1 ? 1 : full[d];
            dims[d] = a_dims[d] > b_dims[d] ? a_dims[d] : b_dims[d];
        }
        add_slowly(dims, 4, a_dims, a, b_dims, b, y);
        uint32_t skip = 0; /* leading ones of b that its shape does not need */
        while (skip < 4 && b_dims[skip] == 1) skip++;
        harness h;
        harness_begin(&h, &cm_op_Add, 14);
        harness_in(&h, CAMEO_FLOAT, 4, a_dims, a);
        harness_in(&h, CAMEO_FLOAT, 4 - skip, b_dims + skip, b);
        harness_out(&h, CAMEO_FLOAT, 4, dims, y);
        CHECK(harness_run(&h));
    }
}

void test_binary_add_dtypes(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16,
                                 CAMEO_INT8,  CAMEO_INT16,  CAMEO_INT32,   CAMEO_INT64,
                                 CAMEO_UINT8, CAMEO_UINT16, CAMEO_UINT32,  CAMEO_UINT64};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        harness h;
        harness_begin(&h, &cm_op_Add, 14);
        harness_in_num(&h, dtypes[i], H_DIMS(2, 3), (double[]){0, 1, 2, 3, 4, 100});
        harness_in_num(&h, dtypes[i], H_DIMS(3), (double[]){1, 20, 27});
        harness_out_num(&h, dtypes[i], H_DIMS(2, 3), (double[]){1, 21, 29, 4, 24, 127});
        CHECK(harness_run(&h));
    }
}

void test_binary_add_wraps(void) {
    harness h;
    harness_begin(&h, &cm_op_Add, 14);
    harness_in(&h, CAMEO_INT8, H_DIMS(2), (int8_t[]){127, -128});
    harness_in(&h, CAMEO_INT8, H_DIMS(2), (int8_t[]){1, -1});
    harness_out(&h, CAMEO_INT8, H_DIMS(2), (int8_t[]){-128, 127});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Add, 14);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){INT64_MAX, INT64_MIN});
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){-1});
    harness_out(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){INT64_MAX - 1, INT64_MAX});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Add, 14);
    harness_in(&h, CAMEO_UINT16, H_DIMS(1), (uint16_t[]){65535});
    harness_in(&h, CAMEO_UINT16, H_DIMS(1), (uint16_t[]){65535});
    harness_out(&h, CAMEO_UINT16, H_DIMS(1), (uint16_t[]){65534});
    CHECK(harness_run(&h));
}

void test_binary_add_special(void) {
    harness h;
    harness_begin(&h, &cm_op_Add, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(4), (float[]){NAN, INFINITY, INFINITY, -0.0F});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(4), (float[]){1, -INFINITY, 1, -0.0F});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(4), (float[]){NAN, NAN, INFINITY, -0.0F});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Add, 13); /* 1 against 0 gives 0 */
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 0), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 1), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 0), NULL);
    CHECK(harness_run(&h));
}

/* Several tasks, cut inside rows. */
void test_binary_add_tasks(void) {
    enum { ROWS = 5, COLUMNS = 7001 };
    static float a[ROWS * COLUMNS], b[COLUMNS], c[ROWS], y[ROWS * COLUMNS], z[ROWS * COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        a[i] = (float)i;
        b[i % COLUMNS] = (float)(i % COLUMNS) * 2;
        c[i / COLUMNS] = (float)(i / COLUMNS) * 3;
        y[i] = (float)i + (float)(i % COLUMNS) * 2;
        z[i] = (float)(i % COLUMNS) * 2 + (float)(i / COLUMNS) * 3;
    }
    harness h;
    harness_begin(&h, &cm_op_Add, 7);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(ROWS, COLUMNS), a);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(COLUMNS), b);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(ROWS, COLUMNS), y);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Add, 7);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(ROWS, 1), c);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, COLUMNS), b);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(ROWS, COLUMNS), z);
    CHECK(harness_run(&h));
}

/* Rows that are so short that operands are written out in blocks; the second task begins inside a row. */
void test_binary_add_short_rows(void) {
    static const size_t sizes[][3] = {{3, 2000, 3}, {2, 300, 40}, {5, 9, 15}};
    static float a[18000 + 6000], b[18000 + 6000], y[18000 + 6000];
    for (int i = 0; i < 24000; i++) {
        a[i] = (float)i;
        b[i] = (float)(3 * i % 1009);
    }
    for (uint32_t c = 0; c < 3 * 64; c++) {
        const size_t *full = sizes[c / 64];
        size_t dims[3], a_dims[3], b_dims[3];
        for (uint32_t d = 0; d < 3; d++) {
            a_dims[d] = c >> d & 1 ? 1 : full[d];
            b_dims[d] = c >> (3 + d) & 1 ? 1 : full[d];
            dims[d] = a_dims[d] > b_dims[d] ? a_dims[d] : b_dims[d];
        }
        add_slowly(dims, 3, a_dims, a, b_dims, b, y);
        harness h;
        harness_begin(&h, &cm_op_Add, 14);
        harness_in(&h, CAMEO_FLOAT, 3, a_dims, a);
        harness_in(&h, CAMEO_FLOAT, 3, b_dims, b);
        harness_out(&h, CAMEO_FLOAT, 3, dims, y);
        CHECK(harness_run(&h));
    }
}

/* Since_version 1 and 6: axis places input 1 on dims of input 0. */
void test_binary_add_axis(void) {
    harness h;
    harness_begin(&h, &cm_op_Add, 6);
    harness_attr_i(&h, "broadcast", 1);
    harness_attr_i(&h, "axis", 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3, 2), (float[]){0, 0, 0, 0, 0, 0, 9, 9, 9, 9, 9, 9});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){1, 2, 3});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3, 2),
                (float[]){1, 1, 2, 2, 3, 3, 10, 10, 11, 11, 12, 12});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Add, 6);
    harness_attr_i(&h, "axis", 2);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "axis is 2, but inputs have ranks 2 and 1");
}

void test_binary_add_errors(void) {
    harness h;
    harness_begin(&h, &cm_op_Add, 14);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "dims 3 and 2 do not broadcast");
    harness_begin(&h, &cm_op_Add, 14);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_INT32, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
}

/* Elements of shapes are followed; those that wrap are unknown. */
void test_binary_add_elems(void) {
    harness h;
    harness_begin(&h, &cm_op_Add, 14);
    h.symbolic = true;
    harness_in(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){1, INT64_MAX, -5});
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){3});
    harness_out(&h, CAMEO_INT64, H_DIMS(3), NULL);
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    const cm_avalue *y = &h.out_av[0];
    CHECK_INT(y->n_elem, 3);
    CHECK_INT(y->elem[0], 4);
    CHECK(y->elem[1] == CM_DIM_UNKNOWN);
    CHECK_INT(y->elem[2], -2);
    harness_end(&h);
}

void test_binary_vectors(void) {
    ELEMENTWISE_RUN("Add", "BitShift", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Div", "Mod", "Mul",
                    "PRelu", "Sub");
}

/* An integer divided by zero is 0, remainder 0; INT_MIN / -1 wraps, remainder 0: numpy's results.
 * */
void test_binary_div_by_zero(void) {
    for (int fmod = 0; fmod < 2; fmod++) {
        harness h;
        harness_begin(&h, &cm_op_Mod, 13);
        harness_attr_i(&h, "fmod", fmod);
        harness_in(&h, CAMEO_INT32, H_DIMS(3), (int32_t[]){7, INT32_MIN, INT32_MIN});
        harness_in(&h, CAMEO_INT32, H_DIMS(3), (int32_t[]){0, 0, -1});
        harness_out(&h, CAMEO_INT32, H_DIMS(3), (int32_t[]){0, 0, 0});
        CHECK(harness_run(&h));
    }
    harness h;
    harness_begin(&h, &cm_op_Div, 14);
    harness_in(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){7, INT64_MIN, INT64_MIN});
    harness_in(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){0, 0, -1});
    harness_out(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){0, 0, INT64_MIN});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Div, 14);
    harness_in(&h, CAMEO_INT8, H_DIMS(2), (int8_t[]){-128, 5});
    harness_in(&h, CAMEO_INT8, H_DIMS(2), (int8_t[]){-1, 0});
    harness_out(&h, CAMEO_INT8, H_DIMS(2), (int8_t[]){-128, 0});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Div, 14);
    harness_in(&h, CAMEO_UINT8, H_DIMS(2), (uint8_t[]){200, 5});
    harness_in(&h, CAMEO_UINT8, H_DIMS(2), (uint8_t[]){0, 2});
    harness_out(&h, CAMEO_UINT8, H_DIMS(2), (uint8_t[]){0, 2});
    CHECK(harness_run(&h));
}

/* Of signed integers, since 28: a shift by less than 0 bits or the width or more leaves copies of the sign, and a left
 * one moves bits into it and past it. Expected values: the text of ONNX BitShift 28. */
void test_binary_bit_shift_signed(void) {
    harness h;
    for (int right = 0; right < 2; right++) {
        harness_begin(&h, &cm_op_BitShift, 28);
        harness_attr_s(&h, "direction", right ? "RIGHT" : "LEFT");
        harness_in(&h, CAMEO_INT8, H_DIMS(6), (int8_t[]){-3, 3, -3, 3, -128, 127});
        harness_in(&h, CAMEO_INT8, H_DIMS(6), (int8_t[]){8, 127, -1, -128, 7, 7});
        harness_out(&h, CAMEO_INT8, H_DIMS(6),
                    right ? (int8_t[]){-1, 0, -1, 0, -1, 0} : (int8_t[]){0, 0, 0, 0, 0, -128});
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_BitShift, 28);
        harness_attr_s(&h, "direction", right ? "RIGHT" : "LEFT");
        harness_in(&h, CAMEO_INT16, H_DIMS(4), (int16_t[]){-32768, 32767, -1, 3});
        harness_in(&h, CAMEO_INT16, H_DIMS(4), (int16_t[]){15, 15, 16, -1});
        harness_out(&h, CAMEO_INT16, H_DIMS(4), right ? (int16_t[]){-1, 0, -1, 0} : (int16_t[]){0, -32768, 0, 0});
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_BitShift, 28);
        harness_attr_s(&h, "direction", right ? "RIGHT" : "LEFT");
        harness_in(&h, CAMEO_INT32, H_DIMS(4), (int32_t[]){INT32_MIN, INT32_MAX, -5, 5});
        harness_in(&h, CAMEO_INT32, H_DIMS(4), (int32_t[]){31, 31, 32, INT32_MIN});
        harness_out(&h, CAMEO_INT32, H_DIMS(4), right ? (int32_t[]){-1, 0, -1, 0} : (int32_t[]){0, INT32_MIN, 0, 0});
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_BitShift, 28);
        harness_attr_s(&h, "direction", right ? "RIGHT" : "LEFT");
        harness_in(&h, CAMEO_INT64, H_DIMS(4), (int64_t[]){INT64_MIN, INT64_MAX, -5, -5});
        harness_in(&h, CAMEO_INT64, H_DIMS(4), (int64_t[]){63, 63, 64, -1});
        harness_out(&h, CAMEO_INT64, H_DIMS(4), right ? (int64_t[]){-1, 0, -1, -1} : (int64_t[]){0, INT64_MIN, 0, 0});
        CHECK(harness_run(&h));
    }
}

/* A shift by the width or more leaves nothing. */
void test_binary_bit_shift_far(void) {
    static const char *const directions[] = {"LEFT", "RIGHT"};
    for (int i = 0; i < 2; i++) {
        harness h;
        harness_begin(&h, &cm_op_BitShift, 11);
        harness_attr_s(&h, "direction", directions[i]);
        harness_in(&h, CAMEO_UINT64, H_DIMS(3), (uint64_t[]){UINT64_MAX, UINT64_MAX, 6});
        harness_in(&h, CAMEO_UINT64, H_DIMS(3), (uint64_t[]){64, UINT64_MAX, 1});
        harness_out(&h, CAMEO_UINT64, H_DIMS(3), (uint64_t[]){0, 0, i == 0 ? 12 : 3});
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_BitShift, 11);
        harness_attr_s(&h, "direction", directions[i]);
        harness_in(&h, CAMEO_UINT8, H_DIMS(2), (uint8_t[]){255, 255});
        harness_in(&h, CAMEO_UINT8, H_DIMS(2), (uint8_t[]){8, 7});
        harness_out(&h, CAMEO_UINT8, H_DIMS(2), (uint8_t[]){0, i == 0 ? 128 : 1});
        CHECK(harness_run(&h));
    }
}

/* Versions 1 and 6: one slope per channel, which is dim 1. From 7 on as numpy, one way. */
void test_binary_prelu_slopes(void) {
    static const float x[8] = {-1, -1, -1, -1, -2, -2, 5, -2};
    harness h;
    harness_begin(&h, &cm_op_PRelu, 6);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2, 2), x);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){2, 3});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 2, 2), (float[]){-2, -2, -3, -3, -4, -4, 5, -6});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_PRelu, 7);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2, 2), x);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){2, 3});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 2, 2), (float[]){-2, -3, -2, -3, -4, -6, 5, -6});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_PRelu, 6);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(8), x);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){2});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(8), (float[]){-2, -2, -2, -2, -4, -4, 5, -4});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_PRelu, 9);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}

/* Symbols: what every value of them gives, numbers give; a divisor may be 0. Where the sign of a divisor is not
 * known the result need not be. */
void test_binary_symbols(void) {
    static const cm_op *const ops[] = {&cm_op_Div, &cm_op_Mod, &cm_op_Mod};
    static uint8_t memory[1 << 18];
    cm_arena arena;
    cm_arena_init(&arena, memory, sizeof memory);
    cm_dims *t = cm_dims_new(&arena);
    cm_dim a = cm_dim_symbol(t, CM_STR("a"), 0, INT64_MAX),
           b = cm_dim_symbol(t, CM_STR("b"), 0, INT64_MAX);
    const cm_dim x[] = {a, b, cm_dim_sub(t, a, b), cm_dim_add(t, b, 1), 3, cm_dim_sub(t, a, 2)};
    for (int k = 0; k < 3 * 6 * 6; k++) {
        const cm_dim pair[] = {x[k / 6 % 6], x[k % 6]};
        harness h;
        harness_begin(&h, ops[k / 36], 13);
        if (k / 36 == 2) harness_attr_i(&h, "fmod", 1);
        h.symbolic = true;
        h.dims = t;
        harness_in(&h, CAMEO_INT64, H_SCALAR, NULL);
        harness_in(&h, CAMEO_INT64, H_SCALAR, NULL);
        harness_out(&h, CAMEO_INT64, H_SCALAR, NULL);
        for (int i = 0; i < 2; i++) {
            h.in_av[i] = (cm_avalue){
                .kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_INT64, .n_elem = 1, .elem = &pair[i]};
        }
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        cm_dim r = h.out_av[0].n_elem == 1 ? h.out_av[0].elem[0] : CM_DIM_UNKNOWN;
        bool sign_known = k % 6 == 2 || k % 6 == 5 ? false : k / 36 < 2 || k / 6 % 6 < 2;
        CHECK(cm_dim_is_known(r) || !sign_known);
        for (int64_t v = 0; v < 36 && cm_dim_is_known(r); v++) {
            const cm_dim value[] = {v % 6, v / 6};
            int64_t p = cm_dim_eval(t, pair[0], value), q = cm_dim_eval(t, pair[1], value);
            int64_t rest = q == 0 ? 0 : p % q;
            if (k / 36 == 1 && rest != 0 && (rest < 0) != (q < 0)) rest += q;
            CHECK_INT(cm_dim_eval(t, r, value), k / 36 != 0 ? rest : q == 0 ? 0 : p / q);
        }
        harness_end(&h);
    }
}

/* What exporters compute with dims. */
void test_binary_elems(void) {
    static const struct {
        const cm_op *op;
        int64_t want[4];
    } cases[] = {{&cm_op_Sub, {4, -9, -10, 7}},
                 {&cm_op_Mul, {21, -14, -16, -12}},
                 {&cm_op_Div, {2, -3, -4, 0}},
                 {&cm_op_Mod, {1, 1, 0, -1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        harness h;
        harness_begin(&h, cases[i].op, 13);
        h.symbolic = true;
        harness_in(&h, CAMEO_INT64, H_DIMS(4), (int64_t[]){7, -7, -8, 3});
        harness_in(&h, CAMEO_INT64, H_DIMS(4), (int64_t[]){3, 2, 2, -4});
        harness_out(&h, CAMEO_INT64, H_DIMS(4), NULL);
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        CHECK_INT(h.out_av[0].n_elem, 4);
        for (int j = 0; j < 4; j++) CHECK_INT(h.out_av[0].elem[j], cases[i].want[j]);
        harness_end(&h);
    }
}
