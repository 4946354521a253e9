/* _cameo.c — the C half of the Python package: the module, and sessions of the host helper (_cameo.h). */
#include "_cameo.h"

#include <pythread.h>
#include <string.h>
#include <time.h>

/* Signals (Ctrl-C) are looked for so often while a session is loaded or run. */
#define EXT_SIGNAL_NS INT64_C(50000000)

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

/* ---- what a session says ---- */

PyObject *ext_give_type(const cameo_type *t) {
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
        ext_put_number(d, "run_cost", info.last.cost) != 0 ||
        ext_put_number(d, "run_copied_bytes", info.last.copied_bytes) != 0) {
        Py_CLEAR(d);
    }
    return d;
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
    c->n_outputs = (size_t)PyList_Size(buffers);
    c->outputs = ext_alloc(&c->pins, c->n_outputs + 1, sizeof *c->outputs);
    c->buffers = ext_alloc(&c->pins, c->n_outputs + 1, sizeof *c->buffers);
    if (c->outputs == NULL || c->buffers == NULL) return -1;
    if (ext_take_inputs(&c->pins, inputs, &c->inputs, &c->n_inputs) != 0) return -1;
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
                value = ext_give_value(v);
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

int ext_copy_text(ext_pins *pins, PyObject *value, const char **text) {
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

/* [(text, text), ...]: which output is which input, grown. */
static int ext_take_states(ext_pins *pins, PyObject *options, const cameo_state **states, size_t *n) {
    PyObject *list = ext_option(options, "states");
    Py_ssize_t count = list == NULL ? 0 : PyList_Size(list);
    cameo_state *made = count < 0 ? NULL : ext_alloc(pins, (size_t)count + 1, sizeof *made);
    if (made == NULL) return -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *input, *output;
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "UU", &input, &output)) return -1;
        if (ext_copy_text(pins, input, &made[i].input) != 0) return -1;
        if (ext_copy_text(pins, output, &made[i].output) != 0) return -1;
    }
    *states = made;
    *n = (size_t)count;
    return 0;
}

int ext_take_options(ext_session *s, PyObject *given, cameo_options *o, cameo_limits *limits) {
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
        ext_copy_text(&s->pins, ext_option(given, "format"), &o->format) != 0 ||
        ext_take_texts(&s->pins, given, "rewrites_off", &o->rewrites_off, &o->n_rewrites_off) != 0 ||
        ext_take_texts(&s->pins, given, "outputs", &o->outputs, &o->n_outputs) != 0 ||
        ext_take_texts(&s->pins, given, "from", &o->from, &o->n_from) != 0 ||
        ext_take_texts(&s->pins, given, "to", &o->to, &o->n_to) != 0 ||
        ext_take_states(&s->pins, given, &o->states, &o->n_states) != 0 ||
        ext_take_ops(s, ext_option(given, "custom_ops"), o) != 0 || ext_take_built(s, given, o) != 0) {
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
    ext_load load;
    if (PyUnicode_Check(model)) {
        PyObject *bytes = PyUnicode_EncodeFSDefault(model);
        char *path = bytes == NULL ? NULL : PyBytes_AsString(bytes);
        if (path == NULL) {
            Py_XDECREF(bytes);
            return -1;
        }
        Py_BEGIN_ALLOW_THREADS
        ext_load_enter(&load, s);
        status = cameo_host_load_file(path, o, &s->host, &e);
        ext_load_leave(&load);
        Py_END_ALLOW_THREADS
        Py_DECREF(bytes);
    } else {
        const Py_buffer *view = ext_view(&s->pins, model, PyBUF_C_CONTIGUOUS);
        if (view == NULL) return -1;
        Py_BEGIN_ALLOW_THREADS
        ext_load_enter(&load, s);
        status = cameo_host_load(view->buf, (size_t)view->len, o, &s->host, &e);
        ext_load_leave(&load);
        Py_END_ALLOW_THREADS
    }
    return ext_load_ended(&load, status, &e);
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

ext_session *ext_session_new(PyObject *type) {
    PyTypeObject *t = (PyTypeObject *)type;
    return (ext_session *)((allocfunc)PyType_GetSlot(t, Py_tp_alloc))(t, 0);
}

/* Session(model, options): model a str path or an object with the buffer protocol, options a dict. */
static PyObject *ext_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *model, *given;
    uint64_t n_threads;
    cameo_options o = {.size = sizeof o};
    cameo_limits *limits;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "OO!", &model, &PyDict_Type, &given)) return NULL;
    ext_session *s = ext_session_new((PyObject *)type);
    if (s == NULL) return NULL;
    s->log = Py_XNewRef(ext_option(given, "log"));
    limits = ext_alloc(&s->pins, 1, sizeof *limits);
    if (limits == NULL || ext_take_options(s, given, &o, limits) != 0 ||
        ext_take_number(given, "n_threads", 65535, &n_threads) != 0 || ext_start_threads(s, n_threads, &o) != 0 ||
        ext_load_host(s, model, &o) != 0) {
        Py_CLEAR(s);
    }
    if (s != NULL) s->options = o;
    return (PyObject *)s;
}

/* Functions of custom_ops, or the one of the log, may hold the session. */
static int ext_traverse(PyObject *self, visitproc visit, void *arg) {
    const ext_session *s = (const ext_session *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(s->log);
    Py_VISIT(s->custom_ops);
    Py_VISIT(s->op_attributes);
    Py_VISIT(s->built);
    return 0;
}

/* Nodes point to members of custom_ops, but nobody who could run them is left. */
static int ext_forget(PyObject *self) {
    ext_session *s = (ext_session *)self;
    Py_CLEAR(s->log);
    Py_CLEAR(s->custom_ops);
    Py_CLEAR(s->op_attributes);
    Py_CLEAR(s->built);
    return 0;
}

static void ext_dealloc(PyObject *self) {
    ext_session *s = (ext_session *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_BEGIN_ALLOW_THREADS
    cameo_host_free(s->host);
    cameo_threads_free(&s->threads);
    Py_END_ALLOW_THREADS
    ext_unpin(&s->pins);
    ext_forget(self);
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
    {"plan", ext_plan_new, METH_VARARGS, NULL},
    {"export", ext_export, METH_NOARGS, NULL},
    {"bind_dims", ext_bind_dims, METH_VARARGS, NULL},
    {"cancel", ext_cancel, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot ext_slots[] = {
    {Py_tp_new, ext_new},
    {Py_tp_dealloc, ext_dealloc},
    {Py_tp_traverse, ext_traverse},
    {Py_tp_clear, ext_forget},
    {Py_tp_methods, ext_methods},
    {0, NULL},
};

static PyType_Spec ext_spec = {"cameo._cameo.Session", sizeof(ext_session), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, ext_slots};

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

/* The module's member `name`, of a type that functions make objects of (*kept). */
static int ext_add_type(PyObject *module, const char *name, PyType_Spec *spec, PyObject **kept) {
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    int failed = type == NULL ? -1 : PyModule_AddObjectRef(module, name, type);
    if (failed == 0) *kept = Py_NewRef(type);
    Py_XDECREF(type);
    return failed;
}

static int ext_exec(PyObject *module) {
    ext_state *state = PyModule_GetState(module);
    PyObject *statuses = ext_statuses();
    int failed = statuses == NULL ? -1 : PyModule_AddObjectRef(module, "statuses", statuses);
    Py_XDECREF(statuses);
    if (failed != 0 || ext_add_type(module, "Session", &ext_spec, &state->session) != 0 ||
        ext_add_type(module, "Plan", &ext_plan_spec, &state->plan) != 0 ||
        ext_add_type(module, "Run", &ext_run_spec, &state->run) != 0 ||
        ext_add_type(module, "Model", &ext_model_spec, &state->model) != 0 ||
        ext_add_type(module, "Editor", &ext_editor_spec, &state->editor) != 0 ||
        ext_add_type(module, "Builder", &ext_builder_spec, &state->builder) != 0 ||
        ext_add_type(module, "Node", &ext_node_spec, &state->node) != 0 ||
        ext_add_type(module, "Graph", &ext_graph_spec, &state->graph) != 0 ||
        PyModule_AddIntConstant(module, "max_rank", CAMEO_MAX_RANK) != 0) {
        return -1;
    }
    return PyModule_AddStringConstant(module, "version", CAMEO_VERSION);
}

static int ext_clear(PyObject *module) {
    ext_state *state = PyModule_GetState(module);
    Py_CLEAR(state->session);
    Py_CLEAR(state->plan);
    Py_CLEAR(state->run);
    Py_CLEAR(state->model);
    Py_CLEAR(state->editor);
    Py_CLEAR(state->builder);
    Py_CLEAR(state->node);
    Py_CLEAR(state->graph);
    return 0;
}

static PyMethodDef ext_functions[] = {
    {"rewrites", ext_rewrites, METH_NOARGS, NULL},
    {"check", ext_check, METH_VARARGS, NULL},
    {"dlpack_retype", ext_dlpack_retype, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot ext_module_slots[] = {{Py_mod_exec, (void *)ext_exec}, {0, NULL}};

static PyModuleDef ext_module = {
    PyModuleDef_HEAD_INIT, "cameo._cameo", NULL, sizeof(ext_state), ext_functions,
    ext_module_slots, NULL, ext_clear, NULL};

PyMODINIT_FUNC PyInit__cameo(void) { return PyModuleDef_Init(&ext_module); }
