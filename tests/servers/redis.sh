# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Redis: three plain instances (the first also on a unix socket), one with a password, one with an ACL user.

slock_redis_instances=(redis-1 redis-2 redis-3 redis-auth redis-acl)
declare -gA slock_redis_port=()
declare -gA slock_redis_extra=()                # instance => configuration lines of its own

server_redis_missing() {
	command -v "${SLOCK_TEST_REDIS_SERVER:-redis-server}" >/dev/null || echo "redis-server"
}

# Starts every instance, without waiting.
server_redis_start() {
	local instance
	SLOCK_TEST_REDIS_SERVER=$(command -v "${SLOCK_TEST_REDIS_SERVER:-redis-server}")
	SLOCK_TEST_REDIS_HOST=127.0.0.1
	SLOCK_TEST_REDIS_SOCKET=$SLOCK_SERVERS_DIR/redis-1/redis.sock
	SLOCK_TEST_REDIS_AUTH_PASSWORD=$(server_password)
	SLOCK_TEST_REDIS_ACL_USER=slocktest
	SLOCK_TEST_REDIS_ACL_PASSWORD=$(server_password)
	slock_redis_extra[redis-1]="unixsocket $SLOCK_TEST_REDIS_SOCKET"
	slock_redis_extra[redis-auth]="requirepass $SLOCK_TEST_REDIS_AUTH_PASSWORD"
	slock_redis_extra[redis-acl]="user default off
user $SLOCK_TEST_REDIS_ACL_USER on >$SLOCK_TEST_REDIS_ACL_PASSWORD ~* &* +@all"
	for instance in "${slock_redis_instances[@]}"; do
		mkdir -p "$SLOCK_SERVERS_DIR/$instance"
		slock_redis_spawn "$instance"
	done
}

# The configuration goes through a file, so that no password shows in the process list.
slock_redis_spawn() {
	local instance=$1 dir=$SLOCK_SERVERS_DIR/$1
	server_free_port "$instance"
	slock_redis_port[$instance]=$REPLY
	cat >"$dir/redis.conf" <<-CONF
		bind 127.0.0.1
		port $REPLY
		daemonize no
		save ""
		appendonly no
		dir $dir
		databases 16
		${slock_redis_extra[$instance]:-}
	CONF
	server_spawn "$instance" "$SLOCK_TEST_REDIS_SERVER" "$dir/redis.conf"
}

# Any answer will do: PING is refused, not ignored, where a password is wanted.
slock_redis_answers() {
	local line
	exec 4<>"/dev/tcp/127.0.0.1/$1" || return 1
	printf 'PING\r\n' >&4
	IFS= read -r -t 1 line <&4 || line=
	exec 4>&-
	[[ $line == [+-]* && $line != -LOADING* ]]
}

# Waits for all; an instance that lost its port to another process gets another one.
server_redis_ready() {
	local instance tries
	for instance in "${slock_redis_instances[@]}"; do
		for tries in 1 2 3 4 5; do
			server_wait "$instance" slock_redis_answers "${slock_redis_port[$instance]}" && continue 2
			if ! grep -q 'Address already in use' "$SLOCK_SERVERS_DIR/$instance/log"; then
				break
			fi
			servers_log "$instance: port ${slock_redis_port[$instance]} was taken, attempt $tries"
			: >"$SLOCK_SERVERS_DIR/$instance/log"
			slock_redis_spawn "$instance"
		done
		server_show_log "$instance"
		return 1
	done
	SLOCK_TEST_REDIS_PORT=${slock_redis_port[redis-1]}
	SLOCK_TEST_REDIS_PORTS=${slock_redis_port[redis-1]},${slock_redis_port[redis-2]},${slock_redis_port[redis-3]}
	SLOCK_TEST_REDIS_AUTH_PORT=${slock_redis_port[redis-auth]}
	SLOCK_TEST_REDIS_ACL_PORT=${slock_redis_port[redis-acl]}
	export SLOCK_TEST_REDIS_SERVER SLOCK_TEST_REDIS_HOST SLOCK_TEST_REDIS_PORT SLOCK_TEST_REDIS_SOCKET \
		SLOCK_TEST_REDIS_PORTS SLOCK_TEST_REDIS_AUTH_PORT SLOCK_TEST_REDIS_AUTH_PASSWORD \
		SLOCK_TEST_REDIS_ACL_PORT SLOCK_TEST_REDIS_ACL_USER SLOCK_TEST_REDIS_ACL_PASSWORD
}

server_redis_dsns() {
	local port
	for port in ${SLOCK_TEST_REDIS_PORTS//,/ }; do
		echo "redis://127.0.0.1:$port"
	done
	echo "redis://$SLOCK_TEST_REDIS_SOCKET"
	echo "redis://$SLOCK_TEST_REDIS_AUTH_PASSWORD@127.0.0.1:$SLOCK_TEST_REDIS_AUTH_PORT"
	echo "redis://$SLOCK_TEST_REDIS_ACL_USER:$SLOCK_TEST_REDIS_ACL_PASSWORD@127.0.0.1:$SLOCK_TEST_REDIS_ACL_PORT"
	echo "rediss://$SLOCK_TEST_REDIS_TLS_USER:$SLOCK_TEST_REDIS_TLS_PASSWORD@localhost:$SLOCK_TEST_REDIS_TLS_PORT?ssl[cafile]=$SLOCK_TEST_REDIS_TLS_CA"
}
