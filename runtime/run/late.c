/* late.c — constants that are packed by the first run that needs them (cm_late in runtime/session/program.h).
 *
 * Several runs of a session may come to such a constant at the same time: one packs, the others wait until it is
 * done. Packing goes in parts, between which cancel, deadline and budget are looked at as between two tasks; a run that
 * stops there leaves the other parts to the next. */
#include "runtime/run/run.h"

#if !CAMEO_FROZEN /* frozen weights are packed */

/* Packed bytes of a part: some milliseconds of work at most, where the operand is not tiny beside its panels. */
#define LATE_PART ((size_t)1 << 20)

/* The head of the constant that step reads packed; NULL: it was packed by prepare. */
static cm_late *late_of(const cameo_run *r, const cm_step *step) {
    const cm_row *row = r->s->rows[step->row];
    cm_id v = row->pack == NULL ? CM_NONE : cm_step_in(r->s, step, row->pack->in);
    if (v == CM_NONE || (r->s->values[v].flags & CM_SVF_LATE) == 0) return NULL;
    return (cm_late *)(void *)((uint8_t *)r->values[v].data - CM_LATE_HEAD);
}

/* Packs the parts that are missing. The caller has the lock. */
static cameo_status late_pack(cameo_run *r, const cm_step *step, cm_late *late, cameo_error *e) {
    const cm_row_pack *row_pack = r->s->rows[step->row]->pack;
    cm_kctx k = r->workers[0].k;
    cm_tensor *w = &r->values[cm_step_in(r->s, step, row_pack->in)], packed = *w;
    cm_packing how = {.parts = (uint32_t)(late->size / LATE_PART) + 1,
                      .spent = late->spent,
                      .spent_ctx = late->spent_ctx,
                      .scale = late->scale};
    cameo_status status = CAMEO_OK;
    k.packing = &how;
    /* The context that pack reads has the operand as it lies; this thread alone is in this step. */
    memcpy(&w->data, &late->raw, sizeof late->raw);
    w->format = CM_FORMAT_PLAIN;
    for (; late->part < how.parts && status == CAMEO_OK; late->part++) {
        how.part = late->part;
        row_pack->pack(&k, row_pack->in, packed.data);
        status = cm_run_may_go_on(r, 0, e);
    }
    *w = packed;
    if (late->part == how.parts) cm_atomic_store(&late->ready, 1);
    return status;
}

cameo_status cm_run_pack_late(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_late *late = late_of(r, step);
    while (late != NULL && cm_atomic_load(&late->ready) == 0) {
        cameo_status status = CAMEO_OK;
        /* Who finds 0 has the lock; others take back what they added. */
        if (cm_atomic_add(&late->lock, 1) == 0 && cm_atomic_load(&late->ready) == 0) {
            status = late_pack(r, step, late, e);
        } else {
            cm_cpu_pause();
            status = cm_run_may_go_on(r, 0, e);
        }
        (void)cm_atomic_add(&late->lock, UINT32_MAX);
        CM_TRY(status);
    }
    return CAMEO_OK;
}

#endif
