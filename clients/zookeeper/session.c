/* SPDX-License-Identifier: MIT
 *
 * Sessions of the native ZooKeeper client: the lock, forks, and the lists of what there is; see session.h. Plain C. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/zookeeper/session.h"

pthread_mutex_t slock_zookeeper_lock = PTHREAD_MUTEX_INITIALIZER;

static pthread_once_t registered = PTHREAD_ONCE_INIT;

/* Those of the parent, in a child. */
static slock_zookeeper_session *inherited;

/* Those that were opened and not closed, here or, until they are abandoned, in the parent. */
static slock_zookeeper_session *living;

static void session_after_fork_in_child(void)
{
	/* Its owner may be a thread that does not exist here. */
	pthread_mutex_init(&slock_zookeeper_lock, NULL);
}

static void session_before_fork(void)
{
	pthread_mutex_lock(&slock_zookeeper_lock);
}

static void session_after_fork(void)
{
	pthread_mutex_unlock(&slock_zookeeper_lock);
}

static void session_register_handlers(void)
{
	pthread_atfork(session_before_fork, session_after_fork, session_after_fork_in_child);
}

void slock_zookeeper_watch_forks(void)
{
	pthread_once(&registered, session_register_handlers);
}

void slock_zookeeper_add_session(slock_zookeeper_session *session)
{
	session->next = living;
	living = session;
}

void slock_zookeeper_remove_session(slock_zookeeper_session *session)
{
	slock_zookeeper_session **at = &living;

	while (*at != session) {
		at = &(*at)->next;
	}
	*at = session->next;
}

void slock_zookeeper_inherit_session(slock_zookeeper_session *session)
{
	slock_zookeeper_remove_session(session);
	session->next = inherited;
	inherited = session;
}

static bool session_is_in(const slock_zookeeper_session *list, int64_t id)
{
	while (list && (list->id != id || list->over)) {
		list = list->next;
	}
	return list != NULL;
}

slock_zookeeper_owner slock_zookeeper_owner_of(const slock_zookeeper_session *session, int64_t id)
{
	if (id == 0) {
		return SLOCK_ZOOKEEPER_OTHER;
	}
	if (id == session->id) {
		return SLOCK_ZOOKEEPER_OWN;
	}
	return session_is_in(living, id) || session_is_in(inherited, id) ? SLOCK_ZOOKEEPER_RELATED : SLOCK_ZOOKEEPER_OTHER;
}

void slock_zookeeper_set_reason(slock_zookeeper_session *session, const char *reason)
{
	snprintf(session->reason, sizeof(session->reason), "%s", reason);
}

void slock_zookeeper_lose(slock_zookeeper_session *session, const char *reason)
{
	session->attempting = 0;
	session->caught_up = false;
	if (session->ready) {
		session->ready = false;
		session->since = slock_clock_now();
	}
	if (reason) {
		slock_zookeeper_set_reason(session, reason);
	}
	slock_zookeeper_notify(session->to_caller);
}

void slock_zookeeper_heed_silent_loss(slock_zookeeper_session *session)
{
	if (session->socket == -1 || zoo_state(session->handle) != ZOO_NOTCONNECTED_STATE) {
		return;
	}
	session->cut_off = true;
	/* The number is somebody else's by now. */
	session->socket = -1;
	slock_zookeeper_lose(session, zerror(ZCONNECTIONLOSS));
	slock_zookeeper_notify(session->to_thread);
}

static void session_unlink_request(slock_zookeeper_request *request)
{
	slock_zookeeper_request **at = &request->session->requests;

	while (*at != request) {
		at = &(*at)->next;
	}
	*at = request->next;
}

void slock_zookeeper_give_turn(slock_zookeeper_request *request)
{
	if (request->turn >= 0) {
		request->session->give_turn(request->turn);
		request->turn = -1;
	}
}

void slock_zookeeper_free_request(slock_zookeeper_request *request)
{
	slock_zookeeper_give_turn(request);
	session_unlink_request(request);
	free(request->path);
	free(request->token);
	free(request);
}

slock_zookeeper_node **slock_zookeeper_find_node(slock_zookeeper_session *session, const char *path, const char *token,
												 size_t token_length)
{
	slock_zookeeper_node **at = &session->nodes;

	while (*at && ((*at)->token_length != token_length || memcmp((*at)->token, token, token_length) ||
				   strcmp((*at)->path, path))) {
		at = &(*at)->next;
	}
	return at;
}

void slock_zookeeper_free_node(slock_zookeeper_node **at)
{
	slock_zookeeper_node *freed = *at;

	if (freed) {
		*at = freed->next;
		free(freed->path);
		free(freed->token);
		free(freed);
	}
}

/* An eventfd never blocks the writer in practice: its counter has 64 bits. */
void slock_zookeeper_notify(int fd)
{
	const uint64_t one = 1;
	ssize_t ignored = write(fd, &one, sizeof(one));

	(void) ignored;
}
