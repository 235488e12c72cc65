/* SPDX-License-Identifier: MIT
 *
 * See line_sentinels.h. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/redis/line_endpoint.h"
#include "clients/redis/line_sentinels.h"
#include "clients/redis/resp.h"
#include "core/process.h"

struct slock_redis_sentinels {
	const slock_redis_client *client;
	char *name, *master;
	char *question; /* the command */
	size_t question_length;

	/* The one that is asked. */
	slock_redis_connection *connection; /* NULL: nobody is */
	bool established;
	size_t sent;
	slock_time until; /* when it is another one's turn */

	size_t first, asked; /* where to begin, and how many have been asked */
	bool unknown;        /* one of them knows no such master */
	char reason[256];    /* why the last one has not answered; "": none of them has by now */

	size_t count;
	slock_redis_endpoint endpoints[];
};

slock_redis_sentinels *slock_redis_sentinels_new(const slock_redis_client *client,
												 const slock_redis_endpoint *endpoints, size_t count, const char *name,
												 const char *master)
{
	slock_redis_sentinels *self = calloc(1, sizeof(*self) + count * sizeof(*self->endpoints));

	if (!self) {
		return NULL;
	}
	self->client = client;
	self->name = strdup(name);
	self->master = strdup(master);
	self->question = malloc(SLOCK_RESP_GET_MASTER(strlen(master)));
	while (self->name && self->master && self->question && self->count < count &&
		   slock_redis_endpoint_copy(&self->endpoints[self->count], &endpoints[self->count])) {
		self->count++;
	}
	if (self->count < count) {
		slock_redis_sentinels_free(self);
		return NULL;
	}
	self->question_length = (size_t) (slock_resp_put_get_master(self->question, master) - self->question);
	return self;
}

void slock_redis_sentinels_cancel(slock_redis_sentinels *self)
{
	if (self->connection) {
		self->client->close(self->connection);
		self->connection = NULL;
	}
	self->asked = 0;
	self->unknown = false;
	self->reason[0] = '\0';
}

void slock_redis_sentinels_free(slock_redis_sentinels *self)
{
	if (!self) {
		return;
	}
	slock_redis_sentinels_cancel(self);
	for (size_t i = 0; i < self->count; i++) {
		slock_redis_endpoint_free(&self->endpoints[i]);
	}
	free(self->name);
	free(self->master);
	free(self->question);
	free(self);
}

void slock_redis_sentinels_doubt(slock_redis_sentinels *self)
{
	self->first = (self->first + 1) % self->count;
}

static const slock_redis_endpoint *sentinels_asked(const slock_redis_sentinels *self)
{
	return &self->endpoints[(self->first + self->asked - 1) % self->count];
}

/* A fair share of the time that is left: one that stalls leaves some for the others, and for the master. */
static slock_time sentinels_end_of_share(const slock_redis_sentinels *self, slock_time answer_by)
{
	const slock_redis_endpoint *asked = sentinels_asked(self);
	slock_time share = slock_clock_left(answer_by) / (slock_time) (self->count - self->asked + 2);
	slock_time most = asked->connect_timeout + asked->command_timeout;

	return slock_clock_after(share < most ? share : most);
}

static slock_progress sentinels_begin(slock_redis_sentinels *self, slock_time answer_by, slock_result *result)
{
	self->asked++;
	self->established = false;
	self->sent = 0;
	self->until = sentinels_end_of_share(self, answer_by);
	self->connection = self->client->start(sentinels_asked(self), result);
	return self->connection ? SLOCK_ARRIVED : SLOCK_LOST;
}

/* Goes on with the one that is asked. */
static slock_progress sentinels_go_on(slock_redis_sentinels *self, slock_waiting *waiting, slock_redis_address *address,
									  slock_result *result)
{
	const slock_redis_limit at_once = {0};
	slock_progress progress = SLOCK_ARRIVED;
	short events = POLLOUT;

	if (!self->established) {
		progress = self->client->establish(self->connection, sentinels_asked(self), at_once, waiting, result);
		if (progress != SLOCK_ARRIVED) {
			return progress;
		}
		self->established = true;
		slock_process_drop_in_child(self->client->descriptor(self->connection));
	}
	progress = self->client->send_some(self->connection, self->question, self->question_length, &self->sent, result);
	if (progress == SLOCK_ARRIVED) {
		events = POLLIN;
		progress = self->client->receive_master(self->connection, at_once, address, result);
	}
	*waiting = (slock_waiting){self->client->descriptor(self->connection),
							   self->client->wanted(self->connection, events), SLOCK_FOREVER};
	return progress;
}

/* Nobody is left to be asked. */
static slock_progress sentinels_fail(slock_redis_sentinels *self, slock_result *result)
{
	slock_progress progress = self->unknown || self->reason[0] ? SLOCK_LOST : SLOCK_LATE;

	if (progress == SLOCK_LATE) {
		slock_result_error(result, "Redis Sentinel at %.400s: no answer in time", self->name);
	} else if (self->unknown) {
		slock_result_error(result, "Redis Sentinel at %.200s: there is no master \"%.200s\"", self->name, self->master);
	} else {
		slock_result_error(result, "Redis Sentinel at %.200s: no sentinel answers, the last one: %s", self->name,
						   self->reason);
	}
	slock_redis_sentinels_cancel(self);
	return progress;
}

slock_progress slock_redis_sentinels_step(slock_redis_sentinels *self, slock_time answer_by, slock_waiting *waiting,
										  slock_redis_address *address, slock_result *result)
{
	slock_progress progress = SLOCK_ARRIVED;

	for (;;) {
		if (!self->connection) {
			if (self->asked == self->count) {
				return sentinels_fail(self, result);
			}
			progress = sentinels_begin(self, answer_by, result);
		}
		if (progress == SLOCK_ARRIVED) {
			progress = sentinels_go_on(self, waiting, address, result);
		}
		if (progress == SLOCK_AWAITED) {
			if (slock_clock_now() < self->until) {
				waiting->until = waiting->until < self->until ? waiting->until : self->until;
				return SLOCK_AWAITED;
			}
		}
		if (progress == SLOCK_ARRIVED && address->host[0]) {
			self->first = (self->first + self->asked - 1) % self->count;
			slock_redis_sentinels_cancel(self);
			return SLOCK_ARRIVED;
		}
		if (progress == SLOCK_ARRIVED) {
			self->unknown = true;
		} else if (progress != SLOCK_AWAITED) {
			snprintf(self->reason, sizeof(self->reason), "%.250s", result->message);
		}
		if (self->connection) {
			self->client->close(self->connection);
			self->connection = NULL;
		}
		progress = SLOCK_ARRIVED;
	}
}
