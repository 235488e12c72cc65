/* SPDX-License-Identifier: MIT
 *
 * See subscription.h. The connection is in the pool, under a name that nobody else has, so that a forked child and a
 * request that ends with a fatal error get rid of it as of any other. */
#include "php_slock.h"
#include "clients/module.h"
#include "clients/pool.h"
#include "clients/redis/address.h"
#include "clients/redis/native.h"
#include "clients/redis/slots.h"
#include "clients/redis/subscription.h"
#include "core/store.h"

#include "ext/random/php_random.h"
#include "ext/standard/base64.h"

#ifndef PHP_WIN32
#include <netdb.h>
#include <sys/socket.h>
#endif

/* Random bytes of an id. Two that are the same wake each other in vain. */
#define ID_BYTES 9

/* The connection. It is made to an address, so that no name has to be looked up. */
typedef struct {
	const slock_redis_client *client;
	slock_redis_connection *connection;
	slock_redis_endpoint endpoint; /* points into the server's, and to `host` */
	char host[256];
	bool asked;     /* it is established, and the subscription was asked for */
	bool confirmed; /* by the server */
	slock_waiting waiting;
} subscriber;

struct slock_redis_subscription {
	slock_pooled *pooled;
	const slock_redis *server;
	zend_string *key;
	zend_string *id;
	zend_string *channel;
	bool sharded;   /* SSUBSCRIBE, else SUBSCRIBE */
	bool misplaced; /* in a cluster, the channel need not be where the lock is */
};

static void subscription_close(void *connection)
{
	subscriber *closing = connection;

	closing->client->close(closing->connection);
	pefree(closing, true);
}

/* Closing says nothing on the wire, so a child may do it to its copy as well. */
static const slock_connection_type subscription_type = {
	.name = "redis subscription",
	.close = subscription_close,
	.abandon = subscription_close,
	.is_idle = NULL,
};

/* NULL: the system has no random bytes. */
static zend_string *subscription_new_id(void)
{
	unsigned char bytes[ID_BYTES];

	return php_random_bytes_silent(bytes, sizeof(bytes)) == SUCCESS ? php_base64_encode(bytes, sizeof(bytes)) : NULL;
}

static bool subscription_ask(slock_redis_subscription *subscription, subscriber *on)
{
	const char *argv[] = {subscription->sharded ? "SSUBSCRIBE" : "SUBSCRIBE", ZSTR_VAL(subscription->channel)};
	const size_t lengths[] = {strlen(argv[0]), ZSTR_LEN(subscription->channel)};
	/* Into an empty buffer. */
	const slock_redis_limit at_once = {0};
	slock_result ignored;

	slock_result_init(&ignored);
	return on->client->send(on->connection, 2, argv, lengths, at_once, &ignored) == SLOCK_AWAITED;
}

/* Where the connection goes: a name may be looked up again, but that takes time and may lead to another server. */
static bool subscription_peer(slock_redis *server, char *host, size_t size)
{
#ifdef PHP_WIN32
	return false;
#else
	struct sockaddr_storage address;
	socklen_t length = sizeof(address);
	int fd = slock_redis_native_descriptor(server);

	return fd != -1 && getpeername(fd, (struct sockaddr *) &address, &length) == 0 &&
		   getnameinfo((struct sockaddr *) &address, length, host, (socklen_t) size, NULL, 0, NI_NUMERICHOST) == 0;
#endif
}

/* Makes the endpoint one for which no name has to be looked up. */
static bool subscription_set_address(slock_redis *server, subscriber *made)
{
	slock_redis_endpoint *endpoint = &made->endpoint;

#ifndef PHP_WIN32
	if (endpoint->host && slock_redis_is_address(endpoint->host)) {
		return true;
	}
#endif
	if (endpoint->path) {
		return true;
	}
	if (!subscription_peer(server, made->host, sizeof(made->host))) {
		return false;
	}
	if (!endpoint->tls_peer_name) {
		endpoint->tls_peer_name = endpoint->host;
	}
	endpoint->host = made->host;
	return true;
}

static subscriber *subscription_connect(slock_redis *server)
{
	subscriber *made = pecalloc(1, sizeof(*made), true);
	slock_redis_endpoint *endpoint = &made->endpoint;
	slock_result ignored;

	slock_result_init(&ignored);
	*endpoint = *slock_redis_native_endpoint(server);
	/* Channels belong to no database, and a server that is no master any more tells nothing. */
	endpoint->database = 0;
	endpoint->master = false;
	made->client = slock_client_load("redis", &ignored);
	if (!subscription_set_address(server, made) || !made->client ||
		!(made->connection = made->client->start(endpoint, &ignored))) {
		pefree(made, true);
		return NULL;
	}
	return made;
}

slock_redis_subscription *slock_redis_subscribe(slock_redis *server, zend_string *key, zend_string *prefix)
{
	slock_redis_subscription *subscription;
	zend_string *name, *id = subscription_new_id();
	subscriber *on = id ? subscription_connect(server) : NULL;

	if (!on) {
		if (id) {
			zend_string_release(id);
		}
		return NULL;
	}
	subscription = emalloc(sizeof(*subscription));
	name = zend_strpprintf(0, "subscription %" PRIu64, ++SLOCK_G(connection_serial));
	subscription->pooled = slock_pool_get(&subscription_type, name, false);
	zend_string_release(name);
	slock_pooled_keep(subscription->pooled, on);
	subscription->server = server;
	subscription->key = zend_string_copy(key);
	subscription->id = id;
	/* The script that releases the lock makes the same name. */
	name = prefix ? zend_string_concat2(ZSTR_VAL(prefix), ZSTR_LEN(prefix), ZSTR_VAL(key), ZSTR_LEN(key))
				  : zend_string_copy(key);
	subscription->channel = slock_redis_name_beside(name, ZSTR_VAL(id), ZSTR_LEN(id));
	subscription->misplaced = slock_redis_slot(ZSTR_VAL(name), ZSTR_LEN(name)) !=
							  slock_redis_slot(ZSTR_VAL(subscription->channel), ZSTR_LEN(subscription->channel));
	zend_string_release(name);
	subscription->sharded = true;
	return subscription;
}

/* Goes on until the subscription was asked for. */
static slock_progress subscription_establish(slock_redis_subscription *subscription, subscriber *on)
{
	const slock_redis_limit at_once = {0};
	slock_result ignored;
	slock_progress progress;

	if (EXPECTED(on->asked)) {
		return SLOCK_ARRIVED;
	}
	slock_result_init(&ignored);
	progress = on->client->establish(on->connection, &on->endpoint, at_once, &on->waiting, &ignored);
	if (progress != SLOCK_ARRIVED) {
		return progress;
	}
	on->asked = true;
	return subscription_ask(subscription, on) ? SLOCK_ARRIVED : SLOCK_LOST;
}

/* What anybody may have published goes back to the server in a script's argument: nothing but a number does. */
static void subscription_read_place(const char *text, slock_redis_place *place)
{
	size_t length = strlen(text);

	place->text[0] = '\0';
	if (*text == '-' && length > 1 && length < sizeof(place->text) && strspn(text + 1, "0123456789") == length - 1) {
		memcpy(place->text, text, length + 1);
	}
}

/* What it means that the server did not accept it. Most reasons pass: LOADING, BUSY, CLUSTERDOWN, a slot that has moved
 * (MOVED). NO_MESSAGE: it was asked for in another way. */
static slock_redis_subscription_event subscription_refused(slock_redis_subscription *subscription, subscriber *on,
														   const char *why)
{
	if (!strncmp(why, ZEND_STRL("MOVED ")) && subscription->misplaced) {
		return SLOCK_REDIS_MISPLACED;
	}
	if (!strncmp(why, ZEND_STRL("NOPERM")) || !strncmp(why, ZEND_STRL("NOAUTH"))) {
		return SLOCK_REDIS_DENIED;
	}
	if (strncmp(why, ZEND_STRL("ERR "))) {
		return SLOCK_REDIS_UNSUBSCRIBED;
	}
	if (!subscription->sharded) {
		return strstr(why, "nknown command") ? SLOCK_REDIS_DENIED : SLOCK_REDIS_UNSUBSCRIBED;
	}
	/* Below Redis 7 there are no sharded channels. */
	subscription->sharded = false;
	return subscription_ask(subscription, on) ? SLOCK_REDIS_NO_MESSAGE : SLOCK_REDIS_UNSUBSCRIBED;
}

slock_redis_subscription_event slock_redis_subscription_poll(slock_redis_subscription *subscription,
															 slock_redis_place *place)
{
	subscriber *on = slock_pooled_connection(subscription->pooled);
	slock_redis_subscription_event refused;
	slock_redis_message message;
	slock_progress progress;
	slock_result ignored;

	slock_result_init(&ignored);
	if (!on) {
		return SLOCK_REDIS_UNSUBSCRIBED;
	}
	progress = subscription_establish(subscription, on);
	while (progress == SLOCK_ARRIVED) {
		progress = on->client->receive_message(on->connection, &message, &ignored);
		if (progress != SLOCK_ARRIVED) {
			break;
		}
		switch (message.type) {
			case SLOCK_REDIS_SUBSCRIBED:
				on->confirmed = true;
				return SLOCK_REDIS_CONFIRMED;
			case SLOCK_REDIS_PUBLISHED:
				subscription_read_place(message.text, place);
				return SLOCK_REDIS_WOKEN;
			case SLOCK_REDIS_ENDED:
				return SLOCK_REDIS_UNSUBSCRIBED;
			case SLOCK_REDIS_REFUSED:
				refused = subscription_refused(subscription, on, message.text);
				if (refused != SLOCK_REDIS_NO_MESSAGE) {
					return refused;
				}
		}
	}
	return progress == SLOCK_AWAITED ? SLOCK_REDIS_NO_MESSAGE : SLOCK_REDIS_UNSUBSCRIBED;
}

int slock_redis_subscription_descriptor(slock_redis_subscription *subscription, short *events)
{
	subscriber *on = slock_pooled_connection(subscription->pooled);

	if (on && !on->asked) {
		*events = on->waiting.events;
		return on->waiting.descriptor;
	}
	*events = SLOCK_POLL_IN;
	return on ? on->client->descriptor(on->connection) : -1;
}

zend_string *slock_redis_subscription_id(const slock_redis_subscription *subscription)
{
	const subscriber *on = slock_pooled_connection(subscription->pooled);

	return on && on->confirmed ? subscription->id : NULL;
}

zend_string *slock_redis_subscription_key(const slock_redis_subscription *subscription)
{
	return subscription->key;
}

const slock_redis *slock_redis_subscription_server(const slock_redis_subscription *subscription)
{
	return subscription->server;
}

void slock_redis_unsubscribe(slock_redis_subscription *subscription)
{
	slock_pooled_release(subscription->pooled);
	zend_string_release(subscription->channel);
	zend_string_release(subscription->id);
	zend_string_release(subscription->key);
	efree(subscription);
}
