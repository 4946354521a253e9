/* custom_ops.h — what tests of a caller's operators share: an operator that doubles, models of one node. */
#ifndef CM_TESTS_SUPPORT_CUSTOM_OPS_H
#define CM_TESTS_SUPPORT_CUSTOM_OPS_H

#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

CM_INLINE bool custom_text_is(cameo_string s, const char *text) {
    return s.n == strlen(text) && memcmp(s.p, text, s.n) == 0;
}

/* Output 0 is of the type and dims of input 0. */
CM_INLINE cameo_status custom_like(cameo_op_context *c, const void *params) {
    cameo_tensor x;
    (void)params;
    if (!cameo_op_input(c, 0, &x)) return cameo_op_fail(c, CAMEO_E_MISSING, "no input");
    return cameo_op_set_output(c, 0, x.dtype, x.rank, x.dims);
}

/* y = 2*x, float. */
CM_INLINE cameo_status custom_double_run(cameo_op_context *c, const void *params) {
    cameo_tensor x, y;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    for (size_t i = 0; i < x.bytes / sizeof(float); i++) {
        ((float *)y.data)[i] = ((const float *)x.data)[i] * 2;
    }
    return CAMEO_OK;
}

CM_INLINE cameo_op custom_double(const char *domain, const char *op_type, bool replace) {
    return (cameo_op){.size = sizeof(cameo_op),
                      .domain = domain,
                      .op_type = op_type,
                      .replace = replace,
                      .shape = custom_like,
                      .run = custom_double_run};
}

/* Opens `o` with n operators; the session is used after its work memory was unmapped. */
CM_INLINE cameo_status custom_open(exact *x, const ow *o, const cameo_op *const *ops, size_t n) {
    const cameo_options options = {.ops = &cameo_ops_all, .custom_ops = ops, .n_custom_ops = n};
    return exact_open(x, o->w.buf, o->w.pos, &options, NULL, 0, 1 << 14);
}

CM_INLINE cameo_status custom_run_one(exact *x, float *in, size_t n, cameo_value *out, cameo_error *e) {
    cameo_value v = {.kind = CAMEO_KIND_TENSOR};
    v.tensor = (cameo_tensor){
        .dtype = CAMEO_FLOAT, .rank = 1, .dims = {(int64_t)n}, .data = in, .bytes = n * sizeof *in};
    memset(out, 0, sizeof *out);
    return cameo_run_all(x->run, &v, 1, out, 1, e);
}

/* x [3] -> one node `op`, named the_node -> y */
CM_INLINE void custom_model(ow *o, const char *op) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_node(o, op, "x", "y");
    ow_str(o, 3, "the_node");
    ow_end(o);
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
}

#endif
