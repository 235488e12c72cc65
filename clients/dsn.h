/* SPDX-License-Identifier: MIT
 *
 * Data source names. One parser for URLs, in two grammars: symfony/cache's, which Redis and Memcached share,
 * scheme:[//] [[user:]password@][host[:port]][/path][?query], where the query may name more hosts as host[name], and
 * that of common URLs. One for the name=value pairs of PDO's DSNs. More query parameters than max_input_vars are a
 * warning, so parsing a URL may run an error handler; nothing else runs PHP code. */
#ifndef SLOCK_CLIENTS_DSN_H
#define SLOCK_CLIENTS_DSN_H

#include "php.h"
#include "zend_smart_str_public.h"

typedef struct {
	zend_string *user;     /* decoded; NULL: none */
	zend_string *password; /* decoded; NULL: none */
	zend_string *host;     /* as written, brackets of an IPv6 address included; NULL: none */
	int port;              /* 0: none */
	bool has_port;         /* one is written, which may be 0 after slock_dsn_split() */
	zend_string *path;     /* with its leading slash; NULL: none */
	zval query;            /* array, as parse_str() makes it; never undefined */
} slock_dsn;

/* Parses what follows "scheme:" in symfony/cache's grammar; the caller has looked at the scheme. FAILURE: it has no
 * meaning at all. Either way the struct is to be destroyed. */
zend_result slock_dsn_parse(const char *after_scheme, size_t length, slock_dsn *dsn);

/* The same for a common URL, where the last @ ends the credentials. The host may be empty. */
zend_result slock_dsn_parse_url(const char *after_scheme, size_t length, slock_dsn *dsn);

/* The same as PHP's parse_url() takes a URL of that scheme apart: but for "file", its host must not be empty. */
zend_result slock_dsn_split(const char *scheme, const char *after_scheme, size_t length, slock_dsn *dsn);

void slock_dsn_dtor(slock_dsn *dsn);

/* Decodes %xx; the caller releases it. */
zend_string *slock_dsn_decode(const char *text, size_t length);

/* Whether there is an @ in what is meant to be the name of a host or its address, also an encoded one: then it is
 * "user:password@host", and every message would show it. To be refused wherever a host is taken from a text. Not for
 * the path of a socket, which may have one. */
bool slock_dsn_shows_credentials(const char *host, size_t length);

/* One query parameter, or NULL. */
zval *slock_dsn_find(const slock_dsn *dsn, const char *name);

/* Number, boolean ("1", "true", "on", "yes" and their opposites, as FILTER_VALIDATE_BOOLEAN) and text of a query
 * parameter. FAILURE: it is there and has no such value; *value is untouched when it is not there. The text is
 * borrowed from the query. */
zend_result slock_dsn_get_number(const slock_dsn *dsn, const char *name, double *value);
zend_result slock_dsn_get_bool(const slock_dsn *dsn, const char *name, bool *value);
zend_result slock_dsn_get_text(const slock_dsn *dsn, const char *name, zend_string **value);

/* Takes a parameter out of the query of a URL that is not parsed otherwise; `name` ends in "=". Returns the URL without
 * it, owned, and in *value what it was, not decoded, owned; NULL: it is not there, and the URL is the same. */
zend_string *slock_dsn_take_parameter(zend_string *url, const char *name, zend_string **value);

/* What such a parameter says that is 0 or 1. FAILURE: it is anything else, and *flag is untouched. */
zend_result slock_dsn_to_flag(const zend_string *value, bool *flag);

/* Gives each entry of the query parameter host[name]=value to add(). False with *error: the parameter is no list, an
 * entry has no name (`nameless` is the reason) or one with credentials, or add() has refused one. */
bool slock_dsn_read_hosts(const slock_dsn *dsn, const char *nameless,
						  bool (*add)(void *to, zend_string *name, zval *value, zend_string **error), void *to,
						  zend_string **error);

/* Sets *error to the reason, owned, which must hold no credentials. Returns false,
 * so that callers can return it. */
bool slock_dsn_refuse(zend_string **error, const char *reason, ...) ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

/* Refuses a URL with a NUL byte (%00) in a part, which a client would take for a C string, and names the part. True:
 * there is none. */
bool slock_dsn_refuse_nul(const slock_dsn *dsn, zend_string **error);

/* The same for the URL of a database without credentials that has an @ behind the host: that is a password with a slash
 * or a question mark in it, of which messages would show what follows. */
bool slock_dsn_refuse_cut_password(const slock_dsn *dsn, zend_string **error);

/* Puts "Invalid … DSN: " before the reason. */
void slock_dsn_name_product(zend_string **error, const char *product);

/* A number without sign and spaces; -1 for anything else, and for one above `max`. */
int64_t slock_dsn_to_number(const char *text, size_t length, int64_t max);

/* The name=value pairs of a DSN of PDO. */
typedef struct {
	const char *rest, *end; /* set both: what is still to be read */
	bool conninfo;    /* set: libpq's grammar, with spaces and quotes; else PDO's own, where ";;" is a semicolon */
	const char *text; /* the pair that was read, as it is written */
	size_t length;    /* of the text */
	const char *name; /* in the text, without spaces around it */
	size_t name_length;
	zend_string *value; /* without quotes and escapes; the caller's to release */
} slock_dsn_pairs;

typedef enum {
	SLOCK_DSN_END,
	SLOCK_DSN_PAIR,
	SLOCK_DSN_NO_PAIR,   /* what follows has no equals sign; it is the rest */
	SLOCK_DSN_OPEN_QUOTE /* a quoted value does not end */
} slock_dsn_next;

/* Reads the next pair. Only SLOCK_DSN_PAIR gives one. */
slock_dsn_next slock_dsn_next_pair(slock_dsn_pairs *pairs);

/* Whether that is the name of a pair, in any case. */
bool slock_dsn_is_called(const char *name, size_t length, const char *wanted);

/* Appends a pair as it is written to a DSN that begins with a scheme of that length. */
void slock_dsn_append_pair(smart_str *to, size_t scheme, const char *text, size_t length);

/* Takes the pairs of that name, in any case, out of a DSN of pdo_mysql, pdo_pgsql or pdo_sqlite, which would ignore
 * them, refuse them, or take them for a part of the name of the file.
 * Returns the DSN without them, owned; *value is that of the last one, owned, or NULL. DSNs of other drivers, and URLs,
 * are returned as they are. */
zend_string *slock_dsn_take_pair(zend_string *dsn, const char *name, zend_string **value);

#endif
