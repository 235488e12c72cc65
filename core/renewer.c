/* SPDX-License-Identifier: MIT
 *
 * The thread that renews locks: see renewer.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "php_slock.h"
#include "core/renewer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/process.h"
#include "core/thread.h"

/* How long an answer is awaited in any case, and after a failure the shortest pause. */
#define SHORTEST_RENEWAL (50 * SLOCK_MS)
#define SHORTEST_PAUSE (2 * SLOCK_MS)

/* A renewal follows so many changes of its line at once. */
#define MOST_MOVES 5

struct slock_renewal_listener {
	zend_atomic_bool *interrupt; /* the engine's, of the thread that runs PHP */
	atomic_bool news;
	uint32_t generation; /* of the process */
};

/* All but `item` and what does not change is under the mutex. */
struct slock_renewal {
	slock_renewal_item item; /* first. The line's while it is flying */
	slock_line *line;
	const void *key, *store;
	slock_renewal_listener *listener; /* NULL: it was ended while it was flying, and the thread frees it */
	slock_renewal_state state;
	bool flying;
	slock_time lifetime;    /* of a renewal */
	slock_time until, last; /* see slock_renewal_order */
	slock_time due;
	uint32_t version;      /* changes when an operation of PHP begins and when it ends */
	uint32_t sent_version; /* what that was when the flight began */
	uint32_t releasing;    /* such operations */
	uint32_t moves;        /* to other lines, since it succeeded */
	uint32_t generation;   /* of the process */
	char failure[256];     /* of the latest renewal, or "" */
	slock_renewal *next;
};

/* What is polled: the sleeper, and one descriptor for each line that waits. */
typedef struct {
	struct pollfd *descriptors;
	size_t count, room;
	slock_time until;
} renewer_poll;

/* Who starts or ends the thread holds `life` as well. Lines are added in front of others only, by whoever runs PHP and
 * by the thread, and removed by the thread. */
static struct {
	pthread_mutex_t life, mutex;
	pthread_cond_t changed;
	pthread_t thread;
	slock_renewal *first;
	slock_line *lines;
	/* Of a parent process, whose thread may have been at work with them: never touched. */
	slock_renewal *inherited;
	slock_line *inherited_lines;
	struct pollfd *inherited_descriptors;
	renewer_poll poll; /* the thread's own */
	size_t count;      /* of the renewals that nobody has ended */
	slock_time wakes;  /* when the thread will look by itself */
	uint64_t random;
	int sleeper, waker;            /* a pipe: what the thread polls, and what wakes it */
	bool running, stopping, begun; /* begun: the thread has got to its own work */
} renewer = {.life = PTHREAD_MUTEX_INITIALIZER, .mutex = PTHREAD_MUTEX_INITIALIZER};

static void renewer_wake(void)
{
	/* A full pipe wakes it as well. */
	while (write(renewer.waker, "", 1) < 0 && errno == EINTR) {}
}

/* The numbers of xorshift64: nobody is to guess anything, renewals are only not to come all at once. */
static slock_time renewer_jitter(slock_time delay)
{
	slock_time tenth = delay / 10;

	renewer.random ^= renewer.random << 13;
	renewer.random ^= renewer.random >> 7;
	renewer.random ^= renewer.random << 17;
	return tenth > 0 ? (slock_time) (renewer.random % (uint64_t) (2 * tenth + 1)) - tenth : 0;
}

/* A third of the lifetime after the latest time. `jitter`: thousandths of that third. */
static void renewer_set_due(slock_renewal *renewal, slock_time jitter)
{
	slock_time third = renewal->lifetime / 3, due = renewal->until - 2 * third + third / 1000 * jitter;

	renewal->due = due > 0 ? due : 0;
}

static void renewer_tell(slock_renewal *renewal)
{
	if (renewal->listener) {
		atomic_store(&renewal->listener->news, true);
		zend_atomic_bool_store(renewal->listener->interrupt, true);
	}
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

/* The line of this name that there is already, or this one. Holds the mutex. */
static slock_line *renewer_share_line(slock_line *line)
{
	slock_line *same = renewer.lines;

	while (same && (same->ops != line->ops || same->name_length != line->name_length ||
					memcmp(same->name, line->name, line->name_length))) {
		same = same->next;
	}
	if (same) {
		line->ops->free(line);
		return same;
	}
	line->users = 0;
	line->flying = false;
	line->items = NULL;
	line->room = 0;
	line->next = renewer.lines;
	renewer.lines = line;
	return line;
}

/* Leaves the line for the one that it was told to take. Holds the mutex. */
static void renewer_move(slock_renewal *renewal)
{
	slock_line *to = renewal->item.moved;

	renewal->item.moved = NULL;
	if (to && renewal->listener) {
		renewal->line->users--;
		renewal->line = renewer_share_line(to);
		renewal->line->users++;
	} else if (to) {
		to->ops->free(to);
	}
}

/* --- the thread --------------------------------------------------------------------------------------------------- */

static void renewer_lose(slock_renewal *renewal, slock_renewal_state state)
{
	renewal->state = state;
	renewer_tell(renewal);
}

static bool renewer_is_wanted(const slock_renewal *renewal)
{
	return renewal->state == SLOCK_RENEWAL_RUNNING && renewal->listener && !renewal->flying && !renewal->releasing;
}

/* Not for long, and not before the answer can have come; and when nobody answers, there is time for another one. */
static slock_time renewer_answer_by(const slock_renewal *renewal, slock_time now)
{
	slock_time half = (renewal->until - now) / 2, by = now + (half > SHORTEST_RENEWAL ? half : SHORTEST_RENEWAL);

	return by < renewal->until ? by : renewal->until;
}

/* Finds what is lost, and the lines that are needed now; when to look again. */
static slock_time renewer_find_due(slock_time now)
{
	slock_time wakes = SLOCK_FOREVER;

	for (slock_renewal *at = renewer.first; at; at = at->next) {
		if (at->state != SLOCK_RENEWAL_RUNNING || !at->listener) {
			continue;
		}
		if (now >= at->until || now >= at->last) {
			renewer_lose(at, now >= at->until ? SLOCK_RENEWAL_EXPIRED : SLOCK_RENEWAL_OVER);
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
			at->line->answer_by = MIN(at->line->answer_by, renewer_answer_by(at, now));
		} else {
			at->line->wanted = true;
		}
	}
	return wakes;
}

static bool renewer_make_room(slock_line *line)
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
 * a line are soon renewed in one flight a period. */
static void renewer_fill_flights(slock_time now)
{
	for (slock_renewal *at = renewer.first; at; at = at->next) {
		slock_line *line = at->line;

		if (!line->wanted || !renewer_is_wanted(at) || at->due > now + at->lifetime / 6) {
			continue;
		}
		if (!renewer_make_room(line)) {
			at->due = now + SHORTEST_RENEWAL;
			continue;
		}
		at->flying = true;
		at->item.moved = NULL;
		at->sent_version = at->version;
		line->items[line->count++] = &at->item;
		line->answer_by = MIN(line->answer_by, renewer_answer_by(at, now));
	}
}

/* Frees what nobody uses. */
static void renewer_drop_lines(void)
{
	for (slock_line **at = &renewer.lines; *at;) {
		slock_line *line = *at;

		if (line->users || line->flying) {
			at = &line->next;
		} else {
			*at = line->next;
			free(line->items);
			line->ops->free(line);
		}
	}
}

/* Holds the mutex. Begins the flights that are due. */
static void renewer_look(void)
{
	slock_time now = slock_clock_now();

	for (slock_line *line = renewer.lines; line; line = line->next) {
		line->wanted = false;
		if (!line->flying) {
			line->count = 0;
			line->answer_by = SLOCK_FOREVER;
			line->begun = now;
		}
	}
	renewer.wakes = renewer_find_due(now);
	renewer_fill_flights(now);
	for (slock_line *line = renewer.lines; line; line = line->next) {
		if (line->wanted && line->count) {
			line->flying = true;
			line->failure[0] = '\0';
			line->ops->begin(line, line->items, line->count);
		} else if (line->wanted) {
			/* There was no memory. */
			renewer.wakes = MIN(renewer.wakes, now + SHORTEST_RENEWAL);
		}
	}
}

/* What came of a renewal, unless PHP has done something else with the lock meanwhile. */
static void renewer_conclude(slock_renewal *renewal, const slock_line *line, slock_time jitter)
{
	const slock_renewal_item *item = &renewal->item;
	slock_time now = slock_clock_now(), until = slock_clock_add(line->begun, renewal->lifetime);

	renewal->flying = false;
	if (renewal->state != SLOCK_RENEWAL_RUNNING || !renewal->listener) {
		return;
	}
	if (renewal->version != renewal->sent_version) {
		renewal->due = MIN(renewal->due, now + SHORTEST_RENEWAL);
		return;
	}
	if (item->status != SLOCK_STORAGE_ERROR || line->failure[0]) {
		/* Not where it was only sent to another line. */
		snprintf(renewal->failure, sizeof(renewal->failure), "%s",
				 item->status == SLOCK_STORAGE_ERROR ? line->failure : "");
	}
	switch (item->status) {
		case SLOCK_OK:
			if (item->answered >= renewal->until) {
				renewer_lose(renewal, SLOCK_RENEWAL_EXPIRED);
			} else {
				renewal->moves = 0;
				renewal->until = MAX(renewal->until, until);
				renewer_set_due(renewal, jitter);
				renewer_tell(renewal);
			}
			break;
		case SLOCK_CONFLICT:
			renewer_lose(renewal, SLOCK_RENEWAL_REFUSED);
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
static void renewer_end_flight(slock_line *line)
{
	slock_time jitter = renewer_jitter(1000);

	line->flying = false;
	for (slock_renewal **at = &renewer.first; *at;) {
		slock_renewal *renewal = *at;

		if (renewal->line == line && renewal->flying) {
			renewer_conclude(renewal, line, jitter);
			renewer_move(renewal);
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

static void renewer_await(renewer_poll *poll, const slock_line_waiting *waiting)
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
static bool renewer_fly(slock_line *lines, renewer_poll *poll)
{
	bool ended = false;

	poll->count = 0;
	renewer_await(poll, &(slock_line_waiting){renewer.sleeper, POLLIN, SLOCK_FOREVER});
	for (slock_line *line = lines; line; line = line->next) {
		slock_line_waiting waiting = {-1, 0, SLOCK_FOREVER};

		if (!line->flying) {
			continue;
		}
		if (!line->ops->step(line, line->answer_by, &waiting)) {
			waiting.until = MIN(waiting.until, line->answer_by);
			renewer_await(poll, &waiting);
			continue;
		}
		pthread_mutex_lock(&renewer.mutex);
		renewer_end_flight(line);
		pthread_mutex_unlock(&renewer.mutex);
		ended = true;
	}
	return ended;
}

static void renewer_sleep(renewer_poll *poll_for)
{
	char bytes[64];
	slock_time left = MAX(slock_clock_left(poll_for->until), 0);
	struct timespec longest = {.tv_sec = (time_t) (left / SLOCK_SECOND), .tv_nsec = (long) (left % SLOCK_SECOND)};

	if (poll_for->count) {
		ppoll(poll_for->descriptors, poll_for->count, poll_for->until == SLOCK_FOREVER ? NULL : &longest, NULL);
		while (read(renewer.sleeper, bytes, sizeof(bytes)) > 0) {}
	} else {
		/* There was no memory to poll with. */
		usleep((unsigned) (SHORTEST_PAUSE / 1000));
	}
}

static void *renewer_run(void *unused)
{
	slock_line *lines;

	(void) unused;
	pthread_mutex_lock(&renewer.mutex);
	renewer.begun = true;
	pthread_cond_signal(&renewer.changed);
	while (!renewer.stopping) {
		renewer_look();
		renewer_drop_lines();
		renewer.poll.until = renewer.wakes;
		lines = renewer.lines;
		pthread_mutex_unlock(&renewer.mutex);
		if (!renewer_fly(lines, &renewer.poll)) {
			renewer_sleep(&renewer.poll);
		}
		pthread_mutex_lock(&renewer.mutex);
	}
	/* Nobody awaits the answers that have not come. */
	for (slock_line *line = renewer.lines; line; line = line->next) {
		renewer_end_flight(line);
	}
	renewer_drop_lines();
	free(renewer.poll.descriptors);
	renewer.poll = (renewer_poll){0};
	pthread_mutex_unlock(&renewer.mutex);
	return NULL;
}

/* --- its life ----------------------------------------------------------------------------------------------------- */

static bool renewer_is_inherited(uint32_t generation)
{
	return generation != slock_process_generation();
}

/* In a child, before fork() returns there: the thread does not survive it, and somebody may have held the mutexes.
 * Async-signal-safe code only. */
static void renewer_begin_again(void)
{
	pthread_mutex_init(&renewer.life, NULL);
	pthread_mutex_init(&renewer.mutex, NULL);
	if (renewer.running) {
		close(renewer.sleeper);
		close(renewer.waker);
	}
	if (renewer.lines) {
		renewer.inherited = renewer.first;
		renewer.inherited_lines = renewer.lines;
	}
	if (renewer.poll.descriptors) {
		renewer.inherited_descriptors = renewer.poll.descriptors;
	}
	renewer.poll = (renewer_poll){0};
	renewer.first = NULL;
	renewer.lines = NULL;
	renewer.count = 0;
	renewer.running = renewer.stopping = false;
}

void slock_renewer_startup(void)
{
	pthread_atfork(NULL, NULL, renewer_begin_again);
}

static bool renewer_open_pipe(void)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) {
		return false;
	}
	renewer.sleeper = ends[0];
	renewer.waker = ends[1];
	return true;
}

static void renewer_close_pipe(void)
{
	close(renewer.sleeper);
	close(renewer.waker);
	pthread_cond_destroy(&renewer.changed);
}

/* Holds both mutexes. */
static bool renewer_start_thread(void)
{
	if (!renewer_open_pipe()) {
		return false;
	}
	slock_thread_init_condition(&renewer.changed);
	renewer.random = (uint64_t) slock_clock_now() * 2 + 1;
	renewer.stopping = renewer.begun = false;
	renewer.wakes = SLOCK_FOREVER;
	renewer.running = slock_thread_start(&renewer.thread, NULL, renewer_run, NULL) == 0;
	if (!renewer.running) {
		renewer_close_pipe();
		return false;
	}
#ifdef __linux__
	/* For whoever wonders what it is. */
	pthread_setname_np(renewer.thread, "slock-renewer");
#endif
	/* See alarm.c: a fork in the middle of its start would leave locked in the child what a thread locks then. */
	while (!renewer.begun) {
		pthread_cond_wait(&renewer.changed, &renewer.mutex);
	}
	return true;
}

/* Holds `life`. */
static void renewer_end_thread(void)
{
	pthread_mutex_lock(&renewer.mutex);
	renewer.stopping = true;
	renewer_wake();
	pthread_mutex_unlock(&renewer.mutex);
	pthread_join(renewer.thread, NULL);
	/* First: a child that another thread forks now would close what has these numbers by then. */
	renewer.running = false;
	renewer_close_pipe();
}

/* --- what PHP does ------------------------------------------------------------------------------------------------ */

slock_renewal_listener *slock_renewal_listener_new(void)
{
	slock_renewal_listener *listener = malloc(sizeof(*listener));

	if (listener) {
		listener->interrupt = &EG(vm_interrupt);
		listener->generation = slock_process_generation();
		atomic_init(&listener->news, false);
	}
	return listener;
}

void slock_renewal_listener_free(slock_renewal_listener *listener)
{
	free(listener);
}

bool slock_renewal_listener_has_news(slock_renewal_listener *listener)
{
	return listener && atomic_load(&listener->news) && !renewer_is_inherited(listener->generation) &&
		   atomic_exchange(&listener->news, false);
}

/* With a copy of the strings behind it in memory. */
static slock_renewal *renewer_create(slock_renewal_listener *listener, const slock_renewal_order *order)
{
	slock_renewal *renewal = calloc(1, sizeof(*renewal) + order->resource_length + order->token_length);
	char *strings;

	if (!renewal) {
		return NULL;
	}
	strings = (char *) (renewal + 1);
	memcpy(strings, order->resource, order->resource_length);
	memcpy(strings + order->resource_length, order->token, order->token_length);
	renewal->item = (slock_renewal_item){
		.resource = strings,
		.resource_length = order->resource_length,
		.token = strings + order->resource_length,
		.token_length = order->token_length,
		.ttl = order->ttl,
	};
	renewal->listener = listener;
	renewal->key = order->key;
	renewal->store = order->store;
	renewal->state = SLOCK_RENEWAL_RUNNING;
	renewal->lifetime = slock_duration(order->ttl);
	renewal->until = order->until;
	renewal->last = order->last;
	renewal->generation = slock_process_generation();
	return renewal;
}

slock_renewal *slock_renewal_start(slock_line *line, slock_renewal_listener *listener, const slock_renewal_order *order)
{
	slock_renewal *renewal = renewer_create(listener, order);

	if (!renewal) {
		line->ops->free(line);
		return NULL;
	}
	pthread_mutex_lock(&renewer.life);
	pthread_mutex_lock(&renewer.mutex);
	if (!renewer.running && !renewer_start_thread()) {
		pthread_mutex_unlock(&renewer.mutex);
		pthread_mutex_unlock(&renewer.life);
		line->ops->free(line);
		free(renewal);
		return NULL;
	}
	renewal->line = renewer_share_line(line);
	renewal->line->users++;
	renewer_set_due(renewal, renewer_jitter(1000));
	renewal->next = renewer.first;
	renewer.first = renewal;
	renewer.count++;
	if (MIN(renewal->due, renewal->last) < renewer.wakes) {
		renewer.wakes = MIN(renewal->due, renewal->last);
		renewer_wake();
	}
	pthread_mutex_unlock(&renewer.mutex);
	pthread_mutex_unlock(&renewer.life);
	return renewal;
}

/* Holds the mutex. */
static void renewer_remove(slock_renewal *renewal)
{
	renewer.count--;
	renewal->listener = NULL;
	if (renewal->flying) {
		return;
	}
	for (slock_renewal **at = &renewer.first; *at; at = &(*at)->next) {
		if (*at == renewal) {
			*at = renewal->next;
			break;
		}
	}
	renewal->line->users--;
	free(renewal);
}

void slock_renewal_end(slock_renewal *renewal)
{
	if (renewer_is_inherited(renewal->generation)) {
		free(renewal);
		return;
	}
	pthread_mutex_lock(&renewer.life);
	pthread_mutex_lock(&renewer.mutex);
	renewer_remove(renewal);
	pthread_mutex_unlock(&renewer.mutex);
	if (!renewer.count) {
		renewer_end_thread();
	}
	pthread_mutex_unlock(&renewer.life);
}

bool slock_renewal_is_of(const slock_renewal *renewal, const char *token, size_t length)
{
	return renewal->item.token_length == length && memcmp(renewal->item.token, token, length) == 0;
}

slock_renewal_state slock_renewal_look(slock_renewal *renewal, slock_time *until, slock_result *failure)
{
	bool shared = !renewer_is_inherited(renewal->generation);
	slock_renewal_state state;

	if (shared) {
		pthread_mutex_lock(&renewer.mutex);
	}
	state = renewal->state;
	*until = renewal->until;
	if (failure && renewal->failure[0]) {
		slock_result_error(failure, "%s", renewal->failure);
	}
	if (shared) {
		pthread_mutex_unlock(&renewer.mutex);
	}
	return state;
}

void slock_renewals_operation_begins(const void *key, const void *store, bool releases)
{
	pthread_mutex_lock(&renewer.mutex);
	for (slock_renewal *at = renewer.first; at; at = at->next) {
		if (at->key == key && at->store == store && at->listener) {
			at->version++;
			at->releasing += releases;
		}
	}
	pthread_mutex_unlock(&renewer.mutex);
}

void slock_renewals_operation_ended(const void *key, const void *store, bool releases, slock_status status,
									slock_time until)
{
	pthread_mutex_lock(&renewer.mutex);
	for (slock_renewal *at = renewer.first; at; at = at->next) {
		if (at->key != key || at->store != store || !at->listener) {
			continue;
		}
		at->version++;
		at->releasing -= releases && at->releasing;
		if (!releases && until != SLOCK_FOREVER && status != SLOCK_CONFLICT && at->state == SLOCK_RENEWAL_RUNNING) {
			at->until = status == SLOCK_OK ? until : MIN(at->until, until);
			renewer_set_due(at, renewer_jitter(1000));
		}
		renewer_tell(at);
		if (MIN(at->due, at->until) < renewer.wakes) {
			renewer.wakes = MIN(at->due, at->until);
			renewer_wake();
		}
	}
	pthread_mutex_unlock(&renewer.mutex);
}
