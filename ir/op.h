/* op.h — an operator: how its attributes are parsed, its shapes inferred, its work counted.
 *
 * Each operator is one `const cm_op cm_op_<OpType>` in kernels/<file>.c and one line in ir/ops.def.
 * A node's attributes are parsed once, at prepare, into a params struct of plain 4-byte fields that is
 * described by a field list; the list gives parsing with defaults, equality, dumping and freezing. */
#ifndef CM_IR_OP_H
#define CM_IR_OP_H

#include "base/ckd.h"
#include "ir/infer/value.h"

/* Every operator, in the order of ir/ops.def. */
typedef enum cm_op_id {
#define CM_OP(domain, op_type, file, since, flags) CM_OP_##op_type,
#include "ir/ops.def"
#undef CM_OP
    CM_OP_COUNT
} cm_op_id;

enum {
    CM_OPF_INPLACE = 1, /* output 0 may lie on input 0 or 1 of its dtype and dims that dies here */
    CM_OPF_VIEW = 2,    /* output 0 is the bytes of input 0 with other dims: no kernel runs */
    CM_OPF_CONTROL = 4, /* If, Loop, Scan: lowered to steps, no kernel */
    CM_OPF_RANDOM = 8,  /* never folded, never merged */
    CM_OPF_DYNAMIC = 16, /* the kernel allocates its outputs (cm_out_alloc, sequences) */
    CM_OPF_SUM = 32, /* output 0 may lie on input CM_IN_SUM, if that is no other input as well */
    CM_OPF_APPEND = 64, /* output 0 is the inputs one behind the other along `axis` of the params: where the dims before
                          that axis are 1 it may lie on input 0, whose bytes the kernel then leaves alone */
    CM_OPF_BODY = 128, /* becomes other nodes when it was checked: fields[0].choices is their text (ir/import/body.c) */
    CM_OPF_CACHE = 256 /* output CM_CACHE_OUT + i may lie on input CM_CACHE_IN + i, i < 2, that no other step reads,
                          where the params' field by_rows is not 0 or its first two dims are 1: the kernel writes new
                          rows alone, behind what it reads there */
};

/* The input of Conv that rewrite `conv_sum` adds: what is summed up in its epilogue. Its groups have at least
 * CM_SUM_ROWS output channels. */
#define CM_IN_SUM 3
#define CM_SUM_ROWS 4
/* The input of Conv that has the slopes of a PRelu in its epilogue: [output channels], constant. */
#define CM_IN_SLOPE 4

/* Past keys, and past values behind them, of an operator with CM_OPF_CACHE; its results that hold them and new rows. */
#define CM_CACHE_IN 3
#define CM_CACHE_OUT 1

/* How Attention reads keys and values that lie in another order than ONNX has them (rewrite `state_attention_view`):
 * dim d of [batch][heads][rows][width] is dim at[d] of what is given, which has `rank` dims, dim at[3] is its last one,
 * and of dim `axis` it is index[0] for keys, index[1] for values. rank 0: they lie as ONNX has them; axis -1: no dim is
 * left out. */
typedef struct cm_kv_view {
    int32_t rank, at[4], axis, index[2];
} cm_kv_view;

/* Kinds of params fields. Every field is made of 4-byte units, so that a frozen model can hold it as a
 * const struct of the same layout on every target. */
typedef enum cm_field_kind {
    CM_FIELD_I32,  /* int32_t; from INT, range-checked */
    CM_FIELD_F32,  /* float; from FLOAT */
    CM_FIELD_I32S, /* int32_t x[max]; int32_t n_x follows directly behind; from INTS */
    CM_FIELD_ENUM, /* int32_t; from STRING: index into the comma-separated choices */
    CM_FIELD_OWN   /* int32_t x[max]: filled by the operator's parse, not by an attribute */
} cm_field_kind;

typedef struct cm_field {
    const char *name; /* of the attribute */
    uint8_t kind;
    uint8_t max;      /* elements of I32S and OWN; else 1 */
    uint16_t off;     /* offsetof */
    int32_t i;        /* default of I32, ENUM */
    float f;          /* default of F32 */
    const char *choices; /* ENUM: "NOTSET,SAME_UPPER,..." */
} cm_field;

#define CM_F_I32(type, name, def) {#name, CM_FIELD_I32, 1, offsetof(type, name), def, 0, NULL}
#define CM_F_F32(type, name, def) {#name, CM_FIELD_F32, 1, offsetof(type, name), 0, def, NULL}
#define CM_F_I32S(type, name) \
    {#name, CM_FIELD_I32S, sizeof(((type *)0)->name) / 4, offsetof(type, name), 0, 0, NULL}
#define CM_F_ENUM(type, name, choices, def) \
    {#name, CM_FIELD_ENUM, 1, offsetof(type, name), def, 0, choices}
#define CM_F_OWN(type, name) \
    {#name, CM_FIELD_OWN, sizeof(((type *)0)->name) / 4, offsetof(type, name), 0, 0, NULL}

/* What a parse function gets. */
typedef struct cm_parse {
    const cm_tables *t;
    const cm_node *node;
    const struct cm_op *op;
    int since;             /* since_version of the schema that the node means */
    uint32_t n_in, n_out;  /* trailing absent ones not counted */
    cameo_error *e;
    bool strict;           /* options.strict */
    cm_id number;          /* of the node, functions expanded: what random operators differ by */
} cm_parse;

typedef struct cm_op {
    uint16_t id;      /* cm_op_id */
    uint16_t flags;   /* CM_OPF_* */
    uint16_t n_fields;
    uint16_t params_size; /* bytes, a multiple of 4; 0: no params */
    const cm_field *fields;
    /* After the fields are filled: what the field list cannot say. May be NULL. */
    cameo_status (*parse)(const cm_parse *p, void *params);
    /* Input types -> output types. Returns statuses, never asserts: run time calls it too. */
    cameo_status (*shape)(cm_shape *s);
    /* Element operations of one execution, saturating; the same for every row. NULL: number of
     * elements of all outputs; where the kernel decides those, of all inputs. Every dim of in and
     * out is constant. */
    uint64_t (*cost)(const cm_shape *s);
} cm_op;

/* Declares the operator objects of ir/ops.def. */
#define CM_OP(domain, op_type, file, since, flags) extern const cm_op cm_op_##op_type;
#include "ir/ops.def"
#undef CM_OP

/* One row of the operator table that hosts link: names stay out of frozen builds. */
typedef struct cm_op_entry {
    const char *domain;  /* "" is ai.onnx */
    const char *op_type;
    const cm_op *op;
    int since;           /* oldest since_version handled */
    const char *symbol;  /* "cm_op_Conv": for freezing */
} cm_op_entry;

/* ---- attributes, for parse functions (ir/attr.c) ---- */

/* The attribute, or NULL. */
const cm_attr *cm_attr_find(const cm_parse *p, const char *name);
/* Each gives the default where the attribute is absent. Errors: E_TYPE wrong attribute type. */
CM_NODISCARD cameo_status cm_attr_i64(const cm_parse *p, const char *name, int64_t def, int64_t *v);
CM_NODISCARD cameo_status cm_attr_f32(const cm_parse *p, const char *name, float def, float *v);
CM_NODISCARD cameo_status cm_attr_str(const cm_parse *p, const char *name, cm_str def, cm_str *v);
/* *v points into the pool; n = 0 where absent. */
CM_NODISCARD cameo_status cm_attr_i64s(const cm_parse *p, const char *name, const int64_t **v,
                                       size_t *n);
CM_NODISCARD cameo_status cm_attr_f32s(const cm_parse *p, const char *name, const float **v, size_t *n);

/* The field of that name in params of op, or NULL: op has none of that name. */
const void *cm_params_field(const cm_op *op, const void *params, const char *name);

/* Fills zeroed params from the field list. Errors: E_TYPE, E_LIMIT a list longer than its field or a
 * number beyond 32 bits, E_UNSUPPORTED an unknown choice. */
CM_NODISCARD cameo_status cm_params_parse(const cm_parse *p, void *params);

/* For cost functions: `each` for every element of a; UINT64_MAX where their number is not known. */
CM_INLINE uint64_t cm_shape_cost(const cm_avalue *a, uint64_t each) {
    size_t n;
    if (a->kind == CAMEO_KIND_NONE) return 0;
    return cm_avalue_count(a, &n) ? cm_cost_mul(n, each) : UINT64_MAX;
}
/* For cost functions: `each` for every row, plane or matrix; the first n dims of a count how many there are. */
CM_INLINE uint64_t cm_shape_cost_rows(const cm_avalue *a, uint32_t n, uint64_t each) {
    for (uint32_t d = 0; d < n && d < a->rank; d++) each = cm_cost_mul(each, (uint64_t)a->dims[d]);
    return each;
}
/* The elements of a, and `each` for every line of them along this axis. */
CM_INLINE uint64_t cm_shape_cost_lines(const cm_avalue *a, int64_t axis, uint64_t each) {
    uint64_t n = cm_shape_cost(a, 1);
    if (axis < 0) axis += a->rank;
    for (uint32_t d = 0; d < a->rank; d++) {
        if (d != axis) each = cm_cost_mul(each, (uint64_t)a->dims[d]);
    }
    return cm_cost_add(n, each);
}

#endif
