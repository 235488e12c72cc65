/* SPDX-License-Identifier: MIT
 *
 * Addresses that client objects know: see object_address.h. */
#include "php_slock.h"
#include "clients/redis/object_address.h"
#include "clients/userland.h"

#include "zend_smart_str.h"

/* Host and port to "host:port"; a socket has no port. */
static void address_append(smart_str *address, zval *host, zval *port)
{
	if (Z_TYPE_P(host) != IS_STRING || !Z_STRLEN_P(host)) {
		return;
	}
	if (address->s) {
		smart_str_appendc(address, ',');
	}
	smart_str_append(address, Z_STR_P(host));
	if (zval_get_long(port) > 0) {
		smart_str_append_printf(address, ":" ZEND_LONG_FMT, zval_get_long(port));
	}
}

/* From \Redis and Relay; they know it as long as they are connected. */
static void address_ask_host(zend_object *client, smart_str *address)
{
	zval host, port;

	if (slock_userland_call(client, "getHost", 0, NULL, &host) && Z_TYPE(host) == IS_STRING &&
		slock_userland_call(client, "getPort", 0, NULL, &port)) {
		address_append(address, &host, &port);
		zval_ptr_dtor(&port);
	}
	zval_ptr_dtor(&host);
}

/* From \RedisCluster: all masters that it knows. */
static void address_ask_masters(zend_object *client, smart_str *address)
{
	zval masters, *master;

	if (slock_userland_call(client, "_masters", 0, NULL, &masters) && Z_TYPE(masters) == IS_ARRAY) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL(masters), master) {
			zval *host = Z_TYPE_P(master) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(master), 0) : NULL;
			zval *port = host ? zend_hash_index_find(Z_ARRVAL_P(master), 1) : NULL;

			if (port) {
				address_append(address, host, port);
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	zval_ptr_dtor(&masters);
}

/* From Predis: one connection is a string as well, those of clusters are not. */
static void address_ask_connection(zend_object *client, smart_str *address)
{
	zval connection, text;

	if (slock_userland_call(client, "getConnection", 0, NULL, &connection) && Z_TYPE(connection) == IS_OBJECT &&
		slock_userland_has(Z_OBJ(connection), "__toString") &&
		slock_userland_call(Z_OBJ(connection), "__toString", 0, NULL, &text)) {
		if (Z_TYPE(text) == IS_STRING) {
			smart_str_append(address, Z_STR(text));
		}
		zval_ptr_dtor(&text);
	}
	zval_ptr_dtor(&connection);
}

zend_string *slock_redis_object_address(zend_object *client, bool is_predis)
{
	smart_str address = {0};

	if (is_predis) {
		if (slock_userland_has(client, "getConnection")) {
			address_ask_connection(client, &address);
		}
	} else if (slock_userland_has(client, "getHost")) {
		address_ask_host(client, &address);
	} else if (slock_userland_has(client, "_masters")) {
		address_ask_masters(client, &address);
	}
	slock_userland_drop();
	return address.s ? smart_str_extract(&address) : NULL;
}
