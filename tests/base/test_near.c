/* test_near.c — which name somebody may have meant, against texts and distances counted by hand. */
#include "base/near.h"

#include <stdio.h>

#include "tests/check.h"

/* Both ways. */
static void near_steps(const char *a, const char *b, uint32_t n) {
    CHECK_INT(cm_near_distance(cm_str_from_c(a), cm_str_from_c(b)), n);
    CHECK_INT(cm_near_distance(cm_str_from_c(b), cm_str_from_c(a)), n);
}

void test_near_distance(void) {
    near_steps("", "", 0);
    near_steps("", "abc", 3);
    near_steps("batch", "BATCH", 0);
    near_steps("batch", "batsh", 1); /* replaced */
    near_steps("batch", "bach", 1);  /* left out */
    near_steps("run", "rnu", 1);     /* exchanged */
    near_steps("ca", "abc", 3);      /* what was exchanged is not changed again */
    near_steps("kitten", "sitting", 3);
    char a[201], b[201];
    memset(a, 'a', sizeof a);
    memset(b, 'a', sizeof b);
    a[200] = b[200] = 0;
    b[150] = 'b'; /* beyond what is compared */
    near_steps(a, b, 0);
    b[63] = 'b';
    near_steps(a, b, 1);
}

static void near_check(const char *wanted, const char *const *names, size_t n, const char *text) {
    cm_near near = cm_near_begin(cm_str_from_c(wanted));
    for (size_t i = 0; i < n; i++) cm_near_offer(&near, cm_str_from_c(names[i]));
    CHECK_STR(cm_near_end(&near), text);
}

void test_near_text(void) {
    static const char *const names[] = {"batch", "", "height", "width"};
    near_check("batsh", names, 4, ", did you mean \"batch\"? There are: batch, height, width");
    near_check("BATCH", names, 1, ", did you mean \"batch\"?");
    near_check("channels", names, 4, "; there are: batch, height, width");
    near_check("channels", names, 1, "; there is: batch");
    near_check("x", names, 0, "; there is none");
    near_check("x", names + 1, 1, "; there is none");
    /* The first of several that are as near; a part of a name is near when nothing else is. */
    static const char *const like[] = {"conv1", "conv2", "/model/head/score", "score_2"};
    near_check("conv", like, 4, ", did you mean \"conv1\"? There are: conv1, conv2, /model/head/score, score_2");
    near_check("head", like, 4,
               ", did you mean \"/model/head/score\"? There are: conv1, conv2, /model/head/score, score_2");
    near_check("score", like, 4, ", did you mean \"score_2\"? There are: conv1, conv2, /model/head/score, score_2");
    /* Parts of fewer than 3 characters, and of names of more than 64, are none. */
    near_check("ab", (const char *const[]){"a_long_ab_name"}, 1, "; there is: a_long_ab_name");
    near_check("head", (const char *const[]){"0123456789012345678901234567890123456789012345678901234567890head"}, 1,
               "; there is: 0123456789012345678901234567890123456789");
    near_check("", (const char *const[]){"a"}, 1, "; there is: a");
    near_check("a\nb", (const char *const[]){"a\nc"}, 1, ", did you mean \"a?c\"?");
}

/* Long lists and long names are cut, and nothing is written behind the end. */
void test_near_cut(void) {
    char name[300];
    cm_near near = cm_near_begin(CM_STR("value_77"));
    for (int i = 0; i < 2 * CM_NEAR_MOST; i++) {
        (void)snprintf(name, sizeof name, "value_%d", i);
        cm_near_offer(&near, cm_str_from_c(name));
    }
    const char *text = cm_near_end(&near);
    const char *want = ", did you mean \"value_77\"? There are: value_0, value_1, ";
    CHECK(strncmp(text, want, strlen(want)) == 0);
    CHECK_MSG(strlen(text) < CM_NEAR_TEXT && strcmp(text + strlen(text) - 5, ", ...") == 0, "%s", text);
    CHECK(near.cut && near.n_offered == CM_NEAR_MOST);
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    near = cm_near_begin(cm_str_from_c(name));
    cm_near_offer(&near, cm_str_from_c(name));
    cm_near_offer(&near, cm_str_from_c(name));
    text = cm_near_end(&near);
    CHECK_MSG(strlen(text) < CM_NEAR_TEXT && strstr(text, "There are: xxx") != NULL, "%s", text);
}
