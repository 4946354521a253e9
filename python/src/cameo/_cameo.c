/* _cameo.c — the C half of the Python package: sessions of the host helper, values in and out.
 *
 * The Python half (_session.py, _values.py) knows numpy; this half knows buffers. Between them a value is a tuple that
 * begins with its kind (cameo_kind):
 *     (1, dtype, shape, data)   a tensor; data is an object with the buffer protocol, or a list of bytes for strings
 *     (2, [value, ...])         a sequence
 *     (3, [value] or [])        an optional
 *     (4, [keys, values])       a map
 * Only the limited API of Python 3.11 is used, so that one binary serves that version and all later ones. Each function
 * that returns NULL or -1 has set an exception. */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pythread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "include/cameo.h"

/* Kinds of values nest no deeper than sequence of optional of map. */
#define EXT_MAX_DEPTH 4
/* Signals (Ctrl-C) are looked for so often while a session is loaded or run. */
#define EXT_SIGNAL_NS INT64_C(50000000)
#define EXT_FIRST_WORK ((size_t)1 << 20)
#define EXT_LAST_WORK (SIZE_MAX >> 24)

/* Memory and buffers that a call, or a session, needs until it ends. */
typedef struct ext_pin {
    struct ext_pin *next;
    Py_buffer view; /* view.obj NULL: none */
} ext_pin;

typedef struct ext_pins {
    ext_pin *first;
} ext_pins;

typedef struct ext_session {
    PyObject_HEAD
    cameo_host *host;
    cameo_threads threads; /* ctx NULL: the calling thread alone */
    uint32_t n_workers;
    ext_pins pins;        /* model bytes, texts of options */
    PyObject *log;        /* called with (level, text); NULL: none */
    unsigned long main_thread;
    int64_t signals_seen; /* when the main thread last looked for signals */
} ext_session;

/* ---- memory and errors ---- */

/* Zeroed memory until ext_unpin; NULL with MemoryError. */
static void *ext_alloc(ext_pins *pins, size_t count, size_t size) {
    if (size != 0 && count > (PY_SSIZE_T_MAX - sizeof(ext_pin)) / size) return PyErr_NoMemory();
    ext_pin *pin = PyMem_Calloc(1, sizeof *pin + count * size);
    if (pin == NULL) return PyErr_NoMemory();
    pin->next = pins->first;
    pins->first = pin;
    return pin + 1;
}

/* The buffer of an object, until ext_unpin. */
static const Py_buffer *ext_view(ext_pins *pins, PyObject *object, int flags) {
    if (ext_alloc(pins, 0, 0) == NULL) return NULL;
    if (PyObject_GetBuffer(object, &pins->first->view, flags) != 0) return NULL;
    return &pins->first->view;
}

static void ext_unpin(ext_pins *pins) {
    while (pins->first != NULL) {
        ext_pin *pin = pins->first;
        pins->first = pin->next;
        if (pin->view.obj != NULL) PyBuffer_Release(&pin->view);
        PyMem_Free(pin);
    }
}

static PyObject *ext_text(const char *p, size_t n) {
    return PyUnicode_DecodeUTF8(n == 0 ? "" : p, (Py_ssize_t)n, "replace");
}

static PyObject *ext_string(cameo_string s) { return ext_text(s.p, s.n); }

/* Sets the exception that cameo._errors makes of an error; an exception that is there already (KeyboardInterrupt of
 * the interrupt function) stays. Returns NULL. */
static PyObject *ext_fail(cameo_status status, const cameo_error *e) {
    if (PyErr_Occurred()) return NULL;
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
    if (made != NULL) PyErr_SetObject((PyObject *)Py_TYPE(made), made);
    Py_XDECREF(made);
    Py_XDECREF(module);
    Py_XDECREF(op);
    Py_XDECREF(name);
    Py_XDECREF(msg);
    Py_XDECREF(offset);
    Py_XDECREF(node);
    return NULL;
}

/* options.interrupt: lets the main thread see signals. Other threads, and those of the pool, cannot. */
static cameo_status ext_interrupt(void *ctx) {
    ext_session *s = ctx;
    struct timespec now;
    if (PyThread_get_thread_ident() != s->main_thread || timespec_get(&now, TIME_UTC) == 0) return CAMEO_OK;
    int64_t ns = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    if (ns - s->signals_seen < EXT_SIGNAL_NS && ns >= s->signals_seen) return CAMEO_OK;
    s->signals_seen = ns;
    PyGILState_STATE state = PyGILState_Ensure();
    bool stop = PyErr_Occurred() != NULL || PyErr_CheckSignals() != 0;
    PyGILState_Release(state);
    return stop ? CAMEO_E_CANCELLED : CAMEO_OK;
}

static void ext_log(void *ctx, cameo_log_level level, const char *text) {
    const ext_session *s = ctx;
    PyGILState_STATE state = PyGILState_Ensure();
    if (s->log != NULL && !PyErr_Occurred()) {
        PyObject *message = ext_text(text, strlen(text));
        PyObject *said = message == NULL ? NULL : PyObject_CallFunction(s->log, "iO", (int)level, message);
        if (said == NULL) PyErr_WriteUnraisable(s->log);
        Py_XDECREF(said);
        Py_XDECREF(message);
    }
    PyGILState_Release(state);
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

static int ext_take_tensor(ext_pins *pins, PyObject *value, cameo_tensor *t) {
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

static int ext_take_value(ext_pins *pins, PyObject *value, cameo_value *v, int depth) { /* at most EXT_MAX_DEPTH deep */
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

/* given: the caller has the elements already, in its own buffer. */
static PyObject *ext_give_tensor(const cameo_tensor *t, bool given) {
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

static PyObject *ext_give_value(const cameo_value *v, int depth) { /* at most EXT_MAX_DEPTH deep */
    if (v->kind == CAMEO_KIND_TENSOR) return ext_give_tensor(&v->tensor, false);
    if (v->kind == CAMEO_KIND_NONE) return Py_NewRef(Py_None);
    if (depth >= EXT_MAX_DEPTH) {
        PyErr_SetString(PyExc_ValueError, "an output is nested too deep");
        return NULL;
    }
    PyObject *list = PyList_New((Py_ssize_t)v->n_items);
    for (size_t i = 0; list != NULL && i < v->n_items; i++) {
        PyObject *item = ext_give_value(&v->items[i], depth + 1);
        if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) != 0) Py_CLEAR(list);
    }
    return list == NULL ? NULL : Py_BuildValue("(iN)", (int)v->kind, list);
}

/* ---- what a session says ---- */

static PyObject *ext_give_type(const cameo_type *t) {
    PyObject *shape = t->has_shape ? PyList_New((Py_ssize_t)t->rank) : Py_NewRef(Py_None);
    for (uint32_t i = 0; shape != NULL && t->has_shape && i < t->rank; i++) {
        PyObject *dim = NULL;
        if (t->dims[i] >= 0)
            dim = PyLong_FromLongLong(t->dims[i]);
        else if (t->dim_params[i].n != 0)
            dim = ext_string(t->dim_params[i]);
        else
            dim = Py_NewRef(Py_None);
        if (dim == NULL || PyList_SetItem(shape, (Py_ssize_t)i, dim) != 0) Py_CLEAR(shape);
    }
    PyObject *name = ext_string(t->name);
    PyObject *made = shape == NULL || name == NULL
                         ? NULL
                         : Py_BuildValue("(OiiiiO)", name, (int)t->kind, (int)t->elem_kind, (int)t->dtype,
                                         (int)t->key_dtype, shape);
    Py_XDECREF(shape);
    Py_XDECREF(name);
    return made;
}

static cameo_session_info ext_session_info(const ext_session *s) {
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(cameo_host_get_session(s->host), &info);
    return info;
}

/* The first n types that `get` tells, as a list. */
static PyObject *ext_types(const ext_session *s, uint32_t n,
                           void (*get)(const cameo_session *session, uint32_t index, cameo_type *type)) {
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (uint32_t i = 0; list != NULL && i < n; i++) {
        cameo_type type;
        get(cameo_host_get_session(s->host), i, &type);
        PyObject *item = ext_give_type(&type);
        if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) != 0) Py_CLEAR(list);
    }
    return list;
}

/* inputs() -> (types of the inputs and then of those with a default, number of the former). */
static PyObject *ext_inputs(PyObject *self, PyObject *unused) {
    const ext_session *s = (const ext_session *)self;
    cameo_session_info info = ext_session_info(s);
    (void)unused;
    PyObject *list = ext_types(s, info.n_inputs + info.n_defaults, cameo_session_get_input);
    return list == NULL ? NULL : Py_BuildValue("(NI)", list, (unsigned)info.n_inputs);
}

static PyObject *ext_outputs(PyObject *self, PyObject *unused) {
    const ext_session *s = (const ext_session *)self;
    (void)unused;
    return ext_types(s, ext_session_info(s).n_outputs, cameo_session_get_output);
}

/* Adds key: value to the dict and gives the reference of value up. */
static int ext_put(PyObject *dict, const char *key, PyObject *value) {
    int failed = value == NULL ? -1 : PyDict_SetItemString(dict, key, value);
    Py_XDECREF(value);
    return failed;
}

/* ext_put with a key out of the model. */
static int ext_put_named(PyObject *dict, cameo_string name, PyObject *value) {
    PyObject *key = ext_string(name);
    int failed = key == NULL || value == NULL ? -1 : PyDict_SetItem(dict, key, value);
    Py_XDECREF(key);
    Py_XDECREF(value);
    return failed;
}

static int ext_put_number(PyObject *dict, const char *key, uint64_t value) {
    return ext_put(dict, key, PyLong_FromUnsignedLongLong(value));
}

static PyObject *ext_model(PyObject *self, PyObject *unused) {
    const cameo_model *model = cameo_host_get_model(((const ext_session *)self)->host);
    cameo_model_info info = {.size = sizeof info};
    (void)unused;
    cameo_model_get_info(model, &info);
    PyObject *opsets = PyDict_New(), *metadata = PyDict_New();
    bool ok = opsets != NULL && metadata != NULL;
    for (uint32_t i = 0; ok && i < info.n_opsets; i++) {
        cameo_string domain;
        int64_t version;
        cameo_model_get_opset(model, i, &domain, &version);
        ok = ext_put_named(opsets, domain, PyLong_FromLongLong(version)) == 0;
    }
    for (uint32_t i = 0; ok && i < info.n_metadata; i++) {
        cameo_string name, text;
        cameo_model_get_metadata(model, i, &name, &text);
        ok = ext_put_named(metadata, name, ext_string(text)) == 0;
    }
    PyObject *d = ok ? PyDict_New() : NULL;
    if (d == NULL || ext_put(d, "producer_name", ext_string(info.producer_name)) != 0 ||
        ext_put(d, "producer_version", ext_string(info.producer_version)) != 0 ||
        ext_put(d, "domain", ext_string(info.domain)) != 0 ||
        ext_put(d, "graph_name", ext_string(info.graph_name)) != 0 ||
        ext_put(d, "description", ext_string(info.doc_string)) != 0 ||
        ext_put(d, "version", PyLong_FromLongLong(info.model_version)) != 0 ||
        ext_put(d, "ir_version", PyLong_FromLongLong(info.ir_version)) != 0 ||
        ext_put_number(d, "n_nodes", info.n_nodes) != 0 ||
        ext_put_number(d, "n_parameters", info.n_parameters) != 0 ||
        PyDict_SetItemString(d, "opsets", opsets) != 0 || PyDict_SetItemString(d, "metadata", metadata) != 0) {
        Py_CLEAR(d);
    }
    Py_XDECREF(opsets);
    Py_XDECREF(metadata);
    return d;
}

static PyObject *ext_info(PyObject *self, PyObject *unused) {
    const ext_session *s = (const ext_session *)self;
    cameo_host_info info = {.size = sizeof info};
    cameo_session_info session = ext_session_info(s);
    (void)unused;
    cameo_host_get_info(s->host, &info);
    PyObject *d = PyDict_New();
    if (d == NULL || ext_put_number(d, "model_bytes", info.model_bytes) != 0 ||
        ext_put_number(d, "session_bytes", info.session_bytes) != 0 ||
        ext_put_number(d, "weights_bytes", session.weights_bytes) != 0 ||
        ext_put_number(d, "packed_bytes", session.packed_bytes) != 0 ||
        ext_put_number(d, "folded_bytes", session.folded_bytes) != 0 ||
        ext_put_number(d, "copied_bytes", session.copied_bytes) != 0 ||
        ext_put_number(d, "n_steps", session.n_steps) != 0 || ext_put_number(d, "n_workers", s->n_workers) != 0 ||
        ext_put_number(d, "load_ns", info.load_ns) != 0 || ext_put_number(d, "prepare_ns", info.prepare_ns) != 0 ||
        ext_put_number(d, "run_cost", info.last.cost) != 0) {
        Py_CLEAR(d);
    }
    return d;
}

/* ---- exact memory ---- */

static cameo_memory ext_aligned(void *p, size_t size) {
    uintptr_t up = (uintptr_t)p + CAMEO_MEMORY_ALIGN - 1;
    return (cameo_memory){(char *)p + (up / CAMEO_MEMORY_ALIGN * CAMEO_MEMORY_ALIGN - (uintptr_t)p), size};
}

/* Bytes of a plan for these dims and of a run of it; grows work until it is enough. */
static cameo_status ext_measure(const ext_session *s, const cameo_dim_binding *dims, size_t n_dims, size_t *plan_bytes,
                                cameo_run_needs *needs, cameo_error *e) {
    const cameo_session *session = cameo_host_get_session(s->host);
    for (size_t size = EXT_FIRST_WORK;; size *= 2) {
        cameo_error own = {0};
        void *work = malloc(size + CAMEO_MEMORY_ALIGN), *memory = NULL;
        if (work == NULL) return cameo_fail(e, CAMEO_E_NOMEM, "no memory to make a plan in");
        cameo_plan *plan = NULL;
        cameo_memory piece = ext_aligned(work, size);
        cameo_status status = cameo_plan_measure(session, dims, n_dims, piece, plan_bytes, &own);
        if (status == CAMEO_OK) {
            memory = malloc(*plan_bytes + CAMEO_MEMORY_ALIGN);
            if (memory == NULL) {
                free(work);
                return cameo_fail(e, CAMEO_E_NOMEM, "no memory for a plan");
            }
            status = cameo_plan_create(ext_aligned(memory, *plan_bytes), session, dims, n_dims, piece, &plan, &own);
        }
        if (status == CAMEO_OK) status = cameo_run_measure(plan, s->n_workers, needs, &own);
        free(memory);
        free(work);
        if (status == CAMEO_E_NOMEM && size < EXT_LAST_WORK) continue;
        if (status != CAMEO_OK) *e = own;
        return status;
    }
}

/* [(name, min, max), ...] to bindings that live as long as the pins. */
static int ext_take_dims(ext_pins *pins, PyObject *list, const cameo_dim_binding **dims, size_t *n_dims) {
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

static PyObject *ext_memory(PyObject *self, PyObject *args) {
    const ext_session *s = (const ext_session *)self;
    PyObject *list, *made = NULL;
    ext_pins pins = {NULL};
    const cameo_dim_binding *dims;
    size_t n_dims, plan_bytes = 0;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &list)) return NULL;
    if (ext_take_dims(&pins, list, &dims, &n_dims) == 0) {
        cameo_error e = {0};
        cameo_run_needs needs = {.size = sizeof needs};
        cameo_status status;
        Py_BEGIN_ALLOW_THREADS
        status = ext_measure(s, dims, n_dims, &plan_bytes, &needs, &e);
        Py_END_ALLOW_THREADS
        if (status != CAMEO_OK)
            ext_fail(status, &e);
        else
            made = Py_BuildValue("(KKKKK)", (unsigned long long)plan_bytes, (unsigned long long)needs.planned_bytes,
                                 (unsigned long long)needs.activation_bytes, (unsigned long long)needs.scratch_bytes,
                                 (unsigned long long)needs.dynamic_bytes);
    }
    ext_unpin(&pins);
    return made;
}

static PyObject *ext_bind_dims(PyObject *self, PyObject *args) {
    const ext_session *s = (const ext_session *)self;
    PyObject *list;
    ext_pins pins = {NULL};
    const cameo_dim_binding *dims;
    size_t n_dims;
    cameo_error e = {0};
    cameo_status status = CAMEO_OK;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &list)) return NULL;
    int failed = ext_take_dims(&pins, list, &dims, &n_dims);
    if (failed == 0) {
        Py_BEGIN_ALLOW_THREADS
        status = cameo_host_bind_dims(s->host, dims, n_dims, &e);
        Py_END_ALLOW_THREADS
    }
    ext_unpin(&pins);
    if (failed != 0) return NULL;
    return status == CAMEO_OK ? Py_NewRef(Py_None) : ext_fail(status, &e);
}

/* ---- run ---- */

typedef struct ext_call {
    ext_pins pins;
    cameo_value *inputs, *outputs;
    cameo_tensor *buffers; /* one for each output: data NULL where the caller gives none */
    size_t n_inputs, n_outputs;
} ext_call;

/* inputs: [(name, value), ...]; buffers: for each output None or a writable object of the size that is expected. */
static int ext_take_call(ext_call *c, PyObject *inputs, PyObject *buffers) {
    c->n_inputs = (size_t)PyList_Size(inputs);
    c->n_outputs = (size_t)PyList_Size(buffers);
    c->inputs = ext_alloc(&c->pins, c->n_inputs + 1, sizeof *c->inputs);
    c->outputs = ext_alloc(&c->pins, c->n_outputs + 1, sizeof *c->outputs);
    c->buffers = ext_alloc(&c->pins, c->n_outputs + 1, sizeof *c->buffers);
    if (c->inputs == NULL || c->outputs == NULL || c->buffers == NULL) return -1;
    for (size_t i = 0; i < c->n_inputs; i++) {
        PyObject *pair = PyList_GetItem(inputs, (Py_ssize_t)i), *value;
        if (!PyArg_ParseTuple(pair, "sO", &c->inputs[i].name, &value)) return -1;
        if (ext_take_value(&c->pins, value, &c->inputs[i], 0) != 0) return -1;
    }
    for (size_t i = 0; i < c->n_outputs; i++) {
        PyObject *buffer = PyList_GetItem(buffers, (Py_ssize_t)i);
        if (buffer == Py_None) continue;
        const Py_buffer *view = ext_view(&c->pins, buffer, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE);
        if (view == NULL) return -1;
        if (view->len == 0) continue;
        c->buffers[i].data = view->buf;
        c->buffers[i].bytes = (size_t)view->len;
    }
    return 0;
}

/* One run. The sizes that the caller expects come from what is declared of the outputs; where the data make more, the
 * outputs come in the host's memory instead. */
static cameo_status ext_run_host(ext_session *s, ext_call *c, cameo_error *e) {
    bool given = false;
    for (size_t i = 0; i < c->n_outputs; i++) {
        c->outputs[i].tensor.data = c->buffers[i].data;
        c->outputs[i].tensor.bytes = c->buffers[i].bytes;
        given = given || c->buffers[i].data != NULL;
    }
    cameo_status status = cameo_host_run(s->host, c->inputs, c->n_inputs, c->outputs, c->n_outputs, e);
    if (status == CAMEO_E_ARG && given) {
        memset(c->outputs, 0, c->n_outputs * sizeof *c->outputs);
        *e = (cameo_error){0};
        status = cameo_host_run(s->host, c->inputs, c->n_inputs, c->outputs, c->n_outputs, e);
    }
    return status;
}

/* run(inputs, buffers, wanted) -> [value or None, ...]: of outputs that lie in the buffer given, data is None. */
static PyObject *ext_run(PyObject *self, PyObject *args) {
    ext_session *s = (ext_session *)self;
    PyObject *inputs, *buffers, *wanted, *list = NULL;
    ext_call c = {0};
    if (!PyArg_ParseTuple(args, "O!O!O!", &PyList_Type, &inputs, &PyList_Type, &buffers, &PyList_Type, &wanted))
        return NULL;
    if (PyList_Size(wanted) != PyList_Size(buffers) ||
        (uint32_t)PyList_Size(buffers) != ext_session_info(s).n_outputs) {
        PyErr_SetString(PyExc_ValueError, "as many buffers and marks as outputs are wanted");
        return NULL;
    }
    if (ext_take_call(&c, inputs, buffers) == 0) {
        cameo_error e = {0};
        cameo_status status;
        Py_BEGIN_ALLOW_THREADS
        status = ext_run_host(s, &c, &e);
        Py_END_ALLOW_THREADS
        if (status != CAMEO_OK)
            ext_fail(status, &e);
        else
            list = PyList_New((Py_ssize_t)c.n_outputs);
        for (size_t i = 0; list != NULL && i < c.n_outputs; i++) {
            const cameo_value *v = &c.outputs[i];
            int want = PyObject_IsTrue(PyList_GetItem(wanted, (Py_ssize_t)i));
            PyObject *value = NULL;
            if (want == 0)
                value = Py_NewRef(Py_None);
            else if (want > 0 && c.buffers[i].data != NULL && v->tensor.data == c.buffers[i].data)
                value = ext_give_tensor(&v->tensor, true);
            else if (want > 0)
                value = ext_give_value(v, 0);
            if (value == NULL || PyList_SetItem(list, (Py_ssize_t)i, value) != 0) Py_CLEAR(list);
        }
        Py_BEGIN_ALLOW_THREADS
        cameo_host_release(s->host, c.outputs, c.n_outputs);
        Py_END_ALLOW_THREADS
    }
    ext_unpin(&c.pins);
    return list;
}

static PyObject *ext_cancel(PyObject *self, PyObject *unused) {
    const ext_session *s = (const ext_session *)self;
    (void)unused;
    Py_BEGIN_ALLOW_THREADS
    cameo_host_cancel(s->host);
    Py_END_ALLOW_THREADS
    return Py_NewRef(Py_None);
}

/* ---- load ---- */

/* Member `key` of the options, a borrowed reference; NULL where it is absent or None. */
static PyObject *ext_option(PyObject *options, const char *key) {
    PyObject *value = PyDict_GetItemString(options, key);
    return value == Py_None ? NULL : value;
}

static int ext_take_number(PyObject *options, const char *key, uint64_t most, uint64_t *number) {
    PyObject *value = ext_option(options, key);
    *number = 0;
    if (value == NULL) return 0;
    *number = PyLong_AsUnsignedLongLong(value);
    if (PyErr_Occurred()) return -1;
    if (*number > most) {
        PyErr_Format(PyExc_ValueError, "option %s: %llu is more than %llu", key, (unsigned long long)*number,
                     (unsigned long long)most);
        return -1;
    }
    return 0;
}

/* A str as UTF-8 that lives as long as the pins; NULL in *text where the option is absent. */
static int ext_copy_text(ext_pins *pins, PyObject *value, const char **text) {
    Py_ssize_t n;
    *text = NULL;
    if (value == NULL) return 0;
    const char *p = PyUnicode_AsUTF8AndSize(value, &n);
    char *copy = p == NULL ? NULL : ext_alloc(pins, (size_t)n + 1, 1);
    if (copy == NULL) return -1;
    if (strlen(p) != (size_t)n) {
        PyErr_SetString(PyExc_ValueError, "a text with a NUL byte");
        return -1;
    }
    memcpy(copy, p, (size_t)n);
    *text = copy;
    return 0;
}

static int ext_take_texts(ext_pins *pins, PyObject *options, const char *key, const char *const **texts, size_t *n) {
    PyObject *list = ext_option(options, key);
    Py_ssize_t count = list == NULL ? 0 : PyList_Size(list);
    const char **made = count < 0 ? NULL : ext_alloc(pins, (size_t)count + 1, sizeof *made);
    if (made == NULL) return -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        if (ext_copy_text(pins, PyList_GetItem(list, i), &made[i]) != 0) return -1;
    }
    *texts = made;
    *n = (size_t)count;
    return 0;
}

static int ext_take_options(ext_session *s, PyObject *given, cameo_options *o, cameo_limits *limits) {
    uint64_t opt, preset, strict, follow, copy, mask, memory, cost, level, main_thread, weights;
    PyObject *dims = ext_option(given, "dims");
    if (ext_take_number(given, "opt", CAMEO_OPT_NONE, &opt) != 0 ||
        ext_take_number(given, "preset", CAMEO_PRESET_SERVICE, &preset) != 0 ||
        ext_take_number(given, "strict", 1, &strict) != 0 || ext_take_number(given, "follow_links", 1, &follow) != 0 ||
        ext_take_number(given, "copy_files", 1, &copy) != 0 ||
        ext_take_number(given, "cpu_mask_off", UINT64_MAX, &mask) != 0 ||
        ext_take_number(given, "memory_bytes", UINT64_MAX, &memory) != 0 ||
        ext_take_number(given, "run_cost", UINT64_MAX, &cost) != 0 ||
        ext_take_number(given, "log_level", CAMEO_LOG_DEBUG, &level) != 0 ||
        ext_take_number(given, "weights", CAMEO_WEIGHTS_PARAMETERS, &weights) != 0 ||
        ext_take_number(given, "main_thread", UINT64_MAX, &main_thread) != 0 ||
        ext_copy_text(&s->pins, ext_option(given, "external_dir"), &o->external_dir) != 0 ||
        ext_take_texts(&s->pins, given, "rewrites_off", &o->rewrites_off, &o->n_rewrites_off) != 0 ||
        ext_take_texts(&s->pins, given, "outputs", &o->outputs, &o->n_outputs) != 0 ||
        ext_take_texts(&s->pins, given, "from", &o->from, &o->n_from) != 0 ||
        ext_take_texts(&s->pins, given, "to", &o->to, &o->n_to) != 0) {
        return -1;
    }
    if (dims != NULL && ext_take_dims(&s->pins, dims, &o->dims, &o->n_dims) != 0) return -1;
    cameo_limits_init(limits, (cameo_preset)preset);
    limits->size = sizeof *limits;
    if (memory != 0) limits->memory_bytes = memory;
    if (cost != 0) limits->run_cost = cost;
    o->limits = limits;
    o->opt = (cameo_opt)opt;
    o->strict = strict != 0;
    o->follow_links = follow != 0;
    o->copy_files = copy != 0;
    o->cpu_mask_off = mask;
    o->weights = (cameo_weights)weights;
    o->log = s->log == NULL ? NULL : ext_log;
    o->log_ctx = s;
    o->log_level = (cameo_log_level)(level == 0 ? CAMEO_LOG_WARNING : level);
    o->interrupt = ext_interrupt;
    o->interrupt_ctx = s;
    s->main_thread = (unsigned long)main_thread;
    return 0;
}

/* A path (str) or the bytes of a model into s->host. */
static int ext_load_host(ext_session *s, PyObject *model, cameo_options *o) {
    cameo_error e = {0};
    cameo_status status;
    if (PyUnicode_Check(model)) {
        PyObject *bytes = PyUnicode_EncodeFSDefault(model);
        char *path = bytes == NULL ? NULL : PyBytes_AsString(bytes);
        if (path == NULL) {
            Py_XDECREF(bytes);
            return -1;
        }
        Py_BEGIN_ALLOW_THREADS
        status = cameo_host_load_file(path, o, &s->host, &e);
        Py_END_ALLOW_THREADS
        Py_DECREF(bytes);
    } else {
        const Py_buffer *view = ext_view(&s->pins, model, PyBUF_C_CONTIGUOUS);
        if (view == NULL) return -1;
        Py_BEGIN_ALLOW_THREADS
        status = cameo_host_load(view->buf, (size_t)view->len, o, &s->host, &e);
        Py_END_ALLOW_THREADS
    }
    if (status != CAMEO_OK) ext_fail(status, &e);
    return status == CAMEO_OK ? 0 : -1;
}

static int ext_start_threads(ext_session *s, uint64_t n, cameo_options *o) {
    cameo_error e = {0};
    s->n_workers = 1;
    if (n != 1) {
        cameo_status status = cameo_threads_create((uint32_t)n, &s->threads, &e);
        if (status != CAMEO_OK) {
            ext_fail(status, &e);
            return -1;
        }
        s->n_workers = s->threads.n_workers;
    }
    o->n_threads = s->n_workers;
    if (s->n_workers > 1) o->threads = &s->threads;
    return 0;
}

/* Session(model, options): model a str path or an object with the buffer protocol, options a dict. */
static PyObject *ext_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *model, *given;
    uint64_t n_threads;
    cameo_options o = {.size = sizeof o};
    cameo_limits *limits;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "OO!", &model, &PyDict_Type, &given)) return NULL;
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    ext_session *s = (ext_session *)alloc(type, 0);
    if (s == NULL) return NULL;
    s->log = Py_XNewRef(ext_option(given, "log"));
    limits = ext_alloc(&s->pins, 1, sizeof *limits);
    if (limits == NULL || ext_take_options(s, given, &o, limits) != 0 ||
        ext_take_number(given, "n_threads", 65535, &n_threads) != 0 || ext_start_threads(s, n_threads, &o) != 0 ||
        ext_load_host(s, model, &o) != 0) {
        Py_CLEAR(s);
    }
    return (PyObject *)s;
}

static void ext_dealloc(PyObject *self) {
    ext_session *s = (ext_session *)self;
    PyTypeObject *type = Py_TYPE(self);
    Py_BEGIN_ALLOW_THREADS
    cameo_host_free(s->host);
    cameo_threads_free(&s->threads);
    Py_END_ALLOW_THREADS
    ext_unpin(&s->pins);
    Py_CLEAR(s->log);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* ---- module ---- */

static PyMethodDef ext_methods[] = {
    {"run", ext_run, METH_VARARGS, NULL},
    {"inputs", ext_inputs, METH_NOARGS, NULL},
    {"outputs", ext_outputs, METH_NOARGS, NULL},
    {"model", ext_model, METH_NOARGS, NULL},
    {"info", ext_info, METH_NOARGS, NULL},
    {"memory", ext_memory, METH_VARARGS, NULL},
    {"bind_dims", ext_bind_dims, METH_VARARGS, NULL},
    {"cancel", ext_cancel, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot ext_slots[] = {
    {Py_tp_new, ext_new},
    {Py_tp_dealloc, ext_dealloc},
    {Py_tp_methods, ext_methods},
    {0, NULL},
};

static PyType_Spec ext_spec = {"cameo._cameo.Session", sizeof(ext_session), 0, Py_TPFLAGS_DEFAULT, ext_slots};

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
static PyObject *ext_dlpack_retype(PyObject *self, PyObject *args) {
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

static PyObject *ext_rewrites(PyObject *self, PyObject *unused) {
    PyObject *list = PyList_New(0);
    const char *name;
    (void)self;
    (void)unused;
    for (uint32_t i = 0; list != NULL && (name = cameo_rewrite_name(i)) != NULL; i++) {
        PyObject *text = PyUnicode_FromString(name);
        if (text == NULL || PyList_Append(list, text) != 0) Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

/* The numbers of the statuses by name. */
static PyObject *ext_statuses(void) {
    static const cameo_status list[] = {
#define EXT_STATUS(name, value, text) name,
        CAMEO_STATUS_LIST(EXT_STATUS)
#undef EXT_STATUS
    };
    PyObject *d = PyDict_New();
    for (size_t i = 0; d != NULL && i < sizeof list / sizeof *list; i++) {
        if (ext_put(d, cameo_status_name(list[i]), PyLong_FromLong(list[i])) != 0) Py_CLEAR(d);
    }
    return d;
}

static int ext_exec(PyObject *module) {
    PyObject *type = PyType_FromModuleAndSpec(module, &ext_spec, NULL);
    int failed = type == NULL ? -1 : PyModule_AddObjectRef(module, "Session", type);
    Py_XDECREF(type);
    if (failed != 0 || PyModule_AddIntConstant(module, "max_rank", CAMEO_MAX_RANK) != 0) return -1;
    PyObject *statuses = ext_statuses();
    failed = statuses == NULL ? -1 : PyModule_AddObjectRef(module, "statuses", statuses);
    Py_XDECREF(statuses);
    if (failed != 0) return -1;
    return PyModule_AddStringConstant(module, "version", CAMEO_VERSION);
}

static PyMethodDef ext_functions[] = {
    {"rewrites", ext_rewrites, METH_NOARGS, NULL},
    {"dlpack_retype", ext_dlpack_retype, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot ext_module_slots[] = {{Py_mod_exec, (void *)ext_exec}, {0, NULL}};

static PyModuleDef ext_module = {
    PyModuleDef_HEAD_INIT, "cameo._cameo", NULL, 0, ext_functions, ext_module_slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__cameo(void) { return PyModuleDef_Init(&ext_module); }
