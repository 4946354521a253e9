/* near.c — see near.h. */
#include "base/near.h"

#include "base/ckd.h"
#include "base/status.h"

#define NEAR_MOST_BYTES 64
/* Characters of a name that the list shows. */
#define NEAR_SHOWN 40
static char near_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static uint32_t near_min(uint32_t a, uint32_t b) { return a < b ? a : b; }

uint32_t cm_near_distance(cm_str a, cm_str b) {
    /* Rows of the table: steps from the first i characters of a to the first j of b. */
    uint8_t rows[3][NEAR_MOST_BYTES + 1];
    uint32_t n_a = (uint32_t)(a.n < NEAR_MOST_BYTES ? a.n : NEAR_MOST_BYTES);
    uint32_t n_b = (uint32_t)(b.n < NEAR_MOST_BYTES ? b.n : NEAR_MOST_BYTES);
    for (uint32_t j = 0; j <= n_b; j++) rows[0][j] = (uint8_t)j;
    for (uint32_t i = 1; i <= n_a; i++) {
        uint8_t *now = rows[i % 3];
        const uint8_t *last = rows[(i + 2) % 3], *older = rows[(i + 1) % 3];
        now[0] = (uint8_t)i;
        for (uint32_t j = 1; j <= n_b; j++) {
            char x = near_lower(a.p[i - 1]), y = near_lower(b.p[j - 1]);
            uint32_t steps = near_min(near_min(last[j], now[j - 1]) + 1u, last[j - 1] + (x != y ? 1u : 0u));
            bool exchanged = i > 1 && j > 1 && x == near_lower(b.p[j - 2]) && y == near_lower(a.p[i - 2]);
            now[j] = (uint8_t)(exchanged ? near_min(steps, older[j - 2] + 1u) : steps);
        }
    }
    return rows[n_a % 3][n_b];
}

cm_near cm_near_begin(cm_str wanted) { return (cm_near){.wanted = wanted}; }

/* Is one the other with characters in front or behind, such as a name without its scope? */
static bool near_holds(cm_str a, cm_str b) {
    cm_str inner = a.n < b.n ? a : b, outer = a.n < b.n ? b : a;
    if (inner.n < 3 || outer.n > NEAR_MOST_BYTES) return false;
    for (size_t at = 0; at + inner.n <= outer.n; at++) {
        size_t i = 0;
        while (i < inner.n && near_lower(outer.p[at + i]) == near_lower(inner.p[i])) i++;
        if (i == inner.n) return true;
    }
    return false;
}

void cm_near_offer(cm_near *n, cm_str name) {
    if (name.n == 0 || n->n_offered == CM_NEAR_MOST) return; /* the list was cut long before the latter */
    n->n_offered++;
    /* A third of the characters may be wrong. */
    size_t longer = n->wanted.n > name.n ? n->wanted.n : name.n, shorter = n->wanted.n + name.n - longer;
    uint32_t most = 1 + (uint32_t)(shorter < NEAR_MOST_BYTES ? shorter : NEAR_MOST_BYTES) / 3;
    uint32_t distance = UINT32_MAX;
    if (shorter != 0 && longer - shorter <= most) distance = cm_near_distance(n->wanted, name);
    if (distance > most) distance = near_holds(n->wanted, name) ? most + 1 : UINT32_MAX;
    if (distance != UINT32_MAX && (n->best[0] == 0 || distance < n->distance)) {
        (void)cm_format(n->best, sizeof n->best, "%.*s", (int)cm_min_size(name.n, sizeof n->best), name.p);
        n->distance = distance;
    }
    size_t shown = name.n < NEAR_SHOWN ? name.n : NEAR_SHOWN;
    n->cut = n->cut || n->n_list + shown + 8 > sizeof n->list;
    if (n->cut) return;
    n->n_list += cm_format(n->list + n->n_list, sizeof n->list - n->n_list, "%s%.*s", n->n_list == 0 ? "" : ", ",
                           (int)shown, name.p);
}

const char *cm_near_end(cm_near *n) {
    size_t at = 0;
    n->text[0] = 0;
    if (n->n_offered == 0) return "; there is none";
    if (n->best[0] != 0) {
        at = cm_format(n->text, sizeof n->text, ", did you mean \"%s\"?", n->best);
        if (n->n_offered == 1) return n->text;
    }
    (void)cm_format(n->text + at, sizeof n->text - at, "%s %s: %s%s", at == 0 ? "; there" : " There",
                    n->n_offered == 1 ? "is" : "are", n->list, n->cut ? ", ..." : "");
    return n->text;
}
