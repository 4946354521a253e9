/* liblinear.h — models of LIBLINEAR, for options.loaders. */
#ifndef LIBLINEAR_H
#define LIBLINEAR_H

#include "cameo.h"

extern const cameo_loader liblinear_loader;

/* Of the command's plugin. */
extern const cameo_plugin cameo_plugin_2;

#endif
