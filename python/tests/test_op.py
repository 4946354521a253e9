"""Operators that Python computes, and ImageDecoder, which is one of them."""
import asyncio
import gc
import io
import threading
import unittest
import weakref

import numpy as np
import onnx
from models import FLOAT, model, one, value
from onnx import TensorProto, helper

import cameo

try:
    from PIL import Image
except ImportError:
    Image = None

UINT8 = TensorProto.UINT8


def custom(inputs, outputs, n_outputs=1, **attributes):
    """A model of one node Op of the domain my."""
    names = [n for n, *_ in outputs]
    node = helper.make_node("Op", [n for n, *_ in inputs], names[:n_outputs], domain="my", name="node", **attributes)
    return model([node], [value(*i) for i in inputs if i[0]], [value(*o) for o in outputs], 18, domains=[("my", 1)])


X, Y = ("x", FLOAT, ["n", 2]), ("y", FLOAT, ["n", 2])
FEED = {"x": np.float32([[-1, 2], [3, -4]])}


def session(op, data, **options):
    return cameo.InferenceSession(data, cameo.SessionOptions(custom_ops=[op], **options))


class Computing(unittest.TestCase):
    def test_attributes(self):
        seen = []

        def run(inputs, attributes):
            seen.append(attributes)
            return [inputs[0] * np.float32(attributes["slope"])]

        op = cameo.CustomOp("my", "Op", run, attributes={"slope": 0.5, "n": 3, "text": "a", "ints": [1], "floats": [0.5],
                                                         "on": False})
        y, = session(op, custom([X], [Y])).run(None, FEED)
        np.testing.assert_array_equal(y, FEED["x"] / 2)
        data = custom([X], [Y], slope=2.0, n=-7, text="ü", ints=[4, 5], floats=[1.5, -2.0], on=1)
        y, = session(op, data).run(None, FEED)
        np.testing.assert_array_equal(y, FEED["x"] * 2)
        self.assertEqual(seen, [{"slope": 0.5, "n": 3, "text": "a", "ints": [1], "floats": [0.5], "on": False},
                                {"slope": 2.0, "n": -7, "text": "ü", "ints": [4, 5], "floats": [1.5, -2.0], "on": 1}])

    def test_optionals_and_maps(self):
        def run(inputs, attributes):
            x = inputs[0]
            return [x[0] if x[0] > 0 else None, {i: float(v) for i, v in enumerate(x)}, {"n": len(x)}]

        op = cameo.CustomOp("my", "Op", run, outputs=[(0, None), {np.int64: np.float32}, {"str": "int64"}])

        def read(inputs, attributes):
            seen.append(inputs)
            return [np.float32([-1 if inputs[0] is None else inputs[0], sum(inputs[1].values())])]

        reader = cameo.CustomOp("my", "Read", read, shape=lambda inputs, attributes: [(2,)], outputs=["float32"])
        seen = []
        nodes = [helper.make_node("Op", ["x"], ["first", "places", "names"], domain="my"),
                 helper.make_node("Read", ["first", "places"], ["y"], domain="my")]
        outputs = [value("y", FLOAT, [2]), *(onnx.ValueInfoProto(name=n) for n in ("first", "places", "names"))]
        data = model(nodes, [value("x", FLOAT, ["n"])], outputs, 18, domains=[("my", 1)])
        made = cameo.InferenceSession(data, cameo.SessionOptions(custom_ops=[op, reader]))
        self.assertEqual([o.type for o in made.get_outputs()][1:],
                         ["optional(tensor(float))", "map(int64,tensor(float))", "map(string,tensor(int64))"])
        for first in (3.0, -3.0):
            y, one, places, names = made.run(None, {"x": np.float32([first, 2])})
            self.assertEqual(y.tolist(), [max(first, -1), first + 2])
            self.assertEqual(None if one is None else float(one), first if first > 0 else None)
            self.assertEqual((places, names), ({0: first, 1: 2.0}, {"n": 2}))
        self.assertIsNone(seen[-1][0])
        for wrong, status in (([None, 3, {}], "CAMEO_E_TYPE"), ([None, {"a": 1.0}, {}], "CAMEO_E_TYPE"),
                              ([None, {1: "a"}, {}], "CAMEO_E_TYPE"), ([None, {}], "CAMEO_E_DEVICE")):
            bad = cameo.CustomOp("my", "Op", lambda inputs, attributes, wrong=wrong: wrong,
                                 outputs=[("float32", None), {np.int64: np.float32}, {"str": "int64"}])
            made = cameo.InferenceSession(data, cameo.SessionOptions(custom_ops=[bad, reader]))
            with self.assertRaises(cameo.Error) as caught:
                made.run(None, {"x": np.float32([1])})
            self.assertEqual(caught.exception.status, status)

    def test_shapes_and_dtypes(self):
        def shape(inputs, attributes):
            kinds.append((inputs[0].dtype, inputs[0].shape, inputs[0].value is None))
            n = -1 if inputs[0].value is None else int((inputs[0].value > 0).sum())
            return [(n,), (2,)]

        def run(inputs, attributes):
            x = inputs[0]
            return [np.nonzero(x.reshape(-1) > 0)[0], np.array(x.shape, np.uint8)]

        kinds = []
        op = cameo.CustomOp("my", "Op", run, shape=shape, outputs=["int64", np.uint8])
        data = custom([X], [("y", TensorProto.INT64, ["k"]), ("z", UINT8, [2])], 2)
        s = session(op, data)
        self.assertEqual([(o.type, o.shape) for o in s.get_outputs()],
                         [("tensor(int64)", ["k"]), ("tensor(uint8)", [2])])
        self.assertEqual(kinds[0], (np.float32, (-1, 2), True))
        for _ in range(2):
            y, z = s.run(None, FEED)
            self.assertEqual((y.tolist(), z.tolist()), ([1, 2], [2, 2]))
        self.assertIn((np.float32, (2, 2), False), kinds)

    def test_sizes_that_are_declared_wrongly(self):
        # The output is declared with the dim n of the input, and nothing contradicts that before the model runs. It is
        # computed into an array of this size, and again where that is too small: the first time, and never after that.
        calls = []

        def run(inputs, attributes):
            calls.append(len(inputs))
            return [np.arange(int(inputs[0][0, 0]))]

        op = cameo.CustomOp("my", "Op", run, outputs=["int64"],
                            shape=lambda i, _: [(-1 if i[0].value is None else int(i[0].value[0, 0]),)])
        s = session(op, custom([X], [("y", TensorProto.INT64, ["n"])]))
        for n, n_calls in ((1, 1), (2, 2), (3, 1), (1, 1)):
            calls.clear()
            self.assertEqual(s.run(None, {"x": np.full((1, 2), n, np.float32)})[0].tolist(), list(range(n)))
            self.assertEqual(len(calls), n_calls)

    def test_lists_of_texts(self):
        seen = []

        def run(inputs, attributes):
            seen.append(attributes["words"])
            return inputs

        op = cameo.CustomOp("my", "Op", run, attributes={"words": ["none"]})
        for data, words in ((custom([X], [Y]), ["none"]), (custom([X], [Y], words=["ü", "", "b"]), ["ü", "", "b"])):
            session(op, data).run(None, FEED)
            self.assertEqual(seen.pop(), words)

    def test_shapes_that_run_decides(self):
        op = cameo.CustomOp("my", "Op", lambda inputs, _: [inputs[0][inputs[0] > 0], np.array(inputs[0].ndim)],
                            outputs=[0, "int64"], decides=True)
        data = custom([X], [("y", FLOAT, ["k"]), ("z", TensorProto.INT64, [])], 2)
        s = session(op, data)
        for x in (FEED["x"], np.float32([[-1, -2]]), np.float32([[1, 2], [3, 4]])):
            y, z = s.run(None, {"x": x})
            self.assertEqual((y.tolist(), z.tolist()), (x[x > 0].tolist(), 2))
        for shape, wrong in (([(3,), ()], True), ([(-1,), None], False), ([(2,), ()], False), ([(-1, -1), ()], True)):
            op = cameo.CustomOp("my", "Op", lambda inputs, _: [inputs[0][inputs[0] > 0], np.array(2)],
                                shape=lambda *_, s=shape: s, outputs=[0, "int64"], decides=True)
            if wrong:
                with self.assertRaises(cameo.Error):
                    session(op, data).run(None, FEED)
            else:
                self.assertEqual(session(op, data).run(None, FEED)[0].tolist(), [2, 3])

    def test_strings(self):
        def run(inputs, attributes):
            self.assertEqual(inputs[0].dtype, object)
            upper = np.array([[t.upper() for t in row] for row in inputs[0].tolist()], object)
            return [upper.reshape(inputs[0].shape),
                    np.int64([len(t) for t in inputs[0].reshape(-1)])]

        op = cameo.CustomOp("my", "Op", run, outputs=["str", "int64"])
        text = ("x", TensorProto.STRING, ["n", 2])
        data = custom([text], [("y", TensorProto.STRING, ["n", 2]), ("z", TensorProto.INT64, ["k"])], 2)
        y, z = session(op, data).run(None, {"x": np.array([["a", "büx"], ["", "cd"]], object)})
        self.assertEqual((y.tolist(), z.tolist()), ([["A", "BÜX"], ["", "CD"]], [1, 3, 0, 2]))
        y, z = session(op, data).run(None, {"x": np.zeros((0, 2), object)})
        self.assertEqual((y.shape, z.shape), ((0, 2), (0,)))
        # Numbers from strings, with shapes that are known.
        op = cameo.CustomOp("my", "Op", lambda inputs, _: [np.int64([[len(t) for t in r] for r in inputs[0]])],
                            shape=lambda inputs, _: [inputs[0].shape], outputs=["int64"])
        data = custom([text], [("y", TensorProto.INT64, ["n", 2])])
        self.assertEqual(session(op, data).run(None, {"x": np.array([["a", "bcd"]], object)})[0].tolist(), [[1, 3]])

    def test_sequences(self):
        def described(inputs, attributes):
            kinds.append((inputs[0].dtype, inputs[0].shape, inputs[0].value))
            return [None, None]

        kinds = []
        sequence = helper.make_tensor_sequence_value_info("x", FLOAT, None)
        texts = helper.make_tensor_sequence_value_info("z", TensorProto.STRING, None)
        backwards = helper.make_tensor_sequence_value_info("y", FLOAT, None)
        node = helper.make_node("Op", ["x"], ["y", "z"], domain="my")
        data = model([node], [sequence], [backwards, texts], 18, domains=[("my", 1)])
        op = cameo.CustomOp("my", "Op", lambda inputs, _: [inputs[0][::-1], [[str(i.ndim)] for i in inputs[0]]],
                            shape=described, outputs=[[0], ["str"]])
        s = session(op, data)
        given = [np.float32([1, 2]), np.float32([[3]]), np.zeros((0, 5), np.float32)]
        for items in (given, [], given[:1]):
            y, z = s.run(None, {"x": items})
            self.assertEqual([i.tolist() for i in y], [i.tolist() for i in items[::-1]])
            self.assertEqual([i.tolist() for i in z], [[str(i.ndim)] for i in items])
        self.assertEqual(kinds[0], (np.float32, None, None))

    def test_maps(self):
        x = helper.make_map_type_proto(TensorProto.STRING, helper.make_tensor_type_proto(FLOAT, None))
        data = model([helper.make_node("Op", ["x"], ["y"], domain="my")], [helper.make_value_info("x", x)],
                     [value("y", FLOAT, [])], 18, domains=[("my", 1)])
        op = cameo.CustomOp("my", "Op", lambda inputs, _: [np.float32(len(inputs[0]) * inputs[0]["b"])],
                            shape=lambda *_: [()], outputs=["float32"])
        self.assertEqual(session(op, data).run(None, {"x": {"a": 1.0, "b": 2.5}})[0], 5)

    def test_absent_inputs(self):
        def run(inputs, attributes):
            return [np.int64([len(inputs), inputs[1] is None, inputs[2].sum()])]

        op = cameo.CustomOp("my", "Op", run, shape=lambda inputs, _: [(len(inputs) * (inputs[1] is None),)],
                            outputs=["int64"])
        data = custom([X, ("", FLOAT, []), ("z", TensorProto.INT64, ["m"])], [("y", TensorProto.INT64, [3])])
        y, = session(op, data).run(None, {**FEED, "z": np.int64([4, 5])})
        self.assertEqual(y.tolist(), [3, 1, 9])

    def test_replaces(self):
        data = one("Relu", [X], [Y])
        op = cameo.CustomOp("", "Relu", lambda inputs, _: [inputs[0] + 1], replace=True)
        np.testing.assert_array_equal(session(op, data).run(None, FEED)[0], FEED["x"] + 1)
        with self.assertRaisesRegex(cameo.InvalidArgument, "Relu"):
            session(cameo.CustomOp("", "Relu", lambda inputs, _: inputs), data)

    def test_on_many_threads_and_awaited(self):
        op = cameo.CustomOp("my", "Op", lambda inputs, _: [inputs[0] * 2])
        s = session(op, custom([X], [Y]))
        wrong = []

        def work(i):
            x = np.full((i, 2), i, np.float32)
            for _ in range(20):
                if not np.array_equal(s.run(None, {"x": x})[0], x * 2):
                    wrong.append(i)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(1, 6)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(wrong, [])

        async def main():
            return await s.run_async(None, FEED)

        np.testing.assert_array_equal(asyncio.run(main())[0], FEED["x"] * 2)

    def test_check_export_and_optimize(self):
        op = cameo.CustomOp("my", "Op", lambda inputs, _: [inputs[0] * 2])
        data = custom([X], [Y])
        options = cameo.SessionOptions(custom_ops=[op])
        self.assertEqual(cameo.check(data, options), [])
        self.assertEqual([e.op_type for e in cameo.check(data)], ["Op"])
        made = onnx.load_from_string(cameo.optimize(data, options))
        self.assertEqual([(n.domain, n.op_type) for n in made.graph.node], [("my", "Op")])
        with self.assertRaisesRegex(cameo.InvalidArgument, "custom_ops"):
            session(op, data).profile(FEED)

    def test_everything_is_freed(self):
        def run(inputs, attributes):
            return [inputs[0]]

        s, gone = session(cameo.CustomOp("my", "Op", run), custom([X], [Y])), weakref.ref(run)
        s.run(None, FEED)
        del run, s
        gc.collect()
        self.assertIsNone(gone())

    def test_functions_that_hold_their_session(self):
        def run(inputs, attributes):
            return [inputs[0] * len(held)]

        held = [session(cameo.CustomOp("my", "Op", run), custom([X], [Y]))]
        np.testing.assert_array_equal(held[0].run(None, FEED)[0], FEED["x"])
        gone = weakref.ref(held[0])
        del run, held
        gc.collect()
        self.assertIsNone(gone())


class Failing(unittest.TestCase):
    def raised(self, op, data=None, feed=None):
        with self.assertRaises(cameo.Error) as caught:
            session(op, data or custom([X], [Y])).run(None, feed or FEED)
        return caught.exception

    def test_what_python_raises(self):
        def fail(error):
            def run(inputs, attributes):
                raise error
            return run

        for error, status in ((ValueError("seven"), "CAMEO_E_DEVICE"),
                              (NotImplementedError("seven"), "CAMEO_E_UNSUPPORTED"),
                              (cameo.Error("seven", status="CAMEO_E_LIMIT"), "CAMEO_E_LIMIT")):
            got = self.raised(cameo.CustomOp("my", "Op", fail(error)))
            self.assertEqual((got.status, got.node_name, got.op_type), (status, "node", "Op"))
            self.assertIn("seven", got.message)
            got = self.raised(cameo.CustomOp("my", "Op", lambda inputs, _: inputs, shape=fail(error)))
            self.assertEqual((got.status, got.op_type), (status, "Op"))

        with self.assertRaises(KeyboardInterrupt):
            session(cameo.CustomOp("my", "Op", fail(KeyboardInterrupt())), custom([X], [Y]),
                    intra_op_num_threads=1).run(None, FEED)

    def test_wrong_results(self):
        for run, text in ((lambda inputs, _: [inputs[0][:1]], "another dtype or shape"),
                          (lambda inputs, _: [inputs[0].astype("d")], "want tensor.float"),
                          (lambda inputs, _: [], "fewer outputs"), (lambda inputs, _: 7, "TypeError")):
            self.assertRegex(self.raised(cameo.CustomOp("my", "Op", run)).message, text)
        for shape in ([(2,)], [(2, 3)], [(1,) * 9], [("a",)]):
            self.raised(cameo.CustomOp("my", "Op", lambda inputs, _: inputs, shape=lambda *_, s=shape: s))
        self.raised(cameo.CustomOp("my", "Op", lambda inputs, _: inputs, shape=lambda inputs, _: [(-1, 2)]))

    def test_wrong_results_that_run_decides(self):
        def op(run, output):
            return cameo.CustomOp("my", "Op", run, outputs=[output], decides=True)

        for run, output, text in ((lambda inputs, _: [inputs[0].astype("d")], 0, "want tensor.float"),
                                  (lambda inputs, _: [], 0, "fewer outputs"),
                                  (lambda inputs, _: [np.zeros((1,) * 9, np.float32)], 0, "rank")):
            self.assertRegex(self.raised(op(run, output)).message, text)
        sequence = helper.make_tensor_sequence_value_info("y", FLOAT, None)
        node = helper.make_node("Op", ["x"], ["y"], domain="my")
        data = model([node], [value(*X)], [sequence], 18, domains=[("my", 1)])
        for run, text in ((lambda inputs, _: [7], "want a list"),
                          (lambda inputs, _: [[inputs[0], "a"]], "want tensor.float")):
            self.assertRegex(self.raised(op(run, [0]), data).message, text)

    def test_options(self):
        with self.assertRaisesRegex(cameo.InvalidArgument, "attribute a: the default is None"):
            cameo.CustomOp("my", "Op", lambda inputs, _: inputs, attributes={"a": None})
        self.assertIn("no input 3", self.raised(cameo.CustomOp("my", "Op", lambda i, _: i, outputs=[3])).message)
        with self.assertRaises(cameo.NotSupported):
            cameo.InferenceSession(custom([X], [Y]))


@unittest.skipIf(Image is None, "no Pillow")
class Images(unittest.TestCase):
    """Beside Pillow, which the standard's own tests are made with; those run in test_backend."""

    def decode(self, data, layout):
        made = one("ImageDecoder", [("x", UINT8, ["n"])], [("y", UINT8, ["h", "w", None])], 20, pixel_format=layout)
        return cameo.InferenceSession(made).run(None, {"x": np.frombuffer(data, np.uint8)})[0]

    def test_formats(self):
        pixels = np.random.default_rng(0).integers(0, 256, (5, 7, 3), dtype=np.uint8)
        image = Image.fromarray(pixels)
        for name in ("BMP", "PNG", "TIFF", "PPM"):
            f = io.BytesIO()
            image.save(f, name)
            np.testing.assert_array_equal(self.decode(f.getvalue(), "RGB"), pixels)
            np.testing.assert_array_equal(self.decode(f.getvalue(), "BGR"), pixels[:, :, ::-1])
            np.testing.assert_array_equal(self.decode(f.getvalue(), "Grayscale")[:, :, 0], np.array(image.convert("L")))

    def test_no_images(self):
        for data in (b"", b"no image", b"\x89PNG\r\n\x1a\nand no more"):
            self.assertEqual(self.decode(data, "RGB").shape, (0, 0, 3))
            self.assertEqual(self.decode(data, "Grayscale").shape, (0, 0, 1))
        with self.assertRaises(cameo.Error) as caught:
            self.decode(b"", "YCbCr")
        self.assertEqual(caught.exception.status, "CAMEO_E_MALFORMED")

    def test_own_one(self):
        own = cameo.CustomOp("", "ImageDecoder", lambda inputs, _: [np.zeros((1, 1, 3), np.uint8)],
                             shape=lambda inputs, _: [(1, 1, 3)], outputs=["uint8"])
        data = one("ImageDecoder", [("x", UINT8, ["n"])], [("y", UINT8, ["h", "w", None])], 20)
        y, = session(own, data).run(None, {"x": np.zeros(3, np.uint8)})
        self.assertEqual(y.shape, (1, 1, 3))


if __name__ == "__main__":
    unittest.main()
