/* test_order.c — the order of nodes: small graphs by hand, and random ones beside the least peak that any order
 * has, which is found from all sets of nodes that may have run, independently of ir/order*.c. */
#include "ir/order/order.h"
#include "providers/provider.h"
#include "tests/check.h"
#include "tests/support/opt_alone.h"

enum { ORDER_MAX = 100 };

/* "v0", "v1", ...: a graph keeps the text of its names where it lies. */
static const char *test_order_name(uint32_t i) {
    static char names[ORDER_MAX][8];
    snprintf(names[i], sizeof names[i], "v%u", (unsigned)(i % ORDER_MAX));
    return names[i];
}

/* Names of the results of the live nodes of a graph, in order. Valid until the next call. */
static const char *test_order_results(const gb *b, cm_id graph) {
    static char text[2048];
    size_t n = 0;
    text[0] = 0;
    CM_EACH(id, b->ir.t.node, b->ir.t.graph.row[graph].nodes) {
        cm_str name = b->ir.t.value.row[cm_ir_out(&b->ir, id, 0)].name;
        if (b->ir.t.node.row[id].dead || n + 64 > sizeof text) continue;
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%.*s", n == 0 ? "" : " ", (int)name.n,
                              name.p);
    }
    return text;
}

/* The order that is found of the main graph; frees b. */
static const char *test_order_of(gb *b) {
    static char text[2048];
    bool ok = gb_infer(b, cameo_ops_all.ops) == CAMEO_OK && cm_order_nodes(&b->ir) == CAMEO_OK;
    snprintf(text, sizeof text, "%s", ok ? test_order_results(b, 0) : b->error.msg);
    gb_free(b);
    return text;
}

static void test_order_gives(gb *b, const char *want) {
    const char *order = test_order_of(b);
    CHECK_STR(order, want);
}

/* x[4,n] with shape `wide` [256,4,n]: Expand makes 256 times the bytes. */
static gb *test_order_model(const char *dims) {
    static const int64_t rank = 3, wide[3] = {256, 1, 1};
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, dims);
    gb_ints(b, 0, "wide", 1, &rank, wide);
    return b;
}

static void test_order_mean(gb *b, cm_id graph, const char *in, const char *out) {
    static const int64_t axis = 0;
    gb_attr_is(b, gb_node(b, graph, "ReduceMean", in, out), "axes", 1, &axis);
}

/* Two branches, each of which makes much of little and little of much: one after the other. */
static void test_order_wide(gb *b, cm_id graph) {
    gb_node(b, graph, "Expand", "x,wide", "a");
    gb_node(b, graph, "Expand", "x,wide", "c");
    gb_node(b, graph, "Sin", "a", "a1");
    gb_node(b, graph, "Sin", "c", "c1");
    test_order_mean(b, graph, "a1", "a2");
    test_order_mean(b, graph, "c1", "c2");
    gb_node(b, graph, "Add", "a2,c2", "y");
    gb_output(b, graph, "y");
}

void test_order_branches(void) {
    gb *b = test_order_model("4,8");
    test_order_wide(b, 0);
    test_order_gives(b, "a a1 a2 c c1 c2 y");
    /* A free dim is as good as a number. */
    b = test_order_model("4,n");
    test_order_wide(b, 0);
    test_order_gives(b, "a a1 a2 c c1 c2 y");
}

/* Nothing is gained: file order, whatever else would be as good. */
void test_order_kept(void) {
    gb *b = test_order_model("4,8");
    gb_node(b, 0, "Sin", "x", "a");
    gb_node(b, 0, "Cos", "x", "c");
    gb_node(b, 0, "Neg", "c", "c1");
    gb_node(b, 0, "Neg", "a", "a1");
    gb_node(b, 0, "Mul", "a1,c1", "y");
    gb_output(b, 0, "y");
    test_order_gives(b, "a c c1 a1 y");
    /* The peak is at the very end, where all is needed: what comes before may be as it is. */
    b = test_order_model("4,8");
    gb_node(b, 0, "Expand", "x,wide", "a");
    gb_node(b, 0, "Expand", "x,wide", "c");
    test_order_mean(b, 0, "a", "a2");
    test_order_mean(b, 0, "c", "c2");
    gb_node(b, 0, "Add", "a2,c2", "s");
    gb_node(b, 0, "Expand", "s,wide", "t");
    gb_attr_i(b, gb_node(b, 0, "Concat", "t,t", "y"), "axis", 0);
    gb_output(b, 0, "y");
    test_order_gives(b, "a c a2 c2 s t y");
}

/* What is made long before it is needed waits, further than a window reaches. */
void test_order_sink(void) {
    gb *b = test_order_model("4,8");
    char want[2048], in[32];
    int n = snprintf(want, sizeof want, "v0");
    gb_node(b, 0, "Expand", "x,wide", "late");
    for (uint32_t i = 0; i < 90; i++) {
        gb_node(b, 0, "Sin", i == 0 ? "x" : test_order_name(i - 1), test_order_name(i));
        if (i > 0) n += snprintf(want + n, sizeof want - (size_t)n, " v%u", (unsigned)i);
    }
    snprintf(in, sizeof in, "%s,wide", test_order_name(89));
    gb_node(b, 0, "Expand", in, "w");
    gb_node(b, 0, "Sin", "w", "v");
    test_order_mean(b, 0, "v", "u");
    gb_node(b, 0, "Add", "late,u", "y");
    gb_output(b, 0, "y");
    snprintf(want + n, sizeof want - (size_t)n, " w v u late y");
    test_order_gives(b, want);
}

/* A view keeps the buffer that it shows: computing the other branch before it costs nothing. */
void test_order_views(void) {
    gb *b = test_order_model("4,8");
    static const int64_t rank = 2, flat[2] = {256, -1};
    gb_ints(b, 0, "flat", 1, &rank, flat);
    gb_node(b, 0, "Expand", "x,wide", "a");
    gb_node(b, 0, "Reshape", "a,flat", "view");
    gb_node(b, 0, "Expand", "x,wide", "c");
    test_order_mean(b, 0, "c", "c2");
    test_order_mean(b, 0, "view", "a2");
    gb_output(b, 0, "a2");
    gb_output(b, 0, "c2");
    test_order_gives(b, "a view a2 c c2");
}

/* Branches are ordered as well, and an If is a node that reads what its branches read. */
void test_order_bodies(void) {
    gb *b = test_order_model("4,8");
    gb_input(b, 0, "go", CAMEO_BOOL, "");
    gb_node(b, 0, "Expand", "x,wide", "big");
    gb_node(b, 0, "Expand", "x,wide", "other");
    test_order_mean(b, 0, "other", "o2");
    cm_id node = gb_node(b, 0, "If", "go", "z");
    cm_id then = gb_subgraph(b, node, "then_branch");
    test_order_wide(b, then);
    cm_id other = gb_subgraph(b, node, "else_branch");
    test_order_mean(b, other, "big", "e");
    gb_output(b, other, "e");
    gb_node(b, 0, "Add", "z,o2", "sum");
    gb_output(b, 0, "sum");
    CHECK_MSG(gb_infer(b, cameo_ops_all.ops) == CAMEO_OK, "%s", b->error.msg);
    CHECK(cm_order_nodes(&b->ir) == CAMEO_OK);
    CHECK_STR(test_order_results(b, then), "a a1 a2 c c1 c2 y");
    CHECK_STR(test_order_results(b, 0), "big z other o2 sum");
    gb_free(b);
}

/* Readers of a past that an output continues stay where they are; so do nodes that grow a list. */
void test_order_tied(void) {
    gb *b = test_order_model("4,8");
    gb_input(b, 0, "past", CAMEO_FLOAT, "256,4,8");
    gb_attr_i(b, gb_node(b, 0, "Concat", "past,past", "present"), "axis", 0);
    gb_node(b, 0, "Sin", "past", "p");
    test_order_mean(b, 0, "p", "y");
    gb_output(b, 0, "y");
    gb_output(b, 0, "present");
    test_order_gives(b, "present p y");
    for (int tied = 0; tied < 2; tied++) {
        b = test_order_model("4,8");
        gb_input(b, 0, "at", CAMEO_INT64, "");
        gb_node(b, 0, "Expand", "x,wide", "a");
        gb_node(b, 0, tied ? "SequenceConstruct" : "Sin", "x", "s");
        gb_node(b, 0, "Expand", "x,wide", "c");
        test_order_mean(b, 0, "a", "a2");
        gb_node(b, 0, tied ? "SequenceInsert" : "Add", "s,c", "t");
        gb_node(b, 0, tied ? "SequenceInsert" : "Add", "t,a2", "u");
        gb_node(b, 0, tied ? "SequenceAt" : "Sin", tied ? "u,at" : "u", "y");
        gb_output(b, 0, "y");
        const char *order = test_order_of(b);
        CHECK_MSG(strstr(order, "c t") != NULL && strstr(order, "u y") != NULL, "%s", order);
    }
}

/* ---- random graphs ---- */

typedef struct test_order_dag {
    uint32_t n;                     /* nodes; each makes one value */
    uint32_t operand[ORDER_MAX][2]; /* nodes; operand 0 >= n: the input */
    bool unary[ORDER_MAX], output[ORDER_MAX];
    bool moves[ORDER_MAX];    /* not in place */
    uint64_t size[ORDER_MAX]; /* bytes, multiples of 64 */
    uint32_t seed;
} test_order_dag;

static uint32_t test_order_chance(test_order_dag *d, uint32_t n) {
    d->seed = d->seed * 1664525 + 1013904223;
    return (d->seed >> 8) % n;
}

static gb *test_order_random(test_order_dag *d, uint32_t n, uint32_t reach) {
    gb *b = gb_new();
    char in[40], operand[2][16];
    d->n = n;
    gb_input(b, 0, "x", CAMEO_FLOAT, "4,4");
    for (uint32_t i = 0; i < n; i++) {
        d->moves[i] = test_order_chance(d, 2) == 0;
        d->unary[i] = !d->moves[i] && test_order_chance(d, 3) == 0;
        d->size[i] = 64 * (uint64_t)(1 + test_order_chance(d, 8));
        d->output[i] = test_order_chance(d, 8) == 0;
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t back = 1 + test_order_chance(d, i + 1 < reach ? i + 1 : reach);
            d->operand[i][k] = back > i ? n : i - back;
            snprintf(operand[k], sizeof operand[k], back > i ? "x" : "v%u", i - back);
        }
        if (d->unary[i]) d->operand[i][1] = d->operand[i][0];
        const char *name = test_order_name(i);
        snprintf(in, sizeof in, "%s%s%s", operand[0], d->unary[i] ? "" : ",",
                 d->unary[i] ? "" : operand[1]);
        gb_node(b, 0, d->moves[i] ? "MatMul" : d->unary[i] ? "Neg" : "Add", in, name);
    }
    for (uint32_t i = 0; i < n; i++) {
        bool read = false;
        for (uint32_t j = i + 1; j < n; j++)
            read = read || d->operand[j][0] == i || d->operand[j][1] == i;
        d->output[i] = d->output[i] || !read;
        if (d->output[i]) gb_output(b, 0, test_order_name(i));
    }
    return b;
}

/* Are all readers of v, but perhaps one, among those that ran? */
static bool test_order_dead(const test_order_dag *d, const bool *ran, uint32_t v, uint32_t but) {
    for (uint32_t j = 0; j < d->n; j++) {
        if ((d->operand[j][0] == v || d->operand[j][1] == v) && !ran[j] && j != but) return false;
    }
    return !d->output[v];
}

/* Bytes in use when these have run, and while i then runs. */
static uint64_t test_order_top(const test_order_dag *d, const bool *ran, uint32_t i) {
    uint64_t bytes = d->size[i];
    for (uint32_t v = 0; v < d->n; v++) {
        if (ran[v] && !test_order_dead(d, ran, v, CM_NONE)) bytes += d->size[v];
    }
    for (uint32_t k = 0; k < 2 && !d->moves[i]; k++) {
        uint32_t v = d->operand[i][k];
        if (v < d->n && d->size[v] == d->size[i] && test_order_dead(d, ran, v, i))
            return bytes - d->size[i];
    }
    return bytes;
}

/* The least peak of any order: over all sets of nodes that may have run (n <= 10). */
static uint64_t test_order_least(const test_order_dag *d) {
    static uint64_t least[1 << 10];
    for (uint32_t set = 1; set < UINT32_C(1) << d->n; set++) {
        least[set] = UINT64_MAX;
        for (uint32_t i = 0; i < d->n; i++) {
            bool ran[ORDER_MAX];
            if ((set >> i & 1) == 0) continue;
            for (uint32_t j = 0; j < d->n; j++) ran[j] = j != i && (set >> j & 1) != 0;
            bool ready = true;
            for (uint32_t k = 0; k < 2; k++)
                ready = ready && (d->operand[i][k] == d->n || ran[d->operand[i][k]]);
            uint64_t before = least[set & ~(UINT32_C(1) << i)];
            if (!ready || before == UINT64_MAX) continue;
            uint64_t top = test_order_top(d, ran, i);
            if (top < before) top = before;
            if (top < least[set]) least[set] = top;
        }
    }
    return least[(UINT32_C(1) << d->n) - 1];
}

/* The peak of the order in which the nodes of b are; UINT64_MAX where that is none. *moved: it is not file order. */
static uint64_t test_order_peak(const test_order_dag *d, const gb *b, bool *moved) {
    bool ran[ORDER_MAX] = {false};
    uint64_t peak = 0;
    uint32_t n = 0;
    *moved = false;
    CM_EACH(id, b->ir.t.node, b->ir.t.graph.row[0].nodes) {
        cm_str name = b->ir.t.value.row[cm_ir_out(&b->ir, id, 0)].name;
        uint32_t i = 0;
        for (size_t k = 1; k < name.n; k++) i = i * 10 + (uint32_t)(name.p[k] - '0');
        for (uint32_t k = 0; k < 2; k++) {
            if (d->operand[i][k] != d->n && !ran[d->operand[i][k]]) return UINT64_MAX;
        }
        uint64_t top = test_order_top(d, ran, i);
        if (top > peak) peak = top;
        *moved = *moved || i != n;
        ran[i] = true;
        n++;
    }
    return n == d->n ? peak : UINT64_MAX;
}

/* Infers, and gives the values the sizes of d instead of those that would come out. */
static bool test_order_infer(const test_order_dag *d, gb *b) {
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return false;
    for (uint32_t i = 0; i < d->n; i++) {
        cm_avalue *av = &b->ir.av[gb_find(b, 0, test_order_name(i))];
        av->rank = 1;
        av->dims[0] = (int64_t)(d->size[i] / 4);
    }
    return true;
}

static void test_order_many(uint32_t seed, uint32_t n, uint32_t *n_moved) {
    test_order_dag d = {.seed = seed};
    gb *b = test_order_random(&d, n, n <= 10 ? n : 30);
    bool moved;
    CHECK_MSG(test_order_infer(&d, b), "seed %u: %s", seed, b->error.msg);
    uint64_t before = test_order_peak(&d, b, &moved);
    CHECK(!moved && before != UINT64_MAX);
    CHECK(cm_order_nodes(&b->ir) == CAMEO_OK);
    uint64_t after = test_order_peak(&d, b, &moved);
    CHECK_MSG(after <= before, "seed %u: %llu, was %llu", seed, (unsigned long long)after,
              (unsigned long long)before);
    CHECK_MSG(moved == (after < before), "seed %u: moved for nothing", seed);
    if (n <= 10) {
        uint64_t least = test_order_least(&d);
        CHECK_MSG(after == least, "seed %u: %llu, least %llu", seed, (unsigned long long)after,
                  (unsigned long long)least);
    }
    *n_moved += moved;
    gb_free(b);
}

/* Up to ten nodes: the least peak that there is, and file order where that has it. */
void test_order_least_peak(void) {
    uint32_t n_moved = 0;
    for (uint32_t seed = 1; seed <= 300; seed++) test_order_many(seed, 3 + seed % 8, &n_moved);
    CHECK_MSG(n_moved >= 30, "%u graphs have another order", n_moved);
}

/* Larger than a window: never worse than file order. */
void test_order_large(void) {
    uint32_t n_moved = 0;
    for (uint32_t seed = 1; seed <= 20; seed++) test_order_many(seed, 60 + 2 * seed, &n_moved);
    CHECK_MSG(n_moved >= 10, "%u graphs have another order", n_moved);
}

/* Work memory of any size: an order, or E_NOMEM and nothing changed. */
void test_order_no_memory(void) {
    uint32_t n_failed = 0;
    for (size_t left = 0; left < 40000; left += 1000) {
        gb *b = test_order_model("4,8");
        test_order_wide(b, 0);
        CHECK(gb_infer(b, cameo_ops_all.ops) == CAMEO_OK);
        b->work.size = b->work.used + left;
        cameo_status status = cm_order_nodes(&b->ir);
        CHECK(status == CAMEO_OK || status == CAMEO_E_NOMEM);
        n_failed += status != CAMEO_OK;
        CHECK_STR(test_order_results(b, 0),
                  status == CAMEO_OK ? "a a1 a2 c c1 c2 y" : "a c a1 c1 a2 c2 y");
        gb_free(b);
    }
    CHECK(n_failed > 5 && n_failed < 40);
}
