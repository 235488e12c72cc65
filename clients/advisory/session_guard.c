/* SPDX-License-Identifier: MIT
 *
 * Which session a statement may do something in: see session_guard.h. */
#include "php_slock.h"
#include "clients/advisory/session_guard.h"
#include "clients/userland.h"
#include "core/process.h"

#include "ext/random/php_random.h"

/* The marks are locks with two numbers, of which the first is "sloc". pg_locks tells that by objsubid 2. */
#define MARKS "1936486243"
#define MARK_OF                                                                                                        \
	" FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND classid = " MARKS                                       \
	" AND objsubid = 2 AND granted AND pid = pg_catalog.pg_backend_pid() AND objid"
#define IS_PROCESS "pg_catalog.pg_backend_pid() = " ZEND_LONG_FMT
#define HAS_MARK "EXISTS (SELECT" MARK_OF " = '%" PRIu32 "')"
#define HAS_ANOTHER "EXISTS (SELECT" MARK_OF " <> '%" PRIu32 "')"

/* Questions are one expression, which here is one branch of several. */
#define QUESTION "SELECT "

bool slock_session_guard_is_question(const char *sql)
{
	return strncmp(sql, QUESTION, strlen(QUESTION)) == 0;
}

/* --- what the object was told ------------------------------------------------------------------------------------- */

/* Drivers' own methods of \PDO are deprecated since PHP 8.5, but a \PDO that is no Pdo\Pgsql has nothing else. */
static bool guard_call_quietly(zend_object *pdo, const char *method, zval *returned)
{
	int reporting = EG(error_reporting), handled = EG(user_error_handler_error_reporting);
	bool called;

	EG(error_reporting) = EG(user_error_handler_error_reporting) = 0;
	called = slock_userland_call(pdo, method, 0, NULL, returned);
	EG(error_reporting) = reporting;
	EG(user_error_handler_error_reporting) = handled;
	return called;
}

bool slock_session_guard_ask(zend_object *driver, zend_long *told)
{
	bool called = false;
	zval argument, returned;

	ZVAL_UNDEF(&returned);
	if (slock_userland_is_a(driver, "PgSql\\Connection")) {
		ZVAL_OBJ(&argument, driver);
		called = slock_userland_call_function("pg_get_pid", 1, &argument, &returned);
	} else if (slock_userland_is_a(driver, "Pdo\\Pgsql")) {
		called = slock_userland_call(driver, "getPid", 0, NULL, &returned);
	} else if (slock_userland_is_a(driver, "PDO")) {
		called = guard_call_quietly(driver, "pgsqlGetPid", &returned);
	}
	if (!called || Z_TYPE(returned) != IS_LONG) {
		zval_ptr_dtor(&returned);
		slock_userland_drop();
		return false;
	}
	*told = Z_LVAL(returned);
	return true;
}

/* --- the mark ----------------------------------------------------------------------------------------------------- */

/* A number of this process and thread, which others cannot have but by chance. */
static bool guard_take_own_number(uint32_t *number)
{
	uint32_t generation = slock_process_generation();

	if (!SLOCK_G(session_mark_known) || SLOCK_G(session_mark_generation) != generation) {
		if (php_random_bytes_silent(&SLOCK_G(session_mark), sizeof(SLOCK_G(session_mark))) == FAILURE) {
			return false;
		}
		SLOCK_G(session_mark_generation) = generation;
		SLOCK_G(session_mark_known) = true;
	}
	*number = SLOCK_G(session_mark);
	return true;
}

bool slock_session_guard_hear(slock_session_guard *guard, zend_long told)
{
	uint32_t own;

	if (guard->tells) {
		return true;
	}
	if (!guard_take_own_number(&own)) {
		return false;
	}
	guard->tells = true;
	guard->told = told;
	/* The same for all objects of one connection, also of another request, and another one for each connection. */
	guard->mark = own ^ (uint32_t) told;
	return true;
}

/* --- statements --------------------------------------------------------------------------------------------------- */

void slock_session_guard_print(const slock_session_guard *guard, char condition[SLOCK_SESSION_CONDITION_SIZE])
{
	if (!guard->tells || slock_session_guard_is_direct(guard)) {
		condition[0] = '\0';
	} else if (!guard->process) {
		snprintf(condition, SLOCK_SESSION_CONDITION_SIZE, IS_PROCESS, guard->told);
	} else {
		snprintf(condition, SLOCK_SESSION_CONDITION_SIZE, IS_PROCESS " AND " HAS_MARK, guard->process, guard->mark);
	}
}

static zend_string *guard_question(const char *condition, const char *sql, const char *which)
{
	return *condition ? zend_strpprintf(0, QUESTION "CASE WHEN %s THEN (%s) ELSE %d END%s", condition,
										sql + strlen(QUESTION), SLOCK_SESSION_SHARED, which)
					  : zend_string_concat2(sql, strlen(sql), which, strlen(which));
}

zend_string *slock_session_guard_question(const char *condition, const char *sql)
{
	return guard_question(condition, sql, "");
}

/* Where nothing stands in between it is asked at once. */
static zend_string *guard_first_question(const slock_session_guard *guard, const char *sql, const char *which)
{
	return zend_strpprintf(
		0,
		QUESTION "CASE WHEN " IS_PROCESS " THEN (%s) WHEN " HAS_ANOTHER " THEN %d WHEN " HAS_MARK
				 " THEN %d WHEN pg_catalog.pg_try_advisory_lock_shared(" MARKS ", %" PRId32 ") THEN %d ELSE %d END%s",
		guard->told, sql + strlen(QUESTION), guard->mark, SLOCK_SESSION_SHARED, guard->mark, SLOCK_SESSION_MARKED,
		(int32_t) guard->mark, SLOCK_SESSION_MARKED, SLOCK_SESSION_SHARED, which);
}

zend_string *slock_session_guard_statement(const slock_session_guard *guard, const char *sql, const char *which)
{
	char condition[SLOCK_SESSION_CONDITION_SIZE];

	slock_session_guard_print(guard, condition);
	if (!slock_session_guard_is_question(sql)) {
		return *condition ? zend_strpprintf(0,
											"DO $guard$BEGIN IF %s THEN EXECUTE $guarded$%s$guarded$; END IF;"
											" END$guard$",
											condition, sql)
						  : zend_string_init(sql, strlen(sql), false);
	}
	return *condition && !guard->process ? guard_first_question(guard, sql, which)
										 : guard_question(condition, sql, which);
}

void slock_session_guard_answered(slock_session_guard *guard, const zend_string *which)
{
	zend_long process = ZEND_STRTOL(ZSTR_VAL(which), NULL, 10);

	if (guard->process && process != guard->process) {
		/* The object that led to the server itself has connected again: nothing is known of that yet. */
		memset(guard, 0, sizeof(*guard));
	} else if (guard->tells) {
		guard->process = process;
	}
}
