/* SPDX-License-Identifier: MIT
 *
 * See made_nodes.h. A key has the same path and token with all servers, so of one there may be several sessions: those
 * of the members of a quorum, and those of one object, which can be connected again. */
#include "php_slock.h"
#include "clients/zookeeper/made_nodes.h"
#include "core/process.h"

/* A session of a node; mostly there is one. */
typedef struct made_node {
	struct made_node *next;
	zend_long session;
	const void *client;  /* to tell one from another, and nothing else: it may be freed by now */
	uint32_t generation; /* of the process that has asked for the node */
	bool done;           /* it has made the node; else it may have */
} made_node;

static void made_node_free_all(zval *first)
{
	made_node *note = Z_PTR_P(first), *next;

	for (; note; note = next) {
		next = note->next;
		efree(note);
	}
}

/* What the notes of a node stand under. No path has a NUL byte. */
static zend_string *made_node_name(const slock_zookeeper_call *call)
{
	return zend_string_concat2(call->path, strlen(call->path) + 1, call->token, call->token_length);
}

/* The first note of that name; NULL: there is none. */
static made_node *made_node_first(zend_string *name)
{
	return SLOCK_G(made_nodes) ? zend_hash_find_ptr(SLOCK_G(made_nodes), name) : NULL;
}

static made_node *made_node_find(made_node *note, zend_long session)
{
	while (note && note->session != session) {
		note = note->next;
	}
	return note;
}

/* Behind those that there are. */
static made_node *made_node_add(zend_string *name, zend_long session)
{
	made_node *note = emalloc(sizeof(*note)), *last = made_node_first(name);

	*note = (made_node){.session = session};
	if (!SLOCK_G(made_nodes)) {
		ALLOC_HASHTABLE(SLOCK_G(made_nodes));
		zend_hash_init(SLOCK_G(made_nodes), 8, NULL, made_node_free_all, false);
	}
	if (!last) {
		zend_hash_add_new_ptr(SLOCK_G(made_nodes), name, note);
		return note;
	}
	while (last->next) {
		last = last->next;
	}
	return last->next = note;
}

void slock_made_node_note(const slock_zookeeper_call *call, const zend_object *client, zend_long session, bool done)
{
	zend_string *name;
	made_node *note;

	if (!session) {
		return;
	}
	name = made_node_name(call);
	note = made_node_find(made_node_first(name), session);
	if (!note) {
		note = made_node_add(name, session);
	}
	note->client = client;
	note->generation = slock_process_generation();
	note->done = note->done || done;
	zend_string_release(name);
}

void slock_made_node_forget(const slock_zookeeper_call *call, const zend_object *client)
{
	zend_string *name = made_node_name(call);
	made_node *first = made_node_first(name), *left = first, **at = &left, *note;

	while ((note = *at)) {
		if (note->client == client && note->generation == slock_process_generation()) {
			*at = note->next;
			efree(note);
		} else {
			at = &note->next;
		}
	}
	if (left != first) {
		ZVAL_PTR(zend_hash_find(SLOCK_G(made_nodes), name), left);
		if (!left) {
			zend_hash_del(SLOCK_G(made_nodes), name);
		}
	}
	zend_string_release(name);
}

static bool made_node_lives_in(const zval *owner, zend_long session)
{
	return Z_TYPE_P(owner) == IS_LONG ? Z_LVAL_P(owner) == session
									  : Z_TYPE_P(owner) == IS_DOUBLE && Z_DVAL_P(owner) == (double) session;
}

/* Of another session than the asking one that, by the server's word, may be the node's; NULL: none is noted. */
static const made_node *made_node_find_other(const made_node *note, const zval *owner, zend_long asking)
{
	while (note && (note->session == asking || !made_node_lives_in(owner, note->session))) {
		note = note->next;
	}
	return note;
}

slock_zookeeper_owner slock_made_node_owner(const slock_zookeeper_call *call, const zval *owner, zend_long session)
{
	const bool lives_in_it = made_node_lives_in(owner, session);
	zend_string *name = made_node_name(call);
	made_node *first = made_node_first(name);
	const made_node *own = made_node_find(first, session), *other;

	zend_string_release(name);
	if (lives_in_it && (Z_TYPE_P(owner) == IS_LONG || (own && own->done))) {
		return SLOCK_ZOOKEEPER_OWN;
	}
	other = made_node_find_other(first, owner, session);
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
