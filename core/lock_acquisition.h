/* SPDX-License-Identifier: MIT
 *
 * How a Lock acquires: the store is asked, and waited for. */
#ifndef SLOCK_CORE_LOCK_ACQUISITION_H
#define SLOCK_CORE_LOCK_ACQUISITION_H

#include "core/lock_state.h"

/* Of a constructed lock whose key is constructed. Waits until the deadline at most. Logs, throws and runs user code
 * (stores, loggers and strategies written in PHP, signal handlers) as the methods of this name do. Sets return_value to
 * a bool, or leaves an exception pending. */
void slock_lock_acquire(slock_lock *lock, slock_mode mode, slock_time deadline, zval *return_value);

#endif
