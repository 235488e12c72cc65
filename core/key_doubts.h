/* SPDX-License-Identifier: MIT
 *
 * What has to come before a lifetime is asked for where SLOCK_KEY_UNSURE and the others of core/key.h stand: for Locks,
 * and for the methods of stores. */
#ifndef SLOCK_CORE_KEY_DOUBTS_H
#define SLOCK_CORE_KEY_DOUBTS_H

#include "core/store.h"

/* A release that was not answered may be carried out at any time, by a server that was slow or a network that delivers
 * late, and would take away what is held with its token from now on. So what follows has a token of its own, and if it
 * is not known by now that the lock is released (SLOCK_KEY_HAUNTED), that is sent once more, and answered until
 * `deadline`. False: it is still not known, and the result says why. `parted`: there was a token: who had the lock with
 * it has it no more. The doubts are the caller's to change. May run PHP code. */
bool slock_key_release_at_last(zend_object *store, slock_key *key, uint32_t doubts, slock_time deadline, bool *parted,
							   slock_result *result);

#endif
