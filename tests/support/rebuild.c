/* rebuild.c — a loaded model made again with the public builder. See rebuild.h. */
#include "tests/support/rebuild.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "base/dtype.h"
#include "ir/graph.h"

typedef struct rebuild_block {
    struct rebuild_block *next;
    uint8_t bytes[];
} rebuild_block;

typedef struct rebuild {
    const cameo_model *m;
    const cm_tables *t;
    cameo_builder *b;
    rebuild_memory *memory;
    unsigned how;
} rebuild;

static void *rebuild_alloc(rebuild *r, size_t n) {
    rebuild_block *block = calloc(1, sizeof *block + n + 1);
    if (block == NULL) exit(2);
    block->next = r->memory->blocks;
    r->memory->blocks = block;
    return block->bytes;
}

void rebuild_free(rebuild_memory *memory) {
    while (memory->blocks != NULL) {
        rebuild_block *block = memory->blocks;
        memory->blocks = block->next;
        free(block);
    }
}

/* With a terminating zero. */
static const char *rebuild_text(rebuild *r, cm_str s) {
    char *c = rebuild_alloc(r, s.n);
    if (s.n != 0) memcpy(c, s.p, s.n);
    return c;
}

static const char **rebuild_texts(rebuild *r, cm_range list) {
    const char **c = rebuild_alloc(r, list.n * sizeof *c);
    for (uint32_t i = 0; i < list.n; i++) c[i] = rebuild_text(r, r->t->strs.row[list.first + i]);
    return c;
}

static const char *rebuild_value_name(rebuild *r, cm_id value) {
    return value == CM_NONE ? NULL : rebuild_text(r, r->t->value.row[value].name);
}

static cameo_tensor rebuild_tensor(rebuild *r, cm_id id) {
    const cm_tensor_proto *p = &r->t->tensor.row[id];
    const uint8_t *bytes = cm_payload_bytes(r->t, &p->payload);
    cameo_tensor t = {.dtype = (cameo_dtype)p->dtype, .rank = p->dims.n, .bytes = p->payload.size};
    for (uint32_t i = 0; i < p->dims.n; i++) t.dims[i] = r->t->ints.row[p->dims.first + i];
    t.data = (void *)(uintptr_t)bytes;
    if (t.dtype == CAMEO_STRING) {
        cameo_string *s = rebuild_alloc(r, p->n_elem * sizeof *s);
        for (size_t i = 0; i < p->n_elem; i++) {
            uint32_t begin = cm_load_u32(bytes + 4 * i), end = cm_load_u32(bytes + 4 * (i + 1));
            s[i] = (cameo_string){(const char *)bytes + 4 * (p->n_elem + 1) + begin, end - begin};
        }
        t.data = s;
        t.bytes = p->n_elem * sizeof *s;
    } else if (cm_payload_is_swapped(&p->payload, t.dtype)) {
        t.data = rebuild_alloc(r, t.bytes);
        cm_copy_swapped(t.data, bytes, t.bytes, cm_dtype_swap_width(t.dtype));
    }
    return t;
}

static cameo_sparse rebuild_sparse(rebuild *r, cm_id id) {
    const cm_sparse_proto *p = &r->t->sparse.row[id];
    cameo_sparse s = {.values = rebuild_tensor(r, p->values),
                      .indices = rebuild_tensor(r, p->indices),
                      .rank = p->dims.n};
    for (uint32_t i = 0; i < p->dims.n; i++) s.dims[i] = r->t->ints.row[p->dims.first + i];
    return s;
}

static void rebuild_graph(rebuild *r, const cm_graph *g);

/* The chain of tables->X that an attribute of several messages has. */
static void rebuild_attr_rows(rebuild *r, const cm_attr *a, cameo_attr *to) {
    size_t n = a->n_rows, i = 0;
    cameo_tensor *tensors = rebuild_alloc(r, n * sizeof *tensors);
    cameo_sparse *sparses = rebuild_alloc(r, n * sizeof *sparses);
    cameo_type *types = rebuild_alloc(r, n * sizeof *types);
    to->n = n;
    to->tensors = tensors;
    to->sparses = sparses;
    to->types = types;
    for (cm_id id = a->row; i < n; i++) {
        switch (a->type) {
        case CM_ATTR_TENSOR:
        case CM_ATTR_TENSORS:
            tensors[i] = rebuild_tensor(r, id);
            id = r->t->tensor.row[id].next;
            break;
        case CM_ATTR_SPARSE_TENSOR:
        case CM_ATTR_SPARSE_TENSORS:
            sparses[i] = rebuild_sparse(r, id);
            id = r->t->sparse.row[id].next;
            break;
        case CM_ATTR_TYPE_PROTO:
        case CM_ATTR_TYPE_PROTOS:
            cm_type_describe(r->t, id, (cm_str){NULL, 0}, &types[i]);
            id = r->t->type.row[id].next;
            break;
        default: break;
        }
    }
}

static void rebuild_attr(rebuild *r, const cm_attr *a) {
    cameo_attr to = {.name = rebuild_text(r, a->name), .type = (cameo_attr_type)a->type};
    to.f = a->f;
    to.i = a->i;
    to.s = (cameo_string){a->s.p, a->s.n};
    if (a->ref_attr_name.n != 0) to.ref = rebuild_text(r, a->ref_attr_name);
    if (a->type == CM_ATTR_FLOATS && a->list.n != 0) to.floats = &r->t->floats.row[a->list.first];
    if (a->type == CM_ATTR_INTS && a->list.n != 0) to.ints = &r->t->ints.row[a->list.first];
    if (a->type == CM_ATTR_STRINGS) {
        cameo_string *s = rebuild_alloc(r, a->list.n * sizeof *s);
        for (uint32_t i = 0; i < a->list.n; i++) {
            cm_str from = r->t->strs.row[a->list.first + i];
            s[i] = (cameo_string){from.p, from.n};
        }
        to.strings = s;
    }
    if (a->n_rows != 0 && to.ref == NULL) {
        rebuild_attr_rows(r, a, &to);
    } else {
        to.n = a->list.n;
    }
    (void)cameo_builder_attr(r->b, &to);
    if (to.ref != NULL || (a->type != CM_ATTR_GRAPH && a->type != CM_ATTR_GRAPHS)) return;
    cm_id id = a->row;
    for (uint32_t i = 0; i < a->n_rows; i++, id = r->t->graph.row[id].next) {
        rebuild_graph(r, &r->t->graph.row[id]);
        (void)cameo_builder_end(r->b);
    }
}

static void rebuild_node(rebuild *r, const cm_node *n) {
    const char **in = rebuild_alloc(r, n->in.n * sizeof *in);
    const char **out = rebuild_alloc(r, n->out.n * sizeof *out);
    for (uint32_t i = 0; i < n->in.n; i++) {
        in[i] = rebuild_value_name(r, r->t->use.row[n->in.first + i].value);
    }
    for (uint32_t i = 0; i < n->out.n; i++) {
        out[i] = rebuild_value_name(r, r->t->ids.row[n->out.first + i]);
    }
    cameo_node node = {.op_type = rebuild_text(r, n->op_type),
                       .domain = rebuild_text(r, n->domain),
                       .name = rebuild_text(r, n->name),
                       .overload = rebuild_text(r, n->overload),
                       .inputs = in,
                       .n_inputs = n->in.n,
                       .outputs = out,
                       .n_outputs = n->out.n};
    (void)cameo_builder_node(r->b, &node);
    CM_EACH(id, r->t->attr, n->attrs) rebuild_attr(r, &r->t->attr.row[id]);
}

typedef cameo_status rebuild_declare(cameo_builder *b, const cameo_type *type);

static void rebuild_infos(rebuild *r, cm_chain infos, rebuild_declare *declare) {
    CM_EACH(id, r->t->info, infos) {
        const cm_value_info *info = &r->t->info.row[id];
        cameo_type type;
        cm_type_describe(r->t, info->type, info->name, &type);
        (void)declare(r->b, &type);
    }
}

static void rebuild_graph(rebuild *r, const cm_graph *g) {
    bool main_graph = g == &r->t->graph.row[0];
    bool find_inputs = main_graph && (r->how & REBUILD_FIND_INPUTS) != 0;
    bool find_outputs = main_graph && (r->how & REBUILD_FIND_OUTPUTS) != 0;
    rebuild_infos(r, g->input_infos, find_inputs ? cameo_builder_value : cameo_builder_input);
    rebuild_infos(r, g->output_infos, find_outputs ? cameo_builder_value : cameo_builder_output);
    rebuild_infos(r, g->value_infos, cameo_builder_value);
    CM_EACH(id, r->t->tensor, g->inits) {
        cameo_tensor t = rebuild_tensor(r, id);
        (void)cameo_builder_init(r->b, rebuild_text(r, r->t->tensor.row[id].name), &t);
    }
    CM_EACH(id, r->t->sparse, g->sparse_inits) {
        cameo_sparse s = rebuild_sparse(r, id);
        cm_str name = r->t->tensor.row[r->t->sparse.row[id].values].name;
        (void)cameo_builder_sparse_init(r->b, rebuild_text(r, name), &s);
    }
    CM_EACH(id, r->t->node, g->nodes) rebuild_node(r, &r->t->node.row[id]);
}

static void rebuild_opsets(rebuild *r, cm_chain opsets) {
    CM_EACH(id, r->t->opset, opsets) {
        const cm_opset *o = &r->t->opset.row[id];
        cm_id first = opsets.first; /* some exporters repeat themselves */
        while (!cm_str_eq(r->t->opset.row[first].domain, o->domain)) {
            first = r->t->opset.row[first].next;
        }
        if (first != id) continue;
        (void)cameo_builder_opset(r->b, rebuild_text(r, o->domain), o->version);
    }
}

static void rebuild_function(rebuild *r, const cm_function *f) {
    cameo_function to = {.domain = rebuild_text(r, f->domain),
                         .name = rebuild_text(r, f->name),
                         .overload = rebuild_text(r, f->overload),
                         .inputs = rebuild_texts(r, f->inputs),
                         .n_inputs = f->inputs.n,
                         .outputs = rebuild_texts(r, f->outputs),
                         .n_outputs = f->outputs.n,
                         .attrs = rebuild_texts(r, f->attr_names),
                         .n_attrs = f->attr_names.n};
    (void)cameo_builder_function(r->b, &to);
    rebuild_opsets(r, f->opsets);
    CM_EACH(id, r->t->attr, f->attr_defaults) rebuild_attr(r, &r->t->attr.row[id]);
    CM_EACH(id, r->t->node, r->t->graph.row[f->graph].nodes) rebuild_node(r, &r->t->node.row[id]);
    (void)cameo_builder_end(r->b);
}

void rebuild_model(const cameo_model *m, unsigned how, cameo_builder *b, rebuild_memory *memory) {
    rebuild r = {.m = m, .t = &m->t, .b = b, .memory = memory, .how = how};
    memory->blocks = NULL;
    rebuild_opsets(&r, m->opsets);
    CM_EACH(id, m->t.prop, m->props) {
        const cm_prop *p = &m->t.prop.row[id];
        (void)cameo_builder_metadata(b, rebuild_text(&r, p->key), rebuild_text(&r, p->value));
    }
    CM_EACH(id, m->t.function, m->functions) rebuild_function(&r, &m->t.function.row[id]);
    rebuild_graph(&r, &m->t.graph.row[0]);
}
