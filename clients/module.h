/* SPDX-License-Identifier: MIT
 *
 * Client modules: shared objects beside slock.so, loaded when the first connection of their kind is opened. */
#ifndef SLOCK_CLIENTS_MODULE_H
#define SLOCK_CLIENTS_MODULE_H

#include "php.h"
#include "core/result.h"

/* Every client module's table begins with this. */
typedef struct {
	/* The slock that it was built with: SLOCK_BUILD. Stays the first member, so that it can be read of any other. */
	const char *build;

	/* The version of the library that is loaded, as the library itself tells it; static storage. */
	const char *(*library_version)(void);
} slock_client_header;

/* Whether this build has the client module; when not, the result says what to install and how to configure. Loads
 * nothing. */
bool slock_client_is_built(const char *name, slock_result *result);

/* Loads a client module (slock_<name>.so.1, beside slock.so) and returns the address of its table
 * `slock_<name>_client_table`; NULL with the reason, which names what to install, in the result. Loaded once, kept
 * until the process ends. */
const void *slock_client_load(const char *name, slock_result *result);

/* For slock.c only, in MINIT: finds out where the client modules are. */
void slock_clients_startup(void);

/* Prints the lines of phpinfo(): each backend with its library's version at build and at run time. */
void slock_clients_info(void);

#endif
