/* SPDX-License-Identifier: MIT
 *
 * Versions that a store gives to what it writes, where the server lets it: one of its own for each write, so that what
 * compares with it finds that write and no other one, whoever wrote before, after a restart of the server, or through a
 * proxy. Which one a token had last is remembered here and not with the key, whose state is the token alone, for every
 * process; who does not know it asks the server. */
#ifndef SLOCK_CLIENTS_MEMCACHED_VERSIONS_H
#define SLOCK_CLIENTS_MEMCACHED_VERSIONS_H

#include "php.h"

/* Begins as all zeros. */
typedef struct {
	HashTable *known; /* token => version; NULL: none yet */
	uint64_t seed;    /* random; 0: not drawn yet */
	uint64_t count;   /* versions that were made of it */
	uint32_t forks;   /* when it was drawn: two processes have two */
} slock_memcached_versions;

/* One that nobody else has, from 2^62 to 2^63 - 1: servers count from 1, and PHP's integers have as many. 0: there is
 * no randomness. */
uint64_t slock_memcached_version_new(slock_memcached_versions *versions);

/* The n-th of those that a random seed stands for. Uses nothing of the engine. */
uint64_t slock_memcached_version_number(uint64_t seed, uint64_t n);

/* The last write with this token had this version; or it is not known any more. */
void slock_memcached_version_keep(slock_memcached_versions *versions, zend_string *token, uint64_t version);
void slock_memcached_version_forget(slock_memcached_versions *versions, zend_string *token);

/* 0: it is not known. What is known may be over. */
uint64_t slock_memcached_version_of(const slock_memcached_versions *versions, zend_string *token);

void slock_memcached_versions_free(slock_memcached_versions *versions);

#endif
