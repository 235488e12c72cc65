/* SPDX-License-Identifier: MIT
 *
 * A \PDO of ours: see pdo_connection.h. */
#include "php_slock.h"
#include "clients/descriptors.h"
#include "clients/secrets.h"
#include "clients/sql/pdo_connection.h"
#include "clients/sql/sql.h"
#include "core/exceptions.h"
#include "core/process.h"

#include "ext/standard/php_string.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include "zend_smart_str.h"

/* What a failed attempt to open it shows. */
static void scrub_exception(const slock_own_pdo *own, zend_object *exception)
{
	zval *secret;

	slock_secrets_scrub_exception(exception, own->password);
	if (!Z_ISUNDEF(own->secrets)) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL(own->secrets), secret) {
			slock_secrets_scrub_exception(exception, Z_STR_P(secret));
		}
		ZEND_HASH_FOREACH_END();
	}
}

/* --- opening ------------------------------------------------------------------------------------------------------ */

static void print_options(const slock_own_pdo *own, zval *options)
{
	ZVAL_ARR(options, Z_ISUNDEF(own->options) ? zend_new_array(2) : zend_array_dup(Z_ARRVAL(own->options)));
	if (!zend_hash_index_exists(Z_ARRVAL_P(options), SLOCK_PDO_ATTR_TIMEOUT)) {
		/* In whole seconds: of waiting for the file's lock in SQLite, of connecting elsewhere. */
		bool is_file = zend_string_starts_with_cstr(own->dsn, ZEND_STRL("sqlite:"));
		double seconds = ceil(is_file ? SLOCK_G(command_timeout) : SLOCK_G(connect_timeout));

		add_index_long(options, SLOCK_PDO_ATTR_TIMEOUT, (zend_long) seconds);
	}
	add_index_long(options, SLOCK_PDO_ATTR_ERRMODE, SLOCK_PDO_ERRMODE_EXCEPTION);
}

zend_long slock_own_pdo_busy_timeout(const slock_own_pdo *own)
{
	zval *seconds =
		Z_ISUNDEF(own->options) ? NULL : zend_hash_index_find_deref(Z_ARRVAL(own->options), SLOCK_PDO_ATTR_TIMEOUT);
	double most = seconds ? (double) zval_get_long(seconds) : ceil(SLOCK_G(command_timeout));

	return most > 0.0 && most < 1e6 ? (zend_long) (most * 1000.0) : 1;
}

static bool is_persistent(const slock_own_pdo *own)
{
	zval *persistent =
		Z_ISUNDEF(own->options) ? NULL : zend_hash_index_find_deref(Z_ARRVAL(own->options), SLOCK_PDO_ATTR_PERSISTENT);

	return persistent && zend_is_true(persistent);
}

/* new \PDO(…) into `pdo`; false with an exception pending. */
static bool construct(slock_own_pdo *own, zval *pdo)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), ZEND_STRL("pdo"));
	zend_object *exception;
	zval arguments[4];

	if (!ce || object_init_ex(pdo, ce) == FAILURE) {
		if (!EG(exception)) {
			zend_throw_error(NULL, "Class \"PDO\" not found");
		}
		return false;
	}
	ZVAL_STR(&arguments[0], own->dsn);
	ZVAL_NULL(&arguments[1]);
	ZVAL_NULL(&arguments[2]);
	if (own->username) {
		ZVAL_STR(&arguments[1], own->username);
	}
	if (own->password) {
		ZVAL_STR(&arguments[2], own->password);
	}
	print_options(own, &arguments[3]);
	zend_call_known_instance_method(ce->constructor, Z_OBJ_P(pdo), NULL, 4, arguments);
	zval_ptr_dtor(&arguments[3]);
	exception = EG(exception);
	if (!exception) {
		return true;
	}
	scrub_exception(own, exception);
	zend_object_store_ctor_failed(Z_OBJ_P(pdo));
	zval_ptr_dtor(pdo);
	return false;
}

zend_object *slock_own_pdo_get(slock_own_pdo *own)
{
	if (UNEXPECTED(slock_sql_guard_is_inherited(&own->guard))) {
		slock_sql_guard_drop(&own->guard);
	}
	return own->guard.native;
}

slock_time slock_sql_connect_until(slock_time answer_by)
{
	slock_time own = slock_clock_add(slock_clock_now(), SLOCK_G(connect_timeout));

	return answer_by && answer_by < own ? answer_by : own;
}

/* What PDO calls a persistent one. */
static zend_string *name_persistent(const slock_own_pdo *own)
{
	return zend_strpprintf(0, "%s:%s:%s", ZSTR_VAL(own->dsn), own->username ? ZSTR_VAL(own->username) : "",
						   own->password ? ZSTR_VAL(own->password) : "");
}

zend_object *slock_own_pdo_open(slock_own_pdo *own, slock_time until, bool *late)
{
	zend_string *name = is_persistent(own) ? name_persistent(own) : NULL;
	slock_sockets known = {.count = 0}, sockets;
	slock_time_limit *limit, *limit_for_known = NULL;
	slock_descriptors before;
	zval pdo;
	bool opened, alone = slock_process_has_one_php_thread();

	if (name) {
		/* PDO asks the server whether a connection that it has kept is alive. */
		known = slock_sql_open_persistent(name);
		limit_for_known = slock_time_limit_set(&known, until);
	}
	slock_descriptors_look(&before);
	limit = alone ? slock_time_limit_set_for_new(&before, until) : NULL;
	opened = construct(own, &pdo);
	*late = slock_time_limit_lift(limit);
	*late |= slock_time_limit_lift(limit_for_known);
	slock_descriptors_close_new_on_exec(&before, alone, &sockets);
	if (opened) {
		slock_sql_guard_keep(&own->guard, Z_OBJ(pdo));
		own->guard.sockets = sockets.count ? sockets : known;
		if (name) {
			slock_sql_opened_persistent(name, &own->guard.sockets);
		}
	}
	if (name) {
		zend_string_release(name);
	}
	return opened ? own->guard.native : NULL;
}

void slock_own_pdo_close(slock_own_pdo *own)
{
	slock_sql_guard_drop(&own->guard);
}

void slock_own_pdo_get_gc(slock_own_pdo *own, zend_get_gc_buffer *buffer)
{
	if (own->guard.native) {
		zend_get_gc_buffer_add_obj(buffer, own->guard.native);
	}
	if (!Z_ISUNDEF(own->options)) {
		zend_get_gc_buffer_add_zval(buffer, &own->options);
	}
}

void slock_own_pdo_dtor(slock_own_pdo *own)
{
	zend_string *strings[] = {own->dsn, own->shown, own->username, own->password};

	slock_own_pdo_close(own);
	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++) {
		if (strings[i]) {
			zend_string_release(strings[i]);
		}
	}
	zval_ptr_dtor(&own->options);
	zval_ptr_dtor(&own->secrets);
}

bool slock_own_pdo_check_driver(zend_string *dsn, const char *store)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), ZEND_STRL("pdo"));
	const char *colon = memchr(ZSTR_VAL(dsn), ':', ZSTR_LEN(dsn));
	size_t length = colon ? (size_t) (colon - ZSTR_VAL(dsn)) : 0;
	zval drivers, *driver;
	bool found = false;

	if (!ce) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"%s needs the PHP extension PDO for a DSN, and it is not loaded.", store);
		return false;
	}
	if (ZSTR_LEN(dsn) == 0 || strlen(ZSTR_VAL(dsn)) != ZSTR_LEN(dsn) || (colon && length == 0)) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0, "%s: the DSN is malformed.", store);
		return false;
	}
	if (!colon || (length == 3 && memcmp(ZSTR_VAL(dsn), "uri", 3) == 0)) {
		return true;
	}
	ZVAL_UNDEF(&drivers);
	zend_call_method_with_0_params(NULL, ce, NULL, "getavailabledrivers", &drivers);
	if (Z_TYPE(drivers) == IS_ARRAY) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL(drivers), driver) {
			found |= Z_TYPE_P(driver) == IS_STRING && Z_STRLEN_P(driver) == length &&
					 memcmp(Z_STRVAL_P(driver), ZSTR_VAL(dsn), length) == 0;
		}
		ZEND_HASH_FOREACH_END();
	}
	zval_ptr_dtor(&drivers);
	if (!found && !EG(exception)) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"%s: PDO has no driver for \"%.*s:\", is the PHP extension pdo_%.*s loaded?", store,
								(int) MIN(length, 32), ZSTR_VAL(dsn), (int) MIN(length, 32), ZSTR_VAL(dsn));
	}
	return found && !EG(exception);
}
