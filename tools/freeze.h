/* freeze.h — what `cameo freeze` keeps of a session and its plan, and the parts of its C generator. */
#ifndef CM_TOOLS_FREEZE_H
#define CM_TOOLS_FREEZE_H

#include "runtime/run/run.h"
#include "tools/tool.h"

/* New indices for what is kept: `old` lists the kept ones, `at` is the inverse, CM_NONE = left out. */
typedef struct freeze_map {
    uint32_t *old;
    uint32_t *at;
    uint32_t n;
} freeze_map;

typedef struct freeze {
    const cameo_session *s;
    const cameo_plan *p;
    char name[64];     /* of the C objects: lower case */
    char upper[64];    /* of the macros */
    const char *model; /* path, for comments */
    freeze_map steps;  /* step_at has one entry more: the end */
    freeze_map values, rows, ops, params;
    uint32_t *params_op;      /* per old params index: the op that it belongs to */
    bool *row_open, *op_open; /* per old index: a kept step that uses it is open */
    bool *is_scan;            /* per old value: a scan output of a kept loop */
    uint32_t n_in, n_out;     /* most operands of a kept step */
    bool is_static;           /* no step and no value is left open: needs no cm_run_dynamic */
    bool any_open;            /* some kept step is open */
    FILE *f;
} freeze;

/* Decides what is kept (freeze_pick.c).
 * Errors: E_UNSUPPORTED a row that needs processor features or has no C symbol. */
CM_NODISCARD cameo_status freeze_pick(freeze *z, const cameo_session *s, const cameo_plan *p,
                                      cameo_error *e);
void freeze_free(freeze *z);

/* Operands of a kept step that are written: a closed VIEW reads its first one only. */
uint32_t freeze_n_in(const freeze *z, uint32_t step);
bool freeze_is_constant(const freeze *z, uint32_t value);
/* Bytes of constants. */
uint64_t freeze_constant_bytes(const freeze *z);

/* Byte of output k of a kept step with bits that no element has, which are to be cleared before its kernel runs;
 * SIZE_MAX: there is none (freeze_tails.c). */
size_t freeze_tail(const freeze *z, uint32_t step, uint32_t k);
bool freeze_has_tail(const freeze *z, uint32_t step);
/* Steps with such a byte; they have rows of their own, behind z->rows, in the order of the steps. */
uint32_t freeze_n_tails(const freeze *z);

/* Symbol of an operator object of cameo_ops_all, or NULL. */
const char *freeze_op_symbol(const cm_op *op);
/* The caller's operator, or NULL for one of Cameo's. */
const cameo_op *freeze_user_op(const cm_op *op);
/* "Conv". */
const char *freeze_op_type(const cm_op *op);

/* Write to z->f. */
void freeze_write_constants(const freeze *z); /* freeze_data.c */
void freeze_write_params(const freeze *z);
void freeze_write_header(const freeze *z); /* freeze_header.c */
void freeze_write_tails(const freeze *z);  /* freeze_tails.c: the functions of their rows */
void freeze_write_tail_rows(const freeze *z);
void freeze_write_source(const freeze *z); /* freeze_source.c */

/* A C string literal of any bytes. */
void freeze_literal(FILE *f, cm_str s);
/* Text fit for a comment and an identifier's tail: other bytes become '_'. */
void freeze_plain(FILE *f, cm_str s);

#endif
