/* SPDX-License-Identifier: MIT
 *
 * SQL text only: see statements.h. Every statement is a text in which these stand for what is known only now:
 *
 *     %t table   %i %k %e its columns id, token and expiration   %I %K what stands in the first two, quoted
 *     %N now   %S the lifetime in seconds   %X when it ends   %R how much earlier a row may say that it has expired
 *     %D by how much Oracle's %N grows in a lifetime, at most
 *     %U %X, or what stands in the row where that is later and has to stay
 *     %f what stands beside the table for fencing tokens   %F the same as a value   %C now in microseconds
 *     %L %U, and LAST_INSERT_ID() keeps the number that it has
 *
 * The column holds whole seconds except in SQLite. A lock must never end for others before it ends for its holder, so
 * our expiry is rounded up, and a row counts as expired only when that is true however its writer has rounded: the PHP
 * package leaves it to the column, which rounds to the nearest second, or down. */
#include "php_slock.h"
#include "stores/table/statements.h"

#include "core/clock.h"
#include "core/fencing.h"

#include "zend_smart_str.h"

/* --- identifiers ------------------------------------------------------------------------------------------------- */

static bool statement_is_name_char(unsigned char c, bool first)
{
	return isalpha(c) || c == '_' || c >= 0x80 || (!first && (isdigit(c) || c == '$' || c == '#'));
}

/* One part of a name; returns what follows, NULL when there is none. */
static const char *statement_skip_part(const char *text)
{
	char end = *text == '[' ? ']' : *text;

	if (*text == '"' || *text == '`' || *text == '[') {
		const char *start = ++text;

		for (; *text && (*text != end || text[1] == end); text++) {
			text += *text == end;
		}
		return *text && text > start ? text + 1 : NULL;
	}
	if (!statement_is_name_char((unsigned char) *text, true)) {
		return NULL;
	}
	while (statement_is_name_char((unsigned char) *text, false)) {
		text++;
	}
	return text;
}

bool slock_sql_identifier_is_valid(const zend_string *name)
{
	const char *text = ZSTR_VAL(name);

	while ((text = statement_skip_part(text)) && *text == '.') {
		text++;
	}
	return text && text == ZSTR_VAL(name) + ZSTR_LEN(name);
}

static bool statement_is_qualified(const zend_string *name)
{
	const char *after = statement_skip_part(ZSTR_VAL(name));

	return after && *after == '.';
}

/* In its quotes, if it has any. */
zend_string *slock_sql_fence_name(const zend_string *table)
{
	char last = ZSTR_VAL(table)[ZSTR_LEN(table) - 1];
	size_t quote = last == '"' || last == '`' || last == ']' ? 1 : 0;

	return strpprintf(0, "%.*s_fence%.*s", (int) (ZSTR_LEN(table) - quote), ZSTR_VAL(table), (int) quote, &last);
}

/* --- platforms --------------------------------------------------------------------------------------------------- */

/* The package's clock on MySQL goes by the session's time zone. Where summer time ends an hour comes twice in it, with
 * the same numbers, and then it goes forward by an hour, with which all locks would expire. The other one knows no
 * zones. A lock has expired when both say so, and ends when the later one says, so that neither grants it twice. */
#define MYSQL_CLOCKS "(UNIX_TIMESTAMP(NOW(6)), UNIX_TIMESTAMP() + MICROSECOND(NOW(6)) / 1000000)"

static const struct {
	/* Seconds since 1970 by the server's clock, with a fraction. These are the package's, so that both agree, except
	 * that PostgreSQL's NOW() stands still during a transaction, and MySQL's. NULL: by our clock. */
	const char *now;
	const char *expiry;   /* %X. With `now` NULL it is worked out here */
	const char *rounding; /* %R: how much earlier than its holder believes a row may say that it has expired */
	const char *create;   /* what follows CREATE TABLE; NULL: the column types are not known */
	bool if_missing;      /* "IF NOT EXISTS" can follow it */
} platforms[] = {
	[SLOCK_SQL_OTHER] = {NULL, NULL, " + 0.5", NULL, false},
	[SLOCK_SQL_SQLITE] = {"((julianday('now') - 2440587.5) * 86400.0)", "%N + %S", "",
						  "%t (%i TEXT NOT NULL PRIMARY KEY, %k TEXT NOT NULL, %e INTEGER)", true},
	[SLOCK_SQL_MYSQL] = {"LEAST" MYSQL_CLOCKS, "CEIL(GREATEST" MYSQL_CLOCKS " + %S)", " + 0.5",
						 "%t (%i VARCHAR(64) NOT NULL PRIMARY KEY, %k VARCHAR(44) NOT NULL,"
						 " %e INTEGER UNSIGNED NOT NULL) ENGINE = InnoDB",
						 true},
	[SLOCK_SQL_PGSQL] = {"CAST(EXTRACT(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)", "CEIL(%N + %S)", " + 0.5",
						 "%t (%i VARCHAR(64) NOT NULL PRIMARY KEY, %k VARCHAR(64) NOT NULL, %e INTEGER)", true},
	/* The package's clock on Oracle counts the seconds of a day twice: with a DATE's fraction of a day, and once more.
	 * It goes at double speed, and at midnight (UTC) goes back by a day. Owners with another one would take each
	 * other's locks, so it is ours, too; but what we write has not come by it before the lifetime is over. */
	[SLOCK_SQL_OCI] = {"((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 +"
					   " TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF')))",
					   "CEIL(%N + %D)", " + 0.5",
					   "%t (%i VARCHAR2(64) NOT NULL PRIMARY KEY, %k VARCHAR2(64) NOT NULL, %e INTEGER)", false},
	[SLOCK_SQL_SQLSRV] = {"(CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0)",
						  "CEILING(%N + %S)", " + 1",
						  "%t (%i VARCHAR(64) NOT NULL PRIMARY KEY, %k VARCHAR(64) NOT NULL, %e INTEGER)", false},
};

/* --- statements -------------------------------------------------------------------------------------------------- */

#define EXPIRED "%e%R <= %N"
#define FREE_FOR_US "%k = %K OR " EXPIRED
#define HELD "%i = %I AND %k = %K AND %e > %N"
#define INSERT "INSERT INTO %t (%i, %k, %e) VALUES (%I, %K, %X)"
#define UPSERT INSERT " ON CONFLICT (%i) DO UPDATE SET %k = %K, %e = %U WHERE %t.%k = %K OR %t." EXPIRED
/* MySQL 8.0.1, MariaDB 10.6; to others it is a comment. */
#define MYSQL_SKIP_LOCKED " /*!80001 FOR UPDATE SKIP LOCKED *//*M!100600 FOR UPDATE SKIP LOCKED */"
#define FENCE "key_fence"
#define DAY "86400000000"

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

/* IF(LAST_INSERT_ID(id), value, 0), where the first argument is always true: it is there for its effect. The column in
 * it keeps the server from working it out before it has read the row; as a number with a fraction it would take digits
 * from the id. */
#define TELLING(id, value) "IF(LAST_INSERT_ID(" TEXT(id) " + 0 * CAST(%e AS SIGNED)), " value ", 0)"
#define TELLING_NEW "IF(LAST_INSERT_ID(" TEXT(SLOCK_SQL_ID_NEW) "), %X, 0)"

static const struct {
	const char *text;
	const char *mysql; /* NULL: the same */
} statements[] = {
	/* MySQL assigns from left to right, MariaDB with SIMULTANEOUS_ASSIGNMENT all at once: the second condition says the
	 * same of the token that the first one has written as of the one before. */
	[SLOCK_SQL_UPSERT] = {UPSERT, "INSERT INTO %t (%i, %k, %e) VALUES (%I, %K, " TELLING_NEW
								  ") ON DUPLICATE KEY UPDATE %k = IF(" FREE_FOR_US ", %K, %k), %e = IF(" FREE_FOR_US
								  ", " TELLING(SLOCK_SQL_ID_OURS, "%U") ", " TELLING(SLOCK_SQL_ID_THEIRS, "%e") ")"},
	[SLOCK_SQL_INSERT] = {INSERT, NULL},
	[SLOCK_SQL_UPDATE] = {"UPDATE %t SET %e = %U, %k = %K WHERE %i = %I AND (" FREE_FOR_US ")",
						  "UPDATE %t SET %e = " TELLING(SLOCK_SQL_ID_OURS,
														"%U") ", %k = %K WHERE %i = %I AND (" FREE_FOR_US ")"},
	[SLOCK_SQL_RENEW] = {"UPDATE %t SET %e = %U WHERE %i = %I AND %k = %K",
						 "UPDATE %t SET %e = " TELLING(SLOCK_SQL_ID_OURS, "%U") " WHERE %i = %I AND %k = %K"},
	[SLOCK_SQL_RENEW_UNSEEN] = {"UPDATE %t SET %e = %U WHERE %i = %I AND %k = %K",
								"UPDATE %t SET %e = %L WHERE %i = %I AND %k = %K"},
	[SLOCK_SQL_DELETE] = {"DELETE FROM %t WHERE %i = %I AND %k = %K", NULL},
	[SLOCK_SQL_SELECT] = {"SELECT 1 FROM %t WHERE " HELD, NULL},
	/* Not as a transaction of the user's has seen the row before, nor as a replica has it, where a proxy sends what
	 * only reads. The statement before or after locks the row as well, for as long as that transaction lasts: but in
	 * READ COMMITTED not another owner's, and neither does this, as long as the server takes it for a range. */
	[SLOCK_SQL_SELECT_LATEST] = {"SELECT 1 FROM %t WHERE " HELD,
								 "SELECT 1 FROM %t WHERE %i >= %I AND %i <= %I AND %k = %K AND %e > %N FOR UPDATE"},
	[SLOCK_SQL_SELECT_OWNER] = {"SELECT %k FROM %t WHERE %i = %I", NULL},
	/* Nobody is waited for who has one of the rows in a transaction: meanwhile all that were looked at before it would
	 * stay locked, those of holders as well, and go on so at the server after the client has given up. */
	[SLOCK_SQL_PRUNE] = {"DELETE FROM %t WHERE " EXPIRED,
						 "DELETE %t FROM (SELECT %i AS slock_id FROM %t WHERE " EXPIRED " LIMIT 1000" MYSQL_SKIP_LOCKED
						 ") AS slock_expired STRAIGHT_JOIN %t ON %t.%i = slock_expired.slock_id WHERE " EXPIRED},
	[SLOCK_SQL_PRUNE_PGSQL] = {"DELETE FROM %t WHERE %i IN (SELECT %i FROM %t WHERE " EXPIRED
							   " FOR UPDATE SKIP LOCKED)",
							   NULL},
	/* PostgreSQL. A sequence goes on also where the transaction is rolled back. */
	[SLOCK_SQL_UPSERT_FENCED] = {UPSERT " RETURNING pg_catalog.nextval(%F)", NULL},
	/* SQLite, where one number counts for all locks, and MySQL, where nobody waits for the owners of others. There the
	 * row of the lock is locked: what is read must not be over by the time of the token. */
	[SLOCK_SQL_MINT] = {"REPLACE INTO %f (" FENCE ", %i) SELECT MAX(%C, COALESCE((SELECT MAX(" FENCE
						") FROM %f), 0) + 1), %i FROM %t WHERE " HELD,
						"INSERT INTO %f (%i, " FENCE ") SELECT %i, LAST_INSERT_ID(%C) FROM %t WHERE " HELD
						" FOR UPDATE ON DUPLICATE KEY UPDATE " FENCE " = LAST_INSERT_ID(GREATEST(" FENCE " + 1, %C))"},
	[SLOCK_SQL_SELECT_FENCE] = {"SELECT " FENCE " FROM %f WHERE %i = %I AND EXISTS (SELECT 1 FROM %t WHERE " HELD ")",
								"SELECT " FENCE " FROM %f WHERE %i = %I AND EXISTS (SELECT 1 FROM %t WHERE " HELD
								" FOR UPDATE) FOR UPDATE"},
	[SLOCK_SQL_PRUNE_FENCES] = {"DELETE FROM %f WHERE " FENCE " < %C - " DAY, NULL},
};

static void statement_append_number(smart_str *sql, const char *format, double number)
{
	char buffer[512];

	ap_php_snprintf(buffer, sizeof(buffer), format, number);
	smart_str_appends(sql, buffer);
}

static void statement_append_quoted(smart_str *sql, zend_string *value)
{
	smart_str_appendc(sql, '\'');
	smart_str_append(sql, value);
	smart_str_appendc(sql, '\'');
}

/* A name may have an apostrophe within its quotes. */
static void statement_append_name_as_text(smart_str *sql, const zend_string *name)
{
	smart_str_appendc(sql, '\'');
	for (size_t i = 0; i < ZSTR_LEN(name); i++) {
		if (ZSTR_VAL(name)[i] == '\'') {
			smart_str_appendc(sql, '\'');
		}
		smart_str_appendc(sql, ZSTR_VAL(name)[i]);
	}
	smart_str_appendc(sql, '\'');
}

/* PostgreSQL. The schema that the name of the table leads to, whose quotes it has if it needs them; null where there is
 * no table. Out of the caches of the session, like the name itself; 1259 is pg_class, in every database. */
static void statement_append_schema(smart_str *sql, const zend_string *table)
{
	smart_str_appends(sql, "(pg_catalog.pg_identify_object(1259, pg_catalog.to_regclass(");
	statement_append_name_as_text(sql, table);
	smart_str_appends(sql, "), 0)).schema");
}

/* PostgreSQL. A name without a schema is looked for where the table is, whatever the search_path has before it: owners
 * with other ones count by the same sequence. */
static void statement_append_fence_value(smart_str *sql, const slock_sql_table *table)
{
	if (statement_is_qualified(table->name)) {
		statement_append_name_as_text(sql, table->fence);
		return;
	}
	smart_str_appends(sql, "CAST(");
	statement_append_schema(sql, table->name);
	smart_str_appends(sql, " || '.' || ");
	statement_append_name_as_text(sql, table->fence);
	smart_str_appends(sql, " AS pg_catalog.regclass)");
}

/* By the server's clock, in MySQL the one that knows no time zones. SQLite has ours, which is finer there. */
static void statement_append_microseconds(smart_str *sql, slock_sql_platform platform)
{
	if (platform == SLOCK_SQL_MYSQL) {
		smart_str_appends(sql, "(UNIX_TIMESTAMP() * 1000000 + MICROSECOND(NOW(6)))");
	} else {
		smart_str_append_long(sql, (zend_long) slock_fence_after(0));
	}
}

static void statement_append(smart_str *sql, const slock_sql_row *row, const char *text);

/* As in TELLING; 0 it says by itself. */
static void statement_append_expiry_keeping_id(smart_str *sql, const slock_sql_row *row)
{
	if (!row->last_id) {
		statement_append(sql, row, "%U");
		return;
	}
	smart_str_appends(sql, "IF(LAST_INSERT_ID(");
	smart_str_append_long(sql, row->last_id);
	statement_append(sql, row, " + 0 * %e), %U, 0)");
}

static void statement_append_fence(smart_str *sql, const slock_sql_row *row)
{
	if (row->schema && !statement_is_qualified(row->table->name)) {
		smart_str_append(sql, row->schema);
		smart_str_appendc(sql, '.');
	}
	smart_str_append(sql, row->table->fence);
}

static void statement_append_time(smart_str *sql, const slock_sql_row *row, char piece)
{
	const char *now = platforms[row->platform].now;

	if (piece == 'N' && now) {
		smart_str_appends(sql, now);
	} else if (piece == 'N') {
		statement_append_number(sql, "%.6F", slock_clock_wall());
	} else if (now) {
		statement_append(sql, row, platforms[row->platform].expiry);
	} else {
		statement_append_number(sql, "%.0F", ceil(slock_clock_wall() + row->ttl));
	}
}

static void statement_append_piece(smart_str *sql, const slock_sql_row *row, char piece)
{
	switch (piece) {
		case 't':
			smart_str_append(sql, row->table->name);
			break;
		case 'i':
			smart_str_append(sql, row->table->id);
			break;
		case 'k':
			smart_str_append(sql, row->table->token);
			break;
		case 'e':
			smart_str_append(sql, row->table->expiration);
			break;
		case 'f':
			statement_append_fence(sql, row);
			break;
		case 'F':
			statement_append_fence_value(sql, row->table);
			break;
		case 'L':
			statement_append_expiry_keeping_id(sql, row);
			break;
		case 'U':
			/* Of another owner's row it is not: that has expired. Each has its own GREATEST(), or none. */
			statement_append(sql, row, row->only_prolongs ? "CASE WHEN %t.%e > %X THEN %t.%e ELSE %X END" : "%X");
			break;
		case 'C':
			statement_append_microseconds(sql, row->platform);
			break;
		case 'I':
			statement_append_quoted(sql, row->id);
			break;
		case 'K':
			statement_append_quoted(sql, row->token);
			break;
		case 'R':
			smart_str_appends(sql, platforms[row->platform].rounding);
			break;
		case 'D':
			/* Twice the time of a day, once what is more; and a second, as a DATE has whole ones only. */
			statement_append_number(sql, "%.3F", ceil((row->ttl + MIN(row->ttl, 86400.0) + 1.0) * 1000.0) / 1000.0);
			break;
		case 'S':
			/* Milliseconds, rounded up; SQLite's clock has no more, and drops what is below. */
			statement_append_number(
				sql, "%.3F", ceil(row->ttl * 1000.0) / 1000.0 + (row->platform == SLOCK_SQL_SQLITE ? 0.001 : 0.0));
			break;
		default:
			ZEND_ASSERT(piece == 'N' || piece == 'X');
			statement_append_time(sql, row, piece);
	}
}

static void statement_append(smart_str *sql, const slock_sql_row *row, const char *text)
{
	for (const char *piece; (piece = strchr(text, '%')); text = piece + 2) {
		smart_str_appendl(sql, text, piece - text);
		statement_append_piece(sql, row, piece[1]);
	}
	smart_str_appends(sql, text);
}

zend_string *slock_sql_statement(slock_sql_kind kind, const slock_sql_row *row)
{
	const char *mysql = row->platform == SLOCK_SQL_MYSQL ? statements[kind].mysql : NULL;
	smart_str sql = {0};

	statement_append(&sql, row, mysql ? mysql : statements[kind].text);
	smart_str_0(&sql);
	return sql.s;
}

zend_string *slock_sql_create(const slock_sql_table *table, slock_sql_platform platform, bool if_missing)
{
	const slock_sql_row row = {.table = table, .platform = platform};
	smart_str sql = {0};

	if (!platforms[platform].create) {
		return NULL;
	}
	smart_str_appends(&sql,
					  if_missing && platforms[platform].if_missing ? "CREATE TABLE IF NOT EXISTS " : "CREATE TABLE ");
	statement_append(&sql, &row, platforms[platform].create);
	smart_str_0(&sql);
	return sql.s;
}

slock_sql_fencing slock_sql_fencing_of(slock_sql_platform platform)
{
	switch (platform) {
		case SLOCK_SQL_PGSQL:
			return SLOCK_SQL_FENCE_WITH_GRANT;
		case SLOCK_SQL_SQLITE:
		case SLOCK_SQL_MYSQL:
			return SLOCK_SQL_FENCE_AFTER_IT;
		default:
			return SLOCK_SQL_NO_FENCE;
	}
}

static zend_string *statement_of_table(const slock_sql_table *table, slock_sql_platform platform,
									   const zend_string *schema, const char *text)
{
	const slock_sql_row row = {.table = table, .platform = platform, .schema = schema};
	smart_str sql = {0};

	statement_append(&sql, &row, text);
	smart_str_0(&sql);
	return sql.s;
}

/* A sequence that is made again, after it was lost, begins beyond all that the one before it has given. */
zend_string *slock_sql_create_fence(const slock_sql_table *table, slock_sql_platform platform,
									const zend_string *schema)
{
	switch (platform) {
		case SLOCK_SQL_PGSQL:
			return statement_of_table(table, platform, schema, "CREATE SEQUENCE IF NOT EXISTS %f START WITH %C");
		case SLOCK_SQL_SQLITE:
			return statement_of_table(table, platform, NULL,
									  "CREATE TABLE IF NOT EXISTS %f (" FENCE
									  " INTEGER NOT NULL PRIMARY KEY, %i TEXT NOT NULL UNIQUE)");
		default:
			ZEND_ASSERT(platform == SLOCK_SQL_MYSQL);
			return statement_of_table(table, platform, NULL,
									  "CREATE TABLE IF NOT EXISTS %f (%i VARCHAR(64) NOT NULL PRIMARY KEY, " FENCE
									  " BIGINT NOT NULL, KEY (" FENCE ")) ENGINE = InnoDB");
	}
}

zend_string *slock_sql_find_table(const slock_sql_table *table)
{
	smart_str sql = {0};

	smart_str_appends(&sql, "SELECT ");
	statement_append_schema(&sql, table->name);
	smart_str_0(&sql);
	return sql.s;
}

bool slock_sql_has_upsert(slock_sql_platform platform, const zend_string *sqlite_version)
{
	int major = 0, minor = 0;

	switch (platform) {
		case SLOCK_SQL_MYSQL:
		case SLOCK_SQL_PGSQL:
			return true;
		case SLOCK_SQL_SQLITE:
			return sqlite_version && sscanf(ZSTR_VAL(sqlite_version), "%d.%d", &major, &minor) == 2 &&
				   (major > 3 || (major == 3 && minor >= 24));
		default:
			return false;
	}
}
