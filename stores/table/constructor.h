/* SPDX-License-Identifier: MIT
 *
 * The methods that PdoStore and DoctrineDbalStore share. */
#ifndef SLOCK_STORES_TABLE_CONSTRUCTOR_H
#define SLOCK_STORES_TABLE_CONSTRUCTOR_H

#include "stores/table/table_store.h"

/* What a connection is made of: a client object, or a DSN or URL; NULL with an exception pending. PHP code may run. */
typedef slock_sql *slock_sql_from_object(zend_object *client);
typedef slock_sql *slock_sql_from_text(zend_string *dsn, HashTable *options);

/* The whole constructor of both stores. */
void slock_sql_store_construct(INTERNAL_FUNCTION_PARAMETERS, slock_sql_from_object *from_object,
							   slock_sql_from_text *from_text);

/* What both constructors and the trait ask of these; FAILURE with an exception in the package's words. */
zend_result slock_sql_check_numbers(double gc_probability, zend_long initial_ttl);

/* A string option; NULL when it is missing or null, and with a TypeError pending when it is anything else. Borrowed. */
zend_string *slock_sql_store_option(HashTable *options, const char *name);

/* After the table was created: creates what stands beside it for fencing tokens, where the store mints them and it is
 * missing; throws. */
void slock_sql_store_create_fence(slock_sql_store *store);

/* The store behind $this; NULL with an Error pending when its constructor has not run. */
slock_sql_store *slock_sql_store_this(zval *this);

/* createTable() by our own SQL; throws what PDO throws. */
void slock_sql_store_create_table(slock_sql_store *store);

#endif
