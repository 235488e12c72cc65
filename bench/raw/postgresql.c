/* SPDX-License-Identifier: MIT
 *
 * postgresql [HELD]: an advisory lock and its release, each a prepared statement, beside so many other locks. The
 * server is that of the environment, as tests/servers/ names it. */
#include <string.h>

#include <postgresql/libpq-fe.h>

#include "raw.h"

static PGconn *connection;
static char key[32]; /* a number that no other process has */

static void run(const char *statement)
{
	const char *const values[] = {key};
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

int main(int argc, char **argv)
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
	for (long i = argc > 1 ? strtol(argv[1], NULL, 10) : 0; i > 0; i--) {
		snprintf(key, sizeof(key), "-%ld%06ld", i, (long) getpid() % 1000000);
		run("acquire");
	}
	snprintf(key, sizeof(key), "1397506891%06ld", (long) getpid());
	return serve(cycle);
}
