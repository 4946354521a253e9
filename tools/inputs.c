/* inputs.c — see inputs.h. */
#include <string.h>

#include "base/ckd.h"
#include "runtime/plan/plan.h"
#include "tools/inputs.h"
#include "tools/value_npz.h"

bool tool_inputs_option(tool_args *a, tool_input_options *o) {
    const char *text;
    if (tool_value(a, "--inputs", &text)) {
        o->folder = text;
    } else if (tool_value(a, "--input", &text)) {
        if (o->n_files == INPUTS_MAX_FILES)
            tool_wrong(a, "more than %d --input", INPUTS_MAX_FILES);
        else
            o->files[o->n_files++] = text;
    } else {
        return tool_value_u64(a, "--seed", UINT64_MAX, &o->seed) || a->wrong;
    }
    return true;
}

char *tool_numbered(const char *folder, const char *what, size_t k) {
    char name[48];
    snprintf(name, sizeof name, "%s_%zu.pb", what, k);
    return tool_join(folder, name);
}

/* The file in the text of --input, if that gives one for input k of this name: NAME=FILE, where names may hold a '=',
 * too, or a file alone, which is for the first input (inputs_check_names). NULL: it gives none. */
static const char *inputs_file_of(const char *text, uint32_t k, cameo_string name) {
    if (strchr(text, '=') == NULL) return k == 0 ? text : NULL;
    return strlen(text) > name.n && text[name.n] == '=' && memcmp(text, name.p, name.n) == 0 ? text + name.n + 1 : NULL;
}

/* The first file that --input gives for input k of this name. NULL: none. */
static const char *inputs_file(const tool_input_options *o, uint32_t k, cameo_string name) {
    const char *file = NULL;
    for (size_t i = 0; i < o->n_files && file == NULL; i++) file = inputs_file_of(o->files[i], k, name);
    return file;
}

/* Which of the n inputs somebody meant who gave `what` this name. */
static cameo_status inputs_unknown(const cameo_session *s, size_t n, const char *what, cm_str name, cameo_error *e) {
    cm_near near = cm_near_begin(name);
    for (size_t k = 0; k < n; k++) {
        cameo_type type;
        cameo_session_get_input(s, (uint32_t)k, &type);
        cm_near_offer(&near, (cm_str){type.name.p, type.name.n});
    }
    return CM_FAIL(e, CAMEO_E_ARG, "%s: the model has no input \"%.*s\"%s", what, CM_STR_ARG(name),
                   cm_near_end(&near));
}

/* Every --input must name one of the n inputs, or give a file for the only one that has no default. */
static cameo_status inputs_check_names(const cameo_session *s, size_t n, size_t n_required, const tool_input_options *o,
                                       cameo_error *e) {
    for (size_t i = 0; i < o->n_files; i++) {
        const char *text = o->files[i];
        bool found = false;
        CM_CHECK(n_required == 1 || strchr(text, '=') != NULL, e, CAMEO_E_ARG,
                 "--input %s: the model has %zu inputs: give NAME=FILE", text, n_required);
        for (uint32_t k = 0; k < n && !found; k++) {
            cameo_type type;
            cameo_session_get_input(s, k, &type);
            found = inputs_file_of(text, k, type.name) != NULL;
        }
        if (!found) return inputs_unknown(s, n, "--input", (cm_str){text, strcspn(text, "=")}, e);
    }
    return CAMEO_OK;
}

/* Every --dim must name a free dim of an input. */
static cameo_status inputs_check_dims(const cameo_session *s, const tool_options *o, cameo_error *e) {
    for (size_t i = 0; i < o->n_dims; i++) {
        cm_near near;
        cm_str name = cm_str_from_c(o->dims[i].name);
        if (cm_session_find_dim(s, name) != UINT32_MAX) continue;
        return CM_FAIL(e, CAMEO_E_ARG, "--dim %s: the model has no such free dim%s", o->dims[i].name,
                       cm_session_near_dim(s, name, &near));
    }
    return CAMEO_OK;
}

/* Adds a value with the input's name. */
static void inputs_add(tool_inputs *in, const tool_val *v, const cameo_type *type, bool random) {
    in->vals[in->n] = *v;
    in->random[in->n] = random;
    in->values[in->n] = v->v;
    in->values[in->n].name = tool_copy_text(type->name);
    in->n++;
}

static void inputs_init(tool_inputs *in, size_t n) {
    in->n = 0;
    in->vals = tool_alloc(n * sizeof *in->vals);
    in->values = tool_alloc(n * sizeof *in->values);
    in->random = tool_alloc(n * sizeof *in->random);
}

/* Each array of the .npz file has the name of an input. */
static cameo_status inputs_check_npz(const cameo_session *s, size_t n, const tool_npz *z, cameo_error *e) {
    for (size_t i = 0; i < z->n; i++) {
        bool found = false;
        for (size_t k = 0; k < n && !found; k++) {
            cameo_type type;
            cameo_session_get_input(s, (uint32_t)k, &type);
            found = tool_npz_find(z, type.name) == &z->member[i];
        }
        const cameo_string name = z->member[i].name;
        if (!found) return inputs_unknown(s, n, z->path, (cm_str){name.p, name.n}, e);
    }
    return CAMEO_OK;
}

/* A tensor from a file has the dtype, the rank and the fixed dims that the model wants. Rank 0 is what
 * tool_inputs_widen is for. */
static cameo_status inputs_check(const tool_val *v, const cameo_type *type, cameo_error *e) {
    const cameo_tensor *t = &v->v.tensor;
    char want[256], has[128];
    if (type->kind != CAMEO_KIND_TENSOR || v->v.kind != CAMEO_KIND_TENSOR) return CAMEO_OK;
    bool shaped = type->has_shape && type->rank != 0, fits = !shaped || t->rank == type->rank;
    for (uint32_t d = 0; shaped && fits && d < t->rank; d++) fits = type->dims[d] < 0 || type->dims[d] == t->dims[d];
    cameo_type is = {.kind = CAMEO_KIND_TENSOR, .dtype = t->dtype, .has_shape = true, .rank = t->rank};
    memcpy(is.dims, t->dims, sizeof is.dims);
    tool_type_format(want, sizeof want, type);
    tool_type_format(has, sizeof has, &is);
    CM_CHECK(t->dtype == type->dtype, e, CAMEO_E_TYPE, "%s given, want %s", has, want);
    CM_CHECK(fits, e, CAMEO_E_SHAPE, "%s given, want %s", has, want);
    return CAMEO_OK;
}

/* What went wrong with an input that a file gives; messages that do not name the file get its path. */
static cameo_status inputs_fail(const cameo_type *type, const char *path, cameo_status status, const cameo_error *own,
                                cameo_error *e) {
    if (status == CAMEO_OK) return CAMEO_OK;
    bool named = strstr(own->msg, path) != NULL;
    (void)CM_FAIL(e, status, "input %.*s: %s%s%s", (int)cm_min_size(type->name.n, 48), type->name.p, named ? "" : path,
                  named ? "" : ": ", own->msg);
    if (e != NULL) e->offset = own->offset;
    return status;
}

/* What the command line gives an input. */
typedef struct inputs_source {
    const char *path; /* NULL: nothing */
    const tool_npz_member *member; /* of the .npz file at path; NULL: the file itself */
    char *numbered;   /* free() it */
    bool pb;          /* the file is a message whatever its name */
} inputs_source;

static inputs_source inputs_find(const tool_input_options *o, const tool_npz *z, const cameo_type *type, uint32_t k) {
    inputs_source s = {.path = inputs_file(o, k, type->name)};
    if (s.path != NULL || o->folder == NULL) return s;
    if (z->member != NULL) {
        s.member = tool_npz_find(z, type->name);
        s.path = s.member == NULL ? NULL : z->path;
        return s;
    }
    s.numbered = tool_numbered(o->folder, "input", k);
    s.pb = tool_exists(s.numbered);
    s.path = s.pb ? s.numbered : NULL;
    return s;
}

static cameo_status inputs_read(tool_val *v, const inputs_source *s, const cameo_type *type,
                                const tool_options *options, cameo_error *e) {
    tool_bytes npy;
    if (s->pb) return tool_val_read_pb(v, s->path, type->kind, e);
    if (s->member == NULL) return tool_val_read(v, s->path, type, options->dims, options->n_dims, e);
    CM_TRY(tool_npz_unpack(s->member, &npy, e));
    cameo_status status = tool_val_parse_npy(v, &npy, type->dtype, e);
    free(npy.p);
    return status;
}

static cameo_status inputs_make_one(tool_inputs *in, const cameo_type *type, bool required, const inputs_source *from,
                                    const tool_options *options, uint64_t *seed, cameo_error *e) {
    tool_val v = {0};
    cameo_status status;
    if (from->path != NULL) {
        cameo_error own = {0};
        status = inputs_read(&v, from, type, options, &own);
        if (status == CAMEO_OK) {
            status = inputs_check(&v, type, &own);
            if (status != CAMEO_OK) tool_val_free(&v);
        }
        status = inputs_fail(type, from->path, status, &own, e);
    } else if (required) {
        status = tool_val_random(&v, type, options->dims, options->n_dims, options->cameo.limits, seed, e);
    } else {
        return CAMEO_OK;
    }
    if (status == CAMEO_OK) inputs_add(in, &v, type, from->path == NULL);
    return status;
}

/* A state has room for what one run may append (options.states). */
static void inputs_grow(tool_inputs *in, const tool_options *options) {
    for (size_t i = 0; i < in->n; i++) {
        cameo_tensor *t = &in->values[i].tensor;
        bool state = false;
        for (size_t k = 0; k < options->cameo.n_states; k++)
            state = state || strcmp(options->states[k].input, in->values[i].name) == 0;
        if (!state || in->values[i].kind != CAMEO_KIND_TENSOR) continue;
        size_t row = cameo_dtype_bits(t->dtype) / 8;
        for (uint32_t d = 1; d < t->rank; d++) row *= (size_t)t->dims[d];
        size_t room = t->bytes + row * INPUTS_ROOM;
        uint8_t *data = tool_alloc(room);
        memset(data, 0, room);
        memcpy(data, t->data, t->bytes);
        free(in->vals[i].memory2);
        in->vals[i].memory2 = data;
        t->data = data;
        t->bytes = room;
    }
}

static cameo_status inputs_make_all(tool_inputs *in, const cameo_session *session, const cameo_session_info *info,
                                    const tool_options *options, const tool_input_options *o, const tool_npz *z,
                                    cameo_error *e) {
    uint64_t seed = o->seed;
    size_t n = (size_t)info->n_inputs + info->n_defaults;
    CM_TRY(inputs_check_names(session, n, info->n_inputs, o, e));
    CM_TRY(inputs_check_npz(session, n, z, e));
    CM_TRY(inputs_check_dims(session, options, e));
    for (uint32_t k = 0; k < n; k++) {
        cameo_type type;
        cameo_session_get_input(session, k, &type);
        inputs_source from = inputs_find(o, z, &type, k);
        cameo_status status = inputs_make_one(in, &type, k < info->n_inputs, &from, options, &seed, e);
        free(from.numbered);
        CM_TRY(status);
    }
    return CAMEO_OK;
}

cameo_status tool_inputs_make(tool_inputs *in, const cameo_session *session,
                              const tool_options *options, const tool_input_options *o,
                              cameo_error *e) {
    cameo_session_info info = {.size = sizeof info};
    tool_npz z = {0};
    cameo_session_get_info(session, &info);
    inputs_init(in, (size_t)info.n_inputs + info.n_defaults);
    bool is_file = o->folder != NULL && tool_has_ending(o->folder, ".npz") && !tool_is_folder(o->folder);
    if (is_file) {
        cameo_status status = tool_npz_read(&z, o->folder, e);
        if (status != CAMEO_OK) {
            tool_npz_free(&z);
            return status;
        }
    } else if (o->folder != NULL && !tool_is_folder(o->folder)) {
        return CM_FAIL(e, CAMEO_E_IO, "there is no folder %s", o->folder);
    }
    cameo_status status = inputs_make_all(in, session, &info, options, o, &z, e);
    tool_npz_free(&z);
    if (status == CAMEO_OK) inputs_grow(in, options);
    return status;
}

cameo_status tool_inputs_read(tool_inputs *in, const cameo_session *session, const char *folder,
                              cameo_error *e) {
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(session, &info);
    inputs_init(in, (size_t)info.n_inputs + info.n_defaults);
    for (uint32_t k = 0; k < info.n_inputs + info.n_defaults; k++) {
        cameo_type type;
        tool_val v;
        cameo_session_get_input(session, k, &type);
        char *path = tool_numbered(folder, "input", k);
        cameo_status status = CAMEO_OK;
        bool there = tool_exists(path);
        if (there) {
            status = tool_val_read_pb(&v, path, type.kind, e);
            if (status == CAMEO_OK) inputs_add(in, &v, &type, false);
        } else if (k < info.n_inputs) {
            status = CM_FAIL(e, CAMEO_E_MISSING, "there is no %s", path);
        }
        free(path);
        CM_TRY(status);
    }
    return CAMEO_OK;
}

/* Is the value of a higher rank than the scalar that the model declares? *type becomes the input
 * with that rank, all dims free. */
static bool inputs_is_wider(const tool_val *v, cameo_type *type) {
    bool scalar = type->kind == CAMEO_KIND_TENSOR && type->has_shape && type->rank == 0;
    if (!scalar || v->v.kind != CAMEO_KIND_TENSOR || v->v.tensor.rank == 0) return false;
    type->rank = v->v.tensor.rank;
    for (uint32_t d = 0; d < type->rank; d++) type->dims[d] = -1;
    return true;
}

/* Appends what is wider to types; their new number. Values have the order of the session's inputs. */
static size_t inputs_wider(const tool_inputs *in, const cameo_session *s, cameo_type *types, size_t n) {
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(s, &info);
    for (uint32_t k = 0, i = 0; k < info.n_inputs + info.n_defaults && i < in->n; k++) {
        const char *name = in->values[i].name;
        cameo_type *type = &types[n];
        cameo_session_get_input(s, k, type);
        if (type->name.n != strlen(name) || memcmp(type->name.p, name, type->name.n) != 0) continue;
        if (!inputs_is_wider(&in->vals[i++], type)) continue;
        type->name.p = name;
        n++;
        fprintf(stderr, "cameo: warning: input \"%s\" is declared as a scalar, its value has rank %u: read so\n", name,
                (unsigned)type->rank);
    }
    return n;
}

cameo_status tool_inputs_widen(const tool_inputs *in, const char *model, const cameo_options *options,
                               const cameo_host *host, cameo_host **wide, cameo_error *e) {
    cameo_options changed = *options;
    cameo_status status = CAMEO_OK;
    *wide = NULL;
    if (options->strict) return CAMEO_OK;
    cameo_type *types = tool_alloc((options->n_inputs + in->n) * sizeof *types);
    for (size_t i = 0; i < options->n_inputs; i++) types[i] = options->inputs[i];
    changed.inputs = types;
    changed.n_inputs = inputs_wider(in, cameo_host_get_session(host), types, options->n_inputs);
    if (changed.n_inputs != options->n_inputs) status = tool_host_load(model, &changed, wide, e);
    free(types);
    return status;
}

void tool_inputs_free(tool_inputs *in) {
    for (size_t i = 0; i < in->n; i++) {
        free((char *)(uintptr_t)in->values[i].name);
        tool_val_free(&in->vals[i]);
    }
    free(in->vals);
    free(in->values);
    free(in->random);
    memset(in, 0, sizeof *in);
}
