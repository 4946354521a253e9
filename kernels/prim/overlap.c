/* overlap.c — the portable variant of overlap.h, the oracle of the others. */
#include "kernels/prim/overlap.h"

bool cm_boxes_overlap_portable(const cm_boxes *others, const cm_box *box, float threshold) {
    const float *low = others->data + CM_BOXES_LOW * others->ld, *high = others->data + CM_BOXES_HIGH * others->ld;
    const float *area = others->data + CM_BOXES_AREA * others->ld;
    for (size_t i = 0; i < others->n; i++) {
        float side[2];
        for (size_t d = 0; d < 2; d++) {
            float from = low[d * others->ld + i], to = high[d * others->ld + i];
            from = box->low[d] > from ? box->low[d] : from;
            to = box->high[d] < to ? box->high[d] : to;
            side[d] = to - from;
        }
        if (!(side[0] > 0 && side[1] > 0)) continue;
        float common = side[0] * side[1], both = box->area + area[i] - common;
        if (!(common > 0 && box->area > 0 && area[i] > 0 && both > 0)) continue;
        if (common / both > threshold) return true;
    }
    return false;
}
