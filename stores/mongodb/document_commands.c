/* SPDX-License-Identifier: MIT
 *
 * The commands of MongoDbDocumentStore; see document_commands.h.
 *
 * A document that is held has the mode of Doctrine's ODM in its lock field, 4 or 2, and beside it
 *     {mode: 4 or 2, owners: [{token: …, until: a date}, …]}
 * in its owner field. Where the two modes differ, the lock field is somebody else's, ODM's own. A filter could not tell
 * a conflict from a document that is not there, so the filter is the _id alone, and the update leaves a document as it
 * is that may not be had. */
#include "php_slock.h"
#include "stores/mongodb/document_commands.h"
#include "stores/mongodb/document_id.h"

/* The letters that document_expand() replaces: %l the lock field, %o the owner field, %t our token, %n now, %u our new
 * expiry, %U what to write for it, %m the wanted mode; %L the owners, %O the others among them whose time is not up, %A
 * whether the lock field is absent, %S whether it is ours (slock's), %M whether we are among the owners, %G whether the
 * update is granted. */
#define ABSENT "{\"$in\":[{\"$type\":\"$%l\"},[\"missing\",\"null\"]]}"
/* Anything else that may stand in the two fields is not ours, and is left alone. */
#define SLOCKS "{\"$and\":[{\"$in\":[\"$%l\",[2,4]]},{\"$eq\":[\"$%l\",\"$%o.mode\"]},{\"$gt\":[{\"$size\":%L},0]}]}"
#define OWNERS "{\"$cond\":[{\"$isArray\":[\"$%o.owners\"]},\"$%o.owners\",[]]}"
/* An owner whose end is no date has none that could be over. */
#define OTHERS                                                                                                         \
	"{\"$filter\":{\"input\":%L,\"as\":\"o\",\"cond\":{\"$and\":[{\"$ne\":[\"$$o.token\",%t]},"                        \
	"{\"$or\":[{\"$gt\":[\"$$o.until\",%n]},{\"$ne\":[{\"$type\":\"$$o.until\"},\"date\"]}]}]}}}"
#define SOME_OWNER(condition) "{\"$anyElementTrue\":[{\"$map\":{\"input\":%L,\"as\":\"o\",\"in\":" condition "}}]}"
#define OWN_END                                                                                                        \
	"{\"$max\":{\"$map\":{\"input\":{\"$filter\":{\"input\":%L,\"as\":\"o\",\"cond\":{\"$eq\":[\"$$o.token\",%t]}}},"  \
	"\"as\":\"o\",\"in\":\"$$o.until\"}}}"
#define AMONG SOME_OWNER("{\"$eq\":[\"$$o.token\",%t]}")
#define ALONE "{\"$eq\":[{\"$size\":%O},0]}"

#define MAY_WRITE "{\"$or\":[%A,{\"$and\":[%S," ALONE "]}]}"
#define MAY_READ "{\"$or\":[%A,{\"$and\":[%S,{\"$or\":[{\"$eq\":[\"$%l\",2]}," ALONE "]}]}]}"
#define HELD "{\"$and\":[%S,%M]}"
#define LIVES "{\"$and\":[%S," SOME_OWNER("{\"$and\":[{\"$eq\":[\"$$o.token\",%t]},{\"$gt\":[\"$$o.until\",%n]}]}") "]}"
#define WRITER "{\"$and\":[{\"$eq\":[\"$%l\",4]}," LIVES "]}"
/* Not what this owner has for writing. */
#define MAY_BEGIN_TO_READ "{\"$and\":[" MAY_READ ",{\"$not\":[" WRITER "]}]}"

#define TAKE                                                                                                           \
	"{\"%l\":{\"$cond\":[%G,%m,\"$%l\"]},\"%o\":{\"$cond\":[%G,{\"mode\":%m,\"owners\":{\"$concatArrays\":["           \
	"{\"$cond\":[%A,[],%O]},[{\"token\":%t,\"until\":%U}]]}},\"$%o\"]}}"
/* What is left in the owner field when ODM has unset the lock field goes as well. */
#define GIVE_BACK                                                                                                      \
	"{\"%l\":{\"$cond\":[{\"$and\":[%G," ALONE "]},\"$$REMOVE\",\"$%l\"]},"                                            \
	"\"%o\":{\"$cond\":[{\"$and\":[%M,{\"$or\":[%A,{\"$and\":[%S," ALONE "]}]}]},\"$$REMOVE\","                        \
	"{\"$cond\":[%G,{\"mode\":\"$%l\",\"owners\":%O},\"$%o\"]}]}}"

#define IF_HELD_ELSE(condition, otherwise) "{\"_id\":0,\"held\":{\"$cond\":[" condition ",%t," otherwise "]}}"
#define IF_HELD(condition) IF_HELD_ELSE(condition, "\"\"")
#define TAKEN                                                                                                          \
	"{\"$and\":[%S,{\"$eq\":[\"$%l\",%m]}," SOME_OWNER(                                                                \
		"{\"$and\":[{\"$eq\":[\"$$o.token\",%t]},{\"$gte\":[\"$$o.until\",%u]}]}") "]}"

/* And what is told of the document as it is then. */
#define WRITE(fields) ",\"update\":[{\"$set\":" TAKE "}],\"new\":true,\"fields\":" fields

typedef struct {
	const slock_document_terms *terms;
	const char *granted; /* %G */
	const char *mode;    /* %m */
} document_template;

static void document_append_date(smart_str *json, int64_t ms)
{
	smart_str_append_printf(json, "{\"$date\":{\"$numberLong\":\"%" PRId64 "\"}}", ms);
}

static void document_expand(smart_str *json, const document_template *with, const char *text);

static void document_expand_letter(smart_str *json, const document_template *with, char letter)
{
	switch (letter) {
		case 'l':
			smart_str_append(json, with->terms->lock_field);
			break;
		case 'o':
			smart_str_append(json, with->terms->owner_field);
			break;
		case 't':
			/* What begins with a dollar would be a field otherwise. */
			smart_str_appends(json, "{\"$literal\":");
			slock_document_append_value(json, ZSTR_VAL(with->terms->token), ZSTR_LEN(with->terms->token));
			smart_str_appendc(json, '}');
			break;
		case 'n':
			document_append_date(json, with->terms->now);
			break;
		case 'u':
			document_append_date(json, with->terms->until);
			break;
		case 'U':
			document_expand(json, with, with->terms->keeps_later ? "{\"$max\":[%u," OWN_END "]}" : "%u");
			break;
		default:
			document_expand(json, with,
							letter == 'L'   ? OWNERS
							: letter == 'O' ? OTHERS
							: letter == 'A' ? ABSENT
							: letter == 'S' ? SLOCKS
							: letter == 'M' ? AMONG
							: letter == 'm' ? with->mode
											: with->granted);
	}
}

static void document_expand(smart_str *json, const document_template *with, const char *text)
{
	for (const char *at = text; *at; at++) {
		if (*at == '%') {
			document_expand_letter(json, with, *++at);
		} else {
			smart_str_appendc(json, *at);
		}
	}
}

static void document_append_start(smart_str *json, const slock_document_terms *terms, const char *command,
								  const char *filter, const zend_string *resource)
{
	smart_str_append_printf(json, "{\"%s\":", command);
	slock_document_append_value(json, ZSTR_VAL(terms->collection), ZSTR_LEN(terms->collection));
	smart_str_append_printf(json, ",\"%s\":{\"_id\":", filter);
	slock_document_id_append(json, resource);
	smart_str_appendc(json, '}');
}

static zend_string *document_finish(smart_str *json)
{
	smart_str_appendc(json, '}');
	smart_str_0(json);
	return json->s;
}

zend_string *slock_document_command(const slock_document_terms *terms, const slock_request *request)
{
	static const char acquired[] = WRITE(IF_HELD(TAKEN));
	static const char begun_to_read[] = WRITE(IF_HELD_ELSE(TAKEN, "{\"$cond\":[" WRITER ",true,\"\"]}"));
	document_template with = {.terms = terms, .granted = HELD, .mode = "\"$%l\""};
	smart_str json = {0};

	if (request->op == SLOCK_OP_EXISTS) {
		document_append_start(&json, terms, "find", "filter", request->resource);
		document_expand(&json, &with, ",\"limit\":1,\"singleBatch\":true,\"projection\":" IF_HELD(LIVES));
		return document_finish(&json);
	}
	document_append_start(&json, terms, "findAndModify", "query", request->resource);
	if (request->op == SLOCK_OP_RELEASE) {
		document_expand(&json, &with, ",\"update\":[{\"$set\":" GIVE_BACK "}],\"new\":false,\"fields\":" IF_HELD(HELD));
	} else {
		if (request->op == SLOCK_OP_ACQUIRE) {
			with.granted = request->mode == SLOCK_READ ? MAY_READ : MAY_WRITE;
			with.mode = request->mode == SLOCK_READ ? "2" : "4";
		}
		if (request->keeps_writer) {
			with.granted = MAY_BEGIN_TO_READ;
		}
		document_expand(&json, &with, request->keeps_writer ? begun_to_read : acquired);
	}
	return document_finish(&json);
}
