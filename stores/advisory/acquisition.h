/* SPDX-License-Identifier: MIT
 *
 * An acquisition of an advisory lock: attempts, until it is taken, or the time is over, or it cannot be had. What waits
 * between two of them lets PHP live. */
#ifndef SLOCK_STORES_ADVISORY_ACQUISITION_H
#define SLOCK_STORES_ADVISORY_ACQUISITION_H

#include "core/store.h"

/* The operation SLOCK_OP_ACQUIRE of the stores. */
slock_status slock_advisory_acquire(slock_store *store, const slock_request *request, slock_result *result);

#endif
