/* SPDX-License-Identifier: MIT
 *
 * Slock\Handle: what a Key's state holds for a lock that lives in this process, such as an open file. Opaque to PHP. */
#ifndef SLOCK_CORE_HANDLE_H
#define SLOCK_CORE_HANDLE_H

#include "php.h"
#include "core/key.h"

/* One table per kind of handle. */
typedef struct {
	const char *name;
	/* Gives the resource back when the handle is destroyed without having been taken. `inherited`: the handle was made
	 * by the parent process, so nothing but this process' own copy may be closed. Must not throw or run PHP code. */
	void (*close)(intptr_t value, bool inherited);
} slock_handle_type;

/* What a handle stands for. */
typedef struct {
	const slock_handle_type *type;
	zend_string *resource; /* that is locked; the key may have been given another one while it waited */
	zend_string
		*place;     /* where the store locks: a directory, a scope. Stores of other places have handles of their own */
	intptr_t value; /* the type's: a file descriptor, a pointer */
	bool shared;    /* holds a read lock */
	uint32_t generation; /* of the process that made it, see process.h */
	uint32_t forks;      /* of the process when it made it */
} slock_held;

typedef struct slock_handle {
	slock_held held;   /* with references to its strings; worth nothing in the state of a key with another resource */
	bool open;         /* false once taken */
	zend_object *next; /* a key has one state per class name: the handle of another place. Owned, or NULL */
	zend_object std;
} slock_handle;

/* The open handle of this type and place that the key keeps under the name, or NULL: hostile state is no state.
 * Borrowed from the key, like those of the next two functions, until anything changes it. */
slock_handle *slock_handle_find(slock_key *key, zend_string *name, const slock_handle_type *type, zend_string *place);

/* All open handles of this type, of any place; NULL: there is none, or no other one. */
slock_handle *slock_handle_first(slock_key *key, zend_string *name, const slock_handle_type *type);
slock_handle *slock_handle_next(slock_key *key, const slock_handle *handle);

/* Keeps what is held in the key's state, in the place of what it kept for the same place and beside what it keeps for
 * others; the key becomes unserializable. The state that is replaced may run a destructor, so that nothing is certain
 * about the key, the handle or its value afterwards. */
void slock_handle_keep(slock_key *key, zend_string *name, const slock_held *held);

/* Marks the handle as closed without closing it and removes it from the key: the caller owns its value now, which is
 * returned. The handle itself may be freed by this call, and what a script has attached to it in a WeakMap
 * destroyed. */
intptr_t slock_handle_take(slock_key *key, zend_string *name, slock_handle *handle);

/* In RSHUTDOWN, before the objects of the request are freed, and in post-deactivate, after that. */
void slock_handle_end_request(void);
void slock_handle_forget_request(void);

/* Whether the handle was made before a fork by an ancestor of this process. */
bool slock_handle_is_inherited(const slock_handle *handle);

/* Whether there has been a fork since the handle was made, so that another process may have a copy of it: a child, or
 * the process that made it. */
bool slock_handle_is_copied(const slock_handle *handle);

#endif
