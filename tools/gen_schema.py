#!/usr/bin/env python3
"""Generates ir/schema.def, facts about every operator, from the schemas of the onnx package and, for those
operators of com.microsoft that ir/ops.def has, of the onnxruntime package.

    pip install onnx==1.23.2 onnxruntime==1.32.0
    python3 tools/gen_schema.py            writes ir/schema.def
    python3 tools/gen_schema.py --check    compares instead; status 1: differs, 3: not these packages
    python3 tools/gen_schema.py --dump     prints the facts straight from the packages, for tests/parts
    python3 tools/gen_schema.py --text OP  what onnxruntime says of an operator of com.microsoft
    python3 tools/gen_schema.py --missing  operators of com.microsoft that ir/ops.def does not have

Another release has other schemas: set the version, regenerate, adapt tests/ir/test_schema.c.
"""
import os
import re
import struct
import sys
from types import SimpleNamespace

ONNX_VERSION = "1.23.2"
ORT_VERSION = "1.32.0"
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ir")
PATH = os.path.join(FOLDER, "schema.def")

try:
    import onnx
    import onnxruntime
    from onnx import TensorProto, defs
    from onnxruntime.capi.onnxruntime_pybind11_state import get_all_operator_schema
except ImportError:
    onnx = None

# Short name, name, in the order of the rows.
DOMAINS = [("onnx", ""), ("ml", "ai.onnx.ml"), ("preview", "ai.onnx.preview"),
           ("training", "ai.onnx.preview.training"), ("ms", "com.microsoft"),
           ("ort", "onnxruntime")]  # operators that onnxruntime has in ai.onnx
# Bits of cm_types.maps, in the order of CM_MAP_* in ir/schema.h: key, value.
MAPS = [("int64", "string"), ("int64", "float"), ("int64", "double"), ("string", "float"),
        ("string", "double"), ("string", "int64")]
MANY = 255  # CM_SCHEMA_MANY
NO_DEFAULT = 255
MAX_INT = 2 ** 31 - 1  # how onnx says "any number of inputs"


# ---- facts from onnx -----------------------------------------------------------------------------

class MsSchema:
    """A schema of onnxruntime with the members of one of onnx."""

    def __init__(self, s):
        formal = lambda f: SimpleNamespace(name=f.name, option=option[str(f.option).split(".")[-1]],
                                           type_str=f.typeStr, is_homogeneous=f.isHomogeneous)
        option = {str(o).split(".")[-1]: o for o in (
            defs.OpSchema.FormalParameterOption.Single, defs.OpSchema.FormalParameterOption.Optional,
            defs.OpSchema.FormalParameterOption.Variadic)}
        self.domain, self.name, self.since_version = s.domain, s.name, s.since_version
        self.deprecated = s.deprecated
        self.min_input, self.max_input = s.min_input, s.max_input
        self.min_output, self.max_output = s.min_output, s.max_output
        self.inputs, self.outputs = [[formal(f) for f in g] for g in (s.inputs, s.outputs)]
        # Types that cameo.h does not have stay out.
        known = TensorProto.DataType.keys()
        self.type_constraints = [SimpleNamespace(
            type_param_str=c.type_param_str,
            allowed_type_strs=[t for t in c.allowed_type_strs
                               if re.sub(r"tensor\((.*)\)", r"\1", t).upper() in known])
            for c in s.type_constraints]
        self.attributes = {}
        for name, a in s.attributes.items():
            default = onnx.AttributeProto.FromString(a._default_value)
            self.attributes[name] = SimpleNamespace(type=a.type, required=a.required, default_value=default)


def written():
    """Operators of com.microsoft that converters write and onnxruntime does not have. Solve is skl2onnx's: A X = Y, or
    A's transpose; lower says only what a solver may make use of."""
    formal = lambda name: defs.OpSchema.FormalParameter(name, "T")
    flag = lambda name: defs.OpSchema.Attribute(name, onnx.helper.make_attribute(name, 0))
    return [defs.OpSchema("Solve", "com.microsoft", 1, inputs=[formal("A"), formal("Y")], outputs=[formal("X")],
                          type_constraints=[("T", ["tensor(float)", "tensor(double)"], "")],
                          attributes=[flag("lower"), flag("transposed")])]


def ms_schemas():
    """Those of com.microsoft that ir/ops.def has, those that are written here too, and of what onnxruntime keeps in
    ai.onnx in its first version."""
    with open(os.path.join(FOLDER, "ops.def"), encoding="utf-8") as f:
        ours = re.findall(r"^CM_OP\((ms|ort), (?:ms|ort)_(\w+),", f.read(), re.M)
    found = {("ms", s.name): s for s in written()}
    for s in get_all_operator_schema():
        if s.domain == "com.microsoft":
            found["ms", s.name] = MsSchema(s)
        elif s.domain == "" and s.since_version == 1:
            found["ort", s.name] = MsSchema(s)
            found["ort", s.name].domain = "onnxruntime"
    return [found[name] for name in ours]


def schemas():
    """All schemas, sorted as the rows are: domain, op_type (by bytes), since_version."""
    order = [name for _, name in DOMAINS]
    return sorted(defs.get_all_schemas_with_history() + ms_schemas(),
                  key=lambda s: (order.index(s.domain), s.name.encode(), s.since_version))


def newest(domain):
    """The newest opset of the domain; where onnx does not tell, of its operators."""
    if domain == "":
        return defs.onnx_opset_version()
    if domain == "ai.onnx.ml":
        return defs.onnx_ml_opset_version()
    return max(s.since_version for s in schemas() if s.domain == domain)


def dtype_bit(name):
    return 1 << TensorProto.DataType.Value(name.upper())


def type_set(strings):
    """(tensors, sequences, optionals, optional_sequences, maps): the members of cm_types."""
    sets = [0] * 5
    patterns = [r"tensor\((\w+)\)", r"seq\(tensor\((\w+)\)\)", r"optional\(tensor\((\w+)\)\)",
                r"optional\(seq\(tensor\((\w+)\)\)\)"]
    for s in strings:
        for k, pattern in enumerate(patterns):
            m = re.fullmatch(pattern, s)
            if m:
                sets[k] |= dtype_bit(m[1])
                break
        else:
            m = re.fullmatch(r"(seq\()?map\((\w+), (\w+)\)\)?", s)
            sets[4] |= 1 << (MAPS.index((m[2], m[3])) + (8 if m[1] else 0))
    return tuple(sets)


def formals(schema):
    """Inputs and outputs, a list each: (name, option, type variable, type set, type strings)."""
    allowed = {c.type_param_str: sorted(c.allowed_type_strs) for c in schema.type_constraints}
    numbers = {}
    kind = defs.OpSchema.FormalParameterOption
    result = []
    for group in (schema.inputs, schema.outputs):
        rows = []
        for f in group:
            mixed = f.option == kind.Variadic and not f.is_homogeneous
            option = "MIXED" if mixed else {kind.Single: "SINGLE", kind.Optional: "OPTIONAL",
                                            kind.Variadic: "VARIADIC"}[f.option]
            var = 0
            if f.type_str in allowed and not mixed:
                var = numbers.setdefault(f.type_str, len(numbers) + 1)
            strings = allowed.get(f.type_str, [f.type_str])
            rows.append((re.sub(r"\W.*", "", f.name), option, var, type_set(strings), strings))
        result.append(rows)
    assert len(numbers) < 16
    return result


def count(n):
    assert n == MAX_INT or n < MANY
    return MANY if n == MAX_INT else n


def attributes(schema):
    """[(name, type, required, default)] by name; default: None, or a tuple of int, float or str."""
    result = []
    for name in sorted(schema.attributes):
        a = schema.attributes[name]
        d = a.default_value
        kind = str(a.type).split(".")[-1]
        default = None
        if d is not None and d.type:
            default = {"INT": lambda: (d.i,), "FLOAT": lambda: (d.f,),
                       "STRING": lambda: (d.s.decode(),), "INTS": lambda: tuple(d.ints),
                       "FLOATS": lambda: tuple(d.floats),
                       "STRINGS": lambda: tuple(s.decode() for s in d.strings)}[kind]()
            assert default, "an empty list as default would look like none"
        result.append((name, kind, bool(a.required), default))
    return result


# ---- text of schema.def --------------------------------------------------------------------------

def float_text(x):
    """The shortest C literal that is this float32."""
    bits = struct.pack("<f", x)
    for digits in range(1, 10):
        t = f"{x:.{digits}g}"
        try:
            same = struct.pack("<f", float(t)) == bits
        except OverflowError:  # rounded up beyond the largest float32
            same = False
        if same:
            return (t if "." in t or "e" in t else t + ".0") + "f"
    raise ValueError(x)


def item_text(x):
    if isinstance(x, str):
        assert re.fullmatch(r"[ !#-\[\]-~]*", x), x
        return f'"{x}"'
    return float_text(x) if isinstance(x, float) else str(x)


class Pool:
    """Distinct items in the order of their arrival."""

    def __init__(self):
        self.items = []
        self.index = {}

    def add(self, item):
        if item not in self.index:
            self.index[item] = len(self.items)
            self.items.append(item)
        return self.index[item]


class Runs:
    """A list made of runs of items; a run that is there already is shared."""

    def __init__(self):
        self.size = 0
        self.first = {}

    def add(self, run):
        """(first index, 1 if the run is new)"""
        if run in self.first or not run:
            return self.first.get(run, 0), 0
        self.first[run] = self.size
        self.size += len(run)
        return self.first[run], 1


def identifier(name):
    assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name), name
    return name


def types_comment(strings):
    text = " ".join(s.replace("tensor(", "").replace(")", "", 1) if s.startswith("tensor(") else s
                    for s in strings)
    return text if len(text) <= 40 else f"{len(strings)} types"


class Writer:
    def __init__(self):
        self.types = Pool()
        self.types_strings = []
        self.values = {"INT": [], "FLOAT": [], "STRING": []}
        self.defaults = Pool()
        self.formal_runs = Runs()
        self.attr_runs = Runs()
        self.rows = []

    def types_id(self, types, strings):
        if types not in self.types.index:
            self.types_strings.append(strings)
        return self.types.add(types)

    def default_id(self, kind, default):
        """Index of (first, n) of a run of one of the value pools."""
        if default is None:
            return NO_DEFAULT
        base = kind.rstrip("S") if kind != "STRINGS" else "STRING"
        values = self.values[base]
        run = list(default)
        wanted = [item_text(x) for x in run]  # as text, since 0.0 == -0.0
        for first in range(len(values) - len(run) + 1):
            if [item_text(x) for x in values[first:first + len(run)]] == wanted:
                break
        else:
            first = len(values)
            values.extend(run)
        return self.defaults.add((first, len(run)))

    def schema(self, short, s):
        groups = formals(s)
        coded = [[(option, var, self.types_id(types, strings))
                  for _, option, var, types, strings in g] for g in groups]
        first_formal, own_formals = self.formal_runs.add(tuple(coded[0] + coded[1]))
        attrs = [(n, k, r, self.default_id(k, d), d) for n, k, r, d in attributes(s)]
        first_attr, own_attrs = self.attr_runs.add(tuple(a[:4] for a in attrs))
        numbers = (s.since_version, int(s.deprecated), s.min_input, count(s.max_input),
                   s.min_output, count(s.max_output), first_formal, len(groups[0]), len(groups[1]),
                   first_attr, len(attrs))
        self.rows.append(f"CM_SCHEMA({short}, {identifier(s.name)}, "
                         f"{', '.join(str(n) for n in numbers)})")
        for macro, group, codes in zip(("IN", "OUT"), groups, coded):
            for (name, option, var, _, _), (_, _, types) in zip(group, codes):
                self.rows.append(f"    CM_SCHEMA_{macro}({own_formals}, {identifier(name)}, "
                                 f"{option}, {var}, {types})")
        for name, kind, required, default, value in attrs:
            text = "" if value is None else ", ".join(item_text(x) for x in value)
            self.rows.append(f"    CM_SCHEMA_ATTR({own_attrs}, {identifier(name)}, {kind}, "
                             f"{int(required)}, {default}, ({text}))")


HEAD = """\
/* schema.def - arity, types and attributes of every operator of ONNX, by since_version, and of those of
 * com.microsoft that ir/ops.def has; generated by tools/gen_schema.py from the schemas of onnx %(version)s and
 * onnxruntime %(ort)s: do not edit.
 *
 *   CM_SCHEMA_DOMAIN(short, name, newest)   newest: its newest opset
 *   CM_SCHEMA_OP_NAME(op_type), CM_SCHEMA_ATTR_NAME(name)   each name once, sorted
 *   CM_SCHEMA_TYPES(id, tensors, sequences, optionals, optional_sequences, maps)   see cm_types
 *   CM_SCHEMA_INT(x), CM_SCHEMA_FLOAT(x), CM_SCHEMA_STRING(id, x)   items of defaults
 *   CM_SCHEMA_DEFAULT(id, first, n)         a run of these items
 *   CM_SCHEMA(domain, op_type, since_version, deprecated, min_in, max_in, min_out, max_out,
 *             first_formal, n_in, n_out, first_attr, n_attrs), and indented below it, in order:
 *     CM_SCHEMA_IN, CM_SCHEMA_OUT(own, name, option, type variable, id of types)
 *     CM_SCHEMA_ATTR(own, name, type, required, id of default, (default))
 *
 * own is 0 where the row's formals (or attributes) are those of an earlier row: then first_formal
 * (first_attr) counts in that row's. %(many)d is "any number" or "no default". Rows are sorted by
 * domain, op_type, since_version. Macros that are not defined give nothing; all are undefined at
 * the end. */
"""
MACROS = ["CM_SCHEMA_DOMAIN", "CM_SCHEMA_OP_NAME", "CM_SCHEMA_ATTR_NAME", "CM_SCHEMA_TYPES",
          "CM_SCHEMA_INT", "CM_SCHEMA_FLOAT", "CM_SCHEMA_STRING", "CM_SCHEMA_DEFAULT", "CM_SCHEMA",
          "CM_SCHEMA_IN", "CM_SCHEMA_OUT", "CM_SCHEMA_ATTR"]


def generate():
    every = schemas()
    assert all(s.since_version < 256 for s in every)
    w = Writer()
    short = {name: s for s, name in DOMAINS}
    for s in every:
        w.schema(short[s.domain], s)
    assert len(w.types.items) < 256 and len(w.defaults.items) < NO_DEFAULT
    out = [HEAD % {"version": onnx.__version__, "ort": onnxruntime.__version__, "many": MANY}]
    for m in MACROS:
        out.append(f"#ifndef {m}\n#define {m}(...)\n#endif\n")
    out.append("\n")
    for s, name in DOMAINS:
        out.append(f'CM_SCHEMA_DOMAIN({s}, "{name}", {newest(name)})\n')
    out.append("\n")
    for name in sorted({s.name for s in every}):
        out.append(f"CM_SCHEMA_OP_NAME({name})\n")
    out.append("\n")
    for name in sorted({a for s in every for a in s.attributes}):
        out.append(f"CM_SCHEMA_ATTR_NAME({name})\n")
    out.append("\n")
    for i, (types, strings) in enumerate(zip(w.types.items, w.types_strings)):
        out.append(f"CM_SCHEMA_TYPES({i}, {', '.join(f'0x{t:x}' for t in types)})"
                   f" /* {types_comment(strings)} */\n")
    out.append("\n")
    for kind, values in w.values.items():
        for i, x in enumerate(values):
            number = f"{i}, " if kind == "STRING" else ""
            assert kind != "INT" or abs(x) < 2 ** 31
            out.append(f"CM_SCHEMA_{kind}({number}{item_text(x)})\n")
    out.append("\n")
    for i, (first, n) in enumerate(w.defaults.items):
        out.append(f"CM_SCHEMA_DEFAULT({i}, {first}, {n})\n")
    out.append("\n")
    out.extend(row + "\n" for row in w.rows)
    out.append("\n")
    out.extend(f"#undef {m}\n" for m in MACROS)
    return "".join(out)


# ---- the facts as text, not by way of schema.def -------------------------------------------------

def dump():
    for _, domain in DOMAINS:
        print(f"domain '{domain}' {newest(domain)}")
    for s in schemas():
        print(f"'{s.domain}' {s.name} {s.since_version} {int(s.deprecated)} in {s.min_input} "
              f"{count(s.max_input)} out {s.min_output} {count(s.max_output)}")
        for group in formals(s):
            for _, option, var, types, _ in group:
                print(f"  {option} {var} {' '.join(f'{t:x}' for t in types)}")
        for name, kind, required, default in attributes(s):
            items = [f"{struct.unpack('<I', struct.pack('<f', x))[0]:08x}" if isinstance(x, float)
                     else f"'{x}'" if isinstance(x, str) else str(x) for x in default or ()]
            number = onnx.AttributeProto.AttributeType.Value(kind)
            print(" ".join([f"  {name} {number} {int(required)}"] + items))


def ms_text(name):
    for s in get_all_operator_schema():
        if s.domain == "com.microsoft" and s.name == name:
            print((s.doc or "").strip())
            for kind, rows in (("attribute", s.attributes.values()), ("input", s.inputs), ("output", s.outputs)):
                for r in rows:
                    print(f"{kind} {r.name}: {r.description.strip()}")
            return
    sys.exit(f"onnxruntime {ORT_VERSION} has no {name} of com.microsoft")


def ms_missing():
    ours = {s.name for s in ms_schemas()}
    print(*sorted({s.name for s in get_all_operator_schema() if s.domain == "com.microsoft"} - ours), sep="\n")


def main():
    if onnx is None or (onnx.__version__, onnxruntime.__version__) != (ONNX_VERSION, ORT_VERSION):
        print(f"the Python packages onnx {ONNX_VERSION} and onnxruntime {ORT_VERSION} are not installed")
        sys.exit(3)
    if sys.argv[1:] == ["--dump"]:
        dump()
        return
    if sys.argv[1:2] == ["--text"] and len(sys.argv) == 3:
        ms_text(sys.argv[2])
        return
    if sys.argv[1:] == ["--missing"]:
        ms_missing()
        return
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__.strip(), file=sys.stderr)
        sys.exit(2)
    text = generate()
    if sys.argv[1:] == ["--check"]:
        with open(PATH, encoding="ascii") as f:
            if f.read() != text:
                sys.exit("ir/schema.def is not what tools/gen_schema.py generates")
        return
    with open(PATH, "w", encoding="ascii", newline="\n") as f:
        f.write(text)


if __name__ == "__main__":
    main()
