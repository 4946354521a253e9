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
    PyObject *built; /* loaders, importers and rewrites, as they were given */
    unsigned long main_thread;
    int64_t signals_seen; /* when the main thread last looked for signals */
} ext_session;

/* Types that methods make objects of. */
typedef struct ext_state {
    PyObject *session, *plan, *run, *model, *editor, *builder, *node, *graph;
} ext_state;

extern PyType_Spec ext_plan_spec, ext_run_spec, ext_model_spec, ext_editor_spec, ext_builder_spec, ext_node_spec,
    ext_graph_spec;

/* A call that may load a model of s, while it lasts: those of one thread nest. */
typedef struct ext_load {
    struct ext_load *before;
    ext_session *s;
    PyObject *cause; /* the newest exception of a function that builds or matches, or NULL */
} ext_load;

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
/* Round every call that may load a model of s, without the interpreter's lock. */
void ext_load_enter(ext_load *l, ext_session *s);
void ext_load_leave(const ext_load *l);
/* The innermost of this thread, or NULL. */
ext_load *ext_load_now(void);
/* With the lock, behind leave: -1 with an exception where the call failed, or a function of the caller's. */
int ext_load_ended(ext_load *l, cameo_status status, const cameo_error *e);
/* What Python raised as a status: the one of a cameo.Error, else E_DEVICE, since the library's own statuses say
 * something of its own work. Ctrl-C stays raised: E_CANCELLED. *text: a new reference to its text, or NULL; *cause, if
 * cause is not NULL: the exception. */
cameo_status ext_raised(PyObject **text, PyObject **cause);
/* The UTF-8 of a text that ext_raised gave; "Python raised" where there is none. */
const char *ext_raised_text(PyObject *text);

/* The attribute of the node, of the type that `standard` has; a new reference to it where there is none. */
PyObject *ext_op_attribute(const cameo_op_context *c, const char *name, PyObject *standard);
/* (kind, dtype, dims or None, value or None) of an input: dims with -1 where they are not known. None: it is absent. */
PyObject *ext_op_describe(const cameo_op_context *c, uint32_t i);
PyObject *ext_describe(cameo_kind kind, const cameo_tensor *t);

/* A str as UTF-8 that lives as long as the pins; NULL in *text where the value is NULL. */
int ext_copy_text(ext_pins *pins, PyObject *value, const char **text);
/* A list of str, and None for what is absent. */
int ext_take_names(ext_pins *pins, PyObject *list, const char *const **names, size_t *n);
/* A node as (op_type, domain, name, overload, doc_string, inputs, outputs), of which each may be None. */
int ext_take_node(ext_pins *pins, PyObject *given, cameo_node *node);
/* An attribute as (name, type, value, ref): value is a number, bytes, a list of them, a tensor or a list of tensors;
 * None for one with a ref, and for graphs, of which n is 1. */
int ext_take_attr(ext_pins *pins, PyObject *given, cameo_attr *attr);
/* A type as ext_give_type gives it. */
int ext_take_type(ext_pins *pins, PyObject *given, cameo_type *type);
PyObject *ext_give_type(const cameo_type *t);
int ext_take_tensor(ext_pins *pins, PyObject *value, cameo_tensor *t);

/* Options "loaders", "functions", "importers", "rewrites" into o. */
int ext_take_built(ext_session *s, PyObject *given, cameo_options *o);

/* A model that was loaded, and all that it needs; NULL with an exception. */
typedef struct ext_loaded ext_loaded;
ext_loaded *ext_loaded_new(ext_session *s, PyObject *model, cameo_options *o);
const cameo_model *ext_loaded_model(const ext_loaded *l);
void ext_loaded_free(ext_loaded *l);
/* A session object without host, for its options and pins. */
ext_session *ext_session_new(PyObject *type);
/* Memory to work in, twice as much at each call (size 0: the first): E_LIMIT where limits.memory_bytes is less. */
cameo_status ext_work(const cameo_options *o, size_t *size, void **work, cameo_error *e);
cameo_memory ext_aligned(void *p, size_t size);

/* Methods plan(dims) and export() of a session, functions check(model, options) and dlpack_retype(capsule, code). */
PyObject *ext_plan_new(PyObject *self, PyObject *args);
PyObject *ext_export(PyObject *self, PyObject *unused);
PyObject *ext_check(PyObject *self, PyObject *args);
PyObject *ext_dlpack_retype(PyObject *self, PyObject *args);

#endif
