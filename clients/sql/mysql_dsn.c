/* SPDX-License-Identifier: MIT
 *
 * Data source names of MySQL: see mysql_dsn.h. */
#include "php_slock.h"
#include "clients/dsn.h"
#include "clients/secrets.h"
#include "clients/sql/mysql_dsn.h"
#include "core/text.h"

#include "zend_smart_str.h"

/* A DSN in the making. Owned, but for `to`. */
typedef struct {
	slock_mysql_dsn *to;
	smart_str dsn;
	zend_string *host, *port, *socket;
} mysql_dsn_parts;

/* One pair of a DSN. `written`: the name as it stands there, with spaces that belong to it for PDO: "host " is a name
 * that it does not know. Credentials are hidden all the same. Takes the value over. */
static void mysql_dsn_add_written(mysql_dsn_parts *parts, const char *name, size_t length, const char *written,
								  size_t written_length, zend_string *value)
{
	const struct {
		const char *name;
		zend_string **slot;
		bool hidden;
	} known[] = {
		{"user", &parts->to->user, true}, {"password", &parts->to->password, true}, {"host", &parts->host, false},
		{"port", &parts->port, false},    {"unix_socket", &parts->socket, false},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (slock_dsn_is_called(name, length, known[i].name) && (known[i].hidden || length == written_length)) {
			slock_text_replace(known[i].slot, zend_string_copy(value));
			if (known[i].hidden) {
				zend_string_release(value);
				return;
			}
		}
	}
	if (slock_dsn_is_called(name, length, "fencing")) {
		parts->to->has_fencing = true;
		zend_string_release(value);
		return;
	}
	if (slock_secrets_is_name(name, length)) {
		/* PDO knows no other password, and its trace would show the DSN. */
		zend_string_release(value);
		return;
	}
	if (parts->dsn.s) {
		smart_str_appendc(&parts->dsn, ';');
	} else {
		smart_str_appends(&parts->dsn, "mysql:");
	}
	smart_str_appendl(&parts->dsn, written, written_length);
	smart_str_appendc(&parts->dsn, '=');
	for (const char *c = ZSTR_VAL(value); *c; c++) {
		if (*c == ';') {
			smart_str_appendc(&parts->dsn, ';');
		}
		smart_str_appendc(&parts->dsn, *c);
	}
	zend_string_release(value);
}

static void mysql_dsn_add(mysql_dsn_parts *parts, const char *name, size_t length, zend_string *value)
{
	mysql_dsn_add_written(parts, name, length, name, length, value);
}

static zend_result mysql_dsn_take_pairs(mysql_dsn_parts *parts, const char *text, size_t length)
{
	slock_dsn_pairs pairs = {.rest = text, .end = text + length};
	slock_dsn_next next;

	while ((next = slock_dsn_next_pair(&pairs)) == SLOCK_DSN_PAIR) {
		parts->to->shows_credentials |= slock_dsn_is_called(pairs.name, pairs.name_length, "host") &&
										slock_dsn_shows_credentials(ZSTR_VAL(pairs.value), ZSTR_LEN(pairs.value));
		if (!pairs.name_length || memchr(pairs.text, ';', pairs.name + pairs.name_length - pairs.text) ||
			parts->to->shows_credentials) {
			zend_string_release(pairs.value);
			return FAILURE;
		}
		mysql_dsn_add_written(parts, pairs.name, pairs.name_length, pairs.text, strcspn(pairs.text, "="), pairs.value);
	}
	return next == SLOCK_DSN_END ? SUCCESS : FAILURE;
}

/* //user:password@host:port/database?charset=…&unix_socket=… */
static void mysql_dsn_take_url(mysql_dsn_parts *parts, const slock_dsn *url)
{
	zend_string *name;
	zval *value;

	if (url->user) {
		parts->to->user = zend_string_copy(url->user);
	}
	if (url->password) {
		parts->to->password = zend_string_copy(url->password);
	}
	if (url->host && ZSTR_LEN(url->host)) {
		mysql_dsn_add(parts, ZEND_STRL("host"), slock_dsn_decode(ZSTR_VAL(url->host), ZSTR_LEN(url->host)));
	}
	if (url->port) {
		mysql_dsn_add(parts, ZEND_STRL("port"), zend_long_to_str(url->port));
	}
	if (url->path && ZSTR_LEN(url->path) > 1) {
		mysql_dsn_add(parts, ZEND_STRL("dbname"), slock_dsn_decode(ZSTR_VAL(url->path) + 1, ZSTR_LEN(url->path) - 1));
	}
	parts->to->has_fencing = slock_dsn_find(url, "fencing") != NULL;
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL(url->query), name, value) {
		if (name && Z_TYPE_P(value) == IS_STRING &&
			(zend_string_equals_literal(name, "charset") || zend_string_equals_literal(name, "unix_socket"))) {
			mysql_dsn_add(parts, ZSTR_VAL(name), ZSTR_LEN(name), zend_string_copy(Z_STR_P(value)));
		}
	}
	ZEND_HASH_FOREACH_END();
}

zend_result slock_mysql_dsn_parse(const char *text, size_t length, bool is_url, slock_mysql_dsn *dsn)
{
	mysql_dsn_parts parts = {.to = dsn};
	zend_result parsed = FAILURE;
	slock_dsn url;

	memset(dsn, 0, sizeof(*dsn));
	if (memchr(text, '\0', length)) {
		return FAILURE;
	}
	if (!is_url) {
		parsed = mysql_dsn_take_pairs(&parts, text, length);
	} else {
		parsed = slock_dsn_parse_url(text, length, &url);
		if (parsed == SUCCESS) {
			mysql_dsn_take_url(&parts, &url);
		}
		slock_dsn_dtor(&url);
	}
	if (!parts.dsn.s) {
		smart_str_appends(&parts.dsn, "mysql:");
	}
	dsn->dsn = smart_str_extract(&parts.dsn);
	dsn->server = parts.socket ? zend_strpprintf(0, "MySQL at %s", ZSTR_VAL(parts.socket))
							   : zend_strpprintf(0, "MySQL at %s:%s", parts.host ? ZSTR_VAL(parts.host) : "localhost",
												 parts.port ? ZSTR_VAL(parts.port) : "3306");
	slock_text_release(parts.host);
	slock_text_release(parts.port);
	slock_text_release(parts.socket);
	return parsed;
}

void slock_mysql_dsn_dtor(slock_mysql_dsn *dsn)
{
	slock_text_release(dsn->dsn);
	slock_text_release(dsn->user);
	slock_text_release(dsn->password);
	slock_text_release(dsn->server);
}
