/* SPDX-License-Identifier: MIT
 *
 * Commands as they are sent (https://redis.io/docs/latest/develop/reference/protocol-spec/), into memory that has room
 * for them. hiredis' redisFormatCommandArgv() calls sprintf() for each argument, which was close to half of the
 * instructions of a whole cycle of createLock(), acquire() and release(). Each function returns what comes behind what
 * it has written. Plain C. */
#ifndef SLOCK_CLIENTS_REDIS_RESP_H
#define SLOCK_CLIENTS_REDIS_RESP_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What a line with a number takes at most: its kind, 20 digits and its end. */
#define SLOCK_RESP_LINE 23

/* What an argument of this length takes at most. */
#define SLOCK_RESP_ARGUMENT(length) (SLOCK_RESP_LINE + (length) + 2)

/* The digits and the end of the line. */
static inline char *slock_resp_put_number(char *to, uint64_t number)
{
	char digits[SLOCK_RESP_LINE], *start = digits + sizeof(digits) - 2;
	size_t length;

	memcpy(start, "\r\n", 2);
	do {
		*--start = (char) ('0' + number % 10);
		number /= 10;
	} while (number);
	length = (size_t) (digits + sizeof(digits) - start);
	memcpy(to, start, length);
	return to + length;
}

/* A line of this kind with a number: '*', a command of so many arguments. */
static inline char *slock_resp_put_line(char *to, char kind, uint64_t number)
{
	*to = kind;
	return slock_resp_put_number(to + 1, number);
}

static inline char *slock_resp_put_argument(char *to, const char *data, size_t length)
{
	to = slock_resp_put_line(to, '$', length);
	memcpy(to, data, length);
	memcpy(to + length, "\r\n", 2);
	return to + length + 2;
}

/* A number as an argument. */
static inline char *slock_resp_put_number_argument(char *to, uint64_t number)
{
	char line[SLOCK_RESP_LINE] = "";
	const char *end = slock_resp_put_number(line, number);

	return slock_resp_put_argument(to, line, (size_t) (end - line) - 2);
}

/* What the question that follows takes at most, for a name of this length. */
#define SLOCK_RESP_GET_MASTER(length)                                                                                  \
	(SLOCK_RESP_LINE + SLOCK_RESP_ARGUMENT(8) + SLOCK_RESP_ARGUMENT(23) + SLOCK_RESP_ARGUMENT(length))

/* What a sentinel is asked: where is the master of that name? */
static inline char *slock_resp_put_get_master(char *to, const char *name)
{
	to = slock_resp_put_line(to, '*', 3);
	to = slock_resp_put_argument(to, "SENTINEL", 8);
	to = slock_resp_put_argument(to, "get-master-addr-by-name", 23);
	return slock_resp_put_argument(to, name, strlen(name));
}

#endif
