#!/usr/bin/awk -f
# Makes a table of what gcov prints:  File 'ir/infer/dim.c'  /  Lines executed:93.10% of 290.
BEGIN { FS = "[:% \047]+" }
/^File/ { file = $2 }
/^Lines executed/ && file ~ /\.c$/ {
    printf "%7s %%  of %5d lines  %s\n", $3, $5, file
    lines += $5
    covered += $3 * $5
    file = ""
}
END { if (lines) printf "%7.2f %%  of %5d lines  all\n", covered / lines, lines }
