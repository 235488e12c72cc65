/* SPDX-License-Identifier: MIT
 *
 * Slock\Handle: see handle.h. */
#include "php_slock.h"
#include "core/core.h"
#include "core/handle.h"
#include "core/process.h"

#include "zend_exceptions.h"

#include "stubs/Handle_arginfo.h"

static zend_class_entry *ce_Handle;
static zend_object_handlers handlers;

static slock_handle *handle_from_obj(zend_object *object)
{
	return (slock_handle *) ((char *) object - offsetof(slock_handle, std));
}

static zend_object *handle_alloc(zend_class_entry *ce)
{
	slock_handle *handle = zend_object_alloc(sizeof(slock_handle), ce);

	handle->held.place = NULL;
	handle->held.resource = NULL;
	handle->open = false;
	handle->next = NULL;
	zend_object_std_init(&handle->std, ce);
	handle->std.handlers = &handlers;
	return &handle->std;
}

/* One after another: freed by the one in front of it, a long row of handles would be a deep recursion. */
static void handle_release_row(zend_object *object)
{
	zend_object *next;

	for (; object; object = next) {
		slock_handle *handle = handle_from_obj(object);

		next = NULL;
		if (GC_REFCOUNT(object) == 1) {
			next = handle->next;
			handle->next = NULL;
		}
		OBJ_RELEASE(object);
	}
}

/* What a handle needs only while it is open. */
static void handle_release_strings(slock_handle *handle)
{
	if (handle->held.resource) {
		zend_string_release(handle->held.resource);
		zend_string_release(handle->held.place);
		handle->held.resource = handle->held.place = NULL;
	}
}

static void handle_free(zend_object *object)
{
	slock_handle *handle = handle_from_obj(object);
	zend_object *next = handle->next;

	zend_object_std_dtor(object); /* first: see core/object.h */
	if (handle->open) {
		handle->open = false;
		handle->held.type->close(handle->held.value, slock_handle_is_inherited(handle));
	}
	handle_release_strings(handle);
	handle->next = NULL;
	handle_release_row(next);
}

static HashTable *handle_get_gc(zend_object *object, zval **table, int *n)
{
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	if (handle_from_obj(object)->next) {
		zend_get_gc_buffer_add_obj(buffer, handle_from_obj(object)->next);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

static zend_function *handle_get_constructor(zend_object *object)
{
	zend_throw_error(NULL, "Cannot directly construct %s", ZSTR_VAL(object->ce->name));
	return NULL;
}

bool slock_handle_is_inherited(const slock_handle *handle)
{
	return handle->held.generation != slock_process_generation();
}

bool slock_handle_is_copied(const slock_handle *handle)
{
	return handle->held.forks != slock_process_forks();
}

/* --- the handles of a key ----------------------------------------------------------------------------------------- */

/* The handle that stands in the state itself, whatever it is worth; NULL: none. */
static slock_handle *handle_head(slock_key *key, zend_string *name)
{
	zval *state = slock_key_find_state(key, name);

	if (!state) {
		return NULL;
	}
	ZVAL_DEREF(state);
	return Z_TYPE_P(state) == IS_OBJECT && Z_OBJCE_P(state) == ce_Handle ? handle_from_obj(Z_OBJ_P(state)) : NULL;
}

static slock_handle *handle_following(const slock_handle *handle)
{
	return handle->next ? handle_from_obj(handle->next) : NULL;
}

/* The first one from here on that is worth something for the key. */
static slock_handle *handle_first_open(slock_key *key, slock_handle *handle, const slock_handle_type *type)
{
	while (handle && !(handle->open && handle->held.type == type &&
					   zend_string_equals(handle->held.resource, slock_key_resource(key)))) {
		handle = handle_following(handle);
	}
	return handle;
}

slock_handle *slock_handle_first(slock_key *key, zend_string *name, const slock_handle_type *type)
{
	return handle_first_open(key, handle_head(key, name), type);
}

slock_handle *slock_handle_next(slock_key *key, const slock_handle *handle)
{
	return handle_first_open(key, handle_following(handle), handle->held.type);
}

slock_handle *slock_handle_find(slock_key *key, zend_string *name, const slock_handle_type *type, zend_string *place)
{
	slock_handle *handle = slock_handle_first(key, name, type);

	while (handle && !zend_string_equals(handle->held.place, place)) {
		handle = slock_handle_next(key, handle);
	}
	return handle;
}

/* Removes a handle from the key's row, which has it, and drops the key's reference. Others may have it as well. */
static void handle_unlink(slock_key *key, zend_string *name, slock_handle *handle)
{
	slock_handle *before = handle_head(key, name);
	zend_object *next = handle->next;

	if (next) {
		GC_ADDREF(next);
	}
	if (before == handle) {
		if (next) {
			slock_key_set_handle(key, name, next);
		} else {
			slock_key_remove_state(key, name);
		}
		return;
	}
	while (handle_following(before) != handle) {
		before = handle_following(before);
	}
	before->next = next;
	OBJ_RELEASE(&handle->std);
}

/* --- making and taking -------------------------------------------------------------------------------------------- */

/* The memory limit has jumped out of handle_unused(): what was to be kept nobody else has. */
static void handle_drop_unkept(void)
{
	const slock_unkept unkept = SLOCK_G(unkept);

	if (UNEXPECTED(unkept.type)) {
		SLOCK_G(unkept).type = NULL;
		((const slock_handle_type *) unkept.type)->close(unkept.value, unkept.generation != slock_process_generation());
	}
}

/* The next handle of this thread, with nothing in it: the one that was taken last, unless others had got hold
 * of it. Making an object and freeing it would be an eighth of what a file lock costs in this process. */
static slock_handle *handle_unused(const slock_held *held)
{
	zend_object *spare = SLOCK_G(spare_handle);

	SLOCK_G(spare_handle) = NULL;
	if (UNEXPECTED(!spare)) {
		handle_drop_unkept();
		SLOCK_G(unkept) = (slock_unkept){held->type, held->value, held->generation};
		spare = handle_alloc(ce_Handle);
		SLOCK_G(unkept).type = NULL;
	}
	return handle_from_obj(spare);
}

/* Before the last reference to a handle that was taken is dropped. */
static void handle_keep_spare(slock_handle *handle)
{
	if (GC_REFCOUNT(&handle->std) != 1 || (GC_FLAGS(&handle->std) & IS_OBJ_WEAKLY_REFERENCED) ||
		handle->std.properties || SLOCK_G(spare_handle) || SLOCK_G(request_is_ending)) {
		return;
	}
	handle_release_strings(handle);
	SLOCK_G(spare_handle) = &handle->std;
	GC_ADDREF(&handle->std);
}

void slock_handle_end_request(void)
{
	handle_drop_unkept();
	/* Session save handlers may still lock and unlock, and what they would leave behind is freed with the request. */
	SLOCK_G(request_is_ending) = true;
	if (SLOCK_G(spare_handle)) {
		OBJ_RELEASE(SLOCK_G(spare_handle));
		SLOCK_G(spare_handle) = NULL;
	}
}

void slock_handle_forget_request(void)
{
	/* What is left here by a RSHUTDOWN that was never reached has been freed by now. */
	SLOCK_G(unkept).type = NULL;
	SLOCK_G(spare_handle) = NULL;
	SLOCK_G(request_is_ending) = false;
}

/* What a new handle of this place leaves of the key's row: not the one that it replaces, and nothing that is worth
 * nothing. Owned, or NULL. */
static zend_object *handle_rest_of_row(slock_key *key, zend_string *name, const slock_held *held)
{
	slock_handle *replaced = slock_handle_find(key, name, held->type, held->place), *rest;

	if (replaced && replaced != slock_handle_first(key, name, held->type)) {
		handle_unlink(key, name, replaced);
	}
	rest = slock_handle_first(key, name, held->type);
	if (rest && rest == slock_handle_find(key, name, held->type, held->place)) {
		rest = slock_handle_next(key, rest);
	}
	if (rest) {
		GC_ADDREF(&rest->std);
	}
	return rest ? &rest->std : NULL;
}

void slock_handle_keep(slock_key *key, zend_string *name, const slock_held *held)
{
	zend_object *rest =
		UNEXPECTED(slock_key_find_state(key, name) != NULL) ? handle_rest_of_row(key, name, held) : NULL;
	slock_handle *handle = handle_unused(held);

	handle->held = *held;
	zend_string_addref(held->place);
	zend_string_addref(held->resource);
	handle->open = true;
	handle->next = rest;
	slock_key_set_handle(key, name, &handle->std);
}

intptr_t slock_handle_take(slock_key *key, zend_string *name, slock_handle *handle)
{
	intptr_t value = handle->held.value;

	handle->open = false;
	if (EXPECTED(!handle->next)) {
		handle_keep_spare(handle);
	}
	handle_unlink(key, name, handle);
	return value;
}

ZEND_METHOD(Slock_Handle, __construct)
{
}

void slock_handle_register(void)
{
	ce_Handle = register_class_Slock_Handle();
	ce_Handle->create_object = handle_alloc;

	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = offsetof(slock_handle, std);
	handlers.free_obj = handle_free;
	handlers.get_gc = handle_get_gc;
	handlers.get_constructor = handle_get_constructor;
	handlers.clone_obj = NULL;
	handlers.compare = zend_objects_not_comparable;
}
