/* SPDX-License-Identifier: MIT
 *
 * TLS on a socket that someone else has opened and will close. Part of slock_redis.so.1; plain C over OpenSSL. */
#ifndef SLOCK_CLIENTS_REDIS_TLS_H
#define SLOCK_CLIENTS_REDIS_TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "clients/redis/redis.h"

typedef struct slock_redis_tls slock_redis_tls;

/* Prepares the client's side on a connected descriptor that does not block; nothing is sent yet. NULL: `reason` says
 * why. */
slock_redis_tls *slock_redis_tls_new(int fd, const slock_redis_endpoint *endpoint, char *reason, size_t size);

/* One step of the handshake: 1: done; 0: to be called again when the descriptor is ready for slock_redis_tls_wants();
 * -1: it failed, `reason` says why. */
int slock_redis_tls_handshake(slock_redis_tls *tls, char *reason, size_t size);

/* As send() and recv(), errno included; after EAGAIN wait for what slock_redis_tls_wants() says. No SIGPIPE. */
ssize_t slock_redis_tls_send(slock_redis_tls *tls, const char *data, size_t length);
ssize_t slock_redis_tls_receive(slock_redis_tls *tls, char *buffer, size_t length);

/* POLLIN or POLLOUT. */
short slock_redis_tls_wants(const slock_redis_tls *tls);

/* Whether something can be received without looking at the descriptor. */
bool slock_redis_tls_has_data(const slock_redis_tls *tls);

/* Whether what has arrived is data, or the end. There may be messages of TLS alone, which are read. */
bool slock_redis_tls_has_leftovers(slock_redis_tls *tls);

/* What OpenSSL says that it is; static storage. Looked up by its name (clients/module.c). */
const char *slock_redis_tls_version(void);

/* Frees everything; sends no close_notify, so that it is right in a forked child as well. */
void slock_redis_tls_free(slock_redis_tls *tls);

#endif
