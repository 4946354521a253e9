"""Strings, sequences, maps and optionals in and out: cameo gives what onnxruntime gives, in values and in types."""
import json
import subprocess
import sys
import tarfile
import unittest
from pathlib import Path

import numpy as np
import onnx
from models import FLOAT, model, one, value
from onnx import TensorProto, helper, numpy_helper

import cameo

try:
    import onnxruntime
except ImportError:
    onnxruntime = None

INT64, STRING, BOOL = TensorProto.INT64, TensorProto.STRING, TensorProto.BOOL
# Estimators of scikit-learn, XGBoost, LightGBM, CatBoost as their converters write them.
FITTED = Path(__file__).resolve().parents[2] / "tests" / "ml" / "cases.tar.xz"


def words(*texts):
    return np.array(texts, dtype=object)


def typed(name, type_proto):
    return helper.make_value_info(name, type_proto)


def tensor(dtype, shape=None):
    return helper.make_tensor_type_proto(dtype, shape)


def sequence(elem):
    return helper.make_sequence_type_proto(elem)


def optional(elem):
    return helper.make_optional_type_proto(elem)


def mapping(key, elem):
    return helper.make_map_type_proto(key, elem)


@unittest.skipIf(onnxruntime is None, "no onnxruntime")
class Beside(unittest.TestCase):
    def same(self, got, want, rtol=1e-5, atol=1e-6):
        """Of one type, and equal."""
        self.assertIs(type(got), type(want))
        if isinstance(want, np.ndarray):
            self.assertEqual((got.dtype, got.shape), (want.dtype, want.shape))
            if want.dtype.kind == "O":
                self.assertEqual({type(e) for e in got.flat}, {type(e) for e in want.flat})
                np.testing.assert_array_equal(got, want)
            else:
                np.testing.assert_allclose(got, want, rtol=rtol, atol=atol)
        elif isinstance(want, dict):
            self.assertEqual(set(got), set(want))
            self.assertEqual({type(k) for k in got}, {type(k) for k in want})
            for key in want:
                self.same(got[key], want[key], rtol, atol)
        elif isinstance(want, (list, tuple)):
            self.assertEqual(len(got), len(want))
            for g, w in zip(got, want):
                self.same(g, w, rtol, atol)
        elif isinstance(want, float):
            np.testing.assert_allclose(got, want, rtol=rtol, atol=atol)
        else:
            self.assertEqual(got, want)

    def check(self, data, *feeds):
        ours, theirs = cameo.InferenceSession(data), onnxruntime.InferenceSession(data)
        for method in ("get_inputs", "get_outputs"):
            self.assertEqual([(a.name, a.type) for a in getattr(ours, method)()],
                             [(a.name, a.type) for a in getattr(theirs, method)()])
        for feed in feeds:
            got = ours.run(None, feed)
            self.same(got, theirs.run(None, feed))
        return got


class Strings(Beside):
    def test_in_and_out(self):
        data = one("Identity", [("x", STRING, ["n", "m"])], [("y", STRING, ["n", "m"])])
        self.check(data, {"x": np.array([["a", "ß\u20ac\U0001f40e"], ["", "a b\n"]], dtype=object)},
                   {"x": np.array([["a", "xyz"]])}, {"x": np.empty((0, 3), dtype=object)})

    def test_computed(self):
        concat = one("StringConcat", [("a", STRING, ["n"]), ("b", STRING, [1])], [("y", STRING, ["n"])], 20)
        self.check(concat, {"a": words("ä", "b", ""), "b": words("-é")})
        equal = one("Equal", [("a", STRING, ["n"]), ("b", STRING, ["n"])], [("y", BOOL, ["n"])], 19)
        self.check(equal, {"a": words("x", "y"), "b": words("x", "z")})
        split = one("StringSplit", [("x", STRING, ["n"])], [("y", STRING, ["n", None]), ("z", INT64, ["n"])], 20,
                    delimiter=" ")
        self.check(split, {"x": words("a b c", "d")})
        norm = one("StringNormalizer", [("x", STRING, ["n"])], [("y", STRING, [None])], case_change_action="UPPER",
                   locale="C", stopwords=["the"], is_case_sensitive=0)
        self.check(norm, {"x": words("The", "end")}, {"x": words("the", "The")})

    def test_labels(self):
        node = helper.make_node("LabelEncoder", ["x"], ["y"], domain="ai.onnx.ml", keys_int64s=[1, 2],
                                values_strings=["one", "two"], default_string="many")
        data = model([node], [value("x", INT64, ["n"])], [value("y", STRING, ["n"])], domains=[("ai.onnx.ml", 3)])
        self.check(data, {"x": np.array([2, 7, 1])})

    def test_what_is_no_unicode(self):
        # A str can hold half of a surrogate pair, which has no UTF-8; bytes that are none come out the same way.
        session = cameo.InferenceSession(one("Identity", [("x", STRING, [1])], [("y", STRING, [1])]))
        for text in (b"\xff\x00\xfe", "\udcff"):
            y, = session.run(None, {"x": np.array([text], dtype=object)})
            self.assertEqual(y[0].encode("utf-8", "surrogateescape"),
                             text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape"))


class Sequences(Beside):
    def test_out(self):
        data = model([helper.make_node("SplitToSequence", ["x"], ["s"], axis=0, keepdims=1)],
                     [value("x", FLOAT, ["n", 2])], [typed("s", sequence(tensor(FLOAT)))])
        self.check(data, {"x": np.arange(6, dtype=np.float32).reshape(3, 2)}, {"x": np.ones((1, 2), np.float32)})

    def test_of_scalars_and_strings(self):
        data = model([helper.make_node("SplitToSequence", ["x"], ["s"], axis=0, keepdims=0)],
                     [value("x", INT64, ["n"])], [typed("s", sequence(tensor(INT64)))])
        self.check(data, {"x": np.arange(3)})
        data = model([helper.make_node("SequenceConstruct", ["a", "b"], ["s"])],
                     [value("a", STRING, [None]), value("b", STRING, [None])], [typed("s", sequence(tensor(STRING)))])
        self.check(data, {"a": words("x"), "b": words("y", "ü")})

    def test_in(self):
        nodes = [helper.make_node("SequenceAt", ["s", "i"], ["y"]), helper.make_node("SequenceLength", ["s"], ["n"]),
                 helper.make_node("SequenceErase", ["s", "i"], ["t"])]
        data = model(nodes, [typed("s", sequence(tensor(FLOAT))), value("i", INT64, [])],
                     [value("y", FLOAT, None), value("n", INT64, []), typed("t", sequence(tensor(FLOAT)))])
        arrays = [np.float32([1, 2]), np.float32([[3]]), np.zeros((0, 2), np.float32)]
        self.check(data, {"s": arrays, "i": np.array(1)}, {"s": arrays, "i": np.array(-1)},
                   {"s": arrays[:1], "i": np.array(0)})

    def test_empty(self):
        data = model([helper.make_node("SequenceEmpty", [], ["s"], dtype=FLOAT)], [],
                     [typed("s", sequence(tensor(FLOAT)))])
        self.assertEqual(self.check(data, {}), [[]])
        data = one("SequenceLength", [("s", FLOAT, None)], [("n", INT64, [])])
        data = model([helper.make_node("SequenceLength", ["s"], ["n"])], [typed("s", sequence(tensor(FLOAT)))],
                     [value("n", INT64, [])])
        self.assertEqual(cameo.InferenceSession(data).run(None, {"s": []})[0], 0)

    def test_errors(self):
        data = model([helper.make_node("SequenceLength", ["s"], ["n"])], [typed("s", sequence(tensor(FLOAT)))],
                     [value("n", INT64, [])])
        session = cameo.InferenceSession(data)
        for wrong, text in ((7, r"int given, want a list for seq\(tensor\(float\)\)"), ("ab", "str given"),
                            ({"a": 1}, "dict given"), ([np.zeros(2)], r"tensor\(double\) given, want tensor\(float\)")):
            with self.assertRaisesRegex(cameo.InvalidArgument, f"input s: {text}") as caught:
                session.run(None, {"s": wrong})
            self.assertEqual(caught.exception.status, "CAMEO_E_TYPE")


class Maps(Beside):
    def test_in(self):
        for key, keys in ((STRING, ["a", "ü", "c"]), (INT64, [5, -7, 1])):
            vocabulary = {"string_vocabulary" if key == STRING else "int64_vocabulary": keys}
            node = helper.make_node("DictVectorizer", ["m"], ["y"], domain="ai.onnx.ml", **vocabulary)
            data = model([node], [typed("m", mapping(key, tensor(FLOAT, [])))], [value("y", FLOAT, [1, 3])],
                         domains=[("ai.onnx.ml", 3)])
            self.check(data, {"m": {keys[2]: 3.5, keys[0]: 1.0}}, {"m": {keys[1]: -1.0}})
        session = cameo.InferenceSession(data)
        for wrong, text in (([1], "list given, want a dict"), ({"a": 1.0}, r"given, want tensor\(int64\)"),
                            ({1: "a"}, r"given, want tensor\(float\)")):
            with self.assertRaisesRegex(cameo.InvalidArgument, f"input m: .*{text}"):
                session.run(None, {"m": wrong})

    def test_zip_map(self):
        for key, labels in (("strings", ["no", "yes"]), ("int64s", [3, -1])):
            node = helper.make_node("ZipMap", ["x"], ["z"], domain="ai.onnx.ml", **{f"classlabels_{key}": labels})
            data = model([node], [value("x", FLOAT, ["n", 2])],
                         [typed("z", sequence(mapping(STRING if key == "strings" else INT64, tensor(FLOAT, []))))],
                         domains=[("ai.onnx.ml", 3)])
            x = np.float32([[0.25, 0.75], [1, 0]])
            got, = self.check(data, {"x": x}, {"x": x[:1]}, {"x": x})
            self.assertEqual(got, [dict(zip(labels, row)) for row in x.tolist()])


class Optionals(Beside):
    def test_in(self):
        for elem, given in ((tensor(FLOAT, ["n"]), np.float32([1, 2])),
                            (sequence(tensor(FLOAT)), [np.float32([1]), np.float32([2, 3])])):
            data = model([helper.make_node("OptionalHasElement", ["o"], ["b"])], [typed("o", optional(elem))],
                         [value("b", BOOL, [])])
            self.assertEqual(self.check(data, {"o": given}), [np.array(True)])
            self.assertEqual(self.check(data, {"o": None}), [np.array(False)])

    def test_out(self):
        data = model([helper.make_node("Optional", ["x"], ["o"])], [value("x", FLOAT, ["n"])],
                     [typed("o", optional(tensor(FLOAT, ["n"])))])
        self.check(data, {"x": np.float32([1, 2])})
        empty = model([helper.make_node("Optional", [], ["o"], type=tensor(FLOAT, ["n"]))], [],
                      [typed("o", optional(tensor(FLOAT, ["n"])))])
        self.assertEqual(self.check(empty, {}), [None])

    def test_element(self):
        data = model([helper.make_node("OptionalGetElement", ["o"], ["y"])],
                     [typed("o", optional(sequence(tensor(FLOAT))))], [typed("y", sequence(tensor(FLOAT)))])
        self.check(data, {"o": [np.float32([1]), np.float32([2, 3])]})
        with self.assertRaises(cameo.Error) as caught:
            cameo.InferenceSession(data).run(None, {"o": None})
        self.assertEqual(caught.exception.op_type, "OptionalGetElement")

    def test_left_out(self):
        # An optional without a value need not be named.
        data = model([helper.make_node("OptionalHasElement", ["o"], ["b"])],
                     [typed("o", optional(tensor(FLOAT, ["n"])))], [value("b", BOOL, [])])
        self.assertEqual(cameo.InferenceSession(data).run(None, {})[0], False)


class WithoutMlDtypes(unittest.TestCase):
    def test_bits(self):
        """Types that numpy has not come and go as integers, those of less than a byte one element each."""
        for dtype, carrier, numbers in ((TensorProto.BFLOAT16, "uint16", [0x3F80, 0xC000]),
                                        (TensorProto.FLOAT8E4M3FN, "uint8", [0x38, 0xC0]),
                                        (TensorProto.INT4, "int8", [-8, 7, 1]), (TensorProto.UINT4, "uint8", [15, 0, 3])):
            program = (
                "import sys; sys.modules['ml_dtypes'] = None\n"
                "import cameo, numpy\n"
                "session = cameo.InferenceSession(sys.stdin.buffer.read())\n"
                f"y, = session.run(None, {{'x': numpy.array({numbers}, '{carrier}')}})\n"
                "print(y.dtype, y.tolist())\n")
            data = one("Identity", [("x", dtype, ["n"])], [("y", dtype, ["n"])], 21)
            said = subprocess.run([sys.executable, "-c", program], input=data, check=True, stdout=subprocess.PIPE).stdout
            self.assertEqual(said.decode().strip(), f"{carrier} {numbers}")


@unittest.skipUnless(FITTED.exists(), f"no {FITTED}")
class Fitted(Beside):
    def test_all(self):
        """Labels, probabilities, ZipMap's lists of dicts, columns of a data frame."""
        kinds, n_same = set(), 0
        with tarfile.open(FITTED) as archive:
            files = {m.name: archive.extractfile(m).read() for m in archive.getmembers() if m.isfile()}
        names = sorted({name.split("/")[0] for name in files})
        self.assertGreaterEqual(len(names), 60)
        for name in names:
            with self.subTest(name):
                data = files[f"{name}/model.onnx"]
                tolerance = json.loads(files.get(f"{name}/data.json", b"{}"))
                ours = cameo.InferenceSession(data)
                try:
                    theirs = onnxruntime.InferenceSession(data)
                except Exception as e:  # of onnxruntime's own classes
                    # Strings want a locale that not every computer has.
                    self.assertRegex(str(e), "NOT_IMPLEMENTED|Failed to construct locale")
                    continue
                if any(not a.type.startswith("tensor") for a in ours.get_inputs()):
                    continue
                inputs = [onnx.TensorProto.FromString(files[f"{name}/test_data_set_0/input_{i}.pb"])
                          for i in range(len(ours.get_inputs()))]
                feed = {a.name: numpy_helper.to_array(t) for a, t in zip(ours.get_inputs(), inputs)}
                got = ours.run(None, feed)
                self.same(got, theirs.run(None, feed), rtol=max(tolerance.get("rtol", 0), 1e-3),
                          atol=max(tolerance.get("atol", 0), 1e-5))
                n_same += 1
                kinds |= {type(v[0] if isinstance(v, list) else v) for v in got}
        self.assertGreaterEqual(n_same, 50)
        self.assertEqual(kinds, {np.ndarray, dict})


if __name__ == "__main__":
    unittest.main()
