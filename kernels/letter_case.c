/* letter_case.c — see letter_case.h. */
#include "kernels/letter_case.h"

#include "kernels/case_tables.h"

uint32_t cm_letter_case(uint32_t c, bool upper) {
    const case_run *runs = upper ? case_upper_runs : case_lower_runs;
    size_t lo = 0, hi = upper ? sizeof case_upper_runs / sizeof *runs : sizeof case_lower_runs / sizeof *runs;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (runs[mid].first <= c)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == 0) return c;
    const case_run *r = &runs[lo - 1];
    uint32_t off = c - r->first;
    return off % r->step == 0 && off / r->step < r->count ? c + (uint32_t)r->delta : c;
}

const uint16_t *cm_letter_several(uint32_t c, bool upper) {
    const case_several *v = upper ? case_upper_several : case_lower_several;
    size_t n = upper ? sizeof case_upper_several / sizeof *v : sizeof case_lower_several / sizeof *v;
    for (size_t i = 0; c >= v[0].from && i < n; i++) {
        if (v[i].from == c) return v[i].to;
    }
    return NULL;
}
