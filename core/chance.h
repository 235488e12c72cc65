/* SPDX-License-Identifier: MIT
 *
 * Things that happen now and then, such as cleaning up after others. */
#ifndef SLOCK_CORE_CHANCE_H
#define SLOCK_CORE_CHANCE_H

#include "php.h"

/* True with this probability: never for 0 and less, always for 1 and more, and never when there is no randomness. */
bool slock_chance(double probability);

#endif
