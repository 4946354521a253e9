/* tool_terminal.c — what only somebody at a terminal sees: progress of what takes long, and colours. See tool.h. */
#define _POSIX_C_SOURCE 200809L /* isatty, fileno */
#include <inttypes.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "runtime/os.h"
#include "tools/tool.h"

/* Nothing is shown before this time, and nothing sooner behind what was shown. */
#define TERMINAL_WAIT_NS UINT64_C(1000000000)
#define TERMINAL_AGAIN_NS UINT64_C(100000000)

static bool terminal_is(FILE *f) {
    const char *term = getenv("TERM");
    return isatty(fileno(f)) == 1 && term != NULL && term[0] != 0 && strcmp(term, "dumb") != 0;
}

/* ---- colours ---- */

const char *tool_ink(FILE *f, tool_colour colour) {
    static const char *const codes[] = {"\033[0m", "\033[31m", "\033[32m", "\033[33m"};
    const char *no = getenv("NO_COLOR"); /* https://no-color.org: set and not empty */
    return (no != NULL && no[0] != 0) || !terminal_is(f) ? "" : codes[colour];
}

/* ---- progress ---- */

static struct {
    const char *what; /* NULL: nothing is going on */
    pthread_t owner;  /* others are not heard */
    uint64_t begun, shown;
    bool counted; /* seconds are not wanted */
    bool stands;  /* there is a line to wipe out */
} progress;

void tool_progress_begin(const char *what) {
    tool_progress_end();
    if (!terminal_is(stderr)) return;
    progress.what = what;
    progress.counted = false;
    progress.owner = pthread_self();
    progress.begun = cm_os_clock_ns(NULL);
}

void tool_progress(uint64_t done, uint64_t all) {
    char text[64];
    if (progress.what == NULL || !pthread_equal(progress.owner, pthread_self())) return;
    if (done != 0) progress.counted = true;
    uint64_t now = cm_os_clock_ns(NULL);
    if (now - progress.begun < TERMINAL_WAIT_NS || now - progress.shown < TERMINAL_AGAIN_NS) return;
    progress.shown = now;
    progress.stands = true;
    tool_text(text, sizeof text, (cameo_string){progress.what, strlen(progress.what)});
    fprintf(stderr, "\r%s ", text);
    if (all != 0)
        fprintf(stderr, "%.0f %%", done < all ? 100.0 * (double)done / (double)all : 100.0);
    else if (done != 0)
        fprintf(stderr, "%" PRIu64, done);
    else
        fprintf(stderr, "%" PRIu64 " s", (now - progress.begun) / 1000000000);
    fputs("\033[K", stderr);
    fflush(stderr);
}

void tool_progress_wipe(void) {
    if (progress.stands) fputs("\r\033[K", stderr);
    progress.stands = false;
}

void tool_progress_end(void) {
    tool_progress_wipe();
    progress.what = NULL;
}

cameo_status tool_progress_tick(void *ctx) {
    (void)ctx;
    if (progress.what != NULL && !progress.counted) tool_progress(0, 0);
    return CAMEO_OK;
}
