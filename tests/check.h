/* check.h — the assertions of the unit tests. A test is a function without arguments, listed in
 * tests/suites.def; it fails by CHECK and goes on to the next test. */
#ifndef CM_TESTS_CHECK_H
#define CM_TESTS_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* mingw-w64's printf is that of C99 here, which its gcc calls gnu_printf. */
#if defined(__MINGW32__) && !defined(__clang__)
#define CHECK_FORMAT(fmt, args) __attribute__((format(gnu_printf, fmt, args)))
#else
#define CHECK_FORMAT(fmt, args) __attribute__((format(printf, fmt, args)))
#endif

/* Prints the place and the formatted text and marks the running test as failed. */
void check_failed(const char *file, int line, const char *fmt, ...)
    CHECK_FORMAT(3, 4);
/* Marks the running test as skipped, with the reason. */
void check_skip(const char *reason);

/* Each fails the running test and returns from it. */
#define CHECK(cond)                                             \
    do {                                                        \
        if (!(cond)) {                                          \
            check_failed(__FILE__, __LINE__, "%s", #cond);      \
            return;                                             \
        }                                                       \
    } while (0)
#define CHECK_MSG(cond, ...)                                    \
    do {                                                        \
        if (!(cond)) {                                          \
            check_failed(__FILE__, __LINE__, __VA_ARGS__);      \
            return;                                             \
        }                                                       \
    } while (0)
#define CHECK_INT(got, want)                                                               \
    do {                                                                                   \
        long long check_got = (long long)(got);                                            \
        long long check_want = (long long)(want);                                          \
        if (check_got != check_want) {                                                     \
            check_failed(__FILE__, __LINE__, "%s is %lld, want %lld", #got, check_got, check_want); \
            return;                                                                        \
        }                                                                                  \
    } while (0)
#define CHECK_STR(got, want)                                                               \
    do {                                                                                   \
        if (strcmp((got), (want)) != 0) {                                                  \
            check_failed(__FILE__, __LINE__, "%s is \"%s\", want \"%s\"", #got, (got), (want)); \
            return;                                                                        \
        }                                                                                  \
    } while (0)

#endif
