/* fuzz_own.c — a model of random nodes (make_graph.h), loaded with importers, functions, rewrites, a loader and
 * operators of a caller who does odd things: builds nodes that do not fit, matches nodes that are none, declares other
 * dims than those that come, declines, fails, in calls that the interface allows. The first half of the input, 96 bytes
 * at most, says what: a call's choices follow from these bytes and from the node, so that they do not depend on how
 * often it is asked. What must hold:
 *   - a stage ends with E_INTERNAL or a status above 0 only where the caller returned it, and with a text;
 *   - everything done again ends in the same way, with the same bits;
 *   - no memory is touched but what was given (address sanitizer). */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "fuzz/make_graph.h"
#include "tests/proofs/outcome.h"

enum { OWN_HEAD = 96, OWN_FUNCTION = 1 << 16, OWN_WORK = 1 << 21 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct own_case {
    const uint8_t *head;
    uint32_t n_head;
    const made_graph *g;
    cameo_limits limits;
    cameo_options options;
    bool internal; /* the caller returned a status that no stage has */
    bool mine;     /* the loader built something */
    uint32_t n_calls;
} own_case;

/* The choices of one call. */
typedef struct own_way {
    own_case *c;
    uint32_t at, noise;
} own_way;

static void own_require(const own_case *c, bool ok, const char *what, const char *why) {
    if (ok) return;
    fprintf(stderr, "own: broken promise: %s: %s\n", what, why);
    for (uint32_t i = 0; i < c->g->n_nodes; i++) fprintf(stderr, "  %s\n", c->g->node[i].op);
    abort();
}

/* Choices for call `which` about something named by `text`. */
static own_way own_begin(own_case *c, uint32_t which, cameo_string text, uint32_t n) {
    uint32_t x = which * 31 + n;
    for (size_t i = 0; i < text.n; i++) x = x * 33 + (uint8_t)text.p[i];
    c->n_calls++;
    return (own_way){c, x % (c->n_head + 1), x};
}

static uint32_t own_byte(own_way *w) {
    uint32_t turn = w->at / (w->c->n_head + 1), i = w->at++ % (w->c->n_head + 1);
    return i == w->c->n_head ? 0 : (w->c->head[i] + turn * 7) & 0xff;
}
static uint32_t own_below(own_way *w, uint32_t n) { return own_byte(w) % n; }

/* How a call ends that could go on: mostly well. */
static cameo_status own_end(own_way *w, cameo_status status) {
    static const cameo_status ends[] = {CAMEO_E_IO,      CAMEO_E_ARG,   CAMEO_E_MALFORMED, CAMEO_E_UNSUPPORTED,
                                        CAMEO_E_SHAPE,   CAMEO_E_LIMIT, CAMEO_E_CANCELLED, CAMEO_E_INTERNAL,
                                        CAMEO_DECLINED,  CAMEO_PENDING, CAMEO_PAUSED,      (cameo_status)-77,
                                        (cameo_status)99};
    uint32_t how = own_byte(w);
    if (how < 240) return status;
    cameo_status s = ends[how % (sizeof ends / sizeof *ends)];
    bool known = s < 0 && s != CAMEO_E_INTERNAL && s > -77;
    if (!known && s != CAMEO_DECLINED) w->c->internal = true;
    return s;
}

/* ---- building ---- */

typedef struct own_names {
    char text[48][8];
    uint32_t n;
} own_names;

static void own_add_name(own_names *names, const char *prefix, uint32_t i) {
    if (names->n < 48) snprintf(names->text[names->n++], 8, "%s%u", prefix, (unsigned)(i % 1000));
}

static const char *own_operand(own_way *w, const own_names *names) {
    uint32_t how = own_byte(w);
    if (how == 255) return "nowhere";
    if (how == 254 || names->n == 0) return "";
    return names->text[how % names->n];
}

static const char *own_op_type(own_way *w) {
    static const char *const ops[] = {"Identity",  "Add",     "Mul", "Relu",     "Cast",  "Shape",
                                      "Transpose", "Reshape", "Not", "Constant", "Split", "NonZero",
                                      "Where",     "Concat",  "Own", "Other",    "If",    "Loop"};
    uint32_t how = own_byte(w);
    if (how % 8 == 7) return w->c->g->node[how / 8 % w->c->g->n_nodes].op;
    return ops[how / 8 % (sizeof ops / sizeof *ops)];
}

static cameo_tensor own_tensor(own_way *w, cameo_builder *b) {
    static const cameo_string texts[] = {{"a", 1}, {"", 0}, {"bc", 2}};
    static const uint8_t zeros[64];
    uint32_t how = own_byte(w);
    cameo_tensor t = {.dtype = (cameo_dtype)(1 + how % 16), .rank = how / 16 % 3, .dims = {1 + how / 64, 2}};
    size_t n = t.rank == 0 ? 1 : t.rank == 1 ? (size_t)t.dims[0] : (size_t)t.dims[0] * 2;
    if (cm_dtype_bytes(t.dtype, n, &t.bytes) != CAMEO_OK) t.bytes = 0;
    const void *data = zeros;
    if (t.dtype == CAMEO_STRING) {
        data = texts;
        t.rank = 1;
        t.dims[0] = how / 64 % 4;
        t.bytes = (size_t)t.dims[0] * sizeof *texts;
    } else if (how % 7 == 0 || t.bytes > sizeof zeros) {
        data = cameo_builder_alloc(b, t.bytes);
        if (data == NULL) t.bytes = 0;
    }
    memcpy(&t.data, &data, sizeof t.data);
    if (how == 200) t.bytes++;
    return t;
}

static void own_attr(own_way *w, cameo_builder *b, uint32_t depth, const own_names *names);

static void own_node(own_way *w, cameo_builder *b, own_names *names, uint32_t depth, const char *last) {
    const char *in[4], *out[4];
    char made[4][8];
    cameo_node n = {.op_type = own_op_type(w), .inputs = in, .outputs = out};
    uint32_t how = own_byte(w);
    bool own = strcmp(n.op_type, "Own") == 0 || strcmp(n.op_type, "Other") == 0;
    n.domain = own ? "mine" : how == 255 ? "ai.onnx.ml" : how == 254 ? "none" : NULL;
    n.n_inputs = how % 4;
    n.n_outputs = how / 4 % 8 == 7 ? 2 : how / 4 % 8 == 6 ? 0 : 1;
    for (size_t i = 0; i < n.n_inputs; i++) in[i] = own_operand(w, names);
    for (size_t i = 0; i < n.n_outputs; i++) {
        snprintf(made[i], sizeof made[i], "t%u", (unsigned)names->n);
        out[i] = i == 0 && last != NULL ? last : made[i];
    }
    (void)cameo_builder_node(b, &n);
    for (size_t i = 0; i < n.n_outputs; i++) own_add_name(names, "t", names->n);
    if (strcmp(n.op_type, "Constant") == 0 && how % 8 != 7) {
        cameo_tensor t = own_tensor(w, b);
        (void)cameo_builder_attr(b, &(cameo_attr){.name = "value", .type = CAMEO_ATTR_TENSOR, .tensors = &t});
    }
    for (uint32_t k = own_below(w, 4); k < 1; k++) own_attr(w, b, depth, names);
}

static void own_attr(own_way *w, cameo_builder *b, uint32_t depth, const own_names *names) {
    static const char *const attr_names[] = {"value", "to",   "perm", "axis",        "alpha",       "value_floats",
                                             "shape", "body", "k",    "then_branch", "else_branch", ""};
    static const int64_t ints[] = {1, 0, -1, 7};
    static const float floats[] = {1, -2};
    static const cameo_string strings[] = {{"a", 1}, {"b", 1}};
    uint32_t how = own_byte(w), which = own_byte(w);
    cameo_attr a = {.name = attr_names[which % (sizeof attr_names / sizeof *attr_names)]};
    cameo_tensor t = {0};
    cameo_type type = cameo_tensor_type("", CAMEO_FLOAT, 1, (int64_t[]){2});
    a.type = (cameo_attr_type)(how % 16);
    a.n = how / 16 % 2 + 1;
    a.i = (int64_t)own_byte(w) - 1;
    a.f = 0.5f;
    a.s = (cameo_string){"text", 4};
    a.ints = ints;
    a.floats = floats;
    a.strings = strings;
    a.types = &type;
    if (how >= 224) a.ref = attr_names[how % (sizeof attr_names / sizeof *attr_names)];
    if (a.ref == NULL && (a.type == CAMEO_ATTR_TENSOR || a.type == CAMEO_ATTR_TENSORS)) {
        t = own_tensor(w, b);
        a.tensors = &t;
        a.n = 1;
    }
    if (a.type == CAMEO_ATTR_SPARSE_TENSOR || a.type == CAMEO_ATTR_SPARSE_TENSORS || a.type == CAMEO_ATTR_TYPE_PROTOS)
        a.type = CAMEO_ATTR_INT;
    if (a.type == CAMEO_ATTR_GRAPHS) a.n = 1;
    bool graph = a.ref == NULL && (a.type == CAMEO_ATTR_GRAPH || a.type == CAMEO_ATTR_GRAPHS);
    if (graph && depth >= 3) return;
    (void)cameo_builder_attr(b, &a);
    if (!graph) return;
    own_names inner = *names;
    uint32_t n = own_below(w, 3);
    for (uint32_t i = 0; i < n; i++) own_node(w, b, &inner, depth + 1, NULL);
    if (n != 0 && own_byte(w) % 2 == 0) {
        cameo_type out = {.name = {inner.text[inner.n - 1], strlen(inner.text[inner.n - 1])}};
        (void)cameo_builder_output(b, &out);
    }
    if (own_byte(w) != 255) (void)cameo_builder_end(b); /* else it stays open */
}

/* A call that has nothing to do with nodes. */
static void own_odd(own_way *w, cameo_builder *b) {
    cameo_tensor t;
    cameo_type type = cameo_tensor_type("in0", CAMEO_FLOAT, 1, (int64_t[]){-1});
    switch (own_below(w, 64)) {
    case 0: (void)cameo_builder_end(b); break;
    case 1: (void)cameo_builder_metadata(b, "key", "value"); break;
    case 2: (void)cameo_builder_value(b, &type); break;
    case 3: (void)cameo_builder_input(b, &type); break;
    case 4: (void)cameo_builder_output(b, &type); break;
    case 5: (void)cameo_builder_alloc(b, (size_t)1 << own_below(w, 28)); break;
    case 6: (void)cameo_builder_alloc(b, SIZE_MAX - own_byte(w)); break;
    case 7:
        t = own_tensor(w, b);
        (void)cameo_builder_init(b, "weights", &t);
        break;
    case 8: (void)cameo_builder_opset(b, "", 99); break;
    case 9: (void)cameo_builder_function(b, &(cameo_function){.domain = "mine", .name = "Inner"}); break;
    default: break;
    }
}

/* The body of a function with these inputs and outputs. */
static cameo_status own_build(own_way *w, cameo_builder *b, own_names *names, const char *const *out, uint32_t n_out) {
    cameo_status s = CAMEO_OK;
    (void)cameo_builder_opset(b, "", own_byte(w) >= 240 ? (int64_t)own_byte(w) : w->c->g->opset);
    (void)cameo_builder_opset(b, "mine", 1);
    own_odd(w, b);
    for (uint32_t n = own_below(w, 8); n < 4; n++) own_node(w, b, names, 0, NULL);
    for (uint32_t i = 0; i < n_out; i++) {
        const char *in = own_operand(w, names);
        cameo_node same = {.op_type = "Identity", .inputs = &in, .n_inputs = 1, .outputs = &out[i], .n_outputs = 1};
        if (own_byte(w) < 64)
            own_node(w, b, names, 0, out[i]);
        else
            s = cameo_builder_node(b, &same);
    }
    return own_byte(w) < 128 ? s : CAMEO_OK;
}

static cameo_status own_end_build(own_way *w, cameo_status s, cameo_error *e) {
    cameo_status end = own_end(w, s);
    if (end != s && end != CAMEO_DECLINED && own_byte(w) % 2 == 0) return cameo_fail(e, end, "the caller's text");
    return end;
}

/* ---- importers, functions ---- */

static cameo_status own_import(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
    own_way w = own_begin(ctx, 1, cameo_op_type(node), cameo_op_n_inputs(node));
    own_names names = {.n = 0};
    const char *out[8];
    char room[8][8];
    uint32_t how = own_byte(&w), n_in = cameo_op_n_inputs(node), n_out = cameo_op_n_outputs(node);
    cameo_tensor t;
    int64_t i;
    const int64_t *ints;
    size_t n;
    if (how % 4 == 0) return CAMEO_DECLINED;
    for (uint32_t k = 0; k < n_in + 2; k++) {
        if (cameo_op_input(node, k, &t) && t.data != NULL && t.bytes != 0)
            w.at += ((const uint8_t *)t.data)[t.bytes - 1] == 0;
        if (k < n_in) own_add_name(&names, "in", k);
    }
    (void)cameo_op_output(node, 0, &t);
    (void)cameo_op_attr_int(node, "axis", &i);
    if (cameo_op_attr_ints(node, "perm", &ints, &n) && n != 0) w.at += ints[n - 1] == 0;
    for (uint32_t k = 0; k < n_out && k < 8; k++) {
        snprintf(room[k], sizeof room[k], "out%u", (unsigned)k);
        out[k] = room[k];
    }
    if (how == 254) return cameo_op_fail(node, CAMEO_E_IO, "no table");
    return own_end_build(&w, own_build(&w, b, &names, out, how == 253 ? 0 : n_out < 8 ? n_out : 8), e);
}

static cameo_status own_put(void *ctx, const void *bytes, size_t n) {
    cameo_functions *f = ctx;
    if (n > OWN_FUNCTION - f->size) return CAMEO_E_IO;
    memcpy((uint8_t *)(uintptr_t)f->bytes + f->size, bytes, n);
    f->size += n;
    return CAMEO_OK;
}

/* A model with one function, whose bytes may be damaged, instead of an operator of the graph, or of mine:Other. */
static bool own_function(own_case *c, cameo_functions *f) {
    static uint8_t bytes[OWN_FUNCTION];
    static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t memory[1 << 18];
    static const char *const in[] = {"in0", "in1", "in2"}, *const out[] = {"out0", "out1"};
    own_way w = own_begin(c, 2, (cameo_string){NULL, 0}, 0);
    own_names names = {.n = 0};
    cameo_builder *b;
    const made_node *node = &c->g->node[own_below(&w, c->g->n_nodes)];
    bool other = own_byte(&w) % 2 == 0;
    cameo_function fn = {.domain = other ? "mine" : node->domain,
                         .name = other ? "Other" : node->op,
                         .inputs = in,
                         .outputs = out,
                         .n_inputs = own_below(&w, 4),
                         .n_outputs = 1 + own_below(&w, 2)};
    for (uint32_t i = 0; i < fn.n_inputs; i++) own_add_name(&names, "in", i);
    f->size = 0;
    f->bytes = bytes;
    if (cameo_builder_create((cameo_memory){memory, sizeof memory}, NULL, &b, NULL) != CAMEO_OK) return false;
    (void)cameo_builder_opset(b, "", c->g->opset);
    (void)cameo_builder_opset(b, "mine", 1);
    (void)cameo_builder_function(b, &fn);
    (void)own_build(&w, b, &names, out, (uint32_t)fn.n_outputs);
    (void)cameo_builder_end(b);
    if (cameo_builder_finish(b, NULL) != CAMEO_OK || cameo_builder_write(b, own_put, f) != CAMEO_OK) return false;
    for (uint32_t k = own_below(&w, 8); k < 3 && f->size != 0; k++) {
        uint32_t at = (own_byte(&w) << 8 | own_byte(&w)) % (uint32_t)f->size;
        bytes[at] = (uint8_t)(bytes[at] ^ own_byte(&w));
    }
    if (own_byte(&w) == 255) f->size /= 2;
    return true;
}

/* ---- a loader ---- */

static cameo_status own_recognise(void *ctx, const void *bytes, size_t size, cameo_error *e) {
    own_way w = own_begin(ctx, 10, (cameo_string){NULL, 0}, (uint32_t)size);
    uint32_t how = own_byte(&w);
    (void)bytes;
    return how < 64 ? CAMEO_DECLINED : how < 240 ? CAMEO_OK : own_end_build(&w, CAMEO_DECLINED, e);
}

/* A model of one input, in0, in the place of the random one. */
static cameo_status own_load(void *ctx, const void *bytes, size_t size, cameo_builder *b, cameo_error *e) {
    static const char *const out[] = {"y"};
    own_case *c = ctx;
    own_way w = own_begin(c, 11, (cameo_string){NULL, 0}, (uint32_t)size);
    own_names names = {.n = 0};
    cameo_type type = cameo_tensor_type("in0", CAMEO_FLOAT, 1, (int64_t[]){2});
    (void)bytes;
    own_add_name(&names, "in", 0);
    if (own_byte(&w) != 255) (void)cameo_builder_value(b, &type);
    c->mine = true;
    return own_end_build(&w, own_build(&w, b, &names, out, own_below(&w, 8) != 0), e);
}

/* ---- rewrites ---- */

/* Node i and what is known around it. */
static void own_look(own_way *w, cameo_partition *graph, uint32_t i) {
    cameo_value_info info = {.size = sizeof info};
    cameo_op_context *node = cameo_partition_node(graph, i);
    cameo_tensor t;
    if (node == NULL) return;
    for (uint32_t k = 0; k < cameo_op_n_inputs(node) + 1; k++) {
        if (cameo_partition_value(graph, cameo_op_input_id(node, k), &info) && info.constant &&
            info.tensor.data != NULL && info.tensor.bytes != 0)
            w->at += ((const uint8_t *)info.tensor.data)[info.tensor.bytes - 1] == 0;
        if (cameo_op_input(node, k, &t)) w->at += t.rank == 0;
    }
    for (uint32_t k = 0; k < cameo_op_n_outputs(node) + 1; k++)
        (void)cameo_partition_value(graph, cameo_op_output_id(node, k), &info);
    (void)cameo_partition_value(graph, cameo_partition_n_values(graph) + own_byte(w), &info);
}

/* Any nodes and values, some of which fit. */
static cameo_status own_match(void *ctx, cameo_partition *graph, uint32_t root, cameo_match *m, cameo_error *e) {
    cameo_op_context *node = cameo_partition_node(graph, root);
    own_way w = own_begin(ctx, 3, cameo_op_type(node), m->n_nodes);
    uint32_t n = cameo_partition_count(graph), how = own_byte(&w);
    own_look(&w, graph, own_below(&w, n));
    if (how % 4 == 0) return CAMEO_DECLINED;
    if (m->n_nodes != 0) return how < 248 ? CAMEO_OK : own_end_build(&w, CAMEO_OK, e); /* of a pattern */
    m->nodes[m->n_nodes++] = root;
    for (uint32_t k = own_below(&w, 8); k < 3; k++) m->nodes[m->n_nodes++] = own_byte(&w) % (n + 1);
    node = cameo_partition_node(graph, root);
    for (uint32_t i = 0; i < cameo_op_n_inputs(node) && i < 8; i++) {
        uint32_t id = cameo_op_input_id(node, i);
        if (id != CAMEO_NO_ID || how == 5) m->inputs[m->n_inputs++] = id;
    }
    if (how % 16 == 1) m->inputs[m->n_inputs++] = own_byte(&w) % (cameo_partition_n_values(graph) + 1);
    if (how == 250) m->n_nodes = own_byte(&w);
    if (how == 249) m->n_inputs = own_byte(&w) + CAMEO_MATCH_MAX;
    if (how == 246) m->n_nodes = UINT32_MAX;
    return how < 251 ? CAMEO_OK : own_end_build(&w, CAMEO_OK, e);
}

static cameo_status own_rewrite_build(void *ctx, cameo_partition *graph, const cameo_match *m, cameo_builder *b,
                                      cameo_error *e) {
    cameo_op_context *node = cameo_partition_node(graph, m->nodes[m->n_nodes - 1]);
    own_way w = own_begin(ctx, 4, node == NULL ? (cameo_string){NULL, 0} : cameo_op_type(node), m->n_nodes);
    own_names names = {.n = 0};
    static const char *const out[] = {"out0", "out1", "out2", "out3"}, *const pattern_out[] = {"r0", "r1", "r2", "r3"};
    uint32_t n_out = node == NULL ? 1 : cameo_op_n_outputs(node);
    bool pattern = own_byte(&w) % 2 == 0;
    own_look(&w, graph, own_below(&w, cameo_partition_count(graph)));
    for (uint32_t i = 0; i < m->n_inputs; i++) own_add_name(&names, pattern ? "p" : "in", i);
    return own_end_build(&w, own_build(&w, b, &names, pattern ? pattern_out : out, n_out < 4 ? n_out : 4), e);
}

/* A pattern of nodes of the graph: their operators, in a chain or not, now and then one that cannot be. */
typedef struct own_pattern {
    cameo_node nodes[CAMEO_MATCH_MAX + 1];
    const char *in[CAMEO_MATCH_MAX + 1][4], *out[CAMEO_MATCH_MAX + 1][2];
    cameo_match_constant constants[2];
} own_pattern;

static void own_make_pattern(own_case *c, own_pattern *p, cameo_rewrite *r) {
    static const char *const names[] = {"p0", "p1", "p2", "q0", "q1", "q2", "", NULL};
    static const char *const results[] = {"q0", "q1", "q2", "q3"}, *const ends[] = {"r0", "r1"};
    own_way w = own_begin(c, 5, (cameo_string){r->name, strlen(r->name)}, 0);
    uint32_t n = 1 + own_below(&w, 3);
    if (own_byte(&w) == 255) n = CAMEO_MATCH_MAX + own_below(&w, 2);
    for (uint32_t i = 0; i < n; i++) {
        const made_node *node = &c->g->node[own_below(&w, c->g->n_nodes)];
        cameo_node *x = &p->nodes[i];
        *x = (cameo_node){.op_type = node->op, .domain = node->domain, .inputs = p->in[i], .outputs = p->out[i]};
        x->n_inputs = node->n_in < 4 ? node->n_in : 4;
        x->n_outputs = 1 + (own_byte(&w) == 254);
        for (uint32_t k = 0; k < x->n_inputs; k++)
            p->in[i][k] = names[own_byte(&w) < 224 ? own_below(&w, 3) : own_below(&w, 8)];
        if (i != 0 && x->n_inputs != 0) p->in[i][0] = results[(i - 1) % 4];
        p->out[i][0] = i + 1 == n ? ends[0] : results[i % 4];
        p->out[i][1] = ends[1];
        if (own_byte(&w) == 253) x->op_type = NULL;
        if (own_byte(&w) == 253) p->out[i][0] = NULL;
    }
    p->constants[0] = (cameo_match_constant){.name = names[own_below(&w, 8)], .any = own_byte(&w) < 192, .value = 1};
    p->constants[1] = (cameo_match_constant){.name = "p1", .value = 2, .tolerance = 0.5};
    r->nodes = p->nodes;
    r->n_nodes = n;
    r->constants = p->constants;
    r->n_constants = own_byte(&w) < 64 ? own_below(&w, 3) : 0;
    if (own_byte(&w) % 4 == 0) r->match = NULL;
}

/* ---- an operator ---- */

static cameo_status own_parse(cameo_op_context *c, void *params);
static cameo_status own_shape(cameo_op_context *c, const void *params);
static cameo_status own_run(cameo_op_context *c, const void *params);
static uint64_t own_cost(cameo_op_context *c, const void *params);

static own_case *own_now; /* operators have no context of their own */
static uint32_t own_gives; /* cameo_op.gives of both operators */
static bool own_divides;   /* they have a setup */

static cameo_status own_parse(cameo_op_context *c, void *params) {
    own_way w = own_begin(own_now, 6, cameo_op_type(c), 0);
    float f;
    (void)cameo_op_attr_float(c, "alpha", &f);
    (void)params;
    cameo_status s = own_end(&w, CAMEO_OK);
    return s != CAMEO_OK && own_byte(&w) % 2 == 0 ? cameo_op_fail(c, s, "the caller's text") : s;
}

static cameo_status own_shape(cameo_op_context *c, const void *params) {
    cameo_tensor x;
    uint32_t n_in = cameo_op_n_inputs(c), n_out = cameo_op_n_outputs(c);
    bool there = n_in != 0 && cameo_op_input(c, 0, &x);
    own_way w = own_begin(own_now, 7, (cameo_string){NULL, 0}, n_in + (there && x.data != NULL ? 13 : 0));
    (void)params;
    for (uint32_t i = 0; i < n_out + (own_byte(&w) == 255); i++) {
        uint32_t how = own_byte(&w);
        int64_t dims[CAMEO_MAX_RANK + 1] = {0};
        uint32_t rank = there && x.rank <= CAMEO_MAX_RANK ? x.rank : 1;
        cameo_dtype dtype = there ? x.dtype : CAMEO_FLOAT;
        for (uint32_t d = 0; d < rank; d++) dims[d] = there && x.rank == rank ? CAMEO_DIM_OF(0, d) : 2;
        if (how % 8 == 1) dtype = (cameo_dtype)(own_byte(&w) % 32);
        if (how % 8 == 2) rank = own_below(&w, 12);
        if (how % 8 == 3 && rank != 0 && rank <= CAMEO_MAX_RANK) dims[0] = -1;
        if (how % 8 == 4 && rank != 0 && rank <= CAMEO_MAX_RANK) dims[0] = own_byte(&w);
        if (how == 5 && rank != 0) dims[0] = INT64_C(1) << (own_byte(&w) % 63);
        if (how == 13 && rank != 0) dims[0] = INT64_MIN + own_byte(&w);
        if (how == 21) dims[0] = CAMEO_DIM_OF(own_byte(&w), own_byte(&w) % CAMEO_MAX_RANK);
        if (how % 64 == 29) continue;
        uint32_t kind = own_gives == 0 && how < 250 ? 0 : own_byte(&w) % 8;
        if (kind == 1) rank = UINT32_MAX;
        if (kind == 2 && rank != 0 && rank <= CAMEO_MAX_RANK)
            dims[0] = CAMEO_DIM_UP_TO(how % 2 == 0 ? (int64_t)own_byte(&w) : CAMEO_DIM_OF(0, 0));
        if (kind == 3) dtype = CAMEO_STRING;
        bool wide = rank > CAMEO_MAX_RANK && rank != UINT32_MAX;
        cameo_status s = kind == 4   ? cameo_op_set_sequence(c, i, dtype)
                         : kind == 5 ? cameo_op_set_optional(c, i, dtype)
                         : kind == 6 ? cameo_op_set_map(c, i, how % 4 == 0 ? dtype : CAMEO_INT64, dtype)
                                     : cameo_op_set_output(c, i, dtype, rank, wide ? (int64_t[16]){0} : dims);
        if (s != CAMEO_OK && how < 192) return s;
    }
    cameo_status s = own_end(&w, CAMEO_OK);
    return s != CAMEO_OK && own_byte(&w) % 2 == 0 ? cameo_op_fail(c, s, "the caller's text") : s;
}

/* The bytes of scratch that setup asks for, the same for all dims. */
static size_t own_scratch(uint32_t n_in, bool worker) {
    own_way w = own_begin(own_now, 10 + worker, (cameo_string){NULL, 0}, n_in);
    uint32_t how = own_byte(&w);
    if (how == 255) return SIZE_MAX - own_byte(&w);
    return how == 254 ? (size_t)1 << (own_byte(&w) % 40) : how < 64 ? 0 : (size_t)how * 3;
}

static cameo_status own_setup(cameo_op_context *c, const void *params, cameo_op_tasks *tasks) {
    own_way w = own_begin(own_now, 12, (cameo_string){NULL, 0}, cameo_op_n_inputs(c));
    cameo_tensor t;
    (void)params;
    for (uint32_t i = 0; i < cameo_op_n_inputs(c); i++)
        own_require(own_now, !cameo_op_input(c, i, &t) || t.data == NULL, "setup", "there are data");
    tasks->scratch = own_scratch(cameo_op_n_inputs(c), false);
    tasks->worker_scratch = own_scratch(cameo_op_n_inputs(c), true);
    uint32_t how = own_byte(&w);
    tasks->n_phases = how == 255 ? CAMEO_MAX_PHASES + own_below(&w, 3) : how == 254 ? UINT32_MAX : how % 4;
    for (uint32_t i = 0; i < tasks->n_phases && i < CAMEO_MAX_PHASES; i++) {
        tasks->phase[i].n_tasks = own_byte(&w) < 128 ? 1 : own_below(&w, 6);
        tasks->phase[i].repeat = own_byte(&w) < 192 ? 0 : own_below(&w, 4);
    }
    if (own_gives != 0 && own_gives <= tasks->n_phases && own_byte(&w) < 240) {
        tasks->phase[own_gives - 1].n_tasks = 1;
        tasks->phase[own_gives - 1].repeat = 0;
    }
    return own_end(&w, CAMEO_OK);
}

/* One call that gives output i, or an item of it, which may not fit. */
static cameo_status own_give(own_way *w, cameo_op_context *c, uint32_t i, bool strings, uint32_t n) {
    static const cameo_string texts[8] = {{"a", 1}, {NULL, 0}, {"text", 4}, {"b", 1}};
    uint32_t how = own_byte(w), rank = how >= 240 ? own_below(w, 12) : 1;
    int64_t dims[16] = {(int64_t)n, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    void *data = NULL;
    if (how == 239) dims[0] = INT64_MIN + own_byte(w);
    if (how == 238) dims[0] = INT64_MAX - own_byte(w);
    if (how == 237) strings = !strings;
    if (strings) {
        if (how >= 237) return CAMEO_OK; /* texts are as many as dims say */
        return cameo_op_give_strings(c, i, 1, dims, texts);
    }
    cameo_status s = cameo_op_give(c, i, rank, dims, &data);
    if (s == CAMEO_OK && data != NULL && n != 0) *(uint8_t *)data = (uint8_t)(w->noise & 1);
    return s;
}

static cameo_status own_give_all(own_way *w, cameo_op_context *c) {
    cameo_status s = CAMEO_OK;
    for (uint32_t i = 0; i < cameo_op_n_outputs(c) + (own_byte(w) == 255) && s == CAMEO_OK; i++) {
        cameo_dtype dtype;
        cameo_tensor t;
        cameo_kind kind = cameo_op_output_kind(c, i, &dtype);
        uint32_t how = own_byte(w), n = own_below(w, 4), times = 1;
        if (kind == CAMEO_KIND_SEQUENCE) times = own_below(w, 5);
        if (kind == CAMEO_KIND_OPTIONAL) times = how == 255 ? 2 : how % 2;
        if (kind == CAMEO_KIND_MAP) times = how >= 250 ? own_below(w, 4) : 2;
        for (uint32_t k = 0; k < times && s == CAMEO_OK; k++) {
            bool keys = kind == CAMEO_KIND_MAP && k == 0;
            s = own_give(w, c, i, !keys && dtype == CAMEO_STRING, how == 249 ? n + k : n);
        }
        bool given = s == CAMEO_OK && kind == CAMEO_KIND_TENSOR && cameo_op_output(c, i, &t) && t.bytes != 0;
        if (given) memset(t.data, t.dtype == CAMEO_BOOL ? 1 : (int)(w->noise & 1), t.bytes);
        if (s != CAMEO_OK && how >= 224) s = CAMEO_OK; /* the run fails all the same, or goes on */
    }
    return s;
}

/* All items of input i and their texts. */
static void own_read(own_way *w, cameo_op_context *c, uint32_t i) {
    cameo_tensor t;
    cameo_string s;
    for (size_t k = 0; k < cameo_op_n_items(c, i) + 1; k++) {
        if (!cameo_op_item(c, i, k, &t)) continue;
        if (t.data != NULL && t.bytes != 0) w->noise += ((const uint8_t *)t.data)[t.bytes - 1];
        for (size_t n = 0; n < 8 && cameo_op_string(c, i, k, n, &s); n++)
            w->noise += s.n == 0 ? 1u : (uint8_t)s.p[s.n - 1];
    }
}

static cameo_status own_run(cameo_op_context *c, const void *params) {
    uint32_t n_in = cameo_op_n_inputs(c);
    own_way w = own_begin(own_now, 8, (cameo_string){NULL, 0}, n_in + 31 * (own_divides ? cameo_op_phase(c) : 0));
    cameo_tensor t;
    (void)params;
    for (int worker = 0; worker < 2 && own_divides; worker++) {
        size_t n = own_scratch(n_in, worker != 0);
        void *scratch = worker != 0 ? cameo_op_worker_scratch(c) : cameo_op_scratch(c);
        if (n != 0) memset(scratch, (int)(w.noise & 0xff), n);
    }
    if (own_divides) w.at += cameo_op_turn(c) + cameo_op_task(c);
    if (own_byte(&w) >= 224) {
        cameo_status spent = cameo_op_spend(c, own_byte(&w));
        if (spent != CAMEO_OK) return spent;
    }
    for (uint32_t i = 0; i < n_in + 1; i++) own_read(&w, c, i);
    if (own_gives != 0 && cameo_op_phase(c) + 1 == own_gives) {
        cameo_status given = own_give_all(&w, c);
        if (given != CAMEO_OK) return given;
    }
    for (uint32_t i = 0; i < cameo_op_n_inputs(c) + 1; i++) {
        if (cameo_op_input(c, i, &t) && t.dtype != CAMEO_STRING && t.bytes != 0)
            w.noise += ((const uint8_t *)t.data)[0] + ((const uint8_t *)t.data)[t.bytes - 1];
    }
    for (uint32_t i = 0; i < cameo_op_n_outputs(c) + 1; i++) {
        if (cameo_op_output(c, i, &t) && t.bytes != 0)
            memset(t.data, t.dtype == CAMEO_BOOL ? 1 : (int)(w.noise & 1), t.bytes);
    }
    cameo_status s = own_end(&w, CAMEO_OK);
    return s != CAMEO_OK && own_byte(&w) % 2 == 0 ? cameo_op_fail(c, s, "the caller's text") : s;
}

static uint64_t own_cost(cameo_op_context *c, const void *params) {
    own_way w = own_begin(own_now, 9, (cameo_string){NULL, 0}, cameo_op_n_inputs(c));
    (void)params;
    return own_byte(&w) < 224 ? own_byte(&w) : UINT64_MAX - own_byte(&w);
}

/* ---- the target ---- */

typedef struct own_all {
    cameo_importer importer[2];
    const cameo_importer *importers[2];
    cameo_functions functions;
    cameo_rewrite rewrite[2];
    const cameo_rewrite *rewrites[2];
    own_pattern pattern;
    cameo_op op[2];
    const cameo_op *ops[2];
    cameo_loader loader;
    const cameo_loader *loaders[1];
} own_all;

static void own_options(own_case *c, own_all *a) {
    static const uint32_t sizes[] = {0, 4, 64, 65532, 3, 65536};
    own_way w = own_begin(c, 0, (cameo_string){NULL, 0}, 0);
    uint32_t how = own_byte(&w), op = own_byte(&w);
    const made_node *node = &c->g->node[own_below(&w, c->g->n_nodes)];
    c->options = (cameo_options){.limits = &c->limits, .ops = &cameo_ops_all, .n_threads = 1};
    c->options.opt = (how & 1) != 0 ? CAMEO_OPT_NONE : CAMEO_OPT_ALL;
    own_gives = (how & 64) != 0 ? 1 + own_below(&w, 3) : 0;
    own_divides = (how & 128) != 0;
    a->importer[0] = (cameo_importer){
        .size = sizeof(cameo_importer), .domain = node->domain, .op_type = node->op, .ctx = c, .build = own_import};
    a->importer[1] = a->importer[0];
    a->importer[1].domain = "mine";
    a->importer[1].op_type = NULL;
    a->rewrite[0] = (cameo_rewrite){
        .size = sizeof(cameo_rewrite), .name = "first", .ctx = c, .match = own_match, .build = own_rewrite_build};
    a->rewrite[1] = a->rewrite[0];
    a->rewrite[1].name = "second";
    a->rewrite[1].when = CAMEO_REWRITE_BEHIND;
    if ((how & 2) != 0) own_make_pattern(c, &a->pattern, &a->rewrite[own_below(&w, 2)]);
    a->op[0] = (cameo_op){.size = sizeof(cameo_op),
                          .domain = "mine",
                          .op_type = "Own",
                          .params_size = sizes[op < 240 ? op % 4 : op % 6],
                          .parse = own_parse,
                          .shape = own_shape,
                          .run = own_run,
                          .setup = own_divides ? own_setup : NULL,
                          .gives = own_gives,
                          .in_place = (op & 128) != 0,
                          .cost = (op & 64) != 0 ? own_cost : NULL};
    a->op[1] = a->op[0];
    a->op[1].domain = node->domain;
    a->op[1].op_type = node->op;
    a->op[1].replace = true;
    for (int i = 0; i < 2; i++) {
        a->importers[i] = &a->importer[i];
        a->rewrites[i] = &a->rewrite[i];
        a->ops[i] = &a->op[i];
    }
    c->options.importers = a->importers;
    c->options.n_importers = (how & 4) != 0 ? own_below(&w, 3) : 0;
    c->options.rewrites = a->rewrites;
    c->options.n_rewrites = (how & 8) != 0 ? 1 + own_below(&w, 2) : 0;
    c->options.custom_ops = a->ops;
    c->options.n_custom_ops = (how & 16) != 0 ? 2 : 1;
    c->options.functions = &a->functions;
    c->options.n_functions = (how & 32) != 0 && own_function(c, &a->functions);
    a->loader = (cameo_loader){
        .size = sizeof(cameo_loader), .name = "own", .ctx = c, .recognise = own_recognise, .build = own_load};
    a->loaders[0] = &a->loader;
    c->options.loaders = a->loaders;
    c->options.n_loaders = own_below(&w, 8) == 0;
}

static void own_may_end(const own_case *c, cameo_status s, const cameo_error *e) {
    own_require(c, s == e->status, "the error has another status", e->msg);
    own_require(c, c->internal || (s <= 0 && s != CAMEO_E_INTERNAL), cameo_status_name(s), e->msg);
    own_require(c, s == CAMEO_OK || e->msg[0] != 0, cameo_status_name(s), "no message");
}

static void own_outcome(own_case *c, outcome *o, cameo_value *out, const cameo_value *in, size_t n_in) {
    static float two[2] = {1, -2};
    cameo_session_info info = {.size = sizeof info};
    cameo_value x = {.name = "in0", .kind = CAMEO_KIND_TENSOR, .tensor = {CAMEO_FLOAT, 1, {2}, two, sizeof two}};
    memset(o, 0, sizeof *o);
    o->out = out;
    c->mine = false;
    cameo_status s = cameo_host_load(c->g->bytes, c->g->size, &c->options, &o->host, &o->e);
    own_may_end(c, s, &o->e);
    o->loaded = s == CAMEO_OK;
    if (!o->loaded) return;
    cameo_session_get_info(cameo_host_get_session(o->host), &info);
    o->n_out = info.n_outputs;
    s = cameo_host_run(o->host, c->mine ? &x : in, c->mine ? 1 : n_in, out, o->n_out, &o->e);
    own_may_end(c, s, &o->e);
}

static void own_tell(void *ctx, const cameo_inferred *v) { *(uint32_t *)ctx += v->type.rank; }
static cameo_status own_count(void *ctx, const void *bytes, size_t n) {
    *(uint32_t *)ctx += ((const uint8_t *)bytes)[n - 1];
    return CAMEO_OK;
}

/* What else loads with these options: checking, inferring, exporting. */
static void own_others(own_case *c, const cameo_model *m, uint32_t how) {
    cameo_error e = {0};
    uint32_t sum = 0;
    void *p = NULL;
    if (posix_memalign(&p, CAMEO_MEMORY_ALIGN, OWN_WORK) != 0) abort();
    cameo_memory work = {p, how % 16 == 15 ? 20000 + how * 500 : OWN_WORK};
    cameo_status s = how % 3 == 0   ? cameo_model_check(m, work, &c->options, NULL, NULL, &e)
                     : how % 3 == 1 ? cameo_model_infer(m, work, &c->options, own_tell, &sum, &e)
                                    : cameo_model_export(m, work, &c->options, own_count, &sum, &e);
    own_may_end(c, s, &e);
    free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static own_case c;
    static own_all all;
    static cameo_value in[MADE_MAX_VALUES], out[2][MADE_MAX_VALUES];
    size_t head = size / 2 < OWN_HEAD ? size / 2 : OWN_HEAD;
    outcome o[2];
    tool_tolerance tolerance = {.rtol = 0};
    tool_difference d = {0};
    if (size < 8 || data[0] == 8) return 0; /* an ONNX file, for other targets */
    memset(&c, 0, sizeof c);
    memset(&all, 0, sizeof all);
    memset(in, 0, sizeof in);
    memset(out, 0, sizeof out);
    c.head = data;
    c.n_head = (uint32_t)head;
    c.g = made_from(data + head, size - head);
    if (c.g->n_nodes == 0) return 0;
    own_now = &c;
    cameo_limits_init(&c.limits, CAMEO_PRESET_FIRMWARE);
    c.limits.memory_bytes = (uint64_t)1 << 24;
    c.limits.run_cost = c.limits.fold_cost = (uint64_t)1 << 19;
    c.limits.nodes = 2000;
    own_options(&c, &all);
    size_t n_in = made_inputs(c.g, in);
    for (int i = 0; i < 2; i++) own_outcome(&c, &o[i], out[i], in, n_in);
    own_require(&c, o[0].e.status == o[1].e.status && o[0].loaded == o[1].loaded, "the second time", o[1].e.msg);
    if (o[0].e.status == CAMEO_OK && !c.g->random)
        own_require(&c, outcome_same(&o[1], &o[0], &tolerance, true, &d), "the second time", d.why);
    if (o[0].loaded) own_others(&c, cameo_host_get_model(o[0].host), data[head - 1]);
    for (int i = 0; i < 2; i++) {
        if (o[i].loaded) cameo_host_release(o[i].host, out[i], o[i].n_out);
        cameo_host_free(o[i].host);
    }
    return 0;
}
