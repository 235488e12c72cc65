/* SPDX-License-Identifier: MIT
 *
 * Client modules: found beside slock.so, loaded on first use. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif
#include "php_slock.h"
#include "clients/module.h"
#include "core/process.h"
#include "slock_build.h"

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
	const char *package;       /* to install */
	const char *extension;     /* of PHP, which must stay loaded where the client is: see module_keep_extension() */
	const char *environment;   /* a variable that is set while the library starts: see module_open() */
} clients[] = {
	{
		.name = "redis",
		.title = "Redis (hiredis)",
#ifdef SLOCK_REDIS_BUILD_VERSION
		.build_version = SLOCK_REDIS_BUILD_VERSION,
#endif
		.package = "libhiredis-dev",
	},
	{
		.name = "memcached",
		.title = "Memcached (libmemcached)",
#ifdef SLOCK_MEMCACHED_BUILD_VERSION
		.build_version = SLOCK_MEMCACHED_BUILD_VERSION,
#endif
		.package = "libmemcached-dev",
	},
	{
		.name = "mongodb",
		.title = "MongoDB (libmongoc)",
#ifdef SLOCK_MONGODB_BUILD_VERSION
		.build_version = SLOCK_MONGODB_BUILD_VERSION,
#endif
		.package = "libmongoc-dev",
		.extension = "mongodb",
		.environment = "MONGOC_DISABLE_SHM",
	},
	{
		.name = "pgsql",
		.title = "PostgreSQL (libpq)",
#ifdef SLOCK_PGSQL_BUILD_VERSION
		.build_version = SLOCK_PGSQL_BUILD_VERSION,
#endif
		.package = "libpq-dev",
	},
	{
		.name = "zookeeper",
		.title = "ZooKeeper (libzookeeper)",
#ifdef SLOCK_ZOOKEEPER_BUILD_VERSION
		.build_version = SLOCK_ZOOKEEPER_BUILD_VERSION,
#endif
		.package = "libzookeeper-st-dev",
	},
};

/* PHP extensions are loaded with global symbols, and some carry another version of the same library (mongodb.so): so a
 * module takes its own symbols first. Not where malloc() is none of the C library's, but jemalloc's, say: what strdup()
 * gets from that, inside of the C library, the module would give to the C library's free()
 * (https://github.com/php/php-src/issues/10670). */
static int module_own_symbols_first(void)
{
#ifdef RTLD_DEEPBIND
	Dl_info allocator = {0}, library = {0};
	bool replaced = dladdr(slock_process_symbol("malloc"), &allocator) &&
					dladdr(slock_process_symbol("gnu_get_libc_version"), &library) &&
					allocator.dli_fbase != library.dli_fbase;

	return replaced ? 0 : RTLD_DEEPBIND;
#else
	return 0;
#endif
}

#define CLIENT_COUNT (sizeof(clients) / sizeof(*clients))

static const struct client *module_client(const char *name)
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
	const struct client *client = module_client(name);

	if (!client->build_version) {
#ifdef _WIN32
		slock_result_error(result, "The native client for %s is not available on Windows; use a client object",
						   client->title);
#else
		slock_result_error(result,
						   "The native client for %s is not built in: install %s and configure with "
						   "--with-slock-%s",
						   client->title, client->package, client->name);
#endif
	}
	return client->build_version != NULL;
}

#ifdef _WIN32
void slock_clients_startup(void)
{
}

const void *slock_client_load(const char *name, slock_result *result)
{
	slock_client_is_built(name, result);
	return NULL;
}
#else
/* Where client modules are looked for: beside slock.so, and where that is a symbolic link, also beside the link. Found
 * out when the module starts, because a relative path means something else after a chdir(). Written once. */
static char directories[2][MAXPATHLEN];

void slock_clients_startup(void)
{
	char path[MAXPATHLEN], *slash;
	Dl_info here;

	if (!dladdr((const void *) &slock_module_entry, &here) || !here.dli_fname) {
		return;
	}
	if (realpath(here.dli_fname, path) && (slash = strrchr(path, '/'))) {
		*slash = '\0';
		strcpy(directories[0], path);
	}
	/* The directory of the name that it was loaded by. */
	if (strlen(here.dli_fname) < sizeof(path)) {
		strcpy(path, here.dli_fname);
		slash = strrchr(path, '/');
		if (slash) {
			slash[slash == path] = '\0';
		}
		if (!realpath(slash ? path : ".", directories[1])) {
			directories[1][0] = '\0';
		}
	}
}

/* The PHP extension mongodb has a libmongoc of its own inside, but shares the SASL library with ours, and leaves
 * pointers to its functions there. It is unloaded before our libmongoc cleans up at the end of the process, and must
 * stay. */
static void module_keep_extension(const char *name)
{
	const zend_module_entry *extension = zend_hash_str_find_ptr(&module_registry, name, strlen(name));
	Dl_info found;

	if (extension && extension->module_startup_func && dladdr((const void *) extension->module_startup_func, &found) &&
		found.dli_fname) {
		/* The handle is let go of; what matters is the flag. */
		void *handle = dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);

		if (handle) {
			dlclose(handle);
		}
	}
}

/* libmongoc starts while it is loaded, before anybody could tell it where to log. It would leave a file in /dev/shm
 * behind when the process is killed, and write a warning to the standard error when it finds the file of a process that
 * had the same number. */
static void *module_open(const char *path, const char *environment)
{
	bool set = false;
	void *module;

	if (environment) {
		tsrm_env_lock();
		set = !getenv(environment) && setenv(environment, "1", true) == 0;
	}
	/* Never unloaded: some client libraries leave threads or thread-local destructors behind. */
	module = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE | module_own_symbols_first());
	if (environment) {
		if (set) {
			unsetenv(environment);
		}
		tsrm_env_unlock();
	}
	return module;
}

/* The module, from the first directory that has it. One that is loaded is found by its name, without a system call.
 * NULL: the reason says why. */
static void *module_find(const struct client *client, char *reason, size_t reason_size)
{
	char paths[2][MAXPATHLEN + 64];
	void *module;

	for (size_t i = 0; i < 2; i++) {
		snprintf(paths[i], sizeof(paths[i]), "%s/slock_%s.so.1", directories[i], client->name);
		module = directories[i][0] ? dlopen(paths[i], RTLD_LAZY | RTLD_NOLOAD) : NULL;
		if (module) {
			return module;
		}
	}
	for (size_t i = 0; i < 2; i++) {
		if (directories[i][0] && access(paths[i], F_OK) == 0) {
			module = module_open(paths[i], client->environment);
			if (!module) {
				snprintf(reason, reason_size, "%s", dlerror());
			}
			return module;
		}
	}
	snprintf(reason, reason_size, "There is none in %s", directories[0][0] ? directories[0] : directories[1]);
	return NULL;
}

/* Loads slock_<name>.so.1. dlopen() itself knows whether it is loaded already, and returns the same table. */
static const void *module_load_table(const char *name, char *reason, size_t reason_size)
{
	char symbol[64];
	const struct client *client = module_client(name);
	void *module = module_find(client, reason, reason_size);
	const slock_client_header *table;

	if (!module) {
		return NULL;
	}
	if (client->extension) {
		module_keep_extension(client->extension);
	}
	snprintf(symbol, sizeof(symbol), "slock_%s_client_table", name);
	table = dlsym(module, symbol);
	if (!table) {
		snprintf(reason, reason_size, "slock_%s.so.1 has no %s", name, symbol);
		return NULL;
	}
	if (strcmp(table->build, SLOCK_BUILD)) {
		snprintf(reason, reason_size, "It belongs to %s and not to %s: restart PHP after an update", table->build,
				 SLOCK_BUILD);
		return NULL;
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
	table = module_load_table(name, reason, sizeof(reason));
	if (!table) {
		slock_result_error(
			result,
			"The native client for %s cannot be loaded, is its module slock_%s.so.1 installed beside slock.so? %s",
			module_client(name)->title, name, reason);
	}
	return table;
}
#endif

/* TLS is a part of the client for Redis, which tells what it runs with. */
static void module_tls_info(void)
{
#if defined(SLOCK_OPENSSL_BUILD_VERSION) && !defined(_WIN32)
	char reason[256] = "not built into slock_redis.so.1";
	const char *(*version)(void) = NULL;

	if (module_load_table("redis", reason, sizeof(reason))) {
		void *module = module_find(module_client("redis"), reason, sizeof(reason));

		*(void **) &version = dlsym(module, "slock_redis_tls_version");
	}
	php_info_print_table_row(3, "TLS (OpenSSL)", SLOCK_OPENSSL_BUILD_VERSION, version ? version() : reason);
#else
	php_info_print_table_row(3, "TLS (OpenSSL)", "not built in", "-");
#endif
}

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
		const slock_client_header *header = module_load_table(clients[i].name, reason, sizeof(reason));

		php_info_print_table_row(3, clients[i].title, clients[i].build_version,
								 header ? header->library_version() : reason);
#endif
	}
	module_tls_info();
	php_info_print_table_end();
}
