/* SPDX-License-Identifier: MIT
 *
 * Requests in order on pooled connections: see channel.h. */
#include "php_slock.h"
#include "clients/channel.h"

void slock_channel_keep(slock_pooled *pooled, slock_channel *opened)
{
	opened->serial = ++SLOCK_G(connection_serial);
	slock_pooled_keep(pooled, opened);
}

bool slock_channel_is_established(slock_pooled *pooled)
{
	const slock_channel *channel = slock_pooled_connection(pooled);

	return channel && channel->established;
}

bool slock_channel_is_idle(void *connection)
{
	const slock_channel *channel = connection;

	for (size_t i = 0; i < SLOCK_CHANNEL_WINDOW; i++) {
		if (channel->states[i] != SLOCK_ANSWER_TAKEN) {
			return false;
		}
	}
	return channel->established;
}

slock_progress slock_channel_step(slock_channel *channel, slock_channel_pending *pending, slock_progress progress,
								  const slock_waiting *waiting)
{
	channel->established = progress == SLOCK_ARRIVED;
	if (progress == SLOCK_AWAITED) {
		pending->channel = channel->serial;
		pending->connecting = true;
		pending->paused = false;
		pending->descriptor = waiting->descriptor;
		pending->events = waiting->events;
		pending->wake = waiting->until;
	}
	return progress;
}

void slock_channel_abandon(slock_pooled *pooled, const slock_channel_pending *pending, bool drop)
{
	slock_channel *channel = slock_channel_of(pooled, pending);
	slock_answer_state *state;

	if (!channel || pending->connecting) {
		return;
	}
	state = slock_channel_state(channel, pending->sequence);
	*state = *state == SLOCK_ANSWER_AWAITED ? SLOCK_ANSWER_ABANDONED : SLOCK_ANSWER_TAKEN;
	if (drop) {
		slock_pooled_drop(pooled);
	}
}

bool slock_channel_describe(const slock_channel_pending *own, bool begun, slock_time timeout, slock_pending *pending)
{
	bool starts = !own->connecting && (begun || pending->connecting);

	pending->fd = own->descriptor;
	pending->events = own->events;
	pending->connecting = own->connecting;
	pending->sent = pending->sent || own->sent;
	pending->wake = SLOCK_FOREVER;
	if (own->connecting) {
		/* Connecting has a limit of its own. */
		pending->deadline = SLOCK_FOREVER;
		pending->wake = own->wake;
		if (pending->request.answer_by && pending->request.answer_by < own->wake) {
			pending->wake = pending->request.answer_by;
		}
	} else if (starts) {
		pending->deadline = slock_clock_limit(timeout, pending->request.answer_by);
	}
	if (UNEXPECTED(!own->connecting && own->until)) {
		pending->deadline = own->until;
	}
	return starts;
}
