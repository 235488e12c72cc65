/* SPDX-License-Identifier: MIT
 *
 * The options of a DSN as a table. A row says how a query parameter is called, what it may be, and which fields it
 * fills: that of the parsed DSN and that of the endpoint that the native client gets. All else follows from the row:
 * reading, checking, the text of the error, copies, the name of the pooled connection. */
#ifndef SLOCK_CLIENTS_DSN_OPTIONS_H
#define SLOCK_CLIENTS_DSN_OPTIONS_H

#include "clients/dsn.h"
#include "core/clock.h"

#include "zend_smart_str_public.h"

typedef enum {
	SLOCK_OPTION_BOOL,    /* bool in both */
	SLOCK_OPTION_TEXT,    /* an owned zend_string, or NULL; const char * in the endpoint */
	SLOCK_OPTION_INTEGER, /* int in both: a number of seconds */
	SLOCK_OPTION_COUNT,   /* int in both: of what is counted */
	SLOCK_OPTION_SECONDS, /* slock_time in both */
	SLOCK_OPTION_LIMIT    /* the same, where 0 leaves the default: nobody awaits a dead server indefinitely */
} slock_option_type;

typedef struct {
	const char *name; /* NULL ends the table */
	slock_option_type type;
	size_t field;    /* offset in the parsed DSN, where the default is before reading */
	size_t endpoint; /* offset in the endpoint, or SLOCK_OPTION_OURS: the native client does not need to know */
	double min, max; /* of a number */
} slock_option;

#define SLOCK_OPTION_OURS SIZE_MAX

/* Fills the fields that the query has something for. Returns the first row whose value is impossible, or NULL. Runs no
 * PHP code. */
const slock_option *slock_options_read(const slock_option *options, const slock_dsn *from, void *into);

/* Sets *error to "parameter "…" must be …", owned, for a refused row. Returns false. */
bool slock_option_refuse(const slock_option *option, zend_string **error);

/* After the struct was copied: its own references to the texts. */
void slock_options_addref(const slock_option *options, void *of);

void slock_options_release(const slock_option *options, void *of);

/* The endpoint's fields; its texts stay the DSN's. */
void slock_options_to_endpoint(const slock_option *options, const void *of, void *endpoint);

/* Everything that tells two connections apart, in a form that is equal only where all options are. */
void slock_options_append(const slock_option *options, const void *of, smart_str *name);

/* A part of such a name; NULL is not the empty text. */
void slock_options_append_text(smart_str *name, const zend_string *text);

#endif
