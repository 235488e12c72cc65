/* SPDX-License-Identifier: MIT
 *
 * What connections through \PDO and through Doctrine DBAL share: calls, and the meaning of errors. */
#include "php_slock.h"
#include "clients/sql/sql.h"
#include "core/exceptions.h"
#include "core/wait.h"

#include "zend_exceptions.h"

/* --- calls ------------------------------------------------------------------------------------------------------- */

bool slock_sql_has_replicas(const zend_object *connection)
{
	return zend_hash_str_exists(&connection->ce->function_table, ZEND_STRL("ensureconnectedtoprimary"));
}

bool slock_sql_is_a(zend_object *object, const char *lower_case_name)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), lower_case_name, strlen(lower_case_name));

	return ce && instanceof_function(object->ce, ce);
}

bool slock_sql_call(zend_object *object, const char *method, uint32_t argc, zval *argv, zval *returned)
{
	zval zobject, name;

	ZVAL_OBJ(&zobject, object);
	ZVAL_STRING(&name, method);
	ZVAL_UNDEF(returned);
	if (call_user_function(NULL, &zobject, &name, returned, argc, argv) == FAILURE && !EG(exception)) {
		zend_throw_error(NULL, "Call to undefined method %s::%s()", ZSTR_VAL(object->ce->name), method);
	}
	zval_ptr_dtor(&name);
	if (EG(exception)) {
		zval_ptr_dtor(returned);
		ZVAL_UNDEF(returned);
		return false;
	}
	return true;
}

zend_class_entry *slock_sql_load_class(const char *name)
{
	zend_string *string = zend_string_init(name, strlen(name), false);
	zend_class_entry *ce = zend_lookup_class(string);

	zend_string_release(string);
	return EG(exception) ? NULL : ce;
}

bool slock_sql_make(zend_class_entry *ce, uint32_t argc, zval *argv, zval *object)
{
	if (object_init_ex(object, ce) == FAILURE) {
		return false;
	}
	if (ce->constructor) {
		zend_call_known_instance_method(ce->constructor, Z_OBJ_P(object), NULL, argc, argv);
	}
	if (EG(exception)) {
		zval_ptr_dtor(object);
		return false;
	}
	return true;
}

zend_string *slock_sql_value(zval *value)
{
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
		case IS_LONG:
		case IS_DOUBLE:
		case IS_TRUE:
			return zval_get_string(value);
		default:
			return NULL;
	}
}

slock_sql_platform slock_sql_platform_of_driver(const char *driver)
{
	static const struct {
		const char *driver;
		slock_sql_platform platform;
	} platforms[] = {
		{"sqlite", SLOCK_SQL_SQLITE}, {"mysql", SLOCK_SQL_MYSQL},   {"pgsql", SLOCK_SQL_PGSQL},
		{"oci", SLOCK_SQL_OCI},       {"sqlsrv", SLOCK_SQL_SQLSRV},
	};

	for (size_t i = 0; i < sizeof(platforms) / sizeof(*platforms); i++) {
		if (strcmp(platforms[i].driver, driver) == 0) {
			return platforms[i].platform;
		}
	}
	return SLOCK_SQL_OTHER;
}

/* --- what an error means ----------------------------------------------------------------------------------------- */

static bool any_of(zend_long code, const zend_long *codes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (codes[i] == code) {
			return true;
		}
	}
	return false;
}

static bool contains_any(const char *text, const char *const *parts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strstr(text, parts[i])) {
			return true;
		}
	}
	return false;
}

#define ANY_OF(code, codes) any_of(code, codes, sizeof(codes) / sizeof(*(codes)))
#define CONTAINS_ANY(text, parts) contains_any(text, parts, sizeof(parts) / sizeof(*(parts)))

static bool is_table_missing(slock_sql_platform platform, const char *state, zend_long code, const char *message)
{
	switch (platform) {
		case SLOCK_SQL_PGSQL:
			return strcmp(state, "42P01") == 0;
		case SLOCK_SQL_SQLITE:
			return strstr(message, "no such table:") != NULL;
		case SLOCK_SQL_OCI:
			return code == 942;
		case SLOCK_SQL_SQLSRV:
			return code == 208;
		case SLOCK_SQL_MYSQL:
			return code == 1146;
		default:
			return false;
	}
}

/* Class 08 is the standard's word for connections that fail; the rest is what clients really say. The codes of one database
 * mean nothing to the others. */
static bool is_lost(const char *state, zend_long code, const char *message)
{
	/* MySQL: gone away, lost during the query, killed by the server (MariaDB, MySQL), shut down, network errors. */
	static const zend_long mysql_codes[] = {2006, 2013, 2055, 1927, 4031, 1053, 1158, 1159, 1160, 1161};
	static const char *const pgsql_texts[] = {
		"server closed the connection", "no connection to the server",        "connection has been closed unexpectedly",
		"terminating connection",       "could not receive data from server", "could not send data to server",
	};

	return strncmp(state, "08", 2) == 0 || strncmp(state, "57P", 3) == 0 || ANY_OF(code, mysql_codes) ||
		   CONTAINS_ANY(message, pgsql_texts);
}

static slock_sql_problem problem_of(slock_sql_platform platform, const char *state, zend_long code, const char *message)
{
	if (is_table_missing(platform, state, code, message)) {
		return SLOCK_SQL_TABLE_MISSING;
	}
	if (strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0 || (platform == SLOCK_SQL_MYSQL && code == 1213) ||
		(platform == SLOCK_SQL_SQLSRV && code == 1205)) {
		return SLOCK_SQL_TRY_AGAIN;
	}
	return is_lost(state, code, message) ? SLOCK_SQL_LOST : SLOCK_SQL_FAILED;
}

/* SQLSTATE and vendor code of what PDO calls errorInfo: [state, code, message]. */
static void read_error_info(HashTable *info, char *state, size_t state_size, zend_long *code)
{
	zval *first = zend_hash_index_find(info, 0), *second = zend_hash_index_find(info, 1);

	if (first && Z_TYPE_P(first) == IS_STRING) {
		snprintf(state, state_size, "%s", Z_STRVAL_P(first));
	}
	if (second) {
		*code = zval_get_long(second);
	}
}

/* The same from an exception, or from the first cause that has it: PDO's have errorInfo, DBAL's a method and a code. */
static void read_exception(zend_object *exception, char *state, size_t state_size, zend_long *code)
{
	zval *property, rv, returned;

	for (int depth = 0; exception && depth < 8; depth++) {
		property = zend_hash_str_exists(&exception->ce->properties_info, ZEND_STRL("errorInfo"))
					   ? zend_read_property(exception->ce, exception, ZEND_STRL("errorInfo"), 1, &rv)
					   : NULL;
		if (property && Z_TYPE_P(property) == IS_ARRAY) {
			read_error_info(Z_ARRVAL_P(property), state, state_size, code);
			return;
		}
		if (zend_hash_str_exists(&exception->ce->function_table, ZEND_STRL("getsqlstate")) &&
			slock_sql_call(exception, "getSQLState", 0, NULL, &returned)) {
			if (Z_TYPE(returned) == IS_STRING) {
				snprintf(state, state_size, "%s", Z_STRVAL(returned));
			}
			zval_ptr_dtor(&returned);
			property = zend_read_property(zend_ce_exception, exception, ZEND_STRL("code"), 1, &rv);
			*code = zval_get_long(property);
			if (state[0]) {
				return;
			}
		}
		property = zend_read_property(zend_ce_exception, exception, ZEND_STRL("previous"), 1, &rv);
		exception = Z_TYPE_P(property) == IS_OBJECT && instanceof_function(Z_OBJCE_P(property), zend_ce_exception)
						? Z_OBJ_P(property)
						: NULL;
	}
}

bool slock_sql_exception_says_lost(zend_object *exception)
{
	zend_string *message;
	char state[16] = "";
	zend_long code = 0;
	zval rv;
	bool lost;

	if (!instanceof_function(exception->ce, zend_ce_exception)) {
		return false;
	}
	read_exception(exception, state, sizeof(state), &code);
	message =
		zval_get_string(zend_read_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), 1, &rv));
	lost = is_lost(state, code, ZSTR_VAL(message));
	zend_string_release(message);
	return lost;
}

bool slock_sql_error_info_says_lost(zval *error_info)
{
	char state[16] = "";
	zend_long code = 0;
	zval *text;

	ZVAL_DEREF(error_info);
	if (Z_TYPE_P(error_info) != IS_ARRAY) {
		return false;
	}
	read_error_info(Z_ARRVAL_P(error_info), state, sizeof(state), &code);
	text = zend_hash_index_find_deref(Z_ARRVAL_P(error_info), 2);
	return is_lost(state, code, text && Z_TYPE_P(text) == IS_STRING ? Z_STRVAL_P(text) : "");
}

static void name_address(const slock_sql *sql, slock_result *result)
{
	size_t length = strlen(result->message);

	if (sql->address[0]) {
		snprintf(result->message + length, sizeof(result->message) - length, " [%s]", sql->address);
	}
}

void slock_sql_hide_password(zend_object *exception)
{
	zval *trace, *frame, *function, changed, rv;

	if (!instanceof_function(exception->ce, zend_ce_exception)) {
		return;
	}
	for (int depth = 0; exception && depth < 8; depth++) {
		trace = zend_read_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_TRACE), 1, &rv);
		if (Z_TYPE_P(trace) == IS_ARRAY) {
			ZVAL_ARR(&changed, zend_array_dup(Z_ARRVAL_P(trace)));
			ZEND_HASH_FOREACH_VAL(Z_ARRVAL(changed), frame) {
				if (Z_TYPE_P(frame) != IS_ARRAY) {
					continue;
				}
				function = zend_hash_find(Z_ARRVAL_P(frame), ZSTR_KNOWN(ZEND_STR_FUNCTION));
				if (function && Z_TYPE_P(function) == IS_STRING &&
					zend_string_equals_literal(Z_STR_P(function), "doConnect")) {
					SEPARATE_ARRAY(frame);
					zend_hash_del(Z_ARRVAL_P(frame), ZSTR_KNOWN(ZEND_STR_ARGS));
				}
			}
			ZEND_HASH_FOREACH_END();
			zend_update_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_TRACE), &changed);
			zval_ptr_dtor(&changed);
		}
		trace = zend_read_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), 1, &rv);
		exception = Z_TYPE_P(trace) == IS_OBJECT && instanceof_function(Z_OBJCE_P(trace), zend_ce_exception)
						? Z_OBJ_P(trace)
						: NULL;
	}
}

slock_status slock_sql_failed(slock_sql *sql, slock_result *result)
{
	char state[16] = "";
	zend_long code = 0;

	sql->problem = SLOCK_SQL_FAILED;
	if (slock_result_from_client(result) != SLOCK_STORAGE_ERROR) {
		return result->status;
	}
	if (result->exception) {
		zend_object *exception = result->exception;

		GC_ADDREF(exception);
		slock_sql_hide_password(exception);
		read_exception(exception, state, sizeof(state), &code);
		OBJ_RELEASE(exception);
		if (UNEXPECTED(EG(exception))) {
			return slock_result_set(result, SLOCK_INTERRUPTED);
		}
	}
	sql->problem = problem_of(sql->platform, state, code, result->message);
	name_address(sql, result);
	return result->status;
}

slock_time_limit *slock_sql_limit_statement(const slock_sql *sql, const slock_sockets *sockets)
{
	slock_request limited = {.answer_by = sql->answer_by};

	return sockets->count ? slock_time_limit_set(sockets, slock_request_until(&limited, SLOCK_G(command_timeout)))
						  : NULL;
}

slock_status slock_sql_late(slock_sql *sql, slock_result *result)
{
	zend_object *exception;

	if (result->status != SLOCK_STORAGE_ERROR) {
		return result->status;
	}
	slock_result_dtor(result);
	/* Nothing of what its driver makes of it is worth telling. */
	sql->ops->reset(sql);
	if (UNEXPECTED(EG(exception)) && (exception = slock_exception_take())) {
		OBJ_RELEASE(exception);
	}
	if (sql->answer_by && sql->answer_by <= slock_clock_now()) {
		slock_result_error(result, "The database has not answered in time");
	} else {
		slock_result_error(result, "The database has not answered within %g seconds", SLOCK_G(command_timeout));
	}
	sql->problem = SLOCK_SQL_LATE;
	name_address(sql, result);
	return result->status;
}

slock_status slock_sql_end_statement(slock_sql *sql, slock_time_limit *limit, slock_result *result)
{
	/* An answer that came in the last moment is one; that the connection is gone is found out by the next statement. */
	return slock_time_limit_lift(limit) ? slock_sql_late(sql, result) : result->status;
}

slock_status slock_sql_failed_silently(slock_sql *sql, zval *error_info, slock_result *result)
{
	char state[16] = "";
	zend_long code = 0;
	zval *text = NULL;

	if (Z_TYPE_P(error_info) == IS_ARRAY) {
		read_error_info(Z_ARRVAL_P(error_info), state, sizeof(state), &code);
		text = zend_hash_index_find(Z_ARRVAL_P(error_info), 2);
	}
	slock_result_error(result, "SQLSTATE[%s]: %s", state[0] ? state : "HY000",
					   text && Z_TYPE_P(text) == IS_STRING ? Z_STRVAL_P(text)
														   : "the statement failed, and PDO does not tell why");
	sql->problem = problem_of(sql->platform, state, code, result->message);
	name_address(sql, result);
	return result->status;
}
