/* SPDX-License-Identifier: MIT
 *
 * Who in this process holds which advisory lock of one database session. The server knows sessions, not keys: it would
 * grant a session its own locks again, so two keys on one session exclude each other here. The server's locks are taken
 * once for all readers, and the lock table tells who is the last one. */
#ifndef SLOCK_CLIENTS_ADVISORY_SESSION_LOCKS_H
#define SLOCK_CLIENTS_ADVISORY_SESSION_LOCKS_H

#include "php.h"

typedef struct slock_session_locks slock_session_locks;

/* Who holds a lock: a key, and the store where locks are the store's own. Stores may read with one token. */
typedef struct {
	uint64_t store;     /* its number; 0: any store of the client object */
	zend_string *token; /* the key's */
} slock_lock_owner;

/* What stands in the lock table about one lock, seen by one owner. */
typedef enum {
	SLOCK_LOCK_FREE,         /* nobody in this session holds it */
	SLOCK_LOCK_OWN_WRITE,    /* the owner, for writing */
	SLOCK_LOCK_OWN_READ,     /* the owner alone, for reading */
	SLOCK_LOCK_SHARED_READ,  /* the owner and others, for reading */
	SLOCK_LOCK_OTHERS_WRITE, /* another owner, for writing */
	SLOCK_LOCK_OTHERS_READ,  /* other owners, for reading */
} slock_lock_view;

static inline bool slock_session_locks_owns(slock_lock_view view)
{
	return view >= SLOCK_LOCK_OWN_WRITE && view <= SLOCK_LOCK_SHARED_READ;
}

/* The mode that the session holds it in; the view is not SLOCK_LOCK_FREE. */
static inline bool slock_session_locks_is_write(slock_lock_view view)
{
	return view == SLOCK_LOCK_OWN_WRITE || view == SLOCK_LOCK_OTHERS_WRITE;
}

/* In persistent memory, because a session may outlive a request. NULL may be freed. */
slock_session_locks *slock_session_locks_new(void);
void slock_session_locks_free(slock_session_locks *locks);

/* The generation of the process whose session it is, see core/process.h. */
uint32_t slock_session_locks_generation(const slock_session_locks *locks);

/* Another number after every change of any lock table of this thread, and when an object turns out to speak for another
 * session. */
uint64_t slock_session_locks_changes(void);

/* Whether nobody holds anything. */
bool slock_session_locks_is_empty(const slock_session_locks *locks);

/* The same, and the session cannot hold anything that nobody knows of. */
bool slock_session_locks_is_certainly_empty(const slock_session_locks *locks);

/* `lock` is the lock's name at the server. */
slock_lock_view slock_session_locks_look(const slock_session_locks *locks, const char *lock,
										 const slock_lock_owner *owner);

/* Another number when another owner has come to the lock meanwhile; 0: there is none. */
uint64_t slock_session_locks_since(const slock_session_locks *locks, const char *lock);

/* Whether it says anything about the lock. */
bool slock_session_locks_mentions(const slock_session_locks *locks, const char *lock);

/* A statement is about to be sent that may give the session the lock in this mode. Until slock_session_locks_settle(),
 * or until somebody holds it, the session may have a lock that nobody holds: the statement's answer may never be seen,
 * because the request ends in its middle, or the fiber that waits for it. */
void slock_session_locks_doubt(slock_session_locks *locks, const char *lock, bool write);
bool slock_session_locks_is_doubtful(const slock_session_locks *locks, const char *lock, bool write);
/* The server has said that the session does not hold it in this mode. */
void slock_session_locks_settle(slock_session_locks *locks, const char *lock, bool write);

/* Any lock that stands in it, or that the session may hold; NULL: none. Valid until the next change. */
const char *slock_session_locks_first(const slock_session_locks *locks, bool *write);
/* The same of what it may hold although nobody does, not even in another mode. */
const char *slock_session_locks_first_doubt(const slock_session_locks *locks, bool *write);
/* What slock_session_locks_first() has told was given up. */
void slock_session_locks_remove_first(slock_session_locks *locks);
/* The same of slock_session_locks_first_doubt(). */
void slock_session_locks_remove_first_doubt(slock_session_locks *locks);
/* All owners are gone: what they held is what the session may hold although nobody does. */
void slock_session_locks_orphan(slock_session_locks *locks);

/* What the store holds, as an array of the caller's: the name of a lock and the token of its owner, in turn; NULL:
 * nothing. */
HashTable *slock_session_locks_of_store(const slock_session_locks *locks, uint64_t store);

/* The owner holds the lock now: alone for writing, or as one of its readers. */
void slock_session_locks_enter(slock_session_locks *locks, const char *lock, const slock_lock_owner *owner, bool write);

/* Whoever holds it for writing does so for reading from now on; and so does the session, if nobody holds it any more.
 */
void slock_session_locks_demote(slock_session_locks *locks, const char *lock);

/* The owner does not hold it any more. */
void slock_session_locks_leave(slock_session_locks *locks, const char *lock, const slock_lock_owner *owner);

/* The server says that the session does not hold it at all. */
void slock_session_locks_forget(slock_session_locks *locks, const char *lock);

/* The session has ended. */
void slock_session_locks_clear(slock_session_locks *locks);

#endif
