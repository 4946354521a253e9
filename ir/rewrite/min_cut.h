/* min_cut.h — a set of nodes that costs least: for ir/rewrite/opt_layout.c.
 *
 * A network of directed arcs with capacities. Of all sets of vertices that hold the source and not the sink the cut is
 * the one whose leaving arcs have the least sum of capacities, and of several such sets the smallest. */
#ifndef CM_IR_MIN_CUT_H
#define CM_IR_MIN_CUT_H

#include "ir/ir_impl.h"

#define CM_CUT_SOURCE 0
#define CM_CUT_SINK 1
/* An arc that is never cut. Sums of others stay below. */
#define CM_CUT_NEVER (INT64_C(1) << 60)

typedef struct cm_cut_arc {
    uint32_t to, next;
    int64_t room; /* capacity that is left */
} cm_cut_arc;

/* zeroed, but for ir */
typedef struct cm_cut {
    cm_ir *ir; /* its work memory holds the tables */
    CM_TABLE(uint32_t) vertex; /* the first arc, or CM_NONE */
    CM_TABLE(cm_cut_arc) arc;  /* in pairs: arc a ^ 1 goes the other way */
    uint8_t *inside;           /* per vertex, once cm_cut_solve has run */
} cm_cut;

/* n further vertices, *first and those behind it; the first two are source and sink. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_cut_add(cm_cut *c, uint32_t n, uint32_t *first);
/* `cost` >= 0 where `from` is inside and `to` is not. Nothing for a cost of 0. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_cut_join(cm_cut *c, uint32_t from, uint32_t to, int64_t cost);
/* Fills c->inside and tells what the cut saves beside the one with the source alone, >= 0. Where the search takes too
 * long it gives a set that is not the best one, perhaps the source alone. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_cut_solve(cm_cut *c, int64_t *saved);

#endif
