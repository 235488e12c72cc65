/* SPDX-License-Identifier: MIT
 *
 * StoreFactory: from a DSN or a client object to a store, by two tables. Classes are found by name, because
 * one of them is not ours: DynamoDbStore. */
#include "php_slock.h"
#include "clients/dsn.h"
#include "clients/module.h"
#include "clients/secrets.h"
#include "clients/userland.h"
#include "core/core.h"
#include "core/exceptions.h"
#include "core/parameters.h"
#include "core/store.h"
#include "core/store_operations.h"
#include "core/text.h"
#include "stores/stores.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_attributes.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include "zend_smart_str.h"

#include "stubs/StoreFactory_arginfo.h"

#define STORE(name) "Symfony\\Component\\Lock\\Store\\" name
#define DYNAMODB_STORE "Symfony\\Component\\Lock\\Bridge\\DynamoDb\\Store\\DynamoDbStore"

/* What the store's constructor gets. */
typedef enum {
	NOTHING,
	REST,             /* what follows the prefix */
	NULL_AND_TRUE,    /* FlockStore without a directory, which removes its files */
	REST_AND_TRUE,    /* the same with one */
	WHOLE,            /* the DSN, or the object */
	WITHOUT_ADVISORY, /* the DSN without "+advisory" in its scheme */
} argument;

/* The first row that fits decides. */
static const struct dsn_row {
	const char *text; /* the whole string, or what it begins with when it ends in a colon or slash */
	const char *store;
	argument argument;
	const char *advisory; /* the store for $advisory; NULL: there is none */
} dsn_rows[] = {
	{"flock", STORE("FlockStore"), NOTHING, NULL},
	{"flock://", STORE("FlockStore"), REST, NULL},
	{"flock+remove", STORE("FlockStore"), NULL_AND_TRUE, NULL},
	{"flock+remove://", STORE("FlockStore"), REST_AND_TRUE, NULL},
	{"semaphore", STORE("SemaphoreStore"), NOTHING, NULL},
	{"semaphore://", STORE("SemaphoreStore"), REST, NULL},
	{"in-memory", STORE("InMemoryStore"), NOTHING, NULL},
	{"null", STORE("NullStore"), NOTHING, NULL},
	{"redis:", STORE("RedisStore"), WHOLE, NULL},
	{"rediss:", STORE("RedisStore"), WHOLE, NULL},
	{"valkey:", STORE("RedisStore"), WHOLE, NULL},
	{"valkeys:", STORE("RedisStore"), WHOLE, NULL},
	{"memcached:", STORE("MemcachedStore"), WHOLE, NULL},
	{"mongodb:", STORE("MongoDbStore"), WHOLE, NULL},
	{"mongodb+srv:", STORE("MongoDbStore"), WHOLE, NULL},
	{"mongodb+document:", "Slock\\Store\\MongoDbDocumentStore", WHOLE, NULL},
	{"mongodb+document+srv:", "Slock\\Store\\MongoDbDocumentStore", WHOLE, NULL},
	{"dynamodb://", DYNAMODB_STORE, WHOLE, NULL},
	{"mssql://", STORE("DoctrineDbalStore"), WHOLE, NULL},
	{"mysql://", STORE("DoctrineDbalStore"), WHOLE, STORE("DoctrineDbalMysqlStore")},
	{"mysql2://", STORE("DoctrineDbalStore"), WHOLE, STORE("DoctrineDbalMysqlStore")},
	{"oci8://", STORE("DoctrineDbalStore"), WHOLE, NULL},
	{"pdo_oci://", STORE("DoctrineDbalStore"), WHOLE, NULL},
	{"pgsql://", STORE("DoctrineDbalStore"), WHOLE, STORE("DoctrineDbalPostgreSqlStore")},
	{"postgres://", STORE("DoctrineDbalStore"), WHOLE, STORE("DoctrineDbalPostgreSqlStore")},
	{"postgresql://", STORE("DoctrineDbalStore"), WHOLE, STORE("DoctrineDbalPostgreSqlStore")},
	{"sqlite://", STORE("DoctrineDbalStore"), WHOLE, NULL},
	{"sqlite3://", STORE("DoctrineDbalStore"), WHOLE, NULL},
	{"mysql:", STORE("PdoStore"), WHOLE, STORE("MysqlStore")},
	{"oci:", STORE("PdoStore"), WHOLE, NULL},
	{"pgsql:", STORE("PdoStore"), WHOLE, STORE("PostgreSqlStore")},
	{"sqlsrv:", STORE("PdoStore"), WHOLE, NULL},
	{"sqlite:", STORE("PdoStore"), WHOLE, NULL},
	{"pgsql+advisory://", STORE("DoctrineDbalPostgreSqlStore"), WHOLE, STORE("DoctrineDbalPostgreSqlStore")},
	{"postgres+advisory://", STORE("DoctrineDbalPostgreSqlStore"), WHOLE, STORE("DoctrineDbalPostgreSqlStore")},
	{"postgresql+advisory://", STORE("DoctrineDbalPostgreSqlStore"), WHOLE, STORE("DoctrineDbalPostgreSqlStore")},
	{"mysql+advisory://", STORE("DoctrineDbalMysqlStore"), WHOLE, STORE("DoctrineDbalMysqlStore")},
	{"mysql2+advisory://", STORE("DoctrineDbalMysqlStore"), WHOLE, STORE("DoctrineDbalMysqlStore")},
	{"pgsql+advisory:", STORE("PostgreSqlStore"), WITHOUT_ADVISORY, STORE("PostgreSqlStore")},
	{"mysql+advisory:", STORE("MysqlStore"), WITHOUT_ADVISORY, STORE("MysqlStore")},
	{"zookeeper://", STORE("ZookeeperStore"), WHOLE, NULL},
};

/* How the advisory store for a client object is found. */
typedef enum { NO_ADVISORY, ASK_PDO, ASK_DBAL } advisory_kind;

static const struct {
	const char *client; /* lower case; it need not exist */
	const char *store;
	advisory_kind advisory;
} object_rows[] = {
	{"redis", STORE("RedisStore"), NO_ADVISORY},
	{"redisarray", STORE("RedisStore"), NO_ADVISORY},
	{"rediscluster", STORE("RedisStore"), NO_ADVISORY},
	{"relay\\relay", STORE("RedisStore"), NO_ADVISORY},
	{"relay\\cluster", STORE("RedisStore"), NO_ADVISORY},
	{"predis\\clientinterface", STORE("RedisStore"), NO_ADVISORY},
	{"symfony\\component\\cache\\traits\\redisproxy", STORE("RedisStore"), NO_ADVISORY},
	{"symfony\\component\\cache\\traits\\redisclusterproxy", STORE("RedisStore"), NO_ADVISORY},
	{"memcached", STORE("MemcachedStore"), NO_ADVISORY},
	{"mongodb\\collection", STORE("MongoDbStore"), NO_ADVISORY},
	{"mongodb\\database", STORE("MongoDbStore"), NO_ADVISORY},
	{"mongodb\\client", STORE("MongoDbStore"), NO_ADVISORY},
	{"mongodb\\driver\\manager", STORE("MongoDbStore"), NO_ADVISORY},
	{"pdo", STORE("PdoStore"), ASK_PDO},
	{"doctrine\\dbal\\connection", STORE("DoctrineDbalStore"), ASK_DBAL},
	{"zookeeper", STORE("ZookeeperStore"), NO_ADVISORY},
	{"asyncaws\\dynamodb\\dynamodbclient", DYNAMODB_STORE, NO_ADVISORY},
};

/* Finds a class, by the autoloader too; throws when there is none, which can only happen to the one that is not
 * ours. */
static zend_class_entry *factory_find_class(const char *name)
{
	zend_class_entry *ce = slock_userland_load_class(name);

	if (!ce && !EG(exception)) {
		zend_throw_exception_ex(spl_ce_LogicException, 0,
								"Class \"%s\" is missing. Try running \"composer require "
								"symfony/amazon-dynamo-db-lock\" to install the lock store package.",
								name);
	}
	return EG(exception) ? NULL : ce;
}

/* new $ce(...$arguments); on failure an exception is pending. */
static void factory_instantiate(zend_class_entry *ce, uint32_t count, zval *arguments, zval *store)
{
	if (slock_userland_make(ce, count, arguments, store) &&
		!instanceof_function(ce, slock_ce_PersistingStoreInterface)) {
		zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0, "The class %s is no %s.", ZSTR_VAL(ce->name),
								ZSTR_VAL(slock_ce_PersistingStoreInterface->name));
		zval_ptr_dtor(store);
		ZVAL_UNDEF(store);
	}
}

/* scheme+advisory:rest to scheme:rest */
static zend_string *factory_dsn_without_advisory(zend_string *dsn)
{
	size_t scheme = strcspn(ZSTR_VAL(dsn), "+"), skipped = scheme + strlen("+advisory");

	return zend_string_concat2(ZSTR_VAL(dsn), scheme, ZSTR_VAL(dsn) + skipped, ZSTR_LEN(dsn) - skipped);
}

static void factory_create_from_row(const struct dsn_row *row, bool advisory, zend_string *dsn, zval *store)
{
	size_t length = strlen(row->text);
	zend_class_entry *ce = factory_find_class(advisory ? row->advisory : row->store);
	uint32_t count = 1;
	zval arguments[2];

	if (!ce) {
		return;
	}
	ZVAL_NULL(&arguments[0]);
	ZVAL_TRUE(&arguments[1]);
	switch (row->argument) {
		case NOTHING:
			count = 0;
			break;
		case REST_AND_TRUE:
			count = 2;
			ZEND_FALLTHROUGH;
		case REST:
			ZVAL_STRINGL(&arguments[0], ZSTR_VAL(dsn) + length, ZSTR_LEN(dsn) - length);
			break;
		case NULL_AND_TRUE:
			count = 2;
			break;
		case WHOLE:
			ZVAL_STR_COPY(&arguments[0], dsn);
			break;
		case WITHOUT_ADVISORY:
			ZVAL_STR(&arguments[0], factory_dsn_without_advisory(dsn));
			break;
	}
	factory_instantiate(ce, count, arguments, store);
	zval_ptr_dtor(&arguments[0]);
}

static void factory_throw_unsupported(zend_string *what)
{
	slock_exception_throw(
		slock_exception_about(slock_ce_InvalidArgumentException, NULL, "Unsupported Connection: \"", what, "\"."));
}

static void factory_throw_no_advisory(const char *what)
{
	zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
							"Advisory locks need a connection to PostgreSQL or MySQL, \"%s\" is none.", what);
}

/* --- entry points ------------------------------------------------------------------------------------------------- */

static const struct dsn_row *factory_find_row(zend_string *dsn)
{
	for (size_t i = 0; i < sizeof(dsn_rows) / sizeof(*dsn_rows); i++) {
		const char *text = dsn_rows[i].text;
		size_t length = strlen(text);
		bool is_prefix = text[length - 1] == ':' || text[length - 1] == '/';

		if (is_prefix ? ZSTR_LEN(dsn) >= length && memcmp(ZSTR_VAL(dsn), text, length) == 0
					  : zend_string_equals_cstr(dsn, text, length)) {
			return &dsn_rows[i];
		}
	}
	return NULL;
}

/* Where the query of a DSN says something about tokens, from the name of the parameter on; NULL: nowhere. */
static const char *factory_find_fencing(zend_string *dsn)
{
	const char *query = strchr(ZSTR_VAL(dsn), '?');

	for (const char *at = query; at && (at = strstr(at + 1, "fencing="));) {
		if (at[-1] == '?' || at[-1] == '&') {
			return at;
		}
	}
	return NULL;
}

static void factory_throw_no_tokens(const struct dsn_row *row)
{
	zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
							"\"fencing\": the store of \"%s\" has no fencing tokens.", row->text);
}

/* Whether the store knows tokens by an option of its constructor, as it takes no DSN. */
static bool factory_has_fencing_option(const struct dsn_row *row)
{
	return strcmp(row->store, STORE("InMemoryStore")) == 0 ||
		   (strcmp(row->store, STORE("FlockStore")) == 0 && (row->argument == NOTHING || row->argument == REST));
}

static void factory_throw_parameter(const struct dsn_row *row, const char *name, const char *end)
{
	size_t length = 0;

	while (name + length < end && (isalnum((unsigned char) name[length]) || memchr("_-.", name[length], 3))) {
		length++;
	}
	/* What is not plainly a name may be a part of a password, of a DSN that was meant for another store. */
	if (memchr(name, '@', end - name) || (name + length < end && !memchr("=&", name[length], 2)) || length > 32) {
		name = SLOCK_SECRET_MASK;
		length = strlen(SLOCK_SECRET_MASK);
	}
	zend_throw_exception_ex(
		slock_ce_InvalidArgumentException, 0, "A DSN of \"%s\" takes no such parameter \"%.*s\"; there %s, 0 or 1.",
		row->text, (int) length, name,
		factory_has_fencing_option(row) ? "are \"keep_alive\" and \"fencing\"" : "is \"keep_alive\"");
}

/* What follows the question mark of a row whose store takes no DSN. Whatever else stands there is refused: who has
 * misspelt a parameter would lock in another directory or scope, beside all others. */
static zend_result factory_read_parameters(const struct dsn_row *row, const char *text, const char *end, bool *fencing)
{
	static const char name[] = "fencing=";
	const size_t length = sizeof(name) - 1;

	for (const char *next; text <= end; text = next + 1) {
		next = memchr(text, '&', end - text);
		next = next ? next : end;
		if ((size_t) (next - text) >= length && memcmp(text, name, length) == 0 && !factory_has_fencing_option(row)) {
			factory_throw_no_tokens(row);
			return FAILURE;
		}
		if ((size_t) (next - text) != length + 1 || memcmp(text, name, length) != 0 ||
			(text[length] != '0' && text[length] != '1')) {
			factory_throw_parameter(row, text, end);
			return FAILURE;
		}
		*fencing = text[length] == '1';
	}
	return SUCCESS;
}

/* FlockStore or InMemoryStore with the option. */
static void factory_create_with_option(const struct dsn_row *row, zend_string *name, bool fencing, zval *store)
{
	const size_t prefix = strlen(row->text);
	bool in_memory = strcmp(row->store, STORE("InMemoryStore")) == 0;
	zval arguments[3], *options = &arguments[in_memory ? 0 : 2];

	ZVAL_NULL(&arguments[0]);
	if (row->argument == REST) {
		ZVAL_STRINGL(&arguments[0], ZSTR_VAL(name) + prefix, ZSTR_LEN(name) - prefix);
	}
	ZVAL_FALSE(&arguments[1]);
	array_init_size(options, 1);
	add_assoc_bool(options, "fencing", fencing);
	factory_instantiate(factory_find_class(row->store), in_memory ? 1 : 3, arguments, store);
	if (!in_memory) {
		zval_ptr_dtor(&arguments[0]);
	}
	zval_ptr_dtor(options);
}

/* A name, a directory or a scope with parameters: flock:///directory?fencing=1. False: it is none of these. */
static bool factory_create_with_parameters(zend_string *dsn, bool advisory, zval *store)
{
	const char *question = memchr(ZSTR_VAL(dsn), '?', ZSTR_LEN(dsn));
	zend_string *name = question ? zend_string_init(ZSTR_VAL(dsn), question - ZSTR_VAL(dsn), false) : NULL;
	const struct dsn_row *row = name ? factory_find_row(name) : NULL;
	bool ours = row && row->argument != WHOLE && row->argument != WITHOUT_ADVISORY, fencing = false;

	if (ours && advisory) {
		factory_throw_no_advisory(row->text);
	} else if (ours && factory_read_parameters(row, question + 1, ZSTR_VAL(dsn) + ZSTR_LEN(dsn), &fencing) == SUCCESS) {
		factory_create_with_option(row, name, fencing, store);
	}
	slock_text_release(name);
	return ours;
}

/* The DSN without "keep_alive=0" or "keep_alive=1", which is for the store that is made of the rest; owned. NULL with
 * an exception pending. */
static zend_string *factory_take_keep_alive(zend_string *dsn, bool *keeps)
{
	zend_string *value, *before, *rest = slock_dsn_take_pair(dsn, "keep_alive", &value), *earlier;
	bool more = true;

	while (more) {
		before = rest;
		rest = slock_dsn_take_parameter(before, "keep_alive=", &earlier);
		zend_string_release(before);
		more = earlier != NULL;
		/* The last one counts, as elsewhere. */
		if (value) {
			slock_text_release(earlier);
		} else {
			value = earlier;
		}
	}
	*keeps = false;
	if (value && slock_dsn_to_flag(value, keeps) == FAILURE) {
		zend_throw_exception(slock_ce_InvalidArgumentException, "Parameter \"keep_alive\" of a DSN must be 0 or 1.", 0);
		zend_string_release(rest);
		rest = NULL;
	}
	slock_text_release(value);
	return rest;
}

/* Whether a DSN asks for tokens that its store does not have; the parameter would be ignored like any other. */
static bool factory_cannot_fence(const struct dsn_row *row, bool advisory, zend_string *dsn)
{
	static const char *const fencing[] = {STORE("RedisStore"), STORE("ZookeeperStore"), STORE("PostgreSqlStore"),
										  STORE("DoctrineDbalPostgreSqlStore"), STORE("MongoDbStore")};
	static const char *const by_url[] = {STORE("PdoStore"), STORE("DoctrineDbalStore")};

	if (!factory_find_fencing(dsn)) {
		return false;
	}
	for (size_t i = 0; i < sizeof(fencing) / sizeof(*fencing); i++) {
		if (strcmp(advisory ? row->advisory : row->store, fencing[i]) == 0) {
			return false;
		}
	}
	for (size_t i = 0; !advisory && strstr(ZSTR_VAL(dsn), "://") && i < sizeof(by_url) / sizeof(*by_url); i++) {
		if (strcmp(row->store, by_url[i]) == 0) {
			return false;
		}
	}
	return true;
}

static void factory_create_from_dsn(zend_string *dsn, bool advisory, zval *store)
{
	const struct dsn_row *row;

	if (factory_create_with_parameters(dsn, advisory, store)) {
		return;
	}
	row = factory_find_row(dsn);
	if (!row) {
		/* What it is has no grammar to trust, so that anything in it may be a secret. */
		zend_string *shown = slock_secrets_scheme_only(dsn);

		factory_throw_unsupported(shown);
		zend_string_release(shown);
	} else if (advisory && !row->advisory) {
		factory_throw_no_advisory(row->text);
	} else if (factory_cannot_fence(row, advisory, dsn)) {
		factory_throw_no_tokens(row);
	} else {
		factory_create_from_row(row, advisory, dsn, store);
	}
}

static void factory_create_from_any_dsn(zend_string *dsn, bool advisory, zval *store)
{
	bool keeps;
	zend_string *rest = factory_take_keep_alive(dsn, &keeps);
	slock_store *made;

	if (!rest) {
		return;
	}
	factory_create_from_dsn(rest, advisory, store);
	zend_string_release(rest);
	if (!keeps || EG(exception)) {
		return;
	}
	made = slock_store_from_obj(Z_OBJ_P(store));
	if (made) {
		slock_store_keep_alive(made);
		return;
	}
	zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
							"Parameter \"keep_alive\" of a DSN does nothing for %s, which is written in PHP.",
							ZSTR_VAL(Z_OBJCE_P(store)->name));
	zval_ptr_dtor(store);
	ZVAL_NULL(store);
}

/* The advisory store for a \PDO; NULL with an exception pending when its database has none. */
static const char *factory_advisory_for_pdo(zend_object *pdo)
{
	zval attribute, driver;
	const char *store = NULL;

	ZVAL_LONG(&attribute, 16); /* PDO::ATTR_DRIVER_NAME */
	if (slock_userland_call(pdo, "getAttribute", 1, &attribute, &driver)) {
		if (Z_TYPE(driver) == IS_STRING && zend_string_equals_literal(Z_STR(driver), "pgsql")) {
			store = STORE("PostgreSqlStore");
		} else if (Z_TYPE(driver) == IS_STRING && zend_string_equals_literal(Z_STR(driver), "mysql")) {
			store = STORE("MysqlStore");
		} else {
			factory_throw_no_advisory(Z_TYPE(driver) == IS_STRING ? Z_STRVAL(driver) : ZSTR_VAL(pdo->ce->name));
		}
	}
	zval_ptr_dtor(&driver);
	return store;
}

/* The same for a connection of Doctrine DBAL. */
static const char *factory_advisory_for_dbal(zend_object *connection)
{
	zval platform;
	const char *store = NULL;

	if (slock_userland_call(connection, "getDatabasePlatform", 0, NULL, &platform)) {
		zend_object *object = Z_TYPE(platform) == IS_OBJECT ? Z_OBJ(platform) : NULL;

		if (object && slock_userland_is_a(object, "doctrine\\dbal\\platforms\\postgresqlplatform")) {
			store = STORE("DoctrineDbalPostgreSqlStore");
		} else if (object && (slock_userland_is_a(object, "doctrine\\dbal\\platforms\\abstractmysqlplatform") ||
							  slock_userland_is_a(object, "doctrine\\dbal\\platforms\\mysqlplatform"))) {
			store = STORE("DoctrineDbalMysqlStore");
		} else {
			factory_throw_no_advisory(ZSTR_VAL(object ? object->ce->name : connection->ce->name));
		}
	}
	zval_ptr_dtor(&platform);
	return store;
}

static void factory_create_from_object(zend_object *client, bool advisory, zval *store)
{
	for (size_t i = 0; i < sizeof(object_rows) / sizeof(*object_rows); i++) {
		const char *store_name = object_rows[i].store;
		zend_class_entry *ce;
		zval argument;

		if (!slock_userland_is_a(client, object_rows[i].client)) {
			continue;
		}
		if (advisory) {
			switch (object_rows[i].advisory) {
				case ASK_PDO:
					store_name = factory_advisory_for_pdo(client);
					break;
				case ASK_DBAL:
					store_name = factory_advisory_for_dbal(client);
					break;
				default:
					store_name = NULL;
					factory_throw_no_advisory(ZSTR_VAL(client->ce->name));
			}
		}
		ce = store_name ? factory_find_class(store_name) : NULL;
		if (ce) {
			ZVAL_OBJ(&argument, client);
			factory_instantiate(ce, 1, &argument, store);
		}
		return;
	}
	/* What get_debug_type() says: the name of an anonymous class ends before its NUL. */
	{
		zend_string *name = zend_string_init(ZSTR_VAL(client->ce->name), strlen(ZSTR_VAL(client->ce->name)), false);

		factory_throw_unsupported(name);
		zend_string_release(name);
	}
}

ZEND_METHOD(Symfony_Component_Lock_Store_StoreFactory, createStore)
{
	zend_object *client;
	zend_string *dsn;
	bool advisory = false;

	SLOCK_PARSE_PARAMETERS_START(1)
		SLOCK_PARAM_OBJ_OR_STR(client, dsn)
		Z_PARAM_OPTIONAL
		SLOCK_PARAM_BOOL(advisory)
	ZEND_PARSE_PARAMETERS_END();

	if (client) {
		factory_create_from_object(client, advisory, return_value);
	} else {
		factory_create_from_any_dsn(dsn, advisory, return_value);
	}
	if (EG(exception)) {
		RETURN_THROWS();
	}
}

zend_result slock_store_require_client(const char *name)
{
	slock_result result = SLOCK_RESULT_INIT;

	if (slock_client_is_built(name, &result)) {
		return SUCCESS;
	}
	zend_throw_exception(slock_ce_InvalidArgumentException, result.message, 0);
	return FAILURE;
}

zend_result slock_store_read_fencing(HashTable *options, bool *fencing)
{
	zend_string *name;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, value) {
		ZVAL_DEREF(value);
		if (!name || !zend_string_equals_literal(name, "fencing")) {
			zend_throw_exception_ex(slock_ce_InvalidArgumentException, 0,
									"Option \"%s\" is not known; there is \"fencing\".", name ? ZSTR_VAL(name) : "");
			return FAILURE;
		}
		if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
			zend_type_error("Option \"fencing\" must be of type bool, %s given", zend_zval_type_name(value));
			return FAILURE;
		}
		*fencing = Z_TYPE_P(value) == IS_TRUE;
	}
	ZEND_HASH_FOREACH_END();
	return slock_store_check_fencing(*fencing);
}

zend_result slock_store_check_fencing(bool wanted)
{
	if (wanted && SIZEOF_ZEND_LONG < 8) {
		zend_throw_exception(slock_ce_InvalidArgumentException, "\"fencing\" needs a PHP with integers of 64 bits.", 0);
		return FAILURE;
	}
	return SUCCESS;
}

void slock_store_throw_invalid(zend_string *error)
{
	zend_throw_exception(slock_ce_InvalidArgumentException, ZSTR_VAL(error), 0);
	zend_string_release(error);
}

void slock_store_factory_register(void)
{
	register_class_Symfony_Component_Lock_Store_StoreFactory();
}
