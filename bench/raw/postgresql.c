/* SPDX-License-Identifier: MIT
 *
 * postgresql: an advisory lock and its release, each a prepared statement. The server is that of the environment, as
 * tests/servers/ names it. */
#include <string.h>

#include <postgresql/libpq-fe.h>

#include "raw.h"

static PGconn *connection;

static void run(const char *statement)
{
	static const char *const values[] = {"1397506891"};
	PGresult *result = PQexecPrepared(connection, statement, 1, values, NULL, NULL, 0);

	if (PQresultStatus(result) != PGRES_TUPLES_OK || strcmp(PQgetvalue(result, 0, 0), "t")) {
		give_up("%s failed: %s", statement, PQerrorMessage(connection));
	}
	PQclear(result);
}

static void cycle(void)
{
	run("acquire");
	run("release");
}

static void prepare(const char *name, const char *statement)
{
	PGresult *result = PQprepare(connection, name, statement, 1, NULL);

	if (PQresultStatus(result) != PGRES_COMMAND_OK) {
		give_up("%s cannot be prepared: %s", name, PQerrorMessage(connection));
	}
	PQclear(result);
}

int main(void)
{
	const char *names[] = {"host", "port", "dbname", "user", "password", NULL};
	const char *values[] = {getenv("SLOCK_TEST_PGSQL_HOST"),     getenv("SLOCK_TEST_PGSQL_PORT"),
							getenv("SLOCK_TEST_PGSQL_DB"),       getenv("SLOCK_TEST_PGSQL_USER"),
							getenv("SLOCK_TEST_PGSQL_PASSWORD"), NULL};

	connection = PQconnectdbParams(names, values, 0);
	if (PQstatus(connection) != CONNECTION_OK) {
		give_up("no connection: %s", PQerrorMessage(connection));
	}
	prepare("acquire", "SELECT pg_try_advisory_lock($1::bigint)");
	prepare("release", "SELECT pg_advisory_unlock($1::bigint)");
	return serve(cycle);
}
