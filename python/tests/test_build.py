"""Importers, functions, rewrites and loaders."""
import gc
import os
import tempfile
import unittest
import weakref

import numpy as np
import onnx
from models import FLOAT, model, value
from onnx import TensorProto, helper

import cameo

X = np.float32([1, -2, 3])


def mine(op_type="Swish", n_inputs=1, **attributes):
    """A model of one node of the domain mine, over a vector."""
    names = ["x", "z"][:n_inputs]
    node = helper.make_node(op_type, names, ["y"], domain="mine", name="node", **attributes)
    return model([node], [value(n, FLOAT, [3]) for n in names], [value("y", FLOAT, [3])], 18, domains=[("mine", 2)])


def swish(node, b):
    b.opset(18)
    b.node("Mul", ["in0", b.node("Sigmoid", ["in0"])], outputs=["out0"])


def run(data, feed=None, **options):
    return cameo.InferenceSession(data, cameo.SessionOptions(**options)).run(None, feed or {"x": X})[0]


def load(build, data=None, **more):
    return cameo.InferenceSession(data or mine(), cameo.SessionOptions(importers=[cameo.Importer("mine", None, build,
                                                                                                 **more)]))


class Importing(unittest.TestCase):
    def test_node(self):
        got = run(mine(), importers=[cameo.Importer("mine", "Swish", swish)])
        np.testing.assert_allclose(got, X / (1 + np.exp(-X)), rtol=1e-6)
        session = load(swish)
        self.assertEqual(cameo.check(mine(), session._options), [])
        self.assertEqual({n.op_type for n in onnx.load_from_string(session.export()).graph.node} - {"Swish"},
                         {n.op_type for n in onnx.load_from_string(session.export()).graph.node})

    def test_what_is_known(self):
        seen = []

        def build(node, b):
            seen.append((node.name, node.op_type, node.domain, node.version, node.n_inputs, node.n_outputs,
                         node.attribute("n", 0), node.attribute("f", 0.0), node.attribute("s", ""),
                         node.attribute("l", [0]), node.attribute("none", 7), node.input(0), node.input(5)))
            b.opset(18)
            b.node("Identity", ["in0"], ["out0"])

        load(build, mine(n=3, f=0.5, s="ü", l=[1, 2]))
        name, op_type, domain, version, n_in, n_out, n, f, s, ints, none, x, absent = seen[0]
        self.assertEqual((name, op_type, domain, version, n_in, n_out), ("node", "Swish", "mine", 2, 1, 1))
        self.assertEqual((n, f, s, ints, none, absent), (3, 0.5, "ü", [1, 2], 7, None))
        self.assertEqual((x.dtype, x.shape, x.value), (np.float32, (3,), None))

    def test_constants(self):
        weights = np.arange(300, dtype=np.float32)
        node = helper.make_node("Op", ["x", "w"], ["y"], domain="mine")
        data = model([node], [value("x", FLOAT, [300])], [value("y", FLOAT, [300])], 18, domains=[("mine", 1)],
                     initializers=[onnx.numpy_helper.from_array(weights, "w")])

        def build(node, b):
            b.opset(18)
            half = b.constant(node.input(1).value / 2)
            b.node("Add", [b.node("Add", ["in0", half]), b.constant(1.5)], ["out0"])

        np.testing.assert_array_equal(run(data, {"x": weights}, importers=[cameo.Importer("mine", "Op", build)]),
                                      weights * 1.5 + 1.5)

    def test_attributes(self):
        def build(node, b):
            b.opset(18)
            b.node("LeakyRelu", ["in0"], ["a"], attributes={"alpha": cameo.Ref("slope", "float")})
            b.node("Unsqueeze", ["a", b.node("Constant", [], attributes={"value_ints": [0]})], ["u"])
            b.node("Transpose", ["u"], ["t"], attributes={"perm": [1, 0]})
            b.node("Squeeze", ["t", b.node("Constant", [], attributes={"value": np.int64([1])})], ["s"])
            b.node("Cast", ["s"], ["out0"], attributes={"to": np.int64(1)}, name="cast")

        np.testing.assert_array_equal(run(mine(slope=2.0), importers=[cameo.Importer("mine", "Swish", build)]),
                                      np.where(X < 0, X * 2, X))

    def test_texts(self):
        def build(node, b):
            b.opset(20)
            words = b.node("Constant", [], attributes={"value": np.array(["b", "ü" * 200], dtype=object)})
            more = b.node("Constant", [], attributes={"value_strings": ["c", b"d"]})
            b.node("StringConcat", [words, more], ["out0"])

        node = helper.make_node("Words", [], ["y"], domain="mine")
        data = model([node], [], [value("y", TensorProto.STRING, [2])], 20, domains=[("mine", 1)])
        session = cameo.InferenceSession(data, cameo.SessionOptions(importers=[cameo.Importer("mine", None, build)]))
        self.assertEqual(session.run(None, {})[0].tolist(), ["bc", "ü" * 200 + "d"])

    def test_subgraphs(self):
        def build(node, b):
            b.opset(18)
            b.node("ReduceMax", ["in0"], ["m"], attributes={"keepdims": 0})
            b.node("Greater", ["m", b.constant(2.0)], ["c"])
            b.node("If", ["c"], ["out0"])
            with b.subgraph("then_branch", outputs=["n"]):
                b.node("Neg", ["in0"], ["n"])
            with b.subgraph("else_branch", outputs=["i"]):
                b.node("Identity", ["in0"], ["i"])

        session = load(build)
        np.testing.assert_array_equal(session.run(None, {"x": X})[0], -X)
        np.testing.assert_array_equal(session.run(None, {"x": X - 2})[0], X - 2)

        def scan(node, b):
            b.opset(18)
            b.node("Scan", ["in0"], ["out0"], attributes={"num_scan_inputs": 1})
            with b.subgraph("body", inputs=[("e", np.float32, [])], outputs=["n"]):
                b.node("Abs", ["e"], ["n"])

        np.testing.assert_array_equal(load(scan).run(None, {"x": X})[0], np.abs(X))

    def test_declining(self):
        asked = []

        def declining(node, b):
            asked.append("first")
            return NotImplemented

        importers = [cameo.Importer("mine", None, declining), cameo.Importer("mine", "Other", swish),
                     cameo.Importer("mine", "Swish", swish, oldest=3), cameo.Importer("mine", "Swish", swish, newest=1)]
        with self.assertRaises(cameo.NotSupported):
            cameo.InferenceSession(mine(), cameo.SessionOptions(importers=importers))
        importers.append(cameo.Importer("mine", "Swish", swish, oldest=2, newest=2))
        np.testing.assert_allclose(run(mine(), importers=importers), X / (1 + np.exp(-X)), rtol=1e-6)
        self.assertEqual(set(asked), {"first"})

    def test_raising(self):
        def failing(node, b):
            raise ValueError("out of ideas")

        with self.assertRaises(cameo.Error) as caught:
            load(failing)
        self.assertEqual((caught.exception.status, caught.exception.op_type), ("CAMEO_E_DEVICE", "Swish"))
        self.assertIn("out of ideas", str(caught.exception))
        self.assertIsInstance(caught.exception.__cause__, ValueError)

        def refusing(node, b):
            raise NotImplementedError("not today")

        with self.assertRaisesRegex(cameo.NotSupported, "not today"):
            load(refusing)

        def limiting(node, b):
            raise cameo.Error("too much", status="CAMEO_E_LIMIT")

        with self.assertRaises(cameo.Error) as caught:
            load(limiting)
        self.assertEqual(caught.exception.status, "CAMEO_E_LIMIT")
        problems = cameo.check(mine(), cameo.SessionOptions(importers=[cameo.Importer("mine", None, limiting)]))
        self.assertEqual([p.status for p in problems], ["CAMEO_E_LIMIT"])

        def stopping(node, b):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            load(stopping)

    def test_mistakes(self):
        for text, build in (
                ("nowhere", lambda node, b: b.node("Neg", ["nowhere"], ["out0"])),
                ("out0", lambda node, b: b.node("Neg", ["in0"], ["other"])),
                ("in0", lambda node, b: b.node("Neg", ["in0"], ["in0"])),
                ("axis", lambda node, b: b.node("Softmax", ["in0"], ["out0"], attributes={"axis": {}})),
                ("list of names", lambda node, b: b.node("Neg", "in0", ["out0"])),
                ("Nothing", lambda node, b: b.node("Nothing", ["in0"], ["out0"])),
                ("thing", lambda node, b: b.node("Neg", ["in0"], ["out0"], attributes={"a": cameo.Ref("a", "thing")})),
                ("out0", lambda node, b: b._builder.end() or b._builder.end()),
                ("NUL", lambda node, b: b.node("N\0g", ["in0"], ["out0"])),
                ("complaint", lambda node, b: 1 / 0 if node is None else (_ for _ in ()).throw(OSError("complaint")))):
            with self.subTest(text), self.assertRaisesRegex(cameo.Error, text):
                load(lambda node, b: (b.opset(18), build(node, b))[0])
        with self.assertRaisesRegex(cameo.InvalidArgument, "called"):
            cameo.Importer("mine", None, None)

        def swallowing(node, b):
            try:
                b.node("Neg", ["nowhere"], ["out0"])
            except cameo.Error:
                pass

        with self.assertRaises(cameo.Error):
            load(swallowing)

    def test_what_is_kept_is_empty(self):
        kept = []

        def build(node, b):
            kept.extend((node, b))
            swish(node, b)

        load(build)
        for call in (lambda: kept[0].input(0), lambda: kept[0].attribute("a", 1), lambda: kept[1].opset(18),
                     lambda: kept[1].node("Neg", [], [])):
            with self.assertRaisesRegex(ValueError, "during the call"):
                call()

    def test_nothing_is_leaked(self):
        class Builder:
            def __call__(self, node, b):
                swish(node, b)

        build = Builder()
        gone = weakref.ref(build)
        session = load(build)
        del build
        gc.collect()
        self.assertIsNotNone(gone())
        del session
        gc.collect()
        self.assertIsNone(gone())

    def test_functions(self):
        body = [helper.make_node("Sigmoid", ["a"], ["s"]), helper.make_node("Mul", ["a", "s"], ["b"])]
        function = helper.make_function("mine", "Swish", ["a"], ["b"], body, [helper.make_opsetid("", 18)])
        expected = X / (1 + np.exp(-X))
        np.testing.assert_allclose(run(mine(), functions=[function]), expected, rtol=1e-6)
        whole = onnx.load_from_string(mine())
        whole.functions.append(function)
        np.testing.assert_allclose(run(mine(), functions=[whole.SerializeToString()]), expected, rtol=1e-6)
        for wrong, error in (([function, function], cameo.InvalidArgument), ([b"\xff"], cameo.Error),
                             (["text"], cameo.InvalidArgument)):
            with self.assertRaises(error):
                run(mine(), functions=wrong)


def log_exp(**more):
    """Log(Exp(x)) and what the rewrite below leaves of it."""
    nodes = [helper.make_node("Exp", ["x"], ["e"]), helper.make_node("Log", ["e"], ["y"])]
    return model(nodes, [value("x", FLOAT, ["n"])], [value("y", FLOAT, ["n"])], 18, **more)


PATTERN = [("Exp", ["a"], ["b"]), ("Log", ["b"], ["c"])]


def twice(graph, match, b):
    b.opset(18)
    b.node("Add", ["a", "a"], ["c"])


class Rewriting(unittest.TestCase):
    def test_pattern(self):
        seen = []

        def build(graph, match, b):
            node = graph.node(match.nodes[1])
            seen.append((node.op_type, len(graph), match.names, graph.value(match.inputs[0]), node.inputs,
                         graph.reader(match.inputs[0])))
            twice(graph, match, b)

        for when in ("first", "behind"):
            seen.clear()
            got = run(log_exp(), rewrites=[cameo.Rewrite("double", build, pattern=PATTERN, when=when)])
            np.testing.assert_array_equal(got, X * 2)
            op_type, n, names, x, inputs, reader = seen[0]
            self.assertEqual((op_type, list(names), x.dtype, x.shape), ("Log", ["a"], np.float32, (-1,)))
            self.assertGreaterEqual(n, 2)
            self.assertEqual(len(inputs), 1)
            self.assertIsNotNone(reader)
        rewrite = cameo.Rewrite("double", twice, pattern=PATTERN)
        for off in ({"rewrites_off": ["double"]}, {"graph_optimization_level": "none"}):
            np.testing.assert_allclose(run(log_exp(), rewrites=[rewrite], **off), X, rtol=1e-6)

    def test_constants(self):
        nodes = [helper.make_node("Mul", ["k", "x"], ["m"]), helper.make_node("Add", ["m", "w"], ["y"])]
        init = [onnx.numpy_helper.from_array(np.float32(2), "k"), onnx.numpy_helper.from_array(X, "w")]
        data = model(nodes, [value("x", FLOAT, [3])], [value("y", FLOAT, [3])], 18, init)

        def build(graph, match, b):
            np.testing.assert_array_equal(graph.value(match.names["w"]).value, X)
            b.opset(18)
            b.node("Sub", ["x", "w"], ["y"])

        def rewrite(k):
            return cameo.Rewrite("sub", build, pattern=[("Mul", ["x", "k"], ["m"]), ("Add", ["m", "w"], ["y"])],
                                 constants={"k": k, "w": None})

        np.testing.assert_array_equal(run(data, rewrites=[rewrite(2)]), X - X)
        np.testing.assert_array_equal(run(data, rewrites=[rewrite(3)]), X * 3)

    def test_match(self):
        def wanted(graph, match):
            return graph.node(match.nodes[0]).op_type == answer[0]

        rewrite = cameo.Rewrite("double", twice, pattern=PATTERN, match=wanted)
        answer = ["Exp"]
        np.testing.assert_array_equal(run(log_exp(), rewrites=[rewrite]), X * 2)
        answer = ["Neg"]
        np.testing.assert_allclose(run(log_exp(), rewrites=[rewrite]), X, rtol=1e-6)

        def match(graph, root):
            node = graph.node(root)
            if node.op_type != "Log":
                return None
            return [root], node.inputs

        def build(graph, match, b):
            self.assertEqual(match.names, {})
            b.opset(18)
            b.node("Neg", ["in0"], ["out0"])

        np.testing.assert_allclose(run(log_exp(), rewrites=[cameo.Rewrite("neg", build, match=match)]), -np.exp(X),
                                   rtol=1e-6)

    def test_declining(self):
        rewrite = cameo.Rewrite("double", lambda graph, match, b: NotImplemented, pattern=PATTERN)
        np.testing.assert_allclose(run(log_exp(), rewrites=[rewrite]), X, rtol=1e-6)

    def test_own_operator(self):
        op = cameo.CustomOp("mine", "Double", lambda inputs, attributes: [inputs[0] * 2])

        def build(graph, match, b):
            b.opset(1, "mine")
            b.node("Double", ["a"], ["c"], domain="mine")

        got = run(log_exp(), rewrites=[cameo.Rewrite("double", build, pattern=PATTERN)], custom_ops=[op])
        np.testing.assert_array_equal(got, X * 2)

    def test_raising(self):
        def failing(*arguments):
            raise ValueError("out of ideas")

        for rewrite in (cameo.Rewrite("bad", failing, pattern=PATTERN),
                        cameo.Rewrite("bad", twice, pattern=PATTERN, match=failing),
                        cameo.Rewrite("bad", twice, match=failing)):
            with self.assertRaisesRegex(cameo.Error, "out of ideas") as caught:
                run(log_exp(), rewrites=[rewrite])
            self.assertEqual(caught.exception.status, "CAMEO_E_DEVICE")
            self.assertIsInstance(caught.exception.__cause__, ValueError)

        def stopping(*arguments):
            raise KeyboardInterrupt

        for rewrite in (cameo.Rewrite("bad", stopping, pattern=PATTERN), cameo.Rewrite("bad", twice, match=stopping)):
            with self.assertRaises(KeyboardInterrupt):
                run(log_exp(), rewrites=[rewrite])

    def test_mistakes(self):
        for wrong in ({"pattern": ()}, {"pattern": PATTERN, "when": "never"}, {"match": 3}):
            with self.assertRaises(cameo.InvalidArgument):
                cameo.Rewrite("bad", twice, **wrong)
        for match in (lambda graph, root: 3, lambda graph, root: ([1],), lambda graph, root: ([99], [0]),
                      lambda graph, root: (list(range(40)), [])):
            with self.assertRaises(cameo.Error):
                run(log_exp(), rewrites=[cameo.Rewrite("bad", twice, match=match)])
        unread = [("Exp", ["a"], ["b"]), ("Log", ["x"], ["c"])]
        with self.assertRaisesRegex(cameo.InvalidArgument, "pattern"):
            run(log_exp(), rewrites=[cameo.Rewrite("bad", twice, pattern=unread)])
        rewrite = cameo.Rewrite("double", twice, pattern=PATTERN)
        with self.assertRaisesRegex(cameo.InvalidArgument, "another rewrite"):
            run(log_exp(), rewrites=[rewrite, rewrite])
        with self.assertRaisesRegex(IndexError, "node 99"):
            def far(graph, match):
                errors.append(self.assertRaises(IndexError, graph.node, 99))
                graph.node(99)

            errors = []
            try:
                run(log_exp(), rewrites=[cameo.Rewrite("far", twice, pattern=PATTERN, match=far)])
            except cameo.Error as e:
                raise e.__cause__ from None

    def test_other_dims_are_left_out(self):
        def smaller(graph, match, b):
            b.opset(18)
            b.node("ReduceSum", ["a"], ["c"])

        got = run(log_exp(), rewrites=[cameo.Rewrite("sum", smaller, pattern=PATTERN)], log_severity_level=4)
        np.testing.assert_allclose(got, X, rtol=1e-6)


class Profiling(unittest.TestCase):
    def test_refused(self):
        session = load(swish)
        with self.assertRaisesRegex(cameo.InvalidArgument, "importers"):
            session.profile({"x": X})


class Loading(unittest.TestCase):
    """Files of a format of one's own: "MINE", the columns of a matrix as a byte, the matrix w; y = x @ w."""
    W = np.arange(1, 7, dtype=np.float32).reshape(3, 2)
    FILE = b"MINE\x02" + W.tobytes()

    @staticmethod
    def build(data, b):
        w = np.frombuffer(data, np.float32, offset=5).reshape(3, data[4])
        b.opset(18)
        b.metadata("made", "by hand")
        x = b.input("x", np.float32, ["n", 3])
        b.node("MatMul", [x, b.initializer("w", w)], outputs=["y"])
        b.output("y", np.float32, ["n", data[4]])

    def session(self, data=None, build=None, **more):
        loaders = more.pop("loaders", None) or [cameo.Loader("mine", build or self.build, extension=".mine",
                                                             recognise=lambda data: data[:4] == b"MINE")]
        options = cameo.SessionOptions(loaders=loaders, **more)
        return cameo.InferenceSession(self.FILE if data is None else data, options)

    def test_recognised(self):
        s = self.session()
        x = np.float32([[1, 0, -1], [2, 2, 2]])
        np.testing.assert_array_equal(s.run(None, {"x": x})[0], x @ self.W)
        self.assertEqual([(i.name, i.shape) for i in s.get_inputs()], [("x", ["n", 3])])
        self.assertEqual([(o.name, o.shape) for o in s.get_outputs()], [("y", ["n", 2])])
        self.assertEqual(s.get_modelmeta().custom_metadata_map, {"made": "by hand"})
        onnx.checker.check_model(onnx.load_from_string(s.export()), full_check=True)
        other = cameo.Loader("mine", self.build, recognise=lambda data: False)
        importers = [cameo.Importer("mine", "Swish", swish)]
        np.testing.assert_array_equal(run(mine(), loaders=[other], importers=importers),
                                      run(mine(), importers=importers))

    def test_by_name(self):
        asked = []
        by_name = cameo.Loader("mine", self.build, extension=".MINE")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.mine")
            with open(path, "wb") as f:
                f.write(self.FILE)
            s = self.session(path, loaders=[by_name])
            np.testing.assert_array_equal(s.run(None, {"x": X[None]})[0], X[None] @ self.W)
        with self.assertRaisesRegex(cameo.Error, "not ONNX|MALFORMED"):
            self.session(loaders=[by_name])
        s = self.session(loaders=[by_name], format="mine")
        np.testing.assert_array_equal(s.run(None, {"x": X[None]})[0], X[None] @ self.W)
        with self.assertRaisesRegex(cameo.InvalidArgument, 'no loader for format "other"'):
            self.session(format="other")
        declines = cameo.Loader("first", lambda data, b: asked.append(len(data)) or NotImplemented,
                                recognise=lambda data: asked.append(data[:4]) or True)
        s = self.session(loaders=[declines, by_name, cameo.Loader("last", self.build, recognise=lambda data: True)])
        self.assertEqual(asked[:2], [b"MINE", len(self.FILE)])
        np.testing.assert_array_equal(s.run(None, {"x": X[None]})[0], X[None] @ self.W)

    def test_large(self):
        """Weights that the first memory of the builder does not hold, and texts; only the beginning is looked at."""
        w = np.arange(3 * 200, dtype=np.float32).reshape(3, 200).repeat(500, axis=1)
        seen = []

        def build(data, b):
            seen.append(len(data))
            b.opset(18)
            x = b.input("x", np.float32, [None, 3])
            b.node("MatMul", [x, b.initializer("w", np.frombuffer(data, np.float32).reshape(3, -1))], outputs=["y"])
            b.node("Identity", [b.initializer("t", np.array(["a", "\u00fc" * 300]))], outputs=["texts"])

        s = self.session(w.tobytes(), loaders=[cameo.Loader("raw", build, recognise=lambda data: len(data) == 4096)])
        y, texts = s.run(None, {"x": X[None]})
        np.testing.assert_allclose(y, X[None] @ w)
        self.assertEqual(texts.tolist(), ["a", "\u00fc" * 300])
        self.assertEqual(set(seen), {w.nbytes})

    def test_errors(self):
        def fails(data, b):
            raise ValueError("no such version")

        with self.assertRaisesRegex(cameo.Error, "no such version") as caught:
            self.session(build=fails)
        self.assertIsInstance(caught.exception.__cause__, ValueError)
        with self.assertRaisesRegex(cameo.Error, "cannot look") as caught:
            self.session(loaders=[cameo.Loader("mine", self.build,
                                               recognise=lambda data: (_ for _ in ()).throw(OSError("cannot look")))])
        self.assertIsInstance(caught.exception.__cause__, OSError)
        with self.assertRaises(KeyboardInterrupt):
            self.session(build=lambda data, b: (_ for _ in ()).throw(KeyboardInterrupt))
        with self.assertRaisesRegex(cameo.Error, "NoSuch"):
            self.session(build=lambda data, b: (b.opset(18), b.input("x", np.float32, [3]), b.node("NoSuch", ["x"])))
        with self.assertRaisesRegex(cameo.Error, "given twice|twice"):
            self.session(build=lambda data, b: (b.opset(18), b.initializer("w", X), b.initializer("w", X)))
        with self.assertRaises(cameo.InvalidArgument):
            cameo.Loader("mine", None)
        kept = []
        self.session(build=lambda data, b: (kept.append(b), self.build(data, b))[1])
        with self.assertRaisesRegex(ValueError, "during the call"):
            kept[0].opset(18)

    def test_released(self):
        class Build:
            def __call__(self, data, b):
                Loading.build(data, b)

        build = Build()
        gone = weakref.ref(build)
        s = self.session(build=build)
        s.run(None, {"x": X[None]})
        del build, s
        gc.collect()
        self.assertIsNone(gone())


if __name__ == "__main__":
    unittest.main()
