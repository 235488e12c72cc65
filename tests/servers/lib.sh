# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Bookkeeping shared by all server kinds: free ports, spawning, readiness, stopping. To be sourced; knows no protocol.
# Needs only bash, coreutils and util-linux. Everything lives under $SLOCK_SERVERS_DIR, which servers_start makes.
# What is declared is global (-g), because a function sources this, and the trap that stops the servers runs after it.

SLOCK_SERVERS_DIR=
SLOCK_SERVERS_WAIT=${SLOCK_SERVERS_WAIT:-90}    # seconds a server may take until it answers
declare -gA slock_server_pids=()                # instance => process id of a server that we started
declare -gA slock_server_ports=()               # port => instance that it was given to
declare -gA slock_server_own_ports=()           # instance => port that it shall have, in a network where nobody else is
declare -ga slock_server_port_locks=()          # descriptors of the ports that are claimed

servers_log() { echo "servers: $*" >&2; }

# server_claim_port PORT: as claim_ports() of tests/inc/slock.inc does, for tests of other runs ask there. What is started
# inherits it, so a server has its port for as long as it lives.
server_claim_port() {
	local file=/tmp/slock-port-$1 lock
	[[ -e $file ]] || (set -C; : >"$file") 2>/dev/null
	{ exec {lock}<"$file"; } 2>/dev/null || return 1
	if ! flock -n "$lock"; then
		exec {lock}<&-
		return 1
	fi
	slock_server_port_locks+=("$lock")
}

# When the servers listen: tests should not inherit them.
server_close_claims() {
	local lock
	for lock in "${slock_server_port_locks[@]}"; do
		exec {lock}<&-
	done
	slock_server_port_locks=()
}

# Sets REPLY to a loopback port on which nobody listens and which was not handed out before. Stays below the range from
# which the kernel gives ports to outgoing connections. A process that is none of ours may still be faster: servers_wait
# tries again.
server_free_port() {
	local port tries
	REPLY=${slock_server_own_ports[$1]:-}
	[[ -z $REPLY ]] || return 0
	for ((tries = 0; tries < 200; tries++)); do
		port=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
		[[ -n ${slock_server_ports[$port]:-} ]] && continue
		server_claim_port "$port" || continue
		if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
			slock_server_ports[$port]=$1
			REPLY=$port
			return 0
		fi
	done
	servers_log "no free port found"
	return 1
}

# server_spawn INSTANCE COMMAND...: start a server in the background, its output in INSTANCE/log.
# Unless SLOCK_SERVERS_DETACH is set it dies with this shell, however that ends.
server_spawn() {
	local instance=$1
	shift
	local guard=()
	if [[ -z ${SLOCK_SERVERS_DETACH:-} ]] && command -v setpriv >/dev/null; then
		guard=(setpriv --pdeathsig TERM)
	elif [[ -n ${SLOCK_SERVERS_DETACH:-} ]]; then
		guard=(setsid)
	fi
	"${guard[@]}" "$@" </dev/null >>"$SLOCK_SERVERS_DIR/$instance/log" 2>&1 3>&- &
	slock_server_pids[$instance]=$!
}

server_alive() { kill -0 "${slock_server_pids[$1]}" 2>/dev/null; }

# server_wait INSTANCE PROBE...: wait until the probe command succeeds; fails when the server exits or time runs out.
server_wait() {
	local instance=$1 deadline=$((SECONDS + SLOCK_SERVERS_WAIT))
	shift
	until "$@" 2>/dev/null && server_alive "$instance"; do
		server_alive "$instance" || return 1
		if ((SECONDS >= deadline)); then
			servers_log "$instance does not answer after $SLOCK_SERVERS_WAIT s"
			return 1
		fi
		sleep 0.02
	done
}

server_show_log() {
	servers_log "$1 did not start; the end of its log:"
	tail -n 20 "$SLOCK_SERVERS_DIR/$1/log" >&2 || true
}

server_stop_all() {
	local instance deadline
	for instance in "${!slock_server_pids[@]}"; do
		kill -TERM "${slock_server_pids[$instance]}" 2>/dev/null || true
	done
	for instance in "${!slock_server_pids[@]}"; do
		deadline=$((SECONDS + 5))
		while server_alive "$instance"; do
			if ((SECONDS >= deadline)); then
				kill -KILL "${slock_server_pids[$instance]}" 2>/dev/null || true
				break
			fi
			sleep 0.02
		done
		wait "${slock_server_pids[$instance]}" 2>/dev/null || true
		unset "slock_server_pids[$instance]"
	done
}

# server_remove DIRECTORY: processes of a database may still write there for a moment after its first one was killed.
# What stays does not decide how the tests went. ("return" alone would mean the status before the trap that this runs in.)
server_remove() {
	local tries
	for ((tries = 0; tries < 100; tries++)); do
		rm -rf "$1" 2>/dev/null && return 0
		sleep 0.1
	done
	servers_log "$1 cannot be removed"
}

# A password that needs no quoting in a shell, a DSN or a configuration file.
server_password() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }
