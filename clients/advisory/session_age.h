/* SPDX-License-Identifier: MIT
 *
 * Whether this process or its parent has opened a session of PostgreSQL: by how long the server has had it. Two
 * durations are compared, and not the clocks of two machines. */
#ifndef SLOCK_CLIENTS_ADVISORY_SESSION_AGE_H
#define SLOCK_CLIENTS_ADVISORY_SESSION_AGE_H

#include "php.h"
#include "core/result.h"

/* Puts the question to the session and takes the number that is its answer. false: there is none; the result says why,
 * or is SLOCK_OK where the answer was no number. May run PHP code. */
typedef bool slock_session_age_ask(void *by, zend_string *question, long long *age, slock_result *result);

/* In a forked process. `told`: the number of the server's process as the client was told it; a session that has another
 * one, because a pooler stands in between, counts as our own. `class_name` is of the object that is asked, for
 * messages. false: it is not known, and the result says why. */
bool slock_session_age_find(zend_long told, slock_session_age_ask *ask, void *by, const char *class_name,
							bool *inherited, slock_result *result);

#endif
