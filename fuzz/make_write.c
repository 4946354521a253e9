/* make_write.c — a graph out of the bytes of a fuzzer, written as ONNX with the builder. See make_graph.h. */
#include "fuzz/make_graph_impl.h"

#define MADE_BUILDER ((size_t)1 << 20)
#define MADE_FILE ((size_t)1 << 20)

static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t made_builder[MADE_BUILDER];
static uint8_t made_bytes[MADE_FILE];

typedef struct made_file {
    uint8_t *p;
    size_t cap, n;
} made_file;

static cameo_status made_append(void *ctx, const void *bytes, size_t n) {
    made_file *f = ctx;
    if (n > f->cap - f->n) return CAMEO_E_IO;
    memcpy(f->p + f->n, bytes, n);
    f->n += n;
    return CAMEO_OK;
}

static const char *made_name_of(const made_graph *g, uint32_t value) {
    return value == MADE_NONE ? "" : g->value[value].name;
}

static cameo_type made_typed(const made_value *v) {
    cameo_type t = v->type;
    t.name = (cameo_string){v->name, 3};
    return t;
}

/* ---- bodies ---- */

/* A node of a body: some operator of one operand, or of an operand and itself. */
static void made_body_node(cameo_builder *b, uint32_t how, const char *in, const char *out) {
    static const char *const ops[] = {"Identity", "Neg", "Add", "Relu", "Mul", "Abs", "Identity", "Shape"};
    uint32_t op = how % (sizeof ops / sizeof *ops);
    const char *ins[] = {in, in};
    cameo_builder_node(b, &(cameo_node){.op_type = ops[op], .inputs = ins, .n_inputs = op == 2 || op == 4 ? 2 : 1,
                                        .outputs = &out, .n_outputs = 1});
    cameo_type t = {.name = {out, cm_str_from_c(out).n}};
    cameo_builder_output(b, &t);
}

/* Body k of node n. A branch of If computes from a value around it. Another body's first results are the condition
 * (Loop) and the operator of each input, in turn; a result more than there are inputs is again that of the first. */
static void made_body(const made_graph *g, cameo_builder *b, const made_node *n, uint32_t k) {
    static const char *const ins[2][3] = {{"a0", "a1", "a2"}, {"b0", "b1", "b2"}};
    static const char *const outs[2][MADE_MAX_OUT + 1] = {{"s0", "s1", "s2", "s3", "s4", "s5", "s6"},
                                                          {"t0", "t1", "t2", "t3", "t4", "t5", "t6"}};
    bool loop = cm_str_is(cm_str_from_c(n->op), "Loop"), branch = cm_str_is(cm_str_from_c(n->op), "If");
    uint32_t n_in = branch ? 0 : n->n_in < 3 ? n->n_in : 3;
    const char *around = made_name_of(g, n->body_reads[k]);
    for (uint32_t i = 0; i < n_in; i++) {
        cameo_type t = {.name = {ins[k][i], 2}};
        if (loop && i < 2) t = cameo_tensor_type(ins[k][i], i == 0 ? CAMEO_INT64 : CAMEO_BOOL, 0, NULL);
        cameo_builder_input(b, &t);
    }
    if (loop) made_body_node(b, 0, ins[k][1], outs[k][0]);
    uint32_t first = loop ? 2 : 0, wide = n_in > first ? n_in - first : 0;
    for (uint32_t i = 0; i < n->n_out; i++) {
        const char *in = wide == 0 || (n->body_op[k] & 128) != 0 ? around : ins[k][first + i % wide];
        made_body_node(b, i < wide && (n->body_op[k] & 64) != 0 ? 0 : n->body_op[k] + i, in, outs[k][loop + i]);
    }
    cameo_builder_end(b);
}

/* ---- the model ---- */

static void made_write_node(const made_graph *g, cameo_builder *b, const made_node *n) {
    const char *in[MADE_MAX_IN], *out[MADE_MAX_OUT];
    uint32_t bodies = 0;
    for (uint32_t i = 0; i < n->n_in; i++) in[i] = made_name_of(g, n->in[i]);
    for (uint32_t i = 0; i < n->n_out; i++) out[i] = made_name_of(g, n->out[i]);
    cameo_builder_node(b, &(cameo_node){.op_type = n->op, .domain = n->domain, .inputs = in, .n_inputs = n->n_in,
                                        .outputs = out, .n_outputs = n->n_out});
    for (uint32_t i = 0; i < n->n_attrs; i++) {
        cameo_builder_attr(b, &n->attr[i]);
        if (n->attr[i].type == CAMEO_ATTR_GRAPH) made_body(g, b, n, bodies++);
    }
}

/* The model's nodes and values, in made_builder; NULL: there is no room. */
static cameo_builder *made_build(const made_graph *g, const char *data_name, bool outputs) {
    static const char *const domains[] = {"ai.onnx.ml", "com.microsoft", "ai.onnx.preview",
                                          "ai.onnx.preview.training", "onnxruntime"};
    cameo_builder *b = NULL;
    cameo_builder_options options = {.ir_version = 10, .data_name = data_name};
    cameo_memory memory = {made_builder, MADE_BUILDER};
    if (cameo_builder_create(memory, &options, &b, NULL) != CAMEO_OK) return NULL;
    cameo_builder_opset(b, "", g->opset);
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
        cameo_builder_opset(b, domains[i], cm_schema_newest(cm_str_from_c(domains[i])));
    for (uint32_t i = 0; i < g->n_values; i++) {
        const made_value *v = &g->value[i];
        cameo_type t = made_typed(v);
        if (v->kind == MADE_INPUT) cameo_builder_input(b, &t);
        if (v->kind == MADE_CONST) cameo_builder_init(b, v->name, &v->tensor);
        if (outputs && v->output) cameo_builder_output(b, &t);
    }
    for (uint32_t i = 0; i < g->n_nodes; i++) made_write_node(g, b, &g->node[i]);
    return cameo_builder_finish(b, NULL) == CAMEO_OK ? b : NULL;
}

bool made_write(made_graph *g, bool outputs) {
    cameo_builder *b = made_build(g, NULL, outputs);
    made_file f = {made_bytes, MADE_FILE, 0};
    if (b == NULL || cameo_builder_write(b, made_append, &f) != CAMEO_OK) return false;
    g->bytes = made_bytes;
    g->size = f.n;
    return true;
}

bool made_split(made_graph *g, const char *name, uint8_t *file, size_t cap, size_t *n) {
    cameo_builder *b = made_build(g, name, true);
    made_file model = {made_bytes, MADE_FILE, 0}, payloads = {file, cap, 0};
    if (b == NULL || cameo_builder_write(b, made_append, &model) != CAMEO_OK) return false;
    if (cameo_builder_write_data(b, made_append, &payloads) != CAMEO_OK) return false;
    g->size = model.n;
    *n = payloads.n;
    return true;
}
