/* frozen_case.c — the proof of freezing over test cases: the C that `cameo freeze --name frozen` wrote of a model,
 * compiled as a shared object with tests/proofs/frozen_run.c and the core as frozen programs have it (CAMEO_FROZEN),
 * computes what the unfrozen model does, in the memory that cameo_run_measure tells.
 *
 * usage: frozen_case MODEL DATA_DIR FROZEN_SO    the folder has input_0.pb and so on
 *        frozen_case MODEL DATA_DIR              prints options of `cameo freeze`, one a line, for the data's dims
 * Prints PASS, FAIL or SKIP, the model, and why; exits with 0, 1 or 2. */
#define _GNU_SOURCE 1
#include "tests/proofs/frozen_run.h"
#include "tests/proofs/outcome.h"
#include "tools/inputs.h"

#include <dlfcn.h>
#include <string.h>

/* Inputs with free dims, with those of the data. */
static void frozen_options(const cameo_session *session, const tool_inputs *in) {
    for (uint32_t i = 0; i < in->n; i++) {
        cameo_type type;
        char text[512];
        bool is_free = false;
        cameo_session_get_input(session, i, &type);
        for (uint32_t d = 0; d < type.rank; d++) is_free = is_free || type.dims[d] < 0;
        if (type.kind != CAMEO_KIND_TENSOR || !is_free) continue;
        memcpy(type.dims, in->values[i].tensor.dims, sizeof type.dims);
        tool_type_format(text, sizeof text, &type);
        printf("--input-type\n%.*s=%s\n", CM_STR_ARG(type.name), text);
    }
}

static int frozen_say(const char *verdict, const char *model, const char *why) {
    printf("%s %s: %s\n", verdict, model, why);
    return verdict[0] == 'P' ? 0 : verdict[0] == 'F' ? 1 : 2;
}

int main(int argc, char **argv) {
    outcome want = {0}, got = {0};
    tool_inputs in = {0};
    tool_difference d = {0};
    tool_tolerance tolerance = {.rtol = 1e-3, .atol = 1e-7, .atol_of_max = 1e-4};
    if (argc < 3 || argc > 4) return frozen_say("FAIL", "usage", "frozen_case MODEL DATA_DIR [FROZEN_SO]");
    if (outcome_load(&want, argv[1], NULL, 0, (outcome_setting){.opt = CAMEO_OPT_ALL}) != CAMEO_OK ||
        tool_inputs_read(&in, cameo_host_get_session(want.host), argv[2], &want.e) != CAMEO_OK)
        return frozen_say("SKIP", argv[1], want.e.msg);
    if (argc == 3) {
        frozen_options(cameo_host_get_session(want.host), &in);
        return 0;
    }
    if (outcome_run(&want, in.values, in.n) != CAMEO_OK) return frozen_say("SKIP", argv[1], want.e.msg);
    void *so = dlopen(argv[3], RTLD_NOW | RTLD_LOCAL), *symbol = so == NULL ? NULL : dlsym(so, "frozen_run");
    frozen_run_fn *run;
    if (symbol == NULL) return frozen_say("FAIL", argv[1], dlerror());
    memcpy(&run, &symbol, sizeof run); /* ISO C converts no pointer to data to one to a function */
    got.n_out = want.n_out;
    got.out = tool_alloc(got.n_out * sizeof *got.out + 1);
    memset(got.out, 0, got.n_out * sizeof *got.out);
    if (run(in.values, (uint32_t)in.n, got.out, (uint32_t)got.n_out, &got.e) != CAMEO_OK)
        return frozen_say("FAIL", argv[1], got.e.msg);
    if (!outcome_same(&got, &want, &tolerance, false, &d)) return frozen_say("FAIL", argv[1], d.why);
    return frozen_say("PASS", argv[1], "");
}
