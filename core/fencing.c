/* SPDX-License-Identifier: MIT
 *
 * Fencing tokens: see fencing.h. */
#include "php_slock.h"
#include "core/fencing.h"

#include <stdatomic.h>

/* The name of the state, interned in MINIT. */
static zend_string *state_name;

/* The last token of this process; its forks go on from there, each by itself, as they do with the locks. */
static _Atomic int64_t last_in_process;

int64_t slock_fence_after(int64_t last)
{
	int64_t now = (int64_t) (slock_clock_wall() * 1e6);

	return MAX(now, last + 1);
}

int64_t slock_fence_next_in_process(void)
{
	int64_t last = atomic_load_explicit(&last_in_process, memory_order_relaxed), next;

	do {
		next = slock_fence_after(last);
	} while (!atomic_compare_exchange_weak(&last_in_process, &last, next));
	return next;
}

void slock_fence_raise_in_process(int64_t token)
{
	int64_t last = atomic_load_explicit(&last_in_process, memory_order_relaxed);

	while (last < token && !atomic_compare_exchange_weak(&last_in_process, &last, token)) {}
}

void slock_fence_keep(slock_key *key, int64_t token)
{
	zval value;

	ZVAL_LONG(&value, (zend_long) token);
	slock_key_set_state(key, state_name, &value);
}

void slock_fence_forget(slock_key *key)
{
	slock_key_remove_state(key, state_name);
}

int64_t slock_fence_of(slock_key *key)
{
	const zval *token = slock_key_find_state(key, state_name);
	zend_ulong number = 0;

	if (!token) {
		return 0;
	}
	ZVAL_DEREF(token);
	/* What stands there may come from anywhere; what has been XML or CSV is a text. */
	if (Z_TYPE_P(token) == IS_LONG) {
		number = (zend_ulong) Z_LVAL_P(token);
	} else if (Z_TYPE_P(token) != IS_STRING || !ZEND_HANDLE_NUMERIC(Z_STR_P(token), number)) {
		return 0;
	}
	return MAX((zend_long) number, 0);
}

void slock_fencing_startup(void)
{
	state_name = zend_string_init_interned(ZEND_STRL("Slock\\FencingToken"), true);
}
