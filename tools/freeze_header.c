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
            "#define %s_%s_%" PRIu32 "(p) \\\n    {", z->upper,
            what, i);
    freeze_literal(z->f, io->name);
    fprintf(z->f, ", CAMEO_KIND_TENSOR, {CAMEO_%s, %u, {", header_enumerator(pv->dtype), pv->rank);
    for (uint32_t d = 0; d < pv->rank; d++)
        fprintf(z->f, "%s%zu", d == 0 ? "" : ", ", z->p->dims[pv->dims + d]);
    fprintf(z->f, "%s}, (p), %zu}, NULL, 0, NULL}\n", pv->rank == 0 ? "0" : "", bytes);
}

static uint32_t header_n_open(const freeze *z) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < z->values.n; i++) n += !z->p->values[z->values.old[i]].fixed;
    return n;
}

/* For C++, which knows none of the structs that a run consists of: the bytes of a run on this computer. No target has
 * larger pointers, alignments or structs than a library for 64 bits that is not frozen; the source checks it. */
static void header_most(const freeze *z) {
    const cameo_plan *p = z->p;
    size_t loops = z->is_static ? 0 : z->s->n_loops, in = z->any_open ? z->n_in : 0, out = z->any_open ? z->n_out : 0;
    size_t one = CM_RUN_BYTES((size_t)1, (size_t)!z->is_static, (size_t)z->values.n, (size_t)header_n_open(z), loops,
                              (size_t)z->s->n_symbols, in, out, p->scratch, p->worker_scratch, p->activations);
    size_t worker = sizeof(cm_worker) + CM_RUN_ALIGN(p->worker_scratch, (size_t)CAMEO_ALIGN) + 2 * (size_t)CAMEO_ALIGN;
    fprintf(z->f,
            "/* What is enough on every target; the only number that C++ has. */\n"
            "#define %s_RUN_BYTES_MOST_FOR(workers) (%zu + ((workers)-1) * %zu)\n"
            "#define %s_RUN_BYTES_MOST %s_RUN_BYTES_MOST_FOR(1)\n",
            z->upper, one, worker, z->upper, z->upper);
}

static void header_sizes(const freeze *z) {
    const cameo_plan *p = z->p;
    uint32_t n_open = header_n_open(z);
    header_most(z);
    fprintf(z->f,
            "#ifndef __cplusplus\n#include \"runtime/run/run.h\"\n"
            "/* Bytes of a run's memory%s: exact, on every target. Of them %zu are\n"
            " * activations, %zu shared scratch, %zu scratch of each worker. */\n",
            z->is_static ? "" : " without its heap", p->activations, p->scratch, p->worker_scratch);
    fprintf(z->f,
            "#define %s_RUN_BYTES_FOR(workers) \\\n"
            "    CM_RUN_BYTES(workers, %d, %" PRIu32 ", %" PRIu32 ", %" PRIu32 ", %" PRIu32
            ", %" PRIu32 ", %" PRIu32 ", %zu, %zu, %zu)\n"
            "#define %s_RUN_BYTES %s_RUN_BYTES_FOR(1)\n#endif\n",
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
        "#ifndef CAMEO_FROZEN_%s_H\n#define CAMEO_FROZEN_%s_H\n\n#include \"include/cameo.h\"\n\n",
        z->upper, z->name, z->upper, z->upper, z->upper, z->upper);
    fprintf(z->f,
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\nconst cameo_plan *%s_plan(void);\n"
            "#ifdef __cplusplus\n}\n#endif\n\n",
            z->name);
    header_sizes(z);
    fprintf(z->f, "#define %s_N_INPUTS %" PRIu32 "\n#define %s_N_OUTPUTS %" PRIu32 "\n", z->upper,
            s->n_inputs, z->upper, s->n_outputs);
    for (uint32_t i = 0; i < s->n_inputs + s->n_defaults; i++)
        header_value(z, "INPUT", i, &s->inputs[i]);
    for (uint32_t i = 0; i < s->n_outputs; i++) header_value(z, "OUTPUT", i, &s->outputs[i]);
    fprintf(z->f, "\n#endif\n");
}
