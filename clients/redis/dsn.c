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

static slock_redis_host *add_host(slock_redis_dsn *redis)
{
	slock_redis_host *added;

	redis->hosts = safe_erealloc(redis->hosts, redis->host_count + 1, sizeof(*redis->hosts), 0);
	added = &redis->hosts[redis->host_count++];
	memset(added, 0, sizeof(*added));
	return added;
}

static bool set_host(slock_redis_dsn *redis, const char *host, size_t length, int port)
{
	slock_redis_host *added = add_host(redis);

	if (length > 2 && host[0] == '[' && host[length - 1] == ']') {
		host++;
		length -= 2;
	}
	added->host = zend_string_init(host, length, false);
	added->port = port ? port : DEFAULT_PORT;
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
		add_host(redis)->path = zend_string_init(text, colon && !colon[1] ? (size_t) (colon - text) : length, false);
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
		add_host(redis)->path = zend_string_init(path, length, false);
	}
	return true;
}

/* Without a user, or for the default one, only the password is sent, which Redis below 6 understands too. A user may
 * have an empty password (ACL "nopass"), the default one then needs no AUTH. */
static void set_credentials(zend_string *user, zend_string *password, zend_string **to_user, zend_string **to_password)
{
	if (user && ZSTR_LEN(user) && !zend_string_equals_literal(user, "default")) {
		*to_user = zend_string_copy(user);
		*to_password = password ? zend_string_copy(password) : ZSTR_EMPTY_ALLOC();
	} else if (password && ZSTR_LEN(password)) {
		*to_password = zend_string_copy(password);
	}
}

/* auth=password or auth[]=user&auth[]=password. */
static bool read_auth(const slock_dsn *dsn, const char *name, zend_string **to_user, zend_string **to_password,
					  zend_string **error)
{
	zval *auth = slock_dsn_find(dsn, name), *user = NULL, *password = auth;

	if (auth && Z_TYPE_P(auth) == IS_ARRAY) {
		password = zend_hash_index_find(Z_ARRVAL_P(auth), 0);
		if (zend_hash_num_elements(Z_ARRVAL_P(auth)) == 2) {
			user = password;
			password = zend_hash_index_find(Z_ARRVAL_P(auth), 1);
		}
	}
	if (auth && (!password || Z_TYPE_P(password) != IS_STRING || (user && Z_TYPE_P(user) != IS_STRING))) {
		return refuse(error, "parameter \"%s\" must be a password or a list of user and password.", name);
	}
	if (auth) {
		set_credentials(user ? Z_STR_P(user) : NULL, Z_STR_P(password), to_user, to_password);
	}
	return true;
}

/* "auth" wins over the credentials before the @. */
static bool read_credentials(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	if (!slock_dsn_find(dsn, "auth")) {
		set_credentials(dsn->user, dsn->password, &redis->user, &redis->password);
	}
	return read_auth(dsn, "auth", &redis->user, &redis->password, error) &&
		   read_auth(dsn, "sentinel_auth", &redis->sentinel_user, &redis->sentinel_password, error);
}

/* The name of a master: redis_sentinel in symfony/cache, sentinel_master as well since 6.4. */
static bool read_master(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	static const char *const names[] = {"redis_sentinel", "sentinel_master"};
	zend_string *master = NULL, *other = NULL;

	for (int i = 0; i < 2; i++) {
		if (slock_dsn_get_text(dsn, names[i], i ? &other : &master) == FAILURE ||
			(slock_dsn_find(dsn, names[i]) && !ZSTR_LEN(i ? other : master))) {
			return refuse(error, "parameter \"%s\" must be the name of a master.", names[i]);
		}
	}
	if (master && other && !zend_string_equals(master, other)) {
		return refuse(error, "\"redis_sentinel\" and \"sentinel_master\" name different masters.");
	}
	master = master ? master : other;
	if (master) {
		redis->master = zend_string_copy(master);
		redis->topology = SLOCK_REDIS_SENTINEL;
	}
	return true;
}

static bool read_topology(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	bool cluster = false;

	if (slock_dsn_get_bool(dsn, "redis_cluster", &cluster) == FAILURE) {
		return refuse(error, "parameter \"redis_cluster\" must be a boolean.");
	}
	if (!read_master(dsn, redis, error)) {
		return false;
	}
	if (cluster) {
		if (redis->master) {
			return refuse(error, "cannot use both \"redis_cluster\" and \"redis_sentinel\" at the same time.");
		}
		redis->topology = SLOCK_REDIS_CLUSTER;
	}
	return true;
}

/* What \RedisArray would do with the rest of the DSN, or what it cannot do. */
static bool check_topology(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	/* Each leads a key to another server. */
	static const char *const other_rings[] = {"consistent", "algorithm", "function", "distributor", "previous"};

	if (redis->topology == SLOCK_REDIS_SINGLE && redis->host_count > 1) {
		redis->topology = SLOCK_REDIS_ARRAY;
	}
	if (redis->topology == SLOCK_REDIS_CLUSTER && redis->database) {
		return refuse(error, "Redis Cluster has only the database 0.");
	}
	if (redis->topology == SLOCK_REDIS_ARRAY) {
		/* symfony/cache would silently use the database 0. */
		if (redis->database) {
			return refuse(error, "several hosts have only the database 0.");
		}
		for (size_t i = 0; i < sizeof(other_rings) / sizeof(*other_rings); i++) {
			if (slock_dsn_find(dsn, other_rings[i])) {
				return refuse(error, "parameter \"%s\" needs a RedisArray object.", other_rings[i]);
			}
		}
	}
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

/* Where the option ssl[…] of that name is kept; NULL: there is no such option. */
static zend_string **tls_text(slock_redis_dsn *redis, zend_string *name)
{
	const struct {
		const char *name;
		zend_string **to;
	} options[] = {
		{"peer_name", &redis->peer_name},   {"cafile", &redis->cafile},     {"capath", &redis->capath},
		{"local_cert", &redis->local_cert}, {"local_pk", &redis->local_pk},
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
		if (zend_string_equals_cstr(name, options[i].name, strlen(options[i].name))) {
			return options[i].to;
		}
	}
	return NULL;
}

/* ssl[cafile]=… and others, named as PHP's stream context options. What is not known is refused: it may be what the
 * security of the connection depends on. */
static bool read_tls(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	zval *options = slock_dsn_find(dsn, "ssl"), *value;
	slock_dsn inner = {0};
	zend_string *name, **text;

	redis->verify_peer = redis->verify_peer_name = true;
	if (!redis->tls || !options) {
		return true;
	}
	if (Z_TYPE_P(options) != IS_ARRAY) {
		return refuse(error, "query parameter \"ssl\" must be an array.");
	}
	ZVAL_COPY_VALUE(&inner.query, options);
	if (slock_dsn_get_bool(&inner, "verify_peer", &redis->verify_peer) == FAILURE ||
		slock_dsn_get_bool(&inner, "verify_peer_name", &redis->verify_peer_name) == FAILURE) {
		return refuse(error, "parameters \"ssl[verify_peer]\" and \"ssl[verify_peer_name]\" must be booleans.");
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(options), name, value) {
		text = name ? tls_text(redis, name) : NULL;
		if (text && Z_TYPE_P(value) == IS_STRING && Z_STRLEN_P(value) &&
			strlen(Z_STRVAL_P(value)) == Z_STRLEN_P(value)) {
			*text = zend_string_copy(Z_STR_P(value));
		} else if (text) {
			return refuse(error, "parameter \"ssl[%s]\" must be a string.", ZSTR_VAL(name));
		} else if (!name || (!zend_string_equals_literal(name, "verify_peer") &&
							 !zend_string_equals_literal(name, "verify_peer_name"))) {
			return refuse(error, "parameter \"ssl[%s]\" is not known.", name ? ZSTR_VAL(name) : "");
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static bool read_options(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	double keepalive = 0.0;

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

/* %00 in anything but a password, where it is as good as any other byte. */
static bool refuse_nul(const slock_redis_dsn *redis, zend_string **error)
{
	const struct {
		const char *what;
		zend_string *text;
	} parts[] = {
		{"user", redis->user},
		{"user of \"sentinel_auth\"", redis->sentinel_user},
		{"name of the master", redis->master},
		{"\"persistent_id\"", redis->persistent_id},
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		if (parts[i].text && strlen(ZSTR_VAL(parts[i].text)) != ZSTR_LEN(parts[i].text)) {
			return refuse(error, "the %s contains a NUL byte.", parts[i].what);
		}
	}
	for (uint32_t i = 0; i < redis->host_count; i++) {
		const zend_string *at = redis->hosts[i].host ? redis->hosts[i].host : redis->hosts[i].path;

		if (strlen(ZSTR_VAL(at)) != ZSTR_LEN(at)) {
			return refuse(error, "a host or the path of a socket contains a NUL byte.");
		}
	}
	return true;
}

static zend_string *server_names(const slock_redis_dsn *redis)
{
	smart_str names = {0};

	for (uint32_t i = 0; i < redis->host_count; i++) {
		const slock_redis_host *host = &redis->hosts[i];

		if (i) {
			smart_str_appends(&names, ", ");
		}
		if (host->path) {
			smart_str_append(&names, host->path);
		} else {
			smart_str_append_printf(&names, strchr(ZSTR_VAL(host->host), ':') ? "[%s]:%d" : "%s:%d",
									ZSTR_VAL(host->host), host->port);
		}
	}
	return smart_str_extract(&names);
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
#ifndef SLOCK_REDIS_TLS
	if (scheme >= 2) {
		refuse(error, "TLS is not built in: install libssl-dev and configure with --with-slock-openssl.");
		return NULL;
	}
#endif
	if (strlen(ZSTR_VAL(text)) != ZSTR_LEN(text)) {
		refuse(error, "it contains a NUL byte.");
		return NULL;
	}
	redis = ecalloc(1, sizeof(*redis));
	redis->tls = scheme >= 2;
	if (slock_dsn_parse(ZSTR_VAL(text) + length, ZSTR_LEN(text) - length, &dsn) == FAILURE) {
		valid = strchr(ZSTR_VAL(text), '@')
					? refuse(error, "it cannot be parsed. In credentials, write \"?\" as %%3F, \"@\" as %%40.")
					: refuse(error, "it cannot be parsed.");
	} else {
		valid = read_topology(&dsn, redis, error) && read_options(&dsn, redis, error) && read_tls(&dsn, redis, error) &&
				read_address(&dsn, redis, error) && read_listed_hosts(&dsn, redis, error) &&
				read_credentials(&dsn, redis, error) && check_topology(&dsn, redis, error) && refuse_nul(redis, error);
		if (valid && !redis->host_count) {
			valid = refuse(error, "missing host.");
		}
	}
	slock_dsn_dtor(&dsn);
	if (!valid) {
		slock_redis_dsn_free(redis);
		return NULL;
	}
	redis->name = server_names(redis);
	return redis;
}

static zend_string *copy(zend_string *string)
{
	return string ? zend_string_copy(string) : NULL;
}

slock_redis_dsn *slock_redis_dsn_for(const slock_redis_dsn *dsn, const slock_redis_host *host, bool sentinel)
{
	slock_redis_dsn *one = emalloc(sizeof(*one));
	slock_redis_host *to;

	*one = *dsn;
	one->topology = SLOCK_REDIS_SINGLE;
	one->hosts = NULL;
	one->host_count = 0;
	to = add_host(one);
	to->host = copy(host->host);
	to->path = copy(host->path);
	to->port = host->port;
	one->name = server_names(one);
	one->master = one->sentinel_user = one->sentinel_password = NULL;
	one->user = copy(sentinel ? dsn->sentinel_user : dsn->user);
	one->password = copy(sentinel ? dsn->sentinel_password : dsn->password);
	one->persistent_id = copy(dsn->persistent_id);
	one->peer_name = copy(dsn->peer_name);
	one->cafile = copy(dsn->cafile);
	one->capath = copy(dsn->capath);
	one->local_cert = copy(dsn->local_cert);
	one->local_pk = copy(dsn->local_pk);
	one->database = sentinel ? 0 : dsn->database;
	one->expects_master = dsn->topology == SLOCK_REDIS_SENTINEL && !sentinel;
	return one;
}

static void release(zend_string *string)
{
	if (string) {
		zend_string_release(string);
	}
}

void slock_redis_dsn_free(slock_redis_dsn *dsn)
{
	zend_string *strings[] = {
		dsn->name,          dsn->master,    dsn->user,   dsn->password, dsn->sentinel_user, dsn->sentinel_password,
		dsn->persistent_id, dsn->peer_name, dsn->cafile, dsn->capath,   dsn->local_cert,    dsn->local_pk,
	};

	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++) {
		release(strings[i]);
	}
	for (uint32_t i = 0; i < dsn->host_count; i++) {
		release(dsn->hosts[i].host);
		release(dsn->hosts[i].path);
	}
	if (dsn->hosts) {
		efree(dsn->hosts);
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
	endpoint->host = chars(dsn->hosts[0].host);
	endpoint->port = dsn->hosts[0].port;
	endpoint->path = chars(dsn->hosts[0].path);
	endpoint->user = chars(dsn->user);
	endpoint->password = chars(dsn->password);
	endpoint->password_length = dsn->password ? ZSTR_LEN(dsn->password) : 0;
	endpoint->database = dsn->database;
	endpoint->connect_timeout = dsn->connect_timeout;
	endpoint->command_timeout = dsn->command_timeout;
	endpoint->keepalive = dsn->keepalive;
	endpoint->master = dsn->expects_master;
	endpoint->tls = dsn->tls;
	endpoint->tls_verify_peer = dsn->verify_peer;
	endpoint->tls_verify_peer_name = dsn->verify_peer_name;
	endpoint->tls_peer_name = chars(dsn->peer_name);
	endpoint->tls_cafile = chars(dsn->cafile);
	endpoint->tls_capath = chars(dsn->capath);
	endpoint->tls_local_cert = chars(dsn->local_cert);
	endpoint->tls_local_pk = chars(dsn->local_pk);
}

static void append_part(smart_str *name, zend_string *part)
{
	/* With its length, because a password may hold any bytes. */
	smart_str_append_printf(name, " " ZEND_LONG_FMT "=", part ? (zend_long) ZSTR_LEN(part) : -1);
	if (part) {
		smart_str_append(name, part);
	}
}

zend_string *slock_redis_dsn_name(const slock_redis_dsn *dsn)
{
	zend_string *parts[] = {dsn->user,          dsn->password,          dsn->persistent_id, dsn->master,
							dsn->sentinel_user, dsn->sentinel_password, dsn->peer_name,     dsn->cafile,
							dsn->capath,        dsn->local_cert,        dsn->local_pk};
	smart_str name = {0};

	smart_str_append_printf(&name, "redis %d %d %d %d %d %d %d %d %.6f %.6f", dsn->tls, dsn->verify_peer,
							dsn->verify_peer_name, dsn->topology, dsn->database, dsn->keepalive, dsn->persistent,
							dsn->expects_master, dsn->connect_timeout, dsn->command_timeout);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		append_part(&name, parts[i]);
	}
	for (uint32_t i = 0; i < dsn->host_count; i++) {
		append_part(&name, dsn->hosts[i].host);
		append_part(&name, dsn->hosts[i].path);
		smart_str_append_long(&name, dsn->hosts[i].port);
	}
	return smart_str_extract(&name);
}
