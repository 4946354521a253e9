"""A model of the digits (examples/digits) as onnx.reference computes it, beside onnxruntime's results."""
import sys

import numpy
import onnx
from onnx.reference import ReferenceEvaluator

records = numpy.fromfile("examples/digits/digits_test.bin", numpy.uint8).reshape(-1, 65)
want = numpy.fromfile("examples/digits/digits_expected.bin", "<f4").reshape(-1, 10)
images = (records[:, :64].astype(numpy.float32) / 16).reshape(-1, 1, 8, 8)
model = onnx.load(sys.argv[1])
got = ReferenceEvaluator(model).run(None, {model.graph.input[0].name: images})[0]
worst = float(numpy.abs(got - want).max())
print(f"{sys.argv[1]}: differs by at most {worst}")
sys.exit(worst > 1e-5)
