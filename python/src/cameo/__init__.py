"""Cameo: ONNX inference in plain C, with the interface of onnxruntime that programs use.

    import cameo

    session = cameo.InferenceSession("model.onnx")
    outputs = session.run(None, {"input": array})
"""
from . import _cameo
from ._binding import IOBinding, OrtValue
from ._build import Graph, GraphBuilder, GraphNode, Importer, Loader, Match, ModelBuilder, Operand, Ref, Rewrite
from ._edit import Editor, Model, ModelGraph, ModelNode, ModelValue, Subgraph
from ._errors import Error, InvalidArgument, ModelError, NotSupported
from ._op import CustomOp, Described
from ._plan import Buffer, Plan
from ._profile import OperatorTime, Profile, StepTime
from ._run import Run, RunOptions
from ._session import (ExecutionMode, GraphOptimizationLevel, InferenceSession, Memory, ModelMetadata, NodeArg,
                       SessionOptions, check, get_all_providers, get_available_providers, get_device, get_rewrites,
                       get_version_string, optimize, set_default_logger_severity)
from ._states import States

__version__ = _cameo.version

__all__ = [
    "Buffer", "CustomOp", "Described", "Editor", "Error", "ExecutionMode", "Graph", "GraphBuilder", "GraphNode",
    "GraphOptimizationLevel", "IOBinding", "Importer", "InferenceSession", "InvalidArgument", "Loader", "Match",
    "Memory", "Model", "ModelBuilder", "ModelError", "ModelGraph", "ModelMetadata", "ModelNode", "ModelValue",
    "NodeArg", "NotSupported", "Operand", "OperatorTime", "OrtValue", "Plan", "Profile", "Ref", "Rewrite", "Run",
    "RunOptions", "SessionOptions", "States", "StepTime", "Subgraph", "check", "get_all_providers",
    "get_available_providers", "get_device", "get_rewrites", "get_version_string", "optimize",
    "set_default_logger_severity",
]
