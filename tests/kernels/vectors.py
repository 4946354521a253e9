"""Writes the cases that tests/kernels/vectors.h runs. A generator gen_<family>.py is

    import vectors

    out = vectors.Vectors("cumsum")  # prints the head of tests/kernels/cumsum_vectors.h
    out.case("CumSum", 14, "reversed", [x, axis], by="reference", reverse=1)
    out.end()

Inputs are numpy arrays, None for an absent one. Each case is evaluated by onnxruntime or, as `by` says, by
onnx.reference; needs numpy, onnx and, for the first, onnxruntime. Numbers are written as doubles: integers
beyond 2^53 belong into the C test.
"""
import numpy as np
from onnx import helper
from onnx.reference import ReferenceEvaluator


def evaluate(op, since, inputs, out_types, attrs, by):
    """The outputs of one node; out_types: a TensorProto dtype for each."""
    names = [f"i{i}" if v is not None else "" for i, v in enumerate(inputs)]
    node = helper.make_node(op, names, [f"o{i}" for i in range(len(out_types))], **attrs)
    typed = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape)
        for n, v in zip(names, inputs) if v is not None
    ]
    outs = [helper.make_tensor_value_info(f"o{i}", t, None) for i, t in enumerate(out_types)]
    model = helper.make_model(
        helper.make_graph([node], "g", typed, outs),
        opset_imports=[helper.make_opsetid("", since)], ir_version=8)
    feed = {n: v for n, v in zip(names, inputs) if v is not None}
    if by == "reference":
        return ReferenceEvaluator(model).run(None, feed)
    import onnxruntime
    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, feed)


def number(v):
    v = float(v)
    if np.isnan(v):
        return "NAN"
    if np.isinf(v):
        return "INFINITY" if v > 0 else "-INFINITY"
    if v == 0 and np.signbit(v):
        return "-0.0"
    return repr(v) if v != int(v) or abs(v) > 1e9 else str(int(v))


def rows(values, indent="    "):
    text, line = [], indent
    for v in values:
        if len(line) + len(v) > 98:
            text.append(line.rstrip())
            line = indent
        line += v + ", "
    text.append(line.rstrip())
    return "\n".join(text)


def attribute(name, v):
    if isinstance(v, str):
        return f'{{"{name}", "{v}", 0, {{0}}}}'
    if isinstance(v, int):
        return f'{{"{name}", NULL, 0, {{{v}}}}}'
    return f'{{"{name}", NULL, {len(v)}, {{{", ".join(map(str, v))}}}}}'


class Vectors:
    """Prints tests/kernels/<name>_vectors.h, which defines `vector_case <name>_vectors[]`."""

    def __init__(self, name):
        self.name = name
        self.table = []
        guard = f"CM_TESTS_KERNELS_{name.upper()}_VECTORS_H"
        print(f"/* Made by tests/kernels/gen_{name}.py: do not edit. */\n"
              f"#ifndef {guard}\n#define {guard}\n\n"
              '#include <math.h>\n\n#include "tests/kernels/vectors.h"')

    def tensors(self, prefix, values):
        out = []
        for i, v in enumerate(values):
            if v is None:
                out.append("{0, 0, {0}, NULL}")
                continue
            numbers = [number(x) for x in v.ravel()] or ["0"]
            print(f"static const double {prefix}{i}[] = {{\n{rows(numbers)}\n}};")
            dims = ", ".join(map(str, v.shape)) or "0"
            dtype = helper.np_dtype_to_tensor_dtype(v.dtype)
            out.append(f"{{{dtype}, {v.ndim}, {{{dims}}}, {prefix}{i}}}")
        print(f"static const vector_tensor {prefix}[] = {{")
        for row in out:
            print(f"    {row},")
        print("};")

    def case(self, op, since, title, inputs, n_out=1, by="onnxruntime", out_types=None, **attrs):
        """One case. out_types: dtypes of the outputs where they are not that of input 0."""
        types = out_types or [helper.np_dtype_to_tensor_dtype(inputs[0].dtype)] * n_out
        outs = evaluate(op, since, inputs, types, attrs, by)
        print(f"\n/* {op} {since} {title}: {by} */")
        p = f"{self.name}_{len(self.table)}_"
        self.tensors(f"{p}in", inputs)
        self.tensors(f"{p}out", outs)
        print(f"static const vector_attr {p}attr[] = {{")
        for k, v in (attrs or {"unused": 0}).items():
            print(f"    {attribute(k, v)},")
        print("};")
        self.table.append(
            f'    {{"{op}", "{title}", {since}, {len(attrs)}, {len(inputs)}, {len(types)}, {p}attr,\n'
            f"     {p}in, {p}out}},")

    def end(self):
        print(f"\nstatic const vector_case {self.name}_vectors[] = {{")
        print("\n".join(self.table))
        print("};\n\n#endif")
