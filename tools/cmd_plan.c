/* cmd_plan.c — `cameo plan`: the bytes of every piece of memory and a picture of the buffers'
 * lives. */
#include <inttypes.h>
#include <string.h>

#include "runtime/plan/plan.h"
#include "tools/picture.h"
#include "tools/plan_steps.h"
#include "tools/tool.h"

#define PLAN_COLUMNS 64
#define PLAN_ROWS 40 /* buffers shown without --all */
#define PLAN_LABEL 512 /* bytes: a name, a dtype and CAMEO_MAX_RANK dims */
#define PLAN_ALIAS (CM_NONE - 1) /* the buffer of a value: that of another one */

/* A buffer: the value that owns it and the steps that it is needed for. */
typedef struct plan_buffer {
    uint32_t value;
    uint32_t begin, end; /* first and last step */
    size_t off, size;
} plan_buffer;

/* What is planned for a loaded model. */
typedef struct plan_state {
    const cameo_session *session;
    cameo_memory memory;
    cameo_plan *plan;
    cameo_run_needs needs;
    plan_buffer *buffers; /* of n_buffers; ascending offset */
    size_t n_buffers;
} plan_state;

/* ---- the plan ---- */

static cameo_status plan_make(plan_state *s, const tool_options *o, uint32_t n_workers,
                              cameo_error *e) {
    CM_TRY(tool_plan_new(s->session, o->dims, o->n_dims, &o->cameo, &s->memory, &s->plan, e));
    s->needs.size = sizeof s->needs;
    return cameo_run_measure(s->plan, n_workers, &s->needs, e);
}

/* ---- lives ---- */

/* The buffer that holds this value's bytes, or CM_NONE: a value of branches may have several. What is found for an
 * alias counts for those on the way to it as well, so that a chain of views is walked once. */
static uint32_t plan_buffer_of(const cameo_plan *p, uint32_t *index, uint32_t v) {
    uint32_t root = v, n = 0;
    while (root != CM_NONE && index[root] == PLAN_ALIAS && n++ < p->session->n_values)
        root = p->values[root].alias;
    uint32_t found = root == CM_NONE || index[root] == PLAN_ALIAS ? CM_NONE : index[root];
    while (v != CM_NONE && index[v] == PLAN_ALIAS) {
        index[v] = found;
        v = p->values[v].alias;
    }
    return found;
}

static void plan_touch(plan_state *s, uint32_t *index, uint32_t v, uint32_t step) {
    uint32_t found = v == CM_NONE ? CM_NONE : plan_buffer_of(s->plan, index, v);
    if (found == CM_NONE) return;
    plan_buffer *b = &s->buffers[found];
    if (step < b->begin) b->begin = step;
    if (step > b->end) b->end = step;
}

static int plan_by_offset(const void *a, const void *b) {
    const plan_buffer *x = a, *y = b;
    if (x->off != y->off) return x->off < y->off ? -1 : 1;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static int plan_by_size(const void *a, const void *b) {
    const plan_buffer *x = a, *y = b;
    if (x->size != y->size) return x->size > y->size ? -1 : 1;
    return plan_by_offset(a, b);
}

static void plan_find_buffers(plan_state *s) {
    const cameo_session *session = s->session;
    uint32_t *index = tool_alloc(session->n_values * sizeof *index);
    s->buffers = tool_alloc(session->n_values * sizeof *s->buffers);
    for (uint32_t v = 0; v < session->n_values; v++) {
        const cm_pvalue *pv = &s->plan->values[v];
        index[v] = pv->place == CM_PLACE_ALIAS ? PLAN_ALIAS : CM_NONE;
        if (pv->place != CM_PLACE_BUFFER || cm_svalue_space(&session->values[v]) != 0) continue; /* a device's */
        index[v] = (uint32_t)s->n_buffers;
        s->buffers[s->n_buffers++] = (plan_buffer){v, UINT32_MAX, 0, pv->off, pv->size};
    }
    for (uint32_t i = 0; i < session->n_steps; i++) {
        const cm_step *step = &session->steps[i];
        if (!s->plan->steps[i].live) continue;
        for (uint32_t k = 0; k < step->n_out; k++)
            plan_touch(s, index, session->ids[step->out + k], i);
        for (uint32_t k = 0; k < step->n_in; k++)
            plan_touch(s, index, session->ids[step->in + k], i);
    }
    for (uint32_t v = 0; v < session->n_values; v++) {
        if ((session->values[v].flags & CM_SVF_OUTPUT) != 0)
            plan_touch(s, index, v, session->n_steps);
    }
    free(index);
}

/* The largest sum of buffers in use at one step: no offsets can need less. */
static uint64_t plan_lower_bound(const plan_state *s) {
    uint64_t *live = tool_alloc(((size_t)s->session->n_steps + 2) * sizeof *live);
    uint64_t sum = 0, most = 0;
    memset(live, 0, ((size_t)s->session->n_steps + 2) * sizeof *live);
    for (size_t i = 0; i < s->n_buffers; i++) {
        const plan_buffer *b = &s->buffers[i];
        if (b->begin == UINT32_MAX) continue;
        live[b->begin] += b->size; /* differences; they wrap around and back */
        live[b->end + 1] -= b->size;
    }
    for (uint32_t i = 0; i <= s->session->n_steps; i++) {
        sum += live[i];
        if (sum > most) most = sum;
    }
    free(live);
    return most;
}

/* ---- the picture ---- */

/* The operator that makes the buffer's first value, and that value's type. Returns text, with room for PLAN_LABEL. */
static const char *plan_label(const plan_state *s, const plan_buffer *b, char *text) {
    const cm_pvalue *pv = &s->plan->values[b->value];
    uint32_t node = s->session->steps[b->begin].node;
    char name[64] = "";
    if (node < s->session->n_nodes && s->session->node_ops != NULL) {
        cm_str op = s->session->node_ops[node];
        tool_text(name, sizeof name, (cameo_string){op.p, op.n});
    }
    int n = snprintf(text, PLAN_LABEL, "%s%s%s[%s", name, name[0] == 0 ? "" : " ",
                     cameo_dtype_name((cameo_dtype)pv->dtype), pv->fixed ? "" : "...");
    for (uint32_t i = 0; pv->fixed && i < pv->rank; i++)
        n += snprintf(text + n, PLAN_LABEL - (size_t)n, "%s%zu", i == 0 ? "" : ",", s->plan->dims[pv->dims + i]);
    snprintf(text + n, PLAN_LABEL - (size_t)n, "]");
    return text;
}

static void plan_print_row(const plan_state *s, const plan_buffer *b) {
    char line[PLAN_COLUMNS + 1], label[PLAN_LABEL];
    size_t n_columns = (size_t)s->session->n_steps + 1;
    if (n_columns > PLAN_COLUMNS) n_columns = PLAN_COLUMNS;
    memset(line, '.', n_columns);
    line[n_columns] = 0;
    size_t first = (size_t)b->begin * n_columns / ((size_t)s->session->n_steps + 1);
    size_t last = (size_t)b->end * n_columns / ((size_t)s->session->n_steps + 1);
    memset(line + first, '#', last - first + 1);
    printf("%12zu %12zu  %s  %s\n", b->off, b->size, line, plan_label(s, b, label));
}

static void plan_print_picture(plan_state *s, bool all) {
    size_t n = s->n_buffers;
    if (!all && n > PLAN_ROWS) {
        qsort(s->buffers, n, sizeof *s->buffers, plan_by_size);
        n = PLAN_ROWS;
    }
    qsort(s->buffers, n, sizeof *s->buffers, plan_by_offset);
    printf("\n%12s %12s  steps 0 to %" PRIu32 " (the end)\n", "offset", "bytes",
           s->session->n_steps);
    for (size_t i = 0; i < n; i++) {
        if (s->buffers[i].begin != UINT32_MAX) plan_print_row(s, &s->buffers[i]);
    }
    if (n < s->n_buffers) printf("and %zu smaller buffers: --all shows them\n", s->n_buffers - n);
}

/* ---- as SVG, as JSON ---- */

#define PLAN_WIDTH 1000.0
#define PLAN_HEIGHT 560.0
#define PLAN_MARGIN 70.0

/* A rectangle for each buffer: steps to the right, bytes upwards; a line for the most in use at one step. */
static void plan_write_svg(const plan_state *s, FILE *f) {
    double n_steps = s->session->n_steps + 1.0, most = (double)s->needs.activation_bytes;
    double bound = (double)plan_lower_bound(s);
    char label[PLAN_LABEL];
    if (most <= 0) most = 1;
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            "<g transform=\"translate(%.0f 20)\">\n",
            PLAN_WIDTH + PLAN_MARGIN + 20, PLAN_HEIGHT + 60, PLAN_MARGIN);
    for (size_t i = 0; i < s->n_buffers; i++) {
        const plan_buffer *b = &s->buffers[i];
        if (b->begin == UINT32_MAX) continue;
        double x = b->begin * PLAN_WIDTH / n_steps, w = (b->end - b->begin + 1.0) * PLAN_WIDTH / n_steps;
        double h = (double)b->size * PLAN_HEIGHT / most, y = PLAN_HEIGHT - (double)b->off * PLAN_HEIGHT / most - h;
        fprintf(f,
                "<rect class=\"buffer\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
                "fill=\"hsl(%zu 60%% 78%%)\" stroke=\"#445\" stroke-width=\".5\"><title>",
                x, y, w, h, i * 137 % 360);
        picture_write_text(f, plan_label(s, b, label));
        fprintf(f, ": bytes %zu to %zu, steps %" PRIu32 " to %" PRIu32 "</title></rect>\n", b->off, b->off + b->size,
                b->begin, b->end);
        if (w < 60 || h < 13) continue;
        label[(size_t)(w / 7) < PLAN_LABEL ? (size_t)(w / 7) : PLAN_LABEL - 1] = 0;
        fprintf(f, "<text x=\"%.2f\" y=\"%.2f\">", x + 3, y + 11);
        picture_write_text(f, label);
        fputs("</text>\n", f);
    }
    double y = PLAN_HEIGHT - bound * PLAN_HEIGHT / most;
    fprintf(f, "<path d=\"M0 %.2fH%.0f\" stroke=\"#c00\" stroke-dasharray=\"4 3\"/>\n", y, PLAN_WIDTH);
    fprintf(f, "<path d=\"M0 0V%.0fH%.0f\" fill=\"none\" stroke=\"#000\"/>\n", PLAN_HEIGHT, PLAN_WIDTH);
    fprintf(f, "<text x=\"-4\" y=\"4\" text-anchor=\"end\">%zu</text><text x=\"-4\" y=\"%.0f\" "
               "text-anchor=\"end\">0 bytes</text>\n", s->needs.activation_bytes, PLAN_HEIGHT);
    fprintf(f, "<text y=\"%.0f\">step 0</text><text x=\"%.0f\" y=\"%.0f\" text-anchor=\"end\">%" PRIu32
               " (the end)</text>\n", PLAN_HEIGHT + 16, PLAN_WIDTH, PLAN_HEIGHT + 16, s->session->n_steps);
    fprintf(f, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">%zu buffers; dashed: %.0f bytes, the most in use at "
               "one step</text>\n</g>\n</svg>\n", PLAN_WIDTH / 2, PLAN_HEIGHT + 32, s->n_buffers, bound);
}

static void plan_print_json(const plan_state *s, const cameo_host_info *h) {
    char label[PLAN_LABEL];
    const char *between = "";
    printf("{\"model_bytes\": %zu, \"session_bytes\": %zu, \"plan_bytes\": %zu, \"run_bytes\": %zu,\n"
           " \"activation_bytes\": %zu, \"bound_bytes\": %" PRIu64 ", \"scratch_bytes\": %zu, \"dynamic_bytes\": ",
           h->model_bytes, h->session_bytes, s->memory.size, s->needs.planned_bytes, s->needs.activation_bytes,
           plan_lower_bound(s), s->needs.scratch_bytes);
    if (s->needs.dynamic_bytes == CAMEO_UNBOUNDED)
        printf("null");
    else
        printf("%" PRIu64, s->needs.dynamic_bytes);
    printf(",\n \"steps\": %" PRIu32 ", \"buffers\": [", s->session->n_steps);
    for (size_t i = 0; i < s->n_buffers; i++) {
        const plan_buffer *b = &s->buffers[i];
        if (b->begin == UINT32_MAX) continue;
        printf("%s\n  {\"offset\": %zu, \"bytes\": %zu, \"begin\": %" PRIu32 ", \"end\": %" PRIu32 ", \"what\": ",
               between, b->off, b->size, b->begin, b->end);
        plan_label(s, b, label);
        tool_json_string(stdout, (cameo_string){label, strlen(label)});
        printf("}");
        between = ",";
    }
    printf("]}\n");
}

/* ---- command ---- */

typedef struct plan_options {
    tool_options shared;
    const char *path, *svg;
    bool all, steps, json;
} plan_options;

static void plan_print_bytes(const plan_state *s, const cameo_host_info *h) {
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(s->session, &info);
    uint64_t sum = 0;
    for (size_t i = 0; i < s->n_buffers; i++) sum += s->buffers[i].size;
    printf("model_bytes      %14zu\nsession_bytes    %14zu\n", h->model_bytes, h->session_bytes);
    printf("plan_bytes       %14zu\nrun_bytes        %14zu\n", s->memory.size,
           s->needs.planned_bytes);
    printf("activation_bytes %14zu   %zu buffers of together %" PRIu64 " bytes\n",
           s->needs.activation_bytes, s->n_buffers, sum);
    printf("bound_bytes      %14" PRIu64 "   of activations: the most in use at one step\n",
           plan_lower_bound(s));
    printf("scratch_bytes    %14zu\n", s->needs.scratch_bytes);
    if (s->needs.dynamic_bytes == CAMEO_UNBOUNDED) {
        printf("dynamic_bytes         data decides\n");
    } else {
        printf("dynamic_bytes    %14" PRIu64 "\n", s->needs.dynamic_bytes);
    }
    if (s->session->devices != NULL) {
        printf("device_bytes     %14" PRIu64 "   of providers, for a run\n", s->needs.device_bytes);
        printf("pinned_bytes     %14" PRIu64 "   on the way to devices and back\n", s->needs.pinned_bytes);
    }
    printf("weights_bytes    %14" PRIu64 "   in the model file, used in place\n",
           info.weights_bytes);
    printf("copied_bytes     %14" PRIu64 "\npacked_bytes     %14" PRIu64
           "\nfolded_bytes     %14" PRIu64 "\n",
           info.copied_bytes, info.packed_bytes, info.folded_bytes);
}

/* The dims of the command line, and which free dims nothing binds. */
static void plan_print_free(const plan_state *s, const tool_options *o) {
    char text[64];
    for (size_t i = 0; i < o->cameo.n_dims; i++) {
        const cameo_dim_binding *b = &o->cameo.dims[i];
        printf("dim %-12s %" PRId64 "\n",
               tool_text(text, sizeof text, (cameo_string){b->name, strlen(b->name)}), b->min);
    }
    for (uint32_t i = 0; i < s->session->n_symbols; i++) {
        const int64_t *range = &s->plan->symbols[(size_t)i * 2];
        int64_t min = range[0], max = range[1];
        char name[160];
        cameo_string called = {name, cm_session_dim_text(s->session, i, name, sizeof name)};
        printf("dim %-12s ", tool_text(text, sizeof text, called));
        if (max == INT64_MAX)
            printf("free: bind it with --dim for exact figures\n");
        else if (min == max)
            printf("%" PRId64 "\n", min);
        else
            printf("%" PRId64 "..%" PRId64 "\n", min, max);
    }
}

static cameo_status plan_show(plan_state *s, const plan_options *o, const cameo_host_info *info, cameo_error *e) {
    plan_find_buffers(s);
    if (o->json) {
        plan_print_json(s, info);
    } else {
        plan_print_free(s, &o->shared);
        plan_print_bytes(s, info);
        plan_print_picture(s, o->all);
        if (o->steps) plan_print_steps(s->plan);
    }
    if (o->svg == NULL) return CAMEO_OK;
    qsort(s->buffers, s->n_buffers, sizeof *s->buffers, plan_by_offset);
    FILE *f = fopen(o->svg, "wb");
    bool ok = f != NULL;
    if (ok) {
        plan_write_svg(s, f);
        ok = !ferror(f);
        ok = fclose(f) == 0 && ok;
    }
    return ok ? CAMEO_OK : CM_FAIL(e, CAMEO_E_IO, "cannot write %s", o->svg);
}

static int plan_model(plan_options *options) {
    tool_options *o = &options->shared;
    const char *path = options->path;
    plan_state s = {0};
    cameo_error e = {0};
    cameo_host *host = NULL;
    cameo_host_info info = {.size = sizeof info};
    uint32_t n_workers = o->cameo.n_threads == 0 ? 1 : o->cameo.n_threads;
    o->cameo.n_threads = 1;
    cameo_status status = tool_host_load(path, &o->cameo, &host, &e);
    if (status != CAMEO_OK) {
        tool_print_error(path, &e);
        return tool_exit_load(status);
    }
    s.session = cameo_host_get_session(host);
    cameo_host_get_info(host, &info);
    status = plan_make(&s, o, n_workers, &e);
    if (status == CAMEO_OK) status = plan_show(&s, options, &info, &e);
    if (status != CAMEO_OK) tool_print_error(path, &e);
    if (s.plan != NULL) cameo_plan_release(s.plan);
    free(s.buffers);
    free(s.memory.base);
    cameo_host_free(host);
    return tool_exit_run(status);
}

static int plan_command(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    plan_options o = {.path = NULL};
    tool_options_init(&o.shared, 1);
    while (tool_next(&a)) {
        if (tool_shared(&a, &o.shared) || tool_value(&a, "--svg", &o.svg)) continue;
        if (tool_flag(&a, "--all"))
            o.all = true;
        else if (tool_flag(&a, "--steps"))
            o.steps = true;
        else if (tool_flag(&a, "--json"))
            o.json = true;
        else
            tool_take_model(&a, &o.path);
    }
    if (!tool_has_model(&a, o.path)) return TOOL_USAGE;
    if (o.json && (o.all || o.steps)) return tool_wrong(&a, "--json has all buffers and no steps");
    tool_fix_dims(&o.shared);
    return plan_model(&o);
}

const tool_command tool_cmd_plan = {
    "plan", "show the memory that a model needs and when each buffer lives",
    "usage: cameo plan MODEL [options]\n\n"
    "The bytes of every piece of memory, exact where every free dim is bound, then the buffers of "
    "the\n"
    "activations: a row each by offset, a column for each step (or several), # while the buffer is "
    "used.\n\n"
    "  --svg FILE           a drawing as well: steps to the right, bytes upwards, a box for each buffer\n"
    "  --json               the bytes and every buffer as JSON\n"
    "  --all                every buffer, not only the 40 largest\n"
    "  --steps              then the program: every step with its operands, results and their "
    "places\n",
    TOOL_TAKES_MODEL | TOOL_TAKES_HOST | TOOL_TAKES_DIMS, plan_command};
