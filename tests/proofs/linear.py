#!/usr/bin/env python3
"""t(2n) / t(n) of the commands over families of growing models: linear.py CAMEO FOLDER [--slower N] [FAMILY ...]

FOLDER has what tests/proofs/gen_families.py wrote: each family at n and at 2n, a megabyte or so and twice that. A command takes
processor time that at most doubles: more than RATIO is a failure where the larger one takes longer than SHORT. A failing
pair is measured again, up to three times, and the least counts; whatever takes longer than LONG is stopped and has failed."""
import os
import resource
import signal
import subprocess
import sys

RATIO, SHORT, LONG = 2.8, 0.4, 20.0
COMMANDS = {
    "info": ["info", "@"],
    "info --json": ["info", "@", "--json"],
    "info --values --json": ["info", "@", "--values", "--json"],
    "info --nodes": ["info", "@", "--nodes"],
    "print": ["print", "@"],
    "graph": ["graph", "@"],
    "check": ["check", "@"],
    "check --strict": ["check", "@", "--strict"],
    "plan --steps": ["plan", "@", "--steps"],
    "run": ["run", "@"],
    "optimize": ["optimize", "@", "FOLDER/out"],
    "extract": ["extract", "@", "FOLDER/out"],
    "diff": ["diff", "@", "@"],
    "freeze": ["freeze", "@", "-o", "FOLDER/frozen"],
}


def seconds(cameo, command, path, folder, limit):
    """Processor time, or None where the command was stopped."""
    words = [cameo] + [w.replace("@", path).replace("FOLDER", folder) for w in COMMANDS[command]] + ["--limits", "service"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    p = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=lambda: resource.setrlimit(
        resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2)))
    status = p.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return None
    if status < 0:
        print("FAIL %s: ended by signal %d" % (" ".join(words), -status), flush=True)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    words = sys.argv[1:]
    slower = 1.0
    if "--slower" in words:
        at = words.index("--slower")
        slower = float(words[at + 1])
        del words[at:at + 2]
    cameo, folder, wanted = words[0], words[1], words[2:]
    families = sorted({f.rsplit("_", 1)[0] for f in os.listdir(folder) if f.endswith("_2.onnx")})
    failed = passed = 0
    for name in families:
        if wanted and name not in wanted:
            continue
        for command in COMMANDS:
            least = [1e9, 1e9]
            for _ in range(3):
                for i in range(2):
                    got = seconds(cameo, command, os.path.join(folder, "%s_%d.onnx" % (name, i + 1)), folder, LONG * slower)
                    least[i] = min(least[i], LONG * slower if got is None else got)
                bad = least[1] > SHORT * slower and least[1] > RATIO * least[0] or least[1] >= LONG * slower
                if not bad or least[1] >= LONG * slower:
                    break
            failed += bad
            passed += not bad
            if bad or least[1] > 1:
                print("%s %-32s %-22s %7.3f s %7.3f s  x %.2f" % ("FAIL" if bad else "    ", name, command, least[0], least[1],
                                                                 least[1] / max(least[0], 1e-3)), flush=True)
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
