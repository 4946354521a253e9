/* plan_steps.c — see plan_steps.h. */
#include "tools/plan_steps.h"

#include <inttypes.h>
#include <string.h>

#include "ir/chain.h"
#include "tools/tool.h"

static const char *steps_kind(uint8_t kind) {
    static const char *const names[] = {
        [CM_STEP_KERNEL] = "kernel",    [CM_STEP_VIEW] = "view",
        [CM_STEP_MOVE] = "move",        [CM_STEP_COPY] = "copy",
        [CM_STEP_JUMP] = "jump",        [CM_STEP_JUMP_UNLESS] = "jump unless",
        [CM_STEP_LOOP_BEGIN] = "loop",  [CM_STEP_LOOP_NEXT] = "next",
        [CM_STEP_APPEND] = "append",    [CM_STEP_SCAN_INIT] = "begin scan",
        [CM_STEP_DROP] = "drop",        [CM_STEP_DEVICE] = "device",
        [CM_STEP_TRANSFER] = "transfer"};
    return kind < sizeof names / sizeof *names && names[kind] != NULL ? names[kind] : "?";
}

/* The caller's names of values, chained per value in the order of inputs, then outputs. */
typedef struct steps_names {
    uint32_t *first; /* per value: 1 + the number of its first name, 0 */
    uint32_t *next;  /* per name: 1 + that of the value's next one, 0 */
} steps_names;

/* Input, default or output number i, inputs first. */
static const cm_io *steps_name_at(const cameo_session *s, uint32_t i) {
    uint32_t n_in = s->n_inputs + s->n_defaults;
    return i < n_in ? &s->inputs[i] : &s->outputs[i - n_in];
}

static steps_names steps_names_new(const cameo_session *s) {
    uint32_t n = s->n_inputs + s->n_defaults + s->n_outputs;
    size_t size = s->n_values * sizeof(uint32_t);
    steps_names names = {tool_alloc(size), tool_alloc(n * sizeof(uint32_t))};
    memset(names.first, 0, size);
    for (uint32_t i = n; i-- > 0;) {
        cm_id v = steps_name_at(s, i)->value;
        if (v >= s->n_values) continue;
        names.next[i] = names.first[v];
        names.first[v] = i + 1;
    }
    return names;
}

/* The caller's name of a value, if it has one. */
static void steps_print_name(const cameo_session *s, const steps_names *names, cm_id v) {
    char text[64];
    for (uint32_t i = names->first[v]; i != 0; i = names->next[i - 1]) {
        cm_str name = steps_name_at(s, i - 1)->name;
        printf(" %s", tool_text(text, sizeof text, (cameo_string){name.p, name.n}));
    }
}

static void steps_print_result(const cameo_plan *p, const steps_names *names, cm_id v) {
    const cm_pvalue *pv = &p->values[v];
    printf("v%" PRIu32, v);
    steps_print_name(p->session, names, v);
    printf(" %s[", cameo_dtype_name((cameo_dtype)pv->dtype));
    for (uint32_t i = 0; pv->fixed && i < pv->rank; i++)
        printf("%s%zu", i == 0 ? "" : ",", p->dims[pv->dims + i]);
    printf("%s]", pv->fixed ? "" : "...");
    if (pv->place == CM_PLACE_BUFFER) printf(" at %zu", pv->off);
    if (pv->place == CM_PLACE_ALIAS && pv->alias != CM_NONE) printf(" in v%" PRIu32, pv->alias);
    if (pv->place == CM_PLACE_HEAP) printf(" in the heap");
}

static void steps_print_operand(const cameo_session *s, const steps_names *names, cm_id v) {
    if (v == CM_NONE) {
        printf(" -");
        return;
    }
    printf(" %s%" PRIu32, s->values[v].kind == CM_SVALUE_CONST ? "c" : "v", v);
    steps_print_name(s, names, v);
}

static const char *steps_chain_op_type(cm_chain_fn fn) {
    static const char *const names[CM_CHAIN_FN_COUNT] = {
#define X(op_type, stage, arity, imm0, imm1) [CM_CHAIN_##op_type] = #op_type,
        CM_CHAIN_OPERATORS(X)
#undef X
            [CM_CHAIN_Clip] = "Clip",
        [CM_CHAIN_GeluTanh] = "Gelu",
        [CM_CHAIN_DequantizeLinear] = "DequantizeLinear",
        [CM_CHAIN_QuantizeI8] = "QuantizeLinear",
        [CM_CHAIN_QuantizeU8] = "QuantizeLinear",
        [CM_CHAIN_Where] = "Where"};
    return fn < CM_CHAIN_FN_COUNT && names[fn] != NULL ? names[fn] : "?";
}

void plan_print_chain(const cameo_session *s, const cm_step *step) {
    if (step->kind != CM_STEP_KERNEL || s->ops[step->op]->id != CM_OP_Chain) return;
    const cm_chain_params *p = cm_step_params(s, step);
    for (int32_t i = 0; i < p->n; i++)
        printf("%s%s", i == 0 ? "(" : " ", steps_chain_op_type(cm_chain_fn_of(&p->stage[i])));
    printf(")");
}

static void steps_print_step(const cameo_plan *p, const steps_names *names, uint32_t i) {
    const cameo_session *s = p->session;
    const cm_step *step = &s->steps[i];
    cameo_step_view view = {.size = sizeof view};
    char text[64];
    (void)cameo_session_view_step(s, i, &view, NULL); /* there is one */
    bool jumps = step->kind == CM_STEP_JUMP || step->kind == CM_STEP_JUMP_UNLESS ||
                 step->kind == CM_STEP_LOOP_BEGIN || step->kind == CM_STEP_LOOP_NEXT;
    printf("%6" PRIu32 "  %-11s", i, steps_kind(step->kind));
    if (!p->steps[i].live) printf(" never reached");
    if (p->steps[i].open) printf(" open");
    if (step->kind == CM_STEP_DEVICE || step->kind == CM_STEP_TRANSFER)
        printf(" of %s", tool_text(text, sizeof text, view.provider));
    if (view.op_type.n != 0) printf(" %s", tool_text(text, sizeof text, view.op_type));
    if (view.op_type.n != 0) plan_print_chain(s, step);
    if (view.name.n != 0) printf(" \"%s\"", tool_text(text, sizeof text, view.name));
    for (uint32_t k = 0; k < step->n_in; k++) steps_print_operand(s, names, cm_step_in(s, step, k));
    if (jumps) printf(" to %" PRIu32, step->target);
    bool first = true;
    for (uint32_t k = 0; k < step->n_out; k++) {
        cm_id v = cm_step_out(s, step, k);
        if (v == CM_NONE) continue;
        printf(first ? " -> " : ", ");
        first = false;
        steps_print_result(p, names, v);
    }
    printf("\n");
}

void plan_print_steps(const cameo_plan *plan) {
    printf("\n  step  what\n");
    steps_names names = steps_names_new(plan->session);
    for (uint32_t i = 0; i < plan->session->n_steps; i++) steps_print_step(plan, &names, i);
    free(names.first);
    free(names.next);
}
