/* plan_steps.h — the program of a plan as text, for `cameo plan --steps`. */
#ifndef CM_TOOLS_PLAN_STEPS_H
#define CM_TOOLS_PLAN_STEPS_H

#include "runtime/session/program.h"

/* A line for each step on stdout: its number, what it does, operands (v a value, c a constant), where jumps go,
 * results with their dims and places. */
void plan_print_steps(const cameo_plan *plan);

/* The operators that a chain joins, as (Add Mul Tanh); nothing for other steps. */
void plan_print_chain(const cameo_session *s, const cm_step *step);

#endif
