/* body.h — what ir/import/body.c, which reads the bodies of operators, and ir/import/body_graph.c share. */
#ifndef CM_IR_IMPORT_BODY_H
#define CM_IR_IMPORT_BODY_H

#include "ir/ir_impl.h"
#include "ir/schema.h"

enum {
    CM_BODY_OPSET = 27,    /* of ai.onnx that texts are written in: what is exported of them asks for no newer one */
    CM_BODY_MAX = 24,      /* operands of a node, but for those of lists */
    CM_BODY_CARRIED = 1024 /* values that a Loop carries */
};

/* A Loop whose Next has not come yet. */
typedef struct cm_body_loop {
    cm_id trip, first[CM_BODY_CARRIED]; /* the carried values at first: letters, then of the list */
    const char *letters;                /* separated by commas */
    uint32_t n_letters, n;
} cm_body_loop;

typedef struct cm_body {
    cm_ir *ir;
    cm_id node; /* the call */
    cm_id graph, before; /* where nodes are made: the body of a Loop, else before the call */
    const cm_schema *schema;
    const char *p;    /* the text that is left */
    const char *more; /* a second text, where To finds what the first has not; NULL: none */
    cm_id own[26]; /* a..z */
    cm_id out[8];  /* A..H, made of values that are not wanted, too */
    uint32_t made; /* bit i: output i was given */
    uint32_t base; /* the input that a repeated statement is at */
    cm_id *list;   /* results of repeated statements, what a called graph takes and gives */
    uint32_t n_list, list_cap;
    cm_id item; /* @ */
    cm_body_loop *loop;
    bool whole; /* all outputs were made at once */
    bool wrong; /* the text is */
    cameo_error *e;
} cm_body;

/* ---- text ---- */

bool cm_body_take(cm_body *s, char c);
void cm_body_want(cm_body *s, char c);
cm_str cm_body_name(cm_body *s);
uint32_t cm_body_digits(cm_body *s);
/* The attribute of the call, or NULL. */
const cm_attr *cm_body_attr(const cm_body *s, cm_str name);
/* One operand; the list of repeated statements is more than one. */
CM_NODISCARD cameo_status cm_body_operand(cm_body *s, cm_id *v);

/* ---- nodes ---- */

/* A value in the place where nodes are made. */
CM_NODISCARD cameo_status cm_body_value(cm_body *s, cm_id *v);
/* A constant of n elements, or a scalar (rank 0); int64 or of 4 bytes. */
CM_NODISCARD cameo_status cm_body_const(cm_body *s, int dtype, uint32_t rank, size_t n, const void *data, cm_id *v);
CM_NODISCARD cameo_status cm_body_add(cm_body *s, cm_str op_type, const cm_id *in, uint32_t n_in, const cm_id *out,
                                      uint32_t n_out, cm_id *node);
/* Room for n more values in the list. */
CM_NODISCARD cameo_status cm_body_list_room(cm_body *s, size_t n);
/* The nodes of graph g stand where nodes are made; its inputs were replaced, its outputs keep their ids. */
void cm_body_move(cm_body *s, cm_id g);

/* ---- statements, behind their opening bracket ---- */

/* Errors: E_MALFORMED a graph that is absent, was called already, or has other numbers of inputs or outputs;
 * E_UNSUPPORTED Empty of inputs that are not declared; E_LIMIT. */
CM_NODISCARD cameo_status cm_body_call(cm_body *s);
CM_NODISCARD cameo_status cm_body_empty(cm_body *s);
CM_NODISCARD cameo_status cm_body_loop_begin(cm_body *s);
CM_NODISCARD cameo_status cm_body_loop_end(cm_body *s);

#endif
