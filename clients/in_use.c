/* SPDX-License-Identifier: MIT
 *
 * Client objects in the middle of a call: see in_use.h. */
#include "php_slock.h"
#include "clients/in_use.h"
#include "clients/userland.h"

/* What is in the way of a client. */
typedef struct {
	const zend_object *client;
	const zend_class_entry *connection; /* Predis: the interface of its connections, whoever's they are */
	bool manager;                       /* of MongoDB */
	bool database;                      /* a \PDO or a Doctrine connection, whichever */
} in_use_look;

static bool in_use_is_class_below(const zend_class_entry *ce, const char *space)
{
	return ce && zend_string_starts_with_cstr(ce->name, space, strlen(space));
}

/* The driver calls its subscribers in the middle of what it does, and for a foreach over a cursor there is no frame of
 * its own. Whose client that is, they do not know: Managers with the same URI have the same one. */
static bool in_use_is_subscriber(const zend_function *function)
{
	const zend_function *declared = function->common.prototype;

	return declared && in_use_is_class_below(declared->common.scope, "MongoDB\\Driver\\Monitoring\\");
}

/* What a subclass of the user's has of its own is no call. */
static bool in_use_is_of_client(const zend_function *function)
{
	return function->type == ZEND_INTERNAL_FUNCTION || in_use_is_class_below(function->common.scope, "Predis\\") ||
		   in_use_is_class_below(function->common.scope, "Symfony\\Component\\Cache\\Traits\\");
}

/* Statements call functions that SQL was given and those that build the objects of rows; and Doctrine asks for an
 * answer apart from its question. Whose statement or result that is, they do not tell. */
static bool in_use_is_of_database(const zend_function *function)
{
	const zend_class_entry *scope = function->common.scope;

	return scope &&
		   (function->type == ZEND_INTERNAL_FUNCTION
				? zend_string_equals_literal(scope->name, "PDO") ||
					  zend_string_equals_literal(scope->name, "PDOStatement") || in_use_is_class_below(scope, "Pdo\\")
				: in_use_is_class_below(scope, "Doctrine\\DBAL\\"));
}

static bool in_use_is_in_the_way(const zend_execute_data *frame, const in_use_look *look)
{
	const zend_object *object = Z_TYPE(frame->This) == IS_OBJECT ? Z_OBJ(frame->This) : NULL;

	if (!frame->func || !object) {
		return false;
	}
	if (look->database) {
		return in_use_is_of_database(frame->func);
	}
	if (look->manager) {
		return in_use_is_subscriber(frame->func);
	}
	return (object == look->client && in_use_is_of_client(frame->func)) ||
		   (look->connection && instanceof_function(object->ce, look->connection));
}

static bool in_use_look_for(const in_use_look *look, const char *store, slock_result *result)
{
	for (const zend_execute_data *frame = EG(current_execute_data); frame; frame = frame->prev_execute_data) {
		if (in_use_is_in_the_way(frame, look)) {
			result->put_off = true;
			slock_result_error(result, "%s: not renewed in the middle of a call on its client object", store);
			return true;
		}
	}
	return false;
}

bool slock_client_is_in_use(const zend_object *client, const char *store, slock_result *result)
{
	in_use_look look = {.client = client};

	if (!client) {
		return false;
	}
	look.manager = slock_userland_is_a(client, "MongoDB\\Driver\\Manager");
	if (slock_userland_is_a(client, "Predis\\ClientInterface")) {
		look.connection = slock_userland_class("Predis\\Connection\\ConnectionInterface");
	}
	return in_use_look_for(&look, store, result);
}

bool slock_database_is_in_use(const char *store, slock_result *result)
{
	const in_use_look look = {.database = true};

	return in_use_look_for(&look, store, result);
}
