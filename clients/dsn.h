/* SPDX-License-Identifier: MIT
 *
 * Data source names of the servers that share symfony/cache's grammar: scheme:[//][[user:]password@][host[:port]][/path]
 * [?query], where the query may name more hosts as host[name]. */
#ifndef SLOCK_CLIENTS_DSN_H
#define SLOCK_CLIENTS_DSN_H

#include "php.h"

typedef struct {
	zend_string *user;     /* decoded; NULL: none */
	zend_string *password; /* decoded; NULL: none */
	zend_string *host;     /* as written, brackets of an IPv6 address included; NULL: none */
	int port;              /* 0: none */
	zend_string *path;     /* with its leading slash; NULL: none */
	zval query;            /* array, as parse_str() makes it; never undefined */
} slock_dsn;

/* Parses what follows "scheme:"; the caller has looked at the scheme. FAILURE: it has no meaning at all. Either way
 * the struct is to be destroyed. */
zend_result slock_dsn_parse(const char *after_scheme, size_t length, slock_dsn *dsn);

void slock_dsn_dtor(slock_dsn *dsn);

/* One query parameter, or NULL. */
zval *slock_dsn_find(const slock_dsn *dsn, const char *name);

/* Number, boolean ("1", "true", "on", "yes" and their opposites, as FILTER_VALIDATE_BOOLEAN) and text of a query
 * parameter. FAILURE: it is there and has no such value; *value is untouched when it is not there. The text is
 * borrowed from the query. */
zend_result slock_dsn_get_number(const slock_dsn *dsn, const char *name, double *value);
zend_result slock_dsn_get_bool(const slock_dsn *dsn, const char *name, bool *value);
zend_result slock_dsn_get_text(const slock_dsn *dsn, const char *name, zend_string **value);

#endif
