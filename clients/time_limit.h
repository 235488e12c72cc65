/* SPDX-License-Identifier: MIT
 *
 * THE time limit for calls into libraries that know none: PDO, Doctrine and what is under them. A thread shuts their
 * socket down when the time is over, so that the call ends, with an error and without a connection. This is how every
 * connection that we open through such a library is bounded; of those that users have opened the sockets are not known.
 * Plain C. */
#ifndef SLOCK_CLIENTS_TIME_LIMIT_H
#define SLOCK_CLIENTS_TIME_LIMIT_H

#include <stdbool.h>

#include "clients/descriptors.h"
#include "core/clock.h"

/* A limit that counts. It is nobody's memory, so that a jump over the call (a fatal error) leaves nothing dangling. */
typedef struct slock_time_limit slock_time_limit;

/* From now on, and until it is lifted: at `until` the sockets are shut down, as far as they are still the ones that
 * they were. NULL, which may be lifted as well: there is no limit (SLOCK_FOREVER, no sockets, no thread to be had). The
 * first one of a process starts the thread; others cost no system call. A jump over the call (a fatal error) ends it as
 * well: then *jumped is no longer what it was. */
slock_time_limit *slock_time_limit_set(const slock_sockets *sockets, slock_time until, const bool *jumped);

/* The same for a call that opens a connection: shuts down every socket that is not among `before`, again and again
 * until it is lifted, for such a library may try one address after the other. Lift it before `before` is freed. Not in
 * a process with several PHP threads, because the sockets may be those of another one; there the library's own limits
 * must do. */
slock_time_limit *slock_time_limit_set_for_new(const slock_descriptors *before, slock_time until, const bool *jumped);

/* Ends and frees it. true: the time was over, and the sockets have been shut down. */
bool slock_time_limit_lift(slock_time_limit *limit);

/* For slock.c only: when the module is loaded, after slock_process_startup(); at the end of a request, those that a
 * jump has left; at the end of the module, the thread. */
void slock_time_limits_startup(void);
void slock_time_limits_end_request(void);
void slock_time_limits_shutdown(void);

#endif
