/* SPDX-License-Identifier: MIT
 *
 * Slock\KeepAlive, for slock.c. */
#ifndef SLOCK_CORE_KEEP_ALIVE_H
#define SLOCK_CORE_KEEP_ALIVE_H

/* In RSHUTDOWN: nothing is renewed any more, and the thread of the alarms ends. */
void slock_keep_alive_end_request(void);

#endif
