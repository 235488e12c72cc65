/* SPDX-License-Identifier: MIT
 *
 * Versions of a store's own: see versions.h. */
#include "php_slock.h"
#include "clients/memcached/versions.h"
#include "core/process.h"

#include "ext/random/php_random.h"

/* Locks whose versions are remembered; some MiB. When there are more the server is asked for those of the older ones.
 */
#define MOST_KNOWN 65536

#define LOWEST (UINT64_C(1) << 62)

uint64_t slock_memcached_version_number(uint64_t seed, uint64_t n)
{
	/* SplitMix64 (Steele, Lea and Flood, 2014): random numbers without a system call for each of them. */
	uint64_t mixed = seed + n * UINT64_C(0x9e3779b97f4a7c15);
	mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
	mixed ^= mixed >> 31;
	return LOWEST | mixed >> 2;
}

uint64_t slock_memcached_version_new(slock_memcached_versions *versions)
{
	if (!versions->seed || versions->forks != slock_process_forks()) {
		versions->forks = slock_process_forks();
		versions->count = 0;
		if (php_random_bytes_silent(&versions->seed, sizeof(versions->seed)) == FAILURE) {
			versions->seed = 0;
			return 0;
		}
	}
	return slock_memcached_version_number(versions->seed, ++versions->count);
}

static void versions_free_one(zval *version)
{
	efree(Z_PTR_P(version));
}

void slock_memcached_version_keep(slock_memcached_versions *versions, zend_string *token, uint64_t version)
{
	uint64_t *known;

	if (!versions->known) {
		ALLOC_HASHTABLE(versions->known);
		zend_hash_init(versions->known, 8, NULL, versions_free_one, false);
	}
	known = zend_hash_find_ptr(versions->known, token);
	if (known) {
		*known = version;
		return;
	}
	if (zend_hash_num_elements(versions->known) >= MOST_KNOWN) {
		zend_hash_clean(versions->known);
	}
	zend_hash_add_mem(versions->known, token, &version, sizeof(version));
}

void slock_memcached_version_forget(slock_memcached_versions *versions, zend_string *token)
{
	if (versions->known) {
		zend_hash_del(versions->known, token);
	}
}

uint64_t slock_memcached_version_of(const slock_memcached_versions *versions, zend_string *token)
{
	const uint64_t *known = versions->known ? zend_hash_find_ptr(versions->known, token) : NULL;

	return known ? *known : 0;
}

void slock_memcached_versions_free(slock_memcached_versions *versions)
{
	if (versions->known) {
		zend_hash_destroy(versions->known);
		FREE_HASHTABLE(versions->known);
		versions->known = NULL;
	}
}
