/* SPDX-License-Identifier: MIT
 *
 * Which session a client object speaks for, and its lock table. A session is what the server says it is: several
 * objects may speak for one (PDO::ATTR_PERSISTENT), and an object may speak for another one than before (it has
 * connected again). Until the server has told, an object has a lock table of its own, in which nothing stands.
 *
 * A persistent session outlives requests, and so does its lock table: what an earlier request has left in it is given
 * back before the session is used again. */
#ifndef SLOCK_CLIENTS_ADVISORY_SESSION_REGISTRY_H
#define SLOCK_CLIENTS_ADVISORY_SESSION_REGISTRY_H

#include "clients/advisory/session_guard.h"
#include "clients/advisory/session_locks.h"
#include "clients/advisory/statement.h"
#include "clients/descriptors.h"

/* Prints a statement without an answer that gives the lock up if the session holds it. */
typedef void slock_give_up(char *sql, const char *lock, bool write);

/* The lock table of the object's session; valid until the object is freed, or slock_object_locks_remove(), or the
 * server says that it is another one. The object is not kept alive. */
slock_session_locks *slock_object_locks(zend_object *object);

/* The generation of the process that has used the object first, see core/process.h; the object has a lock table. */
uint32_t slock_object_generation(zend_object *object);

/* What is known of a pooler before the object's session; all zero at first, and when its session has ended. Valid until
 * the object is freed or its session ends. The object has a lock table. */
slock_session_guard *slock_object_guard(zend_object *object);

/* Whether it is not known yet since when the object's session is there. */
bool slock_object_age_is_open(zend_object *object);

/* It is known now. `inherited`: since before this process was forked, so that it belongs to another one. */
void slock_object_note_age(zend_object *object, bool inherited);

/* Whether the server has told which session the object speaks for. */
bool slock_object_session_is_known(zend_object *object);

/* The same, and that it may outlive the object. */
bool slock_object_session_is_persistent(zend_object *object);

/* Whether the lock table of some known session says something about the lock. */
bool slock_object_locks_mention(const char *lock);

/* Whether `which` is what the server has told of the object's session before. */
bool slock_object_session_is(zend_object *object, zend_string *which);

/* The server has told with an answer which session gave it. `persistent`: it may outlive the request, and the object is
 * a \PDO, which is then kept alive until the end of the request, because only it can give back what is held. false: it
 * is the session of the process that has forked this one. `sockets`: of the object, for the time limit of giving back
 * (then slock.command_timeout), or NULL when they are not known. The object has a lock table, and its guard knows. */
bool slock_object_session_learn(zend_object *object, zend_string *which, bool persistent, const slock_sockets *sockets,
								slock_give_up *give_up);

/* Any lock that an earlier request has left in the object's session, as the statement that gives it up, owned by the
 * caller; NULL: none. Repeat after slock_object_session_gave_up(), or stop when it fails. */
zend_string *slock_object_session_left(zend_object *object);
void slock_object_session_gave_up(zend_object *object);

/* Moves the lock table of the object's session, which is about to be given up, to *into, in place of what stands there;
 * its owner frees it. Not one that is empty, or where others may still speak for that session. */
void slock_object_take_locks(zend_object *object, slock_session_locks **into);

/* Where the lock table of a session is kept that was given up because its server was silent: by the user's object, for
 * all stores over it. Gone with the object. */
slock_session_locks **slock_object_silent_place(zend_object *object);

/* What is there; NULL: nothing. Of an object that nothing is known of nothing is known afterwards. */
slock_session_locks *slock_object_silent_locks(zend_object *object);

/* The session of the object has ended, and with it its locks. */
void slock_object_session_ended(zend_object *object);

/* The object speaks for another session by now, of which nothing is known yet. Others that spoke for the same as it may
 * still do so: they find out themselves. */
void slock_object_session_replaced(zend_object *object);

/* For an object that will be abandoned: one that is not freed tells nobody, and its address may come again. */
void slock_object_locks_remove(zend_object *object);

/* For slock.c. At the end of a request while there are objects: persistent sessions give up what they hold. No PHP code
 * is run, and what goes wrong is left to the next request. */
void slock_object_sessions_release(void);
/* After the objects of a request are gone, and at the end of a thread. */
void slock_object_sessions_end_request(void);
void slock_object_sessions_shutdown(HashTable *sessions);

#endif
