/* SPDX-License-Identifier: MIT
 *
 * The object kit: what every class of ours needs and none should write by itself. What a struct holds is told to the
 * garbage collector; a constructor runs once; and what the PHP package keeps in private properties is shown, compared
 * and serialized as if it stood in such properties here. */
#ifndef SLOCK_CORE_OBJECT_H
#define SLOCK_CORE_OBJECT_H

#include "php.h"

/* The class of ours that a class is, or that it extends. */
static inline zend_class_entry *slock_object_native_class(zend_class_entry *ce)
{
	while (ce->type != ZEND_INTERNAL_CLASS) {
		ce = ce->parent;
	}
	return ce;
}

/* A reference more or less to what a struct holds; NULL where it holds nothing. */
static inline zend_object *slock_object_copy(zend_object *held)
{
	if (held) {
		GC_ADDREF(held);
	}
	return held;
}

static inline void slock_object_release(zend_object *held)
{
	if (held) {
		OBJ_RELEASE(held);
	}
}

/* With a reference of its own; null where there is nothing. */
static inline void slock_object_to_zval(zval *value, zend_object *held)
{
	if (held) {
		ZVAL_OBJ_COPY(value, held);
	} else {
		ZVAL_NULL(value);
	}
}

static inline void slock_object_tell_gc(zend_get_gc_buffer *buffer, zend_object *held)
{
	if (held) {
		zend_get_gc_buffer_add_obj(buffer, held);
	}
}

/* The end of a get_gc handler whose buffer holds what the struct holds: adds the properties of the object, from their
 * slots *or* from the property table once there is one (its entries point at the slots; reported twice, they would be
 * freed while they are in use). Makes no table. */
HashTable *slock_object_gc(zend_object *object, zend_get_gc_buffer *buffer, zval **table, int *n);

/* A free_obj handler calls zend_object_std_dtor() *before* it releases what the struct holds, as the engine's own
 * classes do: that call ends the weak references to the object. What is released may be the last reference to an object
 * with a destructor, and there WeakReference::get() would hand out an object that is half freed, and the collector
 * would misjudge a WeakMap with it as a key. */

/* For a constructor: throws an Error when the object is `constructed` already, and changes nothing. A second
 * construction could free what an operation of the same object is using. */
zend_result slock_object_construct_once(const zend_object *object, bool constructed);

/* For the methods: throws an Error when the object is not `constructed`. */
void slock_object_throw_not_constructed(const zend_object *object);

static inline zend_result slock_object_check_constructed(const zend_object *object, bool constructed)
{
	if (EXPECTED(constructed)) {
		return SUCCESS;
	}
	slock_object_throw_not_constructed(object);
	return FAILURE;
}

/* What the PHP package keeps in private properties of the object, put into `into` with slock_object_put(), in the
 * package's order. Runs no PHP code. Must do for objects that were never constructed, too. */
typedef void slock_object_export(zend_object *object, HashTable *into);

/* Adds `value` (its reference is taken over) under the name that a private property of the class has in a serialized
 * object, or, without a class, a protected one. */
void slock_object_put(HashTable *into, zend_class_entry *ce, const char *name, zval *value);

/* The entry of unserialized data under such a name, without references; NULL when there is none. */
zval *slock_object_find(HashTable *data, zend_class_entry *ce, const char *name);

/* What is exported and then the properties that PHP code has given the object: an array with a reference for the
 * caller. It is what the package's default serialization of the same object holds. */
HashTable *slock_object_exported(zend_object *object, slock_object_export *export);

/* A subclass that has __sleep() says there what is serialized, or throws. The engine does not ask it where a class has
 * __serialize(), and ours have. */
bool slock_object_sleeps(const zend_object *object);

/* What __serialize() returns: what is exported, or what the subclass's __sleep() names of it; NULL with an exception
 * pending. */
HashTable *slock_object_serialized(zend_object *object, slock_object_export *export);

/* Whether the subclass's __sleep() has named nothing of the native class `ce`: then it is not constructed of the data,
 * but by the subclass's __wakeup(), if at all. */
bool slock_object_slept(const zend_object *object, HashTable *data, const zend_class_entry *ce);

/* Gives the object what else is in unserialized data: all but the private properties of the native class `ce`, which
 * reads those itself. Then calls the subclass's __wakeup(), which the engine does not where a class has
 * __unserialize(). May throw and run PHP code. */
void slock_object_load(zend_object *object, HashTable *data, zend_class_entry *ce);

/* For the handler get_properties_for: what is exported is in casts and var_export(), what is shown in var_dump(),
 * print_r() and debug_zval_dump(), and neither anywhere else. Where nothing is secret, and nothing is to be added,
 * `show` is `export`. */
HashTable *slock_object_properties_for(zend_object *object, zend_prop_purpose purpose, slock_object_export *export,
									   slock_object_export *show);

/* So much of an owner token as tells it from others and no more, as a string for the caller: whoever has all of it can
 * release the lock. */
zend_string *slock_object_shown_token(const zend_string *token);

/* For the handler compare: two objects of one class are equal when what they export and their properties are, as PHP's
 * == finds. `same` compares the objects themselves. */
int slock_object_compare(zval *a, zval *b, slock_object_export *export);

/* Throws the exception for unserialized data that the object cannot be made of. */
void slock_object_refuse_data(const zend_object *object);

/* Throws the engine's exception for what cannot be serialized: a connection does not fit into a string. */
void slock_object_refuse_serialize(const zend_object *object);
void slock_object_refuse_unserialize(const zend_object *object);

#endif
