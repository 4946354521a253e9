#include "base/status.h"
#include "tests/check.h"
void test_status_format(void) {
    char t[32];
    CHECK_INT(cm_format(t, sizeof t, "a %d", 5), 3);
}
