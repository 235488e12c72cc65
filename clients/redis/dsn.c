/* SPDX-License-Identifier: MIT
 *
 * Redis DSNs: see dsn.h. */
#include "php_slock.h"
#include "clients/dsn.h"
#include "clients/redis/dsn.h"

#include "zend_smart_str.h"

#define DEFAULT_PORT 6379

/* The first reason wins; false for the sake of `return refuse(…)`. */
static bool refuse(zend_string **error, const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

static bool refuse(zend_string **error, const char *format, ...)
{
	va_list args;
	zend_string *reason;

	va_start(args, format);
	reason = zend_vstrpprintf(0, format, args);
	va_end(args);
	*error = zend_strpprintf(0, "Invalid Redis DSN: %s", ZSTR_VAL(reason));
	zend_string_release(reason);
	return false;
}

static bool is_digits(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] < '0' || text[i] > '9') {
			return false;
		}
	}
	return length > 0;
}

static bool set_host(slock_redis_dsn *redis, const char *host, size_t length, int port)
{
	if (length > 2 && host[0] == '[' && host[length - 1] == ']') {
		host++;
		length -= 2;
	}
	redis->host = zend_string_init(host, length, false);
	redis->port = port ? port : DEFAULT_PORT;
	return true;
}

/* An entry of the query parameter host[…]: "name", "name:port" or "/path:". */
static bool set_listed_host(slock_redis_dsn *redis, zend_string *entry, zend_string **error)
{
	const char *text = ZSTR_VAL(entry), *colon = strrchr(text, ':');
	size_t length = ZSTR_LEN(entry);

	if (length && text[length - 1] == ']') {
		colon = NULL; /* of an IPv6 address */
	}
	if (text[0] == '/') {
		redis->path = zend_string_init(text, colon && !colon[1] ? (size_t) (colon - text) : length, false);
		return true;
	}
	if (!colon) {
		return length ? set_host(redis, text, length, 0) : refuse(error, "missing host.");
	}
	if (!is_digits(colon + 1, length - (colon + 1 - text)) || ZEND_STRTOL(colon + 1, NULL, 10) < 1 ||
		ZEND_STRTOL(colon + 1, NULL, 10) > 65535) {
		return refuse(error, "the port of a \"host\" must be a number from 1 to 65535.");
	}
	return set_host(redis, text, colon - text, (int) ZEND_STRTOL(colon + 1, NULL, 10));
}

static bool read_listed_hosts(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	zval *hosts = slock_dsn_find(dsn, "host");
	zend_string *name;

	if (!hosts) {
		return true;
	}
	if (Z_TYPE_P(hosts) != IS_ARRAY) {
		return refuse(error, "query parameter \"host\" must be an array.");
	}
	ZEND_HASH_FOREACH_STR_KEY(Z_ARRVAL_P(hosts), name) {
		bool valid;

		if (redis->host || redis->path) {
			return refuse(error, "more than one host needs a client object in this version.");
		}
		/* host[]=name is a mistake, and the name of no host is a number. */
		valid = name ? set_listed_host(redis, name, error) : refuse(error, "write host[name], not host[]=name.");
		if (!valid) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static bool read_database(const char *text, size_t length, int *database, zend_string **error)
{
	if (!is_digits(text, length) || length > 9) {
		return refuse(error, "parameter \"dbindex\" must be a number.");
	}
	*database = (int) ZEND_STRTOL(text, NULL, 10);
	return true;
}

/* host/13, /socket, /socket/13, and the parameter dbindex, which must not say otherwise. */
static bool read_address(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	const char *path = dsn->path ? ZSTR_VAL(dsn->path) : NULL;
	size_t length = dsn->path ? ZSTR_LEN(dsn->path) : 0;
	zend_string *parameter = NULL;
	const char *slash;
	int database = 0;
	bool in_path = false;

	if (slock_dsn_get_text(dsn, "dbindex", &parameter) == FAILURE) {
		return refuse(error, "parameter \"dbindex\" must be a number.");
	}
	if (parameter && !read_database(ZSTR_VAL(parameter), ZSTR_LEN(parameter), &redis->database, error)) {
		return false;
	}
	if (path) {
		slash = strrchr(path, '/');
		if (slash && (!slash[1] || is_digits(slash + 1, length - (slash + 1 - path)))) {
			in_path = slash[1] != '\0';
			if (in_path && !read_database(slash + 1, length - (slash + 1 - path), &database, error)) {
				return false;
			}
			length = slash - path;
		} else if (dsn->host) {
			return refuse(error, "parameter \"dbindex\" must be a number.");
		}
	}
	if (in_path) {
		if (parameter && redis->database != database) {
			return refuse(error, "path and query \"dbindex\" parameters mismatch.");
		}
		redis->database = database;
	}
	if (dsn->host && length) {
		return refuse(error, "parameter \"dbindex\" must be a number.");
	}
	if (dsn->host) {
		set_host(redis, ZSTR_VAL(dsn->host), ZSTR_LEN(dsn->host), dsn->port);
	} else if (length) {
		redis->path = zend_string_init(path, length, false);
	}
	return true;
}

/* Without a user, or for the default one, only the password is sent, which Redis below 6 understands too. A user may
 * have an empty password (ACL "nopass"), the default one then needs no AUTH. */
static void set_credentials(slock_redis_dsn *redis, zend_string *user, zend_string *password)
{
	if (user && ZSTR_LEN(user) && !zend_string_equals_literal(user, "default")) {
		redis->user = zend_string_copy(user);
		redis->password = password ? zend_string_copy(password) : ZSTR_EMPTY_ALLOC();
	} else if (password && ZSTR_LEN(password)) {
		redis->password = zend_string_copy(password);
	}
}

/* auth=password or auth[]=user&auth[]=password, which wins over the credentials before the @. */
static bool read_credentials(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	zval *auth = slock_dsn_find(dsn, "auth"), *user = NULL, *password = auth;

	if (!auth) {
		set_credentials(redis, dsn->user, dsn->password);
		return true;
	}
	if (Z_TYPE_P(auth) == IS_ARRAY) {
		password = zend_hash_index_find(Z_ARRVAL_P(auth), 0);
		if (zend_hash_num_elements(Z_ARRVAL_P(auth)) == 2) {
			user = password;
			password = zend_hash_index_find(Z_ARRVAL_P(auth), 1);
		}
	}
	if (!password || Z_TYPE_P(password) != IS_STRING || (user && Z_TYPE_P(user) != IS_STRING)) {
		return refuse(error, "parameter \"auth\" must be a password or a list of user and password.");
	}
	set_credentials(redis, user ? Z_STR_P(user) : NULL, Z_STR_P(password));
	return true;
}

static bool read_timeout(const slock_dsn *dsn, const char *name, double setting, double *timeout, zend_string **error)
{
	double seconds = 0.0;

	if (slock_dsn_get_number(dsn, name, &seconds) == FAILURE || seconds < 0.0 || seconds > 86400.0) {
		return refuse(error, "parameter \"%s\" must be a number of seconds from 0 to 86400.", name);
	}
	/* 0 is "no limit" elsewhere; a lock client that waits for ever for a dead server helps nobody. */
	*timeout = seconds > 0.0 ? seconds : setting;
	return true;
}

static bool read_options(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	double keepalive = 0.0;
	bool cluster = false;

	if (slock_dsn_get_bool(dsn, "redis_cluster", &cluster) == FAILURE) {
		return refuse(error, "parameter \"redis_cluster\" must be a boolean.");
	}
	if (cluster || slock_dsn_find(dsn, "redis_sentinel") || slock_dsn_find(dsn, "sentinel_master")) {
		return refuse(error, "Redis Cluster and Sentinel need a client object in this version.");
	}
	if (slock_dsn_get_bool(dsn, "persistent", &redis->persistent) == FAILURE) {
		return refuse(error, "parameter \"persistent\" must be a boolean.");
	}
	if (slock_dsn_get_text(dsn, "persistent_id", &redis->persistent_id) == FAILURE) {
		return refuse(error, "parameter \"persistent_id\" must be a string.");
	}
	if (redis->persistent_id) {
		redis->persistent_id = zend_string_copy(redis->persistent_id);
		redis->persistent = true;
	}
	if (slock_dsn_get_number(dsn, "tcp_keepalive", &keepalive) == FAILURE || keepalive < 0.0 || keepalive > 32767.0) {
		return refuse(error, "parameter \"tcp_keepalive\" must be a number of seconds from 0 to 32767.");
	}
	redis->keepalive = (int) keepalive;
	return read_timeout(dsn, "timeout", SLOCK_G(connect_timeout), &redis->connect_timeout, error) &&
		   read_timeout(dsn, "read_timeout", SLOCK_G(command_timeout), &redis->command_timeout, error);
}

static zend_string *server_name(const slock_redis_dsn *redis)
{
	if (redis->path) {
		return zend_string_copy(redis->path);
	}
	return zend_strpprintf(0, strchr(ZSTR_VAL(redis->host), ':') ? "[%s]:%d" : "%s:%d", ZSTR_VAL(redis->host),
						   redis->port);
}

slock_redis_dsn *slock_redis_dsn_parse(zend_string *text, zend_string **error)
{
	static const char *const schemes[] = {"redis:", "valkey:", "rediss:", "valkeys:"};
	slock_redis_dsn *redis;
	slock_dsn dsn;
	size_t scheme = 0, length = 0;
	bool valid;

	*error = NULL;
	while (scheme < 4 && !zend_string_starts_with_cstr(text, schemes[scheme], length = strlen(schemes[scheme]))) {
		scheme++;
	}
	if (scheme == 4) {
		refuse(error, "it does not start with \"redis[s]:\" or \"valkey[s]:\".");
		return NULL;
	}
	if (scheme >= 2) {
		refuse(error, "TLS needs a client object: the hiredis of this build cannot do it.");
		return NULL;
	}
	if (strlen(ZSTR_VAL(text)) != ZSTR_LEN(text)) {
		refuse(error, "it contains a NUL byte.");
		return NULL;
	}
	redis = ecalloc(1, sizeof(*redis));
	if (slock_dsn_parse(ZSTR_VAL(text) + length, ZSTR_LEN(text) - length, &dsn) == FAILURE) {
		valid = strchr(ZSTR_VAL(text), '@')
					? refuse(error, "it cannot be parsed. In credentials, write \"?\" as %%3F, \"@\" as %%40.")
					: refuse(error, "it cannot be parsed.");
	} else {
		valid = read_options(&dsn, redis, error) && read_address(&dsn, redis, error) &&
				read_listed_hosts(&dsn, redis, error) && read_credentials(&dsn, redis, error);
		if (valid && !redis->host && !redis->path) {
			valid = refuse(error, "missing host.");
		}
	}
	slock_dsn_dtor(&dsn);
	if (!valid) {
		slock_redis_dsn_free(redis);
		return NULL;
	}
	redis->name = server_name(redis);
	return redis;
}

void slock_redis_dsn_free(slock_redis_dsn *dsn)
{
	zend_string *strings[] = {dsn->name, dsn->host, dsn->path, dsn->user, dsn->password, dsn->persistent_id};

	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++) {
		if (strings[i]) {
			zend_string_release(strings[i]);
		}
	}
	efree(dsn);
}

static const char *chars(zend_string *string)
{
	return string ? ZSTR_VAL(string) : NULL;
}

void slock_redis_dsn_endpoint(const slock_redis_dsn *dsn, slock_redis_endpoint *endpoint)
{
	endpoint->name = chars(dsn->name);
	endpoint->host = chars(dsn->host);
	endpoint->port = dsn->port;
	endpoint->path = chars(dsn->path);
	endpoint->user = chars(dsn->user);
	endpoint->password = chars(dsn->password);
	endpoint->database = dsn->database;
	endpoint->connect_timeout = dsn->connect_timeout;
	endpoint->command_timeout = dsn->command_timeout;
	endpoint->keepalive = dsn->keepalive;
}

zend_string *slock_redis_dsn_name(const slock_redis_dsn *dsn)
{
	zend_string *parts[] = {dsn->host, dsn->path, dsn->user, dsn->password, dsn->persistent_id};
	smart_str name = {0};

	smart_str_append_printf(&name, "redis %d %d %d %d %.6f %.6f", dsn->port, dsn->database, dsn->keepalive,
							dsn->persistent, dsn->connect_timeout, dsn->command_timeout);
	/* NUL is in none of them, and tells an absent part from an empty one by the byte that follows. */
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		smart_str_appendc(&name, '\0');
		if (parts[i]) {
			smart_str_appendc(&name, '=');
			smart_str_append(&name, parts[i]);
		}
	}
	return smart_str_extract(&name);
}
