/* SPDX-License-Identifier: MIT
 *
 * The interfaces of the component, and PSR-3's LoggerAwareInterface where it is wanted and nothing declared it yet. */
#include "php_slock.h"
#include "core/core.h"

#include "stubs/LoggerAwareInterface_arginfo.h"
#include "stubs/interfaces_arginfo.h"

zend_class_entry *slock_ce_LoggerAwareInterface;
zend_class_entry *slock_ce_LockInterface;
zend_class_entry *slock_ce_SharedLockInterface;
zend_class_entry *slock_ce_PersistingStoreInterface;
zend_class_entry *slock_ce_BlockingStoreInterface;
zend_class_entry *slock_ce_SharedLockStoreInterface;
zend_class_entry *slock_ce_BlockingSharedLockStoreInterface;
zend_class_entry *slock_ce_StoreInterface;
zend_class_entry *slock_ce_StrategyInterface;

void slock_interfaces_register(void)
{
	/* Another extension may have brought PSR-3 along; its interface is then the one everybody implements. */
	slock_ce_LoggerAwareInterface =
		zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("psr\\log\\loggerawareinterface"));
	if (!slock_ce_LoggerAwareInterface && SLOCK_G(declare_psr_log)) {
		slock_ce_LoggerAwareInterface = register_class_Psr_Log_LoggerAwareInterface();
	}

	slock_ce_LockInterface = register_class_Symfony_Component_Lock_LockInterface();
	slock_ce_SharedLockInterface = register_class_Symfony_Component_Lock_SharedLockInterface(slock_ce_LockInterface);
	slock_ce_PersistingStoreInterface = register_class_Symfony_Component_Lock_PersistingStoreInterface();
	slock_ce_BlockingStoreInterface =
		register_class_Symfony_Component_Lock_BlockingStoreInterface(slock_ce_PersistingStoreInterface);
	slock_ce_SharedLockStoreInterface =
		register_class_Symfony_Component_Lock_SharedLockStoreInterface(slock_ce_PersistingStoreInterface);
	slock_ce_BlockingSharedLockStoreInterface =
		register_class_Symfony_Component_Lock_BlockingSharedLockStoreInterface(slock_ce_SharedLockStoreInterface);
	slock_ce_StoreInterface = register_class_Symfony_Component_Lock_StoreInterface(slock_ce_PersistingStoreInterface,
																				   slock_ce_BlockingStoreInterface);
	slock_ce_StrategyInterface = register_class_Symfony_Component_Lock_Strategy_StrategyInterface();
}
