#!/usr/bin/env python3
"""Writes tests/kernels/ml_vectors.h: models of one ai.onnx.ml node with inputs and outputs, as bytes.

    gen_ml.py > ml_vectors.h    the cases of cases() below
    gen_ml.py FOLDER            the same as folders for `cameo test FOLDER`
    gen_ml.py FOLDER N SEED     N random ensembles of trees as such folders

The operators' tables are attributes of any length, so that whole models are tested, not kernels alone.
Outputs are those of onnxruntime, or of the expected values given with a case (by), where its comment says
why. Needs numpy, onnx and onnxruntime.
"""
import os
import sys

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import gen_ml_others
import gen_ml_trees

onnxruntime.set_default_logger_severity(4)


def type_of(value):
    if isinstance(value, list):  # a sequence of maps
        return helper.make_sequence_type_proto(type_of(value[0]))
    if isinstance(value, dict):
        key = TensorProto.STRING if isinstance(next(iter(value)), str) else TensorProto.INT64
        item = next(iter(value.values()))
        elem = (TensorProto.STRING if isinstance(item, str) else TensorProto.INT64
                if isinstance(item, int) else
                TensorProto.DOUBLE if isinstance(item, np.float64) else TensorProto.FLOAT)
        return helper.make_map_type_proto(key, helper.make_tensor_type_proto(elem, []))
    dtype = TensorProto.STRING if value.dtype.kind in "OU" else helper.np_dtype_to_tensor_dtype(
        value.dtype)
    return helper.make_tensor_type_proto(dtype, [None] * value.ndim)


def value_bytes(name, value):
    if isinstance(value, list):
        seq = numpy_helper.from_list([], name)
        seq.elem_type = seq.MAP
        for v in value:
            seq.map_values.append(map_proto(v))
        return seq.SerializeToString()
    if isinstance(value, dict):
        return map_proto(value).SerializeToString()
    if value.dtype.kind in "OU":
        text = [str(v).encode() for v in value.ravel()]
        return helper.make_tensor(name, TensorProto.STRING, value.shape, text).SerializeToString()
    return numpy_helper.from_array(value, name).SerializeToString()


def map_proto(value):
    from onnx import MapProto
    m = MapProto()
    keys = list(value)
    if isinstance(keys[0], str):
        m.key_type = TensorProto.STRING
        m.string_keys.extend(k.encode() for k in keys)
    else:
        m.key_type = TensorProto.INT64
        m.keys.extend(keys)
    m.values.elem_type = m.values.TENSOR
    for v in value.values():
        if isinstance(v, str):
            t = helper.make_tensor("", TensorProto.STRING, [], [v.encode()])
        else:
            t = numpy_helper.from_array(
                np.array(v, np.int64 if isinstance(v, int) else np.float64
                         if isinstance(v, np.float64) else np.float32))
        m.values.tensor_values.append(t)
    return m


def run(op, version, inputs, n_out, attrs, want, typed=True):
    """The model's bytes and its outputs, those of onnxruntime where want is None."""
    names = [f"x{i}" for i in range(len(inputs))]
    outs = [f"y{i}" for i in range(n_out)]
    node = helper.make_node(op, names, outs, domain="ai.onnx.ml", **attrs)
    graph = helper.make_graph(
        [node], "g", [helper.make_value_info(n, type_of(v)) for n, v in zip(names, inputs)],
        [helper.make_value_info(n, type_of(v)) for n, v in zip(outs, want)] if want and typed else
        [helper.make_empty_tensor_value_info(n) for n in outs])
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("ai.onnx.ml", version), helper.make_opsetid("", 13)],
        ir_version=8)
    if want is None:
        session = onnxruntime.InferenceSession(model.SerializeToString())
        want = session.run(None, dict(zip(names, inputs)))
        for o, v in zip(graph.output, want):
            o.CopyFrom(helper.make_value_info(o.name, type_of(v)))
        model.graph.CopyFrom(graph)
    return model.SerializeToString(), want


class Header:
    def __init__(self):
        self.rows = []
        self.bads = []
        print("/* Made by tests/kernels/gen_ml.py: do not edit. */\n"
              "#ifndef CM_TESTS_KERNELS_ML_VECTORS_H\n#define CM_TESTS_KERNELS_ML_VECTORS_H\n\n"
              '#include "tests/kernels/ml_case.h"')

    def bytes(self, name, data):
        print(f"static const char {name}[] =")
        line = '    "'
        for b in data:
            char = chr(b)
            if char in '"\\?' or not 32 <= b < 127:
                char = f"\\{b:03o}"
            if len(line) + len(char) > 98:
                print(line + '"')
                line = '    "'
            line += char
        print(line + '";')
        return f"{{{name}, sizeof {name} - 1}}"

    def case(self, title, model, inputs, outputs, rtol):
        p = f"ml_{len(self.rows)}"
        print(f"\n/* {title} */")
        files = [self.bytes(f"{p}_model", model)]
        files += [self.bytes(f"{p}_in{i}", value_bytes(f"x{i}", v)) for i, v in enumerate(inputs)]
        files += [self.bytes(f"{p}_out{i}", value_bytes(f"y{i}", v)) for i, v in enumerate(outputs)]
        print(f"static const ml_bytes {p}[] = {{{', '.join(files)}}};")
        self.rows.append(f'    {{"{title}", {p}, {len(inputs)}, {len(outputs)}, {rtol}}},')

    def bad(self, title, model, inputs, status, text):
        p = f"ml_bad_{len(self.bads)}"
        print(f"\n/* refused: {title} */")
        files = [self.bytes(f"{p}_model", model)]
        files += [self.bytes(f"{p}_in{i}", value_bytes(f"x{i}", v)) for i, v in enumerate(inputs)]
        print(f"static const ml_bytes {p}[] = {{{', '.join(files)}}};")
        self.bads.append(f'    {{"{title}", {p}, {len(inputs)}, CAMEO_{status}, "{text}"}},')

    def end(self):
        print("\nstatic const ml_case ml_vectors[] = {")
        print("\n".join(self.rows))
        print("};\n\nstatic const ml_bad ml_bads[] = {")
        print("\n".join(self.bads))
        print("};\n\n#endif")


class Folder:
    def __init__(self, path):
        self.path = path

    def case(self, title, model, inputs, outputs, rtol):
        data = os.path.join(self.path, "test_" + title.replace(" ", "_"), "test_data_set_0")
        os.makedirs(data)
        files = {"../model.onnx": model}
        files |= {f"input_{i}.pb": value_bytes(f"x{i}", v) for i, v in enumerate(inputs)}
        files |= {f"output_{i}.pb": value_bytes(f"y{i}", v) for i, v in enumerate(outputs)}
        for name, content in files.items():
            with open(os.path.join(data, name), "wb") as f:
                f.write(content)

    def bad(self, title, model, inputs, status, text):
        pass

    def end(self):
        pass


class Cases:
    def __init__(self, out):
        self.out = out

    def case(self, op, version, title, inputs, n_out=1, want=None, rtol=2e-6, oracle=None, **attrs):
        """oracle: inputs that onnxruntime takes instead, where it does not know these dtypes."""
        if oracle is not None:
            want = run(op, version, oracle, n_out, attrs, None)[1]
        model, outputs = run(op, version, inputs, n_out, attrs, want)
        self.out.case(f"{op} {version} {title}", model, inputs, outputs, rtol)

    def bad(self, op, version, title, x, n_out, status, text, at_run=False, **attrs):
        """A model that is refused; x: its input, which is given only where the run refuses."""
        outs = [np.zeros(1, np.float32)] * n_out
        model = run(op, version, [x], n_out, attrs, outs, typed=False)[0]
        self.out.bad(f"{op} {version} {title}", model, [x] if at_run else [], status, text)


def main():
    if len(sys.argv) == 4:
        cases = Cases(Folder(sys.argv[1]))
        gen_ml_trees.random_cases(cases, int(sys.argv[2]), int(sys.argv[3]))
        return
    out = Folder(sys.argv[1]) if len(sys.argv) == 2 else Header()
    cases = Cases(out)
    for family in [gen_ml_trees, gen_ml_others]:
        family.cases(cases)
        family.bad(cases)
    out.end()


main()
