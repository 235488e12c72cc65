/* SPDX-License-Identifier: MIT
 *
 * Connections of client objects; see object_connection.h. */
#include "php_slock.h"
#include "clients/redis/object_connection.h"
#include "clients/redis/silence.h"
#include "clients/userland.h"

#include "ext/standard/file.h"

/* In seconds, where the object itself would wait indefinitely. */
#define LONGEST_PING 60.0

/* For a connection to get its database again when the time for the call itself is over. */
#define HURRY (50 * SLOCK_MS)

/* The time limit for reads of \Redis and Relay, which is kept by the object and by its connection. */
#define OPT_READ_TIMEOUT 3

/* In seconds; negative: none. */
static bool object_read_timeout(zend_object *client, double *timeout)
{
	zval value;

	if (!slock_userland_get(client, "getOption", OPT_READ_TIMEOUT, &value)) {
		slock_userland_drop();
		return false;
	}
	*timeout = zval_get_double(&value);
	zval_ptr_dtor(&value);
	if (*timeout == 0.0) {
		/* Such a connection has PHP's own. */
		*timeout = (double) FG(default_socket_timeout);
	}
	return true;
}

slock_setting *slock_redis_object_shorten_read_timeout(zend_object *client, slock_time left)
{
	slock_setting *setting;
	double timeout, limit;
	zval users, ours;

	if ((!slock_userland_is_a(client, "Redis") && !slock_userland_is_a(client, "Relay\\Relay")) ||
		!slock_userland_has(client, "getOption") || !object_read_timeout(client, &timeout)) {
		return NULL;
	}
	ZVAL_DOUBLE(&users, timeout);
	slock_setting_find_users(client, OPT_READ_TIMEOUT, &users);
	timeout = Z_DVAL(users);
	/* A connection from ext-redis' pool still has the limit of the object before: it is told also if ours is shorter
	 * anyway. 0 would be without a limit. */
	limit = slock_seconds(MAX(left, SLOCK_MS));
	ZVAL_DOUBLE(&ours, timeout > 0.0 ? MIN(timeout, limit) : limit);
	setting = slock_setting_change(client, "setOption", OPT_READ_TIMEOUT, &users, &ours);
	if (!setting) {
		slock_userland_drop();
	}
	return setting;
}

void slock_redis_object_restore_read_timeout(slock_setting *setting)
{
	bool pending = EG(exception) != NULL;

	if (!slock_setting_put_back(setting) && !pending) {
		slock_userland_drop();
	}
}

zend_long slock_redis_object_database(slock_redis_object_connection *connection, zend_object *client)
{
	zend_long last =
				  connection->kind != SLOCK_REDIS_CLIENT_ARRAY && connection->database > 0 ? connection->database : -1,
			  database;

	if (!slock_userland_is_a(client, "Redis") &&
		!slock_userland_is_a(client, "Symfony\\Component\\Cache\\Traits\\RedisProxy")) {
		return -1;
	}
	database = slock_userland_call_for_long(client, "getDbNum", last);
	slock_userland_drop();
	connection->database = MAX(database, 0);
	return database;
}

/* ext-redis below 6 keeps a connection whose AUTH was not answered in time, even over close(), and from then on reads
 * each answer as that to the next command, whoever's that is. So an object that we have closed is made to connect again
 * only when its server answers somebody else. False: it stays closed, which its user's own commands survive. */
static bool object_may_connect(slock_redis_object_connection *connection, zend_object *client)
{
	double timeout;

	if (connection->closed && connection->address.host && object_read_timeout(client, &timeout)) {
		timeout = timeout > 0.0 ? MIN(timeout, LONGEST_PING) : LONGEST_PING;
		if (slock_redis_is_silent(connection->address.host, connection->address.port, slock_duration(timeout))) {
			return false;
		}
	}
	connection->closed = false;
	return true;
}

static void object_close(slock_redis_object_connection *connection, zend_object *client, slock_redis_client_kind kind)
{
	slock_userland_call_quietly(client, kind == SLOCK_REDIS_CLIENT_PREDIS ? "disconnect" : "close", 0, NULL);
	connection->closed = connection->kind == SLOCK_REDIS_CLIENT_EXTENSION && slock_userland_is_a(client, "Redis") &&
						 slock_userland_extension_before("redis", "6.0.0");
}

/* ext-redis below 6 authenticates when it connects again, but forgets the database it says it has selected; locks in
 * another one exclude nobody. `database`: 0 or less for none. False: it cannot be selected now. */
static bool object_connect_again(slock_redis_object_connection *connection, zend_object *client, zend_long database)
{
	zval argument;

	ZVAL_LONG(&argument, database);
	object_close(connection, client, SLOCK_REDIS_CLIENT_EXTENSION);
	if (object_may_connect(connection, client) &&
		(database <= 0 || slock_userland_call_quietly(client, "select", 1, &argument))) {
		/* The members of an array are not told apart. */
		connection->unselected = connection->kind == SLOCK_REDIS_CLIENT_ARRAY;
		return true;
	}
	return false;
}

void slock_redis_object_disconnect(slock_redis_object_connection *connection, zend_object *client,
								   slock_redis_client_kind kind, bool in_a_hurry)
{
	slock_setting *hurry;
	zend_object *pending;
	zend_long database;

	/* Still closed: nothing was sent, and most methods would connect. */
	if (connection->closed || !slock_userland_save(&pending)) {
		return;
	}
	database = slock_userland_is_a(client, "Redis") ? slock_redis_object_database(connection, client) : -1;
	if (database > 0) {
		/* At once, if possible: the next one who uses the object does not know. */
		connection->unselected = true;
		hurry = in_a_hurry ? slock_redis_object_shorten_read_timeout(client, HURRY) : NULL;
		object_connect_again(connection, client, database);
		slock_redis_object_restore_read_timeout(hurry);
	} else {
		object_close(connection, client, kind);
	}
	slock_userland_restore(pending);
}

bool slock_redis_object_keeps_unread_answers(const zend_object *client)
{
	return !slock_userland_is_a(client, "Relay\\Relay") && !slock_userland_is_a(client, "Relay\\Cluster");
}

const char *slock_redis_object_connect_if_needed(slock_redis_object_connection *connection, zend_object *client)
{
	if (!object_may_connect(connection, client)) {
		return "the server does not answer";
	}
	if (connection->unselected &&
		!object_connect_again(connection, client, slock_redis_object_database(connection, client))) {
		return "the database cannot be selected again";
	}
	return NULL;
}

void slock_redis_object_learn_address(slock_redis_object_connection *connection, zend_object *client, bool failed)
{
	if (connection->address.text || connection->kind == SLOCK_REDIS_CLIENT_ARRAY || (connection->asked && !failed)) {
		return;
	}
	connection->asked = true;
	slock_redis_object_address_learn(&connection->address, client, connection->kind == SLOCK_REDIS_CLIENT_PREDIS);
}
