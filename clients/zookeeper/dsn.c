/* SPDX-License-Identifier: MIT
 *
 * ZooKeeper's data source names: see dsn.h. */
#include "php_slock.h"
#include "clients/dsn.h"
#include "clients/zookeeper/dsn.h"

#include "zend_smart_str.h"

#define SCHEME "zookeeper:"
#define DEFAULT_PORT "2181"

static zend_string *zookeeper_dsn_fail(zend_string **error, const char *reason)
{
	*error = reason ? zend_strpprintf(0, "Invalid Zookeeper DSN: %s.", reason)
					: zend_string_init(ZEND_STRL("Invalid Zookeeper DSN."), false);
	return NULL;
}

static bool zookeeper_dsn_has_scheme(zend_string *dsn, zend_string **error)
{
	if (zend_string_starts_with_literal(dsn, SCHEME)) {
		return true;
	}
	*error = zend_string_init(ZEND_STRL("Unsupported DSN for Zookeeper."), false);
	return false;
}

zend_string *slock_zookeeper_dsn_for_object(zend_string *dsn, zend_string **error)
{
	smart_str hosts = {0};
	const char *host, *end, *comma;
	slock_dsn url;

	if (!zookeeper_dsn_has_scheme(dsn, error)) {
		return NULL;
	}
	if (slock_dsn_split("zookeeper", ZSTR_VAL(dsn) + strlen(SCHEME), ZSTR_LEN(dsn) - strlen(SCHEME), &url) == FAILURE) {
		slock_dsn_dtor(&url);
		return zookeeper_dsn_fail(error, NULL);
	}
	host = url.host ? ZSTR_VAL(url.host) : "";
	for (end = host + strlen(host);; host = comma + 1) {
		comma = memchr(host, ',', (size_t) (end - host));
		smart_str_appendl(&hosts, host, (size_t) ((comma ? comma : end) - host));
		if (url.has_port) {
			smart_str_appendc(&hosts, ':');
			smart_str_append_long(&hosts, url.port);
		}
		if (!comma) {
			break;
		}
		smart_str_appendc(&hosts, ',');
	}
	slock_dsn_dtor(&url);
	smart_str_0(&hosts);
	return hosts.s ? hosts.s : ZSTR_EMPTY_ALLOC();
}

/* The colon before the port of one host, or NULL; an address in brackets has colons of its own. */
static const char *zookeeper_dsn_find_port(const char *host, const char *end)
{
	const char *bracket = *host == '[' ? memchr(host, ']', (size_t) (end - host)) : host;

	return bracket ? memchr(bracket, ':', (size_t) (end - bracket)) : NULL;
}

static bool zookeeper_dsn_is_port(const char *text, const char *end)
{
	int port = 0;

	if (text == end || end - text > 5) {
		return false;
	}
	for (; text < end; text++) {
		if (*text < '0' || *text > '9') {
			return false;
		}
		port = port * 10 + (*text - '0');
	}
	return port > 0 && port < 65536;
}

static bool zookeeper_dsn_is_host(const char *host, const char *end)
{
	if (host < end && *host == '[') {
		return end - host > 2 && end[-1] == ']';
	}
	for (const char *at = host; at < end; at++) {
		/* Nothing that a library, a message or a name server could take for something else. */
		if (!isalnum((unsigned char) *at) && !strchr("-._", *at)) {
			return false;
		}
	}
	return host < end;
}

/* "a,b:1" becomes "a:1,b:1", as in the package, where the port at the end is everybody's; here a host may also have one
 * of its own. */
static const char *zookeeper_dsn_parse_hosts(const char *text, const char *end, zend_string **parsed)
{
	smart_str hosts = {0};
	const char *last = zend_memrchr(text, ',', (size_t) (end - text)), *colon, *host, *host_end;
	const char *port = NULL, *port_end = NULL;

	/* Two hosts with ports of their own: then the last one's is its own as well. */
	last = last ? last + 1 : text;
	colon = last < end ? zookeeper_dsn_find_port(last, end) : NULL;
	if (colon) {
		port = colon + 1;
		port_end = end;
	}
	for (host = text; host < end && port; host = host_end + 1) {
		host_end = memchr(host, ',', (size_t) (end - host));
		if (!host_end) {
			break;
		}
		if (host_end > host && zookeeper_dsn_find_port(host, host_end)) {
			port = NULL;
		}
	}
	for (host = text;; host = host_end + 1) {
		host_end = memchr(host, ',', (size_t) (end - host));
		host_end = host_end ? host_end : end;
		colon = host < host_end ? zookeeper_dsn_find_port(host, host_end) : NULL;
		if (!zookeeper_dsn_is_host(host, colon ? colon : host_end) ||
			(colon && !zookeeper_dsn_is_port(colon + 1, host_end))) {
			smart_str_free(&hosts);
			return colon && zookeeper_dsn_is_host(host, colon) ? "a port is not a number from 1 to 65535"
															   : "it names no host, or an impossible one";
		}
		if (hosts.s) {
			smart_str_appendc(&hosts, ',');
		}
		smart_str_appendl(&hosts, host, (size_t) (host_end - host));
		if (!colon) {
			smart_str_appendc(&hosts, ':');
			if (port) {
				smart_str_appendl(&hosts, port, (size_t) (port_end - port));
			} else {
				smart_str_appends(&hosts, DEFAULT_PORT);
			}
		}
		if (host_end == end) {
			break;
		}
	}
	smart_str_0(&hosts);
	*parsed = hosts.s;
	return NULL;
}

static const char *zookeeper_dsn_parse_credentials(const char **text, const char *end, slock_zookeeper_dsn *dsn)
{
	const char *at = zend_memrchr(*text, '@', (size_t) (end - *text)), *colon;

	if (!at) {
		return NULL;
	}
	colon = memchr(*text, ':', (size_t) (at - *text));
	dsn->user = slock_dsn_decode(*text, (size_t) ((colon ? colon : at) - *text));
	if (colon) {
		dsn->password = slock_dsn_decode(colon + 1, (size_t) (at - colon - 1));
	}
	*text = at + 1;
	/* They travel as "user:password". */
	if (ZSTR_LEN(dsn->user) == 0 || memchr(ZSTR_VAL(dsn->user), ':', ZSTR_LEN(dsn->user)) ||
		memchr(ZSTR_VAL(dsn->user), '\0', ZSTR_LEN(dsn->user)) ||
		(dsn->password && memchr(ZSTR_VAL(dsn->password), '\0', ZSTR_LEN(dsn->password)))) {
		return "the user or the password is impossible";
	}
	return NULL;
}

static bool zookeeper_dsn_is_chroot(zend_string *path)
{
	const char *text = ZSTR_VAL(path), *end = text + ZSTR_LEN(path), *name;

	for (name = text; name < end; name += strcspn(name, "/")) {
		size_t length;

		if (*name++ != '/') {
			return false;
		}
		length = strcspn(name, "/");
		if (length == 0 || (length == 1 && *name == '.') || (length == 2 && !memcmp(name, "..", 2))) {
			return false;
		}
	}
	return !memchr(text, '\0', ZSTR_LEN(path));
}

/* A number of seconds; FAILURE when it is none between 1 ms and a day. */
static zend_result zookeeper_dsn_parse_seconds(const slock_dsn *dsn, const char *name, double *seconds)
{
	return slock_dsn_get_number(dsn, name, seconds) == SUCCESS && *seconds >= 0.001 && *seconds <= 86400.0 ? SUCCESS
																										   : FAILURE;
}

static const char *zookeeper_dsn_parse_query(const char *query, const char *end, slock_zookeeper_dsn *dsn)
{
	const char *failure = NULL;
	zend_string *chroot = NULL;
	slock_dsn parsed;
	smart_str url = {0};

	/* Only for its parameters. */
	smart_str_appends(&url, "//host");
	smart_str_appendl(&url, query, (size_t) (end - query));
	smart_str_0(&url);
	if (memchr(query, '@', (size_t) (end - query)) ||
		slock_dsn_parse(ZSTR_VAL(url.s), ZSTR_LEN(url.s), &parsed) == FAILURE) {
		smart_str_free(&url);
		return "its parameters cannot be understood";
	}
	smart_str_free(&url);
	if (zookeeper_dsn_parse_seconds(&parsed, "timeout", &dsn->connect_timeout) == FAILURE) {
		failure = "\"timeout\" must be a number of seconds";
	} else if (zookeeper_dsn_parse_seconds(&parsed, "read_timeout", &dsn->command_timeout) == FAILURE) {
		failure = "\"read_timeout\" must be a number of seconds";
	} else if (zookeeper_dsn_parse_seconds(&parsed, "session_timeout", &dsn->session_timeout) == FAILURE) {
		failure = "\"session_timeout\" must be a number of seconds";
	} else if (slock_dsn_get_bool(&parsed, "persistent", &dsn->persistent) == FAILURE) {
		failure = "\"persistent\" must be a boolean";
	} else if (slock_dsn_get_text(&parsed, "chroot", &chroot) == FAILURE ||
			   (chroot && !zookeeper_dsn_is_chroot(chroot))) {
		failure = "\"chroot\" must be a path such as /locks";
	} else if (chroot) {
		dsn->chroot = zend_string_copy(chroot);
	}
	slock_dsn_dtor(&parsed);
	return failure;
}

static const char *zookeeper_dsn_parse(const char *text, const char *end, slock_zookeeper_dsn *dsn)
{
	const char *question = memchr(text, '?', (size_t) (end - text)), *slash, *failure;
	const char *before_query = question ? question : end;

	if (memchr(text, '\0', (size_t) (end - text))) {
		return "it holds a NUL byte";
	}
	if (end - text < 2 || memcmp(text, "//", 2)) {
		return "it does not begin with zookeeper://";
	}
	text += 2;
	/* A path says nothing, as in the package: only the parameter chroot does, because hosts that run the package would
	 * look for the locks elsewhere. */
	slash = memchr(text, '/', (size_t) (before_query - text));
	failure = zookeeper_dsn_parse_credentials(&text, slash ? slash : before_query, dsn);
	if (!failure) {
		failure = zookeeper_dsn_parse_hosts(text, slash ? slash : before_query, &dsn->hosts);
	}
	if (!failure && question) {
		failure = zookeeper_dsn_parse_query(question, end, dsn);
	}
	return failure;
}

slock_zookeeper_dsn *slock_zookeeper_dsn_parse(zend_string *text, zend_string **error)
{
	slock_zookeeper_dsn *dsn;
	const char *failure;

	if (!zookeeper_dsn_has_scheme(text, error)) {
		return NULL;
	}
	dsn = ecalloc(1, sizeof(*dsn));
	dsn->name = zend_string_copy(text);
	dsn->connect_timeout = SLOCK_G(connect_timeout);
	dsn->command_timeout = SLOCK_G(command_timeout);
	dsn->session_timeout = 10.0;
	failure = zookeeper_dsn_parse(ZSTR_VAL(text) + strlen(SCHEME), ZSTR_VAL(text) + ZSTR_LEN(text), dsn);
	if (failure) {
		slock_zookeeper_dsn_free(dsn);
		zookeeper_dsn_fail(error, failure);
		return NULL;
	}
	if (!dsn->chroot) {
		dsn->chroot = ZSTR_EMPTY_ALLOC();
	}
	return dsn;
}

void slock_zookeeper_dsn_free(slock_zookeeper_dsn *dsn)
{
	zend_string *strings[] = {dsn->name, dsn->hosts, dsn->user, dsn->password, dsn->chroot};

	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++) {
		if (strings[i]) {
			zend_string_release(strings[i]);
		}
	}
	efree(dsn);
}
