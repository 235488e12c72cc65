/* SPDX-License-Identifier: MIT
 *
 * Redis DSNs: see dsn.h. */
#include "php_slock.h"
#include "clients/dsn_options.h"
#include "clients/redis/dsn.h"
#include "core/text.h"

#include "zend_smart_str.h"

#define DEFAULT_PORT 6379

/* A new option is a row here, a field in slock_redis_dsn, and one in slock_redis_endpoint if the client needs it. */
#define FIELD(name) offsetof(slock_redis_dsn, name)
#define ENDPOINT(name) offsetof(slock_redis_endpoint, name)

static const slock_option redis_options[] = {
	{"persistent", SLOCK_OPTION_BOOL, FIELD(persistent), SLOCK_OPTION_OURS, 0, 0},
	{"persistent_id", SLOCK_OPTION_TEXT, FIELD(persistent_id), SLOCK_OPTION_OURS, 0, 0},
	{"tcp_keepalive", SLOCK_OPTION_INTEGER, FIELD(keepalive), ENDPOINT(keepalive), 0, 32767},
	{"timeout", SLOCK_OPTION_LIMIT, FIELD(connect_timeout), ENDPOINT(connect_timeout), 0, 86400},
	{"read_timeout", SLOCK_OPTION_LIMIT, FIELD(command_timeout), ENDPOINT(command_timeout), 0, 86400},
	{"fencing", SLOCK_OPTION_BOOL, FIELD(fencing), SLOCK_OPTION_OURS, 0, 0},
	{"keep_alive", SLOCK_OPTION_BOOL, FIELD(keep_alive), SLOCK_OPTION_OURS, 0, 0},
	{"replicas", SLOCK_OPTION_COUNT, FIELD(replicas), SLOCK_OPTION_OURS, 0, 1000},
	{"replica_timeout", SLOCK_OPTION_LIMIT, FIELD(replica_timeout), SLOCK_OPTION_OURS, 0, 86400},
	{NULL, SLOCK_OPTION_BOOL, 0, 0, 0, 0},
};

/* ssl[…], named as PHP's stream context options. */
static const slock_option redis_tls_options[] = {
	{"verify_peer", SLOCK_OPTION_BOOL, FIELD(verify_peer), ENDPOINT(tls_verify_peer), 0, 0},
	{"verify_peer_name", SLOCK_OPTION_BOOL, FIELD(verify_peer_name), ENDPOINT(tls_verify_peer_name), 0, 0},
	{"peer_name", SLOCK_OPTION_TEXT, FIELD(peer_name), ENDPOINT(tls_peer_name), 0, 0},
	{"cafile", SLOCK_OPTION_TEXT, FIELD(cafile), ENDPOINT(tls_cafile), 0, 0},
	{"capath", SLOCK_OPTION_TEXT, FIELD(capath), ENDPOINT(tls_capath), 0, 0},
	{"local_cert", SLOCK_OPTION_TEXT, FIELD(local_cert), ENDPOINT(tls_local_cert), 0, 0},
	{"local_pk", SLOCK_OPTION_TEXT, FIELD(local_pk), ENDPOINT(tls_local_pk), 0, 0},
	{NULL, SLOCK_OPTION_BOOL, 0, 0, 0, 0},
};

static slock_redis_host *redis_dsn_add_host(slock_redis_dsn *redis)
{
	slock_redis_host *added;

	redis->hosts = safe_erealloc(redis->hosts, redis->host_count + 1, sizeof(*redis->hosts), 0);
	added = &redis->hosts[redis->host_count++];
	memset(added, 0, sizeof(*added));
	return added;
}

static bool redis_dsn_set_host(slock_redis_dsn *redis, const char *host, size_t length, int port)
{
	slock_redis_host *added = redis_dsn_add_host(redis);

	if (length > 2 && host[0] == '[' && host[length - 1] == ']') {
		host++;
		length -= 2;
	}
	added->host = zend_string_init(host, length, false);
	added->port = port ? port : DEFAULT_PORT;
	return true;
}

/* An entry of the query parameter host[…]: "name", "name:port" or "/path:". */
static bool redis_dsn_set_listed_host(void *redis, zend_string *entry, zval *value, zend_string **error)
{
	const char *text = ZSTR_VAL(entry), *colon = strrchr(text, ':');
	size_t length = ZSTR_LEN(entry);
	int64_t port;

	if (length && text[length - 1] == ']') {
		colon = NULL; /* of an IPv6 address */
	}
	if (text[0] == '/') {
		redis_dsn_add_host(redis)->path =
			zend_string_init(text, colon && !colon[1] ? (size_t) (colon - text) : length, false);
		return true;
	}
	if (!colon) {
		return length ? redis_dsn_set_host(redis, text, length, 0) : slock_dsn_refuse(error, "missing host.");
	}
	port = slock_dsn_to_number(colon + 1, length - (colon + 1 - text), 65535);
	if (port < 1) {
		return slock_dsn_refuse(error, "the port of a \"host\" must be a number from 1 to 65535.");
	}
	return redis_dsn_set_host(redis, text, colon - text, (int) port);
}

/* What is said of a database that is no number, depending on where it stands. */
static const char bad_parameter[] = "parameter \"dbindex\" must be a number.";
static const char bad_path[] = "the database in the path must be a number.";

static bool redis_dsn_read_database(const char *text, size_t length, int *database, const char *refusal,
									zend_string **error)
{
	*database = length > 9 ? -1 : (int) slock_dsn_to_number(text, length, INT_MAX);
	return *database >= 0 || slock_dsn_refuse(error, "%s", refusal);
}

/* host/13, /socket, /socket/13, and the parameter dbindex, which must not say otherwise. */
static bool redis_dsn_read_address(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	const char *path = dsn->path ? ZSTR_VAL(dsn->path) : NULL;
	size_t length = dsn->path ? ZSTR_LEN(dsn->path) : 0;
	zend_string *parameter = NULL;
	const char *slash;
	int database = 0;
	bool in_path = false;

	if (slock_dsn_get_text(dsn, "dbindex", &parameter) == FAILURE) {
		return slock_dsn_refuse(error, bad_parameter);
	}
	if (parameter &&
		!redis_dsn_read_database(ZSTR_VAL(parameter), ZSTR_LEN(parameter), &redis->database, bad_parameter, error)) {
		return false;
	}
	if (path) {
		slash = strrchr(path, '/');
		if (slash && strspn(slash + 1, "0123456789") == length - (slash + 1 - path)) {
			in_path = slash[1] != '\0';
			if (in_path &&
				!redis_dsn_read_database(slash + 1, length - (slash + 1 - path), &database, bad_path, error)) {
				return false;
			}
			length = slash - path;
		} else if (dsn->host) {
			return slock_dsn_refuse(error, bad_path);
		}
	}
	if (in_path) {
		if (parameter && redis->database != database) {
			return slock_dsn_refuse(error, "path and query \"dbindex\" parameters mismatch.");
		}
		redis->database = database;
	}
	if (dsn->host && length) {
		return slock_dsn_refuse(error, bad_path);
	}
	if (dsn->host) {
		redis_dsn_set_host(redis, ZSTR_VAL(dsn->host), ZSTR_LEN(dsn->host), dsn->port);
	} else if (length) {
		redis_dsn_add_host(redis)->path = zend_string_init(path, length, false);
	}
	return true;
}

/* Without a user, or for the default one, only the password is sent, which Redis below 6 understands too. A user may
 * have an empty password (ACL "nopass"), the default one then needs no AUTH. */
static void redis_dsn_set_credentials(zend_string *user, zend_string *password, zend_string **to_user,
									  zend_string **to_password)
{
	if (user && ZSTR_LEN(user) && !zend_string_equals_literal(user, "default")) {
		*to_user = zend_string_copy(user);
		*to_password = password ? zend_string_copy(password) : ZSTR_EMPTY_ALLOC();
	} else if (password && ZSTR_LEN(password)) {
		*to_password = zend_string_copy(password);
	}
}

/* auth=password or auth[]=user&auth[]=password. */
static bool redis_dsn_read_auth(const slock_dsn *dsn, const char *name, zend_string **to_user,
								zend_string **to_password, zend_string **error)
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
		return slock_dsn_refuse(error, "parameter \"%s\" must be a password or a list of user and password.", name);
	}
	if (auth) {
		redis_dsn_set_credentials(user ? Z_STR_P(user) : NULL, Z_STR_P(password), to_user, to_password);
	}
	return true;
}

/* "auth" wins over the credentials before the @. */
static bool redis_dsn_read_credentials(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	if (!slock_dsn_find(dsn, "auth")) {
		redis_dsn_set_credentials(dsn->user, dsn->password, &redis->user, &redis->password);
	}
	return redis_dsn_read_auth(dsn, "auth", &redis->user, &redis->password, error) &&
		   redis_dsn_read_auth(dsn, "sentinel_auth", &redis->sentinel_user, &redis->sentinel_password, error);
}

/* The name of a master: redis_sentinel in symfony/cache, sentinel_master as well since 6.4. */
static bool redis_dsn_read_master(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	static const char *const names[] = {"redis_sentinel", "sentinel_master"};
	zend_string *master = NULL, *other = NULL;

	for (int i = 0; i < 2; i++) {
		if (slock_dsn_get_text(dsn, names[i], i ? &other : &master) == FAILURE ||
			(slock_dsn_find(dsn, names[i]) && !ZSTR_LEN(i ? other : master))) {
			return slock_dsn_refuse(error, "parameter \"%s\" must be the name of a master.", names[i]);
		}
	}
	if (master && other && !zend_string_equals(master, other)) {
		return slock_dsn_refuse(error, "\"redis_sentinel\" and \"sentinel_master\" name different masters.");
	}
	master = master ? master : other;
	if (master) {
		redis->master = zend_string_copy(master);
		redis->topology = SLOCK_REDIS_SENTINEL;
	}
	return true;
}

static bool redis_dsn_read_topology(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	bool cluster = false;

	if (slock_dsn_get_bool(dsn, "redis_cluster", &cluster) == FAILURE) {
		return slock_dsn_refuse(error, "parameter \"redis_cluster\" must be a boolean.");
	}
	if (!redis_dsn_read_master(dsn, redis, error)) {
		return false;
	}
	if (cluster) {
		if (redis->master) {
			return slock_dsn_refuse(error,
									"cannot use both \"redis_cluster\" and \"redis_sentinel\" at the same time.");
		}
		redis->topology = SLOCK_REDIS_CLUSTER;
	}
	return true;
}

/* What \RedisArray would do with the rest of the DSN, or what it cannot do. */
static bool redis_dsn_check_topology(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	/* Each leads a key to another server. */
	static const char *const other_rings[] = {"consistent", "algorithm", "function", "distributor", "previous"};

	if (redis->topology == SLOCK_REDIS_SINGLE && redis->host_count > 1) {
		redis->topology = SLOCK_REDIS_ARRAY;
	}
	if (redis->topology == SLOCK_REDIS_CLUSTER && redis->database) {
		return slock_dsn_refuse(error, "Redis Cluster has only the database 0.");
	}
	if (redis->topology == SLOCK_REDIS_ARRAY) {
		/* symfony/cache would silently use the database 0. */
		if (redis->database) {
			return slock_dsn_refuse(error, "several hosts have only the database 0.");
		}
		for (size_t i = 0; i < sizeof(other_rings) / sizeof(*other_rings); i++) {
			if (slock_dsn_find(dsn, other_rings[i])) {
				return slock_dsn_refuse(error, "parameter \"%s\" needs a RedisArray object.", other_rings[i]);
			}
		}
	}
	return true;
}

/* False where it is not built in. */
static bool redis_dsn_turn_tls_on(slock_redis_dsn *redis, zend_string **error)
{
#ifdef SLOCK_REDIS_TLS
	(void) error;
	redis->tls = true;
	return true;
#else
	(void) redis;
	return slock_dsn_refuse(error, "TLS is not built in: install libssl-dev and configure with --with-slock-openssl.");
#endif
}

/* The parameters alone turn TLS on, too: \Redis of symfony/cache encrypts with them whatever the scheme is, and who
 * wrote them does not want to send a password in plain text. What is not known is refused: it may be what the security
 * of the connection depends on. */
static bool redis_dsn_read_tls(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	zval *options = slock_dsn_find(dsn, "ssl"), *value;
	const slock_option *option;
	slock_dsn inner = {0};
	zend_string *name;

	redis->verify_peer = redis->verify_peer_name = true;
	if (!options) {
		return true;
	}
	if (Z_TYPE_P(options) != IS_ARRAY) {
		return slock_dsn_refuse(error, "query parameter \"ssl\" must be an array.");
	}
	if (!redis_dsn_turn_tls_on(redis, error)) {
		return false;
	}
	ZVAL_COPY_VALUE(&inner.query, options);
	option = slock_options_read(redis_tls_options, &inner, redis);
	if (option && option->type == SLOCK_OPTION_BOOL) {
		return slock_dsn_refuse(error,
								"parameters \"ssl[verify_peer]\" and \"ssl[verify_peer_name]\" must be booleans.");
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(options), name, value) {
		for (option = redis_tls_options;
			 option->name && !(name && zend_string_equals_cstr(name, option->name, strlen(option->name)));) {
			option++;
		}
		if (!option->name) {
			return slock_dsn_refuse(error, "parameter \"ssl[%s]\" is not known.", name ? ZSTR_VAL(name) : "");
		}
		if (option->type == SLOCK_OPTION_TEXT &&
			(Z_TYPE_P(value) != IS_STRING || !Z_STRLEN_P(value) || strlen(Z_STRVAL_P(value)) != Z_STRLEN_P(value))) {
			return slock_dsn_refuse(error, "parameter \"ssl[%s]\" must be a string.", option->name);
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* How a release ends: with its answer ("await"), or when it was sent. */
static bool redis_dsn_read_release(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	zend_string *how = NULL;

	if (slock_dsn_get_text(dsn, "release", &how) == FAILURE ||
		(how && !zend_string_equals_literal(how, "await") && !zend_string_equals_literal(how, "send"))) {
		return slock_dsn_refuse(error, "parameter \"release\" must be \"await\" or \"send\".");
	}
	redis->sends_releases = how && zend_string_equals_literal(how, "send");
	return true;
}

static bool redis_dsn_read_options(const slock_dsn *dsn, slock_redis_dsn *redis, zend_string **error)
{
	const slock_option *refused;

	redis->connect_timeout = SLOCK_G(connect_timeout);
	redis->command_timeout = SLOCK_G(command_timeout);
	redis->replica_timeout = SLOCK_SECOND / 10;
	refused = slock_options_read(redis_options, dsn, redis);
	redis->persistent |= redis->persistent_id != NULL;
	if (refused) {
		return slock_option_refuse(refused, error);
	}
	if (redis->replicas && redis->replica_timeout >= redis->command_timeout) {
		return slock_dsn_refuse(error, "\"replica_timeout\" must be shorter than \"read_timeout\".");
	}
	return redis_dsn_read_release(dsn, redis, error);
}

/* %00 in anything but a password, where it is as good as any other byte. */
static bool redis_dsn_refuse_nul(const slock_redis_dsn *redis, zend_string **error)
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
			return slock_dsn_refuse(error, "the %s contains a NUL byte.", parts[i].what);
		}
	}
	for (uint32_t i = 0; i < redis->host_count; i++) {
		const zend_string *at = redis->hosts[i].host ? redis->hosts[i].host : redis->hosts[i].path;

		if (strlen(ZSTR_VAL(at)) != ZSTR_LEN(at)) {
			return slock_dsn_refuse(error, "a host or the path of a socket contains a NUL byte.");
		}
	}
	return true;
}

static zend_string *redis_dsn_server_names(const slock_redis_dsn *redis)
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

/* The length of "redis:" and its like, and whether it stands for TLS; 0: another scheme, or one that is not built
 * in. */
static size_t redis_dsn_read_scheme(zend_string *text, slock_redis_dsn *redis, zend_string **error)
{
	static const char *const schemes[] = {"redis:", "valkey:", "rediss:", "valkeys:"};

	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++) {
		if (!zend_string_starts_with_cstr(text, schemes[i], strlen(schemes[i]))) {
			continue;
		}
		return i < 2 || redis_dsn_turn_tls_on(redis, error) ? strlen(schemes[i]) : 0;
	}
	slock_dsn_refuse(error, "it does not start with \"redis[s]:\" or \"valkey[s]:\".");
	return 0;
}

static bool redis_dsn_read(zend_string *text, size_t scheme, slock_redis_dsn *redis, zend_string **error)
{
	slock_dsn dsn;
	bool valid;

	if (slock_dsn_parse(ZSTR_VAL(text) + scheme, ZSTR_LEN(text) - scheme, &dsn) == FAILURE) {
		valid =
			strchr(ZSTR_VAL(text), '@')
				? slock_dsn_refuse(error, "it cannot be parsed. In credentials, write \"?\" as %%3F, \"@\" as %%40.")
				: slock_dsn_refuse(error, "it cannot be parsed.");
	} else {
		valid =
			redis_dsn_read_topology(&dsn, redis, error) && redis_dsn_read_options(&dsn, redis, error) &&
			redis_dsn_read_tls(&dsn, redis, error) && redis_dsn_read_address(&dsn, redis, error) &&
			slock_dsn_read_hosts(&dsn, "write host[name], not host[]=name.", redis_dsn_set_listed_host, redis, error) &&
			redis_dsn_read_credentials(&dsn, redis, error) && redis_dsn_check_topology(&dsn, redis, error) &&
			redis_dsn_refuse_nul(redis, error) && (redis->host_count || slock_dsn_refuse(error, "missing host."));
	}
	slock_dsn_dtor(&dsn);
	return valid;
}

slock_redis_dsn *slock_redis_dsn_parse(zend_string *text, zend_string **error)
{
	slock_redis_dsn *redis = ecalloc(1, sizeof(*redis));
	size_t scheme = redis_dsn_read_scheme(text, redis, error);

	if (!scheme || (strlen(ZSTR_VAL(text)) != ZSTR_LEN(text) && !slock_dsn_refuse(error, "it contains a NUL byte.")) ||
		!redis_dsn_read(text, scheme, redis, error)) {
		slock_dsn_name_product(error, "Redis");
		slock_redis_dsn_free(redis);
		return NULL;
	}
	redis->name = redis_dsn_server_names(redis);
	return redis;
}

slock_redis_dsn *slock_redis_dsn_for(const slock_redis_dsn *dsn, const slock_redis_host *host, bool sentinel)
{
	slock_redis_dsn *one = emalloc(sizeof(*one));
	slock_redis_host *to;

	*one = *dsn;
	one->topology = SLOCK_REDIS_SINGLE;
	one->hosts = NULL;
	one->host_count = 0;
	to = redis_dsn_add_host(one);
	to->host = slock_text_copy(host->host);
	to->path = slock_text_copy(host->path);
	to->port = host->port;
	one->name = redis_dsn_server_names(one);
	one->master = one->sentinel_user = one->sentinel_password = NULL;
	one->user = slock_text_copy(sentinel ? dsn->sentinel_user : dsn->user);
	one->password = slock_text_copy(sentinel ? dsn->sentinel_password : dsn->password);
	slock_options_addref(redis_options, one);
	slock_options_addref(redis_tls_options, one);
	one->database = sentinel ? 0 : dsn->database;
	one->expects_master = dsn->topology == SLOCK_REDIS_SENTINEL && !sentinel;
	return one;
}

slock_redis_dsn *slock_redis_dsn_of_server(zend_string *host, int port, zend_string *user, zend_string *password)
{
	slock_redis_dsn *redis = ecalloc(1, sizeof(*redis));
	slock_redis_host *at = redis_dsn_add_host(redis);

	*(port ? &at->host : &at->path) = zend_string_copy(host);
	at->port = port;
	redis->user = slock_text_copy(user);
	redis->password = slock_text_copy(password);
	redis->connect_timeout = SLOCK_G(connect_timeout);
	redis->command_timeout = SLOCK_G(command_timeout);
	redis->name = redis_dsn_server_names(redis);
	return redis;
}

void slock_redis_dsn_free(slock_redis_dsn *dsn)
{
	zend_string *strings[] = {
		dsn->name, dsn->master, dsn->user, dsn->password, dsn->sentinel_user, dsn->sentinel_password,
	};

	slock_options_release(redis_options, dsn);
	slock_options_release(redis_tls_options, dsn);
	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++) {
		slock_text_release(strings[i]);
	}
	for (uint32_t i = 0; i < dsn->host_count; i++) {
		slock_text_release(dsn->hosts[i].host);
		slock_text_release(dsn->hosts[i].path);
	}
	if (dsn->hosts) {
		efree(dsn->hosts);
	}
	efree(dsn);
}

void slock_redis_dsn_endpoint(const slock_redis_dsn *dsn, slock_redis_endpoint *endpoint)
{
	endpoint->name = slock_text_chars(dsn->name);
	endpoint->host = slock_text_chars(dsn->hosts[0].host);
	endpoint->port = dsn->hosts[0].port;
	endpoint->path = slock_text_chars(dsn->hosts[0].path);
	endpoint->user = slock_text_chars(dsn->user);
	endpoint->password = slock_text_chars(dsn->password);
	endpoint->password_length = dsn->password ? ZSTR_LEN(dsn->password) : 0;
	endpoint->database = dsn->database;
	endpoint->master = dsn->expects_master;
	endpoint->tls = dsn->tls;
	slock_options_to_endpoint(redis_options, dsn, endpoint);
	slock_options_to_endpoint(redis_tls_options, dsn, endpoint);
}

zend_string *slock_redis_dsn_name(const slock_redis_dsn *dsn)
{
	zend_string *parts[] = {dsn->user, dsn->password, dsn->master, dsn->sentinel_user, dsn->sentinel_password};
	smart_str name = {0};

	smart_str_append_printf(&name, "redis %d %d %d %d", dsn->tls, dsn->topology, dsn->database, dsn->expects_master);
	slock_options_append(redis_options, dsn, &name);
	slock_options_append(redis_tls_options, dsn, &name);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		slock_options_append_text(&name, parts[i]);
	}
	for (uint32_t i = 0; i < dsn->host_count; i++) {
		slock_options_append_text(&name, dsn->hosts[i].host);
		slock_options_append_text(&name, dsn->hosts[i].path);
		smart_str_append_long(&name, dsn->hosts[i].port);
	}
	return smart_str_extract(&name);
}
