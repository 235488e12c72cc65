/* SPDX-License-Identifier: MIT
 *
 * Client modules: found beside slock.so, loaded on first use. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif
#include "php_slock.h"
#include "clients/client.h"

#include "ext/standard/info.h"

#ifndef _WIN32
#include <dlfcn.h>
#include <link.h>
#endif

/* The clients this build knows, in the order phpinfo() shows them. */
static const struct client {
	const char *name;
	const char *title;
	const char *build_version; /* NULL: not built in */
	const char *option;        /* of configure */
	const char *package;       /* to install */
} clients[] = {
	{
		.name = "redis",
		.title = "Redis (hiredis)",
#ifdef SLOCK_REDIS_BUILD_VERSION
		.build_version = SLOCK_REDIS_BUILD_VERSION,
#endif
		.option = "--with-slock-redis",
		.package = "libhiredis-dev",
	},
	{
		.name = "memcached",
		.title = "Memcached (libmemcached)",
#ifdef SLOCK_MEMCACHED_BUILD_VERSION
		.build_version = SLOCK_MEMCACHED_BUILD_VERSION,
#endif
		.option = "--with-slock-memcached",
		.package = "libmemcached-dev",
	},
	{
		.name = "mongodb",
		.title = "MongoDB (libmongoc)",
#ifdef SLOCK_MONGODB_BUILD_VERSION
		.build_version = SLOCK_MONGODB_BUILD_VERSION,
#endif
		.option = "--with-slock-mongodb",
		.package = "libmongoc-dev",
	},
	{
		.name = "pgsql",
		.title = "PostgreSQL (libpq)",
#ifdef SLOCK_PGSQL_BUILD_VERSION
		.build_version = SLOCK_PGSQL_BUILD_VERSION,
#endif
		.option = "--with-slock-pgsql",
		.package = "libpq-dev",
	},
	{
		.name = "zookeeper",
		.title = "ZooKeeper (libzookeeper)",
#ifdef SLOCK_ZOOKEEPER_BUILD_VERSION
		.build_version = SLOCK_ZOOKEEPER_BUILD_VERSION,
#endif
		.option = "--with-slock-zookeeper",
		.package = "libzookeeper-st-dev",
	},
};

/* PHP extensions are loaded with global symbols, and some carry another version of the same library (mongodb.so). */
#ifdef RTLD_DEEPBIND
#define OWN_SYMBOLS_FIRST RTLD_DEEPBIND
#else
#define OWN_SYMBOLS_FIRST 0
#endif

#define CLIENT_COUNT (sizeof(clients) / sizeof(*clients))

static const struct client *find(const char *name)
{
	size_t i = 0;

	while (strcmp(clients[i].name, name)) {
		i++;
		ZEND_ASSERT(i < CLIENT_COUNT);
	}
	return &clients[i];
}

bool slock_client_is_built(const char *name, slock_result *result)
{
	const struct client *client = find(name);

	if (!client->build_version) {
#ifdef _WIN32
		slock_result_error(result, "The native client for %s is not available on Windows; use a client object",
						   client->title);
#else
		slock_result_error(result, "The native client for %s is not built in: install %s and configure with %s",
						   client->title, client->package, client->option);
#endif
	}
	return client->build_version != NULL;
}

#ifdef _WIN32
const void *slock_client_load(const char *name, slock_result *result)
{
	slock_client_is_built(name, result);
	return NULL;
}
#else
/* Loads slock_<name>.so. dlopen() itself knows whether it is loaded already, and returns the same table. */
static const void *load(const char *name, char *reason, size_t reason_size)
{
	char path[MAXPATHLEN], symbol[64];
	const char *slash;
	Dl_info here;
	void *module;
	const void *table;

	if (!dladdr((const void *) &slock_module_entry, &here) || !here.dli_fname ||
		!(slash = strrchr(here.dli_fname, '/'))) {
		snprintf(reason, reason_size, "the directory of slock.so is unknown");
		return NULL;
	}
	snprintf(path, sizeof(path), "%.*s/slock_%s.so", (int) (slash - here.dli_fname), here.dli_fname, name);
	snprintf(symbol, sizeof(symbol), "slock_%s_client_table", name);
	/* Never unloaded: some client libraries leave threads or thread-local destructors behind. */
	module = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE | OWN_SYMBOLS_FIRST);
	if (!module) {
		snprintf(reason, reason_size, "%s", dlerror());
		return NULL;
	}
	table = dlsym(module, symbol);
	if (!table) {
		snprintf(reason, reason_size, "%s has no %s", path, symbol);
	}
	return table;
}

const void *slock_client_load(const char *name, slock_result *result)
{
	char reason[256];
	const void *table;

	if (!slock_client_is_built(name, result)) {
		return NULL;
	}
	table = load(name, reason, sizeof(reason));
	if (!table) {
		slock_result_error(
			result,
			"The native client for %s cannot be loaded, is its module slock_%s.so installed beside slock.so? %s",
			find(name)->title, name, reason);
	}
	return table;
}
#endif

void slock_clients_info(void)
{
	php_info_print_table_start();
	php_info_print_table_header(3, "Native client", "Built with", "Running with");
	for (size_t i = 0; i < CLIENT_COUNT; i++) {
		if (!clients[i].build_version) {
			php_info_print_table_row(3, clients[i].title, "not built in", "-");
			continue;
		}
#ifdef _WIN32
		php_info_print_table_row(3, clients[i].title, clients[i].build_version, "-");
#else
		char reason[256];
		const slock_client_header *header = load(clients[i].name, reason, sizeof(reason));

		php_info_print_table_row(3, clients[i].title, clients[i].build_version,
								 header ? header->library_version() : reason);
#endif
	}
	php_info_print_table_end();
}
