/* SPDX-License-Identifier: MIT
 *
 * See tls.h. The bytes go through a BIO of our own: OpenSSL's socket BIO would raise SIGPIPE. */
#include "clients/redis/address.h"
#include "clients/redis/tls.h"

#ifdef SLOCK_REDIS_TLS

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

struct slock_redis_tls {
	SSL_CTX *context;
	SSL *ssl;
	BIO_METHOD *method;
	short wants;
};

static int tls_descriptor_of(BIO *bio)
{
	return (int) (intptr_t) BIO_get_data(bio);
}

static bool tls_would_block(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK;
}

static int tls_write_bytes(BIO *bio, const char *data, int length)
{
	ssize_t written;

	do {
		written = send(tls_descriptor_of(bio), data, (size_t) length, MSG_NOSIGNAL);
	} while (written == -1 && errno == EINTR);
	BIO_clear_retry_flags(bio);
	if (written == -1 && tls_would_block()) {
		BIO_set_retry_write(bio);
	}
	return (int) written;
}

static int tls_read_bytes(BIO *bio, char *buffer, int length)
{
	ssize_t got;

	do {
		got = recv(tls_descriptor_of(bio), buffer, (size_t) length, 0);
	} while (got == -1 && errno == EINTR);
	BIO_clear_retry_flags(bio);
	if (got == -1 && tls_would_block()) {
		BIO_set_retry_read(bio);
	}
	return (int) got;
}

static long tls_control(BIO *bio, int command, long number, void *pointer)
{
	return command == BIO_CTRL_FLUSH;
}

static BIO *tls_new_bio(slock_redis_tls *tls, int fd)
{
	BIO *bio;

	tls->method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "slock");
	if (!tls->method) {
		return NULL;
	}
	BIO_meth_set_write(tls->method, tls_write_bytes);
	BIO_meth_set_read(tls->method, tls_read_bytes);
	BIO_meth_set_ctrl(tls->method, tls_control);
	bio = BIO_new(tls->method);
	if (bio) {
		BIO_set_data(bio, (void *) (intptr_t) fd);
		BIO_set_init(bio, 1);
	}
	return bio;
}

/* OpenSSL's own words for what went wrong last. */
static void tls_tell_error(const char *what, char *reason, size_t size)
{
	unsigned long code = ERR_get_error();
	/* It has no words for the errors of the system, and hands their numbers on. */
	const char *text = ERR_SYSTEM_ERROR(code) ? strerror(ERR_GET_REASON(code)) : ERR_reason_error_string(code);

	snprintf(reason, size, "%s: %s", what, text ? text : "unknown error");
	ERR_clear_error();
}

/* The same about a file that a parameter of the DSN names. */
static void tls_tell_file_error(const char *what, const char *parameter, const char *file, char *reason, size_t size)
{
	char where[SLOCK_MESSAGE_SIZE];

	snprintf(where, sizeof(where), "%s (%s=%.300s)", what, parameter, file);
	tls_tell_error(where, reason, size);
}

/* The client's own certificate. False: `reason` is set. */
static bool tls_set_certificate(slock_redis_tls *tls, const slock_redis_endpoint *endpoint, char *reason, size_t size)
{
	static const char what[] = "TLS: cannot use the client certificate";
	const char *certificate = endpoint->tls_local_cert, *key = endpoint->tls_local_pk;

	if (!certificate) {
		return true;
	}
	if (SSL_CTX_use_certificate_chain_file(tls->context, certificate) != 1) {
		tls_tell_file_error(what, "ssl[local_cert]", certificate, reason, size);
		return false;
	}
	if (SSL_CTX_use_PrivateKey_file(tls->context, key ? key : certificate, SSL_FILETYPE_PEM) != 1) {
		tls_tell_file_error(what, key ? "ssl[local_pk]" : "ssl[local_cert]", key ? key : certificate, reason, size);
		return false;
	}
	return true;
}

/* The certificates of those who say who the server is. False: `reason` is set. */
static bool tls_set_authorities(slock_redis_tls *tls, const slock_redis_endpoint *endpoint, char *reason, size_t size)
{
	static const char what[] = "TLS: cannot read the trusted certificates";
	const char *file = endpoint->tls_cafile, *directory = endpoint->tls_capath;

	if (!file && !directory) {
		if (SSL_CTX_set_default_verify_paths(tls->context)) {
			return true;
		}
		tls_tell_error(what, reason, size);
		return false;
	}
	if (SSL_CTX_load_verify_locations(tls->context, file, directory)) {
		return true;
	}
	tls_tell_file_error(what, file ? "ssl[cafile]" : "ssl[capath]", file ? file : directory, reason, size);
	return false;
}

/* Whom the server must be. False: `reason` is set. */
static bool tls_set_trust(slock_redis_tls *tls, const slock_redis_endpoint *endpoint, char *reason, size_t size)
{
	X509_VERIFY_PARAM *parameters = SSL_get0_param(tls->ssl);
	const char *name = endpoint->tls_peer_name ? endpoint->tls_peer_name : endpoint->host;
	bool is_address = name && slock_redis_is_address(name);

	if (name && !is_address) {
		SSL_set_tlsext_host_name(tls->ssl, name);
	}
	if (!endpoint->tls_verify_peer) {
		return true;
	}
	if (!tls_set_authorities(tls, endpoint, reason, size)) {
		return false;
	}
	SSL_set_verify(tls->ssl, SSL_VERIFY_PEER, NULL);
	if (endpoint->tls_verify_peer_name && name &&
		!(is_address ? X509_VERIFY_PARAM_set1_ip_asc(parameters, name)
					 : X509_VERIFY_PARAM_set1_host(parameters, name, 0))) {
		tls_tell_error("TLS: this is no name of a server", reason, size);
		return false;
	}
	return true;
}

slock_redis_tls *slock_redis_tls_new(int fd, const slock_redis_endpoint *endpoint, char *reason, size_t size)
{
	slock_redis_tls *tls = calloc(1, sizeof(*tls));
	BIO *bio = NULL;

	ERR_clear_error();
	snprintf(reason, size, "out of memory");
	if (!tls || !(tls->context = SSL_CTX_new(TLS_client_method()))) {
		goto failed;
	}
	SSL_CTX_set_min_proto_version(tls->context, TLS1_2_VERSION);
	if (!tls_set_certificate(tls, endpoint, reason, size)) {
		goto failed;
	}
	tls->ssl = SSL_new(tls->context);
	bio = tls->ssl ? tls_new_bio(tls, fd) : NULL;
	if (!bio) {
		goto failed;
	}
	SSL_set_bio(tls->ssl, bio, bio);
	SSL_set_mode(tls->ssl, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
	SSL_set_connect_state(tls->ssl);
	if (tls_set_trust(tls, endpoint, reason, size)) {
		return tls;
	}
failed:
	slock_redis_tls_free(tls);
	return NULL;
}

/* What to make of a return value that is not positive: true when the call is to be repeated. */
static bool tls_is_again(slock_redis_tls *tls, int returned)
{
	switch (SSL_get_error(tls->ssl, returned)) {
		case SSL_ERROR_WANT_READ:
			tls->wants = POLLIN;
			return true;
		case SSL_ERROR_WANT_WRITE:
			tls->wants = POLLOUT;
			return true;
		default:
			return false;
	}
}

int slock_redis_tls_handshake(slock_redis_tls *tls, char *reason, size_t size)
{
	long verified;
	int done;

	ERR_clear_error();
	done = SSL_do_handshake(tls->ssl);
	if (done == 1) {
		return 1;
	}
	if (tls_is_again(tls, done)) {
		return 0;
	}
	verified = SSL_get_verify_result(tls->ssl);
	if (verified != X509_V_OK) {
		snprintf(reason, size, "TLS: the certificate of the server: %s", X509_verify_cert_error_string(verified));
		ERR_clear_error();
	} else {
		tls_tell_error("TLS: the handshake failed", reason, size);
	}
	return -1;
}

ssize_t slock_redis_tls_send(slock_redis_tls *tls, const char *data, size_t length)
{
	size_t written;
	int done;

	ERR_clear_error();
	errno = 0;
	done = SSL_write_ex(tls->ssl, data, length, &written);
	if (done == 1) {
		return (ssize_t) written;
	}
	if (tls_is_again(tls, done)) {
		errno = EAGAIN;
	} else if (!errno || tls_would_block()) {
		errno = EPROTO;
	}
	return -1;
}

ssize_t slock_redis_tls_receive(slock_redis_tls *tls, char *buffer, size_t length)
{
	size_t got;
	int done;

	ERR_clear_error();
	errno = 0;
	done = SSL_read_ex(tls->ssl, buffer, length, &got);
	if (done == 1) {
		return (ssize_t) got;
	}
	if (tls_is_again(tls, done)) {
		errno = EAGAIN;
		return -1;
	}
	/* Redis closes without a close_notify: the end of the stream is the end, protocol errors are none. */
	if (!errno && (SSL_get_error(tls->ssl, done) == SSL_ERROR_ZERO_RETURN ||
				   ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING)) {
		return 0;
	}
	errno = errno && !tls_would_block() ? errno : EPROTO;
	return -1;
}

short slock_redis_tls_wants(const slock_redis_tls *tls)
{
	return tls->wants;
}

bool slock_redis_tls_has_data(const slock_redis_tls *tls)
{
	return SSL_pending(tls->ssl) > 0;
}

bool slock_redis_tls_has_leftovers(slock_redis_tls *tls)
{
	char byte;
	size_t got;
	int done;

	ERR_clear_error();
	done = SSL_peek_ex(tls->ssl, &byte, 1, &got);
	return done == 1 || !tls_is_again(tls, done);
}

void slock_redis_tls_free(slock_redis_tls *tls)
{
	if (!tls) {
		return;
	}
	SSL_free(tls->ssl);
	if (tls->method) {
		BIO_meth_free(tls->method);
	}
	SSL_CTX_free(tls->context);
	free(tls);
}

__attribute__((visibility("default"))) const char *slock_redis_tls_version(void)
{
	return OpenSSL_version(OPENSSL_VERSION);
}

#endif
