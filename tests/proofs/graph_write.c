/* graph_write.c — a random graph as the bytes of an ONNX file, and its inputs. See graph_random.h. */
#include "pb/onnx_write.h"
#include "tests/proofs/graph_random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char write_names[RG_MAX_VALUES][16];

static cm_str write_name(uint32_t value) {
    if (value == RG_NONE) return CM_STR("");
    snprintf(write_names[value], sizeof write_names[value], "v%u", (unsigned)value);
    return cm_str_from_c(write_names[value]);
}

static cameo_tensor write_tensor(const rg_value *v) {
    cameo_tensor t = {.dtype = v->dtype, .rank = v->shape.rank, .data = v->data, .bytes = v->bytes};
    memcpy(t.dims, v->shape.d, sizeof t.dims);
    return t;
}

/* An input, or an output: its dims are left open. */
static void write_info(cm_writer *w, uint32_t field, const rg_value *v, cm_str name,
                       bool has_dims) {
    cameo_type type = {.name = {name.p, name.n},
                       .kind = CAMEO_KIND_TENSOR,
                       .dtype = v->dtype,
                       .has_shape = true,
                       .rank = v->shape.rank};
    memcpy(type.dims, v->shape.d, sizeof type.dims);
    for (uint32_t i = 0; i < type.rank; i++) {
        if (!has_dims || (v->free_dim && i == 0)) type.dims[i] = -1;
    }
    if (v->free_dim && has_dims) {
        type.dim_params[0] = (cameo_string){"batch", 5};
    }
    cm_onnx_write_info(w, field, &type);
}

static void write_node(cm_writer *w, const char *op, const cm_str *in, size_t n_in, cm_str out) {
    cm_onnx_node n = {.op_type = cm_str_from_c(op),
                      .inputs = in,
                      .n_inputs = n_in,
                      .outputs = &out,
                      .n_outputs = 1};
    cm_writer_end(w, cm_onnx_write_node(w, CM_ONNX_GRAPH_NODE, &n));
}

/* One or two unary operators of what is captured; the names inside are those of the output, marked. */
static void write_branch(cm_writer *w, const rg_graph *g, const rg_node *n, int b) {
    const rg_body *body = &n->body[b];
    char inner[2][24];
    cm_str x = write_name(body->captured);
    size_t attr =
        cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR,
                           b == 0 ? CM_STR("then_branch") : CM_STR("else_branch"), CM_ATTR_GRAPH);
    size_t graph = cm_writer_begin(w, CM_ONNX_ATTR_GRAPH);
    cm_onnx_write_str(w, CM_ONNX_GRAPH_NAME, CM_STR("branch"));
    for (int i = 0; i < 2 && body->op[i] != NULL; i++) {
        snprintf(inner[i], sizeof inner[i], "v%u_%d_%d", (unsigned)n->out[0], b, i);
        write_node(w, body->op[i], &x, 1, cm_str_from_c(inner[i]));
        x = cm_str_from_c(inner[i]);
    }
    write_info(w, CM_ONNX_GRAPH_OUTPUT, &g->value[n->out[0]], x, false);
    cm_writer_end(w, graph);
    cm_writer_end(w, attr);
}

/* carried = op(carried) + captured; the condition goes through. */
static void write_loop(cm_writer *w, const rg_graph *g, const rg_node *n) {
    static const char *const parts[] = {"turn", "go", "x", "t", "y", "on"};
    const rg_value *v = &g->value[n->out[0]];
    rg_value count = {.dtype = CAMEO_INT64}, flag = {.dtype = CAMEO_BOOL}, plain = *v;
    char text[6][24];
    cm_str name[6];
    for (int i = 0; i < 6; i++) {
        snprintf(text[i], sizeof text[i], "v%u_%s", (unsigned)n->out[0], parts[i]);
        name[i] = cm_str_from_c(text[i]);
    }
    size_t attr = cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR, CM_STR("body"), CM_ATTR_GRAPH);
    size_t graph = cm_writer_begin(w, CM_ONNX_ATTR_GRAPH);
    cm_onnx_write_str(w, CM_ONNX_GRAPH_NAME, CM_STR("body"));
    write_info(w, CM_ONNX_GRAPH_INPUT, &count, name[0], true);
    write_info(w, CM_ONNX_GRAPH_INPUT, &flag, name[1], true);
    write_info(w, CM_ONNX_GRAPH_INPUT, &plain, name[2], false);
    write_node(w, n->body[0].op[0], &name[2], 1, name[3]);
    write_node(w, "Add", (cm_str[]){name[3], write_name(n->body[0].captured)}, 2, name[4]);
    write_node(w, "Identity", &name[1], 1, name[5]);
    write_info(w, CM_ONNX_GRAPH_OUTPUT, &flag, name[5], false);
    write_info(w, CM_ONNX_GRAPH_OUTPUT, &plain, name[4], false);
    cm_writer_end(w, graph);
    cm_writer_end(w, attr);
}

static void write_attr(cm_writer *w, const rg_attr *a) {
    static const int32_t types[] = {CM_ATTR_INT, CM_ATTR_FLOAT, CM_ATTR_INTS, CM_ATTR_STRING};
    size_t attr = cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR, cm_str_from_c(a->name), types[a->kind]);
    switch (a->kind) {
    case RG_INT: cm_onnx_write_int(w, a->i); break;
    case RG_FLOAT: cm_onnx_write_float(w, a->f); break;
    case RG_STR: cm_onnx_write_string(w, cm_str_from_c(a->s)); break;
    default: cm_onnx_write_ints(w, a->ints, a->n); break;
    }
    cm_writer_end(w, attr);
}

static void write_computed(cm_writer *w, const rg_graph *g, const rg_node *n) {
    cm_str in[RG_MAX_IN], out[RG_MAX_OUT];
    for (uint32_t i = 0; i < n->n_in; i++) in[i] = write_name(n->in[i]);
    for (uint32_t i = 0; i < n->n_out; i++) out[i] = write_name(n->out[i]);
    cm_onnx_node node = {.op_type = cm_str_from_c(n->op),
                         .inputs = in,
                         .n_inputs = n->n_in,
                         .outputs = out,
                         .n_outputs = n->n_out};
    size_t mark = cm_onnx_write_node(w, CM_ONNX_GRAPH_NODE, &node);
    for (uint32_t i = 0; i < n->n_attrs; i++) write_attr(w, &n->attr[i]);
    if (strcmp(n->op, "Loop") == 0) {
        write_loop(w, g, n);
    } else if (strcmp(n->op, "If") == 0) {
        write_branch(w, g, n, 0);
        write_branch(w, g, n, 1);
    }
    cm_writer_end(w, mark);
}

/* An initializer, or a Constant node. */
static void write_constant(cm_writer *w, const rg_value *v, cm_str name) {
    cameo_tensor t = write_tensor(v);
    cameo_error e = {0};
    cameo_status status;
    if (v->as_node) {
        cm_onnx_node n = {.op_type = CM_STR("Constant"), .outputs = &name, .n_outputs = 1};
        size_t node = cm_onnx_write_node(w, CM_ONNX_GRAPH_NODE, &n);
        size_t attr = cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR, CM_STR("value"), CM_ATTR_TENSOR);
        status = cm_onnx_write_tensor(w, CM_ONNX_ATTR_TENSOR, &t, CM_STR(""), NULL, &e);
        cm_writer_end(w, attr);
        cm_writer_end(w, node);
    } else {
        status = cm_onnx_write_tensor(w, CM_ONNX_GRAPH_INIT, &t, name, NULL, &e);
    }
    if (status != CAMEO_OK) abort();
    if (v->listed) write_info(w, CM_ONNX_GRAPH_INPUT, v, name, true);
}

static void write_model(cm_writer *w, const rg_graph *g) {
    cm_onnx_head head = {.ir_version = 8, .producer_name = CM_STR("random")};
    cm_onnx_write_head(w, &head);
    cm_onnx_write_opset(w, CM_ONNX_MODEL_OPSET, CM_STR(""), g->opset);
    size_t graph = cm_writer_begin(w, CM_ONNX_MODEL_GRAPH);
    cm_onnx_write_str(w, CM_ONNX_GRAPH_NAME, CM_STR("random"));
    for (uint32_t i = 0; i < g->n_values; i++) {
        const rg_value *v = &g->value[i];
        if (v->dead) continue;
        if (v->kind == RG_INPUT) write_info(w, CM_ONNX_GRAPH_INPUT, v, write_name(i), true);
        if (v->kind == RG_CONST) write_constant(w, v, write_name(i));
        if (v->output) write_info(w, CM_ONNX_GRAPH_OUTPUT, v, write_name(i), false);
    }
    for (uint32_t i = 0; i < g->n_nodes; i++) {
        if (!g->node[i].dead) write_computed(w, g, &g->node[i]);
    }
    cm_writer_end(w, graph);
}

void *rg_write(const rg_graph *g, size_t *size) {
    cm_writer count = cm_writer_init(NULL, 0);
    write_model(&count, g);
    uint8_t *bytes = malloc(count.pos);
    cm_writer w = cm_writer_init(bytes, count.pos);
    write_model(&w, g);
    if (w.status != CAMEO_OK || w.pos != count.pos) abort();
    *size = w.pos;
    return bytes;
}

size_t rg_inputs(const rg_graph *g, cameo_value *in) {
    size_t n = 0;
    for (uint32_t i = 0; i < g->n_values; i++) {
        const rg_value *v = &g->value[i];
        if (v->kind != RG_INPUT || v->dead) continue;
        in[n++] = (cameo_value){
            .name = write_name(i).p, .kind = CAMEO_KIND_TENSOR, .tensor = write_tensor(v)};
    }
    return n;
}

/* Number of value among the inputs, or the outputs. */
static uint32_t write_index(const rg_graph *g, uint32_t value, bool outputs) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < value; i++) {
        const rg_value *v = &g->value[i];
        n += !v->dead && (outputs ? v->output : v->kind == RG_INPUT);
    }
    return n;
}

size_t rg_states(const rg_graph *g, cameo_state *state, rg_state *at) {
    size_t n = 0;
    for (uint32_t i = 0; i < g->n_states; i++) {
        const rg_state *s = &g->state[i];
        const rg_value *x = &g->value[s->input], *y = &g->value[s->output];
        if (x->kind != RG_INPUT || x->dead || y->kind != RG_COMPUTED || y->dead || !y->output)
            continue;
        state[n] = (cameo_state){write_name(s->input).p, write_name(s->output).p};
        at[n++] =
            (rg_state){write_index(g, s->input, false), write_index(g, s->output, true), s->axis};
    }
    return n;
}
