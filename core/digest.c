/* SPDX-License-Identifier: MIT
 *
 * Hashes: see digest.h. */
#include "core/core.h"
#include "core/digest.h"

const php_hash_ops *slock_sha1, *slock_sha256, *slock_xxh128;

/* One that every PHP has. */
static const php_hash_ops *digest_find(const char *name)
{
	zend_string *text = zend_string_init(name, strlen(name), false);
	const php_hash_ops *algorithm = php_hash_fetch_ops(text);

	ZEND_ASSERT(algorithm);
	zend_string_release(text);
	return algorithm;
}

void slock_digest_startup(void)
{
	slock_sha1 = digest_find("sha1");
	slock_sha256 = digest_find("sha256");
	slock_xxh128 = digest_find("xxh128");
}

/* Aligned here, for php_hash_alloc_context() of PHP 8.4 and later aligns the memory too, and what it returns is not
 * what efree() takes; its counterpart does not exist before. */
#define DIGEST_ALIGNMENT 64

void slock_digest(const php_hash_ops *algorithm, zend_string *text, unsigned char *digest)
{
	void *memory = ecalloc(1, algorithm->context_size + DIGEST_ALIGNMENT);
	void *context = (void *) ZEND_MM_ALIGNED_SIZE_EX((uintptr_t) memory, DIGEST_ALIGNMENT);

	algorithm->hash_init(context, NULL);
	algorithm->hash_update(context, (const unsigned char *) ZSTR_VAL(text), ZSTR_LEN(text));
	algorithm->hash_final(digest, context);
	efree(memory);
}

void slock_digest_hex(const php_hash_ops *algorithm, zend_string *text, char *hex)
{
	unsigned char digest[SLOCK_DIGEST_SIZE];

	ZEND_ASSERT(algorithm->digest_size <= sizeof(digest));
	slock_digest(algorithm, text, digest);
	php_hash_bin2hex(hex, digest, algorithm->digest_size);
	hex[2 * algorithm->digest_size] = '\0';
}

zend_string *slock_digest_text(const php_hash_ops *algorithm, zend_string *text)
{
	zend_string *hex = zend_string_alloc(2 * algorithm->digest_size, false);

	slock_digest_hex(algorithm, text, ZSTR_VAL(hex));
	return hex;
}
