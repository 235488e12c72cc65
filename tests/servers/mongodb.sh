# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# MongoDB: the server that SLOCK_TEST_MONGODB_URI names, else a mongod on the PATH, else DocumentDB behind a gateway
# (see mongodb/README.md), whose packages are unpacked into the user's cache on first use.

slock_mongodb_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/mongodb
slock_mongodb_root=${XDG_CACHE_HOME:-$HOME/.cache}/slock/mongodb/${MONGO_SUITE:-forky}
slock_mongodb_given=${SLOCK_TEST_MONGODB_URI:-}

server_mongodb_missing() {
	if [[ -n $slock_mongodb_given ]] || command -v mongod >/dev/null || [[ -f $slock_mongodb_root/srv/.ready && $EUID == 0 ]]; then
		return
	fi
	if ((EUID != 0)); then
		echo "a mongod on the PATH, or SLOCK_TEST_MONGODB_URI, or root to unpack one from Debian's packages"
	else
		command -v debootstrap >/dev/null || echo "debootstrap (or a mongod on the PATH, or SLOCK_TEST_MONGODB_URI)"
	fi
}

server_mongodb_start() {
	[[ -z $slock_mongodb_given ]] || return 0
	mkdir -p "$SLOCK_SERVERS_DIR/mongodb" "$SLOCK_SERVERS_DIR/mongodb-engine"
	if command -v mongod >/dev/null; then
		slock_mongodb_spawn
		return
	fi
	slock_mongodb_setup || return
	# The data of this start, inside of the root that the engine sees.
	slock_mongodb_data=/srv/$(basename "$SLOCK_SERVERS_DIR")
	cp -a "$slock_mongodb_root/srv/pg" "$slock_mongodb_root$slock_mongodb_data"
	cp "$slock_mongodb_here/gateway.py" "$slock_mongodb_root$slock_mongodb_data/gateway.py"
	slock_mongodb_engine
	slock_mongodb_spawn
}

# Two starts at once must not both unpack.
slock_mongodb_setup() {
	local log=${slock_mongodb_root%/*}/setup.log
	[[ ! -f $slock_mongodb_root/srv/.ready ]] || return 0
	mkdir -p "${slock_mongodb_root%/*}"
	servers_log "unpacking a MongoDB-compatible server into $slock_mongodb_root; this takes a minute, once"
	if ! flock "${slock_mongodb_root%/*}/lock" "$slock_mongodb_here/setup.sh" "$slock_mongodb_root" </dev/null >"$log" 2>&1; then
		tail -n 20 "$log" >&2
		servers_log "Debian's packages for a MongoDB-compatible server could not be had; put a mongod on the PATH or set SLOCK_TEST_MONGODB_URI"
		return 1
	fi
}

# A command in the root as the user postgres. Changing the user forgets to die with the parent; so that is said again.
slock_mongodb_in_root() {
	local instance=$1 guard=()
	shift
	[[ -n ${SLOCK_SERVERS_DETACH:-} ]] || guard=(--pdeathsig TERM)
	LC_ALL=C.UTF-8 server_spawn "$instance" chroot "$slock_mongodb_root" \
		setpriv --reuid=postgres --regid=postgres --clear-groups "${guard[@]}" "$@"
}

slock_mongodb_engine() {
	server_free_port mongodb-engine
	slock_mongodb_engine_port=$REPLY
	# An index of a collection that has documents is built by a job of pg_cron, and everybody who asked for it waits
	# for that. Jobs would connect to the port that the extension was made at; workers need no connection.
	slock_mongodb_in_root mongodb-engine /usr/lib/postgresql/18/bin/postgres -D "$slock_mongodb_data/data" \
		-p "$slock_mongodb_engine_port" -k "$slock_mongodb_data" -c cron.use_background_workers=on -c max_worker_processes=32
}

slock_mongodb_spawn() {
	server_free_port mongodb
	slock_mongodb_port=$REPLY
	if command -v mongod >/dev/null; then
		mkdir -p "$SLOCK_SERVERS_DIR/mongodb/data"
		server_spawn mongodb mongod --port "$slock_mongodb_port" --bind_ip 127.0.0.1 --dbpath "$SLOCK_SERVERS_DIR/mongodb/data" \
			--setParameter enableTestCommands=1
	else
		slock_mongodb_in_root mongodb python3 "$slock_mongodb_data/gateway.py" 127.0.0.1 "$slock_mongodb_port" \
			"host=$slock_mongodb_data port=$slock_mongodb_engine_port user=postgres dbname=postgres"
	fi
}

slock_mongodb_engine_answers() {
	[[ -S $slock_mongodb_root$slock_mongodb_data/.s.PGSQL.$slock_mongodb_engine_port ]]
}

slock_mongodb_answers() { (exec 4<>"/dev/tcp/127.0.0.1/$slock_mongodb_port") 2>/dev/null; }

server_mongodb_ready() {
	local tries
	SLOCK_TEST_MONGODB_URI=$slock_mongodb_given
	if [[ -z $SLOCK_TEST_MONGODB_URI ]]; then
		if [[ -n ${slock_server_pids[mongodb-engine]:-} ]]; then
			for tries in 1 2 3; do
				server_wait mongodb-engine slock_mongodb_engine_answers && break
				((tries < 3)) || { server_show_log mongodb-engine; return 1; }
				# Its port was taken: another one, which the gateway must know.
				slock_mongodb_engine
				kill "${slock_server_pids[mongodb]}" 2>/dev/null || true
				slock_mongodb_spawn
			done
		fi
		for tries in 1 2 3; do
			server_wait mongodb slock_mongodb_answers && break
			((tries < 3)) || { server_show_log mongodb; return 1; }
			slock_mongodb_spawn
		done
		SLOCK_TEST_MONGODB_URI=mongodb://127.0.0.1:$slock_mongodb_port
	fi
	export SLOCK_TEST_MONGODB_URI
}

# One of somebody's own may have a password in it.
server_mongodb_dsns() { [[ -n $slock_mongodb_given ]] || echo "$SLOCK_TEST_MONGODB_URI/test?collection=lock"; }

# After everything has stopped, while $SLOCK_SERVERS_DIR is still known.
server_mongodb_cleanup() {
	local name
	name=$(basename "$SLOCK_SERVERS_DIR")
	[[ $name != slock.* ]] || server_remove "${slock_mongodb_root:?}/srv/$name"
}
