/* counting.hpp — what main.cpp and the two forms of test_cpp.cpp share: counted allocations and checks. */
#ifndef CAMEO_TESTS_CPP_COUNTING_HPP
#define CAMEO_TESTS_CPP_COUNTING_HPP

#include <cstddef>

/* Calls of operator new by cameo.hpp so far; how many more succeed before all fail (negative: all succeed); blocks that
 * are not freed. */
extern long n_allocations, n_allowed, n_open;

extern int n_passed, n_failed;
void check(bool ok, const char *what, const char *file, int line);
#define CHECK(ok) check((ok), #ok, __FILE__, __LINE__)

int test_throwing(); /* test_cpp.cpp with exceptions */
int test_returning(); /* and without */

#endif
