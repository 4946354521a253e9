"""Cameo beside ONNX Runtime, and other engines, over the architectures of the zoo and real models, in one run.

usage: python bench/models.py [options]        or: make bench-models ARGS='...'      (bench/requirements.txt)

    --cameo FILE      the command; default build/cameo
    --before FILE     another build of the command, by turns with it: a column more, its time over Cameo's
    --shared DIR      holds zoo/ and models/; default ../shared
    --zoo DIR         the zoo with its weights; what is missing there is rebuilt (zoo/hydrate.py); default build/zoo
    --sets A,B        zoo, models; default both
    --only A,B        models whose name has one of these in it
    --kinds A,B       models of these kinds (cnn, transformer, nlp, ...); f32: those that compute in float32
    --part K/N        the K-th of N parts, to measure in pieces
    --threads A,B     default 1,2; more than the processors that this process may use are left out
    --rounds N        by turns; default 7
    --seconds S       of timing for each engine and round; default 0.3, at least 5 runs
    --peers A,B       beside onnxruntime, which is always measured: openvino (if it is installed), opencv, tract, emx
    --ort-avx2 DIR    beside Cameo without AVX-512 runs the ONNX Runtime in DIR, which sees AVX2 alone (bench/cpuid_mask.py)
    --json FILE       keeps the rows in FILE, each as soon as it is measured; those of the same model and threads are replaced
    --missing         measures only what FILE has not: a run that was stopped goes on
    --from FILE       measures nothing: the tables of the rows in FILE
    --page FILE       puts the tables into the section "models" of a page: docs/BENCHMARKS.md
    --markdown FILE   the tables as Markdown; --svg FILE: the ratios as a chart

Every model runs with the dims of its test case (the zoo: case_shape; real models: test_data_set_0), which Cameo knows
before it optimises (--dim), and with the same inputs. Each engine is a process of its own. A figure is the median of the
rounds; a ratio, the peer's time over Cameo's (above 1: Cameo is faster), is the median of the rounds' ratios. Where the
processor has AVX-512 Cameo is measured without it and without VNNI as well, beside all of ONNX Runtime or that of --ort-avx2.
`bound` is the share of Cameo's time that the machine needs at least: operations over the multiply-add peak of float32, or
bytes over copy bandwidth, node by node (cameo profile). `rest` says which operators take the time beyond it. `ready` is the
ratio of the times from file to session. `RSS` is the most bytes of memory that a process came to hold while it loaded and ran
the model, Cameo's over ONNX Runtime's (below 1: Cameo holds less), without what it held before: for ONNX Runtime that is
Python with its library loaded.
"""
import argparse
import importlib.util
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import numpy_helper

import page

HERE = os.path.dirname(os.path.abspath(__file__))
AVX2_ALONE = ["--cpu-mask-off", "avx512,vnni,avx-vnni"]
SLOW_MS = 2000
WORDS = {"model", "kind", "rest", "slowest"}  # columns that are not numbers
QUANTIZED = {"int8", "fp16", "quantized-qdq", "quantized-qoperator", "float16", "odd-dtype"}


# ---- models --------------------------------------------------------------------------------------------------------

class Model:
    def __init__(self, name, kind, path, feed):
        self.name, self.kind, self.path, self.feed = name, kind, path, feed


def zoo_feed(entry):
    """Normal floats, ones for integers: they are tokens, positions and masks."""
    feed = []
    for k, spec in enumerate(entry["inputs"]):
        dtype = np.dtype("float32" if spec["dtype"] == "float" else spec["dtype"])
        shape = spec.get("case_shape") or spec["shape"]
        rng = np.random.default_rng(k)
        feed.append(rng.standard_normal(shape).astype(dtype) if dtype.kind == "f" else np.ones(shape, dtype))
    return feed


def zoo_models(args):
    listed = os.path.join(args.shared, "zoo", "zoo.json")
    if not os.path.exists(listed):
        return
    for entry in json.load(open(listed, encoding="utf-8"))["models"]:
        path = os.path.join(args.zoo, entry["name"] + ".onnx")
        yield entry["name"], entry["family"], path, lambda entry=entry: zoo_feed(entry)


def real_models(args):
    folder = os.path.join(args.shared, "models")
    listed = os.path.join(folder, "models.json")
    if not os.path.exists(listed):
        return
    for entry in json.load(open(listed, encoding="utf-8")):
        path = os.path.join(folder, entry["file"])
        if os.path.isdir(path):
            path = next((os.path.join(path, f) for f in sorted(os.listdir(path)) if f.endswith(".onnx")), path)
        stem = os.path.basename(entry["file"]).removesuffix(".onnx")
        case = os.path.join(folder, "cases", stem, "test_data_set_0")
        if not os.path.isdir(case):
            continue

        def feed(case=case):
            arrays, k = [], 0
            while os.path.exists(file := os.path.join(case, f"input_{k}.pb")):
                with open(file, "rb") as f:
                    arrays.append(numpy_helper.to_array(onnx.TensorProto.FromString(f.read())))
                k += 1
            return arrays
        yield entry["name"], entry["group"], path, feed


def is_wanted(name, kind, args):
    words = [w for w in args.only.split(",") if w]
    kinds = [k for k in args.kinds.split(",") if k]
    return (not words or any(w in name for w in words)) and \
        (not kinds or kind in kinds or ("f32" in kinds and kind not in QUANTIZED))


def choose(args):
    found = []
    for name, source in (("zoo", zoo_models), ("models", real_models)):
        if name in args.sets.split(","):
            found += [m for m in source(args) if is_wanted(m[0], m[1], args)]
    part, parts = map(int, args.part.split("/"))
    return [m for i, m in enumerate(found) if i % parts == part - 1]


def load(chosen, args):
    name, kind, path, feed = chosen
    if not os.path.exists(path):
        hydrate = os.path.join(args.shared, "zoo", "hydrate.py")
        subprocess.run([sys.executable, hydrate, args.zoo, name], check=True, stdout=subprocess.DEVNULL)
    return Model(name, kind, path, feed())


def dim_options(model):
    """--dim for the named dims of the inputs; `None` dims have no name to bind them by."""
    graph = onnx.load(model.path, load_external_data=False).graph
    own = {i.name for i in graph.initializer}
    dims = {}
    for info, array in zip((i for i in graph.input if i.name not in own), model.feed):
        for dim, size in zip(info.type.tensor_type.shape.dim, array.shape):
            if dim.dim_param:
                dims[dim.dim_param] = size
    return [x for name, size in dims.items() for x in ("--dim", f"{name}={size}")]


# ---- engines -------------------------------------------------------------------------------------------------------

class Failed(Exception):
    pass


class Cameo:
    def __init__(self, command, model, folder, threads, options=()):
        self.arguments = [model.path, "--json", "--threads", str(threads), "--inputs", folder, *dim_options(model), *options]
        self.command = command
        self.ready, self.rss = [], []
        # A model that takes seconds is not worth five runs in each round.
        self.slow = self.call("bench", "--runs", "1", "--warmup", "0")["first_ms"] > SLOW_MS

    def call(self, what, *options):
        done = subprocess.run([self.command, what, *self.arguments, *options], capture_output=True, text=True, timeout=600,
                              check=False)
        if done.returncode != 0:
            raise Failed((done.stderr or done.stdout).strip()[-200:])
        return json.loads(done.stdout)

    def median(self, seconds):
        how = ["--runs", "1", "--warmup", "0"] if self.slow else ["--seconds", str(seconds)]
        said = self.call("bench", *how)
        self.ready.append(said["load_ms"] + said["prepare_ms"])
        self.rss.append(said["peak_rss_bytes"] - said["start_rss_bytes"])  # as peers.py counts its engine
        return said["median_ms"]

    def close(self):
        pass


class Peer:
    def __init__(self, engine, model, folder, threads, environment=None):
        self.process = subprocess.Popen([sys.executable, os.path.join(HERE, "peers.py"), "serve", engine, model.path, str(threads),
                                         folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, **(environment or {})})
        said = self.answer()
        self.ready, self.rss = [said["create_ms"]], [said["rss_bytes"]]

    def answer(self):
        while True:
            line = self.process.stdout.readline()
            if not line:
                self.process.wait()
                raise Failed(self.process.stderr.read().strip()[-200:] or "ended")
            if line.startswith("{"):
                return json.loads(line)

    def median(self, seconds):
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        return self.answer()["median_ms"]

    def close(self):
        self.process.kill()
        self.process.wait()


def engines(model, folder, threads, args):
    """Name and maker of each engine; the first is Cameo, the second ONNX Runtime."""
    makers = {"cameo": lambda: Cameo(args.cameo, model, folder, threads),
              "onnxruntime": lambda: Peer("onnxruntime", model, folder, threads)}
    if args.isa == "avx512":
        makers["cameo-avx2"] = lambda: Cameo(args.cameo, model, folder, threads, AVX2_ALONE)
        if args.ort_avx2:
            masked = {"LD_PRELOAD": os.path.join(args.ort_avx2, "cpuid_mask.so"), "PYTHONPATH": args.ort_avx2}
            makers["onnxruntime-avx2"] = lambda: Peer("onnxruntime", model, folder, threads, masked)
    if args.before:
        makers["before"] = lambda: Cameo(args.before, model, folder, threads)
    for name in args.peers:
        makers[name] = lambda name=name: Peer(name, model, folder, threads)
    return makers


# ---- measuring -----------------------------------------------------------------------------------------------------

def rest_of(profile):
    """Operators by the share of all time that they take beyond what the machine needs, the largest first."""
    over = sorted(((o["ms"] - o["bound_ms"]) / profile["all"]["ms"], o["op"]) for o in profile["operators"])[::-1]
    return [[op, share] for share, op in over[:4] if share >= 0.02]


def measure(model, threads, args):
    row = {"model": model.name, "kind": model.kind, "threads": threads, "isa": args.isa, "ms": {}, "ready_ms": {},
           "rss_bytes": {}, "ratio": {}}
    with tempfile.TemporaryDirectory() as folder:
        for k, array in enumerate(model.feed):
            with open(os.path.join(folder, f"input_{k}.pb"), "wb") as f:
                f.write(numpy_helper.from_array(array).SerializeToString())
        running, times = {}, {}
        try:
            for name, make in engines(model, folder, threads, args).items():
                try:
                    running[name], times[name] = make(), []
                except Failed as e:
                    if name in ("cameo", "onnxruntime"):
                        raise
                    row.setdefault("refused", {})[name] = str(e)
            slow = running["cameo"].slow
            for _ in range(min(args.rounds, 3) if slow else args.rounds):
                for name, engine in running.items():
                    times[name].append(engine.median(args.seconds))
            profile = running["cameo"].call("profile", "--runs", "1" if slow else "3")
        except (Failed, subprocess.TimeoutExpired) as e:
            return {"model": model.name, "kind": model.kind, "threads": threads, "error": str(e)}
        finally:
            for engine in running.values():
                engine.close()
    for name, values in times.items():
        row["ms"][name] = statistics.median(values)
        row["ready_ms"][name] = statistics.median(running[name].ready)
        row["rss_bytes"][name] = statistics.median(running[name].rss)
        row["ratio"][name] = statistics.median(p / c for p, c in zip(values, times["cameo"]))
    if "cameo-avx2" in times:
        peer = times.get("onnxruntime-avx2", times["onnxruntime"])
        row["ratio_avx2"] = statistics.median(p / c for p, c in zip(peer, times["cameo-avx2"]))
    # Of the profile's own time: the clock may have been another one in the rounds.
    row["bound"] = profile["all"]["bound_ms"] / profile["all"]["ms"]
    row["rest"] = rest_of(profile)
    return row


# ---- tables --------------------------------------------------------------------------------------------------------

def geomean(values):
    """As text; "-" where an engine ran none of them."""
    return f"{math.exp(statistics.fmean(map(math.log, values))):.3f}" if values else "-"


def peers_of(rows):
    """The engines beside ONNX Runtime."""
    return sorted({name for r in rows for name in r["ratio"]} - {"cameo", "onnxruntime", "cameo-avx2", "onnxruntime-avx2", "before"})


def rss_ratio(row):
    return row["rss_bytes"]["cameo"] / row["rss_bytes"]["onnxruntime"]


def columns(rows):
    """Title and text of each column of a row."""
    peers = peers_of(rows)
    yield "Cameo ms", lambda r: f"{r['ms']['cameo']:.3f}"
    yield "ORT ms", lambda r: f"{r['ms']['onnxruntime']:.3f}"
    yield "ratio", lambda r: f"{r['ratio']['onnxruntime']:.2f}"
    if any("ratio_avx2" in r for r in rows):
        yield "AVX2", lambda r: f"{r['ratio_avx2']:.2f}" if "ratio_avx2" in r else ""
    if any("before" in r["ratio"] for r in rows):
        yield "gained", lambda r: f"{r['ratio']['before']:.2f}" if "before" in r["ratio"] else ""
    for peer in peers:
        yield peer, lambda r, peer=peer: f"{r['ratio'][peer]:.2f}" if peer in r["ratio"] else "-"
    yield "ready", lambda r: f"{r['ready_ms']['onnxruntime'] / max(1e-3, r['ready_ms']['cameo']):.1f}"
    yield "RSS", lambda r: f"{rss_ratio(r):.2f}"
    yield "bound", lambda r: f"{100 * r['bound']:.0f} %"
    yield "rest", lambda r: ", ".join(f"{op} {100 * share:.0f} %" for op, share in r["rest"])


def summary(rows):
    """Lines of: kind, models, geometric means of ONNX Runtime's ratio, Cameo's with AVX2, other engines', of memory, the slowest."""
    lines, peers = [], peers_of(rows)

    def line(title, some):
        if some:
            worst = min(some, key=lambda r: r["ratio"]["onnxruntime"])
            cells = [title, str(len(some)), geomean([r['ratio']['onnxruntime'] for r in some])]
            if any("ratio_avx2" in r for r in rows):
                cells.append(geomean([r['ratio_avx2'] for r in some if 'ratio_avx2' in r]))
            for peer in peers:
                cells.append(geomean([r['ratio'][peer] for r in some if peer in r['ratio']]))
            cells.append(geomean([rss_ratio(r) for r in some]))
            lines.append(cells + [f"{worst['ratio']['onnxruntime']:.2f} {worst['model']}"])
    for kind in sorted({r["kind"] for r in rows}):
        line(kind, [r for r in rows if r["kind"] == kind])
    line("all of float32", [r for r in rows if r["kind"] not in QUANTIZED])
    line("all", rows)
    head = ["kind", "models", "ratio"] + (["AVX2"] if any("ratio_avx2" in r for r in rows) else []) + peers + ["RSS", "slowest"]
    return head, lines


def tables(rows):
    """For each number of threads: title, head, lines of the models and head, lines of the kinds."""
    for threads in sorted({r["threads"] for r in rows}):
        good = sorted((r for r in rows if r["threads"] == threads and "error" not in r),
                      key=lambda r: (r["kind"], r["ratio"]["onnxruntime"]))
        if good:
            shown = list(columns(good))
            lines = [[r["model"], r["kind"], *(text(r) for _, text in shown)] for r in good]
            yield f"{threads} thread{'s' * (threads > 1)}", ["model", "kind", *(title for title, _ in shown)], lines, *summary(good)


def as_text(head, lines):
    widths = [max(len(line[i]) for line in [head, *lines]) for i in range(len(head))]
    return "\n".join("  ".join(c.ljust(w) if head[i] in WORDS else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))).rstrip()
                     for line in [head, *lines])


def failures(rows):
    return [f"{r['model']}, {r['threads']} threads: {r['error']}" for r in rows if "error" in r]


def markdown(rows):
    parts = []
    for title, head, lines, kinds_head, kinds in tables(rows):
        parts += [f"### {title}", page.as_markdown(kinds_head, kinds, WORDS), page.as_markdown(head, lines, WORDS)]
    missing = failures(rows)
    if missing:
        parts.append("Without a figure:\n\n" + "\n".join("- " + m for m in missing))
    return "\n\n".join(parts) + "\n"


# ---- chart ---------------------------------------------------------------------------------------------------------

COLOURS = ["#4878a8", "#e0853c", "#5a9e5d", "#c0504d", "#8064a2", "#8c6d4f", "#d17fb4", "#7f7f7f", "#a8a032", "#3fa7b5"]


def svg(rows):
    """Ratios at the least number of threads as bars from 1, on a logarithmic axis; other numbers of threads as dots."""
    good = [r for r in rows if "error" not in r]
    counts = sorted({r["threads"] for r in good})
    bars = sorted((r for r in good if r["threads"] == counts[0]), key=lambda r: r["ratio"]["onnxruntime"])
    kinds = sorted({r["kind"] for r in bars})
    colour = {kind: COLOURS[i % len(COLOURS)] for i, kind in enumerate(kinds)}
    dots = {(r["model"], r["threads"]): r["ratio"]["onnxruntime"] for r in good}
    low = min(0.5, *dots.values()) * 0.9
    high = max(2.0, *dots.values()) * 1.1
    left, width, line, top = 240, 620, 15, 46
    at = lambda ratio: left + width * math.log(ratio / low) / math.log(high / low)
    height = top + line * len(bars) + 30 + 18 * ((len(kinds) + 4) // 5)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 60}" height="{height}" font-family="sans-serif" '
           'font-size="11">', '<rect width="100%" height="100%" fill="#ffffff"/>',
           f'<text x="{left}" y="16" font-size="13">time of ONNX Runtime / time of Cameo; bars: {counts[0]} thread'
           f'{"s" * (counts[0] > 1)}{"".join(f", dots: {n}" for n in counts[1:])}</text>']
    for tick in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50):
        if low <= tick <= high:
            out.append(f'<line x1="{at(tick):.1f}" x2="{at(tick):.1f}" y1="{top - 8}" y2="{top + line * len(bars)}" '
                       f'stroke="{"#000000" if tick == 1 else "#dddddd"}"/>')
            out.append(f'<text x="{at(tick):.1f}" y="{top - 12}" text-anchor="middle">{tick:g}</text>')
    for i, r in enumerate(bars):
        y, ratio = top + line * i, r["ratio"]["onnxruntime"]
        x0, x1 = sorted((at(1), at(ratio)))
        out.append(f'<text x="{left - 6}" y="{y + 10}" text-anchor="end">{r["model"][:36]}</text>')
        out.append(f'<rect x="{x0:.1f}" y="{y + 1}" width="{max(1, x1 - x0):.1f}" height="{line - 4}" '
                   f'fill="{colour[r["kind"]]}"><title>{r["model"]}: {ratio:.2f}</title></rect>')
        for n in counts[1:]:
            if (r["model"], n) in dots:
                out.append(f'<circle cx="{at(dots[r["model"], n]):.1f}" cy="{y + 6}" r="3" fill="#ffffff" stroke="#000000"/>')
    for i, kind in enumerate(kinds):
        x, y = left - 230 + 175 * (i % 5), top + line * len(bars) + 22 + 18 * (i // 5)
        out.append(f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{colour[kind]}"/><text x="{x + 15}" y="{y}">{kind}</text>')
    return "\n".join(out + ["</svg>", ""])


# ---- the run -------------------------------------------------------------------------------------------------------

def arguments():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("--cameo", default="build/cameo")
    p.add_argument("--before", default="")
    p.add_argument("--shared", default=os.environ.get("CAMEO_SHARED", "../shared"))
    p.add_argument("--zoo", default="build/zoo")
    p.add_argument("--sets", default="zoo,models")
    p.add_argument("--only", default="")
    p.add_argument("--kinds", default="")
    p.add_argument("--part", default="1/1")
    p.add_argument("--threads", default="1,2")
    p.add_argument("--rounds", type=int, default=7)
    p.add_argument("--seconds", type=float, default=0.3)
    p.add_argument("--peers", default="openvino" if importlib.util.find_spec("openvino") else "")
    p.add_argument("--ort-avx2", default="", type=lambda folder: folder and os.path.abspath(folder))
    p.add_argument("--json", default="")
    p.add_argument("--missing", action="store_true")
    p.add_argument("--from", dest="stored", default="")
    p.add_argument("--page", default="")
    p.add_argument("--markdown", default="")
    p.add_argument("--svg", default="")
    return p.parse_args()


def measure_all(args, stored):
    """Adds a row for each model and number of threads; returns those rows."""
    args.peers = [p for p in args.peers.split(",") if p]
    stored.peak = page.peak(args.cameo)
    args.isa = stored.peak["isa"]
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    wanted = [n for n in map(int, args.threads.split(",")) if n <= usable]
    if not wanted:
        sys.exit(f"only {usable} processors may be used: --threads")
    rows = []
    for chosen in choose(args):
        counts = [n for n in wanted if not (args.missing and stored.has(chosen[0], n))]
        model = load(chosen, args) if counts else None
        for threads in counts:
            row = measure(model, threads, args)
            stored.add(row)
            rows.append(row)
            if "error" in row:
                print(f"{threads}t {model.name:32.32} {row['error']}", flush=True)
                continue
            texts = "  ".join(f"{title} {text(row)}" for title, text in columns([row]))
            print(f"{threads}t {model.name:32.32} {model.kind:14.14} {texts}", flush=True)
    return rows


def main():
    args = arguments()
    stored = page.Rows(args.stored or args.json, ["model", "threads"])
    rows = stored.rows if args.stored else measure_all(args, stored)
    if args.json or args.stored:
        rows = stored.rows
    for title, head, lines, kinds_head, kinds in tables(rows):
        print(f"\n{title}\n\n{as_text(head, lines)}\n\n{as_text(kinds_head, kinds)}")
    for text in failures(rows):
        print("without a figure: " + text)
    if args.page:
        page.fill(args.page, "models", page.machine(stored.peak) + "\n\n" + markdown(rows))
    if args.markdown:
        with open(args.markdown, "w", encoding="utf-8") as f:
            f.write(markdown(rows))
    if args.svg and any("error" not in r for r in rows):
        with open(args.svg, "w", encoding="utf-8") as f:
            f.write(svg(rows))


if __name__ == "__main__":
    main()
