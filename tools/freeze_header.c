/* freeze_header.c — the header of a frozen model: what a program needs to run it. */
#include <inttypes.h>

#include "tools/freeze.h"

static const char *header_enumerator(int dtype) {
    static const char *const names[] = {
        "UNDEFINED",      "FLOAT",    "UINT8",        "INT8",           "UINT16",
        "INT16",          "INT32",    "INT64",        "STRING",         "BOOL",
        "FLOAT16",        "DOUBLE",   "UINT32",       "UINT64",         "COMPLEX64",
        "COMPLEX128",     "BFLOAT16", "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2",
        "FLOAT8E5M2FNUZ", "UINT4",    "INT4",         "FLOAT4E2M1",     "FLOAT8E8M0",
        "UINT2",          "INT2"};
    return dtype >= 0 && dtype < (int)(sizeof names / sizeof *names) ? names[dtype] : "UNDEFINED";
}

/* Dims of a value: a fixed one, or the range that the plan serves. */
static void header_describe(const freeze *z, const char *what, uint32_t i, const cm_io *io) {
    const cm_pvalue *pv = &z->p->values[io->value];
    const cm_svalue *sv = &z->s->values[io->value];
    fprintf(z->f, "/* %s %" PRIu32 ", ", what, i);
    freeze_plain(z->f, io->name);
    fprintf(z->f, ": ");
    if (sv->vkind != CAMEO_KIND_TENSOR) {
        fprintf(z->f, "no tensor */\n");
        return;
    }
    fprintf(z->f, "%s", cameo_dtype_name((cameo_dtype)pv->dtype));
    for (uint32_t d = 0; pv->fixed && d < pv->rank; d++)
        fprintf(z->f, "[%zu]", z->p->dims[pv->dims + d]);
    for (uint32_t d = 0; !pv->fixed && d < io->type.rank; d++) {
        if (io->type.dims[d] >= 0)
            fprintf(z->f, "[%" PRId64 "]", io->type.dims[d]);
        else
            fprintf(z->f, "[?]");
    }
    fprintf(z->f, " */\n");
}

/* NAME_INPUT_0(data): a cameo_value's initializer. */
static void header_value(const freeze *z, const char *what, uint32_t i, const cm_io *io) {
    const cm_pvalue *pv = &z->p->values[io->value];
    size_t bytes;
    header_describe(z, what, i, io);
    bool fixed = pv->fixed && z->s->values[io->value].vkind == CAMEO_KIND_TENSOR &&
                 pv->dtype != CAMEO_STRING &&
                 cm_dtype_bytes((cameo_dtype)pv->dtype, pv->n, &bytes) == CAMEO_OK;
    if (!fixed) return;
    fprintf(z->f, "#define %s_%s_%" PRIu32 "_ELEMENTS %zu\n#define %s_%s_%" PRIu32 "_BYTES %zu\n",
            z->upper, what, i, pv->n, z->upper, what, i, bytes);
    fprintf(z->f,
            "#define %s_%s_%" PRIu32 "(p) \\\n    {.kind = CAMEO_KIND_TENSOR, .name = ", z->upper,
            what, i);
    freeze_literal(z->f, io->name);
    fprintf(z->f, ", \\\n     .tensor = {CAMEO_%s, %u, {", header_enumerator(pv->dtype), pv->rank);
    for (uint32_t d = 0; d < pv->rank; d++)
        fprintf(z->f, "%s%zu", d == 0 ? "" : ", ", z->p->dims[pv->dims + d]);
    fprintf(z->f, "%s}, (p), %zu}}\n", pv->rank == 0 ? "0" : "", bytes);
}

static void header_sizes(const freeze *z) {
    const cameo_plan *p = z->p;
    uint32_t n_open = 0;
    for (uint32_t i = 0; i < z->values.n; i++) n_open += !p->values[z->values.old[i]].fixed;
    fprintf(z->f,
            "/* Bytes of a run's memory%s: exact, on every target. Of them %zu are\n"
            " * activations, %zu shared scratch, %zu scratch of each worker. */\n",
            z->is_static ? "" : " without its heap", p->activations, p->scratch, p->worker_scratch);
    fprintf(z->f,
            "#define %s_RUN_BYTES_FOR(workers) \\\n"
            "    CM_RUN_BYTES(workers, %d, %" PRIu32 ", %" PRIu32 ", %" PRIu32 ", %" PRIu32
            ", %" PRIu32 ", %" PRIu32 ", %zu, %zu, %zu)\n"
            "#define %s_RUN_BYTES %s_RUN_BYTES_FOR(1)\n",
            z->upper, !z->is_static, z->values.n, n_open, z->is_static ? 0 : z->s->n_loops,
            z->s->n_symbols, z->any_open ? z->n_in : 0, z->any_open ? z->n_out : 0, p->scratch,
            p->worker_scratch, p->activations, z->upper, z->upper);
    if (!z->is_static) {
        fprintf(z->f, "/* The data decide sizes%s: what is given beyond becomes the heap. */\n",
                p->heap != 0 ? "" : " within the plan's bounds");
    }
    fprintf(z->f, "#define %s_IS_DYNAMIC %d\n#define %s_WEIGHT_BYTES %" PRIu64 "\n\n", z->upper,
            p->heap != 0, z->upper, freeze_constant_bytes(z));
}

void freeze_write_header(const freeze *z) {
    const cameo_session *s = z->s;
    fprintf(z->f, "/* %s.h — ", z->name);
    freeze_plain(z->f, cm_str_from_c(z->model));
    fprintf(
        z->f,
        ", frozen by `cameo freeze` (Cameo " CAMEO_VERSION "). Generated: do not edit.\n *\n"
        " *     static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t ram[%s_RUN_BYTES];\n"
        " *     cameo_run *run;\n"
        " *     cameo_run_create((cameo_memory){ram, sizeof ram}, %s_plan(), 1, NULL, NULL, &run, "
        "&error);\n"
        " *     cameo_run_all(run, inputs, %s_N_INPUTS, outputs, %s_N_OUTPUTS, &error);\n */\n"
        "#ifndef CAMEO_FROZEN_%s_H\n#define CAMEO_FROZEN_%s_H\n\n#include \"runtime/run/run.h\"\n\n",
        z->upper, z->name, z->upper, z->upper, z->upper, z->upper);
    fprintf(z->f, "const cameo_plan *%s_plan(void);\n\n", z->name);
    header_sizes(z);
    fprintf(z->f, "#define %s_N_INPUTS %" PRIu32 "\n#define %s_N_OUTPUTS %" PRIu32 "\n", z->upper,
            s->n_inputs, z->upper, s->n_outputs);
    for (uint32_t i = 0; i < s->n_inputs + s->n_defaults; i++)
        header_value(z, "INPUT", i, &s->inputs[i]);
    for (uint32_t i = 0; i < s->n_outputs; i++) header_value(z, "OUTPUT", i, &s->outputs[i]);
    fprintf(z->f, "\n#endif\n");
}
