/* SPDX-License-Identifier: MIT
 *
 * See made_nodes.h. A key has the same path and token with all servers, so of one there may be several sessions: those
 * of the members of a quorum, and those of one object, which can be connected again. */
#include "php_slock.h"
#include "clients/zookeeper/made_nodes.h"
#include "core/process.h"

typedef struct {
	const void *client;  /* to tell one from another, and nothing else: it may be freed by now */
	uint32_t generation; /* of the process that has asked for the node */
	bool done;           /* it has made the node; else it may have */
} made_node;

static void made_node_free(zval *note)
{
	efree(Z_PTR_P(note));
}

static void made_node_free_sessions(zval *sessions)
{
	zend_hash_destroy(Z_PTR_P(sessions));
	FREE_HASHTABLE(Z_PTR_P(sessions));
}

/* No path has a NUL byte. */
static zend_string *made_node_name(const slock_zookeeper_call *call)
{
	return zend_string_concat2(call->path, strlen(call->path) + 1, call->token, call->token_length);
}

/* The notes of a node, by session. NULL: there are none. */
static HashTable *made_node_find(const slock_zookeeper_call *call)
{
	zend_string *name;
	HashTable *sessions;

	if (!SLOCK_G(made_nodes)) {
		return NULL;
	}
	name = made_node_name(call);
	sessions = zend_hash_find_ptr(SLOCK_G(made_nodes), name);
	zend_string_release(name);
	return sessions;
}

static HashTable *made_node_add(const slock_zookeeper_call *call)
{
	zend_string *name;
	HashTable *sessions;

	if (!SLOCK_G(made_nodes)) {
		ALLOC_HASHTABLE(SLOCK_G(made_nodes));
		zend_hash_init(SLOCK_G(made_nodes), 8, NULL, made_node_free_sessions, false);
	}
	name = made_node_name(call);
	ALLOC_HASHTABLE(sessions);
	zend_hash_init(sessions, 1, NULL, made_node_free, false);
	zend_hash_add_new_ptr(SLOCK_G(made_nodes), name, sessions);
	zend_string_release(name);
	return sessions;
}

void slock_made_node_note(const slock_zookeeper_call *call, const zend_object *client, zend_long session, bool done)
{
	HashTable *sessions;
	made_node *note;

	if (!session) {
		return;
	}
	sessions = made_node_find(call);
	if (!sessions) {
		sessions = made_node_add(call);
	}
	note = zend_hash_index_find_ptr(sessions, session);
	if (!note) {
		note = emalloc(sizeof(*note));
		note->done = false;
		zend_hash_index_add_new_ptr(sessions, session, note);
	}
	note->client = client;
	note->generation = slock_process_generation();
	note->done = note->done || done;
}

static bool made_node_is_of(const made_node *note, const zend_object *client)
{
	return note->client == client && note->generation == slock_process_generation();
}

void slock_made_node_forget(const slock_zookeeper_call *call, const zend_object *client)
{
	HashTable *sessions = made_node_find(call);
	zend_string *name;
	zend_ulong session;
	made_node *note;

	if (!sessions) {
		return;
	}
	ZEND_HASH_FOREACH_NUM_KEY_PTR(sessions, session, note)
	{
		if (made_node_is_of(note, client)) {
			zend_hash_index_del(sessions, session);
		}
	}
	ZEND_HASH_FOREACH_END();
	if (zend_hash_num_elements(sessions) == 0) {
		name = made_node_name(call);
		zend_hash_del(SLOCK_G(made_nodes), name);
		zend_string_release(name);
	}
}

static bool made_node_lives_in(const zval *owner, zend_long session)
{
	return session &&
		   (Z_TYPE_P(owner) == IS_LONG ? Z_LVAL_P(owner) == session
									   : Z_TYPE_P(owner) == IS_DOUBLE && Z_DVAL_P(owner) == (double) session);
}

/* Another session than the asking one that, by the server's word, may be the node's; NULL: none is noted. */
static const made_node *made_node_find_other(HashTable *sessions, const zval *owner, zend_long asking)
{
	zend_ulong session;
	const made_node *note;

	ZEND_HASH_FOREACH_NUM_KEY_PTR(sessions, session, note)
	{
		if ((zend_long) session != asking && made_node_lives_in(owner, (zend_long) session)) {
			return note;
		}
	}
	ZEND_HASH_FOREACH_END();
	return NULL;
}

slock_zookeeper_owner slock_made_node_owner(const slock_zookeeper_call *call, const zval *owner, zend_long session)
{
	const bool lives_in_it = made_node_lives_in(owner, session);
	HashTable *sessions = made_node_find(call);
	const made_node *own = sessions ? zend_hash_index_find_ptr(sessions, session) : NULL;
	const made_node *other;

	if (lives_in_it && (Z_TYPE_P(owner) == IS_LONG || (own && own->done))) {
		return SLOCK_ZOOKEEPER_OWN;
	}
	other = sessions ? made_node_find_other(sessions, owner, session) : NULL;
	if (other) {
		/* One of this process may be an earlier session of the same object, with which its nodes go. */
		return other->generation == slock_process_generation() ? SLOCK_ZOOKEEPER_OTHER : SLOCK_ZOOKEEPER_RELATED;
	}
	/* Of what this process has made there is a note, or its session was not known yet; a related process may have made
	 * a node with the same token since, which nobody here has noted. */
	return lives_in_it && (own || !slock_process_has_forked()) ? SLOCK_ZOOKEEPER_OWN : SLOCK_ZOOKEEPER_OTHER;
}

void slock_made_nodes_end_request(void)
{
	if (SLOCK_G(made_nodes)) {
		zend_hash_destroy(SLOCK_G(made_nodes));
		FREE_HASHTABLE(SLOCK_G(made_nodes));
		SLOCK_G(made_nodes) = NULL;
	}
}
