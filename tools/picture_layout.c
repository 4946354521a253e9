/* picture_layout.c — places of the boxes of one graph in layers. See picture.h.
 *
 * The four steps of Sugiyama, Tagawa, Toda: Methods for visual understanding of hierarchical system structures
 * (1981): a layer for each box, below all that it reads; a bend in each layer that a line crosses, one for all
 * readers of the wire; an order in each layer by the mean place of the neighbours, down and up in turn; then x. For
 * x each layer wants to stand where its neighbours are: the nearest places in this order and without overlap are an
 * isotonic regression, which pooling adjacent violators finds in linear time (Ayer et al., An empirical
 * distribution function for sampling with incomplete information, 1955). */
#include <math.h>
#include <string.h>

#include "tools/picture.h"

enum {
    LAYOUT_SWEEPS = 12,
    LAYOUT_MOST_BENDS = 500000 /* of a graph: beyond, the longest lines go straight */
};

#define LAYOUT_GAP 14.0   /* between boxes of a layer */
#define LAYOUT_LEAST 34.0 /* between layers */
#define LAYOUT_TITLE 18.0 /* above the boxes of a graph with a title */

/* What stands in a layer: a box, or the bend of a wire. */
typedef struct layout_spot {
    uint32_t item;  /* PICTURE_NONE: a bend */
    uint32_t layer;
    double left, right; /* from its middle */
    double x;           /* of its middle */
    double wanted, weight;
    uint32_t rank;      /* place in its layer */
} layout_spot;

/* Two spots of adjacent layers that a line joins; where it meets them, from their middles. */
typedef struct layout_join {
    uint32_t upper, lower;
    double from, to;
} layout_join;

typedef struct layout {
    picture *p;
    picture_graph *g;
    uint32_t graph;
    layout_spot *spots;
    layout_join *joins;
    uint32_t n_spots, n_joins, n_layers;
    uint32_t *order, *first;     /* spots by layer and rank; per layer and one more: its first of order */
    uint32_t *by_upper, *by_lower;       /* joins, in order of the spot above, and below */
    uint32_t *first_upper, *first_lower; /* per spot and one more */
} layout;

static void *layout_alloc(size_t n, size_t size) {
    void *p = tool_alloc((n + 1) * size);
    memset(p, 0, (n + 1) * size);
    return p;
}

#define LAYOUT_EACH(l, i) \
    for (uint32_t i = (l)->g->first_item; i != PICTURE_NONE; i = (l)->p->items[i].next)

double picture_port(const picture_item *it, uint32_t port, uint32_t n) {
    return it->w * ((port + 1.0) / (n + 1.0) - 0.5);
}

/* ---- layers ---- */

/* Below all that it reads. */
static void layout_push(layout *l, uint32_t i) {
    picture *p = l->p;
    for (uint32_t k = p->first_wire[i]; k != PICTURE_NONE; k = p->wires[k].next) {
        for (uint32_t e = p->wires[k].first_edge; e != PICTURE_NONE; e = p->edges[e].next) {
            picture_item *to = &p->items[p->edges[e].item];
            if (to->layer <= p->items[i].layer) to->layer = p->items[i].layer + 1;
        }
    }
}

/* Captured values, which read nothing, stand anywhere; boxes of inputs before those of nodes, nodes in an order of
 * computation. */
static void layout_find_layers(layout *l) {
    const picture_item *items = l->p->items;
    uint32_t n = 0;
    LAYOUT_EACH(l, i) {
        if (items[i].kind == PICTURE_FRAME) l->p->items[i].layer = n++;
        if (items[i].kind == PICTURE_CAPTURE) layout_push(l, i);
    }
    LAYOUT_EACH(l, i) {
        if (items[i].kind != PICTURE_CAPTURE) layout_push(l, i);
    }
}

/* The first layer that reads the item; UINT32_MAX: none does. */
static uint32_t layout_first_reader(const picture *p, uint32_t i) {
    uint32_t least = UINT32_MAX;
    for (uint32_t k = p->first_wire[i]; k != PICTURE_NONE; k = p->wires[k].next) {
        for (uint32_t e = p->wires[k].first_edge; e != PICTURE_NONE; e = p->edges[e].next) {
            uint32_t layer = p->items[p->edges[e].item].layer;
            if (layer < least) least = layer;
        }
    }
    return least;
}

static void layout_sink_item(picture *p, uint32_t i) {
    uint32_t first = layout_first_reader(p, i);
    if (p->items[i].n_in <= 1 && first != UINT32_MAX && first > p->items[i].layer + 1) p->items[i].layer = first - 1;
}

/* Boxes that read no more than one line go down to their first reader: lines get shorter, those of shapes above all. */
static void layout_sink(layout *l) {
    picture *p = l->p;
    uint32_t *items = layout_alloc(l->g->n_items, sizeof *items), n = 0;
    LAYOUT_EACH(l, i) items[n++] = i;
    LAYOUT_EACH(l, i) p->items[i].depth = p->items[i].layer;
    while (n-- > 0) layout_sink_item(p, items[n]);
    free(items);
    LAYOUT_EACH(l, i) {
        if (p->items[i].kind == PICTURE_CAPTURE) layout_sink_item(p, i);
        if (p->items[i].layer >= l->n_layers) l->n_layers = p->items[i].layer + 1;
    }
}

/* ---- bends ---- */

static void layout_find_deepest(layout *l) {
    picture *p = l->p;
    uint64_t n = 0;
    LAYOUT_EACH(l, i) {
        for (uint32_t k = p->first_wire[i]; k != PICTURE_NONE; k = p->wires[k].next) {
            picture_wire *w = &p->wires[k];
            w->deepest = p->items[i].layer;
            for (uint32_t e = w->first_edge; e != PICTURE_NONE; e = p->edges[e].next) {
                uint32_t layer = p->items[p->edges[e].item].layer;
                if (layer > w->deepest) w->deepest = layer;
            }
            w->n_bends = w->deepest > p->items[i].layer ? w->deepest - p->items[i].layer - 1 : 0;
            n += w->n_bends;
        }
    }
    for (uint32_t most = l->n_layers / 2; n > LAYOUT_MOST_BENDS; most /= 2) {
        n = 0;
        LAYOUT_EACH(l, i) {
            for (uint32_t k = p->first_wire[i]; k != PICTURE_NONE; k = p->wires[k].next) {
                if (p->wires[k].n_bends > most) p->wires[k].n_bends = 0;
                n += p->wires[k].n_bends;
            }
        }
    }
    p->bends[l->graph] = tool_alloc((n + 1) * sizeof(double));
}

static void layout_join_spots(layout *l, uint32_t upper, uint32_t lower, double from, double to) {
    l->joins[l->n_joins++] = (layout_join){upper, lower, from, to};
}

/* Spots of boxes first, in their order, then those of each wire's bends, one below the other; lines between them. */
static void layout_make_spots(layout *l) {
    picture *p = l->p;
    size_t n_spots = 0, n_joins = 0;
    LAYOUT_EACH(l, i) {
        n_spots++;
        n_joins += p->items[i].n_in;
        for (uint32_t k = p->first_wire[i]; k != PICTURE_NONE; k = p->wires[k].next) n_spots += p->wires[k].n_bends;
    }
    l->spots = layout_alloc(n_spots, sizeof *l->spots);
    l->joins = layout_alloc(n_joins + n_spots, sizeof *l->joins);
    LAYOUT_EACH(l, i) {
        picture_item *it = &p->items[i];
        it->spot = l->n_spots;
        double right = it->right > it->w / 2 ? it->right : it->w / 2;
        l->spots[l->n_spots++] = (layout_spot){.item = i, .layer = it->layer, .left = it->w / 2, .right = right};
    }
    double *bends = p->bends[l->graph];
    LAYOUT_EACH(l, i) {
        const picture_item *it = &p->items[i];
        for (uint32_t k = p->first_wire[i]; k != PICTURE_NONE; k = p->wires[k].next) {
            picture_wire *w = &p->wires[k];
            uint32_t bend = l->n_spots;
            double from = picture_port(it, w->port, it->n_out);
            w->bends = bends;
            bends += w->n_bends;
            for (uint32_t b = 0; b < w->n_bends; b++) {
                layout_join_spots(l, b == 0 ? it->spot : l->n_spots - 1, l->n_spots, b == 0 ? from : 0, 0);
                l->spots[l->n_spots++] = (layout_spot){.item = PICTURE_NONE, .layer = it->layer + 1 + b};
            }
            for (uint32_t e = w->first_edge; e != PICTURE_NONE; e = p->edges[e].next) {
                const picture_item *to = &p->items[p->edges[e].item];
                /* Not where the line ends: those of several operands would lead ever further to one side. */
                double at = 0;
                uint32_t between = to->layer - it->layer - 1;
                if (between == 0)
                    layout_join_spots(l, it->spot, to->spot, from, at);
                else if (w->n_bends != 0)
                    layout_join_spots(l, bend + between - 1, to->spot, 0, at);
            }
        }
    }
}

/* ---- orders ---- */

/* Numbers 0 to n - 1 by their key, below n_keys, those of one key in their order; first of each key into first. */
static void layout_sort(uint32_t *to, uint32_t *first, uint32_t n, uint32_t n_keys, const uint32_t *key) {
    for (uint32_t i = 0; i < n; i++) first[key[i] + 1]++;
    for (uint32_t k = 0; k < n_keys; k++) first[k + 1] += first[k];
    for (uint32_t i = 0; i < n; i++) to[first[key[i]]++] = i;
    for (uint32_t k = n_keys; k-- > 0;) first[k + 1] = first[k];
    first[0] = 0;
}

static void layout_index(layout *l) {
    uint32_t n = l->n_joins > l->n_spots ? l->n_joins : l->n_spots;
    uint32_t *key = layout_alloc(n, sizeof *key);
    l->order = layout_alloc(l->n_spots, sizeof *l->order);
    l->first = layout_alloc(l->n_layers + 1, sizeof *l->first);
    l->by_upper = layout_alloc(l->n_joins, sizeof *l->by_upper);
    l->by_lower = layout_alloc(l->n_joins, sizeof *l->by_lower);
    l->first_upper = layout_alloc(l->n_spots + 1, sizeof *l->first_upper);
    l->first_lower = layout_alloc(l->n_spots + 1, sizeof *l->first_lower);
    for (uint32_t i = 0; i < l->n_spots; i++) key[i] = l->spots[i].layer;
    layout_sort(l->order, l->first, l->n_spots, l->n_layers, key);
    for (uint32_t i = 0; i < l->n_joins; i++) key[i] = l->joins[i].upper;
    layout_sort(l->by_upper, l->first_upper, l->n_joins, l->n_spots, key);
    for (uint32_t i = 0; i < l->n_joins; i++) key[i] = l->joins[i].lower;
    layout_sort(l->by_lower, l->first_lower, l->n_joins, l->n_spots, key);
    free(key);
}

static void layout_set_ranks(layout *l, uint32_t layer) {
    for (uint32_t k = l->first[layer]; k < l->first[layer + 1]; k++) l->spots[l->order[k]].rank = k - l->first[layer];
}

/* How straight a line shall be: most of all a long one; less where other operands of the same box come a longer
 * way, so that constants and what is made of them stand aside of the main way. */
static double layout_weight(const layout *l, const layout_join *j) {
    uint32_t upper = l->spots[j->upper].item, lower = l->spots[j->lower].item;
    if (upper == PICTURE_NONE || lower == PICTURE_NONE) return 8;
    double share = (l->p->items[upper].depth + 1.0) / l->p->items[lower].depth;
    return share * share > 0.02 ? share * share : 0.02;
}

/* Mean rank, or place, of the neighbours above or below; false: it has none. */
static bool layout_mean(const layout *l, uint32_t spot, bool above, bool by_rank, double *mean, double *weight) {
    const uint32_t *first = above ? l->first_lower : l->first_upper, *list = above ? l->by_lower : l->by_upper;
    double sum = 0, weights = 0;
    for (uint32_t k = first[spot]; k < first[spot + 1]; k++) {
        const layout_join *j = &l->joins[list[k]];
        const layout_spot *other = &l->spots[above ? j->upper : j->lower];
        double heavy = by_rank ? 1 : layout_weight(l, j);
        double at = by_rank ? other->rank : other->x + (above ? j->from - j->to : j->to - j->from);
        sum += heavy * at;
        weights += heavy;
    }
    if (weights <= 0) return false;
    *mean = sum / weights;
    *weight = weights;
    return true;
}

typedef struct layout_key {
    double wanted;
    uint32_t rank, spot;
} layout_key;

static int layout_by_wanted(const void *a, const void *b) {
    const layout_key *x = a, *y = b;
    if (x->wanted < y->wanted || x->wanted > y->wanted) return x->wanted < y->wanted ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static void layout_reorder(layout *l, uint32_t layer, bool above, layout_key *keys) {
    uint32_t n = l->first[layer + 1] - l->first[layer], *order = l->order + l->first[layer];
    double weight;
    for (uint32_t k = 0; k < n; k++) {
        keys[k] = (layout_key){l->spots[order[k]].rank, l->spots[order[k]].rank, order[k]};
        (void)layout_mean(l, order[k], above, true, &keys[k].wanted, &weight);
    }
    if (n > 1) qsort(keys, n, sizeof *keys, layout_by_wanted);
    for (uint32_t k = 0; k < n; k++) order[k] = keys[k].spot;
    layout_set_ranks(l, layer);
}

/* ---- x ---- */

typedef struct layout_block {
    double sum, weight;
    uint32_t n;
} layout_block;

/* The places in the layer's order, as near to those that are wanted as can be without overlap. */
static void layout_place(layout *l, uint32_t layer, layout_block *blocks) {
    const uint32_t *order = l->order + l->first[layer];
    uint32_t n = l->first[layer + 1] - l->first[layer], n_blocks = 0;
    double shift = 0; /* how far right of the first the spot must be */
    for (uint32_t k = 0; k < n; k++) {
        layout_spot *s = &l->spots[order[k]];
        if (k > 0) shift += l->spots[order[k - 1]].right + s->left + LAYOUT_GAP;
        layout_block b = {(s->wanted - shift) * s->weight, s->weight, 1};
        while (n_blocks > 0 && blocks[n_blocks - 1].sum * b.weight >= b.sum * blocks[n_blocks - 1].weight) {
            n_blocks--;
            b.sum += blocks[n_blocks].sum;
            b.weight += blocks[n_blocks].weight;
            b.n += blocks[n_blocks].n;
        }
        blocks[n_blocks++] = b;
        s->x = shift;
    }
    for (uint32_t b = 0, k = 0; b < n_blocks; b++) {
        for (uint32_t i = 0; i < blocks[b].n; i++) l->spots[order[k++]].x += blocks[b].sum / blocks[b].weight;
    }
}

static void layout_want(layout *l, uint32_t layer, bool above, layout_block *blocks) {
    for (uint32_t k = l->first[layer]; k < l->first[layer + 1]; k++) {
        layout_spot *s = &l->spots[l->order[k]];
        s->wanted = s->x;
        s->weight = 0.01;
        (void)layout_mean(l, l->order[k], above, false, &s->wanted, &s->weight);
    }
    layout_place(l, layer, blocks);
}

static void layout_find_places(layout *l) {
    uint32_t widest = 0;
    for (uint32_t k = 0; k < l->n_layers; k++) {
        if (l->first[k + 1] - l->first[k] > widest) widest = l->first[k + 1] - l->first[k];
        layout_set_ranks(l, k);
    }
    layout_key *keys = layout_alloc(widest, sizeof *keys);
    layout_block *blocks = layout_alloc(widest, sizeof *blocks);
    for (int sweep = 0; sweep < LAYOUT_SWEEPS; sweep++) {
        for (uint32_t k = 0; k < l->n_layers; k++)
            layout_reorder(l, sweep % 2 == 0 ? k : l->n_layers - 1 - k, sweep % 2 == 0, keys);
    }
    for (int sweep = 0; sweep <= LAYOUT_SWEEPS; sweep++) {
        for (uint32_t k = 0; k < l->n_layers; k++)
            layout_want(l, sweep % 2 == 0 ? k : l->n_layers - 1 - k, sweep % 2 == 0, blocks);
    }
    free(keys);
    free(blocks);
}

/* ---- results ---- */

/* Lines that go far to the side need more height. */
static void layout_find_rows(layout *l) {
    picture_graph *g = l->g;
    g->n_layers = l->n_layers;
    g->top = layout_alloc(2 * (size_t)l->n_layers, sizeof *g->top);
    g->bottom = g->top + l->n_layers;
    double *gap = layout_alloc(l->n_layers, sizeof *gap);
    for (uint32_t i = 0; i < l->n_joins; i++) {
        const layout_join *j = &l->joins[i];
        double far = fabs(l->spots[j->upper].x + j->from - l->spots[j->lower].x - j->to) / 8;
        uint32_t layer = l->spots[j->upper].layer;
        if (far > gap[layer]) gap[layer] = far < 60 ? far : 60;
    }
    double y = g->title == NULL ? 0 : LAYOUT_TITLE;
    for (uint32_t k = 0; k < l->n_layers; k++) {
        double h = 0;
        for (uint32_t i = l->first[k]; i < l->first[k + 1]; i++) {
            const layout_spot *s = &l->spots[l->order[i]];
            if (s->item == PICTURE_NONE) continue;
            double full = l->p->items[s->item].h + l->p->items[s->item].below;
            if (full > h) h = full;
        }
        g->top[k] = y;
        g->bottom[k] = y + h;
        g->h = y + h;
        y += h + (gap[k] > LAYOUT_LEAST ? gap[k] : LAYOUT_LEAST);
    }
    free(gap);
}

static void layout_write_back(layout *l) {
    picture *p = l->p;
    double left = INFINITY, right = 0;
    for (uint32_t i = 0; i < l->n_spots; i++) {
        const layout_spot *s = &l->spots[i];
        if (s->x - s->left < left) left = s->x - s->left;
    }
    for (uint32_t i = 0; i < l->n_spots; i++) {
        layout_spot *s = &l->spots[i];
        s->x -= left;
        if (s->x + s->right > right) right = s->x + s->right;
    }
    l->g->w = right;
    uint32_t bend = l->g->n_items;
    LAYOUT_EACH(l, i) {
        picture_item *it = &p->items[i];
        it->x = l->spots[it->spot].x - it->w / 2;
        it->y = l->g->top[it->layer];
        for (uint32_t k = p->first_wire[i]; k != PICTURE_NONE; k = p->wires[k].next) {
            for (uint32_t b = 0; b < p->wires[k].n_bends; b++) p->wires[k].bends[b] = l->spots[bend++].x;
        }
    }
}

void picture_layout(picture *p, uint32_t g) {
    layout l = {.p = p, .g = &p->graphs[g], .graph = g};
    layout_find_layers(&l);
    layout_sink(&l);
    layout_find_deepest(&l);
    layout_make_spots(&l);
    layout_index(&l);
    layout_find_places(&l);
    layout_find_rows(&l);
    layout_write_back(&l);
    free(l.spots);
    free(l.joins);
    free(l.order);
    free(l.first);
    free(l.by_upper);
    free(l.by_lower);
    free(l.first_upper);
    free(l.first_lower);
}
