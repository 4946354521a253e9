/* ext_edit.c — models that are looked into and changed: the types Model and Editor (_cameo.h). */
#include "_cameo.h"

#include <stdlib.h>
#include <string.h>

typedef struct ext_model_object {
    PyObject_HEAD
    ext_session *s; /* options, and what they point to */
    cameo_options options;
    ext_loaded *loaded;
} ext_model_object;

typedef struct ext_editor {
    PyObject_HEAD
    ext_model_object *model;
    void *memory;
    cameo_editor *d;
    ext_pins pins; /* payloads, which stay until the model is written */
} ext_editor;

/* ---- looking in ---- */

/* Model(source, options): a path (str) or an object with the buffer protocol, and a dict. */
static PyObject *edit_model_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *source, *given;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "OO!", &source, &PyDict_Type, &given)) return NULL;
    const ext_state *state = PyType_GetModuleState(type);
    if (state == NULL) return NULL;
    ext_model_object *m = (ext_model_object *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (m == NULL) return NULL;
    m->options = (cameo_options){.size = sizeof m->options, .ops = &cameo_ops_all};
    m->s = ext_session_new(state->session);
    cameo_limits *limits = m->s == NULL ? NULL : ext_alloc(&m->s->pins, 1, sizeof *limits);
    if (limits != NULL && ext_take_options(m->s, given, &m->options, limits) == 0)
        m->loaded = ext_loaded_new(m->s, source, &m->options);
    if (m->loaded == NULL) Py_CLEAR(m);
    return (PyObject *)m;
}

static void edit_model_dealloc(PyObject *self) {
    ext_model_object *m = (ext_model_object *)self;
    PyTypeObject *type = Py_TYPE(self);
    ext_loaded_free(m->loaded);
    Py_CLEAR(m->s);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static const cameo_model *edit_model(PyObject *self) { return ext_loaded_model(((ext_model_object *)self)->loaded); }

/* counts() -> (graphs, nodes, values). */
static PyObject *edit_counts(PyObject *self, PyObject *unused) {
    cameo_model_info info = {.size = sizeof info};
    (void)unused;
    cameo_model_get_info(edit_model(self), &info);
    return Py_BuildValue("(III)", (unsigned)info.n_graphs, (unsigned)info.n_nodes, (unsigned)info.n_values);
}

static PyObject *edit_id(uint32_t id) {
    return id == CAMEO_NO_ID ? Py_NewRef(Py_None) : PyLong_FromUnsignedLong(id);
}

static PyObject *edit_ids(const uint32_t *ids, uint32_t n) {
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (uint32_t i = 0; list != NULL && i < n; i++) {
        PyObject *one = edit_id(ids[i]);
        if (one == NULL || PyList_SetItem(list, (Py_ssize_t)i, one) != 0) Py_CLEAR(list);
    }
    return list;
}

/* Adds item to the list and gives its reference up; false: an exception. */
static bool edit_append(PyObject *list, PyObject *item) {
    bool added = item != NULL && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return added;
}

/* graph(id) -> (name, doc, parent, node, function, first value, number of values, inputs, outputs, nodes,
 * initializers). */
static PyObject *edit_graph(PyObject *self, PyObject *args) {
    const cameo_model *model = edit_model(self);
    cameo_graph_view g = {0};
    cameo_error e = {0};
    unsigned id;
    if (!PyArg_ParseTuple(args, "I", &id)) return NULL;
    cameo_status status = cameo_model_view_graph(model, id, &g, &e);
    if (status != CAMEO_OK) return ext_fail(status, &e);
    PyObject *nodes = PyList_New(0), *inits = PyList_New(0);
    bool ok = nodes != NULL && inits != NULL;
    cameo_node_view n = {0};
    cameo_tensor_view t = {0};
    for (uint32_t i = g.first_node; ok && i != CAMEO_NO_ID; i = n.next)
        ok = cameo_model_view_node(model, i, &n, NULL) == CAMEO_OK && edit_append(nodes, edit_id(i));
    for (uint32_t i = g.first_init; ok && i != CAMEO_NO_ID; i = t.next)
        ok = cameo_model_view_tensor(model, i, &t, NULL) == CAMEO_OK && edit_append(inits, edit_id(i));
    if (!ok) {
        Py_XDECREF(nodes);
        Py_XDECREF(inits);
        return NULL;
    }
    return Py_BuildValue("(NNNNNIINNNN)", ext_string(g.name), ext_string(g.doc_string), edit_id(g.parent),
                         edit_id(g.node), edit_id(g.function), (unsigned)g.first_value, (unsigned)g.n_values,
                         edit_ids(g.inputs, g.n_inputs), edit_ids(g.outputs, g.n_outputs), nodes, inits);
}

static PyObject *edit_bytes(cameo_string s) { return PyBytes_FromStringAndSize(s.n == 0 ? "" : s.p, (Py_ssize_t)s.n); }

/* (dtype, shape, data), data None where it lies in a file; of strings a list of bytes. */
static PyObject *edit_tensor_of(const cameo_model *model, uint32_t id, const cameo_tensor_view *t) {
    PyObject *shape = PyTuple_New((Py_ssize_t)t->rank), *data = NULL;
    for (uint32_t i = 0; shape != NULL && i < t->rank; i++) {
        PyObject *dim = PyLong_FromLongLong(t->dims[i]);
        if (dim == NULL || PyTuple_SetItem(shape, (Py_ssize_t)i, dim) != 0) Py_CLEAR(shape);
    }
    if (t->dtype == CAMEO_STRING) {
        data = PyList_New(0);
        for (uint64_t i = 0; data != NULL && i < t->n_elem; i++) {
            if (!edit_append(data, edit_bytes(cameo_model_tensor_string(model, id, i)))) Py_CLEAR(data);
        }
    } else {
        data = PyByteArray_FromStringAndSize(t->data == NULL ? "" : t->data,
                                             t->data == NULL ? 0 : (Py_ssize_t)t->bytes);
    }
    if (shape != NULL && data != NULL) return Py_BuildValue("(iNN)", (int)t->dtype, shape, data);
    Py_XDECREF(shape);
    Py_XDECREF(data);
    return NULL;
}

/* tensor(id) -> (name, (dtype, shape, data), location, offset, is_swapped). */
static PyObject *edit_tensor(PyObject *self, PyObject *args) {
    cameo_tensor_view t = {0};
    cameo_error e = {0};
    unsigned id;
    if (!PyArg_ParseTuple(args, "I", &id)) return NULL;
    cameo_status status = cameo_model_view_tensor(edit_model(self), id, &t, &e);
    if (status != CAMEO_OK) return ext_fail(status, &e);
    return Py_BuildValue("(NNNKi)", ext_string(t.name), edit_tensor_of(edit_model(self), id, &t),
                         ext_string(t.location), (unsigned long long)t.location_offset, (int)t.is_swapped);
}

/* What an attribute holds: a number, bytes, a list; tensors as edit_tensor_of gives them; ids of graphs; else None. */
static PyObject *edit_attr_value(const cameo_model *model, const cameo_attr_view *a) {
    if (a->ref.n != 0) return Py_NewRef(Py_None);
    if (a->type == CAMEO_ATTR_INT) return PyLong_FromLongLong(a->i);
    if (a->type == CAMEO_ATTR_FLOAT) return PyFloat_FromDouble((double)a->f);
    if (a->type == CAMEO_ATTR_STRING) return edit_bytes(a->s);
    PyObject *list = PyList_New(0);
    uint32_t next = a->first;
    for (uint32_t i = 0; list != NULL && i < a->n; i++) {
        PyObject *one = NULL;
        cameo_tensor_view t = {0};
        cameo_graph_view g = {0};
        switch (a->type) {
        case CAMEO_ATTR_INTS: one = PyLong_FromLongLong(a->ints[i]); break;
        case CAMEO_ATTR_FLOATS: one = PyFloat_FromDouble((double)a->floats[i]); break;
        case CAMEO_ATTR_STRINGS: one = edit_bytes(a->strings[i]); break;
        case CAMEO_ATTR_TENSOR:
        case CAMEO_ATTR_TENSORS:
            if (cameo_model_view_tensor(model, next, &t, NULL) == CAMEO_OK) one = edit_tensor_of(model, next, &t);
            next = t.next;
            break;
        case CAMEO_ATTR_GRAPH:
        case CAMEO_ATTR_GRAPHS:
            one = edit_id(next);
            if (cameo_model_view_graph(model, next, &g, NULL) == CAMEO_OK) next = g.next;
            break;
        default: one = Py_NewRef(Py_None); break;
        }
        if (!edit_append(list, one)) Py_CLEAR(list);
    }
    return list;
}

/* node(id) -> (graph, name, op_type, domain, overload, inputs, outputs, [(name, type, value, ref), ...]). */
static PyObject *edit_node(PyObject *self, PyObject *args) {
    const cameo_model *model = edit_model(self);
    cameo_node_view n = {0};
    cameo_attr_view a = {0};
    cameo_error e = {0};
    unsigned id;
    if (!PyArg_ParseTuple(args, "I", &id)) return NULL;
    cameo_status status = cameo_model_view_node(model, id, &n, &e);
    if (status != CAMEO_OK) return ext_fail(status, &e);
    PyObject *inputs = PyList_New(0), *attrs = PyList_New(0);
    bool ok = inputs != NULL && attrs != NULL;
    for (uint32_t i = 0; ok && i < n.n_inputs; i++)
        ok = edit_append(inputs, edit_id(cameo_model_node_input(model, id, i)));
    for (uint32_t i = n.first_attr; ok && i != CAMEO_NO_ID; i = a.next) {
        ok = cameo_model_view_attr(model, i, &a, NULL) == CAMEO_OK &&
             edit_append(attrs, Py_BuildValue("(NiNN)", ext_string(a.name), (int)a.type, edit_attr_value(model, &a),
                                              ext_string(a.ref)));
    }
    if (!ok) {
        Py_XDECREF(inputs);
        Py_XDECREF(attrs);
        return NULL;
    }
    return Py_BuildValue("(INNNNNNN)", (unsigned)n.graph, ext_string(n.name), ext_string(n.op_type),
                         ext_string(n.domain), ext_string(n.overload), inputs, edit_ids(n.outputs, n.n_outputs), attrs);
}

/* value(id) -> (name, graph, node, initializer, is_input, is_output, type or None). */
static PyObject *edit_value(PyObject *self, PyObject *args) {
    const cameo_model *model = edit_model(self);
    cameo_value_view v = {0};
    cameo_type_view t = {0};
    cameo_error e = {0};
    unsigned id;
    if (!PyArg_ParseTuple(args, "I", &id)) return NULL;
    cameo_status status = cameo_model_view_value(model, id, &v, &e);
    if (status != CAMEO_OK) return ext_fail(status, &e);
    bool typed = v.type != CAMEO_NO_ID && cameo_model_view_type(model, v.type, &t, NULL) == CAMEO_OK;
    return Py_BuildValue("(NINNiiN)", ext_string(v.name), (unsigned)v.graph, edit_id(v.node), edit_id(v.init),
                         (int)v.is_input, (int)v.is_output, typed ? ext_give_type(&t.type) : Py_NewRef(Py_None));
}

/* ---- changing ---- */

/* Editor(model, bytes of memory). */
static PyObject *edit_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *model;
    Py_ssize_t size;
    cameo_error e = {0};
    (void)keywords;
    const ext_state *state = PyType_GetModuleState(type);
    if (state == NULL || !PyArg_ParseTuple(args, "O!n", (PyTypeObject *)state->model, &model, &size)) return NULL;
    ext_editor *d = (ext_editor *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (d == NULL) return NULL;
    d->model = (ext_model_object *)Py_NewRef(model);
    d->memory = size < 0 ? NULL : malloc((size_t)size + CAMEO_MEMORY_ALIGN);
    cameo_status status = CAMEO_OK;
    if (d->memory == NULL)
        PyErr_NoMemory();
    else
        status = cameo_editor_create(ext_aligned(d->memory, (size_t)size), edit_model(model), &d->d, &e);
    if (status != CAMEO_OK) ext_fail(status, &e);
    if (d->memory == NULL || status != CAMEO_OK) Py_CLEAR(d);
    return (PyObject *)d;
}

static void edit_dealloc(PyObject *self) {
    ext_editor *d = (ext_editor *)self;
    PyTypeObject *type = Py_TYPE(self);
    ext_unpin(&d->pins);
    free(d->memory);
    Py_CLEAR(d->model);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static cameo_editor *edit_of(PyObject *self) { return ((ext_editor *)self)->d; }
static ext_pins *edit_pins(PyObject *self) { return &((ext_editor *)self)->pins; }

/* None, or the exception of what failed: the editor tells it when it is finished, and takes no more calls anyway. */
static PyObject *edit_done(PyObject *self, cameo_status status) {
    cameo_error e = {.node = CAMEO_NO_ID, .offset = CAMEO_NO_OFFSET};
    size_t size;
    if (status == CAMEO_OK) return Py_NewRef(Py_None);
    (void)cameo_editor_finish(edit_of(self), &size, &e);
    return ext_fail(status, &e);
}

static PyObject *edit_set_node(PyObject *self, PyObject *args) {
    unsigned id;
    PyObject *given;
    cameo_node node = {0};
    if (!PyArg_ParseTuple(args, "IO", &id, &given) || ext_take_node(edit_pins(self), given, &node) != 0) return NULL;
    return edit_done(self, cameo_editor_set_node(edit_of(self), id, &node));
}

static PyObject *edit_add_node(PyObject *self, PyObject *args) {
    unsigned graph, before;
    PyObject *given;
    uint32_t id = CAMEO_NO_ID;
    cameo_node node = {0};
    if (!PyArg_ParseTuple(args, "IIO", &graph, &before, &given)) return NULL;
    if (ext_take_node(edit_pins(self), given, &node) != 0) return NULL;
    cameo_status status = cameo_editor_add_node(edit_of(self), graph, before, &node, &id);
    return status == CAMEO_OK ? edit_id(id) : edit_done(self, status);
}

static PyObject *edit_remove_node(PyObject *self, PyObject *args) {
    unsigned id;
    if (!PyArg_ParseTuple(args, "I", &id)) return NULL;
    return edit_done(self, cameo_editor_remove_node(edit_of(self), id));
}

static PyObject *edit_set_attr(PyObject *self, PyObject *args) {
    unsigned id;
    PyObject *given;
    cameo_attr attr = {0};
    if (!PyArg_ParseTuple(args, "IO", &id, &given) || ext_take_attr(edit_pins(self), given, &attr) != 0) return NULL;
    return edit_done(self, cameo_editor_set_attr(edit_of(self), id, &attr));
}

static PyObject *edit_add_graph(PyObject *self, PyObject *args) {
    unsigned node;
    const char *attr;
    int list;
    uint32_t id = CAMEO_NO_ID;
    if (!PyArg_ParseTuple(args, "Isp", &node, &attr, &list)) return NULL;
    cameo_status status = cameo_editor_add_graph(edit_of(self), node, attr, list != 0, &id);
    return status == CAMEO_OK ? edit_id(id) : edit_done(self, status);
}

static PyObject *edit_remove_attr(PyObject *self, PyObject *args) {
    unsigned id;
    const char *name;
    if (!PyArg_ParseTuple(args, "Is", &id, &name)) return NULL;
    return edit_done(self, cameo_editor_remove_attr(edit_of(self), id, name));
}

static PyObject *edit_rename_value(PyObject *self, PyObject *args) {
    unsigned id;
    const char *name;
    if (!PyArg_ParseTuple(args, "Is", &id, &name)) return NULL;
    return edit_done(self, cameo_editor_rename_value(edit_of(self), id, name));
}

/* (id of a value, type), (id of a graph, type): what `call` takes. */
static PyObject *edit_typed(PyObject *self, PyObject *args,
                            cameo_status (*call)(cameo_editor *d, uint32_t id, const cameo_type *type)) {
    unsigned id;
    PyObject *given;
    cameo_type type;
    if (!PyArg_ParseTuple(args, "IO", &id, &given) || ext_take_type(edit_pins(self), given, &type) != 0) return NULL;
    return edit_done(self, call(edit_of(self), id, &type));
}

static PyObject *edit_set_type(PyObject *self, PyObject *args) {
    return edit_typed(self, args, cameo_editor_set_type);
}
static PyObject *edit_add_input(PyObject *self, PyObject *args) {
    return edit_typed(self, args, cameo_editor_add_input);
}
static PyObject *edit_add_output(PyObject *self, PyObject *args) {
    return edit_typed(self, args, cameo_editor_add_output);
}

static PyObject *edit_remove_input(PyObject *self, PyObject *args) {
    unsigned id;
    if (!PyArg_ParseTuple(args, "I", &id)) return NULL;
    return edit_done(self, cameo_editor_remove_input(edit_of(self), id));
}

static PyObject *edit_remove_output(PyObject *self, PyObject *args) {
    unsigned id;
    if (!PyArg_ParseTuple(args, "I", &id)) return NULL;
    return edit_done(self, cameo_editor_remove_output(edit_of(self), id));
}

static PyObject *edit_set_tensor(PyObject *self, PyObject *args) {
    unsigned id;
    PyObject *given;
    cameo_tensor tensor = {0};
    if (!PyArg_ParseTuple(args, "IO", &id, &given) || ext_take_tensor(edit_pins(self), given, &tensor) != 0)
        return NULL;
    return edit_done(self, cameo_editor_set_tensor(edit_of(self), id, &tensor));
}

static PyObject *edit_add_init(PyObject *self, PyObject *args) {
    unsigned graph;
    const char *name;
    PyObject *given;
    cameo_tensor tensor = {0};
    if (!PyArg_ParseTuple(args, "IsO", &graph, &name, &given)) return NULL;
    if (ext_take_tensor(edit_pins(self), given, &tensor) != 0) return NULL;
    return edit_done(self, cameo_editor_add_init(edit_of(self), graph, name, &tensor));
}

static PyObject *edit_remove_init(PyObject *self, PyObject *args) {
    unsigned id;
    if (!PyArg_ParseTuple(args, "I", &id)) return NULL;
    return edit_done(self, cameo_editor_remove_init(edit_of(self), id));
}

/* set_external(id, type with its shape, bytes, location, offset) */
static PyObject *edit_set_external(PyObject *self, PyObject *args) {
    unsigned id;
    PyObject *given;
    const char *location;
    unsigned long long bytes, offset;
    cameo_type type;
    if (!PyArg_ParseTuple(args, "IOKsK", &id, &given, &bytes, &location, &offset)) return NULL;
    if (ext_take_type(edit_pins(self), given, &type) != 0) return NULL;
    cameo_tensor tensor = {.dtype = type.dtype, .rank = type.rank, .bytes = (size_t)bytes};
    memcpy(tensor.dims, type.dims, sizeof tensor.dims);
    return edit_done(self, cameo_editor_set_external(edit_of(self), id, &tensor, location, offset));
}

static PyObject *edit_set_opset(PyObject *self, PyObject *args) {
    const char *domain;
    long long version;
    if (!PyArg_ParseTuple(args, "sL", &domain, &version)) return NULL;
    return edit_done(self, cameo_editor_set_opset(edit_of(self), domain, version));
}

static PyObject *edit_set_metadata(PyObject *self, PyObject *args) {
    const char *key, *value;
    if (!PyArg_ParseTuple(args, "sz", &key, &value)) return NULL;
    return edit_done(self, cameo_editor_set_metadata(edit_of(self), key, value));
}

static PyObject *edit_set_text(PyObject *self, PyObject *args) {
    int what;
    const char *text;
    if (!PyArg_ParseTuple(args, "is", &what, &text)) return NULL;
    return edit_done(self, cameo_editor_set_text(edit_of(self), (cameo_model_text)what, text));
}

static PyObject *edit_set_version(PyObject *self, PyObject *args) {
    long long ir_version, model_version;
    if (!PyArg_ParseTuple(args, "LL", &ir_version, &model_version)) return NULL;
    return edit_done(self, cameo_editor_set_version(edit_of(self), ir_version, model_version));
}

static PyObject *edit_strip_docs(PyObject *self, PyObject *unused) {
    (void)unused;
    return edit_done(self, cameo_editor_strip_docs(edit_of(self)));
}

/* set_types(all, bytes of memory to work in): MemoryError stands for CAMEO_E_NOMEM of the work, which comes before any
 * change. */
static PyObject *edit_set_types(PyObject *self, PyObject *args) {
    ext_editor *d = (ext_editor *)self;
    int all;
    Py_ssize_t size;
    ext_load load;
    cameo_status status;
    if (!PyArg_ParseTuple(args, "pn", &all, &size)) return NULL;
    void *work = size < 0 ? NULL : malloc((size_t)size + CAMEO_MEMORY_ALIGN);
    if (work == NULL) return PyErr_NoMemory();
    Py_BEGIN_ALLOW_THREADS
    ext_load_enter(&load, d->model->s);
    status = cameo_editor_set_types(d->d, all != 0, ext_aligned(work, (size_t)size), &d->model->options);
    ext_load_leave(&load);
    Py_END_ALLOW_THREADS
    free(work);
    cameo_error e = {.node = CAMEO_NO_ID, .offset = CAMEO_NO_OFFSET};
    size_t bytes;
    if (status != CAMEO_OK) (void)cameo_editor_finish(d->d, &bytes, &e);
    return ext_load_ended(&load, status, &e) == 0 ? Py_NewRef(Py_None) : NULL;
}

static cameo_status edit_write(void *ctx, const void *bytes, size_t n) {
    char **at = ctx;
    memcpy(*at, bytes, n);
    *at += n;
    return CAMEO_OK;
}

/* finish() -> the bytes of the model; the editor takes no calls afterwards. */
static PyObject *edit_finish(PyObject *self, PyObject *unused) {
    cameo_error e = {.node = CAMEO_NO_ID, .offset = CAMEO_NO_OFFSET};
    size_t size;
    (void)unused;
    cameo_status status = cameo_editor_finish(edit_of(self), &size, &e);
    if (status != CAMEO_OK) return ext_fail(status, &e);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    char *at = bytes == NULL ? NULL : PyBytes_AsString(bytes);
    if (at == NULL) return NULL;
    status = cameo_editor_write(edit_of(self), edit_write, &at);
    if (status == CAMEO_OK) return bytes;
    Py_DECREF(bytes);
    return ext_fail(status, &e);
}

static PyMethodDef edit_model_methods[] = {
    {"counts", edit_counts, METH_NOARGS, NULL}, {"graph", edit_graph, METH_VARARGS, NULL},
    {"node", edit_node, METH_VARARGS, NULL},    {"value", edit_value, METH_VARARGS, NULL},
    {"tensor", edit_tensor, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL},
};
static PyMethodDef edit_methods[] = {
    {"set_node", edit_set_node, METH_VARARGS, NULL},
    {"add_node", edit_add_node, METH_VARARGS, NULL},
    {"remove_node", edit_remove_node, METH_VARARGS, NULL},
    {"set_attr", edit_set_attr, METH_VARARGS, NULL},
    {"add_graph", edit_add_graph, METH_VARARGS, NULL},
    {"remove_attr", edit_remove_attr, METH_VARARGS, NULL},
    {"rename_value", edit_rename_value, METH_VARARGS, NULL},
    {"set_type", edit_set_type, METH_VARARGS, NULL},
    {"add_input", edit_add_input, METH_VARARGS, NULL},
    {"add_output", edit_add_output, METH_VARARGS, NULL},
    {"remove_input", edit_remove_input, METH_VARARGS, NULL},
    {"remove_output", edit_remove_output, METH_VARARGS, NULL},
    {"set_tensor", edit_set_tensor, METH_VARARGS, NULL},
    {"add_init", edit_add_init, METH_VARARGS, NULL},
    {"remove_init", edit_remove_init, METH_VARARGS, NULL},
    {"set_external", edit_set_external, METH_VARARGS, NULL},
    {"set_opset", edit_set_opset, METH_VARARGS, NULL},
    {"set_metadata", edit_set_metadata, METH_VARARGS, NULL},
    {"set_text", edit_set_text, METH_VARARGS, NULL},
    {"set_version", edit_set_version, METH_VARARGS, NULL},
    {"strip_docs", edit_strip_docs, METH_NOARGS, NULL},
    {"set_types", edit_set_types, METH_VARARGS, NULL},
    {"finish", edit_finish, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot edit_model_slots[] = {
    {Py_tp_new, edit_model_new}, {Py_tp_dealloc, edit_model_dealloc}, {Py_tp_methods, edit_model_methods}, {0, NULL}};
static PyType_Slot edit_slots[] = {
    {Py_tp_new, edit_new}, {Py_tp_dealloc, edit_dealloc}, {Py_tp_methods, edit_methods}, {0, NULL}};
PyType_Spec ext_model_spec = {"cameo._cameo.Model", sizeof(ext_model_object), 0, Py_TPFLAGS_DEFAULT, edit_model_slots};
PyType_Spec ext_editor_spec = {"cameo._cameo.Editor", sizeof(ext_editor), 0, Py_TPFLAGS_DEFAULT, edit_slots};
