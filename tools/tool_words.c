/* tool_words.c — words of the command line in messages: options of the API by their spelling here, and what somebody
 * may have meant who mistyped an option. */
#include <string.h>

#include "base/near.h"
#include "tools/tool.h"

typedef struct words_row {
    const char *api, *here;
} words_row;

static const words_row words_rows[] = {
    {"options.check_sums", "--check-sums"},
    {"options.copy_files", "--copy-files"},
    {"options.cpu_mask_off", "--cpu-mask-off"},
    {"options.dims", "--dim"},
    {"options.external_dir", "--external-dir"},
    {"options.follow_links", "--follow-links"},
    {"options.from", "--from"},
    {"options.inputs", "--input-type"},
    {"options.interrupt", "--max-seconds"},
    {"options.n_threads", "--threads"},
    {"options.opsets", "--opset"},
    {"options.outputs", "--add-output"},
    {"options.providers", "--providers"},
    {"options.rewrites_off", "--no-rewrite"},
    {"options.states", "--state"},
    {"options.strict", "--strict"},
    {"options.to", "--to"},
    {"options.values", "--bind"},
    {"options.weights", "--weights"},
    {"limit memory_bytes", "limit --max-memory"},
    {"limit nodes", "limit --max-nodes"},
    {"limit run_cost", "limit --max-cost"},
};

static bool words_goes_on(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

/* The row whose text stands at p, as a whole word. */
static const words_row *words_find(const char *p) {
    for (size_t i = 0; i < sizeof words_rows / sizeof *words_rows; i++) {
        size_t n = strlen(words_rows[i].api);
        if (strncmp(p, words_rows[i].api, n) == 0 && !words_goes_on(p[n])) return &words_rows[i];
    }
    return NULL;
}

char *tool_spell(char *dst, size_t cap, const char *text) {
    size_t at = 0;
    dst[0] = 0;
    for (const char *p = text; *p != 0 && at + 1 < cap;) {
        const words_row *row = p == text || p[-1] == ' ' ? words_find(p) : NULL;
        int n = row != NULL ? snprintf(dst + at, cap - at, "%s", row->here) : snprintf(dst + at, cap - at, "%c", *p);
        at += n > 0 ? (size_t)n : 0;
        p += row != NULL ? strlen(row->api) : 1;
    }
    return dst;
}

/* Offers the options in a part of a help text: they stand at the start of a line, or behind ';' in another's. */
static void words_offer(cm_near *near, const char *help) {
    for (const char *p = strstr(help, "--"); p != NULL; p = strstr(p, "--")) {
        size_t n = 2;
        while (words_goes_on(p[n]) || p[n] == '-') n++;
        bool starts = p >= help + 2 && memcmp(p - 2, "  ", 2) == 0 && (p == help + 2 || p[-3] == '\n');
        bool follows = p >= help + 2 && memcmp(p - 2, "; ", 2) == 0;
        if (n > 2 && (starts || follows)) cm_near_offer(near, (cm_str){p, n});
        p += n;
    }
}

const char *tool_near_option(const tool_command *c, const char *wanted, cm_near *near) {
    const char *part[TOOL_HELP_PARTS];
    size_t n = tool_help(c, part);
    *near = cm_near_begin((cm_str){wanted, strcspn(wanted, "=")});
    for (size_t i = 0; i < n; i++) words_offer(near, part[i]);
    return cm_near_end(near);
}

const char *tool_near_word(const char *wanted, const char *const *words, size_t n, cm_near *near) {
    *near = cm_near_begin(cm_str_from_c(wanted));
    for (size_t i = 0; i < n; i++) cm_near_offer(near, cm_str_from_c(words[i]));
    return cm_near_end(near);
}
