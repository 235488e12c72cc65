/* SPDX-License-Identifier: MIT
 *
 * Hosts that need no look-up. Plain C, for slock and for the native module. */
#ifndef SLOCK_CLIENTS_REDIS_ADDRESS_H
#define SLOCK_CLIENTS_REDIS_ADDRESS_H

#include <stdbool.h>

#ifndef PHP_WIN32
#include <arpa/inet.h>
#include <netinet/in.h>

/* Whether the host is an IPv4 or IPv6 address, without brackets. */
static inline bool slock_redis_is_address(const char *host)
{
	unsigned char binary[sizeof(struct in6_addr)];

	return inet_pton(AF_INET, host, binary) == 1 || inet_pton(AF_INET6, host, binary) == 1;
}
#endif

#endif
