/* link_strict.c — what the ONNX checker demands of names and that nothing else here depends on: read in strict
 * mode only. See link.h. */
#include "ir/import/link.h"

/* Most metadata keys, or attributes of one function: they are compared pairwise. */
#define LINK_STRICT_MAX_NAMES 4096

static cameo_status link_strict_metadata(const cameo_model *m, cameo_error *e) {
    const cm_tables *t = &m->t;
    CM_CHECK(m->props.n <= LINK_STRICT_MAX_NAMES, e, CAMEO_E_LIMIT,
             "%u metadata keys, the limit of strict reading is %d", (unsigned)m->props.n,
             LINK_STRICT_MAX_NAMES);
    CM_EACH(a, t->prop, m->props) {
        for (cm_id b = t->prop.row[a].next; b != CM_NONE; b = t->prop.row[b].next) {
            CM_CHECK(!cm_str_eq(t->prop.row[a].key, t->prop.row[b].key), e, CAMEO_E_MALFORMED,
                     "two metadata keys are \"%.*s\"", CM_STR_ARG(t->prop.row[a].key));
        }
    }
    return CAMEO_OK;
}

/* A function has a name, and each attribute without default once. */
static cameo_status link_strict_function(const cm_tables *t, const cm_function *f, cameo_error *e) {
    CM_CHECK(f->name.n != 0, e, CAMEO_E_MALFORMED, "a function has no name");
    CM_CHECK(f->attr_names.n <= LINK_STRICT_MAX_NAMES, e, CAMEO_E_LIMIT,
             "function %.*s has %u attributes, the limit of strict reading is %d",
             CM_STR_ARG(f->name), (unsigned)f->attr_names.n, LINK_STRICT_MAX_NAMES);
    const cm_str *name = t->strs.row + f->attr_names.first;
    for (cm_id a = 0; a < f->attr_names.n; a++) {
        for (cm_id b = 0; b < a; b++) {
            CM_CHECK(!cm_str_eq(name[a], name[b]), e, CAMEO_E_MALFORMED,
                     "function %.*s has two attributes \"%.*s\"", CM_STR_ARG(f->name),
                     CM_STR_ARG(name[a]));
        }
    }
    return CAMEO_OK;
}

cameo_status cm_link_check_strict(const cameo_model *model, cameo_error *e) {
    const cm_tables *t = &model->t;
    CM_TRY(link_strict_metadata(model, e));
    CM_EACH(id, t->function, model->functions) {
        CM_TRY(link_strict_function(t, &t->function.row[id], e));
    }
    for (cm_id g = 0; g < t->graph.n; g++) {
        const cm_graph *graph = &t->graph.row[g];
        if (graph->function != CM_NONE || graph->name.n != 0) continue;
        cm_error_at_offset(e, graph->file_off);
        return CM_FAIL(e, CAMEO_E_MALFORMED, "a graph has no name");
    }
    return CAMEO_OK;
}
