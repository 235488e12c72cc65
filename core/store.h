/* SPDX-License-Identifier: MIT
 *
 * THE contract of a store. The domain says here what it wants from a backend; the files in stores/ provide it. A lock
 * never talks to a backend in another way, and a store written in PHP is reached through the same call
 * (slock_store_run(), store_operations.h), which then runs the package's method calls in the package's order. */
#ifndef SLOCK_CORE_STORE_H
#define SLOCK_CORE_STORE_H

#include "php.h"
#include "core/clock.h"
#include "core/key.h"
#include "core/object.h"
#include "core/result.h"
#include "core/round_trips.h"

typedef struct slock_store slock_store;

typedef enum { SLOCK_WRITE, SLOCK_READ } slock_mode;

/* What is asked about the token that a key has in a store: whether it has one that a late release could carry; the
 * same, and it has none afterwards; whether it has one, of whatever kind, that another process may have by a fork, and
 * it has none afterwards. */
typedef enum { SLOCK_TOKEN_KEPT, SLOCK_TOKEN_FORGOTTEN, SLOCK_TOKEN_PARTED } slock_token_ask;

/* SLOCK_OP_RAISE: only of stores that slock_store_has() SLOCK_STORE_FENCES | SLOCK_STORE_RAISES. */
typedef enum { SLOCK_OP_ACQUIRE, SLOCK_OP_REFRESH, SLOCK_OP_EXISTS, SLOCK_OP_RELEASE, SLOCK_OP_RAISE } slock_op;

/* The values of POLLIN and POLLOUT in every poll() there is. */
#define SLOCK_POLL_IN 1
#define SLOCK_POLL_OUT 4

/* What a waiter does between two attempts: it sleeps until `next`, or until the descriptor is ready. */
typedef struct {
	/* Of the latest attempt, from before it began. */
	bool last;        /* it may be the last one: another one might end after the deadline */
	slock_time spare; /* what is left of the wait beyond the time for two attempts as slow as any known one */
	/* The same; false before it began, and the store may set it: it was refused so that another waiter comes first,
	 * and the lock may have been free. Then it is not the last one. */
	bool yielded;
	slock_time until; /* the deadline of the wait: a conflict before it is followed by another attempt */
	slock_time next;  /* when to try; the store may set it to another time */
	int fd;           /* poll this; -1: nothing */
	short events;     /* for these: SLOCK_POLL_… */
	bool notified;    /* a message will come when the lock is released, so there is no need to ask often */
	void *own;        /* the store's own */
} slock_watch;

/* What one operation needs, all of it; no layer asks the one above for more. */
typedef struct {
	slock_op op;
	slock_key *key; /* constructed: slock_key_resource(key) is not NULL */
	/* The key's resource, in a reference of its own that lasts as long as the operation: PHP code that runs meanwhile
	 * may change the key. Set by slock_store_run() and slock_store_begin(); NULL before. */
	zend_string *resource;
	slock_mode mode; /* acquire: what is wanted */
	double ttl;      /* seconds, finite. acquire: 0 means the store's initial TTL; refresh: > 0 */
	/* acquire, stores with SLOCK_STORE_BLOCKS: wait at most until then; SLOCK_TRY_ONCE and SLOCK_FOREVER are such
	 * times. Such a store gives up at the deadline plus a round trip as its connection has shown it, and 100 ms:
	 * with SLOCK_TIMEOUT when the server has answered, with a storage error when it has not. Stores without it always
	 * try once. */
	slock_time deadline;
	/* No answer is awaited after that, and no connection: the operation then ends with a storage error, and the
	 * connection is given up. 0: only the client's own time limits count. See slock_clock_limit(). */
	slock_time answer_by;
	/* acquire, refresh, of a Lock: until when it held the lock before, for all that it knows; SLOCK_FOREVER: it does
	 * not know. 0: nothing is known of what was asked before, and the lifetime is to be written as told. */
	slock_time held_until;
	/* acquire, refresh, of a Lock: when the lifetime that the key had ends or has ended; in the past where the lock is
	 * known to be lost or let go of, SLOCK_FOREVER where there was none. 0: what the key says now. */
	slock_time had_until;
	slock_watch *watch; /* acquire: the wait that this is an attempt of; NULL: none that the store takes part in */
	/* acquire, of attempts that are tried again after a conflict: of the members of a quorum, as bits from the lowest
	 * on, those of the first 32 that may have what an earlier one has left there; in the upper half those whose release
	 * of that stands before the next request. The waiter's, 0 at first; NULL: nobody tries again. */
	uint64_t *left_behind;
	bool again; /* acquire: the attempt before it, of the same call, was refused */
	/* acquire, refresh: slock_request_only_prolongs(). Set by slock_store_run() and slock_store_begin(). */
	bool only_prolongs;
	bool only_if_held; /* refresh: not what another owner may have had meanwhile, as the package's stores do */
	/* acquire for reading, of a Lock that is not the writer, as far as it knows. Where requests may be late, which find
	 * that it has become the writer since, the store leaves a writer alone that the key is, and sends the same without
	 * this if there still is somebody to hear of that. */
	bool keeps_writer;
	bool automatic; /* release: by a destructor, and nobody will try it again */
	bool of_member; /* for one store of several: its fencing token is not one of the lock, and its word counts */
	int64_t fence;  /* raise: what the tokens to come have to be greater than, > 0 */
} slock_request;

/* A request on the wire whose answer is awaited. The store fills it in begin() and reads it in finish(). */
typedef struct {
	slock_request request;
	int fd;              /* poll this */
	short events;        /* for these: SLOCK_POLL_… */
	slock_time deadline; /* the member's own time limit for this answer */
	void *connection;    /* the store's own */
	/* The store may set these too; before begin() they are false, SLOCK_FOREVER and NULL. */
	bool sent_all; /* if the answer is the one hoped for, nothing more will have to be sent */
	/* Nothing is sent yet, because a connection or a turn is awaited. finish() knows for how long; no deadline. */
	bool connecting;
	bool sent;       /* the request was sent, at least once: it may be carried out whatever becomes of the connection */
	slock_time wake; /* finish() has something to do then, whether or not the descriptor is ready */
	const char *server; /* for messages: who is asked. Valid until the operation ends */
	slock_time timeout; /* for messages, with `server`: how long the deadline was off */
	bool giving_back;   /* slock_store_finish()'s own: the lifetime ran out, and the answer is to a release */
	bool sent_again;    /* slock_store_finish()'s: what results of this request have said so far */
} slock_pending;

/* How a store wakes those who wait for a lock, where acquire() tries once. Whatever goes wrong in there, waiting goes
 * on by trying now and then. No function throws or runs PHP code, but between two of them any PHP code may have run,
 * which may have forked. */
typedef struct {
	/* Before the first attempt of an acquisition that may wait; `next` is now. */
	void (*begin)(slock_store *store, const slock_request *request, slock_watch *watch);
	/* After each attempt that ended in a conflict; `next` is when the waiter would try again by itself. */
	void (*on_conflict)(slock_store *store, const slock_request *request, slock_watch *watch);
	/* Whenever the waiter has slept for some time: takes what has come. */
	void (*poll)(slock_store *store, const slock_request *request, slock_watch *watch);
	/* However the wait has ended: with the lock (`acquired`), then what a next wait for it will need may be kept; or
	 * without, then nothing is left behind. */
	void (*end)(slock_store *store, slock_watch *watch, bool acquired);
} slock_watch_ops;

/* What a store is: flags of its class, which a constructor may change for its object. Nothing is worked out from
 * anything else. */
#define SLOCK_STORE_SHARES (1u << 0)    /* knows read locks */
#define SLOCK_STORE_BLOCKS (1u << 1)    /* acquiring waits by itself until request->deadline */
#define SLOCK_STORE_EXPIRES (1u << 2)   /* a key whose lifetime has run out does not hold the lock */
#define SLOCK_STORE_ASYNC (1u << 3)     /* begin() and finish() work now */
#define SLOCK_STORE_DECORATES (1u << 4) /* asks other stores, which count lifetimes and keep handlers waiting */
/* Locks last until they are released. A refresh asks nobody and succeeds, for anybody as in the package; but a member
 * of a quorum is asked whether the key holds the lock, where a Lock refreshes. */
#define SLOCK_STORE_LASTS (1u << 8)
/* For a store in front of others, because it depends on them: acquiring leaves the TTL to a refresh, also when it is
 * for reading; and a release that says OK or CONFLICT may not be the whole truth. */
#define SLOCK_STORE_TTL_APART (1u << 5)
#define SLOCK_STORE_TTL_APART_READ (1u << 6)
#define SLOCK_STORE_RELEASE_IS_UNCERTAIN (1u << 7)
/* What its client object threw comes out of the methods of the store as it is, as in the package; locks wrap it. */
#define SLOCK_STORE_LETS_OUT (1u << 10)
#define SLOCK_STORE_LOGS (1u << 9) /* has setLogger(); of the class, never of one object */
/* Each acquisition that says OK has the fencing token of its owner in the result: see fencing.h. */
#define SLOCK_STORE_FENCES (1u << 11)
/* Knows SLOCK_OP_RAISE, where it fences. */
#define SLOCK_STORE_RAISES (1u << 12)
/* Of one object: a Lock that expires is kept alive from its acquisition on, see kept_locks.h. */
#define SLOCK_STORE_KEEPS (1u << 13)

/* The operations of a native store. They fill the result and return its status; they never throw, and they leave the
 * key's lifetime alone (store_operations.c counts it). PHP code may run only inside client objects, members written
 * in PHP, and interrupt handlers while waiting; what these throw is moved into the result, or stays pending with
 * SLOCK_INTERRUPTED. */
typedef struct {
	const char *name; /* for messages: "RedisStore" */

	/* Runs request->op. acquire: OK: the key holds the lock, with the mode and TTL that were asked for. CONFLICT:
	 * another one does. Acquiring what the key holds already succeeds, changes the mode when it can, and renews the
	 * TTL. refresh: OK: the lock expires request->ttl seconds from now. CONFLICT: the key does not hold it. exists:
	 * OK: the key holds the lock now. CONFLICT: it does not. release: OK: the key held the lock and does not any more.
	 * CONFLICT: it did not hold it, and nothing was changed. raise: OK: the key holds the lock now, and whoever
	 * acquires it from now on gets a fencing token greater than request->fence. CONFLICT: the key does not hold it;
	 * tokens may have been raised or not. */
	slock_status (*run)(slock_store *store, const slock_request *request, slock_result *result);

	/* The same in two steps, for stores that put SLOCK_STORE_ASYNC among their capabilities (else NULL). begin() puts
	 * the request on the wire without waiting for the answer, or, while there is no connection, does what can be done
	 * for that without waiting, and finish() goes on with it; false: it ended already, result tells how. finish()
	 * takes what has arrived; false: not all of it, poll pending->fd for pending->events and call again; true: result
	 * is final. An answer may be in memory already, read while another one's was awaited on the same connection, and
	 * then the descriptor stays silent: call finish() on every pending operation before each poll(), not only on those
	 * whose descriptor is ready. After pending->deadline finish() ends the operation with a storage error. Every begun
	 * operation must be finished or abandoned; abandon() gives up an answer so that it is never taken for the next
	 * one's. What is begun on the store afterwards reaches the server behind what was abandoned, as long as the
	 * connection lives. */
	bool (*begin)(slock_store *store, const slock_request *request, slock_pending *pending, slock_result *result);
	bool (*finish)(slock_store *store, slock_pending *pending, slock_result *result);
	void (*abandon)(slock_store *store, slock_pending *pending);

	/* NULL where nobody wakes a waiter. */
	const slock_watch_ops *watch;

	/* For stores with begin(): whether it would find its connection open. When not, it may have to ask a name server
	 * where the server is, and waits for that. */
	bool (*is_connected)(slock_store *store);

	/* A new way to the server that has this resource, for the thread that renews locks, whose items have the resource
	 * and the token of a key as they are; the caller frees it. NULL: there is none for this lock, or no memory. NULL
	 * for stores whose locks are renewed at interrupts only. No exception is pending. */
	struct slock_line *(*line)(slock_store *store, zend_string *resource);

	/* For stores that can be serialized, dumped and compared as the package's, else NULL: what they keep, as
	 * slock_object_export says, and the way back. import() gets the entries that the package or export() wrote, which
	 * may be anything by now; it makes the store what they say, or throws. The store is not constructed yet. */
	void (*export)(zend_object *store, HashTable *into);
	zend_result (*import)(slock_store *store, HashTable *data);

	/* What a dump tells of a store that is constructed beside what it exports, or in its place: where its locks are,
	 * by what way. Never a password or a whole token; asks nobody, and runs no PHP code. NULL: nothing. */
	void (*show)(slock_store *store, HashTable *into);

	/* For stores in front of others: slock_store_has_token() of them. NULL: it is the state of the store's own name. */
	bool (*has_token)(slock_store *store, slock_key *key, slock_token_ask ask);

	/* When the destructor of the object runs: gives back what nobody can who comes after it. May run PHP code, and
	 * leaves no exception. NULL where there is nothing. */
	void (*leave)(slock_store *store);

	/* What the store holds beside `held`, for the garbage collector, and what it frees; NULL when there is nothing. */
	void (*get_gc)(slock_store *store, zend_get_gc_buffer *buffer);
	void (*free)(slock_store *store);

	size_t size;           /* of the store's struct, whose last member is its slock_store */
	uint32_t capabilities; /* of a new store: SLOCK_STORE_… */
	bool made_whole;       /* needs no constructor, although the class has one: a subclass may not know it */
	double initial_ttl;    /* seconds; 0 where locks do not expire */
	/* Seconds; a TTL beyond is an InvalidTtlException. 0 for no limit. */
	double min_ttl, max_ttl;
} slock_store_ops;

/* The part that all native stores share, last in their structs: `typedef struct { …; slock_store base; }`. */
struct slock_store {
	const slock_store_ops *ops;
	zend_string *state_name; /* the native class name, also in subclasses: where keys keep this store's state */
	uint32_t capabilities;
	uint32_t overridden;           /* SLOCK_METHOD_… bits of what a PHP subclass replaced or added */
	uint32_t kinds;                /* slock_store_kinds(); a constructor of one in front of others sets theirs */
	double initial_ttl;            /* seconds; written by acquire when the request names none */
	slock_round_trips round_trips; /* of acquisitions that tried once and were answered */
	bool constructed;              /* the class has no constructor, or it ran to its end */
	zend_object *held;             /* for the garbage collector: what the transport or the store owns; NULL: nothing */
	zend_object *logger;           /* with std a slock_logged; always NULL in classes without setLogger() */
	zend_object std;
};

#define SLOCK_METHOD_SAVE (1u << 0)
#define SLOCK_METHOD_SAVE_READ (1u << 1)
#define SLOCK_METHOD_WAIT_AND_SAVE (1u << 2)
#define SLOCK_METHOD_WAIT_AND_SAVE_READ (1u << 3)
#define SLOCK_METHOD_PUT_OFF_EXPIRATION (1u << 4)
#define SLOCK_METHOD_DELETE (1u << 5)
#define SLOCK_METHOD_EXISTS (1u << 6)

/* The store's own struct, from the shared part. */
#define SLOCK_STORE_AS(type, store) ((type *) ((char *) (store) -offsetof(type, base)))

/* The shared part, from the start of what was allocated for a store with these operations. */
#define SLOCK_STORE_FROM_ALLOCATION(pointer, ops)                                                                      \
	((slock_store *) ((char *) (pointer) + (ops)->size - sizeof(slock_store)))

/* Notes that such an acquisition took so long. For stores whose lifetimes store_operations.c counts it does that as
 * well. */
static inline void slock_store_note_round_trip(slock_store *store, slock_time took)
{
	slock_round_trips_note(&store->round_trips, took);
}

/* Makes a class that stub-generated code registered a native store: allocation, garbage collection, freeing. Call in
 * MINIT. `ops` must never go away. A class with a constructor of its own sets store->constructed at its end. */
void slock_store_class_init(zend_class_entry *ce, const slock_store_ops *ops);

/* `object` must be a native store: for the methods of native stores, where $this always is one. */
static inline slock_store *slock_store_this(zend_object *object)
{
	return (slock_store *) ((char *) object - offsetof(slock_store, std));
}

/* free_obj of all native stores, and of nothing else. */
void slock_store_free(zend_object *object);

/* The native store behind an object (a PHP subclass included), or NULL for one written in PHP. */
static inline slock_store *slock_store_from_obj(zend_object *object)
{
	return object->handlers->free_obj == slock_store_free ? slock_store_this(object) : NULL;
}

/* The classes of the stores that keep its locks, as bits: its own, and those of the members of a quorum. Two stores
 * that have no bit in common do not have a server in common; those with the same bits may have the same locks. Nobody
 * knows what one that is written in PHP is in front of. */
#define SLOCK_STORE_MOST_CLASSES 18
#define SLOCK_STORE_IN_PHP (1u << SLOCK_STORE_MOST_CLASSES)
static inline uint32_t slock_store_kinds(zend_object *object)
{
	const slock_store *store = slock_store_from_obj(object);

	return EXPECTED(store != NULL) ? store->kinds : SLOCK_STORE_IN_PHP;
}

/* What an answer may be expected to take on this store; ns, 0: nobody knows, or it is written in PHP. */
static inline slock_time slock_store_round_trip(zend_object *object)
{
	const slock_store *store = slock_store_from_obj(object);

	return store ? slock_round_trips_usual(&store->round_trips) : 0;
}

/* Calls one of the methods (SLOCK_METHOD_…) of a store written in PHP, with `ttl` where it has one. An exception may be
 * pending, and the caller frees what it returns. */
void slock_store_call(zend_object *store, uint32_t method, zval *key, zval *ttl, zval *returned);

/* What a native store has in common with the package's, and what a dump tells of it; one with a connection has nothing
 * in common. For the object kit (slock_object_export). */
void slock_store_export(zend_object *store, HashTable *into);
void slock_store_show(zend_object *store, HashTable *into);

/* Of operations that count a lifetime, when result->expires_at is set: whether an end stays that the server knows and
 * that is a later one. It comes from an operation that has followed this one, which the network delivers late. False:
 * the lifetime may have to become shorter. */
static inline bool slock_request_only_prolongs(const slock_request *request, const slock_result *result)
{
	if (request->held_until == SLOCK_FOREVER) {
		return request->op == SLOCK_OP_ACQUIRE;
	}
	return request->held_until && result->expires_at >= request->held_until;
}

/* Of an acquisition that has failed, but may have been done: whether the key held nothing before, as far as is known,
 * so that a release takes away nothing that it had. `seen`: it has its state of the store already. */
static inline bool slock_request_may_be_undone(const slock_request *request, bool seen)
{
	return request->op == SLOCK_OP_ACQUIRE && (!seen || request->held_until == SLOCK_FOREVER);
}

/* Whether its acquisitions mint fencing tokens. */
static inline bool slock_store_fences(const slock_store *store)
{
	return (store->capabilities & SLOCK_STORE_FENCES) != 0;
}

#endif
