/* permute.h — what a node becomes when its inputs lie in another order of dims: for ir/rewrite/opt_transpose.c
 * and ir/rewrite/opt_layout.c.
 *
 * A value v is a permutation `p` of a value w where v = Transpose(w, perm = p.at): dim d of v is dim p.at[d] of w.
 * A node that reads such values can read the w instead, with its axes renamed, and gives results of which those it
 * gave are permutations again. */
#ifndef CM_IR_PERMUTE_H
#define CM_IR_PERMUTE_H

#include "ir/rewrite/opt.h"

typedef struct cm_perm {
    uint8_t rank;
    uint8_t at[CM_MAX_RANK]; /* [rank] */
} cm_perm;

/* Outputs of a node that is permuted, at most. */
#define CM_PERMUTE_OUTPUTS 16

bool cm_perm_is_identity(const cm_perm *p);
bool cm_perm_equal(const cm_perm *p, const cm_perm *q);
/* The permutation of a permutation: Transpose(Transpose(w, p), q) = Transpose(w, r). Equal ranks. */
cm_perm cm_perm_then(const cm_perm *p, const cm_perm *q);
cm_perm cm_perm_inverse(const cm_perm *p);
/* A value [N][C][in...] is this permutation of one [N][in...][C]. rank >= 2, of which it moves nothing for 2. */
cm_perm cm_perm_channels_last(uint32_t rank);
/* What a Transpose does; false: another node, or an unknown rank. */
bool cm_perm_of_node(const cm_ir *ir, cm_id node, cm_perm *p);
/* `perm` of a Transpose. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_perm_set(cm_ir *ir, cm_id node, const cm_perm *p);

/* Can node read what its inputs are permutations `in` of? *out: what its results are then permutations by. */
bool cm_permute_plan(const cm_ir *ir, cm_id node, const cm_perm *in, cm_perm *out);
/* The other way: *in, by which its inputs are permutations where its results are to be ones by `out`. */
bool cm_permute_plan_back(const cm_ir *ir, cm_id node, const cm_perm *out, cm_perm *in);
/* Does only rewrite `channels_last` permute the node? Reshape, DynamicQuantizeLinear and the operators with params
 * field channels_last, whose only plan is cm_perm_channels_last: kernels of the CPU alone understand what they
 * become. */
bool cm_permute_is_for_layout(const cm_ir *ir, cm_id node);
/* Is input i one that is permuted? The others (axes, bounds, scales, single elements) stay or are renamed. */
bool cm_permute_moves(const cm_ir *ir, cm_id node, uint32_t i);
/* Is there an output k, and one that is permuted? The others (the scale that DynamicQuantizeLinear finds) stay. */
bool cm_permute_gives(const cm_ir *ir, cm_id node, uint32_t k);
/* Renames the axes of node, for which cm_permute_plan was true; its inputs and outputs are still those of that plan.
 * Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_permute_apply(cm_ir *ir, cm_id node, const cm_perm *in);

/* A value in graph of which `value` is a permutation by `by`. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_permute_new_value(cm_ir *ir, cm_id graph, cm_id value, const cm_perm *by, cm_id *moved);
/* x -> Transpose by p -> y in the graph of node `like`, whose provider it has, before node `before` (CM_NONE: at the
 * end). The caller has asked cm_opt_can_add. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_permute_transpose(cm_opt *o, cm_id before, cm_id like, cm_id x, const cm_perm *p, cm_id y);

/* Bytes of a tensor, free dims counted as a few. */
int64_t cm_permute_bytes(const cm_ir *ir, cm_id value);
/* Are the elements of value, a permutation by p, in the order of what it is one of: are all dims that move of size
 * 1? */
bool cm_permute_is_view(const cm_ir *ir, cm_id value, const cm_perm *p);

/* Can the constant be had in another order, as one of p.rank dims: is it small enough to copy? */
bool cm_permute_has_const(const cm_ir *ir, cm_id value);
/* The constant, with dims of 1 before its own as far as p->rank needs, of which it is the permutation p. Errors:
 * E_NOMEM. */
CM_NODISCARD cameo_status cm_permute_const(cm_ir *ir, cm_id value, const cm_perm *p, cm_id *moved);

#endif
