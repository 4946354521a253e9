/* test_opt_chain.c — which elementwise operators become one chain. That results keep their bits:
 * tests/proofs/random_graphs.c, levels.c; the kernel: tests/kernels/test_chain.c. */
#include "base/math.h"
#include "ir/chain.h"
#include "ir/rewrite/opt.h"
#include "tests/check.h"
#include "tests/support/opt_alone.h"

static gb *test_floats(const char *a_dims, const char *b_dims) {
    gb *b = gb_new();
    gb_input(b, 0, "a", CAMEO_FLOAT, a_dims);
    gb_input(b, 0, "b", CAMEO_FLOAT, b_dims);
    return b;
}

static void test_chain_gives(gb *b, const char *want) {
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
    CHECK_INT(cm_optimize_chains(&b->ir), CAMEO_OK);
    CHECK_STR(gb_ops(b), want);
}

static const cm_chain_params *test_program(const gb *b, const char *value) {
    return b->ir.info[opt_node(b, value)].params;
}

/* Numbers stand in the program; the operand of the result's dims comes first; a value that only the chain reads,
 * twice, is no operand. */
void test_opt_chain_program(void) {
    gb *b = test_floats("4", "3,4");
    gb_floats(b, 0, "two", 0, NULL, (float[]){2});
    gb_node(b, 0, "Add", "a,b", "t");
    gb_node(b, 0, "Sub", "two,t", "u");
    gb_attr_f(b, gb_node(b, 0, "LeakyRelu", "u", "v"), "alpha", 0.25f);
    gb_node(b, 0, "Mul", "v,t", "y");
    test_chain_gives(b, "Chain");
    const cm_chain_params *p = test_program(b, "y");
    CHECK(opt_reads(b, "y", 0, "b") && opt_reads(b, "y", 1, "a"));
    CHECK_INT(p->n_in, 2);
    CHECK_INT(p->n, 4);
    CHECK_INT(p->stage[0].code, cm_chain_code(CM_CHAIN_Add, 0, CM_CHAIN_REGISTERS + 1, CM_CHAIN_REGISTERS));
    CHECK_INT(p->stage[1].code, cm_chain_code(CM_CHAIN_Sub, 1, CM_CHAIN_NUMBER, 0));
    CHECK(p->stage[1].imm[0] == 2 && p->stage[2].imm[0] == 0.25f);
    CHECK_INT(p->stage[2].code, cm_chain_code(CM_CHAIN_LeakyRelu, 1, 1, 1));
    CHECK_INT(cm_chain_fn_of(&p->stage[3]), CM_CHAIN_Mul);
    CHECK_STR(gb_shape(b, "y"), "3,4");
    gb_free(b);
}

/* Condition, bounds and slopes. */
void test_opt_chain_select(void) {
    gb *b = test_floats("3,4", "3,4");
    gb_input(b, 0, "c", CAMEO_BOOL, "3,1");
    gb_floats(b, 0, "lo", 0, NULL, (float[]){-1});
    gb_floats(b, 0, "slope", 1, (int64_t[]){4}, (float[]){1, 2, 3, 4});
    gb_node(b, 0, "Clip", "a,lo", "t");
    gb_node(b, 0, "PRelu", "t,slope", "u");
    gb_node(b, 0, "Where", "c,u,lo", "y");
    test_chain_gives(b, "Chain");
    const cm_chain_params *p = test_program(b, "y");
    CHECK_INT(p->n_in, 3);
    CHECK(p->stage[0].imm[0] == -1 && p->stage[0].imm[1] > 3e38f);
    CHECK_INT(cm_chain_b(&p->stage[2]), CM_CHAIN_NUMBER);
    CHECK(p->stage[2].imm[1] == -1);
    CHECK(opt_reads(b, "y", (uint32_t)p->stage[2].imm[0], "c"));
    gb_free(b);
}

/* What others read, and what is an output, is computed by itself. */
void test_opt_chain_readers(void) {
    gb *b = test_floats("4", "4");
    gb_node(b, 0, "Add", "a,b", "t");
    gb_node(b, 0, "Neg", "t", "y");
    gb_node(b, 0, "Exp", "t", "z");
    gb_output(b, 0, "z");
    test_chain_gives(b, "Add Neg Exp");
    gb_free(b);
    b = test_floats("4", "4");
    gb_node(b, 0, "Add", "a,b", "t");
    gb_node(b, 0, "Neg", "t", "y");
    gb_output(b, 0, "t");
    test_chain_gives(b, "Add Neg");
    gb_free(b);
}

/* No element is computed that was not before; free dims that are equal are equal. */
void test_opt_chain_dims(void) {
    static const struct {
        const char *a, *b, *want;
    } rows[] = {{"4", "3,4", "Neg Chain"}, {"3,4", "3,4", "Chain"},     {"n,4", "n,4", "Chain"},
                {"n,4", "4", "Chain"},     {"n,4", "m,4", "Neg Chain"}, {"3,1", "1,4", "Neg Chain"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = test_floats(rows[i].a, rows[i].b);
        gb_node(b, 0, "Neg", "a", "t");
        gb_node(b, 0, "Add", "t,b", "u");
        gb_node(b, 0, "Relu", "u", "y");
        test_chain_gives(b, rows[i].want);
        gb_free(b);
    }
}

/* A number of rank 1 that gives the result its rank. */
void test_opt_chain_rank(void) {
    gb *b = test_floats("", "");
    gb_floats(b, 0, "one", 1, (int64_t[]){1}, (float[]){1});
    gb_node(b, 0, "Add", "a,one", "t");
    gb_node(b, 0, "Exp", "t", "y");
    test_chain_gives(b, "Add Exp");
    CHECK_STR(gb_shape(b, "y"), "1");
    gb_free(b);
}

/* 16 stages, 8 operands at most. */
void test_opt_chain_limits(void) {
    gb *b = test_floats("4", "4");
    char x[8] = "a", y[8] = "t0";
    for (char i = 0; i < 18; i++) {
        y[1] = (char)('a' + i);
        gb_node(b, 0, "Neg", x, i == 17 ? "y" : y);
        memcpy(x, y, sizeof x);
    }
    test_chain_gives(b, "Chain Chain");
    CHECK_INT(test_program(b, "y")->n, CM_CHAIN_STAGES);
    gb_free(b);
    b = test_floats("4", "4");
    gb_node(b, 0, "Add", "a,b", "ta");
    char in[] = "i0,t0";
    for (char i = 0; i < 8; i++) {
        char name[] = {'i', (char)('a' + i), 0}, out[] = {'t', (char)('b' + i), 0};
        gb_input(b, 0, name, CAMEO_FLOAT, "4");
        in[1] = (char)('a' + i);
        in[4] = (char)('a' + i);
        gb_node(b, 0, "Add", in, i == 7 ? "y" : out);
    }
    test_chain_gives(b, "Chain Chain");
    CHECK_INT(test_program(b, "y")->n_in, CM_CHAIN_OPERANDS);
    gb_free(b);
}

/* Other dtypes, versions that broadcast in another way, computed bounds, slopes that may be larger, a provider's
 * node. */
void test_opt_chain_declines(void) {
    gb *b = gb_new();
    gb_input(b, 0, "a", CAMEO_DOUBLE, "4");
    gb_node(b, 0, "Neg", "a", "t");
    gb_node(b, 0, "Abs", "t", "y");
    test_chain_gives(b, "Neg Abs");
    gb_free(b);
    b = test_floats("4", "");
    gb_node(b, 0, "Neg", "a", "t");
    gb_node(b, 0, "Clip", "t,b", "y");
    test_chain_gives(b, "Neg Clip");
    gb_free(b);
    b = test_floats("n,4", "m,4");
    gb_node(b, 0, "Neg", "a", "t");
    gb_node(b, 0, "PRelu", "t,b", "y");
    test_chain_gives(b, "Neg PRelu");
    gb_free(b);
    b = test_floats("4", "4");
    gb_node(b, 0, "Neg", "a", "t");
    cm_id theirs = gb_node(b, 0, "Abs", "t", "u");
    gb_node(b, 0, "Exp", "u", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
    b->ir.info[theirs].provider = 1;
    CHECK_INT(cm_optimize_chains(&b->ir), CAMEO_OK);
    CHECK_STR(gb_ops(b), "Neg Abs Exp");
    gb_free(b);
}

/* Two operands as large as the result do not live on while something else is computed that the chain reads, too. */
void test_opt_chain_memory(void) {
    for (int first = 0; first < 2; first++) {
        gb *b = test_floats("4,4", "4,4");
        gb_node(b, 0, "Exp", "a", "e");
        gb_node(b, 0, "MatMul", "a,a", "k");
        if (first) gb_node(b, 0, "MatMul", "e,k", "m");
        gb_node(b, 0, "Mul", "e,k", "t");
        if (!first) gb_node(b, 0, "MatMul", "e,k", "m");
        gb_node(b, 0, "Sub", "t,m", "y");
        test_chain_gives(b, first ? "Exp MatMul MatMul Chain" : "Exp MatMul Mul MatMul Sub");
        gb_free(b);
    }
}

/* A file that names the operator is refused. */
void test_opt_chain_of_a_file(void) {
    gb *b = test_floats("4", "4");
    gb_node(b, 0, "cameo:Chain", "a,b", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_E_UNSUPPORTED);
    gb_free(b);
}

#define TEST_CHANNELS 200

/* y = Relu(BatchNormalization(a) + b) with n channels, behind cm_optimize_chains. */
static void test_norm(const char *dims, bool last, int n, const float *var, const char *want) {
    static const char *const names[4] = {"scale", "bias", "mean", "var"};
    gb *b = test_floats(dims, dims);
    float twos[TEST_CHANNELS];
    for (int i = 0; i < TEST_CHANNELS; i++) twos[i] = 2;
    for (int i = 0; i < 4; i++) gb_floats(b, 0, names[i], 1, (int64_t[]){n}, i == 3 ? var : twos);
    gb_node(b, 0, "BatchNormalization", "a,scale,bias,mean,var", "t");
    gb_node(b, 0, "Add", "t,b", "u");
    gb_node(b, 0, "Relu", "u", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
    int32_t *field = cm_opt_field(&b->ir, opt_node(b, "t"), "channels_last");
    if (field != NULL) *field = last;
    CHECK_INT(cm_optimize_chains(&b->ir), CAMEO_OK);
    CHECK_STR(gb_ops(b), want);
    CHECK_INT(b->ir.applied[CM_REWRITE_batchnorm_stages], strcmp(want, "Chain") == 0);
    if (b->ir.applied[CM_REWRITE_batchnorm_stages] != 0) CHECK_INT(test_program(b, "y")->n, 4);
    gb_free(b);
}

/* A BatchNormalization is two stages where few channels lie last, and its numbers are finite. */
void test_opt_chain_batchnorm(void) {
    float var[TEST_CHANNELS];
    for (int i = 0; i < TEST_CHANNELS; i++) var[i] = 1;
    test_norm("1,24,3,24", true, 24, var, "Chain");
    test_norm("1,24,3,24", false, 24, var, "BatchNormalization Chain");
    test_norm("1,200,3,200", true, 200, var, "BatchNormalization Chain");
    var[7] = -2;
    test_norm("1,24,3,24", true, 24, var, "BatchNormalization Chain");
}

/* q -> DequantizeLinear -> BatchNormalization of 200 channels, which lie last -> QuantizeLinear, all scales 1. per_row:
 * the DequantizeLinear has a scale for each row, which is none for a chain. */
static void test_norm_of_bytes(bool per_row, const char *want) {
    static const char *const names[4] = {"scale", "bias", "mean", "var"};
    gb *b = gb_new();
    float ones[TEST_CHANNELS];
    for (int i = 0; i < TEST_CHANNELS; i++) ones[i] = 1;
    gb_input(b, 0, "q", CAMEO_UINT8, "1,200,3,200");
    gb_floats(b, 0, "step", 0, NULL, ones);
    gb_floats(b, 0, "steps", 1, (int64_t[]){TEST_CHANNELS}, ones);
    for (int i = 0; i < 4; i++) gb_floats(b, 0, names[i], 1, (int64_t[]){TEST_CHANNELS}, ones);
    gb_node(b, 0, "DequantizeLinear", per_row ? "q,steps" : "q,step", "x");
    gb_node(b, 0, "BatchNormalization", "x,scale,bias,mean,var", "t");
    gb_node(b, 0, "QuantizeLinear", "t,step", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
    int32_t *field = cm_opt_field(&b->ir, opt_node(b, "t"), "channels_last");
    CHECK(field != NULL);
    if (field != NULL) *field = 1;
    CHECK_INT(cm_optimize_chains(&b->ir), CAMEO_OK);
    CHECK_STR(gb_ops(b), want);
    CHECK_INT(b->ir.applied[CM_REWRITE_batchnorm_stages], !per_row);
    gb_free(b);
}

/* Between 8-bit integers a BatchNormalization of any number of channels is two stages of a chain, which reads bytes. */
void test_opt_chain_batchnorm_of_bytes(void) {
    test_norm_of_bytes(false, "Chain");
    test_norm_of_bytes(true, "DequantizeLinear BatchNormalization QuantizeLinear");
}

/* x -> BatchNormalization -> op, behind cm_optimize_chains; twice: another node reads the normalized values, too. */
static gb *test_norm_then(const char *op, int dtype, bool twice, const char *want) {
    static const char *const names[4] = {"scale", "bias", "mean", "var"};
    static const float ones[2] = {1, 1};
    gb *b = gb_new();
    gb_input(b, 0, "x", dtype, "1,2,3");
    for (int i = 0; i < 4; i++) gb_floats(b, 0, names[i], 1, (int64_t[]){2}, ones);
    gb_floats(b, 0, "six", 0, NULL, (float[]){6});
    gb_floats(b, 0, "slopes", 2, (int64_t[]){2, 1}, ones);
    gb_node(b, 0, "BatchNormalization", "x,scale,bias,mean,var", "t");
    gb_node(b, 0, op, strcmp(op, "Clip") == 0 ? "t,,six" : strcmp(op, "PRelu") == 0 ? "t,slopes" : "t", "y");
    if (twice) {
        gb_node(b, 0, "Softmax", "t", "z");
        gb_output(b, 0, "z");
    }
    test_chain_gives(b, want);
    return b;
}

/* What stands alone behind a BatchNormalization goes into it; not where other nodes read what is between, nor with
 * slopes of its own. */
void test_opt_chain_batchnorm_function(void) {
    const struct {
        const char *op;
        cm_activation_fn fn;
        float imm[2];
    } cases[] = {{"Relu", CM_ACTIVATION_RELU, {0, CM_INF_F32}},
                 {"Clip", CM_ACTIVATION_CLIP, {-CM_INF_F32, 6}},
                 {"Sigmoid", CM_ACTIVATION_SIGMOID, {0, 0}},
                 {"Elu", CM_ACTIVATION_ELU, {1, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gb *b = test_norm_then(cases[i].op, CAMEO_FLOAT, false, "BatchNormalization");
        const cm_activation *act = cm_opt_activation(&b->ir, opt_node(b, "y"));
        CHECK(act != NULL && act->fn == (int32_t)cases[i].fn);
        if (act != NULL) CHECK(act->imm[0] == cases[i].imm[0] && act->imm[1] == cases[i].imm[1]);
        CHECK_INT(b->ir.applied[CM_REWRITE_batchnorm_function], 1);
        gb_free(b);
    }
    gb_free(test_norm_then("Relu", CAMEO_FLOAT, true, "BatchNormalization Relu Softmax"));
    gb_free(test_norm_then("Exp", CAMEO_FLOAT, false, "BatchNormalization Exp"));
    gb_free(test_norm_then("PRelu", CAMEO_FLOAT, false, "BatchNormalization PRelu"));
}
