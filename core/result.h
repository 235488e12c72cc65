/* SPDX-License-Identifier: MIT
 *
 * How an operation ended. One vocabulary from the wire to the PHP method: native clients fill a result, stores pass it
 * on, and only the layer that returns to PHP turns it into a value or an exception. Plain C: no Zend type is needed
 * to use this file. */
#ifndef SLOCK_CORE_RESULT_H
#define SLOCK_CORE_RESULT_H

#include "core/clock.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
	SLOCK_OK,            /* the operation did what it says */
	SLOCK_CONFLICT,      /* the backend said that another owner holds the lock (or that this key does not) */
	SLOCK_TIMEOUT,       /* the caller's deadline passed; nothing was left behind */
	SLOCK_INTERRUPTED,   /* a PHP exception is pending in EG(exception); nothing was left behind */
	SLOCK_EXPIRED,       /* the lifetime ran out before the answer arrived; the lock was given back */
	SLOCK_STORAGE_ERROR, /* anything else: connection, server, protocol, permission */
} slock_status;

#define SLOCK_MESSAGE_SIZE 512

/* What a message shows instead of a secret. */
#define SLOCK_SECRET_MASK "***"

/* Start every result with SLOCK_RESULT_INIT and end it with slock_result_dtor() (core/exceptions.h). */
typedef struct {
	slock_status status;
	/* SLOCK_STORAGE_ERROR: the cause in words, without credentials; "" when `exception` alone tells it. */
	char message[SLOCK_MESSAGE_SIZE];
	/* Owned. What a store or a client object written in PHP threw, or an exception that stands for the outcome itself;
	 * NULL for everything native. With a message it is the cause of that message, without one it is the outcome. */
	struct _zend_object *exception;
	/* When the lifetime ends that an operation of a store has counted, from before its request was sent; whatever the
	 * outcome is. SLOCK_FOREVER: it has counted none. Set by slock_store_run() and slock_store_begin(). */
	slock_time expires_at;
	/* Acquired on a store that fences: the fencing token, > 0. Otherwise 0. */
	int64_t fence;
	/* A release was sent that was not answered, and may be carried out at any time: by an acquisition that failed, to
	 * take back what it may have got, or to a member of a quorum. And the lock may be in the way of its next owner, so
	 * the release is to be sent once more. Set by stores. */
	bool release_unheard, release_again;
	/* An acquire or refresh that did not succeed has given back what it may have got, and with it what the key held
	 * before; and all servers that may have it are known to have heard that. Set by stores. */
	bool given_back, given_back_to_all;
	/* The request was sent a second time, or may have been, because the first one was not answered: that one may still
	 * be carried out, at any time. Set by clients and stores. */
	bool sent_again;
	/* An acquisition for reading has found that this owner is the writer, and asked for that to become a reader. Set by
	 * stores. */
	bool asked_writer;
	/* A conflict only for who tries again: who does not takes it for the storage error that the message and the
	 * exception tell. See slock_attempts_end(). Set by stores. */
	bool undecided;
	/* A refresh succeeded without a question to anybody, because the locks of its store have no lifetimes: that says
	 * nothing about who holds the lock. Set by slock_store_run(). */
	bool unasked;
	/* A renewal was not sent, because its client object is in the middle of a call of its user's. Set by clients. */
	bool put_off;
} slock_result;

#define SLOCK_RESULT_INIT                                                                                              \
	{                                                                                                                  \
		.status = SLOCK_OK, .message = "", .exception = NULL, .expires_at = SLOCK_FOREVER, .fence = 0,                 \
		.release_unheard = false, .release_again = false, .given_back = false, .given_back_to_all = false,             \
		.sent_again = false, .asked_writer = false, .undecided = false, .unasked = false, .put_off = false             \
	}

/* The same at run time. The initializer fills the whole message with zeros, which would be seen on the hot path. */
static inline void slock_result_init(slock_result *result)
{
	result->status = SLOCK_OK;
	result->message[0] = '\0';
	result->exception = NULL;
	result->expires_at = SLOCK_FOREVER;
	result->fence = 0;
	result->release_unheard = result->release_again = result->sent_again = result->asked_writer = false;
	result->given_back = result->given_back_to_all = result->undecided = result->unasked = result->put_off = false;
}

/* Sets a status that needs no text and returns it. */
static inline slock_status slock_result_set(slock_result *result, slock_status status)
{
	result->status = status;
	return status;
}

/* The release that takes back what a failed acquisition may have got has ended as `undo` says. */
static inline void slock_result_note_undo(slock_result *result, const slock_result *undo)
{
	const bool unheard = undo->status != SLOCK_OK && undo->status != SLOCK_CONFLICT;

	result->release_unheard = result->release_unheard || unheard || undo->release_unheard || undo->sent_again;
	result->release_again = result->release_again || unheard || undo->release_again;
	result->given_back = true;
	result->given_back_to_all = !result->release_unheard;
}

/* Sets the outcome to a storage error with a printf-like text, cut to SLOCK_MESSAGE_SIZE. Never pass a password.
 * Returns SLOCK_STORAGE_ERROR. Here rather than in a file of its own so that client modules need nothing to link. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3), unused))
#endif
static slock_status
slock_result_error(slock_result *result, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(result->message, sizeof(result->message), format, args);
	va_end(args);
	return slock_result_set(result, SLOCK_STORAGE_ERROR);
}

#endif
