/* SPDX-License-Identifier: MIT
 *
 * See made_nodes.h. A key has the same path and token with all servers, so of one there may be several sessions: those
 * of the members of a quorum. Of each it is noted which process, by its generation, has opened it. */
#include "php_slock.h"
#include "clients/zookeeper/made_nodes.h"
#include "core/process.h"

/* NULL: nothing is noted, and with `add` false nothing is to be. */
static HashTable *made_node_sessions(const slock_zookeeper_call *call, bool add)
{
	zend_string *name;
	zval *sessions;

	if (!SLOCK_G(made_nodes)) {
		if (!add) {
			return NULL;
		}
		SLOCK_G(made_nodes) = zend_new_array(8);
	}
	/* No path has a NUL byte. */
	name = zend_string_concat2(call->path, strlen(call->path) + 1, call->token, call->token_length);
	sessions = zend_hash_find(SLOCK_G(made_nodes), name);
	if (!sessions && add) {
		zval none;

		array_init(&none);
		sessions = zend_hash_add_new(SLOCK_G(made_nodes), name, &none);
	}
	zend_string_release(name);
	return sessions ? Z_ARRVAL_P(sessions) : NULL;
}

void slock_made_node_note(const slock_zookeeper_call *call, zend_long session)
{
	zval generation;

	if (session) {
		ZVAL_LONG(&generation, slock_process_generation());
		zend_hash_index_update(made_node_sessions(call, true), session, &generation);
	}
}

void slock_made_node_forget(const slock_zookeeper_call *call, zend_long session)
{
	HashTable *sessions = made_node_sessions(call, false);
	zend_string *name;

	if (!sessions) {
		return;
	}
	zend_hash_index_del(sessions, session);
	if (zend_hash_num_elements(sessions) == 0) {
		name = zend_string_concat2(call->path, strlen(call->path) + 1, call->token, call->token_length);
		zend_hash_del(SLOCK_G(made_nodes), name);
		zend_string_release(name);
	}
}

slock_zookeeper_owner slock_made_node_owner(const slock_zookeeper_call *call, double owner, zend_long session)
{
	const bool looks_like_it = session && owner == (double) session;
	HashTable *sessions = made_node_sessions(call, false);
	zend_ulong maker;
	zval *generation;

	if (!sessions) {
		return looks_like_it ? SLOCK_ZOOKEEPER_OWN : SLOCK_ZOOKEEPER_OTHER;
	}
	if (looks_like_it && zend_hash_index_exists(sessions, session)) {
		return SLOCK_ZOOKEEPER_OWN;
	}
	ZEND_HASH_FOREACH_NUM_KEY_VAL(sessions, maker, generation) {
		/* One of this process may be an earlier session of the same object, which is about to end. */
		if (owner == (double) (zend_long) maker && Z_LVAL_P(generation) != slock_process_generation()) {
			return SLOCK_ZOOKEEPER_RELATED;
		}
	}
	ZEND_HASH_FOREACH_END();
	return SLOCK_ZOOKEEPER_OTHER;
}

void slock_made_nodes_end_request(void)
{
	if (SLOCK_G(made_nodes)) {
		zend_array_destroy(SLOCK_G(made_nodes));
		SLOCK_G(made_nodes) = NULL;
	}
}
