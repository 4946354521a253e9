/* borders.c — the copies between memories, by way of pinned memory: device.h says what lies where.
 *
 * A value that is read in another memory is copied there once, where it is known on every path
 * to its readers: a host value right behind the step that defines it (an output of an If behind
 * the If, a carried value at the top of the body, an input before everything), a device value
 * behind the last step of its partition, so that no partition is cut. Constants get a second
 * value, which prepare fills. Shape and Size read no elements, and so no copy.
 *
 * Copies stand before a step and are met by jumps to it (pre), or behind it and are not (post). */
#include "runtime/device/device.h"

typedef struct borders_copy {
    cm_id in, out;
    uint32_t node, region;
    cm_id next;
} borders_copy;

typedef struct borders_list {
    cm_id first, last;
} borders_list;

typedef struct borders {
    cm_program *p;
    uint32_t n; /* steps before the copies */
    uint32_t n_spaces;
    cm_id *copy;        /* [value][space]: its copy there, or CM_NONE */
    uint32_t *def;      /* per value: the last step that defines it, or UINT32_MAX */
    uint32_t *run_end;  /* per step: the last one of its partition; of host steps: itself */
    borders_list *pre;  /* n + 1 */
    borders_list *post; /* n */
    CM_TABLE(borders_copy) copies;
} borders;

static uint32_t borders_space(const cm_program *p, cm_id v) {
    return cm_svalue_space(&p->value.row[v]);
}

/* The memory in which step i computes. */
static uint32_t borders_step_space(const cm_program *p, const cm_step *s) {
    if (s->kind == CM_STEP_DEVICE) return s->row + 1u;
    return s->kind == CM_STEP_VIEW ? borders_space(p, p->ids.row[s->in]) : 0;
}

/* Pinned memory of the device whose memory `space` is. */
static uint32_t borders_pinned(const cm_program *p, uint32_t space) { return space + p->n_devices; }

/* A view whose dims come from a value that a device computes waits for the copy of it. */
static bool borders_cuts(const cm_program *p, const cm_step *s) {
    for (uint32_t i = 1; s->kind == CM_STEP_VIEW && i < s->n_in; i++) {
        cm_id v = p->ids.row[s->in + i];
        if (v != CM_NONE && borders_space(p, v) != 0) return true;
    }
    return false;
}

static void borders_survey(borders *b) {
    const cm_program *p = b->p;
    for (cm_id v = 0; v < p->value.n; v++) b->def[v] = UINT32_MAX;
    for (uint32_t i = 0; i < b->n; i++) {
        const cm_step *s = &p->step.row[i];
        for (uint32_t k = 0; k < s->n_out; k++) {
            cm_id v = p->ids.row[s->out + k];
            if (v != CM_NONE) b->def[v] = i;
        }
    }
    for (uint32_t i = b->n; i-- > 0;) {
        const cm_step *s = &p->step.row[i];
        uint32_t space = borders_step_space(p, s);
        bool more = space != 0 && i + 1 < b->n && borders_step_space(p, s + 1) == space &&
                    p->step_region[i] == p->step_region[i + 1] && !borders_cuts(p, s + 1);
        b->run_end[i] = more ? b->run_end[i + 1] : i;
    }
}

/* ---- where a copy belongs ---- */

/* The first step of a region: what a body begins with. */
static uint32_t borders_first_step(const borders *b, uint32_t region) {
    uint32_t i = 0;
    while (i < b->n && b->p->step_region[i] != region) i++;
    return i;
}

static borders_list *borders_behind_all(const borders *b, uint32_t region, uint32_t *home) {
    *home = b->p->region.row[region].parent;
    return &b->pre[b->p->region.row[region].outer_end + 1];
}

/* Where copies of v are made, and the region of that place. */
static borders_list *borders_place(const borders *b, cm_id v, uint32_t *region) {
    const cm_program *p = b->p;
    uint32_t def = b->def[v];
    *region = 0;
    if (p->value.row[v].kind != CM_SVALUE_TEMP || def == UINT32_MAX) return &b->pre[0];
    if (p->source[v].carried != 0) {
        *region = p->source[v].carried;
        return &b->pre[borders_first_step(b, *region)];
    }
    *region = p->step_region[def];
    uint8_t kind = p->step.row[def].kind;
    if (kind == CM_STEP_LOOP_BEGIN) {
        *region = p->step_region[def + 1];
        return &b->pre[def + 1];
    }
    bool join = (p->value.row[v].flags & CM_SVF_JOIN) != 0 || kind == CM_STEP_APPEND;
    return join ? borders_behind_all(b, *region, region) : &b->post[b->run_end[def]];
}

/* ---- copies ---- */

static cm_id borders_new_value(cm_program *p, cm_id like, uint32_t space) {
    if (!CM_PUSH_ROOM(p->work, p->value)) return CM_NONE;
    if (!cm_table_grow(p->work, (void **)&p->source, p->value.n, &p->source_cap,
                       sizeof *p->source)) {
        return CM_NONE;
    }
    cm_id id = p->value.n++;
    cm_svalue *v = &p->value.row[id];
    *v = p->value.row[like];
    v->flags = (uint8_t)(space * CM_SVF_SPACE);
    if (v->kind != CM_SVALUE_CONST) v->kind = CM_SVALUE_TEMP;
    p->source[id] = (cm_source){.mode = CM_SOURCE_NONE};
    return id;
}

/* A TRANSFER of from, which is v or a copy of it, to a new value in space. */
static cm_id borders_transfer(borders *b, cm_id v, cm_id from, uint32_t space, uint32_t node) {
    cm_program *p = b->p;
    uint32_t region;
    if (!CM_PUSH_ROOM(p->work, b->copies)) return CM_NONE;
    cm_id out = borders_new_value(p, from, space);
    if (out == CM_NONE) return CM_NONE;
    borders_list *list = borders_place(b, v, &region);
    cm_id at = b->copies.n++;
    b->copies.row[at] = (borders_copy){from, out, node, region, CM_NONE};
    if (list->first == CM_NONE) {
        list->first = at;
    } else {
        b->copies.row[list->last].next = at;
    }
    list->last = at;
    return out;
}

/* A second value for a constant: prepare sends its bytes to the device. */
static cm_id borders_const(borders *b, cm_id v, uint32_t space) {
    cm_program *p = b->p;
    cm_id out = borders_new_value(p, v, space);
    if (out == CM_NONE) return CM_NONE;
    p->source[out] = p->source[v];
    p->source[out].mode = CM_SOURCE_DEVICE;
    p->source[out].origin = v;
    return out;
}

/* v as it is readable in `space`; CM_NONE when work is used up. */
static cm_id borders_get(borders *b, cm_id v, uint32_t space, uint32_t node) {
    const cm_program *p = b->p;
    uint32_t have = borders_space(p, v);
    if (have == space) return v;
    cm_id *slots = b->copy + (size_t)v * b->n_spaces;
    if (slots[space] != CM_NONE) return slots[space];
    if (p->value.row[v].kind == CM_SVALUE_CONST) {
        slots[space] = borders_const(b, v, space);
        return slots[space];
    }
    cm_id from = v;
    if (have != 0) { /* what a device gives the host reads where it arrives */
        uint32_t pinned = borders_pinned(p, have);
        if (slots[pinned] == CM_NONE) slots[pinned] = borders_transfer(b, v, v, pinned, node);
        if (space == 0) return slots[pinned];
        from = slots[pinned];
    }
    const uint32_t way[2] = {borders_pinned(p, space), space};
    for (int i = 0; i < 2 && from != CM_NONE; i++) {
        if (slots[way[i]] == CM_NONE) slots[way[i]] = borders_transfer(b, v, from, way[i], node);
        from = slots[way[i]];
    }
    return from;
}

/* Does a step read operand k in the host's memory, wherever it computes? */
static bool borders_on_host(const cm_program *p, const cm_step *s, uint32_t k) {
    if (s->kind == CM_STEP_DEVICE) return k < 64 && (p->claim[s->node].host_in >> k & 1) != 0;
    return s->kind == CM_STEP_VIEW && k > 0;
}

/* Are dims all that a step of the host reads? They are known wherever the value lies. */
static bool borders_reads_dims(const cm_program *p, const cm_step *s) {
    if (s->kind != CM_STEP_KERNEL) return false;
    uint32_t id = p->ops_used.row[s->op]->id;
    return id == CM_OP_Shape || id == CM_OP_Size;
}

static cameo_status borders_operands(borders *b) {
    cm_program *p = b->p;
    for (uint32_t i = 0; i < b->n; i++) {
        cm_step s = p->step.row[i];
        uint32_t space = borders_step_space(p, &s);
        for (uint32_t k = 0; k < s.n_in; k++) {
            cm_id v = p->ids.row[s.in + k];
            if (v == CM_NONE || borders_reads_dims(p, &s)) continue;
            bool host = borders_on_host(p, &s, k);
            cm_id readable = borders_get(b, v, host ? 0 : space, s.node);
            if (readable == CM_NONE) return cm_arena_status(p->work, "work", p->ir->e);
            CM_CHECK(!host || s.kind != CM_STEP_DEVICE || readable == v, p->ir->e, CAMEO_E_INTERNAL,
                     "shape arithmetic was computed on a device");
            p->ids.row[s.in + k] = readable;
        }
    }
    for (cm_id i = p->n_inputs + p->n_defaults; i < p->io.n; i++) {
        cm_id v = p->io.row[i].value;
        uint32_t node = b->def[v] == UINT32_MAX ? CM_NONE : p->step.row[b->def[v]].node;
        cm_id readable = borders_get(b, v, 0, node);
        if (readable == CM_NONE) return cm_arena_status(p->work, "work", p->ir->e);
        p->value.row[v].flags &= (uint8_t)~CM_SVF_OUTPUT;
        p->value.row[readable].flags |= CM_SVF_OUTPUT;
        p->io.row[i].value = readable;
    }
    return CAMEO_OK;
}

/* ---- the new order ---- */

typedef struct borders_out {
    cm_step *steps;
    uint32_t *region;
    uint32_t n;
} borders_out;

static bool borders_put(borders *b, const borders_list *list, borders_out *o) {
    cm_program *p = b->p;
    CM_ASSERT(list->first == CM_NONE || b->copies.row != NULL);
    for (cm_id i = list->first; i != CM_NONE; i = b->copies.row[i].next) {
        const borders_copy *c = &b->copies.row[i];
        cm_id first = p->ids.n;
        const cm_id pair[2] = {c->in, c->out};
        for (int k = 0; k < 2; k++) {
            if (!CM_PUSH_ROOM(p->work, p->ids)) return false;
            p->ids.row[p->ids.n++] = pair[k];
        }
        o->region[o->n] = c->region;
        o->steps[o->n++] = (cm_step){.kind = CM_STEP_TRANSFER,
                                     .n_in = 1,
                                     .n_out = 1,
                                     .in = first,
                                     .out = first + 1,
                                     .params = CM_NONE,
                                     .node = c->node};
    }
    return true;
}

static cameo_status borders_order(borders *b) {
    cm_program *p = b->p;
    size_t n = (size_t)b->n + b->copies.n;
    borders_out o = {CM_ARENA_NEW_N(p->work, cm_step, n), CM_ARENA_NEW_N(p->work, uint32_t, n), 0};
    uint32_t *before =
        CM_ARENA_NEW_N(p->work, uint32_t, (size_t)b->n + 1);  /* new index of jumps to i */
    uint32_t *last = CM_ARENA_NEW_N(p->work, uint32_t, b->n); /* and of the end of i */
    CM_TRY(cm_arena_status(p->work, "work", p->ir->e));
    bool ok = true;
    for (uint32_t i = 0; i < b->n; i++) {
        before[i] = o.n;
        ok = ok && borders_put(b, &b->pre[i], &o);
        o.region[o.n] = p->step_region[i];
        o.steps[o.n++] = p->step.row[i];
        ok = ok && borders_put(b, &b->post[i], &o);
        last[i] = o.n - 1;
    }
    before[b->n] = o.n;
    ok = ok && borders_put(b, &b->pre[b->n], &o);
    if (!ok) return cm_arena_status(p->work, "work", p->ir->e);
    for (uint32_t i = 0; i < o.n; i++) {
        uint8_t kind = o.steps[i].kind;
        bool jumps = kind == CM_STEP_JUMP || kind == CM_STEP_JUMP_UNLESS ||
                     kind == CM_STEP_LOOP_BEGIN || kind == CM_STEP_LOOP_NEXT;
        if (jumps) o.steps[i].target = before[o.steps[i].target];
    }
    for (cm_id i = 1; i < p->region.n; i++)
        p->region.row[i].outer_end = last[p->region.row[i].outer_end];
    p->step.row = o.steps;
    p->step.n = p->step.cap = o.n;
    p->step_region = o.region;
    p->step_region_cap = o.n;
    return CAMEO_OK;
}

CM_COLD cameo_status cm_insert_borders(cm_program *p) {
    borders b = {.p = p, .n = p->step.n, .n_spaces = 2 * p->n_devices + 1};
    if (p->n_devices == 0 || b.n == 0) return CAMEO_OK;
    size_t n_copies;
    bool wrong = cm_ckd_mul((size_t)p->value.n, b.n_spaces, &n_copies);
    CM_CHECK(!wrong, p->ir->e, CAMEO_E_LIMIT, "%u values", p->value.n);
    b.copy = CM_ARENA_NEW_N(p->work, cm_id, n_copies);
    b.def = CM_ARENA_NEW_N(p->work, uint32_t, p->value.n);
    b.run_end = CM_ARENA_NEW_N(p->work, uint32_t, b.n);
    b.pre = CM_ARENA_NEW_N(p->work, borders_list, (size_t)b.n + 1);
    b.post = CM_ARENA_NEW_N(p->work, borders_list, b.n);
    CM_TRY(cm_arena_status(p->work, "work", p->ir->e));
    memset(b.copy, 0xff, n_copies * sizeof *b.copy);
    memset(b.pre, 0xff, ((size_t)b.n + 1) * sizeof *b.pre);
    memset(b.post, 0xff, b.n * sizeof *b.post);
    borders_survey(&b);
    CM_TRY(borders_operands(&b));
    return borders_order(&b);
}
