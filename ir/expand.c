/* expand.c — from the model's nodes to nodes of operators. See ir.h. */
#include "ir/ir_impl.h"
cameo_status cm_ir_expand(cm_ir *ir) { return cm_ir_expand_consts(ir); }
