/* SPDX-License-Identifier: MIT
 *
 * The pool of native connections: see pool.h. The fork guard is here and nowhere else. */
#include "php_slock.h"
#include "clients/pool.h"
#include "core/process.h"

/* name => slock_pooled *; the table is persistent memory because persistent connections outlive requests. */
struct slock_pool {
	HashTable entries;
};

void slock_pooled_drop(slock_pooled *pooled)
{
	void *connection = pooled->connection;

	if (!connection) {
		return;
	}
	pooled->connection = NULL;
	if (pooled->generation == slock_process_generation()) {
		pooled->type->close(connection);
	} else {
		pooled->type->abandon(connection);
	}
}

static void pool_free_entry(zval *zv)
{
	slock_pooled *pooled = Z_PTR_P(zv);

	slock_pooled_drop(pooled);
	zend_string_release_ex(pooled->name, true);
	pefree(pooled, true);
}

slock_pooled *slock_pool_get(const slock_connection_type *type, zend_string *name, bool persistent)
{
	slock_pool *pool = SLOCK_G(pool);
	slock_pooled *pooled;

	if (!pool) {
		pool = pemalloc(sizeof(*pool), true);
		zend_hash_init(&pool->entries, 8, NULL, pool_free_entry, true);
		SLOCK_G(pool) = pool;
	}
	pooled = zend_hash_find_ptr(&pool->entries, name);
	if (!pooled) {
		pooled = pecalloc(1, sizeof(*pooled), true);
		pooled->type = type;
		pooled->persistent = persistent;
		pooled->name = zend_string_init(ZSTR_VAL(name), ZSTR_LEN(name), true);
		zend_hash_add_new_ptr(&pool->entries, pooled->name, pooled);
	}
	pooled->users++;
	return pooled;
}

void *slock_pooled_connection(slock_pooled *pooled)
{
	if (UNEXPECTED(pooled->generation != slock_process_generation())) {
		slock_pooled_drop(pooled);
	}
	return pooled->connection;
}

void slock_pooled_keep(slock_pooled *pooled, void *connection)
{
	slock_pooled_drop(pooled);
	pooled->connection = connection;
	pooled->generation = slock_process_generation();
}

void slock_pooled_release(slock_pooled *pooled)
{
	if (--pooled->users == 0 && !pooled->persistent) {
		zend_hash_del(&SLOCK_G(pool)->entries, pooled->name);
	}
}

void slock_pool_hear(slock_pool *pool)
{
	slock_pooled *pooled;

	if (!pool) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(&pool->entries, pooled) {
		if (pooled->type->hear && pooled->connection && pooled->generation == slock_process_generation() &&
			!pooled->type->hear(pooled->connection)) {
			slock_pooled_drop(pooled);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static int pool_end_request_of(zval *zv)
{
	slock_pooled *pooled = Z_PTR_P(zv);

	/* After a fatal error nobody lets go of anything; the objects are gone all the same. */
	pooled->users = 0;
	/* What another process has opened is not even looked at. */
	if (pooled->persistent && slock_pooled_connection(pooled) &&
		!(pooled->type->is_idle && pooled->type->is_idle(pooled->connection))) {
		slock_pooled_drop(pooled);
	}
	return pooled->persistent ? ZEND_HASH_APPLY_KEEP : ZEND_HASH_APPLY_REMOVE;
}

void slock_pool_end_request(slock_pool *pool)
{
	if (pool) {
		zend_hash_apply(&pool->entries, pool_end_request_of);
	}
}

void slock_pool_shutdown(slock_pool *pool)
{
	slock_pooled *pooled;

	if (!pool) {
		return;
	}
	/* That would be noted for the calling thread, which is not always the one that the pool was of. */
	ZEND_HASH_FOREACH_PTR(&pool->entries, pooled) {
		if (pooled->type->silence && pooled->connection) {
			pooled->type->silence(pooled->connection);
		}
	}
	ZEND_HASH_FOREACH_END();
	zend_hash_destroy(&pool->entries);
	pefree(pool, true);
}
