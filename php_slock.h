/* SPDX-License-Identifier: MIT
 *
 * The module: its version, its settings and the only mutable state outside of objects. */
#ifndef PHP_SLOCK_H
#define PHP_SLOCK_H

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "php.h"

#include "slock_version.h"

extern zend_module_entry slock_module_entry;
#define phpext_slock_ptr &slock_module_entry

/* Of an owner token, those that all tokens of one process have in common until it forks: slock_key_token(). */
#define SLOCK_TOKEN_MAKER_BYTES 9

/* What is about to be kept in a handle, by its type: core/handle.c. NULL: nothing is. */
typedef struct {
	const void *type;
	intptr_t value;
	uint32_t generation;
} slock_unkept;

ZEND_BEGIN_MODULE_GLOBALS(slock)
	bool enable;                /* slock.enable, PHP_INI_SYSTEM: 0 declares no class at all */
	bool declare_psr_log;       /* slock.declare_psr_log, PHP_INI_SYSTEM: declares Psr\Log\LoggerAwareInterface */
	bool fork_release;          /* slock.fork_release: destructors in forked children release */
	int64_t connect_timeout;    /* slock.connect_timeout, a slock_time, > 0 */
	int64_t command_timeout;    /* slock.command_timeout, a slock_time, > 0 */
	zend_long poll_interval;    /* slock.poll_interval, milliseconds, 1 to 60000 */
	uint64_t releases;          /* that have begun or ended in this thread, by any key; core/key.h */
	uint64_t token_maker_since; /* slock_process_forks() + 1 when token_maker was drawn, or 0; core/key.c */
	unsigned char token_maker[SLOCK_TOKEN_MAKER_BYTES];
	uint64_t connection_serial; /* of the last native connection opened by this thread */
	slock_unkept unkept;        /* core/handle.c */
	zend_object *spare_handle;  /* an unused Slock\Handle, or NULL; core/handle.c */
	bool request_is_ending; /* from RSHUTDOWN on: nothing may be kept that is freed with the request; core/handle.c */
	HashTable *session_objects;                /* of this request; owned by clients/advisory/session_registry.c */
	HashTable *advisory_sessions;              /* known ones, by what the servers call them; the same owner */
	struct slock_manager_calls *manager_calls; /* under way, or NULL; clients/mongodb/client_object.c */
	struct slock_node_debts *node_debts;       /* of client objects; owned by clients/zookeeper/client_object.c */
	HashTable *made_nodes;                     /* of this request; owned by clients/zookeeper/made_nodes.c */
	HashTable *session_claims;                 /* of this request; owned by clients/advisory/session_claims.c */
	uint64_t session_lock_changes;             /* clients/advisory/session_locks.h */
	uint32_t session_mark;                     /* of this thread; owned by clients/advisory/session_guard.c */
	uint32_t session_mark_generation;
	bool session_mark_known;
	struct slock_fork_guard
		*fork_guards;          /* connections that stores have opened through PDO or DBAL; clients/sql/fork_guard.c */
	uint64_t sql_statements;   /* begun by this thread; clients/sql/sql.c */
	uint32_t sql_under_way;    /* of them, those that have not ended: PHP code may have begun another one in between */
	bool sql_abandoned;        /* by this process, and still in its memory; clients/sql/fork_guard.c */
	bool sqlite_is_inherited;  /* this process has open files of its parent; clients/sql/fork_guard.c */
	HashTable *sql_persistent; /* connections that PDO may keep, by its names for them; clients/sql/fork_guard.c */
	struct slock_setting *settings;      /* of users' objects, changed for now; clients/setting.c */
	const zend_execute_data **deferring; /* signal handlers wait while one of them is running; core/interrupts.h */
	size_t deferring_count, deferring_size;
	bool deferred;                            /* some handlers wait */
	struct slock_call_thread *blocking_calls; /* under way; core/blocking_call.c */
	bool stores_keep;                         /* a store of this thread was made that keeps its locks alive */
	struct slock_keepers *keepers;            /* of this thread; NULL until the first one, owned by core/keepers.c */
	struct slock_late_failure *late_failures; /* that nobody has told; owned by core/late_failures.c */
	struct slock_pool *pool; /* native connections of this thread; NULL until the first one, owned by clients/pool.c */
ZEND_END_MODULE_GLOBALS(slock)

ZEND_EXTERN_MODULE_GLOBALS(slock)

#define SLOCK_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(slock, v)

#if defined(ZTS) && defined(COMPILE_DL_SLOCK)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#endif
