/* SPDX-License-Identifier: MIT
 *
 * Tables of options; see dsn_options.h. */
#include "php_slock.h"
#include "clients/dsn_options.h"

#include "zend_smart_str.h"

static void *options_field(const slock_option *option, const void *of)
{
	return (char *) of + option->field;
}

static bool options_read_text(const slock_option *option, const slock_dsn *from, zend_string **field)
{
	zend_string *text;

	if (slock_dsn_get_text(from, option->name, &text) == FAILURE) {
		return false;
	}
	*field = zend_string_copy(text);
	return true;
}

static bool options_read_number(const slock_option *option, const slock_dsn *from, void *field)
{
	double number;

	if (slock_dsn_get_number(from, option->name, &number) == FAILURE || number < option->min || number > option->max) {
		return false;
	}
	if (option->type == SLOCK_OPTION_COUNT && number != floor(number)) {
		return false;
	}
	if (option->type == SLOCK_OPTION_INTEGER || option->type == SLOCK_OPTION_COUNT) {
		*(int *) field = (int) number;
	} else if (option->type == SLOCK_OPTION_SECONDS || number > 0.0) {
		*(slock_time *) field = slock_duration(number);
	}
	return true;
}

static bool options_read_one(const slock_option *option, const slock_dsn *from, void *into)
{
	void *field = options_field(option, into);

	if (!slock_dsn_find(from, option->name)) {
		return true;
	}
	switch (option->type) {
		case SLOCK_OPTION_BOOL:
			return slock_dsn_get_bool(from, option->name, field) == SUCCESS;
		case SLOCK_OPTION_TEXT:
			return options_read_text(option, from, field);
		default:
			return options_read_number(option, from, field);
	}
}

const slock_option *slock_options_read(const slock_option *options, const slock_dsn *from, void *into)
{
	for (; options->name; options++) {
		if (!options_read_one(options, from, into)) {
			return options;
		}
	}
	return NULL;
}

bool slock_option_refuse(const slock_option *option, zend_string **error)
{
	switch (option->type) {
		case SLOCK_OPTION_BOOL:
			return slock_dsn_refuse(error, "parameter \"%s\" must be a boolean.", option->name);
		case SLOCK_OPTION_TEXT:
			return slock_dsn_refuse(error, "parameter \"%s\" must be a string.", option->name);
		case SLOCK_OPTION_COUNT:
			return slock_dsn_refuse(error, "parameter \"%s\" must be a whole number from %g to %.0f.", option->name,
									option->min, option->max);
		default:
			return slock_dsn_refuse(error, "parameter \"%s\" must be a number of seconds from %g to %.0f.",
									option->name, option->min, option->max);
	}
}

void slock_options_addref(const slock_option *options, void *of)
{
	for (; options->name; options++) {
		zend_string **text = options_field(options, of);

		if (options->type == SLOCK_OPTION_TEXT && *text) {
			zend_string_addref(*text);
		}
	}
}

void slock_options_release(const slock_option *options, void *of)
{
	for (; options->name; options++) {
		zend_string **text = options_field(options, of);

		if (options->type == SLOCK_OPTION_TEXT && *text) {
			zend_string_release(*text);
		}
	}
}

void slock_options_to_endpoint(const slock_option *options, const void *of, void *endpoint)
{
	for (; options->name; options++) {
		void *from = options_field(options, of), *to = (char *) endpoint + options->endpoint;

		if (options->endpoint == SLOCK_OPTION_OURS) {
			continue;
		}
		switch (options->type) {
			case SLOCK_OPTION_BOOL:
				*(bool *) to = *(bool *) from;
				break;
			case SLOCK_OPTION_TEXT:
				*(const char **) to = *(zend_string **) from ? ZSTR_VAL(*(zend_string **) from) : NULL;
				break;
			case SLOCK_OPTION_INTEGER:
			case SLOCK_OPTION_COUNT:
				*(int *) to = *(int *) from;
				break;
			default:
				*(slock_time *) to = *(slock_time *) from;
		}
	}
}

void slock_options_append_text(smart_str *name, const zend_string *text)
{
	/* With its length, because a password may hold any bytes. */
	smart_str_append_printf(name, " " ZEND_LONG_FMT "=", text ? (zend_long) ZSTR_LEN(text) : -1);
	if (text) {
		smart_str_appendl(name, ZSTR_VAL(text), ZSTR_LEN(text));
	}
}

void slock_options_append(const slock_option *options, const void *of, smart_str *name)
{
	for (; options->name; options++) {
		const void *field = options_field(options, of);

		switch (options->type) {
			case SLOCK_OPTION_BOOL:
				smart_str_append_printf(name, " %d", *(const bool *) field);
				break;
			case SLOCK_OPTION_TEXT:
				slock_options_append_text(name, *(zend_string *const *) field);
				break;
			case SLOCK_OPTION_INTEGER:
			case SLOCK_OPTION_COUNT:
				smart_str_append_printf(name, " %d", *(const int *) field);
				break;
			default:
				smart_str_append_printf(name, " %" PRId64, *(const slock_time *) field);
		}
	}
}
