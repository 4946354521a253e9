"""OrtValue, IOBinding and DLPack: beside onnxruntime where it has them."""
import ctypes
import unittest

import numpy as np
from models import FLOAT, model, one, value
from onnx import TensorProto, helper

import cameo

try:
    import onnxruntime
except ImportError:
    onnxruntime = None
try:
    import torch
except ImportError:
    torch = None
try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

ADD = one("Add", [("a", FLOAT, ["n", 2]), ("b", FLOAT, [2])], [("y", FLOAT, ["n", 2])])
SPLIT = model([helper.make_node("SplitToSequence", ["x"], ["s"]), helper.make_node("NonZero", ["x"], ["i"])],
              [value("x", FLOAT, ["n"])],
              [helper.make_tensor_sequence_value_info("s", FLOAT, None), value("i", TensorProto.INT64, [1, "k"])])


class Values(unittest.TestCase):
    @unittest.skipIf(onnxruntime is None, "no onnxruntime")
    def test_describes_as_onnxruntime(self):
        def said(module, array):
            v = module.OrtValue.ortvalue_from_numpy(array)
            return (v.shape(), v.data_type(), v.element_type(), v.device_name().lower(), v.has_value(), v.is_tensor(),
                    v.is_tensor_sequence(), v.is_sparse_tensor(), v.data_ptr() == array.ctypes.data)

        for dtype in ("f", "d", "e", "i1", "u2", "i8", "?"):
            for shape in ((), (3,), (2, 0), (1, 2, 3)):
                array = np.zeros(shape, dtype)
                self.assertEqual(said(cameo, array)[:-1], said(onnxruntime, array)[:-1])
                self.assertTrue(said(cameo, array)[-1])
        words = cameo.OrtValue(np.array(["a", "b"]))
        self.assertEqual((words.data_type(), words.element_type()), ("tensor(string)", TensorProto.STRING))

    @unittest.skipIf(onnxruntime is None, "no onnxruntime")
    def test_runs_as_onnxruntime(self):
        a, b = np.arange(6, dtype=np.float32).reshape(3, 2), np.float32([10, 20])
        for names in (None, ["y"]):
            got, want = (m.InferenceSession(ADD).run_with_ort_values(
                names, {n: m.OrtValue.ortvalue_from_numpy(x) for n, x in (("a", a), ("b", b))})
                for m in (cameo, onnxruntime))
            self.assertEqual(len(got), len(want))
            np.testing.assert_array_equal(got[0].numpy(), want[0].numpy())
            self.assertEqual((got[0].data_type(), got[0].shape()), (want[0].data_type(), want[0].shape()))
        got, want = (m.InferenceSession(SPLIT).run_with_ort_values(
            ["s"], {"x": m.OrtValue.ortvalue_from_numpy(b)})[0] for m in (cameo, onnxruntime))
        self.assertEqual((got.data_type(), got.is_tensor_sequence(), got.is_tensor()),
                         (want.data_type(), want.is_tensor_sequence(), want.is_tensor()))

    def test_memory_is_shared(self):
        array = np.zeros(3, np.float32)
        v = cameo.OrtValue.ortvalue_from_numpy(array)
        array[0] = 7
        self.assertEqual(v.numpy()[0], 7)
        v.update_inplace(np.float32([1, 2, 3]))
        np.testing.assert_array_equal(array, [1, 2, 3])
        for wrong in (np.zeros(4, np.float32), np.zeros(3)):
            self.assertRaises(cameo.InvalidArgument, v.update_inplace, wrong)
        made = cameo.OrtValue.ortvalue_from_shape_and_type([2, 3], TensorProto.INT64)
        self.assertEqual((made.shape(), made.data_type()), ([2, 3], "tensor(int64)"))
        self.assertEqual(cameo.OrtValue.ortvalue_from_shape_and_type((4,)).data_type(), "tensor(float)")
        self.assertEqual(repr(made), "<cameo.OrtValue tensor(int64) [2, 3]>")

    @unittest.skipIf(onnxruntime is None or ml_dtypes is None, "no onnxruntime, or no ml_dtypes")
    def test_types_of_onnx(self):
        bits = np.array([0x3F80, 0xC000], np.uint16)
        got, want = (m.OrtValue.ortvalue_from_numpy_with_onnx_type(bits, TensorProto.BFLOAT16)
                     for m in (cameo, onnxruntime))
        self.assertEqual((got.data_type(), got.element_type(), got.tensor_size_in_bytes(), got.data_ptr()),
                         (want.data_type(), want.element_type(), want.tensor_size_in_bytes(), want.data_ptr()))
        for wrong in (TensorProto.FLOAT, TensorProto.STRING, 99):
            self.assertRaises(cameo.InvalidArgument, cameo.OrtValue.ortvalue_from_numpy_with_onnx_type, bits, wrong)
        self.assertRaises(cameo.InvalidArgument, cameo.OrtValue(np.array(["a"])).tensor_size_in_bytes)

    def test_no_tensors(self):
        session = cameo.InferenceSession(SPLIT)
        s, = session.run_with_ort_values(["s"], {"x": cameo.OrtValue(np.float32([1, 2]))})
        self.assertEqual([x.tolist() for x in s.value()], [[1], [2]])
        for method in (s.numpy, s.shape, s.element_type, s.data_ptr, s.__dlpack__):
            with self.assertRaisesRegex(cameo.InvalidArgument, r"seq\(tensor\(float\)\) is no tensor"):
                method()
        self.assertFalse(cameo.OrtValue(None).has_value())
        self.assertEqual(cameo.OrtValue({"a": 1.0}).data_type(), "map(string,tensor(double))")
        self.assertRaises(cameo.InvalidArgument, cameo.OrtValue(np.zeros(1, "M8[s]")).element_type)

    def test_devices(self):
        for make in (lambda d: cameo.OrtValue.ortvalue_from_numpy(np.zeros(1), d),
                     lambda d: cameo.OrtValue.ortvalue_from_shape_and_type([1], np.float32, d)):
            self.assertEqual(make("CPU").device_name(), "cpu")
            with self.assertRaisesRegex(cameo.InvalidArgument, "'cuda:0'"):
                make("cuda")
        self.assertRaises(cameo.InvalidArgument, cameo.OrtValue.ortvalue_from_shape_and_type, [1], 99)


class Bindings(unittest.TestCase):
    def setUp(self):
        self.session = cameo.InferenceSession(ADD)
        self.io = self.session.io_binding()
        self.a = np.arange(6, dtype=np.float32).reshape(3, 2)
        self.b = np.float32([10, 20])
        self.want = self.a + self.b
        self.io.bind_cpu_input("a", self.a)
        self.io.bind_ortvalue_input("b", cameo.OrtValue.ortvalue_from_numpy(self.b))

    def test_new_memory(self):
        self.io.bind_output("y")
        self.session.run_with_iobinding(self.io)
        first, = self.io.copy_outputs_to_cpu()
        np.testing.assert_array_equal(first, self.want)
        self.a += 1
        self.session.run_with_iobinding(self.io)
        second, = self.io.get_outputs()
        np.testing.assert_array_equal(second.numpy(), self.want + 1)
        np.testing.assert_array_equal(first, self.want)
        self.io.clear_binding_outputs()
        self.assertEqual(self.io.get_outputs(), [])
        self.io.clear_binding_inputs()
        self.io.bind_output("y")
        with self.assertRaisesRegex(cameo.InvalidArgument, "no value for input a, b"):
            self.session.run_with_iobinding(self.io)

    def test_own_memory(self):
        y = cameo.OrtValue.ortvalue_from_shape_and_type([3, 2], np.float32)
        self.io.bind_ortvalue_output("y", y)
        self.session.run_with_iobinding(self.io)
        np.testing.assert_array_equal(y.numpy(), self.want)
        self.assertEqual(self.io.get_outputs()[0].data_ptr(), y.data_ptr())

    @unittest.skipIf(onnxruntime is None, "no onnxruntime")
    def test_as_onnxruntime(self):
        results = []
        for module in (cameo, onnxruntime):
            y = np.zeros((3, 2), np.float32)
            session = module.InferenceSession(ADD)
            io = session.io_binding()
            io.bind_input("a", "cpu", 0, np.float32, self.a.shape, self.a.ctypes.data)
            io.bind_cpu_input("b", self.b)
            io.bind_output("y", "cpu", 0, np.float32, y.shape, y.ctypes.data)
            session.run_with_iobinding(io)
            results.append((y.tolist(), [v.shape() for v in io.get_outputs()],
                            [x.tolist() for x in io.copy_outputs_to_cpu()]))
        self.assertEqual(*results)
        self.assertEqual(results[0][0], self.want.tolist())

    def test_data_decide(self):
        session = cameo.InferenceSession(SPLIT)
        io = session.io_binding()
        io.bind_cpu_input("x", np.float32([0, 1, 2]))
        i = cameo.OrtValue.ortvalue_from_shape_and_type([1, 2], np.int64)
        io.bind_ortvalue_output("i", i)
        io.bind_output("s")
        session.run_with_iobinding(io)
        self.assertEqual(i.numpy().tolist(), [[1, 2]])
        self.assertEqual([len(v.value()) for v in io.get_outputs()], [1, 3])
        for x in ([0, 1, 0], [1, 1, 1]):
            io.bind_cpu_input("x", np.float32(x))
            with self.assertRaisesRegex(cameo.InvalidArgument, r"output i is \[1, \d\], it is bound to \[1, 2\]"):
                session.run_with_iobinding(io)

    def test_empty(self):
        io = self.io
        io.bind_input("a", "cpu", 0, FLOAT, [0, 2], 0)
        io.bind_output("y", "cpu", 0, FLOAT, [0, 2], 0)
        self.session.run_with_iobinding(io)
        self.assertEqual(io.get_outputs()[0].shape(), [0, 2])

    def test_errors(self):
        y = cameo.OrtValue.ortvalue_from_shape_and_type([3, 2], np.float64)
        self.io.bind_ortvalue_output("y", y)
        with self.assertRaisesRegex(cameo.InvalidArgument, r"output y is tensor\(float\), it is bound to"):
            self.session.run_with_iobinding(self.io)
        fixed = np.zeros((3, 2), np.float32)
        fixed.flags.writeable = False
        for wrong in (fixed, np.zeros((3, 4), np.float32)[:, ::2]):
            self.assertRaises(cameo.InvalidArgument, self.io.bind_ortvalue_output, "y", cameo.OrtValue(wrong))
        for call in (lambda: self.io.bind_cpu_input("c", self.a), lambda: self.io.bind_output("z"),
                     lambda: self.io.bind_output("y", "cuda"), lambda: self.io.bind_ortvalue_output("z", y),
                     lambda: self.io.bind_input("a", "cuda", 0, np.float32, [1], 8),
                     lambda: self.io.bind_input("a", "cpu", 0, np.float32, [1], 0)):
            self.assertRaises(cameo.InvalidArgument, call)


class Dlpack(unittest.TestCase):
    def setUp(self):
        self.session = cameo.InferenceSession(ADD)
        self.b = np.float32([10, 20])

    def test_numpy(self):
        class Tensor:
            """Nothing but DLPack."""
            def __init__(self, array):
                self.__dlpack__, self.__dlpack_device__ = array.__dlpack__, array.__dlpack_device__

        a = np.arange(4, dtype=np.float32).reshape(2, 2)
        y, = self.session.run(None, {"a": Tensor(a), "b": self.b})
        np.testing.assert_array_equal(y, a + self.b)
        v = cameo.OrtValue.from_dlpack(Tensor(a))
        self.assertEqual(v.data_ptr(), a.ctypes.data)
        out, = self.session.run_with_ort_values(None, {"a": v, "b": self.b})
        np.testing.assert_array_equal(np.from_dlpack(out), a + self.b)
        self.assertEqual(np.from_dlpack(out).ctypes.data, out.data_ptr())
        self.assertEqual(out.__dlpack_device__(), (1, 0))
        with self.assertRaisesRegex(cameo.InvalidArgument, r"tensor\(double\) given"):
            self.session.run(None, {"a": Tensor(a.astype("d")), "b": self.b})

    def test_elsewhere(self):
        class Tensor:
            """As torch gives one of the first CUDA device."""
            def __dlpack__(self, **options):
                capsule = np.zeros(2, np.float32).__dlpack__()
                move_to_device(capsule)
                return capsule

            def __dlpack_device__(self):
                return 2, 0

        def move_to_device(capsule):
            # The device stands behind the pointer to the data.
            get = ctypes.pythonapi.PyCapsule_GetPointer
            get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
            ctypes.c_int32.from_address(get(capsule, b"dltensor") + ctypes.sizeof(ctypes.c_void_p)).value = 2

        with self.assertRaisesRegex(cameo.InvalidArgument, "input a: .*device"):
            self.session.run(None, {"a": Tensor(), "b": self.b})
        self.assertRaises(BufferError, cameo.OrtValue.from_dlpack, Tensor())

    @unittest.skipIf(torch is None, "no torch")
    def test_torch_refuses(self):
        with self.assertRaisesRegex(cameo.InvalidArgument, "input a: .*grad"):
            self.session.run(None, {"a": torch.zeros(1, 2, requires_grad=True), "b": self.b})

    @unittest.skipIf(torch is None, "no torch")
    def test_torch(self):
        a = torch.arange(6, dtype=torch.float32).reshape(3, 2)
        for given in (a, a.T.contiguous().T, a.flip(0)):
            y, = self.session.run(None, {"a": given, "b": self.b})
            back = torch.from_dlpack(y)
            self.assertTrue(torch.equal(back, given + torch.tensor(self.b)))
            self.assertEqual(back.data_ptr(), y.ctypes.data)
        io = self.session.io_binding()
        y = torch.empty(3, 2)
        io.bind_ortvalue_output("y", cameo.OrtValue.from_dlpack(y))
        io.bind_cpu_input("a", a)
        io.bind_cpu_input("b", self.b)
        self.session.run_with_iobinding(io)
        self.assertTrue(torch.equal(y, a + torch.tensor(self.b)))
        for dtype, number in ((torch.int8, TensorProto.INT8), (torch.bool, TensorProto.BOOL),
                              (torch.float16, TensorProto.FLOAT16), (torch.complex64, TensorProto.COMPLEX64)):
            session = cameo.InferenceSession(one("Identity", [("x", number, ["n"])], [("y", number, ["n"])]))
            x = torch.tensor([0, 1, 1]).to(dtype)
            self.assertTrue(torch.equal(torch.from_dlpack(session.run(None, {"x": x})[0]), x))

    @unittest.skipIf(torch is None or ml_dtypes is None, "no torch, or no ml_dtypes")
    def test_bfloat16(self):
        session = cameo.InferenceSession(one("Identity", [("x", TensorProto.BFLOAT16, ["n", "m"])],
                                             [("y", TensorProto.BFLOAT16, ["n", "m"])]))
        x = torch.tensor([[0.5, -3], [7, 1e30]], dtype=torch.bfloat16)
        for given in (x, x.T, x[:, 1:]):
            y, = session.run_with_ort_values(None, {"x": cameo.OrtValue.from_dlpack(given)})
            self.assertEqual(y.numpy().dtype, ml_dtypes.bfloat16)
            self.assertTrue(torch.equal(torch.from_dlpack(y), given))
            self.assertEqual(torch.from_dlpack(y).dtype, torch.bfloat16)
            self.assertEqual(torch.from_dlpack(y).data_ptr(), y.data_ptr())
        y, = session.run(None, {"x": x})
        np.testing.assert_array_equal(y.astype("f"), x.float().numpy())
        for name in ("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz"):
            x = torch.tensor([0.5, -3]).to(getattr(torch, name))
            v = cameo.OrtValue.from_dlpack(x)
            self.assertEqual(v.numpy().dtype, np.dtype(getattr(ml_dtypes, name)))
            self.assertEqual(v.numpy().tolist(), [0.5, -3])
            self.assertEqual(torch.from_dlpack(v).dtype, x.dtype)

    def test_capsules(self):
        capsule = np.zeros(2).__dlpack__()
        self.assertEqual(cameo._cameo.dlpack_retype(capsule, 1), 2)
        self.assertEqual(cameo._cameo.dlpack_retype(capsule, 2), 1)
        self.assertEqual(cameo._cameo.dlpack_retype(np.zeros(2).__dlpack__(max_version=(1, 0)), 1), 2)
        self.assertRaises(BufferError, cameo._cameo.dlpack_retype, 7, 1)


if __name__ == "__main__":
    unittest.main()
