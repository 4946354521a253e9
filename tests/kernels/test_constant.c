#include "tests/kernels/harness.h"

static harness h;

static void constant_begin(int since) {
    harness_begin(&h, &cm_op_Constant, since);
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, NULL);
}

static cameo_status constant_end(void) {
    cameo_status status = harness_shape(&h);
    harness_end(&h);
    return status;
}

void test_constant_forms(void) {
    constant_begin(12);
    harness_attr_f(&h, "value_float", 1.5f);
    CHECK_INT(constant_end(), CAMEO_OK);
    CHECK_INT(h.out_av[0].dtype, CAMEO_FLOAT);
    CHECK_INT(h.out_av[0].rank, 0);
    constant_begin(25);
    harness_attr_ints(&h, "value_ints", 3, (int64_t[]){1, 2, 3});
    CHECK_INT(constant_end(), CAMEO_OK);
    CHECK_INT(h.out_av[0].dtype, CAMEO_INT64);
    CHECK_INT(h.out_av[0].rank, 1);
    CHECK_INT(h.out_av[0].dims[0], 3);
    constant_begin(13);
    harness_attr_s(&h, "value_string", "x");
    CHECK_INT(constant_end(), CAMEO_OK);
    CHECK_INT(h.out_av[0].dtype, CAMEO_STRING);
}

void test_constant_tensor(void) {
    constant_begin(1);
    harness_attr_i(&h, "value", 0);
    h.attr[0].type = CM_ATTR_TENSOR;
    h.attr[0].row = 0;
    h.attr[0].n_rows = 1;
    cm_tensor_proto tensor = {.dtype = CAMEO_INT4, .dims = {0, 2}};
    h.tables.tensor.row = &tensor;
    h.ints[0] = 7;
    h.ints[1] = INT64_C(1) << 40;
    CHECK_INT(constant_end(), CAMEO_OK);
    CHECK_INT(h.out_av[0].dtype, CAMEO_INT4);
    CHECK_INT(h.out_av[0].rank, 2);
    CHECK_INT(h.out_av[0].dims[0], 7);
    CHECK_INT(h.out_av[0].dims[1], CM_DIM_UNKNOWN);
}

void test_constant_refuses(void) {
    constant_begin(13);
    CHECK_INT(constant_end(), CAMEO_E_MALFORMED);
    CHECK_STR(h.error.msg, "no value attribute is given");
    constant_begin(13);
    harness_attr_f(&h, "value_float", 1);
    harness_attr_i(&h, "value_int", 1);
    CHECK_INT(constant_end(), CAMEO_E_MALFORMED);
    CHECK_STR(h.error.msg, "both value_float and value_int are given");
    constant_begin(13);
    harness_attr_i(&h, "value_float", 1);
    CHECK_INT(constant_end(), CAMEO_E_TYPE);
    constant_begin(11); /* value_float comes with 12 */
    harness_attr_f(&h, "value_float", 1);
    CHECK_INT(constant_end(), CAMEO_E_MALFORMED);
}
