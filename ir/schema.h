/* schema.h — what ONNX says of every operator: arity, allowed types, attributes with defaults.
 *
 * One row for each (domain, op_type, since_version), in const tables made from ir/schema.def.
 * Checking and strict loading use them before operator code runs; frozen builds do not have them.
 * Rows, formals and attributes are handed out as pointers into these tables: they live for ever and
 * are read-only. */
#ifndef CM_IR_SCHEMA_H
#define CM_IR_SCHEMA_H

#include "base/str.h"
#include "include/cameo.h"

#if !CAMEO_FROZEN

/* max_in, max_out: any number. */
#define CM_SCHEMA_MANY 255

/* One operator as of one since_version. */
typedef struct cm_schema {
    uint16_t op_name;         /* use cm_schema_op_type */
    uint16_t first_formal;    /* inputs, then outputs */
    uint16_t first_attr;
    uint8_t domain;           /* use cm_schema_domain */
    uint8_t since_version;
    uint8_t deprecated;       /* 1: from since_version on the operator may not be used */
    uint8_t min_in, max_in;   /* length of a node's input list; max may be CM_SCHEMA_MANY */
    uint8_t min_out, max_out; /* of its output list, likewise */
    uint8_t n_in, n_out;      /* formals */
    uint8_t n_attrs;
} cm_schema;

typedef enum cm_formal_option {
    CM_FORMAL_SINGLE = 0,
    CM_FORMAL_OPTIONAL = 1,
    CM_FORMAL_VARIADIC = 2, /* the last formal; all arguments have the same type */
    CM_FORMAL_MIXED = 3     /* the last formal; arguments may differ in type */
} cm_formal_option;

/* A declared input or output. */
typedef struct cm_formal {
    uint8_t types;      /* use cm_formal_get_types */
    uint8_t option_var; /* option + 4 * var: use the two functions */
} cm_formal;

CM_INLINE cm_formal_option cm_formal_get_option(const cm_formal *f) {
    return (cm_formal_option)(f->option_var & 3);
}
/* Type variable: inputs and outputs of one node whose formals have the same variable > 0 have the
 * same type. 0: no such demand. */
CM_INLINE uint32_t cm_formal_get_var(const cm_formal *f) { return f->option_var >> 2; }

/* Types of maps: key, value. */
enum {
    CM_MAP_INT64_STRING = 0,
    CM_MAP_INT64_FLOAT,
    CM_MAP_INT64_DOUBLE,
    CM_MAP_STRING_FLOAT,
    CM_MAP_STRING_DOUBLE,
    CM_MAP_STRING_INT64,
    CM_MAP_COUNT
};

/* A set of types: bit d of the first four stands for dtype d (cameo_dtype). */
typedef struct cm_types {
    uint32_t tensors;
    uint32_t sequences;          /* of tensors */
    uint32_t optionals;          /* of tensors */
    uint32_t optional_sequences; /* optional sequences of tensors */
    uint32_t maps;               /* bit CM_MAP_*; bit 8 + CM_MAP_*: a sequence of such maps */
} cm_types;

/* A declared attribute. */
typedef struct cm_schema_attr {
    uint16_t name;         /* use cm_schema_attr_name */
    uint8_t type_required; /* type + 128 * required: use the two functions */
    uint8_t value;         /* use cm_schema_default_* */
} cm_schema_attr;

/* Number of AttributeProto.AttributeType, as CM_ATTR_* of ir/graph.h. */
CM_INLINE int cm_schema_attr_type(const cm_schema_attr *a) { return a->type_required & 127; }
CM_INLINE bool cm_schema_attr_required(const cm_schema_attr *a) {
    return a->type_required >> 7 != 0;
}

/* Number of rows, and row i < cm_schema_count(), sorted by domain, op_type, since_version. */
uint32_t cm_schema_count(void);
const cm_schema *cm_schema_get(uint32_t i);

/* cm_schema_find — the operator that (domain, op_type) means in opset `version` of its domain: the
 * row of the largest since_version <= version. Domains "" and "ai.onnx" are the same. It may be
 * deprecated. NULL: no such operator, or not yet in that version. Any bytes may be asked for. Time:
 * O(log rows). */
const cm_schema *cm_schema_find(cm_str domain, cm_str op_type, int64_t version);

/* The newest opset of the domain that these tables know, 0 if they do not know the domain. */
int64_t cm_schema_newest(cm_str domain);

/* "" for ai.onnx. */
cm_str cm_schema_domain(const cm_schema *s);
cm_str cm_schema_op_type(const cm_schema *s);

/* The formal of a node's input (output) i, which for a variadic formal is every further argument;
 * NULL: the operator has no such input (output). */
const cm_formal *cm_schema_input(const cm_schema *s, uint32_t i);
const cm_formal *cm_schema_output(const cm_schema *s, uint32_t i);

const cm_types *cm_formal_get_types(const cm_formal *f);

/* cm_types_allow — is this type in the set?
 *   kind       cameo_kind, not NONE
 *   elem_kind  SEQUENCE, OPTIONAL: kind of the element; MAP: dtype of the keys (as in cm_avalue);
 *              0: not known, then true if any would do
 *   dtype      of the tensor or the innermost tensors; of a map's (or a sequence's maps') values;
 *              CAMEO_UNDEFINED: not known, then true if any dtype of this kind is in the set */
bool cm_types_allow(const cm_types *t, int kind, int elem_kind, int dtype);

/* Attribute i < s->n_attrs, sorted by name. */
const cm_schema_attr *cm_schema_get_attr(const cm_schema *s, uint32_t i);
/* NULL: the operator has no such attribute. */
const cm_schema_attr *cm_schema_find_attr(const cm_schema *s, cm_str name);
cm_str cm_schema_attr_name(const cm_schema_attr *a);

/* Items of the default: 0 there is none, 1 for INT, FLOAT and STRING, the length of INTS and
 * STRINGS (no operator has a default of FLOATS). Item i < cm_schema_n_defaults(a); the function
 * must be that of the attribute's type. */
uint32_t cm_schema_n_defaults(const cm_schema_attr *a);
int64_t cm_schema_default_int(const cm_schema_attr *a, uint32_t i);
float cm_schema_default_float(const cm_schema_attr *a, uint32_t i);
cm_str cm_schema_default_string(const cm_schema_attr *a, uint32_t i);

#endif /* !CAMEO_FROZEN */

#endif
