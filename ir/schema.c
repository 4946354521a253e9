/* schema.c — the tables of ir/schema.h and their lookups.
 *
 * Everything is const and holds indices instead of pointers: the tables lie in flash, need no
 * relocation and take less than 23 KiB. ir/schema.def is expanded once for each table. */
#include "ir/schema.h"

#include "ir/graph.h"

#if !CAMEO_FROZEN

/* ---- texts: structs of (length, chars), so that an offset is the index ----------------------- */

#define SCHEMA_TEXT_MEMBER(id, text) \
    uint8_t n_##id;                  \
    char t_##id[sizeof text];
#define SCHEMA_TEXT(text) sizeof text - 1, text,

struct schema_op_names {
#define CM_SCHEMA_OP_NAME(name) SCHEMA_TEXT_MEMBER(name, #name)
#include "ir/schema.def"
};
static const struct schema_op_names schema_op_names = {
#define CM_SCHEMA_OP_NAME(name) SCHEMA_TEXT(#name)
#include "ir/schema.def"
};

struct schema_attr_names {
#define CM_SCHEMA_ATTR_NAME(name) SCHEMA_TEXT_MEMBER(name, #name)
#include "ir/schema.def"
};
static const struct schema_attr_names schema_attr_names = {
#define CM_SCHEMA_ATTR_NAME(name) SCHEMA_TEXT(#name)
#include "ir/schema.def"
};

enum {
#define CM_SCHEMA_DOMAIN(short_name, name, newest) SCHEMA_DOMAIN_##short_name,
#include "ir/schema.def"
    SCHEMA_DOMAIN_COUNT
};
static const struct {
    uint8_t newest;
    uint8_t n;
    char name[26];
} schema_domains[] = {
#define CM_SCHEMA_DOMAIN(short_name, name, newest) {newest, sizeof name - 1, name},
#include "ir/schema.def"
};

/* ---- values of defaults ---------------------------------------------------------------------- */

static const int32_t schema_ints[] = {
#define CM_SCHEMA_INT(x) x,
#include "ir/schema.def"
};

static const float schema_floats[] = {
#define CM_SCHEMA_FLOAT(x) x,
#include "ir/schema.def"
};

struct schema_strings {
#define CM_SCHEMA_STRING(id, x) SCHEMA_TEXT_MEMBER(id, x)
#include "ir/schema.def"
};
static const struct schema_strings schema_strings = {
#define CM_SCHEMA_STRING(id, x) SCHEMA_TEXT(x)
#include "ir/schema.def"
};
static const uint16_t schema_string_offs[] = {
#define CM_SCHEMA_STRING(id, x) offsetof(struct schema_strings, n_##id),
#include "ir/schema.def"
};

/* A default: n items from `first` of the array that the attribute's type says. */
static const struct {
    uint8_t first, n;
} schema_defaults[] = {
#define CM_SCHEMA_DEFAULT(id, first, n) {first, n},
#include "ir/schema.def"
};
#define SCHEMA_NO_DEFAULT 255

/* ---- types, formals, attributes, rows -------------------------------------------------------- */

static const cm_types schema_types[] = {
#define CM_SCHEMA_TYPES(id, tensors, sequences, optionals, optional_sequences, maps) \
    {tensors, sequences, optionals, optional_sequences, maps},
#include "ir/schema.def"
};

/* Key and value of CM_MAP_*. */
static const uint8_t schema_maps[CM_MAP_COUNT][2] = {
    [CM_MAP_INT64_STRING] = {CAMEO_INT64, CAMEO_STRING},
    [CM_MAP_INT64_FLOAT] = {CAMEO_INT64, CAMEO_FLOAT},
    [CM_MAP_INT64_DOUBLE] = {CAMEO_INT64, CAMEO_DOUBLE},
    [CM_MAP_STRING_FLOAT] = {CAMEO_STRING, CAMEO_FLOAT},
    [CM_MAP_STRING_DOUBLE] = {CAMEO_STRING, CAMEO_DOUBLE},
    [CM_MAP_STRING_INT64] = {CAMEO_STRING, CAMEO_INT64},
};

/* Formals and attributes that an earlier row has too (own is 0) are not stored again. */
#define SCHEMA_FORMAL_0(option, var, types)
#define SCHEMA_FORMAL_1(option, var, types) {types, option + 4 * var},
static const cm_formal schema_formals[] = {
#define CM_SCHEMA_IN(own, name, option, var, types) \
    SCHEMA_FORMAL_##own(CM_FORMAL_##option, var, types)
#define CM_SCHEMA_OUT(own, name, option, var, types) \
    SCHEMA_FORMAL_##own(CM_FORMAL_##option, var, types)
#include "ir/schema.def"
};

#define SCHEMA_ATTR_0(member, type, required, value)
#define SCHEMA_ATTR_1(member, type, required, value) \
    {offsetof(struct schema_attr_names, member), type + 128 * required, value},
static const cm_schema_attr schema_attrs[] = {
#define CM_SCHEMA_ATTR(own, name, type, required, value, text) \
    SCHEMA_ATTR_##own(n_##name, CM_ATTR_##type, required, value)
#include "ir/schema.def"
};

static const cm_schema schema_rows[] = {
#define CM_SCHEMA(domain, op_type, since, deprecated, min_in, max_in, min_out, max_out, formal, \
                  n_in, n_out, attr, n_attrs)                                                  \
    {offsetof(struct schema_op_names, n_##op_type), formal, attr, SCHEMA_DOMAIN_##domain, since, \
     deprecated, min_in, max_in, min_out, max_out, n_in, n_out, n_attrs},
#include "ir/schema.def"
};
#define SCHEMA_N_ROWS ((uint32_t)(sizeof schema_rows / sizeof schema_rows[0]))

/* ---- rows ------------------------------------------------------------------------------------ */

/* The text at `off` of such a struct. */
static cm_str schema_text(const void *texts, size_t off) {
    const uint8_t *p = (const uint8_t *)texts + off;
    return (cm_str){(const char *)p + 1, *p};
}

static cm_str schema_domain_name(uint32_t d) {
    return (cm_str){schema_domains[d].name, schema_domains[d].n};
}

/* SCHEMA_DOMAIN_*, or SCHEMA_DOMAIN_COUNT for a domain that is not in the tables. */
static uint32_t schema_find_domain(cm_str domain) {
    if (cm_str_eq(domain, CM_STR("ai.onnx"))) return SCHEMA_DOMAIN_onnx;
    uint32_t d = 0;
    while (d < SCHEMA_DOMAIN_COUNT && !cm_str_eq(domain, schema_domain_name(d))) d++;
    return d;
}

/* Order of the row and (domain, op_type, version): negative, 0 or positive. */
static int schema_compare(const cm_schema *s, uint32_t domain, cm_str op_type, int64_t version) {
    if (s->domain != domain) return s->domain < domain ? -1 : 1;
    int c = cm_str_cmp(cm_schema_op_type(s), op_type);
    return c != 0 ? c : (s->since_version > version) - (s->since_version < version);
}

uint32_t cm_schema_count(void) { return SCHEMA_N_ROWS; }
const cm_schema *cm_schema_get(uint32_t i) { return &schema_rows[i]; }

const cm_schema *cm_schema_find(cm_str domain, cm_str op_type, int64_t version) {
    uint32_t d = schema_find_domain(domain);
    uint32_t lo = 0; /* rows before lo are <= what is sought, rows from hi on are greater */
    uint32_t hi = SCHEMA_N_ROWS;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (schema_compare(&schema_rows[mid], d, op_type, version) <= 0) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    if (lo == 0) return NULL;
    const cm_schema *s = &schema_rows[lo - 1];
    return s->domain == d && cm_str_eq(cm_schema_op_type(s), op_type) ? s : NULL;
}

int64_t cm_schema_newest(cm_str domain) {
    uint32_t d = schema_find_domain(domain);
    return d < SCHEMA_DOMAIN_COUNT ? schema_domains[d].newest : 0;
}

cm_str cm_schema_domain(const cm_schema *s) { return schema_domain_name(s->domain); }

cm_str cm_schema_op_type(const cm_schema *s) {
    return schema_text(&schema_op_names, s->op_name);
}

/* ---- formals and types ----------------------------------------------------------------------- */

/* The formal of argument i of n formals from `first`; the last one may stand for many. */
static const cm_formal *schema_formal(uint32_t first, uint32_t n, uint32_t i) {
    if (n == 0) return NULL;
    const cm_formal *last = &schema_formals[first + n - 1];
    if (i < n) return &schema_formals[first + i];
    return cm_formal_get_option(last) >= CM_FORMAL_VARIADIC ? last : NULL;
}

const cm_formal *cm_schema_input(const cm_schema *s, uint32_t i) {
    return schema_formal(s->first_formal, s->n_in, i);
}
const cm_formal *cm_schema_output(const cm_schema *s, uint32_t i) {
    return schema_formal((uint32_t)s->first_formal + s->n_in, s->n_out, i);
}

const cm_types *cm_formal_get_types(const cm_formal *f) { return &schema_types[f->types]; }

static bool schema_has_dtype(uint32_t set, int dtype) {
    if (dtype == CAMEO_UNDEFINED) return set != 0;
    return dtype > 0 && dtype < 32 && (set >> dtype & 1) != 0;
}

/* Is a map of these keys and values (each may be CAMEO_UNDEFINED: any) among the lower bits of set?
 * */
static bool schema_has_map(uint32_t set, int key, int value) {
    for (int m = 0; m < CM_MAP_COUNT; m++) {
        bool key_fits = key == CAMEO_UNDEFINED || key == schema_maps[m][0];
        bool value_fits = value == CAMEO_UNDEFINED || value == schema_maps[m][1];
        if ((set >> m & 1) != 0 && key_fits && value_fits) return true;
    }
    return false;
}

bool cm_types_allow(const cm_types *t, int kind, int elem_kind, int dtype) {
    bool of_tensors = elem_kind == CAMEO_KIND_NONE || elem_kind == CAMEO_KIND_TENSOR;
    bool of_sequences = elem_kind == CAMEO_KIND_NONE || elem_kind == CAMEO_KIND_SEQUENCE;
    bool of_maps = elem_kind == CAMEO_KIND_NONE || elem_kind == CAMEO_KIND_MAP;
    switch (kind) {
    case CAMEO_KIND_TENSOR:
        return schema_has_dtype(t->tensors, dtype);
    case CAMEO_KIND_SEQUENCE:
        return (of_tensors && schema_has_dtype(t->sequences, dtype)) ||
               (of_maps && schema_has_map(t->maps >> 8, CAMEO_UNDEFINED, dtype));
    case CAMEO_KIND_OPTIONAL:
        return (of_tensors && schema_has_dtype(t->optionals, dtype)) ||
               (of_sequences && schema_has_dtype(t->optional_sequences, dtype));
    case CAMEO_KIND_MAP:
        return schema_has_map(t->maps, elem_kind, dtype);
    default:
        return false;
    }
}

/* ---- attributes ------------------------------------------------------------------------------ */

const cm_schema_attr *cm_schema_get_attr(const cm_schema *s, uint32_t i) {
    return &schema_attrs[s->first_attr + i];
}

const cm_schema_attr *cm_schema_find_attr(const cm_schema *s, cm_str name) {
    for (uint32_t i = 0; i < s->n_attrs; i++) {
        const cm_schema_attr *a = cm_schema_get_attr(s, i);
        if (cm_str_eq(cm_schema_attr_name(a), name)) return a;
    }
    return NULL;
}

cm_str cm_schema_attr_name(const cm_schema_attr *a) {
    return schema_text(&schema_attr_names, a->name);
}

uint32_t cm_schema_n_defaults(const cm_schema_attr *a) {
    return a->value == SCHEMA_NO_DEFAULT ? 0 : schema_defaults[a->value].n;
}

int64_t cm_schema_default_int(const cm_schema_attr *a, uint32_t i) {
    return schema_ints[schema_defaults[a->value].first + i];
}
float cm_schema_default_float(const cm_schema_attr *a, uint32_t i) {
    return schema_floats[schema_defaults[a->value].first + i];
}
cm_str cm_schema_default_string(const cm_schema_attr *a, uint32_t i) {
    return schema_text(&schema_strings, schema_string_offs[schema_defaults[a->value].first + i]);
}

#endif /* !CAMEO_FROZEN */
