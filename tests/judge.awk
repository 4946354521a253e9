# judge.awk — the output of `cameo test` against a list of known failures.
#   awk -f tests/judge.awk LIST OUTPUT
# LIST has lines "NAME REASON". Prints "bad ..." for an unexpected failure, or pass, of a test; then
# "counts PASSED KNOWN UNSUPPORTED".
FNR == NR {
    if ($0 !~ /^(#|$)/) {
        known[$1] = substr($0, length($1) + 2)
        if (known[$1] == "") print "bad " $1 " is listed without a reason"
    }
    next
}
$1 == "PASS" {
    if ($2 in known) print "bad unexpected pass: " $2
    passed++
}
$1 == "UNSUPPORTED" {unsupported++}
$1 == "FAIL" || $1 == "ERROR" {
    if ($2 in known) n_known++; else print "bad " $0
}
END {print "counts " passed + 0 " " n_known + 0 " " unsupported + 0}
