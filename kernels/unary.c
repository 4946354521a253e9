/* unary.c — functions of one tensor, element by element: Relu.
 *
 * An operator is one line in a list below, one in `Operators`, one in ir/ops.def, and a row per
 * dtype in providers/cpu.def (setup: cm_unary_setup, run: cm_<op>_<dtype>_run). f16 and bf16
 * compute in float and round once. */
#include "base/math.h"
#include "kernels/kernel.h"

/* X(op, value of the function of x). UNARY_FN(exp) is cm_expf or cm_exp.
 * relu: written so that NaN stays NaN; ONNX Relu, since_version 1, 6, 13, 14. */
#define UNARY_FLOAT_OPS(X) X(relu, x < 0 ? 0 : x)

/* The same for signed integers. */
#define UNARY_INT_OPS(X) X(relu, x < 0 ? 0 : x)

/* ---- Operators ---- */

/* Output 0 has the type of input 0. */
static cameo_status unary_shape(cm_shape *s) { return cm_shape_out_like(s, 0, 0); }

/* Attributes that an operator had in its first versions (consumed_inputs) mean nothing. */
#define UNARY_OP(op_type)           \
    const cm_op cm_op_##op_type = { \
        .id = CM_OP_##op_type, .flags = CM_OPF_INPLACE, .shape = unary_shape};

UNARY_OP(Relu)

/* ---- Kernels ---- */

/* One phase over the elements. Scratch: none. */
cameo_status cm_unary_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_out(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* Index behind the last element of the tasks before `end`. */
static size_t unary_last(const cm_kctx *k, uint32_t end) {
    return cm_min_size(cm_out(k, 0)->n, end * CM_TASK_ITEMS);
}

#define UNARY_SAME(v) (v)

#define UNARY_DTYPE f32
#define UNARY_OPS UNARY_FLOAT_OPS
#define UNARY_T float
#define UNARY_C float
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE UNARY_SAME
#define UNARY_FN(f) cm_##f##f
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE f64
#define UNARY_OPS UNARY_FLOAT_OPS
#define UNARY_T double
#define UNARY_C double
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE UNARY_SAME
#define UNARY_FN(f) cm_##f
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE f16
#define UNARY_OPS UNARY_FLOAT_OPS
#define UNARY_T uint16_t
#define UNARY_C float
#define UNARY_LOAD cm_f16_to_f32
#define UNARY_STORE cm_f16_from_f32
#define UNARY_FN(f) cm_##f##f
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE bf16
#define UNARY_OPS UNARY_FLOAT_OPS
#define UNARY_T uint16_t
#define UNARY_C float
#define UNARY_LOAD cm_bf16_to_f32
#define UNARY_STORE cm_bf16_from_f32
#define UNARY_FN(f) cm_##f##f
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE i8
#define UNARY_OPS UNARY_INT_OPS
#define UNARY_T int8_t
#define UNARY_C int32_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE(v) (int8_t)(v)
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE i16
#define UNARY_OPS UNARY_INT_OPS
#define UNARY_T int16_t
#define UNARY_C int32_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE(v) (int16_t)(v)
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE i32
#define UNARY_OPS UNARY_INT_OPS
#define UNARY_T int32_t
#define UNARY_C int32_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE UNARY_SAME
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE i64
#define UNARY_OPS UNARY_INT_OPS
#define UNARY_T int64_t
#define UNARY_C int64_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE UNARY_SAME
#include "kernels/unary_tmpl.h"
