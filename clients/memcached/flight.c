/* SPDX-License-Identifier: MIT
 *
 * Many commands on their way at once: see flight.h. */
#include <errno.h>
#include <string.h>

#include "clients/memcached/connection.h"
#include "clients/memcached/flight.h"
#include "clients/memcached/wire.h"
#include "clients/socket.h"

slock_memcached_dialect slock_memcached_flight_dialect(const slock_memcached_connection *connection)
{
	switch (connection->speaks) {
		case SPEAKS_META:
			return SLOCK_MEMCACHED_META_VERSIONS;
		case SPEAKS_META_DELETE:
			return SLOCK_MEMCACHED_META;
		default:
			return SLOCK_MEMCACHED_NO_META;
	}
}

slock_progress slock_memcached_flight_send_some(slock_memcached_connection *connection, const char *data, size_t length,
												size_t *sent, slock_result *result)
{
	int failure = slock_socket_send_some(connection->fd, data, length, sent);

	if (failure == EAGAIN) {
		return SLOCK_AWAITED;
	}
	return failure ? slock_memcached_wire_lost(connection, strerror(failure), result) : SLOCK_ARRIVED;
}
