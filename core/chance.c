/* SPDX-License-Identifier: MIT
 *
 * Draws: see chance.h. */
#include "core/chance.h"

#include "ext/random/php_random.h"

bool slock_chance(double probability)
{
	zend_long drawn;

	if (probability <= 0.0 || probability >= 1.0) {
		return probability >= 1.0;
	}
	return php_random_int_silent(0, ZEND_LONG_MAX, &drawn) == SUCCESS &&
		   (double) drawn / (double) ZEND_LONG_MAX <= probability;
}
