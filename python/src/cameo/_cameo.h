/* _cameo.h — what the files of the extension share.
 *
 * The Python half (_session.py, _values.py) knows numpy; the extension knows buffers. Between them a value is a tuple
 * that begins with its kind (cameo_kind):
 *     (1, dtype, shape, data)   a tensor; data is an object with the buffer protocol, or a list of bytes for strings
 *     (2, [value, ...])         a sequence
 *     (3, [value] or [])        an optional
 *     (4, [keys, values])       a map
 * Only the limited API of Python 3.11 is used, so that one binary serves that version and all later ones. Each function
 * that returns NULL or -1 has set an exception. */
#ifndef EXT_CAMEO_H
#define EXT_CAMEO_H

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "include/cameo.h"

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
    cameo_options options; /* as the host got them */
    cameo_threads threads; /* ctx NULL: the calling thread alone */
    uint32_t n_workers;
    ext_pins pins;        /* model bytes, texts of options */
    PyObject *log;        /* called with (level, text); NULL: none */
    PyObject *custom_ops; /* [(domain, op_type, attributes, shape, run, since, replace, gives), ...] */
    PyObject *op_attributes; /* of the nodes that are theirs */
    unsigned long main_thread;
    int64_t signals_seen; /* when the main thread last looked for signals */
} ext_session;

/* Types that methods make objects of. */
typedef struct ext_state {
    PyObject *session, *plan, *run;
} ext_state;

extern PyType_Spec ext_plan_spec, ext_run_spec;

/* Zeroed memory until ext_unpin; NULL with MemoryError. */
void *ext_alloc(ext_pins *pins, size_t count, size_t size);
/* The buffer of an object, until ext_unpin. */
const Py_buffer *ext_view(ext_pins *pins, PyObject *object, int flags);
void ext_unpin(ext_pins *pins);

PyObject *ext_string(cameo_string s);
PyObject *ext_text(const char *p, size_t n);
/* The exception of class cameo.Error that cameo._errors makes of an error. */
PyObject *ext_make_error(cameo_status status, const cameo_error *e);
/* Sets the exception that cameo._errors makes of an error; an exception that is there already (KeyboardInterrupt of
 * the interrupt function) stays. Returns NULL. */
PyObject *ext_fail(cameo_status status, const cameo_error *e);

/* A value that lives as long as the pins; depth: 0. */
int ext_take_value(ext_pins *pins, PyObject *value, cameo_value *v, int depth);
/* inputs: [(name, value), ...]; *values live as long as the pins. */
int ext_take_inputs(ext_pins *pins, PyObject *inputs, cameo_value **values, size_t *n);
/* [(name, min, max), ...] to bindings that live as long as the pins. */
int ext_take_dims(ext_pins *pins, PyObject *list, const cameo_dim_binding **dims, size_t *n_dims);
/* given: the caller has the elements already, in its own buffer. */
PyObject *ext_give_tensor(const cameo_tensor *t, bool given);
PyObject *ext_give_value(const cameo_value *v);

/* Members of a dict into o and limits, which live as long as s; number of threads apart. */
int ext_take_options(ext_session *s, PyObject *given, cameo_options *o, cameo_limits *limits);

/* Operators of cameo.CustomOp (list NULL: none) into o. */
int ext_take_ops(ext_session *s, PyObject *list, cameo_options *o);
/* Round every call that may load a model of s: enter says what leave gets. */
ext_session *ext_op_enter(ext_session *s);
void ext_op_leave(ext_session *before);

/* Methods plan(dims) and export() of a session, functions check(model, options) and dlpack_retype(capsule, code). */
PyObject *ext_plan_new(PyObject *self, PyObject *args);
PyObject *ext_export(PyObject *self, PyObject *unused);
PyObject *ext_check(PyObject *self, PyObject *args);
PyObject *ext_dlpack_retype(PyObject *self, PyObject *args);

#endif
