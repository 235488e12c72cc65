/* SPDX-License-Identifier: MIT
 *
 * From the parameters to a server that lets us in: see search.h. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "clients/pgsql/search.h"

bool slock_pgsql_await(int fd, short events, slock_time until)
{
	struct pollfd poller = {.fd = fd, .events = events};

	for (;;) {
		slock_time left = until - slock_clock_now();
		int ready;

		if (left <= 0) {
			return false;
		}
		ready = poll(&poller, 1, left > 3600 * SLOCK_SECOND ? 3600000 : (int) slock_ms_up(left));
		if (ready > 0 || (ready < 0 && errno != EINTR)) {
			return true; /* libpq will find out what is wrong */
		}
	}
}

/* --- which servers ------------------------------------------------------------------------------------------------ */

/* How many servers a parameter names. */
static int search_named_by(const char *keyword, const char *value)
{
	int named = 1;

	if (!value || (strcmp(keyword, "host") != 0 && strcmp(keyword, "hostaddr") != 0)) {
		return 1;
	}
	for (const char *comma = value; (comma = strchr(comma, ',')); comma++) {
		named++;
	}
	return named;
}

static int search_count_servers(const PQconninfoOption *options)
{
	int count = 1;

	for (const PQconninfoOption *option = options; option && option->keyword; option++) {
		int named = search_named_by(option->keyword, option->val);

		count = named > count ? named : count;
	}
	return count;
}

static bool search_takes_any(const PQconninfoOption *options)
{
	for (const PQconninfoOption *option = options; option && option->keyword; option++) {
		if (!strcmp(option->keyword, "target_session_attrs")) {
			return !option->val || !*option->val || !strcmp(option->val, "any");
		}
	}
	/* Before version 10 libpq knows no lists of servers. */
	return false;
}

/* What the caller's own parameters say. */
typedef struct {
	size_t count;
	bool several; /* servers are named */
	bool chosen;  /* which of them is meant is said, there or in the environment */
} search_parameters;

static search_parameters search_look_at(const slock_pgsql_endpoint *endpoint)
{
	const char *attributes = getenv("PGTARGETSESSIONATTRS");
	search_parameters seen = {.count = 0, .several = false, .chosen = attributes && *attributes};

	for (size_t i = 0; endpoint->keywords[i]; i++) {
		seen.several = seen.several || search_named_by(endpoint->keywords[i], endpoint->values[i]) > 1;
		seen.chosen = seen.chosen || !strcmp(endpoint->keywords[i], "target_session_attrs");
		seen.count++;
	}
	return seen;
}

static PGconn *search_begin_for_primary(const slock_pgsql_endpoint *endpoint, size_t count)
{
	const char **lists = calloc(count + 2, 2 * sizeof(*lists)), **values;
	PGconn *session;

	if (!lists) {
		return NULL;
	}
	values = lists + count + 2;
	memcpy(lists, endpoint->keywords, count * sizeof(*lists));
	memcpy(values, endpoint->values, count * sizeof(*values));
	lists[count] = "target_session_attrs";
	values[count] = "read-write";
	session = PQconnectStartParams(lists, values, 0);
	free(lists);
	return session;
}

PGconn *slock_pgsql_search_begin(const slock_pgsql_endpoint *endpoint)
{
	const search_parameters seen = search_look_at(endpoint);
	PGconn *session;
	PQconninfoOption *options;
	bool any;

	if (seen.several && !seen.chosen) {
		return search_begin_for_primary(endpoint, seen.count);
	}
	session = PQconnectStartParams(endpoint->keywords, endpoint->values, 0);
	if (!session || seen.chosen) {
		return session;
	}
	/* What has come of a service. */
	options = PQconninfo(session);
	any = search_count_servers(options) > 1 && search_takes_any(options);
	PQconninfoFree(options);
	if (any) {
		PQfinish(session);
		session = search_begin_for_primary(endpoint, seen.count);
	}
	return session;
}

/* --- one after another -------------------------------------------------------------------------------------------- */

typedef struct {
	PGconn *session;
	char name[160];   /* of the server that is asked; "": none yet */
	int left;         /* servers after it */
	slock_time until; /* its first sign of life is awaited */
	bool goes_on;     /* it was given up: the next one, or the next address of its name, is asked */
	bool gave_up;     /* any of them */
} search;

/* Looks which server is asked now, and gives it its share. */
static void search_follow(search *self, slock_time until)
{
	const char *host = PQhost(self->session), *port = PQport(self->session);
	char name[sizeof(self->name)];
	bool another;

	snprintf(name, sizeof(name), "%s:%s", host ? host : "", port ? port : "");
	another = strcmp(name, self->name) != 0;
	if (another && self->name[0] && self->left) {
		self->left--;
	}
	strcpy(self->name, name);
	if (another || self->goes_on) {
		self->until = slock_clock_now() + (until - slock_clock_now()) / (self->left + 1);
		self->goes_on = false;
	}
}

/* Waits for what libpq needs next. A server to which the way is silent is given up when its share is over: libpq takes
 * the end of its socket for a refusal, and goes on to the next one. false: the time is over. */
static bool search_await_server(search *self, short events, slock_time until)
{
	int fd = PQsocket(self->session);
	bool silent = PQstatus(self->session) == CONNECTION_STARTED;

	if (!silent) {
		/* It may be asked once more, without TLS. */
		self->until = until;
	}
	if (slock_pgsql_await(fd, events, self->until)) {
		return true;
	}
	if (!silent || slock_clock_now() >= until || shutdown(fd, SHUT_RDWR) < 0) {
		return false;
	}
	return self->goes_on = self->gave_up = true;
}

slock_pgsql_search_end slock_pgsql_search_run(PGconn *session, slock_time until, bool *gave_up)
{
	PQconninfoOption *options = PQconninfo(session);
	search self = {.session = session, .left = search_count_servers(options) - 1, .until = until};
	PostgresPollingStatusType progress = PGRES_POLLING_WRITING;
	bool in_time = true;

	PQconninfoFree(options);
	while (in_time && PQstatus(session) != CONNECTION_BAD && progress != PGRES_POLLING_OK &&
		   progress != PGRES_POLLING_FAILED) {
		search_follow(&self, until);
		in_time = search_await_server(&self, progress == PGRES_POLLING_READING ? POLLIN : POLLOUT, until);
		if (in_time) {
			progress = PQconnectPoll(session);
		}
	}
	*gave_up = self.gave_up;
	if (!in_time) {
		return SLOCK_PGSQL_SEARCH_LATE;
	}
	return PQstatus(session) == CONNECTION_OK ? SLOCK_PGSQL_FOUND : SLOCK_PGSQL_NOT_FOUND;
}
