/* SPDX-License-Identifier: MIT
 *
 * What can be found out about a connection pooler: see pooler.h. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "clients/pgsql/pooler.h"

/* A lock of no resource: those are below 2^32. */
#define PROBE_NUMBER "495740478315" /* "slock" */
#define TAKE_PROBE                                                                                                     \
	"SELECT CASE WHEN pg_catalog.pg_try_advisory_lock_shared(" PROBE_NUMBER                                            \
	") THEN pg_catalog.pg_backend_pid() ELSE 0 END"
#define PROBE_OF                                                                                                       \
	" FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND classid = 115 AND objid = 1819239275 AND objsubid = 1"  \
	" AND granted AND pid = %lld"

/* How long a pooler may take to clean the session of a connection that was closed, ns. */
#define CLEANED_WITHIN SLOCK_SECOND

/* How often a connection is asked whether it still has the session that it began with. */
#define MOST_LOOKS 3

/* What a session is known by behind a pooler: a parameter that the server keeps for it, until it ends or DISCARD ALL.
 */
#define MARK "coalesce(pg_catalog.current_setting('slock.session', true), '')"
#define HAS_MARK MARK " = '%s'"
#define LEAVE_MARK                                                                                                     \
	"SELECT CASE WHEN " MARK                                                                                           \
	" = '' THEN (pg_catalog.set_config('slock.session', '%s', false) IS NOT NULL)::int ELSE 0 END"

void slock_pooler_refuse(const char *name, slock_result *result)
{
	slock_result_error(result, "PostgreSQL at %s: " SLOCK_SESSION_REFUSAL, name);
}

static bool pooler_ask(const slock_pooled_session *session, const char *sql, long long *answer, slock_result *result)
{
	return session->ask(session->connection, sql, session->until, answer, result);
}

/* Takes the lock that tells whether sessions outlive connections, and makes sure that it outlives statements, in the
 * session that the connection goes on with. It is a shared one, so nobody has to wait, and always the same, so a server
 * has one for each session at most. */
bool slock_pooler_leave_lock(const slock_pooled_session *session, long long *process, slock_result *result)
{
	char sql[512];
	long long held = 1;

	if (!pooler_ask(session, TAKE_PROBE, process, result)) {
		return false;
	}
	if (!*process) {
		slock_result_error(result,
						   "PostgreSQL at %s: somebody else holds the advisory lock " PROBE_NUMBER
						   ", which tells behind a connection pooler whether it shares sessions",
						   session->name);
		return false;
	}
	snprintf(sql, sizeof(sql), "SELECT count(*)" PROBE_OF " AND pid = pg_catalog.pg_backend_pid()", *process);
	for (int looks = 0; held && looks < MOST_LOOKS; looks++) {
		if (!pooler_ask(session, sql, &held, result)) {
			return false;
		}
	}
	if (!held) {
		slock_pooler_refuse(session->name, result);
	}
	return held != 0;
}

/* Whether that lock goes, with the connection that took it. A pooler cleans its session when it has noticed. */
bool slock_pooler_lock_goes(const slock_pooled_session *session, long long process, slock_result *result)
{
	slock_time now = slock_clock_now(), cleaned_by = now + CLEANED_WITHIN;
	int pause = 1;
	char sql[512];
	long long held;

	snprintf(sql, sizeof(sql),
			 "SELECT coalesce((SELECT CASE pid WHEN pg_catalog.pg_backend_pid() THEN 2 ELSE 1 END" PROBE_OF
			 " LIMIT 1), 0)",
			 process);
	if (session->until < cleaned_by + CLEANED_WITHIN) {
		/* So that the error can tell the cause. */
		cleaned_by = now + (session->until - now) / 2;
	}
	for (;;) {
		if (!pooler_ask(session, sql, &held, result)) {
			return false;
		}
		if (!held) {
			return true;
		}
		if (held == 2 || slock_clock_now() >= cleaned_by) {
			slock_pooler_refuse(session->name, result);
			return false;
		}
		poll(NULL, 0, pause);
		pause = pause < 50 ? 2 * pause : pause;
	}
}

/* Leaves a mark in the session behind the pooler. One that is there is of a connection that is not ours: the pooler
 * gives its session to us as well (or again, with what it has left there). */
bool slock_pooler_leave_mark(const slock_pooled_session *session, char mark[SLOCK_POOLER_MARK_SIZE],
							 slock_result *result)
{
	unsigned char random[(SLOCK_POOLER_MARK_SIZE - 1) / 2];
	char made[SLOCK_POOLER_MARK_SIZE], sql[512];
	long long marked;

	if (getrandom(random, sizeof(random), 0) != sizeof(random)) {
		slock_result_error(result, "PostgreSQL: no random numbers: %s", strerror(errno));
		return false;
	}
	for (size_t i = 0; i < sizeof(random); i++) {
		snprintf(made + 2 * i, 3, "%02x", random[i]);
	}
	snprintf(sql, sizeof(sql), LEAVE_MARK, made);
	if (!pooler_ask(session, sql, &marked, result)) {
		return false;
	}
	if (!marked) {
		slock_pooler_refuse(session->name, result);
		return false;
	}
	strcpy(mark, made);
	return true;
}

void slock_pooler_print_guard(char guard[SLOCK_POOLER_GUARD_SIZE], const char *mark)
{
	snprintf(guard, SLOCK_POOLER_GUARD_SIZE, "SELECT 1 / (" HAS_MARK ")::int; ", mark);
}
