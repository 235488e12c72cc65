/* SPDX-License-Identifier: MIT
 *
 * Parsing of arguments as PHP does it for methods that are written in PHP: arguments beyond the declared ones are
 * ignored (a lock's release() is a signal handler, an event listener, a shutdown function, and these get arguments),
 * and null for a scalar is a TypeError also in files without strict types. For use between the engine's own macros:
 *
 *     SLOCK_PARSE_PARAMETERS_START(1)
 *         SLOCK_PARAM_STR(resource)
 *         Z_PARAM_OPTIONAL
 *         Z_PARAM_DOUBLE_OR_NULL(ttl, ttl_is_null)
 *     ZEND_PARSE_PARAMETERS_END();
 *
 * A method without parameters parses nothing. What takes objects, arrays or null is the engine's own Z_PARAM_... */
#ifndef SLOCK_CORE_PARAMETERS_H
#define SLOCK_CORE_PARAMETERS_H

#include "php.h"

#define SLOCK_PARSE_PARAMETERS_START(required) ZEND_PARSE_PARAMETERS_START(required, -1)

#define SLOCK_PARAM_NOT_NULL(type, parse)                                                                              \
	Z_PARAM_PROLOGUE(0, 0);                                                                                            \
	if (UNEXPECTED(Z_TYPE_P(_arg) == IS_NULL || !(parse))) {                                                           \
		_expected_type = type;                                                                                         \
		_error_code = ZPP_ERROR_WRONG_ARG;                                                                             \
		break;                                                                                                         \
	}

#define SLOCK_PARAM_STR(dest) SLOCK_PARAM_NOT_NULL(Z_EXPECTED_STRING, zend_parse_arg_str(_arg, &dest, false, _i))
#define SLOCK_PARAM_BOOL(dest)                                                                                         \
	SLOCK_PARAM_NOT_NULL(Z_EXPECTED_BOOL, zend_parse_arg_bool(_arg, &dest, &_dummy, false, _i))
#define SLOCK_PARAM_LONG(dest)                                                                                         \
	SLOCK_PARAM_NOT_NULL(Z_EXPECTED_LONG, zend_parse_arg_long(_arg, &dest, &_dummy, false, _i))
#define SLOCK_PARAM_DOUBLE(dest)                                                                                       \
	SLOCK_PARAM_NOT_NULL(Z_EXPECTED_DOUBLE, zend_parse_arg_double(_arg, &dest, &_dummy, false, _i))
#define SLOCK_PARAM_OBJ_OR_STR(object, string)                                                                         \
	SLOCK_PARAM_NOT_NULL(Z_EXPECTED_OBJECT_OR_STRING,                                                                  \
						 zend_parse_arg_obj_or_str(_arg, &object, NULL, &string, false, _i))

/* What a cast to int makes of a number of PHP 8.4: 0 where it does not fit. The engine's own function warns of that
 * from PHP 8.5 on, which is about casts that a script has written. */
static inline zend_long slock_double_to_long(double number)
{
	return zend_finite(number) && ZEND_DOUBLE_FITS_LONG(number) ? (zend_long) number : 0;
}

#endif
