# Read by the parts that compile the core as firmware with frozen models has it.
# shellcheck shell=sh

# What firmware has no use for: it reads no models and makes no plans. Operators of the caller stay (session/custom.c).
hosts_only='pb/% providers/% kernels/x86/% ir/import/% ir/rewrite/% ir/order/% ir/infer/infer% ir/infer/demand%
    ir/infer/dim_algebra% ir/schema% ir/ir.c runtime/session/drops% runtime/session/e% runtime/session/format%
    runtime/session/l% runtime/session/pr% runtime/plan/% runtime/device/%
    runtime/host% runtime/os_% base/cpu_detect%'

# firmware_core VARIANT FLAGS [NAME=VALUE ...]: build/VARIANT/core.a; -DCAMEO_FROZEN=1 is among the flags, the settings are those of make, CC and AR for example.
firmware_core() {
    core_variant=$1 core_flags=$2
    shift 2
    # shellcheck disable=SC2086,SC2116
    make -s -j2 VARIANT="$core_variant" CFLAGS="$core_flags" SKIP="$(echo $hosts_only)" "$@" \
        "build/$core_variant/core.a"
}
