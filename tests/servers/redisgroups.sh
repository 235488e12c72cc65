# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Redis servers that belong together or speak TLS: a cluster of three masters with a replica each, a sentinel with a
# master and a replica, one with TLS and an ACL user.

slock_redisgroups=(rc-1 rc-2 rc-3 rc-4 rc-5 rc-6 rs-master rs-replica rs-sentinel redis-tls)
declare -gA slock_redisgroups_port=()

server_redisgroups_missing() {
	command -v "${SLOCK_TEST_REDIS_SERVER:-redis-server}" >/dev/null || echo "redis-server"
	command -v redis-cli >/dev/null || echo "redis-tools"
	command -v openssl >/dev/null || echo "openssl"
}

# Ports are tied to each other (the master's stands in the sentinel's configuration), so a server that loses its port
# makes the start fail; the ports are free when they are chosen.
server_redisgroups_start() {
	local instance dir
	SLOCK_TEST_REDIS_SERVER=$(command -v "${SLOCK_TEST_REDIS_SERVER:-redis-server}")
	SLOCK_TEST_REDIS_SENTINEL_MASTER=mymaster
	SLOCK_TEST_REDIS_TLS_USER=tlsuser
	SLOCK_TEST_REDIS_TLS_PASSWORD=$(server_password)
	slock_redisgroups_certificates || return 1
	for instance in "${slock_redisgroups[@]}"; do
		dir=$SLOCK_SERVERS_DIR/$instance
		mkdir -p "$dir"
		server_free_port "$instance"
		slock_redisgroups_port[$instance]=$REPLY
		slock_redisgroups_configure "$instance" "$dir" "$REPLY" >"$dir/redis.conf"
	done
	slock_redisgroups_spawn_all
}

# All but the sentinel: it would elect another master if it did not find the one that it knows.
slock_redisgroups_spawn_all() {
	local instance
	for instance in "${slock_redisgroups[@]}"; do
		[[ $instance == rs-sentinel ]] || slock_redisgroups_spawn "$instance"
	done
}

slock_redisgroups_spawn() {
	local command=("$SLOCK_TEST_REDIS_SERVER" "$SLOCK_SERVERS_DIR/$1/redis.conf")
	[[ $1 != rs-sentinel ]] || command+=(--sentinel)
	server_spawn "$1" "${command[@]}"
}

# slock_redisgroups_configure INSTANCE DIRECTORY PORT: prints the configuration.
slock_redisgroups_configure() {
	local instance=$1 dir=$2 port=$3
	cat <<-CONF
		bind 127.0.0.1
		daemonize no
		dir $dir
	CONF
	[[ $instance == redis-tls ]] && echo "port 0" || echo "port $port"
	[[ $instance == rs-sentinel ]] || printf '%s\n' 'save ""' "appendonly no"
	case $instance in
		rc-*)
			server_free_port "$instance-bus"
			cat <<-CONF
				cluster-enabled yes
				cluster-config-file nodes.conf
				cluster-node-timeout 1000
				cluster-port $REPLY
				repl-diskless-sync-delay 0
			CONF
			;;
		rs-master) echo "repl-diskless-sync-delay 0" ;;
		rs-replica) echo "replicaof 127.0.0.1 ${slock_redisgroups_port[rs-master]}" ;;
		rs-sentinel)
			cat <<-CONF
				sentinel monitor $SLOCK_TEST_REDIS_SENTINEL_MASTER 127.0.0.1 ${slock_redisgroups_port[rs-master]} 1
				sentinel down-after-milliseconds $SLOCK_TEST_REDIS_SENTINEL_MASTER 500
				sentinel failover-timeout $SLOCK_TEST_REDIS_SENTINEL_MASTER 10000
			CONF
			;;
		redis-tls)
			cat <<-CONF
				tls-port $port
				tls-cert-file $SLOCK_SERVERS_DIR/tls/server.crt
				tls-key-file $SLOCK_SERVERS_DIR/tls/server.key
				tls-ca-cert-file $SLOCK_SERVERS_DIR/tls/ca.crt
				tls-auth-clients optional
				user default off
				user $SLOCK_TEST_REDIS_TLS_USER on >$SLOCK_TEST_REDIS_TLS_PASSWORD ~* &* +@all
			CONF
			;;
	esac
}

# An authority and a server of its, for as long as the tests run.
slock_redisgroups_certificates() {
	local dir=$SLOCK_SERVERS_DIR/tls
	mkdir -p "$dir"
	if ! {
		openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=slock test CA" \
			-keyout "$dir/ca.key" -out "$dir/ca.crt" &&
			openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=localhost" \
				-addext "subjectAltName=DNS:localhost,IP:127.0.0.1" -keyout "$dir/server.key" -out "$dir/server.csr" &&
			openssl x509 -req -in "$dir/server.csr" -CA "$dir/ca.crt" -CAkey "$dir/ca.key" -CAcreateserial -days 2 \
				-copy_extensions copy -out "$dir/server.crt"
	} 2>"$dir/log"; then
		cat "$dir/log" >&2
		return 1
	fi
}

slock_redisgroups_cli() {
	local instance=$1
	shift
	redis-cli -p "${slock_redisgroups_port[$instance]}" "$@" </dev/null 2>/dev/null
}

slock_redisgroups_listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1"); }

slock_redisgroups_cluster_ok() {
	local instance
	for instance in rc-{1..6}; do
		[[ $(slock_redisgroups_cli "$instance" cluster info) == *cluster_state:ok*cluster_known_nodes:6* ]] || return 1
		# All masters, each with its replica, known to everybody.
		[[ $(slock_redisgroups_cli "$instance" cluster nodes | grep -c ' \(myself,\)\?slave ') == 3 ]] || return 1
	done
	for instance in rc-{4..6}; do
		[[ $(slock_redisgroups_cli "$instance" info replication) == *master_link_status:up* ]] || return 1
	done
}

slock_redisgroups_sentinel_ok() {
	[[ $(slock_redisgroups_cli rs-sentinel sentinel replicas "$SLOCK_TEST_REDIS_SENTINEL_MASTER") == *master-link-status*ok* ]]
}

slock_redisgroups_joined() {
	[[ $(slock_redisgroups_cli "$1" cluster nodes | wc -l) == 6 ]]
}

# What redis-cli --cluster create does, without its pauses.
slock_redisgroups_cluster() {
	local i id
	for i in 1 2 3; do
		slock_redisgroups_cli "rc-$i" cluster addslotsrange $(((i - 1) * 5461)) $((i == 3 ? 16383 : i * 5461 - 1)) >/dev/null
	done
	for i in 1 2 3 4 5 6; do
		slock_redisgroups_cli "rc-$i" cluster set-config-epoch "$i" >/dev/null
	done
	for i in 2 3 4 5 6; do
		slock_redisgroups_cli rc-1 cluster meet 127.0.0.1 "${slock_redisgroups_port[rc-$i]}" \
			"$(sed -n 's/^cluster-port //p' "$SLOCK_SERVERS_DIR/rc-$i/redis.conf")" >/dev/null
	done
	for i in 4 5 6; do
		server_wait "rc-$i" slock_redisgroups_joined "rc-$i" || return 1
		id=$(slock_redisgroups_cli "rc-$((i - 3))" cluster myid)
		slock_redisgroups_cli "rc-$i" cluster replicate "$id" >/dev/null
	done
}

# Also after a restart: a cluster knows its nodes from before.
server_redisgroups_ready() {
	local instance i ports=()
	for instance in "${slock_redisgroups[@]}"; do
		[[ $instance != rs-sentinel ]] || slock_redisgroups_spawn "$instance"
		server_wait "$instance" slock_redisgroups_listens "${slock_redisgroups_port[$instance]}" ||
			{ server_show_log "$instance"; return 1; }
	done
	slock_redisgroups_joined rc-1 || slock_redisgroups_cluster || { server_show_log rc-1; return 1; }
	server_wait rc-1 slock_redisgroups_cluster_ok || { server_show_log rc-1; return 1; }
	server_wait rs-sentinel slock_redisgroups_sentinel_ok || { server_show_log rs-sentinel; return 1; }
	for i in 1 2 3 4 5 6; do
		ports+=("127.0.0.1:${slock_redisgroups_port[rc-$i]}")
	done
	SLOCK_TEST_REDIS_CLUSTER=$(IFS=,; echo "${ports[*]}")
	SLOCK_TEST_REDIS_SENTINEL=127.0.0.1:${slock_redisgroups_port[rs-sentinel]}
	SLOCK_TEST_REDIS_TLS_PORT=${slock_redisgroups_port[redis-tls]}
	SLOCK_TEST_REDIS_TLS_CA=$SLOCK_SERVERS_DIR/tls/ca.crt
	export SLOCK_TEST_REDIS_SERVER SLOCK_TEST_REDIS_CLUSTER SLOCK_TEST_REDIS_SENTINEL SLOCK_TEST_REDIS_SENTINEL_MASTER \
		SLOCK_TEST_REDIS_TLS_PORT SLOCK_TEST_REDIS_TLS_CA SLOCK_TEST_REDIS_TLS_USER SLOCK_TEST_REDIS_TLS_PASSWORD
}

server_redisgroups_dsns() {
	local between=']&host['
	echo "redis:?host[${SLOCK_TEST_REDIS_CLUSTER//,/"$between"}]&redis_cluster=1"
	echo "redis:?host[$SLOCK_TEST_REDIS_SENTINEL]&redis_sentinel=$SLOCK_TEST_REDIS_SENTINEL_MASTER"
}
