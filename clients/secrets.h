/* SPDX-License-Identifier: MIT
 *
 * Passwords have no place in a message or a stack trace, whatever a server, its library or we ourselves quote. */
#ifndef SLOCK_CLIENTS_SECRETS_H
#define SLOCK_CLIENTS_SECRETS_H

#include "php.h"
#include "core/result.h"

/* Whether a parameter of this name (any case) may hold a secret. */
bool slock_secrets_is_name(const char *name, size_t length);

/* Puts the mask wherever the secret stands in the message of a throwable and of what was thrown before it, and in what
 * PDO keeps beside it: as it is, URL-encoded, or a part of it between the characters at which a parser may have cut it.
 * Arguments in the trace that hold the secret are removed. Secrets of less than three bytes are left alone, because
 * that would tell where they are. What exit() and the end of a fiber are pending as is left alone, too. */
void slock_secrets_scrub_exception(zend_object *exception, zend_string *secret);

/* Removes the arguments of those frames in the throwable's trace that hides() says so of. Runs no PHP code. */
void slock_secrets_cut_trace(zend_object *exception, bool (*hides)(zval *frame, const void *context),
							 const void *context);

/* Cuts what stands before a colon to what may be the name of a driver, or to the mask: in a DSN that is none it may be
 * anything, its password included. Borrowed from the DSN, or static. */
const char *slock_secrets_driver(const char *text, size_t *length);

/* The keywords that tell where a server and a database are, in the DSNs of all drivers; the last one is NULL. */
extern const char *const slock_secrets_places[];

/* What messages and dumps show of a DSN of PDO: the driver, and where the server and the database are. Nothing else of
 * it, and the mask for a place that does not look like one: in a damaged DSN that may be a password. A file of SQLite
 * is all shown. Owned. */
zend_string *slock_secrets_place(const char *dsn);

/* The DSN for messages when nothing is known about its grammar: its scheme, or a bare word. Owned. */
zend_string *slock_secrets_scheme_only(zend_string *dsn);

#endif
