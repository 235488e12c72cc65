/* SPDX-License-Identifier: MIT
 *
 * Hashes, by PHP's own code. The formats that stores share with other processes are made of them. */
#ifndef SLOCK_CORE_DIGEST_H
#define SLOCK_CORE_DIGEST_H

#include "php.h"
#include "ext/hash/php_hash.h"

/* Written in MINIT, by slock_digest_startup(). */
extern const php_hash_ops *slock_sha1, *slock_sha256, *slock_xxh128;

/* Hashes a text into `digest`, which has room for algorithm->digest_size bytes. */
void slock_digest(const php_hash_ops *algorithm, zend_string *text, unsigned char *digest);

/* The same in hexadecimal digits and a NUL: `hex` has room for 2 * algorithm->digest_size + 1 bytes. For algorithms of
 * at most SLOCK_DIGEST_SIZE bytes. */
#define SLOCK_DIGEST_SIZE 32
void slock_digest_hex(const php_hash_ops *algorithm, zend_string *text, char *hex);

/* The same digits as a new string. */
zend_string *slock_digest_text(const php_hash_ops *algorithm, zend_string *text);

#endif
