/* freeze_tails.c — the last byte of outputs with elements of 2 and 4 bits.
 *
 * Kernels keep what lies beside the elements that they write, so that bits which no element has are cleared first.
 * A host's executor does so (cm_run_clear_tail in runtime/run/run.h). Frozen programs have no code for it unless they
 * need it: such a step then has one phase more, the first, and a row of its own that clears there. */
#include "tools/freeze.h"

#include <inttypes.h>

size_t freeze_tail(const freeze *z, uint32_t step, uint32_t k) {
    const cm_step *s = &z->s->steps[step];
    const cm_pstep *ps = &z->p->steps[step];
    cm_id v = cm_step_out(z->s, s, k);
    bool fixed = s->kind == CM_STEP_KERNEL && !ps->open && v != CM_NONE &&
                 z->p->setups[ps->setup].n_phases < CM_MAX_PHASES;
    if (!fixed || z->p->values[v].place != CM_PLACE_BUFFER) return SIZE_MAX;
    size_t n = z->p->values[v].n, bits = cameo_dtype_bits((cameo_dtype)z->p->values[v].dtype);
    size_t per_byte = bits == 0 || bits >= 8 ? 1 : 8 / bits;
    return n % per_byte == 0 ? SIZE_MAX : n / per_byte;
}

bool freeze_has_tail(const freeze *z, uint32_t step) {
    for (uint32_t k = 0; k < z->s->steps[step].n_out; k++) {
        if (freeze_tail(z, step, k) != SIZE_MAX) return true;
    }
    return false;
}

uint32_t freeze_n_tails(const freeze *z) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < z->steps.n; i++) n += freeze_has_tail(z, z->steps.old[i]);
    return n;
}

void freeze_write_tails(const freeze *z) {
    for (uint32_t i = 0; i < z->steps.n; i++) {
        uint32_t old = z->steps.old[i];
        if (!freeze_has_tail(z, old)) continue;
        fprintf(z->f,
                "/* Bits that no element has are 0. */\n"
                "static cameo_status %s_step_%" PRIu32
                "(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {\n"
                "    if (phase != 0) return %s(k, phase - 1, begin, end);\n",
                z->name, i, z->s->rows[z->s->steps[old].row]->run_symbol);
        for (uint32_t k = 0; k < z->s->steps[old].n_out; k++) {
            size_t byte = freeze_tail(z, old, k);
            if (byte == SIZE_MAX) continue;
            fprintf(z->f, "    ((uint8_t *)cm_out(k, %" PRIu32 ")->data)[%zu] = 0;\n", k, byte);
        }
        fprintf(z->f, "    return CAMEO_OK;\n}\n");
    }
}

void freeze_write_tail_rows(const freeze *z) {
    for (uint32_t i = 0; i < z->steps.n; i++) {
        if (!freeze_has_tail(z, z->steps.old[i])) continue;
        fprintf(z->f, "    {.run = %s_step_%" PRIu32 "},\n", z->name, i);
    }
}
