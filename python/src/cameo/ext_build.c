/* ext_build.c — loaders, importers, functions and rewrites of options, and what their Python sees of the library: the
 * builder, nodes and the graph (_cameo.h). These objects point to what lives during the call only; at its end they are
 * empty, and say so where somebody kept one. */
#include "_cameo.h"

#include <string.h>

/* ---- nodes and attributes in ---- */

int ext_take_names(ext_pins *pins, PyObject *list, const char *const **names, size_t *n) {
    Py_ssize_t count = PyList_Size(list);
    const char **made = count < 0 ? NULL : ext_alloc(pins, (size_t)count + 1, sizeof *made);
    if (made == NULL) return -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *name = PyList_GetItem(list, i);
        if (ext_copy_text(pins, name == Py_None ? NULL : name, &made[i]) != 0) return -1;
    }
    *names = made;
    *n = (size_t)count;
    return 0;
}

int ext_take_node(ext_pins *pins, PyObject *given, cameo_node *node) {
    PyObject *text[5], *inputs, *outputs;
    const char **const to[5] = {&node->op_type, &node->domain, &node->name, &node->overload, &node->doc_string};
    if (!PyArg_ParseTuple(given, "OOOOOOO", &text[0], &text[1], &text[2], &text[3], &text[4], &inputs, &outputs))
        return -1;
    for (int i = 0; i < 5; i++) {
        if (ext_copy_text(pins, text[i] == Py_None ? NULL : text[i], to[i]) != 0) return -1;
    }
    if (inputs != Py_None && ext_take_names(pins, inputs, &node->inputs, &node->n_inputs) != 0) return -1;
    return outputs == Py_None ? 0 : ext_take_names(pins, outputs, &node->outputs, &node->n_outputs);
}

/* bytes that live as long as the pins. */
static int build_string(ext_pins *pins, PyObject *bytes, cameo_string *s) {
    const Py_buffer *view = ext_view(pins, bytes, PyBUF_SIMPLE);
    if (view == NULL) return -1;
    *s = (cameo_string){view->buf, (size_t)view->len};
    return 0;
}

/* A list of numbers, bytes or tensors as the elements of the attribute's type. */
static int build_list(ext_pins *pins, PyObject *list, cameo_attr *attr) {
    Py_ssize_t n = PyList_Size(list);
    if (n < 0) return -1;
    attr->n = (size_t)n;
    int64_t *ints = ext_alloc(pins, attr->n + 1, sizeof *ints);
    float *floats = ext_alloc(pins, attr->n + 1, sizeof *floats);
    cameo_string *strings = ext_alloc(pins, attr->n + 1, sizeof *strings);
    cameo_tensor *tensors = ext_alloc(pins, attr->n + 1, sizeof *tensors);
    if (ints == NULL || floats == NULL || strings == NULL || tensors == NULL) return -1;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *one = PyList_GetItem(list, i);
        int failed = 0;
        if (attr->type == CAMEO_ATTR_INTS)
            ints[i] = PyLong_AsLongLong(one);
        else if (attr->type == CAMEO_ATTR_FLOATS)
            floats[i] = (float)PyFloat_AsDouble(one);
        else if (attr->type == CAMEO_ATTR_STRINGS)
            failed = build_string(pins, one, &strings[i]);
        else
            failed = ext_take_tensor(pins, one, &tensors[i]);
        if (failed != 0 || PyErr_Occurred()) return -1;
    }
    attr->ints = ints;
    attr->floats = floats;
    attr->strings = strings;
    attr->tensors = tensors;
    return 0;
}

int ext_take_attr(ext_pins *pins, PyObject *given, cameo_attr *attr) {
    PyObject *name, *value, *ref;
    int type;
    if (!PyArg_ParseTuple(given, "UiOO", &name, &type, &value, &ref)) return -1;
    attr->type = (cameo_attr_type)type;
    attr->n = 1; /* of GRAPHS, those that begin */
    if (ext_copy_text(pins, name, &attr->name) != 0) return -1;
    if (ref != Py_None) return ext_copy_text(pins, ref, &attr->ref);
    if (value == Py_None) return 0;
    cameo_tensor *tensor = NULL;
    switch (attr->type) {
    case CAMEO_ATTR_INT:
        attr->i = PyLong_AsLongLong(value);
        return PyErr_Occurred() ? -1 : 0;
    case CAMEO_ATTR_FLOAT:
        attr->f = (float)PyFloat_AsDouble(value);
        return PyErr_Occurred() ? -1 : 0;
    case CAMEO_ATTR_STRING: return build_string(pins, value, &attr->s);
    case CAMEO_ATTR_TENSOR:
        tensor = ext_alloc(pins, 1, sizeof *tensor);
        attr->tensors = tensor;
        return tensor == NULL ? -1 : ext_take_tensor(pins, value, tensor);
    case CAMEO_ATTR_INTS:
    case CAMEO_ATTR_FLOATS:
    case CAMEO_ATTR_STRINGS:
    case CAMEO_ATTR_TENSORS: return build_list(pins, value, attr);
    default: PyErr_SetString(PyExc_ValueError, "no value makes an attribute of this type"); return -1;
    }
}

int ext_take_type(ext_pins *pins, PyObject *given, cameo_type *type) {
    PyObject *name, *shape;
    int kind, elem_kind, dtype, key_dtype;
    const char *text;
    if (!PyArg_ParseTuple(given, "UiiiiO", &name, &kind, &elem_kind, &dtype, &key_dtype, &shape)) return -1;
    if (ext_copy_text(pins, name, &text) != 0) return -1;
    *type = (cameo_type){.name = {text, strlen(text)},
                         .kind = (cameo_kind)kind,
                         .elem_kind = (cameo_kind)elem_kind,
                         .dtype = (cameo_dtype)dtype,
                         .key_dtype = (cameo_dtype)key_dtype,
                         .has_shape = shape != Py_None};
    if (shape == Py_None) return 0;
    Py_ssize_t rank = PyList_Size(shape);
    if (rank < 0 || rank > CAMEO_MAX_RANK) {
        if (rank >= 0) PyErr_Format(PyExc_ValueError, "rank %zd, want at most %d", rank, CAMEO_MAX_RANK);
        return -1;
    }
    type->rank = (uint32_t)rank;
    for (Py_ssize_t i = 0; i < rank; i++) {
        PyObject *dim = PyList_GetItem(shape, i);
        bool named = PyUnicode_Check(dim);
        const char *dim_name = NULL;
        if (named && ext_copy_text(pins, dim, &dim_name) != 0) return -1;
        if (named) type->dim_params[i] = (cameo_string){dim_name, strlen(dim_name)};
        type->dims[i] = named || dim == Py_None ? -1 : PyLong_AsLongLong(dim);
        if (PyErr_Occurred()) return -1;
    }
    return 0;
}

/* ---- the builder ---- */

typedef struct ext_builder {
    PyObject_HEAD
    cameo_builder *b; /* NULL: the call is over */
} ext_builder;

static cameo_builder *build_of(PyObject *self) {
    cameo_builder *b = ((ext_builder *)self)->b;
    if (b == NULL) PyErr_SetString(PyExc_ValueError, "a builder is there during the call of its function only");
    return b;
}

/* None, or the exception of what failed: the builder tells it when it is finished, and takes no more calls anyway. */
static PyObject *build_done(cameo_builder *b, ext_pins *pins, int taken, cameo_status status) {
    ext_unpin(pins);
    if (taken != 0) return NULL;
    if (status == CAMEO_OK) return Py_NewRef(Py_None);
    cameo_error e = {.node = CAMEO_NO_ID, .offset = CAMEO_NO_OFFSET};
    (void)cameo_builder_finish(b, &e);
    return ext_fail(status, &e);
}

static PyObject *build_opset(PyObject *self, PyObject *args) {
    cameo_builder *b = build_of(self);
    ext_pins pins = {NULL};
    const char *domain;
    long long version;
    if (b == NULL || !PyArg_ParseTuple(args, "sL", &domain, &version)) return NULL;
    return build_done(b, &pins, 0, cameo_builder_opset(b, domain, version));
}

static PyObject *build_node(PyObject *self, PyObject *given) {
    cameo_builder *b = build_of(self);
    ext_pins pins = {NULL};
    cameo_node node = {0};
    if (b == NULL) return NULL;
    int taken = ext_take_node(&pins, given, &node);
    return build_done(b, &pins, taken, taken == 0 ? cameo_builder_node(b, &node) : CAMEO_OK);
}

/* Payloads in memory of the builder, which lasts as long as it needs them. */
static int build_keep(cameo_builder *b, cameo_tensor *tensors, size_t n) {
    for (size_t i = 0; i < n; i++) {
        cameo_tensor *t = &tensors[i];
        size_t count = t->dtype == CAMEO_STRING ? t->bytes / sizeof(cameo_string) : 0, bytes = t->bytes;
        const cameo_string *from = t->data;
        for (size_t k = 0; k < count; k++) bytes += from[k].n;
        if (bytes == 0) continue;
        char *room = cameo_builder_alloc(b, bytes);
        if (room == NULL) return 0; /* the builder has failed, and says so */
        memcpy(room, t->data, t->bytes);
        char *at = room + t->bytes;
        for (size_t k = 0; k < count; k++) {
            memcpy((cameo_string *)(void *)room + k, &(cameo_string){at, from[k].n}, sizeof(cameo_string));
            if (from[k].n != 0) memcpy(at, from[k].p, from[k].n);
            at += from[k].n;
        }
        t->data = room;
    }
    return 0;
}

/* init(name, tensor). */
static PyObject *build_init(PyObject *self, PyObject *args) {
    cameo_builder *b = build_of(self);
    ext_pins pins = {NULL};
    const char *name;
    PyObject *given;
    cameo_tensor tensor;
    if (b == NULL || !PyArg_ParseTuple(args, "sO", &name, &given)) return NULL;
    int taken = ext_take_tensor(&pins, given, &tensor);
    if (taken == 0) taken = build_keep(b, &tensor, 1);
    return build_done(b, &pins, taken, taken == 0 ? cameo_builder_init(b, name, &tensor) : CAMEO_OK);
}

static PyObject *build_metadata(PyObject *self, PyObject *args) {
    cameo_builder *b = build_of(self);
    ext_pins pins = {NULL};
    const char *key, *value;
    if (b == NULL || !PyArg_ParseTuple(args, "ss", &key, &value)) return NULL;
    return build_done(b, &pins, 0, cameo_builder_metadata(b, key, value));
}

static PyObject *build_attr(PyObject *self, PyObject *given) {
    cameo_builder *b = build_of(self);
    ext_pins pins = {NULL};
    cameo_attr attr = {0};
    if (b == NULL) return NULL;
    int taken = ext_take_attr(&pins, given, &attr);
    if (taken == 0 && attr.tensors != NULL && (attr.type == CAMEO_ATTR_TENSOR || attr.type == CAMEO_ATTR_TENSORS)) {
        cameo_tensor *tensors = ext_alloc(&pins, attr.n + 1, sizeof *tensors);
        if (tensors != NULL) memcpy(tensors, attr.tensors, attr.n * sizeof *tensors);
        taken = tensors == NULL ? -1 : build_keep(b, tensors, attr.n);
        attr.tensors = tensors;
    }
    return build_done(b, &pins, taken, taken == 0 ? cameo_builder_attr(b, &attr) : CAMEO_OK);
}

static PyObject *build_typed(PyObject *self, PyObject *given,
                             cameo_status (*call)(cameo_builder *b, const cameo_type *type)) {
    cameo_builder *b = build_of(self);
    ext_pins pins = {NULL};
    cameo_type type;
    if (b == NULL) return NULL;
    int taken = ext_take_type(&pins, given, &type);
    return build_done(b, &pins, taken, taken == 0 ? call(b, &type) : CAMEO_OK);
}

static PyObject *build_input(PyObject *self, PyObject *given) { return build_typed(self, given, cameo_builder_input); }
static PyObject *build_output(PyObject *self, PyObject *given) {
    return build_typed(self, given, cameo_builder_output);
}

static PyObject *build_end(PyObject *self, PyObject *unused) {
    cameo_builder *b = build_of(self);
    ext_pins pins = {NULL};
    (void)unused;
    return b == NULL ? NULL : build_done(b, &pins, 0, cameo_builder_end(b));
}

/* ---- nodes and graphs ---- */

typedef struct ext_graph {
    PyObject_HEAD
    cameo_partition *p; /* NULL: the call is over */
} ext_graph;

/* A node of a graph, which is fetched again for each question, or the node of an importer. */
typedef struct ext_node {
    PyObject_HEAD
    cameo_op_context *c; /* an importer's; NULL */
    ext_graph *graph;    /* or NULL */
    uint32_t index;
} ext_node;

static cameo_op_context *node_of(PyObject *self) {
    const ext_node *n = (const ext_node *)self;
    cameo_op_context *c = n->graph == NULL       ? n->c
                          : n->graph->p == NULL  ? NULL
                                                 : cameo_partition_node(n->graph->p, n->index);
    if (c == NULL) PyErr_SetString(PyExc_ValueError, "a node is there during the call of its function only");
    return c;
}

/* told() -> (name, op_type, domain, version, number of inputs, of outputs). */
static PyObject *node_told(PyObject *self, PyObject *unused) {
    const cameo_op_context *c = node_of(self);
    (void)unused;
    if (c == NULL) return NULL;
    return Py_BuildValue("(NNNLII)", ext_string(cameo_op_name(c)), ext_string(cameo_op_type(c)),
                         ext_string(cameo_op_domain(c)), (long long)cameo_op_version(c),
                         (unsigned)cameo_op_n_inputs(c), (unsigned)cameo_op_n_outputs(c));
}

/* attribute(name, standard): standard where the node has none of this name and of its type. */
static PyObject *node_attribute(PyObject *self, PyObject *args) {
    const cameo_op_context *c = node_of(self);
    const char *name;
    PyObject *standard;
    if (c == NULL || !PyArg_ParseTuple(args, "sO", &name, &standard)) return NULL;
    return ext_op_attribute(c, name, standard);
}

static PyObject *node_input(PyObject *self, PyObject *args) {
    const cameo_op_context *c = node_of(self);
    unsigned i;
    if (c == NULL || !PyArg_ParseTuple(args, "I", &i)) return NULL;
    return ext_op_describe(c, i);
}

/* ids() -> ([id of an input or None, ...], [id of an output or None, ...]): of a graph's node. */
static PyObject *node_ids(PyObject *self, PyObject *unused) {
    const cameo_op_context *c = node_of(self);
    (void)unused;
    if (c == NULL) return NULL;
    PyObject *ids[2] = {PyList_New(0), PyList_New(0)};
    for (int which = 0; which < 2; which++) {
        uint32_t n = which == 0 ? cameo_op_n_inputs(c) : cameo_op_n_outputs(c);
        for (uint32_t i = 0; ids[which] != NULL && i < n; i++) {
            uint32_t id = which == 0 ? cameo_op_input_id(c, i) : cameo_op_output_id(c, i);
            PyObject *one = id == CAMEO_NO_ID ? Py_NewRef(Py_None) : PyLong_FromUnsignedLong(id);
            if (one == NULL || PyList_Append(ids[which], one) != 0) Py_CLEAR(ids[which]);
            Py_XDECREF(one);
        }
    }
    return Py_BuildValue("(NN)", ids[0], ids[1]);
}

static void node_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    Py_CLEAR(((ext_node *)self)->graph);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static cameo_partition *graph_of(PyObject *self) {
    cameo_partition *p = ((ext_graph *)self)->p;
    if (p == NULL) PyErr_SetString(PyExc_ValueError, "a graph is there during the call of its function only");
    return p;
}

static PyObject *graph_count(PyObject *self, PyObject *unused) {
    const cameo_partition *p = graph_of(self);
    (void)unused;
    return p == NULL ? NULL : PyLong_FromUnsignedLong(cameo_partition_count(p));
}

static PyObject *build_object(PyObject *type) {
    PyTypeObject *t = (PyTypeObject *)type;
    return t == NULL ? NULL : ((allocfunc)PyType_GetSlot(t, Py_tp_alloc))(t, 0);
}

static PyObject *graph_node(PyObject *self, PyObject *args) {
    cameo_partition *p = graph_of(self);
    unsigned i;
    if (p == NULL || !PyArg_ParseTuple(args, "I", &i)) return NULL;
    if (i >= cameo_partition_count(p)) {
        PyErr_Format(PyExc_IndexError, "node %u of %u", i, (unsigned)cameo_partition_count(p));
        return NULL;
    }
    const ext_state *state = PyType_GetModuleState(Py_TYPE(self));
    ext_node *node = state == NULL ? NULL : (ext_node *)build_object(state->node);
    if (node == NULL) return NULL;
    node->graph = (ext_graph *)Py_NewRef(self);
    node->index = i;
    return (PyObject *)node;
}

/* value(id) -> (kind, dtype, dims, value): value of a constant. None: no such value, or no tensor. */
static PyObject *graph_value(PyObject *self, PyObject *args) {
    cameo_partition *p = graph_of(self);
    cameo_value_info info = {.size = sizeof info};
    unsigned id;
    if (p == NULL || !PyArg_ParseTuple(args, "I", &id)) return NULL;
    if (!cameo_partition_value(p, id, &info)) return Py_NewRef(Py_None);
    return ext_describe(CAMEO_KIND_TENSOR, &info.tensor);
}

static PyObject *graph_reader(PyObject *self, PyObject *args) {
    cameo_partition *p = graph_of(self);
    unsigned id, from;
    if (p == NULL || !PyArg_ParseTuple(args, "II", &id, &from)) return NULL;
    uint32_t reader = cameo_partition_reader(p, id, from);
    return reader == CAMEO_NO_ID ? Py_NewRef(Py_None) : PyLong_FromUnsignedLong(reader);
}

static PyMethodDef builder_methods[] = {
    {"opset", build_opset, METH_VARARGS, NULL}, {"node", build_node, METH_O, NULL},
    {"attr", build_attr, METH_O, NULL},         {"input", build_input, METH_O, NULL},
    {"output", build_output, METH_O, NULL},     {"end", build_end, METH_NOARGS, NULL},
    {"init", build_init, METH_VARARGS, NULL},   {"metadata", build_metadata, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyMethodDef node_methods[] = {
    {"told", node_told, METH_NOARGS, NULL},
    {"attribute", node_attribute, METH_VARARGS, NULL},
    {"input", node_input, METH_VARARGS, NULL},
    {"ids", node_ids, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyMethodDef graph_methods[] = {
    {"count", graph_count, METH_NOARGS, NULL},
    {"node", graph_node, METH_VARARGS, NULL},
    {"value", graph_value, METH_VARARGS, NULL},
    {"reader", graph_reader, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot builder_slots[] = {{Py_tp_methods, builder_methods}, {0, NULL}};
static PyType_Slot node_slots[] = {{Py_tp_dealloc, node_dealloc}, {Py_tp_methods, node_methods}, {0, NULL}};
static PyType_Slot graph_slots[] = {{Py_tp_methods, graph_methods}, {0, NULL}};

#define BUILD_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION)
PyType_Spec ext_builder_spec = {"cameo._cameo.Builder", sizeof(ext_builder), 0, BUILD_FLAGS, builder_slots};
PyType_Spec ext_node_spec = {"cameo._cameo.Node", sizeof(ext_node), 0, BUILD_FLAGS, node_slots};
PyType_Spec ext_graph_spec = {"cameo._cameo.Graph", sizeof(ext_graph), 0, BUILD_FLAGS, graph_slots};

/* ---- calls of the caller's functions ---- */

/* What a rewrite, an importer or a loader calls; each reference is one of s->built. */
typedef struct build_calls {
    const ext_state *state;
    PyObject *match, *build; /* match may be NULL; of a loader it recognises */
} build_calls;

/* Bytes of a file by which a loader recognises it. */
#define BUILD_BEGINNING ((size_t)4096)

/* The exception that was raised as a status, with its text in *error. */
static cameo_status build_raised(cameo_error *error) {
    ext_load *load = ext_load_now();
    PyObject *text;
    cameo_status status = ext_raised(&text, load == NULL ? NULL : &load->cause);
    if (!PyErr_Occurred()) status = cameo_fail(error, status, ext_raised_text(text));
    Py_XDECREF(text);
    return status;
}

/* made: what the function returned, given up; NULL: it raised. */
static cameo_status build_ended(PyObject *made, cameo_error *error) {
    cameo_status status = made == NULL ? build_raised(error)
                          : made == Py_NotImplemented ? CAMEO_DECLINED : CAMEO_OK;
    Py_XDECREF(made);
    return status;
}

static cameo_status build_import(void *ctx, cameo_op_context *c, cameo_builder *b, cameo_error *error) {
    const build_calls *calls = ctx;
    PyGILState_STATE lock = PyGILState_Ensure();
    cameo_status status = CAMEO_E_CANCELLED;
    if (!PyErr_Occurred()) { /* else Ctrl-C waits for the end of the load */
        ext_node *node = (ext_node *)build_object(calls->state->node);
        ext_builder *builder = node == NULL ? NULL : (ext_builder *)build_object(calls->state->builder);
        PyObject *made = NULL;
        if (builder != NULL) {
            node->c = c;
            builder->b = b;
            made = PyObject_CallFunctionObjArgs(calls->build, node, builder, NULL);
            node->c = NULL;
            builder->b = NULL;
        }
        status = build_ended(made, error);
        Py_XDECREF((PyObject *)node);
        Py_XDECREF((PyObject *)builder);
    }
    PyGILState_Release(lock);
    return status;
}

/* made: whether something is so, given up; NULL: the function raised. */
static cameo_status build_answered(PyObject *made, cameo_error *error) {
    int yes = made == NULL ? -1 : PyObject_IsTrue(made);
    Py_XDECREF(made);
    return yes < 0 ? build_raised(error) : yes == 1 ? CAMEO_OK : CAMEO_DECLINED;
}

/* recognise(beginning of the file) -> whether it is of the format. */
static cameo_status build_recognise(void *ctx, const void *bytes, size_t size, cameo_error *error) {
    const build_calls *calls = ctx;
    PyGILState_STATE lock = PyGILState_Ensure();
    cameo_status status = CAMEO_E_CANCELLED;
    if (!PyErr_Occurred()) {
        size_t n = size < BUILD_BEGINNING ? size : BUILD_BEGINNING;
        status = build_answered(PyObject_CallFunction(calls->match, "y#", bytes, (Py_ssize_t)n), error);
    }
    PyGILState_Release(lock);
    return status;
}

/* build(bytes of the file, builder): bytes are a copy, since Python may keep them. */
static cameo_status build_load(void *ctx, const void *bytes, size_t size, cameo_builder *b, cameo_error *error) {
    const build_calls *calls = ctx;
    PyGILState_STATE lock = PyGILState_Ensure();
    cameo_status status = CAMEO_E_CANCELLED;
    if (!PyErr_Occurred()) {
        ext_builder *builder = (ext_builder *)build_object(calls->state->builder);
        PyObject *made = NULL;
        if (builder != NULL) {
            builder->b = b;
            made = PyObject_CallFunction(calls->build, "y#O", bytes, (Py_ssize_t)size, (PyObject *)builder);
            builder->b = NULL;
        }
        status = build_ended(made, error);
        Py_XDECREF((PyObject *)builder);
    }
    PyGILState_Release(lock);
    return status;
}

static PyObject *build_graph(const build_calls *calls, cameo_partition *p) {
    ext_graph *graph = (ext_graph *)build_object(calls->state->graph);
    if (graph != NULL) graph->p = p;
    return (PyObject *)graph;
}

static PyObject *build_match_ids(const uint32_t *ids, uint32_t n) {
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (uint32_t i = 0; list != NULL && i < n; i++) {
        PyObject *one = PyLong_FromUnsignedLong(ids[i]);
        if (one == NULL || PyList_SetItem(list, (Py_ssize_t)i, one) != 0) Py_CLEAR(list);
    }
    return list;
}

static int build_take_ids(PyObject *list, uint32_t *ids, uint32_t *n) {
    Py_ssize_t count = PyList_Size(list);
    if (count < 0) return -1;
    if (count > CAMEO_MATCH_MAX) {
        PyErr_Format(PyExc_ValueError, "a match of %zd nodes or inputs, want at most %d", count, CAMEO_MATCH_MAX);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        long long id = PyLong_AsLongLong(PyList_GetItem(list, i));
        if (PyErr_Occurred()) return -1;
        ids[i] = id < 0 || id > UINT32_MAX ? CAMEO_NO_ID : (uint32_t)id;
    }
    *n = (uint32_t)count;
    return 0;
}

/* match(graph, root, nodes, inputs) -> whether it is wanted, or ([node, ...], [value, ...]). */
static cameo_status build_match(void *ctx, cameo_partition *p, uint32_t root, cameo_match *m, cameo_error *error) {
    const build_calls *calls = ctx;
    PyGILState_STATE lock = PyGILState_Ensure();
    cameo_status status = CAMEO_E_CANCELLED;
    if (!PyErr_Occurred()) {
        PyObject *graph = build_graph(calls, p), *made = NULL, *nodes, *inputs;
        if (graph != NULL) {
            made = PyObject_CallFunction(calls->match, "OINN", graph, (unsigned)root,
                                         build_match_ids(m->nodes, m->n_nodes),
                                         build_match_ids(m->inputs, m->n_inputs));
            ((ext_graph *)graph)->p = NULL;
        }
        if (made != NULL && PyTuple_Check(made)) {
            bool taken = PyArg_ParseTuple(made, "O!O!", &PyList_Type, &nodes, &PyList_Type, &inputs) &&
                         build_take_ids(nodes, m->nodes, &m->n_nodes) == 0 &&
                         build_take_ids(inputs, m->inputs, &m->n_inputs) == 0;
            if (!taken) Py_CLEAR(made);
        }
        status = build_answered(made, error);
        Py_XDECREF(graph);
    }
    PyGILState_Release(lock);
    return status;
}

static cameo_status build_rewrite(void *ctx, cameo_partition *p, const cameo_match *m, cameo_builder *b,
                                  cameo_error *error) {
    const build_calls *calls = ctx;
    PyGILState_STATE lock = PyGILState_Ensure();
    cameo_status status = CAMEO_E_CANCELLED;
    if (!PyErr_Occurred()) {
        PyObject *graph = build_graph(calls, p), *made = NULL;
        ext_builder *builder = graph == NULL ? NULL : (ext_builder *)build_object(calls->state->builder);
        if (builder != NULL) {
            builder->b = b;
            made = PyObject_CallFunction(calls->build, "ONNO", graph, build_match_ids(m->nodes, m->n_nodes),
                                         build_match_ids(m->inputs, m->n_inputs), builder);
            builder->b = NULL;
            ((ext_graph *)graph)->p = NULL;
        }
        status = build_ended(made, error);
        Py_XDECREF((PyObject *)builder);
        Py_XDECREF(graph);
    }
    PyGILState_Release(lock);
    return status;
}

/* ---- options ---- */

static build_calls *build_calls_new(ext_session *s, PyObject *match, PyObject *build) {
    build_calls *calls = ext_alloc(&s->pins, 1, sizeof *calls);
    if (calls == NULL) return NULL;
    calls->state = PyType_GetModuleState(Py_TYPE((PyObject *)s));
    calls->match = match == Py_None ? NULL : match;
    calls->build = build;
    return calls->state == NULL ? NULL : calls;
}

/* [(bytes, is_function), ...] */
static int build_take_functions(ext_session *s, PyObject *list, cameo_options *o) {
    size_t n = (size_t)PyList_Size(list);
    cameo_functions *made = ext_alloc(&s->pins, n + 1, sizeof *made);
    if (made == NULL) return -1;
    for (size_t i = 0; i < n; i++) {
        PyObject *bytes;
        int is_function;
        if (!PyArg_ParseTuple(PyList_GetItem(list, (Py_ssize_t)i), "Op", &bytes, &is_function)) return -1;
        const Py_buffer *view = ext_view(&s->pins, bytes, PyBUF_C_CONTIGUOUS);
        if (view == NULL) return -1;
        made[i] = (cameo_functions){view->buf, (size_t)view->len, is_function != 0};
    }
    o->functions = made;
    o->n_functions = n;
    return 0;
}

/* [(domain, op_type or None, oldest, newest, build), ...] */
static int build_take_importers(ext_session *s, PyObject *list, cameo_options *o) {
    size_t n = (size_t)PyList_Size(list);
    cameo_importer *made = ext_alloc(&s->pins, n + 1, sizeof *made);
    const cameo_importer **all = ext_alloc(&s->pins, n + 1, sizeof *all);
    if (made == NULL || all == NULL) return -1;
    for (size_t i = 0; i < n; i++) {
        PyObject *one = PyList_GetItem(list, (Py_ssize_t)i), *domain, *op_type, *build;
        long long oldest, newest;
        if (!PyArg_ParseTuple(one, "UOLLO", &domain, &op_type, &oldest, &newest, &build)) return -1;
        made[i] = (cameo_importer){.size = sizeof made[i], .oldest = oldest, .newest = newest, .build = build_import};
        if (ext_copy_text(&s->pins, domain, &made[i].domain) != 0) return -1;
        if (ext_copy_text(&s->pins, op_type == Py_None ? NULL : op_type, &made[i].op_type) != 0) return -1;
        made[i].ctx = build_calls_new(s, Py_None, build);
        if (made[i].ctx == NULL) return -1;
        all[i] = &made[i];
    }
    o->importers = all;
    o->n_importers = n;
    return 0;
}

/* [(name, extension or None, recognise or None, build), ...] */
static int build_take_loaders(ext_session *s, PyObject *list, cameo_options *o) {
    size_t n = (size_t)PyList_Size(list);
    cameo_loader *made = ext_alloc(&s->pins, n + 1, sizeof *made);
    const cameo_loader **all = ext_alloc(&s->pins, n + 1, sizeof *all);
    if (made == NULL || all == NULL) return -1;
    for (size_t i = 0; i < n; i++) {
        PyObject *name, *extension, *recognise, *build;
        if (!PyArg_ParseTuple(PyList_GetItem(list, (Py_ssize_t)i), "UOOO", &name, &extension, &recognise, &build))
            return -1;
        made[i] = (cameo_loader){.size = sizeof made[i],
                                 .recognise = recognise == Py_None ? NULL : build_recognise,
                                 .build = build_load};
        if (ext_copy_text(&s->pins, name, &made[i].name) != 0) return -1;
        if (ext_copy_text(&s->pins, extension == Py_None ? NULL : extension, &made[i].extension) != 0) return -1;
        made[i].ctx = build_calls_new(s, recognise, build);
        if (made[i].ctx == NULL) return -1;
        all[i] = &made[i];
    }
    o->loaders = all;
    o->n_loaders = n;
    return 0;
}

/* nodes: as ext_take_node takes them; constants: [(name, value, tolerance, any), ...] */
static int build_take_pattern(ext_session *s, PyObject *nodes, PyObject *constants, cameo_rewrite *r) {
    r->n_nodes = (size_t)PyList_Size(nodes);
    r->n_constants = (size_t)PyList_Size(constants);
    cameo_node *node = ext_alloc(&s->pins, r->n_nodes + 1, sizeof *node);
    cameo_match_constant *constant = ext_alloc(&s->pins, r->n_constants + 1, sizeof *constant);
    if (node == NULL || constant == NULL) return -1;
    for (size_t i = 0; i < r->n_nodes; i++) {
        if (ext_take_node(&s->pins, PyList_GetItem(nodes, (Py_ssize_t)i), &node[i]) != 0) return -1;
    }
    for (size_t i = 0; i < r->n_constants; i++) {
        PyObject *name;
        int any;
        if (!PyArg_ParseTuple(PyList_GetItem(constants, (Py_ssize_t)i), "Uddp", &name, &constant[i].value,
                              &constant[i].tolerance, &any)) {
            return -1;
        }
        if (ext_copy_text(&s->pins, name, &constant[i].name) != 0) return -1;
        constant[i].any = any != 0;
    }
    r->nodes = node;
    r->constants = constant;
    return 0;
}

/* [(name, when, nodes, constants, match or None, build), ...] */
static int build_take_rewrites(ext_session *s, PyObject *list, cameo_options *o) {
    size_t n = (size_t)PyList_Size(list);
    cameo_rewrite *made = ext_alloc(&s->pins, n + 1, sizeof *made);
    const cameo_rewrite **all = ext_alloc(&s->pins, n + 1, sizeof *all);
    if (made == NULL || all == NULL) return -1;
    for (size_t i = 0; i < n; i++) {
        PyObject *name, *nodes, *constants, *match, *build;
        int when;
        if (!PyArg_ParseTuple(PyList_GetItem(list, (Py_ssize_t)i), "UiO!O!OO", &name, &when, &PyList_Type, &nodes,
                              &PyList_Type, &constants, &match, &build)) {
            return -1;
        }
        made[i] = (cameo_rewrite){.size = sizeof made[i],
                                  .when = (cameo_rewrite_when)when,
                                  .match = match == Py_None ? NULL : build_match,
                                  .build = build_rewrite};
        if (ext_copy_text(&s->pins, name, &made[i].name) != 0) return -1;
        if (build_take_pattern(s, nodes, constants, &made[i]) != 0) return -1;
        made[i].ctx = build_calls_new(s, match, build);
        if (made[i].ctx == NULL) return -1;
        all[i] = &made[i];
    }
    o->rewrites = all;
    o->n_rewrites = n;
    return 0;
}

int ext_take_built(ext_session *s, PyObject *given, cameo_options *o) {
    PyObject *functions = PyDict_GetItemString(given, "functions");
    PyObject *loaders = PyDict_GetItemString(given, "loaders");
    PyObject *importers = PyDict_GetItemString(given, "importers");
    PyObject *rewrites = PyDict_GetItemString(given, "rewrites");
    if (functions != NULL && !PyList_Check(functions)) functions = NULL;
    if (loaders != NULL && !PyList_Check(loaders)) loaders = NULL;
    if (importers != NULL && !PyList_Check(importers)) importers = NULL;
    if (rewrites != NULL && !PyList_Check(rewrites)) rewrites = NULL;
    s->built = Py_BuildValue("(OOO)", loaders == NULL ? Py_None : loaders, importers == NULL ? Py_None : importers,
                             rewrites == NULL ? Py_None : rewrites);
    if (s->built == NULL || (functions != NULL && build_take_functions(s, functions, o) != 0)) return -1;
    if (loaders != NULL && build_take_loaders(s, loaders, o) != 0) return -1;
    if (importers != NULL && build_take_importers(s, importers, o) != 0) return -1;
    return rewrites == NULL ? 0 : build_take_rewrites(s, rewrites, o);
}
