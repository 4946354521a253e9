/* order.h — the order in which the nodes of a graph run, chosen to lower the peak of live bytes.
 *
 * ir/order/order.c makes a cm_order of each graph and drives the search, ir/order/order_moves.c has the moves over the
 * whole graph, ir/order/order_search.c the search in windows. Nodes are numbered in file order, which is
 * topological; buffers in the order of the nodes that make them. */
#ifndef CM_IR_ORDER_H
#define CM_IR_ORDER_H

#include "ir/ir.h"

/* One graph while its order is sought, and the state of a walk through an order. */
typedef struct cm_order {
    uint32_t n, n_bufs;
    cm_id *node;          /* [n] of the ir */
    uint32_t *first_made; /* [n + 1] node i makes buffers [first_made[i], first_made[i + 1]) */
    uint32_t *first_read, *read; /* [n + 1], buffers that node i reads, each once */
    uint32_t *first_pred, *pred; /* [n + 1], nodes that run before node i */
    uint32_t *first_succ, *succ; /* [n + 1], nodes that run after it */
    uint32_t *reuse;             /* [n][2] buffers that result 0 may take over, or CM_NONE */
    uint64_t *sizes[2],
        *inners[2];        /* two numbers for each free dim, and so two sizes of each value: */
    const uint64_t *size;  /* [n_bufs] bytes, of those that are in use */
    const uint64_t *inner; /* [n] bytes that bodies of node i need meanwhile */
    uint32_t *n_readers;   /* [n_bufs] */
    uint8_t *kept;         /* [n_bufs] lives to the end */
    uint32_t *left;        /* [n_bufs] readers that have not run */
    uint32_t *wait;        /* [n] preds that have not run */
    uint64_t live;         /* bytes in use */
    uint64_t effort;       /* looks at a node that the search may still take */
    uint64_t looked;       /* since options.interrupt was asked */
    struct cm_ir *ir;
    uint32_t *key, *count, *by_buf; /* [n], [n + 1], [n_bufs]: of no matter between two calls */
    uint64_t *bytes, *table;        /* [n], [CM_ORDER_TABLE]: likewise */
} cm_order;

/* Orders the nodes of every live graph: file order stays where nothing is gained. Results are the same in any
 * order. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_order_nodes(cm_ir *ir);

/* Looks between two questions of the search whether it may go on. */
#define CM_ORDER_ASK 32768

/* The search took so many looks. Where options.interrupt ends it no effort is left, and ir->stopped says so. */
CM_INLINE void cm_order_spend(cm_order *o, uint64_t looks) {
    o->effort -= looks < o->effort ? looks : o->effort;
    o->looked += looks;
    if (o->looked < CM_ORDER_ASK) return;
    o->looked = 0;
    if (cm_ir_go_on(o->ir, true) != CAMEO_OK) o->effort = 0;
}

/* Nothing has run. */
void cm_order_start(cm_order *o);
/* The bytes in use while node i runs, were it next; *after: behind it. */
uint64_t cm_order_look(const cm_order *o, uint32_t i, uint64_t *after);
/* Node i runs. */
void cm_order_do(cm_order *o, uint32_t i);
/* Takes back the last one, before which `live` bytes were in use. */
void cm_order_undo(cm_order *o, uint32_t i, uint64_t live);
/* The most bytes in use at a step of an order; *at: the first node that has them. */
uint64_t cm_order_peak(cm_order *o, const uint32_t *order, uint32_t *at);
/* Bytes in use at node i in any order: what it works on and what nodes before it made for nodes behind it. */
uint64_t cm_order_bound(cm_order *o, uint32_t i);

/* Orders of the whole graph, into out [n]; `order` is another array.
 * sink: nodes that make more than they let go run right before the first one that needs them;
 * hoist: nodes that let go more than they make run as soon as they can;
 * greedy: the node that adds least to the bytes in use is next;
 * depth: the operands of a node before anything else, the most demanding first. */
void cm_order_sink(cm_order *o, const uint32_t *order, uint32_t *out);
void cm_order_hoist(cm_order *o, const uint32_t *order, uint32_t *out);
void cm_order_greedy(cm_order *o, uint32_t *out);
void cm_order_depth(cm_order *o, uint32_t *out);

/* Permutes windows of the order so that less than `limit` bytes are in use at each step. False: it did not
 * succeed, and the order is another valid one. */
bool cm_order_below(cm_order *o, uint32_t *order, uint64_t limit);
/* Sets of executed nodes that are remembered in one window, twice; a power of two. */
#define CM_ORDER_TABLE 2048

#endif
