/* freeze_source.c — the tables of a frozen session and its plan as C source. */
#include <inttypes.h>

#include "runtime/session/custom.h"
#include "tools/freeze.h"

/* ---- small things ---- */

/* An enumerator's spelling. */
static const char *source_step_kind(uint8_t kind) {
    static const char *const names[] = {"KERNEL", "VIEW",        "MOVE",       "COPY",
                                        "JUMP",   "JUMP_UNLESS", "LOOP_BEGIN", "LOOP_NEXT",
                                        "APPEND", "SCAN_INIT",   "DROP"};
    return kind < sizeof names / sizeof *names ? names[kind] : "DROP";
}

static const char *source_value_kind(uint8_t kind) {
    static const char *const names[] = {"TEMP", "INPUT", "DEFAULT", "CONST"};
    return names[kind & 3];
}

static const char *source_place(uint8_t place) {
    static const char *const names[] = {"NONE", "CONST", "INPUT", "BUFFER", "ALIAS", "HEAP"};
    return place < sizeof names / sizeof *names ? names[place] : "NONE";
}

static const char *source_bool(bool b) { return b ? "true" : "false"; }

static void source_id(FILE *f, uint32_t id) {
    if (id == CM_NONE)
        fprintf(f, "CM_NONE");
    else
        fprintf(f, "%" PRIu32, id);
}

static uint32_t source_value_id(const freeze *z, uint32_t old) {
    return old == CM_NONE ? CM_NONE : z->values.at[old];
}

/* A member that points to the table `what` of n entries, or to none. */
static void source_table(const freeze *z, const char *member, uint64_t n, const char *what) {
    if (n == 0)
        fprintf(z->f, "    .%s = NULL,\n", member);
    else
        fprintf(z->f, "    .%s = %s_%s,\n", member, z->name, what);
}

/* ---- leaves ---- */

static void source_declare(const freeze *z) {
    fprintf(z->f, "/* The kernels, and nothing else, that this model needs. */\n");
    for (uint32_t i = 0; i < z->rows.n; i++) {
        const cm_row *row = z->s->rows[z->rows.old[i]];
        fprintf(z->f, "cm_run_fn %s;\n", row->run_symbol);
        if (z->row_open[z->rows.old[i]]) fprintf(z->f, "cm_setup_fn %s;\n", row->setup_symbol);
    }
    fputc('\n', z->f);
}

/* A member of a caller's operator: the function that the program must bring. */
static void source_user_function(const freeze *z, const char *member, const char *symbol) {
    if (symbol != NULL) fprintf(z->f, ", .%s = %s", member, symbol);
}

/* The caller's operator number i behind Cameo's adapters. */
static void source_user_op(const freeze *z, uint32_t i, const cm_op *op, bool open) {
    const cameo_op *user = freeze_user_op(op);
    const char *shape = open ? user->shape_symbol : NULL;
    const char *cost = open && user->cost != NULL ? user->cost_symbol : NULL;
    const char *setup = open && cm_custom_has_setup(user) ? user->setup_symbol : NULL;
    fprintf(z->f, "cameo_status %s(cameo_op_context *c, const void *params);\n", user->run_symbol);
    if (shape != NULL)
        fprintf(z->f, "cameo_status %s(cameo_op_context *c, const void *params);\n", shape);
    if (cost != NULL)
        fprintf(z->f, "uint64_t %s(cameo_op_context *c, const void *params);\n", cost);
    if (setup != NULL)
        fprintf(z->f, "cameo_status %s(cameo_op_context *c, const void *params, cameo_op_tasks *tasks);\n", setup);
    fprintf(z->f,
            "static const cameo_op %s_user_%" PRIu32
            " = {\n    .size = sizeof(cameo_op), .since = %" PRId64 ", .domain = ",
            z->name, i, user->since);
    freeze_literal(z->f, cm_str_from_c(user->domain));
    fprintf(z->f, ", .op_type = ");
    freeze_literal(z->f, cm_str_from_c(user->op_type));
    source_user_function(z, "run", user->run_symbol);
    source_user_function(z, "shape", shape);
    source_user_function(z, "cost", cost);
    source_user_function(z, "setup", setup);
    if (cm_custom_gives(user) != 0) fprintf(z->f, ", .gives = %" PRIu32, cm_custom_gives(user));
    fprintf(z->f,
            "};\nstatic const cm_custom %s_op_%" PRIu32
            " = {\n    .op = {.id = CM_OP_COUNT, .flags = %u%s},\n    .user = &%s_user_%" PRIu32
            "};\n",
            z->name, i, op->flags, open ? ", .shape = cm_custom_shape, .cost = cm_custom_cost" : "",
            z->name, i);
}

/* Operators whose shapes are all known need no functions. */
static void source_ops(const freeze *z) {
    if (z->ops.n == 0) return;
    for (uint32_t i = 0; i < z->ops.n; i++) {
        const cm_op *op = z->s->ops[z->ops.old[i]];
        bool open = z->op_open[z->ops.old[i]];
        if (freeze_user_op(op) != NULL) {
            source_user_op(z, i, op, open);
        } else if (!open) {
            fprintf(z->f, "static const cm_op %s_op_%" PRIu32 " = {.id = CM_OP_%s, .flags = %u};\n",
                    z->name, i, freeze_op_type(op), op->flags);
        }
    }
    fprintf(z->f, "static const cm_op *const %s_ops[] = {", z->name);
    for (uint32_t i = 0; i < z->ops.n; i++) {
        if (freeze_user_op(z->s->ops[z->ops.old[i]]) != NULL)
            fprintf(z->f, "&%s_op_%" PRIu32 ".op, ", z->name, i);
        else if (z->op_open[z->ops.old[i]])
            fprintf(z->f, "&%s, ", freeze_op_symbol(z->s->ops[z->ops.old[i]]));
        else
            fprintf(z->f, "&%s_op_%" PRIu32 ", ", z->name, i);
    }
    fprintf(z->f, "};\n");
}

static uint32_t source_n_rows(const freeze *z) { return z->rows.n + freeze_n_tails(z); }

static void source_rows(const freeze *z) {
    if (z->rows.n == 0) return;
    freeze_write_tails(z);
    fprintf(z->f, "static const cm_row %s_row[] = {\n", z->name);
    for (uint32_t i = 0; i < z->rows.n; i++) {
        const cm_row *row = z->s->rows[z->rows.old[i]];
        fprintf(z->f, "    {.run = %s", row->run_symbol);
        if (z->row_open[z->rows.old[i]]) fprintf(z->f, ", .setup = %s", row->setup_symbol);
        fprintf(z->f, "},\n");
    }
    freeze_write_tail_rows(z);
    fprintf(z->f, "};\nstatic const cm_row *const %s_rows[] = {", z->name);
    for (uint32_t i = 0; i < source_n_rows(z); i++)
        fprintf(z->f, "&%s_row[%" PRIu32 "], ", z->name, i);
    fprintf(z->f, "};\n\n");
}

/* ---- the program ---- */

static uint32_t source_n_ids(const freeze *z) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < z->steps.n; i++) {
        n += freeze_n_in(z, z->steps.old[i]) + z->s->steps[z->steps.old[i]].n_out;
    }
    return n;
}

static void source_ids(const freeze *z) {
    if (source_n_ids(z) == 0) return;
    fprintf(z->f,
            "/* Operands of the steps: inputs, then outputs. */\nstatic const cm_id %s_ids[] = {\n",
            z->name);
    for (uint32_t i = 0; i < z->steps.n; i++) {
        const cm_step *step = &z->s->steps[z->steps.old[i]];
        uint32_t n_in = freeze_n_in(z, z->steps.old[i]);
        fprintf(z->f, "    ");
        for (uint32_t k = 0; k < n_in + step->n_out; k++) {
            uint32_t at = k < n_in ? step->in + k : step->out + k - n_in;
            source_id(z->f, source_value_id(z, z->s->ids[at]));
            fprintf(z->f, ", ");
        }
        fprintf(z->f, "\n");
    }
    fprintf(z->f, "};\n");
}

static void source_steps(const freeze *z) {
    if (z->steps.n == 0) return;
    uint32_t ids = 0, tail = z->rows.n;
    fprintf(z->f,
            "/* kind, since, row, op, n_in, n_out, in, out, params, target, loop, node */\n"
            "static const cm_step %s_steps[] = {\n",
            z->name);
    for (uint32_t i = 0; i < z->steps.n; i++) {
        uint32_t old = z->steps.old[i];
        const cm_step *step = &z->s->steps[old];
        bool kernel = step->kind == CM_STEP_KERNEL;
        bool has_op = kernel || (step->kind == CM_STEP_VIEW && z->p->steps[old].open);
        uint32_t n_in = freeze_n_in(z, old), row = kernel ? z->rows.at[step->row] : 0;
        if (freeze_has_tail(z, old)) row = tail++;
        fprintf(z->f,
                "    {CM_STEP_%s, %u, %" PRIu32 ", %" PRIu32 ", %" PRIu32 ", %u, %" PRIu32
                ", %" PRIu32 ", ",
                source_step_kind(step->kind), step->since, row, has_op ? z->ops.at[step->op] : 0,
                n_in, step->n_out, ids, ids + n_in);
        source_id(z->f, has_op && step->params != CM_NONE ? z->params.at[step->params] : CM_NONE);
        uint32_t target = step->target <= z->s->n_steps ? z->steps.at[step->target] : 0;
        fprintf(z->f, ", %" PRIu32 ", %" PRIu32 ", %" PRIu32 "},\n", target, step->loop, i);
        ids += n_in + step->n_out;
    }
    fprintf(z->f, "};\n");
}

/* Session dims that value `old` has: those of inputs, and of scan outputs before the first turn. */
static uint32_t source_rank(const freeze *z, uint32_t old) {
    const cm_svalue *sv = &z->s->values[old];
    bool has = sv->kind == CM_SVALUE_INPUT || sv->kind == CM_SVALUE_DEFAULT || z->is_scan[old];
    return has && sv->rank != CM_RANK_UNKNOWN ? sv->rank : 0;
}

static uint32_t source_n_session_dims(const freeze *z) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < z->values.n; i++) {
        n += source_rank(z, z->values.old[i]);
    }
    return n;
}

static void source_session_dims(const freeze *z) {
    if (source_n_session_dims(z) == 0) return;
    fprintf(z->f,
            "/* Dims of inputs and scan outputs; -1 - k is free dim k. */\nstatic const int64_t "
            "%s_io_dims[] = {",
            z->name);
    for (uint32_t i = 0; i < z->values.n; i++) {
        const cm_svalue *sv = &z->s->values[z->values.old[i]];
        for (uint32_t d = 0; d < source_rank(z, z->values.old[i]); d++)
            fprintf(z->f, "%" PRId64 ", ", z->s->dims[sv->dims + d]);
    }
    fprintf(z->f, "};\n");
}

static void source_values(const freeze *z) {
    uint32_t dims = 0;
    fprintf(z->f,
            "/* kind, vkind, elem_kind, dtype, rank, format, segment, flags, dims, off, size */\n"
            "static const cm_svalue %s_values[] = {\n",
            z->name);
    for (uint32_t i = 0; i < z->values.n; i++) {
        const cm_svalue *sv = &z->s->values[z->values.old[i]];
        bool data = freeze_is_constant(z, z->values.old[i]) && sv->size != 0 &&
                    z->s->segments[sv->segment].p != NULL;
        fprintf(z->f, "    {CM_SVALUE_%s, %u, %u, %u, %u, %u, %d, %u, %" PRIu32 ", ",
                source_value_kind(sv->kind), sv->vkind, sv->elem_kind, sv->dtype, sv->rank,
                sv->format, data, sv->flags, dims);
        if (data)
            fprintf(z->f, "offsetof(struct %s_weights, w%" PRIu32 "), %zu},\n", z->name, i,
                    sv->size);
        else
            fprintf(z->f, "0, 0},\n");
        dims += source_rank(z, z->values.old[i]);
    }
    fprintf(z->f, "};\n");
    fprintf(z->f, "static const cm_segment %s_segments[] = {{NULL, 0}", z->name);
    if (freeze_constant_bytes(z) != 0) {
        fprintf(z->f, ",\n    {(const uint8_t *)&%s_weights, sizeof %s_weights}", z->name, z->name);
    }
    fprintf(z->f, "};\n");
}

static void source_str(const freeze *z, cm_str s) {
    if (s.n == 0) {
        fprintf(z->f, "{NULL, 0}");
        return;
    }
    fprintf(z->f, "{");
    freeze_literal(z->f, s);
    fprintf(z->f, ", %zu}", s.n);
}

static void source_io(const freeze *z, const char *what, const cm_io *io, uint32_t n) {
    if (n == 0) return;
    fprintf(z->f, "static const cm_io %s_%s[] = {\n", z->name, what);
    for (uint32_t i = 0; i < n; i++) {
        const cameo_type *t = &io[i].type;
        fprintf(z->f, "    {.name = ");
        source_str(z, io[i].name);
        fprintf(z->f, ", .value = %" PRIu32 ",\n     .type = {.name = ", z->values.at[io[i].value]);
        source_str(z, (cm_str){t->name.p, t->name.n});
        fprintf(z->f,
                ", .kind = (cameo_kind)%d, .elem_kind = (cameo_kind)%d, .dtype = (cameo_dtype)%d,\n"
                "              .key_dtype = (cameo_dtype)%d, .has_shape = %s, .rank = %" PRIu32
                ", .dims = {",
                t->kind, t->elem_kind, t->dtype, t->key_dtype, source_bool(t->has_shape), t->rank);
        for (uint32_t d = 0; d < t->rank; d++)
            fprintf(z->f, "%s%" PRId64, d == 0 ? "" : ", ", t->dims[d]);
        fprintf(z->f, "%s}}},\n", t->rank == 0 ? "0" : "");
    }
    fprintf(z->f, "};\n");
}

static void source_node_strings(const freeze *z, const char *what, const cm_str *all) {
    fprintf(z->f, "static const cm_str %s_%s[] = {\n", z->name, what);
    for (uint32_t i = 0; i < z->steps.n; i++) {
        uint32_t node = z->s->steps[z->steps.old[i]].node;
        fprintf(z->f, "    ");
        source_str(z, node < z->s->n_nodes ? all[node] : (cm_str){NULL, 0});
        fprintf(z->f, ",\n");
    }
    fprintf(z->f, "};\n");
}

static void source_names(const freeze *z) {
    if (z->s->n_symbols != 0) {
        fprintf(z->f, "static const cm_str %s_symbols[] = {", z->name);
        for (uint32_t i = 0; i < z->s->n_symbols; i++) {
            source_str(z, z->s->symbols[i]);
            fprintf(z->f, ", ");
        }
        fprintf(z->f, "};\n");
    }
    if (z->steps.n == 0) return;
    fprintf(z->f, "\n#if !CAMEO_NO_ERRMSG\n");
    source_node_strings(z, "node_names", z->s->node_names);
    source_node_strings(z, "node_ops", z->s->node_ops);
    fprintf(z->f, "#endif\n");
}

static void source_session(const freeze *z) {
    const cameo_session *s = z->s;
    fprintf(z->f, "\nstatic const cameo_session %s_session = {\n", z->name);
    source_table(z, "steps", z->steps.n, "steps");
    source_table(z, "values", z->values.n, "values");
    source_table(z, "ids", source_n_ids(z), "ids");
    source_table(z, "dims", source_n_session_dims(z), "io_dims");
    source_table(z, "params", z->params.n, "params");
    source_table(z, "rows", source_n_rows(z), "rows");
    source_table(z, "ops", z->ops.n, "ops");
    source_table(z, "segments", 1, "segments");
    source_table(z, "inputs", s->n_inputs + s->n_defaults, "inputs");
    source_table(z, "outputs", s->n_outputs, "outputs");
    source_table(z, "symbols", s->n_symbols, "symbols");
    if (z->steps.n != 0) {
        fprintf(z->f, "#if !CAMEO_NO_ERRMSG\n");
        source_table(z, "node_names", z->steps.n, "node_names");
        source_table(z, "node_ops", z->steps.n, "node_ops");
        fprintf(z->f, "#endif\n");
    }
    fprintf(z->f,
            "    .n_steps = %" PRIu32 ", .n_values = %" PRIu32 ", .n_ids = %" PRIu32
            ", .n_dims = %" PRIu32 ", .n_params = %" PRIu32 ",\n    .n_rows = %" PRIu32
            ", .n_ops = %" PRIu32 ", .n_segments = %d, .n_inputs = %" PRIu32
            ", .n_defaults = %" PRIu32 ",\n",
            z->steps.n, z->values.n, source_n_ids(z), source_n_session_dims(z), z->params.n,
            source_n_rows(z), z->ops.n, freeze_constant_bytes(z) != 0 ? 2 : 1, s->n_inputs,
            s->n_defaults);
    fprintf(z->f,
            "    .n_outputs = %" PRIu32 ", .n_symbols = %" PRIu32 ", .n_loops = %" PRIu32
            ", .n_nodes = %" PRIu32 ", .max_in = %" PRIu32 ", .max_out = %" PRIu32 ",\n",
            s->n_outputs, s->n_symbols, z->is_static ? 0 : s->n_loops, z->steps.n, z->n_in,
            z->n_out);
    fprintf(z->f,
            "    .info = {sizeof(cameo_session_info), %" PRIu32 ", %" PRIu32 ", %" PRIu32
            ", %" PRIu32 ", %" PRIu32 ", %" PRIu64 ", 0, 0, 0},\n};\n\n",
            s->n_inputs, s->n_defaults, s->n_outputs, z->steps.n, s->n_symbols,
            freeze_constant_bytes(z));
}

/* ---- the plan ---- */

static uint32_t source_plan_dims(const freeze *z, bool write) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < z->values.n; i++) {
        const cm_pvalue *pv = &z->p->values[z->values.old[i]];
        if (!pv->fixed) continue;
        for (uint32_t d = 0; write && d < pv->rank; d++)
            fprintf(z->f, "%zu, ", z->p->dims[pv->dims + d]);
        n += pv->rank;
    }
    return n;
}

static void source_pvalues(const freeze *z) {
    if (source_plan_dims(z, false) != 0) {
        fprintf(z->f, "static const size_t %s_dims[] = {", z->name);
        (void)source_plan_dims(z, true);
        fprintf(z->f, "};\n");
    }
    uint32_t dims = 0, n_open = 0;
    fprintf(z->f,
            "/* place, fixed, rank, dtype, dims, alias, n, off, size */\n"
            "static const cm_pvalue %s_places[] = {\n",
            z->name);
    for (uint32_t i = 0; i < z->values.n; i++) {
        const cm_pvalue *pv = &z->p->values[z->values.old[i]];
        fprintf(z->f, "    {CM_PLACE_%s, %s, %u, %u, %" PRIu32 ", ", source_place(pv->place),
                source_bool(pv->fixed), pv->rank, pv->dtype, pv->fixed ? dims : n_open);
        source_id(z->f, source_value_id(z, pv->alias));
        fprintf(z->f, ", %zu, %zu, %zu},\n", pv->n, pv->off, pv->size);
        if (pv->fixed)
            dims += pv->rank;
        else
            n_open++;
    }
    fprintf(z->f, "};\n");
}

static bool source_has_setup(const freeze *z, uint32_t old) {
    return z->s->steps[old].kind == CM_STEP_KERNEL && !z->p->steps[old].open;
}

static uint32_t source_setups(const freeze *z, bool write) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < z->steps.n; i++) {
        if (!source_has_setup(z, z->steps.old[i])) continue;
        n++;
        if (!write) continue;
        const cm_setup *setup = &z->p->setups[z->p->steps[z->steps.old[i]].setup];
        bool tail = freeze_has_tail(z, z->steps.old[i]);
        fprintf(z->f, "    {%" PRIu32 ", {%s", setup->n_phases + tail, tail ? "{1, 1}, " : "");
        for (uint32_t k = 0; k < setup->n_phases; k++) {
            fprintf(z->f, "%s{%" PRIu32 ", %" PRIu32 "}", k == 0 ? "" : ", ",
                    setup->phase[k].n_tasks, setup->phase[k].repeat);
        }
        fprintf(z->f, "%s}, %zu, %zu},\n", setup->n_phases == 0 ? "{0, 0}" : "", setup->scratch,
                setup->worker_scratch);
    }
    return n;
}

static void source_psteps(const freeze *z) {
    if (source_setups(z, false) != 0) {
        fprintf(z->f,
                "/* phases {tasks, repeat}, scratch, scratch of each worker */\n"
                "static const cm_setup %s_setups[] = {\n",
                z->name);
        (void)source_setups(z, true);
        fprintf(z->f, "};\n");
    }
    if (z->steps.n == 0) return;
    uint32_t setup = 0;
    fprintf(z->f, "/* open, live, quick, setup, cost */\nstatic const cm_pstep %s_plan_steps[] = {\n",
            z->name);
    for (uint32_t i = 0; i < z->steps.n; i++) {
        const cm_pstep *ps = &z->p->steps[z->steps.old[i]];
        fprintf(z->f, "    {%s, true, 0, %" PRIu32 ", UINT64_C(%" PRIu64 ")},\n",
                source_bool(ps->open), source_has_setup(z, z->steps.old[i]) ? setup++ : 0,
                ps->cost);
    }
    fprintf(z->f, "};\n");
}

static void source_plan(const freeze *z) {
    const cameo_plan *p = z->p;
    if (z->s->n_symbols != 0) {
        fprintf(z->f, "static const int64_t %s_ranges[] = {", z->name);
        for (uint32_t i = 0; i < 2 * z->s->n_symbols; i++) {
            fprintf(z->f, "INT64_C(%" PRId64 "), ", p->symbols[i]);
        }
        fprintf(z->f, "};\n");
    }
    char heap[32] = "SIZE_MAX";
    if (p->heap <= UINT32_MAX) snprintf(heap, sizeof heap, "%zu", p->heap);
    fprintf(z->f, "\nstatic const cameo_plan %s_the_plan = {\n    .session = &%s_session,\n",
            z->name, z->name);
    source_table(z, "values", z->values.n, "places");
    source_table(z, "steps", z->steps.n, "plan_steps");
    source_table(z, "dims", source_plan_dims(z, false), "dims");
    source_table(z, "setups", source_setups(z, false), "setups");
    source_table(z, "symbols", z->s->n_symbols, "ranges");
    fprintf(z->f,
            "    .n_dims = %" PRIu32 ", .n_setups = %" PRIu32
            ",\n    .activations = %zu, .scratch = %zu,"
            " .worker_scratch = %zu, .heap = %s,\n    .dyn = %s,\n};\n\n",
            source_plan_dims(z, false), source_setups(z, false), p->activations, p->scratch,
            p->worker_scratch, heap, z->is_static ? "NULL" : "&cm_run_dynamic");
    fprintf(z->f,
            "_Static_assert(%s_RUN_BYTES <= %s_RUN_BYTES_MOST && %s_RUN_BYTES_FOR(9) <= %s_RUN_BYTES_MOST_FOR(9),\n"
            "               \"this target's structs are larger than those of the computer that froze the model\");\n",
            z->upper, z->upper, z->upper, z->upper);
    fprintf(z->f, "/* see %s.h */\nconst cameo_plan *%s_plan(void) { return &%s_the_plan; }\n",
            z->name, z->name, z->name);
}

static bool source_has_user_ops(const freeze *z) {
    for (uint32_t i = 0; i < z->ops.n; i++) {
        if (freeze_user_op(z->s->ops[z->ops.old[i]]) != NULL) return true;
    }
    return false;
}

void freeze_write_source(const freeze *z) {
    fprintf(z->f, "/* %s.c — ", z->name);
    freeze_plain(z->f, cm_str_from_c(z->model));
    fprintf(z->f,
            ", frozen by `cameo freeze` (Cameo " CAMEO_VERSION "). Generated: do not edit. */\n"
            "#include \"%s.h\"\n%s\n",
            z->name, source_has_user_ops(z) ? "#include \"runtime/session/custom.h\"\n" : "");
    size_t most = cm_max_size(z->p->activations, cm_max_size(z->p->scratch, z->p->worker_scratch));
    most = cm_max_size(most, (size_t)freeze_constant_bytes(z));
    if (most > UINT16_MAX) {
        fprintf(z->f,
                "#if SIZE_MAX < %zu\n#error \"the model does not fit into this address "
                "space\"\n#endif\n\n",
                most);
    }
    source_declare(z);
    freeze_write_constants(z);
    freeze_write_params(z);
    source_ops(z);
    source_rows(z);
    source_ids(z);
    source_steps(z);
    source_session_dims(z);
    source_values(z);
    source_io(z, "inputs", z->s->inputs, z->s->n_inputs + z->s->n_defaults);
    source_io(z, "outputs", z->s->outputs, z->s->n_outputs);
    source_names(z);
    source_session(z);
    source_pvalues(z);
    source_psteps(z);
    source_plan(z);
}
