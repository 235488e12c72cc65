/* SPDX-License-Identifier: MIT
 *
 * Names of nodes: see node_path.h. */
#include "php_slock.h"
#include "clients/zookeeper/node_path.h"
#include "core/digest.h"

#include "ext/standard/html.h"

/* A server takes requests of up to 1 MiB by default, and drops the connection beyond. */
#define MAX_NAME (1000 * 1000)

/* Whether a server takes the name as it is. For Java it is UTF-16, hence the strange bounds. */
static bool node_path_is_name(zend_string *name)
{
	const unsigned char *text = (const unsigned char *) ZSTR_VAL(name);
	size_t length = ZSTR_LEN(name), at = 0;
	zend_result status = SUCCESS;

	if (length > MAX_NAME || zend_string_equals_literal(name, ".") || zend_string_equals_literal(name, "..") ||
		zend_string_equals_literal(name, "zookeeper")) {
		return false;
	}
	while (at < length) {
		unsigned int c = php_next_utf8_char(text, length, &at, &status);

		if (status == FAILURE || c <= 0x1f || (c >= 0x7f && c <= 0x9f) || (c >= 0xd800 && c <= 0xf8ff) || c >= 0xfff0) {
			return false;
		}
	}
	return length > 0;
}

zend_string *slock_zookeeper_node_path(const char *chroot, zend_string *resource)
{
	zend_string *name, *hash, *path;

	if (!node_path_is_name(resource)) {
		name = slock_digest_text(slock_sha1, resource);
	} else if (memchr(ZSTR_VAL(resource), '/', ZSTR_LEN(resource))) {
		hash = slock_digest_text(slock_sha1, resource);
		name = zend_string_concat3(ZSTR_VAL(resource), ZSTR_LEN(resource), ZEND_STRL("-"), ZSTR_VAL(hash), 40);
		for (size_t i = 0; i < ZSTR_LEN(resource); i++) {
			if (ZSTR_VAL(name)[i] == '/') {
				ZSTR_VAL(name)[i] = '-';
			}
		}
		zend_string_release(hash);
	} else {
		name = zend_string_copy(resource);
	}
	path = zend_string_concat3(chroot, strlen(chroot), ZEND_STRL("/"), ZSTR_VAL(name), ZSTR_LEN(name));
	zend_string_release(name);
	return path;
}
