#!/bin/sh
# tools/amalgamate.sh --for MODEL: cameo.c with the operators of the digits alone reads them as ONNX Runtime does, and
# refuses a model that needs others by the name of one.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! make -s -j2 all > build/amalgamate_for.txt 2>&1; then
    fail "build" "$(tail -n 20 build/amalgamate_for.txt)"
    part_end
fi
dir=build/amalgamated_for
rm -rf $dir
check_empty "cameo ops --of" "$(build/cameo ops --of examples/digits/digits.onnx | grep -cx -e Conv -e Flatten -e Gemm \
    -e MaxPool -e Relu -e Softmax | grep -vx 6)"
check_run "amalgamate.sh --for" tools/amalgamate.sh --for examples/digits/digits.onnx $dir
check_run "it compiles" "${CC:-cc}" -std=c11 -O0 -c $dir/cameo.c -o $dir/cameo.o
check_empty "operators that are not the model's" "$(nm $dir/cameo.o | grep -E ' cm_op_(Gather|LSTM|Einsum|ms_Attention)$')"
check_run "the demo links" "${CC:-cc}" -std=c11 -I. examples/digits/demo.c $dir/cameo.o -lpthread -o $dir/demo
check_run "it reads what ONNX Runtime reads" $dir/demo examples/digits
cat > $dir/load.c << 'END'
#include "cameo.h"
#include <stdio.h>
int main(int n, char **v) {
    cameo_error e = {CAMEO_OK};
    cameo_host *h = 0;
    cameo_status status = cameo_host_load_file(v[n - 1], 0, &h, &e);
    printf("%s %s\n", cameo_status_name(status), e.msg);
    cameo_host_free(h);
    return 0;
}
END
check_run "a program links" "${CC:-cc}" -std=c11 $dir/load.c $dir/cameo.o -lpthread -o $dir/load
check_run "another model is refused" sh -c "$dir/load tests/emul/control.onnx | grep -E '^CAMEO_E_UNSUPPORTED .*no operator'"
for wrong in README.md no/such/model.onnx; do
    if tools/amalgamate.sh --for $wrong $dir/none > $dir/said.txt 2>&1; then fail "--for $wrong is refused"; else pass; fi
done
part_end
