"""Models that are looked into and changed."""
import os
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
from models import FLOAT, endless, mlp, model, one, value
from onnx import TensorProto, helper, numpy_helper

import cameo

X = np.float32([[1, -2, 3], [4, 5, -6]])
W = np.arange(9, dtype=np.float32).reshape(3, 3)


def small(**more):
    """y = Relu(x @ w), with metadata and doc strings."""
    nodes = [helper.make_node("MatMul", ["x", "w"], ["m"], name="product", doc_string="a product"),
             helper.make_node("Relu", ["m"], ["y"], name="activation")]
    return model(nodes, [value("x", FLOAT, ["n", 3])], [value("y", FLOAT, ["n", 3])], 18,
                 [numpy_helper.from_array(W, "w")], producer_name="test", doc_string="small", **more)


def run(data, x=X, name="x"):
    return cameo.InferenceSession(data).run(None, {name: x})[0]


class Looking(unittest.TestCase):
    def test_nodes_and_values(self):
        m = cameo.Model(small())
        self.assertEqual((m.n_graphs, m.n_nodes), (1, 2))
        self.assertEqual([n.op_type for n in m.nodes()], ["MatMul", "Relu"])
        product = m.node("product")
        self.assertEqual((product.inputs, product.outputs, product.graph, m.node(product.id)), (["x", "w"], ["m"], 0,
                                                                                              product))
        x, w, y = m.value("x"), m.value("w"), m.value("y")
        self.assertEqual((x.is_input, x.type, x.shape, x.node), (True, "tensor(float)", ["n", 3], None))
        self.assertEqual((w.is_input, w.type), (False, ""))
        np.testing.assert_array_equal(m.tensor(w.initializer), W)
        np.testing.assert_array_equal(m.tensor("w"), W)
        self.assertEqual((y.is_output, m.node(y.node).op_type, y.initializer), (True, "Relu", None))
        graph = m.graph()
        self.assertEqual((graph.inputs, graph.outputs, graph.name, graph.parent, len(graph.initializers)),
                         (["x"], ["y"], "graph", None, 1))
        self.assertEqual({v.name for v in m.values(0)}, {"x", "w", "m", "y"})
        self.assertEqual([n.name for n in m.nodes(0)], ["product", "activation"])

    def test_attributes(self):
        node = helper.make_node("Op", ["x", ""], ["y"], domain="my", i=3, f=0.5, s="ü", ints=[1, 2],
                                floats=[0.5, -1.5], texts=["a", ""], tensor=numpy_helper.from_array(W))
        data = model([node], [value("x", FLOAT, [3])], [value("y", FLOAT, [3])], 18, domains=[("my", 1)])
        read, = cameo.Model(data).nodes()
        np.testing.assert_array_equal(read.attributes.pop("tensor"), W)
        self.assertEqual(read.inputs, ["x", ""])
        self.assertEqual(read.attributes, {"i": 3, "f": 0.5, "s": "ü", "ints": [1, 2], "floats": [0.5, -1.5],
                                           "texts": ["a", ""]})

    def test_subgraphs_and_functions(self):
        m = cameo.Model(endless())
        loop = next(n for n in m.nodes(0))
        body = m.graph(loop.attributes["body"].id)
        self.assertEqual((body.name, body.parent, body.node, body.inputs), ("body", 0, loop.id, ["i", "c", "v"]))
        self.assertEqual([m.node(n).op_type for n in body.nodes], ["Identity", "Sin"])
        function = helper.make_function("my", "F", ["a"], ["b"], [helper.make_node("LeakyRelu", ["a"], ["b"])],
                                        [helper.make_opsetid("", 18)], ["alpha"])
        function.node[0].attribute.append(onnx.AttributeProto(name="alpha", ref_attr_name="slope",
                                                              type=onnx.AttributeProto.FLOAT))
        whole = onnx.load_from_string(one("Neg", [("x", FLOAT, [3])], [("y", FLOAT, [3])]))
        whole.functions.append(function)
        m = cameo.Model(whole.SerializeToString())
        called = m.graph(1)
        self.assertEqual((called.name, called.function, called.parent), ("F", 0, None))
        self.assertEqual(m.node(called.nodes[0]).attributes, {"alpha": cameo.Ref("slope", "float")})

    def test_tensors(self):
        texts = helper.make_tensor("t", TensorProto.STRING, [2], ["a", "ü"])
        packed = helper.make_tensor("p", TensorProto.INT4, [3], [1, -2, 7])
        empty = helper.make_tensor("e", TensorProto.INT64, [0, 2], [])
        data = model([helper.make_node("Identity", ["t"], ["y"])], [], [value("y", TensorProto.STRING, [2])], 21,
                     [texts, packed, empty])
        m = cameo.Model(data)
        self.assertEqual(m.tensor("t").tolist(), ["a", "ü"])
        self.assertEqual(m.tensor("p").astype(int).tolist(), [1, -2, 7])
        self.assertEqual((m.tensor("e").shape, m.tensor("e").dtype), ((0, 2), np.int64))

    def test_errors(self):
        m = cameo.Model(small())
        for call in (lambda: m.graph(1), lambda: m.node(2), lambda: m.value(99), lambda: m.tensor(1),
                     lambda: m.node("none"), lambda: m.value("none"), lambda: m.tensor("x")):
            with self.assertRaises(cameo.InvalidArgument):
                call()
        with self.assertRaises(cameo.ModelError):
            cameo.Model(b"\xff\xff")
        with self.assertRaises(cameo.ModelError):
            cameo.Model("no such file")
        doubled = [helper.make_node("Neg", ["x"], ["a"], name="n"), helper.make_node("Neg", ["a"], ["y"], name="n")]
        m = cameo.Model(model(doubled, [value("x", FLOAT, [3])], [value("y", FLOAT, [3])]))
        with self.assertRaisesRegex(cameo.InvalidArgument, "there are 2 nodes of the name 'n'"):
            m.node("n")


class Editing(unittest.TestCase):
    def changed(self, *calls, data=None):
        with cameo.Editor(data or small()) as e:
            for call in calls:
                call(e)
            made = e.to_bytes()
        return onnx.load_from_string(made), made

    def test_nothing(self):
        for data in (small(), mlp(), endless()):
            self.assertEqual(cameo.Editor(data).to_bytes(), data)

    def test_nodes(self):
        _, made = self.changed(lambda e: e.set_node("activation", op_type="LeakyRelu"),
                               lambda e: e.set_attribute("activation", "alpha", 0.5))
        np.testing.assert_allclose(run(made), np.where(X @ W < 0, X @ W / 2, X @ W))
        proto, made = self.changed(
            lambda e: e.add_node("Neg", ["m"], ["negative"], before="activation", name="new"),
            lambda e: e.set_node(e.model.node("activation"), inputs=["negative"]),
            lambda e: e.set_attribute(e.add_node("Cast", ["negative"], ["z"], attributes={"to": 1}), "to", 7),
            lambda e: e.add_output("z", np.int64, ["n", 3]))
        self.assertEqual([n.op_type for n in proto.graph.node], ["MatMul", "Neg", "Relu", "Cast"])
        y, z = cameo.InferenceSession(made).run(None, {"x": X})
        np.testing.assert_array_equal(y, np.maximum(-(X @ W), 0))
        np.testing.assert_array_equal(z, -(X @ W).astype(np.int64))
        onnx.checker.check_model(proto)
        proto, made = self.changed(lambda e: e.remove_node("activation"), lambda e: e.rename("y", "gone"),
                                   lambda e: e.remove_output("y"), lambda e: e.rename("m", "y"),
                                   lambda e: e.add_output("y", np.float32, ["n", 3]))
        np.testing.assert_array_equal(run(made), X @ W)

    def test_attributes(self):
        node = helper.make_node("Op", ["x"], ["y"], domain="my", old=1, s="a")
        data = model([node], [value("x", FLOAT, [3])], [value("y", FLOAT, [3])], 18, domains=[("my", 1)])
        given = {"i": -3, "b": True, "f": 0.25, "s": "ü", "ints": [1, 2], "floats": [1, 0.5], "texts": ["a", b"b"],
                 "none": [], "t": W, "several": [W, X]}
        proto, _ = self.changed(*(lambda e, k=k, v=v: e.set_attribute(0, k, v) for k, v in given.items()),
                                lambda e: e.remove_attribute(0, "old"), data=data)
        read = {a.name: helper.get_attribute_value(a) for a in proto.graph.node[0].attribute}
        np.testing.assert_array_equal(numpy_helper.to_array(read.pop("t")), W)
        for got, want in zip(read.pop("several"), (W, X), strict=True):
            np.testing.assert_array_equal(numpy_helper.to_array(got), want)
        self.assertEqual(read, {"i": -3, "b": 1, "f": 0.25, "s": "ü".encode(), "ints": [1, 2], "floats": [1, 0.5],
                                "texts": [b"a", b"b"], "none": []})

    def test_graphs(self):
        with cameo.Editor(small()) as e:
            e.set_node("activation", op_type="If", inputs=["positive"])
            e.add_node("Constant", [], ["zero"], before="activation", attributes={"value": np.zeros((), np.float32)})
            e.add_node("ReduceMax", ["m"], ["most"], before="activation", attributes={"keepdims": 0})
            e.add_node("Greater", ["most", "zero"], ["positive"], before="activation")
            for branch, op_type, out in (("then_branch", "Relu", "p"), ("else_branch", "Neg", "q")):
                graph = e.add_graph("activation", branch)
                e.add_node(op_type, ["m"], [out], graph=graph)
                e.add_output(out, np.float32, ["n", 3], graph=graph)
            made = e.to_bytes()
            with self.assertRaisesRegex(cameo.InvalidArgument, "no node 99"):
                e.add_graph(99, "body")
            self.assertEqual(e.to_bytes(), made)
        onnx.checker.check_model(onnx.load_from_string(made), full_check=True)
        np.testing.assert_array_equal(run(made), np.maximum(X @ W, 0) if (X @ W).max() > 0 else -(X @ W))
        y, = cameo.InferenceSession(made).run(None, {"x": X * 0})
        np.testing.assert_array_equal(y, X * 0 @ W)

    def test_values(self):
        proto, made = self.changed(lambda e: e.rename("x", "image"), lambda e: e.set_type("y", np.float32, [None, 3]),
                                   lambda e: e.set_type(e.model.value("x"), "float32", [2, "k"]))
        self.assertEqual(proto.graph.input[0].name, "image")
        dims = [d.dim_param or d.dim_value for d in proto.graph.input[0].type.tensor_type.shape.dim]
        self.assertEqual(dims, [2, "k"])
        np.testing.assert_array_equal(run(made, name="image"), np.maximum(X @ W, 0))
        proto, made = self.changed(lambda e: e.remove_initializer("w"), lambda e: e.add_input("w", np.float32, [3, 3]))
        self.assertEqual([i.name for i in proto.graph.input], ["x", "w"])
        y, = cameo.InferenceSession(made).run(None, {"x": X, "w": W * 2})
        np.testing.assert_array_equal(y, np.maximum(X @ W * 2, 0))
        proto, _ = self.changed(lambda e: e.set_type("y", None))
        self.assertFalse(proto.graph.output[0].HasField("type"))

    def test_tensors(self):
        large = np.arange(3000, dtype=np.float32).reshape(3, 1000)
        _, made = self.changed(lambda e: e.set_tensor("w", large), lambda e: e.set_type("y", np.float32, ["n", 1000]))
        np.testing.assert_allclose(run(made), np.maximum(X @ large, 0), rtol=1e-6)
        _, made = self.changed(lambda e: e.add_initializer("v", W.T),
                               lambda e: e.set_node("product", inputs=["x", "v"]),
                               lambda e: e.remove_initializer("w"))
        np.testing.assert_array_equal(run(made), np.maximum(X @ W.T, 0))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.onnx"
            (Path(folder) / "w.bin").write_bytes(b"1234" + W.tobytes())
            with cameo.Editor(small(), path) as e:
                e.set_external("w", np.float32, [3, 3], "w.bin", 4)
            np.testing.assert_array_equal(run(path), np.maximum(X @ W, 0))
            np.testing.assert_array_equal(cameo.Model(path).tensor("w"), W)
        texts = [np.array(["a", "ü" * 300], dtype=object), np.array(["a", "b"])]
        for text in texts:
            with cameo.Editor(small()) as e:
                e.add_initializer("t", text)
                self.assertEqual(cameo.Model(e.to_bytes()).tensor("t").tolist(), text.tolist())

    def test_the_model(self):
        proto, _ = self.changed(lambda e: e.set_opset(2, "my"), lambda e: e.set_opset(19),
                                lambda e: e.set_metadata("key", "value"), lambda e: e.set_metadata("gone", "a"),
                                lambda e: e.set_metadata("gone", None),
                                lambda e: e.set_text(producer_name="other", graph_name="net", graph_doc_string="doc"),
                                lambda e: e.set_version(ir_version=10, model_version=3))
        self.assertEqual({o.domain: o.version for o in proto.opset_import}, {"": 19, "my": 2})
        self.assertEqual({p.key: p.value for p in proto.metadata_props}, {"key": "value"})
        self.assertEqual((proto.producer_name, proto.graph.name, proto.graph.doc_string, proto.doc_string,
                          proto.ir_version, proto.model_version), ("other", "net", "doc", "small", 10, 3))
        proto, _ = self.changed(lambda e: e.strip_docs())
        self.assertEqual((proto.doc_string, proto.graph.node[0].doc_string), ("", ""))

    def test_types(self):
        untyped = onnx.load_from_string(small())
        untyped.graph.output[0].ClearField("type")
        for every, n in ((False, 0), (True, 1)):
            proto, _ = self.changed(lambda e: e.set_types(every), data=untyped.SerializeToString())
            dims = [d.dim_param or d.dim_value for d in proto.graph.output[0].type.tensor_type.shape.dim]
            self.assertEqual(dims, ["n", 3])
            self.assertEqual(len(proto.graph.value_info), n)
            onnx.checker.check_model(proto, full_check=True)
        unknown = model([helper.make_node("Op", ["x"], ["y"], domain="my")], [value("x", FLOAT, [3])],
                        [value("y", FLOAT, [3])], domains=[("my", 1)])
        with self.assertRaises(cameo.NotSupported):
            cameo.Editor(unknown).set_types()

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            source, target = os.path.join(folder, "a.onnx"), Path(folder) / "b.onnx"
            Path(source).write_bytes(small())
            with cameo.Editor(source, target) as e:
                e.rename("x", "image")
                self.assertFalse(target.exists())
            np.testing.assert_array_equal(run(target, name="image"), np.maximum(X @ W, 0))
            target.unlink()
            with self.assertRaises(OSError), cameo.Editor(source, target) as e:
                raise OSError
            self.assertFalse(target.exists())
            with self.assertRaises(FileNotFoundError), cameo.Editor(source, Path(folder) / "none" / "c.onnx"):
                pass

    def test_mistakes_change_nothing(self):
        e = cameo.Editor(small())
        e.rename("x", "image")
        before = e.to_bytes()
        for call in (lambda: e.remove_attribute("product", "none"), lambda: e.remove_node(99),
                     lambda: e.rename(99, "a"),
                     lambda: e.remove_input("y"), lambda: e.set_tensor(7, W), lambda: e.set_metadata("none", None),
                     lambda: e.set_attribute("product", "a", {}), lambda: e.set_attribute("product", "a", object()),
                     lambda: e.set_text(colour="red"), lambda: e.add_node("Neg", "m", ["z"]),
                     lambda: e.remove_node("none"), lambda: e.add_output("z", np.float32, [1] * 99, graph=5),
                     lambda: e.add_initializer("v", np.zeros((2,), "M8[s]")),
                     lambda: e.set_attribute("product", "a", 2**70), lambda: e.rename("y", "a\0b")):
            with self.assertRaises((ValueError, OverflowError)):
                call()
            self.assertEqual(e.to_bytes(), before)
        removed = cameo.Editor(small())
        removed.remove_node("product")
        with self.assertRaisesRegex(cameo.InvalidArgument, "CAMEO_E_ARG"):
            removed.set_node("product", name="again")
        # What contradicts itself is found where it is loaded.
        e.rename("m", "image")
        with self.assertRaises(cameo.Error):
            cameo.InferenceSession(e.to_bytes())

    def test_memory_grows(self):
        e = cameo.Editor(small())
        for i in range(3000):
            e.set_metadata(f"key {i}", "a text " * 5)
        proto = onnx.load_from_string(e.to_bytes())
        self.assertEqual(len(proto.metadata_props), 3000)
        weights = np.ones((100, 100), np.float32)
        e.add_initializer("kept", weights)
        weights[:] = 2
        self.assertEqual(cameo.Model(e.to_bytes()).tensor("kept").min(), 1)
        e.set_metadata("key 7", "other")
        self.assertEqual({p.key: p.value for p in onnx.load_from_string(e.to_bytes()).metadata_props}["key 7"], "other")


if __name__ == "__main__":
    unittest.main()
