/* SPDX-License-Identifier: MIT
 *
 * A database session through a \PDO or a Doctrine\DBAL\Connection, the user's or our own. The session is that of the
 * driver object, so its lock table hangs on that one. */
#include "php_slock.h"
#include "clients/advisory/client_object.h"
#include "clients/advisory/session_age.h"
#include "clients/advisory/session_registry.h"
#include "clients/secrets.h"
#include "clients/sql/dbal.h"
#include "clients/sql/fork_guard.h"
#include "clients/sql/pdo.h"
#include "clients/userland.h"
#include "core/exceptions.h"
#include "core/process.h"
#include "core/text.h"

#include "zend_exceptions.h"

typedef struct {
	slock_session base;
	slock_sql *sql;
	zend_object *users;        /* the user's object, kept by `sql`; NULL: the connection is ours */
	zend_string *name;         /* of the server of our own connection, for messages; else NULL */
	zend_string *dsn;          /* of PDO, of our own connection, without credentials, for dumps; else NULL */
	slock_session_locks *left; /* for silent_locks(), of our own connection; NULL: nothing */
} object_session;

static slock_sql *object_sql(slock_session *session, slock_time until)
{
	slock_sql *sql = ((object_session *) session)->sql;

	sql->answer_by = until;
	return sql;
}

static const char *object_class(const object_session *session)
{
	const zend_object *object = session->users ? session->users : slock_sql_dbal_connection(session->sql);

	return object ? ZSTR_VAL(object->ce->name) : "PDO";
}

/* --- errors ------------------------------------------------------------------------------------------------------- */

/* There was no answer in time. What was thrown tells only what the library made of the end of its connection. */
static void object_too_late(object_session *session, slock_time begun, slock_result *result)
{
	slock_result_dtor(result);
	slock_result_error(result, "%s: no answer within %.3g seconds", ZSTR_VAL(session->name),
					   slock_seconds(slock_clock_now() - begun));
}

/* What a failure means. Puts the name of the server before its text; the user's own object is all that there is, and a
 * \PDO that has lost its connection has lost it indefinitely. `driver` may be NULL: there is none yet. */
static slock_asked object_failed(object_session *session, zend_object *driver, slock_result *result)
{
	/* Of a node that is of no use now a connection of our own is given up as well. */
	bool gone = session->sql->problem == SLOCK_SQL_LOST ||
				(session->sql->guard && session->sql->problem == SLOCK_SQL_READ_ONLY);
	size_t length = strlen(result->message);
	char text[SLOCK_MESSAGE_SIZE];

	if (result->status != SLOCK_STORAGE_ERROR) {
		return SLOCK_FAILED;
	}
	if (session->name) {
		memcpy(text, result->message, sizeof(text));
		slock_result_error(result, "%s: %.400s", ZSTR_VAL(session->name), text);
	} else if (gone) {
		snprintf(result->message + length, sizeof(result->message) - length,
				 " [the session of the %s object has ended; %s]", object_class(session),
				 slock_userland_is_a(session->users, "PDO") ? "make another one"
															: "close() it to have it make another one");
	}
	if (gone && driver) {
		slock_object_session_ended(driver);
	}
	return gone ? SLOCK_GONE : SLOCK_FAILED;
}

/* --- the connection ----------------------------------------------------------------------------------------------- */

/* Closes our own connection, or abandons it in a process that did not open it. */
static void object_drop(object_session *session)
{
	slock_sql *sql = session->sql;

	if (sql->guard->native) {
		slock_object_locks_remove(sql->guard->native);
	}
	if (!slock_sql_reset(sql)) {
		slock_userland_drop();
	}
}

/* Makes sure that there is a connection, or finds out that there is none (SLOCK_CONFLICT). */
static bool object_connect(object_session *session, bool connect, slock_time until, bool *fresh, slock_result *result)
{
	slock_sql *sql = object_sql(&session->base, until);
	slock_time begun = slock_clock_now();

	*fresh = false;
	if (sql->guard && UNEXPECTED(slock_fork_guard_is_inherited(sql->guard))) {
		object_drop(session);
	}
	if (!connect) {
		if (sql->ops->is_connected(sql)) {
			return true;
		}
		if (EG(exception)) {
			slock_sql_failed(sql, result);
			object_failed(session, NULL, result);
		} else {
			slock_result_set(result, SLOCK_CONFLICT);
		}
		return false;
	}
	sql->ops->connect(sql, result);
	*fresh = sql->opened;
	if (sql->opened) {
		/* Several messages went to and fro. */
		slock_round_trips_note(&session->base.round_trips, (slock_clock_now() - begun) / 2);
	}
	if (EXPECTED(result->status == SLOCK_OK)) {
		return true;
	}
	if (result->status == SLOCK_STORAGE_ERROR && sql->problem == SLOCK_SQL_LATE) {
		object_too_late(session, begun, result);
	} else {
		object_failed(session, NULL, result);
	}
	return false;
}

/* What speaks for the session, with a reference for the caller. NULL with a result when it cannot be had. */
static zend_object *object_take_driver(object_session *session, slock_result *result)
{
	zend_object *driver = session->sql->ops->driver_object(session->sql, result);

	if (!driver && result->status == SLOCK_OK) {
		slock_result_error(result, "%s: the session has ended", ZSTR_VAL(session->name));
	} else if (!driver) {
		object_failed(session, NULL, result);
	}
	return driver;
}

/* Before anything that is known of its session is believed: whether the object still speaks for it. */
static void object_look_for_reset(const object_session *session, zend_object *driver)
{
	zend_long told;

	if (session->base.words->guarded && slock_object_guard(driver)->tells && slock_session_guard_ask(driver, &told) &&
		UNEXPECTED(slock_session_guard_is_outdated(slock_object_guard(driver), told))) {
		slock_object_session_replaced(driver);
	}
}

/* --- statements --------------------------------------------------------------------------------------------------- */

static slock_session_locks *object_silent_locks(slock_session *base)
{
	const object_session *session = (const object_session *) base;
	slock_session_locks *left = session->users ? slock_object_silent_locks(session->users) : session->left;

	return left && slock_session_locks_generation(left) == slock_process_generation() ? left : NULL;
}

/* One statement and its row, within the time. */
static slock_asked object_ask_for_row(object_session *session, zend_object *driver, zend_string *text, slock_time until,
									  zval *row, slock_result *result)
{
	slock_sql *sql = object_sql(&session->base, until);
	slock_time begun = slock_clock_now(), took;
	slock_time_limit *limit =
		sql->guard ? slock_time_limit_set(&sql->guard->sockets, until, &CG(unclean_shutdown)) : NULL;
	bool failed = sql->ops->query(sql, driver, text, row, result) != SLOCK_OK, late;
	slock_asked asked = SLOCK_ANSWERED;

	took = slock_clock_now() - begun;
	/* Also when there was an answer in the last moment: its session has been ended. */
	late = slock_time_limit_lift(limit);
	if (UNEXPECTED(late || (result->status == SLOCK_STORAGE_ERROR && sql->problem == SLOCK_SQL_LOST &&
							took > SLOCK_SESSION_SILENCE))) {
		/* Nobody has said that it has ended. */
		slock_object_take_locks(driver, session->users ? slock_object_silent_place(session->users) : &session->left);
	}
	if (failed) {
		asked = object_failed(session, driver, result);
	}
	if (UNEXPECTED(late)) {
		if (result->status != SLOCK_INTERRUPTED) {
			object_too_late(session, begun, result);
		}
		slock_object_session_ended(driver);
		object_drop(session);
		return SLOCK_FAILED;
	}
	if (asked == SLOCK_ANSWERED) {
		slock_round_trips_note(&session->base.round_trips, took);
	} else if (asked == SLOCK_GONE) {
		/* What we made ourselves we can make again. */
		if (sql->guard) {
			object_drop(session);
		}
		/* Given up for lack of an answer, by the driver's own limit: nobody has said that the session has ended. */
		if (took > SLOCK_SESSION_SILENCE) {
			return SLOCK_FAILED;
		}
	}
	return asked;
}

/* A statement without an answer. */
static bool object_tell(object_session *session, zend_object *driver, zend_string *statement, slock_time until)
{
	slock_sql *sql = object_sql(&session->base, until);
	slock_time_limit *limit =
		sql->guard ? slock_time_limit_set(&sql->guard->sockets, until, &CG(unclean_shutdown)) : NULL;
	slock_result ignored = SLOCK_RESULT_INIT;
	zend_long rows;
	bool told = sql->ops->execute(sql, driver, statement, &rows, &ignored) == SLOCK_OK;

	if (!told) {
		object_failed(session, driver, &ignored);
	}
	slock_result_dtor(&ignored);
	if (slock_time_limit_lift(limit)) {
		slock_object_session_ended(driver);
		object_drop(session);
		return false;
	}
	return told;
}

/* Takes the server's word for the session. What an earlier request has left there is given back. */
static slock_asked object_learn(object_session *session, zend_object *driver, zval *which, slock_time until,
								slock_result *result)
{
	const slock_fork_guard *guard = session->sql->guard;
	zend_string *sql;
	bool told;

	if (Z_TYPE_P(which) == IS_STRING && session->base.words->guarded) {
		slock_session_guard_answered(slock_object_guard(driver), Z_STR_P(which));
	}
	if (Z_TYPE_P(which) != IS_STRING || slock_object_session_is(driver, Z_STR_P(which))) {
		return SLOCK_ANSWERED;
	}
	if (!slock_object_session_learn(driver, Z_STR_P(which), slock_sql_pdo_is_persistent(driver),
									guard ? &guard->sockets : NULL, session->base.words->give_up)) {
		slock_result_error(result,
						   "The %s object uses a session of the process that has forked this one; "
						   "open another one after a fork",
						   object_class(session));
		return SLOCK_FAILED;
	}
	while ((sql = slock_object_session_left(driver))) {
		told = object_tell(session, driver, sql, until);
		zend_string_release(sql);
		if (!told) {
			break;
		}
		slock_object_session_gave_up(driver);
	}
	return SLOCK_ANSWERED;
}

/* A question about the object's session, for session_age.h. */
typedef struct {
	object_session *session;
	zend_object *driver;
	slock_time until;
} object_question;

static bool object_ask_age(void *by, zend_string *question, long long *age, slock_result *result)
{
	const object_question *of = by;
	zval row, *first;
	bool told;

	if (object_ask_for_row(of->session, of->driver, question, of->until, &row, result) != SLOCK_ANSWERED) {
		zval_ptr_dtor(&row);
		return false;
	}
	first = Z_TYPE(row) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL(row), 0) : NULL;
	told = first && slock_sql_read_number(first, age);
	zval_ptr_dtor(&row);
	return told;
}

/* In a forked process: whether the object's session was opened before, by its parent, which may have locks in it.
 * PostgreSQL alone tells that. False: it is not known. */
static bool object_look_at_age(object_session *session, zend_object *driver, slock_time until, slock_result *result)
{
	object_question of = {.session = session, .driver = driver, .until = until};
	bool inherited = false;
	zend_long told;

	if (session->users && session->base.words->guarded && slock_session_guard_ask(driver, &told) &&
		!slock_session_age_find(told, object_ask_age, &of, object_class(session), &inherited, result)) {
		return false;
	}
	slock_object_note_age(driver, inherited);
	return true;
}

static slock_session_locks *object_locks(slock_session *base, bool connect, slock_time until, bool *fresh,
										 slock_result *result)
{
	object_session *session = (object_session *) base;
	zend_object *driver;
	slock_session_locks *found = NULL;

	if (!object_connect(session, connect, until, fresh, result) || !(driver = object_take_driver(session, result))) {
		return NULL;
	}
	object_look_for_reset(session, driver);
	/* One that another process has used belongs to that: nothing is asked of it here. */
	if (UNEXPECTED(slock_object_age_is_open(driver)) && slock_object_generation(driver) == slock_process_generation() &&
		!object_look_at_age(session, driver, until, result)) {
		OBJ_RELEASE(driver);
		return NULL;
	}
	found = slock_object_locks(driver);
	if (GC_REFCOUNT(driver) == 1) {
		/* Nobody keeps it, so the locks it would take would be gone at once. */
		slock_result_error(result, "%s::getNativeConnection() gave a connection that nobody keeps",
						   object_class(session));
		found = NULL;
	} else if (slock_object_generation(driver) != slock_process_generation()) {
		found = NULL;
		if (connect) {
			slock_result_error(result,
							   "The %s object belongs to the process that opened its connection; "
							   "open another one after a fork",
							   object_class(session));
		} else {
			slock_result_set(result, SLOCK_CONFLICT);
		}
	}
	OBJ_RELEASE(driver);
	return found;
}

static slock_asked object_refuse(const object_session *session, slock_result *result)
{
	slock_result_error(result, "The %s object: " SLOCK_SESSION_REFUSAL, object_class(session));
	return SLOCK_FAILED;
}

/* Before a statement: what is known of a pooler before the session; no more is asked for where there is none. A number
 * that is known was looked at with the lock table, and the statement itself does nothing in another session. */
static slock_asked object_look_for_pooler(object_session *session, zend_object *driver, slock_result *result)
{
	zend_long told = 0;
	slock_session_guard *guard = slock_object_guard(driver);
	bool tells;

	if (!session->base.words->guarded || EXPECTED(slock_session_guard_is_direct(guard))) {
		return SLOCK_ANSWERED;
	}
	tells = !guard->tells && slock_session_guard_ask(driver, &told);
	if (UNEXPECTED(EG(exception))) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return SLOCK_FAILED;
	}
	guard = slock_object_guard(driver);
	if (tells && !slock_session_guard_hear(guard, told)) {
		slock_result_error(result, "The %s object: no random numbers for a mark in its session", object_class(session));
		return SLOCK_FAILED;
	}
	/* What is held may still be released, where the session is the one that holds it. */
	return guard->shared && slock_session_locks_is_empty(slock_object_locks(driver)) ? object_refuse(session, result)
																					 : SLOCK_ANSWERED;
}

/* The answer of a row. */
static slock_asked object_take_answer(object_session *session, zend_object *driver, zval *row, slock_time until,
									  long long *answer, slock_result *result)
{
	zval *first = Z_TYPE_P(row) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL_P(row), 0) : NULL;
	zval *second = Z_TYPE_P(row) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL_P(row), 1) : NULL;

	if (!first || !second || !slock_sql_read_number(first, answer)) {
		slock_result_error(result, "The %s object gave no number", object_class(session));
		return SLOCK_FAILED;
	}
	if (UNEXPECTED(*answer == SLOCK_SESSION_SHARED)) {
		slock_object_guard(driver)->shared = true;
		return object_refuse(session, result);
	}
	return object_learn(session, driver, second, until, result);
}

static slock_asked object_ask_driver(object_session *session, zend_object *driver, const char *sql, slock_time until,
									 long long *answer, slock_result *result)
{
	slock_asked asked = object_look_for_pooler(session, driver, result);
	zend_string *text;
	zval row;

	*answer = 0;
	if (asked != SLOCK_ANSWERED) {
		return asked;
	}
	text = slock_session_guard_statement(slock_object_guard(driver), sql, session->base.words->which);
	asked = object_ask_for_row(session, driver, text, until, &row, result);
	zend_string_release(text);
	if (asked == SLOCK_ANSWERED && slock_session_guard_is_question(sql)) {
		asked = object_take_answer(session, driver, &row, until, answer, result);
	}
	zval_ptr_dtor(&row);
	return asked;
}

static slock_asked object_ask(slock_session *base, const char *sql, slock_time until, long long *answer,
							  slock_result *result)
{
	object_session *session = (object_session *) base;
	zend_object *driver = object_take_driver(session, result);
	slock_asked asked;

	if (!driver) {
		return SLOCK_FAILED;
	}
	asked = object_ask_driver(session, driver, sql, until, answer, result);
	if (UNEXPECTED(asked == SLOCK_ANSWERED && *answer == SLOCK_SESSION_MARKED)) {
		asked = object_ask_driver(session, driver, sql, until, answer, result);
		if (asked == SLOCK_ANSWERED && *answer == SLOCK_SESSION_MARKED) {
			/* It has connected again between the two. */
			asked = object_refuse(session, result);
		}
	}
	slock_fork_guard_release(driver);
	return asked;
}

static slock_asked object_identify(slock_session *base, const char *lock, slock_time until, slock_session_locks **locks,
								   slock_result *result)
{
	zend_object *driver;
	long long unused;
	bool needed;

	if (!slock_object_locks_mention(lock)) {
		return SLOCK_ANSWERED;
	}
	driver = object_take_driver((object_session *) base, result);
	if (!driver) {
		return SLOCK_FAILED;
	}
	needed = !slock_object_session_is_known(driver);
	if (needed || GC_REFCOUNT(driver) == 1 || slock_object_locks(driver) != *locks) {
		*locks = NULL;
	}
	OBJ_RELEASE(driver);
	return needed ? object_ask(base, "SELECT 1", until, &unused, result) : SLOCK_ANSWERED;
}

static bool object_in_transaction(slock_session *base)
{
	object_session *session = (object_session *) base;
	slock_result ignored = SLOCK_RESULT_INIT;
	zend_object *driver = object_take_driver(session, &ignored);
	bool in = true;

	if (driver) {
		if (session->sql->ops->in_transaction(session->sql, driver, &in, &ignored) != SLOCK_OK) {
			in = true;
		}
		OBJ_RELEASE(driver);
	}
	slock_result_dtor(&ignored);
	if (UNEXPECTED(EG(exception))) {
		slock_userland_drop();
		in = true;
	}
	return in;
}

/* Only a connection of ours is asked for what it keeps. */
static bool object_outlives(slock_session *base)
{
	const slock_fork_guard *guard = ((object_session *) base)->sql->guard;

	return guard && guard->native && slock_object_session_is_persistent(guard->native);
}

/* A session of ours that nobody else can have: PDO keeps a persistent one, also one whose name is not known yet. */
static void object_end(slock_session *base)
{
	object_session *session = (object_session *) base;
	const slock_fork_guard *guard = session->sql->guard;

	if (guard && !(guard->native && slock_sql_pdo_is_persistent(guard->native))) {
		object_drop(session);
		base->uncertain = false;
	}
}

/* --- life --------------------------------------------------------------------------------------------------------- */

static void object_get_gc(slock_session *base, zend_get_gc_buffer *buffer)
{
	slock_sql *sql = ((object_session *) base)->sql;

	sql->ops->get_gc(sql, buffer);
}

static void object_free(slock_session *base)
{
	object_session *session = (object_session *) base;
	slock_sql *sql = session->sql;

	if (sql->guard && sql->guard->native) {
		slock_object_locks_remove(sql->guard->native);
	}
	sql->ops->free(sql);
	slock_session_locks_free(session->left);
	slock_text_release(session->name);
	slock_text_release(session->dsn);
	efree(session);
}

static const char *object_transport(const slock_session *session)
{
	return object_class((const object_session *) session);
}

static zend_string *object_server(const slock_session *session)
{
	const zend_string *dsn = ((const object_session *) session)->dsn;

	return dsn ? slock_secrets_place(ZSTR_VAL(dsn)) : NULL;
}

static const slock_session_ops object_ops = {
	.locks = object_locks,
	.silent_locks = object_silent_locks,
	.identify = object_identify,
	.ask = object_ask,
	.in_transaction = object_in_transaction,
	.runs_php = true,
	.outlives = object_outlives,
	.end = object_end,
	.transport = object_transport,
	.server = object_server,
	.get_gc = object_get_gc,
	.free = object_free,
};

static object_session *object_new(slock_sql *sql, const char *driver)
{
	object_session *session = ecalloc(1, sizeof(*session));

	session->base.ops = &object_ops;
	session->base.command_timeout = SLOCK_G(command_timeout);
	session->sql = sql;
	/* It was asked before, or is known from the DSN: nobody has to ask again. */
	slock_sql_set_driver(sql, driver);
	return session;
}

slock_session *slock_session_object(zend_object *connection, const char *driver)
{
	bool is_pdo = slock_userland_is_a(connection, "PDO");
	slock_sql *sql = is_pdo ? slock_sql_pdo_new(connection) : slock_sql_dbal_new(connection, false);
	object_session *session = object_new(sql, driver);
	zend_object *native;

	session->base.borrowed = true;
	session->users = connection;
	/* A \PDO is connected when it exists, by this process. Doctrine connects when it must, and may have: a child that
	 * is forked before the first question has the same session, where the server gives its locks once more. */
	if (is_pdo) {
		slock_object_locks(connection);
	} else if ((native = slock_sql_dbal_native(sql))) {
		slock_object_locks(native);
		OBJ_RELEASE(native);
	}
	return &session->base;
}

slock_session *slock_session_own(slock_sql *sql, const char *driver, zend_string *name, zend_string *dsn)
{
	object_session *session = object_new(sql, driver);

	session->name = name;
	session->dsn = dsn;
	return &session->base;
}
