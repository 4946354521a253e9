"""A program that was written for onnxruntime gives the same with Cameo once one import is changed.

    python compare.py PROGRAM FOLDER

Runs the program as it is, then with `import cameo as ort` in the place of `import onnxruntime as ort`, on the model
FOLDER/PROGRAM.onnx, which the first one makes, and compares what they print: JSON, numbers to a relative 1e-3."""
import json
import math
import os
import subprocess
import sys


def differ(a, b, where):
    if isinstance(a, dict) and isinstance(b, dict):
        if a.keys() != b.keys():
            return f"{where}: {sorted(a)}, with Cameo {sorted(b)}"
        return next(filter(None, (differ(a[k], b[k], f"{where}.{k}") for k in a)), None)
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            return f"{where}: {len(a)} items, with Cameo {len(b)}"
        return next(filter(None, (differ(x, y, f"{where}[{i}]") for i, (x, y) in enumerate(zip(a, b)))), None)
    if isinstance(a, float) and isinstance(b, float) and math.isclose(a, b, rel_tol=1e-3, abs_tol=1e-5):
        return None
    return None if type(a) is type(b) and a == b else f"{where}: {a!r}, with Cameo {b!r}"


def main():
    program, folder = sys.argv[1:]
    with open(program, encoding="utf-8") as f:
        text = f.read()
    was, becomes = "\nimport onnxruntime as ort\n", "\nimport cameo as ort\n"
    if text.count(was) != 1 or text.count("onnxruntime") != text.split(was)[0].count("onnxruntime") + 1:
        sys.exit(f"{program} wants onnxruntime in another place than one import")
    name = os.path.splitext(os.path.basename(program))[0]
    model, said = os.path.join(folder, name + ".onnx"), []
    for library, source in (("onnxruntime", text), ("cameo", text.replace(was, becomes))):
        changed = os.path.join(folder, f"{name}_{library}.py")
        with open(changed, "w", encoding="utf-8") as f:
            f.write(source)
        ran = subprocess.run([sys.executable, changed, model], stdout=subprocess.PIPE, check=True, text=True)
        said.append(json.loads(ran.stdout.splitlines()[-1]))
    wrong = differ(*said, name)
    if wrong:
        sys.exit(wrong)
    print(f"{name}: {len(json.dumps(said[0]))} bytes of answers agree")


main()
