#!/usr/bin/env python3
"""Makes small models that show an operator in a version and dtype, for tests/operators.sh:

    matrix.py NODE_TESTS LIST OUT

LIST has lines of `cameo ops`: domain, op_type, since_version, dtype. For each one OUT gets a folder that `cameo test`
runs, or OUT/refused.txt a line with the reason why there is none. A case is one of tests/onnx/matrix_cases.py, or
ONNX's own node test of the operator in NODE_TESTS, brought into the form that the version has (attributes that became
inputs, defaults that changed) with its operands cast to the dtype. The checker of onnx accepts every model.

The expected outputs come from onnx.reference, which is given the case as it was before it was brought into an older
form: in double where the dtype is a float, rounded at the end; of operators that only move elements the elements'
numbers, so that every dtype is possible.
"""
import glob
import os
import sys
import warnings

import numpy as np
import onnx
from onnx import AttributeProto, defs, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import matrix_cases
from matrix_values import FLOATS, TOLERANCE, Typed, cast, model, name_of, np_dtype, save

warnings.filterwarnings("ignore")
np.seterr(all="ignore")

MOVES = set("""CenterCropPad Identity Reshape Flatten Squeeze Unsqueeze Transpose Pad Split Slice Concat Gather GatherElements GatherND
    ScatterND ScatterElements Scatter Expand Tile DepthToSpace SpaceToDepth Compress ReverseSequence Trilu
    Upsample SequenceInsert SequenceErase SequenceAt SequenceConstruct ConcatFromSequence SplitToSequence SequenceMap
    Optional OptionalGetElement Scan If Loop""".split())
# Inputs that are no more than their defaults where the older version has no place for them.
DEFAULTS = {("Slice", "steps"): 1}
# Names of inputs that were attributes of another name.
RENAMED = {("Pad", "pads"): ("paddings", "pads"), ("Pad", "constant_value"): ("value",), ("TopK", "K"): ("k",)}
DIVISORS = {"Div": 1, "Mod": 1}


class Refused(Exception):
    pass


class Case:
    """Nodes of one opset, with inputs that are arrays or Typed, and the names of outputs."""

    def __init__(self, nodes, opsets, inputs, outputs, moved, expected=None):
        self.nodes, self.opsets, self.inputs, self.outputs = nodes, opsets, inputs, outputs
        self.moved = moved # outputs that have the dtype of Typed inputs
        self.expected = expected # see tests/onnx/matrix_cases.py


# ---- templates ----

def schema_of(op, version, domain):
    return defs.get_schema(op, version, domain)


def formal(formals, i):
    if i < len(formals):
        return formals[i]
    last = formals[-1] if formals else None
    return last if last and last.option == defs.OpSchema.FormalParameterOption.Variadic else None


def read_templates(root):
    found = {}
    for path in sorted(glob.glob(os.path.join(root, "*", "model.onnx")), key=lambda p: (len(p), p)):
        proto = onnx.load(path)
        if len(proto.graph.node) == 1:
            found.setdefault(proto.graph.node[0].op_type, []).append((path, proto))
    return found


def read_inputs(path, proto):
    values = {}
    for i, info in enumerate(proto.graph.input):
        if not info.type.HasField("tensor_type"):
            raise Refused("the node test has inputs that are no tensors")
        name = os.path.join(os.path.dirname(path), "test_data_set_0", "input_%d.pb" % i)
        with open(name, "rb") as f:
            values[info.name] = numpy_helper.to_array(onnx.TensorProto.FromString(f.read()))
    for t in proto.graph.initializer:
        values[t.name] = numpy_helper.to_array(t)
    return values


def template_case(path, proto):
    """The node test as a Case: what has the type of the first input is Typed."""
    node = proto.graph.node[0]
    opsets = {o.domain: o.version for o in proto.opset_import}
    schema = schema_of(node.op_type, opsets[node.domain], node.domain)
    inputs = read_inputs(path, proto)
    first = schema.inputs[0].type_str if schema.inputs else schema.outputs[0].type_str
    for i, name in enumerate(node.input):
        f = formal(schema.inputs, i)
        if name and f and f.type_str == first:
            inputs[name] = Typed(inputs[name], DIVISORS.get(node.op_type) == i)
    moved = [o for i, o in enumerate(node.output) if formal(schema.outputs, i).type_str == first]
    return Case([node], opsets, inputs, [o for o in node.output if o], moved)


# ---- older forms ----

def attributes(node):
    return {a.name: a for a in node.attribute}


def default_of(schema, name):
    a = schema.attributes.get(name)
    if a is None or a.default_value.type == AttributeProto.UNDEFINED:
        return None
    return helper.get_attribute_value(a.default_value)


def lift_back(node, i, f, values, old):
    """Input i of a newer form as an attribute of the older one."""
    name = node.input[i]
    if not name:
        return
    array = values[name].values if isinstance(values[name], Typed) else values[name]
    for attr in RENAMED.get((node.op_type, f.name), (f.name,)):
        declared = old.attributes.get(attr)
        if declared is None:
            continue
        number = int if declared.type in (AttributeProto.INT, AttributeProto.INTS) else float
        items = [number(v) for v in array.ravel()]
        scalar = declared.type in (AttributeProto.INT, AttributeProto.FLOAT)
        node.attribute.append(helper.make_attribute(attr, items[0] if scalar else items,
                                                     attr_type=declared.type.value))
        return
    want = DEFAULTS.get((node.op_type, f.name))
    if want is None or not np.all(array == want):
        raise Refused("input %s has no place in the older form" % f.name)


def older(case, since, domain):
    """The one node of a template as of since_version."""
    node = onnx.NodeProto()
    node.CopyFrom(case.nodes[0])
    new = schema_of(node.op_type, case.opsets[domain], domain)
    old = schema_of(node.op_type, since, domain)
    inputs = dict(case.inputs)
    kept = []
    for i, name in enumerate(node.input):
        f, g = formal(new.inputs, i), formal(old.inputs, i)
        attr = any(a in old.attributes for a in RENAMED.get((node.op_type, f.name), (f.name,)))
        if g is None or (attr and g.name != f.name):
            lift_back(node, i, f, inputs, old)
        else:
            kept.append(name)
    del node.input[:]
    node.input.extend(kept)
    set_now = attributes(node)
    for name, a in set_now.items():
        if name not in old.attributes:
            if helper.get_attribute_value(a) != default_of(new, name):
                raise Refused("attribute %s has no place in the older form" % name)
            node.attribute.remove(a)
    for name in new.attributes:
        want, had = default_of(new, name), default_of(old, name)
        if name in old.attributes and name not in set_now and want is not None and want != had:
            node.attribute.append(helper.make_attribute(name, want))
    for name, a in old.attributes.items():
        if a.required and name not in attributes(node):
            raise Refused("attribute %s of the older form has no value" % name)
    if node.op_type == "BatchNormalization" and since < 7:
        node.attribute.append(helper.make_attribute("is_test", 1))
    if len(node.output) > len(old.outputs) and formal(old.outputs, len(node.output) - 1) is None:
        raise Refused("the older form has fewer outputs")
    used = {n for n in node.input if n}
    return Case([node], {domain: since}, {k: v for k, v in inputs.items() if k in used}, case.outputs, case.moved)


def semantics_differ(case, since):
    """Whether the node means something else in the version, though its form is possible there."""
    node = case.nodes[0]
    if node.op_type in ("Softmax", "LogSoftmax", "Hardmax") and since < 13:
        x = case.inputs[node.input[0]].values
        axis = attributes(node).get("axis")
        return (axis.i if axis else -1) % x.ndim != x.ndim - 1
    if node.op_type == "RoiAlign" and since < 16 and not case.expected: # always output_half_pixel
        mode = attributes(node).get("coordinate_transformation_mode")
        return mode is None or mode.s != b"output_half_pixel"
    return False


def check_reference(case, dtype):
    """What onnx.reference gets wrong, or what the template does not fit."""
    node = case.nodes[0]
    if node.op_type == "GridSample" and dtype not in FLOATS and not case.expected:
        raise Refused("onnx.reference rounds the weights to the dtype")
    if node.op_type == "TfIdfVectorizer" and dtype == "string":
        raise Refused("the node test's pool is of numbers")


# ---- expected outputs ----

def reference(case, feeds):
    proto = model(case.nodes, case.opsets, feeds, {o: np.zeros(1) for o in case.outputs})
    return dict(zip(case.outputs, ReferenceEvaluator(proto).run(list(case.outputs), feeds)))


def by_moving(case, dtype, inputs):
    """Numbers of elements in place of elements; 0 is the element that an operator fills in."""
    zero = cast(np.zeros(1, np.int64), dtype) if dtype != "string" else np.array([""], dtype=object)
    if dtype in ("float8e8m0", "complex64", "complex128"):
        zero = np.zeros(1).astype(np_dtype(dtype))
    elements, feeds, n = [zero], {}, 1
    for name, v in case.inputs.items():
        if isinstance(v, Typed):
            feeds[name] = np.arange(n, n + v.values.size, dtype=np.int64).reshape(v.values.shape)
            elements.append(inputs[name].ravel())
            n += v.values.size
        else:
            feeds[name] = v
    elements = np.concatenate(elements)
    out = reference(case, feeds)
    for name in case.moved:
        out[name] = elements[np.asarray(out[name])].reshape(np.shape(out[name]))
    return out


def expected(case, dtype, inputs):
    """The outputs by name, and whether they are elements that only moved."""
    if case.expected:
        return dict(zip(case.outputs, case.expected(inputs))), False
    ops = {n.op_type for n in case.nodes}
    reduction = any(a.name == "reduction" and a.s != b"none" for n in case.nodes for a in n.attribute)
    if ops <= MOVES and not reduction and any(isinstance(v, Typed) for v in case.inputs.values()):
        return by_moving(case, dtype, inputs), True
    wide = dtype in FLOATS
    feeds = {k: inputs[k].astype(np.float64) if wide and isinstance(v, Typed) else inputs[k]
             for k, v in case.inputs.items()}
    out = reference(case, feeds)
    for name in out:
        out[name] = np.asarray(out[name])
        if name in case.moved:
            out[name] = out[name].astype(np_dtype(dtype))
    return out, False


def tolerance(names):
    """The widest that an operand of these dtypes asks for; integers, texts and so on are exact."""
    return max([(0, 0)] + [TOLERANCE[n] for n in names if n in TOLERANCE])


# ---- one line of the list ----

def attempt(new, old, dtype, folder):
    if semantics_differ(old, max(old.opsets.values())):
        raise Refused("it means something else in the older version")
    check_reference(old, dtype)
    inputs = {k: cast(v.values, dtype, v.nonzero) if isinstance(v, Typed) else v for k, v in new.inputs.items()}
    outputs, exact = expected(new, dtype, inputs)
    floats = {name_of(v[0] if isinstance(v, list) else v) for v in outputs.values()} & set(FLOATS)
    bounds = tolerance([] if exact or not floats else [dtype, *floats])
    kept = {k: inputs[k] for k in old.inputs}
    proto = model(old.nodes, old.opsets, kept, {k: outputs[k] for k in old.outputs})
    # onnx's function of MeanVarianceNormalization 9 has constants of float32.
    onnx.checker.check_model(proto, full_check=old.nodes[0].op_type != "MeanVarianceNormalization")
    save(folder, proto, list(kept.values()), [outputs[k] for k in old.outputs], bounds)


def line_cases(templates, domain, op, since, dtype):
    """(modern form, form of the version): hand-written ones first."""
    own = "" if domain == "ai.onnx" else domain
    for nodes, inputs, outputs, moved, want in matrix_cases.cases(op, since, dtype):
        opsets = {own: since} if own == "" else {"": 13, own: since}
        case = Case(nodes, opsets, inputs, outputs, moved, want)
        yield case, case
    for path, proto in templates.get(op, []):
        if "empty_set" in path and dtype not in FLOATS: # minus infinity as an integer
            continue
        try:
            case = template_case(path, proto)
            yield case, older(case, since, own)
        except (Refused, defs.SchemaError) as e:
            yield None, e


def make(templates, line, out):
    """None, or why there is no model."""
    domain, op, since, dtype = line
    if domain in ("com.microsoft", "onnxruntime"):
        return "no case of tests/ms has the dtype"
    why = "ONNX has no node test of it"
    tried = False
    for new, old in line_cases(templates, domain, op, int(since), dtype):
        if new is None:
            why = why if tried else str(old)
            continue
        tried = True
        try:
            attempt(new, old, dtype, os.path.join(out, "_".join(line[1:])))
            return None
        except Exception as e: # onnx.reference fails in many ways where it lacks a dtype
            why = "%s: %s" % (type(e).__name__, " ".join(str(e).split())[:160])
    return why


def main():
    root, wanted, out = sys.argv[1:]
    templates = read_templates(root)
    os.makedirs(out, exist_ok=True)
    with open(wanted, encoding="utf-8") as f, open(os.path.join(out, "refused.txt"), "w", encoding="utf-8") as refused:
        for line in f:
            why = make(templates, line.split(), out)
            if why:
                refused.write("%s: %s\n" % (line.strip(), why))


main()
