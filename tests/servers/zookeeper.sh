# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# ZooKeeper: one node, and an ensemble of three.

slock_zookeeper_instances=(zookeeper zookeeper-1 zookeeper-2 zookeeper-3)
slock_zookeeper_jar=${SLOCK_TEST_ZOOKEEPER_JAR:-/usr/share/java/zookeeper.jar}
slock_zookeeper_log_jar=${SLOCK_TEST_ZOOKEEPER_LOG_JAR:-/usr/share/java/slf4j-simple.jar}
declare -gA slock_zookeeper_port=()             # instance => client port
declare -gA slock_zookeeper_peer_ports=()       # instance => "port:port" between the servers of the ensemble

server_zookeeper_missing() {
	if [[ ! -f $slock_zookeeper_jar ]] || ! command -v java >/dev/null; then
		echo "zookeeper"
	fi
}

# Starts every instance, without waiting.
server_zookeeper_start() {
	# shellcheck disable=SC2034 # for OwnZookeeper in tests/inc/zookeeper.inc
	SLOCK_TEST_ZOOKEEPER_CLASSPATH=$slock_zookeeper_jar:$slock_zookeeper_log_jar
	slock_zookeeper_spawn zookeeper
	slock_zookeeper_spawn_ensemble
}

slock_zookeeper_spawn_ensemble() {
	local instance first
	for instance in "${slock_zookeeper_instances[@]:1}"; do
		server_free_port "$instance"
		first=$REPLY
		server_free_port "$instance"
		slock_zookeeper_peer_ports[$instance]=$first:$REPLY
	done
	for instance in "${slock_zookeeper_instances[@]:1}"; do
		slock_zookeeper_spawn "$instance"
	done
}

slock_zookeeper_spawn() {
	local instance=$1 dir=$SLOCK_SERVERS_DIR/$1 peer
	rm -rf "$dir/data"
	mkdir -p "$dir/data"
	server_free_port "$instance"
	slock_zookeeper_port[$instance]=$REPLY
	{
		cat <<-CONF
			tickTime=500
			initLimit=40
			syncLimit=40
			maxSessionTimeout=60000
			dataDir=$dir/data
			clientPort=$REPLY
			clientPortAddress=127.0.0.1
			admin.enableServer=false
			4lw.commands.whitelist=*
			maxClientCnxns=0
		CONF
		if [[ -n ${slock_zookeeper_peer_ports[$instance]:-} ]]; then
			for peer in "${!slock_zookeeper_peer_ports[@]}"; do
				echo "server.${peer##*-}=127.0.0.1:${slock_zookeeper_peer_ports[$peer]}"
			done
			echo "${instance##*-}" >"$dir/data/myid"
		fi
	} >"$dir/zoo.cfg"
	slock_zookeeper_run "$instance"
}

# What is written need not survive: no fsync.
slock_zookeeper_run() {
	local instance=$1 dir=$SLOCK_SERVERS_DIR/$1
	server_spawn "$instance" java -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto \
		-Dzookeeper.forceSync=no -cp "$SLOCK_TEST_ZOOKEEPER_CLASSPATH" \
		org.apache.zookeeper.server.quorum.QuorumPeerMain "$dir/zoo.cfg"
}

# It serves clients: not only its process lives, and in the ensemble there is a leader.
slock_zookeeper_answers() {
	local line
	exec 4<>"/dev/tcp/127.0.0.1/$1" || return 1
	printf 'srvr' >&4
	IFS= read -r -t 2 line <&4 || line=
	exec 4>&-
	[[ $line == 'Zookeeper version'* ]]
}

# Waits for all; one that lost its port to another process gets another one, and the ensemble gets others together.
server_zookeeper_ready() {
	local instance tries
	for instance in "${slock_zookeeper_instances[@]}"; do
		for tries in 1 2 3; do
			server_wait "$instance" slock_zookeeper_answers "${slock_zookeeper_port[$instance]}" && continue 2
			if [[ $instance != zookeeper ]] || ! grep -q 'Address already in use' "$SLOCK_SERVERS_DIR/$instance/log"; then
				break
			fi
			servers_log "$instance: port ${slock_zookeeper_port[$instance]} was taken, attempt $tries"
			: >"$SLOCK_SERVERS_DIR/$instance/log"
			slock_zookeeper_spawn "$instance"
		done
		server_show_log "$instance"
		return 1
	done
	SLOCK_TEST_ZOOKEEPER_HOSTS=127.0.0.1:${slock_zookeeper_port[zookeeper]}
	SLOCK_TEST_ZOOKEEPER_ENSEMBLE=127.0.0.1:${slock_zookeeper_port[zookeeper-1]},127.0.0.1:${slock_zookeeper_port[zookeeper-2]},127.0.0.1:${slock_zookeeper_port[zookeeper-3]}
	export SLOCK_TEST_ZOOKEEPER_HOSTS SLOCK_TEST_ZOOKEEPER_ENSEMBLE SLOCK_TEST_ZOOKEEPER_CLASSPATH
}

server_zookeeper_dsns() {
	echo "zookeeper://$SLOCK_TEST_ZOOKEEPER_HOSTS"
	echo "zookeeper://$SLOCK_TEST_ZOOKEEPER_ENSEMBLE"
}
