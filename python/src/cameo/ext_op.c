/* ext_op.c — operators that Python computes: cameo.CustomOp as a cameo_op (_cameo.h).
 *
 * A cameo_op has no context of its own. parse finds the session by the thread, which is the one that loads; shape and
 * run find the node by a pointer that parse left in the params. */
#include "_cameo.h"

#include <string.h>

/* A node: its operator (domain, op_type, attributes, shape, run, since, replace, gives) and its attributes, a dict. */
typedef struct op_node {
    PyObject *op, *attributes;
} op_node;

static _Thread_local ext_load *op_load; /* whose model this thread loads, checks or writes */

void ext_load_enter(ext_load *l, ext_session *s) {
    *l = (ext_load){.before = op_load, .s = s};
    op_load = l;
}

void ext_load_leave(const ext_load *l) { op_load = l->before; }

ext_load *ext_load_now(void) { return op_load; }

int ext_load_ended(ext_load *l, cameo_status status, const cameo_error *e) {
    PyObject *cause = l->cause;
    l->cause = NULL;
    if (status == CAMEO_OK || PyErr_Occurred()) {
        Py_XDECREF(cause);
        return PyErr_Occurred() ? -1 : 0;
    }
    PyObject *made = ext_make_error(status, e);
    if (made != NULL && cause != NULL) {
        PyException_SetCause(made, cause); /* which takes the reference over */
        cause = NULL;
    }
    if (made != NULL) PyErr_SetObject((PyObject *)Py_TYPE(made), made);
    Py_XDECREF(made);
    Py_XDECREF(cause);
    return -1;
}

enum { OP_DOMAIN, OP_TYPE, OP_ATTRIBUTES, OP_SHAPE, OP_RUN, OP_SINCE, OP_REPLACE, OP_GIVES };

cameo_status ext_raised(PyObject **text, PyObject **cause) {
    PyObject *type, *value, *trace;
    *text = NULL;
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) return CAMEO_E_CANCELLED;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    cameo_status status = PyErr_GivenExceptionMatches(type, PyExc_NotImplementedError) ? CAMEO_E_UNSUPPORTED
                                                                                       : CAMEO_E_DEVICE;
    PyObject *code = value == NULL ? NULL : PyObject_GetAttrString(value, "code");
    if (code != NULL && PyLong_Check(code) && PyLong_AsLong(code) < 0) status = (cameo_status)PyLong_AsLong(code);
    PyErr_Clear();
    PyObject *name = PyObject_GetAttrString(type, "__name__");
    *text = name == NULL ? NULL : PyUnicode_FromFormat("%U: %S", name, value);
    PyErr_Clear();
    if (cause != NULL && value != NULL) {
        if (trace != NULL) (void)PyException_SetTraceback(value, trace);
        Py_XDECREF(*cause);
        *cause = Py_NewRef(value);
    }
    Py_XDECREF(name);
    Py_XDECREF(code);
    Py_XDECREF(trace);
    Py_XDECREF(value);
    Py_XDECREF(type);
    return status;
}

const char *ext_raised_text(PyObject *text) {
    const char *said = text == NULL ? NULL : PyUnicode_AsUTF8AndSize(text, NULL);
    if (said == NULL) PyErr_Clear();
    return said == NULL ? "Python raised" : said;
}

static cameo_status op_raised(cameo_op_context *c) {
    PyObject *text;
    cameo_status status = ext_raised(&text, NULL);
    if (!PyErr_Occurred()) status = cameo_op_fail(c, status, ext_raised_text(text));
    Py_XDECREF(text);
    return status;
}

/* ---- parse ---- */

static bool op_is(PyObject *text, cameo_string s) {
    Py_ssize_t n;
    const char *p = PyUnicode_AsUTF8AndSize(text, &n);
    return p != NULL && (size_t)n == s.n && (n == 0 || memcmp(p, s.p, s.n) == 0);
}

PyObject *ext_op_attribute(const cameo_op_context *c, const char *name, PyObject *standard) {
    int64_t i;
    float f;
    cameo_string s;
    const int64_t *ints;
    const float *floats;
    size_t n;
    if (PyLong_Check(standard) && cameo_op_attr_int(c, name, &i)) return PyLong_FromLongLong(i);
    if (PyFloat_Check(standard) && cameo_op_attr_float(c, name, &f)) return PyFloat_FromDouble((double)f);
    if (PyUnicode_Check(standard) && cameo_op_attr_string(c, name, &s)) return ext_string(s);
    if (!PyList_Check(standard)) return Py_NewRef(standard);
    const cameo_string *strings;
    bool of_ints = cameo_op_attr_ints(c, name, &ints, &n);
    bool of_floats = !of_ints && cameo_op_attr_floats(c, name, &floats, &n);
    if (!of_ints && !of_floats && !cameo_op_attr_strings(c, name, &strings, &n)) return Py_NewRef(standard);
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (size_t k = 0; list != NULL && k < n; k++) {
        PyObject *one = of_ints     ? PyLong_FromLongLong(ints[k])
                        : of_floats ? PyFloat_FromDouble((double)floats[k])
                                    : ext_string(strings[k]);
        if (one == NULL || PyList_SetItem(list, (Py_ssize_t)k, one) != 0) Py_CLEAR(list);
    }
    return list;
}

static PyObject *op_attributes(const cameo_op_context *c, PyObject *standards) {
    PyObject *made = PyDict_New(), *name, *standard;
    Py_ssize_t at = 0;
    while (made != NULL && PyDict_Next(standards, &at, &name, &standard)) {
        const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
        PyObject *value = text == NULL ? NULL : ext_op_attribute(c, text, standard);
        if (value == NULL || PyDict_SetItem(made, name, value) != 0) Py_CLEAR(made);
        Py_XDECREF(value);
    }
    return made;
}

static cameo_status op_parse(cameo_op_context *c, void *params) {
    PyGILState_STATE state = PyGILState_Ensure();
    ext_session *s = op_load == NULL ? NULL : op_load->s;
    PyObject *op = NULL;
    for (Py_ssize_t i = 0; s != NULL && op == NULL && i < PyList_Size(s->custom_ops); i++) {
        PyObject *o = PyList_GetItem(s->custom_ops, i);
        bool same = op_is(PyTuple_GetItem(o, OP_DOMAIN), cameo_op_domain(c)) &&
                    op_is(PyTuple_GetItem(o, OP_TYPE), cameo_op_type(c));
        if (same) op = o;
    }
    PyObject *attributes = op == NULL ? NULL : op_attributes(c, PyTuple_GetItem(op, OP_ATTRIBUTES));
    op_node *node = attributes == NULL ? NULL : ext_alloc(&s->pins, 1, sizeof *node);
    cameo_status status = CAMEO_OK;
    if (node == NULL) {
        Py_XDECREF(attributes);
        status = PyErr_Occurred() ? op_raised(c) : cameo_op_fail(c, CAMEO_E_INTERNAL, "no session is being loaded");
    } else {
        *node = (op_node){op, attributes};
        if (PyList_Append(s->op_attributes, attributes) != 0) status = op_raised(c); /* which keeps them */
        Py_DECREF(attributes);
        memcpy(params, &node, sizeof node);
    }
    PyGILState_Release(state);
    return status;
}

static const op_node *op_of(const void *params) {
    const op_node *node;
    memcpy(&node, params, sizeof node);
    return node;
}

/* ---- shape ---- */

PyObject *ext_describe(cameo_kind kind, const cameo_tensor *t) {
    bool ranked = t->rank <= CAMEO_MAX_RANK, known = ranked;
    int64_t n = 1;
    PyObject *dims = ranked ? PyTuple_New((Py_ssize_t)t->rank) : Py_NewRef(Py_None);
    for (uint32_t k = 0; dims != NULL && ranked && k < t->rank; k++) {
        PyObject *dim = PyLong_FromLongLong(t->dims[k] < 0 ? -1 : t->dims[k]);
        if (dim == NULL || PyTuple_SetItem(dims, (Py_ssize_t)k, dim) != 0) Py_CLEAR(dims);
        known = known && t->dims[k] >= 0;
        n = known && (t->dims[k] == 0 || n == 0) ? 0 : n;
    }
    if (dims == NULL) return NULL;
    known = known && (t->data != NULL || n == 0) && t->dtype != CAMEO_STRING;
    PyObject *value = known ? ext_give_tensor(t, false) : Py_NewRef(Py_None);
    return value == NULL ? (Py_DECREF(dims), NULL) : Py_BuildValue("(iiNN)", (int)kind, (int)t->dtype, dims, value);
}

PyObject *ext_op_describe(const cameo_op_context *c, uint32_t i) {
    cameo_tensor t;
    cameo_dtype dtype;
    cameo_kind kind = cameo_op_input_kind(c, i, &dtype);
    if (kind == CAMEO_KIND_NONE) return Py_NewRef(Py_None);
    if (!cameo_op_input(c, i, &t)) return Py_BuildValue("(iiOO)", (int)kind, (int)dtype, Py_None, Py_None);
    return ext_describe(kind, &t);
}

/* fn(attributes, [input, ...]) of a node, a list with as many members as the node has outputs; NULL: it raised. */
static PyObject *op_call(const cameo_op_context *c, const op_node *node, int which,
                         PyObject *(*input)(const cameo_op_context *c, uint32_t i)) {
    uint32_t n = cameo_op_n_inputs(c);
    PyObject *inputs = PyList_New((Py_ssize_t)n), *made = NULL;
    for (uint32_t i = 0; inputs != NULL && i < n; i++) {
        PyObject *one = input(c, i);
        if (one == NULL || PyList_SetItem(inputs, (Py_ssize_t)i, one) != 0) Py_CLEAR(inputs);
    }
    if (inputs != NULL) {
        made = PyObject_CallFunctionObjArgs(PyTuple_GetItem(node->op, which), node->attributes, inputs, NULL);
    }
    Py_XDECREF(inputs);
    if (made != NULL && (!PyList_Check(made) || (size_t)PyList_Size(made) < cameo_op_n_outputs(c))) {
        PyErr_SetString(PyExc_ValueError, "the operator gives fewer outputs than the node has");
        Py_CLEAR(made);
    }
    return made;
}

/* Output i as (kind, dtype, shape): shape None: not even the rank is known, or it is no tensor. */
static cameo_status op_declare(cameo_op_context *c, uint32_t i, PyObject *said) {
    int kind, dtype;
    PyObject *shape;
    int64_t dims[CAMEO_MAX_RANK];
    if (!PyArg_ParseTuple(said, "iiO", &kind, &dtype, &shape)) return op_raised(c);
    if (kind == CAMEO_KIND_SEQUENCE) return cameo_op_set_sequence(c, i, (cameo_dtype)dtype);
    if (kind == CAMEO_KIND_OPTIONAL) return cameo_op_set_optional(c, i, (cameo_dtype)dtype);
    if (kind == CAMEO_KIND_MAP) { /* the type of the keys in the place of the shape */
        long keys = PyLong_AsLong(shape);
        if (PyErr_Occurred()) return op_raised(c);
        return cameo_op_set_map(c, i, (cameo_dtype)keys, (cameo_dtype)dtype);
    }
    if (shape == Py_None) return cameo_op_set_output(c, i, (cameo_dtype)dtype, UINT32_MAX, NULL);
    Py_ssize_t rank = PyTuple_Size(shape);
    if (rank > CAMEO_MAX_RANK) return cameo_op_fail(c, CAMEO_E_LIMIT, "the rank of an output is too large");
    for (Py_ssize_t k = 0; k < rank; k++) dims[k] = PyLong_AsLongLong(PyTuple_GetItem(shape, k));
    if (PyErr_Occurred()) return op_raised(c);
    return cameo_op_set_output(c, i, (cameo_dtype)dtype, (uint32_t)rank, dims);
}

static cameo_status op_shape(cameo_op_context *c, const void *params) {
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *made = op_call(c, op_of(params), OP_SHAPE, ext_op_describe);
    cameo_status status = made == NULL ? op_raised(c) : CAMEO_OK;
    for (uint32_t i = 0; status == CAMEO_OK && i < cameo_op_n_outputs(c); i++)
        status = op_declare(c, i, PyList_GetItem(made, (Py_ssize_t)i));
    Py_XDECREF(made);
    PyGILState_Release(state);
    return status;
}

/* ---- run ---- */

/* A tensor of strings: its dims from t, its elements from item `item` of input i. */
static PyObject *op_take_strings(const cameo_op_context *c, uint32_t i, size_t item, cameo_tensor *t) {
    ext_pins pins = {NULL};
    cameo_string s;
    size_t n = 0;
    while (cameo_op_string(c, i, item, n, &s)) n++;
    cameo_string *strings = ext_alloc(&pins, n + 1, sizeof *strings);
    for (size_t k = 0; strings != NULL && k < n; k++) (void)cameo_op_string(c, i, item, k, &strings[k]);
    t->data = strings;
    t->bytes = n * sizeof *strings;
    PyObject *value = strings == NULL ? NULL : ext_give_tensor(t, false);
    ext_unpin(&pins);
    return value;
}

static PyObject *op_take_item(const cameo_op_context *c, uint32_t i, size_t item) {
    cameo_tensor t;
    if (!cameo_op_item(c, i, item, &t)) return Py_NewRef(Py_None); /* no tensor */
    return t.dtype == CAMEO_STRING ? op_take_strings(c, i, item, &t) : ext_give_tensor(&t, false);
}

static PyObject *op_take(const cameo_op_context *c, uint32_t i) {
    cameo_dtype dtype;
    cameo_kind kind = cameo_op_input_kind(c, i, &dtype);
    if (kind == CAMEO_KIND_NONE) return Py_NewRef(Py_None);
    if (kind == CAMEO_KIND_TENSOR) return op_take_item(c, i, 0);
    size_t n = cameo_op_n_items(c, i);
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (size_t k = 0; list != NULL && k < n; k++) {
        PyObject *one = op_take_item(c, i, k);
        if (one == NULL || PyList_SetItem(list, (Py_ssize_t)k, one) != 0) Py_CLEAR(list);
    }
    return list == NULL ? NULL : Py_BuildValue("(iN)", (int)kind, list);
}

/* Gives the tensor that output i is, or the next item of it; keys: the keys of a map, which _op.py makes of the type
 * that it declared. */
static cameo_status op_give_tensor(cameo_op_context *c, uint32_t i, const cameo_value *v, bool keys) {
    const cameo_tensor *t = &v->tensor;
    cameo_dtype dtype;
    void *data;
    size_t n = 1;
    if (cameo_op_output_kind(c, i, &dtype) == CAMEO_KIND_NONE) return CAMEO_OK;
    if (keys) dtype = t->dtype;
    if (v->kind != CAMEO_KIND_TENSOR || t->dtype != dtype)
        return cameo_op_fail(c, CAMEO_E_TYPE, "an output is of another type than was said before");
    for (uint32_t d = 0; d < t->rank; d++) n *= (size_t)t->dims[d]; /* of an array that there is */
    if (dtype == CAMEO_STRING) {
        if (t->bytes / sizeof(cameo_string) != n)
            return cameo_op_fail(c, CAMEO_E_SHAPE, "an output has another number of strings than its dims say");
        return cameo_op_give_strings(c, i, t->rank, t->dims, t->data);
    }
    if ((n * cameo_dtype_bits(dtype) + 7) / 8 != t->bytes)
        return cameo_op_fail(c, CAMEO_E_SHAPE, "an output has another number of bytes than its dims say");
    cameo_status status = cameo_op_give(c, i, t->rank, t->dims, &data);
    if (status == CAMEO_OK && data != NULL) memcpy(data, t->data, t->bytes);
    return status;
}

/* The value as output i, whose dims nobody knows before. */
static cameo_status op_give(cameo_op_context *c, uint32_t i, PyObject *value) {
    ext_pins pins = {NULL};
    cameo_value v = {0};
    cameo_status status = ext_take_value(&pins, value, &v, 0) != 0 ? op_raised(c) : CAMEO_OK;
    if (status == CAMEO_OK && v.kind == CAMEO_KIND_TENSOR) status = op_give_tensor(c, i, &v, false);
    for (size_t k = 0; status == CAMEO_OK && k < v.n_items; k++)
        status = op_give_tensor(c, i, &v.items[k], v.kind == CAMEO_KIND_MAP && k == 0);
    ext_unpin(&pins);
    return status;
}

/* The value (kind, dtype, shape, data) as output i, which has dims already. */
static cameo_status op_store(cameo_op_context *c, uint32_t i, PyObject *value) {
    cameo_tensor y;
    int kind, dtype;
    PyObject *shape, *data;
    if (!cameo_op_output(c, i, &y)) return CAMEO_OK;
    if (!PyArg_ParseTuple(value, "iiO!O", &kind, &dtype, &PyTuple_Type, &shape, &data)) return op_raised(c);
    bool same = dtype == (int)y.dtype && PyTuple_Size(shape) == (Py_ssize_t)y.rank;
    for (uint32_t k = 0; same && k < y.rank; k++) {
        same = PyLong_AsLongLong(PyTuple_GetItem(shape, (Py_ssize_t)k)) == y.dims[k];
    }
    if (!same) return cameo_op_fail(c, CAMEO_E_SHAPE, "an output has another dtype or shape than was said before");
    ext_pins pins = {NULL};
    const Py_buffer *view = ext_view(&pins, data, PyBUF_C_CONTIGUOUS);
    cameo_status status = CAMEO_OK;
    if (view == NULL)
        status = op_raised(c);
    else if ((size_t)view->len != y.bytes)
        status = cameo_op_fail(c, CAMEO_E_SHAPE, "an output has another number of bytes than its dims say");
    else if (y.bytes != 0)
        memcpy(y.data, view->buf, y.bytes);
    ext_unpin(&pins);
    return status;
}

static cameo_status op_run(cameo_op_context *c, const void *params) {
    PyGILState_STATE state = PyGILState_Ensure();
    bool gives = PyObject_IsTrue(PyTuple_GetItem(op_of(params)->op, OP_GIVES)) == 1;
    PyObject *made = op_call(c, op_of(params), OP_RUN, op_take);
    cameo_status status = made == NULL ? op_raised(c) : CAMEO_OK;
    for (uint32_t i = 0; status == CAMEO_OK && i < cameo_op_n_outputs(c); i++) {
        PyObject *value = PyList_GetItem(made, (Py_ssize_t)i);
        status = gives ? op_give(c, i, value) : op_store(c, i, value);
    }
    Py_XDECREF(made);
    PyGILState_Release(state);
    return status;
}

/* ---- options ---- */

int ext_take_ops(ext_session *s, PyObject *list, cameo_options *o) {
    s->custom_ops = list == NULL ? PyList_New(0) : Py_NewRef(list);
    s->op_attributes = PyList_New(0);
    Py_ssize_t n = s->custom_ops == NULL ? -1 : PyList_Size(s->custom_ops);
    cameo_op *ops = n < 0 || s->op_attributes == NULL ? NULL : ext_alloc(&s->pins, (size_t)n + 1, sizeof *ops);
    const cameo_op **all = ops == NULL ? NULL : ext_alloc(&s->pins, (size_t)n + 1, sizeof *all);
    if (all == NULL) return -1;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *attributes, *shape, *run;
        long long since;
        int replace, gives;
        if (!PyArg_ParseTuple(PyList_GetItem(s->custom_ops, i), "ssO!OOLpp", &ops[i].domain, &ops[i].op_type,
                              &PyDict_Type, &attributes, &shape, &run, &since, &replace, &gives)) {
            return -1;
        }
        ops[i].size = sizeof ops[i];
        ops[i].since = since;
        ops[i].replace = replace != 0;
        ops[i].gives = gives != 0 ? 1 : 0; /* in phase 0, its only one */
        ops[i].params_size = sizeof(op_node *);
        ops[i].parse = op_parse;
        ops[i].shape = op_shape;
        ops[i].run = op_run;
        all[i] = &ops[i];
    }
    o->custom_ops = all;
    o->n_custom_ops = (size_t)n;
    return 0;
}
