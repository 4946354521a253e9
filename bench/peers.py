"""Other engines, for bench/models.py, and how many of ONNX's node tests they pass.

usage: python bench/peers.py nodes CAMEO ENGINE,... DIR               DIR of ONNX's node tests
       python bench/peers.py serve ENGINE MODEL.onnx THREADS FOLDER   what models.py starts
engines: onnxruntime, openvino, opencv, tract: Python packages (opencv-python-headless), beside numpy and onnx;
         emx: emx-onnx-cgen, which makes C that is compiled with `cc -O2` (no node tests, one thread)

nodes: how many of the tests give the expected kinds, dtypes, shapes and numbers (rtol 1e-3, atol 1e-7, NaN equals NaN).
An engine that crashes or hangs loses that test and goes on with the next one.
serve: loads the model and FOLDER/input_K.pb, whose names are those of the model's inputs, and prints how long that took
and what it added to the process; then for each line on standard input, which is a number of seconds, the median
and the least time of the runs within it.
"""
import glob
import importlib
import json
import os
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time

MIN_RUNS, MAX_RUNS = 5, 10000
HANG_SECONDS = 20


# ---- engines: load(path, threads, feed) -> run(feed) -> outputs; feed may be None: free dims stay free --------------

def load_onnxruntime(path, threads, feed):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return lambda feed: session.run(None, feed)


def load_openvino(path, threads, feed):
    import openvino
    core = openvino.Core()
    model = core.read_model(path)
    if feed is not None and any(i.get_partial_shape().is_dynamic for i in model.inputs):
        model.reshape({i.any_name: list(feed[i.any_name].shape) for i in model.inputs})
    compiled = core.compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32",
                                                 "PERFORMANCE_HINT": "LATENCY"})
    request = compiled.create_infer_request()

    def run(feed):
        request.infer(feed, share_inputs=True)
        return [request.get_output_tensor(i).data for i in range(len(compiled.outputs))]
    return run


def load_opencv(path, threads, feed):
    import cv2
    cv2.setNumThreads(threads)
    net = cv2.dnn.readNetFromONNX(path)

    def run(feed):
        for name, x in feed.items():
            net.setInput(x, name)
        return net.forward(net.getUnconnectedOutLayersNames())
    return run


def load_tract(path, threads, feed):
    import tract
    model = tract.onnx().load(path)
    names = [model.input_name(i) for i in range(model.input_count())]
    for i, name in enumerate(names if feed is not None else []):
        kind = {"f": "f", "i": "i", "u": "u", "b": "bool"}[feed[name].dtype.kind]
        size = "" if kind == "bool" else str(feed[name].dtype.itemsize * 8)
        model.set_input_fact(i, ",".join([*map(str, feed[name].shape), kind + size]))
    runnable = model.into_model().into_runnable()
    return lambda feed: [x.to_numpy() for x in runnable.run([feed[n] for n in names if n in feed])]


def load_emx(path, threads, feed):
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
                size = feed[i.name].shape[k]
                pins += ["--input-dim", f"{d.dim_param}={size}" if d.dim_param else f"{i.name}:{k}={size}"]
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
MODULES = {"onnxruntime": "onnxruntime", "openvino": "openvino", "opencv": "cv2", "tract": "tract", "emx": "ctypes"}


# ---- in a process of an engine ------------------------------------------------------------------------------------

def memory(key):
    """A figure of this process in bytes: VmRSS, VmHWM (the peak)."""
    with open("/proc/self/status", encoding="ascii") as f:
        return 1024 * int(re.search(key + r":\s*(\d+)", f.read()).group(1))


def read_feed(path, folder):
    """FOLDER/input_K.pb by the names of the model's inputs that are no initializers, those that are there."""
    import onnx
    from onnx import numpy_helper
    graph = onnx.load(path, load_external_data=False).graph
    own = {i.name for i in graph.initializer}
    feed = {}
    for k, name in enumerate(i.name for i in graph.input if i.name not in own):
        file = f"{folder}/input_{k}.pb"
        if os.path.exists(file):
            with open(file, "rb") as f:
                feed[name] = numpy_helper.to_array(onnx.TensorProto.FromString(f.read()))
    return feed


def serve(engine, path, threads, folder):
    feed = read_feed(path, folder)
    importlib.import_module(MODULES[engine])  # neither the time nor the memory of a model
    before = memory("VmRSS")
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as f:
            f.write("5")  # the peak begins anew
    except OSError:
        pass
    begin = time.perf_counter()
    run = ENGINES[engine](path, int(threads), feed)
    create = time.perf_counter() - begin
    begin = time.perf_counter()
    run(feed)
    first = time.perf_counter() - begin
    run(feed)
    print(json.dumps({"create_ms": create * 1e3, "first_ms": first * 1e3, "rss_bytes": memory("VmHWM") - before}), flush=True)
    for line in sys.stdin:
        times, stop = [], time.perf_counter() + float(line)
        while len(times) < MIN_RUNS or (time.perf_counter() < stop and len(times) < MAX_RUNS):
            begin = time.perf_counter()
            run(feed)
            times.append(time.perf_counter() - begin)
        print(json.dumps({"median_ms": statistics.median(times) * 1e3, "min_ms": min(times) * 1e3}), flush=True)


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
            run = ENGINES[engine](folder + "/model.onnx", 1, None)
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
            process = subprocess.Popen([sys.executable, os.path.abspath(__file__), "--child", engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
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
    what, *rest = sys.argv[1:]
    if what == "--child":
        child_nodes(*rest)
    elif what == "serve":
        serve(*rest)
    elif what == "nodes":
        cameo, engines, folder = rest
        compare_nodes(cameo, [e for e in engines.split(",") if e], folder)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
