/* price.c — see price.h. The table is the same for every processor, so that a limit means the same work everywhere. */
#include "runtime/plan/price.h"

enum { PRICE_QUICK, PRICE_HALF, PRICE_WIDE, PRICE_TEXT, PRICE_CLASSES };

#define PRICE_LETTERS 2 /* column `text` of operators that go through letters: at most */
#define PRICE_COMPARED 4 /* bytes of text that are compared or copied in the time of a unit */
#define PRICE_BYTES 2 /* that are written in the time of a unit, at least */

/* Operators that price.def does not list; `listed` tells them from others. */
static const int8_t price_other[PRICE_CLASSES] = {0, 2, 1, 7};

typedef struct price_row {
    bool listed;
    int8_t shift[PRICE_CLASSES];
} price_row;

static const price_row price_rows[CM_OP_COUNT] = {
#define CM_PRICE(op, quick, half, wide, text) [CM_OP_##op] = {true, {quick, half, wide, text}},
#include "runtime/plan/price.def"
#undef CM_PRICE
};

static int price_class(int dtype) {
    switch (dtype) {
    case CAMEO_FLOAT16:
    case CAMEO_BFLOAT16: return PRICE_HALF;
    case CAMEO_DOUBLE:
    case CAMEO_INT64:
    case CAMEO_UINT64:
    case CAMEO_COMPLEX64:
    case CAMEO_COMPLEX128: return PRICE_WIDE;
    case CAMEO_STRING: return PRICE_TEXT;
    default: return PRICE_QUICK;
    }
}

static const int8_t *price_shift(const cm_op *op) {
    bool listed = (unsigned)op->id < CM_OP_COUNT && price_rows[op->id].listed;
    return listed ? price_rows[op->id].shift : price_other;
}

uint64_t cm_price_read(const cm_op *op, uint64_t bytes) {
    int by = price_shift(op)[PRICE_TEXT];
    if (by == price_other[PRICE_TEXT]) return bytes / PRICE_COMPARED;
    return by > 0 && by <= PRICE_LETTERS ? cm_cost_mul(bytes, UINT64_C(1) << by) : bytes;
}

uint64_t cm_price(const cm_op *op, int dtype, uint64_t cost, uint64_t bytes) {
    int by = price_shift(op)[price_class(dtype)];
    uint64_t units = by < 0 ? cost >> -by : cm_cost_mul(cost, UINT64_C(1) << by);
    return cm_cost_add(units > bytes / PRICE_BYTES ? units : bytes / PRICE_BYTES, CM_PRICE_STEP);
}
