/* regex_code.h — the program that a pattern of RegexFullMatch becomes (ir/import/lift_regex.c) and kernels/regex.c
 * runs: one int32 tensor, CM_REGEX_HEAD words, then instructions of CM_REGEX_WORDS words, then pairs of words, ranges
 * of characters. Jumps are relative to their instruction. It matches where the last instruction is reached at the end.
 * */
#ifndef CM_IR_REGEX_CODE_H
#define CM_IR_REGEX_CODE_H

#define CM_REGEX_HEAD 1 /* the number of instructions */
#define CM_REGEX_WORDS 3
#define CM_REGEX_MOST 100000u /* instructions */

/* Operation a b */
enum {
    CM_REGEX_RANGES, /* takes a character of ranges [a, a + b), which are sorted */
    CM_REGEX_FOLD,   /* the same where it or its other case is in them */
    CM_REGEX_NO_FOLD, /* where neither is */
    CM_REGEX_SPLIT,  /* goes on at +a and at +b */
    CM_REGEX_JUMP,   /* goes on at +a */
    CM_REGEX_ASSERT, /* goes on where a holds */
    CM_REGEX_MATCH
};

/* What is asserted between two characters. */
enum {
    CM_REGEX_TEXT_BEGIN,
    CM_REGEX_TEXT_END,
    CM_REGEX_LINE_BEGIN,
    CM_REGEX_LINE_END,
    CM_REGEX_WORD,    /* a boundary of a word of ASCII letters, digits and _ */
    CM_REGEX_NO_WORD
};

#endif
