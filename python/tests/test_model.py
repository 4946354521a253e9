"""States of decoders, check, optimize and export."""
import os
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import numpy as np
import onnx
from models import FLOAT, mlp, model, one, value
from onnx import TensorProto, external_data_helper, helper, numpy_helper

import cameo

try:
    import onnxruntime
except ImportError:
    onnxruntime = None
try:
    import matplotlib
    matplotlib.use("agg")
except ImportError:
    matplotlib = None

HEADS, DIM, MOST = 2, 8, 16


def decoder():
    """Attention of new positions over those that went before: [batch, heads, past, dim], grown along past."""
    rng = np.random.default_rng(3)
    init = [numpy_helper.from_array((rng.standard_normal((HEADS * DIM, HEADS * DIM)) / 4).astype(np.float32), n)
            for n in ("wq", "wk", "wv")]
    init.append(numpy_helper.from_array(np.int64([0, 0, HEADS, DIM]), "split"))
    nodes = []
    for n in "qkv":
        nodes += [helper.make_node("MatMul", ["x", f"w{n}"], [f"{n}0"]),
                  helper.make_node("Reshape", [f"{n}0", "split"], [f"{n}1"]),
                  helper.make_node("Transpose", [f"{n}1"], [n], perm=[0, 2, 1, 3])]
    nodes += [helper.make_node("Concat", ["past_key", "k"], ["present_key"], axis=2),
              helper.make_node("Concat", ["past_value", "v"], ["present_value"], axis=2),
              helper.make_node("Transpose", ["present_key"], ["kt"], perm=[0, 1, 3, 2]),
              helper.make_node("MatMul", ["q", "kt"], ["scores"]), helper.make_node("Softmax", ["scores"], ["weights"]),
              helper.make_node("MatMul", ["weights", "present_value"], ["y"])]
    past = [value(f"past_{n}", FLOAT, ["batch", HEADS, "past", DIM]) for n in ("key", "value")]
    present = [value(f"present_{n}", FLOAT, ["batch", HEADS, "total", DIM]) for n in ("key", "value")]
    return model(nodes, [value("x", FLOAT, ["batch", "seq", HEADS * DIM]), *past],
                 [value("y", FLOAT, ["batch", HEADS, "seq", DIM]), *present], 18, init)


PAIRS = {"past_key": "present_key", "past_value": "present_value"}


class Decoding(unittest.TestCase):
    def setUp(self):
        self.session = cameo.InferenceSession(decoder(), cameo.SessionOptions(states=PAIRS))
        self.plain = (onnxruntime or cameo).InferenceSession(decoder())
        self.x = np.random.default_rng(0).standard_normal((MOST, 1, 1, HEADS * DIM)).astype(np.float32)

    def steps(self, session, states, n, batch=1):
        empty = np.zeros((batch, HEADS, 0, DIM), np.float32)
        key = v = empty
        for x in self.x[:n]:
            x = np.concatenate([x * (b + 1) for b in range(batch)])
            want, key, v = self.plain.run(None, {"x": x, "past_key": key, "past_value": v})
            got = session.run(None, {"x": x}, states=states)
            self.assertEqual(len(got), 1)
            np.testing.assert_allclose(got[0], want, rtol=1e-4, atol=1e-5)
            self.assertEqual(states.length, key.shape[2])
            np.testing.assert_allclose(states["past_key"], key.transpose(2, 0, 1, 3), rtol=1e-4, atol=1e-5)
            np.testing.assert_allclose(states["past_value"], v.transpose(2, 0, 1, 3), rtol=1e-4, atol=1e-5)

    def test_as_without(self):
        for batch in (1, 3):
            states = self.session.new_states(MOST, {"batch": batch})
            self.assertEqual(states.nbytes(), 2 * MOST * batch * HEADS * DIM * 4)
            self.steps(self.session, states, MOST, batch)

    def test_nothing_is_copied(self):
        self.session.bind_dims({"past": (0, MOST - 1), "batch": (1, 1), "seq": (1, 1)})
        states = self.session.new_states(MOST, {"batch": 1})
        where = states["past_key"].ctypes.data
        self.steps(self.session, states, MOST)
        self.assertEqual(self.session.get_info()["run_copied_bytes"], 0)
        self.assertEqual(states["past_key"].ctypes.data, where)

    def test_full(self):
        for bound in (False, True):
            if bound:
                self.session.bind_dims({"past": (0, MOST), "batch": (1, 1), "seq": (1, 1)})
            states = self.session.new_states(3, {"batch": 1})
            n = 0
            with self.assertRaises(cameo.InvalidArgument):
                for n in range(5):
                    self.session.run(None, {"x": self.x[n]}, states=states)
            # A plan for more than there is room for is refused at once.
            self.assertEqual((n, states.length), (0, 0) if bound else (3, 3))

    def test_truncate(self):
        states = self.session.new_states(MOST, {"batch": 1})
        self.steps(self.session, states, 5)
        kept = [a.copy() for a in (states["past_key"][:2], states["past_value"][:2])]
        states.truncate(2)
        self.assertEqual(len(states), 2)
        y, = self.session.run(["y"], {"x": self.x[9]}, states=states)
        want = self.plain.run(["y"], {"x": self.x[9], "past_key": kept[0].transpose(1, 2, 0, 3).copy(),
                                      "past_value": kept[1].transpose(1, 2, 0, 3).copy()})[0]
        np.testing.assert_allclose(y, want, rtol=1e-4, atol=1e-5)
        self.assertRaises(cameo.InvalidArgument, states.truncate, 4)
        states.truncate(0)
        self.steps(self.session, states, 2)

    def test_outputs_by_name(self):
        states = self.session.new_states(MOST, {"batch": 1})
        key, y = self.session.run(["present_key", "y"], {"x": self.x[0]}, states=states)
        np.testing.assert_array_equal(key, states["past_key"])
        self.assertEqual(y.shape, (1, HEADS, 1, DIM))

    def test_errors(self):
        for capacity, dims, text in ((0, {"batch": 1}, "capacity is 0"), (3, {}, r"dim 1 \(batch\) is not given")):
            with self.assertRaisesRegex(cameo.InvalidArgument, text):
                self.session.new_states(capacity, dims)
        states = self.session.new_states(MOST, {"batch": 1})
        with self.assertRaisesRegex(cameo.InvalidArgument, "'past_key' is a state"):
            self.session.run(None, {"x": self.x[0], "past_key": states["past_key"]}, states=states)
        with self.assertRaisesRegex(cameo.InvalidArgument, "no value for input x"):
            self.session.run(None, {}, states=states)
        with self.assertRaises(cameo.InvalidArgument):
            self.session.run(None, {"x": self.x[0].astype("d")}, states=states)
        self.assertEqual(states.length, 0)
        self.assertRaises(KeyError, states.__getitem__, "x")
        with self.assertRaisesRegex(cameo.InvalidArgument, "names no states"):
            cameo.InferenceSession(decoder()).new_states(3)
        for wrong in ({"x": "y"}, {"past_key": "nowhere"}):
            with self.assertRaises(cameo.InvalidArgument):
                cameo.InferenceSession(decoder(), cameo.SessionOptions(states=wrong))


def with_external_data(folder, location="data.bin"):
    """The path of a model whose weights lie in a file of their own."""
    m = onnx.load_from_string(mlp())
    path = os.path.join(folder, "model.onnx")
    for t in m.graph.initializer:
        external_data_helper.set_external_data(t, location)
    onnx.save(m, path)
    return path


class Checking(unittest.TestCase):
    def test_none(self):
        self.assertEqual(cameo.check(mlp()), [])
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(cameo.check(with_external_data(folder)), [])

    def test_all_problems(self):
        nodes = [helper.make_node("NoSuch", ["x"], ["a"], name="first"), helper.make_node("Relu", ["a"], ["b"]),
                 helper.make_node("Neither", ["b"], ["y"], name="second")]
        data = model(nodes, [value("x", FLOAT, [1])], [value("y", FLOAT, [1])])
        found = cameo.check(data)
        self.assertEqual([(type(e), e.op_type, e.node_name, e.node) for e in found],
                         [(cameo.NotSupported, "NoSuch", "first", 0), (cameo.NotSupported, "Neither", "second", 2)])

    def test_the_file_itself(self):
        found, = cameo.check(mlp()[:-5])
        self.assertIsInstance(found, cameo.ModelError)
        self.assertIsInstance(found.offset, int)
        self.assertEqual(cameo.check(b"\xff")[0].status, "CAMEO_E_MALFORMED")

    def test_types(self):
        data = model([helper.make_node("Add", ["x", "i"], ["y"], name="sum")],
                     [value("x", FLOAT, [1]), value("i", TensorProto.INT64, [1])], [value("y", FLOAT, [1])])
        found, = cameo.check(data)
        self.assertEqual((found.status, found.node_name), ("CAMEO_E_TYPE", "sum"))

    def test_strict(self):
        data = one("Relu", [("x", FLOAT, [2])], [("y", FLOAT, [3])])
        self.assertEqual(cameo.check(data), [])
        found = cameo.check(data, cameo.SessionOptions(strict=True))
        self.assertEqual([e.status for e in found], ["CAMEO_E_SHAPE"])

    def test_external_data(self):
        with tempfile.TemporaryDirectory() as folder:
            path = with_external_data(folder)
            with open(path, "rb") as f:
                data = f.read()
            self.assertEqual([e.status for e in cameo.check(data)], ["CAMEO_E_IO"])
            self.assertEqual(cameo.check(data, cameo.SessionOptions(external_dir=folder)), [])
            self.assertEqual(cameo.check(path, cameo.SessionOptions(copy_files=True)), [])
            with open(os.path.join(folder, "data.bin"), "r+b") as f:
                f.truncate(100)
            self.assertNotEqual(cameo.check(path), [])
            os.remove(os.path.join(folder, "data.bin"))
            found, = cameo.check(path)
            self.assertIn("data.bin", found.message)
        with tempfile.TemporaryDirectory() as folder:
            m = onnx.load_from_string(mlp())
            for t in m.graph.initializer:
                external_data_helper.set_external_data(t, "../../etc/passwd")
                t.ClearField("raw_data")
                t.data_location = TensorProto.EXTERNAL
            self.assertNotEqual(cameo.check(m.SerializeToString(), cameo.SessionOptions(external_dir=folder)), [])

    def test_errors(self):
        with self.assertRaisesRegex(cameo.ModelError, "nowhere.onnx"):
            cameo.check("/nowhere.onnx")
        with self.assertRaises(cameo.InvalidArgument):
            cameo.check(mlp(), cameo.SessionOptions(rewrites_off=["nothing"]))
        self.assertRaises(TypeError, cameo.check, 7)


class Profiling(unittest.TestCase):
    def test_steps(self):
        session = cameo.InferenceSession(mlp(), cameo.SessionOptions(intra_op_num_threads=1))
        made = session.profile(dims={"batch": 2}, runs=2)
        self.assertEqual((made.runs, made.n_workers), (2, 1))
        self.assertEqual(sum(o.steps for o in made.operators), len(made.steps))
        self.assertEqual([s.ms for s in made.steps], sorted((s.ms for s in made.steps), reverse=True))
        for s in made.steps:
            self.assertTrue(s.kernel and s.ms >= 0 and s.bytes > 0)
        self.assertGreater(made.ms, 0)
        self.assertIn(made.steps[0].kernel, made._repr_html_())

    def test_inputs(self):
        with tempfile.NamedTemporaryFile(suffix=".onnx") as f:
            f.write(mlp())
            f.flush()
            for source in (mlp(), f.name):
                session = cameo.InferenceSession(source, cameo.SessionOptions(intra_op_num_threads=1))
                ops = [sum(s.ops for s in session.profile({"x": np.zeros((n, 16), np.float32)}, runs=1).steps
                           if s.op in ("Gemm", "MatMul")) for n in (1, 8)]
                self.assertEqual(ops, [2 * (16 * 32 + 32 * 16), 8 * 2 * (16 * 32 + 32 * 16)])

    def test_dtypes(self):
        for dtype, x in ((TensorProto.STRING, np.array([["a", "ü"], ["", "c"]], dtype=object)),
                         (TensorProto.INT4, [[1, -2, 3], [4, 5, 6]]), (TensorProto.BFLOAT16, [[1.0, 2.0], [3.0, 4.0]])):
            data = one("Transpose", [("x", dtype, ["n", "m"])], [("y", dtype, ["m", "n"])], 21)
            session = cameo.InferenceSession(data)
            made = session.profile({"x": x}, runs=1)
            self.assertEqual([s.op for s in made.steps], ["Transpose"])

    def test_options(self):
        def profile(**options):
            return cameo.InferenceSession(decoder(), cameo.SessionOptions(**options)).profile(
                dims=None if "dims" in options else {"batch": 1, "seq": 1, "past": 3}, runs=1)

        plain = profile()
        self.assertGreater(len(profile(graph_optimization_level="none").steps), len(plain.steps))
        self.assertNotIn("avx", profile(cpu_mask_off=-1).isa)
        stateful = profile(dims={"batch": 1, "seq": 1, "past": 3}, states=PAIRS, memory_bytes=1 << 26)
        self.assertGreater(len(stateful.steps), 0)
        with self.assertRaisesRegex(cameo.InvalidArgument, "cpu_mask_off"):
            profile(cpu_mask_off=1)

    def test_errors(self):
        session = cameo.InferenceSession(mlp())
        with self.assertRaisesRegex(cameo.InvalidArgument, "no input 'z'"):
            session.profile({"z": 1})
        with self.assertRaisesRegex(cameo.Error, r"float32\[16\] given, want float32\[batch,16\]"):
            session.profile({"x": np.zeros(16, np.float32)})
        with self.assertRaisesRegex(cameo.Error, "depth"):
            session.profile(dims={"depth": 3})
        data = model([helper.make_node("SequenceLength", ["s"], ["n"])],
                     [helper.make_tensor_sequence_value_info("s", FLOAT, None)], [value("n", TensorProto.INT64, [])])
        with self.assertRaisesRegex(cameo.InvalidArgument, "s is no tensor"):
            cameo.InferenceSession(data).profile({"s": [np.float32([1])]})


class Planning(unittest.TestCase):
    def test_buffers(self):
        session = cameo.InferenceSession(mlp(), cameo.SessionOptions(intra_op_num_threads=1))
        made = session.get_plan({"batch": 4})
        self.assertEqual(made.activation_bytes, session.get_memory({"batch": 4}).activations)
        self.assertEqual(max(b.offset + b.bytes for b in made.buffers), made.activation_bytes)
        live = [sum(b.bytes for b in made.buffers if b.begin <= k <= b.end) for k in range(made.steps + 1)]
        self.assertEqual(max(live), made.bound_bytes)
        for i, a in enumerate(made.buffers):
            for b in made.buffers[:i]:
                self.assertTrue(a.end < b.begin or b.end < a.begin or a.offset >= b.offset + b.bytes or
                                b.offset >= a.offset + a.bytes)
        drawn = ElementTree.fromstring(made._repr_html_())
        boxes = [e for e in drawn.iter() if e.get("class") == "buffer"]
        self.assertEqual(len(boxes), len(made.buffers))

    def test_errors(self):
        session = cameo.InferenceSession(mlp())
        with self.assertRaisesRegex(cameo.Error, "depth"):
            session.get_plan({"depth": 3})
        with self.assertRaisesRegex(cameo.InvalidArgument, "plan knows cpu_mask_off"):
            cameo.InferenceSession(mlp(), cameo.SessionOptions(cpu_mask_off=1)).get_plan()


@unittest.skipIf(matplotlib is None, "no matplotlib")
class Plotting(unittest.TestCase):
    def test_plan(self):
        made = cameo.InferenceSession(mlp()).get_plan({"batch": 4})
        ax = made.plot()
        self.assertEqual(sorted((round(p.get_x()), round(p.get_y()), round(p.get_width()), round(p.get_height()))
                                for p in ax.patches),
                         sorted((b.begin, b.offset, b.end - b.begin + 1, b.bytes) for b in made.buffers))
        self.assertIs(made.plot(ax), ax)

    def test_profile(self):
        made = cameo.InferenceSession(mlp()).profile(dims={"batch": 4}, runs=1)
        ax = made.plot()
        self.assertEqual([t.get_text() for t in ax.get_yticklabels()], [f"{o.op} ({o.steps})" for o in made.operators])
        widths = [p.get_width() for p in ax.patches[:len(made.operators)]]
        self.assertEqual(widths, [o.ms for o in made.operators])


class Optimizing(unittest.TestCase):
    def folded(self):
        init = [numpy_helper.from_array(np.float32([1, 2]), "a"), numpy_helper.from_array(np.float32([3, 4]), "b")]
        nodes = [helper.make_node("Add", ["a", "b"], ["c"]), helper.make_node("Identity", ["x"], ["i"]),
                 helper.make_node("Mul", ["i", "c"], ["y"])]
        return model(nodes, [value("x", FLOAT, ["n", 2])], [value("y", FLOAT, ["n", 2])], 18, init)

    def test_less_nodes(self):
        data = cameo.optimize(self.folded())
        made = onnx.load_from_string(data)
        onnx.checker.check_model(made, full_check=True)
        self.assertEqual([n.op_type for n in made.graph.node], ["Mul"])
        x = np.float32([[1, 1], [2, -1]])
        for module in filter(None, (cameo, onnxruntime)):
            np.testing.assert_array_equal(module.InferenceSession(data).run(None, {"x": x})[0], x * [4, 6])

    def test_options(self):
        data = cameo.optimize(self.folded(), cameo.SessionOptions(graph_optimization_level="none", dims={"n": 3}))
        made = onnx.load_from_string(data)
        self.assertEqual(len(made.graph.node), 3)
        self.assertEqual(made.graph.input[0].type.tensor_type.shape.dim[0].dim_value, 3)
        with self.assertRaises(cameo.InvalidArgument):
            cameo.optimize(self.folded(), cameo.SessionOptions(dims={"n": (1, 3)}))

    def test_file_name_as_onnxruntime(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "optimized.onnx")
            options = cameo.SessionOptions(optimized_model_filepath=path)
            session = cameo.InferenceSession(self.folded(), options)
            with open(path, "rb") as f:
                self.assertEqual(f.read(), session.export())

    def test_external_data(self):
        x = np.ones((2, 16), np.float32)
        with tempfile.TemporaryDirectory() as folder:
            data = cameo.optimize(with_external_data(folder))
        for got, want in zip(*(cameo.InferenceSession(d).run(None, {"x": x}) for d in (data, mlp()))):
            np.testing.assert_allclose(got, want, rtol=1e-5)


if __name__ == "__main__":
    unittest.main()
