"""Importers and rewrites: nodes that Python puts in the place of a model's; loaders: models that Python makes of files;
and what these functions see and call."""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _cameo, _values
from ._errors import InvalidArgument

__all__ = ["Graph", "GraphBuilder", "GraphNode", "Importer", "Loader", "Match", "ModelBuilder",
           "Operand", "Ref", "Rewrite"]

# Types of attributes, as ONNX numbers them.
_ATTRIBUTE_TYPES = {"float": 1, "int": 2, "string": 3, "tensor": 4, "graph": 5, "floats": 6, "ints": 7, "strings": 8,
                    "tensors": 9, "graphs": 10}
_ATTRIBUTE_NAMES = {number: name for name, number in _ATTRIBUTE_TYPES.items()}
Attributes = Mapping[str, Any]
Shape = Sequence["int | str | None"]


class Ref(NamedTuple):
    """An attribute whose value is that of attribute `name` of the node that calls: of the node that an importer
    replaces, or of a function's. type: "int", "float", "string", "tensor", "graph", or one of these with an s."""
    name: str
    type: str


def tensor_of(value: Any, what: str) -> _values.Given:
    """Any array, or what numpy makes one of, as the extension takes it."""
    array = value if isinstance(value, np.ndarray) else np.asarray(value)
    return _values.tensor_in(array, _values.Type(what, _values.TENSOR, 0, _values.number_of(array.dtype), 0, None))


def _text(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.encode("utf-8")


def attribute_in(name: str, value: Any) -> tuple[str, int, Any, str | None]:
    """An attribute as the extension takes it; the type follows from the value: bool and int are INT, float is FLOAT,
    str and bytes STRING, an array TENSOR, lists of them the types of several (an empty one is INTS)."""
    if isinstance(value, Ref):
        if value.type not in _ATTRIBUTE_TYPES:
            raise InvalidArgument(f"attribute {name}: a Ref of type {value.type!r}, want one of "
                                  f"{', '.join(_ATTRIBUTE_TYPES)}")
        return name, _ATTRIBUTE_TYPES[value.type], None, value.name
    if isinstance(value, (bool, int, np.integer, np.bool_)):
        return name, 2, int(value), None
    if isinstance(value, (float, np.floating)):
        return name, 1, float(value), None
    if isinstance(value, (str, bytes)):
        return name, 3, _text(value), None
    if isinstance(value, np.ndarray):
        return name, 4, tensor_of(value, f"attribute {name}"), None
    if isinstance(value, (list, tuple)):
        if all(isinstance(v, (bool, int, np.integer)) for v in value):
            return name, 7, [int(v) for v in value], None
        if all(isinstance(v, (int, float, np.integer, np.floating)) for v in value):
            return name, 6, [float(v) for v in value], None
        if all(isinstance(v, (str, bytes)) for v in value):
            return name, 8, [_text(v) for v in value], None
        if all(isinstance(v, np.ndarray) for v in value):
            return name, 9, [tensor_of(v, f"attribute {name}") for v in value], None
    raise InvalidArgument(f"attribute {name}: {type(value).__name__} makes no attribute of ONNX")


def type_in(name: str, dtype: Any, shape: Shape | None, kind: int = _values.TENSOR) -> tuple[Any, ...]:
    """A tensor's type as the extension takes it: dtype what numpy.dtype takes, or "str"."""
    number = 0 if dtype is None else _values.number_of(np.dtype(dtype))
    dims = None if shape is None else [d if d is None or isinstance(d, str) else int(d) for d in shape]
    return name, kind, 0, number, 0, dims


def node_in(op_type: str | None, domain: str | None, name: str | None, overload: str | None, doc_string: str | None,
            inputs: Iterable[str | None] | None, outputs: Iterable[str | None] | None) -> tuple[Any, ...]:
    """A node as the extension takes it."""
    for names in (inputs, outputs):
        if isinstance(names, str):
            raise InvalidArgument(f"{names!r} where a list of names is wanted")
    return (op_type, domain, name, overload, doc_string, None if inputs is None else list(inputs),
            None if outputs is None else list(outputs))


class GraphBuilder:
    """What the function of an importer or a rewrite builds nodes with, during its call.

        def swish(node, b):
            b.opset(21)
            s = b.node("Sigmoid", ["in0"])
            b.node("Mul", ["in0", s], outputs=["out0"])

    A call that cannot be right raises an Error, as a file with these nodes would.
    """

    def __init__(self, builder: _cameo.Builder) -> None:
        self._builder = builder
        self._made = 0

    def opset(self, version: int, domain: str = "") -> None:
        """The version of a domain that the nodes need; before the first node. "" is ai.onnx."""
        self._builder.opset(domain, int(version))

    def node(self, op_type: str, inputs: Iterable[str | None] = (), outputs: Iterable[str | None] | int = 1, *,
             domain: str = "", name: str = "", attributes: Attributes | None = None) -> Any:
        """The next node, in the order of computation.

        Args:
            inputs: names; None or "": absent.
            outputs: names, or how many: then they get names of their own.
            attributes: by name, as attribute_in reads them: numbers, texts, arrays, lists of them, Ref. For graphs:
                subgraph.

        Returns:
            The name of its output, a list of names where `outputs` is not 1 or of one name.
        """
        if isinstance(outputs, int):
            names: list[str | None] = [self._name() for _ in range(outputs)]
        else:
            names = list(outputs) if not isinstance(outputs, str) else [outputs]
        self._builder.node(node_in(op_type, domain, name or None, None, None, inputs, names))
        for key, value in (attributes or {}).items():
            self._builder.attr(attribute_in(key, value))
        return names[0] if len(names) == 1 else names

    def constant(self, value: Any, output: str | None = None) -> str:
        """A Constant: an array, or what numpy makes one of. Returns its name."""
        if isinstance(value, (float, int)) and not isinstance(value, bool):
            value = np.float32(value) if isinstance(value, float) else np.int64(value)
        return str(self.node("Constant", [], [output or self._name()], attributes={"value": np.asarray(value)}))

    @contextlib.contextmanager
    def subgraph(self, attribute: str, inputs: Sequence[tuple[str, Any, Shape | None]] = (),
                 outputs: Sequence[str] = ()) -> Iterator[None]:
        """A graph as an attribute of the newest node; nodes in the `with` block are its own.

            b.node("If", [condition], outputs=["out0"])
            with b.subgraph("then_branch", outputs=["t"]):
                b.node("Neg", ["in0"], outputs=["t"])
            with b.subgraph("else_branch", outputs=["e"]):
                b.node("Identity", ["in0"], outputs=["e"])

        Args:
            inputs: (name, dtype, shape) of each; a dim is a number, a name or None, shape None: not known.
            outputs: names of values of this graph.
        """
        self._builder.attr((attribute, _ATTRIBUTE_TYPES["graph"], None, None))
        for name, dtype, shape in inputs:
            self._builder.input(type_in(name, dtype, shape))
        yield
        for name in outputs:
            self._builder.output(type_in(name, None, None, kind=0))
        self._builder.end()

    def _name(self) -> str:
        self._made += 1
        return f"built.{self._made}"


class ModelBuilder(GraphBuilder):
    """What the function of a Loader builds a model with: opsets and metadata first, then its graph, nodes in the order
    of computation.

    Inputs and outputs are those that input and output name, in this order. Without any, inputs are the values that no
    node makes, and outputs those that no node reads.
    """

    def metadata(self, key: str, value: str) -> None:
        """An entry of the model's metadata; before all that belongs to the graph."""
        self._builder.metadata(key, value)

    def input(self, name: str, dtype: Any, shape: Shape | None = None) -> str:
        """The next input. dtype: as numpy.dtype takes it, "str" for strings; a dim is a number, a name or None; shape
        None: of any. Returns the name."""
        self._builder.input(type_in(name, dtype, shape))
        return name

    def output(self, name: str, dtype: Any = None, shape: Shape | None = None) -> None:
        """The next output, a value that there is, or will be; dtype None: of no declared type."""
        self._builder.output(type_in(name, dtype, shape, 0 if dtype is None else _values.TENSOR))

    def initializer(self, name: str, value: Any) -> str:
        """A constant of the model: an array, which is copied. Returns the name."""
        self._builder.init(name, tensor_of(value, f"initializer {name}"))
        return name


class Operand(NamedTuple):
    """What is known of a value: shape None where not even the rank is, -1 for a dim that is not; value is the array of
    a constant."""
    dtype: np.dtype | None
    shape: tuple[int, ...] | None
    value: np.ndarray | None


def _operand(given: _values.Given | None) -> Operand | None:
    if given is None:
        return None
    return Operand(_values.NUMPY.get(given[1]), given[2], _values.value_out(given[3]))


class GraphNode:
    """A node, during the call of the function that it was given to.

    Attributes:
        name, op_type, domain, version: of the node; version is that of the operator or, for importers, of the domain.
        n_inputs, n_outputs: absent ones counted.
    """

    def __init__(self, node: _cameo.Node) -> None:
        self._node = node
        self.name, self.op_type, self.domain, self.version, self.n_inputs, self.n_outputs = node.told()

    def attribute(self, name: str, default: Any) -> Any:
        """The attribute of this name, of the type that the default has: int, float, str or list; else the default."""
        return self._node.attribute(name, default)

    def input(self, i: int) -> Operand | None:
        """What is known of input i; None: nothing, or it is absent."""
        return _operand(self._node.input(i))

    @property
    def inputs(self) -> list[int | None]:
        """Ids of its inputs in the Graph; None: absent. Of a rewrite's nodes only."""
        return self._node.ids()[0]

    @property
    def outputs(self) -> list[int | None]:
        """Ids of its outputs."""
        return self._node.ids()[1]

    def __repr__(self) -> str:
        return f"GraphNode({self.op_type!r}, name={self.name!r})"


class Graph:
    """All nodes and values of the model as the optimiser has them, during the call of a rewrite's function."""

    def __init__(self, graph: _cameo.Graph) -> None:
        self._graph = graph

    def __len__(self) -> int:
        return self._graph.count()

    def node(self, i: int) -> GraphNode:
        """Node i < len(graph). IndexError: there is none."""
        if i < 0:
            raise IndexError(f"node {i}")
        return GraphNode(self._graph.node(i))

    def value(self, id: int) -> Operand | None:
        """What is known of a value; None: there is none of this id, or it is no tensor."""
        return _operand(self._graph.value(id))

    def reader(self, id: int, start: int = 0) -> int | None:
        """The first node at or behind `start` that reads the value; None: there is none."""
        return self._graph.reader(id, start)


class Match(NamedTuple):
    """Nodes that a rewrite replaces, and ids of the values that what it builds reads. names: those of the pattern's
    inputs with their ids; empty where there is no pattern."""
    nodes: list[int]
    inputs: list[int]
    names: dict[str, int]


class Importer:
    """Says a node in other nodes when a model is loaded, for SessionOptions.importers.

        def swish(node, b):
            b.opset(21)
            b.node("Mul", ["in0", b.node("Sigmoid", ["in0"])], outputs=["out0"])

        options = cameo.SessionOptions(importers=[cameo.Importer("mine", "Swish", swish)])

    Args:
        domain: of the node; "" is ai.onnx.
        op_type: of the node; None: every operator of the domain.
        build: build(node, b) builds nodes with a GraphBuilder, whose inputs are "in0", "in1" ... and outputs "out0",
            "out1" ..., as many as the node lists. node is a GraphNode, whose inputs tell declared types and constants;
            attributes can be handed on as Ref. It returns nothing, or NotImplemented: then the next importer is asked.
            It may be called several times for one node, and must build the same each time.
        oldest, newest: versions of the domain that it serves; newest 0: all from oldest on.

    What build raises ends the load with an Error, whose __cause__ it is; its own status of a cameo.Error, else
    CAMEO_E_DEVICE, CAMEO_E_UNSUPPORTED of a NotImplementedError.
    """

    def __init__(self, domain: str, op_type: str | None, build: Callable[[GraphNode, GraphBuilder], Any], *,
                 oldest: int = 0, newest: int = 0) -> None:
        self.domain, self.op_type, self.oldest, self.newest = domain, op_type, int(oldest), int(newest)
        if not callable(build):
            raise InvalidArgument("build cannot be called")
        self._build = build

    def _given(self) -> tuple[Any, ...]:
        return self.domain, self.op_type, self.oldest, self.newest, self._call

    def _call(self, node: _cameo.Node, builder: _cameo.Builder) -> Any:
        return self._build(GraphNode(node), GraphBuilder(builder))


class Loader:
    """A file format that is not ONNX, for SessionOptions.loaders.

        def build(data, b):
            w = np.frombuffer(data, np.float32, offset=4).reshape(3, -1)
            b.opset(21)
            x = b.input("x", np.float32, ["n", 3])
            b.node("MatMul", [x, b.initializer("w", w)], outputs=["y"])

        mine = cameo.Loader("mine", build, recognise=lambda data: data[:4] == b"MINE")
        session = cameo.InferenceSession("net.mine", cameo.SessionOptions(loaders=[mine]))

    Args:
        name: for SessionOptions.format and errors.
        build: build(data, b) builds the model of a file, whose bytes data are, with a ModelBuilder. It returns nothing,
            or NotImplemented: the file is not of this format after all, and the next loader is asked. It is called
            again where memory was too small, and must build the same each time.
        recognise: recognise(data) says whether a file is of this format, by its first 4096 bytes or fewer; None: that
            is known by extension alone.
        extension: as ".mine", whatever the case; None: none.

    What the functions raise ends the load with an Error, whose __cause__ it is, as of an Importer.
    """

    def __init__(self, name: str, build: Callable[[bytes, ModelBuilder], Any], *,
                 recognise: Callable[[bytes], Any] | None = None, extension: str | None = None) -> None:
        if not callable(build) or recognise is not None and not callable(recognise):
            raise InvalidArgument("build or recognise cannot be called")
        self.name, self.extension = name, extension
        self._build, self._recognise = build, recognise

    def _given(self) -> tuple[Any, ...]:
        return self.name, self.extension, self._recognise, self._call

    def _call(self, data: bytes, builder: _cameo.Builder) -> Any:
        return self._build(data, ModelBuilder(builder))


_WHEN = {"first": 0, "behind": 1}
PatternNode = Sequence[Any]


class Rewrite:
    """Nodes of your own in the place of others, for SessionOptions.rewrites.

        gelu = cameo.Rewrite(
            "my_gelu", build,
            pattern=[("Div", ["x", "root2"], ["d"]), ("Erf", ["d"], ["e"]), ("Add", ["e", "one"], ["a"]),
                     ("Mul", ["x", "a"], ["m"]), ("Mul", ["m", "half"], ["y"])],
            constants={"root2": 1.41421356, "one": 1, "half": 0.5})

    Args:
        name: for SessionOptions.rewrites_off, errors and the log.
        build: build(graph, match, b) builds the nodes with a GraphBuilder. With a pattern the inputs and outputs have
            its names; else they are "in0", "in1" ... and "out0" ... It returns nothing, or NotImplemented: not here.
        pattern: (op_type, inputs, outputs) or (op_type, inputs, outputs, domain) of each node, in the order of
            computation, the root last. Equal names are equal values; None is an absent one.
        constants: values of the pattern that are constants: a number, the only element, or None: of any value.
        tolerance: how much a constant may differ, relative.
        match: with a pattern match(graph, match) says whether this Match is wanted; without one match(graph, root)
            gives ([node, ...], [input, ...]) where the nodes that lead to node `root` are to be replaced, else None.
        when: "first", before the library's own rewrites, or "behind" those that make standard operators.

    What the functions raise ends the load with an Error, whose __cause__ it is, as of an Importer.
    """

    def __init__(self, name: str, build: Callable[[Graph, Match, GraphBuilder], Any], *,
                 pattern: Sequence[PatternNode] = (), constants: Mapping[str, float | None] | None = None,
                 tolerance: float = 0.0, match: Callable[..., Any] | None = None, when: str = "first") -> None:
        if when not in _WHEN:
            raise InvalidArgument(f"when is {when!r}, want one of {', '.join(_WHEN)}")
        if not callable(build) or match is not None and not callable(match):
            raise InvalidArgument("build or match cannot be called")
        if not pattern and match is None:
            raise InvalidArgument("neither pattern nor match")
        self.name, self.when = name, when
        self._build, self._match = build, match
        self._nodes = [node_in(n[0], n[3] if len(n) > 3 else None, None, None, None, n[1], n[2]) for n in pattern]
        self._constants = [(key, 0.0 if value is None else float(value), float(tolerance), value is None)
                           for key, value in (constants or {}).items()]
        made = {output for node in self._nodes for output in node[6]}
        inputs = dict.fromkeys(i for node in self._nodes for i in node[5] if i and i not in made)
        self._inputs = list(inputs)

    def _given(self) -> tuple[Any, ...]:
        return (self.name, _WHEN[self.when], self._nodes, self._constants,
                None if self._match is None else self._call_match, self._call_build)

    def _matched(self, nodes: list[int], inputs: list[int]) -> Match:
        return Match(nodes, inputs, dict(zip(self._inputs, inputs)))

    def _call_match(self, graph: _cameo.Graph, root: int, nodes: list[int], inputs: list[int]) -> Any:
        assert self._match is not None
        if self._nodes:
            return bool(self._match(Graph(graph), self._matched(nodes, inputs)))
        found = self._match(Graph(graph), root)
        return None if not found else ([int(i) for i in found[0]], [int(i) for i in found[1]])

    def _call_build(self, graph: _cameo.Graph, nodes: list[int], inputs: list[int], builder: _cameo.Builder) -> Any:
        return self._build(Graph(graph), self._matched(nodes, inputs), GraphBuilder(builder))


def functions_in(functions: Iterable[Any]) -> list[tuple[Any, bool]]:
    """Functions as the extension takes them: messages of the onnx package, or bytes of a model."""
    made = []
    for one in functions:
        if hasattr(one, "SerializeToString"):
            made.append((one.SerializeToString(), type(one).__name__ == "FunctionProto"))
        elif isinstance(one, (bytes, bytearray, memoryview)):
            made.append((one, False))
        else:
            raise InvalidArgument(f"functions: {type(one).__name__} given, want messages of onnx or bytes of a model")
    return made
