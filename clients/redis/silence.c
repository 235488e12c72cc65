/* SPDX-License-Identifier: MIT
 *
 * Asking a server for a sign of life: see silence.h. */
#include "php_slock.h"
#include "clients/redis/silence.h"

#include "php_streams.h"

/* Servers that await TLS find the end of a record's header in it, and something wrong there. */
#define PING "*1\r\n$4\r\nPING\r\n"

/* The address as PHP's sockets have it, for the caller; NULL: its scheme has a handshake. */
static zend_string *silence_url(const char *host, zend_long port)
{
	const char *scheme = strstr(host, "://");

	if (scheme && strncmp(host, ZEND_STRL("tcp://"))) {
		return NULL;
	}
	host = scheme ? scheme + strlen("://") : host;
	if (*host == '/') {
		return strpprintf(0, "unix://%s", host);
	}
	return strpprintf(0, strchr(host, ':') && *host != '[' ? "tcp://[%s]:" ZEND_LONG_FMT : "tcp://%s:" ZEND_LONG_FMT,
					  host, port);
}

static bool silence_is_on(php_stream *stream, struct timeval *limit)
{
	php_stream_set_option(stream, PHP_STREAM_OPTION_READ_TIMEOUT, 0, limit);
	return php_stream_write(stream, PING, strlen(PING)) == (ssize_t) strlen(PING) && php_stream_getc(stream) == EOF &&
		   !php_stream_eof(stream);
}

bool slock_redis_is_silent(const zend_string *host, zend_long port, slock_time limit)
{
	struct timeval tv = {(time_t) (limit / SLOCK_SECOND), (suseconds_t) (limit % SLOCK_SECOND / 1000)};
	zend_string *url = silence_url(ZSTR_VAL(host), port), *error = NULL;
	php_stream *stream;
	bool silent = false;
	int code;

	if (!url) {
		return false;
	}
	stream = php_stream_xport_create(ZSTR_VAL(url), ZSTR_LEN(url), 0, STREAM_XPORT_CLIENT | STREAM_XPORT_CONNECT, NULL,
									 &tv, NULL, &error, &code);
	if (stream) {
		/* A notice would run the user's error handler. */
		stream->flags |= PHP_STREAM_FLAG_SUPPRESS_ERRORS;
		silent = silence_is_on(stream, &tv);
		php_stream_close(stream);
	}
	if (error) {
		zend_string_release(error);
	}
	zend_string_release(url);
	return silent;
}
