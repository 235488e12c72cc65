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

typedef struct {
	const slock_handle_type *type;
	zend_string *resource; /* of the key it was made for; it is worth nothing in the state of another one */
	intptr_t value;        /* the type's: a file descriptor, a semaphore id */
	bool open;             /* false once taken */
	bool shared;           /* holds a read lock */
	uint32_t generation;   /* of the process that made it, see process.h */
	uint32_t forks;        /* of the process when it made it */
	zend_object std;
} slock_handle;

/* The open handle of this type that the key keeps under the name, or NULL: hostile state is no state. */
slock_handle *slock_handle_find(slock_key *key, zend_string *name, const slock_handle_type *type);

/* Makes a handle and keeps it as the key's state; the key becomes unserializable.
 * Returns the handle, borrowed from the key. */
slock_handle *slock_handle_keep(slock_key *key, zend_string *name, const slock_handle_type *type, intptr_t value,
								bool shared);

/* Marks the handle as closed without closing it and removes it from the key: the caller owns handle->value now, which
 * is returned. The handle itself may be freed by this call. */
intptr_t slock_handle_take(slock_key *key, zend_string *name, slock_handle *handle);

/* Before the objects of the request are freed. */
void slock_handle_end_request(void);

/* Whether the handle was made before a fork by an ancestor of this process. */
bool slock_handle_is_inherited(const slock_handle *handle);

/* Whether there has been a fork since the handle was made, so that another process may have a copy of it: a child, or
 * the process that made it. */
bool slock_handle_is_copied(const slock_handle *handle);

#endif
