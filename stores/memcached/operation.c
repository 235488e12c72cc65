/* SPDX-License-Identifier: MIT
 *
 * The commands of an operation on MemcachedStore, and what their answers mean; see operation.h. */
#include "php_slock.h"
#include "clients/memcached/expiration.h"
#include "core/core.h"
#include "core/digest.h"
#include "core/exceptions.h"
#include "core/key.h"
#include "stores/memcached/operation.h"

/* How often the server is asked again whose a lock is that was ours and is another version by now. The thread that
 * renews writes once in a third of the TTL. */
#define MOST_LOOKS 3

/* memcached knows no key like this: it is named by its hash. Never another one for the same resource. */
static zend_string *operation_hash_key(zend_string *resource)
{
	static const char prefix[] = "slock.";
	zend_string *key = zend_string_alloc(sizeof(prefix) - 1 + 64, false);

	memcpy(ZSTR_VAL(key), prefix, sizeof(prefix) - 1);
	slock_digest_hex(slock_sha256, resource, ZSTR_VAL(key) + sizeof(prefix) - 1);
	return key;
}

static bool operation_set_expiration(const slock_store *store, slock_memcached_operation *o, double ttl,
									 slock_result *result)
{
	if (!slock_memcached_expiration(ttl, &o->expiration)) {
		slock_result_exception(result, slock_ce_InvalidTtlException,
							   "%s cannot keep a lock until after January 19, 2038 (a TTL of %.17g seconds was given)",
							   store->ops->name, ttl);
		return false;
	}
	return true;
}

static void operation_set_command(slock_memcached_operation *o, slock_memcached_verb verb)
{
	o->command.verb = verb;
	if (verb == SLOCK_MEMCACHED_ADD || (verb == SLOCK_MEMCACHED_GET && !o->clearing)) {
		/* It is not known yet, or not any more. */
		o->command.version = 0;
	}
	o->command.key = ZSTR_VAL(o->key);
	o->command.key_length = ZSTR_LEN(o->key);
	o->command.value = ZSTR_VAL(o->token);
	o->command.value_length = ZSTR_LEN(o->token);
	o->command.expiration = o->op == SLOCK_OP_RELEASE ? SLOCK_MEMCACHED_EXPIRED : o->expiration;
	o->command.new_version = o->versions && (verb == SLOCK_MEMCACHED_ADD || verb == SLOCK_MEMCACHED_CAS)
								 ? slock_memcached_version_new(o->versions)
								 : 0;
}

static void operation_set_first_command(slock_memcached_operation *o)
{
	operation_set_command(o, o->op == SLOCK_OP_ACQUIRE ? SLOCK_MEMCACHED_ADD : SLOCK_MEMCACHED_GET);
}

/* What we have written ourselves need not be asked for: no other write has its version. When it is over, the answer
 * says so, and then the server is asked. */
static bool operation_recall(slock_memcached_operation *o)
{
	uint64_t version = o->versions && (o->op == SLOCK_OP_REFRESH || o->op == SLOCK_OP_RELEASE)
						   ? slock_memcached_version_of(o->versions, o->token)
						   : 0;

	if (version) {
		operation_set_command(o, o->op == SLOCK_OP_RELEASE ? SLOCK_MEMCACHED_DELETE : SLOCK_MEMCACHED_CAS);
		o->command.version = version;
		o->recalled = true;
	}
	return o->recalled;
}

/* After every answer: what is known of the version that the token has now. */
static void operation_note_version(const slock_memcached_operation *o, const slock_memcached_answer *answer)
{
	if (!o->versions || o->command.verb == SLOCK_MEMCACHED_GET) {
		return;
	}
	if (answer->outcome == SLOCK_MEMCACHED_OK && answer->named) {
		slock_memcached_version_keep(o->versions, o->token, o->command.new_version);
	} else {
		slock_memcached_version_forget(o->versions, o->token);
	}
}

void slock_memcached_operation_end(slock_memcached_operation *o)
{
	zend_string_release(o->key);
	zend_string_release(o->resource);
	zend_string_release(o->token);
}

bool slock_memcached_operation_start(slock_memcached_operation *o, const slock_store *store, slock_memcached *memcached,
									 slock_memcached_versions *versions, const slock_request *request,
									 slock_result *result)
{
	memset(o, 0, sizeof(*o));
	o->op = request->op;
	if ((o->op == SLOCK_OP_ACQUIRE || o->op == SLOCK_OP_REFRESH) &&
		!operation_set_expiration(store, o, request->ttl, result)) {
		return false;
	}
	o->is_new = slock_key_find_state(request->key, store->state_name) == NULL;
	o->token = slock_key_token(request->key, store->state_name);
	if (!o->token) {
		slock_result_set(result, SLOCK_INTERRUPTED);
		return false;
	}
	/* The answers of a client object may be those to other commands: there the first refusal counts. */
	o->looks = memcached->client ? 0 : MOST_LOOKS;
	o->deletes = memcached->deletes_versions;
	o->versions = memcached->names_versions ? versions : NULL;
	o->command.answer_by = request->answer_by;
	o->command.again = request->again;
	o->resource = zend_string_copy(request->resource);
	if (memcached->can_send(memcached, ZSTR_VAL(o->resource), ZSTR_LEN(o->resource))) {
		o->key = zend_string_copy(o->resource);
	} else {
		o->key = operation_hash_key(o->resource);
	}
	if (UNEXPECTED(EG(exception))) {
		slock_result_from_client(result);
		slock_memcached_operation_end(o);
		return false;
	}
	if (!operation_recall(o)) {
		operation_set_first_command(o);
	}
	return true;
}

static bool operation_conclude(slock_result *result, slock_status status)
{
	slock_result_set(result, status);
	return true;
}

/* Once more from the first command, if it is the first time. */
static bool operation_restart(slock_memcached_operation *o, bool *before, slock_result *result)
{
	if (*before) {
		return true;
	}
	*before = true;
	/* What had gone may be there again, and ours: the command that is repeated may have been done. */
	o->recalled = o->added_again = false;
	slock_result_reset(result);
	operation_set_first_command(o);
	return false;
}

/* The lock was gone when it was not there to be compared or swapped. */
static bool operation_on_missing(slock_memcached_operation *o, slock_result *result)
{
	if (o->op == SLOCK_OP_ACQUIRE && !o->added_again) {
		o->added_again = true;
		operation_set_command(o, SLOCK_MEMCACHED_ADD);
		return false;
	}
	return operation_conclude(result, o->releasing ? SLOCK_OK : SLOCK_CONFLICT);
}

/* The lock was ours, and was written to before it could be compared and swapped: by its next owner, or by the thread
 * that renews it, or by another process with the same key. */
static bool operation_on_refused(slock_memcached_operation *o, slock_result *result)
{
	if (o->looks) {
		o->looks--;
		o->refused = o->command.verb == SLOCK_MEMCACHED_DELETE ? o->command.version : 0;
		operation_set_command(o, SLOCK_MEMCACHED_GET);
		return false;
	}
	return operation_conclude(result, o->releasing ? SLOCK_OK : SLOCK_CONFLICT);
}

static bool operation_after_get(slock_memcached_operation *o, const slock_memcached_answer *answer,
								slock_result *result)
{
	switch (answer->outcome) {
		case SLOCK_MEMCACHED_OK:
			if (o->op == SLOCK_OP_EXISTS) {
				return operation_conclude(result, SLOCK_OK);
			}
			if (!answer->version) {
				slock_result_error(result,
								   "The Memcached server keeps no versions of its values (it was started with -C), and "
								   "without them a lock cannot be refreshed or released");
				return true;
			}
			/* It was refused for the version that is there: before 1.6.13 "md" compares it with 0. */
			o->deletes = o->deletes && answer->version != o->refused;
			o->command.version = answer->version;
			/* Compared and done in one command: in between it may be held up for as long as it takes. */
			operation_set_command(o, o->op == SLOCK_OP_RELEASE && o->deletes ? SLOCK_MEMCACHED_DELETE
																			 : SLOCK_MEMCACHED_CAS);
			return false;
		case SLOCK_MEMCACHED_MISSING:
			return operation_on_missing(o, result);
		default:
			return operation_conclude(result, o->releasing ? SLOCK_OK : SLOCK_CONFLICT);
	}
}

static bool operation_after_cas(slock_memcached_operation *o, const slock_memcached_answer *answer,
								slock_result *result)
{
	switch (answer->outcome) {
		case SLOCK_MEMCACHED_OK:
			if (o->op != SLOCK_OP_RELEASE) {
				return operation_conclude(result, SLOCK_OK);
			}
			/* What has expired takes up memory, for which the server may evict locks, until it is asked for. */
			o->clearing = true;
			operation_set_command(o, SLOCK_MEMCACHED_GET);
			return false;
		case SLOCK_MEMCACHED_MISSING:
			return operation_on_missing(o, result);
		default:
			return operation_on_refused(o, result);
	}
}

/* The lock is released, whatever has become of the command after that. */
static bool operation_after_clearing(slock_result *result)
{
	if (result->status != SLOCK_INTERRUPTED) {
		slock_result_reset(result);
	}
	return true;
}

static bool operation_after_delete(slock_memcached_operation *o, const slock_memcached_answer *answer,
								   slock_result *result)
{
	if (answer->outcome == SLOCK_MEMCACHED_OK && answer->lingers) {
		o->clearing = true;
		operation_set_command(o, SLOCK_MEMCACHED_GET);
		return false;
	}
	if (answer->outcome == SLOCK_MEMCACHED_REFUSED) {
		return operation_on_refused(o, result);
	}
	/* When not, it had ended by itself. */
	return operation_conclude(result,
							  answer->outcome == SLOCK_MEMCACHED_OK || o->releasing ? SLOCK_OK : SLOCK_CONFLICT);
}

bool slock_memcached_operation_advance(slock_memcached_operation *o, const slock_memcached_answer *answer,
									   slock_result *result)
{
	bool hashed;

	if (o->clearing) {
		return operation_after_clearing(result);
	}
	operation_note_version(o, answer);
	if (o->recalled && answer->outcome == SLOCK_MEMCACHED_REFUSED) {
		/* Another write came after it, which may be ours as well: of another process, or one without an answer. */
		o->recalled = false;
		operation_set_command(o, SLOCK_MEMCACHED_GET);
		return false;
	}
	switch (answer->outcome) {
		case SLOCK_MEMCACHED_FAILED:
			return true;
		case SLOCK_MEMCACHED_STALE:
			/* It may have been done, and then it is not found any more. */
			o->releasing = o->releasing || (o->op == SLOCK_OP_RELEASE && o->command.verb != SLOCK_MEMCACHED_GET);
			return operation_restart(o, &o->restarted, result);
		case SLOCK_MEMCACHED_BAD_KEY:
			hashed = o->key != o->resource;
			if (!hashed) {
				zend_string_release(o->key);
				o->key = operation_hash_key(o->resource);
			}
			return operation_restart(o, &hashed, result);
		default:
			break;
	}
	switch (o->command.verb) {
		case SLOCK_MEMCACHED_ADD:
			if (answer->outcome == SLOCK_MEMCACHED_OK) {
				return operation_conclude(result, SLOCK_OK);
			}
			/* It may be ours already, unless the token is news to the server; or was, before the connection was
			 * lost. */
			if (!answer->repeated && (o->added_again || (o->is_new && !o->restarted))) {
				return operation_conclude(result, SLOCK_CONFLICT);
			}
			operation_set_command(o, SLOCK_MEMCACHED_GET);
			return false;
		case SLOCK_MEMCACHED_GET:
			return operation_after_get(o, answer, result);
		case SLOCK_MEMCACHED_CAS:
			return operation_after_cas(o, answer, result);
		default:
			return operation_after_delete(o, answer, result);
	}
}

bool slock_memcached_operation_is_last(const slock_memcached_operation *o)
{
	switch (o->command.verb) {
		case SLOCK_MEMCACHED_GET:
			return o->op == SLOCK_OP_EXISTS || o->clearing;
		case SLOCK_MEMCACHED_CAS:
			return o->op != SLOCK_OP_RELEASE;
		default:
			return true;
	}
}
