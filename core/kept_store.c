/* SPDX-License-Identifier: MIT
 *
 * A store some of whose locks are renewed by a thread: see kept_store.h. */
#include "php_slock.h"
#include "core/kept_store.h"
#include "core/text.h"

#include "zend_exceptions.h"

/* What the store has for the time being in the place of its class' operations. */
typedef struct {
	slock_store_ops ops; /* first */
	const slock_store_ops *original;
	size_t renewals;
} kept_store;

static slock_status kept_store_run(slock_store *store, const slock_request *request, slock_result *result)
{
	/* Of the class, which is still there when PHP code has ended the last renewal meanwhile. */
	const slock_store_ops *original = ((const kept_store *) store->ops)->original;
	const bool releases = request->op == SLOCK_OP_RELEASE;

	if (request->op == SLOCK_OP_EXISTS) {
		return original->run(store, request, result);
	}
	slock_renewals_operation_begins(request->key, store, releases);
	original->run(store, request, result);
	slock_renewals_operation_ended(request->key, store, releases, result->status, result->expires_at);
	return result->status;
}

static bool kept_store_is_kept(const slock_store *store)
{
	return store->ops->run == kept_store_run;
}

bool slock_kept_store_may_begin(const slock_store *store, const slock_key *key)
{
	return !kept_store_is_kept(store) || !slock_renewals_have(key, store);
}

/* One renewal more. */
static bool kept_store_enter(slock_store *store)
{
	kept_store *kept;

	if (kept_store_is_kept(store)) {
		((kept_store *) store->ops)->renewals++;
		return true;
	}
	kept = malloc(sizeof(*kept));
	if (!kept) {
		return false;
	}
	*kept = (kept_store){
		.ops = *store->ops,
		.original = store->ops,
		.renewals = 1,
	};
	kept->ops.run = kept_store_run;
	store->ops = &kept->ops;
	return true;
}

static void kept_store_leave(slock_store *store)
{
	kept_store *kept = (kept_store *) store->ops;

	if (!--kept->renewals) {
		store->ops = kept->original;
		free(kept);
	}
}

slock_renewal *slock_kept_store_begin(zend_object *object, slock_key *key, slock_renewal_listener *listener, double ttl,
									  slock_time until, slock_time last)
{
	slock_store *store = slock_store_from_obj(object);
	slock_renewal *renewal = NULL;
	slock_line *line;
	zend_string *token, *resource;

	if (!listener || !store || store->overridden || !store->constructed || !store->ops->line ||
		ttl < store->ops->min_ttl || (store->ops->max_ttl != 0.0 && ttl > store->ops->max_ttl)) {
		return NULL;
	}
	resource = slock_key_resource(key);
	line = store->ops->line(store, resource);
	if (!line) {
		return NULL;
	}
	token = slock_key_token(key, store->state_name);
	if (!token || !kept_store_enter(store)) {
		/* Whoever needs a token next says that there is no randomness. */
		zend_clear_exception();
		line->ops->free(line);
	} else {
		resource = zend_string_copy(slock_key_resource(key));
		renewal = slock_renewal_start(line, listener,
									  &(slock_renewal_order){key, store, ZSTR_VAL(resource), ZSTR_VAL(token),
															 ZSTR_LEN(resource), ZSTR_LEN(token), ttl, until, last});
		zend_string_release(resource);
		if (!renewal) {
			kept_store_leave(store);
		}
	}
	slock_text_release(token);
	return renewal;
}

bool slock_kept_store_renews(zend_object *object, slock_key *key, const slock_renewal *renewal)
{
	const zval *token = slock_key_find_state(key, slock_store_this(object)->state_name);

	return token && Z_TYPE_P(token) == IS_STRING && slock_renewal_is_of(renewal, Z_STRVAL_P(token), Z_STRLEN_P(token));
}

void slock_kept_store_end(zend_object *store, slock_renewal *renewal)
{
	slock_renewal_end(renewal);
	kept_store_leave(slock_store_this(store));
}
