# doxygen.awk — a public header as Doxygen reads it: each comment that stands before a declaration, or behind one on its
# line, becomes a documenting one. Lines between sections stay as they are; the comment at the head is that of the file,
# and in cameo.h the main page.
FNR == 1 {
    sub(/^\/\* /, FILENAME ~ /cameo\.h$/ ? "/** @file */ /** @mainpage " : "/** @file\n * ")
    in_comment = !/\*\//
    print
    next
}
in_comment {
    if (/\*\//) in_comment = 0
    print
    next
}
/\/\* ----/ || !/\/\*/ {
    in_comment = /\/\*/ && !/\*\//
    print
    next
}
{
    at = index($0, "/*")
    before = substr($0, 1, at - 1)
    # A line of the preprocessor has its comment for those who read the source.
    if (before ~ /^#/) print
    else print before (before ~ /[^ ]/ ? "/**<" : "/**") substr($0, at + 2)
    in_comment = substr($0, at + 2) !~ /\*\//
}
