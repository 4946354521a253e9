/* cmd_diff.c — `cameo diff`: what is different between two models. Names of inner values are no difference. */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "tools/diff_match.h"

#define DIFF_LINES 40 /* of each kind, without --all */
#define DIFF_TROUBLE 2

typedef struct diff_state {
    diff_side a, b;
    size_t n_lines, most; /* of the kind that is printed */
    bool differ;
} diff_state;

/* ---- lines ---- */

/* A line of what is different; those above the limit are counted. */
static void diff_line(diff_state *s, const char *fmt, ...) CM_PRINTF(2, 3);
static void diff_line(diff_state *s, const char *fmt, ...) {
    s->differ = true;
    if (s->n_lines++ >= s->most) return;
    va_list ap, first;
    va_start(ap, fmt);
    va_copy(first, ap);
    int sign = fmt[0] == '%' ? va_arg(first, int) : fmt[0]; /* "%c" or the sign itself */
    va_end(first);
    fputs(tool_ink(stdout, sign == '-' ? TOOL_RED : sign == '+' ? TOOL_GREEN : TOOL_YELLOW), stdout);
    vprintf(fmt, ap);
    va_end(ap);
    printf("%s\n", tool_ink(stdout, TOOL_PLAIN));
}

static void diff_end(diff_state *s, const char *what) {
    if (s->n_lines > s->most)
        printf("and %zu more %s: --all shows them\n", s->n_lines - s->most, what);
    s->n_lines = 0;
}

typedef struct diff_text {
    char p[512];
    size_t n;
} diff_text;

static void diff_add(diff_text *t, const char *fmt, ...) CM_PRINTF(2, 3);
static void diff_add(diff_text *t, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(t->p + t->n, sizeof t->p - t->n, fmt, ap);
    va_end(ap);
    if (n > 0) t->n += (size_t)n < sizeof t->p - t->n ? (size_t)n : sizeof t->p - t->n - 1;
}

static void diff_add_str(diff_text *t, cm_str s) {
    char text[128];
    diff_add(t, "%s", tool_text(text, sizeof text, (cameo_string){s.p, s.n}));
}

static void diff_add_value(diff_text *t, const diff_side *s, cm_id v) {
    if (v != CM_NONE) diff_add_str(t, s->t->value.row[v].name);
}

/* "float32[batch,3]" */
static void diff_add_type(diff_text *t, const cameo_type *type) {
    static const char *const kinds[] = {"", "", "sequence of ", "optional of ", "map of "};
    diff_add(t, "%s%s", kinds[type->kind <= CAMEO_KIND_MAP ? type->kind : 0],
             cameo_dtype_name(type->dtype));
    for (uint32_t i = 0; type->has_shape && i < type->rank; i++) {
        diff_add(t, i == 0 ? "[" : ",");
        if (type->dims[i] >= 0)
            diff_add(t, "%" PRId64, type->dims[i]);
        else if (type->dim_params[i].n != 0)
            diff_add_str(t, (cm_str){type->dim_params[i].p, type->dim_params[i].n});
        else
            diff_add(t, "?");
    }
    diff_add(t, !type->has_shape ? "" : type->rank == 0 ? "[]" : "]");
}

/* ---- inputs, outputs, opsets ---- */

typedef void diff_get_io(const cameo_model *m, uint32_t index, cameo_type *type);

static void diff_io_text(diff_text *t, const cameo_model *m, diff_get_io *get, uint32_t i) {
    cameo_type type;
    memset(&type, 0, sizeof type);
    get(m, i, &type);
    t->n = 0;
    t->p[0] = 0;
    diff_add_str(t, (cm_str){type.name.p, type.name.n});
    diff_add(t, " ");
    diff_add_type(t, &type);
}

/* By position: the order of inputs and outputs has a meaning. */
static void diff_io(diff_state *s, const char *what, diff_get_io *get, uint32_t n_a, uint32_t n_b) {
    diff_text x, y;
    for (uint32_t i = 0; i < n_a || i < n_b; i++) {
        if (i < n_a) diff_io_text(&x, s->a.model, get, i);
        if (i < n_b) diff_io_text(&y, s->b.model, get, i);
        if (i < n_a && i < n_b && strcmp(x.p, y.p) == 0) continue;
        if (i < n_a) diff_line(s, "- %s %s", what, x.p);
        if (i < n_b) diff_line(s, "+ %s %s", what, y.p);
    }
}

static void diff_opsets(diff_state *s) {
    char text[64];
    for (int side = 0; side < 2; side++) {
        const diff_side *one = side == 0 ? &s->a : &s->b, *other = side == 0 ? &s->b : &s->a;
        CM_EACH(id, one->t->opset, one->model->opsets) {
            const cm_opset *o = &one->t->opset.row[id];
            int64_t there = cm_opset_find(other->t, other->model->opsets, o->domain);
            if (there == o->version || (side == 1 && there != 0)) continue;
            tool_text(text, sizeof text, (cameo_string){o->domain.p, o->domain.n});
            const char *domain = o->domain.n == 0 ? "ai.onnx" : text;
            if (there != 0)
                diff_line(s, "~ opset %s %" PRId64 " -> %" PRId64, domain, o->version, there);
            else
                diff_line(s, "%c opset %s %" PRId64, "-+"[side], domain, o -> version);
        }
    }
}

static void diff_metadata(diff_state *s) {
    for (int side = 0; side < 2; side++) {
        const diff_side *one = side == 0 ? &s->a : &s->b, *other = side == 0 ? &s->b : &s->a;
        CM_EACH(id, one->t->prop, one->model->props) {
            const cm_prop *p = &one->t->prop.row[id];
            bool found = false;
            CM_EACH(k, other->t->prop, other->model->props) {
                const cm_prop *q = &other->t->prop.row[k];
                found = found || (cm_str_eq(p->key, q->key) && cm_str_eq(p->value, q->value));
            }
            diff_text t = {.n = 0};
            diff_add_str(&t, p->key);
            if (!found) diff_line(s, "%c metadata %s", "-+"[side], t.p);
        }
    }
}

static void diff_head(diff_state *s) {
    cameo_model_info a = {.size = sizeof a}, b = {.size = sizeof b};
    cameo_model_get_info(s->a.model, &a);
    cameo_model_get_info(s->b.model, &b);
    if (a.ir_version != b.ir_version)
        diff_line(s, "~ ir_version %" PRId64 " -> %" PRId64, a.ir_version, b.ir_version);
    diff_opsets(s);
    diff_metadata(s);
    diff_io(s, "input", cameo_model_get_input, a.n_inputs + a.n_defaults,
            b.n_inputs + b.n_defaults);
    diff_io(s, "output", cameo_model_get_output, a.n_outputs, b.n_outputs);
    diff_end(s, "inputs and outputs");
}

/* ---- operators ---- */

typedef struct diff_count {
    cm_str domain, op_type;
    uint32_t n[2];
} diff_count;

static int diff_by_op(const void *x, const void *y) {
    const diff_count *a = x, *b = y;
    int c = cm_str_cmp(a->domain, b->domain);
    return c != 0 ? c : cm_str_cmp(a->op_type, b->op_type);
}

static void diff_operators(diff_state *s) {
    size_t n = 0;
    diff_count *row = tool_alloc(((size_t)s->a.t->node.n + s->b.t->node.n + 1) * sizeof *row);
    for (int side = 0; side < 2; side++) {
        const cm_tables *t = side == 0 ? s->a.t : s->b.t;
        for (cm_id id = 0; id < t->node.n; id++) {
            row[n] = (diff_count){t->node.row[id].domain, t->node.row[id].op_type, {0, 0}};
            row[n++].n[side] = 1;
        }
    }
    qsort(row, n, sizeof *row, diff_by_op);
    for (size_t i = 0; i < n;) {
        diff_count sum = row[i];
        for (i++; i < n && diff_by_op(&sum, &row[i]) == 0; i++) {
            sum.n[0] += row[i].n[0];
            sum.n[1] += row[i].n[1];
        }
        diff_text t = {.n = 0};
        diff_add_str(&t, sum.op_type);
        if (sum.n[0] != sum.n[1])
            diff_line(s, "~ operator %s %" PRIu32 " -> %" PRIu32, t.p, sum.n[0], sum.n[1]);
    }
    free(row);
    diff_end(s, "operators");
}

/* ---- nodes ---- */

static void diff_add_attr(diff_text *t, const diff_side *s, const cm_attr *a) {
    switch (a->type) {
    case CM_ATTR_FLOAT: diff_add(t, "%g", (double)a->f); break;
    case CM_ATTR_INT: diff_add(t, "%" PRId64, a->i); break;
    case CM_ATTR_STRING: diff_add_str(t, a->s); break;
    case CM_ATTR_INTS:
        for (uint32_t i = 0; i < a->list.n && i < 8; i++)
            diff_add(t, i == 0 ? "%" PRId64 : ",%" PRId64, s->t->ints.row[a->list.first + i]);
        if (a->list.n > 8) diff_add(t, ",...");
        break;
    default: diff_add(t, "(...)"); break;
    }
}

/* "Conv conv1(x,w) -> y {pads=1,1}" */
static void diff_node_text(diff_text *t, const diff_side *s, cm_id node) {
    const cm_node *n = &s->t->node.row[node];
    diff_add_str(t, n->op_type);
    diff_add(t, "(");
    for (uint32_t i = 0; i < n->in.n; i++) {
        if (i != 0) diff_add(t, ",");
        diff_add_value(t, s, s->t->use.row[n->in.first + i].value);
    }
    diff_add(t, ") -> ");
    for (uint32_t i = 0; i < n->out.n; i++) {
        if (i != 0) diff_add(t, ",");
        diff_add_value(t, s, s->t->ids.row[n->out.first + i]);
    }
    CM_EACH(id, s->t->attr, n->attrs) {
        const cm_attr *a = &s->t->attr.row[id];
        diff_add(t, id == n->attrs.first ? " {" : " ");
        diff_add_str(t, a->name);
        diff_add(t, "=");
        diff_add_attr(t, s, a);
    }
    if (n->attrs.n != 0) diff_add(t, "}");
}

static const cm_attr *diff_find_attr(const diff_side *s, cm_id node, cm_str name) {
    CM_EACH(id, s->t->attr, s->t->node.row[node].attrs) {
        if (cm_str_eq(s->t->attr.row[id].name, name)) return &s->t->attr.row[id];
    }
    return NULL;
}

/* Attributes of `node` that are others, or missing, at `other`; those there alone when back is set. */
static void diff_attrs(const diff_side *s, cm_id node, const diff_side *to, cm_id other, bool back,
                       diff_text *t) {
    CM_EACH(id, s->t->attr, s->t->node.row[node].attrs) {
        const cm_attr *a = &s->t->attr.row[id], *b = diff_find_attr(to, other, a->name);
        if (b != NULL && (back || diff_same_attr(s, a, to, b))) continue;
        diff_add(t, " ");
        diff_add_str(t, a->name);
        diff_add(t, back ? "=none -> " : "=");
        diff_add_attr(t, s, a);
        if (back) continue;
        diff_add(t, " -> ");
        if (b == NULL)
            diff_add(t, "none");
        else
            diff_add_attr(t, to, b);
    }
}

/* Values that correspond, or constants with one content. */
static bool diff_same_value(const diff_side *a, cm_id v, const diff_side *b, cm_id w) {
    if (v == CM_NONE || w == CM_NONE) return v == w;
    bool constant =
        a->t->value.row[v].kind == CM_VALUE_INIT && b->t->value.row[w].kind == CM_VALUE_INIT;
    if (constant && a->value_hash[v] == b->value_hash[w]) return true;
    return a->value_pair[v] != 0 && a->value_pair[v] == b->value_pair[w];
}

static void diff_operands(const diff_side *a, cm_id node, const diff_side *b, cm_id other,
                          diff_text *t) {
    cm_range x = a->t->node.row[node].in, y = b->t->node.row[other].in;
    for (uint32_t i = 0; i < x.n || i < y.n; i++) {
        cm_id v = i < x.n ? a->t->use.row[x.first + i].value : CM_NONE;
        cm_id w = i < y.n ? b->t->use.row[y.first + i].value : CM_NONE;
        if (diff_same_value(a, v, b, w)) continue;
        diff_add(t, " input %" PRIu32 " ", i);
        diff_add_value(t, a, v);
        diff_add(t, v == CM_NONE ? "none -> " : " -> ");
        diff_add_value(t, b, w);
        if (w == CM_NONE) diff_add(t, "none");
    }
    x = a->t->node.row[node].out;
    y = b->t->node.row[other].out;
    if (x.n != y.n) diff_add(t, " outputs %" PRIu32 " -> %" PRIu32, x.n, y.n);
}

static void diff_pair(diff_state *s, cm_id node, cm_id other) {
    diff_text what = {.n = 0}, change = {.n = 0};
    diff_operands(&s->a, node, &s->b, other, &change);
    diff_attrs(&s->a, node, &s->b, other, false, &change);
    diff_attrs(&s->b, other, &s->a, node, true, &change);
    if (change.n == 0) return;
    diff_add_str(&what, s->a.t->node.row[node].op_type);
    diff_add(&what, " -> ");
    if (s->a.t->node.row[node].out.n != 0)
        diff_add_value(&what, &s->a, s->a.t->ids.row[s->a.t->node.row[node].out.first]);
    diff_line(s, "~ node %s:%s", what.p, change.p);
}

/* [pair number] the row of b that has it; pair holds the numbers of b's n rows. The caller frees it. */
static cm_id *diff_rows_of_pairs(const uint32_t *pair, cm_id n) {
    uint32_t n_pairs = 0;
    for (cm_id id = 0; id < n; id++) n_pairs = pair[id] > n_pairs ? pair[id] : n_pairs;
    cm_id *row = tool_alloc(((size_t)n_pairs + 1) * sizeof *row);
    for (cm_id id = 0; id < n; id++) row[pair[id]] = id;
    return row;
}

static void diff_nodes(diff_state *s) {
    cm_id *of_b = diff_rows_of_pairs(s->b.node_pair, s->b.t->node.n);
    for (cm_id id = 0; id < s->a.t->node.n; id++) {
        if (s->a.node_pair[id] != 0) {
            diff_pair(s, id, of_b[s->a.node_pair[id]]);
            continue;
        }
        diff_text t = {.n = 0};
        diff_node_text(&t, &s->a, id);
        diff_line(s, "- node %s", t.p);
    }
    diff_end(s, "nodes changed or gone");
    for (cm_id id = 0; id < s->b.t->node.n; id++) {
        if (s->b.node_pair[id] != 0) continue;
        diff_text t = {.n = 0};
        diff_node_text(&t, &s->b, id);
        diff_line(s, "+ node %s", t.p);
    }
    diff_end(s, "new nodes");
    free(of_b);
}

/* ---- initializers ---- */

static void diff_init_text(diff_text *t, const diff_side *s, cm_id value) {
    const cm_tensor_proto *p = &s->t->tensor.row[s->t->value.row[value].init];
    cameo_type type = {
        .kind = CAMEO_KIND_TENSOR, .dtype = (cameo_dtype)p->dtype, .has_shape = true};
    for (uint32_t i = 0; i < p->dims.n && i < CAMEO_MAX_RANK; i++)
        type.dims[type.rank++] = s->t->ints.row[p->dims.first + i];
    diff_add_value(t, s, value);
    diff_add(t, " ");
    diff_add_type(t, &type);
    diff_add(t, " %zu bytes", p->payload.size);
}

static void diff_init_pair(diff_state *s, cm_id v, cm_id w) {
    if (s->a.value_hash[v] == s->b.value_hash[w]) return;
    diff_text x = {.n = 0}, y = {.n = 0};
    diff_init_text(&x, &s->a, v);
    diff_init_text(&y, &s->b, w);
    if (strcmp(x.p, y.p) == 0)
        diff_line(s, "~ initializer %s, other ones", x.p);
    else
        diff_line(s, "~ initializer %s -> %s", x.p, y.p);
}

static void diff_inits(diff_state *s) {
    cm_id *of_b = diff_rows_of_pairs(s->b.value_pair, s->b.t->value.n);
    for (int side = 0; side < 2; side++) {
        const diff_side *one = side == 0 ? &s->a : &s->b;
        for (cm_id v = 0; v < one->t->value.n; v++) {
            if (one->t->value.row[v].init == CM_NONE) continue;
            uint32_t pair = one->value_pair[v];
            if (pair != 0 && side == 0 && s->b.t->value.row[of_b[pair]].init != CM_NONE)
                diff_init_pair(s, v, of_b[pair]);
            if (pair != 0) continue;
            diff_text t = {.n = 0};
            diff_init_text(&t, one, v);
            diff_line(s, "%c initializer %s", "-+"[side], t.p);
        }
    }
    diff_end(s, "initializers");
    free(of_b);
}

/* ---- command ---- */

static bool diff_models(const tool_model *a, const tool_model *b, bool all) {
    diff_state s = {.a = {.model = a->model, .t = &a->model->t},
                    .b = {.model = b->model, .t = &b->model->t},
                    .most = all ? SIZE_MAX : DIFF_LINES};
    diff_match(&s.a, &s.b);
    diff_head(&s);
    diff_operators(&s);
    diff_nodes(&s);
    diff_inits(&s);
    diff_free(&s.a);
    diff_free(&s.b);
    return s.differ;
}

/* The models' status 1 would read as a difference. */
static int diff_exit(cameo_status status) {
    int code = tool_exit_load(status);
    return code == TOOL_FAILED ? DIFF_TROUBLE : code;
}

static int diff_command(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    const char *path[2] = {NULL, NULL};
    tool_model m[2];
    tool_options o;
    cameo_error e = {0};
    bool all = false;
    int result = TOOL_OK;
    tool_options_init(&o, 1);
    memset(m, 0, sizeof m);
    while (tool_next(&a)) {
        if (tool_flag(&a, "--all"))
            all = true;
        else if (tool_word(&a) != NULL && path[1] == NULL)
            path[path[0] != NULL] = tool_word(&a);
        else
            tool_refuse(&a);
    }
    if (a.wrong) return TOOL_USAGE;
    if (path[1] == NULL) return tool_wrong(&a, "want two models");
    for (int i = 0; i < 2 && result == TOOL_OK; i++) {
        cameo_status status = tool_model_load(&m[i], path[i], &o.cameo, &e);
        if (status == CAMEO_OK) continue;
        tool_print_error(path[i], &e);
        result = diff_exit(status);
    }
    if (result == TOOL_OK) result = diff_models(&m[0], &m[1], all) ? TOOL_FAILED : TOOL_OK;
    tool_model_free(&m[0]);
    tool_model_free(&m[1]);
    return result;
}

const tool_command tool_cmd_diff = {"diff", "what is different between two models",
                                    "usage: cameo diff A B [--all]\n\n"
                                    "Opsets, metadata, inputs, outputs, numbers of operators, "
                                    "nodes, initializers: - only in A, + only in\n"
                                    "B, ~ changed; at most 40 lines of a kind without --all. Nodes "
                                    "are known by what they compute, then\n"
                                    "by the names of their outputs, then by their operands; names "
                                    "of inner values are no difference.\n"
                                    "Status 0: none, 1: some, 2 and above: trouble.\n",
                                    0, diff_command};
