/* run_io.c — a host's values into a run and out of it. Everything that a caller gives is checked before
 * the first step; nothing of it is kept beyond end. */
#include "base/near.h"
#include "runtime/run/run.h"

/* ---- in ---- */

cameo_status cm_io_expect(const cm_io *io, bool ok, cameo_status status, const char *what,
                          cameo_error *e) {
    (void)io;
    (void)what;
    CM_CHECK(ok, e, status, "input %.*s: %s", CM_STR_ARG(io->name), what);
    return CAMEO_OK;
}

/* dims of an input against the plan: fixed ones must be equal, free ones agree and lie in the range. */
static cameo_status io_check_dims(cameo_run *r, const cm_io *io, const cameo_tensor *t,
                                  cameo_error *e) {
    const cm_svalue *sv = &r->s->values[io->value];
    CM_CHECK(t->rank <= CM_MAX_RANK, e, CAMEO_E_SHAPE, "input %.*s: rank %u, want at most %d",
             CM_STR_ARG(io->name), (unsigned)t->rank, CM_MAX_RANK);
    for (uint32_t i = 0; i < t->rank; i++) {
        CM_CHECK(t->dims[i] >= 0, e, CAMEO_E_SHAPE, "input %.*s: dim %u is %lld",
                 CM_STR_ARG(io->name), (unsigned)i, CM_LL(t->dims[i]));
    }
    if (sv->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    CM_CHECK(t->rank == sv->rank, e, CAMEO_E_SHAPE, "input %.*s: rank %u, want %u",
             CM_STR_ARG(io->name), (unsigned)t->rank, (unsigned)sv->rank);
    for (uint32_t i = 0; i < t->rank; i++) {
        int64_t want = r->s->dims[sv->dims + i];
#if !CAMEO_FROZEN
        /* Where another input or a node says what it must be, that is told instead. */
        int64_t known = want < 0 ? r->symbols[-1 - want] : want;
        if (known >= 0 && t->dims[i] != known) cm_equal_tell(r->s, io, i, t->dims[i], known, e);
#endif
        if (want < 0) {
            size_t symbol = (size_t)(-1 - want);
            int64_t lo = r->plan->symbols[2 * symbol], hi = r->plan->symbols[2 * symbol + 1];
            CM_CHECK(t->dims[i] >= lo && t->dims[i] <= hi, e, CAMEO_E_SHAPE,
                     "input %.*s: dim %u (%.*s) is %lld, this plan serves %lld..%lld",
                     CM_STR_ARG(io->name), (unsigned)i, CM_STR_ARG(r->s->symbols[symbol]),
                     CM_LL(t->dims[i]), CM_LL(lo), CM_LL(hi));
            if (r->symbols[symbol] < 0) r->symbols[symbol] = t->dims[i];
            want = r->symbols[symbol];
        }
        CM_CHECK(t->dims[i] == want, e, CAMEO_E_SHAPE, "input %.*s: dim %u is %lld, want %lld",
                 CM_STR_ARG(io->name), (unsigned)i, CM_LL(t->dims[i]), CM_LL(want));
    }
    return CAMEO_OK;
}

cameo_status cm_io_measure(const cm_io *io, const cameo_tensor *t, size_t *n, size_t *bytes,
                           cameo_error *e) {
    *n = 1;
    CM_TRY(cm_io_expect(io, cm_dtype_is_known(t->dtype), CAMEO_E_TYPE, "unknown element type", e));
    for (uint32_t i = 0; i < t->rank; i++) {
        bool wrong = (uint64_t)t->dims[i] > SIZE_MAX || cm_ckd_mul(*n, (size_t)t->dims[i], n);
        CM_TRY(cm_io_expect(io, !wrong, CAMEO_E_SHAPE, "the element count overflows", e));
    }
    cameo_status status = cm_dtype_bytes(t->dtype, *n, bytes);
    return cm_io_expect(io, status == CAMEO_OK, CAMEO_E_SHAPE, "the size in bytes overflows", e);
}

#if !CAMEO_FROZEN

/* A state that grows where it lies has room for all that this plan serves. */
static cameo_status io_check_room(const cameo_run *r, const cm_io *io, const cameo_tensor *t,
                                  cameo_error *e) {
    const cameo_session *s = r->s;
    for (uint32_t i = 0; i < s->n_states; i++) {
        const cm_pvalue *pv = &r->plan->values[s->states[i].output];
        bool grows = pv->place == CM_PLACE_ALIAS && pv->alias == io->value;
        if (!grows || s->states[i].input != io->value) continue;
        size_t given = t->data == NULL ? 0 : t->bytes;
        CM_CHECK(given >= pv->size, e, CAMEO_E_ARG,
                 "input %.*s: %zu bytes given, the state grows to %zu in this plan",
                 CM_STR_ARG(io->name), given, pv->size);
    }
    return CAMEO_OK;
}

/* Is input io, given without data, what the run before has left of a state on its device? */
static bool io_resumes(const cameo_run *r, const cm_io *io, const cameo_tensor *t) {
    cm_id state = r->plan->values[io->value].alias;
    if (!r->resumes || t->data != NULL || state == CM_NONE) return false;
    const cm_tensor *left = &r->values[state];
    bool same = left->rank == t->rank;
    for (uint32_t d = 0; same && d < t->rank; d++) same = (int64_t)left->dims[d] == t->dims[d];
    return same;
}

#endif

cameo_status cm_io_check_data(const cm_io *io, const cameo_tensor *t, size_t n, size_t bytes,
                              cameo_error *e) {
    size_t align = t->dtype == CAMEO_STRING ? _Alignof(cameo_string) : cm_dtype_align(t->dtype);
    CM_TRY(cm_io_expect(io, t->data != NULL || n == 0, CAMEO_E_ARG, "data is NULL", e));
    CM_TRY(cm_io_expect(io, (uintptr_t)t->data % align == 0, CAMEO_E_ARG, "data is misaligned", e));
    CM_CHECK(t->bytes >= bytes, e, CAMEO_E_ARG, "input %.*s: %zu bytes given, its dims need %zu",
             CM_STR_ARG(io->name), t->bytes, bytes);
    return CAMEO_OK;
}

static cameo_status io_take_tensor(cameo_run *r, const cm_io *io, const cameo_tensor *t,
                                   cameo_error *e) {
    cm_tensor *v = &r->values[io->value];
    size_t n, bytes, dims[CM_MAX_RANK];
    CM_CHECK((int)t->dtype == v->dtype, e, CAMEO_E_TYPE, "input %.*s: %s given, want %s",
             CM_STR_ARG(io->name), cameo_dtype_name(t->dtype),
             cameo_dtype_name((cameo_dtype)v->dtype));
    CM_TRY(io_check_dims(r, io, t, e));
    CM_TRY(cm_io_measure(io, t, &n, &bytes, e));
#if !CAMEO_FROZEN
    if (!io_resumes(r, io, t)) CM_TRY(cm_io_check_data(io, t, n, bytes, e));
    CM_TRY(io_check_room(r, io, t, e));
#else
    CM_TRY(cm_io_check_data(io, t, n, bytes, e));
#endif
    for (uint32_t i = 0; i < t->rank; i++) dims[i] = (size_t)t->dims[i];
    CM_TRY(cm_run_set_dims(r, io->value, v->dtype, t->rank, dims, e));
    v->data = t->data;
    if (t->dtype != CAMEO_STRING) return CAMEO_OK;
    CM_CHECK(r->plan->dyn != NULL, e, CAMEO_E_INTERNAL, "strings in a static plan");
    return r->plan->dyn->take(r, io, &(cameo_value){.kind = CAMEO_KIND_TENSOR, .tensor = *t}, e);
}

static cameo_status io_take(cameo_run *r, const cm_io *io, const cameo_value *v, cameo_error *e) {
    uint8_t want = r->s->values[io->value].vkind;
    CM_TRY(cm_io_expect(io, v->kind == (cameo_kind)want, CAMEO_E_TYPE,
                        "its kind (tensor, sequence, optional, map) is not the declared one", e));
    if (v->kind == CAMEO_KIND_TENSOR) return io_take_tensor(r, io, &v->tensor, e);
    CM_CHECK(r->plan->dyn != NULL, e, CAMEO_E_INTERNAL, "a sequence in a static plan");
    return r->plan->dyn->take(r, io, v, e);
}

/* No input has this name. */
static cameo_status io_no_input(const cameo_session *s, cm_str name, cameo_error *e) {
    (void)name;
#if CAMEO_FROZEN
    (void)s;
    return CM_FAIL(e, CAMEO_E_ARG, "the model has no input named %.*s", CM_STR_ARG(name));
#else
    cm_near near = cm_near_begin(name);
    for (uint32_t i = 0; i < s->n_inputs + s->n_defaults; i++) cm_near_offer(&near, s->inputs[i].name);
    return CM_FAIL(e, CAMEO_E_ARG, "the model has no input named %.*s%s", CM_STR_ARG(name), cm_near_end(&near));
#endif
}

cameo_status cm_run_take_inputs(cameo_run *r, const cameo_value *inputs, size_t n, cameo_error *e) {
    const cameo_session *s = r->s;
    uint32_t all = s->n_inputs + s->n_defaults;
    for (size_t i = 0; i < n; i++) {
        uint32_t at = (uint32_t)(i < all ? i : all);
        if (inputs[i].name != NULL) {
            cm_str name = cm_str_from_c(inputs[i].name);
#if !CAMEO_FROZEN
            /* Most callers give them in order: of thousands that saves a search for each. */
            if (i >= all || !cm_str_eq(s->inputs[i].name, name))
#endif
                for (at = 0; at < all && !cm_str_eq(s->inputs[at].name, name); at++) {}
            if (at == all) return io_no_input(s, name, e);
        }
        CM_CHECK(at < all, e, CAMEO_E_ARG, "%zu inputs given, the model takes %u", n,
                 (unsigned)all);
        CM_CHECK(at >= s->n_inputs || r->values[s->inputs[at].value].kind == CAMEO_KIND_NONE, e,
                 CAMEO_E_ARG, "input %.*s is given twice", CM_STR_ARG(s->inputs[at].name));
        CM_TRY(io_take(r, &s->inputs[at], &inputs[i], e));
    }
    for (uint32_t i = 0; i < s->n_inputs; i++) {
        CM_CHECK(r->values[s->inputs[i].value].kind != CAMEO_KIND_NONE, e, CAMEO_E_MISSING,
                 "input %.*s has no value", CM_STR_ARG(s->inputs[i].name));
    }
    return CAMEO_OK;
}

/* ---- out ---- */

#if !CAMEO_FROZEN

uint32_t cm_run_output_at(const cameo_run *r, size_t i) {
    const cameo_session *s = r->s;
    const char *name = r->outputs[i].name;
    uint32_t at = 0;
    /* Most give them in order: of thousands that saves a search for each. */
    if (name == NULL || (i < s->n_outputs && cm_str_is(s->outputs[i].name, name))) return (uint32_t)i;
    while (at < s->n_outputs && !cm_str_is(s->outputs[at].name, name)) at++;
    return at;
}

cameo_status cm_run_check_outputs(const cameo_run *r, cameo_error *e) {
    const cameo_session *s = r->s;
    for (size_t i = 0; i < r->n_outputs; i++) {
        if (cm_run_output_at(r, i) < s->n_outputs) continue;
        cm_str name = cm_str_from_c(r->outputs[i].name);
        cm_near near = cm_near_begin(name);
        for (uint32_t k = 0; k < s->n_outputs; k++) cm_near_offer(&near, s->outputs[k].name);
        return CM_FAIL(e, CAMEO_E_ARG, "the model has no output named %.*s%s", CM_STR_ARG(name), cm_near_end(&near));
    }
    return CAMEO_OK;
}

#endif

cameo_status cm_run_give_tensor(cameo_run *r, const cm_tensor *v, cameo_tensor *t, cameo_error *e) {
    size_t bytes;
    t->dtype = (cameo_dtype)v->dtype;
    t->rank = v->rank;
    for (uint32_t i = 0; i < v->rank; i++) t->dims[i] = (int64_t)v->dims[i];
    if (v->dtype == CAMEO_STRING) return r->plan->dyn->give_strings(r, v, t, e);
    CM_TRY(cm_tensor_bytes(v, &bytes, e));
    if (t->data == NULL) {
        t->data = v->data;
    } else if (t->data != v->data) {
        CM_CHECK(t->bytes >= bytes, e, CAMEO_E_ARG,
                 "the output buffer has %zu bytes, %zu are needed", t->bytes, bytes);
        if (bytes != 0) memmove(t->data, v->data, bytes);
#if !CAMEO_FROZEN
        r->copied += bytes;
#endif
    }
    t->bytes = bytes;
    return CAMEO_OK;
}

cameo_status cm_run_give_outputs(cameo_run *r, cameo_error *e) {
    for (size_t i = 0; i < r->n_outputs; i++) {
        const cm_tensor *v = &r->values[r->s->outputs[cm_run_output_at(r, i)].value];
        cameo_value *out = &r->outputs[i];
        out->kind = (cameo_kind)v->kind;
        cameo_status status = v->kind == CAMEO_KIND_TENSOR
                                  ? cm_run_give_tensor(r, v, &out->tensor, e)
                                  : r->plan->dyn->give_items(r, v, out, e);
        CM_TRY(status);
    }
    return CAMEO_OK;
}
