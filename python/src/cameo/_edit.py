"""Model: what a file says, looked into; Editor: a model that is changed and written again."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _cameo, _values
from ._build import _ATTRIBUTE_NAMES, Attributes, Ref, Shape, attribute_in, node_in, tensor_of, type_in
from ._errors import Error, InvalidArgument

if TYPE_CHECKING:
    from ._session import SessionOptions

__all__ = ["Editor", "Model", "ModelGraph", "ModelNode", "ModelValue", "Subgraph"]

_NO_ID = 2**32 - 1
_FIRST_MEMORY = 1 << 16
_MOST_MEMORY = 1 << 36
_TEXTS = {"producer_name": 0, "producer_version": 1, "domain": 2, "doc_string": 3, "graph_name": 4,
          "graph_doc_string": 5}


class Subgraph(NamedTuple):
    """A graph as the value of an attribute: its id, for Model.graph."""
    id: int


class ModelGraph(NamedTuple):
    """The main graph (id 0), a subgraph or the body of a function. parent: the graph around it; node: whose attribute
    it is; function: whose body it is; each None where there is none. nodes, initializers: ids, for Model.node and
    Model.tensor."""
    id: int
    name: str
    doc_string: str
    parent: int | None
    node: int | None
    function: int | None
    inputs: list[str]
    outputs: list[str]
    nodes: list[int]
    initializers: list[int]


class ModelNode(NamedTuple):
    """A node as the file has it. inputs, outputs: names, "" where absent. attributes: numbers, texts, arrays, Subgraph,
    lists of them, Ref; None for types that have no value here."""
    id: int
    graph: int
    name: str
    op_type: str
    domain: str
    overload: str
    inputs: list[str]
    outputs: list[str]
    attributes: dict[str, Any]


class ModelValue(NamedTuple):
    """A value of a graph. node: the node that makes it; initializer: the tensor that it is; None where there is none.
    type: as onnxruntime writes it, "" where none is declared; shape: of a tensor, None where it is not declared."""
    id: int
    graph: int
    name: str
    node: int | None
    initializer: int | None
    is_input: bool
    is_output: bool
    type: str
    shape: list[int | str | None] | None


def _one(kind: int, value: Any, ref: str) -> Any:
    """The value of an attribute of type `kind`."""
    name = _ATTRIBUTE_NAMES.get(kind)
    if ref:
        return Ref(ref, name or "")
    if name is None:
        return None
    if name in ("int", "float", "ints", "floats"):
        return value
    if name == "string":
        return value.decode("utf-8", "surrogateescape")
    made: dict[str, Callable[[Any], Any]] = {
        "strings": lambda v: v.decode("utf-8", "surrogateescape"), "tensor": lambda v: _values.tensor_out(*v),
        "tensors": lambda v: _values.tensor_out(*v), "graph": Subgraph, "graphs": Subgraph}
    items = [made[name](v) for v in value]
    return items[0] if name in ("tensor", "graph") else items


class Model:
    """A model as its file says it: nothing is inlined, computed or optimised. Graphs, nodes, values and tensors have
    ids, numbers from 0; graph 0 is the main graph.

    Args:
        path_or_bytes: the path of a file, or the model's bytes.
        sess_options: limits, strict, external_dir, copy_files of them count.

    Raises:
        ModelError: the file cannot be read, or its bytes are not a well-formed model.
    """

    def __init__(self, path_or_bytes: str | os.PathLike[str] | bytes,
                 sess_options: SessionOptions | None = None) -> None:
        from ._session import SessionOptions

        source = path_or_bytes
        if isinstance(source, (str, os.PathLike)):
            source = os.fsdecode(os.fspath(source))
        options = sess_options if sess_options is not None else SessionOptions()
        self._model = _cameo.Model(source, options._given())
        self.n_graphs, self.n_nodes, self.n_values = self._model.counts()

    def _names(self, ids: list[int | None]) -> list[str]:
        return ["" if i is None else self._model.value(i)[0] for i in ids]

    def graph(self, id: int = 0) -> ModelGraph:
        """A graph. InvalidArgument: there is none of this id."""
        name, doc, parent, node, function, _, _, inputs, outputs, nodes, inits = self._model.graph(id)
        return ModelGraph(id, name, doc, parent, node, function, self._names(inputs), self._names(outputs), nodes,
                          inits)

    def node(self, which: int | str) -> ModelNode:
        """A node by its id, or the only one of this name. InvalidArgument: there is none, or there are several."""
        id = self._only(which, "node", self.nodes()) if isinstance(which, str) else which
        graph, name, op_type, domain, overload, inputs, outputs, attributes = self._model.node(id)
        return ModelNode(id, graph, name, op_type, domain, overload, self._names(inputs), self._names(outputs),
                         {key: _one(kind, value, ref) for key, kind, value, ref in attributes})

    def nodes(self, graph: int | None = None) -> Iterator[ModelNode]:
        """Nodes of a graph in the order of computation; None: those of all graphs, by id."""
        ids = range(self.n_nodes) if graph is None else self.graph(graph).nodes
        return (self.node(i) for i in ids)

    def value(self, which: int | str) -> ModelValue:
        """A value by its id, or by its name: the main graph's, else the only one of all graphs."""
        if isinstance(which, str):
            main = [v for v in self.values(0) if v.name == which]
            return main[0] if main else self.value(self._only(which, "value", self.values()))
        name, graph, node, init, is_input, is_output, declared = self._model.value(which)
        t = None if declared is None else _values.Type(*declared)
        return ModelValue(which, graph, name, node, init, bool(is_input), bool(is_output),
                          "" if t is None else t.text(), None if t is None else t.shape)

    def values(self, graph: int | None = None) -> Iterator[ModelValue]:
        """Values that a graph defines; None: those of all graphs."""
        ids = range(self.n_values)
        if graph is not None:
            first, n = self._model.graph(graph)[5:7]
            ids = range(first, first + n)
        return (self.value(i) for i in ids)

    def tensor(self, which: int | str) -> np.ndarray:
        """The array of a tensor by its id, or of the initializer of this name."""
        _, (number, shape, data), _, _, swapped = self._model.tensor(self._tensor(which))
        array = _values.tensor_out(number, shape, data)
        return array.byteswap() if swapped else array

    def _tensor(self, which: int | str) -> int:
        if not isinstance(which, str):
            return which
        value = self.value(which)
        if value.initializer is None:
            raise InvalidArgument(f"'{which}' is no initializer")
        return value.initializer

    @staticmethod
    def _only(name: str, what: str, rows: Iterator[Any]) -> int:
        found = [row.id for row in rows if row.name == name]
        if len(found) != 1:
            raise InvalidArgument(f"there {'is no' if not found else f'are {len(found)}'} {what}"
                                  f"{'s' if found else ''} of the name '{name}'")
        return int(found[0])


class Editor:
    """A model that is changed and written again: what no call changes stays byte for byte, fields that Cameo does not
    know, the order of nodes and references to external data included.

        with cameo.Editor("model.onnx", "changed.onnx") as e:
            e.rename("x", "image")
            for node in e.model.nodes():
                if node.op_type == "Dropout":
                    e.set_node(node, op_type="Identity", inputs=node.inputs[:1])

    A node is named by its id, its name (where only one has it) or a ModelNode of `model`; a value by its id, its name
    or a ModelValue; a tensor by its id or the name of the initializer. These are those of the model as it was loaded,
    or ids that add_node, add_graph returned; new names in calls are those that the written model has. What is written is checked
    where it is loaded: a name that nobody defines, a value made twice, a node before what it reads are found there,
    not here.

    Args:
        path_or_bytes: the path of a file, or the model's bytes; or a Model.
        target: a path, which is written at the end of a `with` block in which nothing was raised; None: none.
        sess_options: as for Model; for set_types all of them count.

    Every call that cannot be right raises an Error at once and changes nothing: the editor goes on without it.
    """

    def __init__(self, path_or_bytes: str | os.PathLike[str] | bytes | Model,
                 target: str | os.PathLike[str] | None = None, sess_options: SessionOptions | None = None) -> None:
        self.model = path_or_bytes if isinstance(path_or_bytes, Model) else Model(path_or_bytes, sess_options)
        self._target = target
        self._memory = self._work = _FIRST_MEMORY
        self._calls: list[tuple[str, tuple[Any, ...]]] = []
        self._editor: _cameo.Editor | None = None

    def __enter__(self) -> Editor:
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        if kind is None and self._target is not None:
            self.save(self._target)

    # ---- how calls are made ----

    def _replayed(self) -> _cameo.Editor:
        """An editor to which all that was done so far was done."""
        if self._editor is None:
            editor = _cameo.Editor(self.model._model, self._memory)
            for name, arguments in self._calls:
                self._do(editor, name, arguments)
            self._editor = editor
        return self._editor

    def _do(self, editor: _cameo.Editor, name: str, arguments: tuple[Any, ...]) -> Any:
        if name == "set_types":
            arguments = (*arguments, self._work)
        return getattr(editor, name)(*arguments)

    def _grow(self, call: Callable[[_cameo.Editor], Any]) -> Any:
        """What call(editor) gives, of an editor with as much memory as it takes: the first failure of an editor is its
        last call, so that another one does all calls again."""
        while True:
            try:
                return call(self._replayed())
            except Error as e:
                self._editor = None
                if e.status != "CAMEO_E_NOMEM" or self._memory >= _MOST_MEMORY:
                    raise
                self._memory *= 2
                self._work *= 2
            except BaseException:
                self._editor = None
                raise

    def _call(self, name: str, *arguments: Any) -> Any:
        made = self._grow(lambda editor: self._do(editor, name, arguments))
        self._calls.append((name, arguments))
        return made

    def _node(self, node: int | str | ModelNode) -> int:
        return node if isinstance(node, int) else node.id if isinstance(node, ModelNode) else self.model.node(node).id

    def _value(self, value: int | str | ModelValue) -> int:
        if isinstance(value, int):
            return value
        return value.id if isinstance(value, ModelValue) else self.model.value(value).id

    # ---- nodes ----

    def set_node(self, node: int | str | ModelNode, *, op_type: str | None = None, domain: str | None = None,
                 name: str | None = None, overload: str | None = None, doc_string: str | None = None,
                 inputs: Iterable[str | None] | None = None, outputs: Iterable[str | None] | None = None) -> None:
        """Changes what is given of a node; "" removes a text."""
        self._call("set_node", self._node(node), node_in(op_type, domain, name, overload, doc_string, inputs, outputs))

    def add_node(self, op_type: str, inputs: Iterable[str | None], outputs: Iterable[str | None], *, graph: int = 0,
                 before: int | str | ModelNode | None = None, domain: str = "", name: str = "",
                 attributes: Attributes | None = None) -> int:
        """Adds a node before another one of this graph; None: behind all. Returns its id in calls of this editor."""
        at = _NO_ID if before is None else self._node(before)
        given = node_in(op_type, domain or None, name or None, None, None, inputs, outputs)
        made = [attribute_in(key, value) for key, value in (attributes or {}).items()]
        id = int(self._call("add_node", graph, at, given))
        for attribute in made:
            self._call("set_attr", id, attribute)
        return id

    def remove_node(self, node: int | str | ModelNode) -> None:
        """Removes a node. Who reads its outputs is left to the caller."""
        self._call("remove_node", self._node(node))

    def set_attribute(self, node: int | str | ModelNode, name: str, value: Any) -> None:
        """Adds an attribute, or replaces the one of this name: a bool or int, a float, a text, an array, a list of
        numbers, texts or arrays, a Ref."""
        self._call("set_attr", self._node(node), attribute_in(name, value))

    def add_graph(self, node: int | str | ModelNode, name: str, list: bool = False) -> int:
        """Adds an empty graph as attribute `name` of a node, the body of If, Loop or Scan, in the place of an attribute
        of this name; with `list` it is one more of several graphs. Returns its id in calls of this editor: add_node,
        add_input, add_output, add_initializer of this graph fill it. Its nodes read names of the graphs around it."""
        return int(self._call("add_graph", self._node(node), name, list))

    def remove_attribute(self, node: int | str | ModelNode, name: str) -> None:
        """Removes an attribute. InvalidArgument: there is none."""
        self._call("remove_attr", self._node(node), name)

    # ---- values ----

    def rename(self, value: int | str | ModelValue, name: str) -> None:
        """A new name, wherever the value is defined, declared or read, subgraphs included."""
        self._call("rename_value", self._value(value), name)

    def set_type(self, value: int | str | ModelValue, dtype: Any, shape: Shape | None = None) -> None:
        """What is declared of a value: dtype as numpy.dtype takes it; a dim is a number, a name or None. dtype None:
        nothing any more."""
        kind = 0 if dtype is None else _values.TENSOR
        self._call("set_type", self._value(value), type_in("", dtype, shape, kind))

    def add_input(self, name: str, dtype: Any = None, shape: Shape | None = None, *, graph: int = 0) -> None:
        """Another input behind the others; dtype None: of no declared type."""
        self._call("add_input", graph, type_in(name, dtype, shape, 0 if dtype is None else _values.TENSOR))

    def add_output(self, name: str, dtype: Any = None, shape: Shape | None = None, *, graph: int = 0) -> None:
        """Another output behind the others: a value that there is, or will be."""
        self._call("add_output", graph, type_in(name, dtype, shape, 0 if dtype is None else _values.TENSOR))

    def remove_input(self, value: int | str | ModelValue) -> None:
        """It is no input any more. InvalidArgument: it is none."""
        self._call("remove_input", self._value(value))

    def remove_output(self, value: int | str | ModelValue) -> None:
        """It is no output any more. InvalidArgument: it is none."""
        self._call("remove_output", self._value(value))

    def set_types(self, all: bool = False) -> None:
        """Outputs without dtype or shape get what inference knows of them in the model as it was loaded; with `all`
        each inner value does, too. Raises what a session of the model would."""
        self._call("set_types", bool(all))

    # ---- tensors ----

    def set_tensor(self, tensor: int | str, value: Any) -> None:
        """Dtype, shape and elements of a tensor, an initializer's or an attribute's; the array is copied."""
        self._call("set_tensor", self.model._tensor(tensor), tensor_of(np.array(value), "the tensor"))

    def set_external(self, tensor: int | str, dtype: Any, shape: Iterable[int], location: str, offset: int = 0) -> None:
        """The tensor's elements lie in the file `location`, beside the model, from this byte on."""
        given = type_in("", dtype, list(shape))
        bits = _values.BITS[given[3]]
        n_bytes = (int(np.prod([int(d) for d in given[5]], dtype=object)) * bits + 7) // 8
        self._call("set_external", self.model._tensor(tensor), given, n_bytes, location, int(offset))

    def add_initializer(self, name: str, value: Any, *, graph: int = 0) -> None:
        """Another initializer: an array, or what numpy makes one of, which is copied."""
        self._call("add_init", graph, name, tensor_of(np.array(value), name))

    def remove_initializer(self, tensor: int | str) -> None:
        """Removes an initializer. InvalidArgument: the tensor is an attribute's, or part of a sparse one."""
        self._call("remove_init", self.model._tensor(tensor))

    # ---- the model ----

    def set_opset(self, version: int, domain: str = "") -> None:
        """The version of a domain that the model imports; 0: no longer. Nodes stay as they are."""
        self._call("set_opset", domain, int(version))

    def set_metadata(self, key: str, value: str | None) -> None:
        """An entry of the metadata; None: it goes, InvalidArgument where there is none."""
        self._call("set_metadata", key, value)

    def set_text(self, **texts: str) -> None:
        """producer_name, producer_version, domain, doc_string of the model, graph_name and graph_doc_string of the main
        graph."""
        for name, text in texts.items():
            if name not in _TEXTS:
                raise InvalidArgument(f"a model has no text '{name}', want one of {', '.join(_TEXTS)}")
            self._call("set_text", _TEXTS[name], text)

    def set_version(self, *, ir_version: int = -1, model_version: int = -1) -> None:
        """Versions of the model; a negative number leaves one as it is."""
        self._call("set_version", int(ir_version), int(model_version))

    def strip_docs(self) -> None:
        """Every doc_string of the model goes."""
        self._call("strip_docs")

    # ---- the end ----

    def to_bytes(self) -> bytes:
        """The model with all changes so far; more can follow."""
        made = self._grow(lambda editor: editor.finish())
        self._editor = None
        return bytes(made)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes to_bytes to a file, another one than the model was loaded from."""
        made = self.to_bytes()
        with open(path, "wb") as f:
            f.write(made)
