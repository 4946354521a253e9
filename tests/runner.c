/* runner.c — runs the unit tests of tests/suites.def, in the order of that file.
 *   unit [-v] [--passed FILE] [word ...]
 *     word           only tests whose "folder/function" contains one of the words; a word with a '-' before it
 *                    leaves out those that contain it
 *     --passed FILE  harness_passed of tests/kernels/harness.h goes there
 * Prints failures and skips (with -v every test and its processor time), then the counts; the status is 1 on a
 * failure. */
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include "tests/check.h"
#include "tests/kernels/harness.h"

#define TEST(folder, function) void function(void);
#include "tests/suites.def"
#undef TEST

static const struct {
    const char *name;
    void (*run)(void);
} runner_tests[] = {
#define TEST(folder, function) {#folder "/" #function, function},
#include "tests/suites.def"
#undef TEST
};

static const char *runner_name = "before the first test";
static bool runner_failed;
static const char *runner_skipped; /* reason, NULL: not skipped */

void check_failed(const char *file, int line, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    printf("FAIL %s\n  %s:%d: ", runner_name, file, line);
    vprintf(fmt, ap);
    printf("\n");
    va_end(ap);
    runner_failed = true;
}

void check_skip(const char *reason) { runner_skipped = reason; }

static bool runner_selected(const char *name, char **words, int n_words) {
    bool wanted = false;
    int n_wanted = 0;
    for (int i = 0; i < n_words; i++) {
        if (words[i][0] == '-') {
            if (strstr(name, words[i] + 1) != NULL) return false;
        } else {
            n_wanted++;
            wanted = wanted || strstr(name, words[i]) != NULL;
        }
    }
    return wanted || n_wanted == 0;
}

/* The sanitizers bring better handlers: this one only names the test that was running. */
#if defined(__SANITIZE_ADDRESS__)
#define RUNNER_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RUNNER_SANITIZED 1
#endif
#endif

#if !defined(RUNNER_SANITIZED)
static void runner_crashed(int sig) {
    fprintf(stderr, "CRASH %s: signal %d\n", runner_name, sig);
    signal(sig, SIG_DFL);
    raise(sig);
}

static void runner_catch_crashes(void) {
    const int signals[] = {SIGSEGV, SIGILL, SIGFPE, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], runner_crashed);
}
#else
static void runner_catch_crashes(void) {}
#endif

int main(int argc, char **argv) {
    bool verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    int n_options = verbose;
    if (argc > n_options + 2 && strcmp(argv[n_options + 1], "--passed") == 0) {
        harness_passed = fopen(argv[n_options + 2], "w");
        if (harness_passed == NULL) {
            fprintf(stderr, "unit: cannot write %s\n", argv[n_options + 2]);
            return EXIT_FAILURE;
        }
        n_options += 2;
    }
    int n_passed = 0;
    int n_failed = 0;
    int n_skipped = 0;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    runner_catch_crashes();
    for (size_t i = 0; i < sizeof runner_tests / sizeof *runner_tests; i++) {
        runner_name = runner_tests[i].name;
        if (!runner_selected(runner_name, argv + 1 + n_options,
                             argc - 1 - n_options)) continue;
        runner_failed = false;
        runner_skipped = NULL;
        if (verbose) printf("     %s\n", runner_name);
        clock_t began = clock();
        runner_tests[i].run();
        if (verbose)
            printf("       %.2f s\n", (double)(clock() - began) / (double)CLOCKS_PER_SEC);
        if (runner_failed) {
            n_failed++;
        } else if (runner_skipped != NULL) {
            n_skipped++;
            printf("SKIP %s: %s\n", runner_name, runner_skipped);
        } else {
            n_passed++;
        }
    }
    if (harness_passed != NULL) fclose(harness_passed);
    printf("unit: %d passed, %d failed, %d skipped\n", n_passed, n_failed, n_skipped);
    return n_failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
