/* SPDX-License-Identifier: MIT
 *
 * Client object adapter: a transport to MongoDB through a MongoDB\Driver\Manager, by its own methods. */
#ifndef SLOCK_CLIENTS_MONGODB_CLIENT_OBJECT_H
#define SLOCK_CLIENTS_MONGODB_CLIENT_OBJECT_H

#include "php.h"
#include "clients/mongodb/mongodb.h"

typedef enum {
	SLOCK_MONGODB_NO_CLIENT,
	SLOCK_MONGODB_MANAGER,
	SLOCK_MONGODB_CLIENT, /* of the PHP library, as those below; it has getManager() */
	SLOCK_MONGODB_DATABASE,
	SLOCK_MONGODB_COLLECTION,
} slock_mongodb_kind;

/* What kind of client the object is. Loads no class. */
slock_mongodb_kind slock_mongodb_object_kind(zend_object *client);

/* Takes its own reference to the Manager. */
slock_mongodb *slock_mongodb_object_new(zend_object *manager);

/* For slock.c: no call to a Manager is under way any more. */
void slock_mongodb_object_end_request(void);

#endif
