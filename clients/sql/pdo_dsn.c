/* SPDX-License-Identifier: MIT
 *
 * What stands in a DSN of PDO, read as its driver reads it, so that credentials can be taken out of it: they become
 * arguments, and no message shows them. */
#include "php_slock.h"
#include "clients/dsn.h"
#include "clients/secrets.h"
#include "clients/sql/pdo_dsn.h"
#include "core/text.h"

#include "zend_smart_str.h"

typedef struct {
	slock_pdo_connection *own;
	size_t scheme;                    /* its length, with the colon */
	zend_string *username, *password; /* of the DSN, owned; the last of each counts, as with the drivers */
	smart_str kept, shown;            /* the DSN without them, and what messages show of it */
} pdo_dsn;

/* Takes the value over. */
static void pdo_dsn_hide(slock_pdo_connection *own, zend_string *value)
{
	zval hidden;

	if (Z_ISUNDEF(own->secrets)) {
		array_init(&own->secrets);
	}
	ZVAL_STR(&hidden, value);
	zend_hash_next_index_insert(Z_ARRVAL(own->secrets), &hidden);
}

/* Takes the pair's value over. */
static void pdo_dsn_add_parameter(pdo_dsn *dsn, const slock_dsn_pairs *pair)
{
	if (slock_dsn_is_called(pair->name, pair->name_length, "user")) {
		slock_text_replace(&dsn->username, pair->value);
		return;
	}
	if (slock_dsn_is_called(pair->name, pair->name_length, "password")) {
		slock_text_replace(&dsn->password, pair->value);
		return;
	}
	slock_dsn_append_pair(&dsn->kept, dsn->scheme, pair->text, pair->length);
	if (!slock_secrets_is_name(pair->name, pair->name_length)) {
		slock_dsn_append_pair(&dsn->shown, dsn->scheme, pair->text, pair->length);
		zend_string_release(pair->value);
		return;
	}
	slock_dsn_append_pair(&dsn->shown, dsn->scheme, pair->name, pair->name_length);
	smart_str_appends(&dsn->shown, "=" SLOCK_SECRET_MASK);
	pdo_dsn_hide(dsn->own, pair->value);
}

/* False: the driver would refuse it, and quote it. */
static bool pdo_dsn_read_pairs(pdo_dsn *dsn, slock_dsn_pairs *pairs)
{
	slock_dsn_next next;
	size_t left;

	while ((next = slock_dsn_next_pair(pairs)) == SLOCK_DSN_PAIR) {
		pdo_dsn_add_parameter(dsn, pairs);
	}
	if (next == SLOCK_DSN_NO_PAIR && !pairs->conninfo) {
		left = (size_t) (pairs->end - pairs->text);
		slock_dsn_append_pair(&dsn->kept, dsn->scheme, pairs->text, left);
		slock_dsn_append_pair(&dsn->shown, dsn->scheme, SLOCK_SECRET_MASK, strlen(SLOCK_SECRET_MASK));
		/* Nobody knows what it was meant to be. */
		pdo_dsn_hide(dsn->own, zend_string_init(pairs->text, left, false));
		return true;
	}
	return next == SLOCK_DSN_END;
}

static bool pdo_dsn_read_parameters(pdo_dsn *dsn, zend_string *text, size_t scheme)
{
	static const char *const with_credentials[] = {"mysql:", "oci:", "firebird:"};
	slock_dsn_pairs pairs = {.rest = ZSTR_VAL(text) + scheme, .end = ZSTR_VAL(text) + ZSTR_LEN(text)};
	char *copy;
	bool good;

	if (zend_string_starts_with_cstr(text, ZEND_STRL("pgsql:"))) {
		/* What pdo_pgsql does first, in quotes too. */
		copy = estrdup(pairs.rest);
		for (char *at = copy; (at = strchr(at, ';'));) {
			*at = ' ';
		}
		pairs.rest = copy;
		pairs.end = copy + strlen(copy);
		pairs.conninfo = true;
		good = pdo_dsn_read_pairs(dsn, &pairs);
		efree(copy);
		return good;
	}
	for (size_t i = 0; i < sizeof(with_credentials) / sizeof(*with_credentials); i++) {
		if (zend_string_starts_with_cstr(text, with_credentials[i], strlen(with_credentials[i]))) {
			return pdo_dsn_read_pairs(dsn, &pairs);
		}
	}
	return false;
}

/* A driver whose grammar we do not know gets its DSN as it is, and when there may be a secret in it nothing of it is
 * shown. */
static void pdo_dsn_keep_whole(slock_pdo_connection *own, zend_string *dsn, size_t scheme)
{
	const char *equals;

	own->dsn = zend_string_copy(dsn);
	for (const char *text = ZSTR_VAL(dsn) + scheme; (equals = strchr(text, '='));) {
		size_t length = strcspn(equals + 1, ";");

		if (slock_secrets_is_name(text, (size_t) (equals - text))) {
			pdo_dsn_hide(own, zend_string_init(equals + 1, length, false));
		}
		text = equals + 1 + length;
	}
	own->shown = Z_ISUNDEF(own->secrets) ? zend_string_copy(dsn) : slock_secrets_scheme_only(dsn);
}

/* A password may stand anywhere in a damaged DSN: messages show where the server is, and nothing else. What has an @
 * may be a URL that lacks its slashes: nothing shows any of it. A file may have one. */
static void pdo_dsn_show_place(slock_pdo_connection *own, size_t scheme)
{
	const char *rest = ZSTR_VAL(own->dsn) + scheme;
	size_t driver = scheme ? scheme - 1 : 0;

	slock_text_replace(&own->shown, slock_secrets_place(ZSTR_VAL(own->shown)));
	if (zend_string_starts_with_cstr(own->dsn, ZEND_STRL("sqlite:"))) {
		return;
	}
	if (strchr(rest, '@')) {
		pdo_dsn_hide(own, zend_string_init(rest, strlen(rest), false));
	}
	if (slock_secrets_driver(ZSTR_VAL(own->dsn), &driver) != ZSTR_VAL(own->dsn)) {
		/* What stands before the first colon is no driver's name. */
		pdo_dsn_hide(own, zend_string_copy(own->dsn));
	}
}

zend_result slock_pdo_connection_read_dsn(slock_pdo_connection *own, zend_string *dsn)
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
	good = scheme && pdo_dsn_read_parameters(&read, dsn, scheme);
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
			pdo_dsn_keep_whole(own, dsn, scheme);
		}
	}
	if (own->shown) {
		pdo_dsn_show_place(own, scheme);
	}
	slock_text_release(read.username);
	slock_text_release(read.password);
	return good || !pgsql ? SUCCESS : FAILURE;
}
