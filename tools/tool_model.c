/* tool_model.c — options of every command that reads a model, for what it is taken to be instead of what
 * the file says: a part of it, other types, versions, weights, other places of external data. */
#include <errno.h>
#include <string.h>

#include "tools/value_io.h"

const char tool_model_help[] =
    "  --from NAME          the model begins at this value (repeat for more), and\n"
    "  --to NAME            ends at this one: both are of the main graph\n"
    "  --add-output NAME    this value is an output, too\n"
    "  --state IN=OUT       output OUT is input IN grown, from run to run (repeat for more)\n"
    "  --bind NAME=FILE     an input is the constant in this .npy or .pb file\n"
    "  --input-type NAME=T  float32, [2,3,n,?] or float32[2,3,n,?]: what an input is instead\n"
    "  --opset [DOMAIN=]N   version of an imported domain\n"
    "  --weights KIND       declared (default), frozen: none can be overridden, or\n"
    "                       parameters: all can, and none is folded or packed\n"
    "  --external-dir DIR   where external data lies; default: beside the model\n"
    "  --follow-links       external data may be reached through links\n"
    "  --copy-files         files are read into memory, not mapped\n"
    "  --check-sums         external data has the SHA-1 that the model names for it\n";

static void model_name(tool_args *a, const char *flag, const char *name, const char **list,
                       size_t *n) {
    if (*n == TOOL_MAX_NAMES)
        tool_wrong(a, "more than %d %s", TOOL_MAX_NAMES, flag);
    else
        list[(*n)++] = name;
}

static bool model_is(const char *p, size_t n, const char *word) {
    return strlen(word) == n && memcmp(p, word, n) == 0;
}

/* "2,3,n,?]" into the dims of type. */
static bool model_dims(const char *p, cameo_type *type) {
    type->has_shape = true;
    while (*p != ']' && *p != 0) {
        size_t n = strcspn(p, ",]");
        char *end;
        if (type->rank == CAMEO_MAX_RANK || n == 0) return false;
        errno = 0;
        long long v = strtoll(p, &end, 10);
        bool number = p[0] >= '0' && p[0] <= '9' && end == p + n && errno == 0;
        type->dims[type->rank] = number ? v : -1;
        if (!number && !model_is(p, n, "?")) type->dim_params[type->rank] = (cameo_string){p, n};
        type->rank++;
        p += n;
        if (*p == ',') p++;
    }
    return p[0] == ']' && p[1] == 0;
}

static void model_input_type(tool_args *a, tool_options *o, const char *text) {
    /* Names may hold a '=', types do not. */
    const char *equals = strrchr(text, '=');
    if (equals == NULL || equals == text || o->cameo.n_inputs == TOOL_MAX_NAMES) {
        tool_wrong(a, "--input-type is \"%s\", want NAME=TYPE, at most %d of them", text,
                   TOOL_MAX_NAMES);
        return;
    }
    cameo_type type = {.name = {text, (size_t)(equals - text)}};
    const char *p = equals + 1;
    size_t n = strcspn(p, "[");
    for (int d = CAMEO_FLOAT; d <= CAMEO_INT2; d++) {
        if (model_is(p, n, cameo_dtype_name((cameo_dtype)d))) type.dtype = (cameo_dtype)d;
    }
    bool ok = n == 0 ? p[n] == '[' : type.dtype != CAMEO_UNDEFINED;
    if (ok && p[n] == '[') ok = model_dims(p + n + 1, &type);
    if (!ok) {
        tool_wrong(a, "--input-type: \"%s\" is no type, want for example float32[2,n,?]", p);
        return;
    }
    o->inputs[o->cameo.n_inputs++] = type;
    o->cameo.inputs = o->inputs;
}

static void model_bind(tool_args *a, tool_options *o, const char *text) {
    const cameo_type any = {.kind = CAMEO_KIND_TENSOR};
    const char *equals = strrchr(text, '=');
    cameo_error e = {0};
    tool_val v = {0};
    bool known = equals != NULL && equals != text &&
                 (tool_has_ending(text, ".npy") || tool_has_ending(text, ".pb"));
    if (!known || o->cameo.n_values == TOOL_MAX_NAMES) {
        tool_wrong(a, "--bind is \"%s\", want NAME=FILE.npy or NAME=FILE.pb, at most %d of them",
                   text, TOOL_MAX_NAMES);
    } else if (tool_val_read(&v, equals + 1, &any, NULL, 0, &e) != CAMEO_OK) {
        tool_wrong(a, "--bind %s: %s", text, e.msg);
    } else {
        v.v.name = tool_copy_text((cameo_string){text, (size_t)(equals - text)});
        o->values[o->cameo.n_values++] = v.v;
        o->cameo.values = o->values;
    }
}

static void model_state(tool_args *a, tool_options *o, const char *text) {
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text || o->cameo.n_states == TOOL_MAX_NAMES) {
        tool_wrong(a, "--state is \"%s\", want IN=OUT, at most %d of them", text, TOOL_MAX_NAMES);
        return;
    }
    const char *in = tool_copy_text((cameo_string){text, (size_t)(equals - text)});
    o->states[o->cameo.n_states++] = (cameo_state){in, equals + 1};
    o->cameo.states = o->states;
}

static void model_opset(tool_args *a, tool_options *o, const char *text) {
    const char *equals = strrchr(text, '=');
    const char *number = equals == NULL ? text : equals + 1;
    char *end;
    errno = 0;
    long long v = strtoll(number, &end, 10);
    if (number[0] < '0' || number[0] > '9' || *end != 0 || errno != 0 ||
        o->cameo.n_opsets == TOOL_MAX_NAMES) {
        tool_wrong(a, "--opset is \"%s\", want N or DOMAIN=N", text);
        return;
    }
    /* The domain ends where its argument's '=' is: a program may change argv (C11 5.1.2.2.1). */
    if (equals != NULL) ((char *)(uintptr_t)text)[equals - text] = 0;
    o->opsets[o->cameo.n_opsets++] = (cameo_opset){equals == NULL ? "" : text, v};
    o->cameo.opsets = o->opsets;
}

static void model_weights(tool_args *a, tool_options *o, const char *text) {
    static const char *const names[] = {"declared", "frozen", "parameters"}; /* as cameo_weights */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) != 0) continue;
        o->cameo.weights = (cameo_weights)i;
        return;
    }
    tool_wrong(a, "--weights is \"%s\", want declared, frozen or parameters", text);
}

bool tool_model_option(tool_args *a, tool_options *o) {
    const char *text;
    if (tool_value(a, "--from", &text)) {
        model_name(a, "--from", text, o->from, &o->cameo.n_from);
        o->cameo.from = o->from;
    } else if (tool_value(a, "--to", &text)) {
        model_name(a, "--to", text, o->to, &o->cameo.n_to);
        o->cameo.to = o->to;
    } else if (tool_value(a, "--add-output", &text)) {
        model_name(a, "--add-output", text, o->outputs, &o->cameo.n_outputs);
        o->cameo.outputs = o->outputs;
    } else if (tool_value(a, "--input-type", &text)) {
        model_input_type(a, o, text);
    } else if (tool_value(a, "--state", &text)) {
        model_state(a, o, text);
    } else if (tool_value(a, "--bind", &text)) {
        model_bind(a, o, text);
    } else if (tool_value(a, "--opset", &text)) {
        model_opset(a, o, text);
    } else if (tool_value(a, "--weights", &text)) {
        model_weights(a, o, text);
    } else if (tool_value(a, "--external-dir", &o->cameo.external_dir)) {
        return true;
    } else if (tool_flag(a, "--follow-links")) {
        o->cameo.follow_links = true;
    } else if (tool_flag(a, "--copy-files")) {
        o->cameo.copy_files = true;
    } else if (tool_flag(a, "--check-sums")) {
        o->cameo.check_sums = true;
    } else {
        return a->wrong;
    }
    return true;
}
