/* cpu_all.c — the full operator and kernel table: the one object file that names every leaf.
 * Linked only where cameo_ops_all is used. */
#include "base/cpu.h"
#include "providers/provider.h"
#include "providers/cpu/rows.h"

/* Declares every leaf that providers/cpu/cpu.def names. */
#define CM_ROW(op, in0, in1, out0, features, flags, accept, setup, run) \
    cm_setup_fn setup;                                                  \
    cm_run_fn run;
#define CM_ROW_PACKED(op, in0, in1, out0, features, flags, accept, setup, run, pack_in, format, size, \
                      pack)                                                                           \
    CM_ROW(op, in0, in1, out0, features, flags, accept, setup, run)                                   \
    cm_pack_size_fn size;                                                                             \
    cm_pack_fn pack;
#include "providers/cpu/cpu.def"
#undef CM_ROW
#undef CM_ROW_PACKED
#define CM_ACCEPT(name) bool name(const cm_row_query *q);
#include "providers/cpu/accept.def"
#undef CM_ACCEPT

static const cm_row cpu_rows[] = {
#define CM_ROW(op, in0, in1, out0, features, flags, accept, setup, run)                        \
    {CM_OP_##op, flags, in0, in1, out0, features, accept, setup, run, NULL, #setup, #run},
#define CM_ROW_PACKED(op, in0, in1, out0, features, flags, accept, setup, run, pack_in, format, size, \
                      pack)                                                                           \
    {CM_OP_##op, flags, in0, in1, out0, features, accept, setup, run,                                \
     &(const cm_row_pack){pack_in, format, size, pack}, #setup, #run},
#include "providers/cpu/cpu.def"
#undef CM_ROW
#undef CM_ROW_PACKED
};

#define CM_DOMAIN_onnx ""
#define CM_DOMAIN_ml "ai.onnx.ml"
#define CM_DOMAIN_ort "onnxruntime"
#define CM_DOMAIN_preview "ai.onnx.preview"
#define CM_DOMAIN_ms "com.microsoft"
#define CM_DOMAIN_training "ai.onnx.preview.training"
#define CM_DOMAIN_cameo "cameo"

/* Letters of the op_type before the operator's name. */
#define CM_PREFIX_onnx 0
#define CM_PREFIX_ml 0
#define CM_PREFIX_preview 0
#define CM_PREFIX_training 0
#define CM_PREFIX_ms 3 /* ms_ */
#define CM_PREFIX_ort 4 /* ort_ */
#define CM_PREFIX_cameo 0

static const cm_op_entry cpu_ops[] = {
#define CM_OP(domain, op_type, file, since, flags) \
    {CM_DOMAIN_##domain, &(#op_type)[CM_PREFIX_##domain], &cm_op_##op_type, since, "cm_op_" #op_type},
#include "ir/ops.def"
#undef CM_OP
};

const cameo_ops cameo_ops_all = {
    {cpu_ops, sizeof cpu_ops / sizeof *cpu_ops}, cpu_rows, sizeof cpu_rows / sizeof *cpu_rows};
