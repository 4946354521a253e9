"""Cameo beside other engines on the same models in the same run.

usage: python bench/compare_peers.py time CAMEO ENGINE,... MODEL.onnx ...
       python bench/compare_peers.py nodes CAMEO ENGINE,... DIR         DIR of ONNX's node tests
engines: onnxruntime, openvino, opencv, tract: Python packages (opencv-python-headless), beside numpy and onnx;
         emx: emx-onnx-cgen, which makes C that is compiled with `cc -O2` (time only)

time: one process each, by turns, one thread; the median of ROUNDS. Prints the median latency in milliseconds,
its ratio to Cameo's (above 1: Cameo is faster), the time to a ready engine (emx: to generate and compile), and what
the engine adds to the process at most. On a shared machine only the ratios mean something.
nodes: how many of the tests give the expected kinds, dtypes, shapes and numbers (rtol 1e-3, atol 1e-7, NaN equals NaN).
An engine that crashes or hangs loses that test and goes on with the next one.
"""
import glob
import json
import os
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 5
SECONDS = 1.0  # of timing, in each process
HANG_SECONDS = 20


# ---- engines: load(path, dims) -> run(feed) -> outputs; dims is what free dims are set to, or None ----------------

def load_onnxruntime(path, dims):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return lambda feed: session.run(None, feed)


def load_openvino(path, dims):
    import openvino
    core = openvino.Core()
    model = core.read_model(path)
    compiled = core.compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 1, "INFERENCE_PRECISION_HINT": "f32"})
    request = compiled.create_infer_request()

    def run(feed):
        request.infer(feed, share_inputs=True)
        return [request.get_output_tensor(i).data for i in range(len(compiled.outputs))]
    return run


def load_opencv(path, dims):
    import cv2
    cv2.setNumThreads(1)
    net = cv2.dnn.readNetFromONNX(path)

    def run(feed):
        for name, x in feed.items():
            net.setInput(x, name)
        return net.forward(net.getUnconnectedOutLayersNames())
    return run


def load_tract(path, dims):
    import tract
    model = tract.onnx().load(path)
    names = [model.input_name(i) for i in range(model.input_count())]
    if dims is not None:
        for i, (shape, dtype) in enumerate(dims):
            model.set_input_fact(i, ",".join([*map(str, shape), dtype]))
    runnable = model.into_model().into_runnable()
    return lambda feed: [x.to_numpy() for x in runnable.run([feed[n] for n in names if n in feed])]


def load_emx(path, dims):
    """Generates, compiles and loads C. Constant memory: the arrays are passed as the function's arguments."""
    import ctypes
    import numpy
    import onnx
    folder = tempfile.mkdtemp()
    graph = onnx.load(path, load_external_data=False).graph
    own = {i.name for i in graph.initializer}
    inputs = [i for i in graph.input if i.name not in own]
    pins = []
    for i in inputs:
        for k, d in enumerate(i.type.tensor_type.shape.dim):
            if not d.HasField("dim_value"):
                pins += ["--input-dim", d.dim_param + "=1" if d.dim_param else f"{i.name}:{k}=1"]
    report = os.path.join(folder, "shapes.json")
    subprocess.run(["emx-onnx-cgen", "compile", path, folder + "/model.c", "--model-name", "model",
                    "--shape-inference-json", report, *pins], check=True, capture_output=True)
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-w", folder + "/model.c", "-o", folder + "/model.so", "-lm"],
                   check=True)
    code = open(folder + "/model.c", encoding="utf-8").read()
    head = re.search(r"^(?:_Bool|void) model\(([^)]*)\)", code, re.M).group(1)
    kinds = {"float": "f4", "double": "f8", "int64_t": "i8", "int32_t": "i4", "uint8_t": "u1", "int8_t": "i1",
             "_Bool": "?"}
    outputs = []
    for arg in head.split(",")[len(inputs):]:
        kind, shape = arg.split()[0], [int(d) for d in re.findall(r"(\d+)\]", arg)]
        outputs.append(numpy.zeros(shape, kinds[kind]))
    lib = ctypes.CDLL(folder + "/model.so")
    lib.model_load.restype = ctypes.c_bool
    weights = glob.glob(folder + "/*.bin")
    if weights and not lib.model_load(weights[0].encode()):
        raise RuntimeError("no weights")
    pointer = lambda a: a.ctypes.data_as(ctypes.c_void_p)

    def run(feed):
        lib.model(*[pointer(feed[i.name]) for i in inputs], *[pointer(o) for o in outputs])
        return outputs
    return run


ENGINES = {"onnxruntime": load_onnxruntime, "openvino": load_openvino, "opencv": load_opencv, "tract": load_tract,
           "emx": load_emx}


# ---- in a process of an engine ------------------------------------------------------------------------------------

def memory(key):
    """A figure of this process in bytes: VmRSS, VmHWM (the peak)."""
    with open("/proc/self/status", encoding="ascii") as f:
        return 1024 * int(re.search(key + r":\s*(\d+)", f.read()).group(1))


def child_time(engine, path):
    """Prints median_ms, create_ms and peak_rss_bytes, what the engine adds, of seeded inputs, free dims 1."""
    import numpy
    import onnx
    graph = onnx.load(path, load_external_data=False).graph
    own = {i.name for i in graph.initializer}
    rng = numpy.random.default_rng(0)
    feed, dims = {}, []
    for i in graph.input:
        if i.name in own:
            continue
        dtype = onnx.helper.tensor_dtype_to_np_dtype(i.type.tensor_type.elem_type)
        shape = [max(d.dim_value, 1) for d in i.type.tensor_type.shape.dim]
        feed[i.name] = (rng.random(shape) * 2).astype(dtype)
        dims.append((shape, {"f": "f", "i": "i", "u": "u", "b": "bool"}[dtype.kind] +
                     ("" if dtype.kind == "b" else str(dtype.itemsize * 8))))
    del graph
    before = memory("VmRSS")
    with open("/proc/self/clear_refs", "w", encoding="ascii") as f:
        f.write("5")  # the peak begins anew
    begin = time.perf_counter()
    run = ENGINES[engine](path, dims)
    create = time.perf_counter() - begin
    run(feed)
    times, stop = [], time.perf_counter() + SECONDS
    while len(times) < 5 or (time.perf_counter() < stop and len(times) < 2000):
        begin = time.perf_counter()
        run(feed)
        times.append(time.perf_counter() - begin)
    print(json.dumps({"median_ms": statistics.median(times) * 1e3, "create_ms": create * 1e3,
                      "peak_rss_bytes": memory("VmHWM") - before}))


def read_values(pattern, types):
    import onnx
    from onnx import numpy_helper
    values = []
    for k, path in enumerate(sorted(glob.glob(pattern), key=lambda p: int(re.findall(r"\d+", p)[-1]))):
        data = open(path, "rb").read()
        kind = types[k].type.WhichOneof("value")
        if kind == "sequence_type":
            values.append(numpy_helper.to_list(onnx.SequenceProto.FromString(data)))
        elif kind == "optional_type":
            values.append(numpy_helper.to_optional(onnx.OptionalProto.FromString(data)))
        else:
            values.append(numpy_helper.to_array(onnx.TensorProto.FromString(data)))
    return values


def equal(got, want):
    import numpy
    if isinstance(want, list) or want is None:
        return type(got) is type(want) and (want is None or len(got) == len(want) and all(map(equal, got, want)))
    got, want = numpy.asarray(got), numpy.asarray(want)
    if got.shape != want.shape:
        return False
    if want.dtype.kind in "OUS":
        return got.astype(str).tolist() == want.astype(str).tolist()
    if got.dtype != want.dtype:
        return False
    wide = "c16" if want.dtype.kind == "c" else "f8"
    return numpy.allclose(got.astype(wide), want.astype(wide), rtol=1e-3, atol=1e-7, equal_nan=True)


def child_nodes(engine):
    """Reads folders of tests from standard input, prints 1 or 0 and the folder for each."""
    import onnx
    for line in sys.stdin:
        folder, ok = line.strip(), False
        try:
            graph = onnx.load(folder + "/model.onnx").graph
            run = ENGINES[engine](folder + "/model.onnx", None)
            ok = True
            for data in glob.glob(folder + "/test_data_set_*"):
                feed = dict(zip([i.name for i in graph.input], read_values(data + "/input_*.pb", graph.input)))
                want = read_values(data + "/output_*.pb", graph.output)
                got = list(run(feed))
                ok = ok and len(got) == len(want) and all(map(equal, got, want))
        except BaseException:  # an engine's panic, too
            ok = False
        print(f"\n@{int(ok)} {folder}", flush=True)


# ---- the driver ---------------------------------------------------------------------------------------------------

def child(*args):
    return [sys.executable, os.path.abspath(__file__), "--child", *args]


def measure(command):
    done = subprocess.run(command, capture_output=True, text=True)
    lines = [l for l in done.stdout.splitlines() if l.startswith("{")]
    return json.loads("".join(done.stdout.splitlines()) if "bench" in command else lines[-1]) if done.returncode == 0 and \
        done.stdout.strip() else None


def compare_time(cameo, engines, models):
    print(f"{'model':36} {'engine':12} {'ms':>9} {'ratio':>7} {'ready ms':>9} {'MB':>7}")
    for model in models:
        rows = {}
        for _ in range(ROUNDS):
            rows.setdefault("cameo", []).append(measure([cameo, "bench", model, "--json", "--threads", "1"]))
            for engine in engines:
                if rows.get(engine) != [None]:  # refused once is refused
                    rows.setdefault(engine, []).append(measure(child("time", engine, model)))
        for engine, got in rows.items():
            name = os.path.basename(model)[:36]
            if None in got:
                print(f"{name:36} {engine:12} {'-':>9}", flush=True)
                continue
            pick = lambda key: statistics.median(r[key] for r in got)
            ready = statistics.median(r["load_ms"] + r["prepare_ms"] + r["plan_ms"] for r in got) \
                if engine == "cameo" else pick("create_ms")
            ratio = statistics.median(r["median_ms"] / c["median_ms"] for r, c in zip(got, rows["cameo"]))
            print(f"{name:36} {engine:12} {pick('median_ms'):9.3f} {ratio:7.2f} {ready:9.2f} "
                  f"{pick('peak_rss_bytes') / 1e6:7.1f}", flush=True)


def ask(process, folder):
    """The answer of a process to a folder: 1 or 0, or None if it died or hung."""
    try:
        process.stdin.write(folder.encode() + b"\n")
        process.stdin.flush()
    except BrokenPipeError:
        return None
    said, stop = b"", time.monotonic() + HANG_SECONDS
    while True:
        answer = re.search(rb"^@([01]) .*\n", said, re.M)
        if answer:
            return int(answer.group(1))
        ready = select.select([process.stdout], [], [], max(0, stop - time.monotonic()))[0]
        more = os.read(process.stdout.fileno(), 65536) if ready else b""
        if not more:
            return None
        said += more


def count_nodes(engine, folders):
    """The number of tests that pass, and of those in which the process died or hung."""
    process, passed, died = None, 0, 0
    for folder in folders:
        if process is None:
            process = subprocess.Popen(child("nodes", engine), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL)
        answer = ask(process, folder)
        if answer is None:
            died += 1
            process.kill()
            process.wait()
            process = None
        else:
            passed += answer
    if process is not None:
        process.kill()
    return passed, died


def compare_nodes(cameo, engines, folder):
    folders = sorted(os.path.dirname(p) for p in glob.glob(folder + "/*/model.onnx"))
    said = subprocess.run([cameo, "test", folder], capture_output=True, text=True).stdout
    print(f"{'cameo':12} {len(re.findall('^PASS ', said, re.M)):5} of {len(folders)}")
    for engine in engines:
        passed, died = count_nodes(engine, folders)
        print(f"{engine:12} {passed:5} of {len(folders)}, {died} crashes or hangs", flush=True)


def main():
    if sys.argv[1] == "--child":
        {"time": child_time, "nodes": child_nodes}[sys.argv[2]](*sys.argv[3:])
    else:
        what, cameo, engines, *rest = sys.argv[1:]
        engines = [e for e in engines.split(",") if e]
        if what == "time":
            compare_time(cameo, engines, rest)
        else:
            compare_nodes(cameo, engines, rest[0])


if __name__ == "__main__":
    main()
