/* info_values.c — `cameo info --values`: what inference knows of every named value, before anything
 * is optimised away. See tools/info_values.h. */
#include "tools/info_values.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/session/prepare.h"

enum { VALUES_TEXT = 512, VALUES_MAX_SHOWN = 16 };

typedef struct values_state {
    const cm_ir *ir;
    FILE *f;
    bool first; /* of the JSON list */
} values_state;

static const char *values_kind(const cm_value *v) {
    if (v->kind == CM_VALUE_INPUT) return v->init == CM_NONE ? "input" : "default";
    return v->kind == CM_VALUE_INIT ? "constant" : "node";
}

static const char *values_type_kind(const cm_avalue *a) {
    static const char *const names[] = {"none", "tensor", "sequence", "optional", "map"};
    return a->kind <= CAMEO_KIND_MAP ? names[a->kind] : "none";
}

/* Element i where it is known: a number, or an expression in elements that inference follows. */
static bool values_element(const cm_avalue *a, size_t i, cm_dim *d) {
    return cm_avalue_elem(a, i, d) && *d != CM_DIM_UNKNOWN;
}

/* Elements to show: those of a small tensor of which inference knows one or more; else 0. */
static size_t values_elements(const cm_avalue *a) {
    size_t n, known = 0;
    cm_dim d;
    if (a->kind != CAMEO_KIND_TENSOR || a->rank == CM_RANK_UNKNOWN) return 0;
    if (!cm_avalue_count(a, &n) || n > VALUES_MAX_SHOWN) return 0;
    for (size_t i = 0; i < n; i++) known += values_element(a, i, &d);
    return known == 0 ? 0 : n;
}

static const char *values_dim(const values_state *s, cm_dim d, char *text) {
    (void)cm_dim_format(s->ir->dims, d, text, VALUES_TEXT);
    return text;
}

/* ---- text ---- */

static void values_print(const values_state *s, const cm_value *v, const cm_avalue *a) {
    char text[VALUES_TEXT];
    cm_dim d;
    fprintf(s->f, "%-10s %*s%s: ", values_kind(v), 2 * (int)s->ir->t.graph.row[v->graph].depth, "",
            tool_text(text, sizeof text, (cameo_string){v->name.p, v->name.n}));
    if (a->kind != CAMEO_KIND_TENSOR) fprintf(s->f, "%s of ", values_type_kind(a));
    fputs(cameo_dtype_name((cameo_dtype)a->dtype), s->f);
    for (uint32_t i = 0; a->rank != CM_RANK_UNKNOWN && i < a->rank; i++)
        fprintf(s->f, "%s%s", i == 0 ? "[" : ", ", values_dim(s, a->dims[i], text));
    fputs(a->rank == CM_RANK_UNKNOWN ? "[*]" : a->rank == 0 ? "[]" : "]", s->f);
    size_t n = values_elements(a);
    for (size_t i = 0; i < n; i++) {
        bool known = values_element(a, i, &d);
        fprintf(s->f, "%s%s", i == 0 ? " = " : ", ", known ? values_dim(s, d, text) : "?");
    }
    fputc('\n', s->f);
}

/* ---- JSON ---- */

static void values_json_dim(const values_state *s, cm_dim d, bool known) {
    char text[VALUES_TEXT];
    if (!known || d == CM_DIM_UNKNOWN) {
        fputs("null", s->f);
    } else if (cm_dim_is_const(d)) {
        fprintf(s->f, "%" PRId64, d);
    } else {
        size_t n = cm_dim_format(s->ir->dims, d, text, sizeof text);
        tool_json_string(s->f, (cameo_string){text, n});
    }
}

/* The least and the greatest that each dim can be: null where there is no bound. */
static void values_json_bounds(const values_state *s, const cm_avalue *a) {
    fputs(", \"bounds\": [", s->f);
    for (uint32_t i = 0; i < a->rank; i++) {
        int64_t lo, hi;
        cm_dim_interval(s->ir->dims, a->dims[i], &lo, &hi);
        fputs(i == 0 ? "[" : ", [", s->f);
        values_json_dim(s, lo, lo != INT64_MIN);
        fputs(", ", s->f);
        values_json_dim(s, hi, hi != INT64_MAX);
        fputc(']', s->f);
    }
    fputc(']', s->f);
}

static void values_json(values_state *s, const cm_value *v, const cm_avalue *a) {
    cm_dim d = CM_DIM_UNKNOWN;
    fputs(s->first ? "{\"name\": " : ",\n {\"name\": ", s->f);
    s->first = false;
    tool_json_string(s->f, (cameo_string){v->name.p, v->name.n});
    fprintf(s->f, ", \"graph\": %" PRIu32 ", \"from\": \"%s\", \"kind\": \"%s\", \"dtype\": \"%s\"",
            v->graph, values_kind(v), values_type_kind(a), cameo_dtype_name((cameo_dtype)a->dtype));
    bool ranked = a->rank != CM_RANK_UNKNOWN;
    fputs(ranked ? ", \"shape\": [" : ", \"shape\": null", s->f);
    for (uint32_t i = 0; ranked && i < a->rank; i++) {
        if (i != 0) fputs(", ", s->f);
        values_json_dim(s, a->dims[i], true);
    }
    if (ranked) {
        fputc(']', s->f);
        values_json_bounds(s, a);
    }
    size_t n = values_elements(a);
    for (size_t i = 0; i < n; i++) {
        fputs(i == 0 ? ", \"elements\": [" : ", ", s->f);
        bool known = values_element(a, i, &d);
        values_json_dim(s, d, known);
    }
    fputs(n != 0 ? "]}" : "}", s->f);
}

/* ---- all of them ---- */

static void values_show(values_state *s, bool json) {
    if (json) fputc('[', s->f);
    for (cm_id id = 0; id < s->ir->t.value.n; id++) {
        const cm_value *v = &s->ir->t.value.row[id];
        const cm_avalue *a = &s->ir->av[id];
        if (v->name.n == 0 || a->kind == CAMEO_KIND_NONE) continue;
        if (json)
            values_json(s, v, a);
        else
            values_print(s, v, a);
    }
    if (json) fputs("]\n", s->f);
}

/* Inference goes on where constants can be computed; no other rewrite is tried, so that every value
 * keeps its name and its meaning. */
static cameo_status values_fold(cm_ir *ir) {
    ir->rewrites_off = cm_rewrites_not(cm_rewrites_of(CM_REWRITE_fold));
    return cm_optimize(ir);
}

cameo_status tool_info_values(const tool_model *m, bool json, cameo_error *e) {
    cameo_status status = CAMEO_E_NOMEM;
    for (size_t size = 0; status == CAMEO_E_NOMEM;) {
        tool_work work;
        cm_arena arena;
        cameo_prepared *p;
        memset(e, 0, sizeof *e);
        CM_TRY(tool_work_next(&work, &size, m->options.limits, e));
        cm_arena_init(&arena, work.m.base, work.m.size);
        status = cm_prepare_infer(m->model, &arena, &m->options, NULL, NULL, &p, e);
        if (status == CAMEO_OK) status = values_fold(&p->ir);
        if (status == CAMEO_OK) {
            values_state s = {.ir = &p->ir, .f = stdout, .first = true};
            values_show(&s, json);
        }
        tool_work_free(&work);
    }
    return status;
}
