#!/usr/bin/env python3
"""Writes the node tests that the installed onnx package defines, as `cameo test` reads them: FOLDER/node/NAME.

    node_newest.py FOLDER

The package has had the programs that make them, without what they make, since 1.23. NumPy's warnings about numbers that
overflow on purpose are not shown."""
import sys
import warnings
from types import SimpleNamespace

warnings.filterwarnings("ignore")
from onnx.backend.test import cmd_tools
from onnx.backend.test.case import model, node

cases = node.collect_testcases(None)
model.collect_testcases = lambda: cases
cmd_tools.generate_data(SimpleNamespace(output=sys.argv[1]))
