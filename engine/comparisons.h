/*
 * Comparisons of arrays and objects that have called PHP code of one of their parts.
 */
#ifndef ASYNC_ENGINE_COMPARISONS_H
#define ASYNC_ENGINE_COMPARISONS_H

#include "php.h"

/* Is the running code called, directly or through others, by a comparison that is inside of two arrays or two objects?
 * Such a comparison walks over both without a reference, and reads variables of theirs again when the code returns. So
 * no other coroutine may run before.
 * cost: in proportion to the frames; suspends: no; runs PHP: no */
bool async_compares_parts(void);

#endif
