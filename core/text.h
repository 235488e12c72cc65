/* SPDX-License-Identifier: MIT
 *
 * Strings that may be missing: NULL is a string that there is none of. */
#ifndef SLOCK_CORE_TEXT_H
#define SLOCK_CORE_TEXT_H

#include "php.h"

static inline void slock_text_release(zend_string *text)
{
	if (text) {
		zend_string_release(text);
	}
}

static inline zend_string *slock_text_copy(zend_string *text)
{
	return text ? zend_string_copy(text) : NULL;
}

/* Releases what is there, and takes the other over. */
static inline void slock_text_replace(zend_string **slot, zend_string *text)
{
	slock_text_release(*slot);
	*slot = text;
}

static inline const char *slock_text_chars(const zend_string *text)
{
	return text ? ZSTR_VAL(text) : NULL;
}

#endif
