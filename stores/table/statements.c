/* SPDX-License-Identifier: MIT
 *
 * SQL text only: see statements.h.
 *
 * The column holds whole seconds except in SQLite. A lock must never end for others before it ends for its holder, so
 * our expiry is rounded up, and a row counts as expired only when that is true however its writer has rounded: the PHP
 * package leaves it to the column, which rounds to the nearest second, or down. */
#include "php_slock.h"
#include "stores/table/statements.h"

#include "core/clock.h"

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

/* --- time -------------------------------------------------------------------------------------------------------- */

/* Seconds since 1970 by the server's clock, with a fraction. These are the package's, so that both agree, except that
 * PostgreSQL's NOW() stands still during a transaction. */
static void append_now(smart_str *sql, slock_sql_platform platform)
{
	char buffer[64];

	switch (platform) {
		case SLOCK_SQL_MYSQL:
			smart_str_appends(sql, "UNIX_TIMESTAMP(NOW(6))");
			break;
		case SLOCK_SQL_SQLITE:
			smart_str_appends(sql, "((julianday('now') - 2440587.5) * 86400.0)");
			break;
		case SLOCK_SQL_PGSQL:
			smart_str_appends(sql, "CAST(EXTRACT(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)");
			break;
		case SLOCK_SQL_OCI:
			smart_str_appends(sql, "((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + "
								   "TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF')))");
			break;
		case SLOCK_SQL_SQLSRV:
			smart_str_appends(sql, "(CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0)");
			break;
		default:
			ap_php_snprintf(buffer, sizeof(buffer), "%.6F", slock_clock_wall());
			smart_str_appends(sql, buffer);
	}
}

/* Milliseconds, rounded up; SQLite's clock has no more, and drops what is below. */
static void append_seconds(smart_str *sql, slock_sql_platform platform, double ttl)
{
	char buffer[512];

	ap_php_snprintf(buffer, sizeof(buffer), "%.3F",
					ceil(ttl * 1000.0) / 1000.0 + (platform == SLOCK_SQL_SQLITE ? 0.001 : 0.0));
	smart_str_appends(sql, buffer);
}

static void append_expiry(smart_str *sql, slock_sql_platform platform, double ttl)
{
	if (platform == SLOCK_SQL_OTHER) {
		char buffer[512];

		ap_php_snprintf(buffer, sizeof(buffer), "%.0F", ceil(slock_clock_wall() + ttl));
		smart_str_appends(sql, buffer);
		return;
	}
	if (platform != SLOCK_SQL_SQLITE) {
		smart_str_appends(sql, platform == SLOCK_SQL_SQLSRV ? "CEILING(" : "CEIL(");
	}
	append_now(sql, platform);
	smart_str_appends(sql, " + ");
	append_seconds(sql, platform, ttl);
	if (platform != SLOCK_SQL_SQLITE) {
		smart_str_appendc(sql, ')');
	}
}

/* How much earlier than its holder believes a row may say that it has expired. */
static const char *rounding_of(slock_sql_platform platform)
{
	switch (platform) {
		case SLOCK_SQL_SQLITE:
			return "";
		case SLOCK_SQL_SQLSRV:
			return " + 1";
		default:
			return " + 0.5";
	}
}

static void append_column(smart_str *sql, const slock_sql_table *table, zend_string *column, bool qualified)
{
	if (qualified) {
		smart_str_append(sql, table->name);
		smart_str_appendc(sql, '.');
	}
	smart_str_append(sql, column);
}

static void append_is_expired(smart_str *sql, const slock_sql_table *table, slock_sql_platform platform, bool qualified)
{
	append_column(sql, table, table->expiration, qualified);
	smart_str_appends(sql, rounding_of(platform));
	smart_str_appends(sql, " <= ");
	append_now(sql, platform);
}

/* --- pieces ------------------------------------------------------------------------------------------------------ */

static void append_literal(smart_str *sql, zend_string *value)
{
	smart_str_appendc(sql, '\'');
	smart_str_append(sql, value);
	smart_str_appendc(sql, '\'');
}

static void append_equals(smart_str *sql, zend_string *column, zend_string *value)
{
	smart_str_append(sql, column);
	smart_str_appends(sql, " = ");
	append_literal(sql, value);
}

static void append_is_free_for(smart_str *sql, const slock_sql_table *table, slock_sql_platform platform,
							   bool qualified, zend_string *token)
{
	append_column(sql, table, table->token, qualified);
	smart_str_appends(sql, " = ");
	append_literal(sql, token);
	smart_str_appends(sql, " OR ");
	append_is_expired(sql, table, platform, qualified);
}

static void append_insert(smart_str *sql, const slock_sql_table *table, slock_sql_platform platform, zend_string *id,
						  zend_string *token, double ttl)
{
	smart_str_appends(sql, "INSERT INTO ");
	smart_str_append(sql, table->name);
	smart_str_appends(sql, " (");
	smart_str_append(sql, table->id);
	smart_str_appends(sql, ", ");
	smart_str_append(sql, table->token);
	smart_str_appends(sql, ", ");
	smart_str_append(sql, table->expiration);
	smart_str_appends(sql, ") VALUES (");
	append_literal(sql, id);
	smart_str_appends(sql, ", ");
	append_literal(sql, token);
	smart_str_appends(sql, ", ");
	append_expiry(sql, platform, ttl);
	smart_str_appendc(sql, ')');
}

static zend_string *statement_finished(smart_str *sql)
{
	smart_str_0(sql);
	return sql->s;
}

/* IF(LAST_INSERT_ID(id), column or expiry, 0), where the first argument is always true: it is there for its effect. The
 * column in it keeps the server from working it out before it has read the row. */
static void append_telling(smart_str *sql, const slock_sql_table *table, const char *id)
{
	smart_str_appends(sql, "IF(LAST_INSERT_ID(");
	smart_str_appends(sql, id);
	smart_str_appends(sql, " + 0 * ");
	smart_str_append(sql, table->expiration);
	smart_str_appends(sql, "), ");
}

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

/* MySQL assigns from left to right: the token decides, and what it has become decides about the expiry. */
static void append_mysql_update(smart_str *sql, const slock_sql_table *table, zend_string *token, double ttl)
{
	smart_str_appends(sql, " ON DUPLICATE KEY UPDATE ");
	smart_str_append(sql, table->token);
	smart_str_appends(sql, " = IF(");
	append_is_free_for(sql, table, SLOCK_SQL_MYSQL, false, token);
	smart_str_appends(sql, ", ");
	append_literal(sql, token);
	smart_str_appends(sql, ", ");
	smart_str_append(sql, table->token);
	smart_str_appends(sql, "), ");
	smart_str_append(sql, table->expiration);
	smart_str_appends(sql, " = IF(");
	append_equals(sql, table->token, token);
	smart_str_appends(sql, ", ");
	append_telling(sql, table, TEXT(SLOCK_SQL_ID_OURS));
	append_expiry(sql, SLOCK_SQL_MYSQL, ttl);
	smart_str_appends(sql, ", 0), ");
	append_telling(sql, table, TEXT(SLOCK_SQL_ID_THEIRS));
	smart_str_append(sql, table->expiration);
	smart_str_appends(sql, ", 0))");
}

/* --- statements -------------------------------------------------------------------------------------------------- */

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

zend_string *slock_sql_upsert(const slock_sql_table *table, slock_sql_platform platform, zend_string *id,
							  zend_string *token, double ttl)
{
	smart_str sql = {0};

	append_insert(&sql, table, platform, id, token, ttl);
	if (platform == SLOCK_SQL_MYSQL) {
		append_mysql_update(&sql, table, token, ttl);
		return statement_finished(&sql);
	}
	smart_str_appends(&sql, " ON CONFLICT (");
	smart_str_append(&sql, table->id);
	smart_str_appends(&sql, ") DO UPDATE SET ");
	append_equals(&sql, table->token, token);
	smart_str_appends(&sql, ", ");
	smart_str_append(&sql, table->expiration);
	smart_str_appends(&sql, " = ");
	append_expiry(&sql, platform, ttl);
	smart_str_appends(&sql, " WHERE ");
	append_is_free_for(&sql, table, platform, true, token);
	return statement_finished(&sql);
}

zend_string *slock_sql_insert(const slock_sql_table *table, slock_sql_platform platform, zend_string *id,
							  zend_string *token, double ttl)
{
	smart_str sql = {0};

	append_insert(&sql, table, platform, id, token, ttl);
	return statement_finished(&sql);
}

zend_string *slock_sql_update(const slock_sql_table *table, slock_sql_platform platform, zend_string *id,
							  zend_string *token, double ttl)
{
	smart_str sql = {0};

	smart_str_appends(&sql, "UPDATE ");
	smart_str_append(&sql, table->name);
	smart_str_appends(&sql, " SET ");
	smart_str_append(&sql, table->expiration);
	smart_str_appends(&sql, " = ");
	if (platform == SLOCK_SQL_MYSQL) {
		append_telling(&sql, table, TEXT(SLOCK_SQL_ID_OURS));
	}
	append_expiry(&sql, platform, ttl);
	if (platform == SLOCK_SQL_MYSQL) {
		smart_str_appends(&sql, ", 0)");
	}
	smart_str_appends(&sql, ", ");
	append_equals(&sql, table->token, token);
	smart_str_appends(&sql, " WHERE ");
	append_equals(&sql, table->id, id);
	smart_str_appends(&sql, " AND (");
	append_is_free_for(&sql, table, platform, false, token);
	smart_str_appendc(&sql, ')');
	return statement_finished(&sql);
}

zend_string *slock_sql_delete(const slock_sql_table *table, zend_string *id, zend_string *token)
{
	smart_str sql = {0};

	smart_str_appends(&sql, "DELETE FROM ");
	smart_str_append(&sql, table->name);
	smart_str_appends(&sql, " WHERE ");
	append_equals(&sql, table->id, id);
	smart_str_appends(&sql, " AND ");
	append_equals(&sql, table->token, token);
	return statement_finished(&sql);
}

zend_string *slock_sql_select(const slock_sql_table *table, slock_sql_platform platform, zend_string *id,
							  zend_string *token)
{
	smart_str sql = {0};

	smart_str_appends(&sql, "SELECT 1 FROM ");
	smart_str_append(&sql, table->name);
	smart_str_appends(&sql, " WHERE ");
	append_equals(&sql, table->id, id);
	smart_str_appends(&sql, " AND ");
	append_equals(&sql, table->token, token);
	smart_str_appends(&sql, " AND ");
	smart_str_append(&sql, table->expiration);
	smart_str_appends(&sql, " > ");
	append_now(&sql, platform);
	return statement_finished(&sql);
}

zend_string *slock_sql_select_owner(const slock_sql_table *table, zend_string *id)
{
	smart_str sql = {0};

	smart_str_appends(&sql, "SELECT ");
	smart_str_append(&sql, table->token);
	smart_str_appends(&sql, " FROM ");
	smart_str_append(&sql, table->name);
	smart_str_appends(&sql, " WHERE ");
	append_equals(&sql, table->id, id);
	return statement_finished(&sql);
}

zend_string *slock_sql_prune(const slock_sql_table *table, slock_sql_platform platform)
{
	smart_str sql = {0};

	smart_str_appends(&sql, "DELETE FROM ");
	smart_str_append(&sql, table->name);
	smart_str_appends(&sql, " WHERE ");
	append_is_expired(&sql, table, platform, false);
	return statement_finished(&sql);
}

zend_string *slock_sql_create(const slock_sql_table *table, slock_sql_platform platform, bool if_missing)
{
	static const struct {
		const char *id, *token, *expiration, *options;
		bool if_missing;
	} types[] = {
		[SLOCK_SQL_SQLITE] = {"TEXT", "TEXT", "INTEGER", "", true},
		[SLOCK_SQL_MYSQL] = {"VARCHAR(64)", "VARCHAR(44)", "INTEGER UNSIGNED NOT NULL", " ENGINE = InnoDB", true},
		[SLOCK_SQL_PGSQL] = {"VARCHAR(64)", "VARCHAR(64)", "INTEGER", "", true},
		[SLOCK_SQL_OCI] = {"VARCHAR2(64)", "VARCHAR2(64)", "INTEGER", "", false},
		[SLOCK_SQL_SQLSRV] = {"VARCHAR(64)", "VARCHAR(64)", "INTEGER", "", false},
	};
	smart_str sql = {0};

	if (platform == SLOCK_SQL_OTHER) {
		return NULL;
	}
	smart_str_appends(&sql, if_missing && types[platform].if_missing ? "CREATE TABLE IF NOT EXISTS " : "CREATE TABLE ");
	smart_str_append(&sql, table->name);
	smart_str_appends(&sql, " (");
	smart_str_append(&sql, table->id);
	smart_str_appendc(&sql, ' ');
	smart_str_appends(&sql, types[platform].id);
	smart_str_appends(&sql, " NOT NULL PRIMARY KEY, ");
	smart_str_append(&sql, table->token);
	smart_str_appendc(&sql, ' ');
	smart_str_appends(&sql, types[platform].token);
	smart_str_appends(&sql, " NOT NULL, ");
	smart_str_append(&sql, table->expiration);
	smart_str_appendc(&sql, ' ');
	smart_str_appends(&sql, types[platform].expiration);
	smart_str_appendc(&sql, ')');
	smart_str_appends(&sql, types[platform].options);
	return statement_finished(&sql);
}
