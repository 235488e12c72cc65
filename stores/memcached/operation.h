/* SPDX-License-Identifier: MIT
 *
 * One operation on a lock of MemcachedStore: a short chain of commands, in which each answer decides about the next
 * one. Who runs them, and how, is not known here. */
#ifndef SLOCK_STORES_MEMCACHED_OPERATION_H
#define SLOCK_STORES_MEMCACHED_OPERATION_H

#include "clients/memcached/memcached.h"
#include "clients/memcached/versions.h"
#include "core/store.h"

/* One operation and how far it has come with its commands. */
typedef struct {
	slock_op op;
	zend_string *resource;
	zend_string *key; /* the resource, or its hash */
	zend_string *token;
	uint32_t expiration;
	bool is_new;      /* the token was made for this operation, so nobody can hold the lock with it */
	bool restarted;   /* after the loss of an idle connection */
	bool added_again; /* the lock had gone while we asked whose it was */
	bool releasing;   /* the lock was ours when it was told to end, and whether it was done is not known */
	bool clearing;    /* the lock is released, and the server is made to notice that its memory is free */
	bool deletes;     /* a version can be deleted, else it is overwritten by one that has expired */
	uint64_t refused; /* the version that a delete was refused with; 0: none */
	uint32_t looks;   /* how often the server may be asked again whose the lock is */
	bool recalled;    /* the command has a version that we remember, and the server was not asked for it */
	slock_memcached_versions *versions; /* NULL: those of the server */
	slock_memcached_command command;
} slock_memcached_operation;

/* Begins an operation of that store, whose first command is to be run then. False: it has ended, the result tells how,
 * and there is nothing to end. May run PHP code of a client object. */
bool slock_memcached_operation_start(slock_memcached_operation *o, const slock_store *store, slock_memcached *memcached,
									 slock_memcached_versions *versions, const slock_request *request,
									 slock_result *result);

/* Takes the answer to the operation's command, and what became of that. True: the operation has ended, the result tells
 * how; false: it has another command to be run. */
bool slock_memcached_operation_advance(slock_memcached_operation *o, const slock_memcached_answer *answer,
									   slock_result *result);

/* Whether the operation ends with its command, if that does what it should. */
bool slock_memcached_operation_is_last(const slock_memcached_operation *o);

/* Frees what a begun operation has. */
void slock_memcached_operation_end(slock_memcached_operation *o);

#endif
