/* SPDX-License-Identifier: MIT
 *
 * The module entry: registers the rooms, the settings, phpinfo() and the life of a request. No logic lives here. */
#include "php_slock.h"

#include "clients/advisory/session_claims.h"
#include "clients/advisory/session_registry.h"
#include "clients/module.h"
#include "clients/mongodb/client_object.h"
#include "clients/pool.h"
#include "clients/setting.h"
#include "clients/sql/fork_guard.h"
#include "clients/sql/sql.h"
#include "clients/time_limit.h"
#include "clients/zookeeper/made_nodes.h"
#include "clients/zookeeper/turns.h"
#include "core/alarm.h"
#include "core/blocking_call.h"
#include "core/clock.h"
#include "core/core.h"
#include "core/fencing.h"
#include "core/handle.h"
#include "core/interrupts.h"
#include "core/keepers.h"
#include "core/keepers_interrupt.h"
#include "core/late_failures.h"
#include "core/process.h"
#include "core/renewer.h"
#include "stores/stores.h"

#include "ext/standard/info.h"
#include "zend_ini.h"

ZEND_DECLARE_MODULE_GLOBALS(slock)

#if defined(ZTS) && defined(COMPILE_DL_SLOCK)
ZEND_TSRMLS_CACHE_DEFINE()
#endif

/* The setting keeps its old value, which is the default where PHP starts: nobody would know that otherwise. */
static zend_result refuse_setting(const zend_ini_entry *entry, int stage, const char *what)
{
	if (stage == ZEND_INI_STAGE_STARTUP) {
		zend_error(E_WARNING, "%s must be %s; it has its default", ZSTR_VAL(entry->name), what);
	}
	return FAILURE;
}

static ZEND_INI_MH(on_update_seconds)
{
	const char *end;
	double seconds = zend_strtod(ZSTR_VAL(new_value), &end);

	if (!ZSTR_LEN(new_value) || end != ZSTR_VAL(new_value) + ZSTR_LEN(new_value) || !zend_finite(seconds) ||
		seconds <= 0.0 || seconds > 86400.0) {
		return refuse_setting(entry, stage, "a number of seconds, greater than 0 and at most 86400");
	}
	*(slock_time *) ZEND_INI_GET_ADDR() = slock_duration(seconds);
	return SUCCESS;
}

static ZEND_INI_MH(on_update_poll_interval)
{
	char *end;
	zend_long interval = ZEND_STRTOL(ZSTR_VAL(new_value), &end, 10);

	if (!ZSTR_LEN(new_value) || end != ZSTR_VAL(new_value) + ZSTR_LEN(new_value) || interval < 1 || interval > 60000) {
		return refuse_setting(entry, stage, "a whole number of milliseconds from 1 to 60000");
	}
	*(zend_long *) ZEND_INI_GET_ADDR() = interval;
	return SUCCESS;
}

/* What counts is the value when PHP starts, because the classes are declared then. A pool of FPM or a directory that
 * says otherwise is refused, so that phpinfo() and ini_get() tell what is in force. */
static ZEND_INI_MH(on_update_at_startup)
{
	return stage == ZEND_INI_STAGE_STARTUP || stage == ZEND_INI_STAGE_SHUTDOWN
			   ? OnUpdateBool(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage)
			   : FAILURE;
}

PHP_INI_BEGIN()
	STD_PHP_INI_BOOLEAN("slock.enable", "1", PHP_INI_SYSTEM, on_update_at_startup, enable, zend_slock_globals,
						slock_globals)
	STD_PHP_INI_BOOLEAN("slock.declare_psr_log", "0", PHP_INI_SYSTEM, on_update_at_startup, declare_psr_log,
						zend_slock_globals, slock_globals)
	STD_PHP_INI_BOOLEAN("slock.fork_release", "1", PHP_INI_ALL, OnUpdateBool, fork_release, zend_slock_globals,
						slock_globals)
	STD_PHP_INI_ENTRY("slock.connect_timeout", "5", PHP_INI_ALL, on_update_seconds, connect_timeout, zend_slock_globals,
					  slock_globals)
	STD_PHP_INI_ENTRY("slock.command_timeout", "5", PHP_INI_ALL, on_update_seconds, command_timeout, zend_slock_globals,
					  slock_globals)
	STD_PHP_INI_ENTRY("slock.poll_interval", "100", PHP_INI_ALL, on_update_poll_interval, poll_interval,
					  zend_slock_globals, slock_globals)
PHP_INI_END()

static PHP_GINIT_FUNCTION(slock)
{
#if defined(ZTS) && defined(COMPILE_DL_SLOCK)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(slock_globals, 0, sizeof(*slock_globals));
	slock_process_thread_begins();
}

static PHP_GSHUTDOWN_FUNCTION(slock)
{
	slock_pool_shutdown(slock_globals->pool);
	slock_late_failures_shutdown(slock_globals->late_failures);
	slock_globals->late_failures = NULL;
	slock_interrupts_thread_ends(slock_globals->deferring);
	slock_fork_guards_shutdown(slock_globals->sql_persistent);
	slock_object_sessions_shutdown(slock_globals->advisory_sessions);
	slock_process_thread_ends();
}

static PHP_MINIT_FUNCTION(slock)
{
	REGISTER_INI_ENTRIES();
	slock_clients_startup();
	if (!SLOCK_G(enable)) {
		return SUCCESS;
	}
	slock_process_startup();
	slock_alarms_startup();
	slock_renewer_startup();
	slock_time_limits_startup();
	slock_interrupts_startup(type == MODULE_TEMPORARY);
	slock_digest_startup();
	slock_fencing_startup();

	slock_interfaces_register();
	slock_exceptions_register();
	slock_handle_register();
	slock_key_register();
	slock_lock_register();
	slock_no_lock_register();
	slock_lock_factory_register();
	slock_consensus_strategy_register();
	slock_unanimous_strategy_register();
	slock_keep_alive_register();
	slock_functions_register(type);
	if (!slock_preloads()) {
		slock_expiring_store_trait_register();
		slock_database_table_trait_register();
	}

	slock_combined_store_register();
	slock_doctrine_dbal_mysql_store_register();
	slock_doctrine_dbal_postgresql_store_register();
	slock_doctrine_dbal_store_register();
	slock_flock_store_register();
	slock_in_memory_store_register();
	slock_memcached_store_register();
	slock_mysql_store_register();
	slock_mongodb_store_register();
	slock_mongodb_document_store_register();
	slock_null_store_register();
	slock_postgresql_store_register();
	slock_pdo_store_register();
	slock_redis_store_register();
	slock_retry_till_save_store_register();
	slock_semaphore_store_register();
	slock_store_factory_register();
	slock_zookeeper_store_register();
	return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(slock)
{
	slock_functions_unregister(type);
	UNREGISTER_INI_ENTRIES();
	slock_time_limits_shutdown();
	slock_interrupts_shutdown();
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(slock)
{
	slock_process_request_begins();
	return SUCCESS;
}

/* Before the objects of the request are freed: what a forked child has inherited must not be closed with them. */
static PHP_RSHUTDOWN_FUNCTION(slock)
{
	slock_pool_hear(SLOCK_G(pool));
	slock_late_failures_end_request();
	slock_keepers_hear_last();
	slock_keepers_end_request();
	slock_object_sessions_release();
	slock_time_limits_end_request();
	slock_fork_guards_end_request();
	slock_handle_end_request();
	return SUCCESS;
}

/* Connections that the DSN does not call persistent end with the request that opened them. Not in RSHUTDOWN: the
 * stores that use them are freed after it. */
static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(slock)
{
	slock_blocking_calls_end_request();
	slock_interrupts_end_request();
	slock_object_sessions_end_request();
	slock_session_claims_end_request();
	slock_mongodb_object_end_request();
	slock_turns_end_request();
	slock_made_nodes_end_request();
	slock_pool_end_request(SLOCK_G(pool));
	slock_handle_forget_request();
	slock_fork_guards_forget_request();
	slock_sql_forget_statements();
	slock_settings_forget();
#ifdef __SANITIZE_ADDRESS__
	/* Has the engine free what is left of the request's memory: only a debug PHP collects cycles at the end. */
	CG(unclean_shutdown) = true;
#endif
	return SUCCESS;
}

static PHP_MINFO_FUNCTION(slock)
{
	php_info_print_table_start();
	php_info_print_table_row(2, "slock support", SLOCK_G(enable) ? "enabled" : "disabled by slock.enable");
	php_info_print_table_row(2, "Version", PHP_SLOCK_VERSION);
	if (SLOCK_G(enable)) {
		php_info_print_table_row(2, "Traits", slock_preloads() ? "not declared, opcache.preload is set" : "declared");
	}
	php_info_print_table_end();

	slock_clients_info();
	DISPLAY_INI_ENTRIES();
}

static const zend_module_dep slock_deps[] = {ZEND_MOD_REQUIRED("date") ZEND_MOD_REQUIRED("hash") ZEND_MOD_REQUIRED(
	"spl") ZEND_MOD_OPTIONAL("pdo") ZEND_MOD_OPTIONAL("psr") ZEND_MOD_END};

zend_module_entry slock_module_entry = {
	STANDARD_MODULE_HEADER_EX,
	NULL,
	slock_deps,
	"slock",
	NULL,
	PHP_MINIT(slock),
	PHP_MSHUTDOWN(slock),
	PHP_RINIT(slock),
	PHP_RSHUTDOWN(slock),
	PHP_MINFO(slock),
	PHP_SLOCK_VERSION,
	PHP_MODULE_GLOBALS(slock),
	PHP_GINIT(slock),
	PHP_GSHUTDOWN(slock),
	ZEND_MODULE_POST_ZEND_DEACTIVATE_N(slock),
	STANDARD_MODULE_PROPERTIES_EX,
};

#ifdef COMPILE_DL_SLOCK
ZEND_GET_MODULE(slock)
#endif
