/* SPDX-License-Identifier: MIT
 *
 * Many commands on their way at once: see flight.h. */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "clients/memcached/connection.h"
#include "clients/memcached/flight.h"

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
	while (*sent < length) {
		ssize_t some = send(connection->fd, data + *sent, length - *sent, MSG_NOSIGNAL);

		if (some >= 0) {
			*sent += (size_t) some;
		} else if (errno == EAGAIN || errno == EWOULDBLOCK) {
			return SLOCK_AWAITED;
		} else if (errno != EINTR) {
			slock_result_error(result, "Memcached at %s: %s", connection->name, strerror(errno));
			return SLOCK_LOST;
		}
	}
	return SLOCK_ARRIVED;
}
