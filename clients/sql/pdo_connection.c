/* SPDX-License-Identifier: MIT
 *
 * A \PDO of ours: see pdo_connection.h. */
#include "php_slock.h"
#include "clients/secrets.h"
#include "clients/sql/pdo_connection.h"
#include "clients/userland.h"
#include "core/exceptions.h"
#include "core/text.h"

#include "ext/standard/php_string.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

/* What a failed attempt to open it shows. */
static void pdo_scrub(const slock_pdo_connection *own, zend_object *exception)
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

static zend_long pdo_seconds_up(slock_time limit)
{
	return (zend_long) ((limit + SLOCK_SECOND - 1) / SLOCK_SECOND);
}

/* What the user has set, or NULL. */
static zval *pdo_option(const slock_pdo_connection *own, zend_long attribute)
{
	return Z_ISUNDEF(own->options) ? NULL : zend_hash_index_find_deref(Z_ARRVAL(own->options), attribute);
}

bool slock_pdo_connection_is_persistent(const slock_pdo_connection *own)
{
	zval *persistent = pdo_option(own, SLOCK_PDO_ATTR_PERSISTENT);

	return persistent && zend_is_true(persistent);
}

/* PDO keeps connections apart that have keys of their own. Without one it would give us the connection of a persistent
 * \PDO of the user's with the same DSN: our statements would be part of what its transaction does, and letting go of
 * ours would roll that back. */
static zend_string *pdo_persistent_key(const slock_pdo_connection *own)
{
	zval *given = pdo_option(own, SLOCK_PDO_ATTR_PERSISTENT);

	return Z_TYPE_P(given) == IS_STRING && !is_numeric_string(Z_STRVAL_P(given), Z_STRLEN_P(given), NULL, NULL, false)
			   ? zend_string_concat2(ZEND_STRL("slock:"), Z_STRVAL_P(given), Z_STRLEN_P(given))
			   : zend_string_init(ZEND_STRL(SLOCK_PDO_PERSISTENT_KEY), false);
}

static void pdo_print_options(const slock_pdo_connection *own, zval *options)
{
	ZVAL_ARR(options, Z_ISUNDEF(own->options) ? zend_new_array(2) : zend_array_dup(Z_ARRVAL(own->options)));
	if (!zend_hash_index_exists(Z_ARRVAL_P(options), SLOCK_PDO_ATTR_TIMEOUT)) {
		/* In whole seconds: of waiting for the file's lock in SQLite, of connecting elsewhere. */
		bool is_file = zend_string_starts_with_cstr(own->dsn, ZEND_STRL("sqlite:"));

		add_index_long(options, SLOCK_PDO_ATTR_TIMEOUT,
					   pdo_seconds_up(is_file ? SLOCK_G(command_timeout) : SLOCK_G(connect_timeout)));
	}
	add_index_long(options, SLOCK_PDO_ATTR_ERRMODE, SLOCK_PDO_ERRMODE_EXCEPTION);
	/* Every statement is a transaction: nobody would end another one. */
	zend_hash_index_del(Z_ARRVAL_P(options), SLOCK_PDO_ATTR_AUTOCOMMIT);
	if (slock_pdo_connection_is_persistent(own)) {
		add_index_str(options, SLOCK_PDO_ATTR_PERSISTENT, pdo_persistent_key(own));
	}
}

zend_long slock_pdo_connection_busy_timeout(const slock_pdo_connection *own)
{
	zval *seconds = pdo_option(own, SLOCK_PDO_ATTR_TIMEOUT);
	zend_long most = seconds ? zval_get_long(seconds) : pdo_seconds_up(SLOCK_G(command_timeout));

	return most > 0 && most < 1000000 ? most * 1000 : 1;
}

/* new \PDO(…) into `pdo`; false with an exception pending. */
static bool pdo_construct(slock_pdo_connection *own, zval *pdo)
{
	zend_class_entry *ce = slock_userland_class("PDO");
	zval arguments[4];
	bool constructed;

	if (!ce) {
		zend_throw_error(NULL, "Class \"PDO\" not found");
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
	pdo_print_options(own, &arguments[3]);
	constructed = slock_userland_make(ce, 4, arguments, pdo);
	zval_ptr_dtor(&arguments[3]);
	if (!constructed && EG(exception)) {
		pdo_scrub(own, EG(exception));
	}
	return constructed;
}

zend_object *slock_pdo_connection_get(slock_pdo_connection *own)
{
	if (UNEXPECTED(slock_fork_guard_is_inherited(&own->guard))) {
		slock_fork_guard_drop(&own->guard);
	}
	return own->guard.native;
}

slock_time slock_pdo_connect_until(slock_time answer_by)
{
	return slock_clock_limit(SLOCK_G(connect_timeout), answer_by);
}

/* What PDO calls a persistent one. */
static zend_string *pdo_name_persistent(const slock_pdo_connection *own)
{
	zend_string *key = pdo_persistent_key(own);
	zend_string *name =
		zend_strpprintf(0, "%s:%s:%s:%s", ZSTR_VAL(own->dsn), own->username ? ZSTR_VAL(own->username) : "",
						own->password ? ZSTR_VAL(own->password) : "", ZSTR_VAL(key));

	zend_string_release(key);
	return name;
}

zend_object *slock_pdo_connection_open(slock_pdo_connection *own, slock_time until, bool *late)
{
	zend_string *name = slock_pdo_connection_is_persistent(own) ? pdo_name_persistent(own) : NULL;
	slock_sockets known = {.count = 0}, sockets;
	slock_time_limit *limit_for_known = NULL;
	slock_fork_guard_opening opening;
	zval pdo;
	bool opened;

	if (name) {
		/* PDO asks the server whether a connection that it has kept is alive. */
		known = slock_fork_guard_open_persistent(name);
		limit_for_known = slock_time_limit_set(&known, until, &CG(unclean_shutdown));
	}
	slock_fork_guard_begin_opening(&opening, &known, until);
	opened = pdo_construct(own, &pdo);
	*late = slock_time_limit_lift(limit_for_known);
	*late |= slock_fork_guard_end_opening(&opening, &sockets);
	if (opened) {
		slock_fork_guard_keep(&own->guard, Z_OBJ(pdo));
		own->guard.sockets = sockets.count ? sockets : known;
		if (name) {
			slock_fork_guard_opened_persistent(name, &own->guard.sockets);
		}
	}
	slock_text_release(name);
	return opened ? own->guard.native : NULL;
}

void slock_pdo_connection_close(slock_pdo_connection *own)
{
	slock_fork_guard_drop(&own->guard);
}

void slock_pdo_connection_get_gc(slock_pdo_connection *own, zend_get_gc_buffer *buffer)
{
	if (own->guard.native) {
		zend_get_gc_buffer_add_obj(buffer, own->guard.native);
	}
	if (!Z_ISUNDEF(own->options)) {
		zend_get_gc_buffer_add_zval(buffer, &own->options);
	}
}

void slock_pdo_connection_dtor(slock_pdo_connection *own)
{
	slock_pdo_connection_close(own);
	slock_text_release(own->dsn);
	slock_text_release(own->shown);
	slock_text_release(own->username);
	slock_text_release(own->password);
	zval_ptr_dtor(&own->options);
	zval_ptr_dtor(&own->secrets);
}

/* Borrowed, or NULL. `wrong`: it is there, and of another type. */
static zval *pdo_option_of_type(HashTable *options, const char *name, zend_uchar type, zval **wrong)
{
	zval *value = zend_hash_str_find_deref(options, name, strlen(name));

	if (!value || Z_TYPE_P(value) == IS_NULL) {
		return NULL;
	}
	if (Z_TYPE_P(value) != type) {
		*wrong = value;
		return NULL;
	}
	return value;
}

zval *slock_pdo_options_read(HashTable *options, slock_pdo_options *read, const char **name, const char **type)
{
	static const char *const texts[] = {"db_username", "db_password"};
	zend_string **into[] = {&read->username, &read->password};
	zval *value, *wrong = NULL;

	memset(read, 0, sizeof(*read));
	*type = "string";
	for (size_t i = 0; i < 2; i++) {
		value = pdo_option_of_type(options, *name = texts[i], IS_STRING, &wrong);
		if (wrong) {
			return wrong;
		}
		/* The drivers take it for a C string, which would end there. */
		if (value && strlen(Z_STRVAL_P(value)) != Z_STRLEN_P(value)) {
			*type = "string without NUL bytes";
			return value;
		}
		*into[i] = value ? Z_STR_P(value) : NULL;
	}
	*type = "array";
	read->attributes = pdo_option_of_type(options, *name = "db_connection_options", IS_ARRAY, &wrong);
	return wrong;
}

void slock_pdo_connection_set(slock_pdo_connection *own, const slock_pdo_options *options)
{
	if (!options) {
		return;
	}
	if (options->username) {
		slock_text_replace(&own->username, zend_string_copy(options->username));
	}
	if (options->password) {
		slock_text_replace(&own->password, zend_string_copy(options->password));
	}
	if (options->attributes) {
		zval_ptr_dtor(&own->options);
		ZVAL_ARR(&own->options, zend_array_dup(Z_ARRVAL_P(options->attributes)));
	}
}

bool slock_pdo_check_dsn(zend_string *dsn, const char *store)
{
	if (ZSTR_LEN(dsn) == 0 || strlen(ZSTR_VAL(dsn)) != ZSTR_LEN(dsn) || *ZSTR_VAL(dsn) == ':') {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0, "%s: the DSN is malformed.", store);
		return false;
	}
	return true;
}
