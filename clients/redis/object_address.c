/* SPDX-License-Identifier: MIT
 *
 * Addresses that client objects know: see object_address.h. */
#include "php_slock.h"
#include "clients/redis/object_address.h"
#include "clients/userland.h"
#include "core/text.h"

#include "zend_smart_str.h"

/* Host and port to "host:port"; a socket has no port. */
static void address_append(smart_str *text, zval *host, zval *port)
{
	if (Z_TYPE_P(host) != IS_STRING || !Z_STRLEN_P(host)) {
		return;
	}
	if (text->s) {
		smart_str_appendc(text, ',');
	}
	smart_str_append(text, Z_STR_P(host));
	if (zval_get_long(port) > 0) {
		smart_str_append_printf(text, ":" ZEND_LONG_FMT, zval_get_long(port));
	}
}

/* From \Redis and Relay; they know it as long as they are connected. */
static void address_ask_host(zend_object *client, slock_redis_object_address *address, smart_str *text)
{
	zval host, port;

	if (slock_userland_call(client, "getHost", 0, NULL, &host) && Z_TYPE(host) == IS_STRING &&
		slock_userland_call(client, "getPort", 0, NULL, &port)) {
		address_append(text, &host, &port);
		slock_text_replace(&address->host, zval_get_string(&host));
		address->port = zval_get_long(&port);
		zval_ptr_dtor(&port);
	}
	zval_ptr_dtor(&host);
}

/* From \RedisCluster: all masters that it knows. */
static void address_ask_masters(zend_object *client, smart_str *text)
{
	zval masters, *master;

	if (slock_userland_call(client, "_masters", 0, NULL, &masters) && Z_TYPE(masters) == IS_ARRAY) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL(masters), master) {
			zval *host = Z_TYPE_P(master) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(master), 0) : NULL;
			zval *port = host ? zend_hash_index_find(Z_ARRVAL_P(master), 1) : NULL;

			if (port) {
				address_append(text, host, port);
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	zval_ptr_dtor(&masters);
}

/* Whether a connection of Predis to one server sends a command again by itself, on another connection: its parameter
 * "retry", of newer versions. */
static bool address_retries(zend_object *connection)
{
	zval parameters, answer, *retry;
	bool retries = false;

	if (!slock_userland_has(connection, "getParameters") ||
		!slock_userland_call(connection, "getParameters", 0, NULL, &parameters)) {
		return false;
	}
	ZVAL_UNDEF(&answer);
	if (Z_TYPE(parameters) == IS_OBJECT && slock_userland_has(Z_OBJ(parameters), "isDisabledRetry")) {
		retries = slock_userland_call(Z_OBJ(parameters), "isDisabledRetry", 0, NULL, &answer) && !zend_is_true(&answer);
	} else if (Z_TYPE(parameters) == IS_OBJECT && slock_userland_has(Z_OBJ(parameters), "toArray") &&
			   slock_userland_call(Z_OBJ(parameters), "toArray", 0, NULL, &answer) && Z_TYPE(answer) == IS_ARRAY) {
		retry = zend_hash_str_find(Z_ARRVAL(answer), ZEND_STRL("retry"));
		retries = retry && Z_TYPE_P(retry) != IS_NULL;
	}
	zval_ptr_dtor(&answer);
	zval_ptr_dtor(&parameters);
	return retries;
}

/* From Predis: one connection is a string as well, those of clusters are not. */
static void address_ask_connection(zend_object *client, slock_redis_object_address *address, smart_str *text)
{
	zval connection, told;
	bool known = slock_userland_call(client, "getConnection", 0, NULL, &connection) && Z_TYPE(connection) == IS_OBJECT;

	address->sends_again = !known ||
						   !slock_userland_is_a(Z_OBJ(connection), "Predis\\Connection\\NodeConnectionInterface") ||
						   address_retries(Z_OBJ(connection));
	if (known && slock_userland_has(Z_OBJ(connection), "__toString") &&
		slock_userland_call(Z_OBJ(connection), "__toString", 0, NULL, &told)) {
		if (Z_TYPE(told) == IS_STRING) {
			smart_str_append(text, Z_STR(told));
		}
		zval_ptr_dtor(&told);
	}
	zval_ptr_dtor(&connection);
}

void slock_redis_object_address_learn(slock_redis_object_address *address, zend_object *client, bool is_predis)
{
	smart_str text = {0};

	if (is_predis) {
		if (slock_userland_has(client, "getConnection")) {
			address_ask_connection(client, address, &text);
		}
	} else if (slock_userland_has(client, "getHost")) {
		address_ask_host(client, address, &text);
	} else if (slock_userland_has(client, "_masters")) {
		address_ask_masters(client, &text);
	}
	slock_userland_drop();
	slock_text_replace(&address->text, text.s ? smart_str_extract(&text) : NULL);
}

void slock_redis_object_address_dtor(slock_redis_object_address *address)
{
	slock_text_release(address->text);
	slock_text_release(address->host);
}
