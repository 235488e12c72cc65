/* SPDX-License-Identifier: MIT
 *
 * A database session through a \PDO or a Doctrine\DBAL\Connection, the user's or our own, used through their own methods.
 * The session is the \PDO (also the one inside a Doctrine connection), so its ledger hangs on that object. */
#include "php_slock.h"
#include "clients/advisory/session_registry.h"
#include "clients/advisory/session.h"
#include "clients/sql/sql.h"
#include "core/exceptions.h"
#include "core/process.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"

/* A session that is gone after so long has been silent before; ns. Drivers give up reading after whole seconds. */
#define SILENCE 900000000

typedef struct {
	slock_session base;
	enum { USERS_PDO, USERS_DBAL, OWN_PDO, OWN_DBAL } kind;
	zend_object *users;  /* the user's object; owned */
	slock_own_pdo pdo;   /* OWN_PDO */
	slock_own_dbal dbal; /* OWN_DBAL */
	zend_string *name;   /* of the server of our own connection, for messages */
} object_session;

/* The object whose methods are called; NULL while there is none. */
static zend_object *client_of(const object_session *session)
{
	switch (session->kind) {
		case OWN_PDO:
			return session->pdo.guard.native;
		case OWN_DBAL:
			return session->dbal.connection;
		default:
			return session->users;
	}
}

/* Calls a method of an object that speaks for the session. An exception of an interrupt handler that ran when the method had
 * returned is not the method's: it waits in the session until the operation is over, so that nothing is left half done.
 * (The engine clears what a method returns when the method has thrown.) */
static bool call(object_session *session, zend_object *object, const char *method, uint32_t argc, zval *argv,
				 zval *returned)
{
	zval callee, name;
	zend_object *exception;

	ZVAL_OBJ(&callee, object);
	ZVAL_STRING(&name, method);
	ZVAL_UNDEF(returned);
	call_user_function(NULL, &callee, &name, returned, argc, argv);
	zval_ptr_dtor(&name);
	if (!EG(exception)) {
		return true;
	}
	if (Z_TYPE_P(returned) != IS_UNDEF && (exception = slock_exception_take())) {
		if (session->base.interrupt) {
			zend_exception_set_previous(exception, session->base.interrupt);
		}
		session->base.interrupt = exception;
		return true;
	}
	zval_ptr_dtor(returned);
	ZVAL_UNDEF(returned);
	return false;
}

/* --- errors --------------------------------------------------------------------------------------------------------- */

static slock_asked gone_or_failed(zend_object *speaker, bool gone)
{
	if (gone && speaker) {
		slock_object_session_ended(speaker);
	}
	return gone ? SLOCK_GONE : SLOCK_FAILED;
}

/* The user's own object is all that there is, and a \PDO that has lost its connection has lost it for ever. */
static void add_hint(const object_session *session, slock_result *result)
{
	size_t length = strlen(result->message);

	if (session->base.borrowed) {
		snprintf(result->message + length, sizeof(result->message) - length,
				 " [the session of the %s object has ended; %s]", ZSTR_VAL(session->users->ce->name),
				 session->kind == USERS_PDO ? "make another one" : "close() it to have it make another one");
	}
}

/* Moves what was thrown into the result. `speaker` may be NULL: there is none yet. */
static slock_asked thrown(object_session *session, zend_object *speaker, slock_result *result)
{
	bool gone = false;

	slock_result_from_client(result);
	if (result->status == SLOCK_STORAGE_ERROR && result->exception) {
		slock_sql_hide_password(result->exception);
		gone = slock_sql_exception_says_lost(result->exception);
	}
	if (result->status == SLOCK_STORAGE_ERROR && session->name) {
		char text[SLOCK_MESSAGE_SIZE];

		snprintf(text, sizeof(text), "%s", result->message);
		slock_result_error(result, "%s: %.400s", ZSTR_VAL(session->name), text);
	}
	if (gone) {
		add_hint(session, result);
	}
	return gone_or_failed(speaker, gone);
}

/* The same for a connection in silent mode, which returns false instead. */
static slock_asked refused(object_session *session, zend_object *speaker, zend_object *object, slock_result *result)
{
	zval info, *text;
	bool gone;

	if (!call(session, object, "errorInfo", 0, NULL, &info)) {
		return thrown(session, speaker, result);
	}
	gone = slock_sql_error_info_says_lost(&info);
	text = Z_TYPE(info) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL(info), 2) : NULL;
	slock_result_error(result, "%s",
					   text && Z_TYPE_P(text) == IS_STRING ? Z_STRVAL_P(text) : "The database refused the statement");
	zval_ptr_dtor(&info);
	if (gone) {
		add_hint(session, result);
	}
	return gone_or_failed(speaker, gone);
}

/* --- the session ---------------------------------------------------------------------------------------------------- */

/* The guard of our own connection; NULL when it is the user's. */
static slock_sql_guard *guard_of(object_session *session)
{
	switch (session->kind) {
		case OWN_PDO:
			return &session->pdo.guard;
		case OWN_DBAL:
			return &session->dbal.guard;
		default:
			return NULL;
	}
}

/* Closes our own connection, or abandons it in a process that did not open it. */
static void drop_own(object_session *session)
{
	slock_sql_guard *guard = guard_of(session);

	if (guard->native) {
		slock_object_ledger_remove(guard->native);
	}
	if (session->kind == OWN_PDO) {
		slock_own_pdo_close(&session->pdo);
	} else if (!slock_own_dbal_close(&session->dbal)) {
		zend_clear_exception();
	}
}

/* There was no answer in time. What was thrown tells only what the library made of the end of its connection. */
static void too_late(object_session *session, slock_time begun, slock_result *result)
{
	slock_result_dtor(result);
	if (EG(exception)) {
		zend_clear_exception();
	}
	slock_result_error(result, "%s: no answer within %.3g seconds", ZSTR_VAL(session->name),
					   (double) (slock_clock_now() - begun) / SLOCK_NS_PER_S);
}

/* Makes sure that our own connection is there, or finds out that it is not (SLOCK_CONFLICT). */
static bool open_own(object_session *session, bool connect, slock_time until, bool *fresh, slock_result *result)
{
	slock_time begun = slock_clock_now();
	bool open, late = false;

	if (UNEXPECTED(slock_sql_guard_is_inherited(guard_of(session)))) {
		drop_own(session);
	}
	open = session->kind == OWN_PDO ? slock_own_pdo_get(&session->pdo) != NULL : slock_own_dbal_is_open(&session->dbal);
	if (!open && !EG(exception)) {
		if (!connect) {
			slock_result_set(result, SLOCK_CONFLICT);
			return false;
		}
		*fresh = true;
		until = MIN(until, slock_sql_connect_until(0));
		open = session->kind == OWN_PDO ? slock_own_pdo_open(&session->pdo, until, &late) != NULL
										: slock_own_dbal_open(&session->dbal, until, &late);
		/* Several messages went to and fro. */
		session->base.round_trip = (slock_clock_now() - begun) / 2;
	}
	if (UNEXPECTED(late)) {
		too_late(session, begun, result);
		drop_own(session);
		return false;
	}
	if (UNEXPECTED(EG(exception))) {
		thrown(session, NULL, result);
		return false;
	}
	return open;
}

/* Whether the user's Doctrine connection is connected. */
static bool is_connected(object_session *session, slock_result *result)
{
	zval returned;
	bool connected;

	if (!call(session, session->users, "isConnected", 0, NULL, &returned)) {
		thrown(session, session->users, result);
		return false;
	}
	connected = zend_is_true(&returned);
	zval_ptr_dtor(&returned);
	if (!connected) {
		slock_result_set(result, SLOCK_CONFLICT);
	}
	return connected;
}

/* What speaks for the session, with a reference for the caller: the \PDO, also the one inside a Doctrine connection, which
 * sends a statement in one message where Doctrine would prepare it first; else the Doctrine connection itself. NULL with
 * a result when it cannot be had. */
static zend_object *take_speaker(object_session *session, slock_result *result)
{
	zend_object *speaker = client_of(session);
	zval returned;

	if (session->kind == USERS_DBAL && slock_sql_has_replicas(speaker) &&
		!call(session, speaker, "ensureConnectedToPrimary", 0, NULL, &returned)) {
		thrown(session, speaker, result);
		return NULL;
	}
	if (session->kind == USERS_DBAL &&
		zend_hash_str_exists(&speaker->ce->function_table, ZEND_STRL("getnativeconnection"))) {
		if (call(session, speaker, "getNativeConnection", 0, NULL, &returned)) {
			if (Z_TYPE(returned) == IS_OBJECT) {
				return Z_OBJ(returned);
			}
			zval_ptr_dtor(&returned);
		} else if (EG(exception) && instanceof_function(EG(exception)->ce, spl_ce_LogicException)) {
			/* The driver does not show it. */
			zend_clear_exception();
		} else {
			thrown(session, speaker, result);
			return NULL;
		}
	}
	if (session->kind == OWN_DBAL && session->dbal.guard.native) {
		speaker = session->dbal.guard.native;
	}
	if (!speaker) {
		slock_result_error(result, "%s: the session has ended", ZSTR_VAL(session->name));
		return NULL;
	}
	GC_ADDREF(speaker);
	return speaker;
}

static slock_ledger *ledger(slock_session *base, bool connect, slock_time until, bool *fresh, slock_result *result)
{
	object_session *session = (object_session *) base;
	zend_object *speaker;
	slock_ledger *found;
	uint32_t generation;

	*fresh = false;
	if (guard_of(session) ? !open_own(session, connect, until, fresh, result)
						  /* Not connected, or not any more: nothing is held. */
						  : session->kind == USERS_DBAL && !connect && !is_connected(session, result)) {
		return NULL;
	}
	speaker = take_speaker(session, result);
	if (!speaker) {
		return NULL;
	}
	found = slock_object_ledger(speaker);
	if (GC_REFCOUNT(speaker) == 1) {
		/* Nobody keeps it, so the locks it would take would be gone at once. */
		slock_result_error(result, "%s::getNativeConnection() gave a connection that nobody keeps",
						   ZSTR_VAL(client_of(session)->ce->name));
		OBJ_RELEASE(speaker);
		return NULL;
	}
	generation = slock_object_generation(speaker);
	OBJ_RELEASE(speaker);
	if (generation == slock_process_generation()) {
		return found;
	}
	if (!connect) {
		slock_result_set(result, SLOCK_CONFLICT);
		return NULL;
	}
	slock_result_error(result,
					   "The %s object belongs to the process that opened its connection; "
					   "open another one after a fork",
					   ZSTR_VAL(client_of(session)->ce->name));
	return NULL;
}

static bool read_number(zval *value, long long *answer)
{
	switch (Z_TYPE_P(value)) {
		case IS_LONG:
			*answer = Z_LVAL_P(value);
			return true;
		case IS_TRUE:
		case IS_FALSE:
			*answer = Z_TYPE_P(value) == IS_TRUE;
			return true;
		case IS_NULL:
			*answer = -1;
			return true;
		case IS_STRING:
			*answer = ZEND_STRTOL(Z_STRVAL_P(value), NULL, 10);
			return Z_STRLEN_P(value) > 0 && (isdigit((unsigned char) *Z_STRVAL_P(value)) || *Z_STRVAL_P(value) == '-');
		default:
			return false;
	}
}

/* $pdo->prepare($sql, [emulated]); true with what it returned. */
static bool prepare(object_session *session, zend_object *pdo, zend_string *sql, zval *statement)
{
	zval arguments[2], attribute[2], before, unused;
	bool called, change = false;

	ZVAL_LONG(&attribute[0], SLOCK_PDO_ATTR_EMULATE_PREPARES);
	ZVAL_TRUE(&attribute[1]);
	if (session->base.emulates_as_whole) {
		if (!call(session, pdo, "getAttribute", 1, attribute, &before)) {
			return false;
		}
		change = !zend_is_true(&before);
		zval_ptr_dtor(&before);
		if (change && !call(session, pdo, "setAttribute", 2, attribute, &unused)) {
			return false;
		}
	}
	ZVAL_STR(&arguments[0], sql);
	array_init(&arguments[1]);
	add_index_bool(&arguments[1], SLOCK_PDO_ATTR_EMULATE_PREPARES, true);
	called = call(session, pdo, "prepare", 2, arguments, statement);
	zval_ptr_dtor(&arguments[1]);
	if (change) {
		zend_object *exception = slock_exception_take();

		ZVAL_FALSE(&attribute[1]);
		if (call(session, pdo, "setAttribute", 2, attribute, &unused)) {
			zval_ptr_dtor(&unused);
		}
		if (exception) {
			slock_exception_throw(exception);
		}
	}
	return called;
}

/* $pdo->prepare($sql, [emulated])->execute() and fetch(): one message to the server and one back. */
static slock_asked ask_pdo(object_session *session, zend_object *pdo, zend_string *sql, zval *row, slock_result *result)
{
	zval statement, executed, how;
	slock_asked asked = SLOCK_ANSWERED;

	if (!prepare(session, pdo, sql, &statement)) {
		return thrown(session, pdo, result);
	}
	if (Z_TYPE(statement) != IS_OBJECT) {
		zval_ptr_dtor(&statement);
		return refused(session, pdo, pdo, result);
	}
	ZVAL_LONG(&how, SLOCK_PDO_FETCH_NUM);
	if (!call(session, Z_OBJ(statement), "execute", 0, NULL, &executed)) {
		asked = thrown(session, pdo, result);
	} else if (!zend_is_true(&executed)) {
		asked = refused(session, pdo, Z_OBJ(statement), result);
	} else if (!call(session, Z_OBJ(statement), "fetch", 1, &how, row)) {
		asked = thrown(session, pdo, result);
	}
	zval_ptr_dtor(&executed);
	zval_ptr_dtor(&statement);
	return asked;
}

/* $connection->executeQuery($sql)->fetchNumeric(), for drivers of Doctrine that are not PDO. */
static slock_asked ask_dbal(object_session *session, zend_object *speaker, zend_string *sql, zval *row,
							slock_result *result)
{
	zval argument, answer;
	bool called;

	ZVAL_STR(&argument, sql);
	if (!call(session, client_of(session), "executeQuery", 1, &argument, &answer)) {
		return thrown(session, speaker, result);
	}
	if (Z_TYPE(answer) != IS_OBJECT) {
		zval_ptr_dtor(&answer);
		slock_result_error(result, "%s::executeQuery() gave no result", ZSTR_VAL(client_of(session)->ce->name));
		return SLOCK_FAILED;
	}
	called = call(session, Z_OBJ(answer), "fetchNumeric", 0, NULL, row);
	zval_ptr_dtor(&answer);
	return called ? SLOCK_ANSWERED : thrown(session, speaker, result);
}

/* One statement and its row, within the time. */
static slock_asked ask_for_row(object_session *session, zend_object *speaker, zend_string *sql, slock_time until,
							   zval *row, slock_result *result)
{
	slock_sql_guard *guard = guard_of(session);
	slock_time begun = slock_clock_now(), took;
	slock_time_limit *limit = guard ? slock_time_limit_set(&guard->sockets, until) : NULL;
	slock_asked asked;

	ZVAL_UNDEF(row);
	asked = slock_sql_is_a(speaker, "pdo") ? ask_pdo(session, speaker, sql, row, result)
										   : ask_dbal(session, speaker, sql, row, result);
	if (asked == SLOCK_ANSWERED && EG(exception)) {
		asked = thrown(session, speaker, result);
	}
	took = slock_clock_now() - begun;
	if (UNEXPECTED(slock_time_limit_lift(limit))) {
		too_late(session, begun, result);
		slock_object_session_ended(speaker);
		drop_own(session);
		return SLOCK_FAILED;
	}
	if (asked == SLOCK_ANSWERED) {
		session->base.round_trip = took;
	} else if (asked == SLOCK_GONE) {
		/* What we made ourselves we can make again. */
		if (guard) {
			drop_own(session);
		}
		/* Given up for lack of an answer, by the driver's own limit: nobody has said that the session has ended. */
		if (took > SILENCE) {
			return SLOCK_FAILED;
		}
	}
	return asked;
}

/* A statement without an answer. */
static bool tell(object_session *session, zend_object *speaker, const char *sql, slock_time until)
{
	slock_sql_guard *guard = guard_of(session);
	slock_time_limit *limit = guard ? slock_time_limit_set(&guard->sockets, until) : NULL;
	bool is_pdo = slock_sql_is_a(speaker, "pdo"), told;
	slock_result ignored = SLOCK_RESULT_INIT;
	zval argument, unused;

	ZVAL_STRING(&argument, sql);
	told = call(session, is_pdo ? speaker : client_of(session), is_pdo ? "exec" : "executeStatement", 1, &argument,
				&unused) &&
		   Z_TYPE(unused) != IS_FALSE;
	zval_ptr_dtor(&unused);
	zval_ptr_dtor(&argument);
	if (slock_time_limit_lift(limit)) {
		told = false;
		slock_object_session_ended(speaker);
		drop_own(session);
	}
	if (EG(exception)) {
		thrown(session, speaker, &ignored);
		slock_result_dtor(&ignored);
	}
	return told;
}

static bool is_persistent(object_session *session, zend_object *speaker)
{
	zval attribute, persistent;
	bool is;

	ZVAL_LONG(&attribute, SLOCK_PDO_ATTR_PERSISTENT);
	if (!slock_sql_is_a(speaker, "pdo") || !call(session, speaker, "getAttribute", 1, &attribute, &persistent)) {
		/* A driver that does not know this has none. */
		zend_clear_exception();
		return false;
	}
	is = zend_is_true(&persistent);
	zval_ptr_dtor(&persistent);
	return is;
}

/* Takes the server's word for the session. What an earlier request has left there is given back. */
static slock_asked learn(object_session *session, zend_object *speaker, zval *which, slock_time until,
						 slock_result *result)
{
	char sql[SLOCK_GIVE_UP_SIZE];

	if (Z_TYPE_P(which) != IS_STRING || slock_object_session_is(speaker, Z_STR_P(which))) {
		return SLOCK_ANSWERED;
	}
	if (!slock_object_session_learn(speaker, Z_STR_P(which), is_persistent(session, speaker),
									guard_of(session) ? &guard_of(session)->sockets : NULL,
									session->base.words->give_up)) {
		slock_result_error(result,
						   "The %s object uses a session of the process that has forked this one; "
						   "open another one after a fork",
						   ZSTR_VAL(client_of(session)->ce->name));
		return SLOCK_FAILED;
	}
	while (slock_object_session_left(speaker, sql) && tell(session, speaker, sql, until)) {
		slock_object_session_gave_up(speaker);
	}
	return SLOCK_ANSWERED;
}

static slock_asked ask(slock_session *base, const char *sql, slock_time until, long long *answer, slock_result *result)
{
	object_session *session = (object_session *) base;
	zend_object *speaker = take_speaker(session, result);
	/* What is not a question, like DO, has no answer to add to. */
	bool asks = strncmp(sql, "SELECT ", 7) == 0;
	zval row, *first, *second;
	slock_asked asked;
	zend_string *text;

	if (!speaker) {
		return SLOCK_FAILED;
	}
	text = zend_string_concat2(sql, strlen(sql), asks ? base->words->which : "", asks ? strlen(base->words->which) : 0);
	asked = ask_for_row(session, speaker, text, until, &row, result);
	zend_string_release(text);
	if (asked == SLOCK_ANSWERED && asks) {
		first = Z_TYPE(row) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL(row), 0) : NULL;
		second = Z_TYPE(row) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL(row), 1) : NULL;
		if (!first || !second || !read_number(first, answer)) {
			slock_result_error(result, "The %s object gave no number", ZSTR_VAL(client_of(session)->ce->name));
			asked = SLOCK_FAILED;
		} else {
			asked = learn(session, speaker, second, until, result);
		}
	} else {
		*answer = 0;
	}
	zval_ptr_dtor(&row);
	OBJ_RELEASE(speaker);
	return asked;
}

static slock_asked identify(slock_session *base, const char *lock, slock_time until, slock_result *result)
{
	object_session *session = (object_session *) base;
	zend_object *speaker;
	long long unused;
	bool needed;

	if (!slock_object_ledgers_mention(lock)) {
		return SLOCK_ANSWERED;
	}
	speaker = take_speaker(session, result);
	if (!speaker) {
		return SLOCK_FAILED;
	}
	needed = !slock_object_session_is_known(speaker);
	OBJ_RELEASE(speaker);
	return needed ? ask(base, "SELECT 1", until, &unused, result) : SLOCK_ANSWERED;
}

/* A function of ext/pgsql about the connection; false when it gave no number. */
static bool ask_pgsql(const char *function, zend_object *connection, zend_long *number)
{
	zval name, argument, answer;
	bool is_number;

	ZVAL_STRING(&name, function);
	ZVAL_OBJ(&argument, connection);
	ZVAL_UNDEF(&answer);
	call_user_function(NULL, NULL, &name, &answer, 1, &argument);
	is_number = Z_TYPE(answer) == IS_LONG;
	*number = is_number ? Z_LVAL(answer) : 0;
	zval_ptr_dtor(&answer);
	zval_ptr_dtor(&name);
	return is_number;
}

/* Whether there is a transaction that Doctrine does not know of, because the user has begun it by a statement. */
static bool is_begun_natively(zend_object *speaker)
{
	zend_long status = 0, unused;

	if (!slock_sql_is_a(speaker, "pgsql\\connection") ||
		!zend_hash_str_exists(EG(function_table), ZEND_STRL("pg_transaction_status"))) {
		return false;
	}
	/* PGSQL_TRANSACTION_ACTIVE: Doctrine has not yet fetched the end of its last answer. */
	if (ask_pgsql("pg_transaction_status", speaker, &status) && status == 1) {
		ask_pgsql("pg_get_result", speaker, &unused);
		ask_pgsql("pg_transaction_status", speaker, &status);
	}
	return status != 0;
}

static bool in_transaction(slock_session *base)
{
	object_session *session = (object_session *) base;
	slock_result ignored = SLOCK_RESULT_INIT;
	zend_object *speaker;
	bool is_pdo, in = true;
	zval returned;

	if (session->kind == OWN_PDO) {
		return false;
	}
	speaker = take_speaker(session, &ignored);
	if (speaker) {
		is_pdo = slock_sql_is_a(speaker, "pdo");
		if (call(session, is_pdo ? speaker : client_of(session), is_pdo ? "inTransaction" : "isTransactionActive", 0,
				 NULL, &returned)) {
			in = zend_is_true(&returned) || (!is_pdo && is_begun_natively(speaker));
			zval_ptr_dtor(&returned);
		}
		OBJ_RELEASE(speaker);
	}
	slock_result_dtor(&ignored);
	if (UNEXPECTED(EG(exception))) {
		zend_clear_exception();
		in = true;
	}
	return in;
}

static void get_gc(slock_session *base, zend_get_gc_buffer *buffer)
{
	object_session *session = (object_session *) base;

	switch (session->kind) {
		case OWN_PDO:
			slock_own_pdo_get_gc(&session->pdo, buffer);
			break;
		case OWN_DBAL:
			slock_own_dbal_get_gc(&session->dbal, buffer);
			break;
		default:
			zend_get_gc_buffer_add_obj(buffer, session->users);
	}
}

static void free_session(slock_session *base)
{
	object_session *session = (object_session *) base;
	slock_sql_guard *guard = guard_of(session);

	if (guard && guard->native) {
		slock_object_ledger_remove(guard->native);
	}
	switch (session->kind) {
		case OWN_PDO:
			slock_own_pdo_dtor(&session->pdo);
			break;
		case OWN_DBAL:
			slock_own_dbal_dtor(&session->dbal);
			break;
		default:
			OBJ_RELEASE(session->users);
	}
	if (base->interrupt) {
		OBJ_RELEASE(base->interrupt);
	}
	if (session->name) {
		zend_string_release(session->name);
	}
	efree(session);
}

static const slock_session_ops object_ops = {
	.ledger = ledger,
	.identify = identify,
	.ask = ask,
	.in_transaction = in_transaction,
	.get_gc = get_gc,
	.free = free_session,
};

static object_session *new_session(int kind, zend_string *name)
{
	object_session *session = ecalloc(1, sizeof(*session));

	session->base.ops = &object_ops;
	session->base.command_timeout = SLOCK_G(command_timeout);
	session->kind = kind;
	session->name = name;
	return session;
}

slock_session *slock_session_object(zend_object *connection)
{
	bool is_pdo = slock_sql_is_a(connection, "pdo");
	object_session *session = new_session(is_pdo ? USERS_PDO : USERS_DBAL, NULL);

	session->base.borrowed = true;
	session->users = connection;
	GC_ADDREF(connection);
	/* A \PDO is connected when it exists, by this process. Doctrine connects when it must. */
	if (is_pdo) {
		slock_object_ledger(connection);
	}
	return &session->base;
}

slock_session *slock_session_own_pdo(const slock_own_pdo *pdo, zend_string *name)
{
	object_session *session = new_session(OWN_PDO, name);

	session->pdo = *pdo;
	return &session->base;
}

slock_session *slock_session_own_dbal(zend_object *connection, zend_string *name)
{
	object_session *session = new_session(OWN_DBAL, name);

	session->dbal.connection = connection;
	return &session->base;
}
