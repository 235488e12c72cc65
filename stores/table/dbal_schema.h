/* SPDX-License-Identifier: MIT
 *
 * The table of locks in a Doctrine\DBAL\Schema\Schema, by the calls of Doctrine's version. */
#ifndef SLOCK_STORES_TABLE_DBAL_SCHEMA_H
#define SLOCK_STORES_TABLE_DBAL_SCHEMA_H

#include "php.h"
#include "stores/table/statements.h"

/* A new schema; false with an exception pending. Runs PHP code. */
bool slock_dbal_schema_make(zval *schema);

/* The schema with the table in `returned`, owned by the caller: since DBAL 4.5 another one than `schema`, before it the
 * same. false with an exception pending. Runs PHP code. */
bool slock_dbal_schema_add(zend_object *schema, const slock_sql_table *names, zval *returned);

#endif
