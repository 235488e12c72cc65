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

/* What the parameters say, and what the file of a service does. */
typedef struct {
	size_t count; /* of the caller's own */
	int servers;  /* that are named */
	bool chosen;  /* which of them is meant is said, there or in the environment */
	bool service; /* a service is named */
} search_parameters;

static search_parameters search_look_at(const slock_pgsql_endpoint *endpoint)
{
	const char *attributes = getenv("PGTARGETSESSIONATTRS");
	search_parameters seen = {.count = 0, .servers = 1, .chosen = attributes && *attributes, .service = false};

	for (size_t i = 0; endpoint->keywords[i]; i++) {
		int named = search_named_by(endpoint->keywords[i], endpoint->values[i]);

		seen.servers = named > seen.servers ? named : seen.servers;
		seen.chosen = seen.chosen || !strcmp(endpoint->keywords[i], "target_session_attrs");
		seen.service = seen.service || !strcmp(endpoint->keywords[i], "service");
		seen.count++;
	}
	return seen;
}

/* Begins to connect with one parameter more. */
static PGconn *search_begin_with(const slock_pgsql_endpoint *endpoint, size_t count, const char *keyword,
								 const char *value)
{
	const char **lists = calloc(count + 2, 2 * sizeof(*lists)), **values;
	PGconn *session;

	if (!lists) {
		return NULL;
	}
	values = lists + count + 2;
	memcpy(lists, endpoint->keywords, count * sizeof(*lists));
	memcpy(values, endpoint->values, count * sizeof(*values));
	lists[count] = keyword;
	values[count] = value;
	session = PQconnectStartParams(lists, values, 0);
	free(lists);
	return session;
}

/* What the file of a service adds, which only libpq reads, and only when it connects. So it is given a value that it
 * refuses after it has read all: then it does not. */
static bool search_look_at_service(const slock_pgsql_endpoint *endpoint, search_parameters *seen)
{
	PGconn *refused = search_begin_with(endpoint, seen->count, "sslmode", "none");
	PQconninfoOption *options = refused ? PQconninfo(refused) : NULL;
	bool read = options != NULL;

	for (const PQconninfoOption *option = options; option && option->keyword; option++) {
		int named = search_named_by(option->keyword, option->val);

		seen->servers = named > seen->servers ? named : seen->servers;
		if (!strcmp(option->keyword, "target_session_attrs")) {
			seen->chosen = seen->chosen || (option->val && *option->val && strcmp(option->val, "any") != 0);
		}
	}
	PQconninfoFree(options);
	PQfinish(refused);
	return read;
}

PGconn *slock_pgsql_search_begin(const slock_pgsql_endpoint *endpoint, int *servers)
{
	search_parameters seen = search_look_at(endpoint);

	if (seen.service && !search_look_at_service(endpoint, &seen)) {
		return NULL;
	}
	*servers = seen.servers;
	return seen.servers > 1 && !seen.chosen
			   ? search_begin_with(endpoint, seen.count, "target_session_attrs", "read-write")
			   : PQconnectStartParams(endpoint->keywords, endpoint->values, 0);
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

slock_pgsql_search_end slock_pgsql_search_run(PGconn *session, int servers, slock_time until, bool *gave_up)
{
	search self = {.session = session, .left = servers - 1, .until = until};
	PostgresPollingStatusType progress = PGRES_POLLING_WRITING;
	bool in_time = true;

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
