/* SPDX-License-Identifier: MIT
 *
 * What stands in a DSN of PDO, read as its driver reads it, so that credentials can be taken out of it: they become arguments,
 * and no message shows them. */
#include "php_slock.h"
#include "clients/secrets.h"
#include "clients/sql/pdo_connection.h"

#include "zend_smart_str.h"

typedef struct {
	slock_own_pdo *own;
	size_t scheme;                    /* its length, with the colon */
	zend_string *username, *password; /* of the DSN, owned; the last of each counts, as with the drivers */
	smart_str kept, shown;            /* the DSN without them, and what messages show of it */
} pdo_dsn;

static bool is_called(const char *name, size_t length, const char *wanted)
{
	return strlen(wanted) == length && strncasecmp(name, wanted, length) == 0;
}

static void replace_string(zend_string **target, zend_string *value)
{
	if (*target) {
		zend_string_release(*target);
	}
	*target = value;
}

static void append_parameter(smart_str *to, size_t scheme, const char *text, size_t length)
{
	if (ZSTR_LEN(to->s) > scheme) {
		smart_str_appendc(to, ';');
	}
	smart_str_appendl(to, text, length);
}

/* Takes the value over. */
static void hide(slock_own_pdo *own, zend_string *value)
{
	zval hidden;

	if (Z_ISUNDEF(own->secrets)) {
		array_init(&own->secrets);
	}
	ZVAL_STR(&hidden, value);
	zend_hash_next_index_insert(Z_ARRVAL(own->secrets), &hidden);
}

/* One parameter: its name, its value (taken over), and the whole of it as written. */
static void add_parameter(pdo_dsn *dsn, const char *name, size_t length, zend_string *value, const char *text,
						  size_t text_length)
{
	while (length && (isspace((unsigned char) *name) || *name == ';')) {
		name++;
		length--;
	}
	while (length && isspace((unsigned char) name[length - 1])) {
		length--;
	}
	if (is_called(name, length, "user")) {
		replace_string(&dsn->username, value);
		return;
	}
	if (is_called(name, length, "password")) {
		replace_string(&dsn->password, value);
		return;
	}
	append_parameter(&dsn->kept, dsn->scheme, text, text_length);
	if (!slock_secrets_is_name(name, length)) {
		append_parameter(&dsn->shown, dsn->scheme, text, text_length);
		zend_string_release(value);
		return;
	}
	append_parameter(&dsn->shown, dsn->scheme, name, length);
	smart_str_appends(&dsn->shown, "=" SLOCK_SECRET_MASK);
	hide(dsn->own, value);
}

/* As PDO's php_pdo_parse_data_source(): a value ends at a semicolon, and two of them are one that does not end it. What has no
 * equals sign belongs to the next name. */
static void read_pairs(pdo_dsn *dsn, const char *text, const char *end)
{
	while (text < end) {
		const char *equals = memchr(text, '=', (size_t) (end - text)), *at;
		smart_str value = {0};

		if (!equals) {
			append_parameter(&dsn->kept, dsn->scheme, text, (size_t) (end - text));
			append_parameter(&dsn->shown, dsn->scheme, SLOCK_SECRET_MASK, strlen(SLOCK_SECRET_MASK));
			/* Nobody knows what it was meant to be. */
			hide(dsn->own, zend_string_init(text, (size_t) (end - text), false));
			return;
		}
		for (at = equals + 1; at < end && (*at != ';' || (at + 1 < end && at[1] == ';')); at++) {
			smart_str_appendc(&value, *at);
			at += *at == ';';
		}
		smart_str_0(&value);
		add_parameter(dsn, text, (size_t) (equals - text), value.s ? value.s : ZSTR_EMPTY_ALLOC(), text,
					  (size_t) (at - text));
		for (text = at + 1; text < end && isspace((unsigned char) *text); text++) {}
	}
}

/* As libpq's conninfo_parse(), after pdo_pgsql has made every semicolon a space. False: it would refuse it, and quote it. */
static bool read_conninfo(pdo_dsn *dsn, char *text)
{
	while (*text) {
		const char *name = text;
		smart_str value = {0};
		size_t length;
		bool quoted;

		if (isspace((unsigned char) *text)) {
			text++;
			continue;
		}
		while (*text && *text != '=' && !isspace((unsigned char) *text)) {
			text++;
		}
		length = (size_t) (text - name);
		while (isspace((unsigned char) *text)) {
			text++;
		}
		if (*text++ != '=') {
			return false;
		}
		while (isspace((unsigned char) *text)) {
			text++;
		}
		quoted = *text == '\'';
		text += quoted;
		while (*text && !(quoted ? *text == '\'' : isspace((unsigned char) *text))) {
			text += *text == '\\';
			if (*text) {
				smart_str_appendc(&value, *text++);
			}
		}
		smart_str_0(&value);
		if (quoted && *text++ != '\'') {
			smart_str_free(&value);
			return false;
		}
		add_parameter(dsn, name, length, value.s ? value.s : ZSTR_EMPTY_ALLOC(), name, (size_t) (text - name));
	}
	return true;
}

static bool read_parameters(pdo_dsn *dsn, zend_string *text, size_t scheme)
{
	static const char *const with_credentials[] = {"mysql:", "oci:", "firebird:"};
	const char *rest = ZSTR_VAL(text) + scheme;
	char *copy;
	bool good;

	if (zend_string_starts_with_cstr(text, ZEND_STRL("pgsql:"))) {
		copy = estrdup(rest);
		for (char *at = copy; (at = strchr(at, ';'));) {
			*at = ' ';
		}
		good = read_conninfo(dsn, copy);
		efree(copy);
		return good;
	}
	for (size_t i = 0; i < sizeof(with_credentials) / sizeof(*with_credentials); i++) {
		if (zend_string_starts_with_cstr(text, with_credentials[i], strlen(with_credentials[i]))) {
			read_pairs(dsn, rest, ZSTR_VAL(text) + ZSTR_LEN(text));
			return true;
		}
	}
	return false;
}

/* A driver whose grammar we do not know gets its DSN as it is, and when there may be a secret in it nothing of it is shown. */
static void keep_whole(slock_own_pdo *own, zend_string *dsn, size_t scheme)
{
	const char *equals;

	own->dsn = zend_string_copy(dsn);
	for (const char *text = ZSTR_VAL(dsn) + scheme; (equals = strchr(text, '='));) {
		size_t length = strcspn(equals + 1, ";");

		if (slock_secrets_is_name(text, (size_t) (equals - text))) {
			hide(own, zend_string_init(equals + 1, length, false));
		}
		text = equals + 1 + length;
	}
	own->shown = Z_ISUNDEF(own->secrets) ? zend_string_copy(dsn) : slock_secrets_scheme_only(dsn);
}

zend_result slock_own_pdo_read_dsn(slock_own_pdo *own, zend_string *dsn)
{
	const char *colon = memchr(ZSTR_VAL(dsn), ':', ZSTR_LEN(dsn));
	size_t scheme = colon ? (size_t) (colon + 1 - ZSTR_VAL(dsn)) : 0;
	pdo_dsn read = {.own = own, .scheme = scheme};
	bool pgsql = zend_string_starts_with_cstr(dsn, ZEND_STRL("pgsql:")), good;

	if (strlen(ZSTR_VAL(dsn)) != ZSTR_LEN(dsn)) {
		return FAILURE;
	}
	smart_str_appendl(&read.kept, ZSTR_VAL(dsn), scheme);
	smart_str_appendl(&read.shown, ZSTR_VAL(dsn), scheme);
	good = scheme && read_parameters(&read, dsn, scheme);
	if (good) {
		smart_str_0(&read.kept);
		smart_str_0(&read.shown);
		own->dsn = read.kept.s;
		own->shown = read.shown.s;
		/* Those of the options win, as with PDO. */
		if (!own->username && read.username) {
			own->username = zend_string_copy(read.username);
		}
		if (!own->password && read.password) {
			own->password = zend_string_copy(read.password);
		}
	} else {
		smart_str_free(&read.kept);
		smart_str_free(&read.shown);
		if (!pgsql) {
			keep_whole(own, dsn, scheme);
		}
	}
	replace_string(&read.username, NULL);
	replace_string(&read.password, NULL);
	return good || !pgsql ? SUCCESS : FAILURE;
}
