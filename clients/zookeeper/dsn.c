/* SPDX-License-Identifier: MIT
 *
 * ZooKeeper's data source names: see dsn.h. */
#include "php_slock.h"
#include "clients/dsn_options.h"
#include "clients/zookeeper/dsn.h"
#include "core/text.h"

#include "zend_smart_str.h"

#define SCHEME "zookeeper:"
#define DEFAULT_PORT "2181"
#define NEEDS_NATIVE "\"fencing\" needs the native client."

static bool zookeeper_dsn_has_scheme(zend_string *dsn, zend_string **error)
{
	if (zend_string_starts_with_literal(dsn, SCHEME)) {
		return true;
	}
	*error = zend_string_init(ZEND_STRL("Unsupported DSN for Zookeeper."), false);
	return false;
}

/* The colon before the port of one host, or NULL; an address in brackets has colons of its own. */
static const char *zookeeper_dsn_find_port(const char *host, const char *end)
{
	const char *bracket = *host == '[' ? memchr(host, ']', (size_t) (end - host)) : host;

	return bracket ? memchr(bracket, ':', (size_t) (end - bracket)) : NULL;
}

static bool zookeeper_dsn_is_port(const char *text, const char *end)
{
	return end - text <= 5 && slock_dsn_to_number(text, (size_t) (end - text), 65535) > 0;
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

/* The port that holds for hosts without one: that of the last host, unless another one has one of its own. Without the
 * colon, up to the end of the text; NULL: the default. */
static const char *zookeeper_dsn_common_port(const char *text, const char *end)
{
	const char *last = zend_memrchr(text, ',', (size_t) (end - text)), *colon, *next;

	last = last ? last + 1 : text;
	colon = last < end ? zookeeper_dsn_find_port(last, end) : NULL;
	for (const char *host = text; colon && host < last; host = next + 1) {
		next = memchr(host, ',', (size_t) (end - host));
		if (next > host && zookeeper_dsn_find_port(host, next)) {
			return NULL;
		}
	}
	return colon ? colon + 1 : NULL;
}

/* "a,b:1" becomes "a:1,b:1", as in the package, where the port at the end is everybody's; here a host may also have one
 * of its own. */
static bool zookeeper_dsn_parse_hosts(const char *text, const char *end, zend_string **parsed, zend_string **error)
{
	const char *port = zookeeper_dsn_common_port(text, end), *colon, *host_end;
	smart_str hosts = {0};

	for (const char *host = text;; host = host_end + 1) {
		host_end = memchr(host, ',', (size_t) (end - host));
		host_end = host_end ? host_end : end;
		colon = host < host_end ? zookeeper_dsn_find_port(host, host_end) : NULL;
		if (!zookeeper_dsn_is_host(host, colon ? colon : host_end)) {
			smart_str_free(&hosts);
			return slock_dsn_refuse(error, "it names no host, or an impossible one.");
		}
		if (colon && !zookeeper_dsn_is_port(colon + 1, host_end)) {
			smart_str_free(&hosts);
			return slock_dsn_refuse(error, "a port is not a number from 1 to 65535.");
		}
		if (hosts.s) {
			smart_str_appendc(&hosts, ',');
		}
		smart_str_appendl(&hosts, host, (size_t) (host_end - host));
		if (!colon) {
			smart_str_appendc(&hosts, ':');
			smart_str_appendl(&hosts, port ? port : DEFAULT_PORT, port ? (size_t) (end - port) : strlen(DEFAULT_PORT));
		}
		if (host_end == end) {
			break;
		}
	}
	*parsed = smart_str_extract(&hosts);
	return true;
}

static bool zookeeper_dsn_parse_credentials(const char **text, const char *end, slock_zookeeper_dsn *dsn,
											zend_string **error)
{
	const char *at = zend_memrchr(*text, '@', (size_t) (end - *text)), *colon;

	if (!at) {
		return true;
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
		return slock_dsn_refuse(error, "the user or the password is impossible.");
	}
	return true;
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

#define FIELD(name) offsetof(slock_zookeeper_dsn, name)

/* The row of the chroot. */
#define ZOOKEEPER_CHROOT 5

static const slock_option zookeeper_options[] = {
	{"timeout", SLOCK_OPTION_SECONDS, FIELD(connect_timeout), SLOCK_OPTION_OURS, 0.001, 86400},
	{"read_timeout", SLOCK_OPTION_SECONDS, FIELD(command_timeout), SLOCK_OPTION_OURS, 0.001, 86400},
	{"session_timeout", SLOCK_OPTION_SECONDS, FIELD(session_timeout), SLOCK_OPTION_OURS, 0.001, 86400},
	{"persistent", SLOCK_OPTION_BOOL, FIELD(persistent), SLOCK_OPTION_OURS, 0, 0},
	{"fencing", SLOCK_OPTION_BOOL, FIELD(fencing), SLOCK_OPTION_OURS, 0, 0},
	[ZOOKEEPER_CHROOT] = {"chroot", SLOCK_OPTION_TEXT, FIELD(chroot), SLOCK_OPTION_OURS, 0, 0},
	[ZOOKEEPER_CHROOT + 1] = {NULL, SLOCK_OPTION_BOOL, 0, 0, 0, 0},
};

/* In words of its own. */
static bool zookeeper_dsn_refuse_option(const slock_option *refused, zend_string **error)
{
	switch (refused->type) {
		case SLOCK_OPTION_SECONDS:
			return slock_dsn_refuse(error, "\"%s\" must be a number of seconds.", refused->name);
		case SLOCK_OPTION_BOOL:
			return slock_dsn_refuse(error, "\"%s\" must be a boolean.", refused->name);
		default:
			return slock_dsn_refuse(error, "\"%s\" must be a path such as /locks.", refused->name);
	}
}

static bool zookeeper_dsn_parse_query(const char *query, const char *end, slock_zookeeper_dsn *dsn, zend_string **error)
{
	/* Only for its parameters. */
	zend_string *url = zend_string_concat2(ZEND_STRL("//host"), query, (size_t) (end - query));
	const slock_option *refused;
	slock_dsn parsed;
	bool valid = slock_dsn_parse(ZSTR_VAL(url), ZSTR_LEN(url), &parsed) == SUCCESS &&
				 !memchr(query, '@', (size_t) (end - query));

	zend_string_release(url);
	if (!valid) {
		slock_dsn_refuse(error, "its parameters cannot be understood.");
	} else {
		refused = slock_options_read(zookeeper_options, &parsed, dsn);
		if (!refused && dsn->chroot && !zookeeper_dsn_is_chroot(dsn->chroot)) {
			refused = &zookeeper_options[ZOOKEEPER_CHROOT];
		}
		valid = !refused || zookeeper_dsn_refuse_option(refused, error);
	}
	slock_dsn_dtor(&parsed);
	return valid;
}

/* Where the hosts end: before a path, or the parameters. */
static const char *zookeeper_dsn_hosts_end(const char *text, const char *end)
{
	const char *question = memchr(text, '?', (size_t) (end - text)), *slash;

	end = question ? question : end;
	slash = memchr(text, '/', (size_t) (end - text));
	return slash ? slash : end;
}

static bool zookeeper_dsn_parse(const char *text, const char *end, slock_zookeeper_dsn *dsn, zend_string **error)
{
	const char *question = memchr(text, '?', (size_t) (end - text)), *hosts_end;

	if (memchr(text, '\0', (size_t) (end - text))) {
		return slock_dsn_refuse(error, "it holds a NUL byte.");
	}
	if (end - text < 2 || memcmp(text, "//", 2)) {
		return slock_dsn_refuse(error, "it does not begin with zookeeper://.");
	}
	text += 2;
	/* A path says nothing, as in the package: only the parameter chroot does, because hosts that run the package would
	 * look for the locks elsewhere. */
	hosts_end = zookeeper_dsn_hosts_end(text, end);
	return zookeeper_dsn_parse_credentials(&text, hosts_end, dsn, error) &&
		   zookeeper_dsn_parse_hosts(text, hosts_end, &dsn->hosts, error) &&
		   (!question || zookeeper_dsn_parse_query(question, end, dsn, error));
}

/* Whether a host before the last one has a port of its own, which the package does not know: it would write two behind
 * one host. */
static bool zookeeper_dsn_has_own_ports(const char *text, const char *end)
{
	const char *at, *host, *comma;

	if (end - text < 2 || memcmp(text, "//", 2)) {
		return false;
	}
	end = zookeeper_dsn_hosts_end(text + 2, end);
	at = zend_memrchr(text + 2, '@', (size_t) (end - text - 2));
	for (host = at ? at + 1 : text + 2; (comma = memchr(host, ',', (size_t) (end - host))); host = comma + 1) {
		if (host < comma && zookeeper_dsn_find_port(host, comma)) {
			return true;
		}
	}
	return false;
}

/* The hosts as the package writes them: the port, which stands behind the last one, is everybody's. */
static void zookeeper_dsn_append_hosts(const slock_dsn *url, smart_str *to)
{
	const char *host = url->host ? ZSTR_VAL(url->host) : "", *end = host + strlen(host), *comma;

	for (;; host = comma + 1) {
		comma = memchr(host, ',', (size_t) (end - host));
		smart_str_appendl(to, host, (size_t) ((comma ? comma : end) - host));
		if (url->has_port) {
			smart_str_appendc(to, ':');
			smart_str_append_long(to, url->port);
		}
		if (!comma) {
			break;
		}
		smart_str_appendc(to, ',');
	}
}

/* Of the parameters, those that say which lock it is, or what a lock has. */
static bool zookeeper_dsn_append_chroot(const slock_dsn *url, smart_str *to, zend_string **error)
{
	zend_string *chroot = NULL;
	bool fencing = false;

	if (slock_dsn_get_text(url, "chroot", &chroot) == FAILURE || (chroot && !zookeeper_dsn_is_chroot(chroot))) {
		return zookeeper_dsn_refuse_option(&zookeeper_options[ZOOKEEPER_CHROOT], error);
	}
	if (slock_dsn_get_bool(url, "fencing", &fencing) == FAILURE || fencing) {
		return slock_dsn_refuse(error, NEEDS_NATIVE);
	}
	if (chroot) {
		smart_str_append(to, chroot);
	}
	return true;
}

/* The servers that the native client would ask, in that DSN. */
static zend_string *zookeeper_dsn_own_ports_for_object(zend_string *dsn, zend_string **error)
{
	slock_zookeeper_dsn *parsed = slock_zookeeper_dsn_parse(dsn, error);
	zend_string *made = NULL;

	if (!parsed) {
		return NULL;
	}
	if (parsed->fencing) {
		slock_dsn_refuse(error, NEEDS_NATIVE);
		slock_dsn_name_product(error, "Zookeeper");
	} else {
		made = zend_string_concat2(ZSTR_VAL(parsed->hosts), ZSTR_LEN(parsed->hosts), ZSTR_VAL(parsed->chroot),
								   ZSTR_LEN(parsed->chroot));
	}
	slock_zookeeper_dsn_free(parsed);
	return made;
}

zend_string *slock_zookeeper_dsn_for_object(zend_string *dsn, zend_string **error)
{
	smart_str made = {0};
	slock_dsn url;
	bool valid;

	if (!zookeeper_dsn_has_scheme(dsn, error)) {
		return NULL;
	}
	if (zookeeper_dsn_has_own_ports(ZSTR_VAL(dsn) + strlen(SCHEME), ZSTR_VAL(dsn) + ZSTR_LEN(dsn))) {
		return zookeeper_dsn_own_ports_for_object(dsn, error);
	}
	valid =
		slock_dsn_split("zookeeper", ZSTR_VAL(dsn) + strlen(SCHEME), ZSTR_LEN(dsn) - strlen(SCHEME), &url) == SUCCESS;
	if (!valid) {
		*error = zend_string_init(ZEND_STRL("Invalid Zookeeper DSN."), false);
	} else {
		zookeeper_dsn_append_hosts(&url, &made);
		valid = zookeeper_dsn_append_chroot(&url, &made, error);
		if (!valid) {
			slock_dsn_name_product(error, "Zookeeper");
		}
	}
	slock_dsn_dtor(&url);
	if (!valid) {
		smart_str_free(&made);
		return NULL;
	}
	return smart_str_extract(&made);
}

slock_zookeeper_dsn *slock_zookeeper_dsn_parse(zend_string *text, zend_string **error)
{
	slock_zookeeper_dsn *dsn;

	if (!zookeeper_dsn_has_scheme(text, error)) {
		return NULL;
	}
	dsn = ecalloc(1, sizeof(*dsn));
	dsn->name = zend_string_copy(text);
	dsn->connect_timeout = SLOCK_G(connect_timeout);
	dsn->command_timeout = SLOCK_G(command_timeout);
	dsn->session_timeout = 10 * SLOCK_SECOND;
	if (!zookeeper_dsn_parse(ZSTR_VAL(text) + strlen(SCHEME), ZSTR_VAL(text) + ZSTR_LEN(text), dsn, error)) {
		slock_zookeeper_dsn_free(dsn);
		slock_dsn_name_product(error, "Zookeeper");
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
		slock_text_release(strings[i]);
	}
	efree(dsn);
}
