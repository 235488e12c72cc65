# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Memcached: two plain instances, one on a unix socket, one that wants a user and a password (SASL).

slock_memcached_instances=(memcached-1 memcached-2 memcached-socket memcached-sasl)
declare -gA slock_memcached_port=()

server_memcached_missing() {
	command -v "${SLOCK_TEST_MEMCACHED_SERVER:-memcached}" >/dev/null || echo "memcached"
	command -v saslpasswd2 >/dev/null || echo "sasl2-bin libsasl2-modules"
}

# Starts every instance, without waiting.
server_memcached_start() {
	local instance
	SLOCK_TEST_MEMCACHED_SERVER=$(command -v "${SLOCK_TEST_MEMCACHED_SERVER:-memcached}")
	SLOCK_TEST_MEMCACHED_HOST=127.0.0.1
	SLOCK_TEST_MEMCACHED_SOCKET=$SLOCK_SERVERS_DIR/memcached-socket/memcached.sock
	SLOCK_TEST_MEMCACHED_SASL_USER=slocktest
	SLOCK_TEST_MEMCACHED_SASL_PASSWORD=$(server_password)
	for instance in "${slock_memcached_instances[@]}"; do
		mkdir -p "$SLOCK_SERVERS_DIR/$instance"
	done
	slock_memcached_users "$SLOCK_SERVERS_DIR/memcached-sasl"
	for instance in "${slock_memcached_instances[@]}"; do
		slock_memcached_spawn "$instance"
	done
}

# The directory of the server's SASL configuration, with one user; the realm is the name of this machine.
slock_memcached_users() {
	printf 'mech_list: plain\npwcheck_method: auxprop\nauxprop_plugin: sasldb\nsasldb_path: %s/users\n' "$1" \
		>"$1/memcached.conf"
	printf '%s' "$SLOCK_TEST_MEMCACHED_SASL_PASSWORD" |
		saslpasswd2 -p -c -f "$1/users" -u "$(hostname)" "$SLOCK_TEST_MEMCACHED_SASL_USER"
}

slock_memcached_spawn() {
	local instance=$1 dir=$SLOCK_SERVERS_DIR/$1 command=("$SLOCK_TEST_MEMCACHED_SERVER" -m 64 -c "${slock_memcached_connections:-512}" -t 2)
	((EUID != 0)) || command+=(-u root)
	case $instance in
		memcached-socket)
			server_spawn "$instance" "${command[@]}" -s "$SLOCK_TEST_MEMCACHED_SOCKET" -a 0700
			return
			;;
		memcached-sasl) command=(env "SASL_CONF_PATH=$dir" "${command[@]}" -S) ;;
	esac
	server_free_port "$instance"
	slock_memcached_port[$instance]=$REPLY
	server_spawn "$instance" "${command[@]}" -l 127.0.0.1 -p "$REPLY" -U 0
}

# Any answer will do; the one with SASL closes the connection on a command of the text protocol.
slock_memcached_answers() {
	local line
	if [[ $1 == memcached-socket ]]; then
		[[ -S $SLOCK_TEST_MEMCACHED_SOCKET ]]
		return
	fi
	exec 4<>"/dev/tcp/127.0.0.1/${slock_memcached_port[$1]}" || return 1
	printf 'version\r\n' >&4
	IFS= read -r -t 1 line <&4 || line=
	exec 4>&-
	[[ $1 == memcached-sasl || $line == VERSION* ]]
}

# Waits for all; an instance that lost its port to another process gets another one.
server_memcached_ready() {
	local instance tries
	for instance in "${slock_memcached_instances[@]}"; do
		for tries in 1 2 3 4 5; do
			server_wait "$instance" slock_memcached_answers "$instance" && continue 2
			if ! grep -q 'Address already in use' "$SLOCK_SERVERS_DIR/$instance/log"; then
				break
			fi
			servers_log "$instance: port ${slock_memcached_port[$instance]} was taken, attempt $tries"
			: >"$SLOCK_SERVERS_DIR/$instance/log"
			slock_memcached_spawn "$instance"
		done
		server_show_log "$instance"
		return 1
	done
	SLOCK_TEST_MEMCACHED_PORT=${slock_memcached_port[memcached-1]}
	SLOCK_TEST_MEMCACHED_PORTS=${slock_memcached_port[memcached-1]},${slock_memcached_port[memcached-2]}
	SLOCK_TEST_MEMCACHED_SASL_PORT=${slock_memcached_port[memcached-sasl]}
	export SLOCK_TEST_MEMCACHED_SERVER SLOCK_TEST_MEMCACHED_HOST SLOCK_TEST_MEMCACHED_PORT SLOCK_TEST_MEMCACHED_PORTS \
		SLOCK_TEST_MEMCACHED_SOCKET SLOCK_TEST_MEMCACHED_SASL_PORT SLOCK_TEST_MEMCACHED_SASL_USER \
		SLOCK_TEST_MEMCACHED_SASL_PASSWORD
}

server_memcached_dsns() {
	local port
	for port in ${SLOCK_TEST_MEMCACHED_PORTS//,/ }; do
		echo "memcached://127.0.0.1:$port"
	done
	echo "memcached://$SLOCK_TEST_MEMCACHED_SOCKET"
	echo "memcached://$SLOCK_TEST_MEMCACHED_SASL_USER:$SLOCK_TEST_MEMCACHED_SASL_PASSWORD@127.0.0.1:$SLOCK_TEST_MEMCACHED_SASL_PORT"
}
