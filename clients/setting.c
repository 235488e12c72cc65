/* SPDX-License-Identifier: MIT
 *
 * What is changed on the objects of users for the time of a call: see setting.h. */
#include "php_slock.h"
#include "clients/setting.h"
#include "clients/userland.h"
#include "core/object.h"

struct slock_setting {
	zend_object *object; /* owned: no other may have its address meanwhile */
	const char *method;
	zend_long name;
	zval users, ours;
	bool after_fatal;    /* begun after a fatal error */
	bool ended;          /* and being put back */
	bool forgotten;      /* what the object says is the user's, in spite of it */
	slock_setting *next; /* the one that was begun before; SLOCK_G(settings) is the last one */
};

static bool setting_is(const slock_setting *setting, const zend_object *object, zend_long name)
{
	return setting->object == object && setting->name == name && !setting->forgotten;
}

/* The last one from there on; NULL: there is none. */
static slock_setting *setting_find(slock_setting *from, const zend_object *object, zend_long name)
{
	while (from && !setting_is(from, object, name)) {
		from = from->next;
	}
	return from;
}

bool slock_setting_find_users(zend_object *object, zend_long name, zval *value)
{
	const slock_setting *last = setting_find(SLOCK_G(settings), object, name);

	if (last) {
		zval_ptr_dtor(value);
		ZVAL_COPY_VALUE(value, &last->users);
	}
	return last != NULL;
}

slock_setting *slock_setting_change(zend_object *object, const char *method, zend_long name, const zval *users,
									const zval *ours)
{
	slock_setting *setting = emalloc(sizeof(*setting));
	zval arguments[2];

	setting->object = slock_object_copy(object);
	setting->method = method;
	setting->name = name;
	ZVAL_COPY_VALUE(&setting->users, users);
	ZVAL_COPY_VALUE(&setting->ours, ours);
	setting->after_fatal = CG(unclean_shutdown);
	setting->ended = setting->forgotten = false;
	setting->next = SLOCK_G(settings);
	SLOCK_G(settings) = setting;
	ZVAL_LONG(&arguments[0], name);
	ZVAL_COPY_VALUE(&arguments[1], ours);
	if (slock_userland_call(object, method, 2, arguments, NULL)) {
		return setting;
	}
	/* It may have been set before the method threw. */
	slock_setting_put_back(setting);
	return NULL;
}

/* After a fatal error those from before it do not end, but for one in a fiber that a shutdown function lets go on. */
static bool setting_is_left(const slock_setting *setting)
{
	return setting->after_fatal != CG(unclean_shutdown);
}

/* The value that the object is to have from now on; NULL: the one that it has. */
static const zval *setting_after(const slock_setting *ended)
{
	bool newer = true;

	for (const slock_setting *other = SLOCK_G(settings); other; other = other->next) {
		newer = newer && other != ended;
		if (setting_is(other, ended->object, ended->name) && !other->ended && !setting_is_left(other)) {
			return newer ? NULL : &other->ours;
		}
	}
	return &ended->users;
}

/* From here on the object says what its user has set, whatever a jump has left of the same setting. */
static void setting_forget_left(const slock_setting *ended)
{
	for (slock_setting *other = SLOCK_G(settings); other; other = other->next) {
		if (other != ended && setting_is(other, ended->object, ended->name) && setting_is_left(other)) {
			other->forgotten = true;
		}
	}
}

static void setting_drop(slock_setting *ended)
{
	slock_setting **at = &SLOCK_G(settings);
	zend_object *object = ended->object;

	while (*at != ended) {
		at = &(*at)->next;
	}
	*at = ended->next;
	efree(ended);
	OBJ_RELEASE(object);
}

bool slock_setting_put_back(slock_setting *setting)
{
	const zval *value;
	zval arguments[2];
	bool done = true;

	if (!setting) {
		return true;
	}
	/* It stays in the list while the method runs, which may be PHP code that lets others begin. */
	setting->ended = true;
	value = setting->forgotten ? NULL : setting_after(setting);
	if (value) {
		ZVAL_LONG(&arguments[0], setting->name);
		ZVAL_COPY_VALUE(&arguments[1], value);
		done = slock_userland_put_back(setting->object, setting->method, 2, arguments);
		setting_forget_left(setting);
	}
	setting_drop(setting);
	return done;
}

void slock_settings_forget(void)
{
	for (slock_setting *setting = SLOCK_G(settings), *next; setting; setting = next) {
		next = setting->next;
		efree(setting);
	}
	SLOCK_G(settings) = NULL;
}
