/* inputs.c — see inputs.h. */
#include <string.h>

#include "tools/inputs.h"

bool tool_inputs_option(tool_args *a, tool_input_options *o) {
    const char *text;
    if (tool_value(a, "--inputs", &text)) {
        o->folder = text;
    } else if (tool_value(a, "--input", &text)) {
        if (strchr(text, '=') == NULL)
            tool_wrong(a, "--input is \"%s\", want NAME=FILE", text);
        else if (o->n_files == INPUTS_MAX_FILES)
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

/* The file that --input gives for this name; the longest match, as names may hold a '='. NULL:
 * none. */
static const char *inputs_file(const tool_input_options *o, cameo_string name) {
    for (size_t i = 0; i < o->n_files; i++) {
        const char *s = o->files[i];
        if (strlen(s) > name.n && s[name.n] == '=' && memcmp(s, name.p, name.n) == 0)
            return s + name.n + 1;
    }
    return NULL;
}

/* Every --input must name an input. */
static cameo_status inputs_check_names(const cameo_session *s, size_t n,
                                       const tool_input_options *o, cameo_error *e) {
    for (size_t i = 0; i < o->n_files; i++) {
        bool found = false;
        for (size_t k = 0; k < n && !found; k++) {
            cameo_type type;
            cameo_session_get_input(s, (uint32_t)k, &type);
            found = strlen(o->files[i]) > type.name.n && o->files[i][type.name.n] == '=' &&
                    memcmp(o->files[i], type.name.p, type.name.n) == 0;
        }
        CM_CHECK(found, e, CAMEO_E_ARG, "--input %s: the model has no such input", o->files[i]);
    }
    return CAMEO_OK;
}

/* Every --dim must name a free dim of an input. */
static cameo_status inputs_check_dims(const cameo_session *s, size_t n, const tool_options *o,
                                      cameo_error *e) {
    for (size_t i = 0; i < o->n_dims; i++) {
        bool found = false;
        for (size_t k = 0; k < n && !found; k++) {
            cameo_type type;
            cameo_session_get_input(s, (uint32_t)k, &type);
            for (uint32_t d = 0; type.has_shape && d < type.rank && !found; d++) {
                cm_str name = {type.dim_params[d].p, type.dim_params[d].n};
                found = type.dims[d] < 0 && cm_str_is(name, o->dims[i].name);
            }
        }
        CM_CHECK(found, e, CAMEO_E_ARG, "--dim %s: the model has no such free dim",
                 o->dims[i].name);
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

static cameo_status inputs_make_one(tool_inputs *in, const cameo_type *type, uint32_t k,
                                    bool required, const tool_options *options,
                                    const tool_input_options *o, uint64_t *seed, cameo_error *e) {
    tool_val v;
    const char *file = inputs_file(o, type->name);
    char *numbered = o->folder == NULL ? NULL : tool_numbered(o->folder, "input", k);
    cameo_status status;
    bool random = false;
    if (file != NULL) {
        status = tool_val_read(&v, file, type, options->dims, options->n_dims, e);
    } else if (numbered != NULL && tool_exists(numbered)) {
        status = tool_val_read_pb(&v, numbered, type->kind, e);
    } else if (required) {
        status = tool_val_random(&v, type, options->dims, options->n_dims, options->cameo.limits, seed, e);
        random = true;
    } else {
        free(numbered);
        return CAMEO_OK;
    }
    free(numbered);
    if (status == CAMEO_OK) inputs_add(in, &v, type, random);
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

cameo_status tool_inputs_make(tool_inputs *in, const cameo_session *session,
                              const tool_options *options, const tool_input_options *o,
                              cameo_error *e) {
    cameo_session_info info = {.size = sizeof info};
    uint64_t seed = o->seed;
    cameo_session_get_info(session, &info);
    size_t n = (size_t)info.n_inputs + info.n_defaults;
    inputs_init(in, n);
    if (o->folder != NULL && !tool_is_folder(o->folder)) {
        return CM_FAIL(e, CAMEO_E_IO, "there is no folder %s", o->folder);
    }
    CM_TRY(inputs_check_names(session, n, o, e));
    CM_TRY(inputs_check_dims(session, n, options, e));
    for (uint32_t k = 0; k < n; k++) {
        cameo_type type;
        cameo_session_get_input(session, k, &type);
        CM_TRY(inputs_make_one(in, &type, k, k < info.n_inputs, options, o, &seed, e));
    }
    inputs_grow(in, options);
    return CAMEO_OK;
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
    if (changed.n_inputs != options->n_inputs) status = cameo_host_load_file(model, &changed, wide, e);
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
