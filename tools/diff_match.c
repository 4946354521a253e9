/* diff_match.c — see diff_match.h. Hashes have 64 bits: two contents that collide by chance are not a worry of a
 * tool that people look at. */
#include "tools/diff_match.h"

#include <string.h>

#include "base/bytes.h"
#include "base/dtype.h"

/* Rounds of matching by operands: the longest chain of renamed nodes behind a change. */
enum { DIFF_ROUNDS = 256 };

/* ---- hashes ---- */

static uint64_t diff_mix(uint64_t h, uint64_t x) {
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

static uint64_t diff_mix_bytes(uint64_t h, const void *bytes, size_t n) {
    const uint8_t *p = bytes;
    h = diff_mix(h, n);
    for (; n >= 8; n -= 8, p += 8) h = diff_mix(h, cm_load_le64(p));
    for (; n > 0; n--, p++) h = diff_mix(h, *p);
    return h;
}

static uint64_t diff_mix_str(uint64_t h, cm_str s) { return diff_mix_bytes(h, s.p, s.n); }

static cm_str diff_domain(cm_str domain) {
    return cm_str_is(domain, "ai.onnx") ? (cm_str){NULL, 0} : domain;
}

/* Native and little-endian bytes of one number are the same. */
uint64_t diff_hash_tensor(const cm_tables *t, cm_id tensor) {
    const cm_tensor_proto *p = &t->tensor.row[tensor];
    const uint8_t *bytes = cm_payload_bytes(t, &p->payload);
    uint64_t h = diff_mix(1, (uint64_t)p->dtype);
    for (uint32_t i = 0; i < p->dims.n; i++)
        h = diff_mix(h, (uint64_t)t->ints.row[p->dims.first + i]);
    if (bytes == NULL) return h;
    if (!cm_payload_is_swapped(&p->payload, (cameo_dtype)p->dtype))
        return diff_mix_bytes(h, bytes, p->payload.size);
    uint8_t *copy = tool_alloc(p->payload.size + 1);
    cm_copy_swapped(copy, bytes, p->payload.size, cm_dtype_swap_width((cameo_dtype)p->dtype));
    h = diff_mix_bytes(h, copy, p->payload.size);
    free(copy);
    return h;
}

/* An attribute's type and content, graphs apart. */
static uint64_t diff_hash_attr(const cm_tables *t, const cm_attr *a) {
    uint64_t h = diff_mix(diff_mix_str(2, a->name), (uint64_t)a->type);
    cm_id row = a->row;
    switch (a->type) {
    case CM_ATTR_FLOAT: return diff_mix(h, cm_f32_bits(a->f));
    case CM_ATTR_INT: return diff_mix(h, (uint64_t)a->i);
    case CM_ATTR_STRING: return diff_mix_str(h, a->s);
    case CM_ATTR_FLOATS:
        for (uint32_t i = 0; i < a->list.n; i++)
            h = diff_mix(h, cm_f32_bits(t->floats.row[a->list.first + i]));
        return h;
    case CM_ATTR_INTS:
        for (uint32_t i = 0; i < a->list.n; i++)
            h = diff_mix(h, (uint64_t)t->ints.row[a->list.first + i]);
        return h;
    case CM_ATTR_STRINGS:
        for (uint32_t i = 0; i < a->list.n; i++)
            h = diff_mix_str(h, t->strs.row[a->list.first + i]);
        return h;
    case CM_ATTR_TENSOR:
    case CM_ATTR_TENSORS:
        for (; row != CM_NONE; row = t->tensor.row[row].next)
            h = diff_mix(h, diff_hash_tensor(t, row));
        return h;
    default: return diff_mix_str(h, a->ref_attr_name);
    }
}

/* Operator and attributes, in any order. */
static uint64_t diff_hash_op(const cm_tables *t, const cm_node *n) {
    uint64_t h = diff_mix_str(diff_mix_str(3, n->op_type), diff_domain(n->domain)), sum = 0;
    CM_EACH(id, t->attr, n->attrs) sum += diff_hash_attr(t, &t->attr.row[id]);
    return diff_mix(h, sum);
}

static uint64_t diff_hash_graph(diff_side *s, cm_id graph);

static void diff_hash_node(diff_side *s, cm_id node) {
    const cm_tables *t = s->t;
    const cm_node *n = &t->node.row[node];
    uint64_t h = diff_hash_op(t, n), graphs = 0;
    CM_EACH(id, t->attr, n->attrs) {
        const cm_attr *a = &t->attr.row[id];
        if (a->type != CM_ATTR_GRAPH && a->type != CM_ATTR_GRAPHS) continue;
        for (cm_id g = a->row; g != CM_NONE; g = t->graph.row[g].next)
            graphs += diff_mix_str(diff_hash_graph(s, g), a->name);
    }
    h = diff_mix(h, graphs);
    for (uint32_t i = 0; i < n->in.n; i++) {
        cm_id v = t->use.row[n->in.first + i].value;
        h = diff_mix(h, v == CM_NONE ? 0 : s->value_hash[v]);
    }
    s->node_hash[node] = h = diff_mix(h, n->out.n);
    for (uint32_t i = 0; i < n->out.n; i++) {
        cm_id v = t->ids.row[n->out.first + i];
        if (v != CM_NONE) s->value_hash[v] = diff_mix(h, i + 1);
    }
}

/* Nodes in order, bodies within; as deep as the limits of loading let them nest. */
static uint64_t diff_hash_graph(diff_side *s, cm_id graph) {
    const cm_tables *t = s->t;
    const cm_graph *g = &t->graph.row[graph];
    for (uint32_t i = 0; i < g->inputs.n; i++) {
        cm_id v = t->ids.row[g->inputs.first + i];
        if (t->value.row[v].kind != CM_VALUE_INPUT) continue;
        bool named = g->parent == CM_NONE;
        s->value_hash[v] =
            named ? diff_mix_str(4, t->value.row[v].name) : diff_mix(diff_mix(5, g->depth), i);
    }
    CM_EACH(node, t->node, g->nodes) diff_hash_node(s, node);
    uint64_t h = 6;
    for (uint32_t i = 0; i < g->outputs.n; i++) {
        cm_id v = t->ids.row[g->outputs.first + i];
        h = diff_mix(h, v == CM_NONE ? 0 : s->value_hash[v]);
    }
    return h;
}

static void diff_hash(diff_side *s) {
    const cm_tables *t = s->t;
    for (cm_id v = 0; v < t->value.n; v++) {
        const cm_value *row = &t->value.row[v];
        if (row->init != CM_NONE) s->value_hash[v] = diff_hash_tensor(t, row->init);
    }
    for (cm_id g = 0; g < t->graph.n; g++) {
        cm_id top = g;
        while (t->graph.row[top].parent != CM_NONE) top = t->graph.row[top].parent;
        s->function[g] = t->graph.row[top].function;
        if (top == g) (void)diff_hash_graph(s, g);
    }
}

/* ---- pairs ---- */

typedef struct diff_key {
    uint64_t key;
    cm_id id;
} diff_key;

typedef struct diff_pairs {
    diff_side *a, *b;
    diff_key *keys; /* of b's, sorted */
    size_t n;
    uint32_t n_pairs;
} diff_pairs;

static int diff_by_key(const void *x, const void *y) {
    const diff_key *p = x, *q = y;
    if (p->key != q->key) return p->key < q->key ? -1 : 1;
    return p->id < q->id ? -1 : p->id > q->id;
}

static void diff_pair_values(diff_pairs *p, cm_id v, cm_id w) {
    if (v == CM_NONE || w == CM_NONE || p->a->value_pair[v] != 0 || p->b->value_pair[w] != 0)
        return;
    p->a->value_pair[v] = p->b->value_pair[w] = ++p->n_pairs;
}

/* Inputs of bodies correspond by position. */
static void diff_pair_graphs(diff_pairs *p, cm_id g, cm_id h) {
    const cm_range from = p->a->t->graph.row[g].inputs, to = p->b->t->graph.row[h].inputs;
    for (uint32_t i = 0; i < from.n && i < to.n; i++)
        diff_pair_values(p, p->a->t->ids.row[from.first + i], p->b->t->ids.row[to.first + i]);
}

static void diff_pair_nodes(diff_pairs *p, cm_id node, cm_id other) {
    const cm_node *x = &p->a->t->node.row[node], *y = &p->b->t->node.row[other];
    p->a->node_pair[node] = p->b->node_pair[other] = ++p->n_pairs;
    for (uint32_t i = 0; i < x->out.n && i < y->out.n; i++) {
        diff_pair_values(p, p->a->t->ids.row[x->out.first + i], p->b->t->ids.row[y->out.first + i]);
    }
    CM_EACH(i, p->a->t->attr, x->attrs) {
        const cm_attr *s = &p->a->t->attr.row[i];
        CM_EACH(j, p->b->t->attr, y->attrs) {
            const cm_attr *r = &p->b->t->attr.row[j];
            bool graphs = s->type == CM_ATTR_GRAPH && r->type == CM_ATTR_GRAPH;
            if (graphs && cm_str_eq(s->name, r->name)) diff_pair_graphs(p, s->row, r->row);
        }
    }
}

/* A key of a node or value, 0: it takes no part. */
typedef uint64_t diff_key_fn(const diff_side *s, cm_id id);

/* Pairs what has the same key, in order; returns how many. */
static size_t diff_pair_by(diff_pairs *p, diff_key_fn *key, bool values) {
    const uint32_t *done = values ? p->b->value_pair : p->b->node_pair;
    cm_id n = values ? p->b->t->value.n : p->b->t->node.n;
    size_t count = 0;
    p->n = 0;
    for (cm_id id = 0; id < n; id++) {
        uint64_t k = done[id] != 0 ? 0 : key(p->b, id);
        if (k != 0) p->keys[p->n++] = (diff_key){k, id};
    }
    qsort(p->keys, p->n, sizeof *p->keys, diff_by_key);
    n = values ? p->a->t->value.n : p->a->t->node.n;
    for (cm_id id = 0; id < n; id++) {
        if ((values ? p->a->value_pair : p->a->node_pair)[id] != 0) continue;
        uint64_t k = key(p->a, id);
        size_t lo = 0, hi = p->n;
        while (k != 0 && lo < hi) {
            size_t mid = lo + (hi - lo) / 2;
            if (p->keys[mid].key < k)
                lo = mid + 1;
            else
                hi = mid;
        }
        while (lo < p->n && p->keys[lo].key == k && k != 0 && done[p->keys[lo].id] != 0) lo++;
        if (k == 0 || lo == p->n || p->keys[lo].key != k) continue;
        if (values)
            diff_pair_values(p, id, p->keys[lo].id);
        else
            diff_pair_nodes(p, id, p->keys[lo].id);
        count++;
    }
    return count;
}

/* ---- keys ---- */

static uint64_t diff_scope(const diff_side *s, cm_id graph) {
    cm_id f = s->function[graph];
    if (f == CM_NONE) return 7;
    return diff_mix_str(diff_mix_str(8, s->t->function.row[f].domain), s->t->function.row[f].name);
}

/* Inputs and constants by name. */
static uint64_t diff_key_named(const diff_side *s, cm_id id) {
    const cm_value *v = &s->t->value.row[id];
    bool fixed = v->kind == CM_VALUE_INIT || s->t->graph.row[v->graph].parent == CM_NONE;
    if (v->kind == CM_VALUE_NODE || !fixed || v->name.n == 0) return 0;
    return diff_mix_str(diff_scope(s, v->graph), v->name) | 1;
}

static uint64_t diff_key_constant(const diff_side *s, cm_id id) {
    return s->t->value.row[id].kind == CM_VALUE_INIT ? s->value_hash[id] | 1 : 0;
}

static uint64_t diff_key_same(const diff_side *s, cm_id id) { return s->node_hash[id] | 1; }

/* Operator and name of the first result. */
static uint64_t diff_key_output(const diff_side *s, cm_id id) {
    const cm_node *n = &s->t->node.row[id];
    uint64_t h = diff_mix_str(diff_mix_str(diff_scope(s, n->graph), n->op_type), n->domain);
    for (uint32_t i = 0; i < n->out.n; i++) {
        cm_id v = s->t->ids.row[n->out.first + i];
        if (v != CM_NONE) return diff_mix_str(h, s->t->value.row[v].name) | 1;
    }
    return 0;
}

/* Operator, attributes and operands, where all of those correspond to some. */
static uint64_t diff_key_operands(const diff_side *s, cm_id id) {
    const cm_node *n = &s->t->node.row[id];
    uint64_t h = diff_mix(diff_hash_op(s->t, n), diff_scope(s, n->graph));
    for (uint32_t i = 0; i < n->in.n; i++) {
        cm_id v = s->t->use.row[n->in.first + i].value;
        if (v != CM_NONE && s->value_pair[v] == 0) return 0;
        h = diff_mix(h, v == CM_NONE ? 0 : s->value_pair[v]);
    }
    return h | 1;
}

/* ---- all ---- */

static void *diff_alloc(size_t n, size_t size) {
    void *p = tool_alloc(n * size + 1);
    memset(p, 0, n * size + 1);
    return p;
}

static void diff_begin(diff_side *s) {
    s->value_hash = diff_alloc(s->t->value.n, sizeof *s->value_hash);
    s->node_hash = diff_alloc(s->t->node.n, sizeof *s->node_hash);
    s->value_pair = diff_alloc(s->t->value.n, sizeof *s->value_pair);
    s->node_pair = diff_alloc(s->t->node.n, sizeof *s->node_pair);
    s->function = diff_alloc(s->t->graph.n, sizeof *s->function);
    diff_hash(s);
}

void diff_match(diff_side *a, diff_side *b) {
    diff_pairs p = {.a = a, .b = b};
    diff_begin(a);
    diff_begin(b);
    size_t n = b->t->value.n > b->t->node.n ? b->t->value.n : b->t->node.n;
    p.keys = diff_alloc(n, sizeof *p.keys);
    (void)diff_pair_by(&p, diff_key_named, true);
    (void)diff_pair_by(&p, diff_key_constant, true);
    (void)diff_pair_by(&p, diff_key_same, false);
    (void)diff_pair_by(&p, diff_key_output, false);
    for (int i = 0; i < DIFF_ROUNDS && diff_pair_by(&p, diff_key_operands, false) != 0; i++) {}
    free(p.keys);
}

void diff_free(diff_side *s) {
    free(s->value_hash);
    free(s->node_hash);
    free(s->value_pair);
    free(s->node_pair);
    free(s->function);
}

bool diff_same_attr(const diff_side *a, const cm_attr *x, const diff_side *b, const cm_attr *y) {
    return x->type == y->type && diff_hash_attr(a->t, x) == diff_hash_attr(b->t, y);
}
