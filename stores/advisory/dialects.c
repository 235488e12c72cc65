/* SPDX-License-Identifier: MIT
 *
 * Advisory locks in the words of PostgreSQL and of MySQL. One statement an operation, whose parts are evaluated in the
 * order of CASE. Names are numbers or hexadecimal digits, so they stand in the statements as they are. */
#include "php_slock.h"
#include "core/digest.h"
#include "core/fencing.h"
#include "stores/advisory/dialects.h"

#include "ext/standard/crc32.h"

/* --- PostgreSQL --------------------------------------------------------------------------------------------------- */

/* The number is what the PHP package locks: CRC-32, unsigned, as a bigint. */
static void postgresql_name(zend_string *resource, char lock[SLOCK_ADVISORY_NAME_SIZE])
{
	char digits[MAX_LENGTH_OF_LONG + 1];
	uint32_t crc = php_crc32_bulk_init();

	crc = php_crc32_bulk_update(crc, ZSTR_VAL(resource), ZSTR_LEN(resource));
	strcpy(lock, zend_print_ulong_to_buf(digits + sizeof(digits) - 1, php_crc32_bulk_end(crc)));
}

/* " FROM … WHERE this session holds the lock". pg_locks shows the halves of a bigint apart, and objsubid 1 says that it
 * is one. A session locks in its own database only. */
#define HELD_SIZE 320
#define HELD(lock, mode)                                                                                               \
	" FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = " lock " AND objsubid = 1"      \
	" AND mode = '" mode "' AND granted AND pid = pg_catalog.pg_backend_pid()"
static void print_held_if(char *text, const char *lock, slock_held mode, const char *condition)
{
	snprintf(text, HELD_SIZE, HELD("'%s'", "%s") "%s", lock, mode == SLOCK_HELD_WRITE ? "ExclusiveLock" : "ShareLock",
			 condition);
}

static void print_held(char *text, const char *lock, slock_held mode)
{
	print_held_if(text, lock, mode, "");
}

/* pg_locks does not tell a lock of the session from one of a transaction (pg_advisory_xact_lock()), which is gone when
 * that ends. So in a transaction only what the lock table knows of is believed. The lock is taken then whether or not
 * the user has it as well, and what the user has is left alone. Out of a transaction the two times are one; a driver
 * that parses and executes in two messages makes two of them, and looks like one that is in a transaction. */
static void print_kept(char *text, const char *lock, slock_held mode, unsigned may_hold)
{
	print_held_if(text, lock, mode,
				  may_hold & SLOCK_MAY_HOLD(mode) ? "" : " AND pg_catalog.now() = pg_catalog.statement_timestamp()");
}

static const char *suffix(slock_held mode)
{
	return mode == SLOCK_HELD_WRITE ? "" : "_shared";
}

/* Of all locks of the database. A number that it has given does not come again, whatever becomes of the transaction.
 * Only the branch of CASE that is taken is evaluated, and only after the condition. */
#define SEQUENCE "slock_fence"
#define MINT "pg_catalog.nextval('" SEQUENCE "')"

/* The session has the other mode, too, or its transaction has: where this one is taken again, nobody comes in between.
 * So it is had once then, whether or not it was. */
static void print_read_again(char *text, size_t size, const char *lock)
{
	snprintf(text, size,
			 " CASE WHEN pg_catalog.pg_advisory_unlock_shared(%s) IS NOT NULL"
			 " THEN CASE WHEN pg_catalog.pg_advisory_lock_shared(%s) IS NOT NULL"
			 " THEN pg_catalog.pg_advisory_unlock(%s) IS NOT NULL END END",
			 lock, lock, lock);
}

/* Where the session had the other mode this one is had once then, whether or not it was. Nothing tells the session's
 * from that of its transaction without giving it up, and then others may read before it is had again: so the
 * transaction has it, too, from here until its end, in which nobody comes in between. Where the session had no other
 * mode this one has never been given up for it. */
static void print_write_again(char *text, size_t size, const char *lock)
{
	snprintf(text, size,
			 " CASE WHEN pg_catalog.pg_advisory_unlock_shared(%s)"
			 " THEN CASE WHEN pg_catalog.pg_advisory_xact_lock(%s) IS NOT NULL"
			 " THEN CASE WHEN pg_catalog.pg_advisory_unlock(%s) IS NOT NULL"
			 " THEN pg_catalog.pg_advisory_lock(%s) IS NOT NULL END END ELSE true END",
			 lock, lock, lock, lock);
}

/* A change from this mode to the other one has failed, and may have been made. pg_locks shows this mode because the
 * session still has it, or only a transaction. It is taken again, which waits for nobody, as one of the two has it. */
static void postgresql_take_back(char *sql, const char *lock, slock_held mode, bool fenced)
{
	const bool writes = mode == SLOCK_HELD_WRITE;
	const slock_held other = writes ? SLOCK_HELD_READ : SLOCK_HELD_WRITE;
	/* Whoever holds it for writing reads without "try", see below. */
	const char *attempt = writes ? "try_" : "";
	const char *granted = writes ? "true" : "NOT NULL";
	char held[HELD_SIZE], instead[HELD_SIZE], again[HELD_SIZE];

	print_held(held, lock, mode);
	print_held(instead, lock, other);
	if (writes) {
		print_write_again(again, sizeof(again), lock);
	} else {
		print_read_again(again, sizeof(again), lock);
	}
	snprintf(sql, SLOCK_SESSION_SQL_SIZE,
			 "SELECT CASE WHEN CASE WHEN EXISTS (SELECT%s)"
			 " THEN CASE WHEN EXISTS (SELECT%s) THEN%s ELSE true END"
			 " WHEN EXISTS (SELECT%s) THEN CASE WHEN pg_catalog.pg_%sadvisory_lock%s(%s) IS %s"
			 " THEN pg_catalog.pg_advisory_unlock%s(%s) IS NOT NULL ELSE false END"
			 " ELSE pg_catalog.pg_try_advisory_lock%s(%s) END THEN %s ELSE 0 END",
			 held, instead, again, instead, attempt, suffix(mode), lock, granted, suffix(other), lock, suffix(mode),
			 lock, fenced ? MINT : "1");
}

static void postgresql_acquire(char *sql, const char *lock, slock_held mode, unsigned may_hold, slock_time limit,
							   bool fenced)
{
	/* Before and after what gives the other mode up, whose answer is never below 0. */
	const char *before = fenced ? "CASE WHEN " : "1 + ", *after = fenced ? " >= 0 THEN " MINT " END" : "";

	char reading[HELD_SIZE], writing[HELD_SIZE], writing_at_all[HELD_SIZE];

	if (!may_hold) {
		snprintf(sql, SLOCK_SESSION_SQL_SIZE,
				 fenced ? "SELECT CASE WHEN pg_catalog.pg_try_advisory_lock%s(%s) THEN " MINT " ELSE 0 END"
						: "SELECT pg_catalog.pg_try_advisory_lock%s(%s)::int",
				 suffix(mode), lock);
		return;
	}
	if (may_hold & SLOCK_MAY_HOLD_INSTEAD) {
		postgresql_take_back(sql, lock, mode, fenced);
		return;
	}
	print_kept(reading, lock, SLOCK_HELD_READ, may_hold);
	print_kept(writing, lock, SLOCK_HELD_WRITE, may_hold);
	if (mode == SLOCK_HELD_WRITE) {
		snprintf(sql, SLOCK_SESSION_SQL_SIZE,
				 "SELECT CASE WHEN CASE WHEN EXISTS (SELECT%s) THEN true"
				 " ELSE pg_catalog.pg_try_advisory_lock(%s) END"
				 " THEN %scoalesce((SELECT pg_catalog.pg_advisory_unlock_shared(%s)::int%s), 0)%s ELSE 0 END",
				 writing, lock, before, lock, reading, after);
		return;
	}
	/* Whoever holds the lock for writing may read, and asks without "try": that one fails as soon as another writer
	 * waits, while this one never has to wait. */
	print_held(writing_at_all, lock, SLOCK_HELD_WRITE);
	snprintf(sql, SLOCK_SESSION_SQL_SIZE,
			 "SELECT CASE WHEN CASE WHEN EXISTS (SELECT%s) THEN true"
			 " WHEN EXISTS (SELECT%s) THEN pg_catalog.pg_advisory_lock_shared(%s) IS NOT NULL"
			 " ELSE pg_catalog.pg_try_advisory_lock_shared(%s) END"
			 " THEN %scoalesce((SELECT pg_catalog.pg_advisory_unlock(%s)::int%s), 0)%s ELSE 0 END",
			 reading, writing_at_all, lock, lock, before, lock, writing, after);
}

/* The time limit is that of this statement: the one that was set before is set again. Its end is caught here, where it
 * is no error in the log of the server; and so is the end of a time limit for statements, which is not ours. */
static void postgresql_bounded_wait(char *sql, const char *lock, slock_held mode, slock_time limit)
{
	snprintf(sql, SLOCK_SESSION_SQL_SIZE,
			 "DO $slock$DECLARE before text DEFAULT pg_catalog.current_setting('lock_timeout'); BEGIN"
			 " PERFORM pg_catalog.set_config('lock_timeout', '%dms', true);"
			 " BEGIN PERFORM pg_catalog.pg_advisory_lock%s(%s);"
			 " EXCEPTION WHEN lock_not_available OR query_canceled THEN NULL; END;"
			 " PERFORM pg_catalog.set_config('lock_timeout', before, true); END$slock$",
			 MAX((int) slock_ms_up(limit), 1), suffix(mode), lock);
}

/* The time limit is that of this statement; with it the server itself ends the wait, and nobody has to ask it to. */
static void postgresql_wait(char *sql, const char *lock, slock_held mode, slock_time limit, bool fenced)
{
	const char *before = fenced ? "CASE WHEN " : "(", *after = fenced ? " THEN " MINT " END" : ")::int";

	if (limit == SLOCK_FOREVER) {
		snprintf(sql, SLOCK_SESSION_SQL_SIZE, "SELECT %spg_catalog.pg_advisory_lock%s(%s) IS NOT NULL%s", before,
				 suffix(mode), lock, after);
		return;
	}
	snprintf(sql, SLOCK_SESSION_SQL_SIZE,
			 "SELECT CASE WHEN pg_catalog.set_config('lock_timeout', '%dms', true) IS NOT NULL"
			 " THEN %spg_catalog.pg_advisory_lock%s(%s) IS NOT NULL%s END",
			 (int) MAX(MIN(slock_ms_up(limit), INT32_MAX), 1), before, suffix(mode), lock, after);
}

static void postgresql_holds(char *sql, const char *lock, slock_held mode)
{
	char held[HELD_SIZE];

	print_held(held, lock, mode);
	snprintf(sql, SLOCK_SESSION_SQL_SIZE, "SELECT EXISTS (SELECT%s)::int", held);
}

/* The server warns in its log about a lock that is not held, so the may_already_hold form looks first. */
static void postgresql_release(char *sql, const char *lock, slock_held mode, bool may_already_hold)
{
	char held[HELD_SIZE];

	if (!may_already_hold) {
		snprintf(sql, SLOCK_SESSION_SQL_SIZE, "SELECT pg_catalog.pg_advisory_unlock%s(%s)::int", suffix(mode), lock);
		return;
	}
	print_held(held, lock, mode);
	snprintf(sql, SLOCK_SESSION_SQL_SIZE, "SELECT coalesce((SELECT pg_catalog.pg_advisory_unlock%s(%s)::int%s), 0)",
			 suffix(mode), lock, held);
}

static void postgresql_give_up(char *sql, const char *lock, bool write)
{
	postgresql_release(sql, lock, write ? SLOCK_HELD_WRITE : SLOCK_HELD_READ, true);
}

static void postgresql_create_sequence(char *sql)
{
	snprintf(sql, SLOCK_SESSION_SQL_SIZE, "CREATE SEQUENCE IF NOT EXISTS " SEQUENCE " START WITH %" PRId64,
			 slock_fence_after(0));
}

/* What an operation that nothing stands in the way of consists of. */
static const slock_advisory_statements postgresql_prepared[] = {
	[SLOCK_HELD_READ] =
		{
			.acquire = {0, "slock_try_shared", "SELECT pg_catalog.pg_try_advisory_lock_shared($1::bigint)::int"},
			.release = {1, "slock_unlock_shared", "SELECT pg_catalog.pg_advisory_unlock_shared($1::bigint)::int"},
			.acquire_fenced = {6, "slock_try_shared_fenced",
							   "SELECT CASE WHEN pg_catalog.pg_try_advisory_lock_shared($1::bigint) THEN " MINT
							   " ELSE 0 END"},
			.holds = {2, "slock_holds_shared", "SELECT EXISTS (SELECT" HELD("$1::bigint::oid", "ShareLock") ")::int"},
		},
	[SLOCK_HELD_WRITE] =
		{
			.acquire = {3, "slock_try", "SELECT pg_catalog.pg_try_advisory_lock($1::bigint)::int"},
			.release = {4, "slock_unlock", "SELECT pg_catalog.pg_advisory_unlock($1::bigint)::int"},
			.acquire_fenced = {7, "slock_try_fenced",
							   "SELECT CASE WHEN pg_catalog.pg_try_advisory_lock($1::bigint) THEN " MINT " ELSE 0 END"},
			.holds = {5, "slock_holds", "SELECT EXISTS (SELECT" HELD("$1::bigint::oid", "ExclusiveLock") ")::int"},
		},
};

const slock_advisory_dialect slock_advisory_postgresql = {
	.name = postgresql_name,
	.acquire = postgresql_acquire,
	.bounded_wait = postgresql_bounded_wait,
	.wait = postgresql_wait,
	.holds = postgresql_holds,
	.release = postgresql_release,
	.sequence = SEQUENCE,
	.find_sequence = "SELECT coalesce((SELECT CASE WHEN relkind <> 'S' THEN 1"
					 " WHEN pg_catalog.has_sequence_privilege(oid, 'USAGE, UPDATE') THEN 1 ELSE 2 END"
					 " FROM pg_catalog.pg_class WHERE oid = pg_catalog.to_regclass('" SEQUENCE "')), 0)",
	.create_sequence = postgresql_create_sequence,
	.prepared = postgresql_prepared,
	/* Numbers of processes come again, in one server and in the next. */
	.words = {.driver = "pgsql",
			  .which = ", pg_catalog.concat(pg_catalog.pg_backend_pid(), '/',"
					   " pg_catalog.date_part('epoch', pg_catalog.pg_postmaster_start_time())::numeric)",
			  .guarded = true,
			  .give_up = postgresql_give_up},
	.failure = "PostgreSQL gave no answer",
};

/* --- MySQL and MariaDB ---------------------------------------------------------------------------------------------
 */

/* 64 hexadecimal digits are just as many characters as a name may have. */
static void mysql_name(zend_string *resource, char lock[SLOCK_ADVISORY_NAME_SIZE])
{
	slock_digest_hex(slock_sha256, resource, lock);
}

/* mysqlnd keeps the names of columns until the request ends; the name of one without an alias is its text, with the
 * lock. */
#define ALIAS " AS slock"

/* A name is the same for all sessions: MariaDB compares bytes, and a plain literal has those of the session's
 * character_set_connection, which may be UTF-16. */
#define LOCK "_latin1'%s'"

/* GET_LOCK() counts, so it is not called when the session has the lock. MySQL rounds timeouts to whole seconds (9.7
 * makes 0 of 0.4, and a whole second of 0.5), which makes 0 of these, a tenth at most; MariaDB waits for them. */
static void mysql_acquire(char *sql, const char *lock, slock_held mode, unsigned may_hold, slock_time limit,
						  bool fenced)
{
	const long long ms = limit / SLOCK_MS;

	/* No %f: its decimal point is the locale's. */
	snprintf(sql, SLOCK_SESSION_SQL_SIZE,
			 "SELECT CASE WHEN IS_USED_LOCK(" LOCK ") = CONNECTION_ID() THEN 1 ELSE GET_LOCK(" LOCK
			 ", %lld.%03lld) END" ALIAS,
			 lock, lock, ms / 1000, ms % 1000);
}

static void mysql_holds(char *sql, const char *lock, slock_held mode)
{
	snprintf(sql, SLOCK_SESSION_SQL_SIZE, "SELECT COALESCE(IS_USED_LOCK(" LOCK ") = CONNECTION_ID(), 0)" ALIAS, lock);
}

static void mysql_release(char *sql, const char *lock, slock_held mode, bool may_already_hold)
{
	snprintf(sql, SLOCK_SESSION_SQL_SIZE, "SELECT COALESCE(RELEASE_LOCK(" LOCK "), 0)" ALIAS, lock);
}

static void mysql_give_up(char *sql, const char *lock, bool write)
{
	snprintf(sql, SLOCK_SESSION_SQL_SIZE, "DO RELEASE_LOCK(" LOCK ")", lock);
}

/* Connections are numbered from 1 by every server, and those of one image agree in all that their configuration says.
 * MySQL has an identifier that is a server's own (5.7.6, and before); MariaDB, which takes comments with its own letter
 * and none of MySQL's 5.7 and later for statements, has none in all of its versions, and names the session once. The
 * separator is no literal of character_set_connection: by UTF-16 the word would be another one the first time. */
#define MYSQL_SESSION                                                                                                  \
	", CONCAT_WS(_latin1'/', CONNECTION_ID(), @@hostname, @@port, @@datadir/*!50706 , @@server_uuid */"                \
	"/*M! , COALESCE(@slock_session, @slock_session := UUID()) */) AS session"

const slock_advisory_dialect slock_advisory_mysql = {
	.name = mysql_name,
	.acquire = mysql_acquire,
	.holds = mysql_holds,
	.release = mysql_release,
	.words = {.driver = "mysql", .which = MYSQL_SESSION, .give_up = mysql_give_up},
	.failure = "GET_LOCK() failed at the server, which gives no reason (out of memory, or the session was killed)",
};
