/* SPDX-License-Identifier: MIT
 *
 * Which session a client object speaks for: see session_registry.h. */
#include "php_slock.h"
#include "clients/advisory/session_registry.h"
#include "clients/sql/pdo_connection.h"
#include "clients/time_limit.h"
#include "core/process.h"

#include "zend_exceptions.h"
#include "zend_weakrefs.h"

/* A session. In the table of sessions while the server's word for it is known, and freed when no object speaks for it,
 * unless it may outlive them with locks. In persistent memory. */
typedef struct {
	slock_session_locks *locks;
	zend_string *which; /* the server's word for it, in persistent memory; NULL: not known (yet, or any more) */
	slock_give_up *give_up;
	char condition[SLOCK_SESSION_CONDITION_SIZE]; /* under which what is given up is; "": always */
	zend_object *keeper;   /* owned, of this request: a \PDO that speaks for it when it is persistent; NULL: none */
	slock_sockets sockets; /* of the keeper, as far as they are known */
	uint32_t objects;      /* objects of this request */
	bool persistent;
	bool left; /* of what it may hold although nobody does some is of an earlier request */
} session;

/* An object that speaks for a session, in the table of objects. */
typedef struct {
	session *of;
	uint32_t generation; /* of the process that has used it first */
	bool age_is_known;   /* of its session, where that matters */
	slock_session_guard guard;
	slock_session_locks *silent; /* see slock_object_silent_place(); NULL: nothing */
} driver;

/* --- sessions ----------------------------------------------------------------------------------------------------- */

static session *session_new(void)
{
	session *made = pecalloc(1, sizeof(*made), true);

	made->locks = slock_session_locks_new();
	return made;
}

static void session_free(session *freed)
{
	slock_session_locks_free(freed->locks);
	if (freed->which) {
		zend_string_release_ex(freed->which, true);
	}
	pefree(freed, true);
}

static session *session_find(zend_string *which)
{
	return SLOCK_G(advisory_sessions) ? zend_hash_find_ptr(SLOCK_G(advisory_sessions), which) : NULL;
}

static void session_name(session *named, zend_string *which)
{
	if (!SLOCK_G(advisory_sessions)) {
		SLOCK_G(advisory_sessions) = pemalloc(sizeof(HashTable), true);
		zend_hash_init(SLOCK_G(advisory_sessions), 8, NULL, NULL, true);
	}
	named->which = zend_string_init(ZSTR_VAL(which), ZSTR_LEN(which), true);
	zend_hash_add_new_ptr(SLOCK_G(advisory_sessions), named->which, named);
}

static void session_forget_name(session *forgotten)
{
	if (forgotten->which) {
		zend_hash_del(SLOCK_G(advisory_sessions), forgotten->which);
		zend_string_release_ex(forgotten->which, true);
		forgotten->which = NULL;
	}
}

static void session_drop_keeper(session *of)
{
	zend_object *keeper = of->keeper;

	of->keeper = NULL;
	if (keeper) {
		OBJ_RELEASE(keeper);
	}
}

/* One that speaks for it less. */
static void session_release(session *of)
{
	zend_object *keeper = of->keeper;

	if (--of->objects == 0 && (!of->persistent || !of->which || slock_session_locks_is_certainly_empty(of->locks))) {
		session_forget_name(of);
		session_free(of);
		/* At the end of the request the engine frees it. */
		if (keeper && !SLOCK_G(request_is_ending)) {
			OBJ_RELEASE(keeper);
		}
	}
}

/* --- objects ------------------------------------------------------------------------------------------------------ */

static void driver_free(zval *zv)
{
	driver *freed = Z_PTR_P(zv);

	session_release(freed->of);
	slock_session_locks_free(freed->silent);
	efree(freed);
}

static driver *driver_find(zend_object *object)
{
	HashTable *objects = SLOCK_G(session_objects);

	return objects ? zend_hash_index_find_ptr(objects, zend_object_to_weakref_key(object)) : NULL;
}

static driver *driver_of(zend_object *object)
{
	driver *found = driver_find(object);

	if (found) {
		return found;
	}
	if (!SLOCK_G(session_objects)) {
		ALLOC_HASHTABLE(SLOCK_G(session_objects));
		zend_hash_init(SLOCK_G(session_objects), 8, NULL, driver_free, false);
	}
	found = emalloc(sizeof(*found));
	found->of = session_new();
	found->of->objects = 1;
	found->generation = slock_process_generation();
	found->age_is_known = !slock_process_depth();
	memset(&found->guard, 0, sizeof(found->guard));
	found->silent = NULL;
	zend_weakrefs_hash_add_ptr(SLOCK_G(session_objects), object, found);
	return found;
}

/* Whether what one object hears of its session may not be so for another one that speaks for a session of that name: a
 * MySQL server that was started again counts from 1, and nobody has told those that had such a number before. They hear
 * of it when they ask; until then the lock table says too much, and the server is asked about all that it says. */
static bool session_is_doubtful(const session *of)
{
	return of->objects > 1 && !of->persistent;
}

/* It speaks for another session from now on; what the one before holds is still its own. */
static void driver_leave(driver *leaving, session *to)
{
	session *before = leaving->of;

	to->objects++;
	leaving->of = to;
	if (before->which) {
		SLOCK_G(session_lock_changes)++;
	}
	session_release(before);
}

/* The same; the session that it spoke for has ended, or is another one's. */
static void driver_turn(driver *turned, session *to)
{
	session *before = turned->of;

	if (before->which && !session_is_doubtful(before)) {
		slock_session_locks_clear(before->locks);
		session_drop_keeper(before);
	}
	driver_leave(turned, to);
}

slock_session_locks *slock_object_locks(zend_object *object)
{
	return driver_of(object)->of->locks;
}

uint32_t slock_object_generation(zend_object *object)
{
	return driver_of(object)->generation;
}

bool slock_object_age_is_open(zend_object *object)
{
	return !driver_of(object)->age_is_known;
}

void slock_object_note_age(zend_object *object, bool inherited)
{
	driver *of = driver_of(object);

	of->age_is_known = true;
	of->generation -= inherited;
}

slock_session_guard *slock_object_guard(zend_object *object)
{
	return &driver_of(object)->guard;
}

bool slock_object_session_is_known(zend_object *object)
{
	const driver *found = driver_find(object);

	return found && found->of->which;
}

bool slock_object_session_is_persistent(zend_object *object)
{
	const driver *found = driver_find(object);

	return found && found->of->which && found->of->persistent;
}

bool slock_object_locks_mention(const char *lock)
{
	const session *of;

	if (SLOCK_G(advisory_sessions)) {
		ZEND_HASH_FOREACH_PTR(SLOCK_G(advisory_sessions), of) {
			if (slock_session_locks_mentions(of->locks, lock)) {
				return true;
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	return false;
}

bool slock_object_session_is(zend_object *object, zend_string *which)
{
	const driver *found = driver_find(object);

	return found && found->of->which && zend_string_equals(found->of->which, which);
}

bool slock_object_session_learn(zend_object *object, zend_string *which, bool persistent, const slock_sockets *sockets,
								slock_give_up *give_up)
{
	driver *learning = driver_of(object);
	session *of = session_find(which);

	if (of && slock_session_locks_generation(of->locks) != slock_process_generation()) {
		return false;
	}
	if (!of) {
		if (learning->of->which) {
			driver_turn(learning, session_new());
		}
		session_name(of = learning->of, which);
	} else if (of != learning->of) {
		driver_turn(learning, of);
	}
	of->give_up = give_up;
	slock_session_guard_print(&learning->guard, of->condition);
	of->persistent = persistent;
	if (persistent && !of->keeper) {
		of->keeper = object;
		of->sockets = sockets ? *sockets : (slock_sockets){.count = 0};
		GC_ADDREF(object);
	}
	return true;
}

/* The statement that gives up the lock that `choose` tells, owned by the caller; NULL: there is none. */
static zend_string *session_give_up(const session *of,
									const char *(*choose)(const slock_session_locks *locks, bool *write))
{
	char sql[SLOCK_SESSION_SQL_SIZE];
	const char *lock;
	bool write;

	if (!(lock = choose(of->locks, &write))) {
		return NULL;
	}
	of->give_up(sql, lock, write);
	return slock_session_guard_question(of->condition, sql);
}

/* Where that has failed once, this request may hold locks by now: those are not given up for it. */
zend_string *slock_object_session_left(zend_object *object)
{
	const session *of = driver_of(object)->of;

	return of->left ? session_give_up(of, slock_session_locks_first_doubt) : NULL;
}

void slock_object_session_gave_up(zend_object *object)
{
	session *of = driver_of(object)->of;
	bool write;

	if (of->left) {
		slock_session_locks_remove_first_doubt(of->locks);
	}
	of->left = of->left && slock_session_locks_first_doubt(of->locks, &write);
}

void slock_object_take_locks(zend_object *object, slock_session_locks **into)
{
	driver *found = driver_find(object);

	if (found && !session_is_doubtful(found->of) && !slock_session_locks_is_empty(found->of->locks)) {
		slock_session_locks_free(*into);
		*into = found->of->locks;
		found->of->locks = slock_session_locks_new();
	}
}

slock_session_locks **slock_object_silent_place(zend_object *object)
{
	return &driver_of(object)->silent;
}

slock_session_locks *slock_object_silent_locks(zend_object *object)
{
	const driver *found = driver_find(object);

	return found ? found->silent : NULL;
}

void slock_object_session_ended(zend_object *object)
{
	driver *found = driver_find(object);

	if (found) {
		memset(&found->guard, 0, sizeof(found->guard));
	}
	if (found && session_is_doubtful(found->of)) {
		driver_turn(found, session_new());
	} else if (found) {
		slock_session_locks_clear(found->of->locks);
		session_forget_name(found->of);
		found->of->left = false;
		session_drop_keeper(found->of);
	}
}

void slock_object_session_replaced(zend_object *object)
{
	driver *found = driver_find(object);

	if (found && found->of->objects > 1) {
		memset(&found->guard, 0, sizeof(found->guard));
		driver_leave(found, session_new());
	} else {
		slock_object_session_ended(object);
	}
}

void slock_object_locks_remove(zend_object *object)
{
	if (driver_find(object)) {
		zend_weakrefs_hash_del(SLOCK_G(session_objects), object);
	}
}

/* --- the end of a request ----------------------------------------------------------------------------------------- */

/* A method of \PDO itself (its name in lower case) that returns no text, whatever a subclass makes of it: no PHP code.
 * Undefined: it has failed. */
static zval session_call(zend_object *pdo, const char *method, uint32_t argc, zval *argv)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), ZEND_STRL("pdo"));
	zend_function *called = ce ? zend_hash_str_find_ptr(&ce->function_table, method, strlen(method)) : NULL;
	zval returned;

	ZVAL_UNDEF(&returned);
	if (called) {
		zend_call_known_function(called, pdo, pdo->ce, &returned, argc, argv, NULL);
	}
	if (EG(exception)) {
		zend_clear_exception();
		ZVAL_UNDEF(&returned);
	}
	return returned;
}

static void session_set_error_mode(zend_object *pdo, zend_long mode)
{
	zval arguments[2];

	ZVAL_LONG(&arguments[0], SLOCK_PDO_ATTR_ERRMODE);
	ZVAL_LONG(&arguments[1], mode);
	session_call(pdo, "setattribute", 2, arguments);
}

static bool session_execute(zend_object *pdo, zend_string *sql)
{
	zval argument, rows;

	ZVAL_STR(&argument, sql);
	rows = session_call(pdo, "exec", 1, &argument);
	return Z_TYPE(rows) == IS_LONG;
}

/* What PDO does itself a moment later. */
static bool session_roll_back(zend_object *pdo)
{
	zval answer = session_call(pdo, "intransaction", 0, NULL);

	if (Z_TYPE(answer) == IS_TRUE) {
		answer = session_call(pdo, "rollback", 0, NULL);
	}
	return Z_TYPE(answer) == IS_TRUE;
}

/* PostgreSQL refuses everything in a transaction that has failed. One that has not is left alone: who stores the
 * session of PHP in it may commit it yet. */
static bool session_give_up_one(zend_object *pdo, zend_string *sql)
{
	zval attribute, mode;
	bool given_up;

	ZVAL_LONG(&attribute, SLOCK_PDO_ATTR_ERRMODE);
	mode = session_call(pdo, "getattribute", 1, &attribute);
	/* The engine makes a fatal error of an exception that no code of PHP is there to catch. */
	session_set_error_mode(pdo, SLOCK_PDO_ERRMODE_SILENT);
	given_up = session_execute(pdo, sql) || (session_roll_back(pdo) && session_execute(pdo, sql));
	if (Z_TYPE(mode) == IS_LONG) {
		session_set_error_mode(pdo, Z_LVAL(mode));
	}
	return given_up;
}

static void session_give_up_all(session *of)
{
	/* A server that has fallen silent does not keep the end of the request. */
	slock_time_limit *limit =
		slock_session_locks_is_certainly_empty(of->locks)
			? NULL
			: slock_time_limit_set(&of->sockets, slock_clock_after(SLOCK_G(command_timeout)), &CG(unclean_shutdown));
	zend_string *sql;
	bool given_up;

	while ((sql = session_give_up(of, slock_session_locks_first))) {
		given_up = session_give_up_one(of->keeper, sql);
		zend_string_release(sql);
		if (!given_up) {
			/* Where its socket is known, the session ends here. */
			slock_sockets_shut_down(&of->sockets);
			break;
		}
		slock_session_locks_remove_first(of->locks);
	}
	slock_time_limit_lift(limit);
}

void slock_object_sessions_release(void)
{
	int reporting = EG(error_reporting), handled = EG(user_error_handler_error_reporting);
	session *of;

	if (!SLOCK_G(advisory_sessions)) {
		return;
	}
	/* Nobody is there any more who would hear a warning. */
	EG(error_reporting) = EG(user_error_handler_error_reporting) = 0;
	zend_try
	{
		ZEND_HASH_FOREACH_PTR(SLOCK_G(advisory_sessions), of) {
			if (of->keeper && slock_session_locks_generation(of->locks) == slock_process_generation()) {
				session_give_up_all(of);
				session_drop_keeper(of);
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	zend_end_try();
	EG(error_reporting) = reporting;
	EG(user_error_handler_error_reporting) = handled;
}

static int session_end_request(zval *zv)
{
	session *of = Z_PTR_P(zv);

	/* The engine has freed it, where it is still there. */
	of->keeper = NULL;
	slock_session_locks_orphan(of->locks);
	of->left = !slock_session_locks_is_certainly_empty(of->locks);
	if (of->left) {
		return ZEND_HASH_APPLY_KEEP;
	}
	zend_string_release_ex(of->which, true);
	of->which = NULL;
	session_free(of);
	return ZEND_HASH_APPLY_REMOVE;
}

void slock_object_sessions_end_request(void)
{
	if (SLOCK_G(session_objects)) {
		zend_hash_destroy(SLOCK_G(session_objects));
		FREE_HASHTABLE(SLOCK_G(session_objects));
		SLOCK_G(session_objects) = NULL;
	}
	if (SLOCK_G(advisory_sessions)) {
		zend_hash_apply(SLOCK_G(advisory_sessions), session_end_request);
	}
}

void slock_object_sessions_shutdown(HashTable *sessions)
{
	session *of;

	if (sessions) {
		ZEND_HASH_FOREACH_PTR(sessions, of) {
			session_free(of);
		}
		ZEND_HASH_FOREACH_END();
		zend_hash_destroy(sessions);
		pefree(sessions, true);
	}
}
