#include "base/arena.h"
#include "tests/check.h"
void test_arena_exact(void) { CHECK(1); }
