/* cuda_match.c — which nodes the CUDA provider computes: the table of its operators, and what is read of their
 * attributes.
 *
 * A rule fills a cm_cuda_op at prepare, when attributes can be read, and makes launches of it when dims are known. A
 * node that a rule accepts must be computed whatever its dims turn out to be; what cannot is declined, with the
 * reason. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

/* ---- helpers ---- */

bool cm_cuda_is(cameo_string s, const char *name) {
    size_t n = 0;
    while (name[n] != 0) n++;
    return s.n == n && memcmp(s.p, name, n) == 0;
}

const char *cm_cuda_suffix(cameo_dtype dtype) {
    switch (dtype) {
    case CAMEO_FLOAT: return "f32";
    case CAMEO_FLOAT16: return "f16";
    case CAMEO_BFLOAT16: return "bf16";
    case CAMEO_DOUBLE: return "f64";
    case CAMEO_INT32: return "i32";
    case CAMEO_INT64: return "i64";
    case CAMEO_UINT8:
    case CAMEO_BOOL: return "u8";
    case CAMEO_INT8: return "i8";
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

static bool match_found(const cameo_op_context *c, uint32_t i, const char *stem, bool by_width, cm_cuda_op *op) {
    cameo_tensor t;
    if (!cameo_op_input(c, i, &t)) return cameo_op_decline(c, "an input is absent");
    const char *suffix = by_width ? cm_cuda_width(t.dtype) : cm_cuda_suffix(t.dtype);
    op->kernel = suffix[0] == 0 ? CM_CUDA_N_KERNELS : cm_cuda_kernel(stem, suffix);
    return op->kernel != CM_CUDA_N_KERNELS || cameo_op_decline(c, "no kernel for its type");
}

bool cm_cuda_match_kernel(const cameo_op_context *c, uint32_t i, const char *stem, cm_cuda_op *op) {
    return match_found(c, i, stem, false, op);
}

bool cm_cuda_match_width(const cameo_op_context *c, uint32_t i, const char *stem, cm_cuda_op *op) {
    return match_found(c, i, stem, true, op);
}

int64_t cm_cuda_kernel_like(const cameo_op_context *c, uint32_t i, const char *stem) {
    cameo_tensor t;
    const char *suffix = cameo_op_input(c, i, &t) ? cm_cuda_suffix(t.dtype) : "";
    return suffix[0] == 0 ? CM_CUDA_N_KERNELS : cm_cuda_kernel(stem, suffix);
}

bool cm_cuda_has(const cameo_op_context *c, uint32_t i) {
    cameo_tensor t;
    return cameo_op_input(c, i, &t);
}

bool cm_cuda_same_type(const cameo_op_context *c, uint32_t i, uint32_t k) {
    cameo_tensor a, b;
    return cameo_op_input(c, i, &a) && cameo_op_input(c, k, &b) && a.dtype == b.dtype;
}

float cm_cuda_attr_float(const cameo_op_context *c, const char *name, float otherwise) {
    float v = otherwise;
    (void)cameo_op_attr_float(c, name, &v);
    return v;
}

bool cm_cuda_is_real(cameo_dtype dtype) {
    return dtype == CAMEO_FLOAT || dtype == CAMEO_FLOAT16 || dtype == CAMEO_BFLOAT16;
}

bool cm_cuda_scalar(const cameo_op_context *c, uint32_t i, float *v) {
    cameo_tensor t;
    uint16_t half;
    if (!cameo_op_input(c, i, &t) || t.data == NULL) return false;
    if (t.dtype == CAMEO_FLOAT && t.bytes == sizeof *v) {
        memcpy(v, t.data, sizeof *v);
        return true;
    }
    if (!cm_cuda_is_real(t.dtype) || t.bytes != sizeof half) return false;
    memcpy(&half, t.data, sizeof half);
    *v = t.dtype == CAMEO_FLOAT16 ? cm_f16_to_f32(half) : cm_bf16_to_f32(half);
    return true;
}

int64_t cm_cuda_attr_int(const cameo_op_context *c, const char *name, int64_t otherwise) {
    int64_t v = otherwise;
    (void)cameo_op_attr_int(c, name, &v);
    return v;
}

bool cm_cuda_ints(const cameo_op_context *c, uint32_t i, int64_t *v, uint32_t most, uint32_t *n) {
    cameo_tensor t;
    int32_t narrow;
    if (!cameo_op_input(c, i, &t) || t.rank > 1 || (t.dtype != CAMEO_INT64 && t.dtype != CAMEO_INT32)) return false;
    size_t width = t.dtype == CAMEO_INT64 ? 8 : 4, count = t.rank == 0 ? 1 : (size_t)t.dims[0];
    if ((t.rank == 1 && t.dims[0] < 0) || count > most || (count != 0 && t.data == NULL)) return false;
    for (size_t k = 0; k < count; k++) {
        const uint8_t *at = (const uint8_t *)t.data + k * width;
        if (width == 8)
            memcpy(&v[k], at, width);
        else
            memcpy(&narrow, at, width), v[k] = narrow;
    }
    *n = (uint32_t)count;
    return true;
}

bool cm_cuda_attr_axis(const cameo_op_context *c, const char *name, int64_t otherwise, int64_t *axis) {
    cameo_tensor x;
    if (!cameo_op_input(c, 0, &x)) return cameo_op_decline(c, "an input is absent");
    *axis = cm_cuda_attr_int(c, name, otherwise);
    if (*axis < 0) *axis += x.rank;
    return (*axis >= 0 && *axis < x.rank) || cameo_op_decline(c, "an axis that is none");
}

/* ---- the table ---- */

const cm_cuda_rule cm_cuda_rules[] = {
#define CM_CUDA_RULE(op_type, match, launch, code, host, note) \
    {#op_type, cm_cuda_match_##match, cm_cuda_launch_##launch, code, host, note},
#include "providers/cuda/cuda.def"
#undef CM_CUDA_RULE
};
const uint32_t cm_cuda_n_rules = sizeof cm_cuda_rules / sizeof *cm_cuda_rules;

/* Are channels first and last the same order of these dims, as far as they are known? */
static bool match_is_point(const cameo_tensor *t) {
    bool point = true;
    for (uint32_t d = 2; d < t->rank; d++) point = point && t->dims[d] == 1;
    return point || t->dims[1] == 1;
}

static uint32_t match_points(const cameo_op_context *c) {
    cameo_tensor t;
    uint32_t points = 0;
    for (uint32_t k = 0; k < 16; k++) {
        if (cameo_op_input(c, k, &t) && match_is_point(&t)) points |= 1u << k;
        if (cameo_op_output(c, k, &t) && match_is_point(&t)) points |= 1u << (16 + k);
    }
    return points;
}

/* What the table puts before the operators of a domain; NULL: it has none of it. */
static const char *match_prefix(cameo_string domain) {
    if (domain.n == 0) return "";
    if (cm_cuda_is(domain, "com.microsoft")) return "ms_";
    return cm_cuda_is(domain, "cameo") ? "cameo_" : NULL;
}

static bool match_named(const char *name, const char *prefix, cameo_string op_type) {
    for (; *prefix != 0; prefix++)
        if (*name++ != *prefix) return false;
    return cm_cuda_is(op_type, name);
}

bool cm_cuda_match(const cameo_op_context *c, cm_cuda_op *op) {
    cameo_tensor t;
    const char *prefix = match_prefix(cameo_op_domain(c));
    if (prefix == NULL) return cameo_op_decline(c, "no kernel for its domain");
    for (uint32_t i = 0; i < cameo_op_n_inputs(c); i++)
        if (cameo_op_input(c, i, &t) && t.rank > CM_CUDA_RANK) return cameo_op_decline(c, "an input of too many dims");
    for (uint32_t i = 0; i < cm_cuda_n_rules; i++) {
        const cm_cuda_rule *rule = &cm_cuda_rules[i];
        if (!match_named(rule->op_type, prefix, cameo_op_type(c))) continue;
        memset(op, 0, sizeof *op); /* padding, too: ops are compared byte by byte */
        op->rule = i;
        op->kernel = CM_CUDA_N_KERNELS;
        op->points = match_points(c);
        return rule->match(c, rule, op);
    }
    return cameo_op_decline(c, "no kernel for this operator");
}

#endif
