/* SPDX-License-Identifier: MIT
 *
 * Who in this process holds which advisory lock of one database session. The server knows sessions, not keys: it would
 * grant a session its own locks again, so two keys on one session exclude each other here. The server's locks are taken
 * once for all readers, and the ledger tells who is the last one. */
#ifndef SLOCK_CLIENTS_ADVISORY_SESSION_LOCKS_H
#define SLOCK_CLIENTS_ADVISORY_SESSION_LOCKS_H

#include "php.h"

typedef struct slock_ledger slock_ledger;

/* What stands in the ledger about one lock, seen by one owner. */
typedef enum {
	SLOCK_LEDGER_FREE,         /* nobody in this session holds it */
	SLOCK_LEDGER_OWN_WRITE,    /* the owner, for writing */
	SLOCK_LEDGER_OWN_READ,     /* the owner alone, for reading */
	SLOCK_LEDGER_SHARED_READ,  /* the owner and others, for reading */
	SLOCK_LEDGER_OTHERS_WRITE, /* another owner, for writing */
	SLOCK_LEDGER_OTHERS_READ,  /* other owners, for reading */
} slock_ledger_view;

static inline bool slock_ledger_owns(slock_ledger_view view)
{
	return view >= SLOCK_LEDGER_OWN_WRITE && view <= SLOCK_LEDGER_SHARED_READ;
}

/* The mode that the session holds it in; the view is not SLOCK_LEDGER_FREE. */
static inline bool slock_ledger_is_write(slock_ledger_view view)
{
	return view == SLOCK_LEDGER_OWN_WRITE || view == SLOCK_LEDGER_OTHERS_WRITE;
}

/* In persistent memory, because a session may outlive a request. */
slock_ledger *slock_ledger_new(void);
void slock_ledger_free(slock_ledger *ledger);

/* The generation of the process whose session it is, see core/process.h. */
uint32_t slock_ledger_generation(const slock_ledger *ledger);

/* Another number after every change of any ledger of this thread, and when an object turns out to speak for another session. */
uint64_t slock_ledger_changes(void);

bool slock_ledger_is_empty(const slock_ledger *ledger);

/* `lock` is the lock's name at the server, `owner` the token of a key. */
slock_ledger_view slock_ledger_look(const slock_ledger *ledger, const char *lock, zend_string *owner);

/* Whether it says anything about the lock. */
bool slock_ledger_mentions(const slock_ledger *ledger, const char *lock);

/* Any lock that stands in it; NULL: none. Valid until the next change. */
const char *slock_ledger_first(const slock_ledger *ledger, bool *write);

/* The owner holds the lock now: alone for writing, or as one of its readers. */
void slock_ledger_enter(slock_ledger *ledger, const char *lock, zend_string *owner, bool write);

/* The owner does not hold it any more. */
void slock_ledger_leave(slock_ledger *ledger, const char *lock, zend_string *owner);

/* The server says that the session does not hold it at all. */
void slock_ledger_forget(slock_ledger *ledger, const char *lock);

/* The session has ended. */
void slock_ledger_clear(slock_ledger *ledger);

#endif
