#!/bin/sh
# Who computes what: for each model how many nodes the CUDA provider computes, and which stay on the CPU, and why. Views, which
# nobody computes, and shape arithmetic are not counted. docs/CUDA.md has the table of ../shared/zoo.
#   tools/cuda_models.sh COMMAND MODEL ...
# COMMAND is a cameo with the provider: build/cameo of `make CUDA=1` on a machine with a device, build/cudafake/cameo anywhere,
# since no model is run (LD_LIBRARY_PATH=build/cudafake). A model whose steps are not what the log says fails.
command=${1:?a cameo with the CUDA provider} || exit 2
shift
echo '| model | nodes on the device | nodes on the CPU |'
echo '|---|---|---|'
status=0
for model; do
    name=$(basename "$model" .onnx)
    if ! said=$("$command" plan "$model" --steps --providers cuda,cpu --log debug 2>&1); then
        echo "$name: $said" >&2
        status=1
    fi
    printf '%s\n' "$said" | LC_ALL=C awk -v name="$name" '
        # cameo: cuda declines LSTM "/r/LSTM", node 18: no kernel for this operator
        /^cameo: cuda computes / { n++ }
        /^ *[0-9]+ +device / { n_steps++ }
        /^cameo: cuda (declines|is not offered) / {
            op = $3 == "declines" ? $4 : $6
            why = $0
            sub(/^.*, node [0-9]*: /, "", why)
            if (why == "a view of its input" || why == "shape arithmetic") next
            if (!(why in ops)) { reasons[n_reasons++] = why; ops[why] = "" }
            if (count[why, op]++ == 0) ops[why] = ops[why] " " op
        }
        END {
            if (n_steps != n) {
                print name ": " n_steps + 0 " steps of the device, by the log " n + 0 > "/dev/stderr"
                failed = 1
            }
            for (r = 0; r < n_reasons; r++) {
                why = reasons[r]
                text = text (r == 0 ? "" : "; ")
                n_ops = split(ops[why], op_of, " ")
                for (i = 1; i <= n_ops; i++) text = text (i == 1 ? "" : ", ") count[why, op_of[i]] " " op_of[i]
                text = text ": " why
            }
            print "| " name " | " n + 0 " | " (text == "" ? "none" : text) " |"
            exit failed
        }' || status=1
done
exit $status
