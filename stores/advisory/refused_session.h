/* SPDX-License-Identifier: MIT
 *
 * In the place of a session: the reason why there can be none, which every use of the store tells. */
#ifndef SLOCK_STORES_ADVISORY_REFUSED_SESSION_H
#define SLOCK_STORES_ADVISORY_REFUSED_SESSION_H

#include "clients/advisory/session.h"

/* Takes the pending InvalidArgumentException for the reason, so that none is pending; NULL when it is another one.
 * For constructors that take what the PHP package's take, whose DSNs are read at the first use. */
slock_session *slock_refused_session(void);

#endif
