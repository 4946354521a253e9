/* overlap_tmpl.h — kernels/prim/overlap.h in vectors: VEC_N other boxes at a time. */

/* The length that the ranges [low, high] of VEC_N boxes and of one box share; not above 0 where they share nothing. */
VEC_FN vf VEC_NAME(boxes_side)(vf low, vf high, float box_low, float box_high) {
    return v_sub(v_min(v_set1(box_high), high), v_max(v_set1(box_low), low));
}

/* Property `row` of the n <= VEC_N boxes from number i on; 0 in the lanes beyond. */
VEC_FN vf VEC_NAME(boxes_row)(const cm_boxes *o, size_t row, size_t i, size_t n) {
    const float *p = o->data + row * o->ld + i;
    return n == VEC_N ? v_load(p) : v_load_part(p, n);
}

/* Does one of the n <= VEC_N boxes from number i on overlap with `box`? Lanes beyond n have no area. */
VEC_FN bool VEC_NAME(boxes_any)(const cm_boxes *o, const cm_box *box, vf threshold, size_t i, size_t n) {
    vf zero = v_zero(), area = VEC_NAME(boxes_row)(o, CM_BOXES_AREA, i, n);
    vf a = VEC_NAME(boxes_side)(VEC_NAME(boxes_row)(o, CM_BOXES_LOW, i, n), VEC_NAME(boxes_row)(o, CM_BOXES_HIGH, i, n),
                                box->low[0], box->high[0]);
    vf b = VEC_NAME(boxes_side)(VEC_NAME(boxes_row)(o, CM_BOXES_LOW + 1, i, n),
                                VEC_NAME(boxes_row)(o, CM_BOXES_HIGH + 1, i, n), box->low[1], box->high[1]);
    vf common = v_mul(a, b), both = v_sub(v_add(v_set1(box->area), area), common);
    vm hit = vm_and(vm_and(v_gt(a, zero), v_gt(b, zero)), vm_and(v_gt(common, zero), v_gt(area, zero)));
    hit = vm_and(hit, vm_and(v_gt(both, zero), v_gt(v_div(common, both), threshold)));
    return vm_any(hit);
}

VEC_LEAF bool VEC_NAME(cm_boxes_overlap)(const cm_boxes *others, const cm_box *box, float threshold) {
    vf t = v_set1(threshold);
    size_t i = 0, n = others->n;
    if (!(box->area > 0)) return false;
    for (; i + VEC_N <= n; i += VEC_N) {
        if (VEC_NAME(boxes_any)(others, box, t, i, VEC_N)) return true;
    }
    return i < n && VEC_NAME(boxes_any)(others, box, t, i, n - i);
}
