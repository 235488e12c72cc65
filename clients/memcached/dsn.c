/* SPDX-License-Identifier: MIT
 *
 * Memcached DSNs: see dsn.h. Where symfony/cache is odd it is followed, because the list of servers and their weights
 * decide which server has a lock: "?weight=" has no effect, a weight is the last part of the path or a host's value. */
#include "php_slock.h"
#include "clients/dsn.h"
#include "clients/memcached/dsn.h"

#include "zend_smart_str.h"

#define DEFAULT_PORT 11211
/* A hashed key has 70 characters, and the prefix comes before it. */
#define MAX_PREFIX (SLOCK_MEMCACHED_MAX_KEY - 70)

/* The first reason wins; false for the sake of `return refuse(…)`. */
static bool refuse(zend_string **error, const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

static bool refuse(zend_string **error, const char *format, ...)
{
	va_list args;
	zend_string *reason;

	va_start(args, format);
	reason = zend_vstrpprintf(0, format, args);
	va_end(args);
	*error = zend_strpprintf(0, "Invalid Memcached DSN: %s", ZSTR_VAL(reason));
	zend_string_release(reason);
	return false;
}

/* A number without sign and spaces; -1 for anything else, and for one above `max`. */
static int64_t to_number(const char *text, size_t length, int64_t max)
{
	int64_t number = 0;

	for (size_t i = 0; i < length; i++) {
		if (text[i] < '0' || text[i] > '9') {
			return -1;
		}
		number = number * 10 + (text[i] - '0');
		if (number > max) {
			return -1;
		}
	}
	return length ? number : -1;
}

/* `text` of `length`: a host, or a path. */
static void add_server(slock_memcached_dsn *dsn, const char *text, size_t length, int port, uint32_t weight)
{
	slock_memcached_server *server;
	bool bracketed = length > 2 && text[0] == '[' && text[length - 1] == ']';

	dsn->servers = safe_erealloc(dsn->servers, dsn->server_count + 1, sizeof(*dsn->servers), 0);
	server = &dsn->servers[dsn->server_count++];
	server->text = zend_string_init(text, length, false);
	server->host = NULL;
	server->port = port;
	server->weight = weight;
	if (text[0] == '/') {
		server->name = zend_string_copy(server->text);
		return;
	}
	server->host = bracketed ? zend_string_init(text + 1, length - 2, false) : zend_string_copy(server->text);
	server->name =
		zend_strpprintf(0, strchr(ZSTR_VAL(server->host), ':') ? "[%s]:%d" : "%s:%d", ZSTR_VAL(server->host), port);
}

/* host[:port][/weight], /socket[/weight] */
static bool read_address(const slock_dsn *parsed, slock_memcached_dsn *dsn, zend_string **error)
{
	const char *path = parsed->path ? ZSTR_VAL(parsed->path) : "", *slash = strrchr(path, '/');
	size_t length = strlen(path);
	int64_t weight = 0;

	if (slash && slash[1] && strspn(slash + 1, "0123456789") == strlen(slash + 1)) {
		weight = to_number(slash + 1, strlen(slash + 1), INT32_MAX);
		if (weight < 0) {
			return refuse(error, "the weight is too large.");
		}
		length = (size_t) (slash - path);
	}
	if (parsed->host) {
		add_server(dsn, ZSTR_VAL(parsed->host), ZSTR_LEN(parsed->host), parsed->port ? parsed->port : DEFAULT_PORT,
				   (uint32_t) weight);
	} else if (length && path[0] != '/') {
		return refuse(error, "a host comes after two slashes, and a path begins with one.");
	} else if (length) {
		add_server(dsn, path, length, 0, (uint32_t) weight);
	}
	return true;
}

/* One host[name]=weight: "name", "name:port", "/path" or "/path:". */
static bool read_listed_host(zend_string *entry, zval *value, slock_memcached_dsn *dsn, zend_string **error)
{
	const char *text = ZSTR_VAL(entry), *colon = strrchr(text, ':');
	size_t length = colon ? (size_t) (colon - text) : ZSTR_LEN(entry);
	int64_t weight = 0, port = DEFAULT_PORT;

	if (!length) {
		return refuse(error, "missing host.");
	}
	if (Z_TYPE_P(value) != IS_STRING ||
		(Z_STRLEN_P(value) && (weight = to_number(Z_STRVAL_P(value), Z_STRLEN_P(value), INT32_MAX)) < 0)) {
		return refuse(error, "the weight of a \"host\" must be a number.");
	}
	if (colon) {
		port = text[0] == '/' && !colon[1] ? 0 : to_number(colon + 1, strlen(colon + 1), 65535);
		if (port < 0 || (port == 0 && text[0] != '/')) {
			return refuse(error, "the port of a \"host\" must be a number from 1 to 65535.");
		}
	}
	add_server(dsn, text, length, (int) port, (uint32_t) weight);
	return true;
}

static bool read_listed_hosts(const slock_dsn *parsed, slock_memcached_dsn *dsn, zend_string **error)
{
	zval *hosts = slock_dsn_find(parsed, "host"), *value;
	zend_string *name;

	if (!hosts) {
		return true;
	}
	if (Z_TYPE_P(hosts) != IS_ARRAY) {
		return refuse(error, "query parameter \"host\" must be an array.");
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(hosts), name, value) {
		/* host[]=name has a number for its key. */
		if (!name) {
			return refuse(error, "missing host: it is the key, as in \"host[name]\".");
		}
		if (!read_listed_host(name, value, dsn, error)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* user[:password]@; the user may be empty where there is a password. */
static void read_credentials(const char *after_scheme, const slock_dsn *parsed, slock_memcached_dsn *dsn)
{
	const char *colon = strchr(after_scheme, ':'), *at = strchr(after_scheme, '@');

	if (!parsed->user && !parsed->password) {
		return;
	}
	/* What stands alone is a user here, and a password in the other DSNs of this grammar. */
	if (!colon || !at || colon > at) {
		dsn->user = zend_string_copy(parsed->password);
		dsn->password = ZSTR_EMPTY_ALLOC();
		return;
	}
	dsn->user = parsed->user ? zend_string_copy(parsed->user) : ZSTR_EMPTY_ALLOC();
	dsn->password = parsed->password ? zend_string_copy(parsed->password) : ZSTR_EMPTY_ALLOC();
}

/* ---- the options of \Memcached ---- */

/* A row ends the names of one option's values. */
typedef struct {
	const char *name;
	uint64_t value;
} named_value;

static const named_value hashes[] = {{"default", 0}, {"md5", 1},      {"crc", 2},   {"fnv1_64", 3}, {"fnv1a_64", 4},
									 {"fnv1_32", 5}, {"fnv1a_32", 6}, {"hsieh", 7}, {"murmur", 8},  {NULL, 0}};
static const named_value distributions[] = {{"modula", 0}, {"consistent", 1}, {"virtual_bucket", 6}, {NULL, 0}};

static const struct {
	const char *name;
	slock_memcached_ring_option option;
	const named_value *values; /* NULL: 0 or 1 */
} ring_options[] = {
	{"libketama_compatible", SLOCK_MEMCACHED_LIBKETAMA_COMPATIBLE, NULL},
	{"libketama_hash", SLOCK_MEMCACHED_LIBKETAMA_HASH, NULL},
	{"distribution", SLOCK_MEMCACHED_DISTRIBUTION, distributions},
	{"hash", SLOCK_MEMCACHED_HASH, hashes},
	{"sort_hosts", SLOCK_MEMCACHED_SORT_HOSTS, NULL},
};

static bool read_named_value(const char *option, const named_value *values, zval *text, uint64_t *value,
							 zend_string **error)
{
	for (; values->name; values++) {
		if (!strcasecmp(values->name, Z_STRVAL_P(text))) {
			*value = values->value;
			return true;
		}
	}
	return refuse(error, "parameter \"%s\" has an unknown value.", option);
}

/* \Memcached takes these as numbers, so that "true" would be 0. */
static bool read_flag(const char *option, zval *text, uint64_t *value, zend_string **error)
{
	int64_t number = Z_TYPE_P(text) == IS_STRING ? to_number(Z_STRVAL_P(text), Z_STRLEN_P(text), 1) : -1;

	if (number < 0) {
		return refuse(error, "parameter \"%s\" must be 0 or 1.", option);
	}
	*value = (uint64_t) number;
	return true;
}

static bool read_ring_option(const char *name, zval *text, slock_memcached_dsn *dsn, zend_string **error)
{
	for (size_t i = 0; i < sizeof(ring_options) / sizeof(*ring_options); i++) {
		slock_memcached_ring_setting setting = {.option = ring_options[i].option};

		if (strcasecmp(ring_options[i].name, name)) {
			continue;
		}
		if (!ring_options[i].values
				? !read_flag(ring_options[i].name, text, &setting.value, error)
				: Z_TYPE_P(text) != IS_STRING ||
					  !read_named_value(ring_options[i].name, ring_options[i].values, text, &setting.value, error)) {
			return *error ? false : refuse(error, "parameter \"%s\" has an unknown value.", ring_options[i].name);
		}
		if (dsn->setting_count == SLOCK_MEMCACHED_MAX_SETTINGS) {
			return refuse(error, "too many parameters.");
		}
		dsn->settings[dsn->setting_count++] = setting;
		return true;
	}
	return true;
}

static bool read_milliseconds(const char *name, zval *text, double *timeout, zend_string **error)
{
	int64_t number = Z_TYPE_P(text) == IS_STRING ? to_number(Z_STRVAL_P(text), Z_STRLEN_P(text), 86400000) : -1;

	if (number < 0) {
		return refuse(error, "parameter \"%s\" must be a number of milliseconds from 0 to 86400000.", name);
	}
	if (number) {
		*timeout = (double) number / 1000.0;
	}
	return true;
}

static bool read_prefix(zval *text, slock_memcached_dsn *dsn, zend_string **error)
{
	if (Z_TYPE_P(text) != IS_STRING || Z_STRLEN_P(text) > MAX_PREFIX) {
		return refuse(error, "parameter \"prefix_key\" must be a string of at most %d characters.", MAX_PREFIX);
	}
	for (size_t i = 0; i < Z_STRLEN_P(text); i++) {
		if ((unsigned char) Z_STRVAL_P(text)[i] <= ' ' || (unsigned char) Z_STRVAL_P(text)[i] >= 127) {
			return refuse(error, "parameter \"prefix_key\" must consist of printable ASCII characters without spaces.");
		}
	}
	if (dsn->prefix) {
		zend_string_release(dsn->prefix);
	}
	dsn->prefix = Z_STRLEN_P(text) ? zend_string_copy(Z_STR_P(text)) : NULL;
	return true;
}

static bool read_option(const char *name, zval *text, slock_memcached_dsn *dsn, zend_string **error)
{
	uint64_t flag = 0;

	if (!strcasecmp(name, "binary_protocol")) {
		if (!read_flag("binary_protocol", text, &flag, error)) {
			return false;
		}
		dsn->binary = flag;
		return true;
	}
	if (!strcasecmp(name, "hash_with_prefix_key")) {
		if (!read_flag("hash_with_prefix_key", text, &flag, error)) {
			return false;
		}
		dsn->prefix_chooses = flag;
		return true;
	}
	if (!strcasecmp(name, "prefix_key")) {
		return read_prefix(text, dsn, error);
	}
	if (!strcasecmp(name, "connect_timeout")) {
		return read_milliseconds("connect_timeout", text, &dsn->connect_timeout, error);
	}
	if (!strcasecmp(name, "poll_timeout")) {
		return read_milliseconds("poll_timeout", text, &dsn->command_timeout, error);
	}
	/* Other options have no effect: they are about values, caches and failover, and a lock never moves to another
	 * server. */
	return read_ring_option(name, text, dsn, error);
}

static bool read_seconds(const slock_dsn *parsed, const char *name, double *timeout, zend_string **error)
{
	double seconds = 0.0;

	if (slock_dsn_get_number(parsed, name, &seconds) == FAILURE || seconds < 0.0 || seconds > 86400.0) {
		return refuse(error, "parameter \"%s\" must be a number of seconds from 0 to 86400.", name);
	}
	/* 0 is "no limit" elsewhere; a lock client that waits for ever for a dead server helps nobody. */
	if (seconds > 0.0) {
		*timeout = seconds;
	}
	return true;
}

static bool read_options(const slock_dsn *parsed, slock_memcached_dsn *dsn, zend_string **error)
{
	zend_string *name;
	zval *value;

	dsn->binary = true;
	dsn->connect_timeout = SLOCK_G(connect_timeout);
	dsn->command_timeout = SLOCK_G(command_timeout);
	if (slock_dsn_get_bool(parsed, "persistent", &dsn->persistent) == FAILURE) {
		return refuse(error, "parameter \"persistent\" must be a boolean.");
	}
	if (slock_dsn_get_text(parsed, "persistent_id", &dsn->persistent_id) == FAILURE) {
		return refuse(error, "parameter \"persistent_id\" must be a string.");
	}
	if (dsn->persistent_id) {
		dsn->persistent_id = zend_string_copy(dsn->persistent_id);
		dsn->persistent = true;
	}
	if (!read_seconds(parsed, "timeout", &dsn->connect_timeout, error) ||
		!read_seconds(parsed, "read_timeout", &dsn->command_timeout, error)) {
		return false;
	}
	/* symfony/cache's default comes first unless the DSN decides. */
	dsn->settings[0].option = SLOCK_MEMCACHED_LIBKETAMA_COMPATIBLE;
	dsn->settings[0].value = 1;
	dsn->setting_count = 1;
	ZEND_HASH_FOREACH_STR_KEY(Z_ARRVAL(parsed->query), name) {
		if (name && !strcasecmp(ZSTR_VAL(name), "libketama_compatible")) {
			dsn->setting_count = 0;
		}
	}
	ZEND_HASH_FOREACH_END();
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL(parsed->query), name, value) {
		if (name && !read_option(ZSTR_VAL(name), value, dsn, error)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static bool check(const slock_memcached_dsn *dsn, zend_string **error)
{
	if (!dsn->server_count) {
		return refuse(error, "missing host or path.");
	}
	if (dsn->user && !dsn->binary) {
		return refuse(error, "a user and a password need the binary protocol, and it says binary_protocol=0.");
	}
	return true;
}

slock_memcached_dsn *slock_memcached_dsn_parse(zend_string *text, zend_string **error)
{
	static const char scheme[] = "memcached:";
	const char *rest = ZSTR_VAL(text) + strlen(scheme);
	slock_memcached_dsn *dsn;
	slock_dsn parsed;
	bool valid;

	*error = NULL;
	if (!zend_string_starts_with_cstr(text, scheme, strlen(scheme))) {
		refuse(error, "it does not start with \"memcached:\".");
		return NULL;
	}
	if (strlen(ZSTR_VAL(text)) != ZSTR_LEN(text)) {
		refuse(error, "it contains a NUL byte.");
		return NULL;
	}
	dsn = ecalloc(1, sizeof(*dsn));
	if (slock_dsn_parse(rest, ZSTR_LEN(text) - strlen(scheme), &parsed) == FAILURE) {
		valid = refuse(error, "it cannot be parsed.");
	} else {
		read_credentials(rest, &parsed, dsn);
		valid = read_address(&parsed, dsn, error) && read_listed_hosts(&parsed, dsn, error) &&
				read_options(&parsed, dsn, error) && check(dsn, error);
		if (valid && dsn->user &&
			(strlen(ZSTR_VAL(dsn->user)) != ZSTR_LEN(dsn->user) ||
			 strlen(ZSTR_VAL(dsn->password)) != ZSTR_LEN(dsn->password))) {
			valid = refuse(error, "the user or the password contains a NUL byte.");
		}
	}
	slock_dsn_dtor(&parsed);
	if (!valid) {
		slock_memcached_dsn_free(dsn);
		return NULL;
	}
	return dsn;
}

void slock_memcached_dsn_free(slock_memcached_dsn *dsn)
{
	zend_string *strings[] = {dsn->user, dsn->password, dsn->prefix, dsn->persistent_id};

	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++) {
		if (strings[i]) {
			zend_string_release(strings[i]);
		}
	}
	for (uint32_t i = 0; i < dsn->server_count; i++) {
		zend_string_release(dsn->servers[i].text);
		zend_string_release(dsn->servers[i].name);
		if (dsn->servers[i].host) {
			zend_string_release(dsn->servers[i].host);
		}
	}
	if (dsn->servers) {
		efree(dsn->servers);
	}
	efree(dsn);
}

void slock_memcached_dsn_endpoint(const slock_memcached_dsn *dsn, uint32_t index, slock_memcached_endpoint *endpoint)
{
	const slock_memcached_server *server = &dsn->servers[index];

	endpoint->name = ZSTR_VAL(server->name);
	endpoint->host = server->host ? ZSTR_VAL(server->host) : NULL;
	endpoint->port = server->port;
	endpoint->path = server->host ? NULL : ZSTR_VAL(server->text);
	endpoint->user = dsn->user ? ZSTR_VAL(dsn->user) : NULL;
	endpoint->password = dsn->user ? ZSTR_VAL(dsn->password) : NULL;
	endpoint->binary = dsn->binary;
	endpoint->connect_timeout = dsn->connect_timeout;
	endpoint->command_timeout = dsn->command_timeout;
}

zend_string *slock_memcached_dsn_name(const slock_memcached_dsn *dsn, uint32_t index)
{
	zend_string *parts[] = {dsn->servers[index].name, dsn->user, dsn->password, dsn->persistent_id};
	smart_str name = {0};

	smart_str_append_printf(&name, "memcached %d %d %.6f %.6f", dsn->binary, dsn->persistent, dsn->connect_timeout,
							dsn->command_timeout);
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
