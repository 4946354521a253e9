/* custom.c — the adapter between a caller's operator and the operator and kernel contracts. */
#include "runtime/session/custom.h"

#include "runtime/run/run.h"

_Static_assert(CAMEO_MAX_PHASES == CM_MAX_PHASES, "cameo.h and base/config.h agree");

/* The domain with "ai.onnx" as "". */
static cm_str custom_domain(const char *domain) {
    cm_str d = cm_str_from_c(domain);
    return cm_str_is(d, "ai.onnx") ? (cm_str){NULL, 0} : d;
}

static const cm_custom *custom_of(const cm_op *op) { return (const cm_custom *)(const void *)op; }

/* ---- what the caller's functions may ask ---- */

cameo_string cameo_op_name(const cameo_op_context *c) {
    return (cameo_string){c->name.p, c->name.n};
}

cameo_string cameo_op_type(const cameo_op_context *c) {
    return (cameo_string){c->op_type.p, c->op_type.n};
}

cameo_string cameo_op_domain(const cameo_op_context *c) {
    return (cameo_string){c->domain.p, c->domain.n};
}

int64_t cameo_op_version(const cameo_op_context *c) { return c->since; }

static const cm_attr *custom_attr(const cameo_op_context *c, const char *name, int type) {
    const cm_attr *a = c->parse == NULL ? NULL : cm_attr_find(c->parse, name);
    return a != NULL && a->type == type ? a : NULL;
}

bool cameo_op_attr_int(const cameo_op_context *c, const char *name, int64_t *v) {
    const cm_attr *a = custom_attr(c, name, CM_ATTR_INT);
    if (a == NULL) return false;
    *v = a->i;
    return true;
}

bool cameo_op_attr_float(const cameo_op_context *c, const char *name, float *v) {
    const cm_attr *a = custom_attr(c, name, CM_ATTR_FLOAT);
    if (a == NULL) return false;
    *v = a->f;
    return true;
}

bool cameo_op_attr_string(const cameo_op_context *c, const char *name, cameo_string *v) {
    const cm_attr *a = custom_attr(c, name, CM_ATTR_STRING);
    if (a == NULL) return false;
    *v = (cameo_string){a->s.p, a->s.n};
    return true;
}

bool cameo_op_attr_ints(const cameo_op_context *c, const char *name, const int64_t **v, size_t *n) {
    const cm_attr *a = custom_attr(c, name, CM_ATTR_INTS);
    if (a == NULL) return false;
    *v = c->parse->t->ints.row + a->list.first;
    *n = a->list.n;
    return true;
}

bool cameo_op_attr_floats(const cameo_op_context *c, const char *name, const float **v, size_t *n) {
    const cm_attr *a = custom_attr(c, name, CM_ATTR_FLOATS);
    if (a == NULL) return false;
    *v = c->parse->t->floats.row + a->list.first;
    *n = a->list.n;
    return true;
}

bool cameo_op_attr_strings(const cameo_op_context *c, const char *name, const cameo_string **v, size_t *n) {
    const cm_attr *a = custom_attr(c, name, CM_ATTR_STRINGS);
    if (a == NULL) return false;
    *v = c->parse->t->strs.row + a->list.first;
    *n = a->list.n;
    return true;
}

bool cameo_op_attr_tensor(const cameo_op_context *c, const char *name, cameo_tensor *t) {
    const cm_attr *a = custom_attr(c, name, CM_ATTR_TENSOR);
    if (a == NULL || a->n_rows != 1) return false;
    const cm_tables *tables = c->parse->t;
    const cm_tensor_proto *p = &tables->tensor.row[a->row];
    cameo_tensor all = {.dtype = (cameo_dtype)p->dtype, .rank = p->dims.n};
    if (cm_dtype_bytes(all.dtype, p->n_elem, &all.bytes) != CAMEO_OK) return false;
    if (all.dtype == CAMEO_STRING || cm_payload_is_swapped(&p->payload, all.dtype)) return false;
    const uint8_t *bytes = cm_payload_bytes(tables, &p->payload);
    if (p->payload.size < all.bytes || (bytes == NULL && all.bytes != 0)) return false;
    if (all.rank != 0) memcpy(all.dims, tables->ints.row + p->dims.first, all.rank * sizeof *all.dims);
    memcpy(&all.data, &bytes, sizeof bytes);
    *t = all;
    return true;
}

uint32_t cameo_op_n_inputs(const cameo_op_context *c) {
    if (c->operand != NULL) return c->n_in;
    return c->k != NULL ? c->k->n_in : c->shape != NULL ? c->shape->n_in : c->parse->n_in;
}

uint32_t cameo_op_n_outputs(const cameo_op_context *c) {
    if (c->operand != NULL) return c->n_out;
    return c->k != NULL ? c->k->n_out : c->shape != NULL ? c->shape->n_out : c->parse->n_out;
}

/* Without data in setup, which must not depend on any. */
static bool custom_tensor(const cameo_op_context *c, const cm_tensor *v, cameo_tensor *t) {
    if (v == NULL || v->kind != CAMEO_KIND_TENSOR) return false;
    memset(t, 0, sizeof *t);
    t->dtype = (cameo_dtype)v->dtype;
    t->rank = v->rank;
    for (uint32_t i = 0; i < v->rank; i++) t->dims[i] = (int64_t)v->dims[i];
    if (v->dtype == CAMEO_STRING) return true;
    if (c->running) t->data = v->data;
    return cm_dtype_bytes(t->dtype, v->n, &t->bytes) == CAMEO_OK;
}

bool cm_custom_abstract(const cm_avalue *v, cameo_tensor *t) {
    size_t n;
    if (v->kind != CAMEO_KIND_TENSOR) return false;
    memset(t, 0, sizeof *t);
    t->dtype = (cameo_dtype)v->dtype;
    t->rank = v->rank == CM_RANK_UNKNOWN ? UINT32_MAX : v->rank;
    for (uint32_t i = 0; v->rank != CM_RANK_UNKNOWN && i < v->rank; i++) {
        t->dims[i] = cm_dim_is_const(v->dims[i]) ? v->dims[i] : -1;
    }
    if (v->data != NULL && v->dtype != CAMEO_STRING && cm_avalue_count(v, &n) &&
        cm_dtype_bytes(t->dtype, n, &t->bytes) == CAMEO_OK) {
        memcpy(&t->data, &v->data, sizeof t->data);
    }
    return true;
}

cameo_kind cameo_op_input_kind(const cameo_op_context *c, uint32_t i, cameo_dtype *dtype) {
    cameo_tensor t;
    *dtype = CAMEO_UNDEFINED;
    if (c->k != NULL || c->shape != NULL) {
        const cm_tensor *v = c->k == NULL ? NULL : cm_in(c->k, i);
        const cm_avalue *av = c->k == NULL ? cm_shape_in(c->shape, i) : &cm_avalue_absent;
        *dtype = (cameo_dtype)(v == NULL ? av->dtype : v->dtype);
        return (cameo_kind)(v == NULL ? av->kind : v->kind);
    }
    if (!cameo_op_input(c, i, &t)) return CAMEO_KIND_NONE;
    *dtype = t.dtype;
    return CAMEO_KIND_TENSOR;
}

bool cameo_op_input(const cameo_op_context *c, uint32_t i, cameo_tensor *t) {
    if (c->k != NULL) return custom_tensor(c, cm_in(c->k, i), t) && t->dtype != CAMEO_STRING;
    if (c->operand != NULL) return i < c->n_in && c->operand(c->part, c->in[i], t);
    return c->shape != NULL && cm_custom_abstract(cm_shape_in(c->shape, i), t);
}

cameo_kind cameo_op_output_kind(const cameo_op_context *c, uint32_t i, cameo_dtype *dtype) {
    const cm_tensor *v = c->k == NULL ? NULL : cm_out(c->k, i);
    *dtype = v == NULL ? CAMEO_UNDEFINED : (cameo_dtype)v->dtype;
    return v == NULL ? CAMEO_KIND_NONE : (cameo_kind)v->kind;
}

static bool custom_is_hidden(const cameo_op_context *c, uint32_t i) {
    return i < CM_CUSTOM_GIVES ? (c->hidden >> i & 1) != 0 : c->hidden != 0;
}

bool cameo_op_output(const cameo_op_context *c, uint32_t i, cameo_tensor *t) {
    if (custom_is_hidden(c, i)) return false;
    if (c->k != NULL) return custom_tensor(c, cm_out(c->k, i), t) && t->dtype != CAMEO_STRING;
    if (c->operand != NULL) return i < c->n_out && c->operand(c->part, c->out[i], t);
    return c->shape != NULL && i < c->shape->n_out && cm_custom_abstract(&c->shape->out[i], t);
}

size_t cameo_op_n_items(const cameo_op_context *c, uint32_t i) {
    const cm_tensor *v = c->k == NULL ? NULL : cm_in(c->k, i);
    if (v == NULL) return 0;
    if (v->kind == CAMEO_KIND_TENSOR) return 1;
    return c->running ? c->k->services->seq_len(c->k, v) : 0;
}

/* Item `item` of input i; false: there is none. */
static bool custom_item(const cameo_op_context *c, uint32_t i, size_t item, cm_tensor *t) {
    if (item >= cameo_op_n_items(c, i)) return false;
    const cm_tensor *v = cm_in(c->k, i);
    if (v->kind == CAMEO_KIND_TENSOR) {
        *t = *v;
    } else {
        c->k->services->seq_item(c->k, v, item, t);
    }
    return true;
}

bool cameo_op_item(const cameo_op_context *c, uint32_t i, size_t item, cameo_tensor *t) {
    cm_tensor v;
    return custom_item(c, i, item, &v) && custom_tensor(c, &v, t);
}

bool cameo_op_string(const cameo_op_context *c, uint32_t i, size_t item, size_t index, cameo_string *s) {
    cm_tensor v;
    if (!custom_item(c, i, item, &v) || v.kind != CAMEO_KIND_TENSOR || v.dtype != CAMEO_STRING || index >= v.n)
        return false;
    *s = cm_tensor_str(&v, index);
    return true;
}

/* A dim that a shape function declares: a number, unknown, or that of an input. */
static cameo_status custom_dim(const cameo_op_context *c, int64_t declared, cm_dim *d) {
    *d = declared < 0 ? CM_DIM_UNKNOWN : declared;
    if (declared >= -1) return CAMEO_OK;
    uint64_t input = (uint64_t)(-2 - declared) / CM_MAX_RANK, axis = (uint64_t)(-2 - declared) % CM_MAX_RANK;
    const cm_avalue *in = input < c->shape->n_in ? cm_shape_in(c->shape, (uint32_t)input) : NULL;
    bool tensor = in != NULL && in->kind == CAMEO_KIND_TENSOR;
    if (tensor && in->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    CM_CHECK(tensor && axis < in->rank, c->e, CAMEO_E_SHAPE, "there is no dim %u of input %llu", (unsigned)axis,
             CM_LLU(input));
    *d = in->dims[axis];
    return CAMEO_OK;
}

/* Such a dim, or CAMEO_DIM_UP_TO one. */
static cameo_status custom_bounded_dim(const cameo_op_context *c, int64_t declared, cm_dim *d) {
    bool bounded = declared >= CAMEO_DIM_UP_TO(INT32_MIN) && declared < CAMEO_DIM_UP_TO(0) / 2;
    if (!bounded) return custom_dim(c, declared, d);
    CM_TRY(custom_dim(c, declared - CAMEO_DIM_UP_TO(0), d));
    *d = cm_shape_decided(c->shape, 0, *d);
    return CAMEO_OK;
}

static bool custom_shape_gives(const cameo_op_context *c) {
    return cm_custom_gives(custom_of(c->shape->op)->user) != 0;
}

cameo_status cameo_op_set_output(cameo_op_context *c, uint32_t i, cameo_dtype dtype, uint32_t rank,
                                 const int64_t *dims) {
    cm_dim d[CM_MAX_RANK];
    CM_CHECK(c->shape != NULL, c->e, CAMEO_E_ARG, "cameo_op_set_output is for shape functions");
    CM_CHECK(rank <= CM_MAX_RANK || rank == UINT32_MAX, c->e, CAMEO_E_LIMIT, "rank %u, want at most %d", (unsigned)rank,
             CM_MAX_RANK);
    CM_CHECK(cm_dtype_is_known((int64_t)dtype), c->e, CAMEO_E_TYPE, "output %u has the unknown type %d", (unsigned)i,
             (int)dtype);
    CM_CHECK(dtype != CAMEO_STRING || custom_shape_gives(c), c->e, CAMEO_E_TYPE,
             "output %u: a custom operator gives strings in run alone", (unsigned)i);
    if (rank == UINT32_MAX) return cm_shape_out(c->shape, i, (int)dtype, CM_RANK_UNKNOWN, NULL);
    for (uint32_t k = 0; k < rank; k++) CM_TRY(custom_bounded_dim(c, dims[k], &d[k]));
    return cm_shape_out(c->shape, i, (int)dtype, rank, d);
}

/* Output i is no tensor; elem_kind: of a map the type of its keys. */
static cameo_status custom_set_list(const cameo_op_context *c, uint32_t i, cameo_kind kind, int elem_kind,
                                    cameo_dtype dtype) {
    static const char *const names[] = {"sequences", "optionals", "maps"};
    const char *what = names[kind - CAMEO_KIND_SEQUENCE];
    CM_CHECK(c->shape != NULL, c->e, CAMEO_E_ARG, "%s are declared in shape functions", what);
    CM_CHECK(cm_dtype_is_known((int64_t)dtype), c->e, CAMEO_E_TYPE, "output %u has the unknown type %d", (unsigned)i,
             (int)dtype);
    CM_CHECK(custom_shape_gives(c), c->e, CAMEO_E_TYPE, "output %u: a custom operator gives %s in run alone",
             (unsigned)i, what);
    if (i >= c->shape->n_out) return CAMEO_OK;
    c->shape->out[i] = (cm_avalue){.kind = (uint8_t)kind,
                                   .elem_kind = (uint8_t)elem_kind,
                                   .dtype = (uint8_t)dtype,
                                   .rank = CM_RANK_UNKNOWN,
                                   .n_elem = CM_NONE};
    return CAMEO_OK;
}

cameo_status cameo_op_set_sequence(cameo_op_context *c, uint32_t i, cameo_dtype dtype) {
    return custom_set_list(c, i, CAMEO_KIND_SEQUENCE, CAMEO_KIND_TENSOR, dtype);
}

cameo_status cameo_op_set_optional(cameo_op_context *c, uint32_t i, cameo_dtype dtype) {
    return custom_set_list(c, i, CAMEO_KIND_OPTIONAL, CAMEO_KIND_TENSOR, dtype);
}

cameo_status cameo_op_set_map(cameo_op_context *c, uint32_t i, cameo_dtype keys, cameo_dtype dtype) {
    bool may = keys == CAMEO_STRING || (keys >= CAMEO_UINT8 && keys <= CAMEO_INT64) || keys == CAMEO_UINT32 ||
               keys == CAMEO_UINT64;
    CM_CHECK(may, c->e, CAMEO_E_TYPE, "output %u: the keys of a map are %s, want strings or integers", (unsigned)i,
             cameo_dtype_name(keys));
    return custom_set_list(c, i, CAMEO_KIND_MAP, (int)keys, dtype);
}

/* What kind of list output i of a run is, as the session has it. */
static cm_list_type custom_list_type(const cm_kctx *k, uint32_t i) {
    const cameo_run *r = k->services_ctx;
    const cm_svalue *v = &r->s->values[k->out_ids[i]];
    return (cm_list_type){v->vkind, v->elem_kind, v->dtype};
}

/* Whether output i can be given once more, and what it then consists of. */
static cameo_status custom_next_item(const cameo_op_context *c, uint32_t i, const cm_tensor *t, uint32_t rank,
                                     const int64_t *dims, cameo_dtype *dtype) {
    bool twice = t->kind == CAMEO_KIND_TENSOR     ? !custom_is_hidden(c, i)
                 : t->kind == CAMEO_KIND_OPTIONAL ? t->n >= 1
                                                  : t->kind == CAMEO_KIND_MAP && t->n >= 2;
    cm_tensor keys;
    *dtype = (cameo_dtype)t->dtype;
    CM_CHECK(!twice, c->e, CAMEO_E_ARG, "output %u is given twice", (unsigned)i);
    if (t->kind != CAMEO_KIND_MAP) return CAMEO_OK;
    if (t->n == 0)
        *dtype = (cameo_dtype)custom_list_type(c->k, i).elem_kind;
    else
        c->k->services->seq_item(c->k, t, 0, &keys);
    CM_CHECK(rank == 1 && (t->n == 0 || (dims[0] >= 0 && (uint64_t)dims[0] == keys.n)), c->e, CAMEO_E_SHAPE,
             "output %u: the keys and values of a map are two vectors of one length", (unsigned)i);
    return CAMEO_OK;
}

/* Where output i with these dims can be given: *t, NULL if nobody wants it, *own the dims, *n their product. */
static cameo_status custom_begin_give(const cameo_op_context *c, uint32_t i, uint32_t rank, const int64_t *dims,
                                      bool strings, const cm_tensor **t, cameo_dtype *dtype, size_t *own, size_t *n) {
    *n = 1;
    CM_CHECK(c->giving, c->e, CAMEO_E_ARG, "outputs are given in run, in the phase that gives");
    *t = cm_out(c->k, i);
    if (*t == NULL) return CAMEO_OK;
    CM_TRY(custom_next_item(c, i, *t, rank, dims, dtype));
    CM_CHECK((*dtype == CAMEO_STRING) == strings, c->e, CAMEO_E_TYPE, "output %u is of %s", (unsigned)i,
             cameo_dtype_name(*dtype));
    CM_CHECK(rank <= CM_MAX_RANK, c->e, CAMEO_E_LIMIT, "rank %u, want at most %d", (unsigned)rank, CM_MAX_RANK);
    for (uint32_t d = 0; d < rank; d++) {
        CM_CHECK(dims[d] >= 0 && (uint64_t)dims[d] <= SIZE_MAX, c->e, CAMEO_E_SHAPE, "dim %u of output %u is %lld",
                 (unsigned)d, (unsigned)i, CM_LL(dims[d]));
        own[d] = (size_t)dims[d];
        CM_CHECK(!cm_ckd_mul(*n, own[d], n), c->e, CAMEO_E_SHAPE, "output %u has more elements than memory can have",
                 (unsigned)i);
    }
    return CAMEO_OK;
}

/* Has output i another rank than the plan knows? */
static bool custom_has_other_rank(const cm_kctx *k, uint32_t i, uint32_t rank) {
#if CAMEO_FROZEN
    (void)k, (void)i, (void)rank;
    return false;
#else
    const cameo_run *r = k->services_ctx;
    const cm_pvalue *v = &r->plan->values[k->out_ids[i]];
    return v->rank != CM_RANK_UNKNOWN && v->rank != rank;
#endif
}

/* Memory for it: what the plan has no room for contradicts the shape function. */
static cameo_status custom_store(cameo_op_context *c, uint32_t i, uint32_t rank, const size_t *dims, size_t bytes,
                                 void **data) {
    const cm_tensor *t = cm_out(c->k, i);
    if (t->kind != CAMEO_KIND_TENSOR) return c->k->services->seq_append(c->k, i, rank, dims, bytes, data);
    cameo_status status = CAMEO_E_INTERNAL;
    if (!custom_has_other_rank(c->k, i, rank)) status = c->k->services->out_alloc(c->k, i, rank, dims, bytes);
    if (status == CAMEO_E_INTERNAL && c->e != NULL) c->e->status = CAMEO_OK;
    CM_CHECK(status != CAMEO_E_INTERNAL, c->e, CAMEO_E_SHAPE, "output %u has dims that the shape function excluded",
             (unsigned)i);
    if (status != CAMEO_OK) return status;
    c->hidden &= ~(UINT64_C(1) << i);
    *data = t->data;
    return CAMEO_OK;
}

cameo_status cameo_op_give(cameo_op_context *c, uint32_t i, uint32_t rank, const int64_t *dims, void **data) {
    size_t own[CM_MAX_RANK], n, bytes;
    const cm_tensor *t;
    cameo_dtype dtype;
    *data = NULL;
    CM_TRY(custom_begin_give(c, i, rank, dims, false, &t, &dtype, own, &n));
    if (t == NULL) return CAMEO_OK;
    CM_CHECK(cm_dtype_bytes(dtype, n, &bytes) == CAMEO_OK, c->e, CAMEO_E_SHAPE,
             "output %u has more elements than memory can have", (unsigned)i);
    CM_TRY(custom_store(c, i, rank, own, bytes, data));
    if (bytes != 0) ((uint8_t *)*data)[bytes - 1] = 0; /* may have bits that no element has */
    if (bytes == 0) *data = NULL;
    return CAMEO_OK;
}

cameo_status cameo_op_give_strings(cameo_op_context *c, uint32_t i, uint32_t rank, const int64_t *dims,
                                   const cameo_string *strings) {
    size_t own[CM_MAX_RANK], n, bytes;
    uint64_t text = 0;
    const cm_tensor *t;
    cameo_dtype dtype;
    void *data;
    CM_TRY(custom_begin_give(c, i, rank, dims, true, &t, &dtype, own, &n));
    if (t == NULL) return CAMEO_OK;
    for (size_t k = 0; k < n; k++) {
        CM_CHECK(strings[k].p != NULL || strings[k].n == 0, c->e, CAMEO_E_ARG, "string %zu of output %u is NULL", k,
                 (unsigned)i);
        text += strings[k].n;
        CM_CHECK(text <= UINT32_MAX && strings[k].n <= UINT32_MAX, c->e, CAMEO_E_LIMIT,
                 "a string tensor of more than 4 GiB of text");
    }
    bool over = cm_ckd_add(n, 1, &bytes) || cm_ckd_mul(bytes, sizeof(uint32_t), &bytes) ||
                cm_ckd_add(bytes, (size_t)text, &bytes);
    CM_CHECK(!over, c->e, CAMEO_E_SHAPE, "output %u has more elements than memory can have", (unsigned)i);
    CM_TRY(custom_store(c, i, rank, own, bytes, &data));
    uint32_t *off = data, used = 0;
    for (size_t k = 0; k < n; k++) {
        off[k] = used;
        if (strings[k].n != 0) memcpy((char *)(off + n + 1) + used, strings[k].p, strings[k].n);
        used += (uint32_t)strings[k].n;
    }
    off[n] = used;
    return CAMEO_OK;
}

uint32_t cameo_op_phase(const cameo_op_context *c) { return c->phase; }

uint32_t cameo_op_turn(const cameo_op_context *c) { return c->k == NULL ? 0 : c->k->iteration; }

uint32_t cameo_op_task(const cameo_op_context *c) { return c->task; }

void *cameo_op_scratch(const cameo_op_context *c) { return c->k == NULL ? NULL : c->k->scratch; }

void *cameo_op_worker_scratch(const cameo_op_context *c) { return c->k == NULL ? NULL : c->k->worker_scratch; }

cameo_status cameo_op_spend(cameo_op_context *c, uint64_t cost) {
    const cm_services *services = c->k == NULL ? NULL : c->k->services;
    return services == NULL ? CAMEO_OK : services->spend(c->k, cost);
}

cameo_status cameo_op_fail(cameo_op_context *c, cameo_status status, const char *message) {
    c->failed = true;
    return cameo_fail(c->e, status, message);
}

bool cameo_op_decline(const cameo_op_context *node, const char *why) {
    if (node->why != NULL) (void)cm_format(node->why, CM_DECLINE_CAP, "%s", why);
    return false;
}

cameo_status cameo_fail(cameo_error *error, cameo_status status, const char *message) {
    (void)message;
    return CM_FAIL(error, status, "%s", message);
}

/* ---- the contracts ---- */

/* A context without node. */
static cameo_op_context custom_context(const cm_op *op, cameo_error *e) {
    const cameo_op *user = custom_of(op)->user;
    return (cameo_op_context){.op_type = cm_str_from_c(user->op_type),
                              .domain = custom_domain(user->domain),
                              .since = user->since,
                              .hidden = cm_custom_gives(user) != 0 ? UINT64_MAX : 0,
                              .e = e};
}

/* How a function of the caller ended. What it failed with is what the error says, with a text; what it recorded and
 * then went on without is forgotten. A status above 0 means something else to who runs a session. */
static cameo_status custom_ended(cameo_error *e, const char *function, cameo_status status) {
    (void)function;
    bool told = status < CAMEO_OK && e != NULL && e->status == status;
    if (told) return status;
    if (e != NULL && e->status != CAMEO_OK) memset(e, 0, sizeof *e);
    CM_CHECK(status <= CAMEO_OK, e, CAMEO_E_ARG, "%s of a custom operator returned %d", function, (int)status);
    CM_CHECK(status == CAMEO_OK, e, status, "%s of a custom operator failed", function);
    return CAMEO_OK;
}

static cameo_status custom_parse(const cm_parse *p, void *params) {
    const cameo_op *user = custom_of(p->op)->user;
    cameo_op_context c = custom_context(p->op, p->e);
    c.parse = p;
    c.name = p->node->name;
    return user->parse == NULL ? CAMEO_OK : custom_ended(p->e, "parse", user->parse(&c, params));
}

cameo_status cm_custom_shape(cm_shape *s) {
    size_t n;
    cameo_op_context c = custom_context(s->op, s->e);
    c.shape = s;
    CM_TRY(custom_ended(s->e, "shape", custom_of(s->op)->user->shape(&c, s->params)));
    for (uint32_t i = 0; i < s->n_out; i++) {
        CM_CHECK(s->out[i].kind != CAMEO_KIND_NONE, s->e, CAMEO_E_SHAPE,
                 "the shape function declared no output %u", (unsigned)i);
        bool run = s->arena == NULL && cm_custom_gives(custom_of(s->op)->user) == 0; /* no arena: this is the run */
        CM_CHECK(!run || cm_avalue_count(&s->out[i], &n), s->e, CAMEO_E_SHAPE,
                 "the shape function left a dim of output %u open at run", (unsigned)i);
    }
    return CAMEO_OK;
}

cameo_status cm_custom_keeps(uint32_t i, const cm_svalue *before, const cm_avalue *now, const cm_tensor *planned,
                             cameo_error *e) {
    bool ranked = now->kind == CAMEO_KIND_TENSOR && now->rank != CM_RANK_UNKNOWN; /* else `run` tells */
    bool same = now->kind == before->vkind && now->dtype == before->dtype;
    same = same && (now->kind != CAMEO_KIND_MAP || now->elem_kind == before->elem_kind);
    if (ranked) same = same && (before->rank == CM_RANK_UNKNOWN || now->rank == before->rank);
    if (ranked && planned != NULL) same = same && now->rank == planned->rank;
    for (uint32_t k = 0; same && ranked && planned != NULL && k < now->rank; k++)
        same = now->dims[k] < 0 || (uint64_t)now->dims[k] == planned->dims[k];
    CM_CHECK(same, e, CAMEO_E_SHAPE,
             "the shape function declared another type or other dims of output %u than before", (unsigned)i);
    return CAMEO_OK;
}

uint64_t cm_custom_cost(const cm_shape *s) {
    const cameo_op *user = custom_of(s->op)->user;
    cm_shape copy = *s;
    cameo_op_context c = custom_context(s->op, s->e);
    c.shape = &copy;
    if (user->cost != NULL) return user->cost(&c, s->params);
    bool gives = cm_custom_gives(user) != 0; /* then what it reads is known, and not what it makes */
    uint64_t cost = 0;
    for (uint32_t i = 0; i < (gives ? s->n_in : s->n_out); i++) {
        size_t n;
        if (cm_avalue_count(gives ? s->in[i] : &s->out[i], &n)) cost = cm_cost_add(cost, n);
    }
    return cost;
}

static cameo_status custom_tasks(const cm_kctx *k, cm_setup *setup) {
    const cameo_op *user = custom_of(k->op)->user;
    cameo_op_tasks tasks = {.size = sizeof tasks};
    cameo_op_context c = custom_context(k->op, k->e);
    c.k = k;
    CM_TRY(custom_ended(k->e, "setup", user->setup(&c, k->params, &tasks)));
    CM_CHECK(tasks.n_phases <= CM_MAX_PHASES, k->e, CAMEO_E_ARG, "setup makes %u phases, want at most %d",
             (unsigned)tasks.n_phases, CM_MAX_PHASES);
    setup->scratch = tasks.scratch;
    setup->worker_scratch = tasks.worker_scratch;
    if (tasks.n_phases == 0) return CAMEO_OK;
    setup->n_phases = tasks.n_phases;
    for (uint32_t i = 0; i < tasks.n_phases; i++)
        setup->phase[i] = (cm_phase){tasks.phase[i].n_tasks, tasks.phase[i].repeat};
    return CAMEO_OK;
}

cameo_status cm_custom_setup(const cm_kctx *k, cm_setup *setup) {
    const cameo_op *user = custom_of(k->op)->user;
    uint32_t gives = cm_custom_gives(user);
    setup->n_phases = 1;
    setup->phase[0].n_tasks = 1;
    if (cm_custom_has_setup(user)) CM_TRY(custom_tasks(k, setup));
    if (gives == 0) return CAMEO_OK;
    bool one = gives <= setup->n_phases && setup->phase[gives - 1].n_tasks == 1 && setup->phase[gives - 1].repeat <= 1;
    CM_CHECK(one, k->e, CAMEO_E_ARG, "outputs are given in phase %u, which is not one task", (unsigned)(gives - 1));
    CM_CHECK(k->n_out <= CM_CUSTOM_GIVES, k->e, CAMEO_E_LIMIT, "%u outputs, of which at most %d can be given",
             (unsigned)k->n_out, CM_CUSTOM_GIVES);
    return CAMEO_OK;
}

/* Sequences, optionals and maps begin empty; what nobody wants need not be given. */
static cameo_status custom_begin_giving(cameo_op_context *c) {
    c->giving = true;
    for (uint32_t i = 0; i < c->k->n_out; i++) {
        const cm_tensor *t = cm_out(c->k, i);
        if (t != NULL && t->kind == CAMEO_KIND_TENSOR) continue;
        if (t != NULL) CM_TRY(cm_run_list(c->k->services_ctx, c->k->out_ids[i], custom_list_type(c->k, i), 0, c->e));
        c->hidden &= ~(UINT64_C(1) << i);
    }
    return CAMEO_OK;
}

cameo_status cm_custom_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cameo_op *user = custom_of(k->op)->user;
    for (uint32_t task = begin; task < end; task++) {
        cameo_op_context c = custom_context(k->op, k->e);
        c.k = k;
        c.phase = phase;
        c.task = task;
        c.running = true;
        if (phase >= cm_custom_gives(user)) c.hidden = 0;
        if (phase + 1 == cm_custom_gives(user)) CM_TRY(custom_begin_giving(&c));
        CM_TRY(custom_ended(k->e, "run", user->run(&c, k->params)));
        for (uint32_t i = 0; c.giving && i < k->n_out; i++) {
            const cm_tensor *t = cm_out(k, i);
            bool whole = t == NULL || t->kind != CAMEO_KIND_MAP || t->n == 2;
            CM_CHECK(!custom_is_hidden(&c, i), k->e, CAMEO_E_MISSING, "the operator gave no output %u", (unsigned)i);
            CM_CHECK(whole, k->e, CAMEO_E_MISSING, "the operator gave a map as output %u without keys or values",
                     (unsigned)i);
        }
    }
    return CAMEO_OK;
}

#if CAMEO_DEBUG
/* Models that are not frozen: debug builds let a function that computes as one task write to scratch between guard
 * bytes, so that writing beyond an output is found where it happens. */
#define CUSTOM_GUARD ((size_t)64)
#define CUSTOM_PATTERN 0xB7

static size_t custom_room(const cm_tensor *t) {
    size_t bytes;
    if (t == NULL || cm_dtype_bytes((cameo_dtype)t->dtype, t->n, &bytes) != CAMEO_OK) return 0;
    return ((bytes + (CUSTOM_GUARD - 1)) & ~(CUSTOM_GUARD - 1)) + 2 * CUSTOM_GUARD;
}

static cameo_status custom_guarded_setup(const cm_kctx *k, cm_setup *setup) {
    CM_TRY(cm_custom_setup(k, setup));
    for (uint32_t i = 0; i < k->n_out; i++) setup->scratch += custom_room(cm_out(k, i));
    return CAMEO_OK;
}

/* Exchanges the outputs' memory with that in scratch. */
static void custom_swap(const cm_kctx *k, void **kept) {
    uint8_t *at = k->scratch;
    for (uint32_t i = 0; i < k->n_out; i++) {
        cm_tensor *t = cm_out(k, i);
        size_t room = custom_room(t);
        if (room == 0) continue;
        memset(at, CUSTOM_PATTERN, room);
        kept[i] = t->data;
        t->data = at + CUSTOM_GUARD;
        at += room;
    }
}

/* Copies results to where they belong. False: a byte beyond output *which was written. */
static bool custom_swap_back(const cm_kctx *k, void *const *kept, uint32_t *which) {
    const uint8_t *at = k->scratch;
    bool intact = true;
    for (uint32_t i = 0; i < k->n_out; i++) {
        cm_tensor *t = cm_out(k, i);
        size_t room = custom_room(t), bytes = 0;
        if (room == 0) continue;
        if (cm_dtype_bytes((cameo_dtype)t->dtype, t->n, &bytes) != CAMEO_OK) continue;
        for (size_t b = 0; b < room && intact; b++) {
            bool guard = b < CUSTOM_GUARD || b >= CUSTOM_GUARD + bytes;
            intact = !guard || at[b] == CUSTOM_PATTERN;
            *which = i;
        }
        if (bytes != 0 && kept[i] != NULL) memcpy(kept[i], at + CUSTOM_GUARD, bytes);
        t->data = kept[i];
        at += room;
    }
    return intact;
}

static cameo_status custom_guarded_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                       uint32_t end) {
    void *kept[16] = {NULL};
    uint32_t which = 0;
    if (k->n_out > sizeof kept / sizeof *kept) return cm_custom_run(k, phase, begin, end);
    custom_swap(k, kept);
    cameo_status status = cm_custom_run(k, phase, begin, end);
    bool intact = custom_swap_back(k, kept, &which);
    CM_CHECK(intact, k->e, CAMEO_E_INTERNAL, "the operator wrote beyond its output %u",
             (unsigned)which);
    return status;
}
#else
#define custom_guarded_setup cm_custom_setup
#define custom_guarded_run cm_custom_run
#endif

/* ---- making them ---- */

static bool custom_same(const cm_op_entry *a, const char *domain, const char *op_type) {
    return cm_str_eq(custom_domain(domain), custom_domain(a->domain)) &&
           cm_str_is(cm_str_from_c(op_type), a->op_type);
}

static cameo_status custom_check(const cameo_op *u, bool needs_run, const cm_op_table *builtin, cameo_error *e) {
    CM_CHECK(u != NULL && u->domain != NULL && u->op_type != NULL && u->shape != NULL &&
                 (u->run != NULL || !needs_run),
             e, CAMEO_E_ARG, "a custom operator lacks domain, op_type, shape or run");
    CM_CHECK(u->params_size % 4 == 0 && u->params_size <= 65532, e, CAMEO_E_ARG,
             "custom operator %s: params_size %u, want a multiple of 4 up to 65532", u->op_type,
             (unsigned)u->params_size);
    for (uint32_t i = 0; i < builtin->n && !u->replace; i++) {
        CM_CHECK(!custom_same(&builtin->entry[i], u->domain, u->op_type), e, CAMEO_E_ARG,
                 "custom operator %s has the name of a built-in one; set replace to take its place",
                 u->op_type);
    }
    return CAMEO_OK;
}

static void custom_fill(const cameo_op *u, uint16_t id, cm_custom *c, cm_op_entry *entry) {
    c->user = u;
    /* RANDOM: it may do more than compute, so it is never folded or merged. */
    int flags = CM_OPF_RANDOM | (cm_custom_gives(u) != 0 ? CM_OPF_DYNAMIC : 0);
    if (cm_custom_in_place(u)) flags |= CM_OPF_INPLACE;
    c->op = (cm_op){.id = id,
                    .flags = (uint16_t)flags,
                    .params_size = (uint16_t)u->params_size,
                    .parse = custom_parse,
                    .shape = cm_custom_shape,
                    .cost = cm_custom_cost};
    bool guarded = !cm_custom_has_setup(u) && cm_custom_gives(u) == 0 && !cm_custom_in_place(u);
    c->row = (cm_row){.op = id,
                      .setup = guarded ? custom_guarded_setup : cm_custom_setup,
                      .run = guarded ? custom_guarded_run : cm_custom_run,
                      .setup_symbol = "cm_custom_setup",
                      .run_symbol = "cm_custom_run"};
    const char *domain = custom_domain(u->domain).n == 0 ? "" : u->domain;
    *entry = (cm_op_entry){domain, u->op_type, &c->op, (int)u->since, NULL};
}

static bool custom_is_known(const cm_op_entry *entry, uint32_t n, const cameo_op *u) {
    bool known = false;
    for (uint32_t k = 0; k < n && !known; k++) known = custom_same(&entry[k], u->domain, u->op_type);
    return known;
}

/* Provider i, zeroed where there is none: what is wrong with it, cm_assign_begin says. */
static cameo_provider custom_provider(const cameo_options *options, size_t i) {
    cameo_provider none = {0};
    if (options->providers == NULL || options->providers[i] == NULL) return none;
    return cm_provider_of(options->providers[i]);
}

CM_COLD cameo_status cm_custom_make(const cameo_options *options, const cm_op_table *builtin, cm_arena *work,
                            cm_custom **custom, cm_op_table *table, cameo_error *e) {
    size_t n = options->n_custom_ops;
    bool wrong = false;
    for (size_t i = 0; i < options->n_providers; i++)
        wrong = wrong || cm_ckd_add(n, custom_provider(options, i).n_ops, &n);
    CM_CHECK(!wrong && n <= UINT16_MAX - CM_OP_COUNT, e, CAMEO_E_LIMIT, "%zu custom operators", n);
    *custom = CM_ARENA_NEW_N(work, cm_custom, n);
    cm_op_entry *entries = CM_ARENA_NEW_N(work, cm_op_entry, n);
    CM_TRY(cm_arena_status(work, "work", e));
    uint32_t made = 0;
    CM_CHECK(options->n_custom_ops == 0 || options->custom_ops != NULL, e, CAMEO_E_ARG, "options.custom_ops is NULL");
    for (size_t i = 0; i < options->n_custom_ops; i++) {
        const cameo_op *u = options->custom_ops[i];
        CM_TRY(custom_check(u, true, builtin, e));
        CM_CHECK(!custom_is_known(entries, made, u), e, CAMEO_E_ARG, "two custom operators are named %s", u->op_type);
        custom_fill(u, (uint16_t)(CM_OP_COUNT + made), &(*custom)[made], &entries[made]);
        made++;
    }
    for (size_t i = 0; i < options->n_providers; i++) {
        cameo_provider p = custom_provider(options, i);
        CM_CHECK(p.n_ops == 0 || p.ops != NULL, e, CAMEO_E_ARG, "options.providers[%zu].ops is NULL", i);
        for (size_t k = 0; k < p.n_ops; k++) {
            CM_TRY(custom_check(p.ops[k], false, builtin, e));
            if (custom_is_known(entries, made, p.ops[k])) continue;
            custom_fill(p.ops[k], (uint16_t)(CM_OP_COUNT + made), &(*custom)[made], &entries[made]);
            made++;
        }
    }
    *table = (cm_op_table){entries, made};
    return CAMEO_OK;
}
