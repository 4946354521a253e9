/* test_ops.c — see test_ops.h. Shape rules are short and cover what the tests use. */
#include "tests/support/test_ops.h"

static cameo_status test_ops_like(cm_shape *s) { return cm_shape_out_like(s, 0, 0); }

static cameo_status test_ops_broadcast(cm_shape *s) {
    cm_dim dims[CM_MAX_RANK];
    uint32_t rank;
    CM_TRY(cm_shape_broadcast(s, 0, 2, &rank, dims));
    return cm_shape_out(s, 0, cm_shape_in(s, 0)->dtype, rank, dims);
}

static cameo_status test_ops_matmul(cm_shape *s) {
    const cm_avalue *a = cm_shape_in(s, 0);
    const cm_avalue *b = cm_shape_in(s, 1);
    if (a->rank == CM_RANK_UNKNOWN || b->rank == CM_RANK_UNKNOWN) {
        return cm_shape_out(s, 0, a->dtype, CM_RANK_UNKNOWN, NULL);
    }
    CM_CHECK(a->rank == 2 && b->rank == 2, s->e, CAMEO_E_SHAPE, "ranks %d and %d, want 2",
             (int)a->rank, (int)b->rank);
    CM_CHECK(cm_dim_equal(s->dims, a->dims[1], b->dims[0]) != CM_NO, s->e, CAMEO_E_SHAPE,
             "inner dims differ");
    cm_dim dims[2] = {a->dims[0], b->dims[1]};
    return cm_shape_out(s, 0, a->dtype, 2, dims);
}

/* 1x1 kernels without padding: enough here. */
static cameo_status test_ops_conv(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *w = cm_shape_in(s, 1);
    if (x->rank == CM_RANK_UNKNOWN || w->rank == CM_RANK_UNKNOWN) {
        return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    }
    CM_CHECK(x->rank == w->rank && x->rank >= 3, s->e, CAMEO_E_SHAPE, "rank of x is %d, of w %d",
             (int)x->rank, (int)w->rank);
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t i = 0; i < x->rank; i++) dims[i] = x->dims[i];
    dims[1] = w->dims[0];
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

static cameo_status test_ops_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim rank = x->rank == CM_RANK_UNKNOWN ? CM_DIM_UNKNOWN : x->rank;
    CM_TRY(cm_shape_out(s, 0, CAMEO_INT64, 1, &rank));
    cm_dim *elem = x->rank == CM_RANK_UNKNOWN ? NULL : cm_shape_out_elems(s, 0, x->rank);
    for (uint32_t i = 0; elem != NULL && i < x->rank; i++) elem[i] = x->dims[i];
    return CAMEO_OK;
}

static cameo_status test_ops_reshape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *shape = cm_shape_in(s, 1);
    size_t n;
    if (!cm_avalue_count(shape, &n)) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(n <= CM_MAX_RANK, s->e, CAMEO_E_LIMIT, "rank %zu", n);
    cm_dim dims[CM_MAX_RANK];
    size_t free_dim = n;
    cm_dim known = 1;
    for (size_t i = 0; i < n; i++) {
        if (!cm_avalue_elem(shape, i, &dims[i])) dims[i] = CM_DIM_UNKNOWN;
        if (dims[i] == -1)
            free_dim = i;
        else
            known = cm_dim_mul(s->dims, known, dims[i]);
    }
    if (free_dim < n)
        dims[free_dim] = cm_dim_div_floor(s->dims, cm_avalue_count_dim(s->dims, x), known);
    return cm_shape_out(s, 0, x->dtype, (uint32_t)n, dims);
}

/* Concat of rank-1 tensors, with elements. */
static cameo_status test_ops_concat(cm_shape *s) {
    cm_dim total = 0;
    size_t n = 0;
    for (uint32_t i = 0; i < s->n_in; i++) {
        size_t k = 0;
        total = cm_dim_add(s->dims, total, cm_shape_in(s, i)->dims[0]);
        if (!cm_avalue_count(cm_shape_in(s, i), &k)) k = CM_MAX_ELEMS + 1;
        n += k;
    }
    CM_TRY(cm_shape_out(s, 0, cm_shape_in(s, 0)->dtype, 1, &total));
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    for (uint32_t i = 0; elem != NULL && i < s->n_in; i++) {
        size_t k = 0;
        if (!cm_avalue_count(cm_shape_in(s, i), &k)) return CAMEO_OK;
        for (size_t j = 0; j < k; j++) {
            if (!cm_avalue_elem(cm_shape_in(s, i), j, elem)) *elem = CM_DIM_UNKNOWN;
            elem++;
        }
    }
    return CAMEO_OK;
}

/* Squeeze of axis 0 alone; fails where dim 0 is not 1. */
static cameo_status test_ops_squeeze(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(x->rank > 0 && cm_dim_equal(s->dims, x->dims[0], 1) != CM_NO, s->e, CAMEO_E_SHAPE,
             "dim 0 is not 1");
    return cm_shape_out(s, 0, x->dtype, x->rank - 1u, x->dims + 1);
}

static cameo_status test_ops_unknown(cm_shape *s) {
    return cm_shape_out(s, 0, cm_shape_in(s, 0)->dtype, CM_RANK_UNKNOWN, NULL);
}

static const cm_field test_ops_conv_fields[] = {
    CM_F_I32(test_conv_params, group, 1),   CM_WINDOW_FIELDS(test_conv_params, window),
    CM_F_OWN(test_conv_params, activation), CM_F_OWN(test_conv_params, act_lo),
    CM_F_OWN(test_conv_params, act_hi),
};

static cameo_status test_ops_conv_parse(const cm_parse *p, void *params) {
    const test_conv_params *c = params;
    CM_CHECK(c->group >= 1, p->e, CAMEO_E_MALFORMED, "attribute group is %d, want >= 1",
             (int)c->group);
    return CAMEO_OK;
}

#define TEST_OP(op_type, flag, rule) \
    static const cm_op test_op_##op_type = {.id = CM_OP_##op_type, .flags = flag, .shape = rule};
TEST_OP(Add, CM_OPF_INPLACE, test_ops_broadcast)
TEST_OP(Identity, CM_OPF_VIEW, test_ops_like)
TEST_OP(If, CM_OPF_CONTROL, NULL)
TEST_OP(Loop, CM_OPF_CONTROL, NULL)
TEST_OP(MatMul, 0, test_ops_matmul)
TEST_OP(Relu, CM_OPF_INPLACE, test_ops_like)
TEST_OP(Shape, 0, test_ops_shape)
TEST_OP(Slice, 0, test_ops_unknown)
TEST_OP(Softmax, 0, test_ops_like)

/* Those whose params the rewrites read have the fields of the real ones. */
#define TEST_OP_FIELDS(op_type, flag, rule, type)                                                     \
    static const cm_op test_op_##op_type = {.id = CM_OP_##op_type,                                    \
                                            .flags = flag,                                            \
                                            .n_fields = sizeof type##_fields / sizeof *type##_fields, \
                                            .params_size = sizeof(type),                              \
                                            .fields = type##_fields,                                  \
                                            .shape = rule};
typedef struct test_batchnorm {
    float epsilon;
    int32_t training_mode, spatial, is_test;
} test_batchnorm;
static const cm_field test_batchnorm_fields[] = {CM_F_F32(test_batchnorm, epsilon, 1e-5F),
                                                 CM_F_I32(test_batchnorm, training_mode, 0),
                                                 CM_F_I32(test_batchnorm, spatial, 1),
                                                 CM_F_I32(test_batchnorm, is_test, 0)};
TEST_OP_FIELDS(BatchNormalization, 0, test_ops_like, test_batchnorm)
typedef struct test_concat {
    int32_t axis;
} test_concat;
static const cm_field test_concat_fields[] = {CM_F_I32(test_concat, axis, 1)};
TEST_OP_FIELDS(Concat, 0, test_ops_concat, test_concat)
typedef struct test_gemm {
    float alpha, beta;
    int32_t transA, transB;
} test_gemm;
static const cm_field test_gemm_fields[] = {
    CM_F_F32(test_gemm, alpha, 1.0F), CM_F_F32(test_gemm, beta, 1.0F), CM_F_I32(test_gemm, transA, 0),
    CM_F_I32(test_gemm, transB, 0)};
TEST_OP_FIELDS(Gemm, 0, test_ops_matmul, test_gemm)
typedef struct test_reshape {
    int32_t allowzero;
} test_reshape;
static const cm_field test_reshape_fields[] = {CM_F_I32(test_reshape, allowzero, 0)};
TEST_OP_FIELDS(Reshape, CM_OPF_VIEW, test_ops_reshape, test_reshape)
static const cm_op test_op_Conv = {.id = CM_OP_Conv,
                                   .n_fields = sizeof test_ops_conv_fields / sizeof *test_ops_conv_fields,
                                   .params_size = sizeof(test_conv_params),
                                   .fields = test_ops_conv_fields,
                                   .parse = test_ops_conv_parse,
                                   .shape = test_ops_conv};
/* Operators that ir/ops.def may not have yet: any id will do. */
static const cm_op test_op_Clip = {.id = CM_OP_Clip, .shape = test_ops_like};
static const cm_op test_op_Squeeze = {
    .id = CM_OP_COUNT, .flags = CM_OPF_VIEW, .shape = test_ops_squeeze};

#define TEST_ENTRY(op_type, since) \
    { "", #op_type, &test_op_##op_type, since, "test_op_" #op_type }
static const cm_op_entry test_ops_entries[] = {
    TEST_ENTRY(Add, 1),      TEST_ENTRY(BatchNormalization, 1),
    TEST_ENTRY(Clip, 1),     TEST_ENTRY(Concat, 1),
    TEST_ENTRY(Conv, 1),     TEST_ENTRY(Gemm, 1),
    TEST_ENTRY(Identity, 1), TEST_ENTRY(If, 1),
    TEST_ENTRY(Loop, 1),     TEST_ENTRY(MatMul, 1),
    TEST_ENTRY(Relu, 6),     TEST_ENTRY(Reshape, 1),
    TEST_ENTRY(Slice, 1),    TEST_ENTRY(Shape, 1), /* not sorted, on purpose */
    TEST_ENTRY(Softmax, 1),  TEST_ENTRY(Squeeze, 1),
};

const cm_op_table test_ops_table = {test_ops_entries,
                                    sizeof test_ops_entries / sizeof *test_ops_entries};
