/* cuda_rnn.c — RNN, GRU and LSTM on CUDA: a launch for each step, of GRU without linear_before_reset two. States lie
 * in the workspace, as many sequences at a time as it has room for. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

/* i: kind, layout, bits of the directions that begin at the end, input_forget; then of each direction's
 * functions the op, and the bits of alpha and, above them, of beta. f: clip */
enum { RNN_KIND, RNN_LAYOUT, RNN_REVERSE, RNN_FORGET, RNN_ACT, RNN_FACTORS = RNN_ACT + 2 * CM_CUDA_RNN_ACTS };
enum { RNN_X, RNN_W, RNN_R, RNN_B, RNN_LENGTHS, RNN_H0, RNN_C0, RNN_P, RNN_INPUTS };
enum { RNN_STATES = 4 }; /* states of the workspace: read, written, cell, reset */

/* ASCII letters of any case, as the CPU takes them. */
static bool rnn_is(cameo_string s, const char *name) {
    size_t i = 0;
    for (; i < s.n && name[i] != 0; i++)
        if ((s.p[i] | 32) != (name[i] | 32)) return false;
    return i == s.n && name[i] == 0;
}

/* Functions, which of alpha (1) and beta (2) they take from the lists of the node, and the numbers that they have
 * otherwise. */
static const struct {
    const char *name;
    int32_t op;
    uint32_t uses;
    float factor[2];
} rnn_acts[] = {{"Relu", CM_CUDA_RELU, 0, {0, 0}},
                {"Tanh", CM_CUDA_TANH, 0, {0, 0}},
                {"Sigmoid", CM_CUDA_SIGMOID, 0, {0, 0}},
                {"Affine", CM_CUDA_AFFINE, 3, {1, 0}},
                {"LeakyRelu", CM_CUDA_LEAKY_RELU, 1, {0.01f, 0}},
                {"ThresholdedRelu", CM_CUDA_THRESHOLD, 1, {1, 0}},
                {"ScaledTanh", CM_CUDA_SCALED_TANH, 3, {1, 1}},
                {"HardSigmoid", CM_CUDA_HARD_SIGMOID, 3, {0.2f, 0.5f}},
                {"Elu", CM_CUDA_ELU, 1, {1, 0}},
                {"Softsign", CM_CUDA_SOFTSIGN, 0, {0, 0}},
                {"Softplus", CM_CUDA_SOFTPLUS, 0, {0, 0}}};
enum { RNN_N_ACTS = sizeof rnn_acts / sizeof *rnn_acts };

/* The functions of `dirs` directions, each of which has those that the operator has by default where none are named. */
static bool rnn_match_acts(const cameo_op_context *c, uint32_t dirs, cm_cuda_op *op) {
    static const char *const usual[CM_CUDA_RNN_ACTS + 1][CM_CUDA_RNN_ACTS] = {
        [CM_CUDA_RNN] = {"Tanh"},
        [CM_CUDA_GRU] = {"Sigmoid", "Tanh"},
        [CM_CUDA_GRU_AFTER] = {"Sigmoid", "Tanh"},
        [CM_CUDA_LSTM] = {"Sigmoid", "Tanh", "Tanh"}};
    static const char *const lists[2] = {"activation_alpha", "activation_beta"};
    const uint32_t each = op->i[RNN_KIND] == CM_CUDA_RNN ? 1 : op->i[RNN_KIND] == CM_CUDA_LSTM ? 3 : 2;
    const cameo_string *names = NULL;
    const float *given[2] = {NULL, NULL};
    size_t n_names = 0, n_given[2] = {0, 0}, used[2] = {0, 0};
    bool named = cameo_op_attr_strings(c, "activations", &names, &n_names) && n_names != 0;
    if (named && n_names < (size_t)each * dirs) return cameo_op_decline(c, "too few activations");
    for (int k = 0; k < 2; k++) (void)cameo_op_attr_floats(c, lists[k], &given[k], &n_given[k]);
    for (uint32_t i = 0; i < each * dirs; i++) {
        const char *plain = usual[op->i[RNN_KIND]][i % each];
        const cameo_string own = {plain, plain[0] == 'S' ? 7 : 4}; /* Sigmoid, Tanh */
        uint32_t a = 0, to = i / each * CM_CUDA_RNN_ACTS + i % each;
        while (a < RNN_N_ACTS && !rnn_is(named ? names[i] : own, rnn_acts[a].name)) a++;
        if (a == RNN_N_ACTS) return cameo_op_decline(c, "an unknown activation");
        uint32_t bits[2];
        for (uint32_t k = 0; k < 2; k++) {
            float v = rnn_acts[a].factor[k];
            if ((rnn_acts[a].uses >> k & 1) != 0 && used[k] < n_given[k]) v = given[k][used[k]++];
            memcpy(&bits[k], &v, sizeof v);
        }
        op->i[RNN_ACT + to] = rnn_acts[a].op;
        op->i[RNN_FACTORS + to] = (int64_t)((uint64_t)bits[1] << 32 | bits[0]);
    }
    return true;
}

bool cm_cuda_match_rnn(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x, r;
    cameo_string direction;
    uint32_t dirs = 1;
    op->i[RNN_KIND] = rule->code;
    if (rule->code == CM_CUDA_GRU && cm_cuda_attr_int(c, "linear_before_reset", 0) != 0)
        op->i[RNN_KIND] = CM_CUDA_GRU_AFTER;
    op->i[RNN_LAYOUT] = cm_cuda_attr_int(c, "layout", 0);
    op->i[RNN_FORGET] = cm_cuda_attr_int(c, "input_forget", 0) != 0;
    op->f[0] = cm_cuda_attr_float(c, "clip", CM_CUDA_INFINITY);
    if (cameo_op_attr_string(c, "direction", &direction)) {
        if (cm_cuda_is(direction, "reverse")) op->i[RNN_REVERSE] = 1;
        if (cm_cuda_is(direction, "bidirectional")) op->i[RNN_REVERSE] = 2, dirs = 2;
    }
    if (!cameo_op_input(c, RNN_X, &x) || x.rank != 3 || !cameo_op_input(c, RNN_R, &r) || r.rank != 3 || r.dims[2] < 1)
        return cameo_op_decline(c, "no known number of units");
    if (r.dims[0] != dirs) return cameo_op_decline(c, "no known number of directions");
    if (r.dims[2] > CM_CUDA_PARTS_BYTES / 4 / RNN_STATES / 2) return cameo_op_decline(c, "too many units");
    for (uint32_t i = RNN_W; i < RNN_INPUTS; i++)
        if (i != RNN_LENGTHS && cm_cuda_has(c, i) && !cm_cuda_same_type(c, 0, i))
            return cameo_op_decline(c, "inputs of two types");
    return rnn_match_acts(c, dirs, op) && cm_cuda_match_kernel(c, 0, "rnn_step", op);
}

/* What all launches of a node share; the sequences' own numbers are those of the first one, `rows` is all of them. */
static cameo_status rnn_params(cm_cuda_build *b, const cm_cuda_op *op, struct cm_cuda_rnn_params *p) {
    cm_cuda_operand in[RNN_INPUTS], y, h_last, c_last;
    for (uint32_t i = 0; i < RNN_INPUTS; i++)
        if (!cm_cuda_in(b, i, &in[i]) && (i <= RNN_R || cm_cuda_has(b->c, i))) return cm_cuda_absent(b);
    (void)cm_cuda_out(b, 0, &y);
    (void)cm_cuda_out(b, 1, &h_last);
    (void)cm_cuda_out(b, 2, &c_last);
    bool rows_first = op->i[RNN_LAYOUT] != 0;
    const int64_t steps = in[RNN_X].t.dims[rows_first], rows = in[RNN_X].t.dims[!rows_first];
    const int64_t hidden = in[RNN_R].t.dims[2], n_dirs = in[RNN_R].t.dims[0];
    *p = (struct cm_cuda_rnn_params){.x = in[RNN_X].at, .w = in[RNN_W].at, .r = in[RNN_R].at, .b = in[RNN_B].at};
    p->lengths = in[RNN_LENGTHS].at;
    p->h0 = in[RNN_H0].at;
    p->c0 = in[RNN_C0].at;
    p->peepholes = in[RNN_P].at;
    p->y = y.at;
    p->h_last = h_last.at;
    p->c_last = c_last.at;
    p->steps = steps;
    p->rows = rows;
    p->input = in[RNN_X].t.dims[2];
    p->hidden = hidden;
    p->x_step = rows_first ? p->input : rows * p->input;
    p->x_row = rows_first ? steps * p->input : p->input;
    p->y_step = rows_first ? n_dirs * hidden : n_dirs * rows * hidden;
    p->y_dir = rows_first ? hidden : rows * hidden;
    p->y_row = rows_first ? steps * n_dirs * hidden : hidden;
    p->state_dir = rows_first ? hidden : rows * hidden;
    p->state_row = rows_first ? n_dirs * hidden : hidden;
    p->kind = (int32_t)op->i[RNN_KIND];
    p->reverse = (int32_t)op->i[RNN_REVERSE];
    p->input_forget = (int32_t)op->i[RNN_FORGET];
    p->clip = op->f[0];
    for (int i = 0; i < 2 * CM_CUDA_RNN_ACTS; i++) {
        const uint32_t bits[2] = {(uint32_t)op->i[RNN_FACTORS + i], (uint32_t)((uint64_t)op->i[RNN_FACTORS + i] >> 32)};
        p->act[i] = (int32_t)op->i[RNN_ACT + i];
        memcpy(&p->alpha[i], &bits[0], sizeof p->alpha[i]);
        memcpy(&p->beta[i], &bits[1], sizeof p->beta[i]);
    }
    return CAMEO_OK;
}

/* All steps of p->rows sequences. */
static cameo_status rnn_steps(cm_cuda_build *b, const cm_cuda_op *op, struct cm_cuda_rnn_params *p, int64_t dirs) {
    cm_cuda_address work;
    if (!cm_cuda_workspace(b, &work)) return cm_cuda_absent(b);
    const uint64_t bytes = (uint64_t)(dirs * p->rows * p->hidden) * 4;
    p->cell = work + 2 * bytes;
    p->reset = work + 3 * bytes;
    for (p->step = 0; p->step == 0 || p->step < p->steps; p->step++) {
        p->h = work + (uint64_t)(p->step % 2) * bytes;
        p->next = work + (uint64_t)(1 - p->step % 2) * bytes;
        for (p->part = 0; p->part < (p->kind == CM_CUDA_GRU ? 2 : 1); p->part++) {
            cm_cuda_launch *l = cm_cuda_add(b, op->kernel, (p->hidden + 7) / 8, p->rows, dirs);
            if (l == NULL) return CAMEO_E_NOMEM;
            memcpy(&l->p.rnn, p, sizeof *p);
        }
    }
    return CAMEO_OK;
}

cameo_status cm_cuda_launch_rnn(cm_cuda_build *b, const cm_cuda_op *op) {
    struct cm_cuda_rnn_params all = {0};
    cameo_tensor r;
    cameo_status status = rnn_params(b, op, &all);
    if (status != CAMEO_OK || !cameo_op_input(b->c, RNN_R, &r)) return status;
    const int64_t most = CM_CUDA_PARTS_BYTES / 4 / RNN_STATES / (r.dims[0] * all.hidden);
    const int64_t size = (int64_t)cameo_dtype_bits(r.dtype) / 8;
    for (int64_t done = 0; status == CAMEO_OK && done < all.rows; done += most) {
        struct cm_cuda_rnn_params p = all;
        p.rows = all.rows - done < most ? all.rows - done : most;
        p.x += (uint64_t)(done * p.x_row * size);
        if (p.lengths != 0) p.lengths += (uint64_t)done * 4;
        if (p.y != 0) p.y += (uint64_t)(done * p.y_row * size);
        cm_cuda_address *const states[] = {&p.h0, &p.c0, &p.h_last, &p.c_last};
        for (int i = 0; i < 4; i++)
            if (*states[i] != 0) *states[i] += (uint64_t)(done * p.state_row * size);
        status = rnn_steps(b, op, &p, r.dims[0]);
    }
    return status;
}

#endif
