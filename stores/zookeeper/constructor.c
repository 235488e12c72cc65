/* SPDX-License-Identifier: MIT
 *
 * ZookeeperStore::__construct() and createConnection(): which client a DSN gets. */
#include "php_slock.h"
#include "clients/userland.h"
#include "clients/zookeeper/client_object.h"
#include "clients/zookeeper/dsn.h"
#include "clients/zookeeper/native.h"
#include "core/object.h"
#include "core/parameters.h"
#include "core/store_operations.h"
#include "stores/stores.h"
#include "stores/zookeeper/zookeeper_store.h"

/* Whether DSNs are for the native client. The extension zookeeper brings the library with threads, whose functions have
 * the names of those without: a process can use only one of the two. */
static bool constructor_native_is_usable(void)
{
#ifdef SLOCK_ZOOKEEPER_BUILD_VERSION
	return !zend_hash_str_exists(&module_registry, ZEND_STRL("zookeeper"));
#else
	return false;
#endif
}

/* A \Zookeeper for the DSN; NULL with an exception pending. */
static zend_object *constructor_create_object(zend_class_entry *ce, zend_string *dsn)
{
	zend_string *error, *text = slock_zookeeper_dsn_for_object(dsn, &error);
	zval object, hosts;
	bool made;

	if (!text) {
		slock_store_throw_invalid(error);
		return NULL;
	}
	ZVAL_STR(&hosts, text);
	made = slock_userland_make(ce, 1, &hosts, &object);
	zend_string_release(text);
	return made ? Z_OBJ(object) : NULL;
}

/* NULL with an exception pending. `*client`: the object that is used, if any, borrowed. */
static slock_zookeeper *constructor_from_dsn(zend_string *dsn, zend_object **client, bool *fencing)
{
	zend_class_entry *ce = slock_zookeeper_object_class();
	slock_zookeeper_dsn *parsed;
	slock_zookeeper *zookeeper;
	zend_string *error;

	parsed = slock_zookeeper_dsn_parse(dsn, &error);
	if (!parsed) {
		slock_store_throw_invalid(error);
		return NULL;
	}
	*fencing = parsed->fencing;
	if (slock_store_check_fencing(*fencing) == FAILURE) {
		slock_zookeeper_dsn_free(parsed);
		return NULL;
	}
	if (constructor_native_is_usable()) {
		return slock_zookeeper_native_new(parsed);
	}
	slock_zookeeper_dsn_free(parsed);
	if (!ce) {
		slock_store_require_client("zookeeper");
		return NULL;
	}
	*client = constructor_create_object(ce, dsn);
	if (!*client) {
		return NULL;
	}
	zookeeper = slock_zookeeper_object_new(*client);
	OBJ_RELEASE(*client);
	return zookeeper;
}

ZEND_METHOD(Symfony_Component_Lock_Store_ZookeeperStore, __construct)
{
	slock_store *store = slock_store_this(Z_OBJ_P(ZEND_THIS));
	zend_class_entry *ce = slock_zookeeper_object_class();
	slock_zookeeper *zookeeper;
	zend_object *client;
	zend_string *dsn;
	bool fencing = false;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(client, dsn)
	ZEND_PARSE_PARAMETERS_END();

	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		RETURN_THROWS();
	}
	if (client) {
		if (!ce || !instanceof_function(client->ce, ce)) {
			zend_argument_type_error(1, "must be of type Zookeeper|string, %s given", ZSTR_VAL(client->ce->name));
			RETURN_THROWS();
		}
		zookeeper = slock_zookeeper_object_new(client);
	} else {
		zookeeper = constructor_from_dsn(dsn, &client, &fencing);
		if (!zookeeper) {
			RETURN_THROWS();
		}
	}
	/* The constructor of a client object may have been here, too. */
	if (slock_object_construct_once(&store->std, store->constructed) == FAILURE) {
		zookeeper->ops->free(zookeeper);
		RETURN_THROWS();
	}
	if (zookeeper->ops->begin) {
		store->capabilities |= SLOCK_STORE_ASYNC | SLOCK_STORE_BLOCKS;
	}
	store->capabilities |= fencing ? SLOCK_STORE_FENCES : 0;
	slock_zookeeper_store_of(store)->zookeeper = zookeeper;
	store->held = client;
	store->constructed = true;
}

ZEND_METHOD(Symfony_Component_Lock_Store_ZookeeperStore, createConnection)
{
	zend_class_entry *ce = slock_zookeeper_object_class();
	slock_zookeeper_dsn *parsed;
	zend_object *client;
	zend_string *dsn, *error;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_STR(dsn)
	ZEND_PARSE_PARAMETERS_END();

	if (ce) {
		client = constructor_create_object(ce, dsn);
		if (!client) {
			RETURN_THROWS();
		}
		RETURN_OBJ(client);
	}
	parsed = slock_zookeeper_dsn_parse(dsn, &error);
	if (!parsed) {
		slock_store_throw_invalid(error);
		RETURN_THROWS();
	}
	slock_zookeeper_dsn_free(parsed);
	RETURN_STR_COPY(dsn);
}
