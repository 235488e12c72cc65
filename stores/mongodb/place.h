/* SPDX-License-Identifier: MIT
 *
 * Where the documents of a store are, as the constructors of the stores for MongoDB are told. */
#ifndef SLOCK_STORES_MONGODB_PLACE_H
#define SLOCK_STORES_MONGODB_PLACE_H

#include "php.h"
#include "clients/mongodb/client_object.h"
#include "core/store.h"

/* Starts with its constructor alone, else all zeros. */
typedef struct {
	const char *constructor;                 /* for messages */
	zend_string *database, *collection;      /* owned; NULL: not given */
	HashTable *uri_options, *driver_options; /* borrowed; NULL: not given */
	zend_object *manager;                    /* borrowed from the client that is made; NULL: none */
} slock_mongodb_place;

/* The options database, collection, uriOptions and driverOptions. False with an exception pending. */
bool slock_mongodb_place_read(slock_mongodb_place *place, HashTable *options);

/* Asks a client object, of a kind that is one, for what the options do not say, and makes a client of its Manager. May
 * run PHP code; false with an exception pending. */
bool slock_mongodb_place_ask(slock_mongodb_place *place, zend_object *client, slock_mongodb_kind kind,
							 slock_mongodb **mongodb);

/* The URI without what only we understand, owned by the caller; its database and collection win over the options. NULL
 * with an exception pending. */
zend_string *slock_mongodb_place_of_uri(slock_mongodb_place *place, zend_string *uri);

/* Makes the native client for that. Connects to nothing; false with an exception pending. */
bool slock_mongodb_place_connect(const slock_mongodb_place *place, zend_string *rest, slock_mongodb **mongodb);

/* What a dump of a store tells of where its documents are. Never a password. */
void slock_mongodb_show_place(slock_store *base, HashTable *into, const slock_mongodb *mongodb,
							  const zend_string *database, const zend_string *collection);

/* Frees what it owns. */
void slock_mongodb_place_free(slock_mongodb_place *place);

#endif
