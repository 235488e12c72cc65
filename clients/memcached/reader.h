/* SPDX-License-Identifier: MIT
 *
 * Inside slock_memcached.so.1: answers of all protocols, as they arrive. All that is known of an answer that has not
 * arrived completely is in here, in the connection, and nothing of it with the caller. No I/O. Plain C. */
#ifndef SLOCK_CLIENTS_MEMCACHED_READER_H
#define SLOCK_CLIENTS_MEMCACHED_READER_H

#include "clients/memcached/memcached.h"

/* Of the binary protocol. */
enum {
	SLOCK_MEMCACHED_OPCODE_GET = 0x00,
	SLOCK_MEMCACHED_OPCODE_SET = 0x01,
	SLOCK_MEMCACHED_OPCODE_ADD = 0x02,
	SLOCK_MEMCACHED_OPCODE_DELETE = 0x04,
	SLOCK_MEMCACHED_OPCODE_SASL_AUTH =
		0x21, /* its answer is OK, FAILED, or MISSING: the server knows no such command */
};

#define SLOCK_MEMCACHED_HEADER_SIZE 24

typedef enum {
	SLOCK_MEMCACHED_READ_ALL,      /* the answer is complete: reader->answer */
	SLOCK_MEMCACHED_READ_PART,     /* more has to arrive */
	SLOCK_MEMCACHED_READ_NONSENSE, /* this is no answer to the command, and nothing that follows can be understood */
} slock_memcached_reading;

/* Begins as all zeros. */
typedef struct {
	slock_memcached_answer answer; /* what is known of it; complete after READ_ALL */

	enum { READER_AT_HEAD, READER_IN_BODY, READER_AT_TAIL } place;
	size_t skip;   /* bytes of the body before the value or the text: extras and key */
	size_t left;   /* bytes of the value or the text that are still to come */
	size_t offset; /* bytes of it that were looked at */
	bool is_value; /* they are a value, else the text of an error */
	bool same;     /* as far as that, it is the value of the command */

	/* What has arrived and was not looked at yet: buffer[start] to buffer[end - 1], start <= end <= sizeof(buffer). A
	 * line of the text protocol fits: the key, and what stands around it. */
	size_t start, end;
	char buffer[4096];
} slock_memcached_reader;

/* Looks at what has arrived of the answer to `command`. In the text protocol a value must be that of command->key,
 * unless that is NULL. *reason: of NONSENSE, static. The command of one answer may only change to one without key and
 * value, whose outcome nobody wants. */
slock_memcached_reading slock_memcached_reader_text(slock_memcached_reader *reader,
													const slock_memcached_command *command, const char **reason);

/* The same for a meta command: an answer must repeat the number that was sent with the command, except that a miss has
 * none. 0: no number was sent, and a hit has no value. */
slock_memcached_reading slock_memcached_reader_meta(slock_memcached_reader *reader, uint32_t opaque,
													const slock_memcached_command *command, const char **reason);

/* The same for the binary protocol: an answer must name the opcode and the number that were sent with the command. */
slock_memcached_reading slock_memcached_reader_binary(slock_memcached_reader *reader, int opcode, uint32_t opaque,
													  const slock_memcached_command *command, const char **reason);

/* The answer to "stats settings", of which one line matters: *found when it has arrived. An error ends it as well. */
slock_memcached_reading slock_memcached_reader_settings(slock_memcached_reader *reader, const char *wanted, bool *found,
														const char **reason);

/* Where to put what arrives next, and the bytes there is room for: more than none after READ_PART. To be followed by
 * slock_memcached_reader_got(). */
char *slock_memcached_reader_room(slock_memcached_reader *reader, size_t *room);
void slock_memcached_reader_got(slock_memcached_reader *reader, size_t bytes);

/* Whether nothing has arrived that nobody has asked for: true between two answers. */
bool slock_memcached_reader_is_empty(const slock_memcached_reader *reader);

#endif
