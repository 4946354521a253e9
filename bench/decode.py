"""Decoding with a network like GPT-2 (examples/decode), its past growing from step to step, beside ONNX Runtime.

usage: python bench/decode.py [options]          or: make bench-decode ARGS='...'     (numpy, onnxruntime)

    --program FILE    the example; default build/gpt2
    --past A,B        steps before those that are timed; default 0,1024
    --steps N         timed; default 64
    --threads N       of both; default 1
    --rounds N        by turns; default 3. The figure is the best of the rounds
    --size 'OPTIONS'  of the network, as the example takes them: '--layers 12 --width 768 --heads 12'

Cameo keeps the past as states, in one buffer each. ONNX Runtime is given its last outputs as inputs, as values of its
own, so that nothing is copied for Python. The first tokens of both must be the same. Columns: tokens per second of
both, ratio, and the bytes of weights and past that a step reads in a second, of Cameo.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnxruntime

FIRST_TOKEN = 1  # as in examples/decode/demo.c


def run_cameo(options, past):
    """Tokens per second, the first tokens, bytes of weights and past."""
    command = [options.program, "--past", str(past), "--steps", str(options.steps), "--threads", str(options.threads)]
    said = subprocess.run(command + options.size.split(), capture_output=True, text=True, check=True).stdout
    tokens = [int(t) for t in said.split("\n")[0].split()[1:]]
    rate = float(re.search(r"([\d.]+) tokens per second", said)[1])
    return rate, tokens, sum(int(n) for n in re.search(r"weights (\d+), past (\d+)", said).groups())


def run_onnxruntime(options, session, past, n_tokens):
    """Tokens per second and the first tokens."""
    value = onnxruntime.OrtValue.ortvalue_from_numpy
    states = [i for i in session.get_inputs() if i.name.startswith("past_")]
    feed = {i.name: value(np.zeros([1, i.shape[1], 0, i.shape[3]], np.float32)) for i in states}
    names = ["logits"] + [i.name.replace("past_", "present_") for i in states]
    token, tokens, start = FIRST_TOKEN, [], time.perf_counter()
    for step in range(past + options.steps):
        if step == past:
            start = time.perf_counter()
        feed["token"] = value(np.array([[token]], np.int64))
        feed["position"] = value(np.array([step], np.int64))
        out = session.run_with_ort_values(names, feed)
        token = int(out[0].numpy().argmax())
        feed.update({i.name: v for i, v in zip(states, out[1:])})
        tokens.append(token)
    return options.steps / (time.perf_counter() - start), tokens[:n_tokens]


def compare(options, past, folder):
    """One line of the table; False: the tokens differ."""
    size = ["--past", str(past), "--steps", str(options.steps)] + options.size.split()
    subprocess.run([options.program, "--write", folder] + size, check=True)
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = options.threads
    session = onnxruntime.InferenceSession(os.path.join(folder, "gpt2.onnx"), settings,
                                           providers=["CPUExecutionProvider"])
    best, same = [0.0, 0.0], True
    for _ in range(options.rounds):
        rate, tokens, size = run_cameo(options, past)
        other, others = run_onnxruntime(options, session, past, len(tokens))
        best = [max(best[0], rate), max(best[1], other)]
        same = same and tokens == others
    print(f"{past:6d} {best[0]:12.1f} {best[1]:14.1f} {best[0] / best[1]:8.2f} {best[0] * size / 1e9:8.1f}"
          + ("" if same else "  the tokens differ"), flush=True)
    return same


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/gpt2")
    parser.add_argument("--past", default="0,1024")
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--size", default="")
    options = parser.parse_args()
    print(f"{'past':>6s} {'Cameo /s':>12s} {'ONNX Runtime':>14s} {'ratio':>8s} {'GB/s':>8s}")
    ok = True
    for past in options.past.split(","):
        with tempfile.TemporaryDirectory() as folder:
            ok = compare(options, int(past), folder) and ok
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
