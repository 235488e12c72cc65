/* SPDX-License-Identifier: MIT
 *
 * The lock table of a database session: see session_locks.h. */
#include "php_slock.h"
#include "clients/advisory/session_locks.h"
#include "core/process.h"

struct slock_session_locks {
	HashTable entries;   /* name => entry; in persistent memory */
	HashTable doubts;    /* name => modes that the session may hold it in, LOCKS_DOUBT of each; the same */
	uint32_t generation; /* of the process that made it */
};

#define LOCKS_DOUBT(write) ((write) ? (zend_long) 2 : (zend_long) 1)

/* One of those who hold a lock with the same token. */
typedef struct holder {
	uint64_t store;
	struct holder *next;
} holder;

typedef struct {
	bool write;
	uint32_t owners;  /* > 0, and 1 when `write` */
	uint64_t since;   /* of the changes the one with which the latest owner came */
	HashTable tokens; /* token => the first holder; in persistent memory */
} entry;

static void locks_free_holders(zval *zv)
{
	holder *next;

	for (holder *freed = Z_PTR_P(zv); freed; freed = next) {
		next = freed->next;
		pefree(freed, true);
	}
}

static void locks_free_entry(zval *zv)
{
	entry *freed = Z_PTR_P(zv);

	zend_hash_destroy(&freed->tokens);
	pefree(freed, true);
}

slock_session_locks *slock_session_locks_new(void)
{
	slock_session_locks *locks = pemalloc(sizeof(*locks), true);

	zend_hash_init(&locks->entries, 8, NULL, locks_free_entry, true);
	zend_hash_init(&locks->doubts, 8, NULL, NULL, true);
	locks->generation = slock_process_generation();
	return locks;
}

void slock_session_locks_free(slock_session_locks *locks)
{
	if (!locks) {
		return;
	}
	zend_hash_destroy(&locks->entries);
	zend_hash_destroy(&locks->doubts);
	pefree(locks, true);
}

uint32_t slock_session_locks_generation(const slock_session_locks *locks)
{
	return locks->generation;
}

uint64_t slock_session_locks_changes(void)
{
	return SLOCK_G(session_lock_changes);
}

bool slock_session_locks_is_empty(const slock_session_locks *locks)
{
	return zend_hash_num_elements(&locks->entries) == 0;
}

bool slock_session_locks_is_certainly_empty(const slock_session_locks *locks)
{
	return slock_session_locks_is_empty(locks) && zend_hash_num_elements(&locks->doubts) == 0;
}

/* Mostly there is nothing in either table, and a hash of the name costs more than to see that. */
static zval *locks_find_in(const HashTable *table, const char *lock)
{
	return zend_hash_num_elements(table) ? zend_hash_str_find(table, lock, strlen(lock)) : NULL;
}

static entry *locks_find(const slock_session_locks *locks, const char *lock)
{
	const zval *found = locks_find_in(&locks->entries, lock);

	return found ? Z_PTR_P(found) : NULL;
}

static bool locks_is_owner(const entry *of, const slock_lock_owner *owner)
{
	const holder *at = zend_hash_find_ptr(&of->tokens, owner->token);

	while (at && at->store != owner->store) {
		at = at->next;
	}
	return at;
}

slock_lock_view slock_session_locks_look(const slock_session_locks *locks, const char *lock,
										 const slock_lock_owner *owner)
{
	const entry *found = locks_find(locks, lock);

	if (!found) {
		return SLOCK_LOCK_FREE;
	}
	if (!locks_is_owner(found, owner)) {
		return found->write ? SLOCK_LOCK_OTHERS_WRITE : SLOCK_LOCK_OTHERS_READ;
	}
	if (found->write) {
		return SLOCK_LOCK_OWN_WRITE;
	}
	return found->owners == 1 ? SLOCK_LOCK_OWN_READ : SLOCK_LOCK_SHARED_READ;
}

bool slock_session_locks_mentions(const slock_session_locks *locks, const char *lock)
{
	return locks_find(locks, lock) != NULL || slock_session_locks_is_doubtful(locks, lock, false) ||
		   slock_session_locks_is_doubtful(locks, lock, true);
}

uint64_t slock_session_locks_since(const slock_session_locks *locks, const char *lock)
{
	const entry *found = locks_find(locks, lock);

	return found ? found->since : 0;
}

/* --- what the session may hold although nobody does --------------------------------------------------------------- */

void slock_session_locks_doubt(slock_session_locks *locks, const char *lock, bool write)
{
	zval *modes = locks_find_in(&locks->doubts, lock), added;

	if (modes) {
		Z_LVAL_P(modes) |= LOCKS_DOUBT(write);
	} else {
		ZVAL_LONG(&added, LOCKS_DOUBT(write));
		zend_hash_str_add_new(&locks->doubts, lock, strlen(lock), &added);
	}
}

bool slock_session_locks_is_doubtful(const slock_session_locks *locks, const char *lock, bool write)
{
	const zval *modes = locks_find_in(&locks->doubts, lock);

	return modes && (Z_LVAL_P(modes) & LOCKS_DOUBT(write));
}

void slock_session_locks_settle(slock_session_locks *locks, const char *lock, bool write)
{
	zval *modes = locks_find_in(&locks->doubts, lock);

	if (modes && !(Z_LVAL_P(modes) &= ~LOCKS_DOUBT(write))) {
		zend_hash_str_del(&locks->doubts, lock, strlen(lock));
	}
}

/* --- one after another -------------------------------------------------------------------------------------------- */

static const char *locks_first_of(const HashTable *of)
{
	/* At its beginning always: nobody moves it, and it follows when what it is at is removed. Those who remove one
	 * after another do not look at the same places again and again. */
	const HashPosition *at = &of->nInternalPointer;
	zend_string *lock = NULL;
	zend_ulong unused;

	return zend_hash_get_current_key_ex(of, &lock, &unused, at) == HASH_KEY_IS_STRING ? ZSTR_VAL(lock) : NULL;
}

const char *slock_session_locks_first_doubt(const slock_session_locks *locks, bool *write)
{
	const char *lock = zend_hash_num_elements(&locks->doubts) ? locks_first_of(&locks->doubts) : NULL;
	zend_string *next;

	/* Who asks again for what he holds, and hears nothing, leaves a doubt beside it. */
	if (UNEXPECTED(lock && locks_find(locks, lock))) {
		lock = NULL;
		ZEND_HASH_FOREACH_STR_KEY((HashTable *) &locks->doubts, next) {
			if (!locks_find(locks, ZSTR_VAL(next))) {
				lock = ZSTR_VAL(next);
				break;
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	if (lock) {
		*write = Z_LVAL_P(zend_hash_str_find(&locks->doubts, lock, strlen(lock))) & LOCKS_DOUBT(true);
	}
	return lock;
}

const char *slock_session_locks_first(const slock_session_locks *locks, bool *write)
{
	const char *lock = locks_first_of(&locks->entries);

	if (lock) {
		*write = locks_find(locks, lock)->write;
		return lock;
	}
	return slock_session_locks_first_doubt(locks, write);
}

void slock_session_locks_remove_first_doubt(slock_session_locks *locks)
{
	bool write;
	const char *lock = slock_session_locks_first_doubt(locks, &write);

	/* The statement may have taken away what another one has just been granted. */
	SLOCK_G(session_lock_changes)++;
	if (lock) {
		slock_session_locks_settle(locks, lock, write);
	}
}

void slock_session_locks_remove_first(slock_session_locks *locks)
{
	const char *held = locks_first_of(&locks->entries);

	if (held) {
		slock_session_locks_forget(locks, held);
	} else {
		slock_session_locks_remove_first_doubt(locks);
	}
}

void slock_session_locks_orphan(slock_session_locks *locks)
{
	zend_string *lock;
	const entry *held;

	SLOCK_G(session_lock_changes)++;
	ZEND_HASH_FOREACH_STR_KEY_PTR(&locks->entries, lock, held) {
		slock_session_locks_doubt(locks, ZSTR_VAL(lock), held->write);
	}
	ZEND_HASH_FOREACH_END();
	zend_hash_clean(&locks->entries);
}

static void locks_list_string(HashTable *list, zend_string *string)
{
	zval copy;

	ZVAL_STRINGL(&copy, ZSTR_VAL(string), ZSTR_LEN(string));
	zend_hash_next_index_insert_new(list, &copy);
}

HashTable *slock_session_locks_of_store(const slock_session_locks *locks, uint64_t store)
{
	HashTable *list = NULL;
	zend_string *lock, *token;
	const entry *looked_at;
	const holder *at;

	ZEND_HASH_FOREACH_STR_KEY_PTR((HashTable *) &locks->entries, lock, looked_at) {
		ZEND_HASH_FOREACH_STR_KEY_PTR((HashTable *) &looked_at->tokens, token, at) {
			while (at && at->store != store) {
				at = at->next;
			}
			if (at) {
				list = list ? list : zend_new_array(8);
				locks_list_string(list, lock);
				locks_list_string(list, token);
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	ZEND_HASH_FOREACH_END();
	return list;
}

static void locks_add_owner(entry *to, const slock_lock_owner *owner)
{
	holder *added = pemalloc(sizeof(*added), true);
	zval *first = zend_hash_find(&to->tokens, owner->token);

	added->store = owner->store;
	added->next = first ? Z_PTR_P(first) : NULL;
	if (first) {
		Z_PTR_P(first) = added;
	} else {
		zend_hash_str_add_new_ptr(&to->tokens, ZSTR_VAL(owner->token), ZSTR_LEN(owner->token), added);
	}
	to->owners++;
}

void slock_session_locks_enter(slock_session_locks *locks, const char *lock, const slock_lock_owner *owner, bool write)
{
	entry *entered = locks_find(locks, lock);

	SLOCK_G(session_lock_changes)++;
	if (!entered) {
		entered = pecalloc(1, sizeof(*entered), true);
		zend_hash_init(&entered->tokens, 8, NULL, locks_free_holders, true);
		zend_hash_str_add_new_ptr(&locks->entries, lock, strlen(lock), entered);
	} else if (write || entered->write) {
		/* There is only one owner before or after: this one. */
		zend_hash_clean(&entered->tokens);
		entered->owners = 0;
	}
	entered->write = write;
	entered->since = SLOCK_G(session_lock_changes);
	if (zend_hash_num_elements(&locks->doubts)) {
		zend_hash_str_del(&locks->doubts, lock, strlen(lock));
	}
	if (!locks_is_owner(entered, owner)) {
		locks_add_owner(entered, owner);
	}
}

void slock_session_locks_demote(slock_session_locks *locks, const char *lock)
{
	entry *demoted = locks_find(locks, lock);

	if (demoted && demoted->write) {
		SLOCK_G(session_lock_changes)++;
		demoted->write = false;
	}
	if (slock_session_locks_is_doubtful(locks, lock, true)) {
		slock_session_locks_settle(locks, lock, true);
		slock_session_locks_doubt(locks, lock, false);
	}
}

static bool locks_remove_owner(entry *from, const slock_lock_owner *owner)
{
	zval *first = zend_hash_find(&from->tokens, owner->token);
	holder *removed = first ? Z_PTR_P(first) : NULL, *before = NULL;

	while (removed && removed->store != owner->store) {
		before = removed;
		removed = removed->next;
	}
	if (!removed) {
		return false;
	}
	if (before) {
		before->next = removed->next;
	} else {
		Z_PTR_P(first) = removed->next;
	}
	if (!Z_PTR_P(first)) {
		zend_hash_del(&from->tokens, owner->token);
	}
	pefree(removed, true);
	from->owners--;
	return true;
}

void slock_session_locks_leave(slock_session_locks *locks, const char *lock, const slock_lock_owner *owner)
{
	entry *left = locks_find(locks, lock);

	SLOCK_G(session_lock_changes)++;
	if (left && locks_remove_owner(left, owner) && !left->owners) {
		slock_session_locks_forget(locks, lock);
	}
}

void slock_session_locks_forget(slock_session_locks *locks, const char *lock)
{
	SLOCK_G(session_lock_changes)++;
	zend_hash_str_del(&locks->entries, lock, strlen(lock));
}

void slock_session_locks_clear(slock_session_locks *locks)
{
	SLOCK_G(session_lock_changes)++;
	zend_hash_clean(&locks->entries);
	zend_hash_clean(&locks->doubts);
}
