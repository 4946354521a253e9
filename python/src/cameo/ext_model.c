/* ext_model.c — what is said of a model that need not run, and models as files: check and export (_cameo.h).
 *
 * A host ends at the first problem and gives no model away that has one, so that check loads the model by itself. It
 * finds external data by the library's own rules of what a file of a stranger may name, which only runtime/os.h has. */
#include "_cameo.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/os.h"

#define MODEL_FIRST_WORK ((size_t)1 << 22)

/* Bytes that grow as they are written. */
typedef struct model_sink {
    char *bytes;
    size_t n, room;
} model_sink;

/* A model being checked. */
typedef struct ext_loaded {
    const cameo_options *options;
    cm_os_file file;
    cm_os_file *external; /* n_external of them */
    size_t n_external;
    cm_str folder;        /* of external data; n 0: there is none */
    const void *bytes;
    size_t size;
    void *memory;
    cameo_model *model;
    cameo_error *problems;
    size_t n_problems;
    bool no_memory;       /* for a problem, or a file */
    cameo_error *error;   /* where the opening of external data tells its own */
} model_check;

/* Room for one element more in a list of n; false: there is none. */
static bool model_more(void **list, size_t n, size_t size) {
    if (n >= (SIZE_MAX / 2 - 1) / size) return false;
    if (n != 0 && (n & (n - 1)) != 0) return true; /* it doubles at powers of two */
    void *more = realloc(*list, (n == 0 ? 1 : 2 * n) * size);
    if (more != NULL) *list = more;
    return more != NULL;
}

cameo_memory ext_aligned(void *p, size_t size) {
    uintptr_t up = (uintptr_t)p + CAMEO_MEMORY_ALIGN - 1;
    return (cameo_memory){(char *)p + (up / CAMEO_MEMORY_ALIGN * CAMEO_MEMORY_ALIGN - (uintptr_t)p), size};
}

cameo_status ext_work(const cameo_options *o, size_t *size, void **work, cameo_error *e) {
    uint64_t most = o->limits->memory_bytes;
    if (*size >= most || *size > SIZE_MAX / 4)
        return cameo_fail(e, CAMEO_E_LIMIT, "the work needs more than the limit memory_bytes");
    *size = *size == 0 ? MODEL_FIRST_WORK : *size * 2;
    if (*size > most) *size = (size_t)most;
    *work = malloc(*size + CAMEO_MEMORY_ALIGN);
    return *work == NULL ? cameo_fail(e, CAMEO_E_NOMEM, "no memory to work in") : CAMEO_OK;
}

/* ---- check ---- */

static void model_problem(void *ctx, const cameo_error *problem) {
    model_check *c = ctx;
    void *list = c->problems;
    c->no_memory = c->no_memory || !model_more(&list, c->n_problems, sizeof *c->problems);
    c->problems = list;
    if (!c->no_memory) c->problems[c->n_problems++] = *problem;
}

static cameo_status model_external(void *ctx, cameo_string location, uint64_t offset, uint64_t length,
                                   const void **data, size_t *size) {
    model_check *c = ctx;
    void *list = c->external;
    if (c->folder.n == 0)
        return cameo_fail(c->error, CAMEO_E_IO, "external data, and no folder where it may lie: external_dir");
    if (!model_more(&list, c->n_external, sizeof *c->external)) return CAMEO_E_NOMEM;
    c->external = list;
    cm_os_file *f = &c->external[c->n_external];
    uint64_t copy = c->options->copy_files ? c->options->limits->memory_bytes : 0;
    cameo_status status = cm_os_map_below(c->folder, location, c->options->follow_links, copy, f, c->error);
    if (status != CAMEO_OK) return status;
    c->n_external++;
    if (offset > f->size || (length != UINT64_MAX && length > f->size - offset))
        return cameo_fail(c->error, CAMEO_E_MALFORMED, "a file of external data is too short");
    *data = f->size == 0 ? (const void *)"" : (const char *)f->data + offset;
    *size = length == UINT64_MAX ? f->size - (size_t)offset : (size_t)length;
    return CAMEO_OK;
}

static cameo_status model_load(model_check *c, const cameo_options *o, cameo_error *e) {
    size_t model_bytes, work_bytes;
    void *work;
    cameo_status status = cameo_model_measure(c->bytes, c->size, o, &model_bytes, &work_bytes, e);
    if (status != CAMEO_OK) return status;
    c->memory = malloc(model_bytes + CAMEO_MEMORY_ALIGN);
    work = malloc(work_bytes + CAMEO_MEMORY_ALIGN);
    if (c->memory == NULL || work == NULL)
        status = cameo_fail(e, CAMEO_E_NOMEM, "no memory for a model");
    else
        status = cameo_model_create(ext_aligned(c->memory, model_bytes), ext_aligned(work, work_bytes), c->bytes,
                                    c->size, o, &c->model, e);
    free(work);
    return status;
}

/* Problems into c; OK where there are none, their status where there are. */
static cameo_status model_find(model_check *c, cameo_options *o, cameo_error *e) {
    cameo_status status = CAMEO_E_NOMEM;
    o->external = model_external;
    o->external_ctx = c;
    c->options = o;
    c->error = e;
    cameo_status loaded = model_load(c, o, e);
    if (loaded != CAMEO_OK) return loaded;
    for (size_t size = 0; status == CAMEO_E_NOMEM && !c->no_memory;) {
        void *work = NULL;
        *e = (cameo_error){0};
        c->n_problems = 0;
        status = ext_work(o, &size, &work, e);
        if (status != CAMEO_OK) break;
        status = cameo_model_check(c->model, ext_aligned(work, size), o, model_problem, c, e);
        free(work);
    }
    return c->no_memory ? CAMEO_E_NOMEM : status;
}

static void model_free(model_check *c) {
    for (size_t i = 0; i < c->n_external; i++) cm_os_unmap(&c->external[i]);
    free(c->external);
    free(c->problems);
    free(c->memory);
    cm_os_unmap(&c->file);
}

/* The bytes of the model, a path (str) or an object with a buffer, and the folder of its external data. */
static int model_open(model_check *c, ext_pins *pins, PyObject *model, const cameo_options *o, const char **path) {
    cameo_error e = {0};
    cameo_status status = CAMEO_OK;
    PyObject *held = NULL;
    *path = NULL;
    if (PyUnicode_Check(model)) {
        held = PyUnicode_EncodeFSDefault(model);
        const Py_buffer *view = held == NULL ? NULL : ext_view(pins, held, PyBUF_SIMPLE);
        Py_XDECREF(held);
        if (view == NULL) return -1;
        *path = view->buf; /* bytes of Python end with a NUL */
        status = cm_os_map(*path, o->copy_files ? o->limits->memory_bytes : 0, &c->file, &e);
        c->bytes = c->file.data;
        c->size = c->file.size;
    } else {
        const Py_buffer *view = ext_view(pins, model, PyBUF_C_CONTIGUOUS);
        if (view == NULL) return -1;
        c->bytes = view->buf;
        c->size = (size_t)view->len;
    }
    if (status != CAMEO_OK) {
        ext_fail(status, &e);
        return -1;
    }
    if (o->external_dir != NULL)
        c->folder = (cm_str){o->external_dir, strlen(o->external_dir)};
    else if (*path != NULL)
        c->folder = cm_os_folder(*path);
    return 0;
}

static PyObject *model_list(const model_check *c) {
    PyObject *list = PyList_New((Py_ssize_t)c->n_problems);
    for (size_t i = 0; list != NULL && i < c->n_problems; i++) {
        PyObject *error = ext_make_error(c->problems[i].status, &c->problems[i]);
        if (error == NULL || PyList_SetItem(list, (Py_ssize_t)i, error) != 0) Py_CLEAR(list);
    }
    return list;
}

ext_loaded *ext_loaded_new(ext_session *s, PyObject *model, cameo_options *o) {
    const char *path;
    cameo_error e = {0};
    cameo_status status;
    ext_load load;
    model_check *c = calloc(1, sizeof *c);
    if (c == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    if (model_open(c, &s->pins, model, o, &path) != 0) {
        ext_loaded_free(c);
        return NULL;
    }
    o->external = model_external;
    o->external_ctx = c;
    c->options = o;
    c->error = &e;
    Py_BEGIN_ALLOW_THREADS
    ext_load_enter(&load, s);
    status = model_load(c, o, &e);
    ext_load_leave(&load);
    Py_END_ALLOW_THREADS
    c->error = NULL;
    if (ext_load_ended(&load, status, &e) == 0) return c;
    ext_loaded_free(c);
    return NULL;
}

const cameo_model *ext_loaded_model(const ext_loaded *l) { return l->model; }

void ext_loaded_free(ext_loaded *l) {
    if (l != NULL) model_free(l);
    free(l);
}

/* check(model, options) -> [Error, ...]: all problems. Wrong options and unreadable files are raised. */
PyObject *ext_check(PyObject *self, PyObject *args) {
    PyObject *model, *given, *list = NULL;
    model_check c = {0};
    cameo_options o = {.size = sizeof o, .ops = &cameo_ops_all};
    const char *path;
    if (!PyArg_ParseTuple(args, "OO!", &model, &PyDict_Type, &given)) return NULL;
    const ext_state *state = PyModule_GetState(self);
    ext_session *s = ext_session_new(state->session);
    if (s == NULL) return NULL;
    cameo_limits *limits = ext_alloc(&s->pins, 1, sizeof *limits);
    if (limits != NULL && ext_take_options(s, given, &o, limits) == 0 &&
        model_open(&c, &s->pins, model, &o, &path) == 0) {
        cameo_error e = {0};
        cameo_status status;
        ext_load load;
        Py_BEGIN_ALLOW_THREADS
        ext_load_enter(&load, s);
        status = model_find(&c, &o, &e);
        ext_load_leave(&load);
        Py_END_ALLOW_THREADS
        Py_CLEAR(load.cause);
        /* What ended the check before it could report is a problem, too. */
        if (status != CAMEO_OK && status != CAMEO_E_ARG && c.n_problems == 0) model_problem(&c, &e);
        if (PyErr_Occurred() == NULL && (status == CAMEO_E_ARG || c.no_memory)) ext_fail(status, &e);
        if (PyErr_Occurred() == NULL) list = model_list(&c);
    }
    model_free(&c);
    Py_DECREF(s);
    return list;
}

/* ---- export ---- */

static cameo_status model_write(void *ctx, const void *bytes, size_t n) {
    model_sink *sink = ctx;
    if (n > sink->room - sink->n) {
        size_t room = sink->room < SIZE_MAX / 4 ? sink->room * 2 : sink->room;
        if (room - sink->n < n) room = n > SIZE_MAX / 2 - sink->n ? 0 : sink->n + n;
        char *more = room == 0 ? NULL : realloc(sink->bytes, room);
        if (more == NULL) return CAMEO_E_NOMEM;
        sink->bytes = more;
        sink->room = room;
    }
    memcpy(sink->bytes + sink->n, bytes, n);
    sink->n += n;
    return CAMEO_OK;
}

static cameo_status model_export(const ext_session *s, model_sink *sink, cameo_error *e) {
    cameo_options o = s->options;
    cameo_status status = CAMEO_E_NOMEM;
    o.ops = &cameo_ops_all;
    for (size_t size = 0; status == CAMEO_E_NOMEM;) {
        void *work = NULL;
        *e = (cameo_error){0};
        sink->n = 0;
        status = ext_work(&o, &size, &work, e);
        if (status != CAMEO_OK) break;
        status = cameo_model_export(cameo_host_get_model(s->host), ext_aligned(work, size), &o, model_write, sink, e);
        free(work);
    }
    return status;
}

/* export() -> the bytes of the model as the options leave it. */
PyObject *ext_export(PyObject *self, PyObject *unused) {
    ext_session *s = (ext_session *)self;
    model_sink sink = {0};
    cameo_error e = {0};
    cameo_status status;
    (void)unused;
    ext_load load;
    Py_BEGIN_ALLOW_THREADS
    ext_load_enter(&load, s);
    status = model_export(s, &sink, &e);
    ext_load_leave(&load);
    Py_END_ALLOW_THREADS
    PyObject *bytes = NULL;
    if (ext_load_ended(&load, status, &e) == 0)
        bytes = PyBytes_FromStringAndSize(sink.bytes, (Py_ssize_t)sink.n);
    free(sink.bytes);
    return bytes;
}
