/* nms.c — NonMaxSuppression: of the boxes of each batch and class the best, one after the other,
 * leaving out those that overlap a better one. Their number is known only after a look at the data:
 * tasks select, one task allocates the output, tasks write. Between equal scores the lower index
 * goes first. A score of NaN is never selected; a box with a NaN overlaps nothing. The arithmetic
 * is float, in the order of ONNX's reference implementation, so that a quotient equal to the
 * threshold does not suppress. Source: ONNX NonMaxSuppression, since_version 10, 11.
 *
 * Two operators of Cameo's own are its halves, for devices, which compute the first (rewrite `nms_select`):
 *   NmsSelect  inputs those of NonMaxSuppression; selected [batch][class][k] int32, the boxes of each batch and class
 *              as they are selected, behind them -1; k is n, or `most`, the limit if that is known and less
 *   NmsPack    selected -> the result of NonMaxSuppression; a row ends at its first negative number */
#include "kernels/move.h"

typedef struct nms_params {
    int32_t center_point_box; /* 0: two opposite corners y1, x1, y2, x2; 1: x, y, width, height */
    int32_t most;             /* of NmsSelect: columns of its result; -1: as many as there are boxes */
} nms_params;

static const cm_field nms_fields[] = {CM_F_I32(nms_params, center_point_box, 0), CM_F_I32(nms_params, most, -1)};

static cameo_status nms_parse(const cm_parse *p, void *params) {
    const nms_params *q = params;
    CM_CHECK(q->center_point_box == 0 || q->center_point_box == 1, p->e, CAMEO_E_MALFORMED,
             "center_point_box is %d, want 0 or 1", (int)q->center_point_box);
    return CAMEO_OK;
}

/* Rows of the output: each batch and class selects max_output_boxes_per_class at most (absent: 0), and no more
 * than there are boxes. */
static cm_dim nms_rows(const cm_shape *s) {
    const cm_avalue *boxes = cm_shape_in(s, 0);
    const cm_avalue *scores = cm_shape_in(s, 1);
    if (!cm_shape_has(s, 2)) return 0;
    if (scores->rank == CM_RANK_UNKNOWN) return CM_DIM_UNKNOWN;
    bool told = boxes->rank != CM_RANK_UNKNOWN && !cm_dim_is_known(scores->dims[2]);
    cm_dim most = told ? boxes->dims[1] : scores->dims[2];
    cm_dim limit;
    if (cm_avalue_elem(cm_shape_in(s, 2), 0, &limit)) {
        limit = cm_dim_max(s->dims, limit, 0);
        most = cm_dim_is_known(most) ? cm_dim_min(s->dims, most, limit) : limit;
    }
    cm_dim pairs = cm_dim_mul(s->dims, scores->dims[0], scores->dims[1]);
    return cm_shape_decided(s, 0, cm_dim_mul(s->dims, pairs, most));
}

/* boxes [batch][n][4], scores [batch][class][n], the others one element or absent. */
static cameo_status nms_shape(cm_shape *s) {
    const cm_avalue *boxes = cm_shape_in(s, 0);
    const cm_avalue *scores = cm_shape_in(s, 1);
    bool ranks = boxes->rank != CM_RANK_UNKNOWN && scores->rank != CM_RANK_UNKNOWN;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t rank = cm_shape_in(s, i)->rank;
        CM_CHECK(rank == 3 || rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
                 "%s has rank %u, want 3", i == 0 ? "boxes" : "scores", rank);
    }
    if (ranks) {
        bool same = cm_shape_equal(s, boxes->dims[0], scores->dims[0]) &&
                    cm_shape_equal(s, boxes->dims[1], scores->dims[2]);
        CM_CHECK(same, s->e, CAMEO_E_SHAPE, "boxes and scores differ in batches or boxes");
        CM_CHECK(cm_shape_equal(s, boxes->dims[2], 4), s->e, CAMEO_E_SHAPE,
                 "a box does not have 4 numbers");
    }
    for (uint32_t i = 2; i < 5; i++) {
        size_t n;
        CM_CHECK(!cm_shape_has(s, i) || !cm_avalue_count(cm_shape_in(s, i), &n) || n == 1, s->e,
                 CAMEO_E_SHAPE, "input %u has %zu elements, want 1", i, n);
    }
    return cm_shape_out(s, 0, CAMEO_INT64, 2, (cm_dim[]){nms_rows(s), 3});
}

/* Every score is put in order; each box is compared with some that are better. */
static uint64_t nms_cost(const cm_shape *s) {
    size_t n;
    return cm_avalue_count(cm_shape_in(s, 1), &n) ? cm_cost_mul(n, 16) : UINT64_MAX;
}

const cm_op cm_op_NonMaxSuppression = {.id = CM_OP_NonMaxSuppression,
                                       .flags = CM_OPF_DYNAMIC,
                                       .n_fields = 1,
                                       .params_size = sizeof(nms_params),
                                       .fields = nms_fields,
                                       .parse = nms_parse,
                                       .shape = nms_shape,
                                       .cost = nms_cost};

static cameo_status nms_select_shape(cm_shape *s) {
    const nms_params *p = s->params;
    const cm_avalue *scores = cm_shape_in(s, 1);
    for (uint32_t i = 0; i < 2; i++) { /* a file may name the operator: it has no schema */
        const cm_avalue *v = cm_shape_in(s, i);
        CM_CHECK(v->kind == CAMEO_KIND_TENSOR && v->dtype == CAMEO_FLOAT, s->e, CAMEO_E_TYPE,
                 "operand %u is absent or of another type", i);
        CM_CHECK(v->rank == 3 || v->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE, "operand %u has rank %u, want 3", i,
                 (unsigned)v->rank);
    }
    for (uint32_t i = 2; i < 5; i++) {
        CM_CHECK(!cm_shape_has(s, i) || cm_shape_in(s, i)->dtype == (i == 2 ? CAMEO_INT64 : CAMEO_FLOAT), s->e,
                 CAMEO_E_TYPE, "operand %u is of another type", i);
    }
    cm_dim dims[3] = {CM_DIM_UNKNOWN, CM_DIM_UNKNOWN, CM_DIM_UNKNOWN};
    if (scores->rank == 3) memcpy(dims, scores->dims, sizeof dims);
    if (p->most >= 0) dims[2] = cm_dim_is_known(dims[2]) ? cm_dim_min(s->dims, dims[2], p->most) : CM_DIM_UNKNOWN;
    return cm_shape_out(s, 0, CAMEO_INT32, 3, dims);
}

const cm_op cm_op_NmsSelect = {.id = CM_OP_NmsSelect,
                               .n_fields = 2,
                               .params_size = sizeof(nms_params),
                               .fields = nms_fields,
                               .parse = nms_parse,
                               .shape = nms_select_shape,
                               .cost = nms_cost};

static cameo_status nms_pack_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    CM_CHECK(x->kind == CAMEO_KIND_TENSOR && x->dtype == CAMEO_INT32, s->e, CAMEO_E_TYPE,
             "operand 0 is absent or of another type");
    CM_CHECK(x->rank == 3 || x->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE, "operand 0 has rank %u, want 3",
             (unsigned)x->rank);
    cm_dim most = CM_DIM_UNKNOWN;
    if (x->rank == 3) most = cm_dim_mul(s->dims, cm_dim_mul(s->dims, x->dims[0], x->dims[1]), x->dims[2]);
    return cm_shape_out(s, 0, CAMEO_INT64, 2, (cm_dim[]){cm_shape_decided(s, 0, most), 3});
}

const cm_op cm_op_NmsPack = {.id = CM_OP_NmsPack, .flags = CM_OPF_DYNAMIC, .shape = nms_pack_shape};

/* A row is a pair of batch and class. */
typedef struct nms_split {
    size_t n; /* boxes of a batch */
    size_t classes;
    size_t rows;     /* batch * classes */
    size_t most;     /* boxes that a row selects at most */
    size_t per_task; /* rows */
} nms_split;

/* A box that may be selected. */
typedef struct nms_item {
    float score;
    uint32_t index;
} nms_item;

/* max_output_boxes_per_class: absent it is 0, negative numbers are 0. Where its data is not there
 * yet: every box. */
static size_t nms_most(const cm_kctx *k, size_t n) {
    const cm_tensor *t = cm_in(k, 2);
    if (t == NULL) return 0;
    if (t->data == NULL) return n;
    int64_t most = cm_load_i64(t->data);
    return most < 0 ? 0 : (uint64_t)most < n ? (size_t)most : n;
}

static nms_split nms_split_of(const cm_kctx *k) {
    const cm_tensor *scores = cm_in(k, 1);
    nms_split s = {.n = scores->dims[2], .classes = scores->dims[1]};
    s.rows = scores->n == 0 ? 0 : scores->dims[0] * s.classes;
    s.most = nms_most(k, s.n);
    s.per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, s.n));
    return s;
}

/* How rows are divided. Scratch: for each worker the heap of a row, and behind it the boxes that the row has selected.
 * Errors: E_SHAPE the inputs do not go together; E_LIMIT more boxes than are handled. */
static cameo_status nms_check(const cm_kctx *k, nms_split *split, cm_setup *s) {
    const cm_tensor *boxes = cm_in(k, 0);
    const cm_tensor *scores = cm_in(k, 1);
    bool fits = boxes->rank == 3 && scores->rank == 3 && boxes->dims[2] == 4 &&
                boxes->dims[0] == scores->dims[0] && boxes->dims[1] == scores->dims[2];
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "boxes and scores do not go together");
    for (uint32_t i = 2; i < 5; i++) {
        CM_CHECK(cm_in(k, i) == NULL || cm_in(k, i)->n == 1, k->e, CAMEO_E_SHAPE,
                 "input %u has %zu elements, want 1", i, cm_in(k, i) == NULL ? 0 : cm_in(k, i)->n);
    }
    *split = nms_split_of(k);
    size_t kept;
    bool over = split->n > UINT32_MAX || cm_ckd_mul(split->n, sizeof(nms_item), &s->worker_scratch) ||
                cm_ckd_mul(split->most, CM_BOXES_ROWS * sizeof(float), &kept) ||
                cm_ckd_add(s->worker_scratch, kept, &s->worker_scratch);
    CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "the scratch memory overflows");
    s->n_phases = 1;
    s->phase[0].n_tasks = cm_task_count(split->rows, split->per_task);
    return CAMEO_OK;
}

/* Rows are selected or counted, one task allocates the output, rows are written. */
static void nms_phases(cm_setup *s, uint32_t n_tasks) {
    s->n_phases = 3;
    s->phase[0].n_tasks = n_tasks;
    s->phase[1].n_tasks = 1;
    s->phase[2].n_tasks = n_tasks;
}

/* Scratch: for each row the number of boxes selected, later where they go in the output; then room for their indices.
 * Errors: those of nms_check. */
cameo_status cm_nms_setup(const cm_kctx *k, cm_setup *s) {
    nms_split split;
    size_t each;
    CM_TRY(nms_check(k, &split, s));
    bool over = cm_ckd_mul(split.most, sizeof(uint32_t), &each) || cm_ckd_add(each, sizeof(size_t), &each) ||
                cm_ckd_mul(split.rows, each, &s->scratch);
    CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "the scratch memory overflows");
    nms_phases(s, s->phase[0].n_tasks);
    return CAMEO_OK;
}

/* Errors: those of nms_check; E_LIMIT, too. */
cameo_status cm_nms_select_setup(const cm_kctx *k, cm_setup *s) {
    nms_split split;
    CM_TRY(nms_check(k, &split, s));
    CM_CHECK(split.n <= INT32_MAX, k->e, CAMEO_E_LIMIT, "%zu boxes, want less than 2^31", split.n);
    return CAMEO_OK;
}

static nms_split nms_pack_split(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0);
    nms_split s = {.classes = x->dims[1], .most = x->dims[2]};
    s.rows = x->n == 0 ? 0 : x->dims[0] * s.classes;
    s.per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, s.most));
    return s;
}

/* Scratch: as cm_nms_setup, without room for indices. Errors: E_LIMIT. */
cameo_status cm_nms_pack_setup(const cm_kctx *k, cm_setup *s) {
    nms_split split = nms_pack_split(k);
    CM_CHECK(!cm_ckd_mul(split.rows, sizeof(size_t), &s->scratch), k->e, CAMEO_E_LIMIT, "the scratch memory overflows");
    nms_phases(s, cm_task_count(split.rows, split.per_task));
    return CAMEO_OK;
}

/* The boxes that row r selected, in order. */
static uint32_t *nms_selected(const cm_kctx *k, const nms_split *s, size_t r) {
    return (uint32_t *)(void *)(k->scratch + s->rows * sizeof(size_t)) + r * s->most;
}

static cm_box nms_load(const float *p, bool center) {
    cm_box b;
    for (size_t d = 0; d < 2; d++) {
        if (center) {
            float half = p[d + 2] / 2;
            b.low[d] = p[d] - half;
            b.high[d] = p[d] + half;
        } else {
            bool swapped = p[d] >= p[d + 2];
            b.low[d] = swapped ? p[d + 2] : p[d];
            b.high[d] = swapped ? p[d] : p[d + 2];
        }
    }
    b.area = (b.high[0] - b.low[0]) * (b.high[1] - b.low[1]);
    return b;
}

/* One box more. */
static void nms_keep(cm_boxes *kept, const cm_box *b) {
    float *to = kept->data + kept->n++;
    for (size_t d = 0; d < 2; d++) {
        to[(CM_BOXES_LOW + d) * kept->ld] = b->low[d];
        to[(CM_BOXES_HIGH + d) * kept->ld] = b->high[d];
    }
    to[CM_BOXES_AREA * kept->ld] = b->area;
}

static bool nms_better(const nms_item *a, const nms_item *b) {
    return a->score != b->score ? a->score > b->score : a->index < b->index;
}

/* Moves item `at` of a heap, its best at the top, down until nothing below it is better. */
static void nms_sink(nms_item *heap, size_t n, size_t at) {
    nms_item item = heap[at];
    for (size_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && nms_better(&heap[child + 1], &heap[child])) child++;
        if (!nms_better(&heap[child], &item)) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = item;
}

/* The boxes of row r whose score counts, as a heap in worker scratch; their number. */
static size_t nms_candidates(const cm_kctx *k, const nms_split *s, size_t r) {
    const cm_tensor *threshold = cm_in(k, 4);
    const float *score = (const float *)cm_in(k, 1)->data + r * s->n;
    nms_item *heap = (nms_item *)(void *)k->worker_scratch;
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        bool counts =
            threshold == NULL ? score[i] == score[i] : score[i] > *(const float *)threshold->data;
        if (counts) heap[n++] = (nms_item){score[i], (uint32_t)i};
    }
    for (size_t i = n / 2; i-- > 0;) nms_sink(heap, n, i);
    return n;
}

/* Errors: E_MALFORMED. */
static cameo_status nms_check_overlap(const cm_kctx *k) {
    float iou = cm_in(k, 3) == NULL ? 0 : *(const float *)cm_in(k, 3)->data;
    CM_CHECK(iou >= 0 && iou <= 1, k->e, CAMEO_E_MALFORMED, "iou_threshold is not in [0, 1]");
    return CAMEO_OK;
}

/* The boxes of row r, in selected [s->most]; their number. Errors: those of cm_spend. */
static cameo_status nms_select(const cm_kctx *k, const nms_split *s, size_t r, uint32_t *selected, size_t *count) {
    bool center = ((const nms_params *)k->params)->center_point_box != 0;
    const cm_tensor *iou = cm_in(k, 3);
    float threshold = iou == NULL ? 0 : *(const float *)iou->data;
    const float *boxes = (const float *)cm_in(k, 0)->data + r / s->classes * s->n * 4;
    nms_item *heap = (nms_item *)(void *)k->worker_scratch;
    cm_boxes kept = {.data = (float *)(void *)(heap + s->n), .ld = s->most};
    uint64_t spent = 0; /* comparisons: how many, scores and boxes decide */
    for (size_t n = s->most == 0 ? 0 : nms_candidates(k, s, r); n > 0 && kept.n < s->most;) {
        uint32_t index = heap[0].index;
        CM_TRY(cm_spend(k, kept.n, &spent));
        cm_box box = nms_load(boxes + (size_t)index * 4, center);
        if (!CM_PRIM(k, boxes_overlap)(&kept, &box, threshold)) {
            selected[kept.n] = index;
            nms_keep(&kept, &box);
        }
        heap[0] = heap[--n];
        if (n > 0) nms_sink(heap, n, 0);
    }
    *count = kept.n;
    return CAMEO_OK;
}

/* Turns the counts into positions and allocates y. */
static cameo_status nms_alloc(const cm_kctx *k, const nms_split *s) {
    size_t *count = (size_t *)(void *)k->scratch;
    size_t total = 0;
    size_t bytes;
    for (size_t r = 0; r < s->rows; r++) {
        size_t here = count[r];
        count[r] = total;
        total += here;
    }
    CM_CHECK(!cm_ckd_mul(total, 3 * sizeof(int64_t), &bytes), k->e, CAMEO_E_SHAPE,
             "too many elements for memory");
    return k->services->out_alloc(k, 0, 2, (size_t[]){total, 3}, bytes);
}

static void nms_write(const cm_kctx *k, const nms_split *s, size_t r, const uint32_t *selected) {
    const cm_tensor *y = cm_out(k, 0);
    const size_t *first = (const size_t *)(const void *)k->scratch;
    size_t last = r + 1 < s->rows ? first[r + 1] : y->dims[0];
    int64_t *to = y->data;
    for (size_t i = first[r]; i < last; i++) {
        to[i * 3] = (int64_t)(r / s->classes);
        to[i * 3 + 1] = (int64_t)(r % s->classes);
        to[i * 3 + 2] = (int64_t)selected[i - first[r]];
    }
}

/* cm_nms_run — y[i] = batch, class and box of the i-th selected box, by batch, class and score.
 *   boxes   [batch][n][4] f32; scores [batch][class][n] f32
 *   y       [count][3] int64, allocated in phase 1
 * Errors: E_MALFORMED the threshold of overlap is not in [0, 1]; E_NOMEM, E_SHAPE of the output; those of cm_spend. */
cameo_status cm_nms_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    nms_split s = nms_split_of(k);
    if (phase == 1) {
        CM_TRY(nms_check_overlap(k));
        return begin < end ? nms_alloc(k, &s) : CAMEO_OK;
    }
    size_t last = cm_min_size(s.rows, end * s.per_task);
    for (size_t r = begin * s.per_task; r < last; r++) {
        if (phase == 0)
            CM_TRY(nms_select(k, &s, r, nms_selected(k, &s, r), (size_t *)(void *)k->scratch + r));
        else
            nms_write(k, &s, r, nms_selected(k, &s, r));
    }
    return CAMEO_OK;
}

/* cm_nms_select_run — selected[r] = the boxes of row r, by score, then -1.
 * Errors: E_MALFORMED the threshold of overlap is not in [0, 1]; those of cm_spend. */
cameo_status cm_nms_select_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    nms_split s = nms_split_of(k);
    const size_t room = cm_out(k, 0)->dims[2], last = cm_min_size(s.rows, end * s.per_task);
    (void)phase;
    CM_TRY(nms_check_overlap(k));
    s.most = cm_min_size(s.most, room);
    for (size_t r = begin * s.per_task; r < last && room != 0; r++) {
        uint32_t *selected = (uint32_t *)cm_out(k, 0)->data + r * room;
        size_t n = 0;
        CM_TRY(nms_select(k, &s, r, selected, &n));
        while (n < room) selected[n++] = UINT32_MAX;
    }
    return CAMEO_OK;
}

/* cm_nms_pack_run — y[i] = batch, class and box of the i-th selected box, by batch, class and place.
 *   selected [batch][class][k] int32; y [count][3] int64, allocated in phase 1
 * Errors: E_NOMEM, E_SHAPE of the output. */
cameo_status cm_nms_pack_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    nms_split s = nms_pack_split(k);
    if (phase == 1) return begin < end ? nms_alloc(k, &s) : CAMEO_OK;
    size_t last = cm_min_size(s.rows, end * s.per_task);
    for (size_t r = begin * s.per_task; r < last; r++) {
        const int32_t *selected = (const int32_t *)cm_in(k, 0)->data + r * s.most;
        size_t n = 0;
        while (phase == 0 && n < s.most && selected[n] >= 0) n++;
        if (phase == 0)
            ((size_t *)(void *)k->scratch)[r] = n;
        else
            nms_write(k, &s, r, (const uint32_t *)selected);
    }
    return CAMEO_OK;
}
