/* picture.c — what is drawn of a model: a box for each node, input and output, a line for each value that one reads
 * of another. See picture.h.
 *
 * A subgraph stands in the box of its node. What it reads of the graphs around it leads to that box, and stands in the
 * subgraph once more, as a box of its own; so every graph is laid out by itself. Subgraphs are walked by recursion:
 * loading has limited how deep they nest. */
#define _GNU_SOURCE 1 /* open_memstream */
#include "tools/picture.h"

#include <inttypes.h>
#include <string.h>

#include "base/dtype.h"

enum {
    PICTURE_NAME = 96,    /* bytes of a name in a label */
    PICTURE_MOST = 44,    /* columns of a line that is drawn */
    PICTURE_TOLD = 512,   /* of one in what is told of a box */
    PICTURE_OPERANDS = 64 /* operands and results that are told */
};

/* Sizes in pixels; the font has one width. */
#define PICTURE_COLUMN 6.7
#define PICTURE_LINE 14.0
#define PICTURE_MARGIN 8.0
#define PICTURE_SMALL_COLUMN 5.5 /* of labels of lines */
#define PICTURE_SMALL_LINE 11.0

/* ---- facts ---- */

static int picture_compare(cameo_string a, cameo_string b) {
    size_t n = a.n < b.n ? a.n : b.n;
    int order = n == 0 ? 0 : memcmp(a.p, b.p, n);
    return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

static int picture_by_name(const void *a, const void *b) {
    return picture_compare(((const picture_fact *)a)->name, ((const picture_fact *)b)->name);
}

void picture_facts_sort(picture_facts *f) {
    size_t n = 0;
    if (f->n != 0) qsort(f->fact, f->n, sizeof *f->fact, picture_by_name);
    for (size_t i = 0; i < f->n; i++) {
        picture_fact *to = &f->fact[n];
        if (n != 0 && picture_by_name(to - 1, &f->fact[i]) == 0) {
            to[-1].ms += f->fact[i].ms;
            if (to[-1].provider == PICTURE_NONE) to[-1].provider = f->fact[i].provider;
        } else {
            f->fact[n++] = f->fact[i];
        }
        if (f->fact[n - 1].ms > f->most_ms) f->most_ms = f->fact[n - 1].ms;
    }
    f->n = n;
}

const picture_fact *picture_facts_find(const picture_facts *f, cameo_string name) {
    picture_fact wanted = {.name = name};
    if (f->n == 0 || name.n == 0) return NULL;
    return bsearch(&wanted, f->fact, f->n, sizeof wanted, picture_by_name);
}

/* ---- tables ---- */

/* Room for one more of n rows of `size` bytes; the new one is zero. */
static void *picture_more(void *rows, uint32_t n, size_t *cap, size_t size) {
    uint8_t *to = tool_grow(rows, n, size, cap);
    memset(to + n * size, 0, size);
    return to;
}

static uint32_t picture_add_graph(picture *p, uint32_t id) {
    p->graphs = picture_more(p->graphs, p->n_graphs, &p->cap_graphs, sizeof *p->graphs);
    p->graphs[p->n_graphs] = (picture_graph){.id = id, .first_item = PICTURE_NONE, .last_item = PICTURE_NONE,
                                             .next = PICTURE_NONE};
    return p->n_graphs++;
}

static uint32_t picture_add_item(picture *p, uint32_t graph, picture_kind kind, uint32_t id) {
    size_t cap = p->cap_items;
    p->items = picture_more(p->items, p->n_items, &p->cap_items, sizeof *p->items);
    if (cap != p->cap_items) {
        uint32_t *first = tool_alloc(p->cap_items * sizeof *first);
        if (p->n_items != 0) memcpy(first, p->first_wire, p->n_items * sizeof *first);
        free(p->first_wire);
        p->first_wire = first;
    }
    uint32_t i = p->n_items++;
    picture_graph *g = &p->graphs[graph];
    p->items[i] = (picture_item){.kind = kind, .graph = graph, .id = id, .next = PICTURE_NONE,
                                 .first_inner = PICTURE_NONE};
    p->first_wire[i] = PICTURE_NONE;
    if (g->first_item == PICTURE_NONE)
        g->first_item = i;
    else
        p->items[g->last_item].next = i;
    g->last_item = i;
    g->n_items++;
    return i;
}

static uint32_t picture_add_wire(picture *p, uint32_t item, uint32_t value) {
    p->wires = picture_more(p->wires, p->n_wires, &p->cap_wires, sizeof *p->wires);
    p->wires[p->n_wires] = (picture_wire){.item = item, .port = p->items[item].n_out++, .value = value,
                                          .first_edge = PICTURE_NONE, .next = p->first_wire[item]};
    p->first_wire[item] = p->n_wires;
    return p->n_wires++;
}

static void picture_add_edge(picture *p, uint32_t wire, uint32_t item) {
    p->edges = picture_more(p->edges, p->n_edges, &p->cap_edges, sizeof *p->edges);
    p->edges[p->n_edges] = (picture_edge){wire, item, p->items[item].n_in++, p->wires[wire].first_edge};
    p->wires[wire].first_edge = p->n_edges++;
}

/* ---- text ---- */

static void picture_text(FILE *f, cameo_string v) {
    char text[PICTURE_NAME];
    fputs(tool_text(text, sizeof text, v), f);
    if (v.n >= PICTURE_NAME) fputs("...", f);
}

static void picture_type(const look_state *s, uint32_t value, FILE *f) {
    const char *type = s->types.text[value];
    if (type != NULL) picture_text(f, (cameo_string){type, strlen(type)});
}

/* A line for attributes that are short. */
static void picture_attr(const cameo_attr_view *a, FILE *f) {
    char text[64];
    bool shown = a->ref.n != 0 || a->type == CAMEO_ATTR_INT || a->type == CAMEO_ATTR_FLOAT ||
                 a->type == CAMEO_ATTR_STRING || (a->type == CAMEO_ATTR_INTS && a->n <= 8);
    if (!shown) return;
    picture_text(f, a->name);
    fputs(a->ref.n != 0 ? " = @" : " = ", f);
    if (a->ref.n != 0) {
        picture_text(f, a->ref);
    } else if (a->type == CAMEO_ATTR_STRING) {
        picture_text(f, a->s);
    } else if (a->type == CAMEO_ATTR_FLOAT) {
        fputs(look_float(text, a->f), f);
    } else if (a->type == CAMEO_ATTR_INT) {
        fprintf(f, "%" PRId64, a->i);
    } else {
        for (uint32_t i = 0; i < a->n; i++) fprintf(f, "%s%" PRId64, i == 0 ? "" : ", ", a->ints[i]);
    }
    fputc('\n', f);
}

void picture_write_label(const look_state *s, uint32_t node, FILE *f) {
    cameo_node_view n = look_node(s->m, node);
    cameo_attr_view a;
    picture_text(f, n.domain);
    if (n.domain.n != 0) fputc('.', f);
    picture_text(f, n.op_type);
    fputc('\n', f);
    picture_text(f, n.name);
    if (n.name.n != 0) fputc('\n', f);
    for (uint32_t k = n.first_attr; k != CAMEO_NO_ID; k = a.next) {
        a = look_attr(s->m, k);
        picture_attr(&a, f);
    }
    for (uint32_t i = 0; i < n.n_inputs; i++) {
        uint32_t value = cameo_model_node_input(s->m, node, i);
        if (value == CAMEO_NO_ID) continue;
        cameo_value_view v = look_value(s->m, value);
        if (!look_is_constant(&v)) continue;
        picture_text(f, v.name);
        fputc(' ', f);
        picture_type(s, value, f);
        fputc('\n', f);
    }
}

/* An operand or result, whole. */
static void picture_tell_value(const look_state *s, const char *what, uint32_t i, uint32_t value, FILE *f) {
    char text[PICTURE_TOLD];
    if (value == CAMEO_NO_ID || i >= PICTURE_OPERANDS) return;
    fprintf(f, "%s %" PRIu32 ": %s", what, i, tool_text(text, sizeof text, look_name(s->m, value)));
    if (s->types.text[value] != NULL) fprintf(f, ": %s", s->types.text[value]);
    fputc('\n', f);
}

/* Columns that a text takes: characters, the wide ones of East Asia twice. */
static uint32_t picture_columns(const char *text, size_t n) {
    uint32_t columns = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c & 0xc0) == 0x80) continue;
        columns += c >= 0xe1 ? 2 : 1;
    }
    return columns;
}

/* Leaves out the middle of a text of n bytes that takes more than PICTURE_MOST columns: at least 3, so that it gets no
 * longer. Returns its bytes then. */
static size_t picture_cut(char *text, size_t n) {
    static const char dots[] = "\xe2\x80\xa6";
    if (picture_columns(text, n) <= PICTURE_MOST) return n;
    const uint32_t most = PICTURE_MOST / 2 - 2; /* of either end */
    size_t head = 0, tail = n;
    while (picture_columns(text, head) < most || ((unsigned char)text[head] & 0xc0) == 0x80) head++;
    while (picture_columns(text + tail, n - tail) < most || ((unsigned char)text[tail] & 0xc0) == 0x80) tail--;
    memcpy(text + head, dots, sizeof dots - 1);
    memmove(text + head + sizeof dots - 1, text + tail, n - tail);
    return head + sizeof dots - 1 + n - tail;
}

char *picture_short(const char *text) {
    char *copy = tool_copy_text((cameo_string){text, strlen(text)});
    copy[picture_cut(copy, strlen(copy))] = 0;
    return copy;
}

/* Lines and columns of the label, whose lines are cut. */
static void picture_measure(picture_item *it) {
    char *to = it->label;
    it->n_lines = it->n_columns = 0;
    for (char *at = it->label, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        size_t n = (size_t)(end - at);
        memmove(to, at, n);
        n = picture_cut(to, n);
        uint32_t columns = picture_columns(to, n);
        to[n] = '\n';
        to += n + 1;
        if (columns > it->n_columns) it->n_columns = columns;
        it->n_lines++;
    }
    *to = 0;
}

static FILE *picture_open(char **text, size_t *size) {
    FILE *f = open_memstream(text, size);
    if (f != NULL) return f;
    fprintf(stderr, "cameo: no memory for a text\n");
    exit(TOOL_FAILED);
}

static void picture_add_bytes(const picture *p, picture_item *it, uint32_t value) {
    uint64_t bytes = value == CAMEO_NO_ID ? LOOK_UNKNOWN : p->look.types.bytes[value];
    if (bytes != LOOK_UNKNOWN && it->bytes <= UINT64_MAX / 2 - bytes / 2) it->bytes += bytes;
}

static void picture_tell_fact(const picture *p, const picture_item *it, FILE *f) {
    const picture_fact *x = it->fact;
    if (it->bytes != 0) fprintf(f, "%" PRIu64 " bytes of results and constants\n", it->bytes);
    if (x != NULL && p->facts->most_ms > 0) fprintf(f, "%.4f ms\n", x->ms);
    if (x != NULL && x->provider != PICTURE_NONE) {
        fputs("computed by ", f);
        picture_text(f, (cameo_string){p->facts->providers[x->provider], strlen(p->facts->providers[x->provider])});
        fputc('\n', f);
    }
}

static void picture_describe_node(picture *p, picture_item *it) {
    const look_state *s = &p->look;
    cameo_node_view n = look_node(s->m, it->id);
    size_t size;
    FILE *f = picture_open(&it->label, &size);
    picture_write_label(s, it->id, f);
    fclose(f);
    for (uint32_t i = 0; i < n.n_inputs; i++) {
        uint32_t value = cameo_model_node_input(s->m, it->id, i);
        cameo_value_view v = {.is_input = true};
        if (value != CAMEO_NO_ID) v = look_value(s->m, value);
        if (v.node == CAMEO_NO_ID && !v.is_input) picture_add_bytes(p, it, value);
    }
    for (uint32_t i = 0; i < n.n_outputs; i++) picture_add_bytes(p, it, n.outputs[i]);
    /* As sessions name them. */
    it->fact = picture_facts_find(p->facts, n.name.n == 0 && n.n_outputs != 0 ? look_name(s->m, n.outputs[0]) : n.name);
    if (it->bytes > p->most_bytes) p->most_bytes = it->bytes;
    f = picture_open(&it->more, &size);
    fputs(it->label, f);
    for (uint32_t i = 0; i < n.n_inputs; i++)
        picture_tell_value(s, "input", i, cameo_model_node_input(s->m, it->id, i), f);
    for (uint32_t i = 0; i < n.n_outputs; i++) picture_tell_value(s, "output", i, n.outputs[i], f);
    picture_tell_fact(p, it, f);
    fclose(f);
}

static void picture_describe_value(picture *p, picture_item *it, const char *what) {
    size_t size;
    FILE *f = picture_open(&it->label, &size);
    picture_text(f, look_name(p->look.m, it->id));
    fputc('\n', f);
    fclose(f);
    f = picture_open(&it->more, &size);
    picture_tell_value(&p->look, what, it->at, it->id, f);
    fclose(f);
}

/* ---- lines ---- */

typedef struct picture_capture {
    uint32_t graph, value, wire; /* graph 0, which captures nothing: free */
} picture_capture;

static picture_capture *picture_slot(picture_capture *table, size_t cap, uint32_t graph, uint32_t value) {
    uint64_t hash = ((uint64_t)graph << 32 | value) * UINT64_C(0x9e3779b97f4a7c15);
    size_t i = (size_t)(hash >> 32) & (cap - 1);
    while (table[i].graph != 0 && (table[i].graph != graph || table[i].value != value)) i = (i + 1) & (cap - 1);
    return &table[i];
}

static void picture_grow_captures(picture *p) {
    size_t cap = p->cap_captures == 0 ? 256 : 2 * p->cap_captures;
    picture_capture *table = tool_alloc(cap * sizeof *table);
    memset(table, 0, cap * sizeof *table);
    for (size_t i = 0; i < p->cap_captures; i++) {
        const picture_capture *c = &p->captures[i];
        if (c->graph != 0) *picture_slot(table, cap, c->graph, c->value) = *c;
    }
    free(p->captures);
    p->captures = table;
    p->cap_captures = cap;
}

/* The line on which a value arrives in graph g. Where that is not the graph that defines it, it comes from the graph
 * around, through a box of g, and as a line to the box that g stands in. */
static uint32_t picture_wire_in(picture *p, uint32_t g, uint32_t value) {
    uint32_t home = look_value(p->look.m, value).graph, found = PICTURE_NONE, below = PICTURE_NONE;
    for (;;) {
        uint32_t wire;
        bool known = true;
        if (p->graphs[g].id == home) {
            wire = p->wire_of[value];
            if (wire == PICTURE_NONE) return found; /* nobody brings it: a constant, which stands in no box */
        } else {
            if (2 * (p->n_captures + 1) > p->cap_captures) picture_grow_captures(p);
            picture_capture *c = picture_slot(p->captures, p->cap_captures, g, value);
            known = c->graph != 0;
            if (!known) {
                uint32_t item = picture_add_item(p, g, PICTURE_CAPTURE, value);
                picture_describe_value(p, &p->items[item], "of the graph around");
                *c = (picture_capture){g, value, picture_add_wire(p, item, value)};
                p->n_captures++;
            }
            wire = c->wire;
        }
        if (found == PICTURE_NONE) found = wire;
        if (below != PICTURE_NONE) picture_add_edge(p, wire, below);
        if (p->graphs[g].id == home || known) return found;
        below = p->graphs[g].item;
        if (p->items[below].kind == PICTURE_FRAME) return found;
        g = p->items[below].graph;
    }
}

/* ---- graphs ---- */

static void picture_walk_graph(picture *p, uint32_t g);

/* Graph `id` of the model in this box, behind those that stand there. Returns its number. */
static uint32_t picture_put(picture *p, uint32_t item, uint32_t id, uint32_t last, cameo_string title) {
    uint32_t g = picture_add_graph(p, id);
    p->graphs[g].item = item;
    if (title.n != 0) {
        char text[PICTURE_NAME];
        tool_text(text, sizeof text, title);
        p->graphs[g].title = tool_copy_text((cameo_string){text, strlen(text)});
    }
    if (last == PICTURE_NONE)
        p->items[item].first_inner = g;
    else
        p->graphs[last].next = g;
    picture_walk_graph(p, g);
    return g;
}

static void picture_put_subgraphs(picture *p, uint32_t item, const cameo_node_view *n) {
    cameo_attr_view a;
    uint32_t last = PICTURE_NONE;
    for (uint32_t k = n->first_attr; k != CAMEO_NO_ID; k = a.next) {
        a = look_attr(p->look.m, k);
        uint32_t graph = look_has_graphs(&a) ? a.first : CAMEO_NO_ID;
        for (; graph != CAMEO_NO_ID; graph = look_graph(p->look.m, graph).next)
            last = picture_put(p, item, graph, last, a.name);
    }
}

/* Boxes of inputs, and of constants that are handed on as they are; of nodes in an order of computation; of outputs. */
static void picture_walk_graph(picture *p, uint32_t g) {
    const cameo_model *m = p->look.m;
    cameo_graph_view view = look_graph(m, p->graphs[g].id);
    cameo_node_view n;
    for (uint32_t i = 0; i < view.n_values; i++) {
        uint32_t value = view.first_value + i;
        cameo_value_view v = look_value(m, value);
        if (v.node != CAMEO_NO_ID || (look_is_constant(&v) && !v.is_output)) continue;
        uint32_t item = picture_add_item(p, g, PICTURE_INPUT, value);
        picture_describe_value(p, &p->items[item], v.is_input ? "input" : "constant");
        p->wire_of[value] = picture_add_wire(p, item, value);
    }
    for (uint32_t k = view.first_node; k != CAMEO_NO_ID; k = n.next) {
        n = look_node(m, k);
        uint32_t item = picture_add_item(p, g, PICTURE_NODE, k);
        picture_describe_node(p, &p->items[item]);
        for (uint32_t i = 0; i < n.n_outputs; i++) {
            if (n.outputs[i] != CAMEO_NO_ID) p->wire_of[n.outputs[i]] = picture_add_wire(p, item, n.outputs[i]);
        }
        for (uint32_t i = 0; i < n.n_inputs; i++) {
            uint32_t value = cameo_model_node_input(m, k, i);
            if (value == CAMEO_NO_ID) continue;
            cameo_value_view v = look_value(m, value);
            if (look_is_constant(&v)) continue;
            uint32_t wire = picture_wire_in(p, g, value);
            if (wire != PICTURE_NONE) picture_add_edge(p, wire, item);
        }
        picture_put_subgraphs(p, item, &n);
    }
    for (uint32_t i = 0; i < view.n_outputs; i++) {
        uint32_t item = picture_add_item(p, g, PICTURE_OUTPUT, view.outputs[i]);
        p->items[item].at = i;
        picture_describe_value(p, &p->items[item], "output");
        uint32_t wire = picture_wire_in(p, g, view.outputs[i]);
        if (wire != PICTURE_NONE) picture_add_edge(p, wire, item);
    }
}

/* A box on the plane around the main graph or a function. */
static void picture_frame(picture *p, uint32_t graph, const char *what, cameo_string domain, cameo_string name) {
    uint32_t item = picture_add_item(p, 0, PICTURE_FRAME, graph);
    size_t size;
    FILE *f = picture_open(&p->items[item].label, &size);
    fprintf(f, "%s ", what);
    picture_text(f, domain);
    if (domain.n != 0) fputc('.', f);
    picture_text(f, name);
    fputc('\n', f);
    fclose(f);
    picture_put(p, item, graph, PICTURE_NONE, (cameo_string){NULL, 0});
}

/* ---- sizes ---- */

/* Where a label of the wires' types goes: below the box, one line for each, right of where its wire begins. */
static void picture_size_labels(picture *p, uint32_t i) {
    picture_item *it = &p->items[i];
    it->right = it->below = 0;
    for (uint32_t k = p->first_wire[i]; k != PICTURE_NONE; k = p->wires[k].next) {
        const picture_wire *wire = &p->wires[k];
        const char *type = p->look.types.text[wire->value];
        if (type == NULL || wire->first_edge == PICTURE_NONE) continue;
        double x = it->w * (wire->port + 1) / (it->n_out + 1) - it->w / 2 + 6;
        uint32_t columns = picture_columns(type, strlen(type));
        if (columns > PICTURE_MOST) columns = PICTURE_MOST + 1;
        double end = x + columns * PICTURE_SMALL_COLUMN;
        if (end > it->right) it->right = end;
        it->below = (it->n_out > it->below / PICTURE_SMALL_LINE ? it->n_out : 0) * PICTURE_SMALL_LINE;
    }
}

/* Boxes of a graph by their text and by what stands in them, then their places; inner graphs first. */
static void picture_size(picture *p, uint32_t g) {
    for (uint32_t i = p->graphs[g].first_item; i != PICTURE_NONE; i = p->items[i].next) {
        picture_item *it = &p->items[i];
        picture_measure(it);
        it->w = it->n_columns * PICTURE_COLUMN + 2 * PICTURE_MARGIN;
        it->head = it->n_lines * PICTURE_LINE + PICTURE_MARGIN;
        double x = PICTURE_MARGIN, h = 0;
        for (uint32_t k = it->first_inner; k != PICTURE_NONE; k = p->graphs[k].next) {
            picture_graph *inner = &p->graphs[k];
            picture_size(p, k);
            inner->x = x;
            inner->y = it->head + PICTURE_MARGIN;
            x += inner->w + PICTURE_MARGIN;
            if (inner->h > h) h = inner->h;
        }
        if (it->first_inner != PICTURE_NONE && x > it->w) it->w = x;
        it->h = it->head + (it->first_inner == PICTURE_NONE ? 0 : h + 2 * PICTURE_MARGIN);
        picture_size_labels(p, i);
    }
    picture_layout(p, g);
    if (p->graphs[g].title != NULL) {
        double least = (double)strlen(p->graphs[g].title) * PICTURE_COLUMN + 2 * PICTURE_MARGIN;
        if (p->graphs[g].w < least) p->graphs[g].w = least;
    }
}

picture picture_new(const tool_model *m, const picture_facts *facts) {
    picture p = {.look = look_begin(m, NULL), .facts = facts};
    cameo_model_info info = {.size = sizeof info};
    cameo_model_get_info(m->model, &info);
    p.wire_of = tool_alloc(info.n_values * sizeof *p.wire_of);
    for (uint32_t i = 0; i < info.n_values; i++) p.wire_of[i] = PICTURE_NONE;
    picture_add_graph(&p, PICTURE_NONE);
    picture_frame(&p, 0, "graph", (cameo_string){NULL, 0}, info.graph_name);
    for (uint32_t k = 0; k < info.n_functions; k++) {
        cameo_function_view fn = look_function(m->model, k);
        picture_frame(&p, fn.graph, "function", fn.domain, fn.name);
    }
    p.bends = tool_alloc(p.n_graphs * sizeof *p.bends);
    memset(p.bends, 0, p.n_graphs * sizeof *p.bends);
    picture_size(&p, 0);
    return p;
}

void picture_free(picture *p) {
    for (uint32_t i = 0; i < p->n_items; i++) {
        free(p->items[i].label);
        free(p->items[i].more);
    }
    for (uint32_t i = 0; i < p->n_graphs; i++) {
        free(p->graphs[i].title);
        free(p->graphs[i].top);
        free(p->bends[i]);
    }
    free(p->items);
    free(p->wires);
    free(p->edges);
    free(p->graphs);
    free(p->first_wire);
    free(p->wire_of);
    free(p->captures);
    free(p->bends);
    look_end(&p->look);
}
