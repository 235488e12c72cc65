/* SPDX-License-Identifier: MIT
 *
 * Which of several servers a key belongs to. Pure functions. */
#ifndef SLOCK_CLIENTS_REDIS_SLOTS_H
#define SLOCK_CLIENTS_REDIS_SLOTS_H

#include "php.h"

#include <stddef.h>
#include <stdint.h>

#define SLOCK_REDIS_SLOT_COUNT 16384

/* What stands between the first { and the first } after it, with *length of it; NULL, and *length is left alone:
 * nothing does. A cluster takes an empty one for none. */
const char *slock_redis_tag(const char *key, size_t *length);

/* The slot of a key in a Redis Cluster: CRC-16 of what stands between the first { and the first } after it, or of
 * all. */
uint32_t slock_redis_slot(const char *key, size_t length);

/* The name of what stands beside a key, in its slot, owned by the caller: "slock:{KEY}:WHAT", or "slock::KEY:WHAT"
 * where the key has a tag, which alone decides on its slot and stays the first one in the name. Where a key has braces
 * and no tag, it may be another slot. */
zend_string *slock_redis_name_beside(zend_string *key, const char *what, size_t length);

/* The place of a key among `count` servers, as \RedisArray chooses it without options. */
uint32_t slock_redis_array_place(const char *key, size_t length, uint32_t count);

#endif
