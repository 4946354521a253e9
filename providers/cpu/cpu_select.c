/* cpu_select.c — choosing the CPU kernel row of a node. */
#include "providers/provider.h"

static bool cpu_type_fits(uint32_t set, uint8_t kind, uint8_t dtype) {
    if (set == CM_T_ANY || kind == CAMEO_KIND_NONE) return true;
    return dtype < 32 && (set >> dtype & 1) != 0;
}

static bool cpu_row_fits(const cm_row *r, const cm_row_query *q, uint64_t features) {
    if (r->op != q->op->id || (r->features & ~features) != 0) return false;
    if (q->n_in > 0 && !cpu_type_fits(r->in0, q->in[0]->kind, q->in[0]->dtype)) return false;
    if (q->n_in > 1 && !cpu_type_fits(r->in1, q->in[1]->kind, q->in[1]->dtype)) return false;
    if (q->n_out > 0 && !cpu_type_fits(r->out0, q->out[0].kind, q->out[0].dtype)) return false;
    if ((r->flags & CM_ROWF_QCONV_WINO) != 0 && cm_prims_select(features)->qconv_wino == 0) return false;
    const cm_row_pack *p = r->pack;
    if (p != NULL && (p->in >= q->n_in || (q->const_mask >> p->in & 1) == 0)) return false;
    return r->accept == NULL || r->accept(q);
}

const cm_row *cm_cpu_select(const cameo_ops *ops, const cm_row_query *q, uint64_t features) {
    for (uint32_t i = 0; i < ops->n_rows; i++) {
        if (cpu_row_fits(&ops->rows[i], q, features)) return &ops->rows[i];
    }
    return NULL;
}
