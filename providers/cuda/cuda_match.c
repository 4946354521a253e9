/* cuda_match.c — which nodes the CUDA provider computes: the table of its operators, and what is read of their attributes.
 *
 * A rule fills a cm_cuda_op at prepare, when attributes can be read, and makes launches of it when dims are known. A node
 * that a rule accepts must be computed whatever its dims turn out to be; what cannot is declined, with the reason. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

/* ---- helpers ---- */

static bool match_is(cameo_string s, const char *name) {
    size_t n = 0;
    while (name[n] != 0) n++;
    return s.n == n && memcmp(s.p, name, n) == 0;
}

const char *cm_cuda_suffix(cameo_dtype dtype) {
    switch (dtype) {
    case CAMEO_FLOAT: return "f32";
    case CAMEO_FLOAT16: return "f16";
    case CAMEO_DOUBLE: return "f64";
    case CAMEO_INT32: return "i32";
    case CAMEO_INT64: return "i64";
    case CAMEO_UINT8:
    case CAMEO_BOOL: return "u8";
    default: return "";
    }
}

const char *cm_cuda_width(cameo_dtype dtype) {
    switch (cameo_dtype_bits(dtype)) {
    case 8: return "1";
    case 16: return "2";
    case 32: return "4";
    case 64: return "8";
    default: return "";
    }
}

uint32_t cm_cuda_kernel(const char *stem, const char *suffix) {
    static const char *const names[] = {
#define X(family, kernel, params) #kernel,
        CM_CUDA_KERNELS(X)
#undef X
    };
    for (uint32_t i = 0; i < CM_CUDA_N_KERNELS; i++) {
        const char *a = names[i], *b = stem;
        while (*b != 0 && *a == *b) a++, b++;
        if (*b != 0) continue;
        if (*suffix != 0 && *a++ != '_') continue;
        for (b = suffix; *b != 0 && *a == *b;) a++, b++;
        if (*a == 0 && *b == 0) return i;
    }
    return CM_CUDA_N_KERNELS;
}

/* The kernel of input i's type; false, and declined: there is none. */
static bool match_kernel(const cameo_op_context *c, uint32_t i, const char *stem, cm_cuda_op *op) {
    cameo_tensor t;
    if (!cameo_op_input(c, i, &t)) return cameo_op_decline(c, "an input is absent");
    const char *suffix = cm_cuda_suffix(t.dtype);
    op->kernel = suffix[0] == 0 ? CM_CUDA_N_KERNELS : cm_cuda_kernel(stem, suffix);
    return op->kernel != CM_CUDA_N_KERNELS || cameo_op_decline(c, "no kernel for its type");
}

static bool match_same_type(const cameo_op_context *c, uint32_t i, uint32_t k) {
    cameo_tensor a, b;
    return cameo_op_input(c, i, &a) && cameo_op_input(c, k, &b) && a.dtype == b.dtype;
}

static float match_float(const cameo_op_context *c, const char *name, float otherwise) {
    float v = otherwise;
    (void)cameo_op_attr_float(c, name, &v);
    return v;
}

/* A scalar of float32 or float16 whose bytes are known. */
static bool match_scalar(const cameo_op_context *c, uint32_t i, float *v) {
    cameo_tensor t;
    uint16_t half;
    if (!cameo_op_input(c, i, &t) || t.data == NULL) return false;
    if (t.dtype == CAMEO_FLOAT && t.bytes == sizeof *v) {
        memcpy(v, t.data, sizeof *v);
        return true;
    }
    if (t.dtype != CAMEO_FLOAT16 || t.bytes != sizeof half) return false;
    memcpy(&half, t.data, sizeof half);
    *v = cm_f16_to_f32(half);
    return true;
}

/* ---- elementwise ---- */

static bool match_unary(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    static const struct {
        int32_t code;
        const char *name[2];
        float otherwise[2];
    } attrs[] = {{CM_CUDA_LEAKY_RELU, {"alpha", NULL}, {0.01f, 0}},
                 {CM_CUDA_ELU, {"alpha", NULL}, {1, 0}},
                 {CM_CUDA_CELU, {"alpha", NULL}, {1, 0}},
                 {CM_CUDA_SELU, {"alpha", "gamma"}, {1.67326319217681884765625f, 1.05070102214813232421875f}},
                 {CM_CUDA_THRESHOLDED_RELU, {"alpha", NULL}, {1, 0}},
                 {CM_CUDA_HARD_SIGMOID, {"alpha", "beta"}, {0.2f, 0.5f}},
                 {CM_CUDA_SWISH, {"alpha", NULL}, {1, 0}}};
    op->i[0] = rule->code;
    for (size_t k = 0; k < sizeof attrs / sizeof *attrs; k++) {
        if (attrs[k].code != rule->code) continue;
        for (int a = 0; a < 2; a++)
            if (attrs[k].name[a] != NULL) op->f[a] = match_float(c, attrs[k].name[a], attrs[k].otherwise[a]);
    }
    cameo_string how;
    if (rule->code == CM_CUDA_GELU && cameo_op_attr_string(c, "approximate", &how) && match_is(how, "tanh"))
        op->i[0] = CM_CUDA_GELU_TANH;
    if (!match_kernel(c, 0, "unary", op)) return false;
    cameo_tensor t;
    bool real = cameo_op_input(c, 0, &t) && (t.dtype == CAMEO_FLOAT || t.dtype == CAMEO_FLOAT16);
    bool whole = rule->code == CM_CUDA_NEG || rule->code == CM_CUDA_ABS || rule->code == CM_CUDA_SIGN ||
                 rule->code == CM_CUDA_RELU || rule->code == CM_CUDA_COPY;
    bool fits = rule->code == CM_CUDA_NOT ? t.dtype == CAMEO_BOOL
                                          : real || (whole && (t.dtype == CAMEO_INT32 || t.dtype == CAMEO_INT64));
    return fits || cameo_op_decline(c, "no kernel for its type");
}

/* min and max are attributes before version 11, inputs since. */
static bool match_clip(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    static const char *const name[2] = {"min", "max"};
    cameo_tensor t;
    op->i[0] = rule->code;
    op->f[0] = -CM_CUDA_INFINITY;
    op->f[1] = CM_CUDA_INFINITY;
    for (uint32_t k = 0; k < 2; k++) {
        if (cameo_op_version(c) < 11)
            (void)cameo_op_attr_float(c, name[k], &op->f[k]);
        else if (cameo_op_input(c, k + 1, &t) && !match_scalar(c, k + 1, &op->f[k]))
            return cameo_op_decline(c, "bounds that are no known real numbers");
    }
    return match_kernel(c, 0, "unary", op);
}

static bool match_test(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    int64_t negative = 1, positive = 1;
    op->i[0] = rule->code;
    (void)cameo_op_attr_int(c, "detect_negative", &negative);
    (void)cameo_op_attr_int(c, "detect_positive", &positive);
    op->f[0] = (float)(positive != 0);
    op->f[1] = (float)(negative != 0);
    return match_kernel(c, 0, "test", op);
}

static bool match_cast(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    static const uint8_t known[] = {CM_CUDA_F32, CM_CUDA_U8,   CM_CUDA_I8,  CM_CUDA_U16, CM_CUDA_I16, CM_CUDA_I32,
                                    CM_CUDA_I64, CM_CUDA_BOOL, CM_CUDA_F16, CM_CUDA_F64, CM_CUDA_U32, CM_CUDA_U64};
    cameo_tensor x;
    (void)rule;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_attr_int(c, "to", &op->i[1])) return cameo_op_decline(c, "no type");
    op->i[0] = (int64_t)x.dtype;
    for (int k = 0; k < 2; k++) {
        bool found = false;
        for (size_t m = 0; m < sizeof known; m++) found = found || known[m] == op->i[k];
        if (!found) return cameo_op_decline(c, "no kernel for its types");
    }
    op->kernel = cm_cuda_kernel("cast", "");
    return op->kernel != CM_CUDA_N_KERNELS || cameo_op_decline(c, "no kernel");
}

static bool match_binary(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    int64_t fmod = 0;
    cameo_tensor a;
    op->i[0] = rule->code;
    if (rule->code == CM_CUDA_MOD && cameo_op_attr_int(c, "fmod", &fmod) && fmod != 0) op->i[0] = CM_CUDA_FMOD;
    if (cameo_op_n_inputs(c) != 2) return cameo_op_decline(c, "not two inputs");
    if (!match_same_type(c, 0, 1)) return cameo_op_decline(c, "inputs of two types");
    bool compares = rule->code >= CM_CUDA_EQUAL, logic = rule->code >= CM_CUDA_AND && rule->code <= CM_CUDA_XOR;
    (void)cameo_op_input(c, 0, &a);
    if (a.dtype == CAMEO_BOOL && !logic && rule->code != CM_CUDA_EQUAL) return cameo_op_decline(c, "not of bool");
    return match_kernel(c, 0, compares ? "compare" : "binary", op);
}

static bool match_where(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor a;
    (void)rule;
    if (!cameo_op_input(c, 1, &a)) return cameo_op_decline(c, "an input is absent");
    op->kernel = cm_cuda_kernel("where", cm_cuda_width(a.dtype));
    return op->kernel != CM_CUDA_N_KERNELS || cameo_op_decline(c, "no kernel for its type");
}

/* ---- the table ---- */

#define REAL "float32, float16"
#define NUMBER "float32, float16, int32, int64"
#define ANY "elements of 1, 2, 4 or 8 bytes"

/* In the order of the alphabet. */
const cm_cuda_rule cm_cuda_rules[] = {
    {"Abs", match_unary, cm_cuda_launch_unary, CM_CUDA_ABS, 0, NUMBER},
    {"Acos", match_unary, cm_cuda_launch_unary, CM_CUDA_ACOS, 0, REAL},
    {"Acosh", match_unary, cm_cuda_launch_unary, CM_CUDA_ACOSH, 0, REAL},
    {"Add", match_binary, cm_cuda_launch_binary, CM_CUDA_ADD, 0, NUMBER ", uint8"},
    {"And", match_binary, cm_cuda_launch_binary, CM_CUDA_AND, 0, "bool"},
    {"Asin", match_unary, cm_cuda_launch_unary, CM_CUDA_ASIN, 0, REAL},
    {"Asinh", match_unary, cm_cuda_launch_unary, CM_CUDA_ASINH, 0, REAL},
    {"Atan", match_unary, cm_cuda_launch_unary, CM_CUDA_ATAN, 0, REAL},
    {"Atanh", match_unary, cm_cuda_launch_unary, CM_CUDA_ATANH, 0, REAL},
    {"Cast", match_cast, cm_cuda_launch_cast, 0, 0, "integers, bool, float16, float32, float64"},
    {"Ceil", match_unary, cm_cuda_launch_unary, CM_CUDA_CEIL, 0, REAL},
    {"Celu", match_unary, cm_cuda_launch_unary, CM_CUDA_CELU, 0, REAL},
    {"Clip", match_clip, cm_cuda_launch_unary, CM_CUDA_CLIP, 6, REAL "; constant bounds"},
    {"Cos", match_unary, cm_cuda_launch_unary, CM_CUDA_COS, 0, REAL},
    {"Cosh", match_unary, cm_cuda_launch_unary, CM_CUDA_COSH, 0, REAL},
    {"Div", match_binary, cm_cuda_launch_binary, CM_CUDA_DIV, 0, NUMBER ", uint8"},
    {"Elu", match_unary, cm_cuda_launch_unary, CM_CUDA_ELU, 0, REAL},
    {"Equal", match_binary, cm_cuda_launch_binary, CM_CUDA_EQUAL, 0, NUMBER ", uint8, bool"},
    {"Erf", match_unary, cm_cuda_launch_unary, CM_CUDA_ERF, 0, REAL},
    {"Exp", match_unary, cm_cuda_launch_unary, CM_CUDA_EXP, 0, REAL},
    {"Floor", match_unary, cm_cuda_launch_unary, CM_CUDA_FLOOR, 0, REAL},
    {"Gelu", match_unary, cm_cuda_launch_unary, CM_CUDA_GELU, 0, REAL},
    {"Greater", match_binary, cm_cuda_launch_binary, CM_CUDA_GREATER, 0, NUMBER ", uint8"},
    {"GreaterOrEqual", match_binary, cm_cuda_launch_binary, CM_CUDA_GREATER_EQUAL, 0, NUMBER ", uint8"},
    {"HardSigmoid", match_unary, cm_cuda_launch_unary, CM_CUDA_HARD_SIGMOID, 0, REAL},
    {"HardSwish", match_unary, cm_cuda_launch_unary, CM_CUDA_HARD_SWISH, 0, REAL},
    {"IsInf", match_test, cm_cuda_launch_unary, CM_CUDA_IS_INF, 0, REAL},
    {"IsNaN", match_test, cm_cuda_launch_unary, CM_CUDA_IS_NAN, 0, REAL},
    {"LeakyRelu", match_unary, cm_cuda_launch_unary, CM_CUDA_LEAKY_RELU, 0, REAL},
    {"Less", match_binary, cm_cuda_launch_binary, CM_CUDA_LESS, 0, NUMBER ", uint8"},
    {"LessOrEqual", match_binary, cm_cuda_launch_binary, CM_CUDA_LESS_EQUAL, 0, NUMBER ", uint8"},
    {"Log", match_unary, cm_cuda_launch_unary, CM_CUDA_LOG, 0, REAL},
    {"Max", match_binary, cm_cuda_launch_binary, CM_CUDA_MAX, 0, NUMBER ", uint8; two inputs"},
    {"Min", match_binary, cm_cuda_launch_binary, CM_CUDA_MIN, 0, NUMBER ", uint8; two inputs"},
    {"Mish", match_unary, cm_cuda_launch_unary, CM_CUDA_MISH, 0, REAL},
    {"Mod", match_binary, cm_cuda_launch_binary, CM_CUDA_MOD, 0, NUMBER ", uint8"},
    {"Mul", match_binary, cm_cuda_launch_binary, CM_CUDA_MUL, 0, NUMBER ", uint8"},
    {"Neg", match_unary, cm_cuda_launch_unary, CM_CUDA_NEG, 0, NUMBER},
    {"Not", match_unary, cm_cuda_launch_unary, CM_CUDA_NOT, 0, "bool"},
    {"Or", match_binary, cm_cuda_launch_binary, CM_CUDA_OR, 0, "bool"},
    {"PRelu", match_binary, cm_cuda_launch_binary, CM_CUDA_PRELU, 0, NUMBER},
    {"Pow", match_binary, cm_cuda_launch_binary, CM_CUDA_POW, 0, NUMBER "; both of one type"},
    {"Reciprocal", match_unary, cm_cuda_launch_unary, CM_CUDA_RECIPROCAL, 0, REAL},
    {"Relu", match_unary, cm_cuda_launch_unary, CM_CUDA_RELU, 0, NUMBER},
    {"Round", match_unary, cm_cuda_launch_unary, CM_CUDA_ROUND, 0, REAL},
    {"Selu", match_unary, cm_cuda_launch_unary, CM_CUDA_SELU, 0, REAL},
    {"Sigmoid", match_unary, cm_cuda_launch_unary, CM_CUDA_SIGMOID, 0, REAL},
    {"Sign", match_unary, cm_cuda_launch_unary, CM_CUDA_SIGN, 0, NUMBER},
    {"Sin", match_unary, cm_cuda_launch_unary, CM_CUDA_SIN, 0, REAL},
    {"Sinh", match_unary, cm_cuda_launch_unary, CM_CUDA_SINH, 0, REAL},
    {"Softplus", match_unary, cm_cuda_launch_unary, CM_CUDA_SOFTPLUS, 0, REAL},
    {"Softsign", match_unary, cm_cuda_launch_unary, CM_CUDA_SOFTSIGN, 0, REAL},
    {"Sqrt", match_unary, cm_cuda_launch_unary, CM_CUDA_SQRT, 0, REAL},
    {"Sub", match_binary, cm_cuda_launch_binary, CM_CUDA_SUB, 0, NUMBER ", uint8"},
    {"Sum", match_binary, cm_cuda_launch_binary, CM_CUDA_ADD, 0, REAL "; two inputs"},
    {"Swish", match_unary, cm_cuda_launch_unary, CM_CUDA_SWISH, 0, REAL},
    {"Tan", match_unary, cm_cuda_launch_unary, CM_CUDA_TAN, 0, REAL},
    {"Tanh", match_unary, cm_cuda_launch_unary, CM_CUDA_TANH, 0, REAL},
    {"ThresholdedRelu", match_unary, cm_cuda_launch_unary, CM_CUDA_THRESHOLDED_RELU, 0, REAL},
    {"Where", match_where, cm_cuda_launch_where, 0, 0, ANY},
    {"Xor", match_binary, cm_cuda_launch_binary, CM_CUDA_XOR, 0, "bool"},
};
const uint32_t cm_cuda_n_rules = sizeof cm_cuda_rules / sizeof *cm_cuda_rules;

bool cm_cuda_match(const cameo_op_context *c, cm_cuda_op *op) {
    cameo_tensor t;
    if (cameo_op_domain(c).n != 0) return cameo_op_decline(c, "not of ai.onnx");
    for (uint32_t i = 0; i < cameo_op_n_inputs(c); i++)
        if (cameo_op_input(c, i, &t) && t.rank > CM_CUDA_RANK) return cameo_op_decline(c, "an input of too many dims");
    for (uint32_t i = 0; i < cm_cuda_n_rules; i++) {
        const cm_cuda_rule *rule = &cm_cuda_rules[i];
        if (!match_is(cameo_op_type(c), rule->op_type)) continue;
        memset(op, 0, sizeof *op); /* padding, too: ops are compared byte by byte */
        op->rule = i;
        op->kernel = CM_CUDA_N_KERNELS;
        return rule->match(c, rule, op);
    }
    return cameo_op_decline(c, "no kernel for this operator");
}

#endif
