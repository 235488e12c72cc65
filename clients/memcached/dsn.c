/* SPDX-License-Identifier: MIT
 *
 * Memcached DSNs: see dsn.h. Where symfony/cache is odd it is followed, because the list of servers and their weights
 * decide which server has a lock: "?weight=" has no effect, a weight is the last part of the path or a host's value. */
#include "php_slock.h"
#include "clients/dsn_options.h"
#include "clients/memcached/dsn.h"
#include "core/text.h"

#include "zend_smart_str.h"

#define DEFAULT_PORT 11211
#define MOST_SERVERS 100  /* libmemcached 1.1 ends the process when it spreads keys over more */
#define LONGEST_HOST 1023 /* what it takes */
/* A hashed key has 70 characters, and the prefix comes before it. */
#define MAX_PREFIX (SLOCK_MEMCACHED_MAX_KEY - 70)

/* What symfony/cache itself takes. \Memcached's own options come after them, below. */
#define FIELD(name) offsetof(slock_memcached_dsn, name)
#define ENDPOINT(name) offsetof(slock_memcached_endpoint, name)

static const slock_option memcached_options[] = {
	{"persistent", SLOCK_OPTION_BOOL, FIELD(persistent), SLOCK_OPTION_OURS, 0, 0},
	{"persistent_id", SLOCK_OPTION_TEXT, FIELD(persistent_id), SLOCK_OPTION_OURS, 0, 0},
	{"timeout", SLOCK_OPTION_LIMIT, FIELD(connect_timeout), ENDPOINT(connect_timeout), 0, 86400},
	{"read_timeout", SLOCK_OPTION_LIMIT, FIELD(command_timeout), ENDPOINT(command_timeout), 0, 86400},
	{NULL, SLOCK_OPTION_BOOL, 0, 0, 0, 0},
};

/* `text` of `length`: a host, or a path. */
static void memcached_dsn_add_server(slock_memcached_dsn *dsn, const char *text, size_t length, int port,
									 uint32_t weight)
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
static bool memcached_dsn_read_address(const slock_dsn *parsed, slock_memcached_dsn *dsn, zend_string **error)
{
	const char *path = parsed->path ? ZSTR_VAL(parsed->path) : "", *slash = strrchr(path, '/');
	size_t length = strlen(path);
	int64_t weight = 0;

	if (slash && slash[1] && strspn(slash + 1, "0123456789") == strlen(slash + 1)) {
		weight = slock_dsn_to_number(slash + 1, strlen(slash + 1), INT32_MAX);
		if (weight < 0) {
			return slock_dsn_refuse(error, "the weight is too large.");
		}
		length = (size_t) (slash - path);
	}
	if (parsed->host) {
		memcached_dsn_add_server(dsn, ZSTR_VAL(parsed->host), ZSTR_LEN(parsed->host),
								 parsed->port ? parsed->port : DEFAULT_PORT, (uint32_t) weight);
	} else if (length && path[0] != '/') {
		return slock_dsn_refuse(error, "a host comes after two slashes, and a path begins with one.");
	} else if (length) {
		memcached_dsn_add_server(dsn, path, length, 0, (uint32_t) weight);
	}
	return true;
}

/* One host[name]=weight: "name", "name:port", "/path" or "/path:". */
static bool memcached_dsn_read_listed_host(void *dsn, zend_string *entry, zval *value, zend_string **error)
{
	const char *text = ZSTR_VAL(entry), *colon = strrchr(text, ':');
	size_t length = colon ? (size_t) (colon - text) : ZSTR_LEN(entry);
	int64_t weight = 0, port = DEFAULT_PORT;

	if (!length) {
		return slock_dsn_refuse(error, "missing host.");
	}
	if (Z_TYPE_P(value) != IS_STRING ||
		(Z_STRLEN_P(value) && (weight = slock_dsn_to_number(Z_STRVAL_P(value), Z_STRLEN_P(value), INT32_MAX)) < 0)) {
		return slock_dsn_refuse(error, "the weight of a \"host\" must be a number.");
	}
	if (colon) {
		port = text[0] == '/' && !colon[1] ? 0 : slock_dsn_to_number(colon + 1, strlen(colon + 1), 65535);
		if (port < 0 || (port == 0 && text[0] != '/')) {
			return slock_dsn_refuse(error, "the port of a \"host\" must be a number from 1 to 65535.");
		}
	}
	memcached_dsn_add_server(dsn, text, length, (int) port, (uint32_t) weight);
	return true;
}

/* user[:password]@; the user may be empty where there is a password. */
static void memcached_dsn_read_credentials(const char *after_scheme, const slock_dsn *parsed, slock_memcached_dsn *dsn)
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

/* Ours, beside binary_protocol. */
static const char *const protocols[] = {"text", "binary", "meta", "auto"};

typedef enum {
	MEMBER_FLAG,
	MEMBER_BINARY,
	MEMBER_PROTOCOL,
	MEMBER_MILLISECONDS,
	MEMBER_PREFIX,
	MEMBER_RING
} member_kind;

/* The options of \Memcached that have an effect. The others are about values, caches and failover, and a lock never
 * moves to another server. */
static const struct {
	const char *name;
	member_kind kind;
	size_t field; /* of the DSN; FLAG, BINARY: bool, MILLISECONDS: slock_time */
	slock_memcached_ring_option ring;
	const named_value *values; /* RING; NULL: 0 or 1 */
} member_options[] = {
	{"binary_protocol", MEMBER_BINARY, FIELD(binary), 0, NULL},
	{"protocol", MEMBER_PROTOCOL, 0, 0, NULL},
	{"hash_with_prefix_key", MEMBER_FLAG, FIELD(prefix_chooses), 0, NULL},
	{"prefix_key", MEMBER_PREFIX, 0, 0, NULL},
	{"connect_timeout", MEMBER_MILLISECONDS, FIELD(connect_timeout), 0, NULL},
	{"poll_timeout", MEMBER_MILLISECONDS, FIELD(command_timeout), 0, NULL},
	{"libketama_compatible", MEMBER_RING, 0, SLOCK_MEMCACHED_LIBKETAMA_COMPATIBLE, NULL},
	{"libketama_hash", MEMBER_RING, 0, SLOCK_MEMCACHED_LIBKETAMA_HASH, NULL},
	{"distribution", MEMBER_RING, 0, SLOCK_MEMCACHED_DISTRIBUTION, distributions},
	{"hash", MEMBER_RING, 0, SLOCK_MEMCACHED_HASH, hashes},
	{"sort_hosts", MEMBER_RING, 0, SLOCK_MEMCACHED_SORT_HOSTS, NULL},
};

static bool memcached_dsn_read_named_value(const char *option, const named_value *values, zval *text, uint64_t *value,
										   zend_string **error)
{
	for (; Z_TYPE_P(text) == IS_STRING && values->name; values++) {
		if (!strcasecmp(values->name, Z_STRVAL_P(text))) {
			*value = values->value;
			return true;
		}
	}
	return slock_dsn_refuse(error, "parameter \"%s\" has an unknown value.", option);
}

/* \Memcached takes these as numbers, so that "true" would be 0. */
static bool memcached_dsn_read_flag(const char *option, zval *text, uint64_t *value, zend_string **error)
{
	int64_t number = Z_TYPE_P(text) == IS_STRING ? slock_dsn_to_number(Z_STRVAL_P(text), Z_STRLEN_P(text), 1) : -1;

	if (number < 0) {
		return slock_dsn_refuse(error, "parameter \"%s\" must be 0 or 1.", option);
	}
	*value = (uint64_t) number;
	return true;
}

static bool memcached_dsn_read_ring_option(const char *name, slock_memcached_ring_option option,
										   const named_value *values, zval *text, slock_memcached_dsn *dsn,
										   zend_string **error)
{
	slock_memcached_ring_setting setting = {.option = option};

	if (values ? !memcached_dsn_read_named_value(name, values, text, &setting.value, error)
			   : !memcached_dsn_read_flag(name, text, &setting.value, error)) {
		return false;
	}
	if (dsn->setting_count == SLOCK_MEMCACHED_MAX_SETTINGS) {
		return slock_dsn_refuse(error, "too many parameters.");
	}
	dsn->settings[dsn->setting_count++] = setting;
	return true;
}

static bool memcached_dsn_read_milliseconds(const char *name, zval *text, slock_time *timeout, zend_string **error)
{
	int64_t number =
		Z_TYPE_P(text) == IS_STRING ? slock_dsn_to_number(Z_STRVAL_P(text), Z_STRLEN_P(text), 86400000) : -1;

	if (number < 0) {
		return slock_dsn_refuse(error, "parameter \"%s\" must be a number of milliseconds from 0 to 86400000.", name);
	}
	if (number) {
		*timeout = number * SLOCK_MS;
	}
	return true;
}

static bool memcached_dsn_read_prefix(zval *text, slock_memcached_dsn *dsn, zend_string **error)
{
	if (Z_TYPE_P(text) != IS_STRING || Z_STRLEN_P(text) > MAX_PREFIX) {
		return slock_dsn_refuse(error, "parameter \"prefix_key\" must be a string of at most %d characters.",
								MAX_PREFIX);
	}
	for (size_t i = 0; i < Z_STRLEN_P(text); i++) {
		if ((unsigned char) Z_STRVAL_P(text)[i] <= ' ' || (unsigned char) Z_STRVAL_P(text)[i] >= 127) {
			return slock_dsn_refuse(
				error, "parameter \"prefix_key\" must consist of printable ASCII characters without spaces.");
		}
	}
	slock_text_release(dsn->prefix);
	dsn->prefix = Z_STRLEN_P(text) ? zend_string_copy(Z_STR_P(text)) : NULL;
	return true;
}

static bool memcached_dsn_read_protocol(zval *text, slock_memcached_dsn *dsn, zend_string **error)
{
	for (size_t i = 0; Z_TYPE_P(text) == IS_STRING && i < sizeof(protocols) / sizeof(*protocols); i++) {
		if (!strcasecmp(protocols[i], Z_STRVAL_P(text))) {
			dsn->protocol = protocols[i];
			return true;
		}
	}
	return slock_dsn_refuse(error, "parameter \"protocol\" must be auto, meta, text or binary.");
}

/* The two parameters that name one. */
static bool memcached_dsn_choose_protocol(slock_memcached_dsn *dsn, zend_string **error)
{
	const char *name = dsn->protocol ? dsn->protocol : dsn->binary_given ? "" : "auto";
	bool automatic = !strcmp(name, "auto"), binary = !strcmp(name, "binary") || (automatic && dsn->user);

	if (dsn->protocol && dsn->binary_given && (automatic || dsn->binary != binary)) {
		return slock_dsn_refuse(error, "the parameters \"protocol\" and \"binary_protocol\" contradict each other.");
	}
	if (*name) {
		dsn->binary = binary;
	}
	dsn->automatic = automatic && !binary;
	dsn->meta = dsn->automatic || !strcmp(name, "meta");
	return true;
}

static bool memcached_dsn_read_option(const char *name, zval *text, slock_memcached_dsn *dsn, zend_string **error)
{
	for (size_t i = 0; i < sizeof(member_options) / sizeof(*member_options); i++) {
		void *field = (char *) dsn + member_options[i].field;
		uint64_t flag = 0;

		if (strcasecmp(member_options[i].name, name)) {
			continue;
		}
		name = member_options[i].name;
		switch (member_options[i].kind) {
			case MEMBER_PROTOCOL:
				return memcached_dsn_read_protocol(text, dsn, error);
			case MEMBER_BINARY:
			case MEMBER_FLAG:
				if (!memcached_dsn_read_flag(name, text, &flag, error)) {
					return false;
				}
				*(bool *) field = flag;
				dsn->binary_given |= member_options[i].kind == MEMBER_BINARY;
				return true;
			case MEMBER_MILLISECONDS:
				return memcached_dsn_read_milliseconds(name, text, field, error);
			case MEMBER_PREFIX:
				return memcached_dsn_read_prefix(text, dsn, error);
			default:
				return memcached_dsn_read_ring_option(name, member_options[i].ring, member_options[i].values, text, dsn,
													  error);
		}
	}
	return true;
}

static bool memcached_dsn_read_options(const slock_dsn *parsed, slock_memcached_dsn *dsn, zend_string **error)
{
	const slock_option *refused;
	zend_string *name;
	zval *value;

	dsn->binary = true;
	dsn->connect_timeout = SLOCK_G(connect_timeout);
	dsn->command_timeout = SLOCK_G(command_timeout);
	refused = slock_options_read(memcached_options, parsed, dsn);
	if (refused) {
		return slock_option_refuse(refused, error);
	}
	dsn->persistent |= dsn->persistent_id != NULL;
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
		if (name && !memcached_dsn_read_option(ZSTR_VAL(name), value, dsn, error)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return memcached_dsn_choose_protocol(dsn, error);
}

static bool memcached_dsn_check(const slock_memcached_dsn *dsn, zend_string **error)
{
	if (!dsn->server_count) {
		return slock_dsn_refuse(error, "missing host or path.");
	}
	if (dsn->server_count > MOST_SERVERS) {
		return slock_dsn_refuse(error, "there are more than %d servers.", MOST_SERVERS);
	}
	for (uint32_t i = 0; i < dsn->server_count; i++) {
		if (ZSTR_LEN(dsn->servers[i].text) > LONGEST_HOST) {
			return slock_dsn_refuse(error, "a host or path is longer than %d characters.", LONGEST_HOST);
		}
	}
	if (dsn->user && !dsn->binary) {
		return slock_dsn_refuse(error, "a user and a password need the binary protocol, and it says %s%s.",
								dsn->protocol ? "protocol=" : "binary_protocol=0", dsn->protocol ? dsn->protocol : "");
	}
	if (dsn->user && (strlen(ZSTR_VAL(dsn->user)) != ZSTR_LEN(dsn->user) ||
					  strlen(ZSTR_VAL(dsn->password)) != ZSTR_LEN(dsn->password))) {
		return slock_dsn_refuse(error, "the user or the password contains a NUL byte.");
	}
	return true;
}

static bool memcached_dsn_read_dsn(zend_string *text, slock_memcached_dsn *dsn, zend_string **error)
{
	static const char scheme[] = "memcached:";
	const char *rest = ZSTR_VAL(text) + strlen(scheme);
	slock_dsn parsed;
	bool valid;

	if (!zend_string_starts_with_cstr(text, scheme, strlen(scheme))) {
		return slock_dsn_refuse(error, "it does not start with \"memcached:\".");
	}
	if (strlen(ZSTR_VAL(text)) != ZSTR_LEN(text)) {
		return slock_dsn_refuse(error, "it contains a NUL byte.");
	}
	if (slock_dsn_parse(rest, ZSTR_LEN(text) - strlen(scheme), &parsed) == FAILURE) {
		valid = slock_dsn_refuse(error, "it cannot be parsed.");
	} else {
		memcached_dsn_read_credentials(rest, &parsed, dsn);
		valid = memcached_dsn_read_address(&parsed, dsn, error) &&
				slock_dsn_read_hosts(&parsed, "missing host: it is the key, as in \"host[name]\".",
									 memcached_dsn_read_listed_host, dsn, error) &&
				memcached_dsn_read_options(&parsed, dsn, error) && memcached_dsn_check(dsn, error);
	}
	slock_dsn_dtor(&parsed);
	return valid;
}

slock_memcached_dsn *slock_memcached_dsn_parse(zend_string *text, zend_string **error)
{
	slock_memcached_dsn *dsn = ecalloc(1, sizeof(*dsn));

	if (!memcached_dsn_read_dsn(text, dsn, error)) {
		slock_dsn_name_product(error, "Memcached");
		slock_memcached_dsn_free(dsn);
		return NULL;
	}
	return dsn;
}

void slock_memcached_dsn_free(slock_memcached_dsn *dsn)
{
	slock_options_release(memcached_options, dsn);
	slock_text_release(dsn->user);
	slock_text_release(dsn->password);
	slock_text_release(dsn->prefix);
	for (uint32_t i = 0; i < dsn->server_count; i++) {
		zend_string_release(dsn->servers[i].text);
		zend_string_release(dsn->servers[i].name);
		slock_text_release(dsn->servers[i].host);
	}
	if (dsn->servers) {
		efree(dsn->servers);
	}
	efree(dsn);
}

void slock_memcached_dsn_endpoint(const slock_memcached_dsn *dsn, uint32_t index, bool binary,
								  slock_memcached_endpoint *endpoint)
{
	const slock_memcached_server *server = &dsn->servers[index];

	endpoint->name = ZSTR_VAL(server->name);
	endpoint->host = slock_text_chars(server->host);
	endpoint->port = server->port;
	endpoint->path = server->host ? NULL : ZSTR_VAL(server->text);
	endpoint->user = slock_text_chars(dsn->user);
	endpoint->password = slock_text_chars(dsn->password);
	endpoint->binary = binary;
	endpoint->meta = dsn->meta && !binary;
	endpoint->or_binary = dsn->automatic;
	slock_options_to_endpoint(memcached_options, dsn, endpoint);
}

zend_string *slock_memcached_dsn_name(const slock_memcached_dsn *dsn, uint32_t index, bool binary)
{
	smart_str name = {0};

	smart_str_append_printf(&name, "memcached %d%d%d", binary, dsn->meta && !binary, dsn->automatic && !binary);
	slock_options_append(memcached_options, dsn, &name);
	slock_options_append_text(&name, dsn->servers[index].name);
	slock_options_append_text(&name, dsn->user);
	slock_options_append_text(&name, dsn->password);
	return smart_str_extract(&name);
}
