/* opt_const.c — constants and attributes as the rewrites read them. See opt.h. */
#include "base/bytes.h"
#include "base/dtype.h"
#include "base/math.h"
#include "ir/rewrite/opt.h"

/* ---- attributes ---- */

int32_t cm_opt_i32(const cm_ir *ir, cm_id node, const char *name) {
    int32_t x = 0;
    const void *field = cm_params_field(ir->info[node].op, ir->info[node].params, name);
    CM_ASSERT(field != NULL);
    if (field != NULL) memcpy(&x, field, sizeof x);
    return x;
}

float cm_opt_f32(const cm_ir *ir, cm_id node, const char *name) {
    float x = 0;
    const void *field = cm_params_field(ir->info[node].op, ir->info[node].params, name);
    CM_ASSERT(field != NULL);
    if (field != NULL) memcpy(&x, field, sizeof x);
    return x;
}

/* The field of that name and kind, or NULL. */
static const cm_field *opt_const_field(const cm_ir *ir, cm_id node, const char *name, uint32_t kind) {
    const cm_op *op = ir->info[node].op;
    for (uint32_t i = 0; ir->info[node].params != NULL && i < op->n_fields; i++) {
        const cm_field *f = &op->fields[i];
        if (f->kind == kind && cm_str_is(cm_str_from_c(f->name), name)) return f;
    }
    return NULL;
}

bool cm_opt_is_choice(const cm_ir *ir, cm_id node, const char *name, const char *choice) {
    const cm_field *f = opt_const_field(ir, node, name, CM_FIELD_ENUM);
    CM_ASSERT(f != NULL);
    if (f == NULL) return false;
    const char *at = f->choices;
    for (int32_t i = cm_opt_i32(ir, node, name); i > 0 && *at != 0; at++) i -= *at == ',';
    size_t n = 0;
    while (at[n] != 0 && at[n] != ',') n++;
    return cm_str_is((cm_str){at, n}, choice);
}

uint32_t cm_opt_list(const cm_ir *ir, cm_id node, const char *name, const int32_t **x) {
    const cm_field *f = opt_const_field(ir, node, name, CM_FIELD_I32S);
    CM_ASSERT(f != NULL);
    if (f == NULL) return 0;
    *x = (const int32_t *)(const void *)((const uint8_t *)ir->info[node].params + f->off);
    return (uint32_t)(*x)[f->max];
}

bool cm_opt_list_at(const cm_ir *ir, cm_id node, const char *name, uint32_t n, uint32_t i, int32_t def, int64_t *x) {
    const int32_t *list = NULL;
    uint32_t given = cm_opt_list(ir, node, name, &list);
    *x = given == 0 ? def : list[i < given ? i : 0];
    return given == 0 || given == n;
}

void *cm_opt_field(const cm_ir *ir, cm_id node, const char *name) {
    const cm_field *f = opt_const_field(ir, node, name, CM_FIELD_OWN);
    return f == NULL ? NULL : (uint8_t *)ir->info[node].params + f->off;
}

cm_activation *cm_opt_activation(const cm_ir *ir, cm_id node) { return cm_opt_field(ir, node, "activation"); }

bool cm_opt_is_activated(const cm_ir *ir, cm_id node) {
    const cm_activation *act = cm_opt_activation(ir, node);
    return act != NULL && act->fn != CM_ACTIVATION_NONE;
}

cameo_status cm_opt_reparse(cm_ir *ir, cm_id node) {
    const cm_activation *kept = cm_opt_activation(ir, node);
    cameo_error problem = {0};
    CM_TRY(cm_ir_parse_node(ir, node, &problem));
    cm_activation *act = cm_opt_activation(ir, node);
    if (act != NULL && kept != NULL) *act = *kept;
    return CAMEO_OK;
}

/* ---- float constants ---- */

bool cm_opt_floats_get(const cm_ir *ir, cm_id value, cm_opt_floats *c) {
    if (value == CM_NONE || !cm_ir_is_const(ir, value)) return false;
    const cm_tensor_proto *t = &ir->t.tensor.row[ir->t.value.row[value].init];
    const size_t size = cm_ir_const_size(ir, value);
    c->pending = cm_payload_pending(&t->payload);
    c->bytes = c->pending != NULL ? c->pending->bytes : cm_payload_bytes(&ir->t, &t->payload);
    c->little = cm_payload_is_little(&t->payload);
    c->n = t->n_elem;
    return t->dtype == CAMEO_FLOAT && c->bytes != NULL && size / sizeof(float) >= c->n;
}

bool cm_opt_floats_along(const cm_ir *ir, cm_id value, uint32_t rank, uint32_t axis, size_t n,
                         cm_opt_floats *c) {
    if (!cm_opt_floats_get(ir, value, c)) return false;
    const cm_avalue *v = &ir->av[value];
    if (v->rank > rank) return false;
    if (c->n == 1) return true;
    uint32_t missing = rank - v->rank;
    return c->n == n && axis >= missing && v->dims[axis - missing] == (int64_t)n;
}

/* The bytes, all of which are there now. */
static const uint8_t *opt_const_bytes(const cm_opt_floats *c) {
    return c->pending == NULL ? c->bytes : cm_pending_bytes(c->pending);
}

double cm_opt_floats_read(const cm_opt_floats *c, size_t i) {
    const uint8_t *p = c->bytes + i * sizeof(float);
    CM_ASSERT(c->pending == NULL || c->pending->filled);
    return (double)(c->little ? cm_f32_from_bits(cm_load_le32(p)) : cm_load_f32(p));
}

double cm_opt_floats_at(const cm_opt_floats *c, size_t i) {
    (void)opt_const_bytes(c);
    return cm_opt_floats_read(c, i);
}

void cm_opt_floats_copy(const cm_opt_floats *c, size_t first, size_t n, float *to) {
    if (CM_BIG_ENDIAN && c->little) {
        for (size_t i = 0; i < n; i++) to[i] = (float)cm_opt_floats_at(c, first + i);
    } else {
        memcpy(to, opt_const_bytes(c) + first * sizeof(float), n * sizeof(float));
    }
}

/* Elements of a block: a constant number, so that compilers take vectors. */
#define CONST_BLOCK 16

uint32_t cm_opt_floats_most(const cm_opt_floats *c, size_t begin, size_t n) {
    const uint8_t *bytes = opt_const_bytes(c);
    uint32_t most = 0;
    size_t i = begin, end = begin + n;
    for (; end - i >= CONST_BLOCK && !(CM_BIG_ENDIAN && c->little); i += CONST_BLOCK) {
        uint32_t bits[CONST_BLOCK];
        memcpy(bits, bytes + i * sizeof(float), sizeof bits);
        for (int k = 0; k < CONST_BLOCK; k++) {
            uint32_t b = bits[k] & 0x7fffffff;
            most = b > most ? b : most;
        }
    }
    for (; i < end; i++) {
        uint32_t b = cm_f32_bits((float)cm_opt_floats_at(c, i)) & 0x7fffffff;
        most = b > most ? b : most;
    }
    return most;
}

bool cm_opt_floats_are_finite(const cm_opt_floats *c) { return cm_opt_floats_most(c, 0, c->n) < 0x7f800000; }

bool cm_opt_fits_float(double x) { return cm_fabs(x) <= 3.4028234663852886e38; /* FLT_MAX */ }

static bool opt_const_is_single(const cm_ir *ir, cm_id value) {
    size_t n;
    return value != CM_NONE && cm_ir_is_const(ir, value) && cm_avalue_count(&ir->av[value], &n) &&
           n == 1;
}

bool cm_opt_number(const cm_ir *ir, cm_id value, double *x) {
    return opt_const_is_single(ir, value) && cm_avalue_f64(&ir->av[value], 0, x);
}

bool cm_opt_integer(const cm_ir *ir, cm_id value, int64_t *x) {
    return opt_const_is_single(ir, value) && cm_avalue_i64(&ir->av[value], 0, x);
}

cameo_status cm_opt_add_floats(cm_ir *ir, cm_id graph, const double *x, size_t n, cm_id *value) {
    int64_t dim = (int64_t)n;
    float *data = CM_ARENA_NEW_N(ir->work, float, n);
    if (data == NULL) return cm_ir_nomem(ir);
    for (size_t i = 0; i < n; i++) data[i] = (float)x[i];
    return cm_ir_add_const(ir, graph, CAMEO_FLOAT, 1, &dim, data, value);
}
