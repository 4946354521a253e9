#!/bin/sh
# docs/OPERATORS.md is what `make operators` makes of what passes now. Without the real models of ../shared the word
# "models" is not compared.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
page=build/operators_now.md
if ! "$PYTHON" -c 'import numpy, onnx, ml_dtypes; assert onnx.__version__ == "1.23.2"' 2> /dev/null; then
    skip "docs/OPERATORS.md" "$PYTHON lacks numpy, onnx 1.23.2 or ml_dtypes" && part_end
fi
check_run "what is shown of the operators" tests/operators.sh $page
if [ -s build/operators/models.txt ]; then
    check_empty "docs/OPERATORS.md is what make operators makes" "$(diff docs/OPERATORS.md $page)"
else
    check_empty "docs/OPERATORS.md has the operators that make operators makes" \
        "$(grep -v '^| models |' $page | diff - docs/OPERATORS.md | grep -v '^> | models |' | grep '^[<>]')"
fi
# The models of the matrix, by the optimiser and by portable kernels, too.
for way in "--opt all" "--portable --opt all"; do
    # shellcheck disable=SC2086
    check_run "the matrix with $way" build/cameo test --quiet $way build/operators/matrix
done
part_end
