"""Cameo as a backend of the onnx package: what onnx.backend.base.Backend declares.

    import cameo.backend

    y, = cameo.backend.run_model(onnx.load("model.onnx"), [x])
    tests = onnx.backend.test.BackendTest(cameo.backend, __name__)

Needs the package onnx, which nothing else in cameo does.
"""
from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from onnx import helper
from onnx.backend.base import Backend as _Backend
from onnx.backend.base import BackendRep as _BackendRep
from onnx.backend.base import Device, DeviceType, namedtupledict

from ._errors import InvalidArgument, NotSupported
from ._session import InferenceSession, SessionOptions

__all__ = ["Backend", "BackendRep", "is_compatible", "prepare", "run_model", "run_node", "supports_device"]


class BackendRep(_BackendRep):
    """A model that is ready to run. session: its InferenceSession."""

    def __init__(self, session: InferenceSession) -> None:
        self.session = session

    def run(self, inputs: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Computes all outputs.

        Args:
            inputs: the values of the inputs in the model's order (behind them, of those with a default), or by name in
                a dict; each as InferenceSession.run takes it. One array alone is the first input.
            kwargs: output_names, a list: which outputs, in which order.

        Returns:
            A named tuple of the outputs, which can be indexed by the name of an output, too.

        Raises:
            InvalidArgument: more inputs than the model has, or what InferenceSession.run does not take.
            Error: of computing.
        """
        names = kwargs.pop("output_names", None) or [a.name for a in self.session.get_outputs()]
        if kwargs:
            raise InvalidArgument(f"run takes inputs and output_names, not {', '.join(kwargs)}")
        return namedtupledict("Outputs", names)(*self.session.run(names, self._feed(inputs)))

    def _feed(self, inputs: Any) -> Mapping[str, Any]:
        if isinstance(inputs, Mapping):
            return inputs
        if not isinstance(inputs, (list, tuple)):
            inputs = [inputs]
        args = self.session.get_inputs() + self.session.get_overridable_initializers()
        if len(inputs) > len(args):
            raise InvalidArgument(f"{len(inputs)} inputs given, the model has {len(args)}")
        return {a.name: value for a, value in zip(args, inputs)}


def _elem_type(value: Any) -> int:
    array = np.asarray(value)
    return onnx.TensorProto.STRING if array.dtype.kind in "OUS" else helper.np_dtype_to_tensor_dtype(array.dtype)


def _type_of(value: Any) -> onnx.TypeProto:
    """The type that a model declares of a value; dims are the value's own."""
    if isinstance(value, Mapping):
        keys, values = list(value.keys()), list(value.values())
        return helper.make_map_type_proto(_elem_type(keys), helper.make_tensor_type_proto(_elem_type(values), []))
    if isinstance(value, (list, tuple)):
        if len(value) == 0:
            raise InvalidArgument("an empty list does not say of what it is a sequence: give a model")
        return helper.make_sequence_type_proto(_loose(_type_of(value[0])))
    return helper.make_tensor_type_proto(_elem_type(value), np.shape(value))


def _loose(t: onnx.TypeProto) -> onnx.TypeProto:
    """Elements of a sequence need not have one shape."""
    if t.HasField("tensor_type"):
        t.tensor_type.ClearField("shape")
    return t


def _domain_version(node: onnx.NodeProto) -> int:
    if node.domain in ("", "ai.onnx"):
        return onnx.defs.onnx_opset_version()
    versions = [s.since_version for s in onnx.defs.get_all_schemas_with_history() if s.domain == node.domain]
    return max(versions, default=1)


class Backend(_Backend):
    """The backend; all of it are class methods, and functions of the module cameo.backend."""

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """Whether `device`, such as "CPU" or "CUDA:1", is one on which prepare computes: the CPU is."""
        try:
            return bool(Device(device).type == DeviceType.CPU)
        except (AttributeError, ValueError):
            return False

    @classmethod
    def is_compatible(cls, model: onnx.ModelProto | bytes | str | os.PathLike[str], device: str = "CPU",
                      **kwargs: Any) -> bool:
        """Whether prepare takes the model: False where a node has no kernel, or for another device. What is wrong with
        the model itself, or with the options, is raised as by prepare."""
        if not cls.supports_device(device):
            return False
        try:
            cls.prepare(model, device, **kwargs)
        except NotSupported:
            return False
        return True

    @classmethod
    def prepare(cls, model: onnx.ModelProto | bytes | str | os.PathLike[str] | InferenceSession, device: str = "CPU",
                **kwargs: Any) -> BackendRep:
        """A model made ready to run.

        Args:
            model: a ModelProto, a model's bytes, the path of a file (the only way for external data, and for models
                above 2 GiB), or a session. Models are not checked by onnx.checker; strict=True does as it would.
            device: "CPU".
            kwargs: attributes of SessionOptions.

        Raises:
            InvalidArgument: another device; what InferenceSession raises it for.
            ModelError, NotSupported: as InferenceSession.
            AttributeError: a keyword that SessionOptions has not.
        """
        if not cls.supports_device(device):
            raise InvalidArgument(f"device '{device}' is not supported: Cameo computes on the CPU")
        if isinstance(model, InferenceSession):
            if kwargs:
                raise InvalidArgument("a session has its options already")
            return BackendRep(model)
        source = model.SerializeToString() if isinstance(model, onnx.ModelProto) else model
        return BackendRep(InferenceSession(source, SessionOptions(**kwargs)))

    @classmethod
    def run_model(cls, model: onnx.ModelProto | bytes | str | os.PathLike[str], inputs: Any, device: str = "CPU",
                  **kwargs: Any) -> tuple[Any, ...]:
        """prepare, then run: for one run. Arguments and errors are those of both."""
        return cls.prepare(model, device, **kwargs).run(inputs)

    @classmethod
    def run_node(cls, node: onnx.NodeProto, inputs: Any, device: str = "CPU",
                 outputs_info: Sequence[tuple[np.dtype, tuple[int, ...]]] | None = None,
                 **kwargs: Any) -> tuple[Any, ...]:
        """Computes one node.

        Args:
            node: the node; its outputs of the name "" are left out.
            inputs: a value for each of its inputs whose name is not "", in order, or by name in a dict. A list is a
                sequence, a dict a map.
            device: "CPU".
            outputs_info: dtype and shape of each output, which the result must have; None: they follow from the node.
            kwargs: opset_version, of the node's domain (default: the newest that the onnx package knows), and
                attributes of SessionOptions.

        Returns:
            A named tuple of the outputs.

        Raises:
            InvalidArgument: as many inputs as the node has are wanted; outputs_info says something else.
            NotSupported: there is no kernel. ModelError, Error: as InferenceSession and its run.
        """
        version = kwargs.pop("opset_version", None) or _domain_version(node)
        names = [name for name in node.input if name]
        if isinstance(inputs, Mapping):
            feed = dict(inputs)
        else:
            values = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
            if len(values) != len(names):
                raise InvalidArgument(f"{len(values)} inputs given, {node.op_type} has {len(names)}: {', '.join(names)}")
            feed = dict(zip(names, values))
        given = [name for name in dict.fromkeys(names) if name in feed]
        declared = [helper.make_value_info(name, _type_of(feed[name])) for name in given]
        outputs = [name for name in node.output if name]
        if outputs_info is not None and len(outputs_info) != len(outputs):
            raise InvalidArgument(f"outputs_info describes {len(outputs_info)} outputs, {node.op_type} has "
                                  f"{len(outputs)}")
        infos = [onnx.ValueInfoProto(name=name) for name in outputs]
        graph = helper.make_graph([node], "node", declared, infos)
        opsets = [helper.make_opsetid(node.domain, version)]
        if node.domain not in ("", "ai.onnx"):
            opsets.append(helper.make_opsetid("", onnx.defs.onnx_opset_version()))
        model = helper.make_model(graph, opset_imports=opsets)
        made = cls.prepare(model, device, **kwargs).run(feed)
        for name, array, (dtype, shape) in zip(outputs, made, outputs_info or ()):
            if (array.dtype, array.shape) != (np.dtype(dtype), tuple(shape)):
                raise InvalidArgument(f"output {name} is {array.dtype} {array.shape}, outputs_info says "
                                      f"{np.dtype(dtype)} {tuple(shape)}")
        return made


is_compatible = Backend.is_compatible
prepare = Backend.prepare
run_model = Backend.run_model
run_node = Backend.run_node
supports_device = Backend.supports_device
