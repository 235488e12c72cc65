/* SPDX-License-Identifier: MIT
 *
 * Where the documents of a store are: client, database and collection, from the arguments of a constructor. */
#include "php_slock.h"
#include "clients/mongodb/native.h"
#include "clients/mongodb/uri.h"
#include "clients/secrets.h"
#include "clients/userland.h"
#include "core/exceptions.h"
#include "core/store_show.h"
#include "core/text.h"
#include "stores/mongodb/place.h"

#include "zend_exceptions.h"

static bool place_refuse(const slock_mongodb_place *place, const char *option, const char *expected)
{
	zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0, "\"%s\" expects the option \"%s\" to be %s.",
							place->constructor, option, expected);
	return false;
}

/* A name as MongoDB has it; NULL for null, false with an exception pending. */
static bool place_read_name(const slock_mongodb_place *place, zval *value, const char *option, zend_string **name)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_NULL) {
		return true;
	}
	if (Z_TYPE_P(value) != IS_STRING || !Z_STRLEN_P(value) || memchr(Z_STRVAL_P(value), '\0', Z_STRLEN_P(value)) ||
		!slock_mongodb_is_utf8(Z_STRVAL_P(value), Z_STRLEN_P(value))) {
		return place_refuse(place, option, "a non-empty string of valid UTF-8");
	}
	*name = zend_string_copy(Z_STR_P(value));
	return true;
}

static bool place_read_array(const slock_mongodb_place *place, zval *value, const char *option, HashTable **array)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_ARRAY) {
		return place_refuse(place, option, "an array");
	}
	*array = Z_ARRVAL_P(value);
	return true;
}

bool slock_mongodb_place_read(slock_mongodb_place *place, HashTable *options)
{
	zval *value;

	return !(((value = zend_hash_str_find(options, ZEND_STRL("database"))) &&
			  !place_read_name(place, value, "database", &place->database)) ||
			 ((value = zend_hash_str_find(options, ZEND_STRL("collection"))) &&
			  !place_read_name(place, value, "collection", &place->collection)) ||
			 ((value = zend_hash_str_find(options, ZEND_STRL("uriOptions"))) &&
			  !place_read_array(place, value, "uriOptions", &place->uri_options)) ||
			 ((value = zend_hash_str_find(options, ZEND_STRL("driverOptions"))) &&
			  !place_read_array(place, value, "driverOptions", &place->driver_options)));
}

void slock_mongodb_place_free(slock_mongodb_place *place)
{
	slock_text_release(place->database);
	slock_text_release(place->collection);
}

/* What a method of the client without arguments returns, where the option does not say it. */
static bool place_ask_name(const slock_mongodb_place *place, zend_object *client, const char *method,
						   zend_string **name)
{
	zval returned;
	bool ok;

	if (*name) {
		return true;
	}
	ok = slock_userland_call(client, method, 0, NULL, &returned) && place_read_name(place, &returned, method, name);
	zval_ptr_dtor(&returned);
	return ok;
}

bool slock_mongodb_place_ask(slock_mongodb_place *place, zend_object *client, slock_mongodb_kind kind,
							 slock_mongodb **mongodb)
{
	zval manager;

	if ((kind == SLOCK_MONGODB_COLLECTION || kind == SLOCK_MONGODB_DATABASE) &&
		!place_ask_name(place, client, "getDatabaseName", &place->database)) {
		return false;
	}
	if (kind == SLOCK_MONGODB_COLLECTION && !place_ask_name(place, client, "getCollectionName", &place->collection)) {
		return false;
	}
	if (kind == SLOCK_MONGODB_MANAGER) {
		ZVAL_OBJ_COPY(&manager, client);
	} else if (!slock_userland_call(client, "getManager", 0, NULL, &manager)) {
		return false;
	}
	if (Z_TYPE(manager) == IS_OBJECT && slock_mongodb_object_kind(Z_OBJ(manager)) == SLOCK_MONGODB_MANAGER) {
		place->manager = Z_OBJ(manager);
		*mongodb = slock_mongodb_object_new(Z_OBJ(manager));
	} else {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"%s::getManager() returns no MongoDB\\Driver\\Manager.", ZSTR_VAL(client->ce->name));
	}
	zval_ptr_dtor(&manager);
	return *mongodb != NULL;
}

/* The URI without what only we understand; its database and collection win over the options. NULL with an exception. */
zend_string *slock_mongodb_place_of_uri(slock_mongodb_place *place, zend_string *uri)
{
	zend_string *rest, *database = NULL, *collection = NULL, *masked;

	rest = slock_mongodb_uri_skim(uri, &database, &collection);
	if (!rest) {
		/* It is none, so that anything in it may be a secret. */
		masked = slock_secrets_scheme_only(uri);
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"The given MongoDB Connection URI \"%s\" is invalid. Expecting \"mongodb://\" or "
								"\"mongodb+srv://\".",
								ZSTR_VAL(masked));
		zend_string_release(masked);
		return NULL;
	}
	if (database) {
		slock_text_replace(&place->database, database);
	}
	if (collection) {
		slock_text_replace(&place->collection, collection);
	}
	return rest;
}

bool slock_mongodb_place_connect(const slock_mongodb_place *place, zend_string *rest, slock_mongodb **mongodb)
{
	slock_result result = SLOCK_RESULT_INIT;

	*mongodb = slock_mongodb_native_new(rest, place->uri_options, place->driver_options, &result);
	if (!*mongodb) {
		zend_string *masked = slock_mongodb_uri_mask(rest);

		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
								"The MongoDB Connection URI \"%s\" cannot be used: %s", ZSTR_VAL(masked),
								result.message);
		zend_string_release(masked);
	}
	slock_result_dtor(&result);
	return *mongodb != NULL;
}

void slock_mongodb_show_place(slock_store *base, HashTable *into, const slock_mongodb *mongodb,
							  const zend_string *database, const zend_string *collection)
{
	zend_string *uri;

	slock_store_show_transport(base, into, mongodb->client);
	if (!mongodb->client) {
		uri = slock_mongodb_uri_mask(mongodb->uri);
		slock_store_show_text(base, into, "server", ZSTR_VAL(uri));
		zend_string_release(uri);
	} else {
		/* A URI tells it, too, and in a damaged one that may be what was meant as the password. */
		slock_store_show_text(base, into, "database", ZSTR_VAL(database));
	}
	slock_store_show_text(base, into, "collection", ZSTR_VAL(collection));
}
