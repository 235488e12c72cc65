/* SPDX-License-Identifier: MIT
 *
 * What stores show of themselves: see store_show.h. */
#include "core/store_show.h"

void slock_store_show_text(slock_store *store, HashTable *into, const char *name, const char *text)
{
	zval value;

	ZVAL_STRING(&value, text);
	slock_object_put(into, slock_object_native_class(store->std.ce), name, &value);
}

void slock_store_show_number(slock_store *store, HashTable *into, const char *name, zend_long number)
{
	zval value;

	ZVAL_LONG(&value, number);
	slock_object_put(into, slock_object_native_class(store->std.ce), name, &value);
}

void slock_store_show_transport(slock_store *store, HashTable *into, const zend_object *client)
{
	slock_store_show_text(store, into, "transport", client ? ZSTR_VAL(client->ce->name) : "native");
}
