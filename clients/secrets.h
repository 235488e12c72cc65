/* SPDX-License-Identifier: MIT
 *
 * Passwords have no place in a message or a stack trace, whatever a server, its library or we ourselves quote. */
#ifndef SLOCK_CLIENTS_SECRETS_H
#define SLOCK_CLIENTS_SECRETS_H

#include "php.h"

/* What a message shows instead of a secret. */
#define SLOCK_SECRET_MASK "***"

/* Whether a parameter of this name (any case) may hold a secret. */
bool slock_secrets_is_name(const char *name, size_t length);

/* The text with the mask wherever the secret stands: as it is, URL-encoded, or a part of it between the characters at
 * which a parser may have cut it. Owned. Secrets of less than three bytes are left alone, because that would tell where
 * they are. */
zend_string *slock_secrets_scrub(zend_string *text, zend_string *secret);

/* The same for the message of a throwable and of what was thrown before it, and for what PDO keeps beside it; arguments
 * in the trace that hold the secret are removed. */
void slock_secrets_scrub_exception(zend_object *exception, zend_string *secret);

/* Cuts what stands before a colon to what may be the name of a driver, or to the mask: in a DSN that is none it may be
 * anything, its password included. Borrowed from the DSN, or static. */
const char *slock_secrets_driver(const char *text, size_t *length);

/* The DSN for messages when nothing is known about its grammar: its scheme, or a bare word. Owned. */
zend_string *slock_secrets_scheme_only(zend_string *dsn);

#endif
