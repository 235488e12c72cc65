/* SPDX-License-Identifier: MIT
 *
 * What messages and traces must not show: see secrets.h. */
#include "php_slock.h"
#include "clients/secrets.h"
#include "core/exceptions.h"

#include "ext/standard/url.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include "zend_smart_str.h"

/* Shorter ones would turn up by chance. */
#define SHORTEST 3
#define SHORTEST_PART 4
#define MAX_FORMS 32
#define MAX_SCHEME 32
/* Of names of hosts and databases, of addresses, ports and paths. */
#define PLACE_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:,/[]"

/* How deep arguments are searched, and how many causes. */
#define MAX_DEPTH 8

/* The forms in which one secret may be quoted; owned strings. */
typedef struct {
	zend_string *forms[MAX_FORMS];
	size_t count;
} secret_forms;

bool slock_secrets_is_name(const char *name, size_t length)
{
	static const char *const parts[] = {"pass", "pwd", "secret", "token", "auth"};

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		size_t part = strlen(parts[i]);

		for (size_t at = 0; at + part <= length; at++) {
			if (strncasecmp(name + at, parts[i], part) == 0) {
				return true;
			}
		}
	}
	return false;
}

/* --- scrubbing a text --------------------------------------------------------------------------------------------- */

/* Takes the form over. */
static void secrets_add_form(secret_forms *secret, zend_string *form, size_t shortest)
{
	for (size_t i = 0; i < secret->count && form; i++) {
		if (zend_string_equals(secret->forms[i], form)) {
			zend_string_release(form);
			form = NULL;
		}
	}
	if (form && ZSTR_LEN(form) >= shortest && secret->count < MAX_FORMS) {
		secret->forms[secret->count++] = form;
	} else if (form) {
		zend_string_release(form);
	}
}

/* The same with the hexadecimal digits of its %XX in lower case. */
static zend_string *secrets_lower_escapes(const zend_string *encoded)
{
	zend_string *lower = zend_string_init(ZSTR_VAL(encoded), ZSTR_LEN(encoded), false);

	for (size_t i = 0; i + 2 < ZSTR_LEN(lower); i++) {
		if (ZSTR_VAL(lower)[i] == '%') {
			ZSTR_VAL(lower)[i + 1] = (char) zend_tolower_ascii(ZSTR_VAL(lower)[i + 1]);
			ZSTR_VAL(lower)[i + 2] = (char) zend_tolower_ascii(ZSTR_VAL(lower)[i + 2]);
			i += 2;
		}
	}
	return lower;
}

static void secrets_collect_forms(secret_forms *secret, zend_string *text)
{
	static const char cuts[] = " \t\r\n;@:/?#&=%+,\\'\"{}";
	zend_string *encoded[] = {php_raw_url_encode(ZSTR_VAL(text), ZSTR_LEN(text)),
							  php_url_encode(ZSTR_VAL(text), ZSTR_LEN(text))};
	const char *end = ZSTR_VAL(text) + ZSTR_LEN(text);

	secret->count = 0;
	secrets_add_form(secret, zend_string_copy(text), SHORTEST);
	for (size_t i = 0; i < 2; i++) {
		secrets_add_form(secret, secrets_lower_escapes(encoded[i]), SHORTEST);
		secrets_add_form(secret, encoded[i], SHORTEST);
	}
	for (const char *part = ZSTR_VAL(text); part < end; part++) {
		const char *start = part;

		while (part < end && !memchr(cuts, *part, sizeof(cuts))) {
			part++;
		}
		secrets_add_form(secret, zend_string_init(start, (size_t) (part - start), false), SHORTEST_PART);
	}
}

static void secrets_free_forms(secret_forms *secret)
{
	for (size_t i = 0; i < secret->count; i++) {
		zend_string_release(secret->forms[i]);
	}
}

/* The length of the longest form that stands there; 0: none. */
static size_t secrets_form_at(const secret_forms *secret, const char *text, size_t left)
{
	size_t longest = 0;

	for (size_t i = 0; i < secret->count; i++) {
		const zend_string *form = secret->forms[i];

		if (ZSTR_LEN(form) > longest && ZSTR_LEN(form) <= left && memcmp(text, ZSTR_VAL(form), ZSTR_LEN(form)) == 0) {
			longest = ZSTR_LEN(form);
		}
	}
	return longest;
}

static zend_string *secrets_scrub(const secret_forms *secret, zend_string *text)
{
	smart_str scrubbed = {0};

	for (size_t at = 0; at < ZSTR_LEN(text);) {
		size_t length = secrets_form_at(secret, ZSTR_VAL(text) + at, ZSTR_LEN(text) - at);

		if (length) {
			smart_str_appends(&scrubbed, SLOCK_SECRET_MASK);
		} else {
			smart_str_appendc(&scrubbed, ZSTR_VAL(text)[at]);
			length = 1;
		}
		at += length;
	}
	smart_str_0(&scrubbed);
	return scrubbed.s ? scrubbed.s : ZSTR_EMPTY_ALLOC();
}

/* --- scrubbing an exception --------------------------------------------------------------------------------------- */

static bool secrets_has_secret(const secret_forms *secret, zval *value, int depth)
{
	zval *element;

	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_STRING) {
		for (size_t at = 0; at < Z_STRLEN_P(value); at++) {
			if (secrets_form_at(secret, Z_STRVAL_P(value) + at, Z_STRLEN_P(value) - at)) {
				return true;
			}
		}
	} else if (Z_TYPE_P(value) == IS_ARRAY && depth < MAX_DEPTH) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
			if (secrets_has_secret(secret, element, depth + 1)) {
				return true;
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	return false;
}

static void secrets_scrub_message(const secret_forms *secret, zend_class_entry *base, zend_object *exception)
{
	zval rv, text, *message = zend_read_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), 1, &rv);

	if (Z_TYPE_P(message) == IS_STRING) {
		ZVAL_STR(&text, secrets_scrub(secret, Z_STR_P(message)));
		zend_update_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), &text);
		zval_ptr_dtor(&text);
	}
}

void slock_secrets_cut_trace(zend_object *exception, bool (*hides)(zval *frame, const void *context),
							 const void *context)
{
	zend_class_entry *base = zend_get_exception_base(exception);
	zval rv, cut, *frame, *trace = zend_read_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_TRACE), 1, &rv);

	if (Z_TYPE_P(trace) != IS_ARRAY) {
		return;
	}
	ZVAL_ARR(&cut, zend_array_dup(Z_ARRVAL_P(trace)));
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL(cut), frame) {
		if (Z_TYPE_P(frame) == IS_ARRAY && hides(frame, context)) {
			SEPARATE_ARRAY(frame);
			zend_hash_del(Z_ARRVAL_P(frame), ZSTR_KNOWN(ZEND_STR_ARGS));
		}
	}
	ZEND_HASH_FOREACH_END();
	zend_update_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_TRACE), &cut);
	zval_ptr_dtor(&cut);
}

static bool secrets_is_argument(zval *frame, const void *secret)
{
	zval *arguments = zend_hash_find(Z_ARRVAL_P(frame), ZSTR_KNOWN(ZEND_STR_ARGS));

	return arguments && secrets_has_secret(secret, arguments, 0);
}

/* PDO's exceptions have the driver's text there once more. */
static void secrets_scrub_error_info(const secret_forms *secret, zend_object *exception)
{
	zval rv, scrubbed, *info, *text;

	if (!zend_hash_str_exists(&exception->ce->properties_info, ZEND_STRL("errorInfo"))) {
		return;
	}
	info = zend_read_property(exception->ce, exception, ZEND_STRL("errorInfo"), 1, &rv);
	if (Z_TYPE_P(info) != IS_ARRAY) {
		return;
	}
	ZVAL_ARR(&scrubbed, zend_array_dup(Z_ARRVAL_P(info)));
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL(scrubbed), text) {
		if (Z_TYPE_P(text) == IS_STRING) {
			zend_string *before = Z_STR_P(text);

			ZVAL_STR(text, secrets_scrub(secret, before));
			zend_string_release(before);
		}
	}
	ZEND_HASH_FOREACH_END();
	zend_update_property(exception->ce, exception, ZEND_STRL("errorInfo"), &scrubbed);
	zval_ptr_dtor(&scrubbed);
}

void slock_secrets_scrub_exception(zend_object *exception, zend_string *secret)
{
	secret_forms forms;
	zval rv, *previous;

	if (!secret || ZSTR_LEN(secret) < SHORTEST) {
		return;
	}
	/* What exit() and the end of a fiber are pending as has no properties, and says nothing. */
	if (exception && slock_exception_is_exit(exception)) {
		return;
	}
	secrets_collect_forms(&forms, secret);
	for (int depth = 0; exception && depth < MAX_DEPTH; depth++) {
		zend_class_entry *base = zend_get_exception_base(exception);

		secrets_scrub_message(&forms, base, exception);
		slock_secrets_cut_trace(exception, secrets_is_argument, &forms);
		secrets_scrub_error_info(&forms, exception);
		previous = zend_read_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), 1, &rv);
		exception = Z_TYPE_P(previous) == IS_OBJECT ? Z_OBJ_P(previous) : NULL;
	}
	secrets_free_forms(&forms);
}

/* --- a DSN -------------------------------------------------------------------------------------------------------- */

const char *slock_secrets_driver(const char *text, size_t *length)
{
	for (size_t i = 0; i < *length; i++) {
		if (i == MAX_SCHEME || (!isalnum((unsigned char) text[i]) && text[i] != '_')) {
			*length = strlen(SLOCK_SECRET_MASK);
			return SLOCK_SECRET_MASK;
		}
	}
	return text;
}

zend_string *slock_secrets_scheme_only(zend_string *dsn)
{
	const char *text = ZSTR_VAL(dsn);
	size_t length = 0;
	bool plain = true;

	while (length < ZSTR_LEN(dsn) && (isalnum((unsigned char) text[length]) || strchr("+-._", text[length])) &&
		   text[length]) {
		plain &= isalpha((unsigned char) text[length]) || text[length] == '+' || text[length] == '-';
		length++;
	}
	if (length < ZSTR_LEN(dsn) && text[length] == ':' && length && length <= MAX_SCHEME) {
		return length + 1 == ZSTR_LEN(dsn)
				   ? zend_string_copy(dsn)
				   : zend_string_concat2(text, length + 1, SLOCK_SECRET_MASK, strlen(SLOCK_SECRET_MASK));
	}
	/* A word that could be meant as a scheme, such as "flocks". */
	if (length == ZSTR_LEN(dsn) && plain && length <= MAX_SCHEME) {
		return zend_string_copy(dsn);
	}
	return zend_string_init(SLOCK_SECRET_MASK, strlen(SLOCK_SECRET_MASK), false);
}

const char *const slock_secrets_places[] = {"service",     "host",   "hostaddr", "port", "dbname",
											"unix_socket", "Server", "Database", NULL};

static bool secrets_is_place(const char *name, size_t length)
{
	for (const char *const *place = slock_secrets_places; *place; place++) {
		if (strlen(*place) == length && memcmp(*place, name, length) == 0) {
			return true;
		}
	}
	return false;
}

/* One pair of it; spaces around the name and the value are not shown. */
static void secrets_show_place(smart_str *shown, bool first, const char *pair, const char *end)
{
	const char *equals = memchr(pair, '=', (size_t) (end - pair)), *name_end, *value;

	if (!equals) {
		return;
	}
	name_end = equals;
	value = equals + 1;
	for (; pair < name_end && *pair == ' '; pair++) {}
	for (; pair < name_end && name_end[-1] == ' '; name_end--) {}
	for (; value < end && *value == ' '; value++) {}
	for (; value < end && end[-1] == ' '; end--) {}
	if (!secrets_is_place(pair, (size_t) (name_end - pair))) {
		return;
	}
	if (!first) {
		smart_str_appendc(shown, ';');
	}
	smart_str_appendl(shown, pair, (size_t) (name_end - pair));
	smart_str_appendc(shown, '=');
	if (strspn(value, PLACE_CHARACTERS) >= (size_t) (end - value)) {
		smart_str_appendl(shown, value, (size_t) (end - value));
	} else {
		smart_str_appends(shown, SLOCK_SECRET_MASK);
	}
}

zend_string *slock_secrets_place(const char *dsn)
{
	size_t scheme = strcspn(dsn, ":"), length;
	smart_str shown = {0};
	const char *driver;

	if (strncmp(dsn, "sqlite:", strlen("sqlite:")) == 0) {
		return zend_string_init(dsn, strlen(dsn), false);
	}
	if (!dsn[scheme]) {
		return zend_string_init(SLOCK_SECRET_MASK, strlen(SLOCK_SECRET_MASK), false);
	}
	driver = slock_secrets_driver(dsn, &scheme);
	smart_str_appendl(&shown, driver, scheme);
	smart_str_appendc(&shown, ':');
	scheme = ZSTR_LEN(shown.s);
	for (const char *pair = strchr(dsn, ':'); *pair; pair += length) {
		length = strcspn(++pair, ";");
		secrets_show_place(&shown, ZSTR_LEN(shown.s) == scheme, pair, pair + length);
	}
	return smart_str_extract(&shown);
}
