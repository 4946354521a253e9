#!/usr/bin/env python3
"""Writes tests/kernels/nms_vectors.h: NonMaxSuppression as onnxruntime computes it, of boxes on a coarse
grid, so that overlaps and scores are often equal.

    python3 tests/kernels/gen_nms.py > tests/kernels/nms_vectors.h

Needs numpy, onnx and onnxruntime.
"""
import numpy as np
import vectors
from onnx import TensorProto

rng = np.random.default_rng(11)
out = vectors.Vectors("nms")


def case(since, batches, classes, n, most, iou, score, center):
    boxes = rng.integers(0, 9, (batches, n, 4)).astype(np.float32)
    if center:
        boxes[..., 2:] += 1
    scores = (rng.integers(-4, 12, (batches, classes, n)) / 8).astype(np.float32)
    inputs = [boxes, scores,
              None if most is None else np.asarray([most], np.int64),
              None if iou is None else np.asarray([iou], np.float32),
              None if score is None else np.asarray([score], np.float32)]
    while inputs[-1] is None:
        inputs.pop()
    out.case("NonMaxSuppression", since, f"{batches}x{classes}x{n} {most} {iou} {score}", inputs,
             out_types=[TensorProto.INT64], center_point_box=center)


for since in (10, 11):
    for center in (0, 1):
        case(since, 1, 1, 12, 20, 0.5, 0.25, center)
        case(since, 2, 3, 9, 3, 0.25, None, center)
        case(since, 1, 2, 15, 100, None, 0.0, center)
        case(since, 3, 1, 7, 2, 1.0, 0.5, center)
        case(since, 1, 1, 30, 1 << 40, 0.0, -1.0, center)
case(11, 1, 2, 5, None, 0.5, 0.0, 0)
case(11, 1, 2, 5, None, None, None, 0)
case(11, 2, 2, 5, 0, 0.5, 0.0, 0)
case(11, 1, 1, 6, 4, 0.5, 2.0, 0)
out.end()
