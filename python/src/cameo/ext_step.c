/* ext_step.c — plans, and runs that go on step by step: cameo_run_begin, advance and end for Python (_cameo.h).
 *
 * A run of the host helper ends in the call in which it began. Who wants to do something else in between, a loop of
 * events above all, has a run of its own here: Session.plan(dims) makes the plan, Plan.begin(inputs) the run. */
#include "_cameo.h"

#include <pythread.h>
#include <stdlib.h>
#include <string.h>

#define EXT_FIRST_WORK ((size_t)1 << 20)
#define EXT_LAST_WORK (SIZE_MAX >> 24)
/* The first dynamic heap of a run for which no bound is known, and what a heap grows by. */
#define EXT_FIRST_HEAP ((size_t)1 << 20)
#define EXT_HEAP_GROWTH 4
/* A heap takes its bytes in units. */
#define EXT_HEAP_UNIT ((size_t)256)

typedef struct ext_plan {
    PyObject_HEAD
    ext_session *session;
    void *memory;
    cameo_plan *plan;
    size_t bytes;
    cameo_run_needs needs;
    size_t heap; /* what its runs needed so far */
} ext_plan;

typedef struct ext_step {
    PyObject_HEAD
    ext_plan *plan;
    ext_pins pins;
    cameo_value *inputs, *outputs;
    size_t n_inputs, n_outputs;
    void *memory;            /* of the run; NULL: it has given its outputs, or failed */
    size_t heap, heap_most;  /* bytes of the dynamic heap, now and at most */
    cameo_run *run;
    PyThread_type_lock lock; /* of run and cancelled, which other threads use */
    bool cancelled, finished;
    bool busy;               /* a thread advances it; under the interpreter's lock */
} ext_step;

static cameo_memory step_aligned(void *p, size_t size) {
    uintptr_t up = (uintptr_t)p + CAMEO_MEMORY_ALIGN - 1;
    return (cameo_memory){(char *)p + (up / CAMEO_MEMORY_ALIGN * CAMEO_MEMORY_ALIGN - (uintptr_t)p), size};
}

/* ---- plans ---- */

/* Fills p with a plan for these dims; grows the memory to work in until it is enough. */
static cameo_status step_make_plan(ext_plan *p, const cameo_dim_binding *dims, size_t n_dims, cameo_error *e) {
    const cameo_session *session = cameo_host_get_session(p->session->host);
    for (size_t size = EXT_FIRST_WORK;; size *= 2) {
        cameo_error own = {0};
        void *work = malloc(size + CAMEO_MEMORY_ALIGN);
        if (work == NULL) return cameo_fail(e, CAMEO_E_NOMEM, "no memory to make a plan in");
        cameo_memory piece = step_aligned(work, size);
        cameo_status status = cameo_plan_measure(session, dims, n_dims, piece, &p->session->options, &p->bytes, &own);
        if (status == CAMEO_OK) {
            free(p->memory);
            p->memory = malloc(p->bytes + CAMEO_MEMORY_ALIGN);
            if (p->memory == NULL) {
                free(work);
                return cameo_fail(e, CAMEO_E_NOMEM, "no memory for a plan");
            }
            cameo_memory memory = step_aligned(p->memory, p->bytes);
            status = cameo_plan_create(memory, session, dims, n_dims, piece, &p->session->options, &p->plan, &own);
        }
        if (status == CAMEO_OK) status = cameo_run_measure(p->plan, p->session->n_workers, &p->needs, &own);
        free(work);
        if (status == CAMEO_E_NOMEM && size < EXT_LAST_WORK) continue;
        if (status != CAMEO_OK) *e = own;
        return status;
    }
}

/* An object of a type of the module, which self's type belongs to. */
static void *step_new_object(PyObject *self, size_t offset) {
    const char *state = PyType_GetModuleState(Py_TYPE(self));
    PyTypeObject *type = state == NULL ? NULL : *(PyTypeObject *const *)(const void *)(state + offset);
    return type == NULL ? NULL : ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
}

/* plan(dims) -> Plan. */
PyObject *ext_plan_new(PyObject *self, PyObject *args) {
    PyObject *list;
    ext_pins pins = {NULL};
    const cameo_dim_binding *dims;
    size_t n_dims;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &list)) return NULL;
    ext_plan *p = step_new_object(self, offsetof(ext_state, plan));
    if (p == NULL) return NULL;
    p->session = (ext_session *)Py_NewRef(self);
    p->needs.size = sizeof p->needs;
    if (ext_take_dims(&pins, list, &dims, &n_dims) == 0) {
        cameo_error e = {0};
        cameo_status status;
        Py_BEGIN_ALLOW_THREADS
        status = step_make_plan(p, dims, n_dims, &e);
        Py_END_ALLOW_THREADS
        if (status != CAMEO_OK) ext_fail(status, &e);
    }
    ext_unpin(&pins);
    if (PyErr_Occurred()) Py_CLEAR(p);
    return (PyObject *)p;
}

/* needs() -> bytes of the plan, of a run, of its activations and scratch, of its dynamic heap at most. */
static PyObject *plan_needs(PyObject *self, PyObject *unused) {
    const ext_plan *p = (const ext_plan *)self;
    (void)unused;
    return Py_BuildValue("(KKKKK)", (unsigned long long)p->bytes, (unsigned long long)p->needs.planned_bytes,
                         (unsigned long long)p->needs.activation_bytes, (unsigned long long)p->needs.scratch_bytes,
                         (unsigned long long)p->needs.dynamic_bytes);
}

/* Gives the memory of an object back, whose members are released. */
static void step_free_object(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static void plan_dealloc(PyObject *self) {
    ext_plan *p = (ext_plan *)self;
    free(p->memory);
    Py_XDECREF((PyObject *)p->session);
    step_free_object(self);
}

/* ---- runs ---- */

/* A run with a heap of r->heap bytes, begun; instead of one that had too little. */
static cameo_status step_begin(ext_step *r, cameo_error *e) {
    const ext_plan *p = r->plan;
    const ext_session *s = p->session;
    size_t bytes = p->needs.planned_bytes + r->heap;
    PyThread_acquire_lock(r->lock, WAIT_LOCK);
    free(r->memory);
    r->run = NULL;
    r->memory = malloc(bytes + CAMEO_MEMORY_ALIGN);
    cameo_status status = r->memory == NULL ? cameo_fail(e, CAMEO_E_NOMEM, "no memory for a run") : CAMEO_OK;
    if (status == CAMEO_OK) {
        status = cameo_run_create(step_aligned(r->memory, bytes), p->plan, s->n_workers,
                                  s->n_workers > 1 ? &s->threads : NULL, &s->options, &r->run, e);
    }
    memset(r->outputs, 0, r->n_outputs * sizeof *r->outputs);
    if (status == CAMEO_OK) status = cameo_run_begin(r->run, r->inputs, r->n_inputs, r->outputs, r->n_outputs, e);
    if (status == CAMEO_OK && r->cancelled) cameo_run_cancel(r->run); /* begin forgets it */
    PyThread_release_lock(r->lock);
    return status;
}

/* The first heap of a run: what runs of the plan needed, at most what any data need, and what the limit memory_bytes
 * leaves beside the planned bytes. */
static cameo_status step_choose_heap(ext_step *r, cameo_error *e) {
    const ext_plan *p = r->plan;
    uint64_t limit = p->session->options.limits->memory_bytes;
    if (p->needs.planned_bytes > limit)
        return cameo_fail(e, CAMEO_E_LIMIT, "a run needs more than the limit memory_bytes");
    uint64_t most = limit - p->needs.planned_bytes;
    if (most > p->needs.dynamic_bytes) most = p->needs.dynamic_bytes;
    if (most > SIZE_MAX / EXT_HEAP_GROWTH / 2) most = SIZE_MAX / EXT_HEAP_GROWTH / 2;
    r->heap_most = most == 0 ? 0 : (size_t)most + EXT_HEAP_UNIT;
    r->heap = p->heap < EXT_FIRST_HEAP ? EXT_FIRST_HEAP : p->heap;
    if (r->heap > r->heap_most) r->heap = r->heap_most;
    return CAMEO_OK;
}

/* begin(inputs) -> Run; the inputs are as for Session.run, and stay unchanged until the run has ended. */
static PyObject *plan_begin(PyObject *self, PyObject *args) {
    PyObject *inputs;
    ext_plan *p = (ext_plan *)self;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &inputs)) return NULL;
    ext_step *r = step_new_object(self, offsetof(ext_state, run));
    if (r == NULL) return NULL;
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(cameo_host_get_session(p->session->host), &info);
    r->plan = (ext_plan *)Py_NewRef(self);
    r->n_outputs = info.n_outputs;
    r->outputs = ext_alloc(&r->pins, r->n_outputs + 1, sizeof *r->outputs);
    r->lock = PyThread_allocate_lock();
    if (r->lock == NULL) PyErr_NoMemory();
    if (r->outputs != NULL && r->lock != NULL && ext_take_inputs(&r->pins, inputs, &r->inputs, &r->n_inputs) == 0) {
        cameo_error e = {0};
        cameo_status status = step_choose_heap(r, &e);
        Py_BEGIN_ALLOW_THREADS
        if (status == CAMEO_OK) status = step_begin(r, &e);
        Py_END_ALLOW_THREADS
        if (status != CAMEO_OK) ext_fail(status, &e);
    }
    if (PyErr_Occurred()) Py_CLEAR(r);
    return (PyObject *)r;
}

/* So many tasks more; CAMEO_PAUSED if there are others. Results do not depend on the heap: where it is too small the
 * run begins again with more of it. */
static cameo_status step_advance(ext_step *r, uint64_t tasks, cameo_error *e) {
    cameo_budget budget = {.size = sizeof budget, .tasks = tasks};
    for (;;) {
        cameo_error own = {0};
        cameo_status status = cameo_run_advance(r->run, &budget, &own);
        if (status == CAMEO_PENDING) continue;
        if (status == CAMEO_E_NOMEM && r->heap < r->heap_most) {
            r->heap = r->heap > r->heap_most / EXT_HEAP_GROWTH ? r->heap_most : r->heap * EXT_HEAP_GROWTH;
            own = (cameo_error){0};
            status = step_begin(r, &own);
            if (status == CAMEO_OK) continue;
        }
        if (status != CAMEO_OK && status != CAMEO_PAUSED) *e = own;
        return status;
    }
}

/* Frees what the run holds, its inputs too; outputs in its memory are gone. */
static void step_drop(ext_step *r) {
    PyThread_acquire_lock(r->lock, WAIT_LOCK);
    free(r->memory);
    r->memory = NULL;
    r->run = NULL;
    PyThread_release_lock(r->lock);
    ext_unpin(&r->pins);
}

static int step_check(const ext_step *r) {
    if (r->busy)
        PyErr_SetString(PyExc_RuntimeError, "another thread advances this run");
    else if (r->memory == NULL)
        PyErr_SetString(PyExc_RuntimeError, "this run has ended");
    return PyErr_Occurred() ? -1 : 0;
}

/* advance(tasks) -> bool: has it finished? tasks 0: without limit. */
static PyObject *run_advance(PyObject *self, PyObject *args) {
    ext_step *r = (ext_step *)self;
    unsigned long long tasks;
    cameo_error e = {0};
    cameo_status status = CAMEO_OK;
    if (!PyArg_ParseTuple(args, "K", &tasks) || step_check(r) != 0) return NULL;
    if (!r->finished) {
        r->busy = true;
        Py_BEGIN_ALLOW_THREADS
        status = step_advance(r, tasks, &e);
        Py_END_ALLOW_THREADS
        r->busy = false;
    }
    if (status == CAMEO_PAUSED) return Py_NewRef(Py_False);
    if (status != CAMEO_OK) {
        ext_fail(status, &e);
        step_drop(r);
        return NULL;
    }
    r->finished = true;
    return Py_NewRef(Py_True);
}

/* end(wanted) -> [value or None, ...] of a run that has finished. */
static PyObject *run_end(PyObject *self, PyObject *args) {
    ext_step *r = (ext_step *)self;
    PyObject *wanted, *list = NULL;
    cameo_error e = {0};
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &wanted) || step_check(r) != 0) return NULL;
    if (!r->finished || (size_t)PyList_Size(wanted) != r->n_outputs) {
        PyErr_SetString(PyExc_ValueError, "a run that has finished, and as many marks as there are outputs");
        return NULL;
    }
    cameo_status status = cameo_run_end(r->run, &e);
    if (status != CAMEO_OK)
        ext_fail(status, &e);
    else
        list = PyList_New((Py_ssize_t)r->n_outputs);
    for (size_t i = 0; list != NULL && i < r->n_outputs; i++) {
        int want = PyObject_IsTrue(PyList_GetItem(wanted, (Py_ssize_t)i));
        PyObject *value = want > 0 ? ext_give_value(&r->outputs[i]) : want == 0 ? Py_NewRef(Py_None) : NULL;
        if (value == NULL || PyList_SetItem(list, (Py_ssize_t)i, value) != 0) Py_CLEAR(list);
    }
    if (list != NULL && r->plan->heap < r->heap) r->plan->heap = r->heap;
    step_drop(r);
    return list;
}

/* cancel(): advance fails with CAMEO_E_CANCELLED, in whichever thread. */
static PyObject *run_cancel(PyObject *self, PyObject *unused) {
    ext_step *r = (ext_step *)self;
    (void)unused;
    Py_BEGIN_ALLOW_THREADS
    PyThread_acquire_lock(r->lock, WAIT_LOCK);
    r->cancelled = true;
    if (r->run != NULL) cameo_run_cancel(r->run);
    PyThread_release_lock(r->lock);
    Py_END_ALLOW_THREADS
    return Py_NewRef(Py_None);
}

static void run_dealloc(PyObject *self) {
    ext_step *r = (ext_step *)self;
    free(r->memory);
    ext_unpin(&r->pins);
    if (r->lock != NULL) PyThread_free_lock(r->lock);
    Py_XDECREF((PyObject *)r->plan);
    step_free_object(self);
}

/* ---- types ---- */

static PyMethodDef plan_methods[] = {
    {"needs", plan_needs, METH_NOARGS, NULL},
    {"begin", plan_begin, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot plan_slots[] = {
    {Py_tp_dealloc, plan_dealloc},
    {Py_tp_methods, plan_methods},
    {0, NULL},
};

PyType_Spec ext_plan_spec = {"cameo._cameo.Plan", sizeof(ext_plan), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, plan_slots};

static PyMethodDef run_methods[] = {
    {"advance", run_advance, METH_VARARGS, NULL},
    {"end", run_end, METH_VARARGS, NULL},
    {"cancel", run_cancel, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot run_slots[] = {
    {Py_tp_dealloc, run_dealloc},
    {Py_tp_methods, run_methods},
    {0, NULL},
};

PyType_Spec ext_run_spec = {"cameo._cameo.Run", sizeof(ext_step), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, run_slots};
