/* SPDX-License-Identifier: MIT
 *
 * Hashes: see digest.h. */
#include "core/digest.h"

const php_hash_ops *slock_digest_find(const char *name)
{
	zend_string *text = zend_string_init(name, strlen(name), false);
	const php_hash_ops *algorithm = php_hash_fetch_ops(text);

	ZEND_ASSERT(algorithm);
	zend_string_release(text);
	return algorithm;
}

void slock_digest(const php_hash_ops *algorithm, zend_string *text, unsigned char *digest)
{
	void *context = php_hash_alloc_context(algorithm);

	algorithm->hash_init(context, NULL);
	algorithm->hash_update(context, (const unsigned char *) ZSTR_VAL(text), ZSTR_LEN(text));
	algorithm->hash_final(digest, context);
	efree(context);
}
