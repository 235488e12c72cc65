/* SPDX-License-Identifier: MIT
 *
 * Requests of the native ZooKeeper client: sending, answers, and taking back what no caller waits for. Plain C. */
#include <stdlib.h>
#include <string.h>

#include "clients/zookeeper/requests.h"
#include "clients/zookeeper/turns.h"

#define MOST_AT_ONCE 64 /* nodes that are looked for in one turn of the session's thread */

/* A node that the server refuses to look for is looked for again after a pause, which doubles so often. */
#define FIRST_PAUSE (50 * SLOCK_MS)
#define MOST_DOUBLED 5

static slock_zookeeper_request *requests_new_request(slock_zookeeper_session *session, slock_zookeeper_verb verb,
													 const char *path, const char *token, size_t token_length)
{
	slock_zookeeper_request *request = calloc(1, sizeof(*request));

	if (!request) {
		return NULL;
	}
	request->session = session;
	request->verb = verb;
	request->path = strdup(path);
	request->token = malloc(token_length + 1);
	request->token_length = token_length;
	request->turn = -1;
	request->next = session->requests;
	session->requests = request;
	if (!request->path || !request->token) {
		slock_zookeeper_free_request(request);
		return NULL;
	}
	memcpy(request->token, token, token_length);
	return request;
}

static bool requests_are_of_one_key(const slock_zookeeper_request *request, const char *path, const char *token,
									size_t token_length)
{
	return request->token_length == token_length && !memcmp(request->token, token, token_length) &&
		   !strcmp(request->path, path);
}

/* What a caller is told of a node that a request which nobody waits for will delete. */
static bool requests_is_to_go(const slock_zookeeper_request *asking)
{
	const slock_zookeeper_request *request = asking->session->requests;

	while (request && !(request->undo && !request->keep &&
						requests_are_of_one_key(request, asking->path, asking->token, asking->token_length))) {
		request = request->next;
	}
	return request != NULL;
}

/* Whether a node of that key is looked for, to be deleted. */
static bool requests_is_going(const slock_zookeeper_session *session, const char *path, const char *token,
							  size_t token_length)
{
	const slock_zookeeper_request *request = session->requests;

	while (request &&
		   !(request->cleaning && request->undo && requests_are_of_one_key(request, path, token, token_length))) {
		request = request->next;
	}
	return request != NULL;
}

/* Without memory the node is not known, as if it had been taken back. */
static void requests_note_node(const slock_zookeeper_request *request)
{
	slock_zookeeper_node **at =
		slock_zookeeper_find_node(request->session, request->path, request->token, request->token_length);
	slock_zookeeper_node *noted = *at ? NULL : calloc(1, sizeof(*noted));

	if (!noted) {
		return;
	}
	noted->path = strdup(request->path);
	noted->token = malloc(request->token_length + 1);
	noted->token_length = request->token_length;
	noted->next = request->session->nodes;
	request->session->nodes = noted;
	if (!noted->path || !noted->token) {
		slock_zookeeper_free_node(&request->session->nodes);
		return;
	}
	memcpy(noted->token, request->token, request->token_length);
}

/* What an answer that was taken says about the nodes of the session. */
static void requests_note_answer(const slock_zookeeper_request *request)
{
	const slock_zookeeper_answer *answer = &request->answer;

	switch (request->verb) {
		case SLOCK_ZOOKEEPER_CREATE:
			if (answer->code == SLOCK_ZOOKEEPER_DONE) {
				requests_note_node(request);
			}
			break;
		case SLOCK_ZOOKEEPER_GET:
		case SLOCK_ZOOKEEPER_WATCH:
			if (answer->code == SLOCK_ZOOKEEPER_DONE && answer->mine && answer->owner == SLOCK_ZOOKEEPER_OWN) {
				if (!requests_is_going(request->session, request->path, request->token, request->token_length)) {
					requests_note_node(request);
				}
			} else if (answer->code == SLOCK_ZOOKEEPER_DONE || answer->code == SLOCK_ZOOKEEPER_MISSING) {
				slock_zookeeper_free_node(
					slock_zookeeper_find_node(request->session, request->path, request->token, request->token_length));
			}
			break;
		default:
			break;
	}
}

/* Without a connection the library itself has given up all that was asked, for whatever reason. */
static slock_zookeeper_code requests_code_of(const slock_zookeeper_session *session, int rc)
{
	switch (rc) {
		case ZOK:
			return SLOCK_ZOOKEEPER_DONE;
		case ZNODEEXISTS:
			return SLOCK_ZOOKEEPER_EXISTS;
		case ZNONODE:
			return SLOCK_ZOOKEEPER_MISSING;
		case ZBADVERSION:
			return SLOCK_ZOOKEEPER_CHANGED;
		case ZCONNECTIONLOSS:
		case ZOPERATIONTIMEOUT:
		case ZSESSIONMOVED:
			return SLOCK_ZOOKEEPER_UNKNOWN;
		case ZSESSIONEXPIRED:
		case ZINVALIDSTATE:
		case ZCLOSING:
			return SLOCK_ZOOKEEPER_GONE;
		case ZSYSTEMERROR:          /* there is no descriptor for the next connection */
		case ZRUNTIMEINCONSISTENCY: /* the answers of the last one were out of order */
			return session->ready ? SLOCK_ZOOKEEPER_FAILED : SLOCK_ZOOKEEPER_UNKNOWN;
		default:
			return SLOCK_ZOOKEEPER_FAILED;
	}
}

void slock_zookeeper_ignore_answer(int rc, const void *data)
{
	(void) rc;
	(void) data;
}

static void requests_ignore_string(int rc, const char *value, const void *data)
{
	(void) rc;
	(void) value;
	(void) data;
}

static bool requests_may_have_made_a_node(const slock_zookeeper_request *request)
{
	return request->answer.code == SLOCK_ZOOKEEPER_DONE || request->answer.code == SLOCK_ZOOKEEPER_UNKNOWN;
}

/* Whether a CREATE that no caller waits for any more may have left a node behind that is to go. */
static bool requests_is_to_be_cleaned_up(const slock_zookeeper_request *request)
{
	switch (request->answer.code) {
		case SLOCK_ZOOKEEPER_DONE:
			return true;
		case SLOCK_ZOOKEEPER_UNKNOWN:
			return !request->keep;
		case SLOCK_ZOOKEEPER_EXISTS:
		case SLOCK_ZOOKEEPER_FAILED:
			return request->again && !request->keep;
		default:
			return false;
	}
}

static void requests_count_deleted(slock_zookeeper_session *session)
{
	if (session->held) {
		session->held--;
	}
}

/* What of the session's nodes is still there: too many rather than too few. */
static void requests_count_nodes(slock_zookeeper_request *request)
{
	if (request->verb == SLOCK_ZOOKEEPER_CREATE && !request->cleaning && requests_may_have_made_a_node(request)) {
		request->session->held++;
	} else if (request->verb == SLOCK_ZOOKEEPER_DELETE && request->own &&
			   request->answer.code == SLOCK_ZOOKEEPER_DONE) {
		requests_count_deleted(request->session);
	}
}

static void requests_on_cleaned(int rc, const void *data);

/* The node of this request is looked for from its beginning. */
static void requests_begin_cleaning(slock_zookeeper_request *request)
{
	slock_zookeeper_give_turn(request);
	request->cleaning = request->answered = true;
	request->found = false;
	slock_zookeeper_notify(request->session->to_thread);
}

/* Whether a server that has said no may do it another time: it is throttled (ZTHROTTLEDOP), or in trouble, or somebody
 * has written to the node. Who may not ask will not be allowed to by asking again. */
static bool requests_is_refused_for_now(const slock_zookeeper_session *session, int rc)
{
	slock_zookeeper_code code = requests_code_of(session, rc);

	return rc != ZNOAUTH && (code == SLOCK_ZOOKEEPER_FAILED || code == SLOCK_ZOOKEEPER_CHANGED);
}

/* Looks for the node that is to go once more, where the answer says nothing about it: at once if there was none, after
 * a pause if the server has refused for now. False: the answer counts. */
static bool requests_clean_again(slock_zookeeper_request *request, int rc)
{
	if (requests_is_refused_for_now(request->session, rc)) {
		request->not_before = slock_clock_after(FIRST_PAUSE << request->refusals);
		request->refusals += request->refusals < MOST_DOUBLED;
	} else if (requests_code_of(request->session, rc) != SLOCK_ZOOKEEPER_UNKNOWN) {
		return false;
	}
	requests_begin_cleaning(request);
	return true;
}

/* What the answer means for a node that is to go. False: there is nothing to do any more. Perhaps nothing was made,
 * perhaps it is another owner's by now, so it is looked at before it is deleted: once without a turn, which nobody
 * shall have to wait for because of a connection that is dead, and once more in our turn. */
static bool requests_go_on_cleaning(slock_zookeeper_request *request, int rc)
{
	const slock_zookeeper_answer *answer = &request->answer;

	if (!request->cleaning) {
		if (!requests_is_to_be_cleaned_up(request)) {
			return false;
		}
		requests_begin_cleaning(request);
		return true;
	}
	if (requests_clean_again(request, rc)) {
		return true;
	}
	if (answer->code != SLOCK_ZOOKEEPER_DONE || !answer->mine || answer->owner != SLOCK_ZOOKEEPER_OWN) {
		return false;
	}
	if (!request->found) {
		request->found = true;
		return true;
	}
	request->answered = false;
	return zoo_adelete(request->session->handle, request->path, answer->version, requests_on_cleaned, request) == ZOK;
}

/* All completions arrive here, in the session's thread, or in zookeeper_close(), with the lock held. */
static void requests_answer_request(slock_zookeeper_request *request, int rc)
{
	slock_zookeeper_session *session = request->session;

	request->answered = true;
	request->answer.code = requests_code_of(session, rc);
	request->answer.text = zerror(rc);
	requests_count_nodes(request);
	slock_zookeeper_notify(session->to_caller);
	if (!request->forgotten) {
		return;
	}
	if (!request->undo || session->stop || !requests_go_on_cleaning(request, rc)) {
		slock_zookeeper_free_request(request);
	}
}

/* Without an answer it is not known whether the node is gone, so it is looked for once more. */
static void requests_on_cleaned(int rc, const void *data)
{
	slock_zookeeper_request *request = (slock_zookeeper_request *) data;

	if (request->undo && !request->session->stop && requests_clean_again(request, rc)) {
		return;
	}
	if (rc == ZOK) {
		requests_count_deleted(request->session);
		slock_zookeeper_free_node(
			slock_zookeeper_find_node(request->session, request->path, request->token, request->token_length));
	}
	slock_zookeeper_free_request(request);
}

static void requests_on_string(int rc, const char *value, const void *data)
{
	(void) value;
	requests_answer_request((slock_zookeeper_request *) data, rc);
}

static void requests_on_created(int rc, const char *value, const struct Stat *stat, const void *data)
{
	slock_zookeeper_request *request = (slock_zookeeper_request *) data;

	(void) value;
	if (rc == ZOK) {
		request->answer.created = stat->czxid;
	}
	requests_answer_request(request, rc);
}

static void requests_on_delete(int rc, const void *data)
{
	requests_answer_request((slock_zookeeper_request *) data, rc);
}

static void requests_on_get(int rc, const char *value, int value_length, const struct Stat *stat, const void *data)
{
	slock_zookeeper_request *request = (slock_zookeeper_request *) data;

	if (rc == ZOK) {
		request->answer.mine = value_length >= 0 && (size_t) value_length == request->token_length &&
							   !memcmp(value, request->token, request->token_length);
		request->answer.version = stat->version;
		request->answer.created = stat->czxid;
		request->answer.connection = request->session->connection;
		request->answer.owner = slock_zookeeper_owner_of(request->session, stat->ephemeralOwner);
		request->answer.going = !request->forgotten && requests_is_to_go(request);
	}
	requests_answer_request(request, rc);
}

/* Before a read. The server behind a new connection may lag behind the others, or behind what this session has asked
 * for last and never got an answer to; requests of one connection are answered in their order. */
static int requests_catch_up(slock_zookeeper_session *session, const char *path)
{
	int rc = ZOK;

	if (!session->caught_up) {
		rc = zoo_async(session->handle, path, requests_ignore_string, NULL);
		session->caught_up = rc == ZOK;
	}
	return rc;
}

/* Whether the request may look: at once when it does not know whether there is a node, else when it is its turn. Nobody
 * waits for it, so it waits for that as long as it takes. */
static bool requests_may_look(slock_zookeeper_request *request)
{
	const slock_zookeeper_session *session = request->session;

	if (!request->found || !session->take_turn) {
		return true;
	}
	request->turn = session->take_turn(session->scope, request->path, slock_clock_now());
	return request->turn >= 0 || request->turn == SLOCK_TURNS_NONE;
}

bool slock_zookeeper_clean_up(slock_zookeeper_session *session)
{
	slock_zookeeper_request *request, *next;
	bool waits = false;
	int sent = 0;

	for (request = session->requests; request && session->ready && !session->over; request = next) {
		next = request->next;
		if (!request->cleaning || !request->answered) {
			continue;
		}
		if (sent == MOST_AT_ONCE || slock_clock_now() < request->not_before || !requests_may_look(request)) {
			waits = true;
			continue;
		}
		sent++;
		request->answered = false;
		/* A related process may have deleted it by way of another server, before it was our turn. */
		session->caught_up = session->caught_up && !(request->found && session->take_turn);
		if (requests_catch_up(session, request->path) != ZOK ||
			zoo_aget(session->handle, request->path, 0, requests_on_get, request) != ZOK) {
			slock_zookeeper_free_request(request);
		}
	}
	return waits;
}

/* Whoever creates or releases with this token now is in charge of it: requests of one session are answered in their
 * order, so a DELETE that has been sent before is seen by what follows. Whether there was one. */
static bool requests_cancel_undo(slock_zookeeper_session *session, const slock_zookeeper_call *call)
{
	slock_zookeeper_request *request, *next;
	bool cancelled = false;

	for (request = session->requests; request; request = next) {
		next = request->next;
		if (request->undo && requests_are_of_one_key(request, call->path, call->token, call->token_length)) {
			request->undo = false;
			cancelled = cancelled || !request->keep;
			if (request->cleaning && request->answered) {
				slock_zookeeper_free_request(request);
			}
		}
	}
	return cancelled;
}

static int requests_delete(slock_zookeeper_session *session, const slock_zookeeper_call *call,
						   slock_zookeeper_request *request)
{
	requests_cancel_undo(session, call);
	slock_zookeeper_free_node(slock_zookeeper_find_node(session, call->path, call->token, call->token_length));
	if (!session->ready || call->connection != session->connection) {
		return ZSESSIONMOVED;
	}
	return zoo_adelete(session->handle, call->path, call->version, requests_on_delete, request);
}

static int requests_create(slock_zookeeper_session *session, const slock_zookeeper_call *call,
						   slock_zookeeper_request *request)
{
	static char scheme[] = "world", who[] = "anyone";
	struct ACL entry = {.perms = 0x1f, .id = {scheme, who}};
	const struct ACL_vector acl = {.count = 1, .data = &entry};

	request->again = requests_cancel_undo(session, call);
	if (call->asks_created) {
		return zoo_acreate2(session->handle, call->path, call->token, (int) call->token_length, &acl, ZOO_EPHEMERAL,
							requests_on_created, request);
	}
	return zoo_acreate(session->handle, call->path, call->token, (int) call->token_length, &acl, ZOO_EPHEMERAL,
					   requests_on_string, request);
}

slock_zookeeper_request *slock_zookeeper_send(slock_zookeeper_session *session, const slock_zookeeper_call *call,
											  slock_zookeeper_answer *answer)
{
	slock_zookeeper_request *request;
	int rc = ZSYSTEMERROR;

	pthread_mutex_lock(&slock_zookeeper_lock);
	request = requests_new_request(session, call->verb, call->path, call->token, call->token_length);
	if (request) {
		request->own = call->own;
		switch (call->verb) {
			case SLOCK_ZOOKEEPER_CREATE:
				rc = requests_create(session, call, request);
				break;
			case SLOCK_ZOOKEEPER_GET:
				if (call->releases) {
					requests_cancel_undo(session, call);
				}
				session->caught_up &= !call->catches_up;
				rc = requests_catch_up(session, call->path);
				rc = rc == ZOK ? zoo_aget(session->handle, call->path, 0, requests_on_get, request) : rc;
				break;
			case SLOCK_ZOOKEEPER_WATCH:
				rc = requests_catch_up(session, call->path);
				rc = rc == ZOK
						 ? zoo_awget(session->handle, call->path, session->watcher, session, requests_on_get, request)
						 : rc;
				break;
			case SLOCK_ZOOKEEPER_SYNC:
				rc = zoo_async(session->handle, call->path, requests_on_string, request);
				session->caught_up = session->caught_up || rc == ZOK;
				break;
			case SLOCK_ZOOKEEPER_DELETE:
				rc = requests_delete(session, call, request);
				break;
		}
		slock_zookeeper_heed_silent_loss(session);
		if (rc != ZOK) {
			slock_zookeeper_free_request(request);
			request = NULL;
		} else if (strlen(call->path) + call->token_length > 1024) {
			/* The library has sent as much as the socket took; the thread sends the rest. */
			slock_zookeeper_notify(session->to_thread);
		}
	}
	if (!request) {
		memset(answer, 0, sizeof(*answer));
		answer->code = requests_code_of(session, rc);
		answer->text = zerror(rc);
	}
	pthread_mutex_unlock(&slock_zookeeper_lock);
	return request;
}

bool slock_zookeeper_receive(slock_zookeeper_session *session, const slock_zookeeper_request *request,
							 slock_zookeeper_answer *answer)
{
	bool answered;

	(void) session;
	pthread_mutex_lock(&slock_zookeeper_lock);
	answered = request->answered;
	if (answered) {
		*answer = request->answer;
	}
	pthread_mutex_unlock(&slock_zookeeper_lock);
	return answered;
}

bool slock_zookeeper_changed(slock_zookeeper_session *session, const slock_zookeeper_request *request)
{
	bool answer;

	pthread_mutex_lock(&slock_zookeeper_lock);
	answer = request->changed || !session->ready || session->over;
	pthread_mutex_unlock(&slock_zookeeper_lock);
	return answer;
}

void slock_zookeeper_forget(slock_zookeeper_session *session, slock_zookeeper_request *request, bool undo)
{
	pthread_mutex_lock(&slock_zookeeper_lock);
	request->undo = undo && request->verb == SLOCK_ZOOKEEPER_CREATE;
	request->keep =
		request->undo && *slock_zookeeper_find_node(session, request->path, request->token, request->token_length);
	request->forgotten = true;
	if (request->answered) {
		if (request->undo && requests_is_to_be_cleaned_up(request)) {
			requests_begin_cleaning(request);
		} else {
			if (!request->undo) {
				requests_note_answer(request);
			}
			slock_zookeeper_free_request(request);
		}
	}
	pthread_mutex_unlock(&slock_zookeeper_lock);
}

void slock_zookeeper_take_back(slock_zookeeper_session *session, const slock_zookeeper_call *call, bool unless_held)
{
	slock_zookeeper_node **noted;
	slock_zookeeper_request *request;

	pthread_mutex_lock(&slock_zookeeper_lock);
	noted = slock_zookeeper_find_node(session, call->path, call->token, call->token_length);
	/* A session that was never established has no nodes. */
	if (session->id && (!unless_held || !*noted)) {
		slock_zookeeper_free_node(noted);
		request =
			requests_is_going(session, call->path, call->token, call->token_length)
				? NULL
				: requests_new_request(session, SLOCK_ZOOKEEPER_DELETE, call->path, call->token, call->token_length);
		if (request) {
			request->forgotten = request->undo = true;
			requests_begin_cleaning(request);
		}
	}
	pthread_mutex_unlock(&slock_zookeeper_lock);
}
