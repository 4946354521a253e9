/* cumsum_tmpl.h — running sums and products of one dtype; included by cumsum.c once per dtype. Parameters:
 *   CUMSUM_DTYPE     suffix of the names: f32
 *   CUMSUM_T         type of an element in memory
 *   CUMSUM_S         type of the sums and products; an integer is unsigned, so that it wraps
 *   CUMSUM_LOAD(v)   element to CUMSUM_S
 *   CUMSUM_STORE(v)  and back, rounded once */
#define CUMSUM_NAME_2(prefix, dtype, suffix) prefix##dtype##suffix
#define CUMSUM_NAME_1(prefix, dtype, suffix) CUMSUM_NAME_2(prefix, dtype, suffix)
#define CUMSUM_BLOCK CUMSUM_NAME_1(cumsum_block_, CUMSUM_DTYPE, )
#define CUMSUM_COLUMNS CUMSUM_NAME_1(cumsum_columns_, CUMSUM_DTYPE, )
#define CUMSUM_WALK CUMSUM_NAME_1(cumsum_walk_, CUMSUM_DTYPE, )

/* Running sums (products) of `width` neighbouring columns.
 *   x, y   [n][inner] of s, the columns are the first `width` <= CUMSUM_WIDTH of each row; y may
 *          equal x */
CM_INLINE void CUMSUM_COLUMNS(CUMSUM_T *y, const CUMSUM_T *x, const cumsum_split *s, size_t width,
                              bool reverse, bool exclusive, bool product) {
    CUMSUM_S sum[CUMSUM_WIDTH];
    size_t row = reverse ? (s->n - 1) * s->inner : 0;
    for (size_t c = 0; c < width; c++) {
        sum[c] = CUMSUM_LOAD(x[row + c]);
        y[row + c] = CUMSUM_STORE(exclusive ? product ? 1 : 0 : sum[c]);
    }
    for (size_t i = 1; i < s->n; i++) {
        CUMSUM_T out[CUMSUM_WIDTH];
        row = reverse ? row - s->inner : row + s->inner;
        for (size_t c = 0; c < width; c++) {
            CUMSUM_S v = CUMSUM_LOAD(x[row + c]);
            CUMSUM_S next = product ? sum[c] * v : sum[c] + v;
            out[c] = CUMSUM_STORE(exclusive ? sum[c] : next);
            sum[c] = next;
        }
        for (size_t c = 0; c < width; c++) y[row + c] = out[c];
    }
}

/* CUMSUM_COLUMNS; a full block has a constant width, of which compilers make vector code, and so has one column. */
CM_INLINE void CUMSUM_BLOCK(CUMSUM_T *y, const CUMSUM_T *x, const cumsum_split *s, size_t width,
                            const cumsum_params *p, bool product) {
    bool reverse = p->reverse != 0, exclusive = p->exclusive != 0;
    if (width == CUMSUM_WIDTH && !exclusive) {
        CUMSUM_COLUMNS(y, x, s, CUMSUM_WIDTH, reverse, false, product);
    } else if (width == 1 && !exclusive) {
        CUMSUM_COLUMNS(y, x, s, 1, reverse, false, product);
    } else {
        CUMSUM_COLUMNS(y, x, s, width, reverse, exclusive, product);
    }
}

/* The blocks of columns of tasks [begin, end). Errors: E_SHAPE the axis is out of range. */
CM_INLINE cameo_status CUMSUM_WALK(const cm_kctx *k, uint32_t begin, uint32_t end, bool product) {
    cumsum_split s;
    CM_TRY(cumsum_split_of(k, begin, end, &s));
    if (cumsum_rows(k, &s, product)) return CAMEO_OK;
    const CUMSUM_T *x = cm_in(k, 0)->data;
    CUMSUM_T *y = cm_out(k, 0)->data;
    for (size_t b = s.begin; b < s.end; b++) {
        size_t column = b % s.blocks * CUMSUM_WIDTH;
        size_t off = b / s.blocks * s.n * s.inner + column;
        size_t width = cm_min_size(CUMSUM_WIDTH, s.inner - column);
        CUMSUM_BLOCK(y + off, x + off, &s, width, k->params, product);
    }
    return CAMEO_OK;
}

/* cm_cumsum_<dtype>_run — y[o][i][c] = sum of x[o][j][c] over j <= i; exclusive: j < i; reverse:
 * j >= i or j > i.
 *   x, y   [outer][n][inner]; y may equal x
 *   axis   one int32 or int64, in [-rank, rank). y may equal it, too, if all three are one element:
 *          then there is one task, and it reads the axis first.
 * Errors: E_SHAPE the axis is out of range. */
cameo_status CUMSUM_NAME_1(cm_cumsum_, CUMSUM_DTYPE, _run)(const cm_kctx *k, uint32_t phase,
                                                           uint32_t begin, uint32_t end) {
    (void)phase;
    return CUMSUM_WALK(k, begin, end, false);
}

/* cm_cumsum_product_<dtype>_run — the same with products; exclusive: beginning with 1. */
cameo_status CUMSUM_NAME_1(cm_cumsum_product_, CUMSUM_DTYPE, _run)(const cm_kctx *k, uint32_t phase,
                                                                   uint32_t begin, uint32_t end) {
    (void)phase;
    return CUMSUM_WALK(k, begin, end, true);
}

#undef CUMSUM_WALK
#undef CUMSUM_BLOCK
#undef CUMSUM_COLUMNS
#undef CUMSUM_NAME_1
#undef CUMSUM_NAME_2
#undef CUMSUM_DTYPE
#undef CUMSUM_T
#undef CUMSUM_S
#undef CUMSUM_LOAD
#undef CUMSUM_STORE
