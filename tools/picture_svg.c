/* picture_svg.c — a picture as SVG. See picture.h.
 *
 * Colours are classes that the style sheet knows, so that a page changes them by one class of the root. What a page
 * needs to fold a box stands beside it: data-l the layer of a box, of a graph the upper and lower ends of its layers;
 * data-h and data-e the height of a box and of the labels below; data-p the x of a line in each layer. Names only stand
 * between tags. */
#include <inttypes.h>
#include <string.h>

#include "tools/picture.h"

#define SVG_MARGIN 16.0

const char *const picture_colours[4] = {"operator", "provider", "time", "bytes"};

/* h: hue of an operator; p: provider; t, b: tenths of the most time and of the most bytes. */
const char picture_style[] =
    ".picture{font:11px 'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace;background:#fff}\n"
    ".picture rect{fill:#f4f4f4;stroke:#667;stroke-width:1}\n"
    ".picture text{fill:#112;white-space:pre}\n"
    ".picture .op{font-weight:bold}\n"
    ".picture .input>rect,.picture .output>rect{fill:#fff;stroke:#334}\n"
    ".picture .capture>rect{fill:#fff;stroke-dasharray:3 2}\n"
    ".picture .frame>rect{fill:none;stroke:#bbc}\n"
    ".picture .foldable>rect{fill-opacity:.3}\n"
    ".picture path{fill:none;stroke:#778;stroke-width:1}\n"
    ".picture .out text{font-size:9px;fill:#446;stroke:#fff;stroke-width:3px;paint-order:stroke}\n"
    ".by-operator .h0>rect{fill:#fde2dd}.by-operator .h1>rect{fill:#fbe7cf}.by-operator .h2>rect{fill:#f5efc4}\n"
    ".by-operator .h3>rect{fill:#e4f2c7}.by-operator .h4>rect{fill:#d3f3d3}.by-operator .h5>rect{fill:#ccf3e4}\n"
    ".by-operator .h6>rect{fill:#ccf0f2}.by-operator .h7>rect{fill:#d3e9fb}.by-operator .h8>rect{fill:#dee2fc}\n"
    ".by-operator .h9>rect{fill:#eadffb}.by-operator .h10>rect{fill:#f6dcf5}.by-operator .h11>rect{fill:#fcdce8}\n"
    ".by-provider .p0>rect{fill:#cfe8cf}.by-provider .p1>rect{fill:#cfdcf7}.by-provider .p2>rect{fill:#f9dcc4}\n"
    ".by-provider .p3>rect{fill:#ead2f5}.by-provider .p4>rect{fill:#f5efb8}.by-provider .p5>rect{fill:#c6eef0}\n"
    ".by-provider .p6>rect{fill:#f8cfd6}.by-provider .p7>rect{fill:#dcdcdc}\n"
    ".by-time .t0>rect,.by-bytes .b0>rect{fill:#fff}.by-time .t1>rect,.by-bytes .b1>rect{fill:#fff3e6}\n"
    ".by-time .t2>rect,.by-bytes .b2>rect{fill:#ffe8cf}.by-time .t3>rect,.by-bytes .b3>rect{fill:#ffdcb5}\n"
    ".by-time .t4>rect,.by-bytes .b4>rect{fill:#ffcd98}.by-time .t5>rect,.by-bytes .b5>rect{fill:#ffbc7c}\n"
    ".by-time .t6>rect,.by-bytes .b6>rect{fill:#ffa860}.by-time .t7>rect,.by-bytes .b7>rect{fill:#fb9148}\n"
    ".by-time .t8>rect,.by-bytes .b8>rect{fill:#f27935}.by-time .t9>rect,.by-bytes .b9>rect{fill:#e66027}\n";

/* ---- text ---- */

/* XML has no place for U+FFFE and U+FFFF. */
static bool svg_is_no_character(const char *p) {
    return memcmp(p, "\xef\xbf", 2) == 0 && ((unsigned char)p[2] == 0xbe || (unsigned char)p[2] == 0xbf);
}

static void svg_put(FILE *f, const char *text) {
    for (const char *p = text; *p != 0; p++) {
        switch (*p) {
        case '&': fputs("&amp;", f); break;
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '"': fputs("&quot;", f); break;
        case '\'': fputs("&#39;", f); break;
        default:
            if (p[0] == '\xef' && p[1] != 0 && svg_is_no_character(p)) {
                fputc('?', f);
                p += 2;
            } else {
                fputc(*p, f);
            }
            break;
        }
    }
}

void picture_write_text(FILE *f, const char *text) {
    size_t n = strlen(text);
    char *clean = tool_alloc(n + 1);
    svg_put(f, tool_text(clean, n + 1, (cameo_string){text, n}));
    free(clean);
}

/* ---- boxes ---- */

static void svg_name(const picture *p, const picture_item *it, FILE *f) {
    uint32_t graph = p->graphs[it->graph].id;
    switch (it->kind) {
    case PICTURE_FRAME: fprintf(f, "f%" PRIu32, it->id); break;
    case PICTURE_INPUT: fprintf(f, "v%" PRIu32, it->id); break;
    case PICTURE_NODE: fprintf(f, "n%" PRIu32, it->id); break;
    case PICTURE_OUTPUT: fprintf(f, "o%" PRIu32 "_%" PRIu32, graph, it->at); break;
    case PICTURE_CAPTURE: fprintf(f, "c%" PRIu32 "_%" PRIu32, graph, it->id); break;
    }
}

/* The root of x / most in ninths: small shares are seen, too. */
static unsigned svg_shade(double x, double most) {
    unsigned shade = 0;
    while (most > 0 && shade < 9 && (shade + 1) * (shade + 1) * most <= 81 * x) shade++;
    return shade;
}

static void svg_classes(const picture *p, const picture_item *it, FILE *f) {
    static const char *const names[] = {"frame", "input", "node", "output", "capture"};
    fprintf(f, "i %s", names[it->kind]);
    if (it->first_inner != PICTURE_NONE) fputs(" foldable", f);
    if (it->kind != PICTURE_NODE) return;
    cameo_string op = look_node(p->look.m, it->id).op_type;
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (size_t i = 0; i < op.n; i++) hash = (hash ^ (unsigned char)op.p[i]) * 16777619U;
    fprintf(f, " h%u b%u", (hash ^ hash >> 16) % 12, svg_shade((double)it->bytes, (double)p->most_bytes));
    if (p->facts->most_ms > 0) fprintf(f, " t%u", svg_shade(it->fact == NULL ? 0 : it->fact->ms, p->facts->most_ms));
    if (it->fact != NULL && it->fact->provider != PICTURE_NONE) fprintf(f, " p%u", it->fact->provider % 8);
}

static void svg_label(const picture_item *it, FILE *f) {
    double y = 15;
    for (char *at = it->label, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        bool op = at == it->label && it->kind == PICTURE_NODE;
        fprintf(f, "<text%s x=\"8\" y=\"%.0f\">", op ? " class=\"op\"" : "", y);
        *end = 0;
        svg_put(f, at);
        *end = '\n';
        fputs("</text>", f);
        y += 14;
    }
}

/* The types of the lines that begin at the box, below it. */
static void svg_types(const picture *p, uint32_t i, FILE *f) {
    const picture_item *it = &p->items[i];
    if (it->below <= 0) return;
    fprintf(f, "\n<g class=\"out\" transform=\"translate(0 %.1f)\">", it->h);
    for (uint32_t k = p->first_wire[i]; k != PICTURE_NONE; k = p->wires[k].next) {
        const picture_wire *w = &p->wires[k];
        const char *type = p->look.types.text[w->value];
        if (type == NULL || w->first_edge == PICTURE_NONE) continue;
        char *shown = picture_short(type);
        fprintf(f, "<text x=\"%.1f\" y=\"%.1f\">", it->w / 2 + picture_port(it, w->port, it->n_out) + 6,
                9 + 11.0 * w->port);
        svg_put(f, shown);
        fputs("</text>", f);
        free(shown);
    }
    fputs("</g>", f);
}

static void svg_graph(const picture *p, uint32_t g, FILE *f);

static void svg_item(const picture *p, uint32_t i, FILE *f) {
    const picture_item *it = &p->items[i];
    bool round = it->kind != PICTURE_NODE && it->kind != PICTURE_FRAME;
    fputs("<g class=\"", f);
    svg_classes(p, it, f);
    fputs("\" data-id=\"", f);
    svg_name(p, it, f);
    fprintf(f, "\" data-l=\"%" PRIu32 "\" data-h=\"%.1f\" data-e=\"%.1f\" transform=\"translate(%.1f %.1f)\">",
            it->layer, it->h, it->below, it->x, it->y);
    if (it->more != NULL) {
        fputs("<title>", f);
        svg_put(f, it->more);
        fputs("</title>", f);
    }
    fprintf(f, "<rect width=\"%.1f\" height=\"%.1f\" rx=\"%.0f\"/>", it->w, it->h, round ? it->h / 2 : 3);
    svg_label(it, f);
    for (uint32_t k = it->first_inner; k != PICTURE_NONE; k = p->graphs[k].next) svg_graph(p, k, f);
    svg_types(p, i, f);
    fputs("</g>\n", f);
}

/* ---- lines ---- */

/* From (x, y) to (to, below) in a gap between layers. */
static void svg_curve(FILE *f, double y, double to, double below, double x) {
    double middle = (y + below) / 2;
    fprintf(f, "C%.1f %.1f %.1f %.1f %.1f %.1f", x, middle, to, middle, to, below);
}

static void svg_value(const picture *p, uint32_t value, FILE *f) {
    char text[512];
    fputs("<title>", f);
    svg_put(f, tool_text(text, sizeof text, look_name(p->look.m, value)));
    if (p->look.types.text[value] != NULL) {
        fputs(": ", f);
        svg_put(f, p->look.types.text[value]);
    }
    fputs("</title></path>\n", f);
}

static void svg_edge(const picture *p, const picture_graph *g, const picture_wire *w, const picture_edge *e, FILE *f) {
    const picture_item *from = &p->items[w->item], *to = &p->items[e->item];
    uint32_t layer = from->layer;
    double x = from->x + from->w / 2 + picture_port(from, w->port, from->n_out);
    double end = to->x + to->w / 2 + picture_port(to, e->port, to->n_in);
    if (w->n_bends != 0 && to->layer > layer + 1) {
        x = w->bends[to->layer - layer - 2];
        layer = to->layer - 1;
    }
    fputs("<path class=\"e\" data-f=\"", f);
    svg_name(p, from, f);
    fputs("\" data-t=\"", f);
    svg_name(p, to, f);
    fprintf(f, "\" data-p=\"%.1f %" PRIu32 " %.1f %" PRIu32 "\" d=\"M%.1f %.1f", x, layer, end, to->layer, x,
            g->bottom[layer]);
    svg_curve(f, g->bottom[layer], end, g->top[to->layer], x);
    fputs("m-3 -6l3 6l3 -6\">", f);
    svg_value(p, w->value, f);
}

/* What all readers of a wire share: from its box through the layers that it crosses. */
static void svg_wire(const picture *p, const picture_graph *g, const picture_wire *w, FILE *f) {
    const picture_item *from = &p->items[w->item];
    double x = from->x + from->w / 2 + picture_port(from, w->port, from->n_out);
    fputs("<path class=\"w\" data-f=\"", f);
    svg_name(p, from, f);
    fprintf(f, "\" data-p=\"%.1f", x);
    for (uint32_t b = 0; b < w->n_bends; b++) fprintf(f, " %.1f", w->bends[b]);
    fprintf(f, "\" d=\"M%.1f %.1fV%.1f", x, from->y + from->h, g->bottom[from->layer]);
    for (uint32_t b = 0; b < w->n_bends; b++) {
        uint32_t layer = from->layer + 1 + b;
        svg_curve(f, g->bottom[layer - 1], w->bends[b], g->top[layer], x);
        x = w->bends[b];
        fprintf(f, "V%.1f", g->bottom[layer]);
    }
    fputs("\">", f);
    svg_value(p, w->value, f);
}

static void svg_graph(const picture *p, uint32_t g, FILE *f) {
    const picture_graph *graph = &p->graphs[g];
    fputs("\n<g class=\"graph\" data-l=\"", f);
    for (uint32_t k = 0; k < graph->n_layers; k++)
        fprintf(f, "%s%.1f %.1f", k == 0 ? "" : " ", graph->top[k], graph->bottom[k]);
    fprintf(f, "\" transform=\"translate(%.1f %.1f)\">\n", graph->x, graph->y);
    if (graph->title != NULL) {
        fputs("<text class=\"op\" x=\"0\" y=\"11\">", f);
        svg_put(f, graph->title);
        fputs("</text>\n", f);
    }
    for (uint32_t i = graph->first_item; i != PICTURE_NONE; i = p->items[i].next) {
        for (uint32_t k = p->first_wire[i]; k != PICTURE_NONE; k = p->wires[k].next) {
            const picture_wire *w = &p->wires[k];
            if (w->first_edge != PICTURE_NONE) svg_wire(p, graph, w, f);
            for (uint32_t e = w->first_edge; e != PICTURE_NONE; e = p->edges[e].next)
                svg_edge(p, graph, w, &p->edges[e], f);
        }
    }
    for (uint32_t i = graph->first_item; i != PICTURE_NONE; i = p->items[i].next) svg_item(p, i, f);
    fputs("</g>", f);
}

void picture_write_svg(const picture *p, picture_colour colour, bool style, FILE *f) {
    double w = p->graphs[0].w + 2 * SVG_MARGIN, h = p->graphs[0].h + 2 * SVG_MARGIN;
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture by-%s\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"%.0f %.0f %.0f %.0f\">\n",
            picture_colours[colour], w, h, -SVG_MARGIN, -SVG_MARGIN, w, h);
    if (style) fprintf(f, "<style>\n%s</style>\n", picture_style);
    svg_graph(p, 0, f);
    fputs("\n</svg>\n", f);
}
