/* provider.h — who runs what: the operator table and the CPU's kernel table as prepare sees them. */
#ifndef CM_PROVIDERS_PROVIDER_H
#define CM_PROVIDERS_PROVIDER_H

#include "ir/ir.h"
#include "kernels/kernel.h"

/* A set of operators with their CPU kernels. Only hosts link the full one (providers/cpu/cpu_all.c); a
 * frozen model names the leaves that it needs and nothing else. */
struct cameo_ops {
    cm_op_table ops;
    const cm_row *rows; /* grouped by operator, in the order of preference */
    uint32_t n_rows;
};

/* The first row of the CPU's table that can run this node with these features, or NULL.
 * Rows are tried in table order; the portable one comes last. */
const cm_row *cm_cpu_select(const cameo_ops *ops, const cm_row_query *q, uint64_t features);

/* What a node gains with its channels last (cm_layout_gain_fn): q as it is now, plain. */
int64_t cm_cpu_layout_gain(const cameo_ops *ops, const cm_row_query *q, uint64_t features);

#endif
