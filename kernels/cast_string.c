/* cast_string.c — Cast to and from string.
 *
 * To string: base/number.h, the fewest digits that read back as the same number; bool as "1" and "0";
 * 8-bit and 4-bit floats as the float of the same value. ONNX only says "plain": "1", "0.1", "1e-05",
 * "NaN", "INF", "-INF" is what ONNX Runtime prints, which cuts digits where these are needed.
 * From string: base/number.h, correctly rounded; to integers the whole part, which must be in the
 * range of the dtype; to bool other than 0, or "true", "false" in either case. Text that is no number
 * is E_TYPE. Source: ONNX Cast, since_version 9 and later. */
#include "base/number.h"
#include "kernels/cast.h"
#include "kernels/lane.h"
#include "kernels/move.h"

/* Text i of a tensor of numbers, in a buffer that the next call overwrites. */
typedef struct cast_printer {
    const cm_tensor *x;
    char *text; /* CM_NUMBER_TEXT bytes */
} cast_printer;

static cm_str cast_print(const void *ctx, size_t i, uint32_t part) {
    const cast_printer *p = ctx;
    const cm_tensor *x = p->x;
    size_t n;
    (void)part;
    if ((cm_dtype_flags((cameo_dtype)x->dtype) & CM_DTF_FLOAT) != 0) {
        double v;
        cm_lane_load_f64(x->dtype, x->data, i, 1, &v);
        n = cm_number_print_float((cameo_dtype)x->dtype, v, p->text);
    } else {
        int64_t v;
        cm_lane_load_i64(x->dtype, x->data, i, 1, &v);
        n = x->dtype == CAMEO_UINT64 ? cm_number_print_u64((uint64_t)v, p->text)
                                     : cm_number_print_i64(v, p->text);
    }
    return (cm_str){p->text, n};
}

/* One phase of one task: the size of the output is known when all texts are. Scratch: none. */
cameo_status cm_cast_to_string_setup(const cm_kctx *k, cm_setup *s) {
    (void)k;
    cm_strings_setup(s);
    return CAMEO_OK;
}

/* cm_cast_to_string_run — any real dtype or string to string. Errors: as cm_strings_emit. */
cameo_status cm_cast_to_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, 0);
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    if (x->dtype == CAMEO_STRING) {
        cm_strided all;
        cm_strided_dense(&all, x->rank, x->dims);
        return cm_strings_emit_strided(k, 0, &all, x);
    }
    char text[CM_NUMBER_TEXT];
    cast_printer p = {x, text};
    return cm_strings_emit(k, 0, x->rank, x->dims, &(cm_string_source){cast_print, &p, 1});
}

/* "True" and "False", which are no numbers, in either case. */
static bool cast_read_word(cm_str text, int64_t *v) {
    static const char *const words[] = {"false", "true"};
    for (int i = 0; i < 2; i++) {
        size_t n = 0;
        while (n < text.n && words[i][n] != 0 && (text.p[n] | 32) == words[i][n]) n++;
        *v = i;
        if (n == text.n && words[i][n] == 0) return true;
    }
    return false;
}

/* The whole part of x as an integer dtype, whose values are -2^(bits-1) or 0 and up. */
static bool cast_read_whole(int dtype, const cm_number *x, int64_t *v) {
    bool is_signed = (cm_dtype_flags((cameo_dtype)dtype) & CM_DTF_SIGNED) != 0;
    uint32_t bits = cameo_dtype_bits((cameo_dtype)dtype) - is_signed;
    uint64_t whole, most = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    if (!cm_number_to_u64(x, &whole)) return false;
    if (whole > most + (x->negative && is_signed)) return false;
    if (x->negative && !is_signed && whole != 0) return false;
    *v = (int64_t)(x->negative ? 0 - whole : whole);
    return true;
}

/* Element i of y from its text. Errors: E_TYPE. */
static cameo_status cast_read(const cm_kctx *k, cm_str text, cm_tensor *y, size_t i) {
    const cm_cast_params *q = k->params;
    const cm_lane_rounding round = {q->saturate != 0, (cm_e8m0_round)q->round_mode};
    const char *name = cameo_dtype_name((cameo_dtype)y->dtype);
    cm_number *x = (cm_number *)(void *)k->worker_scratch;
    int64_t whole = 0;
    if (y->dtype == CAMEO_BOOL && cast_read_word(text, &whole)) {
        cm_lane_store_i64(y->dtype, y->data, i, 1, &whole);
        return CAMEO_OK;
    }
    CM_CHECK(cm_number_scan(text, x), k->e, CAMEO_E_TYPE, "\"%.*s\" is no number, want %s",
             CM_STR_ARG(text), name);
    if ((cm_dtype_flags((cameo_dtype)y->dtype) & CM_DTF_FLOAT) != 0) {
        bool is_double = y->dtype == CAMEO_DOUBLE; /* what is narrower is rounded once more */
        double v = cm_number_to_f64(x, is_double ? CM_NUMBER_EVEN : CM_NUMBER_ODD);
        cm_lane_store_f64(y->dtype, y->data, i, 1, &v, round);
        return CAMEO_OK;
    }
    if (y->dtype == CAMEO_BOOL) {
        whole = x->kind != CM_NUMBER_FINITE || x->n != 0;
    } else {
        CM_CHECK(cast_read_whole(y->dtype, x, &whole), k->e, CAMEO_E_TYPE,
                 "\"%.*s\" is out of the range of %s", CM_STR_ARG(text), name);
    }
    cm_lane_store_i64(y->dtype, y->data, i, 1, &whole);
    return CAMEO_OK;
}

/* One phase. Scratch of a worker: a cm_number. */
cameo_status cm_cast_from_string_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_out(k, 0)->n, CM_TASK_ITEMS);
    s->worker_scratch = sizeof(cm_number);
    return CAMEO_OK;
}

/* cm_cast_from_string_run — string to any real dtype. Errors: E_TYPE text that is no such number; those of cm_poll. */
cameo_status cm_cast_from_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                     uint32_t end) {
    const cm_tensor *x = cm_in(k, 0);
    cm_tensor *y = cm_out(k, 0);
    size_t last = cm_min_size(y->n, end * CM_TASK_ITEMS);
    uint64_t done = 0;
    (void)phase;
    for (size_t i = begin * CM_TASK_ITEMS; i < last; i++) {
        CM_TRY(cm_poll(k, 16 + (uint64_t)cm_tensor_str(x, i).n, &done));
        CM_TRY(cast_read(k, cm_tensor_str(x, i), y, i));
    }
    return CAMEO_OK;
}
