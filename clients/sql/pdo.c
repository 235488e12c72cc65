/* SPDX-License-Identifier: MIT
 *
 * SQL through \PDO: the user's, or one that is opened from a DSN on first use. Statements go out as text, which every
 * driver sends in one round trip; preparing them would cost one more. */
#include "php_slock.h"
#include "clients/sql/sql.h"
#include "core/exceptions.h"

#include "ext/standard/php_string.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include "zend_smart_str.h"

/* The numbers of \PDO's constants; they are part of its API. */
#define ATTR_TIMEOUT 2
#define ATTR_ERRMODE 3
#define ATTR_PERSISTENT 12
#define ATTR_DRIVER_NAME 16
#define ATTR_EMULATE_PREPARES 20
#define ERRMODE_EXCEPTION 2

typedef struct {
	slock_sql base;
	zend_object *pdo; /* NULL while there is none; the user's, or that of the guard */
	bool own;
	bool persistent;
	slock_sql_guard guard;
	/* Of one of our own. */
	zend_string *dsn; /* without credentials */
	zend_string *username;
	zend_string *password;
	zval options; /* an array, or undefined */
} pdo_sql;

static bool get_attribute(zend_object *pdo, zend_long attribute, zval *value)
{
	zval argument;

	ZVAL_LONG(&argument, attribute);
	return slock_sql_call(pdo, "getAttribute", 1, &argument, value);
}

static bool set_attribute(zend_object *pdo, zend_long attribute, zend_long value)
{
	zval arguments[2], returned;

	ZVAL_LONG(&arguments[0], attribute);
	ZVAL_LONG(&arguments[1], value);
	if (!slock_sql_call(pdo, "setAttribute", 2, arguments, &returned)) {
		return false;
	}
	zval_ptr_dtor(&returned);
	return true;
}

/* --- opening ----------------------------------------------------------------------------------------------------- */

/* The password has no place in a message, whatever the server or its library quotes. */
static void scrub(const zend_string *password, char *text)
{
	char *found;

	if (!password || ZSTR_LEN(password) < 3) {
		return;
	}
	while ((found = strstr(text, ZSTR_VAL(password)))) {
		size_t rest = strlen(found + ZSTR_LEN(password)) + 1;

		memcpy(found, "***", 3);
		memmove(found + 3, found + ZSTR_LEN(password), rest);
	}
}

static void scrub_exception(const zend_string *password, zend_object *exception)
{
	zval *message, *trace, *frame, text, rv;

	message = zend_read_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), 1, &rv);
	if (Z_TYPE_P(message) == IS_STRING) {
		char *copy = estrndup(Z_STRVAL_P(message), Z_STRLEN_P(message));

		scrub(password, copy);
		ZVAL_STRING(&text, copy);
		efree(copy);
		zend_update_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), &text);
		zval_ptr_dtor(&text);
	}
	/* The first frame is the constructor, with the DSN and the credentials as its arguments. */
	trace = zend_read_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_TRACE), 1, &rv);
	if (Z_TYPE_P(trace) == IS_ARRAY) {
		ZVAL_ARR(&text, zend_array_dup(Z_ARRVAL_P(trace)));
		frame = zend_hash_index_find(Z_ARRVAL(text), 0);
		if (frame && Z_TYPE_P(frame) == IS_ARRAY) {
			SEPARATE_ARRAY(frame);
			zend_hash_str_del(Z_ARRVAL_P(frame), ZEND_STRL("args"));
		}
		zend_update_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_TRACE), &text);
		zval_ptr_dtor(&text);
	}
}

/* new \PDO(…) into `pdo`; false with an exception pending. */
static bool construct(pdo_sql *sql, zval *pdo)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), ZEND_STRL("pdo"));
	zval arguments[4];

	if (!ce || object_init_ex(pdo, ce) == FAILURE) {
		if (!EG(exception)) {
			zend_throw_error(NULL, "Class \"PDO\" not found");
		}
		return false;
	}
	ZVAL_STR(&arguments[0], sql->dsn);
	if (sql->username) {
		ZVAL_STR(&arguments[1], sql->username);
	} else {
		ZVAL_NULL(&arguments[1]);
	}
	if (sql->password) {
		ZVAL_STR(&arguments[2], sql->password);
	} else {
		ZVAL_NULL(&arguments[2]);
	}
	ZVAL_ARR(&arguments[3], Z_ISUNDEF(sql->options) ? zend_new_array(2) : zend_array_dup(Z_ARRVAL(sql->options)));
	if (!zend_hash_index_exists(Z_ARRVAL(arguments[3]), ATTR_TIMEOUT)) {
		/* In whole seconds: of waiting for the file's lock in SQLite, of connecting elsewhere. */
		bool is_file = zend_string_starts_with_cstr(sql->dsn, ZEND_STRL("sqlite:"));
		double seconds = ceil(is_file ? SLOCK_G(command_timeout) : SLOCK_G(connect_timeout));

		add_index_long(&arguments[3], ATTR_TIMEOUT, (zend_long) seconds);
	}
	zend_call_known_instance_method(ce->constructor, Z_OBJ_P(pdo), NULL, 4, arguments);
	zval_ptr_dtor(&arguments[3]);
	if (EG(exception)) {
		zend_object *exception = EG(exception);

		if (instanceof_function(exception->ce, zend_ce_exception)) {
			scrub_exception(sql->password, exception);
		}
		zend_object_store_ctor_failed(Z_OBJ_P(pdo));
		zval_ptr_dtor(pdo);
		return false;
	}
	return true;
}

static bool learn_driver(pdo_sql *sql)
{
	zval name;

	if (!get_attribute(sql->pdo, ATTR_DRIVER_NAME, &name)) {
		return false;
	}
	if (Z_TYPE(name) == IS_STRING) {
		snprintf(sql->base.driver, sizeof(sql->base.driver), "%s", Z_STRVAL(name));
	}
	zval_ptr_dtor(&name);
	sql->base.platform = slock_sql_platform_of_driver(sql->base.driver);
	return true;
}

static slock_status open_connection(slock_sql *base, slock_result *result)
{
	pdo_sql *sql = (pdo_sql *) base;
	zval pdo;

	if (sql->own && UNEXPECTED(slock_sql_guard_is_inherited(&sql->guard))) {
		sql->pdo = NULL;
		slock_sql_guard_drop(&sql->guard);
	}
	if (EXPECTED(sql->pdo && base->driver[0])) {
		return slock_result_set(result, SLOCK_OK);
	}
	if (!sql->pdo) {
		if (sql->persistent) {
			slock_sql_open_persistent(sql->dsn);
		}
		if (!construct(sql, &pdo)) {
			return slock_sql_failed(base, result);
		}
		sql->pdo = Z_OBJ(pdo);
		slock_sql_guard_keep(&sql->guard, sql->pdo);
		if (!set_attribute(sql->pdo, ATTR_ERRMODE, ERRMODE_EXCEPTION)) {
			return slock_sql_failed(base, result);
		}
	}
	if (!learn_driver(sql)) {
		return slock_sql_failed(base, result);
	}
	return slock_result_set(result, SLOCK_OK);
}

static bool reset(slock_sql *base)
{
	pdo_sql *sql = (pdo_sql *) base;

	if (!sql->own) {
		return false;
	}
	sql->pdo = NULL;
	slock_sql_guard_drop(&sql->guard);
	return true;
}

/* --- statements -------------------------------------------------------------------------------------------------- */

/* What to report when `object` (a \PDO or a \PDOStatement) returned false: somebody turned exceptions off. */
static slock_status failed_silently(pdo_sql *sql, zend_object *object, slock_result *result)
{
	zval info;

	if (!slock_sql_call(object, "errorInfo", 0, NULL, &info)) {
		return slock_sql_failed(&sql->base, result);
	}
	slock_sql_failed_silently(&sql->base, &info, result);
	zval_ptr_dtor(&info);
	return result->status;
}

static slock_status execute(slock_sql *base, zend_string *statement, zend_long *rows, slock_result *result)
{
	pdo_sql *sql = (pdo_sql *) base;
	zval argument, returned;

	if (open_connection(base, result) != SLOCK_OK) {
		return result->status;
	}
	ZVAL_STR(&argument, statement);
	if (!slock_sql_call(sql->pdo, "exec", 1, &argument, &returned)) {
		return slock_sql_failed(base, result);
	}
	if (Z_TYPE(returned) == IS_FALSE) {
		return failed_silently(sql, sql->pdo, result);
	}
	*rows = zval_get_long(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

/* PostgreSQL: the statement says by itself that it is not to be prepared on the server. */
static slock_status query_emulated(pdo_sql *sql, zend_string *text, zval *statement, slock_result *result)
{
	zval arguments[2], returned;
	bool called;

	ZVAL_STR(&arguments[0], text);
	array_init(&arguments[1]);
	add_index_bool(&arguments[1], ATTR_EMULATE_PREPARES, true);
	called = slock_sql_call(sql->pdo, "prepare", 2, arguments, statement);
	zval_ptr_dtor(&arguments[1]);
	if (!called) {
		return slock_sql_failed(&sql->base, result);
	}
	if (Z_TYPE_P(statement) != IS_OBJECT) {
		return slock_result_set(result, SLOCK_OK);
	}
	if (!slock_sql_call(Z_OBJ_P(statement), "execute", 0, NULL, &returned)) {
		slock_sql_failed(&sql->base, result);
	} else if (Z_TYPE(returned) == IS_FALSE) {
		failed_silently(sql, Z_OBJ_P(statement), result);
	}
	if (result->status != SLOCK_OK) {
		zval_ptr_dtor(statement);
		ZVAL_UNDEF(statement);
	}
	return result->status;
}

/* PDO::query(). MySQL: while a user has turned emulation off, it is turned on for this one; that is local. */
static slock_status query_directly(pdo_sql *sql, zend_string *text, zval *statement, slock_result *result)
{
	zval argument, before;
	bool toggle = false, called;

	if (sql->base.platform == SLOCK_SQL_MYSQL) {
		if (!get_attribute(sql->pdo, ATTR_EMULATE_PREPARES, &before)) {
			return slock_sql_failed(&sql->base, result);
		}
		toggle = !zend_is_true(&before);
		zval_ptr_dtor(&before);
	}
	if (toggle && !set_attribute(sql->pdo, ATTR_EMULATE_PREPARES, 1)) {
		return slock_sql_failed(&sql->base, result);
	}
	ZVAL_STR(&argument, text);
	called = slock_sql_call(sql->pdo, "query", 1, &argument, statement);
	if (!called) {
		slock_sql_failed(&sql->base, result);
	}
	if (toggle) {
		if (!EG(exception) && !set_attribute(sql->pdo, ATTR_EMULATE_PREPARES, 0)) {
			if (called) {
				zval_ptr_dtor(statement);
			}
			return slock_sql_failed(&sql->base, result);
		}
	}
	return called ? slock_result_set(result, SLOCK_OK) : result->status;
}

static slock_status query(slock_sql *base, zend_string *text, zend_string **value, slock_result *result)
{
	pdo_sql *sql = (pdo_sql *) base;
	zval statement, column;

	*value = NULL;
	if (open_connection(base, result) != SLOCK_OK) {
		return result->status;
	}
	ZVAL_UNDEF(&statement);
	if ((base->platform == SLOCK_SQL_PGSQL ? query_emulated : query_directly)(sql, text, &statement, result) !=
		SLOCK_OK) {
		return result->status;
	}
	if (Z_TYPE(statement) != IS_OBJECT) {
		zval_ptr_dtor(&statement);
		return failed_silently(sql, sql->pdo, result);
	}
	if (slock_sql_call(Z_OBJ(statement), "fetchColumn", 0, NULL, &column)) {
		*value = slock_sql_value(&column);
		zval_ptr_dtor(&column);
	} else {
		slock_sql_failed(base, result);
	}
	zval_ptr_dtor(&statement);
	return result->status;
}

static slock_status last_id(slock_sql *base, zend_long *id, slock_result *result)
{
	zval returned;

	*id = 0;
	if (!slock_sql_call(((pdo_sql *) base)->pdo, "lastInsertId", 0, NULL, &returned)) {
		return slock_sql_failed(base, result);
	}
	*id = zval_get_long(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

static slock_status in_transaction(slock_sql *base, bool *answer, slock_result *result)
{
	pdo_sql *sql = (pdo_sql *) base;
	zval returned;

	*answer = false;
	if (sql->own) {
		return slock_result_set(result, SLOCK_OK);
	}
	if (!slock_sql_call(sql->pdo, "inTransaction", 0, NULL, &returned)) {
		return slock_sql_failed(base, result);
	}
	*answer = zend_is_true(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

/* --- life -------------------------------------------------------------------------------------------------------- */

static void get_gc(slock_sql *base, zend_get_gc_buffer *buffer)
{
	pdo_sql *sql = (pdo_sql *) base;

	if (sql->pdo) {
		zend_get_gc_buffer_add_obj(buffer, sql->pdo);
	}
	if (!Z_ISUNDEF(sql->options)) {
		zend_get_gc_buffer_add_zval(buffer, &sql->options);
	}
}

static void free_sql(slock_sql *base)
{
	pdo_sql *sql = (pdo_sql *) base;
	zend_string *strings[] = {sql->dsn, sql->username, sql->password};

	if (sql->own) {
		slock_sql_guard_drop(&sql->guard);
	} else if (sql->pdo) {
		OBJ_RELEASE(sql->pdo);
	}
	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++) {
		if (strings[i]) {
			zend_string_release(strings[i]);
		}
	}
	zval_ptr_dtor(&sql->options);
	efree(sql);
}

static const slock_sql_ops pdo_ops = {
	.connect = open_connection,
	.execute = execute,
	.query = query,
	.last_id = last_id,
	.in_transaction = in_transaction,
	.reset = reset,
	.get_gc = get_gc,
	.free = free_sql,
};

slock_sql *slock_sql_pdo_new(zend_object *pdo)
{
	pdo_sql *sql = ecalloc(1, sizeof(*sql));

	sql->base.ops = &pdo_ops;
	sql->pdo = pdo;
	ZVAL_UNDEF(&sql->options);
	GC_ADDREF(pdo);
	return &sql->base;
}

/* Takes name=value out of what follows the scheme, where values of pgsql may stand in quotes. */
static void take_parameter(smart_str *kept, const char *text, size_t length, zend_string **username,
						   zend_string **password)
{
	const char *equals = memchr(text, '=', length);
	const char *name = text, *value;
	size_t name_length, value_length;
	zend_string **target = NULL;

	if (equals) {
		while (name < equals && isspace((unsigned char) *name)) {
			name++;
		}
		name_length = (size_t) (equals - name);
		while (name_length && isspace((unsigned char) name[name_length - 1])) {
			name_length--;
		}
		if (name_length == 4 && strncasecmp(name, "user", 4) == 0) {
			target = username;
		} else if (name_length == 8 && strncasecmp(name, "password", 8) == 0) {
			target = password;
		}
	}
	if (!target) {
		if (length) {
			smart_str_appendl(kept, text, length);
			smart_str_appendc(kept, ';');
		}
		return;
	}
	value = equals + 1;
	value_length = length - (size_t) (value - text);
	while (value_length && isspace((unsigned char) *value)) {
		value++;
		value_length--;
	}
	while (value_length && isspace((unsigned char) value[value_length - 1])) {
		value_length--;
	}
	if (value_length >= 2 && *value == '\'' && value[value_length - 1] == '\'') {
		value++;
		value_length -= 2;
	}
	/* Those of the options win, as with PDO. */
	if (!*target) {
		*target = zend_string_init(value, value_length, false);
	}
}

/* Credentials in the DSN of these two drivers become arguments, which stack traces do not show. */
static zend_string *take_credentials(zend_string *dsn, zend_string **username, zend_string **password)
{
	const char *text = ZSTR_VAL(dsn), *end = text + ZSTR_LEN(dsn), *colon = memchr(text, ':', ZSTR_LEN(dsn)), *start;
	bool pgsql = zend_string_starts_with_cstr(dsn, ZEND_STRL("pgsql:")), quoted = false;
	smart_str kept = {0};

	if (!pgsql && !zend_string_starts_with_cstr(dsn, ZEND_STRL("mysql:"))) {
		return zend_string_copy(dsn);
	}
	smart_str_appendl(&kept, text, (size_t) (colon + 1 - text));
	start = text = colon + 1;
	for (; text <= end; text++) {
		if (pgsql && text < end && *text == '\'') {
			quoted = !quoted;
		}
		/* pgsql takes spaces between parameters as well; not those around the equals sign. */
		if (text == end || (*text == ';' && !quoted) ||
			(pgsql && !quoted && *text == ' ' && memchr(start, '=', (size_t) (text - start)) && text[-1] != '=' &&
			 text + 1 < end && text[1] != '=' && text[1] != ' ')) {
			take_parameter(&kept, start, (size_t) (text - start), username, password);
			start = text + 1;
		}
	}
	smart_str_0(&kept);
	if (ZSTR_VAL(kept.s)[ZSTR_LEN(kept.s) - 1] == ';') {
		ZSTR_VAL(kept.s)[--ZSTR_LEN(kept.s)] = '\0';
	}
	return kept.s;
}

/* Whether PDO has a driver for the DSN. A DSN without a scheme is a name in php.ini, and PDO's affair. */
static bool has_driver(zend_string *dsn, const char *store)
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

slock_sql *slock_sql_pdo_open(zend_string *dsn, zend_string *username, zend_string *password, HashTable *options,
							  const char *store)
{
	zend_string *own_username = username ? zend_string_copy(username) : NULL;
	zend_string *own_password = password ? zend_string_copy(password) : NULL, *own_dsn;
	pdo_sql *sql;
	const char *colon = strchr(ZSTR_VAL(dsn), ':');
	zval *persistent;

	if (colon && strncmp(colon, "://", 3) == 0 && !zend_string_starts_with_cstr(dsn, ZEND_STRL("uri:"))) {
		own_dsn = slock_sql_url_to_dsn(dsn, &own_username, &own_password);
		if (!own_dsn) {
			zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
									"%s: the URL is malformed, or of no database that PDO knows.", store);
		}
	} else {
		own_dsn = take_credentials(dsn, &own_username, &own_password);
	}
	if (!own_dsn || !has_driver(own_dsn, store)) {
		if (own_dsn) {
			zend_string_release(own_dsn);
		}
		if (own_username) {
			zend_string_release(own_username);
		}
		if (own_password) {
			zend_string_release(own_password);
		}
		return NULL;
	}
	sql = ecalloc(1, sizeof(*sql));
	sql->base.ops = &pdo_ops;
	sql->own = true;
	sql->dsn = own_dsn;
	sql->username = own_username;
	sql->password = own_password;
	ZVAL_UNDEF(&sql->options);
	if (options) {
		ZVAL_ARR(&sql->options, zend_array_dup(options));
		persistent = zend_hash_index_find(options, ATTR_PERSISTENT);
		sql->persistent = persistent && zend_is_true(persistent);
	}
	snprintf(sql->base.address, sizeof(sql->base.address), "%s", ZSTR_VAL(own_dsn));
	return &sql->base;
}
