/* SPDX-License-Identifier: MIT
 *
 * Alarms: at its time, an alarm has the engine call its interrupt function in the thread that runs PHP, between two
 * opcodes, or in a wait of ours. One thread keeps all alarms of the process. It takes no signals, is there as long as
 * an alarm is set, and does not survive a fork. */
#ifndef SLOCK_CORE_ALARM_H
#define SLOCK_CORE_ALARM_H

#include <stdbool.h>

#include "core/clock.h"

typedef struct slock_alarm slock_alarm;

/* For slock.c only: when the module is loaded, after slock_process_startup(). */
void slock_alarms_startup(void);

/* An alarm of the calling thread, which is not set. NULL: there is no memory for it, or no such thing on this system.
 */
slock_alarm *slock_alarm_new(void);

/* Sets it to that time, which may have passed; SLOCK_FOREVER: it does not ring. What it was set to before is forgotten,
 * and that it has rung. false: no thread could be started, or the alarm is of another process. */
bool slock_alarm_set(slock_alarm *alarm, slock_time when);

/* Whether it has rung since it was set; never in a child that was forked. */
bool slock_alarm_has_rung(const slock_alarm *alarm);

/* Whether this is such a child of the process that made it: then it can only be freed. */
bool slock_alarm_is_inherited(const slock_alarm *alarm);

/* NULL is fine. In the thread that made it, or in a child that was forked. */
void slock_alarm_free(slock_alarm *alarm);

#endif
