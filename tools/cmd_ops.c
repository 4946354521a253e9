/* cmd_ops.c — `cameo ops`: the operators of this build, from its own tables; `cameo providers`. */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "base/cpu.h"
#include "base/dtype.h"
#include "ir/schema.h"
#include "providers/provider.h"
#include "tools/ops_of.h"

#define OPS_NEWEST 1000000 /* an opset above all */

/* The formal that an operator's line is about: its first input, its first output where it has
 * none. */
static const cm_formal *ops_formal(const cm_schema *s, bool *no_input) {
    const cm_formal *formal = cm_schema_input(s, 0);
    *no_input = formal == NULL;
    return *no_input ? cm_schema_output(s, 0) : formal;
}

/* What a schema allows there: dtypes of tensors, also within sequences and optionals. */
static uint32_t ops_allowed(const cm_formal *formal) {
    const cm_types *types = cm_formal_get_types(formal);
    return types->tensors | types->sequences | types->optionals | types->optional_sequences;
}

/* The dtypes that the rows of the build take as first input (as first output). */
static uint32_t ops_in_rows(const cm_op *op, bool no_input) {
    uint32_t set = 0;
    /* Derivatives, and values between elements, are floats, whatever else their schemas allow. */
    if (op->id == CM_OP_Gradient || op->id == CM_OP_ms_GridSample) return CM_T_FLOATS;
    /* Views and control flow need no kernel; constants are taken over at prepare. */
    bool no_kernel = (op->flags & (CM_OPF_VIEW | CM_OPF_CONTROL | CM_OPF_BODY)) != 0 || op->id == CM_OP_Constant;
    if (no_kernel) return UINT32_MAX;
    for (uint32_t i = 0; i < cameo_ops_all.n_rows; i++) {
        const cm_row *row = &cameo_ops_all.rows[i];
        if (row->op != op->id) continue;
        uint32_t own = no_input ? row->out0 : row->in0;
        set |= own == CM_T_ANY ? UINT32_MAX : own;
    }
    return set;
}

/* The dtypes of an operator's newest version: those of its rows, as far as ONNX allows them.
 * *missing: what ONNX allows besides; all ones where there is no schema. */
static uint32_t ops_dtypes(const cm_op_entry *entry, uint32_t *missing) {
    bool no_input = false;
    const cm_schema *schema =
        cm_schema_find(cm_str_from_c(entry->domain), cm_str_from_c(entry->op_type), OPS_NEWEST);
    const cm_formal *formal = schema == NULL ? NULL : ops_formal(schema, &no_input);
    uint32_t set = ops_in_rows(entry->op, no_input);
    uint32_t allowed = formal == NULL ? UINT32_MAX : ops_allowed(formal);
    *missing = formal == NULL ? UINT32_MAX : allowed & ~set;
    return set & allowed;
}

static void ops_print_set(uint32_t set) {
    for (int d = 1; d < CM_N_DTYPES; d++) {
        if ((set & CM_T(d)) != 0) printf(" %s", cameo_dtype_name((cameo_dtype)d));
    }
}

/* Is the first input a map? Its operator has no dtypes to list. */
static bool ops_takes_maps(const cm_op_entry *entry) {
    const cm_schema *s =
        cm_schema_find(cm_str_from_c(entry->domain), cm_str_from_c(entry->op_type), OPS_NEWEST);
    const cm_formal *f = s == NULL ? NULL : cm_schema_input(s, 0);
    return f != NULL && cm_formal_get_types(f)->maps != 0;
}

static void ops_print_dtypes(const cm_op_entry *entry) {
    uint32_t missing, set = ops_dtypes(entry, &missing), n_missing = 0;
    for (int d = 1; d < CM_N_DTYPES; d++) n_missing += missing >> d & 1;
    if (set == 0 && ops_takes_maps(entry)) {
        printf(" maps");
    } else if (set == 0) {
        printf(" none");
    } else if (n_missing > 3) {
        ops_print_set(set);
    } else {
        printf(n_missing == 0 ? " all" : " all but");
        ops_print_set(missing);
    }
}

/* Operators of this domain's newest opset that are not deprecated. */
static size_t ops_in_schema(cm_str domain) {
    size_t n = 0;
    for (uint32_t i = 0; i < cm_schema_count(); i++) {
        const cm_schema *s = cm_schema_get(i);
        cm_str name = cm_schema_op_type(s);
        if (!cm_str_eq(cm_schema_domain(s), domain) || s->deprecated != 0) continue;
        if (cm_schema_find(domain, name, OPS_NEWEST) == s) n++;
    }
    return n;
}

static size_t ops_in_build(cm_str domain) {
    size_t n = 0;
    for (uint32_t i = 0; i < cameo_ops_all.ops.n; i++) {
        const cm_op_entry *entry = &cameo_ops_all.ops.entry[i];
        const cm_schema *s = cm_schema_find(domain, cm_str_from_c(entry->op_type), OPS_NEWEST);
        n += cm_str_is(domain, entry->domain) && s != NULL && s->deprecated == 0;
    }
    return n;
}

static const char *ops_domain(const cm_op_entry *entry) {
    return entry->domain[0] == 0 ? "ai.onnx" : entry->domain;
}

/* Is this the operator that the command line names? op_type or domain:op_type, whatever the case; NULL: all. */
static bool ops_wanted(const cm_op_entry *entry, const char *only) {
    char name[160];
    snprintf(name, sizeof name, "%s:%s", ops_domain(entry), entry->op_type);
    return only == NULL || strcasecmp(only, entry->op_type) == 0 || strcasecmp(only, name) == 0;
}

/* The command's own operator, which the library does not have, or which operators somebody may have meant. */
static int ops_unknown(const char *only) {
    cm_op_entry own = {.domain = "", .op_type = tool_image_decoder.op_type};
    if (ops_wanted(&own, only)) {
        printf("%s %s %d %s\n", ops_domain(&own), own.op_type, (int)tool_image_decoder.since,
               cameo_dtype_name(CAMEO_UINT8));
        fprintf(stderr, "cameo ops: it is the command's, not the library's (docs/COMMAND.md)\n");
        return TOOL_OK;
    }
    cm_near near = cm_near_begin(cm_str_from_c(only));
    for (uint32_t i = 0; i < cameo_ops_all.ops.n; i++)
        cm_near_offer(&near, cm_str_from_c(cameo_ops_all.ops.entry[i].op_type));
    (void)cm_near_end(&near);
    fprintf(stderr, "cameo ops: this build has no operator \"%s\"", only);
    fprintf(stderr, near.best[0] != 0 ? ", did you mean \"%s\"?\n" : "; cameo ops --summary lists all\n", near.best);
    return TOOL_FAILED;
}

/* A line for each since_version of each operator and dtype that both ONNX and the build have. */
static void ops_lines(const char *only) {
    for (uint32_t i = 0; i < cameo_ops_all.ops.n; i++) {
        const cm_op_entry *entry = &cameo_ops_all.ops.entry[i];
        cm_str domain = cm_str_from_c(entry->domain), name = cm_str_from_c(entry->op_type);
        if (!ops_wanted(entry, only)) continue;
        for (uint32_t k = 0; k < cm_schema_count(); k++) {
            const cm_schema *s = cm_schema_get(k);
            bool no_input, same = cm_str_eq(cm_schema_domain(s), domain) &&
                                  cm_str_eq(cm_schema_op_type(s), name);
            if (!same || s->deprecated != 0 || s->since_version < entry->since) continue;
            const cm_formal *formal = ops_formal(s, &no_input);
            uint32_t set = ops_allowed(formal) & ops_in_rows(entry->op, no_input);
            for (int d = 1; d < CM_N_DTYPES; d++) {
                if ((set & CM_T(d)) == 0) continue;
                printf("%s %s %d %s\n", ops_domain(entry), entry->op_type, s->since_version,
                       cameo_dtype_name((cameo_dtype)d));
            }
            if (cm_formal_get_types(formal)->maps != 0)
                printf("%s %s %d map\n", ops_domain(entry), entry->op_type, s->since_version);
        }
    }
}

/* A line for each operator, and how many ONNX has. */
static void ops_summary(bool markdown, const char *only) {
    if (markdown) printf("| domain | operator | since | types |\n|---|---|---|---|\n");
    for (uint32_t i = 0; i < cameo_ops_all.ops.n; i++) {
        const cm_op_entry *entry = &cameo_ops_all.ops.entry[i];
        if (markdown && strcmp(entry->domain, "cameo") == 0) continue; /* made by Cameo only */
        if (!ops_wanted(entry, only)) continue;
        printf(markdown ? "| %s | %s | %d |" : "%-14s %-26s %3d ", ops_domain(entry),
               entry->op_type, entry->since);
        ops_print_dtypes(entry);
        printf(markdown ? " |\n" : "\n");
    }
    if (only != NULL) return;
    printf("\n%zu of the %zu operators of ai.onnx, opset %" PRId64 "; %zu of %zu of ai.onnx.ml.\n",
           ops_in_build(CM_STR("")), ops_in_schema(CM_STR("")), cm_schema_newest(CM_STR("")),
           ops_in_build(CM_STR("ai.onnx.ml")), ops_in_schema(CM_STR("ai.onnx.ml")));
}

/* docs/REWRITES.md. */
static void ops_rewrites(void) {
    static const struct {
        const char *name, *level, *before, *after;
    } rows[] = {
#define CM_REWRITE(name, level, phase, result, before, after, ...) {#name, #level, before, after},
#include "ir/rewrite/rewrites.def"
#undef CM_REWRITE
    };
    printf("# Rewrites\n\nMade by `cameo ops --rewrites`: what the optimiser does, in the order in "
           "which a "
           "node tries it, and the\nleast level that has it. OPTIMIZER.md explains. A program can add "
           "rewrites of its own: LOADING.md, \"Nodes of the caller\".\n\n"
           "| rewrite | level | before | after |\n|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        printf("| %s | %s | %s | %s |\n", rows[i].name,
               strcmp(rows[i].level, "BASIC") == 0      ? "basic"
               : strcmp(rows[i].level, "EXTENDED") == 0 ? "extended"
                                                        : "all",
               rows[i].before, rows[i].after);
    }
}

static int ops_command(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    bool markdown = false, summary = false, rewrites = false, any = false;
    const char *only = NULL, *of = NULL;
    while (tool_next(&a)) {
        if (tool_flag(&a, "--rewrites"))
            rewrites = true;
        else if (tool_flag(&a, "--summary"))
            summary = true;
        else if (tool_flag(&a, "--markdown"))
            markdown = true;
        else if (tool_value(&a, "--of", &of))
            continue;
        else if (only == NULL && !a.wrong && tool_word(&a) != NULL)
            only = tool_word(&a);
        else if (!a.wrong)
            tool_refuse(&a);
    }
    if (a.wrong) return TOOL_USAGE;
    if (of != NULL) return ops_of(of);
    for (uint32_t i = 0; i < cameo_ops_all.ops.n && !any; i++)
        any = ops_wanted(&cameo_ops_all.ops.entry[i], only);
    if (!any) return ops_unknown(only);
    if (rewrites)
        ops_rewrites();
    else if (summary || markdown)
        ops_summary(markdown, only);
    else
        ops_lines(only);
    return TOOL_OK;
}

const tool_command tool_cmd_ops = {
    "ops", "list the operators of this build",
    "usage: cameo ops [OPERATOR] [--summary | --markdown | --rewrites | --of MODEL]\n\n"
    "A line for each version of each ONNX operator and dtype that this build runs: domain, "
    "op_type,\n"
    "since_version, and the dtype of the first input (of the first output where there is no input; "
    "within\n"
    "sequences and optionals that of the tensors). docs/OPERATORS.md says which of them were shown "
    "right.\nOPERATOR: only its lines; Conv, or com.microsoft:Pad.\n\n"
    "  --summary            a line for each operator: domain, op_type, the oldest since_version "
    "that is\n"
    "                       handled and the dtypes of the newest; \"all\" is all that ONNX allows\n"
    "  --markdown           the same of ONNX's operators as a table, for docs/OPERATORS.md\n"
    "  --rewrites           the optimiser's rewrites, docs/REWRITES.md\n"
    "  --of MODEL           the operators, as ir/ops.def spells them, without which this model would\n"
    "                       become another program: for tools/amalgamate.sh --for\n",
    0, ops_command};

static int ops_providers_command(const tool_command *command, int argc, char **argv) {
    static const struct {
        const char *name;
        uint64_t bit;
    } rows[] = {
        {"sse41", CM_CPU_SSE41},       {"avx", CM_CPU_AVX},          {"avx2", CM_CPU_AVX2_FMA},
        {"f16c", CM_CPU_F16C},         {"avx512", CM_CPU_AVX512},    {"vnni", CM_CPU_AVX512_VNNI},
        {"avx-vnni", CM_CPU_AVX_VNNI}, {"bf16", CM_CPU_AVX512_BF16}, {"amx", CM_CPU_AMX},
        {"neon", CM_CPU_NEON}};
    tool_args a = {command, argv, argc, -1, false};
    while (tool_next(&a)) tool_refuse(&a);
    if (a.wrong) return TOOL_USAGE;
    uint64_t found = cm_cpu_detect();
    printf("cpu  %" PRIu32 " operators, %" PRIu32 " kernels; features:", cameo_ops_all.ops.n,
           cameo_ops_all.n_rows);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if ((found & rows[i].bit) != 0) printf(" %s", rows[i].name);
    }
    printf("%s\n", found == 0 ? " none" : "");
    tool_cuda_list();
    return TOOL_OK;
}

const tool_command tool_cmd_providers = {"providers", "list who can run operators in this build",
                                         "usage: cameo providers\n\nA line for each provider, as "
                                         "--providers takes it, with what it has: the CPU, and in a\n"
                                         "build with CUDA the GPUs of this machine.\n",
                                         0, ops_providers_command};
