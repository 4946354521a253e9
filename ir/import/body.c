/* body.c — operators that have a body instead of a kernel (CM_OPF_BODY) become the nodes that it says. See ir.h.
 *
 * A body is a text of kernels/bodies.c: the nodes that compute what the operator says, in ONNX's newest versions. It
 * is read when the node was checked against its schema, before types are known. Statements are separated by spaces:
 *
 *   a,b=Split(0,[1,num_heads];axis=-1)     values = operator(operands; attributes)
 *   ?3 a=Add(a,3)                          where input 3 is there; ?B: output B is wanted; ?scale: it is given
 *   !transA=1 a=Identity(0)                where attribute transA, or its default, is not 1; also <, and for names
 *                                          `since` (the node's version), `strict` (1 or 0) and rank1 (of input 1 as
 *                                          declared or as the initializer that it is, or -1); conditions may stand in
 *                                          a row
 *   ?decoder.past a=Identity(0)            where the graph attribute has an input of that name
 *   *2/3 DequantizeLinear(+0,+1,+2)        once for inputs 2, 5, 8 ...; the results are the operand *
 *   ?mode=x Fail(some text)                refuses the node as unsupported, with the text; End() ends the body
 *   To(there) ... :there                   goes on there, which is further on
 *   Gradient()                             what ir/import/gradient.c makes of a Gradient
 *   a=Inline(body_attribute,0)             the nodes of a graph attribute of one input and one output, if it is there
 *   Call(decoder,a,b?,*;c,*)               the nodes of a graph attribute: its inputs are a, b, unless it has one less,
 *                                          and the list; c and the first values of the list are its outputs; with + in
 *                                          the place of the last *, they go behind the list
 *   Empty(decoder,2,n)                     as many values as decoder has outputs but the first, before the list: what
 *                                          its last 2 times as many inputs are declared as, in batch [n], no rows
 *   @Gather(@,a;axis=0)                    for each value of the list, which the result replaces
 *   Loop(n,decoder,k;a,b) ... Next(c)      the statements between n times, while c: a and b and the values that Empty
 *                                          says of the list are carried, none with _ for decoder; k counts; one at a
 *                                          time. Next(c;d): d becomes what it was in all turns, one behind the other
 *
 * Values: 0..17 inputs of the node, A..H its outputs, a..z its own, _ none. Other operands: [1,-1] an int64 tensor,
 * {1,-0.5} a float32 one, #2 an int64 scalar, &name an attribute's list as a tensor, %1.5 a float scalar, ^1.5 one in
 * the dtype of input 0. A name in the place of a number is an attribute of the node, name@1 the item of a list, name:7
 * with what counts where neither the node nor the schema has it. Attributes: axis=-1 perm=[0,2,1] alpha=%1.702
 * mode='text', alpha=%gamma, one alone is handed on if the node has it, with ! behind it unless it is 0, to=&from is
 * handed on under another name. In the place of a number a graph attribute is how many inputs it has, graph@1 the
 * dim 1 of its first one. Operators are of ai.onnx, or ms.Name, cameo.Name; $name is the operator that a string
 * attribute names. A body is part of the library: what it says wrongly is E_INTERNAL, what the node says wrongly its
 * schema has refused. */
#include "ir/import/body.h"

/* ---- text ---- */

static bool body_is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}
static bool body_is_digit(char c) { return c >= '0' && c <= '9'; }

bool cm_body_take(cm_body *s, char c) {
    if (*s->p != c) return false;
    s->p++;
    return true;
}

void cm_body_want(cm_body *s, char c) {
    if (!cm_body_take(s, c)) s->wrong = true;
}

static bool body_word(cm_body *s, const char *word) {
    size_t n = 0;
    while (word[n] != '\0' && s->p[n] == word[n]) n++;
    if (word[n] != '\0') return false;
    s->p += n;
    return true;
}

cm_str cm_body_name(cm_body *s) {
    const char *from = s->p;
    while (body_is_name(*s->p)) s->p++;
    if (s->p == from) s->wrong = true;
    return (cm_str){from, (size_t)(s->p - from)};
}

uint32_t cm_body_digits(cm_body *s) {
    uint32_t n = 0;
    if (!body_is_digit(*s->p)) s->wrong = true;
    while (body_is_digit(*s->p) && n < 1000000) n = n * 10 + (uint32_t)(*s->p++ - '0');
    return n;
}

/* A decimal number with its sign. */
static double body_decimal(cm_body *s) {
    bool minus = cm_body_take(s, '-');
    double v = 0, unit = 1;
    while (body_is_digit(*s->p)) v = v * 10 + (*s->p++ - '0');
    if (cm_body_take(s, '.')) {
        while (body_is_digit(*s->p)) {
            v = v * 10 + (*s->p++ - '0');
            unit *= 10;
        }
    }
    return minus ? -v / unit : v / unit;
}

/* ---- attributes of the call ---- */

const cm_attr *cm_body_attr(const cm_body *s, cm_str name) {
    CM_EACH(id, s->ir->t.attr, s->ir->t.node.row[s->node].attrs) {
        if (cm_str_eq(s->ir->t.attr.row[id].name, name)) return &s->ir->t.attr.row[id];
    }
    return NULL;
}

/* The rank of input i by its declaration or initializer; -1 where there is neither. */
static double body_rank(const cm_body *s, uint32_t i) {
    const cm_tables *t = &s->ir->t;
    cm_id v = cm_ir_in(s->ir, s->node, i), type = v == CM_NONE ? CM_NONE : t->value.row[v].type;
    if (type == CM_NONE && v != CM_NONE && t->value.row[v].init != CM_NONE)
        return (double)t->tensor.row[t->value.row[v].init].dims.n;
    if (type == CM_NONE || t->type.row[type].kind != CAMEO_KIND_TENSOR ||
        !t->type.row[type].has_shape)
        return -1;
    return (double)t->type.row[type].dims.n;
}

/* How many inputs graph g has; or the declared dim `at` of the first, -1 where it has none. */
static int64_t body_graph_number(const cm_body *s, cm_id g, uint32_t at) {
    const cm_tables *t = &s->ir->t;
    cm_range inputs = t->graph.row[g].inputs;
    if (at == 0 || inputs.n == 0) return inputs.n;
    cm_id type = t->value.row[t->ids.row[inputs.first]].type;
    bool known = type != CM_NONE && t->type.row[type].kind == CAMEO_KIND_TENSOR && at < t->type.row[type].dims.n;
    return known ? t->dim.row[t->type.row[type].dims.first + at].value : -1;
}

/* The number that stands here, or the attribute's (item `at` of a list), its default, the default of the text, 0. */
static double body_number(cm_body *s) {
    if (*s->p == '-' || body_is_digit(*s->p)) return body_decimal(s);
    cm_str name = cm_body_name(s);
    uint32_t at = cm_body_take(s, '@') ? cm_body_digits(s) : 0;
    double v = cm_body_take(s, ':') ? body_decimal(s) : 0;
    const cm_attr *a = cm_body_attr(s, name);
    const cm_schema_attr *d = cm_schema_find_attr(s->schema, name);
    const cm_tables *t = &s->ir->t;
    if (a == NULL && cm_str_is(name, "since")) return s->ir->info[s->node].since;
    if (a == NULL && cm_str_is(name, "strict")) return s->ir->options->strict;
    if (a == NULL && name.n == 5 && cm_str_is((cm_str){name.p, 4}, "rank"))
        return body_rank(s, (uint32_t)(name.p[4] - '0'));
    if (a == NULL) {
        int type = d == NULL || cm_schema_n_defaults(d) == 0 ? 0 : cm_schema_attr_type(d);
        if (type == CM_ATTR_INT) v = (double)cm_schema_default_int(d, 0);
        if (type == CM_ATTR_FLOAT) v = (double)cm_schema_default_float(d, 0);
        return v;
    }
    switch (a->type) {
    case CM_ATTR_INT: return (double)a->i;
    case CM_ATTR_FLOAT: return (double)a->f;
    case CM_ATTR_INTS: return at < a->list.n ? (double)t->ints.row[a->list.first + at] : v;
    case CM_ATTR_FLOATS: return at < a->list.n ? (double)t->floats.row[a->list.first + at] : v;
    case CM_ATTR_GRAPH: return (double)body_graph_number(s, a->row, at);
    default: return v;
    }
}

/* body_number as an integer. Numbers beyond 9e15 become 9e15: no operator means them. */
static int64_t body_integer(cm_body *s) {
    double v = body_number(s);
    return v >= 9.0e15    ? INT64_C(9000000000000000)
           : v <= -9.0e15 ? -INT64_C(9000000000000000)
                          : (int64_t)v;
}

static cm_str body_string(const cm_body *s, cm_str name) {
    const cm_attr *a = cm_body_attr(s, name);
    const cm_schema_attr *d = cm_schema_find_attr(s->schema, name);
    if (a != NULL) return a->type == CM_ATTR_STRING ? a->s : (cm_str){NULL, 0};
    bool known =
        d != NULL && cm_schema_attr_type(d) == CM_ATTR_STRING && cm_schema_n_defaults(d) != 0;
    return known ? cm_schema_default_string(d, 0) : (cm_str){NULL, 0};
}

/* ---- values ---- */

static bool body_has_in(const cm_body *s, uint32_t i) {
    return cm_ir_in(s->ir, s->node, i) != CM_NONE;
}

/* A constant of n elements, or a scalar (rank 0). */
cameo_status cm_body_const(cm_body *s, int dtype, uint32_t rank, size_t n, const void *data,
                               cm_id *v) {
    cm_ir *ir = s->ir;
    int64_t dim = (int64_t)n;
    size_t size = dtype == CAMEO_INT64 ? 8 : 4;
    void *copy = cm_arena_alloc_n(ir->work, n, size, 8);
    if (copy == NULL) return cm_ir_nomem(ir);
    if (n != 0) memcpy(copy, data, n * size);
    return cm_ir_add_const(ir, ir->t.node.row[s->node].graph, dtype, rank, &dim, copy, v);
}

cameo_status cm_ir_set_op(cm_ir *ir, cm_id node, cm_str op_type, cameo_error *e) {
    cm_str domain = {NULL, 0};
    const char *const dot = op_type.n > 3 && op_type.p[2] == '.' ? op_type.p + 3 : NULL;
    if (dot != NULL) {
        domain = CM_STR("com.microsoft");
        op_type = (cm_str){dot, op_type.n - 3};
    } else if (op_type.n > 6 && op_type.p[5] == '.') {
        domain = CM_STR("cameo");
        op_type = (cm_str){op_type.p + 6, op_type.n - 6};
    }
    const cm_op_entry *entry = cm_ir_find_op(ir, domain, op_type);
    if (entry == NULL) cm_ir_kill(ir, node); /* later stages look at the operators of live nodes */
    CM_CHECK(entry != NULL, e, CAMEO_E_UNSUPPORTED, "unsupported: no operator %.*s%s%.*s",
             CM_STR_ARG(domain), domain.n != 0 ? ":" : "", CM_STR_ARG(op_type));
    const cm_schema *schema = cm_schema_find(domain, op_type, domain.n == 0 ? CM_BODY_OPSET : cm_schema_newest(domain));
    cm_node *n = &ir->t.node.row[node];
    n->op_type = op_type;
    n->domain = domain;
    n->overload = (cm_str){NULL, 0};
    n->attrs = (cm_chain){CM_NONE, CM_NONE, 0};
    ir->info[node].op = entry->op;
    ir->info[node].since =
        schema == NULL || cm_ir_is_custom(ir, entry->op) ? entry->since : schema->since_version;
    return CAMEO_OK;
}

cameo_status cm_body_value(cm_body *s, cm_id *v) {
    return cm_ir_add_value(s->ir, s->graph, (cm_str){NULL, 0}, v);
}

cameo_status cm_body_add(cm_body *s, cm_str op_type, const cm_id *in, uint32_t n_in,
                             const cm_id *out, uint32_t n_out, cm_id *node) {
    cm_ir *ir = s->ir;
    CM_TRY(cm_ir_add_node(ir, s->graph, s->before, s->node, in, n_in, out, n_out, node));
    ir->info[*node].of_body = true;
    return cm_ir_set_op(ir, *node, op_type, s->e);
}

/* A float scalar; `like`: in the dtype of input 0. */
static cameo_status body_float(cm_body *s, bool like, cm_id *v) {
    float x = (float)body_number(s);
    cm_id in[2] = {CM_NONE, cm_ir_in(s->ir, s->node, 0)}, node;
    CM_TRY(cm_body_const(s, CAMEO_FLOAT, 0, 1, &x, &in[0]));
    *v = in[0];
    if (!like) return CAMEO_OK;
    CM_TRY(cm_body_value(s, v));
    return cm_body_add(s, CM_STR("CastLike"), in, 2, v, 1, &node);
}

/* [numbers], read up to their end; at most CM_BODY_MAX. */
static uint32_t body_ints(cm_body *s, int64_t *v) {
    uint32_t n = 0;
    while (!s->wrong && !cm_body_take(s, ']')) {
        if (n == CM_BODY_MAX) {
            s->wrong = true;
            break;
        }
        v[n++] = body_integer(s);
        if (*s->p != ']') cm_body_want(s, ',');
    }
    return n;
}

/* {numbers}, read up to their end; at most CM_BODY_MAX. */
static cameo_status body_floats(cm_body *s, cm_id *v) {
    float data[CM_BODY_MAX];
    uint32_t n = 0;
    while (!s->wrong && !cm_body_take(s, '}')) {
        if (n == CM_BODY_MAX) {
            s->wrong = true;
            break;
        }
        data[n++] = (float)body_decimal(s);
        if (*s->p != '}') cm_body_want(s, ',');
    }
    return cm_body_const(s, CAMEO_FLOAT, 1, n, data, v);
}

/* An attribute's list as a tensor of rank 1; an empty one where it is absent. */
static cameo_status body_list(cm_body *s, cm_id *v) {
    const cm_attr *a = cm_body_attr(s, cm_body_name(s));
    const cm_tables *t = &s->ir->t;
    if (a != NULL && a->type == CM_ATTR_INTS)
        return cm_body_const(s, CAMEO_INT64, 1, a->list.n, t->ints.row + a->list.first, v);
    bool floats = a != NULL && a->type == CM_ATTR_FLOATS;
    return cm_body_const(s, CAMEO_FLOAT, 1, floats ? a->list.n : 0,
                      floats ? (const void *)(t->floats.row + a->list.first) : s, v);
}

/* One operand; the list of repeated statements is more than one. */
cameo_status cm_body_operand(cm_body *s, cm_id *v) {
    char c = *s->p;
    int64_t ints[CM_BODY_MAX];
    *v = CM_NONE;
    if (body_is_digit(c)) {
        *v = cm_ir_in(s->ir, s->node, cm_body_digits(s));
        return CAMEO_OK;
    }
    if (c == '\0') return s->wrong = true, CAMEO_OK;
    s->p++;
    if (c == '+') {
        *v = cm_ir_in(s->ir, s->node, s->base + cm_body_digits(s));
    } else if (c == '[') {
        return cm_body_const(s, CAMEO_INT64, 1, body_ints(s, ints), ints, v);
    } else if (c == '{') {
        return body_floats(s, v);
    } else if (c == '#') {
        ints[0] = body_integer(s);
        return cm_body_const(s, CAMEO_INT64, 0, 1, ints, v);
    } else if (c == '&') {
        return body_list(s, v);
    } else if (c == '%' || c == '^') {
        return body_float(s, c == '^', v);
    } else if (c >= 'a' && c <= 'z') {
        *v = s->own[c - 'a'];
    } else if (c >= 'A' && c <= 'H') {
        *v = s->out[c - 'A'];
    } else if (c == '@') {
        *v = s->item;
    } else if (c != '_') {
        s->wrong = true;
    }
    return CAMEO_OK;
}

/* ---- attributes of a new node ---- */

static cameo_status body_attr_value(cm_body *s, cm_id node, cm_attr a) {
    int64_t ints[CM_BODY_MAX];
    if (cm_body_take(s, '&')) {
        const cm_attr *from = cm_body_attr(s, cm_body_name(s));
        if (from == NULL) return CAMEO_OK;
        cm_str name = a.name;
        a = *from;
        a.name = name;
    } else if (cm_body_take(s, '%')) {
        a.type = CM_ATTR_FLOAT;
        a.f = (float)body_number(s);
    } else if (cm_body_take(s, '\'')) {
        const char *from = s->p;
        while (*s->p != '\0' && *s->p != '\'') s->p++;
        a.type = CM_ATTR_STRING;
        a.s = (cm_str){from, (size_t)(s->p - from)};
        cm_body_want(s, '\'');
    } else if (cm_body_take(s, '[')) {
        uint32_t n = body_ints(s, ints);
        if (!CM_IR_ROOM(s->ir, s->ir->t.ints, n)) return cm_ir_nomem(s->ir);
        a.type = CM_ATTR_INTS;
        a.list = (cm_range){s->ir->t.ints.n, n};
        memcpy(s->ir->t.ints.row + s->ir->t.ints.n, ints, n * sizeof *ints);
        s->ir->t.ints.n += n;
    } else {
        a.type = CM_ATTR_INT;
        a.i = body_integer(s);
    }
    return cm_ir_set_attr(s->ir, node, a);
}

/* The new node gets the attribute, too. A graph has one node around it: it is the new one's alone from here on. */
static cameo_status body_hand_on(cm_body *s, cm_id node, const cm_attr *from) {
    cm_tables *t = &s->ir->t;
    cm_id id = (cm_id)(from - t->attr.row), graph = from->row;
    CM_TRY(cm_ir_set_attr(s->ir, node, *from));
    if (t->attr.row[id].type != CM_ATTR_GRAPH) return CAMEO_OK;
    t->attr.row[id].n_rows = 0;
    t->graph.row[graph].parent_node = node;
    return CAMEO_OK;
}

static cameo_status body_attrs(cm_body *s, cm_id node) {
    while (!s->wrong && *s->p != ')') {
        cm_attr a = {.name = cm_body_name(s), .row = CM_NONE, .next = CM_NONE};
        if (cm_body_take(s, '=')) {
            CM_TRY(body_attr_value(s, node, a));
        } else {
            const cm_attr *from = cm_body_attr(s, a.name);
            bool zero = cm_body_take(s, '!') && from != NULL &&
                        (from->type == CM_ATTR_FLOAT ? from->f == 0 : from->i == 0);
            if (from != NULL && !zero) CM_TRY(body_hand_on(s, node, from));
        }
        if (*s->p != ')') cm_body_want(s, ',');
    }
    return CAMEO_OK;
}

/* ---- statements ---- */

/* Has the graph that is this attribute an input of that name? */
static bool body_graph_has(const cm_body *s, cm_str attr, cm_str name) {
    const cm_tables *t = &s->ir->t;
    const cm_attr *a = cm_body_attr(s, attr);
    if (a == NULL || a->type != CM_ATTR_GRAPH) return false;
    cm_range inputs = t->graph.row[a->row].inputs;
    for (uint32_t i = 0; i < inputs.n; i++) {
        if (cm_str_eq(t->value.row[t->ids.row[inputs.first + i]].name, name)) return true;
    }
    return false;
}

/* One condition behind ? or !. */
static bool body_condition(cm_body *s) {
    if (body_is_digit(*s->p)) return body_has_in(s, cm_body_digits(s));
    bool output = *s->p >= 'A' && *s->p <= 'H' && !body_is_name(s->p[1]);
    if (output) return cm_ir_out(s->ir, s->node, (uint32_t)(*s->p++ - 'A')) != CM_NONE;
    const char *from = s->p;
    cm_str name = cm_body_name(s);
    if (cm_body_take(s, '.')) return body_graph_has(s, name, cm_body_name(s));
    if (cm_body_take(s, '@')) (void)cm_body_digits(s);
    bool less = cm_body_take(s, '<');
    if (!less && !cm_body_take(s, '=')) return cm_body_attr(s, name) != NULL;
    if (body_is_digit(*s->p) || *s->p == '-') {
        double want = body_decimal(s);
        const char *behind = s->p;
        s->p = from;
        double is = body_number(s);
        s->p = behind;
        return less ? is < want : is == want;
    }
    return cm_str_eq(body_string(s, name), cm_body_name(s));
}

static void body_skip(cm_body *s) {
    while (*s->p != '\0' && *s->p != ')') s->p++;
    cm_body_want(s, ')');
}

/* Names on the left: the values that the node makes. */
static cameo_status body_targets(cm_body *s, cm_id *out, uint32_t *n) {
    cm_ir *ir = s->ir;
    for (*n = 0; !s->wrong && *n < CM_BODY_MAX;) {
        char c = *s->p;
        cm_id *v = &out[(*n)++];
        *v = CM_NONE;
        if (c == '\0') break;
        s->p++;
        if (c >= 'A' && c <= 'H') {
            uint32_t i = (uint32_t)(c - 'A');
            *v = cm_ir_out(ir, s->node, i);
            s->made |= UINT32_C(1) << i;
            if (*v == CM_NONE) CM_TRY(cm_body_value(s, v));
            s->out[i] = *v;
        } else if (c >= 'a' && c <= 'z') {
            CM_TRY(cm_body_value(s, v));
        } else if (c != '_') {
            s->wrong = true;
        }
        if (!cm_body_take(s, ',')) break;
    }
    cm_body_want(s, '=');
    return CAMEO_OK;
}

/* The operands up to ; or the bracket. */
static cameo_status body_operands(cm_body *s, cm_id **in, uint32_t *n) {
    uint32_t cap = CM_BODY_MAX + s->n_list;
    *in = CM_ARENA_NEW_N(s->ir->work, cm_id, cap);
    if (*in == NULL) return cm_ir_nomem(s->ir);
    for (*n = 0; !s->wrong && *s->p != ')' && *s->p != ';';) {
        if (cm_body_take(s, '*')) {
            for (uint32_t i = 0; i < s->n_list; i++) (*in)[(*n)++] = s->list[i];
            s->n_list = 0;
        } else {
            CM_TRY(cm_body_operand(s, &(*in)[(*n)++]));
        }
        if (*n + s->n_list >= cap || (*s->p != ')' && *s->p != ';' && !cm_body_take(s, ',')))
            s->wrong = true;
    }
    return CAMEO_OK;
}

/* The nodes of the graph: its input is x, *y its output. Its input has a declared dtype, to which x is cast first. */
static cameo_status body_inline(cm_body *s, cm_id g, cm_id x, cm_id *y) {
    cm_ir *ir = s->ir;
    const cm_graph *graph = &ir->t.graph.row[g];
    CM_CHECK(graph->inputs.n == 1 && graph->outputs.n == 1, s->e, CAMEO_E_MALFORMED,
             "the graph has %u inputs and %u outputs, want one each", graph->inputs.n,
             graph->outputs.n);
    *y = ir->t.ids.row[graph->outputs.first];
    cm_id input = ir->t.ids.row[graph->inputs.first], type = ir->t.value.row[input].type;
    if (type != CM_NONE && ir->t.type.row[type].kind == CAMEO_KIND_TENSOR) {
        cm_id node, from = x;
        int64_t dtype = ir->t.type.row[type].dtype;
        CM_TRY(cm_body_value(s, &x));
        CM_TRY(cm_body_add(s, CM_STR("Cast"), &from, 1, &x, 1, &node));
        CM_TRY(cm_ir_set_int(ir, node, "to", dtype));
    }
    cm_ir_replace(ir, input, x);
    cm_body_move(s, g);
    return CAMEO_OK;
}

static cameo_status body_inline_call(cm_body *s, char target) {
    cm_str name = cm_body_name(s);
    const cm_attr *a = cm_body_attr(s, name);
    cm_id x, y = CM_NONE;
    cm_body_want(s, ',');
    CM_TRY(cm_body_operand(s, &x));
    cm_body_want(s, ')');
    y = x;
    if (a != NULL && a->type == CM_ATTR_GRAPH) CM_TRY(body_inline(s, a->row, x, &y));
    if (target < 'a' || target > 'z' || s->wrong) return s->wrong = true, CAMEO_OK;
    s->own[target - 'a'] = y;
    return CAMEO_OK;
}

/* To the mark whose name stands here. */
static void body_to(cm_body *s) {
    cm_str mark = cm_body_name(s);
    for (; s->p != NULL; s->p = s->more, s->more = NULL) {
        while (*s->p != '\0') {
            if (!cm_body_take(s, ':')) {
                s->p++;
            } else if (cm_str_eq(cm_body_name(s), mark)) {
                return;
            }
        }
    }
    s->p = "";
    s->wrong = true;
}

/* values=operator(operands;attributes), or without values where results go to the list. */
static cameo_status body_statement(cm_body *s, bool listed) {
    cm_id out[CM_BODY_MAX], *in, node;
    uint32_t n_out = 1, n_in = 0;
    const char *left = s->p;
    if (listed) {
        CM_TRY(cm_body_value(s, &out[0]));
    } else {
        if (body_word(s, "Fail(")) {
            left = s->p;
            body_skip(s);
            CM_CHECK(false, s->e, CAMEO_E_UNSUPPORTED, "unsupported: %.*s", (int)(s->p - left - 1),
                     left);
        }
        if (body_word(s, "Gradient()")) {
            s->whole = true;
            return cm_ir_expand_gradient(s->ir, s->node, s->e);
        }
        if (body_word(s, "End()")) {
            while (*s->p != '\0') s->p++;
            return CAMEO_OK;
        }
        if (body_word(s, "To(")) return body_to(s), CAMEO_OK;
        if (body_word(s, "Call(")) return cm_body_call(s);
        if (body_word(s, "Empty(")) return cm_body_empty(s);
        if (body_word(s, "Loop(")) return cm_body_loop_begin(s);
        if (body_word(s, "Next(")) return cm_body_loop_end(s);
        CM_TRY(body_targets(s, out, &n_out));
    }
    cm_str op_type;
    if (cm_body_take(s, '$')) {
        op_type = body_string(s, cm_body_name(s));
    } else {
        op_type = cm_body_name(s);
        if (cm_body_take(s, '.')) op_type.n += 1 + cm_body_name(s).n;
    }
    cm_body_want(s, '(');
    if (cm_str_is(op_type, "Inline")) return body_inline_call(s, *left);
    CM_TRY(body_operands(s, &in, &n_in));
    if (s->wrong) return CAMEO_OK;
    CM_TRY(cm_body_add(s, op_type, in, n_in, out, n_out, &node));
    if (cm_body_take(s, ';')) CM_TRY(body_attrs(s, node));
    cm_body_want(s, ')');
    if (listed) return s->item = out[0], CAMEO_OK;
    for (uint32_t i = 0; i < n_out; i++, left += 2) {
        if (*left >= 'a' && *left <= 'z') s->own[*left - 'a'] = out[i];
    }
    return CAMEO_OK;
}

static cameo_status body_repeat(cm_body *s) {
    uint32_t first = cm_body_digits(s), step, n_in = s->ir->t.node.row[s->node].in.n;
    cm_body_want(s, '/');
    step = cm_body_digits(s);
    cm_body_want(s, ' ');
    if (s->wrong || step == 0) return s->wrong = true, CAMEO_OK;
    const char *statement = s->p;
    CM_CHECK(n_in > first && (n_in - first) % step == 0, s->e, CAMEO_E_MALFORMED,
             "%u inputs, want %u and some times %u", n_in, first, step);
    CM_TRY(cm_body_list_room(s, n_in));
    for (s->base = first; s->base < n_in && !s->wrong; s->base += step) {
        s->p = statement;
        CM_TRY(body_statement(s, true));
        s->list[s->n_list++] = s->item;
    }
    return CAMEO_OK;
}

/* For each value of the list; in a Loop, of those that it carries. */
static cameo_status body_each(cm_body *s) {
    const char *statement = s->p;
    uint32_t n = s->loop != NULL ? s->loop->n - s->loop->n_letters : s->n_list;
    if (n == 0) body_skip(s);
    for (uint32_t i = 0; i < n && !s->wrong; i++) {
        s->p = statement;
        s->item = s->list[i];
        CM_TRY(body_statement(s, true));
        s->list[i] = s->item;
    }
    return CAMEO_OK;
}

static cameo_status body_run(cm_body *s) {
    while (!s->wrong) {
        while (*s->p == ' ') s->p++;
        bool go = true;
        while (*s->p == '?' || *s->p == '!') {
            bool no = *s->p++ == '!';
            go = (body_condition(s) != no) && go;
            while (*s->p == ' ') s->p++;
        }
        if (*s->p == '\0') break;
        if (!go) {
            body_skip(s);
        } else if (cm_body_take(s, '*')) {
            CM_TRY(body_repeat(s));
        } else if (cm_body_take(s, '@')) {
            CM_TRY(body_each(s));
        } else if (cm_body_take(s, ':')) {
            (void)cm_body_name(s);
        } else {
            CM_TRY(body_statement(s, false));
        }
    }
    CM_CHECK(!s->wrong, s->e, CAMEO_E_INTERNAL, "the body is wrong at \"%s\"", s->p);
    return CAMEO_OK;
}

cameo_status cm_ir_run_body(cm_ir *ir, cm_id node, const char *text, const char *more, cameo_error *problem) {
    const cm_node *n = &ir->t.node.row[node];
    cm_body s = {.ir = ir, .node = node, .graph = n->graph, .before = node, .p = text, .more = more, .e = problem};
    s.schema = cm_schema_find(cm_domain_normal(n->domain), n->op_type, ir->info[node].since);
    CM_CHECK(s.schema != NULL, problem, CAMEO_E_UNSUPPORTED, "the operator has no schema");
    uint32_t n_out = n->out.n;
    for (uint32_t i = 0; i < 26; i++) s.own[i] = CM_NONE;
    for (uint32_t i = 0; i < 8; i++) s.out[i] = CM_NONE;
    CM_TRY(body_run(&s));
    for (uint32_t i = 0; i < n_out && !s.whole; i++) {
        bool made = i < 8 && (s.made >> i & 1) != 0;
        CM_CHECK(made || cm_ir_out(ir, node, i) == CM_NONE, problem, CAMEO_E_UNSUPPORTED,
                 "unsupported: output %u", i);
    }
    cm_ir_kill(ir, node);
    return CAMEO_OK;
}

cameo_status cm_ir_expand_body(cm_ir *ir, cm_id node, cameo_error *problem) {
    const cm_field *text = ir->info[node].op->fields;
    return cm_ir_run_body(ir, node, text[0].choices, text[0].max == 0 ? NULL : text[1].choices, problem);
}
