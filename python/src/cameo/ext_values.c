/* ext_values.c — values between Python and the library, what holds them meanwhile, and errors (_cameo.h). */
#include "_cameo.h"

#include <string.h>

/* Kinds of values nest no deeper than sequence of optional of map. */
#define EXT_MAX_DEPTH 4

/* ---- memory and errors ---- */

void *ext_alloc(ext_pins *pins, size_t count, size_t size) {
    if (size != 0 && count > (PY_SSIZE_T_MAX - sizeof(ext_pin)) / size) return PyErr_NoMemory();
    ext_pin *pin = PyMem_Calloc(1, sizeof *pin + count * size);
    if (pin == NULL) return PyErr_NoMemory();
    pin->next = pins->first;
    pins->first = pin;
    return pin + 1;
}

const Py_buffer *ext_view(ext_pins *pins, PyObject *object, int flags) {
    if (ext_alloc(pins, 0, 0) == NULL) return NULL;
    if (PyObject_GetBuffer(object, &pins->first->view, flags) != 0) return NULL;
    return &pins->first->view;
}

void ext_unpin(ext_pins *pins) {
    while (pins->first != NULL) {
        ext_pin *pin = pins->first;
        pins->first = pin->next;
        if (pin->view.obj != NULL) PyBuffer_Release(&pin->view);
        PyMem_Free(pin);
    }
}

PyObject *ext_text(const char *p, size_t n) {
    return PyUnicode_DecodeUTF8(n == 0 ? "" : p, (Py_ssize_t)n, "replace");
}

PyObject *ext_string(cameo_string s) { return ext_text(s.p, s.n); }

PyObject *ext_make_error(cameo_status status, const cameo_error *e) {
    PyObject *node = e->node == CAMEO_NO_ID ? Py_NewRef(Py_None) : PyLong_FromUnsignedLong(e->node);
    PyObject *offset =
        e->offset == CAMEO_NO_OFFSET ? Py_NewRef(Py_None) : PyLong_FromUnsignedLongLong(e->offset);
    PyObject *msg = ext_text(e->msg, strlen(e->msg));
    PyObject *name = ext_text(e->node_name, strlen(e->node_name));
    PyObject *op = ext_text(e->op_type, strlen(e->op_type));
    PyObject *module = PyImport_ImportModule("cameo._errors");
    PyObject *made = NULL;
    if (node != NULL && offset != NULL && msg != NULL && name != NULL && op != NULL && module != NULL) {
        made = PyObject_CallMethod(module, "make", "ssOOOOO", cameo_status_name(status), cameo_status_text(status), msg,
                                   node, name, op, offset);
    }
    Py_XDECREF(module);
    Py_XDECREF(op);
    Py_XDECREF(name);
    Py_XDECREF(msg);
    Py_XDECREF(offset);
    Py_XDECREF(node);
    return made;
}

PyObject *ext_fail(cameo_status status, const cameo_error *e) {
    if (PyErr_Occurred()) return NULL;
    PyObject *made = ext_make_error(status, e);
    if (made != NULL) PyErr_SetObject((PyObject *)Py_TYPE(made), made);
    Py_XDECREF(made);
    return NULL;
}

/* ---- values in ---- */

/* A shape: a tuple of at most CAMEO_MAX_RANK dims. */
static int ext_take_shape(PyObject *shape, cameo_tensor *t) {
    Py_ssize_t rank = PyTuple_Size(shape);
    if (rank < 0) return -1;
    if (rank > CAMEO_MAX_RANK) {
        PyErr_Format(PyExc_ValueError, "a tensor of rank %zd, want at most %d", rank, CAMEO_MAX_RANK);
        return -1;
    }
    t->rank = (uint32_t)rank;
    for (Py_ssize_t i = 0; i < rank; i++) {
        t->dims[i] = PyLong_AsLongLong(PyTuple_GetItem(shape, i));
        if (t->dims[i] == -1 && PyErr_Occurred()) return -1;
    }
    return 0;
}

/* Strings: a list of as many bytes objects as there are elements, which stays unchanged while the call lasts. */
static int ext_take_strings(ext_pins *pins, PyObject *list, cameo_tensor *t) {
    Py_ssize_t n = PyList_Size(list);
    cameo_string *strings = n < 0 ? NULL : ext_alloc(pins, (size_t)n + 1, sizeof *strings);
    if (strings == NULL) return -1;
    for (Py_ssize_t i = 0; i < n; i++) {
        char *p;
        Py_ssize_t bytes;
        if (PyBytes_AsStringAndSize(PyList_GetItem(list, i), &p, &bytes) != 0) return -1;
        strings[i] = (cameo_string){p, (size_t)bytes};
    }
    t->data = strings;
    t->bytes = (size_t)n * sizeof *strings;
    return 0;
}

int ext_take_tensor(ext_pins *pins, PyObject *value, cameo_tensor *t) {
    int kind, dtype;
    PyObject *shape, *data;
    if (!PyArg_ParseTuple(value, "iiO!O", &kind, &dtype, &PyTuple_Type, &shape, &data)) return -1;
    t->dtype = (cameo_dtype)dtype;
    if (ext_take_shape(shape, t) != 0) return -1;
    if (t->dtype == CAMEO_STRING) return ext_take_strings(pins, data, t);
    const Py_buffer *view = ext_view(pins, data, PyBUF_C_CONTIGUOUS);
    if (view == NULL) return -1;
    t->data = view->buf;
    t->bytes = (size_t)view->len;
    return 0;
}

int ext_take_value(ext_pins *pins, PyObject *value, cameo_value *v, int depth) { /* at most EXT_MAX_DEPTH deep */
    PyObject *first = PyTuple_GetItem(value, 0);
    long kind = first == NULL ? -1 : PyLong_AsLong(first);
    if (kind == -1 && PyErr_Occurred()) return -1;
    v->kind = (cameo_kind)kind;
    if (v->kind == CAMEO_KIND_TENSOR) return ext_take_tensor(pins, value, &v->tensor);
    PyObject *list = PyTuple_GetItem(value, 1);
    Py_ssize_t n = list == NULL ? -1 : PyList_Size(list);
    if (n < 0) return -1;
    if (depth >= EXT_MAX_DEPTH) {
        PyErr_SetString(PyExc_ValueError, "a value nested too deep");
        return -1;
    }
    cameo_value *items = ext_alloc(pins, (size_t)n + 1, sizeof *items);
    if (items == NULL) return -1;
    v->items = items;
    v->n_items = (size_t)n;
    for (Py_ssize_t i = 0; i < n; i++) {
        if (ext_take_value(pins, PyList_GetItem(list, i), &items[i], depth + 1) != 0) return -1;
    }
    return 0;
}

/* ---- values out ---- */

static PyObject *ext_give_strings(const cameo_tensor *t) {
    const cameo_string *strings = t->data;
    size_t n = t->bytes / sizeof *strings;
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (size_t i = 0; list != NULL && i < n; i++) {
        PyObject *bytes = PyBytes_FromStringAndSize(strings[i].n == 0 ? "" : strings[i].p, (Py_ssize_t)strings[i].n);
        if (bytes == NULL || PyList_SetItem(list, (Py_ssize_t)i, bytes) != 0) Py_CLEAR(list);
    }
    return list;
}

PyObject *ext_give_tensor(const cameo_tensor *t, bool given) {
    PyObject *shape = PyTuple_New((Py_ssize_t)t->rank);
    PyObject *data = NULL;
    for (uint32_t i = 0; shape != NULL && i < t->rank; i++) {
        PyObject *dim = PyLong_FromLongLong(t->dims[i]);
        if (dim == NULL || PyTuple_SetItem(shape, (Py_ssize_t)i, dim) != 0) Py_CLEAR(shape);
    }
    if (given)
        data = Py_NewRef(Py_None);
    else if (t->dtype == CAMEO_STRING)
        data = ext_give_strings(t);
    else
        data = PyByteArray_FromStringAndSize(t->data, (Py_ssize_t)t->bytes);
    PyObject *value = shape == NULL || data == NULL
                          ? NULL
                          : Py_BuildValue("(iiOO)", (int)CAMEO_KIND_TENSOR, (int)t->dtype, shape, data);
    Py_XDECREF(shape);
    Py_XDECREF(data);
    return value;
}

static PyObject *ext_give_nested(const cameo_value *v, int depth) { /* at most EXT_MAX_DEPTH deep */
    if (v->kind == CAMEO_KIND_TENSOR) return ext_give_tensor(&v->tensor, false);
    if (v->kind == CAMEO_KIND_NONE) return Py_NewRef(Py_None);
    if (depth >= EXT_MAX_DEPTH) {
        PyErr_SetString(PyExc_ValueError, "an output is nested too deep");
        return NULL;
    }
    PyObject *list = PyList_New((Py_ssize_t)v->n_items);
    for (size_t i = 0; list != NULL && i < v->n_items; i++) {
        PyObject *item = ext_give_nested(&v->items[i], depth + 1);
        if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) != 0) Py_CLEAR(list);
    }
    return list == NULL ? NULL : Py_BuildValue("(iN)", (int)v->kind, list);
}

PyObject *ext_give_value(const cameo_value *v) { return ext_give_nested(v, 0); }

/* ---- lists of arguments ---- */

int ext_take_inputs(ext_pins *pins, PyObject *inputs, cameo_value **values, size_t *n) {
    *n = (size_t)PyList_Size(inputs);
    *values = ext_alloc(pins, *n + 1, sizeof **values);
    if (*values == NULL) return -1;
    for (size_t i = 0; i < *n; i++) {
        PyObject *pair = PyList_GetItem(inputs, (Py_ssize_t)i), *value;
        if (!PyArg_ParseTuple(pair, "sO", &(*values)[i].name, &value)) return -1;
        if (ext_take_value(pins, value, &(*values)[i], 0) != 0) return -1;
    }
    return 0;
}

int ext_take_dims(ext_pins *pins, PyObject *list, const cameo_dim_binding **dims, size_t *n_dims) {
    Py_ssize_t n = PyList_Size(list);
    cameo_dim_binding *made = n < 0 ? NULL : ext_alloc(pins, (size_t)n + 1, sizeof *made);
    if (made == NULL) return -1;
    for (Py_ssize_t i = 0; i < n; i++) {
        const char *name;
        Py_ssize_t bytes;
        long long min, max;
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "s#LL", &name, &bytes, &min, &max)) return -1;
        char *copy = ext_alloc(pins, (size_t)bytes + 1, 1);
        if (copy == NULL) return -1;
        memcpy(copy, name, (size_t)bytes);
        made[i] = (cameo_dim_binding){copy, min, max};
    }
    *dims = made;
    *n_dims = (size_t)n;
    return 0;
}

/* ---- DLPack ---- */

/* What a capsule of the name "dltensor" begins with (https://dmlc.github.io/dlpack, DLPack 1.1). */
typedef struct ext_dl_tensor {
    void *data;
    int32_t device_type, device_id, n_dims;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} ext_dl_tensor;

/* And one of the name "dltensor_versioned". */
typedef struct ext_dl_versioned {
    uint32_t major, minor;
    void *manager;
    void (*deleter)(void *self);
    uint64_t flags;
    ext_dl_tensor tensor;
} ext_dl_versioned;

/* dlpack_retype(capsule, code) -> the code that the elements had, for numpy knows but few; the bytes stay. Nobody has
 * taken the capsule yet. */
PyObject *ext_dlpack_retype(PyObject *self, PyObject *args) {
    PyObject *capsule;
    unsigned char code;
    ext_dl_tensor *t = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "Ob", &capsule, &code)) return NULL;
    if (PyCapsule_IsValid(capsule, "dltensor")) {
        t = PyCapsule_GetPointer(capsule, "dltensor");
    } else if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        ext_dl_versioned *v = PyCapsule_GetPointer(capsule, "dltensor_versioned");
        if (v != NULL && v->major == 1) t = &v->tensor;
    }
    if (t == NULL) {
        PyErr_SetString(PyExc_BufferError, "no tensor of DLPack 0 or 1, or one that somebody has taken");
        return NULL;
    }
    uint8_t before = t->code;
    t->code = code;
    return PyLong_FromLong(before);
}
