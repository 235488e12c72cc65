/* SPDX-License-Identifier: MIT
 *
 * See lookup.h. */
#include "php_slock.h"
#include "clients/module.h"
#include "clients/redis/line_endpoint.h"
#include "clients/redis/lookup.h"
#include "clients/redis/resp.h"
#include "clients/redis/topology.h"
#include "core/store.h"

#include "main/php_network.h"

/* An answer that nobody has looked for since may have come at any time, and is not news for longer than that. Who
 * awaits one looks more often. */
#define NEWS_LAST (1000 * SLOCK_MS)
#define LOOK_AGAIN_AFTER (NEWS_LAST / 2)

/* A cluster in doubt is not asked again for so long, nor for so many times as long as asking took. */
#define ASK_AGAIN_AFTER (500 * SLOCK_MS)
#define ASK_AGAIN_SHARE 20

typedef struct {
	const slock_redis_client *client;
	char *question; /* the command */
	size_t question_length;
	slock_time began, looked; /* when it did, and when somebody has last taken a step */
	slock_time end;           /* of all questions together */

	/* The one that is asked. */
	slock_redis_connection *connection; /* NULL: nobody is */
	slock_redis_endpoint endpoint;      /* its own copy, as long as there is a connection */
	bool established;
	bool accepted;    /* something is to be read: an answer, or a part of the handshake */
	size_t sent;      /* of the question */
	uint32_t place;   /* in the DSN; of those that a cluster has named: any */
	slock_time share; /* how long it has */
	slock_time until; /* when it is another one's turn */

	uint32_t first; /* of the DSN's servers */
	uint32_t known_asked, dsn_asked;
	slock_redis_address lost; /* is not asked as one that a cluster has named; "": all are */

	bool unknown;                    /* a sentinel knows no such master */
	bool failed;                     /* nobody is left */
	char reason[SLOCK_MESSAGE_SIZE]; /* why the last one has not answered; failed: the whole message */
} lookup;

/* --- its life ---------------------------------------------------------------------------------------------------- */

static void lookup_disconnect(lookup *self)
{
	if (self->connection) {
		self->client->close(self->connection);
		self->connection = NULL;
		slock_redis_endpoint_free(&self->endpoint);
	}
}

/* Closing a connection says nothing on the wire, so a child may do it to its copy as well. */
static void lookup_close(void *pointer)
{
	lookup *self = pointer;

	lookup_disconnect(self);
	pefree(self->question, true);
	pefree(self, true);
}

/* The next request begins its own. */
static const slock_connection_type lookup_type = {
	.name = "redis lookup",
	.close = lookup_close,
	.abandon = lookup_close,
	.is_idle = NULL,
};

slock_pooled *slock_redis_lookup_pooled(const slock_redis_dsn *dsn)
{
	zend_string *of = slock_redis_dsn_name(dsn);
	zend_string *name = zend_string_concat2(ZEND_STRL("lookup "), ZSTR_VAL(of), ZSTR_LEN(of));
	slock_pooled *pooled = slock_pool_get(&lookup_type, name, dsn->persistent);

	zend_string_release(of);
	zend_string_release(name);
	return pooled;
}

static bool lookup_is_of_cluster(const slock_redis_directory *directory)
{
	return directory->dsn->topology == SLOCK_REDIS_CLUSTER;
}

static void lookup_write_question(lookup *self, const slock_redis_directory *directory)
{
	static const char slots[] = "*2\r\n$7\r\nCLUSTER\r\n$5\r\nSLOTS\r\n";

	if (lookup_is_of_cluster(directory)) {
		self->question = pestrdup(slots, true);
		self->question_length = sizeof(slots) - 1;
	} else {
		const char *name = ZSTR_VAL(directory->dsn->master);

		self->question = pemalloc(SLOCK_RESP_GET_MASTER(strlen(name)), true);
		self->question_length = (size_t) (slock_resp_put_get_master(self->question, name) - self->question);
	}
}

/* NULL: the result says why. */
static lookup *lookup_new(const slock_redis_directory *directory, const slock_redis_address *lost, slock_result *result)
{
	const slock_redis_client *client = slock_client_load("redis", result);
	const slock_redis_known_topology *known = slock_pooled_connection(directory->known);
	const slock_redis_dsn *dsn = directory->dsn;
	lookup *self;

	if (!client) {
		return NULL;
	}
	self = pecalloc(1, sizeof(*self), true);
	self->client = client;
	lookup_write_question(self, directory);
	self->began = self->looked = slock_clock_now();
	self->end = slock_clock_after(dsn->connect_timeout + dsn->command_timeout);
	if (lookup_is_of_cluster(directory)) {
		if (lost) {
			self->lost = *lost;
		}
		snprintf(self->reason, sizeof(self->reason), "Redis Cluster at %s: no server answers in time",
				 ZSTR_VAL(dsn->name));
	} else {
		self->first = known ? known->told_by + 1 : 0;
		slock_pooled_drop(directory->known);
		snprintf(self->reason, sizeof(self->reason), "there was no time for an answer");
	}
	slock_pooled_keep(directory->lookup, self);
	return self;
}

/* Doubts that remain are looked into again, but never take much of the time of those who could do without. */
static void lookup_set_asked(const lookup *self, const slock_redis_directory *directory)
{
	slock_redis_known_topology *known = slock_pooled_connection(directory->known);
	slock_time now = slock_clock_now();

	if (known) {
		known->ask_again_at = now + MAX(ASK_AGAIN_AFTER, ASK_AGAIN_SHARE * (now - self->began));
	}
}

static slock_progress lookup_fail(lookup *self, const slock_redis_directory *directory, slock_result *result)
{
	const char *name = ZSTR_VAL(directory->dsn->name);

	if (lookup_is_of_cluster(directory)) {
		slock_result_error(result, "%s", self->reason);
	} else if (self->unknown) {
		slock_result_error(result, "Redis Sentinel at %s: there is no master \"%s\"", name,
						   ZSTR_VAL(directory->dsn->master));
	} else {
		slock_result_error(result, "Redis Sentinel at %s: no sentinel answers, the last one: %.300s", name,
						   self->reason);
	}
	snprintf(self->reason, sizeof(self->reason), "%s", result->message);
	self->failed = true;
	lookup_set_asked(self, directory);
	return SLOCK_LOST;
}

/* --- one server -------------------------------------------------------------------------------------------------- */

/* The servers that a cluster has named; NULL: none are known. Their number may change meanwhile. */
static const slock_redis_known_topology *lookup_named(const slock_redis_directory *directory)
{
	return lookup_is_of_cluster(directory) ? slock_pooled_connection(directory->known) : NULL;
}

/* How many come behind the one that is asked. */
static uint32_t lookup_others(const lookup *self, const slock_redis_directory *directory)
{
	const slock_redis_known_topology *known = lookup_named(directory);

	return directory->dsn->host_count - self->dsn_asked +
		   (known && known->count > self->known_asked ? known->count - self->known_asked : 0);
}

/* Gives the one that is asked its part of what is left until then, so that one that stalls leaves some for the
 * others. */
static void lookup_share_time(lookup *self, const slock_redis_directory *directory, slock_time answer_by)
{
	slock_time end = answer_by && answer_by < self->end ? answer_by : self->end;
	slock_time share = MAX(slock_clock_left(end), 0) / (1 + lookup_others(self, directory));

	self->share = share;
	self->until = slock_clock_after(share);
}

/* The next one to be asked, to be freed; NULL: there is none. */
static slock_redis_dsn *lookup_next(lookup *self, const slock_redis_directory *directory)
{
	const slock_redis_known_topology *known = lookup_named(directory);
	const slock_redis_dsn *dsn = directory->dsn;

	while (known && self->known_asked < known->count) {
		const slock_redis_address *address = &known->addresses[self->known_asked++];

		if (!slock_redis_address_is_same(address, &self->lost)) {
			return slock_redis_topology_dsn(dsn, address);
		}
	}
	if (self->dsn_asked == dsn->host_count) {
		return NULL;
	}
	self->place = (self->first + self->dsn_asked++) % dsn->host_count;
	return slock_redis_dsn_for(dsn, &dsn->hosts[self->place], !lookup_is_of_cluster(directory));
}

static void lookup_note(lookup *self, const slock_result *result)
{
	snprintf(self->reason, sizeof(self->reason), "%s", result->message);
}

/* Begins to ask the next one; false: nobody is left. */
static bool lookup_call_next(lookup *self, const slock_redis_directory *directory, slock_time answer_by,
							 slock_result *result)
{
	slock_redis_endpoint endpoint;
	slock_redis_dsn *to;

	while (!self->connection && (to = lookup_next(self, directory))) {
		self->established = self->accepted = false;
		self->sent = 0;
		slock_redis_dsn_endpoint(to, &endpoint);
		if (slock_redis_endpoint_copy(&self->endpoint, &endpoint)) {
			lookup_share_time(self, directory, answer_by);
			self->connection = self->client->start(&self->endpoint, result);
			if (!self->connection) {
				lookup_note(self, result);
				slock_redis_endpoint_free(&self->endpoint);
			}
		}
		slock_redis_dsn_free(to);
	}
	return self->connection;
}

/* Takes the answer, if it has arrived, and keeps it. */
static slock_progress lookup_receive(lookup *self, const slock_redis_directory *directory, slock_result *result)
{
	const slock_redis_limit at_once = {0};
	slock_redis_address master;
	slock_redis_slots *slots;
	slock_progress progress;
	int count;

	if (!lookup_is_of_cluster(directory)) {
		progress = self->client->receive_master(self->connection, at_once, &master, result);
		if (progress == SLOCK_ARRIVED && !master.host[0]) {
			self->unknown = true;
			progress = SLOCK_LOST;
		} else if (progress == SLOCK_ARRIVED) {
			slock_redis_topology_keep_master(directory->known, &master, self->place);
		}
		return progress;
	}
	progress = self->client->receive_slots(self->connection, at_once, &slots, &count, result);
	if (progress == SLOCK_ARRIVED) {
		if (count) {
			slock_redis_topology_keep_slots(directory->known, slots, count, self->endpoint.host);
		} else {
			/* It has not joined a cluster yet, or has been removed from one, and cannot know where the others are. */
			slock_result_error(result, "Redis at %s: it knows of no hash slots", self->endpoint.name);
			progress = SLOCK_LOST;
		}
		free(slots);
	}
	return progress;
}

/* Goes on with the one that is asked. */
static slock_progress lookup_ask(lookup *self, const slock_redis_directory *directory, slock_waiting *waiting,
								 slock_result *result)
{
	const slock_redis_limit at_once = {0};
	slock_progress progress;
	short events = SLOCK_POLL_OUT;

	if (!self->established) {
		progress = self->client->establish(self->connection, &self->endpoint, at_once, waiting, result);
		if (progress != SLOCK_ARRIVED) {
			return progress;
		}
		self->established = true;
	}
	progress = self->client->send_some(self->connection, self->question, self->question_length, &self->sent, result);
	if (progress == SLOCK_ARRIVED) {
		events = SLOCK_POLL_IN;
		progress = lookup_receive(self, directory, result);
	}
	if (progress == SLOCK_AWAITED) {
		*waiting = (slock_waiting){self->client->descriptor(self->connection),
								   self->client->wanted(self->connection, events), SLOCK_FOREVER};
	}
	return progress;
}

/* --- all of them ------------------------------------------------------------------------------------------------- */

/* Where nobody has looked for the connection until its time was over, an answer can only come now. */
static void lookup_note_accepted(lookup *self, const slock_redis_directory *directory, slock_time answer_by,
								 const slock_waiting *waiting)
{
	if (!self->accepted && waiting->events == SLOCK_POLL_IN) {
		self->accepted = true;
		if (slock_clock_now() >= self->until) {
			lookup_share_time(self, directory, answer_by);
		}
	}
}

static slock_progress lookup_step(lookup *self, const slock_redis_directory *directory, slock_time answer_by,
								  slock_waiting *waiting, slock_result *result)
{
	slock_progress progress;

	self->looked = slock_clock_now();
	while (lookup_call_next(self, directory, answer_by, result)) {
		progress = lookup_ask(self, directory, waiting, result);
		if (progress == SLOCK_ARRIVED) {
			lookup_set_asked(self, directory);
			slock_pooled_drop(directory->lookup);
			slock_result_set(result, SLOCK_OK);
			return SLOCK_ARRIVED;
		}
		if (progress == SLOCK_AWAITED) {
			lookup_note_accepted(self, directory, answer_by, waiting);
			if (slock_clock_now() < self->until) {
				waiting->until = MIN(MIN(waiting->until, self->until), slock_clock_after(LOOK_AGAIN_AFTER));
				return SLOCK_AWAITED;
			}
			slock_result_error(result, "Redis at %s: no answer within %.3g seconds", self->endpoint.name,
							   slock_seconds(self->share));
		}
		lookup_note(self, result);
		lookup_disconnect(self);
	}
	return lookup_fail(self, directory, result);
}

/* Whether the question is out, and the answer may have come at a time when nobody looked. */
static bool lookup_is_stale(const lookup *self)
{
	return self->sent && slock_clock_now() - self->looked > NEWS_LAST;
}

/* For one who has awaited it, and finds it gone: whether another call has had the answer. */
static bool lookup_was_answered(const slock_redis_directory *directory)
{
	const slock_redis_known_topology *known = slock_pooled_connection(directory->known);

	return known && slock_clock_now() - known->learned_at <= NEWS_LAST;
}

/* For another call. */
static void lookup_let_share(lookup *self, const slock_redis_directory *directory, slock_time answer_by)
{
	slock_time before = self->until, unseen = slock_clock_now() - self->looked;

	/* The time in which nobody has looked is none that it took. A connection may have been made meanwhile, or not. */
	self->began += unseen;
	self->end += unseen;
	if (answer_by && self->connection) {
		lookup_share_time(self, directory, answer_by);
		self->until = MIN(self->until, before);
	}
}

slock_progress slock_redis_look_up(const slock_redis_directory *directory, slock_redis_lookup_way way,
								   const slock_redis_address *lost, slock_time answer_by, slock_waiting *waiting,
								   slock_result *result)
{
	lookup *self = slock_pooled_connection(directory->lookup);
	slock_time end = 0;

	if (way == SLOCK_REDIS_LOOK_ON) {
		if (self && self->failed) {
			slock_result_error(result, "%s", self->reason);
			return SLOCK_LOST;
		}
		if (!self && lookup_was_answered(directory)) {
			return SLOCK_ARRIVED;
		}
		/* Asking again gets no more time. */
		end = self ? self->end : 0;
	}
	if (self && (way == SLOCK_REDIS_LOOK_AGAIN || self->failed || lookup_is_stale(self))) {
		slock_pooled_drop(directory->lookup);
		self = NULL;
	}
	if (self && way == SLOCK_REDIS_LOOK_TOGETHER) {
		slock_progress progress;

		lookup_let_share(self, directory, answer_by);
		progress = lookup_step(self, directory, answer_by, waiting, result);
		if (progress != SLOCK_LOST) {
			return progress;
		}
		/* That it went wrong in the meantime tells nothing about now. */
		self = NULL;
	}
	if (!self) {
		self = lookup_new(directory, lost, result);
		if (self && end) {
			self->end = end;
		}
	}
	return self ? lookup_step(self, directory, answer_by, waiting, result) : SLOCK_LOST;
}

void slock_redis_lookup_wait(const slock_waiting *waiting, slock_time answer_by)
{
	slock_time until = answer_by ? MIN(waiting->until, answer_by) : waiting->until;
	php_pollfd poller = {.fd = waiting->descriptor, .events = waiting->events};

	/* Rounded up: a wait of less than a millisecond would become a busy one. */
	php_poll2(&poller, 1, (int) MIN(slock_ms_up(slock_clock_left(until)), 60000));
}
