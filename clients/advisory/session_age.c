/* SPDX-License-Identifier: MIT
 *
 * Who has opened a session: see session_age.h. */
#include "php_slock.h"
#include "clients/advisory/session_age.h"
#include "core/clock.h"
#include "core/process.h"

/* An answer that takes long leaves it open how old the session was when it was asked for. */
#define AGE_TRIES 3

/* The server does not show it to the role that asks. */
#define AGE_HIDDEN (-1)

/* ms since the session was opened, or 0 where it is not the one of this number. */
static zend_string *age_question(zend_long told)
{
	return zend_strpprintf(0,
						   "SELECT CASE WHEN pid <> " ZEND_LONG_FMT " THEN 0 WHEN backend_start IS NULL THEN %d"
						   " ELSE (EXTRACT(EPOCH FROM pg_catalog.clock_timestamp() - backend_start) * 1000)::bigint END"
						   " FROM pg_catalog.pg_stat_activity WHERE pid = pg_catalog.pg_backend_pid()",
						   told, AGE_HIDDEN);
}

/* How old a session may be, in ms, that was opened by a process that is there since then: clocks are not equally fast.
 */
static long long age_most(slock_time since)
{
	return (since + 20 * SLOCK_MS + since / 1000) / SLOCK_MS;
}

bool slock_session_age_find(zend_long told, slock_session_age_ask *ask, void *by, const char *class_name,
							bool *inherited, slock_result *result)
{
	zend_string *question = age_question(told);
	bool answered = true, found = false, hidden = false;

	for (int tries = 0; answered && !found && tries < AGE_TRIES; tries++) {
		const slock_time before = slock_clock_now() - slock_process_forked_at();
		long long age;

		answered = ask(by, question, &age, result);
		hidden = answered && age == AGE_HIDDEN;
		/* By a clock that was set back it is no age. */
		answered = answered && age >= 0;
		if (answered) {
			*inherited = age > age_most(slock_clock_now() - slock_process_forked_at());
			found = *inherited || age <= age_most(before);
		}
	}
	zend_string_release(question);
	if (hidden) {
		slock_result_error(
			result,
			"The %s object may have its session from the process that has forked this one, and its role may "
			"not see that: this needs the privileges of the role that has logged in, or of pg_read_all_stats",
			class_name);
	} else if (!answered && result->status == SLOCK_OK) {
		slock_result_error(result, "The %s object does not tell since when it has its session", class_name);
	} else if (answered && !found) {
		slock_result_error(result, "The %s object is too slow to tell whether this process has opened its session",
						   class_name);
	}
	return found;
}
