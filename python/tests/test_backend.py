"""cameo.backend: onnx's own backend tests by its runner, and the functions by themselves.

The tests' data are those of the folder CAMEO_ONNX_TESTS (tests/fetch_onnx.sh makes build/cache/onnx), else the onnx
package's. Known failures are those of tests/onnx/known_failures.txt, whose reasons stand there.
"""
import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
import onnx
import onnx.backend.base
import onnx.reference
from models import FLOAT, model, one, value
from onnx import helper
from onnx.backend.test.case.test_case import TestCase
from onnx.backend.test.runner import Runner

import cameo
import cameo.backend

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("CAMEO_ONNX_TESTS") or Path(onnx.__file__).parent / "backend" / "test" / "data")
# Tests whose outputs are random: dtypes and shapes are compared. A ratio of zero drops nothing.
RANDOM = ("test_bernoulli", "test_training_dropout")
NOT_RANDOM = ("test_training_dropout_zero_ratio",)


def known_failures():
    """Name: reason."""
    path = ROOT / "tests" / "onnx" / "known_failures.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return dict(line.split(None, 1) for line in lines if line and not line.startswith("#"))


def load_tests_of(kind):
    """The test cases of a folder of DATA. What the package onnx makes as it runs, or would download, is left out."""
    folder = DATA / kind
    cases = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if (path / "model.onnx").exists():
            tolerance = {}
            if (path / "data.json").exists():
                with open(path / "data.json", encoding="utf-8") as f:
                    read = json.load(f)
                tolerance = {k: read[k] for k in ("rtol", "atol") if k in read}
            cases.append(TestCase(name=path.name, model_name=path.name, url=None, model_dir=str(path), model=None,
                                  data_sets=None, kind=kind, **{"rtol": 1e-3, "atol": 1e-7, **tolerance}))
    return cases


class CameoRunner(Runner):
    def _add_test(self, category, test_name, test_func, report_item, devices=("CPU",), **kwargs):
        """Cameo computes on no other device; its tests would all be skipped."""
        super()._add_test(category, test_name, test_func, report_item, ("CPU",), **kwargs)

    @classmethod
    def assert_similar_outputs(cls, ref_outputs, outputs, rtol, atol, model_dir=None):
        name = Path(model_dir or "").name
        np.testing.assert_equal(len(outputs), len(ref_outputs))
        for ref, out in zip(ref_outputs, outputs):
            if isinstance(ref, list):
                # Item by item: the runner walks through the elements of the arrays, and has no way for scalars.
                assert isinstance(out, list), f"{type(out)} given, want a list"
                cls.assert_similar_outputs(ref, out, rtol, atol, model_dir)
            elif ref is None:
                assert out is None, f"{type(out)} given, want None"
            elif name.startswith(RANDOM) and not name.startswith(NOT_RANDOM):
                np.testing.assert_equal((out.dtype, out.shape), (ref.dtype, ref.shape))
            else:
                super().assert_similar_outputs([ref], [out], rtol, atol, model_dir)


with mock.patch("onnx.backend.test.runner.load_model_tests", lambda kind: load_tests_of(kind)):
    runner = CameoRunner(cameo.backend, __name__)
for name in known_failures():
    runner.xfail(f"^{name}_cpu$")
globals().update(runner.test_cases)


class Tests(unittest.TestCase):
    """The tests above are there at all."""

    @unittest.skipUnless((DATA / "node").is_dir(), f"no node tests in {DATA}")
    def test_count(self):
        cases = runner.test_cases
        self.assertGreaterEqual(sum(name.endswith("_cpu") for name in dir(cases["OnnxBackendNodeModelTest"])), 1765)
        self.assertGreaterEqual(sum(name.endswith("_cpu") for case in cases.values() for name in dir(case)), 1905)


def reference(data, feed):
    return onnx.reference.ReferenceEvaluator(onnx.load_from_string(data)).run(None, feed)


class Functions(unittest.TestCase):
    def test_devices(self):
        for device, supported in (("CPU", True), ("CPU:0", True), ("CUDA", False), ("CUDA:1", False), ("TPU", False),
                                  ("CPU:x", False)):
            self.assertEqual(cameo.backend.supports_device(device), supported, device)
        data = one("Relu", [("x", FLOAT, [2])], [("y", FLOAT, [2])])
        self.assertFalse(cameo.backend.is_compatible(data, "CUDA"))
        with self.assertRaisesRegex(cameo.InvalidArgument, "'CUDA'"):
            cameo.backend.prepare(data, "CUDA")

    def test_inputs_and_outputs(self):
        nodes = [helper.make_node("Sub", ["a", "b"], ["d"]), helper.make_node("Mul", ["a", "w"], ["0"])]
        w = helper.make_tensor("w", FLOAT, [2], [3, 4])
        data = model(nodes, [value(n, FLOAT, [2]) for n in "abw"], [value(n, FLOAT, [2]) for n in ("d", "0")], 18, [w])
        a, b, c = (np.array(x, np.float32) for x in ([1, 2], [5, 7], [-1, 8]))
        want = reference(data, {"a": a, "b": b})
        ready = cameo.backend.prepare(onnx.load_from_string(data))
        self.assertIsInstance(ready, onnx.backend.base.BackendRep)
        for inputs in ([a, b], (a, b), {"b": b, "a": a}):
            got = ready.run(inputs)
            self.assertIsInstance(got, tuple)
            np.testing.assert_array_equal(got, want)
            np.testing.assert_array_equal(got["0"], want[1])
            np.testing.assert_array_equal(got.d, want[0])
        np.testing.assert_array_equal(ready.run([a, b, c])[1], reference(data, {"a": a, "b": b, "w": c})[1])
        only, = ready.run([a, b], output_names=["0"])
        np.testing.assert_array_equal(only, want[1])
        with self.assertRaisesRegex(cameo.InvalidArgument, "4 inputs given, the model has 3"):
            ready.run([a, b, c, c])
        with self.assertRaisesRegex(cameo.InvalidArgument, "no value for input b"):
            ready.run(a)
        with self.assertRaisesRegex(cameo.InvalidArgument, "not verbose"):
            ready.run([a, b], verbose=True)

    def test_models(self):
        data = one("Relu", [("x", FLOAT, [2])], [("y", FLOAT, [2])])
        x = np.array([-1, 2], np.float32)
        with tempfile.NamedTemporaryFile(suffix=".onnx") as f:
            f.write(data)
            f.flush()
            for source in (data, f.name, Path(f.name), cameo.InferenceSession(data), onnx.load_from_string(data)):
                np.testing.assert_array_equal(cameo.backend.run_model(source, x)[0], [0, 2])
        ready = cameo.backend.prepare(data, intra_op_num_threads=1, graph_optimization_level="none")
        self.assertEqual(ready.session.get_info()["n_workers"], 1)
        self.assertRaises(AttributeError, cameo.backend.prepare, data, threads=1)
        self.assertRaises(cameo.InvalidArgument, cameo.backend.prepare, ready.session, strict=True)

    def test_compatible(self):
        for op, compatible in (("Relu", True), ("NoSuchOperator", False)):
            data = one(op, [("x", FLOAT, [2])], [("y", FLOAT, [2])])
            self.assertEqual(cameo.backend.is_compatible(onnx.load_from_string(data)), compatible)
        self.assertRaises(cameo.ModelError, cameo.backend.is_compatible, b"\xff no model")


class Nodes(unittest.TestCase):
    """run_node beside onnx.reference."""

    def check(self, node, inputs, **more):
        want = onnx.reference.ReferenceEvaluator(
            node, opsets={node.domain: more["opset_version"]} if "opset_version" in more else None).run(
                None, dict(zip([n for n in node.input if n], inputs)))
        got = cameo.backend.run_node(node, inputs, **more)
        self.assertEqual(len(got), len(want))
        for g, w in zip(got, want):
            for left, right in zip(*((x if isinstance(x, list) else [x]) for x in (g, w)), strict=True):
                self.assertEqual((left.dtype.kind, left.shape), (np.asarray(right).dtype.kind.replace("U", "O"),
                                                                 np.shape(right)))
                if left.dtype.kind == "f":
                    np.testing.assert_allclose(left, right, rtol=1e-5)
                else:
                    np.testing.assert_array_equal(left, right)
        return got

    def test_tensors(self):
        x = np.arange(12, dtype=np.float32).reshape(3, 4)
        self.check(helper.make_node("Add", ["x", "x"], ["y"]), [x, x])
        self.check(helper.make_node("Clip", ["x", "", "max"], ["y"]), [x, np.float32(5)])
        got = cameo.backend.run_node(helper.make_node("TopK", ["x", "k"], ["", "i"]), [x, np.array([2])])
        np.testing.assert_array_equal(got.i, [[3, 2]] * 3)
        self.check(helper.make_node("NonZero", ["x"], ["y"]), [x])

    def test_versions(self):
        x = np.random.default_rng(0).standard_normal((2, 3, 4)).astype(np.float32)
        node = helper.make_node("Softmax", ["x"], ["y"], axis=1)
        old, new = (cameo.backend.run_node(node, [x], opset_version=v)[0] for v in (11, 13))
        # Until opset 13 all axes from this one on were one.
        np.testing.assert_allclose(old.sum((1, 2)), 1, rtol=1e-5)
        np.testing.assert_allclose(new.sum(1), 1, rtol=1e-5)
        self.check(node, [x], opset_version=13)

    def test_strings_sequences_domains(self):
        words = np.array(["a", "bc"], dtype=object)
        self.check(helper.make_node("StringConcat", ["x", "y"], ["z"]), [words, words])
        x = np.arange(6, dtype=np.int64)
        self.check(helper.make_node("SplitToSequence", ["x"], ["s"], keepdims=1), [x])
        self.check(helper.make_node("SequenceAt", ["s", "i"], ["y"]), [[x, x + 1], np.array(1)])
        self.check(helper.make_node("Binarizer", ["x"], ["y"], domain="ai.onnx.ml", threshold=2.5), [x.astype("f")])
        got = cameo.backend.run_node(helper.make_node("DictVectorizer", ["x"], ["y"], domain="ai.onnx.ml",
                                                      string_vocabulary=["a", "b"]), [{"b": 2.0}])
        np.testing.assert_array_equal(got[0], [[0, 2]])

    def test_errors(self):
        node, x = helper.make_node("Add", ["a", "b"], ["y"]), np.ones(2, np.float32)
        with self.assertRaisesRegex(cameo.InvalidArgument, "1 inputs given, Add has 2: a, b"):
            cameo.backend.run_node(node, [x])
        cameo.backend.run_node(node, {"a": x, "b": x}, outputs_info=[(np.dtype("f"), (2,))])
        for info in ([(np.dtype("d"), (2,))], [(np.dtype("f"), (3,))], []):
            with self.assertRaises(cameo.InvalidArgument):
                cameo.backend.run_node(node, [x, x], outputs_info=info)
        with self.assertRaises(cameo.InvalidArgument):
            cameo.backend.run_node(node, [x, x.astype("d")])
        with self.assertRaises(cameo.NotSupported):
            cameo.backend.run_node(helper.make_node("NoSuchOperator", ["a"], ["y"]), [x])
        with self.assertRaisesRegex(cameo.InvalidArgument, "empty list"):
            cameo.backend.run_node(helper.make_node("SequenceLength", ["s"], ["y"]), [[]])


if __name__ == "__main__":
    unittest.main()
