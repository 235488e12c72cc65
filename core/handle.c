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

	handle->type = NULL;
	handle->resource = NULL;
	handle->open = false;
	zend_object_std_init(&handle->std, ce);
	handle->std.handlers = &handlers;
	return &handle->std;
}

static void handle_free(zend_object *object)
{
	slock_handle *handle = handle_from_obj(object);

	if (handle->open) {
		handle->open = false;
		handle->type->close(handle->value, slock_handle_is_inherited(handle));
	}
	if (handle->resource) {
		zend_string_release(handle->resource);
	}
	zend_object_std_dtor(object);
}

static zend_function *handle_get_constructor(zend_object *object)
{
	zend_throw_error(NULL, "Cannot directly construct %s", ZSTR_VAL(object->ce->name));
	return NULL;
}

bool slock_handle_is_inherited(const slock_handle *handle)
{
	return handle->generation != slock_process_generation();
}

bool slock_handle_is_copied(const slock_handle *handle)
{
	return handle->forks != slock_process_forks();
}

slock_handle *slock_handle_find(slock_key *key, zend_string *name, const slock_handle_type *type)
{
	zval *state = slock_key_find_state(key, name);
	slock_handle *handle;

	if (!state) {
		return NULL;
	}
	ZVAL_DEREF(state);
	if (Z_TYPE_P(state) != IS_OBJECT || Z_OBJCE_P(state) != ce_Handle) {
		return NULL;
	}
	handle = handle_from_obj(Z_OBJ_P(state));
	if (!handle->open || handle->type != type || !zend_string_equals(handle->resource, slock_key_resource(key))) {
		return NULL;
	}
	return handle;
}

/* The next handle of this thread, with nothing in it: the one that was taken last, unless somebody else had got hold of it.
 * Making an object and freeing it would be an eighth of what a file lock costs in this process. */
static slock_handle *unused_handle(void)
{
	zend_object *spare = SLOCK_G(spare_handle);

	SLOCK_G(spare_handle) = NULL;
	return handle_from_obj(spare ? spare : handle_alloc(ce_Handle));
}

/* Before the last reference to a handle that was taken is dropped. */
static void keep_spare(slock_handle *handle)
{
	if (GC_REFCOUNT(&handle->std) != 1 || (GC_FLAGS(&handle->std) & IS_OBJ_WEAKLY_REFERENCED) ||
		handle->std.properties || SLOCK_G(spare_handle)) {
		return;
	}
	zend_string_release(handle->resource);
	handle->resource = NULL;
	SLOCK_G(spare_handle) = &handle->std;
	GC_ADDREF(&handle->std);
}

void slock_handle_end_request(void)
{
	if (SLOCK_G(spare_handle)) {
		OBJ_RELEASE(SLOCK_G(spare_handle));
		SLOCK_G(spare_handle) = NULL;
	}
}

slock_handle *slock_handle_keep(slock_key *key, zend_string *name, const slock_handle_type *type, intptr_t value,
								bool shared)
{
	slock_handle *handle = unused_handle();

	handle->type = type;
	handle->resource = zend_string_copy(slock_key_resource(key));
	handle->value = value;
	handle->open = true;
	handle->shared = shared;
	handle->generation = slock_process_generation();
	handle->forks = slock_process_forks();
	slock_key_set_handle(key, name, &handle->std);
	return handle;
}

intptr_t slock_handle_take(slock_key *key, zend_string *name, slock_handle *handle)
{
	intptr_t value = handle->value;

	handle->open = false;
	keep_spare(handle);
	slock_key_remove_state(key, name);
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
	handlers.get_constructor = handle_get_constructor;
	handlers.clone_obj = NULL;
	handlers.compare = zend_objects_not_comparable;
}
