"""Cameo beside ONNX Runtime on the same models in the same run: one process each, alternating, one thread.

usage: python bench/compare_onnxruntime.py CAMEO MODEL.onnx ...      needs numpy and onnxruntime

Prints per model the median latency of both in milliseconds, the ratio (below 1: Cameo is faster), the time
to a ready session of both, and the peak memory. On a shared machine only the ratios mean something.
"""
import json
import os
import statistics
import subprocess
import sys

ROUNDS = 5

CHILD = r"""
import json, sys, time, resource
import numpy as np, onnxruntime as ort
options = ort.SessionOptions()
options.intra_op_num_threads = 1
options.inter_op_num_threads = 1
begin = time.perf_counter()
session = ort.InferenceSession(sys.argv[1], options, providers=["CPUExecutionProvider"])
create = (time.perf_counter() - begin) * 1e3
kinds = {"tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(int64)": np.int64,
         "tensor(int32)": np.int32, "tensor(float16)": np.float16, "tensor(uint8)": np.uint8,
         "tensor(int8)": np.int8, "tensor(bool)": np.bool_}
rng = np.random.default_rng(0)
feed = {}
for i in session.get_inputs():
    shape = [d if isinstance(d, int) else 1 for d in i.shape]
    feed[i.name] = (rng.random(shape) * 2).astype(kinds[i.type])
times = []
session.run(None, feed)
stop = time.perf_counter() + 1.0
while len(times) < 5 or (time.perf_counter() < stop and len(times) < 2000):
    begin = time.perf_counter()
    session.run(None, feed)
    times.append((time.perf_counter() - begin) * 1e3)
times.sort()
print(json.dumps({"median_ms": times[len(times) // 2], "create_ms": create,
                  "peak_rss_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))
"""


def run(command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    cameo, models = sys.argv[1], sys.argv[2:]
    print(f"{'model':44} {'cameo ms':>9} {'ort ms':>9} {'ratio':>6} {'ready ms':>9} {'ort':>8} {'MB':>6} {'ort':>6}")
    for model in models:
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours.append(run([cameo, "bench", model, "--json", "--threads", "1"]))
            theirs.append(run([sys.executable, "-c", CHILD, model]))
        pick = lambda rows, key: statistics.median(row[key] for row in rows)
        ready = statistics.median(r["load_ms"] + r["prepare_ms"] + r["plan_ms"] for r in ours)
        ratio = statistics.median(a["median_ms"] / b["median_ms"] for a, b in zip(ours, theirs))
        print(f"{os.path.basename(model)[:44]:44} {pick(ours, 'median_ms'):9.3f} {pick(theirs, 'median_ms'):9.3f} "
              f"{ratio:6.2f} {ready:9.2f} {pick(theirs, 'create_ms'):8.2f} "
              f"{pick(ours, 'peak_rss_bytes') / 1e6:6.1f} {pick(theirs, 'peak_rss_bytes') / 1e6:6.1f}", flush=True)


if __name__ == "__main__":
    main()
