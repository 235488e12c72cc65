/* SPDX-License-Identifier: MIT
 *
 * How prepared statements are sent: see prepared.h. */
#include <stdio.h>
#include <string.h>

#include "clients/pgsql/prepared.h"

/* SQLSTATEs */
#define UNKNOWN_STATEMENT "26000"
#define STATEMENT_EXISTS "42P05"

static uint32_t prepared_bit_of(const slock_session_statement *statement)
{
	return (uint32_t) 1 << statement->number;
}

void slock_prepared_choose(slock_prepared *prepared, const slock_session_statement *statement, const char *argument)
{
	size_t length = strnlen(argument, sizeof(prepared->argument) - 1);

	memcpy(prepared->argument, argument, length);
	prepared->argument[length] = '\0';
	prepared->sent = statement;
}

#ifdef LIBPQ_HAS_PIPELINING
static bool prepared_is_text(const slock_prepared *prepared)
{
	return prepared->as_text & prepared_bit_of(prepared->sent);
}

static bool prepared_send_execution(const slock_prepared *prepared, PGconn *session)
{
	const char *const values[] = {prepared->argument};

	return PQsendQueryPrepared(session, prepared->sent->name, 1, values, NULL, NULL, 0);
}

bool slock_prepared_send(const slock_prepared *prepared, PGconn *session)
{
	const slock_session_statement *statement = prepared->sent;

	if (prepared->known & prepared_bit_of(statement)) {
		return prepared_send_execution(prepared, session);
	}
	return PQenterPipelineMode(session) && PQsendPrepare(session, statement->name, statement->sql, 1, NULL) &&
		   prepared_send_execution(prepared, session) && PQpipelineSync(session);
}

bool slock_prepared_is_pipeline(const PGconn *session)
{
	return PQpipelineStatus(session) != PQ_PIPELINE_OFF;
}

bool slock_prepared_follow(slock_prepared *prepared, PGconn *session, const PGresult *from)
{
	switch (PQresultStatus(from)) {
		case PGRES_COMMAND_OK:
			if (prepared->sent) {
				prepared->known |= prepared_bit_of(prepared->sent);
			}
			return true;
		case PGRES_PIPELINE_SYNC:
			return PQexitPipelineMode(session);
		default:
			return true;
	}
}
#else
/* Preparing would be a message of its own, so nothing is prepared, and what follows is not called. */
static bool prepared_is_text(const slock_prepared *prepared)
{
	return true;
}

bool slock_prepared_send(const slock_prepared *prepared, PGconn *session)
{
	return false;
}

bool slock_prepared_is_pipeline(const PGconn *session)
{
	return false;
}

bool slock_prepared_follow(slock_prepared *prepared, PGconn *session, const PGresult *from)
{
	return true;
}
#endif

bool slock_prepared_print(const slock_prepared *prepared, char sql[SLOCK_PREPARED_TEXT_SIZE])
{
	const char *text = prepared->sent->sql, *parameter = strstr(text, "$1");

	if (!prepared_is_text(prepared)) {
		return false;
	}
	snprintf(sql, SLOCK_PREPARED_TEXT_SIZE, "%.*s%s%s", (int) (parameter - text), text, prepared->argument,
			 parameter + strlen("$1"));
	return true;
}

bool slock_prepared_is_to_be_repeated(slock_prepared *prepared, const char *sqlstate)
{
	bool unknown = !strcmp(sqlstate, UNKNOWN_STATEMENT), taken = !strcmp(sqlstate, STATEMENT_EXISTS);
	uint32_t bit;

	if (!prepared->sent || prepared_is_text(prepared) || (!unknown && !taken)) {
		return false;
	}
	bit = prepared_bit_of(prepared->sent);
	/* Not without end: one that is unknown just after it was prepared will not be prepared a third time. */
	if (taken || !(prepared->known & bit)) {
		prepared->as_text |= bit;
	}
	prepared->known &= ~bit;
	return true;
}
