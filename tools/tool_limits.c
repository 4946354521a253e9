/* tool_limits.c — what a model may cost that a command reads: presets, single limits, processor and wall time. */
#include <errno.h>
#include <string.h>

#include "runtime/os.h"
#include "tools/tool.h"

const char tool_limit_help[] =
    "  --limits PRESET      host (default), service: for files of strangers, or firmware\n"
    "  --max-memory BYTES   for preparing the model, and for each run; K, M, G behind it: KiB, MiB, GiB\n"
    "  --max-cost N         work of a run: a unit is about a third of a nanosecond\n"
    "  --max-nodes N        nodes, also after functions are expanded\n"
    "  --max-seconds S      the command ends what it does with the model after this time\n";

/* A number with K, M or G behind it. */
static bool limit_bytes(const char *text, uint64_t *bytes) {
    char *end;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    unsigned shift = *end == 'K' ? 10 : (*end == 'M' ? 20 : (*end == 'G' ? 30 : 0));
    if (shift != 0) end++;
    *bytes = v << shift;
    return text[0] >= '0' && text[0] <= '9' && *end == 0 && errno == 0 && v != 0 && *bytes >> shift == v;
}

static void limit_preset(tool_args *a, tool_options *o, const char *text) {
    static const char *const names[] = {"host", "firmware", "service"}; /* as cameo_preset counts */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) != 0) continue;
        cameo_limits given = o->limits;
        if (i == 0)
            memset(&o->limits, 0, sizeof o->limits);
        else
            cameo_limits_init(&o->limits, (cameo_preset)i);
        /* Single limits count, wherever they stand. */
        if (given.memory_bytes != 0) o->limits.memory_bytes = given.memory_bytes;
        if (given.run_cost != 0) o->limits.run_cost = given.run_cost;
        if (given.nodes != 0) o->limits.nodes = given.nodes;
        return;
    }
    tool_wrong(a, "--limits is \"%s\", want host, service or firmware", text);
}

/* When the command must end, in nanoseconds of the clock: set once, before any thread. */
static uint64_t limit_end;

static cameo_status limit_interrupt(void *ctx) {
    (void)tool_progress_tick(ctx);
    return cm_os_clock_ns(NULL) < limit_end ? CAMEO_OK : CAMEO_E_DEADLINE;
}

bool tool_limit_option(tool_args *a, tool_options *o) {
    const char *text;
    double seconds;
    if (tool_value(a, "--limits", &text)) {
        limit_preset(a, o, text);
    } else if (tool_value(a, "--max-memory", &text)) {
        if (!limit_bytes(text, &o->limits.memory_bytes))
            tool_wrong(a, "--max-memory is \"%s\", want bytes such as 512M", text);
    } else if (tool_value_u64(a, "--max-cost", UINT64_MAX, &o->limits.run_cost) ||
               tool_value_u64(a, "--max-nodes", UINT64_MAX, &o->limits.nodes)) {
    } else if (tool_value_f64(a, "--max-seconds", &seconds)) {
        limit_end = cm_os_clock_ns(NULL) + (uint64_t)((seconds < 1e9 ? seconds : 1e9) * 1e9);
        o->cameo.interrupt = limit_interrupt;
    } else {
        return a->wrong;
    }
    o->limits.size = sizeof o->limits;
    o->cameo.limits = &o->limits;
    return true;
}
