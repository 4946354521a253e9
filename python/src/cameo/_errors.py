"""Errors of the package: what the library reports, with the place where it happened."""
from __future__ import annotations

from . import _cameo

__all__ = ["Error", "InvalidArgument", "NotSupported", "ModelError", "make"]


class Error(RuntimeError):
    """What Cameo could not do.

    Attributes:
        status: the status' name, such as "CAMEO_E_SHAPE" (include/cameo.h lists them).
        code: its number, such as -7.
        message: what was found and what was wanted.
        node: index of the node of the model where it happened, or None.
        node_name, op_type: of this node; "" where there is none or it has no name.
        offset: the byte offset in the model file where it is not well-formed, or None.
    """

    def __init__(self, message: str = "", *, status: str = "CAMEO_E_ARG", text: str = "",
                 node: int | None = None, node_name: str = "", op_type: str = "", offset: int | None = None) -> None:
        self.status = status
        self.code = _cameo.statuses.get(status, 0)
        self.message = message or text
        self.node = node
        self.node_name = node_name
        self.op_type = op_type
        self.offset = offset
        place = ""
        if node is not None or node_name or op_type:
            named = f" '{node_name}'" if node_name else ""
            place = f" (node{'' if node is None else f' {node}'}{named}{f', {op_type}' if op_type else ''})"
        elif offset is not None:
            place = f" (byte {offset})"
        super().__init__(f"{status}: {self.message}{place}")


class InvalidArgument(Error, ValueError):
    """What the caller gave does not fit: a name, a dtype, a shape, an option, a missing input."""


class NotSupported(Error, NotImplementedError):
    """The model is valid, but this build has no kernel for it."""


class ModelError(Error):
    """The bytes are not a well-formed model, or a file cannot be read."""


_CLASSES = {
    "CAMEO_E_ARG": InvalidArgument,
    "CAMEO_E_TYPE": InvalidArgument,
    "CAMEO_E_SHAPE": InvalidArgument,
    "CAMEO_E_MISSING": InvalidArgument,
    "CAMEO_E_UNSUPPORTED": NotSupported,
    "CAMEO_E_MALFORMED": ModelError,
    "CAMEO_E_IO": ModelError,
}


def make(status: str, text: str, message: str, node: int | None, node_name: str, op_type: str,
         offset: int | None) -> Error:
    """The exception for an error of the library; called by the extension."""
    return _CLASSES.get(status, Error)(message, status=status, text=text, node=node, node_name=node_name,
                                       op_type=op_type, offset=offset)
