/* SPDX-License-Identifier: MIT
 *
 * Answers of all protocols: see reader.h. The server is not trusted: every length is bounded, every number must be
 * one, and what does not look like an answer is none. */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "clients/memcached/reader.h"

/* memcached itself has no larger items (-I), and no such texts. */
#define MAX_VALUE ((size_t) 1 << 30)
#define MAX_TEXT ((size_t) 1 << 16)

enum { STATUS_OK = 0x00, STATUS_MISSING = 0x01, STATUS_EXISTS = 0x02, STATUS_NOT_STORED = 0x05, STATUS_UNKNOWN = 0x81 };

static const char senseless[] = "the answer makes no sense";

static slock_memcached_reading reader_nonsense(const char **reason, const char *what)
{
	*reason = what;
	return SLOCK_MEMCACHED_READ_NONSENSE;
}

static uint16_t reader_get_16(const char *from)
{
	uint16_t number;

	memcpy(&number, from, sizeof(number));
	return ntohs(number);
}

static uint32_t reader_get_32(const char *from)
{
	uint32_t number;

	memcpy(&number, from, sizeof(number));
	return ntohl(number);
}

static size_t reader_unread(const slock_memcached_reader *reader)
{
	return reader->end - reader->start;
}

static void reader_begin(slock_memcached_reader *reader, slock_memcached_outcome outcome)
{
	reader->answer.outcome = outcome;
	reader->answer.version = reader->answer.lasts = 0;
	reader->answer.text[0] = '\0';
}

static slock_memcached_reading reader_end(slock_memcached_reader *reader)
{
	reader->place = READER_AT_HEAD;
	return SLOCK_MEMCACHED_READ_ALL;
}

/* Adds to the text of an error, as much as there is room for. It will stand in a message: one line. */
static void reader_add_text(slock_memcached_reader *reader, const char *data, size_t length)
{
	size_t at = strlen(reader->answer.text), room = sizeof(reader->answer.text) - 1 - at;

	if (length > room) {
		length = room;
	}
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char) data[i];

		reader->answer.text[at + i] = c < ' ' || c == 127 ? ' ' : (char) c;
	}
	reader->answer.text[at + length] = '\0';
}

static void reader_expect_body(slock_memcached_reader *reader, size_t skip, size_t left, bool is_value)
{
	reader->place = READER_IN_BODY;
	reader->skip = skip;
	reader->left = left;
	reader->offset = 0;
	reader->is_value = is_value;
	reader->same = true;
}

/* Eats as much as there is of the body; true: all of it is eaten. */
static bool reader_eat_body(slock_memcached_reader *reader, const slock_memcached_command *command)
{
	size_t there = reader_unread(reader), some = reader->skip < there ? reader->skip : there;
	const char *data;

	reader->skip -= some;
	reader->start += some;
	there -= some;
	data = reader->buffer + reader->start;
	some = reader->left < there ? reader->left : there;
	if (!reader->is_value) {
		/* The text is for a failure; other outcomes have one that nobody reads. */
		if (reader->answer.outcome == SLOCK_MEMCACHED_FAILED) {
			if (reader->offset == 0 && some) {
				reader->answer.text[0] = '\0';
			}
			reader_add_text(reader, data, some);
		}
	} else {
		reader->same = reader->same && reader->offset <= command->value_length &&
					   some <= command->value_length - reader->offset &&
					   (!some || !memcmp(command->value + reader->offset, data, some));
	}
	reader->offset += some;
	reader->start += some;
	reader->left -= some;
	return !reader->skip && !reader->left;
}

/* The value of a "get" has been compared. */
static void reader_conclude_value(slock_memcached_reader *reader, const slock_memcached_command *command)
{
	if (reader->is_value && (!reader->same || reader->offset != command->value_length)) {
		reader->answer.outcome = SLOCK_MEMCACHED_REFUSED;
	}
}

/* ---- the binary protocol ---- */

/* What a status means as the answer to this command. */
static slock_memcached_outcome reader_outcome(int opcode, int status)
{
	switch (status) {
		case STATUS_OK:
			return SLOCK_MEMCACHED_OK;
		case STATUS_MISSING:
			return opcode == SLOCK_MEMCACHED_OPCODE_ADD || opcode == SLOCK_MEMCACHED_OPCODE_SASL_AUTH
					   ? SLOCK_MEMCACHED_FAILED
					   : SLOCK_MEMCACHED_MISSING;
		case STATUS_EXISTS:
			return opcode == SLOCK_MEMCACHED_OPCODE_GET || opcode == SLOCK_MEMCACHED_OPCODE_SASL_AUTH
					   ? SLOCK_MEMCACHED_FAILED
					   : SLOCK_MEMCACHED_REFUSED;
		case STATUS_NOT_STORED:
			return opcode == SLOCK_MEMCACHED_OPCODE_ADD || opcode == SLOCK_MEMCACHED_OPCODE_SET
					   ? SLOCK_MEMCACHED_REFUSED
					   : SLOCK_MEMCACHED_FAILED;
		case STATUS_UNKNOWN:
			return opcode == SLOCK_MEMCACHED_OPCODE_SASL_AUTH ? SLOCK_MEMCACHED_MISSING : SLOCK_MEMCACHED_FAILED;
		default:
			return SLOCK_MEMCACHED_FAILED;
	}
}

/* Whether the parts of an answer have the sizes that the protocol gives them. */
static bool reader_is_sound(int opcode, bool ok, size_t extras, size_t key, size_t total)
{
	if (extras + key > total) {
		return false;
	}
	if (!ok || opcode == SLOCK_MEMCACHED_OPCODE_SASL_AUTH) {
		return total <= MAX_TEXT;
	}
	if (opcode == SLOCK_MEMCACHED_OPCODE_GET) {
		/* The flags; the key only for those who ask for it. */
		return extras == 4 && key == 0 && total <= MAX_VALUE;
	}
	return total == 0;
}

slock_memcached_reading slock_memcached_reader_binary(slock_memcached_reader *reader, int opcode, uint32_t opaque,
													  const slock_memcached_command *command, const char **reason)
{
	const char *header = reader->buffer + reader->start;

	if (reader->place == READER_AT_HEAD) {
		size_t extras, key, total;
		int status;

		if (reader_unread(reader) && (unsigned char) header[0] != 0x81) {
			return reader_nonsense(reason, "this is no answer of the binary protocol; where the server speaks the text "
										   "protocol only, add binary_protocol=0 to the DSN");
		}
		if (reader_unread(reader) < SLOCK_MEMCACHED_HEADER_SIZE) {
			return SLOCK_MEMCACHED_READ_PART;
		}
		key = reader_get_16(header + 2);
		extras = (unsigned char) header[4];
		status = reader_get_16(header + 6);
		total = reader_get_32(header + 8);
		if ((unsigned char) header[1] != opcode || reader_get_32(header + 12) != opaque) {
			return reader_nonsense(reason, "this is the answer to another command");
		}
		if (!reader_is_sound(opcode, status == STATUS_OK, extras, key, total)) {
			return reader_nonsense(reason, senseless);
		}
		reader_begin(reader, reader_outcome(opcode, status));
		if (reader->answer.outcome == SLOCK_MEMCACHED_OK) {
			reader->answer.version = (uint64_t) reader_get_32(header + 16) << 32 | reader_get_32(header + 20);
		} else if (reader->answer.outcome == SLOCK_MEMCACHED_FAILED) {
			/* Unless it says it in words. */
			snprintf(reader->answer.text, sizeof(reader->answer.text), "status %d", status);
		}
		reader->start += SLOCK_MEMCACHED_HEADER_SIZE;
		reader_expect_body(reader, extras + key, total - extras - key,
						   status == STATUS_OK && opcode == SLOCK_MEMCACHED_OPCODE_GET);
	}
	if (!reader_eat_body(reader, command)) {
		return SLOCK_MEMCACHED_READ_PART;
	}
	reader_conclude_value(reader, command);
	return reader_end(reader);
}

/* ---- the text protocol ---- */

/* Takes one line out of the buffer, without its end; NULL: it is not there yet. */
static const char *reader_take_line(slock_memcached_reader *reader, size_t *length)
{
	const char *line = reader->buffer + reader->start, *end = memchr(line, '\n', reader_unread(reader));

	if (!end) {
		return NULL;
	}
	*length = (size_t) (end - line);
	reader->start += *length + 1;
	if (*length && line[*length - 1] == '\r') {
		--*length;
	}
	return line;
}

static bool reader_equals(const char *line, size_t length, const char *word)
{
	return length == strlen(word) && !memcmp(line, word, length);
}

/* A line that is no answer to the command: an error, or as good as one. */
static void reader_refuse_line(slock_memcached_reader *reader, const char *line, size_t length)
{
	reader_begin(reader, SLOCK_MEMCACHED_FAILED);
	reader_add_text(reader, length ? line : "an empty line", length ? length : strlen("an empty line"));
}

/* A line that is the whole answer. */
static void reader_status(slock_memcached_reader *reader, const slock_memcached_command *command, const char *line,
						  size_t length)
{
	static const struct {
		const char *line;
		slock_memcached_verb verb;
		slock_memcached_outcome outcome;
	} statuses[] = {
		{"STORED", SLOCK_MEMCACHED_ADD, SLOCK_MEMCACHED_OK},
		{"NOT_STORED", SLOCK_MEMCACHED_ADD, SLOCK_MEMCACHED_REFUSED},
		{"END", SLOCK_MEMCACHED_GET, SLOCK_MEMCACHED_MISSING},
		{"STORED", SLOCK_MEMCACHED_CAS, SLOCK_MEMCACHED_OK},
		{"EXISTS", SLOCK_MEMCACHED_CAS, SLOCK_MEMCACHED_REFUSED},
		{"NOT_FOUND", SLOCK_MEMCACHED_CAS, SLOCK_MEMCACHED_MISSING},
		/* It was a "cas" to a time that is over. */
		{"STORED", SLOCK_MEMCACHED_DELETE, SLOCK_MEMCACHED_OK},
		{"EXISTS", SLOCK_MEMCACHED_DELETE, SLOCK_MEMCACHED_REFUSED},
		{"NOT_FOUND", SLOCK_MEMCACHED_DELETE, SLOCK_MEMCACHED_MISSING},
	};

	for (size_t i = 0; i < sizeof(statuses) / sizeof(*statuses); i++) {
		if (statuses[i].verb == command->verb && reader_equals(line, length, statuses[i].line)) {
			reader_begin(reader, statuses[i].outcome);
			return;
		}
	}
	reader_refuse_line(reader, line, length);
}

/* A decimal number that ends at `end` or a space, which is skipped; false: there is none, or it is larger. */
static bool reader_number(const char **at, const char *end, uint64_t max, uint64_t *number)
{
	const char *from = *at;

	for (*number = 0; *at < end && **at >= '0' && **at <= '9'; ++*at) {
		unsigned digit = (unsigned) (**at - '0');

		if (*number > (max - digit) / 10) {
			return false;
		}
		*number = *number * 10 + digit;
	}
	if (*at == from || (*at < end && **at != ' ')) {
		return false;
	}
	*at += *at < end;
	return true;
}

/* "VALUE key flags length version" */
static bool reader_value_line(slock_memcached_reader *reader, const slock_memcached_command *command, const char *line,
							  size_t line_length)
{
	const char *at = line + strlen("VALUE "), *end = line + line_length, *space = memchr(at, ' ', (size_t) (end - at));
	uint64_t flags, length, version;

	if (!space || (command->key &&
				   (command->key_length != (size_t) (space - at) || memcmp(command->key, at, command->key_length)))) {
		return false;
	}
	at = space + 1;
	if (!reader_number(&at, end, UINT32_MAX, &flags) || !reader_number(&at, end, MAX_VALUE, &length) ||
		!reader_number(&at, end, UINT64_MAX, &version) || at != end || end[-1] == ' ') {
		return false;
	}
	reader_begin(reader, SLOCK_MEMCACHED_OK);
	reader->answer.version = version;
	reader_expect_body(reader, 0, (size_t) length, true);
	return true;
}

/* The value that was announced, and `tail` behind it. */
static slock_memcached_reading reader_value(slock_memcached_reader *reader, const slock_memcached_command *command,
											const char *tail, const char **reason)
{
	size_t there;

	if (reader->place == READER_IN_BODY) {
		if (!reader_eat_body(reader, command)) {
			return SLOCK_MEMCACHED_READ_PART;
		}
		reader->place = READER_AT_TAIL;
	}
	there = reader_unread(reader);
	if (memcmp(reader->buffer + reader->start, tail, there < strlen(tail) ? there : strlen(tail))) {
		return reader_nonsense(reason, senseless);
	}
	if (there < strlen(tail)) {
		return SLOCK_MEMCACHED_READ_PART;
	}
	reader->start += strlen(tail);
	reader_conclude_value(reader, command);
	return reader_end(reader);
}

/* There is no whole line yet. */
static slock_memcached_reading reader_await_line(const slock_memcached_reader *reader, const char **reason)
{
	return reader_unread(reader) < sizeof(reader->buffer) ? SLOCK_MEMCACHED_READ_PART
														  : reader_nonsense(reason, senseless);
}

slock_memcached_reading slock_memcached_reader_text(slock_memcached_reader *reader,
													const slock_memcached_command *command, const char **reason)
{
	if (reader->place == READER_AT_HEAD) {
		size_t length;
		const char *line = reader_take_line(reader, &length);

		if (!line) {
			return reader_await_line(reader, reason);
		}
		if (command->verb != SLOCK_MEMCACHED_GET || length < strlen("VALUE ") ||
			memcmp(line, "VALUE ", strlen("VALUE "))) {
			reader_status(reader, command, line, length);
			return reader_end(reader);
		}
		if (!reader_value_line(reader, command, line, length)) {
			return reader_nonsense(reason, senseless);
		}
	}
	return reader_value(reader, command, "\r\nEND\r\n", reason);
}

/* ---- meta commands ---- */

typedef enum { META_NONE, META_STATUS, META_VALUE } meta_kind;

/* What the two letters at the beginning of a line mean as the answer to this command. */
static meta_kind reader_meta_code(const char *line, size_t length, bool valueless, slock_memcached_verb verb,
								  slock_memcached_outcome *outcome)
{
	static const struct {
		const char *code;
		slock_memcached_verb verb;
		slock_memcached_outcome outcome;
	} codes[] = {
		{"HD", SLOCK_MEMCACHED_ADD, SLOCK_MEMCACHED_OK},
		{"NS", SLOCK_MEMCACHED_ADD, SLOCK_MEMCACHED_REFUSED},
		{"EN", SLOCK_MEMCACHED_GET, SLOCK_MEMCACHED_MISSING},
		{"HD", SLOCK_MEMCACHED_CAS, SLOCK_MEMCACHED_OK},
		{"EX", SLOCK_MEMCACHED_CAS, SLOCK_MEMCACHED_REFUSED},
		{"NF", SLOCK_MEMCACHED_CAS, SLOCK_MEMCACHED_MISSING},
		{"HD", SLOCK_MEMCACHED_DELETE, SLOCK_MEMCACHED_OK},
		/* Before 1.6.10, and up to 1.6.17 with "-o meta_response_old". */
		{"OK", SLOCK_MEMCACHED_DELETE, SLOCK_MEMCACHED_OK},
		{"EX", SLOCK_MEMCACHED_DELETE, SLOCK_MEMCACHED_REFUSED},
		{"NF", SLOCK_MEMCACHED_DELETE, SLOCK_MEMCACHED_MISSING},
	};

	if (length < 2 || (length > 2 && line[2] != ' ')) {
		return META_NONE;
	}
	*outcome = SLOCK_MEMCACHED_OK;
	if (verb == SLOCK_MEMCACHED_GET && !memcmp(line, valueless ? "HD" : "VA", 2)) {
		return valueless ? META_STATUS : META_VALUE;
	}
	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++) {
		if (codes[i].verb == verb && !memcmp(line, codes[i].code, 2)) {
			*outcome = codes[i].outcome;
			return META_STATUS;
		}
	}
	return META_NONE;
}

/* "-1": indefinitely. */
static bool reader_meta_seconds(const char **at, const char *end, uint64_t *seconds)
{
	bool endless = *at < end && **at == '-';

	*at += endless;
	if (!reader_number(at, end, UINT32_MAX, seconds) || (endless && *seconds != 1)) {
		return false;
	}
	*seconds = endless ? UINT64_MAX : *seconds;
	return true;
}

/* The flags behind the code: the version, how long the value lasts, and the number of the command. Those that tell
 * about the age of a value need not be asked for. */
static bool reader_meta_flags(const char *at, const char *end, uint64_t *version, uint64_t *lasts, uint64_t *opaque)
{
	*version = *lasts = *opaque = 0;
	while (at < end) {
		switch (*at++) {
			case 'c':
				if (!reader_number(&at, end, UINT64_MAX, version)) {
					return false;
				}
				break;
			case 't':
				if (!reader_meta_seconds(&at, end, lasts)) {
					return false;
				}
				break;
			case 'O':
				if (!reader_number(&at, end, UINT32_MAX, opaque)) {
					return false;
				}
				break;
			case ' ':
				/* Before 1.6.18 there is one too many behind the code of a delete. */
				break;
			case 'W':
			case 'X':
			case 'Z':
				if (at < end && *at++ != ' ') {
					return false;
				}
				break;
			default:
				return false;
		}
	}
	return true;
}

/* One line; NULL, or what is wrong with it. */
static const char *reader_meta_line(slock_memcached_reader *reader, uint32_t opaque,
									const slock_memcached_command *command, const char *line, size_t length)
{
	const char *at = line + (length > 2 ? 3 : 2), *end = line + length;
	slock_memcached_outcome outcome;
	uint64_t size = 0, version, lasts, number;
	meta_kind kind = reader_meta_code(line, length, !opaque, command->verb, &outcome);

	if (kind == META_NONE) {
		reader_refuse_line(reader, line, length);
		return NULL;
	}
	if ((kind == META_VALUE && !reader_number(&at, end, MAX_VALUE, &size)) ||
		!reader_meta_flags(at, end, &version, &lasts, &number)) {
		return senseless;
	}
	if (number != opaque && (number || command->verb != SLOCK_MEMCACHED_GET || outcome != SLOCK_MEMCACHED_MISSING)) {
		return "this is the answer to another command";
	}
	reader_begin(reader, outcome);
	reader->answer.version = outcome == SLOCK_MEMCACHED_OK ? version : 0;
	reader->answer.lasts = outcome == SLOCK_MEMCACHED_OK ? lasts : 0;
	if (kind == META_VALUE) {
		reader_expect_body(reader, 0, (size_t) size, true);
	}
	return NULL;
}

slock_memcached_reading slock_memcached_reader_meta(slock_memcached_reader *reader, uint32_t opaque,
													const slock_memcached_command *command, const char **reason)
{
	if (reader->place == READER_AT_HEAD) {
		size_t length;
		const char *line = reader_take_line(reader, &length), *wrong;

		if (!line) {
			return reader_await_line(reader, reason);
		}
		if ((wrong = reader_meta_line(reader, opaque, command, line, length))) {
			return reader_nonsense(reason, wrong);
		}
		if (reader->place == READER_AT_HEAD) {
			return reader_end(reader);
		}
	}
	return reader_value(reader, command, "\r\n", reason);
}

/* ---- the buffer ---- */

slock_memcached_reading slock_memcached_reader_settings(slock_memcached_reader *reader, const char *wanted, bool *found,
														const char **reason)
{
	static const char setting[] = "STAT ";
	const char *line, *newline;
	size_t length;

	while ((newline = memchr(line = reader->buffer + reader->start, '\n', reader_unread(reader)))) {
		length = (size_t) (newline - line) + 1;
		reader->start += length;
		if (length < sizeof(setting) || memcmp(line, setting, sizeof(setting) - 1) != 0) {
			return SLOCK_MEMCACHED_READ_ALL;
		}
		*found = *found || (length == strlen(wanted) && !memcmp(line, wanted, length));
	}
	return reader_unread(reader) < sizeof(reader->buffer) ? SLOCK_MEMCACHED_READ_PART
														  : reader_nonsense(reason, senseless);
}

char *slock_memcached_reader_room(slock_memcached_reader *reader, size_t *room)
{
	if (reader->start) {
		memmove(reader->buffer, reader->buffer + reader->start, reader_unread(reader));
		reader->end -= reader->start;
		reader->start = 0;
	}
	*room = sizeof(reader->buffer) - reader->end;
	return reader->buffer + reader->end;
}

void slock_memcached_reader_got(slock_memcached_reader *reader, size_t bytes)
{
	reader->end += bytes;
}

bool slock_memcached_reader_is_empty(const slock_memcached_reader *reader)
{
	return reader->place == READER_AT_HEAD && reader->start == reader->end;
}
