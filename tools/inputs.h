/* inputs.h — the inputs of a loaded model for run and bench: from files, from a folder, at
 * random. */
#ifndef CM_TOOLS_INPUTS_H
#define CM_TOOLS_INPUTS_H

#include "tools/value_io.h"

#define INPUTS_MAX_FILES 256
/* What one run appends to a state, at most, in rows. */
#define INPUTS_ROOM 1024

/* What the command line says. */
typedef struct tool_input_options {
    const char *files[INPUTS_MAX_FILES]; /* NAME=FILE, or the file of the only input */
    size_t n_files;
    const char *folder; /* with input_K.pb, or an .npz file; NULL: none */
    uint64_t seed;
} tool_input_options;

/* Takes --input, --inputs, --seed. */
bool tool_inputs_option(tool_args *a, tool_input_options *o);

typedef struct tool_inputs {
    tool_val *vals;      /* of n */
    cameo_value *values; /* for cameo_host_run: vals[i].v with names */
    bool *random;
    size_t n;
} tool_inputs;

/* Makes every required input, and those defaults that a file is given for.
 * Errors: E_ARG a name that the model has not; those of the files. tool_inputs_free in either
 * case. */
CM_NODISCARD cameo_status tool_inputs_make(tool_inputs *in, const cameo_session *session,
                                           const tool_options *options, const tool_input_options *o,
                                           cameo_error *e);
/* The inputs FOLDER/input_K.pb; all required ones must be there, else E_MISSING. */
CM_NODISCARD cameo_status tool_inputs_read(tool_inputs *in, const cameo_session *session,
                                           const char *folder, cameo_error *e);
void tool_inputs_free(tool_inputs *in);
/* Onnxruntime takes a value of any rank for an input that is declared as a scalar, and so does
 * compatible reading: where `in` has one, *wide becomes the model loaded anew with that rank, told
 * on stderr; else NULL, and `host` serves. Errors: those of loading. cameo_host_free(*wide) comes
 * before tool_inputs_free. */
CM_NODISCARD cameo_status tool_inputs_widen(const tool_inputs *in, const char *model, const cameo_options *options,
                                            const cameo_host *host, cameo_host **wide, cameo_error *e);

/* FOLDER/<what>_<k>.pb; free() it. */
char *tool_numbered(const char *folder, const char *what, size_t k);

#endif
