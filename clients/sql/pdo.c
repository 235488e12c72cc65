/* SPDX-License-Identifier: MIT
 *
 * SQL through \PDO: the user's, or one that is opened from a DSN on first use. Statements go out as text, which every
 * driver sends in one round trip; preparing them would cost one more. */
#include "php_slock.h"
#include "clients/setting.h"
#include "clients/sqlite_dsn.h"
#include "clients/sql/pdo.h"
#include "clients/sql/pdo_dsn.h"
#include "clients/sql/url.h"
#include "clients/userland.h"
#include "core/exceptions.h"
#include "core/object.h"
#include "core/text.h"

#include "zend_exceptions.h"

typedef struct {
	slock_sql base;
	zend_object *users;       /* the user's \PDO, owned; NULL: there is `own` */
	slock_pdo_connection own; /* guarded by base.guard */
	zend_long busy;           /* ms that SQLite waits for a file's lock, where that has been changed; 0: it has not */
} pdo_sql;

/* NULL: it is not open. */
static zend_object *pdo_object(const slock_sql *sql)
{
	return sql->guard ? sql->guard->native : ((const pdo_sql *) sql)->users;
}

/* --- attributes --------------------------------------------------------------------------------------------------- */

bool slock_sql_pdo_check(zend_object *pdo, const char *store)
{
	zval mode;
	bool throws;

	if (!slock_userland_is_a(pdo, "PDO")) {
		zend_argument_type_error(1, "must be of type PDO|string, %s given", ZSTR_VAL(pdo->ce->name));
		return false;
	}
	if (!slock_userland_get(pdo, "getAttribute", SLOCK_PDO_ATTR_ERRMODE, &mode)) {
		return false;
	}
	throws = zval_get_long(&mode) == SLOCK_PDO_ERRMODE_EXCEPTION;
	zval_ptr_dtor(&mode);
	if (!throws) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"\"%s::__construct\" requires PDO error mode attribute be set to throw Exceptions "
								"(i.e. $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION)).",
								store);
	}
	return throws;
}

bool slock_sql_pdo_is_persistent(zend_object *object)
{
	zval persistent;
	bool is;

	if (!slock_userland_is_a(object, "PDO") ||
		!slock_userland_get(object, "getAttribute", SLOCK_PDO_ATTR_PERSISTENT, &persistent)) {
		/* A driver that does not know this has none. */
		slock_userland_drop();
		return false;
	}
	is = zend_is_true(&persistent);
	zval_ptr_dtor(&persistent);
	return is;
}

zend_string *slock_sql_pdo_driver(zend_object *pdo)
{
	zval name;

	if (!slock_userland_get(pdo, "getAttribute", SLOCK_PDO_ATTR_DRIVER_NAME, &name)) {
		return NULL;
	}
	if (Z_TYPE(name) == IS_STRING) {
		return Z_STR(name);
	}
	zval_ptr_dtor(&name);
	return ZSTR_EMPTY_ALLOC();
}

/* --- the connection ----------------------------------------------------------------------------------------------- */

/* Connecting to a file takes no time, and its locks have a limit of their own. */
static slock_time pdo_connect_until(const pdo_sql *sql)
{
	return zend_string_starts_with_cstr(sql->own.dsn, ZEND_STRL("sqlite:"))
			   ? SLOCK_FOREVER
			   : slock_pdo_connect_until(sql->base.answer_by);
}

static slock_status pdo_connect(slock_sql *base, slock_result *result)
{
	pdo_sql *sql = (pdo_sql *) base;
	zend_string *driver;
	bool late;

	base->opened = base->guard && !slock_pdo_connection_get(&sql->own);
	if (UNEXPECTED(base->opened)) {
		sql->busy = 0;
		if (!slock_pdo_connection_open(&sql->own, pdo_connect_until(sql), &late)) {
			slock_sql_failed(base, result);
			return late ? slock_sql_late(base, true, result) : result->status;
		}
	}
	if (UNEXPECTED(!base->driver[0])) {
		if (!(driver = slock_sql_pdo_driver(pdo_object(base)))) {
			return slock_sql_failed(base, result);
		}
		slock_sql_set_driver(base, ZSTR_VAL(driver));
		zend_string_release(driver);
	}
	return UNEXPECTED(base->opened) ? slock_sql_check_opened(base, result) : slock_result_set(result, SLOCK_OK);
}

static bool pdo_is_connected(slock_sql *sql)
{
	return !sql->guard || slock_pdo_connection_get(&((pdo_sql *) sql)->own);
}

static zend_object *pdo_driver_object(slock_sql *sql, slock_result *result)
{
	zend_object *pdo = pdo_object(sql);

	slock_result_set(result, SLOCK_OK);
	if (pdo) {
		GC_ADDREF(pdo);
	}
	return pdo;
}

/* SQLite waits for the lock of its file by itself: no longer than what is left of the operation. */
static slock_status pdo_limit(slock_sql *base, slock_result *result)
{
	pdo_sql *sql = (pdo_sql *) base;
	zend_long most, wanted;
	zval text;
	bool set;

	if (base->platform != SLOCK_SQL_SQLITE) {
		return SLOCK_OK;
	}
	most = wanted = slock_pdo_connection_busy_timeout(&sql->own);
	if (base->answer_by) {
		int64_t left = slock_clock_left(base->answer_by) / SLOCK_MS;

		wanted = left >= most ? most : MAX(1, (zend_long) left);
	}
	/* Another store may have changed it on a connection that PDO gives to both. */
	if (wanted == (sql->busy ? sql->busy : most) && !slock_pdo_connection_is_persistent(&sql->own)) {
		return SLOCK_OK;
	}
	ZVAL_STR(&text, zend_strpprintf(0, "PRAGMA busy_timeout = " ZEND_LONG_FMT, wanted));
	set = slock_userland_call(pdo_object(base), "exec", 1, &text, NULL);
	zval_ptr_dtor(&text);
	if (!set) {
		return slock_sql_failed(base, result);
	}
	sql->busy = wanted;
	return SLOCK_OK;
}

static bool pdo_close(slock_sql *sql)
{
	slock_pdo_connection_close(&((pdo_sql *) sql)->own);
	return true;
}

/* --- statements --------------------------------------------------------------------------------------------------- */

slock_status slock_sql_pdo_execute(slock_sql *sql, zend_object *via, zend_string *statement, zend_long *rows,
								   slock_result *result)
{
	zend_object *pdo = via ? via : pdo_object(sql);
	zval argument, returned;

	ZVAL_STR(&argument, statement);
	if (!slock_sql_call(sql, pdo, "exec", 1, &argument, &returned)) {
		return slock_sql_failed(sql, result);
	}
	if (Z_TYPE(returned) == IS_FALSE) {
		return slock_sql_failed_silently(sql, pdo, result);
	}
	*rows = zval_get_long(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

/* PostgreSQL: the statement says by itself that it is not to be prepared on the server. */
static slock_status pdo_query_emulated(slock_sql *sql, zend_object *pdo, zend_string *text, zval *statement,
									   slock_result *result)
{
	zval arguments[2], returned;
	bool called;

	ZVAL_STR(&arguments[0], text);
	array_init(&arguments[1]);
	add_index_bool(&arguments[1], SLOCK_PDO_ATTR_EMULATE_PREPARES, true);
	called = slock_sql_call(sql, pdo, "prepare", 2, arguments, statement);
	zval_ptr_dtor(&arguments[1]);
	if (!called) {
		return slock_sql_failed(sql, result);
	}
	if (Z_TYPE_P(statement) != IS_OBJECT) {
		return slock_result_set(result, SLOCK_OK);
	}
	if (!slock_sql_call(sql, Z_OBJ_P(statement), "execute", 0, NULL, &returned)) {
		return slock_sql_failed(sql, result);
	}
	called = zend_is_true(&returned);
	zval_ptr_dtor(&returned);
	return called ? slock_result_set(result, SLOCK_OK) : slock_sql_failed_silently(sql, Z_OBJ_P(statement), result);
}

/* While a user has turned emulation off, it is turned on for a statement; that is local. */
static bool pdo_emulate_prepares(zend_object *pdo, slock_setting **emulated)
{
	zval users, ours;

	*emulated = NULL;
	if (!slock_userland_get(pdo, "getAttribute", SLOCK_PDO_ATTR_EMULATE_PREPARES, &users)) {
		return false;
	}
	slock_setting_find_users(pdo, SLOCK_PDO_ATTR_EMULATE_PREPARES, &users);
	if (zend_is_true(&users)) {
		zval_ptr_dtor(&users);
		return !EG(exception);
	}
	zval_ptr_dtor(&users);
	ZVAL_LONG(&users, 0);
	ZVAL_LONG(&ours, 1);
	*emulated = slock_setting_change(pdo, "setAttribute", SLOCK_PDO_ATTR_EMULATE_PREPARES, &users, &ours);
	return *emulated != NULL;
}

/* PDO::query(), which MySQL's driver sends in one round trip only where it emulates prepared statements. */
static slock_status pdo_query_directly(slock_sql *sql, zend_object *pdo, zend_string *text, zval *statement,
									   slock_result *result)
{
	slock_setting *emulated = NULL;
	zval argument;

	if (sql->platform == SLOCK_SQL_MYSQL && !pdo_emulate_prepares(pdo, &emulated)) {
		return slock_sql_failed(sql, result);
	}
	ZVAL_STR(&argument, text);
	slock_result_set(result, SLOCK_OK);
	if (!slock_sql_call(sql, pdo, "query", 1, &argument, statement)) {
		slock_sql_failed(sql, result);
	}
	if (!slock_setting_put_back(emulated)) {
		return slock_sql_failed(sql, result);
	}
	return result->status;
}

/* In silent mode false is what a failure looks like, too. */
static slock_status pdo_fetch(slock_sql *sql, zend_object *statement, zval *row, slock_result *result)
{
	zval how, code;
	bool failed;

	ZVAL_LONG(&how, SLOCK_PDO_FETCH_NUM);
	if (!slock_sql_call(sql, statement, "fetch", 1, &how, row)) {
		return slock_sql_failed(sql, result);
	}
	if (Z_TYPE_P(row) != IS_FALSE) {
		return result->status;
	}
	if (!slock_sql_call(sql, statement, "errorCode", 0, NULL, &code)) {
		return slock_sql_failed(sql, result);
	}
	failed = Z_TYPE(code) == IS_STRING && Z_STRLEN(code) && !zend_string_equals_literal(Z_STR(code), "00000");
	zval_ptr_dtor(&code);
	return failed ? slock_sql_failed_silently(sql, statement, result) : result->status;
}

slock_status slock_sql_pdo_query(slock_sql *sql, zend_object *via, zend_string *text, zval *row, slock_result *result)
{
	zend_object *pdo = via ? via : pdo_object(sql);
	zval statement;

	ZVAL_UNDEF(row);
	ZVAL_UNDEF(&statement);
	if ((sql->platform == SLOCK_SQL_PGSQL ? pdo_query_emulated : pdo_query_directly)(sql, pdo, text, &statement,
																					 result) == SLOCK_OK) {
		if (Z_TYPE(statement) != IS_OBJECT) {
			slock_sql_failed_silently(sql, pdo, result);
		} else {
			pdo_fetch(sql, Z_OBJ(statement), row, result);
		}
	}
	zval_ptr_dtor(&statement);
	return result->status;
}

static slock_status pdo_last_id(slock_sql *sql, zend_long *id, slock_result *result)
{
	zval returned;

	*id = 0;
	if (!slock_userland_call(pdo_object(sql), "lastInsertId", 0, NULL, &returned)) {
		return slock_sql_failed(sql, result);
	}
	*id = zval_get_long(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

slock_status slock_sql_pdo_in_transaction(slock_sql *sql, zend_object *pdo, bool *answer, slock_result *result)
{
	zval returned;

	*answer = false;
	if (!slock_userland_call(pdo, "inTransaction", 0, NULL, &returned)) {
		return slock_sql_failed(sql, result);
	}
	*answer = zend_is_true(&returned);
	zval_ptr_dtor(&returned);
	return slock_result_set(result, SLOCK_OK);
}

/* Nobody begins one on a connection of ours. */
static slock_status pdo_in_transaction(slock_sql *sql, zend_object *via, bool *answer, slock_result *result)
{
	*answer = false;
	return sql->guard ? slock_result_set(result, SLOCK_OK)
					  : slock_sql_pdo_in_transaction(sql, pdo_object(sql), answer, result);
}

static bool pdo_may_have_begun(slock_sql *sql)
{
	return slock_sql_may_have_begun(sql, NULL);
}

/* --- life --------------------------------------------------------------------------------------------------------- */

static void pdo_get_gc(slock_sql *base, zend_get_gc_buffer *buffer)
{
	pdo_sql *sql = (pdo_sql *) base;

	if (sql->users) {
		zend_get_gc_buffer_add_obj(buffer, sql->users);
	} else {
		slock_pdo_connection_get_gc(&sql->own, buffer);
	}
}

static void pdo_free(slock_sql *base)
{
	pdo_sql *sql = (pdo_sql *) base;

	if (sql->users) {
		OBJ_RELEASE(sql->users);
	} else {
		slock_pdo_connection_dtor(&sql->own);
	}
	efree(sql);
}

static const char *pdo_transport(const slock_sql *sql)
{
	const zend_object *users = ((const pdo_sql *) sql)->users;

	return users ? ZSTR_VAL(users->ce->name) : "PDO";
}

static const slock_sql_ops pdo_ops = {
	.connect = pdo_connect,
	.is_connected = pdo_is_connected,
	.driver_object = pdo_driver_object,
	.limit = pdo_limit,
	.execute = slock_sql_pdo_execute,
	.query = slock_sql_pdo_query,
	.last_id = pdo_last_id,
	.in_transaction = pdo_in_transaction,
	.may_have_begun = pdo_may_have_begun,
	.close = pdo_close,
	.transport = pdo_transport,
	.get_gc = pdo_get_gc,
	.free = pdo_free,
};

slock_sql *slock_sql_pdo_new(zend_object *pdo)
{
	pdo_sql *sql = ecalloc(1, sizeof(*sql));

	sql->base.ops = &pdo_ops;
	sql->users = slock_object_copy(pdo);
	return &sql->base;
}

slock_sql *slock_sql_pdo_own(const slock_pdo_connection *connection)
{
	pdo_sql *sql = ecalloc(1, sizeof(*sql));

	sql->base.ops = &pdo_ops;
	sql->base.guard = &sql->own.guard;
	sql->own = *connection;
	if (connection->shown) {
		snprintf(sql->base.address, sizeof(sql->base.address), "%s", ZSTR_VAL(connection->shown));
	}
	return &sql->base;
}

/* Of a DSN, whose parameters have been taken out: what is left of them would be a part of the file's name, and who does
 * not write it would have another database. False with an exception pending. */
static bool pdo_check_file(zend_string *dsn, const char *store)
{
	zend_string *unknown = slock_sqlite_is_dsn(dsn) ? slock_sqlite_find_pair(dsn) : NULL;

	if (unknown) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"%s: \"%s\" is no parameter that a DSN of SQLite has here; a file with such a name is"
								" opened by a URL.",
								store, ZSTR_VAL(unknown));
		zend_string_release(unknown);
		return false;
	}
	return true;
}

/* Fills what the connection is opened from; false with an exception pending. */
static bool pdo_read_address(slock_pdo_connection *own, zend_string *dsn, const char *store)
{
	const char *colon = strchr(ZSTR_VAL(dsn), ':');

	if (colon && strncmp(colon, "://", 3) == 0 && !zend_string_starts_with_cstr(dsn, ZEND_STRL("uri:"))) {
		if (!slock_sql_url_check(dsn, store)) {
			return false;
		}
		own->dsn = slock_sql_url_to_dsn(dsn, &own->username, &own->password);
		if (!own->dsn) {
			zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
									"%s: the URL is malformed, or of no database that PDO knows.", store);
			return false;
		}
		own->shown = zend_string_copy(own->dsn);
	} else if (!pdo_check_file(dsn, store)) {
		return false;
	} else if (slock_pdo_connection_read_dsn(own, dsn) == FAILURE) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0, "%s: the DSN is malformed.", store);
		return false;
	}
	if (!slock_pdo_check_dsn(own->dsn, store)) {
		return false;
	}
	/* Each process opens it when it needs it, a child that has left the directory too. */
	if (slock_sqlite_is_dsn(own->dsn)) {
		slock_text_replace(&own->dsn, slock_sqlite_resolve(own->dsn));
	}
	return true;
}

slock_sql *slock_sql_pdo_open(zend_string *dsn, const slock_pdo_options *options, const char *store)
{
	slock_pdo_connection connection = {0};

	slock_pdo_connection_set(&connection, options);
	if (!pdo_read_address(&connection, dsn, store)) {
		slock_pdo_connection_dtor(&connection);
		return NULL;
	}
	return slock_sql_pdo_own(&connection);
}
