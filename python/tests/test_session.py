"""cameo.InferenceSession with tensors: results beside numpy and onnxruntime, how arrays are taken, errors, memory."""
import gc
import logging
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import weakref
from pathlib import Path

import numpy as np
from models import FLOAT, endless, mlp, model, one, value
from onnx import TensorProto, helper

import cameo

try:
    import onnxruntime
except ImportError:
    onnxruntime = None
try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

RELU = one("Relu", [("x", FLOAT, ["N", 3])], [("y", FLOAT, ["N", 3])])


class Results(unittest.TestCase):
    def test_beside_numpy(self):
        session = cameo.InferenceSession(RELU)
        for n in (0, 1, 2, 100):
            x = np.random.default_rng(n).standard_normal((n, 3)).astype(np.float32)
            y, = session.run(["y"], {"x": x})
            self.assertEqual((y.dtype, y.shape), (np.float32, (n, 3)))
            np.testing.assert_array_equal(y, np.maximum(x, 0))
            self.assertTrue(y.flags.writeable)

    @unittest.skipIf(onnxruntime is None, "no onnxruntime")
    def test_beside_onnxruntime(self):
        data = mlp()
        ours, theirs = cameo.InferenceSession(data), onnxruntime.InferenceSession(data)
        for n in (1, 7):
            x = np.random.default_rng(n).standard_normal((n, 16)).astype(np.float32)
            for names in (None, ["y"], ["sum"], ["sum", "y", "sum"]):
                got, want = ours.run(names, {"x": x}), theirs.run(names, {"x": x})
                self.assertEqual(len(got), len(want))
                for g, w in zip(got, want):
                    self.assertEqual((g.dtype, g.shape), (w.dtype, w.shape))
                    np.testing.assert_allclose(g, w, rtol=1e-4, atol=1e-4)

    @unittest.skipIf(onnxruntime is None, "no onnxruntime")
    def test_describes_as_onnxruntime(self):
        data = mlp()
        ours, theirs = cameo.InferenceSession(data), onnxruntime.InferenceSession(data)
        for method in ("get_inputs", "get_outputs", "get_overridable_initializers"):
            got, want = getattr(ours, method)(), getattr(theirs, method)()
            self.assertEqual([(a.name, a.type, a.shape) for a in got], [(a.name, a.type, a.shape) for a in want])

    def test_every_dtype(self):
        dtypes = ["float32", "uint8", "int8", "uint16", "int16", "int32", "int64", "bool", "float16", "float64",
                  "uint32", "uint64", "complex64", "complex128"]
        if ml_dtypes is not None:
            dtypes += ["bfloat16", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "int4", "uint4"]
        for name in dtypes:
            dtype = np.dtype(getattr(ml_dtypes, name, name) if ml_dtypes else name)
            number = helper.np_dtype_to_tensor_dtype(dtype)
            x = np.arange(15).reshape(3, 5).astype(np.float32) - (0 if name[0] in "ub" and name != "bfloat16" else 7)
            x = x.astype(dtype)
            with self.subTest(name):
                session = cameo.InferenceSession(one("Transpose", [("x", number, ["a", "b"])],
                                                     [("y", number, ["b", "a"])], 21))
                y, = session.run(None, {"x": x})
                self.assertEqual((y.dtype, y.shape), (dtype, (5, 3)))
                np.testing.assert_array_equal(y.astype(np.complex128), x.T.astype(np.complex128))

    def test_shapes_that_data_decide(self):
        session = cameo.InferenceSession(one("NonZero", [("x", FLOAT, ["n"])], [("y", TensorProto.INT64, [1, "k"])]))
        for x in ([0, 1, 0, 2], [0, 0], [1, 2, 3]):
            x = np.array(x, np.float32)
            np.testing.assert_array_equal(session.run(None, {"x": x})[0], np.array(np.nonzero(x)))

    def test_sizes_that_are_expected_wrongly(self):
        session = cameo.InferenceSession(one("NonZero", [("x", FLOAT, ["n"])], [("y", TensorProto.INT64, [1, "k"])]))
        self.assertEqual(session._sizes, [None])
        session._sizes = [[1, 2]]
        for i, x in enumerate(([0, 1, 0, 2], [0, 3], [1, 2, 3], [1, 2], [1, 2, 3, 4])):
            x = np.array(x, np.float32)
            np.testing.assert_array_equal(session.run(None, {"x": x})[0], np.array(np.nonzero(x)))
            # From the first larger result on no array is handed in that is too small, and nothing is computed twice.
            self.assertEqual([b is None for b in session._buffers([], [True])], [i >= 2])

    def test_scalars_and_lists(self):
        session = cameo.InferenceSession(one("Add", [("a", FLOAT, []), ("b", FLOAT, ["n"])], [("y", FLOAT, ["n"])]))
        y, = session.run(None, {"a": 2, "b": [1, 2.5]})
        np.testing.assert_array_equal(y, np.array([3, 4.5], np.float32))
        y, = session.run(None, {"a": np.float32(2), "b": (1.0,)})
        np.testing.assert_array_equal(y, np.array([3], np.float32))

    def test_results_stay(self):
        session = cameo.InferenceSession(RELU)
        kept = [session.run(None, {"x": np.full((2, 3), i, np.float32)})[0] for i in range(20)]
        gone = weakref.ref(session)
        del session
        gc.collect()
        self.assertIsNone(gone())
        for i, y in enumerate(kept):
            np.testing.assert_array_equal(y, np.full((2, 3), i, np.float32))

    def test_output_is_input(self):
        session = cameo.InferenceSession(one("Identity", [("x", FLOAT, [4])], [("y", FLOAT, [4])]))
        x = np.arange(4, dtype=np.float32)
        y, = session.run(None, {"x": x})
        y[0] = 9
        self.assertEqual(x[0], 0)


class Arrays(unittest.TestCase):
    def setUp(self):
        self.session = cameo.InferenceSession(RELU)
        self.x = np.arange(-9, 9, dtype=np.float32).reshape(6, 3)

    def check(self, x):
        np.testing.assert_array_equal(self.session.run(None, {"x": x})[0], np.maximum(np.asarray(x), 0))

    def test_read_only(self):
        self.x.flags.writeable = False
        self.check(self.x)

    def test_not_contiguous(self):
        self.check(self.x[::2])
        self.check(self.x[::-1])
        self.check(np.asfortranarray(self.x))
        self.check(np.broadcast_to(self.x[0], (4, 3)))

    def test_misaligned(self):
        raw = np.zeros(self.x.nbytes + 1, np.uint8)
        moved = raw[1:].view(np.float32).reshape(6, 3)
        moved[:] = self.x
        self.check(moved)

    def test_byte_order(self):
        self.check(self.x.astype(self.x.dtype.newbyteorder("S")))

    def test_inputs_are_not_copied(self):
        session = cameo.InferenceSession(one("ReduceMax", [("x", FLOAT, ["n"])], [("y", FLOAT, [])], keepdims=0))
        x = np.ones(50_000_000, np.float32)
        x.flags.writeable = False
        before = _peak()  # of the process so far, x being written
        self.assertEqual(session.run(None, {"x": x})[0], 1)
        self.assertLess(_peak() - before, 50e6)

    def test_model_bytes_stay(self):
        data = bytearray(mlp())
        session = cameo.InferenceSession(memoryview(data))
        self.assertRaises(BufferError, data.clear)
        del session
        gc.collect()
        data.clear()


def _peak():
    with open("/proc/self/status", encoding="ascii") as f:
        return next(int(line.split()[1]) * 1024 for line in f if line.startswith("VmHWM"))


class Codes(unittest.TestCase):
    def test_of_the_header(self):
        header = Path(__file__).resolve().parents[2] / "include" / "cameo.h"
        text = header.read_text(encoding="utf-8")
        codes = {name: int(number) for name, number in re.findall(r"X\((CAMEO_\w+), (-?\d+),", text)}
        self.assertGreater(len(codes), 10)
        session = cameo.InferenceSession(RELU)
        for feed, status in (({}, "CAMEO_E_MISSING"), ({"z": 0}, "CAMEO_E_ARG"), ({"x": np.zeros(3)}, "CAMEO_E_TYPE"),
                             ({"x": np.zeros(3, np.float32)}, "CAMEO_E_SHAPE"),
                             ({"x": np.zeros([1] * 9, np.float32)}, "CAMEO_E_SHAPE")):
            with self.assertRaises(cameo.Error) as caught:
                session.run(None, feed)
            self.assertEqual((caught.exception.status, caught.exception.code), (status, codes[status]))


class Errors(unittest.TestCase):
    def setUp(self):
        self.session = cameo.InferenceSession(RELU)
        self.x = np.zeros((2, 3), np.float32)

    def refused(self, feed, status, text, names=None, kind=cameo.InvalidArgument):
        with self.assertRaisesRegex(kind, text) as caught:
            self.session.run(names, feed)
        self.assertEqual(caught.exception.status, status)
        self.assertIsInstance(caught.exception, cameo.Error)

    def test_names(self):
        self.refused({"xx": self.x}, "CAMEO_E_ARG", "no input 'xx': did you mean 'x'")
        self.refused({"other": self.x}, "CAMEO_E_ARG", "no input 'other'; there is 'x'")
        self.refused({"x": self.x}, "CAMEO_E_ARG", "no output 'z'; there is 'y'", ["z"])
        self.refused({}, "CAMEO_E_MISSING", "no value for input x")

    def test_dtype(self):
        self.refused({"x": self.x.astype(np.float64)}, "CAMEO_E_TYPE",
                     r"input x: tensor\(double\) given, want tensor\(float\)")
        self.refused({"x": np.array(["a"])}, "CAMEO_E_TYPE", "input x: numpy's <U1 given")
        self.refused({"x": [[1, "a", 3]]}, "CAMEO_E_TYPE", "input x: numpy's <U21 given")
        self.refused({"x": [[1, 2], [3]]}, "CAMEO_E_TYPE", "input x: .*inhomogeneous")
        self.refused({"x": object()}, "CAMEO_E_TYPE", "input x: object given")
        self.assertRaises(ValueError, self.session.run, None, {"x": [[1, "a", 3]]})

    def test_numbers(self):
        for dtype, good, wrong in ((TensorProto.UINT8, [1, 255, True], [1.5, 256, -1, 1j]),
                                   (TensorProto.INT64, [-1, False, np.int8(7)], [2.0, 2**64, "1"]),
                                   (TensorProto.BOOL, [True], [1, 0.0]), (FLOAT, [1, 2.5, True], [1j, None])):
            session = cameo.InferenceSession(one("Identity", [("x", dtype, [1])], [("y", dtype, [1])]))
            for number in good:
                self.assertEqual(session.run(None, {"x": [number]})[0][0], number)
            for number in wrong:
                with self.subTest(number), self.assertRaises(cameo.InvalidArgument) as caught:
                    session.run(None, {"x": [number]})
                self.assertEqual(caught.exception.status, "CAMEO_E_TYPE")

    def test_shape(self):
        self.refused({"x": self.x[0]}, "CAMEO_E_SHAPE", "input x: rank 1, want 2")
        self.refused({"x": self.x[:, :2]}, "CAMEO_E_SHAPE", "input x: dim 1 is 2, want 3")
        self.refused({"x": np.zeros((1,) * 9, np.float32)}, "CAMEO_E_SHAPE", "rank 9")

    def test_data(self):
        self.session = cameo.InferenceSession(one("Gather", [("x", FLOAT, [4]), ("i", TensorProto.INT64, [1])],
                                                  [("y", FLOAT, [1])]))
        with self.assertRaises(cameo.Error) as caught:
            self.session.run(None, {"x": np.zeros(4, np.float32), "i": np.array([7])})
        self.assertEqual(caught.exception.op_type, "Gather")
        self.assertIn("7", caught.exception.message)

    def test_models(self):
        with self.assertRaises(cameo.ModelError) as caught:
            cameo.InferenceSession(RELU[:-3])
        self.assertEqual(caught.exception.status, "CAMEO_E_MALFORMED")
        self.assertIsInstance(caught.exception.offset, int)
        with self.assertRaisesRegex(cameo.ModelError, "nowhere.onnx"):
            cameo.InferenceSession("/nowhere.onnx")
        with self.assertRaises(cameo.NotSupported) as caught:
            cameo.InferenceSession(one("NoSuchOp", [("x", FLOAT, [1])], [("y", FLOAT, [1])]))
        self.assertEqual(caught.exception.op_type, "NoSuchOp")
        self.assertRaises(TypeError, cameo.InferenceSession, 7)

    def test_errors_leave_the_session_as_it_was(self):
        self.test_dtype()
        self.test_shape()
        self.assertEqual(self.session.run(None, {"x": self.x})[0].shape, (2, 3))


class Options(unittest.TestCase):
    def test_levels_and_threads(self):
        data, x = mlp(), np.random.default_rng(0).standard_normal((5, 16)).astype(np.float32)
        want = cameo.InferenceSession(data).run(None, {"x": x})
        for level in (*cameo.GraphOptimizationLevel, "none", "all"):
            for threads in (0, 1, 3):
                options = cameo.SessionOptions(intra_op_num_threads=threads, graph_optimization_level=level)
                session = cameo.InferenceSession(data, options)
                self.assertEqual(session.get_info()["n_workers"], threads or session.get_info()["n_workers"])
                for got, w in zip(session.run(None, {"x": x}), want):
                    np.testing.assert_allclose(got, w, rtol=1e-4, atol=1e-5)
        steps = [cameo.InferenceSession(data, cameo.SessionOptions(graph_optimization_level=level)).get_info()["n_steps"]
                 for level in ("none", "all")]
        self.assertGreater(steps[0], steps[1])

    def test_dims(self):
        options = cameo.SessionOptions()
        options.add_free_dimension_override_by_name("N", 2)
        session = cameo.InferenceSession(RELU, options)
        self.assertEqual(session.get_inputs()[0].shape, [2, 3])
        self.assertRaises(cameo.InvalidArgument, session.run, None, {"x": np.zeros((3, 3), np.float32)})

    def test_wrong_ones(self):
        options = cameo.SessionOptions()
        with self.assertRaisesRegex(AttributeError, "did you mean 'intra_op_num_threads'"):
            options.intra_op_num_thread = 2
        options.enable_mem_pattern = False
        for name, wrong in (("preset", "server"), ("graph_optimization_level", 5), ("rewrites_off", ["nothing"]),
                            ("intra_op_num_threads", -1), ("outputs", ["nowhere"]), ("dims", {"M": 1})):
            with self.subTest(name), self.assertRaises(cameo.InvalidArgument):
                cameo.InferenceSession(RELU, cameo.SessionOptions(**{name: wrong}))

    def test_parts_of_models(self):
        x = np.random.default_rng(0).standard_normal((2, 16)).astype(np.float32)
        session = cameo.InferenceSession(mlp(), cameo.SessionOptions(outputs=["t"]))
        self.assertEqual([o.name for o in session.get_outputs()], ["y", "sum", "t"])
        part = cameo.InferenceSession(mlp(), cameo.SessionOptions(from_values=["h"], to_values=["t"]))
        h = np.concatenate([x, -x], 1)
        np.testing.assert_allclose(part.run(None, {"h": h})[0], np.tanh(h), rtol=1e-5)

    def test_limits(self):
        session = cameo.InferenceSession(endless(), cameo.SessionOptions(run_cost=10_000_000))
        with self.assertRaises(cameo.Error) as caught:
            session.run(None, {"n": 2**40, "go": True, "x": np.zeros(64, np.float32)})
        self.assertEqual(caught.exception.status, "CAMEO_E_LIMIT")

    def test_providers(self):
        self.assertEqual(cameo.get_available_providers(), ["CPUExecutionProvider"])
        session = cameo.InferenceSession(RELU, providers=["CPUExecutionProvider"])
        self.assertEqual(session.get_providers(), ["CPUExecutionProvider"])
        with self.assertWarnsRegex(UserWarning, "CUDAExecutionProvider"):
            cameo.InferenceSession(RELU, providers=["CUDAExecutionProvider"])
        with self.assertWarnsRegex(UserWarning, "TensorrtExecutionProvider"):
            session.set_providers([("TensorrtExecutionProvider", {"a": 1}), "CPUExecutionProvider"])
        session.disable_fallback()
        session.enable_fallback()

    def test_log(self):
        data = one("Relu", [("x", FLOAT, [2])], [("y", FLOAT, [3])])
        self.addCleanup(cameo.set_default_logger_severity, 2)
        cameo.set_default_logger_severity(2)
        with self.assertLogs("cameo", "WARNING") as caught:
            cameo.InferenceSession(data)
        self.assertIn("declared", caught.output[0])
        for options in ({"log_severity_level": 3}, {}):
            cameo.set_default_logger_severity(2 if options else 3)
            logger = logging.getLogger("cameo")
            heard = []
            handler = logging.Handler()
            handler.emit = heard.append
            logger.addHandler(handler)
            cameo.InferenceSession(data, cameo.SessionOptions(**options))
            logger.removeHandler(handler)
            self.assertEqual(heard, [])
        self.assertEqual(cameo.get_version_string(), cameo.__version__)

    def test_metadata(self):
        data = model([helper.make_node("Relu", ["x"], ["y"])], [value("x", FLOAT, [1])], [value("y", FLOAT, [1])],
                     producer_name="someone", doc_string="text", model_version=7)
        meta = cameo.InferenceSession(data).get_modelmeta()
        self.assertEqual((meta.producer_name, meta.description, meta.version, meta.graph_name, meta.opsets),
                         ("someone", "text", 7, "graph", {"": 18}))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "ä.onnx")
            with open(path, "wb") as f:
                f.write(RELU)
            for copy in (False, True):
                session = cameo.InferenceSession(path, cameo.SessionOptions(copy_files=copy))
                self.assertEqual(session.run(None, {"x": np.ones((1, 3), np.float32)})[0].sum(), 3)
                self.assertIn("ä.onnx", repr(session))


class MemoryNeeds(unittest.TestCase):
    def test_exact(self):
        session = cameo.InferenceSession(mlp(), cameo.SessionOptions(intra_op_num_threads=1))
        small, large = session.get_memory({"batch": 1}), session.get_memory({"batch": 1000})
        self.assertEqual((small.model, small.session), (large.model, large.session))
        self.assertEqual((small.dynamic, large.dynamic), (0, 0))
        self.assertGreater(large.run, small.run)
        # The hidden layer: [1000, 32] of float32.
        self.assertGreaterEqual(large.activations, 1000 * 32 * 4)
        self.assertEqual(session.get_memory({"batch": (1, 1000)}).activations, large.activations)
        self.assertGreaterEqual(large.total, large.session + large.run)
        self.assertIsNone(session.get_memory().dynamic)
        self.assertRaises(cameo.InvalidArgument, session.get_memory, {"depth": 1})

    def test_as_the_command_says(self):
        with tempfile.NamedTemporaryFile(suffix=".onnx") as f:
            f.write(mlp())
            f.flush()
            said = subprocess.run([sys.executable, "-m", "cameo", "plan", f.name, "--dim", "batch=8", "--threads", "1"],
                                  check=True, stdout=subprocess.PIPE, text=True).stdout
            options = cameo.SessionOptions(intra_op_num_threads=1, dims={"batch": 8})
            memory = cameo.InferenceSession(f.name, options).get_memory()
        self.assertIn(str(memory.run), said.replace(",", ""))

    def test_ranges(self):
        session = cameo.InferenceSession(mlp())
        session.bind_dims({"batch": (1, 10)})
        for n in (1, 10, 11):
            self.assertEqual(session.run(["y"], {"x": np.zeros((n, 16), np.float32)})[0].shape, (n, 16))
        self.assertRaises(cameo.InvalidArgument, session.bind_dims, {"other": (1, 2)})
        session.bind_dims(None)

    def test_html(self):
        text = cameo.InferenceSession(mlp())._repr_html_()
        for part in ("batch × 16", "tensor(float)", "bytes", "<table>"):
            self.assertIn(part, text)


class Threads(unittest.TestCase):
    def test_many_at_once(self):
        session = cameo.InferenceSession(mlp(), cameo.SessionOptions(intra_op_num_threads=2))
        wrong = []

        def work(seed):
            rng = np.random.default_rng(seed)
            for _ in range(30):
                x = rng.standard_normal((int(rng.integers(1, 20)), 16)).astype(np.float32)
                y, total = session.run(None, {"x": x})
                if y.shape != x.shape or not np.allclose(total, y.sum(), rtol=1e-3, atol=1e-3):
                    wrong.append(seed)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(wrong, [])

    def test_lock_is_released_and_runs_can_be_cancelled(self):
        session = cameo.InferenceSession(endless())
        caught = []

        def work():
            try:
                session.run(None, {"n": 2**50, "go": True, "x": np.zeros(64, np.float32)})
            except cameo.Error as e:
                caught.append(e.status)

        thread = threading.Thread(target=work)
        thread.start()
        # This thread goes on while the other computes. A cancel before it began would be lost, so there are several.
        while thread.is_alive():
            time.sleep(0.05)
            session.cancel()
        self.assertEqual(caught, ["CAMEO_E_CANCELLED"])

    def test_interrupt(self):
        # A process that a shell started in the background ignores SIGINT.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        session = cameo.InferenceSession(endless())
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            session.run(None, {"n": 2**50, "go": True, "x": np.zeros(64, np.float32)})
        timer.join()
        self.assertEqual(session.run(None, {"n": 3, "go": True, "x": np.zeros(64, np.float32)})[0].shape, (64,))


if __name__ == "__main__":
    unittest.main()
