"""Checks of the command that need a second opinion: JSON, .npy and raw inputs, the comparer.

usage: command_check.py CAMEO DIR
Prints "ok WHAT" or "FAIL WHAT" a line. Only Python's own library: the files are encoded here."""
import json, math, os, random, re, struct, subprocess, sys

cameo, folder = sys.argv[1:3]
digits = "examples/digits/digits.onnx"


def check(what, good, said=""):
    print(("ok " if good else "FAIL ") + what + ("" if good else ": " + " ".join(str(said).split())))


def run(*args):
    p = subprocess.run([cameo, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    return p.returncode, p.stdout.decode("utf8", "replace")


def write(name, data):
    path = os.path.join(folder, name)
    with open(path, "wb") as f:
        f.write(data)
    return path


# ---- encoders ----

def npy(name, descr, shape, data, fortran=False, version=1):
    shape = "(" + "".join(f"{d}, " for d in shape) + ")"
    head = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n".encode()
    length = struct.pack("<H" if version == 1 else "<I", len(head))
    return write(name, b"\x93NUMPY" + bytes([version, 0]) + length + head + data)


def f4(*xs):
    return struct.pack(f"<{len(xs)}f", *xs)


def f8(*xs):
    return struct.pack(f"<{len(xs)}d", *xs)


def varint(v):
    out = b""
    while v > 127:
        out, v = out + bytes([v & 127 | 128]), v >> 7
    return out + bytes([v])


def field(number, payload):
    if isinstance(payload, int):
        return varint(number << 3) + varint(payload)
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def tensor(dtype, shape, raw):
    return b"".join(field(1, d) for d in shape) + field(2, dtype) + field(9, raw)


def texts(*xs):
    return field(1, len(xs)) + field(2, 8) + b"".join(field(6, x.encode()) for x in xs)


def sequence(*tensors):
    return field(2, 1) + b"".join(field(3, t) for t in tensors)


def string_map(keys, values):
    return field(2, 8) + b"".join(field(4, k.encode()) for k in keys) + \
        field(5, sequence(*(tensor(1, [], f4(v)) for v in values)))


# ---- JSON ----

code, said = run("info", "--json", digits)
info = json.loads(said)
check("info --json", code == 0 and info["inputs"][0]["shape"] == ["batch", 1, 8, 8] and
      info["n_parameters"] == 1898 and {o["op_type"]: o["count"] for o in info["ops"]}["Conv"] == 2, said)
code, said = run("info", "--json", os.path.join(folder, "op.onnx"))
check("info --json of an unknown operator", code == 0 and
      [u["op_type"] for u in json.loads(said)["unsupported"]] == ["NoSuchOperator"], said)
code, said = run("info", "--values", "--json", digits)
values = {v["name"]: v for v in json.loads(said)} if code == 0 else {}
check("info --values --json", code == 0 and values["pool2"]["shape"] == ["batch", 16, 2, 2] and
      values["pool2"]["bounds"][0] == [0, None] and values["pool2"]["dtype"] == "float32", said)
code, said = run("bench", "--json", "--runs", "9", digits)
figures = json.loads(said)
check("bench --json", code == 0 and figures["runs"] == 9 and
      0 < figures["min_ms"] <= figures["median_ms"] <= figures["p90_ms"] and
      all(figures[k] > 0 for k in ("load_ms", "prepare_ms", "model_bytes", "session_bytes", "plan_bytes",
                                   "run_bytes", "peak_rss_bytes")), said)
code, said = run("bench", "--json", "--seconds", "0", digits)
check("bench --seconds", code == 0 and json.loads(said)["runs"] == 5, said)
code, said = run("bench", "--json", "--seconds", "0.05", "--threads", "2", "--callers", "3", digits)
figures = json.loads(said) if code == 0 else {}
check("bench --callers", figures.get("callers") == 3 and figures["runs_per_second"] > 0, said)
code, said = run("bench", "--callers", "0", digits)
check("bench --callers 0", code == 2, said)
code, said = run("bench", "--peak", "--json", "--threads", "2")
peak = json.loads(said) if code == 0 else {}
check("bench --peak", peak and peak["gflops"] > 0 and peak["threads"] == 2 and len(peak["copy"]) == 8 and
      all(size > 0 and rate > 0 for size, rate in peak["copy"]), said)
code, said = run("bench", "--peak", digits)
check("bench --peak of a model", code == 2, said)
code, said = run("bench", "--json", "--runs", "1", "--only-rewrite", "activation", digits)
check("bench --only-rewrite", code == 0 and set(json.loads(said)["rewrites"]) - {"dead"} == {"activation"}, said)
code, said = run("bench", "--json", "--runs", "1", "--no-rewrite", "activation,dead", digits)
check("bench --no-rewrite", code == 0 and "activation" not in json.loads(said)["rewrites"], said)

code, said = run("profile", "--json", "--runs", "2", digits, "--dim", "batch=3")
profile = json.loads(said) if code == 0 else {"nodes": [], "operators": [], "all": {}}
# Two convolutions of 3x3 over 8x8 and 4x4: 8 and 16 channels; a multiply-add is two operations.
convs = sorted(n["ops"] for n in profile["nodes"] if n["op"] == "Conv")
check("profile --json counts operations", convs == [2 * 3 * 8 * 64 * 9, 2 * 3 * 16 * 16 * 8 * 9], said)
check("profile --json counts bytes", [n["bytes"] for n in profile["nodes"] if n["op"] == "Softmax"] == [240], said)
check("profile --json: operators are sums of nodes", all(
    abs(sum(n[key] for n in profile["nodes"]) - sum(o[key] for o in profile["operators"])) < 1e-4 and
    abs(sum(n[key] for n in profile["nodes"]) - profile["all"][key]) < 1e-4 for key in ("ms", "ops", "bytes")), said)
check("profile --json has a bound", profile["nodes"] and all(n["bound_ms"] > 0 for n in profile["nodes"]), said)
trace = os.path.join(folder, "trace.json")
for threads in ("1", "2"):
    code, said = run("profile", "--json", "--runs", "1", digits, "--dim", "batch=500", "--threads", threads, "--trace", trace)
    profile = json.loads(said) if code == 0 else {"nodes": []}
    spans = [e for e in json.load(open(trace))["traceEvents"] if e["ph"] == "X"]
    busy = sum(n["ms"] * n["threads"] for n in profile["nodes"])
    check(f"profile --trace with {threads} threads has the time of all workers", code == 0 and busy > 0 and
          abs(sum(e["dur"] for e in spans) * 1e-3 / busy - 1) < 0.01, (busy, spans))
    check(f"profile --trace with {threads} threads: a worker does one thing at a time", all(
        a["ts"] + a["dur"] <= b["ts"] + 0.002 for a in spans for b in spans
        if a["tid"] == b["tid"] and a["ts"] < b["ts"]), spans)
    check(f"profile --trace names {threads} workers", {e["tid"] for e in spans} <= set(range(int(threads))), spans)
code, said = run("profile", digits, "--trace", os.path.join(folder, "none", "trace.json"))
check("profile --trace to a folder that is not there", code == 1 and "cannot write" in said, said)

# ---- dims ----

def node(op, inputs, output):
    return field(1, b"".join(field(1, i.encode()) for i in inputs) + field(2, output.encode()) + field(4, op.encode()))


def io(number, name, *dims):
    shape = b"".join(field(1, field(2, d.encode()) if isinstance(d, str) else field(1, d)) for d in dims)
    return field(number, field(1, name.encode()) + field(2, field(1, field(1, 1) + field(2, shape))))


# y = x + zeros of x's shape: with a number for n the zeros are a constant of the optimiser's.
zeros = write("zeros.onnx", field(1, 8) + field(8, field(2, 17)) + field(7, field(2, b"g") + node("Shape", ["x"], "s") +
              node("ConstantOfShape", ["s"], "z") + node("Add", ["x", "z"], "y") + io(11, "x", "n", 4) +
              io(12, "y", "n", 4)))
code, said = run("bench", "--json", "--runs", "1", zeros)
free = json.loads(said)["steps"] if code == 0 else 0
code, said = run("bench", "--json", "--runs", "1", "--dim", "n=3", zeros)
check("bench --dim tells the optimiser", code == 0 and json.loads(said)["steps"] < free, said)
check("bench --dim", code == 0 and json.loads(said)["input_bytes"] == 48, said)
code, said = run("bench", "--json", "--runs", "1", "--dim", "n=3..5", zeros)
check("bench --dim with a range leaves it free", code == 0 and json.loads(said)["steps"] == free, said)
code, said = run("profile", "--runs", "1", zeros)
check("profile without --dim", code == 0 and "ConstantOfShape" in said, said)
code, said = run("profile", "--runs", "1", "--dim", "n=3", zeros)
check("profile --dim tells the optimiser", code == 0 and "ConstantOfShape" not in said, said)
code, said = run("plan", "--steps", zeros)
check("plan without --dim", code == 0 and "ConstantOfShape" in said, said)
code, said = run("plan", "--steps", "--dim", "n=3", zeros)
check("plan --dim tells the optimiser", code == 0 and "ConstantOfShape" not in said and
      re.search(r"^dim n +3$", said, re.M) is not None, said)
three = npy("three.npy", "<f4", (3, 4), f4(*range(12)))
code, said = run("run", zeros, "--input", "x=" + three)
check("run without --dim takes any size", code == 0 and "float32 [3, 4]" in said, said)
code, said = run("run", "--dim", "n=3", zeros)
check("run --dim", code == 0 and "float32 [3, 4]" in said, said)
code, said = run("run", "--dim", "n=2", zeros, "--input", "x=" + three)
check("run --dim refuses another size", code == 1 and "CAMEO_E_SHAPE" in said, (code, said))

# ---- inputs ----

# Fifty digits and what ONNX Runtime makes of them (examples/digits/README.md).
records = open("examples/digits/digits_test.bin", "rb").read()
pixels = [p / 16 for i in range(50) for p in records[65 * i:65 * i + 64]]
want = npy("want.npy", "<f4", (50, 10), open("examples/digits/digits_expected.bin", "rb").read())
columns = [pixels[n * 64 + h * 8 + w] for w in range(8) for h in range(8) for n in range(50)]
forms = {
    "raw": write("image.raw", f4(*pixels)),
    "npy": npy("image.npy", "<f4", (50, 1, 8, 8), f4(*pixels)),
    "npy of version 2": npy("image2.npy", "<f4", (50, 1, 8, 8), f4(*pixels), version=2),
    "npy in Fortran order": npy("fortran.npy", "<f4", (50, 1, 8, 8), f4(*columns), fortran=True),
    "npy in big-endian order": npy("big.npy", ">f4", (50, 1, 8, 8), struct.pack(">3200f", *pixels)),
    "pb": write("image.pb", tensor(1, (50, 1, 8, 8), f4(*pixels))),
}
# Files that say more than they have: refused by name before memory is taken for what they say.
for name, path, want_said in [
    ("npy", npy("huge.npy", "<f4", (100000000000, 1, 8, 8), b"1234"), "has 4 bytes of data"),
    ("npy of texts", npy("texts.npy", "<U1", (100000000000,), b""), "has 0 bytes of data"),
    ("npy whose elements are not counted", npy("over.npy", "<f4", (1 << 40, 1 << 40), b""), "has 0 bytes of data"),
    ("pb", write("huge.pb", tensor(1, (100000000000, 1, 8, 8), b"1234")), "has 4 bytes of raw_data"),
    ("raw", write("odd.raw", b"123"), "the file has 3 bytes"),
]:
    code, said = run("run", digits, "--input", "image=" + path)
    check("a huge or cut " + name, code == 1 and path + ": " in said and want_said in said, (code, said))
code, said = run("run", digits, "--dim", "batch=100000000", "--limits", "service")
check("a random input beyond the limit", code == 1 and "input image has 25600000000 bytes" in said, (code, said))
for name, path in {**forms, "a file without a name": forms["npy"]}.items():
    out = os.path.join(folder, "out_" + name.replace(" ", "_"))
    code, said = run("run", digits, "--input", path if name not in forms else "image=" + path, "--outputs", out)
    check("run with input as " + name, code == 0, said)
    code, said = run("compare", os.path.join(out, "output_0.pb"), want, "--rtol", "1e-4", "--atol", "1e-6")
    check("output for input as " + name, code == 0, said)
os.makedirs(os.path.join(folder, "set"), exist_ok=True)
write("set/input_0.pb", tensor(1, (50, 1, 8, 8), f4(*pixels)))
write("set/output_0.pb", tensor(1, (50, 10), open("examples/digits/digits_expected.bin", "rb").read()))
data = os.path.join(folder, "set")
for extra in ([], ["--no-fork"]):
    code, said = run("test", "--model", digits, "--data", data, "--atol", "1e-6", *extra)
    check(f"test --model --data {extra}", code == 0 and said.startswith("PASS digits "), said)
for name, extra, wanted in (("passed", ["--atol", "1e-6"], {"Conv 11", "Flatten 13", "Gemm 13", "MaxPool 12", "Relu 13",
                                                             "Softmax 13"}),
                            ("failed", ["--rtol", "0", "--atol", "0"], set())):
    path = write(name + ".txt", b"")
    code, said = run("test", "--model", digits, "--data", data, "--opt", "none", "--passed", path, *extra)
    lines = set(open(path, encoding="utf-8").read().splitlines())
    check("test --passed of a model that " + name, lines == {f"ai.onnx {w} float32" for w in wanted}, repr(lines))
code, said = run("test", "--model", digits, "--data", data, "--rtol", "0", "--atol", "0")
check("test fails where nothing may differ", code == 1 and said.startswith("FAIL digits "), said)
write("set/NONDETERMINISTIC", b"other\nprobability\n")
code, said = run("test", "--model", digits, "--data", data, "--rtol", "0", "--atol", "0")
check("an output in NONDETERMINISTIC", code == 0, said)
code, said = run("test", "--model", os.path.join(folder, "op.onnx"), "--data", data)
check("test of an unknown operator", code == 0 and said.startswith("UNSUPPORTED op "), said)
code, said = run("test", "--model", os.path.join(folder, "bad.onnx"), "--data", data)
check("test of no model", code == 1 and said.startswith("ERROR bad "), said)
for name, path in {"short raw": write("short.raw", f4(1, 2, 3)),
                   "npy cut off": write("cut.npy", open(forms["npy"], "rb").read()[:-1]),
                   "npy cut in its header": write("head.npy", open(forms["npy"], "rb").read()[:20]),
                   "npy of objects": npy("object.npy", "|O", (1,), b"12345678"),
                   "npy of rank 2": npy("rank.npy", "<f4", (8, 8), f4(*pixels[:64])),
                   "npy of doubles": npy("double.npy", "<f8", (1, 1, 8, 8), f8(*pixels[:64])),
                   "bad pb": write("bad.pb", b"\xff\xff")}.items():
    code, said = run("run", digits, "--input", "image=" + path)
    check("refuses " + name, code in (1, 3) and "cameo: " in said, (code, said))

# ---- the comparer: got, want, options, whether they are the same ----

inf, nan = math.inf, math.nan
cases = [
    ("equal", ("<f4", (2,), f4(1, 2)), ("<f4", (2,), f4(1, 2)), "", True),
    ("scalar", ("<f4", (), f4(1)), ("<f4", (), f4(1)), "", True),
    ("nothing", ("<f4", (0, 3), b""), ("<f4", (0, 3), b""), "", True),
    ("other empty shape", ("<f4", (0, 3), b""), ("<f4", (3, 0), b""), "", False),
    ("other rank", ("<f4", (1,), f4(1)), ("<f4", (), f4(1)), "", False),
    ("other shape", ("<f4", (2, 1), f4(1, 2)), ("<f4", (1, 2), f4(1, 2)), "", False),
    ("other dtype", ("<f4", (1,), f4(1)), ("<f8", (1,), f8(1)), "", False),
    ("within rtol", ("<f8", (1,), f8(1000.9)), ("<f8", (1,), f8(1000)), "", True),
    ("beyond rtol", ("<f8", (1,), f8(1001.1)), ("<f8", (1,), f8(1000)), "", False),
    ("rtol is of the expected", ("<f8", (1,), f8(2)), ("<f8", (1,), f8(1)), "--rtol 0.6 --atol 0", False),
    ("and not of the other", ("<f8", (1,), f8(1)), ("<f8", (1,), f8(2)), "--rtol 0.6 --atol 0", True),
    ("within atol", ("<f8", (1,), f8(9e-8)), ("<f8", (1,), f8(0)), "", True),
    ("beyond atol", ("<f8", (1,), f8(2e-7)), ("<f8", (1,), f8(0)), "", False),
    ("within atol-of-max", ("<f8", (2,), f8(0.9, 100)), ("<f8", (2,), f8(0, 100)), "--atol-of-max 0.01", True),
    ("beyond atol-of-max", ("<f8", (2,), f8(1.1, 100)), ("<f8", (2,), f8(0, 100)), "--atol-of-max 0.01", False),
    ("infinity is no max", ("<f8", (2,), f8(1, inf)), ("<f8", (2,), f8(0, inf)), "--atol-of-max 0.01", False),
    ("NaN and NaN", ("<f4", (1,), b"\0\0\xc0\x7f"), ("<f4", (1,), b"\1\0\xc0\xff"), "", True),
    ("NaN", ("<f4", (1,), f4(nan)), ("<f4", (1,), f4(1)), "--rtol 1e9", False),
    ("not NaN", ("<f4", (1,), f4(1)), ("<f4", (1,), f4(nan)), "--rtol 1e9", False),
    ("infinities", ("<f4", (3,), f4(inf, -inf, 1.0001)), ("<f4", (3,), f4(inf, -inf, 1)), "", True),
    ("infinities of two signs", ("<f4", (1,), f4(inf)), ("<f4", (1,), f4(-inf)), "--rtol 1e9", False),
    ("infinity", ("<f4", (1,), f4(inf)), ("<f4", (1,), f4(1)), "--rtol 1e9", False),
    ("not infinity", ("<f4", (1,), f4(1)), ("<f4", (1,), f4(inf)), "--rtol 1e9", False),
    ("large integers", ("<i8", (1,), struct.pack("<q", 10**6 + 1)), ("<i8", (1,), struct.pack("<q", 10**6)), "", True),
    ("integers", ("<i8", (1,), struct.pack("<q", 1)), ("<i8", (1,), struct.pack("<q", 2)), "", False),
    ("unsigned", ("|u1", (1,), b"\xff"), ("|u1", (1,), b"\0"), "", False),
    ("bool", ("|b1", (2,), b"\1\0"), ("|b1", (2,), b"\1\1"), "", False),
    ("half", ("<f2", (1,), b"\0\x3c"), ("<f2", (1,), b"\1\x3c"), "", True),
    ("complex", ("<c8", (1,), f4(1, 2)), ("<c8", (1,), f4(1, 2.001)), "", True),
    ("imaginary part", ("<c8", (1,), f4(1, 2)), ("<c8", (1,), f4(1, 3)), "", False),
    ("complex NaN", ("<c8", (1,), f4(nan, 2)), ("<c8", (1,), f4(1, nan)), "", True),
    ("texts", ("<U2", (2,), "a\0bc".encode("utf-32-le")), ("|S2", (2,), b"a\0bc"), "", True),
    ("other texts", ("<U2", (2,), "a\0bc".encode("utf-32-le")), ("|S2", (2,), b"a\0bd"), "", False),
    ("shape only", ("<f4", (1,), f4(1)), ("<f4", (1,), f4(2)), "--shape-only", True),
    ("shape only, other shape", ("<f4", (1,), f4(1)), ("<f4", (2,), f4(1, 2)), "--shape-only", False),
]
for name, a, b, options, same in cases:
    code, said = run("compare", npy("a.npy", *a), npy("b.npy", *b), *options.split())
    check("compare: " + name, code == (0 if same else 1) and said.startswith("same" if same else "differ"), said)

t1, t2, t3 = tensor(1, [2], f4(1, 2)), tensor(1, [2], f4(1, 3)), tensor(1, [1], f4(1))
pairs = [
    ("texts", "tensor", texts("a", "b"), texts("a", "b"), True),
    ("other texts", "tensor", texts("a", "b"), texts("a", ""), False),
    ("sequences", "sequence", sequence(t1, t3), sequence(t1, t3), True),
    ("other sequences", "sequence", sequence(t1, t3), sequence(t2, t3), False),
    ("shorter sequence", "sequence", sequence(t1), sequence(t1, t3), False),
    ("empty sequences", "sequence", sequence(), sequence(), True),
    ("optionals", "optional", field(2, 1) + field(3, t1), field(2, 1) + field(3, t1), True),
    ("other optionals", "optional", field(2, 1) + field(3, t1), field(2, 1) + field(3, t2), False),
    ("an optional of nothing", "optional", field(2, 1) + field(3, t1), field(2, 0), False),
    ("maps in another order", "map", string_map("ab", [1, 2]), string_map("ba", [2, 1]), True),
    ("other maps", "map", string_map("ab", [1, 2]), string_map("ab", [2, 1]), False),
    ("maps of other keys", "map", string_map("ab", [1, 2]), string_map("ac", [1, 2]), False),
]
for name, kind, a, b, same in pairs:
    code, said = run("compare", write("a.pb", a), write("b.pb", b), "--kind", kind)
    check(f"compare: {name} of kind {kind}", code == (0 if same else 1) and
          said.startswith("same" if same else "differ"), said)

# Random tensors near the border, against the formula.
rng = random.Random(1)
wrong = []
for i in range(60):
    rtol, atol, m = (rng.choice([0, 10 ** rng.uniform(-6, 0)]) for _ in range(3))
    b = [rng.choice([0.0, rng.uniform(-9, 9)]) for _ in range(rng.randrange(1, 9))]
    top = max(abs(x) for x in b)
    bound = [rtol * abs(x) + atol + m * top for x in b]
    a = [x + rng.choice([-1, 1]) * d * rng.uniform(0, 1.04) for x, d in zip(b, bound)]
    same = all(abs(x - y) <= d for x, y, d in zip(a, b, bound))
    code, said = run("compare", npy("a.npy", "<f8", (len(a),), f8(*a)), npy("b.npy", "<f8", (len(b),), f8(*b)),
                     "--rtol", repr(rtol), "--atol", repr(atol), "--atol-of-max", repr(m))
    if code != (0 if same else 1):
        wrong.append((a, b, rtol, atol, m, said))
check("compare: random tensors", not wrong, wrong[:1])

# ---- outputs in files and as JSON, archives of arrays, standard input ----

import zipfile


def piped(data, *args):
    p = subprocess.run([cameo, *args], input=data, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    return p.returncode, p.stdout.decode("utf8", "replace")


def read(path):
    with open(path, "rb") as f:
        return f.read()


def elements(data):
    """The data of an .npy file behind its header, and the header."""
    size = struct.unpack("<H", data[8:10])[0]
    return data[10 + size:], data[10:10 + size].decode()


def typed(number, name, dtype, *dims):
    shape = b"".join(field(1, field(1, d)) for d in dims)
    return field(number, field(1, name.encode()) + field(2, field(1, field(1, dtype) + field(2, shape))))


def identity(name, dtype, *dims):
    return write(name, field(1, 8) + field(8, field(2, 25)) + field(7, field(2, b"g") + node("Identity", ["x"], "y") +
                 typed(11, "x", dtype, *dims) + typed(12, "y", dtype, *dims)))


def npz(name, method, **arrays):
    path = os.path.join(folder, name)
    with zipfile.ZipFile(path, "w", method) as z:
        for key, data in arrays.items():
            z.writestr(key + ".npy", data)
    return path


two = write("two.onnx", field(1, 8) + field(8, field(2, 14)) + field(7, field(2, b"g") + node("Add", ["x", "y"], "z") +
            typed(11, "x", 1, 2) + typed(11, "y", 1, 2) + typed(12, "z", 1, 2)))
code, said = run("run", two, "--input", npy("a.npy", "<f4", (2,), f4(1, 2)))
check("a file without a name for one of two inputs", code == 2 and "the model has 2 inputs: give NAME=FILE" in said, said)

# What comes out of Identity is what went in, as file and as JSON.
for dtype, descr, data, want in [
    (1, "<f4", f4(1.5, -0.0, nan, inf, -inf, 0.1), [1.5, -0.0, "NaN", "Infinity", "-Infinity", 0.1]),
    (11, "<f8", f8(0.1, 1e300, -2, 3, 4, 5), [0.1, 1e300, -2, 3, 4, 5]),
    (10, "<f2", struct.pack("<6e", 1, 2, 0.5, -3, 0, 65504), [1, 2, 0.5, -3, 0, 65504]),
    (2, "|u1", bytes(range(250, 256)), list(range(250, 256))),
    (3, "|i1", struct.pack("6b", -128, -1, 0, 1, 2, 127), [-128, -1, 0, 1, 2, 127]),
    (5, "<i2", struct.pack("<6h", -32768, -1, 0, 1, 2, 3), [-32768, -1, 0, 1, 2, 3]),
    (7, "<i8", struct.pack("<6q", -2**63, 2**63 - 1, 0, 1, 2, 3), [-2**63, 2**63 - 1, 0, 1, 2, 3]),
    (13, "<u8", struct.pack("<6Q", 2**64 - 1, 1, 2, 3, 4, 5), [2**64 - 1, 1, 2, 3, 4, 5]),
    (9, "|b1", b"\0\1\1\0\0\1", [False, True, True, False, False, True]),
    (14, "<c8", f4(*range(12)), [[2 * i, 2 * i + 1] for i in range(6)]),
    (8, "<U3", "abcd\0\0\0\0\0äöü€\0\0🦎\0\0".encode("utf-32-le"), ["abc", "d", "", "äöü", "€", "🦎"]),
    (16, "<V2", struct.pack("<6H", 0x3f80, 0, 0xc000, 0x4000, 0x7f80, 0x3f00), [1, 0, -2, 2, "Infinity", 0.5]),
    (22, "|i1", struct.pack("6b", -8, -1, 0, 1, 7, 3), [-8, -1, 0, 1, 7, 3]),
    (21, "|u1", bytes([15, 1, 0, 7, 8, 3]), [15, 1, 0, 7, 8, 3]),
    (26, "|i1", struct.pack("6b", -2, -1, 0, 1, 1, 0), [-2, -1, 0, 1, 1, 0]),
]:
    model = identity("same.onnx", dtype, 2, 3)
    path = npy("same.npy", descr, (2, 3), data)
    back = os.path.join(folder, "back.npy")
    code, said = run("run", model, "--input", "x=" + path, "--outputs", back, "--json")
    got = elements(read(back)) if code == 0 else (b"", "")
    check(f"--outputs FILE.npy of {descr} and dtype {dtype}", code == 0 and got[0] == data and
          f"'descr': '{descr}'" in got[1] and "(2, 3)" in got[1] and len(read(back)) - len(data) in (64, 128), (said, got))
    out = json.loads(said)["outputs"][0] if code == 0 else {}
    close = [a == b or (isinstance(a, float) and abs(a - b) < 1e-6) for a, b in zip(out.get("data", []), want)]
    check(f"--json of {descr} and dtype {dtype}", out.get("name") == "y" and out.get("shape") == [2, 3] and
          len(close) == 6 and all(close), said)
    code, said = run("run", model, "--input", "x=" + back, "--output", "y=" + os.path.join(folder, "again.npy"), "--quiet")
    check(f"an .npy file of dtype {dtype} is read back", code == 0 and said == "" and
          read(os.path.join(folder, "again.npy")) == read(back), said)
code, said = run("run", identity("scalar1.onnx", 1), "--outputs", os.path.join(folder, "scalar.npy"))
check("a scalar as .npy", code == 0 and "'shape': ()" in elements(read(os.path.join(folder, "scalar.npy")))[1], said)
code, said = run("run", identity("vector.onnx", 1, 3), "--outputs", os.path.join(folder, "vector.npy"))
check("a vector as .npy", code == 0 and "'shape': (3,)" in elements(read(os.path.join(folder, "vector.npy")))[1], said)
bytes_model = identity("bytes.onnx", 8, 1)
code, said = run("run", bytes_model, "--input", "x=" + npy("bytes.npy", "|S2", (1,), b"\xff\xfe"), "--outputs", back)
check("a text that is no UTF-8 as .npy", code == 3 and "no UTF-8" in said, (code, said))

image = read(forms["npy"])
for name, path in {"stored": npz("stored.npz", zipfile.ZIP_STORED, image=image),
                   "deflated": npz("deflated.npz", zipfile.ZIP_DEFLATED, image=image)}.items():
    for option in (["--inputs", path], ["--input", "image=" + path]):
        out = os.path.join(folder, "out.npz")
        code, said = run("run", digits, *option, "--outputs", out, "--add-output", "pool1")
        with zipfile.ZipFile(out) as z:
            names, bad = z.namelist(), z.testzip()
            write("npz_out.npy", z.read("probability.npy"))
        check(f"{option[0]} of a {name} .npz, outputs as .npz", code == 0 and bad is None and
              names == ["probability.npy", "pool1.npy"], said)
        code, said = run("compare", os.path.join(folder, "npz_out.npy"), os.path.join(folder, "want.npy"),
                         "--rtol", "1e-4", "--atol", "1e-6")
        check(f"the output for {option[0]} of a {name} .npz", code == 0, said)
# Deflate's three kinds of blocks: fixed codes for a few bytes, codes of its own for text, none for noise.
noise = bytes(random.Random(2).randrange(256) for _ in range(70000))
for name, data in {"few bytes": b"abc", "one byte, many times": b"a" * 70000, "noise": noise, "mixed": noise[:9000] * 5,
                   "text": b" ".join(str(i * i).encode() for i in range(20000)), "nothing": b""}.items():
    for level in (0, 1, 9):
        path = os.path.join(folder, "level.npz")
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as z:
            z.writestr("x.npy", read(npy("level.npy", "|u1", (len(data),), data)))
        code, said = run("run", identity("level.onnx", 2, len(data)), "--inputs", path, "--outputs", back, "--quiet")
        check(f"deflate of {name}, level {level}", code == 0 and elements(read(back))[0] == data, said)
with zipfile.ZipFile(path := os.path.join(folder, "wide.npz"), "w") as z:
    with z.open("image.npy", "w", force_zip64=True) as f:
        f.write(image)
code, said = run("run", digits, "--inputs", path, "--quiet")
check("an .npz with records of 64 bits", code == 0, said)
good = read(npz("good.npz", zipfile.ZIP_DEFLATED, image=image))
wrong = []
for i in range(0, len(good), 7):
    for what, data in {"cut": good[:i], "flipped": good[:i] + bytes([good[i] ^ 0x55]) + good[i + 1:]}.items():
        code, said = run("run", digits, "--inputs", write("broken.npz", data), "--quiet")
        if code not in (0, 1, 2, 3) or "CAMEO_E_INTERNAL" in said:
            wrong.append((what, i, code, said))
check("damaged .npz files end in an error or not at all", not wrong, wrong[:2])
code, said = run("run", digits, "--inputs", write("broken.npz", good[:200] + bytes([good[200] ^ 1]) + good[201:]))
check("a damaged array is named", code == 1 and 'array "image" is damaged' in said, said)
for what, options, wanted in [
    ("--input of a file that is not there", ["--input", "nowhere.npy"], "nowhere.npy"),
    ("an array of no input", ["--inputs", npz("other.npz", 0, imaeg=image)], 'no input "imaeg", did you mean "image"?'),
    ("no such array", ["--input", "image=" + npz("two.npz", 0, a=image, b=image)], 'no array "image"; there are: a, b'),
    ("no archive", ["--inputs", write("none.npz", b"PK" * 20)], "is no .npz file"),
    ("another method", ["--inputs", npz("bz.npz", zipfile.ZIP_BZIP2, image=image)], "packed by method 12"),
    ("an output that there is not", ["--output", "probabilty=x.npy"], 'no output "probabilty", did you mean "probability"?'),
    ("--output without a file", ["--output", "probability"], "want NAME=FILE"),
    ("one file for two outputs", ["--add-output", "pool1", "--outputs", "x.npy"], "the model has 2 outputs"),
    ("a folder that cannot be made", ["--outputs", os.path.join(folder, "no", "where")], "cannot make the folder"),
    ("a file that cannot be made", ["--output", "probability=" + os.path.join(folder, "no", "x.npy")], "cannot create"),
    ("doubles", ["--input", "image=" + os.path.join(folder, "double.npy")],
     "double.npy: float64[1,1,8,8] given, want float32[batch,1,8,8]"),
    ("another rank", ["--input", "image=" + os.path.join(folder, "rank.npy")],
     "input image: " + os.path.join(folder, "rank.npy") + ": float32[8,8] given, want float32[batch,1,8,8]"),
    ("a raw file that is too short", ["--input", "image=" + write("half.raw", f4(*pixels[:32]))],
     "input image: " + os.path.join(folder, "half.raw") + ": the file has 128 bytes, no multiple of 256"),
]:
    code, said = run("run", digits, *options)
    check("run tells: " + what, code in (1, 2, 3) and wanted in said, (code, said))
raw = os.path.join(folder, "back.raw")
code, said = run("run", digits, "--input", "image=" + forms["raw"], "--output", "probability=" + raw, "--output",
                 "probability=second.npy", "--quiet")
check("--output as raw elements, once for a name", code == 0 and len(read(raw)) == 2000 and
      not os.path.exists("second.npy"), said)
code, said = piped(read(digits), "run", "-", "--json", "--input", "image=" + forms["raw"])
first = json.loads(said) if code == 0 else {"outputs": [{"data": []}], "inputs": [{}]}
check("the model from standard input, JSON", first["inputs"] == [{"name": "image", "dtype": "float32",
      "shape": [50, 1, 8, 8], "random": False}] and f4(*first["outputs"][0]["data"]) == read(raw), said[:300])
for name in ("raw", "npy"):
    code, said = piped(read(forms[name]), "run", digits, "--input", "image=-", "--json")
    check(f"an input from standard input: {name}", code == 0 and json.loads(said)["outputs"] == first["outputs"], said[:300])
for command in ("info", "check", "plan", "bench", "profile"):
    code, said = piped(read(digits), command, "-", *(["--runs", "1"] if command in ("bench", "profile") else []))
    check(f"{command} of standard input", code == 0, said)
code, said = piped(read(digits), "run", "-", "--input", "image=-")
check("standard input twice", code == 2 and "standard input, which was read before" in said, (code, said))
code, said = piped(b"", "run", digits, "--input", "image=-")
check("nothing on standard input", code == 0 and "float32 [0, 10]" in said, (code, said))

# ZipMap: sequences of maps, for people and as JSON.
label = field(5, field(1, b"classlabels_strings") + field(20, 8) + b"".join(field(9, s) for s in (b"setosa", b"ver", b"vir")))
map_type = field(4, field(1, field(5, field(1, 8) + field(2, field(1, field(1, 1))))))
zipmap = write("zipmap.onnx", field(1, 8) + field(8, field(1, b"ai.onnx.ml") + field(2, 1)) + field(7, field(2, b"g") +
               field(1, field(1, b"p") + field(2, b"z") + field(4, b"ZipMap") + label + field(7, b"ai.onnx.ml")) +
               typed(11, "p", 1, 2, 3) + field(12, field(1, b"z") + field(2, map_type))))
path = npy("p.npy", "<f4", (2, 3), f4(0.5, 0.25, 0.25, 0, 1, 0))
code, said = run("run", zipmap, "--input", "p=" + path)
check("maps are printed", code == 0 and 'map of string to float32, 3: "setosa" = 0.5, "ver" = 0.25, "vir" = 0.25' in said, said)
code, said = run("run", zipmap, "--input", "p=" + path, "--json")
check("maps as JSON", code == 0 and json.loads(said)["outputs"] == [{"name": "z", "kind": "sequence", "items": [
      {"kind": "map", "keys": ["setosa", "ver", "vir"], "values": v} for v in ([0.5, 0.25, 0.25], [0, 1, 0])]}], said)
code, said = run("run", zipmap, "--input", "p=" + path, "--outputs", back)
check("a sequence as .npy", code == 1 and "only .pb files hold sequences" in said, (code, said))

# Initializers that are inputs, too, are constants where weights are frozen.
default = write("weights.onnx", field(1, 8) + field(8, field(2, 17)) + field(7, field(2, b"g") + node("Add", ["x", "w"], "y") +
                field(5, tensor(1, (2,), f4(1, 2)) + field(8, b"w")) + typed(11, "x", 1, 2) + typed(11, "w", 1, 2) +
                typed(12, "y", 1, 2)))
for options, wanted in ([], ["w"]), (["--weights", "declared"], ["w"]), (["--weights", "frozen"], []):
    code, said = run("info", default, "--json", *options)
    check(f"defaults of info {options}", code == 0 and [d["name"] for d in json.loads(said)["defaults"]] == wanted, said)
    code, said = run("info", default, *options)
    check(f"info {options} as text", code == 0 and ("default" in said) == bool(wanted), said)
silent = write("silent.onnx", field(1, 8) + field(8, field(2, 17)) + field(7, field(2, b"g") + node("Neg", ["x"], "y") +
               typed(11, "x", 1, 2)))
code, said = run("run", silent)
check("a graph without outputs is told once", code == 0 and said.count("the graph has no outputs") == 1, said)
code, said = run("check", silent, "--strict")
check("a graph without outputs, strict", code == 4 and "the graph has no outputs" in said, (code, said))
