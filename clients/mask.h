/* SPDX-License-Identifier: MIT
 *
 * Servers, and proxies before them, may repeat a password in words of their own: what they do not understand, or what
 * they refuse. Plain C. secrets.h is for what PHP code and its drivers say. */
#ifndef SLOCK_CLIENTS_MASK_H
#define SLOCK_CLIENTS_MASK_H

#include <stddef.h>
#include <string.h>

#include "core/result.h"

/* Shorter ones would turn up by chance, and showing where would tell more than it hides. As long as the mask. */
#define SLOCK_MASK_SHORTEST 3

/* Of the beginning of a secret, where the server has cut it: Redis repeats 128 characters of what it does not know. */
#define SLOCK_MASK_SHORTEST_START 8

/* How long the beginning of the secret is that stands there. Line ends and their likes are spaces in what servers
 * repeat. */
static inline size_t slock_mask_common(const char *text, const char *secret)
{
	size_t length = 0;

	while (text[length] && secret[length] &&
		   (text[length] == secret[length] ||
			(text[length] == ' ' && ((unsigned char) secret[length] < ' ' || secret[length] == 127)))) {
		length++;
	}
	return length;
}

/* Puts the mask wherever the secret stands in what a server has said, also where the server has cut it. To be done
 * before the text is made shorter for a message. NULL is no secret. */
static inline void slock_mask_secret(char *text, const char *secret)
{
	const size_t mask = strlen(SLOCK_SECRET_MASK), length = secret ? strlen(secret) : 0;
	char *to = text;

	if (length < SLOCK_MASK_SHORTEST) {
		return;
	}
	while (*text) {
		size_t found = slock_mask_common(text, secret);

		if (found == length || found >= SLOCK_MASK_SHORTEST_START) {
			memcpy(to, SLOCK_SECRET_MASK, mask);
			to += mask;
			text += found;
		} else {
			*to++ = *text++;
		}
	}
	*to = '\0';
}

/* Copies what a server has said to `copy`, with the mask wherever the secret stands. Returns `copy`. What is cut to its
 * room is longer than any message, which begins with the server's name. */
static inline const char *slock_mask_copy(char copy[SLOCK_MESSAGE_SIZE], const char *text, const char *secret)
{
	snprintf(copy, SLOCK_MESSAGE_SIZE, "%s", text);
	slock_mask_secret(copy, secret);
	return copy;
}

#endif
