/* SPDX-License-Identifier: MIT
 *
 * What the thread that renews locks does: see renewer_thread.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#ifndef _WIN32
#include "core/fork_gate.h"
#include "core/renewer_thread.h"

#include <stdlib.h>
#include <string.h>

/* How long an answer is awaited in any case, and after a failure the shortest pause. */
#define SHORTEST_RENEWAL (50 * SLOCK_MS)
#define SHORTEST_PAUSE (2 * SLOCK_MS)

/* Lifetimes below have a line of their own. A flight is given up when the first of its locks can wait no longer, and
 * what a lock of half a second can wait for may be less than a server takes for a thousand others, or for any answer:
 * they would be lost with it. Here each flight has a second at least. */
#define SHORT_LIFETIME (3 * SLOCK_SECOND)

/* A renewal follows so many changes of its line at once. */
#define MOST_MOVES 5

/* --- lines -------------------------------------------------------------------------------------------------------- */

/* Whether the names are the same. */
static bool renewer_thread_is_alike(const slock_line *one, const slock_line *other)
{
	return one->ops == other->ops && one->name_length == other->name_length &&
		   memcmp(one->name, other->name, one->name_length) == 0;
}

slock_line *slock_renewer_share_line(slock_line *line, slock_time lifetime)
{
	const bool brief = lifetime < SHORT_LIFETIME;
	slock_line *same = slock_renewer.lines;

	while (same && (same->brief != brief || !renewer_thread_is_alike(same, line))) {
		same = same->next;
	}
	if (same) {
		line->ops->free(line);
		return same;
	}
	line->users = 0;
	line->brief = brief;
	line->flying = false;
	line->items = NULL;
	line->room = 0;
	line->next = slock_renewer.lines;
	slock_renewer.lines = line;
	return line;
}

/* Leaves the line for the one that it was told to take. Holds the mutex. */
static void renewer_thread_move(slock_renewal *renewal)
{
	slock_line *to = renewal->item.moved;

	renewal->item.moved = NULL;
	if (to && renewal->listener) {
		renewal->line->users--;
		renewal->line = slock_renewer_share_line(to, renewal->lifetime);
		renewal->line->users++;
	} else if (to) {
		to->ops->free(to);
	}
}

/* --- the thread --------------------------------------------------------------------------------------------------- */

static void renewer_thread_lose(slock_renewal *renewal, slock_renewal_state state)
{
	renewal->state = state;
	slock_renewer_tell(renewal);
}

static bool renewer_thread_is_wanted(const slock_renewal *renewal)
{
	return renewal->state == SLOCK_RENEWAL_RUNNING && renewal->listener && !renewal->flying && !renewal->releasing;
}

/* Not for long, and not before the answer can have come; and when nobody answers, there is time for another one. */
static slock_time renewer_thread_answer_by(const slock_renewal *renewal, slock_time now)
{
	slock_time half = (renewal->until - now) / 2, by = now + (half > SHORTEST_RENEWAL ? half : SHORTEST_RENEWAL);

	return by < renewal->until ? by : renewal->until;
}

/* Finds what is lost, and the lines that are needed now; when to look again. Whether any is needed. */
static bool renewer_thread_find_due(slock_time now)
{
	slock_time wakes = SLOCK_FOREVER;
	bool wanted = false;

	for (slock_renewal *at = slock_renewer.first; at; at = at->next) {
		if (at->state != SLOCK_RENEWAL_RUNNING || !at->listener) {
			continue;
		}
		if (now >= at->until || now >= at->last) {
			renewer_thread_lose(at, now >= at->until ? SLOCK_RENEWAL_EXPIRED : SLOCK_RENEWAL_OVER);
			continue;
		}
		wakes = MIN(wakes, MIN(at->until, at->last));
		if (at->releasing || (at->flying && at->version == at->sent_version)) {
			continue;
		}
		if (at->due > now) {
			wakes = MIN(wakes, at->due);
		} else if (at->line->flying) {
			/* Neither others of the same line nor an answer that PHP has overtaken are awaited for longer than this one
			 * can wait. */
			at->line->answer_by = MIN(at->line->answer_by, renewer_thread_answer_by(at, now));
		} else {
			at->line->wanted = wanted = true;
			at->line->longest = MAX(at->line->longest, at->lifetime);
		}
	}
	slock_renewer.wakes = wakes;
	return wanted;
}

static bool renewer_thread_make_room(slock_line *line)
{
	size_t room = line->room ? 2 * line->room : 16;
	slock_renewal_item **items;

	if (line->count < line->room) {
		return true;
	}
	items = realloc(line->items, room * sizeof(*items));
	if (items) {
		line->items = items;
		line->room = room;
	}
	return items != NULL;
}

/* Those that are due have the others of their lines come along, unless it would be much too early for them: then all of
 * a line are soon renewed in one flight a period. It is too early for those with longer lifetimes as well, which have
 * flights of their own: with each of the others some would come along. */
static void renewer_thread_fill_flights(slock_time now)
{
	for (slock_renewal *at = slock_renewer.first; at; at = at->next) {
		slock_line *line = at->line;

		if (!line->wanted || !renewer_thread_is_wanted(at) || at->due > now + MIN(at->lifetime, line->longest) / 6) {
			continue;
		}
		if (!renewer_thread_make_room(line)) {
			at->due = now + SHORTEST_RENEWAL;
			continue;
		}
		at->flying = true;
		at->item.moved = NULL;
		at->sent_version = at->version;
		line->items[line->count++] = &at->item;
		line->answer_by = MIN(line->answer_by, renewer_thread_answer_by(at, now));
	}
}

/* Frees what nobody uses. */
static void renewer_thread_drop_lines(void)
{
	for (slock_line **at = &slock_renewer.lines; *at;) {
		slock_line *line = *at;

		if (line->users || line->flying) {
			at = &line->next;
		} else {
			*at = line->next;
			free(line->items);
			slock_fork_gate_enter();
			line->ops->free(line);
			slock_fork_gate_leave();
		}
	}
}

/* Holds the mutex. Begins the flights that are due. */
static void renewer_thread_look(void)
{
	slock_time now = slock_clock_now();

	for (slock_line *line = slock_renewer.lines; line; line = line->next) {
		line->wanted = false;
		line->longest = 0;
		if (!line->flying) {
			line->count = 0;
			line->answer_by = SLOCK_FOREVER;
			line->begun = now;
		}
	}
	if (!renewer_thread_find_due(now)) {
		return;
	}
	renewer_thread_fill_flights(now);
	for (slock_line *line = slock_renewer.lines; line; line = line->next) {
		if (line->wanted && line->count) {
			line->flying = true;
			line->failure[0] = '\0';
			line->ops->begin(line, line->items, line->count);
		} else if (line->wanted) {
			/* There was no memory. */
			slock_renewer.wakes = MIN(slock_renewer.wakes, now + SHORTEST_RENEWAL);
		}
	}
}

/* Whether a flight that has failed says why: not where the renewal was only sent to another line, nor where the end of
 * the lifetime has cut it short, after something had been heard. */
static bool renewer_thread_says_why(const slock_renewal *renewal, const slock_line *line, slock_time now)
{
	const bool cut_short = line->answer_by >= renewal->until && now >= line->answer_by;

	return line->failure[0] && !(cut_short && renewal->failure[0]);
}

/* What came of a renewal, unless PHP has done something else with the lock meanwhile. */
static void renewer_thread_conclude(slock_renewal *renewal, const slock_line *line, slock_time now, slock_time jitter)
{
	const slock_renewal_item *item = &renewal->item;
	slock_time until = slock_clock_add(line->begun, renewal->lifetime);

	renewal->flying = false;
	if (renewal->state != SLOCK_RENEWAL_RUNNING || !renewal->listener) {
		return;
	}
	if (renewal->version != renewal->sent_version) {
		renewal->due = MIN(renewal->due, now + SHORTEST_RENEWAL);
		return;
	}
	if (item->status != SLOCK_STORAGE_ERROR) {
		renewal->failure[0] = '\0';
	} else if (renewer_thread_says_why(renewal, line, now)) {
		snprintf(renewal->failure, sizeof(renewal->failure), "%s", line->failure);
	}
	switch (item->status) {
		case SLOCK_OK:
			if (item->answered >= renewal->until) {
				renewer_thread_lose(renewal, SLOCK_RENEWAL_EXPIRED);
			} else {
				renewal->moves = 0;
				renewal->until = MAX(renewal->until, until);
				slock_renewer_set_due(renewal, jitter);
				slock_renewer_tell(renewal);
			}
			break;
		case SLOCK_CONFLICT:
			renewer_thread_lose(renewal, SLOCK_RENEWAL_REFUSED);
			break;
		default:
			if (item->moved && renewal->moves++ < MOST_MOVES) {
				renewal->due = now;
			} else {
				renewal->due = now + MAX((renewal->until - now) / 8, SHORTEST_PAUSE);
			}
	}
}

/* Takes the flight of the line in, and frees what was ended meanwhile. Holds the mutex. */
static void renewer_thread_end_flight(slock_line *line)
{
	slock_time now = slock_clock_now(), jitter = slock_renewer_jitter(1000);

	line->flying = false;
	for (slock_renewal **at = &slock_renewer.first; *at;) {
		slock_renewal *renewal = *at;

		if (renewal->line == line && renewal->flying) {
			renewer_thread_conclude(renewal, line, now, jitter);
			renewer_thread_move(renewal);
		}
		if (renewal->line == line && !renewal->listener) {
			*at = renewal->next;
			line->users--;
			free(renewal);
		} else {
			at = &renewal->next;
		}
	}
}

static void renewer_thread_await(slock_renewer_poll *poll, const slock_line_waiting *waiting)
{
	struct pollfd *descriptors;

	poll->until = MIN(poll->until, waiting->until);
	if (waiting->descriptor == -1) {
		return;
	}
	if (poll->count == poll->room) {
		descriptors = realloc(poll->descriptors, (poll->room + 8) * sizeof(*descriptors));
		if (!descriptors) {
			poll->until = MIN(poll->until, slock_clock_after(SHORTEST_PAUSE));
			return;
		}
		poll->descriptors = descriptors;
		poll->room += 8;
	}
	poll->descriptors[poll->count++] = (struct pollfd){.fd = waiting->descriptor, .events = waiting->events};
}

/* Goes on with all flights; what they wait for. Whether one has ended. */
static bool renewer_thread_fly(slock_line *lines, slock_renewer_poll *poll)
{
	bool ended = false, line_ended;

	poll->count = 0;
	renewer_thread_await(poll, &(slock_line_waiting){slock_renewer.sleeper, POLLIN, SLOCK_FOREVER});
	for (slock_line *line = lines; line; line = line->next) {
		slock_line_waiting waiting = {-1, 0, SLOCK_FOREVER};

		if (!line->flying) {
			continue;
		}
		slock_fork_gate_enter();
		line_ended = line->ops->step(line, line->answer_by, &waiting);
		slock_fork_gate_leave();
		if (!line_ended) {
			waiting.until = MIN(waiting.until, line->answer_by);
			renewer_thread_await(poll, &waiting);
			continue;
		}
		pthread_mutex_lock(&slock_renewer.mutex);
		renewer_thread_end_flight(line);
		pthread_mutex_unlock(&slock_renewer.mutex);
		ended = true;
	}
	return ended;
}

/* Whether somebody has woken it, or that may be. */
static bool renewer_thread_sleep(slock_renewer_poll *poll_for)
{
	char bytes[64];
	slock_time left = MAX(MIN(slock_clock_left(poll_for->until), SLOCK_LONGEST_SLEEP), 0);
	struct timespec longest = {.tv_sec = (time_t) (left / SLOCK_SECOND), .tv_nsec = (long) (left % SLOCK_SECOND)};

	if (!poll_for->count) {
		/* There was no memory to poll with. */
		usleep((unsigned) (SHORTEST_PAUSE / 1000));
		return true;
	}
	if (ppoll(poll_for->descriptors, poll_for->count, poll_for->until == SLOCK_FOREVER ? NULL : &longest, NULL) > 0 &&
		!poll_for->descriptors[0].revents) {
		return false;
	}
	while (read(slock_renewer.sleeper, bytes, sizeof(bytes)) > 0) {}
	return true;
}

void *slock_renewer_run(void *unused)
{
	slock_line *lines;
	slock_time wakes;

	(void) unused;
	pthread_mutex_lock(&slock_renewer.mutex);
	slock_renewer.begun = true;
	pthread_cond_signal(&slock_renewer.changed);
	while (!slock_renewer.stopping) {
		renewer_thread_look();
		renewer_thread_drop_lines();
		wakes = slock_renewer.wakes;
		lines = slock_renewer.lines;
		pthread_mutex_unlock(&slock_renewer.mutex);
		/* A flight may get its answers in many parts. Nothing that concerns us changes meanwhile without somebody who
		 * wakes us: there is no need to look at all renewals again. */
		do {
			slock_renewer.poll.until = wakes;
		} while (!renewer_thread_fly(lines, &slock_renewer.poll) && !renewer_thread_sleep(&slock_renewer.poll) &&
				 slock_clock_now() < wakes);
		pthread_mutex_lock(&slock_renewer.mutex);
	}
	/* Nobody awaits the answers that have not come. */
	for (slock_line *line = slock_renewer.lines; line; line = line->next) {
		renewer_thread_end_flight(line);
	}
	renewer_thread_drop_lines();
	free(slock_renewer.poll.descriptors);
	slock_renewer.poll = (slock_renewer_poll){0};
	pthread_mutex_unlock(&slock_renewer.mutex);
	return NULL;
}
#endif
