# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Starts and stops the real servers that the tests talk to. To be sourced; then:
#   servers_start [KIND...]   starts all kinds side by side, waits until they answer, exports SLOCK_TEST_<KIND>_*
#   servers_stop              stops what servers_start started and removes its data
# Whoever sources this calls servers_stop from a trap on EXIT.
#
# A new kind is one file, KIND.sh, and its name in slock_server_kinds. The file defines
#   server_KIND_missing       prints the Debian packages that are not installed, nothing if all are there
#   server_KIND_start         makes its configuration under $SLOCK_SERVERS_DIR/INSTANCE, calls server_spawn; does not wait
#   server_KIND_ready         waits (server_wait) and exports its endpoints
#   server_KIND_cleanup       optional: removes what it keeps outside of $SLOCK_SERVERS_DIR, after everything has stopped
#   server_KIND_dsns          prints one DSN per line, for people

slock_server_kinds=(redis redisgroups memcached postgresql mariadb zookeeper mongodb)

slock_servers_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/servers/lib.sh
source "$slock_servers_here/lib.sh"
for slock_server_kind in "${slock_server_kinds[@]}"; do
	# shellcheck source=/dev/null
	source "$slock_servers_here/$slock_server_kind.sh"
done
unset slock_server_kind

# Where the servers keep their data: in memory where there is enough of it, so that no test waits for a disk.
servers_place() {
	local free
	free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n1)
	if [[ $(stat -f -c %T /dev/shm 2>/dev/null) == tmpfs && -w /dev/shm && ${free:-0} -gt 4000000 ]]; then
		echo /dev/shm
	else
		echo /tmp
	fi
}

servers_start() {
	local kind missing
	(($#)) || set -- "${slock_server_kinds[@]}"
	for kind in "$@"; do
		missing=$("server_${kind}_missing")
		if [[ -n $missing ]]; then
			servers_log "$kind needs: $missing"
			return 1
		fi
	done
	# Short, because the name of a unix socket may have 107 bytes only.
	SLOCK_SERVERS_DIR=$(mktemp -d "$(servers_place)/slock.XXXXXX")
	chmod 700 "$SLOCK_SERVERS_DIR"
	for kind in "$@"; do
		"server_${kind}_start" || { servers_log "$kind could not be started"; return 1; }
	done
	for kind in "$@"; do
		"server_${kind}_ready" || { servers_log "$kind is not ready"; return 1; }
	done
	server_close_claims
}

servers_stop() {
	local kind
	server_stop_all
	if [[ -n $SLOCK_SERVERS_DIR ]]; then
		for kind in "${slock_server_kinds[@]}"; do
			if declare -F "server_${kind}_cleanup" >/dev/null; then
				"server_${kind}_cleanup"
			fi
		done
		server_remove "$SLOCK_SERVERS_DIR"
		SLOCK_SERVERS_DIR=
	fi
}
