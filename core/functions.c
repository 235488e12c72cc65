/* SPDX-License-Identifier: MIT
 *
 * The functions of Slock\\. Not in the module's entry, because they must not exist with slock.enable=0. */
#include "php_slock.h"
#include "core/core.h"

#include "stubs/functions_arginfo.h"

void slock_functions_register(int type)
{
	zend_register_functions(NULL, ext_functions, NULL, type);
}

void slock_functions_unregister(int type)
{
	/* The engine does that only for modules whose entry lists functions. */
	if (type == MODULE_TEMPORARY) {
		zend_unregister_functions(ext_functions, -1, NULL);
	}
}
