/* picture.h — a model as boxes and lines in the plane, for `cameo graph`: what is drawn (picture.c), where it stands
 * (picture_layout.c), as SVG (picture_svg.c), in a page (picture_page.c). */
#ifndef CM_TOOLS_PICTURE_H
#define CM_TOOLS_PICTURE_H

#include "tools/look.h"

#define PICTURE_NONE UINT32_MAX

/* What is known of nodes by their names, or those of their first outputs where they have none, from elsewhere: who
 * computes them, and how long that takes. */
typedef struct picture_fact {
    cameo_string name;
    double ms;         /* of a run */
    uint32_t provider; /* of picture_facts.providers; PICTURE_NONE: unknown */
} picture_fact;

typedef struct picture_facts {
    picture_fact *fact; /* n of them, ascending by name, each name once; free() */
    size_t n;
    const char **providers; /* free() */
    uint32_t n_providers;   /* 0: who computes is not known */
    double most_ms;         /* 0: no times are known */
} picture_facts;

/* Sorts, and joins facts of one name: times are summed. */
void picture_facts_sort(picture_facts *f);
const picture_fact *picture_facts_find(const picture_facts *f, cameo_string name);

typedef enum picture_kind {
    PICTURE_FRAME,   /* the main graph, or the body of a function */
    PICTURE_INPUT,   /* an input, or a constant that is handed on as it is */
    PICTURE_NODE,
    PICTURE_OUTPUT,
    PICTURE_CAPTURE  /* in a subgraph: a value of a graph around it */
} picture_kind;

/* A box. Lengths are pixels; x and y are within the graph in which it stands. */
typedef struct picture_item {
    picture_kind kind;
    uint32_t graph;      /* of the picture, in which it stands */
    uint32_t id;         /* of the model: NODE the node, FRAME the graph, others the value */
    uint32_t at;         /* OUTPUT: which output */
    uint32_t next;       /* of the same graph */
    uint32_t first_inner; /* graph of the picture that stands in the box */
    uint32_t n_in, n_out; /* lines that end and begin here */
    char *label;         /* lines of the box, each with '\n'; free() */
    char *more;          /* what there is to say in all; free() */
    uint32_t n_lines, n_columns; /* of label */
    uint64_t bytes;      /* of results and constant operands, as far as they are known */
    const picture_fact *fact; /* may be NULL */
    double w, h;         /* of the box */
    double head;         /* height of the box without what stands in it */
    double right, below; /* of the labels of its lines: beyond the middle of the box, and below it */
    uint32_t layer;
    uint32_t depth;      /* layer before it went down to its readers */
    uint32_t spot;       /* picture_layout.c's */
    double x, y;         /* left upper corner */
} picture_item;

/* A value that leaves a box by a line, to all that read it in this graph. */
typedef struct picture_wire {
    uint32_t item, port; /* line number `port` of those that leave the item */
    uint32_t value;      /* of the model */
    uint32_t first_edge;
    uint32_t next;       /* of the same item */
    uint32_t deepest;    /* layer of its last reader */
    uint32_t n_bends;    /* layers that it crosses on the way there; of each: */
    double *bends;       /* its x; into picture.bends */
} picture_wire;

/* A reader of a wire. */
typedef struct picture_edge {
    uint32_t wire, item, port; /* line number `port` of those that enter the item */
    uint32_t next;             /* of the same wire */
} picture_edge;

typedef struct picture_graph {
    uint32_t id;        /* of the model; PICTURE_NONE: the plane on which the frames stand */
    char *title;        /* may be NULL; free() */
    uint32_t item;      /* in which it stands; of the plane: 0 */
    uint32_t first_item, last_item, n_items;
    uint32_t next;      /* in the same box */
    uint32_t n_layers;
    double *top, *bottom; /* of each layer; free(top) */
    double x, y, w, h;    /* within its box */
} picture_graph;

typedef struct picture {
    look_state look; /* f is not used */
    const picture_facts *facts;
    picture_item *items;
    picture_wire *wires;
    picture_edge *edges;
    picture_graph *graphs; /* 0: the plane */
    uint32_t n_items, n_wires, n_edges, n_graphs;
    size_t cap_items, cap_wires, cap_edges, cap_graphs;
    uint32_t *first_wire;  /* per item */
    uint32_t *wire_of;     /* per value, in the graph that defines it */
    struct picture_capture *captures; /* hash table */
    size_t n_captures, cap_captures;
    double **bends;        /* per graph; free() each */
    uint64_t most_bytes;   /* of any item */
} picture;

/* All boxes and lines of a model, laid out. facts: as long as the picture; may be empty. */
picture picture_new(const tool_model *m, const picture_facts *facts);
void picture_free(picture *p);

/* Lines of a node's box: operator, name, short attributes, constant inputs; names are cut, control characters
 * hidden. */
void picture_write_label(const look_state *s, uint32_t node, FILE *f);

/* A copy of the text without its middle, where it is too long to be drawn; free(). */
char *picture_short(const char *text);

/* picture_layout.c: places of all items and bends of all wires of graph g, whose inner graphs have theirs. */
void picture_layout(picture *p, uint32_t g);
/* Where line number `port` of n meets the box: x from its middle. */
double picture_port(const picture_item *it, uint32_t port, uint32_t n);

/* picture_svg.c: what the boxes are coloured by. */
typedef enum picture_colour {
    PICTURE_BY_OPERATOR,
    PICTURE_BY_PROVIDER,
    PICTURE_BY_TIME,
    PICTURE_BY_BYTES
} picture_colour;
extern const char *const picture_colours[4]; /* their names */
/* The style sheet that the element wants. */
extern const char picture_style[];
/* The element <svg>; with style: for a file of its own. */
void picture_write_svg(const picture *p, picture_colour colour, bool style, FILE *f);
/* A text of a file, for XML and HTML: escaped, control characters and bytes that are no UTF-8 hidden. */
void picture_write_text(FILE *f, const char *text);

/* picture_page.c: a page of HTML that needs nothing else. after: the optimised model, or NULL and why there is none. */
void picture_write_page(const picture *before, const picture *after, const char *why, const char *name,
                        picture_colour colour, FILE *f);

#endif
