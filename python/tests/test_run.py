"""Runs that go on step by step, that are awaited, and that call back: they give what run gives."""
import asyncio
import gc
import os
import signal
import threading
import unittest
import weakref

import numpy as np
from models import FLOAT, endless, mlp, model, one, value
from onnx import TensorProto, helper

import cameo

try:
    import onnxruntime
except ImportError:
    onnxruntime = None

RELU = one("Relu", [("x", FLOAT, ["N", 3])], [("y", FLOAT, ["N", 3])])
SPLIT = model([helper.make_node("SplitToSequence", ["x"], ["s"])], [value("x", FLOAT, ["n", "m"])],
              [helper.make_tensor_sequence_value_info("s", FLOAT, None)])


def turns(n):
    return {"n": np.array(n), "go": np.array(True), "x": np.ones(64, np.float32)}


class Steps(unittest.TestCase):
    def same(self, data, feed, pausing, names=None):
        session = cameo.InferenceSession(data)
        want = session.run(names, feed)
        for tasks in (0, 1, 2, 7):
            run = session.begin(names, feed)
            pauses = 0
            self.assertFalse(run.done())
            while not run.advance(tasks):
                pauses += 1
            self.assertTrue(run.done())
            self.assertTrue(run.advance(1))
            if tasks == 0 or tasks == 1 and pausing:
                self.assertEqual(pauses > 0, tasks == 1)
            got = run.result()
            self.assertEqual(len(got), len(want))
            for g, w in zip(got, want):
                self.assertIs(type(g), type(w))
                for left, right in zip(*((v if isinstance(v, list) else [v]) for v in (g, w)), strict=True):
                    self.assertEqual((left.dtype, left.shape), (right.dtype, right.shape))
                    np.testing.assert_array_equal(left, right)
            self.assertIs(run.result(), got)

    def test_as_run(self):
        rng = np.random.default_rng(0)
        for names in (None, ["sum"], ["sum", "y", "sum"]):
            self.same(mlp(), {"x": rng.standard_normal((5, 16)).astype(np.float32)}, True, names)
        self.same(SPLIT, {"x": np.arange(12, dtype=np.float32).reshape(4, 3)}, False)
        nodes = [helper.make_node("Identity", ["x"], ["t"]), helper.make_node("Concat", ["t", "x"], ["y"], axis=0)]
        strings = model(nodes, [value("x", TensorProto.STRING, ["n"])], [value("y", TensorProto.STRING, ["m"])])
        self.same(strings, {"x": np.array(["a", "ü"], dtype=object)}, False)

    def test_many_at_once(self):
        session = cameo.InferenceSession(endless(), cameo.SessionOptions(intra_op_num_threads=1))
        runs = [session.begin(None, turns(n)) for n in (40, 3, 11)]
        order = []
        left = dict(enumerate(runs))
        while left:
            for i in list(left):
                if left[i].advance(4):
                    order.append(i)
                    del left[i]
        self.assertEqual(order, [1, 2, 0])
        for n, run in zip((40, 3, 11), runs):
            np.testing.assert_array_equal(run.result()[0], session.run(None, turns(n))[0])

    def test_heap_grows(self):
        # No bound is known of a sequence: the run begins with 1 MiB of heap for it, and needs 16.
        x = np.random.default_rng(0).standard_normal((64, 1 << 16)).astype(np.float32)
        session = cameo.InferenceSession(SPLIT)
        for _ in range(2):
            run = session.begin(None, {"x": x})
            while not run.advance(3):
                pass
            np.testing.assert_array_equal(np.concatenate(run.result()[0]), x)
        limited = cameo.InferenceSession(SPLIT, cameo.SessionOptions(memory_bytes=8 << 20))
        run = limited.begin(None, {"x": x})
        with self.assertRaises(cameo.Error) as caught:
            run.advance()
        self.assertEqual(caught.exception.op_type, "SplitToSequence")
        self.assertEqual(limited.begin(None, {"x": x[:1]}).result()[0][0].shape, (1, 1 << 16))

    def test_errors(self):
        session = cameo.InferenceSession(RELU)
        x = np.zeros((2, 3), np.float32)
        for names, feed, status in ((None, {}, "CAMEO_E_MISSING"), (["z"], {"x": x}, "CAMEO_E_ARG"),
                                    (None, {"x": x.T.copy()}, "CAMEO_E_SHAPE"),
                                    (None, {"x": x.astype("d")}, "CAMEO_E_TYPE")):
            with self.assertRaises(cameo.InvalidArgument) as caught:
                session.begin(names, feed)
            self.assertEqual(caught.exception.status, status)
        self.assertRaises(cameo.InvalidArgument, session.begin(None, {"x": x}).advance, -1)
        gather = cameo.InferenceSession(one("Gather", [("x", FLOAT, [4]), ("i", TensorProto.INT64, [1])],
                                            [("y", FLOAT, [1])]))
        run = gather.begin(None, {"x": np.zeros(4, np.float32), "i": np.array([7])})
        for call in (run.advance, run.result, run.advance):
            with self.assertRaises(cameo.Error) as caught:
                call()
            self.assertEqual(caught.exception.op_type, "Gather")
        self.assertTrue(run.done())

    def test_two_inputs_contradict(self):
        session = cameo.InferenceSession(one("Add", [("a", FLOAT, ["n"]), ("b", FLOAT, ["n"])], [("y", FLOAT, ["n"])]))
        with self.assertRaises(cameo.InvalidArgument) as caught:
            session.begin(None, {"a": np.zeros(2, np.float32), "b": np.zeros(3, np.float32)})
        self.assertEqual(caught.exception.status, "CAMEO_E_SHAPE")

    def test_cancel(self):
        session = cameo.InferenceSession(endless())
        for cancel in (lambda run: run.cancel(), lambda run: session.cancel()):
            run = session.begin(None, turns(2**50))
            self.assertFalse(run.advance(5))
            cancel(run)
            for call in (run.advance, run.result):
                with self.assertRaises(cameo.Error) as caught:
                    call()
                self.assertEqual(caught.exception.status, "CAMEO_E_CANCELLED")
            run.cancel()
        run = session.begin(None, turns(2))
        result = run.result()
        run.cancel()
        self.assertIs(run.result(), result)

    def test_cancel_from_another_thread(self):
        session = cameo.InferenceSession(endless())
        run = session.begin(None, turns(2**50))
        busy = []

        def work():
            while not busy:
                try:
                    run.advance()
                except cameo.Error as e:
                    busy.append(e.status)
                except RuntimeError:
                    pass  # the other one computes

        thread = threading.Thread(target=work)
        thread.start()
        while True:
            # One of both threads computes, and the other one is told so.
            try:
                run.advance(1)
            except RuntimeError as e:
                if "another thread" in str(e):
                    break
        run.cancel()
        thread.join()
        self.assertEqual(busy, ["CAMEO_E_CANCELLED"])

    def test_interrupt(self):
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        run = cameo.InferenceSession(endless()).begin(None, turns(2**50))
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        self.assertRaises(KeyboardInterrupt, run.advance)
        timer.join()
        with self.assertRaisesRegex(cameo.Error, "CAMEO_E_CANCELLED"):
            run.result()

    def test_everything_is_freed(self):
        session = cameo.InferenceSession(RELU)
        x = np.zeros((2, 3), np.float32)
        run, gone = session.begin(None, {"x": x}), weakref.ref(session)
        self.assertRaises(ValueError, x.resize, (3, 3))
        del session
        gc.collect()
        self.assertIsNone(gone())
        self.assertEqual(run.result()[0].shape, (2, 3))
        del run
        gc.collect()
        x.resize((3, 3), refcheck=False)


class Awaited(unittest.TestCase):
    def test_others_have_their_turn(self):
        session = cameo.InferenceSession(endless(), cameo.SessionOptions(intra_op_num_threads=1))
        want = session.run(None, turns(1_000_000))[0]

        async def main():
            log = []

            async def tick():
                while True:
                    log.append("tick")
                    await asyncio.sleep(0)

            async def compute(n):
                y, = await session.run_async(None, turns(n))
                log.append(n)
                return y

            ticker = asyncio.create_task(tick())
            results = await asyncio.gather(compute(1_000_000), compute(5))
            ticker.cancel()
            return log, results

        log, (large, small) = asyncio.run(main())
        self.assertLess(log.index(5), log.index(1_000_000))
        self.assertGreater(log[:log.index(1_000_000)].count("tick"), 3)
        np.testing.assert_array_equal(large, want)
        self.assertEqual(small.shape, (64,))

    def test_cancel(self):
        session = cameo.InferenceSession(endless())

        async def by_task():
            run = session.run_async(None, turns(2**50))

            async def wait():
                await run

            task = asyncio.create_task(wait())
            await asyncio.sleep(0.02)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            return run

        async def by_run(cancel):
            run = session.run_async(None, turns(2**50))

            async def wait():
                return await run

            task = asyncio.create_task(wait())
            await asyncio.sleep(0.02)
            cancel(run)
            with self.assertRaises(cameo.Error) as caught:
                await task
            self.assertEqual(caught.exception.status, "CAMEO_E_CANCELLED")
            return run

        async def in_time():
            with self.assertRaises(asyncio.TimeoutError):
                run = session.run_async(None, turns(2**50))
                await asyncio.wait_for(_value(run), 0.05)
            return run

        for run in (asyncio.run(by_task()), asyncio.run(by_run(lambda r: r.cancel())),
                    asyncio.run(by_run(lambda r: session.cancel())), asyncio.run(in_time())):
            with self.assertRaisesRegex(cameo.Error, "CAMEO_E_CANCELLED"):
                run.result()

    def test_again(self):
        session = cameo.InferenceSession(RELU)

        async def main():
            run = session.run_async(["y"], {"x": np.float32([[-1, 0, 2]])})
            return await run, await run

        first, second = asyncio.run(main())
        self.assertIs(first, second)
        np.testing.assert_array_equal(first[0], [[0, 0, 2]])


async def _value(run):
    return await run


class Options(unittest.TestCase):
    @unittest.skipIf(onnxruntime is None, "no onnxruntime")
    def test_as_onnxruntime(self):
        x = np.float32([[-1, 0, 2]])
        for module in (cameo, onnxruntime):
            session, options = module.InferenceSession(RELU), module.RunOptions()
            options.logid = "mine"
            options.add_run_config_entry("a", "b")
            self.assertEqual(options.get_run_config_entry("a"), "b")
            self.assertFalse(options.terminate)
            np.testing.assert_array_equal(session.run(None, {"x": x}, options)[0], [[0, 0, 2]])
            options.terminate = True
            with self.assertRaises(Exception) as caught:
                session.run(None, {"x": x}, options)
            self.assertRegex(str(caught.exception), "CAMEO_E_CANCELLED|terminate flag")
            np.testing.assert_array_equal(session.run(None, {"x": x}, module.RunOptions())[0], [[0, 0, 2]])
            options.terminate = False
            np.testing.assert_array_equal(session.run(None, {"x": x}, options)[0], [[0, 0, 2]])

    def test_terminate_ends_its_own_runs_only(self):
        session = cameo.InferenceSession(endless())
        options = [cameo.RunOptions() for _ in range(2)]
        ended = [threading.Event() for _ in range(2)]
        said = [None, None]

        def work(i):
            try:
                session.run(None, turns(2**50), options[i])
            except cameo.Error as e:
                said[i] = e.status
            ended[i].set()

        threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
        for t in threads:
            t.start()
        options[0].terminate = True
        self.assertTrue(ended[0].wait(60))
        self.assertFalse(ended[1].wait(0.2))
        options[1].terminate = True
        for t in threads:
            t.join()
        self.assertEqual(said, ["CAMEO_E_CANCELLED"] * 2)

    def test_wrong_names(self):
        with self.assertRaisesRegex(AttributeError, "RunOptions has no option 'terminated'"):
            cameo.RunOptions().terminated = True
        self.assertRaises(KeyError, cameo.RunOptions().get_run_config_entry, "none")


class Callbacks(unittest.TestCase):
    def call(self, module, data, names, feed, user_data):
        said, heard = [], threading.Event()

        def callback(results, user, error):
            said.append((results, user, error, threading.current_thread() is not threading.main_thread()))
            heard.set()

        session = module.InferenceSession(data)
        session.run_async(names, feed, callback, user_data)
        self.assertTrue(heard.wait(60))
        return said

    @unittest.skipIf(onnxruntime is None, "no onnxruntime")
    def test_as_onnxruntime(self):
        feed, user = {"x": np.random.default_rng(0).standard_normal((3, 16)).astype(np.float32)}, object()
        for names in (None, ["sum"]):
            (got,), (want,) = (self.call(m, mlp(), names, feed, user) for m in (cameo, onnxruntime))
            self.assertEqual(len(got[0]), len(want[0]))
            for g, w in zip(got[0], want[0]):
                np.testing.assert_allclose(g, w, rtol=1e-4, atol=1e-4)
            self.assertIs(got[1], want[1])
            self.assertEqual(got[2:], want[2:])

    @unittest.skipIf(onnxruntime is None, "no onnxruntime")
    def test_errors_as_onnxruntime(self):
        data = one("Gather", [("x", FLOAT, [4]), ("i", TensorProto.INT64, [1])], [("y", FLOAT, [1])])
        feed = {"x": np.zeros(4, np.float32), "i": np.array([7])}
        (got,), (want,) = (self.call(m, data, None, feed, 1) for m in (cameo, onnxruntime))
        self.assertEqual((got[0], got[1]), (want[0], want[1]))
        for error in (got[2], want[2]):
            self.assertIn("Gather", error)

    def test_cancel_and_result(self):
        session = cameo.InferenceSession(endless())
        said, heard = [], threading.Event()

        def callback(results, user, error):
            said.append((results, user, error))
            heard.set()

        run = session.run_async(None, turns(2**50), callback, "mine")
        self.assertRaises(RuntimeError, run.advance, 1)
        self.assertRaises(RuntimeError, asyncio.run, _value(run))
        run.cancel()
        self.assertTrue(heard.wait(60))
        self.assertEqual(said[0][:2], ([], "mine"))
        self.assertIn("CAMEO_E_CANCELLED", said[0][2])
        with self.assertRaisesRegex(cameo.Error, "CAMEO_E_CANCELLED"):
            run.result()
        run = session.run_async(None, turns(3), lambda *_: None)
        np.testing.assert_array_equal(run.result()[0], session.run(None, turns(3))[0])

    def test_inputs_are_checked_first(self):
        with self.assertRaises(cameo.InvalidArgument):
            cameo.InferenceSession(RELU).run_async(None, {}, lambda *_: self.fail("called"))


if __name__ == "__main__":
    unittest.main()
