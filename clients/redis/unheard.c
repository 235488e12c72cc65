/* SPDX-License-Identifier: MIT
 *
 * See unheard.h. */
#include "php_slock.h"
#include "clients/mask.h"
#include "clients/redis/unheard.h"
#include "core/late_failures.h"

void slock_redis_unheard_keep(slock_redis_unheard **unheard, const slock_redis_endpoint *server, uint64_t sequence,
							  const slock_redis_call *call)
{
	slock_redis_unheard *kept = *unheard;
	size_t place = sequence % SLOCK_CHANNEL_WINDOW;

	if (!kept) {
		kept = *unheard = pecalloc(1, sizeof(*kept), true);
		kept->server = pestrdup(server->name, true);
		kept->secret = server->password ? pestrdup(server->password, true) : NULL;
	}
	kept->sent[place].name = pestrndup(call->key, call->key_length, true);
	kept->sent[place].length = call->key_length;
	kept->last = sequence;
	kept->count++;
}

static void unheard_forget(slock_redis_unheard *unheard, size_t place)
{
	pefree(unheard->sent[place].name, true);
	unheard->sent[place].name = NULL;
	unheard->count--;
}

static void unheard_failed(slock_redis_unheard *unheard, size_t place, const char *why)
{
	char reason[SLOCK_MESSAGE_SIZE], words[SLOCK_MESSAGE_SIZE];

	if (unheard->silent) {
		return;
	}
	snprintf(reason, sizeof(reason), "Redis at %s: %s", unheard->server, slock_mask_copy(words, why, unheard->secret));
	slock_late_failure_note(unheard->sent[place].name, unheard->sent[place].length, reason);
}

void slock_redis_unheard_answer(slock_redis_unheard *unheard, uint64_t sequence, const slock_redis_reply *reply)
{
	size_t place = sequence % SLOCK_CHANNEL_WINDOW;

	if (!unheard->sent[place].name) {
		return;
	}
	/* Also 0: the lock was not held any more. */
	if (reply->type == SLOCK_REDIS_INTEGER) {
		unheard->denied = reply->integer < 0;
		unheard->nobody = reply->integer == 1;
	} else {
		unheard_failed(unheard, place,
					   reply->type == SLOCK_REDIS_ERROR ? reply->text : "this is no answer to the script");
	}
	unheard_forget(unheard, place);
}

void slock_redis_unheard_lost(slock_redis_unheard *unheard, const char *why)
{
	for (size_t place = 0; place < SLOCK_CHANNEL_WINDOW; place++) {
		if (unheard->sent[place].name) {
			unheard_failed(unheard, place, why);
			unheard_forget(unheard, place);
		}
	}
}

void slock_redis_unheard_free(slock_redis_unheard *unheard)
{
	if (!unheard) {
		return;
	}
	for (size_t place = 0; place < SLOCK_CHANNEL_WINDOW; place++) {
		if (unheard->sent[place].name) {
			unheard_forget(unheard, place);
		}
	}
	if (unheard->secret) {
		explicit_bzero(unheard->secret, strlen(unheard->secret));
		pefree(unheard->secret, true);
	}
	pefree(unheard->server, true);
	pefree(unheard, true);
}
