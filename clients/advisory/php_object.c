/* SPDX-License-Identifier: MIT
 *
 * A database session through a \PDO or a Doctrine\DBAL\Connection, used through their own methods. The session is the
 * \PDO (also the one inside a Doctrine connection), so its ledger hangs on that object and goes with it. */
#include "php_slock.h"
#include "clients/advisory/session.h"
#include "core/exceptions.h"
#include "core/process.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"
#include "zend_weakrefs.h"

#define PDO_ATTR_TIMEOUT 2
#define PDO_ATTR_ERRMODE 3
#define PDO_ERRMODE_EXCEPTION 2
#define PDO_ATTR_EMULATE_PREPARES 20

/* object => slock_ledger *, without keeping the object alive. */
struct slock_object_ledgers {
	HashTable weak;
	HashTable own; /* the \PDO objects that we made, as pointers; they are in `weak` as well */
};

typedef struct {
	slock_session base;
	zend_object *connection; /* the client object; NULL until a lazy one is made */
	/* of a lazy one */
	zend_string *dsn, *user, *password, *name;
	zval options;
	bool is_dbal;
} object_session;

bool slock_session_is_a(zend_object *object, const char *class_name)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), class_name, strlen(class_name));

	return ce && instanceof_function(object->ce, ce);
}

bool slock_session_call(zend_object *object, const char *method, uint32_t argc, zval *argv, zval *returned)
{
	zval callee, name;

	ZVAL_OBJ(&callee, object);
	ZVAL_STRING(&name, method);
	ZVAL_UNDEF(returned);
	/* Reports through the exception when there is no such method. */
	call_user_function(NULL, &callee, &name, returned, argc, argv);
	zval_ptr_dtor(&name);
	if (!EG(exception)) {
		return true;
	}
	zval_ptr_dtor(returned);
	ZVAL_UNDEF(returned);
	return false;
}

/* --- ledgers that hang on objects --------------------------------------------------------------------------------- */

static void free_ledger(zval *zv)
{
	slock_ledger_free(Z_PTR_P(zv));
}

static struct slock_object_ledgers *ledgers(void)
{
	if (!SLOCK_G(object_ledgers)) {
		SLOCK_G(object_ledgers) = emalloc(sizeof(struct slock_object_ledgers));
		zend_hash_init(&SLOCK_G(object_ledgers)->weak, 8, NULL, free_ledger, false);
		zend_hash_init(&SLOCK_G(object_ledgers)->own, 8, NULL, NULL, false);
	}
	return SLOCK_G(object_ledgers);
}

static slock_ledger *find_ledger(zend_object *object)
{
	return zend_hash_index_find_ptr(&ledgers()->weak, zend_object_to_weakref_key(object));
}

static slock_ledger *ledger_of(zend_object *object)
{
	slock_ledger *found = find_ledger(object);

	if (!found) {
		found = slock_ledger_new();
		zend_weakrefs_hash_add_ptr(&ledgers()->weak, object, found);
	}
	return found;
}

/* A \PDO of ours that a fork brought here would say goodbye to the server in the name of the process that opened it. */
static void leave_inherited(zend_object *object)
{
	slock_ledger *found = find_ledger(object);

	if (found && slock_ledger_generation(found) != slock_process_generation()) {
		GC_ADD_FLAGS(object, IS_OBJ_FREE_CALLED | IS_OBJ_DESTRUCTOR_CALLED);
	}
}

void slock_sessions_leave_inherited(void)
{
	zend_ulong key;

	if (!SLOCK_G(object_ledgers)) {
		return;
	}
	ZEND_HASH_FOREACH_NUM_KEY(&SLOCK_G(object_ledgers)->own, key)
	{
		leave_inherited(zend_weakref_key_to_object(key));
	}
	ZEND_HASH_FOREACH_END();
}

void slock_sessions_end_request(void)
{
	if (SLOCK_G(object_ledgers)) {
		zend_hash_destroy(&SLOCK_G(object_ledgers)->weak);
		zend_hash_destroy(&SLOCK_G(object_ledgers)->own);
		efree(SLOCK_G(object_ledgers));
		SLOCK_G(object_ledgers) = NULL;
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

/* Whether this error says that the session has ended. */
static bool says_gone(zval *info)
{
	static const char *const states[] = {"08", "57P01", "57P02", "57P03", "57P05"};
	/* MySQL: gone away, lost, killed, shutting down, idle too long */
	static const zend_long codes[] = {2006, 2013, 2055, 1053, 1927, 4031};
	static const char *const words[] = {"server closed the connection",       "no connection to the server",
										"connection has been closed",         "terminating connection",
										"could not receive data from server", "could not send data to server"};
	zval *state, *code, *text;

	ZVAL_DEREF(info);
	if (Z_TYPE_P(info) != IS_ARRAY) {
		return false;
	}
	state = zend_hash_index_find_deref(Z_ARRVAL_P(info), 0);
	code = zend_hash_index_find_deref(Z_ARRVAL_P(info), 1);
	text = zend_hash_index_find_deref(Z_ARRVAL_P(info), 2);
	for (size_t i = 0; state && Z_TYPE_P(state) == IS_STRING && i < sizeof(states) / sizeof(*states); i++) {
		if (!strncmp(Z_STRVAL_P(state), states[i], strlen(states[i]))) {
			return true;
		}
	}
	for (size_t i = 0; code && Z_TYPE_P(code) == IS_LONG && i < sizeof(codes) / sizeof(*codes); i++) {
		if (Z_LVAL_P(code) == codes[i]) {
			return true;
		}
	}
	for (size_t i = 0; text && Z_TYPE_P(text) == IS_STRING && i < sizeof(words) / sizeof(*words); i++) {
		if (strstr(Z_STRVAL_P(text), words[i])) {
			return true;
		}
	}
	return false;
}

/* The errorInfo of a PDOException, also behind Doctrine's own. */
static bool exception_says_gone(zend_object *exception)
{
	zval *property, rv;

	while (exception) {
		if (slock_session_is_a(exception, "pdoexception")) {
			property = zend_read_property(exception->ce, exception, ZEND_STRL("errorInfo"), 1, &rv);
			return says_gone(property);
		}
		property = zend_read_property_ex(instanceof_function(exception->ce, zend_ce_exception) ? zend_ce_exception
																							   : zend_ce_error,
										 exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), 1, &rv);
		exception = Z_TYPE_P(property) == IS_OBJECT ? Z_OBJ_P(property) : NULL;
	}
	return false;
}

static slock_asked gone_or_failed(zend_object *speaker, bool gone)
{
	slock_ledger *ended = gone ? find_ledger(speaker) : NULL;

	if (ended) {
		slock_ledger_clear(ended);
	}
	return gone ? SLOCK_GONE : SLOCK_FAILED;
}

/* Moves what was thrown into the result. */
static slock_asked thrown(object_session *session, zend_object *speaker, slock_result *result)
{
	bool gone = EG(exception) && exception_says_gone(EG(exception));

	if (slock_result_from_client(result) == SLOCK_STORAGE_ERROR && session->name) {
		char text[SLOCK_MESSAGE_SIZE];

		snprintf(text, sizeof(text), "%s", result->message);
		slock_result_error(result, "%s: %.400s", ZSTR_VAL(session->name), text);
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
	gone = says_gone(&info);
	text = Z_TYPE(info) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL(info), 2) : NULL;
	slock_result_error(result, "%s",
					   text && Z_TYPE_P(text) == IS_STRING ? Z_STRVAL_P(text) : "The database refused the statement");
	zval_ptr_dtor(&info);
	return gone_or_failed(speaker, gone);
}

/* --- the session ---------------------------------------------------------------------------------------------------- */

/* new \PDO(…), which throws when it cannot connect. */
static bool make_pdo(object_session *session, slock_result *result)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), ZEND_STRL("pdo"));
	zval pdo, arguments[4], *option;
	zend_ulong attribute;

	if (!ce) {
		slock_result_error(result, "%s: the PHP extension pdo is not loaded", ZSTR_VAL(session->name));
		return false;
	}
	object_init_ex(&pdo, ce);
	ZVAL_STR_COPY(&arguments[0], session->dsn);
	ZVAL_NULL(&arguments[1]);
	ZVAL_NULL(&arguments[2]);
	if (session->user) {
		ZVAL_STR_COPY(&arguments[1], session->user);
	}
	if (session->password) {
		ZVAL_STR_COPY(&arguments[2], session->password);
	}
	array_init(&arguments[3]);
	add_index_long(&arguments[3], PDO_ATTR_TIMEOUT, (zend_long) ceil(SLOCK_G(connect_timeout)));
	if (Z_TYPE(session->options) == IS_ARRAY) {
		ZEND_HASH_FOREACH_NUM_KEY_VAL(Z_ARRVAL(session->options), attribute, option) {
			Z_TRY_ADDREF_P(option);
			add_index_zval(&arguments[3], attribute, option);
		}
		ZEND_HASH_FOREACH_END();
	}
	add_index_long(&arguments[3], PDO_ATTR_ERRMODE, PDO_ERRMODE_EXCEPTION);
	zend_call_known_instance_method(ce->constructor, Z_OBJ(pdo), NULL, 4, arguments);
	for (size_t i = 0; i < 4; i++) {
		zval_ptr_dtor(&arguments[i]);
	}
	if (EG(exception)) {
		thrown(session, Z_OBJ(pdo), result);
		zval_ptr_dtor(&pdo);
		return false;
	}
	session->connection = Z_OBJ(pdo);
	ledger_of(session->connection);
	zend_hash_index_add_empty_element(&ledgers()->own, zend_object_to_weakref_key(session->connection));
	return true;
}

static void drop_own(object_session *session)
{
	zend_object *own = session->connection;

	session->connection = NULL;
	leave_inherited(own);
	/* Not left to the object's end: one that is not freed tells nobody, and its address may come again. */
	zend_weakrefs_hash_del(&ledgers()->weak, own);
	zend_hash_index_del(&ledgers()->own, zend_object_to_weakref_key(own));
	OBJ_RELEASE(own);
}

/* Whether a Doctrine connection is connected. */
static bool is_connected(object_session *session, slock_result *result)
{
	zval returned;
	bool connected;

	if (!call(session, session->connection, "isConnected", 0, NULL, &returned)) {
		thrown(session, session->connection, result);
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
	zend_object *speaker = session->connection;
	zval returned;

	if (session->is_dbal &&
		zend_hash_str_exists(&session->connection->ce->function_table, ZEND_STRL("getnativeconnection"))) {
		if (call(session, session->connection, "getNativeConnection", 0, NULL, &returned)) {
			if (Z_TYPE(returned) == IS_OBJECT) {
				return Z_OBJ(returned);
			}
			zval_ptr_dtor(&returned);
		} else if (EG(exception) && instanceof_function(EG(exception)->ce, spl_ce_LogicException)) {
			/* The driver does not show it. */
			zend_clear_exception();
		} else {
			thrown(session, session->connection, result);
			return NULL;
		}
	}
	GC_ADDREF(speaker);
	return speaker;
}

static slock_ledger *ledger(slock_session *base, bool connect, bool *fresh, slock_result *result)
{
	object_session *session = (object_session *) base;
	zend_object *speaker;
	slock_ledger *found;

	*fresh = false;
	if (session->dsn && session->connection &&
		slock_ledger_generation(find_ledger(session->connection)) != slock_process_generation()) {
		drop_own(session);
	}
	if (!session->connection) {
		if (!connect) {
			slock_result_set(result, SLOCK_CONFLICT);
			return NULL;
		}
		*fresh = true;
		if (!make_pdo(session, result)) {
			return NULL;
		}
	}
	/* Not connected, or not any more: nothing is held. */
	if (session->is_dbal && !connect && !is_connected(session, result)) {
		return NULL;
	}
	speaker = take_speaker(session, result);
	if (!speaker) {
		return NULL;
	}
	found = ledger_of(speaker);
	if (GC_REFCOUNT(speaker) == 1) {
		/* Nobody keeps it, so the locks it would take would be gone at once. */
		slock_result_error(result, "%s::getNativeConnection() gave a connection that nobody keeps",
						   ZSTR_VAL(session->connection->ce->name));
		OBJ_RELEASE(speaker);
		return NULL;
	}
	OBJ_RELEASE(speaker);
	if (slock_ledger_generation(found) == slock_process_generation()) {
		return found;
	}
	if (!connect) {
		slock_result_set(result, SLOCK_CONFLICT);
		return NULL;
	}
	slock_result_error(result,
					   "The %s object belongs to the process that opened its connection; "
					   "open another one after a fork",
					   ZSTR_VAL(session->connection->ce->name));
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

	ZVAL_LONG(&attribute[0], PDO_ATTR_EMULATE_PREPARES);
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
	add_index_bool(&arguments[1], PDO_ATTR_EMULATE_PREPARES, true);
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

/* $pdo->prepare($sql, [emulated])->execute() and fetchColumn(): one message to the server and one back. */
static slock_asked ask_pdo(object_session *session, zend_object *pdo, zend_string *sql, zval *value,
						   slock_result *result)
{
	zval statement, executed;
	slock_asked asked = SLOCK_ANSWERED;

	if (!prepare(session, pdo, sql, &statement)) {
		return thrown(session, pdo, result);
	}
	if (Z_TYPE(statement) != IS_OBJECT) {
		zval_ptr_dtor(&statement);
		return refused(session, pdo, pdo, result);
	}
	if (!call(session, Z_OBJ(statement), "execute", 0, NULL, &executed)) {
		asked = thrown(session, pdo, result);
	} else if (!zend_is_true(&executed)) {
		asked = refused(session, pdo, Z_OBJ(statement), result);
	} else if (!call(session, Z_OBJ(statement), "fetchColumn", 0, NULL, value)) {
		asked = thrown(session, pdo, result);
	}
	zval_ptr_dtor(&executed);
	zval_ptr_dtor(&statement);
	return asked;
}

/* $connection->executeQuery($sql)->fetchOne(), for drivers of Doctrine that are not PDO. */
static slock_asked ask_dbal(object_session *session, zend_object *speaker, zend_string *sql, zval *value,
							slock_result *result)
{
	zval argument, answer;
	bool called;

	ZVAL_STR(&argument, sql);
	if (!call(session, session->connection, "executeQuery", 1, &argument, &answer)) {
		return thrown(session, speaker, result);
	}
	if (Z_TYPE(answer) != IS_OBJECT) {
		zval_ptr_dtor(&answer);
		slock_result_error(result, "%s::executeQuery() gave no result", ZSTR_VAL(session->connection->ce->name));
		return SLOCK_FAILED;
	}
	called = call(session, Z_OBJ(answer), "fetchOne", 0, NULL, value);
	zval_ptr_dtor(&answer);
	return called ? SLOCK_ANSWERED : thrown(session, speaker, result);
}

static slock_asked ask(slock_session *base, const char *sql, long long *answer, slock_result *result)
{
	object_session *session = (object_session *) base;
	zend_object *speaker = take_speaker(session, result);
	slock_asked asked;
	zend_string *text;
	zval value;

	if (!speaker) {
		return SLOCK_FAILED;
	}
	text = zend_string_init(sql, strlen(sql), false);
	ZVAL_UNDEF(&value);
	asked = slock_session_is_a(speaker, "pdo") ? ask_pdo(session, speaker, text, &value, result)
											   : ask_dbal(session, speaker, text, &value, result);
	zend_string_release(text);
	if (asked == SLOCK_ANSWERED && EG(exception)) {
		asked = thrown(session, speaker, result);
	}
	if (asked == SLOCK_ANSWERED && !read_number(&value, answer)) {
		slock_result_error(result, "The %s object gave no number", ZSTR_VAL(session->connection->ce->name));
		asked = SLOCK_FAILED;
	}
	zval_ptr_dtor(&value);
	/* What we made ourselves we can make again. */
	if (asked == SLOCK_GONE && session->dsn && session->connection == speaker) {
		drop_own(session);
	}
	OBJ_RELEASE(speaker);
	return asked;
}

static void get_gc(slock_session *base, zend_get_gc_buffer *buffer)
{
	object_session *session = (object_session *) base;

	if (session->connection) {
		zend_get_gc_buffer_add_obj(buffer, session->connection);
	}
	zend_get_gc_buffer_add_zval(buffer, &session->options);
}

static void release_text(zend_string *text)
{
	if (text) {
		zend_string_release(text);
	}
}

static void free_session(slock_session *base)
{
	object_session *session = (object_session *) base;

	if (session->dsn && session->connection) {
		drop_own(session);
	}
	if (session->connection) {
		OBJ_RELEASE(session->connection);
	}
	if (base->interrupt) {
		OBJ_RELEASE(base->interrupt);
	}
	release_text(session->dsn);
	release_text(session->user);
	release_text(session->password);
	release_text(session->name);
	zval_ptr_dtor(&session->options);
	efree(session);
}

static const slock_session_ops object_ops = {
	.ledger = ledger,
	.ask = ask,
	.get_gc = get_gc,
	.free = free_session,
};

slock_session *slock_session_object(zend_object *connection)
{
	object_session *session = ecalloc(1, sizeof(*session));

	session->base.ops = &object_ops;
	session->base.borrowed = true;
	session->connection = connection;
	GC_ADDREF(connection);
	session->is_dbal = !slock_session_is_a(connection, "pdo");
	/* A \PDO is connected when it exists, by this process. Doctrine connects when it must. */
	if (!session->is_dbal) {
		ledger_of(connection);
	}
	return &session->base;
}

slock_session *slock_session_lazy_pdo(zend_string *dsn, zend_string *user, zend_string *password, zval *options,
									  zend_string *name)
{
	object_session *session = ecalloc(1, sizeof(*session));

	session->base.ops = &object_ops;
	session->dsn = dsn;
	session->user = user;
	session->password = password;
	session->name = name;
	ZVAL_COPY_VALUE(&session->options, options);
	return &session->base;
}
