/* graph_make.h — what the files of the generator share: choosing and adding. See graph_random.h. */
#ifndef CM_TESTS_PROOFS_GRAPH_MAKE_H
#define CM_TESTS_PROOFS_GRAPH_MAKE_H

#include "tests/proofs/graph_random.h"

typedef struct rg {
    rg_graph *g;
    uint64_t state;
    uint32_t max_dim;
    int64_t batch;
    cameo_dtype real; /* the float type of most values */
    bool empty;       /* now and then a dim is 0 */
    bool images;      /* most patterns are of networks for images */
    bool special;     /* inputs have NaN, infinities and zeros; only operators that are exact */
} rg;

uint64_t rg_bits(rg *r);
uint32_t rg_below(rg *r, uint32_t n); /* n >= 1 */
bool rg_chance(rg *r, uint32_t percent);
int64_t rg_dim(rg *r);
double rg_real(rg *r, double lo, double hi);

int64_t rg_count(const rg_shape *s);
bool rg_same_shape(const rg_shape *a, const rg_shape *b);
rg_shape rg_shape_of(uint32_t rank, int64_t a, int64_t b, int64_t c, int64_t d);
bool rg_is_float(cameo_dtype t);

/* An input or a constant of numbers from lo to hi. All that make values may answer RG_NONE. */
uint32_t rg_leaf(rg *r, rg_kind kind, cameo_dtype dtype, const rg_shape *shape, double lo,
                 double hi);
/* A constant, now and then one that is there already. */
uint32_t rg_const(rg *r, cameo_dtype dtype, const rg_shape *shape, double lo, double hi);
uint32_t rg_ints(rg *r, const int64_t *v, uint32_t n);
/* One element; rank 0 or 1. */
uint32_t rg_scalar(rg *r, cameo_dtype dtype, double x);
uint32_t rg_input(rg *r, cameo_dtype dtype, uint32_t rank);
/* A value that is no constant, often a recent one; a new input where there is none. */
uint32_t rg_pick(rg *r, cameo_dtype dtype, uint32_t min_rank, uint32_t max_rank, bool exact);
/* Another one of its dtype and dims, or itself. */
uint32_t rg_pick_like(rg *r, uint32_t like);

/* A node, then its outputs one by one. */
uint32_t rg_node_begin(rg *r, const char *op, const uint32_t *in, uint32_t n_in);
uint32_t rg_out(rg *r, uint32_t node, cameo_dtype dtype, const rg_shape *shape, double mag,
                bool exact);
/* A node with one output of the dtype of input 0, exact if the operator and all inputs are; RG_NONE where
 * it would be too large or, in a graph of special values, not exact. */
uint32_t rg_add(rg *r, const char *op, const uint32_t *in, uint32_t n_in, const rg_shape *shape,
                double mag, bool exact);
/* Attributes of the newest node. */
void rg_attr_int(rg *r, const char *name, int64_t v);
void rg_attr_float(rg *r, const char *name, double v);
void rg_attr_str(rg *r, const char *name, const char *v);
void rg_attr_ints(rg *r, const char *name, const int64_t *v, uint32_t n);

#define VALUE(id) (&r->g->value[id])

/* An elementwise operator of x (may be RG_NONE) with the dims of x; of two with those of the larger. */
uint32_t rg_unary(rg *r, const char *op, uint32_t x, double mag, bool exact);
uint32_t rg_binary(rg *r, const char *op, uint32_t a, uint32_t b, double mag);
/* Any activation; a sum or product with a constant; a Pad. */
uint32_t rg_activation(rg *r, uint32_t x);
uint32_t rg_arithmetic(rg *r, uint32_t x);
uint32_t rg_pad(rg *r, uint32_t x);
/* Over the axes from `from` on; UINT32_MAX: over any. */
uint32_t rg_reduce(rg *r, const char *op, uint32_t x, uint32_t from, bool keep, bool exact);

/* Kernel, strides, pads, dilations of one window; s gets the dims behind it. False: it does not fit. */
bool rg_window(rg *r, rg_shape *s, rg_shape *kernel, int64_t *strides, int64_t *pads,
               int64_t *dilations);

uint32_t rg_transpose(rg *r, uint32_t x, const int64_t *perm);
/* Any order of dims, often that between channels first and last; and the way back. */
void rg_some_perm(rg *r, uint32_t rank, int64_t *perm, int64_t *back);

/* Each adds one operator or pattern, or nothing; the last row is empty. */
typedef struct rg_row {
    void (*make)(rg *r);
    uint32_t weight;
} rg_row;
extern const rg_row rg_computing[]; /* graph_patterns.c */
extern const rg_row rg_moving[];    /* graph_moves.c */
extern const rg_row rg_quantized[]; /* graph_quantized.c */
extern const rg_row rg_stateful[];  /* graph_states.c */
extern const rg_row rg_images[];    /* graph_images.c */

#endif
