/* SPDX-License-Identifier: MIT
 *
 * See slots.h. */
#include "php_slock.h"
#include "clients/redis/slots.h"

#include "ext/standard/crc32.h"

/* CRC-16/XMODEM, as the cluster specification says. */
static uint32_t slots_crc16(const char *text, size_t length)
{
	uint32_t crc = 0;

	for (size_t i = 0; i < length; i++) {
		crc ^= (uint32_t) (unsigned char) text[i] << 8;
		for (int bit = 0; bit < 8; bit++) {
			crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
		}
	}
	return crc & 0xffff;
}

const char *slock_redis_tag(const char *key, size_t *length)
{
	const char *open = memchr(key, '{', *length), *close;

	close = open ? memchr(open + 1, '}', *length - (size_t) (open + 1 - key)) : NULL;
	if (!close) {
		return NULL;
	}
	*length = (size_t) (close - open - 1);
	return open + 1;
}

uint32_t slock_redis_slot(const char *key, size_t length)
{
	size_t tag_length = length;
	const char *tag = slock_redis_tag(key, &tag_length);

	return (tag && tag_length ? slots_crc16(tag, tag_length) : slots_crc16(key, length)) % SLOCK_REDIS_SLOT_COUNT;
}

zend_string *slock_redis_name_beside(zend_string *key, const char *what, size_t length)
{
	size_t tag_length = ZSTR_LEN(key);
	bool tagged = slock_redis_tag(ZSTR_VAL(key), &tag_length) && tag_length;
	const size_t own = sizeof("slock::") - 1, behind = tagged ? 1 : 2;
	zend_string *name = zend_string_alloc(own + ZSTR_LEN(key) + behind + length, false);
	char *at = ZSTR_VAL(name);

	memcpy(at, tagged ? "slock::" : "slock:{", own);
	memcpy(at += own, ZSTR_VAL(key), ZSTR_LEN(key));
	memcpy(at += ZSTR_LEN(key), tagged ? ":" : "}:", behind);
	memcpy(at += behind, what, length);
	at[length] = '\0';
	return name;
}

/* ext-redis, library.c and redis_array_impl.c: the keyspace of CRC-32 in equal parts. */
uint32_t slock_redis_array_place(const char *key, size_t length, uint32_t count)
{
	const char *tag = slock_redis_tag(key, &length);
	uint32_t crc;

	key = tag ? tag : key;
	crc = php_crc32_bulk_end(php_crc32_bulk_update(php_crc32_bulk_init(), key, length));
	return (uint32_t) ((uint64_t) crc * count / 0xffffffff) % count;
}
