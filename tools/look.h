/* look.h — the rows of a model by their numbers, and elements of its tensors, for the commands that show models. */
#ifndef CM_TOOLS_LOOK_H
#define CM_TOOLS_LOOK_H

#include "tools/tool.h"

/* Rows whose numbers the model gave: one that it has not ends the program. */
cameo_graph_view look_graph(const cameo_model *m, uint32_t id);
cameo_node_view look_node(const cameo_model *m, uint32_t id);
cameo_attr_view look_attr(const cameo_model *m, uint32_t id);
cameo_value_view look_value(const cameo_model *m, uint32_t id);
cameo_type_view look_type(const cameo_model *m, uint32_t id);
cameo_tensor_view look_tensor(const cameo_model *m, uint32_t id);
cameo_sparse_view look_sparse(const cameo_model *m, uint32_t id);
cameo_function_view look_function(const cameo_model *m, uint32_t id);

/* The name of a value; empty for CAMEO_NO_ID, an absent operand. */
cameo_string look_name(const cameo_model *m, uint32_t value);

/* A number of `width` bytes (1, 2, 4, 8) in a tensor, unit i of them, in the processor's order. */
uint64_t look_bits(const cameo_tensor_view *t, uint64_t i, size_t width);

/* Element i of a tensor that has no strings, as a number that reads back as it is: "-3", "0.25", "nan", "-inf"; of a
 * complex one "1+2i"; a bool is 0 or 1. Returns text, which has room for 64 bytes. */
const char *look_element(char *text, const cameo_tensor_view *t, uint64_t i);
/* A float, or a double, in as few digits as read back as it is; always with a point, an exponent, or a word. */
const char *look_float(char *text, float x);
const char *look_double(char *text, double x);

#define LOOK_UNKNOWN UINT64_MAX

/* What inference knows of each value of the model: a text as "float32[batch, 3]", or NULL where it knows nothing. */
typedef struct look_types {
    char **text; /* per value */
    uint64_t *bytes; /* per value: of its elements; LOOK_UNKNOWN where a dim is free, or it is no tensor of numbers */
    uint32_t n;
    cameo_error error; /* why inference ended; status CAMEO_OK: it did not. What is declared stands there then */
} look_types;

/* A model that is shown: its rows, what is known of its values, and where the text goes. */
typedef struct look_state {
    const cameo_model *m;
    bool in_file;   /* offsets are places in the file: it is no text, and no loader read it */
    bool is_beside; /* locations are files: no loader made them up */
    look_types types;
    FILE *f; /* the caller's */
} look_state;
/* Infers the types; why not, where that fails, is told on stderr. */
look_state look_begin(const tool_model *m, FILE *f);
void look_end(look_state *s);

/* Does this attribute hold graphs, beginning with a->first? */
bool look_has_graphs(const cameo_attr_view *a);
/* An initializer that nobody gives otherwise. */
bool look_is_constant(const cameo_value_view *v);

#endif
