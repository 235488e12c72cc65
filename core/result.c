/* SPDX-License-Identifier: MIT
 *
 * The one function that writes the text of a failed operation. Plain C. */
#include "core/result.h"

#include <stdarg.h>
#include <stdio.h>

slock_status slock_result_error(slock_result *result, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(result->message, sizeof(result->message), format, args);
	va_end(args);
	return slock_result_set(result, SLOCK_STORAGE_ERROR);
}
