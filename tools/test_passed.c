/* test_passed.c — `cameo test --passed`: which operators, versions and dtypes a passed case ran. */
#include <inttypes.h>
#include <string.h>

#include "ir/schema.h"
#include "runtime/session/prepare.h"
#include "tools/test_case.h"

/* A node of the file's main graph; nothing is written for one whose first input is absent or whose
 * outputs nobody reads, nor for operators that are not ONNX's. */
static void passed_node(const cm_ir *ir, const cameo_model *m, const cm_node *n, FILE *f) {
    const cm_tables *t = &m->t;
    const cm_schema *s =
        cm_schema_find(n->domain, n->op_type, cm_opset_find(t, m->opsets, n->domain));
    /* What onnxruntime keeps in ai.onnx: resolving has moved the node to a domain of its own. */
    if (s == NULL && (n->domain.n == 0 || cm_str_is(n->domain, "ai.onnx")))
        s = cm_schema_find(CM_STR("onnxruntime"), n->op_type, 1);
    if (s == NULL) return;
    bool used = false;
    for (uint32_t i = 0; i < n->out.n; i++) {
        cm_id out = t->ids.row[n->out.first + i];
        if (out == CM_NONE) continue;
        used = used || t->value.row[out].graph_output || t->value.row[out].first_use != CM_NONE;
    }
    cm_id value = CM_NONE;
    if (cm_schema_input(s, 0) == NULL) {
        if (n->out.n != 0) value = t->ids.row[n->out.first];
    } else if (n->in.n != 0) {
        value = t->use.row[n->in.first].value;
    }
    if (!used || value == CM_NONE) return;
    const cm_avalue *a = &ir->av[value];
    fprintf(f, "%s %.*s %d %s\n", cm_schema_domain(s).n == 0 ? "ai.onnx" : cm_schema_domain(s).p,
            (int)n->op_type.n, n->op_type.p, s->since_version,
            a->kind == CAMEO_KIND_MAP ? "map" : cameo_dtype_name((cameo_dtype)a->dtype));
}

cameo_status tool_passed_write(const tool_case *c, const char *path, cameo_error *e) {
    tool_model m;
    tool_work work = {{NULL, 0}};
    cameo_prepared *p;
    FILE *f = NULL;
    cameo_status status = tool_model_load(&m, c->model, &c->options.cameo, e);
    if (status == CAMEO_OK && !tool_work_new(&work, TOOL_WORK_FIRST * TOOL_WORK_FACTOR))
        status = CM_FAIL(e, CAMEO_E_NOMEM, "no memory to infer the model's types");
    if (status == CAMEO_OK) {
        cm_arena arena;
        cm_arena_init(&arena, work.m.base, work.m.size);
        status = cm_prepare_infer(m.model, &arena, &m.options, NULL, NULL, &p, e);
    }
    if (status == CAMEO_OK && (f = fopen(path, "a")) == NULL)
        status = CM_FAIL(e, CAMEO_E_IO, "cannot write %s", path);
    if (status == CAMEO_OK) {
        CM_EACH(id, m.model->t.node, m.model->t.graph.row[0].nodes) {
            passed_node(&p->ir, m.model, &m.model->t.node.row[id], f);
        }
    }
    if (f != NULL && fclose(f) != 0) status = CM_FAIL(e, CAMEO_E_IO, "cannot write %s", path);
    tool_work_free(&work);
    tool_model_free(&m);
    return status;
}
