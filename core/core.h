/* SPDX-License-Identifier: MIT
 *
 * The entry points of the domain: what slock.c calls at start-up, and the classes other rooms refer to. */
#ifndef SLOCK_CORE_CORE_H
#define SLOCK_CORE_CORE_H

#include "php.h"

/* NULL unless slock.declare_psr_log or another extension declares it: psr/log's own file cannot be included then, and
 * compiled containers include it. */
extern zend_class_entry *slock_ce_LoggerAwareInterface;
extern zend_class_entry *slock_ce_LockInterface;
extern zend_class_entry *slock_ce_SharedLockInterface;
extern zend_class_entry *slock_ce_PersistingStoreInterface;
extern zend_class_entry *slock_ce_BlockingStoreInterface;
extern zend_class_entry *slock_ce_SharedLockStoreInterface;
extern zend_class_entry *slock_ce_BlockingSharedLockStoreInterface;
extern zend_class_entry *slock_ce_StoreInterface;
extern zend_class_entry *slock_ce_StrategyInterface;
extern zend_class_entry *slock_ce_LockFactory;

/* Finds the hashes of core/digest.h. */
void slock_digest_startup(void);

/* Each registers its classes; call in this order, once, in MINIT. */
void slock_interfaces_register(void);
void slock_exceptions_register(void);
void slock_handle_register(void);
void slock_key_register(void);
void slock_lock_register(void);
void slock_no_lock_register(void);
void slock_lock_factory_register(void);
void slock_consensus_strategy_register(void);
void slock_unanimous_strategy_register(void);
void slock_expiring_store_trait_register(void);
void slock_keep_alive_register(void);

/* Registers the functions of Slock\, and takes them away in MSHUTDOWN; the type of the module as PHP tells it there. */
void slock_functions_register(int type);
void slock_functions_unregister(int type);

/* Whether opcache preloads classes in this process; in MINIT. It cannot preload a class that has methods of a native
 * trait: PHP ends with SIGSEGV at start-up. The traits are not declared then, and the package's own are loaded. */
bool slock_preloads(void);

#endif
