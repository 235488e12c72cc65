/* SPDX-License-Identifier: MIT
 *
 * Whether opcache is going to preload classes: see core.h. Asked before opcache has read its own settings. */
#include "php_slock.h"
#include "core/core.h"

#include "SAPI.h"
#include "php_ini.h"
#include "zend_extensions.h"

/* From php.ini or the command line, read as opcache reads it; `otherwise` when it is in neither. */
static bool preload_setting(const char *name, bool otherwise)
{
	zval *value = cfg_get_entry(name, strlen(name));

	return value && Z_TYPE_P(value) == IS_STRING ? zend_ini_parse_bool(Z_STR_P(value)) : otherwise;
}

bool slock_preloads(void)
{
	bool is_cli = strcmp(sapi_module.name, "cli") == 0 || strcmp(sapi_module.name, "phpdbg") == 0;
	char *file = NULL;

	if (cfg_get_string("opcache.preload", &file) == FAILURE || !file || !*file) {
		return false;
	}
#if PHP_VERSION_ID < 80500 /* a part of PHP from there on */
	if (!zend_get_extension("Zend OPcache")) {
		return false;
	}
#endif
	return preload_setting("opcache.enable", true) && (!is_cli || preload_setting("opcache.enable_cli", false));
}
