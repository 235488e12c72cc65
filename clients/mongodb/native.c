/* SPDX-License-Identifier: MIT
 *
 * Commands over the native module: which connection, and what to send again. */
#include "php_slock.h"
#include "clients/module.h"
#include "clients/pool.h"
#include "clients/mongodb/native.h"
#include "clients/mongodb/uri.h"
#include "core/exceptions.h"
#include "core/text.h"

#include "ext/standard/url.h"
#include "zend_smart_str.h"

/* A pooled connection. */
typedef struct {
	const slock_mongodb_client *client;
	slock_mongodb_connection *connection;
	bool answered; /* its last command was */
} mongodb_channel;

typedef struct {
	slock_mongodb base; /* its URI is the one with the options that were given beside it */
	const slock_mongodb_client *client;
	slock_pooled *pooled;
	zend_string *user, *password;    /* NULL: those of the URI */
	slock_mongodb_endpoint endpoint; /* points into these */
	zend_string *unusable;           /* why the driver takes no such URI: what every command says; NULL: it does */
} native_mongodb;

static void mongodb_native_close(void *connection)
{
	mongodb_channel *closing = connection;

	closing->client->close(closing->connection, closing->answered);
	pefree(closing, true);
}

static void mongodb_native_abandon(void *connection)
{
	mongodb_channel *inherited = connection;

	inherited->client->abandon(inherited->connection);
	pefree(inherited, true);
}

/* Commands run to their end; only a fatal error leaves one without an answer. */
static bool mongodb_native_is_idle(void *connection)
{
	return ((mongodb_channel *) connection)->answered;
}

static const slock_connection_type mongodb_native_type = {
	.name = "mongodb",
	.close = mongodb_native_close,
	.abandon = mongodb_native_abandon,
	.is_idle = mongodb_native_is_idle,
};

static mongodb_channel *mongodb_native_open_channel(native_mongodb *mongodb, slock_time answer_by, slock_result *result)
{
	slock_mongodb_connection *connection = mongodb->client->open(&mongodb->endpoint, answer_by, result);
	mongodb_channel *opened;

	if (!connection) {
		return NULL;
	}
	opened = pecalloc(1, sizeof(*opened), true);
	opened->client = mongodb->client;
	opened->connection = connection;
	slock_pooled_keep(mongodb->pooled, opened);
	return opened;
}

static slock_status mongodb_native_run(slock_mongodb *base, const slock_mongodb_call *call, slock_mongodb_reply *reply,
									   slock_result *result)
{
	native_mongodb *mongodb = (native_mongodb *) base;
	slock_progress progress;
	bool fresh, again = false;

	memset(reply, 0, sizeof(*reply));
	if (mongodb->unusable) {
		return slock_result_error(result, "%s", ZSTR_VAL(mongodb->unusable));
	}
	do {
		mongodb_channel *on = slock_pooled_connection(mongodb->pooled);

		fresh = on == NULL;
		if (fresh && !(on = mongodb_native_open_channel(mongodb, call->answer_by, result))) {
			return result->status;
		}
		on->answered = false;
		progress = on->client->run(on->connection, call, reply, result);
		if (progress == SLOCK_ARRIVED) {
			on->answered = true;
			return result->status;
		}
		/* A new client looks at the servers at once, where this one would wait some seconds before it tries again. */
		slock_pooled_drop(mongodb->pooled);
		/* A server may close an idle connection at any time, or be another one by now. All our commands may be run
		 * twice with the same token, so one more try is safe whether or not the first one was executed. Where a new
		 * client has found no server, another one would not either. */
		again = !again && progress == SLOCK_LOST && (!fresh || reply->cut);
		result->sent_again = again;
	} while (again);
	return result->status;
}

static void mongodb_native_free(slock_mongodb *base)
{
	native_mongodb *mongodb = (native_mongodb *) base;

	if (mongodb->pooled) {
		slock_pooled_release(mongodb->pooled);
	}
	zend_string_release(mongodb->base.uri);
	slock_text_release(mongodb->user);
	slock_text_release(mongodb->password);
	slock_text_release(mongodb->unusable);
	efree(mongodb);
}

static const slock_mongodb_ops mongodb_native_ops = {
	.run = mongodb_native_run,
	.free = mongodb_native_free,
};

/* --- options beside the URI
 * ---------------------------------------------------------------------------------------- */

static void mongodb_native_append_option(smart_str *query, const char *name, size_t length, const char *value,
										 size_t value_length)
{
	zend_string *encoded = php_raw_url_encode(value, value_length);

	if (query->s) {
		smart_str_appendc(query, '&');
	}
	smart_str_appendl(query, name, length);
	smart_str_appendc(query, '=');
	smart_str_append(query, encoded);
	zend_string_release(encoded);
}

/* A list such as readPreferenceTags or compressors, and scalars, as they stand in a URI; false: not in one. */
static bool mongodb_native_append_value(smart_str *query, const char *name, size_t length, zval *value)
{
	zend_string *text;

	ZVAL_DEREF(value);
	switch (Z_TYPE_P(value)) {
		case IS_TRUE:
			mongodb_native_append_option(query, name, length, ZEND_STRL("true"));
			return true;
		case IS_FALSE:
			mongodb_native_append_option(query, name, length, ZEND_STRL("false"));
			return true;
		case IS_LONG:
		case IS_DOUBLE:
		case IS_STRING:
			text = zval_get_string(value);
			mongodb_native_append_option(query, name, length, ZSTR_VAL(text), ZSTR_LEN(text));
			zend_string_release(text);
			return true;
		default:
			return false;
	}
}

/* The result has an error when one cannot stand in a URI. */
static void mongodb_native_read_uri_options(native_mongodb *mongodb, HashTable *options, smart_str *query,
											slock_result *result)
{
	zend_string *name;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, value) {
		zend_string **own;

		ZVAL_DEREF(value);
		own = !name                                             ? NULL
			  : zend_string_equals_literal_ci(name, "username") ? &mongodb->user
			  : zend_string_equals_literal_ci(name, "password") ? &mongodb->password
																: NULL;
		if (own && Z_TYPE_P(value) == IS_STRING) {
			*own = zend_string_copy(Z_STR_P(value));
		} else if (!name || own || !mongodb_native_append_value(query, ZSTR_VAL(name), ZSTR_LEN(name), value)) {
			slock_result_error(result,
							   "The value of the URI option \"%s\" is not supported by the native client; pass a "
							   "MongoDB\\Driver\\Manager instead",
							   name ? ZSTR_VAL(name) : "");
			return;
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* What the PHP driver takes beside the URI options, as URI options. The result has an error when it is none of them. */
static void mongodb_native_read_driver_options(HashTable *options, bool *persistent, smart_str *query,
											   slock_result *result)
{
	static const struct {
		const char *name;
		const char *uri_option; /* NULL: of no meaning here */
	} known[] = {
		{"ca_file", "tlsCAFile"},
		{"pem_file", "tlsCertificateKeyFile"},
		{"pem_pwd", "tlsCertificateKeyFilePassword"},
		{"allow_invalid_hostname", "tlsAllowInvalidHostnames"},
		{"weak_cert_validation", "tlsAllowInvalidCertificates"},
		{"driver", NULL},
		{"typeMap", NULL},
	};
	const size_t known_count = sizeof(known) / sizeof(*known);
	zend_string *name;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, value) {
		size_t i = 0;

		if (name && zend_string_equals_literal(name, "disableClientPersistence")) {
			*persistent = !zend_is_true(value);
			continue;
		}
		while (i < known_count && !(name && zend_string_equals_cstr(name, known[i].name, strlen(known[i].name)))) {
			i++;
		}
		if (i == known_count ||
			(known[i].uri_option &&
			 !mongodb_native_append_value(query, known[i].uri_option, strlen(known[i].uri_option), value))) {
			slock_result_error(result,
							   "The driver option \"%s\" is not supported by the native client; pass a "
							   "MongoDB\\Driver\\Manager instead",
							   name ? ZSTR_VAL(name) : "");
			return;
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* Behind the query of the URI, before what is never sent. */
static zend_string *mongodb_native_with_query(zend_string *uri, const smart_str *query)
{
	const char *start = ZSTR_VAL(uri), *scheme_end = strstr(start, "://");
	const char *authority = scheme_end ? scheme_end + 3 : start;
	smart_str whole = {0};

	smart_str_append(&whole, uri);
	if (strchr(authority, '?')) {
		char last = ZSTR_VAL(uri)[ZSTR_LEN(uri) - 1];

		if (last != '?' && last != '&') {
			smart_str_appendc(&whole, '&');
		}
	} else {
		smart_str_appends(&whole, strchr(authority, '/') ? "?" : "/?");
	}
	smart_str_append(&whole, query->s);
	smart_str_0(&whole);
	return whole.s;
}

/* Everything that tells two connections apart. */
static zend_string *mongodb_native_pool_name(const native_mongodb *mongodb, bool persistent)
{
	return zend_strpprintf(0, "mongodb %d %" PRId64 " %" PRId64 " %zu:%s %zu:%s %s", persistent,
						   mongodb->endpoint.connect_timeout, mongodb->endpoint.command_timeout,
						   mongodb->user ? ZSTR_LEN(mongodb->user) : 0, mongodb->user ? ZSTR_VAL(mongodb->user) : "",
						   mongodb->password ? ZSTR_LEN(mongodb->password) : 0,
						   mongodb->password ? ZSTR_VAL(mongodb->password) : "", ZSTR_VAL(mongodb->base.uri));
}

/* What is wrong with the URI and the options, in words for the user; NULL: nothing. `read`: how reading the options has
 * ended; then the driver is asked. */
static zend_string *mongodb_native_complaint(const native_mongodb *mongodb, zend_string *uri, slock_result *read)
{
	zend_string *complaint = NULL;

	if (read->status != SLOCK_OK || !mongodb->client->check(&mongodb->endpoint, read)) {
		zend_string *masked = slock_mongodb_uri_mask(uri);

		complaint =
			zend_strpprintf(0, "The MongoDB Connection URI \"%s\" cannot be used: %s", ZSTR_VAL(masked), read->message);
		zend_string_release(masked);
	}
	slock_result_reset(read);
	return complaint;
}

slock_mongodb *slock_mongodb_native_new(zend_string *uri, HashTable *uri_options, HashTable *driver_options,
										slock_result *result)
{
	const slock_mongodb_client *client = slock_client_load("mongodb", result);
	native_mongodb *mongodb;
	smart_str query = {0};
	/* As the PHP driver does it: clients outlive requests. */
	bool persistent = true;
	zend_string *name;

	if (!client) {
		return NULL;
	}
	mongodb = ecalloc(1, sizeof(*mongodb));
	mongodb->base.ops = &mongodb_native_ops;
	mongodb->client = client;
	if (uri_options) {
		mongodb_native_read_uri_options(mongodb, uri_options, &query, result);
	}
	if (driver_options && result->status == SLOCK_OK) {
		mongodb_native_read_driver_options(driver_options, &persistent, &query, result);
	}
	smart_str_0(&query);
	mongodb->base.uri = query.s ? mongodb_native_with_query(uri, &query) : zend_string_copy(uri);
	smart_str_free(&query);
	mongodb->endpoint.uri = ZSTR_VAL(mongodb->base.uri);
	mongodb->endpoint.user = slock_text_chars(mongodb->user);
	mongodb->endpoint.password = slock_text_chars(mongodb->password);
	mongodb->endpoint.connect_timeout = SLOCK_G(connect_timeout);
	mongodb->endpoint.command_timeout = SLOCK_G(command_timeout);
	mongodb->unusable = mongodb_native_complaint(mongodb, uri, result);
	if (mongodb->unusable) {
		return &mongodb->base;
	}
	name = mongodb_native_pool_name(mongodb, persistent);
	mongodb->pooled = slock_pool_get(&mongodb_native_type, name, persistent);
	zend_string_release(name);
	return &mongodb->base;
}
