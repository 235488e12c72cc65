/* SPDX-License-Identifier: MIT
 *
 * Key: the identity of a lock. A resource, a lifetime and what each store keeps for it. */
#ifndef SLOCK_CORE_KEY_H
#define SLOCK_CORE_KEY_H

#include "php_slock.h"
#include "core/clock.h"
#include "core/object.h"

extern zend_class_entry *slock_ce_Key;

/* Of keys that have a resource; filled in by slock_key_register(). */
extern zend_object_handlers slock_key_handlers;

/* A Key is an ordinary object whose private properties are its storage, read and written here by their slots. It has
 * no create_object: PHP code makes Keys through ReflectionClass::newInstanceWithoutConstructor() (the package's own
 * normalizer does), which the engine refuses for final classes that allocate their objects themselves.
 *
 *   resource      a string; undefined before __construct() or __unserialize() ran
 *   expiringTime  the expiry on the monotonic clock in ns, or null for no end
 *   state         nearly every key meets one store in its life, so its state stands here bare, without a hash table:
 *                 an owner token (a string) or a Slock\Handle (an object). Otherwise an array, or null while empty.
 *   serializable  beside a bare state its name (a string), which also says that the key can be serialized if the
 *                 state can, and that is for tokens only. Otherwise true or false. */
typedef zend_object slock_key;

static inline slock_key *slock_key_from_obj(zend_object *object)
{
	return object;
}

#define Z_SLOCK_KEY_P(zv) slock_key_from_obj(Z_OBJ_P(zv))

#define SLOCK_KEY_SLOT_RESOURCE 0
#define SLOCK_KEY_SLOT_EXPIRY 1
#define SLOCK_KEY_SLOT_STATE 2
#define SLOCK_KEY_SLOT_MODE 3
#define SLOCK_KEY_SLOTS 4

/* What is in doubt between the key and the servers of one store, whichever Lock asks:
 *
 *   UNSURE    a release was not answered, or was sent twice, and the token is the same yet: it may be carried out at
 *             any time
 *   HAUNTED   and what it was to release may be in the way
 *   RELEASED  and it was the user's: nobody holds the lock by this key any more
 *   SHORTENS  a server may have a later end for the lock than the key
 *   LATE      what would make a reader of the writer, or release it, may still be on its way: a release makes that
 * UNSURE
 *
 * There are many keys: this stands in bits that PHP's values leave free (u2 of the state's slot, whose lowest byte is
 * the engine's for its flags of properties), with the classes of the store (slock_store_kinds()): another object for
 * the same servers has the same token, and nobody knows which are for the same. Of stores of different classes in doubt
 * the first one is forgotten, unless it alone is UNSURE. Later clones of the key are in the same doubt; what was
 * serialized says nothing of it. */
#define SLOCK_KEY_UNSURE (1u << 8)
#define SLOCK_KEY_HAUNTED (1u << 9)
#define SLOCK_KEY_SHORTENS (1u << 10)
#define SLOCK_KEY_RELEASED (1u << 11)
#define SLOCK_KEY_LATE (1u << 12)
#define SLOCK_KEY_DOUBTS                                                                                               \
	(SLOCK_KEY_UNSURE | SLOCK_KEY_HAUNTED | SLOCK_KEY_SHORTENS | SLOCK_KEY_RELEASED | SLOCK_KEY_LATE)
#define SLOCK_KEY_DOUBTED_SHIFT 13

/* In the same bits of the other slots: how often a store has granted the lock by this key, to an acquisition or a
 * refresh, modulo 2^24 (the resource's); of what classes that was which did so last (slock_store_kinds()), or 0 where
 * nobody knows, and whether the latest acquisition was for reading (the mode's); and of what classes those are that the
 * lock is held on, as far as the key knows, and how often a release of it has begun or ended, modulo 32 (the expiry's).
 * Not which objects: there may be several for the same servers. */
#define SLOCK_KEY_GRANTS_SHIFT 8
#define SLOCK_KEY_MOST_GRANTS (UINT32_MAX >> SLOCK_KEY_GRANTS_SHIFT)
#define SLOCK_KEY_KINDS_SHIFT 8
#define SLOCK_KEY_ALL_KINDS ((1u << (32 - SLOCK_KEY_DOUBTED_SHIFT)) - 1)
#define SLOCK_KEY_RELEASES_SHIFT 27
#define SLOCK_KEY_READS (1u << 31)

/* Puts a value into a slot first and frees the old one afterwards: its destructor may look at the key. */
void slock_key_replace_slot(zval *slot, zval *value);

/* What stands in the slot. array_walk() and ArrayObject make references of properties, and may write anything there. */
static inline zval *slock_key_slot(const slock_key *key, int which)
{
	zval *slot = OBJ_PROP_NUM((slock_key *) key, which);

	ZVAL_DEREF(slot);
	return slot;
}

/* Whether it has its resource. */
static inline bool slock_key_is_constructed(const slock_key *key)
{
	return Z_TYPE_P(slock_key_slot(key, SLOCK_KEY_SLOT_RESOURCE)) == IS_STRING;
}

/* The resource, borrowed. Only after slock_key_check(); empty where PHP code has destroyed it since. */
static inline zend_string *slock_key_resource(slock_key *key)
{
	zval *slot = slock_key_slot(key, SLOCK_KEY_SLOT_RESOURCE);

	return EXPECTED(Z_TYPE_P(slot) == IS_STRING) ? Z_STR_P(slot) : ZSTR_EMPTY_ALLOC();
}

/* The expiry on the monotonic clock; SLOCK_FOREVER: no end. */
static inline slock_time slock_key_expiry(slock_key *key)
{
	const zval *slot = slock_key_slot(key, SLOCK_KEY_SLOT_EXPIRY);

	return Z_TYPE_P(slot) == IS_DOUBLE ? (slock_time) Z_DVAL_P(slot) : SLOCK_FOREVER;
}

/* A double holds nanoseconds of uptime exactly for 104 days, and to 64 ns for ten years, also where PHP's integers have
 * 32 bits. Whatever else PHP code has put there is freed, and may run a destructor. */
static inline void slock_key_set_expiry(slock_key *key, slock_time when)
{
	zval *slot = slock_key_slot(key, SLOCK_KEY_SLOT_EXPIRY);

	if (UNEXPECTED(Z_REFCOUNTED_P(slot))) {
		zval none = {.u1 = {.type_info = IS_NULL}};

		slock_key_replace_slot(slot, &none);
		slot = slock_key_slot(key, SLOCK_KEY_SLOT_EXPIRY);
	}
	if (when == SLOCK_FOREVER) {
		ZVAL_NULL(slot);
	} else {
		ZVAL_DOUBLE(slot, (double) when);
	}
}

/* Whether there is any, with any store. */
static inline bool slock_key_is_in_doubt(const slock_key *key)
{
	return (Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_STATE)) & SLOCK_KEY_DOUBTS) != 0;
}

/* Those of SLOCK_KEY_DOUBTS that there are with a store of these classes. */
uint32_t slock_key_doubts(const slock_key *key, uint32_t kinds);

/* Sets them. None where there are none leaves other classes' alone, and so does what counts for less. */
void slock_key_set_doubts(slock_key *key, uint32_t kinds, uint32_t doubts);

/* A new key; takes over the reference to `resource`. */
zend_object *slock_key_create(zend_string *resource);

/* Throws an Error when the key was never constructed. Every method and operation that reads the resource asks first. */
static inline zend_result slock_key_check(const slock_key *key)
{
	return slock_object_check_constructed(key, slock_key_is_constructed(key));
}

static inline void slock_key_reset_lifetime(slock_key *key)
{
	slock_key_set_expiry(key, SLOCK_FOREVER);
}

/* Lets the lifetime end then, unless it ends before. */
static inline void slock_key_limit_expiry(slock_key *key, slock_time when)
{
	if (when < slock_key_expiry(key)) {
		slock_key_set_expiry(key, when);
	}
}

/* Whoever remembers the number can tell whether the lock was granted since. */
static inline uint32_t slock_key_grants(const slock_key *key)
{
	return Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_RESOURCE)) >> SLOCK_KEY_GRANTS_SHIFT;
}

/* A release by this key begins, or has ended. */
static inline void slock_key_note_release(slock_key *key)
{
	Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_EXPIRY)) += 1u << SLOCK_KEY_RELEASES_SHIFT;
	SLOCK_G(releases)++;
}

/* What a key has counted at a moment, and what all of the thread have: a key's count of releases is a short one. */
typedef struct {
	uint32_t of_key;
	uint64_t of_all;
} slock_key_events;

static inline slock_key_events slock_key_events_so_far(const slock_key *key)
{
	return (slock_key_events){.of_key =
								  slock_key_grants(key) | (Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_EXPIRY)) >>
														   SLOCK_KEY_RELEASES_SHIFT << (32 - SLOCK_KEY_GRANTS_SHIFT)),
							  .of_all = SLOCK_G(releases)};
}

/* Whether the lock may have been granted or released since: then an answer that was given in between may be about what
 * was before. Not known where so much was released by other keys that this one's count may have come round. */
static inline bool slock_key_had_events(const slock_key *key, slock_key_events before)
{
	slock_key_events now = slock_key_events_so_far(key);

	return now.of_key != before.of_key || UNEXPECTED((now.of_all - before.of_all) >> (32 - SLOCK_KEY_RELEASES_SHIFT));
}

static inline void slock_key_note_grant(slock_key *key, uint32_t kinds)
{
	uint32_t *of = &Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_MODE));

	Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_RESOURCE)) += 1u << SLOCK_KEY_GRANTS_SHIFT;
	*of = (*of & ~(SLOCK_KEY_ALL_KINDS << SLOCK_KEY_KINDS_SHIFT)) | kinds << SLOCK_KEY_KINDS_SHIFT;
	Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_EXPIRY)) |= kinds << SLOCK_KEY_KINDS_SHIFT;
}

/* The classes of the latest grant; 0: nobody knows, because that was in another process. */
static inline uint32_t slock_key_granted_by(const slock_key *key)
{
	return Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_MODE)) >> SLOCK_KEY_KINDS_SHIFT & SLOCK_KEY_ALL_KINDS;
}

/* Whether a store of these classes has the lock for the key, as far as it knows: granted it, or found it held, or it
 * came from elsewhere with a token; and nobody has released it since or was told that it is not. */
static inline bool slock_key_is_held_by(const slock_key *key, uint32_t kinds)
{
	return (Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_EXPIRY)) & kinds << SLOCK_KEY_KINDS_SHIFT) != 0;
}

static inline void slock_key_set_held(slock_key *key, uint32_t kinds, bool held)
{
	uint32_t *of = &Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_EXPIRY));

	*of = held ? *of | kinds << SLOCK_KEY_KINDS_SHIFT : *of & ~(kinds << SLOCK_KEY_KINDS_SHIFT);
}

/* An acquisition has succeeded. */
static inline void slock_key_note_mode(slock_key *key, bool reads)
{
	uint32_t *of = &Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_MODE));

	*of = reads ? *of | SLOCK_KEY_READS : *of & ~SLOCK_KEY_READS;
}

/* Whether a store of these classes has it for reading, as far as the key knows. */
static inline bool slock_key_reads_by(const slock_key *key, uint32_t kinds)
{
	return (Z_EXTRA_P(OBJ_PROP_NUM(key, SLOCK_KEY_SLOT_MODE)) & SLOCK_KEY_READS) != 0 &&
		   slock_key_is_held_by(key, kinds);
}

static inline bool slock_key_is_expired(slock_key *key)
{
	slock_time expiry = slock_key_expiry(key);

	return expiry != SLOCK_FOREVER && expiry <= slock_clock_now();
}

/* The state under a name (a store's class name); NULL when there is none or it is null. Valid until the key changes. */
zval *slock_key_find_state(slock_key *key, zend_string *name);

/* Whether one state stands there bare: then there is no other. */
static inline bool slock_key_is_bare(const slock_key *key)
{
	return Z_TYPE_P(slock_key_slot(key, SLOCK_KEY_SLOT_MODE)) == IS_STRING;
}

/* Whether there is no state. */
bool slock_key_is_empty(slock_key *key);

/* Sets the state and takes over the reference in `value`. May run destructors of an older value. */
void slock_key_set_state(slock_key *key, zend_string *name, zval *value);

/* May run destructors. */
void slock_key_remove_state(slock_key *key, zend_string *name);

/* Makes __serialize() throw from now on. */
void slock_key_mark_unserializable(slock_key *key);

/* Sets the state to a Slock\Handle and takes over its reference; the key becomes unserializable. For handle.c. */
void slock_key_set_handle(slock_key *key, zend_string *name, zend_object *handle);

/* The state under a name, also a null; NULL when there is none. Valid until the key changes. */
zval *slock_key_lookup_state(slock_key *key, zend_string *name);

/* All states as an array, with a reference for the caller. */
HashTable *slock_key_states(slock_key *key);

/* Removes all states, and lets the key be serialized again. May run destructors. */
void slock_key_clear_state(slock_key *key);

/* Whether the key can be serialized. */
bool slock_key_is_serializable(slock_key *key);

/* The owner token of this key in the store named `name`: 32 random bytes in base64, made on first use and kept in the
 * key's state. The first 9 of them are those of all tokens that this process makes until the next fork. A state that no
 * store can have written (not a string, empty, or RedisStore's mark of a writer) is replaced by a fresh token. A
 * reference for the caller: PHP code may change what the key keeps, and setting it may run some (the destructor of what
 * stood there). NULL with a pending exception when there is no randomness. */
zend_string *slock_key_token(slock_key *key, zend_string *name);

/* Whether no other process can have this token by a fork: this process has made it, and has not forked since. */
bool slock_key_token_is_own(const zend_string *token);

#endif
