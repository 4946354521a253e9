/* contain.c — the proof of inference: what it says of a value holds for what a run computes.
 *
 * Every value that a node of the main graph makes becomes an output of the model (a further GraphProto
 * behind the file, which decoders merge). The model runs on its test data; the symbols of the inputs'
 * dims are what the data has, those that data decide are what the run gives first. Of every value then kind, dtype,
 * rank, each dim that is known (numbers, expressions by evaluating them, bounds) and each element that inference
 * followed is compared with the result.
 *
 * usage: contain CASE_DIR ...    folders with model.onnx and test_data_set_0, or folders of those
 *        contain --model FILE DATA_DIR
 * Prints a line for each contradiction and the counts; a model that is not supported is skipped. */
#define _GNU_SOURCE 1
#include "pb/onnx_value.h"
#include "runtime/os.h"
#include "runtime/session/prepare.h"
#include "tests/support/exact.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONTAIN_WORK ((size_t)4 << 30) /* address space; pages are taken as they are touched */

typedef struct contain_counts {
    uint64_t values, numbers, expressions, unknown_dims, unknown_ranks, elements;
} contain_counts;

static contain_counts *contain_total; /* shared with the processes of the models */

typedef struct contain {
    const char *path;
    cameo_options options;
    uint8_t *file; /* and behind it the further outputs */
    size_t size, grown;
    cm_ir *ir;
    cm_id *ids; /* of the n_out outputs */
    uint32_t n_in, n_out;
    cameo_value *in, *out;
    cm_dim *symbols; /* their values */
    cm_arena values;
    cameo_error e;
    uint32_t n_wrong;
} contain;

static void *contain_space(size_t size) {
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    if (p == MAP_FAILED) abort();
    return p;
}

static cameo_status contain_external(void *ctx, cameo_string location, uint64_t offset,
                                     uint64_t length, const void **data, size_t *size) {
    const contain *c = ctx;
    cm_os_file file; /* stays mapped: the process ends with the model */
    CM_TRY(cm_os_map_beside(c->path, location, &file, NULL));
    if (offset > file.size || (length != UINT64_MAX && length > file.size - offset))
        return CAMEO_E_MALFORMED;
    *data = (const uint8_t *)file.data + offset;
    *size = length == UINT64_MAX ? file.size - (size_t)offset : (size_t)length;
    return CAMEO_OK;
}

/* ---- what inference says ---- */

static cameo_status contain_infer(contain *c) {
    cameo_model *model;
    cameo_prepared *p;
    size_t model_bytes, work_bytes;
    cm_arena *arena = malloc(sizeof *arena);
    CM_TRY(cameo_model_measure(c->file, c->size, &c->options, &model_bytes, &work_bytes, &c->e));
    cameo_memory memory = {contain_space(model_bytes), model_bytes};
    cameo_memory work = {contain_space(work_bytes), work_bytes};
    CM_TRY(cameo_model_create(memory, work, c->file, c->size, &c->options, &model, &c->e));
    cm_arena_init(arena, contain_space(CONTAIN_WORK), CONTAIN_WORK);
    CM_TRY(cm_prepare_infer(model, arena, &c->options, NULL, NULL, &p, &c->e));
    p->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(CM_REWRITE_fold));
    CM_TRY(cm_optimize(&p->ir));
    c->ir = &p->ir;
    return CAMEO_OK;
}

/* ---- every value as an output ---- */

static size_t contain_varint(uint8_t *to, size_t v) {
    size_t n = 0;
    for (; v >= 0x80; v >>= 7) to[n++] = (uint8_t)(v | 0x80);
    to[n++] = (uint8_t)v;
    return n;
}

static bool contain_is_new_output(const contain *c, cm_id id) {
    const cm_value *v = &c->ir->model->t.value.row[id];
    return v->graph == 0 && v->kind == CM_VALUE_NODE && v->name.n != 0 && !v->graph_output;
}

/* ModelProto.graph = 7, GraphProto.output = 12, ValueInfoProto.name = 1; see onnx.proto3. */
static void contain_grow(contain *c) {
    const cm_tables *t = &c->ir->model->t;
    cm_range outputs = t->graph.row[0].outputs;
    size_t room = 64;
    for (cm_id id = 0; id < t->value.n; id++) room += t->value.row[id].name.n + 32;
    uint8_t *graph = malloc(room);
    size_t n = 0;
    c->ids = malloc((outputs.n + t->value.n) * sizeof *c->ids);
    for (uint32_t i = 0; i < outputs.n; i++) c->ids[c->n_out++] = t->ids.row[outputs.first + i];
    for (cm_id id = 0; id < t->value.n; id++) {
        uint8_t name[16];
        cm_str text = t->value.row[id].name;
        if (!contain_is_new_output(c, id)) continue;
        c->ids[c->n_out++] = id;
        name[0] = 1 << 3 | 2;
        size_t head = 1 + contain_varint(name + 1, text.n);
        graph[n++] = 12 << 3 | 2;
        n += contain_varint(graph + n, head + text.n);
        memcpy(graph + n, name, head);
        memcpy(graph + n + head, text.p, text.n);
        n += head + text.n;
    }
    uint8_t *grown = malloc(c->size + n + 16);
    memcpy(grown, c->file, c->size);
    c->grown = c->size;
    grown[c->grown++] = 7 << 3 | 2;
    c->grown += contain_varint(grown + c->grown, n);
    memcpy(grown + c->grown, graph, n);
    c->grown += n;
    free(graph);
    c->file = grown; /* the old bytes stay: the model of ir points into them */
}

/* ---- the run ---- */

/* The symbols of the dims of input i are what its data has. */
static void contain_bind(contain *c, cameo_string name, const cameo_value *v) {
    cm_ir *ir = c->ir;
    cm_range inputs = ir->t.graph.row[0].inputs;
    for (uint32_t k = 0; k < inputs.n; k++) {
        cm_id id = ir->t.ids.row[inputs.first + k];
        cm_str own = ir->t.value.row[id].name;
        const cm_avalue *a = &ir->av[id];
        if (own.n != name.n || memcmp(own.p, name.p, own.n) != 0) continue;
        if (v->kind != CAMEO_KIND_TENSOR || a->rank != v->tensor.rank) continue;
        for (uint32_t d = 0; d < a->rank; d++) {
            size_t symbol = cm_dim_symbol_index(ir->dims, a->dims[d]);
            if (symbol != SIZE_MAX) c->symbols[symbol] = v->tensor.dims[d];
        }
    }
}

static bool contain_inputs(contain *c, const cameo_session *session, const char *data) {
    size_t n = cm_dim_symbol_count(c->ir->dims);
    c->in = calloc(c->n_in + 1, sizeof *c->in);
    c->symbols = malloc((n + 1) * sizeof *c->symbols);
    for (size_t i = 0; i < n; i++) c->symbols[i] = CM_DIM_UNKNOWN;
    for (uint32_t i = 0; i < c->n_in; i++) {
        cameo_type type;
        char path[4200];
        size_t size;
        cameo_session_get_input(session, i, &type);
        snprintf(path, sizeof path, "%s/input_%u.pb", data, i);
        uint8_t *file = exact_read_file(path, &size);
        if (file == NULL ||
            cm_value_read(file, size, type.kind, &c->values, &c->in[i], &c->e) != CAMEO_OK) {
            return false;
        }
        contain_bind(c, type.name, &c->in[i]);
    }
    return true;
}

static bool contain_run(contain *c, const char *data) {
    cameo_host *host;
    cameo_session_info info = {.size = sizeof info};
    if (cameo_host_load(c->file, c->grown, &c->options, &host, &c->e) != CAMEO_OK) return false;
    const cameo_session *session = cameo_host_get_session(host);
    cameo_session_get_info(session, &info);
    c->n_in = info.n_inputs;
    if (info.n_outputs != c->n_out) {
        snprintf(c->e.msg, sizeof c->e.msg, "%u outputs, want %u", info.n_outputs, c->n_out);
        return false;
    }
    if (!contain_inputs(c, session, data)) return false;
    c->out = calloc(c->n_out + 1, sizeof *c->out);
    return cameo_host_run(host, c->in, c->n_in, c->out, c->n_out, &c->e) == CAMEO_OK;
}

/* ---- comparing ---- */

static void contain_wrong(contain *c, cm_id id, const char *what, int64_t got, int64_t want) {
    cm_str name = c->ir->t.value.row[id].name;
    printf("FAIL %s: %s of \"%.*s\" is %lld, inferred %lld\n", c->path, what, (int)name.n, name.p,
           (long long)got, (long long)want);
    c->n_wrong++;
}

/* Does d, inferred, hold for n? A symbol that no input tells, a size that the data decide, is the first n that it
 * is compared with, and then wherever it stands. */
static bool contain_dim(contain *c, cm_dim d, int64_t n, int64_t *want) {
    int64_t lo, hi;
    cm_dim_interval(c->ir->dims, d, &lo, &hi);
    cm_dim value = cm_dim_eval(c->ir->dims, d, c->symbols);
    size_t symbol = cm_dim_symbol_index(c->ir->dims, d);
    if (value == CM_DIM_UNKNOWN && symbol != SIZE_MAX) c->symbols[symbol] = n;
    *want = value == CM_DIM_UNKNOWN ? (n < lo ? lo : hi) : value;
    return n >= lo && n <= hi && (value == CM_DIM_UNKNOWN || value == n);
}

static void contain_shape(contain *c, cm_id id, const cm_avalue *a, const cameo_tensor *t) {
    int64_t want;
    if (a->dtype != (uint8_t)t->dtype) contain_wrong(c, id, "dtype", t->dtype, a->dtype);
    if (a->rank == CM_RANK_UNKNOWN) {
        contain_total->unknown_ranks++;
        return;
    }
    if (a->rank != t->rank) {
        contain_wrong(c, id, "rank", t->rank, a->rank);
        return;
    }
    for (uint32_t d = 0; d < t->rank; d++) {
        bool number = cm_dim_is_const(a->dims[d]);
        uint64_t *count = number ? &contain_total->numbers : &contain_total->expressions;
        if (!number && !cm_dim_is_expr(a->dims[d])) count = &contain_total->unknown_dims;
        ++*count;
        if (!contain_dim(c, a->dims[d], t->dims[d], &want))
            contain_wrong(c, id, "a dim", t->dims[d], want);
    }
}

static void contain_elements(contain *c, cm_id id, const cm_avalue *a, const cameo_tensor *t) {
    cm_avalue got = {.kind = CAMEO_KIND_TENSOR,
                     .dtype = (uint8_t)t->dtype,
                     .rank = (uint8_t)t->rank,
                     .n_elem = CM_NONE,
                     .data = t->data};
    size_t n;
    for (uint32_t d = 0; d < t->rank; d++) got.dims[d] = t->dims[d];
    if (t->data == NULL || !cm_avalue_count(&got, &n)) return;
    for (size_t i = 0; i < n && i < CM_MAX_ELEMS; i++) {
        cm_dim d;
        int64_t x, want;
        double f;
        if (!cm_avalue_elem(a, i, &d)) continue;
        if (cm_avalue_f64(&got, i, &f)) x = f > -1e15 && f < 1e15 ? (int64_t)f : INT64_MIN;
        else if (!cm_avalue_i64(&got, i, &x)) continue;
        contain_total->elements++;
        if (!contain_dim(c, d, x, &want)) contain_wrong(c, id, "an element", x, want);
    }
}

static void contain_value(contain *c, cm_id id, const cameo_value *v) {
    const cm_avalue *a = &c->ir->av[id];
    contain_total->values++;
    if (a->kind != v->kind) {
        contain_wrong(c, id, "kind", v->kind, a->kind);
        return;
    }
    if (v->kind == CAMEO_KIND_TENSOR) {
        contain_shape(c, id, a, &v->tensor);
        contain_elements(c, id, a, &v->tensor);
    }
    for (size_t i = 0; v->kind == CAMEO_KIND_SEQUENCE && i < v->n_items; i++) {
        if (v->items[i].kind == CAMEO_KIND_TENSOR) contain_shape(c, id, a, &v->items[i].tensor);
    }
}

/* 0 passed, 1 failed, 2 not supported. Runs in a process of its own, which may crash. */
static int contain_model(const char *model, const char *data) {
    contain *c = calloc(1, sizeof *c);
    c->path = model;
    c->options = (cameo_options){
        .ops = &cameo_ops_all, .n_threads = 1, .external = contain_external, .external_ctx = c};
    c->file = exact_read_file(model, &c->size);
    cm_arena_init(&c->values, contain_space(CONTAIN_WORK), CONTAIN_WORK);
    if (c->file == NULL) return 2;
    cameo_status status = contain_infer(c);
    if (status == CAMEO_E_UNSUPPORTED) return 2;
    bool ok = status == CAMEO_OK;
    if (ok) contain_grow(c);
    ok = ok && contain_run(c, data);
    if (!ok && c->e.status == CAMEO_E_UNSUPPORTED) return 2;
    if (!ok) printf("FAIL %s: %s [%s %s]\n", model, c->e.msg, c->e.op_type, c->e.node_name);
    for (uint32_t i = 0; ok && i < c->n_out; i++) contain_value(c, c->ids[i], &c->out[i]);
    fflush(stdout);
    return ok && c->n_wrong == 0 ? 0 : 1;
}

/* ---- all of them ---- */

static unsigned contain_results[3];

static void contain_fork(const char *model, const char *data) {
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) exit(contain_model(model, data));
    waitpid(child, &status, 0);
    int result = WIFEXITED(status) && WEXITSTATUS(status) <= 2 ? WEXITSTATUS(status) : -1;
    if (result < 0) printf("FAIL %s: crashed (status %d)\n", model, status);
    contain_results[result < 0 ? 1 : result]++;
}

static bool contain_case(const char *dir) {
    char model[4200], data[4200];
    struct stat st;
    snprintf(model, sizeof model, "%s/model.onnx", dir);
    snprintf(data, sizeof data, "%s/test_data_set_0", dir);
    if (stat(model, &st) != 0 || stat(data, &st) != 0) return false;
    contain_fork(model, data);
    return true;
}

static void contain_folder(const char *dir) {
    struct dirent **names;
    if (contain_case(dir)) return;
    int n = scandir(dir, &names, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char path[4100];
        snprintf(path, sizeof path, "%s/%s", dir, names[i]->d_name);
        if (names[i]->d_name[0] != '.') contain_case(path);
        free(names[i]);
    }
    if (n >= 0) free(names);
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    contain_total = mmap(NULL, sizeof *contain_total, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (contain_total == MAP_FAILED) return 2;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--model") == 0 && i + 2 < argc) {
            contain_fork(argv[i + 1], argv[i + 2]);
            i += 2;
        } else {
            contain_folder(argv[i]);
        }
    }
    const contain_counts *n = contain_total;
    printf(
        "%u passed, %u failed, %u skipped; %llu values, %llu dims by number, %llu by expression, "
        "%llu unknown, %llu unknown ranks, %llu elements\n",
        contain_results[0], contain_results[1], contain_results[2], (unsigned long long)n->values,
        (unsigned long long)n->numbers, (unsigned long long)n->expressions,
        (unsigned long long)n->unknown_dims, (unsigned long long)n->unknown_ranks,
        (unsigned long long)n->elements);
    return contain_results[1] != 0;
}
