#include <math.h>

#include "tests/kernels/harness.h"

typedef struct quantize_tensor {
    int dtype; /* 0: absent */
    uint32_t rank;
    size_t dims[4];
    uint8_t data[256];
} quantize_tensor;

typedef struct quantize_case {
    int quantize, opset;
    int64_t attrs[5];
    quantize_tensor x, scale, zero, y;
} quantize_case;

#include "tests/kernels/quantize_vectors.h"

/* The vectors are bytes of a little-endian machine: in this one's order, in *own. */
static const void *quantize_native(const quantize_tensor *t, quantize_tensor *own) {
    *own = *t;
    size_t width = cm_dtype_swap_width((cameo_dtype)t->dtype);
    if (CM_BIG_ENDIAN && width > 1) cm_copy_swapped(own->data, t->data, sizeof t->data, width);
    return own->data;
}

static void add_input(harness *h, const quantize_tensor *t) {
    quantize_tensor own;
    if (t->dtype != 0) harness_in(h, t->dtype, t->rank, t->dims, quantize_native(t, &own));
}

/* What onnx.reference computes, bit for bit (gen_quantize.py). */
void test_quantize_vectors(void) {
    static const char *const names[] = {"axis", "block_size", "output_dtype", "precision",
                                        "saturate"};
    for (size_t i = 0; i < sizeof quantize_cases / sizeof *quantize_cases; i++) {
        const quantize_case *c = &quantize_cases[i];
        harness h;
        harness_begin(&h, c->quantize ? &cm_op_QuantizeLinear : &cm_op_DequantizeLinear, c->opset);
        for (int a = 0; a < 5; a++) harness_attr_i(&h, names[a], c->attrs[a]);
        add_input(&h, &c->x);
        add_input(&h, &c->scale);
        add_input(&h, &c->zero);
        quantize_tensor y;
        harness_out(&h, c->y.dtype, c->y.rank, c->y.dims, quantize_native(&c->y, &y));
        CHECK_MSG(harness_run(&h), "case %zu", i);
    }
}

/* NaN gives the lowest number, infinities the ends; halves go to even before the zero point. */
void test_quantize_special(void) {
    harness h;
    harness_begin(&h, &cm_op_QuantizeLinear, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(7),
               (float[]){NAN, INFINITY, -INFINITY, 1e30F, 0.5F, 1.5F, -0.5F});
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){1});
    harness_in(&h, CAMEO_INT8, H_SCALAR, (int8_t[]){3});
    harness_out(&h, CAMEO_INT8, H_DIMS(7), (int8_t[]){-128, 127, -128, 127, 3, 5, 3});
    CHECK(harness_run(&h));
    CHECK_INT(h.n_rows, 4); /* the fast and the general row, with either set of prims */
    harness_begin(&h, &cm_op_QuantizeLinear, 10); /* no zero point: uint8 */
    harness_in(&h, CAMEO_FLOAT, H_DIMS(0, 2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){1});
    harness_out(&h, CAMEO_UINT8, H_DIMS(0, 2), NULL);
    CHECK(harness_run(&h));
}

/* 16 bits, signed or not, more elements than a chunk of vectors: quotients within the range and beyond either end of
 * it, halves, NaN. */
static void quantize_check_16(bool is_signed, int32_t zero, float scale) {
    enum { N = 331 };
    static float x[N], back[N];
    static uint16_t y[N];
    const int32_t lo = is_signed ? -32768 : 0, hi = lo + 65535;
    const int dtype = is_signed ? CAMEO_INT16 : CAMEO_UINT16;
    for (int32_t i = 0; i < N; i++) {
        x[i] = ((float)(i - N / 2) * 509 + (float)(i & 1) / 2) * scale;
        if (i % 60 == 59) x[i] = i % 120 == 59 ? NAN : INFINITY;
        double v = (double)nearbyintf(x[i] / scale) + zero;
        int32_t whole = v > lo ? v < hi ? (int32_t)v : hi : lo;
        y[i] = (uint16_t)whole;
        back[i] = (float)(whole - zero) * scale;
    }
    const uint16_t z = (uint16_t)zero;
    harness h;
    harness_begin(&h, &cm_op_QuantizeLinear, 21);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(N), x);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, &scale);
    harness_in(&h, dtype, H_SCALAR, &z);
    harness_out(&h, dtype, H_DIMS(N), y);
    CHECK(harness_run(&h));
    CHECK_INT(h.n_rows, 4);
    harness_begin(&h, &cm_op_DequantizeLinear, 21);
    harness_in(&h, dtype, H_DIMS(N), y);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, &scale);
    harness_in(&h, dtype, H_SCALAR, &z);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(N), back);
    CHECK(harness_run(&h));
    CHECK_INT(h.n_rows, 4);
}

void test_quantize_16(void) {
    quantize_check_16(false, 0, 0.25F);
    quantize_check_16(false, 65535, 0.37F);
    quantize_check_16(false, 32123, 1e-3F);
    quantize_check_16(true, 0, 0.5F);
    quantize_check_16(true, -32768, 0.011F);
    quantize_check_16(true, 32767, 3);
}

/* Every piece shape in several tasks, against division by coordinates. */
void test_quantize_tasks(void) {
    enum { O = 3, N = 130, I = 91 };
    static float x[O * N * I];
    static float scale[N];
    static int8_t y[O * N * I];
    for (size_t i = 0; i < O * N * I; i++) x[i] = (float)((i * 37) % 1001) - 500;
    for (size_t i = 0; i < N; i++) scale[i] = 8 + (float)(i % 5);
    for (size_t i = 0; i < O * N * I; i++) {
        y[i] = (int8_t)nearbyintf(x[i] / scale[i / I % N]);
    }
    harness h;
    harness_begin(&h, &cm_op_QuantizeLinear, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(O, N, I), x);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(N), scale);
    harness_in(&h, CAMEO_INT8, H_DIMS(N), NULL);
    harness_out(&h, CAMEO_INT8, H_DIMS(O, N, I), y);
    CHECK(harness_run(&h));
    for (size_t i = 0; i < O * N * I; i++) y[i] = (int8_t)nearbyintf(x[i] / scale[i % N]);
    harness_begin(&h, &cm_op_QuantizeLinear, 13);
    harness_attr_i(&h, "axis", -1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(O, I, N), x);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(N), scale);
    harness_in(&h, CAMEO_INT8, H_DIMS(N), NULL);
    harness_out(&h, CAMEO_INT8, H_DIMS(O, I, N), y);
    CHECK(harness_run(&h));
}

void test_quantize_errors(void) {
    harness h;
    harness_begin(&h, &cm_op_DequantizeLinear, 13);
    harness_in(&h, CAMEO_INT8, H_DIMS(2, 3), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "scale has rank 1 and 2 elements, want 1 and 3");
    harness_begin(&h, &cm_op_QuantizeLinear, 21);
    harness_attr_i(&h, "block_size", 2);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    harness_out(&h, CAMEO_UINT8, H_DIMS(2, 3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "dim 1 of the scale is 3, want 2");
    harness_begin(&h, &cm_op_QuantizeLinear, 21);
    harness_attr_i(&h, "output_dtype", CAMEO_DOUBLE);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, NULL);
    harness_out(&h, CAMEO_DOUBLE, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
}
