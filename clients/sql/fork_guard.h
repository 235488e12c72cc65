/* SPDX-License-Identifier: MIT
 *
 * The fork guard of database connections that stores have opened through PDO or Doctrine. Their destructors send
 * QUIT to the server, so a child must not run them. (Those that the user has opened are the user's.) */
#ifndef SLOCK_CLIENTS_SQL_FORK_GUARD_H
#define SLOCK_CLIENTS_SQL_FORK_GUARD_H

#include "php.h"
#include "clients/time_limit.h"

/* A connection that this process opened. A forked child must not let PHP close its copy: closing sends QUIT on the
 * parent's wire. So the child leaves it in memory, untouched, until it ends. */
typedef struct slock_fork_guard {
	zend_object *native; /* what holds the descriptor: a \PDO, \mysqli …; NULL while there is none. Owned */
	/* The same of a driver of Doctrine that has no object there: oci8, ibm_db2, sqlsrv. One of the two at most. */
	zend_resource *resource;
	uint32_t generation;   /* of the process that opened it */
	bool holds_file;       /* it is one of SQLite's, which keeps what it knows of a file for the whole process */
	slock_sockets sockets; /* of it, as far as they are known: for slock_time_limit_set() */
	struct slock_fork_guard *next, **anchor; /* core/list.h: all guards of this thread that have a connection */
} slock_fork_guard;

/* While a library opens a connection for us: which sockets are its, and how long that may take. */
typedef struct {
	slock_descriptors before;
	slock_time_limit *limit;
	bool alone; /* no other thread opens any */
} slock_fork_guard_opening;

/* `known`: the sockets of a connection that the library may use again, or close before it opens another one. */
void slock_fork_guard_begin_opening(slock_fork_guard_opening *opening, const slock_sockets *known, slock_time until);

/* What was opened is close-on-exec now, and known where we are alone (*sockets). Returns whether it was given up at the
 * time limit. */
bool slock_fork_guard_end_opening(slock_fork_guard_opening *opening, slock_sockets *sockets);

/* Takes over the reference to `native`, opened by this process. */
void slock_fork_guard_keep(slock_fork_guard *guard, zend_object *native);
void slock_fork_guard_keep_resource(slock_fork_guard *guard, zend_resource *resource);

/* Whether there is a connection, and another process opened it. */
bool slock_fork_guard_is_inherited(const slock_fork_guard *guard);

/* Whether this process has inherited open files of SQLite: their locks are the parent's, and SQLite takes them for this
 * process's. */
bool slock_fork_guard_files_are_inherited(void);

/* Lets go: the connection is closed in the process that opened it (when nobody else refers to it), and abandoned in
 * another one. */
void slock_fork_guard_drop(slock_fork_guard *guard);

/* Gives up a reference to what may be a connection that was shut down at a time limit: it says good-bye in vain, and
 * over TLS its driver warns of that, which nobody hears here. */
void slock_fork_guard_release(zend_object *native);

/* For a connection that PDO keeps beyond the request (PDO::ATTR_PERSISTENT); `name` is PDO's own for it,
 * "dsn:user:password". The first remembers that this process may have opened it, and takes what another process opened
 * out of PDO's list; call it before opening one. It gives the sockets of the connection that there may be, as they were
 * remembered by the second. */
slock_sockets slock_fork_guard_open_persistent(zend_string *name);
void slock_fork_guard_opened_persistent(zend_string *name, const slock_sockets *sockets);

/* For slock.c only: at the end of a request, before objects are freed, abandons what was inherited; after they are
 * gone; frees the memory of a thread. */
void slock_fork_guards_end_request(void);
void slock_fork_guards_forget_request(void);
void slock_fork_guards_shutdown(HashTable *persistent);

#endif
