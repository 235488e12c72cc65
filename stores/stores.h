/* SPDX-License-Identifier: MIT
 *
 * The entry points of the stores. Each registers its class; call after the interfaces, once, in MINIT. */
#ifndef SLOCK_STORES_STORES_H
#define SLOCK_STORES_STORES_H

#include "php.h"

void slock_combined_store_register(void);
void slock_doctrine_dbal_mysql_store_register(void);
void slock_doctrine_dbal_postgresql_store_register(void);
void slock_database_table_trait_register(void);
void slock_doctrine_dbal_store_register(void);
void slock_flock_store_register(void);
void slock_in_memory_store_register(void);
void slock_memcached_store_register(void);
void slock_mysql_store_register(void);
void slock_mongodb_store_register(void);
void slock_mongodb_document_store_register(void);
void slock_null_store_register(void);
void slock_postgresql_store_register(void);
void slock_pdo_store_register(void);
void slock_redis_store_register(void);
void slock_retry_till_save_store_register(void);
void slock_semaphore_store_register(void);
void slock_store_factory_register(void);
void slock_zookeeper_store_register(void);

/* For constructors that are given a DSN: throws an InvalidArgumentException, which names what to install and how to
 * configure, and returns FAILURE when this build has no such client module. Does not load it. */
zend_result slock_store_require_client(const char *name);

/* Throws an InvalidArgumentException with this text, which it releases: what is wrong with a DSN. */
void slock_store_throw_invalid(zend_string *error);

/* The option "fencing" of a constructor's $options; FAILURE with an exception pending where it is no boolean, or where
 * they have another option. */
zend_result slock_store_read_fencing(HashTable *options, bool *fencing);

/* Whether tokens can be had, if they are wanted; FAILURE with an exception pending. */
zend_result slock_store_check_fencing(bool wanted);

#endif
